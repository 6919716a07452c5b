/* Brakes: dry friction on a wheel's spin.
 *
 *     pedal_state = brake_follow(v, pedal_state, pedal);                       once a car
 *     capacity = brake_capacity_nm(v, pedal_state, let_go, hand_brake) + rolling resistance;
 *     wheel = brake_wheel(spin_without_brake, inertia, capacity, dt);           per wheel
 *
 * Dry friction takes from a wheel what it can, up to the torque that stops it within the substep
 * (a velocity-level Coulomb constraint, one unknown: it needs no iteration). So a wheel that the
 * brake can hold has a spin of exactly 0 and keeps it, at any substep; nothing creeps or jitters.
 */
#ifndef KAMM_PART_BRAKE_H
#define KAMM_PART_BRAKE_H

#include "../base/num.h"

struct brake_constants { /* of an axle */
    num torque_nm, hand_brake_torque_nm;
    num response_blend;      /* share of the way to the pedal in one substep */
    num hand_brake_released; /* 1: the anti-lock brakes take from the hand brake as well */
};

LANE_INLINE real brake_follow(const struct brake_constants *v, real state, real pedal)
{
    return mix(state, pedal, lanes(v->response_blend));
}

/* Torque at the wheel's disposal. `let_go`: the share that the anti-lock brakes take away. */
LANE_INLINE real brake_capacity_nm(const struct brake_constants *v, real state, real let_go,
                                   real hand_brake)
{
    real hand = hand_brake * (1.0f - v->hand_brake_released * let_go);
    return v->torque_nm * state * (1.0f - let_go) + v->hand_brake_torque_nm * hand;
}

struct braked_wheel {
    real spin_radps;
    real
        torque_nm; /* that the brake applied, against the spin: negative on a wheel rolling forward */
};

/* `free_spin`: what the spin would be after this substep under all other torques. */
LANE_INLINE struct braked_wheel brake_wheel(real free_spin, real inertia, real capacity_nm, real dt)
{
    real stopping = free_spin * inertia / dt;
    real torque = clamp(stopping, -capacity_nm, capacity_nm);
    mask stops = absolute(stopping) <= capacity_nm;
    real spin = pick(stops, splat(0.0f), free_spin - torque * dt / inertia);
    return (struct braked_wheel){spin, -torque};
}

#endif
