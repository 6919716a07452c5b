#include "shape_cast.h"

#include "../../base/vector_double.h"

#include <math.h>
#include <string.h>

#define MIN_AXIS_SQUARED 1e-8 /* of the product of two edges */

static double reach_along(const struct oriented_box *box, const double axis[3])
{
    return (box->half[0] * fabs(dot3(box->axis[0], axis)) +
            box->half[1] * fabs(dot3(box->axis[1], axis))) +
           box->half[2] * fabs(dot3(box->axis[2], axis));
}

/* 0: they never overlap along that axis while they do along the others. */
static int narrow(const struct oriented_box *box, const double move[3],
                  const struct oriented_box *other, const double axis[3], struct overlap_time *time)
{
    const double apart[3] = {box->centre[0] - other->centre[0], box->centre[1] - other->centre[1],
                             box->centre[2] - other->centre[2]};
    double at = dot3(apart, axis), speed = dot3(move, axis);
    double reach = reach_along(box, axis) + reach_along(other, axis);
    if (speed == 0) return fabs(at) <= reach;
    double side = speed > 0 ? 1 : -1;
    double first = (-side * reach - at) / speed, last = (side * reach - at) / speed;
    if (last < time->last) time->last = last;
    if (first > time->first) {
        double length = sqrt(dot3(axis, axis));
        time->first = first;
        for (int k = 0; k < 3; ++k) time->normal[k] = -side * axis[k] / length;
    }
    return time->first <= time->last;
}

int kamm_cast_boxes(const struct oriented_box *box, const double move[3],
                    const struct oriented_box *other, struct overlap_time *time)
{
    *time = (struct overlap_time){-INFINITY, INFINITY, {0, 0, 0}};
    for (int k = 0; k < 3; ++k)
        if (!narrow(box, move, other, other->axis[k], time) ||
            !narrow(box, move, other, box->axis[k], time))
            return 0;
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k) {
            double axis[3];
            cross3(box->axis[i], other->axis[k], axis);
            if (dot3(axis, axis) > MIN_AXIS_SQUARED && !narrow(box, move, other, axis, time))
                return 0;
        }
    return 1;
}

int kamm_cast_point(const double from[3], const double move[3], const struct oriented_box *box,
                    struct overlap_time *time)
{
    const double apart[3] = {from[0] - box->centre[0], from[1] - box->centre[1],
                             from[2] - box->centre[2]};
    *time = (struct overlap_time){-INFINITY, INFINITY, {0, 0, 0}};
    for (int k = 0; k < 3; ++k) {
        double at = dot3(apart, box->axis[k]), speed = dot3(move, box->axis[k]);
        if (speed == 0) {
            if (fabs(at) > box->half[k]) return 0;
            continue;
        }
        double side = speed > 0 ? 1 : -1;
        double first = (-side * box->half[k] - at) / speed;
        double last = (side * box->half[k] - at) / speed;
        if (last < time->last) time->last = last;
        if (first > time->first) {
            time->first = first;
            for (int i = 0; i < 3; ++i) time->normal[i] = -side * box->axis[k][i];
        }
        if (time->first > time->last) return 0;
    }
    return 1;
}

void kamm_nearest_in_box(const struct oriented_box *box, const double to[3], double nearest[3])
{
    const double apart[3] = {to[0] - box->centre[0], to[1] - box->centre[1],
                             to[2] - box->centre[2]};
    memcpy(nearest, box->centre, sizeof box->centre);
    for (int k = 0; k < 3; ++k) {
        double own = fmin(fmax(dot3(apart, box->axis[k]), -box->half[k]), box->half[k]);
        for (int i = 0; i < 3; ++i) nearest[i] += own * box->axis[k][i];
    }
}

/* How far a point is from a box, and which way out. */
static double distance_to(const struct oriented_box *box, const double at[3], double out[3])
{
    double nearest[3];
    kamm_nearest_in_box(box, at, nearest);
    for (int k = 0; k < 3; ++k) out[k] = at[k] - nearest[k];
    double distance = length3(out);
    for (int k = 0; k < 3 && distance > 0; ++k) out[k] /= distance;
    return distance;
}

#define TOUCHES_M 1e-9
enum { MAX_NEWTON_STEPS = 60 };

int kamm_cast_sphere(const double from[3], double radius_m, const double move[3],
                     const struct oriented_box *box, struct overlap_time *time)
{
    struct oriented_box grown = *box;
    for (int k = 0; k < 3; ++k) grown.half[k] += radius_m;
    if (!kamm_cast_point(from, move, &grown, time) || time->last < 0) return 0;
    double t = fmax(time->first, 0);
    for (int i = 0; i < MAX_NEWTON_STEPS; ++i) {
        double at[3] = {from[0] + t * move[0], from[1] + t * move[1], from[2] + t * move[2]};
        double gap = distance_to(box, at, time->normal) - radius_m;
        if (gap <= TOUCHES_M) {
            time->first = t;
            if (t == 0 && gap < -TOUCHES_M) memset(time->normal, 0, sizeof time->normal);
            return 1;
        }
        double closing = -dot3(time->normal, move);
        if (!(closing > 0)) return 0;
        t += gap / closing;
    }
    return 0;
}
