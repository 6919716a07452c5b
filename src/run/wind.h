/* Wind as cars ask for it. */
#ifndef KAMM_RUN_WIND_H
#define KAMM_RUN_WIND_H

#include <kamm/wind.h>

/* Adds what the ground's wind, which is not NULL, is there beyond the steady one. The place and the time are finite. */
void kamm_add_wind(const kamm_ground *ground, const double position_m[3], double time_s,
                   double wind_mps[3]);

#endif
