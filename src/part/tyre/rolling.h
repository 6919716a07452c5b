/* Rolling resistance of a tyre, whatever its law of slip.
 *
 * Source: Besselink, Schmeitz, Pacejka (2010), equation (A48); Pacejka, Tire and Vehicle Dynamics, 3rd ed., (4.E70). Version
 * 5.2 is the same with load to the first power and without camber and pressure. */
#ifndef KAMM_PART_TYRE_ROLLING_H
#define KAMM_PART_TYRE_ROLLING_H

#include "tyre_slip.h"

/* Moments in N.m; `_v`, `_v4`: speed over that of the measurement, and its fourth power; `_gg`: camber squared. */
struct rolling_constants {
    num inv_load0, inv_test_speed;
    num load_min, inv_load_min; /* below it the moment goes with the load squared */
    num My, My_Fx, My_v, My_v4, My_gg, My_load_gg, load_exponent;
};

/* Returns the moment that resists a turning wheel, without its sign, at any load. */
LANE_INLINE real rolling_moment(const struct rolling_constants *rolling, real load_n, real fx,
                                real speed, real g)
{
    real load = max_real(load_n, splat(0.0f));
    mask light = load < rolling->load_min;
    load = load * pick(light, load * rolling->inv_load_min, splat(1.0f));
    real ratio = min_real(load * rolling->inv_load0, splat(100.0f));
    real v = min_real(absolute(speed) * rolling->inv_test_speed, splat(30.0f));
    real factor = rolling->My + rolling->My_Fx * fx + rolling->My_v * v +
                  rolling->My_v4 * square(square(v)) +
                  (rolling->My_gg + rolling->My_load_gg * ratio) * square(g);
    if (any_num(rolling->load_exponent != 1.0f)) {
        mask curved = lanes(rolling->load_exponent) != 1.0f;
        real bent = power(max_real(ratio, splat(1e-6f)), lanes(rolling->load_exponent));
        ratio = pick(curved & (ratio > 0.0f), bent, ratio);
    }
    return factor * ratio;
}

/* +1 for a wheel that turns forwards, -1 backwards, smoothly by way of 0. */
LANE_INLINE real turning_sense(const struct tyre_ranges *ranges, real direction,
                               struct tyre_slip slip)
{
    real wheel = (1.0f + direction * slip.slip_ratio) * absolute(slip.speed_mps);
    real turn = wheel * ranges->quarter_turn_per_speed;
    mask slow = absolute(turn) < LANE_HALF_PI;
    if (!any(slow)) return sign_of(turn);
    return pick(slow, sine(clamp(turn, splat(-LANE_HALF_PI), splat(LANE_HALF_PI))), sign_of(turn));
}

#endif
