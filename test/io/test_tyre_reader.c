/* .tir files as they come: units, comments, cases, missing and unknown keys, and broken ones. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <cmocka.h>

#include <kamm/io/tyre_file.h>

#include "support/temporary.h"

static void write_bytes(const char *text, size_t length)
{
    FILE *out = fopen(temporary_tir, "wb");
    assert_non_null(out);
    assert_int_equal(fwrite(text, 1, length, out), length);
    fclose(out);
}

/* The least that makes a tyre. */
#define COEFFICIENTS \
    "PCX1 = 1.6\nPDX1 = 1.1\nPKX1 = 22\nPCY1 = 1.3\nPDY1 = 1\nPKY1 = -16\nPKY2 = 1.8\n"
#define MINIMAL \
    "[MODEL]\nFITTYP = 62\n[DIMENSION]\nUNLOADED_RADIUS = 0.32\n[VERTICAL]\nFNOMIN = 4000\n" COEFFICIENTS

static kamm_tyre_def tyre;
static kamm_notes notes;
static kamm_error error;

static kamm_result read_text(const char *text)
{
    write_bytes(text, strlen(text));
    memset(&notes, 0, sizeof notes);
    memset(&error, 0, sizeof error);
    return kamm_load_tir(temporary_tir, &tyre, &notes, &error);
}

static void read_well(const char *text)
{
    if (read_text(text)) fail_msg("%s", error.text);
}

static void read_badly(const char *text, kamm_result code, const char *const *parts)
{
    kamm_tyre_def before;
    memset(&tyre, 0x5a, sizeof tyre);
    before = tyre;
    kamm_result result = read_text(text);
    if (result != code) fail_msg("result %d, not %d: %s", result, code, error.text);
    assert_int_equal(error.code, code);
    for (; *parts; ++parts)
        if (!strstr(error.text, *parts)) fail_msg("\"%s\" is not in \"%s\"", *parts, error.text);
    assert_non_null(strstr(error.text, temporary_tir));
    assert_memory_equal(&tyre, &before, sizeof tyre);
}

#define BADLY(text, code, ...) read_badly(text, code, (const char *const[]){__VA_ARGS__, NULL})

static int noted(const char *part)
{
    for (int i = 0; i < notes.count; ++i)
        if (strstr(notes.text[i], part)) return 1;
    return 0;
}

static void near(double value, double expected)
{
    if (!(fabs(value - expected) <= 1e-9 * fabs(expected)))
        fail_msg("%.12g is not %.12g", value, expected);
}

static void units_are_honoured(void **state)
{
    (void)state;
    read_well(
        "[UNITS]\nLENGTH='mm'\nFORCE='kilo_newton'\nANGLE='degrees'\nMASS='gram'\nTIME='millisecond'\n"
        "[MODEL]\nFITTYP=61\nLONGVL=16.7\n"
        "[D]\nUNLOADED_RADIUS=320\nWIDTH=205\nFNOMIN=4\nVERTICAL_STIFFNESS=0.2\nVERTICAL_DAMPING=0.05\n"
        "MASS=9300\nIXX=391000000\nINFLPRES=2.2e-4\nNOMPRES=2.0e-4\nALPMIN=-30\nALPMAX=30\nCAMMAX=10\n"
        "FZMAX=10\n" COEFFICIENTS);
    near(tyre.unloaded_radius_m, 0.32);
    near(tyre.width_m, 0.205);
    near(tyre.nominal_load_n, 4000);
    near(tyre.vertical_stiffness_n_per_m, 200000);
    near(tyre.vertical_damping_ns_per_m, 50);
    near(tyre.mass_kg, 9.3);
    near(tyre.ixx_kgm2, 0.391);
    near(tyre.inflation_pressure_pa, 220000);
    near(tyre.nominal_pressure_pa, 200000);
    near(tyre.slip_angle_max_rad, 0.52359877559829887);
    near(tyre.camber_max_rad, 0.17453292519943295);
    near(tyre.load_max_n, 10000);
    near(tyre.test_speed_mps, 16.7); /* mm/ms */
    near(tyre.pky1, -16);            /* coefficients stay per radian */
}

static void imperial_units_are_converted(void **state)
{
    (void)state;
    read_well(
        "[MODEL]\nFITTYP=62\nUNLOADED_RADIUS=12.5\nFNOMIN=900\nVERTICAL_STIFFNESS=1150\nMASS=0.6\n"
        "LONGVL=657\n" COEFFICIENTS
        "[UNITS]\nLENGTH='INCH'\nFORCE=\"Pound_Force\"\nANGLE=deg\nMASS='slug'\nTIME='sec'\n");
    near(tyre.unloaded_radius_m, 0.3175);
    near(tyre.nominal_load_n, 900 * 4.4482216152605);
    near(tyre.vertical_stiffness_n_per_m, 1150 * 4.4482216152605 / 0.0254);
    near(tyre.mass_kg, 0.6 * 14.593902937206364);
    near(tyre.test_speed_mps, 657 * 0.0254);
}

static void untidy_files_are_read(void **state)
{
    (void)state;
    read_well(
        "\t[model]  $ lower case\r\n! a comment\r\n$ another\r\n  fittyp\t=  61.0   $Magic 'Formula'\r\n"
        "TyreSide = \"Right\" ! side\r\n[Dimension]\r\nUNLOADED_RADIUS=3.2D-1$no blanks\r\n"
        "[SHAPE]\r\n{radial width}\r\n 1.0 0.0\r\n radial = nonsense\r\n[VERTICAL]\r\n"
        "(COMMENTS)\r\n{comment_string}\r\n'The driver's tyre'\r\n"
        "fnomin = +4.0E+03\r\nPROPERTY_FILE_FORMAT = 'a $ in quotes'\r\n" COEFFICIENTS
        "PPX1 = -.5");
    assert_int_equal(tyre.magic_formula, KAMM_MF_61);
    assert_int_equal(tyre.side, KAMM_TYRE_RIGHT);
    near(tyre.unloaded_radius_m, 0.32);
    near(tyre.nominal_load_n, 4000);
    near(tyre.ppx1, -0.5);
    assert_false(noted("unknown"));
}

static void versions_are_told_apart(void **state)
{
    (void)state;
    static const struct {
        const char *number;
        int version;
    } known[] = {{"5", KAMM_MF_52},  {"6", KAMM_MF_52},  {"21", KAMM_MF_52},
                 {"60", KAMM_MF_52}, {"61", KAMM_MF_61}, {"62", KAMM_MF_62}};
    for (size_t i = 0; i < sizeof known / sizeof *known; ++i) {
        char text[600];
        snprintf(text, sizeof text,
                 "[MODEL]\nFITTYP = %s\nUNLOADED_RADIUS=0.3\nFNOMIN=4000\n" COEFFICIENTS,
                 known[i].number);
        read_well(text);
        assert_int_equal(tyre.magic_formula, known[i].version);
    }
    BADLY("[MODEL]\nFITTYP = 63\n", KAMM_ERROR_FORMAT, ":2:", "FITTYP", "63", "61", "62");
    BADLY("[MODEL]\nFITTYP = new\n", KAMM_ERROR_FORMAT, ":2:", "FITTYP", "new", "number");
}

static void missing_keys_get_defaults_and_are_noted(void **state)
{
    (void)state;
    kamm_tyre_def standard = kamm_default_tyre();
    read_well(MINIMAL "INFLPRES = 250000\n");
    near(tyre.qdz1, standard.qdz1);
    near(tyre.nominal_pressure_pa, 250000); /* the only pressure named */
    assert_int_equal(tyre.side, KAMM_TYRE_LEFT);
    assert_true(noted("missing") && noted("QDZ1") && noted("TYRESIDE") && noted("RBX1"));
    assert_true(noted("[UNITS]"));
    assert_false(noted("PTX1")); /* no key of 6.2 */
    assert_false(noted("PKX1"));
    assert_int_equal(notes.dropped, 0);
}

static void unknown_keys_are_noted_with_their_lines(void **state)
{
    (void)state;
    read_well(MINIMAL "SPARKLE = 3\nWORD = 'x'\nPDXP1 = 0.4\nQ_FCX = 0\nPKY2 = 1.9\n");
    assert_true(noted("SPARKLE (line 14)") && noted("WORD (line 15)"));
    assert_true(noted("does not model: PDXP1"));
    assert_false(noted("Q_FCX")); /* is 0 */
    assert_true(noted(":18: PKY2 again, as in line 13"));
    near(tyre.pky2, 1.9);
}

static void names_come_from_files(void **state)
{
    (void)state;
    read_well(MINIMAL);
    assert_non_null(strstr(temporary_tir, tyre.name));
    assert_true(*tyre.name && !strchr(tyre.name, '/'));
}

static void bad_values_are_refused_with_line_and_key(void **state)
{
    (void)state;
    BADLY(MINIMAL "PDX2 = abc\n", KAMM_ERROR_FORMAT, ":14:", "PDX2", "abc", "number");
    BADLY(MINIMAL "PDX2 = 1.5.2\n", KAMM_ERROR_FORMAT, ":14:", "PDX2", "1.5.2");
    BADLY(MINIMAL "PDX2 = nan\n", KAMM_ERROR_RANGE, ":14:", "PDX2", "finite");
    BADLY(MINIMAL "PDX2 = 1e999\n", KAMM_ERROR_RANGE, ":14:", "PDX2");
    BADLY(MINIMAL "UNLOADED_RADIUS = 320\n", KAMM_ERROR_RANGE, ":14:", "UNLOADED_RADIUS", "320",
          "0.006 to 8 m");
    assert_null(strstr(error.text, "unloaded_radius_mm")); /* units stand in [UNITS] */
    BADLY(MINIMAL "RVY5 = 101\n", KAMM_ERROR_RANGE, ":14:", "RVY5", "101", "-100 to 100");
    BADLY(MINIMAL "LCZ = 0\n", KAMM_ERROR_RANGE, ":14:", "LCZ", "0.01 to 100");
    BADLY(MINIMAL "[UNITS]\nLENGTH = 'furlong'\n", KAMM_ERROR_FORMAT, ":15:", "LENGTH", "furlong",
          "meter, ");
}

static void contradictory_values_are_refused(void **state)
{
    (void)state;
    BADLY(MINIMAL "PKY1 = 16\n", KAMM_ERROR_RANGE, ":14:", "pky1", "ISO-W");
    BADLY(MINIMAL "PCY1 = 2.4\nLCY = 1.9\n", KAMM_ERROR_RANGE, ":14:", "pcy1", "4.56", "up to 4");
    BADLY(MINIMAL "PDX1 = 0\n", KAMM_ERROR_RANGE, ":14:", "pdx1", "0.01 to 10");
    BADLY(MINIMAL "PKX1 = 0.05\n", KAMM_ERROR_RANGE, ":14:", "pkx1", "0.1 to 1000");
    BADLY(MINIMAL "PCX1 = 0\n", KAMM_ERROR_RANGE, ":14:", "pcx1", "0.001 to 2");
}

static void broken_files_are_refused(void **state)
{
    (void)state;
    BADLY("", KAMM_ERROR_FILE, "empty");
    BADLY("[MODEL]\nFITTYP = 62\nUNLOADED_RADIUS = 0.3\nFNOMIN=4000\nPCX1 = 1.6\n",
          KAMM_ERROR_MISSING, "PDX1", "cut short");
    BADLY("\x7f\x45\x4c\x46 garbage \x01\x02\n", KAMM_ERROR_FORMAT, "no FITTYP");
    BADLY(MINIMAL "PDX1 =\nFNOMIN\n[UNITS]\nFORCE = 'mN'\n", KAMM_ERROR_FORMAT, ":17:", "mN");
    write_bytes("[MODEL]\0FITTYP", 14);
    assert_int_equal(kamm_load_tir(temporary_tir, &tyre, NULL, &error), KAMM_ERROR_FORMAT);
    assert_int_equal(kamm_load_tir("/tmp", &tyre, NULL, &error), KAMM_ERROR_FILE);
    assert_int_equal(kamm_load_tir("/no/such/file.tir", &tyre, NULL, &error), KAMM_ERROR_FILE);
    assert_non_null(strstr(error.text, "/no/such/file.tir"));
    assert_int_equal(kamm_load_tir("/no/such/file.tir", &tyre, NULL, NULL), KAMM_ERROR_FILE);
}

static void huge_files_are_refused(void **state)
{
    (void)state;
    enum { SIZE = 3 << 20 };
    char *text = malloc(SIZE);
    assert_non_null(text);
    memset(text, '$', SIZE);
    write_bytes(text, SIZE);
    free(text);
    assert_int_equal(kamm_load_tir(temporary_tir, &tyre, NULL, &error), KAMM_ERROR_FILE);
    assert_non_null(strstr(error.text, "MiB"));
}

/* A motorcycle tyre of another model, in mm: D. Harty's, as in dunlop_F_100_90_19_D401.tir. */
static void other_kinds_of_tyre_are_named(void **state)
{
    (void)state;
    BADLY("[UNITS]\nLENGTH='mm'\nFORCE='newton'\nANGLE='radians'\nMASS='kg'\nTIME='sec'\n[MODEL]\n"
          "PROPERTY_FILE_FORMAT='USER'\nFUNCTION_NAME='HTire501_2013::TYR501'\n[DIMENSION]\n"
          "UNLOADED_RADIUS=341\nWIDTH=100.0\n[PARAMETER]\nVERTICAL_STIFFNESS=146.0\nUMIN=1.40\n",
          KAMM_ERROR_FORMAT, "not a Magic Formula", "FITTYP", "HTire501", "0.341 m", "0.1 m",
          "146000 N/m");
}

static void evaluate(const char *table, kamm_result code, char *result, size_t size)
{
    char in[220], out[220];
    snprintf(in, sizeof in, "%s.in.csv", temporary_tir);
    snprintf(out, sizeof out, "%s.out.csv", temporary_tir);
    FILE *file = fopen(in, "w");
    fputs(table, file);
    fclose(file);
    kamm_result got = kamm_tyre_evaluate_csv(&tyre, in, out, &error);
    if (got != code) fail_msg("result %d, not %d: %s", got, code, error.text);
    *result = 0;
    if (!got && (file = fopen(out, "r"))) {
        result[fread(result, 1, size - 1, file)] = 0;
        fclose(file);
    }
    remove(in);
    remove(out);
}

static void tables_are_read_by_column_name(void **state)
{
    (void)state;
    char a[1000], b[1000];
    read_well(MINIMAL);
    evaluate("# comment\nFz,kappa,alpha,gamma,Vx\n4000,0.02,0.03,0.01,20\n", KAMM_OK, a, sizeof a);
    evaluate("Vx,extra,gamma,alpha,Fz,kappa\n20,text,0.01,0.03,4000,0.02\n", KAMM_OK, b, sizeof b);
    assert_string_equal(a, b);
    assert_true(strstr(a, "Fz,kappa,alpha,gamma,Vx,Fx,Fy,Mx,My,Mz\n4000,0.02,0.03,0.01,20,") == a);
}

static void pressure_column_is_used(void **state)
{
    (void)state;
    char all[2000];
    double rolling[3];
    read_well(MINIMAL "INFLPRES = 220000\nNOMPRES = 220000\n");
    evaluate(
        "Fz,kappa,alpha,gamma,Vx,p\n4000,0,0,0,20,0\n4000,0,0,0,20,220000\n4000,0,0,0,20,160000\n",
        KAMM_OK, all, sizeof all);
    char *line = strchr(all, '\n') + 1;
    for (int i = 0; i < 3; ++i, line = strchr(line, '\n') + 1)
        assert_int_equal(
            sscanf(line, "%*[^,],%*[^,],%*[^,],%*[^,],%*[^,],%*[^,],%*[^,],%*[^,],%*[^,],%lf",
                   &rolling[i]),
            1);
    near(rolling[1], rolling[0]);
    assert_true(fabs(rolling[2] / rolling[0] - pow(160.0 / 220, tyre.qsy8)) < 1e-4);
}

static void bad_tables_are_refused_with_line_and_column(void **state)
{
    (void)state;
    char none[10];
    read_well(MINIMAL);
    evaluate("Fz,kappa,alpha,gamma\n4000,0,0,0\n", KAMM_ERROR_MISSING, none, sizeof none);
    assert_non_null(strstr(error.text, "Vx"));
    evaluate("Fz,kappa,alpha,gamma,Vx\n4000,0,0,0,20\n4000,0,zero,0,20\n", KAMM_ERROR_FORMAT, none,
             sizeof none);
    assert_non_null(strstr(error.text, ":3:"));
    assert_non_null(strstr(error.text, "alpha"));
    assert_non_null(strstr(error.text, "zero"));
    evaluate("Fz,kappa,alpha,gamma,Vx\n4000,0,inf,0,20\n", KAMM_ERROR_RANGE, none, sizeof none);
    assert_int_equal(kamm_tyre_evaluate_csv(&tyre, "/no/such.csv", NULL, &error), KAMM_ERROR_FILE);
}

static void the_report_has_the_figures(void **state)
{
    (void)state;
    char text[6000];
    FILE *out = tmpfile();
    kamm_tyre_def measured;
    assert_non_null(out);
    assert_int_equal(
        kamm_load_tir("test/reference/tyres/TNO_car205_60R15.tir", &measured, NULL, &error), 0);
    assert_int_equal(kamm_tyre_report(&measured, out, &error), KAMM_OK);
    rewind(out);
    text[fread(text, 1, sizeof text - 1, out)] = 0;
    fclose(out);
    const char *const figures[] = {"205/60 R15", "53306.9", "86760.0", "0.30437", "0.2272",
                                   "0.3382",     "1.0422",  "peak",    "trail",   "6.2"};
    for (size_t i = 0; i < sizeof figures / sizeof *figures; ++i)
        if (!strstr(text, figures[i])) fail_msg("\"%s\" is not in\n%s", figures[i], text);
    /* Without slip the trail is Fz R0 / Fz0 (QDZ1 + QDZ2 dfz), at nominal load and three others. */
    static const double loads_n[] = {4000, 2000, 4000, 6000};
    const char *line = strstr(text, "pneumatic trail");
    double trails_m[4];
    assert_int_equal(sscanf(line, "pneumatic trail m %lf %lf %lf %lf", &trails_m[0], &trails_m[1],
                            &trails_m[2], &trails_m[3]),
                     4);
    for (int i = 0; i < 4; ++i) {
        double share = loads_n[i] / 4000,
               trail_m = 0.3135 * share * (0.08993 - 0.005979 * (share - 1));
        assert_true(fabs(trails_m[i] - trail_m) < 0.012 * trail_m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(units_are_honoured),
        cmocka_unit_test(imperial_units_are_converted),
        cmocka_unit_test(untidy_files_are_read),
        cmocka_unit_test(versions_are_told_apart),
        cmocka_unit_test(missing_keys_get_defaults_and_are_noted),
        cmocka_unit_test(unknown_keys_are_noted_with_their_lines),
        cmocka_unit_test(names_come_from_files),
        cmocka_unit_test(bad_values_are_refused_with_line_and_key),
        cmocka_unit_test(contradictory_values_are_refused),
        cmocka_unit_test(broken_files_are_refused),
        cmocka_unit_test(huge_files_are_refused),
        cmocka_unit_test(other_kinds_of_tyre_are_named),
        cmocka_unit_test(tables_are_read_by_column_name),
        cmocka_unit_test(pressure_column_is_used),
        cmocka_unit_test(bad_tables_are_refused_with_line_and_column),
        cmocka_unit_test(the_report_has_the_figures),
    };
    return cmocka_run_group_tests(tests, make_temporary_tir, remove_temporary_tir);
}
