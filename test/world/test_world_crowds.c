/* Many cars: a pile-up of 200, and ten thousand that never meet. */
#include "support/quick.h"
#include "support/tier.h"
#include "support/world.h"

#include <math.h>
#include <stdlib.h>

enum { PILE = 200, ROWS = 14 };

/* Cars drive towards a middle from all sides, and brake as they come near. */
static void aim_at_the_middle(kamm_cars *cars, int car)
{
    const double up[3] = {0, 0, 1};
    double x = (car % ROWS - 6.5) * 6, y = (car / ROWS - 7) * 3.6 + car % 3 * 0.3;
    kamm_placement placement = {
        .position_m = {x, y, 0}, .speed_mps = fmin(hypot(x, y) * 0.4, 12), .gear = 0};
    quaternion_about(up, atan2(-y, -x), placement.orientation);
    kamm_place(cars, car, &placement);
    kamm_inputs(cars)[car].gear = 0;
    kamm_inputs(cars)[car].brake = 0.3f;
    kamm_inputs(cars)[car].hand_brake = 0.5f;
}

struct pile {
    kamm_model *model;
    kamm_cars *cars;
    kamm_world *world;
    kamm_threads *threads;
};

static struct pile start_pile(int threads)
{
    kamm_vehicle_def def = plain_car();
    kamm_world_def world_def = {.ground = kamm_flat_ground};
    kamm_error error;
    struct pile pile = {.model = kamm_create_model(&def, KAMM_FULL, &error)};
    if (!pile.model) fail_msg("%s", error.text);
    pile.cars = kamm_create_cars(pile.model, PILE, &error);
    pile.world = create_world(&world_def);
    for (int car = 0; car < PILE; ++car) aim_at_the_middle(pile.cars, car);
    add_cars(pile.world, pile.cars);
    pile.threads = threads > 1 ? kamm_create_threads(threads, &error) : NULL;
    if (pile.threads) kamm_set_world_tasks(pile.world, kamm_run_on_threads, pile.threads);
    return pile;
}

static void end_pile(struct pile *pile)
{
    kamm_destroy_world(pile->world);
    kamm_destroy_threads(pile->threads);
    kamm_destroy_cars(pile->cars);
    kamm_destroy_model(pile->model);
}

/* Root of the mean square of the cars' speeds. */
static double mean_speed(const struct pile *pile)
{
    double sum = 0;
    for (int car = 0; car < PILE; ++car) {
        double speed = kamm_read(pile->cars, car, KAMM_CHANNEL_speed_mps);
        sum += speed * speed;
    }
    return sqrt(sum / PILE);
}

/* A job system that takes the last task first, all in one thread. */
static void run_backwards(void *user, int count, kamm_task *task, void *context)
{
    ++*(int *)user;
    while (count-- > 0) task(context, count);
}

enum { CRASHING = 600 }; /* substeps until many touch */

static uint64_t hash_of_pile(int threads)
{
    struct pile pile = start_pile(threads);
    int calls = 0;
    if (!threads) kamm_set_world_tasks(pile.world, run_backwards, &calls);
    kamm_step_world(pile.world, CRASHING);
    uint64_t hash = kamm_world_state_hash(pile.world);
    assert_int_equal(calls, !threads);
    end_pile(&pile);
    return hash;
}

/* From 9 m/s to rest, but for what still rocks, with the same bits for one thread and more. */
static void pile_up_comes_to_rest_with_the_same_bits_on_threads(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    struct pile one = start_pile(1);
    int touches;
    expect_above(mean_speed(&one), 5);
    for (int n = 0; n < 20; ++n) kamm_step_world(one.world, CRASHING / 20);
    for (int threads = of_tier(4, 0); threads <= 4; threads += of_tier(4, 1))
        if (threads != 1) assert_true(hash_of_pile(threads) == kamm_world_state_hash(one.world));
    kamm_contact_events(one.world, &touches);
    expect_above(touches, 20);
    kamm_step_world(one.world, 2400);
    expect_below(mean_speed(&one), 0.15);
    kamm_contact_events(one.world, &touches);
    expect_above(touches, 50);
    for (int car = 0; car < PILE; ++car) {
        assert_int_equal(kamm_fault(one.cars, car), 0);
        expect_near(kamm_read(one.cars, car, KAMM_CHANNEL_z_m), 0.6, 0.6);
    }
    end_pile(&one);
}

/* What a world keeps beside the state of its cars is none: another one, which has been elsewhere, goes on to the same
 * bits, call by call. */
static void pile_up_goes_on_from_a_snapshot_in_another_world(void **state)
{
    (void)state;
    kamm_error error;
    struct pile one = start_pile(1), other = start_pile(1);
    kamm_step_world(one.world, CRASHING / 3);
    kamm_step_world(other.world, CRASHING / 5);
    size_t size = kamm_world_snapshot_size(one.world);
    void *snapshot = malloc(size);
    assert_non_null(snapshot);
    kamm_save_world_snapshot(one.world, snapshot);
    assert_true(kamm_restore_world_snapshot(other.world, snapshot, size, &error) == KAMM_OK);
    kamm_step_world(one.world, 40);
    for (int n = 0; n < 40; ++n) kamm_step_world(other.world, 1);
    assert_true(kamm_world_state_hash(one.world) == kamm_world_state_hash(other.world));
    free(snapshot);
    end_pile(&one);
    end_pile(&other);
}

/* Cars without contacts do in a world, to the bit, what they do without one. */
static void ten_thousand_cars_drive_as_without_a_world(void **state)
{
    (void)state;
    enum { COUNT = 10000 };
    kamm_vehicle_def def = plain_car();
    kamm_error error;
    kamm_model *model = kamm_create_model(&def, KAMM_FULL, &error);
    kamm_cars *cars = kamm_create_cars(model, COUNT, &error),
              *alone = kamm_create_cars(model, COUNT, &error);
    kamm_world_def world_def = {.ground = kamm_flat_ground};
    kamm_world *world = create_world(&world_def);
    for (int car = 0; car < COUNT; ++car) {
        kamm_placement placement = {.position_m = {car % 100 * 20.0, car / 100 * 20.0, 0},
                                    .speed_mps = car % 30,
                                    .gear = KAMM_GEAR_DRIVE};
        kamm_place(cars, car, &placement);
        kamm_place(alone, car, &placement);
    }
    add_cars(world, cars);
    kamm_step_world(world, 10);
    kamm_step(alone, &kamm_flat_ground, 10);
    assert_true(kamm_state_hash(cars) == kamm_state_hash(alone));
    kamm_destroy_world(world);
    kamm_destroy_cars(cars);
    kamm_destroy_cars(alone);
    kamm_destroy_model(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pile_up_comes_to_rest_with_the_same_bits_on_threads),
        cmocka_unit_test(pile_up_goes_on_from_a_snapshot_in_another_world),
        cmocka_unit_test(ten_thousand_cars_drive_as_without_a_world),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
