/* A zone of side wind after ISO 12021: 25 m of wind of 20 m/s from the right (a test track's wind generators), which rises within
 * 2 m. Time counts from when a vehicle's front axle is in the middle of that rise; the vehicle is watched for 2 s. */
#ifndef KAMM_LAB_WIND_ZONE_H
#define KAMM_LAB_WIND_ZONE_H

#include "lab/bench.h"

/* Runs a measurement in that wind and returns its result; 0: the wind could not be made. */
int kamm_measure_in_wind(kamm_bench *bench, int (*cross)(kamm_bench *bench));

/* Returns the x of a start from which a vehicle settles, and then comes to the zone within half a second. */
double kamm_before_wind_m(double speed_mps, double settling_s);
/* Returns the time from there until all that is watched is over. */
double kamm_wind_time_s(void);

struct wind_crossing {
    double meets_s;        /* NaN: not yet */
    double from_m;         /* y then */
    double deviation_m[2]; /* to the left, 1 and 2 s after that */
};
struct wind_crossing kamm_start_crossing(void);
/* After each tick: whether the vehicle is between the wind's edge and the end of what is watched. */
int kamm_watch_crossing(const kamm_bench *bench, int car, struct wind_crossing *crossing);

/* Generators stand beside the lane. */
void kamm_lay_out_wind(kamm_test_course *course, double entry_mps);

#endif
