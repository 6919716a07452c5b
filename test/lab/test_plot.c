/* Plots: each point lies where the axes' own labels say, axes are shared, and texts are escaped. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lab/plot.h"

enum { TEXT = 1 << 17 };
static char text[TEXT];
static struct plot plot, other;

static const char *drawn(const struct plot *of)
{
    FILE *file = tmpfile();
    assert_non_null(file);
    kamm_draw_plot(file, of, (struct plot_box){0, 0, 400, 300});
    size_t length = (size_t)ftell(file);
    rewind(file);
    assert_true(length < TEXT);
    assert_int_equal(fread(text, 1, length, file), length);
    text[length] = 0;
    fclose(file);
    return text;
}

static struct plot empty(void) { return (struct plot){.title = "T", .across = "x", .up = "y"}; }

/* Two labels of an axis with their places: a straight line between value and pixel. */
static double pixel_of(const char *anchor, double value)
{
    double at[2] = {0}, label[2] = {0};
    int count = 0, is_x = strcmp(anchor, "middle") == 0;
    for (const char *tag = text; (tag = strstr(tag + 1, "<text x=")) && count < 2;) {
        double x, y, number;
        char found[16];
        int size;
        if (sscanf(tag, "<text x='%lf' y='%lf' text-anchor='%15[a-z]' font-size='%d'>%lf<", &x, &y,
                   found, &size, &number) != 5)
            continue;
        if (size != 10 || strcmp(found, anchor) != 0) continue;
        label[count] = number, at[count++] = is_x ? x : y - 3.5;
    }
    assert_int_equal(count, 2);
    return at[0] + (at[1] - at[0]) * (value - label[0]) / (label[1] - label[0]);
}

static void check_points(const struct plot_series *series)
{
    const char *at = strstr(text, "points='");
    assert_non_null(at);
    at += 8;
    for (int i = 0; i < series->count; ++i) {
        char *end;
        double x = strtod(at, &end), y = strtod(end + 1, &end);
        at = end;
        assert_true(fabs(x - pixel_of("middle", series->x[i])) < 0.6);
        assert_true(fabs(y - pixel_of("end", series->y[i])) < 0.6);
    }
    assert_int_equal(*at, '\'');
}

static void test_points_lie_where_the_labels_say(void **state)
{
    (void)state;
    static const double scales[] = {0.1, 1, 37, 1e3, 1e5};
    for (size_t s = 0; s < sizeof scales / sizeof *scales; ++s)
        for (int shift = -2; shift <= 2; ++shift) {
            plot = empty();
            kamm_add_series(&plot, 0, 0, "%s", "");
            for (int i = 0; i < 12; ++i)
                kamm_add_point(&plot, 1e3 * (i + shift), scales[s] * (shift + sin(i)));
            drawn(&plot);
            check_points(&plot.series[0]);
        }
}

static void test_axes_are_shared_both_ways(void **state)
{
    (void)state;
    plot = empty(), other = empty();
    kamm_add_series(&plot, 0, 0, "a");
    kamm_add_series(&other, 0, 0, "b");
    for (int i = 0; i < 5; ++i) {
        kamm_add_point(&plot, i, 2 * i);
        kamm_add_point(&other, 10 + i, -30 * i);
    }
    kamm_share_axes(&plot, &other);
    kamm_share_axes(&other, &plot);
    assert_true(plot.x.low == 0 && plot.x.high == 14 && plot.y.low == -120 && plot.y.high == 8);
    assert_memory_equal(&plot.x, &other.x, sizeof plot.x);
    assert_memory_equal(&plot.y, &other.y, sizeof plot.y);
}

static void test_what_is_not_finite_or_too_much_is_left_out(void **state)
{
    (void)state;
    plot = empty();
    kamm_add_series(&plot, 0, 0, "a");
    kamm_add_point(&plot, NAN, 1);
    kamm_add_point(&plot, 1, INFINITY);
    assert_int_equal(plot.point_count, 0);
    assert_non_null(strstr(drawn(&plot), ">none<"));
    for (int i = 0; i < 2 * PLOT_POINTS; ++i) kamm_add_point(&plot, i, 1);
    assert_int_equal(plot.series[0].count, PLOT_POINTS);
    for (int i = 0; i < 2 * PLOT_SERIES; ++i) kamm_add_series(&plot, 0, 0, "%d", i);
    assert_int_equal(plot.series_count, PLOT_SERIES);
}

static const char *escaped(const char *raw)
{
    FILE *file = tmpfile();
    assert_non_null(file);
    kamm_write_escaped(file, raw);
    size_t length = (size_t)ftell(file);
    rewind(file);
    text[fread(text, 1, length, file)] = 0;
    fclose(file);
    return text;
}

/* Bytes that are no UTF-8, surrogates and characters that XML lacks (W3C, XML 1.0, 2.2) are replaced. */
static void test_texts_are_escaped(void **state)
{
    (void)state;
    assert_string_equal(escaped("<a b='c' d=\"e\">&"),
                        "&lt;a b=&#39;c&#39; d=&quot;e&quot;&gt;&amp;");
    assert_string_equal(escaped("m² – 日 😀"), "m² – 日 😀");
    static const char *const wrong[] = {
        "\x01",         "\x7f\xff", "\xc0\xaf",         "\xed\xa0\x80",
        "\xef\xbf\xbf", "\xe2\x82", "\xf4\x90\x80\x80", "\xf0\x80\x80\xaf"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; ++i)
        assert_non_null(strstr(escaped(wrong[i]), "\xef\xbf\xbd"));
    assert_null(strstr(escaped("\xc3("), "\xc3"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_points_lie_where_the_labels_say),
        cmocka_unit_test(test_axes_are_shared_both_ways),
        cmocka_unit_test(test_what_is_not_finite_or_too_much_is_left_out),
        cmocka_unit_test(test_texts_are_escaped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
