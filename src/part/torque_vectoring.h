/* Torque vectoring: two clutches in a differential, one to each wheel, driven by a gear that turns faster than the cage.
 *
 *     wanted = vectoring_wanted_nm(gain, yaw_missing, fade);             by the yaw rate that is missing
 *     torque = vectoring_step(v, torque, wanted);                        an axle's clutches, positive: the right wheel's
 *     give = vectoring_torques(v, torque, left_radps, right_radps);      to the wheels, beside the differential's
 *
 * i = 1 + ratio is the gear's speed over the cage's. A clutch that passes T to its wheel takes i T from the cage, which
 * the open differential shares: the wheel gets T - i T / 2, the other one -i T / 2 (K. Sawase, Y. Ushiroda and T.
 * Miura, Left-Right Torque Vectoring Technology as the Core of Super All Wheel Control, Mitsubishi Motors Technical
 * Review 18, 2006). A clutch passes torque only to what turns slower than its driven side: a wheel that is faster than
 * i times the cage gets none. So the device turns i T cage - T wheel >= 0 to heat, and gives no energy.
 *
 * The yaw rate that is aimed for is stability control's (stability_control.h) with a share of the car's own understeer gradient:
 * less than the whole makes the car answer more than it would. (L. De Novellis, A. Sorniotti and P. Gruber, Wheel Torque Distribution
 * Criteria for Electric Vehicles with Torque-Vectoring Differentials, IEEE Trans. Vehicular Technology 63, 2014: a proportional
 * controller on the yaw rate's error, whose reference is an understeer characteristic at will.)
 *
 * Assumptions: clutches follow with a lag of first order; they have no drag while open. */
#ifndef KAMM_PART_TORQUE_VECTORING_H
#define KAMM_PART_TORQUE_VECTORING_H

#include "../base/lane_math.h"
#include "../base/num.h"

#define VECTORING_BAND_RADPS \
    0.5 /* of an ordinary car: of a clutch's slip within which its torque comes */

struct vectoring_constants {
    num max_nm; /* 0: none */
    num ratio;
    num blend; /* of the lag, in one substep */
    num per_band;
};

struct vectoring_torques {
    real left_nm, right_nm;
};

LANE_INLINE real vectoring_step(const struct vectoring_constants *v, real torque_nm, real wanted_nm)
{
    real within = clamp(wanted_nm, lanes(-v->max_nm), lanes(v->max_nm));
    return mix(torque_nm, within, lanes(v->blend));
}

LANE_INLINE struct vectoring_torques vectoring_torques(const struct vectoring_constants *v,
                                                       real torque_nm, real left_radps,
                                                       real right_radps)
{
    real gear = (1.0f + v->ratio) * (0.5f * (left_radps + right_radps));
    mask to_right = torque_nm > 0.0f;
    real slip = gear - pick(to_right, right_radps, left_radps);
    real passed = absolute(torque_nm) * clamp(slip * v->per_band, splat(0.0f), splat(1.0f));
    real lost = 0.5f * (1.0f + v->ratio) * passed;
    return (struct vectoring_torques){keep(mask_not(to_right), passed) - lost,
                                      keep(to_right, passed) - lost};
}

#endif
