/* kamm sensitivity: which parameters matter for the figures of a road test. */
#include <kamm/io/sensitivity.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"

static kamm_factor factors[KAMM_MAX_FACTORS];

static int read_factors(const cli_arguments *arguments, kamm_sensitivity_def *def)
{
    for (int i = 0; i < arguments->option_count; ++i) {
        kamm_error error;
        if (strcmp(arguments->options[i].option->name, "--free") != 0) continue;
        if (def->factor_count == KAMM_MAX_FACTORS)
            return cli_misused(arguments->command, "--free: more than %d", KAMM_MAX_FACTORS);
        if (kamm_read_factor(arguments->options[i].value, &def->car->def,
                             &factors[def->factor_count++], &error))
            return cli_misused(arguments->command, "--free %s", error.text);
    }
    if (!def->factor_count)
        def->factor_count = kamm_list_factors(&def->car->def, factors, KAMM_MAX_FACTORS);
    if (def->factor_count > KAMM_MAX_FACTORS) def->factor_count = KAMM_MAX_FACTORS;
    return CLI_OK;
}

static int read_method(const cli_arguments *arguments, kamm_sensitivity_def *def)
{
    const char *given = cli_option_value(arguments, "--method");
    double samples = 0, seed = 0;
    int status = cli_read_whole(arguments, "--samples", 2, 1e6, &samples);
    if (!status) status = cli_read_whole(arguments, "--seed", 0, UINT32_MAX, &seed);
    def->samples = (int32_t)samples;
    def->seed = (uint32_t)seed;
    for (int i = 0; given && i <= KAMM_BAND; ++i) {
        if (strcmp(given, kamm_sensitivity_word((kamm_sensitivity_method)i)) != 0) continue;
        def->method = (kamm_sensitivity_method)i;
        given = NULL;
    }
    if (given) return cli_misused(arguments->command, "--method %s: morris, sobol or band", given);
    return status;
}

/* -- Printing -- */

struct ranked {
    int factor;
    double size;
};

static int compare_ranked(const void *one, const void *other)
{
    const struct ranked *a = one, *b = other;
    if (a->size != b->size) return a->size < b->size ? 1 : -1;
    return a->factor - b->factor;
}

static void print_band(const kamm_sensitivity *found, int figure)
{
    const kamm_figure_band *band = &found->bands[figure];
    char nominal[CLI_NUMBER_TEXT], low[CLI_NUMBER_TEXT], high[CLI_NUMBER_TEXT];
    const kamm_figure_info *info = &found->test->figures[figure];
    printf("  %s %s %s", info->name, cli_number(nominal, band->nominal),
           strcmp(info->unit, "1") ? info->unit : "");
    if (isfinite(band->low95))
        printf(", 95 %% of cars %s to %s", cli_number(low, band->low95),
               cli_number(high, band->high95));
    putchar('\n');
}

static void print_effects(const kamm_sensitivity_def *def, const kamm_sensitivity *found,
                          int figure)
{
    struct ranked ranked[KAMM_MAX_FACTORS];
    const kamm_effect *effects = found->effects + figure * def->factor_count;
    int count = 0;
    /* Less than the steps of single precision is none. */
    double least = def->method == KAMM_MORRIS ? 1e-6 * fabs(found->bands[figure].nominal) : 1e-6;
    for (int i = 0; i < def->factor_count; ++i) {
        double size = def->method == KAMM_MORRIS ? effects[i].mean_amount : effects[i].total;
        if (isfinite(size) && size > least) ranked[count++] = (struct ranked){i, size};
    }
    qsort(ranked, (size_t)count, sizeof *ranked, compare_ranked);
    if (def->method == KAMM_MORRIS)
        printf("    %-46s %12s %12s %12s\n", "", "effect", "mean", "std. dev.");
    else
        printf("    %-46s %12s %12s\n", "", "total", "first order");
    for (int i = 0; i < count; ++i) {
        const kamm_effect *effect = &effects[ranked[i].factor];
        char size[CLI_NUMBER_TEXT], mean[CLI_NUMBER_TEXT], deviation[CLI_NUMBER_TEXT];
        printf("    %-46s %12s %12s", def->factors[ranked[i].factor].path,
               cli_number(size, ranked[i].size),
               cli_number(mean, def->method == KAMM_MORRIS ? effect->mean : effect->first));
        if (def->method == KAMM_MORRIS) printf(" %12s", cli_number(deviation, effect->deviation));
        putchar('\n');
    }
    if (count < def->factor_count)
        printf("    without effect: %d of %d parameters\n", def->factor_count - count,
               (int)def->factor_count);
}

static void print_found(const cli_arguments *arguments, const kamm_sensitivity_def *def,
                        const kamm_sensitivity *found)
{
    const char *wanted = cli_option_value(arguments, "--figure");
    printf("%s: %d parameters, %d runs", found->test->title, (int)def->factor_count,
           (int)found->runs);
    if (found->failed) printf(", %d of them without all figures", (int)found->failed);
    putchar('\n');
    for (int f = 0; f < found->test->figure_count; ++f) {
        if (!isfinite(found->bands[f].nominal)) continue;
        if (wanted && strcmp(wanted, found->test->figures[f].name) != 0) continue;
        print_band(found, f);
        if (def->method != KAMM_BAND) print_effects(def, found, f);
    }
}

/* Whether the test has the figure that is asked for. */
static int check_figure(const cli_arguments *arguments, const kamm_road_test *test)
{
    const char *wanted = cli_option_value(arguments, "--figure"), *names[KAMM_MAX_FIGURES];
    if (!wanted) return CLI_OK;
    for (int i = 0; i < test->figure_count; ++i) {
        names[i] = test->figures[i].name;
        if (strcmp(wanted, names[i]) == 0) return CLI_OK;
    }
    const char *nearest = cli_nearest(wanted, names, test->figure_count);
    return cli_misused(arguments->command, "--figure %s: %s has no such figure%s%s", wanted,
                       test->name, nearest ? "; did you mean " : "", nearest ? nearest : "");
}

/* -- kamm sensitivity -- */

static void show_progress(int32_t done, int32_t runs, void *start_s)
{
    double each_s = (cli_now_s() - *(double *)start_s) / done;
    cli_show_progress(done, runs, "runs", (runs - done) * each_s);
}

static int find(const cli_arguments *arguments, kamm_sensitivity_def *def)
{
    kamm_error error;
    double start_s = cli_now_s();
    def->progress = show_progress;
    def->options.user = &start_s;
    cli_watch_for_stop();
    kamm_sensitivity *found = kamm_find_sensitivity(def, &error);
    cli_clear_progress();
    if (!found && error.code == KAMM_ERROR_STOPPED) return cli_tell_stopped(".");
    if (!found) return cli_fail(&error);
    int status = CLI_OK;
    if (!cli_option_value(arguments, "--json"))
        print_found(arguments, def, found);
    else if (kamm_write_sensitivity(stdout, def, found, &error))
        status = cli_fail(&error);
    kamm_destroy_sensitivity(found);
    return status;
}

static int take_and_find(const cli_arguments *arguments, const kamm_road_test *test,
                         kamm_sensitivity_def *def)
{
    static kamm_vehicle_file car;
    kamm_surface custom;
    def->test = test->name, def->car = &car;
    int status = cli_find_rung(arguments, &def->options.rung);
    if (!status) status = cli_check_test_rung(arguments, test, def->options.rung);
    if (!status) status = check_figure(arguments, test);
    if (!status) status = read_method(arguments, def);
    if (!status) status = cli_find_surface(arguments, &custom, &def->options.surface);
    if (!status) status = cli_load_car(arguments, cli_option_value(arguments, "--car"), &car);
    if (!status) status = read_factors(arguments, def);
    return status ? status : find(arguments, def);
}

static int run(const cli_arguments *arguments)
{
    kamm_sensitivity_def def = {.factors = factors, .threads = cli_thread_count(arguments)};
    const kamm_road_test *test;
    kamm_scenario *scenario;
    def.options.is_stopped = cli_is_stopped;
    if (!cli_option_value(arguments, "--car"))
        return cli_misused(arguments->command, "--car CAR is missing");
    if (!def.threads) return cli_misused(arguments->command, "--jobs: 1 to %d", CLI_MAX_THREADS);
    int status = cli_take_test(arguments, &def.options, &test, &scenario);
    if (!status) status = take_and_find(arguments, test, &def);
    kamm_destroy_scenario(scenario);
    return status;
}

const cli_command cli_sensitivity = {
    "sensitivity",
    "TEST --car CAR [OPTION]…",
    "which parameters matter for a road test, and how uncertain its figures are",
    "Ranks parameters by their effect on the figures of a road test, over the spread among vehicles of a class: of the\n"
    "rules of kamm new (kamm list rules), or the range of --free. Methods:\n"
    "  morris  elementary effects: change of the figure over a parameter's range, its mean, and its standard\n"
    "          deviation, which is large where a parameter acts with others or not in proportion\n"
    "  sobol   shares of the figure's variance, of each parameter alone and with others; and the band of band\n"
    "  band    between which values 95 % of such cars lie",
    1,
    1,
    {CLI_CAR_OPTION,
     {"--free", "PATH=LOW:HIGH",
      "a parameter and its range, or PATH alone by its rule; may be repeated"},
     {"--method", "NAME", "morris, sobol or band; default morris"},
     {"--samples", "N",
      "trajectories of morris (default 10), samples of sobol (256) or band (200)"},
     {"--seed", "S", "seed of the random points; default 0"},
     {"--figure", "NAME", "print only this figure"},
     {"--json", NULL, "result as JSON"},
     CLI_JOBS_OPTION,
     CLI_RUNG_OPTION,
     CLI_TYRE_OPTION,
     CLI_SURFACE_OPTION,
     CLI_SET_OPTION},
    run};
