/* The kinematic rung's geometry, for those who hand it a running car. */
#ifndef KAMM_MODEL_KINEMATIC_KINEMATIC_H
#define KAMM_MODEL_KINEMATIC_KINEMATIC_H

#include "../model.h"

/* The speed of the commanded point at which the body frame's origin moves at `cg_speed_mps`,
 * negative backwards, with the steering wheel at `steering_rad`. */
double kamm_kinematic_path_speed(const kamm_model *model, double steering_rad, double cg_speed_mps);

#endif
