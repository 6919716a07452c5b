/* Two-wheelers against the linear bicycle (F. J. W. Whipple 1899, as benchmarked by Meijaard, Papadopoulos, Ruina and Schwab 2007): the
 * eigenvalues of `full` linearised, the speeds between which a bicycle stays up by itself, and that it does.
 * KAMM_QUICK_TESTS leaves this out: others reach its code. */
#include "support/eigenvalues.h"
#include "support/lateral_modes.h"
#include "support/rungs.h"
#include "support/tier.h"
#include "support/two_wheel_states.h"
#include "support/two_wheels.h"

#include "run/cars.h"

#include <math.h>

/* -- the linear bicycle itself, against the paper's figures -- */

static void formulas_give_the_published_figures(void **state)
{
    const struct bicycle_matrices q = bicycle_matrices_of(&benchmark_bicycle);
    double complex roots[4];
    (void)state;
    expect_near(q.m[0][0], 80.81722, 1e-8), expect_near(q.m[0][1], 2.319413322, 1e-8);
    expect_near(q.m[1][1], 0.297841882, 1e-8), expect_near(q.c1[0][1], 33.866413915, 1e-8);
    expect_near(q.c1[1][0], -0.850356415, 1e-8), expect_near(q.c1[1][1], 1.685403974, 1e-8);
    expect_near(q.k0[0][0], -80.95, 1e-8), expect_near(q.k0[0][1], -2.599516852, 1e-8);
    expect_near(q.k0[1][1], -0.803294885, 1e-8), expect_near(q.k2[0][1], 76.597345896, 1e-8);
    expect_near(q.k2[1][1], 2.654315238, 1e-8);
    bicycle_roots(&benchmark_bicycle, 9.81, 5, roots);
    double complex weave = nearest_root(4, roots, -0.8 + 4.5 * I);
    expect_near(creal(weave), -0.775342, 1e-6), expect_near(cimag(weave), 4.464868, 1e-6);
    expect_near(creal(nearest_root(4, roots, -14)), -14.078390, 1e-6);
    expect_near(creal(nearest_root(4, roots, -0.3)), -0.322866, 1e-6);
    expect_near(bicycle_speed(&benchmark_bicycle, 9.81, 4, 5, 0.4 + 3.1 * I), 4.292382536, 1e-8);
    expect_near(bicycle_speed(&benchmark_bicycle, 9.81, 5.5, 6.5, -0.1), 6.024262015, 1e-8);
}

/* -- the vehicle on `full` -- */

static const kamm_linear_state states[] = {
    {.kind = KAMM_LINEAR_ROTATION, .axis = 0, .step = 1e-3},
    {.kind = KAMM_LINEAR_VELOCITY, .axis = 1},
    {.kind = KAMM_LINEAR_RATE, .axis = 0, .step = 1e-2},
    {.kind = KAMM_LINEAR_RATE, .axis = 2, .step = 1e-2},
    CAR_ROW(steering_rad, 0),
    CAR_ROW(steering_rate_radps, 0),
    SHIFT_ROW(0, 1e-6),
    SHIFT_ROW(1, 1e-6),
};
enum { STATES = sizeof states / sizeof *states };

static void roots_of(const kamm_vehicle_def *def, double speed, double complex roots[STATES])
{
    modes_of_ride(def, speed, &(struct straight_ride){states, STATES, 960, 0.05}, roots);
}

static double worst_root(const struct bicycle *bicycle, double speed)
{
    const kamm_vehicle_def def = vehicle_of_bicycle(bicycle);
    double complex expected[4], found[STATES];
    double worst = 0;
    bicycle_roots(bicycle, GRAVITY_MPS2, speed, expected);
    roots_of(&def, speed, found);
    for (int i = 0; i < 4; ++i) {
        double complex nearest = nearest_root(STATES, found, expected[i]);
        double off = cabs(nearest - expected[i]) / fmax(cabs(expected[i]), 1);
        print_message("%4.1f m/s  %9.5f %+9.5fi  expected %9.5f %+9.5fi  %.3f %%\n", speed,
                      creal(nearest), cimag(nearest), creal(expected[i]), cimag(expected[i]),
                      100 * off);
        worst = fmax(worst, off);
    }
    return worst;
}

/* 1 % of a root, or of 1/s where it is smaller than that. */
static void eigenvalues_are_the_linear_bicycle_s(void **state)
{
    const struct bicycle *bicycles[] = {&benchmark_bicycle, &browser_bicycle};
    (void)state;
    for (int b = 0; b < 2; ++b)
        for (int v = 0; v <= 10; v += of_tier(3, 1)) expect_below(worst_root(bicycles[b], v), 0.01);
}

/* -- the speeds between which it stays up by itself -- */

static double real_part(const kamm_vehicle_def *def, double speed, double complex near)
{
    double complex found[STATES];
    roots_of(def, speed, found);
    return creal(nearest_root(STATES, found, near));
}

/* Where it passes 0 between two speeds that are close, as a line does. */
static double speed_of_change(const kamm_vehicle_def *def, double from, double to,
                              double complex near)
{
    double low = real_part(def, from, near), high = real_part(def, to, near);
    assert_true(low * high < 0);
    return from - low * (to - from) / (high - low);
}

static void it_balances_between_the_same_speeds(void **state)
{
    const kamm_vehicle_def def = vehicle_of_bicycle(&benchmark_bicycle);
    double weave = bicycle_speed(&benchmark_bicycle, GRAVITY_MPS2, 4, 5, 0.4 + 3.1 * I);
    double capsize = bicycle_speed(&benchmark_bicycle, GRAVITY_MPS2, 5.5, 6.5, -0.1);
    double found = speed_of_change(&def, 4.25, 4.35, 0.1 + 3.4 * I);
    (void)state;
    print_message("weave %.4f m/s, expected %.4f\n", found, weave);
    expect_share(found, weave, 0.005);
    found = speed_of_change(&def, 5.9, 6.15, 0);
    print_message("capsize %.4f m/s, expected %.4f\n", found, capsize);
    expect_share(found, capsize, 0.005);
}

/* Greatest lean within the second that ends then, of a bicycle without hands that is pushed at the start. */
static void lean_after(double speed, const double *at_s, int count, double *lean_rad)
{
    const kamm_vehicle_def def = vehicle_of_bicycle(&benchmark_bicycle);
    const kamm_ground ground = smooth_ground();
    kamm_cars *cars = ride_without_hands(&def, speed);
    double rate = def.stepping.substeps_per_s, time_s = 0;
    PUT_CAR_STATE(cars, 0, car.roll_rate_radps, 0.05f);
    for (int i = 0; i < count; ++i) {
        double most = 0;
        for (; time_s < at_s[i]; time_s += 0.05) {
            kamm_step(cars, &ground, (int)(0.05 * rate));
            double lean = fabs(kamm_read(cars, 0, KAMM_CHANNEL_roll_rad));
            if (time_s > at_s[i] - 1) most = fmax(most, lean);
        }
        lean_rad[i] = most;
    }
    end_cars(cars);
}

static void pushed_bicycles_right_themselves_or_fall(void **state)
{
    const double times[] = {2, 6};
    double lean[2];
    (void)state;
    lean_after(3.9, times, 2, lean); /* weaves more and more */
    expect_above(lean[1], 3 * lean[0]);
    lean_after(5, times, 2, lean); /* as exp(-0.32 t) */
    expect_below(lean[1], 0.5 * lean[0]);
    lean_after(7.5, times, 2, lean); /* capsizes slowly, as exp(0.13 t) */
    expect_above(lean[1], 1.3 * lean[0]);
    expect_below(lean[1], 3 * lean[0]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(formulas_give_the_published_figures),
        cmocka_unit_test(eigenvalues_are_the_linear_bicycle_s),
        cmocka_unit_test(it_balances_between_the_same_speeds),
        cmocka_unit_test(pushed_bicycles_right_themselves_or_fall),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
