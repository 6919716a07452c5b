/* The list of road tests, and how one is run. */
#include "lab/tests.h"

#include <errno.h>
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/float_mode.h"
#include "fields/fields.h"
#include "lab/scenario.h"

#define TEST(name) &kamm_##name##_test,
static const kamm_procedure *const procedures[] = {KAMM_ROAD_TESTS(TEST)};
enum { TEST_COUNT = sizeof procedures / sizeof *procedures };
static const kamm_procedure *const of_two_wheels[] = {KAMM_TWO_WHEELER_TESTS(TEST)};
enum { TWO_WHEELER_COUNT = sizeof of_two_wheels / sizeof *of_two_wheels };

int kamm_road_test_count(void) { return TEST_COUNT; }

const kamm_road_test *kamm_road_test_at(int index)
{
    KAMM_REQUIRE(index >= 0 && index < TEST_COUNT, NULL);
    return &procedures[index]->test;
}

int kamm_two_wheeler_test_count(void) { return TWO_WHEELER_COUNT; }

const kamm_road_test *kamm_two_wheeler_test_at(int index)
{
    KAMM_REQUIRE(index >= 0 && index < TWO_WHEELER_COUNT, NULL);
    return &of_two_wheels[index]->test;
}

static const kamm_procedure *find_in(const kamm_procedure *const *list, int count, const char *name)
{
    for (int i = 0; i < count; ++i)
        if (strcmp(list[i]->test.name, name) == 0) return list[i];
    return NULL;
}

const kamm_procedure *kamm_find_procedure(const char *name)
{
    const kamm_procedure *found = find_in(procedures, TEST_COUNT, name);
    return found ? found : find_in(of_two_wheels, TWO_WHEELER_COUNT, name);
}

int kamm_rides_on_two_wheels(const kamm_vehicle_def *def)
{
    KAMM_REQUIRE(def, 0);
    int singles = 0, tilting = 0;
    for (int a = 0; a < def->axles_count; ++a) {
        const kamm_axle_def *axle = &def->axles[a];
        singles += axle->wheels == KAMM_WHEELS_SINGLE;
        tilting += axle->wheels == KAMM_WHEELS_PAIR && axle->suspension.tilting;
    }
    return def->axles_count == 2 && singles > 0 && singles + tilting == 2;
}

/* Whether vehicles of that kind have the test. */
static kamm_result check_wheels(const kamm_road_test *test, const kamm_vehicle_def *def,
                                kamm_error *error)
{
    int has_two = kamm_rides_on_two_wheels(def);
    const kamm_procedure *found = has_two ? find_in(of_two_wheels, TWO_WHEELER_COUNT, test->name)
                                          : find_in(procedures, TEST_COUNT, test->name);
    if (found) return KAMM_OK;
    return kamm_fail(error, KAMM_ERROR_RANGE, test->name,
                     has_two ? "%s is no test of vehicles with two wheels in line"
                             : "%s is a test of vehicles with two wheels in line alone",
                     test->name);
}

const kamm_road_test *kamm_find_road_test(const char *name)
{
    KAMM_REQUIRE(name, NULL);
    const kamm_procedure *procedure = kamm_find_procedure(name);
    return procedure ? &procedure->test : NULL;
}

const kamm_road_test *kamm_test_of(const char *test, const kamm_test_options *options)
{
    return options && options->scenario ? &options->scenario->test : kamm_find_road_test(test);
}

static kamm_result fail_unknown(const char *name, kamm_error *error)
{
    kamm_nearest nearest = kamm_start_nearest(name, strlen(name));
    for (int i = 0; i < TEST_COUNT; ++i) kamm_suggest_name(&nearest, procedures[i]->test.name);
    for (int i = 0; i < TWO_WHEELER_COUNT; ++i)
        kamm_suggest_name(&nearest, of_two_wheels[i]->test.name);
    if (*nearest.best)
        return kamm_fail(error, KAMM_ERROR_UNKNOWN, name,
                         "there is no road test '%s'; did you mean %s?", name, nearest.best);
    return kamm_fail(error, KAMM_ERROR_UNKNOWN, name, "there is no road test '%s'", name);
}

static kamm_result fail_rung(const kamm_road_test *test, kamm_rung rung, kamm_error *error)
{
    return kamm_fail(
        error, KAMM_ERROR_RANGE, test->name,
        "%s makes no sense on the rung %s: it needs %s; the lowest rung that can is %s", test->name,
        kamm_describe_rung(rung)->name, kamm_feature_name(test->needs),
        kamm_describe_rung(kamm_lowest_rung_with(test->needs))->name);
}

kamm_result kamm_check_options(const kamm_road_test *test, const kamm_test_options *options,
                               kamm_error *error)
{
    kamm_rung rung = options && options->rung ? options->rung : KAMM_RUNG_DEFAULT;
    if (rung < kamm_lowest_rung_with(test->needs)) return fail_rung(test, rung, error);
    if (options && options->world && !test->takes_world)
        return kamm_fail(error, KAMM_ERROR_RANGE, test->name,
                         "%s takes no world: it has a ground of its own", test->name);
    if (options && options->surface && test->takes_world)
        return kamm_fail(error, KAMM_ERROR_RANGE, test->name,
                         "%s takes no surface: its world has them", test->name);
    return KAMM_OK;
}

kamm_result kamm_check_test(const char *test, const kamm_test_options *options, kamm_error *error)
{
    const kamm_road_test *found = kamm_test_of(test, options);
    return found ? kamm_check_options(found, options, error) : fail_unknown(test, error);
}

/* Published figures carry the test's name too: "accel.time_0_100_kmh_s". */
static void copy_published(const kamm_vehicle_file *car, const char *test, kamm_figure *figure)
{
    char name[sizeof car->published[0].name];
    snprintf(name, sizeof name, "%s.%s", test, figure->name);
    for (int i = 0; i < car->published_count; ++i) {
        if (strcmp(car->published[i].name, name) != 0) continue;
        figure->published = car->published[i].value;
        memcpy(figure->published_source, car->published[i].source, sizeof figure->published_source);
    }
}

void kamm_start_result(const kamm_road_test *test, const kamm_vehicle_file *car,
                       kamm_test_result *result)
{
    *result = (kamm_test_result){.test = test, .figure_count = test->figure_count};
    for (int i = 0; i < test->figure_count; ++i) {
        kamm_figure *figure = &result->figures[i];
        figure->name = test->figures[i].name;
        figure->unit = test->figures[i].unit;
        figure->doc = test->figures[i].doc;
        figure->value = figure->published = NAN;
        copy_published(car, test->name, figure);
    }
}

kamm_result kamm_check_csv(FILE *csv, kamm_error *error)
{
    if (!csv || (fflush(csv) == 0 && !ferror(csv))) return KAMM_OK;
    return kamm_fail(error, KAMM_ERROR_FILE, "", "the channels can't be written: %s",
                     strerror(errno));
}

kamm_result kamm_run_test(const char *test, const kamm_vehicle_file *car,
                          const kamm_test_options *options, kamm_test_result *result,
                          kamm_error *error)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_WITH(error, test && car && result, KAMM_ERROR_MISUSE);
    if (options && options->scenario)
        return options->scenario->run(options->scenario, car, options, result, error);
    kamm_result outcome = kamm_check_test(test, options, error);
    if (outcome) return outcome;
    const kamm_procedure *procedure = kamm_find_procedure(test);
    outcome = check_wheels(&procedure->test, &car->def, error);
    if (outcome) return outcome;
    kamm_bench bench;
    outcome = kamm_bench_build(&bench, car, options, error);
    if (outcome) return outcome;
    kamm_start_result(&procedure->test, car, result);
    bench.result = result;
    int measured = procedure->measure(&bench);
    kamm_bench_clear(&bench);
    if ((!measured && bench.outcome) || kamm_bench_is_stopped(&bench)) return bench.outcome;
    if (!measured) return kamm_fail(error, KAMM_ERROR_MEMORY, test, "%s: out of memory", test);
    return kamm_check_csv(bench.options->csv, error);
}

kamm_result kamm_describe_course(const char *test, const kamm_vehicle_file *car,
                                 const kamm_test_options *options, kamm_test_course *course,
                                 kamm_error *error)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_WITH(error, test && car && course, KAMM_ERROR_MISUSE);
    *course = (kamm_test_course){0};
    if (options && options->scenario) return KAMM_OK; /* has none */
    kamm_result outcome = kamm_check_test(test, options, error);
    const kamm_procedure *procedure = outcome ? NULL : kamm_find_procedure(test);
    if (!procedure || !procedure->lay_out) return outcome;
    kamm_bench bench;
    outcome = kamm_bench_build(&bench, car, options, error);
    if (outcome) return outcome;
    procedure->lay_out(&bench, course);
    kamm_bench_clear(&bench);
    return KAMM_OK;
}
