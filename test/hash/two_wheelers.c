/* The two-wheelers' part of kamm_hash: 24 different motorcycles on full whose frames twist and whose riders lean,
 * with swing arms, chains and engines across; hands turn the handlebar by a torque or hold it, and both levers
 * brake. As in scenario.c no libm. */
#include "random.h"
#include "scenario.h"

#include <kamm/kamm.h>
#include <stdio.h>

enum { MACHINES = 24, FRAMES = 90, FRAME_SUBSTEPS = 8 };

static void vary_wheel(kamm_axle_def *axle, double load_n)
{
    axle->wheels = KAMM_WHEELS_SINGLE;
    axle->unsprung_mass_kg = between(10, 18);
    axle->wheel_inertia_kgm2 = between(0.4, 0.8);
    axle->drive_share = axle->steer_share = 0;
    axle->suspension.kind = KAMM_SUSPENSION_SOLID;
    axle->suspension.spring_n_per_m = between(10, 20) * load_n;
    axle->suspension.anti_roll_bar_n_per_m = 0;
    axle->suspension.bump_damping_ns_per_m = between(0.3, 0.8) * load_n;
    axle->suspension.rebound_damping_ns_per_m = between(0.8, 1.6) * load_n;
    axle->suspension.camber_rad = axle->suspension.toe_in_rad = 0;
    axle->suspension.kingpin_inclination_rad = axle->suspension.roll_centre_height_m = 0;
    axle->tyre.unloaded_radius_m = 0.3125;
    axle->tyre.rim_radius_m = 0.21875;
    axle->tyre.width_m = 0.125;
    axle->tyre.crown_radius_m = between(0.04, 0.09);
    axle->tyre.nominal_load_n = load_n;
    axle->tyre.vertical_stiffness_n_per_m = 100 * load_n;
    axle->tyre.camber_max_rad = 1.25, axle->tyre.camber_min_rad = -1.25;
}

static void vary_front(kamm_vehicle_def *def)
{
    kamm_front_assembly_def *front = &def->front_assembly;
    def->axles[0].suspension.caster_rad = between(0.375, 0.5);
    def->axles[0].suspension.trail_offset_m = between(-0.04, -0.02);
    def->axles[0].suspension.recession = between(0, 0.5);
    def->steering.ratio = 1, def->steering.lock_rad = 0.75;
    front->mass_kg = between(12, 20);
    front->cg_behind_front_axle_m = 0.1875, front->cg_height_m = 0.65625;
    front->roll_inertia_kgm2 = 1, front->pitch_inertia_kgm2 = 0.875, front->yaw_inertia_kgm2 = 0.5;
    front->wheel_diametral_inertia_kgm2 = 0.25;
    front->damping_nms_per_rad = between(2, 8);
    front->twist_nm_per_rad = one_of(3) ? between(20000, 60000) : 0;
    front->twist_nms_per_rad = 60;
    front->twist_behind_front_axle_m = 0.25, front->twist_height_m = 0.875;
}

static kamm_vehicle_def vary_machine(void)
{
    kamm_vehicle_def def = kamm_default_vehicle();
    def.stepping.substeps_per_s = 240;
    def.body.mass_kg = between(220, 320);
    def.body.cg_behind_front_axle_m = between(0.65, 0.75),
    def.body.cg_height_m = between(0.5, 0.65);
    def.body.roll_inertia_kgm2 = 32, def.body.pitch_inertia_kgm2 = 64;
    def.body.yaw_inertia_kgm2 = 44, def.body.roll_yaw_product_kgm2 = -2;
    def.body.length_m = 2, def.body.width_m = 0.375, def.body.height_m = 1.5;
    def.body.front_overhang_m = 0.3125, def.body.ground_clearance_m = 0.25;
    def.body.contact_stiffness_n_per_m = 40000;
    for (int a = 0; a < 2; ++a) vary_wheel(&def.axles[a], between(1200, 1600));
    vary_front(&def);
    def.axles[1].behind_front_axle_m = 1.40625;
    def.axles[0].steer_share = def.axles[1].drive_share = 1;
    def.axles[0].brake_torque_nm = 900, def.axles[1].brake_torque_nm = one_of(2) ? 60 : 0;
    def.axles[1].hand_brake_torque_nm = 350;
    for (int i = 0; i < def.engine.torque_curve.count; ++i) def.engine.torque_curve.y[i] *= 0.5;
    def.engine.turns = one_of(3);
    def.engine.inertia_kgm2 = 0.03125;
    if (one_of(2)) def.rider.mass_kg = between(30, 50);
    def.aids.abs = one_of(2), def.aids.tcs = def.aids.esc = 0;
    return def;
}

static kamm_cars *create_machines(void)
{
    const kamm_model *models[MACHINES];
    kamm_error error;
    for (int m = 0; m < MACHINES; ++m) {
        const kamm_vehicle_def def = vary_machine();
        models[m] = kamm_create_model(&def, KAMM_FULL, &error);
        if (!models[m]) return fprintf(stderr, "machine %d: %s\n", m, error.text), NULL;
    }
    return kamm_create_mixed_cars(models, MACHINES, &error);
}

static void destroy_machines(kamm_cars *cars)
{
    kamm_model *models[MACHINES];
    for (int m = 0; m < MACHINES; ++m) models[m] = (kamm_model *)kamm_model_of(cars, m);
    kamm_destroy_cars(cars);
    for (int m = 0; m < MACHINES; ++m) kamm_destroy_model(models[m]);
}

static void vary_hands(kamm_input *input)
{
    if (one_of(40) == 0) input->free_steering = (float)one_of(2);
    if (one_of(8) == 0) input->steering_wheel_nm = (float)between(-12, 12);
    if (one_of(20) == 0) input->steering_wheel_rad = (float)between(-0.0625, 0.0625);
    if (one_of(20) == 0) input->rider_lean_rad = (float)between(-0.25, 0.25);
    if (one_of(8) == 0) input->throttle = (float)between(0, 0.5);
    if (one_of(20) == 0) input->brake = one_of(2) ? 0 : (float)between(0, 0.5);
    if (one_of(20) == 0) input->hand_brake = one_of(2) ? 0 : (float)between(0, 1);
    if (one_of(60) == 0) input->gear = (float)(1 + one_of(4));
}

uint64_t hash_of_two_wheelers(void)
{
    set_random_state(20261130);
    kamm_cars *cars = create_machines();
    if (!cars) return 0;
    for (int m = 0; m < MACHINES; ++m) {
        kamm_placement placement = {{0, 0, 0}, {1, 0, 0, 0}, 0, 1, {0}};
        placement.speed_mps = between(3, 40);
        kamm_place(cars, m, &placement);
        kamm_inputs(cars)[m].free_steering = 1;
    }
    for (int frame = 0; frame < FRAMES; ++frame) {
        for (int m = 0; m < MACHINES; ++m) vary_hands(&kamm_inputs(cars)[m]);
        kamm_step(cars, &kamm_flat_ground, FRAME_SUBSTEPS);
    }
    uint64_t hash = kamm_state_hash(cars);
    int faults = 0, lying = 0;
    for (int m = 0; m < MACHINES; ++m) {
        double roll = kamm_read(cars, m, KAMM_CHANNEL_roll_rad);
        faults += kamm_fault(cars, m) != 0, lying += roll > 1 || roll < -1;
    }
    if (faults) fprintf(stderr, "%d two-wheelers are at fault\n", faults);
    if (lying == MACHINES) fprintf(stderr, "all two-wheelers lie\n");
    destroy_machines(cars);
    return hash;
}
