#include "lab/cma_es.h"

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/random.h"
#include "lab/symmetric.h"

enum { SIZE = KAMM_SYMMETRIC_MAX, MOST = KAMM_CMA_MOST };

/* Names of the tutorial are in the comments. */
struct evolution {
    const struct cma_problem *problem;
    int n, count, parents;                         /* lambda, mu */
    double weights[MOST], mass;                    /* w, mu_eff */
    double path_rate, turn_rate;                   /* c_sigma, c_c */
    double one_rate, many_rate, damping;           /* c_1, c_mu, d_sigma */
    double usual_length;                           /* of a normal vector: chi_n */
    double mean[SIZE], step;                       /* m, sigma */
    double step_path[SIZE], path[SIZE];            /* p_sigma, p_c */
    double covariance[SIZE * SIZE];                /* C */
    double axes[SIZE * SIZE], lengths[SIZE];       /* B, D */
    double moves[MOST][SIZE], points[MOST * SIZE]; /* y, and x within the range */
    double costs[MOST];
    int order[MOST], generation;
    uint64_t random;
};

/* log and exp decide only weights and the pace; rounded to floats they are the same for all libraries. */
static double rounded_log(double x) { return (double)(float)log(x); }
static double rounded_exp(double x) { return (double)(float)exp(x); }

static void set_weights(struct evolution *e)
{
    double sum = 0, squares = 0;
    e->parents = e->count / 2;
    for (int i = 0; i < e->parents; ++i) {
        e->weights[i] = rounded_log((e->count + 1) / 2.0) - rounded_log(i + 1);
        sum += e->weights[i];
    }
    for (int i = 0; i < e->parents; ++i) {
        e->weights[i] /= sum;
        squares += e->weights[i] * e->weights[i];
    }
    e->mass = 1 / squares;
}

/* The tutorial's table 1. */
static void set_rates(struct evolution *e)
{
    double n = e->n, mass = e->mass;
    e->path_rate = (mass + 2) / (n + mass + 5);
    e->turn_rate = (4 + mass / n) / (n + 4 + 2 * mass / n);
    e->one_rate = 2 / ((n + 1.3) * (n + 1.3) + mass);
    e->many_rate = fmin(1 - e->one_rate, 2 * (mass - 2 + 1 / mass) / ((n + 2) * (n + 2) + mass));
    e->damping = 1 + 2 * fmax(0, sqrt((mass - 1) / (n + 1)) - 1) + e->path_rate;
    e->usual_length = sqrt(n) * (1 - 1 / (4 * n) + 1 / (21 * n * n));
}

/* The sum of 12 uniform numbers, less 6: normal but for its tails beyond 4 standard deviations. */
static double draw_normal(struct evolution *e)
{
    double sum = 0;
    for (int i = 0; i < 12; ++i) sum += random_share(next_random(&e->random));
    return sum / 2;
}

static void decompose(struct evolution *e)
{
    double copy[SIZE * SIZE];
    memcpy(copy, e->covariance, sizeof copy);
    kamm_find_eigenvectors(e->n, copy, e->lengths, e->axes);
    for (int i = 0; i < e->n; ++i) e->lengths[i] = sqrt(fmax(e->lengths[i], 1e-20));
}

/* Points outside are evaluated at the range's end, and their distance is added to the cost. */
static void draw_points(struct evolution *e)
{
    int n = e->n;
    for (int p = 0; p < e->count; ++p) {
        double normal[SIZE];
        for (int i = 0; i < n; ++i) normal[i] = e->lengths[i] * draw_normal(e);
        for (int k = 0; k < n; ++k) {
            double sum = 0;
            for (int i = 0; i < n; ++i) sum += e->axes[k * n + i] * normal[i];
            e->moves[p][k] = sum;
            e->points[p * n + k] = fmin(fmax(e->mean[k] + e->step * sum, 0), 1);
        }
    }
}

static double outside(const struct evolution *e, int point)
{
    double sum = 0;
    for (int k = 0; k < e->n; ++k) {
        double off = e->mean[k] + e->step * e->moves[point][k] - e->points[point * e->n + k];
        sum += off * off;
    }
    return sum;
}

/* Ranks the points, the best first; equal ones by their number. */
static void rank(struct evolution *e)
{
    double worst = 0;
    double ranked[MOST];
    for (int p = 0; p < e->count; ++p)
        if (isfinite(e->costs[p])) worst = fmax(worst, fabs(e->costs[p]));
    for (int p = 0; p < e->count; ++p) ranked[p] = e->costs[p] + (worst + 1) * outside(e, p);
    for (int p = 0; p < e->count; ++p) {
        int at = p;
        for (; at > 0 && ranked[e->order[at - 1]] > ranked[p]; --at)
            e->order[at] = e->order[at - 1];
        e->order[at] = p;
    }
}

/* The weighted move of the best, y_w. */
static void move_mean(struct evolution *e, double *move)
{
    for (int k = 0; k < e->n; ++k) {
        move[k] = 0;
        for (int i = 0; i < e->parents; ++i) move[k] += e->weights[i] * e->moves[e->order[i]][k];
        e->mean[k] = fmin(fmax(e->mean[k] + e->step * move[k], 0), 1);
    }
}

/* Equations 31 and 32. Returns the length of the step's path. */
static double follow_step(struct evolution *e, const double *move)
{
    int n = e->n;
    double rotated[SIZE], length = 0;
    for (int i = 0; i < n; ++i) {
        rotated[i] = 0;
        for (int k = 0; k < n; ++k) rotated[i] += e->axes[k * n + i] * move[k];
        rotated[i] /= e->lengths[i];
    }
    double gain = sqrt(e->path_rate * (2 - e->path_rate) * e->mass);
    for (int k = 0; k < n; ++k) {
        double whitened = 0;
        for (int i = 0; i < n; ++i) whitened += e->axes[k * n + i] * rotated[i];
        e->step_path[k] = (1 - e->path_rate) * e->step_path[k] + gain * whitened;
        length += e->step_path[k] * e->step_path[k];
    }
    return sqrt(length);
}

/* Equations 33 to 36, with the weights of the best half alone. */
static void adapt(struct evolution *e, const double *move, double length)
{
    int n = e->n;
    double faded = 1;
    for (int i = 0; i < e->generation + 1 && i < 1000; ++i)
        faded *= (1 - e->path_rate) * (1 - e->path_rate);
    int is_calm = length / sqrt(1 - faded) < (1.4 + 2 / (n + 1.0)) * e->usual_length;
    double gain = is_calm ? sqrt(e->turn_rate * (2 - e->turn_rate) * e->mass) : 0;
    double kept = 1 - e->one_rate - e->many_rate +
                  (is_calm ? 0 : e->one_rate * e->turn_rate * (2 - e->turn_rate));
    for (int k = 0; k < n; ++k) e->path[k] = (1 - e->turn_rate) * e->path[k] + gain * move[k];
    for (int k = 0; k < n; ++k)
        for (int l = 0; l < n; ++l) {
            double sum = 0;
            for (int i = 0; i < e->parents; ++i)
                sum += e->weights[i] * e->moves[e->order[i]][k] * e->moves[e->order[i]][l];
            e->covariance[k * n + l] = kept * e->covariance[k * n + l] +
                                       e->one_rate * e->path[k] * e->path[l] + e->many_rate * sum;
        }
    double pace = e->path_rate / e->damping * (length / e->usual_length - 1);
    e->step *= rounded_exp(fmin(pace, 1));
}

/* Begins around the mean, with that many points in a generation. */
static void begin(struct evolution *e, int count)
{
    int n = e->n;
    e->count = count < MOST ? count : MOST;
    e->step = e->problem->spread;
    e->generation = 0;
    memset(e->covariance, 0, sizeof e->covariance);
    memset(e->path, 0, sizeof e->path);
    memset(e->step_path, 0, sizeof e->step_path);
    for (int i = 0; i < n; ++i) e->covariance[i * n + i] = 1;
    set_weights(e);
    set_rates(e);
}

static void begin_elsewhere(struct evolution *e)
{
    for (int k = 0; k < e->n; ++k) e->mean[k] = (1 + random_share(next_random(&e->random))) / 2;
    begin(e, 2 * e->count);
}

static double longest(const struct evolution *e)
{
    double length = 0;
    for (int i = 0; i < e->n; ++i) length = fmax(length, e->lengths[i]);
    return e->step * length;
}

static void keep_best(const struct evolution *e, double *best, double *cost)
{
    for (int p = 0; p < e->count; ++p) {
        if (!(e->costs[p] < *cost)) continue;
        *cost = e->costs[p];
        memcpy(best, e->points + p * e->n, (size_t)e->n * sizeof *best);
    }
}

int kamm_cma_minimise(const struct cma_problem *problem, double *best, double *cost)
{
    struct evolution *e = kamm_allocate(sizeof *e);
    int done = 1;
    if (!e || !problem->evaluate(problem->user, 1, best, cost)) {
        kamm_release(e);
        return 0;
    }
    e->problem = problem;
    e->n = problem->size;
    e->random = problem->seed;
    memcpy(e->mean, best, (size_t)e->n * sizeof *best);
    begin(e, (int)fmax(6, 4 + floor(3 * rounded_log(e->n))));
    for (; done + e->count <= problem->most; ++e->generation) {
        double move[SIZE];
        decompose(e);
        if (longest(e) < problem->rest) {
            begin_elsewhere(e);
            continue;
        }
        draw_points(e);
        if (!problem->evaluate(problem->user, e->count, e->points, e->costs)) break;
        done += e->count;
        rank(e);
        keep_best(e, best, cost);
        move_mean(e, move);
        adapt(e, move, follow_step(e, move));
    }
    kamm_release(e);
    return done;
}
