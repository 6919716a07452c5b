/* Hill hold and auto-hold: the brakes keep a car that stands until its drive holds it.
 *
 *     hill_hold_step(v, &car->hill_hold, &now, dt);       after the pedal's brakes and the drive's torque
 *     brakes = max_real(brakes, car->hill_hold.hill_hold);
 *
 * While the car stands on a slope with its pedal pressed, its share of the brakes is kept, and kept on for a stated time once
 * the pedal is released: the driver changes over to the accelerator. It releases as soon as the drive pushes by what gravity pulls by along the
 * car, or downhill, or the time is over; then the pressure falls by a ramp, the faster one as long as the drive holds the car. (Bosch Automotive Handbook, hill hold control: the
 * wheel brakes keep their pressure for about two seconds after release, or until there is enough engine torque.) On the level there is
 * no force to hold. A car that moves has the brakes that its pedal asks for.
 *
 * Auto-hold does the same without a pedal, without a time and on the level as well: a car that stands while its accelerator is released gets the brakes, in
 * whatever gear, and keeps them until the accelerator is pressed and the drive holds it. (Bosch Automotive Handbook, automatic vehicle hold.) Departure: real ones want the pedal once before they hold.
 * Assumptions: slope, mass and the drive's torque are known; real units take the slope from an accelerometer and the torque from the engine. */
#ifndef KAMM_PART_HILL_HOLD_H
#define KAMM_PART_HILL_HOLD_H

#include "../base/lane_math.h"
#include "../base/num.h"
#include "../base/state_lanes.h"

/* Speeds and times of an ordinary car; those of others go with the root of the length
 * (src/vehicle/scale.h). */
#define HILL_STANDS_MPS 0.1
#define HILL_DRIVEN_PER_S \
    15.0 /* share of the brakes that it lets go, where the drive holds the car … */
#define HILL_FALL_PER_S 4.0   /* … and where the time is over */
#define HILL_PRESSED 0.02f    /* pedal from which on it counts as pressed */
#define HILL_MORE 1.02f       /* of gravity's pull, that the drive has to push by */
#define HILL_DOWNHILL -0.1f   /* of gravity's pull: the drive wants to go down */
#define HILL_LEVEL_MPS2 0.25f /* below that pull, a slope of 2.5 %, the road counts as level */

struct hill_constants {
    num hold_s;          /* 0: none */
    num automatic;       /* 1: auto-hold; or 0 */
    num push_per_torque; /* m/s2 per N.m at the wheels */
    num stands_mps, driven_per_s, fall_per_s;
};

struct hill_now {
    real pedal, share; /* the brake's pedal, and what of the brakes it has by now */
    real accelerator;
    real speed_mps;
    real pull_mps2; /* gravity's, along the car: forwards positive */
    real drive_nm;
};

/* Whether the drive holds the car against gravity, or takes it the other way. */
LANE_INLINE mask hill_is_driven(const struct hill_constants *v, const struct hill_now *now)
{
    real pull = absolute(now->pull_mps2);
    real push = -(sign_of(now->pull_mps2) * (now->drive_nm * v->push_per_torque));
    return (push > HILL_MORE * pull) | (push < HILL_DOWNHILL * pull);
}

/* The share that auto-hold keeps; 0 where it keeps nothing. */
LANE_INLINE real auto_hold_share(const struct hill_constants *v, real share,
                                 const struct hill_now *now, mask stands, mask driven, real dt)
{
    mask goes = now->accelerator > HILL_PRESSED;
    mask keeps = (stands & mask_not(goes)) | ((share > 0.0f) & mask_not(goes & driven));
    real risen = min_real(share + v->driven_per_s * dt, splat(1.0f));
    return keep(keeps & (lanes(v->automatic) > 0.0f), pick(goes, share, risen));
}

LANE_INLINE void hill_hold_step(const struct hill_constants *v, struct hill_hold_lanes *s,
                                const struct hill_now *now, real dt)
{
    mask pressed = now->pedal > HILL_PRESSED;
    mask stands = absolute(now->speed_mps) < lanes(v->stands_mps);
    mask steep = absolute(now->pull_mps2) > HILL_LEVEL_MPS2;
    mask arms = pressed & stands & steep & (lanes(v->hold_s) > 0.0f);
    mask driven = hill_is_driven(v, now);
    real left = keep(steep, max_real(s->hill_hold_left_s - dt, splat(0.0f)));
    real per_s = pick(driven, lanes(v->driven_per_s), lanes(v->fall_per_s));
    real fallen = max_real(s->hill_hold - per_s * dt, splat(0.0f));
    mask holds = (left > 0.0f) & mask_not(driven);
    real share = pick(holds, s->hill_hold, fallen);
    share = pick(arms, max_real(s->hill_hold, now->share), share);
    share = max_real(share, auto_hold_share(v, s->hill_hold, now, stands, driven, dt));
    s->hill_hold = keep(mask_not(pressed) | stands, share);
    s->hill_hold_left_s = pick(arms, lanes(v->hold_s), left);
}

#endif
