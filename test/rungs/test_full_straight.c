/* Straight ahead: grip is never exceeded, locked wheels slide, time is cut as one likes. */
/* KAMM_QUICK_TESTS leaves this out: it drives for long to measure. */
#include "support/cars.h"
#include "support/tier.h"

#include <math.h>
#include <stdlib.h>

static kamm_cars *start_at(const kamm_vehicle_def *def, const kamm_ground *ground, double speed_mps,
                           int gear)
{
    kamm_cars *cars = start_cars(def, 1);
    put_car(cars, 0, ground, 0, speed_mps, gear);
    return cars;
}

/* Greatest |Fx| / (mu Fz) over the wheels. */
static double grip_used(const kamm_cars *cars, const kamm_vehicle_def *def, double friction)
{
    double used = 0;
    for (int wheel = 0; wheel < 4; ++wheel) {
        double mu = def->axles[wheel / 2].tyre.pdx1 * friction;
        double load = kamm_read_wheel(cars, 0, wheel, KAMM_WHEEL_load_n);
        double fx = kamm_read_wheel(cars, 0, wheel, KAMM_WHEEL_longitudinal_force_n);
        if (load <= 0)
            assert_true(fx == 0);
        else
            used = fmax(used, fabs(fx) / (mu * load));
    }
    return used;
}

static void straight_braking_never_exceeds_grip(void **state)
{
    (void)state;
    const double frictions[] = {1, 0.6, 0.1};
    for (int abs = 0; abs < 2; ++abs) {
        for (int i = 0; i < 3; ++i) {
            kamm_vehicle_def def = plain_car();
            kamm_ground ground = kamm_plane_ground(0, 0, frictions[i]);
            def.aids.abs = abs;
            kamm_cars *cars = start_at(&def, &ground, 30, 0);
            double used = 0;
            for (int substep = 0; substep < 6000; ++substep) {
                kamm_inputs(cars)[0].brake = substep % 900 < 600; /* press, release, press */
                kamm_step(cars, &ground, 1);
                used = fmax(used, grip_used(cars, &def, frictions[i]));
            }
            print_message("friction %.1f, abs %d: %.4f of the grip used\n", frictions[i], abs,
                          used);
            expect_below(used, 1 + 1e-5);
            expect_above(used, 0.7);
            end_cars(cars);
        }
    }
}

static void locked_wheels_give_sliding_friction(void **state)
{
    (void)state;
    kamm_vehicle_def def = plain_car();
    const kamm_tyre_def *tyre = &def.axles[0].tyre;
    double slide = -longitudinal_friction(tyre, tyre->nominal_load_n, -1, 1);
    def.aero.frontal_area_m2 = 0;
    kamm_cars *cars = start_at(&def, &kamm_flat_ground, 40, 0);
    kamm_inputs(cars)[0].brake = 1;
    drive_for(cars, &kamm_flat_ground, 1);
    double before = read_channel(cars, KAMM_CHANNEL_speed_mps);
    for (int frame = 0; frame < 120; ++frame) {
        kamm_step(cars, &kamm_flat_ground, 20);
        for (int wheel = 0; wheel < 4; ++wheel) {
            double fx = kamm_read_wheel(cars, 0, wheel, KAMM_WHEEL_longitudinal_force_n);
            double load = kamm_read_wheel(cars, 0, wheel, KAMM_WHEEL_load_n);
            expect_share(-fx / load, slide, 0.005);
        }
    }
    expect_share((before - read_channel(cars, KAMM_CHANNEL_speed_mps)) / 2, slide * GRAVITY_MPS2,
                 0.005);
    end_cars(cars);
}

static void locked_wheel_stays_locked(void **state)
{
    (void)state;
    kamm_vehicle_def def = plain_car();
    kamm_cars *cars = start_at(&def, &kamm_flat_ground, 20, 0);
    kamm_inputs(cars)[0].brake = 1;
    drive_for(cars, &kamm_flat_ground, 0.5);
    for (int substep = 0; substep < 6000; ++substep) { /* slides, stops, rocks, stands */
        kamm_step(cars, &kamm_flat_ground, 1);
        for (int wheel = 0; wheel < 4; ++wheel)
            assert_true(kamm_read_wheel(cars, 0, wheel, KAMM_WHEEL_spin_radps) == 0);
    }
    expect_below(read_channel(cars, KAMM_CHANNEL_speed_mps), 1e-4);
    end_cars(cars);
}

static double braking_distance(double friction, int abs, double speed_mps)
{
    kamm_vehicle_def def = plain_car();
    kamm_ground ground = kamm_plane_ground(0, 0, friction);
    def.aids.abs = abs;
    def.aero.frontal_area_m2 = 0;
    kamm_cars *cars = start_at(&def, &ground, speed_mps, 0);
    double start = read_channel(cars, KAMM_CHANNEL_x_m);
    kamm_inputs(cars)[0].brake = 1;
    drive_for(cars, &ground, 3 + 5 / friction);
    double distance = read_channel(cars, KAMM_CHANNEL_x_m) - start;
    expect_below(read_channel(cars, KAMM_CHANNEL_speed_mps), 1e-3);
    end_cars(cars);
    return distance;
}

static void braking_distance_follows_friction(void **state)
{
    (void)state;
    const double frictions[] = {1, 0.5, 0.2}, speed = 100 / 3.6;
    kamm_tyre_def tyre = plain_tyre();
    for (int i = 0; i < 3; i += of_tier(2, 1)) {
        double best = speed * speed / (2 * tyre.pdx1 * frictions[i] * GRAVITY_MPS2);
        double held = braking_distance(frictions[i], 1, speed);
        double locked = braking_distance(frictions[i], 0, speed);
        print_message("friction %.1f: %.2f m with anti-lock, %.2f m locked, %.2f m at best\n",
                      frictions[i], held, locked, best);
        expect_above(held, best);
        expect_below(held, locked);
        expect_below(held, 1.05 * best + 0.12 * speed);
    }
}

/* A drive in which inputs change every 1/30 s, stepped in frames of `frame` substeps. */
static uint64_t hash_of_drive(int frame_substeps)
{
    kamm_vehicle_def def = default_vehicle();
    kamm_cars *cars = start_at(&def, &kamm_flat_ground, 20, 3);
    struct noise noise = {7};
    for (int frame = 0; frame < 300; ++frame) {
        kamm_input *input = &kamm_inputs(cars)[0];
        input->throttle = (float)noise_between(&noise, 0, 1);
        input->brake = frame % 60 < 20 ? (float)noise_between(&noise, 0, 1) : 0;
        input->steering_wheel_rad = (float)noise_between(&noise, -2, 2);
        for (int done = 0; done < 40; done += frame_substeps)
            kamm_step(cars, &kamm_flat_ground, frame_substeps);
    }
    uint64_t hash = kamm_state_hash(cars);
    end_cars(cars);
    return hash;
}

static void frames_of_30_and_240_hz_give_the_same_bits(void **state)
{
    (void)state;
    uint64_t at_30_hz = hash_of_drive(40);
    assert_true(hash_of_drive(5) == at_30_hz);  /* 240 Hz */
    assert_true(hash_of_drive(20) == at_30_hz); /* 60 Hz */
    assert_true(hash_of_drive(1) == at_30_hz);  /* every substep */
}

#define PATH_POINTS 300

/* Lane change at 25 m/s by one sine of the steering, 3 s at 100 points a second. */
static void drive_lane_change(int substeps_per_s, double path[PATH_POINTS][2])
{
    kamm_vehicle_def def = default_vehicle();
    def.stepping.substeps_per_s = substeps_per_s;
    kamm_cars *cars = start_at(&def, &kamm_flat_ground, 25, 0);
    for (int point = 0; point < PATH_POINTS; ++point) {
        double t = point / 100.0;
        kamm_inputs(cars)[0].steering_wheel_rad = t < 2 ? (float)(0.9 * sin(PI * t)) : 0;
        kamm_step(cars, &kamm_flat_ground, substeps_per_s / 100);
        path[point][0] = read_channel(cars, KAMM_CHANNEL_x_m);
        path[point][1] = read_channel(cars, KAMM_CHANNEL_y_m);
    }
    end_cars(cars);
}

static double max_gap(double a[PATH_POINTS][2], double b[PATH_POINTS][2])
{
    double gap = 0;
    for (int i = 0; i < PATH_POINTS; ++i)
        gap = fmax(gap, hypot(a[i][0] - b[i][0], a[i][1] - b[i][1]));
    return gap;
}

static void halving_the_substep_hardly_moves_a_lane_change(void **state)
{
    (void)state;
    static double rough[PATH_POINTS][2], coarse[PATH_POINTS][2], half[PATH_POINTS][2],
        quarter[PATH_POINTS][2];
    double sideways = 0;
    drive_lane_change(200, rough);
    drive_lane_change(1200, coarse);
    drive_lane_change(2400, half);
    drive_lane_change(4800, quarter);
    for (int i = 0; i < PATH_POINTS; ++i) sideways = fmax(sideways, fabs(half[i][1]));
    double first = max_gap(coarse, half), second = max_gap(half, quarter);
    double at_200 = max_gap(rough, quarter);
    print_message("lane change of %.2f m: 1200 to 2400 /s moves it by %.3f %%, then %.3f %%, "
                  "order %.2f; at 200 /s it is off by %.3f %%\n",
                  sideways, 100 * first / sideways, 100 * second / sideways, log2(first / second),
                  100 * at_200 / sideways);
    expect_above(sideways, 2);
    expect_below(first, 0.01 * sideways);
    expect_below(second, 0.75 * first); /* it converges */
    expect_below(at_200, 0.001 * sideways);
}

static double speed_after(double throttle, double brake, int gear)
{
    kamm_vehicle_def def = plain_car();
    kamm_cars *cars = start_at(&def, &kamm_flat_ground, 0, gear);
    kamm_inputs(cars)[0].throttle = (float)throttle;
    kamm_inputs(cars)[0].brake = (float)brake;
    drive_for(cars, &kamm_flat_ground, 3);
    double speed = read_channel(cars, KAMM_CHANNEL_forward_speed_mps);
    end_cars(cars);
    return speed;
}

static void throttle_and_brake_work_together(void **state)
{
    (void)state;
    double free = speed_after(0.6, 0, 1), braked = speed_after(0.6, 0.03, 1);
    double loss = 4 * 0.03 * 3000 / 0.3 / 1200 * 3; /* brake force over mass, for three seconds */
    print_message("3 s of throttle: %.2f m/s, with light braking %.2f\n", free, braked);
    expect_near(free - braked, loss, 0.35 * loss);
    expect_above(braked, 1);
}

static void reverse_mirrors_forward(void **state)
{
    (void)state;
    kamm_vehicle_def def = plain_car();
    def.gearbox.reverse_ratio = def.gearbox.ratios[0];
    def.body.cg_behind_front_axle_m = def.axles[1].behind_front_axle_m / 2;
    def.axles[0].drive_share = def.axles[1].drive_share = 0.5;
    double speed[2];
    for (int way = 0; way < 2; ++way) {
        kamm_cars *cars = start_at(&def, &kamm_flat_ground, 0, way ? -1 : 1);
        kamm_inputs(cars)[0].throttle = 0.3f;
        drive_for(cars, &kamm_flat_ground, 4);
        speed[way] = read_channel(cars, KAMM_CHANNEL_forward_speed_mps);
        end_cars(cars);
    }
    print_message("4 s: forward %.3f m/s, reverse %.3f m/s\n", speed[0], speed[1]);
    expect_above(speed[0], 3);
    expect_share(-speed[1], speed[0], 0.01);
}

static void engine_power_is_torque_times_speed(void **state)
{
    (void)state;
    kamm_vehicle_def def = default_vehicle();
    kamm_cars *cars = start_cars(&def, 1);
    put_car(cars, 0, &kamm_flat_ground, 0, 20, 3);
    for (int closed = 0; closed < 2; ++closed) {
        kamm_inputs(cars)[0].throttle = closed ? 0 : 1;
        drive_for(cars, &kamm_flat_ground, 1);
        double power = read_channel(cars, KAMM_CHANNEL_engine_power_w);
        expect_share(power,
                     read_channel(cars, KAMM_CHANNEL_engine_torque_nm) *
                         read_channel(cars, KAMM_CHANNEL_engine_radps),
                     1e-12);
        if (closed)
            expect_below(power, -1e3);
        else
            expect_above(power, 2e4);
    }
    end_cars(cars);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(straight_braking_never_exceeds_grip),
        cmocka_unit_test(locked_wheels_give_sliding_friction),
        cmocka_unit_test(locked_wheel_stays_locked),
        cmocka_unit_test(braking_distance_follows_friction),
        cmocka_unit_test(frames_of_30_and_240_hz_give_the_same_bits),
        cmocka_unit_test(halving_the_substep_hardly_moves_a_lane_change),
        cmocka_unit_test(throttle_and_brake_work_together),
        cmocka_unit_test(reverse_mirrors_forward),
        cmocka_unit_test(engine_power_is_torque_times_speed),
    };
    return cmocka_run_group_tests_name("straight", tests, NULL, NULL);
}
