/* Wind: gusts and turbulence in addition to a ground's steady wind.
 *
 *     kamm_gust storm = {.velocity_mps = {0, 20, 0}, .in_place = 1, .from_m = {100, 0}, .to_m = {125, 0}, .edge_m = 2};
 *     kamm_wind *wind = kamm_create_wind(&(kamm_wind_def){.gusts = &storm, .gust_count = 1}, &error);
 *     ground.wind = wind;
 *
 * The wind depends on place, time and definition alone. Its bits are equal on every machine and in any grouping of
 * substeps into calls, and snapshots need no part of it. In each substep a car takes the wind at its body frame's
 * origin. docs/wind.md is the guide. */
#ifndef KAMM_WIND_H
#define KAMM_WIND_H

#include <kamm/error.h>
#include <kamm/export.h>
#include <kamm/ground.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A gust in a place, in a time, or in both. Its velocity rises and falls as one minus a cosine. */
typedef struct kamm_gust {
    /* Velocity added to the wind at the gust's full strength, world axes; -200 to 200. */
    double velocity_mps[3];
    /* 1: full strength between two infinite lines, through `from_m` and `to_m` and normal to their connection. 0:
     * everywhere. */
    int32_t in_place;
    /* Two different places, x and y; -1e9 to 1e9. */
    double from_m[2], to_m[2];
    /* Distance beyond both lines in which the gust fades; 0 to 1e6, 0: sharp. */
    double edge_m;
    /* 1: full strength from `start_s` to `end_s` by the channel time_s. 0: always. That time is the number of substeps
     * since the cars were created, times their length. */
    int32_t in_time;
    /* Start, and end not before it; -1e9 to 1e9. Equal times give one minus a cosine alone. */
    double start_s, end_s;
    /* Time in which the gust rises before and fades after; 0 to 1e6. */
    double edge_s;
} kamm_gust;

/* Isotropic, frozen turbulence after von Karman. The steady wind carries the field. */
typedef struct kamm_turbulence {
    /* Standard deviation of each horizontal component of the velocity; 0 to 30, 0: none. Usual near the ground: 0.1 to
     * 0.25 of the mean wind. */
    double deviation_mps;
    /* Integral length scale along the wind; 5 to 200, 0: 30. Usual at a car's height: 10 to 60. */
    double length_m;
    /* Each seed gives another field of the same kind. */
    uint32_t seed;
} kamm_turbulence;

/* Most gusts of a wind. */
#define KAMM_MAX_GUSTS 1024

/* What a wind consists of. */
typedef struct kamm_wind_def {
    /* Gusts. */
    const kamm_gust *gusts;
    /* 0 to KAMM_MAX_GUSTS. */
    int32_t gust_count;
    /* Turbulence; all 0: none. */
    kamm_turbulence turbulence;
} kamm_wind_def;

/* Creates a wind with a copy of all data of the def. It is immutable, and cars on any number of threads may share it.
 * NULL on error: RANGE (names gust, value and allowed values), MEMORY. */
KAMM_API kamm_wind *kamm_create_wind(const kamm_wind_def *def, kamm_error *error);
/* Destroys a wind that no ground uses any more. */
KAMM_API void kamm_destroy_wind(kamm_wind *wind);

/* Writes the total wind of a ground at a place and a time: steady wind, gusts and turbulence. Cars at that place take
 * it when their channel time_s is `time_s`. A place or time that is not finite gives the steady wind. */
KAMM_API void kamm_wind_at(const kamm_ground *ground, const double position_m[3], double time_s,
                           double wind_mps[3]);

#ifdef __cplusplus
}
#endif

#endif
