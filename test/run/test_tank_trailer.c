/* The shipped tank semitrailer against the same one with its load frozen. */
#include "support/tier.h"
#include "support/trailers.h"

#include "run/cars.h"
#include "vehicle/tank_compile.h"

#include <kamm/io/combination_file.h>
#include <kamm/io/vehicle_file.h>
#include <math.h>

static void load_units(kamm_vehicle_def defs[2], double fill, int frozen, double rate)
{
    kamm_combination_file file;
    kamm_error error;
    if (kamm_load_combination("tractor-tank-semitrailer", &file, NULL, &error) != KAMM_OK)
        fail_msg("%s", error.text);
    for (int u = 0; u < 2; ++u) {
        defs[u] = file.units[u].def;
        defs[u].stepping.substeps_per_s = rate;
    }
    kamm_free_combination_file(&file);
    kamm_vehicle_def *trailer = &defs[1];
    trailer->tank.fill = fill;
    if (!frozen) return;
    const struct tank tank = kamm_tank_of(&trailer->tank);
    trailer->body.roll_inertia_kgm2 += tank.inertia_kgm2[0];
    trailer->body.pitch_inertia_kgm2 += tank.inertia_kgm2[1];
    trailer->body.yaw_inertia_kgm2 += tank.inertia_kgm2[2];
    trailer->payload.mass_kg = tank.mass_kg;
    trailer->payload.cg_behind_front_axle_m = trailer->tank.middle_behind_front_axle_m;
    trailer->payload.cg_height_m = trailer->tank.bottom_height_m + tank.height_m;
    trailer->tank.shape = KAMM_TANK_NONE;
}

static double read_unit(const struct rig *rig, int unit, kamm_channel channel)
{
    return kamm_read(kamm_combination_cars(rig->rigs, unit), 0, channel);
}

/* Load of the trailer's upper wheels on a slope across it, over their share at rest. */
static double upper_load(double fill, int frozen, double slope)
{
    kamm_vehicle_def defs[2];
    kamm_ground bank = kamm_plane_ground(0, slope, 3);
    load_units(defs, fill, frozen, 240);
    defs[1].tank.damping_ratio = 0.3; /* it comes to rest sooner */
    struct rig rig = start_rig(defs, 2, KAMM_FULL, 1);
    kamm_placement at = kamm_placement_on(&bank, 0, 0, 0);
    kamm_place_combination(rig.rigs, 0, &at, NULL);
    kamm_inputs(kamm_combination_cars(rig.rigs, 0))[0].brake = 1;
    drive_rig(&rig, &bank, 12);
    double load = 0, most = 0;
    const kamm_cars *trailer = kamm_combination_cars(rig.rigs, 1);
    for (int w = 2; w < wheels_of(trailer, 0); ++w) {
        double own = kamm_read_wheel(trailer, 0, w, KAMM_WHEEL_load_n);
        most += own / 2;
        if (w % 2 == 0) load += own; /* it rises to the left */
    }
    end_rig(&rig);
    return load / most;
}

/* Slope at which the upper wheels of the trailer lift. */
static double threshold(double fill, int frozen)
{
    double low = 0.1, high = 0.7;
    while (high - low > 0.004) {
        double slope = 0.5 * (low + high);
        *(upper_load(fill, frozen, slope) > 0.005 ? &low : &high) = slope;
    }
    return 0.5 * (low + high);
}

/* The round tank's liquid turns about the axis: it weighs as if it hung there. */
static void liquid_lowers_the_rollover_threshold(void **state)
{
    (void)state;
    double found[2];
    for (int frozen = 0; frozen < 2; ++frozen) found[frozen] = threshold(0.5, frozen);
    kamm_vehicle_def defs[2];
    load_units(defs, 0.5, 0, 240);
    const struct tank tank = kamm_tank_of(&defs[1].tank);
    double below = tank.swing[1].radius_m * tank.swing[1].mass_kg / tank.mass_kg;
    double mass = defs[1].body.mass_kg + tank.mass_kg;
    double height = (defs[1].body.mass_kg * defs[1].body.cg_height_m +
                     tank.mass_kg * (defs[1].tank.bottom_height_m + tank.height_m)) /
                    mass;
    double theory = found[1] * height / (height + below * tank.mass_kg / mass);
    print_message("upper wheels lift at a slope of %.3f frozen, %.3f liquid, by theory %.3f\n",
                  found[1], found[0], theory);
    expect_share(found[0], theory, 0.05);
}

static double energy_of(const struct rig *rig)
{
    return read_unit(rig, 0, KAMM_CHANNEL_energy_j) + read_unit(rig, 1, KAMM_CHANNEL_energy_j);
}

/* Released in a turn, then braked: what swings in the tank never makes energy, at any rate. */
static void energy_never_rises(void **state)
{
    (void)state;
    const double rates[] = {60, 120, 240, 600, 1200}, frictions[] = {0.3, 1};
    for (int r = 0; r < 5; ++r)
        for (int f = 0; f < 2; ++f) {
            kamm_vehicle_def defs[2];
            kamm_ground ground = kamm_plane_ground(0, 0, frictions[f]);
            if (!in_long_tier() && r != 0 && r != 2) continue;
            load_units(defs, 0.4, 0, rates[r]);
            struct rig rig = start_rig(defs, 2, KAMM_FULL, 1);
            place_rig(&rig, 0, 20);
            kamm_input *input = &kamm_inputs(kamm_combination_cars(rig.rigs, 0))[0];
            input->gear = 0, input->clutch = 1, input->steering_wheel_rad = 1;
            double start = energy_of(&rig), least = start, rise = 0, way = 0;
            for (int i = 0; i < 60 * of_tier(5, 15); ++i) {
                input->brake = i > 90;
                drive_rig(&rig, &ground, 1.0 / 60);
                rise = fmax(rise, energy_of(&rig) - least), least = fmin(least, energy_of(&rig));
                way = fmax(way, fabs(read_unit(&rig, 1, KAMM_CHANNEL_liquid_along_m)));
            }
            expect_below(rise, 0.002 * 0.5 * 26000 * 20 * 20);
            expect_above(way, 0.1);
            for (int u = 0; u < 2; ++u)
                assert_int_equal(kamm_fault(kamm_combination_cars(rig.rigs, u), 0), 0);
            end_rig(&rig);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(liquid_lowers_the_rollover_threshold),
        cmocka_unit_test(energy_never_rises),
    };
    return cmocka_run_group_tests_name("tank trailer", tests, NULL, NULL);
}
