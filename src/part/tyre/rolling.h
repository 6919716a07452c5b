/* Rolling resistance of a tyre, whatever its law of slip.
 *
 * Source: Besselink, Schmeitz, Pacejka (2010), equation (A48); Pacejka, Tire and Vehicle Dynamics, 3rd ed., (4.E70). Version
 * 5.2 is the same with load to the first power and without camber and pressure. */
#ifndef KAMM_PART_TYRE_ROLLING_H
#define KAMM_PART_TYRE_ROLLING_H

#include "tyre_slip.h"

/* Moments in N.m; `_v`, `_v4`: speed over that of the measurement, and its fourth power; `_gg`: camber squared. */
struct rolling_constants {
    float inv_load0, inv_test_speed;
    float load_min, inv_load_min; /* below it the moment goes with the load squared */
    float My, My_Fx, My_v, My_v4, My_gg, My_load_gg, load_exponent;
};

#define ROLLING(field) GET(rolling, struct rolling_constants, field)

/* Without its sign: the moment that holds back a turning wheel, at any load. */
LANE_INLINE real rolling_moment(view rolling, real load_n, real fx, real speed, real g)
{
    real load = max_real(load_n, splat(0.0f));
    mask light = load < ROLLING(load_min);
    load = load * pick(light, load * ROLLING(inv_load_min), splat(1.0f));
    real ratio = min_real(load * ROLLING(inv_load0), splat(100.0f));
    real v = min_real(absolute(speed) * ROLLING(inv_test_speed), splat(30.0f));
    real factor = ROLLING(My) + ROLLING(My_Fx) * fx + ROLLING(My_v) * v +
                  ROLLING(My_v4) * square(square(v)) +
                  (ROLLING(My_gg) + ROLLING(My_load_gg) * ratio) * square(g);
    mask curved = ROLLING(load_exponent) != 1.0f;
    if (any(curved)) {
        real bent = power(max_real(ratio, splat(1e-6f)), ROLLING(load_exponent));
        ratio = pick(curved & (ratio > 0.0f), bent, ratio);
    }
    return factor * ratio;
}

/* +1 for a wheel that turns forwards, -1 backwards, smoothly by way of 0. */
LANE_INLINE real turning_sense(view ranges, real direction, struct tyre_slip slip)
{
    real wheel = (1.0f + direction * slip.slip_ratio) * absolute(slip.speed_mps);
    real turn = wheel * GET(ranges, struct tyre_ranges, quarter_turn_per_speed);
    mask slow = absolute(turn) < LANE_HALF_PI;
    if (!any(slow)) return sign_of(turn);
    return pick(slow, sine(clamp(turn, splat(-LANE_HALF_PI), splat(LANE_HALF_PI))), sign_of(turn));
}

#undef ROLLING

#endif
