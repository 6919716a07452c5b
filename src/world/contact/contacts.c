/* From pairs that may touch to the solver's constraints. */
#include "contacts.h"
#include "../bodies/bodies.h"
#include "../bodies/combinations.h"
#include "../bodies/fixed_bodies.h"
#include "../bodies/sleep.h"
#include "../solver/gather.h"
#include "../state.h"
#include "../threads/tasks.h"
#include "narrow_phase.h"
#include "struck.h"
#include "touching.h"
#include "wheels.h"

#include <math.h>
#include <string.h>

/* Lengths and speeds are those of bodies of the usual size under the usual gravity. */
#define ROUNDING_M 1e-9 /* of the boxes around others */
#define WAKE_GAP_M 0.02 /* a dynamic body asleep minds what moves as near as that … */
#define WAKE_MPS 0.1    /* … and as fast */
#define WAKE_CAR_MPS 0.01

static int fixed_is_near(const kamm_world *world, int fixed, const struct body_frame *a,
                         double margin)
{
    const struct oriented_box *boxes = fixed_boxes_of(world, fixed);
    for (int i = 0; i < world->fixed_shapes[fixed].box_count; ++i) {
        double low[3], high[3];
        kamm_box_bounds(&boxes[i], low, high);
        if (bounds_meet(a->low, a->high, low, high, margin)) return 1;
    }
    return 0;
}

/* Whether they may have a contact now, by the boxes around all of theirs. Bodies in the plane are as high as they lie. */
static int close_by(const kamm_world *world, const struct body_pair *pair)
{
    const struct body_frame *a = &world->frames[pair->first];
    double margin = kamm_margin_of(world, pair);
    if (is_sensor(world, pair->second) || kamm_are_joined(world, pair->first, pair->second))
        return 0;
    if (world->joints.count && world->joints.calls->let_pass(world, pair->first, pair->second))
        return 0;
    /* When pairs are looked for these are none: nor while those of before hold. */
    if (kamm_body_rests(world, pair->first) && kamm_body_rests(world, pair->second)) return 0;
    if (is_fixed(world, pair->second))
        return fixed_is_near(world, fixed_of(world, pair->second), a, margin);
    const struct body_frame *b = &world->frames[pair->second];
    if (!bounds_meet(a->low, a->high, b->low, b->high, margin)) return 0;
    if (kamm_is_in_plane(world, pair->first) || kamm_is_in_plane(world, pair->second)) return 1;
    return !kamm_boxes_are_apart(&a->around, &b->around, margin + ROUNDING_M);
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
        kamm_collide_pair(world, &world->near_pairs[batch->first + i], &world->contacts[i]);
}

static int sleeps(const kamm_world *world, uint32_t body)
{
    if (is_fixed(world, body)) return 0;
    if (is_car(world, body)) return world->cars_may_sleep && kamm_car_sleeps(world, body);
    return world->dynamic_states[dynamic_of(world, body)].asleep;
}

static void wake(kamm_world *world, uint32_t body)
{
    if (is_car(world, body)) {
        kamm_wake_block_of(world, body);
        return;
    }
    struct dynamic_state *dynamic = &world->dynamic_states[dynamic_of(world, body)];
    dynamic->asleep = dynamic->still_substeps = 0;
    world->covered_substeps = 0; /* it may now meet what it lay beside */
}

static void wake_if_moved(kamm_world *world, uint32_t body, uint32_t other,
                          const struct pair_contact *contact)
{
    if (!sleeps(world, body)) return;
    double scale = kamm_shape_of(world, body)->scale, speed = kamm_speed_of(world, other),
           least =
               (is_car(world, body) ? WAKE_CAR_MPS : WAKE_MPS) * world->solver.pace * sqrt(scale);
    if (!(speed > 0) || (speed < least && !is_fixed(world, other))) return; /* lifts are slow */
    for (int i = 0; i < contact->count; ++i) {
        if (contact->points[i].gap_m > WAKE_GAP_M * scale + speed * world->dt) continue;
        wake(world, body);
        return;
    }
}

/* It runs before any solver body is read, so that a woken body takes part at once. */
static void wake_touched(kamm_world *world, const struct batch *batch)
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

/* The second's, where it is a fixed body that moves. */
static void set_ground_velocity(const kamm_world *world, uint32_t body, struct constraint *c)
{
    memset(c->ground_velocity, 0, sizeof c->ground_velocity);
    if (is_fixed(world, body) && fixed_moves(&world->fixed_states[fixed_of(world, body)]))
        kamm_fixed_velocity(world, fixed_of(world, body), c->at, c->ground_velocity);
}

static void constrain_pair(kamm_world *world, int index, const struct pair_contact *contact)
{
    const struct body_pair *pair = &world->near_pairs[index];
    if (!contact->count) return;
    const struct body_shape *a = kamm_shape_of(world, pair->first);
    const struct body_shape *b = kamm_shape_of(world, pair->second);
    double friction = sqrt(a->friction * b->friction);
    double restitution = fmax(a->restitution, b->restitution);
    double scale = kamm_scale_of_pair(world, pair);
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

enum { STRIKES = 4 }; /* one behind the other, within a substep */

/* What sleeps has no pairs with what lies still beside it, so that it would go through that. */
static void wake_before_strike(kamm_world *world, const struct body_pair *pair)
{
    int first = sleeps(world, pair->first), second = sleeps(world, pair->second);
    if (first == second || is_car(world, first ? pair->first : pair->second)) return;
    uint32_t body = first ? pair->first : pair->second, by = first ? pair->second : pair->first;
    if (kamm_comes_to(world, by, body, 2)) wake(world, body);
}

/* Pairs of what is struck are near from farther off. Returns whether anything was. */
static int find_strikes(kamm_world *world)
{
    const struct broad_phase *broad = &world->broad;
    int any = 0;
    for (int i = 0; i < broad->pair_count; ++i)
        if (world->is_near[i]) any |= kamm_strike_pair(world, &broad->pairs[i]);
    for (int i = 0; i < broad->pair_count && any; ++i)
        if (!world->is_near[i] && kamm_struck_speed_towards(world, &broad->pairs[i]) > 0)
            world->is_near[i] = (uint8_t)close_by(world, &broad->pairs[i]);
    return any;
}

static void list_near_pairs(kamm_world *world)
{
    const struct broad_phase *broad = &world->broad;
    kamm_forget_strikes(world);
    int chunks = (broad->pair_count + NEAR_CHUNK - 1) / NEAR_CHUNK;
    kamm_run_world_tasks(world, chunks, look_at_chunk, world);
    for (int i = 0; i < broad->pair_count && world->dynamic_count; ++i)
        wake_before_strike(world, &broad->pairs[i]);
    for (int i = 0; i < STRIKES && world->dynamic_count && find_strikes(world);) ++i;
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
        wake_touched(world, &batch);
        make_constraints(world, &batch);
        kamm_run_world_tasks(world, chunks, constrain_chunk, &batch);
    }
}
