/* Points and lines with a radius against polyhedra and each other: where the nearest points are (Ericson, Real-Time Collision
 * Detection, 2005, section 5.1.9), or, where the line itself is in the polyhedron, out of the face that is nearest. */
#include "convex_round.h"

#include "../../base/vector_double.h"

#include <string.h>

/* A contact that leans less than that from a face's normal lies on the face: a capsule lies on both its ends. */
#define ON_FACE 0.998

static double clamped(double x) { return x < 0 ? 0 : x > 1 ? 1 : x; }

struct nearest {
    double at_a[3], at_b[3], squared;
};

static void point_on(const double from[3], const double to[3], double share, double out[3])
{
    for (int i = 0; i < 3; ++i) out[i] = from[i] + share * (to[i] - from[i]);
}

static double squared_apart(const double a[3], const double b[3])
{
    double d[3];
    subtract3(a, b, d);
    return dot3(d, d);
}

/* Finds the nearest points of two lines between their ends, which may be points. */
static void nearest_of_lines(const double *const a[2], const double *const b[2],
                             struct nearest *out)
{
    double u[3], v[3], w[3], s = 0, t = 0;
    subtract3(a[1], a[0], u), subtract3(b[1], b[0], v), subtract3(a[0], b[0], w);
    double uu = dot3(u, u), vv = dot3(v, v), uv = dot3(u, v), uw = dot3(u, w), vw = dot3(v, w);
    double across = uu * vv - uv * uv;
    if (across > 1e-12 * uu * vv) s = clamped((uv * vw - uw * vv) / across);
    if (vv > 0) t = (uv * s + vw) / vv;
    if (t < 0 || t > 1) {
        t = clamped(t);
        s = uu > 0 ? clamped((uv * t - uw) / uu) : 0;
    } else if (!(vv > 0) && uu > 0) {
        s = clamped(-uw / uu);
    }
    point_on(a[0], a[1], s, out->at_a);
    point_on(b[0], b[1], t, out->at_b);
    out->squared = squared_apart(out->at_a, out->at_b);
}

static void line_of(const struct placed_convex *c, const double *out[2])
{
    out[0] = c->point[0];
    out[1] = c->point[c->of->point_count - 1];
}

static void set_point(struct manifold *out, const double on_first[3], double gap)
{
    struct contact_point *point = &out->points[out->count];
    for (int i = 0; i < 3; ++i) point->at[i] = on_first[i] + 0.5 * gap * out->normal[i];
    point->gap_m = gap;
    point->feature = (uint32_t)out->count++;
}

void kamm_collide_round(const struct placed_convex *a, const struct placed_convex *b,
                        double margin_m, struct manifold *out)
{
    const double *line_a[2], *line_b[2];
    struct nearest near;
    double on_a[3];
    out->count = 0;
    line_of(a, line_a), line_of(b, line_b);
    nearest_of_lines(line_a, line_b, &near);
    double apart = sqrt(near.squared), gap = apart - a->of->radius - b->of->radius;
    if (gap > margin_m) return;
    const double up[3] = {0, 0, 1};
    for (int i = 0; i < 3; ++i)
        out->normal[i] = apart > 1e-9 ? (near.at_b[i] - near.at_a[i]) / apart : up[i];
    for (int i = 0; i < 3; ++i) on_a[i] = near.at_a[i] + a->of->radius * out->normal[i];
    set_point(out, on_a, gap);
}

const double *kamm_side_of_face(const struct placed_convex *c, int face, int side, double out[3])
{
    const struct convex_face *f = &c->of->face[face];
    const int *corner = &c->of->corner[f->first];
    const double *from = c->point[corner[side]];
    const double *to = c->point[corner[side + 1 < f->count ? side + 1 : 0]];
    double along[3] = {to[0] - from[0], to[1] - from[1], to[2] - from[2]};
    cross3(along, c->normal[face], out);
    double length = length3(out);
    for (int i = 0; i < 3 && length > 0; ++i) out[i] /= length;
    return from;
}

int kamm_is_over_face(const struct placed_convex *c, int face, const double point[3])
{
    for (int i = 0; i < c->of->face[face].count; ++i) {
        double outward[3];
        const double *from = kamm_side_of_face(c, face, i, outward);
        double aside[3] = {point[0] - from[0], point[1] - from[1], point[2] - from[2]};
        if (dot3(outward, aside) > 0) return 0;
    }
    return 1;
}

/* The part of the line that lies below all faces; 0: none does. */
static int runs_through(const struct placed_convex *c, const double *const line[2])
{
    double low = 0, high = 1;
    for (int f = 0; f < c->of->face_count; ++f) {
        double a = dot3(c->normal[f], line[0]) - c->level[f];
        double b = dot3(c->normal[f], line[1]) - c->level[f];
        if (a > 0 && b > 0) return 0;
        if (a <= 0 && b <= 0) continue;
        double at = a / (a - b);
        if (a > 0 && at > low) low = at;
        if (b > 0 && at < high) high = at;
    }
    return low <= high;
}

/* The face over which the line lies highest, by its lower end. */
static int highest_face(const struct placed_convex *c, const double *const line[2], double *height)
{
    int best = 0;
    for (int f = 0; f < c->of->face_count; ++f) {
        double a = dot3(c->normal[f], line[0]) - c->level[f];
        double b = dot3(c->normal[f], line[1]) - c->level[f], lower = a < b ? a : b;
        if (f && !(lower > *height)) continue;
        best = f, *height = lower;
    }
    return best;
}

/* Its ends on a face, as far as they lie over it. */
static void lie_on_face(const struct placed_convex *c, int face, const double *const line[2],
                        double radius, double margin_m, struct manifold *out)
{
    double low = 0, high = 1;
    for (int i = 0; i < c->of->face[face].count && low < high; ++i) {
        double outward[3];
        const double *from = kamm_side_of_face(c, face, i, outward);
        double level = dot3(outward, from);
        double a = dot3(outward, line[0]) - level, b = dot3(outward, line[1]) - level;
        if (a > 0 && b > 0) low = 1, high = 0;
        if ((a > 0) == (b > 0)) continue;
        double at = a / (a - b);
        if (a > 0 && at > low) low = at;
        if (b > 0 && at < high) high = at;
    }
    memcpy(out->normal, c->normal[face], sizeof out->normal);
    int ends = squared_apart(line[0], line[1]) > 0 ? 2 : 1;
    for (int k = 0; k < ends && low <= high; ++k) {
        double at[3], on_face[3];
        point_on(line[0], line[1], k ? high : low, at);
        double height = dot3(c->normal[face], at) - c->level[face];
        for (int i = 0; i < 3; ++i) on_face[i] = at[i] - height * c->normal[face][i];
        if (height - radius <= margin_m) set_point(out, on_face, height - radius);
    }
}

/* Finds the nearest points of the line (b) and the polyhedron (a), or its edges and first faces. */
static void nearest_on(const struct placed_convex *c, int faces, const double *const line[2],
                       struct nearest *out)
{
    struct nearest next;
    out->squared = 1e300;
    for (int i = 0; i < c->of->edge_count; ++i) {
        const int *point = c->of->edge[i].point;
        const double *const edge[2] = {c->point[point[0]], c->point[point[1]]};
        nearest_of_lines(edge, line, &next);
        if (next.squared < out->squared) *out = next;
    }
    for (int f = 0; f < faces; ++f)
        for (int k = 0; k < 2; ++k) {
            double height = dot3(c->normal[f], line[k]) - c->level[f];
            if (!(height > 0) || height * height >= out->squared ||
                !kamm_is_over_face(c, f, line[k]))
                continue;
            for (int i = 0; i < 3; ++i) out->at_a[i] = line[k][i] - height * c->normal[f][i];
            memcpy(out->at_b, line[k], sizeof out->at_b);
            out->squared = height * height;
        }
}

void kamm_collide_round_on(const struct placed_convex *c, const struct placed_convex *round,
                           double margin_m, struct manifold *out)
{
    const double *line[2];
    double radius = round->of->radius, height = 0;
    struct nearest near;
    out->count = 0;
    line_of(round, line);
    int face = highest_face(c, line, &height);
    if (height - radius > margin_m) return;
    if (runs_through(c, line)) {
        lie_on_face(c, face, line, radius, margin_m, out);
        if (out->count) return;
        int lower = dot3(c->normal[face], line[1]) < dot3(c->normal[face], line[0]);
        set_point(out, line[lower], height - radius);
        return;
    }
    nearest_on(c, c->of->face_count, line, &near);
    double apart = sqrt(near.squared);
    if (apart - radius > margin_m) return;
    for (int f = 0; f < c->of->face_count; ++f) {
        double along = 0;
        for (int i = 0; i < 3; ++i) along += c->normal[f][i] * (near.at_b[i] - near.at_a[i]);
        if (!(along > ON_FACE * apart)) continue;
        lie_on_face(c, f, line, radius, margin_m, out);
        if (out->count) return;
    }
    for (int i = 0; i < 3; ++i)
        out->normal[i] = apart > 1e-9 ? (near.at_b[i] - near.at_a[i]) / apart : c->normal[face][i];
    out->count = 0;
    set_point(out, near.at_a, apart - radius);
}

/* Whether the line goes through it, from its front to behind. */
static int pierces(const struct placed_convex *triangle, const double *const line[2])
{
    double a = dot3(triangle->normal[0], line[0]) - triangle->level[0], at[3];
    double b = dot3(triangle->normal[0], line[1]) - triangle->level[0];
    if ((a > 0) == (b > 0)) return 0;
    point_on(line[0], line[1], a / (a - b), at);
    return kamm_is_over_face(triangle, 0, at);
}

void kamm_collide_round_on_triangle(const struct placed_convex *triangle,
                                    const struct placed_convex *round, double margin_m,
                                    struct manifold *out)
{
    const double *line[2], *normal = triangle->normal[0];
    double radius = round->of->radius, off[3];
    struct nearest near;
    out->count = 0;
    line_of(round, line);
    if (pierces(triangle, line)) {
        lie_on_face(triangle, 0, line, radius, margin_m, out);
        return;
    }
    nearest_on(triangle, 1, line, &near);
    double apart = sqrt(near.squared);
    if (apart - radius > margin_m || !(apart > 0)) return;
    for (int i = 0; i < 3; ++i) off[i] = (near.at_b[i] - near.at_a[i]) / apart;
    if (dot3(normal, off) > ON_FACE) lie_on_face(triangle, 0, line, radius, margin_m, out);
    if (out->count) return;
    memcpy(out->normal, off, sizeof off);
    set_point(out, near.at_a, apart - radius);
}
