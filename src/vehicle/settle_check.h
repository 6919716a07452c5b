/* Whether a car may rest as settle.h has found it, and why not. */
#ifndef KAMM_VEHICLE_SETTLE_CHECK_H
#define KAMM_VEHICLE_SETTLE_CHECK_H

#include "settle.h"

/* How far from where the def drew it a car of ordinary size may come to rest: the balance is one of small angles. */
#define KAMM_MAX_HEAVE_M 0.5
#define KAMM_MAX_TILT_RAD 0.3

/* Rise, pitch and roll within these; `length` is the car's scale. */
int kamm_rests_level(const double pose[3], double length);

/* The wheel that carries least. */
int kamm_least_loaded(const struct layout *layout, const double *loads);

/* RANGE for a rest out of balance by 0.1 % of the weight, a wheel that carries less than 0.2 % of it, and a pose that is not level. */
kamm_result kamm_check_rest(const struct layout *layout, const struct statics *statics,
                            const struct rest *rest, double worst_n, kamm_error *error);

#endif
