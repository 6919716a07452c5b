/* The roughness of roads: is its spectrum the one that was asked for, in every direction?
 * KAMM_QUICK_TESTS leaves this out: others reach its code. */
#include "support/cars.h"
#include "support/tier.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "world/terrain/roughness.h"

/* Lines of 409.6 m, read every 0.1 m. */
enum { BITS = 12, POINTS = 1 << BITS, LINES = 60, BANDS = 8 };
static const double step_m = 0.1, min_per_m = 0.011; /* 8 octaves, up to 2.82 cycles/m */

struct wave {
    double re, im;
};

struct line {
    double x_m, y_m, along[2];
};

static struct roughness *road;

static int make_road(void **state)
{
    (void)state;
    return kamm_make_roughness(1, &road, NULL);
}

static int free_road(void **state)
{
    (void)state;
    kamm_free_roughness(road);
    return 0;
}

static double height_at(double x_m, double y_m)
{
    double slope[2];
    return kamm_roughness_at(road, x_m, y_m, slope);
}

/* Discrete Fourier transform of z[0], z[stride], …: even and odd ones apart. */
static void transform(const double *z, int count, int stride, struct wave *out)
{
    if (count == 1) {
        *out = (struct wave){*z, 0};
        return;
    }
    struct wave *odd = out + count / 2;
    transform(z, count / 2, 2 * stride, out);
    transform(z + stride, count / 2, 2 * stride, odd);
    for (int k = 0; k < count / 2; ++k) {
        double re = cos(2 * PI * k / count), im = -sin(2 * PI * k / count);
        struct wave turned = {re * odd[k].re - im * odd[k].im, re * odd[k].im + im * odd[k].re};
        odd[k] = (struct wave){out[k].re - turned.re, out[k].im - turned.im};
        out[k] = (struct wave){out[k].re + turned.re, out[k].im + turned.im};
    }
}

/* Lines in that direction, all over the tile. Reading begins `left_m` left of the line. */
static struct line line_at(int i, double direction_rad)
{
    return (struct line){
        137.7 * i, 61.3 * (i % 7) - 43.9 * i, {cos(direction_rad), sin(direction_rad)}};
}

static void read_line(struct line line, double left_m, struct wave *waves)
{
    static double heights[POINTS];
    for (int k = 0; k < POINTS; ++k) {
        double along_m = step_m * k, window = 0.5 - 0.5 * cos(2 * PI * k / POINTS);
        heights[k] =
            window * height_at(line.x_m + along_m * line.along[0] - left_m * line.along[1],
                               line.y_m + along_m * line.along[1] + left_m * line.along[0]);
    }
    transform(heights, POINTS, 1, waves);
}

/* One-sided spectral densities of two tracks in an octave, over the density asked for, and of both
 * together. */
struct band {
    double left, right, cross_re, cross_im;
};

static double wave_number(int k) { return k / (POINTS * step_m); }

static void add_line(struct band *band, int octave, const struct wave *a, const struct wave *b)
{
    const double window_power = 3. / 8;
    double from = min_per_m * (1 << octave);
    int first = (int)ceil(from * POINTS * step_m), end = (int)ceil(2 * from * POINTS * step_m);
    for (int k = first; k < end; ++k) {
        double n = wave_number(k), wanted = 1e-6 * 0.1 * 0.1 / (n * n);
        double scale = 2 * step_m / (POINTS * window_power) / wanted / (end - first) / LINES;
        band->left += scale * (a[k].re * a[k].re + a[k].im * a[k].im);
        band->right += scale * (b[k].re * b[k].re + b[k].im * b[k].im);
        band->cross_re += scale * (a[k].re * b[k].re + a[k].im * b[k].im);
        band->cross_im += scale * (a[k].im * b[k].re - a[k].re * b[k].im);
    }
}

static void measure(double direction_rad, double track_m, struct band bands[BANDS])
{
    static struct wave left[POINTS], right[POINTS];
    memset(bands, 0, BANDS * sizeof *bands);
    for (int i = 0; i < LINES; ++i) {
        read_line(line_at(i, direction_rad), track_m / 2, left);
        read_line(line_at(i, direction_rad), -track_m / 2, right);
        for (int octave = 0; octave < BANDS; ++octave)
            add_line(&bands[octave], octave, left, right);
    }
}

/* The modified Bessel function K1, by its integral over exp(-z cosh t) cosh t. */
static double bessel_k1(double z)
{
    double sum = 0;
    for (double t = 0.005; t < 8; t += 0.01) sum += 0.01 * exp(-z * cosh(t)) * cosh(t);
    return sum;
}

/* Mean of z K1(z) over an octave: how alike tracks are there. */
static double coherence_in(int octave, double track_m)
{
    double sum = 0, from = min_per_m * (1 << octave);
    for (int i = 0; i < 20; ++i) {
        double z = 2 * PI * track_m * from * (1 + (i + 0.5) / 20);
        sum += z * bessel_k1(z) / 20;
    }
    return sum;
}

/* Log of the density against log of the wave number over the octaves from 0.044 cycles/m on, where
 * enough waves fit into the tile: least squares. */
static double slope_of(const struct band bands[BANDS])
{
    double xx = 0, xy = 0, x_mean = (2 + BANDS - 1) / 2.;
    for (int octave = 2; octave < BANDS; ++octave) {
        double x = octave - x_mean;
        double y = -2 * x + log2((bands[octave].left + bands[octave].right) / 2);
        xx += x * x;
        xy += x * y;
    }
    return xy / xx;
}

/* Along x, along y, and two ways across; one is along an edge of the tile. Of the longest waves only
 * a few fit into it, hence their tolerances. */
static void spectrum_is_that_of_the_standard_in_every_direction(void **state)
{
    (void)state;
    const double directions_rad[] = {0, PI / 2, 37 * PI / 180, atan2(21, 20)};
    const double tolerance[BANDS] = {0.2, 0.2, 0.12, 0.06, 0.05, 0.05, 0.03, 0.03};
    for (int d = 0; d < 4; d += of_tier(2, 1)) {
        struct band bands[BANDS];
        measure(directions_rad[d], 1.5, bands);
        for (int octave = 0; octave < BANDS; ++octave) {
            const struct band *band = &bands[octave];
            expect_near((band->left + band->right) / 2, 1, tolerance[octave]);
            double alike = 1 / sqrt(band->left * band->right);
            expect_near(band->cross_re * alike, coherence_in(octave, 1.5), 0.06);
            expect_near(band->cross_im * alike, 0, 0.06);
        }
        expect_near(slope_of(bands), -2, 0.04);
    }
}

/* Worked out for 1.5 m between the wheels: long waves lift both, short ones each for itself. */
static void tracks_are_alike_in_long_waves_only(void **state)
{
    (void)state;
    expect_near(bessel_k1(1), 0.601907, 1e-5); /* Abramowitz and Stegun, table 9.8 */
    expect_above(coherence_in(0, 1.5), 0.95);
    expect_below(coherence_in(5, 1.5), 0.05);
}

/* Slopes tell, as they come from many waves; heights come from the few longest. */
static void seeds_make_different_roads_and_the_same_seed_the_same(void **state)
{
    (void)state;
    struct roughness *again, *other;
    float heights[4096];
    double both = 0, one = 0, two = 0, slope[2], elsewhere[2];
    assert_int_equal(kamm_make_roughness(1, &again, NULL), KAMM_OK);
    assert_int_equal(kamm_make_roughness(2, &other, NULL), KAMM_OK);
    for (int i = 0; i < 4096; ++i) {
        double x = 1.3 * (i % 64), y = 1.7 * (i / 64), here = kamm_roughness_at(road, x, y, slope);
        assert_true(here == kamm_roughness_at(again, x, y, elsewhere));
        kamm_roughness_at(other, x, y, elsewhere);
        heights[i] = (float)here;
        both += slope[0] * elsewhere[0] + slope[1] * elsewhere[1];
        one += slope[0] * slope[0] + slope[1] * slope[1];
        two += elsewhere[0] * elsewhere[0] + elsewhere[1] * elsewhere[1];
    }
    expect_near(both / sqrt(one * two), 0, 0.04);
    uint64_t hash = hash_words(HASH_START, heights, 4096);
    if (hash != 0xac465a8cf4f67eafu)
        fail_msg("the hash of seed 1 is now 0x%llxu", (unsigned long long)hash);
    kamm_free_roughness(again);
    kamm_free_roughness(other);
}

static void gradient_is_that_of_the_height(void **state)
{
    (void)state;
    struct noise noise = {1};
    const double d = 1e-4;
    for (int i = 0; i < 2000; ++i) {
        double x = noise_between(&noise, -1000, 1000), y = noise_between(&noise, -1000, 1000);
        double slope[2];
        kamm_roughness_at(road, x, y, slope);
        expect_near(slope[0], (height_at(x + d, y) - height_at(x - d, y)) / (2 * d), 1e-7);
        expect_near(slope[1], (height_at(x, y + d) - height_at(x, y - d)) / (2 * d), 1e-7);
    }
}

/* A line along the tile's edge: after 102.4 m it is at the same place of the road. */
static void tile_has_no_seams(void **state)
{
    (void)state;
    const double length_m = 102.4, along[2] = {20. / 29, 21. / 29};
    for (int i = 0; i < 1000; ++i) {
        double x = 0.011 * i, y = -0.3 * i;
        expect_near(height_at(x + length_m * along[0], y + length_m * along[1]), height_at(x, y),
                    1e-10);
        expect_near(height_at(x - length_m * along[1], y + length_m * along[0]), height_at(x, y),
                    1e-10);
    }
    double slope[2] = {1, 1};
    assert_true(kamm_roughness_at(road, NAN, 0, slope) == 0 && slope[0] == 0 && slope[1] == 0);
    assert_true(height_at(INFINITY, 0) == 0 && height_at(0, 1e300) == 0);
    assert_true(isfinite(height_at(1e12, -1e12)));
}

/* A road has points as far as a double tells eighths of the 0.1 m between them, as heights and as wheels feel it. */
static void roads_end_where_their_points_blur(void **state)
{
    (void)state;
    const double axes[4][2] = {
        {20. / 29, 21. / 29}, {-21. / 29, 20. / 29}, {-20. / 29, -21. / 29}, {21. / 29, -20. / 29}};
    for (int axis = 0; axis < 4; ++axis)
        for (double cells = 0.99e13; cells < 1e17; cells *= 1.01) {
            double x = 0.1 * cells * axes[axis][0], y = 0.1 * cells * axes[axis][1], slope[2];
            int is_clear = nextafter(cells, INFINITY) - cells <= 0.125;
            if (fabs(cells / 0x1p50 - 1) < 1e-12) continue;
            struct felt_place place;
            kamm_find_felt(road, x, y, 0.1, &place);
            assert_int_equal(place.far, is_clear);
            double height_m = kamm_roughness_at(road, x, y, slope);
            assert_int_equal(height_m != 0 || slope[0] != 0 || slope[1] != 0, is_clear);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(spectrum_is_that_of_the_standard_in_every_direction),
        cmocka_unit_test(tracks_are_alike_in_long_waves_only),
        cmocka_unit_test(seeds_make_different_roads_and_the_same_seed_the_same),
        cmocka_unit_test(gradient_is_that_of_the_height),
        cmocka_unit_test(tile_has_no_seams),
        cmocka_unit_test(roads_end_where_their_points_blur),
    };
    return cmocka_run_group_tests_name("roughness", tests, make_road, free_road);
}
