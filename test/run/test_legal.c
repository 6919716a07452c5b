/* What a car may be in: what placing, setting and restoring refuse, and that whatever drives is legal. */
#include "run/cars.h"
#include "run/legal.h"
#include "rungs/car_state.h"
#include "support/rungs.h"
#include "support/shipped.h"
#include "support/tier.h"
#include "support/torture.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- placements ---- */

static void expect_no_placement(kamm_cars *cars, const kamm_placement *placement, const char *name)
{
    kamm_error error = {0};
    assert_int_equal(kamm_check_placement(cars, 0, placement, &error), KAMM_ERROR_RANGE);
    assert_string_equal(error.path, name);
    if (!strstr(error.text, name)) fail_msg("%s", error.text);
}

/* Each member by itself: what kamm_place parks the car for, and gears that it lacks. */
static void placements_that_no_car_has_are_named(void **state)
{
    (void)state;
    static const double none[] = {NAN, INFINITY, -INFINITY, 1e300};
    kamm_vehicle_def def = default_vehicle();
    for (EACH_RUNG(rung)) {
        kamm_cars *cars = start_rung(&def, rung, 1);
        const kamm_placement well = {.position_m = {1e9, -5, 3}, .speed_mps = -999, .gear = -1};
        assert_int_equal(kamm_check_placement(cars, 0, &well, NULL), KAMM_OK);
        kamm_place(cars, 0, &well);
        assert_int_equal(kamm_fault(cars, 0), 0);
        for (size_t i = 0; i < sizeof none / sizeof *none; ++i) {
            kamm_placement at[4] = {well, well, well, well};
            at[0].position_m[2] = none[i], at[1].orientation[3] = none[i];
            at[2].speed_mps = none[i], at[3].ground_velocity_mps[1] = none[i];
            static const char *const names[] = {"position_m", "orientation", "speed_mps",
                                                "ground_velocity_mps"};
            for (int k = 0; k < 4; ++k) {
                expect_no_placement(cars, &at[k], names[k]);
                kamm_place(cars, 0, &well);
                kamm_place(cars, 0, &at[k]);
                assert_int_equal(kamm_fault(cars, 0), KAMM_FAULT_NUMERIC);
            }
        }
        int gears = kamm_describe(kamm_model_of(cars, 0)).gear_count;
        for (int gear = -3; gear < 103; ++gear) {
            kamm_placement at = well;
            at.gear = gear;
            if ((gear >= -1 && gear <= gears) || gear == KAMM_GEAR_DRIVE)
                assert_int_equal(kamm_check_placement(cars, 0, &at, NULL), KAMM_OK);
            else
                expect_no_placement(cars, &at, "gear");
        }
        end_cars(cars);
    }
}

/* ---- snapshots ---- */

/* A changed byte, wherever it is, in a state that would be a legal one as well: both kinds of snapshots refuse it, and nothing changes. */
static void changed_bytes_are_found(void **state)
{
    (void)state;
    for (EACH_RUNG(rung)) {
        kamm_vehicle_def def = default_vehicle();
        kamm_cars *cars = start_rung(&def, rung, 3);
        put_car(cars, 1, &kamm_flat_ground, 0.3, 15, KAMM_GEAR_DRIVE);
        kamm_inputs(cars)[1].throttle = 1;
        kamm_step(cars, &kamm_flat_ground, 50);
        size_t all = kamm_snapshot_size(cars), one = kamm_car_snapshot_size(cars, 1);
        char *bytes = malloc(all), *of_one = malloc(one);
        kamm_save_snapshot(cars, bytes);
        kamm_save_car(cars, 1, of_one);
        uint64_t before = kamm_state_hash(cars);
        size_t stride = in_long_tier() ? 1 : 61;
        for (size_t i = 0; i < all; i += stride) {
            bytes[i] ^= (char)(1 << i % 8);
            assert_int_equal(kamm_restore_snapshot(cars, bytes, all, NULL), KAMM_ERROR_FORMAT);
            bytes[i] ^= (char)(1 << i % 8);
        }
        for (size_t i = 0; i < one; i += stride) {
            of_one[i] ^= (char)(1 << i % 8);
            assert_int_equal(kamm_restore_car(cars, 2, of_one, one, NULL), KAMM_ERROR_FORMAT);
            of_one[i] ^= (char)(1 << i % 8);
        }
        assert_true(kamm_state_hash(cars) == before);
        assert_int_equal(kamm_restore_snapshot(cars, bytes, all, NULL), KAMM_OK);
        assert_int_equal(kamm_restore_car(cars, 2, of_one, one, NULL), KAMM_OK);
        free(bytes), free(of_one);
        end_cars(cars);
    }
}

static float *state_at(kamm_cars *cars, size_t number)
{
    return cars->block[0].state[cars->rows.state_row[number]];
}

/* All kinds of snapshots of a car, whose sums are right. */
enum { BATCH, CAR, PORTABLE, KINDS };
struct all_kinds {
    size_t size[KINDS];
    char *bytes[KINDS];
};

static struct all_kinds saved_kinds(const kamm_cars *cars)
{
    struct all_kinds all = {
        {kamm_snapshot_size(cars), kamm_car_snapshot_size(cars, 0), kamm_portable_size(cars, 0, 1)},
        {NULL}};
    for (int i = 0; i < KINDS; ++i) all.bytes[i] = malloc(all.size[i]);
    kamm_save_snapshot(cars, all.bytes[BATCH]);
    kamm_save_car(cars, 0, all.bytes[CAR]);
    kamm_save_portable(cars, 0, 1, all.bytes[PORTABLE]);
    return all;
}

/* They are taken alike. */
static int are_taken(kamm_cars *cars, struct all_kinds all)
{
    int taken = kamm_restore_snapshot(cars, all.bytes[BATCH], all.size[BATCH], NULL) == KAMM_OK;
    int car = kamm_restore_car(cars, 0, all.bytes[CAR], all.size[CAR], NULL) == KAMM_OK;
    int portable = kamm_restore_portable(cars, 0, 1, all.bytes[PORTABLE], all.size[PORTABLE], NULL,
                                         NULL) == KAMM_OK;
    assert_int_equal(car, taken);
    assert_int_equal(portable, taken);
    for (int i = 0; i < KINDS; ++i) free(all.bytes[i]);
    return taken;
}

/* Those with that value in a row of the car. */
static int is_taken(kamm_cars *cars, float *row, float value)
{
    float kept = *row;
    *row = value;
    struct all_kinds all = saved_kinds(cars);
    *row = kept;
    int taken = are_taken(cars, all);
    *row = kept;
    return taken;
}

/* The same for a place. */
static int takes_place(kamm_cars *cars, double *row, double value)
{
    double kept = *row;
    *row = value;
    struct all_kinds all = saved_kinds(cars);
    *row = kept;
    int taken = are_taken(cars, all);
    *row = kept;
    return taken;
}

/* Whatever follows from a row with that value, before a step writes outputs again. */
static void channels_stay_finite(kamm_cars *cars, float *row, float value)
{
    float kept = *row;
    *row = value;
    for (int channel = 0; channel < KAMM_CHANNEL_COUNT; ++channel)
        if (!isfinite(kamm_read(cars, 0, (kamm_channel)channel)))
            fail_msg("%s", kamm_channel_fields(NULL)[channel].name);
    for (int channel = 0; channel < KAMM_WHEEL_CHANNEL_COUNT; ++channel)
        for (int wheel = 0; wheel < cars->layout->wheels; ++wheel)
            if (!isfinite(kamm_read_wheel(cars, 0, wheel, (kamm_wheel_channel)channel)))
                fail_msg("%s", kamm_wheel_channel_fields(NULL)[channel].name);
    *row = kept;
}

/* Every state of every rung by the range of its field: its ends are taken, and what is far beyond them, or no number, is not. */
static void states_out_of_range_are_refused(void **state)
{
    (void)state;
    static const struct {
        const kamm_field_info *(*fields)(int *count);
        kamm_state_row_kind kind;
    } kinds[] = {{kamm_car_state_fields, KAMM_ROW_CAR},
                 {kamm_body_point_state_fields, KAMM_ROW_BODY_POINT},
                 {kamm_axle_state_fields, KAMM_ROW_AXLE},
                 {kamm_wheel_state_fields, KAMM_ROW_WHEEL}};
    for (EACH_RUNG(rung)) {
        kamm_vehicle_def def = default_vehicle();
        kamm_cars *cars = start_rung(&def, rung, 1);
        for (size_t k = 0; k < sizeof kinds / sizeof *kinds; ++k) {
            int count;
            const kamm_field_info *fields = kinds[k].fields(&count);
            for (int f = 0; f < count; ++f) {
                float *row =
                    kamm_state_row(cars, 0, kinds[k].kind, kinds[k].kind != KAMM_ROW_CAR, f);
                double low = fields[f].min, high = fields[f].max, wide = high - low,
                       beyond = 1.01 * LEGAL_BEYOND * wide;
                if (!row) continue;
                assert_false(is_taken(cars, row, NAN));
                assert_false(is_taken(cars, row, INFINITY));
                assert_true(is_taken(cars, row, *row));
                if (!(wide > 0)) continue;
                assert_false(is_taken(cars, row, (float)(high + beyond)));
                assert_false(is_taken(cars, row, (float)(low - beyond)));
                if (strncmp(fields[f].name, "orientation_", 12) == 0) continue;
                assert_true(is_taken(cars, row, (float)high));
                assert_true(is_taken(cars, row, (float)low));
                channels_stay_finite(cars, row, (float)(high + 0.99 * LEGAL_BEYOND * wide));
                channels_stay_finite(cars, row, (float)(low - 0.99 * LEGAL_BEYOND * wide));
            }
        }
        for (size_t i = 0; i < cars->rows.outputs; ++i) {
            float *row = cars->block[0].output[i];
            assert_true(is_taken(cars, row, *row));
            assert_true(is_taken(cars, row, 0.99f * MOST_OUTPUT));
            channels_stay_finite(cars, row, 0.99f * MOST_OUTPUT);
            channels_stay_finite(cars, row, -0.99f * MOST_OUTPUT);
            assert_false(is_taken(cars, row, NAN));
            assert_false(is_taken(cars, row, -INFINITY));
            assert_false(is_taken(cars, row, FLT_MAX));
        }
        for (int w = 0; w < cars->layout->wheels; ++w)
            for (int i = 0; i < CONTACT_COUNT; ++i) {
                float *row = contact_floats(&cars->block[0].contact[w])[i];
                assert_true(is_taken(cars, row, *row));
                assert_false(is_taken(cars, row, NAN));
                assert_false(is_taken(cars, row, INFINITY));
            }
        float *gear = state_at(cars, STATE_NUMBER(car.gear_engaged));
        assert_false(is_taken(cars, gear, 1.5f));
        assert_false(is_taken(cars, gear, KAMM_MAX_GEARS + 1));
        float *w = state_at(cars, STATE_NUMBER(car.orientation_w));
        assert_false(is_taken(cars, w, 0.5f));
        assert_false(is_taken(cars, w, 2));
        assert_true(is_taken(cars, w, -1));
        end_cars(cars);
    }
}

/* Places as kamm_place takes them, and farther for cars that drive on. The energies of farther ones are no numbers. */
static void places_out_of_reach_are_refused(void **state)
{
    (void)state;
    const double near_by[] = {0, -9e9, LEGAL_BEYOND * 9e9},
                 far[] = {NAN, -INFINITY, 1e308, -1e300, LEGAL_BEYOND * 1.01e10};
    for (EACH_RUNG(rung)) {
        kamm_vehicle_def def = default_vehicle();
        kamm_cars *cars = start_rung(&def, rung, 1);
        for (int axis = 0; axis < 3; ++axis) {
            double *row = kamm_position_row(cars, 0, axis);
            for (size_t i = 0; i < sizeof near_by / sizeof *near_by; ++i)
                assert_true(takes_place(cars, row, near_by[i]));
            for (size_t i = 0; i < sizeof far / sizeof *far; ++i)
                assert_false(takes_place(cars, row, far[i]));
        }
        end_cars(cars);
    }
}

/* ---- what drives ---- */

/* Cars that are thrown about, on all rungs: at any moment a snapshot of them can be restored. */
static void whatever_drives_is_legal(void **state)
{
    (void)state;
    struct torture torture;
    struct noise noise = {11};
    make_torture(&torture);
    const kamm_ground ground = torture_ground(&torture, 1);
    for (int vehicle = 0; vehicle < shipped_count(); vehicle += of_tier(11, 1))
        for (EACH_RUNG(rung)) {
            kamm_vehicle_def def = shipped_on(vehicle, rung, 240);
            kamm_cars *cars = start_rung(&def, rung, TORTURE_KINDS);
            size_t size = kamm_snapshot_size(cars);
            char *bytes = malloc(size);
            for (int car = 0; car < TORTURE_KINDS; ++car)
                put_somewhere(cars, car, rung != KAMM_FULL, &noise);
            for (int part = 0; part < of_tier(12, 60); ++part) {
                for (int car = 0; car < TORTURE_KINDS && part % 4 == 0; ++car)
                    torment(cars, car, car, &noise);
                kamm_step(cars, &ground, 30);
                kamm_error error;
                kamm_save_snapshot(cars, bytes);
                if (kamm_restore_snapshot(cars, bytes, size, &error) != KAMM_OK)
                    fail_msg("%s on %s: %s", shipped_name(vehicle), rung_name(rung), error.text);
            }
            free(bytes);
            end_cars(cars);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(placements_that_no_car_has_are_named),
        cmocka_unit_test(changed_bytes_are_found),
        cmocka_unit_test(states_out_of_range_are_refused),
        cmocka_unit_test(places_out_of_reach_are_refused),
        cmocka_unit_test(whatever_drives_is_legal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
