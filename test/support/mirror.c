#include "mirror.h"

#include "vehicle/model.h"

#include <math.h>

static const kamm_channel odd_channels[] = {KAMM_CHANNEL_y_m,
                                            KAMM_CHANNEL_yaw_rad,
                                            KAMM_CHANNEL_trailer_yaw_rad,
                                            KAMM_CHANNEL_roll_rad,
                                            KAMM_CHANNEL_lateral_speed_mps,
                                            KAMM_CHANNEL_sideslip_rad,
                                            KAMM_CHANNEL_roll_rate_radps,
                                            KAMM_CHANNEL_yaw_rate_radps,
                                            KAMM_CHANNEL_acceleration_y_mps2,
                                            KAMM_CHANNEL_steering_wheel_rad,
                                            KAMM_CHANNEL_road_wheel_rad,
                                            KAMM_CHANNEL_steering_torque_nm,
                                            KAMM_CHANNEL_steering_felt_nm,
                                            KAMM_CHANNEL_liquid_aside_m,
                                            KAMM_CHANNEL_shifted_aside_m,
                                            KAMM_CHANNEL_shifting_aside_mps,
                                            KAMM_CHANNEL_lateral_over_ground_mps,
                                            KAMM_CHANNEL_yaw_rate_over_ground_radps};
static const kamm_wheel_channel odd_wheel_channels[] = {
    KAMM_WHEEL_lateral_force_n, KAMM_WHEEL_aligning_moment_nm, KAMM_WHEEL_slip_angle_rad,
    KAMM_WHEEL_camber_rad,      KAMM_WHEEL_steer_rad,          KAMM_WHEEL_carcass_shift_y_m};

static int is_odd(kamm_channel channel)
{
    for (size_t i = 0; i < sizeof odd_channels / sizeof *odd_channels; ++i)
        if (odd_channels[i] == channel) return 1;
    return 0;
}

static int is_odd_wheel(kamm_wheel_channel channel)
{
    for (size_t i = 0; i < sizeof odd_wheel_channels / sizeof *odd_wheel_channels; ++i)
        if (odd_wheel_channels[i] == channel) return 1;
    return 0;
}

void expect_mirror_images(const kamm_cars *cars, const kamm_cars *mirrored, int frame)
{
    int count;
    const kamm_field_info *names = kamm_channel_fields(&count);
    for (int channel = 0; channel < count; ++channel) {
        double value = kamm_read(cars, 0, (kamm_channel)channel);
        double image = kamm_read(mirrored, 0, (kamm_channel)channel);
        if (is_odd((kamm_channel)channel)) image = -image;
        /* Straight backwards, pi is as good as -pi. */
        if (channel == KAMM_CHANNEL_sideslip_rad && fabs(value) > 3.14159) value = fabs(value);
        if (channel == KAMM_CHANNEL_sideslip_rad && fabs(image) > 3.14159) image = fabs(image);
        if (value != image)
            fail_msg("frame %d: %s is %.9g, mirrored %.9g", frame, names[channel].name, value,
                     image);
    }
    names = kamm_wheel_channel_fields(&count);
    const struct layout *l = &kamm_model_of(cars, 0)->layout;
    for (int i = 0; i < l->wheels * count; ++i) {
        kamm_wheel_channel channel = (kamm_wheel_channel)(i % count);
        double value = kamm_read_wheel(cars, 0, i / count, channel);
        double image = kamm_read_wheel(mirrored, 0, l->opposite[i / count], channel);
        if (is_odd_wheel(channel)) image = -image;
        if (value != image)
            fail_msg("frame %d, wheel %d: %s is %.9g, mirrored %.9g", frame, i / count,
                     names[channel].name, value, image);
    }
}

/* A lopsided car on one-sided tyres, so that nothing is symmetric by accident. */
kamm_vehicle_def lopsided_car(double side)
{
    kamm_vehicle_def def = default_vehicle();
    def.body.cg_left_m = 0.04 * side;
    def.body.roll_pitch_product_kgm2 = 12 * side;
    def.body.pitch_yaw_product_kgm2 = -9 * side;
    def.body.roll_yaw_product_kgm2 = 30;
    def.payload.mass_kg = 150;
    def.payload.cg_left_m = -0.3 * side;
    for (int axle = 0; axle < 2; ++axle) {
        kamm_tyre_def *tyre = &def.axles[axle].tyre;
        *tyre = kamm_default_tyre();
        tyre->side = KAMM_TYRE_LEFT;
        tyre->phy1 = 0.002, tyre->pvy1 = 0.01, tyre->qhz1 = -0.003, tyre->pdy3 = 1.1;
        tyre->rvy1 = 0.05, tyre->ssz1 = 0.01, tyre->qsx1 = 0.002;
        def.axles[axle].suspension.toe_in_rad = 0.002;
        def.axles[axle].suspension.camber_rad = -0.02;
        def.axles[axle].suspension.camber_gain_rad_per_m = -0.4;
    }
    def.axles[0].suspension.caster_rad = 0.09;
    def.axles[0].suspension.kingpin_inclination_rad = 0.15;
    return def;
}
