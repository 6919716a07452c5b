/* The rows of a joint: directions, errors and bounds. */
#ifndef KAMM_WORLD_SOLVER_JOINT_ROWS_H
#define KAMM_WORLD_SOLVER_JOINT_ROWS_H

#include "joint.h"

/* What impulses have no bound. */
#define UNBOUND_NS 1e300

/* Sets up a joint's rows from its ends, with the motion that its bodies have now. */
void kamm_make_joint_rows(const struct solver *s, struct solver_joint *joint);
/* Errors of its rows once its bodies have moved for a substep. Rows that are no errors of poses are left out. */
void kamm_predict_joint_errors(const struct solver *s, const struct solver_joint *joint,
                               double error[JOINT_ROWS]);
/* The speed along a row, of velocities or of pseudo velocities. */
double kamm_joint_row_speed(const struct solver *s, const struct solver_joint *joint,
                            const struct joint_row *row, int shifts);

#endif
