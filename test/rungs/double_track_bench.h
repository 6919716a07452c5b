/* What the tests of double_track share: a car, its loads, and the letters of the thesis's equations. */
#ifndef KAMM_TEST_DOUBLE_TRACK_BENCH_H
#define KAMM_TEST_DOUBLE_TRACK_BENCH_H

#include "support/rungs.h"

#include "run/cars.h"
#include "rungs/double_track/double_track_constants.h"

/* Without drag, so that what is set up stays steady. */
static inline kamm_vehicle_def still_air_car(void)
{
    kamm_vehicle_def def = plain_car();
    def.aero.frontal_area_m2 = 0;
    def.double_track.tyre =
        KAMM_TRACK_TYRE_CAPPED; /* the text's, for which there are closed forms */
    return def;
}

static inline kamm_cars *start_track(const kamm_vehicle_def *def, const kamm_ground *ground,
                                     double yaw_rad, double speed_mps)
{
    kamm_cars *cars = start_rung(def, KAMM_DOUBLE_TRACK, 1);
    put_car(cars, 0, ground, yaw_rad, speed_mps, 0);
    return cars;
}

static inline const struct double_track_constants *track_of(const kamm_cars *cars)
{
    return kamm_model_of(cars, 0)->own;
}

static inline double load_of(const kamm_cars *cars, int wheel)
{
    return kamm_read_wheel(cars, 0, wheel, KAMM_WHEEL_load_n);
}

static inline double axle_load(const kamm_cars *cars, int axle)
{
    return load_of(cars, 2 * axle) + load_of(cars, 2 * axle + 1);
}

/* What the equations are written in. */
struct thesis_car {
    double weight, mass, b, c, L, h, track;
};

static inline struct thesis_car thesis_car_of(const kamm_vehicle_def *def, const kamm_cars *cars)
{
    kamm_model_info info = kamm_describe(kamm_model_of(cars, 0));
    struct thesis_car car = {.mass = info.mass_kg,
                             .b = info.cg_behind_front_axle_m,
                             .L = info.wheelbase_m,
                             .h = info.cg_height_m};
    car.weight = car.mass * GRAVITY_MPS2;
    car.c = car.L - car.b;
    car.track = (def->axles[0].track_m + def->axles[1].track_m) / 2;
    return car;
}

#endif
