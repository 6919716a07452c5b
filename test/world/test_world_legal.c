/* What a world's snapshot may hold: as it was saved, and of dynamic bodies that could be set in motion so. All else is refused, and
 * changes nothing. */
#include "run/snapshot_mark.h"
#include "support/cars.h"
#include "support/trailers.h"
#include "support/world.h"
#include "world/state.h"

#include <math.h>
#include <string.h>

enum { DYNAMIC_AT = 32 }; /* where their states are in a snapshot: behind its header */

/* A car, a combination, a dynamic body that flies and a fixed body that moves. */
struct scene {
    kamm_world *world;
    kamm_model *model;
    kamm_cars *cars;
    struct combination combination;
    char *saved, *changed;
    size_t size;
};

static struct scene start_scene(void)
{
    kamm_error error;
    kamm_vehicle_def car = rolling_car(), units[] = {towing_car(), caravan()};
    units[0].stepping = units[1].stepping = car.stepping;
    struct scene s = {.world = create_world(&(kamm_world_def){.substep_s = 0}),
                      .combination = start_combination(units, 2, KAMM_SINGLE_TRACK, 1)};
    s.cars = cars_of(&car, KAMM_SINGLE_TRACK, 1, &s.model);
    roll_at(s.cars, 0, 0, 0, 0, 10);
    place_combination(&s.combination, 0, 5);
    add_cars(s.world, s.cars);
    must(kamm_add_combinations(s.world, s.combination.combinations, &error), &error);
    kamm_body_def dynamic_body = placed_at(crate(), 0, 30, 5, 0);
    kamm_body_def wall = wall_across(60, 0.5, 0);
    wall.type = KAMM_BODY_KINEMATIC;
    must(kamm_add_body(s.world, &dynamic_body, NULL, &error), &error);
    must(kamm_add_body(s.world, &wall, NULL, &error), &error);
    kamm_step_world(s.world, 20);
    s.size = kamm_world_snapshot_size(s.world);
    s.saved = test_malloc(s.size), s.changed = test_malloc(s.size);
    kamm_save_world_snapshot(s.world, s.saved);
    assert_memory_equal(s.saved + DYNAMIC_AT, s.world->dynamic_states,
                        sizeof(struct dynamic_state));
    return s;
}

static void end_scene(struct scene *s)
{
    kamm_destroy_world(s->world);
    kamm_destroy_cars(s->cars);
    kamm_destroy_model(s->model);
    end_combination(&s->combination);
    test_free(s->saved), test_free(s->changed);
}

static int takes(struct scene *s, kamm_error *error)
{
    uint64_t before = kamm_world_state_hash(s->world);
    int is_taken = kamm_restore_world_snapshot(s->world, s->changed, s->size, error) == KAMM_OK;
    if (!is_taken && kamm_world_state_hash(s->world) != before)
        fail_msg("refused, and something is changed");
    return is_taken;
}

static void a_changed_byte_is_refused_wherever_it_is(void **state)
{
    (void)state;
    struct scene s = start_scene();
    for (size_t at = 0; at < s.size; at += at < 2048 ? 1 : 61) {
        memcpy(s.changed, s.saved, s.size);
        s.changed[at] ^= (char)(1 << at % 8);
        if (takes(&s, NULL)) fail_msg("taken with byte %zu of %zu changed", at, s.size);
    }
    memcpy(s.changed, s.saved, s.size);
    assert_true(takes(&s, NULL));
    end_scene(&s);
}

/* Whose sum is right, with the double at that place of the first dynamic body's state. */
static int takes_body(struct scene *s, size_t place, double value, kamm_error *error)
{
    memcpy(s->changed, s->saved, s->size);
    memcpy(s->changed + DYNAMIC_AT + place, &value, sizeof value);
    write_sum(s->changed, s->size - sizeof(uint64_t));
    return takes(s, error);
}

static void bodies_are_in_states_that_can_be_set(void **state)
{
    (void)state;
    struct scene s = start_scene();
    static const struct {
        size_t place;
        double good[2], bad[4];
    } cases[] = {
        {offsetof(struct dynamic_state, position), {-500, 1e5}, {1e12, -1e300, NAN, INFINITY}},
        {offsetof(struct dynamic_state, q), {1, 1}, {0.9, 2, 0, NAN}},
        {offsetof(struct dynamic_state, velocity), {-300, 300}, {1e6, -1e6, 1e300, NAN}},
        {offsetof(struct dynamic_state, angular_velocity), {-100, 100}, {1e6, -1e6, 1e300, NAN}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        kamm_error error;
        for (int k = 0; k < 2; ++k)
            if (!takes_body(&s, cases[i].place, cases[i].good[k], &error))
                fail_msg("%s", error.text);
        for (int k = 0; k < 4; ++k) {
            if (takes_body(&s, cases[i].place, cases[i].bad[k], &error))
                fail_msg("taken: %g at byte %zu", cases[i].bad[k], cases[i].place);
            assert_non_null(strstr(error.text, "dynamic body 0 has a state that no body has"));
        }
    }
    end_scene(&s);
}

/* The header's bounds: 1000 m/s, 1000 rad/s and 10 million km, of each component, either way. */
static void motions_are_taken_up_to_the_bounds_of_the_header(void **state)
{
    (void)state;
    const kamm_body_def body = placed_at(crate(), 0, 0, 0, 0);
    kamm_world_def def = {.ground = kamm_flat_ground, .bodies = &body, .body_count = 1};
    kamm_world *world = create_world(&def);
    const kamm_body handle = kamm_body_at(world, 0);
    for (int i = 0; i < 3; ++i)
        for (double sign = -1; sign < 2; sign += 2) {
            kamm_body_motion motion, within, beyond[3];
            kamm_error error = {0};
            read_body(world, 0, &motion);
            within = beyond[0] = beyond[1] = beyond[2] = motion;
            within.velocity_mps[i] = within.angular_velocity_radps[i] = sign * 999;
            within.position_m[i] = sign * 0.999e10;
            must(kamm_set_body_motion(world, handle, &within, &error), &error);
            beyond[0].velocity_mps[i] = sign * 1001;
            beyond[1].angular_velocity_radps[i] = sign * 1001;
            beyond[2].position_m[i] = sign * 1.001e10;
            for (int k = 0; k < 3; ++k)
                assert_int_equal(kamm_set_body_motion(world, handle, &beyond[k], &error),
                                 KAMM_ERROR_RANGE);
            must(kamm_set_body_motion(world, handle, &motion, &error), &error);
        }
    kamm_destroy_world(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_changed_byte_is_refused_wherever_it_is),
        cmocka_unit_test(bodies_are_in_states_that_can_be_set),
        cmocka_unit_test(motions_are_taken_up_to_the_bounds_of_the_header),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
