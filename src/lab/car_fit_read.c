/* The task of a fit: its logs and what is compared of them, and its parameters. */
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "fields/fields.h"
#include "io/notes.h"
#include "lab/car_fit.h"
#include "lab/sweep.h"

void kamm_fit_clear(struct car_fit *fit)
{
    for (int i = 0; i < fit->series_count; ++i)
        if (fit->series[i].told.is_figure) kamm_release((double *)fit->series[i].measured);
    for (int i = 0; i < fit->run_count; ++i) {
        if (fit->runs[i].log) kamm_free_drive_log(fit->runs[i].log);
        kamm_release(fit->runs[i].log);
    }
    kamm_release(fit->series);
}

/* -- Logs -- */

static int is_held_speed(const drive_log *log)
{
    return !log->columns[LOG_throttle] && !log->columns[LOG_brake] &&
           !log->columns[LOG_acceleration_mps2];
}

/* What the log has measured of a channel; NULL if it has not. */
static const double *measured_of(const drive_log *log, const char *name)
{
    for (int i = LOG_SPEED; i < LOG_COLUMNS; ++i)
        if (strcmp(kamm_log_column_name((enum log_column)i), name) == 0) return log->columns[i];
    for (int i = 0; i < log->measured_count; ++i)
        if (strcmp(log->measured[i].name, name) == 0) return log->measured[i].values;
    return NULL;
}

/* The channel of a name that exists. */
static const kamm_field_info *channel_of(const char *name, int *wheel, int *channel)
{
    int count, digits = 0, is_wheel = sscanf(name, "wheel%2d_%n", wheel, &digits) == 1 && digits;
    const kamm_field_info *channels =
        is_wheel ? kamm_wheel_channel_fields(&count) : kamm_channel_fields(&count);
    if (!is_wheel) *wheel = -1;
    for (*channel = 0; *channel < count; ++*channel)
        if (strcmp(channels[*channel].name, name + (is_wheel ? digits : 0)) == 0)
            return &channels[*channel];
    return NULL;
}

static double spread_of(const double *values, int count)
{
    double mean = 0, sum = 0;
    for (int i = 0; i < count; ++i) mean += values[i] / count;
    for (int i = 0; i < count; ++i) sum += (values[i] - mean) * (values[i] - mean);
    double spread = sqrt(sum / count);
    return spread > 0 ? spread : mean != 0 ? fabs(mean) : 1;
}

static kamm_result choose_rows(const struct car_fit *fit, const struct fit_run *run,
                               struct fit_series *series)
{
    const kamm_fit_def *def = fit->def;
    const double *times_s = run->log->columns[LOG_TIME];
    int is_all = def->from_s == 0 && def->to_s == 0, first = 0, last = run->log->rows;
    while (!is_all && first < last && times_s[first] < def->from_s) ++first;
    while (!is_all && last > first && times_s[last - 1] > def->to_s) --last;
    series->first_row = first;
    series->told.rows = last - first;
    if (last > first) return KAMM_OK;
    return kamm_fail(fit->error, KAMM_ERROR_RANGE, "from_s", "%s: it has no row from %g to %g s",
                     def->sources[run->source].path, def->from_s, def->to_s);
}

static kamm_result add_channel(struct car_fit *fit, const struct fit_run *run, const char *name,
                               double noise, const double *measured)
{
    struct fit_series *series = kamm_fit_add_series(fit);
    const kamm_fit_source *source = &fit->def->sources[run->source];
    if (!series) return kamm_fail(fit->error, KAMM_ERROR_MEMORY, "", "fit: out of memory");
    const kamm_field_info *info = channel_of(name, &series->wheel, &series->channel);
    snprintf(series->told.name, sizeof series->told.name, "%s", name);
    snprintf(series->told.unit, sizeof series->told.unit, "%s", info->unit);
    series->told.source = run->source;
    series->told.is_check = source->is_check;
    series->told.measured = series->told.before = series->told.after = NAN;
    series->measured = measured;
    series->weight = source->weight > 0 ? source->weight : 1;
    kamm_result result = choose_rows(fit, run, series);
    if (result) return result;
    series->size = spread_of(measured + series->first_row, series->told.rows);
    series->noise_is_given = noise > 0;
    series->noise = noise > 0 ? noise : 0.05 * series->size;
    return KAMM_OK;
}

/* Whether the rung has the channel; and the wheel, where it is one's. */
static int has_channel(const struct car_fit *fit, const char *name)
{
    int wheel, channel, wheels = 0;
    const kamm_field_info *info = channel_of(name, &wheel, &channel);
    kamm_rung rung = fit->def->rung ? fit->def->rung : KAMM_RUNG_DEFAULT;
    const kamm_vehicle_def *def = &fit->def->car->def;
    for (int i = 0; i < def->axles_count; ++i)
        wheels += def->axles[i].wheels == KAMM_WHEELS_SINGLE ? 1 : 2;
    return info && wheel < wheels && kamm_lowest_rung_with(info->needs) <= rung;
}

static kamm_result compare_all(struct car_fit *fit, const struct fit_run *run)
{
    const drive_log *log = run->log;
    kamm_result result = KAMM_OK;
    for (int i = LOG_SPEED; i < LOG_COLUMNS + log->measured_count && !result; ++i) {
        const char *name = i < LOG_COLUMNS ? kamm_log_column_name((enum log_column)i)
                                           : log->measured[i - LOG_COLUMNS].name;
        const double *values = measured_of(log, name);
        if (!values || i == LOG_X || i == LOG_Y || i == LOG_YAW) continue;
        if (i == LOG_SPEED && is_held_speed(log)) continue;
        if (fit->series_count - run->first_series == KAMM_MAX_FIT_CHANNELS)
            return kamm_fail(fit->error, KAMM_ERROR_RANGE, "channels",
                             "%s: more than %d channels are measured; a list of channels chooses "
                             "what is compared",
                             fit->def->sources[run->source].path, KAMM_MAX_FIT_CHANNELS);
        if (has_channel(fit, name))
            result = add_channel(fit, run, name, 0, values);
        else
            kamm_add_note(fit->notes,
                          "%s: %s is not compared: the rung or the car does not have it",
                          fit->def->sources[run->source].path, name);
    }
    return result;
}

/* Columns that are left unused get a note, one for all. */
static void note_unused(const struct car_fit *fit, const struct fit_run *run)
{
    const char *first = NULL;
    int count = 0;
    for (int i = 0; i < run->log->measured_count; ++i) {
        const char *name = run->log->measured[i].name;
        int is_used = 0;
        for (int s = run->first_series; s < fit->series_count; ++s)
            is_used |= strcmp(fit->series[s].told.name, name) == 0;
        if (is_used) continue;
        if (!count++) first = name;
    }
    if (count)
        kamm_add_note(fit->notes, "%s: %d measured channels are not compared, such as %s",
                      fit->def->sources[run->source].path, count, first);
}

static kamm_result compare_listed(struct car_fit *fit, const struct fit_run *run)
{
    kamm_result result = KAMM_OK;
    for (int i = 0; i < fit->def->channel_count && !result; ++i) {
        const kamm_fit_channel *channel = &fit->def->channels[i];
        const double *values = measured_of(run->log, channel->name);
        if (!values) continue;
        if (!has_channel(fit, channel->name))
            return kamm_fail(fit->error, KAMM_ERROR_RANGE, channel->name,
                             "%s can't be compared: the rung or the car does not have it",
                             channel->name);
        result = add_channel(fit, run, channel->name, channel->noise, values);
    }
    note_unused(fit, run);
    return result;
}

static kamm_result read_log(struct car_fit *fit, int source)
{
    const kamm_fit_source *from = &fit->def->sources[source];
    if (fit->run_count == FIT_RUNS)
        return kamm_fail(fit->error, KAMM_ERROR_RANGE, from->path,
                         "%s: logs and road tests are more than %d", from->path, FIT_RUNS);
    struct fit_run *run = &fit->runs[fit->run_count];
    *run = (struct fit_run){.log = kamm_allocate(sizeof *run->log),
                            .source = source,
                            .is_check = from->is_check,
                            .first_series = fit->series_count};
    if (!run->log) return kamm_fail(fit->error, KAMM_ERROR_MEMORY, "", "fit: out of memory");
    ++fit->run_count;
    run->log->wants_measured = run->log->is_smooth = 1;
    kamm_result result =
        kamm_read_drive_log(from->path, from->columns, run->log, fit->notes, fit->error);
    if (!result && !run->log->columns[LOG_SPEED])
        kamm_add_warning(fit->notes, "%s: it has no speed_mps: the car starts at rest", from->path);
    if (!result)
        result = fit->def->channel_count ? compare_listed(fit, run) : compare_all(fit, run);
    run->series_count = fit->series_count - run->first_series;
    return result;
}

static int is_json(const char *path)
{
    size_t length = strlen(path);
    return length > 5 && strcmp(path + length - 5, ".json") == 0;
}

/* A name without its unit is as near as can be. */
static void suggest_column(kamm_nearest *nearest, const char *name, const char *column)
{
    size_t length = strlen(name);
    kamm_suggest_name(nearest, column);
    if (strncmp(column, name, length) != 0 || column[length] != '_') return;
    if (nearest->distance == 0 && strlen(nearest->best) <= strlen(column)) return;
    nearest->distance = 0;
    snprintf(nearest->best, sizeof nearest->best, "%s", column);
}

static kamm_result fail_unmeasured(const struct car_fit *fit, const char *name, const char *what)
{
    kamm_nearest nearest = kamm_start_nearest(name, strlen(name));
    for (int r = 0; r < fit->run_count; ++r) {
        const drive_log *log = fit->runs[r].log;
        for (int i = LOG_ROAD_WHEEL; log && i < LOG_COLUMNS; ++i)
            if (log->columns[i])
                suggest_column(&nearest, name, kamm_log_column_name((enum log_column)i));
        for (int i = 0; log && i < log->measured_count; ++i)
            suggest_column(&nearest, name, log->measured[i].name);
    }
    return kamm_fail(fit->error, KAMM_ERROR_UNKNOWN, name, "%s: no log %s%s%s", name, what,
                     *nearest.best ? "; did you mean " : "", nearest.best);
}

static kamm_result check_channels(const struct car_fit *fit)
{
    for (int i = 0; i < fit->def->channel_count; ++i) {
        const char *name = fit->def->channels[i].name;
        int is_used = 0;
        for (int s = 0; s < fit->series_count; ++s)
            is_used |= strcmp(fit->series[s].told.name, name) == 0;
        if (!is_used) return fail_unmeasured(fit, name, "has measured it");
    }
    for (int r = 0; r < fit->run_count; ++r) {
        const char *path = fit->def->sources[fit->runs[r].source].path;
        if (!fit->runs[r].series_count)
            return kamm_fail(fit->error, KAMM_ERROR_MISSING, path,
                             "%s: none of its columns is compared", path);
    }
    return KAMM_OK;
}

static kamm_result read_sources(struct car_fit *fit)
{
    const kamm_fit_def *def = fit->def;
    int fitted = 0;
    for (int i = 0; i < def->source_count; ++i) {
        const char *path = def->sources[i].path;
        kamm_result result = is_json(path) ? kamm_fit_read_figures(fit, i) : read_log(fit, i);
        if (result) return result;
        fitted += !def->sources[i].is_check;
    }
    for (int i = 0; i < fit->series_count; ++i) {
        fit->series[i].first = fit->residuals;
        fit->residuals += fit->series[i].told.rows;
    }
    if (fitted) return check_channels(fit);
    return kamm_fail(fit->error, KAMM_ERROR_MISSING, "sources",
                     "fit: no log or file of figures to fit to; all are held out");
}

/* -- Parameters -- */

static kamm_result fail_range(const struct car_fit *fit, const char *path, const char *format,
                              double first, double last, double value)
{
    char text[200];
    snprintf(text, sizeof text, format, first, last, value);
    return kamm_fail(fit->error, KAMM_ERROR_RANGE, path, "%s: %s", path, text);
}

/* Both ends and a value between, which no flag or choice takes, on a car and a surface that are thrown away. */
static kamm_result check_values(const struct car_fit *fit, const kamm_fit_parameter *parameter,
                                kamm_error *error)
{
    kamm_surface surface = fit->surface;
    kamm_result result = KAMM_OK;
    kamm_vehicle_def *def = kamm_allocate(sizeof *def);
    if (!def) return kamm_fail(error, KAMM_ERROR_MEMORY, "", "fit: out of memory");
    *def = fit->def->car->def;
    const double shares[] = {0, 1, 0.382};
    for (int i = 0; i < 3 && !result; ++i)
        result = kamm_sweep_set_value(
            parameter->path, parameter->low + shares[i] * (parameter->high - parameter->low), def,
            &surface, error);
    kamm_release(def);
    return result;
}

static kamm_result prepare_car(struct car_fit *fit, struct fit_variable *variable)
{
    kamm_fit_parameter *p = &variable->parameter;
    kamm_result result = kamm_sweep_get_value(p->path, &fit->def->car->def, &fit->surface,
                                              &variable->start, fit->error);
    if (result) return result;
    if (strncmp(p->path, "surface.", 8) == 0) fit->has_surface = 1;
    int is_usual = p->low == 0 && p->high == 0;
    if (is_usual) {
        p->low = fmin(variable->start / 2, variable->start * 2);
        p->high = fmax(variable->start / 2, variable->start * 2);
    }
    if (!is_usual && !(p->low < p->high)) return KAMM_OK; /* told later */
    if (!is_usual) return check_values(fit, p, fit->error);
    kamm_error own;
    if (variable->start != 0 && check_values(fit, p, &own) == KAMM_OK) return KAMM_OK;
    return fail_range(fit, p->path, "the car has %g; a range LOW:HIGH is needed", variable->start,
                      0, 0);
}

static int input_named(const char *name)
{
    for (int i = LOG_ROAD_WHEEL; i < LOG_SPEED; ++i)
        if (strcmp(kamm_log_column_name((enum log_column)i), name) == 0) return i;
    return -1;
}

static double largest(const double *values, int rows)
{
    double most = 0;
    for (int i = 0; i < rows; ++i) most = fmax(most, fabs(values[i]));
    return most > 0 ? most : 1;
}

static void set_usual(kamm_fit_parameter *p, double low, double high)
{
    if (p->low != 0 || p->high != 0) return;
    p->low = low;
    p->high = high;
}

/* Ties a sensor to the series and inputs that it shows; returns the largest value that it has shown, 0: none. */
static double tie_sensor(struct car_fit *fit, struct fit_variable *variable, int at)
{
    double most = 0;
    for (int s = 0; s < fit->series_count; ++s) {
        struct fit_series *series = &fit->series[s];
        if (series->told.is_figure || strcmp(series->told.name, variable->column) != 0) continue;
        if (variable->kind == FIT_OFFSET) series->offset = at;
        if (variable->kind == FIT_SCALE) series->scale = at;
        if (variable->kind == FIT_DELAY) series->delay = at;
        variable->is_analytic = 1;
        most = fmax(most, largest(series->measured + series->first_row, series->told.rows));
    }
    if (most > 0) return most;
    int input = input_named(variable->column);
    for (int r = 0; r < fit->run_count && input >= 0; ++r) {
        const drive_log *log = fit->runs[r].log;
        if (!log || !log->columns[input]) continue;
        variable->input = input;
        most = fmax(most, largest(log->columns[input], log->rows));
    }
    return most;
}

static int holds_between_rows(int input)
{
    return input == LOG_gear || input == LOG_road_wheel_rate_radps ||
           input == LOG_acceleration_mps2;
}

static kamm_result prepare_sensor(struct car_fit *fit, struct fit_variable *variable, int at)
{
    kamm_fit_parameter *p = &variable->parameter;
    const char *dot = strrchr(p->path, '.'), *name = p->path + strlen("sensors.");
    static const char *const kinds[] = {"offset", "scale", "delay_s"};
    int kind = 0;
    while (kind < 3 && (dot < name || strcmp(dot + 1, kinds[kind]) != 0)) ++kind;
    if (kind == 3 || dot - name >= (int)sizeof variable->column)
        return kamm_fail(fit->error, KAMM_ERROR_UNKNOWN, p->path,
                         "%s: a sensor has sensors.COLUMN.offset, .scale and .delay_s", p->path);
    variable->kind = (enum fit_kind)(FIT_OFFSET + kind);
    snprintf(variable->column, sizeof variable->column, "%.*s", (int)(dot - name), name);
    variable->start = variable->kind == FIT_SCALE ? 1 : 0;
    double most = tie_sensor(fit, variable, at);
    if (most == 0) return fail_unmeasured(fit, variable->column, "compares or drives by it");
    if (variable->kind == FIT_DELAY && holds_between_rows(variable->input))
        return kamm_fail(fit->error, KAMM_ERROR_RANGE, p->path,
                         "%s: the column holds from row to row; it has no delay", p->path);
    if (variable->kind == FIT_OFFSET) set_usual(p, -most, most);
    if (variable->kind == FIT_SCALE) set_usual(p, 0.5, 2);
    if (variable->kind == FIT_DELAY) set_usual(p, -0.1, 0.1);
    if (variable->kind == FIT_SCALE && !(p->low > 0))
        return fail_range(fit, p->path, "a scale has to be above 0; the range begins at %g", p->low,
                          0, 0);
    return KAMM_OK;
}

/* "sources[0].start.speed_mps" */
static kamm_result prepare_start(struct car_fit *fit, struct fit_variable *variable)
{
    kamm_fit_parameter *p = &variable->parameter;
    int source = -1, length = 0;
    const struct fit_run *run = NULL;
    sscanf(p->path, "sources[%d].start.%n", &source, &length);
    for (int r = 0; r < fit->run_count; ++r)
        if (fit->runs[r].source == source && fit->runs[r].log) run = &fit->runs[r];
    size_t used = strlen(p->path + length), room = sizeof variable->column - 1;
    if (used > room) used = room;
    memcpy(variable->column, p->path + length, used);
    variable->column[used] = 0;
    for (int i = LOG_SPEED; length && run && i < LOG_COLUMNS; ++i) {
        const double *values = run->log->columns[i];
        if (strcmp(kamm_log_column_name((enum log_column)i), variable->column) != 0 || !values)
            continue;
        double most = 0.2 * largest(values, run->log->rows);
        variable->kind = FIT_START;
        variable->source = source;
        variable->start = values[0];
        set_usual(p, values[0] - most, values[0] + most);
        return KAMM_OK;
    }
    return kamm_fail(fit->error, KAMM_ERROR_UNKNOWN, p->path,
                     "%s: sources[N].start.COLUMN is wanted, with the number of a log, from 0, and "
                     "its column speed_mps, yaw_rate_radps, sideslip_rad, yaw_rad, x_m or y_m",
                     p->path);
}

static kamm_result check_parameter(const struct car_fit *fit, const struct fit_variable *variable)
{
    const kamm_fit_parameter *p = &variable->parameter;
    if (!isfinite(p->low) || !isfinite(p->high) || !(p->low < p->high))
        return fail_range(fit, p->path, "from %g to %g does not rise", p->low, p->high, 0);
    if (!(variable->start >= p->low && variable->start <= p->high))
        return fail_range(fit, p->path,
                          "the range %g to %g does not contain the value to begin with, %g", p->low,
                          p->high, variable->start);
    if (!(p->spread >= 0) || !isfinite(p->prior) || !isfinite(p->spread))
        return fail_range(fit, p->path, "a prior of %g with a spread of %g; it has to be above 0",
                          p->prior, p->spread, 0);
    return KAMM_OK;
}

static kamm_result prepare_parameter(struct car_fit *fit, int at)
{
    struct fit_variable *variable = &fit->variables[at];
    variable->parameter = fit->def->parameters[at];
    variable->input = -1;
    const char *path = variable->parameter.path;
    for (int i = 0; i < at; ++i)
        if (strcmp(fit->variables[i].parameter.path, path) == 0)
            return kamm_fail(fit->error, KAMM_ERROR_FORMAT, path, "%s is free twice", path);
    kamm_result result;
    if (strncmp(path, "sensors.", 8) == 0)
        result = prepare_sensor(fit, variable, at);
    else if (strncmp(path, "sources[", 8) == 0)
        result = prepare_start(fit, variable);
    else
        result = prepare_car(fit, variable);
    if (!result) result = check_parameter(fit, variable);
    const kamm_fit_parameter *p = &variable->parameter;
    if (!result) variable->start_place = (variable->start - p->low) / (p->high - p->low);
    return result;
}

/* Rows whose time in the car's motion would be before its start or behind its end are not compared. */
static kamm_result leave_out_ends(const struct car_fit *fit, struct fit_series *series)
{
    if (series->delay < 0) return KAMM_OK;
    const kamm_fit_parameter *delay = &fit->variables[series->delay].parameter;
    const double *times_s = NULL;
    int rows = 0;
    for (int r = 0; r < fit->run_count; ++r)
        if (fit->runs[r].source == series->told.source && fit->runs[r].log) {
            times_s = fit->runs[r].log->columns[LOG_TIME];
            rows = fit->runs[r].log->rows;
        }
    int first = series->first_row, last = first + series->told.rows;
    while (first < last && times_s[first] - times_s[0] < delay->high) ++first;
    while (last > first && times_s[rows - 1] - times_s[last - 1] < -delay->low) --last;
    series->first_row = first;
    series->told.rows = last - first;
    if (last > first) return KAMM_OK;
    return kamm_fail(fit->error, KAMM_ERROR_RANGE, delay->path,
                     "%s: no row of %s is left with delays of %g to %g s", delay->path,
                     fit->def->sources[series->told.source].path, delay->low, delay->high);
}

kamm_result kamm_fit_read(const kamm_fit_def *def, struct car_fit *fit)
{
    fit->def = def;
    fit->count = def->parameter_count;
    fit->surface = (kamm_surface){.name = "dry_asphalt", .friction = 1};
    if (def->surface) fit->surface = *def->surface;
    fit->has_surface = def->surface != NULL;
    kamm_result result = read_sources(fit);
    for (int i = 0; i < fit->count && !result; ++i) result = prepare_parameter(fit, i);
    fit->residuals = 0;
    for (int i = 0; i < fit->series_count && !result; ++i) {
        result = leave_out_ends(fit, &fit->series[i]);
        fit->series[i].first = fit->residuals;
        fit->residuals += fit->series[i].told.rows;
    }
    return result;
}
