/* Which car each run of a sweep drives.
 *
 * Samples are a Latin hypercube (McKay, Beckman and Conover 1979): each axis is cut into as many strips as there are
 * samples, and each strip has one. Every run draws a number for each axis, from the seed, the axis and its own
 * number alone; the order of these numbers is the order of the strips, and a second number is the place in the strip.
 * So any shard knows all of it. */
#include "lab/sweep.h"

#include <kamm/version.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "fields/fields.h"
#include "lab/scenario.h"
#include "lab/tests.h"

/* Values of the surface that a sweep may vary. */
static const struct surface_field {
    const char *path;
    size_t offset;
    double min, max;
} surface_fields[] = {
    {"surface.friction", offsetof(kamm_surface, friction), 0, 2},
    {"surface.sliding_loss", offsetof(kamm_surface, sliding_loss), 0, 0.95},
    {"surface.rolling_resistance", offsetof(kamm_surface, rolling_resistance), 0, 1},
    {"surface.sinkage_m", offsetof(kamm_surface, sinkage_m), 0, 0.5},
    {"surface.sinkage_drag", offsetof(kamm_surface, sinkage_drag), 0, 1},
    {"surface.water_m", offsetof(kamm_surface, water_m), 0, 0.1},
};
enum { SURFACE_FIELDS = sizeof surface_fields / sizeof *surface_fields };

static int is_of_surface(const char *path) { return strncmp(path, "surface.", 8) == 0; }

int kamm_sweep_varies_surface(const sweep_plan *plan)
{
    for (int i = 0; i < plan->axis_count; ++i)
        if (is_of_surface(plan->axes[i].path)) return 1;
    return 0;
}

static kamm_result set_surface(kamm_surface *surface, const char *path, double value,
                               kamm_error *error)
{
    kamm_nearest nearest = kamm_start_nearest(path, strlen(path));
    for (int i = 0; i < SURFACE_FIELDS; ++i) {
        const struct surface_field *field = &surface_fields[i];
        kamm_suggest_name(&nearest, field->path);
        if (strcmp(field->path, path) != 0) continue;
        if (!(value >= field->min && value <= field->max))
            return kamm_fail(error, KAMM_ERROR_RANGE, path,
                             "%s: %.9g is out of range; allowed: %g to %g", path, value, field->min,
                             field->max);
        *(float *)((char *)surface + field->offset) = (float)value;
        return KAMM_OK;
    }
    return kamm_fail(error, KAMM_ERROR_UNKNOWN, path,
                     "%s: there is no such number of a surface%s%s", path,
                     *nearest.best ? "; did you mean " : "", nearest.best);
}

kamm_result kamm_sweep_set_value(const char *path, double value, kamm_vehicle_def *def,
                                 kamm_surface *surface, kamm_error *error)
{
    if (is_of_surface(path)) return set_surface(surface, path, value, error);
    return kamm_set_number(kamm_vehicle_table(), def, path, value, error);
}

kamm_result kamm_sweep_get_value(const char *path, const kamm_vehicle_def *def,
                                 const kamm_surface *surface, double *value, kamm_error *error)
{
    kamm_surface copy = *surface;
    if (!is_of_surface(path)) return kamm_get_number(kamm_vehicle_table(), def, path, value, error);
    for (int i = 0; i < SURFACE_FIELDS; ++i) {
        const char *at = (const char *)surface + surface_fields[i].offset;
        if (strcmp(surface_fields[i].path, path) != 0) continue;
        *value = (double)*(const float *)at;
        return KAMM_OK;
    }
    return set_surface(&copy, path, 0, error); /* there is none */
}

/* -- The grid and the samples -- */
/* The finaliser of splitmix64 (Steele, Lea and Flood 2014). */
static uint64_t mixed(uint64_t x)
{
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

/* A number of chance: the same for the same seed, run, axis and purpose. */
static uint64_t draw(const sweep_plan *plan, int32_t run, int axis, int purpose)
{
    const uint64_t step = 0x9e3779b97f4a7c15u;
    uint64_t x = mixed(plan->seed + step);
    x = mixed(x + (uint64_t)(uint32_t)run + step);
    return mixed(x + 2 * (uint64_t)axis + (uint64_t)purpose + step);
}
enum { FOR_STRIP = 0, FOR_PLACE = 1 };

struct ticket {
    uint64_t drawn;
    int32_t run;
};

static int compare_tickets(const void *a, const void *b)
{
    const struct ticket *first = a, *second = b;
    if (first->drawn != second->drawn) return first->drawn < second->drawn ? -1 : 1;
    return first->run < second->run ? -1 : first->run > second->run;
}

kamm_result kamm_sweep_plan_draw(sweep_plan *plan, kamm_error *error)
{
    size_t count = (size_t)plan->sample_count;
    plan->ranks = NULL;
    if (!count) return KAMM_OK;
    struct ticket *tickets = kamm_allocate_array(count, sizeof *tickets);
    plan->ranks = kamm_allocate_array((size_t)plan->axis_count * count, sizeof *plan->ranks);
    for (int axis = 0; tickets && plan->ranks && axis < plan->axis_count; ++axis) {
        for (size_t i = 0; i < count; ++i)
            tickets[i] = (struct ticket){draw(plan, (int32_t)i, axis, FOR_STRIP), (int32_t)i};
        qsort(tickets, count, sizeof *tickets, compare_tickets);
        int32_t *ranks = plan->ranks + (size_t)axis * count;
        for (size_t i = 0; i < count; ++i) ranks[tickets[i].run] = (int32_t)i;
    }
    kamm_release(tickets);
    if (tickets && plan->ranks) return KAMM_OK;
    kamm_sweep_plan_clear(plan);
    return kamm_fail(error, KAMM_ERROR_MEMORY, "", "sweep: out of memory");
}

void kamm_sweep_plan_clear(sweep_plan *plan)
{
    kamm_release(plan->ranks);
    plan->ranks = NULL;
}

static double sample(const sweep_plan *plan, int32_t run, int i)
{
    const kamm_sweep_axis *axis = &plan->axes[i];
    int32_t strip = plan->ranks[(size_t)i * (size_t)plan->sample_count + (size_t)run];
    double place = (double)(draw(plan, run, i, FOR_PLACE) >> 11) * 0x1p-53;
    double share = ((double)strip + place) / plan->sample_count;
    return fmin(axis->from + (axis->to - axis->from) * share, axis->to);
}

static double grid_value(const kamm_sweep_axis *axis, int32_t i)
{
    if (axis->is_list) return axis->list[i];
    if (i == axis->count - 1 && i) return axis->to;
    return i ? axis->from + (axis->to - axis->from) * ((double)i / (axis->count - 1)) : axis->from;
}

void kamm_sweep_values(const sweep_plan *plan, int32_t run, double *values)
{
    int32_t rest = run;
    for (int i = plan->axis_count - 1; i >= 0; --i) {
        if (plan->sample_count) {
            values[i] = sample(plan, run, i);
        } else {
            values[i] = grid_value(&plan->axes[i], rest % plan->axes[i].count);
            rest /= plan->axes[i].count;
        }
    }
}

kamm_result kamm_sweep_apply(const sweep_plan *plan, int32_t run, kamm_vehicle_def *def,
                             kamm_surface *surface, kamm_error *error)
{
    double values[KAMM_MAX_SWEEP_AXES];
    kamm_sweep_values(plan, run, values);
    for (int i = 0; i < plan->axis_count; ++i) {
        kamm_result result =
            kamm_sweep_set_value(plan->axes[i].path, values[i], def, surface, error);
        if (result) return result;
    }
    return KAMM_OK;
}

int32_t kamm_sweep_shard_runs(const sweep_plan *plan)
{
    return (plan->run_count - plan->shard + plan->shard_count) / plan->shard_count;
}

int32_t kamm_sweep_run_of(const sweep_plan *plan, int32_t slot)
{
    return slot * plan->shard_count + plan->shard - 1;
}

/* -- From what the user asks for -- */
/* Each value of a list, on a car and a surface that are thrown away. */
static kamm_result check_list(const kamm_sweep_def *sweep, const kamm_sweep_axis *axis,
                              kamm_error *error)
{
    kamm_surface surface = {0};
    if (sweep->sample_count)
        return kamm_fail(error, KAMM_ERROR_RANGE, axis->path,
                         "%s: a list is for a grid; samples take FROM:TO", axis->path);
    if (axis->count < 1 || axis->count > KAMM_MAX_SWEEP_VALUES)
        return kamm_fail(error, KAMM_ERROR_RANGE, axis->path,
                         "%s: %d values in a list; allowed: 1 to %d", axis->path, (int)axis->count,
                         KAMM_MAX_SWEEP_VALUES);
    kamm_vehicle_def *def = kamm_allocate(sizeof *def);
    if (!def) return kamm_fail(error, KAMM_ERROR_MEMORY, "", "sweep: out of memory");
    kamm_result result = KAMM_OK;
    for (int i = 0; i < axis->count && !result; ++i) {
        *def = sweep->car->def;
        result = kamm_sweep_set_value(axis->path, axis->list[i], def, &surface, error);
    }
    kamm_release(def);
    return result;
}

static kamm_result check_axis(const kamm_sweep_def *sweep, const kamm_sweep_axis *axis,
                              kamm_error *error)
{
    const char *path = axis->path;
    int is_sampled = sweep->sample_count != 0;
    if (is_sampled && axis->count)
        return kamm_fail(error, KAMM_ERROR_RANGE, path,
                         "%s: %d values are for a grid; samples take FROM:TO alone", path,
                         (int)axis->count);
    if (!is_sampled && (axis->count < 1 || axis->count > KAMM_MAX_SWEEP_RUNS))
        return kamm_fail(error, KAMM_ERROR_RANGE, path,
                         "%s: %d values; a grid takes FROM:TO:N with N from 1 to %d", path,
                         (int)axis->count, KAMM_MAX_SWEEP_RUNS);
    if (!isfinite(axis->from) || !isfinite(axis->to) || axis->from > axis->to ||
        (is_sampled && axis->from == axis->to))
        return kamm_fail(error, KAMM_ERROR_RANGE, path,
                         "%s: from %.9g to %.9g does not rise; FROM has to be below TO", path,
                         axis->from, axis->to);
    if (is_sampled || (axis->count == 1) == (axis->from == axis->to)) return KAMM_OK;
    return kamm_fail(
        error, KAMM_ERROR_RANGE, path,
        "%s: from %.9g to %.9g in %d values; one value has FROM equal to TO, several have "
        "FROM below TO",
        path, axis->from, axis->to, (int)axis->count);
}

/* Both ends, on a car and a surface that are thrown away. */
static kamm_result check_ends(const kamm_sweep_def *sweep, const kamm_sweep_axis *axis,
                              kamm_error *error)
{
    kamm_surface surface = {0};
    kamm_vehicle_def *def = kamm_allocate(sizeof *def);
    if (!def) return kamm_fail(error, KAMM_ERROR_MEMORY, "", "sweep: out of memory");
    *def = sweep->car->def;
    kamm_result result = kamm_sweep_set_value(axis->path, axis->from, def, &surface, error);
    *def = sweep->car->def;
    if (!result) result = kamm_sweep_set_value(axis->path, axis->to, def, &surface, error);
    kamm_release(def);
    return result;
}

/* Each value of a flag or a choice is a whole number, which the setter sees to. */
static kamm_result check_steps(const kamm_sweep_def *sweep, const kamm_sweep_axis *axis,
                               kamm_error *error)
{
    kamm_vehicle_def *def = kamm_allocate(sizeof *def);
    if (!def) return kamm_fail(error, KAMM_ERROR_MEMORY, "", "sweep: out of memory");
    *def = sweep->car->def;
    kamm_result result = KAMM_OK;
    double between = axis->count > 2 ? grid_value(axis, 1) : axis->from;
    if (!axis->count) between = axis->from + 0.382 * (axis->to - axis->from);
    if (!is_of_surface(axis->path))
        result = kamm_set_number(kamm_vehicle_table(), def, axis->path, between, error);
    kamm_release(def);
    return result;
}

static kamm_result check_axes(const kamm_sweep_def *sweep, kamm_error *error)
{
    if (sweep->axis_count < 1 || sweep->axis_count > KAMM_MAX_SWEEP_AXES)
        return kamm_fail(error, KAMM_ERROR_RANGE, "", "sweep: %d parameters vary; allowed: 1 to %d",
                         (int)sweep->axis_count, KAMM_MAX_SWEEP_AXES);
    for (int i = 0; i < sweep->axis_count; ++i) {
        const kamm_sweep_axis *axis = &sweep->axes[i];
        for (int other = 0; other < i; ++other)
            if (strcmp(sweep->axes[other].path, axis->path) == 0)
                return kamm_fail(error, KAMM_ERROR_FORMAT, axis->path, "%s varies twice",
                                 axis->path);
        kamm_result result =
            axis->is_list ? check_list(sweep, axis, error) : check_axis(sweep, axis, error);
        if (axis->is_list && !result) continue;
        if (!result) result = check_ends(sweep, axis, error);
        if (!result) result = check_steps(sweep, axis, error);
        if (result) return result;
    }
    return KAMM_OK;
}

static kamm_result count_runs(const kamm_sweep_def *sweep, int32_t *count, kamm_error *error)
{
    double product = 1;
    for (int i = 0; i < sweep->axis_count; ++i) product *= sweep->axes[i].count;
    if (sweep->sample_count) product = sweep->sample_count;
    if (sweep->sample_count && sweep->sample_count < 2)
        return kamm_fail(error, KAMM_ERROR_RANGE, "", "sweep: %d samples; allowed: 2 to %d",
                         (int)sweep->sample_count, KAMM_MAX_SWEEP_RUNS);
    if (product > KAMM_MAX_SWEEP_RUNS)
        return kamm_fail(error, KAMM_ERROR_RANGE, "", "sweep: %.0f runs; at most %d are allowed",
                         product, KAMM_MAX_SWEEP_RUNS);
    *count = (int32_t)product;
    return KAMM_OK;
}

static kamm_result take_shard(const kamm_sweep_options *options, sweep_plan *plan,
                              kamm_error *error)
{
    int32_t shard = options ? options->shard : 0, count = options ? options->shard_count : 0;
    plan->shard = plan->shard_count = 1;
    if (!shard && !count) return KAMM_OK;
    if (count < 1 || count > plan->run_count)
        return kamm_fail(error, KAMM_ERROR_RANGE, "",
                         "sweep: %d shards; allowed: 1 to %d, one for each run", (int)count,
                         (int)plan->run_count);
    if (shard < 1 || shard > count)
        return kamm_fail(error, KAMM_ERROR_RANGE, "", "sweep: shard %d of %d; allowed: 1 to %d",
                         (int)shard, (int)count, (int)count);
    plan->shard = shard;
    plan->shard_count = count;
    return KAMM_OK;
}

static void describe_surface(const kamm_surface *surface, char *text, size_t size)
{
    if (surface)
        snprintf(text, size, "%s %.9g %.9g %.9g %.9g %.9g %.9g", surface->name,
                 (double)surface->friction, (double)surface->sliding_loss,
                 (double)surface->rolling_resistance, (double)surface->sinkage_m,
                 (double)surface->sinkage_drag, (double)surface->water_m);
}

static void describe(const kamm_sweep_def *sweep, sweep_plan *plan)
{
    const kamm_test_options *options = &sweep->options;
    const kamm_road_test *test = kamm_test_of(sweep->test, options);
    kamm_rung rung = options->rung ? options->rung : KAMM_RUNG_DEFAULT;
    snprintf(plan->version, sizeof plan->version, "%s", kamm_version());
    snprintf(plan->test, sizeof plan->test, "%s", test->name);
    if (options->scenario)
        snprintf(plan->scenario_hash, sizeof plan->scenario_hash, "%016llx",
                 (unsigned long long)options->scenario->hash);
    snprintf(plan->car, sizeof plan->car, "%s", sweep->car->id);
    snprintf(plan->car_hash, sizeof plan->car_hash, "%016llx",
             (unsigned long long)kamm_sweep_def_hash(&sweep->car->def));
    snprintf(plan->rung, sizeof plan->rung, "%s", kamm_describe_rung(rung)->name);
    snprintf(plan->world, sizeof plan->world, "%s", options->world ? options->world : "");
    describe_surface(options->surface, plan->surface, sizeof plan->surface);
    plan->figure_count = test->figure_count;
    for (int i = 0; i < test->figure_count; ++i) {
        snprintf(plan->figures[i], sizeof plan->figures[i], "%s", test->figures[i].name);
        snprintf(plan->units[i], sizeof plan->units[i], "%s", test->figures[i].unit);
    }
    plan->axis_count = sweep->axis_count;
    memcpy(plan->axes, sweep->axes, sizeof plan->axes);
    plan->sample_count = sweep->sample_count;
    plan->seed = sweep->sample_count ? sweep->seed : 0;
}

kamm_result kamm_sweep_plan_of(const kamm_sweep_def *sweep, const kamm_sweep_options *options,
                               sweep_plan *plan, kamm_error *error)
{
    *plan = (sweep_plan){0};
    kamm_result result = kamm_check_test(sweep->test, &sweep->options, error);
    if (!result) result = check_axes(sweep, error);
    if (!result) result = count_runs(sweep, &plan->run_count, error);
    if (!result) result = take_shard(options, plan, error);
    if (result) return result;
    describe(sweep, plan);
    if (kamm_sweep_varies_surface(plan) && kamm_test_of(sweep->test, &sweep->options)->takes_world)
        return kamm_fail(error, KAMM_ERROR_RANGE, sweep->test,
                         "%s takes no surface: its world has them", sweep->test);
    return kamm_sweep_plan_draw(plan, error);
}
