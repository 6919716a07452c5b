/* Where the shapes of two bodies touch.
 *
 * Each shape of one body is collided with each of the other. Cars and bodies of one or two shapes keep the eight deepest points of all.
 * Others, which may stand on many feet, keep sixteen at most (lowest_points.h). */
#include "narrow_phase.h"
#include "../bodies/bodies.h"
#include "../bodies/fixed_bodies.h"
#include "lowest_points.h"
#include "struck.h"

#include <math.h>
#include <string.h>

double kamm_speed_of(const kamm_world *world, uint32_t body)
{
    return is_fixed(world, body) ? kamm_fixed_speed(world, fixed_of(world, body))
                                 : world->frames[body].speed_mps;
}

double kamm_scale_of_pair(const kamm_world *world, const struct body_pair *pair)
{
    double scale = kamm_shape_of(world, pair->first)->scale;
    if (is_fixed(world, pair->second)) return scale;
    return fmin(scale, kamm_shape_of(world, pair->second)->scale);
}

double kamm_margin_of(const kamm_world *world, const struct body_pair *pair)
{
    const float *g = world->ground.gravity_mps2;
    double gravity = fabs((double)g[0]) + fabs((double)g[1]) + fabs((double)g[2]);
    double speed = kamm_speed_of(world, pair->first) + kamm_speed_of(world, pair->second);
    if (world->any_is_struck) speed = fmax(speed, kamm_struck_speed_towards(world, pair));
    return (speed + gravity * world->dt) * world->dt +
           CONTACT_MARGIN_M * kamm_scale_of_pair(world, pair);
}

int kamm_is_in_plane(const kamm_world *world, uint32_t body)
{
    return is_car(world, body) && kamm_shape_of(world, body)->in_plane;
}

/* One more point; where there are too many the one with the widest gap goes. */
static void add_point(struct pair_contact *contact, const double normal[3],
                      const struct contact_point *from)
{
    int at = contact->count;
    if (at == FEW_POINTS) {
        at = 0;
        for (int i = 1; i < FEW_POINTS; ++i)
            if (contact->points[i].gap_m > contact->points[at].gap_m) at = i;
        if (!(from->gap_m < contact->points[at].gap_m)) return;
    } else {
        ++contact->count;
    }
    struct pair_point *to = &contact->points[at];
    memcpy(to->at, from->at, sizeof to->at);
    memcpy(to->normal, normal, sizeof to->normal);
    to->gap_m = from->gap_m;
}

/* Bodies in the plane meet what they may drive onto, and what is no box, where it really is: with a side, not with what they stand
 * on. */
#define STANDS_ON 0.5

static void collide(const struct collider *a, const struct collider *b, int flat, int driven,
                    double margin, struct manifold *m)
{
    if (a->convex || b->convex) {
        kamm_collide_colliders(a, b, margin, m);
    } else if (flat && !driven) {
        kamm_collide_boxes_in_plane(a->box, b->box, margin, m);
        return;
    } else {
        kamm_collide_boxes(a->box, b->box, margin, m);
    }
    if (flat && m->count && fabs(m->normal[2]) > STANDS_ON) m->count = 0;
}

/* Bodies that are deeper in each other than that, and than their motion brings, were placed so. */
#define PLACED_M 0.1
#define FAR_SHARE 8 /* of their depth: a way out that is longer is none */

static double deepest_m(int count, const struct contact_point *points)
{
    double deepest = 0;
    for (int i = 0; i < count; ++i) deepest = fmax(deepest, -points[i].gap_m);
    return deepest;
}

/* What was placed into something leaves it as a whole and level: down it would be pressed into the ground, up it would fall from
 * there, and parts of it that each took their own shortest way would jam. So do not bodies in a floor, which is too wide for that. */
static void part_level(const struct oriented_box *a, const struct oriented_box *b, double depth_m,
                       double margin, struct pair_contact *out)
{
    struct manifold m;
    kamm_collide_boxes_in_plane(a, b, margin, &m);
    if (!m.count || deepest_m(m.count, m.points) > FAR_SHARE * depth_m) return;
    out->count = 0;
    for (int i = 0; i < m.count; ++i) add_point(out, m.normal, &m.points[i]);
}

static void drop_upright(struct mesh_contacts *contacts)
{
    int kept = 0;
    for (int i = 0; i < contacts->count; ++i)
        if (!(fabs(contacts->points[i].normal[2]) > STANDS_ON))
            contacts->points[kept++] = contacts->points[i];
    contacts->count = kept;
}

static void add_found(const struct mesh_contacts *found, struct pair_contact *out)
{
    for (int i = 0; i < found->count; ++i) {
        const struct mesh_contact *from = &found->points[i];
        struct pair_point *to = &out->points[out->count++];
        memcpy(to->at, from->at, sizeof to->at);
        memcpy(to->normal, from->normal, sizeof to->normal);
        to->gap_m = from->gap_m;
    }
}

/* ---- two bodies ---- */

struct two_bodies {
    const kamm_world *world;
    const struct body_pair *pair;
    const struct oriented_box *a, *b; /* one for each shape */
    const struct body_shape *of_a, *of_b;
    int flat, driven;
    double margin;
    double depth; /* of the deepest point so far */
    int deepest;  /* whose shape of b that is */
};

static int is_driven_onto(const kamm_world *world, const struct body_pair *pair)
{
    return kamm_is_rolled_on(world, pair->first) || kamm_is_rolled_on(world, pair->second);
}

static struct two_bodies start_pair(const kamm_world *world, const struct body_pair *pair)
{
    struct two_bodies t = {.world = world, .pair = pair};
    t.a = world->frames[pair->first].boxes; /* the first is no static or kinematic body */
    t.b = is_fixed(world, pair->second) ? fixed_boxes_of(world, fixed_of(world, pair->second))
                                        : world->frames[pair->second].boxes;
    t.of_a = kamm_shape_of(world, pair->first);
    t.of_b = kamm_shape_of(world, pair->second);
    t.flat = kamm_is_in_plane(world, pair->first) || kamm_is_in_plane(world, pair->second);
    t.driven = t.flat && is_driven_onto(world, pair);
    t.margin = kamm_margin_of(world, pair);
    return t;
}

/* Whether upright boxes around shape i of a and shape k of b meet. That of a static or kinematic body is known if it is the only one. */
static int shapes_meet(const struct two_bodies *t, int i, int k)
{
    const struct box_bounds *a = &t->world->frames[t->pair->first].bounds[i];
    struct box_bounds b;
    if (!is_fixed(t->world, t->pair->second))
        b = t->world->frames[t->pair->second].bounds[k];
    else if (t->of_b->box_count > 1)
        kamm_box_bounds(&t->b[k], b.low, b.high);
    else
        return 1;
    return bounds_meet(a->low, a->high, b.low, b.high, t->margin);
}

/* Collides two shapes that are no meshes. */
static void collide_shapes(struct two_bodies *t, int i, int k, struct manifold *m)
{
    const struct collider first = {&t->a[i], t->of_a->convexes[i]};
    const struct collider second = {&t->b[k], t->of_b->convexes[k]};
    collide(&first, &second, t->flat, t->driven, t->margin, m);
    double depth = deepest_m(m->count, m->points);
    if (depth > t->depth) t->depth = depth, t->deepest = k;
}

static void collide_few(struct two_bodies *t, struct pair_contact *out)
{
    for (int i = 0; i < t->of_a->box_count; ++i) {
        for (int k = 0; k < t->of_b->box_count; ++k) {
            struct manifold m;
            if (!shapes_meet(t, i, k)) continue;
            collide_shapes(t, i, k, &m);
            for (int n = 0; n < m.count; ++n) add_point(out, m.normal, &m.points[n]);
        }
    }
}

/* All parts of a with a mesh. */
static void collide_with_mesh(const struct two_bodies *t, int k, struct mesh_contacts *found)
{
    for (int i = 0; i < t->of_a->box_count; ++i) {
        const struct collider part = {&t->a[i], t->of_a->convexes[i]};
        kamm_collide_mesh(t->of_b->meshes[k], &t->b[k], &part, t->margin, found);
    }
    if (t->flat) drop_upright(found);
}

static void keep_some(const struct two_bodies *t, int most, struct mesh_contacts *found)
{
    double scale = kamm_scale_of_pair(t->world, t->pair);
    kamm_keep_lowest(found, most / 2, most, t->of_a->radius, scale);
}

/* Points of neighbouring shapes that are the same are one. */
static void keep_points(const struct two_bodies *t, const struct manifold *m,
                        struct mesh_contacts *found)
{
    for (int n = 0; n < m->count; ++n) {
        struct mesh_contact made = {.gap_m = m->points[n].gap_m};
        memcpy(made.at, m->points[n].at, sizeof made.at);
        memcpy(made.normal, m->normal, sizeof made.normal);
        if (found->count == MESH_CONTACTS) keep_some(t, MESH_CONTACTS / 2, found);
        kamm_keep_contact(found, &made, t->of_a->radius);
    }
}

static void collide_one_mesh(const struct two_bodies *t, struct pair_contact *out)
{
    struct mesh_contacts found = {.count = 0};
    collide_with_mesh(t, 0, &found);
    kamm_thin_contacts(&found, FEW_POINTS, kamm_box_radius(&t->a[0]));
    add_found(&found, out);
}

static void collide_many(struct two_bodies *t, struct pair_contact *out)
{
    struct mesh_contacts found = {.count = 0};
    for (int k = 0; k < t->of_b->box_count; ++k) {
        if (t->of_b->meshes[k]) {
            collide_with_mesh(t, k, &found);
            continue;
        }
        for (int i = 0; i < t->of_a->box_count; ++i) {
            struct manifold m;
            if (!shapes_meet(t, i, k)) continue;
            collide_shapes(t, i, k, &m);
            keep_points(t, &m, &found);
        }
    }
    keep_some(t, PAIR_POINTS, &found);
    add_found(&found, out);
}

/* The box by which a body leaves what it was placed into: around all of it, or the static shape that it is in. */
static const struct oriented_box *box_to_leave(const struct two_bodies *t)
{
    if (is_fixed(t->world, t->pair->second)) return &t->b[t->deepest];
    return &t->world->frames[t->pair->second].around;
}

static int has_many_shapes(const kamm_world *world, uint32_t body, const struct body_shape *shape)
{
    return shape->box_count > (is_fixed(world, body) ? 1 : 2) && !is_car(world, body);
}

void kamm_collide_pair(const kamm_world *world, const struct body_pair *pair,
                       struct pair_contact *out)
{
    struct two_bodies t = start_pair(world, pair);
    out->count = 0;
    if (has_many_shapes(world, pair->first, t.of_a) || has_many_shapes(world, pair->second, t.of_b))
        collide_many(&t, out);
    else if (t.of_b->meshes[0])
        collide_one_mesh(&t, out);
    else
        collide_few(&t, out);
    if (t.depth > PLACED_M * kamm_scale_of_pair(world, pair) + t.margin)
        part_level(&world->frames[pair->first].around, box_to_leave(&t), t.depth, t.margin, out);
}
