/* The C side of the TypeScript face: worlds and drivers. */
#include "face_world.h"

#include <stdlib.h>
#include <string.h>

EXPORT(face_destroy_world) void face_destroy_world(struct face_world *world)
{
    kamm_destroy_world(world->world);
    kamm_destroy_world_file(&world->file);
    free(world);
}

kamm_result face_finish_world(struct face_world *world)
{
    world->override.ground = world->file.def.ground;
    world->file.def.ground = kamm_surface_override_ground(&world->override);
    world->world = kamm_create_world(&world->file.def, &face_error);
    return world->world ? KAMM_OK : face_error.code;
}

EXPORT(face_create_world) struct face_world *face_create_world(const char *path)
{
    struct face_world *world = face_new(sizeof *world);
    memset(&face_notes, 0, sizeof face_notes);
    if (!world) return NULL;
    if (!kamm_load_world(path, &world->file, &face_notes, &face_error) && !face_finish_world(world))
        return world;
    face_destroy_world(world);
    return NULL;
}

EXPORT(face_world_of) kamm_world *face_world_of(const struct face_world *world)
{
    return world->world;
}

/* NULL: as the file has it. */
EXPORT(face_set_surface)
void face_set_surface(struct face_world *world, const kamm_surface *surface)
{
    if (surface) world->surface = *surface;
    world->override.surface = surface ? &world->surface : NULL;
}

EXPORT(face_set_wind) int face_set_wind(struct face_world *world, float x, float y, float z)
{
    kamm_ground ground = *kamm_world_ground(world->world);
    ground.wind_mps[0] = x, ground.wind_mps[1] = y, ground.wind_mps[2] = z;
    return kamm_set_world_ground(world->world, &ground, &face_error);
}

EXPORT(face_add_cars) int face_add_cars(kamm_world *world, kamm_cars *cars)
{
    return kamm_add_cars(world, cars, &face_error);
}

/* Cars, or combinations, leave. */
EXPORT(face_leave) int face_leave(kamm_world *world, void *member, int is_combination)
{
    return is_combination ? kamm_remove_combinations(world, member, &face_error)
                          : kamm_remove_cars(world, member, &face_error);
}

/* Others take their place. */
EXPORT(face_exchange)
int face_exchange(kamm_world *world, void *member, int is_combination, void *by, int by_combination)
{
    if (is_combination)
        return by_combination ? kamm_replace_combinations(world, member, by, &face_error)
                              : kamm_replace_combinations_by_cars(world, member, by, &face_error);
    return by_combination ? kamm_replace_cars_by_combinations(world, member, by, &face_error)
                          : kamm_replace_cars(world, member, by, &face_error);
}

/* The new body's index; -1: it does not fit. */
EXPORT(face_add_body) int face_add_body(kamm_world *world, const kamm_body_def *def)
{
    kamm_body body;
    return kamm_add_body(world, def, &body, &face_error) == KAMM_OK ? body.index : -1;
}

EXPORT(face_body_generation) uint32_t face_body_generation(const kamm_world *world, int index)
{
    return kamm_body_at(world, index).generation;
}

EXPORT(face_has_body) int face_has_body(const kamm_world *world, int index, uint32_t generation)
{
    return kamm_has_body(world, (kamm_body){index, generation});
}

EXPORT(face_remove_body) int face_remove_body(kamm_world *world, int index, uint32_t generation)
{
    return kamm_remove_body(world, (kamm_body){index, generation}, &face_error);
}

EXPORT(face_read_body_motion)
int face_read_body_motion(const kamm_world *world, int index, uint32_t generation,
                          kamm_body_motion *motion)
{
    return kamm_read_body_motion(world, (kamm_body){index, generation}, motion, &face_error);
}

EXPORT(face_set_body_motion)
int face_set_body_motion(kamm_world *world, int index, uint32_t generation,
                         const kamm_body_motion *motion)
{
    return kamm_set_body_motion(world, (kamm_body){index, generation}, motion, &face_error);
}

EXPORT(face_move_body_to)
int face_move_body_to(kamm_world *world, int index, uint32_t generation, const double *position_m,
                      const double *orientation, int substeps)
{
    const kamm_body body = {index, generation};
    return kamm_move_body_to(world, body, position_m, orientation, substeps, &face_error);
}

EXPORT(face_restore_world)
int face_restore_world(kamm_world *world, const void *snapshot, size_t size)
{
    return kamm_restore_world_snapshot(world, snapshot, size, &face_error);
}

EXPORT(face_placement_in_world)
void face_placement_in_world(const kamm_world *world, const kamm_model *model, double x_m,
                             double y_m, double yaw_rad, double below_m, kamm_placement *placement)
{
    *placement = kamm_placement_in_world_below(world, model, x_m, y_m, yaw_rad, below_m);
}

EXPORT(face_terrain_at)
void face_terrain_at(const kamm_terrain *terrain, double x_m, double y_m, double z_m,
                     kamm_terrain_point *point)
{
    *point = kamm_terrain_at(terrain, x_m, y_m, z_m);
}

/* Heights and surfaces of a grid's points, row by row. */
EXPORT(face_sample)
void face_sample(const kamm_terrain *terrain, double from_x_m, double from_y_m, double cell_m,
                 int columns, int rows, float *heights_m, uint8_t *surfaces)
{
    for (int i = 0; i < columns * rows; ++i) {
        double x = from_x_m + i % columns * cell_m, y = from_y_m + i / columns * cell_m;
        kamm_terrain_point point = kamm_terrain_at(terrain, x, y, 1e5);
        heights_m[i] = (float)point.height_m;
        surfaces[i] = (uint8_t)point.surface;
    }
}

/* A driver with the line and the plan that it alone uses. */
struct face_driver {
    kamm_driver driver;
    kamm_line *line;
    kamm_plan *plan;
};

EXPORT(face_destroy_driver) void face_destroy_driver(struct face_driver *driver)
{
    kamm_destroy_plan(driver->plan);
    kamm_destroy_line(driver->line);
    free(driver);
}

/* Creates a driver for the slopes, banks and crests of the world's terrain. */
EXPORT(face_create_driver)
struct face_driver *face_create_driver(const struct face_world *world, const kamm_path *path,
                                       const kamm_model *model, double grip, double station_m)
{
    struct face_driver *driver = face_new(sizeof *driver);
    if (!driver) return NULL;
    driver->line = kamm_create_line_on(path, &world->override.ground, &face_error);
    if (driver->line) driver->plan = kamm_create_plan(driver->line, model, grip, &face_error);
    if (driver->plan) {
        driver->driver = kamm_driver_on(driver->plan, station_m);
        return driver;
    }
    face_destroy_driver(driver);
    return NULL;
}

EXPORT(face_driver_length) double face_driver_length(const struct face_driver *driver)
{
    return kamm_line_length_m(driver->line);
}

EXPORT(face_driver_time) double face_driver_time(const struct face_driver *driver)
{
    return kamm_planned_time_s(driver->plan);
}

/* A point of the line. The answer: how fast the plan is there. */
EXPORT(face_driver_at)
double face_driver_at(const struct face_driver *driver, double station_m, kamm_line_point *point)
{
    *point = kamm_line_at(driver->line, station_m);
    return kamm_planned_speed_mps(driver->plan, station_m);
}

EXPORT(face_driver_start)
void face_driver_start(const struct face_driver *driver, kamm_placement *placement)
{
    *placement = kamm_driver_start(&driver->driver);
}

/* Puts the driver where its car is. */
EXPORT(face_find_driver)
void face_find_driver(struct face_driver *driver, double x_m, double y_m)
{
    driver->driver.station_m =
        kamm_line_station_m(driver->line, x_m, y_m, -1, &driver->driver.left_m);
}
