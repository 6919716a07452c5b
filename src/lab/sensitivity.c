/* Sensitivities: a road test at the points of a plan, on threads. */
#include <errno.h>
#include <math.h>
#include <string.h>

#include <kamm/world.h>

#include "base/error.h"
#include "base/float_mode.h"
#include "fields/fields.h"
#include "io/json_writer.h"
#include "lab/sensitivity_plan.h"
#include "lab/sweep.h"
#include "lab/tests.h"
#include "world/threads/thread_primitives.h"
#include <kamm/io/sensitivity.h>

static const char *const method_words[] = {KAMM_SENSITIVITY_METHODS(KAMM_WORD)};

const char *kamm_sensitivity_word(kamm_sensitivity_method method)
{
    KAMM_REQUIRE((int)method >= 0 && (int)method <= KAMM_BAND, NULL);
    return method_words[method];
}

/* -- Factors -- */

/* The end of a range that is nearest to `end` and allowed; the car's own value is. */
static double allowed_end(const char *path, double value, double end, kamm_vehicle_def *scratch)
{
    const kamm_field_table *table = kamm_vehicle_table();
    double inside = 0, outside = 1;
    if (kamm_set_number(table, scratch, path, end, NULL) == KAMM_OK) return end;
    for (int i = 0; i < 50; ++i) {
        double middle = (inside + outside) / 2;
        int is_allowed =
            kamm_set_number(table, scratch, path, value + middle * (end - value), NULL) == KAMM_OK;
        if (is_allowed)
            inside = middle;
        else
            outside = middle;
    }
    return value + inside * (end - value);
}

/* The range with the rule's standard deviation, as far as the parameter's own range allows it. */
static void set_range(const kamm_rule_spread *spread, kamm_vehicle_def *scratch,
                      kamm_factor *factor)
{
    double value = 0, half = sqrt(3.0) * spread->spread;
    *factor = (kamm_factor){.rule = spread->rule};
    snprintf(factor->path, sizeof factor->path, "%s", spread->path);
    kamm_get_number(kamm_vehicle_table(), scratch, spread->path, &value, NULL);
    double one = allowed_end(spread->path, value, value * (1 - half), scratch);
    double other = allowed_end(spread->path, value, value * (1 + half), scratch);
    kamm_set_number(kamm_vehicle_table(), scratch, spread->path, value, NULL);
    factor->low = fmin(one, other);
    factor->high = fmax(one, other);
}

int kamm_list_factors(const kamm_vehicle_def *def, kamm_factor *factors, int max_count)
{
    KAMM_REQUIRE(def && (factors || max_count <= 0), 0);
    kamm_rule_spread spreads[KAMM_MAX_FACTORS];
    int count = kamm_list_rule_spreads(def, spreads, KAMM_MAX_FACTORS);
    kamm_vehicle_def *scratch = kamm_allocate(sizeof *scratch);
    if (!scratch) return 0;
    *scratch = *def;
    for (int i = 0; i < count && i < max_count && i < KAMM_MAX_FACTORS; ++i)
        set_range(&spreads[i], scratch, &factors[i]);
    kamm_release(scratch);
    return count;
}

static kamm_result find_ruled(const char *path, const kamm_vehicle_def *def, kamm_factor *factor,
                              kamm_error *error)
{
    kamm_rule_spread spreads[KAMM_MAX_FACTORS];
    kamm_nearest nearest = kamm_start_nearest(path, strlen(path));
    int count = kamm_list_rule_spreads(def, spreads, KAMM_MAX_FACTORS);
    for (int i = 0; i < count && i < KAMM_MAX_FACTORS; ++i) {
        kamm_suggest_name(&nearest, spreads[i].path);
        if (strcmp(spreads[i].path, path) != 0) continue;
        kamm_vehicle_def *scratch = kamm_allocate(sizeof *scratch);
        if (!scratch) return kamm_fail(error, KAMM_ERROR_MEMORY, "", "sensitivity: out of memory");
        *scratch = *def;
        set_range(&spreads[i], scratch, factor);
        kamm_release(scratch);
        return KAMM_OK;
    }
    return kamm_fail(error, KAMM_ERROR_UNKNOWN, path,
                     "%.100s: no rule has a range of it; PATH=LOW:HIGH gives one%s%s", path,
                     *nearest.best ? "; or did you mean " : "", nearest.best);
}

kamm_result kamm_read_factor(const char *text, const kamm_vehicle_def *def, kamm_factor *factor,
                             kamm_error *error)
{
    KAMM_REQUIRE_WITH(error, text && def && factor, KAMM_ERROR_MISUSE);
    kamm_sweep_axis axis;
    if (!strchr(text, '=')) return find_ruled(text, def, factor, error);
    kamm_result result = kamm_read_sweep_axis(text, &axis, error);
    if (result) return result;
    if (axis.is_list || axis.count || !(axis.from < axis.to))
        return kamm_fail(error, KAMM_ERROR_FORMAT, axis.path,
                         "%s: PATH=LOW:HIGH is wanted, with LOW below HIGH", axis.path);
    *factor = (kamm_factor){.low = axis.from, .high = axis.to};
    snprintf(factor->path, sizeof factor->path, "%s", axis.path);
    return KAMM_OK;
}

/* -- Runs -- */

struct sensitivity_job {
    const kamm_sensitivity_def *def;
    const double *points;
    int figures;
    double *values; /* [figure][run] */
    int runs, done;
    kamm_result *results; /* [run] */
    thread_lock lock;     /* of `done` */
};

static void tell_progress(struct sensitivity_job *job)
{
    if (!job->def->progress) return;
    lock(&job->lock);
    job->def->progress(++job->done, job->runs, job->def->options.user);
    unlock(&job->lock);
}

static int is_of_surface(const kamm_sensitivity_def *def)
{
    for (int i = 0; i < def->factor_count; ++i)
        if (strncmp(def->factors[i].path, "surface.", 8) == 0) return 1;
    return 0;
}

/* The figures of a point; NULL: of the car itself. */
static kamm_result drive_factors(const kamm_sensitivity_def *def, const double *point,
                                 kamm_test_result *found, kamm_error *error)
{
    kamm_test_options options = def->options;
    kamm_surface surface = {.name = "dry_asphalt", .friction = 1};
    kamm_vehicle_file *car = kamm_allocate(sizeof *car);
    if (!car) return kamm_fail(error, KAMM_ERROR_MEMORY, "", "sensitivity: out of memory");
    if (options.surface) surface = *options.surface;
    if (is_of_surface(def)) options.surface = &surface;
    *car = *def->car;
    kamm_result result = KAMM_OK;
    for (int i = 0; point && i < def->factor_count && !result; ++i) {
        const kamm_factor *factor = &def->factors[i];
        result = kamm_sweep_set_value(factor->path,
                                      factor->low + point[i] * (factor->high - factor->low),
                                      &car->def, &surface, error);
    }
    if (!result) result = kamm_run_test(def->test, car, &options, found, error);
    kamm_release(car);
    return result;
}

static void drive_one(void *context, int index)
{
    KAMM_FLOAT_MODE;
    struct sensitivity_job *job = context;
    kamm_error error;
    kamm_test_result *found = kamm_allocate(sizeof *found);
    const double *point = job->points + (size_t)index * (size_t)job->def->factor_count;
    kamm_result result = found ? drive_factors(job->def, point, found, &error) : KAMM_ERROR_MEMORY;
    job->results[index] = result;
    for (int f = 0; f < job->figures; ++f)
        job->values[(size_t)f * (size_t)job->runs + (size_t)index] =
            result ? NAN : found->figures[f].value;
    kamm_release(found);
    if (result != KAMM_ERROR_STOPPED) tell_progress(job);
}

/* A run whose car can't be compiled has no figures; other errors end all. */
static kamm_result drive_points(struct sensitivity_job *job, kamm_error *error)
{
    int threads = job->def->threads;
    kamm_width(); /* decided once, before threads ask */
    init_lock(&job->lock);
    kamm_threads *pool = threads > 1 ? kamm_create_threads(threads, NULL) : NULL;
    if (pool)
        kamm_run_on_threads(pool, job->runs, drive_one, job);
    else
        for (int i = 0; i < job->runs; ++i) drive_one(job, i);
    kamm_destroy_threads(pool);
    destroy_lock(&job->lock);
    for (int i = 0; i < job->runs; ++i) {
        if (job->results[i] == KAMM_ERROR_STOPPED)
            return kamm_fail(error, KAMM_ERROR_STOPPED, "", "the runs were stopped");
        if (job->results[i] == KAMM_ERROR_MEMORY)
            return kamm_fail(error, KAMM_ERROR_MEMORY, "", "sensitivity: out of memory");
    }
    return KAMM_OK;
}

/* -- The result -- */

static void take_figures(const struct sensitivity_job *job, int samples, const double *nominal,
                         double *scratch, kamm_sensitivity *found)
{
    kamm_sensitivity_method method = job->def->method;
    for (int f = 0; f < job->figures; ++f) {
        const double *values = job->values + (size_t)f * (size_t)job->runs;
        found->bands[f].nominal = nominal[f];
        kamm_plan_band(method, samples, values, scratch, &found->bands[f]);
        kamm_plan_effects(method, found->factor_count, samples, job->points, values,
                          found->effects + (size_t)f * (size_t)found->factor_count);
    }
    for (int i = 0; i < job->runs; ++i) {
        int has_failed = 0;
        for (int f = 0; f < job->figures; ++f)
            has_failed |= isfinite(nominal[f]) &&
                          !isfinite(job->values[(size_t)f * (size_t)job->runs + (size_t)i]);
        found->failed += has_failed;
    }
}

static kamm_result drive_plan(const kamm_sensitivity_def *def, int samples, const double *nominal,
                              kamm_sensitivity *found, kamm_error *error)
{
    int runs = kamm_plan_count(def->method, def->factor_count, samples);
    struct sensitivity_job job = {.def = def, .figures = found->test->figure_count, .runs = runs};
    size_t points = kamm_product((size_t)runs, (size_t)def->factor_count);
    double *memory = kamm_allocate_array(points + 1, sizeof *memory);
    double *scratch = kamm_allocate_array((size_t)runs + 1, sizeof *scratch);
    job.values =
        kamm_allocate_array(kamm_product((size_t)runs, KAMM_MAX_FIGURES), sizeof *job.values);
    job.results = kamm_allocate_array((size_t)runs + 1, sizeof *job.results);
    found->effects = kamm_allocate_array(kamm_product((size_t)def->factor_count, KAMM_MAX_FIGURES),
                                         sizeof *found->effects);
    job.points = memory;
    found->runs = runs;
    kamm_result result = KAMM_ERROR_MEMORY;
    if (memory && scratch && job.values && job.results && found->effects &&
        kamm_plan_points(def->method, def->factor_count, samples, def->seed, memory))
        result = drive_points(&job, error);
    else
        kamm_fail(error, KAMM_ERROR_MEMORY, "", "sensitivity: out of memory");
    if (!result) take_figures(&job, samples, nominal, scratch, found);
    kamm_release(memory);
    kamm_release(scratch);
    kamm_release(job.values);
    kamm_release(job.results);
    return result;
}

/* Both ends of each factor, on a car and a surface that are thrown away, and the number of runs. */
static kamm_result check_factors(const kamm_sensitivity_def *def, int samples, kamm_error *error)
{
    kamm_surface surface = {.friction = 1};
    kamm_result result = KAMM_OK;
    double runs = (double)samples * (def->factor_count + 2);
    if (def->factor_count < 1 || def->factor_count > KAMM_MAX_FACTORS)
        return kamm_fail(error, KAMM_ERROR_RANGE, "", "sensitivity: %d factors; allowed: 1 to %d",
                         (int)def->factor_count, KAMM_MAX_FACTORS);
    if (samples < 2 || runs > KAMM_MAX_SWEEP_RUNS)
        return kamm_fail(error, KAMM_ERROR_RANGE, "",
                         "sensitivity: %d samples; 2 or more, in %d runs at most", samples,
                         KAMM_MAX_SWEEP_RUNS);
    kamm_vehicle_def *car = kamm_allocate(sizeof *car);
    if (!car) return kamm_fail(error, KAMM_ERROR_MEMORY, "", "sensitivity: out of memory");
    for (int i = 0; i < def->factor_count && !result; ++i) {
        const kamm_factor *factor = &def->factors[i];
        *car = def->car->def;
        if (!(factor->low < factor->high))
            result =
                kamm_fail(error, KAMM_ERROR_RANGE, factor->path, "%s: from %g to %g does not rise",
                          factor->path, factor->low, factor->high);
        if (!result) result = kamm_sweep_set_value(factor->path, factor->low, car, &surface, error);
        if (!result)
            result = kamm_sweep_set_value(factor->path, factor->high, car, &surface, error);
    }
    kamm_release(car);
    return result;
}

static int samples_of(const kamm_sensitivity_def *def)
{
    static const int usual[] = {[KAMM_MORRIS] = 10, [KAMM_SOBOL] = 256, [KAMM_BAND] = 200};
    return def->samples ? def->samples : usual[def->method];
}

kamm_sensitivity *kamm_find_sensitivity(const kamm_sensitivity_def *def, kamm_error *error)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_WITH(error, def && def->test && def->car && def->factors, NULL);
    KAMM_REQUIRE_WITH(error, (int)def->method >= 0 && (int)def->method <= KAMM_BAND, NULL);
    double nominal[KAMM_MAX_FIGURES];
    kamm_sensitivity *found = kamm_allocate(sizeof *found);
    kamm_test_result *own = kamm_allocate(sizeof *own);
    kamm_result result = KAMM_ERROR_MEMORY;
    if (found && own) {
        result = kamm_check_test(def->test, &def->options, error);
        if (!result) result = check_factors(def, samples_of(def), error);
        if (!result) result = drive_factors(def, NULL, own, error);
        for (int f = 0; !result && f < own->figure_count; ++f) nominal[f] = own->figures[f].value;
    } else {
        kamm_fail(error, KAMM_ERROR_MEMORY, "", "sensitivity: out of memory");
    }
    if (!result) {
        found->test = own->test;
        found->factor_count = def->factor_count;
        result = drive_plan(def, samples_of(def), nominal, found, error);
    }
    kamm_release(own);
    if (!result) return found;
    kamm_destroy_sensitivity(found);
    return NULL;
}

void kamm_destroy_sensitivity(kamm_sensitivity *found)
{
    if (!found) return;
    kamm_release(found->effects);
    kamm_release(found);
}

/* -- JSON -- */

static void write_effect(kamm_json_writer *json, const kamm_factor *factor,
                         const kamm_effect *effect, kamm_sensitivity_method method)
{
    kamm_json_open(json, NULL, '{');
    kamm_json_text(json, "path", factor->path);
    if (method == KAMM_MORRIS) {
        kamm_json_number(json, "mean", effect->mean);
        kamm_json_number(json, "mean_amount", effect->mean_amount);
        kamm_json_number(json, "deviation", effect->deviation);
    } else {
        kamm_json_number(json, "first", effect->first);
        kamm_json_number(json, "total", effect->total);
    }
    kamm_json_close(json, '}');
}

static void write_figure(kamm_json_writer *json, const kamm_sensitivity_def *def,
                         const kamm_sensitivity *found, int figure)
{
    const kamm_figure_band *band = &found->bands[figure];
    kamm_json_open(json, NULL, '{');
    kamm_json_text(json, "name", found->test->figures[figure].name);
    kamm_json_text(json, "unit", found->test->figures[figure].unit);
    kamm_json_number(json, "nominal", band->nominal);
    kamm_json_number(json, "mean", band->mean);
    kamm_json_number(json, "deviation", band->deviation);
    kamm_json_number(json, "low95", band->low95);
    kamm_json_number(json, "high95", band->high95);
    if (def->method != KAMM_BAND) {
        kamm_json_open_rows(json, "effects", '[');
        for (int i = 0; i < def->factor_count; ++i)
            write_effect(json, &def->factors[i], &found->effects[figure * def->factor_count + i],
                         def->method);
        kamm_json_close(json, ']');
    }
    kamm_json_close(json, '}');
}

kamm_result kamm_write_sensitivity(FILE *out, const kamm_sensitivity_def *def,
                                   const kamm_sensitivity *found, kamm_error *error)
{
    KAMM_REQUIRE_WITH(error, out && def && found, KAMM_ERROR_MISUSE);
    kamm_json_writer json = {.out = out};
    kamm_json_open(&json, NULL, '{');
    kamm_json_text(&json, "test", found->test->name);
    kamm_json_text(&json, "method", kamm_sensitivity_word(def->method));
    kamm_json_number(&json, "runs", found->runs);
    kamm_json_number(&json, "failed", found->failed);
    kamm_json_open_rows(&json, "factors", '[');
    for (int i = 0; i < def->factor_count; ++i) {
        kamm_json_open(&json, NULL, '{');
        kamm_json_text(&json, "path", def->factors[i].path);
        kamm_json_number(&json, "low", def->factors[i].low);
        kamm_json_number(&json, "high", def->factors[i].high);
        if (def->factors[i].rule) kamm_json_text(&json, "rule", def->factors[i].rule);
        kamm_json_close(&json, '}');
    }
    kamm_json_close(&json, ']');
    kamm_json_open(&json, "figures", '[');
    for (int f = 0; f < found->test->figure_count; ++f) write_figure(&json, def, found, f);
    kamm_json_close(&json, ']');
    kamm_json_close(&json, '}');
    fputc('\n', out);
    if (fflush(out) == 0 && !ferror(out)) return KAMM_OK;
    return kamm_fail(error, KAMM_ERROR_FILE, "", "the result can't be written: %s",
                     strerror(errno));
}
