/* Curves: interpolation of points, tables for kernels, and bad points. */
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/curve.h"
#include "lanes_curve.h"
#include "support/widths.h"

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))
#define TABLE_FLOATS (sizeof(struct curve_table) / sizeof(float))

/* An engine's torque in N m over its speed in rad/s. */
static const double engine_x[] = {80, 150, 210, 300, 420, 520, 600, 680};
static const double engine_y[] = {210, 320, 395, 400, 400, 390, 340, 0};

/* A damper's force in N over its speed in m/s: a corner at rest, twice digressive. */
static const double damper_x[] = {-1.5, -0.3, -0.05, 0, 0.05, 0.3, 1.5};
static const double damper_y[] = {-1600, -800, -250, 0, 500, 1300, 2400};

static struct curve_table table_of(const double *x, const double *y, int count, curve_kind kind,
                                   curve_ends ends)
{
    struct curve_table table;
    curve_check check = kamm_compile_curve_table(x, y, count, kind, ends, &table);
    assert_int_equal(check.fault, CURVE_FINE);
    return table;
}

static float at(const struct curve_table *table, float x, float *slope)
{
    float unused;
    return curve_at(table, x, slope ? slope : &unused);
}

static void assert_near(double value, double expected, double tolerance)
{
    if (!(fabs(value - expected) <= tolerance))
        fail_msg("%.9g is not %.9g to %g", value, expected, tolerance);
}

static void curves_pass_their_points(void **state)
{
    (void)state;
    for (int kind = CURVE_LINEAR; kind <= CURVE_MONOTONE; ++kind)
        for (int i = 0; i < COUNT(engine_x); ++i)
            assert_near(kamm_curve_value(engine_x, engine_y, COUNT(engine_x), (curve_kind)kind,
                                         engine_x[i], NULL),
                        engine_y[i], 1e-9);
}

static void linear_curves_are_straight_between_points(void **state)
{
    (void)state;
    double slope;
    assert_near(kamm_curve_value(damper_x, damper_y, 7, CURVE_LINEAR, 0.9, &slope), 1850, 1e-9);
    assert_near(slope, 1100 / 1.2, 1e-9);
    kamm_curve_value(damper_x, damper_y, 7, CURVE_LINEAR, 0.0, &slope);
    assert_near(slope, 7500, 1e-9);
}

/* A parabola's own slopes are what the three-point rule gives inside. */
static void monotone_curves_follow_a_parabola(void **state)
{
    (void)state;
    double x[12], y[12];
    for (int i = 0; i < 12; ++i) x[i] = 1 + 0.1 * i + 0.03 * (i % 3), y[i] = x[i] * x[i];
    for (double p = x[0]; p < x[11]; p += 0.0173) {
        double slope;
        assert_near(kamm_curve_value(x, y, 12, CURVE_MONOTONE, p, &slope), p * p, 1e-12);
        assert_near(slope, 2 * p, 1e-9);
    }
}

static void slopes_are_derivatives(void **state)
{
    (void)state;
    for (double p = 81.3; p < 680; p += 7.77) {
        double slope, h = 1e-4;
        kamm_curve_value(engine_x, engine_y, 8, CURVE_MONOTONE, p, &slope);
        double rise = kamm_curve_value(engine_x, engine_y, 8, CURVE_MONOTONE, p + h, NULL) -
                      kamm_curve_value(engine_x, engine_y, 8, CURVE_MONOTONE, p - h, NULL);
        assert_near(slope, rise / (2 * h), 1e-3);
    }
}

/* Rises and falls only where the points do, and overshoots none. */
static void monotone_curves_never_overshoot(void **state)
{
    (void)state;
    static const double x[] = {0, 1, 1.01, 2, 5, 5.5, 9}, y[] = {0, 0, 10, 10.1, 10.1, 3, 2.9};
    for (int i = 0; i < 6; ++i) {
        double before = y[i];
        for (int step = 1; step <= 100; ++step) {
            double p = x[i] + (x[i + 1] - x[i]) * step / 100;
            double value = kamm_curve_value(x, y, 7, CURVE_MONOTONE, p, NULL);
            double gain = (value - before) * (y[i + 1] - y[i]);
            assert_true(gain >= -1e-12);
            if (y[i + 1] == y[i]) assert_near(value, y[i], 1e-12);
            before = value;
        }
    }
}

static void ends_are_held_or_extended(void **state)
{
    (void)state;
    double slope = 1.0;
    assert_near(kamm_curve_value(engine_x, engine_y, 8, CURVE_MONOTONE, 10, &slope), 210, 0);
    assert_near(slope, 0, 0);
    assert_near(kamm_curve_value(engine_x, engine_y, 8, CURVE_LINEAR, 1e9, NULL), 0, 0);

    struct curve_table held = table_of(damper_x, damper_y, 7, CURVE_LINEAR, CURVE_HELD);
    struct curve_table on = table_of(damper_x, damper_y, 7, CURVE_LINEAR, CURVE_EXTENDED);
    float table_slope;
    assert_near(at(&held, 4.0f, &table_slope), 2400, 1e-3);
    assert_near(table_slope, 0, 0);
    assert_near(at(&held, -INFINITY, &table_slope), -1600, 1e-3);
    assert_near(table_slope, 0, 0);
    assert_near(at(&on, 2.5f, &table_slope), 2400 + 1100 / 1.2, 0.01);
    assert_near(table_slope, 1100 / 1.2, 0.01);
    assert_near(at(&on, -2.5f, &table_slope), -1600 - 800 / 1.2, 0.01);
}

static void tables_follow_their_curves(void **state)
{
    (void)state;
    struct curve_table engine = table_of(engine_x, engine_y, 8, CURVE_MONOTONE, CURVE_HELD);
    for (float x = 80; x < 680; x += 0.37f) {
        double exact = kamm_curve_value(engine_x, engine_y, 8, CURVE_MONOTONE, x, NULL);
        assert_near(at(&engine, x, NULL), exact, 2.0); /* N m: half a per cent of the peak */
    }
    struct curve_table damper = table_of(damper_x, damper_y, 7, CURVE_LINEAR, CURVE_EXTENDED);
    assert_near(at(&damper, 0, NULL), 0, 1e-3);
    for (float x = 0.4f; x < 1.5f; x += 0.01f)
        assert_near(at(&damper, x, NULL), 1300 + (x - 0.3f) * 1100 / 1.2, 2e-3);
}

static void smooth_tables_are_exact_to_a_fraction(void **state)
{
    (void)state;
    double x[24], y[24];
    for (int i = 0; i < 24; ++i) x[i] = -1.5 + 3.0 * i / 23, y[i] = sin(x[i]);
    struct curve_table table = table_of(x, y, 24, CURVE_MONOTONE, CURVE_HELD);
    for (float p = -1.5f; p <= 1.5f; p += 0.0031f) {
        float slope;
        assert_near(at(&table, p, &slope), sin(p), 3e-4);
        assert_near(slope, cos(p), 0.02);
    }
}

/* What rises in the file rises in the table, however rough: to a rounding of the values. */
static void monotone_points_give_monotone_tables(void **state)
{
    (void)state;
    uint32_t seed = 1;
    for (int trial = 0; trial < 200; ++trial) {
        double x[24] = {0}, y[24] = {0};
        int count = 2 + trial % 23;
        for (int i = 1; i < count; ++i) {
            seed = seed * 1664525u + 1013904223u;
            x[i] = x[i - 1] + 0.01 + (seed >> 8) % 1000 / (i % 5 ? 1000.0 : 10.0);
            y[i] = y[i - 1] + (seed >> 20) % 17 * (i % 7 ? 0.1 : 100.0);
        }
        curve_kind kind = trial % 2 ? CURVE_MONOTONE : CURVE_LINEAR;
        struct curve_table table = table_of(x, y, count, kind, CURVE_EXTENDED);
        float before = at(&table, (float)x[0] - 1, NULL), top = (float)y[count - 1];
        for (int step = 1; step <= 2000; ++step) {
            float slope, p = (float)(x[0] + (x[count - 1] - x[0]) * step / 2000);
            float value = at(&table, p, &slope);
            assert_true(value >= before - 4e-7f * top);
            assert_true(slope >= -2e-6f * top / (x[count - 1] - x[0]) * CURVE_INTERVALS);
            before = value;
        }
    }
}

/* The integral of the slope is the rise of the value, so that work is conserved. */
static void table_slopes_integrate_to_values(void **state)
{
    (void)state;
    struct curve_table table = table_of(engine_x, engine_y, 8, CURVE_MONOTONE, CURVE_HELD);
    double work = 0, h = 600.0 / 32 / 64;
    float last = 0;
    for (int i = 0; i < 32 * 64; ++i) { /* Simpson's rule is exact for the table's cubics */
        float s0, s1, s2;
        float v0 = at(&table, (float)(80 + i * h), &s0);
        at(&table, (float)(80 + (i + 0.5) * h), &s1);
        last = at(&table, (float)(80 + (i + 1) * h), &s2);
        work += (s0 + 4 * s1 + s2) * h / 6;
        assert_near(work, v0 + (s0 + 4 * s1 + s2) * h / 6 - 210, 0.01);
    }
    assert_near(work, last - 210, 0.01);
}

static void one_point_is_a_constant(void **state)
{
    (void)state;
    double x = 3, y = 7;
    struct curve_table table = table_of(&x, &y, 1, CURVE_MONOTONE, CURVE_EXTENDED);
    float slope;
    assert_near(at(&table, 3, NULL), 7, 0);
    assert_near(at(&table, -100, &slope), 7, 0);
    assert_near(slope, 0, 0);
    assert_near(kamm_curve_value(&x, &y, 1, CURVE_LINEAR, 55, NULL), 7, 0);
}

static void nan_gives_nan_and_reads_nothing_outside(void **state)
{
    (void)state;
    struct curve_table table = table_of(engine_x, engine_y, 8, CURVE_MONOTONE, CURVE_HELD);
    float slope;
    assert_true(isnan(at(&table, NAN, &slope)));
    assert_true(isnan(at(&table, -NAN, &slope)));
    assert_true(isfinite(at(&table, FLT_MAX, &slope)));
    assert_true(isfinite(at(&table, -FLT_MAX, &slope)));
}

static void assert_fault(const double *x, const double *y, int count, curve_fault fault, int index)
{
    struct curve_table table;
    curve_check check = kamm_compile_curve_table(x, y, count, CURVE_MONOTONE, CURVE_HELD, &table);
    assert_int_equal(check.fault, fault);
    assert_int_equal(check.index, index);
}

static void bad_points_are_named(void **state)
{
    (void)state;
    double up[] = {1, 2, 3}, back[] = {1, 2, 2}, down[] = {1, 0, 2}, broken[] = {1, 2, NAN};
    double endless[] = {-INFINITY, 2, 3}, beyond_float[] = {1, 1e39, 3}, close[] = {1, 1 + 1e-9, 2};
    assert_fault(up, up, 0, CURVE_EMPTY, 0);
    assert_fault(back, up, 3, CURVE_NOT_ASCENDING, 2);
    assert_fault(down, up, 3, CURVE_NOT_ASCENDING, 1);
    assert_fault(close, up, 3, CURVE_NOT_ASCENDING, 1);
    assert_fault(broken, up, 3, CURVE_NOT_FINITE, 2);
    assert_fault(up, broken, 3, CURVE_NOT_FINITE, 2);
    assert_fault(endless, up, 3, CURVE_NOT_FINITE, 0);
    assert_fault(up, beyond_float, 3, CURVE_NOT_FINITE, 1);
    assert_fault(up, down, 3, CURVE_FINE, 0);
}

/* 16 cars with tables of their own, as a kernel of that width reads them. */
static void interleave(float *mixed, int width, const struct curve_table *tables)
{
    for (int car = 0; car < KAMM_BLOCK; ++car)
        interleave_lane(mixed, TABLE_FLOATS, width, car, (const float *)&tables[car]);
}

static void assert_same_bits(const float *a, const float *b)
{
    for (int i = 0; i < KAMM_BLOCK; ++i)
        if (!(isnan(a[i]) && isnan(b[i]))) assert_memory_equal(a + i, b + i, sizeof *a);
}

static void widths_agree_to_the_bit(void **state)
{
    (void)state;
    static curve_block *const shared[] = AT_WIDER_WIDTHS(curve_block, 0);
    static curve_block *const mixed[] = AT_WIDER_WIDTHS(curve_block, 1);
    _Alignas(64) float x[16], value[16], slope[16], wide_value[16], wide_slope[16];
    _Alignas(64) float rows[TABLE_FLOATS * 16];
    struct curve_table tables[16];
    for (int car = 0; car < 16; ++car)
        tables[car] = table_of(damper_x + car % 4, damper_y, 2 + car % 3, car % 2,
                               car % 5 ? CURVE_EXTENDED : CURVE_HELD);
    for (int trial = 0; trial < 400; ++trial) {
        for (int i = 0; i < 16; ++i) x[i] = (trial - 200) * 0.0113f + 0.07f * i;
        x[trial % 16] = trial % 3 ? NAN : INFINITY;
        for (int w = 0; w < WIDER_WIDTHS; ++w) {
            curve_block_1_0(&tables[1].first, x, value, slope);
            shared[w](&tables[1].first, x, wide_value, wide_slope);
            assert_same_bits(value, wide_value);
            assert_same_bits(slope, wide_slope);
            for (int i = 0; i < 16; ++i) value[i] = at(&tables[i], x[i], &slope[i]);
            interleave(rows, wider_widths[w], tables);
            mixed[w](rows, x, wide_value, wide_slope);
            assert_same_bits(value, wide_value);
            assert_same_bits(slope, wide_slope);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(curves_pass_their_points),
        cmocka_unit_test(linear_curves_are_straight_between_points),
        cmocka_unit_test(monotone_curves_follow_a_parabola),
        cmocka_unit_test(slopes_are_derivatives),
        cmocka_unit_test(monotone_curves_never_overshoot),
        cmocka_unit_test(ends_are_held_or_extended),
        cmocka_unit_test(tables_follow_their_curves),
        cmocka_unit_test(smooth_tables_are_exact_to_a_fraction),
        cmocka_unit_test(monotone_points_give_monotone_tables),
        cmocka_unit_test(table_slopes_integrate_to_values),
        cmocka_unit_test(one_point_is_a_constant),
        cmocka_unit_test(nan_gives_nan_and_reads_nothing_outside),
        cmocka_unit_test(bad_points_are_named),
        cmocka_unit_test(widths_agree_to_the_bit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
