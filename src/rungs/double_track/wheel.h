/* A wheel in the road's plane: tyre, drive, brake and rolling resistance.
 *
 * Thesis, chapters 3 to 6. Slip angle of each wheel from its own velocity and steer angle, (5-2)
 * taken from the axle to the wheel. Side force (5-1), (5-3): cornering stiffness times slip angle,
 * capped at friction times load. The text has the stiffness in proportion to load; here it grows with load
 * as the axle's tyre has it about its load at rest, which is less. With double_track.tyre = magic_formula it is that of the axle's own
 * tyre (part/tyre/tyre.h) at this load and camber. Along the wheel: drive torque over rolling
 * radius (3-3), less brake and rolling resistance.
 *
 * Grip is a circle, an ellipse where the tyre grips better along than across: what is used along the
 * wheel is not left across it, but for `share` of it, the text's factor 0.5 "in case the wheel slips".
 * Drive gets what the wheel does not ask for sideways, up to `share` of the grip; anti-lock brakes what
 * it does not ask for at all; brakes that lock the wheel get sqrt(1 - share^2).
 *
 * Brake and rolling resistance are dry friction: they hold a car as a whole, exactly. Side force
 * and dry friction go into the implicit step (planar_solve.h) as secants F/s, with s not below
 * still_mps; where all wheels come out slower than that, what they were asked for is less than
 * what they can hold, and the car stands.
 *
 *  - Departure: rolling resistance (3-2) grows with speed in the text and is 0 at rest. Here it is
 *    force per load, of the tyre and of the terrain, at any speed (7.2.4's coefficient).
 *  - Departure: braking (3-5) is along the heading in the text, whichever way the car rolls, and
 *    replaces traction; here it is at each wheel, opposes its rolling, and works together with
 *    traction.
 *  - Departure: wheels, and the engine while it turns with them, have inertia; the text's car has
 *    none. What spins them up does not reach the road. Where the road can't take what is asked, the grip alone
 *    moves the car: drive and brakes then change the wheels' speed by themselves.
 *  - Departure: with aids.abs the pedal's brakes take the grip that the side force leaves, up to
 *    all of it, and the wheel rolls on. The hand brake locks it all the same.
 *  - Slips of the pen put right: (5-1) with the angle of (5-2) pushes a car on the way it slides,
 *    unless C_a is negative; step 12 of chapter 6 takes the wheel's torque for a force, against
 *    (3-3); step 18 multiplies side force and resistance where it has to add them; step 1 calls
 *    both velocities long.
 *  - Not modelled: slip ratio. A wheel rolls with the road or, where brakes ask for too much, is
 *    locked. */
#ifndef KAMM_RUNGS_DOUBLE_TRACK_WHEEL_H
#define KAMM_RUNGS_DOUBLE_TRACK_WHEEL_H

#include "../../base/lane_math.h"
#include "../planar/planar_solve.h"
#include "double_track_constants.h"

#define STILL_MPS 1e-7f        /* slower: it stands; of an ordinary car */
#define ROUNDING 5e-7f         /* of a sum of floats, in terms of the largest */
#define NEAR_STILL_PER_S 40.0f /* times dt, in m/s: from there on dry friction is implicit */

/* Demands on a wheel. */
struct wheel_demand {
    real drive_n;    /* along the wheel */
    real resists_n;  /* brake and rolling resistance at most, not negative */
    real inertia_kg; /* that turns with it */
    real load_n, friction, camber_rad;
    mask anti_lock; /* of its brakes */
};

struct wheel_directions {
    struct planar_axis along, across;
    real speed, side_speed; /* of the contact over the ground */
    struct steer_angle steer;
};

/* Law of a wheel for a substep: force = given - resistance * speed, along and across. */
struct wheel_law {
    struct wheel_directions plane;
    real drive_n, resistance, side_n, side_resistance;
    real inertia_kg;
    real mz_nm; /* aligning moment */
    mask locked;
};

struct side_force {
    real force_n, resistance, mz_nm;
};

static inline struct wheel_directions wheel_directions_of(const struct double_track_constants *c,
                                                          const struct planar *p,
                                                          struct steer_angle steer, int w)
{
    struct wheel_directions k;
    vec3 at = contact_point_at(&c->planar, w);
    k.steer = steer;
    k.along = planar_axis_at(k.steer.cosine, k.steer.sine, at.x, at.y);
    k.across = planar_axis_at(-k.steer.sine, k.steer.cosine, at.x, at.y);
    k.speed = speed_along(k.along, p);
    k.side_speed = speed_along(k.across, p);
    return k;
}

/* (5-1) by load, without a cap; and (5-3): capped, as a secant. */
LANE_INLINE real uncapped_side(const struct double_track_axle_constants *axle, real load,
                               real angle)
{
    return (axle->stiffness_n + axle->stiffness_per_load * load) * angle;
}

static inline struct side_force capped_side(const struct double_track_axle_constants *axle,
                                            const struct wheel_directions *k, real load, real cap)
{
    real floor = max_real(absolute(k->side_speed), lanes(STILL_MPS * axle->root));
    real angle = arc_tangent2(floor, absolute(k->speed));
    real force = min_real(uncapped_side(axle, load, angle), cap);
    real used = force / max_real(cap, splat(1e-3f));
    real trail = axle->trail_m * (1.0f - square(used)); /* the text has no trail */
    struct side_force side = {.force_n = splat(0.0f), .resistance = force / floor};
    side.mz_nm = trail * side.resistance * k->side_speed;
    return side;
}

/* The axle's own tyre; what it gives beyond its secant is held through the substep. */
static inline struct side_force formula_side(const struct double_track_axle_constants *axle,
                                             const struct wheel_directions *k, real side,
                                             const struct wheel_demand *d, real used_n, real min)
{
    const struct tyre_constants *tyre = &axle->tyre;
    struct tyre_state at = tyre_prepare(tyre, d->load_n, d->camber_rad);
    real friction = clamp(d->friction, splat(0.001f), splat(100.0f)), speed = absolute(k->speed);
    real on_ice =
        min_real(d->friction / friction, splat(1.0f)); /* the formula needs some friction */
    struct tyre_slip slip = {.slip_ratio = splat(0.0f),
                             .tan_slip_angle = axle->slip_share * k->side_speed /
                                               max_real(speed, lanes(0.1f * axle->root)),
                             .speed_mps = pick(k->speed < -0.5f * axle->root, -speed, speed),
                             .friction_x = friction,
                             .friction_y = friction,
                             .side = side * axle->tyre_side};
    struct tyre_force f = tyre_forces(tyre, &at, slip);
    real cap = square_root(max_real(square(f.peak_fy) - square(used_n), square(min * f.peak_fy)));
    real floor = max_real(absolute(k->side_speed), lanes(STILL_MPS * axle->root));
    real angle = arc_tangent2(floor, speed);
    real resistance = min_real(axle->slip_share * at.cornering_stiffness * angle, cap) / floor;
    real force = clamp(f.fy, -cap, cap);
    mask slow = speed < 0.5f * axle->root; /* towards standstill friction alone holds */
    real held = force + resistance * k->side_speed;
    return (struct side_force){.force_n = keep(mask_not(slow), held) * on_ice,
                               .resistance = resistance * on_ice,
                               .mz_nm = f.mz * on_ice};
}

/* Dry friction along the wheel: explicit, but implicit near standstill. */
static inline void resist_rolling(const struct double_track_axle_constants *axle,
                                  struct wheel_law *law, real resists, real near)
{
    real speed = law->plane.speed, size = absolute(speed);
    mask slow = size < near;
    real backwards = pick(speed < 0.0f, splat(1.0f), splat(-1.0f));
    law->resistance = keep(slow, resists / max_real(size, lanes(STILL_MPS * axle->root)));
    law->drive_n = law->drive_n + keep(mask_not(slow), backwards * resists);
}

/* The side force of the wheel, at most `max`, leaves this share of its grip for the direction along
 * it. */
static inline real left_along(const struct double_track_axle_constants *axle,
                              const struct wheel_directions *k, real load, real grip, real max)
{
    real angle =
        arc_tangent2(absolute(k->side_speed), max_real(absolute(k->speed), lanes(axle->root)));
    real asked = min_real(uncapped_side(axle, load, angle), max);
    return square_root(max_real(square(grip) - square(asked), splat(0.0f)));
}

/* `reach` of the drive reaches the road. */
static inline struct wheel_law wheel_law_of(const struct double_track_constants *c,
                                            const struct layout *l, int w,
                                            struct wheel_directions plane,
                                            const struct wheel_demand *d, real reach)
{
    const struct double_track_axle_constants *axle = &c->axles[l->axle[w]];
    struct wheel_law law = {.plane = plane};
    real share = lanes(c->sliding_share);
    real grip = axle->friction * d->friction * d->load_n;
    real per_side = lanes(axle->along_per_side), min = c->drive_limit * grip * per_side;
    real driven = per_side * left_along(axle, &plane, d->load_n, grip, share * grip);
    real spared = max_real(per_side * left_along(axle, &plane, d->load_n, grip, grip),
                           share * grip * per_side);
    real road = clamp(d->drive_n * reach, -driven, driven);
    real with = pick(plane.speed < 0.0f, -road, road);
    real held = pick(d->anti_lock, spared, min);
    real max = max_real(held + with, splat(0.0f));
    law.locked = (d->resists_n > max) & mask_not(d->anti_lock);
    real resists = min_real(d->resists_n, max);
    real used = (with - resists) * axle->side_per_along;
    mask within = (absolute(d->drive_n * reach) <= driven) & (d->resists_n <= max);
    law.drive_n = pick(within, d->drive_n, road);
    law.inertia_kg = keep(within, d->inertia_kg);
    resist_rolling(axle, &law, resists, lanes(NEAR_STILL_PER_S * c->planar.dt));

    real cap = square_root(max_real(square(grip) - square(used), square(share * grip)));
    struct side_force side = capped_side(axle, &plane, d->load_n, cap);
    mask formula = lanes(c->formula) > 0.5f;
    if (any(formula)) {
        struct side_force other =
            formula_side(axle, &plane, splat(l->side[w] < 0 ? -1.0f : 1.0f), d, used, share);
        side.force_n = pick(formula, other.force_n, side.force_n);
        side.resistance = pick(formula, other.resistance, side.resistance);
        side.mz_nm = pick(formula, other.mz_nm, side.mz_nm);
    }
    mask carries = d->load_n > 0.0f;
    law.side_n = keep(carries, side.force_n);
    law.side_resistance = keep(carries, side.resistance);
    law.mz_nm = keep(carries, side.mz_nm);
    return law;
}

static inline struct planar_system wheel_element(const struct double_track_constants *c,
                                                 const struct wheel_law *law)
{
    real dt = lanes(c->planar.dt), zero = splat(0.0f);
    const struct wheel_directions *k = &law->plane;
    struct planar_system along =
        planar_element(k->along, k->speed, law->resistance, law->drive_n, dt);
    struct planar_system inert =
        planar_element(k->along, zero, law->inertia_kg * c->planar.inverse_dt, zero, dt);
    struct planar_system across =
        planar_element(k->across, k->side_speed, law->side_resistance, law->side_n, dt);
    return planar_sum(planar_sum(along, inert), across);
}

#endif
