/* kamm run: one road test of one car, compiled or from a scenario file. */
#include <kamm/io/report.h>
#include <string.h>

#include "cli.h"

int cli_check_test_name(const cli_arguments *arguments, const char *name)
{
    enum { MOST = 128 };
    static char scenarios[MOST][64];
    const char *names[2 * MOST];
    int count = 0, found = kamm_list_data("scenarios", scenarios, MOST);
    if (kamm_find_road_test(name)) return CLI_OK;
    for (int i = 0; i < found && i < MOST; ++i) names[count++] = scenarios[i];
    for (int i = 0; i < kamm_road_test_count() && count < MOST; ++i)
        names[count++] = kamm_road_test_at(i)->name;
    for (int i = 0; i < kamm_two_wheeler_test_count() && count < MOST; ++i)
        names[count++] = kamm_two_wheeler_test_at(i)->name;
    const char *nearest = cli_nearest(name, names, count);
    if (nearest)
        return cli_misused(arguments->command, "there is no road test %s; did you mean %s?", name,
                           nearest);
    return cli_misused(arguments->command, "there is no road test %s: see kamm list tests", name);
}

int cli_check_test_rung(const cli_arguments *arguments, const kamm_road_test *test, kamm_rung rung)
{
    if (rung >= kamm_lowest_rung_with(test->needs)) return CLI_OK;
    return cli_misused(
        arguments->command,
        "%s makes no sense on the rung %s: it needs %s; the lowest rung that can is %s", test->name,
        kamm_describe_rung(rung)->name, kamm_feature_name(test->needs),
        kamm_describe_rung(kamm_lowest_rung_with(test->needs))->name);
}

int cli_names_scenario(const char *name)
{
    static char scenarios[128][64];
    size_t length = strlen(name);
    if (kamm_find_road_test(name) || kamm_find_combination_test(name)) return 0;
    if (length > 5 && strcmp(name + length - 5, ".json") == 0) return 1;
    int count = kamm_list_data("scenarios", scenarios, 128);
    for (int i = 0; i < count && i < 128; ++i)
        if (strcmp(scenarios[i], name) == 0) return 1;
    return 0;
}

int cli_take_test(const cli_arguments *arguments, kamm_test_options *options,
                  const kamm_road_test **test, kamm_scenario **scenario)
{
    kamm_error error;
    const char *name = arguments->words[0];
    *scenario = NULL;
    if (!cli_names_scenario(name)) {
        *test = kamm_find_road_test(name);
        return cli_check_test_name(arguments, name);
    }
    options->scenario = *scenario = kamm_load_scenario(name, &error);
    if (!*scenario) return cli_fail(&error);
    *test = kamm_describe_scenario(*scenario);
    return CLI_OK;
}

static int check_world(const cli_arguments *arguments, const char *name)
{
    int takes = kamm_find_road_test(name)->takes_world;
    if (cli_option_value(arguments, "--world") && !takes)
        return cli_misused(arguments->command, "%s takes no --world: it has a ground of its own",
                           name);
    if (cli_option_value(arguments, "--surface") && takes)
        return cli_misused(arguments->command, "%s takes no --surface: its world has them", name);
    return CLI_OK;
}

static int print_result(const cli_arguments *arguments, const kamm_vehicle_file *car,
                        kamm_rung rung, const kamm_test_result *result)
{
    kamm_error error;
    if (cli_option_value(arguments, "--json"))
        return kamm_write_test_result(result, car->id, stdout, &error) ? cli_fail(&error) : CLI_OK;
    printf("%s (%s)", car->def.name, car->id);
    if (rung != KAMM_RUNG_DEFAULT) printf(", rung %s", kamm_describe_rung(rung)->name);
    if (cli_option_value(arguments, "--substeps"))
        printf(", %g substeps per second", car->def.stepping.substeps_per_s);
    putchar('\n');
    cli_print_figure_head();
    cli_print_figures(result);
    return CLI_OK;
}

/* `scenario` NULL: the compiled test of the command's word. */
static kamm_result drive(const cli_arguments *arguments, const kamm_scenario *scenario,
                         const kamm_vehicle_file *car, const kamm_test_options *options,
                         kamm_test_result *result, kamm_error *error)
{
    return scenario ? kamm_run_scenario(scenario, car, options, result, error)
                    : kamm_run_test(arguments->words[0], car, options, result, error);
}

static int write_report(const char *path, const kamm_run_report *report,
                        const kamm_test_result *result, const kamm_vehicle_file *car)
{
    cli_file file;
    kamm_error error, unwritten;
    if (!cli_open(&file, path, &error)) return cli_fail(&error);
    kamm_result outcome = kamm_write_run_report(report, result, car, file.file, &error);
    if (!cli_close(&file, outcome == KAMM_OK, &unwritten) && !outcome) return cli_fail(&unwritten);
    return outcome ? cli_fail(&error) : CLI_OK;
}

/* These take the rows of a run; NULL: none. */
struct listeners {
    kamm_run_report *report;
    kamm_run_recorder *recorder;
};

static void take_row(const kamm_cars *cars, int car, double time_s, void *user)
{
    struct listeners *to = user;
    if (to->report) kamm_note_run_row(cars, car, time_s, to->report);
    if (to->recorder) kamm_record_run_row(cars, car, time_s, to->recorder);
}

static int is_stopped(void *user)
{
    const struct listeners *to = user;
    return kamm_has_run_recorder_failed(to->recorder) || cli_is_stopped(NULL);
}

/* The course of a scenario is not known, nor is that of a test which can't be run: running it reports why. */
static int start_recorder(const cli_arguments *arguments, const kamm_scenario *scenario,
                          const kamm_vehicle_file *car, const kamm_test_options *options,
                          kamm_run_recorder **recorder)
{
    static kamm_test_course course;
    char title[256];
    kamm_error error;
    const char *path = cli_option_value(arguments, "--record"), *test = arguments->words[0];
    if (!path) return CLI_OK;
    int is_known = !scenario && !kamm_describe_course(test, car, options, &course, &error);
    snprintf(title, sizeof title, "%s, %s", test, car->def.name);
    *recorder = kamm_create_run_recorder(path, title, is_known ? &course : NULL, &error);
    return *recorder ? CLI_OK : cli_fail(&error);
}

static int drive_and_tell(const cli_arguments *arguments, const kamm_scenario *scenario,
                          const kamm_vehicle_file *car, kamm_test_options *options,
                          const struct listeners *to, kamm_test_result *result)
{
    kamm_error error;
    cli_file csv = {0};
    const char *path = cli_option_value(arguments, "--csv");
    if (path && !cli_open(&csv, path, &error)) return cli_fail(&error);
    options->csv = csv.file;
    kamm_result outcome = drive(arguments, scenario, car, options, result, &error);
    if (!kamm_has_run_recorder_failed(to->recorder))
        return cli_close_channels(&csv, outcome, &error);
    if (path) cli_close(&csv, 0, &error);
    return CLI_OK; /* the end of the recording reports it */
}

static int run_test(const cli_arguments *arguments, const kamm_scenario *scenario,
                    const kamm_vehicle_file *car, kamm_test_options *options)
{
    kamm_error error;
    kamm_test_result result;
    struct listeners to = {.report = NULL};
    const char *report_path = cli_option_value(arguments, "--report");
    to.report = report_path ? kamm_create_run_report(&error) : NULL;
    if (report_path && !to.report) return cli_fail(&error);
    int status = start_recorder(arguments, scenario, car, options, &to.recorder);
    if (to.report || to.recorder) options->at_row = take_row;
    options->is_stopped = is_stopped;
    options->user = &to;
    if (!status) status = drive_and_tell(arguments, scenario, car, options, &to, &result);
    if (!status && to.report && !kamm_has_run_recorder_failed(to.recorder))
        status = write_report(report_path, to.report, &result, car);
    status = cli_end_recorder(to.recorder, status);
    kamm_destroy_run_report(to.report);
    return status ? status : print_result(arguments, car, options->rung, &result);
}

static int check_test(const cli_arguments *arguments, kamm_rung rung)
{
    int status = cli_check_test_name(arguments, arguments->words[0]);
    if (!status)
        status = cli_check_test_rung(arguments, kamm_find_road_test(arguments->words[0]), rung);
    return status ? status : check_world(arguments, arguments->words[0]);
}

static int load_and_run(const cli_arguments *arguments, const kamm_scenario *scenario,
                        kamm_test_options *options)
{
    static kamm_vehicle_file car;
    kamm_surface custom;
    const char *rate = cli_option_value(arguments, "--substeps");
    int status = scenario ? CLI_OK : check_test(arguments, options->rung);
    if (!status) status = cli_find_surface(arguments, &custom, &options->surface);
    if (!status) status = cli_load_car(arguments, cli_option_value(arguments, "--car"), &car);
    if (!status && rate) status = cli_take_substeps(arguments, rate, options->rung, &car);
    if (rate) options->substeps_per_s = car.def.stepping.substeps_per_s;
    return status ? status : run_test(arguments, scenario, &car, options);
}

static int run_scenario(const cli_arguments *arguments, kamm_test_options *options)
{
    kamm_error error;
    kamm_scenario *scenario = kamm_load_scenario(arguments->words[0], &error);
    if (!scenario) return cli_fail(&error);
    int status = load_and_run(arguments, scenario, options);
    kamm_destroy_scenario(scenario);
    return status;
}

static int run(const cli_arguments *arguments)
{
    kamm_surface custom;
    kamm_test_options options = {.is_stopped = cli_is_stopped};
    const char *name = cli_option_value(arguments, "--car"), *test = arguments->words[0];
    if (!name) return cli_misused(arguments->command, "--car CAR is missing");
    cli_watch_for_stop();
    int status = cli_find_rung(arguments, &options.rung);
    options.world = cli_option_value(arguments, "--world");
    if (kamm_is_combination_file(name)) {
        if (cli_option_value(arguments, "--report"))
            return cli_misused(arguments->command, "--report: combinations have none");
        if (!status) status = cli_find_surface(arguments, &custom, &options.surface);
        return status ? status : cli_run_combination(arguments, test, name, &options);
    }
    if (status) return status;
    return cli_names_scenario(test) ? run_scenario(arguments, &options)
                                    : load_and_run(arguments, NULL, &options);
}

const cli_command cli_run = {
    "run",
    "TEST --car CAR [OPTION]…",
    "one road test of one car",
    "Runs a road test (kamm list tests) and prints its figures with the published ones. A test is also a scenario: a\n"
    "name of kamm list scenarios, or the path of a file that ends in .json.",
    1,
    1,
    {CLI_CAR_OPTION,
     CLI_RUNG_OPTION,
     CLI_TYRE_OPTION,
     CLI_SURFACE_OPTION,
     {"--world", "WORLD", "for lap: a world file, or its name: kamm list worlds"},
     CLI_ARCADE_OPTION,
     CLI_SET_OPTION,
     CLI_SUBSTEPS_OPTION,
     {"--csv", "FILE", "writes the channels there"},
     {"--report", "FILE", "writes an HTML file with figures, and plots over time with one cursor"},
     {"--record", "FILE", "writes the run there as a recording, which the page plays"},
     {"--json", NULL, "figures for programs; null: could not be measured"}},
    run};
