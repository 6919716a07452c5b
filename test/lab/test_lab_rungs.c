/* Road tests on the rungs of the ladder: which make sense where, what the lower rungs leave out, and
 * all rungs side by side. */
#include "support/cars.h"
#include "support/quick.h"
#include "support/shipped.h"
#include "support/tier.h"

#include "lab/tests.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>
#include <kamm/io/lab.h>

static kamm_vehicle_file small_car(void)
{
    kamm_vehicle_file file = {.id = "small-car", .def = kamm_default_vehicle()};
    file.def.axles[1].hand_brake_torque_nm = 1500;
    return file;
}

static kamm_test_result run(const char *test, const kamm_vehicle_file *file, kamm_rung rung)
{
    kamm_test_options options = {.rung = rung};
    kamm_test_result result;
    kamm_error error;
    if (kamm_run_test(test, file, &options, &result, &error)) fail_msg("%s", error.text);
    return result;
}

static const kamm_figure *figure(const kamm_test_result *result, const char *name)
{
    for (int i = 0; i < result->figure_count; ++i)
        if (strcmp(result->figures[i].name, name) == 0) return &result->figures[i];
    fail_msg("there is no figure %s", name);
    return NULL;
}

static double value(const kamm_test_result *result, const char *name)
{
    return figure(result, name)->value;
}

/* -- which test where ------------------------------------------------------------------------- */

static void a_test_that_needs_more_than_the_lowest_rung_says_what(void **state)
{
    (void)state;
    int on_all = 0;
    for (int i = 0; i < kamm_road_test_count(); ++i) {
        const kamm_road_test *test = kamm_road_test_at(i);
        kamm_rung lowest = kamm_lowest_rung_with(test->needs);
        assert_non_null(kamm_describe_rung(lowest));
        assert_int_equal(lowest > KAMM_KINEMATIC, kamm_feature_name(test->needs)[0] != 0);
        on_all += lowest == KAMM_KINEMATIC;
    }
    assert_int_equal(on_all, 2); /* step-steer and turning-circle */
}

static void a_rung_on_which_a_test_makes_no_sense_is_refused(void **state)
{
    (void)state;
    kamm_vehicle_file file = small_car();
    for (int i = 0; i < kamm_road_test_count(); ++i) {
        const kamm_road_test *test = kamm_road_test_at(i);
        kamm_rung lowest = kamm_lowest_rung_with(test->needs);
        for (kamm_rung rung = KAMM_KINEMATIC; rung < lowest; ++rung) {
            kamm_test_options options = {.rung = rung};
            kamm_test_result result;
            kamm_error error;
            assert_int_equal(kamm_run_test(test->name, &file, &options, &result, &error),
                             KAMM_ERROR_RANGE);
            assert_non_null(strstr(error.text, test->name));
            assert_non_null(strstr(error.text, kamm_describe_rung(rung)->name));
            assert_non_null(strstr(error.text, kamm_feature_name(test->needs)));
            assert_non_null(strstr(error.text, kamm_describe_rung(lowest)->name));
        }
    }
}

static void what_a_rung_does_not_have_is_not_a_number(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    kamm_vehicle_file file = small_car();
    kamm_test_result flat = run("step-steer", &file, KAMM_RIGID2D);
    const kamm_figure *roll = figure(&flat, "steady_roll_deg");
    assert_true(isnan(roll->value));
    assert_string_equal(roll->note, "the rung rigid2d has no body roll");
    expect_share(value(&flat, "steady_yaw_rate_radps"), 4 / (80 / 3.6), 0.03);
    /* The geometric yaw gain: v / L per road-wheel angle. */
    kamm_test_result geometric = run("step-steer", &file, KAMM_KINEMATIC);
    double wheelbase_m = file.def.axles[1].behind_front_axle_m;
    double road_wheel_rad =
        value(&geometric, "steering_wheel_deg") * PI / 180 / file.def.steering.ratio;
    expect_share(value(&geometric, "steady_yaw_rate_radps"),
                 80 / 3.6 / wheelbase_m * tan(road_wheel_rad), 0.005);
    assert_true(isnan(value(&geometric, "overshoot_yaw_percent")));
    kamm_test_result full = run("step-steer", &file, KAMM_FULL);
    expect_above(value(&full, "steady_roll_deg"), 0.5);
}

/* Static stability factor track / (2 h): 0.79 with the tall body, less than the tyres' friction. */
static void loads_that_shift_tip_a_tall_car_up(void **state)
{
    (void)state;
    kamm_vehicle_file file = small_car();
    kamm_test_result low = run("fishhook", &file, KAMM_DOUBLE_TRACK);
    assert_true(isnan(value(&low, "tip_up_speed_kmh")));
    expect_above(value(&low, "max_roll_deg"), 1);
    file.def.body.cg_height_m = 0.95;
    file.def.body.height_m = 2.2;
    kamm_test_result tall = run("fishhook", &file, KAMM_DOUBLE_TRACK);
    expect_below(value(&tall, "tip_up_speed_kmh"), 81);
}

/* The same tall car where loads do not shift: the course is driven, no wheel is ever lifted. */
static void without_loads_that_shift_no_wheel_is_lifted(void **state)
{
    (void)state;
    LONG_TIER_ONLY();
    kamm_vehicle_file file = small_car();
    file.def.body.cg_height_m = 0.95;
    kamm_test_result flat = run("moose", &file, KAMM_SINGLE_TRACK);
    expect_above(value(&flat, "best_entry_speed_kmh"), 50);
    expect_below(value(&flat, "best_entry_speed_kmh"), 100);
    const kamm_figure *lift = figure(&flat, "two_wheel_lift_kmh");
    assert_true(isnan(lift->value));
    assert_string_equal(lift->note, "the rung single_track has no wheel loads that shift");
    assert_true(isnan(value(&flat, "max_roll_deg")));
}

/* -- the same car on all rungs ----------------------------------------------------------------- */

/* A figure that is looked for, and nothing that the test finds after it. */
struct wanted {
    const kamm_test_result *result;
    const char *name;
};

static int is_found(void *user)
{
    const struct wanted *wanted = user;
    return !isnan(value(wanted->result, wanted->name));
}

/* At that many substeps a second, or at the lowest rate above that the rung takes. */
static double on_rung(int car, const char *test, const char *name, kamm_rung rung, double rate)
{
    static kamm_vehicle_file file;
    static kamm_test_result result;
    struct wanted wanted = {&result, name};
    kamm_error error;
    file.def = shipped_on(car, rung, rate);
    kamm_start_result(kamm_find_road_test(test), &file, &result);
    kamm_test_options options = {.rung = rung,
                                 .substeps_per_s = file.def.stepping.substeps_per_s,
                                 .is_stopped = is_found,
                                 .user = &wanted};
    kamm_result outcome = kamm_run_test(test, &file, &options, &result, &error);
    if (outcome && outcome != KAMM_ERROR_STOPPED) fail_msg("%s", error.text);
    return value(&result, name);
}

/* The share by which a figure on a rung is off that on full, on a shipped car. */
static double off_full(int car, const char *test, const char *name, kamm_rung rung, double rate,
                       double full)
{
    double off = on_rung(car, test, name, rung, rate) / full - 1;
    print_message("%s, %s, %s: %.2f on full, %+.1f %%\n", shipped_name(car), name,
                  kamm_describe_rung(rung)->name, full, 100 * off);
    return off;
}

/* CommonRoad's cars have motors of any torque, which spin their wheels beyond the tyres' peak on full alone. */
static int is_road_car(int car) { return strncmp(shipped_name(car), "commonroad", 10) != 0; }

/* Not every truck comes to 100 km/h. */
static const char *pull_figure(int car)
{
    return shipped_def(car).body.mass_kg > 7500 ? "standing_km_s" : "time_0_100_kmh_s";
}

/* Below full no wheel spins: where the engine can spin them they pull at their tyres' peak. On full they spin until traction
 * control has them, which costs the hot hatch some percent, the formula car 11 % against double_track. */
static double pulls_off(const char *name)
{
    if (strstr(name, "formula-car")) return 0.12;
    return strstr(name, "fiesta-st") ? 0.05 : 0.03;
}

static void shipped_cars_pull_away_as_on_full(void **state)
{
    const double rate = 240;
    (void)state;
    LONG_TIER_ONLY();
    for (int car = 0; car < shipped_count(); ++car) {
        if (!is_road_car(car)) continue;
        const char *name = pull_figure(car);
        double full = on_rung(car, "accel", name, KAMM_FULL, rate);
        for (int rung = KAMM_SINGLE_TRACK; rung < KAMM_FULL; ++rung)
            if (is_tried(car + rung, 2))
                expect_near(off_full(car, "accel", name, (kamm_rung)rung, rate, full), 0,
                            pulls_off(shipped_name(car)));
    }
}

/* All but four within 3 %. On full the inner rear wheel of the Transit, and of the three-wheeler, carries little there and
 * spins, so that its open differential gives the outer one little; double_track, without slip along the wheels, goes
 * faster yet, the three-wheeler until it tips over. The laden pickup has not the power to slide: on double_track compliance
 * softens the axle where on full it turns the front wheels out of the bend, whose side force then brakes less. The Beetle's
 * swing axles lift it, by which it is at -3.0 %. */
static double corners_off(const char *name)
{
    if (!strcmp(name, "vw-beetle-1500-1967")) return 0.035;
    if (!strcmp(name, "reliant-robin")) return 0.09;
    int short_of_power =
        !strcmp(name, "ford-transit-minibus") || !strcmp(name, "toyota-hilux-laden");
    /* -3.4 % at 240 and at 1200 substeps a second: it is at full throttle on both, and short of power as those below. */
    if (!strcmp(name, "man-tgs-8x4")) return 0.035;
    return short_of_power ? 0.05 : 0.03;
}

static double corners_as_on_full(int car, double rate)
{
    const char *name = "max_lateral_acceleration_100m_g";
    double full = on_rung(car, "skidpad", name, KAMM_FULL, rate);
    return off_full(car, "skidpad", name, KAMM_DOUBLE_TRACK, rate, full);
}

/* At the road test's rate; a bus, which that leaves at -3.1 %, at twice that. In the long tier 240 do for vehicles of the common bound. */
static double corner_rate(int car)
{
    const double rate = KAMM_TEST_SUBSTEPS_PER_S;
    if (!strcmp(shipped_name(car), "mercedes-citaro")) return 2 * rate;
    return in_release_tier() || corners_off(shipped_name(car)) > 0.03 ? rate : 240;
}

static void shipped_cars_corner_nearly_as_on_full(void **state)
{
    (void)state;
    LONG_TIER_ONLY();
    for (int car = 0; car < shipped_count(); ++car)
        if (is_road_car(car))
            expect_near(corners_as_on_full(car, corner_rate(car)), 0,
                        corners_off(shipped_name(car)));
}

/* -- the turning circle ----------------------------------------------------------------------- */

/* Of a car without slip that turns about a point on the line of its rear axle. */
static double geometric_kerb_m(const kamm_vehicle_def *def)
{
    double wheelbase_m = def->axles[1].behind_front_axle_m - def->axles[0].behind_front_axle_m;
    double rear_m = wheelbase_m / tan(def->steering.lock_rad / def->steering.ratio);
    double outer_m = rear_m + def->axles[0].track_m / 2;
    return 2 * sqrt(outer_m * outer_m + wheelbase_m * wheelbase_m) + def->axles[0].tyre.width_m;
}

static double geometric_wall_m(const kamm_vehicle_def *def)
{
    double wheelbase_m = def->axles[1].behind_front_axle_m - def->axles[0].behind_front_axle_m;
    double rear_m = wheelbase_m / tan(def->steering.lock_rad / def->steering.ratio);
    double outer_m = rear_m + def->body.width_m / 2;
    double ahead_m = wheelbase_m + def->body.front_overhang_m;
    return 2 * sqrt(outer_m * outer_m + ahead_m * ahead_m);
}

static void expect_circle(kamm_rung rung, double share)
{
    kamm_vehicle_file file = small_car();
    kamm_test_result result = run("turning-circle", &file, rung);
    expect_share(value(&result, "kerb_to_kerb_m"), geometric_kerb_m(&file.def), share);
    expect_share(value(&result, "wall_to_wall_m"), geometric_wall_m(&file.def), share);
}

/* At walking pace tyres hardly slip; scrub of the wheels' uneven angles widens the circle a little. */
static void every_rung_turns_on_the_circle_of_its_geometry(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    expect_circle(KAMM_KINEMATIC, 0.01);
    expect_circle(KAMM_RIGID2D, 0.02);
    expect_circle(KAMM_SINGLE_TRACK, 0.02);
    expect_circle(KAMM_DOUBLE_TRACK, 0.02);
    expect_circle(KAMM_FULL, 0.03);
}

static void a_smaller_lock_needs_a_wider_road(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    kamm_vehicle_file file = small_car();
    kamm_test_result tight = run("turning-circle", &file, KAMM_FULL);
    file.def.steering.lock_rad *= 0.7;
    kamm_test_result wide = run("turning-circle", &file, KAMM_FULL);
    expect_above(value(&wide, "kerb_to_kerb_m"), 1.3 * value(&tight, "kerb_to_kerb_m"));
    expect_above(value(&tight, "wall_to_wall_m"), value(&tight, "kerb_to_kerb_m"));
}

/* -- side by side ----------------------------------------------------------------------------- */

static void compare(const char *test, const kamm_vehicle_file *file, kamm_compared_rung *rungs)
{
    for (int i = 0; i < KAMM_RUNG_COUNT; ++i) {
        kamm_test_options options = {.rung = (kamm_rung)(KAMM_KINEMATIC + i)};
        kamm_error error;
        if (kamm_compare_rung(test, file, &options, &rungs[i], &error)) fail_msg("%s", error.text);
        assert_int_equal(rungs[i].rung, options.rung);
        assert_int_equal(rungs[i].result.figure_count, kamm_find_road_test(test)->figure_count);
    }
}

static void rungs_are_compared_with_their_costs_or_the_reason_why_not(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    kamm_vehicle_file file = small_car();
    file.published_count = 1;
    file.published[0] = (kamm_published_figure){"brake.distance_100_0_kmh_m", 40, "a magazine"};
    kamm_compared_rung rungs[KAMM_RUNG_COUNT];
    compare("brake", &file, rungs);
    const kamm_compared_rung *lowest = &rungs[0], *full = &rungs[KAMM_RUNG_COUNT - 1];
    assert_string_equal(lowest->reason, "brake needs forces at the wheels: from rigid2d upwards");
    assert_true(isnan(lowest->cost_ns));
    assert_true(isnan(value(&lowest->result, "distance_100_0_kmh_m")));
    expect_near(figure(&lowest->result, "distance_100_0_kmh_m")->published, 40, 0);
    assert_string_equal(full->reason, "");
    kamm_test_result alone = run("brake", &file, KAMM_FULL);
    assert_true(value(&full->result, "distance_100_0_kmh_m") ==
                value(&alone, "distance_100_0_kmh_m"));
    for (int i = 1; i < KAMM_RUNG_COUNT - 1; ++i) {
        expect_above(rungs[i].cost_ns, 0.1);
        expect_below(rungs[i].cost_ns, full->cost_ns);
    }
}

static void a_car_that_a_rung_cannot_take_is_compared_on_the_others(void **state)
{
    (void)state;
    kamm_vehicle_file file = small_car();
    file.def.engine.torque_curve.count = 0;
    file.def.gearbox.ratios_count = 0;
    file.def.limits = (kamm_limits_def){.acceleration_mps2 = 4,
                                        .switch_speed_mps = 8,
                                        .top_speed_mps = 45,
                                        .reverse_speed_mps = 10,
                                        .braking_mps2 = 9};
    kamm_compared_rung rungs[KAMM_RUNG_COUNT];
    compare("turning-circle", &file, rungs);
    assert_string_equal(rungs[1].reason, "");
    assert_non_null(strstr(rungs[KAMM_RUNG_COUNT - 1].reason, "torque_curve"));
    assert_true(isnan(rungs[KAMM_RUNG_COUNT - 1].cost_ns));
}

static void a_comparison_of_no_test_is_an_error(void **state)
{
    (void)state;
    kamm_vehicle_file file = small_car();
    kamm_compared_rung rung;
    kamm_error error;
    assert_int_equal(kamm_compare_rung("brakes", &file, NULL, &rung, &error), KAMM_ERROR_UNKNOWN);
    assert_non_null(strstr(error.text, "did you mean brake?"));
}

static void a_comparison_is_written_as_json(void **state)
{
    (void)state;
    LONG_TIER_ONLY();
    kamm_vehicle_file file = small_car();
    kamm_compared_rung rungs[KAMM_RUNG_COUNT];
    kamm_error error;
    compare("brake", &file, rungs);
    static char text[16384];
    FILE *out = fmemopen(text, sizeof text, "w");
    assert_int_equal(kamm_write_comparison(rungs, KAMM_RUNG_COUNT, "a \"car\"", out, &error),
                     KAMM_OK);
    fclose(out);
    cJSON *json = cJSON_Parse(text);
    assert_non_null(json);
    assert_string_equal(cJSON_GetObjectItem(json, "test")->valuestring, "brake");
    assert_string_equal(cJSON_GetObjectItem(json, "car")->valuestring, "a \"car\"");
    cJSON *all = cJSON_GetObjectItem(json, "rungs");
    assert_int_equal(cJSON_GetArraySize(all), KAMM_RUNG_COUNT);
    cJSON *lowest = cJSON_GetObjectItem(all, "kinematic"), *full = cJSON_GetObjectItem(all, "full");
    assert_true(cJSON_IsString(cJSON_GetObjectItem(lowest, "reason")));
    assert_true(cJSON_IsNull(cJSON_GetObjectItem(lowest, "cost_ns")));
    assert_true(cJSON_IsNull(cJSON_GetObjectItem(full, "reason")));
    assert_true(cJSON_GetObjectItem(full, "cost_share")->valuedouble == 1);
    cJSON *figures = cJSON_GetObjectItem(full, "figures");
    assert_true(cJSON_GetObjectItem(figures, "distance_100_0_kmh_m")->valuedouble ==
                value(&rungs[KAMM_RUNG_COUNT - 1].result, "distance_100_0_kmh_m"));
    cJSON_Delete(json);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_test_that_needs_more_than_the_lowest_rung_says_what),
        cmocka_unit_test(a_rung_on_which_a_test_makes_no_sense_is_refused),
        cmocka_unit_test(what_a_rung_does_not_have_is_not_a_number),
        cmocka_unit_test(loads_that_shift_tip_a_tall_car_up),
        cmocka_unit_test(without_loads_that_shift_no_wheel_is_lifted),
        cmocka_unit_test(shipped_cars_pull_away_as_on_full),
        cmocka_unit_test(shipped_cars_corner_nearly_as_on_full),
        cmocka_unit_test(every_rung_turns_on_the_circle_of_its_geometry),
        cmocka_unit_test(a_smaller_lock_needs_a_wider_road),
        cmocka_unit_test(rungs_are_compared_with_their_costs_or_the_reason_why_not),
        cmocka_unit_test(a_car_that_a_rung_cannot_take_is_compared_on_the_others),
        cmocka_unit_test(a_comparison_of_no_test_is_an_error),
        cmocka_unit_test(a_comparison_is_written_as_json),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
