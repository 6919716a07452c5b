/* The combinations' part of kamm_hash: a tractor of three axles, the rear two on twin wheels with their differentials
 * locked to each other; and a semitrailer of two axles and landing gear, on single_track and on full; the same with a
 * load that slides; with bogies and liquid cargo; and a car with a trailer that runs onto its brakes. Some are
 * uncoupled on the way. As in scenario.c no libm. */
#include "random.h"
#include "scenario.h"

#include <kamm/kamm.h>
#include <stdio.h>

enum { COMBINATIONS = 9, FRAMES = 90, FRAME_SUBSTEPS = 8, UNITS = 2 };

/* Springs, tyres and hub for a wheel load. */
static void carry(kamm_axle_def *axle, double behind_m, double wheel_load_n)
{
    axle->behind_front_axle_m = behind_m;
    axle->track_m = 2;
    axle->drive_share = axle->steer_share = 0;
    axle->tyre.nominal_load_n = wheel_load_n;
    axle->tyre.vertical_stiffness_n_per_m = 40 * wheel_load_n;
    axle->tyre.unloaded_radius_m = 0.5;
    axle->suspension.spring_n_per_m = 8 * wheel_load_n;
    axle->suspension.anti_roll_bar_n_per_m = 0;
    axle->suspension.bump_damping_ns_per_m = 0.5 * wheel_load_n;
    axle->suspension.rebound_damping_ns_per_m = 0.5 * wheel_load_n;
    axle->unsprung_mass_kg = 0.01 * wheel_load_n;
    axle->wheel_inertia_kgm2 = 0.0005 * wheel_load_n;
    axle->brake_torque_nm = 0.4 * wheel_load_n;
}

static void size_up(kamm_vehicle_def *def, double mass_kg, double cg_m, double length_m)
{
    def->stepping.substeps_per_s = 240;
    def->body.mass_kg = mass_kg;
    def->body.cg_behind_front_axle_m = cg_m;
    def->body.cg_height_m = 1.25;
    def->body.yaw_inertia_kgm2 = def->body.pitch_inertia_kgm2 = mass_kg * length_m;
    def->body.roll_inertia_kgm2 = mass_kg;
    def->body.length_m = length_m, def->body.width_m = 2.5, def->body.height_m = 3.5;
}

static kamm_vehicle_def tractor(void)
{
    kamm_vehicle_def def = kamm_default_vehicle();
    size_up(&def, 8000, 1.75, 6.5);
    def.axles_count = 3;
    def.axles[2] = def.axles[1];
    carry(&def.axles[0], 0, 30000);
    carry(&def.axles[1], 3.25, 35000);
    carry(&def.axles[2], 4.625, 35000);
    def.axles[0].steer_share = 1;
    for (int a = 1; a < 3; ++a) {
        def.axles[a].wheels = KAMM_WHEELS_TWIN;
        def.axles[a].drive_share = 0.5;
        def.axles[a].tyre.nominal_load_n *= 0.5;
        def.axles[a].tyre.vertical_stiffness_n_per_m *= 0.5;
    }
    def.transfer.front_axles = 2;
    def.axles[1].inter_axle = KAMM_INTER_AXLE_LOCKED;
    for (int i = 0; i < def.engine.torque_curve.count; ++i) def.engine.torque_curve.y[i] *= 8;
    def.clutch.torque_nm *= 8;
    def.engine.inertia_kgm2 *= 8;
    def.hitch.kind = KAMM_HITCH_FIFTH_WHEEL;
    def.hitch.behind_front_axle_m = 3.5;
    def.hitch.height_m = 1.25;
    return def;
}

static kamm_vehicle_def semitrailer(void)
{
    kamm_vehicle_def def = kamm_default_vehicle();
    size_up(&def, 15000, 3.5, 12);
    def.drawbar.towed = 1;
    def.drawbar.behind_front_axle_m = -2.5;
    def.drawbar.height_m = 1.25;
    def.drawbar.brakes = KAMM_TRAILER_BRAKE_PEDAL;
    def.axles_count = 3;
    def.axles[2] = def.axles[1];
    carry(&def.axles[0], 0, 30000);
    carry(&def.axles[1], 4.75, 35000);
    carry(&def.axles[2], 6.125, 35000);
    def.axles[0].lift_m = 0.375;
    def.axles[0].brake_torque_nm = def.axles[0].hand_brake_torque_nm = 0;
    return def;
}

/* On plastic pallets. */
static kamm_vehicle_def pallet_trailer(void)
{
    kamm_vehicle_def def = semitrailer();
    def.shifting_load.mass_kg = 6000;
    def.shifting_load.length_m = 4;
    def.shifting_load.friction = 0.125;
    def.shifting_load.middle_behind_front_axle_m = 2;
    def.shifting_load.floor_height_m = 1.25;
    def.shifting_load.gap_front_m = 0.25;
    return def;
}

/* Two axles that share their load. */
static void make_bogie(kamm_vehicle_def *def, int first, int sharing)
{
    for (int a = first; a < first + 2; ++a)
        def->axles[a].suspension.kind = KAMM_SUSPENSION_DEPENDENT;
    def->axles[first].suspension.load_sharing = sharing;
    def->axles[first].suspension.load_share = 0.5;
}

static kamm_vehicle_def tipper(void)
{
    kamm_vehicle_def def = tractor();
    make_bogie(&def, 1, KAMM_SHARING_BEAM);
    return def;
}

static kamm_vehicle_def tank_trailer(void)
{
    kamm_vehicle_def def = semitrailer();
    make_bogie(&def, 1, KAMM_SHARING_AIR);
    def.axles[0].lift_m = 0;
    def.tank.shape = KAMM_TANK_RECTANGULAR;
    def.tank.length_m = 8;
    def.tank.width_m = 2;
    def.tank.height_m = 1.25;
    def.tank.middle_behind_front_axle_m = 2;
    return def;
}

static kamm_vehicle_def towing_car(void)
{
    kamm_vehicle_def def = kamm_default_vehicle();
    def.stepping.substeps_per_s = 240;
    def.hitch.kind = KAMM_HITCH_BALL;
    def.hitch.behind_front_axle_m = def.axles[1].behind_front_axle_m + 1;
    def.hitch.height_m = 0.5;
    def.hitch.play_m = 0.002;
    def.hitch.yaw_damping_nms_per_rad = 200;
    return def;
}

static kamm_vehicle_def car_trailer(void)
{
    kamm_vehicle_def def = kamm_default_vehicle();
    size_up(&def, 1200, 3.125, 5);
    def.body.cg_height_m = 0.75;
    def.drawbar.towed = 1;
    def.drawbar.behind_front_axle_m = -0.375;
    def.drawbar.height_m = 0.5;
    def.drawbar.brakes = KAMM_TRAILER_BRAKE_OVERRUN;
    def.drawbar.overrun_threshold_n = 300;
    def.drawbar.overrun_full_n = 2000;
    carry(&def.axles[0], 0, 800);
    carry(&def.axles[1], 3.625, 5500);
    def.axles[0].lift_m = 0.25;
    def.axles[0].brake_torque_nm = def.axles[0].hand_brake_torque_nm = 0;
    return def;
}

static void drive(kamm_combinations *combinations)
{
    kamm_input *inputs = kamm_inputs(kamm_combination_cars(combinations, 0));
    for (int combination = 0; combination < COMBINATIONS; ++combination) {
        kamm_placement placement = {
            .orientation = {1}, .speed_mps = between(0, 25), .gear = KAMM_GEAR_DRIVE};
        double angle = between(-0.5, 0.5);
        kamm_place_combination(combinations, combination, &placement, &angle);
        inputs[combination].gear = KAMM_GEAR_DRIVE;
    }
    kamm_ground ground = kamm_plane_ground(0.03125, -0.015625, 0.75);
    for (int frame = 0; frame < FRAMES; ++frame) {
        for (int combination = 0; combination < COMBINATIONS; ++combination) {
            if (one_of(15) == 0) inputs[combination].steering_wheel_rad = (float)between(-3, 3);
            if (one_of(15) == 0) inputs[combination].throttle = (float)between(0, 1);
            if (one_of(15) == 0) inputs[combination].brake = one_of(3) ? 0 : (float)between(0, 1);
            if (frame == 60 && one_of(3) == 0) kamm_uncouple(combinations, combination, 1);
        }
        kamm_step_combinations(combinations, &ground, FRAME_SUBSTEPS);
    }
}

static int faults_of(kamm_combinations *combinations)
{
    int faults = 0;
    for (int u = 0; u < UNITS; ++u)
        for (int combination = 0; combination < COMBINATIONS; ++combination)
            faults += kamm_fault(kamm_combination_cars(combinations, u), combination) != 0;
    return faults;
}

static const struct combination {
    kamm_vehicle_def (*towing)(void), (*towed)(void);
    kamm_rung rung;
} combinations[] = {{tractor, semitrailer, KAMM_SINGLE_TRACK},
                    {tractor, semitrailer, KAMM_FULL},
                    {tractor, pallet_trailer, KAMM_FULL},
                    {tipper, tank_trailer, KAMM_FULL},
                    {towing_car, car_trailer, KAMM_FULL}};

static kamm_model *compile(kamm_vehicle_def (*make)(void), kamm_rung rung, kamm_error *error)
{
    kamm_vehicle_def def = make();
    return kamm_create_model(&def, rung, error);
}

/* 0: could not be run. */
static uint64_t hash_of(const struct combination *combination)
{
    kamm_error error;
    kamm_model *models[UNITS] = {compile(combination->towing, combination->rung, &error),
                                 compile(combination->towed, combination->rung, &error)};
    uint64_t hash = 0;
    kamm_combinations *driven = models[0] && models[1]
                                    ? kamm_create_combinations((const kamm_model *const *)models,
                                                               UNITS, COMBINATIONS, &error)
                                    : NULL;
    if (driven) {
        drive(driven);
        hash = kamm_combinations_hash(driven);
        if (faults_of(driven)) fprintf(stderr, "%d vehicles are at fault\n", faults_of(driven));
    } else {
        fprintf(stderr, "%s\n", error.text);
    }
    kamm_destroy_combinations(driven);
    for (int u = 0; u < UNITS; ++u) kamm_destroy_model(models[u]);
    return hash;
}

uint64_t hash_of_combinations(void)
{
    uint64_t hash = 0;
    set_random_state(20250301);
    for (size_t i = 0; i < sizeof combinations / sizeof *combinations; ++i) {
        uint64_t of_combination = hash_of(&combinations[i]);
        if (!of_combination) return 0;
        hash = (hash ^ of_combination) * 0x100000001b3u;
    }
    return hash;
}
