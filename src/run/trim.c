/* Steady states: a car is driven until it is in one. A rope at its centre of gravity holds its speed, and takes the
 * place of the inertia of a car that speeds up or slows down (d'Alembert): what the car pulls at it is the longitudinal
 * acceleration that it would have. A driver for that and one for the lateral acceleration act every 10 ms. Both are
 * integral, scaled by the limits of the car and by the kinematic steering angle. They act more gently where the car
 * swings, more firmly where it creeps. What is asked comes in gently, so that a car near its limit is not thrown over
 * it; one that spins or falls over nevertheless starts again, more gently still.
 *
 * Departure: nothing that turns speeds up. What wheels and engine take for that a car that accelerates has to give besides. */
#include "../base/error.h"
#include "../base/float_mode.h"
#include "cars.h"

#include <kamm/act.h>
#include <kamm/linear.h>
#include <math.h>
#include <string.h>

static const double about_s = 0.01, ramp_s = 4, settled_s = 1, window_s = 2, default_limit_s = 60;
static const double rope_per_s = 4, rope_per_s2 = 4; /* damped just so that it does not swing */
static const double pedal_per_s = 0.8, steering_per_s = 1.5, steering = 0.4;
static const double least_gain = 1.0 / 64, most_gain = 16;
static const double pi = 3.14159265358979;
static const double share = 1e-3, least_mps = 1e-3, least_mps2 = 1e-3;
static const double largest_mps2 = 60;

/* One of the two drivers: how firmly he acts, and what he saw in this window of time and in the one before. */
struct hand {
    double gain, min, max, last_swing;
    int swung, crossings, last_crossings;
    int still; /* windows in which it hardly moved, one after the other */
    double last;
};

struct trim {
    const kamm_trim_target *target;
    const kamm_ground *ground;
    kamm_cars *cars;
    kamm_model_info info;
    struct hand foot, wheel;
    double tick_s, time_s, started_s, placed_roll_rad;
    double gentle; /* 1 at first, half of it with each start again */
    double pedal, steering_rad, rope_mps2, rope_held_mps2;
    double settled_since_s, window_since_s;
    double min_mps, max_mps, min_mps2, max_mps2, pulled_mps; /* since it settled */
    struct half {
        double speed, lateral;
        int count;
    } halves[2]; /* sums over that time's halves */
};

static double lateral_of(const struct trim *trim)
{
    return kamm_read(trim->cars, 0, KAMM_CHANNEL_speed_mps) *
           kamm_read(trim->cars, 0, KAMM_CHANNEL_yaw_rate_radps);
}

static double clamped(double value, double min, double max) { return fmin(fmax(value, min), max); }

static int gear_for(const struct trim *trim)
{
    const double least_radps = 2000 * pi / 30;
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
    kamm_inputs(trim->cars)[0] = (kamm_input){.gear = (float)placement.gear};
    trim->settled_since_s = INFINITY;
    trim->started_s = trim->time_s;
    trim->placed_roll_rad = kamm_read(trim->cars, 0, KAMM_CHANNEL_roll_rad);
    trim->pedal = trim->steering_rad = trim->rope_mps2 = trim->rope_held_mps2 = 0;
    trim->gentle = trim->gentle > 0 ? trim->gentle / 2 : 1;
    trim->foot = trim->wheel = (struct hand){.gain = trim->gentle,
                                             .min = INFINITY,
                                             .max = -INFINITY,
                                             .last_swing = INFINITY,
                                             .swung = trim->gentle < 1};
}

static double ramps_s(const struct trim *trim) { return ramp_s / trim->gentle; }

static double eased(const struct trim *trim)
{
    return fmin(1, (trim->time_s - trim->started_s) / ramps_s(trim));
}

/* Swings that do not die away are halved; what only creeps is helped along, gently once it has swung. */
static void look_back(struct hand *hand, double near)
{
    double swing = hand->max - hand->min, least = fmin(fabs(hand->min), fabs(hand->max));
    int creeps = !hand->crossings && least > near && swing < least;
    if (hand->crossings + hand->last_crossings > 1 && swing > near &&
        swing > 0.7 * hand->last_swing) {
        hand->gain *= 0.5;
        hand->swung = 1;
    }
    if (creeps) hand->gain *= hand->swung ? 1.1 : 1.5;
    hand->gain = clamped(hand->gain, least_gain, most_gain);
    hand->still = swing < near / 8 ? hand->still + 1 : 0;
    hand->last_swing = swing;
    hand->last_crossings = hand->crossings;
    hand->min = INFINITY, hand->max = -INFINITY;
    hand->crossings = 0;
}

static void watch(struct hand *hand, double missing)
{
    hand->min = fmin(hand->min, missing);
    hand->max = fmax(hand->max, missing);
    hand->crossings += missing * hand->last < 0;
    hand->last = missing;
}

static double near_lateral_mps2(const struct trim *trim)
{
    return fmax(least_mps2, share * fabs(trim->target->lateral_mps2));
}

/* By so much the rope may still hold: within a second it would change the speed by a quarter of what that may be off. */
static double near_pull_mps2(const struct trim *trim)
{
    double of_speed = fmax(least_mps, share * trim->target->speed_mps) / 4;
    return fmax(of_speed, share * fabs(trim->target->longitudinal_mps2));
}

/* Steering wheel per lateral acceleration that is missing, beside the integral: a share of what the bend takes, and of
 * what the first axle's tyres take. So a car that oversteers is held beyond its critical speed, where less steering
 * turns it more. */
static double counter_rad_per_mps2(const struct trim *trim, double bend_rad_per_mps2)
{
    const kamm_model_info *info = &trim->info;
    double stiffness_n = info->cornering_stiffness_n_per_rad[0];
    double per_mps2 = info->static_load_n[0] / 9.80665 / stiffness_n;
    if (!(stiffness_n > 0)) return steering * bend_rad_per_mps2;
    return steering * (bend_rad_per_mps2 + info->steering_ratio * per_mps2);
}

/* Returns the steering: given, or controlled to the lateral acceleration. */
static double steer(struct trim *trim)
{
    const kamm_trim_target *target = trim->target;
    if (target->by_steering) return eased(trim) * target->steering_wheel_rad;
    double v = fmax(1, target->speed_mps);
    double rad_per_mps2 = trim->info.wheelbase_m * trim->info.steering_ratio / (v * v);
    double missing_mps2 = eased(trim) * target->lateral_mps2 - lateral_of(trim);
    double lock_rad = trim->info.steering_lock_rad;
    watch(&trim->wheel, missing_mps2);
    trim->steering_rad +=
        trim->wheel.gain * steering_per_s * trim->tick_s * rad_per_mps2 * missing_mps2;
    trim->steering_rad = clamped(trim->steering_rad, -lock_rad, lock_rad);
    double counter_rad = counter_rad_per_mps2(trim, rad_per_mps2) * missing_mps2;
    return clamped(trim->steering_rad + counter_rad, -lock_rad, lock_rad);
}

/* The most that the pedal is taken to give: what the whole way of it does to the acceleration. */
static double authority_mps2(const struct trim *trim)
{
    const kamm_model_info *info = &trim->info;
    if (trim->pedal < 0) return fmax(1, info->max_braking_mps2);
    double faster = trim->target->speed_mps / fmax(0.1, info->switch_speed_mps);
    return fmax(0.2, info->max_acceleration_mps2 / fmax(1, faster));
}

static void press(struct trim *trim, kamm_input *input)
{
    double pulls_mps2 = -trim->rope_mps2;
    double missing_mps2 = eased(trim) * trim->target->longitudinal_mps2 - pulls_mps2;
    watch(&trim->foot, missing_mps2);
    double change = pedal_per_s * trim->tick_s * missing_mps2 / authority_mps2(trim);
    trim->pedal = clamped(trim->pedal + trim->foot.gain * change, -1, 1);
    input->throttle = (float)fmax(0, trim->pedal);
    input->brake = (float)fmax(0, -trim->pedal);
}

/* Along the way that the car goes in the middle of the next tick. */
static void pull_at_rope(struct trim *trim)
{
    kamm_motion motion;
    kamm_read_motion(trim->cars, 0, &motion);
    double missing_mps = trim->target->speed_mps - kamm_read(trim->cars, 0, KAMM_CHANNEL_speed_mps);
    trim->rope_held_mps2 += rope_per_s2 * trim->tick_s * missing_mps;
    trim->rope_mps2 = trim->rope_held_mps2 + rope_per_s * missing_mps;
    double turn_rad = kamm_read(trim->cars, 0, KAMM_CHANNEL_yaw_rate_radps) * trim->tick_s / 2;
    const double *v = motion.velocity_mps;
    double ahead[3] = {v[0] - turn_rad * v[1], v[1] + turn_rad * v[0], v[2]};
    double length = sqrt(ahead[0] * ahead[0] + ahead[1] * ahead[1] + ahead[2] * ahead[2]);
    if (!(length > 0.1)) return;
    double force_n = trim->info.mass_kg * trim->rope_mps2 / length;
    for (int i = 0; i < 3; ++i) ahead[i] *= force_n;
    kamm_apply_force(trim->cars, 0, ahead, NULL, NULL);
}

static void act(struct trim *trim)
{
    kamm_input *input = kamm_inputs(trim->cars);
    pull_at_rope(trim);
    press(trim, input);
    input->steering_wheel_rad = (float)steer(trim);
    if (trim->time_s < trim->window_since_s + window_s) return;
    look_back(&trim->foot, near_pull_mps2(trim));
    if (!trim->target->by_steering) look_back(&trim->wheel, near_lateral_mps2(trim));
    trim->window_since_s = trim->time_s;
}

static int is_near(const struct trim *trim, double speed_mps, double lateral_mps2)
{
    const kamm_trim_target *target = trim->target;
    if (fabs(speed_mps - target->speed_mps) > fmax(least_mps, share * target->speed_mps)) return 0;
    return target->by_steering ||
           fabs(lateral_mps2 - target->lateral_mps2) <= near_lateral_mps2(trim);
}

/* Mean since it settled. */
static double pulls_mps2(const struct trim *trim)
{
    return trim->pulled_mps / (trim->time_s - trim->settled_since_s + trim->tick_s);
}

/* Whether the means of both halves of the time since it settled are alike: what trembles about them stays within what is near. */
static int is_still(const struct trim *trim)
{
    const struct half *a = &trim->halves[0], *b = &trim->halves[1];
    double speed_mps = b->speed / b->count - a->speed / a->count;
    double lateral_mps2 = b->lateral / b->count - a->lateral / a->count;
    double lateral = trim->target->by_steering ? b->lateral / b->count : trim->target->lateral_mps2;
    double left_mps2 = pulls_mps2(trim) - trim->target->longitudinal_mps2;
    return fabs(left_mps2) <= near_pull_mps2(trim) &&
           fabs(speed_mps) <= fmax(least_mps, share * trim->target->speed_mps) / 8 &&
           fabs(lateral_mps2) <= fmax(least_mps2, share * fabs(lateral)) / 8;
}

/* 1: speed and lateral acceleration have been there for long enough, without moving about. */
static int has_settled(struct trim *trim)
{
    double speed_mps = kamm_read(trim->cars, 0, KAMM_CHANNEL_speed_mps);
    double lateral_mps2 = lateral_of(trim);
    if (!is_near(trim, speed_mps, lateral_mps2) || trim->time_s < trim->started_s + ramps_s(trim)) {
        trim->settled_since_s = INFINITY;
        return 0;
    }
    if (isinf(trim->settled_since_s)) {
        trim->settled_since_s = trim->time_s;
        trim->min_mps = trim->max_mps = speed_mps;
        trim->min_mps2 = trim->max_mps2 = lateral_mps2;
        trim->pulled_mps = 0;
        memset(trim->halves, 0, sizeof trim->halves);
    }
    struct half *half = &trim->halves[trim->time_s - trim->settled_since_s > settled_s / 2];
    half->speed += speed_mps, half->lateral += lateral_mps2, ++half->count;
    trim->pulled_mps -= trim->rope_mps2 * trim->tick_s;
    trim->min_mps = fmin(trim->min_mps, speed_mps), trim->max_mps = fmax(trim->max_mps, speed_mps);
    trim->min_mps2 = fmin(trim->min_mps2, lateral_mps2);
    trim->max_mps2 = fmax(trim->max_mps2, lateral_mps2);
    if (trim->time_s - trim->settled_since_s < settled_s) return 0;
    int still = is_still(trim);
    if (!still) trim->settled_since_s = INFINITY;
    return still;
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
    if (!target->by_steering && !(fabs(target->lateral_mps2) <= largest_mps2))
        return kamm_fail(error, KAMM_ERROR_RANGE, "lateral_mps2",
                         "trim: %g m/s2; allowed: -%g to %g m/s2", target->lateral_mps2,
                         largest_mps2, largest_mps2);
    if (!(fabs(target->longitudinal_mps2) <= largest_mps2))
        return kamm_fail(error, KAMM_ERROR_RANGE, "longitudinal_mps2",
                         "trim: %g m/s2 along; allowed: -%g to %g m/s2", target->longitudinal_mps2,
                         largest_mps2, largest_mps2);
    if (target->gear < 0 || (target->gear > 1 && target->gear > info->gear_count))
        return kamm_fail(error, KAMM_ERROR_RANGE, "gear", "trim: gear %d; the car has %d",
                         (int)target->gear, (int)info->gear_count);
    if (target->time_limit_s >= 0 && isfinite(target->time_limit_s)) return KAMM_OK;
    return kamm_fail(error, KAMM_ERROR_RANGE, "time_limit_s", "trim: a time limit of %g s",
                     target->time_limit_s);
}

/* It spins, or lies on its side. */
static int is_lost(const struct trim *trim)
{
    const double most_rad = 0.9;
    double rolled_rad = kamm_read(trim->cars, 0, KAMM_CHANNEL_roll_rad) - trim->placed_roll_rad;
    return fabs(kamm_read(trim->cars, 0, KAMM_CHANNEL_sideslip_rad)) > most_rad ||
           fabs(remainder(rolled_rad, 2 * pi)) > most_rad;
}

/* A pedal or the steering is as far as it goes, and nothing has moved for long: so it will stay. */
static int is_stuck(const struct trim *trim)
{
    enum { WINDOWS = 3 };
    int led = !trim->target->by_steering;
    int at_end =
        fabs(trim->pedal) >= 1 || (led && fabs(trim->steering_rad) >= trim->info.steering_lock_rad);
    return at_end && trim->foot.still >= WINDOWS && (!led || trim->wheel.still >= WINDOWS);
}

static int swings(const struct trim *trim)
{
    return trim->foot.last_swing > 2 * near_pull_mps2(trim) ||
           (!trim->target->by_steering && trim->wheel.last_swing > 2 * near_lateral_mps2(trim));
}

/* Returns the reason why it makes no progress. */
static const char *obstacle(const struct trim *trim)
{
    double lock_rad = trim->info.steering_lock_rad;
    if (kamm_fault(trim->cars, 0) & KAMM_FAULT_NUMERIC) return ", and a numeric fault";
    if (is_lost(trim) || trim->gentle < 1) return ", and it spins or falls over";
    if (trim->pedal >= 1) return ", at full throttle";
    if (trim->pedal <= -1) return ", at full brake";
    if (!trim->target->by_steering && fabs(trim->steering_rad) >= lock_rad) return ", at full lock";
    return swings(trim) ? ", and does not stop swinging" : "";
}

/* Reports the remaining error. */
static kamm_result refuse(const struct trim *trim, kamm_error *error)
{
    const kamm_trim_target *target = trim->target;
    return kamm_fail(
        error, KAMM_ERROR_RANGE, "",
        "trim: no steady state within %.3g s: now %.4g m/s of %.4g, %.4g m/s2%s%.4g; it pulls with %.3g "
        "m/s2 along, of %.3g%s",
        trim->time_s, kamm_read(trim->cars, 0, KAMM_CHANNEL_speed_mps), target->speed_mps,
        lateral_of(trim), target->by_steering ? " at a steering wheel of " : " of ",
        target->by_steering ? target->steering_wheel_rad : target->lateral_mps2, -trim->rope_mps2,
        target->longitudinal_mps2, obstacle(trim));
}

static kamm_result drive(struct trim *trim, kamm_error *error)
{
    double limit_s = trim->target->time_limit_s > 0 ? trim->target->time_limit_s : default_limit_s;
    int substeps = (int)fmax(1, round(about_s / trim->info.substep_s));
    trim->tick_s = substeps * trim->info.substep_s;
    start(trim);
    while (trim->time_s < limit_s) {
        act(trim);
        kamm_step(trim->cars, trim->ground, substeps);
        trim->time_s += trim->tick_s;
        if (kamm_fault(trim->cars, 0) & KAMM_FAULT_NUMERIC) break;
        if (has_settled(trim)) return KAMM_OK;
        if (is_lost(trim)) start(trim);
        if (is_stuck(trim)) break;
    }
    return refuse(trim, error);
}

kamm_cars *kamm_trim(const kamm_model *model, const kamm_ground *ground,
                     const kamm_trim_target *target, kamm_trim_result *result, kamm_error *error)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_ALIVE_WITH(error, model, NULL);
    KAMM_REQUIRE_WITH(error, ground && target, NULL);
    struct trim trim = {.target = target, .ground = ground, .info = kamm_describe(model)};
    if (check(target, &trim.info, error)) return NULL;
    trim.cars = kamm_create_cars(model, 1, error);
    /* A force of 0 allocates the memory for the rope's force. */
    if (!trim.cars || kamm_apply_force(trim.cars, 0, (double[3]){0}, NULL, NULL)) {
        kamm_destroy_cars(trim.cars);
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
                                     .lateral_change_mps2 = trim.max_mps2 - trim.min_mps2,
                                     .longitudinal_mps2 = pulls_mps2(&trim),
                                     .longitudinal_left_mps2 =
                                         target->longitudinal_mps2 - pulls_mps2(&trim)};
    return trim.cars;
}
