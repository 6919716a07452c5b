/* kamm lab: all road tests of all cars, several at a time. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"

enum { MAX_CARS = 256, MAX_TESTS = 64, PATH_SIZE = 512 };

typedef struct {
    kamm_test_result result;
    kamm_error error;
    int is_done, has_failed, is_skipped;
} lab_job;

/* A job is one test of one car; threads take them in order, and cars are printed in order. */
typedef struct {
    const char *folder;
    int car_count, test_count, next, done;
    int tells_rate; /* of substeps, in the heads of the tables */
    kamm_vehicle_file *cars;
    kamm_rung *rungs; /* of each car: the one asked for, or the highest that takes it */
    lab_job *jobs;    /* tests of the first car, then of the second … */
    pthread_mutex_t mutex;
    pthread_cond_t one_done;
} lab_plan;

static int write_csv_and_run(const lab_plan *lab, int car_index, const char *test, lab_job *job)
{
    const kamm_vehicle_file *car = &lab->cars[car_index];
    char path[PATH_SIZE + 160];
    cli_file csv = {0};
    snprintf(path, sizeof path, "%s/%s/%s.csv", lab->folder, car->id, test);
    if (!cli_open(&csv, path, &job->error)) return 0;
    kamm_test_options options = {.csv = csv.file, .rung = lab->rungs[car_index]};
    if (lab->tells_rate) options.substeps_per_s = lab->cars[car_index].def.stepping.substeps_per_s;
    int well = kamm_run_test(test, car, &options, &job->result, &job->error) == KAMM_OK;
    kamm_error error;
    if (!cli_close(&csv, well, &error) && well) {
        job->error = error;
        return 0;
    }
    return well;
}

static void *work(void *user)
{
    lab_plan *lab = user;
    pthread_mutex_lock(&lab->mutex);
    while (lab->next < lab->car_count * lab->test_count) {
        int index = lab->next++;
        lab_job *job = &lab->jobs[index];
        pthread_mutex_unlock(&lab->mutex);
        const kamm_road_test *test = kamm_road_test_at(index % lab->test_count);
        int car = index / lab->test_count;
        job->is_skipped = lab->rungs[car] < kamm_lowest_rung_with(test->needs);
        job->has_failed = !job->is_skipped && !write_csv_and_run(lab, car, test->name, job);
        pthread_mutex_lock(&lab->mutex);
        job->is_done = 1;
        ++lab->done;
        pthread_cond_signal(&lab->one_done);
    }
    pthread_mutex_unlock(&lab->mutex);
    return NULL;
}

static void draw_progress(const lab_plan *lab)
{
    enum { WIDTH = 40 };
    int all = lab->car_count * lab->test_count, filled = WIDTH * lab->done / all;
    if (!isatty(STDERR_FILENO)) return;
    fprintf(stderr, "\r[%.*s%*s] %d of %d tests ", filled,
            "########################################", WIDTH - filled, "", lab->done, all);
}

static void clear_progress(void)
{
    if (isatty(STDERR_FILENO)) fprintf(stderr, "\r%70s\r", "");
}

static int print_car(const lab_plan *lab, int car)
{
    int status = CLI_OK;
    clear_progress();
    printf("%s%s (%s)", car ? "\n" : "", lab->cars[car].def.name, lab->cars[car].id);
    if (lab->rungs[car] != KAMM_RUNG_DEFAULT)
        printf(", rung %s", kamm_describe_rung(lab->rungs[car])->name);
    if (lab->tells_rate)
        printf(", %g substeps per second", lab->cars[car].def.stepping.substeps_per_s);
    putchar('\n');
    cli_print_figure_head();
    for (int test = 0; test < lab->test_count; ++test) {
        const lab_job *job = &lab->jobs[car * lab->test_count + test];
        if (job->is_skipped)
            printf("  %s: needs %s\n", kamm_road_test_at(test)->name,
                   kamm_feature_name(kamm_road_test_at(test)->needs));
        else if (job->has_failed)
            status = cli_fail_text("%s, %s: %s", lab->cars[car].id, kamm_road_test_at(test)->name,
                                   job->error.text);
        else
            cli_print_figures(&job->result);
    }
    fflush(stdout);
    return status;
}

static int is_car_done(const lab_plan *lab, int car)
{
    for (int test = 0; test < lab->test_count; ++test)
        if (!lab->jobs[car * lab->test_count + test].is_done) return 0;
    return 1;
}

static int print_cars_as_they_come(lab_plan *lab)
{
    int status = CLI_OK;
    pthread_mutex_lock(&lab->mutex);
    for (int car = 0; car < lab->car_count; ++car) {
        for (draw_progress(lab); !is_car_done(lab, car); draw_progress(lab))
            pthread_cond_wait(&lab->one_done, &lab->mutex);
        if (print_car(lab, car)) status = CLI_BAD_DATA;
    }
    pthread_mutex_unlock(&lab->mutex);
    clear_progress();
    return status;
}

static int run_jobs(lab_plan *lab, int thread_count)
{
    pthread_t threads[CLI_MAX_THREADS];
    int started = 0;
    kamm_width(); /* decided once, before threads ask */
    pthread_mutex_init(&lab->mutex, NULL);
    pthread_cond_init(&lab->one_done, NULL);
    while (started < thread_count && !pthread_create(&threads[started], NULL, work, lab)) ++started;
    if (!started) work(lab);
    int status = print_cars_as_they_come(lab);
    for (int i = 0; i < started; ++i) pthread_join(threads[i], NULL);
    pthread_cond_destroy(&lab->one_done);
    pthread_mutex_destroy(&lab->mutex);
    return status;
}

static int make_folders(const lab_plan *lab)
{
    for (int car = 0; car < lab->car_count; ++car) {
        char path[PATH_SIZE + 80];
        kamm_error error;
        snprintf(path, sizeof path, "%s/%s", lab->folder, lab->cars[car].id);
        if (!cli_make_folder(path, &error)) return cli_fail(&error);
    }
    return CLI_OK;
}

/* Its errors are left to the tests, which tell them. */
static kamm_rung highest_rung(const kamm_vehicle_def *def)
{
    kamm_notes refusals = {0};
    kamm_error error;
    kamm_model *model = cli_compile_highest(def, &refusals, &error);
    kamm_rung rung = model ? kamm_describe(model).rung : KAMM_RUNG_DEFAULT;
    kamm_destroy_model(model);
    return rung;
}

static int load_car(const cli_arguments *arguments, const char *name, kamm_rung asked,
                    kamm_vehicle_file *car, kamm_rung *rung)
{
    const char *rate = cli_option_value(arguments, "--substeps");
    int status = cli_load_car(arguments, name, car);
    if (status) return status;
    *rung = cli_option_value(arguments, "--rung") ? asked : highest_rung(&car->def);
    return rate ? cli_take_substeps(arguments, rate, *rung, car) : CLI_OK;
}

static int load_cars(const cli_arguments *arguments, const char *const *names, lab_plan *lab)
{
    kamm_rung asked;
    int status = cli_find_rung(arguments, &asked);
    for (int car = 0; car < lab->car_count && !status; ++car)
        status = load_car(arguments, names[car], asked, &lab->cars[car], &lab->rungs[car]);
    return status ? status : make_folders(lab);
}

static int run_lab(const cli_arguments *arguments, const char *const *names, lab_plan *lab,
                   int threads)
{
    lab->test_count = kamm_road_test_count();
    lab->cars = calloc((size_t)lab->car_count, sizeof *lab->cars);
    lab->rungs = calloc((size_t)lab->car_count, sizeof *lab->rungs);
    lab->jobs = calloc((size_t)(lab->car_count * lab->test_count), sizeof *lab->jobs);
    int status = lab->cars && lab->rungs && lab->jobs ? load_cars(arguments, names, lab)
                                                      : cli_fail_text("out of memory");
    if (!status) status = run_jobs(lab, threads);
    if (!status) printf("\nChannels: %s/CAR/TEST.csv\n", lab->folder);
    free(lab->cars);
    free(lab->rungs);
    free(lab->jobs);
    return status;
}

static int run(const cli_arguments *arguments)
{
    static char listed[MAX_CARS][64];
    const char *names[MAX_CARS];
    const char *folder = cli_option_value(arguments, "--out");
    lab_plan lab = {.folder = folder ? folder : "out/lab", .car_count = arguments->word_count};
    int threads = cli_thread_count(arguments);
    lab.tells_rate = cli_option_value(arguments, "--substeps") != NULL;
    if (!threads) return cli_misused(arguments->command, "--jobs: 1 to %d", CLI_MAX_THREADS);
    if (strlen(lab.folder) >= PATH_SIZE) return cli_misused(arguments->command, "--out: too long");
    int status = CLI_OK, named = lab.car_count > 0;
    if (named) {
        for (int i = lab.car_count = 0; i < arguments->word_count; ++i)
            if (!kamm_is_combination_file(arguments->words[i]))
                names[lab.car_count++] = arguments->words[i];
            else if (cli_lab_combination(arguments, arguments->words[i], lab.folder))
                status = CLI_BAD_DATA;
        if (!lab.car_count) return status;
    } else {
        lab.car_count = kamm_list_data("vehicles", listed, MAX_CARS);
        if (lab.car_count > MAX_CARS) lab.car_count = MAX_CARS;
        for (int car = 0; car < lab.car_count; ++car) names[car] = listed[car];
    }
    if (!lab.car_count) return cli_fail_text("there are no vehicles: no data folder");
    int of_cars = run_lab(arguments, names, &lab, threads);
    return of_cars ? of_cars : status;
}

const cli_command cli_lab = {
    "lab",
    "[CAR…]",
    "all road tests of all cars, beside the published figures",
    "Runs every road test on the cars or combinations named, or on all cars of the data folder, prints a\n"
    "table of each "
    "beside the figures that were published, and writes the channels of each test as CSV. A car\n"
    "that the full model does not take is driven on the highest rung that does.",
    0,
    MAX_CARS,
    {CLI_RUNG_OPTION,
     CLI_SUBSTEPS_OPTION,
     {"--out", "FOLDER", "for the channels; out/lab if not given"},
     CLI_JOBS_OPTION},
    run};
