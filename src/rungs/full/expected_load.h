/* How stiff forces are carried through a substep, and the load that is expected of a tyre that crosses a kink of its force. */
#ifndef KAMM_RUNGS_FULL_EXPECTED_LOAD_H
#define KAMM_RUNGS_FULL_EXPECTED_LOAD_H

#include "soft_ground.h"

#define EXPECT_ROUNDS 3 /* of Newton's method */

/* The time theta dt after a substep's start to which stiff forces are carried by what they do meanwhile. Theta is 1/2,
 * the midpoint rule, where the substep resolves the motion of a mass under forces of these slopes. It goes to 1,
 * backward Euler, where it is too stiff for that and would swing back from the middle too far. */
LANE_INLINE real implicit_point(real damping, real stiffness, num inverse_mass, real dt)
{
    real stiff = dt * (damping + dt * stiffness) * inverse_mass;
    return dt * ((1.0f + stiff) / (2.0f + stiff));
}

/* How long after the middle of the substep it is that a spring presses as it will at the place to which the mass's velocity
 * has brought it. With stiffness this goes from the midpoint rule to backward Euler as well. A spring that
 * is felt in the middle alone is an area-preserving map at any stiffness: what a stop takes in within a substep it
 * then gives back in full, and more where it hardens. */
LANE_INLINE real implicit_lead(real stiffness, num inverse_mass, real dt)
{
    real swing_2 = dt * dt * stiffness * inverse_mass;
    return 0.5f * dt * min_real(square(0.25f * swing_2), splat(1.0f));
}

/* Returns the loss of such a force per acceleration of the mass: theta dt (c + theta dt k). */
LANE_INLINE real implicit_slope(real damping, real stiffness, real point)
{
    return point * (damping + point * stiffness);
}

/* The way of a tyre that crosses a kink. */
LANE_INLINE struct tyre_way way_of(const struct corner *k, real dt)
{
    real half = 0.5f * dt, rate = k->begin_mps - k->aside_mps;
    return (struct tyre_way){k->deflection_m - k->begin_mps * half,
                             k->deflection_m + (rate - k->aside_mps) * half, rate, k->kink_stiffer,
                             k->forward_speed};
}

/* The load of a tyre that crosses a kink, where its wheel goes as the load and the spring and damper above it make it go.
 * The body goes on as in the last substep. The load is found here before all that it depends on is known
 * (implicit_travel.h), so that slip and spin are found at a load that will be there. */
static inline struct falling_load expect_load(const struct axle_constants *axle, struct corner *k,
                                              const struct wheel_lanes *wheel,
                                              struct opposite_wheel opposite,
                                              const struct body_motion *body, real dt)
{
    const struct suspension_constants *c = &axle->suspension;
    const struct tyre_way way = way_of(k, dt);
    real up = k->normal.z, carried = gained_at(body, k->hub).z * (2.0f / dt);
    real travel = wheel->travel_m, rate = wheel->travel_rate_mps;
    mask tilts = lanes(c->inset) >= 0.5f; /* springs act on the mean travel: tilt.h */
    if (any(tilts)) {
        travel = pick(tilts, 0.5f * (travel + opposite.travel_m), travel);
        rate = pick(tilts, 0.5f * (rate + opposite.travel_rate_mps), rate);
    }
    real damping = damper_slope(c, rate), stiffness = spring_slope(c, travel);
    real point = implicit_point(damping, stiffness, axle->inverse_unsprung_mass, dt);
    real held = implicit_slope(damping, stiffness, point);
    real other = axle->unsprung_mass_kg * body->gravity.z -
                 (spring_force(c, travel) + damper_force(c, rate)) + held * carried;
    real acceleration = splat(0.0f);
    struct falling_load load = mean_load(&axle->tyre_vertical, &way, acceleration, dt);
    for (int i = 0; i < EXPECT_ROUNDS; ++i) {
        real falls = load.slope * square(up);
        acceleration = (other + up * load.load_n + falls * acceleration) /
                       (axle->unsprung_mass_kg + held + falls);
        load = mean_load(&axle->tyre_vertical, &way, acceleration * up, dt);
    }
    load.load_n = max_real(load.load_n, lanes(axle->least_load_n));
    k->expected_mps2 = acceleration * up;
    return load;
}

/* Apart, so that it takes no registers of those wheels that cross none. */
static KAMM_NEVER_INLINE void press_over_kink(const struct axle_constants *axle, struct corner *k,
                                              const struct wheel_lanes *wheel,
                                              struct opposite_wheel other,
                                              const struct body_motion *body, real sinks_mps,
                                              real stiffer, mask kinked, real dt)
{
    real gained = vec3_dot(gained_at(body, k->contact), k->normal);
    k->begin_mps = sinks_mps + gained;
    k->aside_mps = gained - gained_at(body, k->hub).z * k->normal.z;
    k->kink_stiffer = stiffer;
    struct falling_load load = expect_load(axle, k, wheel, other, body, dt);
    k->kink_stiffer = keep(kinked, stiffer);
    k->expected_mps2 = keep(kinked, k->expected_mps2);
    k->load_n = pick(kinked, load.load_n, k->load_n);
    k->load_slope = pick(kinked, load.slope, k->load_slope);
}

#endif
