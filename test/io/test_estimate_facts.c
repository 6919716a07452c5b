/* Facts of a data sheet: their words and messages, and the tyres that follow from a size. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <kamm/io/estimate.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define GRAVITY 9.80665

static void set(kamm_vehicle_facts *facts, const char *name, const char *text)
{
    kamm_error error = {0};
    if (kamm_set_fact(facts, name, text, &error)) fail_msg("%s", error.text);
}

/* A saloon on tyres of that size. */
static kamm_vehicle_def on_tyres(const char *tyres)
{
    kamm_vehicle_def def;
    kamm_error error = {0};
    kamm_vehicle_facts facts = kamm_default_facts();
    set(&facts, "mass", "1450");
    set(&facts, "wheelbase", "2.65");
    set(&facts, "power", "147kW");
    set(&facts, "tyres", tyres);
    if (kamm_estimate_vehicle(&facts, &def, &error)) fail_msg("%s", error.text);
    return def;
}

static void near(double value, double wanted, double share, const char *what)
{
    if (fabs(value - wanted) > share * fabs(wanted))
        fail_msg("%s is %g, not %g", what, value, wanted);
}

/* -- Tyres -- */

/* Sizes with the load index that is usual for them, standard load. */
static void test_rated_loads_of_usual_sizes_are_within_the_rules_spread(void **state)
{
    (void)state;
    static const struct {
        const char *size;
        double index;
    } sizes[] = {{"165/70R14", 81},  {"175/65R14", 82}, {"185/60R15", 84},  {"195/65R15", 91},
                 {"205/55R16", 91},  {"215/65R16", 98}, {"225/45R17", 91},  {"225/60R18", 100},
                 {"235/60R18", 103}, {"245/45R18", 96}, {"255/55R18", 105}, {"265/60R18", 110}};
    double sum = 0, squares = 0;
    int count = sizeof sizes / sizeof *sizes;
    for (int i = 0; i < count; ++i) {
        char with_index[32];
        double ruled = on_tyres(sizes[i].size).axles[0].tyre.nominal_load_n;
        snprintf(with_index, sizeof with_index, "%s %gV", sizes[i].size, sizes[i].index);
        double given = on_tyres(with_index).axles[0].tyre.nominal_load_n;
        near(given, 0.65 * GRAVITY * 45 * pow(10, sizes[i].index / 80), 1e-6, with_index);
        sum += ruled / given - 1;
        squares += (ruled / given - 1) * (ruled / given - 1);
    }
    assert_true(fabs(sum / count) < 0.01);
    assert_true(sqrt(squares / count) < 0.025);
}

static void test_a_tyre_of_205_55_r16_is_as_its_formulae_say(void **state)
{
    (void)state;
    const kamm_vehicle_def def = on_tyres("205/55 R16 91V");
    const kamm_tyre_def *tyre = &def.axles[0].tyre;
    double rhyne =
        0.00028 * 230 * sqrt((1.03 - 0.004 * 55) * 205 * (205 * 55 / 50.0 + 406.4)) + 3.45;
    near(tyre->unloaded_radius_m, 0.4064 / 2 + 0.205 * 0.55, 1e-6, "radius");
    near(tyre->vertical_stiffness_n_per_m, 1000 * GRAVITY * rhyne, 1e-3, "stiffness");
    near(tyre->pdx1, 1.12, 1e-3, "longitudinal friction");
    near(tyre->pdy1, 1.03, 1e-3, "lateral friction");
}

/* -- Facts -- */

static void test_facts_take_units_as_vehicle_files_do(void **state)
{
    (void)state;
    kamm_vehicle_facts facts = kamm_default_facts();
    set(&facts, "mass", "3200lb");
    assert_float_equal(facts.mass_kg, 3200 * 0.45359237, 1e-9);
    set(&facts, "power", "200 PS");
    assert_float_equal(facts.power_w, 200 * 75 * GRAVITY, 1e-6);
    set(&facts, "wheelbase_mm", "2650");
    assert_float_equal(facts.wheelbase_m, 2.65, 1e-12);
    set(&facts, "front-share", "61%");
    assert_float_equal(facts.front_share, 0.61, 1e-12);
    set(&facts, "speed-limit", "250 km/h");
    assert_float_equal(facts.speed_limit_mps, 250 / 3.6, 1e-9);
    set(&facts, "ratios", "3.5,2.0, 1.3");
    assert_int_equal(facts.ratios_count, 3);
    assert_float_equal(facts.ratios[2], 1.3, 1e-12);
    set(&facts, "gearbox", "dual-clutch");
    assert_int_equal(facts.gearbox, KAMM_SHIFTED_DUAL_CLUTCH);
}

static void test_bad_facts_get_messages(void **state)
{
    (void)state;
    static const struct {
        const char *name, *text, *part;
    } bad[] = {
        {"masss", "1450", "did you mean mass?"},   {"wheel-base", "2.6", "did you mean wheelbase?"},
        {"mass", "heavy", "is no number"},         {"mass", "1450km", "none of: kg, g, t, lb"},
        {"power", "147hpp", "none of: W, kW, PS"}, {"mass", "12", "allowed: 50 to 60000 kg"},
        {"body", "cabrio", "hatchback"},           {"gears", "40", "allowed: 1 to 18"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i) {
        kamm_vehicle_facts facts = kamm_default_facts();
        kamm_error error = {0};
        assert_int_not_equal(kamm_set_fact(&facts, bad[i].name, bad[i].text, &error), KAMM_OK);
        if (!strstr(error.text, bad[i].part)) fail_msg("%s", error.text);
        kamm_vehicle_facts none = kamm_default_facts();
        assert_memory_equal(&facts, &none, sizeof facts);
    }
}

static void expect_no_estimate(const kamm_vehicle_facts *facts, kamm_result code, const char *part)
{
    kamm_vehicle_def def;
    kamm_error error = {0};
    assert_int_equal(kamm_estimate_vehicle(facts, &def, &error), code);
    if (!strstr(error.text, part)) fail_msg("%s", error.text);
}

static void test_what_no_rule_can_estimate_is_asked_for(void **state)
{
    (void)state;
    kamm_vehicle_facts facts = kamm_default_facts();
    expect_no_estimate(&facts, KAMM_ERROR_MISSING, "mass is missing");
    set(&facts, "mass", "1450");
    expect_no_estimate(&facts, KAMM_ERROR_MISSING, "wheelbase is missing");
    set(&facts, "wheelbase", "2.65");
    expect_no_estimate(&facts, KAMM_ERROR_MISSING, "tyres is missing");
    set(&facts, "tyres", "round");
    expect_no_estimate(&facts, KAMM_ERROR_MISSING, "power is missing");
    set(&facts, "power", "147kW");
    expect_no_estimate(&facts, KAMM_ERROR_FORMAT, "round is no size of a tyre");
    set(&facts, "tyres", "225/45R17");
    set(&facts, "steered-axles", "2");
    expect_no_estimate(&facts, KAMM_ERROR_RANGE, "steered_axles");
}

static void test_each_rule_has_spread_source_and_columns(void **state)
{
    (void)state;
    assert_true(kamm_rule_count() > 80);
    for (int i = 0; i < kamm_rule_count(); ++i) {
        const kamm_rule *rule = kamm_rule_at(i);
        assert_true(rule->spread > 0 && rule->spread < 1);
        assert_true(*rule->source && *rule->doc && *rule->columns);
        for (int j = 0; j < i; ++j) assert_string_not_equal(rule->name, kamm_rule_at(j)->name);
    }
}

/* Sizes in other notations: outer diameter, inches, no aspect ratio. */
static void test_sizes_are_read_in_each_notation(void **state)
{
    (void)state;
    near(on_tyres("145R10").axles[0].tyre.unloaded_radius_m, 0.127 + 0.145 * 0.8, 1e-6, "145R10");
    near(on_tyres("5.60-15").axles[0].tyre.unloaded_radius_m, 7.5 * 0.0254 + 5.6 * 0.0254 * 0.95,
         1e-6, "5.60-15");
    near(on_tyres("10x4.50-5").axles[0].tyre.unloaded_radius_m, 5 * 0.0254, 1e-6, "10x4.50-5");
    near(on_tyres("285/660-13").axles[0].tyre.unloaded_radius_m, 0.33, 1e-6, "285/660-13");
    near(on_tyres("315/80R22.5").axles[0].tyre.unloaded_radius_m, 11.25 * 0.0254 + 0.315 * 0.8,
         1e-6, "315/80R22.5");
    near(on_tyres("235/65R16C").axles[0].tyre.unloaded_radius_m, 8 * 0.0254 + 0.235 * 0.65, 1e-6,
         "235/65R16C");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rated_loads_of_usual_sizes_are_within_the_rules_spread),
        cmocka_unit_test(test_a_tyre_of_205_55_r16_is_as_its_formulae_say),
        cmocka_unit_test(test_facts_take_units_as_vehicle_files_do),
        cmocka_unit_test(test_bad_facts_get_messages),
        cmocka_unit_test(test_what_no_rule_can_estimate_is_asked_for),
        cmocka_unit_test(test_each_rule_has_spread_source_and_columns),
        cmocka_unit_test(test_sizes_are_read_in_each_notation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
