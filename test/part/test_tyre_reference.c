/* Tyres against outside numbers: MFeval's for two files, and a second implementation for all terms of
 * the formulae that these files leave at 0. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "io/csv.h"
#include "lab/tyre_probe.h"
#include "support/magic_formula.h"
#include "support/quick.h"
#include "support/temporary.h"
#include "support/tier.h"

#include <kamm/io/tyre_file.h>

#define FOLDER "test/reference/tyres/"
enum { RESULTS = 5 };
static const char *const result_names[RESULTS] = {"Fx", "Fy", "Mx", "My", "Mz"};

static kamm_tyre_def read_tyre(const char *name)
{
    char path[200];
    kamm_tyre_def tyre;
    kamm_error error;
    snprintf(path, sizeof path, FOLDER "%s.tir", name);
    if (kamm_load_tir(path, &tyre, NULL, &error)) fail_msg("%s", error.text);
    return tyre;
}

static double *column(const kamm_csv *csv, const char *name)
{
    kamm_error error;
    double *values = malloc((size_t)csv->rows * sizeof *values);
    if (kamm_csv_required(csv, name, values, &error)) fail_msg("%s", error.text);
    return values;
}

static kamm_csv read_csv(const char *path)
{
    kamm_csv csv;
    kamm_error error;
    if (kamm_csv_load(path, &csv, &error)) fail_msg("%s", error.text);
    return csv;
}

static double max_magnitude(const double *values, int count)
{
    double max = 0;
    for (int i = 0; i < count; ++i) max = fmax(max, fabs(values[i]));
    return max;
}

/* Forces within 0.05 % of the peak force are asked for; single precision has 0.0005 %. */
static double tolerance_of(int result, const double *expected, int rows)
{
    if (result < 2) return 5e-6 * max_magnitude(expected, rows);
    return result == 4 ? 0.005 : 0.001; /* N*m */
}

static void compare_tables(const char *tyre_name, const char *expected_path, const char *got_path)
{
    kamm_csv expected = read_csv(expected_path), got = read_csv(got_path);
    assert_int_equal(got.rows, expected.rows);
    assert_true(got.rows >= 200);
    for (int result = 0; result < RESULTS; ++result) {
        double *want = column(&expected, result_names[result]);
        double *have = column(&got, result_names[result]);
        double max = tolerance_of(result, want, expected.rows);
        for (int row = 0; row < expected.rows; ++row)
            if (!(fabs(have[row] - want[row]) <= max))
                fail_msg("%s, row %d: %s is %.8g, MFeval has %.8g", tyre_name, row + 1,
                         result_names[result], have[row], want[row]);
        free(want);
        free(have);
    }
    kamm_csv_free(&expected);
    kamm_csv_free(&got);
}

static void check_against_mfeval(const char *name)
{
    char expected[200], got[TEMPORARY_PATH];
    kamm_tyre_def tyre = read_tyre(name);
    kamm_error error;
    snprintf(expected, sizeof expected, FOLDER "%s_mfeval_121.csv", name);
    assert_int_equal(make_temporary_file(got, ".csv"), 0);
    if (kamm_tyre_evaluate_csv(&tyre, expected, got, &error)) fail_msg("%s", error.text);
    compare_tables(name, expected, got);
    remove(got);
}

static void put_column(kamm_csv *csv, int input, double (*in)[KAMM_TYRE_INPUTS])
{
    static const char *const names[] = {"Fz", "kappa", "alpha", "gamma", "Vx"};
    double *values = column(csv, names[input]);
    for (int row = 0; row < csv->rows; ++row) in[row][input] = values[row];
    free(values);
}

/* Rows in memory are evaluated as those of a file; a number that is not finite is refused, and nothing written. */
static void rows_are_mfevals(void **state)
{
    (void)state;
    enum { ROWS = 4000 };
    static double in[ROWS][KAMM_TYRE_INPUTS], forces[ROWS][KAMM_TYRE_FORCES];
    kamm_csv csv = read_csv(FOLDER "TNO_car205_60R15_mfeval_121.csv");
    kamm_tyre_def tyre = read_tyre("TNO_car205_60R15");
    kamm_error error;
    assert_in_range(csv.rows, 200, ROWS);
    for (int i = 0; i < 5; ++i) put_column(&csv, i, in);
    const double(*given)[KAMM_TYRE_INPUTS] = (const double(*)[KAMM_TYRE_INPUTS])in;
    if (kamm_tyre_evaluate(&tyre, given, forces, csv.rows, &error)) fail_msg("%s", error.text);
    for (int i = 0; i < RESULTS; ++i) {
        double *want = column(&csv, result_names[i]), max = tolerance_of(i, want, csv.rows);
        for (int row = 0; row < csv.rows; ++row)
            if (!(fabs(forces[row][i] - want[row]) <= max))
                fail_msg("row %d: %s is %.8g, MFeval has %.8g", row, result_names[i],
                         forces[row][i], want[row]);
        free(want);
    }
    in[1][2] = (double)NAN, forces[0][0] = 7;
    assert_int_equal(kamm_tyre_evaluate(&tyre, given, forces, 2, &error), KAMM_ERROR_RANGE);
    assert_non_null(strstr(error.text, "row 1: alpha"));
    assert_true(forces[0][0] == 7);
    kamm_csv_free(&csv);
}

static void mf62_is_mfeval(void **state)
{
    (void)state;
    check_against_mfeval("TNO_car205_60R15");
}

static void mf52_is_mfeval(void **state)
{
    (void)state;
    check_against_mfeval("MagicFormula52_Parameters");
}

static void stiffnesses_and_radius_are_mfevals(void **state)
{
    (void)state;
    const char *const names[] = {"TNO_car205_60R15", "MagicFormula52_Parameters"};
    for (int i = 0; i < 2; ++i) {
        char path[200];
        snprintf(path, sizeof path, FOLDER "%s_mfeval_121.csv", names[i]);
        kamm_csv csv = read_csv(path);
        kamm_tyre_def tyre = read_tyre(names[i]);
        struct tyre_probe probe = kamm_probe_tyre(&tyre);
        const struct tyre_vertical_constants *vertical = &probe.vertical;
        double *load = column(&csv, "Fz"), *kxk = column(&csv, "Kxk"), *kya = column(&csv, "Kya");
        double *camber = column(&csv, "gamma"), *radius = column(&csv, "Re");
        double *speed = column(&csv, "Vx"), *kappa = column(&csv, "kappa");
        for (int row = 0; row < csv.rows; ++row) {
            struct tyre_state at = kamm_probe_load(&probe, load[row]);
            double spin = speed[row] * (1 + kappa[row]) / radius[row];
            assert_true(fabs(at.slip_stiffness / kxk[row] - 1) < 1e-5);
            assert_true(camber[row] != 0 || fabs(at.cornering_stiffness / -kya[row] - 1) < 1e-5);
            assert_true(fabs(tyre_effective_radius(vertical, (float)load[row], (float)spin) -
                             radius[row]) < 1e-6);
        }
        double *all[] = {load, kxk, kya, camber, radius, speed, kappa};
        for (int c = 0; c < 7; ++c) free(all[c]);
        kamm_csv_free(&csv);
    }
}

/* Spot values of the published 205/60 R15 at 4000 N and 16.7 m/s. */
static void relaxation_lengths_are_published_ones(void **state)
{
    (void)state;
    kamm_tyre_def tyre = read_tyre("TNO_car205_60R15");
    struct tyre_probe probe = kamm_probe_tyre(&tyre);
    struct tyre_state at = kamm_probe_load(&probe, 4000);
    assert_true(fabs(at.slip_stiffness / at.carcass_x - 0.2272) < 5e-5);
    assert_true(fabs(at.cornering_stiffness / at.carcass_y - 0.3382) < 5e-5);
}

static uint32_t seed;

static double random_between(double low, double high)
{
    seed = seed * 1664525u + 1013904223u;
    return low + (high - low) * (seed >> 8) / 16777216.0;
}

/* Moves every coefficient, those at 0 too, by what other tyres' have. */
static void vary(double *coefficient, double min)
{
    double size = fmax(0.2 * fabs(*coefficient), min);
    *coefficient += random_between(-size, size);
}

static kamm_tyre_def random_tyre(const kamm_tyre_def *basis)
{
    kamm_tyre_def t = *basis;
    double *scales[] = {&t.lfzo, &t.lcx, &t.lmux, &t.lex, &t.lkx,  &t.lhx,  &t.lvx,  &t.lcy,
                        &t.lmuy, &t.ley, &t.lky,  &t.lhy, &t.lvy,  &t.ltr,  &t.lres, &t.lxal,
                        &t.lyka, &t.ls,  &t.lmx,  &t.lmy, &t.lkyc, &t.lkzc, &t.lvmx, &t.lvyka};
    double *small[] = {&t.phx1, &t.pvx1, &t.phy1, &t.pvy1, &t.pvy2, &t.rhx1, &t.rhy1,  &t.rhy2,
                       &t.rby3, &t.rvy1, &t.rvy2, &t.qhz1, &t.qhz3, &t.qdz6, &t.qdz7,  &t.ssz1,
                       &t.ssz2, &t.qdz9, &t.qsx1, &t.qsx3, &t.qsy2, &t.qsy3, &t.qsx13, &t.phx2};
    double *middling[] = {&t.pdx3,  &t.ppx1,  &t.ppx2,  &t.ppx3, &t.ppx4, &t.rvy3,  &t.qsx2,
                          &t.qsx4,  &t.qsx7,  &t.qsx8,  &t.ppy1, &t.ppy2, &t.ppy3,  &t.ppy4,
                          &t.ppy5,  &t.pey3,  &t.pdy3,  &t.pvy3, &t.pvy4, &t.qsy5,  &t.qsy6,
                          &t.qdz8,  &t.qdz10, &t.qdz11, &t.ppz1, &t.ppz2, &t.ssz3,  &t.ssz4,
                          &t.qez4,  &t.ppmx1, &t.qbz4,  &t.qbz5, &t.pex4, &t.qsx10, &t.qsx12,
                          &t.qsx14, &t.qhz4,  &t.pky3,  &t.pky4, &t.pky6, &t.pky7,  &t.qcz1,
                          &t.qsx5,  &t.qsx11, &t.qsy7,  &t.qsy8, &t.rex1, &t.rey1};
    double *large[] = {&t.rbx3,  &t.rby4, &t.pey4, &t.pey5, &t.pky5, &t.qez5, &t.qdz4, &t.qbz9,
                       &t.qbz10, &t.qbz3, &t.qez3, &t.pex3, &t.qdz3, &t.rvy4, &t.rvy6, &t.qsx6};
    for (size_t i = 0; i < sizeof scales / sizeof *scales; ++i) vary(scales[i], 0.1);
    for (size_t i = 0; i < sizeof small / sizeof *small; ++i) vary(small[i], 0.01);
    for (size_t i = 0; i < sizeof middling / sizeof *middling; ++i) vary(middling[i], 0.3);
    for (size_t i = 0; i < sizeof large / sizeof *large; ++i) vary(large[i], 2);
    if (t.magic_formula == KAMM_MF_52) vary(&t.lgax, 0.1), vary(&t.lgay, 0.1), vary(&t.lgaz, 0.1);
    t.inflation_pressure_pa *= random_between(0.7, 1.3);
    return t;
}

static void compare_row(const kamm_tyre_def *tyre, double load, double kappa, double alpha,
                        double gamma)
{
    struct tyre_probe probe = kamm_probe_tyre(tyre);
    probe.constants.magic_formula.limit = 100; /* a random tyre need not keep to its ellipse */
    struct tyre_force f = kamm_probe_force(&probe, load, kappa, alpha, gamma);
    struct plain_force p =
        plain_magic_formula(tyre, load, kappa, alpha, gamma, tyre->test_speed_mps);
    double force = 5e-5 * 1.5 * load, moment = force * tyre->unloaded_radius_m;
    double off[] = {(f.fx - p.fx) / force, (f.fy - p.fy) / force, (f.mx - p.mx) / moment,
                    (f.my - p.my) / moment, (f.mz - p.mz) / moment};
    for (int i = 0; i < RESULTS; ++i)
        if (!(fabs(off[i]) <= 1))
            fail_msg("%s at %.0f N, kappa %.4f, alpha %.4f, gamma %.4f is off by %.3g tolerances",
                     result_names[i], load, kappa, alpha, gamma, off[i]);
}

static void all_terms_are_those_of_the_equations(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    const char *const names[] = {"TNO_car205_60R15", "MagicFormula52_Parameters"};
    seed = 1;
    for (int i = 0; i < of_tier(80, 400); ++i) {
        kamm_tyre_def basis = read_tyre(names[i % 2]), tyre = random_tyre(&basis);
        if (i % 2 == 0) tyre.magic_formula = i % 4 ? KAMM_MF_61 : KAMM_MF_62;
        for (int row = 0; row < 20; ++row)
            compare_row(&tyre, tyre.nominal_load_n * random_between(0.3, 1.8),
                        random_between(-0.5, 0.5), random_between(-0.3, 0.3),
                        random_between(-0.1, 0.1));
    }
}

/* The stiffnesses that the step takes its relaxation lengths from are the curves' slopes. */
static void stiffnesses_are_slopes(void **state)
{
    (void)state;
    kamm_tyre_def tyre = read_tyre("TNO_car205_60R15");
    tyre.side = KAMM_TYRE_SYMMETRIC; /* without shifts the steepest point is at no slip */
    tyre.lhx = tyre.lvx = 0;
    struct tyre_probe probe = kamm_probe_tyre(&tyre);
    for (double load = 500; load < 10000; load += 500) {
        struct tyre_state at = kamm_probe_load(&probe, load);
        double h = 0.002;
        double x = (kamm_probe_force(&probe, load, h, 0, 0).fx -
                    kamm_probe_force(&probe, load, -h, 0, 0).fx) /
                   (2 * h);
        double y = (kamm_probe_force(&probe, load, 0, h, 0).fy -
                    kamm_probe_force(&probe, load, 0, -h, 0).fy) /
                   (2 * h);
        assert_true(fabs(x / at.slip_stiffness - 1) < 0.003);
        assert_true(fabs(y / -at.cornering_stiffness - 1) < 0.003);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_are_mfevals),
        cmocka_unit_test(mf62_is_mfeval),
        cmocka_unit_test(mf52_is_mfeval),
        cmocka_unit_test(stiffnesses_and_radius_are_mfevals),
        cmocka_unit_test(relaxation_lengths_are_published_ones),
        cmocka_unit_test(all_terms_are_those_of_the_equations),
        cmocka_unit_test(stiffnesses_are_slopes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
