/* Faces of static bodies that others cover, where nothing is to catch. */
#include "buried_faces.h"
#include "../state.h"

#include <string.h>

/* Where pieces of a wall cover each other, nothing is to catch. Neighbours are found by the broad phase. */
static int can_be_buried(const kamm_world *world, uint32_t solid)
{
    return world->solids[solid].type == KAMM_BODY_STATIC && !world->solid_convexes[solid] &&
           !world->solid_meshes[solid];
}

static int both_stand(const void *world, const struct bounds *a, const struct bounds *b)
{
    return can_be_buried(world, a->body) && can_be_buried(world, b->body);
}

/* A face is only covered for bodies that collide with both. */
static int may_bury(const struct body_traits *a, const struct body_traits *b)
{
    return !a->sensor && !b->sensor && memcmp(&a->filter, &b->filter, sizeof a->filter) == 0;
}

void kamm_bury_faces(kamm_world *world)
{
    struct broad_phase *broad = &world->broad;
    broad->count = world->solid_count;
    for (int i = 0; i < world->solid_count; ++i) {
        struct bounds *b = &broad->bounds[i];
        world->solid_boxes[i].buried = 0;
        kamm_box_bounds(&world->solid_boxes[i], b->low, b->high);
        b->body = (uint32_t)i, b->idle = 0;
        for (int k = 0; k < 3; ++k) b->low[k] -= 0.02, b->high[k] += 0.02;
    }
    broad->stops_when_full =
        1; /* in a heap of boxes it is all the same which faces are looked at */
    kamm_find_pairs(broad, both_stand, world);
    broad->stops_when_full = 0;
    for (int i = 0; i < broad->pair_count; ++i) {
        struct oriented_box *a = &world->solid_boxes[broad->pairs[i].first];
        struct oriented_box *b = &world->solid_boxes[broad->pairs[i].second];
        if (!may_bury(&world->solids[broad->pairs[i].first],
                      &world->solids[broad->pairs[i].second]))
            continue;
        a->buried |= kamm_buried_faces(a, b);
        b->buried |= kamm_buried_faces(b, a);
    }
    broad->pair_count = 0;
}
