/* Anti-roll bar: a torsion spring between the two wheels of an axle.
 *
 * It presses the wheel that is higher in its travel down and lifts the other by the same force. That
 * force works on the wheels' own motion, so it is inside the wheel load: it moves load across its
 * axle and leaves the axle's sum alone (Milliken & Milliken, Race Car Vehicle Dynamics, ch. 18).
 *
 * The article "The stabilizer bars: creating physically realistic, stable vehicles" (2012) puts the force
 * on the body instead, from outside the wheel, and names what that costs: grip at the wheel. From there
 * come the second unit (the most force that the bar moves, one wheel fully in and the other fully out)
 * and the stiffness that follows the speed. There, too, a bar between two wheels in the air is off.
 *
 * A spring that is switched on while it is stretched would give energy that no force put in. So a bar that
 * was off takes hold at the travels that it finds, and has its own zero back once the wheels have come
 * level: never later than they do, and without a jump of force. */
#ifndef KAMM_PART_ANTI_ROLL_BAR_H
#define KAMM_PART_ANTI_ROLL_BAR_H

#include "../base/num.h"
#include "../base/vector.h"

struct anti_roll_bar_constants {
    num n_per_m;     /* per difference in travel */
    num max_force_n; /* beside that, bounded: grows in proportion up to one stroke's difference */
    num inverse_stroke; /* 1/m */
    num standing_share; /* of both while the car stands: 1, or 0 where they follow the speed */
    num share_per_mps;  /* 0, or what they grow by */
};

/* How much of the bar there is, 0 to 1, on a car of that velocity. */
static inline real anti_roll_bar_share(const struct anti_roll_bar_constants *c, vec3 velocity)
{
    real standing = lanes(c->standing_share);
    num per_mps = c->share_per_mps;
    if (!any_num(per_mps > 0.0f)) return standing;
    return min_real(standing + per_mps * vec3_length(velocity), splat(1.0f));
}

/* The difference in travel, left less right, at which the bar is not twisted. Off, it follows the
 * wheels; on, it only goes back to 0, as far as that takes no work. */
LANE_INLINE real anti_roll_bar_slack(real before, real apart, mask off)
{
    real zero = splat(0.0f);
    return pick(off, apart, clamp(before, min_real(apart, zero), max_real(apart, zero)));
}

/* Force of the whole bar on the left wheel, downwards positive; the right wheel gets the opposite.
 * `twist`: the difference in travel less the slack. */
LANE_INLINE real anti_roll_bar_force(const struct anti_roll_bar_constants *c, real twist)
{
    real strokes = clamp(twist * c->inverse_stroke, splat(-1.0f), splat(1.0f));
    return c->n_per_m * twist + c->max_force_n * strokes;
}

/* Returns the largest slope, N/m. */
LANE_INLINE real anti_roll_bar_slope(const struct anti_roll_bar_constants *c)
{
    return c->n_per_m + c->max_force_n * lanes(c->inverse_stroke);
}

#endif
