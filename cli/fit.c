/* kamm fit: parameters of a car from logs and figures, with their errors. */
#include <kamm/io/fit.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"

/* -- Words -- */

static int is_option(const cli_arguments *arguments, int at, const char *name)
{
    return strcmp(arguments->options[at].option->name, name) == 0;
}

/* "SOURCE" or "SOURCE*WEIGHT" */
static int read_source(const cli_arguments *arguments, const char *text, int is_check,
                       kamm_fit_def *def)
{
    static char paths[KAMM_MAX_FIT_SOURCES][512];
    const char *star = strrchr(text, '*');
    char *end;
    if (def->source_count == KAMM_MAX_FIT_SOURCES)
        return cli_misused(arguments->command, "more than %d logs and files of figures",
                           KAMM_MAX_FIT_SOURCES);
    char *path = paths[def->source_count];
    kamm_fit_source *source = &def->sources[def->source_count++];
    *source = (kamm_fit_source){
        .path = path, .columns = cli_option_value(arguments, "--columns"), .is_check = is_check};
    snprintf(path, sizeof paths[0], "%.*s", star ? (int)(star - text) : (int)strlen(text), text);
    if (!star) return CLI_OK;
    source->weight = strtod(star + 1, &end);
    if (end != star + 1 && !*end && source->weight > 0 && isfinite(source->weight)) return CLI_OK;
    return cli_misused(arguments->command, "--to %s: FILE*WEIGHT has a weight above 0", text);
}

/* "CHANNEL" or "CHANNEL=NOISE", with commas between them */
static int read_channels(const cli_arguments *arguments, const char *list, kamm_fit_def *def)
{
    for (const char *at = list; *at;) {
        size_t length = strcspn(at, ","), name = strcspn(at, ",=");
        char *end = NULL;
        if (def->channel_count == KAMM_MAX_FIT_CHANNELS)
            return cli_misused(arguments->command, "--compare: more than %d channels",
                               KAMM_MAX_FIT_CHANNELS);
        kamm_fit_channel *channel = &def->channels[def->channel_count++];
        *channel = (kamm_fit_channel){.noise = 0};
        snprintf(channel->name, sizeof channel->name, "%.*s", (int)name, at);
        if (name < length) channel->noise = strtod(at + name + 1, &end);
        if (!name || (name < length && (end != at + length || !(channel->noise > 0))))
            return cli_misused(arguments->command,
                               "--compare %s: CHANNEL or CHANNEL=NOISE, with commas between them",
                               list);
        at += at[length] ? length + 1 : length;
    }
    return CLI_OK;
}

/* Offset and delay of a column's sensor. */
static kamm_result free_sensor(const char *column, kamm_fit_def *def, kamm_error *error)
{
    static const char *const kinds[] = {"offset", "delay_s"};
    kamm_result result = KAMM_OK;
    for (int i = 0; i < 2 && !result; ++i) {
        char path[128];
        snprintf(path, sizeof path, "sensors.%.60s.%s", column, kinds[i]);
        result = kamm_read_fit_parameter(path, def, error);
    }
    return result;
}

static int read_free(const cli_arguments *arguments, kamm_fit_def *def)
{
    for (int i = 0; i < arguments->option_count; ++i) {
        const char *value = arguments->options[i].value;
        kamm_error error;
        kamm_result result = KAMM_OK;
        if (is_option(arguments, i, "--free")) result = kamm_read_fit_parameter(value, def, &error);
        if (is_option(arguments, i, "--free-sensor")) result = free_sensor(value, def, &error);
        if (result) return cli_misused(arguments->command, "%s", error.text);
    }
    if (!def->parameter_count)
        return cli_misused(arguments->command, "--free PATH=LOW:HIGH is missing");
    return CLI_OK;
}

static int read_rest(const cli_arguments *arguments, kamm_fit_def *def)
{
    int status = CLI_OK;
    for (int i = 0; i < arguments->option_count && !status; ++i) {
        const char *value = arguments->options[i].value;
        kamm_error error;
        if (is_option(arguments, i, "--to")) status = read_source(arguments, value, 0, def);
        if (is_option(arguments, i, "--check")) status = read_source(arguments, value, 1, def);
        if (is_option(arguments, i, "--compare")) status = read_channels(arguments, value, def);
        if (is_option(arguments, i, "--prior") && kamm_read_fit_prior(value, def, &error))
            status = cli_misused(arguments->command, "--prior %s", error.text);
    }
    if (!status && !def->source_count)
        return cli_misused(arguments->command, "--to LOG.csv or --to FIGURES.json is missing");
    return status;
}

static int read_between(const cli_arguments *arguments, kamm_fit_def *def)
{
    const char *given = cli_option_value(arguments, "--between");
    char *colon, *end;
    if (!given) return CLI_OK;
    def->from_s = strtod(given, &colon);
    if (colon != given && *colon == ':') {
        def->to_s = strtod(colon + 1, &end);
        if (end != colon + 1 && !*end && def->from_s >= 0 && def->to_s > def->from_s) return CLI_OK;
    }
    return cli_misused(arguments->command, "--between %s: FROM:TO in s is wanted", given);
}

static int read_search(const cli_arguments *arguments, kamm_fit_def *def)
{
    double search = 0, seed = 0;
    int status = cli_read_whole(arguments, "--search", 0, 1e6, &search);
    if (!status) status = cli_read_whole(arguments, "--seed", 0, UINT32_MAX, &seed);
    def->search = (int32_t)search;
    def->seed = (uint32_t)seed;
    return status;
}

/* -- Telling -- */

static void print_estimate(const kamm_fit_estimate *estimate)
{
    char start[CLI_NUMBER_TEXT], value[CLI_NUMBER_TEXT + 8], error[CLI_NUMBER_TEXT] = "-";
    char range[2 * CLI_NUMBER_TEXT] = "";
    static const char *const remarks[] = {
        "", "at the end of its range", "without effect on what was compared: not changed",
        "not separable from others: only their combination is known"};
    snprintf(value, sizeof value, "%.6g", estimate->value);
    if (isfinite(estimate->error)) {
        snprintf(error, sizeof error, "%.2g", estimate->error);
        snprintf(range, sizeof range, "%.6g to %.6g", estimate->low95, estimate->high95);
    }
    printf("  %-42s %10s %12s %10s  %-22s %s\n", estimate->parameter.path,
           cli_number(start, estimate->start), value, error, range, remarks[estimate->verdict]);
}

static void print_correlated(const kamm_fit_result *result)
{
    for (int i = 0; i < result->parameter_count; ++i)
        for (int k = 0; k < i; ++k)
            if (fabs(result->correlation[i][k]) > 0.95)
                printf("  note: %s and %s are correlated, %.3f: the data tell their combination "
                       "better than each\n",
                       result->parameters[k].parameter.path, result->parameters[i].parameter.path,
                       result->correlation[i][k]);
}

static void print_series(const kamm_fit_def *def, const kamm_fit_result *result, int is_check)
{
    int count = 0;
    for (int i = 0; i < result->series_count; ++i) {
        const kamm_fit_series *series = &result->series[i];
        char before[CLI_NUMBER_TEXT], after[CLI_NUMBER_TEXT], noise[CLI_NUMBER_TEXT];
        if (series->is_figure || series->is_check != is_check) continue;
        if (!count++)
            printf("\n  %-42s %10s %12s %10s  %8s %9s %10s\n",
                   is_check ? "held-out logs: RMS of residuals" : "logs: RMS of residuals",
                   "before", "after", "noise", "lag 1", "rows", "effective");
        printf("  %-42s %10s %12s %10s  %8.3f %9d %10.0f  %s\n", series->name,
               cli_number(before, series->rms_before), cli_number(after, series->rms),
               is_check ? "-" : cli_number(noise, series->noise), series->autocorrelation,
               (int)series->rows, series->effective_rows, def->sources[series->source].path);
    }
}

static void print_figures(const kamm_fit_result *result)
{
    int count = 0;
    for (int i = 0; i < result->series_count; ++i) {
        const kamm_fit_series *series = &result->series[i];
        char before[CLI_NUMBER_TEXT], after[CLI_NUMBER_TEXT], measured[CLI_NUMBER_TEXT],
            spread[CLI_NUMBER_TEXT];
        if (!series->is_figure) continue;
        if (!count++)
            printf("\n  %-42s %10s %12s %10s  %8s\n", "figures", "before", "after", "measured",
                   "spread");
        printf("  %-42s %10s %12s %10s  %8s%s\n", series->name, cli_number(before, series->before),
               cli_number(after, series->after), cli_number(measured, series->measured),
               cli_number(spread, series->noise), series->is_check ? "  held out" : "");
    }
}

static void print_fit(const kamm_fit_def *def, const kamm_fit_result *result)
{
    printf("%d evaluations, %d iterations%s\n", (int)result->evaluations, (int)result->iterations,
           result->has_converged ? "" : ", not yet at rest");
    printf("  %-42s %10s %12s %10s  %-22s\n", "", "start", "fitted", "std. error", "95 % interval");
    for (int i = 0; i < result->parameter_count; ++i) print_estimate(&result->parameters[i]);
    print_correlated(result);
    print_series(def, result, 0);
    print_series(def, result, 1);
    print_figures(result);
}

/* -- kamm fit -- */

static int write_car(const char *path, const kamm_fit_result *result, int is_printed)
{
    kamm_error error;
    if (!path) return CLI_OK;
    if (kamm_write_vehicle(path, &result->car, &error)) return cli_fail(&error);
    if (is_printed) printf("\n%s: written\n", path);
    return CLI_OK;
}

static void show_progress(int32_t is_search, int32_t done, int32_t most, void *user)
{
    (void)user;
    cli_show_progress(done, most, is_search ? "evaluations" : "iterations at most", NAN);
}

static int fit(const cli_arguments *arguments, const kamm_fit_def *def)
{
    kamm_error error;
    int wants_json = cli_option_value(arguments, "--json") != NULL;
    cli_watch_for_stop();
    kamm_fit_result *result = kamm_fit_car(def, &error);
    cli_clear_progress();
    if (!result && error.code == KAMM_ERROR_STOPPED) return cli_tell_stopped(".");
    if (!result) return cli_fail(&error);
    int status = CLI_OK;
    cli_print_notes(&result->notes, stderr);
    if (!wants_json)
        print_fit(def, result);
    else if (kamm_write_fit(stdout, def, result, &error))
        status = cli_fail(&error);
    if (!status) status = write_car(cli_option_value(arguments, "--out"), result, !wants_json);
    kamm_destroy_fit(result);
    return status;
}

static int run(const cli_arguments *arguments)
{
    static kamm_vehicle_file car;
    static kamm_fit_def def;
    kamm_surface custom;
    def.car = &car;
    def.threads = cli_thread_count(arguments);
    def.is_stopped = cli_is_stopped;
    def.progress = show_progress;
    if (!def.threads) return cli_misused(arguments->command, "--jobs: 1 to %d", CLI_MAX_THREADS);
    int status = read_free(arguments, &def);
    if (!status) status = read_rest(arguments, &def);
    if (!status) status = read_between(arguments, &def);
    if (!status) status = read_search(arguments, &def);
    if (!status) status = cli_find_rung(arguments, &def.rung);
    if (!status) status = cli_find_surface(arguments, &custom, &def.surface);
    if (!status) status = cli_load_car(arguments, arguments->words[0], &car);
    return status ? status : fit(arguments, &def);
}

const cli_command cli_fit = {
    "fit",
    "CAR --to FILE --free PATH=LOW:HIGH [OPTION]…",
    "parameters of a car from logs and figures, with their errors",
    "Finds the values with which a car comes nearest to logs (as for kamm replay, with measured channels) and\n"
    "figures of road tests ({\"accel.time_0_100_kmh_s\": 8.9, …} in a .json file). PATH is as in --set, or\n"
    "surface.friction, sources[0].start.speed_mps (the start of the first log), or of a sensor:\n"
    "sensors.COLUMN.offset, .delay_s or .scale. All measured channels but place and heading are compared.\n"
    "Prints each value with its standard error and 95 % interval, what the data do not tell, and the\n"
    "residuals. docs/fit.md describes the method.",
    1,
    1,
    {{"--to", "FILE", "a log or figures to fit to, FILE*WEIGHT to weight it; may be repeated"},
     {"--free", "PATH=LOW:HIGH", "a parameter and its range, or PATH alone; may be repeated"},
     {"--free-sensor", "COLUMN", "offset and delay of a column's sensor; may be repeated"},
     {"--prior", "PATH=V:SPREAD", "a value known otherwise, and its standard deviation"},
     {"--check", "FILE", "held out: its residuals are only told; may be repeated"},
     {"--compare", "LIST", "CHANNEL,…: the channels to compare; CHANNEL=NOISE gives its noise"},
     {"--between", "FROM:TO", "part of each log that is compared, by its own time in s"},
     {"--columns", "LIST", "THEIRS=OURS,…: maps the logs' names; without OURS: ignores the column"},
     {"--search", "N", "global search of at most N evaluations first; default none"},
     {"--seed", "S", "seed of the search; default 0"},
     {"--json", NULL, "result as JSON"},
     {"--out", "FILE", "the fitted car as a vehicle file"},
     CLI_JOBS_OPTION,
     CLI_RUNG_OPTION,
     CLI_TYRE_OPTION,
     CLI_SURFACE_OPTION,
     CLI_SET_OPTION},
    run};
