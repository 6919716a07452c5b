/* What the tests of anti-roll bars share: bars on both axles, steady turns, wheels on blocks. */
#ifndef KAMM_TEST_ANTI_ROLL_BARS_BENCH_H
#define KAMM_TEST_ANTI_ROLL_BARS_BENCH_H

#include "support/cars.h"

#include <math.h>

#define DEG (PI / 180)

static inline kamm_suspension_def *suspension(kamm_vehicle_def *def, int axle)
{
    return &def->axles[axle].suspension;
}

/* On both axles: N/m and N, see vehicle_fields.h. */
static inline void set_bars(kamm_vehicle_def *def, double n_per_m, double max_force_n, int mode)
{
    for (int a = 0; a < 2; ++a) {
        suspension(def, a)->anti_roll_bar_n_per_m = n_per_m;
        suspension(def, a)->anti_roll_bar_n = max_force_n;
        suspension(def, a)->anti_roll_bar_mode = mode;
    }
}

static inline void set_travel(kamm_vehicle_def *def, double travel_m)
{
    for (int a = 0; a < 2; ++a)
        suspension(def, a)->bump_travel_m = suspension(def, a)->rebound_travel_m = travel_m;
}

static inline double wheel_load(const kamm_cars *cars, int wheel)
{
    return kamm_read_wheel(cars, 0, wheel, KAMM_WHEEL_load_n);
}

static inline double travel(const kamm_cars *cars, int wheel)
{
    return kamm_read_wheel(cars, 0, wheel, KAMM_WHEEL_travel_m);
}

static inline double axle_load(const kamm_cars *cars, int axle)
{
    return wheel_load(cars, 2 * axle) + wheel_load(cars, 2 * axle + 1);
}

static inline double roll_deg(const kamm_cars *cars)
{
    return read_channel(cars, KAMM_CHANNEL_roll_rad) / DEG;
}

/* The speed held, the road wheels turned over 2 s and held; after 15 s in all. */
static inline kamm_cars *start_cornering(const kamm_vehicle_def *def, double speed_mps,
                                         double steer_rad)
{
    kamm_cars *cars = start_cars(def, 1);
    put_car(cars, 0, &kamm_flat_ground, 0, speed_mps, 3);
    for (int frame = 0; frame < 900; ++frame) {
        double behind = speed_mps - read_channel(cars, KAMM_CHANNEL_forward_speed_mps);
        kamm_inputs(cars)[0].throttle = (float)fmin(fmax(0.15 + 0.5 * behind, 0), 1);
        kamm_inputs(cars)[0].steering_wheel_rad =
            (float)(steer_rad * def->steering.ratio * fmin(frame / 120.0, 1));
        kamm_step(cars, &kamm_flat_ground, 20);
    }
    return cars;
}

/* Blocks under the wheels, by their height. */
static inline void query_blocks(void *user, int count, const kamm_probe *probes,
                                kamm_contact *contacts)
{
    for (int i = 0; i < count; ++i) {
        contacts[i] = kamm_flat_ground.plane;
        contacts[i].point_m[2] = ((const double *)user)[probes[i].wheel];
    }
}

static inline kamm_cars *stand_on(const kamm_vehicle_def *def, double blocks_m[4])
{
    kamm_ground ground = kamm_flat_ground;
    ground.query = query_blocks;
    ground.user = blocks_m;
    kamm_cars *cars = start_cars(def, 1);
    put_car(cars, 0, &kamm_flat_ground, 0, 0, 0);
    kamm_inputs(cars)[0].brake = 1;
    drive_for(cars, &ground, 25);
    return cars;
}

#endif
