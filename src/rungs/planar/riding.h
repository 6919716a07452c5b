/* The rider of a two-wheeler on the rungs below full: steering angle asked for in, lean and steering angle that he
 * rides with out (part/lean.h).
 *
 * The body frame stands upright on the road, on the line of the contacts. So ground and gaps are those of a car, and
 * lean is a state beside them, for drawn poses and channels (rungs/car.h). */
#ifndef KAMM_RUNGS_PLANAR_RIDING_H
#define KAMM_RUNGS_PLANAR_RIDING_H

#include "../../part/lean.h"
#include "planar.h"

/* All cars of a batch have their wheels alike, so all or none have a rider. Where axles have pairs nothing is left
 * of this. */
LANE_INLINE int is_ridden(const struct group *g)
{
    return KAMM_TAKES_TWO_WHEELERS && !KAMM_TWO_AXLES && has_state(g, STATE_NUMBER(car.lean_rad));
}

struct ride {
    struct rider_lean lean; /* at the substep's end */
    real side_mps2;         /* side force of the tyres per mass that it takes */
    real tangent;           /* of the steering angle that the curve has without slip */
};

/* The steering angle asked for, after driver or planner have turned it; steering_rad stays that of the rider. */
static inline real asked_steering(struct group *g, const struct planar_constants *c)
{
    struct car_lanes *car = &g->state.car;
    real own = car->steering_rad;
    car->steering_rad = car->asked_steer_rad;
    turn_steering(g, &c->steering, lanes(c->dt), lanes(c->inverse_dt));
    car->asked_steer_rad = car->steering_rad;
    car->steering_rad = own;
    return car->asked_steer_rad;
}

/* The friction that the rider counts on: the least below any wheel, of two or of a tilting pair and one. */
LANE_INLINE real friction_ridden(const struct group *g, const struct planar *p)
{
    const real *own = p->friction;
    return min_real(min_real(own[0], own[1]), own[layout_of(g)->wheels - 1]);
}

/* Takes the lean through a substep. `along`: acceleration that takes from the grip. `swings`: the contacts swing out
 * below the centre of gravity while the lean changes; else the curve is that of the centre of gravity. */
static inline struct ride ride(struct group *g, const struct planar_constants *planar,
                               const struct lean_constants *c, const struct planar *p, real along,
                               int swings)
{
    struct car_lanes *car = &g->state.car;
    struct ride r;
    real asked = tangent(asked_steering(g, planar)), down = p->pressing_mps2;
    real speed_2 = p->forward * p->forward;
    const struct rider_lean before = rider_lean_of(car->lean_rad, car->lean_rate_radps);
    real per_m = asked * c->inverse_wheelbase;
    real tighter = max_real(1.0f - per_m * lean_aside(c, &before), splat(0.3f));
    real own = speed_2 * per_m * tighter - p->gravity.y;
    real most = lean_side_limit(c, friction_ridden(g, p), down, along);
    r.lean = lean_towards(c, &before, lean_in_turn(c, clamp(own, -most, most), down));
    car->lean_rad = -r.lean.angle_rad;
    car->lean_rate_radps = -r.lean.rate_radps;
    struct rider_lean still = r.lean;
    still.radps2 = splat(0.0f);
    r.side_mps2 = lean_side_mps2(c, swings ? &r.lean : &still, down);
    real due = swings ? r.side_mps2 - lean_aside_mps2(c, &r.lean) : r.side_mps2;
    r.tangent = lean_steer_tangent(c, asked, own, due, tighter, speed_2, down);
    return r;
}

/* Up to the lock. */
static inline void steer_ridden(struct group *g, const struct planar_constants *c, real angle_rad)
{
    struct car_lanes *car = &g->state.car;
    real lock = lanes(c->steering.lock_rad), before = car->steering_rad;
    car->steering_rad = clamp(angle_rad, -lock, lock);
    car->steering_rate_radps = (car->steering_rad - before) * c->inverse_dt;
}

#endif
