#include "lab/slow_steer.h"

#include <math.h>

#include "lab/driver.h"
#include "lab/fit.h"

enum { LEFT, RIGHT, SIDES };

static const double rate_radps = 13.5 * KAMM_DEG, max_g = 0.375, min_g = 0.1, time_limit_s = 60;

static void drive_tick(kamm_bench *bench, double speed_mps, kamm_speed_hold holds[SIDES],
                       kamm_line_fit fits[SIDES], double lateral_g[SIDES])
{
    for (int car = 0; car < SIDES; ++car) {
        double side = car == LEFT ? 1 : -1;
        kamm_drive_turn(bench, car, side * bench->info.steering_lock_rad, rate_radps);
        kamm_drive_hold_speed(bench, car, &holds[car], speed_mps);
        double steered_rad = side * kamm_bench_read(bench, car, KAMM_CHANNEL_steering_wheel_rad);
        lateral_g[car] = side * kamm_bench_read(bench, car, KAMM_CHANNEL_acceleration_y_mps2) /
                         KAMM_GRAVITY_MPS2;
        if (lateral_g[car] >= min_g && lateral_g[car] <= max_g)
            kamm_fit_add(&fits[car], lateral_g[car], steered_rad);
    }
    kamm_bench_tick(bench);
}

int kamm_slow_steer_rad(kamm_bench *bench, double speed_mps, double *angle_rad)
{
    kamm_speed_hold holds[SIDES] = {0};
    kamm_line_fit fits[SIDES] = {0};
    double lateral_g[SIDES] = {0};
    if (!kamm_bench_line_up(bench, 1)) return 0;
    kamm_bench_place(bench, 0, 0, 0, 0, speed_mps, kamm_bench_gear_at(bench, speed_mps));
    kamm_drive_settle(bench, &holds[LEFT], &speed_mps);
    holds[RIGHT] = holds[LEFT];
    if (!kamm_bench_multiply(bench, SIDES)) return 0;
    kamm_bench_start_time(bench, -1);
    while (bench->time_s < time_limit_s && fmin(lateral_g[LEFT], lateral_g[RIGHT]) < max_g)
        drive_tick(bench, speed_mps, holds, fits, lateral_g);
    *angle_rad = (kamm_fit_value(&fits[LEFT], 0.3) + kamm_fit_value(&fits[RIGHT], 0.3)) / 2;
    if (bench->time_s >= time_limit_s) *angle_rad = NAN;
    return 1;
}
