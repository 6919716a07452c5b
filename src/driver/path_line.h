/* What line and plan share; the public side is <kamm/driver.h>. */
#ifndef KAMM_DRIVER_PATH_LINE_H
#define KAMM_DRIVER_PATH_LINE_H

#include <kamm/driver.h>

struct line_sample {
    double x_m, y_m, heading_rad, curvature_per_m;
};

struct kamm_line {
    int count, closed;
    double step_m, length_m, width_m;
    struct line_sample *samples; /* the last of a closed line leads to the first */
};

/* The samples on both sides of a place, and how far it is from the first towards the second, 0 to 1. */
double kamm_line_place(const kamm_line *line, double station_m, int *first, int *second);

#endif
