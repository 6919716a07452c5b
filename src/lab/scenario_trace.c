/* What a run of a scenario has recorded, and the numbers that follow from it. A row is that of the time behind a tick;
 * the first is that of the start. A reduction looks at the rows of one case for which its condition holds. */
#include <math.h>

#include "lab/fit.h"
#include "lab/scenario.h"

/* One series of one case, with a condition or without. */
struct scenario_series {
    const struct scenario_trace *trace;
    int32_t rows, column, condition; /* condition -1: none */
};

static double at_row(const struct scenario_series *series, int32_t row, int32_t column)
{
    return series->trace->samples[(size_t)row * (size_t)series->trace->width + (size_t)column];
}
static double time_at(const struct scenario_series *series, int32_t row)
{
    return at_row(series, row, 0);
}
static double value_at(const struct scenario_series *series, int32_t row)
{
    return at_row(series, row, series->column);
}
static int holds_at(const struct scenario_series *series, int32_t row)
{
    return series->condition < 0 || at_row(series, row, series->condition) > 0;
}

/* -- One series -- */
struct sums {
    double count, sum, squares, highest, lowest, first, last, integral;
};

static struct sums sum_up(const struct scenario_series *series)
{
    struct sums sums = {.highest = NAN, .lowest = NAN, .first = NAN, .last = NAN};
    for (int32_t row = 0; row < series->rows; ++row) {
        if (!holds_at(series, row)) continue;
        double value = value_at(series, row);
        if (sums.count == 0) sums.first = sums.highest = sums.lowest = value;
        sums.count += 1;
        sums.sum += value;
        sums.squares += value * value;
        if (value > sums.highest) sums.highest = value;
        if (value < sums.lowest) sums.lowest = value;
        sums.last = value;
        if (row) sums.integral += value * (time_at(series, row) - time_at(series, row - 1));
    }
    return sums;
}

static int32_t count_held(const struct scenario_series *series)
{
    int32_t count = 0;
    for (int32_t row = 0; row < series->rows; ++row) count += value_at(series, row) > 0;
    return count;
}

/* The highest value, by a parabola through it and those beside it. */
static double peak_of(const struct scenario_series *series, int wants_time)
{
    int32_t i = -1;
    for (int32_t row = 0; row < series->rows; ++row)
        if (holds_at(series, row) && (i < 0 || value_at(series, row) > value_at(series, i)))
            i = row;
    if (i < 0) return NAN;
    double time_s = time_at(series, i), value = value_at(series, i);
    if (i > 0 && i + 1 < series->rows) {
        double slope = (value_at(series, i + 1) - value_at(series, i - 1)) / 2;
        double bend = value_at(series, i + 1) - 2 * value + value_at(series, i - 1);
        if (bend < 0) {
            time_s -= slope / bend * (time_s - time_at(series, i - 1));
            value -= slope * slope / (2 * bend);
        }
    }
    return wants_time ? time_s : value;
}

/* At a time, by a line from row to row; NaN outside of the run. */
static double value_when(const struct scenario_series *series, double time_s)
{
    for (int32_t row = 0; row < series->rows; ++row) {
        double now_s = time_at(series, row);
        if (now_s < time_s) continue;
        if (now_s == time_s) return value_at(series, row);
        if (!row) return NAN;
        double share = (now_s - time_s) / (now_s - time_at(series, row - 1));
        return value_at(series, row) - share * (value_at(series, row) - value_at(series, row - 1));
    }
    return NAN;
}

/* When the values first pass a mark, by a line from one to the next; NaN if never. */
static double passes_s(const struct scenario_series *series, double mark, double from_s,
                       double side)
{
    for (int32_t row = 0; row < series->rows; ++row) {
        double value = side * value_at(series, row), time_s = time_at(series, row);
        if (time_s < from_s || !(value >= side * mark)) continue;
        if (!row) return time_s;
        double before = side * value_at(series, row - 1);
        double share = (value - side * mark) / (value - before);
        if (!(share >= 0)) share = 0;
        return time_s - fmin(1, share) * (time_s - time_at(series, row - 1));
    }
    return NAN;
}

/* -- Two series -- */
static kamm_line_fit fit_line(const struct scenario_series *y, int32_t x)
{
    kamm_line_fit fit = {0};
    for (int32_t row = 0; row < y->rows; ++row)
        if (holds_at(y, row)) kamm_fit_add(&fit, at_row(y, row, x), value_at(y, row));
    return fit;
}

/* The coefficient of x^order of a parabola by least squares, about the mean of x (Forsythe's polynomials in two
 * passes, as kamm_fit_parabola). */
static double fit_quadratic(const struct scenario_series *y, int32_t x, int order)
{
    double count = 0, mean = 0, xx = 0, xxx = 0;
    for (int32_t row = 0; row < y->rows; ++row)
        if (holds_at(y, row)) count += 1, mean += at_row(y, row, x);
    if (count < 3) return NAN;
    mean /= count;
    for (int32_t row = 0; row < y->rows; ++row) {
        double d = at_row(y, row, x) - mean;
        if (holds_at(y, row)) xx += d * d, xxx += d * d * d;
    }
    double skew = xxx / xx, spread = xx / count, y0 = 0, y1 = 0, y2 = 0, norm2 = 0;
    for (int32_t row = 0; row < y->rows; ++row) {
        if (!holds_at(y, row)) continue;
        double d = at_row(y, row, x) - mean, p2 = d * d - skew * d - spread;
        y0 += value_at(y, row) / count;
        y1 += value_at(y, row) * d / xx;
        y2 += value_at(y, row) * p2;
        norm2 += p2 * p2;
    }
    y2 /= norm2;
    double slope = y1 - y2 * skew;
    if (order == 2) return y2;
    if (order == 1) return slope - 2 * y2 * mean;
    return y0 - y2 * spread - slope * mean + y2 * mean * mean;
}

/* The component of a column at a frequency, by Fourier's sum without the mean. */
static void find_component(const struct scenario_series *of, int32_t column, double radps,
                           double part[2])
{
    double sum = 0, count = 0;
    for (int32_t row = 0; row < of->rows; ++row)
        if (holds_at(of, row)) sum += at_row(of, row, column), count += 1;
    part[0] = part[1] = 0;
    for (int32_t row = 0; row < of->rows; ++row) {
        if (!holds_at(of, row)) continue;
        double value = at_row(of, row, column) - sum / count, angle = radps * time_at(of, row);
        part[0] += value * cos(angle);
        part[1] -= value * sin(angle);
    }
}

/* The response of the first series to the second one at a frequency. */
static double respond(const struct scenario_series *y, int32_t x, double hz, int wants_angle)
{
    double out[2], in[2];
    find_component(y, y->column, 2 * KAMM_PI * hz, out);
    find_component(y, x, 2 * KAMM_PI * hz, in);
    double real = out[0] * in[0] + out[1] * in[1], imaginary = out[1] * in[0] - out[0] * in[1];
    double square = in[0] * in[0] + in[1] * in[1];
    if (!(square > 0)) return NAN;
    return wants_angle ? atan2(imaginary, real)
                       : sqrt(real * real + imaginary * imaginary) / square;
}

/* -- All -- */
static double reduce_one(const struct scenario_series *series, enum scenario_reduction reduction)
{
    struct sums sums = sum_up(series);
    switch (reduction) {
    case REDUCE_MEAN: return sums.count > 0 ? sums.sum / sums.count : NAN;
    case REDUCE_RMS: return sums.count > 0 ? sqrt(sums.squares / sums.count) : NAN;
    case REDUCE_HIGHEST: return sums.highest;
    case REDUCE_LOWEST: return sums.lowest;
    case REDUCE_SPAN: return sums.highest - sums.lowest;
    case REDUCE_TOTAL: return sums.integral;
    case REDUCE_FIRST: return sums.first;
    default: return sums.last;
    }
}

static double reduce_two(const struct scenario_series *y, int32_t x,
                         enum scenario_reduction reduction, double value)
{
    kamm_line_fit fit;
    switch (reduction) {
    case REDUCE_SLOPE: fit = fit_line(y, x); return kamm_fit_slope(&fit);
    case REDUCE_LINE_AT: fit = fit_line(y, x); return kamm_fit_value(&fit, value);
    case REDUCE_QUADRATIC: return fit_quadratic(y, x, (int)value);
    default: return respond(y, x, value, reduction == REDUCE_PHASE_ANGLE);
    }
}

double kamm_scenario_reduce(const struct scenario_reduced *of)
{
    const struct scenario_series series = {of->trace, of->rows, of->y, of->condition};
    switch (of->reduction) {
    case REDUCE_AT: return value_when(&series, of->value);
    case REDUCE_WHEN_ABOVE: return passes_s(&series, of->value, of->from_s, 1);
    case REDUCE_WHEN_BELOW: return passes_s(&series, of->value, of->from_s, -1);
    case REDUCE_COUNT: return count_held(&series);
    case REDUCE_PEAK: return peak_of(&series, 0);
    case REDUCE_PEAK_TIME: return peak_of(&series, 1);
    default: break;
    }
    return of->reduction >= REDUCE_SLOPE ? reduce_two(&series, of->x, of->reduction, of->value)
                                         : reduce_one(&series, of->reduction);
}
