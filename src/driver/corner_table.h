/* Lateral limits of a car over its speed, which a plan asks for dozens of times at each sample of its line. On level road they are found
 * as they are asked for (kamm_can_corner), and linear between. On other roads the limit that each axle has by itself (kamm_holds_rolling)
 * is taken times what the level one is of that: loads change both alike. */
#ifndef KAMM_DRIVER_CORNER_TABLE_H
#define KAMM_DRIVER_CORNER_TABLE_H

#include "car_limits.h"

enum { CORNER_SPEEDS = 2 * LIMIT_SPEEDS - 1 };

struct corner_table {
    struct car_limits limits; /* without lifted wheels, which each side has its own limit of */
    double lifts_aside[2];
    struct corner_limits {
        int is_found;
        double most_mps2, rolling_mps2;
    } at[CORNER_SPEEDS];
};

struct corner_table kamm_corner_table(const struct car_limits *limits);
/* Whether the axles have that side force. */
int kamm_holds_corner(struct corner_table *table, const struct car_demand *demand);

#endif
