/* Combinations: reading them for kamm run and kamm lab, and kamm run with one. */
#include <string.h>

#include "cli.h"

/* units[N].PATH=VALUE, of that unit's def. */
static int apply_setting(const cli_arguments *arguments, const char *setting,
                         kamm_combination_file *file)
{
    char path[128];
    int unit = -1, start = 0;
    kamm_error error;
    const char *equals = strchr(setting, '=');
    if (sscanf(setting, "units[%d].%n", &unit, &start) < 1 || !start || !equals ||
        equals <= setting + start || (size_t)(equals - setting) >= sizeof path || unit < 0 ||
        unit >= file->unit_count)
        return cli_misused(arguments->command,
                           "--set of a combination needs units[0 to %d].PATH=VALUE, not %s",
                           (int)file->unit_count - 1, setting);
    snprintf(path, sizeof path, "%.*s", (int)(equals - setting - start), setting + start);
    if (kamm_set(kamm_vehicle_table(), &file->units[unit].def, path, equals + 1, &error))
        return cli_fail(&error);
    return CLI_OK;
}

int cli_load_combination(const cli_arguments *arguments, const char *name,
                         kamm_combination_file *file)
{
    kamm_error error;
    kamm_notes notes = {0};
    if (kamm_load_combination(name, file, &notes, &error)) return cli_fail(&error);
    for (int i = 0; i < notes.warnings; ++i) fprintf(stderr, "kamm: warning: %s\n", notes.text[i]);
    int status = CLI_OK;
    for (int i = 0; i < arguments->option_count && !status; ++i)
        if (strcmp(arguments->options[i].option->name, "--set") == 0)
            status = apply_setting(arguments, arguments->options[i].value, file);
    const char *rate = cli_option_value(arguments, "--substeps");
    if (rate && !status &&
        kamm_set(kamm_vehicle_table(), &file->units[0].def, "stepping.substeps_per_s", rate,
                 &error))
        status = cli_misused(arguments->command, "--substeps: %s", error.text);
    return status;
}

static int check_name(const cli_arguments *arguments, const char *name)
{
    const char *names[32];
    int count = kamm_combination_test_count();
    if (kamm_find_combination_test(name)) return CLI_OK;
    for (int i = 0; i < count && i < 32; ++i) names[i] = kamm_combination_test_at(i)->name;
    const char *nearest = cli_nearest(name, names, count);
    return cli_misused(arguments->command, "there is no road test %s of combinations%s%s", name,
                       nearest ? "; did you mean " : ": see kamm list tests",
                       nearest ? nearest : "");
}

static void print_head(const kamm_combination_file *file, const kamm_test_options *options)
{
    printf("%s (%s)", file->name, file->id);
    if (options->rung && options->rung != KAMM_RUNG_DEFAULT)
        printf(", rung %s", kamm_describe_rung(options->rung)->name);
    if (options->substeps_per_s > 0) printf(", %g substeps per second", options->substeps_per_s);
    putchar('\n');
    cli_print_figure_head();
}

static int is_stopped(void *user)
{
    return kamm_has_run_recorder_failed(user) || cli_is_stopped(NULL);
}

static int drive(const char *test, const char *csv_path, const kamm_combination_file *file,
                 kamm_test_options *options, kamm_test_result *result)
{
    kamm_error error;
    cli_file csv = {0};
    if (csv_path && !cli_open(&csv, csv_path, &error)) return cli_fail(&error);
    options->csv = csv.file;
    kamm_result outcome = kamm_run_combination_test(test, file, options, result, &error);
    if (!kamm_has_run_recorder_failed(options->user))
        return cli_close_channels(&csv, outcome, &error);
    if (csv_path) cli_close(&csv, 0, &error);
    return CLI_OK; /* the end of the recording reports it */
}

static int measure(const cli_arguments *arguments, const char *test,
                   const kamm_combination_file *file, kamm_test_options *options,
                   kamm_test_result *result)
{
    kamm_run_recorder *recorder = NULL;
    const char *path = cli_option_value(arguments, "--record");
    char title[256];
    kamm_error error;
    snprintf(title, sizeof title, "%s, %s", test, file->name);
    if (path) recorder = kamm_create_run_recorder(path, title, NULL, &error);
    if (path && !recorder) return cli_fail(&error);
    options->at_combination_row = recorder ? kamm_record_combination_row : NULL;
    options->is_stopped = is_stopped;
    options->user = recorder;
    int status = drive(test, cli_option_value(arguments, "--csv"), file, options, result);
    return cli_end_recorder(recorder, status);
}

int cli_run_combination(const cli_arguments *arguments, const char *test, const char *name,
                        kamm_test_options *options)
{
    kamm_combination_file file = {.units = NULL};
    kamm_test_result result;
    kamm_error error;
    int status = check_name(arguments, test);
    if (!status) status = cli_load_combination(arguments, name, &file);
    if (!status && cli_option_value(arguments, "--substeps"))
        options->substeps_per_s = file.units[0].def.stepping.substeps_per_s;
    if (!status) status = measure(arguments, test, &file, options, &result);
    if (!status && cli_option_value(arguments, "--json"))
        status = kamm_write_test_result(&result, file.id, stdout, &error) ? cli_fail(&error) : 0;
    else if (!status)
        print_head(&file, options), cli_print_figures(&result);
    kamm_destroy_combination_file(&file);
    return status;
}
