/* Worlds: made, filled with cars, asked. The step is in world_step.c. */
#include "../base/error.h"
#include "../base/float_mode.h"
#include "../base/quaternion.h"
#include "world_check.h"
#include "world_state.h"

#include <math.h>
#include <string.h>

#define DEFAULT_SUBSTEP_S (1.0 / 240)

static int copy_solids(kamm_world *world, const kamm_world_def *def)
{
    static const double none[3] = {0, 0, 0}, upright[4] = {1, 0, 0, 0};
    size_t count = (size_t)def->solid_count;
    world->solid_count = def->solid_count;
    world->solids = kamm_allocate_array(count + 1, sizeof *world->solids);
    world->solid_boxes = kamm_allocate_array(count + 1, sizeof *world->solid_boxes);
    if (!world->solids || !world->solid_boxes) return 0;
    if (count) memcpy(world->solids, def->solids, count * sizeof *world->solids);
    for (size_t i = 0; i < count; ++i)
        kamm_orient_box(&world->solids[i].box, none, upright, &world->solid_boxes[i]);
    return 1;
}

/* Where pieces of a wall cover each other, nothing is to catch. Neighbours are found by the broad phase. */
static int always_near(const void *user, const struct bounds *a, const struct bounds *b)
{
    (void)user, (void)a, (void)b;
    return 1;
}

static void bury_faces(kamm_world *world)
{
    struct broad_phase *broad = &world->broad;
    broad->count = world->solid_count;
    for (int i = 0; i < world->solid_count; ++i) {
        struct bounds *b = &broad->bounds[i];
        kamm_box_bounds(&world->solid_boxes[i], b->low, b->high);
        b->body = (uint32_t)i, b->idle = 0;
        for (int k = 0; k < 3; ++k) b->low[k] -= 0.02, b->high[k] += 0.02;
    }
    broad->stops_when_full =
        1; /* in a heap of boxes it is all the same which faces are looked at */
    kamm_find_pairs(broad, always_near, NULL);
    broad->stops_when_full = 0;
    for (int i = 0; i < broad->pair_count; ++i) {
        struct oriented_box *a = &world->solid_boxes[broad->pairs[i].first];
        struct oriented_box *b = &world->solid_boxes[broad->pairs[i].second];
        a->buried |= kamm_buried_faces(a, b);
        b->buried |= kamm_buried_faces(b, a);
    }
    broad->pair_count = 0;
}

kamm_world *kamm_create_world(const kamm_world_def *def, kamm_error *error)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE(def, NULL);
    if (kamm_check_world_def(def, error) != KAMM_OK) return NULL;
    kamm_world *world = kamm_allocate(sizeof *world);
    if (world) {
        world->ground = def->ground;
        world->dt = def->substep_s > 0 ? def->substep_s : DEFAULT_SUBSTEP_S;
        if (copy_solids(world, def) && kamm_copy_things(world, def) && kamm_make_room(world)) {
            bury_faces(world);
            return world;
        }
    }
    kamm_destroy_world(world);
    kamm_fail(error, KAMM_ERROR_MEMORY, "", "out of memory for a world of %d solids and %d things",
              def->solid_count, def->thing_count);
    return NULL;
}

void kamm_destroy_world(kamm_world *world)
{
    if (!world) return;
    kamm_release_groups(world);
    kamm_release_room(world);
    kamm_release(world->solids);
    kamm_release(world->solid_boxes);
    kamm_release_things(world);
    kamm_release(world);
}

const kamm_ground *kamm_world_ground(const kamm_world *world)
{
    KAMM_REQUIRE(world, NULL);
    return &world->ground;
}

/* Cars whose ground is only asked for every so often are told of it at once. */
kamm_result kamm_set_world_ground(kamm_world *world, const kamm_ground *ground, kamm_error *error)
{
    KAMM_REQUIRE(world, KAMM_ERROR_RANGE);
    KAMM_REQUIRE(ground, KAMM_ERROR_RANGE);
    kamm_result result = kamm_check_ground(ground, error);
    if (result != KAMM_OK) return result;
    world->ground = *ground;
    world->covered_substeps = 0;
    for (int i = 0; i < world->group_count; ++i)
        for (int block = 0; block < world->groups[i].cars->blocks; ++block)
            world->groups[i].cars->stale[block] = UINT16_MAX;
    return KAMM_OK;
}

const kamm_contact_event *kamm_contact_events(const kamm_world *world, int *count)
{
    KAMM_REQUIRE(world, NULL);
    KAMM_REQUIRE(count, NULL);
    *count = world->touch_count;
    return world->touches;
}
