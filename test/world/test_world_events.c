/* Contact events: when a touch begins and ends, over calls, snapshots and sleep; and what touches. */
#include "support/quick.h"
#include "support/world.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const kamm_rung all_rungs[] = {KAMM_KINEMATIC, KAMM_RIGID2D, KAMM_SINGLE_TRACK,
                                      KAMM_DOUBLE_TRACK, KAMM_FULL};
enum { RUNGS = 5 };

static const kamm_contact_event *event_between(const kamm_world *world, kamm_body_type a,
                                               kamm_body_type b)
{
    int count;
    const kamm_contact_event *events = kamm_contact_events(world, &count);
    for (int i = 0; i < count; ++i)
        if (events[i].type[0] == a && events[i].type[1] == b) return &events[i];
    return NULL;
}

/* A car hits a wall and rolls back from it: one begin, then one end, whatever the calls; the same sum of impulses. */
struct bump {
    int begins, ends;
    double impulse_ns;
};
static struct bump bump(kamm_rung rung, int substeps_a_call)
{
    kamm_model *model;
    kamm_vehicle_def def = rolling_car();
    def.stepping.substeps_per_s = 240;
    kamm_cars *cars = cars_of(&def, rung, 1, &model);
    kamm_body_def wall = wall_across(5, 0.5, 0.4);
    wall.material = 21;
    kamm_world_def world_def = {.ground = kamm_flat_ground, .bodies = &wall, .body_count = 1};
    kamm_world *world = create_world(&world_def);
    struct bump bump = {0};
    roll_at(cars, 0, 0, 0, 0, 10);
    add_cars(world, cars);
    must(kamm_set_car_material(world, cars, 0, 22, NULL), NULL);
    for (int n = 0; n < 240; n += substeps_a_call) {
        kamm_step_world(world, substeps_a_call);
        const kamm_contact_event *event = event_between(world, KAMM_BODY_CAR, KAMM_BODY_STATIC);
        if (!event) continue;
        bump.begins += (event->phase & KAMM_CONTACT_BEGAN) != 0;
        bump.ends += (event->phase & KAMM_CONTACT_ENDED) != 0;
        bump.impulse_ns += (double)event->impulse_ns;
        assert_int_equal(event->material[0], 22);
        assert_int_equal(event->material[1], 21);
        if (event->impulse_ns > 0)
            expect_near(event->friction, sqrt(0.5 * def.body.contact_friction), 1e-6);
    }
    kamm_destroy_world(world);
    kamm_destroy_cars(cars);
    kamm_destroy_model(model);
    return bump;
}

static void touches_begin_once_and_end_once(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    for (int r = 0; r < RUNGS; ++r) {
        const struct bump whole = bump(all_rungs[r], 240), single = bump(all_rungs[r], 1);
        const struct bump some = bump(all_rungs[r], 8);
        assert_int_equal(whole.begins, 1);
        assert_int_equal(single.begins, 1);
        assert_int_equal(some.begins, 1);
        assert_int_equal(whole.ends, 1);
        assert_int_equal(single.ends, 1);
        assert_int_equal(some.ends, 1);
        expect_share(single.impulse_ns, whole.impulse_ns, 1e-5);
        expect_share(some.impulse_ns, whole.impulse_ns, 1e-5);
    }
}

/* A crate falls on a plate, lies, sleeps, and is struck off by a car: begin, rest without begin and end, end. */
static void resting_touches_neither_begin_nor_end(void **state)
{
    (void)state;
    kamm_body_def plate = {.shapes[0].box = {{0, 0, 0.3}, {2, 2, 0.1}, {0}}, .friction = 0.5f};
    kamm_body_def box = placed_at(crate(), 0, 0, 0.9, 0);
    kamm_world_def def = {
        .ground = kamm_flat_ground, .bodies = join_bodies(&box, 1, &plate, 1), .body_count = 1 + 1};
    kamm_world *world = create_world(&def);
    int begins = 0, ends = 0;
    for (int n = 0; n < 600; ++n) {
        kamm_step_world(world, 1);
        const kamm_contact_event *event = event_between(world, KAMM_BODY_DYNAMIC, KAMM_BODY_STATIC);
        begins += event && event->phase & KAMM_CONTACT_BEGAN;
        ends += event && event->phase & KAMM_CONTACT_ENDED;
    }
    assert_int_equal(begins - ends, 1);
    expect_below(begins, 4);
    const kamm_body_motion thrown = {.position_m = {0, 0, 0.5}, .velocity_mps = {9, 0, 6}};
    set_body(world, 0, &thrown);
    for (int n = 0; n < 60; ++n) {
        kamm_step_world(world, 1);
        const kamm_contact_event *event = event_between(world, KAMM_BODY_DYNAMIC, KAMM_BODY_STATIC);
        begins += event && event->phase & KAMM_CONTACT_BEGAN;
        ends += event && event->phase & KAMM_CONTACT_ENDED;
    }
    assert_int_equal(begins, ends);
    kamm_destroy_world(world);
}

/* A car that is dropped on its roof begins to touch the ground, lies there, and no longer does once it is put on its wheels.
 * A touch that is shorter than a call is reported. */
static void bodies_begin_and_end_to_touch_the_ground(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    for (int substeps = 1; substeps <= 240; substeps *= 240) {
        kamm_model *model;
        kamm_vehicle_def def = rolling_car();
        def.stepping.substeps_per_s = 240;
        kamm_cars *cars = cars_of(&def, KAMM_FULL, 17, &model);
        kamm_world_def world_def = {.ground = kamm_flat_ground};
        kamm_world *world = create_world(&world_def);
        const double forward[3] = {1, 0, 0}, velocity[3] = {1, 0, 0}, still[3] = {0, 0, 0};
        double q[4], at[3] = {0, 0, 2.0};
        int begins = 0, ends = 0;
        for (int i = 0; i < 17; ++i) roll_at(cars, i, 0, 10 * i, 0, 0);
        quaternion_about(forward, 3, q);
        set_motion(cars, 0, at, q, velocity, still);
        add_cars(world, cars);
        for (int n = 0; n < 960; n += substeps) {
            kamm_step_world(world, substeps);
            const kamm_contact_event *event = event_between(world, KAMM_BODY_CAR, KAMM_BODY_GROUND);
            if (!event) continue;
            begins += (event->phase & KAMM_CONTACT_BEGAN) != 0;
            ends += (event->phase & KAMM_CONTACT_ENDED) != 0;
            assert_int_equal(event->index[0], 0);
            if (event->impulse_ns > 0) {
                expect_near(event->friction, def.body.contact_friction, 1e-6);
                expect_near(event->normal[2], -1, 1e-6);
            }
        }
        expect_above(begins, 0);
        int lies = event_between(world, KAMM_BODY_CAR, KAMM_BODY_GROUND) != NULL;
        assert_int_equal(lies, 1);
        if (substeps == 1) assert_int_equal(begins - ends, 1);
        roll_at(cars, 0, 0, 0, 0, 0);
        kamm_step_world(world, 8);
        const kamm_contact_event *event = event_between(world, KAMM_BODY_CAR, KAMM_BODY_GROUND);
        assert_non_null(event);
        assert_int_equal(event->phase & KAMM_CONTACT_ENDED, KAMM_CONTACT_ENDED);
        kamm_step_world(world, 8);
        assert_null(event_between(world, KAMM_BODY_CAR, KAMM_BODY_GROUND));
        kamm_destroy_world(world);
        kamm_destroy_cars(cars);
        kamm_destroy_model(model);
    }
}

/* What touched when a snapshot was saved touches when it is restored: the same phases again. */
static void snapshots_hold_who_touches(void **state)
{
    (void)state;
    kamm_model *model;
    kamm_vehicle_def def = rolling_car();
    def.stepping.substeps_per_s = 240;
    kamm_cars *cars = cars_of(&def, KAMM_FULL, 1, &model);
    kamm_body_def box = placed_at(crate(), 3.5, 0, 0, 1);
    kamm_world_def world_def = {.ground = kamm_flat_ground, .bodies = &box, .body_count = 1};
    kamm_world *world = create_world(&world_def);
    enum { STEPS = 200 };
    static int32_t phases[2][STEPS];
    roll_at(cars, 0, 0, 0, 0, 10);
    add_cars(world, cars);
    while (!event_between(world, KAMM_BODY_CAR, KAMM_BODY_DYNAMIC)) kamm_step_world(world, 1);
    kamm_step_world(world, 20);
    size_t size = kamm_world_snapshot_size(world);
    char *snapshot = malloc(size);
    kamm_save_world_snapshot(world, snapshot);
    for (int run = 0; run < 2; ++run) {
        for (int n = 0; n < STEPS; ++n) {
            kamm_step_world(world, 1);
            const kamm_contact_event *event =
                event_between(world, KAMM_BODY_CAR, KAMM_BODY_DYNAMIC);
            phases[run][n] = event ? event->phase : -1;
        }
        must(kamm_restore_world_snapshot(world, snapshot, size, NULL), NULL);
    }
    assert_memory_equal(phases[0], phases[1], sizeof phases[0]);
    free(snapshot);
    kamm_destroy_world(world);
    kamm_destroy_cars(cars);
    kamm_destroy_model(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(touches_begin_once_and_end_once),
        cmocka_unit_test(resting_touches_neither_begin_nor_end),
        cmocka_unit_test(bodies_begin_and_end_to_touch_the_ground),
        cmocka_unit_test(snapshots_hold_who_touches),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
