/* The report of vehicles is well-formed and of one piece. It has the figures of the road tests and the diagnosis to the
 * last digit, the forces of the tyres, and no way out for texts of files. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <ctype.h>
#include <kamm/io/diagnosis.h>
#include <kamm/io/report.h>
#include <kamm/kamm.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fields/fields.h"
#include "support/quick.h"
#include "support/shipped.h"
#include "support/tier.h"

enum { TEXT = 1 << 21, DEPTH = 32, CARS = 2 };
static const double gravity_mps2 = 9.80665;
static const char hostile[] = "</title><script>alert(\"x\")</script> & 'a' \x01\xff\xc3";

static kamm_vehicle_file cars[CARS];
static char document[TEXT], other[TEXT];

static kamm_result written(const kamm_vehicle_file *files, int count, kamm_rung rung, char *text)
{
    kamm_error error = {0};
    kamm_test_options options = {.rung = rung};
    FILE *file = tmpfile();
    assert_non_null(file);
    kamm_result result = kamm_write_report(files, count, &options, file, &error);
    if (result) fail_msg("%s", error.text);
    long length = ftell(file);
    assert_in_range(length, 1000, TEXT - 1);
    rewind(file);
    assert_int_equal(fread(text, 1, (size_t)length, file), length);
    text[length] = 0;
    fclose(file);
    return result;
}

static kamm_rung driven_rung(void) { return in_long_tier() ? KAMM_FULL : KAMM_SINGLE_TRACK; }

static int set_up(void **state)
{
    (void)state;
    kamm_error error;
    if (kamm_load_vehicle("suzuki-jimny", &cars[0], NULL, &error)) return 1;
    if (kamm_load_vehicle("volvo-v40", &cars[1], NULL, &error)) return 1;
    snprintf(cars[1].def.name, sizeof cars[1].def.name, "%s", hostile);
    return written(cars, CARS, driven_rung(), document);
}

/* -- Form -- */

/* A `&` begins one of the five names or numbers of characters that the report writes. */
static void check_text(const char *from, const char *to)
{
    static const char *const names[] = {"&amp;", "&lt;", "&gt;", "&#39;", "&quot;"};
    for (const char *at = from; at < to; ++at) {
        int known = *at != '&';
        for (size_t i = 0; i < sizeof names / sizeof *names; ++i)
            known |= strncmp(at, names[i], strlen(names[i])) == 0;
        if (!known || *at == '<' || ((unsigned char)*at < ' ' && *at != '\n'))
            fail_msg("a character that XML does not allow: %.60s", at);
    }
}

/* The tag's end, beyond quoted attributes, each of which follows a name and an `=`. */
static const char *tag_end(const char *at)
{
    for (char quote = 0; *at; ++at) {
        if (!quote && *at == '>') return at;
        if (!quote && *at == '<') fail_msg("a tag within a tag: %.60s", at);
        if (!quote && (*at == '\'' || *at == '"')) {
            assert_int_equal(at[-1], '=');
            assert_true(isalnum(at[-2]));
            quote = *at;
        } else if (*at == quote)
            quote = 0;
    }
    fail_msg("a tag without an end");
    return at;
}

/* Every tag is closed, in the reverse order. */
static void check_form(const char *text)
{
    char open[DEPTH][24];
    int depth = 0, roots = 0;
    assert_int_equal(strncmp(text, "<!DOCTYPE html>\n", 16), 0);
    for (const char *at = text + 16, *tag; (tag = strchr(at, '<')); at = tag_end(tag + 1) + 1) {
        check_text(at, tag);
        const char *end = tag_end(tag + 1);
        char name[24];
        int closes = tag[1] == '/';
        snprintf(name, sizeof name, "%.*s", (int)strcspn(tag + 1 + closes, " />"),
                 tag + 1 + closes);
        if (closes && (!depth-- || strcmp(open[depth], name) != 0))
            fail_msg("</%s>: not open", name);
        if (closes || end[-1] == '/') continue;
        assert_true(depth < DEPTH);
        roots += !depth;
        strcpy(open[depth++], name);
    }
    assert_int_equal(depth, 0);
    assert_int_equal(roots, 1);
}

static void test_it_is_well_formed(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    check_form(document);
}

static void test_it_is_of_one_piece(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    static const char *const foreign[] = {"<script", "src=", "<link", "url(", "@import", "<iframe"};
    for (size_t i = 0; i < sizeof foreign / sizeof *foreign; ++i)
        if (strstr(document, foreign[i])) fail_msg("there is %s", foreign[i]);
    assert_non_null(strstr(document, "default-src 'none'"));
    assert_non_null(strstr(document, "@media print"));
}

static void test_texts_of_files_stay_texts(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    assert_non_null(strstr(document,
                           "&lt;/title&gt;&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; "
                           "&#39;a&#39; \xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd"));
    assert_non_null(strstr(document, cars[0].def.name));
}

static void test_equal_vehicles_give_equal_bytes(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    static char again[TEXT];
    written(cars, 1, KAMM_KINEMATIC, other);
    written(cars, 1, KAMM_KINEMATIC, again);
    assert_string_equal(other, again);
    check_form(other);
}

/* -- Numbers -- */

/* Cell `index` of values of the row that a figure's name is the hint of. */
static double cell(const char *name, int index)
{
    char hint[100];
    snprintf(hint, sizeof hint, "<th title='%s'>", name);
    const char *at = strstr(document, hint);
    if (!at) fail_msg("there is no row of %s", name);
    const char *end = strstr(at, "</tr>");
    for (; at && index >= 0; --index) at = strstr(at + 1, "<td"), at = at && at < end ? at : NULL;
    at = at ? strstr(at, "<data value='") : NULL;
    return at && at < end ? strtod(at + 13, NULL) : NAN;
}

static void check_test(const kamm_vehicle_file *car, const char *test, int column)
{
    kamm_test_result result;
    kamm_error error;
    kamm_test_options options = {.rung = driven_rung()};
    if (kamm_run_test(test, car, &options, &result, &error)) fail_msg("%s", error.text);
    for (int f = 0; f < result.figure_count; ++f) {
        char name[100];
        const kamm_figure *figure = &result.figures[f];
        snprintf(name, sizeof name, "%s.%s", test, figure->name);
        if (!kamm_is_quick_figure(test, figure->name) || !isfinite(figure->value)) continue;
        if (cell(name, column) != figure->value) fail_msg("%s: not %g", name, figure->value);
        if (isfinite(figure->published) && cell(name, column + 1) != figure->published)
            fail_msg("%s: not published as %g", name, figure->published);
    }
}

/* The first column of values is that of the unit; then each vehicle has three. */
static void test_figures_are_those_of_the_road_tests(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    for (int i = 0; i < CARS; ++i) {
        check_test(&cars[i], "brake", 1 + 3 * i);
        check_test(&cars[i], "top-speed", 1 + 3 * i);
        if (in_long_tier()) check_test(&cars[i], "accel", 1 + 3 * i);
        check_test(&cars[i], "turning-circle", 1 + 3 * i);
    }
}

static void test_the_diagnosis_is_that_of_kamm_check(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    for (int i = 0; i < CARS; ++i) {
        kamm_diagnosis d;
        assert_int_equal(kamm_diagnose(&cars[i].def, -1, &d, NULL), KAMM_OK);
        for (int f = 0; f < d.count; ++f) {
            if (cell(d.figures[f].name, 1 + 2 * i) != d.figures[f].value)
                fail_msg("%s: not %g", d.figures[f].name, d.figures[f].value);
            assert_non_null(strstr(document, d.figures[f].remark));
        }
    }
}

/* What `kamm check --html` writes: the class that was asked for, and nothing that takes a drive. */
static void test_a_diagnosis_is_a_report_of_its_own(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    kamm_error error;
    kamm_diagnosis d;
    FILE *file = tmpfile();
    assert_non_null(file);
    if (kamm_write_diagnosis(&cars[1], KAMM_CLASS_SUV, file, &error)) fail_msg("%s", error.text);
    rewind(file);
    other[fread(other, 1, TEXT - 1, file)] = 0;
    fclose(file);
    check_form(other);
    assert_int_equal(kamm_diagnose(&cars[1].def, KAMM_CLASS_SUV, &d, NULL), KAMM_OK);
    for (int f = 0; f < d.count; ++f) {
        char title[80], text[KAMM_NUMBER_TEXT];
        snprintf(title, sizeof title, "<th title='%s'>", d.figures[f].name);
        const char *at = strstr(other, title);
        if (!at) fail_msg("there is no %s", d.figures[f].name);
        at = strstr(at, "<data value='");
        assert_non_null(at);
        kamm_format_number(text, d.figures[f].value);
        assert_true(!strncmp(at + strlen("<data value='"), text, strlen(text)));
    }
    assert_null(strstr(other, "<figure>"));
    assert_non_null(strstr(other, "<h2>Diagnosis</h2>"));
}

static const char *plot_in(const char *text, const char *title, int skip)
{
    char head[100];
    snprintf(head, sizeof head, "role='img'><title>%s</title>", title);
    const char *at = text;
    for (int i = 0; i <= skip && at; ++i) at = strstr(at + 1, head);
    if (!at) fail_msg("there is no plot %s", title);
    return at;
}

static const char *plot_of(const char *title, int skip) { return plot_in(document, title, skip); }

/* By kamm_tyre_forces, both sides averaged; the plot tells four digits. */
static void test_tyre_curves_are_the_forces_of_the_tyres(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    int points = 0;
    for (int i = 0; i < CARS; ++i) {
        const kamm_tyre_def *tyre = &cars[i].def.axles[0].tyre;
        const char *plot = plot_of("Front tyre, side force", i), *end = strstr(plot, "</svg>");
        for (const char *at = plot; (at = strstr(at + 1, "r='5'><title>")) && at < end; ++points) {
            double load_kn, angle_deg, force_kn, fx[2], fy[2];
            assert_int_equal(
                sscanf(at, "r='5'><title>%lf kN: %lf; %lf<", &load_kn, &angle_deg, &force_kn), 3);
            double load = 1000 * load_kn, angle = angle_deg * 3.14159265358979 / 180;
            const double slip[2] = {0, 0}, angles[2] = {-angle, angle};
            kamm_tyre_conditions conditions = {
                .load_n = load, .friction = 1, .speed_mps = tyre->test_speed_mps, .side = 1};
            assert_int_equal(kamm_tyre_forces(tyre, &conditions, 2, slip, angles, fx, fy, NULL),
                             KAMM_OK);
            double wanted_kn = (fy[0] - fy[1]) / 2000;
            if (fabs(force_kn - wanted_kn) > 0.01 * fabs(wanted_kn) + 1e-3)
                fail_msg("%g kN at %g degrees: %g, not %g kN", load_kn, angle_deg, force_kn,
                         wanted_kn);
        }
    }
    assert_in_range(points, CARS * 3 * 15, CARS * 3 * 30);
}

/* Points of the plot's line with that name, as its titles show them. */
struct line {
    int count;
    double x[64], y[64];
};

static struct line line_of(const char *plot, const char *name)
{
    struct line line = {0};
    char head[120];
    const char *end = strstr(plot, "</svg>");
    snprintf(head, sizeof head, "r='5'><title>%s: ", name);
    for (const char *at = plot; (at = strstr(at + 1, head)) && at < end && line.count < 64;) {
        int i = line.count++;
        assert_int_equal(sscanf(at + strlen(head), "%lf; %lf<", &line.x[i], &line.y[i]), 2);
    }
    return line;
}

static double value_at(const struct line *line, double x)
{
    for (int i = 1; i < line->count; ++i)
        if (line->x[i - 1] <= x && x <= line->x[i])
            return line->y[i - 1] + (line->y[i] - line->y[i - 1]) * (x - line->x[i - 1]) /
                                        (line->x[i] - line->x[i - 1]);
    return 0;
}

/* At the top speed that the road test finds, the best gear pulls as much as resists. */
static void test_traction_meets_the_resistance_at_top_speed(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    for (int i = 0; i < CARS; ++i) {
        const char *plot = plot_of("Traction in each gear", i);
        struct line resistance = line_of(plot, "resistance, level");
        double top_kmh = cell("top-speed.top_speed_kmh", 1 + 3 * i), best_kn = 0;
        for (char gear[] = "1"; *gear <= '9'; ++*gear) {
            struct line traction = line_of(plot, gear);
            best_kn = fmax(best_kn, value_at(&traction, top_kmh));
        }
        double resists_kn = value_at(&resistance, top_kmh);
        assert_true(resists_kn > 0.5);
        if (fabs(best_kn / resists_kn - 1) > 0.1)
            fail_msg("at %g km/h: %g and %g kN", top_kmh, best_kn, resists_kn);
    }
}

/* A slow turn needs the angle of Ackermann, the wheelbase over the radius (ISO 8855). */
static void test_steady_turns_begin_with_the_angle_of_ackermann(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    struct line line = line_of(plot_of("Steady turns of 100 m radius", 0), cars[0].id);
    double wheelbase_m = cars[0].def.axles[1].behind_front_axle_m;
    assert_true(line.count > 5);
    double slope = (line.y[1] - line.y[0]) / (line.x[1] - line.x[0]);
    double slow_deg = line.y[0] - slope * line.x[0];
    double wanted_deg = wheelbase_m / 100 * 180 / 3.14159265358979;
    if (fabs(slow_deg / wanted_deg - 1) > 0.03) fail_msg("%g, not %g deg", slow_deg, wanted_deg);
}

/* Whether a row of kamm_write_ggv has that point: in m/s and g. */
static int has_limit(const char *rows, const char *id, double kmh, double x, double y)
{
    char head[80];
    double speed, lateral, limit[2];
    snprintf(head, sizeof head, "\n\"%s\",", id);
    for (const char *at = rows; (at = strstr(at, head)); ++at) {
        sscanf(at + strlen(head), "%lf,%lf,%lf,%lf", &speed, &lateral, limit, limit + 1);
        for (int i = 0; i < 2; ++i)
            if (fabs(3.6 * speed - kmh) < 1e-3 && fabs(lateral / gravity_mps2 - fabs(x)) < 1e-5 &&
                fabs(limit[i] / gravity_mps2 - y) < 1e-5)
                return 1;
    }
    return 0;
}

static void test_limits_are_the_numbers_that_are_written(void **state)
{
    (void)state;
    kamm_error error;
    FILE *file = tmpfile();
    if (kamm_write_ggv(cars, CARS, driven_rung(), file, &error)) fail_msg("%s", error.text);
    rewind(file);
    other[fread(other, 1, TEXT - 1, file)] = 0;
    fclose(file);
    for (int i = 0; i < CARS; ++i)
        for (int kmh = 50; kmh <= 150; kmh += 50) {
            char name[20];
            snprintf(name, sizeof name, "%d km/h", kmh);
            struct line line = line_of(plot_of("g-g-V diagram", i), name);
            assert_in_range(line.count, 20, 30);
            for (int k = 0; k < line.count; ++k)
                if (!has_limit(other, cars[i].id, kmh, line.x[k], line.y[k]))
                    fail_msg("%s, %d km/h: %g, %g g", cars[i].id, kmh, line.x[k], line.y[k]);
        }
}

static void test_each_car_has_its_plots_and_sources(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    static const char *const each[] = {"Traction in each gear", "Torque at full load",
                                       "Power at full load", "Rear tyre, side force",
                                       "Front tyre, longitudinal force"};
    for (size_t i = 0; i < sizeof each / sizeof *each; ++i)
        for (int car = 0; car < CARS; ++car) plot_of(each[i], car);
    plot_of("Full throttle from rest", 0);
    plot_of("Steady turns of 100 m radius", 0);
    plot_of("Camber", 0); /* of hardpoints, which the first car has */
    assert_non_null(strstr(document, "mass_kg = 1355</td>"));
    assert_non_null(strstr(document, "<span class='mark'>estimate</span>"));
}

/* The grid of a plot's picture, with its numbers, is drawn before its first line. */
static int have_same_axes(const char *title)
{
    const char *first = strstr(plot_in(other, title, 0), "<line");
    const char *second = strstr(plot_in(other, title, 1), "<line");
    return !strncmp(first, second, (size_t)(strstr(first, "<polyline") - first));
}

/* Torque of the same shape, of so many times the size. */
static void test_plots_share_axes_on_which_all_can_be_seen(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    static const double sizes[] = {4.9, 5.1};
    static kamm_vehicle_file two[2];
    two[0] = two[1] = cars[0];
    two[1].def.clutch.torque_nm *= 6;
    for (int i = 0; i < 2; ++i) {
        for (int k = 0; k < cars[0].def.engine.torque_curve.count; ++k)
            two[1].def.engine.torque_curve.y[k] = sizes[i] * cars[0].def.engine.torque_curve.y[k];
        written(two, 2, KAMM_KINEMATIC, other);
        assert_int_equal(have_same_axes("Torque at full load"), sizes[i] < 5);
        assert_true(have_same_axes("Front tyre, side force"));
    }
}

/* -- All vehicles -- */

static void test_all_shipped_vehicles_have_a_report(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    LONG_TIER_ONLY();
    static const char *const folders[] = {"vehicles", "two-wheelers"};
    static kamm_vehicle_file file;
    for (int folder = 0; folder < 2; ++folder) {
        char names[64][64];
        int count = kamm_list_data(folders[folder], names, 64);
        assert_in_range(count, 5, 64);
        for (int i = 0; i < count; ++i) {
            kamm_error error;
            if (kamm_load_vehicle(names[i], &file, NULL, &error)) fail_msg("%s", error.text);
            int has_sidecar = folder && !kamm_rides_on_two_wheels(&file.def); /* on full alone */
            if (has_sidecar && !in_release_tier()) continue;
            written(&file, 1, in_release_tier() ? KAMM_RUNG_NONE : KAMM_KINEMATIC, other);
            check_form(other);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_it_is_well_formed),
        cmocka_unit_test(test_it_is_of_one_piece),
        cmocka_unit_test(test_texts_of_files_stay_texts),
        cmocka_unit_test(test_equal_vehicles_give_equal_bytes),
        cmocka_unit_test(test_figures_are_those_of_the_road_tests),
        cmocka_unit_test(test_the_diagnosis_is_that_of_kamm_check),
        cmocka_unit_test(test_a_diagnosis_is_a_report_of_its_own),
        cmocka_unit_test(test_tyre_curves_are_the_forces_of_the_tyres),
        cmocka_unit_test(test_traction_meets_the_resistance_at_top_speed),
        cmocka_unit_test(test_steady_turns_begin_with_the_angle_of_ackermann),
        cmocka_unit_test(test_limits_are_the_numbers_that_are_written),
        cmocka_unit_test(test_each_car_has_its_plots_and_sources),
        cmocka_unit_test(test_plots_share_axes_on_which_all_can_be_seen),
        cmocka_unit_test(test_all_shipped_vehicles_have_a_report),
    };
    return cmocka_run_group_tests(tests, set_up, NULL);
}
