/* Faces of boxes that others cover, where nothing is to catch: of static bodies, and of each body that is not dynamic among its own
 * shapes. */
#include "buried_faces.h"
#include "../bodies/leaves.h"
#include "../state.h"

#include <string.h>

#define NEAR_M 0.02 /* of each of two neighbours */

/* In a heap of boxes, whose pairs are as many as their square, it is all the same which faces are looked at. */
enum { MOST_PAIRS = 4000000 };

static void widen(double low[3], double high[3], double by)
{
    for (int k = 0; k < 3; ++k) low[k] -= by, high[k] += by;
}

static int are_near(const struct oriented_box *a, const struct oriented_box *b)
{
    double low[2][3], high[2][3];
    kamm_box_bounds(a, low[0], high[0]);
    kamm_box_bounds(b, low[1], high[1]);
    for (int i = 0; i < 2; ++i) widen(low[i], high[i], NEAR_M);
    for (int k = 0; k < 3; ++k)
        if (low[0][k] > high[1][k] || low[1][k] > high[0][k]) return 0;
    return 1;
}

static int is_box(const struct body_shape *shape, int i)
{
    return !shape->convexes[i] && !shape->meshes[i];
}

/* ---- of one body ---- */

static const struct body_shape *shape_at(const kamm_world *world, int fixed)
{
    return &world->fixed_shapes[fixed];
}

/* A kinematic body covers its own faces wherever it is. */
static const struct oriented_box *own_boxes(const kamm_world *world, int fixed)
{
    const struct body_shape *shape = shape_at(world, fixed);
    return fixed < world->kinematic_count ? shape->boxes : shape->placed;
}

/* Faces of a body's boxes that others of its own cover. */
static void bury_among_own(kamm_world *world, int fixed)
{
    const struct body_shape *shape = shape_at(world, fixed);
    const struct oriented_box *own = own_boxes(world, fixed);
    for (int i = 0; i < shape->box_count; ++i) {
        shape->placed[i].buried = 0;
        for (int k = 0; k < shape->box_count && !world->fixed_traits[fixed].sensor; ++k)
            if (i != k && is_box(shape, i) && is_box(shape, k) && are_near(&own[i], &own[k]))
                shape->placed[i].buried |= kamm_buried_faces(&own[i], &own[k]);
    }
}

/* Faces of one of a body's boxes that those of another cover. */
static uint32_t faces_covered_by(const kamm_world *world, int fixed, int box, int other)
{
    const struct body_shape *a = shape_at(world, fixed), *b = shape_at(world, other);
    uint32_t faces = 0;
    for (int k = 0; k < b->box_count && is_box(a, box); ++k)
        if (is_box(b, k) && are_near(&a->placed[box], &b->placed[k]))
            faces |= kamm_buried_faces(&a->placed[box], &b->placed[k]);
    return faces;
}

static void bury_by(kamm_world *world, int fixed, int other)
{
    const struct body_shape *shape = shape_at(world, fixed);
    for (int i = 0; i < shape->box_count; ++i)
        shape->placed[i].buried |= faces_covered_by(world, fixed, i, other);
}

/* Whether no other body can cover more of it. */
static int is_buried(const struct body_shape *shape)
{
    for (int i = 0; i < shape->box_count; ++i)
        if (is_box(shape, i) && shape->placed[i].buried != ALL_FACES) return 0;
    return 1;
}

static int is_covered_by(const kamm_world *world, int fixed, int other)
{
    for (int i = 0; i < shape_at(world, fixed)->box_count; ++i)
        if (faces_covered_by(world, fixed, i, other)) return 1;
    return 0;
}

/* ---- of neighbours ---- */

static void start_neighbours(const kamm_world *world, int fixed, struct overlap_walk *walk)
{
    double low[3], high[3];
    kamm_bound_fixed(world, fixed, low, high);
    widen(low, high, 2 * NEAR_M + 1e-6); /* that each comes nearer by a bit is asked exactly */
    kamm_start_overlaps(&world->fixed_tree, low, high, walk);
}

/* The place of the next one, or -1. */
static int next_neighbour(const kamm_world *world, struct overlap_walk *walk)
{
    int32_t index = kamm_next_overlap(walk);
    return index < 0 ? -1 : world->slots[index].place;
}

/* A face is only covered for bodies that collide with both. */
static int may_bury(const kamm_world *world, int one, int other)
{
    const struct body_traits *a = &world->fixed_traits[one], *b = &world->fixed_traits[other];
    return one != other && a->type == KAMM_BODY_STATIC && b->type == KAMM_BODY_STATIC &&
           !a->sensor && !b->sensor && memcmp(&a->filter, &b->filter, sizeof a->filter) == 0;
}

/* Looks at no more than `left` neighbours, and counts them. */
static void bury_faces_of(kamm_world *world, int fixed, int *left)
{
    struct overlap_walk walk;
    bury_among_own(world, fixed);
    if (world->fixed_traits[fixed].type != KAMM_BODY_STATIC) return;
    const struct body_shape *shape = shape_at(world, fixed);
    start_neighbours(world, fixed, &walk);
    for (int i; *left > 0 && !is_buried(shape) && (i = next_neighbour(world, &walk)) >= 0; --*left)
        if (may_bury(world, fixed, i)) bury_by(world, fixed, i);
}

void kamm_bury_faces(kamm_world *world)
{
    int left = MOST_PAIRS;
    for (int i = 0; i < world->fixed_count; ++i) bury_faces_of(world, i, &left);
}

void kamm_bury_faces_around(kamm_world *world, int fixed)
{
    struct overlap_walk walk;
    int left = MOST_PAIRS;
    bury_faces_of(world, fixed, &left);
    if (world->fixed_traits[fixed].type != KAMM_BODY_STATIC) return;
    start_neighbours(world, fixed, &walk);
    for (int i; (i = next_neighbour(world, &walk)) >= 0;)
        if (may_bury(world, fixed, i) && !is_buried(shape_at(world, i))) bury_by(world, i, fixed);
}

/* A floor has thousands of neighbours, few of which cover it. */
void kamm_uncover_faces_around(kamm_world *world, int fixed)
{
    struct overlap_walk walk;
    int left = MOST_PAIRS;
    if (world->fixed_traits[fixed].type != KAMM_BODY_STATIC) return;
    start_neighbours(world, fixed, &walk);
    for (int i; (i = next_neighbour(world, &walk)) >= 0;)
        if (i != fixed && world->fixed_traits[i].type == KAMM_BODY_STATIC &&
            is_covered_by(world, i, fixed))
            bury_faces_of(world, i, &left);
}
