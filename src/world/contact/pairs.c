/* Which pairs to look at, for how long, and which bodies that leaves alone.
 *
 * Pairs are looked for over a horizon of a sixtieth of a second. Each body's bounds are as wide as it may get
 * till then, from its speed and an acceleration that no car reaches. A body that does get farther, because it
 * was struck or placed, is noticed before it moves on, and pairs are looked for again. So is one that wakes. */
#include "pairs.h"
#include "../../run/combination_state.h"
#include "../../run/external_forces.h"
#include "../bodies/bodies.h"
#include "../bodies/filters.h"
#include "../bodies/fixed_bodies.h"
#include "../bodies/leaves.h"
#include "../bodies/sleep.h"
#include "../state.h"
#include "../threads/tasks.h"
#include "sensors.h"
#include "touching.h"
#include "wheels.h"

#include <math.h>
#include <string.h>

#define MAX_ACCELERATION_MPS2 1000.0
#define MORE_MPS 1.0
#define MORE_M 0.02

/* How far any point of a body may get in a time. */
static double reach_in(double speed_mps, double time_s)
{
    return (speed_mps + MORE_MPS + MAX_ACCELERATION_MPS2 * time_s) * time_s;
}

static int asleep(const kamm_world *world, uint32_t body)
{
    if (is_car(world, body)) return world->cars_may_sleep && kamm_car_sleeps(world, body);
    return world->dynamic_states[dynamic_of(world, body)].asleep;
}

static void bound_wheels(const struct body_shape *shape, const struct body_frame *frame,
                         struct bounds *out)
{
    struct oriented_box box;
    double low[3], high[3];
    kamm_move_unturned_box(&shape->wheels, frame->motion.position, frame->axis, &box);
    kamm_box_bounds(&box, low, high);
    for (int k = 0; k < 3; ++k) {
        out->low[k] = fmin(out->low[k], low[k]);
        out->high[k] = fmax(out->high[k], high[k]);
    }
}

/* Bounds that overlap none. */
static void bound_nothing(kamm_world *world, uint32_t body, struct bounds *out)
{
    for (int k = 0; k < 3; ++k) out->low[k] = INFINITY, out->high[k] = -INFINITY;
    out->body = body;
    out->idle = 1;
    world->covered[body].reach_m = 0;
}

/* The upright box around a body that has moved as it may. */
static void bound_body(kamm_world *world, uint32_t body, double time_s, struct bounds *out)
{
    const struct body_shape *shape = kamm_shape_of(world, body);
    struct covered_body *covered = &world->covered[body];
    struct body_frame frame;
    struct oriented_box box;
    if (kamm_body_is_off(world, body)) {
        bound_nothing(world, body, out);
        return;
    }
    kamm_read_motion_of(world, body, &frame);
    kamm_move_unturned_box(&shape->around, frame.motion.position, (const double(*)[3])frame.axis,
                           &box);
    kamm_box_bounds(&box, out->low, out->high);
    if (shape->has_wheels && has_rides(world)) bound_wheels(shape, &frame, out);
    out->body = body;
    out->idle = (uint32_t)asleep(world, body);
    covered->reach_m = out->idle ? MORE_M : reach_in(frame.speed_mps, time_s) + MORE_M;
    memcpy(covered->position, frame.motion.position, sizeof covered->position);
    for (int i = 0; i < 4; ++i) covered->q[i] = (float)frame.motion.q[i];
    for (int k = 0; k < 3; ++k) out->low[k] -= covered->reach_m, out->high[k] += covered->reach_m;
}

/* One that moves does so as it was set. */
static void bound_fixed(const kamm_world *world, int fixed, double time_s, struct bounds *out)
{
    double speed = kamm_fixed_speed(world, fixed);
    kamm_bound_fixed(world, fixed, out->low, out->high);
    out->body = number_of_fixed(world, fixed);
    out->idle = !(speed > 0);
    if (out->idle) return;
    for (int k = 0; k < 3; ++k)
        out->low[k] -= speed * time_s + MORE_M, out->high[k] += speed * time_s + MORE_M;
}

/* Whether bounds come near a box that stands askew: its own three axes. */
static int is_near_box(const struct bounds *a, const struct oriented_box *box)
{
    for (int k = 0; k < 3; ++k) {
        double apart = 0, reach = box->half[k];
        for (int i = 0; i < 3; ++i) {
            apart += (0.5 * (a->low[i] + a->high[i]) - box->centre[i]) * box->axis[k][i];
            reach += 0.5 * (a->high[i] - a->low[i]) * fabs(box->axis[k][i]);
        }
        if (fabs(apart) > reach) return 0;
    }
    return 1;
}

struct horizon {
    kamm_world *world;
    double time_s;
    int kinematic_move; /* some */
};

/* Whether bounds that overlap are those of bodies that may touch. Bodies whose filters keep them apart never do. */
static int may_touch(const void *user, const struct bounds *a, const struct bounds *b)
{
    const kamm_world *world = ((const struct horizon *)user)->world;
    if (!kamm_bodies_meet(world, a->body, b->body)) return 0;
    if (!is_fixed(world, b->body)) return 1;
    if (!b->idle) return 1; /* it moves */
    const struct oriented_box *boxes;
    int count = kamm_boxes_of(world, b->body, &boxes);
    for (int i = 0; i < count; ++i)
        if (is_near_box(a, &boxes[i])) return 1;
    return 0;
}

static void mark_active(kamm_world *world, uint32_t body)
{
    if (is_fixed(world, body) || world->is_active[body]) return;
    world->is_active[body] = 1;
    if (!is_car(world, body)) return;
    int car;
    const struct car_group *group = kamm_group_of(world, body, &car);
    if (!asleep(world, body)) world->block_active[group->first_block + car / KAMM_BLOCK] = 1;
}

/* Hitches pull in every substep. */
static void mark_combinations(kamm_world *world)
{
    for (int i = 0; i < world->combination_count; ++i) {
        const struct world_combinations *of = &world->combinations[i];
        uint32_t first = (uint32_t)world->groups[of->first_group].first_body;
        uint32_t end = first + (uint32_t)(of->combinations->count * of->combinations->units);
        for (uint32_t body = first; body < end; ++body) mark_active(world, body);
    }
}

/* Bodies that touch another one or the ground, or are in a sensor: so that it is seen when that ends, wherever they have been put since. */
static void mark_touching(kamm_world *world, const struct touch_list *list)
{
    for (int i = 0; i < list->count; ++i) {
        const struct touch *touch = &list->touches[i];
        if (touch->second != GROUND_BODY && kamm_touch_rests(world, touch)) continue;
        if (!asleep(world, touch->first)) mark_active(world, touch->first);
        if (touch->second != GROUND_BODY) mark_active(world, touch->second);
    }
}

/* Joints pull in every substep. */
static void mark_linked_cars(kamm_world *world)
{
    for (int i = 0; i < world->joints.count; ++i)
        for (int k = 0; k < 2; ++k) {
            uint32_t body = world->joints.joints[i].body[k];
            if (body != NO_BODY && is_car(world, body)) mark_active(world, body);
        }
}

/* Cars that are pushed from outside may get farther than their bounds allow for, which is looked at in every substep. */
static void mark_pushed(kamm_world *world)
{
    for (int g = 0; g < world->group_count; ++g) {
        const struct car_group *group = &world->groups[g];
        for (int car = 0; group->cars->applied && car < group->cars->count; ++car)
            if (group->cars->applied[car].acts)
                mark_active(world, (uint32_t)(group->first_body + car));
    }
}

/* The bodies of pairs, dynamic bodies that are awake, and the blocks of those that are cars. */
static void list_active(kamm_world *world)
{
    int count = moving_count(world);
    memset(world->is_active, 0, (size_t)count);
    memset(world->block_active, 0, (size_t)world->block_count);
    kamm_forget_rides(world);
    for (int i = 0; i < world->broad.pair_count; ++i) {
        mark_active(world, world->broad.pairs[i].first);
        mark_active(world, world->broad.pairs[i].second);
    }
    mark_combinations(world);
    mark_linked_cars(world);
    mark_pushed(world);
    mark_touching(world, &world->touching);
    mark_touching(world, &world->visiting);
    for (int i = 0; i < world->dynamic_count; ++i)
        if (!world->dynamic_states[i].asleep) mark_active(world, (uint32_t)(world->car_count + i));
    world->active_count = world->active_block_count = world->free_block_count = 0;
    for (int i = 0; i < count; ++i)
        if (world->is_active[i]) world->active[world->active_count++] = (uint32_t)i;
    for (int i = 0; i < world->block_count; ++i)
        if (world->block_active[i])
            world->active_blocks[world->active_block_count++] = i;
        else if (!world->cars_may_sleep || !kamm_block_sleeps(world, i))
            world->free_blocks[world->free_block_count++] = i;
}

enum { CHUNK = 64 }; /* bodies of one task */

static void bound_chunk(void *context, int chunk)
{
    const struct horizon *horizon = context;
    kamm_world *world = horizon->world;
    struct bounds *bounds = world->broad.bounds;
    for (int i = chunk * CHUNK; i < (chunk + 1) * CHUNK && i < world->broad.count; ++i)
        bound_body(world, (uint32_t)i, horizon->time_s, &bounds[i]);
}

/* The tree has kinematic bodies where they may get. Returns 1 if some move. */
static int cover_kinematic(kamm_world *world, double time_s)
{
    int any = 0;
    for (int i = 0; i < world->kinematic_count; ++i) {
        struct bounds bounds;
        if (!fixed_moves(&world->fixed_states[i])) continue;
        bound_fixed(world, i, time_s, &bounds);
        kamm_cover_fixed(world, i, bounds.low, bounds.high, kamm_fixed_speed(world, i));
        any = 1;
    }
    return any;
}

static int bounds_overlap(const struct bounds *a, const struct bounds *b)
{
    for (int k = 0; k < 3; ++k)
        if (a->low[k] > b->high[k] || b->low[k] > a->high[k]) return 0;
    return 1;
}

/* Two that lie still are no pair. */
static void pair_with_fixed(const void *user, const struct bounds *own, struct hand *hand)
{
    const struct horizon *horizon = user;
    const kamm_world *world = horizon->world;
    struct overlap_walk walk;
    if (own->idle && !horizon->kinematic_move) return;
    if (own->low[0] > own->high[0]) return; /* bound_nothing */
    kamm_start_overlaps(&world->fixed_tree, own->low, own->high, &walk);
    for (int32_t slot; (slot = kamm_next_overlap(&walk)) >= 0;) {
        struct bounds other;
        bound_fixed(world, world->slots[slot].place, horizon->time_s, &other);
        if ((own->idle && other.idle) || !bounds_overlap(own, &other)) continue;
        if (may_touch(horizon, own, &other)) kamm_add_pair(hand, own->body, other.body);
    }
}

static void look_for_pairs(kamm_world *world, int substeps)
{
    struct broad_phase *broad = &world->broad;
    struct horizon horizon = {world, substeps * world->dt, 0};
    horizon.kinematic_move = cover_kinematic(world, horizon.time_s);
    broad->count = moving_count(world);
    broad->run = kamm_run_world_tasks;
    broad->run_user = world;
    kamm_run_world_tasks(world, (broad->count + CHUNK - 1) / CHUNK, bound_chunk, &horizon);
    kamm_find_pairs(broad, may_touch, pair_with_fixed, &horizon);
}

void kamm_refresh_pairs(kamm_world *world)
{
    if (world->covered_substeps > 0) return;
    int substeps = horizon_of(world);
    look_for_pairs(world, substeps);
    /* There is no room for all pairs: those of one substep are fewer. The room grows before the
     * next call. */
    if (world->broad.missed && substeps > 1) look_for_pairs(world, substeps = 1);
    world->covered_substeps = substeps;
    list_active(world);
    kamm_list_sensor_pairs(world);
}

/* Whether a body that is there and moves like that stays within what it was given. */
static int stays_covered(const struct covered_body *c, const double position[3], const float q[4],
                         double radius, double speed_mps, double time_s)
{
    double moved = 0, same = 0, opposite = 0;
    for (int i = 0; i < 3; ++i)
        moved += (position[i] - c->position[i]) * (position[i] - c->position[i]);
    for (int i = 0; i < 4; ++i) {
        double q0 = c->q[i], q1 = q[i];
        same += (q1 - q0) * (q1 - q0), opposite += (q1 + q0) * (q1 + q0);
    }
    /* A turn by an angle moves the quaternion by half of it, a little less. */
    double turned = 2.3 * sqrt(fmin(same, opposite));
    double left = c->reach_m - (turned * radius + reach_in(speed_mps, time_s));
    return left >= 0 && moved <= left * left;
}

static int is_frame_covered(const kamm_world *world, uint32_t body, const struct body_frame *frame,
                            double time_s)
{
    float q[4];
    if (kamm_body_is_off(world, body)) return 1;
    for (int i = 0; i < 4; ++i) q[i] = (float)frame->motion.q[i];
    if (asleep(world, body)) time_s = 0;
    return stays_covered(&world->covered[body], frame->motion.position, q,
                         kamm_shape_of(world, body)->radius, frame->speed_mps, time_s);
}

/* Since pairs were looked for: those with other bodies that lie still were left out. A car that was switched on had no pairs at all, and
 * one that was switched off still has its own. */
static int has_woken(const kamm_world *world, uint32_t body)
{
    if (kamm_body_is_off(world, body)) return world->covered[body].reach_m > 0;
    return world->covered[body].reach_m <= MORE_M && !asleep(world, body);
}

int kamm_frame_is_covered(const kamm_world *world, uint32_t body)
{
    return !has_woken(world, body) &&
           is_frame_covered(world, body, &world->frames[body], world->dt);
}

int kamm_active_are_covered(const kamm_world *world)
{
    for (int i = 0; i < world->active_count; ++i)
        if (!world->is_covered[world->active[i]]) return 0;
    return 1;
}

static int dynamic_is_covered(const kamm_world *world, uint32_t body, double time_s)
{
    struct body_frame frame;
    if (asleep(world, body)) return 1;
    kamm_read_motion_of(world, body, &frame);
    return is_frame_covered(world, body, &frame, time_s);
}

static double norm(double x, double y, double z) { return sqrt((x * x + y * y) + z * z); }

/* The same for a car, straight from the block: ten thousand are looked at in each call. */
static int car_is_covered(const kamm_world *world, const struct car_group *group, int car,
                          double time_s)
{
    const struct car_block *block = &group->cars->block[car / KAMM_BLOCK];
    int lane = car % KAMM_BLOCK;
    const double position[3] = {block->position_m[0][lane], block->position_m[1][lane],
                                block->position_m[2][lane]};
    double radius = group->shapes[group->cars->mixed ? car : 0].radius;
#define OF(member) CAR_STATE(group->cars, car, car.member)
    const float q[4] = {OF(orientation_w), OF(orientation_x), OF(orientation_y), OF(orientation_z)};
    double speed = norm(OF(velocity_x_mps), OF(velocity_y_mps), OF(velocity_z_mps)) +
                   radius * norm(OF(roll_rate_radps), OF(pitch_rate_radps), OF(yaw_rate_radps));
#undef OF
    return stays_covered(&world->covered[group->first_body + car], position, q, radius, speed,
                         time_s);
}

struct coverage {
    const kamm_world *world;
    double time_s;
    atomic_int uncovered; /* some are */
};

/* An active body is looked at as in the middle of a call, for one substep more: how a host groups substeps changes nothing. Others move
 * for the rest of the horizon in one go, and no further than was thought unless the host has moved them. */
static int body_is_covered(const kamm_world *world, uint32_t body, double time_s)
{
    if (has_woken(world, body)) return 0;
    if (world->is_active[body]) {
        struct body_frame frame;
        kamm_read_motion_of(world, body, &frame);
        return is_frame_covered(world, body, &frame, world->dt);
    }
    if (!is_car(world, body)) return dynamic_is_covered(world, body, time_s);
    int car;
    const struct car_group *group = kamm_group_of(world, body, &car);
    if (kamm_car_is_off(group->cars, car)) return 1;
    return car_is_covered(world, group, car, asleep(world, body) ? 0 : time_s);
}

static void check_chunk(void *context, int chunk)
{
    struct coverage *coverage = context;
    const kamm_world *world = coverage->world;
    for (int i = chunk * CHUNK; i < (chunk + 1) * CHUNK && i < moving_count(world); ++i)
        if (!body_is_covered(world, (uint32_t)i, coverage->time_s))
            atomic_store_explicit(&coverage->uncovered, 1, memory_order_relaxed);
}

int kamm_all_are_covered(kamm_world *world)
{
    struct coverage coverage = {world, world->covered_substeps * world->dt, 0};
    kamm_run_world_tasks(world, (moving_count(world) + CHUNK - 1) / CHUNK, check_chunk, &coverage);
    return !atomic_load_explicit(&coverage.uncovered, memory_order_relaxed);
}
