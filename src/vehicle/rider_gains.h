/* Gains of a two-wheeler's rider: the torque at the handlebar that brings it to a lean and keeps it
 * there, by speed.
 *
 * The gains are those of the linear-quadratic regulator of the linear machine, sampled with a held torque, with an integral of the
 * lean's error. The machine (lean_model.h) has the tyres' lag, so that weave and wobble are part of it. Source: H. Kwakernaak and R. Sivan, Linear
 * Optimal Control Systems, 1972, ch. 6; its Riccati equation by doubling: E. K.-W. Chu, H.-Y. Fan and W.-W. Lin, Linear Algebra
 * Appl. 396 (2005) 55. That optimal preview and state feedback is how riders are modelled: R. S. Sharp, J. Dyn. Sys. Meas. Control
 * 129 (2007) 557.
 *
 * Drive and brakes move load from wheel to wheel, and stiffness with it. Gains of the machine that only rolls let it weave under
 * full throttle from 36 m/s on, and under full brakes from 12 m/s on. So there are gains for three pairs of loads. Between
 * them they are linear in the front wheel's share; that damps the loads between them as gains of their own do.
 *
 * Departure: all states are fed back, also those that a rider only feels (sideslip, side forces). */
#ifndef KAMM_VEHICLE_RIDER_GAINS_H
#define KAMM_VEHICLE_RIDER_GAINS_H

#include "lean_model.h"

enum { RIDER_SPEEDS = 26, RIDER_GAINS = LEAN_STATES + 1 };

/* Loads for which there are gains: the front wheel keeps some of its load, both have theirs, the rear wheel keeps some. */
enum rider_load { RIDER_DRIVES, RIDER_ROLLS, RIDER_BRAKES, RIDER_LOADS };

struct rider_gains {
    double height_m, crown_m;   /* of the centre of gravity; of the tyres' crown, by their loads */
    double lean_scale_nm;       /* weight times height */
    struct lean_wheel wheel[2]; /* at rest's loads */
    double speed_mps[RIDER_SPEEDS];
    double front_share[RIDER_LOADS]; /* of the front wheel in the weight, by enum rider_load */
    /* Torque to the left per state, and last per integral of the lean. */
    double gain[RIDER_LOADS][RIDER_SPEEDS][RIDER_GAINS];
    /* States and torque of a steady turn to the left, per curvature. They are a + b V^2. */
    double steady[RIDER_SPEEDS][LEAN_STATES], steady_nm[RIDER_SPEEDS];
};

/* Finds the gains of a two-wheeler whose chassis is compiled. RANGE if no torque balances it at some speed. */
kamm_result kamm_find_rider_gains(const kamm_model *model, struct rider_gains *gains,
                                  kamm_error *error);

#endif
