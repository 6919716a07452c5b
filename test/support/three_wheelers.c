#include "three_wheelers.h"
#include "drive.h"

kamm_vehicle_def tilting_scooter(double substeps_per_s)
{
    kamm_vehicle_def def = car_named("yamaha-tricity125-2014");
    def.stepping.substeps_per_s = substeps_per_s;
    return def;
}

kamm_vehicle_def with_tilt_lock(kamm_vehicle_def def, double most_nm)
{
    def.axles[0].suspension.tilt_lock_nm = most_nm;
    return def;
}

static kamm_vehicle_def with_pair(kamm_vehicle_def def, int a, double track_m)
{
    kamm_axle_def *axle = &def.axles[a];
    kamm_suspension_def *s = &axle->suspension;
    double *halved[] = {&axle->unsprung_mass_kg,
                        &axle->wheel_inertia_kgm2,
                        &axle->brake_torque_nm,
                        &axle->hand_brake_torque_nm,
                        &axle->tyre.nominal_load_n,
                        &axle->tyre.vertical_stiffness_n_per_m,
                        &axle->tyre.vertical_damping_ns_per_m,
                        &axle->tyre.lateral_stiffness_n_per_m,
                        &axle->tyre.longitudinal_stiffness_n_per_m,
                        &s->spring_n_per_m,
                        &s->bump_damping_ns_per_m,
                        &s->bump_fast_damping_ns_per_m,
                        &s->rebound_damping_ns_per_m,
                        &s->rebound_fast_damping_ns_per_m,
                        &s->bump_stop_n_per_m,
                        &s->rebound_stop_n_per_m};
    for (size_t i = 0; i < sizeof halved / sizeof *halved; ++i) *halved[i] /= 2;
    if (a == 0) def.front_assembly.wheel_diametral_inertia_kgm2 /= 2;
    axle->wheels = KAMM_WHEELS_PAIR, axle->track_m = track_m;
    s->tilting = 1;
    s->anti_roll_bar_n_per_m = s->roll_centre_height_m = 0;
    s->tilt_lock_nms_per_rad = 1000;
    def.steering.ackermann = 0;
    return def;
}

kamm_vehicle_def with_tilting_pair(kamm_vehicle_def def, double track_m)
{
    return with_pair(def, 0, track_m);
}

kamm_vehicle_def with_tilting_pair_behind(kamm_vehicle_def def, double track_m)
{
    return with_pair(def, 1, track_m);
}
