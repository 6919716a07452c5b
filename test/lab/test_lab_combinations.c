/* The road tests of combinations: against the linear model's eigenvalues and closed forms, and what rules ask for. */
#include "support/quick.h"
#include "support/temporary.h"
#include "support/tier.h"
#include "support/trailers.h"

#include <kamm/io/lab.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "io/csv.h"

static double figure_of(const kamm_test_result *result, const char *name)
{
    for (int i = 0; i < result->figure_count; ++i)
        if (!strcmp(result->figures[i].name, name)) return result->figures[i].value;
    fail_msg("%s has no figure %s", result->test->name, name);
    return 0;
}

static kamm_test_result measure(const char *test, const kamm_combination_file *file, kamm_rung rung,
                                double rate)
{
    kamm_test_options options = {.rung = rung, .substeps_per_s = rate};
    kamm_test_result result;
    kamm_error error;
    if (kamm_run_combination_test(test, file, &options, &result, &error))
        fail_msg("%s", error.text);
    return result;
}

static kamm_test_result measure_shipped(const char *test, const char *name, kamm_rung rung,
                                        double rate)
{
    kamm_combination_file file;
    kamm_error error;
    if (kamm_load_combination(name, &file, NULL, &error)) fail_msg("%s", error.text);
    kamm_test_result result = measure(test, &file, rung, rate);
    kamm_destroy_combination_file(&file);
    return result;
}

/* Extrapolated from 120 km/h the speed of zero damping is lower than it is: damping falls more slowly the faster it goes. */
static void sway_is_that_of_the_linear_model(void **state)
{
    (void)state;
    kamm_combination_file file = {.unit_count = 2, .units = calloc(2, sizeof *file.units)};
    kamm_vehicle_def pair[2];
    linear_pair(&example_combination, 600, pair);
    for (int u = 0; u < 2; ++u) file.units[u].def = pair[u];
    kamm_test_result sway = measure("sway", &file, KAMM_SINGLE_TRACK, 600);
    struct mode at_80 = linear_mode(&example_combination, 80 / 3.6),
                at_100 = linear_mode(&example_combination, 100 / 3.6);
    print_message(
        "80 km/h: %.4f at %.4f Hz, %.4f at %.4f expected; 100: %.4f at %.4f, %.4f at %.4f\n",
        figure_of(&sway, "damping_ratio_80_kmh"), figure_of(&sway, "frequency_80_kmh_hz"),
        at_80.damping, at_80.hz, figure_of(&sway, "damping_ratio_100_kmh"),
        figure_of(&sway, "frequency_100_kmh_hz"), at_100.damping, at_100.hz);
    expect_near(figure_of(&sway, "damping_ratio_80_kmh"), at_80.damping, 0.015);
    expect_near(figure_of(&sway, "damping_ratio_100_kmh"), at_100.damping, 0.015);
    expect_share(figure_of(&sway, "frequency_80_kmh_hz"),
                 at_80.hz * sqrt(1 - at_80.damping * at_80.damping), 0.04);
    double zero = figure_of(&sway, "zero_damping_speed_kmh");
    assert_true(zero > 130 && zero < 3.6 * critical_mps(&example_combination));
    free(file.units);
}

static void slow_turns_are_those_of_the_closed_form(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    static const char *const names[] = {"volvo-v40-caravan", "articulated-bus",
                                        "tractor-semitrailer-empty"};
    const double shares[] = {
        0.02, 0.05, 0.02}; /* the bus's joint resists by its damping alone, its tyres by slip */
    for (int i = 0; i < of_tier(1, 3); ++i) {
        kamm_test_result turn = measure_shipped("low-speed-turn", names[i], KAMM_FULL, 240);
        expect_share(turn.figures[0].value, turn.figures[0].published, shares[i]);
    }
}

static void the_bus_turns_within_the_ring(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    kamm_test_result ring =
        measure_shipped("ring", "articulated-bus", KAMM_FULL, of_tier(120, 240));
    expect_above(figure_of(&ring, "inner_radius_m"), 5.3);
    expect_below(figure_of(&ring, "swept_width_m"), 7.2);
    expect_below(figure_of(&ring, "tail_swing_m"), 1.2);
    expect_above(figure_of(&ring, "tail_swing_m"), 0.1);
    if (!in_long_tier()) return;
    ring = measure_shipped("ring", "tractor-semitrailer-laden", KAMM_FULL, 240);
    assert_true(isnan(figure_of(&ring, "inner_radius_m"))); /* made for wider roads */
}

static void trucks_stop_as_the_rule_asks(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    kamm_test_result laden =
        measure_shipped("combination-brake", "tractor-semitrailer-laden", KAMM_FULL, 240);
    expect_below(figure_of(&laden, "distance_60_0_mph_m"), 76.2);
    expect_below(figure_of(&laden, "distance_60_0_kmh_m"), 36.7);
    expect_below(figure_of(&laden, "peak_articulation_deg"), 1);
    double stop = figure_of(&laden, "distance_60_0_mph_m"), v = 60 * 0.44704;
    expect_share(figure_of(&laden, "mean_deceleration_mps2"), v * v / (2 * stop), 1e-9);
}

static void lane_changes_are_amplified(void **state)
{
    (void)state;
    if (!in_long_tier()) return;
    kamm_test_result laden =
        measure_shipped("lane-change", "tractor-semitrailer-laden", KAMM_FULL, 240);
    double one = figure_of(&laden, "rearward_amplification");
    assert_true(one > 0.7 &&
                one < 1.3); /* 1.0 to 1.2 are published of tractors with one semitrailer */
    kamm_test_result caravan = measure_shipped("lane-change", "volvo-v40-caravan", KAMM_FULL, 240);
    assert_true(figure_of(&caravan, "rearward_amplification") > one);
}

struct speeds {
    double first_kmh, lowest_kmh, highest_kmh;
};

static void see_speed(const kamm_cars *cars, int car, double time_s, void *user)
{
    struct speeds *seen = user;
    double kmh = 3.6 * kamm_read(cars, car, KAMM_CHANNEL_forward_speed_mps);
    (void)time_s;
    if (!(seen->highest_kmh > 0)) *seen = (struct speeds){kmh, kmh, kmh};
    seen->lowest_kmh = fmin(seen->lowest_kmh, kmh);
    seen->highest_kmh = fmax(seen->highest_kmh, kmh);
}

/* Laden lorries came to their speed within a kilometre an hour, and gained the rest during the sine. */
static void lane_changes_are_driven_at_their_speed(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    for (int i = 0; i < COMBINATION_NAMES; i += of_tier(COMBINATION_NAMES, 1)) {
        kamm_combination_file file;
        kamm_test_result result;
        kamm_error error;
        struct speeds seen = {0};
        kamm_test_options options = {.substeps_per_s = 240, .at_row = see_speed, .user = &seen};
        if (kamm_load_combination(combination_names[i], &file, NULL, &error))
            fail_msg("%s", error.text);
        if (kamm_run_combination_test("lane-change", &file, &options, &result, &error))
            fail_msg("%s", error.text);
        kamm_destroy_combination_file(&file);
        print_message("%-30s %.2f, %.2f to %.2f km/h\n", combination_names[i], seen.first_kmh,
                      seen.lowest_kmh, seen.highest_kmh);
        expect_near(seen.first_kmh, 80, 0.04);
        expect_near(seen.lowest_kmh, 80, 0.6);
        expect_near(seen.highest_kmh, 80, 0.6);
    }
}

/* By dry friction a swing of a degree ends within one period, which leaves no ratio of many. */
static void a_stabiliser_damps(void **state)
{
    (void)state;
    if (!in_long_tier()) return;
    double damping[2];
    for (int i = 0; i < 2; ++i) {
        kamm_test_result sway = measure_shipped(
            "sway", i ? "volvo-v40-caravan-stabilised" : "volvo-v40-caravan", KAMM_FULL, 240);
        damping[i] = figure_of(&sway, "damping_ratio_80_kmh");
        assert_true(isnan(figure_of(&sway, "zero_damping_speed_kmh")) == i);
    }
    assert_true(isnan(damping[1]) || damping[1] > damping[0] + 0.2);
}

/* A car and its caravan gain speed as one mass: by the pull at the hitch the trailer's share of it. */
static void a_trailer_costs_acceleration(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    kamm_test_result pair =
        measure_shipped("combination-accel", "volvo-v40-caravan", KAMM_FULL, 240);
    double time = figure_of(&pair, "time_0_50_kmh_s");
    assert_true(time > 4 && time < 10);
    expect_above(figure_of(&pair, "time_0_80_kmh_s"), time);
    expect_above(figure_of(&pair, "peak_pull_n"), 1000);
}

/* A trailer's wheels carry with the hitch what it weighs, and its articulation is the difference of headings. */
static void channels_are_those_of_all_units(void **state)
{
    (void)state;
    kamm_combination_file file;
    kamm_test_result result;
    kamm_error error;
    kamm_csv csv;
    FILE *out = fopen(temporary_csv, "w");
    kamm_test_options options = {.substeps_per_s = 240, .csv = out, .csv_interval_s = 0.2};
    assert_non_null(out);
    assert_int_equal(kamm_load_combination("volvo-v40-caravan", &file, NULL, &error), KAMM_OK);
    if (kamm_run_combination_test("low-speed-turn", &file, &options, &result, &error))
        fail_msg("%s", error.text);
    assert_int_equal(fclose(out), 0);
    if (kamm_csv_load(temporary_csv, &csv, &error)) fail_msg("%s", error.text);
    assert_int_equal(csv.columns, 2 * KAMM_CHANNEL_COUNT + 8 * KAMM_WHEEL_CHANNEL_COUNT + 7);
    enum { HEADING, TRAILERS_HEADING, BEND, FIRST_LOAD, COLUMNS = 8 };
    static const char *const names[COLUMNS] = {
        "yaw_rad",
        "unit1_yaw_rad",
        "unit1_hitch_articulation_rad",
        "unit1_wheel0_load_n",
        "unit1_wheel1_load_n",
        "unit1_wheel2_load_n",
        "unit1_wheel3_load_n",
        "unit1_hitch_force_z_n",
    };
    double *columns[COLUMNS];
    for (int i = 0; i < COLUMNS; ++i) {
        columns[i] = calloc((size_t)csv.rows, sizeof(double));
        if (kamm_csv_required(&csv, names[i], columns[i], &error)) fail_msg("%s", error.text);
    }
    double weight_n = file.units[1].def.body.mass_kg * 9.80665, most_rad = 0;
    for (int row = 0; row < csv.rows; ++row) {
        double bend_rad =
            remainder(columns[TRAILERS_HEADING][row] - columns[HEADING][row], 2 * acos(-1));
        double carried_n = 0;
        for (int i = FIRST_LOAD; i < COLUMNS; ++i) carried_n += columns[i][row];
        expect_near(columns[BEND][row], bend_rad, 1e-3); /* of units that pitch */
        expect_near(carried_n, weight_n, 0.04 * weight_n);
        most_rad = fmax(most_rad, fabs(bend_rad));
    }
    expect_above(most_rad, 0.3);
    for (int i = 0; i < COLUMNS; ++i) free(columns[i]);
    kamm_csv_free(&csv);
    kamm_destroy_combination_file(&file);
}

static void mistakes_are_told(void **state)
{
    (void)state;
    kamm_combination_file file;
    kamm_test_result result;
    kamm_error error;
    assert_int_equal(kamm_load_combination("volvo-v40-caravan", &file, NULL, &error), KAMM_OK);
    assert_int_equal(kamm_run_combination_test("swey", &file, NULL, &result, &error),
                     KAMM_ERROR_UNKNOWN);
    assert_non_null(strstr(error.text, "did you mean sway"));
    kamm_test_options options = {.rung = KAMM_KINEMATIC};
    assert_int_equal(kamm_run_combination_test("sway", &file, &options, &result, &error),
                     KAMM_ERROR_RANGE);
    options = (kamm_test_options){.world = "proving-ground"};
    assert_int_equal(kamm_run_combination_test("sway", &file, &options, &result, &error),
                     KAMM_ERROR_RANGE);
    assert_null(kamm_find_combination_test("accel"));
    for (int i = 0; i < kamm_combination_test_count(); ++i)
        assert_null(kamm_find_road_test(kamm_combination_test_at(i)->name));
    kamm_destroy_combination_file(&file);
}

struct swayed {
    double most_rad, at_s, end_s, before_rad, before_radps, before_s, front_mps2;
};

static void see_wheel(const kamm_cars *cars, int car, double time_s, void *user)
{
    struct swayed *seen = user;
    double now = kamm_read(cars, car, KAMM_CHANNEL_steering_wheel_rad);
    if (fabs(now) > seen->most_rad) seen->most_rad = fabs(now), seen->at_s = time_s;
    if (fabs(now - seen->before_rad) > 1e-6) seen->end_s = time_s;
    double yaw_radps = kamm_read(cars, car, KAMM_CHANNEL_yaw_rate_radps);
    double front_mps2 = kamm_read(cars, car, KAMM_CHANNEL_acceleration_y_mps2) +
                        (yaw_radps - seen->before_radps) / (time_s - seen->before_s) *
                            kamm_describe(kamm_model_of(cars, car)).cg_behind_front_axle_m;
    if (seen->before_s > 0) seen->front_mps2 = fmax(seen->front_mps2, fabs(front_mps2));
    seen->before_rad = now, seen->before_radps = yaw_radps, seen->before_s = time_s;
}

/* The row is of 80 km/h: half of a sine of 0.4 s, half as high again as 4 m/s2 asks for without slip; in a lane change a sine of 2.5 s. */
static void pulses_and_sines_are_those_of_the_standards(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    kamm_combination_file file;
    kamm_error error;
    const char *const tests[] = {"sway", "lane-change"};
    for (int i = 0; i < of_tier(1, 2); ++i) {
        struct swayed seen = {.most_rad = 0};
        kamm_test_options options = {
            .rung = KAMM_SINGLE_TRACK, .substeps_per_s = 240, .at_row = see_wheel, .user = &seen};
        kamm_test_result result;
        if (kamm_load_combination("volvo-v40-caravan", &file, NULL, &error))
            fail_msg("%s", error.text);
        if (kamm_run_combination_test(tests[i], &file, &options, &result, &error))
            fail_msg("%s", error.text);
        const kamm_vehicle_def *def = &file.units[0].def;
        print_message("%s: %.4f rad at %.3f s, until %.3f s\n", tests[i], seen.most_rad, seen.at_s,
                      seen.end_s);
        double v = 80 / 3.6,
               without_slip = def->steering.ratio * def->axles[1].behind_front_axle_m / (v * v);
        if (i == 0) expect_share(seen.most_rad, 1.5 * 4 * without_slip, 0.02);
        if (i == 1) expect_share(seen.front_mps2, 1.5, 0.04);
        expect_near(seen.end_s, i ? 2.5 : 0.4, 0.03);
        expect_near(fmod(seen.at_s, 1.25), i ? 0.625 : 0.2, 0.03);
        kamm_destroy_combination_file(&file);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sway_is_that_of_the_linear_model),
        cmocka_unit_test(slow_turns_are_those_of_the_closed_form),
        cmocka_unit_test(the_bus_turns_within_the_ring),
        cmocka_unit_test(trucks_stop_as_the_rule_asks),
        cmocka_unit_test(lane_changes_are_amplified),
        cmocka_unit_test(lane_changes_are_driven_at_their_speed),
        cmocka_unit_test(a_stabiliser_damps),
        cmocka_unit_test(a_trailer_costs_acceleration),
        cmocka_unit_test_setup_teardown(channels_are_those_of_all_units, make_temporary_csv,
                                        remove_temporary_csv),
        cmocka_unit_test(mistakes_are_told),
        cmocka_unit_test(pulses_and_sines_are_those_of_the_standards),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
