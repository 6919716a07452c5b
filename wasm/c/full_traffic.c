/* The C side of kamm/full: traffic on one path. */
#include "face_world.h"

#include <kamm/traffic.h>
#include <stdlib.h>

/* Drivers of cars of a model use one plan. */
struct planned {
    const kamm_model *model;
    kamm_plan *plan;
    struct planned *next;
};

struct face_traffic {
    kamm_traffic_driver *drivers; /* first: TypeScript reads it */
    int count, room;
    kamm_line *line;
    struct planned *plans;
    double grip;
};

EXPORT(face_destroy_traffic) void face_destroy_traffic(struct face_traffic *traffic)
{
    while (traffic->plans) {
        struct planned *next = traffic->plans->next;
        kamm_destroy_plan(traffic->plans->plan);
        free(traffic->plans);
        traffic->plans = next;
    }
    kamm_destroy_line(traffic->line);
    free(traffic->drivers);
    free(traffic);
}

/* On the world's ground. */
EXPORT(face_create_traffic)
struct face_traffic *face_create_traffic(const struct face_world *world, const kamm_path *path,
                                         double grip)
{
    struct face_traffic *traffic = face_new(sizeof *traffic);
    if (!traffic) return NULL;
    traffic->grip = grip;
    traffic->line = kamm_create_line_on(path, &world->override.ground, &face_error);
    if (traffic->line) return traffic;
    free(traffic);
    return NULL;
}

EXPORT(face_traffic_length) double face_traffic_length(const struct face_traffic *traffic)
{
    return kamm_line_length_m(traffic->line);
}

static const kamm_plan *plan_of(struct face_traffic *traffic, const kamm_model *model)
{
    for (struct planned *at = traffic->plans; at; at = at->next)
        if (at->model == model) return at->plan;
    struct planned *new = face_new(sizeof *new);
    if (!new) return NULL;
    new->model = model;
    new->plan = kamm_create_plan(traffic->line, model, traffic->grip, &face_error);
    if (!new->plan) {
        free(new);
        return NULL;
    }
    new->next = traffic->plans;
    traffic->plans = new;
    return new->plan;
}

/* The next driver; NULL: no memory. */
static kamm_traffic_driver *next_driver(struct face_traffic *traffic)
{
    if (traffic->count == traffic->room) {
        int room = 2 * traffic->room + 8;
        kamm_traffic_driver *drivers = face_new((size_t)room * sizeof *drivers);
        if (!drivers) return NULL;
        for (int i = 0; i < traffic->count; ++i) drivers[i] = traffic->drivers[i];
        free(traffic->drivers);
        traffic->drivers = drivers, traffic->room = room;
    }
    return &traffic->drivers[traffic->count];
}

/* The new driver's number; -1: it failed. */
EXPORT(face_add_traffic_driver)
int face_add_traffic_driver(struct face_traffic *traffic, const kamm_model *model, kamm_cars *cars,
                            int car, int races, uint32_t seed)
{
    const kamm_traffic_style style = races ? kamm_racing_style() : kamm_default_traffic_style();
    const kamm_plan *plan = plan_of(traffic, model);
    kamm_traffic_driver *driver = plan ? next_driver(traffic) : NULL;
    if (!driver) return -1;
    kamm_start_traffic_driver(driver, plan, cars, car, &style, seed);
    return traffic->count++;
}

/* `numbers`: those of kamm_traffic_body. Any plan has the line; the first driver's is taken. */
EXPORT(face_add_traffic_obstacle)
int face_add_traffic_obstacle(struct face_traffic *traffic, const kamm_model *model,
                              const kamm_traffic_body *body)
{
    const kamm_plan *plan = traffic->plans ? traffic->plans->plan : plan_of(traffic, model);
    kamm_traffic_driver *driver = plan ? next_driver(traffic) : NULL;
    if (!driver) return -1;
    kamm_start_traffic_obstacle(driver, plan, body);
    return traffic->count++;
}

/* Another style as a whole. */
EXPORT(face_set_traffic_style)
void face_set_traffic_style(struct face_traffic *traffic, int driver, int races)
{
    traffic->drivers[driver].style = races ? kamm_racing_style() : kamm_default_traffic_style();
}

/* Speed below 0: the planned one. */
EXPORT(face_place_traffic_driver)
int face_place_traffic_driver(struct face_traffic *traffic, int driver, double station_m,
                              double left_m, double speed_mps)
{
    kamm_traffic_driver *at = &traffic->drivers[driver];
    kamm_driver start = kamm_driver_on(at->driver.plan, station_m);
    start.aim_left_m = left_m;
    kamm_placement placement = kamm_driver_start(&start);
    if (speed_mps >= 0) placement.speed_mps = speed_mps;
    kamm_result result = kamm_check_placement(at->cars, at->car, &placement, &face_error);
    if (result != KAMM_OK) return result;
    at->driver = start;
    at->state = (kamm_traffic_state){0};
    kamm_place(at->cars, at->car, &placement);
    return KAMM_OK;
}

/* `numbers`: station, row, columns. */
EXPORT(face_place_on_grid)
int face_place_on_grid(struct face_traffic *traffic, int driver, int place, const double *numbers,
                       int right_first)
{
    const kamm_traffic_grid grid = {numbers[0], numbers[1], numbers[2], right_first};
    kamm_traffic_driver *at = &traffic->drivers[driver];
    kamm_model_info info = kamm_describe(kamm_model_of(at->cars, at->car));
    double back_m = info.cg_behind_front_axle_m + info.front_overhang_m + grid.row_m * place / 2;
    if (!kamm_line_is_closed(traffic->line) && back_m > grid.station_m)
        return face_fail(KAMM_ERROR_RANGE, "the grid would begin before the open path");
    const kamm_placement start = kamm_grid_start(at, place, &grid);
    kamm_place(at->cars, at->car, &start);
    return KAMM_OK;
}

EXPORT(face_drive_traffic)
void face_drive_traffic(struct face_traffic *traffic, double interval_s)
{
    kamm_drive_traffic(traffic->drivers, traffic->count, interval_s);
}

EXPORT(face_place_back) int face_place_back(struct face_traffic *traffic, int driver)
{
    return kamm_place_back(traffic->drivers, traffic->count, driver);
}

EXPORT(face_traffic_snapshot_size)
size_t face_traffic_snapshot_size(const struct face_traffic *traffic)
{
    return (size_t)traffic->count * sizeof *traffic->drivers;
}

/* All drivers, without addresses. */
EXPORT(face_save_traffic)
void face_save_traffic(const struct face_traffic *traffic, kamm_traffic_driver *to)
{
    for (int i = 0; i < traffic->count; ++i) {
        to[i] = traffic->drivers[i];
        to[i].driver.plan = NULL, to[i].cars = NULL;
    }
}

/* Times count reactions; all else is read within its range. */
static int are_drivers(const struct face_traffic *traffic, const kamm_traffic_driver *from)
{
    for (int i = 0; i < traffic->count; ++i)
        if (!(from[i].state.time_s >= 0 && from[i].state.time_s < 1e9)) return 0;
    return 1;
}

EXPORT(face_restore_traffic)
int face_restore_traffic(struct face_traffic *traffic, const kamm_traffic_driver *from, size_t size)
{
    if (size != face_traffic_snapshot_size(traffic) || !are_drivers(traffic, from))
        return face_fail(KAMM_ERROR_FORMAT, "snapshot: it is none of as many drivers");
    for (int i = 0; i < traffic->count; ++i) {
        kamm_traffic_driver *driver = &traffic->drivers[i], now = *driver;
        *driver = from[i];
        driver->driver.plan = now.driver.plan, driver->cars = now.cars, driver->car = now.car;
    }
    return KAMM_OK;
}
