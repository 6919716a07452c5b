#include "load_map_compile.h"

#include "../base/error.h"

#include <stdio.h>

static kamm_result check_pedal(const kamm_engine_def *def, kamm_error *error)
{
    const char *path = "engine.pedal_curve";
    const kamm_curve *curve = &def->pedal_curve;
    if (curve->count == 0) return KAMM_OK;
    int last = curve->count - 1;
    if (curve->x[0] < 0 || curve->x[0] > 0 || curve->y[0] < 0 || curve->y[0] > 0 ||
        curve->x[last] < 1 || curve->x[last] > 1 || curve->y[last] > 1)
        return kamm_fail(error, KAMM_ERROR_RANGE, path,
                         "%s goes from throttle %g at pedal %g to %g at %g; it must go from 0 at 0 "
                         "to at most 1 at 1",
                         path, curve->y[0], curve->x[0], curve->y[last], curve->x[last]);
    for (int i = 1; i <= last; ++i)
        if (curve->y[i] < curve->y[i - 1])
            return kamm_fail(error, KAMM_ERROR_RANGE, path,
                             "%s.throttle[%d] is %g; it must not be below the point before it (%g)",
                             path, i, curve->y[i], curve->y[i - 1]);
    return KAMM_OK;
}

static kamm_result check_row(const kamm_engine_def *def, int i, kamm_error *error)
{
    char path[48];
    const kamm_load_def *row = &def->load_map[i];
    snprintf(path, sizeof path, "engine.load_map[%d].throttle", i);
    double least = i ? def->load_map[i - 1].throttle : 0;
    if (i ? !(row->throttle > least) : row->throttle > 0)
        return kamm_fail(error, KAMM_ERROR_RANGE, path,
                         "%s is %g; the first row must have 0 and each other one more than the row "
                         "before it (%g)",
                         path, row->throttle, least);
    snprintf(path, sizeof path, "engine.load_map[%d].shares", i);
    if (row->shares_count != def->load_speeds_radps_count)
        return kamm_fail(error, KAMM_ERROR_RANGE, path,
                         "%s has %d values; it must have one for each of engine.load_speeds_radps "
                         "(%d)",
                         path, row->shares_count, def->load_speeds_radps_count);
    for (int j = 0; i && j < row->shares_count; ++j)
        if (row->shares[j] < def->load_map[i - 1].shares[j])
            return kamm_fail(error, KAMM_ERROR_RANGE, path,
                             "%s[%d] is %g; more throttle must not give less than the row before "
                             "it (%g)",
                             path, j, row->shares[j], def->load_map[i - 1].shares[j]);
    return KAMM_OK;
}

kamm_result kamm_check_load_map(const kamm_engine_def *def, kamm_error *error)
{
    kamm_result result = check_pedal(def, error);
    int rows = def->load_map_count, columns = def->load_speeds_radps_count;
    if (result != KAMM_OK || (rows == 0 && columns == 0)) return result;
    if (rows < 2 || columns < 1)
        return kamm_fail(error, KAMM_ERROR_MISSING, "engine.load_map",
                         "engine.load_map has %d rows and engine.load_speeds_radps %d speeds; a "
                         "part-load map needs at least 2 rows and 1 speed",
                         rows, columns);
    for (int j = 1; j < columns; ++j)
        if (!(def->load_speeds_radps[j] > def->load_speeds_radps[j - 1]))
            return kamm_fail(error, KAMM_ERROR_RANGE, "engine.load_speeds_radps",
                             "engine.load_speeds_radps[%d] is %g rad/s; it must be above the one "
                             "before it (%g rad/s)",
                             j, def->load_speeds_radps[j], def->load_speeds_radps[j - 1]);
    for (int i = 0; i < rows && result == KAMM_OK; ++i) result = check_row(def, i, error);
    if (result != KAMM_OK || def->load_map[rows - 1].throttle >= 1) return result;
    return kamm_fail(error, KAMM_ERROR_RANGE, "engine.load_map",
                     "engine.load_map[%d].throttle is %g; the last row must have 1", rows - 1,
                     def->load_map[rows - 1].throttle);
}

void kamm_compile_load_map(const kamm_engine_def *def, struct engine_constants *c)
{
    const kamm_curve *curve = &def->pedal_curve;
    struct load_map *m = &c->load;
    int rows = def->load_map_count, columns = def->load_speeds_radps_count;
    if (curve->count > 0) {
        c->by_pedal = 1;
        kamm_compile_curve_table(curve->x, curve->y, curve->count, CURVE_MONOTONE, CURVE_HELD,
                                 &c->pedal);
    }
    if (rows == 0) return;
    m->on = 1;
    for (int j = 1; j < columns; ++j) {
        m->speed_radps[j] = (float)def->load_speeds_radps[j - 1];
        m->per_speed[j] = (float)(1 / (def->load_speeds_radps[j] - def->load_speeds_radps[j - 1]));
    }
    for (int j = 0; j < columns; ++j) m->first[j] = (float)def->load_map[0].shares[j];
    for (int i = 1; i < rows; ++i) {
        const kamm_load_def *row = &def->load_map[i], *before = row - 1;
        m->throttle[i] = (float)before->throttle;
        m->per_throttle[i] = (float)(1 / (row->throttle - before->throttle));
        for (int j = 0; j < columns; ++j)
            m->rise[i][j] = (float)(row->shares[j] - before->shares[j]);
    }
}

void kamm_compile_turbo(const kamm_engine_def *def, struct turbo_constants *c)
{
    const kamm_curve *curve = &def->torque_curve;
    int best = 0;
    for (int i = 1; i < curve->count; ++i)
        if (curve->y[i] > curve->y[best]) best = i;
    c->share = (float)def->boost_share;
    c->lag_s = (float)def->boost_s;
    c->best_radps = (float)curve->x[best];
}
