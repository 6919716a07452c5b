/* Readers of worlds, surfaces and pictures, and the lines of drivers. */
#include "bytes.h"
#include "fuzz.h"
#include "scenes.h"

#include <kamm/io/world_file.h>
#include <kamm/world_query.h>

#include <png.h>
#include <stdio.h>
#include <stdlib.h>

static kamm_model *micra(void)
{
    static kamm_model *model;
    if (!model) model = kamm_load_model("nissan-micra", KAMM_FULL, NULL);
    hold(model);
    return model;
}

static kamm_model *motorcycle(void)
{
    static kamm_model *model;
    if (!model) model = kamm_load_model(TWO_WHEELER, KAMM_FULL, NULL);
    hold(model);
    return model;
}

/* A car on it for some steps, and a ray through it. */
static void use_world(const kamm_world_file *file)
{
    kamm_error error = {0};
    kamm_world *world = kamm_create_world(&file->def, &error);
    if (!world) {
        hold_refusal(error.code, &error);
        return;
    }
    kamm_cars *cars = kamm_create_cars(micra(), 1, &error);
    double x = file->start_count ? file->starts[0].x_m : 0,
           y = file->start_count ? file->starts[0].y_m : 0;
    kamm_placement place = kamm_placement_in_world(world, micra(), x, y, 0);
    kamm_place(cars, 0, &place);
    hold_refusal(kamm_add_cars(world, cars, &error), &error);
    kamm_step_world(world, 12);
    hold_finite(cars);
    kamm_hit hit;
    kamm_cast_ray(world, (double[3]){x, y, 100}, (double[3]){x + 1, y, -100}, NULL, &hit);
    kamm_destroy_cars(cars);
    kamm_destroy_world(world);
}

static void read_world(const char *path)
{
    kamm_world_file file = {0};
    kamm_notes notes = {0};
    kamm_error error = {0};
    kamm_is_world_file(path);
    kamm_result result = kamm_load_world(path, &file, &notes, &error);
    hold_refusal(result, &error);
    if (result) return;
    use_world(&file);
    for (int i = 0; i < file.path_count; ++i) {
        kamm_line *line = kamm_create_line_on(&file.paths[i], &file.def.ground, &error);
        if (!line) hold_refusal(error.code, &error);
        kamm_destroy_line(line);
    }
    kamm_destroy_world_file(&file);
}

void fuzz_world(const uint8_t *data, size_t size)
{
    read_world(fuzz_file("world.json", data, size));
}

/* One that has a little of each kind, as the shipped one has heights of a million points. */
static const char small_world[] =
    "{\"name\":\"Small\",\"default_surface\":\"grass\",\"rough\":true,\"roughness_seed\":3,\"terrain\":["
    "{\"kind\":\"plane\",\"height_m\":0.5,\"slope\":[0.01,0]},"
    "{\"kind\":\"mesh\",\"surface\":\"dry_asphalt\",\"vertices_m\":[[0,0,1],[9,0,1],[0,9,2]],\"triangles\":[[0,1,2]]}],"
    "\"paint\":{\"cell_m\":1,\"from_m\":[-9,-9],\"to_m\":[9,9],\"regions\":["
    "{\"surface\":\"snow\",\"polygon_m\":[[0,0],[5,0],[5,5]]},{\"surface\":\"ice\",\"centre_m\":[0,0],\"radius_m\":3},"
    "{\"surface\":\"sand\",\"from_m\":[-5,-5],\"to_m\":[0,0]},{\"surface\":\"wet_asphalt\",\"path\":\"lap\",\"width_m\":4}]},"
    "\"bodies\":[{\"type\":\"kinematic\",\"centre_m\":[9,0,1],\"size_m\":[1,1,1],\"yaw_deg\":20,\"is_driven_on\":true},"
    "{\"type\":\"static\",\"at_m\":[[7,3]],\"size_m\":[1,1,2],\"shape\":{\"kind\":\"capsule\"}},"
    "{\"type\":\"static\",\"shape\":{\"kind\":\"hull\",\"points_m\":[[0,0,0],[1,0,0],[0,1,0],[0,0,1]]},\"position_m\":[4,4,2]},"
    "{\"type\":\"static\",\"shape\":{\"kind\":\"mesh\",\"points_m\":[[0,0,0],[1,0,0],[0,1,0]],\"triangles\":[[0,1,2]]},"
    "\"sensor\":true},{\"wall_m\":[[20,0],[20,5],[15,9]],\"height_m\":1,\"thickness_m\":0.3},"
    "{\"cone_height_m\":0.5,\"at_m\":[[3,1]]},{\"type\":\"dynamic\",\"at_m\":[[3,3]],\"size_m\":[1,1,1],\"mass_kg\":50}],"
    "\"paths\":[{\"name\":\"lap\",\"closed\":true,\"width_m\":6,\"points_m\":[[0,0],[20,0],[20,20],[0,20]]}],"
    "\"starts\":[{\"name\":\"grid\",\"at_m\":[1,0],\"yaw_deg\":10}],"
    "\"wind_mps\":[3,1,0],\"gusts\":[{\"velocity_mps\":[0,8,0],\"start_s\":1,\"end_s\":2,\"edge_s\":0.5}],"
    "\"turbulence\":{\"deviation_mps\":2},\"cars_are_driven_on\":true}\n";

void seeds_world(fuzz_take *take, void *user)
{
    take("small.json", small_world, sizeof small_world - 1, user);
    fuzz_take_data("worlds", ".json", 1 << 16, take, user);
}

void fuzz_surfaces(const uint8_t *data, size_t size)
{
    static kamm_surface_set set;
    kamm_notes notes = {0};
    kamm_error error = {0};
    kamm_result result =
        kamm_load_surfaces(fuzz_file("surfaces.json", data, size), &set, &notes, &error);
    hold_refusal(result, &error);
    for (int i = 0; !result && i < set.count; ++i) {
        hold(kamm_surface_named(&set, set.surfaces[i].name));
        kamm_ground ground = kamm_surface_ground(&set.surfaces[i]);
        kamm_cars *cars = kamm_create_cars(micra(), 1, &error);
        const kamm_placement place = {.speed_mps = 10, .gear = KAMM_GEAR_DRIVE};
        kamm_place(cars, 0, &place);
        kamm_step(cars, &ground, 4);
        hold_finite(cars);
        kamm_destroy_cars(cars);
    }
}

void seeds_surfaces(fuzz_take *take, void *user)
{
    fuzz_take_data(".", "surfaces.json", 1 << 16, take, user);
}

/* As heights first, then as paint. */
void fuzz_height_png(const uint8_t *data, size_t size)
{
    static const char heights[] =
        "{\"terrain\":[{\"kind\":\"heights\",\"file\":\"picture.png\",\"cell_m\":2,"
        "\"min_height_m\":-1,\"max_height_m\":3}]}";
    static const char paint[] =
        "{\"terrain\":[{\"kind\":\"plane\"}],\"paint\":{\"cell_m\":1,\"from_m\":[0,0],\"to_m\":[4,4],"
        "\"file\":\"picture.png\",\"colours\":[\"grass\",\"ice\",\"sand\"]}}";
    fuzz_file("picture.png", data, size);
    read_world(fuzz_file("heights.json", heights, sizeof heights - 1));
    read_world(fuzz_file("paint.json", paint, sizeof paint - 1));
}

struct picture {
    unsigned char bytes[4096];
    size_t size;
};

static void add_bytes(png_structp png, png_bytep bytes, png_size_t size)
{
    struct picture *to = png_get_io_ptr(png);
    hold(to->size + size <= sizeof to->bytes);
    memcpy(to->bytes + to->size, bytes, size);
    to->size += size;
}

static void flush_nothing(png_structp png) { (void)png; }

/* 4 by 4 grey pixels. */
static struct picture make_picture(int bits, int interlace)
{
    struct picture made = {.size = 0};
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
    png_infop info = png_create_info_struct(png);
    png_set_write_fn(png, &made, add_bytes, flush_nothing);
    png_set_IHDR(png, info, 4, 4, bits, PNG_COLOR_TYPE_GRAY, interlace,
                 PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    unsigned char rows[4][8] = {{0, 1, 2, 1, 0, 1, 2, 2}, {1, 1}, {2, 0, 2}, {0}};
    png_bytep pointers[4] = {rows[0], rows[1], rows[2], rows[3]};
    png_write_info(png, info);
    png_write_image(png, pointers);
    png_write_end(png, NULL);
    png_destroy_write_struct(&png, &info);
    return made;
}

void seeds_height_png(fuzz_take *take, void *user)
{
    for (int i = 0; i < 4; ++i) {
        struct picture made =
            make_picture(i & 1 ? 16 : 8, i & 2 ? PNG_INTERLACE_ADAM7 : PNG_INTERLACE_NONE);
        char name[32];
        snprintf(name, sizeof name, "%d.png", i);
        take(name, made.bytes, made.size, user);
    }
}

void fuzz_height_raw(const uint8_t *data, size_t size)
{
    static const char heights[] =
        "{\"terrain\":[{\"kind\":\"heights\",\"file\":\"heights.raw\",\"cell_m\":2,"
        "\"columns\":3,\"rows\":2}]}";
    fuzz_file("heights.raw", data, size);
    read_world(fuzz_file("raw.json", heights, sizeof heights - 1));
}

void seeds_height_raw(fuzz_take *take, void *user)
{
    static const unsigned char bytes[24] = {0, 0, 0x80, 0x3f, 0, 0, 0, 0x40};
    take("heights.raw", bytes, sizeof bytes, user);
}

/* Points, and on demand sides, heights and banks; then a plan, and a car or a motorcycle along it for a moment. */
static void drive_line(const kamm_line *line, kamm_model *model, struct bytes *from)
{
    kamm_error error = {0};
    kamm_plan *plan = kamm_create_plan(line, model, take_byte(from) / 100.0, &error);
    if (!plan) {
        hold_refusal(error.code, &error);
        return;
    }
    hold(kamm_planned_time_s(plan) >= 0);
    hold(isfinite(kamm_planned_speed_mps(plan, take_number(from))));
    kamm_driver driver = kamm_driver_on(plan, take_number(from));
    kamm_placement place = kamm_driver_start(&driver);
    kamm_cars *cars = kamm_create_cars(model, 1, &error);
    kamm_place(cars, 0, &place);
    for (int i = 0; i < 3; ++i) {
        kamm_drive_path(&driver, cars, 0, 0.0125);
        kamm_step(cars, &kamm_flat_ground, 3);
    }
    hold_finite(cars);
    kamm_destroy_cars(cars);
    kamm_destroy_plan(plan);
}

void fuzz_path(const uint8_t *data, size_t size)
{
    enum { MOST = 64 };
    struct bytes from = {data, size};
    double points[MOST][2], sides[MOST][2], heights[MOST], banks[MOST], left;
    unsigned has = take_byte(&from);
    kamm_path path = {.name = "any",
                      .count = take_below(&from, MOST + 1),
                      .points_m = points,
                      .width_m = take_number(&from),
                      .closed = has & 1};
    take_numbers(&from, points[0], 2 * path.count);
    if (has & 2) take_numbers(&from, (path.sides_m = sides)[0], 2 * path.count);
    if (has & 4) take_numbers(&from, path.heights_m = heights, path.count);
    if (has & 8) take_numbers(&from, path.banks_rad = banks, path.count);
    for (int i = 0; i < path.count && has & 16; ++i)
        points[i][0] = 20 * cos(0.3 * i), points[i][1] = 20 * sin(0.3 * i);
    kamm_error error = {0};
    kamm_line *line = kamm_create_line(&path, &error);
    if (!line) {
        hold_refusal(error.code, &error);
        return;
    }
    kamm_line_point at = kamm_line_at(line, take_number(&from));
    hold(isfinite(at.x_m + at.y_m + at.heading_rad + at.curvature_per_m + at.z_m + at.slope_rad +
                  at.bank_rad));
    hold(isfinite(kamm_line_station_m(line, take_number(&from), take_number(&from),
                                      take_number(&from), &left)));
    drive_line(line, has & 32 ? motorcycle() : micra(), &from);
    kamm_destroy_line(line);
}

void seeds_path(fuzz_take *take, void *user)
{
    static const unsigned char open[] = {0, 4, 4, 0, 0, 5, 0, 5, 5, 11, 5, 80},
                               round[] = {31, 21, 4}, ridden[] = {63, 21, 4};
    take("open", open, sizeof open, user);
    take("round", round, sizeof round, user);
    take("ridden", ridden, sizeof ridden, user);
}
