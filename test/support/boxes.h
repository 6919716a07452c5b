/* Boxes in any place and attitude, and what holds for every manifold. */
#ifndef KAMM_TEST_SUPPORT_BOXES_H
#define KAMM_TEST_SUPPORT_BOXES_H

#include "cars.h"

#include "world/collide/collide.h"

struct rotation {
    double q[4];
};

struct rotation turn_of(int axis, double angle_rad);
struct rotation yaw_of(double angle_rad);
struct rotation random_rotation(struct noise *noise);
void rotate(struct rotation rotation, double vector[3]);

struct oriented_box upright_box(double x, double y, double z, double half_x, double half_y,
                                double half_z);
void place(struct oriented_box *box, double x, double y, double z, struct rotation rotation);
void set_half(struct oriented_box *box, double x, double y, double z);
void turn_more(struct oriented_box *box, struct rotation rotation); /* about its centre */

double dot(const double a[3], const double b[3]);
/* How far a point lies outside the box, along the axis where it does most. */
double outside(const struct oriented_box *box, const double point[3]);
/* How deep two boxes overlap along a unit direction; below 0: apart. */
double overlap_along(const struct oriented_box *a, const struct oriented_box *b,
                     const double direction[3]);

double area_of(const struct manifold *m); /* of its points in their order */
void expect_different_features(const struct manifold *m);
/* The two surface points that each contact stands for lie in or on their boxes. */
void expect_points_in_both(const struct oriented_box *a, const struct oriented_box *b,
                           const struct manifold *m, double tolerance);

#endif
