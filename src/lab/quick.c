/* Figures that people know, of tests that take next to no time; of combinations those that are like them. */
#include <kamm/io/lab.h>

#include <string.h>

#include "base/error.h"

static const char *const known[][2] = {
    {"accel", "time_0_100_kmh_s"},
    {"accel", "time_0_60_mph_s"},
    {"accel", "time_0_200_kmh_s"},
    {"accel", "quarter_mile_s"},
    {"accel", "quarter_mile_kmh"},
    {"accel", "standing_km_s"},
    {"brake", "distance_100_0_kmh_m"},
    {"brake", "distance_70_0_mph_m"},
    {"top-speed", "top_speed_kmh"},
    {"turning-circle", "kerb_to_kerb_m"},
    {"combination-accel", "time_0_50_kmh_s"},
    {"combination-accel", "time_0_80_kmh_s"},
    {"combination-accel", "time_0_100_kmh_s"},
    {"combination-brake", "distance_60_0_kmh_m"},
    {"combination-brake", "distance_60_0_mph_m"},
    {"ring", "inner_radius_m"},
    {"ring", "swept_width_m"},
    {"ring", "tail_swing_m"},
};
enum { KNOWN = sizeof known / sizeof *known };

int kamm_is_quick_figure(const char *test, const char *figure)
{
    KAMM_REQUIRE(test, 0);
    for (int i = 0; i < KNOWN; ++i)
        if (strcmp(known[i][0], test) == 0 && (!figure || strcmp(known[i][1], figure) == 0))
            return 1;
    return 0;
}
