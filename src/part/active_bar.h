/* Active anti-roll bar: a motor in the middle of the bar twists it by the lateral acceleration that a sensor in the body feels.
 *
 *     force = active_bar_step(v, force, felt_mps2, forward_mps);        right wheel down and left wheel up, body the other way
 *
 * The force that is wanted is in proportion to the lateral acceleration, up to the motor's most, and follows with a lag
 * of first order. m h is the sprung mass times its height above the roll axis. In proportion to `share` of m h over the
 * track, the bar takes that share of the roll moment off springs and passive bars: the body rolls by 1 - sum of shares
 * of what it would. What one axle takes more than the other moves load there, which makes the balance. (D. Konik et
 * al., Dynamic Drive: The New Active Roll Stabilization System within the BMW Group, AVEC 2000; its service manual: by
 * lateral acceleration, from about 15 km/h on.)
 *
 * Assumptions: the motor's own power is not counted, nor taken from the engine; the sensor has no noise. The force acts on both wheels alike
 * and is off while both hang free. */
#ifndef KAMM_PART_ACTIVE_BAR_H
#define KAMM_PART_ACTIVE_BAR_H

#include "../base/num.h"

/* Speeds of an ordinary car; those of others go with the root of the length
 * (src/vehicle/scale.h). */
#define ACTIVE_BAR_FROM_MPS 2.0
#define ACTIVE_BAR_BAND_MPS 2.0

struct active_bar_constants {
    num n_per_mps2; /* 0: none */
    num max_n;
    num blend; /* of the lag, in one substep */
    num from_mps, per_band_mps;
};

LANE_INLINE real active_bar_step(const struct active_bar_constants *v, real force_n, real felt_mps2,
                                 real forward_mps)
{
    real fade =
        clamp((absolute(forward_mps) - v->from_mps) * v->per_band_mps, splat(0.0f), splat(1.0f));
    real wanted = clamp(v->n_per_mps2 * felt_mps2, lanes(-v->max_n), lanes(v->max_n));
    return mix(force_n, fade * wanted, lanes(v->blend));
}

#endif
