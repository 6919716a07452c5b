/* A compiled model: what kamm_model points to. */
#ifndef KAMM_VEHICLE_MODEL_H
#define KAMM_VEHICLE_MODEL_H

#include "../base/users.h"
#include "layout.h"
#include "probes.h"
#include "settle.h"
#include "statics.h"
#include <kamm/vehicle.h>

struct aero_constants;
struct chassis_constants;
struct rider_gains;

struct kamm_model {
    kamm_rung rung;
    size_t size;           /* of the memory that it lies at the start of */
    int whole_body;        /* as its rung has it, see rung.h */
    int has_powertrain;    /* chassis.powertrain is compiled */
    uint64_t fingerprint;  /* of the rung and its constants: what a snapshot goes on with */
    kamm_feature features; /* what its cars have: as its rung, and what parts of theirs ask for */
    struct layout layout;
    kamm_model_info info;
    struct statics statics;
    struct rest rest;
    double origin
        [3]; /* the body frame's, in the vehicle frame: what position_m and velocity_… are of */
    double reported[3]; /* the point that x_m, y_m, speed_mps, … tell of, vehicle frame */
    /* Def and chassis end with the last axle in use. */
    kamm_vehicle_def *def;
    struct chassis_constants *chassis;
    struct probe_places probes;
    void *own;                 /* the rung's own constants, see rung.h … */
    size_t own_count;          /* … and how many floats of them its kernels read */
    struct rider_gains *rider; /* rider_gains.h; NULL: two wheels in line are not balanced here */
    struct users users;        /* cars */
};

/* Cars have a model, and let it go. */
void kamm_use_model(const kamm_model *model);
void kamm_let_go_of_model(const kamm_model *model);

/* Says whether the body lies over its axles and has boxes with a height: body_check.c. Errors: RANGE. */
kamm_result kamm_check_car_body(const kamm_vehicle_def *def, kamm_error *error);

/* From a def that has passed kamm_check to what all rungs share: masses, axles, tyres, rest, engine, limits and
 * what kamm_describe tells. `whole_body` is set; `needs_powertrain`: a def without engine is not enough. Errors:
 * RANGE, MISSING. */
kamm_result kamm_compile_chassis(kamm_model *model, int needs_powertrain, kamm_error *error);

/* Ahead of the vehicle frame's origin: the line across the car in which its wheels' axes meet. 0 where the car turns about
 * no point (crab steering). */
int kamm_find_turn_axis(const kamm_vehicle_def *def, const struct layout *layout,
                        const struct statics *statics, double *turn_x);

/* About the body frame's origin, vehicle frame. */
kamm_result kamm_compile_aero(const kamm_model *model, const double origin[3],
                              struct aero_constants *c, kamm_error *error);

/* The limits of the info: as the def gives them, or derived. MISSING where there is no engine to
 * derive them from. */
kamm_result kamm_compile_limits(kamm_model *model, kamm_error *error);

/* The info, of a chassis that is compiled and settled; without the limits. */
void kamm_describe_car(kamm_model *model);

/* For a rung whose side force is in proportion to the slip angle, however large: peak_slip_angle_rad of the info is
 * that at which such a force would reach the tyre's friction. */
void kamm_describe_linear_tyres(kamm_model *model);

#endif
