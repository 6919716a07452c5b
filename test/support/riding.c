#include "riding.h"

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

double lean_of_car(const kamm_cars *cars) { return -kamm_read(cars, 0, KAMM_CHANNEL_roll_rad); }
double yaw_rate(const kamm_cars *cars) { return kamm_read(cars, 0, KAMM_CHANNEL_yaw_rate_radps); }

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
