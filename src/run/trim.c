/* Steady states: a car is driven until it is in one. A driver for the speed (proportional and integral) and one for the
 * lateral acceleration (integral, scaled by the kinematic steering angle), both of whom act every 10 ms. What is asked
 * comes in gently, so that a car near its limit is not thrown over it. */
#include "../base/error.h"
#include "../base/float_mode.h"
#include "cars.h"

#include <kamm/linear.h>
#include <math.h>

static const double tick_s = 0.01, ramp_s = 4, settled_s = 1, default_limit_s = 60;
static const double pedal_per_mps = 0.3, pedal_per_m = 0.15, steering_per_s = 1.5;
static const double share = 1e-3, least_mps = 1e-3, least_mps2 = 1e-3;

struct trim {
    const kamm_trim_target *target;
    const kamm_ground *ground;
    kamm_cars *cars;
    kamm_model_info info;
    double time_s, pedal, steering_rad; /* the integral parts of both drivers */
    double settled_since_s;
    double min_mps, max_mps, min_mps2, max_mps2; /* since then */
};

static double lateral_of(const struct trim *trim)
{
    return kamm_read(trim->cars, 0, KAMM_CHANNEL_speed_mps) *
           kamm_read(trim->cars, 0, KAMM_CHANNEL_yaw_rate_radps);
}

static double clamped(double value, double min, double max) { return fmin(fmax(value, min), max); }

static int gear_for(const struct trim *trim)
{
    const double least_radps = 2000 * 3.14159265358979 / 30;
    double spin = trim->target->speed_mps / trim->info.wheel_radius_m[0];
    int gear = trim->info.gear_count;
    if (trim->target->gear) return trim->target->gear;
    while (gear > 1 && spin * trim->info.overall_ratio[gear - 1] < least_radps) --gear;
    return gear < 1 ? 1 : gear;
}

static void start(struct trim *trim)
{
    kamm_placement placement = kamm_placement_on(trim->ground, 0, 0, 0);
    placement.speed_mps = trim->target->speed_mps;
    placement.gear = gear_for(trim);
    kamm_place(trim->cars, 0, &placement);
    kamm_inputs(trim->cars)[0].gear = (float)placement.gear;
    trim->settled_since_s = INFINITY;
}

/* What the steering has to do: given, or led to the lateral acceleration. */
static double steer(struct trim *trim)
{
    const kamm_trim_target *target = trim->target;
    double eased = fmin(1, trim->time_s / ramp_s);
    if (target->by_steering) return eased * target->steering_wheel_rad;
    double v = fmax(1, kamm_read(trim->cars, 0, KAMM_CHANNEL_speed_mps));
    double rad_per_mps2 = trim->info.wheelbase_m * trim->info.steering_ratio / (v * v);
    double missing_mps2 = eased * target->lateral_mps2 - lateral_of(trim);
    double lock_rad = trim->info.steering_lock_rad;
    trim->steering_rad += steering_per_s * tick_s * rad_per_mps2 * missing_mps2;
    trim->steering_rad = clamped(trim->steering_rad, -lock_rad, lock_rad);
    return trim->steering_rad;
}

static void act(struct trim *trim)
{
    kamm_input *input = kamm_inputs(trim->cars);
    double missing_mps = trim->target->speed_mps - kamm_read(trim->cars, 0, KAMM_CHANNEL_speed_mps);
    trim->pedal = clamped(trim->pedal + pedal_per_m * tick_s * missing_mps, -1, 1);
    double pedal = trim->pedal + pedal_per_mps * missing_mps;
    input->throttle = (float)clamped(pedal, 0, 1);
    input->brake = (float)clamped(-pedal, 0, 1);
    input->steering_wheel_rad = (float)steer(trim);
}

static int is_near(const struct trim *trim, double speed_mps, double lateral_mps2)
{
    const kamm_trim_target *target = trim->target;
    if (fabs(speed_mps - target->speed_mps) > fmax(least_mps, share * target->speed_mps)) return 0;
    return target->by_steering || fabs(lateral_mps2 - target->lateral_mps2) <=
                                      fmax(least_mps2, share * fabs(target->lateral_mps2));
}

/* 1: speed and lateral acceleration have been there for long enough, without moving about. */
static int has_settled(struct trim *trim)
{
    double speed_mps = kamm_read(trim->cars, 0, KAMM_CHANNEL_speed_mps);
    double lateral_mps2 = lateral_of(trim);
    if (!is_near(trim, speed_mps, lateral_mps2) || trim->time_s < ramp_s) {
        trim->settled_since_s = INFINITY;
        return 0;
    }
    if (isinf(trim->settled_since_s)) {
        trim->settled_since_s = trim->time_s;
        trim->min_mps = trim->max_mps = speed_mps;
        trim->min_mps2 = trim->max_mps2 = lateral_mps2;
    }
    trim->min_mps = fmin(trim->min_mps, speed_mps), trim->max_mps = fmax(trim->max_mps, speed_mps);
    trim->min_mps2 = fmin(trim->min_mps2, lateral_mps2);
    trim->max_mps2 = fmax(trim->max_mps2, lateral_mps2);
    if (trim->time_s - trim->settled_since_s < settled_s) return 0;
    double allowed_mps2 = fmax(least_mps2, share * fabs(lateral_mps2));
    int is_still = trim->max_mps - trim->min_mps <= fmax(least_mps, share * speed_mps) / 4 &&
                   trim->max_mps2 - trim->min_mps2 <= allowed_mps2 / 4;
    if (!is_still) trim->settled_since_s = INFINITY;
    return is_still;
}

static kamm_result check(const kamm_trim_target *target, const kamm_model_info *info,
                         kamm_error *error)
{
    if (!(target->speed_mps >= 1 && target->speed_mps <= 150))
        return kamm_fail(error, KAMM_ERROR_RANGE, "speed_mps",
                         "trim: %g m/s; allowed: 1 to 150 m/s", target->speed_mps);
    if (target->by_steering && !(fabs(target->steering_wheel_rad) <= info->steering_lock_rad))
        return kamm_fail(error, KAMM_ERROR_RANGE, "steering_wheel_rad",
                         "trim: a steering-wheel angle of %g rad; the car's lock is %g rad",
                         target->steering_wheel_rad, info->steering_lock_rad);
    if (!target->by_steering && !(fabs(target->lateral_mps2) <= 30))
        return kamm_fail(error, KAMM_ERROR_RANGE, "lateral_mps2",
                         "trim: %g m/s2; allowed: -30 to 30 m/s2", target->lateral_mps2);
    if (target->gear < 0 || (target->gear > 1 && target->gear > info->gear_count))
        return kamm_fail(error, KAMM_ERROR_RANGE, "gear", "trim: gear %d; the car has %d",
                         (int)target->gear, (int)info->gear_count);
    if (target->time_limit_s >= 0 && isfinite(target->time_limit_s)) return KAMM_OK;
    return kamm_fail(error, KAMM_ERROR_RANGE, "time_limit_s", "trim: a time limit of %g s",
                     target->time_limit_s);
}

static kamm_result drive(struct trim *trim, kamm_error *error)
{
    double limit_s = trim->target->time_limit_s > 0 ? trim->target->time_limit_s : default_limit_s;
    int substeps = (int)fmax(1, round(tick_s / trim->info.substep_s));
    start(trim);
    while (trim->time_s < limit_s) {
        act(trim);
        kamm_step(trim->cars, trim->ground, substeps);
        trim->time_s += substeps * trim->info.substep_s;
        if (kamm_fault(trim->cars, 0) & KAMM_FAULT_NUMERIC) break;
        if (has_settled(trim)) return KAMM_OK;
    }
    return kamm_fail(
        error, KAMM_ERROR_RANGE, "",
        "trim: no steady state within %g s: now %.4g m/s of %.4g, %.4g m/s2%s%.4g", limit_s,
        kamm_read(trim->cars, 0, KAMM_CHANNEL_speed_mps), trim->target->speed_mps, lateral_of(trim),
        trim->target->by_steering ? " at a steering wheel of " : " of ",
        trim->target->by_steering ? trim->target->steering_wheel_rad : trim->target->lateral_mps2);
}

kamm_cars *kamm_trim(const kamm_model *model, const kamm_ground *ground,
                     const kamm_trim_target *target, kamm_trim_result *result, kamm_error *error)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_ALIVE(model, NULL);
    KAMM_REQUIRE(ground && target, NULL);
    struct trim trim = {.target = target, .ground = ground, .info = kamm_describe(model)};
    if (check(target, &trim.info, error)) return NULL;
    trim.cars = kamm_create_cars(model, 1);
    if (!trim.cars) {
        kamm_fail(error, KAMM_ERROR_MEMORY, "", "trim: out of memory");
        return NULL;
    }
    if (drive(&trim, error)) {
        kamm_destroy_cars(trim.cars);
        return NULL;
    }
    if (result)
        *result = (kamm_trim_result){.input = kamm_inputs(trim.cars)[0],
                                     .speed_mps = kamm_read(trim.cars, 0, KAMM_CHANNEL_speed_mps),
                                     .lateral_mps2 = lateral_of(&trim),
                                     .time_s = trim.time_s,
                                     .speed_change_mps = trim.max_mps - trim.min_mps,
                                     .lateral_change_mps2 = trim.max_mps2 - trim.min_mps2};
    return trim.cars;
}
