/* Force of springs, stops, friction and dampers on a hub, and its growth within a substep
 * (implicit_travel.h). */
#ifndef KAMM_RUNGS_FULL_SPRING_PRESS_H
#define KAMM_RUNGS_FULL_SPRING_PRESS_H

#include "../../part/dry_friction.h"
#include "ride.h"

/* A spring with its stops, its damper and its friction: force downwards on the hub, and its part of S. Friction takes its
 * substep, and lies at the travel of its middle; spring and stops press where they are after implicit_lead. */
struct spring_press {
    real down_n, slope;
};

struct spring_place {
    real travel, rate;
};

/* Dry friction: what it presses with, and its slope per travel. */
struct rubbing {
    real force, slope;
};

/* The share of dry friction after the substep, and its slope. */
LANE_INLINE real rub_spring(const struct suspension_constants *c, real rate, real *share, real dt)
{
    real per_travel = lanes(c->inverse_friction_travel), before = *share;
    *share = friction_share(before, rate, per_travel, dt);
    real slope = friction_share_slope(*share, rate, per_travel, dt);
    if (!has_leaf_friction(c)) return slope;
    mask leaves = lanes(c->leaf_friction) > 0.0f;
    *share = pick(leaves, leaf_friction_share(before, rate, per_travel, dt), *share);
    return pick(leaves, leaf_friction_slope(*share, rate), slope);
}

LANE_INLINE struct rubbing rub(const struct suspension_constants *c, struct spring_place at,
                               real *share, real dt)
{
    real per_travel = lanes(c->inverse_friction_travel);
    real capacity = friction_capacity(c, at.travel), rubs = rub_spring(c, at.rate, share, dt);
    return (struct rubbing){capacity * *share, capacity * per_travel * rubs};
}

/* `body_mps2`: acceleration of the body above the hub, upwards. */
static inline struct damper_press work_damper(const struct axle_constants *axle,
                                              struct spring_place at, real body_mps2,
                                              struct wheel_lanes *wheel, real dt)
{
    real setting = splat(1.0f);
    if (has_skyhook(&axle->skyhook)) {
        struct skyhook_state hook = {wheel->skyhook_mps, wheel->damper_setting};
        hook = skyhook_step(&axle->skyhook, hook, body_mps2, at.rate);
        wheel->skyhook_mps = hook.body_mps;
        wheel->damper_setting = hook.above_one;
        setting = setting + hook.above_one;
    }
    return press_damper(&axle->suspension, at.travel, at.rate, setting, &wheel->damper_bend_m, dt);
}

LANE_INLINE struct spring_press press_by(const struct axle_constants *axle, struct spring_place at,
                                         struct damper_press damper, struct rubbing friction,
                                         real dt)
{
    const struct suspension_constants *c = &axle->suspension;
    real spring = spring_slope(c, at.travel);
    real lead = implicit_lead(spring, axle->inverse_unsprung_mass, dt);
    real stiffness = spring + friction.slope;
    real point = implicit_point(damper.slope, stiffness, axle->inverse_unsprung_mass, dt);
    return (struct spring_press){
        (spring_force(c, at.travel + at.rate * lead) + damper.force) + friction.force,
        implicit_slope(damper.slope, stiffness, point),
    };
}

static inline struct spring_press press_spring(const struct axle_constants *axle,
                                               struct spring_place at, real body_mps2,
                                               struct wheel_lanes *wheel, real dt)
{
    struct rubbing friction = rub(&axle->suspension, at, &wheel->spring_friction_share, dt);
    struct damper_press damper = work_damper(axle, at, body_mps2, wheel, dt);
    return press_by(axle, at, damper, friction, dt);
}

/* What the springs of a bogie press one wheel with (load_sharing.h): its share of what all axles have, at what they share of
 * their travels. `slope` along that: S is slope times its share by each axle's hub. */
static inline struct spring_press press_bogie(const struct axle_constants *axle,
                                              struct spring_place mean, struct rubbing friction,
                                              real dt)
{
    const struct suspension_constants *c = &axle->suspension;
    const struct load_sharing_constants *s = &axle->load_sharing;
    mask air = lanes(s->air) > 0.5f;
    struct spring_rate bellows = spring_without_stops(c, mean.travel);
    real spring =
        pick(air, keep(bellows.force > 0.0f, bellows.slope), spring_slope(c, mean.travel));
    real stiffness = spring + pick(air, splat(0.0f), friction.slope);
    real at = mean.travel + mean.rate * implicit_lead(spring, s->mean_inverse_mass, dt);
    real blown = max_real(spring_without_stops(c, at).force, splat(0.0f));
    real point = implicit_point(splat(0.0f), stiffness, s->mean_inverse_mass, dt);
    return (struct spring_press){pick(air, blown, spring_force(c, at)),
                                 implicit_slope(splat(0.0f), stiffness, point)};
}

/* What remains an axle's own there: damper, with air the stops and friction as well. */
static inline struct spring_press press_apart(const struct axle_constants *axle,
                                              struct spring_place own, struct damper_press damper,
                                              struct rubbing friction, real dt)
{
    const struct suspension_constants *c = &axle->suspension;
    mask air = lanes(axle->load_sharing.air) > 0.5f;
    num mass = axle->inverse_unsprung_mass;
    real stops = keep(air, stop_slope(c, own.travel));
    struct stop_forces stop =
        stop_forces(c, own.travel + own.rate * implicit_lead(stops, mass, dt));
    real stiffness = stops + keep(air, friction.slope);
    real point = implicit_point(damper.slope, stiffness, mass, dt);
    return (struct spring_press){(keep(air, stop.bump - stop.rebound) + damper.force) +
                                     friction.force,
                                 implicit_slope(damper.slope, stiffness, point)};
}

/* The stop of a beam: by what the travels at its ends differ by, `one` less `other`. */
static inline struct spring_press press_beam_stop(const struct load_sharing_constants *s,
                                                  struct spring_place one,
                                                  struct spring_place other, real dt)
{
    num mass = s->difference_inverse_mass;
    real apart = one.travel - other.travel, rate = one.rate - other.rate;
    real stiffness = keep(absolute(apart) > lanes(s->stop_m), lanes(s->stop_n_per_m));
    real lead = implicit_lead(stiffness, mass, dt);
    real point = implicit_point(splat(0.0f), stiffness, mass, dt);
    return (struct spring_press){s->stop_n_per_m * beyond_stop(s, apart + rate * lead),
                                 implicit_slope(splat(0.0f), stiffness, point)};
}

/* The springs of a bogie as one of its axles has them, on one side: what all share, and those of the axles before and behind, its own
 * where there are none. */
struct shared_place {
    struct spring_place mean, before, behind;
};

/* The part of S by the other axles' hubs: `shared` times their shares, and less `stop` by those of the axle behind. */
struct shared_slope {
    real shared, stop;
};

/* Springs of a hub whose axle may share its load. `before`: what joins the axle before with it, NULL where no axle is. */
static inline struct spring_press
press_shared(const struct axle_constants *axle, const struct load_sharing_constants *before,
             struct spring_place own, const struct shared_place *place, real body_mps2,
             struct wheel_lanes *wheel, real dt, struct shared_slope *slope)
{
    const struct load_sharing_constants *s = &axle->load_sharing;
    mask on = lanes(s->on) > 0.5f, beam = on & (lanes(s->air) < 0.5f);
    struct spring_place rubs = {pick(beam, place->mean.travel, own.travel),
                                pick(beam, place->mean.rate, own.rate)};
    struct rubbing friction = rub(&axle->suspension, rubs, &wheel->spring_friction_share, dt);
    struct damper_press damper = work_damper(axle, own, body_mps2, wheel, dt);
    struct spring_press alone = press_by(axle, own, damper, friction, dt);
    struct spring_press shared = press_bogie(axle, place->mean, friction, dt);
    struct spring_press apart = press_apart(axle, own, damper, friction, dt);
    struct spring_press stop = press_beam_stop(s, own, place->behind, dt);
    *slope = (struct shared_slope){keep(on, shared.slope), keep(on, stop.slope)};
    if (before) {
        struct spring_press other = press_beam_stop(before, own, place->before, dt);
        stop.down_n = stop.down_n + other.down_n;
        stop.slope = stop.slope + other.slope;
    }
    return (struct spring_press){
        pick(on, (shared.down_n + apart.down_n) + stop.down_n, alone.down_n),
        pick(on, (shared.slope * s->own + apart.slope) + stop.slope, alone.slope),
    };
}

#endif
