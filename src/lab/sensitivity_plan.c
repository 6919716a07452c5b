#include "lab/sensitivity_plan.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/random.h"

/* Morris' grid of four levels, 0 to 1, and its step p / (2 (p - 1)). */
enum { LEVELS = 4 };
static const double morris_step = LEVELS / (2.0 * (LEVELS - 1));

int kamm_plan_count(kamm_sensitivity_method method, int factors, int samples)
{
    switch (method) {
    case KAMM_MORRIS: return samples * (factors + 1);
    case KAMM_SOBOL: return samples * (factors + 2);
    default: return samples;
    }
}

static int draw(uint64_t *random, int count)
{
    return (int)((next_random(random) >> 32) * (uint64_t)count >> 32);
}

static void shuffle(uint64_t *random, int count, int *order)
{
    for (int i = 0; i < count; ++i) order[i] = i;
    for (int i = count - 1; i > 0; --i) {
        int other = draw(random, i + 1), kept = order[i];
        order[i] = order[other];
        order[other] = kept;
    }
}

/* -- Morris -- */

/* From a random point of the grid, each factor moves once by the step, in random order. */
static void draw_trajectory(uint64_t *random, int factors, int *order, double *points)
{
    double *start = points;
    for (int f = 0; f < factors; ++f) {
        double low = draw(random, LEVELS / 2) / (LEVELS - 1.0);
        start[f] = low + draw(random, 2) * morris_step;
    }
    shuffle(random, factors, order);
    for (int i = 0; i < factors; ++i) {
        double *next = points + (i + 1) * factors;
        memcpy(next, next - factors, (size_t)factors * sizeof *next);
        next[order[i]] += next[order[i]] < 0.5 ? morris_step : -morris_step;
    }
}

static void add_effect(kamm_effect *effect, int *count, double value)
{
    if (!isfinite(value)) return;
    ++*count;
    effect->mean += value;
    effect->mean_amount += fabs(value);
    effect->deviation += value * value;
}

static void find_morris(int factors, int samples, const double *points, const double *values,
                        kamm_effect *effects)
{
    for (int f = 0; f < factors; ++f) {
        int count = 0;
        kamm_effect *effect = &effects[f];
        *effect = (kamm_effect){.first = NAN, .total = NAN};
        for (int i = 0; i < samples * (factors + 1) - 1; ++i) {
            const double *here = points + (size_t)i * (size_t)factors;
            double step = here[factors + f] - here[f];
            if ((i + 1) % (factors + 1) && step != 0)
                add_effect(effect, &count, (values[i + 1] - values[i]) / step);
        }
        effect->mean /= count;
        effect->mean_amount /= count;
        double squares = effect->deviation - count * effect->mean * effect->mean;
        effect->deviation = sqrt(fmax(squares, 0) / (count - 1));
        if (!count) effect->mean = effect->mean_amount = NAN;
        if (count < 2) effect->deviation = NAN;
    }
}

/* -- Sobol -- */

/* A Latin hypercube: each column has one value in each of `samples` strips. */
static void draw_hypercube(uint64_t *random, int factors, int samples, int *order, double *points)
{
    for (int f = 0; f < factors; ++f) {
        shuffle(random, samples, order);
        for (int s = 0; s < samples; ++s)
            points[(size_t)s * (size_t)factors + (size_t)f] =
                (order[s] + (1 + random_share(next_random(random))) / 2) / samples;
    }
}

/* The matrices A, B and, for each factor, A with that column of B, one after the other. */
static void draw_matrices(uint64_t *random, int factors, int samples, int *order, double *points)
{
    size_t rows = (size_t)samples, size = rows * (size_t)factors;
    draw_hypercube(random, factors, samples, order, points);
    draw_hypercube(random, factors, samples, order, points + size);
    for (int f = 0; f < factors; ++f) {
        double *mixed = points + (size_t)(2 + f) * size;
        memcpy(mixed, points, size * sizeof *mixed);
        for (size_t at = (size_t)f; at < size; at += (size_t)factors) mixed[at] = points[size + at];
    }
}

static double mean_of(const double *values, int count)
{
    double sum = 0;
    int found = 0;
    for (int i = 0; i < count; ++i)
        if (isfinite(values[i])) {
            sum += values[i];
            ++found;
        }
    return sum / found;
}

static double variance_of(const double *values, int count, double mean)
{
    double sum = 0;
    int found = 0;
    for (int i = 0; i < count; ++i)
        if (isfinite(values[i])) {
            sum += (values[i] - mean) * (values[i] - mean);
            ++found;
        }
    return found > 1 ? sum / (found - 1) : NAN;
}

/* Saltelli's table 2: (b) for the first order, (f), which is Jansen's, for the total. */
static void find_sobol(int factors, int samples, const double *values, kamm_effect *effects)
{
    const double *a = values, *b = values + samples;
    double mean = mean_of(values, 2 * samples), variance = variance_of(values, 2 * samples, mean);
    for (int f = 0; f < factors; ++f) {
        const double *mixed = values + (size_t)(2 + f) * (size_t)samples;
        double first = 0, total = 0;
        int count = 0;
        for (int s = 0; s < samples; ++s) {
            if (!isfinite(a[s]) || !isfinite(b[s]) || !isfinite(mixed[s])) continue;
            first += (b[s] - mean) * (mixed[s] - a[s]);
            total += (a[s] - mixed[s]) * (a[s] - mixed[s]) / 2;
            ++count;
        }
        int is_found = variance > 0 && count;
        effects[f] = (kamm_effect){.mean = NAN,
                                   .mean_amount = NAN,
                                   .deviation = NAN,
                                   .first = is_found ? first / count / variance : NAN,
                                   .total = is_found ? total / count / variance : NAN};
    }
}

/* -- All -- */

int kamm_plan_points(kamm_sensitivity_method method, int factors, int samples, uint32_t seed,
                     double *points)
{
    uint64_t random = seed;
    size_t room = (size_t)(factors > samples ? factors : samples);
    int *order = kamm_allocate_array(room + 1, sizeof *order);
    if (!order) return 0;
    if (method == KAMM_SOBOL)
        draw_matrices(&random, factors, samples, order, points);
    else if (method == KAMM_BAND)
        draw_hypercube(&random, factors, samples, order, points);
    for (int s = 0; method == KAMM_MORRIS && s < samples; ++s)
        draw_trajectory(&random, factors, order,
                        points + (size_t)s * (size_t)(factors + 1) * (size_t)factors);
    kamm_release(order);
    return 1;
}

void kamm_plan_effects(kamm_sensitivity_method method, int factors, int samples,
                       const double *points, const double *values, kamm_effect *effects)
{
    if (method == KAMM_MORRIS)
        find_morris(factors, samples, points, values, effects);
    else if (method == KAMM_SOBOL)
        find_sobol(factors, samples, values, effects);
    for (int f = 0; method == KAMM_BAND && f < factors; ++f)
        effects[f] = (kamm_effect){NAN, NAN, NAN, NAN, NAN};
}

static int compare_numbers(const void *one, const void *other)
{
    double a = *(const double *)one, b = *(const double *)other;
    return (a > b) - (a < b);
}

/* Interpolates between the two nearest of sorted values. */
static double quantile_of(const double *sorted, int count, double share)
{
    double at = share * (count - 1);
    int below = (int)at;
    if (below >= count - 1) return sorted[count - 1];
    return sorted[below] + (at - below) * (sorted[below + 1] - sorted[below]);
}

void kamm_plan_band(kamm_sensitivity_method method, int samples, const double *values,
                    double *scratch, kamm_figure_band *band)
{
    int all = method == KAMM_SOBOL ? 2 * samples : samples, count = 0;
    band->mean = band->deviation = band->low95 = band->high95 = NAN;
    if (method == KAMM_MORRIS) return;
    for (int i = 0; i < all; ++i)
        if (isfinite(values[i])) scratch[count++] = values[i];
    if (count < 2) return;
    qsort(scratch, (size_t)count, sizeof *scratch, compare_numbers);
    band->mean = mean_of(scratch, count);
    band->deviation = sqrt(variance_of(scratch, count, band->mean));
    band->low95 = quantile_of(scratch, count, 0.025);
    band->high95 = quantile_of(scratch, count, 0.975);
}
