/* What a tyre's camber does to its slip, and a slide to its camber. */
#ifndef KAMM_RUNGS_FULL_CAMBER_SLIP_H
#define KAMM_RUNGS_FULL_CAMBER_SLIP_H

#include "../../part/tyre/contact_patch.h"
#include "expected_load.h"

/* Camber that acts as slip does: it bends the carcass, so that its force lags (R. S. Sharp, J. Mech. Eng. Sci. 13(5), 1971). */
LANE_INLINE void add_camber_slip(const struct tyre_constants *tyre, const struct corner *k,
                                 struct contact_motion *motion)
{
    num per_camber = tyre->patch.slip_per_camber;
    if (!any_num(per_camber != 0.0f)) return;
    real drift = per_camber * k->camber_rad * motion->travel_speed;
    motion->slip_speed_y = with_added(motion->slip_speed_y, drift);
}

/* The side slip that the law is to see, of that which the carcass has built up. */
LANE_INLINE real slip_with_camber(const struct tyre_constants *tyre, const struct corner *k,
                                  real felt_y)
{
    num per_camber = tyre->patch.slip_after_camber;
    if (!any_num(per_camber != 0.0f)) return felt_y;
    return with_added(felt_y, per_camber * k->camber_rad);
}

/* Tangent of the slip angle beyond which a tyre slides aside, some twice that of its peak. Ours. */
#define SLIDES_ASIDE 0.3f

/* A tyre that slides aside by more than it rolls has no camber thrust along the slide: that acts at once and slip lags, so one
 * that lands in a slide would be pushed on until its carcass has bent. All of it up to 17 degrees, none from 31 on. */
LANE_INLINE void fade_camber_thrust(const struct tyre_constants *tyre, const struct corner *k,
                                    struct tyre_state *at)
{
    if (!KAMM_RARELY(at->rare_law)) return;
    real aside = absolute(k->left_speed), ahead = SLIDES_ASIDE * absolute(k->forward_speed);
    mask slides = (lanes(tyre->law) == (float)KAMM_TYRE_MOTORCYCLE) & (aside > ahead) &
                  (k->camber_rad * k->left_speed < 0.0f);
    if (!any(slides)) return;
    real share = max_real(2.0f - aside / max_real(ahead, splat(1e-6f)), splat(0.0f));
    at->camber_rad = pick(slides, at->camber_rad * share, at->camber_rad);
}

#endif
