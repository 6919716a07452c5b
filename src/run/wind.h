/* Wind as cars ask for it. */
#ifndef KAMM_RUN_WIND_H
#define KAMM_RUN_WIND_H

#include <kamm/wind.h>

/* Wind like kamm_wind_at, for a ground with gusts and a finite place and time. */
void kamm_wind_of_ground(const kamm_ground *ground, const double position_m[3], double time_s,
                         double wind_mps[3]);

#endif
