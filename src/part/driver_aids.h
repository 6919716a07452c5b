/* Anti-lock brakes, brake-force distribution and traction control.
 *
 *     error = abs_error(v, &wheel);  wanted = greater of that and distribution_error(v, …);   a wheel
 *     release = abs_step(v, release, wanted, dt);  let_go = abs_let_go(v, release, error, speed);
 *     cut = traction_step(v, cut, slip, other_cut);  slip = the largest axle_slip of driven axles
 *     brake = traction_brake_of(v, &wheel, slip of the axle's other wheel, radius, gear's ratio);
 *
 * All regulate slip continuously, without phases or timers, so they don't depend on the substep, but that below 120 a second
 * the anti-lock brakes' integral is slower.
 *  - Anti-lock: a PI controller on the wheel's slip. The integral is the modulator's pressure, with
 *    the rates of a hydraulic unit: it lets go fast and comes back slowly. The proportional part
 *    damps the wheel where the tyre's curve falls. Its aim is a set slip. Below a walking pace
 *    it fades out, so that the car stops and stands. The hand brake is not regulated.
 *  - Select-low: both wheels of such an axle take the pressure that the one with more slip can bear, so the axle keeps
 *    side force on split friction. Passenger cars do so at the rear (Bosch, Automotive Handbook, ABS for passenger
 *    cars). It begins at three quarters of the aimed slip; below that distribution may hold the wheels apart.
 *  - Distribution: the pedal's brakes of the rear axles are released while their slip is beyond that of the front
 *    wheels. So both axles use the same share of their grip, at any load and in any turn. (G. Buschmann, H.-T. Ebner
 *    and W. Kuhn, Electronic Brake Force Distribution Control, SAE 920646: the rear brakes are made too strong, and the
 *    valves of the anti-lock brakes control how much of their grip the rear wheels use; the Saab 9-5's technical
 *    description has the relative slip of rear and front wheels held below 3 km/h. Departure: here it is held to 0.) It
 *    uses the integral.
 *  - Traction control takes engine torque in proportion to the slip around its aim, with a short
 *    lag. At low speed slip is counted against 3 m/s, so that a car can pull away.
 *  - Where it may use the brakes, up to about 60 km/h and while the accelerator is pressed, it brakes the faster wheel
 *    of a driven axle. The differential gives that torque to the other wheel; the engine is then cut by the slip of
 *    both in the mean. The brake is stiff against that wheel's spin: it sees the spin at the end of the substep
 *    (traction_brake_nm). Assumptions: the speed over ground is known; real units estimate it from all wheels. So is
 *    the surface's friction, with which the slip of the tyre's peak goes (its stiffness stays, its peak falls); real
 *    units find the peak by probing. See U. Kiencke and L. Nielsen, Automotive Control Systems, 2nd ed. (2005), chapter
 *    8 for the wheel's dynamics under slip control.
 */
#ifndef KAMM_PART_DRIVER_AIDS_H
#define KAMM_PART_DRIVER_AIDS_H

#include "../base/lane_math.h"
#include "../base/num.h"

/* Speeds are those of an ordinary car; of others they go with the root of the length (src/vehicle/scale.h). */
#define AIDS_FADE_FROM_MPS 1.5
#define AIDS_FADE_BAND_MPS 1.5
#define AIDS_LEAST_MPS 1.0        /* brake slip counts against no less */
#define AIDS_DAMPED_FROM_MPS 10.0 /* from here on the proportional part is whole */
#define DISTRIBUTION_LEAST_SLIP \
    0.003f                        /* below that rounding and roughness are no less than the slip */
#define SELECT_LOW_ERROR -0.25f   /* abs_error from which on both wheels take the lower pressure */
#define TRACTION_LEAST_MPS 3.0    /* drive slip counts against no less */
#define TRACTION_BRAKE_BAND 0.05f /* of slip beyond the other wheel's that is let be */
#define TRACTION_BRAKE_PER_SLIP 2.0f  /* share of the brake's torque per slip beyond */
#define TRACTION_BRAKE_UNTIL_MPS 16.0 /* it fades out up to there */
#define TRACTION_BRAKE_FADE_MPS 8.0

struct abs_constants { /* of an axle */
    num enabled;       /* 1 or 0 */
    num per_slip;      /* 1 / the slip to be held */
    num gain_per_s;    /* of the integral, per relative error */
    num release_per_s, apply_per_s;
    num damping;      /* proportional part, per relative error */
    num select_low;   /* 1: the wheels of the axle go by the one with more slip; or 0 */
    num distribution; /* 1: the slip is held to the front wheels'; or 0 */
    num fade_from_mps, per_fade_mps, per_damped_mps;
};

/* A wheel's speeds along its plane. */
struct aids_wheel {
    real ground_mps;  /* of the contact patch over the ground */
    real rolling_mps; /* spin times effective radius */
    real friction;    /* of the surface, 1 on dry asphalt: the slip of the peak goes with it */
    num root;         /* scale of speeds */
};

LANE_INLINE real aids_friction(const struct aids_wheel *wheel)
{
    return clamp(wheel->friction, splat(0.1f), splat(1.2f));
}

/* Share of the ground's speed by which a wheel turns too slowly. */
LANE_INLINE real brake_slip(const struct aids_wheel *wheel)
{
    real speed = absolute(wheel->ground_mps);
    return (speed - wheel->rolling_mps * sign_of(wheel->ground_mps)) /
           max_real(speed, lanes(wheel->root * (float)AIDS_LEAST_MPS));
}

/* How far the slip is from the aim, relative to it: 0 at the aim, -1 without slip. */
LANE_INLINE real abs_error(const struct abs_constants *v, const struct aids_wheel *wheel)
{
    real error = brake_slip(wheel) * v->per_slip / aids_friction(wheel) - 1.0f;
    return clamp(error, splat(-1.0f), splat(3.0f));
}

/* The same of a rear wheel whose aim is the front wheels' slip, without which none is known. */
LANE_INLINE real distribution_error(const struct abs_constants *v, real slip, real front_slip)
{
    real aim = max_real(front_slip, splat(0.0f));
    real error = (slip - aim) / (aim + DISTRIBUTION_LEAST_SLIP);
    return pick(lanes(v->distribution) > 0.5f, clamp(error, splat(-1.0f), splat(3.0f)),
                splat(-1.0f));
}

/* The modulator's state: the share of the brake torque that it lets go. */
LANE_INLINE real abs_step(const struct abs_constants *v, real release, real error, real dt)
{
    real rate = clamp(error * v->gain_per_s, lanes(-v->apply_per_s), lanes(v->release_per_s));
    return clamp(release + rate * dt, splat(0.0f), lanes(v->enabled));
}

/* The share that the wheel feels to be let go. */
LANE_INLINE real abs_let_go(const struct abs_constants *v, real release, real error,
                            real ground_mps)
{
    real speed = absolute(ground_mps);
    real fade = clamp((speed - v->fade_from_mps) * v->per_fade_mps, splat(0.0f), lanes(v->enabled));
    real damped = min_real(speed * v->per_damped_mps, splat(1.0f));
    real damping = max_real(error, splat(0.0f)) * (v->damping * damped);
    return fade * min_real(release + damping, splat(1.0f));
}

struct traction_constants {
    num enabled;  /* 1 or 0 */
    num per_slip; /* 1 / the slip to be held */
    num blend;    /* of the lag, in one substep */
    num brakes;   /* 1: it uses the brakes as well; or 0 */
    num brakes_until_mps, per_brakes_fade_mps;
    num lead_s; /* of an electric motor: until it has done what the control asks of it */
};

/* Drive slip of a wheel; `direction` is the sign of the gear's ratio. */
LANE_INLINE real traction_slip(const struct aids_wheel *wheel, real direction)
{
    real excess = (wheel->rolling_mps - wheel->ground_mps) * sign_of(direction);
    return excess /
           (max_real(absolute(wheel->ground_mps), lanes(wheel->root * (float)TRACTION_LEAST_MPS)) *
            aids_friction(wheel));
}

/* How far the brakes are in use at that speed. */
LANE_INLINE real traction_brake_fade(const struct traction_constants *v, real ground_mps)
{
    real left = (v->brakes_until_mps - absolute(ground_mps)) * v->per_brakes_fade_mps;
    return clamp(left, splat(0.0f), lanes(v->brakes));
}

/* Slip of a driven axle, for the engine: that of the wheel that slips more, or the mean of both where that one is
 * braked. */
LANE_INLINE real traction_axle_slip(const struct traction_constants *v, real left, real right,
                                    real ground_mps)
{
    return mix(max_real(left, right), 0.5f * (left + right), traction_brake_fade(v, ground_mps));
}

/* A brake that acts on a wheel's spin beyond a speed, more the farther it is beyond. */
struct traction_brake {
    real from_radps; /* in the direction of drive, whose sign is `direction` */
    real per_radps;  /* share of the brake's torque; 0: none */
    real direction;
};

LANE_INLINE struct traction_brake traction_brake_of(const struct traction_constants *v,
                                                    const struct aids_wheel *wheel, real other_slip,
                                                    real inverse_radius, real ratio)
{
    real direction = sign_of(ratio), ground = wheel->ground_mps * direction;
    real per_slip = max_real(absolute(ground), lanes(wheel->root * (float)TRACTION_LEAST_MPS)) *
                    aids_friction(wheel);
    real slip = max_real(other_slip, splat(0.0f)) + TRACTION_BRAKE_BAND;
    real fade = traction_brake_fade(v, ground);
    return (struct traction_brake){
        .from_radps = (ground + slip * per_slip) * inverse_radius,
        .per_radps = keep(absolute(ratio) > 0.0f,
                          TRACTION_BRAKE_PER_SLIP * fade / (per_slip * inverse_radius)),
        .direction = direction,
    };
}

/* Returns its torque in a substep, linearly implicit: `free_spin` is the spin without it. */
LANE_INLINE real traction_brake_nm(const struct traction_brake *b, real full_nm, real free_spin,
                                   real inertia, real dt)
{
    real per_radps = b->per_radps * full_nm;
    real beyond = max_real(free_spin * b->direction - b->from_radps, splat(0.0f));
    return min_real(per_radps * beyond * inertia / (inertia + per_radps * dt), full_nm);
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
