#include "distance.h"

#include "../../base/vector_double.h"

#include <string.h>

enum { MAX_STEPS = 100 };
#define RELATIVE_GAP 1e-12

/* A point of the difference of both bodies, and which of their points make it. */
struct difference {
    double at[3];
    int of_a, of_b;
};

struct simplex {
    struct difference corner[4];
    int count;
};

/* A point within some corners of a simplex, by their shares. */
struct inner_point {
    double share[4], at[3], squared; /* squared: of its distance from the origin */
};

static int farthest(const struct placed_convex *c, const double direction[3], double sign)
{
    int best = 0;
    double most = sign * dot3(c->point[0], direction);
    for (int i = 1; i < c->of->point_count; ++i) {
        double along = sign * dot3(c->point[i], direction);
        if (along > most) best = i, most = along;
    }
    return best;
}

static void subtract(const double a[3], const double b[3], double out[3])
{
    for (int k = 0; k < 3; ++k) out[k] = a[k] - b[k];
}

/* ---- the nearest point of a simplex ---- */

static void consider(const struct simplex *s, const double share[4], struct inner_point *best)
{
    struct inner_point point = {.at = {0, 0, 0}};
    memcpy(point.share, share, sizeof point.share);
    for (int i = 0; i < s->count; ++i)
        for (int k = 0; k < 3; ++k) point.at[k] += share[i] * s->corner[i].at[k];
    point.squared = dot3(point.at, point.at);
    if (point.squared < best->squared) *best = point;
}

static void try_edge(const struct simplex *s, int i, int k, struct inner_point *best)
{
    double along[3], share[4] = {0};
    const double *from = s->corner[i].at;
    subtract(s->corner[k].at, from, along);
    double t = -dot3(from, along), whole = dot3(along, along);
    if (!(t > 0 && t < whole)) return;
    share[k] = t / whole, share[i] = 1 - share[k];
    consider(s, share, best);
}

static void try_face(const struct simplex *s, int i, int k, int n, struct inner_point *best)
{
    double u[3], v[3], share[4] = {0};
    const double *from = s->corner[i].at;
    subtract(s->corner[k].at, from, u);
    subtract(s->corner[n].at, from, v);
    double uu = dot3(u, u), vv = dot3(v, v), uv = dot3(u, v);
    double fu = -dot3(from, u), fv = -dot3(from, v), area = uu * vv - uv * uv;
    double of_u = fu * vv - fv * uv, of_v = fv * uu - fu * uv;
    if (!(of_u > 0 && of_v > 0 && of_u + of_v < area)) return;
    share[k] = of_u / area, share[n] = of_v / area;
    share[i] = 1 - share[k] - share[n];
    consider(s, share, best);
}

static double volume(const double a[3], const double b[3], const double c[3], const double d[3])
{
    double u[3], v[3], w[3], turn[3];
    subtract(b, a, u), subtract(c, a, v), subtract(d, a, w);
    cross3(u, v, turn);
    return dot3(turn, w);
}

/* Whether the origin is in a tetrahedron that is not flat. */
static int is_inside(const struct simplex *s)
{
    static const double origin[3] = {0, 0, 0};
    const double *a = s->corner[0].at, *b = s->corner[1].at, *c = s->corner[2].at,
                 *d = s->corner[3].at;
    const double parts[4] = {volume(origin, b, c, d), volume(a, origin, c, d),
                             volume(a, b, origin, d), volume(a, b, c, origin)};
    int above = 0, below = 0;
    for (int i = 0; i < 4; ++i) above += parts[i] > 0, below += parts[i] < 0;
    return above == 4 || below == 4;
}

static void find_inner_point(const struct simplex *s, struct inner_point *best)
{
    best->squared = 1e300;
    for (int i = 0; i < s->count; ++i) {
        double share[4] = {0};
        share[i] = 1;
        consider(s, share, best);
        for (int k = i + 1; k < s->count; ++k) {
            try_edge(s, i, k, best);
            for (int n = k + 1; n < s->count; ++n) try_face(s, i, k, n, best);
        }
    }
}

/* Leaves out the corners that have no part in the point. */
static void keep_shares(struct simplex *s, struct inner_point *point)
{
    int kept = 0;
    for (int i = 0; i < s->count; ++i) {
        if (!(point->share[i] > 0)) continue;
        s->corner[kept] = s->corner[i];
        point->share[kept++] = point->share[i];
    }
    s->count = kept;
}

/* ---- the nearest point of the difference ---- */

static int is_in(const struct simplex *s, const struct difference *d)
{
    for (int i = 0; i < s->count; ++i)
        if (s->corner[i].of_a == d->of_a && s->corner[i].of_b == d->of_b) return 1;
    return 0;
}

/* Numbers stay small: all is seen from b's centre. */
static struct difference difference_of(const struct placed_convex *a, const double shift[3],
                                       const struct placed_convex *b, int of_a, int of_b)
{
    struct difference d = {.of_a = of_a, .of_b = of_b};
    for (int k = 0; k < 3; ++k)
        d.at[k] =
            ((a->point[of_a][k] - b->centre[k]) + shift[k]) - (b->point[of_b][k] - b->centre[k]);
    return d;
}

static void write_nearest(const struct simplex *s, const struct inner_point *point,
                          const struct placed_convex *b, struct nearest_points *out)
{
    memset(out, 0, sizeof *out);
    out->distance = sqrt(point->squared);
    for (int k = 0; k < 3; ++k) {
        if (out->distance > 0) out->out[k] = point->at[k] / out->distance;
        for (int i = 0; i < s->count; ++i)
            out->on_b[k] += point->share[i] * (b->point[s->corner[i].of_b][k] - b->centre[k]);
        out->on_b[k] += b->centre[k];
    }
}

void kamm_find_nearest(const struct placed_convex *a, const double shift[3],
                       const struct placed_convex *b, struct nearest_points *out)
{
    struct simplex s = {.count = 1};
    struct inner_point point = {.share = {1}};
    s.corner[0] = difference_of(a, shift, b, 0, 0);
    memcpy(point.at, s.corner[0].at, sizeof point.at);
    point.squared = dot3(point.at, point.at);
    for (int n = 0; n < MAX_STEPS && point.squared > 0; ++n) {
        struct simplex next = s;
        struct inner_point nearer;
        const struct difference d =
            difference_of(a, shift, b, farthest(a, point.at, -1), farthest(b, point.at, 1));
        if (point.squared - dot3(d.at, point.at) <= RELATIVE_GAP * point.squared || is_in(&s, &d))
            break;
        next.corner[next.count++] = d;
        find_inner_point(&next, &nearer);
        if (next.count == 4 && is_inside(&next)) nearer.squared = 0;
        if (!(nearer.squared < point.squared)) break;
        keep_shares(&next, &nearer);
        s = next, point = nearer;
    }
    write_nearest(&s, &point, b, out);
}
