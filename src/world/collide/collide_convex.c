/* Where two convex bodies touch that are not both boxes.
 *
 * Polyhedra: the axis of largest separation among the faces of both and the pairs of edges that are a face of their Minkowski
 * difference (D. Gregorius, "The Separating Axis Test between Convex Polyhedra", GDC 2013); then the face of one that lies against a
 * face of the other is clipped to it, or the nearest points of two edges are taken. As with boxes a face is preferred, gaps up to the margin
 * are contacts where bodies face each other, and bodies that only have corners near each other have none. Round bodies: convex_round.c. */
#include "convex_round.h"
#include "pair.h"
#include "polyhedra.h"

#include <string.h>

enum { MAX_CLIPPED = 2 * CONVEX_POINTS };

static struct face_axis search_faces(const struct placed_convex *a, const struct placed_convex *b,
                                     double margin_m)
{
    struct face_axis best = {-1, NO_SEPARATION};
    for (int f = 0; f < a->of->face_count; ++f) {
        double least = 1e300;
        for (int i = 0; i < b->of->point_count; ++i) {
            double height = dot3(a->normal[f], b->point[i]) - a->level[f];
            if (height < least) least = height;
        }
        if (least > best.separation) best.face = f, best.separation = least;
        if (least > margin_m) return best;
    }
    return best;
}

/* ---- edges ---- */

static void edge_of(const struct placed_convex *c, int edge, const double *ends[2])
{
    for (int k = 0; k < 2; ++k) ends[k] = c->point[c->of->edge[edge].point[k]];
}

int kamm_is_minkowski_face(const double a[3], const double b[3], const double c[3],
                           const double d[3])
{
    double ba[3], dc[3];
    cross3(b, a, ba);
    cross3(d, c, dc);
    double cba = -dot3(c, ba), dba = -dot3(d, ba), adc = dot3(a, dc), bdc = dot3(b, dc);
    return cba * dba < 0 && adc * bdc < 0 && cba * bdc > 0;
}

void kamm_consider_edges(const struct placed_convex *a, int i, const struct placed_convex *b, int k,
                         struct edge_axis *best)
{
    const double *ends_a[2], *ends_b[2];
    double u[3], v[3], normal[3], out[3], between[3];
    edge_of(a, i, ends_a), edge_of(b, k, ends_b);
    for (int n = 0; n < 3; ++n) {
        u[n] = ends_a[1][n] - ends_a[0][n], v[n] = ends_b[1][n] - ends_b[0][n];
        out[n] = ends_a[0][n] - a->centre[n], between[n] = ends_b[0][n] - ends_a[0][n];
    }
    cross3(u, v, normal);
    double length = length3(normal);
    if (!(length > 1e-4 * (length3(u) * length3(v)))) return;
    double sign = dot3(normal, out) < 0 ? -1 / length : 1 / length;
    for (int n = 0; n < 3; ++n) normal[n] *= sign;
    double separation = dot3(normal, between);
    if (!(separation > best->separation)) return;
    best->edge_a = i, best->edge_b = k, best->separation = separation;
    memcpy(best->normal, normal, sizeof normal);
}

static struct edge_axis search_edges(const struct placed_convex *a, const struct placed_convex *b)
{
    struct edge_axis best = {-1, -1, NO_SEPARATION, {0}};
    for (int i = 0; i < a->of->edge_count; ++i) {
        const int *of_a = a->of->edge[i].face;
        for (int k = 0; k < b->of->edge_count; ++k) {
            const int *of_b = b->of->edge[k].face;
            if (kamm_is_minkowski_face(a->normal[of_a[0]], a->normal[of_a[1]], b->normal[of_b[0]],
                                       b->normal[of_b[1]]))
                kamm_consider_edges(a, i, b, k, &best);
        }
    }
    return best;
}

int kamm_touch_edges(const struct placed_convex *a, const struct placed_convex *b,
                     const struct edge_axis *axis, struct manifold *out)
{
    const double *ends_a[2], *ends_b[2];
    double u[3], v[3], w[3];
    edge_of(a, axis->edge_a, ends_a), edge_of(b, axis->edge_b, ends_b);
    for (int i = 0; i < 3; ++i) {
        u[i] = ends_a[1][i] - ends_a[0][i], v[i] = ends_b[1][i] - ends_b[0][i];
        w[i] = ends_b[0][i] - ends_a[0][i];
    }
    double uu = dot3(u, u), vv = dot3(v, v), uv = dot3(u, v), uw = dot3(u, w), vw = dot3(v, w);
    double across = uu * vv - uv * uv;
    double s = (uw * vv - uv * vw) / across, t = (uv * uw - uu * vw) / across;
    if (!(s >= 0 && s <= 1 && t >= 0 && t <= 1)) return 0;
    memcpy(out->normal, axis->normal, sizeof out->normal);
    for (int i = 0; i < 3; ++i)
        out->points[0].at[i] = 0.5 * ((ends_a[0][i] + s * u[i]) + (ends_b[0][i] + t * v[i]));
    out->points[0].gap_m = axis->separation;
    out->points[0].feature = 0;
    out->count = 1;
    return 1;
}

/* ---- faces ---- */

struct vertex {
    double at[3], gap_m;
};

int kamm_incident_face(const struct placed_convex *b, const double normal[3])
{
    int best = 0;
    for (int f = 1; f < b->of->face_count; ++f)
        if (dot3(b->normal[f], normal) < dot3(b->normal[best], normal)) best = f;
    return best;
}

static int clip_to_side(const double outward[3], double level, const struct vertex *in, int count,
                        struct vertex *out)
{
    int kept = 0;
    for (int i = 0; i < count && kept < MAX_CLIPPED - 1; ++i) {
        const struct vertex *here = &in[i], *next = &in[i + 1 < count ? i + 1 : 0];
        double a = dot3(outward, here->at) - level, b = dot3(outward, next->at) - level;
        if (a <= 0) out[kept++] = *here;
        if ((a <= 0) == (b <= 0)) continue;
        double share = a / (a - b);
        for (int k = 0; k < 3; ++k)
            out[kept].at[k] = here->at[k] + share * (next->at[k] - here->at[k]);
        ++kept;
    }
    return kept;
}

/* Twice the area that the polygon loses without its corner n. */
static double area_at(const struct vertex *v, int count, int n)
{
    const double *before = v[n > 0 ? n - 1 : count - 1].at, *at = v[n].at;
    const double *after = v[n + 1 < count ? n + 1 : 0].at;
    double a[3], b[3], turn[3];
    for (int i = 0; i < 3; ++i) a[i] = at[i] - before[i], b[i] = after[i] - before[i];
    cross3(a, b, turn);
    return length3(turn);
}

/* Leaves out corners that matter least to the area, but never the deepest. */
static int reduce(struct vertex *v, int count)
{
    while (count > MAX_CONTACT_POINTS) {
        int deepest = 0, least = -1;
        double min_area = 0;
        for (int n = 1; n < count; ++n)
            if (v[n].gap_m < v[deepest].gap_m) deepest = n;
        for (int n = 0; n < count; ++n) {
            double area = area_at(v, count, n);
            if (n == deepest || (least >= 0 && !(area < min_area))) continue;
            least = n, min_area = area;
        }
        for (int n = least; n + 1 < count; ++n) v[n] = v[n + 1];
        --count;
    }
    return count;
}

/* Bodies overlap, but nothing lies over the face: the deepest point. */
static int deepest_point(const struct placed_convex *a, int face, const struct placed_convex *b,
                         struct vertex *v)
{
    v->gap_m = 1e300;
    for (int i = 0; i < b->of->point_count; ++i) {
        double height = dot3(a->normal[face], b->point[i]) - a->level[face];
        if (!(height < v->gap_m)) continue;
        v->gap_m = height;
        memcpy(v->at, b->point[i], sizeof v->at);
    }
    return 1;
}

void kamm_touch_face(const struct placed_convex *a, int face, const struct placed_convex *b,
                     int incident, double margin_m, int overlap, struct manifold *out)
{
    struct vertex space[2][MAX_CLIPPED], *v = space[0], *spare = space[1];
    const double *normal = a->normal[face];
    const struct convex_face *other = &b->of->face[incident];
    int count = other->count, kept = 0;
    for (int i = 0; i < count; ++i)
        memcpy(v[i].at, b->point[b->of->corner[other->first + i]], sizeof v[i].at);
    for (int side = 0; side < a->of->face[face].count && count; ++side) {
        double outward[3];
        const double *from = kamm_side_of_face(a, face, side, outward);
        count = clip_to_side(outward, dot3(outward, from), v, count, spare);
        struct vertex *clipped = spare;
        spare = v, v = clipped;
    }
    for (int i = 0; i < count; ++i) {
        v[i].gap_m = dot3(normal, v[i].at) - a->level[face];
        if (v[i].gap_m <= margin_m) v[kept++] = v[i];
    }
    count = reduce(v, kept);
    if (!count && overlap) count = deepest_point(a, face, b, v);
    memcpy(out->normal, normal, sizeof out->normal);
    out->count = count;
    for (int i = 0; i < count; ++i) {
        for (int k = 0; k < 3; ++k)
            out->points[i].at[k] = v[i].at[k] - 0.5 * v[i].gap_m * normal[k];
        out->points[i].gap_m = v[i].gap_m;
        out->points[i].feature = (uint32_t)i;
    }
}

static void turn_over(struct manifold *m)
{
    for (int i = 0; i < 3; ++i) m->normal[i] = -m->normal[i];
}

static void collide_polyhedra(const struct placed_convex *a, const struct placed_convex *b,
                              double margin_m, struct manifold *out)
{
    struct face_axis of_a = search_faces(a, b, margin_m), of_b;
    if (of_a.separation > margin_m) return;
    of_b = search_faces(b, a, margin_m);
    if (of_b.separation > margin_m) return;
    struct edge_axis edges = search_edges(a, b);
    if (edges.separation > margin_m) return;
    double faces = fmax(of_a.separation, of_b.separation), size = fmin(a->size_m, b->size_m);
    if (edges.separation > faces + edge_bias(size, faces) && kamm_touch_edges(a, b, &edges, out))
        return;
    int overlap = fmax(faces, edges.separation) <= 0;
    if (of_b.separation > of_a.separation + face_bias(size, of_a.separation)) {
        kamm_touch_face(b, of_b.face, a, kamm_incident_face(a, b->normal[of_b.face]), margin_m,
                        overlap, out);
        turn_over(out);
    } else {
        kamm_touch_face(a, of_a.face, b, kamm_incident_face(b, a->normal[of_a.face]), margin_m,
                        overlap, out);
    }
}

void kamm_collide_convex(const struct placed_convex *a, const struct placed_convex *b,
                         double margin_m, struct manifold *out)
{
    int round_a = a->of->face_count == 0, round_b = b->of->face_count == 0;
    out->count = 0;
    if (round_a && round_b) {
        kamm_collide_round(a, b, margin_m, out);
    } else if (round_b) {
        kamm_collide_round_on(a, b, margin_m, out);
    } else if (round_a) {
        kamm_collide_round_on(b, a, margin_m, out);
        turn_over(out);
    } else {
        collide_polyhedra(a, b, margin_m, out);
    }
}

void kamm_collide_colliders(const struct collider *a, const struct collider *b, double margin_m,
                            struct manifold *out)
{
    struct convex boxes[2];
    struct placed_convex placed[2];
    out->count = 0;
    if (kamm_boxes_are_apart(a->box, b->box, margin_m)) return;
    kamm_place_collider(a, &boxes[0], &placed[0]);
    kamm_place_collider(b, &boxes[1], &placed[1]);
    kamm_collide_convex(&placed[0], &placed[1], margin_m, out);
}
