/* Lane mathematics against libm's doubles over the whole stated ranges, and width against width. */
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/hash.h"
#include "lanes_lane_math.h"
#include "support/quick.h"
#include "support/tier.h"
#include "support/widths.h"

/* Bits from one float of a sweep to the next. */
static uint32_t sweep_step(void) { return (uint32_t)of_tier(601, 97); }

typedef struct {
    _Alignas(64) float x[LANE_ROW], y[LANE_ROW], result[LANE_ROW];
} row;

static uint32_t bits_of_float(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static float float_of_bits(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static float value_of(enum lane_function function, float x, float y)
{
    row r = {0};
    r.x[0] = x, r.y[0] = y;
    lane_row_1_0(function, r.x, r.y, r.result);
    return r.result[0];
}

/* The spacing of floats at a value. */
static double ulp_at(double value)
{
    int exponent;
    frexp(value, &exponent);
    return ldexp(1.0, (exponent < -125 ? -125 : exponent) - 24);
}

static double exact_cosine_of_arc_tangent(double x) { return 1.0 / sqrt(1.0 + x * x); }

/* What lane_math.h states. The figures there are maxima over every float of the range (a
 * step of 1, which takes minutes); a claim much above what the sweep finds would be empty and fails. */
static const struct claim {
    const char *name;
    enum lane_function function;
    double (*exact)(double);
    float from, to; /* in order of size: a range of negatives runs from its end near zero */
    double ulps;
    double absolute; /* error beyond the ulps */
} claims[] = {
    {"sine to 100", SINE, sin, 0.0f, 100.0f, 2.1, 0.0},
    {"sine to 8192", SINE, sin, 100.0f, 8192.0f, 2.5, 0.0},
    {"cosine to 100", COSINE, cos, 0.0f, 100.0f, 2.2, 0.0},
    {"cosine to 3216", COSINE, cos, 100.0f, 3216.0f, 2.5, 0.0},
    {"cosine to 8192", COSINE, cos, 3216.0f, 8192.0f, 2.5, 0x1p-30},
    {"tangent to 10", TANGENT, tan, 0.0f, 10.0f, 2.8, 0.0},
    {"tangent to 3216", TANGENT, tan, 10.0f, 3216.0f, 3.6, 0.0},
    {"arc tangent", ARC_TANGENT, atan, 0.0f, INFINITY, 1.6, 0.0},
    {"arc sine", ARC_SINE, asin, 0.0f, 1.0f, 2.5, 0.0},
    {"cosine of arc tangent", COSINE_OF_ARC_TANGENT, exact_cosine_of_arc_tangent, 0.0f, 1.8e19f,
     2.2, 0.0},
    {"exponential", EXPONENTIAL, exp, 0.0f, 88.722f, 1.0, 0.0},
    {"exponential below 0", EXPONENTIAL, exp, -0.0f, -110.0f, 1.0, 0.0},
    {"logarithm", LOGARITHM, log, 0x1p-149f, FLT_MAX, 2.0, 0.0},
};

static void check_claim(const struct claim *claim)
{
    uint32_t last = bits_of_float(claim->to);
    const uint32_t step = sweep_step();
    double worst = 0.0;
    row r = {0};
    for (uint64_t bits = bits_of_float(claim->from); bits <= last;
         bits += (uint64_t)LANE_ROW * step) {
        for (uint32_t i = 0; i < LANE_ROW; ++i) {
            uint64_t at = bits + (uint64_t)i * step;
            r.x[i] = float_of_bits(at < last ? (uint32_t)at : last);
        }
        lane_row_1_0(claim->function, r.x, r.y, r.result);
        for (int i = 0; i < LANE_ROW; ++i) {
            double exact = claim->exact(r.x[i]), error = fabs(r.result[i] - exact);
            double ulps = (error - claim->absolute) / ulp_at(exact);
            if (!(ulps <= claim->ulps))
                fail_msg("%s of %a: %a is %.3f ulp off", claim->name, r.x[i], r.result[i], ulps);
            if (ulps > worst) worst = ulps;
        }
    }
    printf("%-22s %.3f ulp\n", claim->name, worst);
    assert_true(worst > 0.7 * claim->ulps);
}

static void errors_stay_below_the_stated_bounds(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    for (size_t i = 0; i < sizeof claims / sizeof *claims; ++i) check_claim(&claims[i]);
}

/* Every 9973rd of all 2^32 floats: NaN, infinities, zeros and subnormals of either sign too. */
static void sweep_all(void (*check)(enum lane_function function, const row *r))
{
    row r;
    for (uint64_t bits = 0; bits < UINT32_MAX; bits += 9973u * LANE_ROW) {
        for (uint32_t i = 0; i < LANE_ROW; ++i) {
            r.x[i] = float_of_bits((uint32_t)(bits + i * 9973u));
            r.y[i] = float_of_bits(bits_of_float(r.x[i]) * 2654435761u);
        }
        r.x[7] = 0.0f, r.x[21] = -0.0f, r.x[37] = INFINITY, r.x[53] = -INFINITY, r.y[11] = 0.0f;
        for (int function = 0; function < LANE_FUNCTIONS; ++function)
            check((enum lane_function)function, &r);
    }
}

static void check_widths(enum lane_function function, const row *r)
{
    static lane_row *const widths[] = AT_WIDER_WIDTHS(lane_row, 0);
    _Alignas(64) float one[LANE_ROW], wide[LANE_ROW];
    lane_row_1_0(function, r->x, r->y, one);
    for (int w = 0; w < WIDER_WIDTHS; ++w) {
        widths[w](function, r->x, r->y, wide);
        for (int i = 0; i < LANE_ROW; ++i) {
            if (isnan(one[i]) && isnan(wide[i])) continue; /* NaN's own bits differ by machine */
            if (bits_of_float(one[i]) != bits_of_float(wide[i]))
                fail_msg("function %d of %a, %a: %a at width 1, %a at width %d", function, r->x[i],
                         r->y[i], one[i], wide[i], wider_widths[w]);
        }
    }
}

static void widths_agree_to_the_bit(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    sweep_all(check_widths);
}

static uint64_t sweep_hash;

static void add_to_hash(enum lane_function function, const row *r)
{
    _Alignas(64) float result[LANE_ROW];
    lane_row_1_0(function, r->x, r->y, result);
    for (int i = 0; i < LANE_ROW; ++i) {
        uint32_t bits = isnan(result[i]) ? 0x7fc00000u : bits_of_float(result[i]);
        sweep_hash = hash_words(sweep_hash, &bits, 1);
    }
}

/* The constant may change with the functions, but never with the compiler or the machine. */
static void bits_are_the_same_everywhere(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    sweep_hash = HASH_START;
    sweep_all(add_to_hash);
    assert_true(sweep_hash == 0xf690eee3d9e65bb1u);
}

static int is_odd(enum lane_function function)
{
    return function == SINE || function == TANGENT || function == ARC_TANGENT ||
           function == ARC_SINE;
}

static void check_symmetry(enum lane_function function, const row *r)
{
    int odd = is_odd(function), mirrors_y = function == ARC_TANGENT2;
    if (!odd && !mirrors_y && function != COSINE && function != COSINE_OF_ARC_TANGENT) return;
    row plain = *r, mirrored = *r;
    float *turned = mirrors_y ? mirrored.y : mirrored.x;
    for (int i = 0; i < LANE_ROW; ++i) turned[i] = -turned[i];
    lane_row_1_0(function, plain.x, plain.y, plain.result);
    lane_row_1_0(function, mirrored.x, mirrored.y, mirrored.result);
    for (int i = 0; i < LANE_ROW; ++i) {
        float expected = odd || mirrors_y ? -plain.result[i] : plain.result[i];
        if (isnan(expected) && isnan(mirrored.result[i])) continue;
        if (fabsf(plain.x[i]) > 4e6f && (function == SINE || function == TANGENT)) continue;
        assert_int_equal(bits_of_float(expected), bits_of_float(mirrored.result[i]));
    }
}

static void functions_are_odd_or_even_to_the_bit(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    sweep_all(check_symmetry);
}

static void check_nan(enum lane_function function, const row *r)
{
    _Alignas(64) float result[LANE_ROW];
    lane_row_1_0(function, r->x, r->y, result);
    for (int i = 0; i < LANE_ROW; ++i)
        if (isnan(r->x[i])) assert_true(isnan(result[i]));
}

static void nan_gives_nan(void **state)
{
    (void)state;
    sweep_all(check_nan);
    for (int function = 0; function < LANE_FUNCTIONS; ++function) {
        enum lane_function f = (enum lane_function)function;
        assert_true(isnan(value_of(f, NAN, 1.0f)));
        assert_true(isnan(value_of(f, -NAN, 1.0f)));
    }
    assert_true(isnan(value_of(ARC_TANGENT2, 1.0f, NAN)));
    assert_true(isnan(value_of(POWER, 2.0f, NAN)));
}

/* Bit for bit, so that -0 is not 0. */
static void assert_same(float value, float expected)
{
    if (bits_of_float(value) != bits_of_float(expected)) fail_msg("%a, not %a", value, expected);
}

static void special_values_follow_ieee_754(void **state)
{
    (void)state;
    assert_same(value_of(SINE, 0.0f, 0.0f), 0.0f);
    assert_same(value_of(SINE, -0.0f, 0.0f), -0.0f);
    assert_same(value_of(COSINE, 0.0f, 0.0f), 1.0f);
    assert_same(value_of(TANGENT, -0.0f, 0.0f), -0.0f);
    assert_same(value_of(ARC_TANGENT, -0.0f, 0.0f), -0.0f);
    assert_same(value_of(ARC_TANGENT, INFINITY, 0.0f), (float)M_PI_2);
    assert_same(value_of(ARC_TANGENT, -INFINITY, 0.0f), (float)-M_PI_2);
    assert_same(value_of(ARC_SINE, 1.0f, 0.0f), (float)M_PI_2);
    assert_same(value_of(COSINE_OF_ARC_TANGENT, -INFINITY, 0.0f), 0.0f);
    assert_same(value_of(EXPONENTIAL, 0.0f, 0.0f), 1.0f);
    assert_same(value_of(EXPONENTIAL, 88.73f, 0.0f), INFINITY);
    assert_same(value_of(EXPONENTIAL, INFINITY, 0.0f), INFINITY);
    assert_same(value_of(EXPONENTIAL, -INFINITY, 0.0f), 0.0f);
    assert_same(value_of(LOGARITHM, 1.0f, 0.0f), 0.0f);
    assert_same(value_of(LOGARITHM, -0.0f, 0.0f), -INFINITY);
    assert_same(value_of(LOGARITHM, INFINITY, 0.0f), INFINITY);
    assert_same(value_of(POWER, 0.0f, 2.5f), 0.0f);
    assert_same(value_of(POWER, 3.0f, 0.0f), 1.0f);
}

static void results_outside_the_domain_are_nan(void **state)
{
    (void)state;
    assert_true(isnan(value_of(SINE, INFINITY, 0.0f)));
    assert_true(isnan(value_of(COSINE, -INFINITY, 0.0f)));
    assert_true(isnan(value_of(TANGENT, INFINITY, 0.0f)));
    assert_true(isnan(value_of(ARC_SINE, 1.0000001f, 0.0f)));
    assert_true(isnan(value_of(ARC_SINE, -2.0f, 0.0f)));
    assert_true(isnan(value_of(LOGARITHM, -1e-30f, 0.0f)));
    assert_true(isnan(value_of(LOGARITHM, -INFINITY, 0.0f)));
    assert_true(isnan(value_of(POWER, -2.0f, 2.0f)));
}

/* So that 1 - sine^2 has a root. All floats that a reduction can leave. */
static void sine_stays_within_one(void **state)
{
    (void)state;
    row r = {0};
    uint32_t last = bits_of_float(1.58f);
    for (uint32_t bits = bits_of_float(1.0f); bits < last; bits += LANE_ROW) {
        for (uint32_t i = 0; i < LANE_ROW; ++i) r.x[i] = float_of_bits(bits + i);
        lane_row_1_0(SINE, r.x, r.y, r.result);
        for (int i = 0; i < LANE_ROW; ++i) assert_true(r.result[i] <= 1.0f);
    }
}

static void arc_tangent2_agrees_with_libm(void **state)
{
    (void)state;
    static const float sizes[] = {0.0f, 1e-40f, 1e-20f, 0.3f, 0.55f, 1.0f, 1.5f, 1e3f, 1e38f};
    for (int i = 0; i < 18; ++i) {
        for (int j = 0; j < 18; ++j) {
            float y = i < 9 ? sizes[i] : -sizes[i - 9], x = j < 9 ? sizes[j] : -sizes[j - 9];
            double exact = atan2(y, x);
            float value = value_of(ARC_TANGENT2, x, y);
            if (!(fabs(value - exact) <= 2.5 * ulp_at(exact)) || !signbit(value) != !signbit(exact))
                fail_msg("arc_tangent2(%a, %a) is %a, not %a", y, x, value, exact);
        }
    }
}

static void power_agrees_with_libm(void **state)
{
    (void)state;
    for (float base = 0.001f; base < 1000.0f; base *= 1.0371f) {
        for (float exponent = -9.0f; exponent < 9.0f; exponent += 0.217f) {
            double exact = pow(base, exponent), logarithm = fabs(log(exact));
            double ulps = fabs(value_of(POWER, base, exponent) - exact) / ulp_at(exact);
            if (!(ulps <= 1.0 + 2.5 * logarithm))
                fail_msg("power(%a, %a) is %.2f ulp off", base, exponent, ulps);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(errors_stay_below_the_stated_bounds),
        cmocka_unit_test(widths_agree_to_the_bit),
        cmocka_unit_test(bits_are_the_same_everywhere),
        cmocka_unit_test(functions_are_odd_or_even_to_the_bit),
        cmocka_unit_test(nan_gives_nan),
        cmocka_unit_test(special_values_follow_ieee_754),
        cmocka_unit_test(results_outside_the_domain_are_nan),
        cmocka_unit_test(sine_stays_within_one),
        cmocka_unit_test(arc_tangent2_agrees_with_libm),
        cmocka_unit_test(power_agrees_with_libm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
