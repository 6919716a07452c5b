#include "fitted.h"
#include "shipped.h"
#include "tier.h"

#include <stdlib.h>

static const struct fitted_part parts[] = {
    /* ---- drive ---- */
    {"belt gearbox", .fits = takes_cvt, .fit = fit_cvt, .lowest = KAMM_SINGLE_TRACK,
     .press = press_throttle_mostly, .mirror_mps = 8},
    {"dual clutch gearbox", .fits = takes_dual_clutch, .fit = fit_dual_clutch,
     .lowest = KAMM_SINGLE_TRACK, .press = shift_by_both, .mirror_mps = 8},
    {"synchronisers", .fits = takes_synchronisers, .fit = fit_synchronisers,
     .lowest = KAMM_SINGLE_TRACK, .press = shift_by_hand, .mirror_mps = 8, .company = {8, 5, 1}},
    {"converter", .fits = has_geared_engine, .fit = fit_locking_converter,
     .press = press_throttle_mostly, .mirror_mps = 8},
    {"turbocharger", .fits = takes_turbocharger, .fit = fit_turbocharger,
     .without = take_turbocharger_off, .lowest = KAMM_SINGLE_TRACK, .press = press_throttle_mostly,
     .mirror_mps = 10},
    {"part-load map", .car = "", .fit = fit_load_map, .lowest = KAMM_DOUBLE_TRACK,
     .press = swing_the_shafts, .mirror_mps = 15},
    {"shaft play", .car = "", .fit = fit_shaft_play, .press = swing_the_shafts, .mirror_mps = 15},
    {"motors", .car = "bmw-m3-e46", .fit = fit_motors_to_all, .lowest = KAMM_SINGLE_TRACK,
     .press = pull_away_and_brake, .mirror_mps = 15, .mirrored = {1, 1, 1}},
    {"power split beside an engine", .car = "nissan-micra", .fit = fit_power_split,
     .lowest = KAMM_SINGLE_TRACK, .press = pull_away_and_brake, .mirror_mps = 15},
    {"power split beside a motor", .car = "tesla-model-3-performance-2018", .fit = fit_power_split,
     .lowest = KAMM_SINGLE_TRACK, .press = pull_away_and_brake, .mirror_mps = 15},
    {"open transfer case", .car = "", .fit = fit_open_transfer, .lowest = KAMM_SINGLE_TRACK,
     .press = pull_apart, .mirror_mps = 9, .company = {0, 1, 1}},
    {"low range", .car = "", .fit = fit_open_transfer, .without = drive_all_axles,
     .lowest = KAMM_SINGLE_TRACK, .press = start_in_low_range, .mirror_mps = 2},
    {"locked transfer case", .car = "", .fit = fit_locked_transfer, .without = drive_all_axles,
     .lowest = KAMM_SINGLE_TRACK, .press = pull_apart, .mirror_mps = 9, .company = {0, 1, 1}},
    {"limited-slip transfer case", .car = "", .fit = fit_limited_slip_transfer,
     .without = drive_all_axles, .lowest = KAMM_SINGLE_TRACK, .press = pull_apart, .mirror_mps = 9,
     .company = {0, 1, 1}},
    {"clutch transfer case", .car = "", .fit = fit_clutch_transfer, .without = drive_all_axles,
     .lowest = KAMM_SINGLE_TRACK, .press = pull_apart, .mirror_mps = 9},
    /* ---- brakes ---- */
    {"ABS by cycles", .fit = fit_abs_by_cycles, .without = fit_abs_by_slip,
     .press = press_brake_mostly, .mirror_mps = 28},
    {"ABS by cycles under ESC", .fit = fit_abs_under_esc, .without = fit_abs_by_slip,
     .press = press_brake_mostly, .mirror_mps = 28, .company = {0, 14, 5}},
    {"EBD by cycles", .fits = takes_distribution, .fit = fit_ebd, .without = fit_slip_ebd_slip_abs,
     .press = press_brake_by_degrees, .mirror_mps = 28, .company = {8, 3, 3}},
    {"EBD by cycles, ABS by slip", .fits = takes_distribution, .fit = fit_ebd_slip_abs,
     .without = fit_slip_ebd_cycle_abs, .press = press_brake_by_degrees, .mirror_mps = 28,
     .company = {0, 3, 3}},
    {"EBD and ABS by cycles", .fits = takes_distribution, .fit = fit_ebd_cycle_abs,
     .without = fit_slip_ebd, .press = press_brake_by_degrees, .mirror_mps = 28,
     .company = {0, 3, 3}},
    {"endurance brakes", .car = "", .fit = fit_endurance_brakes, .lowest = KAMM_SINGLE_TRACK,
     .press = descend, .mirror_mps = 20},
    {"hill hold", .car = "", .fit = fit_hill_hold, .press = stop_and_start, .mirror_mps = 2,
     .grade = 0.15},
    {"auto-hold", .car = "", .fit = fit_auto_hold, .lowest = KAMM_DOUBLE_TRACK,
     .press = stop_and_start, .mirror_mps = 4, .grade = -0.02},
    {"launch control", .car = "", .fit = fit_launch_control, .press = launch, .mirror_mps = 0},
    /* ---- springs and dampers ---- */
    {"leaves", .of_springs = 1, .fits = has_springs, .fit = fit_leaves, .press = press_by_turns,
     .mirror_mps = 18, .first = 4, .company = {28, 7, 1}},
    {"bushes", .of_springs = 1, .fits = has_springs, .fit = fit_bushes, .press = press_by_turns,
     .mirror_mps = 18, .first = 5, .company = {0, 7, 1}},
    {"curves on bushes", .of_springs = 1, .fits = has_springs, .fit = fit_curves_on_bushes,
     .press = press_by_turns, .mirror_mps = 18, .first = 6, .company = {0, 7, 1}},
    {"third elements", .of_springs = 1, .fits = has_springs, .fit = fit_third_elements,
     .press = press_by_turns, .mirror_mps = 18, .first = 20, .company = {14, 13, 1}},
    {"skyhook", .of_springs = 1, .fits = has_springs, .fit = fit_skyhook, .press = press_by_turns,
     .mirror_mps = 18, .first = 8, .company = {0, 7, 1}},
    {"skyhook on bushes", .of_springs = 1, .fits = has_springs, .fit = fit_skyhook_on_bushes,
     .press = press_by_turns, .mirror_mps = 18, .first = 9, .company = {0, 7, 1}},
    {"live axles", .of_springs = 1, .fits = has_springs, .fit = fit_live_axles,
     .press = press_by_turns, .mirror_mps = 18, .first = 22, .company = {14, 12, 1}},
    {"engines across that turn the body", .of_springs = 1, .fits = has_springs,
     .fit = fit_spin_axis, .press = press_by_turns, .mirror_mps = 18, .first = 22,
     .company = {14, 12, 1}},
    /* ---- chassis ---- */
    {"spring and damper curves", .fits = has_springs, .fit = fit_spring_curves,
     .press = press_by_turns, .rate = 600, .mirror_mps = 18},
    {"tyres that warm up and wear", .fit = fit_tyre_life, .press = press_hard, .mirror_mps = 18},
    {"active chassis", .fits = has_springs, .fit = fit_active_chassis, .press = press_and_demand,
     .mirror_mps = 18, .mirrored = {4, 1, 1}},
    {"wheels on a frame", .car = "", .fit = fit_kart, .lowest = KAMM_SINGLE_TRACK,
     .press = roll_gently, .mirror_mps = 8},
    {"beam bogie", .fits = has_bogie_axles, .fit = fit_beam_bogie, .without = take_bogie_off,
     .press = press_and_turn_far, .mirror_mps = 15, .first = 10, .company = {14, 2, 1},
     .mirrored = {5, 1, 1}},
    {"air bogie", .fits = has_bogie_axles, .fit = fit_air_bogie, .without = take_bogie_off,
     .press = press_and_turn_far, .mirror_mps = 15, .first = 10, .company = {0, 2, 1},
     .mirrored = {5, 1, 1}},
    {"long beam bogie, beside a short one", .fits = has_long_bogie_axles,
     .fit = fit_long_beam_bogie, .without = fit_beam_bogie, .press = press_and_turn_far,
     .mirror_mps = 15, .company = {0, 2, 1}, .mirrored = {14, 1, 1}},
    {"long air bogie, beside a short one", .fits = has_long_bogie_axles, .fit = fit_long_air_bogie,
     .without = fit_beam_bogie, .press = press_and_turn_far, .mirror_mps = 15, .company = {0, 2, 1},
     .mirrored = {14, 1, 1}},
    /* ---- loads ---- */
    {"rectangular tank", .car = "", .fit = fit_rectangular_tank, .press = swerve_and_brake,
     .mirror_mps = 12, .company = {0, 1, 1}},
    {"cylinder tank", .car = "", .fit = fit_cylinder_tank, .press = swerve_and_brake,
     .mirror_mps = 12},
    {"load on ice", .car = "", .fit = fit_load_on_ice, .press = swerve_and_brake, .mirror_mps = 12,
     .company = {0, 1, 1}},
    {"load on steel", .car = "", .fit = fit_load_on_steel, .press = swerve_and_brake,
     .mirror_mps = 12},
    {"load on wood, beside a tank", .car = "", .fit = fit_load_on_wood, .without = fit_flat_tank,
     .press = swerve_and_brake, .mirror_mps = 12},
    {"load on rubber", .car = "", .fit = fit_load_on_rubber, .press = swerve_and_brake,
     .mirror_mps = 12, .company = {0, 1, 1}},
    {"load and tank, beside a tank", .car = "", .fit = fit_load_and_tank, .without = fit_flat_tank,
     .press = swerve_and_brake, .mirror_mps = 12},
};

int fitted_part_count(void) { return sizeof parts / sizeof *parts; }

const struct fitted_part *fitted_part(int row) { return &parts[row]; }

/* Each tier's vehicles are its own and those of the tiers below. */
static int takes_vehicle(const struct fitted_part *part, const int every[3], int vehicle)
{
    for (int tier = TIER_SHORT; tier <= (int)test_tier(); ++tier)
        if (every[tier] && abs(vehicle - part->first) % every[tier] == 0) return 1;
    return 0;
}

int fitted_vehicles(const struct fitted_part *part, const int every[3], int vehicles[MOST_VEHICLES])
{
    int count = 0, first = -1, tried = 0;
    for (int tier = TIER_SHORT; tier <= (int)test_tier(); ++tier) tried += every[tier];
    if (!tried) return 0;
    if (part->car) {
        vehicles[0] = *part->car ? shipped_number(part->car) : DEFAULT_VEHICLE;
        return 1;
    }
    for (int vehicle = 0; vehicle < shipped_count(); ++vehicle) {
        kamm_vehicle_def def = shipped_def(vehicle);
        if (part->fits && !part->fits(&def)) continue;
        if (first < 0) first = vehicle;
        if (takes_vehicle(part, every, vehicle)) vehicles[count++] = vehicle;
    }
    if (first < 0) fail_msg("%s: fits no shipped vehicle", part->name);
    if (count == 0) vehicles[count++] = first;
    return count;
}

kamm_vehicle_def vehicle_to_fit(int vehicle)
{
    return vehicle == DEFAULT_VEHICLE ? default_vehicle() : shipped_def(vehicle);
}

void set_common_rate(const struct fitted_part *part, kamm_vehicle_def *one, kamm_vehicle_def *other)
{
    double rate = allowed_rate(one, part->rate > 0 ? part->rate : 240);
    one->stepping.substeps_per_s = other->stepping.substeps_per_s = allowed_rate(other, rate);
}
