/* When what moves touches a mesh: triangle by triangle, in the mesh's axes. See shape_cast.h. */
#include "shape_cast.h"

#include "../../base/vector_double.h"
#include "distance.h"

#include <math.h>
#include <string.h>

struct mesh_cast {
    const struct triangle_mesh *mesh;
    const struct placed_convex *moving; /* NULL: a point */
    double from[3], move[3];
    struct triangle_body triangle;
    struct mesh_touch *out; /* in the mesh's axes */
    int found;
};

/* A point comes through a triangle from its front. Between two triangles it meets both: the volumes that a side spans with the way are
 * opposite to the bit. */
static void point_meets(void *context, int32_t triangle)
{
    struct mesh_cast *s = context;
    const double *normal = s->mesh->normal[triangle];
    const int32_t *t = s->mesh->triangle[triangle];
    double speed = dot3(normal, s->move), to[3][3];
    if (!(speed < 0)) return;
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k) to[i][k] = s->mesh->point[t[i]][k] - s->from[k];
    for (int i = 0; i < 3; ++i) {
        double turn[3];
        cross3(to[i], to[i < 2 ? i + 1 : 0], turn);
        if (dot3(turn, s->move) > 0) return;
    }
    double time = dot3(normal, to[0]) / speed;
    if (!(time >= 0 && time < s->out->time.first)) return;
    s->found = 1;
    s->out->time.first = time;
    memcpy(s->out->time.normal, normal, sizeof s->out->time.normal);
    for (int k = 0; k < 3; ++k) s->out->touch[k] = s->from[k] + time * s->move[k];
}

/* How far its nearest point is over the triangle's plane. */
static double height_over(const struct placed_convex *moving, const struct placed_convex *triangle)
{
    double least = 1e300;
    for (int i = 0; i < moving->of->point_count; ++i)
        least = fmin(least, dot3(triangle->normal[0], moving->point[i]));
    return least - triangle->level[0] - moving->of->radius;
}

static void keep_touch(struct mesh_cast *s, const struct overlap_time *time)
{
    const double shift[3] = {time->first * s->move[0], time->first * s->move[1],
                             time->first * s->move[2]};
    struct nearest_points near;
    kamm_find_nearest(s->moving, shift, &s->triangle.placed, &near);
    s->found = 1;
    s->out->time = *time;
    memcpy(s->out->touch, near.on_b, sizeof near.on_b);
}

/* A body, whose middle is in front, from where it comes to the triangle's plane. */
static void body_meets(void *context, int32_t triangle)
{
    struct mesh_cast *s = context;
    const double *normal = s->mesh->normal[triangle];
    struct overlap_time time = {-1, s->out->time.first, {0, 0, 0}};
    kamm_set_triangle(&s->triangle, s->mesh, triangle);
    if (!(dot3(normal, s->moving->centre) > s->triangle.placed.level[0])) return;
    double height = height_over(s->moving, &s->triangle.placed), speed = dot3(normal, s->move);
    if (height > 0) {
        if (!(speed < 0)) return;
        time.first = -height / speed;
        memcpy(time.normal, normal, sizeof time.normal);
    }
    if (time.first <= time.last &&
        kamm_cast_placed(s->moving, s->move, &s->triangle.placed, &time) &&
        time.first < s->out->time.first)
        keep_touch(s, &time);
}

static void into_world(const struct oriented_box *mesh_box, struct mesh_touch *touch)
{
    double normal[3], at[3];
    kamm_vector_of_mesh(mesh_box, touch->time.normal, normal);
    kamm_vector_of_mesh(mesh_box, touch->touch, at);
    memcpy(touch->time.normal, normal, sizeof normal);
    for (int k = 0; k < 3; ++k) touch->touch[k] = mesh_box->centre[k] + at[k];
}

static void start(struct mesh_cast *s, const double from[3], const double move[3],
                  const struct oriented_box *mesh_box)
{
    const double apart[3] = {from[0] - mesh_box->centre[0], from[1] - mesh_box->centre[1],
                             from[2] - mesh_box->centre[2]};
    kamm_vector_in_mesh(mesh_box, apart, s->from);
    kamm_vector_in_mesh(mesh_box, move, s->move);
    kamm_start_triangle(&s->triangle);
    s->out->time = (struct overlap_time){1 + 1e-12, INFINITY, {0, 0, 0}};
}

static int go(struct mesh_cast *s, const double reach[3], mesh_visit *visit,
              const struct oriented_box *mesh_box)
{
    struct mesh_way way;
    memcpy(way.from, s->from, sizeof way.from);
    memcpy(way.move, s->move, sizeof way.move);
    memcpy(way.reach, reach, sizeof way.reach);
    kamm_visit_mesh(s->mesh, &way, visit, s);
    if (s->found) into_world(mesh_box, s->out);
    return s->found;
}

/* A cast's time from outside to the first touch: at most once its way. */
int kamm_cast_ball_at_mesh(const double from[3], double radius_m, const double move[3],
                           const struct triangle_mesh *mesh, const struct oriented_box *mesh_box,
                           struct mesh_touch *out)
{
    struct convex ball = {.point_count = 1, .radius = radius_m};
    struct placed_convex placed = {.of = &ball};
    struct mesh_cast s = {.mesh = mesh, .out = out};
    const double reach[3] = {radius_m, radius_m, radius_m};
    start(&s, from, move, mesh_box);
    if (radius_m == 0) return go(&s, reach, point_meets, mesh_box);
    memcpy(placed.point[0], s.from, sizeof s.from);
    memcpy(placed.centre, s.from, sizeof s.from);
    s.moving = &placed;
    return go(&s, reach, body_meets, mesh_box);
}

static void reach_of(const struct oriented_box *box, double reach[3])
{
    double low[3], high[3];
    kamm_box_bounds(box, low, high);
    for (int k = 0; k < 3; ++k) reach[k] = 0.5 * (high[k] - low[k]);
}

int kamm_cast_box_at_mesh(const struct oriented_box *box, const double move[3],
                          const struct triangle_mesh *mesh, const struct oriented_box *mesh_box,
                          struct mesh_touch *out)
{
    struct convex space;
    struct placed_convex placed;
    struct oriented_box own;
    struct mesh_cast s = {.mesh = mesh, .moving = &placed, .out = out};
    double reach[3];
    start(&s, box->centre, move, mesh_box);
    kamm_box_in_mesh(mesh_box, box, &own);
    reach_of(&own, reach);
    kamm_place_convex(kamm_box_convex(own.half, &space), &own, &placed);
    return go(&s, reach, body_meets, mesh_box);
}

/* ---- sensors ---- */

struct passing {
    const struct triangle_mesh *mesh;
    struct placed_convex before, now;
    double move[3], reverse[3];
    struct triangle_body triangle;
    struct overlap_time *time;
    int found;
};

/* From 0 to 1; above 1: never. */
static double first_touch(const struct placed_convex *moving, const double move[3],
                          const struct placed_convex *triangle)
{
    struct overlap_time time = {-1, 1, {0, 0, 0}};
    return kamm_cast_placed(moving, move, triangle, &time) ? time.first : 2;
}

static void pass_triangle(void *context, int32_t triangle)
{
    struct passing *p = context;
    kamm_set_triangle(&p->triangle, p->mesh, triangle);
    double first = first_touch(&p->before, p->move, &p->triangle.placed);
    if (first > 1) return;
    double last = first_touch(&p->now, p->reverse, &p->triangle.placed);
    p->time->first = fmin(p->time->first, first - 1);
    p->time->last = fmax(p->time->last, last > 1 ? first - 1 : -last);
    p->found = 1;
}

int kamm_cast_past_mesh(const struct collider *moving, const double move[3],
                        const struct triangle_mesh *mesh, const struct oriented_box *mesh_box,
                        struct overlap_time *time)
{
    struct convex space;
    struct oriented_box box;
    struct passing p = {.mesh = mesh, .time = time};
    struct mesh_way way;
    kamm_box_in_mesh(mesh_box, moving->box, &box);
    kamm_vector_in_mesh(mesh_box, move, p.move);
    const struct collider own = {&box, moving->convex};
    *time = (struct overlap_time){INFINITY, -INFINITY, {0, 0, 0}};
    kamm_place_collider(&own, &space, &p.now);
    for (int k = 0; k < 3; ++k) p.reverse[k] = -p.move[k], box.centre[k] -= p.move[k];
    kamm_place_collider(&own, &space, &p.before);
    kamm_start_triangle(&p.triangle);
    memcpy(way.from, box.centre, sizeof way.from);
    memcpy(way.move, p.move, sizeof way.move);
    reach_of(&box, way.reach);
    kamm_visit_mesh(mesh, &way, pass_triangle, &p);
    return p.found;
}
