/* What the tests of transfer cases share: cars that are driven by all axles, and what their axles do. */
#ifndef KAMM_TEST_TRANSFER_BENCH_H
#define KAMM_TEST_TRANSFER_BENCH_H

#include "support/fitted.h"
#include "support/shipped.h"
#include "support/tier.h"

#include <kamm/kamm.h>

static const double all_rates[] = {240, 60, 120, 600, 1200};

/* A shipped car with an engine and two axles, driven by both. */
static inline kamm_vehicle_def driven_by_all(kamm_vehicle_def def, double rate, int coupling)
{
    def.stepping.substeps_per_s = allowed_rate(&def, rate);
    fit_all_wheel_drive(&def, coupling);
    return def;
}

/* The next one from `vehicle` on that such a car can be made of; shipped_count() after the last. */
static inline int next_of_two_axles(int vehicle)
{
    for (; vehicle < shipped_count(); ++vehicle) {
        kamm_vehicle_def def = shipped_def(vehicle);
        if (def.axles_count == 2 && has_geared_engine(&def) && !def.drawbar.towed &&
            !is_kart(&def) &&
            !is_farm_tractor(&def)) /* weak in its one gear; too strong in its first */
            break;
    }
    return vehicle;
}
#define EACH_OF_TWO_AXLES(vehicle)      \
    int vehicle = next_of_two_axles(0); \
    vehicle < shipped_count();          \
    vehicle = next_of_two_axles(vehicle + of_tier(7, 1))

/* Level ground that is ice below the axles from `first` to `last`. */
static inline kamm_ground ice_below(const kamm_cars *cars, int first, int last,
                                    kamm_contact contacts[KAMM_MAX_WHEELS])
{
    kamm_model_info info = kamm_describe(kamm_model_of(cars, 0));
    kamm_ground ground = kamm_flat_ground;
    for (int w = 0; w < info.wheel_count; ++w) {
        int ice = info.wheel_axle[w] >= first && info.wheel_axle[w] <= last;
        contacts[w] = ground.plane;
        contacts[w].friction = ice ? 0.08f : 1;
    }
    ground.contacts = contacts;
    return ground;
}

/* Of the hubs; outer twins tell their hub's torque once more. */
static inline double axle_nm(const kamm_cars *cars, int car, int axle)
{
    kamm_model_info info = kamm_describe(kamm_model_of(cars, car));
    double sum = 0;
    int hubs = 0;
    for (int w = 0; w < info.wheel_count; ++w)
        if (info.wheel_axle[w] == axle && hubs++ < 2)
            sum += kamm_read_wheel(cars, car, w, KAMM_WHEEL_drive_torque_nm);
    return sum;
}

static inline double axle_radps(const kamm_cars *cars, int car, int axle)
{
    kamm_model_info info = kamm_describe(kamm_model_of(cars, car));
    double sum = 0;
    int count = 0;
    for (int w = 0; w < info.wheel_count; ++w)
        if (info.wheel_axle[w] == axle)
            sum += kamm_read_wheel(cars, car, w, KAMM_WHEEL_spin_radps), ++count;
    return sum / count;
}

#endif
