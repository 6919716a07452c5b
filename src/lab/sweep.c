/* Drives a sweep: takes up what the folder has, drives the rest on threads, writes each run down as it is done. */
#include "lab/sweep.h"

#include <errno.h>
#include <math.h>
#include <string.h>
#include <time.h>

#include <kamm/world.h>

#include "base/error.h"
#include "base/float_mode.h"
#include "fields/fields.h"
#include "io/system.h"
#include "world/threads/thread_primitives.h"

/* A value of an axis: NaN and infinity are numbers of a text, but no vehicle has them. */
static int read_value(const char *text, double *value)
{
    return kamm_parse_number(text, value) && isfinite(*value);
}

/* "VALUE,VALUE,…", which is cut up. */
static kamm_result read_list(char *text, kamm_sweep_axis *axis, kamm_error *error)
{
    axis->is_list = 1;
    for (char *at = text, *next; at; at = next) {
        next = strchr(at, ',');
        if (next) *next++ = 0;
        if (axis->count == KAMM_MAX_SWEEP_VALUES)
            return kamm_fail(error, KAMM_ERROR_FORMAT, axis->path,
                             "%s: more than %d values in a list", axis->path,
                             KAMM_MAX_SWEEP_VALUES);
        if (!read_value(at, &axis->list[axis->count++]))
            return kamm_fail(error, KAMM_ERROR_FORMAT, axis->path, "%s: \"%s\" is no finite number",
                             axis->path, at);
    }
    axis->from = axis->list[0];
    axis->to = axis->list[axis->count - 1];
    return KAMM_OK;
}

kamm_result kamm_read_sweep_axis(const char *text, kamm_sweep_axis *axis, kamm_error *error)
{
    KAMM_REQUIRE_WITH(error, text && axis, KAMM_ERROR_MISUSE);
    char numbers[1024], *part[3] = {numbers, NULL, NULL};
    const char *equals = strchr(text, '=');
    size_t length = equals ? (size_t)(equals - text) : 0;
    double count = 0;
    *axis = (kamm_sweep_axis){0};
    if (!length || length >= sizeof axis->path || strlen(equals + 1) >= sizeof numbers)
        return kamm_fail(error, KAMM_ERROR_FORMAT, text,
                         "\"%.150s\": PATH=FROM:TO:N or PATH=VALUE,VALUE is needed, such as "
                         "body.mass_kg=900:1500:7",
                         text);
    memcpy(axis->path, text, length);
    strcpy(numbers, equals + 1);
    if (strchr(numbers, ',')) return read_list(numbers, axis, error);
    for (int i = 1; i < 3; ++i) {
        part[i] = strchr(part[i - 1], ':');
        if (!part[i]) break;
        *part[i]++ = 0;
    }
    if (part[1] && read_value(part[0], &axis->from) && read_value(part[1], &axis->to) &&
        (!part[2] || (read_value(part[2], &count) && count == floor(count) && count >= 1 &&
                      count <= KAMM_MAX_SWEEP_RUNS))) {
        axis->count = (int32_t)count;
        return KAMM_OK;
    }
    return kamm_fail(error, KAMM_ERROR_FORMAT, axis->path,
                     "%s: \"%.100s\" is not FROM:TO:N, two numbers and how many values, 1 to %d",
                     axis->path, equals + 1, KAMM_MAX_SWEEP_RUNS);
}

/* -- Runs -- */
typedef struct sweep_job {
    const kamm_sweep_def *sweep;
    const kamm_sweep_options *options;
    const sweep_plan *plan;
    sweep_records *records;
    kamm_sweep_state *state;
    const int32_t *pending; /* slots */
    const char *folder;
    FILE *journal;
    time_t synced;
    int has_ended; /* by an error, or since progress said so */
    kamm_result result;
    kamm_error *error;
#ifdef KAMM_WITH_THREADS
    thread_lock lock;
#endif
} sweep_job;

#ifdef KAMM_WITH_THREADS
static void enter(sweep_job *job) { lock(&job->lock); }
static void leave(sweep_job *job) { unlock(&job->lock); }
#else
static void enter(sweep_job *job) { (void)job; }
static void leave(sweep_job *job) { (void)job; }
#endif

/* OK also where the car can't be compiled, with that as the failure. Other errors are not the run's. */
static kamm_result drive_run(const sweep_job *job, int32_t run, sweep_record *record,
                             kamm_error *error)
{
    kamm_test_options options = job->sweep->options;
    kamm_surface surface = {.name = "dry_asphalt", .friction = 1};
    kamm_test_result *found = kamm_allocate(sizeof *found);
    kamm_vehicle_file *car = kamm_allocate(sizeof *car);
    kamm_result result = KAMM_ERROR_MEMORY;
    if (options.surface) surface = *options.surface;
    if (kamm_sweep_varies_surface(job->plan)) options.surface = &surface;
    if (car && found) {
        *car = *job->sweep->car;
        result = kamm_sweep_apply(job->plan, run, &car->def, &surface, error);
        double rate = car->def.stepping.substeps_per_s;
        if (rate != job->sweep->car->def.stepping.substeps_per_s) options.substeps_per_s = rate;
        if (!result) result = kamm_run_test(job->plan->test, car, &options, found, error);
    } else {
        kamm_fail(error, KAMM_ERROR_MEMORY, "", "sweep: out of memory");
    }
    for (int i = 0; i < KAMM_MAX_FIGURES; ++i)
        record->figures[i] = result || i >= found->figure_count ? NAN : found->figures[i].value;
    kamm_release(car);
    kamm_release(found);
    record->is_done = 1;
    record->failure = result ? error->text : NULL;
    int is_of_run =
        result != KAMM_ERROR_MEMORY && result != KAMM_ERROR_FILE && result != KAMM_ERROR_STOPPED;
    return is_of_run ? KAMM_OK : result;
}

static void end_with(sweep_job *job, kamm_result result, const kamm_error *error)
{
    if (job->has_ended) return;
    job->has_ended = 1;
    job->result = result;
    if (job->error) *job->error = *error;
}

static void end_unwritten(sweep_job *job)
{
    kamm_error error;
    kamm_fail(&error, KAMM_ERROR_FILE, "",
              "%.300s/%s: can't be written: %s; %d of %d runs are kept", job->folder,
              KAMM_SWEEP_JOURNAL, strerror(errno), (int)job->records->done,
              (int)job->records->count);
    end_with(job, KAMM_ERROR_FILE, &error);
}

/* Writes a run down. A process that is killed loses nothing of what is written; once a second it is handed to the disk as
 * well, for machines that lose their power. */
static void take(sweep_job *job, int32_t slot, const sweep_record *record)
{
    kamm_error error;
    if (job->has_ended) return;
    if (!kamm_sweep_take(job->records, slot, record)) {
        kamm_fail(&error, KAMM_ERROR_MEMORY, "", "sweep: out of memory");
        end_with(job, KAMM_ERROR_MEMORY, &error);
        return;
    }
    if (!kamm_sweep_append(job->journal, job->plan, kamm_sweep_run_of(job->plan, slot),
                           &job->records->all[slot])) {
        --job->records->done;
        end_unwritten(job);
        return;
    }
    time_t now = time(NULL);
    if (now != job->synced) kamm_sync_file(job->journal);
    job->synced = now;
    ++job->state->driven;
    job->state->done = job->records->done;
    job->state->failed = job->records->failed;
    if (job->options && job->options->progress &&
        job->options->progress(job->state, job->options->user))
        job->has_ended = 1;
}

static void drive(void *context, int index)
{
    sweep_job *job = context;
    int32_t slot = job->pending[index];
    sweep_record record;
    kamm_error error = {0};
    enter(job);
    int has_ended = job->has_ended;
    leave(job);
    if (has_ended) return;
    kamm_result result = drive_run(job, kamm_sweep_run_of(job->plan, slot), &record, &error);
    enter(job);
    if (result)
        end_with(job, result, &error);
    else
        take(job, slot, &record);
    leave(job);
}

static void drive_all(sweep_job *job, int count)
{
    int threads = job->options && job->options->threads > 1 ? job->options->threads : 1;
    if (threads > count) threads = count;
    kamm_width(); /* decided once, before threads ask */
    kamm_threads *pool = threads > 1 ? kamm_create_threads(threads, NULL) : NULL;
    if (pool)
        kamm_run_on_threads(pool, count, drive, job);
    else
        for (int i = 0; i < count; ++i) drive(job, i);
    kamm_destroy_threads(pool);
}

static kamm_result drive_pending(sweep_job *job)
{
    char path[KAMM_SAFE_PATH];
    const sweep_records *records = job->records;
    int32_t count = 0, *pending = kamm_allocate_array((size_t)records->count + 1, sizeof *pending);
    if (!pending) return kamm_fail(job->error, KAMM_ERROR_MEMORY, "", "sweep: out of memory");
    for (int32_t i = 0; i < records->count; ++i)
        if (!records->all[i].is_done) pending[count++] = i;
    job->pending = pending;
    kamm_result result = kamm_path_in(path, job->folder, KAMM_SWEEP_JOURNAL, job->error);
    if (!result && !(job->journal = fopen(path, "ab")))
        result = kamm_fail_path(job->error, path, "can't be written");
    if (!result) {
        drive_all(job, (int)count);
        if (!kamm_sync_file(job->journal)) end_unwritten(job);
        fclose(job->journal);
        result = job->result;
    }
    kamm_release(pending);
    return result;
}

/* -- The folder -- */
/* Existing records have to be of this sweep; nothing is changed before that is known. */
static kamm_result check_folder(const char *folder, const sweep_plan *plan, int *is_new,
                                kamm_error *error)
{
    sweep_plan there;
    kamm_result result = kamm_sweep_read_manifest(folder, &there, error);
    *is_new = result == KAMM_ERROR_MISSING;
    if (*is_new) return KAMM_OK;
    return result ? result : kamm_sweep_compare(folder, &there, "", plan, 0, error);
}

/* Locks the folder, and begins or takes up what is in it. */
static kamm_result open_folder(const char *folder, const sweep_plan *plan, sweep_records *records,
                               FILE **lock_file, kamm_error *error)
{
    int is_new;
    kamm_result result = kamm_make_folders(folder, error);
    if (result) return result;
    *lock_file = kamm_lock_folder(folder, error);
    if (!*lock_file) return KAMM_ERROR_FILE;
    result = check_folder(folder, plan, &is_new, error); /* again, as it may be there by now */
    if (!result) result = kamm_sweep_read_journal(folder, plan, plan, records, error);
    if (!result && is_new && (records->done || records->damaged))
        result = kamm_fail(error, KAMM_ERROR_FORMAT, "",
                           "%.300s: there is a %s but no manifest.json; nothing is changed", folder,
                           KAMM_SWEEP_JOURNAL);
    if (!result && is_new) result = kamm_sweep_write_manifest(folder, plan, error);
    if (!result && records->damaged)
        result = kamm_sweep_rewrite_journal(folder, plan, records, error);
    return result;
}

static kamm_result run_plan(const kamm_sweep_def *sweep, const char *folder,
                            const kamm_sweep_options *options, const sweep_plan *plan,
                            kamm_sweep_state *state, kamm_error *error)
{
    sweep_records records;
    FILE *lock_file = NULL;
    sweep_job job = {.sweep = sweep,
                     .options = options,
                     .plan = plan,
                     .records = &records,
                     .state = state,
                     .folder = folder,
                     .error = error};
    kamm_result result = kamm_sweep_create_records(plan, &records, error);
    if (!result) result = open_folder(folder, plan, &records, &lock_file, error);
    state->runs = records.count;
    state->done = records.done, state->failed = records.failed, state->damaged = records.damaged;
#ifdef KAMM_WITH_THREADS
    init_lock(&job.lock);
#endif
    if (!result) result = drive_pending(&job);
#ifdef KAMM_WITH_THREADS
    destroy_lock(&job.lock);
#endif
    if (!result) result = kamm_sweep_conclude(folder, plan, &records, state, error);
    kamm_sweep_clear_records(&records);
    if (lock_file) fclose(lock_file);
    return result;
}

kamm_result kamm_run_sweep(const kamm_sweep_def *sweep, const char *folder,
                           const kamm_sweep_options *options, kamm_sweep_state *state,
                           kamm_error *error)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_WITH(error, sweep && sweep->test && sweep->car && folder && state,
                      KAMM_ERROR_MISUSE);
    KAMM_REQUIRE_WITH(error, !sweep->options.csv, KAMM_ERROR_MISUSE);
    sweep_plan plan;
    int is_new;
    *state = (kamm_sweep_state){0};
    kamm_result result = kamm_sweep_plan_of(sweep, options, &plan, error);
    if (!result) result = check_folder(folder, &plan, &is_new, error);
    if (!result) result = run_plan(sweep, folder, options, &plan, state, error);
    kamm_sweep_plan_clear(&plan);
    return result;
}
