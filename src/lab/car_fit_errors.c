/* How well a fit is known. */
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "lab/car_fit.h"
#include "lab/symmetric.h"

/* Over its whole range such a parameter changes each series by less than this share of its size. */
static const double least_effect = 1e-4;
/* Directions with a smaller eigenvalue of the normalised matrix are not known: differences are no better. */
static const double least_curvature = 1e-8;

double kamm_fit_autocorrelation(const double *residuals, int count)
{
    double sum = 0, together = 0;
    for (int i = 0; i < count; ++i) {
        sum += residuals[i] * residuals[i];
        if (i) together += residuals[i] * residuals[i - 1];
    }
    return sum > 0 ? together / sum : 0;
}

/* The rule is that of the mean of a first-order autoregressive process (Bayley and Hammersley, J. R. Statist. Soc. Suppl.
 * 8, 1946). Negative correlation is not used in favour of the fit. */
double kamm_fit_effective(int rows, double autocorrelation)
{
    double a = fmin(fmax(autocorrelation, 0), 1);
    return fmax(rows * (1 - a) / (1 + a), 1);
}

/* Student's 97.5 % quantile, by the expansion in 1/freedom (Abramowitz and Stegun, 26.7.5). */
static double student(double freedom)
{
    const double z = 1.959963984540054, z3 = z * z * z, z5 = z3 * z * z, z7 = z5 * z * z;
    if (freedom < 2) return 12.706;
    if (freedom < 3) return 4.303;
    return z + (z3 + z) / (4 * freedom) + (5 * z5 + 16 * z3 + 3 * z) / (96 * freedom * freedom) +
           (3 * z7 + 19 * z5 + 17 * z3 - 15 * z) / (384 * freedom * freedom * freedom);
}

static double quantile(const struct car_fit *fit)
{
    double rows = 0;
    int is_estimated = 0;
    for (int s = 0; s < fit->series_count; ++s) {
        const struct fit_series *series = &fit->series[s];
        if (series->told.is_check) continue;
        rows += series->told.effective_rows;
        is_estimated |= !series->noise_is_given;
    }
    return is_estimated ? student(rows - fit->count) : student(INFINITY);
}

/* Largest change of a series over the parameter's range, as a share of its size. */
static double effect_of(const struct car_fit *fit, int variable, const double *jacobian)
{
    double most = 0;
    const double *column = jacobian + (size_t)variable * (size_t)fit->residuals;
    for (int s = 0; s < fit->series_count; ++s) {
        const struct fit_series *series = &fit->series[s];
        double sum = 0;
        if (series->told.is_check) continue;
        for (int i = series->first; i < series->first + series->told.rows; ++i)
            sum += column[i] * column[i];
        most = fmax(most, sqrt(sum / series->told.rows) / series->size);
    }
    return most;
}

static kamm_fit_verdict verdict_of(const struct car_fit *fit, int variable, double place,
                                   const double *jacobian)
{
    if (effect_of(fit, variable, jacobian) < least_effect) return KAMM_FIT_WITHOUT_EFFECT;
    return place <= 0 || place >= 1 ? KAMM_FIT_AT_LIMIT : KAMM_FIT_FOUND;
}

struct inverse {
    int count, of[FIT_PARAMETERS]; /* those that are inverted */
    double scale[FIT_PARAMETERS];
    double matrix[FIT_PARAMETERS * FIT_PARAMETERS];
    int is_told[FIT_PARAMETERS];
};

/* The inverse by eigenvectors, of the told directions alone. */
static void invert(const struct car_fit *fit, const double *normal, struct inverse *inverse)
{
    int n = inverse->count;
    double a[FIT_PARAMETERS * FIT_PARAMETERS], vectors[FIT_PARAMETERS * FIT_PARAMETERS],
        values[FIT_PARAMETERS];
    for (int k = 0; k < n; ++k) {
        double own = normal[inverse->of[k] * fit->count + inverse->of[k]];
        inverse->scale[k] = own > 0 ? sqrt(own) : 1;
    }
    for (int k = 0; k < n; ++k)
        for (int l = 0; l < n; ++l)
            a[k * n + l] = normal[inverse->of[k] * fit->count + inverse->of[l]] /
                           (inverse->scale[k] * inverse->scale[l]);
    kamm_find_eigenvectors(n, a, values, vectors);
    memset(inverse->matrix, 0, sizeof inverse->matrix);
    for (int k = 0; k < n; ++k) {
        double untold = 0;
        for (int i = 0; i < n; ++i)
            if (!(values[i] > least_curvature)) untold += vectors[k * n + i] * vectors[k * n + i];
        inverse->is_told[k] = untold < 1e-3;
    }
    for (int k = 0; k < n; ++k)
        for (int l = 0; l <= k; ++l) {
            double sum = 0;
            for (int i = 0; i < n; ++i)
                if (values[i] > least_curvature)
                    sum += vectors[k * n + i] * vectors[l * n + i] / values[i];
            sum /= inverse->scale[k] * inverse->scale[l];
            inverse->matrix[k * n + l] = inverse->matrix[l * n + k] = sum;
        }
}

static double width_of(const struct car_fit *fit, int variable)
{
    return fit->variables[variable].parameter.high - fit->variables[variable].parameter.low;
}

static void take_covariance(const struct car_fit *fit, const struct inverse *inverse,
                            kamm_fit_result *result)
{
    for (int k = 0; k < FIT_PARAMETERS; ++k)
        for (int l = 0; l < FIT_PARAMETERS; ++l) result->covariance[k][l] = NAN;
    for (int k = 0; k < inverse->count; ++k)
        for (int l = 0; l < inverse->count; ++l) {
            int row = inverse->of[k], column = inverse->of[l];
            int is_told = inverse->is_told[k] && inverse->is_told[l];
            result->covariance[row][column] = is_told
                                                  ? inverse->matrix[k * inverse->count + l] *
                                                        (width_of(fit, row) * width_of(fit, column))
                                                  : INFINITY;
        }
}

static void take_errors(const struct car_fit *fit, double factor, kamm_fit_result *result)
{
    for (int i = 0; i < fit->count; ++i) {
        kamm_fit_estimate *estimate = &result->parameters[i];
        double variance = result->covariance[i][i];
        estimate->error = sqrt(variance);
        estimate->low95 = estimate->value - factor * estimate->error;
        estimate->high95 = estimate->value + factor * estimate->error;
        for (int k = 0; k < fit->count; ++k) {
            double both = sqrt(variance * result->covariance[k][k]);
            double value = result->covariance[i][k] / both;
            result->correlation[i][k] = isfinite(value) ? fmin(fmax(value, -1), 1) : NAN;
        }
    }
}

void kamm_fit_judge(const struct car_fit *fit, const struct fit_point *point,
                    const double *jacobian, kamm_fit_result *result)
{
    double normal[FIT_PARAMETERS * FIT_PARAMETERS];
    struct inverse inverse = {0};
    double *shares = kamm_allocate_array((size_t)fit->series_count + 1, sizeof *shares);
    for (int s = 0; shares && s < fit->series_count; ++s)
        shares[s] = fit->series[s].told.effective_rows / fit->series[s].told.rows;
    kamm_fit_normal(fit, point, jacobian, shares, normal, NULL);
    kamm_release(shares);
    for (int i = 0; i < fit->count; ++i) {
        kamm_fit_estimate *estimate = &result->parameters[i];
        const kamm_fit_parameter *parameter = &fit->variables[i].parameter;
        estimate->verdict = verdict_of(fit, i, point->place[i], jacobian);
        int is_known = estimate->verdict == KAMM_FIT_WITHOUT_EFFECT && parameter->spread > 0;
        if (estimate->verdict == KAMM_FIT_FOUND || is_known) inverse.of[inverse.count++] = i;
    }
    invert(fit, normal, &inverse);
    take_covariance(fit, &inverse, result);
    for (int k = 0; k < inverse.count; ++k)
        if (!inverse.is_told[k]) result->parameters[inverse.of[k]].verdict = KAMM_FIT_NOT_SEPARABLE;
    take_errors(fit, quantile(fit), result);
}
