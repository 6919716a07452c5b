/* A test's result, and comparisons of rungs and of rates of substeps, as JSON. */
#include <cjson/cJSON.h>
#include <errno.h>
#include <math.h>
#include <string.h>

#include <kamm/io/lab.h>

#include "base/error.h"
#include "base/float_mode.h"
#include "fields/fields.h"

/* All digits, so that the same double can be read back; cJSON rounds to fifteen. */
static void add_number(cJSON *object, const char *name, double value)
{
    char text[KAMM_NUMBER_TEXT];
    if (isfinite(value))
        cJSON_AddRawToObject(object, name, kamm_format_number(text, value));
    else
        cJSON_AddNullToObject(object, name);
}

static cJSON *json_of(const kamm_test_result *result, const char *car)
{
    cJSON *root = cJSON_CreateObject();
    cJSON_AddStringToObject(root, "test", result->test->name);
    cJSON_AddStringToObject(root, "car", car);
    cJSON *figures = cJSON_AddObjectToObject(root, "figures");
    for (int i = 0; i < result->figure_count; ++i) {
        const kamm_figure *figure = &result->figures[i];
        cJSON *entry = cJSON_AddObjectToObject(figures, figure->name);
        add_number(entry, "value", figure->value);
        cJSON_AddStringToObject(entry, "unit", figure->unit);
        add_number(entry, "published", figure->published);
    }
    return root;
}

/* Prints and frees it. */
static kamm_result write_json(cJSON *root, FILE *out, kamm_error *error)
{
    char *text = cJSON_Print(root);
    cJSON_Delete(root);
    if (!text) return kamm_fail(error, KAMM_ERROR_MEMORY, "", "out of memory");
    int written = fprintf(out, "%s\n", text);
    cJSON_free(text);
    if (written < 0 || ferror(out))
        return kamm_fail(error, KAMM_ERROR_FILE, "", "the result can't be written: %s",
                         strerror(errno));
    return KAMM_OK;
}

kamm_result kamm_write_test_result(const kamm_test_result *result, const char *car, FILE *out,
                                   kamm_error *error)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_WITH(error, result && car && out, KAMM_ERROR_MISUSE);
    return write_json(json_of(result, car), out, error);
}

static double full_cost_ns(const kamm_compared_rung *rungs, int count)
{
    for (int i = 0; i < count; ++i)
        if (rungs[i].rung == KAMM_RUNG_DEFAULT) return rungs[i].cost_ns;
    return NAN;
}

static void add_rung(cJSON *object, const kamm_compared_rung *compared, double full_ns)
{
    cJSON *entry = cJSON_AddObjectToObject(object, kamm_describe_rung(compared->rung)->name);
    cJSON *figures = cJSON_AddObjectToObject(entry, "figures");
    for (int i = 0; i < compared->result.figure_count; ++i)
        add_number(figures, compared->result.figures[i].name, compared->result.figures[i].value);
    add_number(entry, "cost_ns", compared->cost_ns);
    add_number(entry, "cost_share", compared->cost_ns / full_ns);
    if (*compared->reason)
        cJSON_AddStringToObject(entry, "reason", compared->reason);
    else
        cJSON_AddNullToObject(entry, "reason");
}

kamm_result kamm_write_comparison(const kamm_compared_rung *rungs, int count, const char *car,
                                  FILE *out, kamm_error *error)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_WITH(error, rungs && count > 0 && car && out, KAMM_ERROR_MISUSE);
    const kamm_road_test *test = rungs[0].result.test;
    cJSON *root = cJSON_CreateObject();
    cJSON_AddStringToObject(root, "test", test->name);
    cJSON_AddStringToObject(root, "car", car);
    cJSON *figures = cJSON_AddObjectToObject(root, "figures");
    for (int i = 0; i < test->figure_count; ++i) {
        cJSON *entry = cJSON_AddObjectToObject(figures, test->figures[i].name);
        cJSON_AddStringToObject(entry, "unit", test->figures[i].unit);
        add_number(entry, "published", rungs[count - 1].result.figures[i].published);
    }
    cJSON *all = cJSON_AddObjectToObject(root, "rungs");
    double full_ns = full_cost_ns(rungs, count);
    for (int i = 0; i < count; ++i) add_rung(all, &rungs[i], full_ns);
    return write_json(root, out, error);
}

static cJSON *json_of_rate(const kamm_compared_rate *rates, int count, int rate)
{
    cJSON *root = cJSON_CreateObject();
    add_number(root, "substeps_per_s", rates[rate].substeps_per_s);
    cJSON *figures = cJSON_AddObjectToObject(root, "figures");
    for (int i = 0; i < rates[rate].result.figure_count; ++i) {
        const kamm_figure *figure = &rates[rate].result.figures[i];
        cJSON *entry = cJSON_AddObjectToObject(figures, figure->name);
        add_number(entry, "value", figure->value);
        add_number(entry, "difference_percent",
                   kamm_rate_difference_percent(rates, count, rate, i));
    }
    return root;
}

static void add_orders(cJSON *root, const kamm_compared_rate *rates, int count)
{
    const kamm_test_result *reference = &rates[count - 1].result;
    cJSON *figures = cJSON_AddObjectToObject(root, "figures");
    for (int i = 0; i < reference->figure_count; ++i) {
        cJSON *entry = cJSON_AddObjectToObject(figures, reference->figures[i].name);
        cJSON_AddStringToObject(entry, "unit", reference->figures[i].unit);
        add_number(entry, "published", reference->figures[i].published);
        add_number(entry, "order", kamm_convergence_order(rates, count, i));
    }
}

kamm_result kamm_write_rates(const kamm_compared_rate *rates, int count, kamm_rung rung,
                             const char *car, FILE *out, kamm_error *error)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_WITH(error, rates && count > 0 && car && out, KAMM_ERROR_MISUSE);
    cJSON *root = cJSON_CreateObject();
    cJSON_AddStringToObject(root, "test", rates[0].result.test->name);
    cJSON_AddStringToObject(root, "car", car);
    cJSON_AddStringToObject(root, "rung",
                            kamm_describe_rung(rung ? rung : KAMM_RUNG_DEFAULT)->name);
    add_number(root, "reference_substeps_per_s", rates[count - 1].substeps_per_s);
    add_orders(root, rates, count);
    cJSON *all = cJSON_AddArrayToObject(root, "rates");
    for (int i = 0; i < count; ++i) cJSON_AddItemToArray(all, json_of_rate(rates, count, i));
    return write_json(root, out, error);
}
