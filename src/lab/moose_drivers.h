/* Drivers for the obstacle-avoidance course, and the school that they come from: each driver is a few
 * traits, and the school learns from those who did best (cross-entropy method, Rubinstein 1999). */
#ifndef KAMM_LAB_MOOSE_DRIVERS_H
#define KAMM_LAB_MOOSE_DRIVERS_H

#include <stdint.h>

#include "lab/course.h"

/* What makes a driver; each within its range. */
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

enum { KAMM_CLASS = 32 };

/* From where a class comes: each trait's mean and standard deviation. */
typedef struct kamm_moose_school {
    double mean[KAMM_TRAITS], deviation[KAMM_TRAITS];
    uint32_t random;
} kamm_moose_school;

/* A school that knows nothing yet, and its first driver. Equal seeds give equal schools. */
kamm_moose_school kamm_found_school(uint32_t seed, kamm_moose_driver *first);
/* A school that has settled on one way to drive looks around again. */
void kamm_widen_school(kamm_moose_school *school);
/* The best driver so far, and others from the school. */
void kamm_form_class(kamm_moose_school *school, const kamm_moose_driver *best,
                     kamm_moose_driver drivers[KAMM_CLASS]);
/* Sorts the class by margin, the best first; the school learns from the best quarter. */
void kamm_learn_from_class(kamm_moose_school *school, kamm_moose_driver drivers[KAMM_CLASS]);

/* The line that a driver has in mind: y at x. */
double kamm_driver_line_m(const kamm_moose_driver *driver, const kamm_course *course, double x_m);

#endif
