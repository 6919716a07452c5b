/* The slowly increasing steer of NHTSA's tests and of FMVSS 126: which angle of the steering wheel takes 0.3 g. */
#ifndef KAMM_LAB_SLOW_STEER_H
#define KAMM_LAB_SLOW_STEER_H

#include "lab/bench.h"

/* At that speed, held by the accelerator, the steering wheel turns at 13.5 deg/s; the angle is the value at 0.3 g of a line
 * fitted from 0.1 to 0.375 g, left and right averaged, and NaN if the car can't reach 0.375 g. 0: out of memory. */
int kamm_slow_steer_rad(kamm_bench *bench, double speed_mps, double *angle_rad);

#endif
