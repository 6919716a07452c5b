/* Suspension: where the wheel goes with its travel, and the force along that travel.
 *
 * Travel is positive upwards (jounce), 0 at rest. The path of the contact patch and of the wheel's
 * centre is given by curves against travel; their slopes carry the roll centre and anti-dive into
 * the equations of motion by virtual work (Milliken & Milliken, Race Car Vehicle Dynamics, ch. 17;
 * Reimpell, The Automotive Chassis, ch. 3), so no roll-centre force is ever put in by hand.
 *
 * Assumptions: left and right are alike; the curves depend on the travel alone, not on steer; links
 * are rigid; the spring acts on the travel with a constant rate and never pulls; the damper is bilinear
 * in its speed; stops are springs, the bump stop hardening in proportion to its compression. */
#ifndef KAMM_PART_SUSPENSION_H
#define KAMM_PART_SUSPENSION_H

#include "../base/curve.h"
#include "../base/lane.h"
#include "../base/view.h"

struct suspension_constants {
    float preload_n; /* spring force at rest: static load less the unsprung weight */
    float spring_n_per_m;
    float bump_travel_m, bump_stop_n_per_m, bump_hardening_per_m;
    float rebound_travel_m, rebound_stop_n_per_m;
    float bump_damping, bump_fast_damping;       /* N.s/m */
    float rebound_damping, rebound_fast_damping; /* N.s/m */
    float knee_mps;
    struct curve_table camber, toe, lateral, longitudinal, caster;
};

/* Position of the wheel against its travel, for a left wheel: outward is to the left. */
struct wheel_path {
    real camber_rad; /* with the static value; positive: top outwards */
    real toe_in_rad; /* with the static value */
    real outward_m, outward_slope;
    real forward_m, forward_slope;
    real caster_slope; /* turn of the upright about the y axis per travel, rad/m; + leans back */
};

static inline struct wheel_path wheel_path_at(view c, real travel)
{
    struct wheel_path path;
    real slope, caster;
    path.camber_rad = curve_at(INSIDE(c, struct suspension_constants, camber), travel, &slope);
    path.toe_in_rad = curve_at(INSIDE(c, struct suspension_constants, toe), travel, &slope);
    path.outward_m = curve_at(INSIDE(c, struct suspension_constants, lateral), travel,
                              &path.outward_slope);
    path.forward_m = curve_at(INSIDE(c, struct suspension_constants, longitudinal), travel,
                              &path.forward_slope);
    caster = curve_at(INSIDE(c, struct suspension_constants, caster), travel, &path.caster_slope);
    (void)caster;
    return path;
}

/* One side of the damper: low-speed slope up to the knee, high-speed slope beyond. */
LANE_INLINE real bilinear(real speed, real knee, real slow, real fast)
{
    real below = min_real(speed, knee);
    return slow * below + fast * (speed - below);
}

/* Damper force on the wheel, downwards positive while the wheel moves up. */
static inline real damper_force(view c, real travel_rate)
{
    real knee = GET(c, struct suspension_constants, knee_mps);
    real speed = magnitude(travel_rate);
    real bump = bilinear(speed, knee, GET(c, struct suspension_constants, bump_damping),
                         GET(c, struct suspension_constants, bump_fast_damping));
    real rebound = bilinear(speed, knee, GET(c, struct suspension_constants, rebound_damping),
                            GET(c, struct suspension_constants, rebound_fast_damping));
    return pick(travel_rate > 0.0f, bump, -rebound);
}

/* Spring and stops: force on the wheel, downwards positive. */
static inline real spring_force(view c, real travel)
{
    real zero = splat(0.0f);
    real spring = max_real(GET(c, struct suspension_constants, preload_n) +
                               GET(c, struct suspension_constants, spring_n_per_m) * travel, zero);
    real bump = max_real(travel - GET(c, struct suspension_constants, bump_travel_m), zero);
    real rebound = max_real(-travel - GET(c, struct suspension_constants, rebound_travel_m), zero);
    real hardening = 1.0f + GET(c, struct suspension_constants, bump_hardening_per_m) * bump;
    return spring + GET(c, struct suspension_constants, bump_stop_n_per_m) * bump * hardening -
           GET(c, struct suspension_constants, rebound_stop_n_per_m) * rebound;
}

#endif
