/* Rays and shapes that are cast into a world: bodies near enough are checked exactly. Trees tell which bodies are.
 * Cars are checked one by one, as the host may have put them elsewhere at any time. */
#include "../../base/error.h"
#include "../../base/float_mode.h"
#include "../../base/vector_double.h"
#include "../bodies/bodies.h"
#include "../bodies/filters.h"
#include "../collide/distance.h"
#include "../collide/shape_cast.h"
#include "../state.h"
#include "ground_cast.h"
#include <kamm/world_query.h>

#include <math.h>
#include <string.h>

/* A cast on its way, and what it has hit so far: the nearest first. */
struct search {
    const kamm_world *world;
    const kamm_cast *cast;
    double move[3], length_squared,
        reach_m; /* reach: no point of the shape is farther from its middle */
    int is_box;
    struct oriented_box box;
    kamm_hit *hits;
    int count, room;
};

/* Returns the time after which hits are ignored. */
static double limit_of(const struct search *s)
{
    return s->count == s->room ? s->hits[s->room - 1].fraction : 1;
}

/* At the same time the ground is hit first, then static and kinematic bodies, dynamic ones, cars. */
static int comes_before(const kamm_hit *a, const kamm_hit *b)
{
    static const int ranks[] = {[KAMM_BODY_GROUND] = 0,
                                [KAMM_BODY_STATIC] = 1,
                                [KAMM_BODY_KINEMATIC] = 1,
                                [KAMM_BODY_DYNAMIC] = 2,
                                [KAMM_BODY_CAR] = 3};
    if (a->fraction != b->fraction) return a->fraction < b->fraction;
    if (ranks[a->body.type] != ranks[b->body.type])
        return ranks[a->body.type] < ranks[b->body.type];
    if (a->body.group != b->body.group) return a->body.group < b->body.group;
    return a->body.index < b->body.index;
}

static void add_hit(struct search *s, const kamm_hit *hit)
{
    if (s->count == s->room && !comes_before(hit, &s->hits[s->room - 1])) return;
    int at = s->count < s->room ? s->count++ : s->room - 1;
    for (; at > 0 && comes_before(hit, &s->hits[at - 1]); --at) s->hits[at] = s->hits[at - 1];
    s->hits[at] = *hit;
}

/* ---- against a box, or what is in it ---- */

static int cast_at(const struct search *s, const struct collider *other, struct overlap_time *time)
{
    const struct collider own = {&s->box, NULL};
    if (!other->convex && s->is_box) return kamm_cast_boxes(&s->box, s->move, other->box, time);
    if (s->is_box) return kamm_cast_collider(&own, s->move, other, time);
    if (other->convex)
        return kamm_cast_ball(s->cast->from_m, s->cast->radius_m, s->move, other, time);
    if (s->cast->radius_m > 0)
        return kamm_cast_sphere(s->cast->from_m, s->cast->radius_m, s->move, other->box, time);
    return kamm_cast_point(s->cast->from_m, s->move, other->box, time);
}

/* The point of what is hit that is nearest to the box that is cast. */
static void nearest_to(const struct oriented_box *box, const struct collider *other,
                       const double normal[3], double point[3])
{
    static const double still[3] = {0, 0, 0};
    const struct collider own = {box, NULL};
    struct convex spaces[2];
    struct placed_convex placed[2];
    struct nearest_points near;
    kamm_place_collider(&own, &spaces[0], &placed[0]);
    kamm_place_collider(other, &spaces[1], &placed[1]);
    kamm_find_nearest(&placed[0], still, &placed[1], &near);
    for (int k = 0; k < 3; ++k) point[k] = near.on_b[k] + other->convex->radius * normal[k];
}

/* In the middle of what a box and another have in common where they touch. */
static void middle_of_contact(const struct search *s, const struct collider *other,
                              const kamm_hit *hit, double point[3])
{
    struct oriented_box there = s->box;
    const struct collider own = {&there, NULL};
    struct manifold m;
    for (int k = 0; k < 3; ++k) there.centre[k] += hit->fraction * s->move[k];
    if (other->convex) {
        kamm_collide_colliders(&own, other, 1e-3, &m);
        nearest_to(&there, other, hit->normal, point);
    } else {
        kamm_collide_boxes(&there, other->box, 1e-3, &m);
        kamm_nearest_in_box(other->box, there.centre, point);
    }
    for (int k = 0; k < 3 && m.count; ++k) {
        point[k] = 0;
        for (int i = 0; i < m.count; ++i) point[k] += m.points[i].at[k] / m.count;
    }
}

static void touch_point(const struct search *s, const struct collider *other, kamm_hit *hit)
{
    for (int k = 0; k < 3; ++k) hit->point_m[k] = s->cast->from_m[k] + hit->fraction * s->move[k];
    if (hit->normal[0] == 0 && hit->normal[1] == 0 && hit->normal[2] == 0) return;
    if (s->is_box)
        middle_of_contact(s, other, hit, hit->point_m);
    else
        for (int k = 0; k < 3; ++k) hit->point_m[k] -= s->cast->radius_m * hit->normal[k];
}

/* 1: it is hit before what is known. */
static int hit_part(const struct search *s, const struct collider *other, kamm_hit *hit)
{
    struct overlap_time time = {0, INFINITY, {0, 0, 0}};
    if (!cast_at(s, other, &time) || time.first > limit_of(s) || time.last < 0) return 0;
    int inside = time.first < 0;
    hit->fraction = inside ? 0 : time.first;
    for (int k = 0; k < 3; ++k) hit->normal[k] = inside ? 0 : time.normal[k];
    touch_point(s, other, hit);
    return 1;
}

/* The same of a mesh. */
static int hit_mesh(const struct search *s, const struct triangle_mesh *mesh,
                    const struct oriented_box *box, kamm_hit *hit)
{
    const kamm_cast *cast = s->cast;
    struct mesh_touch touch;
    int found = s->is_box ? kamm_cast_box_at_mesh(&s->box, s->move, mesh, box, &touch)
                          : kamm_cast_ball_at_mesh(cast->from_m, cast->radius_m, s->move, mesh, box,
                                                   &touch);
    if (!found || touch.time.first > limit_of(s)) return 0;
    hit->fraction = fmin(touch.time.first, 1);
    memcpy(hit->normal, touch.time.normal, sizeof hit->normal);
    memcpy(hit->point_m, touch.touch, sizeof hit->point_m);
    if (length3(hit->normal) == 0) memcpy(hit->point_m, cast->from_m, sizeof hit->point_m);
    return 1;
}

/* ---- against bodies ---- */

/* Whether a sphere is near the way. */
static int passes(const struct search *s, const double at[3], double radius)
{
    double along = 0, apart_squared = 0, reach = radius + s->reach_m;
    double apart[3];
    for (int k = 0; k < 3; ++k) {
        apart[k] = at[k] - s->cast->from_m[k];
        along += apart[k] * s->move[k];
    }
    along = s->length_squared > 0 ? fmin(fmax(along / s->length_squared, 0), 1) : 0;
    for (int k = 0; k < 3; ++k) {
        double d = apart[k] - along * s->move[k];
        apart_squared += d * d;
    }
    return apart_squared <= reach * reach;
}

static int is_left_out(const struct search *s, kamm_body_type type)
{
    return (int)(s->cast->leaves_out >> type & 1);
}

/* Whether any of its shapes is near the way. */
static int passes_fixed(const struct search *s, int fixed)
{
    const struct oriented_box *boxes = fixed_boxes_of(s->world, fixed);
    for (int i = 0; i < s->world->fixed_shapes[fixed].box_count; ++i)
        if (passes(s, boxes[i].centre, kamm_box_radius(&boxes[i]))) return 1;
    return 0;
}

/* The first of its shapes. */
static void try_fixed(struct search *s, int fixed)
{
    const struct body_traits *traits = &s->world->fixed_traits[fixed];
    const struct body_shape *shape = &s->world->fixed_shapes[fixed];
    const struct oriented_box *boxes = fixed_boxes_of(s->world, fixed);
    kamm_hit hit = {.body = {traits->type, 0, traits->index}, .material = traits->material};
    kamm_hit nearest = {.fraction = INFINITY};
    if (is_left_out(s, traits->type) || (traits->sensor && !s->cast->sensors)) return;
    if (!kamm_filters_meet(&s->cast->filter, &traits->filter)) return;
    for (int i = 0; i < shape->box_count; ++i) {
        const struct collider part = {&boxes[i], shape->convexes[i]};
        hit.box = i;
        int is_hit = shape->meshes[i] ? hit_mesh(s, shape->meshes[i], &boxes[i], &hit)
                                      : hit_part(s, &part, &hit);
        if (is_hit && hit.fraction < nearest.fraction) nearest = hit;
    }
    if (nearest.fraction <= 1) add_hit(s, &nearest);
}

/* The first of a moving body's parts. */
static void try_moving(struct search *s, uint32_t body, int32_t material)
{
    const struct body_shape *shape = kamm_shape_of(s->world, body);
    struct body_frame frame;
    kamm_hit nearest = {.fraction = INFINITY}, hit = {.body = kamm_name_body(s->world, body)};
    kamm_read_motion_of(s->world, body, &frame);
    hit.material = material;
    for (int i = 0; i < shape->box_count; ++i) {
        struct oriented_box box;
        kamm_move_box(&shape->boxes[i], frame.motion.position, (const double(*)[3])frame.axis,
                      &box);
        hit.box = i;
        const struct collider part = {&box, shape->convexes[i]};
        if (hit_part(s, &part, &hit) && hit.fraction < nearest.fraction) nearest = hit;
    }
    if (nearest.fraction <= 1) add_hit(s, &nearest);
}

static void try_fixed_bodies(struct search *s)
{
    struct path_walk walk;
    kamm_start_path(&s->world->fixed_tree, s->cast->from_m, s->move, s->reach_m, &walk);
    for (int32_t slot; (slot = kamm_next_on_path(&walk, limit_of(s))) >= 0;) {
        int fixed = s->world->slots[slot].place;
        if (passes_fixed(s, fixed)) try_fixed(s, fixed);
    }
}

static void try_dynamic_bodies(struct search *s)
{
    const kamm_world *world = s->world;
    struct path_walk walk;
    kamm_start_path(&world->dynamic_tree, s->cast->from_m, s->move, s->reach_m, &walk);
    for (int32_t slot; (slot = kamm_next_on_path(&walk, limit_of(s))) >= 0;) {
        int i = world->slots[slot].place;
        if (passes(s, world->dynamic_states[i].position, world->dynamic_shapes[i].radius) &&
            kamm_filters_meet(&s->cast->filter, &world->dynamic_traits[i].filter))
            try_moving(s, (uint32_t)(world->car_count + i), world->dynamic_traits[i].material);
    }
}

static void try_group(struct search *s, const struct car_group *group)
{
    const kamm_cars *cars = group->cars;
    for (int i = 0; i < cars->count; ++i) {
        if (kamm_car_is_off(cars, i)) continue;
        const struct car_block *block = &cars->block[i / KAMM_BLOCK];
        int lane = i % KAMM_BLOCK;
        const double at[3] = {block->position_m[0][lane], block->position_m[1][lane],
                              block->position_m[2][lane]};
        if (!passes(s, at, group->shapes[cars->mixed ? i : 0].radius)) continue;
        if (cars == s->cast->own_cars && i == s->cast->own_car) continue;
        if (kamm_filters_meet(&s->cast->filter, &group->tags[i].filter))
            try_moving(s, (uint32_t)(group->first_body + i), group->tags[i].material);
    }
}

/* ---- against the ground ---- */

static void add_ground(struct search *s, const struct ground_hit *ground)
{
    kamm_hit hit = {.fraction = ground->time,
                    .body = {KAMM_BODY_GROUND, 0, ground->surface},
                    .material = ground->surface};
    memcpy(hit.point_m, ground->point, sizeof hit.point_m);
    memcpy(hit.normal, ground->normal, sizeof hit.normal);
    if (ground->inside && !s->is_box) memcpy(hit.point_m, s->cast->from_m, sizeof hit.point_m);
    add_hit(s, &hit);
}

static void try_ground(struct search *s)
{
    struct ground_hit hit, first = {.time = INFINITY};
    double corners[8][3];
    if (s->is_box) kamm_box_corners(&s->box, corners);
    for (int i = 0; i < (s->is_box ? 8 : 1); ++i)
        if (kamm_cast_at_ground(&s->world->ground, s->is_box ? corners[i] : s->cast->from_m,
                                s->move, s->cast->radius_m, &hit) &&
            hit.time < first.time)
            first = hit;
    if (first.time <= 1) add_ground(s, &first);
}

/* ---- all of it ---- */

static int is_finite(const double *v, int count)
{
    double sum = 0;
    for (int i = 0; i < count; ++i) sum += fabs(v[i]);
    return sum < INFINITY;
}

static int is_cast(const kamm_cast *cast)
{
    int sizes = 0;
    for (int k = 0; k < 3; ++k) {
        if (!(cast->half_m[k] >= 0)) return 0;
        sizes += cast->half_m[k] > 0;
    }
    return is_finite(cast->from_m, 3) && is_finite(cast->to_m, 3) && is_finite(cast->half_m, 3) &&
           is_finite(cast->orientation, 4) && cast->radius_m >= 0 && cast->radius_m < INFINITY &&
           (sizes == 0 || (sizes == 3 && cast->radius_m == 0)) && kamm_is_filter(&cast->filter);
}

static void start_search(struct search *s)
{
    const kamm_cast *cast = s->cast;
    s->is_box = cast->half_m[0] > 0;
    s->reach_m = cast->radius_m;
    for (int k = 0; k < 3; ++k) s->move[k] = cast->to_m[k] - cast->from_m[k];
    s->length_squared = dot3(s->move, s->move);
    if (!s->is_box) return;
    const double none[3] = {0, 0, 0}, upright[4] = {1, 0, 0, 0};
    kamm_box box;
    memcpy(box.centre_m, cast->from_m, sizeof box.centre_m);
    memcpy(box.half_m, cast->half_m, sizeof box.half_m);
    memcpy(box.orientation, cast->orientation, sizeof box.orientation);
    kamm_orient_box(&box, none, upright, &s->box);
    s->reach_m = kamm_box_radius(&s->box);
}

static int search_all(struct search *s)
{
    start_search(s);
    if (!is_left_out(s, KAMM_BODY_GROUND)) try_ground(s);
    try_fixed_bodies(s);
    if (!is_left_out(s, KAMM_BODY_DYNAMIC)) try_dynamic_bodies(s);
    for (int i = 0; i < s->world->group_count && !is_left_out(s, KAMM_BODY_CAR); ++i)
        try_group(s, &s->world->groups[i]);
    return s->count;
}

int kamm_cast_shape(const kamm_world *world, const kamm_cast *cast, kamm_hit *hits, int room)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_ALIVE(world, 0);
    KAMM_REQUIRE(cast, 0);
    KAMM_REQUIRE(hits && room > 0, 0);
    KAMM_REQUIRE(is_cast(cast), 0);
    struct search search = {.world = world, .cast = cast, .hits = hits, .room = room};
    return search_all(&search);
}

int kamm_cast_ray(const kamm_world *world, const double from_m[3], const double to_m[3],
                  const kamm_filter *filter, kamm_hit *hit)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_ALIVE(world, 0);
    KAMM_REQUIRE(from_m, 0);
    KAMM_REQUIRE(to_m, 0);
    KAMM_REQUIRE(hit, 0);
    kamm_cast cast = {.filter = filter ? *filter : (kamm_filter){0, 0}};
    memcpy(cast.from_m, from_m, sizeof cast.from_m);
    memcpy(cast.to_m, to_m, sizeof cast.to_m);
    KAMM_REQUIRE(is_cast(&cast), 0);
    struct search search = {.world = world, .cast = &cast, .hits = hit, .room = 1};
    return search_all(&search);
}
