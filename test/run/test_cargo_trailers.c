/* The shipped tank semitrailer against the same one with its load frozen, and the laden semitrailer with a load that slides.
 * KAMM_QUICK_TESTS leaves this out: others reach its code. */
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
    kamm_destroy_combination_file(&file);
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

static double read_unit(const struct combination *combination, int unit, kamm_channel channel)
{
    return kamm_read(kamm_combination_cars(combination->combinations, unit), 0, channel);
}

/* Load of the trailer's upper wheels on a slope across it, over their share at rest. */
static double upper_load(const kamm_vehicle_def defs[2], double slope)
{
    kamm_ground bank = kamm_plane_ground(0, slope, 3);
    struct combination combination = start_combination(defs, 2, KAMM_FULL, 1);
    kamm_placement at = kamm_placement_on(&bank, 0, 0, 0);
    kamm_place_combination(combination.combinations, 0, &at, NULL);
    kamm_inputs(kamm_combination_cars(combination.combinations, 0))[0].brake = 1;
    drive_combination(&combination, &bank, 12);
    double load = 0, most = 0;
    const kamm_cars *trailer = kamm_combination_cars(combination.combinations, 1);
    for (int w = 2; w < wheels_of(trailer, 0); ++w) {
        double own = kamm_read_wheel(trailer, 0, w, KAMM_WHEEL_load_n);
        most += own / 2;
        if (w % 2 == 0) load += own; /* it rises to the left */
    }
    end_combination(&combination);
    return load / most;
}

/* Slope at which the upper wheels of the trailer lift. */
static double threshold(const kamm_vehicle_def defs[2])
{
    double low = 0.1, high = 0.7;
    while (high - low > 0.004) {
        double slope = 0.5 * (low + high);
        *(upper_load(defs, slope) > 0.005 ? &low : &high) = slope;
    }
    return 0.5 * (low + high);
}

/* The round tank's liquid turns about the axis: it weighs as if it hung there. */
static void liquid_lowers_the_rollover_threshold(void **state)
{
    (void)state;
    LONG_TIER_ONLY();
    double found[2];
    kamm_vehicle_def defs[2];
    for (int frozen = 1; frozen >= 0; --frozen) {
        load_units(defs, 0.5, frozen, 240);
        defs[1].tank.damping_ratio = 0.3; /* it comes to rest sooner */
        found[frozen] = threshold(defs);
    }
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

/* The laden semitrailer, its 17 t on the floor with that much way to either side and to the front. */
static void load_floor(kamm_vehicle_def defs[2], double friction, double gap_m, double rate)
{
    kamm_combination_file file;
    kamm_error error;
    if (kamm_load_combination("tractor-semitrailer-laden", &file, NULL, &error) != KAMM_OK)
        fail_msg("%s", error.text);
    for (int u = 0; u < 2; ++u) {
        defs[u] = file.units[u].def;
        defs[u].stepping.substeps_per_s = rate;
    }
    kamm_destroy_combination_file(&file);
    kamm_payload_def *payload = &defs[1].payload;
    kamm_shifting_load_def *load = &defs[1].shifting_load;
    *load = (kamm_shifting_load_def){
        .mass_kg = payload->mass_kg,
        .length_m = 1,
        .width_m = 1,
        .height_m = 1, /* its inertia is the body's there */
        .middle_behind_front_axle_m = payload->cg_behind_front_axle_m,
        .floor_height_m = payload->cg_height_m - 0.5,
        .friction = friction,
        .gap_front_m = gap_m,
        .gap_rear_m = gap_m,
        .gap_left_m = gap_m,
        .gap_right_m = gap_m,
        .stop_n_per_m = 3e6,
        .stop_damping_ratio = 0.3,
    };
    payload->mass_kg = 0;
}

/* It goes to the lower wall, and takes as much off the arm of the weight about the lower wheels. */
static void a_load_that_slides_lowers_the_rollover_threshold(void **state)
{
    (void)state;
    LONG_TIER_ONLY();
    double found[2], gap = 0.15, stop = 0;
    kamm_vehicle_def defs[2];
    for (int slides = 0; slides < 2; ++slides) {
        load_floor(defs, 0.15, slides ? gap : 0, 240);
        found[slides] = threshold(defs);
    }
    const kamm_shifting_load_def *load = &defs[1].shifting_load;
    double pressing =
        load->mass_kg * GRAVITY_MPS2 * (found[1] - 0.15) / sqrt(1 + found[1] * found[1]);
    stop = pressing / load->stop_n_per_m;
    double share = load->mass_kg / (load->mass_kg + defs[1].body.mass_kg);
    double arm = 0.5 * defs[1].axles[1].track_m;
    double theory = found[0] * (1 - share * (gap + stop) / arm);
    print_message("upper wheels lift at a slope of %.3f blocked, %.3f sliding, by theory %.3f\n",
                  found[0], found[1], theory);
    expect_share(found[1], theory, 0.06); /* the springs lean further under it */
}

static double energy_of(const struct combination *combination)
{
    return read_unit(combination, 0, KAMM_CHANNEL_energy_j) +
           read_unit(combination, 1, KAMM_CHANNEL_energy_j);
}

/* Released in a turn, then braked: what swings or slides never makes energy, at any rate. */
static void energy_never_rises_with(int slides)
{
    const double rates[] = {60, 120, 240, 600, 1200}, frictions[] = {0.3, 1};
    kamm_channel way_channel = slides ? KAMM_CHANNEL_shifted_along_m : KAMM_CHANNEL_liquid_along_m;
    for (int r = 0; r < 5; ++r)
        for (int f = 0; f < 2; ++f) {
            kamm_vehicle_def defs[2];
            kamm_ground ground = kamm_plane_ground(0, 0, frictions[f]);
            if (!in_long_tier() && r != 0 && r != 2) continue;
            if (slides)
                load_floor(defs, 0.1, 0.5, rates[r]);
            else
                load_units(defs, 0.4, 0, rates[r]);
            struct combination combination = start_combination(defs, 2, KAMM_FULL, 1);
            place_combination(&combination, 0, 20);
            kamm_input *input = &kamm_inputs(kamm_combination_cars(combination.combinations, 0))[0];
            input->gear = 0, input->clutch = 1, input->steering_wheel_rad = 1;
            double start = energy_of(&combination), least = start, rise = 0, way = 0;
            for (int i = 0; i < 60 * of_tier(5, 15); ++i) {
                input->brake = i > 90;
                drive_combination(&combination, &ground, 1.0 / 60);
                rise = fmax(rise, energy_of(&combination) - least),
                least = fmin(least, energy_of(&combination));
                way = fmax(way, fabs(read_unit(&combination, 1, way_channel)));
            }
            expect_below(rise, 0.002 * 0.5 * 26000 * 20 * 20);
            expect_above(way, 0.1);
            for (int u = 0; u < 2; ++u)
                assert_int_equal(kamm_fault(kamm_combination_cars(combination.combinations, u), 0),
                                 0);
            end_combination(&combination);
        }
}

static void liquid_makes_no_energy(void **state)
{
    (void)state;
    energy_never_rises_with(0);
}
static void a_load_that_slides_makes_no_energy(void **state)
{
    (void)state;
    energy_never_rises_with(1);
}

/* What hitches push between substeps does not move a load that friction holds, in a drive or on a slope. */
static void a_load_that_is_held_stays_to_the_bit(void **state)
{
    (void)state;
    const double rates[] = {60, 240, 600};
    for (int r = 0; r < of_tier(2, 3); ++r) {
        kamm_vehicle_def defs[2];
        kamm_ground slope = kamm_plane_ground(0.04, 0.02, 1);
        load_floor(defs, 0.5, 0.3, rates[r]);
        struct combination combination = start_combination(defs, 2, KAMM_FULL, 1);
        kamm_placement at = kamm_placement_on(&slope, 0, 0, 0);
        at.speed_mps = 15, at.gear = KAMM_GEAR_DRIVE;
        kamm_place_combination(combination.combinations, 0, &at, NULL);
        kamm_input *input = &kamm_inputs(kamm_combination_cars(combination.combinations, 0))[0];
        for (int i = 0; i < 60 * 12; ++i) {
            input->gear = KAMM_GEAR_DRIVE;
            input->throttle = i < 180 ? 0.6f : 0;
            input->brake = i > 240 ? 0.35f : 0;
            input->steering_wheel_rad = (float)(0.6 * sin(0.02 * i));
            drive_combination(&combination, &slope, 1.0 / 60);
            assert_true(read_unit(&combination, 1, KAMM_CHANNEL_shifted_along_m) == 0);
            assert_true(read_unit(&combination, 1, KAMM_CHANNEL_shifted_aside_m) == 0);
        }
        expect_below(read_unit(&combination, 1, KAMM_CHANNEL_speed_mps), 0.01);
        end_combination(&combination);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(liquid_lowers_the_rollover_threshold),
        cmocka_unit_test(a_load_that_slides_lowers_the_rollover_threshold),
        cmocka_unit_test(a_load_that_is_held_stays_to_the_bit),
        cmocka_unit_test(liquid_makes_no_energy),
        cmocka_unit_test(a_load_that_slides_makes_no_energy),
    };
    return cmocka_run_group_tests_name("cargo trailers", tests, NULL, NULL);
}
