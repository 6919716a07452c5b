/* Shipped vehicles whose rear brakes need distribution, for what regulates it. */
#ifndef KAMM_TEST_SUPPORT_DISTRIBUTED_H
#define KAMM_TEST_SUPPORT_DISTRIBUTED_H

#include "cars.h"
#include "shipped.h"
#include "tier.h"

#include "run/cars.h"

#include <math.h>

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))
#define EACH_VEHICLE(vehicle, stride) \
    int vehicle = 0;                  \
    vehicle < shipped_count();        \
    vehicle += of_tier(stride, 1)

enum kind { OFF, SLIP, CYCLES };

/* Both ends of the kart and of no other have a brake. */
static inline int has_front_brakes(const kamm_vehicle_def *def)
{
    return def->axles[0].brake_torque_nm > 0;
}

static inline int can_distribute(int vehicle)
{
    kamm_vehicle_def def = shipped_def(vehicle);
    return has_front_brakes(&def);
}

/* With anti-lock brakes and distribution of that kind; the rear brakes would lock their wheels first. */
static inline void distribute(kamm_vehicle_def *def, enum kind distribution, enum kind anti_lock)
{
    def->aids.esc = 0;
    def->aids.abs = anti_lock != OFF;
    def->aids.abs_kind = anti_lock == CYCLES ? KAMM_ABS_CYCLES : KAMM_ABS_SLIP;
    def->aids.ebd = distribution != OFF;
    def->aids.ebd_kind = distribution == CYCLES ? KAMM_ABS_CYCLES : KAMM_ABS_SLIP;
    const struct layout layout = kamm_layout_of(def);
    for (int a = layout.front_axles; a < def->axles_count; ++a)
        def->axles[a].brake_torque_nm *= 1.6;
}

static inline kamm_vehicle_def braked(int vehicle, enum kind distribution, enum kind anti_lock,
                                      double rate)
{
    kamm_vehicle_def def = shipped_def(vehicle);
    def.stepping.substeps_per_s = allowed_rate(&def, rate);
    distribute(&def, distribution, anti_lock);
    return def;
}

/* Cars side by side, each with a pedal of its own, in neutral at 25 m/s. */
static inline kamm_cars *start_pedals(const kamm_vehicle_def *def, int count,
                                      const kamm_ground *ground)
{
    kamm_cars *cars = start_cars(def, count);
    for (int i = 0; i < count; ++i) put_car(cars, i, ground, 0, 25, 0);
    return cars;
}

/* A foot takes a fifth of a second. */
static inline void press_slowly(kamm_cars *cars, const double *pedals, int count, int frame)
{
    for (int i = 0; i < count; ++i)
        kamm_inputs(cars)[i].brake = (float)(pedals[i] * fmin(1, (frame + 1) / 12.0));
}

static inline int per_frame(const kamm_vehicle_def *def) /* of 1/60 s */
{
    return (int)(def->stepping.substeps_per_s / 60 + 0.5);
}

#endif
