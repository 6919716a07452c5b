#include "riding.h"
#include "mirror.h"

#include "run/cars.h"
#include "vehicle/two_wheeler.h"

#include <kamm/io/vehicle_file.h>
#include <math.h>

const kamm_rung ridden[RIDDEN] = {KAMM_KINEMATIC, KAMM_SINGLE_TRACK};

kamm_vehicle_def machine_of_file(const char *name)
{
    static kamm_vehicle_file file;
    kamm_error error = {0};
    char path[100];
    snprintf(path, sizeof path, "test/reference/two_wheels/%s.json", name);
    must(kamm_load_vehicle(path, &file, NULL, &error), &error);
    return file.def;
}

kamm_vehicle_def coasting(kamm_vehicle_def def)
{
    def.aero.drag_coefficient = def.aero.frontal_area_m2 = 0;
    for (int a = 0; a < 2; ++a)
        def.axles[a].tyre.qsy1 = def.axles[a].tyre.qsy3 = def.axles[a].tyre.qsy4 = 0;
    return def;
}

kamm_model_info info_of(const kamm_cars *cars) { return kamm_describe(kamm_model_of(cars, 0)); }

kamm_cars *ride(const kamm_vehicle_def *def, kamm_rung rung, double speed)
{
    kamm_cars *cars = start_rung(def, rung, 1);
    put_car(cars, 0, &kamm_flat_ground, 0, speed, 0);
    return cars;
}

void ride_curve(kamm_cars *cars, const kamm_ground *ground, double per_m, double speed,
                double seconds)
{
    double rate = 1 / info_of(cars).substep_s;
    PUT_CAR_STATE(cars, 0, car.asked_steer_rad, (float)atan(per_m * info_of(cars).wheelbase_m));
    kamm_inputs(cars)[0].command = 1;
    for (int i = 0; i < (int)(seconds * rate); i += 4) {
        double v = kamm_read(cars, 0, KAMM_CHANNEL_forward_speed_mps);
        kamm_inputs(cars)[0].acceleration_mps2 = (float)(5 * (speed - v));
        kamm_step(cars, ground, 4);
    }
}

void ride_differently(kamm_cars *cars, int car, int number)
{
    put_car(cars, car, &kamm_flat_ground, 0.1 * number, 0.5 + 1.5 * number, KAMM_GEAR_DRIVE);
    kamm_inputs(cars)[car].steering_wheel_rad = 0.03f * (float)(number % 7 - 3);
    kamm_inputs(cars)[car].throttle = number % 3 == 0;
    kamm_inputs(cars)[car].brake = number % 3 == 1 ? 0.3f : 0;
}

void expect_mirrored_hand_over(const kamm_vehicle_def *def, kamm_rung rung, float steer_rad,
                               float torque_nm)
{
    kamm_cars *cars[2], *full[2];
    for (int i = 0; i < 2; ++i) {
        cars[i] = start_rung(def, rung, 1), full[i] = start_rung(def, KAMM_FULL, 1);
        put_car(cars[i], 0, &kamm_flat_ground, 0, 18, 0);
        kamm_inputs(cars[i])[0].steering_wheel_rad = i ? -steer_rad : steer_rad;
        kamm_step(cars[i], &kamm_flat_ground, 300);
        kamm_hand_over(cars[i], 0, full[i], 0);
        kamm_inputs(full[i])[0].free_steering = 1;
        kamm_inputs(full[i])[0].steering_wheel_nm = i ? -torque_nm : torque_nm;
    }
    for (int frame = 0; frame < 20; ++frame) {
        expect_mirror_images(full[0], full[1], frame);
        for (int i = 0; i < 2; ++i) kamm_step(full[i], &kamm_flat_ground, 2);
    }
    for (int i = 0; i < 2; ++i) kamm_hand_over(full[i], 0, cars[i], 0);
    for (int frame = 0; frame < 20; ++frame) {
        expect_mirror_images(cars[0], cars[1], frame);
        for (int i = 0; i < 2; ++i) kamm_step(cars[i], &kamm_flat_ground, 2);
    }
    for (int i = 0; i < 2; ++i) end_cars(cars[i]), end_cars(full[i]);
}

double lean_of_car(const kamm_cars *cars) { return -kamm_read(cars, 0, KAMM_CHANNEL_roll_rad); }
double yaw_rate(const kamm_cars *cars) { return kamm_read(cars, 0, KAMM_CHANNEL_yaw_rate_radps); }

double heading_rate(const kamm_cars *cars)
{
    double lean = kamm_read(cars, 0, KAMM_CHANNEL_roll_rad),
           yaw = kamm_read(cars, 0, KAMM_CHANNEL_yaw_rate_radps);
    if (kamm_describe(kamm_model_of(cars, 0)).rung != KAMM_FULL) return yaw;
    return yaw * cos(lean) + kamm_read(cars, 0, KAMM_CHANNEL_pitch_rate_radps) * sin(lean);
}

void expect_same_ride(const kamm_cars *from, const kamm_cars *to, double height_within_m)
{
    const struct {
        kamm_channel channel;
        double within;
    } kept[] = {{KAMM_CHANNEL_x_m, 3e-3},
                {KAMM_CHANNEL_y_m, 3e-3},
                {KAMM_CHANNEL_z_m, height_within_m},
                {KAMM_CHANNEL_yaw_rad, 1e-4},
                {KAMM_CHANNEL_roll_rad, 2e-3},
                {KAMM_CHANNEL_speed_mps, 0.01},
                {KAMM_CHANNEL_vertical_speed_mps, 0.02}};
    double rolls = kamm_read(from, 0, KAMM_CHANNEL_roll_rate_radps), turns = heading_rate(from);
    for (size_t i = 0; i < sizeof kept / sizeof *kept; ++i)
        expect_near(kamm_read(to, 0, kept[i].channel), kamm_read(from, 0, kept[i].channel),
                    kept[i].within);
    /* A body that pitches on its springs has some of the heading's rate about its x axis. */
    expect_near(kamm_read(to, 0, KAMM_CHANNEL_roll_rate_radps), rolls, 0.01 + 0.06 * fabs(turns));
    expect_near(heading_rate(to), turns, 2e-3 + 0.02 * fabs(turns) + 0.01 * fabs(rolls));
}

double level_speed(const kamm_cars *cars)
{
    return hypot(kamm_read(cars, 0, KAMM_CHANNEL_speed_mps),
                 kamm_read(cars, 0, KAMM_CHANNEL_vertical_speed_mps));
}

double closed_form_lean(const kamm_cars *cars, double side_mps2)
{
    const kamm_model *model = kamm_model_of(cars, 0);
    const kamm_model_info info = info_of(cars);
    double spin = 0, crown = 0, height = info.cg_height_m;
    for (int w = 0; w < 2; ++w) {
        spin += model->def->axles[w].wheel_inertia_kgm2 / info.loaded_radius_m[w];
        crown += model->def->axles[w].tyre.crown_radius_m * info.static_load_n[w] /
                 (info.mass_kg * GRAVITY_MPS2);
    }
    if (!(model->def->axles[0].tyre.crown_radius_m > 0)) crown = kamm_mean_crown_m(model);
    double t = atan(side_mps2 / GRAVITY_MPS2 * (1 + spin / (info.mass_kg * height)));
    return t + asin(crown * sin(t) / (height - crown));
}
