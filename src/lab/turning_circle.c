/* Turning circle: at walking pace with the steering wheel at its stop, to the left and to the right.
 * Once the car has turned by half a turn, one whole turn is measured as with chalk: how wide the circles
 * are that the outer front tyre and the body's outermost corner draw on the road. The body is a box of
 * the file's length and width; a real one is rounded off and needs some 0.2 to 0.4 m less. */
#include <math.h>

#include "lab/driver.h"
#include "lab/tests.h"

enum { KERB_TO_KERB, WALL_TO_WALL, FIGURES };

static const kamm_figure_info figures[FIGURES] = {
    [KERB_TO_KERB] = {"kerb_to_kerb_m", "m", "Diameter, outer edge of the outer front tyre"},
    [WALL_TO_WALL] = {"wall_to_wall_m", "m", "Diameter, outermost corner of the body as a box"},
};

enum { LEFT, RIGHT, CARS };
static const double walking_mps = 1.5, steering_radps = 4, time_limit_s = 200;

/* How far something has got in x and y. */
typedef struct {
    double min_m[2], max_m[2];
} extent;

typedef struct {
    double turned_rad, yaw_rad;
    extent traces[FIGURES];
} circle_run;

static double side_of(int car) { return car == LEFT ? 1 : -1; }

static void widen(extent *trace, const double point_m[2])
{
    for (int axis = 0; axis < 2; ++axis) {
        trace->min_m[axis] = fmin(trace->min_m[axis], point_m[axis]);
        trace->max_m[axis] = fmax(trace->max_m[axis], point_m[axis]);
    }
}

static double diameter_m(const extent *trace)
{
    return (trace->max_m[0] - trace->min_m[0] + trace->max_m[1] - trace->min_m[1]) / 2;
}

/* A point of a pose, `forward_m` and `left_m` of its origin, seen from above. */
static void point_of(const kamm_pose *pose, double forward_m, double left_m, double point_m[2])
{
    const double *q = pose->orientation;
    double xx = 1 - 2 * (q[2] * q[2] + q[3] * q[3]), xy = 2 * (q[1] * q[2] + q[0] * q[3]);
    double yx = 2 * (q[1] * q[2] - q[0] * q[3]), yy = 1 - 2 * (q[1] * q[1] + q[3] * q[3]);
    point_m[0] = pose->position_m[0] + xx * forward_m + yx * left_m;
    point_m[1] = pose->position_m[1] + xy * forward_m + yy * left_m;
}

static void draw(const kamm_bench *bench, int car, circle_run *run)
{
    const kamm_vehicle_def *def = &bench->car->def;
    double left = -side_of(car), point_m[2]; /* 1: the outer side is the left one */
    double nose_m = def->body.cg_behind_front_axle_m + def->body.front_overhang_m;
    kamm_pose body;
    kamm_wheel_pose wheels[KAMM_MAX_WHEELS];
    kamm_read_pose(bench->cars, car, 1, &body, wheels);
    int outer = left > 0 || bench->info.wheel_side[0] == 0 ? 0 : 1;
    point_of(&wheels[outer].pose, 0, left * def->axles[0].tyre.width_m / 2, point_m);
    widen(&run->traces[KERB_TO_KERB], point_m);
    point_of(&body, nose_m, left * def->body.width_m / 2 - def->body.cg_left_m, point_m);
    widen(&run->traces[WALL_TO_WALL], point_m);
}

static void drive_tick(kamm_bench *bench, int car, circle_run *run, kamm_speed_hold *hold)
{
    const double measured_from_rad = KAMM_PI, measured_to_rad = 3 * KAMM_PI;
    double yaw_rad = kamm_bench_read(bench, car, KAMM_CHANNEL_yaw_rad);
    run->turned_rad += side_of(car) * remainder(yaw_rad - run->yaw_rad, 2 * KAMM_PI);
    run->yaw_rad = yaw_rad;
    kamm_drive_turn(bench, car, side_of(car) * bench->info.steering_lock_rad, steering_radps);
    kamm_drive_hold_speed(bench, car, hold, walking_mps * bench->root);
    if (run->turned_rad >= measured_from_rad && run->turned_rad < measured_to_rad)
        draw(bench, car, run);
}

static int is_over(const circle_run *runs)
{
    return fmin(runs[LEFT].turned_rad, runs[RIGHT].turned_rad) >= 3 * KAMM_PI;
}

static int measure(kamm_bench *bench)
{
    const extent nothing = {{INFINITY, INFINITY}, {-INFINITY, -INFINITY}};
    circle_run runs[CARS] = {{.traces = {nothing, nothing}}, {.traces = {nothing, nothing}}};
    kamm_speed_hold holds[CARS] = {{.may_brake = 1}, {.may_brake = 1}};
    if (!kamm_bench_line_up(bench, CARS)) return 0;
    for (int car = 0; car < CARS; ++car)
        kamm_bench_place(bench, car, 0, 0, 0, walking_mps * bench->root,
                         bench->info.gear_count ? 1 : KAMM_GEAR_DRIVE);
    kamm_bench_start_time(bench, LEFT);
    while (!is_over(runs) && bench->time_s < time_limit_s * bench->root &&
           !kamm_bench_is_stopped(bench)) {
        for (int car = 0; car < CARS; ++car) drive_tick(bench, car, &runs[car], &holds[car]);
        kamm_bench_tick(bench);
    }
    for (int i = 0; i < FIGURES; ++i) {
        if (is_over(runs))
            kamm_bench_found(
                bench, i,
                (diameter_m(&runs[LEFT].traces[i]) + diameter_m(&runs[RIGHT].traces[i])) / 2);
        else
            kamm_bench_missed(bench, i, "no turn and a half in %.0f s", time_limit_s);
    }
    return 1;
}

const kamm_procedure kamm_turning_circle_test = {
    {"turning-circle", "Turning circle",
     "Drives circles at walking pace with the steering wheel at its stop.",
     "custom of makers' data sheets", FIGURES, figures, 0, 0},
    measure,
    NULL};
