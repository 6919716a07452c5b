/* A lap of the proving ground's circuit in D takes no longer than by the best fixed plan of gears (of engine speeds for
 * a belt gearbox). */
/* KAMM_QUICK_TESTS leaves this out: it drives for long to measure. */
#include "support/cars.h"
#include "support/fitted.h"
#include "support/shipped.h"
#include "support/tier.h"

#include <kamm/driver.h>
#include <kamm/io/world_file.h>
#include <kamm/terrain.h>
#include <math.h>
#include <string.h>

/* In the release run all shipped ones with gears come after the first of these. */
static const struct {
    const char *name;
    fit_part *fit;
} vehicles[] = {{"bmw-m3-e46", NULL},
                {"nissan-micra", fit_cvt},
                {"formula-car-2014", NULL},
                {"ford-fiesta-st-2013", fit_dual_clutch},
                {"suzuki-jimny", NULL},
                {"bmw-m3-e46", fit_cvt},
                {"nissan-micra", fit_dual_clutch},
                {"mclaren-mp4-12c", fit_dual_clutch},
                {"porsche-boxster-s-2004", fit_cvt}};

static const double run_up_m = 100, tick_s = 0.01;

struct lap {
    kamm_world_file world;
    kamm_line *line;
    kamm_plan *plan;
    kamm_cars *cars;
    kamm_model_info info;
    double grip;     /* of what the car has, with which the plan is made */
    double up_share; /* of the limiter's speed, at which the plan shifts up; 0: in D */
    int gear;
};

static void start_car(struct lap *lap, const kamm_vehicle_def *def)
{
    kamm_error error;
    lap->cars = start_cars(def, 1);
    const kamm_model *model = kamm_model_of(lap->cars, 0);
    lap->info = kamm_describe(model);
    lap->plan = kamm_create_plan(lap->line, model, lap->grip, &error);
    assert_non_null(lap->plan);
}

static void end_car(struct lap *lap)
{
    kamm_destroy_plan(lap->plan);
    end_cars(lap->cars);
}

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

/* By a plan of gears, or, with a belt, by an engine that is kept at that share of the speed of full throttle whatever the pedal is. */
static double lap_by_hand(struct lap *lap, kamm_vehicle_def def, double share)
{
    kamm_curve *speeds = &def.gearbox.cvt_speed_curve;
    int by_belt = def.gearbox.kind == KAMM_GEARBOX_CVT;
    double full_radps = by_belt ? speeds->y[speeds->count - 1] : 0;
    for (int i = 0; by_belt && i < speeds->count; ++i) speeds->y[i] = share * full_radps;
    start_car(lap, &def);
    lap->up_share = by_belt ? 0 : share;
    double lap_s = drive_lap(lap);
    end_car(lap);
    return lap_s;
}

static double lap_in_d(struct lap *lap, const kamm_vehicle_def *def)
{
    start_car(lap, def);
    lap->up_share = 0;
    double lap_s = drive_lap(lap);
    end_car(lap);
    return lap_s;
}

/* With as much grip as keeps it on the road. */
static void compare(struct lap *lap, const char *name, fit_part *fit)
{
    kamm_vehicle_def def = shipped_def(shipped_number(name));
    if (fit) fit(&def, 1);
    def.stepping.substeps_per_s = fmax(600, def.stepping.substeps_per_s);
    double automatic = INFINITY, best = INFINITY, least = of_tiers(95, 89, 80) / 100.0;
    for (lap->grip = 0.8; isinf(automatic) && lap->grip > 0.45; lap->grip -= 0.1)
        automatic = lap_in_d(lap, &def);
    lap->grip += 0.1;
    for (double share = 0.98; share > least; share -= 0.04)
        best = fmin(best, lap_by_hand(lap, def, share));
    const char *gearbox = !fit ? "" : fit == fit_cvt ? ", belt" : ", dual clutch";
    print_message("%s%s: %.2f s in D, %.2f s by the best plan, with %.1f of its grip\n", name,
                  gearbox, automatic, best, lap->grip);
    assert_true(isfinite(best));
    expect_below(automatic, 1.01 * best);
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
    for (int i = 0; i < of_tiers(1, 5, count); ++i)
        compare(&lap, vehicles[i].name, vehicles[i].fit);
    for (int i = 0; in_release_tier() && i < shipped_count(); ++i)
        if (shipped_def(i).gearbox.ratios_count > 1 && i != shipped_number(vehicles[0].name))
            compare(&lap, shipped_name(i), NULL);
    kamm_destroy_line(lap.line);
    kamm_destroy_world_file(&lap.world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_lap_in_d_is_as_fast_as_by_the_best_plan_of_gears),
    };
    return cmocka_run_group_tests_name("lap_gears", tests, NULL, NULL);
}
