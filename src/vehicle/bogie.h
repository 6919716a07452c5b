/* Bogies of a def: which axles share their springs, and how (part/load_sharing.h). */
#ifndef KAMM_VEHICLE_BOGIE_H
#define KAMM_VEHICLE_BOGIE_H

#include "../part/load_sharing.h"

#include <kamm/error.h>
#include <kamm/vehicle.h>

/* The axles of a bogie: `count` of them from `first` on. 1 of an axle without. */
struct bogie {
    int first, count;
};
struct bogie kamm_bogie_of(const kamm_vehicle_def *def, int a);

/* Returns the share of an axle's springs in those of its bogie; 1 without one. */
double kamm_bogie_share(const kamm_vehicle_def *def, int a);

/* That over what it would be if all of the bogie's axles bore alike; 1 without one. */
double kamm_bogie_weight(const kamm_vehicle_def *def, int a);

/* Where the bogie's springs bear the body, on the axis on which the axles are at `axle_x`; without one, the axle itself. */
double kamm_bogie_pivot(const kamm_vehicle_def *def, const double *axle_x, int a);

/* An axle's springs as they are along its wheels' travels: its share of what all axles of its bogie name. */
kamm_suspension_def kamm_shared_springs(const kamm_vehicle_def *def, int a);

void kamm_compile_sharing(const kamm_vehicle_def *def, int a, struct load_sharing_constants *c);

/* RANGE where axles can't make a bogie. */
kamm_result kamm_check_bogies(const kamm_vehicle_def *def, kamm_error *error);

#endif
