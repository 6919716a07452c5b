/* Scenarios: the figures of compiled road tests from files, and the laws that the shipped ones obey. */
/* KAMM_QUICK_TESTS leaves this out: it drives for long to measure. */
#include "support/cars.h"
#include "support/shipped.h"
#include "support/temporary.h"
#include "support/tier.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <kamm/io/scenario.h>

static kamm_scenario *load(const char *name)
{
    kamm_error error;
    kamm_scenario *scenario = kamm_load_scenario(name, &error);
    if (!scenario) fail_msg("%s", error.text);
    return scenario;
}

static kamm_vehicle_file car_of(const char *name)
{
    kamm_vehicle_file car;
    kamm_error error;
    if (kamm_load_vehicle(name, &car, NULL, &error)) fail_msg("%s", error.text);
    return car;
}

static const kamm_figure *find(const kamm_test_result *result, const char *name)
{
    for (int i = 0; i < result->figure_count; ++i)
        if (!strcmp(result->figures[i].name, name)) return &result->figures[i];
    fail_msg("there is no figure %s", name);
    return NULL;
}

static double value_of(const kamm_test_result *result, const char *name)
{
    return find(result, name)->value;
}

static kamm_test_result drive(const kamm_scenario *scenario, const kamm_vehicle_file *car,
                              const kamm_test_options *options)
{
    kamm_test_result result;
    kamm_error error;
    if (kamm_run_scenario(scenario, car, options, &result, &error))
        fail_msg("%s, %s: %s", kamm_describe_scenario(scenario)->name, car->id, error.text);
    return result;
}

/* Both have no value, or the same within the tolerance. */
static void expect_same(const char *test, const char *car, const kamm_figure *mine, double wanted,
                        double tolerance)
{
    if (isnan(mine->value) && isnan(wanted)) return;
    if (!(fabs(mine->value - wanted) <= tolerance))
        fail_msg("%s.%s of %s: %.17g, compiled %.17g", test, mine->name, car, mine->value, wanted);
}

static const struct {
    const char *test;
    double share; /* 0: to the bit */
    kamm_rung lowest;
    struct {
        const char *figure;
        double share, least; /* of the value, and at least that much */
    } looser[3];
} twins[] = {
    {"step-steer", 0, KAMM_KINEMATIC, {{NULL, 0, 0}}},
    /* Times are interpolated in another order of operations. The road load is fitted to rows instead of steps of 5 km/h. */
    {"coast-down", 1e-12, KAMM_SINGLE_TRACK, {{"f0_n", 0.02, 1}, {"f2_n_per_kmh2", 0.02, 1e-4}}},
    {"brake", 1e-10, KAMM_RIGID2D, {{NULL, 0, 0}}},
    /* Slopes in rad/(m/s2), which are then converted: sums over thousands of rows lose four of sixteen digits. */
    {"skidpad", 1e-10, KAMM_RIGID2D, {{NULL, 0, 0}}},
    {"brake-in-turn", 1e-6, KAMM_RIGID2D, {{NULL, 0, 0}}},
};
enum { TWINS = sizeof twins / sizeof *twins };

static double tolerance_of(int twin, const char *figure, double wanted)
{
    double share = twins[twin].share, least = 0;
    for (int i = 0; i < 3 && twins[twin].looser[i].figure; ++i)
        if (!strcmp(twins[twin].looser[i].figure, figure))
            share = twins[twin].looser[i].share, least = twins[twin].looser[i].least;
    return fmax(least, share * fabs(wanted));
}

static void compare(int twin, const char *name, kamm_rung rung)
{
    char path[80];
    snprintf(path, sizeof path, "examples/scenarios/%s.json", twins[twin].test);
    kamm_scenario *scenario = load(path);
    kamm_vehicle_file car = car_of(name);
    const kamm_test_options options = {.rung = rung};
    kamm_test_result wanted;
    kamm_error error;
    if (kamm_run_test(twins[twin].test, &car, &options, &wanted, &error))
        fail_msg("%s", error.text);
    kamm_test_result mine = drive(scenario, &car, &options);
    for (int i = 0; i < mine.figure_count; ++i) {
        const kamm_figure *figure = &mine.figures[i];
        double value = value_of(&wanted, figure->name);
        expect_same(twins[twin].test, name, figure, value, tolerance_of(twin, figure->name, value));
    }
    kamm_destroy_scenario(scenario);
}

static void files_give_the_figures_of_the_compiled_tests(void **state)
{
    (void)state;
    compare(0, "volvo-v40", KAMM_FULL);
    for (int twin = 0; in_long_tier() && twin < TWINS; ++twin) {
        compare(twin, "bmw-m3-e46", in_release_tier() ? twins[twin].lowest : KAMM_SINGLE_TRACK);
        if (!in_release_tier()) continue;
        compare(twin, "bmw-m3-e46", KAMM_DOUBLE_TRACK);
        for (int i = 0; i < shipped_count(); i += 3) compare(twin, shipped_name(i), KAMM_FULL);
    }
}

/* Whatever the car, a scenario yields figures, or says why not: on the lowest rung that it may have, and before a release on full. */
static void all_cars_drive_all_scenarios(void **state)
{
    (void)state;
    static char names[64][64];
    int count = kamm_list_data("scenarios", names, 64), all = of_tiers(1, 3, shipped_count());
    assert_true(count >= 7 && count <= 64);
    for (int i = 0; i < count; ++i) {
        kamm_scenario *scenario = load(names[i]);
        kamm_feature needs = kamm_describe_scenario(scenario)->needs;
        kamm_test_options options = {.rung = kamm_lowest_rung_with(needs)};
        if (in_release_tier()) options.rung = KAMM_FULL;
        for (int k = 0; k < all; ++k) {
            kamm_vehicle_file car =
                car_of(shipped_name(in_release_tier() ? k : (7 * i + 13 * k) % shipped_count()));
            kamm_test_result result = drive(scenario, &car, &options);
            for (int f = 0; f < result.figure_count; ++f)
                if (!isfinite(result.figures[f].value) && !*result.figures[f].note)
                    fail_msg("%s.%s of %s: no value and no reason", names[i],
                             result.figures[f].name, car.id);
        }
        kamm_destroy_scenario(scenario);
    }
}

/* Coarse enough for a test, on a rung that has loads and roll. */
static const kamm_test_options coarse = {.rung = KAMM_DOUBLE_TRACK, .substeps_per_s = 240};

static double gradient_of(const kamm_scenario *scenario, const kamm_vehicle_file *car,
                          const char *name)
{
    kamm_test_result result = drive(scenario, car, &coarse);
    return value_of(&result, name);
}

/* The gradients of ISO 4138's three methods are the same property of the car: at equal lateral acceleration the axles have equal
 * slip angles. Drive forces and large angles differ, between constant speed and the others most. */
static void understeer_does_not_depend_on_the_method(void **state)
{
    (void)state;
    static const char *const cars[] = {"volvo-v40", "bmw-m3-e46", "vw-beetle-1500-1967",
                                       "tesla-model-3-performance-2018"};
    const char *understeer = "understeer_gradient_deg_per_g", *roll = "roll_gradient_deg_per_g";
    kamm_scenario *radius = load("examples/scenarios/skidpad.json"), *angle = load("steady-angle"),
                  *speed = load("steady-speed");
    for (int i = 0; i < of_tiers(0, 0, 4); ++i) {
        kamm_vehicle_file car = car_of(cars[i]);
        double wanted = gradient_of(radius, &car, understeer);
        expect_near(gradient_of(angle, &car, understeer), wanted, 0.1);
        expect_near(gradient_of(speed, &car, understeer), wanted, 0.35);
        wanted = gradient_of(radius, &car, roll);
        expect_near(gradient_of(angle, &car, roll), wanted, 0.02 * wanted);
        expect_near(gradient_of(speed, &car, roll), wanted, 0.02 * wanted);
    }
    kamm_destroy_scenario(radius);
    kamm_destroy_scenario(angle);
    kamm_destroy_scenario(speed);
}

/* A body that leans moves its centre of gravity outwards, so that a car tips before the ratio of half its track to the height of
 * its centre of gravity. */
static void a_tilted_car_tips_below_its_static_stability_factor(void **state)
{
    (void)state;
    static const char *const cars[] = {"suzuki-jimny", "volvo-v40", "ford-transit-minibus",
                                       "toyota-hilux-laden"};
    kamm_scenario *scenario = load("tilt-table");
    const kamm_test_options options = {.substeps_per_s = 240};
    for (int i = 0; i < of_tiers(1, 2, 4); ++i) {
        kamm_vehicle_file car = car_of(cars[i]);
        kamm_test_result result = drive(scenario, &car, &options);
        double ratio =
            value_of(&result, "tilt_table_ratio") / value_of(&result, "static_stability_factor");
        if (!(ratio > 0.8 && ratio < 1)) fail_msg("%s: %g", cars[i], ratio);
    }
    kamm_destroy_scenario(scenario);
}

/* At low frequencies gain and phase tend to the steady state: the gain of a sine of 0.2 Hz is that of the held angle, and the
 * phase that of a short delay. */
static void a_slow_sine_has_the_gain_of_the_steady_state(void **state)
{
    (void)state;
    kamm_scenario *response = load("frequency-response"), *steady = load("steady-speed");
    kamm_vehicle_file car = car_of("volvo-v40");
    kamm_test_result a = drive(response, &car, &coarse), b = drive(steady, &car, &coarse);
    double slow = value_of(&a, "yaw_gain_0_2_hz_per_s"), held = value_of(&b, "yaw_gain_per_s");
    expect_near(slow, held, 0.05 * held);
    assert_true(value_of(&a, "yaw_gain_highest_per_s") > slow);
    assert_true(value_of(&a, "yaw_phase_1_hz_deg") < -5);
    assert_true(value_of(&a, "lateral_phase_1_hz_deg") < value_of(&a, "yaw_phase_1_hz_deg"));
    kamm_destroy_scenario(response);
    kamm_destroy_scenario(steady);
}

static void a_scenario_keeps_to_its_rung_and_surface(void **state)
{
    (void)state;
    kamm_scenario *scenario = load("lift-off");
    kamm_vehicle_file car = car_of("volvo-v40"), ride = car_of("sport-1000");
    kamm_test_options options = {.rung = KAMM_KINEMATIC};
    kamm_test_result result;
    kamm_error error;
    assert_int_equal(kamm_run_scenario(scenario, &car, &options, &result, &error),
                     KAMM_ERROR_RANGE);
    assert_non_null(strstr(error.text, "single_track"));
    options = (kamm_test_options){.world = "proving-ground"};
    assert_int_equal(kamm_run_scenario(scenario, &car, &options, &result, &error),
                     KAMM_ERROR_RANGE);
    assert_int_equal(kamm_run_scenario(scenario, &ride, NULL, &result, &error), KAMM_ERROR_RANGE);
    assert_non_null(strstr(error.text, "two wheels"));
    kamm_destroy_scenario(scenario);
    scenario = load("examples/scenarios/coast-down.json"); /* a rider keeps the lane */
    options = (kamm_test_options){.rung = KAMM_SINGLE_TRACK};
    if (in_long_tier()) {
        result = drive(scenario, &ride, &options);
        assert_true(value_of(&result, "time_115_15_kmh_s") > 20);
    }
    kamm_destroy_scenario(scenario);
    scenario = load("examples/scenarios/brake.json");
    options = (kamm_test_options){.rung = KAMM_SINGLE_TRACK};
    kamm_test_result dry = drive(scenario, &car, &options);
    const kamm_surface ice = {.name = "ice", .friction = 0.1f};
    options.surface = &ice;
    kamm_test_result slow = drive(scenario, &car, &options);
    assert_true(value_of(&slow, "distance_100_0_kmh_m") >
                5 * value_of(&dry, "distance_100_0_kmh_m"));
    kamm_destroy_scenario(scenario);
}

/* The left side of the road is snow: held straight, a car that brakes turns to the right, where it has grip. */
static void a_road_may_have_two_surfaces(void **state)
{
    (void)state;
    static const char text[] =
        "{\"title\": \"T\", \"doc\": \"D\", \"surface\": \"wet_asphalt\", \"surface_left\": \"snow\", \"runs\": [{\"name\": \"a\", "
        "\"start\": {\"speed\": \"20[m/s]\", \"settle\": \"1[s]\"}, \"phases\": [{\"name\": \"brake\", \"throttle\": 0, \"brake\": 1, "
        "\"clutch\": 1, \"duration\": \"0.5[s]\"}]}], \"figures\": [{\"name\": \"yaw_deg\", \"unit\": \"deg\", \"doc\": \"Y\", "
        "\"value\": \"last(turned_rad)\"}, {\"name\": \"brake_mps2\", \"unit\": \"m/s2\", \"doc\": \"B\", \"value\": "
        "\"(first(speed_mps) - last(speed_mps)) / 0.5[s]\"}]}";
    char path[TEMPORARY_PATH];
    assert_int_equal(make_temporary_file(path, ".json"), 0);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
    kamm_scenario *scenario = load(path);
    remove(path);
    kamm_vehicle_file car = car_of("volvo-v40");
    const kamm_surface ice = {.name = "ice", .friction = 0.1f};
    kamm_test_options options = {.substeps_per_s = 240};
    kamm_test_result split = drive(scenario, &car, &options);
    options.surface = &ice;
    kamm_test_result slow = drive(scenario, &car, &options);
    assert_true(value_of(&split, "yaw_deg") < -1);
    assert_true(value_of(&slow, "yaw_deg") > value_of(&split, "yaw_deg"));
    assert_true(value_of(&slow, "brake_mps2") < 0.6 * value_of(&split, "brake_mps2"));
    kamm_destroy_scenario(scenario);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_give_the_figures_of_the_compiled_tests),
        cmocka_unit_test(all_cars_drive_all_scenarios),
        cmocka_unit_test(understeer_does_not_depend_on_the_method),
        cmocka_unit_test(a_tilted_car_tips_below_its_static_stability_factor),
        cmocka_unit_test(a_slow_sine_has_the_gain_of_the_steady_state),
        cmocka_unit_test(a_scenario_keeps_to_its_rung_and_surface),
        cmocka_unit_test(a_road_may_have_two_surfaces),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
