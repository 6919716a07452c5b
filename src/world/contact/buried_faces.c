/* Faces of boxes that others cover, where nothing is to catch: of static bodies, and of each body that is not dynamic among its own
 * shapes. */
#include "buried_faces.h"
#include "../state.h"

#include <string.h>

/* The static or kinematic body that has a shape of the pool. */
static int fixed_of_shape(const kamm_world *world, uint32_t shape)
{
    int low = 0, high = world->fixed_count;
    while (high - low > 1) {
        int middle = (low + high) / 2;
        if ((uint32_t)world->fixed_shapes[middle].first <= shape)
            low = middle;
        else
            high = middle;
    }
    return low;
}

static int is_box(const kamm_world *world, uint32_t shape)
{
    return !world->fixed_pool.convexes[shape] && !world->fixed_pool.meshes[shape];
}

/* A face is only covered for bodies that collide with both. */
static int have_same_filter(const struct body_traits *a, const struct body_traits *b)
{
    return memcmp(&a->filter, &b->filter, sizeof a->filter) == 0;
}

static int may_bury(const kamm_world *world, uint32_t one, uint32_t other)
{
    int i = fixed_of_shape(world, one), k = fixed_of_shape(world, other);
    const struct body_traits *a = &world->fixed_traits[i], *b = &world->fixed_traits[k];
    if (a->sensor || b->sensor) return 0;
    return i == k ||
           (a->type == KAMM_BODY_STATIC && b->type == KAMM_BODY_STATIC && have_same_filter(a, b));
}

/* Neighbours are found by the broad phase, whose bodies are shapes of the pool here. */
static int both_are_boxes(const void *user, const struct bounds *a, const struct bounds *b)
{
    const kamm_world *world = user;
    return is_box(world, a->body) && is_box(world, b->body) && may_bury(world, a->body, b->body);
}

void kamm_bury_faces(kamm_world *world)
{
    struct broad_phase *broad = &world->broad;
    struct oriented_box *boxes = world->fixed_pool.placed;
    broad->count = world->fixed_pool.count;
    for (int i = 0; i < broad->count; ++i) {
        struct bounds *b = &broad->bounds[i];
        boxes[i].buried = 0;
        kamm_box_bounds(&boxes[i], b->low, b->high);
        b->body = (uint32_t)i, b->idle = 0;
        for (int k = 0; k < 3; ++k) b->low[k] -= 0.02, b->high[k] += 0.02;
    }
    broad->stops_when_full =
        1; /* in a heap of boxes it is all the same which faces are looked at */
    kamm_find_pairs(broad, both_are_boxes, world);
    broad->stops_when_full = 0;
    for (int i = 0; i < broad->pair_count; ++i) {
        struct oriented_box *a = &boxes[broad->pairs[i].first];
        struct oriented_box *b = &boxes[broad->pairs[i].second];
        a->buried |= kamm_buried_faces(a, b);
        b->buried |= kamm_buried_faces(b, a);
    }
    broad->pair_count = 0;
}
