/* Forces from outside, while they wait for the next call that steps their cars (include/kamm/act.h). */
#ifndef KAMM_RUN_EXTERNAL_FORCES_H
#define KAMM_RUN_EXTERNAL_FORCES_H

#include "../rungs/job.h"
#include "cars.h"

/* Force on one car; world axes, moments about the origin of its body frame. */
struct applied_force {
    double force_n[3], moment_nm[3];
    int acts; /* 0: all of it is 0 */
};

/* kamm_apply_force where memory for forces is there, as it is for cars with riders; else nothing. */
void kamm_add_force(kamm_cars *cars, int car, const double force_n[3], const double point_m[3]);

/* Those on a block's cars, as kernels take them; 0: there are none. */
int kamm_gather_forces(const kamm_cars *cars, int block, struct external_forces *out);

/* Whether any of the cars are pushed, and by how much that changes a car's velocity and angular velocity in a substep; 0: it is not. */
int kamm_any_is_pushed(const kamm_cars *cars);
int kamm_predict_push(const kamm_cars *cars, int car, double velocity[3],
                      double angular_velocity[3]);

/* At the end of a call that has stepped them. */
void kamm_end_forces(kamm_cars *cars);
void kamm_drop_force(kamm_cars *cars, int car);

#endif
