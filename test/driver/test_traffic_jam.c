/* Many on little road: what bodies take of a bend, and a jam in a hairpin, of vehicles from the kart to the tipper. */
/* KAMM_QUICK_TESTS leaves this out: it drives for long to measure. */
#include "support/shipped.h"
#include "support/tier.h"
#include "support/traffic.h"

#include <kamm/world.h>
#include <math.h>

/* -- bodies on bends -------------------------------------------------------------------------------- */

/* Corners, and the middles of the sides, lie within what the state says of the body, and reach up to it. */
static void expect_extent(kamm_line *line, const kamm_plan *plan, double station_m, double left_m,
                          double heading_rad, double length_m)
{
    const double width_m = 2, near_m = 0.05;
    kamm_line_point at = kamm_line_at(line, station_m);
    double yaw = at.heading_rad + heading_rad, c = cos(yaw), s = sin(yaw);
    kamm_traffic_body body = {.x_m = at.x_m - left_m * sin(at.heading_rad),
                              .y_m = at.y_m + left_m * cos(at.heading_rad),
                              .yaw_rad = yaw,
                              .length_m = length_m,
                              .width_m = width_m};
    kamm_traffic_driver driver;
    kamm_start_traffic_obstacle(&driver, plan, &body);
    kamm_drive_traffic(&driver, 1, 0.01);
    double right = INFINITY, left = -INFINITY, along = 0;
    for (int i = -1; i <= 1; ++i)
        for (int k = -1; k <= 1; k += 2) {
            double x = i * length_m / 2, y = k * width_m / 2, off_m;
            double station = kamm_line_station_m(line, body.x_m + c * x - s * y,
                                                 body.y_m + s * x + c * y, station_m, &off_m);
            right = fmin(right, off_m), left = fmax(left, off_m);
            along = fmax(along, fabs(remainder(station - station_m, kamm_line_length_m(line))));
        }
    expect_near(driver.state.side_right_m, right, near_m);
    expect_near(driver.state.side_left_m, left, near_m);
    expect_share(driver.state.half_along_m, along, 0.03);
}

static void a_body_takes_the_road_that_its_corners_reach(void **state)
{
    (void)state;
    kamm_error error = {0};
    kamm_vehicle_def def = kamm_default_vehicle();
    kamm_model *model = kamm_create_model(&def, KAMM_SINGLE_TRACK, &error);
    for (double radius_m = 18; radius_m < 100; radius_m *= 2) {
        kamm_line *line = round_line(radius_m, 11);
        kamm_plan *plan = kamm_create_plan(line, model, 0.8, &error);
        for (double left_m = -4; left_m <= 4; left_m += 4)
            for (double heading_rad = -0.2; heading_rad < 0.3; heading_rad += 0.2)
                for (double length_m = 4; length_m <= 12; length_m += 4)
                    expect_extent(line, plan, 20, left_m, heading_rad, length_m);
        kamm_destroy_plan(plan);
        kamm_destroy_line(line);
    }
    kamm_destroy_model(model);
}

/* -- room ------------------------------------------------------------------------------------------- */

/* At a wall that no driver knows, nose to tail with a metre between. The first cannot reverse before those behind it
 * have: each asks the next one. */
static void those_behind_make_room(void **state)
{
    (void)state;
    kamm_vehicle_def def = kamm_default_vehicle();
    kamm_traffic_style style = kamm_default_traffic_style();
    for (int count = 2; count <= of_tier(2, 6); count += 2) {
        struct road road = start_road(straight_line(12), &def, KAMM_FULL, count, &style);
        kamm_body_def wall = {.shapes = {{.box = {{100, 0, 1}, {0.3, 2, 1}, {0}}}}};
        kamm_model_info info = kamm_describe(kamm_model_of(road.cars, 0));
        double nose_m = info.cg_behind_front_axle_m + info.front_overhang_m;
        give_world(&road, &wall, 1);
        for (int i = 0; i < count; ++i)
            put_on_road(&road, i, 50 + 99.5 - nose_m - i * (info.length_m + 1), 0.3, 0, 0);
        while (road.time_s < 60 && road.drivers[0].body.x_m < 110) drive_road(&road);
        print_message("%d cars at a wall: the first is past it after %.0f s\n", count, road.time_s);
        expect_below(road.time_s, 60);
        end_road(&road);
    }
}

/* -- a jam ------------------------------------------------------------------------------------------ */

enum { MOST = 24, COLUMNS = 3, KINDS = 9, POINTS = 400, SUBSTEPS = 4 };
static const char *const kinds[KINDS] = {
    "mercedes-citaro",     "nissan-micra", "man-tgs-8x4",   "bmw-m3-e46",          "go-kart-125",
    "vw-beetle-1500-1967", "man-kat1-8x8", "reliant-robin", "ford-transit-minibus"};

static struct {
    kamm_world *world;
    kamm_line *line;
    kamm_plan *plans[KINDS];
    kamm_cars *cars[KINDS];
    kamm_traffic_driver drivers[MOST];
    int count;
    uint32_t random;
} jam;

static double draw_number(void)
{
    jam.random = jam.random * 1664525u + 1013904223u;
    return (jam.random >> 8) / 16777216.0;
}

/* Straight on, round a half circle to the right, and back, a metre from point to point. */
static kamm_line *hairpin_line(double radius_m)
{
    static double points[POINTS][2];
    const double straight_m = 150;
    kamm_error error = {0};
    int count = 0;
    for (double s = 0; s < 2 * straight_m + PI * radius_m && count < POINTS; s += 1.5, ++count) {
        double turned = fmin(fmax(s - straight_m, 0) / radius_m, PI);
        double on = fmin(s, straight_m) - fmax(s - straight_m - PI * radius_m, 0);
        points[count][0] = on + radius_m * sin(turned);
        points[count][1] = radius_m * (cos(turned) - 1);
    }
    kamm_path path = {.name = "hairpin", .count = count, .points_m = points, .width_m = 11};
    kamm_line *line = kamm_create_line(&path, &error);
    if (!line) fail_msg("%s", error.text);
    return line;
}

/* Nose to tail with a metre between, three abreast, somewhat askew. */
static void fill_hairpin(kamm_rung rung, int count, uint32_t seed)
{
    kamm_error error = {0};
    double nose_m[COLUMNS];
    int used[KINDS] = {0};
    jam.random = seed, jam.count = count;
    jam.line = hairpin_line(18);
    jam.world = kamm_create_world(&(kamm_world_def){.ground = kamm_flat_ground}, &error);
    for (int k = 0; k < KINDS; ++k) {
        kamm_vehicle_def def = shipped_on(shipped_number(kinds[k]), rung, 240);
        kamm_model *model = kamm_create_model(&def, rung, &error);
        jam.plans[k] = kamm_create_plan(jam.line, model, 0.8, &error);
        jam.cars[k] = kamm_create_cars(model, (count + KINDS - 1) / KINDS, &error);
        must(kamm_add_cars(jam.world, jam.cars[k], &error), &error);
        kamm_destroy_model(model);
    }
    for (int k = 0; k < COLUMNS; ++k) nose_m[k] = 200 - 3 * draw_number();
    for (int i = 0; i < count; ++i) {
        int kind = i % KINDS, column = i % COLUMNS;
        kamm_traffic_style style = kamm_default_traffic_style();
        style.pace = 0.7 + 0.3 * draw_number(), style.reaction_s = 0.2, style.wander_m = 0.3;
        kamm_traffic_driver *driver = &jam.drivers[i];
        kamm_start_traffic_driver(driver, jam.plans[kind], jam.cars[kind], used[kind]++, &style,
                                  seed + (uint32_t)i);
        const kamm_model_info info = kamm_describe(kamm_model_of(driver->cars, driver->car));
        double at_m = nose_m[column] - info.cg_behind_front_axle_m - info.front_overhang_m;
        double left_m = 3.3 * (column - 1);
        kamm_line_point at = kamm_line_at(jam.line, at_m);
        kamm_placement place = kamm_placement_on(
            &kamm_flat_ground, at.x_m - left_m * sin(at.heading_rad),
            at.y_m + left_m * cos(at.heading_rad), at.heading_rad + 0.4 * (draw_number() - 0.5));
        place.gear = KAMM_GEAR_DRIVE;
        kamm_place(driver->cars, driver->car, &place);
        nose_m[column] -= info.length_m + 1 + draw_number();
    }
}

static void clear_hairpin(void)
{
    kamm_destroy_world(jam.world);
    for (int k = 0; k < KINDS; ++k) kamm_destroy_cars(jam.cars[k]), kamm_destroy_plan(jam.plans[k]);
    kamm_destroy_line(jam.line);
}

/* None is placed back: all get out by themselves. */
static void a_jam_in_a_hairpin_dissolves(void **state)
{
    (void)state;
    const double out_m = 60, longest_s = 120;
    for (int seed = 1; seed <= of_tiers(1, 1, 4); ++seed)
        for (int rung = KAMM_SINGLE_TRACK; rung <= of_tiers(3, 3, KAMM_FULL); rung += 2) {
            int stuck = MOST, recoveries = 0;
            double time_s = 0;
            fill_hairpin((kamm_rung)rung, of_tiers(6, 18, MOST), (uint32_t)seed);
            for (; stuck && time_s < longest_s; time_s += 1.0 / ROAD_CALLS_PER_S) {
                kamm_drive_traffic(jam.drivers, jam.count, 1.0 / ROAD_CALLS_PER_S);
                kamm_step_world(jam.world, SUBSTEPS);
                stuck = 0;
                for (int i = 0; i < jam.count; ++i) stuck += jam.drivers[i].driver.driven_m < out_m;
            }
            for (int i = 0; i < jam.count; ++i) recoveries += jam.drivers[i].state.recoveries;
            print_message("rung %d, seed %d: %d vehicles, %d recoveries, out after %.0f s\n", rung,
                          seed, jam.count, recoveries, time_s);
            assert_int_equal(stuck, 0);
            clear_hairpin();
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_body_takes_the_road_that_its_corners_reach),
        cmocka_unit_test(those_behind_make_room), cmocka_unit_test(a_jam_in_a_hairpin_dissolves)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
