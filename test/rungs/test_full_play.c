/* Play of the drive shafts, and an engine's part-load map, in cars. */
/* KAMM_QUICK_TESTS leaves this out: it drives for long to measure. */
#include "support/rungs.h"
#include "support/shipped.h"
#include "support/tier.h"

#include "run/cars.h"
#include "rungs/car.h"
#include "vehicle/chassis.h"

#include <math.h>

static const double all_rates[] = {240, 60, 120, 600, 1200};

static double cage_of(const kamm_cars *cars)
{
    const struct powertrain_constants *v = &kamm_model_at(cars, 0)->chassis->powertrain;
    double cage = 0;
    for (int a = 0; a < cars->layout->axles; ++a)
        cage += 0.5 * (double)v->differential[a].share *
                (CAR_STATE(cars, 0, wheels[left_hub(cars->layout, a)].spin_radps) +
                 CAR_STATE(cars, 0, wheels[right_hub(cars->layout, a)].spin_radps));
    return cage;
}

struct crossing {
    double turned_rad; /* engine against wheels while nothing was between them */
    double time_s;
    double last_rate; /* at the impact */
};

/* The accelerator is pressed down at once after engine braking. */
static struct crossing tip_in(const kamm_vehicle_def *def, int gear)
{
    struct crossing crossing = {0};
    kamm_cars *cars = start_cars(def, 1);
    double ratio = kamm_describe(kamm_model_of(cars, 0)).overall_ratio[gear - 1];
    double dt = 1 / def->stepping.substeps_per_s;
    double speed = 0.55 * def->engine.limiter_radps / ratio * def->axles[0].tyre.unloaded_radius_m;
    put_car(cars, 0, &kamm_flat_ground, 0, speed, gear);
    drive_for(cars, &kamm_flat_ground, 0.7);
    expect_below(kamm_read(cars, 0, KAMM_CHANNEL_drive_torque_nm), 0);
    kamm_inputs(cars)[0].throttle = 1;
    double twist = CAR_STATE(cars, 0, car.shaft_twist_rad);
    for (int n = 0; n * dt < 0.6 && kamm_read(cars, 0, KAMM_CHANNEL_drive_torque_nm) <= 0; ++n) {
        double rate = CAR_STATE(cars, 0, car.engine_radps) / ratio - cage_of(cars);
        kamm_step(cars, &kamm_flat_ground, 1);
        double now = CAR_STATE(cars, 0, car.shaft_twist_rad);
        double half = 0.5 * def->clutch.shaft_play_rad;
        crossing.turned_rad += fmax(fmin(now, half) - fmax(twist, -half), 0);
        crossing.time_s += fabs(now) < half ? dt : 0;
        crossing.last_rate = rate;
        twist = now;
    }
    assert_int_equal(kamm_fault(cars, 0), 0);
    end_cars(cars);
    return crossing;
}

static void a_load_change_crosses_the_play(void **state)
{
    (void)state;
    int tried = 0;
    for (int i = 0; i < of_tier(shipped_count(), 5 * shipped_count()); ++i) {
        kamm_vehicle_def def = shipped_def(i % shipped_count());
        if (!has_geared_engine(&def) || def.converter.k_curve.count ||
            def.gearbox.ratios_count < 3 || !(def.engine.drag_nm > 0))
            continue;
        def.stepping.substeps_per_s =
            allowed_rate(&def, all_rates[in_long_tier() ? i / shipped_count() : 0]);
        def.gearbox.kind = KAMM_GEARBOX_MANUAL;
        def.clutch.shaft_play_rad = 0.08;
        struct crossing crossing = tip_in(&def, 2);
        print_message("%-28s %4g /s: %.4f rad of play in %.3f s, impact at %.2f rad/s\n",
                      shipped_name(i % shipped_count()), def.stepping.substeps_per_s,
                      crossing.turned_rad, crossing.time_s, crossing.last_rate);
        expect_near(crossing.turned_rad, 0.08, 1e-5);
        expect_above(crossing.time_s, 0.008 - 1 / def.stepping.substeps_per_s);
        expect_below(crossing.time_s, 0.3);
        expect_above(crossing.last_rate, 0.2);
        ++tried;
    }
    expect_above(tried, 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_load_change_crosses_the_play),
    };
    return cmocka_run_group_tests_name("full_play", tests, NULL, NULL);
}
