/* Pictures and raw floats that a world names, with mistakes: cut short, of another kind or size, with
 * wrong bytes. The message names the world file, the path in it and the file. */
#include "support/world_files.h"

#include <png.h>

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
    assert_world_refused(changed_world("\"file\": \"hills.png\"", to), code, "terrain[0].file", "");
    assert_text_has_file(name, rest);
}

static void files_that_are_not_there_are_named(void **state)
{
    (void)state;
    assert_picture_refused("none.png", KAMM_ERROR_FILE, "No such file");
    static const struct world_mistake mistakes[] = {
        {"\"dunes.f32\"", "\"none.f32\"", KAMM_ERROR_FILE, "terrain[1].file", "No such file"},
        {"\"paint.png\"", "\"none.png\"", KAMM_ERROR_FILE, "paint.file", "No such file"},
        {"\"surfaces.json\"", "\"none.json\"", KAMM_ERROR_FILE, "surfaces", "No such file"},
        {"\"hills.png\"", "\"/tmp/.png\"", KAMM_ERROR_FILE, "terrain[0].file",
         "/tmp/.png: No such"},
        {"\"dunes.f32\"", "\".\"", KAMM_ERROR_FILE, "terrain[1].file", "/.: "},
    };
    ASSERT_WORLD_MISTAKES(mistakes);
    world_file = untouched_world;
    assert_int_equal(kamm_load_world("no-such-world", &world_file, NULL, &read_error),
                     KAMM_ERROR_UNKNOWN);
    assert_text_has("no-such-world: no such name in");
    assert_int_equal(kamm_load_world("/tmp/no-such/world.json", &world_file, NULL, NULL),
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

enum { MAX_PNG = 20000 };

static size_t read_png(const char *name, unsigned char *bytes)
{
    char path[128];
    path_in_folder(path, name);
    FILE *in = fopen(path, "rb");
    assert_non_null(in);
    size_t length = fread(bytes, 1, MAX_PNG, in);
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
    static unsigned char bytes[MAX_PNG];
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
    static unsigned char bytes[MAX_PNG];
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

/* It is recognised by its first bytes, before any memory is allocated. */
static void pictures_of_absurd_size_are_refused(void **state)
{
    (void)state;
    static unsigned char bytes[MAX_PNG];
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
    assert_world_refused(changed_world("\"paint.png\"", "\"small.png\""), KAMM_ERROR_FORMAT,
                         "paint.file",
                         "small.png: 40 x 20 pixels; from_m, to_m and cell_m want 400 x 200");
    bytes[3 * 400 + 7] = 2;
    write_png("index.png", 400, 200, 8, PNG_COLOR_TYPE_GRAY, 0, bytes);
    assert_world_refused(
        changed_world("\"paint.png\"", "\"index.png\""), KAMM_ERROR_RANGE, "paint.file",
        "index.png: column 7, row 3 from the top: 2; allowed: 0 to 1, the indices of "
        "colours");
    assert_world_refused(changed_world("\"paint.png\"", "\"hills.png\""), KAMM_ERROR_FORMAT,
                         "paint.file", "hills.png: 16 bits a pixel; 8 are wanted");
}

static void raw_heights_of_another_size_are_refused(void **state)
{
    (void)state;
    static const struct world_mistake mistakes[] = {
        {"\"columns\": 5", "\"columns\": 6", KAMM_ERROR_FORMAT, "terrain[1].file",
         "dunes.f32: 80 bytes; 6 columns times 4 rows of 4-byte floats are 96"},
        {"\"rows\": 4", "\"rows\": 3", KAMM_ERROR_FORMAT, "terrain[1].file",
         "dunes.f32: 80 bytes; 5 columns times 3 rows of 4-byte floats are 60"},
        {"\"rows\": 4", "\"rows\": 16384", KAMM_ERROR_FORMAT, "terrain[1].file", "are 327680"},
    };
    ASSERT_WORLD_MISTAKES(mistakes);
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
        assert_world_refused(changed_world("\"dunes.f32\"", "\"holes.f32\""), KAMM_ERROR_RANGE,
                             "terrain[1].file",
                             "holes.f32: column 3, row 2: the height is not finite");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_that_are_not_there_are_named),
        cmocka_unit_test(pictures_of_other_kinds_are_refused),
        cmocka_unit_test(pictures_that_are_cut_short_are_refused),
        cmocka_unit_test(pictures_with_wrong_bytes_are_refused),
        cmocka_unit_test(pictures_of_absurd_size_are_refused),
        cmocka_unit_test(paint_that_does_not_fit_is_refused),
        cmocka_unit_test(raw_heights_of_another_size_are_refused),
        cmocka_unit_test(heights_that_are_no_numbers_are_refused),
    };
    return cmocka_run_group_tests(tests, set_up_worlds, remove_folder);
}
