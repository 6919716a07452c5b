/* Leaning three-wheelers on the rungs below `full`, and handed over while they ride: the lean of the closed form, the
 * ride of a two-wheeler whose one wheel has all that both have, wheels on the road, bits, rest, refusals. */
#include "support/company.h"
#include "support/mirror.h"
#include "support/quick.h"
#include "support/refused.h"
#include "support/riding.h"
#include "support/three_wheelers.h"
#include "support/tier.h"

#include "run/cars.h"
#include "vehicle/chassis.h"
#include "vehicle/two_wheeler.h"

#include <kamm/act.h>
#include <kamm/rider.h>
#include <math.h>
#include <string.h>

enum { LEFT = 0, RIGHT, REAR, WHEELS, MACHINES = 2 };

/* The shipped one, and a motorcycle with a pair of half a metre in the place of its front wheel. */
static kamm_vehicle_def machine(int i)
{
    return i ? with_tilting_pair(machine_of_file("sport-1000"), 0.5) : tilting_scooter(240);
}

static double fastest(int i) { return i ? 45 : 22; }

static double read_of(const kamm_cars *cars, kamm_channel channel)
{
    return kamm_read(cars, 0, channel);
}

static double track_of(const kamm_cars *cars)
{
    return kamm_model_of(cars, 0)->def->axles[0].track_m;
}

/* -- on the rungs below full -- */

/* As closed_form_lean, with both front wheels. */
static double lean_of_turn(const kamm_cars *cars, double side_mps2)
{
    const kamm_model *model = kamm_model_of(cars, 0);
    const kamm_model_info info = info_of(cars);
    double spin = 0, height = info.cg_height_m, crown = kamm_mean_crown_m(model);
    for (int w = 0; w < WHEELS; ++w)
        spin += model->def->axles[w / 2].wheel_inertia_kgm2 / info.loaded_radius_m[w];
    double t = atan(side_mps2 / GRAVITY_MPS2 * (1 + spin / (info.mass_kg * height)));
    return t + asin(crown * sin(t) / (height - crown));
}

static void a_turn_has_the_lean_of_the_closed_form(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    for (int m = 0; m < MACHINES; ++m)
        for (int r = 0; r < RIDDEN; ++r) {
            const kamm_vehicle_def def = coasting(machine(m));
            double worst = 0;
            for (double speed = 4; speed<fastest(m); speed *= of_tier(3, 1)> 1 ? 2.4 : 1.3)
                for (double side = -4; side <= 4; side += 2) {
                    if (fabs(side) / (speed * speed) > 0.2) continue; /* less than 5 m of radius */
                    kamm_cars *cars = ride(&def, ridden[r], speed);
                    ride_curve(cars, &kamm_flat_ground, side / (speed * speed), speed, 6);
                    double ahead = read_of(cars, KAMM_CHANNEL_forward_speed_mps);
                    double expected = lean_of_turn(cars, ahead * yaw_rate(cars));
                    worst = fmax(worst, fabs(lean_of_car(cars) - expected));
                    expect_near(lean_of_car(cars), expected, 1e-3 + 2e-3 * fabs(expected));
                    expect_near(yaw_rate(cars) * ahead, side, 0.08 * fabs(side) + 1e-3);
                    assert_int_equal(kamm_fault(cars, 0), 0);
                    end_cars(cars);
                }
            print_message("machine %d on %s: at worst %.4f rad off\n", m, rung_name(ridden[r]),
                          worst);
        }
}

/* Whatever the track, it rides as the two-wheeler whose one front wheel has all that both have. */
static void a_pair_rides_as_one_wheel(void **state)
{
    NOT_IN_QUICK_TESTS();
    const kamm_vehicle_def one = machine_of_file("sport-1000");
    (void)state;
    for (int r = 0; r < RIDDEN; ++r)
        for (double track_m = 0.1; track_m < 1; track_m += 0.4 * of_tier(3, 1)) {
            const kamm_vehicle_def pair = with_tilting_pair(one, track_m);
            kamm_cars *cars[2] = {ride(&one, ridden[r], 15), ride(&pair, ridden[r], 15)};
            double most = 0, apart = 0, off = 0;
            for (int i = 0; i < 240 * 8; ++i)
                for (int c = 0; c < 2; ++c) {
                    kamm_input *in = &kamm_inputs(cars[c])[0];
                    in->steering_wheel_rad = 0.05f * (float)sin(2 * PI * i / 480);
                    in->gear = 3;
                    in->throttle = i / 240 % 3 == 1 ? 0.4f : 0;
                    in->brake = i / 240 % 3 == 2 ? 0.2f : 0;
                    kamm_step(cars[c], &kamm_flat_ground, 1);
                    if (!c) continue;
                    double at[2][3];
                    for (int k = 0; k < 2; ++k) read_position(cars[k], 0, at[k]);
                    off = fmax(off, distance_between(at[0], at[1]));
                    apart = fmax(apart, fabs(lean_of_car(cars[0]) - lean_of_car(cars[1])));
                    most = fmax(most, fabs(lean_of_car(cars[0])));
                }
            print_message(
                "%s, track %.1f m: leans by %.2f rad; leans apart by %.5f rad, places by %.4f m\n",
                rung_name(ridden[r]), track_m, most, apart, off);
            expect_above(most, 0.2);
            expect_below(apart, 2e-3);
            expect_below(off, 0.05);
            for (int c = 0; c < 2; ++c) end_cars(cars[c]);
        }
}

/* Height of a wheel's tread above level ground, of the radius that it has under its load. */
static double height_of_tread(const kamm_cars *cars, int w)
{
    const kamm_model *model = kamm_model_of(cars, 0);
    kamm_wheel_pose wheel[WHEELS];
    kamm_read_pose(cars, 0, 1, NULL, wheel);
    double crown = model->chassis->axles[w / 2].tyre_vertical.crown_radius;
    double radius = info_of(cars).loaded_radius_m[w], lean = lean_of_car(cars);
    return wheel[w].pose.position_m[2] - (radius - crown) * cos(lean) - crown;
}

static void all_wheels_stand_on_the_road(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    for (int m = 0; m < MACHINES; ++m)
        for (int r = 0; r < RIDDEN; ++r) {
            const kamm_vehicle_def def = coasting(machine(m));
            kamm_cars *cars = ride(&def, ridden[r], 14);
            double most = 0;
            for (int i = 0; i < 480; ++i) {
                kamm_inputs(cars)[0].steering_wheel_rad = i < 240 ? 0.04f : -0.03f;
                kamm_step(cars, &kamm_flat_ground, 1);
                for (int w = 0; w < WHEELS; ++w)
                    expect_below(fabs(height_of_tread(cars, w)), 0.014);
                most = fmax(most, fabs(lean_of_car(cars)));
            }
            expect_above(most, 0.2);
            end_cars(cars);
        }
}

static void it_stands_by_itself(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    for (int m = 0; m < MACHINES; ++m)
        for (int r = 0; r < RIDDEN; ++r)
            for (int i = 0; i < 4; i += of_tier(3, 1)) {
                const kamm_vehicle_def def = machine(m);
                const kamm_ground ground =
                    kamm_plane_ground(0.1 * (i % 2 ? 1 : -1), 0.1 * (i / 2 ? 1 : -1), 1);
                double before[3], after[3];
                kamm_cars *cars = start_rung(&def, ridden[r], 1);
                put_car(cars, 0, &ground, 0, 0, 0);
                kamm_inputs(cars)[0].brake = 1;
                kamm_step(cars, &ground, 240 * 4);
                read_position(cars, 0, before);
                kamm_step(cars, &ground, 240 * 10);
                read_position(cars, 0, after);
                expect_below(distance_between(before, after), 1e-4);
                expect_below(fabs(read_of(cars, KAMM_CHANNEL_roll_rad)), 0.04);
                end_cars(cars);
            }
}

static void mirrored_rides_have_mirrored_bits(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    for (int m = 0; m < MACHINES; ++m)
        for (int r = 0; r < RIDDEN; ++r) {
            const kamm_vehicle_def def = machine(m);
            kamm_ground sides[2], other_sides[2];
            const kamm_ground ground = split_ground(sides, 0.4, 0.9);
            const kamm_ground other = split_ground(other_sides, 0.9, 0.4);
            kamm_cars *left = ride(&def, ridden[r], 12), *right = ride(&def, ridden[r], 12);
            for (int frame = 0; frame < of_tier(100, 300); ++frame) {
                float steer = (float)(frame / 30 % 3 - 1) * 0.05f;
                kamm_cars *both[2] = {left, right};
                for (int i = 0; i < 2; ++i) {
                    kamm_input *in = &kamm_inputs(both[i])[0];
                    in->steering_wheel_rad = i ? -steer : steer;
                    in->gear = KAMM_GEAR_DRIVE;
                    in->throttle = frame % 90 < 40 ? 0.6f : 0;
                    in->brake = frame % 90 > 70 ? 0.7f : 0;
                    kamm_step(both[i], i ? &other : &ground, 4);
                }
                expect_mirror_images(left, right, frame);
            }
            end_cars(left);
            end_cars(right);
        }
}

enum { COMPANY = 7 };

static void all_widths_and_snapshots_give_the_same_bits(void **state)
{
    static kamm_vehicle_def defs[COMPANY];
    (void)state;
    for (int i = 0; i < COMPANY; ++i) {
        defs[i] = machine(i % 2);
        defs[i].stepping.substeps_per_s = 240;
        defs[i].body.cg_height_m += 0.005 * i;
    }
    for (int r = 0; r < RIDDEN; ++r) {
        expect_company_as_alone(defs, COMPANY, 1, ridden[r], ride_differently, 128, 32);
        kamm_cars *cars = ride(&defs[0], ridden[r], 15), *other = ride(&defs[0], ridden[r], 2);
        kamm_inputs(cars)[0].steering_wheel_rad = kamm_inputs(other)[0].steering_wheel_rad = 0.04f;
        kamm_step(cars, &kamm_flat_ground, 101);
        expect_snapshot_goes_on(cars, other, 200);
        end_cars(cars);
        end_cars(other);
    }
}

/* -- handing over -- */

static kamm_cars *in_turn(const kamm_vehicle_def *def, kamm_rung rung, double speed, double side)
{
    kamm_cars *cars = start_rung(def, rung, 1);
    put_car(cars, 0, &kamm_flat_ground, 0.3, speed, KAMM_GEAR_DRIVE);
    ride_curve(cars, &kamm_flat_ground, side / (speed * speed), speed, 3);
    return cars;
}

/* On `full` the linkage has the lean, and both wheels the same load. */
static void expect_linkage(const kamm_cars *full, double loads_within)
{
    const kamm_model_info info = info_of(full);
    double lean = lean_of_car(full), load[WHEELS], travel[WHEELS];
    for (int w = 0; w < WHEELS; ++w) {
        load[w] = kamm_read_wheel(full, 0, w, KAMM_WHEEL_load_n);
        travel[w] = kamm_read_wheel(full, 0, w, KAMM_WHEEL_travel_m);
    }
    expect_near(travel[LEFT] - travel[RIGHT], track_of(full) * tan(lean), 4e-3);
    expect_near(load[LEFT] / load[RIGHT], 1, loads_within);
    expect_near(sum_of_loads(full, 0) / (info.mass_kg * GRAVITY_MPS2), 1, 0.06);
}

static void a_ride_goes_on_upwards_and_downwards(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    for (int m = 0; m < MACHINES; ++m)
        for (int r = 0; r < RIDDEN; ++r)
            for (double speed = 5; speed<fastest(m); speed *= of_tier(2, 1)> 1 ? 2.9 : 1.5)
                for (double side = -4; side <= 4; side += of_tier(4, 2)) {
                    if (fabs(side) / (speed * speed) > 0.2) continue;
                    const kamm_vehicle_def def = machine(m);
                    kamm_cars *low = in_turn(&def, ridden[r], speed, side);
                    kamm_cars *full = start_rung(&def, KAMM_FULL, 1), *back;
                    back = start_rung(&def, ridden[r], 1);
                    kamm_hand_over(low, 0, full, 0);
                    expect_same_ride(low, full, 0.025);
                    expect_linkage(full, 0.1);
                    kamm_hand_over(full, 0, back, 0);
                    expect_same_ride(full, back, 0.025);
                    expect_same_ride(low, back, 0.025);
                    for (int w = 0; w < WHEELS; ++w) {
                        double spin = CAR_STATE(low, 0, wheels[w].spin_radps);
                        expect_near((double)CAR_STATE(back, 0, wheels[w].spin_radps), spin,
                                    1e-3 * spin);
                    }
                    end_cars(low);
                    end_cars(full);
                    end_cars(back);
                }
}

/* While the lean is on its way the hubs travel at the rate that it has. */
static void a_swing_goes_on_both_ways(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    for (int m = 0; m < MACHINES; ++m)
        for (int r = 0; r < RIDDEN; ++r)
            for (int ticks = 20; ticks <= 120; ticks += of_tier(100, 50)) {
                const kamm_vehicle_def def = machine(m);
                kamm_cars *low = start_rung(&def, ridden[r], 1), *back;
                kamm_cars *full = start_rung(&def, KAMM_FULL, 1);
                back = start_rung(&def, ridden[r], 1);
                put_car(low, 0, &kamm_flat_ground, 0.3, 12, 0);
                kamm_inputs(low)[0].steering_wheel_rad = 0.04f;
                kamm_step(low, &kamm_flat_ground, ticks);
                expect_above(fabs(read_of(low, KAMM_CHANNEL_roll_rate_radps)), 0.1);
                kamm_hand_over(low, 0, full, 0);
                expect_same_ride(low, full, 0.025);
                double apart = kamm_read_wheel(full, 0, LEFT, KAMM_WHEEL_travel_m) -
                               kamm_read_wheel(full, 0, RIGHT, KAMM_WHEEL_travel_m);
                double lean = lean_of_car(full),
                       rate = -read_of(full, KAMM_CHANNEL_roll_rate_radps);
                kamm_inputs(full)[0].free_steering = 1;
                kamm_step(full, &kamm_flat_ground, 1);
                double after = kamm_read_wheel(full, 0, LEFT, KAMM_WHEEL_travel_m) -
                               kamm_read_wheel(full, 0, RIGHT, KAMM_WHEEL_travel_m);
                double substeps_per_s = def.stepping.substeps_per_s;
                expect_near((after - apart) * substeps_per_s,
                            track_of(full) * rate / (cos(lean) * cos(lean)), 0.05);
                kamm_hand_over(full, 0, back, 0);
                expect_same_ride(full, back, 0.025);
                end_cars(low);
                end_cars(full);
                end_cars(back);
            }
}

/* By a force along the road at the centre of gravity. */
static void hold_speed(kamm_cars *cars, double speed)
{
    double yaw = read_of(cars, KAMM_CHANNEL_yaw_rad);
    double push = 8 * info_of(cars).mass_kg * (speed - read_of(cars, KAMM_CHANNEL_speed_mps));
    const double force[3] = {push * cos(yaw), push * sin(yaw), 0};
    must(kamm_apply_force(cars, 0, force, NULL, NULL), NULL);
    kamm_inputs(cars)[0].gear = 0;
}

/* With the library's rider on `full`. */
static void the_turn_goes_on_upwards(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    for (int m = 0; m < MACHINES; ++m)
        for (int r = 0; r < RIDDEN; ++r)
            for (double speed = 8; speed<fastest(m); speed *= of_tier(3, 1)> 1 ? 3 : 1.6)
                for (double side = -3; side <= 3; side += of_tier(6, 3)) {
                    const kamm_vehicle_def def = machine(m);
                    kamm_ride_request request = kamm_default_ride_request();
                    kamm_cars *low = in_turn(&def, ridden[r], speed, side);
                    kamm_cars *full = start_rung(&def, KAMM_FULL, 1);
                    double lean = lean_of_car(low), most = 0, mean = 0;
                    double due = heading_rate(low) * read_of(low, KAMM_CHANNEL_speed_mps);
                    request.curvature_per_m = side / (speed * speed);
                    kamm_hand_over(low, 0, full, 0);
                    kamm_inputs(full)[0].command = 0;
                    for (int i = 0; i < 180; ++i) {
                        hold_speed(full, speed);
                        must(kamm_ride(full, 0, &request, 1.0 / 60, NULL), NULL);
                        kamm_step(full, &kamm_flat_ground, 4);
                        most = fmax(most, fabs(lean_of_car(full) - lean));
                        if (i >= 90)
                            mean += heading_rate(full) * read_of(full, KAMM_CHANNEL_speed_mps) / 90;
                    }
                    print_message(
                        "machine %d, %s, %4.1f m/s: lean %+.3f rad, off by %.3f, %.2f after "
                        "%.2f m/s2\n",
                        m, rung_name(ridden[r]), speed, lean, most, mean, due);
                    expect_below(most, 0.06);
                    expect_near(mean, due, 0.1 + 0.08 * fabs(due));
                    expect_linkage(full, 0.2);
                    assert_int_equal(kamm_fault(full, 0), 0);
                    end_cars(low);
                    end_cars(full);
                }
}

static void mirrored_rides_go_on_as_mirror_images(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    for (int m = 0; m < MACHINES; ++m)
        for (int r = 0; r < RIDDEN; ++r) {
            const kamm_vehicle_def def = machine(m);
            expect_mirrored_hand_over(&def, ridden[r], 0.02f, 5);
        }
}

/* A lock that is pressed as it arrives holds the lean that it had. */
static void a_lock_grips_the_lean_that_it_arrives_with(void **state)
{
    (void)state;
    for (int r = 0; r < RIDDEN; ++r) {
        const kamm_vehicle_def def = with_tilt_lock(tilting_scooter(240), 1500);
        kamm_cars *low = in_turn(&def, ridden[r], 12, 3), *full = start_rung(&def, KAMM_FULL, 1);
        double lean = lean_of_car(low);
        kamm_hand_over(low, 0, full, 0);
        kamm_inputs(full)[0].stand = 1;
        kamm_inputs(full)[0].free_steering = 1;
        kamm_step(full, &kamm_flat_ground, 24);
        double apart = kamm_read_wheel(full, 0, LEFT, KAMM_WHEEL_travel_m) -
                       kamm_read_wheel(full, 0, RIGHT, KAMM_WHEEL_travel_m);
        print_message("%s: lean %.3f rad, held at %.3f\n", rung_name(ridden[r]), lean,
                      atan(apart / track_of(full)));
        expect_near(atan(apart / track_of(full)), lean, 0.03);
        end_cars(low);
        end_cars(full);
    }
}

static void rungs_without_a_lean_refuse_it(void **state)
{
    static const kamm_rung upright[] = {KAMM_RIGID2D, KAMM_DOUBLE_TRACK};
    const kamm_vehicle_def def = tilting_scooter(240);
    kamm_vehicle_def other = def;
    kamm_error error = {0};
    (void)state;
    for (int i = 0; i < 2; ++i) {
        assert_null(kamm_create_model(&def, upright[i], &error));
        assert_non_null(strstr(error.text,
                               "wheels of a pair do not lean with the body; allowed: on "
                               "kinematic, single_track, full"));
    }
    other.single_track.equations = KAMM_EQUATIONS_COMMONROAD;
    assert_null(kamm_create_model(&other, KAMM_SINGLE_TRACK, &error));
    assert_non_null(strstr(error.text, "single_track.equations: commonroad, which has no lean"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_turn_has_the_lean_of_the_closed_form),
        cmocka_unit_test(a_pair_rides_as_one_wheel),
        cmocka_unit_test(all_wheels_stand_on_the_road),
        cmocka_unit_test(it_stands_by_itself),
        cmocka_unit_test(mirrored_rides_have_mirrored_bits),
        cmocka_unit_test(all_widths_and_snapshots_give_the_same_bits),
        cmocka_unit_test(a_ride_goes_on_upwards_and_downwards),
        cmocka_unit_test(a_swing_goes_on_both_ways),
        cmocka_unit_test(the_turn_goes_on_upwards),
        cmocka_unit_test(mirrored_rides_go_on_as_mirror_images),
        cmocka_unit_test(a_lock_grips_the_lean_that_it_arrives_with),
        cmocka_unit_test(rungs_without_a_lean_refuse_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
