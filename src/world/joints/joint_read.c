/* Joints as the host reads and sets them. */
#include "../../base/error.h"
#include "../../base/float_mode.h"
#include "../../base/vector_double.h"
#include "../state.h"
#include "joint_check.h"
#include "joint_ends.h"
#include "joint_set.h"

#include <string.h>

/* Velocities of both points, and of the second over the first. */
static double speed_of(const kamm_world *world, const struct world_joint *joint,
                       const struct joint_pose pose[2])
{
    struct world_motion motion[2];
    double apart[3], speed[3] = {0, 0, 0}, turning[3], turn[3];
    for (int k = 0; k < 2; ++k) {
        double arm[3], v[3];
        kamm_read_joint_body(world, joint->body[k], &motion[k]);
        for (int i = 0; i < 3; ++i) arm[i] = pose[k].point[i] - motion[k].position[i];
        cross3(motion[k].angular_velocity, arm, v);
        for (int i = 0; i < 3; ++i) speed[i] += (k ? 1 : -1) * (motion[k].velocity[i] + v[i]);
    }
    const double *axis = pose[0].axis[0];
    for (int i = 0; i < 3; ++i) {
        apart[i] = pose[1].point[i] - pose[0].point[i];
        turning[i] = motion[1].angular_velocity[i] - motion[0].angular_velocity[i];
    }
    if (joint->def.kind == KAMM_JOINT_HINGE) return dot3(turning, axis);
    cross3(motion[0].angular_velocity, axis, turn);
    if (joint->def.kind == KAMM_JOINT_SLIDER) return dot3(speed, axis) + dot3(apart, turn);
    double length = length3(apart);
    return length > 0 ? dot3(speed, apart) / length : length3(speed);
}

static double position_of(const struct world_joint *joint, const struct joint_pose pose[2])
{
    if (joint->def.kind == KAMM_JOINT_HINGE)
        return kamm_hinge_angle(pose, joint->state.turned_rad) + joint->def.angle_rad;
    return kamm_joint_extent(joint->def.kind, pose);
}

kamm_result kamm_read_joint(const kamm_world *world, kamm_joint joint, kamm_joint_state *state,
                            kamm_error *error)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_ALIVE_WITH(error, world, KAMM_ERROR_MISUSE);
    KAMM_REQUIRE_WITH(error, state, KAMM_ERROR_MISUSE);
    struct joint_pose pose[2];
    struct world_joint *at = NULL;
    kamm_result result = kamm_find_joint(world, joint, &at, error);
    if (result != KAMM_OK) return result;
    kamm_pose_joint(world, at, pose);
    *state = (kamm_joint_state){.position = position_of(at, pose),
                                .speed = speed_of(world, at, pose),
                                .length_m = at->state.length_m,
                                .motor_force = at->state.motor_now,
                                .is_broken = at->state.is_broken};
    memcpy(state->force_n, at->state.force_n, sizeof state->force_n);
    memcpy(state->torque_nm, at->state.torque_nm, sizeof state->torque_nm);
    for (int k = 0; k < 2; ++k)
        memcpy(state->points_m[k], pose[k].point, sizeof state->points_m[k]);
    return KAMM_OK;
}

kamm_result kamm_set_joint_motor(kamm_world *world, kamm_joint joint, double speed, double force,
                                 kamm_error *error)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_ALIVE_WITH(error, world, KAMM_ERROR_MISUSE);
    struct world_joint *at = NULL;
    kamm_result result = kamm_find_joint(world, joint, &at, error);
    if (result == KAMM_OK) result = kamm_check_joint_motor(at->def.kind, speed, force, error);
    if (result != KAMM_OK) return result;
    at->state.motor_speed = speed, at->state.motor_force = force;
    kamm_wake_joint(world, at);
    return KAMM_OK;
}

kamm_result kamm_set_joint_limits(kamm_world *world, kamm_joint joint, int is_limited, double low,
                                  double high, kamm_error *error)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_ALIVE_WITH(error, world, KAMM_ERROR_MISUSE);
    struct world_joint *at = NULL;
    kamm_result result = kamm_find_joint(world, joint, &at, error);
    if (result == KAMM_OK)
        result = kamm_check_joint_limits(at->def.kind, is_limited, low, high, error);
    if (result != KAMM_OK) return result;
    at->state.is_limited = is_limited != 0;
    at->state.low = low, at->state.high = high;
    kamm_wake_joint(world, at);
    return KAMM_OK;
}

const kamm_joint *kamm_broken_joints(const kamm_world *world, int *count)
{
    KAMM_REQUIRE_ALIVE(world, NULL);
    KAMM_REQUIRE(count, NULL);
    *count = world->joints.broken_count;
    return world->joints.broken;
}
