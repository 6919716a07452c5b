/* .tir files of motorcycle tyres: FITTYP 51 and 52, PAC_MC. Their coefficients have the names of cars' and other meanings. */
#include "support/cars.h"
#include "support/temporary.h"

#include "part/tyre/tyre.h"

#include <kamm/io/tyre_file.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

static kamm_tyre_def tyre;
static kamm_notes notes;
static kamm_error error;

static kamm_result read_text(const char *text)
{
    FILE *out = fopen(temporary_tir, "wb");
    assert_non_null(out);
    fputs(text, out);
    fclose(out);
    memset(&notes, 0, sizeof notes);
    memset(&error, 0, sizeof error);
    return kamm_load_tir(temporary_tir, &tyre, &notes, &error);
}

static void read_well(const char *text)
{
    if (read_text(text)) fail_msg("%s", error.text);
}

static int is_noted(const char *part)
{
    for (int i = 0; i < notes.count; ++i)
        if (strstr(notes.text[i], part)) return 1;
    return 0;
}

static void expect_refused(const char *text, kamm_result code, const char *part)
{
    assert_int_equal(read_text(text), code);
    if (!strstr(error.text, part)) fail_msg("\"%s\" is not in \"%s\"", part, error.text);
}

/* The front tyre of data/tyres, with the least of the rest of a file. */
#define BODY                                                                                \
    "[DIMENSION]\nUNLOADED_RADIUS = 0.3\nWIDTH = 0.12\nRIM_RADIUS = 0.216\nFNOMIN = 1100\n" \
    "VERTICAL_STIFFNESS = 130000\nTYRESIDE = 'SYMMETRIC'\n"
#define ALONG                                                                         \
    "PCX1 = 1.6064\nPDX1 = 1.3806\nPDX2 = -0.041429\nPEX1 = 0.0263\nPEX2 = 0.27056\n" \
    "PEX3 = -0.076882\nPEX4 = 1.1268\nPKX1 = 25.939\nPKX2 = -4.2327\nPKX3 = 0.33686\n"
#define ACROSS                                                                                     \
    "PCY1 = 0.83266\nPCY2 = 0.86765\nPDY1 = 1.3\nPEY1 = -1.2556\nPEY2 = -3.2068\nPEY4 = -3.9975\n" \
    "PEY5 = -15.815\nPKY2 = 2.1578\nPKY3 = 2.5058\nPKY4 = -0.08088\nPKY5 = -0.22882\n"
#define REST                                                                              \
    "RBX1 = 13.476\nRBX2 = 11.354\nRCX1 = 1.1231\nRBY1 = 7.7856\nRBY2 = 8.1697\n"         \
    "RBY3 = -0.05914\nRCY1 = 1.0533\nQBZ1 = 10.486\nQBZ2 = -0.0011536\nQBZ5 = -0.68973\n" \
    "QBZ6 = 1.0411\nQBZ9 = 27.445\nQBZ10 = -1.0792\nQCZ1 = 1.0917\nQDZ1 = 0.039592\n"     \
    "QDZ2 = 0.0131258\nQDZ3 = 0.2199\nQDZ4 = 0.21866\nQEZ1 = -0.91586\nQEZ2 = 0.11625\n"  \
    "QEZ3 = -0.0024085\nQEZ5 = 1.4387\nQHZ3 = -0.0037886\nQHZ4 = -0.01557\n"
#define SAE                                                                            \
    "PKY1 = 22.841\nPKY6 = 0.69677\nPKY7 = -0.03077\nQDZ8 = 0.07364\nQDZ9 = 0.02436\n" \
    "QDZ10 = 0.050878\nQDZ11 = -0.035746\n"
#define ISO                                                                               \
    "PKY1 = -22.841\nPKY6 = -0.69677\nPKY7 = 0.03077\nQDZ8 = -0.07364\nQDZ9 = -0.02436\n" \
    "QDZ10 = -0.050878\nQDZ11 = 0.035746\n"
#define MODEL(type) "[MODEL]\nFITTYP = " #type "\n"

/* Here lengths are over the unloaded radius, there over the crown radius of a fifth of that. */
static void expect_the_tyre_of_the_data(void)
{
    static kamm_tyre_def other;
    must(kamm_load_tyre("120-70zr17-motorcycle", &other, NULL, &error), &error);
    assert_int_equal(tyre.law, KAMM_TYRE_MOTORCYCLE);
    expect_near(tyre.motorcycle.moment_length_m, 0.3, 1e-12);
    expect_near(tyre.camber_max_rad, 1.05, 1e-12);
    struct tyre_constants read = kamm_tyre_compile(&tyre), shipped = kamm_tyre_compile(&other);
    for (int i = 0; i < 4 * 5 * 5 * 3; ++i) {
        float load = 500 + 500 * (float)(i % 4), camber = 0.3f * (float)(i / 4 % 5 - 2);
        struct tyre_slip slip = {
            0.04f * (float)(i / 100 - 1), 0.05f * (float)(i / 20 % 5 - 2), 20, 1, 1, 1};
        struct tyre_state at[2] = {kamm_tyre_prepare(&read, load, camber),
                                   kamm_tyre_prepare(&shipped, load, camber)};
        struct tyre_force a = kamm_tyre_force(&read, &at[0], slip);
        struct tyre_force b = kamm_tyre_force(&shipped, &at[1], slip);
        expect_near((double)a.fx, (double)b.fx, 1e-4 * (double)load);
        expect_near((double)a.fy, (double)b.fy, 1e-4 * (double)load);
        expect_near((double)a.mz, (double)b.mz, 1e-5 * (double)load);
    }
}

static void both_versions_and_both_signs_are_read(void **state)
{
    (void)state;
    read_well(MODEL(52) BODY ALONG ACROSS REST SAE);
    expect_the_tyre_of_the_data();
    assert_true(is_noted("SAE axes"));
    assert_int_equal(notes.warnings, 0);
    read_well(MODEL(51) BODY ALONG ACROSS REST ISO);
    expect_the_tyre_of_the_data();
    assert_true(is_noted("ISO-W axes"));
    read_well("[MODEL]\nPROPERTY_FILE_FORMAT = 'PAC_MC'\n" BODY ALONG ACROSS REST SAE);
    expect_the_tyre_of_the_data();
}

/* What a file leaves out is 0, and not that of the group's tyre. */
static void what_is_missing_is_nothing(void **state)
{
    (void)state;
    read_well(MODEL(52) BODY "PCX1 = 1.6\nPDX1 = 1.3\nPKX1 = 26\nPCY1 = 0.9\nPCY2 = 0.6\n"
                             "PDY1 = 1.3\nPKY1 = 15\nPKY2 = 1.7\nPKY3 = 1.5\nPKY6 = 0.5\n");
    const kamm_motorcycle_tyre_def *m = &tyre.motorcycle;
    const double none[] = {m->pdx2, m->pex1, m->pex4, m->pkx2, m->pdy2, m->pey1, m->pey4, m->pey5,
                           m->pky4, m->pky5, m->pky7, m->rby3, m->qdz1, m->qdz8, m->qez5, m->qhz3};
    for (size_t i = 0; i < sizeof none / sizeof *none; ++i) assert_true(none[i] == 0);
    assert_true(is_noted("neither RBX1 nor RBY1"));
    expect_near(m->rbx1, 13.476, 1e-12);
    expect_refused(MODEL(52) BODY ALONG ACROSS REST, KAMM_ERROR_MISSING, "PKY1 is missing");
    expect_refused(MODEL(52) BODY "PCX1 = 1.6\nPDX1 = 1.3\nPKX1 = 26\nPCY1 = 0.9\nPDY1 = 1.3\n"
                                  "PKY1 = -15\nPKY2 = 1.7\n",
                   KAMM_ERROR_MISSING, "PCY2 is missing");
}

static void what_has_no_place_is_refused_by_name(void **state)
{
    (void)state;
    read_well(MODEL(52) BODY ALONG ACROSS REST SAE "PHY1 = 0\nPVY3 = 0\nRVY5 = 2\nLCC = 1\n");
    expect_refused(MODEL(52) BODY ALONG ACROSS REST SAE "PHY1 = 0.01\n", KAMM_ERROR_FORMAT,
                   "PHY1 = '0.01' is not known to the law of motorcycle tyres; allowed: 0");
    expect_refused(MODEL(52) BODY ALONG ACROSS REST SAE "RVY1 = 0.01\n", KAMM_ERROR_FORMAT, "RVY1");
    expect_refused(MODEL(52) BODY ALONG ACROSS REST SAE "LCC = 0.8\n", KAMM_ERROR_FORMAT,
                   "LCC = '0.8' is not known to the law of motorcycle tyres; allowed: 1");
    expect_refused(MODEL(52) BODY ALONG ACROSS REST "PKY1 = -22\nPKY6 = 0.7\n", KAMM_ERROR_RANGE,
                   "PKY6 = 0.7");
    read_well(MODEL(52) BODY ALONG ACROSS REST SAE "QSX2 = 0.3\n");
    assert_true(is_noted("effects that Kamm does not model: QSX2"));
}

#define OF_A_CAR                                                                              \
    "UNLOADED_RADIUS = 0.32\nFNOMIN = 4000\nWIDTH = 0.2\nPCX1 = 1.6\nPDX1 = 1.1\nPKX1 = 22\n" \
    "PCY1 = 1.3\nPDY1 = 1\nPKY1 = -16\nPKY2 = 1.8\nRBX1 = 12\nRBY1 = 11\n"

static void cars_tyres_have_none_of_it(void **state)
{
    (void)state;
    expect_refused(MODEL(62) OF_A_CAR "PCY2 = 0.6\n", KAMM_ERROR_FORMAT,
                   "PCY2 = '0.6' is a motorcycle tyre's (FITTYP 51, 52)");
    read_well(MODEL(6) OF_A_CAR "PKY6 = -1\n");
    assert_true(is_noted("PKY6: Magic Formula 5.2 has no such camber stiffness"));
    read_well(MODEL(62) OF_A_CAR "PCY2 = 0\nPKY6 = -1\n");
    assert_false(is_noted("camber stiffness"));
    assert_int_equal(tyre.law, KAMM_TYRE_MAGIC_FORMULA);
}

static void contours_give_the_crown(void **state)
{
    (void)state;
    read_well(MODEL(62) OF_A_CAR "MC_CONTOUR_A = 0.5\nMC_CONTOUR_B = 0.4\n");
    expect_near(tyre.crown_radius_m, 0.25 / 0.4 * 0.2, 1e-12);
    assert_true(is_noted("a crown radius of 0.125 m"));
    read_well(MODEL(62) OF_A_CAR "MC_CONTOUR_A = 0.5\nMC_CONTOUR_B = 0.4\nCROWN_RADIUS = 0.07\n");
    expect_near(tyre.crown_radius_m, 0.07, 1e-12);
    read_well(MODEL(62) OF_A_CAR "MC_CONTOUR_A = 0\nMC_CONTOUR_B = 0\n");
    assert_true(tyre.crown_radius_m == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_versions_and_both_signs_are_read),
        cmocka_unit_test(what_is_missing_is_nothing),
        cmocka_unit_test(what_has_no_place_is_refused_by_name),
        cmocka_unit_test(cars_tyres_have_none_of_it),
        cmocka_unit_test(contours_give_the_crown),
    };
    return cmocka_run_group_tests(tests, make_temporary_tir, remove_temporary_tir);
}
