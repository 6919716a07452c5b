/* .tir files that are not as the format has them: what makes no sense is said and replaced, and nothing crashes the reader. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/temporary.h"
#include "support/tier.h"

#include <kamm/io/tyre_file.h>

static kamm_tyre_def tyre;
static kamm_notes notes;
static kamm_error error;

#define COEFFICIENTS                                                                    \
    "PCX1 = 1.6\nPDX1 = 1.1\nPKX1 = 22\nPCY1 = 1.3\nPDY1 = 1\nPKY1 = -16\nPKY2 = 1.8\n" \
    "RBX1 = 12\nRBY1 = 10\n"
#define DIMENSIONS "[DIMENSION]\nUNLOADED_RADIUS = 0.32\n[VERTICAL]\nFNOMIN = 4000\n"
#define MINIMAL "[MODEL]\nFITTYP = 62\n" DIMENSIONS COEFFICIENTS "TYRESIDE = 'LEFT'\n"

static void write_bytes(const char *text, size_t length)
{
    FILE *out = fopen(temporary_tir, "wb");
    assert_non_null(out);
    assert_int_equal(fwrite(text, 1, length, out), length);
    fclose(out);
}

static kamm_result read_bytes(const char *text, size_t length)
{
    write_bytes(text, length);
    memset(&notes, 0, sizeof notes);
    memset(&error, 0, sizeof error);
    return kamm_load_tir(temporary_tir, &tyre, &notes, &error);
}

static void read_well(const char *text)
{
    if (read_bytes(text, strlen(text))) fail_msg("%s", error.text);
}

static int place_of(const char *part)
{
    for (int i = 0; i < notes.count; ++i)
        if (strstr(notes.text[i], part)) return i;
    return -1;
}

/* There is a warning that has all of these. */
static void check_warning(const char *const *parts)
{
    for (int i = 0; i < notes.warnings; ++i) {
        int found = 0;
        while (parts[found] && strstr(notes.text[i], parts[found])) ++found;
        if (!parts[found]) return;
    }
    fail_msg("no warning with \"%s\" among %d, the first: %s", *parts, (int)notes.warnings,
             notes.text[0]);
}

#define WARNED(...) check_warning((const char *const[]){__VA_ARGS__, NULL})

static void near(double value, double expected)
{
    if (!(fabs(value - expected) <= 1e-6 * fabs(expected)))
        fail_msg("%.12g is not %.12g", value, expected);
}

/* But for camber thrust that is more than what slides, which one has near its highest load. */
static void sound_files_have_no_warnings(void **state)
{
    (void)state;
    const char *const files[] = {"TNO_car205_60R15", "MagicFormula52_Parameters"};
    for (int i = 0; i < 2; ++i) {
        char name[100];
        snprintf(name, sizeof name, "test/reference/tyres/%s.tir", files[i]);
        memset(&notes, 0, sizeof notes);
        assert_int_equal(kamm_load_tir(name, &tyre, &notes, &error), KAMM_OK);
        assert_int_equal(notes.warnings, i);
        if (i) WARNED("PVY3", "beyond a camber of 0.09", "no more camber counts");
    }
    read_well(MINIMAL);
    assert_int_equal(notes.warnings, 0);
    assert_true(notes.count > 0);
}

static void senseless_values_of_the_body_are_replaced(void **state)
{
    (void)state;
    read_well(
        MINIMAL
        "WIDTH = 0.2\nRIM_RADIUS = 0.2\nASPECT_RATIO = 470\nMASS = kg\nVERTICAL_STIFFNESS = 0\n"
        "Q_RE0 = nan\nLONGVL = 1e999\n");
    near(tyre.aspect_ratio, 0.6); /* from the radii */
    near(tyre.mass_kg, 9.3);
    near(tyre.vertical_stiffness_n_per_m, 200000);
    near(tyre.q_re0, 1);
    near(tyre.test_speed_mps, 16.7);
    WARNED(":19:", "ASPECT_RATIO = 470", "0.05 to 1.5", "0.6 stands in");
    WARNED(":20:", "MASS = kg", "0.0008 to 20000 kg", "9.3 kg stands in");
    WARNED(":21:", "VERTICAL_STIFFNESS = 0", "200000 N/m stands in");
    WARNED(":22:", "Q_RE0 = nan", "0.5 to 2");
    WARNED(":23:", "LONGVL = 1e999");
    read_well(MINIMAL "RIM_RADIUS = 0.4\n");
    near(tyre.rim_radius_m, 0.1905);
    WARNED(":17:", "RIM_RADIUS = 0.4 m is no less than UNLOADED_RADIUS", "0.1905 m stands in");
    read_well(MINIMAL "FNOMIN = 20000\nVERTICAL_STIFFNESS = 0\n");
    near(tyre.vertical_stiffness_n_per_m, 1e6); /* 20 mm, as the default at its own load */
}

static void limits_that_no_tyre_has_are_cut(void **state)
{
    (void)state;
    read_well(MINIMAL "ALPMIN = -3.15\nALPMAX = 3.15\nKPUMIN = -0.8\nKPUMAX = 0\nPRESMAX = 1e9\n");
    near(tyre.slip_angle_min_rad, -1.5708);
    near(tyre.slip_angle_max_rad, 1.5708);
    near(tyre.slip_ratio_max, 0.8);
    near(tyre.pressure_max_pa, 1e7);
    WARNED(":17:", "ALPMIN = -3.15", "-1.5708 rad stands in");
    WARNED(":20:", "KPUMAX = 0", "one direction", "0.8 stands in");
    read_well(MINIMAL "FZMIN = 9000\nFZMAX = 8000\n");
    assert_true(tyre.load_min_n < tyre.load_max_n && tyre.load_max_n >= 10000);
    WARNED(":18:", "FZMAX = 8000", "not above FZMIN, 9000");
    read_well(MINIMAL "FZMAX = 80\n");
    near(tyre.load_max_n, 10000);
    WARNED(":17:", "FZMAX = 80", "a tenth of FNOMIN");
    read_well(MINIMAL "CAMMIN = 0\nCAMMAX = 0\n");
    assert_true(tyre.camber_min_rad < 0 && tyre.camber_max_rad > 0);
}

static void empty_values_count_as_missing(void **state)
{
    (void)state;
    read_well(MINIMAL "PDX2 =   $ nothing\nQDZ1 = ''\nMFSAFE3 =\nTEST_NUMBER = ''\nLCZ =\n");
    near(tyre.pdx2, kamm_default_tyre().pdx2);
    WARNED("without a value", "PDX2 (line 17)", "QDZ1 (line 18)");
    assert_int_equal(notes.warnings, 1);
    assert_true(place_of("TEST_NUMBER (line 20)") > 0);
    assert_int_equal(place_of("MFSAFE3"), -1);
    read_well("[MODEL]\nFITTYP = \nPROPERTY_FILE_FORMAT = 'PAC2002'\n" DIMENSIONS COEFFICIENTS);
    assert_int_equal(tyre.magic_formula, KAMM_MF_52);
    read_well("[UNITS]\nLENGTH = ''\n" MINIMAL);
    near(tyre.unloaded_radius_m, 0.32);
    assert_int_equal(read_bytes("FITTYP = 62\nUNLOADED_RADIUS =\n", 30), KAMM_ERROR_MISSING);
    assert_non_null(strstr(error.text, "UNLOADED_RADIUS"));
}

static void stray_lines_are_left_out(void **state)
{
    (void)state;
    read_well(MINIMAL "moments\n = 3\nP DX2 = 4\n[SCALING\nLMUX = 0.9\n% note\nPDX2\n");
    near(tyre.lmux, 0.9);
    WARNED("no \"key = value\"", "\"moments\" (line 17)", "\"= 3\" (line 18)",
           "\"P DX2 = 4\" (line 19)");
    assert_true(place_of("\"PDX2\" (line 23)") >= 0);
    assert_true(place_of("PDX2 (line") < 0);
}

static void sides_that_are_none_are_left(void **state)
{
    (void)state;
    const char *const words[] = {"UNKNOWN", "Top", "", "?"};
    for (int i = 0; i < 4; ++i) {
        char text[1000];
        snprintf(text, sizeof text, MINIMAL "TYRESIDE = '%s'\n", words[i]);
        read_well(text);
        assert_int_equal(tyre.side, KAMM_TYRE_LEFT);
        WARNED(":17:", "TYRESIDE", words[i], "LEFT, RIGHT, SYMMETRIC");
    }
}

/* The format of MSC's PAC2002, with names of its own and mostly without FITTYP. */
static void pac2002_is_read_as_52(void **state)
{
    (void)state;
    read_well("[UNITS]\nPRESSURE='bar'\n[MODEL]\nPROPERTY_FILE_FORMAT = 'Pac2002'\n" DIMENSIONS
              "VERTICAL_STIFFNESS = 1e6\nIP = 2.5\nIP_NOM = 2\nLCZ = 0.4\nLIP = 0.9\nLKG = 0.8\n"
              "BELT_DYNAMICS = 'NO'\n" COEFFICIENTS);
    assert_int_equal(tyre.magic_formula, KAMM_MF_52);
    near(tyre.inflation_pressure_pa, 225000);
    near(tyre.nominal_pressure_pa, 200000);
    near(tyre.vertical_stiffness_n_per_m, 4e5);
    near(tyre.lkyc, 0.8);
    assert_int_equal(notes.warnings, 0);
    assert_true(place_of("no FITTYP") >= 0);
    read_well("[MODEL]\nPROPERTY_FILE_FORMAT='MF_05'\nFITTYP=5\n" DIMENSIONS COEFFICIENTS
              "[DEFLECTION_LOAD_CURVE]\n{pen fz}\n0 0\n0.1 4000\n");
    assert_true(place_of("DEFLECTION_LOAD_CURVE") >= 0);
    const char *const others[] = {"PAC89", "PAC_TIME", "5.2.1", "FTIRE"};
    for (int i = 0; i < 4; ++i) {
        char text[600];
        snprintf(text, sizeof text, "[MODEL]\nPROPERTY_FILE_FORMAT='%s'\n" DIMENSIONS COEFFICIENTS,
                 others[i]);
        assert_int_equal(read_bytes(text, strlen(text)), KAMM_ERROR_FORMAT);
        assert_non_null(strstr(error.text, others[i]));
    }
}

static void fittyp_60_with_coefficients_of_6_is_61(void **state)
{
    (void)state;
    read_well("FITTYP = 60\n" DIMENSIONS COEFFICIENTS "PKY6 = 0.1\n");
    assert_int_equal(tyre.magic_formula, KAMM_MF_61);
    read_well("FITTYP = 60\n" DIMENSIONS COEFFICIENTS "PHY3 = 0.1\n");
    assert_int_equal(tyre.magic_formula, KAMM_MF_52);
}

static void a_tyre_without_longitudinal_force_gets_one(void **state)
{
    (void)state;
    read_well(MINIMAL "PCX1=0\nPDX1=0\nPDX2=0\nPKX1=0\nPDY1=-1.2\nPDY2=0.2\nRBX1=0\nRCX1=0\n");
    near(tyre.pdx1, 1.2);
    near(tyre.pdx2, -0.2);
    near(tyre.pkx1, kamm_default_tyre().pkx1);
    near(tyre.rbx1, kamm_default_tyre().rbx1);
    WARNED("no longitudinal force was measured");
    read_well("FITTYP = 62\n" DIMENSIONS "PCX1 = 1.6\nPDX1 = 1.1\nPKX1 = 22\nPCY1 = 1.3\nPDY1 = 1\n"
              "PKY1 = -16\nPKY2 = 1.8\n");
    WARNED("combined slip was not measured");
    read_well(MINIMAL "RBY1=0\nRCY1=0\nFE_METHOD='YES'\n");
    WARNED("Fy does not fall with the other slip", "FE_METHOD");
}

#define BOM "\xef\xbb\xbf"
#define HARD_SPACE "\xc2\xa0"
#define MINUS "\xe2\x88\x92"

static void encodings_are_recognised(void **state)
{
    (void)state;
    read_well(BOM "[MODEL]\r\nFITTYP" HARD_SPACE "=" HARD_SPACE "62\r\n" DIMENSIONS COEFFICIENTS
                  "TYRESIDE='RIGHT'\rPDX2 = " MINUS "0.25\r\n! gr\xfc\xdf Gott \xa0\n\x1a");
    near(tyre.pdx2, -0.25);
    assert_int_equal(tyre.side, KAMM_TYRE_RIGHT);
    assert_int_equal(notes.warnings, 0);
    for (int big = 0; big < 2; ++big) {
        char wide[4000] = {big ? '\xfe' : '\xff', big ? '\xff' : '\xfe'};
        const char *text = MINIMAL "PDX2 = -0.35\n";
        for (size_t i = 0; i < strlen(text); ++i) wide[2 + 2 * i + (size_t)big] = text[i];
        if (read_bytes(wide, 2 + 2 * strlen(text))) fail_msg("%s", error.text);
        near(tyre.pdx2, -0.35);
        assert_int_equal(tyre.side, KAMM_TYRE_LEFT);
    }
}

/* A vehicle file has its tyres' warnings, even if there is more to say than there is room for. */
static void warnings_come_first_and_stay(void **state)
{
    (void)state;
    char text[20000] = MINIMAL;
    for (int i = 0; i < 600; ++i) snprintf(text + strlen(text), 40, "UNHEARD_OF_KEY_%03d = 1\n", i);
    strcat(text, "WIDTH = 0\nRIM_WIDTH = 0\n");
    read_well(text);
    assert_int_equal(notes.count, KAMM_MAX_NOTES);
    assert_int_equal(notes.warnings, 2);
    assert_true(notes.dropped > 0);
    WARNED("WIDTH = 0");
    WARNED("RIM_WIDTH = 0");
    char car[TEMPORARY_PATH];
    assert_int_equal(make_temporary_file(car, ".json"), 0);
    FILE *out = fopen(car, "w");
    fprintf(
        out,
        "{\"body\": {\"mass_kg\": 1200}, \"axles\": [{\"tyre\": \"%s\"}, {\"tyre\": \"%s\"}],\n"
        "\"engine\": {\"torque_curve\": {\"speed_rpm\": [1000, 6000], \"torque_nm\": [100, 120]}},\n"
        "\"gearbox\": {\"ratios\": [3, 1]}}\n",
        temporary_tir, temporary_tir);
    fclose(out);
    kamm_vehicle_file file;
    memset(&notes, 0, sizeof notes);
    kamm_result result = kamm_load_vehicle(car, &file, &notes, &error);
    remove(car);
    if (result) fail_msg("%s", error.text);
    assert_int_equal(notes.warnings, 2); /* of the same file, said once */
    WARNED("RIM_WIDTH = 0");
}

static uint32_t seed = 1;

static uint32_t random_below(uint32_t count)
{
    seed = seed * 1664525u + 1013904223u;
    return (uint32_t)((uint64_t)(seed >> 4) * count >> 28);
}

/* Whatever the text, there is a sound tyre or a whole sentence. */
static void check_outcome(const char *text, size_t length)
{
    static kamm_tyre_def before;
    memset(&tyre, 0x5a, sizeof tyre);
    before = tyre;
    kamm_result result = read_bytes(text, length);
    if (!result) {
        if (kamm_check_tyre(&tyre, &error)) fail_msg("read, but %s", error.text);
        return;
    }
    assert_int_equal(error.code, result);
    assert_true(result >= KAMM_ERROR_FILE && result <= KAMM_ERROR_MISSING);
    if (!strstr(error.text, temporary_tir)) fail_msg("no file in \"%s\"", error.text);
    assert_memory_equal(&tyre, &before, sizeof tyre);
}

enum { BASE_SIZE = 40000 };

static size_t load_base(char text[BASE_SIZE])
{
    FILE *in = fopen("test/reference/tyres/TNO_car205_60R15.tir", "rb");
    assert_non_null(in);
    size_t length = fread(text, 1, BASE_SIZE - 1, in);
    fclose(in);
    assert_true(length > 3000 && length < BASE_SIZE - 1);
    text[length] = 0;
    return length;
}

/* A refusal names file and line, and what is allowed or missing. */
static void check_message(void)
{
    static const char *const reasons[] = {"allowed", "not a number", "missing",
                                          "ISO-W",   "has to be",    "Kamm reads"};
    size_t found = 0, count = sizeof reasons / sizeof *reasons;
    while (found < count && !strstr(error.text, reasons[found])) ++found;
    if (found == count) fail_msg("no reason in \"%s\"", error.text);
    int of_all_lines = error.code == KAMM_ERROR_MISSING || strstr(error.text, "no FITTYP");
    if (!of_all_lines && !strstr(error.text, ".tir:")) fail_msg("no line in \"%s\"", error.text);
}

static void bad_values_of_every_key_are_told(void **state)
{
    (void)state;
    static const char *const values[] = {"nan",   "-inf", "1e999", "1e30", "-1e30",  "abc", "1,5",
                                         "1.2.3", "0",    "-1",    "--3",  "0x1p99", "''",  "'"};
    static char base[BASE_SIZE], text[BASE_SIZE + 100];
    load_base(base);
    int keys = 0, refused = 0;
    for (char *at = base, *end; (end = strchr(at, '\n')); at = end + 1) {
        char *equals = memchr(at, '=', (size_t)(end - at));
        if (!equals || strchr("!$", *at)) continue;
        ++keys;
        for (size_t i = (size_t)(keys % of_tier(7, 1)); i < sizeof values / sizeof *values;
             i += (size_t)of_tier(7, 1)) {
            snprintf(text, sizeof text, "%.*s= %s %s", (int)(equals - base), base, values[i], end);
            check_outcome(text, strlen(text));
            if (error.code == KAMM_OK) continue;
            check_message();
            ++refused;
        }
    }
    assert_true(keys > 200 && refused > keys * 3 / of_tier(6, 3));
}

static void broken_texts_do_no_harm(void **state)
{
    (void)state;
    static char base[BASE_SIZE], text[BASE_SIZE + 100];
    size_t length = load_base(base);
    for (int round = 0; round < of_tiers(100, 1500, 5000); ++round) {
        size_t kept = random_below(4) ? length : random_below((uint32_t)length);
        memcpy(text, base, kept);
        for (uint32_t i = random_below(12); i > 0 && kept > 0; --i) {
            size_t at = random_below((uint32_t)kept), cut = random_below(60);
            if (random_below(2)) {
                text[at] = (char)random_below(256);
            } else {
                if (cut > kept - at) cut = kept - at;
                memmove(text + at, text + at + cut, kept - at - cut);
                kept -= cut;
            }
        }
        if (kept) check_outcome(text, kept);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sound_files_have_no_warnings),
        cmocka_unit_test(senseless_values_of_the_body_are_replaced),
        cmocka_unit_test(limits_that_no_tyre_has_are_cut),
        cmocka_unit_test(empty_values_count_as_missing),
        cmocka_unit_test(stray_lines_are_left_out),
        cmocka_unit_test(sides_that_are_none_are_left),
        cmocka_unit_test(pac2002_is_read_as_52),
        cmocka_unit_test(fittyp_60_with_coefficients_of_6_is_61),
        cmocka_unit_test(a_tyre_without_longitudinal_force_gets_one),
        cmocka_unit_test(encodings_are_recognised),
        cmocka_unit_test(warnings_come_first_and_stay),
        cmocka_unit_test(bad_values_of_every_key_are_told),
        cmocka_unit_test(broken_texts_do_no_harm),
    };
    return cmocka_run_group_tests(tests, make_temporary_tir, remove_temporary_tir);
}
