/* A road test on the rungs of the ladder, side by side. */
#include <math.h>

#include "base/error.h"
#include "base/float_mode.h"
#include "lab/tests.h"

/* Errors that say what the rung lacks for this test or this car. */
static int is_reason(kamm_result result)
{
    return result == KAMM_ERROR_RANGE || result == KAMM_ERROR_MISSING;
}

static kamm_result measure_cost(const kamm_vehicle_file *car, kamm_compared_rung *compared,
                                kamm_error *error)
{
    kamm_model *model = kamm_create_model(&car->def, compared->rung, error);
    if (!model) return KAMM_ERROR_MEMORY; /* it was compiled for the test */
    compared->cost_ns = kamm_measure_cost_ns(model);
    kamm_destroy_model(model);
    if (!isnan(compared->cost_ns)) return KAMM_OK;
    return kamm_fail(error, KAMM_ERROR_MEMORY, "", "out of memory");
}

static void tell_needs(const kamm_road_test *test, kamm_compared_rung *compared)
{
    snprintf(compared->reason, sizeof compared->reason, "%s needs %s: from %s upwards", test->name,
             kamm_feature_name(test->needs),
             kamm_describe_rung(kamm_lowest_rung_with(test->needs))->name);
}

kamm_result kamm_compare_rung(const char *test, const kamm_vehicle_file *car,
                              const kamm_test_options *options, kamm_compared_rung *compared,
                              kamm_error *error)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_WITH(error, test && car && compared, KAMM_ERROR_MISUSE);
    kamm_error own;
    kamm_rung rung = options && options->rung ? options->rung : KAMM_RUNG_DEFAULT;
    *compared = (kamm_compared_rung){.rung = rung, .cost_ns = NAN};
    kamm_result outcome = kamm_run_test(test, car, options, &compared->result, &own);
    if (!outcome) return measure_cost(car, compared, error);
    if (!is_reason(outcome)) {
        if (error) *error = own;
        return outcome;
    }
    kamm_start_result(kamm_test_of(test, options), car, &compared->result);
    if (rung < kamm_lowest_rung_with(compared->result.test->needs))
        tell_needs(compared->result.test, compared);
    else
        snprintf(compared->reason, sizeof compared->reason, "%s", own.text);
    return KAMM_OK;
}
