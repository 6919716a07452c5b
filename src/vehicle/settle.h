/* Where the car comes to rest in its springs on a level road, with its payload: the pose in which
 * kamm_place sets it down. */
#ifndef KAMM_VEHICLE_SETTLE_H
#define KAMM_VEHICLE_SETTLE_H

#include "layout.h"
#include "statics.h"

struct chassis_constants;

/* Rise, pitch, roll, travels. */
enum { MAX_POSE_UNKNOWNS = 3 + MAX_WHEELS };

/* Solves a x = b of `count` unknowns by elimination with row pivots; both are used up, b becomes x. 0 if there is no
 * solution. */
int kamm_eliminate(int count, double a[][MAX_POSE_UNKNOWNS], double *b);

struct rest {
    double rise_m, pitch_rad, roll_rad; /* of the body frame, from where the def drew it; pitch is
                                           positive nose down, roll positive to the right */
    double travel_m[MAX_WHEELS];
    double load_n[MAX_WHEELS];
};

/* Newton's method on the balance of body and wheels; where its steps from the drawn pose lead astray, from the
 * closed form of a load in the middle and only downhill. Wheels are where the leaning body's links have them,
 * on tyres without force along the road: a car that is placed so stands still. RANGE if there is no rest (the
 * load breaks through the stops, the car tips over); if a wheel carries less than 0.2 % of the weight there,
 * or if the body lies further than 0.5 m and 0.3 rad from where the def drew it. */
kamm_result kamm_settle(const struct chassis_constants *constants, const struct layout *layout,
                        const struct statics *statics, struct rest *rest, kamm_error *error);

#endif
