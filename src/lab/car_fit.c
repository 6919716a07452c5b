/* Fits: the search, the way down, and the noise that the residuals show, in turn. */
#include <math.h>
#include <string.h>

#include <kamm/world.h>

#include "base/error.h"
#include "base/float_mode.h"
#include "fields/fields.h"
#include "lab/car_fit.h"

static const char *const verdict_words[] = {KAMM_FIT_VERDICTS(KAMM_WORD)};

const char *kamm_fit_verdict_word(kamm_fit_verdict verdict)
{
    KAMM_REQUIRE((int)verdict >= 0 && (int)verdict <= KAMM_FIT_NOT_SEPARABLE, NULL);
    return verdict_words[verdict];
}

/* -- Words of a command -- */

/* Cuts "PATH=FIRST:SECOND"; `has_numbers` 0: "PATH" alone. */
static kamm_result read_setting(const char *text, char path[128], double numbers[2],
                                int *has_numbers, const char *wanted, kamm_error *error)
{
    const char *equals = strchr(text, '=');
    size_t length = equals ? (size_t)(equals - text) : strlen(text);
    char values[64] = "", *colon = NULL;
    if (equals) snprintf(values, sizeof values, "%s", equals + 1);
    if (equals) colon = strchr(values, ':');
    if (colon) *colon++ = 0;
    *has_numbers = equals != NULL;
    int is_right = length && length < 128 &&
                   (!equals || (colon && kamm_parse_number(values, &numbers[0]) &&
                                kamm_parse_number(colon, &numbers[1]) && isfinite(numbers[0]) &&
                                isfinite(numbers[1])));
    if (!is_right)
        return kamm_fail(error, KAMM_ERROR_FORMAT, text, "\"%.150s\": %s is wanted", text, wanted);
    memcpy(path, text, length);
    path[length] = 0;
    return KAMM_OK;
}

kamm_result kamm_read_fit_parameter(const char *text, kamm_fit_def *def, kamm_error *error)
{
    KAMM_REQUIRE_WITH(error, text && def, KAMM_ERROR_MISUSE);
    kamm_fit_parameter parameter = {.low = 0};
    double range[2] = {0, 0};
    int has_range;
    kamm_result result =
        read_setting(text, parameter.path, range, &has_range,
                     "PATH or PATH=LOW:HIGH, such as body.mass_kg=900:1500", error);
    if (result) return result;
    parameter.low = range[0];
    parameter.high = range[1];
    if (has_range && !(range[0] < range[1]))
        return kamm_fail(error, KAMM_ERROR_RANGE, parameter.path, "%s: from %g to %g does not rise",
                         parameter.path, range[0], range[1]);
    if (def->parameter_count >= KAMM_MAX_FIT_PARAMETERS)
        return kamm_fail(error, KAMM_ERROR_RANGE, parameter.path,
                         "%s: more than %d free parameters", parameter.path,
                         KAMM_MAX_FIT_PARAMETERS);
    def->parameters[def->parameter_count++] = parameter;
    return KAMM_OK;
}

kamm_result kamm_read_fit_prior(const char *text, kamm_fit_def *def, kamm_error *error)
{
    KAMM_REQUIRE_WITH(error, text && def, KAMM_ERROR_MISUSE);
    char path[128];
    double known[2];
    int has_numbers;
    const char *wanted = "PATH=VALUE:SPREAD, such as body.mass_kg=1250:20";
    kamm_result result = read_setting(text, path, known, &has_numbers, wanted, error);
    if (result) return result;
    if (!has_numbers || !(known[1] > 0))
        return kamm_fail(error, KAMM_ERROR_FORMAT, path, "\"%.150s\": %s is wanted", text, wanted);
    kamm_nearest nearest = kamm_start_nearest(path, strlen(path));
    for (int i = 0; i < def->parameter_count; ++i) {
        kamm_suggest_name(&nearest, def->parameters[i].path);
        if (strcmp(def->parameters[i].path, path) != 0) continue;
        def->parameters[i].prior = known[0];
        def->parameters[i].spread = known[1];
        return KAMM_OK;
    }
    return kamm_fail(error, KAMM_ERROR_UNKNOWN, path, "%s is not free%s%s", path,
                     *nearest.best ? "; did you mean " : "", nearest.best);
}

/* -- Noise -- */

static double rms_of(const struct fit_series *series, const double *residuals)
{
    double sum = 0;
    for (int i = series->first; i < series->first + series->told.rows; ++i)
        sum += residuals[i] * residuals[i];
    return sqrt(sum / series->told.rows);
}

/* Noise of each series by its residuals, as the parameters have taken their share of the freedom. Returns the largest
 * change. Single precision is the least. */
static double find_noise(struct car_fit *fit, const double *residuals)
{
    int rows = 0;
    double change = 0;
    for (int s = 0; s < fit->series_count; ++s)
        if (!fit->series[s].told.is_check) rows += fit->series[s].told.rows;
    double kept = fmax(1 - (double)fit->count / rows, 1.0 / rows);
    for (int s = 0; s < fit->series_count; ++s) {
        struct fit_series *series = &fit->series[s];
        if (series->noise_is_given || series->told.is_check) continue;
        double noise = fmax(rms_of(series, residuals) / sqrt(kept), 1e-7 * series->size);
        change = fmax(change, fabs(noise / series->noise - 1));
        series->noise = noise;
    }
    return change;
}

/* -- The whole -- */

struct fit_arrays {
    double *memory, *start, *jacobian;
    struct fit_point point;
    double place[FIT_PARAMETERS];
};

static int make_arrays(const struct car_fit *fit, struct fit_arrays *arrays)
{
    size_t rows = (size_t)fit->residuals;
    arrays->memory =
        kamm_allocate_array(kamm_product(rows, 4 + (size_t)fit->count) + 1, sizeof(double));
    if (!arrays->memory) return 0;
    arrays->start = arrays->memory + 3 * rows;
    arrays->jacobian = arrays->memory + 4 * rows;
    arrays->point = (struct fit_point){.place = arrays->place,
                                       .residuals = arrays->memory,
                                       .values = arrays->memory + rows,
                                       .slopes = arrays->memory + 2 * rows};
    for (int i = 0; i < fit->count; ++i) arrays->place[i] = fit->variables[i].start_place;
    return 1;
}

static kamm_result drive_point(struct car_fit *fit, struct fit_point *point, int with_checks)
{
    kamm_result result = kamm_fit_drive(fit, 1, point, with_checks);
    return !result && point->has_failed ? kamm_fit_explain(fit, point, with_checks) : result;
}

enum { ROUNDS = 8 }; /* of noise and descent */

static kamm_result descend_with_noise(struct car_fit *fit, struct fit_arrays *arrays,
                                      kamm_fit_result *result)
{
    int most = fit->def->iterations ? fit->def->iterations : 60, has_converged = 0;
    for (int round = 0; round < ROUNDS; ++round) {
        kamm_result outcome =
            kamm_fit_descend(fit, arrays->place, &arrays->point, arrays->jacobian, round > 0,
                             most - result->iterations, &result->iterations, &has_converged);
        if (outcome) return outcome;
        result->has_converged = has_converged;
        if (find_noise(fit, arrays->point.residuals) < 0.02) break;
    }
    return KAMM_OK;
}

static kamm_result minimise(struct car_fit *fit, struct fit_arrays *arrays, kamm_fit_result *result)
{
    kamm_result outcome = drive_point(fit, &arrays->point, 1);
    if (outcome) return outcome;
    memcpy(arrays->start, arrays->point.residuals, (size_t)fit->residuals * sizeof(double));
    if (fit->def->search > 0) {
        outcome = kamm_fit_search(fit, arrays->place);
        if (!outcome) outcome = drive_point(fit, &arrays->point, 0);
        if (outcome) return outcome;
    }
    outcome = descend_with_noise(fit, arrays, result);
    return outcome ? outcome : drive_point(fit, &arrays->point, 1);
}

static void tell_series(struct car_fit *fit, const struct fit_arrays *arrays)
{
    for (int s = 0; s < fit->series_count; ++s) {
        struct fit_series *series = &fit->series[s];
        kamm_fit_series *told = &series->told;
        const double *residuals = arrays->point.residuals + series->first;
        told->rms_before = rms_of(series, arrays->start);
        told->rms = rms_of(series, arrays->point.residuals);
        told->noise = told->is_check ? NAN : series->noise;
        told->autocorrelation =
            told->is_figure ? 0 : kamm_fit_autocorrelation(residuals, told->rows);
        told->effective_rows = kamm_fit_effective(told->rows, told->autocorrelation);
        if (!told->is_figure) continue;
        told->before = told->measured + arrays->start[series->first];
        told->after = told->measured + residuals[0];
        if (told->is_check) told->noise = series->noise;
    }
}

static kamm_result tell(struct car_fit *fit, struct fit_arrays *arrays, kamm_fit_result *result)
{
    struct fit_point before = arrays->point;
    double start_place[FIT_PARAMETERS];
    tell_series(fit, arrays);
    result->cost = kamm_fit_cost(fit, &arrays->point);
    before.residuals = arrays->start;
    before.place = start_place;
    result->parameter_count = fit->count;
    for (int i = 0; i < fit->count; ++i) {
        const struct fit_variable *variable = &fit->variables[i];
        start_place[i] = variable->start_place;
        result->parameters[i] =
            (kamm_fit_estimate){.parameter = variable->parameter,
                                .start = variable->start,
                                .value = kamm_fit_at(variable, arrays->place[i])};
    }
    result->cost_before = kamm_fit_cost(fit, &before);
    kamm_fit_judge(fit, &arrays->point, arrays->jacobian, result);
    result->evaluations = fit->evaluations;
    result->car = fit->def->car->def;
    result->series = kamm_allocate_array((size_t)fit->series_count + 1, sizeof *result->series);
    if (!result->series) return kamm_fail(fit->error, KAMM_ERROR_MEMORY, "", "fit: out of memory");
    result->series_count = fit->series_count;
    for (int s = 0; s < fit->series_count; ++s) result->series[s] = fit->series[s].told;
    return kamm_fit_apply(fit, arrays->place, &result->car, &result->surface, fit->error);
}

static kamm_result run_fit(struct car_fit *fit, kamm_fit_result *result)
{
    struct fit_arrays *arrays = kamm_allocate(sizeof *arrays);
    kamm_result outcome = KAMM_OK;
    if (!arrays || !make_arrays(fit, arrays)) {
        kamm_release(arrays);
        return kamm_fail(fit->error, KAMM_ERROR_MEMORY, "", "fit: out of memory");
    }
    kamm_width(); /* decided once, before threads ask */
    if (fit->def->threads > 1) fit->threads = kamm_create_threads(fit->def->threads, NULL);
    outcome = minimise(fit, arrays, result);
    if (!outcome) outcome = tell(fit, arrays, result);
    kamm_destroy_threads(fit->threads);
    kamm_release(arrays->memory);
    kamm_release(arrays);
    return outcome;
}

static kamm_result check_counts(const kamm_fit_def *def, kamm_error *error)
{
    if (def->parameter_count < 1 || def->parameter_count > KAMM_MAX_FIT_PARAMETERS)
        return kamm_fail(error, KAMM_ERROR_RANGE, "", "fit: %d free parameters; allowed: 1 to %d",
                         (int)def->parameter_count, KAMM_MAX_FIT_PARAMETERS);
    if (def->source_count < 1 || def->source_count > KAMM_MAX_FIT_SOURCES)
        return kamm_fail(error, KAMM_ERROR_RANGE, "", "fit: %d logs and files; allowed: 1 to %d",
                         (int)def->source_count, KAMM_MAX_FIT_SOURCES);
    if (def->channel_count < 0 || def->channel_count > KAMM_MAX_FIT_CHANNELS)
        return kamm_fail(error, KAMM_ERROR_RANGE, "", "fit: %d channels; allowed: 0 to %d",
                         (int)def->channel_count, KAMM_MAX_FIT_CHANNELS);
    return KAMM_OK;
}

kamm_fit_result *kamm_fit_car(const kamm_fit_def *def, kamm_error *error)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_WITH(error, def && def->car, NULL);
    kamm_error own;
    if (!error) error = &own;
    if (check_counts(def, error)) return NULL;
    struct car_fit *fit = kamm_allocate(sizeof *fit);
    kamm_fit_result *result = kamm_allocate(sizeof *result);
    kamm_result outcome = KAMM_ERROR_MEMORY;
    if (fit && result) {
        fit->error = error;
        fit->notes = &result->notes;
        outcome = kamm_fit_read(def, fit);
        if (!outcome) outcome = run_fit(fit, result);
        kamm_fit_clear(fit);
    } else {
        kamm_fail(error, KAMM_ERROR_MEMORY, "", "fit: out of memory");
    }
    kamm_release(fit);
    if (!outcome) return result;
    kamm_destroy_fit(result);
    return NULL;
}

void kamm_destroy_fit(kamm_fit_result *result)
{
    if (!result) return;
    kamm_release(result->series);
    kamm_release(result);
}
