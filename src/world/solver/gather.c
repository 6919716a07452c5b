/* Copies between the world's bodies and the solver's: their motion to the solver, and the result of
 * impulses back. */
#include "gather.h"
#include "../../base/quaternion.h"
#include "../bodies/bodies.h"
#include "../bodies/sleep.h"
#include "../contact/wheel_loads.h"
#include "../state.h"
#include "../threads/tasks.h"
#include "joint.h"
#include "tension.h"

#include <string.h>

int kamm_solver_slot(kamm_world *world, uint32_t body)
{
    if (is_fixed(world, body)) return 0;
    if (world->solver_body[body]) return world->solver_body[body];
    int slot = world->solver.body_count++;
    world->solver_body[body] = slot;
    world->solved[slot] = body;
    return slot;
}

struct constraint *kamm_add_constraint(kamm_world *world, int32_t first_body, int32_t second_body)
{
    struct solver *solver = &world->solver;
    if (solver->count == world->constraint_room) {
        ++world->missed_constraints;
        return NULL;
    }
    struct constraint *c = &solver->constraints[solver->count];
    kamm_add_contacts(solver, first_body, second_body, 1);
    c->body[0] = first_body, c->body[1] = second_body;
    memset(c->ground_velocity, 0, sizeof c->ground_velocity);
    return c;
}

enum { CHUNK = 16 }; /* bodies of one task */

static void respond_of_dynamic(const kamm_world *world, int dynamic, const double axis[3][3],
                               struct response *response, double turning[3])
{
    const struct body_mass *mass = &world->dynamic_masses[dynamic];
    if (is_loaded(&world->dynamic_loads[dynamic])) {
        kamm_respond_loaded(world, dynamic, (double(*)[6])(void *)response->row[0].of);
        return;
    }
    memset(response, 0, sizeof *response);
    for (int i = 0; i < 3; ++i) response->row[i].of[i] = 1 / mass->mass_kg;
    kamm_turn_tensor(axis, &mass->inverse_inertia[0][0], 3, &response->row[3].of[3], 6);
    if (world->joints.is_linked[world->car_count + dynamic])
        kamm_respond_in_tension(world, dynamic, axis, response, turning);
}

static double *response_of_car(const kamm_world *world, const struct car_group *group, int car)
{
    return world->responses + group->first_response + (size_t)car * group->response_size;
}

void kamm_respond(void *user, int32_t slot)
{
    const kamm_world *world = user;
    uint32_t body = world->solved[slot];
    const struct body_frame *frame = &world->frames[body];
    struct response *out = &world->solver.responses[slot];
    if (!is_car(world, body)) {
        respond_of_dynamic(world, dynamic_of(world, body), frame->axis, out,
                           world->solver.bodies[slot].motion.angular_velocity);
        return;
    }
    int car;
    const struct car_group *group = kamm_group_of(world, body, &car);
    double *response = response_of_car(world, group, car);
    kamm_renew_response(group->cars, car, response);
    kamm_turn_response(response, frame->axis, (double(*)[6])(void *)out->row[0].of);
}

static int is_movable(const kamm_world *world, uint32_t body)
{
    if (!is_car(world, body)) return !world->dynamic_states[dynamic_of(world, body)].asleep;
    int car;
    const struct car_group *group = kamm_group_of(world, body, &car);
    if (world->cars_may_sleep && kamm_car_sleeps(world, body)) return 0;
    return !(kamm_fault(group->cars, car) & KAMM_FAULT_NUMERIC);
}

/* Where its frame is, and as fast. */
static void gather_body(kamm_world *world, uint32_t body, int slot)
{
    struct solver_body *out = &world->solver.bodies[slot];
    const struct world_motion *motion = &world->frames[body].motion;
    memset(out, 0, sizeof *out);
    memcpy(out->position, motion->position, sizeof out->position);
    out->movable = is_movable(world, body);
    out->is_dynamic = !is_car(world, body);
    if (!out->movable) return;
    memcpy(out->motion.velocity, motion->velocity, sizeof motion->velocity);
    memcpy(out->motion.angular_velocity, motion->angular_velocity, sizeof motion->angular_velocity);
    memcpy(out->given.of, world->frames[body].given, sizeof out->given.of);
    for (int i = 0; i < 6; ++i) out->bears_load |= out->given.of[i] != 0;
}

static void write_body(kamm_world *world, int slot)
{
    const struct solver_body *in = &world->solver.bodies[slot];
    uint32_t body = world->solved[slot];
    if (!in->movable) return;
    if (!is_car(world, body)) {
        struct dynamic_state *dynamic = &world->dynamic_states[dynamic_of(world, body)];
        memcpy(dynamic->velocity, in->motion.velocity, sizeof dynamic->velocity);
        memcpy(dynamic->angular_velocity, in->motion.angular_velocity,
               sizeof dynamic->angular_velocity);
        return;
    }
    const struct world_motion *before = &world->frames[body].motion;
    double velocity[3], angular_velocity[3];
    int car, changed = 0;
    const struct car_group *group = kamm_group_of(world, body, &car);
    for (int i = 0; i < 3; ++i) {
        velocity[i] = in->motion.velocity[i] - before->velocity[i];
        angular_velocity[i] = in->motion.angular_velocity[i] - before->angular_velocity[i];
        changed |= velocity[i] != 0 || angular_velocity[i] != 0;
    }
    if (changed)
        kamm_push_car(group->cars, car, before->q, response_of_car(world, group, car), velocity,
                      angular_velocity);
}

static void turn_quaternion(double q[4], const double turn[3])
{
    double by[4] = {1, 0.5 * turn[0], 0.5 * turn[1], 0.5 * turn[2]};
    kamm_multiply(by, q, q);
    kamm_normalise(q);
}

static void shift_body(kamm_world *world, int slot)
{
    const struct solver_body *in = &world->solver.bodies[slot];
    uint32_t body = world->solved[slot];
    double by[3], turn[3];
    int shifts = 0;
    for (int i = 0; i < 3; ++i) {
        by[i] = in->shift.of[i] * world->dt, turn[i] = in->shift.of[3 + i] * world->dt;
        shifts |= by[i] != 0 || turn[i] != 0;
    }
    if (!shifts || !in->movable) return;
    if (is_car(world, body)) {
        int car;
        const struct car_group *group = kamm_group_of(world, body, &car);
        kamm_shift_car(group->cars, car, by, turn);
        return;
    }
    struct dynamic_state *dynamic = &world->dynamic_states[dynamic_of(world, body)];
    for (int i = 0; i < 3; ++i) dynamic->position[i] += by[i];
    turn_quaternion(dynamic->q, turn);
}

/* Runs a task over chunks of the solver's bodies, but the first. */
static void share_bodies(kamm_world *world, kamm_task *task)
{
    kamm_run_world_tasks(world, (world->solver.body_count + CHUNK - 1) / CHUNK, task, world);
}
#define EACH_OF_CHUNK(slot, world, chunk)        \
    for (int slot = (chunk) ? (chunk)*CHUNK : 1; \
         slot < ((chunk) + 1) * CHUNK && slot < (world)->solver.body_count; ++slot)

static void gather_chunk(void *context, int chunk)
{
    kamm_world *world = context;
    EACH_OF_CHUNK(slot, world, chunk) gather_body(world, world->solved[slot], slot);
}

static void write_chunk(void *context, int chunk)
{
    kamm_world *world = context;
    EACH_OF_CHUNK(slot, world, chunk)
    {
        write_body(world, slot);
        shift_body(world, slot);
    }
}

void kamm_gather_solver_bodies(kamm_world *world) { share_bodies(world, gather_chunk); }
void kamm_write_solver_bodies(kamm_world *world) { share_bodies(world, write_chunk); }

static void gather_marked_chunk(void *context, int chunk)
{
    kamm_world *world = context;
    EACH_OF_CHUNK(slot, world, chunk)
    {
        uint32_t body = world->solved[slot];
        world->solver.bodies[slot].movable = 0; /* nothing of it is to be written … */
        if (!world->held[slot]) continue;
        kamm_read_motion_of(world, body, &world->frames[body]); /* … but if it takes part */
        gather_body(world, body, slot);
    }
}

/* What joints connect takes part as a whole. */
static void hold_cluster(kamm_world *world, const struct joint_cluster *c)
{
    const struct solver_joint *joints = world->solver.joints->joints;
    int is_held = 0;
    for (int i = 2 * c->first; i < 2 * (c->first + c->count); ++i)
        is_held |= world->held[joints[i / 2].end[i % 2].body];
    for (int i = 2 * c->first; i < 2 * (c->first + c->count) && is_held; ++i)
        if (joints[i / 2].end[i % 2].body) world->held[joints[i / 2].end[i % 2].body] = 1;
}

void kamm_gather_restituting_bodies(kamm_world *world)
{
    const struct solver *solver = &world->solver;
    memset(world->held, 0, (size_t)solver->body_count);
    for (int i = 0; i < solver->count; ++i) {
        const struct constraint *c = &solver->constraints[i];
        if (c->restitutes) world->held[c->body[0]] = world->held[c->body[1]] = 1;
    }
    world->held[0] = 0; /* it never moves */
    for (int i = 0; i < solver->joints->cluster_count; ++i)
        if (solver->joints->clusters[i].island >= 0)
            hold_cluster(world, &solver->joints->clusters[i]);
    share_bodies(world, gather_marked_chunk);
}
