/* The plane on which a round tyre feels an uneven ground: it is pressed in at edges before its middle is
 * above them, and bridges what is shorter than its contact patch.
 *
 * Idea: D. C. Davis, "A Radial-Spring Terrain-Enveloping Tire Model", Vehicle System Dynamics 3 (1974) 55:
 * springs along the wheel's radii are pressed in by the ground; an equivalent ground plane stands for all
 * of them, which gives their force in its direction and amount.
 *
 * Departures. (1) The wheel is put neither at its real height nor at a constant one. It is put where the
 * springs carry a level road's load: one that presses them in by a twelfth of the radius, about a tyre's
 * deflection at its nominal load: effective road planes are measured at constant load (Pacejka, Tire and
 * Vehicle Dynamics, 3rd ed., ch. 10). Kamm's tyre then computes its own deflection over the plane. (2) The
 * springs are a pressure on the ground's line that grows as
 *
 *     p = (R^2 - r^2) / (2 R),        F = integral p n dl = 1/R integral (c - q) dA
 *
 * with r the distance from the wheel's centre c and n the normal of the line: near the tread it is the depth
 * R - r. So the force is the first moment of the area that tyre and ground share (Gauss). It is continuous
 * for any ground that moves below the wheel, upright steps included, and a polynomial on each straight
 * piece. A plane at distance D has a half chord a = sqrt(R^2 - D^2) and F = 2 a^3 / (3 R) along its normal,
 * which is solved for D: on a plane the result is that plane, at any slope. */
#ifndef KAMM_WORLD_TERRAIN_ENVELOPE_H
#define KAMM_WORLD_TERRAIN_ENVELOPE_H

enum { PROFILE_POINTS = 64 };

/* The ground along the wheel's plane, from -radius to +radius. */
struct profile_point {
    double s_m, height_m; /* ahead of the wheel's middle, over the world's z = 0 */
    double slope, across; /* of the ground, along s and to the left */
};
struct profile {
    int count;
    struct profile_point at[PROFILE_POINTS];
};

struct wheel_plane {
    double height_m; /* below the wheel's middle */
    double slope, across;
};
/* `middle_m`: the height of the wheel's middle. */
struct wheel_plane kamm_envelop(const struct profile *profile, double radius_m, double *middle_m);
/* Returns the force of a wheel's springs at that height beyond its load. */
double kamm_spare_force(const struct profile *profile, double middle_m, double radius_m);
/* The size of the force on the springs that one piece of it presses in, and how far along that piece its middle is, 0 to 1. */
double kamm_piece_force(const struct profile_point *from, const struct profile_point *to,
                        double middle_m, double radius_m, double *middle);

#endif
