/* Road tests: each procedure's figures against closed forms, where there is one. */
/* KAMM_QUICK_TESTS leaves this out: it drives for long to measure. */
#include "support/cars.h"
#include "support/tier.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>
#include <kamm/io/lab.h>
#include <kamm/io/world_file.h>

static kamm_vehicle_file file_of(const kamm_vehicle_def *def)
{
    kamm_vehicle_file file = {.id = "test-car", .def = *def};
    return file;
}

/* A road car: the default one, with a hand brake and anti-lock brakes. */
static kamm_vehicle_def road_car(void)
{
    kamm_vehicle_def def = kamm_default_vehicle();
    def.axles[1].hand_brake_torque_nm = 1500;
    return def;
}

static const kamm_surface *surface(const char *name)
{
    static kamm_surface_set set;
    kamm_error error;
    if (!set.count && kamm_load_surfaces(NULL, &set, NULL, &error)) fail_msg("%s", error.text);
    return kamm_surface_named(&set, name);
}

static kamm_test_result run_on(const char *test, const kamm_vehicle_def *def,
                               const kamm_surface *road)
{
    kamm_vehicle_file file = file_of(def);
    kamm_test_options options = {.surface = road, .substeps_per_s = of_tier(240, 0)};
    kamm_test_result result;
    kamm_error error;
    if (kamm_run_test(test, &file, &options, &result, &error)) fail_msg("%s", error.text);
    return result;
}

static kamm_test_result run(const char *test, const kamm_vehicle_def *def)
{
    return run_on(test, def, NULL);
}

static const kamm_figure *find(const kamm_test_result *result, const char *name)
{
    for (int i = 0; i < result->figure_count; ++i)
        if (strcmp(result->figures[i].name, name) == 0) return &result->figures[i];
    fail_msg("there is no figure %s", name);
    return NULL;
}

static double value(const kamm_test_result *result, const char *name)
{
    return find(result, name)->value;
}

static void expect_all_measured(const kamm_test_result *result)
{
    for (int i = 0; i < result->figure_count; ++i)
        if (!isfinite(result->figures[i].value))
            fail_msg("%s was not measured: %s", result->figures[i].name, result->figures[i].note);
}

/* -- the list --------------------------------------------------------------------------------- */

static void each_test_can_be_found_and_its_figures_told_apart(void **state)
{
    (void)state;
    assert_true(kamm_road_test_count() > 10);
    for (int i = 0; i < kamm_road_test_count(); ++i) {
        const kamm_road_test *test = kamm_road_test_at(i);
        assert_ptr_equal(kamm_find_road_test(test->name), test);
        assert_true(test->figure_count > 0 && test->figure_count <= KAMM_MAX_FIGURES);
        for (int j = 0; j < test->figure_count; ++j)
            for (int k = 0; k < j; ++k)
                assert_string_not_equal(test->figures[j].name, test->figures[k].name);
    }
}

static void an_unknown_test_is_told_with_the_nearest_name(void **state)
{
    (void)state;
    kamm_vehicle_def def = road_car();
    kamm_vehicle_file file = file_of(&def);
    kamm_test_result result;
    kamm_error error;
    assert_int_equal(kamm_run_test("brakes", &file, NULL, &result, &error), KAMM_ERROR_UNKNOWN);
    assert_non_null(strstr(error.text, "did you mean brake?"));
}

static void a_car_that_cannot_be_compiled_is_an_error(void **state)
{
    (void)state;
    kamm_vehicle_def def = road_car();
    kamm_test_result result;
    kamm_error error;
    def.body.mass_kg = -1;
    kamm_vehicle_file file = file_of(&def);
    assert_int_equal(kamm_run_test("brake", &file, NULL, &result, &error), KAMM_ERROR_RANGE);
    assert_non_null(strstr(error.text, "body.mass_kg"));
}

/* -- straight ahead --------------------------------------------------------------------------- */

/* Time from standstill to v with all of the engine's power and no resistance at all. */
static double min_time_s(const kamm_vehicle_def *def, double speed_mps)
{
    const kamm_curve *torque = &def->engine.torque_curve;
    double power_w = 0;
    for (int i = 0; i < torque->count; ++i) power_w = fmax(power_w, torque->x[i] * torque->y[i]);
    return def->body.mass_kg * speed_mps * speed_mps / (2 * power_w);
}

static void acceleration_takes_longer_than_its_power_needs(void **state)
{
    (void)state;
    kamm_vehicle_def def = road_car();
    kamm_test_result result = run("accel", &def);
    double time_s = value(&result, "time_0_100_kmh_s");
    expect_above(time_s, min_time_s(&def, 100 / 3.6));
    expect_below(time_s, 2.5 * min_time_s(&def, 100 / 3.6));
    expect_below(value(&result, "time_0_60_mph_s"), time_s); /* by rollout and 3.4 km/h */
    expect_above(value(&result, "standing_km_s"), value(&result, "quarter_mile_s"));
    expect_below(value(&result, "quarter_mile_kmh") / 3.6,
                 2 * 402.336 / value(&result, "quarter_mile_s"));
    expect_above(value(&result, "quarter_mile_kmh") / 3.6,
                 402.336 / value(&result, "quarter_mile_s"));
}

static void what_is_out_of_reach_is_not_a_number(void **state)
{
    (void)state;
    kamm_vehicle_def def = road_car();
    def.engine.speed_limit_mps = 30;
    kamm_test_result result = run("accel", &def);
    assert_true(isfinite(value(&result, "time_0_100_kmh_s")));
    assert_true(isnan(value(&result, "time_0_200_kmh_s")));
    assert_non_null(strstr(find(&result, "time_0_200_kmh_s")->note, "not reached"));
}

/* On ice a front-driven car can have the front axle's load times friction at most. */
static void launching_on_ice_is_at_most_friction_times_the_driven_load(void **state)
{
    (void)state;
    kamm_vehicle_def def = plain_car();
    const kamm_surface *ice = surface("ice");
    kamm_test_result result = run_on("accel", &def, ice);
    double front = 1 - def.body.cg_behind_front_axle_m / def.axles[1].behind_front_axle_m;
    double rolling_mps2 = def.axles[0].tyre.qsy1 * GRAVITY_MPS2;
    double peak_mps2 = (double)ice->friction * def.axles[0].tyre.pdx1 * GRAVITY_MPS2 * front;
    expect_below(value(&result, "peak_acceleration_mps2"), peak_mps2 - rolling_mps2);
    double sliding = 0.75 * (1 - (double)ice->sliding_loss); /* the wheels spin */
    expect_above(value(&result, "peak_acceleration_mps2"), sliding * (peak_mps2 - rolling_mps2));
}

static void braking_figures_agree_with_each_other_and_with_friction(void **state)
{
    (void)state;
    kamm_vehicle_def def = road_car();
    kamm_test_result result = run("brake", &def);
    kamm_error error;
    kamm_model *model = kamm_create_model(&def, KAMM_FULL, &error);
    kamm_model_info info = kamm_describe(model);
    kamm_destroy_model(model);
    double speed_mps = 100 / 3.6, distance_m = value(&result, "distance_100_0_kmh_m");
    double mean_mps2 = value(&result, "mean_deceleration_mps2");
    expect_share(mean_mps2, speed_mps * speed_mps / (2 * distance_m), 1e-9);
    double peak = fmax(info.peak_friction_x[0], info.peak_friction_x[2]);
    expect_below(mean_mps2, 1.05 * peak * GRAVITY_MPS2); /* 5 %: load sensitivity and drag */
    expect_above(mean_mps2, 0.75 * peak * GRAVITY_MPS2);
    expect_above(value(&result, "time_100_0_kmh_s"), speed_mps / (1.05 * peak * GRAVITY_MPS2));
    expect_share(value(&result, "distance_70_0_mph_m") / distance_m,
                 pow(70 * 0.44704 / speed_mps, 2), 0.05);
}

/* Locked wheels on a plain tyre: sliding friction. */
static void without_anti_lock_brakes_the_stop_is_longer(void **state)
{
    (void)state;
    kamm_vehicle_def def = road_car();
    def.axles[0].brake_torque_nm = def.axles[1].brake_torque_nm = 4000;
    kamm_test_result with = run("brake", &def);
    def.aids.abs = 0;
    kamm_test_result without = run("brake", &def);
    expect_above(value(&without, "distance_100_0_kmh_m"),
                 1.02 * value(&with, "distance_100_0_kmh_m"));
}

/* At top speed the engine's power is what drag, rolling resistance and slip take. */
static void top_speed_is_where_power_meets_resistance(void **state)
{
    (void)state;
    kamm_vehicle_def def = plain_car();
    def.engine.response_s = 0.01;
    kamm_test_result result = run("top-speed", &def);
    double speed_mps = value(&result, "top_speed_kmh") / 3.6;
    double engine_radps = value(&result, "engine_rpm") * PI / 30;
    const kamm_curve *torque = &def.engine.torque_curve;
    int i = 1;
    while (i < torque->count - 1 && torque->x[i] < engine_radps) ++i;
    double share = (engine_radps - torque->x[i - 1]) / (torque->x[i] - torque->x[i - 1]);
    double torque_nm = torque->y[i - 1] + share * (torque->y[i] - torque->y[i - 1]);
    double power_w = torque_nm * engine_radps * def.clutch.efficiency;
    double drag_n =
        0.5 * 1.225 * def.aero.drag_coefficient * def.aero.frontal_area_m2 * speed_mps * speed_mps;
    double rolling_n = def.axles[0].tyre.qsy1 * def.body.mass_kg * GRAVITY_MPS2;
    expect_share(power_w, (drag_n + rolling_n) * speed_mps, 0.03);
}

static void a_governor_holds_its_speed(void **state)
{
    (void)state;
    kamm_vehicle_def def = road_car();
    def.engine.speed_limit_mps = 100 / 3.6;
    kamm_test_result result = run("top-speed", &def);
    expect_near(value(&result, "top_speed_kmh"), 100, 1.5);
}

/* What the first car's wheel rolls per radian. */
static double rolling_radius_m(const kamm_vehicle_def *def)
{
    kamm_cars *cars = start_cars(def, 1);
    put_car(cars, 0, &kamm_flat_ground, 0, 20, 0);
    drive_for(cars, &kamm_flat_ground, 1);
    double radius_m = kamm_read(cars, 0, KAMM_CHANNEL_forward_speed_mps) /
                      kamm_read_wheel(cars, 0, 0, KAMM_WHEEL_spin_radps);
    end_cars(cars);
    return radius_m;
}

/* dv/dt = -(c0 + c2 v^2) has a closed form: t = (atan(v1 s) - atan(v2 s)) / sqrt(c0 c2) with
 * s = sqrt(c2 / c0). */
static void coasting_down_takes_the_analytic_time(void **state)
{
    (void)state;
    kamm_vehicle_def def = plain_car();
    kamm_test_result result = run("coast-down", &def);
    double radius_m = rolling_radius_m(&def), mass_kg = def.body.mass_kg;
    double rolling_kg = mass_kg + 4 * def.axles[0].wheel_inertia_kgm2 / (radius_m * radius_m);
    double f0_n = def.axles[0].tyre.qsy1 * mass_kg * GRAVITY_MPS2 *
                  def.axles[0].tyre.unloaded_radius_m / radius_m;
    double half_drag = 0.5 * 1.225 * def.aero.drag_coefficient * def.aero.frontal_area_m2;
    double scale = sqrt(half_drag / f0_n);
    double time_s =
        rolling_kg / sqrt(f0_n * half_drag) * (atan(115 / 3.6 * scale) - atan(15 / 3.6 * scale));
    expect_share(value(&result, "time_115_15_kmh_s"), time_s, 0.003);
    expect_share(value(&result, "f0_n"), f0_n, 0.01);
    expect_near(value(&result, "f1_n_per_kmh") * 100, 0, 0.01 * f0_n);
    expect_share(value(&result, "f2_n_per_kmh2"), half_drag / (3.6 * 3.6), 0.01);
}

static void slope_hold_holds_and_then_rolls_off(void **state)
{
    (void)state;
    kamm_vehicle_def def = road_car();
    kamm_test_result result = run("slope-hold", &def);
    expect_below(value(&result, "creep_mm"), 0.1); /* in a minute; test_full_parking has ten */
    expect_below(value(&result, "max_wheel_spin_radps"), 1e-3);
    expect_below(value(&result, "time_to_roll_s"), 0.1);
    expect_near(value(&result, "difference_percent"), 0, 1);
}

/* -- cornering -------------------------------------------------------------------------------- */

static void skidpad_gives_limits_and_gradients(void **state)
{
    (void)state;
    LONG_TIER_ONLY();
    kamm_vehicle_def def = road_car();
    kamm_test_result result = run("skidpad", &def);
    expect_all_measured(&result);
    double limit = value(&result, "max_lateral_acceleration_300ft_g");
    expect_above(limit, 0.6);
    expect_below(limit, 1.1);
    expect_share(value(&result, "max_lateral_acceleration_100m_g"), limit, 0.1);
    def.axles[0].suspension.anti_roll_bar_n_per_m += 20000;
    kamm_test_result stiffer = run("skidpad", &def);
    expect_above(value(&stiffer, "understeer_gradient_deg_per_g"),
                 value(&result, "understeer_gradient_deg_per_g"));
    expect_below(value(&stiffer, "roll_gradient_deg_per_g"),
                 value(&result, "roll_gradient_deg_per_g"));
}

/* The sideslip at the rear axle is its slip angle: beta = lr/R - alpha_r, so that its gradient is
 * minus the rear axle's load over its cornering stiffness. With grip to spare that stays linear. */
static void sideslip_gradient_is_the_rear_axles(void **state)
{
    (void)state;
    LONG_TIER_ONLY();
    kamm_vehicle_def def = flat_riding_car();
    def.axles[0].tyre.lmuy = def.axles[1].tyre.lmuy = 4;
    kamm_test_result result = run("skidpad", &def);
    kamm_error error;
    kamm_model *model = kamm_create_model(&def, KAMM_FULL, &error);
    kamm_model_info info = kamm_describe(model);
    kamm_destroy_model(model);
    double rear_n = info.static_load_n[2] + info.static_load_n[3];
    double stiffness =
        info.cornering_stiffness_n_per_rad[2] + info.cornering_stiffness_n_per_rad[3];
    expect_share(value(&result, "sideslip_gradient_deg_per_g"), -rear_n / stiffness * 180 / PI,
                 0.06);
}

static void step_steer_ends_in_steady_cornering(void **state)
{
    (void)state;
    kamm_vehicle_def def = road_car();
    kamm_test_result result = run("step-steer", &def);
    expect_all_measured(&result);
    expect_share(value(&result, "steady_yaw_rate_radps"), 4 / (80 / 3.6), 0.03);
    double response_s = value(&result, "response_time_yaw_s");
    expect_above(response_s, 0.03);
    expect_below(response_s, 0.4);
    expect_above(value(&result, "response_time_ay_s"), response_s);
    expect_above(value(&result, "peak_response_time_yaw_s"), response_s);
    expect_above(value(&result, "overshoot_yaw_percent"), -0.5);
}

static void less_grip_lowers_the_moose_test_speed(void **state)
{
    (void)state;
    LONG_TIER_ONLY();
    kamm_vehicle_def def = road_car();
    kamm_test_result dry = run("moose", &def), wet = run_on("moose", &def, surface("wet_asphalt"));
    expect_above(value(&dry, "best_entry_speed_kmh"), 50);
    expect_below(value(&dry, "best_entry_speed_kmh"), 90);
    expect_below(value(&wet, "best_entry_speed_kmh"), value(&dry, "best_entry_speed_kmh"));
    expect_below(value(&dry, "exit_speed_kmh"), value(&dry, "best_entry_speed_kmh"));
    kamm_test_result again = run("moose", &def);
    assert_memory_equal(&dry.figures[0].value, &again.figures[0].value, sizeof(double));
    assert_memory_equal(&dry.figures[3].value, &again.figures[3].value, sizeof(double));
}

/* Static stability factor track / (2 h): 1.5 / (2 * 0.95) = 0.79, less than the tyres' friction. */
static void a_tall_car_tips_up_and_a_low_one_does_not(void **state)
{
    (void)state;
    kamm_vehicle_def def = road_car();
    kamm_test_result low = run("fishhook", &def);
    assert_true(isnan(value(&low, "tip_up_speed_kmh")));
    expect_below(value(&low, "max_roll_deg"), 12);
    def.body.cg_height_m = 0.95;
    def.body.height_m = 2.2;
    kamm_test_result tall = run("fishhook", &def);
    expect_above(value(&tall, "tip_up_speed_kmh"), 55);
    expect_below(value(&tall, "tip_up_speed_kmh"), 81);
    expect_above(value(&tall, "max_roll_deg"), value(&low, "max_roll_deg"));
}

/* FMVSS 126 allows 35 and 20 % of the yaw rate and asks for 1.83 m aside. */
static void stability_control_passes_sine_with_dwell(void **state)
{
    (void)state;
    kamm_vehicle_def def = road_car();
    def.aids.esc = 0;
    kamm_test_result without = run("sine-dwell", &def);
    def.aids.esc = 1;
    kamm_test_result with = run("sine-dwell", &def);
    expect_all_measured(&with);
    expect_below(value(&with, "yaw_left_after_1_s_percent"), 35);
    expect_below(value(&with, "yaw_left_after_1_75_s_percent"), 20);
    expect_above(value(&with, "aside_after_1_07_s_m"), 1.83);
    expect_above(value(&without, "yaw_left_after_1_s_percent"),
                 value(&with, "yaw_left_after_1_s_percent"));
    expect_near(value(&without, "steering_for_03g_deg"), value(&with, "steering_for_03g_deg"), 0.5);
}

/* -- results ---------------------------------------------------------------------------------- */

static void results_carry_published_figures_into_json(void **state)
{
    (void)state;
    kamm_vehicle_def def = road_car();
    kamm_vehicle_file file = file_of(&def);
    file.published_count = 1;
    file.published[0] = (kamm_published_figure){"brake.distance_100_0_kmh_m", 40, "a magazine"};
    kamm_test_result result;
    kamm_error error;
    assert_int_equal(kamm_run_test("brake", &file, NULL, &result, &error), KAMM_OK);
    result.figures[1].value = NAN;
    char text[4096] = {0};
    FILE *out = fmemopen(text, sizeof text, "w");
    assert_int_equal(kamm_write_test_result(&result, "a \"car\"", out, &error), KAMM_OK);
    fclose(out);
    cJSON *json = cJSON_Parse(text);
    assert_non_null(json);
    assert_string_equal(cJSON_GetObjectItem(json, "test")->valuestring, "brake");
    assert_string_equal(cJSON_GetObjectItem(json, "car")->valuestring, "a \"car\"");
    cJSON *figures = cJSON_GetObjectItem(json, "figures");
    assert_int_equal(cJSON_GetArraySize(figures), result.figure_count);
    cJSON *distance = cJSON_GetObjectItem(figures, "distance_100_0_kmh_m");
    assert_true(cJSON_GetObjectItem(distance, "value")->valuedouble == result.figures[0].value);
    assert_string_equal(cJSON_GetObjectItem(distance, "unit")->valuestring, "m");
    assert_true(cJSON_GetObjectItem(distance, "published")->valuedouble == 40);
    assert_true(cJSON_IsNull(
        cJSON_GetObjectItem(cJSON_GetObjectItem(figures, "distance_70_0_mph_m"), "value")));
    assert_true(cJSON_IsNull(
        cJSON_GetObjectItem(cJSON_GetObjectItem(figures, "time_100_0_kmh_s"), "published")));
    cJSON_Delete(json);
}

struct turned {
    double fastest_radps, first_s, last_s, end_rad, before_rad, before_s, entry_mps;
};

static void see_steering(const kamm_cars *cars, int car, double time_s, void *user)
{
    struct turned *seen = user;
    double now = kamm_read(cars, car, KAMM_CHANNEL_steering_wheel_rad);
    if (!(seen->entry_mps > 0)) seen->entry_mps = kamm_read(cars, car, KAMM_CHANNEL_speed_mps);
    if (time_s > seen->before_s)
        seen->fastest_radps =
            fmax(seen->fastest_radps, fabs(now - seen->before_rad) / (time_s - seen->before_s));
    if (fabs(now) > 0 && !(seen->first_s > 0)) seen->first_s = seen->before_s;
    if (fabs(now - seen->before_rad) > 1e-6) seen->last_s = time_s;
    seen->before_rad = seen->end_rad = now, seen->before_s = time_s;
}

/* 80 km/h, half a second straight on, then at 400 degrees a second to an angle that is held. */
static void step_steer_turns_the_wheel_as_the_standard_says(void **state)
{
    (void)state;
    kamm_vehicle_def def = road_car();
    kamm_vehicle_file file = file_of(&def);
    struct turned seen = {.fastest_radps = 0};
    kamm_test_options options = {.at_row = see_steering, .user = &seen};
    kamm_test_result result;
    kamm_error error;
    if (kamm_run_test("step-steer", &file, &options, &result, &error)) fail_msg("%s", error.text);
    print_message("%.3f m/s, at %.4f rad/s from %.3f to %.3f s, to %.4f rad\n", seen.entry_mps,
                  seen.fastest_radps, seen.first_s, seen.last_s, seen.end_rad);
    expect_share(seen.entry_mps, 80 / 3.6, 2e-3);
    expect_near(seen.first_s, 0.5, 0.011);
    expect_share(seen.fastest_radps, 400 * PI / 180, 0.01);
    expect_share(seen.end_rad * 180 / PI, value(&result, "steering_wheel_deg"), 1e-5);
    expect_near(seen.last_s - seen.first_s, seen.end_rad / (400 * PI / 180), 0.021);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_test_can_be_found_and_its_figures_told_apart),
        cmocka_unit_test(an_unknown_test_is_told_with_the_nearest_name),
        cmocka_unit_test(a_car_that_cannot_be_compiled_is_an_error),
        cmocka_unit_test(acceleration_takes_longer_than_its_power_needs),
        cmocka_unit_test(what_is_out_of_reach_is_not_a_number),
        cmocka_unit_test(launching_on_ice_is_at_most_friction_times_the_driven_load),
        cmocka_unit_test(braking_figures_agree_with_each_other_and_with_friction),
        cmocka_unit_test(without_anti_lock_brakes_the_stop_is_longer),
        cmocka_unit_test(top_speed_is_where_power_meets_resistance),
        cmocka_unit_test(a_governor_holds_its_speed),
        cmocka_unit_test(coasting_down_takes_the_analytic_time),
        cmocka_unit_test(slope_hold_holds_and_then_rolls_off),
        cmocka_unit_test(skidpad_gives_limits_and_gradients),
        cmocka_unit_test(sideslip_gradient_is_the_rear_axles),
        cmocka_unit_test(step_steer_ends_in_steady_cornering),
        cmocka_unit_test(less_grip_lowers_the_moose_test_speed),
        cmocka_unit_test(a_tall_car_tips_up_and_a_low_one_does_not),
        cmocka_unit_test(stability_control_passes_sine_with_dwell),
        cmocka_unit_test(results_carry_published_figures_into_json),
        cmocka_unit_test(step_steer_turns_the_wheel_as_the_standard_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
