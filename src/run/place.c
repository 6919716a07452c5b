/* Placing a car: at rest in its springs, rolling at a speed, with a driveline that turns with its wheels. */
#include "../base/error.h"
#include "../base/float_mode.h"
#include "../base/quaternion.h"
#include "../part/tyre/tyre.h"
#include "../vehicle/chassis.h"
#include "../vehicle/power_split_compile.h"
#include "external_forces.h"
#include "faults.h"
#include "legal.h"

#include <math.h>
#include <string.h>

static kamm_input default_input(void)
{
#define KAMM_DEFAULT(name, unit, default_value, min, max, doc) .name = (float)(default_value),
    return (kamm_input){KAMM_INPUT_FIELDS(KAMM_DEFAULT)};
}

static int drive_gear(const kamm_model *model, double spin)
{
    const kamm_model_info *info = &model->info;
    int gear = 1;
    while (gear < info->gear_count &&
           spin * info->overall_ratio[gear - 1] > 0.5 * (info->idle_radps + info->limiter_radps))
        ++gear;
    return gear;
}

/* Returns the mean spin of the driven wheels. */
static double driven_spin(const kamm_cars *cars, int car)
{
    const kamm_model *model = kamm_model_at(cars, car);
    double spin = 0;
    for (int a = 0; a < cars->layout->axles; ++a)
        for (int i = 0; i < 2; ++i) {
            int w = i ? right_hub(cars->layout, a) : left_hub(cars->layout, a);
            spin += 0.5 * model->def->axles[a].drive_share *
                    (double)CAR_STATE(cars, car, wheels[w].spin_radps);
        }
    return spin;
}

/* Returns the ratio of a gear in high range. */
static double ratio_of(const kamm_model *model, int gear)
{
    const kamm_gearbox_def *gearbox = &model->def->gearbox;
    if (gear > 0) return model->info.overall_ratio[gear - 1]; /* of a variator: the lowest */
    return gear < 0 ? -gearbox->reverse_ratio * gearbox->final_drive : 0;
}

void kamm_set_variator(kamm_cars *cars, int car, double engine_radps)
{
    const kamm_model *model = kamm_model_at(cars, car);
    const kamm_gearbox_def *gearbox = &model->def->gearbox;
    if (!(model->features & KAMM_FEATURE_CVT)) return;
    double low = driven_spin(cars, car) * model->info.overall_ratio[0];
    double share = fmin(low > 0 ? engine_radps / low : 1, 1);
    PUT_CAR_STATE(cars, car, car.cvt_share,
                  (float)fmax(share, gearbox->ratios[1] / gearbox->ratios[0]));
}

/* Returns by how much less a variator gears down than in its lowest gear. */
static double varied(const kamm_cars *cars, int car, int gear)
{
    int varies = kamm_model_at(cars, car)->features & KAMM_FEATURE_CVT && gear > 0;
    return varies ? (double)CAR_STATE(cars, car, car.cvt_share) : 1;
}

void kamm_turn_turbine(kamm_cars *cars, int car)
{
    const kamm_model *model = kamm_model_at(cars, car);
    if (!(model->features & KAMM_FEATURE_CONVERTER)) return; /* others of the batch may have one */
    int gear = (int)CAR_STATE(cars, car, car.gear_engaged);
    double low = CAR_STATE(cars, car, car.low_range) > 0 ? model->def->transfer.low_ratio : 1;
    PUT_CAR_STATE(
        cars, car, car.turbine_radps,
        (float)(driven_spin(cars, car) * ratio_of(model, gear) * varied(cars, car, gear) * low));
}

void kamm_turn_input_shaft(kamm_cars *cars, int car)
{
    if (!(kamm_model_at(cars, car)->features & KAMM_FEATURE_SYNCHRO)) return;
    PUT_CAR_STATE(cars, car, car.input_shaft_radps, CAR_STATE(cars, car, car.engine_radps));
}

void kamm_turn_motors(kamm_cars *cars, int car)
{
    const kamm_model *model = kamm_model_at(cars, car);
    for (int a = 0; a < cars->layout->axles; ++a) {
        const kamm_motor_def *motor = &model->def->axles[a].motor;
        double left = CAR_STATE(cars, car, wheels[left_hub(cars->layout, a)].spin_radps);
        double right = CAR_STATE(cars, car, wheels[right_hub(cars->layout, a)].spin_radps);
        if (!(motor->peak_nm > 0)) continue;
        PUT_CAR_STATE(cars, car, axles[a].motor_radps,
                      (float)(0.5 * (left + right) * motor->ratio));
        PUT_CAR_STATE(cars, car, axles[a].motor_twist_rad, 0);
    }
}

/* The engine of a power split stands, but where its generator would turn too fast. */
static void turn_split_engine(kamm_cars *cars, int car)
{
    const kamm_model *model = kamm_model_at(cars, car);
    if (!(model->features & KAMM_FEATURE_POWER_SPLIT)) return;
    double motor = CAR_STATE(cars, car, axles[kamm_power_split_axle(model->def)].motor_radps);
    double engine = kamm_power_split_engine_radps(model->def, motor);
    PUT_CAR_STATE(cars, car, car.engine_radps, (float)engine);
    PUT_CAR_STATE(cars, car, car.split_runs, engine > 0 ? 1.0f : 0.0f);
}

void kamm_engage(kamm_cars *cars, int car, int wanted_gear, double speed_mps)
{
    const kamm_model *model = kamm_model_at(cars, car);
    double spin = driven_spin(cars, car), idle = model->info.idle_radps;
    int gear = wanted_gear, count = model->info.gear_count;
    if (gear > count && spin < -1) gear = -1;
    if (gear > count) gear = drive_gear(model, spin);
    if (gear < -1) gear = -1;
    kamm_set_variator(cars, car, model->def->gearbox.cvt_speed_curve.y[0]); /* of the light pedal */
    double engine = spin * ratio_of(model, gear) * varied(cars, car, gear);
    PUT_CAR_STATE(cars, car, car.gear_engaged, (float)gear);
    PUT_CAR_STATE(cars, car, car.target_gear, (float)gear);
    PUT_CAR_STATE(cars, car, car.clutch_engagement, engine > idle ? 1.0f : 0.0f);
    PUT_CAR_STATE(cars, car, car.engine_radps, (float)(engine > idle ? engine : idle));
    kamm_turn_input_shaft(cars, car);
    PUT_CAR_STATE(cars, car, car.second_clutch_engagement, 0);
    PUT_CAR_STATE(cars, car, car.hand_over, 0);
    PUT_CAR_STATE(cars, car, car.shift_speed_mps, (float)speed_mps);
    PUT_CAR_STATE(cars, car, car.shift_resistance_mps2, 0);
    kamm_turn_turbine(cars, car);
    kamm_turn_motors(cars, car);
    turn_split_engine(cars, car);
}

/* Change of the mean speed of an axle's wheels since they had those speeds. */
static double gain_of_axle(const kamm_cars *cars, int car, int a, const double *before_radps)
{
    int left = left_hub(cars->layout, a), right = right_hub(cars->layout, a);
    return 0.5 * ((double)CAR_STATE(cars, car, wheels[left].spin_radps) - before_radps[left] +
                  (double)CAR_STATE(cars, car, wheels[right].spin_radps) - before_radps[right]);
}

/* Ground with absurd velocities turns shafts no faster than a step accepts (state_is_bounded). So a car that is then
 * parked is in a state that can be restored. */
static void add_state(kamm_cars *cars, int car, size_t number, double by, double least)
{
    static const double most_radps = 1e5;
    const struct car one = kamm_car_of(cars, car);
    double value = fmax((double)state_of(&one, number) + by, least);
    put_state(&one, number, (float)fmin(fmax(value, -most_radps), most_radps));
}

void kamm_turn_driveline_along(kamm_cars *cars, int car, const double *before_radps)
{
    const kamm_model *model = kamm_model_at(cars, car);
    int gear = (int)CAR_STATE(cars, car, car.gear_engaged);
    double gain = 0,
           low = CAR_STATE(cars, car, car.low_range) > 0 ? model->def->transfer.low_ratio : 1;
    for (int a = 0; a < cars->layout->axles; ++a) {
        const kamm_axle_def *axle = &model->def->axles[a];
        double of_axle = gain_of_axle(cars, car, a, before_radps);
        gain += axle->drive_share * of_axle;
        if (of_axle != 0 && axle->motor.peak_nm > 0)
            add_state(cars, car, STATE_NUMBER(axles[a].motor_radps), of_axle * axle->motor.ratio,
                      -INFINITY);
    }
    double input = gain * ratio_of(model, gear) * varied(cars, car, gear) * low;
    if (input == 0 || model->features & KAMM_FEATURE_POWER_SPLIT) return;
    double engine = CAR_STATE(cars, car, car.engine_radps);
    double closed = CAR_STATE(cars, car, car.clutch_engagement);
    if (model->features & KAMM_FEATURE_CONVERTER) {
        double turbine = CAR_STATE(cars, car, car.turbine_radps);
        closed = engine > 0 ? fmin(fmax(turbine / engine, 0), 1) : 0; /* it drags along that much */
        add_state(cars, car, STATE_NUMBER(car.turbine_radps), input, -INFINITY);
    }
    add_state(cars, car, STATE_NUMBER(car.engine_radps), closed * input,
              fmin(engine, model->info.idle_radps));
    if (model->features & KAMM_FEATURE_SYNCHRO)
        add_state(cars, car, STATE_NUMBER(car.input_shaft_radps), input, -INFINITY);
}

/* Wheels, gear and engine of a car that rolls at `speed`. */
static void set_rolling(kamm_cars *cars, int car, const kamm_model *model,
                        const kamm_placement *placement)
{
    int sprung = !cars->rung->whole_body;
    for (int w = 0; w < cars->layout->wheels; ++w) {
        int a = cars->layout->axle[w];
        const struct tyre_vertical_constants *tyre = &model->chassis->axles[a].tyre_vertical;
        double radius = tyre_effective_radius(tyre, (float)model->rest.load_n[w], 0);
        PUT_CAR_STATE(cars, car, wheels[w].travel_m, sprung ? (float)model->rest.travel_m[w] : 0);
        PUT_CAR_OUTPUT(cars, car, wheels[w].load_n, (float)model->rest.load_n[w]);
        if (sprung)
            PUT_CAR_STATE(cars, car, wheels[w].deflection_m,
                          (float)kamm_tyre_static_deflection(&model->def->axles[a].tyre,
                                                             model->rest.load_n[w]));
        PUT_CAR_STATE(cars, car, wheels[w].spin_radps, (float)(placement->speed_mps / radius));
    }
    kamm_engage(cars, car, placement->gear, placement->speed_mps);
    PUT_CAR_STATE(cars, car, car.path_speed_mps, (float)placement->speed_mps);
    PUT_CAR_STATE(cars, car, car.path_speed_residual_mps,
                  (float)(placement->speed_mps - (double)(float)placement->speed_mps));
}

void kamm_lean_at_rest(const kamm_model *model, double lean[4], double origin[3])
{
    const struct rest *rest = &model->rest;
    int whole_body = model->whole_body;
    double turn[4] = {1, whole_body ? 0 : rest->roll_rad / 2, whole_body ? 0 : rest->pitch_rad / 2,
                      0};
    kamm_normalise(turn);
    memcpy(lean, turn, sizeof turn);
    memcpy(origin, model->origin, sizeof model->origin);
    if (!whole_body) origin[2] += rest->rise_m;
}

/* Sets the ground's motion as it is known before the first query. */
static void know_ground_velocity(kamm_cars *cars, int car, const double velocity_mps[3])
{
    const struct car_block *block = &cars->block[car / KAMM_BLOCK];
    for (int w = 0; w < cars->layout->wheels; ++w)
        for (int i = 0; i < 3; ++i) {
            float *known = &block->contact[w].velocity_mps[i][car % KAMM_BLOCK],
                  now = (float)velocity_mps[i];
            if (*known == now) continue;
            *known = now;
            kamm_forget_plane(cars, car / KAMM_BLOCK);
        }
    cars->unsettled[car / KAMM_BLOCK] &= (uint16_t) ~(1u << car % KAMM_BLOCK);
}

void kamm_place_lane(kamm_cars *cars, int car, const kamm_placement *placement)
{
    const struct car_block *block = &cars->block[car / KAMM_BLOCK];
    int lane = car % KAMM_BLOCK;
    const struct car placed = kamm_car_of(cars, car);
    const kamm_model *model = placed.model;
    const double *ground = placement->ground_velocity_mps;
    double q[4], offset[3], forward[3], lean[4], origin[3];
    kamm_lean_at_rest(model, lean, origin);
    memcpy(q, placement->orientation, sizeof q);
    kamm_normalise(q);
    kamm_rotate(q, origin, offset);
    kamm_rotate(q, (const double[3]){placement->speed_mps, 0, 0}, forward);
    kamm_multiply(q, lean, q);

    for (size_t i = 0; i < cars->rows.states; ++i) block->state[i][lane] = 0;
    for (size_t i = 0; i < cars->rows.outputs; ++i) block->output[i][lane] = 0;
    for (int i = 0; i < 3; ++i) {
        block->position_m[i][lane] = placement->position_m[i] + offset[i];
        put_state(&placed, STATE_NUMBER(car.velocity_x_mps) + (size_t)i, (float)forward[i]);
        if (ground[i] != 0)
            keep_state_of(&placed, STATE_NUMBER(car.velocity_x_mps) + (size_t)i,
                          STATE_NUMBER(car.velocity_residual_x_mps) + (size_t)i,
                          forward[i] + ground[i]);
    }
    for (int i = 0; i < 4; ++i)
        put_state(&placed, STATE_NUMBER(car.orientation_w) + (size_t)i, (float)q[i]);
    set_rolling(cars, car, model, placement);
    for (int w = 0; w < cars->layout->wheels; ++w) {
        struct contact_rows *contact = &block->contact[w];
        struct wheel_setting_rows *wheel = &contact->wheel;
        contact->rut_m[lane] = wheel->grip_change[lane] = wheel->grip_loss[lane] = 0;
        wheel->added_resistance[lane] = wheel->radius_loss_m[lane] = wheel->brake_loss[lane] = 0;
    }
    know_ground_velocity(cars, car, ground);
    cars->inputs[car] = default_input();
    kamm_drop_force(cars, car);
    cars->stale[car / KAMM_BLOCK] |= (uint16_t)(1u << lane);
    kamm_set_placed(cars, car, 1);
}

void kamm_place(kamm_cars *cars, int car, const kamm_placement *placement)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_ALIVE(cars, );
    KAMM_REQUIRE(car >= 0 && car < cars->count, );
    KAMM_REQUIRE(!kamm_car_is_off(cars, car), );
    KAMM_REQUIRE(placement, );
    if (kamm_check_place(placement, NULL) == KAMM_OK)
        kamm_place_lane(cars, car, placement);
    else
        kamm_park(cars, car);
}

kamm_result kamm_check_placement(const kamm_cars *cars, int car, const kamm_placement *placement,
                                 kamm_error *error)
{
    KAMM_REQUIRE_ALIVE_WITH(error, cars, KAMM_ERROR_MISUSE);
    KAMM_REQUIRE_WITH(error, car >= 0 && car < cars->count, KAMM_ERROR_MISUSE);
    KAMM_REQUIRE_WITH(error, placement, KAMM_ERROR_MISUSE);
    kamm_result result = kamm_check_place(placement, error);
    if (result != KAMM_OK) return result;
    int gear = placement->gear, count = kamm_model_at(cars, car)->info.gear_count;
    if ((gear >= -1 && gear <= count) || gear == KAMM_GEAR_DRIVE) return KAMM_OK;
    return kamm_fail(error, KAMM_ERROR_RANGE, "gear",
                     "gear: %d; allowed: -1 to %d, and %d for drive", gear, count, KAMM_GEAR_DRIVE);
}
