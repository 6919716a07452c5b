/* kamm report: vehicles as one HTML file. */
#include <kamm/io/report.h>
#include <stdlib.h>

#include "cli.h"

static int load_cars(const cli_arguments *arguments, kamm_vehicle_file *cars)
{
    int status = CLI_OK;
    for (int i = 0; i < arguments->word_count && !status; ++i)
        status = cli_load_car(arguments, arguments->words[i], &cars[i]);
    return status;
}

/* The file is opened before the tests are driven, so that a wrong path is known at once. */
static int write_file(const cli_arguments *arguments, const kamm_vehicle_file *cars)
{
    cli_file file;
    kamm_error error, unwritten;
    kamm_test_options options = {.is_stopped = cli_is_stopped};
    if (cli_find_rung(arguments, &options.rung)) return CLI_USAGE;
    if (!cli_option_value(arguments, "--rung")) options.rung = KAMM_RUNG_NONE;
    if (!cli_open(&file, cli_option_value(arguments, "-o"), &error)) return cli_fail(&error);
    cli_watch_for_stop();
    kamm_result result =
        kamm_write_report(cars, arguments->word_count, &options, file.file, &error);
    if (!cli_close(&file, result == KAMM_OK, &unwritten) && !result) return cli_fail(&unwritten);
    if (result == KAMM_ERROR_STOPPED) return cli_tell_stopped("; there is no report");
    if (result) return cli_fail(&error);
    printf("%s\n", cli_option_value(arguments, "-o"));
    return CLI_OK;
}

static int write_ggv(const cli_arguments *arguments, const kamm_vehicle_file *cars)
{
    cli_file file;
    kamm_error error, unwritten;
    kamm_rung rung = KAMM_RUNG_NONE;
    const char *path = cli_option_value(arguments, "--ggv");
    if (!path) return CLI_OK;
    if (cli_option_value(arguments, "--rung") && cli_find_rung(arguments, &rung)) return CLI_USAGE;
    if (!cli_open(&file, path, &error)) return cli_fail(&error);
    kamm_result result = kamm_write_ggv(cars, arguments->word_count, rung, file.file, &error);
    if (!cli_close(&file, result == KAMM_OK, &unwritten) && !result) return cli_fail(&unwritten);
    if (result) return cli_fail(&error);
    printf("%s\n", path);
    return CLI_OK;
}

static int run(const cli_arguments *arguments)
{
    if (!cli_option_value(arguments, "-o"))
        return cli_misused(arguments->command, "-o FILE is missing: where the report goes");
    kamm_vehicle_file *cars = calloc((size_t)arguments->word_count, sizeof *cars);
    if (!cars) return cli_fail_text("out of memory");
    int status = load_cars(arguments, cars);
    if (!status) status = write_ggv(arguments, cars);
    if (!status) status = write_file(arguments, cars);
    free(cars);
    return status;
}

const cli_command cli_report = {
    "report",
    "CAR… -o FILE.html",
    "data, tests, diagnosis and plots of cars as one HTML file",
    "Writes one HTML file about a vehicle, or several side by side: data, road-test figures beside published ones,\n"
    "the diagnosis of kamm check, plots of drives, limits, engine, tyres and suspension, and the source of each number.\n"
    "The file opens from disk without a network, and prints. A report takes some seconds for each vehicle.",
    1,
    KAMM_MAX_REPORTED,
    {{"-o", "FILE", "the HTML file"},
     {"--ggv", "FILE", "the numbers of the g-g-V diagrams as CSV"},
     CLI_RUNG_OPTION},
    run};
