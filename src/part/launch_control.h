/* Launch control: a start from rest with the accelerator down.
 *
 *     phase = launch_step(v, phase, &now);
 *     over = launch_over(v, phase, slip);      share of the engine's torque and of the clutch that is taken away
 *     where launch_holds(phase) the clutch is open, and the engine is held at `radps`
 *
 * With the brake pressed, the accelerator down and first gear in, the car at rest, the clutch stays open and the engine
 * is held at a set speed. When the brake is released the clutch starts the car as it always does (clutch.h): it carries
 * what the engine gives, and what the engine runs above its own launch speed. While the driven wheels slip beyond the
 * target, the engine's torque and the clutch's are reduced in proportion. Nothing is cut at 0.7 of that slip and all at
 * 1.7, as in traction control (driver_aids.h). It ends with the accelerator, or with the first shift. See U. Kiencke
 * and L. Nielsen, Automotive Control Systems, 2nd ed. (2005), ch. 8, on control of slip. Assumption: speed over ground
 * and slip are known. */
#ifndef KAMM_PART_LAUNCH_CONTROL_H
#define KAMM_PART_LAUNCH_CONTROL_H

#include "../base/lane_math.h"
#include "../base/num.h"

#define LAUNCH_HOLDS 1.0f
#define LAUNCH_STARTS 2.0f
#define LAUNCH_DOWN 0.95f /* accelerator from which on it is down, … */
#define LAUNCH_UP 0.9f    /* … and below which it ends */
#define LAUNCH_BRAKED 0.3f
#define LAUNCH_FREE 0.05f     /* brake below which the car starts */
#define LAUNCH_STANDS_MPS 0.3 /* of an ordinary car */

struct launch_constants {
    num radps;    /* 0: none */
    num per_slip; /* 1 / the slip to be held */
    num stands_mps;
};

struct launch_now {
    real accelerator, brake; /* pedals; `brake`: or the hand brake */
    real speed_mps;
    real gear;
    mask shifting;
    mask automatic; /* the clutch works by itself */
};

LANE_INLINE int has_launch(const struct launch_constants *v) { return any_num(v->radps > 0.0f); }

LANE_INLINE real launch_step(const struct launch_constants *v, real phase,
                             const struct launch_now *now)
{
    mask first = (now->gear > 0.5f) & (now->gear < 1.5f) & mask_not(now->shifting);
    mask stands = absolute(now->speed_mps) < v->stands_mps;
    mask fitted = (lanes(v->radps) > 0.0f) & now->automatic & first;
    mask down = now->accelerator > pick(phase > 0.5f, splat(LAUNCH_UP), splat(LAUNCH_DOWN));
    mask begins = (phase < 0.5f) & stands & (now->brake > LAUNCH_BRAKED);
    mask starts = (phase > 0.5f) & (phase < 1.5f) & (now->brake < LAUNCH_FREE);
    phase = pick(begins, splat(LAUNCH_HOLDS), pick(starts, splat(LAUNCH_STARTS), phase));
    return keep(fitted & down, phase);
}

LANE_INLINE mask launch_holds(real phase) { return (phase > 0.5f) & (phase < 1.5f); }

LANE_INLINE real launch_over(const struct launch_constants *v, real phase, real slip)
{
    real over = clamp(slip * v->per_slip - 0.7f, splat(0.0f), splat(1.0f));
    return keep(phase > 1.5f, over);
}

#endif
