/* Anti-lock brakes and traction control.
 *
 *     release = abs_step(v, release, &wheel, dt);  let_go = abs_let_go(v, release, &wheel);   a wheel
 *     cut = traction_step(v, cut, slip, other_cut);  slip = the largest traction_slip of driven wheels
 *
 * Both regulate slip continuously, without phases or timers, so they don't depend on the substep.
 *  - Anti-lock: a PI controller on the wheel's slip. The integral is the modulator's pressure, with
 *    the rates of a hydraulic unit: it lets go fast and comes back slowly. The proportional part
 *    damps the wheel where the tyre's curve falls. Its aim is a set slip. Below a walking pace
 *    it fades out, so that the car stops and stands. The hand brake is not regulated.
 *  - Traction control takes engine torque in proportion to the slip around its aim, with a short
 *    lag. At low speed slip is counted against 3 m/s, so that a car can pull away.
 * Assumptions: the speed over ground is known; real units estimate it from all wheels. So is the
 * surface's friction, with which the slip of the tyre's peak goes (its stiffness stays, its peak
 * falls); real units find the peak by probing.
 * See U. Kiencke and L. Nielsen, Automotive Control Systems, 2nd ed. (2005), chapter 8 for the wheel's
 * dynamics under slip control.
 */
#ifndef KAMM_PART_DRIVER_AIDS_H
#define KAMM_PART_DRIVER_AIDS_H

#include "../base/num.h"

#define AIDS_FADE_FROM_MPS 1.5f
#define AIDS_FADE_BAND_MPS 1.5f
#define AIDS_DAMPED_FROM_MPS 10.0f /* from here on the proportional part is whole */

struct abs_constants { /* of an axle */
    num enabled;       /* 1 or 0 */
    num per_slip;      /* 1 / the slip to be held */
    num gain_per_s;    /* of the integral, per relative error */
    num release_per_s, apply_per_s;
    num damping; /* proportional part, per relative error */
};

/* A wheel's speeds along its plane. */
struct aids_wheel {
    real ground_mps;  /* of the contact patch over the ground */
    real rolling_mps; /* spin times effective radius */
    real friction;    /* of the surface, 1 on dry asphalt: the slip of the peak goes with it */
};

LANE_INLINE real aids_friction(const struct aids_wheel *wheel)
{
    return clamp(wheel->friction, splat(0.1f), splat(1.2f));
}

/* How far the slip is from the aim, relative to it: 0 at the aim, -1 without slip. */
LANE_INLINE real abs_error(const struct abs_constants *v, const struct aids_wheel *wheel)
{
    real speed = absolute(wheel->ground_mps);
    real slip =
        (speed - wheel->rolling_mps * sign_of(wheel->ground_mps)) / max_real(speed, splat(1.0f));
    return clamp(slip * v->per_slip / aids_friction(wheel) - 1.0f, splat(-1.0f), splat(3.0f));
}

/* The modulator's state: the share of the brake torque that it lets go. */
LANE_INLINE real abs_step(const struct abs_constants *v, real release,
                          const struct aids_wheel *wheel, real dt)
{
    real rate =
        clamp(abs_error(v, wheel) * v->gain_per_s, lanes(-v->apply_per_s), lanes(v->release_per_s));
    return clamp(release + rate * dt, splat(0.0f), lanes(v->enabled));
}

/* The share that the wheel feels to be let go. */
LANE_INLINE real abs_let_go(const struct abs_constants *v, real release,
                            const struct aids_wheel *wheel)
{
    real speed = absolute(wheel->ground_mps);
    real fade = clamp((speed - AIDS_FADE_FROM_MPS) * (1.0f / AIDS_FADE_BAND_MPS), splat(0.0f),
                      lanes(v->enabled));
    real damped = min_real(speed * (1.0f / AIDS_DAMPED_FROM_MPS), splat(1.0f));
    real damping = max_real(abs_error(v, wheel), splat(0.0f)) * (v->damping * damped);
    return fade * min_real(release + damping, splat(1.0f));
}

struct traction_constants {
    num enabled;  /* 1 or 0 */
    num per_slip; /* 1 / the slip to be held */
    num blend;    /* of the lag, in one substep */
};

/* Drive slip of a wheel; `direction` is the sign of the gear's ratio. */
LANE_INLINE real traction_slip(const struct aids_wheel *wheel, real direction)
{
    real excess = (wheel->rolling_mps - wheel->ground_mps) * sign_of(direction);
    return excess / (max_real(absolute(wheel->ground_mps), splat(3.0f)) * aids_friction(wheel));
}

/* The share of engine torque to be taken away: none at 0.7 of the slip to be held, all at 1.7. (With
 * a steeper law the drive shafts swing with the controller.) `other_cut`: what another aid wants to be taken. */
LANE_INLINE real traction_step(const struct traction_constants *v, real cut, real slip,
                               real other_cut)
{
    real wanted = clamp(slip * v->per_slip - 0.7f, splat(0.0f), lanes(v->enabled));
    return mix(cut, max_real(wanted, other_cut), lanes(v->blend));
}

#endif
