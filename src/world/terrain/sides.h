/* The plane that stands for ground that is not the same on both sides of a tyre, or not even along it: the springs of
 * envelope.h are pressed in on either side. */
#ifndef KAMM_WORLD_TERRAIN_SIDES_H
#define KAMM_WORLD_TERRAIN_SIDES_H

#include "envelope.h"

/* The ground in an upright plane along the wheel, `left` of its middle. */
typedef void find_profile(const void *user, double left, struct profile *profile);

struct tyre_ground {
    find_profile *find;
    const void *user;
    double radius_m, half_width_m;
};

/* One side: heights are those of the axle, and of the wheel's middle. */
struct side {
    double left_m;
    struct wheel_plane plane;
    double middle_m;
    struct profile profile;
};

/* Both sides, and how much of the load the left one carries. */
struct both_sides {
    struct side left, right;
    double left_share;
};

/* Height of the axle over the plane below the wheel's middle, of a wheel that is pressed in as by its load. */
double kamm_axle_over_plane(double radius_m, double slope);
struct wheel_plane kamm_two_sided_plane(const struct tyre_ground *ground, struct both_sides *sides);

#endif
