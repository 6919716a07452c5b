/* Clutch and drive shafts: one elasto-plastic element from the engine to the wheels.
 *
 *     engagement = clutch_engage(v, engagement, clutch_follow(v, …) or 1, pedal);
 *     capacity = clutch_capacity_nm(v, engagement, …);           at the clutch
 *     shaft = shaft_twist(v, twist, engine_speed / ratio - cage_speed, capacity * |ratio|, dt);
 *     engine's load: shaft.torque_nm / ratio;  wheels: shaft_delivered_nm(v, …)
 *
 * Source: the drive-shaft model of U. Kiencke and L. Nielsen, Automotive Control Systems, 2nd ed.
 * (2005), chapter 7: the first torsional mode of a driveline is the shafts' twist; the rest is stiff
 * beside it. Spring and clutch lie in series and are one element, as Prandtl and Jenkins joined
 * spring and dry friction: the spring's torque never exceeds what the clutch can carry, and what
 * the speeds differ beyond that is clutch slip. So a car left in gear hangs on a spring, without
 * any switch between slipping and gripping.
 *  - Departure: the torque that the damping adds is held to the clutch's capacity too.
 *  - Compiling the model scales stiffness and damping by 1 / (1 + (c / 2 + k dt / 4) dt / J), J the inertia that
 *    the shafts connect: the torque in the middle of the substep, linearly implicit. C = c dt / J and K = k dt^2
 *    / J are scaled likewise. A step, twist first and speeds then, is stable where K + 2 C < 4, which holds for
 *    any stiffness, damping and substep; it is undamped where c is 0. At 1/1200 s this softens a car's shafts by
 *    a few per cent.
 *  - Play: a gap in series with the spring. A twist within it gives no torque, and one beyond bends the spring by the
 *    excess (the dead-zone model of A. Lagerberg and B. Egardt, Backlash estimation with application to automotive
 *    powertrains, IEEE Transactions on Control Systems Technology 15 (2007) 483-493; the damping acts while the spring
 *    is bent, and never pulls: M. Nordin, J. Galic, P.-O. Gutman, New models for backlash and gear play, Int. J. Adapt.
 *    Control Signal Process. 11 (1997) 49-63). Such a step goes on beyond a stop by up to its whole way. Leaving the
 *    stop again could then gain a share K / 4 of the energy before it. So an impact takes the share 1 - sqrt(1 - K / 4)
 *    off the speed, about K / 8. The spring is bent by no more than the rest of the way: the energy never rises, for
 *    any inertia that the constants are made for, and the loss goes with the square of the substep.
 *  - Losses are a share of the torque and turn with the flow of power. Within a slow creep at the
 *    wheels they fade in, so that at rest the shaft is a pure spring: up to half a radian a second, or farther where a great torque's
 *    losses would be too strong a damper for the substep.
 *  - The automatic clutch launches by carrying what the engine gives, and more as it runs above
 *    the launch speed: the engine settles there by itself, whatever the slope or the brakes.
 *  - A clutch that creeps carries at least its creep torque up to 70 % of idle speed at its input, and less from there
 *    to idle speed. It opens over the first tenth of the brake's pedal or lever, as automated clutches do. Departure: a
 *    torque converter's torque is as the square of the engine's speed, and its drag stays while the car brakes.
 */
#ifndef KAMM_PART_CLUTCH_H
#define KAMM_PART_CLUTCH_H

#include "../base/num.h"

struct clutch_constants {
    num torque_nm, inverse_torque;
    num automatic;                     /* 1 or 0 */
    num idle_radps, launch_rise_radps; /* the launch speed, above idle, at full throttle */
    num launch_gain;                   /* engagement per rad/s */
    num follows_per_s; /* 1 / time in which a free engine follows, on the rungs below full */
    num follow_radps, per_follow_band; /* input speed from which on the clutch closes */
    num stall_radps, per_stall_band;   /* below that engine speed it is open */
    num closing, opening;              /* largest change of engagement in a substep */
    num creep_share, per_creep_band;   /* creep torque / torque_nm, 1 / (rad/s) below idle speed */
    num per_match_band;                /* 1 / (rad/s) in which it lets a shift's engine catch up */
};

/* Returns the engagement that the automatic clutch aims at. `pull_nm` is the engine's torque by the
 * pedal; `slipping`: it was at the limit of its capacity. */
LANE_INLINE real clutch_follow(const struct clutch_constants *v, real pedal, real pull_nm,
                               real engine_speed, real input_speed, mask slipping)
{
    real held_speed = v->idle_radps + v->launch_rise_radps * pedal;
    real launch = pull_nm * v->inverse_torque + (engine_speed - held_speed) * v->launch_gain;
    real closed =
        clamp((input_speed - v->follow_radps) * v->per_follow_band, splat(0.0f), splat(1.0f));
    mask grips = mask_not(slipping) | (engine_speed < input_speed);
    return clamp(pick(grips, max_real(launch, closed), launch), splat(0.0f), splat(1.0f));
}

/* … at the least, in gear with an automatic clutch. `brake`: the pedal's or the lever's. */
LANE_INLINE real clutch_creep(const struct clutch_constants *v, real input_speed, real brake)
{
    real slow = clamp((v->idle_radps - input_speed) * v->per_creep_band, splat(0.0f), splat(1.0f));
    return v->creep_share * slow * max_real(1.0f - 10.0f * brake, splat(0.0f));
}

/* … and while a shift runs: `share` of the engine's torque, once the engine has the speed at which
 * the oncoming gear needs it. */
LANE_INLINE real clutch_shift(const struct clutch_constants *v, real share, real pull_nm,
                              real engine_speed, real wanted_speed)
{
    real matched =
        clamp((engine_speed - wanted_speed) * v->per_match_band + 1.0f, splat(0.0f), splat(1.0f));
    return clamp(share * pull_nm * v->inverse_torque * matched, splat(0.0f), splat(1.0f));
}

/* Moves the engagement towards what is wanted; the pressed pedal opens in any case. */
LANE_INLINE real clutch_engage(const struct clutch_constants *v, real engagement, real wanted,
                               real pedal)
{
    real change = wanted * (1.0f - pedal) - engagement;
    return engagement + clamp(change, lanes(-v->opening), lanes(v->closing));
}

/* Torque that the clutch can carry. An automatic one lets go at once of an engine that would stall. */
LANE_INLINE real clutch_capacity_nm(const struct clutch_constants *v, real engagement,
                                    real engine_speed, mask automatic)
{
    real safe =
        clamp((engine_speed - v->stall_radps) * v->per_stall_band, splat(0.0f), splat(1.0f));
    return v->torque_nm * engagement * pick(automatic, safe, splat(1.0f));
}

#define SHAFT_CREEP_RADPS \
    0.5 /* of an ordinary car: at the least, of the speed over which losses fade in */

struct shaft_constants {
    num stiffness_nm_per_rad, inverse_stiffness, damping_nms_per_rad; /* scaled, see above */
    num driving_loss, overrun_loss; /* 1 - efficiency, 1 / efficiency - 1 */
    num creep_radps_per_nm; /* speed of the wheels over which losses fade in, per torque … */
    num creep_radps;        /* … and the least of it */
    num play_rad;           /* from the middle to either stop */
    num impact_share;       /* of the speed that an impact takes … */
    num impact_nms_per_rad; /* … and the torque for it through a substep, per speed */
};

struct shaft_state {
    real twist_rad;
    real torque_nm; /* at the wheels, before losses */
};

LANE_INLINE int has_play(const struct shaft_constants *v) { return any_num(v->play_rad > 0.0f); }

/* Returns the part of a twist that bends the spring. */
LANE_INLINE real shaft_bend(const struct shaft_constants *v, real twist)
{
    if (!has_play(v)) return twist;
    return copy_sign(max_real(absolute(twist) - v->play_rad, splat(0.0f)), twist);
}

/* With play. `twist`: before; `max`: what the clutch lets the spring be bent by. */
LANE_INLINE struct shaft_state shaft_twist_in_play(const struct shaft_constants *v, real twist,
                                                   real rate, real max, real limit_nm, real dt)
{
    mask plays = lanes(v->play_rad) > 0.0f;
    real tried = clamp(twist + dt * rate, -max - v->play_rad, max + v->play_rad);
    real was = shaft_bend(v, twist), bend = shaft_bend(v, tried);
    mask strikes = plays & (absolute(bend) > 0.0f) & mask_not(was * bend > 0.0f);
    real way = absolute(rate) * (dt * (1.0f - v->impact_share));
    bend = pick(strikes, copy_sign(min_real(absolute(bend), way), bend), bend);
    real damped = pick(strikes, lanes(v->impact_nms_per_rad), lanes(v->damping_nms_per_rad));
    real torque = v->stiffness_nm_per_rad * bend + damped * rate;
    mask pushes = torque * bend > 0.0f;
    torque = pick(plays & mask_not(pushes), splat(0.0f), torque);
    real beyond = copy_sign(absolute(bend) + v->play_rad, bend);
    return (struct shaft_state){pick(plays & mask_not(absolute(bend) > 0.0f), tried, beyond),
                                clamp(torque, -limit_nm, limit_nm)};
}

/* One substep: `rate` is the difference of speed across the shafts, `limit` the clutch's capacity,
 * both at the wheels. */
LANE_INLINE struct shaft_state shaft_twist(const struct shaft_constants *v, real twist, real rate,
                                           real limit_nm, real dt)
{
    real max = limit_nm * v->inverse_stiffness;
    if (has_play(v)) return shaft_twist_in_play(v, twist, rate, max, limit_nm, dt);
    twist = clamp(twist + dt * rate, -max, max);
    real torque = v->stiffness_nm_per_rad * twist + v->damping_nms_per_rad * rate;
    return (struct shaft_state){twist, clamp(torque, -limit_nm, limit_nm)};
}

/* Whether the spring hangs at the limit of the clutch. */
LANE_INLINE mask shaft_slips(const struct shaft_constants *v, real twist, real limit_nm)
{
    return absolute(shaft_bend(v, twist)) * lanes(v->stiffness_nm_per_rad) >= 0.98f * limit_nm;
}

/* The shafts' torque after losses. What they change by with the speed is a damper on the wheels, which is stable. */
LANE_INLINE real shaft_delivered_nm(const struct shaft_constants *v, real torque, real cage_speed)
{
    real creep = max_real(absolute(torque) * v->creep_radps_per_nm, lanes(v->creep_radps));
    real flow = clamp(cage_speed * sign_of(torque) / creep, splat(-1.0f), splat(1.0f));
    real loss = pick(flow > 0.0f, lanes(v->driving_loss), lanes(v->overrun_loss)) * flow;
    return torque * (1.0f - loss);
}

#endif
