/* Combinations in worlds: they drive as they do alone, and crash as cars do. */
#include "support/quick.h"
#include "support/tier.h"
#include "support/trailers.h"
#include "support/world.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *const shipped[] = {"volvo-v40-caravan", "tractor-semitrailer-laden",
                                      "articulated-bus", "tractor-semitrailer-crate"};
enum { SHIPPED = 4 };
static const double rates[] = {240, 60, 120, 600, 1200};

static void add_combinations(kamm_world *world, struct combination *combination)
{
    kamm_error error;
    if (kamm_add_combinations(world, combination->combinations, &error)) fail_msg("%s", error.text);
}

static int units_of(const struct combination *combination)
{
    return kamm_combination_units(combination->combinations);
}

static void roll_combination(struct combination *combination, int index, double x, double y,
                             double yaw, double speed)
{
    kamm_placement at = kamm_placement_on(&kamm_flat_ground, x, y, yaw);
    at.speed_mps = speed;
    at.gear = 0;
    kamm_place_combination(combination->combinations, index, &at, NULL);
    for (int u = 0; u < units_of(combination); ++u)
        kamm_inputs(kamm_combination_cars(combination->combinations, u))[index].gear = 0;
}

/* All of it: motion, springs, height. */
static double energy_of_combination(struct combination *combination)
{
    double sum = 0;
    for (int u = 0; u < units_of(combination); ++u)
        sum += kamm_read(kamm_combination_cars(combination->combinations, u), 0,
                         KAMM_CHANNEL_energy_j);
    return sum;
}

static void no_unit_is_faulty(struct combination *combination, const char *what)
{
    for (int u = 0; u < units_of(combination); ++u)
        if (kamm_fault(kamm_combination_cars(combination->combinations, u), 0))
            fail_msg("%s: unit %d", what, u);
}

static void steer_in_curves(kamm_combinations *combinations, int frame)
{
    for (int i = 0; i < kamm_combination_count(combinations); ++i) {
        kamm_input *input = &kamm_inputs(kamm_combination_cars(combinations, 0))[i];
        input->throttle = frame < 6 ? 0.8f : 0;
        input->brake = frame < 6 ? 0 : 0.4f;
        input->steering_wheel_rad = (float)(frame % 3 - 1) * 0.1f * (float)(i % 4);
    }
}

/* On the same ground, with other cars far away that come in and out of each other's way. */
static void alone_they_have_the_bits_of_themselves(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    kamm_world_def world_def = {.ground = kamm_flat_ground};
    kamm_vehicle_def others = rolling_car();
    others.stepping.substeps_per_s = 240;
    for (int s = 0; s < SHIPPED; ++s) {
        struct combination alone = start_shipped(shipped[s], KAMM_FULL, 240, 18),
                           in_world = start_shipped(shipped[s], KAMM_FULL, 240, 18);
        kamm_model *model;
        kamm_cars *cars = cars_of(&others, KAMM_FULL, 2, &model);
        kamm_world *world = create_world(&world_def);
        add_cars(world, cars);
        add_combinations(world, &in_world);
        roll_at(cars, 0, 0, 5000, 0, 12);
        roll_at(cars, 1, 15, 5000, 0, 6);
        for (int i = 0; i < 18; ++i) {
            roll_combination(&alone, i, 0, 30.0 * i, 0, 15);
            roll_combination(&in_world, i, 0, 30.0 * i, 0, 15);
        }
        for (int frame = 0; frame < of_tier(2, 12); ++frame) {
            steer_in_curves(alone.combinations, frame);
            steer_in_curves(in_world.combinations, frame);
            kamm_step_combinations(alone.combinations, &kamm_flat_ground, 60);
            kamm_step_world(world, 60);
        }
        assert_true(kamm_combinations_hash(alone.combinations) ==
                    kamm_combinations_hash(in_world.combinations));
        kamm_destroy_world(world);
        end_cars(cars);
        end_combination(&alone);
        end_combination(&in_world);
    }
}

struct crash {
    struct combination combination;
    kamm_body_def wall;
    kamm_world *world;
};

/* Its nose 2 m before a thick wall. */
static struct crash into_wall(const char *name, double rate, double speed, double yaw)
{
    struct crash crash = {.combination = start_shipped(name, KAMM_FULL, rate, 1),
                          .wall = wall_across(0, 0.4, 0.1)};
    kamm_model_info info = kamm_describe(crash.combination.models[0]);
    double nose = info.cg_behind_front_axle_m + info.front_overhang_m;
    crash.wall.shapes[0].box.half_m[0] = crash.wall.shapes[0].box.half_m[2] = 4;
    crash.wall.shapes[0].box.centre_m[0] = 4;
    kamm_world_def def = {.ground = kamm_flat_ground, .bodies = &crash.wall, .body_count = 1};
    crash.world = create_world(&def);
    add_combinations(crash.world, &crash.combination);
    roll_combination(&crash.combination, 0, -2 - nose - info.width_m * fabs(sin(yaw)) / 2, 0, yaw,
                     speed);
    return crash;
}

static void end_crash(struct crash *crash)
{
    kamm_destroy_world(crash->world);
    end_combination(&crash->combination);
}

/* From the first contact on: the most that energy rises by from its least; and how far the nose's middle gets beyond the
 * wall's face. */
struct course {
    double least_j, risen_j, deepest_m;
};

static double nose_of(struct crash *crash)
{
    kamm_cars *cars = kamm_combination_cars(crash->combination.combinations, 0);
    kamm_model_info info = kamm_describe(crash->combination.models[0]);
    kamm_pose pose;
    kamm_read_pose(cars, 0, 1, &pose, NULL);
    return pose.position_m[0] + (info.cg_behind_front_axle_m + info.front_overhang_m) *
                                    cos(kamm_read(cars, 0, KAMM_CHANNEL_yaw_rad));
}

static struct course follow(struct crash *crash, int substeps)
{
    struct course course = {0};
    for (int n = 0, touches, touched = 0; n < substeps; ++n) {
        kamm_step_world(crash->world, 1);
        double energy = energy_of_combination(&crash->combination);
        kamm_contact_events(crash->world, &touches);
        course.least_j = touched ? fmin(course.least_j, energy) : energy;
        touched |= touches > 0;
        course.risen_j = fmax(course.risen_j, energy - course.least_j);
        course.deepest_m = fmax(course.deepest_m, nose_of(crash));
    }
    return course;
}

static void crash_one(const char *name, double rate, double speed, double yaw)
{
    struct crash crash = into_wall(name, rate, speed, yaw);
    double moved = 0;
    for (int u = 0; u < units_of(&crash.combination); ++u)
        moved += 0.5 * kamm_describe(crash.combination.models[u]).mass_kg * speed * speed;
    struct course course = follow(&crash, (int)(3 * rate));
    double left = 0;
    for (int u = 0; u < units_of(&crash.combination); ++u) {
        kamm_cars *cars = kamm_combination_cars(crash.combination.combinations, u);
        double v = kamm_read(cars, 0, KAMM_CHANNEL_speed_mps);
        left += 0.5 * kamm_describe(crash.combination.models[u]).mass_kg * v * v;
    }
    kamm_hitch_state hitch = hitch_of(&crash.combination, 0, 1);
    /* What pushes from behind arrives a substep later: the coarser, the further it gets. */
    double behind = kamm_describe(crash.combination.models[1]).mass_kg /
                    kamm_describe(crash.combination.models[0]).mass_kg;
    double deepest = 0.02 + behind * speed / rate, risen = rate < 240 ? 0.035 : 0.004;
    /* A crate of 0.43 of the mass comes back from the headboard with 0.45 of its speed, and takes the rest with it. */
    double rebound = strcmp(name, "tractor-semitrailer-crate") == 0 ? pow(0.43 * 0.45, 2) : 0;
    if (course.risen_j > risen * moved || course.deepest_m > deepest ||
        left > (0.015 + rebound) * moved || !(hypot(hitch.gap_m[0], hitch.gap_m[1]) < 0.002))
        fail_msg("%s, %g substeps a second, %g m/s, %g rad: energy rose by %g and %g is left of 1, "
                 "%g m deep, hitch %g m apart",
                 name, rate, speed, yaw, course.risen_j / moved, left / moved, course.deepest_m,
                 hypot(hitch.gap_m[0], hitch.gap_m[1]));
    no_unit_is_faulty(&crash.combination, name);
    end_crash(&crash);
}

/* At all rates, straight and askew: the wall takes their motion, and gives none. */
static void a_wall_stops_them(void **state)
{
    (void)state;
    static const double speeds[] = {8, 20, 3}, yaws[] = {0, 0.3};
    for (int s = 0; s < SHIPPED; ++s)
        for (int r = 0; r < of_tier(2, 5); ++r)
            for (int v = 0; v < of_tier(2, 3); ++v)
                for (int y = 0; y < of_tier(1, 2); ++y)
                    if (in_long_tier() || (s + r + v) % 2 == 0)
                        crash_one(shipped[s], rates[r], speeds[v], yaws[y]);
}

/* On ground without friction, in no air: a car runs into the caravan's side, and what they have of momentum stays. */
static void a_car_runs_into_a_trailer(void **state)
{
    (void)state;
    kamm_vehicle_def def = rolling_car(), pair[2] = {towing_car(), caravan()};
    kamm_world_def world_def = {.ground = smooth_ice()};
    def.stepping.substeps_per_s = 240;
    for (int u = 0; u < 2; ++u) pair[u].stepping.substeps_per_s = 240;
    struct combination combination = start_combination(pair, 2, KAMM_FULL, 1);
    kamm_model *model;
    kamm_cars *car = cars_of(&def, KAMM_FULL, 1, &model),
              *trailer = kamm_combination_cars(combination.combinations, 1);
    kamm_world *world = create_world(&world_def);
    add_combinations(world, &combination);
    add_cars(world, car);
    roll_combination(&combination, 0, 0, 0, 0, 0);
    roll_at(car, 0, kamm_read(trailer, 0, KAMM_CHANNEL_x_m), -6, PI / 2, 10);
    struct momentum before = momentum_of(car, 0), after;
    int touched = 0;
    for (int n = 0; n < 240; ++n) {
        int count;
        kamm_step_world(world, 1);
        const kamm_contact_event *events = kamm_contact_events(world, &count);
        for (int i = 0; i < count; ++i) /* groups: car, caravan, the other one */
            touched |= 1 << (4 * events[i].group[0] + events[i].group[1]);
    }
    after = sum_of_momenta(momentum_of(car, 0),
                           momentum_of(kamm_combination_cars(combination.combinations, 0), 0));
    after = sum_of_momenta(after, momentum_of(trailer, 0));
    assert_int_equal(touched, 1 << (4 * 1 + 2));
    expect_near(after.linear_ns[0], before.linear_ns[0], 1e-3 * before.linear_ns[1]);
    expect_near(after.linear_ns[1], before.linear_ns[1], 1e-3 * before.linear_ns[1]);
    expect_below(after.energy_j, 1.001 * before.energy_j);
    expect_above(kamm_read(trailer, 0, KAMM_CHANNEL_speed_mps), 1);
    expect_above(fabs(kamm_read(kamm_combination_cars(combination.combinations, 0), 0,
                                KAMM_CHANNEL_yaw_rate_radps)),
                 0.05);
    expect_below(fabs(hitch_of(&combination, 0, 1).gap_m[1]), 0.001);
    kamm_destroy_world(world);
    end_cars(car);
    end_combination(&combination);
}

/* Many that run into each other and a wall. */
enum { CRASHING = 7, CRASH_SUBSTEPS = 420 };
struct pile {
    struct combination combination;
    kamm_world *world;
};

static struct pile start_pile(void)
{
    struct pile pile = {.combination =
                            start_shipped("tractor-semitrailer-laden", KAMM_FULL, 240, CRASHING)};
    kamm_body_def wall = wall_across(12, 0.4, 0.1);
    kamm_world_def def = {.ground = kamm_flat_ground, .bodies = &wall, .body_count = 1};
    pile.world = create_world(&def);
    add_combinations(pile.world, &pile.combination);
    for (int i = 0; i < CRASHING; ++i)
        roll_combination(&pile.combination, i, -25.0 * (i / 2), i % 2 ? 1.5 : -1.5, 0.02 * i,
                         12 + 3 * i);
    return pile;
}

static void end_pile(struct pile *pile)
{
    kamm_destroy_world(pile->world);
    end_combination(&pile->combination);
}

/* A job system that takes the last task first, all in one thread. */
static void run_backwards(void *user, int count, kamm_task *task, void *context)
{
    (void)user;
    while (count-- > 0) task(context, count);
}

static uint64_t hash_in_calls_of(int substeps, kamm_run_tasks *run, void *user)
{
    struct pile pile = start_pile();
    kamm_set_world_tasks(pile.world, run, user);
    for (int done = 0; done < CRASH_SUBSTEPS; done += substeps)
        kamm_step_world(pile.world, substeps);
    uint64_t hash = kamm_world_state_hash(pile.world);
    end_pile(&pile);
    return hash;
}

static void grouping_and_threads_change_no_bit(void **state)
{
    (void)state;
    uint64_t expected = hash_in_calls_of(CRASH_SUBSTEPS, NULL, NULL);
    assert_true(hash_in_calls_of(of_tier(7, 1), NULL, NULL) == expected);
    assert_true(hash_in_calls_of(60, run_backwards, NULL) == expected);
    for (int count = 1; count <= of_tier(2, 4); ++count) {
        kamm_threads *threads = kamm_create_threads(count, NULL);
        if (!threads) continue; /* a machine without */
        assert_true(hash_in_calls_of(60, kamm_run_on_threads, threads) == expected);
        kamm_destroy_threads(threads);
    }
}

/* With an open hitch, which comes back closed. */
static void a_snapshot_restores_the_hitches_too(void **state)
{
    (void)state;
    struct pile pile = start_pile();
    kamm_error error;
    kamm_step_world(pile.world, 100);
    size_t size = kamm_world_snapshot_size(pile.world);
    void *snapshot = malloc(size);
    kamm_save_world_snapshot(pile.world, snapshot);
    uint64_t then = kamm_world_state_hash(pile.world);
    kamm_uncouple(pile.combination.combinations, 2, 1);
    assert_true(kamm_world_state_hash(pile.world) != then);
    kamm_step_world(pile.world, 60);
    uint8_t *last_hitch = (uint8_t *)snapshot + size - sizeof(uint64_t) - 1;
    *last_hitch = 2; /* neither open nor closed */
    assert_int_equal(kamm_restore_world_snapshot(pile.world, snapshot, size, &error),
                     KAMM_ERROR_FORMAT);
    *last_hitch = 1;
    assert_int_equal(kamm_restore_world_snapshot(pile.world, snapshot, size, &error), KAMM_OK);
    assert_true(kamm_world_state_hash(pile.world) == then);
    assert_true(kamm_is_coupled(pile.combination.combinations, 2, 1));
    kamm_step_world(pile.world, CRASH_SUBSTEPS - 100);
    assert_true(kamm_world_state_hash(pile.world) == hash_in_calls_of(CRASH_SUBSTEPS, NULL, NULL));
    free(snapshot);
    end_pile(&pile);
}

/* A semitrailer lies over its tractor: they touch no body, coupled, bent or uncoupled. A bent caravan that is uncoupled leans on its car. */
static void units_that_are_coupled_do_not_touch(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    kamm_world_def def = {.ground = kamm_flat_ground};
    for (int s = 0; s < SHIPPED; ++s)
        for (int bent = 0; bent < 2; ++bent) {
            struct combination combination = start_shipped(shipped[s], KAMM_FULL, 240, 1);
            kamm_world *world = create_world(&def);
            const double angle = bent ? 0.6 : 0;
            kamm_placement at = kamm_placement_on(&kamm_flat_ground, 0, 0, 0);
            int count;
            add_combinations(world, &combination);
            kamm_place_combination(combination.combinations, 0, &at, &angle);
            kamm_step_world(world, 60);
            kamm_contact_events(world, &count);
            assert_int_equal(count, 0);
            kamm_uncouple(combination.combinations, 0, 1);
            kamm_step_world(world, 60);
            const kamm_contact_event *event = kamm_contact_events(world, &count);
            assert_int_equal(count, bent && s == 0);
            if (count) expect_below((double)event->speed_mps, 0.1);
            no_unit_is_faulty(&combination, shipped[s]);
            kamm_destroy_world(world);
            end_combination(&combination);
        }
}

/* Another substep, and the same cars twice: both are reported, and the world does not change. */
static void what_does_not_fit_is_told(void **state)
{
    (void)state;
    kamm_world_def def = {.ground = kamm_flat_ground};
    kamm_world *world = create_world(&def);
    kamm_error error;
    struct combination combination = start_shipped(shipped[0], KAMM_FULL, 240, 1);
    struct combination other = start_shipped(shipped[0], KAMM_FULL, 120, 1);
    add_combinations(world, &combination);
    assert_int_equal(kamm_add_combinations(world, other.combinations, &error), KAMM_ERROR_RANGE);
    assert_string_equal(error.path, "stepping.substeps_per_s");
    assert_int_equal(kamm_add_combinations(world, combination.combinations, &error),
                     KAMM_ERROR_RANGE);
    kamm_step_world(world, 10);
    kamm_destroy_world(world);
    end_combination(&other);
    end_combination(&combination);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(alone_they_have_the_bits_of_themselves),
        cmocka_unit_test(a_wall_stops_them),
        cmocka_unit_test(a_car_runs_into_a_trailer),
        cmocka_unit_test(grouping_and_threads_change_no_bit),
        cmocka_unit_test(a_snapshot_restores_the_hitches_too),
        cmocka_unit_test(units_that_are_coupled_do_not_touch),
        cmocka_unit_test(what_does_not_fit_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
