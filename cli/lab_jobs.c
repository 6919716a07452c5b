/* The tests of kamm lab on threads: they take one after the other, those of the first car first and its longest first, so that
 * the first table is there early; tables come in the order of the cars. */
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "lab.h"

enum { PATH_SIZE = 700 };

typedef struct {
    lab_plan *plan;
    lab_job **order; /* in which jobs are taken */
    int next;
    double start_s, done, all; /* in shares of time as far as one knows them */
    int cars_done;
    pthread_mutex_t mutex;
    pthread_cond_t one_done;
} lab_work;

/* How long a test takes beside the others, roughly. */
static double duration_of(const kamm_road_test *test)
{
    static const struct {
        const char *name;
        double duration;
    } known[] = {{"moose", 12},         {"lap", 12},          {"skidpad", 8}, {"coast-down", 6},
                 {"slope-hold", 4},     {"brake-in-turn", 4}, {"sway", 8},    {"lane-change", 4},
                 {"low-speed-turn", 8}, {"ring", 4}};
    for (size_t i = 0; i < sizeof known / sizeof *known; ++i)
        if (strcmp(known[i].name, test->name) == 0) return known[i].duration;
    return 2;
}

/* More wheels take more time; units do as well. */
static double duration_of_job(const lab_job *job)
{
    const lab_subject *subject = job->subject;
    double axles = 0;
    if (job->is_skipped) return 0;
    if (subject->car) axles = subject->car->def.axles_count;
    for (int i = 0; i < subject->combination.unit_count; ++i)
        axles += 2 * subject->combination.units[i].def.axles_count;
    return axles * duration_of(job->test);
}

static int longer_first(const void *a, const void *b)
{
    const lab_job *one = *(lab_job *const *)a, *other = *(lab_job *const *)b;
    if (one->subject != other->subject) return one->subject < other->subject ? -1 : 1;
    double left = duration_of(one->test), right = duration_of(other->test);
    if (left != right) return left > right ? -1 : 1;
    return one < other ? -1 : one > other;
}

/* -- Driving -- */
static int run_test(const lab_job *job, FILE *csv, kamm_test_result *result, kamm_error *error)
{
    const lab_subject *subject = job->subject;
    kamm_test_options options = {
        .csv = csv,
        .rung = subject->rung,
        .substeps_per_s = subject->substeps_per_s,
        .is_stopped = cli_is_stopped,
    };
    if (job->scenario)
        return kamm_run_scenario(job->scenario, subject->car, &options, result, error) == KAMM_OK;
    if (subject->car)
        return kamm_run_test(job->test->name, subject->car, &options, result, error) == KAMM_OK;
    return kamm_run_combination_test(job->test->name, &subject->combination, &options, result,
                                     error) == KAMM_OK;
}

static int run_and_write(const lab_plan *plan, lab_job *job)
{
    char path[PATH_SIZE];
    cli_file csv = {0};
    kamm_error error;
    if (!plan->folder) return run_test(job, NULL, &job->result, &job->error);
    snprintf(path, sizeof path, "%s/%s/%s.csv", plan->folder, job->subject->id, job->test->name);
    if (!cli_open(&csv, path, &job->error)) return 0;
    int well = run_test(job, csv.file, &job->result, &job->error);
    if (cli_close(&csv, well, &error) || !well) return well;
    job->error = error;
    return 0;
}

/* Once it is stopped, what is left has no results. */
static void drive(const lab_plan *plan, lab_job *job)
{
    if (job->is_skipped) return;
    job->is_stopped = cli_is_stopped(NULL);
    if (job->is_stopped || run_and_write(plan, job)) return;
    job->is_stopped = job->error.code == KAMM_ERROR_STOPPED;
    job->has_failed = !job->is_stopped;
}

static void *work_on(void *user)
{
    lab_work *work = user;
    pthread_mutex_lock(&work->mutex);
    while (work->next < work->plan->job_count) {
        lab_job *job = work->order[work->next++];
        pthread_mutex_unlock(&work->mutex);
        drive(work->plan, job);
        pthread_mutex_lock(&work->mutex);
        job->is_done = 1;
        work->done += duration_of_job(job);
        pthread_cond_signal(&work->one_done);
    }
    pthread_mutex_unlock(&work->mutex);
    return NULL;
}

/* -- Telling -- */
static double left_s(const lab_work *work)
{
    return (cli_now_s() - work->start_s) * (work->all / work->done - 1);
}

/* How far it is in per cent, on a terminal. */
static void show(const lab_work *work)
{
    if (work->all > 0) cli_show_progress(work->done, work->all, "", left_s(work));
}

static void print_head(const lab_subject *subject)
{
    printf("%s (%s)", subject->name, subject->id);
    if (subject->rung != KAMM_RUNG_DEFAULT)
        printf(", rung %s", kamm_describe_rung(subject->rung)->name);
    if (subject->substeps_per_s > 0) printf(", %g substeps per second", subject->substeps_per_s);
    putchar('\n');
    cli_print_figure_head();
}

static void print_quick(const lab_job *job)
{
    for (int i = 0; i < job->result.figure_count; ++i)
        if (kamm_is_quick_figure(job->test->name, job->result.figures[i].name))
            cli_print_figure(&job->result.figures[i]);
}

static int print_job(const lab_plan *plan, const lab_job *job)
{
    if (job->is_stopped)
        printf("  %s: stopped\n", job->test->name);
    else if (job->is_skipped)
        printf("  %s: needs %s\n", job->test->name, kamm_feature_name(job->test->needs));
    else if (job->has_failed)
        return cli_fail_text("%s, %s: %s", job->subject->id, job->test->name, job->error.text);
    else if (plan->is_quick)
        print_quick(job);
    else
        cli_print_figures(&job->result);
    return CLI_OK;
}

static int print_subject(const lab_plan *plan, const lab_subject *subject)
{
    int status = CLI_OK;
    cli_clear_progress();
    if (subject != plan->subjects) putchar('\n');
    print_head(subject);
    for (int i = 0; i < subject->job_count; ++i)
        if (print_job(plan, &plan->jobs[subject->first_job + i])) status = CLI_BAD_DATA;
    fflush(stdout);
    return status;
}

static int is_done(const lab_plan *plan, const lab_subject *subject)
{
    for (int i = 0; i < subject->job_count; ++i)
        if (!plan->jobs[subject->first_job + i].is_done) return 0;
    return 1;
}

/* Whether none of its tests has come to an end. */
static int is_left_out(const lab_plan *plan, const lab_subject *subject)
{
    for (int i = 0; i < subject->job_count; ++i)
        if (!plan->jobs[subject->first_job + i].is_stopped) return 0;
    return 1;
}

static int tell_stopped(const lab_plan *plan)
{
    int stopped = 0;
    for (int i = 0; i < plan->job_count; ++i) stopped += plan->jobs[i].is_stopped;
    if (!stopped) return CLI_OK;
    return cli_tell_stopped("; %d of %d tests are done", plan->job_count - stopped,
                            plan->job_count);
}

static int print_as_they_come(lab_work *work)
{
    lab_plan *plan = work->plan;
    int status = CLI_OK;
    pthread_mutex_lock(&work->mutex);
    for (int i = 0; i < plan->subject_count; ++i) {
        for (show(work); !is_done(plan, &plan->subjects[i]); show(work))
            pthread_cond_wait(&work->one_done, &work->mutex);
        if (is_left_out(plan, &plan->subjects[i])) continue;
        if (print_subject(plan, &plan->subjects[i])) status = CLI_BAD_DATA;
        if (plan->subject_count > 1)
            cli_tell_progress(i + 1, plan->subject_count, "cars", left_s(work));
    }
    pthread_mutex_unlock(&work->mutex);
    cli_clear_progress();
    return status;
}

static int run_threads(lab_work *work, int thread_count)
{
    pthread_t threads[CLI_MAX_THREADS];
    int started = 0;
    kamm_width(); /* decided once, before threads ask */
    pthread_mutex_init(&work->mutex, NULL);
    pthread_cond_init(&work->one_done, NULL);
    while (started < thread_count && !pthread_create(&threads[started], NULL, work_on, work))
        ++started;
    if (!started) work_on(work);
    if (work->plan->subject_count > 1)
        cli_tell_progress(0, work->plan->job_count, "tests", INFINITY);
    int status = print_as_they_come(work), stopped = tell_stopped(work->plan);
    for (int i = 0; i < started; ++i) pthread_join(threads[i], NULL);
    pthread_cond_destroy(&work->one_done);
    pthread_mutex_destroy(&work->mutex);
    return stopped ? stopped : status;
}

int lab_run(lab_plan *plan, int threads)
{
    lab_work work = {.plan = plan, .start_s = cli_now_s()};
    work.order = malloc((size_t)plan->job_count * sizeof *work.order);
    if (!work.order) return cli_fail_text("out of memory");
    for (int i = 0; i < plan->job_count; ++i) {
        work.order[i] = &plan->jobs[i];
        work.all += duration_of_job(&plan->jobs[i]);
    }
    qsort(work.order, (size_t)plan->job_count, sizeof *work.order, longer_first);
    cli_watch_for_stop();
    int status = run_threads(&work, threads);
    free(work.order);
    return status;
}
