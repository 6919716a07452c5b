/* From a vehicle's torque converter to its constants. */
#include "converter_compile.h"

#include "../base/curve.h"
#include "../base/error.h"

#include <math.h>

static const double reopens = 0.85; /* of the speed at which the lock-up clutch closes */

static double curve_value(const kamm_curve *curve, double at)
{
    return kamm_curve_value(curve->x, curve->y, curve->count, CURVE_LINEAR, at, NULL);
}

static kamm_result check_curve(const char *path, const char *x, const kamm_curve *curve,
                               kamm_error *error)
{
    if (curve->count < 2)
        return kamm_fail(error, KAMM_ERROR_MISSING, path,
                         "%s: a converter needs it, with at least 2 points", path);
    curve_check check = kamm_check_curve_points(curve->x, curve->y, curve->count);
    if (check.fault != CURVE_FINE)
        return kamm_fail(error, KAMM_ERROR_RANGE, path,
                         "%s.%s[%d] is %g: points must be finite and ascend", path, x, check.index,
                         curve->x[check.index]);
    double first = curve->x[0], last = curve->x[curve->count - 1];
    if (first != 0 || last > 1 || last < 0.8)
        return kamm_fail(
            error, KAMM_ERROR_RANGE, path,
            "%s goes from a speed ratio of %g to %g; it must begin at 0 and end between "
            "0.8 and 1",
            path, first, last);
    for (int i = 0; i < curve->count; ++i)
        if (!(curve->y[i] > 0))
            return kamm_fail(error, KAMM_ERROR_RANGE, path,
                             "%s is %g in point %d; it must be above 0", path, curve->y[i], i);
    return KAMM_OK;
}

/* No more comes out than goes in. */
static kamm_result check_efficiency(const kamm_curve *torque_ratio, kamm_error *error)
{
    const char *path = "converter.torque_ratio_curve";
    for (int i = 0; i < torque_ratio->count; ++i) {
        double x = torque_ratio->x[i], y = torque_ratio->y[i];
        if (x * y <= 1 && y >= 0.8 && y <= 5) continue;
        return kamm_fail(
            error, KAMM_ERROR_RANGE, path,
            "%s is %g at a speed ratio of %g; it must be from 0.8 to 5, and no more than "
            "%g, or the converter gives more power than it takes",
            path, y, x, x > 0 ? fmin(5, 1 / x) : 5);
    }
    return KAMM_OK;
}

static double engine_nm(const kamm_vehicle_def *def, double radps)
{
    const kamm_curve *curve = &def->engine.torque_curve;
    return kamm_curve_value(curve->x, curve->y, curve->count, CURVE_MONOTONE, radps, NULL);
}

/* Returns the torque of the engine above the demand of the held turbine. */
static double spare_nm(const kamm_vehicle_def *def, double radps)
{
    double root = radps / curve_value(&def->converter.k_curve, 0);
    return engine_nm(def, radps) - root * root;
}

/* Returns the speed at which the engine, running up from idle, first has no torque to spare. */
double kamm_converter_stall_radps(const kamm_vehicle_def *def)
{
    double low = def->engine.idle_radps, high = 1.5 * def->engine.limiter_radps;
    double step = (high - low) / 256;
    while (low + step < high && spare_nm(def, low + step) > 0) low += step;
    high = low + step;
    for (int i = 0; i < 60; ++i) {
        double middle = 0.5 * (low + high);
        if (spare_nm(def, middle) > 0)
            low = middle;
        else
            high = middle;
    }
    return 0.5 * (low + high);
}

static kamm_result check_stall(const kamm_vehicle_def *def, kamm_error *error)
{
    const kamm_engine_def *engine = &def->engine;
    double stall = kamm_converter_stall_radps(def);
    if (stall > 1.1 * engine->idle_radps && stall < engine->limiter_radps) return KAMM_OK;
    return kamm_fail(
        error, KAMM_ERROR_RANGE, "converter.k_curve",
        "converter.k_curve begins with %g, at which the engine stalls the converter at %g "
        "rad/s; that must be from 1.1 times engine.idle_radps (%g rad/s) to "
        "engine.limiter_radps (%g rad/s)",
        def->converter.k_curve.y[0], stall, engine->idle_radps, engine->limiter_radps);
}

/* 1 / K^2 at the curve's points, and 0 at a speed ratio of 1. */
static void compile_capacity(const kamm_curve *k, struct curve_table *table)
{
    double x[KAMM_CURVE_POINTS + 1], y[KAMM_CURVE_POINTS + 1];
    int count = 0;
    for (int i = 0; i < k->count && k->x[i] < 1; ++i) {
        x[count] = k->x[i];
        y[count++] = 1 / (k->y[i] * k->y[i]);
    }
    x[count] = 1;
    y[count++] = 0;
    kamm_compile_curve_table(x, y, count, CURVE_LINEAR, CURVE_HELD, table);
}

static void compile_torque_ratio(const kamm_curve *ratio, struct curve_table *table)
{
    double x[KAMM_CURVE_POINTS + 1], y[KAMM_CURVE_POINTS + 1];
    int count = 0;
    for (int i = 0; i < ratio->count && ratio->x[i] < 1; ++i) {
        x[count] = ratio->x[i];
        y[count++] = ratio->y[i];
    }
    x[count] = 1;
    y[count++] = 1;
    kamm_compile_curve_table(x, y, count, CURVE_LINEAR, CURVE_HELD, table);
}

kamm_result kamm_compile_converter(const kamm_vehicle_def *def, struct converter_constants *c,
                                   kamm_error *error)
{
    const kamm_converter_def *converter = &def->converter;
    double dt = 1 / def->stepping.substeps_per_s;
    *c = (struct converter_constants){0};
    if (!has_converter_def(def)) return KAMM_OK;
    kamm_result result =
        check_curve("converter.k_curve", "speed_ratio", &converter->k_curve, error);
    if (result == KAMM_OK)
        result = check_curve("converter.torque_ratio_curve", "speed_ratio",
                             &converter->torque_ratio_curve, error);
    if (result == KAMM_OK) result = check_efficiency(&converter->torque_ratio_curve, error);
    if (result == KAMM_OK) result = check_stall(def, error);
    if (result != KAMM_OK) return result;
    c->on = 1;
    compile_capacity(&converter->k_curve, &c->capacity);
    compile_torque_ratio(&converter->torque_ratio_curve, &c->torque_ratio);
    c->turbine_inertia_kgm2 = (float)converter->turbine_inertia_kgm2;
    c->inverse_turbine_inertia = (float)(1 / converter->turbine_inertia_kgm2);
    c->inverse_engine_inertia = (float)(1 / def->engine.inertia_kgm2);
    c->lock_nm = (float)converter->lock_nm;
    c->lock_gear = (float)converter->lock_gear;
    c->lock_radps = (float)converter->lock_radps;
    c->unlock_radps = (float)(reopens * converter->lock_radps);
    c->lock_ratio = (float)converter->lock_ratio;
    c->lock_change = (float)fmin(dt / converter->lock_s, 1);
    return KAMM_OK;
}
