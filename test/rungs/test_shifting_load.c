/* A load on the floor that friction holds until it slides: closed forms of slope, braking and impacts, momentum, energy. */
#include "base/quaternion.h"
#include "support/floor_load.h"
#include "support/momentum.h"
#include "support/quick.h"
#include "support/refused.h"
#include "support/rungs.h"
#include "support/shipped.h"
#include "support/tier.h"

#include "run/cars.h"
#include "vehicle/tank_compile.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double rates[] = {60, 120, 240, 600};
enum { RATES = sizeof rates / sizeof *rates };

/* ---- on a slope ---- */

/* What pulls a load along the floor, and what presses it there, in a car that stands. */
static void weight_in_body(const kamm_cars *cars, double weight[3])
{
    const double down[3] = {0, 0, -GRAVITY_MPS2};
    double position[3], q[4];
    kamm_body_frame(cars, 0, position, q);
    const double back[4] = {q[0], -q[1], -q[2], -q[3]};
    kamm_rotate(back, down, weight);
}

#define LIGHT 2e-4 /* moved, it does not move the car */

/* A light load in a car that stands with its brakes on. `slope` along, `bank` across. */
static kamm_cars *standing(const kamm_ground *ground, double rate, double friction,
                           double lashing_n)
{
    kamm_vehicle_def def = plain_car();
    put_load(&def, LIGHT, friction, 5);
    def.shifting_load.lashing_n = lashing_n;
    def.stepping.substeps_per_s = rate;
    kamm_cars *cars = start_cars(&def, 1);
    put_car(cars, 0, ground, 0, 0, 0);
    kamm_inputs(cars)[0].brake = 1;
    drive_for(cars, ground, 3);
    return cars;
}

/* Held below atan(mu), to the bit; above it goes with g (sin - mu cos), straight down. */
static void expect_held_or_sliding(const kamm_ground *ground, double rate, double friction,
                                   double lashing_share)
{
    kamm_vehicle_def def = plain_car();
    double mass = LIGHT * def.body.mass_kg, weight[3];
    const double from[2] = {0.0625, -0.125};
    kamm_cars *cars = standing(ground, rate, friction, lashing_share * mass * GRAVITY_MPS2);
    weight_in_body(cars, weight);
    double pull = hypot(weight[0], weight[1]);
    double held = friction * (-weight[2] + lashing_share * GRAVITY_MPS2);
    PUT_CAR_STATE(cars, 0, car.shifted_along_m, (float)from[0]);
    PUT_CAR_STATE(cars, 0, car.shifted_aside_m, (float)from[1]);
    PUT_CAR_STATE(cars, 0, car.shifting_along_mps, 0.0f);
    PUT_CAR_STATE(cars, 0, car.shifting_aside_mps, 0.0f);
    drive_for(cars, ground, 0.5);
    for (int i = 0; i < 2; ++i) {
        double expected = pull > held ? 0.5 * (pull - held) * weight[i] / pull : 0;
        if (pull <= held && (shifted(cars, i) != from[i] || shifting(cars, i) != 0))
            fail_msg("%g substeps, friction %g: creeps from %.9g to %.9g", rate, friction, from[i],
                     shifted(cars, i));
        expect_near(shifting(cars, i), expected, 3e-3 * 0.5 * pull);
    }
    end_cars(cars);
}

static void on_a_slope_it_is_held_or_slides(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    const double slopes[] = {0, 0.12, 0.28, 0.4}, frictions[] = {0, 0.15, 0.3, 0.45};
    for (int r = 0; r < RATES; r += of_tier(2, 1))
        for (int s = 1; s < 16; ++s)
            for (int f = 0; f < 4; ++f) {
                kamm_ground ground = kamm_plane_ground(slopes[s / 4], slopes[s % 4], 3);
                if (!in_long_tier() && (s + f) % 3) continue;
                expect_held_or_sliding(&ground, rates[r], frictions[f], 0);
            }
}

/* EN 12195-1: what presses a load down holds it as its weight does. */
static void lashings_hold_by_their_friction(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    kamm_ground ground = kamm_plane_ground(0.3, 0.3, 3);
    double slope = hypot(0.3, 0.3), level = 1 / sqrt(1 + slope * slope);
    for (int r = 0; r < RATES; r += of_tier(3, 1))
        for (int f = 0; f < 3; ++f) {
            double friction = 0.1 + 0.1 * f, needed = level * (slope / friction - 1);
            expect_held_or_sliding(&ground, rates[r], friction, 0.9 * needed);
            expect_held_or_sliding(&ground, rates[r], friction, 1.1 * needed);
        }
}

/* ---- braking and turning ---- */

/* mu times what presses it to the floor, less what the car's pitch pulls. A floor that leans forwards goes away from below it as the
 * car slows down. */
static double braking_of_load(const kamm_cars *cars, double friction)
{
    double rises = read_channel(cars, KAMM_CHANNEL_acceleration_z_mps2);
    double pitch = read_channel(cars, KAMM_CHANNEL_pitch_rad);
    rises += pitch * read_channel(cars, KAMM_CHANNEL_acceleration_x_mps2);
    return friction * (GRAVITY_MPS2 + rises) - pitch * GRAVITY_MPS2;
}

/* As long as it is faster than the car. */
static void braking_throws_it_forwards(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    for (int r = 0; r < RATES; ++r)
        for (int f = 0; f < 3; ++f) {
            kamm_vehicle_def def = flat_riding_car();
            double friction = 0.2 + 0.2 * f;
            put_load(&def, LIGHT, friction, 30);
            def.stepping.substeps_per_s = rates[r];
            kamm_cars *cars = start_cars(&def, 1);
            put_car(cars, 0, &kamm_flat_ground, 0, 10, 0);
            drive_for(cars, &kamm_flat_ground, 1);
            assert_true(shifted(cars, 0) == 0);
            double speed = read_channel(cars, KAMM_CHANNEL_speed_mps), way = 0;
            double from = read_channel(cars, KAMM_CHANNEL_x_m), frame_s = 1.0 / 60;
            kamm_inputs(cars)[0].brake = 1;
            for (int frame = 0; frame < 60 * 6; ++frame) {
                double before = speed, slowed = braking_of_load(cars, friction);
                drive_for(cars, &kamm_flat_ground, frame_s);
                slowed = 0.5 * (slowed + braking_of_load(cars, friction));
                speed = fmax(read_channel(cars, KAMM_CHANNEL_speed_mps), speed - slowed * frame_s);
                way += 0.5 * (speed + before) * frame_s;
            }
            double expected = way - (read_channel(cars, KAMM_CHANNEL_x_m) - from);
            print_message("%4g substeps, friction %.2f: shifted by %.4f m, expected %.4f m\n",
                          rates[r], friction, shifted(cars, 0), expected);
            /* a substep later or earlier off */
            expect_near(shifted(cars, 0), expected, 0.002 * way + 4 / rates[r]);
            assert_true(shifting(cars, 0) == 0);
            end_cars(cars);
        }
}

/* Held it stays where it is to the bit; above its friction it goes to the outer wall, and stays there. */
static void in_a_bend_it_is_held_or_goes_to_the_wall(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    for (int r = 0; r < RATES; ++r)
        for (int side = -1; side <= 1; side += 2) {
            double found[2], lateral = 0;
            for (int f = 0; f < 2; ++f) {
                kamm_vehicle_def def = plain_car();
                put_load(&def, 0.1, f ? 0.8 : 0.2, 0.25);
                def.stepping.substeps_per_s = rates[r];
                kamm_cars *cars = start_cars(&def, 1);
                put_car(cars, 0, &kamm_flat_ground, 0, 15, KAMM_GEAR_DRIVE);
                for (int frame = 0; frame < 240; ++frame) {
                    kamm_inputs(cars)[0].steering_wheel_rad =
                        (float)(side * 1.0 * fmin(1, frame / 60.0));
                    kamm_inputs(cars)[0].throttle = 0.25f;
                    drive_for(cars, &kamm_flat_ground, 1.0 / 60);
                }
                found[f] = shifted(cars, 1);
                lateral = read_channel(cars, KAMM_CHANNEL_acceleration_y_mps2) / GRAVITY_MPS2;
                assert_true(f ? found[f] == 0 && shifted(cars, 0) == 0 : 1);
                end_cars(cars);
            }
            print_message("%4g substeps, %.2f g: at %.3f m\n", rates[r], lateral, found[0]);
            expect_above(lateral * side, 0.3);
            expect_above(-side * found[0], 0.25);
            expect_below(-side * found[0], 0.27);
        }
}

/* ---- momentum and energy ---- */

static void momentum_with_load(const kamm_cars *cars, double world[3])
{
    const kamm_model *model = kamm_model_of(cars, 0);
    struct moved_mass load = {.mass_kg = model->def->shifting_load.mass_kg};
    kamm_place_on_floor(model->def, load.rest);
    for (int k = 0; k < 3; ++k) load.at[k] = load.rest[k] -= model->origin[k];
    for (int i = 0; i < 2; ++i) load.at[i] += shifted(cars, i), load.own[i] = shifting(cars, i);
    momentum_with_loads(cars, &load, 1, world);
}

/* Thrown forwards and aside in a car on ice, to its stops or not so far: momentum along the road stays, and energy only falls. */
static void on_ice_load_and_car_share_their_momentum(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    kamm_ground ice = kamm_plane_ground(0, 0, 0);
    ice.air_density_kgpm3 = KAMM_NONE;
    for (int r = 0; r < RATES; ++r)
        for (int impact = 0; impact < 2; ++impact) {
            kamm_vehicle_def def = flat_riding_car();
            double share = 0.8, friction = 0.3;
            put_load(&def, share, friction, impact ? 0.1 : 5);
            def.stepping.substeps_per_s = rates[r];
            kamm_cars *cars = start_cars(&def, 1);
            put_car(cars, 0, &ice, 0, 0, 0);
            drive_for(cars, &ice, 1);
            PUT_CAR_STATE(cars, 0, car.shifting_along_mps, 2.0f);
            PUT_CAR_STATE(cars, 0, car.shifting_aside_mps, 0.5f);
            double first[3], now[3], worst = 0, rise = 0;
            double start = read_channel(cars, KAMM_CHANNEL_energy_j), least = start;
            momentum_with_load(cars, first);
            for (int i = 0; i < 90; ++i) {
                drive_for(cars, &ice, 1.0 / 60);
                momentum_with_load(cars, now);
                worst = fmax(worst, hypot(now[0] - first[0], now[1] - first[1]));
                double energy = read_channel(cars, KAMM_CHANNEL_energy_j);
                rise = fmax(rise, energy - least), least = fmin(least, energy);
            }
            worst /= kamm_laden_mass_kg(&def);
            print_message("%4g substeps, %s: momentum off by %.2g m/s, energy rises by %.2g of "
                          "%.0f J; at rest at %.3f m\n",
                          rates[r], impact ? "impact" : "slide", worst, rise, start,
                          shifted(cars, 0));
            assert_true(shifting(cars, 0) == 0 && shifting(cars, 1) == 0);
            expect_below(worst,
                         1.05e-3 * GRAVITY_MPS2 * 1.5); /* no tyre has less than 0.001 of grip */
            expect_below(rise, 2e-4 * start);
            double relative = friction * GRAVITY_MPS2 * (1 + share), slid = 4.25 / (2 * relative);
            if (!impact)
                expect_share(hypot(shifted(cars, 0), shifted(cars, 1)), slid, 0.03); /* pitch */
            end_cars(cars);
        }
}

/* Turning in empty space, the load on its way from wall to wall; its floor presses it by turns. */
static void tumbling_keeps_momentum(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    const kamm_ground space = space_without_air(0);
    for (int r = 0; r < RATES; ++r) {
        kamm_vehicle_def def = default_vehicle();
        put_load(&def, 0.5, 0.3, 0.3);
        def.stepping.substeps_per_s = rates[r];
        kamm_cars *cars = start_cars(&def, 1);
        kamm_placement placement = {{0, 0, 100}, {0.85, 0.4, 0.15, 0.3}, 5, 0, {0}};
        kamm_place(cars, 0, &placement);
        PUT_CAR_STATE(cars, 0, car.roll_rate_radps, 1.0f);
        PUT_CAR_STATE(cars, 0, car.pitch_rate_radps, -0.6f);
        PUT_CAR_STATE(cars, 0, car.shifting_along_mps, -1.0f);
        PUT_CAR_STATE(cars, 0, car.shifting_aside_mps, 1.5f);
        double first[3], now[3], worst = 0, way = 0;
        momentum_with_load(cars, first);
        for (int i = 0; i < 24; ++i) {
            drive_for(cars, &space, 0.25);
            momentum_with_load(cars, now);
            worst = fmax(worst, distance_between(first, now));
            way = fmax(way, fabs(shifted(cars, 1)));
        }
        worst /= kamm_describe(kamm_model_of(cars, 0)).mass_kg;
        print_message("%4g substeps: momentum is off by %.2g m/s of the car; load went %.2f m\n",
                      rates[r], worst, way);
        expect_above(way, 0.3);
        expect_below(worst, 0.5 / rates[r]);
        end_cars(cars);
    }
}

/* Released at speed on dry or slippery road, or dropped: energy never rises. */
static void energy_only_falls(const kamm_vehicle_def *def, const char *name, double friction,
                              double drop_m)
{
    kamm_ground ground = kamm_plane_ground(0, 0, friction);
    kamm_cars *cars = start_cars(def, 1);
    kamm_placement placement = {{0, 0, drop_m}, {1, 0, 0, 0}, 15, 0, {0}};
    kamm_place(cars, 0, &placement);
    kamm_input *input = &kamm_inputs(cars)[0];
    input->gear = 0, input->clutch = 1, input->steering_wheel_rad = 1.5f;
    PUT_CAR_STATE(cars, 0, car.yaw_rate_radps, 0.8f);
    double start = read_channel(cars, KAMM_CHANNEL_energy_j), least = start, rise = 0, way = 0;
    for (int i = 0; i < 60 * of_tier(3, 8); ++i) {
        input->brake = i > 60;
        drive_for(cars, &ground, 1.0 / 60);
        double now = read_channel(cars, KAMM_CHANNEL_energy_j);
        rise = fmax(rise, now - least), least = fmin(least, now);
        way = fmax(way, hypot(shifted(cars, 0), shifted(cars, 1)));
    }
    if (kamm_fault(cars, 0)) fail_msg("%s has a fault", name);
    double mass = kamm_describe(kamm_model_of(cars, 0)).mass_kg;
    if (rise > 0.005 * 0.5 * mass * 15 * 15 || way < 0.005)
        fail_msg("%s, friction %g, %g substeps: energy rises by %.3g J, load goes %.3g m", name,
                 friction, def->stepping.substeps_per_s, rise, way);
    end_cars(cars);
}

static void energy_never_rises(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    for (int vehicle = 0; vehicle < shipped_count(); vehicle += of_tier(14, 1))
        for (int r = 0; r < RATES; ++r) {
            kamm_vehicle_def def = shipped_def(vehicle);
            if (!in_long_tier() && r != 0 && r != 2) continue;
            put_load(&def, 0.15, vehicle % 2 ? 0.1 : 0.25, 0.3);
            def.shifting_load.stop_damping_ratio = vehicle % 3 ? 0.3 : 1;
            if (vehicle % 4 == 0) def.shifting_load.stop_n_per_m = 1e8;
            def.stepping.substeps_per_s = allowed_rate(&def, rates[r]);
            energy_only_falls(&def, shipped_name(vehicle), 1, 0);
            energy_only_falls(&def, shipped_name(vehicle), 0.3, 0.3);
        }
}

static void a_laden_car_stands(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    kamm_vehicle_def def = default_vehicle();
    put_load(&def, 0.3, 0.3, 0.5);
    def.stepping.substeps_per_s = 240;
    kamm_cars *cars = start_cars(&def, 1);
    kamm_ground slope = kamm_plane_ground(0.15, 0.1, 1);
    put_car(cars, 0, &slope, 0, 0, 0);
    kamm_inputs(cars)[0].brake = 1;
    drive_for(cars, &slope, 10);
    float at[2] = {CAR_STATE(cars, 0, car.shifted_along_m),
                   CAR_STATE(cars, 0, car.shifted_aside_m)};
    drive_for(cars, &slope, 120);
    assert_true(at[0] == CAR_STATE(cars, 0, car.shifted_along_m));
    assert_true(at[1] == CAR_STATE(cars, 0, car.shifted_aside_m));
    end_cars(cars);
}

/* ---- bits ---- */

/* A snapshot, a copy and a car of another model go on as the car does; on the rungs below the load is held where it was loaded. */
static void snapshots_copies_and_other_rungs(void **state)
{
    (void)state;
    kamm_vehicle_def def = default_vehicle();
    put_load(&def, 0.3, 0.1, 3);
    kamm_cars *cars = start_cars(&def, 3);
    kamm_cars *planar = start_rung(&def, KAMM_DOUBLE_TRACK, 1);
    expect_near(kamm_describe(kamm_model_of(planar, 0)).mass_kg, kamm_laden_mass_kg(&def), 1e-6);
    put_car(cars, 0, &kamm_flat_ground, 0, 15, KAMM_GEAR_DRIVE);
    kamm_inputs(cars)[0].steering_wheel_rad = 1.5f;
    drive_for(cars, &kamm_flat_ground, 0.8);
    expect_above(fabs(shifting(cars, 1)), 0.01);
    expect_above(fabs(shifted(cars, 1)), 0.01);
    kamm_hand_over(cars, 0, cars, 1);
    kamm_copy_car(cars, 0, cars, 2);
    size_t size = kamm_snapshot_size(cars);
    void *kept = malloc(size);
    kamm_save_snapshot(cars, kept);
    double seen[2];
    for (int n = 0; n < 2; ++n) {
        drive_for(cars, &kamm_flat_ground, 0.3);
        seen[n] = shifted(cars, 1);
        expect_near(kamm_read(cars, 2, KAMM_CHANNEL_shifted_aside_m), seen[n], 0);
        kamm_error error;
        assert_int_equal(kamm_restore_snapshot(cars, kept, size, &error), KAMM_OK);
        expect_near(kamm_read(cars, 1, KAMM_CHANNEL_shifted_aside_m), shifted(cars, 1), 0);
        expect_near(kamm_read(cars, 1, KAMM_CHANNEL_shifting_aside_mps), shifting(cars, 1), 0);
    }
    expect_near(seen[1], seen[0], 0);
    kamm_hand_over(cars, 0, planar, 0);
    drive_for(planar, &kamm_flat_ground, 0.5);
    expect_near(shifted(planar, 1), 0, 0);
    kamm_hand_over(planar, 0, cars, 0);
    expect_near(shifted(cars, 1), 0, 0);
    drive_for(cars, &kamm_flat_ground, 0.5);
    assert_int_equal(kamm_fault(cars, 0), 0);
    free(kept);
    end_cars(cars);
    end_cars(planar);
}

/* Blocked to both sides of a direction it is as fast there as the car; what is out of all bounds parks the car. */
static void blocked_or_lost(void **state)
{
    (void)state;
    kamm_vehicle_def def = plain_car();
    put_load(&def, 0.2, 0.1, 5);
    def.shifting_load.gap_front_m = def.shifting_load.gap_rear_m = 0;
    kamm_cars *cars = start_cars(&def, 1);
    put_car(cars, 0, &kamm_flat_ground, 0, 12, 0);
    kamm_inputs(cars)[0].brake = 1;
    drive_for(cars, &kamm_flat_ground, 2);
    assert_true(shifted(cars, 0) == 0 && shifting(cars, 0) == 0);
    assert_int_equal(kamm_fault(cars, 0), 0);
    PUT_CAR_STATE(cars, 0, car.shifting_aside_mps, NAN);
    kamm_step(cars, &kamm_flat_ground, 1);
    assert_true(kamm_fault(cars, 0) & KAMM_FAULT_NUMERIC);
    end_cars(cars);
}

static void bad_loads_are_refused(void **state)
{
    (void)state;
    kamm_vehicle_def def = default_vehicle(), bad;
    put_load(&def, 0.3, 0.3, 0.5);
    bad = def, bad.shifting_load.mass_kg = -1;
    expect_vehicle_refused(&bad, "shifting_load.mass_kg");
    bad = def, bad.shifting_load.friction = -0.1;
    expect_vehicle_refused(&bad, "shifting_load.friction");
    bad = def, bad.shifting_load.gap_left_m = -0.1;
    expect_vehicle_refused(&bad, "shifting_load.gap_left_m");
    bad = def, bad.shifting_load.stop_n_per_m = 0;
    expect_vehicle_refused(&bad, "shifting_load.stop_n_per_m");
    bad = def, bad.shifting_load.middle_behind_front_axle_m = 30;
    bad.shifting_load.mass_kg = 3 * def.body.mass_kg;
    expect_vehicle_refused(&bad, "lift");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(on_a_slope_it_is_held_or_slides),
        cmocka_unit_test(lashings_hold_by_their_friction),
        cmocka_unit_test(braking_throws_it_forwards),
        cmocka_unit_test(in_a_bend_it_is_held_or_goes_to_the_wall),
        cmocka_unit_test(on_ice_load_and_car_share_their_momentum),
        cmocka_unit_test(tumbling_keeps_momentum),
        cmocka_unit_test(energy_never_rises),
        cmocka_unit_test(a_laden_car_stands),
        cmocka_unit_test(snapshots_copies_and_other_rungs),
        cmocka_unit_test(blocked_or_lost),
        cmocka_unit_test(bad_loads_are_refused),
    };
    return cmocka_run_group_tests_name("shifting load", tests, NULL, NULL);
}
