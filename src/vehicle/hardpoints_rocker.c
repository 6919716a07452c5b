/* Rockers: a body that turns about an axis of the frame as a rod takes it along.
 *
 * a is the rod's inner end and d its outer one, from a point of the axis e; R is the rocker's rotation by an angle t.
 * The rod keeps its length: |R a - d| = L. Of that only d . R a changes with t, and it is A cos t + B sin t with what
 * of a is across the axis: closed, with two solutions, of which the rocker has the one that it has at rest. */
#include "hardpoints.h"

#include "../base/vector_double.h"

#include <math.h>

struct rocker {
    const double *pivot;
    double axis[3], inner[3], across[3],
        above[3]; /* of the inner end: from the pivot; parts across the axis, and turned */
    double length_m;
};

static double split(const double axis[3], const double v[3], double across[3], double above[3])
{
    double along = dot3(v, axis);
    for (int i = 0; i < 3; ++i) across[i] = v[i] - along * axis[i];
    cross3(axis, across, above);
    return along;
}

static struct rocker rocker_of(const kamm_hardpoints_def *p)
{
    struct rocker r = {.pivot = p->rocker_pivot_m};
    double rod[3];
    for (int i = 0; i < 3; ++i) {
        r.axis[i] = p->rocker_axis_m[i] - p->rocker_pivot_m[i];
        r.inner[i] = p->push_inner_m[i] - p->rocker_pivot_m[i];
        rod[i] = p->push_outer_m[i] - p->push_inner_m[i];
    }
    double length = length3(r.axis);
    for (int i = 0; i < 3; ++i) r.axis[i] /= length > 0 ? length : 1;
    split(r.axis, r.inner, r.across, r.above);
    r.length_m = length3(rod);
    return r;
}

/* The angle between the inner end and the outer one, seen along the axis. */
static double lead_of(const struct rocker *r, const double to[3])
{
    return atan2(dot3(to, r->above), dot3(to, r->across));
}

/* The rocker's turn where the rod's outer end is at `to` from the pivot; and by how far the rod misses. */
static double turn_of(const struct rocker *r, const double rest[3], const double to[3],
                      double *misfit_m)
{
    double across[3], above[3];
    double along = dot3(r->inner, r->axis) * split(r->axis, to, across, above);
    double radius = length3(r->across) * length3(across);
    double squares = dot3(r->inner, r->inner) + dot3(to, to) - 2 * along;
    double cosine = radius > 0 ? (squares - r->length_m * r->length_m) / (2 * radius) : 2;
    double reached = fmax(-1, fmin(1, cosine));
    *misfit_m = cosine > 1 || cosine < -1
                    ? fabs(sqrt(fmax(squares - 2 * radius * reached, 0)) - r->length_m)
                    : 0;
    return lead_of(r, to) - copysign(acos(reached), lead_of(r, rest));
}

double kamm_follow_rocker(const kamm_hardpoints_def *points, const double outer[3],
                          const double outer_rate[3], const double design[3], double out[3],
                          double rate[3])
{
    struct rocker r = rocker_of(points);
    double rest[3], to[3], from[3], across[3], above[3], inner[3], swing[3], rod[3], misfit_m;
    for (int i = 0; i < 3; ++i) {
        rest[i] = points->push_outer_m[i] - r.pivot[i];
        to[i] = outer[i] - r.pivot[i];
        from[i] = design[i] - r.pivot[i];
    }
    double turn = turn_of(&r, rest, to, &misfit_m), c = cos(turn), s = sin(turn);
    double along = split(r.axis, from, across, above), inner_along = dot3(r.inner, r.axis);
    for (int i = 0; i < 3; ++i) {
        inner[i] = inner_along * r.axis[i] + c * r.across[i] + s * r.above[i];
        from[i] = along * r.axis[i] + c * across[i] + s * above[i];
        rod[i] = inner[i] - to[i];
        out[i] = r.pivot[i] + from[i];
    }
    cross3(r.axis, inner, swing);
    double pulls = dot3(rod, swing), speed = pulls != 0 ? dot3(rod, outer_rate) / pulls : 0;
    cross3(r.axis, from, rate);
    for (int i = 0; i < 3; ++i) rate[i] *= speed;
    return misfit_m;
}
