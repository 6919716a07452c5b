/* Turbocharger: the boost's lag against its closed form, and a car with it. */
/* KAMM_QUICK_TESTS leaves this out: it drives for long to measure. */
#include "support/rungs.h"
#include "support/shipped.h"
#include "support/tier.h"

#include "part/turbocharger.h"

#include <math.h>
#include <stdlib.h>

static const struct turbo_constants turbo = {.share = 0.5f, .lag_s = 0.6f, .best_radps = 300};

/* 1 - e^(-t / lag), the lag with the inverse of the engine's speed. */
static void boost_follows_with_its_lag(void **state)
{
    (void)state;
    static const double rates[] = {60, 240, 1200};
    for (int r = 0; r < 3; ++r)
        for (float speed = 100; speed < 700; speed += 100) {
            double lag = 0.6 * fmin(fmax(300 / (double)speed, 0.5), 4), dt = 1 / rates[r];
            float boost = 0;
            int steps = (int)(lag * rates[r] + 0.5);
            for (int i = 0; i < steps; ++i) boost = turbo_step(&turbo, boost, 1, speed, (float)dt);
            expect_near(boost, 1 - exp(-steps * dt / lag), 0.4 * dt / lag + 1e-4);
            for (int i = 0; i < steps; ++i) boost = turbo_step(&turbo, boost, 0, speed, (float)dt);
            expect_near(boost, (1 - exp(-1)) * exp(-2), 0.8 * dt / lag + 2e-3);
        }
}

static void torque_lacks_what_the_boost_lacks(void **state)
{
    (void)state;
    expect_near(turbo_share(&turbo, 0), 0.5, 1e-6);
    expect_near(turbo_share(&turbo, 0.5f), 0.75, 1e-6);
    expect_near(turbo_share(&turbo, 1), 1, 0);
}

static kamm_vehicle_def charged(int vehicle, double share)
{
    kamm_vehicle_def def = shipped_def(vehicle);
    def.engine.boost_share = share;
    def.stepping.substeps_per_s = 240;
    return def;
}

/* What a car gains in `seconds` after the pedal was pressed at a steady speed. */
static double gained_in(double seconds, const kamm_vehicle_def *def, kamm_rung rung)
{
    kamm_cars *cars = start_rung(def, rung, 1);
    put_car(cars, 0, &kamm_flat_ground, 0, 10, 2);
    drive_for(cars, &kamm_flat_ground, 0.5);
    double before = kamm_read(cars, 0, KAMM_CHANNEL_speed_mps);
    kamm_inputs(cars)[0].throttle = 1;
    drive_for(cars, &kamm_flat_ground, seconds);
    double gained = kamm_read(cars, 0, KAMM_CHANNEL_speed_mps) - before;
    assert_int_equal(kamm_fault(cars, 0), 0);
    end_cars(cars);
    return gained;
}

static void a_car_waits_for_its_boost(void **state)
{
    (void)state;
    for (int vehicle = 0; vehicle < shipped_count(); vehicle += of_tier(3, 1))
        for (int rung = KAMM_SINGLE_TRACK; rung <= KAMM_FULL; ++rung) {
            kamm_vehicle_def def = charged(vehicle, 0.5), plain = charged(vehicle, 0);
            if (def.engine.idle_radps < 50 || def.axles_count > 2 || !has_geared_engine(&def))
                continue;
            if (is_farm_tractor(&def)) continue; /* its tyres slip with half the torque, too */
            def.aids.tcs = plain.aids.tcs = 0;
            double with = gained_in(0.6, &def, (kamm_rung)rung),
                   without = gained_in(0.6, &plain, (kamm_rung)rung);
            print_message("%-28s %-12s %.2f m/s in 0.6 s, %.2f without turbocharger\n",
                          shipped_name(vehicle), rung_name((kamm_rung)rung), with, without);
            if (without > 0.6 * 7) continue; /* as its tyres let it, with half the torque, too */
            expect_below(with, 0.85 * without);
            expect_above(with, 0.3 * without);
        }
}

/* Steady running is the curve's: what is lost is lost in the beginning. */
static void the_rest_comes(void **state)
{
    (void)state;
    kamm_vehicle_def def = charged(0, 0.5);
    def.aids.tcs = 0;
    kamm_cars *cars = start_cars(&def, 1);
    put_car(cars, 0, &kamm_flat_ground, 0, 20, 3);
    kamm_inputs(cars)[0].throttle = 1;
    drive_for(cars, &kamm_flat_ground, 6);
    expect_near(kamm_read(cars, 0, KAMM_CHANNEL_boost), 1, 0.01);
    kamm_inputs(cars)[0].throttle = 0;
    drive_for(cars, &kamm_flat_ground, 3);
    expect_near(kamm_read(cars, 0, KAMM_CHANNEL_boost), 0, 0.02);
    end_cars(cars);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boost_follows_with_its_lag),
        cmocka_unit_test(torque_lacks_what_the_boost_lacks),
        cmocka_unit_test(a_car_waits_for_its_boost),
        cmocka_unit_test(the_rest_comes),
    };
    return cmocka_run_group_tests_name("turbocharger", tests, NULL, NULL);
}
