/* Sensors: bodies enter and leave at the time of closed forms, however thin and fast. */
#include "support/quick.h"
#include "support/world.h"

#include <kamm/world_events.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const kamm_rung all_rungs[] = {KAMM_KINEMATIC, KAMM_RIGID2D, KAMM_SINGLE_TRACK,
                                      KAMM_DOUBLE_TRACK, KAMM_FULL};
static const double least_rates[] = {0, 0, 0, 200, 0};
enum { RUNGS = 5 };

static kamm_body_def gate_at(double x_m, double thickness_m)
{
    return (kamm_body_def){.shapes[0].box = {.centre_m = {x_m + thickness_m / 2, 0, 1},
                                             .half_m = {thickness_m / 2, 5, 1.5}},
                           .sensor = 1};
}

/* Nose and tail of a car's boxes against its place. */
static void ends_of(const kamm_model *model, double *nose_m, double *tail_m)
{
    kamm_box boxes[KAMM_MAX_BOXES];
    int count = kamm_car_boxes(model, boxes);
    *nose_m = -INFINITY, *tail_m = INFINITY;
    for (int i = 0; i < count; ++i) {
        *nose_m = fmax(*nose_m, boxes[i].centre_m[0] + boxes[i].half_m[0]);
        *tail_m = fmin(*tail_m, boxes[i].centre_m[0] - boxes[i].half_m[0]);
    }
}

/* A car rolls through a gate at constant speed: it comes in when its nose is there and is out when its tail is. */
static void roll_through(kamm_rung rung, double substeps_per_s, double speed, double thickness,
                         int substeps_a_call)
{
    kamm_model *model;
    kamm_vehicle_def def = rolling_car();
    def.stepping.substeps_per_s = substeps_per_s;
    kamm_cars *cars = cars_of(&def, rung, 1, &model);
    const double at = 0.1 * speed + 3.3;
    kamm_body_def gate = gate_at(at, thickness);
    kamm_world_def world_def = {.ground = smooth_ice(), .bodies = &gate, .body_count = 1};
    kamm_world *world = create_world(&world_def);
    double nose, tail, enters = -1, leaves = -1;
    int entered = 0, left = 0;
    ends_of(model, &nose, &tail);
    roll_at(cars, 0, 0, 0, 0, speed);
    add_cars(world, cars);
    for (int n = 0; n * substeps_a_call < (at + thickness + 5) / speed * substeps_per_s + 10; ++n) {
        int count;
        kamm_step_world(world, substeps_a_call);
        const kamm_sensor_event *events = kamm_sensor_events(world, &count);
        for (int i = 0; i < count; ++i) {
            assert_int_equal(events[i].sensor, 0);
            assert_int_equal(events[i].body.type, KAMM_BODY_CAR);
            if (events[i].entered)
                enters = events[i].time_s, ++entered;
            else
                leaves = events[i].time_s, ++left;
        }
        assert_int_equal(kamm_read_sensor(world, kamm_body_at(world, 0), NULL, 0), entered - left);
    }
    assert_int_equal(entered, 1);
    assert_int_equal(left, 1);
    expect_near(kamm_read(cars, 0, KAMM_CHANNEL_forward_speed_mps), speed, 1e-4 * speed);
    expect_near(enters, (at - nose) / speed, 1e-4);
    expect_near(leaves, (at + thickness - tail) / speed, 1e-4);
    kamm_destroy_world(world);
    kamm_destroy_cars(cars);
    kamm_destroy_model(model);
}

static void laps_are_timed_between_substeps(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    static const double rates[] = {60, 120, 240, 1200}, speeds[] = {5, 30, 90};
    for (int r = 0; r < RUNGS; ++r)
        for (int i = 0; i < 4; ++i)
            for (int k = 0; k < 3 && rates[i] >= least_rates[r]; ++k) {
                roll_through(all_rungs[r], rates[i], speeds[k], 0.05, 1);
                roll_through(all_rungs[r], rates[i], speeds[k], i % 2 ? 12 : 0.5, 7);
            }
}

/* What is smaller than the way of its substep, and thicker than nothing: no sensor is missed, and the times are exact. */
static void nothing_is_too_fast_for_a_thin_sensor(void **state)
{
    (void)state;
    for (int i = 0; i < 40; ++i) {
        double speed = 20 + 20 * i, substep = i % 2 ? 1.0 / 60 : 1.0 / 240;
        kamm_body_def gate = gate_at(7.77 + 0.013 * i, 0.05);
        kamm_body_def dynamic_body = placed_at(kamm_cone(0.3), 0, 0, 0.5, 0);
        kamm_world_def def = {.ground = empty_space(),
                              .bodies = join_bodies(&dynamic_body, 1, &gate, 1),
                              .body_count = 1 + 1,
                              .substep_s = substep};
        kamm_world *world = create_world(&def);
        const kamm_body_motion motion = {.position_m = {0, 0, 0.5}, .velocity_mps = {speed, 0, 0}};
        set_body(world, 0, &motion);
        int count;
        kamm_step_world(world, 1 + (int)(12 / speed / substep));
        const kamm_sensor_event *events = kamm_sensor_events(world, &count);
        assert_int_equal(count, 2);
        assert_true(events[0].entered && !events[1].entered);
        double half = 0;
        for (int b = 0; b < dynamic_body.shape_count; ++b)
            half = fmax(half, dynamic_body.shapes[b].box.half_m[0] +
                                  fabs(dynamic_body.shapes[b].box.centre_m[0]));
        double at = gate.shapes[0].box.centre_m[0] - 0.025;
        expect_near(events[0].time_s, (at - half) / speed, 1e-12);
        expect_near(events[1].time_s, (at + 0.05 + half) / speed, 1e-12);
        kamm_destroy_world(world);
    }
}

/* Many gates and cars: the same events in one call as in many, in the order of time. */
enum { GATES = 6, CARS = 20, MAX_EVENTS = 2 * GATES * CARS };
static int drive_through(int substeps_a_call, kamm_threads *threads,
                         kamm_sensor_event all[MAX_EVENTS])
{
    kamm_model *model;
    kamm_vehicle_def def = rolling_car();
    def.stepping.substeps_per_s = 240;
    kamm_cars *cars = cars_of(&def, KAMM_SINGLE_TRACK, CARS, &model);
    kamm_body_def gates[GATES];
    for (int i = 0; i < GATES; ++i) {
        gates[i] = gate_at(5 + 3.1 * i, 0.2);
        gates[i].shapes[0].box.half_m[1] = 100;
    }
    kamm_world_def world_def = {.ground = smooth_ice(), .bodies = gates, .body_count = GATES};
    kamm_world *world = create_world(&world_def);
    int count = 0;
    for (int i = 0; i < CARS; ++i) roll_at(cars, i, 0, 4 * i - 40, 0.02 * i, 20 + i);
    add_cars(world, cars);
    if (threads) kamm_set_world_tasks(world, kamm_run_on_threads, threads);
    for (int n = 0; n < 420; n += substeps_a_call) {
        int now;
        kamm_step_world(world, substeps_a_call);
        const kamm_sensor_event *events = kamm_sensor_events(world, &now);
        for (int i = 1; i < now; ++i) assert_true(events[i].time_s >= events[i - 1].time_s);
        for (int i = 0; i < now && count < MAX_EVENTS; ++i) all[count++] = events[i];
    }
    kamm_destroy_world(world);
    kamm_destroy_cars(cars);
    kamm_destroy_model(model);
    return count;
}

static void events_know_neither_calls_nor_threads(void **state)
{
    (void)state;
    static kamm_sensor_event one[MAX_EVENTS], other[MAX_EVENTS];
    kamm_threads *threads = kamm_create_threads(2, NULL);
    assert_int_equal(drive_through(420, NULL, one), MAX_EVENTS);
    assert_int_equal(drive_through(1, NULL, other), MAX_EVENTS);
    assert_memory_equal(one, other, sizeof one);
    assert_int_equal(drive_through(70, threads, other), MAX_EVENTS);
    assert_memory_equal(one, other, sizeof one);
    kamm_destroy_threads(threads);
}

/* A sensor changes no bit of what drives through it. */
static void sensors_push_nobody(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    uint64_t hashes[2];
    for (int with = 0; with < 2; ++with) {
        kamm_model *model;
        kamm_vehicle_def def = rolling_car();
        kamm_cars *cars = cars_of(&def, KAMM_FULL, 1, &model);
        kamm_body_def fixed_bodies[2] = {wall_across(14, 0.5, 0.1), gate_at(6, 7.9)};
        kamm_world_def world_def = {
            .ground = kamm_flat_ground, .bodies = fixed_bodies, .body_count = 1 + with};
        kamm_world *world = create_world(&world_def);
        roll_at(cars, 0, 0, 0, 0.1, 20);
        add_cars(world, cars);
        kamm_step_world(world, 1800);
        hashes[with] = kamm_world_state_hash(world);
        kamm_destroy_world(world);
        kamm_destroy_cars(cars);
        kamm_destroy_model(model);
    }
    assert_true(hashes[0] == hashes[1]);
}

static int events_of(kamm_world *world, int substeps, int entered[2])
{
    int count;
    kamm_step_world(world, substeps);
    const kamm_sensor_event *events = kamm_sensor_events(world, &count);
    entered[0] = entered[1] = 0;
    for (int i = 0; i < count; ++i) ++entered[events[i].entered];
    return count;
}

/* Who is put into a sensor, or out of it, who no longer meets it, comes, goes or gives its place to another. */
static void visits_follow_who_comes_and_goes(void **state)
{
    (void)state;
    kamm_model *models[3];
    kamm_vehicle_def def = rolling_car();
    def.stepping.substeps_per_s = 240;
    kamm_cars *first = cars_of(&def, KAMM_FULL, 1, &models[0]);
    kamm_cars *cars = cars_of(&def, KAMM_FULL, 2, &models[1]);
    kamm_cars *others = cars_of(&def, KAMM_RIGID2D, 2, &models[2]);
    kamm_body_def box = gate_at(0, 8);
    kamm_body_def sleeper = placed_at(crate(), 4, 3, 0, 1);
    kamm_world_def world_def = {.ground = kamm_flat_ground,
                                .bodies = join_bodies(&sleeper, 1, &box, 1),
                                .body_count = 1 + 1};
    kamm_world *world = create_world(&world_def);
    const kamm_filter ghost = {0, KAMM_MASK_NONE}, all = {0, 0};
    kamm_body_id inside[4];
    int changes[2];
    add_cars(world, first);
    add_cars(world, cars);
    roll_at(first, 0, 100, 0, 0, 0);
    roll_at(cars, 0, 200, 0, 0, 0);
    roll_at(cars, 1, 4, 0, 0, 0);
    events_of(world, 4, changes);
    assert_int_equal(changes[1],
                     2); /* the car that stands in it, and the dynamic body that sleeps there */
    assert_int_equal(kamm_read_sensor(world, kamm_body_at(world, 1), inside, 4), 2);
    assert_int_equal(inside[0].group, 1);
    assert_int_equal(inside[0].index, 1);
    assert_int_equal(inside[1].type, KAMM_BODY_DYNAMIC);
    assert_int_equal(events_of(world, 240, changes), 0);
    must(kamm_remove_cars(world, first, NULL), NULL); /* all have other numbers now */
    assert_int_equal(events_of(world, 4, changes), 0);
    assert_int_equal(kamm_read_sensor(world, kamm_body_at(world, 1), inside, 1), 2);
    assert_int_equal(inside[0].group, 0);
    kamm_hand_over(cars, 1, others, 1);
    roll_at(others, 0, 200, 0, 0, 0);
    must(kamm_replace_cars(world, cars, others, NULL), NULL);
    assert_int_equal(events_of(world, 4, changes), 0);
    must(kamm_set_car_filter(world, others, 1, &ghost, NULL), NULL);
    assert_int_equal(events_of(world, 4, changes), 1);
    assert_int_equal(changes[0], 1);
    must(kamm_set_car_filter(world, others, 1, &all, NULL), NULL);
    assert_int_equal(events_of(world, 4, changes), 1);
    assert_int_equal(changes[1], 1);
    kamm_destroy_world(world);
    kamm_destroy_cars(first), kamm_destroy_cars(cars), kamm_destroy_cars(others);
    for (int i = 0; i < 3; ++i) kamm_destroy_model(models[i]);
}

/* A snapshot contains the bodies in it; one of other bodies is refused. */
static void visits_are_in_the_snapshot(void **state)
{
    (void)state;
    kamm_model *model;
    kamm_vehicle_def def = rolling_car();
    def.stepping.substeps_per_s = 240;
    kamm_cars *cars = cars_of(&def, KAMM_FULL, 1, &model);
    kamm_body_def box = gate_at(0, 8);
    kamm_body_def sleeper = placed_at(crate(), 4, 3, 0, 1);
    kamm_world_def world_def = {.ground = kamm_flat_ground,
                                .bodies = join_bodies(&sleeper, 1, &box, 1),
                                .body_count = 1 + 1};
    kamm_world *world = create_world(&world_def);
    kamm_body_id inside[4];
    int changes[2];
    add_cars(world, cars);
    roll_at(cars, 0, 4, 0, 0, 0);
    assert_int_equal(events_of(world, 4, changes), 2);
    size_t size = kamm_world_snapshot_size(world);
    char *snapshot = malloc(size);
    kamm_save_world_snapshot(world, snapshot);
    roll_at(cars, 0, 300, 0, 0, 0);
    assert_int_equal(events_of(world, 4, changes), 1);
    assert_int_equal(changes[0], 1);
    must(kamm_restore_world_snapshot(world, snapshot, size, NULL), NULL);
    assert_int_equal(kamm_read_sensor(world, kamm_body_at(world, 1), inside, 4), 2);
    assert_int_equal(events_of(world, 4, changes), 0); /* it was in it then, and is */
    must(kamm_remove_cars(world, cars, NULL), NULL);
    remove_body(world, 0);
    assert_int_equal(kamm_read_sensor(world, kamm_body_at(world, 1), inside, 4), 0);
    assert_int_equal(kamm_restore_world_snapshot(world, snapshot, size, NULL), KAMM_ERROR_FORMAT);
    free(snapshot);
    kamm_destroy_world(world);
    kamm_destroy_cars(cars);
    kamm_destroy_model(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(laps_are_timed_between_substeps),
        cmocka_unit_test(nothing_is_too_fast_for_a_thin_sensor),
        cmocka_unit_test(events_know_neither_calls_nor_threads),
        cmocka_unit_test(sensors_push_nobody),
        cmocka_unit_test(visits_follow_who_comes_and_goes),
        cmocka_unit_test(visits_are_in_the_snapshot),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
