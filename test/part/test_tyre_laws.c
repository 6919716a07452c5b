/* What holds for any tyre: the same bits at every width, the mirrored tyre, friction that resists and
 * has an end, finite results whatever comes in. */
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "fields/fields.h"
#include "lab/tyre_probe.h"
#include "lanes_tyre_laws.h"
#include "support/quick.h"
#include "support/tier.h"
#include "support/widths.h"

#include <kamm/io/tyre_file.h>

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))
enum { CONSTANTS = sizeof(struct tyre_constants) / sizeof(float), TYRES = 8 };

/* Measured 6.2, measured 5.2, in a few numbers, default; TMeasy, linear; a motorcycle's, front and rear. */
static kamm_tyre_def tyres[TYRES];

static int read_tyres(void **state)
{
    (void)state;
    kamm_error error;
    kamm_tyre_spec spec = kamm_default_tyre_spec();
    for (int t = 3; t < 6; ++t) tyres[t] = kamm_default_tyre();
    tyres[4].law = KAMM_TYRE_TMEASY;
    tyres[5].law = KAMM_TYRE_LINEAR;
    return kamm_load_tir("test/reference/tyres/TNO_car205_60R15.tir", &tyres[0], NULL, &error) ||
           kamm_load_tir("test/reference/tyres/MagicFormula52_Parameters.tir", &tyres[1], NULL,
                         &error) ||
           kamm_load_tyre("120-70zr17-motorcycle", &tyres[6], NULL, &error) ||
           kamm_load_tyre("180-55zr17-motorcycle", &tyres[7], NULL, &error) ||
           kamm_tyre_from_spec(&spec, &tyres[2], &error);
}

static uint32_t seed = 1;

static float random_between(float low, float high)
{
    seed = seed * 1664525u + 1013904223u;
    return low + (high - low) * ((float)(seed >> 8) / 16777216.0f);
}

/* Of all sizes, of either sign, often at the edges. */
static float random_extreme(void)
{
    static const float edges[] = {0, 1, FLT_MIN, FLT_MAX, 1e-40f, 1e6f, 1e3f, 1.5707964f};
    float kind = random_between(0, 3);
    float size = kind < 1   ? edges[(int)random_between(0, 7.99f)]
                 : kind < 2 ? expf(random_between(-80, 80))
                            : random_between(0, 2);
    return random_between(-1, 1) < 0 ? -size : size;
}

static void fill_moderate(float in[TYRE_INPUTS][16])
{
    for (int w = 0; w < 16; ++w) {
        in[TYRE_LOAD][w] = random_between(0, 9000);
        in[TYRE_KAPPA][w] = random_between(-1, 1) * random_between(0, 1);
        in[TYRE_TAN][w] = random_between(-1, 1) * random_between(0, 1);
        in[TYRE_CAMBER][w] = random_between(-0.15f, 0.15f);
        in[TYRE_SPEED][w] = random_between(-10, 60);
        in[TYRE_FRICTION_X][w] = random_between(0.05f, 1.2f);
        in[TYRE_FRICTION_Y][w] = random_between(0.05f, 1.2f);
        in[TYRE_SIDE][w] = random_between(-1, 1) < 0 ? -1.0f : 1.0f;
    }
}

static void fill_extreme(float in[TYRE_INPUTS][16])
{
    for (int i = 0; i < TYRE_INPUTS; ++i)
        for (int w = 0; w < 16; ++w) in[i][w] = random_extreme();
    for (int w = 0; w < 16; ++w) in[TYRE_SIDE][w] = in[TYRE_SIDE][w] < 0 ? -1.0f : 1.0f;
}

struct block {
    _Alignas(64) float in[TYRE_INPUTS][16];
    _Alignas(64) float out[TYRE_OUTPUTS][16];
};

static void evaluate(const kamm_tyre_def *tyre, struct block *b)
{
    struct tyre_constants constants = kamm_tyre_compile(tyre);
    tyre_block_1_0((const float *)&constants, b->in, b->out);
}

static void assert_same_bits(const float a[TYRE_OUTPUTS][16], const float b[TYRE_OUTPUTS][16],
                             const char *what)
{
    for (int i = 0; i < TYRE_OUTPUTS; ++i)
        if (memcmp(a[i], b[i], sizeof a[i])) fail_msg("%s: result %d has other bits", what, i);
}

/* The same but for the signs of zeros, which a sum of opposite zeros loses. */
static void assert_same_values(const float a[TYRE_OUTPUTS][16], const float b[TYRE_OUTPUTS][16],
                               const char *what)
{
    for (int i = 0; i < TYRE_OUTPUTS; ++i)
        for (int w = 0; w < 16; ++w)
            if (!(a[i][w] == b[i][w]))
                fail_msg("%s: result %d is %.9g, not %.9g", what, i, b[i][w], a[i][w]);
}

static void widths_have_the_same_bits(void **state)
{
    (void)state;
    static tyre_block *const same[] = AT_WIDER_WIDTHS(tyre_block, 0);
    for (int round = 0; round < 2000; ++round) {
        struct block b;
        float other[TYRE_OUTPUTS][16] __attribute__((aligned(64)));
        struct tyre_constants constants = kamm_tyre_compile(&tyres[round % TYRES]);
        if (round % 2)
            fill_extreme(b.in);
        else
            fill_moderate(b.in);
        tyre_block_1_0((const float *)&constants, b.in, b.out);
        for (int i = 0; i < COUNT(same); ++i) {
            same[i]((const float *)&constants, b.in, other);
            assert_same_bits((const float(*)[16])b.out, (const float(*)[16])other, "one tyre");
        }
    }
}

static void mixed_tyres_have_the_same_bits(void **state)
{
    (void)state;
    static tyre_block *const mixed[] = AT_WIDER_WIDTHS(tyre_block, 1);
    static float interleaved[COUNT(mixed)][CONSTANTS * 16] __attribute__((aligned(64)));
    float own[TYRES][CONSTANTS];
    for (int t = 0; t < TYRES; ++t) {
        struct tyre_constants constants = kamm_tyre_compile(&tyres[t]);
        memcpy(own[t], &constants, sizeof constants);
    }
    for (int i = 0; i < COUNT(mixed); ++i)
        for (int w = 0; w < 16; ++w)
            interleave_lane(interleaved[i], CONSTANTS, wider_widths[i], w, own[w % TYRES]);
    for (int round = 0; round < 500; ++round) {
        struct block b, single;
        float other[TYRE_OUTPUTS][16] __attribute__((aligned(64)));
        fill_moderate(b.in);
        for (int t = 0; t < TYRES; ++t) {
            tyre_block_1_0(own[t], b.in, single.out);
            for (int i = 0; i < TYRE_OUTPUTS; ++i)
                for (int w = t; w < 16; w += TYRES) b.out[i][w] = single.out[i][w];
        }
        for (int i = 0; i < COUNT(mixed); ++i) {
            mixed[i](interleaved[i], b.in, other);
            assert_same_bits((const float(*)[16])b.out, (const float(*)[16])other, "mixed tyres");
        }
    }
}

static void negate(float row[16])
{
    for (int w = 0; w < 16; ++w) row[w] = -row[w];
}

/* Turns the inputs into those of the mirrored wheel, and its results back. */
static void mirror(struct block *b, int swap_sides)
{
    negate(b->in[TYRE_TAN]);
    negate(b->in[TYRE_CAMBER]);
    if (swap_sides) negate(b->in[TYRE_SIDE]);
}

static void mirror_results(struct block *b)
{
    negate(b->out[TYRE_FY]);
    negate(b->out[TYRE_MX]);
    negate(b->out[TYRE_MZ]);
}

static void the_other_side_is_the_mirror_image(void **state)
{
    (void)state;
    for (int round = 0; round < 1000; ++round) {
        struct block b, mirrored;
        fill_moderate(b.in);
        memcpy(mirrored.in, b.in, sizeof b.in);
        mirror(&mirrored, 1);
        evaluate(&tyres[round % TYRES], &b);
        evaluate(&tyres[round % TYRES], &mirrored);
        mirror_results(&mirrored);
        assert_same_bits((const float(*)[16])b.out, (const float(*)[16])mirrored.out, "other side");
    }
}

static void a_symmetric_tyre_has_no_sides(void **state)
{
    (void)state;
    for (int round = 0; round < 1000; ++round) {
        struct block b, mirrored;
        kamm_tyre_def tyre = tyres[round % TYRES];
        tyre.side = KAMM_TYRE_SYMMETRIC;
        fill_moderate(b.in);
        memcpy(mirrored.in, b.in, sizeof b.in);
        mirror(&mirrored, 0);
        evaluate(&tyre, &b);
        evaluate(&tyre, &mirrored);
        mirror_results(&mirrored);
        assert_same_values((const float(*)[16])b.out, (const float(*)[16])mirrored.out,
                           "symmetric");
    }
}

static void results_are_finite_and_bounded(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    for (int round = 0; round < of_tier(6000, 20000); ++round) {
        struct block b;
        fill_extreme(b.in);
        evaluate(&tyres[round % TYRES], &b);
        for (int w = 0; w < 16; ++w) {
            for (int i = 0; i < TYRE_OUTPUTS; ++i)
                if (!isfinite(b.out[i][w]))
                    fail_msg("round %d, wheel %d: result %d is not finite", round, w, i);
            double used = hypot((double)b.out[TYRE_FX][w] / fmax(b.out[TYRE_PEAK_X][w], 1e-30),
                                (double)b.out[TYRE_FY][w] / fmax(b.out[TYRE_PEAK_Y][w], 1e-30));
            if (!(used < 1.301))
                fail_msg("round %d, wheel %d: force is %g of friction", round, w, used);
            assert_true(b.out[TYRE_ROLLING][w] >= 0);
        }
    }
}

/* Any value that the table allows for any coefficient. */
static kamm_tyre_def random_def(void)
{
    const kamm_field_table *table = kamm_tyre_table();
    for (;;) {
        kamm_tyre_def tyre = tyres[(int)random_between(0, TYRES - 0.01f)];
        for (int i = 0; i < table->count; ++i) {
            const kamm_field *field = &table->fields[i];
            if (field->kind != KAMM_FIELD_NUMBER || random_between(0, 1) < 0.7f) continue;
            double share = pow(random_between(0, 1), random_between(1, 8));
            double end = random_between(-1, 1) < 0 ? field->min : field->max;
            double *at = kamm_value_of(field, &tyre);
            *at += share * (end - *at);
        }
        if (!kamm_check_tyre(&tyre, NULL)) return tyre;
    }
}

static void any_tyre_in_range_gives_finite_forces(void **state)
{
    (void)state;
    for (int round = 0; round < of_tier(200, 3000); ++round) {
        struct block b;
        kamm_tyre_def tyre = random_def();
        if (round % 2)
            fill_extreme(b.in);
        else
            fill_moderate(b.in);
        evaluate(&tyre, &b);
        for (int i = 0; i < TYRE_OUTPUTS; ++i)
            for (int w = 0; w < 16; ++w)
                if (!isfinite(b.out[i][w])) fail_msg("round %d: result %d is not finite", round, i);
        assert_true(isfinite(kamm_tyre_static_deflection(&tyre, 5000)));
    }
}

static void an_unloaded_wheel_has_no_force(void **state)
{
    (void)state;
    struct block b;
    fill_moderate(b.in);
    for (int w = 0; w < 16; ++w) b.in[TYRE_LOAD][w] = w % 2 ? 0.0f : -5000.0f;
    for (int t = 0; t < TYRES; ++t) {
        evaluate(&tyres[t], &b);
        for (int w = 0; w < 16; ++w)
            for (int i = TYRE_FX; i <= TYRE_PEAK_Y; ++i) assert_true(b.out[i][w] == 0);
    }
}

/* Without the offsets that make a rolling tyre pull, friction takes energy, never gives it. */
static void friction_resists(void **state)
{
    (void)state;
    for (int round = 0; round < 4000; ++round) {
        struct block b;
        kamm_tyre_def tyre = tyres[round % TYRES];
        tyre.side = KAMM_TYRE_SYMMETRIC;
        tyre.lhx = tyre.lvx = 0;
        fill_moderate(b.in);
        memset(b.in[TYRE_CAMBER], 0, sizeof b.in[TYRE_CAMBER]);
        evaluate(&tyre, &b);
        for (int w = 0; w < 16; ++w) {
            float along = b.out[TYRE_FX][w] * b.in[TYRE_KAPPA][w];
            float across = -b.out[TYRE_FY][w] * b.in[TYRE_TAN][w];
            if (!(along >= 0 && across >= 0))
                fail_msg("tyre %d pushes: %g, %g", round % TYRES, along, across);
        }
    }
}

static struct tyre_force at_slip(const struct tyre_probe *p, double kappa, double alpha,
                                 float friction)
{
    struct tyre_slip slip = {(float)kappa, (float)tan(alpha), 20, friction, friction, 1};
    struct tyre_state at = kamm_probe_load(p, p->def->nominal_load_n);
    return kamm_tyre_force(&p->constants, &at, slip);
}

/* A slippery road lowers the peak, not the slope before it. */
static void friction_scales_the_peak_alone(void **state)
{
    (void)state;
    struct tyre_probe p = kamm_probe_tyre(&tyres[2]);
    for (float friction = 0.05f; friction < 1.5f; friction += 0.05f) {
        float load = (float)tyres[2].nominal_load_n, max = 0;
        for (double alpha = 0; alpha < 0.5; alpha += 0.0005)
            max = fmaxf(max, -at_slip(&p, 0, alpha, friction).fy);
        assert_true(fabs(max / (load * friction * tyres[2].pdy1) - 1) < 1e-4);
        double slope = -at_slip(&p, 0, 1e-5, friction).fy / 1e-5;
        assert_true(fabs(slope / kamm_probe_load(&p, load).cornering_stiffness - 1) < 1e-3);
    }
}

static void forces_pass_smoothly_through_no_slip(void **state)
{
    (void)state;
    for (int t = 0; t < TYRES; ++t) {
        struct tyre_probe p = kamm_probe_tyre(&tyres[t]);
        double kx = kamm_probe_load(&p, tyres[t].nominal_load_n).slip_stiffness, h = 1e-4;
        for (double slip = -0.02; slip < 0.02; slip += h) {
            struct tyre_force a = at_slip(&p, slip, slip, 1),
                              b = at_slip(&p, slip + h, slip + h, 1);
            assert_true(fabs(b.fx - a.fx) < 1.5 * kx * h);
            assert_true(fabs(b.fy - a.fy) < 1.5 * kx * h);
        }
    }
}

/* Offsets, trail and residual moment go as the wheel comes to rest: nothing pulls a parked car. */
static void a_standing_wheel_is_not_pulled(void **state)
{
    (void)state;
    for (int t = 0; t < TYRES; ++t) {
        struct tyre_probe p = kamm_probe_tyre(&tyres[t]);
        struct tyre_slip still = {0, 0, 0, 1, 1, 1};
        struct tyre_state at = tyre_prepare(&p.constants, 4000, 0.05f);
        struct tyre_force f = kamm_tyre_force(&p.constants, &at, still);
        assert_true(f.fx == 0 && f.fy == 0 && f.my == 0);
        assert_true(fabs(f.mz) < 1e-6);
    }
}

static void backwards_is_the_mirror_image_of_forwards(void **state)
{
    (void)state;
    struct tyre_probe p = kamm_probe_tyre(&tyres[0]);
    struct tyre_state at = tyre_prepare(&p.constants, 4000, 0.02f);
    struct tyre_slip slip = {0.03f, 0.05f, 20, 1, 1, 1}, back = slip;
    back.slip_ratio = -slip.slip_ratio;
    back.speed_mps = -slip.speed_mps;
    struct tyre_force f = kamm_tyre_force(&p.constants, &at, slip),
                      b = kamm_tyre_force(&p.constants, &at, back);
    assert_true(b.fx == -f.fx && b.fy == f.fy && b.mx == f.mx && b.my == -f.my && b.mz == -f.mz);
}

static void deflection_is_the_inverse_of_load(void **state)
{
    (void)state;
    for (int t = 0; t < TYRES; ++t) {
        struct tyre_probe p = kamm_probe_tyre(&tyres[t]);
        for (double load = 10; load < 1e5; load *= 1.3) { /* far into the rim */
            double deflection = kamm_tyre_static_deflection(&tyres[t], load);
            double back = tyre_spring_force(&p.vertical, (float)deflection, 0);
            if (!(fabs(back / load - 1) < 1e-4))
                fail_msg("tyre %d: %g N comes back as %g N", t, load, back);
        }
    }
}

static void vertical_stiffness_is_the_files(void **state)
{
    (void)state;
    for (int t = 0; t < 2; ++t) {
        double load = tyres[t].nominal_load_n, step = 10;
        double stiffness = 2 * step /
                           (kamm_tyre_static_deflection(&tyres[t], load + step) -
                            kamm_tyre_static_deflection(&tyres[t], load - step));
        assert_true(fabs(stiffness / tyres[t].vertical_stiffness_n_per_m - 1) < 1e-3);
    }
}

static void the_tyre_never_pulls_the_road(void **state)
{
    (void)state;
    struct tyre_probe p = kamm_probe_tyre(&tyres[1]);
    for (float deflection = -0.1f; deflection < 0.3f; deflection += 0.003f)
        for (float speed = -20; speed <= 20; speed += 0.5f) {
            float load = tyre_load(&p.vertical, deflection, speed, 1.1f, 10);
            assert_true(isfinite(load) && load >= 0);
            if (deflection <= 0) assert_true(load == 0);
        }
}

static void softer_air_softens_and_drags(void **state)
{
    (void)state;
    kamm_tyre_def soft = tyres[0];
    soft.inflation_pressure_pa *= 0.75;
    struct tyre_probe p = kamm_probe_tyre(&tyres[0]), q = kamm_probe_tyre(&soft);
    assert_true(kamm_tyre_static_deflection(&soft, 4000) >
                1.05 * kamm_tyre_static_deflection(&tyres[0], 4000));
    assert_true(kamm_probe_force(&q, 4000, 0, 0, 0).rolling_resistance >
                1.05 * kamm_probe_force(&p, 4000, 0, 0, 0).rolling_resistance);
    assert_true(kamm_probe_load(&q, 4000).cornering_stiffness >
                1.02 * kamm_probe_load(&p, 4000).cornering_stiffness); /* this tyre's ppy1 < 0 */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(widths_have_the_same_bits),
        cmocka_unit_test(mixed_tyres_have_the_same_bits),
        cmocka_unit_test(the_other_side_is_the_mirror_image),
        cmocka_unit_test(a_symmetric_tyre_has_no_sides),
        cmocka_unit_test(results_are_finite_and_bounded),
        cmocka_unit_test(any_tyre_in_range_gives_finite_forces),
        cmocka_unit_test(an_unloaded_wheel_has_no_force),
        cmocka_unit_test(friction_resists),
        cmocka_unit_test(friction_scales_the_peak_alone),
        cmocka_unit_test(forces_pass_smoothly_through_no_slip),
        cmocka_unit_test(a_standing_wheel_is_not_pulled),
        cmocka_unit_test(backwards_is_the_mirror_image_of_forwards),
        cmocka_unit_test(deflection_is_the_inverse_of_load),
        cmocka_unit_test(vertical_stiffness_is_the_files),
        cmocka_unit_test(the_tyre_never_pulls_the_road),
        cmocka_unit_test(softer_air_softens_and_drags),
    };
    return cmocka_run_group_tests(tests, read_tyres, NULL);
}
