/* The load of a tyre that crosses a kink of its force within a substep: at the ground, or where the rim comes down on it.
 *
 * A slope at the middle of the substep knows only one side of a kink. A tyre that lands would store more than the wheel
 * has lost, and one that is pressed flat would be too soft or too stiff for all of the substep. There the load is the mean
 * of the spring's force over its way (base/kink.h), from the deflection at the substep's start to that at its end. Damping
 * is that of vertical.h at the mean rate.
 *
 * Departure: beyond the deflection at which the rim yields, the spring has the stiffness that it has there. */
#ifndef KAMM_RUNGS_FULL_TYRE_KINKS_H
#define KAMM_RUNGS_FULL_TYRE_KINKS_H

#include "../../base/kink.h"
#include "../../base/lane_math.h"
#include "../../part/tyre/vertical.h"

/* The way of a tyre within a substep, as its wheel would go without acceleration. */
struct tyre_way {
    real begin_m, coast_m; /* deflection at the start, and at the end */
    real begin_mps;        /* how fast it is pressed in, as a mean */
    real stiffer;          /* tyre_stiffening, and by warmth */
    real rolls_mps;
};

/* A load, and by how much it falls per acceleration of the wheel along the normal: N per m/s2. */
struct falling_load {
    real load_n, slope;
};

/* The share of the deflection at which the rim comes down from which on it may do so within the substep. The hub's own
 * acceleration, between a stop and the ground, takes it further than its speed tells. Ours. */
#define NEAR_RIM 0.75f

/* `sinks_mps`: how fast a tyre is pressed in that is pressed in by `middle_m` in the middle of the substep. Of a tyre whose wheel lies
 * that is the body's way, and its rim yields as corner.h has it. */
LANE_INLINE mask crosses_kink(const struct tyre_vertical_constants *tyre, real middle_m,
                              real sinks_mps, mask upright, real dt)
{
    real half_m = absolute(sinks_mps) * (0.5f * dt), most_m = middle_m + half_m;
    return ((middle_m < half_m) & (most_m > 0.0f)) |
           (upright & (most_m > tyre->bottom_deflection * NEAR_RIM));
}

LANE_INLINE struct mean_force mean_inflated(const struct tyre_vertical_constants *tyre,
                                            struct beyond b, real stiffer)
{
    real squares = (b.from * b.from + b.from * b.to + b.to * b.to) * (1.0f / 3.0f);
    real mean = tyre->stiffness[0] * (0.5f * (b.from + b.to)) + tyre->stiffness[1] * squares;
    return (struct mean_force){mean * b.share * stiffer, inflated_force(tyre, b.to, stiffer)};
}

/* What the spring of a tyre and its rim press with on that way: means, and by how much less than the end does. */
struct mean_spring {
    real air, rim, air_lacks, rim_lacks;
    struct beyond in; /* the ground */
};

static inline struct mean_spring mean_spring_of(const struct tyre_vertical_constants *tyre,
                                                const struct tyre_way *way, real end_m)
{
    real yields = lanes(tyre->yields_at);
    real all = tyre->bottom_stiffness +
               way->stiffer * (tyre->stiffness[0] + 2.0f * tyre->stiffness[1] * yields);
    struct beyond in = beyond_kink(way->begin_m, end_m, splat(0.0f));
    struct mean_force air = mean_inflated(tyre, in, way->stiffer);
    struct mean_force rim =
        mean_of_line(beyond_kink(way->begin_m, end_m, lanes(tyre->bottom_deflection)),
                     lanes(tyre->bottom_stiffness));
    struct mean_force over = mean_of_line(beyond_kink(way->begin_m, end_m, yields), all);
    return (struct mean_spring){air.mean, rim.mean - over.mean, air.end - air.mean,
                                (rim.end - rim.mean) - (over.end - over.mean), in};
}

/* The load where the wheel's acceleration along the normal is `rises_mps2`. Where the rim yields the slope is still
 * that of the spring: Newton's method (implicit_travel.h) would else go to and fro between the sides of that kink. */
static inline struct falling_load mean_load(const struct tyre_vertical_constants *tyre,
                                            const struct tyre_way *way, real rises_mps2, real dt)
{
    real end = way->coast_m - rises_mps2 * (0.5f * dt * dt), gone = end - way->begin_m;
    real rate = way->begin_mps - rises_mps2 * (0.5f * dt);
    struct mean_spring spring = mean_spring_of(tyre, way, end);
    real fade = way->rolls_mps * tyre->per_standing_fade;
    real pressed = spring.in.share * (0.5f * (spring.in.from + spring.in.to));
    real damping = (tyre->damping + tyre->standing_damping / (1.0f + fade * fade)) *
                   min_real(pressed * tyre->damping_fade, splat(1.0f));
    real loss = max_real(1.0f + tyre->rim_loss_spm * rate, splat(0.0f));
    real rim = max_real(spring.rim, splat(0.0f));
    real load = spring.air + min_real(spring.rim, splat(0.0f)) + rim * loss + damping * rate;
    mask moves = absolute(gone) > 1e-6f, in_rim = end > lanes(tyre->bottom_deflection);
    real grows = (spring.air_lacks + spring.rim_lacks * loss) / pick(moves, gone, splat(1.0f));
    real still = 0.5f * (keep(end > 0.0f, tyre->stiffness[0] * way->stiffer) +
                         keep(in_rim, tyre->bottom_stiffness * loss));
    real stiffness = max_real(pick(moves, grows, still), splat(0.0f));
    real slope = (0.5f * dt) * ((damping + tyre->rim_loss_spm * rim) + dt * stiffness);
    real most = tyre->max_load * min_real(loss, splat(1.0f));
    return (struct falling_load){clamp(load, splat(0.0f), most), keep(load > 0.0f, slope)};
}

#endif
