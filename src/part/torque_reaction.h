/* Torque reaction: what the torque along the car does to a live axle and to the body.
 *
 * A propeller shaft that turns a final drive in a beam axle turns the beam with its torque, and what holds the gearbox
 * turns the body the other way: of the axle's wheels one is pressed down and the other lifted by T / track. The springs
 * return what they bear of the body's lean (Gillespie, Fundamentals of Vehicle Dynamics, ch. 2, lateral weight transfer
 * due to drive torque; Milliken & Milliken, Race Car Vehicle Dynamics, ch. 20). With the final drive on the body there
 * is no such pair. The beam's own roll turns the housing about the shaft: wheels go on by that over the ratio, which
 * takes the work that the torque does on the beam out of the driveline.
 *
 * An engine that lies along the car and speeds up turns the body by its inertia, and one that is turned about pitches and yaws it.
 * One that lies across pitches the body as it speeds up; as the body rolls it yaws it, and the other way round (V. Cossalter,
 * Motorcycle Dynamics, 2nd ed., ch. 8, gyroscopic effects). Of a rotor with the momentum H these are -H' - omega x H.
 *
 * Senses: +1 turns clockwise seen from the front, about -x; across as wheels do forwards, about y. Assumptions: the shaft lies along
 * the x or y axis; housing and engine along the car are held against roll alone (pitching, they are body and axle as ever); rotors of
 * the gearbox are the engine's; speeds of rotors are those in the world. */
#ifndef KAMM_PART_TORQUE_REACTION_H
#define KAMM_PART_TORQUE_REACTION_H

#include "../base/num.h"
#include "../base/vector.h"

struct torque_reaction_constants {
    num on;                        /* 1: the engine's rotors turn the body */
    num across;                    /* 1: about the y axis; 0: along the car */
    num engine_kgm2, turbine_kgm2; /* inertias, times the sense */
};

LANE_INLINE int has_torque_reaction(const struct torque_reaction_constants *c)
{
    return any_num(c->on > 0.5f);
}

/* `per_track`: the sense over final drive and track. What the left wheel is pressed down by, and the right one lifted. */
LANE_INLINE real propeller_press(num per_track, real axle_nm) { return per_track * axle_nm; }

/* By how much slower than they are wheels seem to the shaft while the beam rolls. */
LANE_INLINE real propeller_lag(num per_track, real left_rate_mps, real right_rate_mps)
{
    return per_track * (left_rate_mps - right_rate_mps);
}

/* Moment on the body of rotors of that angular momentum (by their sense), which changes by `change_nm`: about -x, and about y. */
LANE_INLINE vec3 rotor_reaction(real momentum_nms, real change_nm, vec3 angular_velocity)
{
    return vec3_of(change_nm, angular_velocity.z * momentum_nms,
                   -(angular_velocity.y * momentum_nms));
}

LANE_INLINE vec3 rotor_reaction_across(real momentum_nms, real change_nm, vec3 angular_velocity)
{
    return vec3_of(angular_velocity.z * momentum_nms, -change_nm,
                   -(angular_velocity.x * momentum_nms));
}

#endif
