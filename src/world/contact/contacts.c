/* From pairs that may touch to the solver's constraints. */
#include "contacts.h"
#include "../bodies/bodies.h"
#include "../bodies/combinations.h"
#include "../bodies/sleep.h"
#include "../bodies/solids.h"
#include "../solver/gather.h"
#include "../state.h"
#include "../threads/tasks.h"
#include "touching.h"
#include "wheels.h"

#include <math.h>
#include <string.h>

/* Lengths and speeds are those of bodies of the usual size under the usual gravity. */
#define MARGIN_M 0.005  /* beyond what the substep can close */
#define ROUNDING_M 1e-9 /* of the boxes around others */
#define WAKE_GAP_M 0.02 /* a thing asleep minds what moves as near as that … */
#define WAKE_MPS 0.1    /* … and as fast */
#define WAKE_CAR_MPS 0.01

static double speed_of(const kamm_world *world, uint32_t body)
{
    return is_solid(world, body) ? kamm_solid_speed(world, solid_of(world, body))
                                 : world->frames[body].speed_mps;
}

/* That of the smaller one, of those that move. */
static double scale_of_pair(const kamm_world *world, const struct body_pair *pair)
{
    double scale = kamm_shape_of(world, pair->first)->scale;
    if (is_solid(world, pair->second)) return scale;
    return fmin(scale, kamm_shape_of(world, pair->second)->scale);
}

/* What two bodies can close in a substep, and a little more. */
static double margin_of(const kamm_world *world, const struct body_pair *pair)
{
    const float *g = world->ground.gravity_mps2;
    double gravity = fabs((double)g[0]) + fabs((double)g[1]) + fabs((double)g[2]);
    double speed = speed_of(world, pair->first) + speed_of(world, pair->second);
    return (speed + gravity * world->dt) * world->dt + MARGIN_M * scale_of_pair(world, pair);
}

/* Upright boxes that are further apart have no contact either. */
static int bounds_meet(const double low_a[3], const double high_a[3], const double low_b[3],
                       const double high_b[3], double margin)
{
    for (int k = 0; k < 3; ++k)
        if (low_a[k] - margin > high_b[k] || low_b[k] - margin > high_a[k]) return 0;
    return 1;
}

static int in_plane(const kamm_world *world, uint32_t body)
{
    return is_car(world, body) && kamm_shape_of(world, body)->in_plane;
}

/* Whether they may have a contact now, by the boxes around all of theirs. Bodies in the plane are as high as they lie. */
static int close_by(const kamm_world *world, const struct body_pair *pair)
{
    const struct body_frame *a = &world->frames[pair->first];
    double margin = margin_of(world, pair);
    if (is_sensor(world, pair->second) || kamm_are_joined(world, pair->first, pair->second))
        return 0;
    /* When pairs are looked for these are none: nor while those of before hold. */
    if (kamm_body_rests(world, pair->first) && kamm_body_rests(world, pair->second)) return 0;
    if (is_solid(world, pair->second)) {
        const struct oriented_box *solid = &world->solid_boxes[solid_of(world, pair->second)];
        double low[3], high[3];
        kamm_box_bounds(solid, low, high);
        return bounds_meet(a->low, a->high, low, high, margin);
    }
    const struct body_frame *b = &world->frames[pair->second];
    if (!bounds_meet(a->low, a->high, b->low, b->high, margin)) return 0;
    if (in_plane(world, pair->first) || in_plane(world, pair->second)) return 1;
    return !kamm_boxes_are_apart(&a->around, &b->around, margin + ROUNDING_M);
}

/* One more point; where there are too many the one with the widest gap goes. */
static void add_point(struct pair_contact *contact, const double normal[3],
                      const struct contact_point *from)
{
    int at = contact->count;
    if (at == PAIR_POINTS) {
        at = 0;
        for (int i = 1; i < PAIR_POINTS; ++i)
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

/* Box i of the first against box k of the second, which may be a solid. */
static int boxes_meet(const kamm_world *world, const struct body_pair *pair, int i, int k,
                      double margin)
{
    const struct body_frame *a = &world->frames[pair->first];
    if (is_solid(world, pair->second)) return 1;
    const struct body_frame *b = &world->frames[pair->second];
    return bounds_meet(a->box_low[i], a->box_high[i], b->box_low[k], b->box_high[k], margin);
}

/* Bodies in the plane meet what they may drive onto, and what is no box, where it really is: with a side, not with what they stand
 * on. */
#define STANDS_ON 0.5

static int is_driven_onto(const kamm_world *world, const struct body_pair *pair)
{
    return kamm_is_rolled_on(world, pair->first) || kamm_is_rolled_on(world, pair->second);
}

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

/* The parts of a body with a solid that is a mesh. */
static void collide_with_mesh(const kamm_world *world, const struct body_pair *pair, double margin,
                              struct pair_contact *out)
{
    const struct oriented_box *parts;
    int solid = solid_of(world, pair->second), flat = in_plane(world, pair->first);
    int count = kamm_boxes_of(world, pair->first, &parts);
    struct convex *const *convexes = kamm_convexes_of(world, pair->first);
    struct mesh_contacts found = {.count = 0};
    for (int i = 0; i < count; ++i) {
        const struct collider part = {&parts[i], convexes[i]};
        kamm_collide_mesh(world->solid_meshes[solid], &world->solid_boxes[solid], &part, margin,
                          &found);
    }
    if (flat) drop_upright(&found);
    kamm_thin_contacts(&found, PAIR_POINTS, kamm_box_radius(&parts[0]));
    for (int i = 0; i < found.count; ++i) {
        const struct mesh_contact *from = &found.points[i];
        struct pair_point *to = &out->points[out->count++];
        memcpy(to->at, from->at, sizeof to->at);
        memcpy(to->normal, from->normal, sizeof to->normal);
        to->gap_m = from->gap_m;
    }
}

static int is_mesh(const kamm_world *world, uint32_t body)
{
    return is_solid(world, body) && world->solid_meshes[solid_of(world, body)];
}

static const struct oriented_box *around_of(const kamm_world *world, uint32_t body)
{
    return is_solid(world, body) ? &world->solid_boxes[solid_of(world, body)]
                                 : &world->frames[body].around;
}

static void collide_pair(const kamm_world *world, const struct body_pair *pair,
                         struct pair_contact *out)
{
    const struct oriented_box *a, *b;
    int a_count = kamm_boxes_of(world, pair->first, &a),
        b_count = kamm_boxes_of(world, pair->second, &b);
    struct convex *const *in_a = kamm_convexes_of(world, pair->first);
    struct convex *const *in_b = kamm_convexes_of(world, pair->second);
    int flat = in_plane(world, pair->first) || in_plane(world, pair->second);
    int driven = flat && is_driven_onto(world, pair);
    double margin = margin_of(world, pair), depth = 0,
           placed = PLACED_M * scale_of_pair(world, pair);
    out->count = 0;
    if (is_mesh(world, pair->second)) {
        collide_with_mesh(world, pair, margin, out);
        return;
    }
    for (int i = 0; i < a_count; ++i) {
        for (int k = 0; k < b_count; ++k) {
            struct manifold m;
            if (!boxes_meet(world, pair, i, k, margin)) continue;
            const struct collider first = {&a[i], in_a[i]}, second = {&b[k], in_b[k]};
            collide(&first, &second, flat, driven, margin, &m);
            for (int n = 0; n < m.count; ++n) add_point(out, m.normal, &m.points[n]);
            depth = fmax(depth, deepest_m(m.count, m.points));
        }
    }
    if (depth > placed + margin)
        part_level(&world->frames[pair->first].around, around_of(world, pair->second), depth,
                   margin, out);
}

struct batch {
    kamm_world *world;
    int first, count;
};
enum { CHUNK = 8, NEAR_CHUNK = 64 }; /* pairs of one task */

static void collide_chunk(void *context, int chunk)
{
    const struct batch *batch = context;
    kamm_world *world = batch->world;
    for (int i = chunk * CHUNK; i < (chunk + 1) * CHUNK && i < batch->count; ++i)
        collide_pair(world, &world->near_pairs[batch->first + i], &world->contacts[i]);
}

static double friction_of(const kamm_world *world, uint32_t body)
{
    return is_solid(world, body) ? (double)world->solids[solid_of(world, body)].friction
                                 : kamm_shape_of(world, body)->friction;
}

static double restitution_of(const kamm_world *world, uint32_t body)
{
    return is_solid(world, body) ? (double)world->solids[solid_of(world, body)].restitution
                                 : kamm_shape_of(world, body)->restitution;
}

static int sleeps(const kamm_world *world, uint32_t body)
{
    if (is_solid(world, body)) return 0;
    if (is_car(world, body)) return world->cars_may_sleep && kamm_car_sleeps(world, body);
    return world->thing_states[thing_of(world, body)].asleep;
}

static void wake(kamm_world *world, uint32_t body)
{
    if (is_car(world, body)) {
        kamm_wake_block_of(world, body);
        return;
    }
    struct thing_state *thing = &world->thing_states[thing_of(world, body)];
    thing->asleep = thing->still_substeps = 0;
    world->covered_substeps = 0; /* it may now meet what it lay beside */
}

static void wake_if_moved(kamm_world *world, uint32_t body, uint32_t other,
                          const struct pair_contact *contact)
{
    if (!sleeps(world, body)) return;
    double scale = kamm_shape_of(world, body)->scale, speed = speed_of(world, other),
           least =
               (is_car(world, body) ? WAKE_CAR_MPS : WAKE_MPS) * world->solver.pace * sqrt(scale);
    if (!(speed > 0) || (speed < least && !is_solid(world, other))) return; /* lifts are slow */
    for (int i = 0; i < contact->count; ++i) {
        if (contact->points[i].gap_m > WAKE_GAP_M * scale + speed * world->dt) continue;
        wake(world, body);
        return;
    }
}

/* Before any solver body is read, so that who wakes takes part at once. */
static void wake_things(kamm_world *world, const struct batch *batch)
{
    for (int i = 0; i < batch->count; ++i) {
        const struct body_pair *pair = &world->near_pairs[batch->first + i];
        wake_if_moved(world, pair->first, pair->second, &world->contacts[i]);
        wake_if_moved(world, pair->second, pair->first, &world->contacts[i]);
    }
}

/* Bodies and constraints for all points, as far as there is room; in order. */
static void make_constraints(kamm_world *world, const struct batch *batch)
{
    struct solver *solver = &world->solver;
    for (int i = 0; i < batch->count; ++i) {
        const struct body_pair *pair = &world->near_pairs[batch->first + i];
        struct pair_contact *contact = &world->contacts[i];
        int left = world->constraint_room - solver->count;
        if (contact->count > left) {
            world->missed_constraints += contact->count - left;
            contact->count = left;
        }
        if (!contact->count) continue;
        int32_t first = kamm_solver_slot(world, pair->first);
        int32_t second = kamm_solver_slot(world, pair->second);
        contact->first = solver->count;
        kamm_add_contacts(solver, first, second, contact->count);
    }
}

/* The second's, where it is a solid that moves. */
static void set_ground_velocity(const kamm_world *world, uint32_t body, struct constraint *c)
{
    memset(c->ground_velocity, 0, sizeof c->ground_velocity);
    if (is_solid(world, body) && solid_moves(&world->solid_states[solid_of(world, body)]))
        kamm_solid_velocity(world, solid_of(world, body), c->at, c->ground_velocity);
}

static void constrain_pair(kamm_world *world, int index, const struct pair_contact *contact)
{
    const struct body_pair *pair = &world->near_pairs[index];
    if (!contact->count) return;
    double friction = sqrt(friction_of(world, pair->first) * friction_of(world, pair->second));
    double restitution =
        fmax(restitution_of(world, pair->first), restitution_of(world, pair->second));
    double scale = scale_of_pair(world, pair);
    for (int i = 0; i < contact->count; ++i) {
        const struct pair_point *point = &contact->points[i];
        struct constraint *c = &world->solver.constraints[contact->first + i];
        c->body[0] = kamm_solver_slot(world, pair->first);
        c->body[1] = kamm_solver_slot(world, pair->second);
        c->pair = index;
        memcpy(c->at, point->at, sizeof c->at);
        memcpy(c->normal, point->normal, sizeof c->normal);
        set_ground_velocity(world, pair->second, c);
        c->gap_m = point->gap_m;
        c->friction = friction;
        c->restitution = restitution;
        c->scale = scale;
    }
}

static void constrain_chunk(void *context, int chunk)
{
    const struct batch *batch = context;
    for (int i = chunk * CHUNK; i < (chunk + 1) * CHUNK && i < batch->count; ++i)
        constrain_pair(batch->world, batch->first + i, &batch->world->contacts[i]);
}

static void look_at_chunk(void *context, int chunk)
{
    kamm_world *world = context;
    const struct broad_phase *broad = &world->broad;
    int end = (chunk + 1) * NEAR_CHUNK;
    if (end > broad->pair_count) end = broad->pair_count;
    for (int i = chunk * NEAR_CHUNK; i < end; ++i)
        world->is_near[i] = (uint8_t)close_by(world, &broad->pairs[i]);
    for (int i = chunk * NEAR_CHUNK; i < end && has_rides(world); ++i)
        world->is_rolled_on[i] = (uint8_t)kamm_wheels_meet(world, &broad->pairs[i]);
}

static void list_near_pairs(kamm_world *world)
{
    const struct broad_phase *broad = &world->broad;
    int chunks = (broad->pair_count + NEAR_CHUNK - 1) / NEAR_CHUNK;
    kamm_run_world_tasks(world, chunks, look_at_chunk, world);
    world->near_count = 0;
    for (int i = 0; i < broad->pair_count; ++i)
        if (world->is_near[i]) world->near_pairs[world->near_count++] = broad->pairs[i];
}

void kamm_find_contacts(kamm_world *world)
{
    list_near_pairs(world);
    kamm_list_rides(world);
    for (int first = 0; first < world->near_count; first += PAIR_BATCH) {
        int left = world->near_count - first;
        struct batch batch = {world, first, left < PAIR_BATCH ? left : PAIR_BATCH};
        int chunks = (batch.count + CHUNK - 1) / CHUNK;
        kamm_run_world_tasks(world, chunks, collide_chunk, &batch);
        wake_things(world, &batch);
        make_constraints(world, &batch);
        kamm_run_world_tasks(world, chunks, constrain_chunk, &batch);
    }
}
