/* Contacts of bodies with the triangles of a mesh: see triangle_mesh.h. */
#include "triangle_mesh.h"

#include "convex_round.h"
#include "pair.h"
#include "polyhedra.h"

#include <string.h>

/* Directions less than that off a normal of the mesh are taken for it. */
#define TILT 1e-4
/* Corners are as far along a direction as each other within that share of the triangle's size. */
#define TIE_SHARE 1e-6
/* What is deeper in a triangle that an axis between triangles separates from the body is behind it. */
#define DEEPEST_SHARE 0.005 /* of the body's size */
/* A face of the body that lies on the triangle is clipped to that, and not the other way round: 1.4e-3 rad. */
#define ALIKE (1 - 1e-6)
enum { THINNED = 16 };

/* ---- a triangle as a body ---- */

void kamm_start_triangle(struct triangle_body *body)
{
    struct convex *c = &body->shape;
    c->point_count = 3, c->face_count = 4, c->edge_count = 3;
    c->radius = 0;
    c->face[0] = (struct convex_face){.first = 0, .count = 3};
    for (int i = 0; i < 3; ++i) {
        c->corner[i] = i;
        c->face[1 + i] = (struct convex_face){.count = 0};
        c->edge[i] = (struct convex_edge){{i, i < 2 ? i + 1 : 0}, {0, 1 + i}};
    }
    body->placed.of = c;
}

/* Its middle lies behind it, so that all directions of its front lead away from there. */
void kamm_set_triangle(struct triangle_body *body, const struct triangle_mesh *mesh,
                       int32_t triangle)
{
    struct placed_convex *p = &body->placed;
    const double *normal = mesh->normal[triangle];
    memcpy(p->normal[0], normal, sizeof p->normal[0]);
    for (int i = 0; i < 3; ++i)
        memcpy(p->point[i], mesh->point[mesh->triangle[triangle][i]], sizeof p->point[i]);
    p->level[0] = dot3(normal, p->point[0]);
    for (int i = 0; i < 3; ++i) {
        const double *from = kamm_side_of_face(p, 0, i, p->normal[1 + i]);
        p->level[1 + i] = dot3(p->normal[1 + i], from);
    }
    for (int k = 0; k < 3; ++k)
        p->centre[k] = (p->point[0][k] + p->point[1][k] + p->point[2][k]) / 3 - normal[k];
}

/* ---- which normals there are ---- */

/* Whether the triangles around a point, or those of them that have the other point as well, reach no farther along a direction. */
static int is_top(const struct triangle_mesh *mesh, int32_t point, int32_t other,
                  const double direction[3])
{
    const double *at = mesh->point[point];
    for (int32_t i = mesh->first[point]; i < mesh->first[point + 1]; ++i) {
        const int32_t *t = mesh->triangle[mesh->around[i]];
        if (other >= 0 && t[0] != other && t[1] != other && t[2] != other) continue;
        for (int k = 0; k < 3; ++k) {
            const double *p = mesh->point[t[k]];
            const double apart[3] = {p[0] - at[0], p[1] - at[1], p[2] - at[2]};
            if (dot3(apart, direction) > TILT * length3(apart)) return 0;
        }
    }
    return 1;
}

int kamm_is_mesh_normal(const struct triangle_mesh *mesh, int32_t triangle, const double normal[3])
{
    const int32_t *t = mesh->triangle[triangle];
    double along[3], size = 0, most = -1e300;
    int32_t tops[3];
    int count = 0;
    if (!(dot3(normal, mesh->normal[triangle]) > -TILT)) return 0;
    for (int k = 0; k < 3; ++k) {
        const double *p = mesh->point[t[k]], *q = mesh->point[t[k < 2 ? k + 1 : 0]];
        const double side[3] = {q[0] - p[0], q[1] - p[1], q[2] - p[2]};
        along[k] = dot3(normal, p);
        size = fmax(size, length3(side));
        most = fmax(most, along[k]);
    }
    for (int k = 0; k < 3; ++k)
        if (along[k] >= most - TIE_SHARE * size) tops[count++] = t[k];
    if (count == 3) return 1;
    return is_top(mesh, tops[0], count == 2 ? tops[1] : -1, normal);
}

/* ---- one triangle ---- */

struct search {
    const struct triangle_mesh *mesh;
    const struct oriented_box *mesh_box;
    const struct placed_convex *body; /* in the mesh's axes */
    double margin_m, size_m;
    struct triangle_body triangle;
    struct mesh_contacts *out;
};

void kamm_keep_contact(struct mesh_contacts *contacts, const struct mesh_contact *made,
                       double size_m)
{
    for (int i = 0; i < contacts->count; ++i) { /* the same point of two triangles or shapes */
        struct mesh_contact *known = &contacts->points[i];
        double apart[3] = {made->at[0] - known->at[0], made->at[1] - known->at[1],
                           made->at[2] - known->at[2]};
        double same = 1e-6 * size_m;
        if (dot3(apart, apart) > same * same || !(dot3(made->normal, known->normal) > 1 - 1e-6))
            continue;
        if (made->gap_m < known->gap_m) *known = *made;
        return;
    }
    if (contacts->count == MESH_CONTACTS) kamm_thin_contacts(contacts, THINNED, size_m);
    contacts->points[contacts->count++] = *made;
}

static void add_contact(struct search *s, const double normal[3], const struct contact_point *from)
{
    struct mesh_contact made = {.gap_m = from->gap_m};
    double at[3];
    kamm_vector_of_mesh(s->mesh_box, from->at, at);
    kamm_vector_of_mesh(s->mesh_box, normal, made.normal);
    for (int k = 0; k < 3; ++k) made.at[k] = s->mesh_box->centre[k] + at[k];
    kamm_keep_contact(s->out, &made, s->size_m);
}

/* `sign` -1: the normals are those of the mesh. */
static void add_manifold(struct search *s, const struct manifold *m, double sign, int apart)
{
    const double normal[3] = {sign * m->normal[0], sign * m->normal[1], sign * m->normal[2]};
    for (int i = 0; i < m->count; ++i)
        if (!apart || m->points[i].gap_m > -DEEPEST_SHARE * s->body->size_m)
            add_contact(s, normal, &m->points[i]);
}

static void meet_round(struct search *s, int32_t triangle)
{
    struct manifold m;
    kamm_collide_round_on_triangle(&s->triangle.placed, s->body, s->margin_m, &m);
    if (!m.count) return;
    if (kamm_is_mesh_normal(s->mesh, triangle, m.normal)) add_manifold(s, &m, -1, 0);
}

/* The face of the body that separates most among those along normals of the mesh; `covered`: the most among the others. 0: they are
 * farther apart than the margin. */
static int search_body_faces(const struct search *s, int32_t triangle, struct face_axis *best,
                             double *covered)
{
    const struct placed_convex *body = s->body, *t = &s->triangle.placed;
    *best = (struct face_axis){-1, NO_SEPARATION};
    for (int f = 0; f < body->of->face_count; ++f) {
        const double *n = body->normal[f], out[3] = {-n[0], -n[1], -n[2]};
        double least = 1e300;
        for (int i = 0; i < 3; ++i) least = fmin(least, dot3(n, t->point[i]) - body->level[f]);
        if (least > s->margin_m) return 0;
        if (!(least > best->separation) || dot3(out, t->normal[0]) > ALIKE) continue;
        if (kamm_is_mesh_normal(s->mesh, triangle, out))
            *best = (struct face_axis){f, least};
        else
            *covered = fmax(*covered, least);
    }
    return 1;
}

/* The same of edges. */
static int search_edges(const struct search *s, int32_t triangle, struct edge_axis *best,
                        double *covered)
{
    const struct placed_convex *body = s->body, *t = &s->triangle.placed;
    *best = (struct edge_axis){-1, -1, NO_SEPARATION, {0}};
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < body->of->edge_count; ++k) {
            struct edge_axis next = {-1, -1, best->separation, {0}};
            const int *of_body = body->of->edge[k].face;
            if (!kamm_is_minkowski_face(t->normal[0], t->normal[1 + i], body->normal[of_body[0]],
                                        body->normal[of_body[1]]))
                continue;
            kamm_consider_edges(t, i, body, k, &next);
            if (next.edge_a < 0) continue;
            if (next.separation > s->margin_m) return 0;
            if (kamm_is_mesh_normal(s->mesh, triangle, next.normal))
                *best = next;
            else
                *covered = fmax(*covered, next.separation);
        }
    return 1;
}

static void meet_polyhedron(struct search *s, int32_t triangle)
{
    const struct placed_convex *t = &s->triangle.placed, *body = s->body;
    struct manifold m = {.count = 0};
    struct face_axis of_body;
    struct edge_axis edges;
    double own = 1e300, covered = NO_SEPARATION;
    for (int i = 0; i < body->of->point_count; ++i)
        own = fmin(own, dot3(t->normal[0], body->point[i]) - t->level[0]);
    if (own > s->margin_m || !search_body_faces(s, triangle, &of_body, &covered) ||
        !search_edges(s, triangle, &edges, &covered))
        return;
    double faces = fmax(own, of_body.separation);
    if (edges.separation > faces + edge_bias(body->size_m, faces) &&
        kamm_touch_edges(t, body, &edges, &m)) {
        add_manifold(s, &m, -1, 0);
    } else if (of_body.separation > own + face_bias(body->size_m, own)) {
        kamm_touch_face(body, of_body.face, t, 0, s->margin_m, 0, &m);
        add_manifold(s, &m, 1, covered > 0);
    } else {
        int incident = kamm_incident_face(body, t->normal[0]);
        kamm_touch_face(t, 0, body, incident, s->margin_m, 0, &m);
        add_manifold(s, &m, -1, covered > 0);
    }
}

static void meet_triangle(void *context, int32_t triangle)
{
    struct search *s = context;
    const double *normal = s->mesh->normal[triangle];
    kamm_set_triangle(&s->triangle, s->mesh, triangle);
    if (!(dot3(normal, s->body->centre) > s->triangle.placed.level[0])) return; /* from behind */
    if (s->body->of->face_count)
        meet_polyhedron(s, triangle);
    else
        meet_round(s, triangle);
}

void kamm_collide_mesh(const struct triangle_mesh *mesh, const struct oriented_box *mesh_box,
                       const struct collider *body, double margin_m, struct mesh_contacts *out)
{
    struct convex space;
    struct oriented_box box;
    struct placed_convex placed;
    struct mesh_way way = {.move = {0, 0, 0}};
    struct search s = {.mesh = mesh, .mesh_box = mesh_box, .body = &placed, .out = out};
    double low[3], high[3];
    kamm_box_in_mesh(mesh_box, body->box, &box);
    const struct collider own = {&box, body->convex};
    kamm_place_collider(&own, &space, &placed);
    s.margin_m = margin_m, s.size_m = kamm_box_radius(&box);
    kamm_start_triangle(&s.triangle);
    kamm_box_bounds(&box, low, high);
    for (int k = 0; k < 3; ++k) {
        way.from[k] = box.centre[k];
        way.reach[k] = 0.5 * (high[k] - low[k]) + margin_m;
    }
    kamm_visit_mesh(mesh, &way, meet_triangle, &s);
}

/* ---- which of many points are kept ---- */

static double difference(const struct mesh_contact *a, const struct mesh_contact *b, double size_m)
{
    double sum = 0;
    for (int k = 0; k < 3; ++k) {
        double at = a->at[k] - b->at[k], normal = size_m * (a->normal[k] - b->normal[k]);
        sum += at * at + normal * normal;
    }
    return sum;
}

/* One that is deeper than all others by 1e-4 of the body's size, else the one farthest from the middle. */
static int first_kept(const struct mesh_contacts *c, double size_m)
{
    struct mesh_contact middle = {.gap_m = 0};
    int deepest = 0, farthest = 0, clear = 1;
    double most = -1;
    for (int i = 0; i < c->count; ++i) {
        if (c->points[i].gap_m < c->points[deepest].gap_m) deepest = i;
        for (int k = 0; k < 3; ++k) middle.at[k] += c->points[i].at[k] / c->count;
    }
    for (int i = 0; i < c->count; ++i) {
        double from_middle = difference(&c->points[i], &middle, 0);
        clear &= i == deepest || c->points[i].gap_m > c->points[deepest].gap_m + 1e-4 * size_m;
        if (from_middle > most) farthest = i, most = from_middle;
    }
    return clear ? deepest : farthest;
}

void kamm_thin_contacts(struct mesh_contacts *c, int count, double size_m)
{
    double apart[MESH_CONTACTS];
    int kept = 0;
    if (c->count <= count) return;
    for (int i = 0; i < c->count; ++i) apart[i] = 1e300;
    for (int n = 0, next = first_kept(c, size_m); n < count; ++n) {
        int farthest = 0;
        apart[next] = -1; /* it stays */
        for (int i = 0; i < c->count; ++i) {
            if (apart[i] < 0) continue;
            apart[i] = fmin(apart[i], difference(&c->points[i], &c->points[next], size_m));
            if (apart[i] > apart[farthest]) farthest = i;
        }
        next = farthest;
    }
    for (int i = 0; i < c->count; ++i)
        if (apart[i] < 0) c->points[kept++] = c->points[i];
    c->count = kept;
}
