/* Where a point, or a sphere, that moves along a straight line first comes to the ground. */
#ifndef KAMM_WORLD_QUERY_GROUND_CAST_H
#define KAMM_WORLD_QUERY_GROUND_CAST_H

#include <kamm/ground.h>

struct ground_hit {
    double time; /* 0 to 1 */
    double point[3], normal[3];
    int inside; /* it starts there */
    int32_t surface;
};

/* 0: it does not. */
int kamm_cast_at_ground(const kamm_ground *ground, const double from[3], const double move[3],
                        double radius_m, struct ground_hit *hit);

#endif
