/* Starting on split friction: from rest, with the left wheels on snow and the right ones on dry asphalt, full throttle.
 * An open differential gives the wheel with grip no more than the spinning one takes; traction control that brakes the
 * spinning wheel gives it that torque on top. The driver keeps to the lane. The test drives the car as its file says, with
 * traction control by the engine alone, and without any. */
#include <math.h>

#include "lab/driver.h"
#include "lab/split_road.h"
#include "lab/tests.h"

enum { SPEED, SPEED_ENGINE, SPEED_WITHOUT, DEVIATION, STEERING, SPIN, FIGURES };

static const kamm_figure_info figures[FIGURES] = {
    [SPEED] = {"speed_5_s_kmh", "km/h", "5 s after the start, as the file has it"},
    [SPEED_ENGINE] = {"speed_5_s_no_tcs_brakes_kmh", "km/h",
                      "The same with traction control by the engine alone"},
    [SPEED_WITHOUT] = {"speed_5_s_no_tcs_kmh", "km/h", "The same without traction control"},
    [DEVIATION] = {"lane_deviation_m", "m",
                   "Farthest aside of where it started, as the file has it"},
    [STEERING] = {"steering_deg", "deg", "Largest steering-wheel angle, as the file has it"},
    [SPIN] = {"wheel_speed_kmh", "km/h", "Of the fastest wheel after 5 s, as the file has it"},
};

static const double run_s = 5;

typedef struct {
    double speed_mps, deviation_m, steering_rad, wheel_mps;
} start_run;

static void watch(const kamm_bench *bench, start_run *run)
{
    run->speed_mps = kamm_bench_read(bench, 0, KAMM_CHANNEL_forward_speed_mps);
    run->deviation_m = fmax(run->deviation_m, fabs(kamm_bench_read(bench, 0, KAMM_CHANNEL_y_m)));
    run->steering_rad =
        fmax(run->steering_rad, fabs(kamm_bench_read(bench, 0, KAMM_CHANNEL_steering_wheel_rad)));
    run->wheel_mps = 0;
    for (int w = 0; w < bench->info.wheel_count; ++w) {
        double spin_radps = kamm_bench_wheel(bench, 0, w, KAMM_WHEEL_spin_radps);
        run->wheel_mps = fmax(run->wheel_mps, spin_radps * kamm_bench_wheel_radius_m(bench));
    }
}

/* 0: out of memory. */
static int start(kamm_bench *bench, const kamm_model *model, start_run *run)
{
    *run = (start_run){0};
    if (!kamm_bench_line_up_models(bench, &model, 1)) return 0;
    kamm_bench_place(bench, 0, 0, 0, 0, 0, 1);
    kamm_drive_stand(bench);
    kamm_input *input = kamm_bench_input(bench, 0);
    input->brake = input->hand_brake = 0;
    input->throttle = 1;
    input->gear = KAMM_GEAR_DRIVE;
    kamm_bench_start_time(bench, model == bench->model ? 0 : -1);
    while (bench->time_s < run_s - 1e-9) {
        kamm_drive_straight(bench, 0);
        kamm_bench_tick(bench);
        watch(bench, run);
    }
    return 1;
}

/* The car made otherwise. 0: it could not be, as `outcome` says, or out of memory. */
static int start_variant(kamm_bench *bench, int tcs, int figure)
{
    kamm_vehicle_def def = bench->car->def;
    start_run run;
    def.aids.tcs = tcs;
    def.aids.tcs_brakes = 0;
    if (!kamm_bench_make_variant(bench, &def) || !start(bench, bench->variant, &run)) return 0;
    kamm_bench_found(bench, figure, run.speed_mps / KAMM_KMH);
    return 1;
}

static int measure(kamm_bench *bench)
{
    const kamm_aids_def *aids = &bench->car->def.aids;
    kamm_split_road road;
    start_run run;
    if (!kamm_split_road_lay(bench, &road) || !start(bench, bench->model, &run)) return 0;
    kamm_bench_found(bench, SPEED, run.speed_mps / KAMM_KMH);
    kamm_bench_found(bench, DEVIATION, run.deviation_m);
    kamm_bench_found(bench, STEERING, run.steering_rad / KAMM_DEG);
    kamm_bench_found(bench, SPIN, run.wheel_mps / KAMM_KMH);
    if (!aids->tcs)
        kamm_bench_missed(bench, SPEED_ENGINE, "the car has no traction control");
    else if (!start_variant(bench, 1, SPEED_ENGINE))
        return 0;
    return start_variant(bench, 0, SPEED_WITHOUT);
}

static void lay_out(const kamm_bench *bench, kamm_test_course *course)
{
    (void)bench;
    kamm_split_road_lay_out(course);
}

const kamm_procedure kamm_split_start_test = {
    {"split-start", "Starting on split friction",
     "From rest at full throttle with the left wheels on snow, with and without traction control.",
     "custom of makers of traction control", FIGURES, figures, KAMM_FEATURE_WHEEL_LOCK, 0},
    measure,
    lay_out};
