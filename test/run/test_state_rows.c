/* Rows of states: what is seen and written there from outside. */
#include "support/quick.h"
#include "support/rungs.h"

#include <string.h>

enum { CARS = 20, CAR = 17 }; /* of the second block */

static int field_of(const kamm_field_info *(*fields)(int *), const char *name)
{
    int count;
    const kamm_field_info *info = fields(&count);
    for (int i = 0; i < count; ++i)
        if (!strcmp(info[i].name, name)) return i;
    fail_msg("no state %s", name);
    return -1;
}

static float car_state(kamm_cars *cars, int car, const char *name)
{
    int field = field_of(kamm_car_state_fields, name);
    return kamm_state_row(cars, car / KAMM_CARS_PER_BLOCK, KAMM_ROW_CAR, 0,
                          field)[car % KAMM_CARS_PER_BLOCK];
}

static float wheel_state(kamm_cars *cars, int car, int wheel, const char *name)
{
    int field = field_of(kamm_wheel_state_fields, name);
    const float *row =
        kamm_state_row(cars, car / KAMM_CARS_PER_BLOCK, KAMM_ROW_WHEEL, wheel, field);
    return row ? row[car % KAMM_CARS_PER_BLOCK] : 0;
}

static kamm_cars *start_turning(kamm_rung rung)
{
    kamm_vehicle_def def = plain_car();
    kamm_cars *cars = start_rung(&def, rung, CARS);
    put_car(cars, CAR, &kamm_flat_ground, 0.3, 15, KAMM_GEAR_DRIVE);
    kamm_inputs(cars)[CAR].steering_wheel_rad = 1;
    drive_for(cars, &kamm_flat_ground, 1);
    return cars;
}

static void rows_show_what_channels_tell(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    for (EACH_RUNG(rung)) {
        kamm_cars *cars = start_turning(rung);
        assert_true(car_state(cars, CAR, "yaw_rate_radps") > 0.1f);
        assert_true((double)car_state(cars, CAR, "yaw_rate_radps") ==
                    kamm_read(cars, CAR, KAMM_CHANNEL_yaw_rate_radps));
        assert_true((double)car_state(cars, CAR, "steering_rad") ==
                    kamm_read(cars, CAR, KAMM_CHANNEL_steering_wheel_rad));
        for (int w = 0; w < 4; ++w) {
            assert_true((double)wheel_state(cars, CAR, w, "spin_radps") ==
                        kamm_read_wheel(cars, CAR, w, KAMM_WHEEL_spin_radps));
            assert_true((double)wheel_state(cars, CAR, w, "travel_m") ==
                        kamm_read_wheel(cars, CAR, w, KAMM_WHEEL_travel_m));
        }
        for (int axis = 0; axis < 2; ++axis) /* 1 m: the frames of body and channels */
            expect_near(kamm_position_row(cars, 1, axis)[CAR % KAMM_CARS_PER_BLOCK],
                        kamm_read(cars, CAR, axis ? KAMM_CHANNEL_y_m : KAMM_CHANNEL_x_m), 1);
        end_cars(cars);
    }
}

static void next_step_starts_from_what_is_written(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    kamm_cars *cars = start_turning(KAMM_FULL);
    int lane = CAR % KAMM_CARS_PER_BLOCK;
    double before = kamm_read(cars, CAR, KAMM_CHANNEL_x_m);
    kamm_position_row(cars, 1, 0)[lane] += 100;
    int yaw_rate = field_of(kamm_car_state_fields, "yaw_rate_radps");
    kamm_state_row(cars, 1, KAMM_ROW_CAR, 0, yaw_rate)[lane] = -2;
    kamm_step(cars, &kamm_flat_ground, 1);
    expect_near(kamm_read(cars, CAR, KAMM_CHANNEL_x_m), before + 100, 0.05);
    expect_near(kamm_read(cars, CAR, KAMM_CHANNEL_yaw_rate_radps), -2, 0.05);
    end_cars(cars);
}

static const struct {
    kamm_state_row_kind kind;
    int items; /* of a car with two axles */
    const kamm_field_info *(*fields)(int *);
} kinds[] = {{KAMM_ROW_CAR, 1, kamm_car_state_fields},
             {KAMM_ROW_WHEEL, 4, kamm_wheel_state_fields},
             {KAMM_ROW_AXLE, 2, kamm_axle_state_fields},
             {KAMM_ROW_BODY_POINT, KAMM_BODY_POINTS, kamm_body_point_state_fields}};

/* A rung's cars have the states that the table says. Each row is a place of its own, and together they are all that
 * a hash sees. */
static void rows_are_the_states_that_the_rung_has(kamm_rung rung)
{
    kamm_vehicle_def def = plain_car();
    kamm_cars *cars = start_rung(&def, rung, 1);
    kamm_feature features = kamm_describe_rung(rung)->features;
    float *expected = kamm_state_row(cars, 0, KAMM_ROW_CAR, 0, 0);
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; ++k) {
        int count;
        const kamm_field_info *fields = kinds[k].fields(&count);
        for (int i = 0; i < kinds[k].items * count; ++i) {
            float *row = kamm_state_row(cars, 0, kinds[k].kind, i / count, i % count);
            kamm_feature needs = fields[i % count].needs;
            assert_int_equal(row != NULL, (needs & features) == needs);
            if (!row) continue;
            assert_ptr_equal(row, expected);
            uint64_t hash = kamm_state_hash(cars);
            row[0] += 1;
            assert_true(kamm_state_hash(cars) != hash);
            expected += KAMM_CARS_PER_BLOCK;
        }
    }
    end_cars(cars);
}

static void rungs_have_the_rows_of_their_states(void **state)
{
    (void)state;
    for (int rung = 1; rung <= KAMM_RUNG_COUNT; ++rung)
        rows_are_the_states_that_the_rung_has((kamm_rung)rung);
}

static size_t bytes_of_a_car(kamm_rung rung)
{
    kamm_vehicle_def def = plain_car();
    kamm_cars *few = start_rung(&def, rung, KAMM_CARS_PER_BLOCK),
              *more = start_rung(&def, rung, 2 * KAMM_CARS_PER_BLOCK);
    size_t bytes = kamm_snapshot_size(more) - kamm_snapshot_size(few);
    end_cars(few);
    end_cars(more);
    return bytes / KAMM_CARS_PER_BLOCK;
}

/* A higher rung has all that the lower one has; a kinematic car lacks nearly half of a full one: what there is of wheels' contacts
 * and damage all rungs have. */
static void cars_of_lower_rungs_are_smaller(void **state)
{
    (void)state;
    for (int rung = 1; rung < KAMM_RUNG_COUNT; ++rung)
        assert_true(bytes_of_a_car((kamm_rung)rung) < bytes_of_a_car((kamm_rung)(rung + 1)));
    expect_below((double)bytes_of_a_car(KAMM_KINEMATIC), 0.53 * (double)bytes_of_a_car(KAMM_FULL));
}

static int misuses;

static void count_misuse(const char *condition, const char *function, void *user)
{
    (void)condition, (void)function, (void)user;
    ++misuses;
}

static void rows_that_are_not_there_are_misuse(void **state)
{
    (void)state;
    kamm_vehicle_def def = plain_car();
    kamm_cars *cars = start_rung(&def, KAMM_KINEMATIC, CARS);
    int fields;
    kamm_wheel_state_fields(&fields);
    kamm_set_assert_handler(count_misuse, NULL);
    assert_null(kamm_state_row(NULL, 0, KAMM_ROW_CAR, 0, 0));
    assert_null(kamm_state_row(cars, 2, KAMM_ROW_CAR, 0, 0));
    assert_null(kamm_state_row(cars, -1, KAMM_ROW_CAR, 0, 0));
    assert_null(kamm_state_row(cars, 0, KAMM_ROW_CAR, 1, 0));
    assert_null(kamm_state_row(cars, 0, KAMM_ROW_WHEEL, 4, 0));
    assert_null(kamm_state_row(cars, 0, KAMM_ROW_WHEEL, 3, fields));
    assert_null(kamm_state_row(cars, 0, (kamm_state_row_kind)4, 0, 0));
    assert_null(kamm_position_row(cars, 0, 3));
    assert_null(kamm_position_row(cars, 2, 0));
    kamm_set_assert_handler(NULL, NULL);
    assert_int_equal(misuses, 9);
    end_cars(cars);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_show_what_channels_tell),
        cmocka_unit_test(next_step_starts_from_what_is_written),
        cmocka_unit_test(rungs_have_the_rows_of_their_states),
        cmocka_unit_test(cars_of_lower_rungs_are_smaller),
        cmocka_unit_test(rows_that_are_not_there_are_misuse),
    };
    return cmocka_run_group_tests_name("state rows", tests, NULL, NULL);
}
