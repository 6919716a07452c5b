#include "cars.h"

#include "random.h"

static void vary_tyre(kamm_tyre_def *tyre)
{
    tyre->magic_formula = one_of(3);
    tyre->side = one_of(3);
    tyre->inflation_pressure_pa *= between(0.8, 1.2);
    tyre->vertical_stiffness_n_per_m *= between(0.8, 1.5);
    tyre->lmux = between(0.7, 1.3);
    tyre->lmuy = between(0.7, 1.3);
    tyre->lky = between(0.8, 1.2);
    tyre->pdx2 = between(-0.15, 0);
    tyre->pdy3 = between(0, 2);
    tyre->pky2 = between(1.2, 2.5);
    tyre->phy1 = between(-0.002, 0.002);
    tyre->pvy1 = between(-0.01, 0.01);
    tyre->pex1 = between(-0.5, 0.5);
    tyre->pey1 = between(-1, 0.5);
    tyre->qdz1 = between(0.08, 0.15);
    tyre->rvy1 = between(-0.05, 0.05);
    tyre->ppy1 = between(-0.5, 0);
    tyre->qsy7 = between(0.8, 1);
}

static void vary_suspension(kamm_suspension_def *s)
{
    s->spring_n_per_m *= between(0.7, 2);
    s->anti_roll_bar_n_per_m *= between(0, 3);
    s->anti_roll_bar_n = one_of(2) ? between(0, 4000) : 0;
    s->anti_roll_bar_mode = one_of(3);
    s->anti_roll_bar_full_speed_mps = between(5, 25);
    s->bump_damping_ns_per_m *= between(0.5, 2);
    s->rebound_damping_ns_per_m *= between(0.5, 2);
    s->camber_rad = between(-0.03, 0.01);
    s->toe_in_rad = between(-0.003, 0.003);
    s->caster_rad = between(0, 0.15);
    s->kingpin_inclination_rad = between(0, 0.2);
    s->roll_centre_height_m = between(-0.02, 0.2);
    s->camber_gain_rad_per_m = between(-0.8, 0);
    s->recession = between(-0.05, 0.05);
    s->caster_gain_rad_per_m = between(-0.5, 1);
    if (one_of(2)) {
        double down = between(-0.004, 0), up = between(0, 0.003);
        s->toe_curve = (kamm_curve){3, {-0.1, 0, 0.1}, {down, 0, up}};
        s->lateral_curve =
            (kamm_curve){4, {-0.1, -0.03, 0.02, 0.1}, {-0.006, -0.001, 0.001, 0.002}};
    }
}

static void vary_driveline(kamm_vehicle_def *def)
{
    double front = between(0, 1) < 0.5 ? 0 : 1;
    def->axles[0].drive_share = front;
    def->axles[1].drive_share = 1 - front;
    for (int axle = 0; axle < 2; ++axle) def->axles[axle].differential = one_of(2);
    for (int i = 0; i < def->engine.torque_curve.count; ++i)
        def->engine.torque_curve.y[i] *= between(0.9, 1.6);
    def->engine.inertia_kgm2 *= between(0.7, 1.5);
    def->gearbox.kind = one_of(3);
    def->gearbox.shift_s = between(0.05, 0.5);
    def->gearbox.shift_torque_share = one_of(2);
    def->gearbox.final_drive *= between(0.8, 1.2);
}

static void vary_steering(kamm_vehicle_def *def)
{
    def->steering.ackermann = between(0, 1);
    def->steering.return_rate_radps = one_of(2) ? between(2, 20) : 0;
    def->steering.return_speed_mps = one_of(2) ? between(2, 20) : 0;
    def->axles[1].steer_share = one_of(2) ? between(-0.25, 0.25) : 0;
}

/* What only one of the lower rungs reads. */
static void vary_rungs(kamm_vehicle_def *def)
{
    def->kinematic.reference = one_of(3);
    def->kinematic.speed_of = one_of(3);
    def->kinematic.trailer_length_m = one_of(2) ? between(2, 8) : 0;
    def->rigid2d.friction = one_of(2);
    def->rigid2d.side_friction_ns_per_m = one_of(2) ? between(500, 4000) : 0;
    def->rigid2d.roll_friction_ns_per_m = one_of(2) ? between(500, 4000) : 0;
    def->rigid2d.matched_speed_mps = between(10, 30);
    def->single_track.equations = one_of(3);
    def->single_track.friction = one_of(2) ? between(0.3, 1.1) : 0;
    def->single_track.front_cornering_per_rad = one_of(2) ? between(10, 25) : 0;
    def->single_track.rear_cornering_per_rad = one_of(2) ? between(20, 30) : 0;
    def->single_track.sliding_share = between(0, 1);
    def->double_track.tyre = one_of(2);
    def->double_track.sliding_share = between(0, 1);
    def->double_track.load_lag_s = one_of(2) ? between(0.02, 0.2) : 0;
    def->double_track.pose_lag_s = one_of(2) ? between(0.02, 0.2) : 0;
    def->double_track.max_roll_rad = one_of(2) ? between(0, 0.2) : 0;
    def->double_track.max_camber_rad = between(0, 0.1);
    def->double_track.link_travel_m = between(0, 0.1);
    def->double_track.wall_height_m = between(0.1, 0.4);
    def->double_track.wall_rebound = between(0, 1);
}

kamm_vehicle_def vary_car(enum parts parts)
{
    kamm_vehicle_def def = kamm_default_vehicle();
    def.stepping.substeps_per_s = 1200;
    def.body.mass_kg *= between(0.8, 1.6);
    def.body.cg_behind_front_axle_m *= between(0.85, 1.2);
    def.body.cg_left_m = between(-0.05, 0.05);
    def.body.cg_height_m = between(0.35, 0.8);
    def.body.roll_yaw_product_kgm2 = between(-30, 30);
    if (one_of(2)) def.payload.mass_kg = between(50, 300);
    vary_driveline(&def);
    for (int axle = 0; axle < 2; ++axle) {
        def.axles[axle].track_m *= between(0.9, 1.1);
        def.axles[axle].hand_brake_torque_nm = axle ? 1500 : 0;
        vary_suspension(&def.axles[axle].suspension);
        vary_tyre(&def.axles[axle].tyre);
    }
    vary_steering(&def);
    def.aero.front_lift_coefficient = between(-0.5, 0.1);
    def.aero.rear_lift_coefficient = between(-0.5, 0.1);
    def.aids.abs = one_of(2);
    def.aids.tcs = one_of(2);
    vary_rungs(&def);
    if (parts == CAR_PARTS) fit_parts(&def);
    if (parts == HEAVY_PARTS) fit_heavy_parts(&def);
    return def;
}
