#include "wheel_rise.h"

#include <math.h>

/* The steepest slope: the plane's unit normal has 0.26 upright, as the ground's planes below wheels have (terrain/envelope.c). */
#define MAX_SLOPE 3.713931
#define LEFT_SLOPE 1e-3 /* the difference of slopes that is left as it is */
/* The speed at which half of the rise counts, over the root of radius and gravity: 0.1 m/s of a car. */
#define HALF_COUNTS 0.06
#define RESTS 1e-3 /* of that speed */

double kamm_rise_counts(double speed_2, double radius_m, double gravity_mps2)
{
    double half_2 = HALF_COUNTS * HALF_COUNTS * (radius_m * gravity_mps2);
    return speed_2 > RESTS * RESTS * half_2 ? speed_2 / (speed_2 + half_2) : 0;
}

int kamm_is_even(const struct both_sides *sides)
{
    return sides->left.profile.count == 2 && sides->right.profile.count == 2;
}

/* Keeps the direction of the slope, and limits its size. */
static void limit_slope(struct wheel_plane *plane)
{
    double size = sqrt(plane->slope * plane->slope + plane->across * plane->across);
    if (!(size > MAX_SLOPE)) return;
    plane->slope *= MAX_SLOPE / size;
    plane->across *= MAX_SLOPE / size;
}

void kamm_match_rise(const struct tyre_ground *there, const struct wheel_way *way,
                     struct wheel_plane *plane)
{
    struct both_sides sides;
    double squared = way->ahead_m * way->ahead_m + way->left_m * way->left_m;
    double radius = there->radius_m;
    const struct wheel_plane then = kamm_two_sided_plane(there, &sides);
    double axle = plane->height_m + kamm_axle_over_plane(radius, plane->slope);
    double axle_then = then.height_m + kamm_axle_over_plane(radius, then.slope);
    double by_slope = plane->slope * way->ahead_m + plane->across * way->left_m;
    double over = (axle_then - axle) - by_slope - LEFT_SLOPE * sqrt(squared);
    if (!(over > 0)) return;
    double by = way->counts * over / squared;
    plane->slope += by * way->ahead_m;
    plane->across += by * way->left_m;
    limit_slope(plane);
    plane->height_m = axle - kamm_axle_over_plane(radius, plane->slope);
}
