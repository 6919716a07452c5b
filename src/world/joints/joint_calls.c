/* What a world does with its joints, from the first one on: nothing else refers to these functions. */
#include "../../base/error.h"
#include "../../base/float_mode.h"
#include "../solver/joint.h"
#include "../state.h"
#include "joint_set.h"
#include "joint_step.h"
#include "links.h"

static const struct joint_calls calls_of_joints = {
    .renumber = kamm_renumber_joints,
    .rename_cars = kamm_rename_joint_cars,
    .let_pass = kamm_joints_let_pass,
    .wake_bodies = kamm_wake_linked_bodies,
    .aim = kamm_aim_joints,
    .aim_again = kamm_aim_joints_again,
    .end = kamm_end_joints,
    .rest_bodies = kamm_rest_linked_bodies,
    .keep_cars_awake = kamm_keep_linked_cars_awake,
    .release = kamm_release_joints,
};

kamm_result kamm_add_joint(kamm_world *world, const kamm_joint_def *def, kamm_joint *joint,
                           kamm_error *error)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_ALIVE_WITH(error, world, KAMM_ERROR_MISUSE);
    KAMM_REQUIRE_WITH(error, def, KAMM_ERROR_MISUSE);
    world->joints.calls = &calls_of_joints;
    world->joints.problem.calls = &kamm_cluster_calls;
    return kamm_put_joint(world, def, joint, error);
}
