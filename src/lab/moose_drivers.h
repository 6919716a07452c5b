/* Drivers for the obstacle-avoidance course, and the search that finds them: each driver is a few
 * traits, and the search goes on around those who did best (cross-entropy method, Rubinstein 1999). */
#ifndef KAMM_LAB_MOOSE_DRIVERS_H
#define KAMM_LAB_MOOSE_DRIVERS_H

#include <stdint.h>

#include "env/cones.h"

/* Traits of a driver; each is within its range. */
enum {
    KAMM_PREVIEW,     /* s ahead that the driver aims */
    KAMM_GAIN,        /* of the angle that a car without slip needs */
    KAMM_OUT_START,   /* m along the course where the line leaves the entry lane */
    KAMM_OUT_LENGTH,  /* m that it takes to get into the side lane */
    KAMM_SIDE_OFFSET, /* m to the left of that lane's middle */
    KAMM_BACK_START,  /* the same for the way back */
    KAMM_BACK_LENGTH,
    KAMM_EXIT_OFFSET,
    KAMM_TRAITS
};

typedef struct kamm_moose_driver {
    double traits[KAMM_TRAITS];
    double margin_m; /* to the nearest cone, or to two lifted wheels; negative: not clean */
    int lane;        /* where that cone stands; KAMM_LANES: it was the wheels */
    double max_roll_rad;
    int is_through, has_lifted;
} kamm_moose_driver;

enum { KAMM_CEM_SAMPLES = 16, KAMM_CEM_ELITE = 8 };

/* The distribution that samples are drawn from: a mean, how the best differ from it, by which traits that go together are
 * changed together, and each trait's own standard deviation on top. */
typedef struct kamm_cem {
    double mean[KAMM_TRAITS], steps[KAMM_CEM_ELITE][KAMM_TRAITS], noise[KAMM_TRAITS];
    kamm_moose_driver elite[KAMM_CEM_ELITE]; /* the best at this speed, the very best first */
    int has_elite;
    uint32_t random;
} kamm_cem;

/* A search that knows what suits most cars, and its first driver. Equal seeds give equal searches. */
kamm_cem kamm_cem_init(uint32_t seed, kamm_moose_driver *first);
/* At another speed the ranking is unknown; the distribution stays. */
void kamm_cem_begin(kamm_cem *cem);
/* After the search has settled on one way to drive: it looks around again. */
void kamm_cem_widen(kamm_cem *cem);
/* Resets the search to the whole range, for a car that is like no other. */
void kamm_cem_look_everywhere(kamm_cem *cem);
/* The best driver so far, and others drawn from the distribution. */
void kamm_cem_sample(kamm_cem *cem, const kamm_moose_driver *best,
                     kamm_moose_driver drivers[KAMM_CEM_SAMPLES]);
/* Sorts the samples by margin, the best first; the distribution becomes that of the best at this speed. */
void kamm_cem_update(kamm_cem *cem, kamm_moose_driver drivers[KAMM_CEM_SAMPLES]);

/* The line that a driver has in mind: y at x. */
double kamm_driver_line_m(const kamm_moose_driver *driver, const kamm_course *course, double x_m);

#endif
