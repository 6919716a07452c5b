/* Residuals of points: each run of each point is a drive of its own, on any thread. */
#include <math.h>
#include <string.h>

#include <kamm/world.h>

#include "base/error.h"
#include "base/float_mode.h"
#include "lab/car_fit.h"
#include "lab/replay.h"
#include "lab/sweep.h"

double kamm_fit_at(const struct fit_variable *variable, double place)
{
    const kamm_fit_parameter *p = &variable->parameter;
    if (place == variable->start_place) return variable->start; /* to the bit, as are the ends */
    return place >= 1 ? p->high : p->low + place * (p->high - p->low);
}

kamm_result kamm_fit_apply(const struct car_fit *fit, const double *place, kamm_vehicle_def *def,
                           kamm_surface *surface, kamm_error *error)
{
    *surface = fit->surface;
    for (int i = 0; i < fit->count; ++i) {
        const struct fit_variable *variable = &fit->variables[i];
        if (variable->kind != FIT_CAR) continue;
        kamm_result result = kamm_sweep_set_value(
            variable->parameter.path, kamm_fit_at(variable, place[i]), def, surface, error);
        if (result) return result;
    }
    return KAMM_OK;
}

/* -- Interpolation -- */

/* Lagrange's cubic through four points around `time_s`, a line or the end's value where there are fewer. `row` is where
 * the last search ended. */
static double value_at(const double *times_s, const double *values, int count, double time_s,
                       int *row)
{
    while (*row + 2 < count && times_s[*row + 1] <= time_s) ++*row;
    while (*row > 0 && times_s[*row] > time_s) --*row;
    if (time_s <= times_s[0]) return values[0];
    if (time_s >= times_s[count - 1]) return values[count - 1];
    int first = *row - 1, last = *row + 2;
    if (first < 0 || last >= count) first = *row, last = *row + 1;
    double sum = 0;
    for (int i = first; i <= last; ++i) {
        double share = values[i];
        for (int j = first; j <= last; ++j)
            if (j != i) share *= (time_s - times_s[j]) / (times_s[i] - times_s[j]);
        sum += share;
    }
    return sum;
}

/* The same at equal distances of 1. */
static double value_of_step(const double *values, int count, double at)
{
    if (count < 2) return values[0];
    int row = at > 0 ? (int)at : 0;
    if (row > count - 2) row = count - 2;
    double x = fmin(fmax(at - row, 0), 1), next = values[row + 1], here = values[row];
    if (row < 1 || row > count - 3) return here + x * (next - here);
    double before = values[row - 1], after = values[row + 2];
    double low = x + 1, back = x - 1, far = x - 2;
    return -before * x * back * far / 6 + here * low * back * far / 2 - next * low * x * far / 2 +
           after * low * x * back / 6;
}

/* -- A log as a point has it -- */

struct point_log {
    drive_log log;
    double *own[FIT_PARAMETERS]; /* columns that it does not share */
    int own_count;
};

/* A copy of a column, or zeros; NULL: out of memory. */
static double *own_column(struct point_log *at, int column)
{
    double *shared = at->log.columns[column];
    for (int i = 0; i < at->own_count; ++i)
        if (at->own[i] == shared && shared) return shared;
    double *own = kamm_allocate_array((size_t)at->log.rows, sizeof *own);
    if (!own) return NULL;
    if (shared) memcpy(own, shared, (size_t)at->log.rows * sizeof *own);
    at->own[at->own_count++] = own;
    at->log.columns[column] = own;
    return own;
}

static int column_named(const char *name)
{
    for (int i = 0; i < LOG_COLUMNS; ++i)
        if (strcmp(kamm_log_column_name((enum log_column)i), name) == 0) return i;
    return -1;
}

/* The quantity by what its sensor shows: value = (shown(t + delay) - offset) / scale. 0: out of memory. */
static int correct_input(const struct car_fit *fit, const double *place, int input,
                         struct point_log *at)
{
    double offset = 0, scale = 1, delay_s = 0;
    const double *shown = at->log.columns[input], *times_s = at->log.columns[LOG_TIME];
    for (int i = 0; i < fit->count; ++i) {
        const struct fit_variable *variable = &fit->variables[i];
        if (variable->input != input || variable->kind < FIT_OFFSET) continue;
        double value = kamm_fit_at(variable, place[i]);
        if (variable->kind == FIT_OFFSET) offset = value;
        if (variable->kind == FIT_SCALE) scale = value;
        if (variable->kind == FIT_DELAY) delay_s = value;
    }
    double *own = own_column(at, input);
    if (!own) return 0;
    for (int row = 0, near = 0; row < at->log.rows; ++row) {
        double value = delay_s == 0
                           ? shown[row]
                           : value_at(times_s, shown, at->log.rows, times_s[row] + delay_s, &near);
        own[row] = (value - offset) / scale;
    }
    return 1;
}

static int take_point(const struct car_fit *fit, const double *place, const struct fit_run *run,
                      struct point_log *at)
{
    unsigned char is_done[LOG_COLUMNS] = {0};
    at->log = *run->log;
    at->log.row = 0;
    for (int i = 0; i < fit->count; ++i) {
        const struct fit_variable *variable = &fit->variables[i];
        if (variable->kind == FIT_START && variable->source == run->source) {
            double *own = own_column(at, column_named(variable->column));
            if (!own) return 0;
            own[0] = kamm_fit_at(variable, place[i]);
        }
        int input = variable->input;
        if (input < 0 || is_done[input] || !at->log.columns[input]) continue;
        is_done[input] = 1;
        if (!correct_input(fit, place, input, at)) return 0;
    }
    return 1;
}

/* -- Traces -- */

/* The compared channels, substep by substep. */
struct trace {
    const struct car_fit *fit;
    const struct fit_run *run;
    double substep_s;
    int room, count;
    double *values; /* [series][room]; NULL: out of memory */
};

static void begin_trace(const kamm_cars *cars, struct trace *trace)
{
    const drive_log *log = trace->run->log;
    double span_s = log->columns[LOG_TIME][log->rows - 1] - log->columns[LOG_TIME][0];
    trace->substep_s = kamm_describe(kamm_model_of(cars, 0)).substep_s;
    trace->room = (int)(span_s / trace->substep_s) + 4;
    trace->values = kamm_allocate_array(
        kamm_product((size_t)trace->run->series_count, (size_t)trace->room), sizeof *trace->values);
}

static void observe(const kamm_cars *cars, void *user)
{
    struct trace *trace = user;
    const struct fit_series *series = trace->fit->series + trace->run->first_series;
    if (!trace->room) begin_trace(cars, trace);
    if (!trace->values || trace->count == trace->room) return;
    for (int s = 0; s < trace->run->series_count; ++s) {
        double *to = trace->values + (size_t)s * (size_t)trace->room + trace->count;
        *to = series[s].wheel < 0 ? kamm_read(cars, 0, (kamm_channel)series[s].channel)
                                  : kamm_read_wheel(cars, 0, series[s].wheel,
                                                    (kamm_wheel_channel)series[s].channel);
    }
    ++trace->count;
}

static double of_sensor(const struct car_fit *fit, int variable, const double *place, double none)
{
    return variable < 0 ? none : kamm_fit_at(&fit->variables[variable], place[variable]);
}

/* 0: the car's motion is not finite. */
static int compare_series(const struct trace *trace, int at, struct fit_point *point)
{
    int is_finite = 1;
    const struct car_fit *fit = trace->fit;
    const struct fit_series *series = &fit->series[trace->run->first_series + at];
    const double *model = trace->values + (size_t)at * (size_t)trace->room;
    const double *times_s = trace->run->log->columns[LOG_TIME];
    double offset = of_sensor(fit, series->offset, point->place, 0);
    double scale = of_sensor(fit, series->scale, point->place, 1);
    double delay_s = of_sensor(fit, series->delay, point->place, 0);
    for (int i = 0; i < series->told.rows; ++i) {
        int row = series->first_row + i, to = series->first + i;
        double step = (times_s[row] - times_s[0] - delay_s) / trace->substep_s;
        double value = value_of_step(model, trace->count, step);
        point->residuals[to] = scale * value + offset - series->measured[row];
        is_finite &= isfinite(point->residuals[to]) != 0;
        if (!point->values) continue;
        point->values[to] = value;
        point->slopes[to] = (value_of_step(model, trace->count, step + 0.5) -
                             value_of_step(model, trace->count, step - 0.5)) /
                            trace->substep_s;
    }
    return is_finite;
}

/* -- Drives -- */

static int ask_to_stop(void *user)
{
    struct car_fit *fit = user;
    return fit->def->is_stopped && fit->def->is_stopped(fit->def->user);
}

static int ask_in_log(double done_s, double all_s, void *user)
{
    (void)done_s, (void)all_s;
    return ask_to_stop(user);
}

static kamm_result drive_log_of(struct car_fit *fit, const struct fit_run *run,
                                const kamm_vehicle_file *car, const kamm_surface *surface,
                                struct fit_point *point, kamm_error *error)
{
    const kamm_replay_options options = {
        .surface = surface, .rung = fit->def->rung, .progress = ask_in_log, .user = fit};
    struct trace trace = {.fit = fit, .run = run};
    struct point_log *at = kamm_allocate(sizeof *at);
    log_observer observer = {observe, &trace};
    kamm_result result = KAMM_ERROR_MEMORY;
    if (at && take_point(fit, point->place, run, at))
        result = kamm_drive_log(&at->log, car, &options, &observer, NULL, error);
    if (!result && !trace.values) result = KAMM_ERROR_MEMORY;
    if (result == KAMM_ERROR_MEMORY) kamm_fail(error, KAMM_ERROR_MEMORY, "", "fit: out of memory");
    for (int s = 0; s < run->series_count && !result; ++s)
        if (!compare_series(&trace, s, point))
            result = kamm_fail(error, KAMM_ERROR_RANGE, "", "%s: the car's step fails on it",
                               fit->def->sources[run->source].path);
    for (int i = 0; at && i < at->own_count; ++i) kamm_release(at->own[i]);
    kamm_release(trace.values);
    kamm_release(at);
    return result;
}

static kamm_result drive_test_of(struct car_fit *fit, const struct fit_run *run,
                                 const kamm_vehicle_file *car, const kamm_surface *surface,
                                 struct fit_point *point, kamm_error *error)
{
    const kamm_test_options options = {
        .surface = surface, .rung = fit->def->rung, .is_stopped = ask_to_stop, .user = fit};
    kamm_test_result *found = kamm_allocate(sizeof *found);
    if (!found) return kamm_fail(error, KAMM_ERROR_MEMORY, "", "fit: out of memory");
    kamm_result result = kamm_run_test(run->test->name, car, &options, found, error);
    for (int s = 0; s < run->series_count && !result; ++s) {
        const struct fit_series *series = &fit->series[run->first_series + s];
        const kamm_figure *figure = &found->figures[series->figure];
        point->residuals[series->first] = figure->value - *series->measured;
        if (point->values) point->values[series->first] = point->slopes[series->first] = 0;
        if (!isfinite(figure->value))
            result = kamm_fail(error, KAMM_ERROR_RANGE, series->told.name,
                               "%s: the car has no such figure%s%s", series->told.name,
                               *figure->note ? ": " : "", figure->note);
    }
    kamm_release(found);
    return result;
}

static kamm_result drive_run(struct car_fit *fit, const struct fit_run *run,
                             struct fit_point *point, kamm_error *error)
{
    kamm_surface surface;
    kamm_vehicle_file *car = kamm_allocate(sizeof *car);
    if (!car) return kamm_fail(error, KAMM_ERROR_MEMORY, "", "fit: out of memory");
    *car = *fit->def->car;
    kamm_result result = kamm_fit_apply(fit, point->place, &car->def, &surface, error);
    const kamm_surface *used = fit->has_surface ? &surface : NULL;
    if (!result)
        result = run->log ? drive_log_of(fit, run, car, used, point, error)
                          : drive_test_of(fit, run, car, used, point, error);
    kamm_release(car);
    return result;
}

struct fit_batch {
    struct car_fit *fit;
    struct fit_point *points;
    kamm_result *results; /* [point][run] */
    int with_checks;
};

static void drive_task(void *context, int index)
{
    KAMM_FLOAT_MODE;
    struct fit_batch *batch = context;
    struct car_fit *fit = batch->fit;
    kamm_error error;
    const struct fit_run *run = &fit->runs[index % fit->run_count];
    if (run->is_check && !batch->with_checks) return;
    batch->results[index] = drive_run(fit, run, &batch->points[index / fit->run_count], &error);
}

static kamm_result take_results(struct fit_batch *batch, int count)
{
    struct car_fit *fit = batch->fit;
    for (int i = 0; i < count * fit->run_count; ++i) {
        if (!batch->results[i]) continue;
        batch->points[i / fit->run_count].has_failed = 1;
        if (batch->results[i] == KAMM_ERROR_STOPPED) fit->is_stopped = 1;
        if (batch->results[i] == KAMM_ERROR_MEMORY)
            return kamm_fail(fit->error, KAMM_ERROR_MEMORY, "", "fit: out of memory");
    }
    if (fit->is_stopped)
        return kamm_fail(fit->error, KAMM_ERROR_STOPPED, "", "the fit was stopped");
    return KAMM_OK;
}

kamm_result kamm_fit_drive(struct car_fit *fit, int count, struct fit_point *points,
                           int with_checks)
{
    struct fit_batch batch = {.fit = fit, .points = points, .with_checks = with_checks};
    size_t tasks = kamm_product((size_t)count, (size_t)fit->run_count);
    batch.results = kamm_allocate_array(tasks + 1, sizeof *batch.results);
    if (!batch.results) return kamm_fail(fit->error, KAMM_ERROR_MEMORY, "", "fit: out of memory");
    for (int i = 0; i < count; ++i) points[i].has_failed = 0;
    if (fit->threads)
        kamm_run_on_threads(fit->threads, (int)tasks, drive_task, &batch);
    else
        for (int i = 0; i < (int)tasks; ++i) drive_task(&batch, i);
    fit->evaluations += count;
    kamm_result result = take_results(&batch, count);
    kamm_release(batch.results);
    return result;
}

kamm_result kamm_fit_explain(struct car_fit *fit, const struct fit_point *point, int with_checks)
{
    struct fit_point again = *point;
    for (int i = 0; i < fit->run_count; ++i) {
        if (fit->runs[i].is_check && !with_checks) continue;
        kamm_result result = drive_run(fit, &fit->runs[i], &again, fit->error);
        if (result) return result;
    }
    return kamm_fail(fit->error, KAMM_ERROR_RANGE, "", "fit: the car can't be driven");
}
