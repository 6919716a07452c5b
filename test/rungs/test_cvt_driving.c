/* A continuously variable gearbox in cars: the engine's speed by the pedal, limits and rate of the ratio, power, closed form of a
 * run at constant power, rates, rungs. */
/* KAMM_QUICK_TESTS leaves this out: it drives for long to measure. */
#include "support/fitted.h"
#include "support/refused.h"
#include "support/rest.h"
#include "support/rungs.h"
#include "support/shipped.h"
#include "support/tier.h"

#include <math.h>
#include <string.h>

static const double rates[] = {60, 120, 240, 600, 1200};

static int has_real_engine(int vehicle)
{
    const kamm_vehicle_def def = shipped_def(vehicle);
    return takes_cvt(&def);
}

static kamm_vehicle_def varied(int vehicle, double rate)
{
    kamm_vehicle_def def = shipped_def(vehicle);
    def.stepping.substeps_per_s = rate;
    fit_cvt(&def, 1);
    return def;
}

static double aim_of(const kamm_vehicle_def *def, double pedal)
{
    const kamm_curve *curve = &def->gearbox.cvt_speed_curve;
    int i = pedal > curve->x[1];
    return curve->y[i] + (pedal - curve->x[i]) / (curve->x[i + 1] - curve->x[i]) *
                             (curve->y[i + 1] - curve->y[i]);
}

static kamm_cars *rolling(const kamm_vehicle_def *def, kamm_rung rung, double speed_mps)
{
    kamm_cars *cars = start_rung(def, rung, 1);
    put_car(cars, 0, &kamm_flat_ground, 0, speed_mps, KAMM_GEAR_DRIVE);
    return cars;
}

/* Fast enough for the tyres to carry all of the engine's power, slow enough to gain speed. */
static kamm_cars *halfway(const kamm_vehicle_def *def, kamm_rung rung)
{
    kamm_cars *cars = start_rung(def, rung, 1);
    put_car(cars, 0, &kamm_flat_ground, 0,
            0.45 * kamm_describe(kamm_model_of(cars, 0)).top_speed_mps, KAMM_GEAR_DRIVE);
    return cars;
}

static int rung_takes(kamm_rung rung, double rate) { return rung == KAMM_FULL || rate >= 200; }

/* At a steady pedal, with the ratio between its limits, the engine is as fast as the curve says. */
static void the_engine_keeps_to_the_curve(void **state)
{
    (void)state;
    int inside = 0;
    for (int vehicle = 0; vehicle < shipped_count(); vehicle += of_tier(4, 1))
        for (int r = of_tier(2, 0); r < of_tiers(5, 3, 5); r += of_tier(5, 1))
            for (int rung = KAMM_SINGLE_TRACK; rung <= KAMM_FULL; ++rung)
                for (int n = 0; n < 3; ++n) {
                    double pedal = 0.3 + 0.35 * n;
                    if (!is_tried(vehicle + r + rung + n, 2)) continue;
                    if (!has_real_engine(vehicle) || !takes_rate(vehicle, rates[r]) ||
                        !rung_takes((kamm_rung)rung, rates[r]))
                        continue;
                    kamm_vehicle_def def = varied(vehicle, rates[r]);
                    kamm_cars *cars = halfway(&def, (kamm_rung)rung);
                    kamm_inputs(cars)[0].throttle = (float)pedal;
                    drive_for(cars, &kamm_flat_ground, 4);
                    double share = kamm_read(cars, 0, KAMM_CHANNEL_cvt_share);
                    double engine = kamm_read(cars, 0, KAMM_CHANNEL_engine_radps);
                    double least = def.gearbox.ratios[1] / def.gearbox.ratios[0];
                    assert_int_equal(kamm_fault(cars, 0), 0);
                    if (share > 1.02 * least && share < 0.98) {
                        expect_share(engine, aim_of(&def, pedal), 0.02);
                        ++inside;
                    }
                    end_cars(cars);
                }
    assert_true(inside > 8);
}

/* Kick-down, released pedal, braking to rest and again: the ratio stays in its limits and changes no faster than it may. */
static void the_ratio_keeps_its_limits_and_its_rate(void **state)
{
    (void)state;
    for (int vehicle = 0; vehicle < shipped_count(); vehicle += of_tier(4, 1))
        for (int r = of_tier(2, 0); r < of_tiers(5, 3, 5); r += of_tier(5, 1))
            for (int rung = KAMM_SINGLE_TRACK; rung <= KAMM_FULL; ++rung) {
                if (!is_tried(vehicle + r + rung, 2) || !has_real_engine(vehicle) ||
                    !takes_rate(vehicle, rates[r]) || !rung_takes((kamm_rung)rung, rates[r]))
                    continue;
                kamm_vehicle_def def = varied(vehicle, rates[r]);
                kamm_cars *cars = rolling(&def, (kamm_rung)rung, 20);
                double most = 1 + def.gearbox.cvt_rate_per_s / rates[r] + 1e-5;
                double least = def.gearbox.ratios[1] / def.gearbox.ratios[0];
                double before = kamm_read(cars, 0, KAMM_CHANNEL_cvt_share);
                for (int i = 0; i < 12 * rates[r]; ++i) {
                    double t = i / rates[r];
                    kamm_inputs(cars)[0].throttle = t < 2 || t > 10 ? 1 : 0;
                    kamm_inputs(cars)[0].brake = t > 4 && t < 10 ? 0.7f : 0;
                    kamm_step(cars, &kamm_flat_ground, 1);
                    double now = kamm_read(cars, 0, KAMM_CHANNEL_cvt_share);
                    expect_below(now / before, most);
                    expect_below(before / now, most);
                    expect_above(now, least - 1e-6);
                    expect_below(now, 1 + 1e-6);
                    before = now;
                }
                assert_int_equal(kamm_fault(cars, 0), 0);
                expect_above(kamm_read(cars, 0, KAMM_CHANNEL_speed_mps), 1);
                end_cars(cars);
            }
}

/* At full throttle, at any speed of the test: a formula car's 800 W/kg. */
static int spins_wheels(const kamm_vehicle_def *def)
{
    double power_w = 0;
    const kamm_curve *curve = &def->engine.torque_curve;
    for (int i = 0; i < curve->count; ++i) power_w = fmax(power_w, curve->x[i] * curve->y[i]);
    return power_w > 500 * def->body.mass_kg;
}

/* With the engine at the speed of its greatest power P all of it goes through but for the efficiency: without drag and rolling
 * resistance the car's energy rises by eta P t, less what the driven tyres' slip takes. */
static void a_run_at_full_throttle_is_one_at_constant_power(void **state)
{
    (void)state;
    for (int vehicle = 0; vehicle < shipped_count(); vehicle += of_tier(3, 1))
        for (int r = of_tier(vehicle % 2, 0); r < of_tiers(3, 3, 5); r += of_tier(2, 1)) {
            if (!has_real_engine(vehicle) || !takes_rate(vehicle, rates[r])) continue;
            kamm_vehicle_def def = varied(vehicle, rates[r]);
            if (spins_wheels(&def)) continue;
            def.aero.drag_coefficient = 0;
            def.engine.speed_limit_mps = 0; /* a limiter takes power */
            for (int a = 0; a < def.axles_count; ++a) def.axles[a].tyre.lmy = 0;
            kamm_cars *cars = halfway(&def, KAMM_FULL);
            kamm_inputs(cars)[0].throttle = 1;
            drive_for(cars, &kamm_flat_ground, 3);
            double dt = 1 / rates[r], in_j = 0, out_j = 0, most_w = 0, least_w = 1e9;
            double start = kamm_read(cars, 0, KAMM_CHANNEL_energy_j);
            for (int i = 0; i < 2 * rates[r]; ++i) {
                kamm_step(cars, &kamm_flat_ground, 1);
                double power = kamm_read(cars, 0, KAMM_CHANNEL_engine_power_w);
                in_j += power * dt;
                most_w = fmax(most_w, power), least_w = fmin(least_w, power);
            }
            out_j = kamm_read(cars, 0, KAMM_CHANNEL_energy_j) - start;
            print_message("%-28s %4g /s: %.1f kW, %.1f %% arrive\n", shipped_name(vehicle),
                          rates[r], in_j / 2e3, 100 * out_j / in_j);
            expect_below(most_w, 1.03 * least_w);
            expect_below(out_j, def.clutch.efficiency * in_j);
            expect_above(out_j, 0.95 * def.clutch.efficiency * in_j); /* slip */
            end_cars(cars);
        }
}

/* Rolling with the pedals released: nothing is stored that the engine has not given. */
static void it_gives_nothing(void **state)
{
    (void)state;
    for (int vehicle = 0; vehicle < shipped_count(); vehicle += of_tier(6, 1))
        for (int r = of_tier(2, 0); r < of_tiers(5, 3, 5); r += of_tier(5, 1)) {
            if (!has_real_engine(vehicle) || !takes_rate(vehicle, rates[r])) continue;
            kamm_vehicle_def def = varied(vehicle, rates[r]);
            kamm_cars *cars = rolling(&def, KAMM_FULL, 25);
            double dt = 1 / rates[r], given = 0, start = kamm_read(cars, 0, KAMM_CHANNEL_energy_j);
            for (int i = 0; i < 6 * rates[r]; ++i) {
                kamm_inputs(cars)[0].throttle = (int)(i * dt) % 2 ? 0.8f : 0;
                kamm_step(cars, &kamm_flat_ground, 1);
                given += fmax(kamm_read(cars, 0, KAMM_CHANNEL_engine_power_w), 0) * dt;
                double now = kamm_read(cars, 0, KAMM_CHANNEL_energy_j);
                if (now > start + 1.02 * given + 2e-5 * start)
                    fail_msg("%s at %g /s: %g J from nowhere", shipped_name(vehicle), rates[r],
                             now - start - given);
            }
            end_cars(cars);
        }
}

/* One of the first three for each vehicle; 240 where that is too low. */
static int rest_rate(int vehicle)
{
    return takes_rate(vehicle, rates[vehicle % 3]) ? vehicle % 3 : 2;
}

/* Every way of stopping, in gear or not, ends in rest, and no energy comes back. */
static void a_car_with_it_comes_to_rest(void **state)
{
    (void)state;
    for (int vehicle = 0; vehicle < shipped_count(); vehicle += of_tier(6, 1))
        for (int r = 0; r < 3; r += of_tier(3, 1)) {
            if (!in_release_tier() && r != rest_rate(vehicle)) continue;
            if (!has_real_engine(vehicle) || !takes_rate(vehicle, rates[r])) continue;
            kamm_vehicle_def def = varied(vehicle, rates[r]);
            struct rest_drive drives[NO_BRAKE] = {0};
            struct rest_figures figures[NO_BRAKE];
            for (int k = 0; k < NO_BRAKE; ++k)
                drives[k] = (struct rest_drive){.speed_mps = 9,
                                                .throttle = 0.3,
                                                .driven_s = 1.5,
                                                .ending = (enum rest_ending)k};
            drive_to_rest(&def, 1, drives, NO_BRAKE, 30, figures);
            for (int k = 0; k < NO_BRAKE; ++k) {
                expect_below(figures[k].rise_j, 0.01 * figures[k].begun_j);
                expect_above(figures[k].stop_s, 0);
                expect_below(figures[k].speed_20, 1e-4);
                assert_int_equal(figures[k].fault, 0);
            }
        }
}

/* A car that stops before its variator is back stands in a higher ratio, and gears down again as it starts. */
static void pulleys_that_stand_are_not_shifted(void **state)
{
    (void)state;
    for (int rung = KAMM_SINGLE_TRACK; rung <= KAMM_FULL; ++rung) {
        kamm_vehicle_def def = varied(shipped_number("volvo-v40"), 240);
        def.gearbox.cvt_rate_per_s = 0.3;
        kamm_cars *cars = rolling(&def, (kamm_rung)rung, 25);
        drive_for(cars, &kamm_flat_ground, 0.5);
        kamm_inputs(cars)[0].brake = 1;
        drive_for(cars, &kamm_flat_ground, 6);
        double stood = kamm_read(cars, 0, KAMM_CHANNEL_cvt_share);
        drive_for(cars, &kamm_flat_ground, 6);
        expect_near(kamm_read(cars, 0, KAMM_CHANNEL_cvt_share), stood, 1e-3);
        expect_below(stood, 0.7);
        kamm_inputs(cars)[0].brake = 0;
        kamm_inputs(cars)[0].throttle = 0.6f;
        drive_for(cars, &kamm_flat_ground, 3);
        expect_above(kamm_read(cars, 0, KAMM_CHANNEL_cvt_share), 1.1 * stood);
        end_cars(cars);
    }
}

static void it_reverses(void **state)
{
    (void)state;
    for (int rung = KAMM_SINGLE_TRACK; rung <= KAMM_FULL; ++rung) {
        kamm_vehicle_def def = varied(0, 240);
        kamm_cars *cars = start_rung(&def, (kamm_rung)rung, 1);
        put_car(cars, 0, &kamm_flat_ground, 0, 0, -1);
        kamm_inputs(cars)[0].gear = -1;
        kamm_inputs(cars)[0].throttle = 0.5f;
        drive_for(cars, &kamm_flat_ground, 4);
        expect_below(kamm_read(cars, 0, KAMM_CHANNEL_forward_speed_mps), -2);
        end_cars(cars);
    }
}

static void rungs_hand_it_over(void **state)
{
    (void)state;
    for (int rung = KAMM_KINEMATIC; rung < KAMM_FULL; ++rung) {
        kamm_vehicle_def def = varied(0, 240);
        kamm_cars *from = start_rung(&def, (kamm_rung)rung, 1), *to = start_cars(&def, 1);
        put_car(from, 0, &kamm_flat_ground, 0, 20, KAMM_GEAR_DRIVE);
        kamm_inputs(from)[0].throttle = 0.3f;
        drive_for(from, &kamm_flat_ground, 1);
        kamm_hand_over(from, 0, to, 0);
        double before = kamm_read(to, 0, KAMM_CHANNEL_speed_mps);
        drive_for(to, &kamm_flat_ground, 0.25);
        expect_near(kamm_read(to, 0, KAMM_CHANNEL_speed_mps), before, 0.8);
        expect_below(kamm_read(to, 0, KAMM_CHANNEL_engine_radps), def.engine.limiter_radps);
        end_cars(from);
        end_cars(to);
    }
}

static void what_does_not_fit_is_refused(void **state)
{
    (void)state;
    kamm_vehicle_def def = varied(0, 240);
    def.gearbox.ratios_count = 1;
    expect_vehicle_refused(&def, "gearbox.ratios");
    def = varied(0, 240);
    def.gearbox.cvt_speed_curve.count = 0;
    expect_vehicle_refused(&def, "gearbox.cvt_speed_curve");
    def = varied(0, 240);
    def.gearbox.cvt_speed_curve.y[2] = 1.1 * def.engine.limiter_radps;
    expect_vehicle_refused(&def, "gearbox.cvt_speed_curve");
    def = varied(0, 240);
    def.gearbox.synchro_nm = 30;
    expect_vehicle_refused(&def, "gearbox.synchro_nm");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_engine_keeps_to_the_curve),
        cmocka_unit_test(the_ratio_keeps_its_limits_and_its_rate),
        cmocka_unit_test(a_run_at_full_throttle_is_one_at_constant_power),
        cmocka_unit_test(it_gives_nothing),
        cmocka_unit_test(a_car_with_it_comes_to_rest),
        cmocka_unit_test(pulleys_that_stand_are_not_shifted),
        cmocka_unit_test(it_reverses),
        cmocka_unit_test(rungs_hand_it_over),
        cmocka_unit_test(what_does_not_fit_is_refused),
    };
    return cmocka_run_group_tests_name("cvt driving", tests, NULL, NULL);
}
