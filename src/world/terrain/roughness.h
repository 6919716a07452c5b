/* The roughness of roads: a height over the plane whose spectrum along any straight line is that of
 * ISO 8608:2016 (Mechanical vibration, Road surface profiles, Reporting of measured data).
 *
 * The standard describes one track by its displacement spectral density over the wave number n (cycles
 * per metre), one-sided: Gd(n) = Gd(n0) (n / n0)^-2, with n0 = 0.1 and Gd(n0) = 16e-6 m^3 in the middle
 * of class A and four times that with each class. Here Gd(n0) is 1e-6 m^3: a height (or slope) times
 * sqrt(Gd(n0) / 1e-6 m^3) is that of any other road.
 *
 * What lies beside the track follows from a hypothesis, that a road looks alike in all directions
 * (C. J. Dodds and J. D. Robson, The description of road surface roughness, J. Sound and Vibration 31,
 * 1973). A line sees a wave of the plane with wave numbers (n, m) as one of wave number n, so
 *
 *     Gd(n) = 2 integral W(sqrt(n^2 + m^2)) dm     over all m, W: two-sided density over the plane.
 *
 * W(r) = A r^-3 gives 4 A n^-2, hence A = Gd(n0) n0^2 / 4. The same W says how alike two parallel tracks
 * b apart are: their coherence is z K1(z) with z = 2 pi n b (K1: modified Bessel function), near 1 for
 * long waves and near 0 for short ones.
 *
 * Departures. The waves are those that fit a square tile of 102.4 m, up to 4 cycles/m, with amplitudes
 * from W and random phases; a line across it therefore sees nothing much longer than that. The tile lies
 * askew, turned by atan(21/20), so that a line along x or y comes back to the same road after 2970 m and
 * not after 102.4 m. Cutting W at R = 4 cycles/m takes from Gd what waves beyond would have added at an
 * angle; W gets 1.1 A / (pi R^2 sqrt(R^2 - r^2)) more, which a line sees as constant, and with which Gd
 * is within 2 % from 0.02 to 2.83 cycles/m. Between points 0.1 m apart the height is a cubic B-spline (C2),
 * whose attenuation is made up for in the amplitudes.
 *
 * The same seed gives the same bits everywhere: + - * / and square roots only. */
#ifndef KAMM_WORLD_TERRAIN_ROUGHNESS_H
#define KAMM_WORLD_TERRAIN_ROUGHNESS_H

#include <kamm/error.h>
#include <stdint.h>

/* Immutable; 8 MiB. */
struct roughness;

/* Errors: MEMORY. */
kamm_result kamm_make_roughness(uint32_t seed, struct roughness **out, kamm_error *error);
void kamm_free_roughness(struct roughness *roughness);

/* Height in m of a road with Gd(0.1 cycles/m) = 1e-6 m^3, and its gradient along x and y. A place
 * that is not finite, or farther than 2^50 cells of 0.1 m, has height 0. */
double kamm_roughness_at(const struct roughness *roughness, double x_m, double y_m,
                         double slope[2]);

/* The same as wheels feel it: each point is the mean of itself, counted twice, and of the four that are
 * `apart_m` from it along two axes. These are those of the tile, whatever the wheel's heading, and the nearest
 * coefficients stand for the four, with weights that give the same curvature. Computed in float.
 *
 * In two steps, so that memory brings the coefficients of some wheels while others are found: the places, and what four of
 * them feel. With apart_m = 0 it is the roughness itself. */
struct felt_place {
    int32_t row, column,
        far; /* of coefficients; far 0: nothing is felt, as at a place that is none */
    float tu, tv, weight;
};
void kamm_find_felt(const struct roughness *roughness, double x_m, double y_m, double apart_m,
                    struct felt_place *place);
struct felt_four {
    float height_m[4], slope[2][4];
};
struct felt_four kamm_feel_four(const struct roughness *roughness,
                                const struct felt_place *const places[4]);

/* Bounds of both, everywhere: of the height's size and of the gradient's length. */
double kamm_roughest_height_m(const struct roughness *roughness);
double kamm_roughest_slope(const struct roughness *roughness);

#endif
