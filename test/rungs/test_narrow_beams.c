/* Beams whose stops sit far inwards: refused where these don't hold the beam's tilt in a car that tumbles. */
/* KAMM_QUICK_TESTS leaves this out: it drives for long to measure. */
#include "support/refused.h"
#include "support/rungs.h"
#include "support/shipped.h"
#include "support/tier.h"

#include "run/cars.h"
#include "vehicle/scale.h"

#include <math.h>

/* The least base at which stops hold a tumbling beam: travel times mass times 7.5 rad/s (of a car of
 * ordinary size) squared, and more at long substeps. */
static double least_base_m(const kamm_vehicle_def *def, const kamm_axle_def *axle)
{
    double rate = 7.5 / kamm_scale_of(def).root + 200 / def->stepping.substeps_per_s;
    const kamm_suspension_def *s = &axle->suspension;
    double stops = (s->bump_stop_n_per_m + s->rebound_stop_n_per_m) / 2;
    return axle->track_m * rate * sqrt(axle->unsprung_mass_kg / stops);
}

/* Most energy over that at the start. At 60/s a tyre is a substep's way deep before it is felt (test_full_rest). */
static double most_energy(double substeps_per_s) { return substeps_per_s < 100 ? 1.05 : 1.01; }

/* Without the engine, which runs meanwhile. */
static double energy_of(const kamm_vehicle_def *def, const kamm_cars *cars, int car)
{
    double engine = kamm_read(cars, car, KAMM_CHANNEL_engine_radps);
    return kamm_read(cars, car, KAMM_CHANNEL_energy_j) -
           0.5 * def->engine.inertia_kgm2 * engine * engine;
}

/* Thrown about all axes, with up to 8 rad/s (of a car of ordinary size) about each: no wheel leaves, and none comes up with energy. */
static void throw_all(const kamm_vehicle_def *def, const char *name)
{
    enum { CARS = 16 };
    struct noise noise = {5};
    double most = 8 / kamm_scale_of(def).root;
    kamm_cars *cars = start_cars(def, CARS);
    double begun_j[CARS];
    for (int c = 0; c < CARS; ++c) {
        kamm_placement placement = {{0, 0, noise_between(&noise, 4, 12)}, {0}, 10, 0, {0}};
        for (int i = 0; i < 4; ++i) placement.orientation[i] = noise_between(&noise, -1, 1);
        kamm_place(cars, c, &placement);
        PUT_CAR_STATE(cars, c, car.roll_rate_radps, (float)noise_between(&noise, -most, most));
        PUT_CAR_STATE(cars, c, car.pitch_rate_radps, (float)noise_between(&noise, -most, most));
        PUT_CAR_STATE(cars, c, car.yaw_rate_radps, (float)noise_between(&noise, -most, most));
        begun_j[c] = energy_of(def, cars, c);
    }
    for (int frame = 0; frame < 60 * 4; ++frame) {
        drive_for(cars, &kamm_flat_ground, 1.0 / 60);
        for (int c = 0; c < CARS; ++c) {
            double energy = energy_of(def, cars, c) / begun_j[c];
            if (kamm_fault(cars, c) || !(energy < most_energy(def->stepping.substeps_per_s)))
                fail_msg("%s at %g /s, car %d: fault %d, %.2f of its energy", name,
                         def->stepping.substeps_per_s, c, kamm_fault(cars, c), energy);
        }
    }
    end_cars(cars);
}

/* A base that is narrower than that is refused, and a car with the narrowest one that is not tumbles without a fault. */
static void stops_that_do_not_hold_a_beam_are_refused(void **state)
{
    (void)state;
    static const double rates[] = {60, 240, 600};
    int tried = 0;
    for (int vehicle = 0; vehicle < shipped_count(); vehicle += of_tier(2, 1))
        for (int r = 0; r < of_tier(1, 3); ++r) {
            kamm_vehicle_def def = shipped_def(vehicle);
            def.stepping.substeps_per_s = allowed_rate(&def, rates[r]);
            int beams = 0;
            for (int a = 0; a < def.axles_count; ++a) {
                kamm_suspension_def *s = &def.axles[a].suspension;
                if (s->kind != KAMM_SUSPENSION_DEPENDENT || s->hardpoints.kind) continue;
                kamm_vehicle_def narrow = def;
                s->spring_base_m =
                    fmin(1.01 * least_base_m(&def, &def.axles[a]), def.axles[a].track_m);
                narrow.axles[a].suspension.spring_base_m = 0.95 * least_base_m(&def, &def.axles[a]);
                if (narrow.axles[a].suspension.spring_base_m < s->spring_base_m)
                    expect_vehicle_refused(&narrow, "suspension.spring_base_m: at ");
                ++beams;
            }
            if (!beams) continue;
            throw_all(&def, shipped_name(vehicle));
            ++tried;
        }
    expect_above(tried, of_tier(1, 3));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stops_that_do_not_hold_a_beam_are_refused),
    };
    return cmocka_run_group_tests_name("narrow_beams", tests, NULL, NULL);
}
