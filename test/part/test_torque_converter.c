/* Torque converter: the part against its curves, and where its power goes. */
#include "support/cars.h"
#include "support/converters.h"
#include "support/quick.h"

#include "vehicle/converter_compile.h"

#include <math.h>
#include <string.h>

static kamm_vehicle_def converted(double rate)
{
    kamm_vehicle_def def = default_vehicle();
    fit_converter(&def);
    def.stepping.substeps_per_s = rate;
    return def;
}

static struct converter_constants constants_of(const kamm_vehicle_def *def)
{
    struct converter_constants c;
    kamm_error error;
    if (kamm_compile_converter(def, &c, &error) != KAMM_OK) fail_msg("%s", error.text);
    return c;
}

/* T = (w / K)^2, and TR times that; the curves bend between 33 knots, so at points that a knot meets. */
static void torques_are_those_of_the_curves(void **state)
{
    (void)state;
    kamm_vehicle_def def = converted(240);
    struct converter_constants c = constants_of(&def);
    for (int i = 0; i < 4; ++i)
        for (float engine = 60; engine < 500; engine += 100) {
            double x = def.converter.k_curve.x[i], k = def.converter.k_curve.y[i];
            struct converter_torque now = converter_at(&c, engine, engine * (float)x);
            expect_share(now.pump_nm, pow((double)engine / k, 2), 0.002);
            expect_near(now.ratio, def.converter.torque_ratio_curve.y[i], 0.01);
        }
    expect_near(converter_at(&c, 200, 200).pump_nm, 0, 1e-4);
    expect_share(converter_at(&c, 200, -50).pump_nm, pow(200.0 / 15, 2), 1e-3);
    /* Overrun: the engine takes what the turbine would. */
    expect_near(converter_at(&c, 150, 200).pump_nm, -(double)converter_at(&c, 200, 150).pump_nm,
                1e-3);
    expect_near(converter_at(&c, 150, 200).ratio, 1, 0);
}

static void slopes_are_those_of_the_torque(void **state)
{
    (void)state;
    kamm_vehicle_def def = converted(240);
    struct converter_constants c = constants_of(&def);
    for (float engine = 80; engine < 500; engine += 60)
        for (float turbine = 0; turbine < 500; turbine += 37) {
            struct converter_torque now = converter_at(&c, engine, turbine);
            double by_engine = ((double)converter_at(&c, engine + 0.5f, turbine).pump_nm -
                                (double)converter_at(&c, engine - 0.5f, turbine).pump_nm);
            double by_turbine = ((double)converter_at(&c, engine, turbine + 0.5f).pump_nm -
                                 (double)converter_at(&c, engine, turbine - 0.5f).pump_nm);
            if (fabs((double)engine - (double)turbine) < 2 || turbine == 0) continue;
            expect_near(now.per_engine, by_engine, 0.02 + 0.05 * fabs(by_engine));
            expect_near(-(double)now.per_turbine, by_turbine, 0.02 + 0.05 * fabs(by_turbine));
            assert_true(now.per_engine >= 0 && now.per_turbine >= 0);
        }
}

/* Engine and turbine under torques by chance, with the lock-up clutch and without: what is put in is in both inertias or has become
 * heat, which is never negative. */
static void power_is_balanced(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    static const double rates[] = {60, 240, 1200};
    for (int r = 0; r < 3; ++r) {
        kamm_vehicle_def def = converted(rates[r]);
        struct converter_constants c = constants_of(&def);
        struct noise noise = {3};
        double dt = 1 / rates[r], worst = 0, most_w = 0, least_w = 0;
        double engine_kgm2 = def.engine.inertia_kgm2, turbine_kgm2 = (double)c.turbine_inertia_kgm2;
        float engine = 150, turbine = 0, engine_nm = 0, load_nm = 0, lock_nm = 0;
        for (int i = 0; i < (int)(300 * rates[r]); ++i) {
            if (i % (int)rates[r] == 0) {
                engine_nm = (float)noise_between(&noise, -40, 250);
                load_nm = (float)noise_between(&noise, -60, 300);
                lock_nm = noise_between(&noise, 0, 1) > 0.7 ? 300 : 0;
                engine = (float)noise_between(&noise, 50, 400);
                turbine = (float)noise_between(&noise, -20, 400);
            }
            struct converter_torque now = converter_at(&c, engine, turbine);
            struct converter_motion after =
                converter_step(&c, now, engine, turbine, engine_nm, load_nm, lock_nm, (float)dt);
            double next = (double)engine +
                          ((double)engine_nm - (double)after.engine_load_nm) * dt / engine_kgm2;
            double w_engine = 0.5 * ((double)engine + next),
                   w_turbine = 0.5 * ((double)turbine + (double)after.turbine_radps);
            double in_w = (double)engine_nm * w_engine - (double)load_nm * w_turbine;
            double stored_w = (0.5 * engine_kgm2 * (next * next - (double)engine * (double)engine) +
                               0.5 * turbine_kgm2 *
                                   ((double)after.turbine_radps * (double)after.turbine_radps -
                                    (double)turbine * (double)turbine)) /
                              dt;
            worst = fmax(worst, fabs(in_w - stored_w - (double)after.heat_w));
            most_w = fmax(most_w, fabs(in_w));
            least_w = fmin(least_w, (double)after.heat_w);
            engine = (float)fmax(next, 0), turbine = after.turbine_radps;
        }
        print_message("%4g /s: balance within %.3f W of %.0f W, heat at least %.3f W\n", rates[r],
                      worst, most_w, least_w);
        expect_below(worst, 1e-3 * most_w);
        /* At 60 a light turbine passes half of its range in a substep, with the torque ratio of its beginning. */
        expect_above(least_w, (rates[r] < 100 ? -0.05 : -1e-3) * most_w);
    }
}

static void the_lock_holds_both_together(void **state)
{
    (void)state;
    kamm_vehicle_def def = converted(240);
    def.converter.lock_nm = 300;
    struct converter_constants c = constants_of(&def);
    float lock = 0;
    const mask shifting = 0.0f > 1.0f;
    for (int i = 0; i < 200; ++i) lock = converter_lock(&c, lock, 200, 180, 3, shifting);
    expect_near(lock, 1, 0);
    struct converter_torque now = converter_at(&c, 200, 180);
    struct converter_motion after = converter_step(&c, now, 200, 180, 120, 100, 300, 1 / 240.0f);
    double engine = 200 + (120 - (double)after.engine_load_nm) / 240 / def.engine.inertia_kgm2;
    expect_near(after.turbine_radps, engine,
                1e-3 + (fabs((double)after.engine_load_nm) > 290 ? 20 : 0));
    lock = converter_lock(&c, 1, 200, 100, 3, shifting); /* too slow */
    expect_below(lock, 1);
    lock = converter_lock(&c, 1, 200, 190, 1, shifting); /* first gear */
    expect_below(lock, 1);
}

static void expect_refusal(kamm_vehicle_def def, const char *words)
{
    kamm_error error = {0};
    assert_null(kamm_create_model(&def, KAMM_FULL, &error));
    if (!strstr(error.text, words)) fail_msg("no \"%s\" in: %s", words, error.text);
}

static void curves_that_cannot_be_are_refused(void **state)
{
    (void)state;
    kamm_vehicle_def def = converted(240);
    def.converter.torque_ratio_curve.y[3] = 1.5; /* at 0.75 */
    expect_refusal(def, "gives more power than it takes");
    def = converted(240);
    def.converter.torque_ratio_curve.count = 0;
    expect_refusal(def, "converter.torque_ratio_curve");
    def = converted(240);
    def.converter.k_curve.x[0] = 0.1;
    expect_refusal(def, "it must begin at 0");
    def = converted(240);
    for (int i = 0; i < 6; ++i) def.converter.k_curve.y[i] *= 5;
    expect_refusal(def, "stalls the converter");
    def = converted(240);
    def.clutch.torque_nm = 150;
    expect_refusal(def, "clutch.torque_nm");
}

/* Open it closes above its speed; closed it opens below 0.85 of that. Between the two it stays what it is. */
static void the_lock_has_two_speeds(void **state)
{
    (void)state;
    kamm_vehicle_def def = converted(240);
    def.converter.lock_nm = 300;
    struct converter_constants c = constants_of(&def);
    const mask shifting = 0.0f > 1.0f;
    const double shares[] = {0.83, 0.87, 0.92, 0.98, 1.02};
    for (int i = 0; i < 5; ++i) {
        float turbine = (float)(shares[i] * def.converter.lock_radps), engine = 1.05f * turbine;
        expect_near(converter_lock(&c, 1, engine, turbine, 3, shifting) < 1, shares[i] < 0.85, 0);
        expect_near(converter_lock(&c, 0, engine, turbine, 3, shifting) > 0, shares[i] > 1, 0);
    }
    double closes = def.converter.lock_s * 240;
    expect_share(converter_lock(&c, 0.2f, 210, 200, 3, shifting) - 0.2f, 1 / closes, 1e-5);
    expect_share(0.8f - converter_lock(&c, 0.8f, 110, 50, 3, shifting), 4 / closes, 1e-5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(torques_are_those_of_the_curves),
        cmocka_unit_test(slopes_are_those_of_the_torque),
        cmocka_unit_test(power_is_balanced),
        cmocka_unit_test(the_lock_holds_both_together),
        cmocka_unit_test(curves_that_cannot_be_are_refused),
        cmocka_unit_test(the_lock_has_two_speeds),
    };
    return cmocka_run_group_tests_name("torque_converter", tests, NULL, NULL);
}
