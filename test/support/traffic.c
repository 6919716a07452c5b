#include "traffic.h"

#include <kamm/world.h>
#include <math.h>
#include <string.h>

kamm_line *long_straight_line(double width_m, int hectometres)
{
    double points[101][2];
    kamm_error error = {0};
    assert_in_range(hectometres, 1, 100);
    for (int i = 0; i <= hectometres; ++i) points[i][0] = 100.0 * i - 50, points[i][1] = 0;
    kamm_path path = {
        .name = "straight", .count = hectometres + 1, .points_m = points, .width_m = width_m};
    kamm_line *line = kamm_create_line(&path, &error);
    if (!line) fail_msg("%s", error.text);
    return line;
}

kamm_line *straight_line(double width_m) { return long_straight_line(width_m, 40); }

kamm_line *round_line(double radius_m, double width_m)
{
    double points[90][2];
    kamm_error error = {0};
    for (int i = 0; i < 90; ++i) {
        points[i][0] = radius_m * cos(2 * PI * i / 90);
        points[i][1] = radius_m * sin(2 * PI * i / 90);
    }
    kamm_path path = {
        .name = "circle", .count = 90, .points_m = points, .width_m = width_m, .closed = 1};
    kamm_line *line = kamm_create_line(&path, &error);
    if (!line) fail_msg("%s", error.text);
    return line;
}

struct road start_road(kamm_line *line, const kamm_vehicle_def *def, kamm_rung rung, int count,
                       const kamm_traffic_style *style)
{
    struct road road = {.line = line, .count = count};
    kamm_error error = {0};
    kamm_model *model = kamm_create_model(def, rung, &error);
    if (!model) fail_msg("%s", error.text);
    road.cars = kamm_create_cars(model, count, &error);
    road.plan = kamm_create_plan(line, model, 0.8, &error);
    if (!road.cars || !road.plan) fail_msg("%s", error.text);
    road.substeps = (int)lround(def->stepping.substeps_per_s / ROAD_CALLS_PER_S);
    for (int i = 0; i < count; ++i)
        kamm_start_traffic_driver(&road.drivers[i], road.plan, road.cars, i, style,
                                  (uint32_t)i + 1);
    kamm_destroy_model(model);
    return road;
}

void end_road(struct road *road)
{
    kamm_destroy_world(road->world);
    kamm_destroy_cars(road->cars);
    kamm_destroy_plan(road->plan);
    kamm_destroy_line(road->line);
}

void give_world(struct road *road, const kamm_body_def *bodies, int count)
{
    kamm_world_def def = {.bodies = bodies, .body_count = count};
    kamm_error error = {0};
    road->world = kamm_create_world(&def, &error);
    if (!road->world || kamm_add_cars(road->world, road->cars, &error)) fail_msg("%s", error.text);
}

void put_on_road(struct road *road, int car, double station_m, double left_m, double yaw_rad,
                 double speed_mps)
{
    kamm_line_point at = kamm_line_at(road->line, station_m);
    kamm_placement start =
        kamm_placement_on(&kamm_flat_ground, at.x_m - left_m * sin(at.heading_rad),
                          at.y_m + left_m * cos(at.heading_rad), at.heading_rad + yaw_rad);
    start.speed_mps = speed_mps;
    start.gear = KAMM_GEAR_DRIVE;
    kamm_place(road->cars, car, &start);
}

void drive_road(struct road *road)
{
    kamm_drive_traffic(road->drivers, road->count, 1.0 / ROAD_CALLS_PER_S);
    if (road->world)
        kamm_step_world(road->world, road->substeps);
    else
        kamm_step(road->cars, &kamm_flat_ground, road->substeps);
    road->time_s += 1.0 / ROAD_CALLS_PER_S;
}

void drive_road_for(struct road *road, double seconds)
{
    int calls = (int)lround(seconds * ROAD_CALLS_PER_S);
    for (int i = 0; i < calls; ++i) drive_road(road);
}

double gap_between(const struct road *road, int behind, int ahead)
{
    const kamm_traffic_state *a = &road->drivers[behind].state, *b = &road->drivers[ahead].state;
    double apart_m = b->station_m - a->station_m;
    if (kamm_line_is_closed(road->line)) {
        double length_m = kamm_line_length_m(road->line);
        apart_m -= length_m * floor(apart_m / length_m);
    }
    return apart_m - a->half_along_m - b->half_along_m;
}

/* Of a point's axes, from the other rectangle's middle. */
static double gap_along(const kamm_traffic_body *a, const kamm_traffic_body *b, double angle_rad)
{
    double c = cos(angle_rad), s = sin(angle_rad);
    double apart_m = fabs(c * (b->x_m - a->x_m) + s * (b->y_m - a->y_m));
    const kamm_traffic_body *both[2] = {a, b};
    for (int i = 0; i < 2; ++i)
        apart_m -= fabs(cos(both[i]->yaw_rad - angle_rad)) * both[i]->length_m / 2 +
                   fabs(sin(both[i]->yaw_rad - angle_rad)) * both[i]->width_m / 2;
    return apart_m;
}

double clearance_m(const kamm_traffic_body *a, const kamm_traffic_body *b)
{
    double most = -INFINITY;
    for (int i = 0; i < 2; ++i) {
        most = fmax(most, gap_along(a, b, a->yaw_rad + i * PI / 2));
        most = fmax(most, gap_along(a, b, b->yaw_rad + i * PI / 2));
    }
    return most;
}

double least_clearance_m(const struct road *road)
{
    double least = INFINITY;
    for (int i = 0; i < road->count; ++i)
        for (int k = 0; k < i; ++k)
            least = fmin(least, clearance_m(&road->drivers[i].body, &road->drivers[k].body));
    return least;
}
