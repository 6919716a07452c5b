/* A lap of the proving ground's circuit in D takes no longer than by the best fixed plan of gears. */
/* KAMM_QUICK_TESTS leaves this out: it drives for long to measure. */
#include "support/cars.h"
#include "support/shipped.h"
#include "support/tier.h"

#include <kamm/driver.h>
#include <kamm/io/world_file.h>
#include <kamm/terrain.h>
#include <math.h>
#include <string.h>

static const char *const vehicles[] = {
    "bmw-m3-e46",          "ford-fiesta-st-2013", "formula-car-2014",    "suzuki-jimny",
    "audi-r8-lms-gt3",     "mclaren-mp4-12c",     "nissan-micra",        "porsche-boxster-s-2004",
    "vw-beetle-1500-1967", "volvo-v40",           "ford-transit-minibus"};

static const double run_up_m = 100, grip = 0.8, tick_s = 0.01;

struct lap {
    kamm_world_file world;
    kamm_line *line;
    kamm_plan *plan;
    kamm_cars *cars;
    kamm_model_info info;
    double up_share; /* of the limiter's speed, at which the plan shifts up; 0: in D */
    int gear;
};

static void place(struct lap *lap, const kamm_driver *driver)
{
    kamm_placement level = kamm_driver_start(driver);
    double x = level.position_m[0], y = level.position_m[1];
    kamm_terrain_point below = kamm_terrain_at(lap->world.terrain, x, y, 1e6);
    kamm_ground plane = kamm_flat_ground;
    const double at[3] = {x, y, below.height_m};
    memcpy(plane.plane.point_m, at, sizeof at);
    memcpy(plane.plane.normal, below.normal, sizeof below.normal);
    double heading = kamm_line_at(lap->line, driver->station_m).heading_rad;
    kamm_placement placement = kamm_placement_on(&plane, x, y, heading);
    placement.speed_mps = level.speed_mps;
    placement.gear = KAMM_GEAR_DRIVE;
    kamm_place(lap->cars, 0, &placement);
    lap->gear = (int)kamm_read(lap->cars, 0, KAMM_CHANNEL_gear);
}

static double engine_share(const struct lap *lap, int gear)
{
    double radius = lap->info.loaded_radius_m[lap->info.wheel_count - 1];
    double speed = fmax(kamm_read(lap->cars, 0, KAMM_CHANNEL_forward_speed_mps), 0);
    return speed / radius * lap->info.overall_ratio[gear - 1] / lap->info.limiter_radps;
}

/* The lowest gear that is below the share; back into it with a tenth to spare. */
static float planned_gear(struct lap *lap)
{
    while (lap->gear < lap->info.gear_count && engine_share(lap, lap->gear) > lap->up_share)
        ++lap->gear;
    while (lap->gear > 1 && engine_share(lap, lap->gear - 1) < 0.9 * lap->up_share) --lap->gear;
    return (float)lap->gear;
}

/* Infinite if the car leaves the road. */
static double drive_lap(struct lap *lap)
{
    double length = kamm_line_length_m(lap->line), started = -1, was = 0;
    kamm_driver driver = kamm_driver_on(lap->plan, length - run_up_m);
    kamm_ground ground = lap->world.def.ground;
    int substeps = (int)(tick_s / lap->info.substep_s + 0.5);
    ground.interval_substeps = 4;
    ground.body_points = 0;
    place(lap, &driver);
    for (double time = 0; time < 300; time += tick_s) {
        kamm_drive_path(&driver, lap->cars, 0, tick_s);
        if (lap->up_share > 0) kamm_inputs(lap->cars)[0].gear = planned_gear(lap);
        kamm_step(lap->cars, &ground, substeps);
        double late = tick_s / (driver.driven_m - was), now = time + tick_s;
        if (started < 0 && driver.driven_m >= run_up_m)
            started = now - late * (driver.driven_m - run_up_m);
        if (driver.driven_m >= run_up_m + length)
            return now - late * (driver.driven_m - run_up_m - length) - started;
        if (fabs(driver.left_m) > kamm_line_width_m(lap->line) / 2) return INFINITY;
        was = driver.driven_m;
    }
    return INFINITY;
}

static void compare(struct lap *lap, const char *name)
{
    kamm_error error;
    kamm_vehicle_def def = shipped_def(shipped_number(name));
    def.stepping.substeps_per_s = 600;
    lap->cars = start_cars(&def, 1);
    const kamm_model *model = kamm_model_of(lap->cars, 0);
    lap->info = kamm_describe(model);
    lap->plan = kamm_create_plan(lap->line, model, grip, &error);
    assert_non_null(lap->plan);
    lap->up_share = 0;
    double automatic = drive_lap(lap), best = INFINITY;
    for (lap->up_share = 0.98; lap->up_share > of_tiers(95, 89, 80) / 100.0; lap->up_share -= 0.04)
        best = fmin(best, drive_lap(lap));
    print_message("%-24s %.2f s in D, %.2f s by the best plan of gears\n", name, automatic, best);
    assert_true(isfinite(best));
    expect_below(automatic, 1.01 * best);
    kamm_destroy_plan(lap->plan);
    end_cars(lap->cars);
}

static void a_lap_in_d_is_as_fast_as_by_the_best_plan_of_gears(void **state)
{
    (void)state;
    struct lap lap = {0};
    kamm_error error;
    must(kamm_load_world("proving-ground", &lap.world, NULL, &error), &error);
    lap.line = kamm_create_line(kamm_find_path(&lap.world, "circuit"), &error);
    assert_non_null(lap.line);
    int count = (int)(sizeof vehicles / sizeof *vehicles);
    for (int i = 0; i < of_tiers(1, 5, count); ++i) compare(&lap, vehicles[i]);
    kamm_destroy_line(lap.line);
    kamm_free_world_file(&lap.world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_lap_in_d_is_as_fast_as_by_the_best_plan_of_gears),
    };
    return cmocka_run_group_tests_name("lap_gears", tests, NULL, NULL);
}
