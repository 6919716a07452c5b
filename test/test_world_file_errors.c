/* World files with mistakes: each is refused with a message that names file, path, value and what is
 * allowed; nothing is changed, and nothing leaks (the sanitizers look). */
#include "support_world_files.h"

#include <math.h>
#include <png.h>

static kamm_world_file untouched_world;

/* The file is refused with that code and path, its text starts with the file's name and has that part,
 * and nothing is changed. */
static void assert_refused(const char *text, kamm_result code, const char *path, const char *part)
{
    memset(&untouched_world, 0x5a, sizeof untouched_world);
    world_file = untouched_world;
    kamm_result result = read_world_text(text);
    if (result != code)
        fail_msg("%d instead of %d for \"%s\": %s", result, code, part, read_error.text);
    assert_int_equal(read_error.code, code);
    if (strcmp(read_error.path, path) != 0)
        fail_msg("\"%s\" instead of \"%s\": %s", read_error.path, path, read_error.text);
    assert_memory_equal(read_error.text, world_path, strlen(world_path));
    assert_text_has(part);
    if (*path) assert_text_has(path);
    assert_memory_equal(&world_file, &untouched_world, sizeof world_file);
}

struct mistake {
    const char *from, *to;
    kamm_result code;
    const char *path, *part;
};

static void assert_mistakes(const struct mistake *mistakes, size_t count)
{
    for (size_t i = 0; i < count; ++i)
        assert_refused(changed_world(mistakes[i].from, mistakes[i].to), mistakes[i].code,
                       mistakes[i].path, mistakes[i].part);
}

#define ASSERT_MISTAKES(mistakes) assert_mistakes(mistakes, sizeof(mistakes) / sizeof *(mistakes))

static void keys_that_do_not_fit_are_refused(void **state)
{
    (void)state;
    static const struct mistake mistakes[] = {
        {"\"terrain\": [", "\"terain\": [", KAMM_ERROR_UNKNOWN, "terain",
         "unknown name \"terain\"; did you mean \"terrain\"?"},
        {"\"cell_m\": 5", "\"cel_m\": 5", KAMM_ERROR_UNKNOWN, "terrain[0].cel_m",
         "did you mean \"cell_m\"?"},
        {"\"cell_m\": 5", "\"cell_kg\": 5", KAMM_ERROR_UNKNOWN, "terrain[0].cell_kg",
         "its unit is not understood, what is wanted is cell_m (or cell_mm"},
        {"\"kind\": \"plane\", \"height_m\": 2", "\"kind\": \"plane\", \"cell_m\": 2",
         KAMM_ERROR_UNKNOWN, "terrain[2].cell_m",
         "unknown name \"cell_m\"; there are kind, height_m"},
        {"\"cell_m\": 5", "\"cell_m\": 5, \"cell_mm\": 5000", KAMM_ERROR_FORMAT,
         "terrain[0].cell_mm", "given twice, as \"cell_m\" and as \"cell_mm\""},
        {"\"paths\": [", "\"starts\": [], \"paths\": [", KAMM_ERROR_FORMAT, "starts",
         "given twice"},
        {"\"radius_m\": 10", "\"radius_m\": 10, \"raduis_m\": 10", KAMM_ERROR_UNKNOWN,
         "paint.regions[3].raduis_m", "did you mean \"radius_m\"?"},
        {"\"thickness_m\": 0.4", "\"size_m\": [1, 1, 1]", KAMM_ERROR_UNKNOWN, "solids[2].size_m",
         "unknown name"},
        {"\"height_m\": 0.5, \"at_m\"", "\"mass_kg\": 5, \"at_m\"", KAMM_ERROR_UNKNOWN,
         "things[0].mass_kg", "unknown name \"mass_kg\""},
        {"\"source\": \"made up for this page\"", "\"source\": 1", KAMM_ERROR_FORMAT, "source",
         "a text that says where this comes from is wanted, not 1"},
        {"\"lowest_m\": 0, ", "\"columns\": 41, ", KAMM_ERROR_MISSING, "terrain[0].lowest_m",
         "a PNG comes with lowest_m and highest_m"},
        {"\"lowest_m\": 0, ", "\"lowest_m\": 0, \"columns\": 41, ", KAMM_ERROR_FORMAT,
         "terrain[0].columns", "does not belong here"},
        {"\"columns\": 5, ", "", KAMM_ERROR_MISSING, "terrain[1].columns",
         "does not end in .png holds raw floats and comes with columns and rows"},
    };
    ASSERT_MISTAKES(mistakes);
}

static void values_out_of_range_are_refused(void **state)
{
    (void)state;
    static const struct mistake mistakes[] = {
        {"\"cell_m\": 5", "\"cell_m\": 0", KAMM_ERROR_RANGE, "terrain[0].cell_m",
         ": terrain[0].cell_m: 0 m is out of range; allowed: 0.01 to 1000 m"},
        {"\"cell_m\": 5", "\"cell_m\": 1e999", KAMM_ERROR_RANGE, "terrain[0].cell_m",
         "the value is not finite; allowed: 0.01 to 1000 m"},
        {"\"origin_m\": [-100, -50]", "\"origin_m\": [-100, -1e9]", KAMM_ERROR_RANGE,
         "terrain[0].origin_m[1]", "-1e+09 m is out of range; allowed: -1e+06 to 1e+06 m"},
        {"\"highest_m\": 13.107", "\"highest_m\": -1", KAMM_ERROR_RANGE, "terrain[0].highest_m",
         "-1 m; allowed: lowest_m (0 m) or above"},
        {"\"columns\": 5", "\"columns\": 1", KAMM_ERROR_RANGE, "terrain[1].columns",
         "1 is out of range; allowed: 2 to 16384"},
        {"\"columns\": 5", "\"columns\": 5.5", KAMM_ERROR_RANGE, "terrain[1].columns",
         "5.5 is not a whole number"},
        {"\"roughness_seed\": 7", "\"roughness_seed\": -1", KAMM_ERROR_RANGE, "roughness_seed",
         "allowed: 0 to 4.29497e+09"},
        {"\"to_m\": [260, 20]", "\"to_m\": [260, -20]", KAMM_ERROR_RANGE, "terrain[2].to_m",
         "-20 m along y; allowed: above from_m's 0 m"},
        {"[0, 2, 3]]", "[0, 2, 4]]", KAMM_ERROR_RANGE, "terrain[3].triangles[1][2]",
         "4 is no such index; allowed: whole numbers from 0 to 3"},
        {"[0, 2, 3]]", "[0, 2, 0.5]]", KAMM_ERROR_RANGE, "terrain[3].triangles[1][2]", "0.5 is no"},
        {"[310, 10, 1]", "[310, 10, 1e7]", KAMM_ERROR_RANGE, "terrain[3].vertices_m[2][2]",
         "10000000 m is out of range"},
        {"\"to_m\": [100, 50]", "\"to_m\": [-100, 50]", KAMM_ERROR_RANGE, "paint.to_m",
         "-100 m along x; allowed: above from_m's -100 m"},
        {"\"cell_m\": 0.5", "\"cell_mm\": 10", KAMM_ERROR_RANGE, "paint.cell_m",
         "0.01 m make 20000 cells along x; allowed: 1 to 16384"},
        {"\"radius_m\": 10", "\"radius_m\": -10", KAMM_ERROR_RANGE, "paint.regions[3].radius_m",
         "-10 m is out of range"},
        {"\"size_m\": [4, 2, 3]", "\"size_m\": [4, 2, 0]", KAMM_ERROR_RANGE, "solids[0].size_m[2]",
         "0 m is out of range; allowed: 0.01 to 10000 m"},
        {"\"friction\": 0.6", "\"friction\": 3", KAMM_ERROR_RANGE, "solids[0].friction",
         "3 is out of range; allowed: 0 to 2"},
        {"[60, -10]]", "[60, -20]]", KAMM_ERROR_RANGE, "solids[2].wall_m",
         "points 1 and 2 are the same place"},
        {"\"mass_kg\": 80", "\"mass_kg\": 0", KAMM_ERROR_RANGE, "things[1].mass_kg", "0 kg is out"},
        {"\"width_m\": 12", "\"width_m\": 0", KAMM_ERROR_RANGE, "paths[0].width_m", "0 m is out"},
        {"[60, 40], [-60, 40]]", "[60, 40], [-60, 10]]", KAMM_ERROR_RANGE, "paths[0].points_m",
         "points 3 and 0 are the same place; a closed path comes back by itself"},
        {"[[0, 0], [10, 0], [20, 1]]", "[[0, 0]]", KAMM_ERROR_RANGE, "paths[1].points_m",
         "1 points; allowed: 2 to"},
    };
    ASSERT_MISTAKES(mistakes);
}

static void values_of_another_type_are_refused(void **state)
{
    (void)state;
    static const struct mistake mistakes[] = {
        {"\"cell_m\": 5", "\"cell_m\": \"5\"", KAMM_ERROR_FORMAT, "terrain[0].cell_m",
         "a number (0.01 to 1000 m) is wanted, not \"5\""},
        {"\"origin_m\": [-100, -50]", "\"origin_m\": [-100]", KAMM_ERROR_FORMAT,
         "terrain[0].origin_m", "a list of 2 numbers is wanted, not of 1"},
        {"\"origin_m\": [-100, -50]", "\"origin_m\": [1, 2, 3]", KAMM_ERROR_RANGE,
         "terrain[0].origin_m", "3 numbers; at most 2 are allowed"},
        {"\"file\": \"hills.png\"", "\"file\": 5", KAMM_ERROR_FORMAT, "terrain[0].file",
         "a text in quotes is wanted, not 5"},
        {"{ \"kind\": \"plane\",", "7, { \"kind\": \"plane\",", KAMM_ERROR_FORMAT, "terrain[2]",
         "an object in { } is wanted, not 7"},
        {"\"paint\": {", "\"paint\": [1], \"source\": {", KAMM_ERROR_FORMAT, "source",
         "given twice"},
        {"\"things\": [", "\"things\": 3, \"sources\": [", KAMM_ERROR_FORMAT, "sources",
         "an object of texts is wanted"},
        {"[300, 0, 0]", "[300, 0]", KAMM_ERROR_FORMAT, "terrain[3].vertices_m[0]",
         "a point [x, y, z] is wanted, not [300,0]"},
        {"[0, 1, 2]", "[0, 1]", KAMM_ERROR_FORMAT, "terrain[3].triangles[0]",
         "a triangle [a, b, c] of indices of vertices is wanted, not [0,1]"},
        {"[20, -40]", "[20, \"-40\"]", KAMM_ERROR_FORMAT, "paint.regions[4].polygon_m[1][1]",
         "a number (-1e+06 to 1e+06 m) is wanted, not \"-40\""},
        {"\"at_m\": [[20, 5]]", "\"at_m\": [20, 5]", KAMM_ERROR_FORMAT, "things[1].at_m[0]",
         "a point [x, y] is wanted, not 20"},
        {"\"asleep\": false", "\"asleep\": 0", KAMM_ERROR_FORMAT, "things[1].asleep",
         "true or false is wanted, not 0"},
        {"\"kind\": \"mesh\"", "\"kind\": 3", KAMM_ERROR_FORMAT, "terrain[3].kind",
         "a word in quotes is wanted, not 3"},
        {"\"colours\": [\"grass\", \"earth\"]", "\"colours\": [\"grass\", 2]", KAMM_ERROR_FORMAT,
         "paint.colours[1]", "a surface's name is wanted, not 2"},
    };
    ASSERT_MISTAKES(mistakes);
    assert_refused("[1]", KAMM_ERROR_FORMAT, "", "the file: an object in { } is wanted, not [1]");
    assert_refused("{\"terrain\": 3}", KAMM_ERROR_FORMAT, "terrain",
                   "a list in [ ] is wanted, not 3");
}

static void names_that_nothing_carries_are_refused(void **state)
{
    (void)state;
    static const struct mistake mistakes[] = {
        {"\"kind\": \"heights\", \"file\": \"hills", "\"kind\": \"height\", \"file\": \"hills",
         KAMM_ERROR_UNKNOWN, "terrain[0].kind",
         "\"height\" is not one of the words \"heights\", \"plane\", \"mesh\"; did you mean "
         "\"heights\"?"},
        {"\"kind\": \"crate\"", "\"kind\": \"barrel\"", KAMM_ERROR_UNKNOWN, "things[1].kind",
         "\"barrel\" is not one of the words \"cone\", \"crate\""},
        {"\"default_surface\": \"grass\"", "\"default_surface\": \"gras\"", KAMM_ERROR_UNKNOWN,
         "default_surface", "no surface is named \"gras\"; did you mean grass"},
        {"\"surface\": \"sand\"", "\"surface\": \"lava\"", KAMM_ERROR_UNKNOWN, "terrain[1].surface",
         "no surface is named \"lava\"; there are grass, earth, sand"},
        {"\"surface\": \"ice\"", "\"surface\": \"icy\"", KAMM_ERROR_UNKNOWN,
         "paint.regions[2].surface", "did you mean ice"},
        {"[\"grass\", \"earth\"]", "[\"grass\", \"dearth\"]", KAMM_ERROR_UNKNOWN,
         "paint.colours[1]", "no surface is named \"dearth\"; did you mean earth"},
        {"\"path\": \"circuit\" }", "\"path\": \"circus\" }", KAMM_ERROR_UNKNOWN,
         "paint.regions[0].path",
         "none of the 2 paths is named \"circus\"; did you mean \"circuit\"?"},
        {"\"name\": \"lane\"", "\"name\": \"circuit\"", KAMM_ERROR_FORMAT, "paths[1].name",
         "\"circuit\" is there already"},
    };
    ASSERT_MISTAKES(mistakes);
}

static void what_is_missing_is_named(void **state)
{
    (void)state;
    static const struct mistake mistakes[] = {
        {"\"cell_m\": 5, ", "", KAMM_ERROR_MISSING, "terrain[0].cell_m",
         "is missing: From one height to the next; allowed: 0.01 to 1000 m"},
        {"\"kind\": \"plane\", ", "", KAMM_ERROR_MISSING, "terrain[2].kind",
         "is missing; there are \"heights\", \"plane\", \"mesh\""},
        {", \"to_m\": [260, 20]", "", KAMM_ERROR_MISSING, "terrain[2].to_m", "is missing"},
        {"\"from_m\": [-100, -50], ", "", KAMM_ERROR_MISSING, "paint.from_m", "is missing"},
        {", \"colours\": [\"grass\", \"earth\"]", "", KAMM_ERROR_MISSING, "paint.colours",
         "a picture comes with the surfaces of its values"},
        {", \"radius_m\": 10", "", KAMM_ERROR_MISSING, "paint.regions[3].radius_m", "is missing"},
        {", \"centre_m\": [80, 0], \"radius_m\": 10", "", KAMM_ERROR_FORMAT, "paint.regions[3]",
         "0 shapes are given; a region has one of polygon_m, from_m with to_m"},
        {"\"radius_m\": 10", "\"radius_m\": 10, \"path\": \"lane\"", KAMM_ERROR_FORMAT,
         "paint.regions[3]", "2 shapes are given"},
        {"\"radius_m\": 10", "\"radius_m\": 10, \"width_m\": 2", KAMM_ERROR_FORMAT,
         "paint.regions[3].width_m", "it goes with path"},
        {"\"centre_m\": [-20, 0, 5], ", "", KAMM_ERROR_MISSING, "solids[0].centre_m",
         "a box has one of centre_m (its middle) and at_m"},
        {"\"at_m\": [-20, 20]", "\"at_m\": [-20, 20], \"centre_m\": [0, 0, 0]", KAMM_ERROR_FORMAT,
         "solids[1].centre_m", "a box has one of"},
        {", \"mass_kg\": 80", "", KAMM_ERROR_MISSING, "things[1].mass_kg",
         "allowed: 0.01 to 1e+06 kg"},
        {"\"name\": \"pit\", ", "", KAMM_ERROR_MISSING, "starts[0].name", "is missing"},
    };
    ASSERT_MISTAKES(mistakes);
    assert_refused("{}", KAMM_ERROR_MISSING, "terrain", "terrain: is missing: List of layers");
    assert_refused("{\"terrain\": []}", KAMM_ERROR_RANGE, "terrain",
                   "there is no layer; allowed: 1 and more");
    assert_refused("", KAMM_ERROR_FILE, "", ": is empty");
    assert_refused("{\"terrain\": [{\"kind\": \"mesh\", \"vertices_m\": [[0, 0, 0], [1, 0, 0],"
                   " [1, 0, 1]], \"triangles\": [[0, 1, 2]]}]}",
                   KAMM_ERROR_RANGE, "terrain", "stand upright");
}

/* -- files that a world names ----------------------------------------------------------------- */

static void write_text(const char *name, const char *text)
{
    char path[128];
    path_in_folder(path, name);
    write_bytes(path, text, strlen(text));
}

/* "FOLDER/NAME: rest" is in the error's text. */
static void assert_text_has_file(const char *name, const char *rest)
{
    char part[400];
    snprintf(part, sizeof part, "%s/%s: %s", folder, name, rest);
    assert_text_has(part);
}

static void assert_picture_refused(const char *name, kamm_result code, const char *rest)
{
    char to[100];
    snprintf(to, sizeof to, "\"file\": \"%s\"", name);
    assert_refused(changed_world("\"file\": \"hills.png\"", to), code, "terrain[0].file", "");
    assert_text_has_file(name, rest);
}

static void files_that_are_not_there_are_named(void **state)
{
    (void)state;
    assert_picture_refused("none.png", KAMM_ERROR_FILE, "No such file");
    static const struct mistake mistakes[] = {
        {"\"dunes.f32\"", "\"none.f32\"", KAMM_ERROR_FILE, "terrain[1].file", "No such file"},
        {"\"paint.png\"", "\"none.png\"", KAMM_ERROR_FILE, "paint.file", "No such file"},
        {"\"surfaces.json\"", "\"none.json\"", KAMM_ERROR_FILE, "surfaces", "No such file"},
        {"\"hills.png\"", "\"/tmp/.png\"", KAMM_ERROR_FILE, "terrain[0].file",
         "/tmp/.png: No such"},
        {"\"dunes.f32\"", "\".\"", KAMM_ERROR_FILE, "terrain[1].file", "/.: "},
    };
    ASSERT_MISTAKES(mistakes);
    world_file = untouched_world;
    assert_int_equal(kamm_read_world("no-such-world", &world_file, NULL, &read_error),
                     KAMM_ERROR_UNKNOWN);
    assert_text_has("no-such-world: no such name in");
    assert_int_equal(kamm_read_world("/tmp/no-such/world.json", &world_file, NULL, NULL),
                     KAMM_ERROR_FILE);
    assert_memory_equal(&world_file, &untouched_world, sizeof world_file);
}

static void pictures_of_other_kinds_are_refused(void **state)
{
    (void)state;
    static const unsigned char bytes[64] = {0};
    write_png("colour.png", 2, 2, 8, PNG_COLOR_TYPE_RGB, 0, bytes);
    write_png("alpha.png", 2, 2, 16, PNG_COLOR_TYPE_GRAY_ALPHA, 0, bytes);
    write_png("palette.png", 2, 2, 8, PNG_COLOR_TYPE_PALETTE, 0, bytes);
    write_png("four.png", 2, 2, 4, PNG_COLOR_TYPE_GRAY, 0, bytes);
    write_png("thin.png", 1, 4, 16, PNG_COLOR_TYPE_GRAY, 0, bytes);
    write_text("text.png", "this is no picture");
    write_text("empty.png", "");
    static const char kinds[] = "; allowed: grey of 16 or 8 bits without alpha";
    assert_picture_refused("colour.png", KAMM_ERROR_FORMAT, "its pixels are colour of 8 bits");
    assert_text_has(kinds);
    assert_picture_refused("alpha.png", KAMM_ERROR_FORMAT,
                           "its pixels are grey with alpha of 16 bits");
    assert_picture_refused("palette.png", KAMM_ERROR_FORMAT, "its pixels are palette of 8 bits");
    assert_picture_refused("four.png", KAMM_ERROR_FORMAT, "its pixels are grey of 4 bits");
    assert_picture_refused("thin.png", KAMM_ERROR_RANGE,
                           "1 x 4 pixels; allowed: 2 to 16384 each way");
    assert_picture_refused("text.png", KAMM_ERROR_FORMAT, "is no PNG picture: it does not begin");
    assert_picture_refused("empty.png", KAMM_ERROR_FORMAT, "is empty");
}

enum { MOST_PNG = 20000 };

static size_t read_png(const char *name, unsigned char *bytes)
{
    char path[128];
    path_in_folder(path, name);
    FILE *in = fopen(path, "rb");
    assert_non_null(in);
    size_t length = fread(bytes, 1, MOST_PNG, in);
    fclose(in);
    return length;
}

static void write_broken(const unsigned char *bytes, size_t length)
{
    char path[128];
    path_in_folder(path, "broken.png");
    write_bytes(path, (const char *)bytes, length);
}

static void pictures_that_are_cut_short_are_refused(void **state)
{
    (void)state;
    static unsigned char bytes[MOST_PNG];
    size_t length = read_png("hills.png", bytes);
    for (size_t i = 1; i <= 100; ++i) {
        size_t part = i * length / 101;
        write_broken(bytes, part);
        assert_picture_refused("broken.png", KAMM_ERROR_FORMAT, part < 8 ? "" : "cut short");
    }
    write_broken(bytes, length - 1);
    assert_picture_refused("broken.png", KAMM_ERROR_FORMAT, "cut short");
}

/* Whatever byte is changed, the picture is refused: its chunks have check sums. Not so for the length
 * and name of the last chunk alone, and for chunks that say nothing of pixels; hills.png has none. */
static void pictures_with_wrong_bytes_are_refused(void **state)
{
    (void)state;
    static unsigned char bytes[MOST_PNG];
    size_t length = read_png("hills.png", bytes);
    for (size_t i = 0; i < length; i += 1 + length / 150) {
        bytes[i] ^= 0x10;
        write_broken(bytes, length);
        bytes[i] ^= 0x10;
        untouched_world = world_file;
        const char *text = changed_world("\"hills.png\"", "\"broken.png\"");
        if (read_world_text(text) == KAMM_OK) fail_msg("byte %zu may be anything", i);
        assert_memory_equal(&world_file, &untouched_world, sizeof world_file);
        assert_text_has_file("broken.png", "");
    }
}

static void set_size(unsigned char *bytes, unsigned width, unsigned height)
{
    for (int i = 0; i < 4; ++i) {
        bytes[16 + i] = (unsigned char)(width >> 8 * (3 - i));
        bytes[20 + i] = (unsigned char)(height >> 8 * (3 - i));
    }
}

/* Told from its first bytes, before any memory is asked for. */
static void pictures_of_absurd_size_are_refused(void **state)
{
    (void)state;
    static unsigned char bytes[MOST_PNG];
    size_t length = read_png("hills.png", bytes);
    static const struct {
        unsigned width, height;
        kamm_result code;
        const char *rest;
    } sizes[] = {
        {0, 21, KAMM_ERROR_RANGE, "0 x 21 pixels; allowed: 2 to 16384 each way"},
        {41, 0, KAMM_ERROR_RANGE, "41 x 0 pixels"},
        {16385, 21, KAMM_ERROR_RANGE, "16385 x 21 pixels"},
        {4294967295U, 4294967295U, KAMM_ERROR_RANGE, "4294967295 x 4294967295 pixels"},
        {16384, 16384, KAMM_ERROR_FORMAT, "cut short"},
        {41, 22, KAMM_ERROR_FORMAT, ""}, /* the check sum */
    };
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; ++i) {
        set_size(bytes, sizes[i].width, sizes[i].height);
        write_broken(bytes, length);
        assert_picture_refused("broken.png", sizes[i].code, sizes[i].rest);
    }
}

static void paint_that_does_not_fit_is_refused(void **state)
{
    (void)state;
    static unsigned char bytes[400 * 200];
    write_png("small.png", 40, 20, 8, PNG_COLOR_TYPE_GRAY, 0, bytes);
    assert_refused(changed_world("\"paint.png\"", "\"small.png\""), KAMM_ERROR_FORMAT, "paint.file",
                   "small.png: 40 x 20 pixels; from_m, to_m and cell_m want 400 x 200");
    bytes[3 * 400 + 7] = 2;
    write_png("index.png", 400, 200, 8, PNG_COLOR_TYPE_GRAY, 0, bytes);
    assert_refused(changed_world("\"paint.png\"", "\"index.png\""), KAMM_ERROR_RANGE, "paint.file",
                   "index.png: column 7, row 3 from the top: 2; allowed: 0 to 1, the indices of "
                   "colours");
    assert_refused(changed_world("\"paint.png\"", "\"hills.png\""), KAMM_ERROR_FORMAT, "paint.file",
                   "hills.png: 16 bits a pixel; 8 are wanted");
}

static void raw_heights_of_another_size_are_refused(void **state)
{
    (void)state;
    static const struct mistake mistakes[] = {
        {"\"columns\": 5", "\"columns\": 6", KAMM_ERROR_FORMAT, "terrain[1].file",
         "dunes.f32: 80 bytes; 6 columns times 4 rows of 4-byte floats are 96"},
        {"\"rows\": 4", "\"rows\": 3", KAMM_ERROR_FORMAT, "terrain[1].file",
         "dunes.f32: 80 bytes; 5 columns times 3 rows of 4-byte floats are 60"},
        {"\"rows\": 4", "\"rows\": 16384", KAMM_ERROR_FORMAT, "terrain[1].file", "are 327680"},
    };
    ASSERT_MISTAKES(mistakes);
}

static void heights_that_are_no_numbers_are_refused(void **state)
{
    (void)state;
    static const unsigned char no_numbers[2][4] = {{0, 0, 0xc0, 0x7f}, {0, 0, 0x80, 0xff}};
    for (int i = 0; i < 2; ++i) {
        char path[128], bytes[80] = {0};
        memcpy(bytes + 4 * (2 * 5 + 3), no_numbers[i], 4);
        path_in_folder(path, "holes.f32");
        write_bytes(path, bytes, sizeof bytes);
        assert_refused(changed_world("\"dunes.f32\"", "\"holes.f32\""), KAMM_ERROR_RANGE,
                       "terrain[1].file", "holes.f32: column 3, row 2: the height is not finite");
    }
}

/* -- any bytes -------------------------------------------------------------------------------- */

static void truncations_are_refused(void **state)
{
    (void)state;
    static char text[MOST_TEXT];
    size_t whole = strlen(world_example);
    for (size_t length = 1; length + 2 < whole; length += 1 + whole / 200) {
        snprintf(text, sizeof text, "%.*s", (int)length, world_example);
        assert_refused(text, KAMM_ERROR_FORMAT, read_error.path, "");
    }
}

/* Either the file is refused and nothing changes, or there is a world. */
static void random_bytes_do_no_harm(void **state)
{
    (void)state;
    static const char bytes[] = "{}[]\":,.-+eE0123456789 \n\\/u*_ax";
    static char text[MOST_TEXT];
    uint64_t random = 1;
    int accepted = 0;
    memset(&untouched_world, 0x5a, sizeof untouched_world);
    for (int round = 0; round < 400; ++round) {
        size_t length = strlen(world_example);
        memcpy(text, world_example, length + 1);
        random = random * 6364136223846793005U + 1442695040888963407U;
        text[(random >> 33) % length] = bytes[(random >> 20) % (sizeof bytes - 1)];
        world_file = untouched_world;
        if (read_world_text(text)) {
            assert_memory_equal(&world_file, &untouched_world, sizeof world_file);
            continue;
        }
        ++accepted;
        assert_true(isfinite(kamm_terrain_at(world_file.terrain, 0, 0, 1e6).height_m));
        kamm_free_world_file(&world_file);
    }
    assert_in_range(accepted, 10, 390); /* both kinds occur, or the mutations test nothing */
}

/* -- memory ----------------------------------------------------------------------------------- */

struct memory {
    int left;  /* allocations until one fails */
    int alive; /* pieces that are not released */
};

static void *allocate_while_left(size_t size, size_t alignment, void *user)
{
    struct memory *memory = user;
    if (!memory->left--) return ++memory->left, NULL;
    ++memory->alive;
    return aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
}

static void release_counted(void *piece, void *user)
{
    --((struct memory *)user)->alive;
    free(piece);
}

/* Wherever memory ends, the error says so, and everything is released. */
static void running_out_of_memory_leaves_nothing_behind(void **state)
{
    (void)state;
    int most = 0;
    for (kamm_result result = KAMM_ERROR_MEMORY; result; ++most) {
        struct memory memory = {most, 0};
        kamm_set_allocator(allocate_while_left, release_counted, &memory);
        result = read_world_text(world_example);
        if (!result) kamm_free_world_file(&world_file);
        kamm_set_allocator(NULL, NULL, NULL);
        if (result && result != KAMM_ERROR_MEMORY) fail_msg("%d: %s", result, read_error.text);
        if (result) assert_text_has("out of memory");
        assert_int_equal(memory.alive, 0);
    }
    assert_in_range(most, 30, 300);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_that_do_not_fit_are_refused),
        cmocka_unit_test(values_out_of_range_are_refused),
        cmocka_unit_test(values_of_another_type_are_refused),
        cmocka_unit_test(names_that_nothing_carries_are_refused),
        cmocka_unit_test(what_is_missing_is_named),
        cmocka_unit_test(files_that_are_not_there_are_named),
        cmocka_unit_test(pictures_of_other_kinds_are_refused),
        cmocka_unit_test(pictures_that_are_cut_short_are_refused),
        cmocka_unit_test(pictures_with_wrong_bytes_are_refused),
        cmocka_unit_test(pictures_of_absurd_size_are_refused),
        cmocka_unit_test(paint_that_does_not_fit_is_refused),
        cmocka_unit_test(raw_heights_of_another_size_are_refused),
        cmocka_unit_test(heights_that_are_no_numbers_are_refused),
        cmocka_unit_test(truncations_are_refused),
        cmocka_unit_test(random_bytes_do_no_harm),
        cmocka_unit_test(running_out_of_memory_leaves_nothing_behind),
    };
    return cmocka_run_group_tests(tests, set_up_worlds, remove_folder);
}
