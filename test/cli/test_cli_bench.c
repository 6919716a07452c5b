/* kamm bench: its figures fit together, and what it can't do it says.
 * KAMM_QUICK_TESTS leaves this out: others reach its code. */
#include "support/cli.h"

#include <math.h>

static double number(const cJSON *object, const char *key)
{
    const cJSON *item = cJSON_GetObjectItem(object, key);
    if (!cJSON_IsNumber(item)) fail_msg("%s is no number in:\n%.2000s", key, out);
    return item->valuedouble;
}

static const cJSON *only_rung(const cJSON *object)
{
    const cJSON *rungs = cJSON_GetObjectItem(object, "rungs");
    assert_int_equal(cJSON_GetArraySize(rungs), 1);
    return cJSON_GetObjectItem(rungs, "kinematic");
}

static void figures_fit_together(void **state)
{
    (void)state;
    expect_success(
        "bench --rung kinematic --seconds 0.05 --json --set stepping.substeps_per_s=300");
    assert_string_equal(err, ""); /* no progress: that is no terminal */
    cJSON *json = parsed_output(), *width;
    int used = 0;
    assert_true(number(json, "cores") >= 1 && number(json, "rounds") >= 3);
    assert_true(number(json, "substeps_per_s") == 300);
    assert_true(*cJSON_GetObjectItem(json, "processor")->valuestring);
    assert_int_equal(cJSON_GetArraySize(cJSON_GetObjectItem(json, "widths")), 4);
    cJSON_ArrayForEach(width, cJSON_GetObjectItem(json, "widths"))
    {
        if (cJSON_GetObjectItem(width, "reason")) continue;
        const cJSON *rung = only_rung(width);
        double ns = number(rung, "substep_ns"), added_ns = number(width, "multiply_add_ns");
        ++used;
        assert_true(ns > 0.1 && ns < 1e5 && added_ns > 1e-4 && added_ns < 100);
        assert_true(fabs(number(rung, "car_second_us") / (ns * 300 / 1000) - 1) < 1e-4);
        assert_true(fabs(number(rung, "multiply_adds") / (ns / added_ns) - 1) < 1e-4);
        assert_true(number(rung, "multiply_adds") > 10); /* a step is more than ten operations */
    }
    assert_true(used >= 1 && number(json, "own_width") >= 1);
    assert_true(number(only_rung(cJSON_GetObjectItem(json, "one_car")), "substep_ns") > 0.1);
    cJSON_Delete(json);
}

static void tables_name_machine_and_car(void **state)
{
    (void)state;
    expect_success("bench --rung rigid2d --car nissan-micra --seconds 0.05");
    expect_in(out, "cores, ");
    expect_in(out, "nissan-micra, 240 substeps per second");
    expect_in(out, "ns per car and substep");
    expect_in(out, "per car and simulated second");
    expect_in(out, "multiply-adds of that width");
    expect_in(out, "\n  rigid2d ");
}

static void what_can_not_be_measured_is_said(void **state)
{
    (void)state;
    expect_failure("bench --seconds 0", USAGE, "--seconds 0: above 0 to 3600");
    expect_failure("bench --seconds soon", USAGE, "--seconds soon");
    expect_failure("bench --rung ful", USAGE, "did you mean full?");
    expect_failure("bench --car nissan-micro", BAD_DATA, "nissan-micra");
    expect_failure("bench --rung full --set stepping.substeps_per_s=30", BAD_DATA,
                   "substeps_per_s");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(figures_fit_together),
        cmocka_unit_test(tables_name_machine_and_car),
        cmocka_unit_test(what_can_not_be_measured_is_said),
    };
    return cmocka_run_group_tests(tests, cli_set_up, cli_clear_up);
}
