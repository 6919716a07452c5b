#include "vehicle_files.h"

char folder[TEMPORARY_PATH], car_path[128];
char example[MAX_TEXT], tyre_example[MAX_TEXT];
kamm_vehicle_file car_file, untouched;
kamm_notes car_notes;
kamm_error read_error;

static size_t read_file(const char *path, char *text)
{
    FILE *in = fopen(path, "rb");
    if (!in) fail_msg("cannot open %s", path);
    size_t length = fread(text, 1, MAX_TEXT - 1, in);
    fclose(in);
    text[length] = 0;
    return length;
}

void write_bytes(const char *path, const char *bytes, size_t length)
{
    FILE *out = fopen(path, "wb");
    assert_non_null(out);
    assert_int_equal(fwrite(bytes, 1, length, out), length);
    assert_int_equal(fclose(out), 0);
}

void path_in_folder(char path[128], const char *name)
{
    snprintf(path, 128, "%s/%s", folder, name);
}

/* Cuts the next ```json block out of the page. */
static const char *cut_block(const char *page, char *block)
{
    const char *start = strstr(page, "```json\n");
    assert_non_null(start);
    start += strlen("```json\n");
    const char *end = strstr(start, "```");
    assert_non_null(end);
    memcpy(block, start, (size_t)(end - start));
    block[end - start] = 0;
    return end + 3;
}

int set_up_folder(void **state)
{
    (void)state;
    static char page[MAX_TEXT];
    char path[128];
    if (make_temporary_folder(folder)) return -1;
    read_file("docs/vehicle-files.md", page);
    cut_block(cut_block(page, example), tyre_example);
    path_in_folder(path, "example-tyre.json");
    write_bytes(path, tyre_example, strlen(tyre_example));
    path_in_folder(car_path, "car.json");
    memset(&untouched, 0x5a, sizeof untouched);
    return 0;
}

int remove_folder(void **state)
{
    (void)state;
    char command[128];
    snprintf(command, sizeof command, "rm -r %s", folder);
    return system(command);
}

kamm_result read_bytes(const char *bytes, size_t length)
{
    write_bytes(car_path, bytes, length);
    memset(&car_notes, 0, sizeof car_notes);
    memset(&read_error, 0, sizeof read_error);
    car_file = untouched;
    return kamm_load_vehicle(car_path, &car_file, &car_notes, &read_error);
}

kamm_result read_text(const char *text) { return read_bytes(text, strlen(text)); }

const char *changed(const char *from, const char *to)
{
    static char text[MAX_TEXT];
    const char *at = strstr(example, from);
    if (!at) fail_msg("the example lacks %s", from);
    snprintf(text, sizeof text, "%.*s%s%s", (int)(at - example), example, to, at + strlen(from));
    return text;
}

void assert_text_has(const char *part)
{
    if (!strstr(read_error.text, part)) fail_msg("\"%s\" lacks \"%s\"", read_error.text, part);
}

void assert_unreadable(const char *name, kamm_result code, const char *part)
{
    car_file = untouched;
    assert_int_equal(kamm_load_vehicle(name, &car_file, &car_notes, &read_error), code);
    assert_text_has(part);
    assert_memory_equal(&car_file, &untouched, sizeof car_file);
    assert_int_equal(kamm_load_vehicle(name, &car_file, NULL, NULL), code);
}
