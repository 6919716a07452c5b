/* Wind as cars ask for it. */
#ifndef KAMM_RUN_WIND_H
#define KAMM_RUN_WIND_H

#include <kamm/wind.h>

/* As kamm_wind_at, of a ground that has gusts, at a place and a time that are finite. */
void kamm_wind_of_ground(const kamm_ground *ground, const double position_m[3], double time_s,
                         double wind_mps[3]);

#endif
