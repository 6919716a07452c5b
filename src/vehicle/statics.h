/* The car at rest: masses, where they are, and what they weigh on. In double, for the compile step,
 * for placing cars and for energies. Vehicle frame: see kamm_describe. */
#ifndef KAMM_VEHICLE_STATICS_H
#define KAMM_VEHICLE_STATICS_H

#include "chassis.h"
#include <kamm/error.h>
#include <kamm/vehicle.h>

#define KAMM_STANDARD_GRAVITY 9.80665

struct statics {
    double total_mass_kg, sprung_mass_kg; /* with payload */
    double sprung_cg[3];                  /* the body frame's origin, vehicle frame */
    double total_cg[3];                   /* with payload, vehicle frame */
    double sprung_inertia[3][3];          /* about its own centre of gravity */
    double total_inertia[3][3];           /* with payload, about total_cg */
    double turning_inertia[3][3];         /* with payload and wheels, about sprung_cg */
    double axle_x[CAR_AXLES];             /* vehicle frame */
    double design_load_n[CAR_AXLES];      /* per wheel, without payload, both sides alike */
    double axle_load_n[CAR_AXLES];        /* with payload, on the level */
    double rest_radius_m[CAR_AXLES];      /* from the wheel's centre to the road, along the wheel */
    double hub_height_m[CAR_AXLES];       /* at rest without payload */
    double preload_n[CAR_AXLES];          /* of the springs at zero travel */
};

/* Errors: RANGE where masses, axles and inertias do not make a car. */
kamm_result kamm_compile_statics(const kamm_vehicle_def *def, struct statics *statics,
                                 kamm_error *error);

/* The inverse of a symmetric positive definite matrix, by Gauss-Jordan with the diagonal as pivots; `a` is
 * used up. 0 if it is none. */
int kamm_invert_positive_definite(double a[6][6], double inverse[6][6]);

/* The inverse of the matrix A of body.h. RANGE if there is none. */
kamm_result kamm_compile_mobility(const kamm_vehicle_def *def, const struct statics *statics,
                                  float mobility[6][6], kamm_error *error);

#endif
