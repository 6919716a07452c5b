/* How a two-wheeler stands on its road: what decides which wheel leaves it.
 *
 * The ground below both wheels gives the road's normal. F is the force along the road of the tyre that stays on it, h the height of the
 * centre of gravity and a its distance from that tyre's contact. With the mass m, the inertia I about the pitch axis and gravity's part g into
 * the road, the lift l of the other wheel follows
 *
 *     (I + m a^2) l'' = F h - m g a
 *
 * So a wheel lifts at F = m g a / h (V. Cossalter, Motorcycle Dynamics, 2006, sections 3.6 and 3.7), and that is unstable: a falls as the wheel rises.
 * Departures: the air's force acts at the height of the centre of gravity, springs are as they are now, and the spin of wheels and crank
 * does not count. */
#ifndef KAMM_DRIVER_STANCE_H
#define KAMM_DRIVER_STANCE_H

#include "../run/cars.h"

/* Axles; a tilting pair in front counts as one wheel (rungs/full/tilt.h). */
enum { FRONT, REAR };

struct ridden_stance {
    double mass_kg, inertia_kgm2; /* about the pitch axis */
    double normal_mps2;           /* gravity's part into the road */
    double height_m; /* of the centre of gravity above the road, as it leans and pitches now */
    double arm_m[2]; /* from the contact of that wheel to the centre of gravity, along the road */
    double lift_rad[2]; /* clearance of that wheel over the wheelbase */
    double load_n[2];   /* of the wheels now */
    double dips_radps;  /* pitch rate, nose down */
    double root;        /* scale of times */
};

/* The first wheel of the front or the rear. */
static inline int ridden_wheel(const kamm_cars *cars, int end)
{
    return left_hub(cars->layout, end);
}
/* The load of its wheels now, and at rest. */
static inline double ridden_load_n(const kamm_cars *cars, int car, int end)
{
    double sum = 0;
    for (int i = 0, w = ridden_wheel(cars, end); i < cars->layout->count[end]; ++i)
        sum += (double)CAR_OUTPUT(cars, car, wheels[w + i].load_n);
    return sum;
}
static inline double ridden_rest_n(const kamm_cars *cars, int car, int end)
{
    return axle_sum(cars->layout, end, kamm_model_of(cars, car)->info.static_load_n);
}

struct ridden_stance kamm_stance_of(const kamm_cars *cars, int car);

/* Returns the load of a wheel without forces along, and the load that these move to the front per newton backwards. */
double kamm_standing_load_n(const struct ridden_stance *s, int wheel);
double kamm_load_moved(const struct ridden_stance *s);

/* Returns the force along at which a wheel keeps that share of its load, less what brings it down again where it
 * rises. Forwards for the front wheel, backwards for the rear one; never below 0. */
double kamm_keeping_force_n(const struct ridden_stance *s, int wheel, double keeps);

/* Returns the force at which a wheel comes to that lift and stays there; below 0: a force the other way. */
double kamm_lifting_force_n(const struct ridden_stance *s, int wheel, double lift_rad);

/* Returns by how much it can lean further until the floor of its body touches the road, to the right (side 1) or left (-1). It goes by the
 * springs as they are now; below 0 the floor scrapes. */
double kamm_room_to_lean_rad(const kamm_cars *cars, int car, int side);

#endif
