/* The driver: steering by what the line bends ahead plus a damped second-order law for what the car is off
 * it; counter-steering by the course of the car and not by its heading; pedals by the planned speed.
 *
 * Bend and speed are those of a point some tenths of a second ahead, which is what steering, tyres and
 * engine take to answer. The front wheels never point further aside of where they go than tyres make use
 * of: that keeps them at their peak in an understeering car, and in one whose tail comes round it is the
 * counter-steer. A tail that slides leaves them less. Feet ease off where wheels spin or lock, or the tail slides, as feet do that feel the car.
 *
 * Times and speeds are those of an ordinary car; of others they go with the root of the length (src/vehicle/scale.h). */
#include <math.h>

#include "../base/error.h"
#include "../base/float_mode.h"
#include "../run/glance.h"
#include "path_driver.h"
#include "path_plan.h"
#include "path_rider.h"
#include "rider_pedals.h"

#include <kamm/rider.h>

static const double pi = 3.14159265358979323846, gravity_mps2 = 9.80665;

static double clamp(double value, double min, double max) { return fmin(fmax(value, min), max); }

/* Quantities that the driver sees and feels. */
typedef struct {
    double speed_mps, course_rad, sideslip_rad, yaw_radps;
    double from_front_m, to_rear_m; /* of the centre of gravity */
    double length, root;            /* scales of lengths, and of speeds and times */
    int is_ridden;                  /* which is easily upset: gentler feet */
    const kamm_plan *plan;
} feeling;

static feeling feel(const kamm_driver *driver, const kamm_cars *cars, int car,
                    const struct car_glance *now)
{
    const kamm_model_info *info = &driver->plan->info;
    feeling felt = {.plan = driver->plan,
                    .speed_mps = now->forward_mps,
                    .yaw_radps = kamm_read(cars, car, KAMM_CHANNEL_yaw_rate_radps),
                    .from_front_m = info->cg_behind_front_axle_m,
                    .to_rear_m = info->wheelbase_m - info->cg_behind_front_axle_m};
    felt.length = driver->plan->length_scale, felt.root = sqrt(felt.length);
    felt.is_ridden = kamm_has_rider(kamm_model_of(cars, car));
    if (felt.speed_mps > 2 * felt.root) felt.sideslip_rad = atan2(now->left_mps, now->forward_mps);
    felt.course_rad = now->yaw_rad + felt.sideslip_rad;
    return felt;
}

/* The wheels ahead of the centre of gravity, or those behind it, as one. */
struct end {
    double grip_n, stiffness_n_per_rad, arm_m;
};

static struct end end_of(const kamm_model_info *info, int front)
{
    struct end end = {0, 0, 0};
    double first_x = info->wheel_position_m[0][0];
    for (int w = 0, pair; w < info->wheel_count; w += pair) { /* left and right first */
        double arm = info->wheel_position_m[w][0] - first_x + info->cg_behind_front_axle_m;
        double stiffness = 0, grip_n = 0;
        pair = w + 1 < info->wheel_count && info->wheel_axle[w] == info->wheel_axle[w + 1] ? 2 : 1;
        if ((arm > 0) != front) continue;
        for (int i = w; i < w + pair; ++i) {
            grip_n += info->peak_friction_y[i] * info->static_load_n[i];
            stiffness += info->cornering_stiffness_n_per_rad[i];
        }
        end.grip_n += grip_n;
        end.stiffness_n_per_rad += stiffness;
        end.arm_m += fabs(arm) * stiffness;
    }
    end.arm_m /= end.stiffness_n_per_rad;
    return end;
}

/* Slip angle at which the front tyres are about at their peak: 2.5 times where a linear tyre would be (the
 * Magic Formula with C = 1.3 has its peak there or a little above, Pacejka 3rd ed., 4.3.2). */
static double useful_slip_rad(const kamm_model_info *info)
{
    struct end front = end_of(info, 1);
    return clamp(2.5 * front.grip_n / front.stiffness_n_per_rad, 0.05, 0.25);
}

/* Steering per lateral acceleration beyond the wheelbase's, from cornering stiffness alone: what elasticity
 * and load transfer add, the corrections find. */
static double understeer_s2_per_m(const kamm_model_info *info)
{
    struct end front = end_of(info, 1), rear = end_of(info, 0);
    double front_share = rear.arm_m / (front.arm_m + rear.arm_m);
    return fmax(0, info->mass_kg * (front_share / front.stiffness_n_per_rad -
                                    (1 - front_share) / rear.stiffness_n_per_rad));
}

/* The bend that the car is to drive: the line's ahead, and the way back to the line. */
static double wanted_bend_per_m(const kamm_driver *driver, const feeling *felt)
{
    const double answer_s = 0.25 * felt->root, damping = 0.9, near_radps = 2 / felt->root;
    const kamm_line *line = driver->plan->line;
    double speed_mps = fmax(felt->speed_mps, 3 * felt->root);
    double turn = near_radps / fmax(speed_mps, 8 * felt->root), far_m = 3 * felt->length;
    double ahead_m = driver->station_m + answer_s * speed_mps;
    kamm_line_point here = kamm_line_at(line, driver->station_m),
                    ahead = kamm_line_at(line, ahead_m);
    double aside_rad = remainder(felt->course_rad - here.heading_rad, 2 * pi);
    double off_m = clamp(driver->left_m - driver->aim_left_m, -far_m, far_m);
    return ahead.curvature_per_m - turn * turn * off_m -
           2 * damping * turn * sin(clamp(aside_rad, -1, 1));
}

/* Slip angle of the last axle over that at which its tyres give most. */
static double tail_slide(const feeling *felt)
{
    const kamm_model_info *info = &felt->plan->info;
    double peak_rad = info->peak_slip_angle_rad[info->wheel_count - 1];
    double most_rad = felt->is_ridden ? 0.4 / 3 : peak_rad;
    if (felt->speed_mps < 4 * felt->root || !(most_rad > 0)) return 0;
    return fabs(felt->sideslip_rad - felt->to_rear_m * felt->yaw_radps / felt->speed_mps) /
           most_rad;
}

/* Share of the useful slip that front wheels may have. Where the tail slides, side force ahead would bring it round, however far the car
 * is from its line. */
static double front_allows(const feeling *felt)
{
    const double from_share = 0.8, over_share = 0.8;
    if (felt->is_ridden) return 1;
    return clamp(1 - (tail_slide(felt) - from_share) / over_share, 0, 1);
}

static void steer(const kamm_driver *driver, const feeling *felt, kamm_input *input,
                  double interval_s)
{
    const double rate_radps = 14 / felt->root, yaw_gain_s = 0.5 * felt->root;
    const kamm_model_info *info = &driver->plan->info;
    double speed_mps = fmax(felt->speed_mps, 2 * felt->root),
           bend = wanted_bend_per_m(driver, felt);
    double road_wheel_rad =
        bend * (info->wheelbase_m + understeer_s2_per_m(info) * speed_mps * speed_mps) +
        yaw_gain_s * (bend * speed_mps - felt->yaw_radps) * fmin(1, speed_mps / (10 * felt->root));
    if (felt->speed_mps > 4 * felt->root) {
        double goes_rad = felt->sideslip_rad + felt->from_front_m * felt->yaw_radps / speed_mps;
        double useful_rad = useful_slip_rad(info) * front_allows(felt);
        road_wheel_rad = clamp(road_wheel_rad, goes_rad - useful_rad, goes_rad + useful_rad);
    }
    double lock_rad = info->steering_lock_rad, max_change_rad = rate_radps * interval_s;
    double angle_rad = clamp(road_wheel_rad * info->steering_ratio, -lock_rad, lock_rad);
    double now_rad = input->steering_wheel_rad;
    input->steering_wheel_rad =
        (float)(now_rad + clamp(angle_rad - now_rad, -max_change_rad, max_change_rad));
}

static double wished_mps(const kamm_driver *driver, const struct path_wish *wish, double station_m)
{
    double planned_mps = kamm_planned_speed_mps(driver->plan, station_m);
    if (wish->late_m > 0)
        planned_mps =
            fmax(planned_mps, kamm_planned_speed_mps(driver->plan, station_m - wish->late_m));
    return fmin(planned_mps * wish->speed_share, wish->top_mps);
}

/* Deceleration, or acceleration, that the plan asks for here, with what the car is off its speed. */
static double wanted_mps2(const kamm_driver *driver, const feeling *felt,
                          const struct path_wish *wish)
{
    const double answer_s = 0.15 * felt->root, foot_s = (felt->is_ridden ? 0.15 : 0.1) * felt->root,
                 gain_per_s = 1.5 / felt->root, over_m = 4 * felt->length;
    double going_mps = fmax(felt->speed_mps, 0), at_m = driver->station_m + answer_s * going_mps;
    double planned_mps = wished_mps(driver, wish, at_m);
    double next_mps = wished_mps(driver, wish, at_m + over_m);
    double rising = (next_mps * next_mps - planned_mps * planned_mps) / (2 * over_m);
    /* Brakes answer sooner than an engine: a car that slowed down to what is planned farther ahead would lose that way. */
    double sooner_mps = wished_mps(driver, wish, driver->station_m + foot_s * going_mps);
    return rising + gain_per_s * (fmax(planned_mps, sooner_mps) - felt->speed_mps);
}

/* Slip of the wheel that spins most (sign 1) or locks most (-1). */
static double worst_slip(const kamm_cars *cars, int car, int wheels, double sign)
{
    double worst = 0;
    for (int wheel = 0; wheel < wheels; ++wheel)
        worst = fmax(worst, sign * kamm_read_wheel(cars, car, wheel, KAMM_WHEEL_slip_ratio));
    return worst;
}

/* 1 where wheels roll, towards 0 where the worst spins or locks. */
static double gripping_share(double slip)
{
    const double from = 0.08, over = 0.12;
    return clamp(1 - (slip - from) / over, 0.1, 1);
}

/* The throttle that wheels take. A foot opens it within a tenth of a second. While a wheel spins it gives way from where it is, and
 * not from what is asked for: that would be open again as soon as the wheel rolls. At walking pace slip tells little. */
static double throttle_that_grips(const feeling *felt, double asked, double before, double slip,
                                  double interval_s)
{
    const double spins = 0.12, opens_per_s = 10, closes_per_s = 170, least = 0.1;
    double time = interval_s / felt->root;
    if (felt->is_ridden || felt->speed_mps < 4 * felt->root) return asked * gripping_share(slip);
    if (slip < spins) return fmin(asked, before + opens_per_s * time);
    return fmin(asked, fmax(before * fmax(1 - closes_per_s * (slip - spins) * time, 0.3), least));
}

/* 1 while the tail follows, towards 0 where it slides: from a share on of the slip angle at which its tyres give most. */
static double tail_allows(const feeling *felt, double from_share)
{
    const double over_share = 0.9;
    return clamp(1 - (tail_slide(felt) - from_share) / over_share, 0, 1);
}

/* Share of the drive that is behind the centre of gravity, where it adds to a slide of the tail; front wheels pull it straight. */
static double tail_drive_share(const kamm_plan *plan)
{
    const struct car_limits *limits = &plan->limits;
    double all = 0, tail = 0;
    for (int w = 0; w < plan->info.wheel_count; ++w) {
        int axle = plan->info.wheel_axle[w];
        if (w && axle == plan->info.wheel_axle[w - 1]) continue;
        double share = limits->axle[axle].drive_share;
        double behind_m = plan->info.wheel_position_m[0][0] - plan->info.wheel_position_m[w][0];
        all += share;
        if (behind_m > plan->info.cg_behind_front_axle_m) tail += share;
    }
    return all > 0 ? tail / all : 1;
}

static void press(kamm_driver *driver, const feeling *felt, const struct path_wish *wish,
                  const kamm_cars *cars, int car, kamm_input *input, double interval_s)
{
    const double coasting_mps2 = 0.7, per_mps2 = 0.3; /* of the integral */
    const kamm_plan *plan = driver->plan;
    int wheels = plan->info.wheel_count;
    double lift = plan->info.lift_share; /* by which the released pedal brakes */
    double slope_rad = kamm_line_at(plan->line, driver->station_m).slope_rad;
    double wanted = wanted_mps2(driver, felt, wish), missing = wanted,
           resisted =
               plan->drag_per_m * felt->speed_mps * felt->speed_mps + gravity_mps2 * sin(slope_rad);
    if (wanted > wish->most_mps2) { /* no speed to come to: the acceleration itself is controlled */
        wanted = wish->most_mps2;
        missing = wanted - kamm_read(cars, car, KAMM_CHANNEL_acceleration_x_mps2);
    }
    double pedal = (wanted + resisted) / kamm_plan_engine_mps2(plan, felt->speed_mps) +
                   driver->throttle_integral;
    pedal = (pedal + lift) / (1 + lift);
    if (pedal > 0 && pedal < 1)
        driver->throttle_integral =
            clamp(driver->throttle_integral + per_mps2 * missing * interval_s / (1.5 * felt->root),
                  0, 0.5);
    double lifted_mps2 = lift * kamm_plan_engine_mps2(plan, felt->speed_mps);
    double brake = (-wanted - resisted - coasting_mps2 - lifted_mps2) / plan->limits.pedal_mps2;
    double eased = tail_drive_share(plan) * (1 - tail_allows(felt, 0.75));
    int has_abs = plan->limits.has_abs && !felt->is_ridden;
    double spins = worst_slip(cars, car, wheels, 1), locks = worst_slip(cars, car, wheels, -1);
    input->throttle = (float)throttle_that_grips(felt, clamp(pedal, 0, 1) * (1 - eased),
                                                 input->throttle, spins, interval_s);
    input->brake = (float)(clamp(brake, 0, 1) * (has_abs ? 1 : gripping_share(locks)) *
                           tail_allows(felt, felt->is_ridden ? 0.4 : 0.55));
    if (input->brake > 0) input->throttle = 0;
    input->gear = KAMM_GEAR_DRIVE;
}

kamm_driver kamm_driver_on(const kamm_plan *plan, double station_m)
{
    static const kamm_driver none;
    KAMM_REQUIRE_ALIVE(plan, none);
    return (kamm_driver){.plan = plan, .station_m = station_m};
}

/* Yaw, then the slope's pitch (nose up is negative), then the bank's roll. */
static void turn_to_road(const kamm_line_point *at, double q[4])
{
    double c = cos(at->heading_rad / 2), s = sin(at->heading_rad / 2);
    double cp = cos(at->slope_rad / 2), sp = -sin(at->slope_rad / 2);
    double cr = cos(at->bank_rad / 2), sr = sin(at->bank_rad / 2);
    q[0] = c * cp * cr + s * sp * sr;
    q[1] = c * cp * sr - s * sp * cr;
    q[2] = c * sp * cr + s * cp * sr;
    q[3] = s * cp * cr - c * sp * sr;
}

kamm_placement kamm_driver_start(const kamm_driver *driver)
{
    KAMM_FLOAT_MODE;
    static const kamm_placement nowhere;
    KAMM_REQUIRE(driver && driver->plan, nowhere);
    kamm_line_point at = kamm_line_at(driver->plan->line, driver->station_m);
    double left_m = driver->aim_left_m, level_m = left_m * cos(at.bank_rad);
    kamm_placement placement = {
        .position_m = {at.x_m - level_m * sin(at.heading_rad),
                       at.y_m + level_m * cos(at.heading_rad), at.z_m + left_m * sin(at.bank_rad)},
        .speed_mps = kamm_planned_speed_mps(driver->plan, driver->station_m),
        .gear = KAMM_GEAR_DRIVE};
    turn_to_road(&at, placement.orientation);
    return placement;
}

void kamm_find_on_line(kamm_driver *driver, const struct car_glance *now)
{
    const kamm_line *line = driver->plan->line;
    double was_m = driver->station_m;
    driver->station_m = kamm_line_station_m(line, now->x_m, now->y_m, was_m, &driver->left_m);
    double moved_m = driver->station_m - was_m;
    if (line->closed) moved_m = remainder(moved_m, line->length_m);
    driver->driven_m += moved_m;
}

void kamm_drive_path_as_wished(kamm_driver *driver, kamm_cars *cars, int car, double interval_s,
                               const struct path_wish *wish)
{
    kamm_input *input = kamm_inputs(cars) + car;
    const struct car_glance now = kamm_glance(cars, car);
    kamm_find_on_line(driver, &now);
    feeling felt = feel(driver, cars, car, &now);
    int is_ridden = kamm_has_rider(kamm_model_of(cars, car));
    if (is_ridden)
        kamm_ride_line(driver, cars, car, &now, interval_s);
    else
        steer(driver, &felt, input, interval_s);
    double throttle = input->throttle;
    press(driver, &felt, wish, cars, car, input, interval_s);
    if (!is_ridden) return;
    double opens_per_s = (fabs(now.roll_rad) < 0.05 ? 10 : 0.8) / felt.root; /* gently in a lean */
    throttle = fmin(kamm_throttle_allows(cars, car), throttle + opens_per_s * interval_s);
    input->throttle = fminf(input->throttle, (float)throttle);
    input->throttle = fmaxf(input->throttle, (float)kamm_throttle_that_rolls(cars, car));
    const struct brake_levers levers = kamm_press_brakes(cars, car, (double)input->brake);
    input->brake = (float)levers.front, input->hand_brake = (float)levers.rear;
    if (kamm_planned_speed_mps(driver->plan, driver->station_m) < 0.5 * felt.root)
        input->brake = fmaxf(input->brake, 0.2f); /* nothing else brakes it to rest */
}

void kamm_drive_path(kamm_driver *driver, kamm_cars *cars, int car, double interval_s)
{
    static const struct path_wish none = {
        .speed_share = 1, .top_mps = INFINITY, .most_mps2 = INFINITY};
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE(driver && driver->plan && cars, );
    KAMM_REQUIRE(car >= 0 && car < kamm_count(cars), );
    kamm_drive_path_as_wished(driver, cars, car, interval_s, &none);
}
