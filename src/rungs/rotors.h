/* Energy in rotors and twisted shafts of the driveline, for code that looks at a car at a time. */
#ifndef KAMM_RUNGS_ROTORS_H
#define KAMM_RUNGS_ROTORS_H

#include "../vehicle/chassis.h"
#include "car.h"

#include <math.h>

/* Speed of a power split's generator, as the engine and the axle's motor let it turn; 0 without one. */
static inline double generator_radps(const struct car *car, double motor_radps)
{
    const struct power_split_constants *v = &car->model->chassis->powertrain.split;
    if (!has_power_split(v)) return 0;
    return (double)v->sun_per_engine * STATE_OF(car, car.engine_radps) -
           (double)v->sun_per_motor * motor_radps;
}

static inline double generator_energy(const struct car *car, double motor_radps)
{
    double sun = generator_radps(car, motor_radps);
    return 0.5 * car->model->def->power_split.generator.inertia_kgm2 * sun * sun;
}

static inline double rotor_energy(const struct car *car, int axle)
{
    const kamm_motor_def *motor = &car->model->def->axles[axle].motor;
    if (!(motor->peak_nm > 0)) return 0;
    double speed = STATE_OF(car, axles[axle].motor_radps);
    double twist = STATE_OF(car, axles[axle].motor_twist_rad);
    double stiffness = car->model->chassis->powertrain.motor_shaft[axle].stiffness_nm_per_rad;
    return 0.5 * motor->inertia_kgm2 * speed * speed + 0.5 * stiffness * twist * twist +
           generator_energy(car, speed);
}

static inline double twist_energy(double stiffness_nm_per_rad, double twist_rad)
{
    return 0.5 * stiffness_nm_per_rad * twist_rad * twist_rad;
}

/* shaft_bend of one car. */
static inline double shaft_bend_alone(const struct shaft_constants *c, double twist_rad)
{
    return copysign(fmax(fabs(twist_rad) - (double)c->play_rad, 0), twist_rad);
}

/* Returns the energy in twisted parts between engine and wheels, and between wheels and axles. */
static inline double shaft_energy(const struct car *car)
{
    const struct powertrain_constants *v = &car->model->chassis->powertrain;
    double sum =
        twist_energy(v->shaft.stiffness_nm_per_rad,
                     shaft_bend_alone(&v->shaft, STATE_OF(car, car.shaft_twist_rad))) +
        twist_energy(v->centre.stiffness_nm_per_rad, STATE_OF(car, car.transfer_twist_rad));
    for (int a = 0; a < car->model->layout.axles; ++a)
        sum += twist_energy(v->differential[a].lock_stiffness_nm_per_rad,
                            STATE_OF(car, axles[a].lock_twist_rad)) +
               twist_energy(v->inter_axle[a].stiffness_nm_per_rad,
                            STATE_OF(car, axles[a].inter_axle_twist_rad));
    return sum;
}

#endif
