/* Crashes, all at once in one world on dry asphalt, out of gear, brakes off:
 *   - full width against a rigid wall at 56 km/h (35 mph), as FMVSS 208 and US NCAP;
 *   - 40 % of the width, on the driver's side, against a rigid block at 64 km/h, as Euro NCAP's offset test had
 *     it from 1997 to 2019, there against a block that yields;
 *   - head-on against a car of the same make, both at 50 km/h;
 *   - at 50 km/h into the side of such a car, level with its centre of gravity, which stands across;
 *   - at 300 km/h against a wall 0.3 m thick.
 *
 * Kamm's bodies do not crumple: an impact takes a substep or two where sheet metal takes 0.1 s. Speeds after
 * the impact, yaw and momentum do not depend on that; a deceleration does, so that it is given as a mean over 10
 * ms, some ten times what crash tests measure, and is no figure of the car. Restitution and friction are those
 * of body.restitution and body.contact_friction, and nothing of the walls' own but friction.
 *
 * The momentum of two cars is compared from the substep before the impact to 3 ms after it began: tyres push
 * too, by up to 0.03 m/s in that time. */
#include <math.h>

#include "lab/courses.h"
#include "lab/driver.h"
#include "lab/tests.h"

enum {
    WALL_DELTA_V,
    WALL_REBOUND,
    WALL_DECELERATION,
    OFFSET_DELTA_V,
    OFFSET_YAW_RATE,
    OFFSET_YAW,
    HEAD_ON_DELTA_V,
    SIDE_STRIKING,
    SIDE_STRUCK,
    MOMENTUM_ERROR,
    FAST_DEPTH,
    TUNNELLED,
    FIGURES
};

static const kamm_figure_info figures[FIGURES] = {
    [WALL_DELTA_V] = {"wall_delta_v_kmh", "km/h",
                      "Full width at 56 km/h: change of speed in 0.1 s"},
    [WALL_REBOUND] = {"wall_rebound_kmh", "km/h", "Speed away from the wall after 0.1 s"},
    [WALL_DECELERATION] = {"wall_deceleration_10_ms_g", "g",
                           "Largest mean deceleration over 10 ms; the body does not crumple"},
    [OFFSET_DELTA_V] = {"offset_delta_v_kmh", "km/h",
                        "40 % of the width at 64 km/h: change of velocity in 0.1 s"},
    [OFFSET_YAW_RATE] = {"offset_yaw_rate_deg_per_s", "deg/s",
                         "Yaw rate then; positive: towards the block, which is on the left"},
    [OFFSET_YAW] = {"offset_yaw_after_1_s_deg", "deg", "How far it has turned after 1 s"},
    [HEAD_ON_DELTA_V] = {"head_on_delta_v_kmh", "km/h",
                         "Head-on, both at 50 km/h: change of speed of one in 0.1 s"},
    [SIDE_STRIKING] =
        {"side_delta_v_striking_kmh", "km/h",
         "Into the side at 50 km/h: change of velocity of the car that hits, in 0.1 s"},
    [SIDE_STRUCK] = {"side_delta_v_struck_kmh", "km/h", "… of the car that is hit"},
    [MOMENTUM_ERROR] = {"side_momentum_error_percent", "%",
                        "Change of both cars' momentum together in the impact"},
    [FAST_DEPTH] = {"fast_depth_mm", "mm",
                    "At 300 km/h: how far the nose gets beyond the face of the wall"},
    [TUNNELLED] = {"tunnelled", "1", "1: the car passed through that wall; 0: it did not"},
};

enum { WALL, OFFSET, HEAD_ON, OPPOSITE, STRIKING, STRUCK, FAST, CARS };
static const double speeds_mps[CARS] = {
    56 * KAMM_KMH, 64 * KAMM_KMH, 50 * KAMM_KMH, 50 * KAMM_KMH, 50 * KAMM_KMH, 0, 300 * KAMM_KMH};
static const double lane_m = 60, before_s = 0.2, watched_s = 1.5;

/* Cars that meet share a lane. */
static double lane_of(int car)
{
    return lane_m * (car == OPPOSITE ? HEAD_ON : car == STRUCK ? STRIKING : car);
}

typedef struct {
    double forward_m, aside_m, rear_m; /* what the body reaches from the vehicle frame's origin */
} reach;

static reach reach_of(const kamm_bench *bench)
{
    kamm_box boxes[KAMM_MAX_BOXES];
    int count = kamm_car_boxes(bench->model, boxes);
    reach r = {-INFINITY, -INFINITY, INFINITY};
    for (int i = 0; i < count; ++i) {
        r.forward_m = fmax(r.forward_m, boxes[i].centre_m[0] + boxes[i].half_m[0]);
        r.rear_m = fmin(r.rear_m, boxes[i].centre_m[0] - boxes[i].half_m[0]);
        r.aside_m = fmax(r.aside_m, boxes[i].centre_m[1] + boxes[i].half_m[1]);
    }
    return r;
}

/* A block whose face is at x = 0. */
static kamm_body_def block(double thickness_m, double from_y_m, double to_y_m)
{
    const double height_m = 3;
    return (kamm_body_def){
        .shapes = {{.box = {.centre_m = {thickness_m / 2, (from_y_m + to_y_m) / 2, height_m / 2},
                            .half_m = {thickness_m / 2, (to_y_m - from_y_m) / 2, height_m / 2}}}},
        .friction = 0.5F};
}

static int build(kamm_bench *bench, const reach *r)
{
    double offset_y_m = lane_of(OFFSET) + r->aside_m * (1 - 2 * 0.4);
    const kamm_body_def bodies[] = {block(2, lane_of(WALL) - 5, lane_of(WALL) + 5),
                                    block(2, offset_y_m, offset_y_m + 5),
                                    block(0.3, lane_of(FAST) - 5, lane_of(FAST) + 5)};
    if (!kamm_bench_line_up(bench, CARS)) return 0;
    if (!kamm_bench_enter(bench, bodies, sizeof bodies / sizeof *bodies)) return 0;
    for (int car = 0; car < CARS; ++car) {
        double x_m = -r->forward_m - before_s * speeds_mps[car], yaw_rad = 0;
        if (car == OPPOSITE) x_m = -x_m, yaw_rad = KAMM_PI;
        if (car == STRUCK) x_m = r->aside_m, yaw_rad = KAMM_PI / 2;
        kamm_bench_place(bench, car, x_m, lane_of(car), yaw_rad, speeds_mps[car], 0);
    }
    return 1;
}

/* Velocity in the plane of each car after each substep, and the heading. */
typedef struct {
    double x_mps, y_mps, yaw_rad, yaw_radps, nose_m;
} moment;

/* Reads the motion of the loaded car's centre of gravity; channels have that of the unloaded car's. */
static moment read_moment(const kamm_bench *bench, int car, const reach *r)
{
    double behind_m =
        bench->info.cg_behind_front_axle_m - bench->car->def.body.cg_behind_front_axle_m;
    double above_m = bench->info.cg_height_m - bench->car->def.body.cg_height_m;
    double yaw_rad = kamm_bench_read(bench, car, KAMM_CHANNEL_yaw_rad);
    double yaw_radps = kamm_bench_read(bench, car, KAMM_CHANNEL_yaw_rate_radps);
    double forward_mps = kamm_bench_read(bench, car, KAMM_CHANNEL_forward_speed_mps) +
                         above_m * kamm_bench_read(bench, car, KAMM_CHANNEL_pitch_rate_radps);
    double left_mps = kamm_bench_read(bench, car, KAMM_CHANNEL_lateral_speed_mps) -
                      behind_m * yaw_radps -
                      above_m * kamm_bench_read(bench, car, KAMM_CHANNEL_roll_rate_radps);
    return (moment){.x_mps = forward_mps * cos(yaw_rad) - left_mps * sin(yaw_rad),
                    .y_mps = forward_mps * sin(yaw_rad) + left_mps * cos(yaw_rad),
                    .yaw_rad = yaw_rad,
                    .yaw_radps = yaw_radps,
                    .nose_m = kamm_bench_read(bench, car, KAMM_CHANNEL_x_m) + r->forward_m};
}

typedef struct {
    int count;       /* substeps */
    double dt;       /* of each */
    moment *moments; /* of all cars after each substep */
} crash_log;

static const moment *at(const crash_log *log, int car, int step)
{
    if (step >= log->count) step = log->count - 1;
    return &log->moments[step * CARS + car];
}

static double change_mps(const moment *from, const moment *to)
{
    return hypot(to->x_mps - from->x_mps, to->y_mps - from->y_mps);
}

/* The last moment before the car's velocity jumps; the first where nothing hits it. */
static int before_impact(const crash_log *log, int car)
{
    const double jump_mps = 0.5;
    for (int i = 1; i < log->count; ++i)
        if (change_mps(at(log, car, i - 1), at(log, car, i)) > jump_mps) return i - 1;
    return 0;
}

static int steps(const crash_log *log, double time_s) { return (int)lround(time_s / log->dt); }

/* Returns the change of speed in the 0.1 s from the impact on. */
static double delta_v_mps(const crash_log *log, int car)
{
    int impact = before_impact(log, car);
    return change_mps(at(log, car, impact), at(log, car, impact + steps(log, 0.1)));
}

static double hardest_mps2(const crash_log *log, int car)
{
    int span = steps(log, 0.01);
    double max = 0;
    for (int i = 0; i + span < log->count; ++i)
        max = fmax(max, at(log, car, i)->x_mps - at(log, car, i + span)->x_mps);
    return max / (span * log->dt);
}

/* Both cars are of one mass. */
static double momentum_error(const crash_log *log)
{
    int impact = before_impact(log, STRIKING), after = impact + steps(log, 0.003);
    const moment *a = at(log, STRIKING, impact), *b = at(log, STRUCK, impact);
    const moment *c = at(log, STRIKING, after), *d = at(log, STRUCK, after);
    double x_mps = c->x_mps + d->x_mps - a->x_mps - b->x_mps;
    double y_mps = c->y_mps + d->y_mps - a->y_mps - b->y_mps;
    return hypot(x_mps, y_mps) / hypot(a->x_mps + b->x_mps, a->y_mps + b->y_mps);
}

static void report_offset(kamm_bench *bench, const crash_log *log)
{
    int impact = before_impact(log, OFFSET);
    const moment *before = at(log, OFFSET, impact),
                 *soon = at(log, OFFSET, impact + steps(log, 0.1)),
                 *later = at(log, OFFSET, impact + steps(log, 1));
    kamm_bench_found(bench, OFFSET_DELTA_V, change_mps(before, soon) / KAMM_KMH);
    kamm_bench_found(bench, OFFSET_YAW_RATE, soon->yaw_radps / KAMM_DEG);
    kamm_bench_found(bench, OFFSET_YAW,
                     remainder(later->yaw_rad - before->yaw_rad, 2 * KAMM_PI) / KAMM_DEG);
}

static void report(kamm_bench *bench, const crash_log *log)
{
    double max_depth_m = -INFINITY;
    for (int i = 0; i < log->count; ++i) max_depth_m = fmax(max_depth_m, at(log, FAST, i)->nose_m);
    int wall = before_impact(log, WALL);
    kamm_bench_found(bench, WALL_DELTA_V, delta_v_mps(log, WALL) / KAMM_KMH);
    kamm_bench_found(bench, WALL_REBOUND, -at(log, WALL, wall + steps(log, 0.1))->x_mps / KAMM_KMH);
    kamm_bench_found(bench, WALL_DECELERATION, hardest_mps2(log, WALL) / KAMM_GRAVITY_MPS2);
    report_offset(bench, log);
    kamm_bench_found(bench, HEAD_ON_DELTA_V, delta_v_mps(log, HEAD_ON) / KAMM_KMH);
    kamm_bench_found(bench, SIDE_STRIKING, delta_v_mps(log, STRIKING) / KAMM_KMH);
    kamm_bench_found(bench, SIDE_STRUCK, delta_v_mps(log, STRUCK) / KAMM_KMH);
    kamm_bench_found(bench, MOMENTUM_ERROR, 100 * momentum_error(log));
    kamm_bench_found(bench, FAST_DEPTH, 1000 * max_depth_m);
    kamm_bench_found(bench, TUNNELLED, at(log, FAST, log->count - 1)->nose_m > 0.3);
}

static int measure(kamm_bench *bench)
{
    if (bench->info.forward_only) {
        for (int i = 0; i < FIGURES; ++i)
            kamm_bench_missed(bench, i, "the CommonRoad equations have no impacts");
        return 1;
    }
    reach r = reach_of(bench);
    if (!build(bench, &r)) return 0;
    kamm_bench_set_tick(bench, bench->info.substep_s);
    crash_log log = {.dt = bench->tick_s};
    int max = steps(&log, watched_s);
    log.moments = kamm_allocate_array((size_t)max, CARS * sizeof *log.moments);
    if (!log.moments) return 0;
    kamm_bench_start_time(bench, WALL);
    for (; log.count < max; ++log.count) {
        kamm_bench_tick(bench);
        for (int car = 0; car < CARS; ++car)
            log.moments[log.count * CARS + car] = read_moment(bench, car, &r);
    }
    report(bench, &log);
    kamm_release(log.moments);
    return 1;
}

static void lay_out(const kamm_bench *bench, kamm_test_course *course)
{
    reach r = reach_of(bench);
    course->start_m[0] = -r.forward_m - before_s * speeds_mps[WALL];
    course->entry_mps = speeds_mps[WALL];
    const kamm_body_def wall = block(2, lane_of(WALL) - 5, lane_of(WALL) + 5);
    const double *centre = wall.shapes[0].box.centre_m, *half = wall.shapes[0].box.half_m;
    kamm_course_add(course, KAMM_COURSE_BLOCK, "wall", centre[0] - half[0], centre[1] - half[1],
                    centre[0] + half[0], centre[1] + half[1])
        ->to_height_m = centre[2] + half[2];
}

const kamm_procedure kamm_crash_test = {
    {"crash", "Crashes",
     "Against a wall at 56 km/h, a block offset at 64 km/h, another such car from ahead and from the side, "
     "and a thin wall at 300 km/h.",
     "speeds of FMVSS 208, US NCAP and Euro NCAP, rigid bodies", FIGURES, figures,
     KAMM_FEATURE_FORCES, 0},
    measure,
    lay_out};
