/* The linear two-wheeler that riders' gains are made of, against published eigenvalues, and those gains.
 * KAMM_QUICK_TESTS leaves this out: others reach its code. */
#include "support/eigenvalues.h"
#include "support/fleet.h"
#include "support/tier.h"
#include "support/two_wheels.h"

#include "vehicle/rider_gains.h"

#include <math.h>
#include <string.h>

static kamm_model *compile(const kamm_vehicle_def *def)
{
    kamm_error error = {0};
    kamm_model *model = kamm_create_model(def, KAMM_FULL, &error);
    if (!model) fail_msg("%s", error.text);
    return model;
}

static void roots_at(const struct lean_model *lean, double speed, double complex roots[LEAN_STATES])
{
    double a[LEAN_STATES][LEAN_STATES], b[LEAN_STATES];
    assert_true(kamm_lean_equations(lean, speed, a, b));
    find_eigenvalues(LEAN_STATES, a[0], roots);
}

/* R. S. Sharp 1971, tables 1 to 3: capsize, weave and wobble. The gravity here is 9.80665 m/s2. */
static void it_has_the_published_eigenvalues_of_a_motorcycle(void **state)
{
    static const struct {
        double feet_per_s;
        double complex expected[3];
    } published[] = {{20, {-2.83, -0.18 + 2.09 * I, -5.91 + 55.8 * I}},
                     {50, {0.08, -6.59 + 11.4 * I, -6.52 + 54.6 * I}},
                     {100, {0.07, -1.82 + 19.2 * I, -3.94 + 54.3 * I}},
                     {160, {0.04, -0.96 + 21.2 * I, -0.82 + 57.5 * I}}};
    const kamm_vehicle_def def = vehicle_of_motorcycle();
    kamm_model *model = compile(&def);
    struct lean_model lean;
    (void)state;
    kamm_find_lean_model(model, &lean);
    for (size_t i = 0; i < sizeof published / sizeof *published; ++i) {
        double complex roots[LEAN_STATES];
        roots_at(&lean, published[i].feet_per_s * 0.3048, roots);
        for (int k = 0; k < 3; ++k) {
            double complex root = nearest_root(LEAN_STATES, roots, published[i].expected[k]);
            print_message("%3.0f ft/s: %.3f %+.3fi\n", published[i].feet_per_s, creal(root),
                          cimag(root));
            expect_near(creal(root), creal(published[i].expected[k]), 0.03);
            expect_near(cimag(root), cimag(published[i].expected[k]), 0.06);
        }
    }
    kamm_destroy_model(model);
}

/* Whipple's, as the tyres become stiff. */
static void it_has_those_of_the_linear_bicycle(void **state)
{
    const struct bicycle *bicycles[] = {&benchmark_bicycle, &browser_bicycle};
    (void)state;
    for (int b = 0; b < 2; ++b) {
        const kamm_vehicle_def def = vehicle_of_bicycle(bicycles[b]);
        kamm_model *model = compile(&def);
        struct lean_model lean;
        kamm_find_lean_model(model, &lean);
        for (int w = 0; w < 2; ++w) lean.wheel[w].stiffness_n *= 1000;
        for (double speed = 1; speed <= 10; speed += 1) {
            double complex expected[4], roots[LEAN_STATES];
            bicycle_roots(bicycles[b], GRAVITY_MPS2, speed, expected);
            roots_at(&lean, speed, roots);
            for (int k = 0; k < 4; ++k) {
                double complex root = nearest_root(LEAN_STATES, roots, expected[k]);
                expect_below(cabs(root - expected[k]), 0.005 * fmax(cabs(expected[k]), 1));
            }
        }
        kamm_destroy_model(model);
    }
}

/* A wheel's slopes are those of its tyre: of few numbers, on the linear law. */
static void its_wheels_have_the_slopes_of_their_tyres(void **state)
{
    (void)state;
    for (double trail = 0.01; trail < 0.07; trail += 0.025)
        for (double camber = 0.5; camber < 1.6; camber += 0.5) {
            kamm_vehicle_def def = ordinary_bicycle();
            for (int w = 0; w < 2; ++w) {
                kamm_tyre_def *tyre = &def.axles[w].tyre;
                assert_int_equal(tyre->law, KAMM_TYRE_LINEAR);
                tyre->linear.trail_m = trail * (w + 1);
                tyre->linear.camber_stiffness_per_rad = camber * (w + 1);
            }
            kamm_model *model = compile(&def);
            struct lean_model lean;
            kamm_find_lean_model(model, &lean);
            for (int w = 0; w < 2; ++w) {
                double load = kamm_describe(model).static_load_n[w];
                const kamm_tyre_def *tyre = &def.axles[w].tyre;
                expect_near(lean.wheel[w].trail_m, trail * (w + 1), 0.02 * trail);
                expect_near(lean.wheel[w].camber_n, camber * (w + 1) * load, 0.02 * load);
                expect_near(lean.wheel[w].stiffness_n / load,
                            tyre->linear.cornering_stiffness_per_rad,
                            0.02 * tyre->linear.cornering_stiffness_per_rad);
            }
            kamm_destroy_model(model);
        }
}

/* Of a second tyre law, and with a crown: as `full` has them, a torque of 3.8 N.m per rad of lean into the turn at 20 m/s. */
static void a_steady_turn_has_the_published_torque(void **state)
{
    const kamm_vehicle_def def = vehicle_of_motorcycle();
    kamm_model *model = compile(&def);
    const struct rider_gains *g = model->rider;
    int at = 0;
    (void)state;
    while (g->speed_mps[at] < 20) ++at;
    double into = g->steady_nm[at] / g->steady[at][LEAN_ROLL];
    print_message("%.2f m/s: %.3f N.m per rad of lean\n", g->speed_mps[at], into);
    expect_near(into, -3.8, 0.1); /* to the right where it leans to the right */
    expect_near(g->steady[at][LEAN_STEER] / g->steady[at][LEAN_ROLL], -0.036, 0.002);
    kamm_destroy_model(model);
}

/* x' = A x + B T over a time, by Runge and Kutta. */
static void integrate(double a[LEAN_STATES][LEAN_STATES], const double b[LEAN_STATES],
                      double torque, double time_s, double x[LEAN_STATES])
{
    enum { STEPS = 40, STAGES = 4 };
    static const double place[STAGES] = {0, 0.5, 0.5, 1}, weight[STAGES] = {1, 2, 2, 1};
    double h = time_s / STEPS;
    for (int step = 0; step < STEPS; ++step) {
        double k[STAGES + 1][LEAN_STATES] = {{0}}, sum[LEAN_STATES] = {0};
        for (int s = 0; s < STAGES; ++s)
            for (int i = 0; i < LEAN_STATES; ++i) {
                k[s + 1][i] = b[i] * torque;
                for (int j = 0; j < LEAN_STATES; ++j)
                    k[s + 1][i] += a[i][j] * (x[j] + place[s] * h * k[s][j]);
                sum[i] += weight[s] / 6 * k[s + 1][i];
            }
        for (int i = 0; i < LEAN_STATES; ++i) x[i] += h * sum[i];
    }
}

/* The largest root per call of a rider who acts each `time_s`, with `share` of the torque. */
static double largest_root(const struct lean_model *lean, double speed_mps,
                           const double gain[RIDER_GAINS], double time_s, double share)
{
    double a[LEAN_STATES][LEAN_STATES], b[LEAN_STATES], closed[RIDER_GAINS][RIDER_GAINS] = {{0}};
    double complex roots[RIDER_GAINS];
    double most = 0;
    assert_true(kamm_lean_equations(lean, speed_mps, a, b));
    for (int j = 0; j < RIDER_GAINS; ++j) {
        double x[LEAN_STATES] = {0};
        if (j < LEAN_STATES) x[j] = 1;
        integrate(a, b, -share * gain[j], time_s, x);
        for (int i = 0; i < LEAN_STATES; ++i) closed[i][j] = x[i];
    }
    closed[LEAN_STATES][LEAN_STATES] = 1, closed[LEAN_STATES][LEAN_ROLL] = time_s;
    find_eigenvalues(RIDER_GAINS, closed[0], roots);
    for (int i = 0; i < RIDER_GAINS; ++i) most = fmax(most, cabs(roots[i]));
    return most;
}

/* A regulator that is optimal stays stable with half of its torque and with more; so it is at other rates of calls. */
static int rides_at(int vehicle, double speed_mps) { return speed_mps < (vehicle ? 70 : 40); }

static void gains_balance_at_all_speeds(void **state)
{
    const kamm_vehicle_def defs[] = {ridden_bicycle(240), ridden_motorcycle(240)};
    static const double shares[] = {0.6, 1, 1.5};
    (void)state;
    for (int d = 0; d < 2; ++d) {
        kamm_model *model = compile(&defs[d]);
        struct lean_model lean;
        kamm_find_lean_model(model, &lean);
        for (int at = 0; at < RIDER_SPEEDS && rides_at(d, model->rider->speed_mps[at]); at += 5)
            for (int s = 0; s < 3; ++s)
                for (int rate = 60; rate <= 240; rate *= 4) {
                    const struct rider_gains *g = model->rider;
                    double root = largest_root(&lean, g->speed_mps[at], g->gain[RIDER_ROLLS][at],
                                               1.0 / rate, shares[s]);
                    if (!(root < 1))
                        fail_msg("vehicle %d, %.2f m/s, %g of the torque, %d calls a second: %.6f",
                                 d, model->rider->speed_mps[at], shares[s], rate, root);
                }
        kamm_destroy_model(model);
    }
}

/* Linear between two loads, as riders have it (rider_gains.h). */
static void mix_gains(const struct rider_gains *g, int at, double front_share,
                      double gain[RIDER_GAINS])
{
    int k = front_share > g->front_share[RIDER_ROLLS];
    double moved = (front_share - g->front_share[k]) / (g->front_share[k + 1] - g->front_share[k]);
    for (int i = 0; i < RIDER_GAINS; ++i)
        gain[i] = g->gain[k][at][i] + moved * (g->gain[k + 1][at][i] - g->gain[k][at][i]);
}

/* Growth in 1/s of the least damped mode while the lighter wheel keeps that share of its load, with gains of that load. With those
 * of the machine that rolls: `rolling`. */
static double growth_with(const kamm_model *model, int at, int brakes, double keeps,
                          double *rolling)
{
    const struct rider_gains *g = model->rider;
    const double *rest_n = model->rest.load_n, v = g->speed_mps[at], call_s = 1.0 / 60;
    double load_n[2], gain[RIDER_GAINS];
    struct lean_model lean;
    load_n[brakes] = keeps * rest_n[brakes];
    load_n[1 - brakes] = rest_n[1 - brakes] + (1 - keeps) * rest_n[brakes];
    kamm_find_loaded_lean_model(model, load_n, &lean);
    mix_gains(g, at, load_n[0] / (load_n[0] + load_n[1]), gain);
    *rolling = log(largest_root(&lean, v, g->gain[RIDER_ROLLS][at], call_s, 1)) / call_s;
    return log(largest_root(&lean, v, gain, call_s, 1)) / call_s;
}

/* Gains of the machine that only rolls don't damp all of these. */
static void gains_damp_machines_that_drive_and_brake(void **state)
{
    (void)state;
    for (int m = 0; m < fleet_count(); ++m) {
        const kamm_vehicle_def def = fleet_def(m, 240);
        kamm_model *model = compile(&def);
        double worst = -INFINITY, worst_rolling = -INFINITY, rolling;
        for (int at = 9; at < RIDER_SPEEDS; at += of_tier(3, 1))
            for (int brakes = 0; brakes < 2; ++brakes)
                for (int i = 0; i < 5; ++i) {
                    double keeps = 0.15 + 0.2 * i;
                    double growth = growth_with(model, at, brakes, keeps, &rolling);
                    worst = fmax(worst, growth), worst_rolling = fmax(worst_rolling, rolling);
                    if (!(growth < -0.1))
                        fail_msg("%s, %.1f m/s, %s, the wheel keeps %.2f: %.3f /s", fleet_name(m),
                                 model->rider->speed_mps[at], brakes ? "brakes" : "drives", keeps,
                                 growth);
                }
        print_message("%-22s grows by up to %.2f /s, with gains at rest %.2f /s\n", fleet_name(m),
                      worst, worst_rolling);
        if (def.body.mass_kg > 200) expect_above(worst_rolling, 0.5);
        kamm_destroy_model(model);
    }
}

/* What it costs to come to rest from a state with that many calls left, the last one first: Bellman's recursion. */
static void recur(double a[RIDER_GAINS][RIDER_GAINS], const double b[RIDER_GAINS],
                  const double weight[RIDER_GAINS], double torque_weight,
                  double cost[RIDER_GAINS][RIDER_GAINS], double gain[RIDER_GAINS])
{
    enum { N = RIDER_GAINS };
    double ahead[N][N], pressed[N] = {0}, whole = torque_weight, next[N][N];
    for (int i = 0; i < N; ++i)
        for (int j = 0; j < N; ++j) {
            ahead[i][j] = 0;
            for (int k = 0; k < N; ++k) ahead[i][j] += cost[i][k] * a[k][j];
            pressed[i] += cost[i][j] * b[j];
        }
    for (int i = 0; i < N; ++i) whole += b[i] * pressed[i];
    for (int j = 0; j < N; ++j) {
        gain[j] = 0;
        for (int i = 0; i < N; ++i) gain[j] += pressed[i] * a[i][j] / whole;
    }
    for (int i = 0; i < N; ++i)
        for (int j = 0; j < N; ++j) {
            next[i][j] = (i == j ? weight[i] : 0) - gain[i] * whole * gain[j];
            for (int k = 0; k < N; ++k) next[i][j] += a[k][i] * ahead[k][j];
        }
    memcpy(cost, next, sizeof next);
}

/* The weights are those of rider_gains.c. */
static void gains_are_optimal(void **state)
{
    const kamm_vehicle_def def = ridden_motorcycle(240);
    kamm_model *model = compile(&def);
    const struct rider_gains *g = model->rider;
    const double root = sqrt(model->statics.length_scale), square = root * root;
    const double weight[RIDER_GAINS] = {
        400, 400, [LEAN_ROLL_RATE] = 4 * square, [LEAN_STEER_RATE] = 0.25 * square,
        [LEAN_STATES] = 400 / square};
    const double torque_nm = 0.003 * g->lean_scale_nm;
    struct lean_model lean;
    (void)state;
    kamm_find_lean_model(model, &lean);
    for (int at = 10; at < 22; at += 4) {
        double a[RIDER_GAINS][RIDER_GAINS] = {{0}}, b[RIDER_GAINS] = {0}, gain[RIDER_GAINS];
        double cost[RIDER_GAINS][RIDER_GAINS] = {{0}}, flow[LEAN_STATES][LEAN_STATES];
        double torque[LEAN_STATES];
        assert_true(kamm_lean_equations(&lean, g->speed_mps[at], flow, torque));
        for (int j = 0; j < RIDER_GAINS; ++j) {
            double x[LEAN_STATES] = {0};
            if (j < LEAN_STATES) x[j] = 1;
            integrate(flow, torque, j == LEAN_STATES, root / 60, x);
            for (int i = 0; i < LEAN_STATES; ++i) *(j < LEAN_STATES ? &a[i][j] : &b[i]) = x[i];
        }
        a[LEAN_STATES][LEAN_STATES] = 1, a[LEAN_STATES][LEAN_ROLL] = root / 60;
        for (int calls = 0; calls < 2000; ++calls)
            recur(a, b, weight, 1 / (torque_nm * torque_nm), cost, gain);
        for (int i = 0; i < RIDER_GAINS; ++i)
            expect_near(g->gain[RIDER_ROLLS][at][i], gain[i], 1e-4 * fabs(gain[i]) + 1e-6);
    }
    kamm_destroy_model(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_has_the_published_eigenvalues_of_a_motorcycle),
        cmocka_unit_test(it_has_those_of_the_linear_bicycle),
        cmocka_unit_test(its_wheels_have_the_slopes_of_their_tyres),
        cmocka_unit_test(a_steady_turn_has_the_published_torque),
        cmocka_unit_test(gains_balance_at_all_speeds),
        cmocka_unit_test(gains_damp_machines_that_drive_and_brake),
        cmocka_unit_test(gains_are_optimal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
