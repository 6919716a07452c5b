#include "world_files.h"

#include <limits.h>
#include <png.h>

char world_example[MAX_TEXT], world_path[128];
kamm_world_file world_file, untouched_world;
kamm_notes world_notes;

void write_png(const char *name, int columns, int rows, int bits, int colour, int interlace,
               const unsigned char *bytes)
{
    char path[128];
    path_in_folder(path, name);
    FILE *out = fopen(path, "wb");
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
    png_infop info = png_create_info_struct(png);
    assert_non_null(out);
    assert_non_null(info);
    if (setjmp(png_jmpbuf(png))) fail_msg("libpng does not write %s", path);
    png_init_io(png, out);
    png_set_IHDR(png, info, (png_uint_32)columns, (png_uint_32)rows, bits, colour, interlace,
                 PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    if (colour == PNG_COLOR_TYPE_PALETTE)
        png_set_PLTE(png, info, (png_color[]){{0, 0, 0}, {255, 255, 255}}, 2);
    png_write_info(png, info);
    size_t row_bytes = png_get_rowbytes(png, info);
    int passes = png_set_interlace_handling(png);
    for (int pass = 0; pass < passes; ++pass)
        for (int row = 0; row < rows; ++row) png_write_row(png, bytes + (size_t)row * row_bytes);
    png_write_end(png, NULL);
    png_destroy_write_struct(&png, &info);
    assert_int_equal(fclose(out), 0);
}

/* Steps of 0.0002 m, as 13.107 m over 65535 are. */
double hill_height_m(double x, double y) { return 2 + 0.02 * (x + 100) + 0.01 * (y + 50); }

float dune_height_m(int column, int row) { return 5 + 0.5f * (float)column - 0.25f * (float)row; }

static void write_hills(void)
{
    unsigned char bytes[21 * 41 * 2], *next = bytes;
    for (int row = 20; row >= 0; --row)
        for (int column = 0; column < 41; ++column) {
            double height_m = hill_height_m(5 * column - 100, 5 * row - 50);
            int value = (int)(height_m / 0.0002 + 0.5);
            *next++ = (unsigned char)(value / 256);
            *next++ = (unsigned char)(value % 256);
        }
    write_png("hills.png", 41, 21, 16, PNG_COLOR_TYPE_GRAY, PNG_INTERLACE_NONE, bytes);
}

static void write_dunes(void)
{
    unsigned char bytes[4 * 5 * 4], *next = bytes;
    char path[128];
    for (int row = 0; row < 4; ++row)
        for (int column = 0; column < 5; ++column) {
            float height_m = dune_height_m(column, row);
            uint32_t bits;
            memcpy(&bits, &height_m, sizeof bits);
            for (int i = 0; i < 4; ++i) *next++ = (unsigned char)(bits >> 8 * i);
        }
    path_in_folder(path, "dunes.f32");
    write_bytes(path, (char *)bytes, sizeof bytes);
}

/* Earth (1) in the upper left quarter of the map, grass (0) elsewhere; interlaced. */
static void write_paint(void)
{
    static unsigned char bytes[200 * 400];
    for (int row = 0; row < 200; ++row)
        for (int column = 0; column < 400; ++column)
            bytes[400 * row + column] = row < 100 && column < 200;
    write_png("paint.png", 400, 200, 8, PNG_COLOR_TYPE_GRAY, PNG_INTERLACE_ADAM7, bytes);
}

static void write_surfaces(void)
{
    static const char *const names[] = {"grass",       "earth", "sand", "concrete", "dry_asphalt",
                                        "wet_asphalt", "ice",   "snow", "gravel"};
    char path[128], text[2000] = "{\"surfaces\": [";
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i)
        sprintf(text + strlen(text),
                "%s{\"name\": \"%s\", \"friction\": 0.5, \"sources\": {\"*\": \"made up\"}}",
                i ? ", " : "", names[i]);
    strcat(text, "]}");
    path_in_folder(path, "surfaces.json");
    write_bytes(path, text, strlen(text));
}

static void read_example(void)
{
    static char page[MAX_TEXT];
    FILE *in = fopen("docs/world-files.md", "rb");
    assert_non_null(in);
    page[fread(page, 1, sizeof page - 1, in)] = 0;
    fclose(in);
    const char *start = strstr(page, "```json\n");
    assert_non_null(start);
    start += strlen("```json\n");
    snprintf(world_example, sizeof world_example, "%.*s", (int)(strstr(start, "```") - start),
             start);
}

int set_up_worlds(void **state)
{
    if (set_up_folder(state)) return -1;
    path_in_folder(world_path, "world.json");
    read_example();
    write_hills();
    write_dunes();
    write_paint();
    write_surfaces();
    return 0;
}

kamm_result read_world_text(const char *text)
{
    write_bytes(world_path, text, strlen(text));
    memset(&world_notes, 0, sizeof world_notes);
    memset(&read_error, 0, sizeof read_error);
    return kamm_load_world(world_path, &world_file, &world_notes, &read_error);
}

const char *changed_world(const char *from, const char *to)
{
    static char text[MAX_TEXT];
    const char *at = strstr(world_example, from);
    if (!at) fail_msg("the example lacks %s", from);
    snprintf(text, sizeof text, "%.*s%s%s", (int)(at - world_example), world_example, to,
             at + strlen(from));
    return text;
}

void *allocate_while_left(size_t size, size_t alignment, void *user)
{
    struct counted_memory *memory = user;
    if (!memory->left--) return ++memory->left, NULL;
    ++memory->alive;
    return aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
}

void release_counted(void *piece, void *user)
{
    --((struct counted_memory *)user)->alive;
    free(piece);
}

void assert_world_refused(const char *text, kamm_result code, const char *path, const char *part)
{
    memset(&untouched_world, 0x5a, sizeof untouched_world);
    world_file = untouched_world;
    struct counted_memory memory = {INT_MAX, 0};
    kamm_set_allocator(allocate_while_left, release_counted, &memory);
    kamm_result result = read_world_text(text);
    kamm_set_allocator(NULL, NULL, NULL);
    if (result != code)
        fail_msg("%d instead of %d for \"%s\": %s", result, code, part, read_error.text);
    assert_int_equal(read_error.code, code);
    if (strcmp(read_error.path, path) != 0)
        fail_msg("\"%s\" instead of \"%s\": %s", read_error.path, path, read_error.text);
    assert_memory_equal(read_error.text, world_path, strlen(world_path));
    assert_text_has(part);
    if (*path) assert_text_has(path);
    assert_memory_equal(&world_file, &untouched_world, sizeof world_file);
    assert_int_equal(memory.alive, 0);
}

void assert_world_mistakes(const struct world_mistake *mistakes, size_t count)
{
    for (size_t i = 0; i < count; ++i)
        assert_world_refused(changed_world(mistakes[i].from, mistakes[i].to), mistakes[i].code,
                             mistakes[i].path, mistakes[i].part);
}
