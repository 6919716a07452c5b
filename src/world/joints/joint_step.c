#include "joint_step.h"
#include "../../base/vector_double.h"
#include "../bodies/bodies.h"
#include "../bodies/dynamic_bodies.h"
#include "../bodies/dynamic_sleep.h"
#include "../bodies/sleep.h"
#include "../solver/gather.h"
#include "../solver/tension.h"
#include "../state.h"
#include "../terrain/ground.h"
#include "joint_check.h"
#include "joint_ends.h"
#include "joint_set.h"

#include <math.h>
#include <string.h>

#define LEAST_LENGTH_M 1e-3 /* to which a winch winds, of bodies of the usual size */

enum {
    MOTOR_ROW = 6
}; /* of a hinge or slider: five that hold, one of the limits, then the motor */

static struct world_joint *joint_at(const kamm_world *world, int at)
{
    return &world->joints.joints[world->joints.order[at]];
}

/* ---- sleep ---- */

static int is_end_awake(const kamm_world *world, uint32_t body)
{
    if (body == NO_BODY) return 0;
    if (is_fixed(world, body)) return fixed_moves(&world->fixed_states[fixed_of(world, body)]);
    return is_car(world, body) || !world->dynamic_states[dynamic_of(world, body)].asleep;
}

static int is_dynamic(const kamm_world *world, uint32_t body)
{
    return body != NO_BODY && !is_fixed(world, body) && !is_car(world, body);
}

static void wake_cluster(kamm_world *world, struct joint_cluster *c)
{
    c->is_awake = 0;
    for (int i = c->first; i < c->first + c->count; ++i)
        for (int k = 0; k < 2; ++k) c->is_awake |= is_end_awake(world, joint_at(world, i)->body[k]);
    for (int i = c->first; i < c->first + c->count && c->is_awake; ++i)
        for (int k = 0; k < 2; ++k) {
            uint32_t body = joint_at(world, i)->body[k];
            if (is_dynamic(world, body) && !is_end_awake(world, body)) {
                kamm_wake_joint(world, joint_at(world, i));
                break;
            }
        }
}

void kamm_wake_linked_bodies(kamm_world *world)
{
    for (int i = 0; i < world->joints.problem.cluster_count; ++i)
        wake_cluster(world, &world->joints.problem.clusters[i]);
}

static int cluster_may_rest(const kamm_world *world, const struct joint_cluster *c)
{
    for (int i = c->first; i < c->first + c->count; ++i)
        for (int k = 0; k < 2; ++k) {
            uint32_t body = joint_at(world, i)->body[k];
            if (is_dynamic(world, body) ? !kamm_has_rested(world, dynamic_of(world, body))
                                        : is_end_awake(world, body))
                return 0;
        }
    return 1;
}

static void rest_cluster(kamm_world *world, const struct joint_cluster *c)
{
    for (int i = c->first; i < c->first + c->count; ++i)
        for (int k = 0; k < 2; ++k) {
            uint32_t body = joint_at(world, i)->body[k];
            if (is_dynamic(world, body)) kamm_lay_to_sleep(world, dynamic_of(world, body));
        }
}

void kamm_rest_linked_bodies(kamm_world *world)
{
    for (int i = 0; i < world->joints.problem.cluster_count; ++i) {
        const struct joint_cluster *c = &world->joints.problem.clusters[i];
        if (c->is_awake && cluster_may_rest(world, c)) rest_cluster(world, c);
    }
}

void kamm_keep_linked_cars_awake(kamm_world *world)
{
    for (int i = 0; i < world->joints.count && world->cars_may_sleep; ++i)
        for (int k = 0; k < 2; ++k) {
            const struct world_joint *joint = &world->joints.joints[i];
            uint32_t body = joint->body[k];
            if (body != NO_BODY && is_car(world, body) && !joint->state.is_broken)
                kamm_keep_car_awake(world, body);
        }
}

/* ---- to the solver ---- */

/* Where its body is now. One that has just woken has not been read. */
static void place_end(kamm_world *world, uint32_t body, struct joint_end *end)
{
    struct world_motion motion;
    kamm_read_joint_body(world, body, &motion);
    memcpy(end->position, motion.position, sizeof end->position);
    memcpy(end->q, motion.q, sizeof end->q);
    if (end->body) return;
    memcpy(end->own.velocity, motion.velocity, sizeof motion.velocity);
    memcpy(end->own.angular_velocity, motion.angular_velocity, sizeof motion.angular_velocity);
}

static void aim_end(kamm_world *world, const struct world_joint *joint, int k,
                    struct solver_joint *to)
{
    struct joint_end *end = &to->end[k];
    uint32_t body = joint->body[k];
    memset(end, 0, sizeof *end);
    memcpy(end->point_m, joint->point_m[k], sizeof end->point_m);
    memcpy(end->frame, joint->frame[k], sizeof end->frame);
    if (body != NO_BODY && !is_fixed(world, body)) {
        to->of_car |= is_car(world, body);
        struct body_frame *frame = &world->frames[body];
        if (!world->is_active[body]) {
            kamm_read_motion_of(world, body, frame);
            memset(frame->given, 0, sizeof frame->given);
        }
        end->body = kamm_solver_slot(world, body);
        to->scale = fmin(to->scale, kamm_shape_of(world, body)->scale);
    }
    place_end(world, body, end);
    if (!is_dynamic(world, body)) return;
    kamm_gravity_at(&world->ground, end->position, end->kick);
    kamm_find_gyration(world, dynamic_of(world, body), end->gyration);
    for (int i = 0; i < 3; ++i) {
        end->kick[i] *= world->dt;
        end->gyration[i] *= 0.5 * world->dt;
    }
}

static void aim_winch(const kamm_world *world, const struct joint_state *state,
                      struct solver_joint *to)
{
    double length = state->length_m + state->motor_speed * world->dt;
    if (state->motor_speed != 0) {
        length = fmax(length, LEAST_LENGTH_M * to->scale);
        if (state->is_limited) length = fmin(fmax(length, state->low), state->high);
    }
    to->length_m = length;
    to->length_change_m = length - state->length_m;
}

/* A car that is off. */
static int is_off(const kamm_world *world, uint32_t body)
{
    return body != NO_BODY && kamm_body_is_off(world, body);
}

static void aim_joint(kamm_world *world, struct world_joint *joint, struct solver_joint *to)
{
    struct joint_state *state = &joint->state;
    struct joint_pose pose[2];
    to->acts =
        !state->is_broken && !is_off(world, joint->body[0]) && !is_off(world, joint->body[1]);
    to->scale = 1e300;
    to->of_car = 0;
    for (int k = 0; k < 2; ++k) {
        aim_end(world, joint, k, to);
        kamm_pose_joint_end(&to->end[k], to->end[k].position, to->end[k].q, &pose[k]);
    }
    to->is_limited = state->is_limited;
    to->low = state->low, to->high = state->high;
    to->motor_speed = state->motor_speed, to->motor_force = state->motor_force;
    to->stiffness = joint->def.stiffness, to->damping = joint->def.damping;
    to->rest = joint->def.rest;
    to->length_m = state->length_m, to->length_change_m = 0;
    if (has_winch(to->kind)) aim_winch(world, state, to);
    if (to->kind == KAMM_JOINT_HINGE) {
        state->turned_rad = kamm_hinge_angle(pose, state->turned_rad);
        to->position = state->turned_rad + joint->def.angle_rad;
    }
    if (to->kind == KAMM_JOINT_SLIDER) to->position = kamm_joint_extent(to->kind, pose);
}

/* By the forces of the last substep. */
static void add_tensions(kamm_world *world, const struct world_joint *joint,
                         const struct solver_joint *from)
{
    for (int k = 0; k < 2 && from->acts; ++k) {
        const struct joint_end *end = &from->end[k];
        struct joint_pose pose;
        double arm[3], force[3];
        if (!is_dynamic(world, joint->body[k])) continue;
        kamm_pose_joint_end(end, end->position, end->q, &pose);
        for (int i = 0; i < 3; ++i) {
            arm[i] = pose.point[i] - end->position[i];
            force[i] = k ? joint->state.force_n[i] : -joint->state.force_n[i];
        }
        kamm_add_tension(world->joints.stiffness[joint->body[k]], arm, force);
    }
}

void kamm_aim_joints(kamm_world *world)
{
    struct joint_problem *problem = &world->joints.problem;
    kamm_wake_linked_bodies(world);
    for (int i = 0; i < problem->cluster_count; ++i) {
        struct joint_cluster *c = &problem->clusters[i];
        c->scale = 1e300;
        for (int k = 2 * c->first; k < 2 * (c->first + c->count); ++k) {
            uint32_t body = joint_at(world, k / 2)->body[k % 2];
            if (is_dynamic(world, body))
                memset(world->joints.stiffness[body], 0, sizeof *world->joints.stiffness);
        }
        for (int k = c->first; k < c->first + c->count && c->is_awake; ++k) {
            aim_joint(world, joint_at(world, k), &problem->joints[k]);
            c->scale = fmin(c->scale, problem->joints[k].scale);
            add_tensions(world, joint_at(world, k), &problem->joints[k]);
        }
    }
}

void kamm_aim_joints_again(kamm_world *world)
{
    const struct joint_problem *problem = &world->joints.problem;
    for (int i = 0; i < problem->cluster_count; ++i) {
        const struct joint_cluster *c = &problem->clusters[i];
        for (int k = c->first; k < c->first + c->count && c->is_awake; ++k)
            for (int n = 0; n < 2; ++n)
                place_end(world, joint_at(world, k)->body[n], &problem->joints[k].end[n]);
    }
}

/* ---- back ---- */

static void read_forces(const kamm_world *world, const struct solver_joint *from,
                        struct joint_state *state)
{
    const struct joint_row *rows = &world->joints.problem.rows[from->first_row];
    memset(state->force_n, 0, sizeof state->force_n);
    memset(state->torque_nm, 0, sizeof state->torque_nm);
    for (int n = 0; n < from->row_count; ++n) {
        double impulse = rows[n].impulse / world->dt;
        for (int i = 0; i < 3; ++i)
            if (rows[n].turns)
                state->torque_nm[i] += impulse * rows[n].row[1].angular_velocity[i];
            else
                state->force_n[i] += impulse * rows[n].row[1].velocity[i];
    }
    state->motor_now = has_axis(from->kind) ? rows[MOTOR_ROW].impulse / world->dt : 0;
}

static void break_joint(kamm_world *world, struct world_joint *joint)
{
    struct joint_set *set = &world->joints;
    double force = length3(joint->state.force_n), torque = length3(joint->state.torque_nm);
    int breaks = (joint->def.break_force_n > 0 && force > joint->def.break_force_n) ||
                 (joint->def.break_torque_nm > 0 && torque > joint->def.break_torque_nm);
    if (!breaks || joint->state.is_broken) return;
    joint->state.is_broken = 1;
    if (set->broken_count < set->room)
        set->broken[set->broken_count++] = kamm_name_joint(world, joint);
    kamm_wake_joint(world, joint);
}

void kamm_end_joints(kamm_world *world)
{
    const struct joint_problem *problem = &world->joints.problem;
    for (int i = 0; i < problem->cluster_count; ++i) {
        const struct joint_cluster *c = &problem->clusters[i];
        for (int k = c->first; k < c->first + c->count && c->island >= 0; ++k) {
            struct world_joint *joint = joint_at(world, k);
            read_forces(world, &problem->joints[k], &joint->state);
            joint->state.length_m = problem->joints[k].length_m;
            break_joint(world, joint);
        }
    }
}
