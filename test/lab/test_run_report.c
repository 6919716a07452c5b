/* The report of a run: its rows are those of the channels, its figures have all their digits, and texts of files stay
 * texts. */
#include "support/cars.h"
#include "support/quick.h"

#include <cjson/cJSON.h>
#include <kamm/io/report.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT = 1 << 20, ROWS = 2000 };
static const char hostile[] = "</title><script>alert(\"x\")</script> & 'a' \x01";
static char document[TEXT], other[TEXT];
static kamm_vehicle_file car;
static kamm_test_result result;

/* What the rows were made of. */
static struct {
    int count;
    double time_s[ROWS], yaw_degps[ROWS], load_kn[ROWS];
} seen;

static void note(const kamm_cars *cars, int index, double time_s, void *user)
{
    int i = seen.count < ROWS ? seen.count++ : ROWS - 1;
    seen.time_s[i] = time_s;
    seen.yaw_degps[i] = kamm_read(cars, index, KAMM_CHANNEL_yaw_rate_radps) * 180 / acos(-1);
    seen.load_kn[i] = kamm_read_wheel(cars, index, 3, KAMM_WHEEL_load_n) / 1000;
    kamm_note_run_row(cars, index, time_s, user);
}

static void write_into(const kamm_run_report *report, char *text)
{
    kamm_error error;
    FILE *file = tmpfile();
    assert_non_null(file);
    if (kamm_write_run_report(report, &result, &car, file, &error)) fail_msg("%s", error.text);
    rewind(file);
    text[fread(text, 1, TEXT - 1, file)] = 0;
    fclose(file);
}

static int set_up(void **state)
{
    kamm_error error;
    kamm_run_report *report = kamm_create_run_report(&error);
    const kamm_test_options options = {.rung = KAMM_DOUBLE_TRACK, .at_row = note, .user = report};
    if (!report || kamm_load_vehicle("volvo-v40", &car, NULL, &error)) return 1;
    snprintf(car.def.name, sizeof car.def.name, "%s", hostile);
    if (kamm_run_test("step-steer", &car, &options, &result, &error)) return 1;
    *state = report;
    write_into(report, document);
    return 0;
}

static int clear_up(void **state)
{
    kamm_destroy_run_report(*state);
    return 0;
}

static int count_of(const char *text, const char *part)
{
    int count = 0;
    for (const char *at = strstr(text, part); at; at = strstr(at + 1, part)) ++count;
    return count;
}

static void there_is_a_plot_of_each_kind(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    static const char *const titles[] = {"Steering wheel", "Pedals",      "Speed",
                                         "Acceleration",   "Yaw rate",    "Sideslip angle",
                                         "Body angles",    "Wheel loads", "Path"};
    assert_int_equal(count_of(document, "<svg viewBox"), 9);
    assert_int_equal(count_of(document, "data-frame='"), 9);
    assert_int_equal(count_of(document, "</svg><figcaption>"), 9);
    for (int i = 0; i < 9; ++i) {
        char text[64];
        snprintf(text, sizeof text, ">%s</text>", titles[i]);
        if (count_of(document, text) != 1) fail_msg("there is no plot %s", titles[i]);
    }
}

/* The script draws a row's values at its time in every plot: columns that plots name are those of the rows. */
static void the_cursor_has_the_values_of_the_run(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    const char *from = strstr(document, "id='rows'>"), *end = NULL;
    assert_non_null(from);
    cJSON *json = cJSON_ParseWithOpts(from + strlen("id='rows'>"), &end, 0);
    assert_non_null(json);
    assert_true(!strncmp(end, "</script>", 9));
    const cJSON *names = cJSON_GetObjectItem(json, "names"),
                *rows = cJSON_GetObjectItem(json, "rows");
    int yaw = 0, load = 0, count = cJSON_GetArraySize(rows), step = (seen.count + 319) / 320;
    while (strcmp(cJSON_GetArrayItem(names, yaw)->valuestring, "yaw rate") != 0) ++yaw;
    while (strcmp(cJSON_GetArrayItem(names, load)->valuestring, "wheel 3") != 0) ++load;
    assert_in_range(seen.count, 321, ROWS - 1);
    assert_int_equal(count, (seen.count + step - 1) / step);
    for (int i = 0; i < count; i += 7) {
        const cJSON *row = cJSON_GetArrayItem(rows, i);
        assert_int_equal(cJSON_GetArraySize(row), cJSON_GetArraySize(names));
        expect_near(cJSON_GetArrayItem(row, 0)->valuedouble, seen.time_s[i * step], 1e-4);
        expect_near(cJSON_GetArrayItem(row, yaw)->valuedouble, seen.yaw_degps[i * step], 1e-3);
        expect_near(cJSON_GetArrayItem(row, load)->valuedouble, seen.load_kn[i * step], 1e-3);
    }
    char lines[32];
    snprintf(lines, sizeof lines, "data-lines='%d'", yaw);
    assert_int_equal(count_of(document, lines), 1);
    cJSON_Delete(json);
}

static void figures_have_all_their_digits(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    for (int i = 0; i < result.figure_count; ++i) {
        char text[64];
        const char *at = strstr(document, result.figures[i].name);
        assert_non_null(at);
        if (isnan(result.figures[i].value)) continue;
        at = strstr(at, "<data value='");
        assert_non_null(at);
        snprintf(text, sizeof text, "%.30s", at + strlen("<data value='"));
        assert_true(strtod(text, NULL) == result.figures[i].value);
    }
}

/* Nothing of a file becomes an element, the script would be the same in XML, and nothing comes from elsewhere. */
static void texts_of_files_stay_texts(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    assert_int_equal(count_of(document, "alert(\"x\")"), 0);
    assert_int_equal(count_of(document, "&lt;/title&gt;&lt;script&gt;alert(&quot;x&quot;)"), 2);
    assert_int_equal(count_of(document, "<script"), 2);
    assert_int_equal(count_of(document, "</script>"), 2);
    const char *script = strstr(document, "<script>\n");
    assert_non_null(script);
    script += strlen("<script>\n");
    size_t length = strcspn(script, "<&");
    assert_true(!strncmp(script + length, "</script>", 9));
    assert_int_equal(count_of(document, "default-src 'none'"), 1);
    assert_null(strstr(document, " src="));
    assert_null(strstr(document, "url("));
}

static void equal_runs_give_equal_bytes(void **state)
{
    NOT_IN_QUICK_TESTS();
    write_into(*state, other);
    assert_string_equal(document, other);
}

static void a_report_without_rows_is_refused(void **state)
{
    (void)state;
    kamm_error error;
    kamm_run_report *empty = kamm_create_run_report(&error);
    FILE *file = tmpfile();
    assert_non_null(file);
    assert_int_equal(kamm_write_run_report(empty, &result, &car, file, &error), KAMM_ERROR_RANGE);
    assert_int_equal(ftell(file), 0);
    fclose(file);
    kamm_destroy_run_report(empty);
    kamm_destroy_run_report(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(there_is_a_plot_of_each_kind),
        cmocka_unit_test(the_cursor_has_the_values_of_the_run),
        cmocka_unit_test(figures_have_all_their_digits),
        cmocka_unit_test(texts_of_files_stay_texts),
        cmocka_unit_test(equal_runs_give_equal_bytes),
        cmocka_unit_test(a_report_without_rows_is_refused),
    };
    return cmocka_run_group_tests(tests, set_up, clear_up);
}
