/* Worlds: walls, dynamic bodies, what every rung does in them, and the promises: same bits, whatever the grouping,
 * the threads and the snapshots. */
#include "support/quick.h"
#include "support/world.h"

#include "world/state.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const kamm_rung all_rungs[] = {KAMM_KINEMATIC, KAMM_RIGID2D, KAMM_SINGLE_TRACK,
                                      KAMM_DOUBLE_TRACK, KAMM_FULL};
enum { RUNGS = 5 };

/* 83 m/s into a wall 0.3 m thick: the nose is never beyond its face, and what comes back is slow. */
static void hit_wall(kamm_rung rung, double substeps_per_s)
{
    kamm_model *model;
    kamm_vehicle_def def = rolling_car();
    def.stepping.substeps_per_s = substeps_per_s;
    kamm_cars *cars = cars_of(&def, rung, 1, &model);
    kamm_body_def wall = wall_across(30, 0.5, 0.1);
    kamm_world_def world_def = {.ground = kamm_flat_ground, .bodies = &wall, .body_count = 1};
    kamm_world *world = create_world(&world_def);
    double nose = def.body.cg_behind_front_axle_m + def.body.front_overhang_m;
    int touches = 0, hit = 0;
    roll_at(cars, 0, 0, 0, 0, 83);
    add_cars(world, cars);
    for (int i = 0; i < (int)substeps_per_s; ++i) {
        kamm_step_world(world, 1);
        const kamm_contact_event *touch = kamm_contact_events(world, &touches);
        hit += touches > 0;
        expect_below(kamm_read(cars, 0, KAMM_CHANNEL_x_m) + nose, 30.02);
        if (!touches || !(touch->impulse_ns > 0)) continue; /* where they part, there is none */
        assert_int_equal(touch->type[0], KAMM_BODY_CAR);
        assert_int_equal(touch->type[1], KAMM_BODY_STATIC);
        expect_near(touch->normal[0], 1, 0.2);
    }
    expect_above(hit, 0);
    expect_near(kamm_read(cars, 0, KAMM_CHANNEL_forward_speed_mps), -7, 4);
    assert_int_equal(kamm_fault(cars, 0), 0);
    kamm_destroy_world(world);
    kamm_destroy_cars(cars);
    kamm_destroy_model(model);
}

static void fast_cars_do_not_tunnel_through_a_wall(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    for (int i = 0; i < RUNGS; ++i) hit_wall(all_rungs[i], 1200);
    hit_wall(KAMM_KINEMATIC, 20);
}

/* At 10 degrees into a wall on ice: along it a car loses (1 + e) mu of what it had into it, as long as it
 * slides: Coulomb at a wall without mass. */
static void sliding_along_a_wall_loses_by_coulomb_friction(void **state)
{
    (void)state;
    kamm_model *model;
    kamm_vehicle_def def = rolling_car();
    def.body.contact_friction = 0.2;
    def.body.restitution = 0;
    kamm_cars *cars = cars_of(&def, KAMM_RIGID2D, 1, &model);
    kamm_body_def wall = wall_across(0, 0.2, 0);
    kamm_world_def world_def = {.ground = smooth_ice(), .bodies = &wall, .body_count = 1};
    kamm_world *world = create_world(&world_def);
    double angle = PI / 2 - 10 * PI / 180, speed = 20;
    int touches;
    roll_at(cars, 0, -4, 0, angle, speed);
    add_cars(world, cars);
    for (int i = 0; i < 1200; ++i) kamm_step_world(world, 1);
    struct momentum p = momentum_of(cars, 0);
    kamm_contact_events(world, &touches);
    double into = speed * cos(angle), along = speed * sin(angle);
    expect_below(p.linear_ns[0] / p.mass_kg, 0.01);
    expect_above(p.linear_ns[1] / p.mass_kg, along - 0.2 * 2 * into);
    expect_below(p.linear_ns[1] / p.mass_kg, along - 0.2 * 0.5 * into);
    kamm_destroy_world(world);
    kamm_destroy_cars(cars);
    kamm_destroy_model(model);
}

/* Each rung runs into each, 10 m/s against a standing car, out of gear: both end up finite, the struck one
 * is pushed on, the other never gets through. */
static void every_rung_collides_with_every_rung(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    const kamm_vehicle_def defs[2] = {rolling_car(), rolling_car()};
    for (int i = 0; i < RUNGS; ++i) {
        for (int k = 0; k < RUNGS; ++k) {
            const kamm_rung rungs[2] = {all_rungs[i], all_rungs[k]};
            kamm_world_def def = {.ground = kamm_flat_ground};
            struct meeting m = start_meeting(defs, rungs, &def);
            roll_at(m.cars[0], 0, -6, 0.2, 0, 10);
            roll_at(m.cars[1], 0, 0, 0, 0, 0);
            for (int n = 0; n < 15; ++n) kamm_step_world(m.world, 80);
            double behind = kamm_read(m.cars[0], 0, KAMM_CHANNEL_x_m);
            double ahead = kamm_read(m.cars[1], 0, KAMM_CHANNEL_x_m);
            expect_above(ahead, 1);
            expect_above(ahead - behind, defs[0].body.length_m - 0.05);
            assert_int_equal(kamm_fault(m.cars[0], 0) | kamm_fault(m.cars[1], 0), 0);
            end_meeting(&m);
        }
    }
}

/* A car on its roof on level ground lies still: under 1 mm in a minute. */
static void car_on_its_roof_lies_still(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    kamm_model *model;
    kamm_vehicle_def def = plain_car();
    kamm_cars *cars = cars_of(&def, KAMM_FULL, 1, &model);
    kamm_world_def world_def = {.ground = kamm_flat_ground};
    kamm_world *world = create_world(&world_def);
    const double forward[3] = {1, 0, 0}, velocity[3] = {1, 0, 0}, angular_velocity[3] = {0.5, 0, 0};
    double q[4], at[3] = {0, 0, 1.2}, before[3], after[3];
    kamm_inputs(cars)[0].gear = 0;
    quaternion_about(forward, 2.8, q);
    set_motion(cars, 0, at, q, velocity, angular_velocity);
    add_cars(world, cars);
    kamm_step_world(world, 6 * 1200);
    read_position(cars, 0, before);
    kamm_step_world(world, 12 * 1200);
    read_position(cars, 0, after);
    expect_near(fabs(kamm_read(cars, 0, KAMM_CHANNEL_roll_rad)), PI, 0.1);
    expect_below(distance_between(before, after), 0.001 / 5);
    kamm_destroy_world(world);
    kamm_destroy_cars(cars);
    kamm_destroy_model(model);
}

static double height_of_axis(const kamm_body_motion *pose)
{
    const double *q = pose->orientation;
    return 1 - 2 * (q[1] * q[1] + q[2] * q[2]);
}

/* A cone in the way of a car at 30 km/h, whose bumper is higher than the cone's middle, is knocked over, comes to
 * rest and sleeps; one beside it sleeps on. Crates that stand on each other do not move. */
static void hit_cone_falls_and_sleeps_and_stacked_crates_stand(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    kamm_model *model;
    kamm_vehicle_def def = rolling_car();
    def.body.boxes_count = 1;
    def.body.boxes[0] = (kamm_box_def){0.8, 4, 1.7, 0.35, 1.4};
    kamm_cars *cars = cars_of(&def, KAMM_FULL, 1, &model);
    kamm_body_def dynamic_bodies[5] = {
        placed_at(kamm_cone(0.5), 6, 0, 0, 1), placed_at(kamm_cone(0.5), 6, 3, 0, 1),
        placed_at(crate(), -10, 0, 0, 0), placed_at(crate(), -10.2, 0.1, 1, 0),
        placed_at(crate(), -9.9, 0, 2, 0)};
    kamm_world_def world_def = {
        .ground = kamm_flat_ground, .bodies = dynamic_bodies, .body_count = 5};
    kamm_world *world = create_world(&world_def);
    kamm_body_motion pose;
    double velocity[3];
    roll_at(cars, 0, 0, 0, 0, 30 / 3.6);
    add_cars(world, cars);
    kamm_step_world(world, 5 * 1200);
    read_centre(world, 0, &pose, velocity);
    expect_above(pose.position_m[0], 6.5);
    expect_below(height_of_axis(&pose), 0.5);
    for (int i = 0; i < 3; ++i) assert_true(velocity[i] == 0); /* asleep */
    read_body(world, 1, &pose);
    for (int i = 0; i < 3; ++i) assert_true(pose.position_m[i] == dynamic_bodies[1].position_m[i]);
    for (int i = 2; i < 5; ++i) {
        read_centre(world, i, &pose, velocity);
        expect_below(distance_between(pose.position_m, dynamic_bodies[i].position_m), 0.02);
        for (int k = 0; k < 3; ++k) assert_true(velocity[k] == 0);
    }
    kamm_destroy_world(world);
    kamm_destroy_cars(cars);
    kamm_destroy_model(model);
}

/* A crash of five rungs, a wall, cones and a crate. `mirror` -1: its mirror image. */
struct crash {
    kamm_world *world;
    kamm_model *models[RUNGS];
    kamm_cars *cars[RUNGS];
};

static struct crash start_crash(double mirror)
{
    struct crash crash;
    kamm_vehicle_def def = rolling_car();
    kamm_body_def walls[2] = {wall_across(12, 0.4, 0.1), wall_across(-25, 0.4, 0.1)};
    kamm_body_def dynamic_bodies[3] = {placed_at(kamm_cone(0.5), 4, 1.2 * mirror, 0, 1),
                                       placed_at(kamm_cone(0.7), 6, -2 * mirror, 0, 1),
                                       placed_at(crate(), 8, 0.3 * mirror, 0, 1)};
    kamm_world_def world_def = {.ground = kamm_flat_ground,
                                .bodies = join_bodies(dynamic_bodies, 3, walls, 2),
                                .body_count = 3 + 2};
    crash.world = create_world(&world_def);
    for (int i = 0; i < RUNGS; ++i) {
        crash.cars[i] = cars_of(&def, all_rungs[i], 2, &crash.models[i]);
        for (int car = 0; car < 2; ++car)
            roll_at(crash.cars[i], car, -6.0 * car - 2 * i, (2.2 * i - 4 + 0.7 * car) * mirror,
                    mirror * (0.02 * i - 0.1 * car), 9 + 4 * car + i);
        add_cars(crash.world, crash.cars[i]);
    }
    return crash;
}

static void end_crash(struct crash *crash)
{
    kamm_destroy_world(crash->world);
    for (int i = 0; i < RUNGS; ++i) {
        kamm_destroy_cars(crash->cars[i]);
        kamm_destroy_model(crash->models[i]);
    }
}

enum { CRASH_SUBSTEPS = 1440 };

static uint64_t crash_in_calls_of(int substeps, kamm_threads *threads)
{
    struct crash crash = start_crash(1);
    if (threads) kamm_set_world_tasks(crash.world, kamm_run_on_threads, threads);
    for (int done = 0; done < CRASH_SUBSTEPS; done += substeps)
        kamm_step_world(crash.world, substeps);
    uint64_t hash = kamm_world_state_hash(crash.world);
    end_crash(&crash);
    return hash;
}

static void grouping_and_threads_change_no_bit(void **state)
{
    (void)state;
    uint64_t expected = crash_in_calls_of(CRASH_SUBSTEPS, NULL);
    assert_true(crash_in_calls_of(1, NULL) == expected);
    assert_true(crash_in_calls_of(16, NULL) == expected);
    for (int count = 1; count <= 3; ++count) {
        kamm_threads *threads = kamm_create_threads(count, NULL);
        if (!threads) continue; /* a machine without */
        assert_true(crash_in_calls_of(60, threads) == expected);
        kamm_destroy_threads(threads);
    }
}

static void snapshot_in_mid_crash_restores_bit_for_bit(void **state)
{
    (void)state;
    struct crash crash = start_crash(1);
    kamm_error error;
    kamm_step_world(crash.world, 503);
    size_t size = kamm_world_snapshot_size(crash.world);
    void *snapshot = malloc(size);
    kamm_save_world_snapshot(crash.world, snapshot);
    uint64_t then = kamm_world_state_hash(crash.world);
    kamm_step_world(crash.world, CRASH_SUBSTEPS - 503);
    uint64_t expected = kamm_world_state_hash(crash.world);
    assert_true(expected == crash_in_calls_of(CRASH_SUBSTEPS, NULL));
    assert_true(kamm_restore_world_snapshot(crash.world, snapshot, size - 1, &error) ==
                KAMM_ERROR_FORMAT);
    ((char *)snapshot)[0] ^= 1;
    assert_true(kamm_restore_world_snapshot(crash.world, snapshot, size, &error) ==
                KAMM_ERROR_FORMAT);
    ((char *)snapshot)[0] ^= 1;
    assert_true(kamm_world_state_hash(crash.world) == expected); /* neither changed anything */
    assert_true(kamm_restore_world_snapshot(crash.world, snapshot, size, &error) == KAMM_OK);
    assert_true(kamm_world_state_hash(crash.world) == then);
    kamm_step_world(crash.world, CRASH_SUBSTEPS - 503);
    assert_true(kamm_world_state_hash(crash.world) == expected);
    free(snapshot);
    end_crash(&crash);
}

/* The mirrored crash is the mirror image, to a millimetre while rounding has not yet grown: the solver takes
 * points in the order of the boxes' corners, which a mirror turns about. */
static void mirrored_crash_is_the_mirror_image(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    struct crash one = start_crash(1), other = start_crash(-1);
    for (int n = 0; n < 4; ++n) {
        kamm_step_world(one.world, 120);
        kamm_step_world(other.world, 120);
        for (int i = 0; i < RUNGS; ++i) {
            for (int car = 0; car < 2; ++car) {
                double a[3], b[3];
                read_position(one.cars[i], car, a);
                read_position(other.cars[i], car, b);
                b[1] = -b[1];
                expect_below(distance_between(a, b), 1e-3);
            }
        }
    }
    end_crash(&one);
    end_crash(&other);
}

/* Cars so near that they go substep by substep, but do not touch, drive as without a world, to the bit, on ground
 * that is queried every few substeps; and so do those of the same blocks that are far off. */
static void cars_near_but_apart_drive_as_without_a_world(void **state)
{
    (void)state;
    struct rough_ground rough;
    kamm_model *model;
    kamm_vehicle_def def = plain_car();
    kamm_cars *cars = cars_of(&def, KAMM_FULL, 40, &model),
              *alone = kamm_create_cars(model, 40, NULL);
    make_rough(&rough, 5, 3, 0.02, 0.9);
    kamm_world_def world_def = {.ground = ground_of_rough(&rough)};
    world_def.ground.interval_substeps = 7;
    kamm_world *world = create_world(&world_def);
    for (int car = 0; car < 40; ++car) {
        double x = car < 10 ? 0 : 15.0 * car;
        roll_at(cars, car, x, 2.4 * car, 0, 10);
        roll_at(alone, car, x, 2.4 * car, 0, 10);
    }
    add_cars(world, cars);
    for (int n = 0; n < 20; ++n) {
        kamm_step_world(world, 5);
        kamm_step(alone, &world_def.ground, 5);
    }
    assert_true(kamm_state_hash(cars) == kamm_state_hash(alone));
    kamm_destroy_world(world);
    kamm_destroy_cars(cars);
    kamm_destroy_cars(alone);
    kamm_destroy_model(model);
}

/* A cube's: moving, turning, and lifted. */
static double energy_of_crate(const kamm_world *world, double mass)
{
    kamm_body_motion pose;
    double v[3];
    const double *w = world->dynamic_states[0].angular_velocity;
    read_centre(world, 0, &pose, v);
    return 0.5 * mass * (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]) +
           0.5 * mass / 6 * (w[0] * w[0] + w[1] * w[1] + w[2] * w[2]) +
           mass * GRAVITY_MPS2 * (pose.position_m[2] + 0.5 * height_of_axis(&pose));
}

/* A light crate between a car and a wall, all of them springy: impacts on impacts, and never more energy. */
static void squeezed_crate_gains_no_energy(void **state)
{
    (void)state;
    kamm_model *model;
    kamm_vehicle_def def = rolling_car();
    def.body.restitution = 0.7;
    kamm_cars *cars = cars_of(&def, KAMM_RIGID2D, 1, &model);
    kamm_body_def wall = wall_across(6, 0, 0.7);
    kamm_body_def light = placed_at(crate(), 4.5, 0, 0, 1);
    light.mass_kg = 3;
    light.friction = KAMM_NONE;
    light.restitution = 0.7f;
    kamm_world_def world_def = {
        .ground = smooth_ice(), .bodies = join_bodies(&light, 1, &wall, 1), .body_count = 1 + 1};
    kamm_world *world = create_world(&world_def);
    double last = 1e300, mass = kamm_describe(model).mass_kg;
    int hits = 0, touches;
    roll_at(cars, 0, 0, 0, 0, 20);
    add_cars(world, cars);
    for (int n = 0; n < 600; ++n) {
        kamm_step_world(world, 1);
        kamm_contact_events(world, &touches);
        hits += touches;
        struct momentum p = momentum_of(cars, 0);
        double yaw_rate = kamm_read(cars, 0, KAMM_CHANNEL_yaw_rate_radps);
        double energy =
            0.5 * (p.linear_ns[0] * p.linear_ns[0] + p.linear_ns[1] * p.linear_ns[1]) / mass +
            0.5 * kamm_describe(model).yaw_inertia_kgm2 * yaw_rate * yaw_rate +
            energy_of_crate(world, 3);
        expect_below(energy, last + 1e-3 * mass);
        last = energy;
    }
    expect_above(hits, 5);
    kamm_destroy_world(world);
    kamm_destroy_cars(cars);
    kamm_destroy_model(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fast_cars_do_not_tunnel_through_a_wall),
        cmocka_unit_test(sliding_along_a_wall_loses_by_coulomb_friction),
        cmocka_unit_test(every_rung_collides_with_every_rung),
        cmocka_unit_test(car_on_its_roof_lies_still),
        cmocka_unit_test(hit_cone_falls_and_sleeps_and_stacked_crates_stand),
        cmocka_unit_test(grouping_and_threads_change_no_bit),
        cmocka_unit_test(snapshot_in_mid_crash_restores_bit_for_bit),
        cmocka_unit_test(mirrored_crash_is_the_mirror_image),
        cmocka_unit_test(cars_near_but_apart_drive_as_without_a_world),
        cmocka_unit_test(squeezed_crate_gains_no_energy),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
