/* The shipped vehicles, made again from some ten figures of a data sheet each: their road tests against published figures.
 * KAMM_QUICK_TESTS leaves this out: it drives for long to measure. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <kamm/io/estimate.h>
#include <kamm/io/lab.h>
#include <math.h>
#include <string.h>

#include "support/shipped.h"
#include "support/tier.h"

static kamm_vehicle_file made(const char *name)
{
    static kamm_vehicle_file file;
    char path[128];
    kamm_error error = {0};
    kamm_vehicle_facts facts = kamm_default_facts();
    snprintf(path, sizeof path, "test/reference/data_sheets/%s.json", name);
    if (kamm_load_facts(path, &facts, &error) || kamm_load_vehicle(name, &file, NULL, &error) ||
        kamm_estimate_vehicle(&facts, &file.def, &error))
        fail_msg("%s: %s", name, error.text);
    return file;
}

struct count {
    int figures, within, missing;
};

/* The worst of them: a three-wheeler of 1973, a hybrid's power split that no rule has, a boxy off-roader's drag. */
enum { MOST_PERCENT = 22 };

static void judge(const char *name, const kamm_figure *figure, const char *test,
                  struct count *count)
{
    double off = 100 * (figure->value / figure->published - 1);
    ++count->figures;
    if (isnan(off)) ++count->missing; /* the pickup slides where it should lift its wheels */
    if (fabs(off) > MOST_PERCENT) fail_msg("%s: %s is off by %.1f %%", name, figure->name, off);
    count->within += fabs(off) <= 10;
    print_message("| %s | `%s` %s | %.4g | %.4g | %+.1f %% |\n", name, test, figure->name,
                  figure->value, figure->published, off);
}

static void drive(const char *name, struct count *count)
{
    kamm_vehicle_file file = made(name);
    kamm_model *model = kamm_create_model(&file.def, KAMM_FULL, NULL);
    assert_non_null(model);
    kamm_destroy_model(model);
    for (int t = 0; t < kamm_road_test_count(); ++t) {
        const char *test = kamm_road_test_at(t)->name;
        kamm_test_result result;
        kamm_error error;
        size_t length = strlen(test);
        int wanted = 0;
        for (int i = 0; i < file.published_count; ++i)
            wanted |= !strncmp(file.published[i].name, test, length) &&
                      file.published[i].name[length] == '.';
        if (!wanted) continue;
        if (kamm_run_test(test, &file, NULL, &result, &error)) fail_msg("%s: %s", name, error.text);
        for (int f = 0; f < result.figure_count; ++f)
            if (isfinite(result.figures[f].published)) judge(name, &result.figures[f], test, count);
    }
}

static void test_vehicles_from_ten_numbers_meet_published_figures(void **state)
{
    (void)state;
    LONG_TIER_ONLY();
    struct count count = {0};
    for (int i = 0; i < shipped_count(); ++i) drive(shipped_name(i), &count);
    print_message("%d of %d within 10 %%\n", count.within, count.figures);
    assert_true(count.figures >= 51 && count.within >= 45 && count.missing <= 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_vehicles_from_ten_numbers_meet_published_figures),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
