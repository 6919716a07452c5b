/* How fast the axle of a wheel on bodies rises on its way, and the slope that its plane has to have for that.
 *
 * A plane does no work if the axle rises by the plane's slope on the wheel's way. On a body that is narrower than the tyre, or that
 * carries less than the load, it rises faster: a bus on cones of 0.3 m gained 8 % of its energy. So where the axle rises faster on
 * the way of the next substep than by the plane's slope, that slope is raised until it does not: a secant in the direction of
 * the way, which leaves the slope across it. A plane that falls faster only takes energy, and stays. */
#ifndef KAMM_WORLD_CONTACT_WHEEL_RISE_H
#define KAMM_WORLD_CONTACT_WHEEL_RISE_H

#include "../terrain/sides.h"

/* The shortest way on which the rise is looked at, in radii. */
#define SHORTEST_WAY_RADII 1e-3

/* Where the wheel goes over what carries most of it, in axes of the wheel. */
struct wheel_way {
    double ahead_m, left_m;
    double
        counts; /* share of the rise that does: none at rest, where it would make the wheel tremble */
};

/* `speed_2` over the body, the square of it. */
double kamm_rise_counts(double speed_2, double radius_m, double gravity_mps2);
/* One straight piece on both sides: its rise is its slope. */
int kamm_is_even(const struct both_sides *sides);
/* Raises the slope of a plane to what the axle rises by on its way to other ground; the axle stays where it is. */
void kamm_match_rise(const struct tyre_ground *there, const struct wheel_way *way,
                     struct wheel_plane *plane);

#endif
