/* Energy in the rotors of electric motors and in their twisted shafts, for code that looks at a car at a time. */
#ifndef KAMM_RUNGS_ROTORS_H
#define KAMM_RUNGS_ROTORS_H

#include "car.h"

static inline double rotor_energy(const struct car *car, int axle)
{
    const kamm_motor_def *motor = &car->model->def->axles[axle].motor;
    if (!(motor->peak_nm > 0)) return 0;
    double speed = STATE_OF(car, axles[axle].motor_radps);
    double twist = STATE_OF(car, axles[axle].motor_twist_rad);
    double stiffness = car->model->chassis->powertrain.motor_shaft[axle].stiffness_nm_per_rad;
    return 0.5 * motor->inertia_kgm2 * speed * speed + 0.5 * stiffness * twist * twist;
}

#endif
