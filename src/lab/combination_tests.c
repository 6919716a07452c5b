/* The list of road tests of combinations, and how one is run. */
#include "lab/combination_tests.h"

#include "base/error.h"
#include "base/float_mode.h"
#include "fields/fields.h"
#include "lab/tests.h"

#include <string.h>

#define TEST(name) &kamm_##name##_test,
static const kamm_procedure *const procedures[] = {KAMM_COMBINATION_TESTS(TEST)};
enum { TEST_COUNT = sizeof procedures / sizeof *procedures };

int kamm_combination_test_count(void) { return TEST_COUNT; }

const kamm_road_test *kamm_combination_test_at(int index)
{
    KAMM_REQUIRE(index >= 0 && index < TEST_COUNT, NULL);
    return &procedures[index]->test;
}

static const kamm_procedure *find(const char *name)
{
    for (int i = 0; i < TEST_COUNT; ++i)
        if (strcmp(procedures[i]->test.name, name) == 0) return procedures[i];
    return NULL;
}

const kamm_road_test *kamm_find_combination_test(const char *name)
{
    KAMM_REQUIRE(name, NULL);
    const kamm_procedure *procedure = find(name);
    return procedure ? &procedure->test : NULL;
}

static kamm_result fail_unknown(const char *name, kamm_error *error)
{
    kamm_nearest nearest = kamm_start_nearest(name, strlen(name));
    for (int i = 0; i < TEST_COUNT; ++i) kamm_suggest_name(&nearest, procedures[i]->test.name);
    return kamm_fail(error, KAMM_ERROR_UNKNOWN, name,
                     "there is no road test '%s' of combinations%s%s", name,
                     *nearest.best ? "; did you mean " : "", nearest.best);
}

kamm_result kamm_run_combination_test(const char *test, const kamm_combination_file *combination,
                                      const kamm_test_options *options, kamm_test_result *result,
                                      kamm_error *error)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_WITH(error, test && combination && result, KAMM_ERROR_MISUSE);
    KAMM_REQUIRE_WITH(error, combination->unit_count >= 2, KAMM_ERROR_MISUSE);
    kamm_error own;
    if (!error) error = &own;
    const kamm_procedure *procedure = find(test);
    if (!procedure) return fail_unknown(test, error);
    if (options && options->world)
        return kamm_fail(error, KAMM_ERROR_RANGE, test,
                         "%s takes no world: it has a ground of its own", test);
    kamm_bench bench;
    kamm_result outcome = kamm_bench_build_combination(&bench, combination, options, error);
    if (outcome) return outcome;
    kamm_start_result(&procedure->test, &combination->units[0], result);
    bench.result = result;
    int measured = procedure->measure(&bench);
    kamm_bench_clear(&bench);
    if ((!measured && bench.outcome) || kamm_bench_is_stopped(&bench)) return bench.outcome;
    if (!measured) return kamm_fail(error, KAMM_ERROR_MEMORY, test, "%s: out of memory", test);
    return kamm_check_csv(bench.options->csv, error);
}
