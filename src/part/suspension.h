/* Suspension: where the wheel goes with its travel, and the force along that travel.
 *
 * Travel is positive upwards (jounce), 0 at rest. The path of the contact patch and of the wheel's
 * centre is given by curves against travel; their slopes carry the roll centre and anti-dive into
 * the equations of motion by virtual work (Milliken & Milliken, Race Car Vehicle Dynamics, ch. 17;
 * Reimpell, The Automotive Chassis, ch. 3), so no roll-centre force is ever put in by hand.
 *
 * On a dependent axle (a beam with both wheels) camber, toe and lateral movement follow the beam's
 * tilt, half the difference of both travels, and not each wheel's own travel: what one wheel's side
 * force does to the springs the other's does as well, so the axle does not jack the body up.
 *
 * Assumptions: left and right are alike; the curves depend on the travel alone, not on steer; links are rigid; the
 * spring acts on the travel with a constant rate, or with a curve on top of it, and never pulls; the damper is bilinear
 * in its speed, or a curve of it. It may have a motion ratio that depends on the travel, another setting, and a rubber
 * bush; stops are springs that harden in proportion to their compression, with the hysteresis of rubber: friction in
 * proportion to their force. Friction itself is dry_friction.h's.
 *
 * A third element acts on the mean travel of an axle's wheels, so it bears heave and pitch and leaves roll alone (Milliken &
 * Milliken, ch. 16; Seward, Race Car Design, ch. 3); a roll damper acts on what their rates differ by.
 *
 * A damper on a bush, or one whose oil and hose yield, is a spring in series: the bush bends by u, the damper's rod moves with
 * w, and u' = v - w with k u = F(w) (Maxwell's element; Dixon, The Shock Absorber Handbook, 2nd ed., ch. 8, has the loop that
 * it makes of a force-speed curve). Implicit in u at the substep's end: F(w) + k dt w = k (u + v dt), which has one w for any damper whose
 * force grows with its speed. Stored is k u^2 / 2, and F w is lost. */
#ifndef KAMM_PART_SUSPENSION_H
#define KAMM_PART_SUSPENSION_H

#include "../base/curve.h"
#include "../base/lane.h"
#include "../base/num.h"

struct suspension_constants {
    num coupling;  /* 0: independent; 1/2: dependent */
    num inset;     /* of the springs on a beam, over the track; 0: they are at the wheels */
    num preload_n; /* spring force at rest: static load less the unsprung weight */
    num spring_n_per_m;
    num bump_travel_m, bump_stop_n_per_m, bump_hardening_per_m;
    num hardened_m; /* the compression of a stop beyond which it hardens no more, since the substep would not bear it */
    num rebound_travel_m, rebound_stop_n_per_m; /* hardens as the bump stop does */
    num stop_hysteresis, friction_n, inverse_friction_travel;
    num leaf_friction,
        least_leaf_friction_n;           /* share of the spring's force, and its least; 0: none */
    num bump_damping, bump_fast_damping; /* N.s/m */
    num rebound_damping, rebound_fast_damping; /* N.s/m */
    num knee_mps;
    num spring_curved, damper_curved; /* 1: the curves below are there */
    struct curve_table spring;        /* N on top of spring_n_per_m, against travel */
    struct curve_table damper;        /* N against travel rate, in the place of the four slopes */
    num damper_levered;               /* 1: its motion ratio follows the travel */
    struct curve_table damper_ratio;  /* that over the one at rest, against travel */
    num bush_n_per_m;                 /* in series with the damper; 0: rigid */
    struct curve_table damper_yield;  /* rate of a curved damper against F + k dt rate */
    num third; /* 1: there are the four below, per mean travel and its rate, or per difference */
    num heave_n_per_m, heave_gap_m, heave_damping, roll_damping;
    num curved; /* 0 where all of these are straight lines, as they are on most cars */
    struct curve_table camber, toe, lateral, longitudinal, caster; /* extended past their ends */
};

/* The travel, or its rate, that tilts the wheel and moves it sideways. */
LANE_INLINE real tilting_travel(const struct suspension_constants *c, real own, real other)
{
    return own - c->coupling * (own + other);
}

/* Position of the wheel against its travel, for a left wheel: outward is to the left. */
struct wheel_path {
    real camber_rad, camber_slope; /* with the static value; positive: top outwards */
    real toe_in_rad, toe_slope;    /* with the static value */
    real outward_m, outward_slope;
    real forward_m, forward_slope;
    real caster_slope; /* turn of the upright about the y axis per travel, rad/m; + leans back */
};

LANE_INLINE struct wheel_path wheel_path_by(real curve(const struct curve_table *, real, real *),
                                            const struct suspension_constants *c, real travel,
                                            real tilting)
{
    struct wheel_path path;
    path.camber_rad = curve(&c->camber, tilting, &path.camber_slope);
    path.toe_in_rad = curve(&c->toe, tilting, &path.toe_slope);
    path.outward_m = curve(&c->lateral, tilting, &path.outward_slope);
    path.forward_m = curve(&c->longitudinal, travel, &path.forward_slope);
    (void)curve(&c->caster, travel, &path.caster_slope);
    return path;
}

static inline struct wheel_path wheel_path_at(const struct suspension_constants *c, real travel,
                                              real tilting)
{
    if (any_num(c->curved > 0.5f)) return wheel_path_by(curve_at, c, travel, tilting);
    return wheel_path_by(curve_line_at, c, travel, tilting);
}

/* One side of the damper: low-speed slope up to the knee, high-speed slope beyond. */
LANE_INLINE real bilinear(real speed, real knee, real slow, real fast)
{
    real below = min_real(speed, knee);
    return slow * below + fast * (speed - below);
}

LANE_INLINE int has_damper_curve(const struct suspension_constants *c)
{
    return any_num(c->damper_curved > 0.5f);
}

/* Damper force on the wheel, downwards positive while the wheel moves up. */
static inline real damper_force(const struct suspension_constants *c, real travel_rate)
{
    real knee = lanes(c->knee_mps);
    real speed = absolute(travel_rate);
    real bump = bilinear(speed, knee, lanes(c->bump_damping), lanes(c->bump_fast_damping));
    real rebound = bilinear(speed, knee, lanes(c->rebound_damping), lanes(c->rebound_fast_damping));
    real force = pick(travel_rate > 0.0f, bump, -rebound), slope;
    if (!has_damper_curve(c)) return force;
    return pick(lanes(c->damper_curved) > 0.5f, curve_at(&c->damper, travel_rate, &slope), force);
}

/* A stop's force over its stiffness at first touch, x + h x^2 and from `hardened_m` on the tangent; and how that grows. */
LANE_INLINE real stop_compression(const struct suspension_constants *c, real x)
{
    real hard = min_real(x, lanes(c->hardened_m));
    return x + c->bump_hardening_per_m * hard * (2.0f * x - hard);
}
LANE_INLINE real stop_hardness(const struct suspension_constants *c, real x)
{
    return 1.0f + 2.0f * c->bump_hardening_per_m * min_real(x, lanes(c->hardened_m));
}

/* Forces of the stops, both positive. */
struct stop_forces {
    real bump, rebound;
};

LANE_INLINE struct stop_forces stop_forces(const struct suspension_constants *c, real travel)
{
    real zero = splat(0.0f);
    real bump = max_real(travel - c->bump_travel_m, zero);
    real rebound = max_real(-travel - c->rebound_travel_m, zero);
    return (struct stop_forces){c->bump_stop_n_per_m * stop_compression(c, bump),
                                c->rebound_stop_n_per_m * stop_compression(c, rebound)};
}

/* The spring alone, as if it could pull; and its slope. */
struct spring_rate {
    real force, slope;
};

static inline struct spring_rate spring_without_stops(const struct suspension_constants *c,
                                                      real travel)
{
    struct spring_rate spring = {c->preload_n + c->spring_n_per_m * travel,
                                 lanes(c->spring_n_per_m)};
    if (!any_num(c->spring_curved > 0.5f)) return spring;
    mask curved = lanes(c->spring_curved) > 0.5f;
    real slope, more = curve_at(&c->spring, travel, &slope);
    spring.force = pick(curved, spring.force + more, spring.force);
    spring.slope = pick(curved, spring.slope + slope, spring.slope);
    return spring;
}

/* Spring and stops: force on the wheel, downwards positive. */
static inline real spring_force(const struct suspension_constants *c, real travel)
{
    real spring = max_real(spring_without_stops(c, travel).force, splat(0.0f));
    struct stop_forces stops = stop_forces(c, travel);
    return spring + stops.bump - stops.rebound;
}

/* Slopes of these: N.s/m per rate and N/m per travel. */
static inline real damper_slope(const struct suspension_constants *c, real travel_rate)
{
    mask slow = absolute(travel_rate) < lanes(c->knee_mps);
    real bump = pick(slow, lanes(c->bump_damping), lanes(c->bump_fast_damping));
    real rebound = pick(slow, lanes(c->rebound_damping), lanes(c->rebound_fast_damping));
    real damping = pick(travel_rate > 0.0f, bump, rebound), slope;
    if (!has_damper_curve(c)) return damping;
    (void)curve_at(&c->damper, travel_rate, &slope);
    return pick(lanes(c->damper_curved) > 0.5f, slope, damping);
}

/* Stiffness of the stops alone. */
static inline real stop_slope(const struct suspension_constants *c, real travel)
{
    real zero = splat(0.0f);
    real bump = max_real(travel - c->bump_travel_m, zero);
    real rebound = max_real(-travel - c->rebound_travel_m, zero);
    return pick(bump > 0.0f, c->bump_stop_n_per_m * stop_hardness(c, bump), zero) +
           pick(rebound > 0.0f, c->rebound_stop_n_per_m * stop_hardness(c, rebound), zero);
}

static inline real spring_slope(const struct suspension_constants *c, real travel)
{
    real zero = splat(0.0f);
    real bump = max_real(travel - c->bump_travel_m, zero);
    real rebound = max_real(-travel - c->rebound_travel_m, zero);
    struct spring_rate alone = spring_without_stops(c, travel);
    real spring = pick(alone.force > 0.0f, alone.slope, zero);
    return spring + pick(bump > 0.0f, c->bump_stop_n_per_m * stop_hardness(c, bump), zero) +
           pick(rebound > 0.0f, c->rebound_stop_n_per_m * stop_hardness(c, rebound), zero);
}

LANE_INLINE int has_leaf_friction(const struct suspension_constants *c)
{
    return any_num(c->leaf_friction > 0.0f);
}

/* Returns the capacity of dry friction: of springs and joints always, of leaves with the spring's
 * force, of the stops' rubber with theirs. */
static inline real friction_capacity(const struct suspension_constants *c, real travel)
{
    struct stop_forces stops = stop_forces(c, travel);
    real capacity = c->friction_n + c->stop_hysteresis * (stops.bump + stops.rebound);
    if (!has_leaf_friction(c)) return capacity;
    real leaves = max_real(c->leaf_friction * spring_without_stops(c, travel).force,
                           lanes(c->least_leaf_friction_n));
    return pick(lanes(c->leaf_friction) > 0.0f, capacity + leaves, capacity);
}

/* Force of a damper, downwards positive, and its slope per travel rate. */
struct damper_press {
    real force, slope;
};

LANE_INLINE int has_rare_damper(const struct suspension_constants *c)
{
    return any_num(c->damper_levered > 0.5f) || any_num(c->bush_n_per_m > 0.0f);
}

/* The rate of a damper's own rod where the bush would be pressed by `all` if it did not move. */
static inline real yielding_rate(const struct suspension_constants *c, real all, real per_rate,
                                 real setting)
{
    mask in = all > 0.0f;
    real size = absolute(all), knee = lanes(c->knee_mps), slope;
    real slow = setting * pick(in, lanes(c->bump_damping), lanes(c->rebound_damping)) + per_rate;
    real fast =
        setting * pick(in, lanes(c->bump_fast_damping), lanes(c->rebound_fast_damping)) + per_rate;
    real below = min_real(size, slow * knee);
    real rate = copy_sign(below / slow + (size - below) / fast, all);
    if (!has_damper_curve(c)) return rate;
    return pick(lanes(c->damper_curved) > 0.5f, curve_at(&c->damper_yield, all, &slope), rate);
}

/* A damper on a bush that is bent by `bend`, which takes its substep. */
static inline struct damper_press press_bush(const struct suspension_constants *c, real rate,
                                             real setting, real *bend, real dt)
{
    real k = lanes(c->bush_n_per_m), per_rate = k * dt;
    real own = yielding_rate(c, k * *bend + per_rate * rate, per_rate, setting);
    real bent = *bend + (rate - own) * dt;
    bent = pick(bent * own < 0.0f, splat(0.0f), bent); /* rounding and curves by tables */
    real slope = setting * damper_slope(c, own);
    *bend = pick(k > 0.0f, bent, *bend);
    return (struct damper_press){k * bent, per_rate * slope / (per_rate + slope)};
}

/* `setting`: what its force is multiplied by. */
static inline struct damper_press press_damper(const struct suspension_constants *c, real travel,
                                               real rate, real setting, real *bend, real dt)
{
    if (!has_rare_damper(c))
        return (struct damper_press){setting * damper_force(c, rate),
                                     setting * damper_slope(c, rate)};
    real slope;
    real lever = pick(lanes(c->damper_levered) > 0.5f, curve_at(&c->damper_ratio, travel, &slope),
                      splat(1.0f));
    real own = lever * rate;
    struct damper_press rigid = {setting * damper_force(c, own), setting * damper_slope(c, own)};
    if (any_num(c->bush_n_per_m > 0.0f)) {
        struct damper_press soft = press_bush(c, own, setting, bend, dt);
        mask bush = lanes(c->bush_n_per_m) > 0.0f;
        rigid.force = pick(bush, soft.force, rigid.force);
        rigid.slope = pick(bush, soft.slope, rigid.slope);
    }
    return (struct damper_press){lever * rigid.force, lever * lever * rigid.slope};
}

/* An axle's left and right: travels, rates or forces. */
struct axle_pair {
    real left, right;
};

/* From the wheels to springs that sit inwards on their beam, or for forces the way back. */
LANE_INLINE struct axle_pair set_inwards(const struct suspension_constants *c, struct axle_pair at)
{
    real shift = c->inset * (at.left - at.right);
    return (struct axle_pair){at.left - shift, at.right + shift};
}

LANE_INLINE int has_third(const struct suspension_constants *c) { return any_num(c->third > 0.5f); }

/* How far a third spring is pressed by that mean travel: both ways, or beyond its gap. */
LANE_INLINE real heave_press(const struct suspension_constants *c, real mean)
{
    real beyond = max_real(mean - c->heave_gap_m, splat(0.0f));
    return pick(lanes(c->heave_gap_m) > 0.0f, beyond, mean);
}

/* Forces of springs, stops and dampers at the wheels, downwards positive. */
static inline struct axle_pair suspension_force(const struct suspension_constants *c,
                                                struct axle_pair travel, struct axle_pair rate)
{
    struct axle_pair t = set_inwards(c, travel), v = set_inwards(c, rate);
    struct axle_pair force = {spring_force(c, t.left) + damper_force(c, v.left),
                              spring_force(c, t.right) + damper_force(c, v.right)};
    force = set_inwards(c, force);
    if (!has_third(c)) return force;
    real heave = c->heave_n_per_m * heave_press(c, 0.5f * (travel.left + travel.right)) +
                 c->heave_damping * (0.5f * (rate.left + rate.right));
    real roll = c->roll_damping * (rate.left - rate.right);
    return (struct axle_pair){force.left + (0.5f * heave + roll),
                              force.right + (0.5f * heave - roll)};
}

#endif
