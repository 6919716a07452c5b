/* Vehicles with two single wheels in line: what they need to stay up, and where their steered front is. */
#ifndef KAMM_VEHICLE_TWO_WHEELER_H
#define KAMM_VEHICLE_TWO_WHEELER_H

#include "model.h"

/* RANGE where single wheels lack a steered front, or a front assembly is given where nothing can be made of it. */
kamm_result kamm_check_two_wheeler(const kamm_vehicle_def *def, const struct layout *layout,
                                   kamm_error *error);

/* The steered front, straight: about its centre of gravity, which is at `at` in the body frame, with the wheel's own inertia. */
struct steered_front {
    double mass_kg, at[3], inertia[3][3];
};
struct steered_front kamm_front_of(const kamm_vehicle_def *def, const struct statics *statics);

int kamm_front_twists(const kamm_vehicle_def *def);
/* A point of the axis of twist, in the body frame. */
void kamm_twist_point(const kamm_vehicle_def *def, const struct statics *statics, double point[3]);

/* The rider's upper body, upright, likewise; and the hip. */
struct leaning_rider {
    double mass_kg, at[3], hip[3], inertia[3][3];
};
struct leaning_rider kamm_rider_of(const kamm_vehicle_def *def, const struct statics *statics);

/* The whole rider, likewise. */
struct whole_rider {
    double mass_kg, at[3], inertia[3][3];
};
struct whole_rider kamm_whole_rider_of(const kamm_vehicle_def *def, const struct statics *statics);

/* The sprung mass at its lightest: without the rider, if he may be thrown off. Its centre of gravity is at `at` in the body frame;
 * moments of inertia about that. */
struct bare_body {
    double mass_kg, at[3], inertia[3];
};
struct bare_body kamm_bare_body_of(const kamm_vehicle_def *def, const struct statics *statics);

int kamm_has_stand(const kamm_vehicle_def *def);
/* A foot of the stand, 0 or 1 on the other side, in the body frame. */
void kamm_stand_foot(const kamm_vehicle_def *def, const struct statics *statics, int foot,
                     double at[3]);

/* Radius of the treads across, in the mean of the wheels by their loads: about the middles of these circles it leans. */
double kamm_mean_crown_m(const kamm_model *model);

#endif
