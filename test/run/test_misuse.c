/* Every public function that takes a pointer or an index tells the assert hook of what cannot be, and returns
 * without effect. */
#include "support/misuse.h"

#include <kamm/commonroad.h>
#include <kamm/driver.h>
#include <kamm/io/lab.h>
#include <kamm/io/tyre_file.h>
#include <kamm/io/vehicle_file.h>
#include <kamm/io/world_file.h>
#include <kamm/single_track.h>
#include <math.h>
#include <string.h>

static kamm_model *model;
static kamm_cars *cars;
static kamm_world *world;
static kamm_terrain *terrain;
static kamm_line *line;
static kamm_plan *plan;
static kamm_vehicle_def def;
static kamm_error error;

static kamm_terrain *make_terrain(void)
{
    kamm_surface asphalt = {.name = "asphalt", .friction = 1};
    kamm_layer level = {.kind = KAMM_LAYER_PLANE, .surface = -1};
    kamm_terrain_def terrain_def = {.layers = &level, .layer_count = 1};
    terrain_def.surfaces = &asphalt;
    terrain_def.surface_count = 1;
    return kamm_create_terrain(&terrain_def, &error);
}

static int set_up(void **state)
{
    (void)state;
    double points[3][2] = {{0, 0}, {50, 0}, {100, 10}};
    kamm_path path = {.name = "lane", .count = 3, .points_m = points, .width_m = 4};
    kamm_world_def world_def = {.ground = kamm_flat_ground};
    def = default_vehicle();
    model = kamm_create_model(&def, KAMM_FULL, &error);
    cars = kamm_create_cars(model, 3, NULL);
    world = kamm_create_world(&world_def, &error);
    terrain = make_terrain();
    line = kamm_create_line(&path, &error);
    plan = kamm_create_plan(line, model, 0.8, &error);
    kamm_set_assert_handler(count_report, NULL);
    misuse_error = &error;
    return !(cars && world && terrain && plan);
}

static int tear_down(void **state)
{
    (void)state;
    kamm_set_assert_handler(NULL, NULL);
    kamm_destroy_plan(plan);
    kamm_destroy_line(line);
    kamm_destroy_terrain(terrain);
    kamm_destroy_world(world);
    kamm_destroy_cars(cars);
    kamm_destroy_model(model);
    return 0;
}

static void misuse_of_cars_calls_the_hook(void **state)
{
    (void)state;
    const kamm_model *none[1] = {NULL};
    kamm_placement placement = {0};
    kamm_pose pose;
    kamm_wheel_pose wheels[4];
    MISUSE(kamm_create_cars(NULL, 1, NULL));
    MISUSE(kamm_create_cars(model, 0, NULL));
    MISUSE(kamm_create_mixed_cars(NULL, 1, NULL));
    MISUSE(kamm_create_mixed_cars(none, 1, NULL));
    MISUSE(kamm_count(NULL));
    MISUSE(kamm_model_of(NULL, 0));
    MISUSE(kamm_model_of(cars, 3));
    MISUSE(kamm_placement_on(NULL, 0, 0, 0));
    MISUSE(kamm_place(NULL, 0, &placement));
    MISUSE(kamm_place(cars, -1, &placement));
    MISUSE(kamm_place(cars, 3, &placement));
    MISUSE(kamm_place(cars, 0, NULL));
    MISUSE(kamm_hand_over(NULL, 0, cars, 0));
    MISUSE(kamm_hand_over(cars, 3, cars, 0));
    MISUSE(kamm_hand_over(cars, 0, NULL, 0));
    MISUSE(kamm_hand_over(cars, 0, cars, -1));
    MISUSE(kamm_inputs(NULL));
    MISUSE(kamm_step(NULL, &kamm_flat_ground, 1));
    MISUSE(kamm_step(cars, NULL, 1));
    MISUSE(kamm_step(cars, &kamm_flat_ground, -1));
    MISUSE(kamm_step_tasks(NULL, &kamm_flat_ground, 1, NULL, NULL));
    MISUSE(kamm_step_tasks(cars, NULL, 1, NULL, NULL));
    MISUSE(kamm_step_tasks(cars, &kamm_flat_ground, -1, NULL, NULL));
    MISUSE(kamm_read(NULL, 0, KAMM_CHANNEL_x_m));
    MISUSE(kamm_read(cars, 3, KAMM_CHANNEL_x_m));
    MISUSE(kamm_read(cars, 0, KAMM_CHANNEL_COUNT));
    MISUSE(kamm_read_wheel(NULL, 0, 0, KAMM_WHEEL_load_n));
    MISUSE(kamm_read_wheel(cars, 0, 4, KAMM_WHEEL_load_n));
    MISUSE(kamm_read_wheel(cars, 0, 0, KAMM_WHEEL_CHANNEL_COUNT));
    MISUSE(kamm_state_row(NULL, 0, KAMM_ROW_CAR, 0, 0));
    MISUSE(kamm_state_row(cars, 1, KAMM_ROW_CAR, 0, 0));
    MISUSE(kamm_state_row(cars, 0, KAMM_ROW_WHEEL, 4, 0));
    MISUSE(kamm_state_row(cars, 0, KAMM_ROW_CAR, 0, 10000));
    MISUSE(kamm_position_row(NULL, 0, 0));
    MISUSE(kamm_position_row(cars, 0, 3));
    MISUSE(kamm_fault(NULL, 0));
    MISUSE(kamm_fault(cars, 3));
    MISUSE(kamm_read_pose(NULL, 0, 1, &pose, wheels));
    MISUSE(kamm_read_pose(cars, 3, 1, &pose, wheels));
    MISUSE(kamm_state_hash(NULL));
    MISUSE(kamm_describe(NULL));
    MISUSE(kamm_create_model(NULL, KAMM_FULL, &error));
    MISUSE(kamm_create_model(&def, (kamm_rung)0, &error));
    MISUSE(kamm_create_model(&def, (kamm_rung)6, &error));
    MISUSE(kamm_find_rung(NULL));
}

static void misuse_of_batches_calls_the_hook(void **state)
{
    (void)state;
    kamm_model *models[1];
    kamm_variants variants = {.count = 1};
    kamm_rollout_def rollout = {.steps = 1, .substeps = 1};
    kamm_cars *others = kamm_create_cars(model, 1, NULL);
    MISUSE(kamm_expand(NULL, KAMM_FULL, &variants, models, &error));
    MISUSE(kamm_expand(&def, (kamm_rung)0, &variants, models, &error));
    MISUSE(kamm_expand(&def, KAMM_FULL, NULL, models, &error));
    MISUSE(kamm_expand(&def, KAMM_FULL, &variants, NULL, &error));
    variants.count = 0;
    MISUSE(kamm_expand(&def, KAMM_FULL, &variants, models, &error));
    variants.count = variants.path_count = 1; /* but no paths */
    MISUSE(kamm_expand(&def, KAMM_FULL, &variants, models, &error));
    MISUSE(kamm_change_model(NULL, 0, model));
    MISUSE(kamm_change_model(cars, 0, NULL));
    MISUSE(kamm_change_model(cars, 3, model));
    MISUSE(kamm_change_model(cars, 0, model)); /* the cars share one */
    MISUSE(kamm_copy_car(NULL, 0, cars, 0));
    MISUSE(kamm_copy_car(cars, 0, NULL, 0));
    MISUSE(kamm_copy_car(cars, 3, cars, 0));
    MISUSE(kamm_copy_car(cars, 0, cars, -1));
    MISUSE(kamm_rollout(NULL, &kamm_flat_ground, &rollout, NULL, &error));
    MISUSE(kamm_rollout(others, NULL, &rollout, NULL, &error));
    MISUSE(kamm_rollout(others, &kamm_flat_ground, NULL, NULL, &error));
    rollout.from = others;
    MISUSE(kamm_rollout(others, &kamm_flat_ground, &rollout, NULL, &error));
    rollout.from = cars;
    rollout.channel_count = 1;
    MISUSE(kamm_rollout(others, &kamm_flat_ground, &rollout, NULL, &error));
    kamm_destroy_cars(others);
}

static void misuse_of_hosted_cars_calls_the_hook(void **state)
{
    (void)state;
    kamm_hosted hosted = {0};
    kamm_probe probes[4];
    kamm_wheel_push pushes[4];
    MISUSE(kamm_start_hosted(NULL, 0, &hosted));
    MISUSE(kamm_start_hosted(cars, 0, NULL));
    MISUSE(kamm_host_mass_of(NULL));
    MISUSE(kamm_step_hosted(NULL, &kamm_flat_ground, 1, &hosted));
    MISUSE(kamm_step_hosted(cars, NULL, 1, &hosted));
    MISUSE(kamm_step_hosted(cars, &kamm_flat_ground, -1, &hosted));
    MISUSE(kamm_step_hosted(cars, &kamm_flat_ground, 1, NULL));
    MISUSE(kamm_step_hosted_pushing(cars, &kamm_flat_ground, 1, NULL, pushes));
    MISUSE(kamm_read_probes(NULL, 0, probes));
    MISUSE(kamm_read_probes(cars, 0, NULL));
    MISUSE(kamm_read_hosted_probes(cars, 0, NULL, probes));
    MISUSE(kamm_read_hosted_probes(cars, 0, &hosted, NULL));
}

static void misuse_of_snapshots_calls_the_hook(void **state)
{
    (void)state;
    char bytes[8] = {0};
    MISUSE(kamm_snapshot_size(NULL));
    MISUSE(kamm_save_snapshot(NULL, bytes));
    MISUSE(kamm_save_snapshot(cars, NULL));
    MISUSE(kamm_restore_snapshot(NULL, bytes, 8, &error));
    MISUSE(kamm_restore_snapshot(cars, NULL, 8, &error));
    MISUSE(kamm_world_snapshot_size(NULL));
    MISUSE(kamm_save_world_snapshot(NULL, bytes));
    MISUSE(kamm_save_world_snapshot(world, NULL));
    MISUSE(kamm_restore_world_snapshot(NULL, bytes, 8, &error));
    MISUSE(kamm_restore_world_snapshot(world, NULL, 8, &error));
    MISUSE(kamm_world_state_hash(NULL));
}

static void misuse_of_fields_and_tyres_calls_the_hook(void **state)
{
    (void)state;
    const kamm_field_table *table = kamm_vehicle_table();
    kamm_tyre_def tyre = kamm_default_tyre();
    kamm_tyre_spec spec = kamm_default_tyre_spec();
    kamm_tyre_conditions conditions = {.load_n = 1};
    double value;
    MISUSE(kamm_set_defaults(NULL, &def));
    MISUSE(kamm_set_defaults(table, NULL));
    MISUSE(kamm_set(NULL, &def, "name", "x", &error));
    MISUSE(kamm_set(table, NULL, "name", "x", &error));
    MISUSE(kamm_set(table, &def, NULL, "x", &error));
    MISUSE(kamm_set(table, &def, "name", NULL, &error));
    MISUSE(kamm_set_number(table, &def, NULL, 1, &error));
    MISUSE(kamm_get_number(table, &def, "body.mass_kg", NULL, &error));
    MISUSE(kamm_get_number(table, &def, NULL, &value, &error));
    MISUSE(kamm_check(NULL, &def, &error));
    MISUSE(kamm_check(table, NULL, &error));
    MISUSE(kamm_tyre_from_spec(NULL, &tyre, &error));
    MISUSE(kamm_tyre_from_spec(&spec, NULL, &error));
    MISUSE(kamm_check_tyre(NULL, &error));
    MISUSE(kamm_tyre_forces(NULL, &conditions, 0, NULL, NULL, NULL, NULL, &error));
    MISUSE(kamm_tyre_forces(&tyre, NULL, 0, NULL, NULL, NULL, NULL, &error));
    MISUSE(kamm_tyre_forces(&tyre, &conditions, 1, NULL, &value, &value, &value, &error));
}

static void misuse_of_worlds_calls_the_hook(void **state)
{
    (void)state;
    kamm_box boxes[KAMM_MAX_BOXES];
    double place[3] = {0}, upright[4] = {1};
    const kamm_body_def body = {.shapes[0].box.half_m = {1, 1, 1}};
    const kamm_body none = {0, 0};
    kamm_body_motion motion = {.velocity_mps = {0}};
    int count;
    MISUSE(kamm_create_world(NULL, &error));
    MISUSE(kamm_add_cars(NULL, cars, &error));
    MISUSE(kamm_add_cars(world, NULL, &error));
    MISUSE(kamm_step_world(NULL, 1));
    MISUSE(kamm_step_world(world, -1));
    MISUSE(kamm_world_ground(NULL));
    MISUSE(kamm_set_world_ground(NULL, &kamm_flat_ground, &error));
    MISUSE(kamm_set_world_ground(world, NULL, &error));
    MISUSE(kamm_placement_in_world(NULL, model, 0, 0, 0));
    MISUSE(kamm_placement_in_world(world, NULL, 0, 0, 0));
    MISUSE(kamm_body_count(NULL));
    MISUSE(kamm_body_at(NULL, 0));
    MISUSE(kamm_has_body(NULL, none));
    MISUSE(kamm_add_body(NULL, &body, NULL, &error));
    MISUSE(kamm_add_body(world, NULL, NULL, &error));
    MISUSE(kamm_remove_body(NULL, none, &error));
    MISUSE(kamm_read_body_motion(NULL, none, &motion, &error));
    MISUSE(kamm_read_body_motion(world, none, NULL, &error));
    MISUSE(kamm_set_body_motion(NULL, none, &motion, &error));
    MISUSE(kamm_set_body_motion(world, none, NULL, &error));
    MISUSE(kamm_move_body_to(NULL, none, place, upright, 1, &error));
    MISUSE(kamm_move_body_to(world, none, NULL, upright, 1, &error));
    MISUSE(kamm_move_body_to(world, none, place, NULL, 1, &error));
    MISUSE(kamm_car_boxes(NULL, boxes));
    MISUSE(kamm_car_boxes(model, NULL));
    MISUSE(kamm_contact_events(NULL, &count));
    MISUSE(kamm_contact_events(world, NULL));
    const kamm_filter all = {0, 0};
    MISUSE(kamm_set_car_filter(NULL, cars, 0, &all, &error));
    MISUSE(kamm_set_car_filter(world, NULL, 0, &all, &error));
    MISUSE(kamm_set_car_filter(world, cars, 0, NULL, &error));
    MISUSE(kamm_set_body_filter(NULL, none, &all, &error));
    MISUSE(kamm_set_body_filter(world, none, NULL, &error));
    MISUSE(kamm_car_filter(NULL, cars, 0));
    MISUSE(kamm_car_filter(world, NULL, 0));
    MISUSE(kamm_body_filter(NULL, none));
    MISUSE(kamm_set_car_material(NULL, cars, 0, 1, &error));
    MISUSE(kamm_set_car_material(world, NULL, 0, 1, &error));
    MISUSE(kamm_sensor_events(NULL, &count));
    MISUSE(kamm_sensor_events(world, NULL));
    MISUSE(kamm_read_sensor(NULL, none, NULL, 0));
    MISUSE(kamm_read_sensor(world, none, NULL, 1));
    MISUSE(kamm_set_world_tasks(NULL, NULL, NULL));
    MISUSE(kamm_create_threads(0, NULL));
    MISUSE(kamm_run_on_threads(NULL, 1, NULL, NULL));
}

static void misuse_of_ground_calls_the_hook(void **state)
{
    (void)state;
    double corner[2];
    MISUSE(kamm_surface_ground(NULL));
    MISUSE(kamm_surface_override_ground(NULL));
    MISUSE(kamm_create_terrain(NULL, &error));
    MISUSE(kamm_terrain_ground(NULL));
    MISUSE(kamm_terrain_at(NULL, 0, 0, 0));
    MISUSE(kamm_terrain_surface(NULL, 0));
    MISUSE(kamm_terrain_surface(terrain, 1));
    MISUSE(kamm_terrain_surface_count(NULL));
    MISUSE(kamm_terrain_extent(NULL, corner, corner));
    MISUSE(kamm_terrain_extent(terrain, NULL, corner));
}

static void misuse_of_readers_calls_the_hook(void **state)
{
    (void)state;
    static kamm_vehicle_file vehicle;
    static kamm_surface_set set;
    static kamm_world_file file;
    char names[1][64];
    kamm_tyre_def tyre;
    MISUSE(kamm_load_vehicle(NULL, &vehicle, NULL, &error));
    MISUSE(kamm_load_vehicle("nissan-micra", NULL, NULL, &error));
    MISUSE(kamm_write_vehicle(NULL, &def, &error));
    MISUSE(kamm_write_vehicle("x", NULL, &error));
    MISUSE(kamm_load_tyre(NULL, &tyre, NULL, &error));
    MISUSE(kamm_load_tyre("x", NULL, NULL, &error));
    MISUSE(kamm_load_model(NULL, KAMM_FULL, &error));
    MISUSE(kamm_list_data(NULL, names, 1));
    MISUSE(kamm_list_data("vehicles", NULL, 1));
    MISUSE(kamm_write_schema(NULL, &error));
    MISUSE(kamm_write_catalog(NULL, 0, &error));
    MISUSE(kamm_write_catalog(stdout, 3, &error));
    MISUSE(kamm_load_surfaces(NULL, NULL, NULL, &error));
    MISUSE(kamm_surface_named(NULL, "x"));
    assert_null(kamm_surface_named(&set, NULL)); /* no surface has that name */
    MISUSE(kamm_load_world(NULL, &file, NULL, &error));
    MISUSE(kamm_load_world("x", NULL, NULL, &error));
    MISUSE(kamm_is_world_file(NULL));
    MISUSE(kamm_find_start(NULL, "x"));
    MISUSE(kamm_find_start(&file, NULL));
    MISUSE(kamm_find_path(NULL, "x"));
    MISUSE(kamm_find_path(&file, NULL));
    MISUSE(kamm_load_tir(NULL, &tyre, NULL, &error));
    MISUSE(kamm_load_tir("x", NULL, NULL, &error));
    MISUSE(kamm_tyre_report(NULL, stdout, &error));
    MISUSE(kamm_tyre_report(&tyre, NULL, &error));
    MISUSE(kamm_tyre_evaluate_csv(NULL, "x", "y", &error));
    MISUSE(kamm_tyre_evaluate_csv(&tyre, NULL, "y", &error));
    MISUSE(kamm_tyre_evaluate(NULL, NULL, NULL, 0, &error));
    MISUSE(kamm_tyre_evaluate(&tyre, NULL, NULL, 1, &error));
    MISUSE(kamm_tyre_evaluate(&tyre, NULL, NULL, -1, &error));
}

static void misuse_of_road_tests_calls_the_hook(void **state)
{
    (void)state;
    static kamm_vehicle_file vehicle;
    static kamm_test_result result;
    static kamm_compared_rung compared;
    static kamm_compared_rate rate;
    MISUSE(kamm_road_test_at(-1));
    MISUSE(kamm_road_test_at(kamm_road_test_count()));
    MISUSE(kamm_find_road_test(NULL));
    MISUSE(kamm_run_test(NULL, &vehicle, NULL, &result, &error));
    MISUSE(kamm_run_test("accel", NULL, NULL, &result, &error));
    MISUSE(kamm_run_test("accel", &vehicle, NULL, NULL, &error));
    MISUSE(kamm_write_test_result(NULL, "x", stdout, &error));
    MISUSE(kamm_start_busy_drive(NULL));
    MISUSE(kamm_measure_cost_ns(NULL));
    MISUSE(kamm_compare_rung(NULL, &vehicle, NULL, &compared, &error));
    MISUSE(kamm_write_comparison(NULL, 1, "x", stdout, &error));
    MISUSE(kamm_write_comparison(&compared, 0, "x", stdout, &error));
    MISUSE(kamm_compare_rate(NULL, &vehicle, NULL, 1200, &rate, &error));
    MISUSE(kamm_compare_rate("accel", &vehicle, NULL, 1200, NULL, &error));
    MISUSE(kamm_rate_difference_percent(&rate, 1, 1, 0));
    MISUSE(kamm_rate_difference_percent(&rate, 1, 0, 0));
    MISUSE(kamm_convergence_order(NULL, 1, 0));
    MISUSE(kamm_convergence_order(&rate, 1, 0));
    MISUSE(kamm_write_rates(&rate, 0, KAMM_FULL, "x", stdout, &error));
    MISUSE(kamm_write_channel_names(NULL, stdout));
    MISUSE(kamm_write_channel_names(model, NULL));
    MISUSE(kamm_write_channels(NULL, 0, 0, stdout));
    MISUSE(kamm_write_channels(cars, 3, 0, stdout));
    MISUSE(kamm_write_channels(cars, 0, 0, NULL));
    MISUSE(kamm_replay(NULL, &vehicle, NULL, NULL, &error));
    MISUSE(kamm_replay("x", NULL, NULL, NULL, &error));
}

static void misuse_of_drivers_calls_the_hook(void **state)
{
    (void)state;
    kamm_driver none = {0}, driver = kamm_driver_on(plan, 0);
    kamm_input_assist assist = kamm_default_input_assist();
    kamm_driver_request request = {0};
    kamm_ride_request turn = kamm_default_ride_request();
    MISUSE(kamm_create_line(NULL, &error));
    MISUSE(kamm_line_length_m(NULL));
    MISUSE(kamm_line_width_m(NULL));
    MISUSE(kamm_line_is_closed(NULL));
    MISUSE(kamm_line_at(NULL, 0));
    MISUSE(kamm_line_station_m(NULL, 0, 0, -1, NULL));
    MISUSE(kamm_create_plan(NULL, model, 0.8, &error));
    MISUSE(kamm_create_plan(line, NULL, 0.8, &error));
    MISUSE(kamm_planned_speed_mps(NULL, 0));
    MISUSE(kamm_planned_time_s(NULL));
    MISUSE(kamm_driver_on(NULL, 0));
    MISUSE(kamm_driver_start(NULL));
    MISUSE(kamm_driver_start(&none));
    MISUSE(kamm_drive_path(NULL, cars, 0, 0.01));
    MISUSE(kamm_drive_path(&none, cars, 0, 0.01));
    MISUSE(kamm_drive_path(&driver, NULL, 0, 0.01));
    MISUSE(kamm_drive_path(&driver, cars, 3, 0.01));
    MISUSE(kamm_assist_input(NULL, cars, 0, &request, 0.01));
    MISUSE(kamm_assist_input(&assist, NULL, 0, &request, 0.01));
    MISUSE(kamm_assist_input(&assist, cars, 3, &request, 0.01));
    MISUSE(kamm_assist_input(&assist, cars, 0, NULL, 0.01));
    MISUSE(kamm_ride(NULL, 0, &turn, 0.01, &error));
    MISUSE(kamm_ride(cars, 3, &turn, 0.01, &error));
    MISUSE(kamm_ride(cars, 0, NULL, 0.01, &error));
    MISUSE(kamm_lift_wheel(NULL, 0, 0.1, &error));
    MISUSE(kamm_lift_wheel(cars, 3, 0.1, &error));
    MISUSE(kamm_wheel_lift_rad(NULL, 0));
    MISUSE(kamm_wheel_lift_rad(cars, 3));
    MISUSE(kamm_has_rider(NULL));
    MISUSE(kamm_lean_in_turn_rad(NULL, 10, 0.01));
    MISUSE(kamm_two_wheeler_test_at(-1));
    MISUSE(kamm_rides_on_two_wheels(NULL));
}

static void misuse_of_commonroad_equations_calls_the_hook(void **state)
{
    (void)state;
    double x[7] = {0}, u[2] = {0}, rate[7];
    MISUSE(kamm_describe_single_track(NULL));
    MISUSE(kamm_describe_single_track_drive(NULL));
    MISUSE(kamm_commonroad_ks(NULL, x, u, rate));
    MISUSE(kamm_commonroad_ks(model, NULL, u, rate));
    MISUSE(kamm_commonroad_ks(model, x, NULL, rate));
    MISUSE(kamm_commonroad_ks(model, x, u, NULL));
    MISUSE(kamm_commonroad_st(NULL, x, u, rate));
    MISUSE(kamm_commonroad_st(model, x, u, NULL));
}

/* To destroy NULL is no misuse. */
static void destroying_null_does_nothing(void **state)
{
    (void)state;
    reports = 0;
    kamm_destroy_cars(NULL);
    kamm_destroy_model(NULL);
    kamm_destroy_world(NULL);
    kamm_destroy_terrain(NULL);
    kamm_destroy_line(NULL);
    kamm_destroy_plan(NULL);
    kamm_destroy_threads(NULL);
    kamm_destroy_world_file(NULL);
    assert_int_equal(reports, 0);
}

static void worlds_without_their_list_of_bodies_are_refused(void **state)
{
    (void)state;
    kamm_world_def without = {.ground = kamm_flat_ground, .body_count = 2};
    assert_null(kamm_create_world(&without, &error));
    assert_int_equal(error.code, KAMM_ERROR_RANGE);
    assert_string_equal(error.path, "bodies");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(misuse_of_cars_calls_the_hook),
        cmocka_unit_test(misuse_of_batches_calls_the_hook),
        cmocka_unit_test(misuse_of_hosted_cars_calls_the_hook),
        cmocka_unit_test(misuse_of_snapshots_calls_the_hook),
        cmocka_unit_test(misuse_of_fields_and_tyres_calls_the_hook),
        cmocka_unit_test(misuse_of_worlds_calls_the_hook),
        cmocka_unit_test(misuse_of_ground_calls_the_hook),
        cmocka_unit_test(misuse_of_readers_calls_the_hook),
        cmocka_unit_test(misuse_of_road_tests_calls_the_hook),
        cmocka_unit_test(misuse_of_drivers_calls_the_hook),
        cmocka_unit_test(misuse_of_commonroad_equations_calls_the_hook),
        cmocka_unit_test(destroying_null_does_nothing),
        cmocka_unit_test(worlds_without_their_list_of_bodies_are_refused),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
