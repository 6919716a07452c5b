/* Sines and cosines of multiples of arc tangents: their stated errors, oddness, bits. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/arc_series.h"
#include "lanes_arc_series.h"
#include "support/widths.h"

static float cosine_series[ARC_SERIES_TERMS], sine_series[ARC_SERIES_TERMS];

/* From 0 to 1e6, as many below 1 as above. */
static float argument(int i, int count) { return (float)tan(1.570795 * i / count); }

static void check_multiple(double multiple, double tolerance)
{
    enum { COUNT = 20000 };
    kamm_fit_cosine_series(cosine_series, multiple);
    kamm_fit_sine_series(sine_series, multiple);
    for (int i = 0; i <= COUNT; ++i) {
        float x = argument(i, COUNT);
        double angle = multiple * atan((double)x);
        double c = arc_series(cosine_series, cosine_of_arc_tangent(x)),
               s = sine_of_multiple(sine_series, x);
        if (!(fabs(c - cos(angle)) <= tolerance && fabs(s - sin(angle)) <= tolerance))
            fail_msg("C = %g, x = %g: off by %g and %g", multiple, (double)x, c - cos(angle),
                     s - sin(angle));
    }
}

static void multiples_keep_their_stated_errors(void **state)
{
    (void)state;
    for (double multiple = 0.1; multiple <= 4.5; multiple += 0.1) check_multiple(multiple, 4e-6);
    for (double multiple = 4.6; multiple <= 6.5; multiple += 0.1) check_multiple(multiple, 5e-5);
}

/* The slope at 0 is what cornering and slip stiffness hang on. */
static void slopes_at_zero_are_the_multiples(void **state)
{
    (void)state;
    for (double multiple = 0.5; multiple <= 4.5; multiple += 0.25) {
        kamm_fit_sine_series(sine_series, multiple);
        double slope = sine_of_multiple(sine_series, 1e-4f) / 1e-4;
        assert_true(fabs(slope / multiple - 1) < 2e-5);
    }
}

static void arc_tangents_keep_their_stated_errors(void **state)
{
    (void)state;
    for (int i = 1; i <= 20000; ++i) {
        float x = argument(i, 20000);
        double angle = atan((double)x);
        assert_true(fabs(short_arc_tangent(x) / angle - 1) < 8e-7);
        assert_true(fabs(arc_squared(cosine_of_arc_tangent(x)) - angle * angle) < 1e-6);
        assert_true(arc_squared(cosine_of_arc_tangent(x)) >= 0);
    }
    assert_true(short_arc_tangent(0) == 0 && arc_squared(1) >= 0);
}

static void odd_functions_are_odd_to_the_bit(void **state)
{
    (void)state;
    kamm_fit_sine_series(sine_series, 1.37);
    for (int i = 0; i <= 20000; ++i) {
        float x = argument(i, 20000);
        assert_true(short_arc_tangent(-x) == -short_arc_tangent(x));
        assert_true(sine_of_multiple(sine_series, -x) == -sine_of_multiple(sine_series, x));
    }
}

static void widths_have_the_same_bits(void **state)
{
    (void)state;
    static arc_block *const wider[] = AT_WIDER_WIDTHS(arc_block, 0);
    _Alignas(64) float x[16], one[ARC_RESULTS][16], other[ARC_RESULTS][16];
    kamm_fit_cosine_series(cosine_series, 1.29);
    kamm_fit_sine_series(sine_series, 1.58);
    for (int row = 0; row < 1000; ++row) {
        for (int i = 0; i < 16; ++i) x[i] = (i % 2 ? -1.0f : 1.0f) * argument(16 * row + i, 16000);
        arc_block_1_0(cosine_series, sine_series, x, one);
        for (int w = 0; w < WIDER_WIDTHS; ++w) {
            wider[w](cosine_series, sine_series, x, other);
            assert_memory_equal(one, other, sizeof one);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(multiples_keep_their_stated_errors),
        cmocka_unit_test(slopes_at_zero_are_the_multiples),
        cmocka_unit_test(arc_tangents_keep_their_stated_errors),
        cmocka_unit_test(odd_functions_are_odd_to_the_bit),
        cmocka_unit_test(widths_have_the_same_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
