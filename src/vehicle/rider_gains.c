#include "rider_gains.h"

#include "../base/error.h"
#include "scale.h"

#include <math.h>
#include <string.h>

enum { N = RIDER_GAINS };
typedef double matrix[N][N];

/* These values are those of an ordinary motorcycle. Speeds and times of others are proportional to
 * the root of the length. */
static const double first_mps = 0.8, speed_ratio = 1.21, held_s = 1.0 / 60;
/* Errors that weigh alike (github.com/robertscholz22/autonomousim has the first four): of lean, steer and their rates, of the lean's integral, of
 * the torque over weight times height. */
static const double lean_rad = 0.05, steer_rad = 0.05, roll_radps = 0.5, steer_radps = 2;
static const double integral_rads = 0.05, torque_share = 0.003;

/* Row by row of b, so that the sums of a row of the product go on side by side, each in its own order. */
static void multiply(matrix a, matrix b, matrix out)
{
    matrix c = {{0}};
    for (int i = 0; i < N; ++i)
        for (int k = 0; k < N; ++k)
            for (int j = 0; j < N; ++j) c[i][j] += a[i][k] * b[k][j];
    memcpy(out, c, sizeof c);
}

static void transpose(matrix a, matrix out)
{
    for (int i = 0; i < N; ++i)
        for (int j = 0; j < N; ++j) out[j][i] = a[i][j];
}

static void add(matrix to, matrix a)
{
    for (int i = 0; i < N; ++i)
        for (int j = 0; j < N; ++j) to[i][j] += a[i][j];
}

/* exp(m t), by its series for a small part of the time and then by squares. */
static void exponential_of(matrix m, double time_s, matrix out)
{
    enum { TERMS = 8, MOST_SQUARES = 40 };
    double size = 0, part_s = time_s;
    int squares = 0;
    for (int i = 0; i < N; ++i) {
        double row = 0;
        for (int j = 0; j < N; ++j) row += fabs(m[i][j]);
        size = row > size ? row : size;
    }
    for (; size * part_s > 0.25 && squares < MOST_SQUARES; ++squares) part_s /= 2;
    matrix term = {{0}}, sum = {{0}};
    for (int i = 0; i < N; ++i) term[i][i] = sum[i][i] = 1;
    for (int k = 1; k <= TERMS; ++k) {
        multiply(term, m, term);
        for (int i = 0; i < N; ++i)
            for (int j = 0; j < N; ++j) term[i][j] *= part_s / k;
        add(sum, term);
    }
    for (; squares > 0; --squares) multiply(sum, sum, sum);
    memcpy(out, sum, sizeof sum);
}

/* The states and the integral of the lean after `interval_s` of a held torque. 0: no equations. */
static int sample(const struct lean_model *lean, double speed_mps, double interval_s, matrix a,
                  double b[N])
{
    double flow[LEAN_STATES][LEAN_STATES], torque[LEAN_STATES];
    matrix all = {{0}};
    if (!kamm_lean_equations(lean, speed_mps, flow, torque)) return 0;
    for (int i = 0; i < LEAN_STATES; ++i) {
        memcpy(all[i], flow[i], sizeof flow[i]);
        all[i][LEAN_STATES] = torque[i];
    }
    exponential_of(all, interval_s, a);
    for (int i = 0; i < N; ++i) b[i] = i < LEAN_STATES ? a[i][LEAN_STATES] : 0;
    for (int i = 0; i < N; ++i) a[i][LEAN_STATES] = a[LEAN_STATES][i] = 0;
    a[LEAN_STATES][LEAN_STATES] = 1, a[LEAN_STATES][LEAN_ROLL] = interval_s;
    return 1;
}

/* The cost of states with the optimal torque: X = A' X A - A' X B (R + B' X B)^-1 B' X A + Q, by doubling. 0: none. */
static int find_cost(matrix sampled, const double b[N], double torque_cost, const double cost[N],
                     matrix x)
{
    enum { DOUBLINGS = 40, WIDTH = 3 * N };
    matrix a, g, w, back, growth;
    memcpy(a, sampled, sizeof a);
    for (int i = 0; i < N; ++i)
        for (int j = 0; j < N; ++j)
            g[i][j] = b[i] * b[j] / torque_cost, x[i][j] = i == j ? cost[i] : 0;
    for (int k = 0; k < DOUBLINGS; ++k) {
        double m[N][WIDTH], change = 0, size = 0;
        multiply(g, x, w);
        for (int i = 0; i < N; ++i)
            for (int j = 0; j < N; ++j) {
                m[i][j] = (i == j) + w[i][j];
                m[i][N + j] = a[i][j], m[i][2 * N + j] = g[i][j];
            }
        if (!kamm_solve_rows(N, 2 * N, m[0])) return 0;
        matrix next, spread;
        for (int i = 0; i < N; ++i)
            for (int j = 0; j < N; ++j) next[i][j] = m[i][N + j], spread[i][j] = m[i][2 * N + j];
        transpose(a, back);
        multiply(x, next, growth), multiply(back, growth, growth);
        multiply(a, spread, spread), multiply(spread, back, spread);
        multiply(a, next, a);
        add(x, growth), add(g, spread);
        for (int i = 0; i < N; ++i) change += fabs(growth[i][i]), size += fabs(x[i][i]);
        if (!(size < 1e300)) return 0;
        if (change < 1e-9 * size) return 1;
    }
    return 0;
}

static int find_gain(const struct lean_model *lean, double speed_mps, double root, double gain[N])
{
    const double torque_nm = torque_share * lean->mass_kg * KAMM_STANDARD_GRAVITY * lean->height_m;
    const double rate = root,
                 cost[N] = {[LEAN_ROLL] = 1 / (lean_rad * lean_rad),
                            [LEAN_STEER] = 1 / (steer_rad * steer_rad),
                            [LEAN_ROLL_RATE] = rate * rate / (roll_radps * roll_radps),
                            [LEAN_STEER_RATE] = rate * rate / (steer_radps * steer_radps),
                            [LEAN_STATES] = 1 / (rate * rate * integral_rads * integral_rads)};
    double torque_cost = 1 / (torque_nm * torque_nm), whole = torque_cost, b[N];
    matrix a, x;
    if (!sample(lean, speed_mps, held_s * root, a, b)) return 0;
    if (!find_cost(a, b, torque_cost, cost, x)) return 0;
    double pressed[N];
    for (int j = 0; j < N; ++j) {
        pressed[j] = 0;
        for (int i = 0; i < N; ++i) pressed[j] += b[i] * x[i][j];
    }
    for (int i = 0; i < N; ++i) whole += pressed[i] * b[i];
    for (int j = 0; j < N; ++j) {
        gain[j] = 0;
        for (int i = 0; i < N; ++i) gain[j] += pressed[i] * a[i][j] / whole;
    }
    return 1;
}

/* The steady turn of a curvature of 1: lean, steer, sideslip, side forces and torque. */
static int find_steady(const struct lean_model *lean, double speed_mps, double steady[LEAN_STATES],
                       double *torque_nm)
{
    enum { WIDTH = LEAN_STATES + 1 };
    double a[LEAN_STATES][LEAN_STATES], b[LEAN_STATES], m[LEAN_STATES][WIDTH];
    if (!kamm_lean_equations(lean, speed_mps, a, b)) return 0;
    for (int i = 0; i < LEAN_STATES; ++i) {
        memcpy(m[i], a[i], sizeof a[i]);
        m[i][LEAN_YAW] = b[i], m[i][LEAN_STATES] = -a[i][LEAN_YAW] * speed_mps;
    }
    if (!kamm_solve_rows(LEAN_STATES, 1, m[0])) return 0;
    for (int i = 0; i < LEAN_STATES; ++i) steady[i] = m[i][LEAN_STATES];
    *torque_nm = steady[LEAN_YAW];
    steady[LEAN_YAW] = speed_mps;
    return 1;
}

/* What the lighter wheel keeps of its load at rest. Riders leave it about so much (src/driver/rider_pedals.c). */
static const double light_keeps = 0.15;

static void find_loads(const kamm_model *model, enum rider_load which, double load_n[2])
{
    int light = which == RIDER_BRAKES;
    kamm_loads_at_rest(model, load_n);
    if (which == RIDER_ROLLS) return;
    load_n[1 - light] += (1 - light_keeps) * load_n[light];
    load_n[light] *= light_keeps;
}

/* Driving or braking machines that no torque balances have the gains of the one that rolls. */
static int find_row(const struct lean_model lean[RIDER_LOADS], int row, double root,
                    struct rider_gains *g)
{
    double v = g->speed_mps[row];
    const struct lean_model *rolls = &lean[RIDER_ROLLS];
    if (!find_gain(rolls, v, root, g->gain[RIDER_ROLLS][row])) return 0;
    for (int k = 0; k < RIDER_LOADS; ++k)
        if (k != RIDER_ROLLS && !find_gain(&lean[k], v, root, g->gain[k][row]))
            memcpy(g->gain[k][row], g->gain[RIDER_ROLLS][row], sizeof g->gain[k][row]);
    return find_steady(rolls, v, g->steady[row], &g->steady_nm[row]);
}

kamm_result kamm_find_rider_gains(const kamm_model *model, struct rider_gains *gains,
                                  kamm_error *error)
{
    struct lean_model lean[RIDER_LOADS];
    const struct lean_model *rolls = &lean[RIDER_ROLLS];
    double root = kamm_scale_of(model->def).root, speed_mps = first_mps * root, load_n[2];
    for (int k = 0; k < RIDER_LOADS; ++k) {
        find_loads(model, (enum rider_load)k, load_n);
        kamm_find_loaded_lean_model(model, load_n, &lean[k]);
        gains->front_share[k] = load_n[0] / (load_n[0] + load_n[1]);
    }
    gains->height_m = rolls->height_m, gains->crown_m = rolls->crown_m;
    for (int w = 0; w < 2; ++w) gains->wheel[w] = rolls->wheel[w];
    gains->lean_scale_nm = rolls->mass_kg * KAMM_STANDARD_GRAVITY * rolls->height_m;
    for (int i = 0; i < RIDER_SPEEDS; ++i, speed_mps *= speed_ratio) {
        gains->speed_mps[i] = speed_mps;
        if (!find_row(lean, i, root, gains))
            return kamm_fail(error, KAMM_ERROR_RANGE, "front_assembly",
                             "front_assembly: no torque at the handlebar balances the vehicle at "
                             "%.1f m/s with these masses and tyres",
                             speed_mps);
    }
    return KAMM_OK;
}
