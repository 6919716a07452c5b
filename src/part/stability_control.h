/* Stability control: brakes single wheels, and takes engine torque away, when the car turns otherwise than it
 * is steered.
 *
 *     demand = stability_step(v, &motion);                                    once a car
 *     share = stability_brake(demand, axle, side);                            a wheel, of its full brake torque
 *
 * The yaw rate that is steered for is v delta / (L + K v^2), that of a single-track model in a steady turn. K is
 * the understeer gradient of the car's own axles. It is at most what road and tyres can hold, 0.95 mu g / v.
 * Beyond a sideslip of 0.02 mu g (rad, g in m/s^2) it is lowered, which ends a drift that no longer quickens. (R.
 * Rajamani, Vehicle Dynamics and Control, 2nd ed. 2012, sections 8.2.3 to 8.2.5 and 8.3.2.) It is compared with
 * the yaw rate to which the axles' side forces lead. They are given the time that the single-track model needs to
 * turn in, so quick steering alone is no error.
 *
 * A car that turns too much is braked at the outer front wheel, one that turns too little at the inner rear
 * wheel (A. van Zanten, Evolution of electronic stability control, SAE 2000-01-1633); in between, both wheels
 * of that side share. The brakes' share grows in proportion to the error beyond a dead band, twice as wide for
 * too little. It has no state: what damps it is the car's inertia in yaw.
 *
 * Assumptions: sideslip, side forces and friction are known, where real units estimate them; brake pressure
 * follows at once, where a real unit takes a tenth of a second. The anti-lock brakes keep the braked wheel
 * from locking. */
#ifndef KAMM_PART_STABILITY_CONTROL_H
#define KAMM_PART_STABILITY_CONTROL_H

#include "../base/num.h"

/* Speeds and times are those of an ordinary car; of others they go with the root of the length (src/vehicle/scale.h). */
#define STABILITY_FADE_FROM_MPS 4.0
#define STABILITY_FADE_BAND_MPS 4.0
#define STABILITY_LEAST_MPS 1.0
#define STABILITY_HELD_SHARE 0.95f    /* of friction, by the steered turn */
#define STABILITY_SLIP_PER_MPS2 0.02f /* sideslip per friction that is let be */
#define STABILITY_RETURN_PER_S 3.0    /* yaw rate per sideslip beyond */
#define STABILITY_MAX_LEAD_S 0.25
#define STABILITY_PER_TURN 5.0 /* 1 / (rad/s): a yaw rate of a tenth is whole over- or understeer */

struct stability_constants {
    num enabled; /* 1 or 0: whether it brakes; others ask for the aim alone */
    num wheelbase_m;
    num steer_per_wheel; /* steer angle of the front axle less the rear one's, per steering-wheel angle */
    num understeer; /* gradient: steer angle per lateral acceleration, rad.s^2/m; not negative */
    num front_per_moment, rear_per_moment; /* yaw acceleration per side force of the axle */
    num lead_per_mps;                      /* time to turn in, per speed */
    num friction; /* of the tyres that have less: largest side force per load */
    num band_radps;
    num gain_s_per_rad;
    num fade_from_mps, per_fade_mps, least_mps, return_per_s, max_lead_s, per_turn;
};

struct stability_motion {
    real forward_mps, left_mps; /* of the body's middle, body axes */
    real yaw_radps;
    real steering_rad;    /* steering-wheel angle */
    real front_n, rear_n; /* side forces of the axles, positive left */
    real grip_mps2;       /* friction of the surface times gravity */
};

struct stability_demand {
    real left, right; /* share of the brake torque on that side */
    real front;       /* how much of that is for the front wheel */
    real cut;         /* share of the engine torque to be taken away */
};

/* The yaw rate that is steered for. */
LANE_INLINE real stability_aim(const struct stability_constants *v,
                               const struct stability_motion *m)
{
    real speed = max_real(m->forward_mps, lanes(v->least_mps));
    real steer = m->steering_rad * v->steer_per_wheel;
    real steered = speed * steer / (v->wheelbase_m + v->understeer * square(speed));
    real grip = m->grip_mps2 * v->friction, max = STABILITY_HELD_SHARE * grip / speed;
    real slip = m->left_mps / speed, let_be = STABILITY_SLIP_PER_MPS2 * grip;
    real beyond = slip - clamp(slip, -let_be, let_be);
    return clamp(steered, -max, max) + v->return_per_s * clamp(beyond, splat(-0.5f), splat(0.5f));
}

/* The yaw rate that comes. */
LANE_INLINE real stability_yaw(const struct stability_constants *v,
                               const struct stability_motion *m)
{
    real quickening = m->front_n * v->front_per_moment - m->rear_n * v->rear_per_moment;
    real lead = min_real(absolute(m->forward_mps) * v->lead_per_mps, lanes(v->max_lead_s));
    return m->yaw_radps + lead * quickening;
}

/* How far to heed them at that speed, at most `whole`. */
LANE_INLINE real stability_fade(const struct stability_constants *v, real forward_mps, real whole)
{
    return clamp((forward_mps - v->fade_from_mps) * v->per_fade_mps, splat(0.0f), whole);
}

LANE_INLINE struct stability_demand stability_step(const struct stability_constants *v,
                                                   const struct stability_motion *m)
{
    struct stability_demand d = {splat(0.0f), splat(0.0f), splat(0.0f), splat(0.0f)};
    if (!any_num(v->enabled > 0.0f)) return d;
    real error = stability_yaw(v, m) - stability_aim(v, m);
    real turning = m->yaw_radps * sign_of(error) * v->per_turn;
    d.front = clamp(0.5f + turning, splat(0.0f), splat(1.0f));
    real beyond = absolute(error) - v->band_radps * (2.0f - d.front);
    d.cut = stability_fade(v, m->forward_mps, lanes(v->enabled)) *
            clamp(beyond * v->gain_s_per_rad, splat(0.0f), splat(1.0f));
    d.left = pick(error < 0.0f, d.cut, splat(0.0f));
    d.right = pick(error > 0.0f, d.cut, splat(0.0f));
    return d;
}

/* `axle` 0: the front one; `side` 0: left. */
LANE_INLINE real stability_brake(struct stability_demand d, int axle, int side)
{
    return (side ? d.right : d.left) * (axle ? 1.0f - d.front : d.front);
}

#endif
