/* The kamm command: what its commands share. */
#ifndef KAMM_CLI_H
#define KAMM_CLI_H

#include <kamm/io/lab.h>
#include <kamm/io/report.h>
#include <kamm/io/scenario.h>
#include <kamm/io/sweep.h>
#include <kamm/io/vehicle_file.h>
#include <kamm/io/world_file.h>
#include <kamm/kamm.h>
#include <stdio.h>

enum { CLI_OK = 0, CLI_BAD_DATA = 1, CLI_USAGE = 2 };

/* -- Words (arguments.c) -- */
typedef struct cli_option {
    const char *name;  /* "--csv" */
    const char *value; /* what follows it, "FILE"; NULL: no value */
    const char *doc;
} cli_option;

enum { CLI_MAX_OPTIONS = 44, CLI_MAX_WORDS = 256 };
typedef struct cli_arguments cli_arguments;

typedef struct cli_command {
    const char *name, *words; /* "run", "TEST --car CAR" */
    const char *summary;      /* in the list of commands */
    const char *help;         /* for its own --help; lines as they are */
    int min_words, max_words;
    cli_option options[CLI_MAX_OPTIONS];
    int (*run)(const cli_arguments *arguments); /* returns the exit status */
} cli_command;

struct cli_arguments {
    const cli_command *command;
    int word_count, option_count;
    const char *words[CLI_MAX_WORDS];
    struct {
        const cli_option *option;
        const char *value;
    } options[CLI_MAX_WORDS];
};

/* Sorts the words that follow the command's name. CLI_USAGE, with a message, if they don't fit. */
int cli_parse(const cli_command *command, int count, char *const *words, cli_arguments *arguments);
void cli_print_help(const cli_command *command, FILE *out);
/* The option's (last) value, "" for one without; NULL if it isn't there. */
const char *cli_option_value(const cli_arguments *arguments, const char *name);
/* Says what is wrong with the words, and where help is; returns CLI_USAGE. */
int cli_misused(const cli_command *command, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Returns the offered word that is nearest to `wanted`, which may be a slip; NULL if none is
 * near. */
const char *cli_nearest(const char *wanted, const char *const *words, int count);

/* --jobs N: how many threads; as many as there are cores without the option. 0: what was given is no such number. */
enum { CLI_MAX_THREADS = 256 };
#define CLI_JOBS_OPTION                                        \
    {                                                          \
        "--jobs", "N", "threads; default: the number of cores" \
    }
int cli_thread_count(const cli_arguments *arguments);
/* Reads the whole number of an option; without the option `value` stays. CLI_USAGE, with a message, if it is none or
 * beyond the limits. */
int cli_read_whole(const cli_arguments *arguments, const char *name, double min, double max,
                   double *value);

/* -- Output (output.c) -- */
/* Prints an error's text and returns CLI_BAD_DATA. */
int cli_fail(const kamm_error *error);
int cli_fail_text(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Is all of standard output written? If not, says so and returns CLI_BAD_DATA; quiet if the reader
 * has gone. To be called last. */
int cli_finish_output(int status);

/* A file that appears under its name only when it is complete. Devices are written directly. */
typedef struct cli_file {
    FILE *file;
    char path[512], temporary[544];
} cli_file;
int cli_open(cli_file *file, const char *path, kamm_error *error);
/* `keep` 0: it was not to be. 0: could not be written, with an error. */
int cli_close(cli_file *file, int keep, kamm_error *error);
/* The same of channels, by how the call that wrote them has ended: where it was stopped they are kept until then. Without a path it is
 * standard output, which stays open. Returns the exit status, after saying what went wrong. */
int cli_close_channels(cli_file *file, kamm_result result, const kamm_error *error);
/* Makes a folder and those above it. */
int cli_make_folder(const char *path, kamm_error *error);

/* -- Cars (car.c) -- */
/* Options of commands that drive a car. */
#define CLI_CAR_OPTION                                                    \
    {                                                                     \
        "--car", "CAR", "a vehicle file, or its name: kamm list vehicles" \
    }
#define CLI_TYRE_OPTION                                                             \
    {                                                                               \
        "--tyre", "FILE", "these tyres on all wheels instead (.tir, .json or name)" \
    }
#define CLI_SURFACE_OPTION                                                   \
    {                                                                        \
        "--surface", "NAME", "kamm list surfaces, or a friction such as 0.6" \
    }
#define CLI_RUNG_OPTION                                                   \
    {                                                                     \
        "--rung", "RUNG", "model to drive: kamm list rungs; default full" \
    }
#define CLI_SET_OPTION                                                                      \
    {                                                                                       \
        "--set", "PATH=VALUE", "another value: --set axles[1].track_m=1.5; may be repeated" \
    }
#define CLI_ARCADE_OPTION                                                                \
    {                                                                                    \
        "--arcade", "NAME", "a preset of arcade handling, or its file: kamm list arcade" \
    }
#define CLI_SUBSTEPS_OPTION                                                           \
    {                                                                                 \
        "--substeps", "N", "substeps per second; default 600, or the car's if higher" \
    }

/* Reads a car, or takes the default one if `name` is NULL, puts on --tyre, applies --arcade and then --set. Returns an exit
 * status. */
int cli_load_car(const cli_arguments *arguments, const char *name, kamm_vehicle_file *car);
/* Fills `own`, to which `surface` then points; NULL without the option. */
int cli_find_surface(const cli_arguments *arguments, kamm_surface *own,
                     const kamm_surface **surface);
/* KAMM_RUNG_DEFAULT without the option. */
int cli_find_rung(const cli_arguments *arguments, kamm_rung *rung);
/* Another rate of substeps for the car, which the rung has to take. */
int cli_take_substeps(const cli_arguments *arguments, const char *rate, kamm_rung rung,
                      kamm_vehicle_file *car);
/* A car may lack what only some rungs need, an engine say. Compiles it to the highest rung that takes it;
 * NULL, with `error`, if none does. `refusals` gets a line for each that does not. */
kamm_model *cli_compile_highest(const kamm_vehicle_def *def, kamm_notes *refusals,
                                kamm_error *error);
/* Ends the recording of a run (NULL: none) that gave `status`. Returns the exit status, with a message. */
int cli_end_recorder(kamm_run_recorder *recorder, int status);
/* Where a car is named in kamm run and kamm lab, a combination may be; then these do the work. */
int cli_run_combination(const cli_arguments *arguments, const char *test, const char *name,
                        kamm_test_options *options);
/* Reads it, applies --set and --substeps. Returns an exit status. */
int cli_load_combination(const cli_arguments *arguments, const char *name,
                         kamm_combination_file *file);

void cli_print_notes(const kamm_notes *notes, FILE *out);

/* -- Progress (progress.c) -- */
/* Draws a line on standard error, if that is a terminal: a bar, how far it is, and the time left (NaN: not known).
 * `what` is "runs", or "" for per cent. */
void cli_show_progress(double done, double all, const char *what, double left_s);
void cli_clear_progress(void);
/* The same as a line of its own, where standard error is no terminal: for what is done seldom. */
void cli_tell_progress(double done, double all, const char *what, double left_s);
/* Seconds of a clock that never goes back. */
double cli_now_s(void);

/* -- Being stopped (stop.c) -- */
/* From now on Ctrl-C and SIGTERM are only noted, the first time. */
void cli_watch_for_stop(void);
/* Whether one has come; what options call `is_stopped`. */
int cli_is_stopped(void *unused);
/* Says so, and goes on with what is kept. Returns the exit status: 128 and the signal's number. */
int cli_tell_stopped(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* -- What the machine can do at most (bench_arithmetic.c) -- */
/* ns for a multiplication and an addition of floats, per lane, at that width: the best of many, none of which
 * waits for another. NaN: not known for this machine. */
double cli_multiply_add_ns(int width);

/* -- Road tests (run.c) -- */
int cli_check_test_name(const cli_arguments *arguments, const char *name);
/* Whether a test is a scenario: the path of a file, or a name of the data folder that no compiled test has. */
int cli_names_scenario(const char *name);
/* Whether the test makes sense on the rung. */
int cli_check_test_rung(const cli_arguments *arguments, const kamm_road_test *test, kamm_rung rung);
/* The command's first word as a test, or as a scenario, which kamm_destroy_scenario releases and which goes into the options too. */
int cli_take_test(const cli_arguments *arguments, kamm_test_options *options,
                  const kamm_road_test **test, kamm_scenario **scenario);

/* -- Rates of substeps side by side (compare_rates.c) -- */
/* kamm compare --substeps LIST. */
int cli_compare_rates(const cli_arguments *arguments, const kamm_road_test *test,
                      kamm_vehicle_file *car, kamm_test_options options, const char *rates);

/* -- Tables of figures (table.c) -- */
enum { CLI_NUMBER_TEXT = 32 };
/* Four digits, for people. */
const char *cli_number(char text[CLI_NUMBER_TEXT], double value);
void cli_print_figure_head(void);
void cli_print_figures(const kamm_test_result *result);
void cli_print_figure(const kamm_figure *figure);
/* Remarks on the figures, each once, with the names of those that it is about. */
void cli_print_figure_notes(const char *head, const kamm_test_result *result);

/* -- The whole command (main.c) -- */
/* Runs the command with the arguments of main. Returns the exit status. */
int cli_main(int count, char **words);

/* -- Commands, a file each -- */
extern const cli_command cli_list, cli_check, cli_catalog, cli_schema, cli_run, cli_compare,
    cli_lab, cli_replay, cli_tyre, cli_suspension, cli_drive, cli_bench, cli_sweep, cli_merge,
    cli_fmu, cli_new, cli_import, cli_report, cli_fit, cli_sensitivity;

#endif
