/* Channels: one value of a car in motion. */
#include "../base/error.h"
#include "../base/float_mode.h"
#include "../base/quaternion.h"
#include "cars.h"

#include <math.h>

/* From the body frame's origin to the point that channels tell of, body axes. */
static void reported_arm(const kamm_model *model, double arm[3])
{
    for (int i = 0; i < 3; ++i) arm[i] = model->reported[i] - model->origin[i];
}

static void place_of(const kamm_cars *cars, int car, double at[3])
{
    double position[3], q[4], arm[3];
    reported_arm(kamm_model_of(cars, car), arm);
    kamm_body_frame(cars, car, position, q);
    kamm_rotate(q, arm, at);
    for (int i = 0; i < 3; ++i) at[i] += position[i];
}

/* Velocity of that point, in body axes or in world axes. */
static void velocity(const kamm_cars *cars, int car, int in_body, double v[3])
{
    double position[3], q[4], world[3], spin[3], arm[3], turning[3];
    kamm_body_frame(cars, car, position, q);
    reported_arm(kamm_model_of(cars, car), arm);
    double back[4] = {q[0], -q[1], -q[2], -q[3]};
    for (size_t i = 0; i < 3; ++i) {
        int lane = car % KAMM_BLOCK;
        const struct car_block *block = &cars->block[car / KAMM_BLOCK];
        world[i] = (double)block->state[STATE_ROW(car.velocity_x_mps) + i][lane] +
                   (double)block->state[STATE_ROW(car.velocity_residual_x_mps) + i][lane];
        spin[i] = block->state[STATE_ROW(car.roll_rate_radps) + i][lane];
    }
    turning[0] = spin[1] * arm[2] - spin[2] * arm[1];
    turning[1] = spin[2] * arm[0] - spin[0] * arm[2];
    turning[2] = spin[0] * arm[1] - spin[1] * arm[0];
    kamm_rotate(back, world, v);
    for (int i = 0; i < 3; ++i) v[i] += turning[i];
    if (!in_body) kamm_rotate(q, v, v);
}

/* 3-2-1 angles of ISO 8855: yaw, pitch (nose down positive), roll. */
static double attitude(const kamm_cars *cars, int car, int which)
{
    double position[3], q[4];
    kamm_body_frame(cars, car, position, q);
    double sine = 2 * (q[0] * q[2] - q[3] * q[1]);
    switch (which) {
    case 0: return atan2(2 * (q[0] * q[3] + q[1] * q[2]), 1 - 2 * (q[2] * q[2] + q[3] * q[3]));
    case 1: return asin(sine > 1 ? 1 : sine < -1 ? -1 : sine);
    default: return atan2(2 * (q[0] * q[1] + q[2] * q[3]), 1 - 2 * (q[1] * q[1] + q[2] * q[2]));
    }
}

static double read_motion(const kamm_cars *cars, int car, kamm_channel channel)
{
    double v[3];
    switch (channel) {
    case KAMM_CHANNEL_x_m: return place_of(cars, car, v), v[0];
    case KAMM_CHANNEL_y_m: return place_of(cars, car, v), v[1];
    case KAMM_CHANNEL_z_m: return place_of(cars, car, v), v[2];
    case KAMM_CHANNEL_yaw_rad: return attitude(cars, car, 0);
    case KAMM_CHANNEL_pitch_rad: return attitude(cars, car, 1);
    case KAMM_CHANNEL_roll_rad: return attitude(cars, car, 2);
    case KAMM_CHANNEL_speed_mps:
        velocity(cars, car, 1, v);
        return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    case KAMM_CHANNEL_forward_speed_mps: return velocity(cars, car, 1, v), v[0];
    case KAMM_CHANNEL_lateral_speed_mps: return velocity(cars, car, 1, v), v[1];
    case KAMM_CHANNEL_vertical_speed_mps: return velocity(cars, car, 0, v), v[2];
    default: velocity(cars, car, 1, v); return atan2(v[1], v[0]);
    }
}

static double read_stored(const kamm_cars *cars, int car, kamm_channel channel)
{
    switch (channel) {
    case KAMM_CHANNEL_roll_rate_radps: return CAR_STATE(cars, car, car.roll_rate_radps);
    case KAMM_CHANNEL_pitch_rate_radps: return CAR_STATE(cars, car, car.pitch_rate_radps);
    case KAMM_CHANNEL_yaw_rate_radps: return CAR_STATE(cars, car, car.yaw_rate_radps);
    case KAMM_CHANNEL_acceleration_x_mps2: return CAR_OUTPUT(cars, car, car.acceleration_x_mps2);
    case KAMM_CHANNEL_acceleration_y_mps2: return CAR_OUTPUT(cars, car, car.acceleration_y_mps2);
    case KAMM_CHANNEL_acceleration_z_mps2: return CAR_OUTPUT(cars, car, car.acceleration_z_mps2);
    case KAMM_CHANNEL_steering_wheel_rad: return CAR_STATE(cars, car, car.steering_rad);
    case KAMM_CHANNEL_throttle: return cars->inputs[car].throttle;
    case KAMM_CHANNEL_brake: return cars->inputs[car].brake;
    case KAMM_CHANNEL_engine_radps: return CAR_STATE(cars, car, car.engine_radps);
    case KAMM_CHANNEL_gear: return CAR_STATE(cars, car, car.gear_engaged);
    case KAMM_CHANNEL_clutch_engagement: return CAR_STATE(cars, car, car.clutch_engagement);
    case KAMM_CHANNEL_engine_torque_nm: return CAR_OUTPUT(cars, car, car.engine_torque_nm);
    case KAMM_CHANNEL_drive_torque_nm: return CAR_OUTPUT(cars, car, car.drive_torque_nm);
    default: return CAR_OUTPUT(cars, car, car.steering_torque_nm);
    }
}

double kamm_read(const kamm_cars *cars, int car, kamm_channel channel)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE(cars, 0);
    KAMM_REQUIRE(car >= 0 && car < cars->count, 0);
    KAMM_REQUIRE((unsigned)channel < KAMM_CHANNEL_COUNT, 0);
    const kamm_model *model = kamm_model_of(cars, car);
    if (channel == KAMM_CHANNEL_time_s) return (double)cars->substeps * model->info.substep_s;
    if (channel == KAMM_CHANNEL_energy_j) {
        const struct car one = kamm_car_of(cars, car);
        return cars->rung->energy_j(&one);
    }
    if (channel == KAMM_CHANNEL_trailer_yaw_rad)
        return attitude(cars, car, 0) - (double)CAR_STATE(cars, car, car.articulation_rad);
    if (channel == KAMM_CHANNEL_road_wheel_rad)
        return CAR_STATE(cars, car, car.steering_rad) / model->def->steering.ratio;
    if (channel >= KAMM_CHANNEL_x_m && channel <= KAMM_CHANNEL_sideslip_rad)
        return read_motion(cars, car, channel);
    return read_stored(cars, car, channel);
}

double kamm_read_wheel(const kamm_cars *cars, int car, int wheel, kamm_wheel_channel channel)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE(cars, 0);
    KAMM_REQUIRE(car >= 0 && car < cars->count, 0);
    KAMM_REQUIRE(wheel >= 0 && wheel < cars->layout->wheels, 0);
    KAMM_REQUIRE((unsigned)channel < KAMM_WHEEL_CHANNEL_COUNT, 0);
    switch (channel) {
    case KAMM_WHEEL_load_n: return CAR_OUTPUT(cars, car, wheels[wheel].load_n);
    case KAMM_WHEEL_longitudinal_force_n:
        return CAR_OUTPUT(cars, car, wheels[wheel].longitudinal_force_n);
    case KAMM_WHEEL_lateral_force_n: return CAR_OUTPUT(cars, car, wheels[wheel].lateral_force_n);
    case KAMM_WHEEL_aligning_moment_nm:
        return CAR_OUTPUT(cars, car, wheels[wheel].aligning_moment_nm);
    case KAMM_WHEEL_slip_ratio: return CAR_OUTPUT(cars, car, wheels[wheel].slip_ratio);
    case KAMM_WHEEL_slip_angle_rad: return CAR_OUTPUT(cars, car, wheels[wheel].slip_angle_rad);
    case KAMM_WHEEL_camber_rad: return CAR_OUTPUT(cars, car, wheels[wheel].camber_rad);
    case KAMM_WHEEL_steer_rad: return CAR_OUTPUT(cars, car, wheels[wheel].steer_rad);
    case KAMM_WHEEL_travel_m: return CAR_STATE(cars, car, wheels[wheel].travel_m);
    case KAMM_WHEEL_travel_rate_mps: return CAR_STATE(cars, car, wheels[wheel].travel_rate_mps);
    case KAMM_WHEEL_spin_radps: return CAR_STATE(cars, car, wheels[wheel].spin_radps);
    default: return CAR_OUTPUT(cars, car, wheels[wheel].brake_torque_nm);
    }
}
