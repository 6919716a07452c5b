/* Shared code of two-wheelers' tests: a vehicle that rides a line at a speed, and the actions of
 * its rider. */
#ifndef KAMM_LAB_TWO_WHEELS_H
#define KAMM_LAB_TWO_WHEELS_H

#include "lab/driver.h"

#include <kamm/driver.h>

/* Extremes since the beginning. */
struct ride_peaks {
    double lean_rad, off_m; /* either way */
    double torque_nm[2], roll_radps[2];
    double speed_sum_mps, time_s;
    int falls;
};

/* Begins at nothing. */
struct ride_peaks kamm_ride_peaks(void);
/* Records the peaks after a tick; `off_m` is the distance to the left of its line. */
void kamm_watch_ride(const kamm_bench *bench, int car, double off_m, struct ride_peaks *peaks);

/* Holds a speed for a tick by a force at the centre of gravity, so that no drive is needed. */
void kamm_push_to_speed(kamm_bench *bench, int car, double speed_mps);

/* Largest torque over speed and largest roll rate (roll index), or both from peak to peak (lane-change index): N.s2/rad. V. Cossalter,
 * Motorcycle Dynamics, 2006, ch. 8. */
double kamm_roll_index(const struct ride_peaks *peaks);
double kamm_lane_change_index(const struct ride_peaks *peaks);

/* A line y(x) of that many points, `step_m` apart, and its plan, for the bench's vehicle. 0: what `outcome` says. */
struct ridden_line {
    kamm_line *line;
    kamm_plan *plan;
};
int kamm_lay_line(kamm_bench *bench, double (*y)(double x_m, double length_m), double length_m,
                  int count, double step_m, struct ridden_line *line);
void kamm_clear_line(struct ridden_line *line);

#endif
