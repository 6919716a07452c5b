/* Whatever is in a file, reading it takes memory and time by the file's size: a child process reads it, with peak memory and
 * processor time measured. KAMM_QUICK_TESTS leaves this out: sanitizers take memory of their own. */
#include "support/vehicle_files.h"

#include <kamm/io/combination_file.h>
#include <kamm/io/import.h>
#include <kamm/io/lab.h>
#include <kamm/io/recording.h>
#include <kamm/io/tyre_file.h>
#include <kamm/io/world_file.h>
#include <stdbool.h>
#include <sys/resource.h>
#include <sys/wait.h>

enum {
    LARGE = 1 << 20,       /* bytes of a hostile file */
    ROOM_BYTES = 64 << 20, /* that reading any file may take, */
    ROOM_PER_BYTE = 20,    /* and so much for each byte of it */
    MOST_S =
        10 /* of processor time. Each takes below 0.1 s; a machine in an emulator is slow, what grows with the square takes minutes */
};

/* ---- readers ---- */

static void read_vehicle(const char *path)
{
    kamm_load_vehicle(path, &car_file, &car_notes, &read_error);
}

static void read_tyre(const char *path)
{
    static kamm_tyre_def tyre;
    kamm_load_tyre(path, &tyre, &car_notes, &read_error);
}

static void read_tir(const char *path)
{
    static kamm_tyre_def tyre;
    kamm_load_tir(path, &tyre, &car_notes, &read_error);
}

static void read_combination(const char *path)
{
    static kamm_combination_file file;
    if (!kamm_load_combination(path, &file, &car_notes, &read_error))
        kamm_destroy_combination_file(&file);
}

static void read_surfaces(const char *path)
{
    static kamm_surface_set set;
    kamm_load_surfaces(path, &set, &car_notes, &read_error);
}

static void read_world(const char *path)
{
    static kamm_world_file file;
    if (!kamm_load_world(path, &file, &car_notes, &read_error)) kamm_destroy_world_file(&file);
}

/* By way of a world file beside it. */
static void read_as_layer(const char *path, const char *format)
{
    char world[128], text[400];
    snprintf(
        text, sizeof text,
        "{\"terrain\": [{\"kind\": \"heights\", \"file\": \"%s\", \"origin_m\": [0, 0], \"cell_m\": 1%s}]}",
        path, format);
    path_in_folder(world, "layer.json");
    write_bytes(world, text, strlen(text));
    read_world(world);
}

static void read_picture(const char *path)
{
    read_as_layer(path, ", \"min_height_m\": 0, \"max_height_m\": 9");
}
static void read_floats(const char *path)
{
    read_as_layer(path, ", \"columns\": 512, \"rows\": 512");
}

static void read_log(const char *path)
{
    kamm_replay(path, &car_file, &(kamm_replay_options){0}, &car_notes, &read_error);
}

static void read_recording(const char *path)
{
    kamm_destroy_recorded(kamm_load_recording(path, &car_notes, &read_error));
}

static void import_file(const char *path, kamm_import_format format)
{
    char out[128];
    path_in_folder(out, "imported.json");
    kamm_import_vehicle(path, format, NULL, out, NULL, &read_error);
}

static void import_carla(const char *path) { import_file(path, KAMM_IMPORT_CARLA); }
static void import_torcs(const char *path) { import_file(path, KAMM_IMPORT_TORCS); }
static void import_commonroad(const char *path) { import_file(path, KAMM_IMPORT_COMMONROAD); }

/* As car.ini of its folder, which lacks the other files. */
static void import_ini(const char *path)
{
    char name[128];
    path_in_folder(name, "car.ini");
    rename(path, name);
    import_file(name, KAMM_IMPORT_ASSETTO);
    rename(name, path);
}

static const struct {
    const char *name, *ending;
    void (*read)(const char *path);
} readers[] = {
    {"vehicle", "json", read_vehicle},
    {"tyre", "json", read_tyre},
    {"tir", "tir", read_tir},
    {"tyre by name", "tir", read_tyre},
    {"combination", "json", read_combination},
    {"surfaces", "json", read_surfaces},
    {"world", "json", read_world},
    {"picture", "png", read_picture},
    {"floats", "f32", read_floats},
    {"log", "csv", read_log},
    {"vbo", "vbo", read_log},
    {"recording", "kammrec", read_recording},
    {"import of CARLA", "json", import_carla},
    {"import of Assetto Corsa", "ini", import_ini},
    {"import of TORCS", "xml", import_torcs},
    {"import of CommonRoad", "yaml", import_commonroad},
};

/* ---- what is in the files ---- */

/* `piece` again and again, after a beginning. */
static size_t repeat(char *text, const char *beginning, const char *piece)
{
    size_t at = strlen(beginning), length = strlen(piece);
    memcpy(text, beginning, at);
    for (; at + length <= LARGE; at += length) memcpy(text + at, piece, length);
    return at;
}

static size_t nested_lists(char *t) { return repeat(t, "", "["); }
static size_t nested_objects(char *t) { return repeat(t, "", "{\"a\":"); }
static size_t one_string(char *t) { return repeat(t, "{\"name\": \"", "a"); }
static size_t one_number(char *t) { return repeat(t, "{\"name\": 1", "0"); }
static size_t unknown_keys(char *t) { return repeat(t, "{", "\"bdoy\": 1, "); }
static size_t many_axles(char *t) { return repeat(t, "{\"axles\": [", "{}, "); }
static size_t many_bodies(char *t) { return repeat(t, "{\"bodies\": [", "{\"name\": \"a\"}, "); }
static size_t many_layers(char *t) { return repeat(t, "{\"terrain\": [", "{}, "); }
static size_t one_line(char *t) { return repeat(t, "time_s,throttle\n", "1,"); }
static size_t columns(char *t) { return repeat(t, "time_s", ",throttle"); }
static size_t rows(char *t) { return repeat(t, "time_s,throttle\n", "0,1\n"); }
static size_t empty_lines(char *t) { return repeat(t, "", "\n"); }
static size_t sections(char *t) { return repeat(t, "", "[MODEL]\n"); }
static size_t coefficients(char *t) { return repeat(t, "[MDI_HEADER]\n", "PCX1 = 1\n"); }
static size_t names_of_columns(char *t)
{
    return repeat(t, "[header]\ntime\n[column names]\n", "time ");
}
static size_t zeros(char *t) { return memset(t, 0, LARGE), LARGE; }

/* Appends a block of a recording, with its sum. */
static size_t add_block(char *t, size_t at, unsigned char kind, const char *text)
{
    size_t length = strlen(text);
    uint32_t sum = 0x811c9dc5u;
    for (size_t i = 0; i < length; ++i) sum = (sum ^ (unsigned char)text[i]) * 0x01000193u;
    uint32_t words[3] = {kind, (uint32_t)length, sum ^ kind};
    for (int i = 0; i < 12; ++i) t[at + (size_t)i] = (char)(words[i / 4] >> (8 * (i % 4)));
    memcpy(t + at + 12, text, length);
    return at + 12 + length;
}

/* A recording of many cars or models. */
static size_t recording_of(char *t, unsigned char kind, const char *text)
{
    char own[200];
    memcpy(t, "KAMMREC\n\1\0\0", 12);
    size_t at = add_block(t, 12, 1,
                          "{\"format\":\"kamm recording\",\"title\":\"\",\"origin_m\":[0,0,0],"
                          "\"ground\":{\"kind\":\"unknown\"}}");
    at = add_block(
        t, at, 2,
        "{\"name\":\"\",\"length_m\":1,\"width_m\":1,\"height_m\":1,\"boxes\":[],\"wheels\":[]}");
    for (int id = 0; at + sizeof own < LARGE; ++id) {
        snprintf(own, sizeof own, text, id);
        at = add_block(t, at, kind, own);
    }
    return at;
}
static size_t recorded_cars(char *t)
{
    return recording_of(t, 3, "{\"id\":%d,\"model\":0,\"group\":0,\"index\":0,\"unit\":0}");
}
static size_t recorded_models(char *t)
{
    return recording_of(
        t, 2,
        "{\"name\":\"%d\",\"length_m\":1,\"width_m\":1,\"height_m\":1,\"boxes\":[],\"wheels\":[]}");
}

/* A grey picture of 512 x 512 whose chunk of that kind says that it has two gigabytes. */
static size_t picture_with(char *t, const char *kind)
{
    static const unsigned char head[] = {0x89, 'P', 'N', 'G', 13,  10, 26, 10,   0,    0,    0,
                                         13,   'I', 'H', 'D', 'R', 0,  0,  2,    0,    0,    0,
                                         2,    0,   8,   0,   0,   0,  0,  0xd1, 0x13, 0x8b, 0x26};
    memcpy(t, head, sizeof head);
    memcpy(t + sizeof head, "\x7f\xff\xff\xff", 4);
    memcpy(t + sizeof head + 4, kind, 4);
    memset(t + sizeof head + 8, 'x', 1000);
    return sizeof head + 1008;
}

static size_t text_chunk(char *t) { return picture_with(t, "tEXt"); }
static size_t packed_text_chunk(char *t) { return picture_with(t, "zTXt"); }
static size_t profile_chunk(char *t) { return picture_with(t, "iCCP"); }
static size_t palette_chunk(char *t) { return picture_with(t, "sPLT"); }
static size_t exif_chunk(char *t) { return picture_with(t, "eXIf"); }
static size_t unknown_chunk(char *t) { return picture_with(t, "abCd"); }
static size_t data_chunk(char *t) { return picture_with(t, "IDAT"); }

static const struct {
    const char *name;
    size_t (*fill)(char *text);
} contents[] = {
    {"nested lists", nested_lists},
    {"nested objects", nested_objects},
    {"one string", one_string},
    {"one number", one_number},
    {"unknown keys", unknown_keys},
    {"axles", many_axles},
    {"bodies", many_bodies},
    {"layers", many_layers},
    {"one line", one_line},
    {"columns", columns},
    {"rows", rows},
    {"empty lines", empty_lines},
    {"sections", sections},
    {"coefficients", coefficients},
    {"names", names_of_columns},
    {"zeros", zeros},
    {"recorded cars", recorded_cars},
    {"recorded models", recorded_models},
    {"tEXt", text_chunk},
    {"zTXt", packed_text_chunk},
    {"iCCP", profile_chunk},
    {"sPLT", palette_chunk},
    {"eXIf", exif_chunk},
    {"unknown chunk", unknown_chunk},
    {"IDAT", data_chunk},
};

/* ---- measured ---- */

/* The reader of pictures gets as far as the chunk, or else this would try nothing. */
static void expect_cut_short(const char *path)
{
    read_picture(path);
    assert_text_has("cut short");
}

/* Peak of the process's memory, touched or not; 0 where the system does not tell. */
static size_t peak_bytes(void)
{
    FILE *in = fopen("/proc/self/status", "r");
    char line[200];
    unsigned long kib = 0;
    while (in && fgets(line, sizeof line, in))
        if (sscanf(line, "VmPeak: %lu", &kib) == 1) break;
    if (in) fclose(in);
    return (size_t)kib << 10;
}

enum { TOO_MUCH = 3 };

static void read_in_child(void (*read)(const char *path), const char *path, size_t size)
{
    setrlimit(RLIMIT_CPU, &(struct rlimit){MOST_S, MOST_S});
    size_t before = peak_bytes();
    read(path);
    _exit(peak_bytes() - before > ROOM_BYTES + ROOM_PER_BYTE * size ? TOO_MUCH : 0);
}

static void expect_bounded(size_t reader, size_t content, const char *path, size_t size)
{
    int status;
    pid_t child = fork();
    assert_true(child >= 0);
    if (!child) read_in_child(readers[reader].read, path, size);
    assert_int_equal(waitpid(child, &status, 0), child);
    if (WIFSIGNALED(status))
        fail_msg("reader of %s, file of %s: signal %d", readers[reader].name,
                 contents[content].name, WTERMSIG(status));
    if (WEXITSTATUS(status) == TOO_MUCH)
        fail_msg("reader of %s, file of %s: too much memory", readers[reader].name,
                 contents[content].name);
    assert_int_equal(WEXITSTATUS(status), 0);
}

static void reading_takes_what_the_file_has(void **state)
{
    (void)state;
    static char text[LARGE];
    assert_int_equal(read_text(example), KAMM_OK); /* the car that drives by logs */
    for (size_t content = 0; content < sizeof contents / sizeof *contents; ++content) {
        size_t size = contents[content].fill(text);
        for (size_t reader = 0; reader < sizeof readers / sizeof *readers; ++reader) {
            char path[128], name[32];
            snprintf(name, sizeof name, "hostile.%s", readers[reader].ending);
            path_in_folder(path, name);
            write_bytes(path, text, size);
            expect_bounded(reader, content, path, size);
            if (contents[content].fill == text_chunk && readers[reader].read == read_picture)
                expect_cut_short(path);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reading_takes_what_the_file_has),
    };
    return cmocka_run_group_tests(tests, set_up_folder, remove_folder);
}
