#include "lab/circle.h"

#include <math.h>

void kamm_circle_start(kamm_bench *bench, int car, const kamm_circle_drive *drive, double speed_mps,
                       int gear)
{
    double road_wheel_rad = drive->side * bench->info.wheelbase_m / drive->radius_m;
    kamm_bench_place(bench, car, 0, 0, 0, speed_mps, gear);
    kamm_bench_input(bench, car)->steering_wheel_rad =
        (float)(road_wheel_rad * bench->info.steering_ratio);
}

static double outside_m(const kamm_circle_drive *drive, const struct car_glance *now,
                        double *rate_mps)
{
    double x_m = now->x_m, y_m = now->y_m - drive->side * drive->radius_m;
    double course_rad = now->yaw_rad + atan2(now->left_mps, now->forward_mps);
    double distance_m = sqrt(x_m * x_m + y_m * y_m);
    *rate_mps = now->speed_mps * (x_m * cos(course_rad) + y_m * sin(course_rad)) / distance_m;
    return distance_m - drive->radius_m;
}

double kamm_circle_outside_m(const kamm_bench *bench, int car, const kamm_circle_drive *drive,
                             double *rate_mps)
{
    const struct car_glance now = kamm_glance(bench->cars, car);
    return outside_m(drive, &now, rate_mps);
}

/* How that speed grows: what the car lacks in lateral acceleration. */
static double outside_mps2(const kamm_bench *bench, int car, const kamm_circle_drive *drive,
                           double speed_mps)
{
    return speed_mps * speed_mps / drive->radius_m -
           drive->side * kamm_bench_read(bench, car, KAMM_CHANNEL_acceleration_y_mps2);
}

/* The circle's own angle, corrected by a damped second-order law of 1.5 rad/s that looks ahead by
 * the time that a car needs to answer; its integral finds what the car needs on top. */
void kamm_circle_follow(kamm_bench *bench, int car, kamm_circle_drive *drive)
{
    const double frequency_radps = 2 / bench->root, damping = 1, integral_per_s = 0.3 / bench->root,
                 answer_s = 0.4 * bench->root;
    const struct car_glance now = kamm_glance(bench->cars, car);
    double rate_mps, error_m = outside_m(drive, &now, &rate_mps);
    drive->outside_integral_ms += error_m * bench->tick_s;
    double coming_mps = rate_mps + answer_s * outside_mps2(bench, car, drive, now.speed_mps);
    double correction_m = error_m + 2 * damping / frequency_radps * coming_mps +
                          integral_per_s * drive->outside_integral_ms;
    double turn_radps = frequency_radps / drive->wanted_mps;
    double needed = fabs(kamm_bench_read(bench, car, KAMM_CHANNEL_road_wheel_rad)) *
                    drive->radius_m / bench->info.wheelbase_m;
    double curvature_per_m =
        1 / drive->radius_m + fmax(1, needed) * turn_radps * turn_radps * correction_m;
    double road_wheel_rad = drive->side * bench->info.wheelbase_m * curvature_per_m;
    /* The road wheels turn by at most 1 rad/s: faster, the driver of a kart, whose steering is direct, oscillates. */
    double rate_radps = fmin(10, bench->info.steering_ratio);
    kamm_drive_turn(bench, car, road_wheel_rad * bench->info.steering_ratio, rate_radps);
    kamm_drive_hold_from(bench, car, &drive->hold, drive->wanted_mps, now.forward_mps);
}
