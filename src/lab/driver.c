#include "lab/driver.h"

#include <math.h>

static double clamp(double value, double min, double max) { return fmin(fmax(value, min), max); }

/* Share of what engine or brakes can do that a known change of speed needs; negative: brakes. */
static double known_share(const kamm_bench *bench, double rising_mps2, double speed_mps)
{
    const kamm_model_info *info = &bench->info;
    if (rising_mps2 < 0) return rising_mps2 / info->max_braking_mps2;
    return rising_mps2 / info->max_acceleration_mps2 * fmax(1, speed_mps / info->switch_speed_mps);
}

/* The pedal for a share of the most that drives: electric motors brake while it is released. */
static double pedal_for(const kamm_bench *bench, double share, double speed_mps)
{
    double lift = bench->info.lift_share * clamp(speed_mps / (3 * bench->root), 0, 1);
    return (share + lift) / (1 + lift);
}

/* Proportional and integral, with what is known ahead; the integral waits while the pedal is at its end. */
void kamm_drive_hold_from(kamm_bench *bench, int car, kamm_speed_hold *hold, double speed_mps,
                          double forward_mps)
{
    const double gain_s_per_m = 0.6 / bench->root, integral_gain_per_m = 0.5 / bench->length,
                 brake_gain_s_per_m = 0.25 / bench->root;
    double short_mps = speed_mps - forward_mps;
    double known = known_share(bench, hold->rising_mps2, speed_mps);
    double wanted =
        pedal_for(bench, gain_s_per_m * short_mps + hold->integral + fmax(known, 0), speed_mps);
    double pedal = clamp(wanted, 0, 1);
    if (pedal == wanted || (wanted > 1) != (short_mps > 0))
        hold->integral =
            clamp(hold->integral + integral_gain_per_m * short_mps * bench->tick_s, 0, 1);
    kamm_input *input = kamm_bench_input(bench, car);
    input->throttle = (float)pedal;
    input->brake = hold->may_brake
                       ? (float)clamp(-brake_gain_s_per_m * short_mps - 0.1 - fmin(known, 0), 0, 1)
                       : 0;
}

void kamm_drive_hold_speed(kamm_bench *bench, int car, kamm_speed_hold *hold, double speed_mps)
{
    kamm_drive_hold_from(bench, car, hold, speed_mps,
                         kamm_bench_read(bench, car, KAMM_CHANNEL_forward_speed_mps));
}

void kamm_drive_turn(kamm_bench *bench, int car, double angle_rad, double rate_radps)
{
    kamm_input *input = kamm_bench_input(bench, car);
    double max_change_rad = rate_radps / bench->root * bench->tick_s;
    input->steering_wheel_rad += (float)clamp(angle_rad - (double)input->steering_wheel_rad,
                                              -max_change_rad, max_change_rad);
}

double kamm_drive_aim_rad(const kamm_bench *bench, const struct car_glance *now,
                          kamm_road_point point, double gain)
{
    double dx_m = point.x_m - now->x_m, dy_m = point.y_m - now->y_m;
    double left_m = dy_m * cos(now->yaw_rad) - dx_m * sin(now->yaw_rad);
    double curvature_per_m =
        2 * left_m / fmax(dx_m * dx_m + dy_m * dy_m, 1e-6 * bench->length * bench->length);
    double angle_rad =
        gain * bench->info.steering_ratio * bench->info.wheelbase_m * curvature_per_m;
    return clamp(angle_rad, -bench->info.steering_lock_rad, bench->info.steering_lock_rad);
}

static void keep_lane(kamm_bench *bench, int car, double y_m, const struct car_glance *now)
{
    const double preview_s = bench->root, min_preview_m = 5 * bench->length, rate_radps = 5;
    double ahead_m = min_preview_m + preview_s * now->speed_mps;
    kamm_road_point point = {now->x_m + ahead_m, y_m};
    if (kamm_bench_is_ridden(bench)) {
        double turn_rad = kamm_drive_aim_rad(bench, now, point, 1) / bench->info.steering_ratio;
        kamm_bench_bend(bench, car, turn_rad / bench->info.wheelbase_m);
        return;
    }
    kamm_drive_turn(bench, car, kamm_drive_aim_rad(bench, now, point, 1), rate_radps);
}

void kamm_drive_lane(kamm_bench *bench, int car, double y_m)
{
    const struct car_glance now = kamm_glance(bench->cars, car);
    keep_lane(bench, car, y_m, &now);
}

void kamm_drive_straight(kamm_bench *bench, int car) { kamm_drive_lane(bench, car, 0); }

void kamm_drive_settle(kamm_bench *bench, kamm_speed_hold *holds, const double *speeds_mps)
{
    kamm_drive_straight_for(bench, holds, speeds_mps, KAMM_SETTLING_S * bench->root);
}

void kamm_drive_straight_for(kamm_bench *bench, kamm_speed_hold *holds, const double *speeds_mps,
                             double time_s)
{
    kamm_bench_start_time(bench, -1);
    while (bench->time_s < time_s) {
        for (int car = 0; car < bench->count; ++car) {
            const struct car_glance now = kamm_glance(bench->cars, car);
            keep_lane(bench, car, 0, &now);
            kamm_drive_hold_from(bench, car, &holds[car], speeds_mps[car], now.forward_mps);
        }
        kamm_bench_tick(bench);
    }
}

void kamm_drive_stand(kamm_bench *bench)
{
    for (int car = 0; car < bench->count; ++car) {
        kamm_input *input = kamm_bench_input(bench, car);
        input->brake = input->hand_brake = 1;
    }
    kamm_bench_start_time(bench, -1);
    while (bench->time_s < KAMM_SETTLING_S * bench->root) kamm_bench_tick(bench);
}
