/* Convex bodies: made from points, with what they weigh, and brought into place. */
#include "convex.h"

#include "../../base/vector_double.h"

#include <string.h>

/* Points that are nearer to a plane than this share of the body's size lie in it. */
#define FLAT_SHARE 1e-6
#define PI 3.14159265358979323846

static void subtract(const double a[3], const double b[3], double out[3])
{
    for (int i = 0; i < 3; ++i) out[i] = a[i] - b[i];
}

/* ---- a hull's faces ---- */

static double size_of(const struct convex *c)
{
    double size = 0;
    for (int i = 0; i < c->point_count; ++i)
        for (int k = 0; k < 3; ++k)
            if (fabs(c->point[i][k] - c->point[0][k]) > size)
                size = fabs(c->point[i][k] - c->point[0][k]);
    return size;
}

static double height_over(const struct convex_face *face, const double point[3])
{
    return dot3(face->normal, point) - face->level;
}

/* The plane through three points, with all others below it; 0: there is none such. -1: all lie in it. */
static int find_plane(const struct convex *c, const int at[3], double flat,
                      struct convex_face *face)
{
    double u[3], v[3];
    subtract(c->point[at[1]], c->point[at[0]], u);
    subtract(c->point[at[2]], c->point[at[0]], v);
    cross3(u, v, face->normal);
    double length = length3(face->normal);
    if (!(length > flat * (length3(u) + length3(v)))) return 0;
    for (int i = 0; i < 3; ++i) face->normal[i] /= length;
    face->level = dot3(face->normal, c->point[at[0]]);
    int above = 0, below = 0;
    for (int i = 0; i < c->point_count; ++i) {
        double height = height_over(face, c->point[i]);
        above |= height > flat, below |= height < -flat;
    }
    if (above && below) return 0;
    if (!above && !below) return -1;
    for (int i = 0; i < 3 && above; ++i) face->normal[i] = -face->normal[i];
    if (above) face->level = -face->level;
    return 1;
}

static int is_known(const struct convex *c, const struct convex_face *face, const int at[3],
                    double flat)
{
    for (int i = 0; i < c->face_count; ++i) {
        const struct convex_face *other = &c->face[i];
        int in = dot3(other->normal, face->normal) > 0;
        for (int k = 0; k < 3; ++k) in &= fabs(height_over(other, c->point[at[k]])) <= 4 * flat;
        if (in) return 1;
    }
    return 0;
}

/* How far a point lies to the right of a line in a face, seen from outside; in units of area. */
static double right_of(const double normal[3], const double from[3], const double to[3],
                       const double point[3])
{
    double along[3], aside[3], turn[3];
    subtract(to, from, along);
    subtract(point, from, aside);
    cross3(along, aside, turn);
    return -dot3(turn, normal);
}

/* The corners of a face, once around it (R. A. Jarvis, "On the identification of the convex hull of a finite set of points in the
 * plane", 1973). 0: no room. */
static int wrap_face(struct convex *c, struct convex_face *face, double flat)
{
    int in[CONVEX_POINTS] = {0}, count = 0;
    for (int i = 0; i < c->point_count; ++i)
        if (fabs(height_over(face, c->point[i])) <= 2 * flat) in[count++] = i;
    int start = in[0]; /* a corner: the farthest from another point */
    for (int i = 0; i < count; ++i) {
        double a[3], b[3];
        subtract(c->point[in[i]], c->point[in[0]], a);
        subtract(c->point[start], c->point[in[0]], b);
        if (dot3(a, a) > dot3(b, b)) start = in[i];
    }
    face->first = c->corner_count, face->count = 0;
    for (int at = start; face->count <= count;) {
        int next = at == in[0] ? in[1] : in[0];
        for (int i = 0; i < count; ++i) {
            double right = right_of(face->normal, c->point[at], c->point[next], c->point[in[i]]);
            double own[3], other[3];
            if (in[i] == at) continue;
            subtract(c->point[next], c->point[at], own);
            subtract(c->point[in[i]], c->point[at], other);
            double tie = flat * (length3(own) + length3(other));
            if (right > tie || (right >= -tie && dot3(other, other) > dot3(own, own))) next = in[i];
        }
        if (c->corner_count == CONVEX_CORNERS) return 0;
        c->corner[c->corner_count++] = at;
        ++face->count;
        at = next;
        if (at == start) break;
    }
    return face->count > 2;
}

static int find_faces(struct convex *c, double flat)
{
    int n = c->point_count, at[3];
    for (at[0] = 0; at[0] < n; ++at[0])
        for (at[1] = at[0] + 1; at[1] < n; ++at[1])
            for (at[2] = at[1] + 1; at[2] < n; ++at[2]) {
                struct convex_face face;
                int found = find_plane(c, at, flat, &face);
                if (found < 0) return 0;
                if (!found || is_known(c, &face, at, flat)) continue;
                if (c->face_count == CONVEX_FACES || !wrap_face(c, &face, flat)) return 0;
                c->face[c->face_count++] = face;
            }
    return c->face_count > 3;
}

static int add_edge(struct convex *c, int face, int from, int to)
{
    for (int i = 0; i < c->edge_count; ++i) {
        struct convex_edge *edge = &c->edge[i];
        if (edge->point[0] != to || edge->point[1] != from || edge->face[1] >= 0) continue;
        edge->face[1] = face;
        return 1;
    }
    if (c->edge_count == CONVEX_EDGES) return 0;
    c->edge[c->edge_count++] = (struct convex_edge){{from, to}, {face, -1}};
    return 1;
}

/* Each edge has to be one of two faces. */
static int find_edges(struct convex *c)
{
    for (int f = 0; f < c->face_count; ++f)
        for (int i = 0; i < c->face[f].count; ++i) {
            const int *corner = &c->corner[c->face[f].first];
            int next = i + 1 < c->face[f].count ? i + 1 : 0;
            if (!add_edge(c, f, corner[i], corner[next])) return 0;
        }
    for (int i = 0; i < c->edge_count; ++i)
        if (c->edge[i].face[1] < 0) return 0;
    return 1;
}

/* Points that are corners of no face go. */
static int drop_inner_points(struct convex *c)
{
    int number[CONVEX_POINTS], kept = 0;
    for (int i = 0; i < c->point_count; ++i) number[i] = -1;
    for (int i = 0; i < c->corner_count; ++i) number[c->corner[i]] = 0;
    for (int i = 0; i < c->point_count; ++i) {
        if (number[i] < 0) continue;
        memmove(c->point[kept], c->point[i], sizeof c->point[i]);
        number[i] = kept++;
    }
    for (int i = 0; i < c->corner_count; ++i) c->corner[i] = number[c->corner[i]];
    for (int i = 0; i < c->edge_count; ++i)
        for (int k = 0; k < 2; ++k) c->edge[i].point[k] = number[c->edge[i].point[k]];
    c->point_count = kept;
    return c->point_count - c->edge_count + c->face_count == 2; /* Euler */
}

/* ---- what it weighs: by tetrahedra from one of its points ---- */

static void weigh_triangle(const double p[3][3], double *six_volumes, double first[3],
                           double second[3][3])
{
    double normal[3], sum[3];
    cross3(p[1], p[2], normal);
    double six = dot3(p[0], normal);
    for (int i = 0; i < 3; ++i) sum[i] = (p[0][i] + p[1][i]) + p[2][i];
    *six_volumes += six;
    for (int i = 0; i < 3; ++i) {
        first[i] += six / 24 * sum[i];
        for (int k = 0; k < 3; ++k)
            second[i][k] +=
                six / 120 *
                (((p[0][i] * p[0][k] + p[1][i] * p[1][k]) + p[2][i] * p[2][k]) + sum[i] * sum[k]);
    }
}

static void weigh_polyhedron(struct convex *c)
{
    double six_volumes = 0, first[3] = {0}, second[3][3] = {{0}}, from[3];
    for (int f = 0; f < c->face_count; ++f) {
        const int *corner = &c->corner[c->face[f].first];
        for (int i = 1; i + 1 < c->face[f].count; ++i) {
            double p[3][3];
            subtract(c->point[corner[0]], c->point[0], p[0]);
            subtract(c->point[corner[i]], c->point[0], p[1]);
            subtract(c->point[corner[i + 1]], c->point[0], p[2]);
            weigh_triangle((const double(*)[3])p, &six_volumes, first, second);
        }
    }
    c->volume = six_volumes / 6;
    for (int i = 0; i < 3; ++i) from[i] = first[i] / c->volume;
    for (int i = 0; i < 3; ++i) c->centre[i] = c->point[0][i] + from[i];
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k) second[i][k] = second[i][k] / c->volume - from[i] * from[k];
    double trace = (second[0][0] + second[1][1]) + second[2][2];
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k) c->inertia[i][k] = (i == k ? trace : 0) - second[i][k];
}

static void weigh_round(struct convex *c, double volume, double around, double across)
{
    c->volume = volume;
    memset(c->centre, 0, sizeof c->centre);
    memset(c->inertia, 0, sizeof c->inertia);
    c->inertia[0][0] = c->inertia[1][1] = across;
    c->inertia[2][2] = around;
}

const char *kamm_make_hull(struct convex *c)
{
    double flat = FLAT_SHARE * size_of(c);
    c->face_count = c->edge_count = c->corner_count = 0;
    c->radius = 0;
    if (c->point_count < 4) return "a hull has 4 points or more";
    if (!(flat > 0) || !find_faces(c, flat) || !find_edges(c) || !drop_inner_points(c))
        return "its points span no body: they lie in one plane, or too near each other";
    weigh_polyhedron(c);
    return NULL;
}

/* ---- the other shapes, along z ---- */

static void make_sphere(struct convex *c, double r)
{
    c->point_count = 1;
    c->radius = r;
    weigh_round(c, 4.0 / 3 * PI * r * r * r, 0.4 * r * r, 0.4 * r * r);
}

/* Shares of mass as a cylinder and two half balls have it. */
static void make_capsule(struct convex *c, double r, double half)
{
    double core = half - r, tube = 2 * PI * r * r * core, ball = 4.0 / 3 * PI * r * r * r;
    double of_tube = tube / (tube + ball), of_ball = ball / (tube + ball);
    c->point_count = 2;
    c->point[0][2] = -core, c->point[1][2] = core;
    c->radius = r;
    weigh_round(c, tube + ball, (0.5 * of_tube + 0.4 * of_ball) * r * r,
                of_tube * (3 * r * r + 4 * core * core) / 12 +
                    of_ball * (0.4 * r * r + core * core + 0.75 * r * core));
}

/* Every edge on the cylinder; sixteenths of a turn by half angles. */
static const char *make_cylinder(struct convex *c, double r, double half)
{
    double c1 = sqrt(0.5 * (1 + sqrt(0.5))), s1 = sqrt(0.5 * (1 - sqrt(0.5))), c2 = sqrt(0.5);
    const double table[5][2] = {{1, 0}, {c1, s1}, {c2, c2}, {s1, c1}, {0, 1}};
    c->point_count = 2 * CONVEX_SIDES;
    for (int i = 0; i < CONVEX_SIDES; ++i) {
        int quarter = i / 4;
        double x = table[i % 4][0], y = table[i % 4][1];
        for (int n = 0; n < quarter; ++n) {
            double before = x;
            x = -y, y = before;
        }
        for (int k = 0; k < 2; ++k) {
            double *point = c->point[2 * i + k];
            point[0] = r * x, point[1] = r * y, point[2] = k ? half : -half;
        }
    }
    const char *wrong = kamm_make_hull(c);
    weigh_round(c, 2 * PI * r * r * half, 0.5 * r * r, (3 * r * r + 4 * half * half) / 12);
    return wrong;
}

/* The box around points in its own axes; they are then about its middle. */
static void surround_points(struct convex *c, struct oriented_box *box)
{
    double middle[3];
    for (int k = 0; k < 3; ++k) {
        double low = c->point[0][k], high = c->point[0][k];
        for (int i = 0; i < c->point_count; ++i) {
            low = c->point[i][k] < low ? c->point[i][k] : low;
            high = c->point[i][k] > high ? c->point[i][k] : high;
        }
        middle[k] = 0.5 * (low + high);
        box->half[k] = 0.5 * (high - low);
        for (int i = 0; i < c->point_count; ++i) c->point[i][k] -= middle[k];
    }
    for (int k = 0; k < 3; ++k)
        box->centre[k] += (middle[0] * box->axis[0][k] + middle[1] * box->axis[1][k]) +
                          middle[2] * box->axis[2][k];
}

const char *kamm_make_convex(const kamm_shape *shape, struct oriented_box *box, struct convex *out)
{
    const double *half = box->half;
    memset(out, 0, sizeof *out);
    if (shape->kind < KAMM_SHAPE_SPHERE || shape->kind > KAMM_SHAPE_HULL)
        return shape->kind == KAMM_SHAPE_MESH ? "a mesh is no convex shape"
                                              : "a shape that there is not";
    if (shape->kind != KAMM_SHAPE_HULL && half[0] != half[1])
        return "half_m[0] and half_m[1] have to be the radius, both";
    switch (shape->kind) {
    case KAMM_SHAPE_SPHERE:
        if (half[2] != half[0]) return "all of half_m have to be the radius";
        make_sphere(out, half[0]);
        return NULL;
    case KAMM_SHAPE_CAPSULE:
        if (!(half[2] >= half[0])) return "half_m[2] has to be the radius at least";
        make_capsule(out, half[0], half[2]);
        return NULL;
    case KAMM_SHAPE_CYLINDER: return make_cylinder(out, half[0], half[2]);
    default: break;
    }
    if (shape->point_count > CONVEX_POINTS || (shape->point_count > 0 && !shape->points_m))
        return "a hull has 64 points at most";
    out->point_count = shape->point_count;
    if (out->point_count < 4) return "a hull has 4 points or more";
    for (int i = 0; i < out->point_count; ++i)
        for (int k = 0; k < 3; ++k) {
            out->point[i][k] = shape->points_m[i][k];
            if (!(fabs(out->point[i][k]) < 1e6)) return "a point that is no place";
        }
    surround_points(out, box);
    return kamm_make_hull(out);
}

/* ---- in place ---- */

void kamm_place_convex(const struct convex *c, const struct oriented_box *box,
                       struct placed_convex *out)
{
    out->of = c;
    out->size_m = box_size_m(box);
    memcpy(out->centre, box->centre, sizeof out->centre);
    for (int i = 0; i < c->point_count; ++i)
        for (int k = 0; k < 3; ++k) {
            const double *p = c->point[i];
            out->point[i][k] = box->centre[k] + ((p[0] * box->axis[0][k] + p[1] * box->axis[1][k]) +
                                                 p[2] * box->axis[2][k]);
        }
    for (int f = 0; f < c->face_count; ++f) {
        const double *n = c->face[f].normal;
        for (int k = 0; k < 3; ++k)
            out->normal[f][k] =
                (n[0] * box->axis[0][k] + n[1] * box->axis[1][k]) + n[2] * box->axis[2][k];
        out->level[f] = dot3(out->normal[f], box->centre) + c->face[f].level;
    }
}

/* Corner c on the + side of axis k where bit k of c is set; face 2 k + 1 on the + side of axis k. */
const struct convex *kamm_box_convex(const double half[3], struct convex *c)
{
    static const int corners[6][4] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4},
                                      {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
    static const int edges[12][4] = {{0, 1, 2, 4}, {2, 3, 4, 3}, {4, 5, 5, 2}, {6, 7, 3, 5},
                                     {0, 2, 4, 0}, {1, 3, 1, 4}, {4, 6, 0, 5}, {5, 7, 5, 1},
                                     {0, 4, 0, 2}, {1, 5, 2, 1}, {2, 6, 3, 0}, {3, 7, 1, 3}};
    c->point_count = 8, c->face_count = 6, c->edge_count = 12, c->corner_count = 24;
    c->radius = 0;
    for (int i = 0; i < 8; ++i)
        for (int k = 0; k < 3; ++k) c->point[i][k] = i >> k & 1 ? half[k] : -half[k];
    for (int f = 0; f < 6; ++f) {
        c->face[f] = (struct convex_face){.level = half[f / 2], .first = 4 * f, .count = 4};
        c->face[f].normal[f / 2] = f % 2 ? 1 : -1;
        memcpy(&c->corner[4 * f], corners[f], sizeof corners[f]);
    }
    for (int e = 0; e < 12; ++e)
        c->edge[e] = (struct convex_edge){{edges[e][0], edges[e][1]}, {edges[e][2], edges[e][3]}};
    return c;
}

void kamm_place_collider(const struct collider *collider, struct convex *space,
                         struct placed_convex *out)
{
    const struct convex *convex = collider->convex;
    if (!convex) convex = kamm_box_convex(collider->box->half, space);
    kamm_place_convex(convex, collider->box, out);
}
