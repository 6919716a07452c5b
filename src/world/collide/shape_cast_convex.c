/* When shapes that are not all boxes touch: see shape_cast.h. */
#include "shape_cast.h"

#include "../../base/vector_double.h"
#include "distance.h"

#include <math.h>
#include <string.h>

#define TOUCHES_M 1e-9
enum { MAX_NEWTON_STEPS = 60 };

/* On from `start`, where the boxes around both touch with that normal (or 0: they overlap at 0). Distance is a convex function of the
 * time, so that each step ends at the touch or before. The normal is that of the last distance that is one: bodies with faces
 * land at the touch itself, where there is none. */
static int advance(const struct placed_convex *moving, const double move[3],
                   const struct placed_convex *other, double start, struct overlap_time *time)
{
    double t = start, radius = moving->of->radius + other->of->radius;
    for (int i = 0; i < MAX_NEWTON_STEPS; ++i) {
        const double shift[3] = {t * move[0], t * move[1], t * move[2]};
        struct nearest_points near;
        kamm_find_nearest(moving, shift, other, &near);
        double gap = near.distance - radius;
        if (near.distance > TOUCHES_M && (gap > TOUCHES_M || t > 0))
            memcpy(time->normal, near.out, sizeof near.out);
        if (gap <= TOUCHES_M) {
            time->first = t;
            return 1;
        }
        double closing = -dot3(time->normal, move);
        if (!(closing > 0)) return 0;
        t += gap / closing;
        if (t > time->last) return 0;
    }
    return 0;
}

int kamm_cast_placed(const struct placed_convex *moving, const double move[3],
                     const struct placed_convex *other, struct overlap_time *time)
{
    if (time->last < 0) return 0;
    if (time->first < 0) memset(time->normal, 0, sizeof time->normal);
    return advance(moving, move, other, fmax(time->first, 0), time);
}

int kamm_cast_collider(const struct collider *moving, const double move[3],
                       const struct collider *other, struct overlap_time *time)
{
    struct convex boxes[2];
    struct placed_convex placed[2];
    if (!kamm_cast_boxes(moving->box, move, other->box, time)) return 0;
    kamm_place_collider(moving, &boxes[0], &placed[0]);
    kamm_place_collider(other, &boxes[1], &placed[1]);
    return kamm_cast_placed(&placed[0], move, &placed[1], time);
}

/* Into the axes of a box, about its centre or without. */
static void into_box(const struct oriented_box *box, const double v[3], const double from[3],
                     double out[3])
{
    const double apart[3] = {v[0] - from[0], v[1] - from[1], v[2] - from[2]};
    for (int k = 0; k < 3; ++k) out[k] = dot3(apart, box->axis[k]);
}

/* Between the times at which it comes below all faces and above one. */
static int pass_faces(const struct convex *convex, const double from[3], const double move[3],
                      struct overlap_time *time, int *face)
{
    *time = (struct overlap_time){-INFINITY, INFINITY, {0, 0, 0}};
    *face = -1;
    for (int f = 0; f < convex->face_count; ++f) {
        double speed = dot3(convex->face[f].normal, move);
        double over = dot3(convex->face[f].normal, from) - convex->face[f].level;
        if (speed == 0 && over > 0) return 0;
        if (speed < 0 && -over / speed > time->first) time->first = -over / speed, *face = f;
        if (speed > 0 && -over / speed < time->last) time->last = -over / speed;
        if (time->first > time->last) return 0;
    }
    return 1;
}

static int cast_point(const double from[3], const double move[3], const struct collider *other,
                      struct overlap_time *time)
{
    static const double origin[3] = {0, 0, 0};
    double own_from[3], own_move[3];
    int face;
    into_box(other->box, from, other->box->centre, own_from);
    into_box(other->box, move, origin, own_move);
    if (!pass_faces(other->convex, own_from, own_move, time, &face) || time->last < 0) return 0;
    if (time->first < 0) {
        time->first = 0;
        return 1;
    }
    const double *n = other->convex->face[face].normal;
    for (int k = 0; k < 3; ++k)
        time->normal[k] = (n[0] * other->box->axis[0][k] + n[1] * other->box->axis[1][k]) +
                          n[2] * other->box->axis[2][k];
    return 1;
}

int kamm_cast_ball(const double from[3], double radius_m, const double move[3],
                   const struct collider *other, struct overlap_time *time)
{
    struct convex ball = {.point_count = 1, .radius = radius_m};
    struct placed_convex placed[2];
    struct oriented_box grown = *other->box;
    if (radius_m == 0 && other->convex->face_count) return cast_point(from, move, other, time);
    for (int k = 0; k < 3; ++k) grown.half[k] += radius_m;
    if (!kamm_cast_point(from, move, &grown, time)) return 0;
    placed[0].of = &ball;
    memcpy(placed[0].point[0], from, sizeof placed[0].point[0]);
    memcpy(placed[0].centre, from, sizeof placed[0].centre);
    kamm_place_convex(other->convex, other->box, &placed[1]);
    return kamm_cast_placed(&placed[0], move, &placed[1], time);
}

/* From the beginning on, and from the end back. */
int kamm_cast_past(const struct collider *moving, const double move[3],
                   const struct collider *other, struct overlap_time *time)
{
    struct oriented_box before = *moving->box;
    struct overlap_time back;
    if (!moving->convex && !other->convex)
        return kamm_cast_boxes(moving->box, move, other->box, time);
    const double reverse[3] = {-move[0], -move[1], -move[2]};
    for (int k = 0; k < 3; ++k) before.centre[k] -= move[k];
    const struct collider from = {&before, moving->convex};
    if (!kamm_cast_collider(&from, move, other, time) || time->first > 1) return 0;
    if (!kamm_cast_collider(moving, reverse, other, &back) || back.first > 1) return 0;
    time->first -= 1;
    time->last = -back.first;
    return 1;
}
