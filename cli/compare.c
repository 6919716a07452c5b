/* kamm compare: one road test of one car on all rungs of the ladder, or on one of them at several rates
 * of substeps. */
#include <math.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"

enum { NAME_WIDTH = 34, COLUMN_WIDTH = 14 };

static void say_rung(int count, kamm_rung next)
{
    if (!isatty(STDERR_FILENO)) return;
    fprintf(stderr, "\r%60s\r", "");
    if (count < KAMM_RUNG_COUNT)
        fprintf(stderr, "%d of %d rungs done, now %s", count, KAMM_RUNG_COUNT,
                kamm_describe_rung(next)->name);
}

static void print_cell(double value)
{
    char text[CLI_NUMBER_TEXT];
    if (isfinite(value))
        printf(" %*s", COLUMN_WIDTH, cli_number(text, value));
    else
        printf(" %*s", COLUMN_WIDTH + 2, "—"); /* three bytes, one column */
}

static int has_published(const kamm_test_result *result)
{
    for (int i = 0; i < result->figure_count; ++i)
        if (isfinite(result->figures[i].published)) return 1;
    return 0;
}

static void print_head(const kamm_compared_rung *rungs, int published)
{
    printf("%-*s", NAME_WIDTH, "");
    for (int i = 0; i < KAMM_RUNG_COUNT; ++i)
        printf(" %*s", COLUMN_WIDTH, kamm_describe_rung(rungs[i].rung)->name);
    if (published) printf(" %*s", COLUMN_WIDTH, "published");
    putchar('\n');
}

static void print_figures(const kamm_compared_rung *rungs, int published)
{
    const kamm_test_result *first = &rungs[0].result;
    for (int f = 0; f < first->figure_count; ++f) {
        printf("%-*s", NAME_WIDTH, first->figures[f].name);
        for (int i = 0; i < KAMM_RUNG_COUNT; ++i) print_cell(rungs[i].result.figures[f].value);
        if (published && isfinite(first->figures[f].published))
            print_cell(first->figures[f].published);
        putchar('\n');
    }
}

static void print_costs(const kamm_compared_rung *rungs)
{
    double full_ns = rungs[KAMM_RUNG_COUNT - 1].cost_ns;
    printf("%-*s", NAME_WIDTH, "cost, ns per car and step");
    for (int i = 0; i < KAMM_RUNG_COUNT; ++i) print_cell(rungs[i].cost_ns);
    printf("\n%-*s", NAME_WIDTH, "  as share of the full model's");
    for (int i = 0; i < KAMM_RUNG_COUNT; ++i) print_cell(rungs[i].cost_ns / full_ns);
    putchar('\n');
}

static void print_notes(const kamm_compared_rung *rungs)
{
    for (int i = 0; i < KAMM_RUNG_COUNT; ++i) {
        const char *name = kamm_describe_rung(rungs[i].rung)->name;
        if (*rungs[i].reason) printf("  %s: %s\n", name, rungs[i].reason);
        cli_print_figure_notes(name, &rungs[i].result);
    }
}

static int print_comparison(const cli_arguments *arguments, const kamm_vehicle_file *car,
                            const kamm_compared_rung *rungs)
{
    kamm_error error;
    const kamm_road_test *test = rungs[0].result.test;
    if (cli_option_value(arguments, "--json"))
        return kamm_write_comparison(rungs, KAMM_RUNG_COUNT, car->id, stdout, &error)
                   ? cli_fail(&error)
                   : CLI_OK;
    int published = has_published(&rungs[0].result);
    printf("%s (%s)\n%s: %s\n", car->def.name, car->id, test->name, test->title);
    print_head(rungs, published);
    print_figures(rungs, published);
    print_costs(rungs);
    print_notes(rungs);
    return CLI_OK;
}

static int compare(const cli_arguments *arguments, const kamm_vehicle_file *car,
                   kamm_test_options options)
{
    static kamm_compared_rung rungs[KAMM_RUNG_COUNT];
    int status = CLI_OK;
    for (int i = 0; i < KAMM_RUNG_COUNT && !status; ++i) {
        kamm_error error;
        options.rung = (kamm_rung)(1 + i);
        say_rung(i, options.rung);
        if (kamm_compare_rung(arguments->words[0], car, &options, &rungs[i], &error))
            status = cli_fail(&error);
    }
    say_rung(KAMM_RUNG_COUNT, KAMM_RUNG_DEFAULT);
    return status ? status : print_comparison(arguments, car, rungs);
}

static int run(const cli_arguments *arguments)
{
    static kamm_vehicle_file car;
    kamm_surface custom;
    kamm_test_options options = {0};
    const kamm_road_test *test;
    kamm_scenario *scenario;
    const char *name = cli_option_value(arguments, "--car");
    const char *rates = cli_option_value(arguments, "--substeps");
    if (!name) return cli_misused(arguments->command, "--car CAR is missing");
    if (!rates && cli_option_value(arguments, "--rung"))
        return cli_misused(arguments->command, "--rung goes with --substeps; else all rungs run");
    int status = cli_take_test(arguments, &options, &test, &scenario);
    if (!status) status = cli_find_surface(arguments, &custom, &options.surface);
    if (!status) status = cli_load_car(arguments, name, &car);
    if (!status)
        status = rates ? cli_compare_rates(arguments, test, &car, options, rates)
                       : compare(arguments, &car, options);
    kamm_destroy_scenario(scenario);
    return status;
}

const cli_command cli_compare = {
    "compare",
    "TEST --car CAR [OPTION]…",
    "one road test of one car on every rung, or at several rates of substeps",
    "Runs a road test (kamm list tests) on every rung of the ladder of models (kamm list rungs) and\n"
    "prints the figures in columns, with the time of a step of each rung on this machine in this\n"
    "run: 256 cars, one thread, the best of several batches.\n"
    "With --substeps it runs the test on one rung at each of these rates, 2 to 16 of them. Below each figure\n"
    "it prints the difference in per cent from the highest rate, the reference. order is the order of convergence\n"
    "in the substep, from the highest three rates with factors of two; '-' if the figure does not converge\n"
    "monotonically.",
    1,
    1,
    {CLI_CAR_OPTION,
     CLI_TYRE_OPTION,
     CLI_SURFACE_OPTION,
     CLI_ARCADE_OPTION,
     CLI_SET_OPTION,
     {"--substeps", "LIST", "rates, substeps per second, such as 600,1200,2400"},
     {"--rung", "RUNG", "with --substeps: the model; default full"},
     {"--json", NULL, "for programs; null: could not be measured"}},
    run};
