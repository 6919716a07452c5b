/* Wheels that spin on a standing car, in neutral: the road stops them. A light wheel that is pressed on a surface of much grip stops within a part of a substep; the force of the
 * substep's start would turn it round, faster than it was. */
/* KAMM_QUICK_TESTS leaves this out: it drives for long to measure. */
#include "run/cars.h"
#include "support/cars.h"
#include "support/shipped.h"
#include "support/tier.h"

#include <math.h>
#include <string.h>

/* What comes back at most, as a share of what the wheels were given. Nothing ought to; but the car's side of the force is
 * that of the substep's start. */
static const struct rate {
    double substeps_per_s, share;
} rates[] = {{60, 1.5}, {120, 0.6}, {240, 0.3}, {600, 0.1}, {1200, 0.03}};
static const double frictions[] = {0.3, 1, 3}, spins[] = {-60, -8, -1, 1, 8, 60};
enum {
    RATES = sizeof rates / sizeof *rates,
    FRICTIONS = sizeof frictions / sizeof *frictions,
    SPINS = sizeof spins / sizeof *spins
};

static double energy_of(const kamm_cars *cars, int car)
{
    double engine = kamm_read(cars, car, KAMM_CHANNEL_engine_radps);
    return kamm_read(cars, car, KAMM_CHANNEL_energy_j) -
           0.5 * kamm_model_of(cars, car)->def->engine.inertia_kgm2 * engine * engine;
}

/* Both wheels of a driven axle turn, or only the left one, which leans on the differential. */
static void spin_up(kamm_cars *cars, int car, double spin_radps, int axle, int both)
{
    const struct layout *l = &kamm_model_of(cars, car)->layout;
    for (int w = 0; w < l->wheels; ++w)
        if (l->axle[w] == axle && (both || w == l->first[axle]))
            PUT_CAR_STATE(cars, car, wheels[w].spin_radps, (float)spin_radps);
}

/* One car for each: spin, axle (front or rear), wheels (left or both). */
struct spun {
    double spin_radps;
    int rear, both;
    double given_j, least_j, rise_j;
};
enum { CARS = SPINS * 4 };

static struct spun spun_of(int car)
{
    return (struct spun){.spin_radps = spins[car / 4], .rear = car / 2 % 2, .both = car % 2};
}

static void start_spins(kamm_cars *cars, const kamm_ground *ground, struct rate rate,
                        struct spun spun[CARS])
{
    for (int car = 0; car < CARS; ++car) {
        kamm_place(cars, car, &(kamm_placement){.gear = 0});
        kamm_inputs(cars)[car].gear = 0;
    }
    kamm_step(cars, ground, (int)rate.substeps_per_s / 2); /* until they stand still */
    for (int car = 0; car < CARS; ++car) {
        spun[car] = spun_of(car);
        double before = energy_of(cars, car);
        int last = kamm_model_of(cars, car)->layout.axles - 1;
        spin_up(cars, car, spun[car].spin_radps, spun[car].rear ? last : 0, spun[car].both);
        spun[car].least_j = energy_of(cars, car);
        spun[car].given_j = spun[car].least_j - before;
        assert_true(spun[car].given_j > 0);
    }
}

static void watch_rise(const kamm_cars *cars, int car, struct spun *spun)
{
    double energy = energy_of(cars, car);
    spun->least_j = fmin(spun->least_j, energy);
    spun->rise_j = fmax(spun->rise_j, energy - spun->least_j);
}

static void stop_spins(int vehicle, struct rate rate, double friction)
{
    struct spun spun[CARS];
    kamm_vehicle_def def = shipped_def(vehicle);
    def.stepping.substeps_per_s = rate.substeps_per_s = allowed_rate(&def, rate.substeps_per_s);
    double slick = fmax(1, def.axles[0].tyre.pdx1 / 1.2); /* grip beyond a road tyre's */
    /* The Prius' wheels are light for their load: up to 2.15 at 60 a second on friction 3, without its motors as well. */
    if (!strcmp(shipped_name(vehicle), "toyota-prius-plug-in-2012") && rate.substeps_per_s < 100)
        slick *= 1.6;
    kamm_cars *cars = start_cars(&def, CARS);
    kamm_ground ground = kamm_plane_ground(0, 0, friction);
    start_spins(cars, &ground, rate, spun);
    for (int i = 0; i < (int)(0.4 * rate.substeps_per_s); ++i) {
        kamm_step(cars, &ground, 1);
        for (int car = 0; car < CARS; ++car) watch_rise(cars, car, &spun[car]);
    }
    for (int car = 0; car < CARS; ++car) {
        const struct spun *s = &spun[car];
        double most = slick * rate.share * s->given_j + 1;
        if (!(s->rise_j <= most))
            print_message("%s, %g/s, friction %g, %g rad/s, %s, %s\n", shipped_name(vehicle),
                          rate.substeps_per_s, friction, s->spin_radps, s->rear ? "rear" : "front",
                          s->both ? "both" : "left");
        expect_below(s->rise_j, most);
    }
    end_cars(cars);
}

/* Every vehicle, rate and friction; in the short tier each eleventh of their combinations. */
static void the_road_gives_a_spinning_wheel_no_energy(void **state)
{
    (void)state;
    int step = of_tiers(23, 7, 1), n = 0;
    for (int vehicle = 0; vehicle < shipped_count(); ++vehicle)
        for (int r = 0; r < RATES; ++r)
            for (int f = 0; f < FRICTIONS; ++f)
                if (n++ % step == 0) stop_spins(vehicle, rates[r], frictions[f]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_road_gives_a_spinning_wheel_no_energy),
    };
    return cmocka_run_group_tests_name("spin_stop", tests, NULL, NULL);
}
