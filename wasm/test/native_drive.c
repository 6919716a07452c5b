/* A drive whose state hash, natively, drive_in_node.mjs has to reach through the npm package. The files are read
 * and the models compiled on both sides; only inputs that are exact in binary are used. */
#include <kamm/combinations.h>
#include <kamm/io/combination_file.h>
#include <kamm/io/vehicle_file.h>
#include <kamm/io/world_file.h>
#include <kamm/kamm.h>
#include <kamm/traffic.h>
#include <kamm/world_joints.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t drive(const char *vehicle, kamm_rung rung)
{
    kamm_error error;
    kamm_model *model = kamm_load_model(vehicle, rung, &error);
    if (!model) return fprintf(stderr, "%s\n", error.text), 0;
    kamm_cars *cars = kamm_create_cars(model, 3, &error);
    for (int frame = 0; frame < 100; ++frame) {
        for (int car = 0; car < 3; ++car) {
            kamm_input *input = &kamm_inputs(cars)[car];
            input->throttle = frame < 60 ? 1 : 0;
            input->brake = frame < 60 ? 0 : 0.5f;
            input->steering_wheel_rad = (float)(frame % 16 - 8) / 8 * (float)car;
        }
        kamm_step(cars, &kamm_flat_ground, 40);
    }
    uint64_t hash = kamm_state_hash(cars);
    kamm_destroy_cars(cars);
    kamm_destroy_model(model);
    return hash;
}

static uint64_t drive_combination(const char *name, kamm_rung rung)
{
    kamm_error error;
    kamm_combination_file file = {.unit_count = 0};
    kamm_model *models[KAMM_MAX_UNITS];
    if (kamm_load_combination(name, &file, NULL, &error) ||
        kamm_create_unit_models(&file, rung, models, &error))
        return fprintf(stderr, "%s\n", error.text), 0;
    kamm_combinations *combinations =
        kamm_create_combinations((const kamm_model *const *)models, file.unit_count, 2, &error);
    for (int frame = 0; frame < 60; ++frame) {
        for (int i = 0; i < 2; ++i) {
            kamm_input *input = &kamm_inputs(kamm_combination_cars(combinations, 0))[i];
            input->throttle = frame < 40 ? 1 : 0;
            input->brake = frame < 40 ? 0 : 0.5f;
            input->steering_wheel_rad = (float)(frame % 16 - 8) / 8 * (float)i;
        }
        kamm_step_combinations(combinations, &kamm_flat_ground, 40);
    }
    uint64_t hash = kamm_combinations_hash(combinations);
    kamm_destroy_combinations(combinations);
    for (int u = 0; u < file.unit_count; ++u) kamm_destroy_model(models[u]);
    kamm_destroy_combination_file(&file);
    return hash;
}

static void require(kamm_result result, const kamm_error *error)
{
    if (result == KAMM_OK) return;
    fprintf(stderr, "%s\n", error->text);
    exit(1);
}

/* A crate on a rope behind the first of the cars. */
static void tie_crate(kamm_world *world, kamm_cars *cars)
{
    kamm_error error;
    kamm_pose pose;
    kamm_body_def def = {.type = KAMM_BODY_DYNAMIC,
                         .shape_count = 1,
                         .shapes = {{.box = {.half_m = {0.5, 0.5, 0.25}, .orientation = {1}}}},
                         .mass_kg = 200,
                         .orientation = {1},
                         .friction = 0.5f,
                         .restitution = 0.1f};
    kamm_joint_def rope = {.kind = KAMM_JOINT_ROPE,
                           .ends = {{.cars = cars, .point_m = {-1.5, 0, 0.5}}, {.point_m = {0.5}}},
                           .length_m = 6};
    kamm_read_pose(cars, 0, 1, &pose, NULL);
    for (int i = 0; i < 3; ++i) def.position_m[i] = pose.position_m[i] + (i == 1 ? 4 : i == 2);
    require(kamm_add_body(world, &def, &rope.ends[1].body, &error), &error);
    require(kamm_add_joint(world, &rope, NULL, &error), &error);
}

static const kamm_path *find_path(const kamm_world_file *file, const char *name)
{
    for (int i = 0; i < file->path_count; ++i)
        if (!strcmp(file->paths[i].name, name)) return &file->paths[i];
    exit(1);
}

/* What kamm/full has: traffic on the circuit, of which one tows a crate. */
static uint64_t drive_traffic(void)
{
    enum { CARS = 3 };
    kamm_error error;
    kamm_world_file file;
    kamm_traffic_driver drivers[CARS];
    const kamm_traffic_style style = kamm_racing_style();
    const kamm_traffic_grid grid = {.station_m = 60, .row_m = 12};
    require(kamm_load_world("proving-ground", &file, NULL, &error), &error);
    kamm_world *world = kamm_create_world(&file.def, &error);
    kamm_model *model = kamm_load_model("nissan-micra", (kamm_rung)KAMM_RUNG_COUNT, &error);
    kamm_cars *cars = kamm_create_cars(model, CARS, &error);
    require(kamm_add_cars(world, cars, &error), &error);
    kamm_line *line = kamm_create_line_on(find_path(&file, "circuit"), &file.def.ground, &error);
    kamm_plan *plan = kamm_create_plan(line, model, 0.75, &error);
    for (int i = 0; i < CARS; ++i) {
        kamm_start_traffic_driver(&drivers[i], plan, cars, i, &style, (uint32_t)i);
        const kamm_placement start = kamm_grid_start(&drivers[i], i, &grid);
        kamm_place(cars, i, &start);
    }
    tie_crate(world, cars);
    for (int frame = 0; frame < 600; ++frame) {
        kamm_drive_traffic(drivers, CARS, 1.0 / 64);
        kamm_step_world(world, 4);
    }
    uint64_t hash = kamm_world_state_hash(world);
    kamm_destroy_world(world);
    kamm_destroy_plan(plan);
    kamm_destroy_line(line);
    kamm_destroy_cars(cars);
    kamm_destroy_model(model);
    kamm_destroy_world_file(&file);
    return hash;
}

int main(void)
{
    static const char *const vehicles[] = {"nissan-micra", "bmw-m3-e46", "mclaren-mp4-12c",
                                           "toyota-hilux-laden"};
    for (int i = 0; i < 4; ++i)
        for (int rung = 1; rung <= KAMM_RUNG_COUNT; ++rung)
            printf("%s %s %016llx\n", vehicles[i], kamm_describe_rung((kamm_rung)rung)->name,
                   (unsigned long long)drive(vehicles[i], (kamm_rung)rung));
    static const char *const combinations[] = {"volvo-v40-caravan", "tractor-semitrailer-laden",
                                               "articulated-bus"};
    for (int i = 0; i < 3; ++i)
        printf("%s %016llx\n", combinations[i],
               (unsigned long long)drive_combination(combinations[i], (kamm_rung)KAMM_RUNG_COUNT));
    printf("traffic %016llx\n", (unsigned long long)drive_traffic());
    return 0;
}
