/* Separating axes of two boxes, and the contact of two edges. */
#include "pair.h"

#include <float.h>

static const double NO_SEPARATION = -1e300;

/* The axis of largest separation among some: a face's (axis of the first), or two edges'. */
struct best_axis {
    double separation;
    int first, second; /* -1: none */
};

struct axis_search {
    struct best_axis face[2], edges; /* faces of a, of b */
    double covered;                  /* largest separation along an axis out of a buried face */
};

static void relate(const struct oriented_box *a, const struct oriented_box *b,
                   struct box_pair *pair)
{
    double between[3] = {b->centre[0] - a->centre[0], b->centre[1] - a->centre[1],
                         b->centre[2] - a->centre[2]};
    double size_a = box_size_m(a), size_b = box_size_m(b);
    pair->first = a, pair->second = b, pair->swapped = 0;
    pair->size_m = size_a < size_b ? size_a : size_b;
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) {
            pair->turn[i][j] = dot3(a->axis[i], b->axis[j]);
            pair->magnitude[i][j] = fabs(pair->turn[i][j]);
        }
        pair->offset_first[i] = dot3(between, a->axis[i]);
        pair->offset_second[i] = dot3(between, b->axis[i]);
    }
}

static void swap_pair(const struct box_pair *pair, struct box_pair *out)
{
    out->first = pair->second, out->second = pair->first, out->swapped = !pair->swapped;
    out->size_m = pair->size_m;
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) {
            out->turn[i][j] = pair->turn[j][i];
            out->magnitude[i][j] = pair->magnitude[j][i];
        }
        out->offset_first[i] = -pair->offset_second[i];
        out->offset_second[i] = -pair->offset_first[i];
    }
}

/* Takes an axis if it separates more than those before, unless it leads out of a buried face. */
static void consider(const struct box_pair *pair, const double normal[3], struct best_axis axis,
                     struct best_axis *best, double *covered)
{
    if (either_buried(pair->first, pair->second, normal)) {
        if (axis.separation > *covered) *covered = axis.separation;
    } else if (axis.separation > best->separation) {
        *best = axis;
    }
}

static void search_faces(const struct box_pair *pair, struct best_axis *best, double *covered)
{
    const struct oriented_box *a = pair->first;
    const double *half = pair->second->half;
    for (int i = 0; i < 3; ++i) {
        double reach = a->half[i] + dot3(half, pair->magnitude[i]);
        struct best_axis axis = {fabs(pair->offset_first[i]) - reach, i, -1};
        double side = side_of(pair->offset_first[i]);
        double normal[3] = {side * a->axis[i][0], side * a->axis[i][1], side * a->axis[i][2]};
        consider(pair, normal, axis, best, covered);
    }
}

/* Returns the offset along the first's axis i times the second's axis j, minus the reach of both
 * boxes, times the length of that product. */
static double crossing_offset(const struct box_pair *pair, int i, int j)
{
    int i1 = axis_after(i), i2 = axis_before(i);
    return pair->turn[i1][j] * pair->offset_first[i2] - pair->turn[i2][j] * pair->offset_first[i1];
}

static double crossing_reach(const struct box_pair *pair, int i, int j)
{
    int i1 = axis_after(i), i2 = axis_before(i), j1 = axis_after(j), j2 = axis_before(j);
    const double *a = pair->first->half, *b = pair->second->half;
    return (a[i1] * pair->magnitude[i2][j] + a[i2] * pair->magnitude[i1][j]) +
           (b[j1] * pair->magnitude[i][j2] + b[j2] * pair->magnitude[i][j1]);
}

/* The unit normal from the first to the second along that product, which has a length. */
static void crossing_normal(const struct box_pair *pair, int i, int j, double length, double out[3])
{
    int i1 = axis_after(i), i2 = axis_before(i);
    double by = side_of(crossing_offset(pair, i, j)) / length;
    const double *along_1 = pair->first->axis[i1], *along_2 = pair->first->axis[i2];
    double c1 = -pair->turn[i2][j] * by, c2 = pair->turn[i1][j] * by;
    for (int k = 0; k < 3; ++k) out[k] = along_1[k] * c1 + along_2[k] * c2;
}

static double crossing_length(const struct box_pair *pair, int i, int j)
{
    double c1 = pair->turn[axis_after(i)][j], c2 = pair->turn[axis_before(i)][j];
    return sqrt(c1 * c1 + c2 * c2);
}

/* `floor`: what an axis has to separate more than to matter. */
static void search_edges(const struct box_pair *pair, double floor, struct best_axis *best,
                         double *covered)
{
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) {
            double gap = fabs(crossing_offset(pair, i, j)) - crossing_reach(pair, i, j);
            if (gap <= floor && gap <= 0)
                continue; /* the length is at most 1: it only gets worse */
            double length = crossing_length(pair, i, j);
            if (length < 1e-4) continue;
            struct best_axis axis = {gap / length, i, j};
            if (axis.separation <= floor) continue;
            double normal[3];
            crossing_normal(pair, i, j, length, normal);
            consider(pair, normal, axis, best, covered);
        }
    }
}

static double larger(double a, double b) { return a > b ? a : b; }

/* 0 or 1: whose face it is, the larger face's unless the other separates clearly more. */
static int choose_face(const struct box_pair *pair, const struct best_axis face[2])
{
    if (face[0].first < 0 || face[1].first < 0) return face[0].first < 0;
    const double *a = pair->first->half, *b = pair->second->half;
    double area_a = a[axis_after(face[0].first)] * a[axis_before(face[0].first)];
    double area_b = b[axis_after(face[1].first)] * b[axis_before(face[1].first)];
    int preferred = area_b > area_a;
    double separation = face[preferred].separation;
    return face[!preferred].separation > separation + face_bias(pair->size_m, separation)
               ? !preferred
               : preferred;
}

/* The edge of a box, along that axis, that lies furthest in a direction. */
static void outermost_edge(const struct oriented_box *box, int axis, const double direction[3],
                           double sign, double middle[3], double sides[3])
{
    for (int k = 0; k < 3; ++k) middle[k] = box->centre[k];
    sides[axis] = 1;
    for (int n = axis_after(axis); n != axis; n = axis_after(n)) {
        sides[n] = sign * side_of(dot3(box->axis[n], direction));
        for (int k = 0; k < 3; ++k) middle[k] += sides[n] * box->half[n] * box->axis[n][k];
    }
}

/* 0 if the nearest points of the two lines lie beyond the ends of the edges. */
static int collide_edges(const struct box_pair *pair, const struct best_axis *axis,
                         struct manifold *out)
{
    const struct oriented_box *a = pair->first, *b = pair->second;
    int i = axis->first, j = axis->second;
    double length = crossing_length(pair, i, j), cosine = pair->turn[i][j];
    double from_a[3], from_b[3], sides_a[3], sides_b[3], between[3];
    crossing_normal(pair, i, j, length, out->normal);
    outermost_edge(a, i, out->normal, 1, from_a, sides_a);
    outermost_edge(b, j, out->normal, -1, from_b, sides_b);
    for (int k = 0; k < 3; ++k) between[k] = from_b[k] - from_a[k];
    double along_a = dot3(between, a->axis[i]), along_b = dot3(between, b->axis[j]);
    double at_a = (along_a - cosine * along_b) / (length * length);
    double at_b = (cosine * along_a - along_b) / (length * length);
    if (!(fabs(at_a) <= a->half[i] && fabs(at_b) <= b->half[j])) return 0;

    struct contact_point *point = &out->points[0];
    for (int k = 0; k < 3; ++k)
        point->at[k] =
            0.5 * ((from_a[k] + at_a * a->axis[i][k]) + (from_b[k] + at_b * b->axis[j][k]));
    point->gap_m = axis->separation;
    point->feature = edge_on_edge(edge_number(i, sides_a), edge_number(j, sides_b));
    out->count = 1;
    return 1;
}

/* Returns the distance along one of the first's axes, if the second's centre is `offset` away. */
static double apart_along(const struct oriented_box *a, const struct oriented_box *b, int axis,
                          double offset)
{
    double reach = a->half[axis];
    for (int k = 0; k < 3; ++k) reach += b->half[k] * fabs(dot3(a->axis[axis], b->axis[k]));
    return fabs(offset) - reach;
}

/* Tests the axes of the first. The axis nearest to its end is tried before the others. */
static int face_is_apart(const struct oriented_box *a, const struct oriented_box *b,
                         const double between[3], double margin_m)
{
    double offset[3];
    int best = 0;
    for (int k = 0; k < 3; ++k) {
        offset[k] = dot3(between, a->axis[k]);
        if (fabs(offset[k]) - a->half[k] > fabs(offset[best]) - a->half[best]) best = k;
    }
    for (int n = 0, k = best; n < 3; ++n, k = axis_after(k))
        if (fabs(offset[k]) - a->half[k] > margin_m && apart_along(a, b, k, offset[k]) > margin_m)
            return 1;
    return 0;
}

int kamm_boxes_are_apart(const struct oriented_box *a, const struct oriented_box *b,
                         double margin_m)
{
    double between[3] = {b->centre[0] - a->centre[0], b->centre[1] - a->centre[1],
                         b->centre[2] - a->centre[2]};
    double squared = dot3(between, between);
    if (!(squared <= DBL_MAX)) return 1; /* somewhere that is no place */
    return face_is_apart(a, b, between, margin_m) || face_is_apart(b, a, between, margin_m);
}

void kamm_collide_boxes(const struct oriented_box *a, const struct oriented_box *b, double margin_m,
                        struct manifold *out)
{
    const struct best_axis none = {NO_SEPARATION, -1, -1};
    struct axis_search found = {{none, none}, none, NO_SEPARATION};
    struct box_pair pair[2];
    out->count = 0;
    if (kamm_boxes_are_apart(a, b, margin_m)) return;
    relate(a, b, &pair[0]);
    search_faces(&pair[0], &found.face[0], &found.covered);
    swap_pair(&pair[0], &pair[1]);
    search_faces(&pair[1], &found.face[1], &found.covered);
    double faces = larger(found.face[0].separation, found.face[1].separation);
    if (larger(faces, found.covered) > margin_m) return;
    search_edges(&pair[0], faces, &found.edges, &found.covered);
    double max = larger(faces, found.edges.separation);
    if (max > margin_m || max == NO_SEPARATION) return;
    if (found.covered > 0 && found.covered > max) return;

    if (found.edges.separation > faces + edge_bias(pair->size_m, faces) &&
        collide_edges(&pair[0], &found.edges, out))
        return;
    int of = choose_face(&pair[0], found.face);
    if (found.face[of].first >= 0)
        kamm_collide_face(&pair[of], found.face[of].first, margin_m, max <= 0, out);
}
