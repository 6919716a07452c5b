/* Braking on split friction after ISO 14512 and UN regulation 13-H: straight on at 100 km/h, the left wheels on
 * snow, the right ones on dry asphalt (or as the options say). The brake pedal is pressed all the way at once,
 * with the clutch. Four cars do it side by side: as the file says and without anti-lock brakes. Each is driven
 * once with the steering wheel held straight (the open loop of ISO 14512), once with a driver. The driver
 * steers against the yaw (as 13-H allows, up to 120 deg in the first 2 s and 240 deg in all). Time and distance
 * count from the pedal's movement.
 *
 * Held straight, a car with anti-lock brakes at each wheel turns in at least as fast as one with locked
 * wheels: it brakes harder on the good side. But its wheels still guide, so that it turns less in all and a
 * driver can hold it, while locked front wheels do not answer. Real systems also let pressure grow slowly on
 * the good side; Kamm's brakes do not. */
#include <math.h>

#include "lab/driver.h"
#include "lab/split_road.h"
#include "lab/tests.h"

/* Each figure with anti-lock brakes is followed by the same without. */
enum {
    STOPPING,
    STOPPING_WITHOUT,
    DEVIATION,
    DEVIATION_WITHOUT,
    YAW,
    YAW_WITHOUT,
    HELD_YAW_1_S,
    HELD_YAW_1_S_WITHOUT,
    HELD_TURNED,
    HELD_TURNED_WITHOUT,
    STEERING_2_S,
    STEERING,
    FIGURES
};

static const kamm_figure_info figures[FIGURES] = {
    [STOPPING] = {"stopping_distance_m", "m", "From 100 km/h; the driver steers against the yaw"},
    [STOPPING_WITHOUT] = {"stopping_distance_no_abs_m", "m", "The same without anti-lock brakes"},
    [DEVIATION] = {"lane_deviation_m", "m", "Farthest aside of where it braked; the driver steers"},
    [DEVIATION_WITHOUT] = {"lane_deviation_no_abs_m", "m", "The same without anti-lock brakes"},
    [YAW] = {"max_yaw_deg", "deg",
             "Farthest turned from straight on while faster than 5 m/s; the driver steers"},
    [YAW_WITHOUT] = {"max_yaw_no_abs_deg", "deg", "The same without anti-lock brakes"},
    [HELD_YAW_1_S] =
        {"held_yaw_after_1_s_deg", "deg",
         "Steering wheel held: turned towards the good side 1 s after the pedal moved"},
    [HELD_YAW_1_S_WITHOUT] = {"held_yaw_after_1_s_no_abs_deg", "deg",
                              "The same without anti-lock brakes"},
    [HELD_TURNED] = {"held_turned_deg", "deg", "Steering wheel held: turned in all at standstill"},
    [HELD_TURNED_WITHOUT] = {"held_turned_no_abs_deg", "deg", "The same without anti-lock brakes"},
    [STEERING_2_S] = {"steering_in_2_s_deg", "deg",
                      "With anti-lock brakes: largest steering-wheel angle in the first 2 s"},
    [STEERING] = {"steering_deg", "deg", "… and in all, while faster than 5 m/s"},
};

enum { STEERED, STEERED_WITHOUT, HELD, HELD_WITHOUT, CARS };
static const double start_mps = 100 * KAMM_KMH, guided_mps = 5, time_limit_s = 40;

typedef struct {
    double start_mps, from_x_m, from_y_m, stop_s, stop_m;
    double yaw_rad, last_yaw_rad, yaw_1_s_rad, max_yaw_rad, deviation_m;
    double steering_2_s_rad, steering_rad;
} split_run;

static split_run begin(const kamm_bench *bench, int car)
{
    double yaw_rad = kamm_bench_read(bench, car, KAMM_CHANNEL_yaw_rad);
    return (split_run){.start_mps = kamm_bench_read(bench, car, KAMM_CHANNEL_speed_mps),
                       .from_x_m = kamm_bench_read(bench, car, KAMM_CHANNEL_x_m),
                       .from_y_m = kamm_bench_read(bench, car, KAMM_CHANNEL_y_m),
                       .last_yaw_rad = yaw_rad,
                       .yaw_rad = yaw_rad,
                       .stop_s = NAN};
}

/* A quick driver: heading, its rate and the distance from the lane decide the slip angle that the front
 * wheels are to have, which is no more than tyres can use. */
static void steer_against(kamm_bench *bench, int car, const split_run *run)
{
    const double per_yaw = 2, per_rate_s = 0.5, per_metre = 0.08, rate_radps = 800 * KAMM_DEG;
    const double useful_rad = 8 * KAMM_DEG;
    const struct car_glance now = kamm_glance(bench->cars, car);
    double yaw_radps = kamm_bench_read(bench, car, KAMM_CHANNEL_yaw_rate_radps);
    double course_rad = atan2(now.left_mps, now.forward_mps) +
                        bench->info.cg_behind_front_axle_m * yaw_radps / fmax(1, now.speed_mps);
    double aside_m = now.y_m - run->from_y_m;
    double wanted_rad =
        -(per_yaw * run->yaw_rad + per_rate_s * yaw_radps + per_metre * aside_m) - course_rad;
    double slip_rad = fmin(fmax(wanted_rad, -useful_rad), useful_rad);
    double angle_rad = (course_rad + slip_rad) * bench->info.steering_ratio;
    double lock_rad = bench->info.steering_lock_rad;
    kamm_drive_turn(bench, car, fmin(fmax(angle_rad, -lock_rad), lock_rad), rate_radps);
}

/* Whole turns are counted on. */
static void watch_yaw(const kamm_bench *bench, const struct car_glance *now, split_run *run)
{
    const double early_s = 1;
    run->yaw_rad += remainder(now->yaw_rad - run->last_yaw_rad, 2 * KAMM_PI);
    run->last_yaw_rad = now->yaw_rad;
    if (bench->time_s < early_s + 1e-9) run->yaw_1_s_rad = run->yaw_rad;
    if (now->speed_mps > guided_mps) run->max_yaw_rad = fmax(run->max_yaw_rad, fabs(run->yaw_rad));
}

static void watch_steering(const kamm_bench *bench, int car, split_run *run)
{
    const double early_s = 2;
    double angle_rad = fabs(kamm_bench_read(bench, car, KAMM_CHANNEL_steering_wheel_rad));
    run->steering_rad = fmax(run->steering_rad, angle_rad);
    if (bench->time_s < early_s + 1e-9) run->steering_2_s_rad = run->steering_rad;
}

static void watch(const kamm_bench *bench, int car, split_run *run)
{
    const double standing_mps = 0.05;
    if (!isnan(run->stop_s)) return;
    const struct car_glance now = kamm_glance(bench->cars, car);
    double x_m = now.x_m - run->from_x_m, y_m = now.y_m - run->from_y_m;
    watch_yaw(bench, &now, run);
    if (!(now.speed_mps < guided_mps)) watch_steering(bench, car, run);
    run->deviation_m = fmax(run->deviation_m, fabs(y_m));
    if (now.speed_mps > standing_mps) return;
    run->stop_s = bench->time_s;
    run->stop_m = sqrt(x_m * x_m + y_m * y_m);
}

/* Brings the cars to their speed and presses the pedals. */
static int start(kamm_bench *bench, split_run runs[CARS])
{
    const double speeds_mps[CARS] = {start_mps, start_mps, start_mps, start_mps};
    const kamm_model *const models[CARS] = {bench->model, bench->variant, bench->model,
                                            bench->variant};
    kamm_speed_hold holds[CARS] = {0};
    if (!kamm_bench_line_up_models(bench, models, CARS)) return 0;
    for (int car = 0; car < CARS; ++car)
        kamm_bench_place(bench, car, 0, 0, 0, start_mps, kamm_bench_gear_at(bench, start_mps));
    kamm_drive_settle(bench, holds, speeds_mps);
    for (int car = 0; car < CARS; ++car) {
        kamm_input *input = kamm_bench_input(bench, car);
        input->steering_wheel_rad = input->throttle = 0;
        input->brake = input->clutch = 1;
        runs[car] = begin(bench, car);
    }
    return 1;
}

static void brake(kamm_bench *bench, split_run runs[CARS])
{
    int rolling = CARS;
    kamm_bench_start_time(bench, STEERED);
    while (rolling && bench->time_s < time_limit_s) {
        for (int car = STEERED; car <= STEERED_WITHOUT; ++car)
            steer_against(bench, car, &runs[car]);
        kamm_bench_tick(bench);
        rolling = 0;
        for (int car = 0; car < CARS; ++car) {
            watch(bench, car, &runs[car]);
            rolling += isnan(runs[car].stop_s);
        }
        if (!isnan(runs[STEERED].stop_s)) bench->recorded = -1;
    }
}

static void report_stop(kamm_bench *bench, const split_run *run, int figure)
{
    double ratio = start_mps / run->start_mps;
    if (isnan(run->stop_s))
        kamm_bench_missed(bench, figure, "not at rest after %.0f s", time_limit_s);
    else
        kamm_bench_found(bench, figure, run->stop_m * ratio * ratio);
}

/* The side with grip is the right one, to which yaw is negative. */
static void report(kamm_bench *bench, const split_run runs[CARS], int without)
{
    const split_run *steered = &runs[STEERED + without], *held = &runs[HELD + without];
    report_stop(bench, steered, STOPPING + without);
    kamm_bench_found(bench, DEVIATION + without, steered->deviation_m);
    kamm_bench_found(bench, YAW + without, steered->max_yaw_rad / KAMM_DEG);
    kamm_bench_found(bench, HELD_YAW_1_S + without, -held->yaw_1_s_rad / KAMM_DEG);
    kamm_bench_found(bench, HELD_TURNED + without, fabs(held->yaw_rad) / KAMM_DEG);
    if (without) return;
    kamm_bench_found(bench, STEERING_2_S, steered->steering_2_s_rad / KAMM_DEG);
    kamm_bench_found(bench, STEERING, steered->steering_rad / KAMM_DEG);
}

static void have_no_abs(kamm_bench *bench)
{
    static const int missed[] = {STOPPING,    DEVIATION,    YAW,     HELD_YAW_1_S,
                                 HELD_TURNED, STEERING_2_S, STEERING};
    for (size_t i = 0; i < sizeof missed / sizeof *missed; ++i)
        kamm_bench_missed(bench, missed[i], "the car has no anti-lock brakes");
}

static int measure(kamm_bench *bench)
{
    kamm_split_road road;
    split_run runs[CARS];
    kamm_vehicle_def plain = bench->car->def;
    plain.aids.abs = 0;
    if (!kamm_bench_make_variant(bench, &plain)) return 0;
    if (!kamm_split_road_lay(bench, &road)) return 0;
    if (!start(bench, runs)) return 0;
    brake(bench, runs);
    report(bench, runs, 1);
    if (bench->car->def.aids.abs)
        report(bench, runs, 0);
    else
        have_no_abs(bench);
    return 1;
}

static void lay_out(const kamm_bench *bench, kamm_test_course *course)
{
    (void)bench;
    course->start_m[0] = KAMM_SETTLING_S * start_mps;
    course->entry_mps = start_mps;
    kamm_split_road_lay_out(course);
}

const kamm_procedure kamm_split_mu_test = {
    {"split-mu", "Braking on split friction",
     "Full braking from 100 km/h with the left wheels on snow, with and without anti-lock brakes, "
     "steering wheel held straight or steered against the yaw.",
     "ISO 14512, UN regulation 13-H", FIGURES, figures, KAMM_FEATURE_WHEEL_LOCK, 0},
    measure,
    lay_out};
