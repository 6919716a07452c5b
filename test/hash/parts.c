/* Parts that only some cars have. */
#include "cars.h"
#include "random.h"

#include <string.h>

static void fit_converter(kamm_vehicle_def *def)
{
    def->converter.k_curve = (kamm_curve){4, {0, 0.5, 0.85, 1}, {22, 22, 25, 50}};
    def->converter.torque_ratio_curve = (kamm_curve){3, {0, 0.85, 1}, {2, 1, 1}};
    def->converter.lock_nm = one_of(2) ? between(100, 400) : 0;
    def->clutch.torque_nm = 600;
}

/* Beside the engine or alone, fed by a battery that is soon empty or full. */
static void fit_motors(kamm_vehicle_def *def)
{
    int electric = one_of(2), first = one_of(2);
    for (int axle = electric ? 0 : first; axle <= (electric ? 1 : first); ++axle) {
        kamm_motor_def *motor = &def->axles[axle].motor;
        motor->peak_nm = between(50, 300);
        motor->power_w = between(2e4, 1e5);
        motor->weak_radps = one_of(2) ? between(500, 1000) : 0;
        motor->lift_share = between(0, 0.5);
        motor->brake_share = between(0, 1);
        motor->heat_capacity_j_per_k = one_of(2) ? between(200, 1000) : 0;
    }
    def->battery.capacity_j = one_of(4) ? between(2e5, 4e6) : 0;
    def->battery.charge = between(0, 1);
    def->battery.resistance_ohm = between(0, 0.4);
    def->battery.charge_w = one_of(2) ? between(1e4, 5e4) : 0;
    def->battery.voltage_curve = (kamm_curve){3, {0, 0.5, 1}, {290, 345, 400}};
    if (!electric) return;
    def->engine.torque_curve.count = 0;
    def->axles[0].drive_share = def->axles[1].drive_share = 0;
}

/* Without steps, or with two clutches. */
static void fit_gearbox(kamm_vehicle_def *def)
{
    kamm_gearbox_def *gearbox = &def->gearbox;
    double idle = def->engine.idle_radps, limiter = def->engine.limiter_radps;
    int kind = one_of(3);
    gearbox->shift_torque_share = 0;
    if (kind == 1) {
        gearbox->kind = KAMM_GEARBOX_CVT;
        gearbox->ratios[1] = gearbox->ratios[gearbox->ratios_count - 1];
        gearbox->ratios_count = 2;
        gearbox->cvt_speed_curve = (kamm_curve){2, {0, 1}, {1.5 * idle, 0.875 * limiter}};
        gearbox->cvt_rate_per_s = between(0.3, 2);
    }
    if (kind == 2 && !def->converter.k_curve.count) {
        gearbox->kind = KAMM_GEARBOX_DUAL_CLUTCH;
        gearbox->shift_s = between(0.1, 0.3);
        gearbox->preselect_s = between(0, 0.2);
    }
}

/* An engine that shares a planetary gear with a generator and one axle's motor. */
static void fit_power_split(kamm_vehicle_def *def)
{
    kamm_power_split_def *split = &def->power_split;
    kamm_motor_def *motor = &def->axles[one_of(2)].motor;
    double idle = def->engine.idle_radps, limiter = def->engine.limiter_radps;
    motor->peak_nm = between(100, 250);
    motor->power_w = between(3e4, 6e4);
    split->sun_teeth = 30;
    split->ring_teeth = between(60, 90);
    split->motor_per_ring = between(1, 3);
    split->engine_speed_curve =
        (kamm_curve){3, {0, 1e4, 3e4}, {idle, 0.375 * limiter, 0.75 * limiter}};
    split->start_w = between(5e3, 1e4);
    split->stop_w = between(1e3, 4e3);
    split->charge_aim = between(0.3, 0.7);
    split->generator.peak_nm = between(30, 60);
    split->generator.power_w = between(2e4, 5e4);
    def->battery.capacity_j = between(2e5, 4e6);
    def->battery.charge = between(0, 1);
    def->battery.resistance_ohm = between(0, 0.4);
    def->battery.voltage_curve = (kamm_curve){2, {0, 1}, {180, 220}};
    def->axles[0].drive_share = def->axles[1].drive_share = 0;
    def->gearbox.ratios_count = 0;
    def->engine.boost_share = 0;
}

static void fit_aids(kamm_aids_def *aids)
{
    aids->abs_kind = one_of(2);
    aids->ebd = one_of(2);
    aids->esc = one_of(2);
    aids->tcs_brakes = one_of(2);
    aids->steering_standing_gain = one_of(2) ? between(0.8, 2) : 1;
    aids->steering_fast_gain = between(0.7, 1);
    aids->steering_yaw_s = one_of(2) ? between(0.05, 0.3) : 0;
}

static void fit_axle(kamm_axle_def *axle)
{
    axle->differential = one_of(3);
    axle->lock_drive = between(0, 0.8);
    axle->lock_viscous_nms_per_rad = one_of(2) ? between(0, 50) : 0;
    axle->vectoring_nm = one_of(2) ? between(200, 2000) : 0;
    axle->suspension.active_bar_share = one_of(2) ? between(0.2, 0.9) : 0;
    if (one_of(2))
        axle->suspension.damper_curve = (kamm_curve){4, {-0.5, 0, 0.2, 0.5}, {-1500, 0, 400, 700}};
    if (one_of(2))
        axle->suspension.spring_curve = (kamm_curve){4, {-0.1, 0, 0.03, 0.1}, {-300, 0, 100, 1500}};
    axle->tyre.heat.enabled = one_of(2);
    axle->tyre.wear.enabled = one_of(2);
}

void fit_parts(kamm_vehicle_def *def)
{
    uint64_t kept = get_random_state();
    set_random_state(kept ^ 0x5bd1e995u);
    def->engine.boost_share = one_of(2) ? between(0.2, 0.6) : 0;
    int drive = one_of(4);
    if (drive == 1) fit_converter(def);
    if (drive == 2) fit_motors(def);
    if (drive == 3) fit_power_split(def);
    fit_aids(&def->aids);
    for (int axle = 0; axle < 2; ++axle) fit_axle(&def->axles[axle]);
    if (def->gearbox.ratios_count && def->engine.torque_curve.count) fit_gearbox(def);
    if (drive == 0) def->aids.launch_radps = one_of(2) ? between(300, 450) : 0;
    def->aids.ebd_kind = one_of(2);
    set_random_state(kept);
}

static void fit_springs(kamm_suspension_def *s)
{
    s->friction_n = one_of(2) ? between(50, 300) : 0;
    s->friction_load_share = one_of(2) ? between(0.05, 0.15) : 0;
    s->damper_bush_n_per_m = one_of(2) ? between(2e5, 2e6) : 0;
    s->heave_spring_n_per_m = one_of(2) ? between(5e3, 4e4) : 0;
    s->heave_gap_m = one_of(2) ? between(0, 0.02) : 0;
    s->heave_damping_ns_per_m = one_of(2) ? between(200, 2000) : 0;
    s->roll_damping_ns_per_m = one_of(2) ? between(200, 2000) : 0;
    s->skyhook_soft = between(0.3, 0.7);
    s->skyhook_hard = between(1.5, 3);
}

static void fit_endurance_brakes(kamm_vehicle_def *def)
{
    def->engine.exhaust_brake = (kamm_curve){2, {100, 600}, {20, 150}};
    def->retarder.max_nm = one_of(2) ? between(200, 800) : 0;
    def->retarder.heat_j = between(1e4, 1e6);
    def->retarder.cooling_w = between(1e3, 5e4);
    def->brakes.endurance_pedal = between(0.1, 0.5);
}

static void fit_load_map(kamm_engine_def *engine)
{
    static const double speeds[] = {100, 300, 600},
                        shares[3][3] = {{0, 0, 0}, {0.6, 0.5, 0.3}, {1, 1, 1}};
    engine->load_speeds_radps_count = engine->load_map_count = 3;
    for (int i = 0; i < 3; ++i) {
        engine->load_speeds_radps[i] = speeds[i];
        engine->load_map[i].throttle = 0.5 * i;
        engine->load_map[i].shares_count = 3;
        memcpy(engine->load_map[i].shares, shares[i], sizeof shares[i]);
    }
    engine->pedal_curve = (kamm_curve){3, {0, 0.5, 1}, {0, 0.25, 1}};
}

static void fit_live_axle(kamm_axle_def *axle)
{
    axle->suspension.kind = KAMM_SUSPENSION_DEPENDENT;
    axle->live = axle->drive_share > 0;
}

static void fit_transfer(kamm_vehicle_def *def)
{
    kamm_transfer_def *transfer = &def->transfer;
    double front = between(0.3, 0.6);
    def->axles[0].drive_share = front;
    def->axles[1].drive_share = 1 - front;
    transfer->coupling = one_of(4);
    transfer->lock_drive = between(0.1, 0.6);
    transfer->lock_coast = between(0, 0.4);
    transfer->lock_preload_nm = between(0, 200);
    transfer->lock_viscous_nms_per_rad = one_of(2) ? between(5, 100) : 0;
    transfer->clutch_output = one_of(2);
    transfer->clutch_nm = between(500, 3000);
    transfer->low_ratio = one_of(2) ? between(1.5, 3) : 1;
}

static void fit_tank(kamm_tank_def *tank)
{
    tank->shape = KAMM_TANK_RECTANGULAR;
    tank->length_m = 1;
    tank->width_m = between(0.5, 1.25);
    tank->height_m = 0.5;
    tank->fill = between(0.25, 0.75);
    tank->middle_behind_front_axle_m = between(1.25, 2);
    tank->bottom_height_m = 0.5;
}

static void fit_shifting_load(kamm_shifting_load_def *load)
{
    load->mass_kg = between(50, 300);
    load->middle_behind_front_axle_m = between(1.25, 2);
    load->middle_left_m = between(-0.25, 0.25);
    load->floor_height_m = 0.375;
    load->friction = between(0.1, 0.4);
    load->lashing_n = one_of(2) ? between(0, 500) : 0;
    load->gap_front_m = between(0, 0.5);
    load->gap_rear_m = 0.125;
    load->gap_left_m = load->gap_right_m = one_of(2) ? between(0.05, 0.3) : 0;
    load->stop_n_per_m = between(1e4, 1e6);
}

void fit_heavy_parts(kamm_vehicle_def *def)
{
    uint64_t kept = get_random_state();
    set_random_state(kept ^ 0x2c1b3c6du);
    if (one_of(2)) fit_transfer(def);
    def->gearbox.synchro_nm = def->gearbox.shift_torque_share > 0 ? 0 : between(20, 80);
    def->gearbox.skip_gears = one_of(2);
    def->engine.turns = one_of(3);
    def->aids.skyhook = one_of(2);
    def->aids.hill_hold_s = one_of(2) ? between(0.5, 2) : 0;
    def->aids.auto_hold = one_of(3) == 0;
    def->gearbox.shift_map = one_of(2);
    def->clutch.shaft_play_rad = one_of(2) ? between(0.02, 0.1) : 0;
    if (one_of(2)) fit_endurance_brakes(def);
    if (one_of(2)) fit_load_map(&def->engine);
    if (one_of(2)) fit_tank(&def->tank);
    for (int axle = 0; axle < 2; ++axle) {
        fit_springs(&def->axles[axle].suspension);
        if (def->engine.turns && one_of(2)) fit_live_axle(&def->axles[axle]);
    }
    if (one_of(3) == 0) fit_shifting_load(&def->shifting_load);
    set_random_state(kept);
}
