/* Two-wheelers that go from rung to rung while they ride and lean: what goes on as it was, and that the ride does.
 * KAMM_QUICK_TESTS leaves this out: others reach its code. */
#include "support/riding.h"
#include "support/tier.h"

#include "run/cars.h"

#include <math.h>

static double read_of(const kamm_cars *cars, kamm_channel channel)
{
    return kamm_read(cars, 0, channel);
}

static kamm_cars *in_turn(const kamm_vehicle_def *def, kamm_rung rung, double speed, double side)
{
    kamm_cars *cars = start_rung(def, rung, 1);
    put_car(cars, 0, &kamm_flat_ground, 0.3, speed, KAMM_GEAR_DRIVE);
    ride_curve(cars, &kamm_flat_ground, side / (speed * speed), speed, 3);
    return cars;
}

/* Tangent of the angle of the front wheel's track on the road. */
static double steer_on_road(const kamm_cars *cars)
{
    double steer = tan(read_of(cars, KAMM_CHANNEL_steering_wheel_rad));
    const kamm_model *model = kamm_model_of(cars, 0);
    if (kamm_describe(model).rung != KAMM_FULL) return steer;
    return steer * cos(model->def->axles[0].suspension.caster_rad) /
           cos(read_of(cars, KAMM_CHANNEL_roll_rad));
}

static double driven_speed(const kamm_cars *cars)
{
    return (double)CAR_STATE(cars, 0, wheels[1].spin_radps);
}

static void expect_same_ride_and_steer(const kamm_cars *from, const kamm_cars *to)
{
    expect_same_ride(from, to, 0.02);
    expect_near(steer_on_road(to), steer_on_road(from), 2e-3);
}

static double speeds_step(void) { return of_tier(1, 0) ? 3.2 : 1.5; }

static void a_ride_goes_on_upwards_and_downwards(void **state)
{
    const kamm_vehicle_def def = machine_of_file("sport-1000");
    (void)state;
    for (int r = 0; r < RIDDEN; ++r)
        for (double speed = 5; speed < 52; speed *= speeds_step())
            for (double side = -8; side <= 8; side += 4) {
                if (fabs(side) / (speed * speed) > 0.25) continue; /* less than 4 m of radius */
                kamm_cars *low = in_turn(&def, ridden[r], speed, side);
                kamm_cars *full = start_rung(&def, KAMM_FULL, 1), *back;
                back = start_rung(&def, ridden[r], 1);
                kamm_hand_over(low, 0, full, 0);
                expect_same_ride_and_steer(low, full);
                double grown = driven_speed(full) / driven_speed(low);
                double lean = read_of(low, KAMM_CHANNEL_roll_rad);
                expect_near(grown, 1 / (1 - (1 - cos(lean)) * 0.095 / 0.297), 2e-3);
                expect_near(sum_of_loads(full, 0) / (249.21 * GRAVITY_MPS2), 1, 0.06);
                kamm_hand_over(full, 0, back, 0);
                expect_same_ride_and_steer(full, back);
                expect_same_ride_and_steer(low, back);
                expect_near(driven_speed(back), driven_speed(low), 1e-3 * driven_speed(low));
                end_cars(low);
                end_cars(full);
                end_cars(back);
            }
}

/* While the lean is on its way: the body swings, and the contacts do not. */
static void a_swing_goes_on_both_ways(void **state)
{
    const kamm_vehicle_def def = machine_of_file("sport-1000");
    (void)state;
    for (int r = 0; r < RIDDEN; ++r)
        for (double speed = 8; speed < 40; speed *= 2)
            for (int ticks = 20; ticks <= 120; ticks += 50) {
                kamm_cars *low = start_rung(&def, ridden[r], 1), *back;
                kamm_cars *full = start_rung(&def, KAMM_FULL, 1);
                back = start_rung(&def, ridden[r], 1);
                put_car(low, 0, &kamm_flat_ground, 0.3, speed, 0);
                kamm_inputs(low)[0].steering_wheel_rad = (float)(8 / (speed * speed));
                kamm_step(low, &kamm_flat_ground, ticks);
                expect_above(fabs(read_of(low, KAMM_CHANNEL_roll_rate_radps)), 0.2);
                kamm_hand_over(low, 0, full, 0);
                expect_same_ride_and_steer(low, full);
                kamm_hand_over(full, 0, back, 0);
                expect_same_ride_and_steer(low, back);
                end_cars(low);
                end_cars(full);
                end_cars(back);
            }
}

/* What a rider does on `full`: torque by lean and its rate, and the steady turn's by an integral. */
static void ride_by_torque(kamm_cars *cars, double lean, double *sum)
{
    double off = read_of(cars, KAMM_CHANNEL_roll_rad) - lean;
    double rate = read_of(cars, KAMM_CHANNEL_roll_rate_radps);
    *sum += off / 240;
    kamm_inputs(cars)[0].free_steering = 1;
    kamm_inputs(cars)[0].steering_wheel_nm = (float)-(400 * off + 60 * rate + 400 * *sum);
}

static void the_turn_goes_on_upwards(void **state)
{
    const kamm_vehicle_def def = machine_of_file("sport-1000");
    (void)state;
    for (int r = 0; r < RIDDEN; ++r)
        for (double speed = 10; speed < 45; speed *= 1.7)
            for (double side = -6; side <= 6; side += 3) {
                kamm_cars *low = in_turn(&def, ridden[r], speed, side);
                kamm_cars *full = start_rung(&def, KAMM_FULL, 1);
                double lean = read_of(low, KAMM_CHANNEL_roll_rad), sum = 0, most = 0, mean = 0;
                double due = heading_rate(low) * read_of(low, KAMM_CHANNEL_speed_mps);
                kamm_hand_over(low, 0, full, 0);
                kamm_inputs(full)[0].command = 0;
                for (int i = 0; i < 480; ++i) {
                    double v = read_of(full, KAMM_CHANNEL_speed_mps);
                    ride_by_torque(full, lean, &sum);
                    kamm_inputs(full)[0].throttle = (float)fmin(fmax(0.3 * (speed - v), 0), 0.5);
                    kamm_step(full, &kamm_flat_ground, 1);
                    most = fmax(most, fabs(read_of(full, KAMM_CHANNEL_roll_rad) - lean));
                    if (i >= 240)
                        mean += heading_rate(full) * read_of(full, KAMM_CHANNEL_speed_mps) / 240;
                }
                print_message(
                    "%s, %4.1f m/s: lean %+.3f rad, off by %.3f, %.2f after %.2f m/s2, by "
                    "%.1f N.m\n",
                    rung_name(ridden[r]), speed, lean, most, mean, due,
                    (double)kamm_inputs(full)[0].steering_wheel_nm);
                expect_below(most, 0.05);
                expect_near(mean, due, 0.05 + 0.05 * fabs(due));
                assert_int_equal(kamm_fault(full, 0), 0);
                end_cars(low);
                end_cars(full);
            }
}

static void mirrored_rides_go_on_as_mirror_images(void **state)
{
    const kamm_vehicle_def def = machine_of_file("sport-1000");
    (void)state;
    for (int r = 0; r < RIDDEN; ++r) expect_mirrored_hand_over(&def, ridden[r], 0.03f, 9);
}

/* On banks and gradients the lean is that against the road, and the machine stays on it. */
static void a_ride_goes_on_on_slopes(void **state)
{
    const kamm_vehicle_def def = machine_of_file("sport-1000");
    (void)state;
    for (int r = 0; r < RIDDEN; ++r)
        for (int i = 0; i < 9; ++i) {
            kamm_ground ground = kamm_flat_ground;
            double n[3] = {0.1 * (i % 3 - 1), 0.1 * (i / 3 - 1), 1},
                   length = sqrt(n[0] * n[0] + n[1] * n[1] + 1);
            for (int k = 0; k < 3; ++k) ground.plane.normal[k] = (float)(n[k] / length);
            kamm_cars *low = start_rung(&def, ridden[r], 1), *full = start_rung(&def, KAMM_FULL, 1);
            put_car(low, 0, &ground, 0.5, 15, 0);
            kamm_inputs(low)[0].steering_wheel_rad = 0.03f;
            kamm_step(low, &ground, 240);
            kamm_hand_over(low, 0, full, 0);
            for (int k = 0; k < 3; ++k)
                expect_near(read_of(full, (kamm_channel)(KAMM_CHANNEL_x_m + k)),
                            read_of(low, (kamm_channel)(KAMM_CHANNEL_x_m + k)), 0.02);
            expect_near(read_of(full, KAMM_CHANNEL_roll_rad), read_of(low, KAMM_CHANNEL_roll_rad),
                        5e-3);
            expect_near(sum_of_loads(full, 0), 249.21 * GRAVITY_MPS2 / length, 200);
            kamm_hand_over(full, 0, low, 0);
            expect_near(read_of(full, KAMM_CHANNEL_roll_rad), read_of(low, KAMM_CHANNEL_roll_rad),
                        5e-3);
            end_cars(low);
            end_cars(full);
        }
}

/* At rest it is handed over upright, on its wheels. */
static void one_that_stands_stays_upright(void **state)
{
    const kamm_vehicle_def def = machine_of_file("sport-1000");
    (void)state;
    for (int r = 0; r < RIDDEN; ++r) {
        kamm_cars *low = start_rung(&def, ridden[r], 1), *full = start_rung(&def, KAMM_FULL, 1);
        put_car(low, 0, &kamm_flat_ground, 0, 0, 0);
        kamm_inputs(low)[0].brake = 1;
        kamm_step(low, &kamm_flat_ground, 240);
        assert_true(read_of(low, KAMM_CHANNEL_roll_rad) == 0);
        kamm_hand_over(low, 0, full, 0);
        expect_below(fabs(read_of(full, KAMM_CHANNEL_roll_rad)), 1e-6);
        expect_near(sum_of_loads(full, 0), 249.21 * GRAVITY_MPS2, 5);
        end_cars(low);
        end_cars(full);
    }
}

/* The machine of the reference file on `full`: from walking pace to 100 km/h in a straight line, with a push. */
static void the_sport_motorcycle_accelerates_straight_on_full(void **state)
{
    const kamm_vehicle_def def = machine_of_file("sport-1000");
    kamm_cars *cars = start_rung(&def, KAMM_FULL, 1);
    double most = 0;
    (void)state;
    put_car(cars, 0, &kamm_flat_ground, 0, 6, KAMM_GEAR_DRIVE);
    kamm_inputs(cars)[0].free_steering = 1;
    kamm_inputs(cars)[0].throttle = 0.5f;
    PUT_CAR_STATE(cars, 0, car.roll_rate_radps, 0.1f);
    int steps = 0;
    for (; steps < 240 * 8 && read_of(cars, KAMM_CHANNEL_speed_mps) < 27.78; ++steps) {
        double lean = read_of(cars, KAMM_CHANNEL_roll_rad);
        double rate = read_of(cars, KAMM_CHANNEL_roll_rate_radps);
        kamm_inputs(cars)[0].steering_wheel_nm = (float)-(100 * lean + 10 * rate);
        kamm_step(cars, &kamm_flat_ground, 1);
        most = fmax(most, fabs(lean));
    }
    print_message("100 km/h after %.2f s, leans by up to %.4f rad, at the end %.5f\n",
                  steps / 240.0, most, read_of(cars, KAMM_CHANNEL_roll_rad));
    expect_below(steps / 240.0, 6);
    expect_below(most, 0.05);
    expect_below(fabs(read_of(cars, KAMM_CHANNEL_roll_rad)), 5e-3);
    assert_int_equal(kamm_fault(cars, 0), 0);
    end_cars(cars);
}

/* Of one that has been placed and not moved, the ground is not known yet: it stands against gravity, as it was placed. */
static void one_that_was_only_placed_stays_upright(void **state)
{
    const kamm_vehicle_def def = machine_of_file("sport-1000");
    (void)state;
    for (int r = 0; r < RIDDEN; ++r)
        for (double yaw = -3; yaw < 3.2; yaw += 1)
            for (double speed = 0; speed < 31; speed += 15) {
                kamm_cars *low = start_rung(&def, ridden[r], 1);
                kamm_cars *full = start_rung(&def, KAMM_FULL, 1), *placed;
                placed = start_rung(&def, KAMM_FULL, 1);
                put_car(low, 0, &kamm_flat_ground, yaw, speed, 0);
                put_car(placed, 0, &kamm_flat_ground, yaw, speed, 0);
                kamm_hand_over(low, 0, full, 0);
                static const kamm_channel kept[] = {KAMM_CHANNEL_x_m,       KAMM_CHANNEL_y_m,
                                                    KAMM_CHANNEL_z_m,       KAMM_CHANNEL_yaw_rad,
                                                    KAMM_CHANNEL_pitch_rad, KAMM_CHANNEL_roll_rad,
                                                    KAMM_CHANNEL_speed_mps};
                for (size_t i = 0; i < sizeof kept / sizeof *kept; ++i)
                    expect_near(read_of(full, kept[i]), read_of(placed, kept[i]), 2e-3);
                end_cars(low);
                end_cars(full);
                end_cars(placed);
            }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_ride_goes_on_upwards_and_downwards),
        cmocka_unit_test(a_swing_goes_on_both_ways),
        cmocka_unit_test(the_turn_goes_on_upwards),
        cmocka_unit_test(mirrored_rides_go_on_as_mirror_images),
        cmocka_unit_test(a_ride_goes_on_on_slopes),
        cmocka_unit_test(one_that_stands_stays_upright),
        cmocka_unit_test(one_that_was_only_placed_stays_upright),
        cmocka_unit_test(the_sport_motorcycle_accelerates_straight_on_full),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
