#include "joint_ends.h"
#include "../../base/quaternion.h"
#include "../../base/vector_double.h"
#include "../bodies/bodies.h"
#include "../state.h"
#include "joint_check.h"

#include <string.h>

void kamm_read_joint_body(const kamm_world *world, uint32_t body, struct world_motion *motion)
{
    memset(motion, 0, sizeof *motion);
    motion->q[0] = 1;
    if (body == NO_BODY) return;
    if (is_fixed(world, body)) {
        const struct fixed_state *state = &world->fixed_states[fixed_of(world, body)];
        memcpy(motion->position, state->position, sizeof state->position);
        memcpy(motion->q, state->q, sizeof state->q);
        memcpy(motion->velocity, state->velocity, sizeof state->velocity);
        memcpy(motion->angular_velocity, state->angular_velocity, sizeof state->angular_velocity);
        return;
    }
    if (is_car(world, body)) {
        int car;
        const struct car_group *group = kamm_group_of(world, body, &car);
        kamm_find_motion(group->cars, car, motion);
        return;
    }
    *motion = world->dynamic_states[dynamic_of(world, body)].motion;
}

void kamm_pose_joint(const kamm_world *world, const struct world_joint *joint,
                     struct joint_pose pose[2])
{
    for (int k = 0; k < 2; ++k) {
        struct world_motion motion;
        struct joint_end end;
        kamm_read_joint_body(world, joint->body[k], &motion);
        memcpy(end.point_m, joint->point_m[k], sizeof end.point_m);
        memcpy(end.frame, joint->frame[k], sizeof end.frame);
        kamm_pose_joint_end(&end, motion.position, motion.q, &pose[k]);
    }
}

/* From the caller's frame of a dynamic body or car to its centre of gravity, where the solver has its frame. */
static void find_offset(const kamm_world *world, uint32_t body, double out[3])
{
    memset(out, 0, 3 * sizeof *out);
    if (body == NO_BODY || is_fixed(world, body)) return;
    if (!is_car(world, body)) {
        memcpy(out, world->dynamic_masses[dynamic_of(world, body)].centre_m, 3 * sizeof *out);
        return;
    }
    int car;
    const struct car_group *group = kamm_group_of(world, body, &car);
    const kamm_model *model = kamm_model_at(group->cars, car);
    for (int i = 0; i < 3; ++i) out[i] = (double)model->origin[i];
}

void kamm_place_joint_points(const kamm_world *world, struct world_joint *joint)
{
    for (int k = 0; k < 2; ++k) {
        double offset[3];
        find_offset(world, joint->body[k], offset);
        for (int i = 0; i < 3; ++i)
            joint->point_m[k][i] = joint->def.ends[k].point_m[i] - offset[i];
    }
}

void kamm_localise_joint_axis(const kamm_world *world, uint32_t body, const double axis[3],
                              double out[3])
{
    struct world_motion motion;
    double back[4];
    kamm_read_joint_body(world, body, &motion);
    kamm_conjugate(motion.q, back);
    kamm_rotate(back, axis, out);
}

void kamm_localise_joint_point(const kamm_world *world, uint32_t body, const double point_m[3],
                               double out[3])
{
    struct world_motion motion;
    double arm[3], offset[3];
    kamm_read_joint_body(world, body, &motion);
    for (int i = 0; i < 3; ++i) arm[i] = point_m[i] - motion.position[i];
    kamm_localise_joint_axis(world, body, arm, out);
    find_offset(world, body, offset);
    for (int i = 0; i < 3; ++i) out[i] += offset[i];
}

/* ---- new ones ---- */

/* A frame whose x axis is that. The shortest turn back to front is none. */
static void frame_along(const double axis[3], double frame[4])
{
    static const double x[3] = {1, 0, 0};
    const double same[4] = {1, 0, 0, 0}, back[4] = {0, 0, 0, 1};
    double unit[3], length = length3(axis);
    memcpy(frame, axis[0] < 0 ? back : same, sizeof same);
    if (!(length > 0)) return;
    for (int i = 0; i < 3; ++i) unit[i] = axis[i] / length;
    kamm_turn_shortest(frame, x, unit);
}

/* Turns the second end's frame so that it lies as the first one's does: about the axis, which stays. */
static void align_frames(const kamm_world *world, struct world_joint *joint)
{
    double q[2][4], back[4], turn[4];
    for (int k = 0; k < 2; ++k) {
        struct world_motion motion;
        kamm_read_joint_body(world, joint->body[k], &motion);
        kamm_multiply(motion.q, joint->frame[k], q[k]);
    }
    kamm_conjugate(q[1], back);
    kamm_multiply(back, q[0], turn); /* in the second's frame */
    if (joint->def.kind == KAMM_JOINT_HINGE) turn[2] = turn[3] = 0;
    kamm_normalise(turn);
    kamm_multiply(joint->frame[1], turn, joint->frame[1]);
}

static void frame_ends(const kamm_world *world, struct world_joint *joint)
{
    const kamm_joint_end *ends = joint->def.ends;
    double axis[3], back[4];
    struct world_motion motion;
    frame_along(ends[0].axis, joint->frame[0]);
    if (length3(ends[1].axis) > 0) {
        frame_along(ends[1].axis, joint->frame[1]);
    } else {
        kamm_read_joint_body(world, joint->body[0], &motion);
        kamm_rotate(motion.q, ends[0].axis, axis);
        kamm_localise_joint_axis(world, joint->body[1], axis, back);
        frame_along(back, joint->frame[1]);
    }
    align_frames(world, joint);
}

int kamm_start_joint(const kamm_world *world, struct world_joint *joint)
{
    const kamm_joint_def *def = &joint->def;
    struct joint_pose pose[2];
    kamm_place_joint_points(world, joint);
    frame_ends(world, joint);
    kamm_pose_joint(world, joint, pose);
    joint->state = (struct joint_state){.low = def->low,
                                        .high = def->high,
                                        .motor_speed = def->motor_speed,
                                        .motor_force = def->motor_force,
                                        .length_m = def->length_m,
                                        .is_limited = def->is_limited != 0};
    if (def->kind < KAMM_JOINT_DISTANCE) return 1;
    if (def->length_m == 0) joint->state.length_m = kamm_joint_extent(KAMM_JOINT_DISTANCE, pose);
    return joint->state.length_m > 0;
}
