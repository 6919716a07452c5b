/* Ground that is higher than a wheel, or a point of the body, can have met it.
 *
 * Ground comes as planes, one answer after the other. From one to the next a plane may jump up: a step of the terrain,
 * a ray of a host engine that hit something else, a pose that a host has set. A contact that is a function of the
 * geometry alone would then store the whole jump as elastic energy at once and throw the car up. Here the depth of a
 * contact is a state. It follows the geometry where the bodies' own motion explains it, which is to the bit what it
 * would be without that state; beyond that it grows by MEETS_MPS at most, and below a wheel that rolls by what a rigid
 * wheel of its radius R rises on a step: with the height h left to climb it touches the edge x = sqrt(2 R h) ahead of
 * its lowest point. So it rises by x / R per distance (the circle taken as a parabola). That holds up to half the
 * radius; from there it falls to nothing at the radius, since no wheel climbs what is higher than its centre.
 *
 * Ground at rest does no work. On a kerb what a wheel gains by a jump up is small, and it loses as much where the ground
 * jumps down. Ground that is higher than a tyre can swallow, WALL_SHARE of the radius, is a wall: it would lift the wheel with all that
 * the rim bears. So the force of a wall is square to the way that the contact takes, on and up, as that of an edge is, which points to
 * the axle: it holds back with load x rise per way. It comes up by way alone: at a speed p by MEETS_MPS p^2 / (p^2 + MEETS_MPS^2) and
 * by what the wheel climbs. The way is that of the car: a wheel that travels up and down a wall climbs nothing by that. A wheel that a host has set into it is let out at a tenth of MEETS_MPS, which is work of the host's.
 *
 * Below a wheel that is pressed in deeper than its load does on a level road a plane also turns: its slope is that of the axle's way at
 * the nominal depth, and about that point it turns. Where it gets flatter the tyre is pressed in by more than the wheel's motion
 * explains. A bus on cones of 0.5 m gained so 2.6 % of its energy. Such growth is paid for by the wheel's way: what it adds, load x
 * rise, a force against the way takes. Where the plane gets steeper the tyre gives as much away, and the wheel gets nothing for it:
 * a force with the way would feed on itself at few substeps a second. So it only takes energy.
 *
 * WALL_SHARE is ours: the rim of an ordinary car's tyre touches at some fifth of the radius. MEETS_MPS is
 * ours: 17 mm in a frame of 60 Hz, of an ordinary car; of others it goes with the root of the length (src/vehicle/scale.h). */
#ifndef KAMM_PART_GROUND_STEP_H
#define KAMM_PART_GROUND_STEP_H

#include "../base/lane.h"

#define MEETS_MPS 1.0
#define WALL_SHARE 0.25f
#define LET_OUT_SHARE 0.1f
/* Growth that is paid for is faster than this share of MEETS_MPS, and than twice as much of the speed … */
#define TURN_SHARE 0.05f
/* … and deeper than this share of the radius, half as deep again as nominal. */
#define TURN_DEEP_SHARE 0.125f
/* Square of the speed that a wheel has at least to pay with, at rest, as a share of the square of MEETS_MPS. */
#define TURN_STANDS_2 0.01f
/* How hard a deep tyre may slow its wheel down within a substep, in MEETS_MPS^2 over the radius. All four are ours. */
#define TURN_HARD 20.0f
#define ANY_DEPTH_M 10.0f /* met before: whatever depth there is counts at once */

/* The depth that is met after a substep. `depth_m` is that of the geometry, `before_m` what was met a substep ago,
 * `sinks_mps` how fast the bodies' motion presses the contact in. */
LANE_INLINE real met_depth(real depth_m, real before_m, real sinks_mps, real meets_mps, real dt)
{
    real max = max_real(before_m, splat(0.0f)) + (sinks_mps + meets_mps) * dt;
    return min_real(depth_m, max_real(max, splat(0.0f)));
}

/* Returns how much of the rest, `unmet_m`, a wheel that moves at `passing_mps` meets in a substep. */
LANE_INLINE real climbed(real unmet_m, real passing_mps, real inverse_radius, real dt)
{
    real share = unmet_m * inverse_radius;
    real slope = min_real(square_root(2.0f * share), max_real(2.0f - 2.0f * share, splat(0.0f)));
    return min_real(unmet_m, slope * passing_mps * dt);
}

/* Ground that has jumped so far above a wheel's lowest point that its tyre does not swallow it. */
LANE_INLINE mask is_wall(real depth_m, real inverse_radius)
{
    return depth_m * inverse_radius > WALL_SHARE;
}

/* How fast a wall comes up below a contact that moves on at the root of `passing_2`: by that way, and by itself. */
struct wall_rise {
    real by_way_mps, itself_mps;
};

LANE_INLINE struct wall_rise wall_rise_at(real passing_2, real meets_mps)
{
    real moves = passing_2 / (passing_2 + meets_mps * meets_mps);
    return (struct wall_rise){meets_mps * moves, meets_mps * LET_OUT_SHARE * (1.0f - moves)};
}

/* Returns the resistance of a wall with that slope along the contact's way, per load and per speed
 * of the contact. */
LANE_INLINE real wall_resistance(real by_way_mps, real passing_2)
{
    return by_way_mps / max_real(passing_2, splat(1e-6f));
}

/* The resistance per load and per speed of a contact whose ground rises by itself, beyond the motion of the bodies: 0 where that is
 * slow. */
LANE_INLINE real turn_resistance(real rises_mps, real passing_2, real meets_mps,
                                 real inverse_radius, real dt)
{
    real meets_2 = meets_mps * meets_mps, rises_2 = rises_mps * rises_mps;
    real hard = rises_mps * dt * inverse_radius * TURN_HARD;
    mask pays = (rises_mps > meets_mps * TURN_SHARE) &
                (rises_2 > passing_2 * (4 * TURN_SHARE * TURN_SHARE));
    return pick(pays, rises_mps / (passing_2 + meets_2 * (TURN_STANDS_2 + hard)), splat(0.0f));
}

#endif
