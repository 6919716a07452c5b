#include "curve.h"

#include <float.h>
#include <math.h>

/* Below this, points lie too close for knots_per_unit to be a float. */
#define MIN_GAP 1e-30

static int is_float(double value) { return fabs(value) <= FLT_MAX; /* NaN is not */ }

curve_check kamm_check_curve_points(const double *x, const double *y, int count)
{
    if (count < 1) return (curve_check){CURVE_EMPTY, 0};
    for (int i = 0; i < count; ++i) {
        if (!is_float(x[i]) || !is_float(y[i])) return (curve_check){CURVE_NOT_FINITE, i};
        if (i > 0 && (!((float)x[i] > (float)x[i - 1]) || x[i] - x[i - 1] < MIN_GAP))
            return (curve_check){CURVE_NOT_ASCENDING, i};
    }
    return (curve_check){CURVE_FINE, 0};
}

/* The slope nearest to `wanted` that keeps a cubic between these chords monotone. */
static double limited(double wanted, double chord_before, double chord_after)
{
    if (chord_before * chord_after <= 0.0 || wanted * chord_before <= 0.0) return 0.0;
    double max = 3.0 * fmin(fabs(chord_before), fabs(chord_after));
    return copysign(fmin(fabs(wanted), max), wanted);
}

static double chord(const double *x, const double *y, int i)
{
    return (y[i + 1] - y[i]) / (x[i + 1] - x[i]);
}

/* The slope of a monotone curve at its point i. */
static double point_slope(const double *x, const double *y, int count, int i)
{
    if (count == 1) return 0.0;
    if (count == 2) return chord(x, y, 0);
    int middle = i == 0 ? 1 : i == count - 1 ? count - 2 : i;
    double before = chord(x, y, middle - 1), after = chord(x, y, middle);
    double bend = (after - before) / (x[middle + 1] - x[middle - 1]); /* half the parabola's y'' */
    if (i == 0) return limited(before - bend * (x[1] - x[0]), before, before);
    if (i == count - 1) return limited(after + bend * (x[i] - x[i - 1]), after, after);
    return limited(before + bend * (x[i] - x[i - 1]), before, after);
}

static double monotone_value(const double *x, const double *y, int count, int i, double at,
                             double *slope)
{
    double step = x[i + 1] - x[i], t = (at - x[i]) / step, rise = y[i + 1] - y[i];
    double slope0 = point_slope(x, y, count, i) * step;
    double slope1 = point_slope(x, y, count, i + 1) * step;
    double cubic = slope0 + slope1 - 2.0 * rise, square_term = rise - slope0 - cubic;
    *slope = (slope0 + t * (2.0 * square_term + t * 3.0 * cubic)) / step;
    return y[i] + t * (slope0 + t * (square_term + t * cubic));
}

static double linear_value(const double *x, const double *y, int i, double at, double *slope)
{
    double here = chord(x, y, i);
    *slope = at == x[i] && i > 0 ? 0.5 * (chord(x, y, i - 1) + here) : here;
    return y[i] + here * (at - x[i]);
}

double kamm_curve_value(const double *x, const double *y, int count, curve_kind kind, double at,
                        double *slope)
{
    double unused;
    if (!slope) slope = &unused;
    *slope = 0.0;
    if (count == 1 || at < x[0]) return y[0];
    if (at > x[count - 1]) return y[count - 1];
    int i = 0;
    while (i < count - 2 && at >= x[i + 1]) ++i;
    if (kind == CURVE_MONOTONE) return monotone_value(x, y, count, i, at, slope);
    return linear_value(x, y, i, at, slope);
}

/* The table's slopes, limited again for the table's own chords. */
static void set_slopes(struct curve_table *table, const double *value, const double *wanted)
{
    for (int k = 0; k <= CURVE_INTERVALS; ++k) {
        int before = k > 0 ? k - 1 : 0, after = k < CURVE_INTERVALS ? k : k - 1;
        table->slope[k] = (float)limited(wanted[k], value[before + 1] - value[before],
                                         value[after + 1] - value[after]);
    }
}

curve_check kamm_compile_curve_table(const double *x, const double *y, int count, curve_kind kind,
                                     curve_ends ends, struct curve_table *table)
{
    curve_check check = kamm_check_curve_points(x, y, count);
    if (check.fault != CURVE_FINE) return check;
    double value[CURVE_INTERVALS + 1], wanted[CURVE_INTERVALS + 1];
    double step = (x[count - 1] - x[0]) / CURVE_INTERVALS;
    for (int k = 0; k <= CURVE_INTERVALS; ++k) {
        double at = k < CURVE_INTERVALS ? x[0] + k * step : x[count - 1];
        value[k] = kamm_curve_value(x, y, count, kind, at, &wanted[k]);
        wanted[k] *= step;
        table->value[k] = (float)value[k];
    }
    set_slopes(table, value, wanted);
    table->first = (float)x[0];
    table->last = (float)x[count - 1];
    table->knots_per_unit = count > 1 ? (float)(1.0 / step) : 0.0f;
    table->extended = ends == CURVE_EXTENDED;
    table->curved = count > 2;
    table->line_slope = count == 2 ? (float)chord(x, y, 0) : 0.0f;
    return check;
}
