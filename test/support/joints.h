/* Joints for tests: bodies far above the ground that collide with nothing, and their energy. */
#ifndef KAMM_TEST_SUPPORT_JOINTS_H
#define KAMM_TEST_SUPPORT_JOINTS_H

#include "world.h"

#include <kamm/world_joints.h>

/* Substeps a second that tests take: from the least to the most usual. */
extern const int joint_rates[];
enum { JOINT_RATES = 4 };

/* A box of that mass with its middle at a place, which collides with no other body. */
kamm_body_def loose_box(double mass_kg, double half_x, double half_y, double half_z, double x,
                        double y, double z);
/* A world of bodies, with ground a kilometre below. */
kamm_world *start_joint_world(const kamm_body_def *bodies, int count, int rate);
/* A joint of two bodies; -1: the world. */
kamm_joint_def joint_of(const kamm_world *world, kamm_joint_kind kind, int first, int second);
/* Adds it with both points at one place, and both axes along one. NULL: as the def says. */
kamm_joint join_at(kamm_world *world, kamm_joint_def def, const double point_m[3],
                   const double axis[3]);
kamm_joint_state read_joint(const kamm_world *world, kamm_joint joint);
/* How far both points are apart. */
double gap_of_joint(const kamm_world *world, kamm_joint joint);

/* As worlds have it, in single precision. */
#define JOINT_GRAVITY ((double)9.80665f)

/* Kinetic energy of loose boxes, and that by their height. */
double energy_of_boxes(const kamm_world *world, const kamm_body_def *bodies, int count);
/* Their momentum, and angular momentum about the origin. */
void momentum_of_boxes(const kamm_world *world, const kamm_body_def *bodies, int count,
                       double linear_ns[3], double angular_nms[3]);

#endif
