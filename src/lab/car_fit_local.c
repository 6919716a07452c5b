/* Where the weighted sum of squares is least: a global search, and the way down from a point. */
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "lab/car_fit.h"
#include "lab/cma_es.h"
#include "lab/symmetric.h"

/* Half of a central difference, as a share of the range: wide enough that single precision does not show. */
static const double difference = 0.005;

static double width_of(const struct fit_variable *variable)
{
    return variable->parameter.high - variable->parameter.low;
}

/* What a prior says of a point, in standard deviations; 0 without one. */
static double prior_error(const struct fit_variable *variable, double place)
{
    const kamm_fit_parameter *p = &variable->parameter;
    return p->spread > 0 ? (kamm_fit_at(variable, place) - p->prior) / p->spread : 0;
}

double kamm_fit_cost(const struct car_fit *fit, const struct fit_point *point)
{
    double cost = 0;
    if (point->has_failed) return INFINITY;
    for (int s = 0; s < fit->series_count; ++s) {
        const struct fit_series *series = &fit->series[s];
        double sum = 0;
        if (series->told.is_check) continue;
        for (int i = series->first; i < series->first + series->told.rows; ++i)
            sum += point->residuals[i] * point->residuals[i];
        cost += sum * series->weight / (series->noise * series->noise);
    }
    for (int i = 0; i < fit->count; ++i) {
        double error = prior_error(&fit->variables[i], point->place[i]);
        cost += error * error;
    }
    return cost;
}

/* -- Derivatives -- */

static void add_series(const struct car_fit *fit, const struct fit_series *series, double weight,
                       const struct fit_point *point, const double *jacobian, double *normal,
                       double *gradient)
{
    int n = fit->count;
    for (int k = 0; k < n; ++k) {
        const double *by_k = jacobian + (size_t)k * (size_t)fit->residuals + series->first;
        for (int l = 0; l <= k; ++l) {
            const double *by_l = jacobian + (size_t)l * (size_t)fit->residuals + series->first;
            double sum = 0;
            for (int i = 0; i < series->told.rows; ++i) sum += by_k[i] * by_l[i];
            normal[k * n + l] += weight * sum;
        }
        double sum = 0;
        for (int i = 0; gradient && i < series->told.rows; ++i)
            sum += by_k[i] * point->residuals[series->first + i];
        if (gradient) gradient[k] += weight * sum;
    }
}

void kamm_fit_normal(const struct car_fit *fit, const struct fit_point *point,
                     const double *jacobian, const double *shares, double *normal, double *gradient)
{
    int n = fit->count;
    memset(normal, 0, (size_t)(n * n) * sizeof *normal);
    if (gradient) memset(gradient, 0, (size_t)n * sizeof *gradient);
    for (int s = 0; s < fit->series_count; ++s) {
        const struct fit_series *series = &fit->series[s];
        double weight = series->weight / (series->noise * series->noise);
        if (series->told.is_check) continue;
        add_series(fit, series, shares ? weight * shares[s] : weight, point, jacobian, normal,
                   gradient);
    }
    for (int i = 0; i < n; ++i) {
        const struct fit_variable *variable = &fit->variables[i];
        if (variable->parameter.spread <= 0) continue;
        double slope = width_of(variable) / variable->parameter.spread;
        normal[i * n + i] += slope * slope;
        if (gradient) gradient[i] += slope * prior_error(variable, point->place[i]);
    }
    for (int k = 0; k < n; ++k)
        for (int l = k + 1; l < n; ++l) normal[k * n + l] = normal[l * n + k];
}

/* What a sensor of a compared channel adds, from the model's own values. */
static void differentiate_sensor(const struct car_fit *fit, int at, const struct fit_point *point,
                                 double *column)
{
    const struct fit_variable *variable = &fit->variables[at];
    for (int s = 0; s < fit->series_count; ++s) {
        const struct fit_series *series = &fit->series[s];
        if (series->offset != at && series->scale != at && series->delay != at) continue;
        double scale = series->scale < 0 ? 1
                                         : kamm_fit_at(&fit->variables[series->scale],
                                                       point->place[series->scale]);
        for (int i = series->first; i < series->first + series->told.rows; ++i) {
            double slope = variable->kind == FIT_OFFSET  ? 1
                           : variable->kind == FIT_SCALE ? point->values[i]
                                                         : -scale * point->slopes[i];
            column[i] = slope * width_of(variable);
        }
    }
}

struct difference_ends {
    int count;
    int variables[2 * FIT_PARAMETERS];
    double places[2 * FIT_PARAMETERS][FIT_PARAMETERS];
    struct fit_point points[2 * FIT_PARAMETERS];
};

static void choose_ends(const struct car_fit *fit, const struct fit_point *point,
                        struct difference_ends *ends)
{
    for (int i = 0; i < fit->count; ++i) {
        if (fit->variables[i].is_analytic) continue;
        for (int side = -1; side <= 1; side += 2) {
            double *place = ends->places[ends->count];
            memcpy(place, point->place, (size_t)fit->count * sizeof *place);
            place[i] = fmin(fmax(place[i] + side * difference, 0), 1);
            ends->points[ends->count].place = place;
            ends->variables[ends->count++] = i;
        }
    }
}

/* Where one end can't be driven, the point itself takes its place; where none can, there is no slope. */
static void take_difference(const struct car_fit *fit, const struct fit_point *point,
                            const struct difference_ends *ends, int at, double *column)
{
    int variable = ends->variables[at];
    const struct fit_point *low = &ends->points[at], *high = &ends->points[at + 1];
    if (low->has_failed) low = point;
    if (high->has_failed) high = point;
    double span = high->place[variable] - low->place[variable];
    for (int i = 0; i < fit->residuals && span > 0; ++i)
        column[i] = (high->residuals[i] - low->residuals[i]) / span;
}

kamm_result kamm_fit_differentiate(struct car_fit *fit, const struct fit_point *point,
                                   double *jacobian)
{
    size_t rows = (size_t)fit->residuals;
    kamm_result result = KAMM_OK;
    struct difference_ends *ends = kamm_allocate(sizeof *ends);
    double *residuals =
        kamm_allocate_array(kamm_product(rows, 2 * (size_t)fit->count) + 1, sizeof *residuals);
    memset(jacobian, 0, rows * (size_t)fit->count * sizeof *jacobian);
    if (ends && residuals) {
        choose_ends(fit, point, ends);
        for (int i = 0; i < ends->count; ++i)
            ends->points[i].residuals = residuals + (size_t)i * rows;
        result = kamm_fit_drive(fit, ends->count, ends->points, 0);
        for (int i = 0; i < ends->count && !result; i += 2)
            take_difference(fit, point, ends, i, jacobian + (size_t)ends->variables[i] * rows);
        for (int i = 0; i < fit->count && !result; ++i)
            if (fit->variables[i].is_analytic)
                differentiate_sensor(fit, i, point, jacobian + (size_t)i * rows);
    } else {
        result = kamm_fail(fit->error, KAMM_ERROR_MEMORY, "", "fit: out of memory");
    }
    kamm_release(residuals);
    kamm_release(ends);
    return result;
}

/* At rest: the cost is to fall by less, which is a hundredth of a standard error. */
static const double least_gain = 1e-4;

/* -- Down to a minimum: Levenberg and Marquardt's method within the ranges -- */

/* The step of the free parameters; those at an end that push outwards stay there. 0: none is free. */
static int find_step(int n, const double *place, const double *normal, const double *gradient,
                     double damping, double *step)
{
    int free_ones[FIT_PARAMETERS], count = 0;
    double matrix[FIT_PARAMETERS * FIT_PARAMETERS], right[FIT_PARAMETERS], most = 1e-30;
    for (int i = 0; i < n; ++i) {
        step[i] = 0;
        int is_held = (place[i] <= 0 && gradient[i] > 0) || (place[i] >= 1 && gradient[i] < 0);
        if (!is_held && normal[i * n + i] > 0) free_ones[count++] = i;
        most = fmax(most, normal[i * n + i]);
    }
    for (int k = 0; k < count; ++k) {
        for (int l = 0; l < count; ++l)
            matrix[k * count + l] = normal[free_ones[k] * n + free_ones[l]];
        matrix[k * count + k] *= 1 + damping;
        matrix[k * count + k] += 1e-14 * most;
        right[k] = -gradient[free_ones[k]];
    }
    if (!count || !kamm_solve_symmetric(count, matrix, right)) return 0;
    for (int k = 0; k < count; ++k) step[free_ones[k]] = right[k];
    return 1;
}

struct descent {
    double normal[FIT_PARAMETERS * FIT_PARAMETERS], gradient[FIT_PARAMETERS];
    double cost, damping, moved, gained;
    double tried[FIT_PARAMETERS];
    struct fit_point trial;
};

/* Tries steps until one goes down. 0: none does. */
static int go_down(struct car_fit *fit, double *place, struct fit_point *point, struct descent *d,
                   kamm_result *result)
{
    double step[FIT_PARAMETERS];
    for (; d->damping < 1e8; d->damping *= 8) {
        if (!find_step(fit->count, place, d->normal, d->gradient, d->damping, step)) return 0;
        d->moved = 0;
        double promised = 0;
        for (int i = 0; i < fit->count; ++i) {
            d->tried[i] = fmin(fmax(place[i] + step[i], 0), 1);
            d->moved = fmax(d->moved, fabs(d->tried[i] - place[i]));
            promised -= d->gradient[i] * (d->tried[i] - place[i]);
        }
        if (d->moved < 1e-9 || promised < least_gain) return 0;
        *result = kamm_fit_drive(fit, 1, &d->trial, 0);
        if (*result) return 0;
        double cost = kamm_fit_cost(fit, &d->trial);
        if (!(cost < d->cost)) continue;
        d->gained = 1 - cost / d->cost;
        d->cost = cost;
        d->damping = fmax(d->damping / 8, 1e-9);
        struct fit_point before = *point;
        *point = d->trial;
        point->place = place;
        d->trial = before;
        d->trial.place = d->tried;
        memcpy(place, d->tried, (size_t)fit->count * sizeof *place);
        return 1;
    }
    return 0;
}

static void tell_progress(const kamm_fit_def *def, int is_search, int done, int most)
{
    if (def->progress) def->progress(is_search, done, most, def->user);
}

/* A point's arrays: residuals, values, slopes. */
static int make_trial(const struct car_fit *fit, struct descent *d, double **memory)
{
    size_t rows = (size_t)fit->residuals;
    *memory = kamm_allocate_array(kamm_product(rows, 3) + 1, sizeof **memory);
    if (!*memory) return 0;
    d->trial = (struct fit_point){.place = d->tried,
                                  .residuals = *memory,
                                  .values = *memory + rows,
                                  .slopes = *memory + 2 * rows};
    return 1;
}

/* The arrays of a point and a trial may have changed places: back to the caller's own. */
static void copy_point(const struct car_fit *fit, const struct fit_point *from,
                       struct fit_point *to)
{
    size_t size = (size_t)fit->residuals * sizeof(double);
    if (from->residuals != to->residuals) {
        memcpy(to->residuals, from->residuals, size);
        memcpy(to->values, from->values, size);
        memcpy(to->slopes, from->slopes, size);
    }
    to->has_failed = from->has_failed;
}

kamm_result kamm_fit_descend(struct car_fit *fit, double *place, struct fit_point *point,
                             double *jacobian, int has_jacobian, int most, int *taken,
                             int *has_converged)
{
    double *memory = NULL;
    struct descent *d = kamm_allocate(sizeof *d);
    kamm_result result = KAMM_OK;
    *has_converged = 0;
    if (!d || !make_trial(fit, d, &memory)) {
        kamm_release(d);
        return kamm_fail(fit->error, KAMM_ERROR_MEMORY, "", "fit: out of memory");
    }
    struct fit_point present = *point;
    const int before = *taken;
    tell_progress(fit->def, 0, before, before + most);
    d->cost = kamm_fit_cost(fit, point);
    d->damping = 1e-3;
    if (!has_jacobian) result = kamm_fit_differentiate(fit, &present, jacobian);
    for (int i = 0; i < most && !result; ++i) {
        kamm_fit_normal(fit, &present, jacobian, NULL, d->normal, d->gradient);
        int moves = go_down(fit, place, &present, d, &result);
        if (!result && moves) ++*taken;
        if (!result && moves) tell_progress(fit->def, 0, *taken, before + most);
        if (!result && moves) result = kamm_fit_differentiate(fit, &present, jacobian);
        *has_converged = !result && (!moves || d->moved < 1e-6 || d->gained < 1e-9);
        if (*has_converged) break;
    }
    copy_point(fit, &present, point);
    kamm_release(memory);
    kamm_release(d);
    return result;
}

/* -- Global search -- */

struct fit_search {
    struct car_fit *fit;
    double *residuals; /* of a generation */
    int done;
    kamm_result result;
};

static int evaluate(void *user, int count, const double *points, double *costs)
{
    struct fit_search *search = user;
    struct car_fit *fit = search->fit;
    struct fit_point all[KAMM_CMA_MOST] = {{0}};
    for (int i = 0; i < count; ++i) {
        all[i].place = points + i * fit->count;
        all[i].residuals = search->residuals + (size_t)i * (size_t)fit->residuals;
    }
    search->result = kamm_fit_drive(fit, count, all, 0);
    for (int i = 0; i < count && !search->result; ++i) costs[i] = kamm_fit_cost(fit, &all[i]);
    search->done += count;
    if (!search->result) tell_progress(fit->def, 1, search->done, fit->def->search);
    return !search->result;
}

kamm_result kamm_fit_search(struct car_fit *fit, double *place)
{
    double cost;
    struct fit_search search = {.fit = fit};
    struct cma_problem problem = {.size = fit->count,
                                  .most = fit->def->search,
                                  .spread = 0.3,
                                  .rest = 2e-3, /* near enough for the way down */
                                  .seed = fit->def->seed,
                                  .evaluate = evaluate,
                                  .user = &search};
    search.residuals = kamm_allocate_array(kamm_product((size_t)fit->residuals, KAMM_CMA_MOST) + 1,
                                           sizeof *search.residuals);
    if (!search.residuals)
        return kamm_fail(fit->error, KAMM_ERROR_MEMORY, "", "fit: out of memory");
    kamm_cma_minimise(&problem, place, &cost);
    kamm_release(search.residuals);
    return search.result;
}
