/* Braking in a turn after ISO 7975, open loop: on a circle of 100 m the car is brought to 5 m/s2 (the standard's)
 * and, nearer to its limit, to 6.5 m/s2. Then the steering wheel is held where it is, the throttle let go and the brake
 * pedal pressed at once, from a tenth of its way to all of it; the clutch stays closed. Cars with all pedals drive side by
 * side, and the worst of them is reported: between light and full braking lies a range in which the rear wheels lose more grip to
 * the brakes than the front ones, and the anti-lock brakes do nothing yet.
 *
 * The yaw rate 1 s after the pedal moved is set against that of the same circle at the speed there, v / R: 1 is the circle,
 * above 1 the car turns in. A car that spins has several times the yaw rate that it had. */
#include <math.h>

#include "lab/circle.h"
#include "lab/courses.h"
#include "lab/tests.h"

/* The figures have this order for each lateral acceleration. */
enum { YAW_RATIO, PEAK_YAW, PEAK_PEDAL, SIDESLIP, OF_EACH };
enum { FIGURES = 2 * OF_EACH };

static const kamm_figure_info figures[FIGURES] = {
    {"yaw_ratio_1_s", "1",
     "At 5 m/s2: yaw rate 1 s after the pedal moved over that of the circle at the speed there; the "
     "pedal with the largest"},
    {"peak_yaw_rate_ratio", "1",
     "At 5 m/s2: largest yaw rate while braking over that before; the pedal with the largest"},
    {"peak_yaw_pedal", "1", "At 5 m/s2: which pedal that is"},
    {"peak_sideslip_deg", "deg",
     "At 5 m/s2: farthest that the sideslip angle goes while faster than 5 m/s, with any pedal"},
    {"yaw_ratio_1_s_at_6_5_mps2", "1", "At 6.5 m/s2: yaw rate after 1 s over the circle's"},
    {"peak_yaw_rate_ratio_at_6_5_mps2", "1", "At 6.5 m/s2: largest yaw rate over that before"},
    {"peak_yaw_pedal_at_6_5_mps2", "1", "At 6.5 m/s2: which pedal that is"},
    {"peak_sideslip_at_6_5_mps2_deg", "deg", "At 6.5 m/s2: farthest that the sideslip angle goes"},
};

enum { CIRCLES = 2, PEDALS = 10, CARS = CIRCLES * PEDALS, RECORDED = 2 };
static const double lateral_mps2[CIRCLES] = {5, 6.5}, radius_m = 100, guided_mps = 5;

typedef struct {
    double pedal;
    double yaw_radps, sideslip_rad; /* on the circle, before the pedal moves */
    double yaw_ratio_1_s, peak_yaw_radps, peak_sideslip_rad;
    int on_circle;
} turn_run;

static double circle_mps(int circle) { return sqrt(lateral_mps2[circle] * radius_m); }

/* Up to speed on the circle, and some seconds there: one car for each acceleration, as pedals make no difference yet. Then there
 * is one for each pedal. */
static int reach_circle(kamm_bench *bench, turn_run *runs)
{
    const double from = 0.6, rise_mps2 = 1, settle_s = 22, tolerance_m = 1;
    kamm_circle_drive drives[CIRCLES];
    if (!kamm_bench_line_up(bench, CIRCLES)) return 0;
    for (int car = 0; car < CIRCLES; ++car) {
        double speed_mps = circle_mps(car);
        drives[car] =
            (kamm_circle_drive){.radius_m = radius_m, .side = 1, .wanted_mps = from * speed_mps};
        kamm_circle_start(bench, car, &drives[car], from * speed_mps,
                          kamm_bench_gear_at(bench, speed_mps));
    }
    kamm_bench_start_time(bench, -1);
    while (bench->time_s < settle_s) {
        for (int car = 0; car < CIRCLES; ++car) {
            double next_mps = drives[car].wanted_mps + rise_mps2 * bench->tick_s;
            drives[car].wanted_mps = fmin(circle_mps(car), next_mps);
            kamm_circle_follow(bench, car, &drives[car]);
        }
        kamm_bench_tick(bench);
    }
    for (int car = 0; car < CARS; ++car) {
        int circle = car / PEDALS;
        double rate_mps, aside_m = kamm_circle_outside_m(bench, circle, &drives[circle], &rate_mps);
        double speed_mps = kamm_bench_read(bench, circle, KAMM_CHANNEL_speed_mps);
        runs[car].on_circle =
            fabs(aside_m) < tolerance_m && fabs(speed_mps - circle_mps(circle)) < 0.5;
    }
    return kamm_bench_multiply(bench, PEDALS);
}

static void press_pedals(kamm_bench *bench, turn_run *runs)
{
    for (int car = 0; car < CARS; ++car) {
        turn_run *run = &runs[car];
        kamm_input *input = kamm_bench_input(bench, car);
        run->pedal = (1.0 + car % PEDALS) / PEDALS;
        run->yaw_radps = kamm_bench_read(bench, car, KAMM_CHANNEL_yaw_rate_radps);
        run->sideslip_rad = kamm_bench_read(bench, car, KAMM_CHANNEL_sideslip_rad);
        input->throttle = 0;
        input->brake = (float)run->pedal;
    }
}

static void watch(const kamm_bench *bench, int car, turn_run *run)
{
    const double early_s = 1;
    double yaw_radps = kamm_bench_read(bench, car, KAMM_CHANNEL_yaw_rate_radps);
    const struct car_glance now = kamm_glance(bench->cars, car);
    double aside_rad = atan2(now.left_mps, now.forward_mps) - run->sideslip_rad;
    run->peak_yaw_radps = fmax(run->peak_yaw_radps, fabs(yaw_radps));
    if (bench->time_s < early_s + 1e-9) run->yaw_ratio_1_s = yaw_radps * radius_m / now.speed_mps;
    if (now.speed_mps > guided_mps)
        run->peak_sideslip_rad =
            fmax(run->peak_sideslip_rad, fabs(remainder(aside_rad, 2 * KAMM_PI)));
}

static void brake(kamm_bench *bench, turn_run *runs)
{
    const double time_limit_s = 6;
    kamm_bench_start_time(bench, RECORDED);
    while (bench->time_s < time_limit_s) {
        kamm_bench_tick(bench);
        for (int car = 0; car < CARS; ++car) watch(bench, car, &runs[car]);
    }
}

static void report(kamm_bench *bench, const turn_run *runs, int first_figure)
{
    const turn_run *turned = runs, *worst = runs, *aside = runs;
    for (const turn_run *run = runs; run < runs + PEDALS; ++run) {
        if (run->yaw_ratio_1_s > turned->yaw_ratio_1_s) turned = run;
        if (run->peak_yaw_radps / run->yaw_radps > worst->peak_yaw_radps / worst->yaw_radps)
            worst = run;
        if (run->peak_sideslip_rad > aside->peak_sideslip_rad) aside = run;
    }
    kamm_bench_found(bench, first_figure + YAW_RATIO, turned->yaw_ratio_1_s);
    kamm_bench_found(bench, first_figure + PEAK_YAW, worst->peak_yaw_radps / worst->yaw_radps);
    kamm_bench_found(bench, first_figure + PEAK_PEDAL, worst->pedal);
    kamm_bench_found(bench, first_figure + SIDESLIP, aside->peak_sideslip_rad / KAMM_DEG);
}

static int measure(kamm_bench *bench)
{
    turn_run runs[CARS] = {0};
    if (!reach_circle(bench, runs)) return 0;
    press_pedals(bench, runs);
    brake(bench, runs);
    for (int i = 0; i < CIRCLES; ++i) {
        if (runs[i * PEDALS].on_circle) {
            report(bench, &runs[i * PEDALS], i * OF_EACH);
            continue;
        }
        for (int figure = 0; figure < OF_EACH; ++figure)
            kamm_bench_missed(bench, i * OF_EACH + figure, "the car does not hold %g m/s2",
                              lateral_mps2[i]);
    }
    return 1;
}

static void lay_out(const kamm_bench *bench, kamm_test_course *course)
{
    (void)bench;
    course->entry_mps = circle_mps(RECORDED / PEDALS);
    kamm_course_add_circle(course, radius_m, radius_m);
}

const kamm_procedure kamm_brake_in_turn_test = {
    {"brake-in-turn", "Braking in a turn",
     "On a circle of 100 m the brake pedal is pressed, from a tenth to all of its way, with the "
     "steering wheel held.",
     "ISO 7975, open loop", FIGURES, figures, KAMM_FEATURE_FORCES, 0},
    measure,
    lay_out};
