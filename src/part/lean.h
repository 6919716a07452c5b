/* The lean of a two-wheeler with an ideal rider: what lean a turn needs, how the machine gets there, and what it
 * steers meanwhile.
 *
 * The machine is a body of mass m with its centre of gravity h above the road, on wheels whose treads have the
 * radius c across. It leans by l about the line of the middles of these treads, c above the road. Its tyres bear the
 * side force m f at the contacts straight below. m k^2 is the inertia about the x axis through its centre of gravity,
 * s = sum(I_w / r) / m that of the wheels' spin. The moments about that axis are
 *
 *     k^2 l'' = g (h - c) sin l - f (c + (h - c + s) cos l)
 *
 * The steady turn, l'' = 0, is that of V. Cossalter, Motorcycle Dynamics, 2nd ed. 2006, section 4.1 (tread and
 * gyroscopes included). The way there is that of a pendulum on a point that moves (N. H. Getz and J. E. Marsden,
 * Control for an autonomous bicycle, IEEE ICRA 1995): contacts that are accelerated by a_c to one side carry the
 * centre of gravity along with f = a_c + d2((h - c) sin l)/dt2.
 *
 * The rider wants the lean L of the turn that is asked for, and lets the machine come to it by
 *
 *     l'' = -2 w l' - w^2 (l - L),   w = sqrt(g h / (h^2 + k^2))
 *
 * which is the law of least effort among the linear laws that keep a pendulum up. The one with the least mean square
 * of its input has the unstable root w in its mirror image -w, beside the stable one (H. Kwakernaak and R. Sivan,
 * Linear Optimal Control Systems, 1972, section 3.8). w is 3 to 4 1/s: the lean is there after some 0.6 s. The step
 * is its exact solution, for any substep.
 *
 * Below walking pace a rider balances by body and feet: they bear what the steering does not, the more the slower it
 * is.
 *
 * Assumptions: loads are those of a road that bears the weight; products of inertia, the difference of pitch and yaw
 * inertia, and the gyroscopic moment of steering are left out. The rider never falls; he knows grip and ground
 * clearance. */
#ifndef KAMM_PART_LEAN_H
#define KAMM_PART_LEAN_H

#include "../base/lane_math.h"
#include "../base/num.h"

struct lean_constants {
    num arm_m, crown_m;                    /* h - c, c */
    num spin_m;                            /* s */
    num gyration_m2;                       /* k^2 */
    num rate_radps, decay, dt, inverse_dt; /* w, exp(-w dt) */
    num most_per_gravity;                  /* side force per weight at the largest lean */
    num grip;                              /* the same that the tyres bear, of the axle with less */
    num feet_per_mps2; /* 1 / square of the speed up to which feet and body help */
    num wheelbase_m, inverse_wheelbase;
};

/* Positive to the left, as the turn that it belongs to. */
struct rider_lean {
    real angle_rad, rate_radps, radps2; /* the latter: mean over the substep */
    real sine, cosine;
};

/* The lean of the state, whose angle is positive to the right, as roll is. */
static inline struct rider_lean rider_lean_of(real right_rad, real right_radps)
{
    struct rider_lean l = {-right_rad, -right_radps, splat(0.0f), splat(0.0f), splat(1.0f)};
    sine_cosine_of_acute(l.angle_rad, &l.sine, &l.cosine);
    return l;
}

LANE_INLINE real lean_height(const struct lean_constants *c, const struct rider_lean *l)
{
    return c->crown_m + c->arm_m * l->cosine;
}

/* How far the centre of gravity is to the left of the contacts, and the acceleration of that. */
LANE_INLINE real lean_aside(const struct lean_constants *c, const struct rider_lean *l)
{
    return c->arm_m * l->sine;
}
LANE_INLINE real lean_aside_mps2(const struct lean_constants *c, const struct rider_lean *l)
{
    return c->arm_m * (l->cosine * l->radps2 - l->sine * (l->rate_radps * l->rate_radps));
}

/* f: side force per mass at which the machine leans so, and its lean changes so. `down`: what presses it on the
 * road, per mass. */
LANE_INLINE real lean_side_mps2(const struct lean_constants *c, const struct rider_lean *l,
                                real down)
{
    return (down * c->arm_m * l->sine - c->gyration_m2 * l->radps2) /
           (c->crown_m + (c->arm_m + c->spin_m) * l->cosine);
}

/* The lean of a steady turn: tan t = f (h - c + s) / (g (h - c)), and beyond t as the contacts move round the
 * treads. */
static inline real lean_in_turn(const struct lean_constants *c, real side, real down)
{
    real upright = max_real(down, splat(1e-3f)) * c->arm_m, over = side * (c->arm_m + c->spin_m);
    real size = square_root(upright * upright + over * over), one = splat(1.0f);
    return arc_tangent(over / upright) + arc_sine(clamp(side * c->crown_m / size, -one, one));
}

/* The side force that the rider is ready to lean for: `friction` of the ground as a factor, beside an acceleration
 * along the road. */
static inline real lean_side_limit(const struct lean_constants *c, real friction, real down,
                                   real along)
{
    real grip = c->grip * friction * down, zero = splat(0.0f);
    real left = square_root(max_real(grip * grip - along * along, zero));
    return min_real(c->most_per_gravity * down, left);
}

/* A substep towards that lean. */
static inline struct rider_lean lean_towards(const struct lean_constants *c,
                                             const struct rider_lean *before, real wanted_rad)
{
    real off = before->angle_rad - wanted_rad;
    real slope = before->rate_radps + c->rate_radps * off, on = slope * c->dt;
    struct rider_lean l = {wanted_rad + (off + on) * c->decay,
                           (before->rate_radps - c->rate_radps * on) * c->decay, splat(0.0f),
                           splat(0.0f), splat(1.0f)};
    l.radps2 = (l.rate_radps - before->rate_radps) * c->inverse_dt;
    sine_cosine_of_acute(l.angle_rad, &l.sine, &l.cosine);
    return l;
}

LANE_INLINE real beyond(real value, real free) { return value - clamp(value, -free, free); }

/* The turn's tangent of the steering angle, where `asked` is that of the turn wanted: the contacts go along a curve
 * whose acceleration to the left, `own` for what is asked, is `due` for the lean, but for what feet and body bear.
 * `tighter`: 1 less that acceleration's share by which the centre of gravity's circle is smaller. */
static inline real lean_steer_tangent(const struct lean_constants *c, real asked, real own,
                                      real due, real tighter, real speed_2, real down)
{
    real free = max_real(1.0f - speed_2 * c->feet_per_mps2, splat(0.0f)) * down;
    real lacks = beyond(due - own, free);
    return asked + c->wheelbase_m * lacks / max_real(speed_2 * tighter, splat(1e-4f));
}

#endif
