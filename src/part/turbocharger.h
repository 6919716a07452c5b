/* Turbocharger: the boost comes after the pedal.
 *
 *     boost = turbo_step(v, boost, wanted, engine_radps, dt);       wanted: share of the full torque that the pedal asks for
 *     torque = torque * turbo_share(v, boost);
 *
 * The torque curve is that of steady running, with all of the boost. A share of it needs the boost, whose state follows what the pedal asks
 * for with a lag of first order; the lag goes with the inverse of the engine's speed, as the exhaust's flow that turns the
 * turbine does, and is `boost_s` at the speed of the greatest torque. It goes down twice as fast as it comes (the blow-off valve).
 * (L. Eriksson and L. Nielsen, Modeling and Control of Engines and Drivelines, 2014, ch. 8, has the turbine's and the compressor's
 * maps, of which this is the first-order form; L. Guzzella and C. H. Onder, Introduction to Modeling and Control of Internal Combustion Engine
 * Systems, 2nd ed. 2010, ch. 2.6.)
 * Assumptions: below the boost the engine gives the rest of its torque at once; no overboost. */
#ifndef KAMM_PART_TURBOCHARGER_H
#define KAMM_PART_TURBOCHARGER_H

#include "../base/lane_math.h"
#include "../base/num.h"

#define TURBO_FASTEST 0.5f /* of boost_s, at high engine speed */
#define TURBO_SLOWEST 4.0f

struct turbo_constants {
    num share; /* of the torque that needs boost; 0: none */
    num lag_s, best_radps;
};

LANE_INLINE int has_turbo(const struct turbo_constants *v) { return any_num(v->share > 0.0f); }

LANE_INLINE real turbo_step(const struct turbo_constants *v, real boost, real wanted,
                            real engine_radps, real dt)
{
    real slower = v->best_radps / max_real(engine_radps, splat(1.0f));
    real lag = v->lag_s * clamp(slower, splat(TURBO_FASTEST), splat(TURBO_SLOWEST));
    lag = pick(wanted < boost, 0.5f * lag, lag);
    return clamp(boost + (wanted - boost) * (dt / (lag + dt)), splat(0.0f), splat(1.0f));
}

/* The share of the torque that is there with that boost. */
LANE_INLINE real turbo_share(const struct turbo_constants *v, real boost)
{
    return 1.0f - v->share * (1.0f - boost);
}

#endif
