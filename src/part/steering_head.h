/* Moments about the steering axis of a two-wheeler besides road and inertia: the rider's hands, the
 * steering damper, the stops, the dry friction of the head.
 *
 * With the angle d and its rate, over a substep dt whose middle the angle has reached with its old rate,
 *
 *     torque = hands - c rate - stops + friction
 *     hands  = the rider's torque, or k_h (wanted - d), bounded, + c_h (wanted rate - rate)
 *
 * Springs and dampers are as they will be in the middle of the substep, where the front's own acceleration has brought it (the
 * implicit midpoint rule, as in implicit_travel.h): each loses `slope` times that acceleration. Stops are by backward Euler, so that what
 * hits one never comes back faster. Friction is Coulomb's and implicit: the torque that stops the front within the
 * substep, up to its limit; so a front that friction holds has a rate of 0 to the bit.
 *
 * The rider's hip (rider.h) obeys the same law, with its own constants; of it the twist of a frame (front.h) has spring and damper.
 *
 * Assumptions: arms that hold an angle are a spring and a damper (as in TUM's motorcycle model: Appl. Sci. 10(19) 6826,
 * 2020); the damper is linear; a stop has half of critical damping. */
#ifndef KAMM_PART_STEERING_HEAD_H
#define KAMM_PART_STEERING_HEAD_H

#include "../base/lane_math.h"
#include "../base/num.h"

struct steering_head_constants {
    num damping, friction_nm; /* N.m.s/rad, N.m */
    num lock_rad, stop_nm_per_rad, stop_damping;
    num hands_nm_per_rad, hands_damping, hands_max_nm;
};

/* Action of the rider: the torque, or a held angle. */
struct hands {
    mask hold;
    real wanted_rad, wanted_radps, torque_nm;
};

struct head_torque {
    real nm, hands_nm;
    real slope, hands_slope; /* what they lose per angular acceleration, kg.m2 */
};

/* Torque of hands that hold the angle, up to their strength. */
static inline void hold_angle(const struct steering_head_constants *c, const struct hands *hands,
                              real angle, real rate, real dt, struct head_torque *torque)
{
    real half = 0.5f * dt, most = lanes(c->hands_max_nm);
    real spring = c->hands_nm_per_rad * (hands->wanted_rad - angle);
    mask weak = absolute(spring) > most;
    spring = clamp(spring, -most, most);
    real damper = c->hands_damping * (hands->wanted_radps - rate);
    real stiff = pick(weak, splat(0.0f), half * lanes(c->hands_nm_per_rad));
    torque->hands_nm = pick(hands->hold, spring + damper, hands->torque_nm);
    torque->hands_slope = keep(hands->hold, half * (c->hands_damping + stiff));
}

/* `angle` is that of the substep's middle, `rate` that of its start. */
static inline struct head_torque head_torque_of(const struct steering_head_constants *c,
                                                const struct hands *hands, real angle, real rate,
                                                real dt)
{
    struct head_torque torque;
    hold_angle(c, hands, angle, rate, dt, &torque);
    real side = sign_of(angle), outward = side * rate;
    real deep = absolute(angle) - c->lock_rad + 0.5f * (dt * outward);
    real press = c->stop_nm_per_rad * deep + c->stop_damping * outward;
    mask hits = (deep > 0.0f) & (press > 0.0f);
    real stop = keep(hits, press);
    real stop_slope = dt * (c->stop_damping + 0.5f * (c->stop_nm_per_rad * dt));
    torque.nm = torque.hands_nm - c->damping * rate - side * stop;
    torque.slope = torque.hands_slope + 0.5f * (c->damping * dt) + keep(hits, stop_slope);
    return torque;
}

#endif
