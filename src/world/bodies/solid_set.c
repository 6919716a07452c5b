/* The solids of a world: made from its def, added and removed between steps.
 *
 * Each has a place in the list that stays its own. One that is removed leaves its place to the next that is added. */
#include "solid_set.h"
#include "../../base/error.h"
#include "../../base/float_mode.h"
#include "../../base/quaternion.h"
#include "../contact/buried_faces.h"
#include "../memory.h"
#include "../state.h"
#include "check.h"
#include "lists.h"
#include "shapes.h"
#include "solids.h"
#include "thing_sleep.h"

#include <math.h>
#include <string.h>

enum { LISTS = 8 };

static void list_all(kamm_world *w, struct world_list lists[LISTS])
{
    const struct world_list all[LISTS] = {
        {(void **)&w->solids, sizeof *w->solids},
        {(void **)&w->own_solid_boxes, sizeof *w->own_solid_boxes},
        {(void **)&w->solid_boxes, sizeof *w->solid_boxes},
        {(void **)&w->solid_convexes, sizeof *w->solid_convexes},
        {(void **)&w->solid_meshes, sizeof *w->solid_meshes},
        {(void **)&w->solid_radii, sizeof *w->solid_radii},
        {(void **)&w->solid_states, sizeof *w->solid_states},
        {(void **)&w->solid_is_gone, sizeof *w->solid_is_gone},
    };
    memcpy(lists, all, sizeof all);
}

/* 0: out of memory, nothing has changed. */
static int make_solid_room(kamm_world *world, int room)
{
    struct world_list lists[LISTS];
    list_all(world, lists);
    if (!kamm_grow_lists(lists, LISTS, (size_t)world->solid_count, (size_t)room)) return 0;
    world->solid_room = room;
    return 1;
}

static void release_shape(kamm_world *world, int solid)
{
    kamm_release(world->solid_convexes[solid]);
    kamm_release_mesh(world->solid_meshes[solid]);
    world->solid_convexes[solid] = NULL;
    world->solid_meshes[solid] = NULL;
}

void kamm_release_solids(kamm_world *world)
{
    struct world_list lists[LISTS];
    list_all(world, lists);
    for (int i = 0; i < world->solid_count; ++i) release_shape(world, i);
    kamm_release_lists(lists, LISTS);
}

/* ---- coming and going ---- */

/* What is in its box, which becomes the one around it. 0: out of memory. */
static int make_shape(kamm_world *world, int i, const kamm_shape *shape)
{
    struct oriented_box *box = &world->own_solid_boxes[i];
    if (shape->kind == KAMM_SHAPE_MESH)
        return (world->solid_meshes[i] = kamm_make_mesh(shape, box)) != NULL;
    world->solid_convexes[i] = kamm_new_convex(shape, box);
    return shape->kind == KAMM_SHAPE_BOX || world->solid_convexes[i];
}

/* One whose frame is that of the world has its box where it says, to the bit. 0: out of memory. */
static int start_solid(kamm_world *world, int i, const kamm_solid *from)
{
    struct solid_state *state = &world->solid_states[i];
    double corners[8][3], farthest = 0;
    kamm_start_box(&from->box, &from->shape, &world->own_solid_boxes[i]);
    if (!make_shape(world, i, &from->shape)) return 0;
    world->solids[i] = *from;
    if (from->friction == 0) world->solids[i].friction = USUAL_FRICTION;
    if (from->restitution == 0) world->solids[i].restitution = USUAL_RESTITUTION;
    world->solids[i].shape.points_m = NULL; /* the caller's */
    world->solids[i].shape.triangles = NULL;
    world->solid_is_gone[i] = 0;
    memset(state, 0, sizeof *state);
    memcpy(state->position, from->position_m, sizeof state->position);
    memcpy(state->q, from->orientation, sizeof state->q);
    kamm_normalise(state->q);
    world->solid_boxes[i].buried = 0;
    kamm_place_solid_box(world, i);
    kamm_box_corners(&world->own_solid_boxes[i], corners);
    for (int c = 0; c < 8; ++c) {
        const double *at = corners[c];
        farthest = fmax(farthest, sqrt((at[0] * at[0] + at[1] * at[1]) + at[2] * at[2]));
    }
    world->solid_radii[i] = farthest;
    world->sleepers_unseen |= from->sensor;
    world->moving_solids += from->moves != 0;
    world->driven_count += from->is_driven_on != 0;
    return 1;
}

int kamm_copy_solids(kamm_world *world, const kamm_world_def *def)
{
    if (!make_solid_room(world, def->solid_count + 1)) return 0;
    for (int i = 0; i < def->solid_count; ++i, ++world->solid_count)
        if (!start_solid(world, i, &def->solids[i])) return 0;
    return 1;
}

/* The first place that is empty, or a new one; -1: out of memory. */
static int find_place(kamm_world *world)
{
    int place = 0;
    while (place < world->solid_count && !world->solid_is_gone[place]) ++place;
    if (place < world->solid_count) return place;
    if (place == world->solid_room && !make_solid_room(world, 2 * place)) return -1;
    world->solid_is_gone[place] = 1;
    ++world->solid_count;
    if (kamm_make_room(world)) return place;
    --world->solid_count;
    return -1;
}

/* What the others cover changes with each that stands; then all pairs are found anew. */
static void forget_pairs(kamm_world *world, int stands)
{
    if (stands) {
        world->broad.sorted_count = 0;
        kamm_bury_faces(world);
    }
    kamm_forget_bodies(world);
}

kamm_result kamm_add_solid(kamm_world *world, const kamm_solid *solid, int *index,
                           kamm_error *error)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_ALIVE(world, KAMM_ERROR_RANGE);
    KAMM_REQUIRE(solid, KAMM_ERROR_RANGE);
    kamm_result result = kamm_check_solid(solid, world->solid_count, error);
    if (result != KAMM_OK) return result;
    if (world->solid_count >= MAX_BODIES)
        return kamm_fail(error, KAMM_ERROR_RANGE, "solids", "solids: a world takes %d", MAX_BODIES);
    int place = find_place(world);
    if (place < 0 || !start_solid(world, place, solid))
        return kamm_fail(error, KAMM_ERROR_MEMORY, "solids",
                         "out of memory for one more than %d solids", world->solid_count);
    forget_pairs(world, !solid->moves);
    if (index) *index = place;
    return KAMM_OK;
}

int kamm_solid_count(const kamm_world *world)
{
    KAMM_REQUIRE_ALIVE(world, 0);
    return world->solid_count;
}

int kamm_has_solid(const kamm_world *world, int solid)
{
    KAMM_REQUIRE_ALIVE(world, 0);
    return has_solid(world, solid);
}

void kamm_remove_solid(kamm_world *world, int solid)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_ALIVE(world, );
    KAMM_REQUIRE(has_solid(world, solid), );
    double low[3], high[3];
    kamm_box_bounds(&world->solid_boxes[solid], low, high);
    kamm_wake_things_near(world, low, high);
    world->moving_solids -= world->solids[solid].moves != 0;
    world->driven_count -= world->solids[solid].is_driven_on != 0;
    world->solid_is_gone[solid] = 1;
    release_shape(world, solid);
    memset(&world->solid_states[solid], 0, sizeof *world->solid_states);
    world->solid_states[solid].q[0] = 1;
    forget_pairs(world, !world->solids[solid].moves);
}
