/* Bicycles by the 25 parameters of the linear bicycle, and its equations. */
#ifndef KAMM_TEST_SUPPORT_TWO_WHEELS_H
#define KAMM_TEST_SUPPORT_TWO_WHEELS_H

#include "cars.h"

#include <complex.h>

struct bicycle_wheel {
    double radius, mass, across, spin; /* m, kg; inertia about a diameter, about the axle: kg.m2 */
};
/* x forward of the rear contact, z down; `product` is the element I_xz of the tensor. */
struct bicycle_frame {
    double x, z, mass, roll, pitch, yaw, product;
};
struct bicycle {
    double wheelbase, trail, tilt; /* of the steering axis from the vertical */
    struct bicycle_wheel rear, front;
    struct bicycle_frame body, fork;
};

/* J. P. Meijaard, J. M. Papadopoulos, A. Ruina and A. L. Schwab, Linearized dynamics equations for the balance and steer of a bicycle,
 * Proc. R. Soc. A 463 (2007), table 1, and a bicycle measured by J. K. Moore (github.com/moorepants/BicycleParameters). */
extern const struct bicycle benchmark_bicycle, browser_bicycle;

/* M q'' + v C1 q' + (g K0 + v^2 K2) q = f of q = (lean, steer), by appendix A of that paper. */
struct bicycle_matrices {
    double m[2][2], c1[2][2], k0[2][2], k2[2][2];
};
struct bicycle_matrices bicycle_matrices_of(const struct bicycle *bicycle);
/* Their four eigenvalues at a speed. */
void bicycle_roots(const struct bicycle *bicycle, double gravity, double speed,
                   double complex roots[4]);
/* The speed between two at which the real part of the root that is nearest to `near` at the first one passes 0. */
double bicycle_speed(const struct bicycle *bicycle, double gravity, double from, double to,
                     double complex near);

/* The bicycle as a vehicle on thin, stiff wheels that roll and neither slip nor lag, as nearly as tyres of `full` can, at 9600
 * substeps a second: linear tyres of 500 times their load per radian, and springs and tyres that yield by 0.02 mm. */
kamm_vehicle_def vehicle_of_bicycle(const struct bicycle *bicycle);

/* Puts it on tyres of ordinary stiffness, at 240 substeps a second. */
void put_ordinary_tyres(kamm_vehicle_def *def);

/* A vehicle in empty space, its springs relaxed, the handlebar free on its hinge. */
kamm_cars *float_two_wheeler(const kamm_vehicle_def *def, const kamm_ground *space);

/* Its momenta in double, world axes; the angular one about the world's origin. The rear wheel does not spin. */
void momenta_of_two_wheeler(const kamm_cars *cars, double linear[3], double angular[3]);

/* A tyre's slopes of side force, and its relaxation length. */
struct lag {
    double cornering, camber, relaxation; /* N/rad, N/rad, m */
};
/* What makes a thin tyre of such a vehicle one that lags so, by the linear law: camber's force lags as well. */
void put_lagging_linear_tyre(kamm_tyre_def *thin, const struct lag *lag);
/* The same by the Magic Formula: camber acts at once. */
kamm_tyre_def lagging_magic_formula(const kamm_tyre_def *thin, const struct lag *lag);

/* The benchmark bicycle on tyres of ordinary stiffness, at 240 substeps a second. */
kamm_vehicle_def ordinary_bicycle(void);

/* -- a motorcycle: R. S. Sharp, J. Mech. Eng. Sci. 13(5), 1971, appendix 3, in SI units -- */

#define SHARP_CASTER 0.4715
#define SHARP_WHEELBASE 1.41446
#define SHARP_TO_AXIS \
    0.47976 /* from the rear contact to below the rear frame's centre of gravity */
#define SHARP_NORMAL_TRAIL 0.11582
#define SHARP_RELAXATION 0.24384
#define SHARP_DAMPER 6.779
extern const double sharp_cornering[2], sharp_camber[2]; /* N/rad */
struct bicycle sharp_motorcycle(void);
/* On his tyres, whose camber lags, and without springs, at 9600 substeps a second. */
kamm_vehicle_def vehicle_of_motorcycle(void);

/* -- to be ridden: with suspension, tyres up to a lean of 1.2, and nothing that scrapes before -- */

kamm_vehicle_def ridden_bicycle(double substeps_per_s), ridden_motorcycle(double substeps_per_s);

#endif
