/* A two-wheeler on the single track: its rider (planar/riding.h), and what lean adds to the forces of a car.
 *
 *  - Tyres push to the side to which they lean: camber moves the slip angle at which there is no force, by C_camber /
 *    C_slip of the lean. So camber's force and that of the slip have one limit, the grip. Where it pushes the way
 *    that the wheel slides, the wheel rolls harder by as much: next to no motion comes of it.
 *  - The centre of gravity moves aside of the contacts, on which the body frame stands (carry_aside).
 *  - Acceleration shifts load over the height that is left, and the rider gives as much throttle and brake as leaves
 *    both wheels on the road: a = g b / h (V. Cossalter, Motorcycle Dynamics, 2nd ed. 2006, chapter 3: wheelie and
 *    stoppie).
 *
 * Departures: the rider's hands are ideal and steer the curve that balances. */
#ifndef KAMM_RUNGS_SINGLE_TRACK_RIDING_TRACK_H
#define KAMM_RUNGS_SINGLE_TRACK_RIDING_TRACK_H

#include "../planar/riding.h"
#include "axle_forces.h"

/* Where the front wheel has to point for the yaw rate of that curve: to its own velocity, and beyond that by the
 * slip of its share of the side force: of what pushes along the machine and turns it, since its centre of gravity is
 * aside, the front wheel takes the moment. What the yaw rate lacks it takes more force for; so the machine is as
 * stable at any speed as its rear tyre holds it. */
static inline real pointed_at_force(const struct group *g, const struct planar *p,
                                    const struct ride *r, real pushed, real yaw_rate)
{
    const struct single_track_constants *c = g->constants;
    const struct track_axle_constants *front = &c->axles[0];
    real down = max_real(p->pressing_mps2, splat(0.1f));
    real most = lanes(front->friction) * friction_ridden(g, p);
    real steers = square_root(1.0f + r->tangent * r->tangent); /* 1 / cosine of the angle */
    real aside = lean_aside(&c->lean, &r->lean) * c->inverse_rear_m;
    real share = (r->side_mps2 - pushed * aside) * steers / down +
                 c->share_per_radps * (yaw_rate - p->yaw_rate);
    real slip =
        clamp(share, -most, most) * front->slip_per_share - front->camber_slip * r->lean.angle_rad;
    real across = p->left + p->yaw_rate * front->x_m;
    return arc_tangent(across / max_real(p->forward, splat(0.1f))) + slip;
}

/* Steers, and gives the lean with it. Below walking pace and backwards wheels go where they point. */
static KAMM_NEVER_INLINE struct rider_lean ride_track(struct group *g, const struct planar *p)
{
    const struct single_track_constants *c = g->constants;
    real pushed = g->state.car.load_x_mps2;
    struct ride r = ride(g, &c->planar, &c->lean, p, pushed, 1);
    real pace = max_real(p->forward, splat(0.0f)), rails = arc_tangent(r.tangent);
    real slips = min_real(pace * pace * c->lean.feet_per_mps2, splat(1.0f));
    real yaw_rate = p->forward * r.tangent * c->lean.inverse_wheelbase;
    steer_ridden(g, &c->planar, mix(rails, pointed_at_force(g, p, &r, pushed, yaw_rate), slips));
    return r.lean;
}

/* How much lower the centre of gravity is. */
LANE_INLINE real lowered(const struct single_track_constants *c, const struct rider_lean *lean)
{
    return lean_height(&c->lean, lean) * c->inverse_height;
}

/* Runs after track_axle_of. */
static inline void lean_axles(const struct single_track_constants *c, const struct rider_lean *lean,
                              struct track_axle axles[AXLE_ROOM])
{
    for (int a = 0; a < 2; ++a) {
        struct track_axle *k = &axles[a];
        k->camber_mps = c->axles[a].camber_slip * lean->angle_rad * absolute(k->rolling_mps);
        k->sliding_mps = k->sliding_mps - k->camber_mps;
    }
}

/* The centre of gravity is y to the left of the frame's origin, as the rider leans. (u, v) is the frame's velocity, r
 * its yaw rate. The tyres' forces are (X, Y) with the moment N about that origin. With a_x = u' - v r Newton and Euler
 * are
 *
 *     m a_x - m y r' = X + 2 m r y',   m (v' + r u) = Y + m (r^2 y - y''),   (I + m y^2) r' - m y a_x = N - 2 m y r y'
 *
 * `body`: what acts on the centre of gravity, x, y, and the moment as z. */
static inline void carry_aside(const struct single_track_constants *c, const struct planar *p,
                               const struct rider_lean *lean, struct planar_system *s, vec3 *body)
{
    real mass = lanes(c->planar.mass_kg), y = lean_aside(&c->lean, lean), r = p->turn_rate;
    real rate = c->lean.arm_m * lean->cosine * lean->rate_radps;
    body->x = body->x + 2.0f * mass * (r * rate);
    body->y = body->y + mass * (r * r * y - lean_aside_mps2(&c->lean, lean));
    body->z = body->z - y * body->x;
    s->ur = -(mass * y);
    s->rr = s->rr + mass * (y * y);
}

/* The rest of the grip beside the side force is for drive and brakes, but no more than both wheels stay down with:
 * what that force accelerates is the machine with what turns in it. Of brakes that counts as well, as one wheel may
 * lock. */
static inline void limit_lift(const struct single_track_constants *c, const struct rider_lean *lean,
                              struct track_axle axles[AXLE_ROOM])
{
    real zero = splat(0.0f), one = splat(1.0f), least = splat(1e-3f);
    real turning = (axles[0].turning_kg + axles[1].turning_kg) / lanes(c->planar.mass_kg);
    real arm = c->lean.wheelbase_m / lean_height(&c->lean, lean);
    real drive = axles[0].drive_n + axles[1].drive_n, dry = axles[0].dry_n + axles[1].dry_n;
    real slows = dry + max_real(-drive, zero);
    real kept = min_real(axles[0].rest_n * arm * (1.0f + turning) / max_real(drive, least), one);
    real held = min_real(axles[1].rest_n * arm / max_real(slows, least), one);
    for (int a = 0; a < 2; ++a) {
        axles[a].drive_n = axles[a].drive_n * pick(drive < 0.0f, held, kept);
        axles[a].dry_n = axles[a].dry_n * held;
    }
}

/* What camber's force gains by the sliding, rolling loses; before track_resist has the limit. */
static inline void pay_for_camber(struct track_axle *k)
{
    real force = -k->side_resistance * k->sliding_mps;
    real gains = max_real(force * (k->sliding_mps + k->camber_mps), splat(0.0f));
    k->dry_n = k->dry_n + gains / max_real(absolute(k->rolling_mps), splat(0.1f));
}

#endif
