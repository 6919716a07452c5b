/* A lap of the world's circuit, as fast as the driver can hold it. Ten cars that do not meet each other drive it
 * at once along the world's path. Each has a driver (driver.h) who uses another share of the car's grip, 0.55 to
 * 1.00. Each has a run-up of 100 m before the line and may use the road's whole width, but no corner of the car
 * may leave it. The fastest lap counts. The six who plan with most grip go first. As long as a car
 * does what is planned, less grip makes a lap slower. So the others only go where the last of the six is the fastest, or
 * none comes round.
 *
 * The plan knows the road's slopes, banks, crests and dips. The driver follows the path, which mostly is the middle of the road
 * and not the racing line: a racing driver is faster. */
#include <math.h>
#include <string.h>

#include <kamm/driver.h>
#include <kamm/io/world_file.h>

#include "base/error.h"
#include "lab/tests.h"
#include "run/glance.h"

enum {
    LAP_TIME,
    LAP_LENGTH,
    MEAN_SPEED,
    TOP_SPEED,
    LATERAL,
    BRAKING,
    GRIP,
    DEVIATION,
    PLANNED_TIME,
    FIGURES
};

static const kamm_figure_info figures[FIGURES] = {
    [LAP_TIME] = {"lap_time_s", "s", "Fastest lap, with a run-up, on the road from edge to edge"},
    [LAP_LENGTH] = {"lap_length_m", "m", "Length of the circuit's path"},
    [MEAN_SPEED] = {"mean_speed_kmh", "km/h", "That length over the time"},
    [TOP_SPEED] = {"top_speed_kmh", "km/h", "Highest speed on the way"},
    [LATERAL] = {"max_lateral_acceleration_g", "g", "Largest lateral acceleration held for 0.2 s"},
    [BRAKING] = {"max_deceleration_g", "g", "Largest deceleration held for 0.2 s"},
    [GRIP] = {"grip_share", "1", "Share of what the car has that the driver planned with"},
    [DEVIATION] = {"max_deviation_m", "m", "Farthest from the path"},
    [PLANNED_TIME] = {"planned_time_s", "s", "What the lap would take by the driver's plan"},
};

enum { CARS = 10, GO_FIRST = 6 };
static const double min_grip = 0.55, grip_step = 0.05, run_up_m = 100, time_limit_s = 600;
static const char is_slower[] = "is slower";
static const char *const default_world = "proving-ground", *const wanted_path = "circuit";

typedef struct {
    kamm_plan *plan;
    kamm_driver driver;
    double started_s, lap_s; /* below 0: not yet */
    double moved_s;          /* when it last did */
    double top_mps, lateral_mps2, braking_mps2, deviation_m;
    double smooth_x_mps2, smooth_y_mps2;
    const char *end; /* why there is no lap; NULL while it may come */
} lap_run;

typedef struct {
    kamm_bench *bench;
    kamm_world_file file;
    kamm_line *line;
    double half_width_m, front_m, rear_m; /* of the car, from its centre of gravity */
    lap_run runs[CARS];
} lap_test;

static const kamm_path *find_circuit(const kamm_world_file *file)
{
    const kamm_path *path = kamm_find_path(file, wanted_path);
    if (path && path->closed) return path;
    for (int i = 0; i < file->path_count; ++i)
        if (file->paths[i].closed) return &file->paths[i];
    return NULL;
}

/* 0: there is no such world, or nothing to lap in it, or no memory. */
static int open_world(lap_test *test)
{
    kamm_bench *bench = test->bench;
    kamm_error own, *error = bench->error ? bench->error : &own;
    const char *world = bench->options->world ? bench->options->world : default_world;
    bench->outcome = kamm_load_world(world, &test->file, NULL, error);
    if (bench->outcome) return 0;
    const kamm_path *circuit = find_circuit(&test->file);
    if (!circuit) {
        bench->outcome = kamm_fail(error, KAMM_ERROR_MISSING, "paths",
                                   "%s: no closed path to drive laps on", test->file.path);
        return 0;
    }
    bench->ground = test->file.def.ground;
    test->line = kamm_create_line_on(circuit, &bench->ground, error);
    if (!test->line) bench->outcome = error->code;
    bench->ground.interval_substeps = 4; /* a query each 3 ms is dense enough for a road */
    bench->ground.body_points = 0;       /* a car that lies on its roof is out anyway */
    return test->line != NULL;
}

static int make_plans(lap_test *test, int from, int to)
{
    kamm_error own, *error = test->bench->error ? test->bench->error : &own;
    for (int car = from; car < to; ++car) {
        if (kamm_bench_ask_to_stop(test->bench)) return 0;
        test->runs[car].plan =
            kamm_create_plan(test->line, test->bench->model, min_grip + grip_step * car, error);
        if (!test->runs[car].plan) return 0;
    }
    return 1;
}

static void clear(lap_test *test)
{
    for (int car = 0; car < CARS; ++car) kamm_destroy_plan(test->runs[car].plan);
    kamm_destroy_line(test->line);
    kamm_destroy_world_file(&test->file);
}

/* Places the car on the topmost ground before the line, flat on the plane below its middle. */
static void place(const lap_test *test, lap_run *run, int car)
{
    run->driver = kamm_driver_on(run->plan, kamm_line_length_m(test->line) - run_up_m);
    run->started_s = run->lap_s = -1;
    run->moved_s = 0;
    run->end = NULL;
    kamm_placement level = kamm_driver_start(&run->driver);
    double x_m = level.position_m[0], y_m = level.position_m[1];
    kamm_terrain_point below = kamm_terrain_at(test->file.terrain, x_m, y_m, 1e6);
    kamm_ground plane = kamm_flat_ground;
    plane.plane.point_m[0] = x_m;
    plane.plane.point_m[1] = y_m;
    plane.plane.point_m[2] = below.height_m;
    memcpy(plane.plane.normal, below.normal, sizeof below.normal);
    double heading_rad = kamm_line_at(test->line, run->driver.station_m).heading_rad;
    kamm_placement placement = kamm_placement_on(&plane, x_m, y_m, heading_rad);
    placement.speed_mps = level.speed_mps;
    kamm_place(test->bench->cars, car, &placement);
}

/* Whether the car's outline reaches over one of the road's edges. */
static int leaves_road(const lap_test *test, const lap_run *run, double yaw_rad)
{
    kamm_line_point at = kamm_line_at(test->line, run->driver.station_m);
    double turned_rad = remainder(yaw_rad - at.heading_rad, 2 * KAMM_PI);
    double left_m = run->driver.left_m, c = cos(turned_rad), s = sin(turned_rad);
    double front_m = left_m + test->front_m * s, rear_m = left_m - test->rear_m * s;
    double half_m = test->half_width_m * fabs(c);
    return fmax(front_m, rear_m) + half_m > at.left_m ||
           fmin(front_m, rear_m) - half_m < -at.right_m;
}

static void watch_accelerations(const kamm_bench *bench, int car, lap_run *run, double speed_mps)
{
    const double held_s = 0.2;
    double share = bench->tick_s / held_s;
    run->smooth_x_mps2 += share * (kamm_bench_read(bench, car, KAMM_CHANNEL_acceleration_x_mps2) -
                                   run->smooth_x_mps2);
    run->smooth_y_mps2 += share * (kamm_bench_read(bench, car, KAMM_CHANNEL_acceleration_y_mps2) -
                                   run->smooth_y_mps2);
    if (run->started_s < 0) return;
    run->braking_mps2 = fmax(run->braking_mps2, -run->smooth_x_mps2);
    run->lateral_mps2 = fmax(run->lateral_mps2, fabs(run->smooth_y_mps2));
    run->top_mps = fmax(run->top_mps, speed_mps);
    run->deviation_m = fmax(run->deviation_m, fabs(run->driver.left_m));
}

/* When the line was crossed within the last tick, as far as the driver's place tells. */
static void watch_clock(const lap_test *test, lap_run *run, double was_m)
{
    double length_m = kamm_line_length_m(test->line), now_m = run->driver.driven_m;
    const kamm_bench *bench = test->bench;
    if (run->started_s < 0 && now_m >= run_up_m)
        run->started_s = kamm_bench_crossing_s(bench, was_m, now_m, run_up_m);
    if (now_m >= run_up_m + length_m)
        run->lap_s =
            kamm_bench_crossing_s(bench, was_m, now_m, run_up_m + length_m) - run->started_s;
}

/* `best_s`: the fastest lap so far; what takes longer is given up. */
static void judge(const lap_test *test, int car, lap_run *run, const struct car_glance *now,
                  double best_s)
{
    const double resting_s = 5, moving_mps = 1;
    const kamm_bench *bench = test->bench;
    if (now->speed_mps > moving_mps) run->moved_s = bench->time_s;
    if (!kamm_bench_is_well(bench, car)) run->end = "the step failed";
    if (bench->time_s > run->moved_s + resting_s) run->end = "stands still";
    if (run->started_s >= 0 && bench->time_s - run->started_s > best_s) run->end = is_slower;
    if (leaves_road(test, run, now->yaw_rad)) run->end = "leaves the road";
}

/* A car that stands asks the terrain no more. */
static void stand_still(kamm_bench *bench, int car)
{
    kamm_pose body;
    kamm_placement here = {.gear = 0};
    kamm_read_pose(bench->cars, car, 1, &body, NULL);
    memcpy(here.position_m, body.position_m, sizeof here.position_m);
    memcpy(here.orientation, body.orientation, sizeof here.orientation);
    kamm_place(bench->cars, car, &here);
    kamm_bench_input(bench, car)->brake = 1;
}

/* Drives the cars of these runs until each has its lap, or none will come that takes less than `best_s`. */
static void drive(lap_test *test, lap_run *runs, double best_s)
{
    kamm_bench *bench = test->bench;
    for (int going = bench->count; going && bench->time_s < time_limit_s;) {
        double was_m[CARS];
        for (int car = 0; car < bench->count; ++car) {
            was_m[car] = runs[car].driver.driven_m;
            if (!runs[car].end && runs[car].lap_s < 0)
                kamm_drive_path(&runs[car].driver, bench->cars, car, bench->tick_s);
        }
        kamm_bench_tick(bench);
        going = 0;
        for (int car = 0; car < bench->count; ++car) {
            lap_run *run = &runs[car];
            if (run->end || run->lap_s >= 0) continue;
            const struct car_glance now = kamm_glance(bench->cars, car);
            watch_clock(test, run, was_m[car]);
            watch_accelerations(bench, car, run, now.speed_mps);
            if (run->lap_s >= 0)
                best_s = fmin(best_s, run->lap_s);
            else
                judge(test, car, run, &now, best_s);
            if (run->end || run->lap_s >= 0) stand_still(bench, car);
            ++going;
        }
    }
}

/* The fastest of the runs from `from` on; -1: none came round. */
static int best_of(const lap_test *test, int from)
{
    int best = -1;
    for (int car = from; car < CARS; ++car) {
        const lap_run *run = &test->runs[car];
        if (run->end || run->lap_s < 0) continue;
        if (best < 0 || run->lap_s < test->runs[best].lap_s) best = car;
    }
    return best;
}

static void report(lap_test *test, int best)
{
    kamm_bench *bench = test->bench;
    const lap_run *run = &test->runs[best < 0 ? 0 : best];
    if (best < 0) {
        for (int i = 0; i < FIGURES; ++i)
            kamm_bench_missed(bench, i, "no lap: %s", run->end ? run->end : "too slow");
        return;
    }
    double length_m = kamm_line_length_m(test->line);
    kamm_bench_found(bench, LAP_TIME, run->lap_s);
    kamm_bench_found(bench, LAP_LENGTH, length_m);
    kamm_bench_found(bench, MEAN_SPEED, length_m / run->lap_s / KAMM_KMH);
    kamm_bench_found(bench, TOP_SPEED, run->top_mps / KAMM_KMH);
    kamm_bench_found(bench, LATERAL, run->lateral_mps2 / KAMM_GRAVITY_MPS2);
    kamm_bench_found(bench, BRAKING, run->braking_mps2 / KAMM_GRAVITY_MPS2);
    kamm_bench_found(bench, GRIP, min_grip + grip_step * best);
    kamm_bench_found(bench, DEVIATION, run->deviation_m);
    kamm_bench_found(bench, PLANNED_TIME, kamm_planned_time_s(run->plan));
    if (best + 1 < CARS && (run[1].end || run[1].lap_s > run->lap_s))
        kamm_bench_note(bench, GRIP, "%s at %.2f", run[1].end ? run[1].end : is_slower,
                        min_grip + grip_step * (best + 1));
}

/* Repeats the best lap alone, for the channels. */
static int repeat(lap_test *test, int best)
{
    lap_run *run = &test->runs[best];
    if (!kamm_bench_line_up(test->bench, 1)) return 0;
    place(test, run, 0);
    kamm_bench_start_time(test->bench, 0);
    drive(test, run, INFINITY);
    return 1;
}

static int drive_runs(lap_test *test, int from, int to, double best_s)
{
    if (!make_plans(test, from, to) || !kamm_bench_line_up(test->bench, to - from)) return 0;
    for (int car = from; car < to; ++car) place(test, &test->runs[car], car - from);
    kamm_bench_start_time(test->bench, -1);
    drive(test, &test->runs[from], best_s);
    return 1;
}

static int drive_all(lap_test *test)
{
    const int first = CARS - GO_FIRST;
    if (!open_world(test) || !drive_runs(test, first, CARS, INFINITY)) return 0;
    int best = best_of(test, first);
    if (best <= first) {
        double best_s = best < 0 ? INFINITY : test->runs[best].lap_s;
        if (!drive_runs(test, 0, first, best_s)) return 0;
        best = best_of(test, 0);
    }
    report(test, best);
    return !kamm_bench_is_recorded(test->bench) || repeat(test, best < 0 ? 0 : best);
}

static int measure(kamm_bench *bench)
{
    const kamm_car_body_def *body = &bench->car->def.body;
    lap_test test = {.bench = bench,
                     .half_width_m = body->width_m / 2,
                     .front_m = body->cg_behind_front_axle_m + body->front_overhang_m};
    test.rear_m = body->length_m - test.front_m;
    int measured = drive_all(&test);
    clear(&test);
    return measured;
}

static void lay_out(const kamm_bench *bench, kamm_test_course *course)
{
    const char *world = bench->options->world;
    snprintf(course->world, sizeof course->world, "%s", world ? world : "proving-ground");
}

const kamm_procedure kamm_lap_test = {
    {"lap", "A lap of the circuit",
     "Follows the world's circuit; the fastest of ten drivers who stay on the road.",
     "a test of our own", FIGURES, figures, KAMM_FEATURE_ENGINE, 1},
    measure,
    lay_out};
