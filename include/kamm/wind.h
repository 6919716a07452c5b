/* Wind that differs from place to place and from time to time: gusts and turbulence, on top of a ground's steady wind.
 *
 *     kamm_gust storm = {.velocity_mps = {0, 20, 0}, .in_place = 1, .from_m = {100, 0}, .to_m = {125, 0}, .edge_m = 2};
 *     kamm_wind *wind = kamm_create_wind(&(kamm_wind_def){.gusts = &storm, .gust_count = 1}, &error);
 *     ground.wind = wind;
 *
 * The wind at a place and a time follows from these alone: the same bits on every machine and in any grouping of substeps into
 * calls, and nothing of it is in a snapshot. All of a car is in the wind of its body frame's origin, in each substep anew.
 * docs/wind.md says more. */
#ifndef KAMM_WIND_H
#define KAMM_WIND_H

#include <kamm/error.h>
#include <kamm/export.h>
#include <kamm/ground.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Wind that is there in some place, for some time, or both; it comes and goes as one minus a cosine. */
typedef struct kamm_gust {
    double velocity_mps
        [3]; /* added to the wind where and while the gust is full; world axes; -200 to 200 */
    /* 1: full between two lines square to the way from one place to the other, x and y, across all of the world;
     * 0: everywhere. */
    int32_t in_place;
    double from_m[2], to_m[2]; /* apart from each other; -1e9 to 1e9 */
    double edge_m;             /* how far it reaches beyond both, fading; 0 to 1e6, 0: not at all */
    /* 1: full from one time to another, as the channel time_s has it (substeps since the cars were created, times their
     * length); 0: always. */
    int32_t in_time;
    double start_s,
        end_s;     /* end not before start; both at once: one minus a cosine alone. -1e9 to 1e9 */
    double edge_s; /* for how long it rises before and fades after; 0 to 1e6 */
} kamm_gust;

/* Isotropic turbulence after von Karman, frozen: a field that the steady wind carries along. */
typedef struct kamm_turbulence {
    double
        deviation_mps; /* standard deviation of each horizontal part of the velocity; 0 to 30, 0: none.
                           Usual near the ground: 0.1 to 0.25 of the mean wind */
    double
        length_m; /* integral length scale along the wind; 5 to 200, usual at a car's height 10 to 60; 0: 30 */
    uint32_t seed; /* another seed, another field of the same kind */
} kamm_turbulence;

#define KAMM_MAX_GUSTS 1024

typedef struct kamm_wind_def {
    const kamm_gust *gusts;
    int32_t gust_count; /* 0 to KAMM_MAX_GUSTS */
    kamm_turbulence turbulence;
} kamm_wind_def;

/* Immutable; cars on any number of threads may feel it at once. What the def points to is copied. NULL on error: RANGE (names
 * the gust, its value and what is allowed), MEMORY. */
KAMM_API kamm_wind *kamm_create_wind(const kamm_wind_def *def, kamm_error *error);
/* Of which no ground may have it any more. */
KAMM_API void kamm_destroy_wind(kamm_wind *wind);

/* The wind of a ground, steady part, gusts and turbulence together, at a place and a time: what cars feel there whose
 * channel time_s is that. A place or time that is not finite has the steady wind. */
KAMM_API void kamm_wind_at(const kamm_ground *ground, const double position_m[3], double time_s,
                           double wind_mps[3]);

#ifdef __cplusplus
}
#endif

#endif
