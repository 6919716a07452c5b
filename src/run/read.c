/* Channels: one value of a car in motion. */
#include "../base/error.h"
#include "../base/float_mode.h"
#include "../base/quaternion.h"
#include "../rungs/rotors.h"
#include "../rungs/tyre_life.h"
#include "../vehicle/power_split_compile.h"
#include "over_ground.h"
#include "patch.h"
#include "seen_frame.h"
#include "shift_refusal.h"
#include <kamm/contact.h>

#include <math.h>

#define TURN_RAD 6.283185307179586

/* Velocity of the point that channels tell of, in body axes or in world axes. */
static void velocity(const kamm_cars *cars, int car, int in_body, double v[3])
{
    const struct car one = kamm_car_of(cars, car);
    const struct seen_frame frame = seen_frame_of(cars, car);
    seen_velocity(&frame, &one, v);
    if (!in_body) kamm_rotate(frame.q, v, v);
}

static double attitude(const kamm_cars *cars, int car, int which)
{
    return seen_angle(seen_frame_of(cars, car).q, which);
}

/* -- channels that are worked out: read_NAME, see KAMM_CHANNELS ------------------------------- */

static double read_time_s(const kamm_cars *cars, int car)
{
    return (double)cars->substeps * kamm_model_of(cars, car)->info.substep_s;
}

static double coordinate(const kamm_cars *cars, int car, int axis)
{
    const struct seen_frame frame = seen_frame_of(cars, car);
    double at[3];
    seen_place(&frame, kamm_model_of(cars, car), at);
    return at[axis];
}

static double read_x_m(const kamm_cars *cars, int car) { return coordinate(cars, car, 0); }
static double read_y_m(const kamm_cars *cars, int car) { return coordinate(cars, car, 1); }
static double read_z_m(const kamm_cars *cars, int car) { return coordinate(cars, car, 2); }
static double read_yaw_rad(const kamm_cars *cars, int car) { return attitude(cars, car, 0); }
static double read_pitch_rad(const kamm_cars *cars, int car) { return attitude(cars, car, 1); }
static double read_roll_rad(const kamm_cars *cars, int car) { return attitude(cars, car, 2); }

static double read_roll_rate_radps(const kamm_cars *cars, int car)
{
    return (double)CAR_STATE(cars, car, car.roll_rate_radps) +
           (double)CAR_STATE(cars, car, car.lean_rate_radps);
}

static double read_speed_mps(const kamm_cars *cars, int car)
{
    double v[3];
    velocity(cars, car, 1, v);
    return seen_speed(v);
}

static double read_forward_speed_mps(const kamm_cars *cars, int car)
{
    double v[3];
    velocity(cars, car, 1, v);
    return v[0];
}

static double read_lateral_speed_mps(const kamm_cars *cars, int car)
{
    double v[3];
    velocity(cars, car, 1, v);
    return v[1];
}

static double read_vertical_speed_mps(const kamm_cars *cars, int car)
{
    double v[3];
    velocity(cars, car, 0, v);
    return v[2];
}

static double read_sideslip_rad(const kamm_cars *cars, int car)
{
    double v[3];
    velocity(cars, car, 1, v);
    return atan2(v[1], v[0]);
}

static double read_road_wheel_rad(const kamm_cars *cars, int car)
{
    double driver = CAR_STATE(cars, car, car.steering_rad);
    return driver / kamm_model_of(cars, car)->def->steering.ratio +
           ((double)CAR_STATE(cars, car, car.active_steer_rad) +
            (double)CAR_STATE(cars, car, car.steer_demand_rad));
}

static double read_trailer_yaw_rad(const kamm_cars *cars, int car)
{
    return attitude(cars, car, 0) - (double)CAR_STATE(cars, car, car.articulation_rad);
}

static double read_energy_j(const kamm_cars *cars, int car)
{
    const struct car one = kamm_car_of(cars, car);
    return cars->rung->energy_j ? cars->rung->energy_j(&one) : NAN;
}

static double read_engine_power_w(const kamm_cars *cars, int car)
{
    return (double)CAR_OUTPUT(cars, car, car.engine_torque_nm) *
           (double)CAR_STATE(cars, car, car.engine_radps);
}

static double read_generator_radps(const kamm_cars *cars, int car)
{
    const struct car one = kamm_car_of(cars, car);
    int axle = kamm_power_split_axle(one.model->def);
    return generator_radps(&one, CAR_STATE(cars, car, axles[axle].motor_radps));
}

static double read_motor_power_w(const kamm_cars *cars, int car)
{
    double sum = (double)CAR_STATE(cars, car, car.generator_nm) * read_generator_radps(cars, car);
    for (int a = 0; a < cars->layout->axles; ++a)
        sum += (double)CAR_STATE(cars, car, axles[a].motor_nm) *
               (double)CAR_STATE(cars, car, axles[a].motor_radps);
    return sum;
}

/* NULL: no battery that is ever empty. */
static const struct battery_constants *battery_of(const kamm_cars *cars, int car)
{
    const kamm_model *model = kamm_model_of(cars, car);
    const struct battery_constants *battery = &model->chassis->powertrain.battery;
    return model->features & KAMM_FEATURE_MOTOR && battery->limited > 0 ? battery : NULL;
}

static double read_battery_charge(const kamm_cars *cars, int car)
{
    const struct battery_constants *battery = battery_of(cars, car);
    if (!battery) return 0;
    double used = (double)CAR_STATE(cars, car, car.battery_used) +
                  (double)CAR_STATE(cars, car, car.battery_used_residual);
    return fmin(fmax((double)battery->charge - used, 0), 1);
}

static double read_battery_v(const kamm_cars *cars, int car)
{
    const struct battery_constants *battery = battery_of(cars, car);
    if (!battery) return 0;
    return (double)(battery_open_v(battery, CAR_STATE(cars, car, car.battery_used)) -
                    battery->resistance_ohm * CAR_STATE(cars, car, car.battery_a));
}

static double read_battery_power_w(const kamm_cars *cars, int car)
{
    return read_battery_v(cars, car) * (double)CAR_STATE(cars, car, car.battery_a);
}

static double read_steering_felt_nm(const kamm_cars *cars, int car)
{
    const struct steering_wheel_constants *wheel =
        &kamm_model_of(cars, car)->chassis->steering_wheel;
    const struct ground_seen ground = kamm_ground_seen(cars, car);
    const float v[3] = {CAR_STATE(cars, car, car.velocity_x_mps) - (float)ground.velocity[0],
                        CAR_STATE(cars, car, car.velocity_y_mps) - (float)ground.velocity[1],
                        CAR_STATE(cars, car, car.velocity_z_mps) - (float)ground.velocity[2]};
    float torque_nm = CAR_OUTPUT(cars, car, car.steering_torque_nm);
    float speed_mps = square_root(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    return torque_nm - steering_assistance_nm(wheel, torque_nm, speed_mps);
}

/* Returns the frequency for engine sound. */
static double read_engine_firing_hz(const kamm_cars *cars, int car)
{
    const kamm_model *model = kamm_model_of(cars, car);
    double turns_per_firing = model->def->engine.two_stroke ? 1 : 2;
    double turns_per_s = (double)CAR_STATE(cars, car, car.engine_radps) / TURN_RAD;
    return turns_per_s * model->info.engine_cylinders / turns_per_firing;
}

static double read_engine_load(const kamm_cars *cars, int car)
{
    const kamm_model *model = kamm_model_of(cars, car);
    if (!model->has_powertrain) return 0;
    real slope;
    double most = (double)curve_at(&model->chassis->powertrain.engine.full_load,
                                   CAR_STATE(cars, car, car.engine_radps), &slope);
    double torque = (double)CAR_OUTPUT(cars, car, car.engine_torque_nm);
    return most > 0 ? fmin(fmax(torque / most, 0), 1) : 0;
}

/* Turns of the gearbox's input for one of the wheels. */
static double ratio_of_gear(const kamm_cars *cars, int car)
{
    const kamm_vehicle_def *def = kamm_model_of(cars, car)->def;
    const kamm_gearbox_def *box = &def->gearbox;
    int gear = (int)CAR_STATE(cars, car, car.gear_engaged);
    if (gear == 0 || gear > box->ratios_count) return 0;
    double share =
        box->kind == KAMM_GEARBOX_CVT && gear > 0 ? CAR_STATE(cars, car, car.cvt_share) : 1;
    double low = CAR_STATE(cars, car, car.low_range) > 0 ? def->transfer.low_ratio : 1;
    return (gear < 0 ? box->reverse_ratio : box->ratios[gear - 1]) * share * box->final_drive * low;
}

static double read_gear_mesh_hz(const kamm_cars *cars, int car)
{
    const kamm_model *model = kamm_model_of(cars, car);
    double sum = 0, driven = 0, spin_radps[MAX_WHEELS];
    if (!rung_has(cars->rung, KAMM_FEATURE_ENGINE)) return 0;
    for (int w = 0; w < cars->layout->wheels; ++w)
        spin_radps[w] = CAR_STATE(cars, car, wheels[w].spin_radps);
    for (int a = 0; a < cars->layout->axles; ++a) {
        if (!(model->chassis->axles[a].driven > 0)) continue;
        sum += axle_sum(cars->layout, a, spin_radps);
        driven += cars->layout->count[a];
    }
    double mean = driven > 0 ? sum / driven : 0;
    return fabs(mean) * ratio_of_gear(cars, car) * model->def->gearbox.input_teeth / TURN_RAD;
}

static double read_shift_refusal(const kamm_cars *cars, int car)
{
    return kamm_find_shift_refusal(cars, car);
}

static double read_scrape_w(const kamm_cars *cars, int car)
{
    double sum = 0;
    for (int p = 0; p < KAMM_BODY_POINTS; ++p) {
        kamm_body_contact contact;
        kamm_read_body_contact(cars, car, p, &contact);
        sum += contact.skid_w;
    }
    return sum;
}

static double read_speed_over_ground_mps(const kamm_cars *cars, int car)
{
    struct motion_over_ground over = kamm_motion_over_ground(cars, car);
    return seen_speed(over.velocity);
}

static double read_forward_over_ground_mps(const kamm_cars *cars, int car)
{
    return kamm_motion_over_ground(cars, car).velocity[0];
}

static double read_lateral_over_ground_mps(const kamm_cars *cars, int car)
{
    return kamm_motion_over_ground(cars, car).velocity[1];
}

static double read_yaw_rate_over_ground_radps(const kamm_cars *cars, int car)
{
    return kamm_motion_over_ground(cars, car).yaw_radps;
}

/* -- channels of wheels that are worked out: read_wheel_NAME, see KAMM_WHEEL_CHANNELS ---------- */

static const struct axle_constants *axle_of(const kamm_cars *cars, int car, int wheel)
{
    return &kamm_model_of(cars, car)->chassis->axles[cars->layout->axle[wheel]];
}

static const kamm_tyre_def *tyre_of(const kamm_cars *cars, int car, int wheel)
{
    return &kamm_model_of(cars, car)->def->axles[cars->layout->axle[wheel]].tyre;
}

static double read_wheel_tyre_deflection_m(const kamm_cars *cars, int car, int wheel)
{
    return kamm_tyre_pressed_m(cars, car, wheel);
}

static struct contact_size contact_size(const kamm_cars *cars, int car, int wheel)
{
    const struct contact_size_constants c = kamm_tyre_compile_contact(tyre_of(cars, car, wheel));
    return contact_size_of(&c, (float)read_wheel_tyre_deflection_m(cars, car, wheel));
}

static double read_wheel_rut_m(const kamm_cars *cars, int car, int wheel)
{
    return cars->block[car / KAMM_BLOCK].contact[wheel].rut_m[car % KAMM_BLOCK];
}

static double read_wheel_sliding_mps(const kamm_cars *cars, int car, int wheel)
{
    kamm_wheel_contact contact;
    kamm_read_wheel_contact(cars, car, wheel, &contact);
    const double *over = contact.sliding_mps;
    return sqrt(over[0] * over[0] + over[1] * over[1]);
}

static double read_wheel_skid_w(const kamm_cars *cars, int car, int wheel)
{
    kamm_wheel_contact contact;
    kamm_read_wheel_contact(cars, car, wheel, &contact);
    return contact.skid_w;
}

static double read_wheel_stop_force_n(const kamm_cars *cars, int car, int wheel)
{
    if (!rung_has(cars->rung, KAMM_FEATURE_TRAVEL)) return 0;
    struct stop_forces stops = stop_forces(&axle_of(cars, car, wheel)->suspension,
                                           CAR_STATE(cars, car, wheels[wheel].travel_m));
    return stops.bump - stops.rebound;
}

static double read_wheel_patch_length_m(const kamm_cars *cars, int car, int wheel)
{
    return contact_size(cars, car, wheel).length_m;
}

static double read_wheel_patch_width_m(const kamm_cars *cars, int car, int wheel)
{
    return contact_size(cars, car, wheel).width_m;
}

/* The states are scaled to nominal load (contact_patch.h), and point with the slip. */
static double read_wheel_carcass_shift_x_m(const kamm_cars *cars, int car, int wheel)
{
    float load_n = CAR_OUTPUT(cars, car, wheels[wheel].load_n);
    struct tyre_state at = kamm_tyre_prepare(&axle_of(cars, car, wheel)->tyre, load_n, 0);
    if (!rung_has(cars->rung, KAMM_FEATURE_WHEEL_LOCK))
        return CAR_OUTPUT(cars, car, wheels[wheel].longitudinal_force_n) / at.carcass_x;
    float scale = square_root(at.nominal_carcass_x / at.carcass_x);
    return CAR_STATE(cars, car, wheels[wheel].contact_deflection_x_m) * scale;
}

static double read_wheel_carcass_shift_y_m(const kamm_cars *cars, int car, int wheel)
{
    float load_n = CAR_OUTPUT(cars, car, wheels[wheel].load_n);
    struct tyre_state at = kamm_tyre_prepare(&axle_of(cars, car, wheel)->tyre, load_n, 0);
    if (!rung_has(cars->rung, KAMM_FEATURE_WHEEL_LOCK))
        return CAR_OUTPUT(cars, car, wheels[wheel].lateral_force_n) / at.carcass_y;
    float scale = square_root(at.nominal_carcass_y / at.carcass_y);
    return -CAR_STATE(cars, car, wheels[wheel].contact_deflection_y_m) * scale;
}

/* Warmth counts from the start's temperature. The rungs below full have no temperatures. */
static double temperature(const kamm_cars *cars, int car, int wheel, float warmth_k)
{
    const kamm_tyre_heat_def *heat = &tyre_of(cars, car, wheel)->heat;
    int has = heat->enabled && rung_has(cars->rung, KAMM_FEATURE_TRAVEL);
    return has ? heat->start_temperature_k + (double)warmth_k : 0;
}

static double read_wheel_tread_temperature_k(const kamm_cars *cars, int car, int wheel)
{
    return temperature(cars, car, wheel, CAR_STATE(cars, car, wheels[wheel].surface_warmth_k));
}

static double read_wheel_carcass_temperature_k(const kamm_cars *cars, int car, int wheel)
{
    return temperature(cars, car, wheel, CAR_STATE(cars, car, wheels[wheel].carcass_warmth_k));
}

static double read_wheel_gas_temperature_k(const kamm_cars *cars, int car, int wheel)
{
    return temperature(cars, car, wheel, CAR_STATE(cars, car, wheels[wheel].gas_warmth_k));
}

static double read_wheel_tyre_pressure_pa(const kamm_cars *cars, int car, int wheel)
{
    const kamm_tyre_def *tyre = tyre_of(cars, car, wheel);
    if (!rung_has(cars->rung, KAMM_FEATURE_TRAVEL)) return tyre->inflation_pressure_pa;
    return kamm_tyre_pressure_pa(tyre, CAR_STATE(cars, car, wheels[wheel].gas_warmth_k));
}

static double read_wheel_tread_worn_m(const kamm_cars *cars, int car, int wheel)
{
    return (double)CAR_STATE(cars, car, wheels[wheel].worn_m) +
           (double)CAR_STATE(cars, car, wheels[wheel].worn_residual_m);
}

static double read_wheel_tyre_grip(const kamm_cars *cars, int car, int wheel)
{
    const struct car one = kamm_car_of(cars, car);
    if (!rung_has(cars->rung, KAMM_FEATURE_TRAVEL)) return 1;
    const struct tyre_life life = tyre_life_of(&one, wheel);
    return kamm_tyre_condition(&axle_of(cars, car, wheel)->tyre_life, &life).grip;
}

static double read_wheel_motor_radps(const kamm_cars *cars, int car, int wheel)
{
    int a = cars->layout->axle[wheel];
    int has = kamm_model_at(cars, car)->def->axles[a].motor.peak_nm > 0;
    if (!has) return 0; /* and not -0, where others of the batch have one */
    return CAR_STATE(cars, car, axles[a].motor_radps);
}

static double read_wheel_motor_torque_nm(const kamm_cars *cars, int car, int wheel)
{
    return CAR_STATE(cars, car, axles[cars->layout->axle[wheel]].motor_nm);
}

static double read_wheel_motor_warmth_k(const kamm_cars *cars, int car, int wheel)
{
    return CAR_STATE(cars, car, axles[cars->layout->axle[wheel]].motor_warmth_k);
}

/* -- all channels, each by its line in the table ---------------------------------------------- */

/* The parentheses: a function that is missing is an error in any compiler, not declared by its use. */
/* clang-format off */
#define STATE(name, unit, row, doc) case KAMM_CHANNEL_##name: return CAR_STATE(cars, car, car.row);
#define OUTPUT(name, unit, needs, doc) case KAMM_CHANNEL_##name: return CAR_OUTPUT(cars, car, car.name);
#define INPUT(name, unit, input, min, max, doc) case KAMM_CHANNEL_##name: return cars->inputs[car].input;
#define DERIVED(name, unit, doc) case KAMM_CHANNEL_##name: return (read_##name)(cars, car);
#define WHEEL_STATE(name, unit, row, doc) case KAMM_WHEEL_##name: return CAR_STATE(cars, car, wheels[wheel].row);
#define WHEEL_OUTPUT(name, unit, needs, doc) case KAMM_WHEEL_##name: return CAR_OUTPUT(cars, car, wheels[wheel].name);
#define WHEEL_DERIVED(name, unit, doc) case KAMM_WHEEL_##name: return (read_wheel_##name)(cars, car, wheel);
/* clang-format on */

double kamm_read(const kamm_cars *cars, int car, kamm_channel channel)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_ALIVE(cars, 0);
    KAMM_REQUIRE(car >= 0 && car < cars->count, 0);
    KAMM_REQUIRE((unsigned)channel < KAMM_CHANNEL_COUNT, 0);
    switch (channel) {
        KAMM_CHANNELS(STATE, OUTPUT, INPUT, DERIVED)
    case KAMM_CHANNEL_COUNT: break;
    }
    return 0;
}

double kamm_read_wheel(const kamm_cars *cars, int car, int wheel, kamm_wheel_channel channel)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_ALIVE(cars, 0);
    KAMM_REQUIRE(car >= 0 && car < cars->count, 0);
    KAMM_REQUIRE(wheel >= 0 && wheel < cars->layout->wheels, 0);
    KAMM_REQUIRE((unsigned)channel < KAMM_WHEEL_CHANNEL_COUNT, 0);
    switch (channel) {
        KAMM_WHEEL_CHANNELS(WHEEL_STATE, WHEEL_OUTPUT, WHEEL_DERIVED)
    case KAMM_WHEEL_CHANNEL_COUNT: break;
    }
    return 0;
}
