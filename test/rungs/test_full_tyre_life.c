/* Tyres that warm up and wear, in a car: where the energy goes, what warmth changes. */
/* KAMM_QUICK_TESTS leaves this out: it drives for long to measure. */
#include "support/fitted.h"
#include "support/shipped.h"
#include "support/tier.h"

#include "run/cars.h"
#include "rungs/tyre_life.h"
#include "vehicle/chassis.h"

#include <math.h>
#include <stdlib.h>

static double of_wheel(const kamm_cars *cars, int w, kamm_wheel_channel channel)
{
    return kamm_read_wheel(cars, 0, w, channel);
}

/* ---- energy ---- */

/* No heat leaves the tyres, and all of the sliding warms them. */
static void seal(kamm_tyre_heat_def *heat)
{
    heat->slide_share = 1;
    heat->road_exchange_w_per_m2k = heat->still_exchange_w_per_m2k = 0;
    heat->air_exchange_w_per_m2k = heat->rim_exchange_w_per_k = 0;
    heat->grip_loss = heat->stiffness_loss_per_k = heat->spring_pressure_share = 0;
}

/* In the tyres of car 0, over that of the start: J. */
static double stored_j(const kamm_cars *cars)
{
    const kamm_model *model = kamm_model_of(cars, 0);
    const struct car car = kamm_car_of(cars, 0);
    double dt = model->info.substep_s, sum = 0;
    for (int w = 0; w < model->layout.wheels; ++w) {
        const struct tyre_heat_constants *c =
            &model->chassis->axles[model->layout.axle[w]].tyre_life.heat;
        const struct tyre_life life = tyre_life_of(&car, w);
        sum += dt * ((double)c->surface * (double)life.warmth.surface +
                     (double)c->carcass *
                         ((double)life.warmth.carcass + (double)life.warmth.carcass_residual) +
                     (double)c->gas * (double)life.warmth.gas);
    }
    return sum;
}

/* Without air, brakes and engine only the tyres, and a little the dampers, take from the car's energy: rolling straight, and thrown
 * sideways and sliding to a stop. */
static void what_the_car_loses_warms_its_tyres(void **state)
{
    (void)state;
    static const double rates[] = {240, 1200};
    for (int slides = 0; slides < 2; ++slides)
        for (int i = 0; i < 2; ++i) {
            kamm_vehicle_def def = flat_riding_car();
            def.stepping.substeps_per_s = rates[i];
            fit_tyre_life(&def, 1);
            for (int a = 0; a < 2; ++a) {
                seal(&def.axles[a].tyre.heat);
                def.axles[a].tyre.qsy1 = 0.012;
                def.axles[a].suspension.bump_damping_ns_per_m = 10;
                def.axles[a].suspension.rebound_damping_ns_per_m = 10;
            }
            kamm_cars *cars = start_cars(&def, 1);
            put_car(cars, 0, &kamm_flat_ground, 0, 25, 0);
            if (slides) { /* a quarter turn aside: its velocity stays along x */
                PUT_CAR_STATE(cars, 0, car.orientation_w, (float)sqrt(0.5));
                PUT_CAR_STATE(cars, 0, car.orientation_z, (float)sqrt(0.5));
                for (int w = 0; w < 4; ++w) PUT_CAR_STATE(cars, 0, wheels[w].spin_radps, 0);
            }
            drive_for(cars, &kamm_flat_ground, 0.1);
            double before = kamm_read(cars, 0, KAMM_CHANNEL_energy_j), warm = stored_j(cars);
            drive_for(cars, &kamm_flat_ground, slides ? 1.5 : 10);
            double lost = before - kamm_read(cars, 0, KAMM_CHANNEL_energy_j);
            double gained = stored_j(cars) - warm;
            print_message("%s, %4g /s: %.0f J lost, %.0f J in the tyres\n",
                          slides ? "slides" : "rolls", rates[i], lost, gained);
            expect_above(lost, 1e4);
            expect_share(gained, lost, 0.02);
            end_cars(cars);
        }
}

/* ---- what it changes ---- */

/* A lock would drag the inner tyres along. */
static void open_differentials(kamm_vehicle_def *def)
{
    def->transfer.coupling = KAMM_TRANSFER_OPEN;
    for (int a = 0; a < def->axles_count; ++a) def->axles[a].differential = KAMM_DIFFERENTIAL_OPEN;
}

/* Half a minute of a turn to the left: the outer tyres do more work, and pressure follows the warmth. */
static void a_turn_warms_and_wears_the_tyres(void **state)
{
    (void)state;
    for (int vehicle = 0; vehicle < shipped_count(); vehicle += of_tier(4, 1)) {
        kamm_vehicle_def def = shipped_def(vehicle);
        kamm_error error;
        def.stepping.substeps_per_s = 240;
        fit_tyre_life(&def, 1);
        open_differentials(&def);
        kamm_model *model = kamm_create_model(&def, KAMM_FULL, &error);
        if (!model) fail_msg("%s", error.text);
        kamm_trim_target target = {.speed_mps = 13, .lateral_mps2 = 3.5};
        kamm_cars *cars = kamm_trim(model, &kamm_flat_ground, &target, NULL, &error);
        if (!cars) fail_msg("%s: %s", shipped_name(vehicle), error.text);
        drive_for(cars, &kamm_flat_ground, of_tier(10, 30));
        double worn_m[2] = {0};
        for (int w = 0; w < model->info.wheel_count; ++w) {
            int right = model->info.wheel_side[w] < 0;
            double celsius = of_wheel(cars, w, KAMM_WHEEL_tread_temperature_k) - 273.15;
            const kamm_tyre_def *tyre = &def.axles[model->info.wheel_axle[w]].tyre;
            print_message("%-28s wheel %d: %.1f deg C, %.3f bar, %.5f mm worn\n",
                          shipped_name(vehicle), w, celsius,
                          of_wheel(cars, w, KAMM_WHEEL_tyre_pressure_pa) / 1e5,
                          1e3 * of_wheel(cars, w, KAMM_WHEEL_tread_worn_m));
            if (model->info.wheel_side[w] != 0)
                worn_m[right] += of_wheel(cars, w, KAMM_WHEEL_tread_worn_m);
            /* A kart loads its tyres with a tenth of a car's weight; and 10 s are short. */
            expect_above(celsius, is_kart(&def) || !in_long_tier() ? 20.3 : 20.5);
            expect_below(celsius, 150);
            expect_above(of_wheel(cars, w, KAMM_WHEEL_tyre_pressure_pa),
                         tyre->inflation_pressure_pa);
        }
        expect_above(worn_m[1], 1.1 * worn_m[0]);
        end_cars(cars);
    }
}

/* Locked wheels without aids: deceleration by the friction of that moment. */
static double sliding_mps2(double start_k, double best_k, double lmuv, double from_mps)
{
    kamm_vehicle_def def = flat_riding_car();
    for (int a = 0; a < 2; ++a) {
        kamm_tyre_def *tyre = &def.axles[a].tyre;
        tyre->heat.enabled = 1;
        tyre->heat.start_temperature_k = tyre->heat.air_temperature_k = start_k;
        tyre->heat.road_temperature_k = start_k;
        tyre->heat.best_temperature_k = best_k;
        tyre->heat.slide_share = 0;
        tyre->lmuv = lmuv;
        def.axles[a].brake_torque_nm = 6000;
    }
    kamm_cars *cars = start_cars(&def, 1);
    put_car(cars, 0, &kamm_flat_ground, 0, from_mps + 15, 0);
    kamm_inputs(cars)[0].brake = 1;
    while (kamm_read(cars, 0, KAMM_CHANNEL_speed_mps) > from_mps)
        kamm_step(cars, &kamm_flat_ground, 1);
    assert_true(of_wheel(cars, 0, KAMM_WHEEL_spin_radps) == 0);
    double mps2 = -kamm_read(cars, 0, KAMM_CHANNEL_acceleration_x_mps2);
    end_cars(cars);
    return mps2;
}

static void cold_and_hot_tyres_grip_less(void **state)
{
    (void)state;
    double best = sliding_mps2(320, 320, 0, 15);
    double loss = kamm_default_tyre().heat.grip_loss, width = kamm_default_tyre().heat.grip_width_k;
    expect_share(sliding_mps2(320 - width, 320, 0, 15), (1 - loss) * best,
                 0.025); /* beyond its peak the curve falls more steeply */
    expect_share(sliding_mps2(320 + width, 320, 0, 15), (1 - loss) * best,
                 0.025); /* beyond its peak the curve falls more steeply */
    expect_share(sliding_mps2(320 - 2 * width, 320, 0, 15), (1 - 1.6 * loss) * best,
                 0.025); /* beyond its peak the curve falls more steeply */
}

/* mu / (1 + LMUV V_s / V_0), V_0 that of the file's measurements. */
static void friction_decays_with_the_sliding_speed(void **state)
{
    (void)state;
    double v0 = kamm_default_tyre().test_speed_mps;
    for (double v = 5; v < 30; v += 12) {
        double without = sliding_mps2(320, 320, 0, v), with = sliding_mps2(320, 320, 0.2, v);
        expect_share(with, without / (1 + 0.2 * v / v0), 0.025);
    }
}

/* ---- bits and rates ---- */

/* A minute of hard driving in ten seconds' turns: the same temperatures at other rates. */
static void the_rate_makes_little_difference(void **state)
{
    (void)state;
    double at[3][2];
    static const double rates[] = {120, 240, 1200};
    for (int i = 0; i < 3; ++i) {
        kamm_vehicle_def def = plain_car();
        def.stepping.substeps_per_s = rates[i];
        fit_tyre_life(&def, 1);
        kamm_cars *cars = start_cars(&def, 1);
        put_car(cars, 0, &kamm_flat_ground, 0, 20, 3);
        kamm_inputs(cars)[0].throttle = 0.4f;
        for (int second = 0; second < 20; ++second) {
            kamm_inputs(cars)[0].steering_wheel_rad = second / 10 % 2 ? -0.8f : 0.8f;
            drive_for(cars, &kamm_flat_ground, 1);
        }
        at[i][0] = of_wheel(cars, 0, KAMM_WHEEL_tread_temperature_k) - 293.15;
        at[i][1] = of_wheel(cars, 1, KAMM_WHEEL_carcass_temperature_k) - 293.15;
        print_message("%4g /s: surface %.2f K, carcass %.2f K warmer\n", rates[i], at[i][0],
                      at[i][1]);
        end_cars(cars);
    }
    for (int i = 0; i < 2; ++i)
        for (int k = 0; k < 2; ++k) expect_near(at[i][k], at[2][k], 0.1 + 0.03 * at[2][k]);
}

static void warmth_goes_with_the_car(void **state)
{
    (void)state;
    kamm_vehicle_def def = default_vehicle(), other;
    fit_tyre_life(&def, 1);
    other = def;
    for (int a = 0; a < 2; ++a) other.axles[a].tyre.heat.start_temperature_k = 350;
    kamm_cars *cars = start_cars(&def, 1), *to = start_cars(&other, 1);
    put_car(cars, 0, &kamm_flat_ground, 0, 25, 3);
    kamm_inputs(cars)[0].steering_wheel_rad = 0.6f;
    drive_for(cars, &kamm_flat_ground, 5);
    kamm_hand_over(cars, 0, to, 0);
    for (int w = 0; w < 4; ++w) {
        expect_near(of_wheel(to, w, KAMM_WHEEL_tread_temperature_k),
                    of_wheel(cars, w, KAMM_WHEEL_tread_temperature_k), 1e-3);
        expect_near(of_wheel(to, w, KAMM_WHEEL_tread_worn_m),
                    of_wheel(cars, w, KAMM_WHEEL_tread_worn_m), 0);
    }
    end_cars(cars);
    end_cars(to);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_the_car_loses_warms_its_tyres),
        cmocka_unit_test(a_turn_warms_and_wears_the_tyres),
        cmocka_unit_test(cold_and_hot_tyres_grip_less),
        cmocka_unit_test(friction_decays_with_the_sliding_speed),
        cmocka_unit_test(the_rate_makes_little_difference),
        cmocka_unit_test(warmth_goes_with_the_car),
    };
    return cmocka_run_group_tests_name("full_tyre_life", tests, NULL, NULL);
}
