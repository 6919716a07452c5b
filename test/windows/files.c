/* What kamm_io reads, writes and says, for tools/test_windows.sh, which compares what this prints on Windows with
 * what it prints elsewhere, byte for byte. Runs at the root of the source tree with KAMM_DATA=data.
 *     files DATA FOLDER     the data folder as the machine spells it, from its root; an empty folder for files */
#include <kamm/io/lab.h>
#include <kamm/io/tyre_file.h>
#include <kamm/io/world_file.h>
#include <kamm/kamm.h>
#include <stdio.h>
#include <string.h>

#ifdef _WIN32
#include <fcntl.h>
#include <io.h>
#define SEPARATOR "\\"
static void leave_lines_alone(void) { _setmode(_fileno(stdout), _O_BINARY); }
#else
#define SEPARATOR "/"
static void leave_lines_alone(void) {}
#endif

static const char *data_folder, *scratch;
static kamm_error error;

static void check(const char *what, kamm_result result)
{
    if (result) printf("%s: %d, %s\n", what, (int)result, error.text);
}

static uint64_t mix(uint64_t hash, const void *bytes, size_t count)
{
    const unsigned char *byte = bytes;
    for (size_t i = 0; i < count; ++i) hash = (hash ^ byte[i]) * 1099511628211u;
    return hash;
}

/* A path in the scratch folder. */
static const char *scratch_path(const char *name)
{
    static char paths[4][512];
    static int next;
    char *path = paths[next++ % 4];
    snprintf(path, sizeof *paths, "%s" SEPARATOR "%s", scratch, name);
    return path;
}

static void write_file(const char *name, const void *bytes, size_t count)
{
    FILE *out = fopen(scratch_path(name), "wb");
    if (!out || fwrite(bytes, 1, count, out) != count || fclose(out)) printf("%s: failed\n", name);
}

static void print_file(const char *name)
{
    static char bytes[1 << 20];
    FILE *in = fopen(scratch_path(name), "rb");
    size_t count = in ? fread(bytes, 1, sizeof bytes, in) : 0;
    if (in) fclose(in);
    printf("%s: %lu bytes, %016llx\n", name, (unsigned long)count,
           (unsigned long long)mix(14695981039346656037u, bytes, count));
}

static void list(const char *folder)
{
    static char names[64][64];
    int count = kamm_list_data(folder, names, 64);
    printf("%d %s:", count, folder);
    for (int i = 0; i < count && i < 64; ++i) printf(" %s", names[i]);
    printf("\n");
}

static void read_vehicle(const char *path)
{
    static kamm_vehicle_file file;
    kamm_result result = kamm_load_vehicle(path, &file, NULL, &error);
    check("vehicle", result);
    if (result) return;
    check("written", kamm_write_vehicle(scratch_path("vehicle.json"), &file.def, &error));
    printf("%s, %d published; ", file.id, (int)file.published_count);
    print_file("vehicle.json");
}

/* One vehicle, however its path is spelt. */
static void read_vehicles(void)
{
    char path[512];
    static const char name[] = SEPARATOR "vehicles" SEPARATOR "nissan-micra.json";
    read_vehicle("nissan-micra");
    read_vehicle("data/vehicles/nissan-micra.json");
    snprintf(path, sizeof path, "data%s", name);
    read_vehicle(path);
    snprintf(path, sizeof path, "%s%s", data_folder, name);
    read_vehicle(path);
    snprintf(path, sizeof path, "%s/vehicles/nissan-micra.json", data_folder);
    read_vehicle(path);
    read_vehicle("nissan-micro");
    read_vehicle("data/vehicles/no-such-car.json");
    read_vehicle("data/no-such-folder/car.json");
    read_vehicle("data/worlds/proving-ground.png");
}

static void print_height(const kamm_terrain *terrain, double x_m, double y_m)
{
    double height_m = kamm_terrain_at(terrain, x_m, y_m, 1e6).height_m;
    uint64_t bits;
    memcpy(&bits, &height_m, sizeof bits);
    printf("height at %g, %g: %.9g m, %016llx\n", x_m, y_m, height_m, (unsigned long long)bits);
}

/* Heights whose bytes are ends of lines and of files where text is read. */
static void read_raw_heights(void)
{
    static const unsigned char heights[16] = {0x0d, 0x0a, 0x1a, 0x3f, 0x1a, 0x0d, 0x0a, 0x40,
                                              0x0a, 0x0d, 0x0a, 0x41, 0x1a, 0x1a, 0x0a, 0x42};
    static const char world[] = "{ \"name\": \"Raw\", \"terrain\": [{ \"kind\": \"heights\",\r\n"
                                "\"file\": \"raw.f32\", \"columns\": 2, \"rows\": 2, \"cell_m\": 2 "
                                "}] }\n";
    kamm_world_file file;
    write_file("raw.f32", heights, sizeof heights);
    write_file("raw.json", world, sizeof world - 1);
    kamm_result result = kamm_load_world(scratch_path("raw.json"), &file, NULL, &error);
    check("raw", result);
    if (result) return;
    for (int i = 0; i < 4; ++i) print_height(file.terrain, i % 2 * 2, i / 2 * 2);
    kamm_destroy_world_file(&file);
}

static void read_proving_ground(const char *path)
{
    kamm_world_file file;
    kamm_result result = kamm_load_world(path, &file, NULL, &error);
    check("world", result);
    if (result) return;
    for (int i = 0; i < 8; ++i) print_height(file.terrain, 97 * i - 300, 61 * i - 200);
    kamm_destroy_world_file(&file);
}

/* A world whose height map is that picture, as JSON spells its path. */
static void read_picture(const char *picture)
{
    char world[1024];
    kamm_world_file file;
    int length =
        snprintf(world, sizeof world,
                 "{ \"name\": \"Picture\", \"terrain\": [{ \"kind\": \"heights\", \"file\": "
                 "\"%s\", \"cell_m\": 1, \"min_height_m\": 0, \"max_height_m\": 1 }] }\n",
                 picture);
    write_file("picture.json", world, (size_t)length);
    kamm_result result = kamm_load_world(scratch_path("picture.json"), &file, NULL, &error);
    const char *name = result ? strstr(error.text, "short.png") : NULL;
    printf("picture: %d, %s\n", (int)result, name ? name : "");
    if (result) return;
    print_height(file.terrain, 100, 100);
    kamm_destroy_world_file(&file);
}

/* The proving ground's picture beside its world and from the root, and its first bytes alone, where libpng
 * gives up by longjmp. */
static void read_pictures(void)
{
    static unsigned char bytes[20000];
    char path[512];
    snprintf(path, sizeof path, "%s" SEPARATOR "worlds" SEPARATOR "proving-ground.json",
             data_folder);
    read_proving_ground(path);
    snprintf(path, sizeof path, "%s/worlds/proving-ground.png", data_folder);
    for (char *at = path; (at = strchr(at, '\\'));) *at = '/'; /* in JSON it would need another */
    read_picture(path);

    FILE *in = fopen("data/worlds/proving-ground.png", "rb");
    size_t count = in ? fread(bytes, 1, sizeof bytes, in) : 0;
    if (in) fclose(in);
    write_file("short.png", bytes, count);
    read_picture("short.png");
}

static void run_tests(void)
{
    static const char *const names[] = {"accel", "brake", "skidpad", "step-steer"};
    static kamm_vehicle_file car;
    static kamm_test_result result;
    check("car", kamm_load_vehicle("bmw-m3-e46", &car, NULL, &error));
    for (int i = 0; i < 4; ++i) {
        kamm_result failed = kamm_run_test(names[i], &car, NULL, &result, &error);
        check(names[i], failed);
        if (!failed) check("result", kamm_write_test_result(&result, car.id, stdout, &error));
    }
}

static void evaluate_tyre(void)
{
    static const char table[] = "Fz,kappa,alpha,gamma,Vx\r\n3000,0.02,-0.05,0.01,20\r\n"
                                "5000,-0.1,0.02,0,20\r\n";
    static kamm_tyre_def tyre;
    write_file("table.csv", table, sizeof table - 1);
    check("tyre", kamm_load_tyre("test/reference/tyres/TNO_car205_60R15.tir", &tyre, NULL, &error));
    check("report", kamm_tyre_report(&tyre, stdout, &error));
    check("table", kamm_tyre_evaluate_csv(&tyre, scratch_path("table.csv"),
                                          scratch_path("forces.csv"), &error));
    print_file("forces.csv");
}

int main(int argc, char **argv)
{
    if (argc != 3) return fprintf(stderr, "usage: files DATA FOLDER\n"), 2;
    data_folder = argv[1], scratch = argv[2];
    leave_lines_alone();
    list("vehicles"), list("tyres"), list("worlds"), list("nothing");
    read_vehicles();
    read_raw_heights();
    read_pictures();
    run_tests();
    evaluate_tyre();
    for (int format = 0; format < 3; ++format)
        check("catalog", kamm_write_catalog(stdout, format, &error));
    check("schema", kamm_write_schema(stdout, &error));
    return ferror(stdout) || fflush(stdout) ? 1 : 0;
}
