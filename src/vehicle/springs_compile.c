/* Springs, stops, friction and dampers of a suspension, at the wheel. */
#include "springs_compile.h"
#include "scale.h"

#include "../base/error.h"
#include "solid_mounting.h"
#include "statics.h"

#include <math.h>

/* A spring's or damper's curve: 0 at 0, and with `slope` on top nowhere falling. */
static kamm_result compile_force_curve(const kamm_curve *points, double slope, const char *path,
                                       int a, num *curved, struct curve_table *table,
                                       kamm_error *error)
{
    if (!points->count) return KAMM_OK;
    curve_check check = kamm_compile_curve_table(points->x, points->y, points->count, CURVE_LINEAR,
                                                 CURVE_EXTENDED, table);
    if (check.fault != CURVE_FINE)
        return kamm_fail(
            error, KAMM_ERROR_RANGE, path,
            "axles[%d].suspension.%s: point %d does not make a curve (x has to ascend, "
            "all has to be finite)",
            a, path, check.index);
    double at_rest = kamm_curve_value(points->x, points->y, points->count, CURVE_LINEAR, 0, NULL);
    if (points->count < 2 || points->x[0] > 0 || points->x[points->count - 1] < 0 ||
        fabs(at_rest) > 1)
        return kamm_fail(error, KAMM_ERROR_RANGE, path,
                         "axles[%d].suspension.%s: it has to go from below 0 to above 0 and be 0 N "
                         "there; it is %g N",
                         a, path, at_rest);
    for (int i = 1; i < points->count; ++i) {
        double rises = (points->y[i] - points->y[i - 1]) / (points->x[i] - points->x[i - 1]);
        if (rises + slope > 0 || (slope == 0 && rises >= 0)) continue;
        return kamm_fail(error, KAMM_ERROR_RANGE, path,
                         "axles[%d].suspension.%s: between points %d and %d it rises by %g; with "
                         "spring_n_per_m on top of a spring's it may not fall",
                         a, path, i - 1, i, rises);
    }
    *curved = 1;
    return KAMM_OK;
}

static kamm_result compile_force_curves(const kamm_suspension_def *s, int a,
                                        struct suspension_constants *c, kamm_error *error)
{
    kamm_result result = compile_force_curve(&s->spring_curve, s->spring_n_per_m, "spring_curve", a,
                                             &c->spring_curved, &c->spring, error);
    if (result != KAMM_OK) return result;
    return compile_force_curve(&s->damper_curve, 0, "damper_curve", a, &c->damper_curved,
                               &c->damper, error);
}

/* The stiffness of a stop against which the body that a wheel carries, `preload_n`, swings by 2/3 rad a substep. */
#define MAX_STOP_SWING 0.5
static double hardened_m(const kamm_suspension_def *s, double preload_n, double dt)
{
    double swing = MAX_STOP_SWING / dt;
    double stiffness = preload_n / KAMM_STANDARD_GRAVITY * swing * swing;
    double first = fmax(s->bump_stop_n_per_m, s->rebound_stop_n_per_m);
    return fmax(stiffness / fmax(first, 1e-6) - 1, 0) * s->bump_stop_length_m / 2;
}

double kamm_steepest(const kamm_curve *curve)
{
    double most = 0;
    for (int i = 1; i < curve->count; ++i)
        most = fmax(most, (curve->y[i] - curve->y[i - 1]) / (curve->x[i] - curve->x[i - 1]));
    return most;
}

/* Half of what the friction of leaves changes by within the travel over which it builds up (dry_friction.h). */
static double least_leaf_friction_n(const kamm_suspension_def *s)
{
    return s->friction_load_share * (s->spring_n_per_m + kamm_steepest(&s->spring_curve)) *
           s->friction_travel_m / 2;
}

static void compile_springs(const kamm_suspension_def *s, double preload_n, double dt,
                            struct suspension_constants *c)
{
    c->preload_n = (float)preload_n;
    c->spring_n_per_m = (float)s->spring_n_per_m;
    c->bump_travel_m = (float)s->bump_travel_m;
    c->bump_stop_n_per_m = (float)s->bump_stop_n_per_m;
    c->bump_hardening_per_m = (float)(1 / s->bump_stop_length_m);
    c->hardened_m = (float)hardened_m(s, preload_n, dt);
    c->rebound_travel_m = (float)s->rebound_travel_m;
    c->rebound_stop_n_per_m = (float)s->rebound_stop_n_per_m;
    c->stop_hysteresis = (float)s->stop_hysteresis;
    c->friction_n = (float)s->friction_n;
    c->leaf_friction = (float)s->friction_load_share;
    c->least_leaf_friction_n = (float)least_leaf_friction_n(s);
    c->inverse_friction_travel = (float)(1 / s->friction_travel_m);
    c->bump_damping = (float)s->bump_damping_ns_per_m;
    c->bump_fast_damping = (float)s->bump_fast_damping_ns_per_m;
    c->rebound_damping = (float)s->rebound_damping_ns_per_m;
    c->rebound_fast_damping = (float)s->rebound_fast_damping_ns_per_m;
    c->knee_mps = (float)s->damper_knee_mps;
}

/* A curved damper's rate against F + k dt rate, as far to either side, so that 0 is among the table's places. */
static void compile_yield(const kamm_curve *damper, double per_rate, struct curve_table *table)
{
    double x[KAMM_CURVE_POINTS + 2], y[KAMM_CURVE_POINTS + 2], most = 0;
    int count = damper->count, first = 1;
    for (int i = 0; i < count; ++i) {
        y[1 + i] = damper->x[i];
        x[1 + i] = damper->y[i] + per_rate * damper->x[i];
        most = fmax(most, fabs(x[1 + i]));
    }
    if (x[1] > -most) {
        y[0] = y[1] - (most + x[1]) * (y[2] - y[1]) / (x[2] - x[1]);
        x[0] = -most;
        first = 0;
    } else if (x[count] < most) {
        y[count + 1] =
            y[count] + (most - x[count]) * (y[count] - y[count - 1]) / (x[count] - x[count - 1]);
        x[count + 1] = most;
        ++count;
    }
    (void)kamm_compile_curve_table(x + first, y + first, count + 1 - first, CURVE_LINEAR,
                                   CURVE_EXTENDED, table);
}

static void compile_bush(const kamm_suspension_def *s, double dt, struct suspension_constants *c)
{
    c->bush_n_per_m = (float)s->damper_bush_n_per_m;
    if (s->damper_bush_n_per_m > 0 && c->damper_curved > 0)
        compile_yield(&s->damper_curve, s->damper_bush_n_per_m * dt, &c->damper_yield);
}

static void compile_third(const kamm_suspension_def *s, struct suspension_constants *c)
{
    c->heave_n_per_m = (float)s->heave_spring_n_per_m;
    c->heave_gap_m = (float)s->heave_gap_m;
    c->heave_damping = (float)s->heave_damping_ns_per_m;
    c->roll_damping = (float)s->roll_damping_ns_per_m;
    c->third = s->heave_spring_n_per_m > 0 || s->heave_damping_ns_per_m > 0 ||
               s->roll_damping_ns_per_m > 0;
}

double kamm_heave_rate(const kamm_suspension_def *s)
{
    return s->heave_gap_m > 0 ? 0 : s->heave_spring_n_per_m / 2;
}

int kamm_has_skyhook(const kamm_vehicle_def *def, int a)
{
    const kamm_suspension_def *s = &def->axles[a].suspension;
    return def->aids.skyhook && s->skyhook_hard > s->skyhook_soft;
}

kamm_result kamm_compile_skyhook(const kamm_vehicle_def *def, int a, struct skyhook_constants *c,
                                 kamm_error *error)
{
    const kamm_suspension_def *s = &def->axles[a].suspension;
    *c = (struct skyhook_constants){1, 1, 0, 0, 0};
    if (!kamm_has_skyhook(def, a)) return KAMM_OK;
    if (s->damper_bush_n_per_m > 0 && s->damper_curve.count)
        return kamm_fail(error, KAMM_ERROR_RANGE, "axles.suspension.damper_bush_n_per_m",
                         "axles[%d].suspension.damper_bush_n_per_m: %g N/m beside damper_curve and "
                         "aids.skyhook; allowed: two of the three",
                         a, s->damper_bush_n_per_m);
    c->soft = (float)s->skyhook_soft;
    c->hard = (float)s->skyhook_hard;
    c->blend = (float)-expm1(-1 / (def->stepping.substeps_per_s * s->skyhook_lag_s));
    c->dt = (float)(1 / def->stepping.substeps_per_s);
    c->kept =
        (float)exp(-1 / (def->stepping.substeps_per_s * SKYHOOK_LEAK_S * kamm_scale_of(def).root));
    return KAMM_OK;
}

kamm_result kamm_compile_springs(const kamm_suspension_def *s, int a, double preload_n, double dt,
                                 struct suspension_constants *c, kamm_error *error)
{
    compile_springs(s, preload_n, dt, c);
    compile_third(s, c);
    kamm_result result = compile_force_curves(s, a, c, error);
    compile_bush(s, dt, c);
    if (s->kind == KAMM_SUSPENSION_SOLID) kamm_compile_frame(c);
    return result;
}
