/* A driveable small car for first steps and tests: of no maker, all of it estimated from the size of
 * a 1.2-litre hatchback. Real cars, with sources, lie in data/vehicles. */
#include "../base/float_mode.h"
#include "../fields/fields.h"

#include <kamm/vehicle.h>

#include <string.h>

#define RADPS_PER_RPM 0.10471975511965977

static void set_axles(kamm_vehicle_def *def)
{
    kamm_axle_def *front = &def->axles[0], *rear = &def->axles[1];
    def->axles_count = 2;
    front->steer_share = 1;
    front->drive_share = 1;
    front->brake_torque_nm = 1900;
    front->suspension.caster_rad = 0.07;
    front->suspension.kingpin_inclination_rad = 0.2;
    rear->behind_front_axle_m = 2.45;
    rear->brake_torque_nm = 800;
    rear->hand_brake_torque_nm = 1300;
    rear->suspension.anti_roll_bar_n_per_m = 4000;
    rear->suspension.roll_centre_height_m = 0.15;
}

static void set_torque_curve(kamm_curve *curve)
{
    static const double points[][2] = {{800, 78},   {1500, 96},  {2500, 108}, {4000, 116},
                                       {5000, 112}, {6000, 100}, {6700, 84}};
    curve->count = sizeof points / sizeof *points;
    for (int i = 0; i < curve->count; ++i) {
        curve->x[i] = points[i][0] * RADPS_PER_RPM;
        curve->y[i] = points[i][1];
    }
}

kamm_vehicle_def kamm_default_vehicle(void)
{
    KAMM_FLOAT_MODE;
    static const double ratios[] = {3.73, 2.05, 1.39, 1.03, 0.82};
    kamm_vehicle_def def;
    kamm_set_defaults(kamm_vehicle_table(), &def);
    strcpy(def.name, "Default small car");
    def.body.mass_kg = 1050;
    def.body.cg_behind_front_axle_m = 1.0;
    def.body.length_m = 3.8;
    set_axles(&def);
    set_torque_curve(&def.engine.torque_curve);
    memcpy(def.gearbox.ratios, ratios, sizeof ratios);
    def.gearbox.ratios_count = sizeof ratios / sizeof *ratios;
    def.clutch.torque_nm = 200;
    return def;
}
