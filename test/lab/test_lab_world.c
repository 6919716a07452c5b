/* Road tests on terrain, among walls and other cars, and the driver who follows a path: figures against closed
 * forms, where there is one. */
/* KAMM_QUICK_TESTS leaves this out: it drives for long to measure. */
#include "support/cars.h"
#include "support/tier.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <kamm/driver.h>
#include <kamm/io/lab.h>

#include "lab/ride_filter.h"

static kamm_vehicle_file file_of(const kamm_vehicle_def *def)
{
    kamm_vehicle_file file = {.id = "test-car", .def = *def};
    return file;
}

static kamm_test_result run_with(const char *test, const kamm_vehicle_def *def,
                                 const kamm_test_options *options)
{
    kamm_vehicle_file file = file_of(def);
    kamm_test_result result;
    kamm_error error;
    if (!in_long_tier()) file.def.stepping.substeps_per_s = KAMM_TEST_SUBSTEPS_PER_S;
    if (kamm_run_test(test, &file, options, &result, &error)) fail_msg("%s", error.text);
    return result;
}

static kamm_test_result run(const char *test, const kamm_vehicle_def *def)
{
    return run_with(test, def, NULL);
}

static double value(const kamm_test_result *result, const char *name)
{
    for (int i = 0; i < result->figure_count; ++i)
        if (strcmp(result->figures[i].name, name) == 0) return result->figures[i].value;
    fail_msg("there is no figure %s", name);
    return NAN;
}

/* -- rough roads ------------------------------------------------------------------------------ */

/* RMS gain for a sine, after the filter has settled. */
static double gain(double frequency_hz)
{
    const double rate_hz = 400;
    kamm_ride_filter filter = kamm_make_ride_filter(rate_hz);
    int settling = (int)(10 * rate_hz), samples = (int)(20 * rate_hz);
    double in = 0, out = 0;
    for (int i = 0; i < settling + samples; ++i) {
        double sine = sin(2 * PI * frequency_hz * i / rate_hz);
        double weighted = kamm_filter_ride(&filter, sine);
        in += i < settling ? 0 : sine * sine;
        out += i < settling ? 0 : weighted * weighted;
    }
    return sqrt(out / in);
}

/* ISO 2631-1, table 3, one-third octaves; below 2 % apart. */
static void vibration_is_weighted_as_the_norm_has_it(void **state)
{
    (void)state;
    expect_share(gain(0.5), 0.418, 0.02);
    expect_share(gain(1), 0.482, 0.02);
    expect_share(gain(2), 0.531, 0.02);
    expect_share(gain(4), 0.967, 0.02);
    expect_share(gain(5), 1.039, 0.02);
    expect_share(gain(8), 1.036, 0.02);
    expect_share(gain(16), 0.768, 0.02);
    expect_share(gain(31.5), 0.405, 0.02);
}

/* Dampers without a knee; stops far away. */
static kamm_vehicle_def even_car(void)
{
    kamm_vehicle_def def = default_vehicle();
    for (int i = 0; i < 2; ++i) {
        kamm_suspension_def *s = &def.axles[i].suspension;
        s->bump_fast_damping_ns_per_m = s->bump_damping_ns_per_m;
        s->rebound_fast_damping_ns_per_m = s->rebound_damping_ns_per_m;
        s->bump_travel_m = s->rebound_travel_m = 0.3;
    }
    return def;
}

/* Heights double with each class, and so does all that follows while nothing is at its end. */
static void each_roughness_class_doubles_the_vibration(void **state)
{
    (void)state;
    kamm_vehicle_def def = even_car();
    kamm_test_result result = run("rough-road", &def);
    double b_mps2 = value(&result, "weighted_acceleration_class_b_mps2");
    expect_share(value(&result, "weighted_acceleration_class_a_mps2") * 2, b_mps2, 0.1);
    expect_share(value(&result, "weighted_acceleration_class_c_mps2"), 2 * b_mps2, 0.1);
    expect_above(value(&result, "weighted_acceleration_class_e_mps2"), 6 * b_mps2);
    expect_above(b_mps2, 0.2); /* as cars are at that speed */
    expect_below(b_mps2, 0.8);
    expect_above(value(&result, "without_contact_class_e_percent"),
                 value(&result, "without_contact_class_c_percent"));
    expect_above(value(&result, "acceleration_class_c_mps2"),
                 value(&result, "weighted_acceleration_class_c_mps2"));
}

/* -- split friction ---------------------------------------------------------------------------- */

static void split_friction_turns_the_car_and_anti_lock_brakes_lessen_it(void **state)
{
    (void)state;
    kamm_vehicle_def def = default_vehicle();
    kamm_test_result result = run("split-mu", &def);
    expect_above(value(&result, "held_yaw_after_1_s_deg"), 3); /* towards the good side */
    expect_above(value(&result, "held_yaw_after_1_s_no_abs_deg"), 3);
    expect_below(value(&result, "held_turned_deg"), 0.6 * value(&result, "held_turned_no_abs_deg"));
    expect_below(value(&result, "max_yaw_deg"), 15); /* a driver can hold it */
    expect_above(value(&result, "max_yaw_no_abs_deg"), 90);
    /* No less than both sides' friction together take, no more than the slippery one alone. */
    double speed_mps = 100 / 3.6, distance_m = value(&result, "stopping_distance_m");
    expect_above(distance_m, speed_mps * speed_mps / (2 * 1.24 / 2 * 1.1 * GRAVITY_MPS2));
    expect_below(distance_m, speed_mps * speed_mps / (2 * 0.24 * 0.8 * GRAVITY_MPS2));
    def.aids.abs = 0;
    kamm_test_result none = run("split-mu", &def);
    assert_true(isnan(value(&none, "stopping_distance_m")));
    assert_true(isfinite(value(&none, "stopping_distance_no_abs_m")));
}

/* -- jump --------------------------------------------------------------------------------------- */

static void without_air_a_flight_is_ballistic(void **state)
{
    (void)state;
    kamm_vehicle_def def = default_vehicle();
    kamm_test_result air = run("jump", &def);
    def.aero.frontal_area_m2 = 0;
    kamm_test_result result = run("jump", &def);
    expect_near(value(&result, "difference_percent"), 0, 0.5);
    expect_above(value(&result, "range_m"), 10);
    expect_below(value(&air, "difference_percent"), value(&result, "difference_percent"));
    double speed_mps = value(&result, "take_off_speed_kmh") / 3.6;
    double climb_mps = speed_mps * sin(value(&result, "take_off_angle_deg") * PI / 180);
    double sink_mps = value(&result, "landing_sink_speed_mps");
    expect_near(sink_mps, value(&result, "flight_time_s") * GRAVITY_MPS2 - climb_mps, 0.3);
    expect_above(value(&result, "peak_wheel_load_n"), def.body.mass_kg * GRAVITY_MPS2);
}

/* -- rollover ----------------------------------------------------------------------------------- */

static void a_kerb_trips_at_about_the_speed_of_the_closed_form(void **state)
{
    (void)state;
    kamm_vehicle_def def = default_vehicle();
    kamm_test_result result = run("rollover", &def);
    expect_near(value(&result, "speed_over_kerb_speed"), 1, 0.15);
    expect_above(value(&result, "quarter_turns_at_80_kmh"), 0.5);
    expect_below(value(&result, "max_energy_rise_percent"), 2);
    def.body.cg_height_m += 0.2;
    kamm_test_result tall = run("rollover", &def);
    expect_below(value(&tall, "critical_sliding_speed_kmh"),
                 0.8 * value(&result, "critical_sliding_speed_kmh"));
}

/* -- crash -------------------------------------------------------------------------------------- */

static void check_crash(kamm_rung rung)
{
    kamm_vehicle_def def = default_vehicle();
    kamm_test_options options = {.rung = rung};
    def.body.restitution = 0.2;
    kamm_test_result result = run_with("crash", &def, &options);
    double rebound_kmh = value(&result, "wall_rebound_kmh");
    expect_below(rebound_kmh, 0.2 * 56 * 1.02); /* some of it turns the car, tyres take some */
    expect_above(rebound_kmh, 0.2 * 56 * 0.3);
    expect_near(value(&result, "wall_delta_v_kmh") - rebound_kmh, 56, 0.5);
    expect_share(value(&result, "head_on_delta_v_kmh"),
                 value(&result, "wall_delta_v_kmh") * 50 / 56, 0.05);
    expect_below(value(&result, "side_momentum_error_percent"), 1);
    /* What one car loses the other gains, but for the tyres that are shoved aside. */
    double striking_kmh = value(&result, "side_delta_v_striking_kmh");
    expect_share(value(&result, "side_delta_v_struck_kmh"), striking_kmh, 0.15);
    expect_above(striking_kmh, 25); /* e = 0: both at half */
    expect_below(striking_kmh, 1.2 * 25 * 1.05);
    expect_above(value(&result, "offset_yaw_rate_deg_per_s"), 5); /* round the block */
    expect_near(value(&result, "tunnelled"), 0, 0);
    expect_below(value(&result, "fast_depth_mm"), 50);
}

static void crashes_keep_momentum_and_nothing_passes_a_wall(void **state)
{
    (void)state;
    check_crash(KAMM_FULL);
    check_crash(KAMM_RIGID2D);
}

/* -- the driver ----------------------------------------------------------------------------------- */

enum { ARC_POINTS = 40, STRAIGHT_POINTS = 40, POINTS = 2 * (ARC_POINTS + STRAIGHT_POINTS) };
static const double radius_m = 50, straight_m = 200;

/* Two straights and two half circles, driven to the left; the line is the middle of the first straight. */
static kamm_path stadium(double (*points_m)[2])
{
    kamm_path path = {.name = "stadium", .count = POINTS, .points_m = points_m, .width_m = 10};
    path.closed = 1;
    for (int half = 0; half < 2; ++half) {
        double sign = half ? -1 : 1, (*p)[2] = points_m + half * (POINTS / 2);
        for (int i = 0; i < STRAIGHT_POINTS; ++i, ++p) {
            (*p)[0] = sign * (straight_m * i / STRAIGHT_POINTS - straight_m / 2);
            (*p)[1] = -sign * radius_m;
        }
        for (int i = 0; i < ARC_POINTS; ++i, ++p) {
            double angle = PI * i / ARC_POINTS;
            (*p)[0] = sign * (straight_m / 2 + radius_m * sin(angle));
            (*p)[1] = -sign * radius_m * cos(angle);
        }
    }
    return path;
}

static kamm_line *stadium_line(void)
{
    double points_m[POINTS][2];
    kamm_path path = stadium(points_m);
    kamm_error error;
    kamm_line *line = kamm_create_line(&path, &error);
    if (!line) fail_msg("%s", error.text);
    return line;
}

static void a_line_has_the_length_and_the_bends_of_its_path(void **state)
{
    (void)state;
    kamm_line *line = stadium_line();
    double length_m = 2 * straight_m + 2 * PI * radius_m, left_m;
    expect_share(kamm_line_length_m(line), length_m, 1e-3);
    expect_near(kamm_line_at(line, 100).curvature_per_m, 0, 1e-4);
    double bend_m = straight_m + PI * radius_m / 2;
    expect_share(kamm_line_at(line, bend_m).curvature_per_m, 1 / radius_m, 0.01);
    expect_near(kamm_line_at(line, bend_m).heading_rad, PI / 2, 0.01);
    expect_near(kamm_line_at(line, 100 - kamm_line_length_m(line)).x_m, 0, 0.1);
    expect_near(kamm_line_station_m(line, 0, 3 - radius_m, -1, &left_m), 100, 0.1);
    expect_near(left_m, 3, 0.01);
    expect_near(kamm_line_station_m(line, 5, -2 - radius_m, 95, &left_m), 105, 0.1);
    expect_near(left_m, -2, 0.01);
    kamm_destroy_line(line);
}

static void bad_paths_and_plans_are_refused(void **state)
{
    (void)state;
    double points_m[POINTS][2];
    kamm_path path = stadium(points_m);
    kamm_error error;
    path.count = 2;
    assert_null(kamm_create_line(&path, &error));
    assert_int_equal(error.code, KAMM_ERROR_RANGE);
    path.count = POINTS;
    points_m[7][1] = NAN;
    assert_null(kamm_create_line(&path, &error));
    assert_non_null(strstr(error.text, "point 7 is not finite"));
    memcpy(points_m[7], points_m[6], sizeof points_m[6]);
    assert_null(kamm_create_line(&path, &error));
    assert_non_null(strstr(error.text, "point 7 lies on the one before"));
    kamm_line *line = stadium_line();
    kamm_vehicle_def def = default_vehicle();
    kamm_model *model = kamm_create_model(&def, KAMM_FULL, &error);
    assert_null(kamm_create_plan(line, model, 0, &error));
    assert_non_null(strstr(error.text, "0.01 to 3"));
    kamm_destroy_model(model);
    kamm_destroy_line(line);
}

/* In the middle of the bend v^2 / r is the grip that was asked for, where loads do not shift; half of it on half the grip. */
static void a_plan_keeps_to_the_grip(void **state)
{
    (void)state;
    kamm_line *line = stadium_line();
    kamm_vehicle_def def = plain_car();
    kamm_error error;
    kamm_model *model = kamm_create_model(&def, KAMM_SINGLE_TRACK, &error);
    kamm_plan *full = kamm_create_plan(line, model, 0.8, &error),
              *half = kamm_create_plan(line, model, 0.4, &error);
    double bend_m = straight_m + PI * radius_m / 2,
           speed_mps = kamm_planned_speed_mps(full, bend_m);
    double grip = kamm_describe(model).peak_friction_y[0];
    expect_share(speed_mps * speed_mps / radius_m, 0.8 * grip * GRAVITY_MPS2, 0.02);
    expect_share(kamm_planned_speed_mps(half, bend_m), speed_mps / sqrt(2), 0.01);
    expect_above(kamm_planned_speed_mps(full, 150), speed_mps + 2);
    expect_above(kamm_planned_time_s(half), kamm_planned_time_s(full));
    kamm_destroy_plan(full);
    kamm_destroy_plan(half);
    kamm_destroy_model(model);
    kamm_destroy_line(line);
}

/* Braking into the bend and the bend itself together take no more than the friction ellipse has. */
static void a_plan_brakes_with_what_the_bend_leaves(void **state)
{
    (void)state;
    const double grip = 0.8, drag = 0.06;
    kamm_line *line = stadium_line();
    kamm_vehicle_def def = plain_car();
    kamm_error error;
    kamm_model *model = kamm_create_model(&def, KAMM_FULL, &error);
    kamm_model_info info = kamm_describe(model);
    kamm_plan *plan = kamm_create_plan(line, model, grip, &error);
    double max = 0, both = 0;
    for (double at_m = 0; at_m < kamm_line_length_m(line); at_m += 1) {
        double v = kamm_planned_speed_mps(plan, at_m),
               next = kamm_planned_speed_mps(plan, at_m + 1);
        double aside = v * v * kamm_line_at(line, at_m).curvature_per_m / info.peak_friction_y[0];
        double along = fmin(0, (next * next - v * v) / 2) / info.peak_friction_x[0];
        max = fmax(max, hypot(aside, along) / GRAVITY_MPS2);
        if (along < -0.2 * GRAVITY_MPS2) both = fmax(both, aside / GRAVITY_MPS2);
    }
    expect_below(max, grip * (1 + drag));
    expect_above(both, 0.3); /* it brakes where the line bends already */
    kamm_destroy_plan(plan);
    kamm_destroy_model(model);
    kamm_destroy_line(line);
}

/* One lap by itself: time and farthest from the line. `at_rest`: from standstill, beside the line. */
static double lap_s(const kamm_vehicle_def *def, double grip, int at_rest, double *farthest_m)
{
    kamm_line *line = stadium_line();
    kamm_cars *cars = start_cars(def, 1);
    kamm_error error;
    kamm_plan *plan = kamm_create_plan(line, kamm_model_of(cars, 0), grip, &error);
    kamm_driver driver = kamm_driver_on(plan, 0);
    kamm_placement start = kamm_driver_start(&driver);
    if (at_rest) start.speed_mps = 0, start.position_m[1] += 2;
    kamm_place(cars, 0, &start);
    double time_s = 0;
    for (*farthest_m = 0; driver.driven_m < kamm_line_length_m(line) && time_s < 100;
         time_s += 0.01) {
        kamm_drive_path(&driver, cars, 0, 0.01);
        kamm_step(cars, &kamm_flat_ground, 12);
        if (driver.driven_m > 60) *farthest_m = fmax(*farthest_m, fabs(driver.left_m));
    }
    kamm_destroy_plan(plan);
    kamm_destroy_line(line);
    end_cars(cars);
    return time_s;
}

static void the_driver_holds_the_line_at_nearly_the_planned_speed(void **state)
{
    (void)state;
    kamm_vehicle_def def = default_vehicle();
    double farthest_m, slow_m, brisk_s = lap_s(&def, 0.7, 0, &farthest_m);
    expect_below(farthest_m, 1.5);
    expect_below(brisk_s, lap_s(&def, 0.45, 0, &slow_m));
    expect_below(slow_m, 0.8);
    kamm_error error;
    kamm_line *line = stadium_line();
    kamm_model *model = kamm_create_model(&def, KAMM_FULL, &error);
    kamm_plan *plan = kamm_create_plan(line, model, 0.7, &error);
    expect_share(brisk_s, kamm_planned_time_s(plan), 0.1);
    kamm_destroy_plan(plan);
    kamm_destroy_model(model);
    kamm_destroy_line(line);
    double again_m, again_s = lap_s(&def, 0.7, 0, &again_m);
    assert_true(again_s == brisk_s && again_m == farthest_m); /* equal runs are equal */
    if (!in_long_tier()) return;
    expect_above(lap_s(&def, 0.7, 1, &again_m), brisk_s);
    expect_below(again_m, 1.5);
}

/* -- worlds and surfaces --------------------------------------------------------------------------- */

static void tests_refuse_worlds_and_surfaces_that_they_do_not_take(void **state)
{
    (void)state;
    kamm_vehicle_def def = default_vehicle();
    kamm_vehicle_file file = file_of(&def);
    kamm_surface wet = {.friction = 0.7F};
    kamm_test_options in_world = {.world = "proving-ground"}, on_wet = {.surface = &wet};
    kamm_test_options nowhere = {.world = "no-such-world"};
    kamm_test_result result;
    kamm_error error;
    assert_int_equal(kamm_run_test("brake", &file, &in_world, &result, &error), KAMM_ERROR_RANGE);
    assert_non_null(strstr(error.text, "brake takes no world"));
    assert_int_equal(kamm_run_test("lap", &file, &on_wet, &result, &error), KAMM_ERROR_RANGE);
    assert_int_equal(kamm_run_test("lap", &file, &nowhere, &result, &error), KAMM_ERROR_UNKNOWN);
    assert_non_null(strstr(error.text, "no-such-world"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vibration_is_weighted_as_the_norm_has_it),
        cmocka_unit_test(each_roughness_class_doubles_the_vibration),
        cmocka_unit_test(split_friction_turns_the_car_and_anti_lock_brakes_lessen_it),
        cmocka_unit_test(without_air_a_flight_is_ballistic),
        cmocka_unit_test(a_kerb_trips_at_about_the_speed_of_the_closed_form),
        cmocka_unit_test(crashes_keep_momentum_and_nothing_passes_a_wall),
        cmocka_unit_test(a_line_has_the_length_and_the_bends_of_its_path),
        cmocka_unit_test(bad_paths_and_plans_are_refused),
        cmocka_unit_test(a_plan_keeps_to_the_grip),
        cmocka_unit_test(a_plan_brakes_with_what_the_bend_leaves),
        cmocka_unit_test(the_driver_holds_the_line_at_nearly_the_planned_speed),
        cmocka_unit_test(tests_refuse_worlds_and_surfaces_that_they_do_not_take),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
