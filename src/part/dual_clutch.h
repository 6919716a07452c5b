/* Dual clutch gearbox: two clutches from one engine to two input shafts, one with the odd, the other with the even
 * gears. The next gear is engaged before the present one is left, so torque never stops.
 *
 *     plan = dual_clutch_plan(v, &engine, hand_over, …);            what both clutches and the engine are to do in a shift
 *     node = dual_clutch_node(shaft's spring, offgoing, oncoming, …);  what both carry
 *
 * Sources: M. Kulkarni, T. Shim, Y. Zhang, Shift dynamics and control of dual-clutch transmissions, Mechanism and
 * Machine Theory 42 (2007) 168-182; M. Goetz, Integrated Powertrain Control for Twin Clutch Transmissions, PhD thesis,
 * University of Leeds (2005): a shift has a torque phase, in which one clutch takes over from the other at unchanged
 * speeds, and an inertia phase. There a slipping clutch brings the engine to the oncoming gear's speed. The torque
 * phase is first upwards under power and downwards without, otherwise the inertia phase. So the slipping clutch always
 * pushes to the side to which the engine pulls.
 *  - Torque phase: capacities go from the offgoing to the oncoming clutch in proportion to a share that rises evenly. What slips carries its
 *    part of the engine's torque P, and what still grips the rest, so that the wheels get P (r_a + x (r_b - r_a)).
 *  - Inertia phase: the engine's torque is lowered or raised by J d(omega)/dt, as far as it can be (Goetz's engine intervention), while
 *    the clutch goes on carrying P; beyond that the clutch does it. A downshift under power leaves the wheels half of P at the least;
 *    it, and an upshift with the pedal released, waits with the torque phase until the engine has come to the speed, however long it takes.
 *
 * Both clutches turn one end of the drive shafts' spring, which has no mass: a node. Seen from the wheels, clutch i
 * pulls it with A_i = |r_i| C_i towards w_i = omega_engine / r_i. Spring and damper pull it back with L(w) = k twist +
 * (k dt + d) (w - cage speed), the law of clutch.h. Dry friction is A_i sgn(w_i - w), anything between at w = w_i;
 * their sum falls and L rises with w, so that they meet at one w. With l the slower and h the faster of the two:
 *     L(w_l) >= A_h - A_l:  T = min(L(w_l), A_l + A_h), of which h carries A_h          (l grips, or both pull forwards)
 *     else:                 T = clamp(L(w_h), -A_l - A_h, A_h - A_l), of which l carries -A_l   (h grips, both pull backwards, or one
 *                                                                                              against the other)
 * Each clutch's torque has the sign of its slip: both only ever turn power into heat. With one of them open it is a single clutch.
 * Assumptions: the neighbouring gear that comes is always preselected; another one takes preselect_s first. A shift to a gear on the same
 * shaft goes by way of the gear between. The input shafts' inertia counts as the engine's. Neutral and reverse go in with open clutches. */
#ifndef KAMM_PART_DUAL_CLUTCH_H
#define KAMM_PART_DUAL_CLUTCH_H

#include "../base/lane_math.h"
#include "../base/num.h"

#define DUAL_CLUTCH_GRIP 1.15f /* capacity of what is to grip over what it carries */
#define DUAL_CLUTCH_EARLY \
    0.25f /* of the inertia phase, by which the engine is there before its end */
#define DUAL_CLUTCH_KEPT 0.5f /* of the engine's torque, for the wheels while it has to speed up */
#define DUAL_CLUTCH_LEAST_S \
    0.03 /* of an ordinary car: time constant in which the last of the speed's error goes */

struct dual_clutch_constants {
    num on;                         /* 1 or 0 */
    num shift_s, half_shift_s;      /* of both phases, and of one */
    num least_s;                    /* DUAL_CLUTCH_LEAST_S, or two substeps */
    num inertia_kgm2;               /* of the engine */
    num inverse_torque;             /* 1 / a clutch's greatest capacity */
    num near_radps, per_near_radps; /* the slip within which the oncoming clutch closes */
    num least_radps, most_radps;    /* speeds to which the engine can come by itself */
};

LANE_INLINE int has_dual_clutch(const struct dual_clutch_constants *v)
{
    return any_num(v->on > 0.0f);
}

/* State of the engine for a shift. */
struct dual_clutch_engine {
    real speed_radps;
    real offgoing_radps, oncoming_radps; /* at which the two gears would turn it */
    real pedal_nm, drag_nm, max_nm;      /* combustion's torque as the pedal has it, and at most */
};

struct dual_clutch_plan {
    real hand_over;          /* share that the oncoming clutch has taken over */
    real gas_nm;             /* of combustion */
    real offgoing, oncoming; /* engagement that the two clutches are to have */
    mask waits;              /* for the engine's speed: the shift's time stands still */
};

/* Torque phase: the share that it has come to. */
LANE_INLINE real dual_clutch_hand_over(const struct dual_clutch_constants *v, real hand_over,
                                       real remaining_s, mask torque_first, real dt)
{
    mask hands = torque_first | (remaining_s < v->half_shift_s) | (hand_over > 0.0f);
    return min_real(pick(hands, hand_over + dt / v->half_shift_s, hand_over), splat(1.0f));
}

/* Plan of a running shift, with the time until its end. */
LANE_INLINE struct dual_clutch_plan dual_clutch_plan(const struct dual_clutch_constants *v,
                                                     const struct dual_clutch_engine *e,
                                                     real hand_over, real remaining_s, mask up,
                                                     real dt)
{
    real one = splat(1.0f), zero = splat(0.0f), pull = e->pedal_nm - e->drag_nm;
    mask torque_first = pick_int(pull >= 0.0f, up, mask_not(up));
    struct dual_clutch_plan plan;
    real x = dual_clutch_hand_over(v, hand_over, remaining_s, torque_first, dt);
    mask last = x >= 1.0f, speeds = last | (x <= 0.0f); /* in the inertia phase */

    real apart = e->oncoming_radps - e->speed_radps;
    real left_s = remaining_s - pick(last, zero, lanes(v->half_shift_s));
    left_s = max_real(left_s - DUAL_CLUTCH_EARLY * v->half_shift_s, lanes(v->least_s));
    real inertia_nm = keep(speeds, apart * (v->inertia_kgm2 / left_s));
    real spare_nm = e->max_nm - e->drag_nm - DUAL_CLUTCH_KEPT * max_real(pull, zero);
    inertia_nm = pick(last, inertia_nm, min_real(inertia_nm, max_real(spare_nm, zero)));
    real way = e->oncoming_radps - e->offgoing_radps;
    mask comes = (e->oncoming_radps > v->least_radps) & (e->oncoming_radps < v->most_radps);
    plan.waits = (x <= 0.0f) & (apart * sign_of(way) > v->near_radps) & comes;
    plan.waits = plan.waits & mask_not(torque_first);
    plan.hand_over = x;
    plan.gas_nm = clamp(e->pedal_nm + inertia_nm, zero, e->max_nm);

    real load = plan.gas_nm - e->drag_nm - inertia_nm;
    real side = pick(last, -apart, way);
    real met = clamp(one - absolute(apart) * v->per_near_radps, zero, one);
    real slipping = max_real(load * sign_of(side), zero);
    slipping = max_real(slipping, keep(last, met * DUAL_CLUTCH_GRIP * absolute(pull)));
    mask left_grips = absolute(e->offgoing_radps - e->speed_radps) < absolute(apart);
    real carried = absolute(pull) * v->inverse_torque, alone = slipping * v->inverse_torque;
    real grips = DUAL_CLUTCH_GRIP * carried;
    real offgoing = (one - x) * pick(left_grips, grips, carried);
    real oncoming = x * pick(left_grips, carried, grips);
    plan.offgoing = min_real(pick(speeds, pick(last, zero, alone), offgoing), one);
    plan.oncoming = min_real(pick(speeds, pick(last, alone, zero), oncoming), one);
    return plan;
}

/* The drive shafts' end towards the wheels. */
struct dual_clutch_spring {
    real stiffness_nm_per_rad, damping_nms_per_rad; /* as clutch.h has them, scaled */
    real twist_rad, cage_radps;
};

struct dual_clutch_node {
    real twist_rad;
    real offgoing_nm, oncoming_nm; /* at the wheels; their sum is the shafts' torque */
};

/* `offgoing`, `oncoming`: the speed at which the engine turns the node through each clutch, and its capacity, at the wheels. */
LANE_INLINE struct dual_clutch_node dual_clutch_node(const struct dual_clutch_spring *spring,
                                                     real offgoing_radps, real offgoing_limit_nm,
                                                     real oncoming_radps, real oncoming_limit_nm,
                                                     real dt)
{
    mask swapped = oncoming_radps < offgoing_radps;
    real slow = pick(swapped, oncoming_radps, offgoing_radps);
    real fast = pick(swapped, offgoing_radps, oncoming_radps);
    real slow_nm = pick(swapped, oncoming_limit_nm, offgoing_limit_nm);
    real fast_nm = pick(swapped, offgoing_limit_nm, oncoming_limit_nm);
    real gain = spring->stiffness_nm_per_rad * dt + spring->damping_nms_per_rad;
    real twisted = spring->stiffness_nm_per_rad * spring->twist_rad;
    real at_slow = twisted + gain * (slow - spring->cage_radps);
    real at_fast = twisted + gain * (fast - spring->cage_radps);
    real both = slow_nm + fast_nm, against = fast_nm - slow_nm;
    mask forwards = at_slow >= against;
    real torque = pick(forwards, min_real(at_slow, both), clamp(at_fast, -both, against));
    real of_slow = pick(forwards, torque - fast_nm, -slow_nm);
    real of_fast = pick(forwards, fast_nm, torque + slow_nm);
    struct dual_clutch_node node;
    node.twist_rad = spring->twist_rad + dt * ((torque - twisted) / gain);
    node.offgoing_nm = pick(swapped, of_fast, of_slow);
    node.oncoming_nm = pick(swapped, of_slow, of_fast);
    return node;
}

#endif
