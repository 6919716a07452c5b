/* Debug draw: what joints hold, by what, and how hard. */
#include "draw_joints.h"
#include "../../base/vector_double.h"
#include "../joints/joint_check.h"
#include "../joints/joint_ends.h"
#include "../state.h"
#include "pen.h"

/* Whether its points may be apart. */
static int spans(kamm_joint_kind kind)
{
    return kind == KAMM_JOINT_SLIDER || kind == KAMM_JOINT_DISTANCE || kind == KAMM_JOINT_ROPE ||
           kind == KAMM_JOINT_SPRING;
}

static uint32_t colour_of(const struct world_joint *joint)
{
    if (joint->state.is_broken) return KAMM_DRAW_BROKEN_JOINT;
    if (joint->def.kind == KAMM_JOINT_ROPE && length3(joint->state.force_n) == 0)
        return KAMM_DRAW_SLACK_ROPE;
    return KAMM_DRAW_JOINT;
}

/* From the middle of what an end is on to its point. */
static void draw_end(const kamm_debug_draw_def *pen, const kamm_world *world, uint32_t body,
                     const double point[3], uint32_t rgb)
{
    struct world_motion motion;
    kamm_draw_point(pen, point, rgb);
    if (body == NO_BODY) return;
    kamm_read_joint_body(world, body, &motion);
    kamm_draw_line(pen, motion.position, point, rgb);
}

static void draw_joint(const kamm_debug_draw_def *pen, const kamm_world *world,
                       const struct world_joint *joint)
{
    struct joint_pose pose[2];
    uint32_t rgb = colour_of(joint);
    double force_n = length3(joint->state.force_n), direction[3];
    kamm_pose_joint(world, joint, pose);
    if (!kamm_pen_reaches(pen, pose[0].point, 0) && !kamm_pen_reaches(pen, pose[1].point, 0))
        return;
    for (int k = 0; k < 2; ++k) draw_end(pen, world, joint->body[k], pose[k].point, rgb);
    if (joint->state.is_broken) return;
    if (spans(joint->def.kind)) kamm_draw_line(pen, pose[0].point, pose[1].point, rgb);
    for (int sign = -1; sign <= 1 && has_axis(joint->def.kind); sign += 2)
        kamm_draw_along(pen, pose[0].point, pose[0].axis[0], sign * DRAWN_NORMAL_M,
                        KAMM_DRAW_JOINT_AXIS);
    if (!(force_n > 0)) return;
    for (int k = 0; k < 3; ++k) direction[k] = joint->state.force_n[k] / force_n;
    kamm_draw_along(pen, pose[1].point, direction, kamm_arrow_m(pen, force_n),
                    KAMM_DRAW_JOINT_FORCE);
}

void kamm_draw_joints(const kamm_debug_draw_def *pen, const kamm_world *world)
{
    for (int i = 0; i < world->joints.count; ++i) draw_joint(pen, world, &world->joints.joints[i]);
}
