/* The things of a world: made from its def, added and removed between steps, read and moved.
 *
 * Each has a place in the list that stays its own. One that is removed leaves its place to the next that is added; until then
 * nothing touches it and it does not move. */
#include "thing_set.h"
#include "../../base/error.h"
#include "../../base/float_mode.h"
#include "../../base/quaternion.h"
#include "../../base/vector_double.h"
#include "../memory.h"
#include "../state.h"
#include "check.h"
#include "lists.h"
#include "shapes.h"
#include "thing_mass.h"
#include "thing_sleep.h"

#include <math.h>
#include <string.h>

/* ---- the lists ---- */

enum { LISTS = 6 };

static void list_all(kamm_world *w, struct world_list lists[LISTS])
{
    const struct world_list all[LISTS] = {
        {(void **)&w->things, sizeof *w->things},
        {(void **)&w->masses, sizeof *w->masses},
        {(void **)&w->thing_shapes, sizeof *w->thing_shapes},
        {(void **)&w->thing_states, sizeof *w->thing_states},
        {(void **)&w->thing_loads, sizeof *w->thing_loads},
        {(void **)&w->thing_is_gone, sizeof *w->thing_is_gone},
    };
    memcpy(lists, all, sizeof all);
}

/* 0: out of memory, nothing has changed. */
static int make_thing_room(kamm_world *world, int room)
{
    struct world_list lists[LISTS];
    list_all(world, lists);
    if (!kamm_grow_lists(lists, LISTS, (size_t)world->thing_count, (size_t)room)) return 0;
    world->thing_room = room;
    return 1;
}

void kamm_release_things(kamm_world *world)
{
    struct world_list lists[LISTS];
    list_all(world, lists);
    for (int i = 0; i < world->thing_count; ++i) kamm_release_shape(&world->thing_shapes[i]);
    kamm_release_lists(lists, LISTS);
}

/* ---- coming and going ---- */

/* At rest, its frame there. */
static void put(kamm_world *world, int thing, const double position_m[3],
                const double orientation[4])
{
    struct thing_state *state = &world->thing_states[thing];
    double offset[3];
    memset(state, 0, sizeof *state);
    memset(&world->thing_loads[thing], 0, sizeof *world->thing_loads);
    memcpy(state->q, orientation, sizeof state->q);
    kamm_normalise(state->q);
    kamm_rotate(state->q, world->masses[thing].centre_m, offset);
    for (int i = 0; i < 3; ++i) state->position[i] = position_m[i] + offset[i];
}

/* 0: out of memory. */
static int start_thing(kamm_world *world, int thing, const kamm_thing *given)
{
    const kamm_thing usual = kamm_usual_thing(given), *from = &usual;
    kamm_find_thing_mass(from, &world->masses[thing]);
    int made = kamm_shape_thing(from, &world->masses[thing], &world->thing_shapes[thing]);
    if (!made) kamm_release_shape(&world->thing_shapes[thing]);
    if (!made) memset(&world->thing_shapes[thing], 0, sizeof *world->thing_shapes);
    if (!made) return 0;
    world->things[thing] = *from;
    for (int i = 0; i < KAMM_MAX_THING_BOXES; ++i) world->things[thing].shapes[i].points_m = NULL;
    world->thing_is_gone[thing] = 0;
    world->driven_count += from->is_driven_on != 0;
    put(world, thing, from->position_m, from->orientation);
    world->thing_states[thing].asleep = from->asleep != 0;
    world->sleepers_unseen |= from->asleep != 0;
    return 1;
}

int kamm_copy_things(kamm_world *world, const kamm_world_def *def)
{
    if (!make_thing_room(world, def->thing_count + 1)) return 0;
    for (int i = 0; i < def->thing_count; ++i, ++world->thing_count)
        if (!start_thing(world, i, &def->things[i])) return 0;
    return 1;
}

/* The first place that is empty, or a new one; -1: out of memory. */
static int find_place(kamm_world *world)
{
    int place = 0;
    while (place < world->thing_count && !world->thing_is_gone[place]) ++place;
    if (place < world->thing_count) return place;
    if (place == world->thing_room && !make_thing_room(world, 2 * place)) return -1;
    world->thing_is_gone[place] = 1;
    ++world->thing_count;
    if (kamm_make_room(world)) return place;
    --world->thing_count;
    return -1;
}

kamm_result kamm_add_thing(kamm_world *world, const kamm_thing *thing, int *index,
                           kamm_error *error)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_ALIVE(world, KAMM_ERROR_RANGE);
    KAMM_REQUIRE(thing, KAMM_ERROR_RANGE);
    kamm_result result = kamm_check_thing(thing, world->thing_count, error);
    if (result != KAMM_OK) return result;
    if (world->thing_count >= MAX_BODIES)
        return kamm_fail(error, KAMM_ERROR_RANGE, "things", "things: a world takes %d", MAX_BODIES);
    int place = find_place(world);
    if (place < 0 || !start_thing(world, place, thing))
        return kamm_fail(error, KAMM_ERROR_MEMORY, "things",
                         "out of memory for one more than %d things", world->thing_count);
    kamm_forget_bodies(world);
    if (index) *index = place;
    return KAMM_OK;
}

void kamm_remove_thing(kamm_world *world, int thing)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_ALIVE(world, );
    KAMM_REQUIRE(has_thing(world, thing), );
    kamm_wake_things_around(world, world->thing_states[thing].position,
                            world->thing_shapes[thing].radius);
    world->driven_count -= world->things[thing].is_driven_on != 0;
    memset(&world->thing_states[thing], 0, sizeof *world->thing_states);
    memset(&world->thing_loads[thing], 0, sizeof *world->thing_loads);
    world->thing_states[thing].q[0] = 1;
    world->thing_states[thing].asleep = 1;
    world->thing_is_gone[thing] = 1;
    kamm_release_shape(&world->thing_shapes[thing]);
    memset(&world->thing_shapes[thing], 0, sizeof *world->thing_shapes);
    kamm_forget_bodies(world);
}

/* ---- reading and moving ---- */

int kamm_thing_count(const kamm_world *world)
{
    KAMM_REQUIRE_ALIVE(world, 0);
    return world->thing_count;
}

int kamm_has_thing(const kamm_world *world, int thing)
{
    KAMM_REQUIRE_ALIVE(world, 0);
    return has_thing(world, thing);
}

/* The thing's own frame, from its centre of gravity. */
void kamm_read_thing(const kamm_world *world, int thing, kamm_pose *pose, double velocity_mps[3])
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_ALIVE(world, );
    KAMM_REQUIRE(has_thing(world, thing), );
    const struct thing_state *state = &world->thing_states[thing];
    double offset[3];
    kamm_rotate(state->q, world->masses[thing].centre_m, offset);
    if (pose) {
        for (int i = 0; i < 3; ++i) pose->position_m[i] = state->position[i] - offset[i];
        memcpy(pose->orientation, state->q, sizeof state->q);
    }
    if (velocity_mps) memcpy(velocity_mps, state->velocity, sizeof state->velocity);
}

void kamm_place_thing(kamm_world *world, int thing, const double position_m[3],
                      const double orientation[4])
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_ALIVE(world, );
    KAMM_REQUIRE(has_thing(world, thing), );
    KAMM_REQUIRE(position_m, );
    KAMM_REQUIRE(orientation, );
    KAMM_REQUIRE(isfinite((position_m[0] + position_m[1]) + position_m[2]), );
    put(world, thing, position_m, orientation);
    world->covered_substeps = 0;
}

void kamm_read_thing_motion(const kamm_world *world, int thing, kamm_thing_motion *motion)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_ALIVE(world, );
    KAMM_REQUIRE(has_thing(world, thing), );
    KAMM_REQUIRE(motion, );
    const struct thing_state *state = &world->thing_states[thing];
    double arm[3], turning[3];
    kamm_rotate(state->q, world->masses[thing].centre_m, arm);
    cross3(state->angular_velocity, arm, turning);
    for (int i = 0; i < 3; ++i) {
        motion->position_m[i] = state->position[i] - arm[i];
        motion->velocity_mps[i] = state->velocity[i] - turning[i];
    }
    memcpy(motion->orientation, state->q, sizeof state->q);
    memcpy(motion->angular_velocity_radps, state->angular_velocity, sizeof state->angular_velocity);
}

kamm_result kamm_set_thing_motion(kamm_world *world, int thing, const kamm_thing_motion *motion,
                                  kamm_error *error)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_ALIVE(world, KAMM_ERROR_RANGE);
    KAMM_REQUIRE(has_thing(world, thing), KAMM_ERROR_RANGE);
    KAMM_REQUIRE(motion, KAMM_ERROR_RANGE);
    kamm_result result = kamm_check_motion(motion, "thing", thing, error);
    if (result != KAMM_OK) return result;
    struct thing_state *state = &world->thing_states[thing];
    double arm[3], turning[3];
    put(world, thing, motion->position_m, motion->orientation);
    kamm_rotate(state->q, world->masses[thing].centre_m, arm);
    cross3(motion->angular_velocity_radps, arm, turning);
    for (int i = 0; i < 3; ++i) state->velocity[i] = motion->velocity_mps[i] + turning[i];
    memcpy(state->angular_velocity, motion->angular_velocity_radps, sizeof state->angular_velocity);
    world->covered_substeps = 0;
    return KAMM_OK;
}
