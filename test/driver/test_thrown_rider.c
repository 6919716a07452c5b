/* Riders who are thrown off: momentum, the machine without them, when a crash throws them; mirror, company, snapshots. */
#include "support/fleet.h"
#include "support/koenen.h"
#include "support/mirror.h"
#include "support/momentum.h"
#include "support/quick.h"
#include "support/refused.h"
#include "support/tier.h"
#include "support/two_wheels.h"

#include "base/quaternion.h"
#include "base/vector_double.h"
#include "run/cars.h"
#include "vehicle/two_wheeler.h"

#include <kamm/act.h>
#include <kamm/rider.h>
#include <math.h>
#include <string.h>

static void throw_off(kamm_cars *cars, int car, kamm_thrown_rider *rider)
{
    kamm_error error = {0};
    must(kamm_throw_rider(cars, car, rider, &error), &error);
    assert_true(kamm_is_rider_thrown(cars, car));
}

/* -- momentum -- */

/* One that tumbles in empty space, whose rider may lean at the hip. */
static kamm_cars *tumbling(double hip, double rate)
{
    const kamm_ground space = space_without_air(0);
    kamm_vehicle_def def = koenen_on_springs(BOTH, rate);
    for (int a = 0; a < 2; ++a) {
        def.axles[a].suspension.spring_n_per_m = 400000;
        def.axles[a].suspension.bump_damping_ns_per_m = 5000;
    }
    def.rider.whole_mass_kg = 70;
    def.rider.whole_cg_behind_front_axle_m = def.rider.cg_behind_front_axle_m - 0.05;
    def.rider.whole_cg_height_m = def.rider.cg_height_m - 0.15;
    def.rider.whole_roll_inertia_kgm2 = def.rider.whole_pitch_inertia_kgm2 = 3;
    def.rider.whole_yaw_inertia_kgm2 = 2;
    kamm_cars *cars = float_two_wheeler(&def, &space);
    PUT_CAR_STATE(cars, 0, car.roll_rate_radps, 1.5f);
    PUT_CAR_STATE(cars, 0, car.pitch_rate_radps, -0.7f);
    PUT_CAR_STATE(cars, 0, car.yaw_rate_radps, 0.9f);
    PUT_CAR_STATE(cars, 0, car.upper_body_rate_radps, (float)hip);
    kamm_step(cars, &space, (int)(0.05 * rate));
    return cars;
}

/* Adds the momenta of a body with mass and inertia, or takes them off. */
static void add_momenta(double sign, const kamm_thrown_rider *r, const double inertia[3][3],
                        double linear[3], double angular[3])
{
    double back[4], own[3], spin[3], orbit[3], p[3];
    kamm_conjugate(r->orientation, back);
    kamm_rotate(back, r->angular_velocity_radps, own);
    for (int i = 0; i < 3; ++i) {
        spin[i] = dot3(inertia[i], own);
        p[i] = sign * r->mass_kg * r->velocity_mps[i];
        linear[i] += p[i];
    }
    kamm_rotate(r->orientation, spin, spin);
    cross3(r->position_m, p, orbit);
    for (int i = 0; i < 3; ++i) angular[i] += orbit[i] + sign * spin[i];
}

/* As if he sat on the machine still, and rigidly. */
static kamm_thrown_rider still_on(const kamm_cars *cars, const struct whole_rider *whole)
{
    kamm_thrown_rider r = {.mass_kg = whole->mass_kg};
    const struct car one = kamm_car_of(cars, 0);
    double arm[3], carried[3], v[3];
    kamm_frame_of(&one, r.position_m, r.orientation);
    const double w[3] = {CAR_STATE(cars, 0, car.roll_rate_radps),
                         CAR_STATE(cars, 0, car.pitch_rate_radps),
                         CAR_STATE(cars, 0, car.yaw_rate_radps)};
    for (size_t i = 0; i < 3; ++i)
        v[i] = kept_state(&one, STATE_NUMBER(car.velocity_x_mps) + i,
                          STATE_NUMBER(car.velocity_residual_x_mps) + i);
    kamm_rotate(r.orientation, w, r.angular_velocity_radps);
    kamm_rotate(r.orientation, whole->at, arm);
    cross3(r.angular_velocity_radps, arm, carried);
    for (int i = 0; i < 3; ++i) {
        r.position_m[i] += arm[i];
        r.velocity_mps[i] = v[i] + carried[i];
    }
    return r;
}

/* Of the machine alone: what it has with a rider who sits rigidly, less that rider's. */
static void momenta_of_machine(const kamm_cars *cars, double linear[3], double angular[3])
{
    const kamm_model *model = kamm_model_of(cars, 0);
    const struct whole_rider whole = kamm_whole_rider_of(model->def, &model->statics);
    const kamm_thrown_rider on = still_on(cars, &whole);
    momenta_of_two_wheeler(cars, linear, angular);
    add_momenta(-1, &on, whole.inertia, linear, angular);
}

static void momentum_stays_when_he_is_thrown_off(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    for (double hip = -3; hip < 3.1; hip += 1.5) {
        kamm_cars *cars = tumbling(hip, 960);
        const kamm_model *model = kamm_model_of(cars, 0);
        const struct whole_rider whole = kamm_whole_rider_of(model->def, &model->statics);
        double before[2][3], after[2][3];
        kamm_thrown_rider rider;
        double lean = CAR_STATE(cars, 0, car.upper_body_rad);
        momenta_of_two_wheeler(cars, before[0], before[1]);
        throw_off(cars, 0, &rider);
        momenta_of_machine(cars, after[0], after[1]);
        add_momenta(1, &rider, whole.inertia, after[0], after[1]);
        double off = distance_between(before[0], after[0]),
               turned = distance_between(before[1], after[1]);
        print_message("hip at %.2f rad/s, %.3f rad: momenta off by %.2g N.s, %.2g N.m.s\n", hip,
                      lean, off, turned);
        expect_below(off, 1e-3);
        expect_below(turned, 0.001 + 4 * fabs(lean)); /* his shape changes as he leans */
        end_cars(cars);
    }
}

/* The machine without him keeps its momentum, however it tumbles. */
static void the_machine_keeps_its_momentum(void **state)
{
    const kamm_ground space = space_without_air(0);
    (void)state;
    for (double rate = 240; rate <= 3840; rate *= 4) {
        kamm_cars *cars = tumbling(0, rate);
        double begun[2][3], now[2][3];
        throw_off(cars, 0, NULL);
        momenta_of_machine(cars, begun[0], begun[1]);
        kamm_step(cars, &space, (int)(rate * 0.4));
        momenta_of_machine(cars, now[0], now[1]);
        double turned = distance_between(begun[1], now[1]),
               off = distance_between(begun[0], now[0]);
        print_message("%4.0f /s: momenta off by %.2g N.s, %.2g N.m.s\n", rate, off, turned);
        expect_below(off, 0.8 * 240 / rate + 0.001);
        expect_below(turned, 0.8 * 240 / rate + 0.002);
        end_cars(cars);
    }
}

/* Its centre of gravity, in the vehicle frame. */
static void bare_cg(const kamm_vehicle_def *def, double at[3])
{
    const kamm_car_body_def *body = &def->body;
    const kamm_rider_def *rider = &def->rider;
    double off = rider->whole_mass_kg, left = body->mass_kg - off;
    at[0] = off * (rider->whole_cg_behind_front_axle_m - body->cg_behind_front_axle_m) / left;
    at[1] = 0;
    at[2] = (body->mass_kg * body->cg_height_m - off * rider->whole_cg_height_m) / left;
}

/* On its wheels it weighs what it has lost, and an impulse at its own centre of gravity moves it by its own mass. */
static void the_machine_has_its_own_mass(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    for (int m = 0; m < fleet_count(); ++m) {
        kamm_vehicle_def def = fleet_def(m, 480);
        def.axles[0].suspension.recession = 0; /* so that the push moves no hub along its path */
        kamm_cars *cars = start_cars(&def, 1);
        const double left = def.body.mass_kg - def.rider.whole_mass_kg, push[3] = {left, 0, 0};
        double load = 0, at[3], place[3];
        put_car(cars, 0, &kamm_flat_ground, 0, 0, 0);
        kamm_inputs(cars)[0].hand_brake = 1;
        throw_off(cars, 0, NULL);
        for (int i = 0; i < 960; ++i) {
            kamm_step(cars, &kamm_flat_ground, 1);
            if (i >= 480) load += sum_of_loads(cars, 0) / 480;
            PUT_CAR_STATE(cars, 0, car.roll_rate_radps, 0); /* it would fall over */
        }
        expect_share(load, left * GRAVITY_MPS2, 0.01);
        bare_cg(&def, at);
        at[2] += 5;
        kamm_place(cars, 0, &(kamm_placement){.position_m = {0, 0, 5}});
        throw_off(cars, 0, NULL);
        must(kamm_apply_impulse(cars, 0, push, at, NULL), NULL);
        read_position(cars, 0, place);
        double moves = CAR_STATE(cars, 0, car.velocity_x_mps),
               turns = CAR_STATE(cars, 0, car.pitch_rate_radps);
        double here = moves + turns * (at[2] - place[2]);
        print_message("%-22s %.1f kg: its centre of gravity gains %.4f m/s\n", fleet_name(m), left,
                      here);
        expect_near(here, 1, 0.02);
        kamm_seat_rider(cars, 0);
        assert_false(kamm_is_rider_thrown(cars, 0));
        end_cars(cars);
    }
}

/* -- when -- */

/* Stops the machine from a speed within a time, as a wall does. */
static int stops_within(int machine, double speed, double time_s)
{
    const kamm_vehicle_def def = fleet_def(machine, 240);
    kamm_rider_watch watch = kamm_default_rider_watch();
    kamm_cars *cars = start_cars(&def, 1);
    int thrown = 0;
    put_car(cars, 0, &kamm_flat_ground, 0, speed, 0);
    for (int frame = 0; frame < 60 && !thrown; ++frame) {
        double now = fmin(fmax((frame - 10) / 60.0 / time_s, 0), 1);
        PUT_CAR_STATE(cars, 0, car.velocity_x_mps, (float)(speed * (1 - now)));
        thrown = kamm_watch_rider(cars, 0, &watch, 1.0 / 60, NULL);
    }
    end_cars(cars);
    return thrown;
}

static void crashes_throw_him_off_and_brakes_do_not(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    for (int m = 0; m < fleet_count(); ++m) {
        assert_true(stops_within(m, 8, 0.05));
        assert_true(stops_within(m, 14, 0.3));
        assert_false(stops_within(m, 1.5, 0.02));
        assert_false(stops_within(m, 10, 0.8)); /* 1.3 g: no brakes do more */
    }
}

/* One that lies throws him off once; placed again he sits on it. */
static void he_falls_with_the_machine(void **state)
{
    (void)state;
    for (int m = 0; m < fleet_count(); ++m) {
        const kamm_vehicle_def def = fleet_def(m, 240);
        kamm_rider_watch watch = kamm_default_rider_watch();
        kamm_thrown_rider rider;
        kamm_cars *cars = start_cars(&def, 1);
        int times = 0;
        put_car(cars, 0, &kamm_flat_ground, 0, 2, 0);
        PUT_CAR_STATE(cars, 0, car.roll_rate_radps, 2.5f);
        kamm_inputs(cars)[0].free_steering = 1;
        for (int frame = 0; frame < 180; ++frame) {
            kamm_step(cars, &kamm_flat_ground, 4);
            if (!kamm_watch_rider(cars, 0, &watch, 1.0 / 60, &rider)) continue;
            ++times;
            assert_in_range(rider.mass_kg, 40, 80);
            expect_above(rider.position_m[2], 0.1), expect_below(rider.position_m[2], 1.3);
            expect_below(length3(rider.velocity_mps), 12);
        }
        assert_int_equal(times, 1);
        assert_int_equal(kamm_fault(cars, 0), 0);
        kamm_placement at = kamm_placement_on(&kamm_flat_ground, 0, 0, 0);
        kamm_place(cars, 0, &at);
        assert_false(kamm_is_rider_thrown(cars, 0));
        end_cars(cars);
    }
}

/* -- laws -- */

static void energy_only_falls(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    for (int m = 0; m < fleet_count(); ++m) {
        kamm_vehicle_def def = fleet_def(m, 480);
        def.axles[0].suspension.recession = 0; /* energy_j has hubs go straight up */
        kamm_cars *cars = start_cars(&def, 1);
        const kamm_placement at = {
            .position_m = {0, 0, 0.4}, .orientation = {cos(0.6), sin(0.6), 0, 0}, .speed_mps = 8};
        double least = INFINITY, rise = 0, begun = 0;
        kamm_place(cars, 0, &at);
        kamm_inputs(cars)[0].gear = 0, kamm_inputs(cars)[0].free_steering = 1;
        throw_off(cars, 0, NULL);
        kamm_step(cars, &kamm_flat_ground, 1);
        for (int i = 0; i < 480 * 4; ++i) {
            double engine = kamm_read(cars, 0, KAMM_CHANNEL_engine_radps);
            double now = kamm_read(cars, 0, KAMM_CHANNEL_energy_j) -
                         0.5 * def.engine.inertia_kgm2 * engine * engine;
            if (i == 0) begun = now;
            rise = fmax(rise, now - least), least = fmin(least, now);
            kamm_step(cars, &kamm_flat_ground, 1);
        }
        print_message("%-22s falls by %.0f J, rises by %.3f J\n", fleet_name(m), begun - least,
                      rise);
        expect_above(begun - least, 500);
        expect_below(rise, 1e-3 * (begun - least)); /* energy_j has hubs go straight up */
        assert_int_equal(kamm_fault(cars, 0), 0);
        end_cars(cars);
    }
}

static void mirrored_machines_without_riders_have_mirrored_bits(void **state)
{
    (void)state;
    for (int m = 0; m < fleet_count(); ++m) {
        const kamm_vehicle_def def = fleet_def(m, 240);
        kamm_cars *cars = start_cars(&def, 1), *mirrored = start_cars(&def, 1);
        kamm_cars *both[2] = {cars, mirrored};
        for (int i = 0; i < 2; ++i) {
            put_car(both[i], 0, &kamm_flat_ground, 0, 7, 0);
            PUT_CAR_STATE(both[i], 0, car.roll_rate_radps, i ? -0.4f : 0.4f);
            throw_off(both[i], 0, NULL);
        }
        for (int frame = 0; frame < 120; ++frame) {
            kamm_step(cars, &kamm_flat_ground, 4), kamm_step(mirrored, &kamm_flat_ground, 4);
            expect_mirror_images(cars, mirrored, frame);
        }
        end_cars(cars), end_cars(mirrored);
    }
}

/* One without his rider beside one with him, and again from a snapshot. */
static void company_and_snapshots_do_not_matter(void **state)
{
    static unsigned char kept[1 << 16], end[1 << 16], again[1 << 16];
    kamm_error error = {0};
    (void)state;
    for (int m = 0; m < fleet_count(); ++m) {
        kamm_vehicle_def defs[2] = {fleet_def(m, 240), fleet_def((m + 1) % fleet_count(), 240)};
        kamm_cars *both = start_mixed_cars(defs, 2), *one = start_cars(&defs[0], 1);
        put_car(both, 0, &kamm_flat_ground, 0, 7, 0), put_car(one, 0, &kamm_flat_ground, 0, 7, 0);
        put_car(both, 1, &kamm_flat_ground, 0, 5, 0);
        throw_off(both, 0, NULL), throw_off(one, 0, NULL);
        kamm_step(both, &kamm_flat_ground, 60), kamm_step(one, &kamm_flat_ground, 60);
        assert_true(kamm_snapshot_size(both) <= sizeof kept);
        kamm_save_snapshot(both, kept);
        kamm_step(both, &kamm_flat_ground, 60), kamm_step(one, &kamm_flat_ground, 60);
        kamm_save_snapshot(both, end);
        for (int c = 0; c < KAMM_CHANNEL_COUNT; ++c) {
            double alone = kamm_read(one, 0, (kamm_channel)c),
                   among = kamm_read(both, 0, (kamm_channel)c);
            if (memcmp(&alone, &among, sizeof alone) != 0)
                fail_msg("%s, channel %d: %.9g alone, %.9g", fleet_name(m), c, alone, among);
        }
        must(kamm_restore_snapshot(both, kept, kamm_snapshot_size(both), &error), &error);
        kamm_step(both, &kamm_flat_ground, 60);
        kamm_save_snapshot(both, again);
        assert_memory_equal(end, again, kamm_snapshot_size(both));
        end_cars(both), end_cars(one);
    }
}

static void without_a_rider_it_is_refused(void **state)
{
    kamm_error error = {0};
    kamm_vehicle_def def = fleet_def(0, 240), bare = def;
    kamm_rider_watch watch = kamm_default_rider_watch();
    (void)state;
    bare.rider.whole_mass_kg = 0;
    kamm_cars *cars = start_cars(&bare, 1);
    assert_int_equal(kamm_throw_rider(cars, 0, NULL, &error), KAMM_ERROR_RANGE);
    assert_false(kamm_watch_rider(cars, 0, &watch, 1.0 / 60, NULL));
    end_cars(cars);
    cars = start_cars(&def, 1);
    throw_off(cars, 0, NULL);
    assert_int_equal(kamm_throw_rider(cars, 0, NULL, &error), KAMM_ERROR_RANGE);
    end_cars(cars);
    def.rider.whole_mass_kg = 0.99 * def.body.mass_kg;
    expect_vehicle_refused(&def, "rider.whole_mass_kg");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(momentum_stays_when_he_is_thrown_off),
        cmocka_unit_test(the_machine_keeps_its_momentum),
        cmocka_unit_test(the_machine_has_its_own_mass),
        cmocka_unit_test(crashes_throw_him_off_and_brakes_do_not),
        cmocka_unit_test(he_falls_with_the_machine),
        cmocka_unit_test(energy_only_falls),
        cmocka_unit_test(mirrored_machines_without_riders_have_mirrored_bits),
        cmocka_unit_test(company_and_snapshots_do_not_matter),
        cmocka_unit_test(without_a_rider_it_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
