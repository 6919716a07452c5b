/* A two-wheeler answers by its lean, and so later than a car. Where it will be some tenths of a second later follows from its present
 * bend. What it is off the line there is brought back by a damped law of second order:
 *
 *     k = k_line(s + v t) - w^2 / v^2 e(t) - 2 z w / v sin a(t)
 *
 * with offset e and heading a against the line after the time t, by which the lean answers. Preview of the path as riders have it:
 * R. S. Sharp, Motorcycle steering control by road preview, J. Dyn. Sys. Meas. Control 129 (2007) 373; the law itself is that of the
 * cars' driver, after a prediction (O. J. M. Smith, 1957). Below a brisk walk the bend is that of the yaw rate, above that of the lean. */
#include "path_rider.h"

#include "../run/cars.h"

#include <kamm/rider.h>
#include <math.h>

static const double pi = 3.14159265358979323846, gravity_mps2 = 9.80665;

static double between(double value, double min, double max) { return fmin(fmax(value, min), max); }

static double present_bend(const kamm_cars *cars, int car, const struct car_glance *now,
                           double root)
{
    double v = fmax(now->forward_mps, root);
    if (v < 4 * root) return kamm_read(cars, car, KAMM_CHANNEL_yaw_rate_radps) / v;
    return -gravity_mps2 * tan(between(now->roll_rad, -1.2, 1.2)) / (v * v);
}

/* They lean to the first share to come back to the line, which takes the second one of that at most. */
static const double most_share = 0.84, back_share = 0.3;

static double lean_tangent(const kamm_plan *plan, double share, double lean_rad)
{
    const double least = 0.02;
    int rear = plan->info.wheel_count - 1;
    double grip =
        fmin(plan->info.peak_friction_y[0], plan->info.peak_friction_y[rear]) * plan->grip;
    return fmax(fmin(share * grip, tan(lean_rad / plan->leans_more)), least);
}

void kamm_ride_line(const kamm_driver *driver, kamm_cars *cars, int car,
                    const struct car_glance *now, double interval_s)
{
    const double root = sqrt(driver->plan->length_scale), answer_s = 0.5 * root;
    const double quick_radps = 1.5 / root, damping = 0.8, far_m = 3 * driver->plan->length_scale;
    const kamm_line *line = driver->plan->line;
    double v = fmax(now->forward_mps, 2 * root), way_m = v * answer_s;
    double bend = present_bend(cars, car, now, root), turns_rad = bend * way_m;
    kamm_line_point here = kamm_line_at(line, driver->station_m),
                    there = kamm_line_at(line, driver->station_m + way_m);
    double heading_rad = now->yaw_rad + (v > 2 * root ? atan2(now->left_mps, v) : 0);
    double goes_rad = heading_rad + turns_rad / 2;
    /* From the line's point here; across the line there. */
    double x = way_m * cos(goes_rad) - driver->left_m * sin(here.heading_rad);
    double y = way_m * sin(goes_rad) + driver->left_m * cos(here.heading_rad);
    x -= there.x_m - here.x_m, y -= there.y_m - here.y_m;
    double off_m = y * cos(there.heading_rad) - x * sin(there.heading_rad) - driver->aim_left_m;
    double aside_rad = remainder(heading_rad + turns_rad - there.heading_rad, 2 * pi);
    double turn = quick_radps / fmax(v, 5 * root);
    kamm_ride_request request = kamm_default_ride_request();
    double back = -turn * turn * between(off_m, -far_m, far_m) -
                  2 * damping * turn * sin(between(aside_rad, -1, 1));
    double room = back_share * gravity_mps2 *
                  lean_tangent(driver->plan, most_share, driver->plan->max_lean_rad) / (v * v);
    request.curvature_per_m = there.curvature_per_m + between(back, -room, room);
    request.max_lean_rad = driver->plan->leans_more *
                           atan(lean_tangent(driver->plan, most_share, driver->plan->max_lean_rad));
    kamm_ride(cars, car, &request, interval_s, NULL);
}

/* Leans of steady turns before and after a place, by the time that it takes from the one to the other. */
double kamm_lean_speed_mps(const kamm_plan *plan, int sample, double most_mps)
{
    double bend = fabs(plan->line->samples[sample].curvature_per_m);
    most_mps = fmin(most_mps, sqrt(gravity_mps2 *
                                   lean_tangent(plan, KAMM_STEADY_SHARE, 0.8 * plan->max_lean_rad) /
                                   fmax(bend, 1e-9)));
    const double root = sqrt(plan->length_scale), half_s = 0.4 * root, most_radps = 0.5 / root;
    const double slower = 0.96, least_mps = 2 * root;
    double station_m = sample * plan->line->step_m, v = most_mps;
    for (; v > least_mps; v *= slower) {
        double before = kamm_line_at(plan->line, station_m - v * half_s).curvature_per_m;
        double after = kamm_line_at(plan->line, station_m + v * half_s).curvature_per_m;
        double turn = v * v / gravity_mps2, leans = atan(turn * after) - atan(turn * before);
        if (fabs(leans) <= most_radps * 2 * half_s) return v;
    }
    return fmin(least_mps, most_mps);
}
