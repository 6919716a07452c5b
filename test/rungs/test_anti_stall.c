/* The automatic clutch stalls no engine: stops in every gear, over all shipped vehicles with one.
 * KAMM_QUICK_TESTS leaves this out: others reach its code. */
#include "support/rungs.h"
#include "support/shipped.h"
#include "support/tier.h"

#include <math.h>

static const double all_rates[] = {240, 60, 120, 600, 1200};
static const double brakes[] = {1, 0.1, 0.35};
static const double frictions[] = {1, 0.3, 0.1};

/* CommonRoad's vehicles have none that they are made with, and no engine to stall. */
static int has_clutch(const kamm_vehicle_def *def)
{
    return def->engine.idle_radps > 50 && has_geared_engine(def) && !def->converter.k_curve.count &&
           def->clutch.automatic;
}

struct stop {
    double lowest, last; /* engine speed over idle speed; in the end */
    double speed_mps;    /* in the end */
};

/* Brakes from the middle of a gear's speeds to a stop, in that gear, and stays there. */
static struct stop stop_in_gear(const kamm_vehicle_def *def, int gear, double brake,
                                double friction)
{
    kamm_ground ground = kamm_plane_ground(0, 0, friction);
    kamm_cars *cars = start_cars(def, 1);
    double ratio = kamm_describe(kamm_model_of(cars, 0)).overall_ratio[gear - 1];
    double speed = 0.5 * def->engine.limiter_radps / ratio * def->axles[0].tyre.unloaded_radius_m;
    struct stop stop = {1e9, 0, 0};
    put_car(cars, 0, &ground, 0, fmin(speed, 25), gear);
    kamm_inputs(cars)[0].brake = (float)brake;
    for (int frame = 0; frame < 60 * 50 && !(stop.speed_mps < 0.02 && frame > 60); ++frame) {
        drive_for(cars, &ground, 1.0 / 60);
        stop.lowest = fmin(stop.lowest, kamm_read(cars, 0, KAMM_CHANNEL_engine_radps));
        stop.speed_mps = kamm_read(cars, 0, KAMM_CHANNEL_speed_mps);
    }
    drive_for(cars, &ground, 1);
    stop.lowest /= def->engine.idle_radps;
    stop.last = kamm_read(cars, 0, KAMM_CHANNEL_engine_radps) / def->engine.idle_radps;
    stop.speed_mps = kamm_read(cars, 0, KAMM_CHANNEL_speed_mps);
    assert_int_equal(kamm_fault(cars, 0), 0);
    end_cars(cars);
    return stop;
}

static void no_stop_in_gear_stalls_the_engine(void **state)
{
    (void)state;
    int stops = 0, below = 0;
    double lowest = 1;
    for (int i = 0; i < of_tier(shipped_count(), 9 * shipped_count()); i += of_tiers(2, 4, 1)) {
        int vehicle = i % shipped_count(), n = i / shipped_count();
        kamm_vehicle_def def = shipped_def(vehicle);
        if (!has_clutch(&def)) continue;
        def.stepping.substeps_per_s = allowed_rate(&def, all_rates[in_long_tier() ? i % 5 : 0]);
        def.gearbox.kind = KAMM_GEARBOX_MANUAL; /* no gear but the one that is asked for */
        int step = in_long_tier() ? 1 : (def.gearbox.ratios_count + 2) / 3;
        for (int gear = 1; gear <= def.gearbox.ratios_count; gear += step) {
            double brake = brakes[in_long_tier() ? n % 3 : i % 3];
            double friction = frictions[in_long_tier() ? n / 3 : (i / 3) % 2];
            struct stop stop = stop_in_gear(&def, gear, brake, friction);
            if (stop.lowest < 0.95)
                print_message(
                    "%-28s %4g /s, gear %2d, brake %.2f, friction %.1f: engine down to %.2f of idle\n",
                    shipped_name(vehicle), def.stepping.substeps_per_s, gear, brake, friction,
                    stop.lowest);
            below += stop.lowest < 0.95;
            lowest = fmin(lowest, stop.lowest);
            expect_above(stop.lowest, 0.48); /* it fires from half of idle speed on */
            expect_near(stop.last, 1, 0.05);
            expect_below(stop.speed_mps, brake < 0.3 ? 1.5 : 0.05); /* light brakes let it creep */
            ++stops;
        }
    }
    print_message("%d stops, engine never below %.3f of its idle speed, in %d below 0.95\n", stops,
                  lowest, below);
    expect_above(stops, of_tier(10, 20));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(no_stop_in_gear_stalls_the_engine)};
    return cmocka_run_group_tests_name("anti_stall", tests, NULL, NULL);
}
