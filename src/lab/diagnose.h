/* What the files of the diagnosis share. */
#ifndef KAMM_LAB_DIAGNOSE_H
#define KAMM_LAB_DIAGNOSE_H

#include <kamm/io/diagnosis.h>

/* A vehicle with what the figures need of its model. Axles in groups: the steered ones in front, and the others. */
struct patient {
    const kamm_vehicle_def *def; /* the model's copy: wheel rates of linkages are in it */
    const kamm_model *model;
    kamm_model_info info;
    int front_axles;
};

enum { DIAGNOSED_FRONT, DIAGNOSED_REAR };

/* All figures, by the table in diagnose.c. NaN where the vehicle has no such thing. */
double kamm_ride_frequency_hz(const struct patient *p, int end);
double kamm_damping_ratio(const struct patient *p, int end, int rebound);
double kamm_roll_gradient_rad_per_g(const struct patient *p);
double kamm_front_roll_share(const struct patient *p);
double kamm_static_stability(const struct patient *p);
double kamm_rollover_threshold(const struct patient *p);
double kamm_understeer_rad_per_g(const struct patient *p);
/* Distance of the neutral steer point behind the centre of gravity over the wheelbase. */
double kamm_static_margin(const struct patient *p, double speed_mps);
/* Deceleration in g at which brakes share like the loads; above it the rear wheels lock first. */
double kamm_brake_balance_g(const struct patient *p);
double kamm_full_braking_g(const struct patient *p);
double kamm_parking_slope(const struct patient *p);
double kamm_largest_step(const struct patient *p);
double kamm_smallest_step(const struct patient *p);
double kamm_top_engine_share(const struct patient *p);
double kamm_start_gradient(const struct patient *p);
double kamm_drag_share(const struct patient *p);
double kamm_tyre_use(const struct patient *p, int end);
double kamm_lock_deg(const struct patient *p);

#endif
