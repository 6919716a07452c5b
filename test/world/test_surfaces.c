/* Surfaces as data: data/surfaces.json, and files with mistakes. */
#include "support/cars.h"
#include "support/temporary.h"

#include <kamm/io/world_file.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char path[TEMPORARY_PATH];
static kamm_surface_set set;
static kamm_notes notes;
static kamm_error error;

static int make_file(void **state)
{
    (void)state;
    return make_temporary_file(path, "");
}

static int remove_file(void **state)
{
    (void)state;
    return unlink(path);
}

static kamm_result read_text(const char *text)
{
    FILE *out = fopen(path, "w");
    assert_non_null(out);
    fputs(text, out);
    assert_int_equal(fclose(out), 0);
    memset(&notes, 0, sizeof notes);
    memset(&error, 0, sizeof error);
    return kamm_load_surfaces(path, &set, &notes, &error);
}

static const kamm_surface *surface(const char *name)
{
    const kamm_surface *found = kamm_surface_named(&set, name);
    if (!found) fail_msg("there is no %s", name);
    return found;
}

static void data_are_complete_and_each_number_has_a_source(void **state)
{
    (void)state;
    static const char *const names[] = {"dry_asphalt", "wet_asphalt", "concrete", "gravel", "sand",
                                        "grass",       "earth",       "mud",      "snow",   "ice"};
    memset(&notes, 0, sizeof notes);
    if (kamm_load_surfaces(NULL, &set, &notes, &error)) fail_msg("%s", error.text);
    if (notes.count) fail_msg("%s", notes.text[0]);
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i) {
        const kamm_surface *s = surface(names[i]);
        assert_true(s->friction <= surface("dry_asphalt")->friction);
        assert_true(s->roughness_m3 >= 15e-6f && s->roughness_m3 < 0.1f);
        assert_true((s->sinkage_m > 0) == (s->sinkage_drag > 0));
    }
    expect_near(surface("wet_asphalt_5mm")->water_m, 0.005, 1e-9);
    expect_near(surface("fresh_snow")->soil.depth_m, 0.15, 1e-7);
    expect_near(surface("deep_sand")->soil.exponent, 1.1, 1e-6);
    expect_near(surface("wet_asphalt")->friction, 0.72, 1e-6);
    expect_near(surface("ice")->friction, 0.1, 1e-6);
    expect_near(surface("road_class_e")->roughness_m3, 4096e-6, 1e-9);
    assert_null(kamm_surface_named(&set, "custard"));
    assert_null(kamm_surface_named(&set, NULL));
}

/* The arithmetic of docs/surfaces.md: a rigid wheel by Bekker, 3.5 kN, 0.2 m wide, 0.63 m high. */
static void sinkage_is_what_the_soil_bears(void **state)
{
    (void)state;
    static const struct {
        const char *surface;
        double n, kc, kphi; /* kN, m */
    } soils[] = {{"sand", 0.79, 102, 5301}, {"mud", 0.73, 41.6, 2471}};
    const double load_kn = 3.5, width_m = 0.2, diameter_m = 0.63;
    assert_int_equal(kamm_load_surfaces(NULL, &set, NULL, NULL), KAMM_OK);
    for (int i = 0; i < 2; ++i) {
        double n = soils[i].n, k = soils[i].kc / width_m + soils[i].kphi;
        double z = pow(3 * load_kn / (width_m * (3 - n) * k * sqrt(diameter_m)), 2 / (2 * n + 1));
        double drag_kn = width_m * k * pow(z, n + 1) / (n + 1);
        expect_near(surface(soils[i].surface)->sinkage_m, z, 0.0005);
        expect_near(surface(soils[i].surface)->sinkage_drag, drag_kn / load_kn, 0.001);
    }
}

static void left_out_values_are_zero(void **state)
{
    (void)state;
    assert_int_equal(
        read_text("{\"surfaces\": [{\"name\": \"a\", \"friction\": 0.5}, "
                  "{\"name\": \"b\", \"friction\": 2, \"sliding_loss\": 0.95, "
                  "\"sinkage_cm\": 50, \"sinkage_drag\": 1, \"rolling_resistance\": 1, "
                  "\"roughness_m3\": 1, \"water_mm\": 4, \"soil\": {\"friction_modulus\": 2e5, "
                  "\"exponent\": 1.5, \"cohesion_kpa\": 2, \"friction_angle_deg\": 45, "
                  "\"shear_mm\": 30, \"depth_cm\": 20}, \"sources\": {\"*\": \"made up\"}}]}"),
        KAMM_OK);
    assert_int_equal(set.count, 2);
    const kamm_surface *a = surface("a"), *b = surface("b");
    assert_true(a->friction == 0.5f && a->sliding_loss == 0 && a->rolling_resistance == 0);
    assert_true(a->sinkage_m == 0 && a->sinkage_drag == 0 && a->roughness_m3 == 0);
    assert_true(b->sliding_loss == 0.95f && b->sinkage_m == 0.5f && b->sinkage_drag == 1);
    assert_true(b->rolling_resistance == 1 && b->roughness_m3 == 1 && b->friction == 2);
    assert_true(a->water_m == 0 && b->water_m == 0.004f);
    static const kamm_soil none, soil = {0, 2e5f, 1.5f, 2000, 1, 0.03f, 1500, 0.2f};
    assert_memory_equal(&a->soil, &none, sizeof none);
    expect_near(b->soil.friction_tangent, 1, 1e-6);
    kamm_soil read = b->soil;
    read.friction_tangent = 1;
    assert_memory_equal(&read, &soil, sizeof soil);
    assert_int_equal(notes.count, 1);
    assert_string_equal(notes.text[0], "no source: surfaces[0].friction");
}

/* One text for all of a file or surface, as in files of worlds. */
static void one_source_covers_all(void **state)
{
    (void)state;
    const char *rows = "\"surfaces\": [{\"name\": \"a\", \"friction\": 0.5%s}, "
                       "{\"name\": \"b\", \"friction\": 0.4}]}";
    static const struct {
        const char *file, *surface;
        int notes;
    } said[] = {{"{", "", 2},
                {"{\"source\": \"measured\", ", "", 0},
                {"{\"$schema\": \"x\", ", ", \"source\": \"measured\"", 1}};
    char text[512];
    for (size_t i = 0; i < sizeof said / sizeof *said; ++i) {
        int length = snprintf(text, sizeof text, "%s", said[i].file);
        snprintf(text + length, sizeof text - (size_t)length, rows, said[i].surface);
        if (read_text(text)) fail_msg("%s", error.text);
        assert_int_equal(notes.count, said[i].notes);
    }
    assert_int_equal(read_text("{\"source\": 1, \"surfaces\": []}"), KAMM_ERROR_FORMAT);
    assert_non_null(strstr(error.text, "a text that says where this comes from"));
}

/* All begin {"surfaces": [{"name": "a", "friction": 1, and end }]}. */
static void mistakes_in_a_surface_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *rest;
        kamm_result code;
        const char *path, *part;
    } mistakes[] = {
        {"\"sliding_los\": 0", KAMM_ERROR_UNKNOWN, "surfaces[0].sliding_los",
         "did you mean \"sliding_loss\"?"},
        {"\"sliding_loss\": 1", KAMM_ERROR_RANGE, "surfaces[0].sliding_loss", "0 to 0.95"},
        {"\"rolling_resistance\": -0.1", KAMM_ERROR_RANGE, "surfaces[0].rolling_resistance",
         "0 to 1"},
        {"\"sinkage_mm\": 700", KAMM_ERROR_RANGE, "surfaces[0].sinkage_mm", "0 to 500 mm"},
        {"\"sinkage_drag\": \"much\"", KAMM_ERROR_FORMAT, "surfaces[0].sinkage_drag",
         "a number (0 to 1) is wanted"},
        {"\"roughness\": \"I\"", KAMM_ERROR_RANGE, "surfaces[0].roughness",
         "\"none\", \"A\", \"B\""},
        {"\"roughness\": 16e-6", KAMM_ERROR_FORMAT, "surfaces[0].roughness", "a word in quotes"},
        {"\"roughness_m3\": 1.5", KAMM_ERROR_RANGE, "surfaces[0].roughness_m3", "0 to 1"},
        {"\"roughness\": \"A\", \"roughness_m3\": 16e-6", KAMM_ERROR_FORMAT, "surfaces[0]",
         "both roughness and roughness_m3"},
        {"\"water_mm\": 120", KAMM_ERROR_RANGE, "surfaces[0].water_mm", "0 to 100 mm"},
        {"\"soil\": {\"exponent\": 3}", KAMM_ERROR_RANGE, "surfaces[0].soil.exponent", "0.1 to 2"},
        {"\"soil\": {\"friction_modulus\": 5}", KAMM_ERROR_RANGE,
         "surfaces[0].soil.friction_modulus", "100 to 1e+10"},
        {"\"soil\": {\"cohesion_kpa\": 5}", KAMM_ERROR_MISSING, "surfaces[0]",
         "soil.friction_modulus is missing"},
        {"\"friction\": 0.5", KAMM_ERROR_FORMAT, "surfaces[0].friction", "given twice"},
        {"\"sources\": {\"frction\": \"x\"}", KAMM_ERROR_UNKNOWN, "surfaces[0].sources.frction",
         "did you mean \"friction\"?"},
        {"\"sliding_loss\": 0}, {\"name\": \"a\", \"friction\": 1", KAMM_ERROR_FORMAT,
         "surfaces[1]", "\"a\" is the name of surfaces[0], too"},
        {"\"sliding_loss\": 0}, {\"name\": \"b\"", KAMM_ERROR_MISSING, "surfaces[1]",
         "friction is missing"},
        {"\"sliding_loss\": 0}, {\"friction\": 1", KAMM_ERROR_MISSING, "surfaces[1]", "is no name"},
        {"\"sliding_loss\": 0}, {\"name\": \"Wet asphalt\", \"friction\": 1", KAMM_ERROR_FORMAT,
         "surfaces[1]", "\"Wet asphalt\" is no name"},
        {"\"sliding_loss\": 0}, {\"name\": \"a_name_that_has_more_than_31_bytes\"",
         KAMM_ERROR_FORMAT, "surfaces[1].name", "31"},
    };
    for (size_t i = 0; i < sizeof mistakes / sizeof *mistakes; ++i) {
        char text[400];
        snprintf(text, sizeof text, "{\"surfaces\": [{\"name\": \"a\", \"friction\": 1, %s}]}",
                 mistakes[i].rest);
        memset(&set, 7, sizeof set);
        kamm_result result = read_text(text);
        if (result != mistakes[i].code || strcmp(error.path, mistakes[i].path) != 0 ||
            !strstr(error.text, mistakes[i].part) || strncmp(error.text, path, strlen(path)) != 0)
            fail_msg("%s: %d at \"%s\": %s", text, result, error.path, error.text);
        assert_int_equal(set.count, 0x07070707); /* left as it was */
    }
}

static void other_files_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        kamm_result code;
        const char *part;
    } files[] = {
        {"", KAMM_ERROR_FILE, "is empty"},
        {"{", KAMM_ERROR_FORMAT, "ends here"},
        {"[]", KAMM_ERROR_FORMAT, "an object in { } is wanted"},
        {"{}", KAMM_ERROR_MISSING, "a list of 1 to 256 surfaces"},
        {"{\"surfaces\": []}", KAMM_ERROR_MISSING, "a list of 1 to 256 surfaces"},
        {"{\"surface\": []}", KAMM_ERROR_UNKNOWN, "did you mean \"surfaces\"?"},
        {"{\"surfaces\": {}}", KAMM_ERROR_FORMAT, "a list of objects is wanted"},
        {"{\"surfaces\": [{\"name\": \"a\", \"friction\": 0}]}", KAMM_ERROR_RANGE, "0.001 to 2"},
        {"{\"surfaces\": [{\"name\": \"a\", \"friction\": null}]}", KAMM_ERROR_FORMAT,
         "0.001 to 2"},
        {"{\"surfaces\": [{\"name\": \"a\", \"friction\": NaN}]}", KAMM_ERROR_FORMAT, "no NaN"},
    };
    for (size_t i = 0; i < sizeof files / sizeof *files; ++i)
        if (read_text(files[i].text) != files[i].code || !strstr(error.text, files[i].part))
            fail_msg("%s: %d: %s", files[i].text, error.code, error.text);
    assert_int_equal(kamm_load_surfaces("/nowhere/surfaces.json", &set, NULL, &error),
                     KAMM_ERROR_FILE);
    assert_non_null(strstr(error.text, "/nowhere/surfaces.json: "));
    assert_int_equal(kamm_load_surfaces("/nowhere/surfaces.json", &set, NULL, NULL),
                     KAMM_ERROR_FILE);
}

static void too_many_are_refused(void **state)
{
    (void)state;
    static char text[20000];
    int length = sprintf(text, "{\"surfaces\": [");
    for (int i = 0; i <= KAMM_MAX_SURFACES; ++i)
        length += sprintf(text + length, "%s{\"name\": \"s%d\", \"friction\": 1}", i ? "," : "", i);
    strcpy(text + length, "]}");
    assert_int_equal(read_text(text), KAMM_ERROR_RANGE);
    assert_non_null(strstr(error.text, "has 257 items; at most 256"));
}

/* Whatever its name: one that differs from dry asphalt by more than its roughness is itself on smooth ground as well. */
static void what_is_nothing_but_roughness_is_told_by_its_values(void **state)
{
    static const struct {
        kamm_surface surface;
        int is_none;
    } rows[] = {
        {{.name = "setts", .friction = 1, .roughness_m3 = 256e-6f}, 1},
        {{.name = "setts", .roughness_m3 = 33e-6f}, 1},
        {{.name = "road_class_a", .friction = 1, .roughness_m3 = 31e-6f}, 0},
        {{.name = "road_class_c", .friction = 0.8f, .roughness_m3 = 256e-6f}, 0},
        {{.name = "setts", .sliding_loss = 0.1f, .roughness_m3 = 256e-6f}, 0},
        {{.name = "setts", .rolling_resistance = 0.01f, .roughness_m3 = 256e-6f}, 0},
        {{.name = "setts", .sinkage_m = 0.001f, .roughness_m3 = 256e-6f}, 0},
        {{.name = "setts", .sinkage_drag = 0.01f, .roughness_m3 = 256e-6f}, 0},
        {{.name = "setts", .water_m = 0.001f, .roughness_m3 = 256e-6f}, 0},
        {{.name = "setts", .soil.friction_modulus = 1e5f, .roughness_m3 = 256e-6f}, 0},
    };
    kamm_error said;
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i)
        for (int rough = 0; rough < 2; ++rough) {
            kamm_result right = rows[i].is_none && !rough ? KAMM_ERROR_RANGE : KAMM_OK;
            assert_int_equal(kamm_check_roughness(&rows[i].surface, rough, &said), right);
            if (right) assert_non_null(strstr(said.text, "setts is dry asphalt"));
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_nothing_but_roughness_is_told_by_its_values),
        cmocka_unit_test(data_are_complete_and_each_number_has_a_source),
        cmocka_unit_test(sinkage_is_what_the_soil_bears),
        cmocka_unit_test(left_out_values_are_zero),
        cmocka_unit_test(one_source_covers_all),
        cmocka_unit_test(mistakes_in_a_surface_are_refused),
        cmocka_unit_test(other_files_are_refused),
        cmocka_unit_test(too_many_are_refused),
    };
    return cmocka_run_group_tests_name("surfaces", tests, make_file, remove_file);
}
