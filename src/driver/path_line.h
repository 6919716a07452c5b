/* Shared code of line and plan; the public side is <kamm/driver.h>. */
#ifndef KAMM_DRIVER_PATH_LINE_H
#define KAMM_DRIVER_PATH_LINE_H

#include "../base/users.h"
#include <kamm/driver.h>
#include <kamm/ground.h>

struct line_sample {
    double x_m, y_m, heading_rad, curvature_per_m;
    double z_m, slope_rad, bank_rad, rising_per_m; /* rising: change of the slope along the way */
    double right_m, left_m;                        /* to the road's edges */
};

struct kamm_line {
    int count, closed;
    double step_m, length_m, width_m;
    struct line_sample *samples; /* the last of a closed line leads to the first */
    struct users users;          /* plans */
};
void kamm_let_go_of_line(kamm_line *line);

/* An index beyond the ends: round a closed path, the end of an open one. */
static inline int kamm_line_within(int index, int count, int closed)
{
    if (closed) return (index % count + count) % count;
    return index < 0 ? 0 : index >= count ? count - 1 : index;
}
/* Distance of samples: 1 m on roads for ordinary cars, else a tenth of the road's width. */
static inline double line_scale_m(double width_m)
{
    const double least_m = 2, most_m = 25, ordinary_m = 10;
    int is_ordinary = !(width_m > 0) || (width_m >= least_m && width_m <= most_m);
    return is_ordinary ? 1 : width_m / ordinary_m;
}

/* Heights and banks from a ground (NULL: as the samples have them), then slopes and how these bend. 0: out of memory. */
int kamm_line_rise(kamm_line *line, const kamm_ground *ground, int has_heights);

/* The samples on both sides of a place, and how far it is from the first towards the second, 0 to 1. */
double kamm_line_place(const kamm_line *line, double station_m, int *first, int *second);

#endif
