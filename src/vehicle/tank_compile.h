/* Effect of liquid in a tank on its vehicle, as masses on paths (part/moving_load.h).
 *
 * Linear potential theory: the liquid's first mode swings with w^2 = g / l and pushes the tank as a mass on a path of radius l
 * does; the rest of it goes along with the tank (H. N. Abramson (ed.), The Dynamic Behavior of Liquids in Moving Containers, NASA
 * SP-106, 1966; F. T. Dodge, The New "Dynamic Behavior of Liquids in Moving Containers", 2000). There is one mass along the
 * vehicle and one across it, each with one freedom.
 *
 * Rectangular, with a the length of the free surface, k = pi / a and depth h:
 *
 *     w^2 = g k tanh(k h),   the mass lies (2 / k) tanh(k h / 2) below the surface
 *
 * (E. W. Graham and A. M. Rodriguez, 1952). A cylinder that lies, of radius R, across it: w^2 = lambda g / R, with lambda by
 * Rayleigh and Ritz on harmonic polynomials; half full it is 1.3557 (P. McIver, Sloshing frequencies for cylindrical and
 * spherical containers filled to an arbitrary depth, 1989). The pressure on a round wall goes through its axis, and so does the
 * path's normal: the mass lies l below the axis. Along a cylinder: as in a rectangular tank whose depth is that of its section over the
 * surface's width, which is right for waves that are long against the depth.
 *
 * The mass moves the centre of gravity as far as a tilted level surface does. M l = density I, with I the second moment
 * of the surface's area about its middle (hydrostatics of a tank: the same that takes off a ship's stability). In a
 * rectangular tank that is 1.4 % more than the first mode has, for the modes above it.
 *
 * Compartments are filled alike and swing alike. Together the liquid at rest counts as rigid: a box; in a round tank, which
 * turns no liquid about its axis, what does not swing across counts as lying on the axis. Stops: a rectangular tank's liquid all against one wall; a round one's tilted by 90 degrees.
 * Assumptions: small waves (at the walls they break and lose energy, which damping_ratio stands for), a tank that is vented. */
#ifndef KAMM_VEHICLE_TANK_COMPILE_H
#define KAMM_VEHICLE_TANK_COMPILE_H

#include <kamm/error.h>
#include <kamm/vehicle.h>

/* A mass that swings, and the whole of the liquid. Heights are above the tank's bottom. */
struct swing {
    double mass_kg, height_m, radius_m; /* l; of a mass that is not free 0 */
    double reach_m;
};
struct tank {
    double mass_kg, height_m, inertia_kgm2[3]; /* at rest, about its own centre of gravity */
    struct swing swing[2];                     /* along, across */
    int is_round;                              /* across */
};

static inline int kamm_has_tank(const kamm_vehicle_def *def)
{
    return def->tank.shape != KAMM_TANK_NONE;
}
struct tank kamm_tank_of(const kamm_tank_def *def);

/* Mass of body, payload, liquid and shifting load. */
double kamm_laden_mass_kg(const kamm_vehicle_def *def);

/* A height above the tank's bottom, in its middle, in the vehicle frame. */
void kamm_place_in_tank(const kamm_vehicle_def *def, double height_m, double at[3]);

/* lambda, of a cylinder filled to that share of its diameter. */
double kamm_cylinder_mode(double fill);

#endif
