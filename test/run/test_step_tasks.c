/* Cars whose blocks are tasks: the bits of kamm_step, in any order and on any threads, and nothing is allocated. */
#include "support/quick.h"
#include "support/rungs.h"
#include "support/tier.h"
#include "support/world_files.h"

#include <limits.h>
#include <stdlib.h>

enum { CARS = 41, FRAMES = 4, SUBSTEPS = 20 };

/* -- On any threads -- */
static void run_backwards(void *user, int count, kamm_task *task, void *context)
{
    int *calls = user;
    ++*calls;
    for (int i = count - 1; i >= 0; --i) task(context, i);
}

static void run_odd_first(void *user, int count, kamm_task *task, void *context)
{
    int *calls = user;
    ++*calls;
    for (int i = 1; i < count; i += 2) task(context, i);
    for (int i = 0; i < count; i += 2) task(context, i);
}

struct runner {
    kamm_run_tasks *run;
    void *user;
};

/* -- A drive -- */
enum { GROUNDS = 4 };
static struct rough_ground rough;

static kamm_ground ground_of(int which)
{
    static kamm_contact contacts[CARS][4];
    if (which == 0) return kamm_flat_ground;
    if (which == 1) return kamm_plane_ground(0.06, -0.04, 0.9);
    if (which == 2) return ground_of_rough(&rough);
    kamm_ground ground = kamm_flat_ground;
    for (int car = 0; car < CARS; ++car)
        for (int w = 0; w < 4; ++w) {
            contacts[car][w] = kamm_flat_ground.plane;
            contacts[car][w].friction = 0.3f + 0.01f * (float)car;
        }
    ground.contacts = contacts[0];
    return ground;
}

static void compile(kamm_rung rung, int mixed, const kamm_model *models[CARS])
{
    for (int car = 0; car < CARS; ++car) {
        kamm_vehicle_def def = plain_car();
        def.body.mass_kg += mixed ? 10 * car : 0;
        def.aids.abs = mixed && car % 3 == 0;
        models[car] = car == 0 || mixed ? compile_rung(&def, rung) : models[0];
    }
}

static void destroy(int mixed, const kamm_model *models[CARS])
{
    for (int car = 0; car < (mixed ? CARS : 1); ++car)
        kamm_destroy_model((kamm_model *)models[car]);
}

static kamm_cars *start(int mixed, const kamm_model *const models[CARS])
{
    kamm_cars *cars = mixed ? kamm_create_mixed_cars(models, CARS, NULL)
                            : kamm_create_cars(models[0], CARS, NULL);
    assert_non_null(cars);
    return cars;
}

static void drive(kamm_cars *cars, const kamm_ground *ground, const struct runner *runner)
{
    for (int car = 0; car < CARS; ++car)
        put_car(cars, car, ground, 0.3 * car, 2 + 0.7 * car, KAMM_GEAR_DRIVE);
    for (int frame = 0; frame < FRAMES; ++frame) {
        for (int car = 0; car < CARS; ++car) {
            kamm_inputs(cars)[car].steering_wheel_rad = 0.1f * (float)((frame + 7 * car) % 20 - 10);
            kamm_inputs(cars)[car].brake = (frame + car) % 5 == 0;
            kamm_inputs(cars)[car].throttle = 0.5f;
        }
        if (runner)
            kamm_step_tasks(cars, ground, SUBSTEPS, runner->run, runner->user);
        else
            kamm_step(cars, ground, SUBSTEPS);
    }
}

/* The snapshot holds more than the hash: contacts, outputs, where the ground was asked for, the count of substeps. */
static void expect_same(const kamm_cars *a, const kamm_cars *b)
{
    size_t size = kamm_snapshot_size(a);
    char *bytes = malloc(2 * size);
    kamm_save_snapshot(a, bytes);
    kamm_save_snapshot(b, bytes + size);
    assert_memory_equal(bytes, bytes + size, size);
    free(bytes);
}

static void expect_same_drives(kamm_rung rung, int mixed, int which, const struct runner *runners,
                               int count)
{
    kamm_ground ground = ground_of(which);
    const kamm_model *models[CARS];
    compile(rung, mixed, models);
    kamm_cars *cars = start(mixed, models);
    drive(cars, &ground, NULL);
    for (int i = 0; i < count; ++i) {
        kamm_cars *others = start(mixed, models);
        drive(others, &ground, &runners[i]);
        expect_same(cars, others);
        kamm_destroy_cars(others);
    }
    kamm_destroy_cars(cars);
    destroy(mixed, models);
}

static void any_order_and_any_threads_give_the_same_bits(void **state)
{
    (void)state;
    int calls = 0, drives = 0;
    kamm_threads *threads = kamm_create_threads(3, NULL);
    assert_non_null(threads);
    const struct runner runners[] = {{NULL, NULL},
                                     {run_backwards, &calls},
                                     {run_odd_first, &calls},
                                     {kamm_run_on_threads, threads}};
    make_rough(&rough, 3, 1.7, 0.03, 0.9);
    for (EACH_RUNG(rung))
        for (int i = 0; i < 2 * GROUNDS; ++i) {
            if (((int)rung + i) % of_tier(7, 1)) continue;
            ++drives;
            kamm_set_width(i % 4 == 3 ? 1 : 0, NULL);
            expect_same_drives(rung, i / GROUNDS, i % GROUNDS, runners, 4);
        }
    assert_int_equal(calls, drives * FRAMES * 2);
    for (int width = 4; width <= 16; width *= 2)
        if (kamm_set_width(width, NULL) == KAMM_OK)
            for (int mixed = 0; mixed < 2; ++mixed)
                expect_same_drives(KAMM_FULL, mixed, 1, runners, 4);
    kamm_set_width(0, NULL);
    kamm_destroy_threads(threads);
}

/* -- Memory -- */
static void no_task_allocates(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    struct counted_memory memory = {INT_MAX, 0};
    kamm_set_allocator(allocate_while_left, release_counted, &memory);
    const kamm_model *models[CARS];
    compile(KAMM_FULL, 1, models);
    kamm_cars *cars = start(1, models);
    kamm_threads *threads = kamm_create_threads(2, NULL);
    int left = memory.left;
    assert_true(memory.alive > CARS);
    drive(cars, &kamm_flat_ground, &(struct runner){kamm_run_on_threads, threads});
    assert_int_equal(memory.left, left);
    kamm_destroy_threads(threads);
    kamm_destroy_cars(cars);
    destroy(1, models);
    kamm_set_allocator(NULL, NULL, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_order_and_any_threads_give_the_same_bits),
        cmocka_unit_test(no_task_allocates),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
