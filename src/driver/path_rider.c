/* A two-wheeler answers by its lean, and so later than a car. Where it will be some tenths of a second later follows from its present
 * bend. What it is off the line there is brought back by a damped law of second order:
 *
 *     k = k_line(s + v t) - w^2 / v^2 e(t) - 2 z w / v sin a(t)
 *
 * with offset e and heading a against the line after the time t, by which the lean answers. Preview of the path as riders have it:
 * R. S. Sharp, Motorcycle steering control by road preview, J. Dyn. Sys. Meas. Control 129 (2007) 373; the law itself is that of the
 * cars' driver, after a prediction (O. J. M. Smith, 1957). Below a brisk walk the bend is that of the yaw rate, above that of the lean. */
#include "path_rider.h"

#include "../base/curve.h"
#include "../run/cars.h"
#include "../vehicle/transmission_compile.h"

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
    request.curvature_per_m = there.curvature_per_m - turn * turn * between(off_m, -far_m, far_m) -
                              2 * damping * turn * sin(between(aside_rad, -1, 1));
    kamm_ride(cars, car, &request, interval_s, NULL);
}

/* Leans of steady turns before and after a place, by the time that it takes from the one to the other. */
double kamm_lean_speed_mps(const kamm_plan *plan, int sample, double most_mps)
{
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

/* Friction of the ground; 1 before the first step has asked for it. */
static double friction_below(const kamm_cars *cars, int car, int wheel)
{
    double f = (double)cars->block[car / KAMM_BLOCK].contact[wheel].friction[car % KAMM_BLOCK];
    return f > 0 ? f : 1;
}

/* 1 while a wheel has a tenth of its load at rest, little where it has left the road; gently between, since the body pitches on its
 * springs. */
static double load_allows(const kamm_cars *cars, int car, int wheel)
{
    const double enough = 0.1, gentle = 0.3, lifted = 0.1;
    double at_rest_n = kamm_model_of(cars, car)->info.static_load_n[wheel];
    double share = kamm_read_wheel(cars, car, wheel, KAMM_WHEEL_load_n) / at_rest_n;
    return share > 0 ? between((share + gentle) / (enough + gentle), 0, 1) : lifted;
}

/* 1 while it rolls, 0 where it spins (sign 1) or locks (-1), at less slip the less friction; near standstill slip ratios tell little. */
static double slip_allows(const kamm_cars *cars, int car, int wheel, double sign)
{
    const double from = 0.06, over = 0.08, fast_mps = 4;
    double friction = fmin(friction_below(cars, car, wheel), 1);
    double speed = kamm_read(cars, car, KAMM_CHANNEL_speed_mps) / fast_mps;
    double slip = sign * kamm_read_wheel(cars, car, wheel, KAMM_WHEEL_slip_ratio) * fmin(speed, 1);
    return between(1 - (slip / friction - from) / over, 0, 1);
}

/* Returns the share of the tyres' friction that the lean leaves on a circle. */
static double lean_allows(const kamm_cars *cars, int car)
{
    const kamm_model_info *info = &kamm_model_of(cars, car)->info;
    double grip = fmin(info->peak_friction_y[0] * friction_below(cars, car, 0),
                       info->peak_friction_y[1] * friction_below(cars, car, 1));
    double used = tan(between(kamm_read(cars, car, KAMM_CHANNEL_roll_rad), -1.2, 1.2)) / grip;
    return sqrt(between(1 - used * used, 0.02, 1));
}

/* -- steady pulls and brakings: load goes from wheel to wheel by force times height over wheelbase -- */

/* The shares of its load at rest that the front and the rear wheel keep, and the share of friction that the pedals use. */
static const double front_keeps = 0.15, rear_keeps = 0.2, careful = 0.85;

/* Load that a force along the road takes from one wheel and gives to the other, over that force, in the lean that it has. */
static double shift_of(const kamm_cars *cars, int car)
{
    const kamm_model *model = kamm_model_of(cars, car);
    double lean = between(kamm_read(cars, car, KAMM_CHANNEL_roll_rad), -1.2, 1.2);
    return model->statics.total_cg[2] * cos(lean) / model->info.wheelbase_m;
}

/* 1 while it doesn't pitch that way; less, the faster it does, so that it comes to a steady state without lifting a wheel. */
static double pitch_allows(const kamm_cars *cars, int car, double sign, double slows_s)
{
    double root = sqrt(kamm_model_of(cars, car)->statics.length_scale);
    double rate = sign * root * kamm_read(cars, car, KAMM_CHANNEL_pitch_rate_radps);
    return between(1 - slows_s * rate, 0, 1);
}

/* Force at the road that keeps the front wheel down and doesn't spin the rear wheel, whose load it raises. */
static double most_thrust_n(const kamm_cars *cars, int car)
{
    const kamm_model_info *info = &kamm_model_of(cars, car)->info;
    double shift = shift_of(cars, car),
           lifts_n = (1 - front_keeps) * info->static_load_n[0] / shift;
    double grip = careful * info->peak_friction_x[1] * friction_below(cars, car, 1);
    double spins_n = grip * info->static_load_n[1] / fmax(1 - grip * shift, 0.05);
    return fmin(lifts_n, spins_n);
}

/* An automatic clutch closes as the throttle does: so while it slips in first gear, the throttle stays where the pull is safe. */
static int launches(const kamm_cars *cars, int car)
{
    return kamm_read(cars, car, KAMM_CHANNEL_gear) < 1.5 &&
           kamm_read(cars, car, KAMM_CHANNEL_clutch_engagement) < 0.95;
}

/* The throttle at which the engine pulls so much in its gear, by its curve and its drag; part load as src/part/engine.h has it. */
static double engine_throttle_for(const kamm_cars *cars, int car, double thrust_n)
{
    const kamm_model *model = kamm_model_of(cars, car);
    const kamm_engine_def *engine = &model->def->engine;
    const kamm_curve *curve = &engine->torque_curve;
    int gear = (int)kamm_read(cars, car, KAMM_CHANNEL_gear);
    if (curve->count < 2 || gear < 1 || gear > model->info.gear_count) return 1;
    double radps = kamm_read(cars, car, KAMM_CHANNEL_engine_radps);
    double wheel_kgm2 = model->def->axles[1].wheel_inertia_kgm2;
    double ratio = model->info.overall_ratio[gear - 1];
    if (is_cvt(model->def)) ratio *= kamm_read(cars, car, KAMM_CHANNEL_cvt_share);
    double radius_m = model->info.loaded_radius_m[1];
    double turns_kgm2 = wheel_kgm2;
    if (!launches(cars, car)) turns_kgm2 += engine->inertia_kgm2 * ratio * ratio;
    double spins_kg = turns_kgm2 / (radius_m * radius_m);
    double wanted_nm = thrust_n * (1 + spins_kg / model->info.mass_kg) * radius_m /
                       (ratio * model->def->clutch.efficiency);
    double full_nm =
        kamm_curve_value(curve->x, curve->y, curve->count, CURVE_MONOTONE, radps, NULL);
    double drag_nm = engine->drag_nm + engine->drag_nms_per_rad * radps;
    double share = between((wanted_nm + drag_nm) / fmax(full_nm + drag_nm, 1e-6), 0, 1);
    double part = engine->part_load * fmax(1 - radps / engine->limiter_radps, 0);
    return share / (1 + part * (1 - share));
}

/* The same of an axle's motor. */
static double motor_throttle_for(const kamm_cars *cars, int car, int axle, double thrust_n)
{
    const kamm_model *model = kamm_model_of(cars, car);
    const kamm_motor_def *motor = &model->def->axles[axle].motor;
    if (!(motor->peak_nm > 0)) return 1;
    double radius_m = model->info.loaded_radius_m[axle];
    double radps = kamm_read(cars, car, KAMM_CHANNEL_speed_mps) / radius_m * motor->ratio;
    double full_nm = fmin(motor->peak_nm, motor->power_w / fmax(radps, 1e-6));
    double full_n = full_nm * motor->ratio * motor->efficiency / radius_m;
    return fmin(thrust_n / full_n, 1);
}

double kamm_throttle_allows(const kamm_cars *cars, int car)
{
    const double safe = 0.9, pitch_slows_s = 0.5;
    int is_launch = launches(cars, car);
    double thrust_n = most_thrust_n(cars, car), pedal;
    thrust_n *= is_launch ? safe : pitch_allows(cars, car, -1, pitch_slows_s);
    pedal = engine_throttle_for(cars, car, thrust_n);
    for (int w = 0; w < 2; ++w) pedal = fmin(pedal, motor_throttle_for(cars, car, w, thrust_n));
    if (!is_launch) pedal *= load_allows(cars, car, 0) * slip_allows(cars, car, 1, 1);
    return pedal * lean_allows(cars, car);
}

/* The pedal at which the rear wheel keeps its share of load, and neither wheel locks. */
static double most_brake(const kamm_cars *cars, int car)
{
    const kamm_model *model = kamm_model_of(cars, car);
    double force_n[2], most = 1, shift = shift_of(cars, car);
    for (int w = 0; w < 2; ++w)
        force_n[w] = model->def->axles[w].brake_torque_nm / model->info.loaded_radius_m[w];
    double shifts_n = shift * (force_n[0] + force_n[1]);
    if (!(shifts_n > 0)) return 1;
    most = fmin(most, (1 - rear_keeps) * model->info.static_load_n[1] / shifts_n);
    for (int w = 0; w < 2; ++w) {
        double grip = careful * model->info.peak_friction_x[w] * friction_below(cars, car, w);
        double locks_n = force_n[w] - (w ? -1 : 1) * grip * shifts_n;
        if (locks_n > 0) most = fmin(most, grip * model->info.static_load_n[w] / locks_n);
    }
    return most;
}

/* Brakes are pressed within some tenths of a second, as they answer. */
static double press_allows(const kamm_cars *cars, int car)
{
    const double ahead = 0.2;
    double full_nm = kamm_model_of(cars, car)->def->axles[0].brake_torque_nm;
    if (!(full_nm > 0)) return 1;
    return kamm_read_wheel(cars, car, 0, KAMM_WHEEL_brake_torque_nm) / full_nm + ahead;
}

double kamm_brake_allows(const kamm_cars *cars, int car)
{
    const double pitch_slows_s = 1;
    double slip = fmin(slip_allows(cars, car, 0, -1), slip_allows(cars, car, 1, -1));
    double upright = load_allows(cars, car, 1) * pitch_allows(cars, car, 1, pitch_slows_s);
    double pedal = most_brake(cars, car) * upright * slip;
    return fmin(pedal, press_allows(cars, car)) * lean_allows(cars, car);
}
