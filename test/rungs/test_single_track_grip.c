/* The rung single_track at the limits of its grip, against closed forms. */
#include "support/rungs.h"
#include "support/shipped.h"

#include <math.h>

static kamm_cars *start_at(const kamm_vehicle_def *def, double speed_mps)
{
    kamm_cars *cars = start_rung(def, KAMM_SINGLE_TRACK, 1);
    put_car(cars, 0, &kamm_flat_ground, 0, speed_mps, 0);
    return cars;
}

static double speed_of(const kamm_cars *cars)
{
    return read_channel(cars, KAMM_CHANNEL_forward_speed_mps);
}

/* A car whose axle loads stay those at rest. */
static kamm_vehicle_def car_without_load_shift(void)
{
    kamm_vehicle_def def = flat_riding_car();
    def.single_track.load_shift_height_m = 1e-6; /* 0 is the centre of gravity's */
    return def;
}

/* Steered far past the grip the front axle gives mu g, and no more; without the limit it gives more. */
static void side_force_ends_at_the_grip(void **state)
{
    (void)state;
    for (int linear = 0; linear < 2; ++linear) {
        kamm_vehicle_def def = car_without_load_shift();
        def.single_track.equations = linear ? KAMM_EQUATIONS_LINEAR : KAMM_EQUATIONS_CAPPED;
        def.single_track.friction = 0.7;
        kamm_cars *cars = start_at(&def, 25);
        kamm_inputs(cars)[0].steering_wheel_rad = 2.5f;
        double max = 0;
        for (int frame = 0; frame < 180; ++frame) {
            drive_for(cars, &kamm_flat_ground, 1.0 / 60);
            double side = 2 * fabs(kamm_read_wheel(cars, 0, 0, KAMM_WHEEL_lateral_force_n)),
                   load = 2 * kamm_read_wheel(cars, 0, 0, KAMM_WHEEL_load_n);
            max = fmax(max, side / load);
        }
        print_message("%s: %.4f of the load\n", linear ? "linear" : "capped", max);
        if (linear)
            expect_above(max, 0.9);
        else
            expect_near(max, 0.7, 2e-3);
        end_cars(cars);
    }
}

/* Full brakes, straight on: the wheels ask for more than the grip and get it all, whatever they would
 * keep for the side; on half the friction half of that. The brakes slow the wheels down, not the road. */
static void braking_ends_at_the_grip(void **state)
{
    (void)state;
    const double shares[] = {0, 0.5, 0.8}, frictions[] = {1, 0.5};
    for (int i = 0; i < 6; ++i) {
        kamm_vehicle_def def = flat_riding_car();
        kamm_ground ground = kamm_flat_ground;
        ground.plane.friction = (float)frictions[i % 2];
        def.single_track.friction = 0.9;
        def.single_track.sliding_share = shares[i / 2];
        def.brakes.response_s = 0;
        def.axles[0].brake_torque_nm = def.axles[1].brake_torque_nm = 5000;
        kamm_cars *cars = start_at(&def, 30);
        kamm_inputs(cars)[0].brake = 1;
        drive_for(cars, &ground, 0.5);
        expect_share((30 - speed_of(cars)) / 0.5, frictions[i % 2] * 0.9 * GRAVITY_MPS2, 3e-3);
        end_cars(cars);
    }
}

/* (7-1), (7-2): braking and pulling away shift m a h / L from axle to axle, and the grip along the wheels goes
 * with the load; on a slope a car at rest has what (7-5) says. */
static void acceleration_shifts_load_between_the_axles(void **state)
{
    (void)state;
    kamm_vehicle_def def = flat_riding_car();
    def.single_track.friction = 0.9;
    def.brakes.response_s = 0;
    def.axles[0].brake_torque_nm = def.axles[1].brake_torque_nm = 5000;
    kamm_cars *cars = start_at(&def, 30);
    kamm_model_info info = kamm_describe(kamm_model_of(cars, 0));
    const double per_mps2 = info.mass_kg * info.cg_height_m / info.wheelbase_m;
    kamm_inputs(cars)[0].brake = 1;
    drive_for(cars, &kamm_flat_ground, 0.5);
    for (int axle = 0; axle < 2; ++axle) {
        double rest = 2 * info.static_load_n[2 * axle], shift = (axle ? -1 : 1) * per_mps2;
        double load = 2 * kamm_read_wheel(cars, 0, 2 * axle, KAMM_WHEEL_load_n);
        double along = 2 * kamm_read_wheel(cars, 0, 2 * axle, KAMM_WHEEL_longitudinal_force_n);
        expect_share(load, rest + shift * 0.9 * GRAVITY_MPS2, 0.003);
        expect_share(along, -0.9 * load, 0.003);
    }
    end_cars(cars);

    kamm_ground slope = kamm_plane_ground(0.2, 0, 1);
    cars = start_rung(&def, KAMM_SINGLE_TRACK, 1);
    put_car(cars, 0, &slope, 0, 0, 0);
    kamm_inputs(cars)[0].hand_brake = 1;
    drive_for(cars, &slope, 1);
    double upright = cos(atan(0.2)), down_mps2 = GRAVITY_MPS2 * sin(atan(0.2));
    expect_share(2 * kamm_read_wheel(cars, 0, 0, KAMM_WHEEL_load_n),
                 2 * info.static_load_n[0] * upright - per_mps2 * down_mps2, 0.002);
    end_cars(cars);
}

/* Full brakes in a bend: sideways the wheels keep their share of the grip, and the rest brakes. */
static void braking_leaves_a_share_sideways(void **state)
{
    (void)state;
    const double shares[] = {0.3, 0.6};
    for (int i = 0; i < 2; ++i) {
        kamm_vehicle_def def = car_without_load_shift();
        def.single_track.friction = 0.9;
        def.single_track.sliding_share = shares[i];
        def.axles[0].brake_torque_nm = def.axles[1].brake_torque_nm = 5000;
        kamm_cars *cars = start_at(&def, 30);
        kamm_inputs(cars)[0].brake = 1;
        kamm_inputs(cars)[0].steering_wheel_rad = 3;
        drive_for(cars, &kamm_flat_ground, 0.5);
        double grip = 0.9 * kamm_read_wheel(cars, 0, 0, KAMM_WHEEL_load_n);
        double side = kamm_read_wheel(cars, 0, 0, KAMM_WHEEL_lateral_force_n);
        double along = kamm_read_wheel(cars, 0, 0, KAMM_WHEEL_longitudinal_force_n);
        expect_share(side, shares[i] * grip, 0.01);
        expect_share(along, -sqrt(1 - shares[i] * shares[i]) * grip, 0.01);
        end_cars(cars);
    }
}

/* How much sideways speed a push at its centre of gravity gives a car within one substep, from `sliding_mps`, brakes asking for more than the road has. */
static double pushed_aside(const kamm_vehicle_def *def, double sliding_mps)
{
    kamm_ground level = kamm_plane_ground(0, 0, 0.3);
    kamm_cars *cars = start_rung(def, KAMM_SINGLE_TRACK, 1);
    put_car(cars, 0, &level, 0, 20, 0);
    kamm_inputs(cars)[0].brake = 1;
    drive_for(cars, &level, 0.3);
    kamm_motion motion;
    kamm_error error = {0};
    kamm_read_motion(cars, 0, &motion);
    motion.velocity_mps[1] += sliding_mps;
    must(kamm_set_motion(cars, 0, &motion, &error), &error);
    double before_mps = read_channel(cars, KAMM_CHANNEL_lateral_speed_mps);
    kamm_model_info info = kamm_describe(kamm_model_of(cars, 0));
    const double push_n[3] = {0, info.mass_kg, 0};
    must(kamm_apply_force(cars, 0, push_n, NULL, &error), &error);
    kamm_step(cars, &level, 1);
    double after_mps = read_channel(cars, KAMM_CHANNEL_lateral_speed_mps);
    end_cars(cars);
    return after_mps - before_mps;
}

/* A car that begins to slide under full brakes has the side force of one that slides a little already, from the first substep on. */
static void sliding_begins_without_a_jump(void **state)
{
    (void)state;
    for (int v = 0; v < shipped_count(); ++v) {
        kamm_vehicle_def def = shipped_on(v, KAMM_SINGLE_TRACK, 150);
        if (def.single_track.equations == KAMM_EQUATIONS_COMMONROAD) continue;
        double from_none = pushed_aside(&def, 0), from_some = pushed_aside(&def, 1e-5);
        if (!(fabs(from_none) > 1e-4 && fabs(from_none / from_some - 1) < 0.02))
            fail_msg("%s: pushed by %g m/s, and by %g m/s where it slid already", shipped_name(v),
                     from_none, from_some);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(side_force_ends_at_the_grip),
        cmocka_unit_test(braking_ends_at_the_grip),
        cmocka_unit_test(acceleration_shifts_load_between_the_axles),
        cmocka_unit_test(braking_leaves_a_share_sideways),
        cmocka_unit_test(sliding_begins_without_a_jump),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
