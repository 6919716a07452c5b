/* kamm sweep: a road test of many variants of a car; kamm merge: shards of one put together. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"

/* "I/N", whole numbers. */
static int read_shard(const cli_arguments *arguments, kamm_sweep_options *options)
{
    const char *given = cli_option_value(arguments, "--shard");
    char *end, *last;
    if (!given) return CLI_OK;
    errno = 0;
    long shard = strtol(given, &end, 10), count = *end == '/' ? strtol(end + 1, &last, 10) : 0;
    if (*end != '/' || *last || errno || count < 1 || count > KAMM_MAX_SWEEP_RUNS || shard < 1 ||
        shard > count)
        return cli_misused(arguments->command, "--shard %s: I/N is needed, with I from 1 to N",
                           given);
    options->shard = (int32_t)shard;
    options->shard_count = (int32_t)count;
    return CLI_OK;
}

static int read_samples(const cli_arguments *arguments, kamm_sweep_def *sweep)
{
    double samples = 0, seed = 0;
    int status = cli_read_whole(arguments, "--samples", 2, KAMM_MAX_SWEEP_RUNS, &samples);
    if (!status) status = cli_read_whole(arguments, "--seed", 0, UINT32_MAX, &seed);
    if (!status && !samples && cli_option_value(arguments, "--seed"))
        return cli_misused(arguments->command,
                           "--seed is for --samples; a grid has no chance in it");
    sweep->sample_count = (int32_t)samples;
    sweep->seed = (uint32_t)seed;
    return status;
}

static int read_axes(const cli_arguments *arguments, kamm_sweep_def *sweep)
{
    for (int i = 0; i < arguments->option_count; ++i) {
        kamm_error error;
        if (strcmp(arguments->options[i].option->name, "--vary") != 0) continue;
        if (sweep->axis_count == KAMM_MAX_SWEEP_AXES)
            return cli_misused(arguments->command, "--vary: more than %d", KAMM_MAX_SWEEP_AXES);
        kamm_sweep_axis *axis = &sweep->axes[sweep->axis_count++];
        if (kamm_read_sweep_axis(arguments->options[i].value, axis, &error))
            return cli_misused(arguments->command, "--vary %s", error.text);
    }
    if (!sweep->axis_count)
        return cli_misused(arguments->command, "--vary PATH=FROM:TO:N is missing");
    return CLI_OK;
}

/* -- Telling -- */
static int show_progress(const kamm_sweep_state *state, void *start_s)
{
    double left = state->runs - state->done;
    double each_s = (cli_now_s() - *(double *)start_s) / state->driven;
    cli_show_progress(state->done, state->runs, "runs", left * each_s);
    return cli_is_stopped(NULL);
}

static void print_state(const kamm_sweep_state *state, const char *folder)
{
    printf("%d runs", (int)state->runs);
    if (state->failed)
        printf(", %d of them without figures (runs.csv says why)", (int)state->failed);
    printf("\n    %-33s %-6s %8s %12s %12s %12s %12s\n", "", "unit", "measured", "min", "mean",
           "max", "std. dev.");
    for (int i = 0; i < state->figure_count; ++i) {
        const kamm_sweep_figure *figure = &state->figures[i];
        const double values[] = {figure->min, figure->mean, figure->max, figure->deviation};
        printf("    %-33s %-6s %8d", figure->name, figure->unit, (int)figure->measured);
        for (int v = 0; v < 4; ++v) {
            char text[CLI_NUMBER_TEXT];
            printf(" %12s", isfinite(values[v]) ? cli_number(text, values[v]) : "-");
        }
        putchar('\n');
    }
    printf("Runs: %s/runs.csv, %s/runs.npy\n", folder, folder);
}

static void say_damaged(const kamm_sweep_state *state, const char *what)
{
    if (state->damaged)
        fprintf(stderr, "kamm: %d records were not whole; %s\n", (int)state->damaged, what);
}

/* What is ahead, before it begins, where that takes its time: of a shard its part. */
static void tell_runs(const kamm_sweep_def *sweep, const kamm_sweep_options *options)
{
    double runs = 1, parts = options->shard ? options->shard_count : 1;
    for (int i = 0; i < sweep->axis_count; ++i) runs *= sweep->axes[i].count;
    if (sweep->sample_count) runs = sweep->sample_count;
    if (runs / parts >= 100) cli_tell_progress(0, ceil(runs / parts), "runs", INFINITY);
}

/* -- kamm sweep -- */
static int run_sweep(const char *folder, kamm_sweep_def *sweep, kamm_sweep_options options)
{
    static kamm_sweep_state state;
    kamm_error error;
    double start_s = cli_now_s();
    tell_runs(sweep, &options);
    options.progress = show_progress;
    options.user = &start_s;
    sweep->options.is_stopped = cli_is_stopped;
    cli_watch_for_stop();
    kamm_result result = kamm_run_sweep(sweep, folder, &options, &state, &error);
    cli_clear_progress();
    say_damaged(&state, "their runs are driven again");
    if (result == KAMM_ERROR_STOPPED || (!result && state.done < state.runs))
        return cli_tell_stopped(
            "; %d of %d runs are kept in %s, and the same command drives the others",
            (int)state.done, (int)state.runs, folder);
    if (result) return cli_fail(&error);
    if (options.shard) printf("shard %d of %d: ", (int)options.shard, (int)options.shard_count);
    print_state(&state, folder);
    return CLI_OK;
}

static int take_and_run(const cli_arguments *arguments, const kamm_road_test *test,
                        kamm_sweep_def *sweep)
{
    static kamm_vehicle_file car;
    kamm_surface custom;
    kamm_sweep_options options = {.threads = cli_thread_count(arguments)};
    const char *name = cli_option_value(arguments, "--car");
    const char *rate = cli_option_value(arguments, "--substeps");
    const char *folder = cli_option_value(arguments, "--out");
    sweep->test = test->name, sweep->car = &car;
    sweep->options.world = cli_option_value(arguments, "--world");
    if (!options.threads)
        return cli_misused(arguments->command, "--jobs: 1 to %d", CLI_MAX_THREADS);
    int status = cli_find_rung(arguments, &sweep->options.rung);
    if (!status) status = cli_check_test_rung(arguments, test, sweep->options.rung);
    if (!status) status = read_axes(arguments, sweep);
    if (!status) status = read_samples(arguments, sweep);
    if (!status) status = read_shard(arguments, &options);
    if (!status) status = cli_find_surface(arguments, &custom, &sweep->options.surface);
    if (!status) status = cli_load_car(arguments, name, &car);
    if (!status && rate) status = cli_take_substeps(arguments, rate, sweep->options.rung, &car);
    if (rate) sweep->options.substeps_per_s = car.def.stepping.substeps_per_s;
    return status ? status : run_sweep(folder ? folder : "out/sweep", sweep, options);
}

static int run(const cli_arguments *arguments)
{
    static kamm_sweep_def sweep;
    const kamm_road_test *test;
    kamm_scenario *scenario;
    if (!cli_option_value(arguments, "--car"))
        return cli_misused(arguments->command, "--car CAR is missing");
    int status = cli_take_test(arguments, &sweep.options, &test, &scenario);
    if (!status) status = take_and_run(arguments, test, &sweep);
    kamm_destroy_scenario(scenario);
    return status;
}

const cli_command cli_sweep = {
    "sweep",
    "TEST --car CAR --vary PATH=FROM:TO:N [OPTION]…",
    "a road test of many variants of a car",
    "Runs a road test for each car of a full grid over the varied parameters (--vary PATH=FROM:TO:N for each,\n"
    "both ends included), or of a Latin hypercube (--samples N, with --vary PATH=FROM:TO), on all cores. It\n"
    "writes a row for each run to runs.csv and runs.npy. PATH is as in --set, or surface.friction. The same\n"
    "command again continues a sweep that was interrupted, as by Ctrl-C. --shard I/N drives only every N-th run, into its own --out;\n"
    "kamm merge merges the shards.",
    1,
    1,
    {CLI_CAR_OPTION,
     {"--vary", "PATH=FROM:TO:N",
      "a parameter and its values, or PATH=VALUE,VALUE; may be repeated"},
     {"--samples", "N", "random runs instead of a grid"},
     {"--seed", "S", "seed of the samples; default 0"},
     {"--shard", "I/N", "only the I-th of N parts, I from 1"},
     {"--out", "FOLDER", "for the results; default out/sweep"},
     CLI_JOBS_OPTION,
     CLI_RUNG_OPTION,
     CLI_TYRE_OPTION,
     CLI_SURFACE_OPTION,
     {"--world", "WORLD", "for lap: a world file, or its name: kamm list worlds"},
     CLI_ARCADE_OPTION,
     CLI_SET_OPTION,
     CLI_SUBSTEPS_OPTION},
    run};

/* -- kamm merge -- */
static int merge(const cli_arguments *arguments)
{
    static kamm_sweep_state state;
    kamm_error error;
    const char *folder = cli_option_value(arguments, "--out");
    if (!folder) return cli_misused(arguments->command, "--out FOLDER is missing");
    if (kamm_merge_sweeps(arguments->words, arguments->word_count, folder, &state, &error))
        return cli_fail(&error);
    say_damaged(&state, "they are left out");
    if (state.done < state.runs)
        return cli_fail_text(
            "%d of %d runs are missing: %s; kamm sweep with the same words, but without "
            "--shard, and with --out %s drives them",
            (int)(state.runs - state.done), (int)state.runs, state.missing, folder);
    print_state(&state, folder);
    return CLI_OK;
}

const cli_command cli_merge = {
    "merge",
    "FOLDER… --out FOLDER",
    "merges the shards of a sweep",
    "Merges the shards of one sweep (kamm sweep --shard) into one folder, as if it had been run at once, and\n"
    "lists missing runs. Folders of different sweeps are rejected.",
    1,
    CLI_MAX_WORDS,
    {{"--out", "FOLDER", "for the whole"}},
    merge};
