/* Battery: voltage and charge, and what it can give and take.
 *
 *     slower = battery_nominal_over_present(v, used, ampere);
 *     share = battery_share(v, used, &asked);             of the torques that the motors may have
 *     ampere = battery_draw(v, &used, &residual, power_w, ampere);
 *
 * Source: the equivalent circuit of L. Guzzella, A. Sciarretta, Vehicle Propulsion Systems, 3rd ed. (2013), ch. 4.5: a
 * voltage U_0 that goes with the charge behind a resistance R. With P at its poles, I = (U_0 - sqrt(U_0^2 - 4 R P)) /
 * (2 R). The form here, 2 P / (U_0 + sqrt(U_0^2 - 4 R P)), also holds for R = 0. The charge falls by I over its
 * capacity in ampere seconds, which is such that the energy from full to empty without load is the file's.
 *  - Power goes up to U_0^2 / (4 R), at half of the voltage. Limits keep well clear of that (electric_compile.c).
 *  - Power fades out over the last 2 % before empty, and what it takes over the last 5 % before full.
 *  - Where the motors ask for more, all their torques are cut by one share s: a s^2 + b s + c = P for the losses by
 *    load, the power at the shafts and what is used anyway.
 * Assumptions: no temperature, no ageing, no slow polarisation: cells recover at once. */
#ifndef KAMM_PART_BATTERY_H
#define KAMM_PART_BATTERY_H

#include "../base/curve.h"

#define BATTERY_EMPTY_BAND 0.02f
#define BATTERY_FULL_BAND 0.05f

struct battery_constants {
    num limited;               /* 1: a battery; 0: as much power as anybody wants */
    struct curve_table open_v; /* against the charge */
    num nominal_v;
    num resistance_ohm;
    num charge; /* at the start */
    num discharge_w, charge_w;
    num used_per_ampere; /* in a substep */
    num auxiliary_w;
};

/* Demands of the motors, summed over all. */
struct battery_load {
    real losses_w; /* those that grow with the torque squared */
    real shafts_w; /* torque times speed */
    real always_w; /* whatever the torque */
};

LANE_INLINE real battery_charge(const struct battery_constants *v, real used)
{
    return clamp(v->charge - used, splat(0.0f), splat(1.0f));
}

LANE_INLINE real battery_open_v(const struct battery_constants *v, real used)
{
    real slope;
    return max_real(curve_at(&v->open_v, battery_charge(v, used), &slope), splat(1.0f));
}

LANE_INLINE real battery_nominal_over_present(const struct battery_constants *v, real used,
                                              real ampere)
{
    real present = battery_open_v(v, used) - v->resistance_ohm * ampere;
    return v->nominal_v / max_real(present, max_real(0.4f * lanes(v->nominal_v), splat(1.0f)));
}

/* Most power that it takes. */
LANE_INLINE real battery_takes_w(const struct battery_constants *v, real used)
{
    real charge = battery_charge(v, used);
    return v->charge_w * min_real((1.0f - charge) * (1.0f / BATTERY_FULL_BAND), splat(1.0f));
}

LANE_INLINE real battery_share(const struct battery_constants *v, real used,
                               const struct battery_load *asked)
{
    real charge = battery_charge(v, used), one = splat(1.0f);
    real gives = v->discharge_w * min_real(charge * (1.0f / BATTERY_EMPTY_BAND), one);
    real takes = battery_takes_w(v, used);
    real total = asked->losses_w + asked->shafts_w + asked->always_w;
    real left = clamp(total, -takes, gives) - asked->always_w;
    /* Discharging, what is used anyway may be all that there is; charging, what a generator gives anyway. */
    left = pick(total > 0.0f, max_real(left, splat(0.0f)), min_real(left, splat(0.0f)));
    real root =
        square_root(max_real(square(asked->shafts_w) + 4.0f * asked->losses_w * left, splat(0.0f)));
    real share = 2.0f * absolute(left) / max_real(absolute(asked->shafts_w) + root, splat(1e-3f));
    mask beyond = (total > gives) | (total < -takes);
    return pick(beyond & (lanes(v->limited) > 0.5f), min_real(share, one), one);
}

/* The current while `power_w` is drawn for a substep, which `used` counts. */
LANE_INLINE real battery_draw(const struct battery_constants *v, real *used, real *residual,
                              real power_w)
{
    real open = battery_open_v(v, *used);
    real under = max_real(square(open) - 4.0f * v->resistance_ohm * power_w, 0.01f * square(open));
    real ampere = 2.0f * power_w / (open + square_root(under));
    real step = v->used_per_ampere * ampere + *residual, sum = *used + step;
    *residual = step - (sum - *used);
    *used = sum;
    return ampere;
}

#endif
