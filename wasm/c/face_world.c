/* The C side of the TypeScript face: worlds and drivers. */
#include "face.h"

#include <stdlib.h>
#include <string.h>

EXPORT(face_read_world) kamm_world_file *face_read_world(const char *path)
{
    kamm_world_file *file = face_new(sizeof *file);
    memset(&face_notes, 0, sizeof face_notes);
    if (!file || !kamm_read_world(path, file, &face_notes, &face_error)) return file;
    free(file);
    return NULL;
}

EXPORT(face_free_world_file) void face_free_world_file(kamm_world_file *file)
{
    kamm_free_world_file(file);
    free(file);
}

EXPORT(face_create_world) kamm_world *face_create_world(const kamm_world_file *file)
{
    return kamm_create_world(&file->def, &face_error);
}

EXPORT(face_add_cars) int face_add_cars(kamm_world *world, kamm_cars *cars)
{
    return kamm_add_cars(world, cars, &face_error);
}

EXPORT(face_restore_world)
int face_restore_world(kamm_world *world, const void *snapshot, size_t size)
{
    return kamm_restore_world(world, snapshot, size, &face_error);
}

EXPORT(face_placement_in_world)
void face_placement_in_world(const kamm_world *world, const kamm_model *model, double x_m,
                             double y_m, double yaw_rad, kamm_placement *placement)
{
    *placement = kamm_placement_in_world(world, model, x_m, y_m, yaw_rad);
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

EXPORT(face_create_driver)
struct face_driver *face_create_driver(const kamm_path *path, const kamm_model *model, double grip,
                                       double station_m)
{
    struct face_driver *driver = face_new(sizeof *driver);
    if (!driver) return NULL;
    driver->line = kamm_create_line(path, &face_error);
    if (driver->line) driver->plan = kamm_create_plan(driver->line, model, grip, &face_error);
    if (driver->plan) {
        driver->driver = kamm_seat_driver(driver->plan, station_m);
        return driver;
    }
    face_destroy_driver(driver);
    return NULL;
}

EXPORT(face_driver_length) double face_driver_length(const struct face_driver *driver)
{
    return kamm_line_length_m(driver->line);
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
