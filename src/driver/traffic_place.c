/* Places of drivers on the road: on a starting grid, and back on the road. */
#include "../base/error.h"
#include "../base/float_mode.h"
#include "../run/cars.h"
#include "path_plan.h"
#include "traffic_view.h"

#include <math.h>

kamm_placement kamm_grid_start(kamm_traffic_driver *driver, int place,
                               const kamm_traffic_grid *grid)
{
    KAMM_FLOAT_MODE;
    static const kamm_placement nowhere;
    static const kamm_traffic_grid usual;
    KAMM_REQUIRE(driver && driver->driver.plan && driver->cars && place >= 0, nowhere);
    if (!grid) grid = &usual;
    const kamm_line *line = driver->driver.plan->line;
    const kamm_model_info *info = &kamm_model_of(driver->cars, driver->car)->info;
    double scale_m = line_scale_m(line->width_m),
           row_m = grid->row_m > 0 ? grid->row_m : 16 * scale_m;
    double apart_m = grid->columns_m > 0 ? grid->columns_m : line->width_m / 2;
    double nose_m = info->cg_behind_front_axle_m + info->front_overhang_m;
    double station_m = grid->station_m - nose_m - row_m * place / 2;
    KAMM_REQUIRE(line->closed || station_m >= 0, nowhere);
    int is_right = (place % 2 == 0) == (grid->right_first != 0);
    if (line->closed) station_m -= line->length_m * floor(station_m / line->length_m);
    driver->driver = kamm_driver_on(driver->driver.plan, station_m);
    driver->driver.aim_left_m = is_right ? -apart_m / 2 : apart_m / 2;
    driver->state = (kamm_traffic_state){0};
    kamm_placement start = kamm_driver_start(&driver->driver);
    start.speed_mps = 0;
    return start;
}

static double along_m(const kamm_line *line, double from_m, double to_m)
{
    return line->closed ? remainder(to_m - from_m, line->length_m) : to_m - from_m;
}

/* Whether no other is near that place of the road, nor soon will be. */
static int is_free(const kamm_traffic_driver *drivers, int count, int driver, double station_m,
                   double left_m, double speed_mps)
{
    const double gap_m = 3, aside_m = 1, soon_s = 1, brakes_mps2 = 2;
    const kamm_traffic_driver *own = &drivers[driver];
    const kamm_line *line = own->driver.plan->line;
    const struct traffic_extent there =
        kamm_extent_on_line(kamm_bend_below(line, station_m, own->body.length_m), left_m, 0,
                            own->body.length_m, own->body.width_m);
    for (int i = 0; i < count; ++i) {
        const kamm_traffic_state *other = &drivers[i].state;
        if (i == driver || drivers[i].driver.plan->line != line) continue;
        if (other->side_right_m > there.left_m + aside_m ||
            other->side_left_m < there.right_m - aside_m)
            continue;
        double offset_m = along_m(line, station_m, other->station_m);
        double apart_m = other->half_along_m + there.half_along_m + gap_m;
        double closes_mps = fmax(other->along_mps - speed_mps, 0);
        double needs_m = closes_mps * soon_s + closes_mps * closes_mps / (2 * brakes_mps2);
        if (offset_m < apart_m && offset_m > -apart_m - needs_m) return 0;
    }
    return 1;
}

static void place_at(kamm_traffic_driver *driver, double back_m, double left_m)
{
    const double most_mps = 5;
    const kamm_line *line = driver->driver.plan->line;
    double driven_m = driver->driver.driven_m - back_m,
           station_m = driver->state.station_m - back_m;
    if (line->closed) station_m -= line->length_m * floor(station_m / line->length_m);
    driver->driver = kamm_driver_on(driver->driver.plan, station_m);
    driver->driver.driven_m = driven_m;
    driver->driver.aim_left_m = left_m;
    kamm_placement start = kamm_driver_start(&driver->driver);
    start.speed_mps = fmin(start.speed_mps, most_mps * sqrt(driver->driver.plan->length_scale));
    kamm_place(driver->cars, driver->car, &start);
    driver->state = (kamm_traffic_state){.time_s = driver->state.time_s,
                                         .recoveries = driver->state.recoveries,
                                         .resets = driver->state.resets + 1};
}

int kamm_place_back(kamm_traffic_driver *drivers, int count, int driver)
{
    const double step_m = 5, furthest_m = 200, least_speed_mps = 3;
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE(drivers && driver >= 0 && driver < count, 0);
    kamm_traffic_driver *own = &drivers[driver];
    KAMM_REQUIRE(own->cars && own->driver.plan, 0);
    const kamm_line *line = own->driver.plan->line;
    if (own->cars->is_unit) return 0;
    for (double back_m = 0; back_m < furthest_m; back_m += step_m) {
        double station_m = own->state.station_m - back_m;
        if (!line->closed && station_m < 0) return 0;
        kamm_line_point at = kamm_line_at(line, station_m);
        const double places_m[] = {0, at.left_m / 2, -at.right_m / 2};
        for (int i = 0; i < 3; ++i) {
            if (!is_free(drivers, count, driver, station_m, places_m[i], least_speed_mps)) continue;
            place_at(own, back_m, places_m[i]);
            return 1;
        }
    }
    return 0;
}
