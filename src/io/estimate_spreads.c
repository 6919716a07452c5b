/* Spreads of parameters by the rules that estimate them. */
#include <string.h>

#include "estimate.h"

/* A parameter that a rule estimates. `power`: the value grows with that power of the rule's number, in the formulae of
 * estimate_body.c and its neighbours. Paths of axles begin with F. (the first axle), R. (the others) or A. (all). */
static const struct ruled_path {
    const char *path;
    enum rule rule;
    double power;
} ruled_paths[] = {
    {"body.cg_behind_front_axle_m", RULE_front_share_rear_drive, 1},
    {"body.cg_height_m", RULE_static_stability_factor, 1},
    {"body.roll_inertia_kgm2", RULE_roll_radius, 2},
    {"body.pitch_inertia_kgm2", RULE_pitch_index, 1},
    {"body.yaw_inertia_kgm2", RULE_yaw_index, 1},
    {"A.track_m", RULE_track_per_wheelbase, 1},
    {"A.unsprung_mass_kg", RULE_unsprung_share, 1},
    {"A.wheel_inertia_kgm2", RULE_wheel_inertia, 1},
    {"F.suspension.spring_n_per_m", RULE_front_ride_frequency, 2},
    {"R.suspension.spring_n_per_m", RULE_rear_ride_frequency, 2},
    {"A.suspension.bump_damping_ns_per_m", RULE_bump_damping_ratio, 1},
    {"A.suspension.rebound_damping_ns_per_m", RULE_rebound_damping_ratio, 1},
    {"A.suspension.anti_roll_bar_n_per_m", RULE_roll_gradient, 1},
    {"F.suspension.roll_centre_height_m", RULE_front_roll_centre, 1},
    {"R.suspension.roll_centre_height_m", RULE_rear_roll_centre, 1},
    {"F.suspension.camber_rad", RULE_front_camber, 1},
    {"R.suspension.camber_rad", RULE_rear_camber, 1},
    {"A.suspension.camber_gain_rad_per_m", RULE_camber_gain, 1},
    {"F.suspension.caster_rad", RULE_caster, 1},
    {"F.suspension.kingpin_inclination_rad", RULE_kingpin_inclination, 1},
    {"F.suspension.caster_gain_rad_per_m", RULE_front_anti_dive, 1},
    {"R.suspension.caster_gain_rad_per_m", RULE_rear_anti_lift, 1},
    {"F.suspension.lateral_force_toe_rad_per_n", RULE_front_toe_compliance, 1},
    {"R.suspension.lateral_force_toe_rad_per_n", RULE_rear_toe_compliance, 1},
    {"F.suspension.lateral_force_camber_rad_per_n", RULE_front_camber_compliance, 1},
    {"R.suspension.lateral_force_camber_rad_per_n", RULE_rear_camber_compliance, 1},
    {"F.suspension.aligning_torque_steer_rad_per_nm", RULE_front_steer_compliance, 1},
    {"R.suspension.aligning_torque_steer_rad_per_nm", RULE_rear_steer_compliance, 1},
    {"steering.ratio", RULE_steering_ratio, 1},
    {"steering.lock_rad", RULE_turning_circle_per_wheelbase, 1},
    {"steering.inertia_kgm2", RULE_steering_inertia, 1},
    {"A.brake_torque_nm", RULE_brake_margin, 1},
    {"A.hand_brake_torque_nm", RULE_hand_brake_slope, 1},
    {"aero.drag_coefficient", RULE_drag_coefficient, 1},
    {"aero.frontal_area_m2", RULE_area_share, 1},
    {"aero.drag_height_m", RULE_drag_height, 1},
    {"aero.front_lift_coefficient", RULE_front_lift, 1},
    {"aero.rear_lift_coefficient", RULE_rear_lift, 1},
    {"aero.side_force_slope_per_rad", RULE_side_force_slope, 1},
    {"aero.side_force_ahead", RULE_side_force_ahead, 1},
    {"engine.drag_nm", RULE_drag_torque, 1},
    {"engine.drag_nms_per_rad", RULE_drag_slope, 1},
    {"engine.inertia_kgm2", RULE_engine_inertia, 1},
    {"engine.idle_radps", RULE_idle_speed, 1},
    {"engine.response_s", RULE_engine_response, 1},
    {"engine.boost_share", RULE_boost_share, 1},
    {"gearbox.final_drive", RULE_final_drive, 1},
    {"gearbox.shift_s", RULE_shift_time, 1},
    {"gearbox.shift_torque_share", RULE_shift_torque_share, 1},
    {"clutch.torque_nm", RULE_clutch_margin, 1},
    {"clutch.launch_radps", RULE_launch_share, 1},
    {"clutch.efficiency", RULE_efficiency, 1},
    {"clutch.shaft_stiffness_nm_per_rad", RULE_shaft_stiffness, 1},
    {"A.motor.ratio", RULE_motor_ratio, 1},
    {"A.motor.response_s", RULE_engine_response, 1},
    {"A.tyre.lmux", RULE_tyre_friction, 1},
    {"A.tyre.lmuy", RULE_tyre_side_friction, 1},
    {"A.tyre.lkx", RULE_tyre_slip_stiffness, 1},
    {"A.tyre.lky", RULE_tyre_cornering, 1},
    {"A.tyre.ltr", RULE_tyre_trail, 1},
    {"A.tyre.lmy", RULE_tyre_rolling_resistance, 1},
};
enum { RULED_PATHS = sizeof ruled_paths / sizeof *ruled_paths };

struct spread_list {
    const kamm_vehicle_def *def;
    kamm_rule_spread *spreads;
    int count, max_count;
};

static void list_path(struct spread_list *list, const char *path, const struct ruled_path *ruled)
{
    kamm_error error;
    double value;
    if (kamm_get_number(kamm_vehicle_table(), list->def, path, &value, &error) || value == 0)
        return;
    const kamm_rule *rule = kamm_rule_at(ruled->rule);
    if (list->count++ >= list->max_count) return;
    kamm_rule_spread *to = &list->spreads[list->count - 1];
    *to = (kamm_rule_spread){.rule = rule->name, .spread = ruled->power * rule->spread};
    snprintf(to->path, sizeof to->path, "%s", path);
}

int kamm_list_rule_spreads(const kamm_vehicle_def *def, kamm_rule_spread *spreads, int max_count)
{
    KAMM_REQUIRE(def && (spreads || max_count <= 0), 0);
    struct spread_list list = {.def = def, .spreads = spreads, .max_count = max_count};
    for (int i = 0; i < RULED_PATHS; ++i) {
        const struct ruled_path *ruled = &ruled_paths[i];
        char end = ruled->path[1] == '.' ? ruled->path[0] : 0;
        if (!end) list_path(&list, ruled->path, ruled);
        for (int axle = 0; end && axle < def->axles_count; ++axle) {
            char path[96];
            if ((end == 'F' && axle > 0) || (end == 'R' && axle == 0)) continue;
            snprintf(path, sizeof path, "axles[%d].%s", axle, ruled->path + 2);
            list_path(&list, path, ruled);
        }
    }
    return list.count;
}
