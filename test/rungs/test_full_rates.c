/* The least rate of substeps that a vehicle's springs, dampers and tyres allow, and what a refusal says of it. */
/* KAMM_QUICK_TESTS leaves this out: it drives for long to measure. */
#include "support/cars.h"
#include "support/shipped.h"

#include <stdlib.h>
#include <string.h>

/* Stiff dampers on light wheels, or a stiff frame; all other vehicles go down to 60. */
static const char *const stiff[] = {"audi-r8-lms-gt3", "formula-car-2014", "go-kart-125"};

static int is_stiff(int vehicle)
{
    for (size_t i = 0; i < sizeof stiff / sizeof *stiff; ++i)
        if (!strcmp(shipped_name(vehicle), stiff[i])) return 1;
    return 0;
}

static int compiles(kamm_vehicle_def def, double rate, kamm_error *error)
{
    def.stepping.substeps_per_s = rate;
    kamm_model *model = kamm_create_model(&def, KAMM_FULL, error);
    int good = model != NULL;
    kamm_destroy_model(model);
    return good;
}

/* The number behind these words of a message. */
static double number_after(const char *text, const char *words)
{
    const char *at = strstr(text, words);
    if (!at) fail_msg("no '%s' in: %s", words, text);
    return strtod(at + strlen(words), NULL);
}

static void racing_cars_alone_need_more_than_60(void **state)
{
    (void)state;
    for (int v = 0; v < shipped_count(); ++v) {
        kamm_vehicle_def def = shipped_def(v);
        kamm_error error = {0};
        if (compiles(def, 60, &error) == is_stiff(v))
            fail_msg("%s: %s", shipped_name(v), error.text);
        expect_near(allowed_rate(&def, 240), 240, 0);
    }
}

/* At the rate that it names all is well, and one below it is not; a wheel that is heavier than it names is not refused. */
static void a_refusal_names_the_least_rate(void **state)
{
    (void)state;
    for (double damping = 15000; damping < 40000; damping *= 2) {
        kamm_vehicle_def def = default_vehicle();
        def.axles[0].suspension.rebound_damping_ns_per_m = damping;
        kamm_error error = {0};
        assert_false(compiles(def, 60, &error));
        double rate = number_after(error.text, "substeps_per_s of at least ");
        double least_kg = number_after(error.text, "heavier than ");
        print_message("%s\n", error.text);
        assert_true(compiles(def, rate, &error));
        assert_false(compiles(def, rate - 1, &error));
        for (int heavier = 0; heavier < 2; ++heavier) {
            def.axles[0].unsprung_mass_kg = (heavier ? 1.01 : 0.99) * least_kg;
            error.text[0] = 0;
            compiles(def, 60, &error);
            assert_int_equal(strstr(error.text, "axles[0].unsprung_mass_kg") == NULL, heavier);
        }
    }
}

/* Of a body on springs that are too stiff for it, too. */
static void the_body_has_a_least_rate(void **state)
{
    (void)state;
    kamm_vehicle_def def = default_vehicle();
    kamm_error error = {0};
    for (int a = 0; a < def.axles_count; ++a) {
        def.axles[a].suspension.anti_roll_bar_n_per_m = 4e6;
        def.axles[a].unsprung_mass_kg = 60;
    }
    assert_false(compiles(def, 100, &error));
    assert_string_equal(error.path, "stepping.substeps_per_s");
    double rate = number_after(error.text, "allowed: at least ");
    assert_true(compiles(def, rate, &error));
    assert_false(compiles(def, rate - 1, &error));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(racing_cars_alone_need_more_than_60),
        cmocka_unit_test(a_refusal_names_the_least_rate),
        cmocka_unit_test(the_body_has_a_least_rate),
    };
    return cmocka_run_group_tests_name("full_rates", tests, NULL, NULL);
}
