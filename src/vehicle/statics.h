/* The car at rest: masses, where they are, and what they weigh on. In double, for the compile step,
 * for placing cars and for energies. Vehicle frame: see kamm_describe. */
#ifndef KAMM_VEHICLE_STATICS_H
#define KAMM_VEHICLE_STATICS_H

#include "layout.h"
#include <kamm/error.h>
#include <kamm/vehicle.h>

#define KAMM_STANDARD_GRAVITY 9.80665

struct statics {
    double length_scale;                  /* scale.h */
    double total_mass_kg, sprung_mass_kg; /* with payload */
    double sprung_cg[3];                  /* the body frame's origin, vehicle frame */
    double total_cg[3];                   /* with payload, vehicle frame */
    double sprung_inertia[3][3];          /* about its own centre of gravity */
    double total_inertia[3][3];           /* with payload, about total_cg */
    double turning_inertia[3][3];         /* with payload and wheels, about sprung_cg */
    double axle_x[MAX_AXLES];             /* vehicle frame */
    double design_load_n[MAX_AXLES]; /* per wheel, without payload, all wheels of an axle alike */
    double axle_load_n[MAX_AXLES];   /* with payload, on the level; by springs that share equally */
    double rest_load_n[MAX_AXLES];   /* of that per wheel; without payload design_load_n */
    double rest_radius_m[MAX_AXLES]; /* from the wheel's centre to the road, along the wheel */
    double hub_height_m[MAX_AXLES];  /* at rest without payload */
    double preload_n[MAX_AXLES];     /* of the springs at zero travel */
};

/* Errors: RANGE where masses, axles and inertias do not make a car. */
kamm_result kamm_compile_statics(const kamm_vehicle_def *def, const struct layout *layout,
                                 struct statics *statics, kamm_error *error);

/* Shares of the axles, which are at `axle_x`, in a weight that lies at (x, y). Two axles: by the lever. With a sidecar: sidecar.h.
 * More axles are
 * statically indeterminate: a stiff body on springs whose ends lie on one line presses them in by z + theta x. Each
 * bears that times its stiffness, which is that of springs and tyres in series (equal deflection; Gere and Timoshenko,
 * Mechanics of Materials, ch. 2). */
void kamm_share_weight(const kamm_vehicle_def *def, const struct layout *layout,
                       const double *axle_x, double x, double y, double share[MAX_AXLES]);

/* Returns the share of each axle in a pitching moment: load per moment, 1/m, larger for axles
 * farther ahead. */
void kamm_share_moment(const kamm_vehicle_def *def, const struct layout *layout,
                       const double *axle_x, double per_m[MAX_AXLES]);

/* Shares of a weight at x that the axles carry while the lift axles are up; of a trailer, which is coupled then, the coupling
 * has the rest. Axles that stay down count as equally stiff. */
void kamm_share_weight_raised(const kamm_vehicle_def *def, const struct layout *layout,
                              const double *axle_x, double x, double share[MAX_AXLES]);

/* Steer shares of the first and the last axle. Of more than two axles: those with which two axles there would take the
 * car where all of its wheels slip least, in the mean square by their loads: the share that is linear along the car. */
void kamm_steer_ends(const kamm_vehicle_def *def, const struct layout *layout,
                     const struct statics *statics, double ends[2]);

/* Inverts a symmetric positive definite matrix in its place. 0 if it is none. */
int kamm_invert_positive_definite(double a[6][6]);

/* The matrix A of body.h, and its inverse. RANGE if there is none. */
void kamm_find_mass_matrix(const kamm_vehicle_def *def, const struct layout *layout,
                           const struct statics *statics, double a[6][6]);
kamm_result kamm_compile_mobility(const kamm_vehicle_def *def, const struct layout *layout,
                                  const struct statics *statics, float mobility[6][6],
                                  kamm_error *error);
/* Adds a mass that goes along with the body at `r` to such a matrix, in the directions that `along` says. */
void kamm_add_mass(double a[6][6], double mass, const double r[3], const double along[3]);

/* Where the shifting load's centre of gravity is as it was loaded, in the vehicle frame. */
void kamm_place_on_floor(const kamm_vehicle_def *def, double at[3]);

#endif
