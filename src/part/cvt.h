/* Continuously variable gearbox: a variator between its lowest and its highest ratio, which keeps the engine at the speed that the pedal
 * asks for.
 *
 *     share = cvt_step(v, share, pedal, low_radps);     once a substep; engine speed = share * its speed in the lowest ratio
 *     ratio = gear's * cvt_factor(v, share, gear);
 *
 * Source: L. Guzzella, A. Sciarretta, Vehicle Propulsion Systems, 3rd ed. (2013), ch. 3.5: engine speed = ratio times the wheels', torques
 * the other way round, so that power goes through but for the efficiency (clutch.efficiency); and the engine is led along a line of
 * best efficiency, which gives each power, here each pedal, one engine speed. At the full pedal that is the speed of the greatest power.
 *  - The ratio goes where that speed needs it, at most so fast: by a share of itself a second. The engine's inertia does the rest:
 *    it takes torque from the wheels to rev up after a kick-down, and gives some when the ratio falls.
 *  - Pulleys that stand can't be shifted: the rate goes with the first one's speed up to the engine's idle speed (as in Ide's
 *    equation, di/dt proportional to the speed of the primary pulley; T. Ide, H. Uchiyama, R. Kataoka, JSAE 1996). A car that stopped
 *    before its variator was back starts in a higher ratio.
 * Assumptions: the clamping never slips; the variator's own inertia is part of the engine's; efficiency is the same at all ratios. Reverse
 * has a fixed ratio. The clutch or converter lies between engine and variator. */
#ifndef KAMM_PART_CVT_H
#define KAMM_PART_CVT_H

#include "../base/curve.h"
#include "../base/num.h"

struct cvt_constants {
    num on;                          /* 1 or 0 */
    struct curve_table wanted_radps; /* engine speed against the pedal */
    num least;                       /* the highest gear's ratio over the lowest's */
    num step;                        /* largest change in a substep, as a share of the ratio */
    num per_idle;                    /* 1 / the engine's idle speed */
};

LANE_INLINE int has_cvt(const struct cvt_constants *v) { return any_num(v->on > 0.0f); }

/* The ratio's share of the lowest gear's. `low_radps`: what the engine would turn at in that. */
LANE_INLINE real cvt_step(const struct cvt_constants *v, real share, real pedal, real low_radps)
{
    real slope, wanted = curve_at(&v->wanted_radps, pedal, &slope), least = lanes(v->least);
    real aim = clamp(wanted / max_real(low_radps, splat(1.0f)), least, splat(1.0f));
    real turning = min_real(absolute(low_radps * share) * v->per_idle, splat(1.0f));
    real factor = 1.0f + v->step * turning;
    real moved = clamp(clamp(aim, share / factor, share * factor), least, splat(1.0f));
    return pick(lanes(v->on) > 0.0f, moved, share);
}

/* Returns the factor for the ratio of a gear. */
LANE_INLINE real cvt_factor(const struct cvt_constants *v, real share, real gear)
{
    mask varies = (lanes(v->on) > 0.0f) & (gear > 0.5f);
    return pick(varies, max_real(share, lanes(v->least)), splat(1.0f));
}

#endif
