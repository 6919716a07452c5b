/* How vehicles with more axles, twin tyres or a single wheel drive, against what holds for any: they stand where they are
 * placed, coast straight, their loads balance what brakes and bends ask for, and no energy comes from nowhere. */
/* KAMM_QUICK_TESTS leaves this out: it drives for long to measure. */
#include "support/drive.h"
#include "support/other_wheels.h"
#include "support/rest.h"
#include "support/tier.h"

#include <math.h>

static double wheel(const kamm_cars *cars, int w, kamm_wheel_channel channel)
{
    return kamm_read_wheel(cars, 0, w, channel);
}

/* Held by its brakes for some seconds, from the first substep: no creep, no jump of a load. */
static void placed_cars_stand_still(void **state)
{
    (void)state;
    for (EACH_OTHER(i))
        for (EACH_RUNG(rung)) {
            kamm_vehicle_def def = car_named(other_wheels[i]);
            kamm_cars *cars = start_rung(&def, rung, 1);
            kamm_model_info info = kamm_describe(kamm_model_of(cars, 0));
            double start[3], now[3], jump = 0;
            put_car(cars, 0, &kamm_flat_ground, 0.4, 0, 0);
            kamm_inputs(cars)[0].brake = kamm_inputs(cars)[0].hand_brake = 1;
            read_position(cars, 0, start);
            for (int frame = 0; frame < 5 * 60; ++frame) {
                kamm_step(cars, &kamm_flat_ground, frame ? 20 : 1);
                for (int w = 0; w < info.wheel_count; ++w)
                    jump = fmax(
                        jump, fabs(wheel(cars, w, KAMM_WHEEL_load_n) / info.static_load_n[w] - 1));
            }
            read_position(cars, 0, now);
            print_message("%s, %s: %.4f mm, loads within %.3f %%\n", other_wheels[i],
                          rung_name(rung), 1000 * distance_between(start, now), 100 * jump);
            expect_below(distance_between(start, now), 2e-4);
            /* rungs without springs have the loads of level springs: test_axle_loads.c */
            expect_below(jump, rung == KAMM_FULL ? 1e-3 : 0.02);
            expect_below(read_channel(cars, KAMM_CHANNEL_speed_mps), 1e-5);
            end_cars(cars);
        }
}

/* To the bit, as all is symmetric. */
static void coasting_cars_go_straight_on(void **state)
{
    (void)state;
    for (EACH_OTHER(i))
        for (EACH_RUNG(rung)) {
            kamm_vehicle_def def = car_named(other_wheels[i]);
            kamm_cars *cars = start_rung(&def, rung, 1);
            put_car(cars, 0, &kamm_flat_ground, 0, 18, 0);
            drive_for(cars, &kamm_flat_ground, 3);
            assert_true(read_channel(cars, KAMM_CHANNEL_y_m) == 0);
            assert_true(read_channel(cars, KAMM_CHANNEL_yaw_rad) == 0);
            expect_near(read_channel(cars, KAMM_CHANNEL_speed_mps), 17.5, 1.2);
            end_cars(cars);
        }
}

/* Of the loads about the first axle, on the road. */
static double moment_of_loads(const kamm_cars *cars, const kamm_vehicle_def *def)
{
    kamm_model_info info = kamm_describe(kamm_model_of(cars, 0));
    double moment = 0;
    for (int w = 0; w < info.wheel_count; ++w)
        moment +=
            wheel(cars, w, KAMM_WHEEL_load_n) * def->axles[info.wheel_axle[w]].behind_front_axle_m;
    return moment;
}

static int has_loads(kamm_rung rung)
{
    return (kamm_describe_rung(rung)->features & KAMM_FEATURE_LOADS) != 0;
}

/* Weight and inertia about the first axle's contact: sum of load * x = m g a - m |ax| h, whatever number of axles bears
 * it. Without air and in the open gear; braking steadily. */
static void braking_shifts_load_by_the_moment_balance(void **state)
{
    (void)state;
    for (EACH_OTHER(i))
        for (EACH_RUNG(rung)) {
            if (!has_loads(rung)) continue;
            kamm_vehicle_def def = car_named(other_wheels[i]);
            def.aero.frontal_area_m2 = 0;
            kamm_cars *cars = start_rung(&def, rung, 1);
            kamm_model_info info = kamm_describe(kamm_model_of(cars, 0));
            put_car(cars, 0, &kamm_flat_ground, 0, 20, 0);
            kamm_inputs(cars)[0].brake = i == 2 ? 0.35f : 0.4f;
            drive_for(cars, &kamm_flat_ground, 2.5);
            double slows = -read_channel(cars, KAMM_CHANNEL_acceleration_x_mps2);
            double weight = info.mass_kg * GRAVITY_MPS2;
            double expected =
                weight * info.cg_behind_front_axle_m - info.mass_kg * slows * info.cg_height_m;
            double shift = weight * info.cg_behind_front_axle_m - moment_of_loads(cars, &def);
            print_message("%s, %s: %.2f m/s2, moment shifted %.0f of %.0f N.m\n", other_wheels[i],
                          rung_name(rung), slows, shift, info.mass_kg * slows * info.cg_height_m);
            expect_above(slows, 1.5);
            expect_share(sum_of_loads(cars, 0), weight, 0.01);
            /* The body pitches, and wheels have inertia: some percent of what moves. */
            expect_near(moment_of_loads(cars, &def), expected,
                        0.08 * info.mass_kg * slows * info.cg_height_m);
            end_cars(cars);
        }
}

/* A steady turn at some 2 m/s2. */
static kamm_cars *turn_steadily(const kamm_vehicle_def *def, kamm_rung rung, double speed_mps)
{
    kamm_cars *cars = start_rung(def, rung, 1);
    kamm_input *in = kamm_inputs(cars);
    put_car(cars, 0, &kamm_flat_ground, 0, speed_mps, KAMM_GEAR_DRIVE);
    for (int frame = 0; frame < 8 * 60; ++frame) {
        double v = read_channel(cars, KAMM_CHANNEL_speed_mps);
        double off = 2 - v * read_channel(cars, KAMM_CHANNEL_yaw_rate_radps);
        if (frame < 6 * 60) in->steering_wheel_rad += (float)(0.02 * off);
        in->throttle = (float)fmax(0, fmin(1, 0.15 + 0.3 * (speed_mps - v)));
        kamm_step(cars, &kamm_flat_ground, 20);
    }
    return cars;
}

static void cornering_loads_and_side_forces_balance(void **state)
{
    (void)state;
    for (EACH_OTHER(i))
        for (EACH_RUNG(rung)) {
            if (!(kamm_describe_rung(rung)->features & KAMM_FEATURE_FORCES)) continue;
            if ((i + (int)rung) % of_tier(2, 1)) continue;
            kamm_vehicle_def def = car_named(other_wheels[i]);
            kamm_cars *cars = turn_steadily(&def, rung, 12);
            kamm_model_info info = kamm_describe(kamm_model_of(cars, 0));
            double side = 0, moved = 0, weight = info.mass_kg * GRAVITY_MPS2;
            double a = read_channel(cars, KAMM_CHANNEL_acceleration_y_mps2);
            for (int w = 0; w < info.wheel_count; ++w) {
                double turn = wheel(cars, w, KAMM_WHEEL_steer_rad);
                side += wheel(cars, w, KAMM_WHEEL_lateral_force_n) * cos(turn) +
                        wheel(cars, w, KAMM_WHEEL_longitudinal_force_n) * sin(turn);
                moved -= wheel(cars, w, KAMM_WHEEL_load_n) * info.wheel_position_m[w][1];
            }
            print_message("%s, %s: %.3f m/s2, side forces over m a %.4f, moment over m a h %.3f\n",
                          other_wheels[i], rung_name(rung), a, side / (info.mass_kg * a),
                          moved / (info.mass_kg * a * info.cg_height_m));
            expect_near(a, 2, 0.2);
            expect_share(side, info.mass_kg * a, 0.015);
            expect_share(sum_of_loads(cars, 0), weight, 0.01);
            /* m a h, and what the lean of the body moves aside: up to a third more on soft springs */
            if (has_loads(rung)) {
                expect_above(moved, 0.97 * info.mass_kg * a * info.cg_height_m);
                expect_below(moved, 1.4 * info.mass_kg * a * info.cg_height_m);
            }
            assert_int_equal(kamm_fault(cars, 0), 0);
            end_cars(cars);
        }
}

/* Twins turn as one: the inner one of the inner side has the smallest circle, and drags. */
static void twins_of_a_hub_turn_alike(void **state)
{
    (void)state;
    kamm_vehicle_def def = car_named("kraz-6x4");
    kamm_cars *cars = turn_steadily(&def, KAMM_FULL, 8);
    for (int w = 2; w < 10; ++w) {
        int inner = w - (w - 2) % 4 + (w - 2) % 2;
        assert_true(wheel(cars, w, KAMM_WHEEL_spin_radps) ==
                    wheel(cars, inner, KAMM_WHEEL_spin_radps));
        assert_true(wheel(cars, w, KAMM_WHEEL_travel_m) == wheel(cars, inner, KAMM_WHEEL_travel_m));
    }
    /* To the left: of the left twins the outer one has the smaller radius, and so the greater slip ratio. */
    expect_above(wheel(cars, 4, KAMM_WHEEL_slip_ratio), wheel(cars, 2, KAMM_WHEEL_slip_ratio));
    expect_above(wheel(cars, 3, KAMM_WHEEL_slip_ratio), wheel(cars, 5, KAMM_WHEEL_slip_ratio));
    end_cars(cars);
}

/* Where the wheels of a vehicle's axles would meet without slip, by least squares over the loads: the kinematic rung and,
 * at walking pace, full turn about it. C. B. Winkler, Simplified analysis of the steady-state turning of complex
 * vehicles, Vehicle System Dynamics 29 (1998): the equivalent wheelbase of a tandem. */
static void slow_turns_are_those_of_the_equivalent_wheelbase(void **state)
{
    (void)state;
    for (EACH_OTHER(i)) {
        double yaw[2], expected;
        kamm_vehicle_def def = car_named(other_wheels[i]);
        const kamm_rung rungs[2] = {KAMM_KINEMATIC, KAMM_FULL};
        for (int r = 0; r < 2; ++r) {
            kamm_cars *cars = start_rung(&def, rungs[r], 1);
            kamm_model_info info = kamm_describe(kamm_model_of(cars, 0));
            double n = 0, nx = 0, nxx = 0, ns = 0, nxs = 0;
            for (int w = 0; w < info.wheel_count; ++w) {
                const kamm_axle_def *axle = &def.axles[info.wheel_axle[w]];
                double c = info.cornering_stiffness_n_per_rad[w], x = -axle->behind_front_axle_m;
                if (info.cornering_stiffness_n_per_rad[0] == 0) c = info.static_load_n[w];
                n += c, nx += c * x, nxx += c * x * x;
                ns += c * axle->steer_share, nxs += c * x * axle->steer_share;
            }
            double angle = 0.1, slope = (n * nxs - nx * ns) / (n * nxx - nx * nx);
            put_car(cars, 0, &kamm_flat_ground, 0, 1.5, KAMM_GEAR_DRIVE);
            kamm_inputs(cars)[0].steering_wheel_rad = (float)(angle * info.steering_ratio);
            for (int frame = 0; frame < 6 * 60; ++frame) {
                double v = read_channel(cars, KAMM_CHANNEL_forward_speed_mps);
                kamm_inputs(cars)[0].throttle = (float)fmax(0, fmin(1, 0.5 * (1.5 - v)));
                kamm_inputs(cars)[0].brake = (float)fmax(0, fmin(1, 0.2 * (v - 1.6)));
                kamm_step(cars, &kamm_flat_ground, 20);
            }
            yaw[r] = read_channel(cars, KAMM_CHANNEL_yaw_rate_radps) /
                     read_channel(cars, KAMM_CHANNEL_forward_speed_mps);
            expected = slope * angle;
            print_message("%s, %s: curvature %.5f /m, closed form %.5f\n", other_wheels[i],
                          rung_name(rungs[r]), yaw[r], expected);
            /* Twins on one hub, which roll on two radii, and treads that are turned hold the KrAZ back by 4.1 %. */
            expect_share(yaw[r], expected, r ? 0.042 : 0.02);
            end_cars(cars);
        }
    }
}

/* Both steered axles of the 8x8 point at one turning point: their middle's tangents are as their distances to it. */
static void steered_axles_point_at_one_centre(void **state)
{
    (void)state;
    kamm_vehicle_def def = car_named("man-kat1-8x8");
    kamm_cars *cars = start_rung(&def, KAMM_KINEMATIC, 1);
    put_car(cars, 0, &kamm_flat_ground, 0, 2, KAMM_GEAR_DRIVE);
    kamm_inputs(cars)[0].steering_wheel_rad = 4;
    drive_for(cars, &kamm_flat_ground, 2);
    double turn_m[4];
    for (int w = 0; w < 4; ++w) {
        kamm_model_info info = kamm_describe(kamm_model_of(cars, 0));
        double ahead = 6.3 - def.axles[info.wheel_axle[w]].behind_front_axle_m;
        turn_m[w] = ahead / tan(wheel(cars, w, KAMM_WHEEL_steer_rad)) + info.wheel_position_m[w][1];
    }
    for (int w = 1; w < 4; ++w) expect_share(turn_m[w], turn_m[0], 0.03);
    end_cars(cars);
}

/* Sideways on, a three-wheeler tips over the line from its front to a rear wheel: a_y / g = (T / 2h) (a / L) for a stiff
 * one; on springs it leans before, and tips earlier. */
static void three_wheeler_lifts_its_inner_wheel_below_the_stiff_ones_limit(void **state)
{
    (void)state;
    kamm_vehicle_def def = car_named("reliant-robin");
    double stiff = def.axles[1].track_m / 2 / def.body.cg_height_m *
                   def.body.cg_behind_front_axle_m / def.axles[1].behind_front_axle_m;
    for (int a = 0; a < 2; ++a) /* that it does not slide first */
        def.axles[a].tyre.lmuy = def.axles[a].tyre.lmux = 1.6;
    kamm_cars *cars = start_rung(&def, KAMM_FULL, 1);
    kamm_input *in = kamm_inputs(cars);
    put_car(cars, 0, &kamm_flat_ground, 0, 15, KAMM_GEAR_DRIVE);
    double lifted_g = 0;
    for (int frame = 0; frame < 30 * 60 && !(lifted_g > 0); ++frame) {
        double v = read_channel(cars, KAMM_CHANNEL_speed_mps);
        in->throttle = (float)fmax(0, fmin(1, 0.2 + 0.3 * (15 - v)));
        in->steering_wheel_rad += 0.001f;
        kamm_step(cars, &kamm_flat_ground, 20);
        if (!(wheel(cars, 1, KAMM_WHEEL_load_n) > 0))
            lifted_g = v * read_channel(cars, KAMM_CHANNEL_yaw_rate_radps) / GRAVITY_MPS2;
    }
    print_message("lifts at %.3f g, stiff %.3f g\n", lifted_g, stiff);
    expect_below(lifted_g, stiff);
    expect_above(lifted_g, 0.8 * stiff);
    end_cars(cars);
}

/* Braked or left alone after a drive, on the level and on a slope: what energy there is, only goes. */
static void energy_never_rises_after_the_last_input(void **state)
{
    (void)state;
    static const double steering[] = {0, 0.3, 1}, speeds[] = {4, 12, 20};
    for (EACH_OTHER(i)) {
        kamm_vehicle_def def = car_named(other_wheels[i]);
        struct rest_drive drives[3 * 3 * 4];
        struct rest_figures figures[3 * 3 * 4];
        struct rest_worst worst = {0};
        int count = 0;
        for (int n = 0; n < 3 * 3 * 4; n += of_tier(35, 1))
            drives[count++] = (struct rest_drive){.speed_mps = speeds[n / 12],
                                                  .steering = steering[n / 4 % 3],
                                                  .driven_s = 0.5,
                                                  .ending = (enum rest_ending)(n % 4)};
        drive_to_rest(&def, 1, drives, count, 30, figures);
        for (int n = 0; n < count; ++n) add_rest(&worst, &figures[n], n);
        print_rest(other_wheels[i], &worst);
        assert_int_equal(worst.faults, 0);
        expect_below(worst.rise_share, 0.001);
        expect_below(worst.speed_20, 2e-4);
    }
}

/* Standing on a slope of a tenth on its hand brake, and rolling down one with its brakes pressed. */
static void slopes_give_no_energy_to_braked_cars(void **state)
{
    (void)state;
    kamm_ground slope = kamm_plane_ground(0.1, 0.04, 1);
    for (EACH_OTHER(i)) {
        kamm_vehicle_def def = car_named(other_wheels[i]);
        kamm_cars *cars = start_cars(&def, 1);
        double start[3], now[3], lowest = INFINITY, rise = 0, first = 0;
        put_car(cars, 0, &slope, 2, 8, 0);
        kamm_inputs(cars)[0].brake = 0.8f;
        kamm_step(cars, &slope, 40);
        first = kamm_read(cars, 0, KAMM_CHANNEL_energy_j);
        double motion = 0.5 * kamm_describe(kamm_model_of(cars, 0)).mass_kg * 64;
        double engine =
            0.5 * def.engine.inertia_kgm2 * def.engine.idle_radps * def.engine.idle_radps;
        for (int frame = 0; frame < 8 * 60; ++frame) {
            kamm_step(cars, &slope, 20);
            double energy = kamm_read(cars, 0, KAMM_CHANNEL_energy_j);
            if (frame == 6 * 60) read_position(cars, 0, start);
            if (frame > 60) rise = fmax(rise, energy - lowest);
            lowest = fmin(lowest, energy);
        }
        read_position(cars, 0, now);
        print_message("%s: rises by %.1f of %.0f J, creeps by %.4f mm in 2 s\n", other_wheels[i],
                      rise, motion, 1000 * distance_between(start, now));
        expect_below(lowest, first);
        expect_below(rise, 0.001 * motion + 0.02 * engine); /* idling wanders */
        expect_below(distance_between(start, now), 5e-4);
        end_cars(cars);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(placed_cars_stand_still),
        cmocka_unit_test(coasting_cars_go_straight_on),
        cmocka_unit_test(braking_shifts_load_by_the_moment_balance),
        cmocka_unit_test(cornering_loads_and_side_forces_balance),
        cmocka_unit_test(twins_of_a_hub_turn_alike),
        cmocka_unit_test(slow_turns_are_those_of_the_equivalent_wheelbase),
        cmocka_unit_test(steered_axles_point_at_one_centre),
        cmocka_unit_test(three_wheeler_lifts_its_inner_wheel_below_the_stiff_ones_limit),
        cmocka_unit_test(energy_never_rises_after_the_last_input),
        cmocka_unit_test(slopes_give_no_energy_to_braked_cars),
    };
    return cmocka_run_group_tests_name("axles_drive", tests, NULL, NULL);
}
