/* Recordings that can't be written or go on, and those of cars alone. */
#include "support/trailers.h"
#include "support/vehicle_files.h"

#include <kamm/io/recording.h>

/* Two cars far apart. */
struct small_world {
    kamm_model *model;
    kamm_cars *cars;
    kamm_world *world;
};

static struct small_world make_world(double x_m)
{
    struct small_world w;
    kamm_vehicle_def car = kamm_default_vehicle();
    w.model = kamm_create_model(&car, KAMM_FULL, NULL);
    w.cars = kamm_create_cars(w.model, 2, NULL);
    w.world = kamm_create_world(&(kamm_world_def){.ground = kamm_flat_ground}, NULL);
    kamm_place(w.cars, 0, &(kamm_placement){.position_m = {x_m, 0, 0}, .speed_mps = 9});
    kamm_place(w.cars, 1, &(kamm_placement){.position_m = {0, 9, 0}, .speed_mps = 9});
    kamm_add_cars(w.world, w.cars, NULL);
    return w;
}

static void destroy_world(struct small_world *w)
{
    kamm_destroy_world(w->world);
    kamm_destroy_cars(w->cars);
    kamm_destroy_model(w->model);
}

static void what_cannot_be_written_names_the_file(void **state)
{
    (void)state;
    struct small_world w = make_world(0);
    kamm_error error = {0};
    kamm_recording_def def = {.world = w.world};
    assert_null(kamm_begin_recording("/no/such/folder/run.kammrec", &def, &error));
    assert_int_equal(error.code, KAMM_ERROR_FILE);
    assert_non_null(strstr(error.text, "/no/such/folder/run.kammrec: can't be written: "));
    assert_null(kamm_begin_recording("x", &(kamm_recording_def){.world = NULL}, &error));
    assert_int_equal(error.code, KAMM_ERROR_RANGE);
    if (access("/dev/full", W_OK) == 0) {
        kamm_recording *recording = kamm_begin_recording("/dev/full", &def, &error);
        assert_non_null(recording);
        kamm_result result = KAMM_OK;
        for (int i = 0; i < 200 && !result; ++i) {
            kamm_step_world(w.world, 4);
            result = kamm_record_frame(recording, i, &error);
        }
        assert_int_equal(result, KAMM_ERROR_FILE);
        assert_non_null(strstr(error.text, "/dev/full: can't be written: No space"));
        assert_int_equal(kamm_record_frame(recording, 99, &error), KAMM_ERROR_FILE);
        assert_int_equal(kamm_end_recording(recording, &error), KAMM_ERROR_FILE);
    }
    destroy_world(&w);
}

static void places_far_away_and_times_that_go_back_are_refused(void **state)
{
    (void)state;
    struct small_world w = make_world(4e6);
    char path[128];
    kamm_error error;
    static kamm_recorded_car car;
    path_in_folder(path, "far.kammrec");
    kamm_recording_def def = {.world = w.world};
    kamm_recording *recording = kamm_begin_recording(path, &def, &error);
    assert_int_equal(kamm_record_frame(recording, 0, &error), KAMM_ERROR_RANGE);
    kamm_place(w.cars, 1, &(kamm_placement){.position_m = {4e6 + 1000, 0, 0}});
    assert_int_equal(kamm_record_frame(recording, 0, &error), KAMM_OK);
    assert_int_equal(kamm_record_frame(recording, -1, &error), KAMM_ERROR_RANGE);
    assert_int_equal(kamm_record_frame(recording, 1, &error), KAMM_OK);
    assert_int_equal(kamm_end_recording(recording, &error), KAMM_OK);
    kamm_recorded *recorded = kamm_load_recording(path, NULL, NULL);
    assert_non_null(recorded);
    kamm_read_recorded_car(recorded, 0, &car, NULL);
    assert_float_equal(car.body.position_m[0], 4e6, KAMM_RECORDED_LENGTH_M);
    assert_int_equal(kamm_describe_recorded(recorded).frame_count, 2);
    kamm_destroy_recorded(recorded);
    destroy_world(&w);
}

static size_t size_of(const char *path)
{
    struct stat status;
    assert_int_equal(stat(path, &status), 0);
    return (size_t)status.st_size;
}

/* Of cars in no world one is recorded; what stands takes no room. */
static void cars_of_no_world_are_recorded_alone(void **state)
{
    (void)state;
    char path[128];
    static kamm_recorded_car car;
    kamm_vehicle_def def = kamm_default_vehicle();
    kamm_model *model = kamm_create_model(&def, KAMM_KINEMATIC, NULL);
    kamm_cars *cars = kamm_create_cars(model, 3, NULL);
    path_in_folder(path, "cars.kammrec");
    kamm_place(cars, 1, &(kamm_placement){.position_m = {5, 6, 0}});
    kamm_recording *recording = kamm_begin_recording(
        path, &(kamm_recording_def){.cars = cars, .first_car = 1, .car_count = 1}, NULL);
    for (int i = 0; i < 100; ++i) {
        assert_int_equal(kamm_record_frame(recording, i, NULL), KAMM_OK);
        kamm_step(cars, &kamm_flat_ground, 1);
    }
    kamm_destroy_recording(recording);
    kamm_destroy_recording(NULL);
    assert_true(size_of(path) < 100 * 28 + 3000);
    kamm_recorded *recorded = kamm_load_recording(path, NULL, NULL);
    assert_non_null(recorded);
    assert_int_equal(kamm_describe_recorded(recorded).car_count, 1);
    kamm_show_recorded(recorded, 99, NULL);
    kamm_read_recorded_car(recorded, 0, &car, NULL);
    assert_int_equal(car.index, 1);
    assert_float_equal(car.body.position_m[1], 6, KAMM_RECORDED_LENGTH_M);
    kamm_destroy_recorded(recorded);
    kamm_destroy_cars(cars);
    kamm_destroy_model(model);
}

/* Of two combinations the second one, beside cars of no world: all its units are in it, and nothing of the first. */
static void combinations_of_no_world_are_recorded_with_all_units(void **state)
{
    (void)state;
    char path[128];
    static kamm_recorded_car car;
    kamm_error error;
    kamm_vehicle_def defs[] = {towing_car(), caravan()};
    struct combination trains = start_combination(defs, 2, KAMM_FULL, 2);
    path_in_folder(path, "trains.kammrec");
    for (int i = 0; i < 2; ++i)
        kamm_place_combination(trains.combinations, i,
                               &(kamm_placement){.position_m = {0, 8 * i, 0}, .speed_mps = 10},
                               NULL);
    kamm_recording_def def = {
        .combinations = trains.combinations, .first_combination = 1, .combination_count = 2};
    assert_null(kamm_begin_recording(path, &def, &error));
    assert_int_equal(error.code, KAMM_ERROR_RANGE);
    assert_string_equal(error.path, "first_combination");
    def.combination_count = 0;
    kamm_recording *recording = kamm_begin_recording(path, &def, &error);
    assert_non_null(recording);
    for (int i = 0; i < 20; ++i) {
        assert_int_equal(kamm_record_frame(recording, 0.1 * i, NULL), KAMM_OK);
        if (i < 19) kamm_step_combinations(trains.combinations, &kamm_flat_ground, 120);
    }
    kamm_end_recording(recording, NULL);
    kamm_recorded *recorded = kamm_load_recording(path, NULL, NULL);
    assert_non_null(recorded);
    assert_int_equal(kamm_describe_recorded(recorded).car_count, 2);
    kamm_show_recorded(recorded, 19, NULL);
    for (int unit = 0; unit < 2; ++unit) {
        kamm_pose pose;
        kamm_read_recorded_car(recorded, unit, &car, NULL);
        kamm_read_pose(kamm_combination_cars(trains.combinations, unit), 1, 1, &pose, NULL);
        assert_int_equal(car.unit, unit);
        assert_int_equal(car.group, unit);
        assert_int_equal(car.index, 1);
        for (int k = 0; k < 3; ++k)
            assert_float_equal(car.body.position_m[k], pose.position_m[k], KAMM_RECORDED_LENGTH_M);
    }
    assert_true(car.body.position_m[0] > 5);
    kamm_destroy_recorded(recorded);
    end_combination(&trains);
}

/* A file that an earlier build wrote; the page's test reads the same figures. */
static void a_file_of_version_1_is_read_as_ever(void **state)
{
    (void)state;
    static kamm_recorded_car car;
    static kamm_recorded_body crate;
    kamm_recorded *recorded = kamm_load_recording("test/reference/recording-1.kammrec", NULL, NULL);
    assert_non_null(recorded);
    assert_int_equal(kamm_describe_recorded(recorded).frame_count, 24);
    kamm_show_recorded(recorded, 23, NULL);
    kamm_read_recorded_car(recorded, 0, &car, NULL);
    kamm_read_recorded_body(recorded, 0, &crate, NULL);
    assert_float_equal(car.body.position_m[0], 11.1497, 1e-6);
    assert_float_equal(car.body.orientation[3], 0.11529917, 1e-6);
    assert_float_equal(car.wheels[1].position_m[1], 0.410943, 1e-6);
    assert_float_equal(car.spin_angle_rad[1], 5.2838927, 1e-6);
    assert_float_equal(crate.pose.position_m[2], 0.5197, 1e-6);
    kamm_destroy_recorded(recorded);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_cannot_be_written_names_the_file),
        cmocka_unit_test(places_far_away_and_times_that_go_back_are_refused),
        cmocka_unit_test(cars_of_no_world_are_recorded_alone),
        cmocka_unit_test(combinations_of_no_world_are_recorded_with_all_units),
        cmocka_unit_test(a_file_of_version_1_is_read_as_ever),
    };
    return cmocka_run_group_tests(tests, set_up_folder, remove_folder);
}
