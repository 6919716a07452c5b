/* kamm_hash: 64 different cars drive with varied inputs on varied ground, on each rung of the ladder;
 * the hash of their states has to be one constant for the rung at every width, with every compiler, on
 * every machine.
 *
 * The scenario itself uses only whole numbers and exactly rounded arithmetic. */
#include "scenario.h"

#include "cars.h"
#include "random.h"

#include <kamm/kamm.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What is hashed: the world, the rungs by their numbers, the combinations, the two-wheelers. */
enum { WORLD = 0, COMBINATIONS = KAMM_FULL + 1, TWO_WHEELERS, SCENES };
enum { CARS = 64, FRAME_SUBSTEPS = 40, FRAMES_PER_SECOND = 30, GRID = 64 };

/* Four grounds side by side: each car has its own. */
struct grounds {
    kamm_ground plane[3];
    kamm_ground hills;
    kamm_terrain *terrain;
};

static void query_grounds(void *user, int count, const kamm_probe *probes, kamm_contact *contacts)
{
    const struct grounds *grounds = user;
    for (int i = 0; i < count; ++i) {
        int kind = probes[i].car % 4;
        if (kind == 3)
            grounds->hills.query(grounds->hills.user, 1, &probes[i], &contacts[i]);
        else
            contacts[i] = grounds->plane[kind].plane;
    }
}

/* Hills with patches of rough gravel, soft sand, puddles and loam, and a slab of 4 cm across the way. */
static kamm_terrain *make_hills(kamm_error *error)
{
    static const kamm_surface surfaces[] = {
        {.name = "asphalt", .friction = 0.9f, .rolling_resistance = 0.02f},
        {.name = "gravel",
         .friction = 0.6f,
         .sliding_loss = 0.1f,
         .rolling_resistance = 0.02f,
         .roughness_m3 = 256e-6f},
        {.name = "sand",
         .friction = 0.5f,
         .rolling_resistance = 0.1f,
         .sinkage_m = 0.03f,
         .sinkage_drag = 0.1f},
        {.name = "puddles", .friction = 0.8f, .sliding_loss = 0.2f, .water_m = 0.006f},
        {.name = "loam",
         .friction = 0.6f,
         .soil = {.cohesion_modulus = 1600,
                  .friction_modulus = 800000,
                  .exponent = 0.75f,
                  .cohesion_pa = 3000,
                  .friction_tangent = 0.5f,
                  .shear_m = 0.025f,
                  .density_kgpm3 = 1600}},
    };
    static const float slab[][3] = {{6, -60, 0}, {9, -60, 0.04f}, {9, 60, 0.04f}, {6, 60, 0.04f}};
    static const int32_t triangles[][3] = {{0, 1, 2}, {0, 2, 3}};
    static float heights[GRID * GRID];
    static uint8_t painted[GRID * GRID];
    for (int i = 0; i < GRID * GRID; ++i) heights[i] = (float)between(-0.15, 0.15);
    for (int i = 0; i < GRID * GRID; ++i) painted[i] = (uint8_t)one_of(5);
    const kamm_layer layers[] = {
        {.kind = KAMM_LAYER_HEIGHTS,
         .heights = {GRID, GRID, 4, {-128, -128}, heights},
         .surface = -1},
        {.kind = KAMM_LAYER_MESH, .mesh = {4, 2, slab, triangles}, .surface = KAMM_FIRST_SURFACE}};
    kamm_terrain_def def = {.layers = layers,
                            .layer_count = 2,
                            .surfaces = surfaces,
                            .surface_count = 5,
                            .paint = {GRID, GRID, 4, {-128, -128}, painted},
                            .rough = 1};
    return kamm_create_terrain(&def, error);
}

static int make_grounds(struct grounds *grounds, kamm_ground *ground)
{
    kamm_error error;
    grounds->plane[0] = kamm_flat_ground;
    grounds->plane[1] = kamm_plane_ground(0.0625, -0.125, 0.75);
    grounds->plane[2] = kamm_plane_ground(-0.03125, 0.0625, 0.25);
    grounds->terrain = make_hills(&error);
    if (!grounds->terrain) return fprintf(stderr, "%s\n", error.text), 0;
    grounds->hills = kamm_terrain_ground(grounds->terrain);
    *ground = kamm_flat_ground;
    ground->query = query_grounds;
    ground->user = grounds;
    ground->interval_substeps = 2;
    ground->body_points = 1;
    ground->wind_mps[0] = -3;
    ground->wind_mps[1] = 2;
    return 1;
}

static kamm_cars *create_cars(kamm_rung rung)
{
    const kamm_model *models[CARS];
    kamm_error error;
    for (int car = 0; car < CARS; ++car) {
        static const enum parts parts[] = {PLAIN_CAR, HEAVY_PARTS, CAR_PARTS};
        kamm_vehicle_def def = vary_car(parts[car % 3]);
        models[car] = kamm_create_model(&def, rung, &error);
        if (!models[car]) return fprintf(stderr, "car %d: %s\n", car, error.text), NULL;
    }
    return kamm_create_mixed_cars(models, CARS, &error);
}

static void place_cars(kamm_cars *cars, const struct grounds *grounds)
{
    for (int car = 0; car < CARS; ++car) {
        kamm_placement placement = {{0, 0, 0}, {1, 0, 0, 0}, 0, 1, {0}};
        if (car % 4 == 3) placement.position_m[2] = 0.25;
        if (car % 4 == 1 || car % 4 == 2)
            placement = kamm_placement_on(&grounds->plane[car % 4], 0, 0, 0);
        placement.speed_mps = between(0, 30);
        kamm_place(cars, car, &placement);
        kamm_inputs(cars)[car].low_range = (float)(car % 2);
    }
}

static void vary_input(kamm_input *input, int obeys_commands)
{
    if (one_of(8) == 0) input->steering_wheel_rad = (float)between(-4, 4);
    if (one_of(8) == 0) input->throttle = (float)between(0, 1);
    if (one_of(12) == 0) input->brake = one_of(3) ? 0 : (float)between(0, 1);
    if (one_of(60) == 0) input->hand_brake = (float)one_of(2);
    if (one_of(60) == 0) input->clutch = (float)one_of(2) / 2;
    if (one_of(60) == 0) input->command = (float)one_of(2);
    if (one_of(8) == 0) input->road_wheel_rate_radps = (float)between(-0.5, 0.5);
    if (one_of(8) == 0) input->acceleration_mps2 = (float)between(-6, 4);
    if (!obeys_commands) input->acceleration_mps2 = 0; /* which would be a fault */
    if (one_of(60) == 0) input->gear = one_of(4) ? KAMM_GEAR_DRIVE : (float)(one_of(5) - 1);
}

static void destroy_all(kamm_cars *cars)
{
    const kamm_model *models[CARS];
    for (int car = 0; car < CARS; ++car) models[car] = kamm_model_of(cars, car);
    kamm_destroy_cars(cars);
    for (int car = 0; car < CARS; ++car) kamm_destroy_model((kamm_model *)models[car]);
}

/* 0: could not be run. */
static uint64_t hash_of_scenario(int scene, int seconds)
{
    static struct grounds grounds;
    kamm_ground ground;
    if (scene == WORLD) return hash_of_world();
    if (scene == COMBINATIONS) return hash_of_combinations();
    if (scene == TWO_WHEELERS) return hash_of_two_wheelers();
    set_random_state(20240229);
    if (!make_grounds(&grounds, &ground)) return 0;
    kamm_cars *cars = create_cars((kamm_rung)scene);
    if (!cars) return kamm_destroy_terrain(grounds.terrain), 0;
    place_cars(cars, &grounds);
    int obeys = kamm_describe(kamm_model_of(cars, 0)).takes_commands;
    for (int frame = 0; frame < seconds * FRAMES_PER_SECOND; ++frame) {
        for (int car = 0; car < CARS; ++car) vary_input(&kamm_inputs(cars)[car], obeys);
        kamm_step(cars, &ground, FRAME_SUBSTEPS);
    }
    uint64_t hash = kamm_state_hash(cars);
    int faults = 0;
    for (int car = 0; car < CARS; ++car) faults += kamm_fault(cars, car) != 0;
    if (faults) fprintf(stderr, "%d cars are at fault\n", faults);
    destroy_all(cars);
    kamm_destroy_terrain(grounds.terrain);
    return hash;
}

/* State hash after so many simulated seconds. */
static const struct {
    int scene;
    int seconds;
    uint64_t hash;
} expected_hashes[] = {
#include "constants.inc"
};

static uint64_t expected_hash(int scene, int seconds)
{
    for (size_t i = 0; i < sizeof expected_hashes / sizeof *expected_hashes; ++i)
        if (expected_hashes[i].scene == scene && expected_hashes[i].seconds == seconds)
            return expected_hashes[i].hash;
    return 0;
}

static const int widths[] = {1, 4, 8, 16};

/* What the command line asks for; 0: all. */
struct options {
    int width, scene, seconds, print;
};

/* What a rung drives unless less is asked for: the cheap ones less, as all five have to run in about
 * the time that one took. */
static int longest(int scene)
{
    return scene == WORLD ? 1 : scene > KAMM_FULL ? 3 : scene == KAMM_FULL ? 20 : 4;
}

static int is_rung(int scene) { return scene != WORLD && scene <= KAMM_FULL; }

static const char *name_of(int scene)
{
    return scene == WORLD          ? "world"
           : scene == COMBINATIONS ? "combinations"
           : scene == TWO_WHEELERS ? "two-wheelers"
                                   : kamm_describe_rung((kamm_rung)scene)->name;
}

static int wanted(int option, int value) { return !option || option == value; }

/* 0 if a hash is not the constant; counts those that were tried. */
static int check_scene(int scene, const struct options *options, int *tried)
{
    int all_fit = 1;
    int seconds = options->seconds && is_rung(scene) ? options->seconds : longest(scene);
    uint64_t expected = expected_hash(scene, seconds);
    for (int i = 0; i < 4; ++i) {
        if (!wanted(options->width, widths[i])) continue;
        if (kamm_set_width(widths[i], NULL) != KAMM_OK) continue;
        uint64_t hash = hash_of_scenario(scene, seconds);
        int fits = expected && hash == expected;
        printf("%-12s width %2d, %2d s: %016llx%s\n", name_of(scene), widths[i], seconds,
               (unsigned long long)hash,
               fits       ? ""
               : expected ? "  WRONG"
                          : "  (no constant for this duration)");
        fflush(stdout);
        all_fit &= fits;
        ++*tried;
    }
    return all_fit;
}

/* A line of expected_hashes; 0 if the widths do not agree. */
static int print_constant(int scene, int seconds)
{
    static const char *const names[] = {
        "0",         "KAMM_KINEMATIC", "KAMM_RIGID2D", "KAMM_SINGLE_TRACK", "KAMM_DOUBLE_TRACK",
        "KAMM_FULL", "KAMM_FULL + 1",  "KAMM_FULL + 2"};
    uint64_t first = 0;
    for (int i = 0; i < 4; ++i) {
        if (kamm_set_width(widths[i], NULL) != KAMM_OK) continue;
        uint64_t hash = hash_of_scenario(scene, seconds);
        if (!first) first = hash;
        if (!hash || hash != first)
            return fprintf(stderr, "%s, %d s: width %d differs\n", name_of(scene), seconds,
                           widths[i]),
                   0;
    }
    printf("    {%s, %d, 0x%016llxu},\n", names[scene], seconds, (unsigned long long)first);
    fflush(stdout);
    return 1;
}

static int print_constants(const struct options *options)
{
    for (int scene = 0; scene < SCENES; ++scene) {
        if (!wanted(options->scene, scene)) continue;
        if (is_rung(scene) && !print_constant(scene, 2)) return 1;
        if (!print_constant(scene, longest(scene))) return 1;
    }
    return 0;
}

static int fail_usage(void)
{
    fprintf(
        stderr,
        "usage: kamm_hash [--rung NAME] [--width 1|4|8|16] [--seconds 2]\n"
        "       kamm_hash --print yes [--rung NAME]\n"
        "Prints the scenario's hash on one rung or all, at one width or all; fails unless it\n"
        "is the constant. Drives 20 s on full, 4 s on the others, or the seconds given; and\n"
        "if no rung is named, a crash of all of them in a world, combinations and two-wheelers.\n"
        "--print yes: the lines of test/hash/constants.inc; fails unless all widths agree.\n");
    return 2;
}

static int read_options(int argc, char **argv, struct options *options)
{
    for (int i = 1; i < argc; i += 2) {
        if (i + 1 == argc) return 0;
        const kamm_rung_info *rung = kamm_find_rung(argv[i + 1]);
        if (!strcmp(argv[i], "--width"))
            options->width = atoi(argv[i + 1]);
        else if (!strcmp(argv[i], "--seconds"))
            options->seconds = atoi(argv[i + 1]);
        else if (!strcmp(argv[i], "--rung") && rung)
            options->scene = (int)rung->rung;
        else if (!strcmp(argv[i], "--print"))
            options->print = 1;
        else
            return 0;
    }
    return 1;
}

int main(int argc, char **argv)
{
    struct options options = {0};
    int all_fit = 1, tried = 0;
    if (!read_options(argc, argv, &options)) return fail_usage();
    if (options.print) return print_constants(&options);
    for (int scene = 0; scene < SCENES; ++scene)
        if (wanted(options.scene, scene)) all_fit &= check_scene(scene, &options, &tried);
    if (!tried)
        return fprintf(stderr, "width %d: not built in, or this machine lacks it\n", options.width),
               2;
    return all_fit ? 0 : 1;
}
