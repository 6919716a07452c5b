/* Curves: a function y(x) given by points, as a vehicle file states it, and its table for kernels.
 *
 * Between points a curve is linear or a monotone cubic: it rises only where the points rise and
 * never overshoots them. Slopes at points are the parabola's through three neighbours, limited as
 * in F. N. Fritsch and R. E. Carlson, "Monotone piecewise cubic interpolation", SIAM J. Numer.
 * Anal. 17 (1980), with the sufficient bound of three times the lesser chord slope.
 *
 * Kernels read a table: the curve resampled at 33 even knots, with a cubic in each interval, under
 * the same limit, so that what rose in the file rises in the table. A corner of a linear curve is
 * rounded within its interval. The slope is the derivative of the very cubic that gives the value,
 * so that a force and its work agree.
 */
#ifndef KAMM_BASE_CURVE_H
#define KAMM_BASE_CURVE_H

#include "num.h"

typedef enum curve_kind { CURVE_LINEAR, CURVE_MONOTONE } curve_kind;

/* Past the end points the value is held, or goes on in a straight line. */
typedef enum curve_ends { CURVE_HELD, CURVE_EXTENDED } curve_ends;

typedef enum curve_fault {
    CURVE_FINE,
    CURVE_EMPTY,
    CURVE_NOT_FINITE,   /* or beyond a float */
    CURVE_NOT_ASCENDING /* x is not above the x before, as floats */
} curve_fault;

typedef struct {
    curve_fault fault;
    int index; /* of the point at fault */
} curve_check;

#define CURVE_INTERVALS 32

/* All nums, so that it can lie in a part's constants. */
struct curve_table {
    num first, last; /* x of the end points */
    num knots_per_unit;
    num extended; /* 1 or 0 */
    num curved;   /* 0: a straight line between its ends, which needs no table */
    num line_slope;
    num value[CURVE_INTERVALS + 1];
    num slope[CURVE_INTERVALS + 1]; /* per interval */
};

curve_check kamm_check_curve_points(const double *x, const double *y, int count);

/* For points that pass the check. Past the ends the value is held. `slope` may be NULL; at a corner
 * it is the mean of both sides. */
double kamm_curve_value(const double *x, const double *y, int count, curve_kind kind, double at,
                        double *slope);

/* Fills the table if the points pass the check. */
curve_check kamm_compile_curve_table(const double *x, const double *y, int count, curve_kind kind,
                                     curve_ends ends, struct curve_table *table);

/* The cubic of the interval that x lies in. */
LANE_INLINE real curve_in_table(const struct curve_table *table, real x, real *slope)
{
    real first = lanes(table->first);
    real per_unit = lanes(table->knots_per_unit);
    real knots = (x - first) * per_unit;
    lane_int index = truncate_real(clamp(knots, splat(0.0f), splat(CURVE_INTERVALS - 1.0f)));
    real t = min_real(splat(1.0f), knots - from_int(index)); /* 1 + a rounding at the last */

    real value0 = num_at(table->value, index);
    real value1 = num_at(table->value, index + 1);
    real slope0 = num_at(table->slope, index);
    real slope1 = num_at(table->slope, index + 1);
    real excess0 = (value1 - value0) - slope0, excess1 = slope1 - (value1 - value0);
    real cubic = excess1 - excess0, square_term = excess0 - cubic;

    *slope = (slope0 + t * (2.0f * square_term + t * (3.0f * cubic))) * per_unit;
    return value0 + t * (slope0 + t * (square_term + t * cubic));
}

/* Returns the same as curve_at for a straight line that continues beyond its ends. */
LANE_INLINE real curve_line_at(const struct curve_table *table, real x, real *slope)
{
    *slope = lanes(table->line_slope);
    return table->value[0] + *slope * (x - table->first);
}

/* The value at x and its derivative there. NaN gives NaN. */
LANE_INLINE real curve_at(const struct curve_table *table, real x, real *slope)
{
    real first = lanes(table->first);
    real last = lanes(table->last);
    mask held = lanes(table->extended) < 0.5f;
    mask curved = lanes(table->curved) > 0.5f;

    real inside = max_real(first, min_real(last, x)); /* in this order NaN stays NaN */
    mask outside = (x < first) | (x > last);
    real value = curve_line_at(table, pick(held, inside, x), slope);
    if (any(curved)) {
        real table_slope, table_value = curve_in_table(table, inside, &table_slope);
        real extended = table_value + table_slope * (x - inside);
        value = pick(curved, pick(outside & mask_not(held), extended, table_value), value);
        *slope = pick(curved, table_slope, *slope);
    }
    *slope = pick(outside & held, splat(0.0f), *slope);
    return value;
}

#endif
