/* Anti-roll bar: a torsion spring between the two wheels of an axle.
 *
 * It presses the wheel that is higher in its travel down and lifts the other by the same force. That
 * force works on the wheels' own motion, so it is inside the wheel load: it moves load across its
 * axle and leaves the axle's sum alone (Milliken & Milliken, Race Car Vehicle Dynamics, ch. 18). */
#ifndef KAMM_PART_ANTI_ROLL_BAR_H
#define KAMM_PART_ANTI_ROLL_BAR_H

#include "../base/lane.h"

/* Force on the left wheel, downwards positive; the right wheel gets the opposite. */
LANE_INLINE real anti_roll_bar_force(real stiffness_n_per_m, real left_travel, real right_travel)
{
    return stiffness_n_per_m * (left_travel - right_travel);
}

#endif
