/* Whatever a car is placed at, restored from or driven with: all that it tells is finite, and where it can't go
 * on it is flagged. */
#include "support/cars.h"
#include "support/tier.h"

#include "run/cars.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static kamm_cars *cars_of_rung(int rung, int count)
{
    kamm_vehicle_def def = default_vehicle();
    kamm_error error;
    kamm_model *model = kamm_create_model(&def, (kamm_rung)rung, &error);
    if (!model) fail_msg("%s", error.text);
    kamm_cars *cars = kamm_create_cars(model, count, &error);
    assert_non_null(cars);
    return cars;
}

static void release(kamm_cars *cars)
{
    kamm_model *model = (kamm_model *)(uintptr_t)kamm_model_of(cars, 0);
    kamm_destroy_cars(cars);
    kamm_destroy_model(model);
}

static int all_is_finite(const kamm_cars *cars, int car)
{
    kamm_pose body;
    kamm_wheel_pose wheels[4];
    double sum = 0;
    kamm_read_pose(cars, car, 0.5, &body, wheels);
    for (int i = 0; i < KAMM_CHANNEL_COUNT; ++i) sum += fabs(kamm_read(cars, car, (kamm_channel)i));
    for (int i = 0; i < KAMM_WHEEL_CHANNEL_COUNT; ++i)
        for (int w = 0; w < 4; ++w)
            sum += fabs(kamm_read_wheel(cars, car, w, (kamm_wheel_channel)i));
    for (int i = 0; i < 3; ++i) sum += fabs(body.position_m[i]);
    for (int i = 0; i < 4; ++i) sum += fabs(body.orientation[i]);
    for (int w = 0; w < 4; ++w) sum += fabs(wheels[w].pose.position_m[2]);
    return isfinite(sum);
}

static void expect_parked(const kamm_cars *cars, int car, const char *what, int rung)
{
    if (!(kamm_fault(cars, car) & KAMM_FAULT_NUMERIC))
        fail_msg("rung %d, %s: not flagged", rung, what);
    if (!all_is_finite(cars, car)) fail_msg("rung %d, %s: not finite", rung, what);
    if (kamm_read(cars, car, KAMM_CHANNEL_speed_mps) != 0)
        fail_msg("rung %d, %s: moves", rung, what);
}

static void invalid_placements_are_flagged(void **state)
{
    (void)state;
    static const double strange[] = {NAN, INFINITY, -INFINITY, 1e300};
    for (int rung = KAMM_KINEMATIC; rung <= KAMM_FULL; ++rung) {
        kamm_cars *cars = cars_of_rung(rung, 2);
        for (size_t i = 0; i < 8 * sizeof strange / sizeof *strange; ++i) {
            kamm_placement placement = {.orientation = {1, 0, 0, 0}, .speed_mps = 10, .gear = 1};
            double value = strange[i % 4];
            if (i / 4 < 3) placement.position_m[i / 4] = value;
            if (i / 4 >= 3 && i / 4 < 7) placement.orientation[i / 4 - 3] = value;
            if (i / 4 == 7) placement.speed_mps = value;
            if (value == 1e300 && i / 4 >= 3 && i / 4 < 7) continue; /* no turn, but finite */
            kamm_place(cars, 0, &placement);
            expect_parked(cars, 0, "placed", rung);
            kamm_step(cars, &kamm_flat_ground, 40);
            expect_parked(cars, 0, "stepped", rung);
            assert_int_equal(kamm_fault(cars, 1), 0);
        }
        put_car(cars, 0, &kamm_flat_ground, 0, 10, 1);
        kamm_step(cars, &kamm_flat_ground, 40);
        assert_int_equal(kamm_fault(cars, 0), 0);
        release(cars);
    }
}

static void non_finite_positions_are_flagged(void **state)
{
    (void)state;
    for (int rung = KAMM_KINEMATIC; rung <= KAMM_FULL; ++rung)
        for (int axis = 0; axis < 3; ++axis) {
            kamm_cars *cars = cars_of_rung(rung, 20);
            kamm_position_row(cars, 1, axis)[2] = axis ? NAN : INFINITY;
            kamm_step(cars, &kamm_flat_ground, 5);
            expect_parked(cars, 18, "position", rung);
            for (int car = 0; car < 20; ++car)
                assert_int_equal(kamm_fault(cars, car), car == 18 ? KAMM_FAULT_NUMERIC : 0);
            release(cars);
        }
}

static void non_finite_ground_is_flagged(void **state)
{
    (void)state;
    static const float strange[] = {NAN, INFINITY, -INFINITY};
    for (int rung = KAMM_KINEMATIC; rung <= KAMM_FULL; ++rung)
        for (int i = 0; i < 12; ++i) {
            kamm_cars *cars = cars_of_rung(rung, 1);
            kamm_ground ground = kamm_flat_ground;
            float value = strange[i % 3];
            put_car(cars, 0, &kamm_flat_ground, 0, 15, 2);
            if (i / 3 == 0) ground.plane.point_m[2] = (double)value;
            if (i / 3 == 1) ground.plane.normal[2] = value;
            if (i / 3 == 2) ground.plane.friction = value;
            if (i / 3 == 3) ground.plane.velocity_mps[0] = value;
            for (int frame = 0; frame < 5; ++frame) kamm_step(cars, &ground, 20);
            kamm_step(cars, &kamm_flat_ground, 20);
            if (!all_is_finite(cars, 0)) fail_msg("rung %d, %d: not finite", rung, i);
            release(cars);
        }
}

static void tyres_with_non_finite_forces_are_refused(void **state)
{
    (void)state;
    kamm_error error = {0};
    kamm_vehicle_def def = default_vehicle();
    def.axles[1].tyre.qsx1 = 0.5;
    def.axles[1].tyre.lmx = 10;
    for (int rung = KAMM_KINEMATIC; rung <= KAMM_FULL; ++rung) {
        assert_null(kamm_create_model(&def, (kamm_rung)rung, &error));
        assert_int_equal(error.code, KAMM_ERROR_RANGE);
        assert_string_equal(error.path, "axles.tyre");
        assert_non_null(strstr(error.text, "axles[1].tyre: at "));
    }
}

/* A shift that no slip reaches would push the car to infinity. */
static void extreme_turn_slip_coefficient_is_refused(void **state)
{
    (void)state;
    kamm_error error;
    kamm_vehicle_def def = default_vehicle();
    def.axles[0].tyre.phy2 = def.axles[1].tyre.phy2 = 100000;
    assert_null(kamm_create_model(&def, KAMM_FULL, &error));
    assert_int_equal(error.code, KAMM_ERROR_RANGE);
    assert_non_null(strstr(error.text, "phy2"));
}

/* Numbers of a tyre that the checks of each alone let pass. */
static void vary_tyre(struct noise *random, kamm_tyre_def *tyre)
{
    static const size_t fields[] = {offsetof(kamm_tyre_def, phy1), offsetof(kamm_tyre_def, phy2),
                                    offsetof(kamm_tyre_def, pvy1), offsetof(kamm_tyre_def, qdz1),
                                    offsetof(kamm_tyre_def, qhz2), offsetof(kamm_tyre_def, pky3),
                                    offsetof(kamm_tyre_def, qsx1), offsetof(kamm_tyre_def, pey1),
                                    offsetof(kamm_tyre_def, pex1), offsetof(kamm_tyre_def, rbx1),
                                    offsetof(kamm_tyre_def, rby3), offsetof(kamm_tyre_def, pkx3)};
    for (int n = 0; n < 2; ++n) {
        double *value = (double *)((char *)tyre +
                                   fields[noise_bits(random) % (sizeof fields / sizeof *fields)]);
        *value = noise_between(random, -1, 1) * pow(10, noise_between(random, -2, 5));
    }
}

static void tyres_that_compile_give_finite_states(void **state)
{
    (void)state;
    struct noise random = {12};
    int driven = 0, refused = 0;
    for (int round = 0; round < of_tier(100, 400); ++round) {
        kamm_error error = {0};
        kamm_vehicle_def def = default_vehicle();
        vary_tyre(&random, &def.axles[round % 2].tyre);
        kamm_model *model = kamm_create_model(&def, KAMM_FULL, &error);
        ++*(model ? &driven : &refused);
        if (!model) continue;
        kamm_cars *cars = kamm_create_cars(model, 1, &error);
        put_car(cars, 0, &kamm_flat_ground, 0, 20, 3);
        kamm_inputs(cars)[0].steering_wheel_rad = 3;
        kamm_inputs(cars)[0].brake = 0.5f;
        for (int frame = 0; frame < 20; ++frame) {
            kamm_step(cars, &kamm_flat_ground, 20);
            if (!all_is_finite(cars, 0)) fail_msg("round %d: not finite", round);
        }
        release(cars);
    }
    assert_true(driven > of_tier(12, 50) && refused > of_tier(5, 20));
}

/* -- snapshots -------------------------------------------------------------------------------- */

static void expect_refused(kamm_cars *cars, const void *bytes, size_t size, const char *part)
{
    kamm_error error = {0};
    uint64_t before = kamm_state_hash(cars);
    assert_int_equal(kamm_restore_snapshot(cars, bytes, size, &error), KAMM_ERROR_FORMAT);
    if (!strstr(error.text, part)) fail_msg("%s", error.text);
    assert_true(kamm_state_hash(cars) == before);
}

static void snapshots_of_another_model_are_refused(void **state)
{
    (void)state;
    for (int rung = KAMM_KINEMATIC; rung <= KAMM_FULL; ++rung) {
        kamm_vehicle_def def = default_vehicle();
        kamm_cars *cars = cars_of_rung(rung, 3), *same = cars_of_rung(rung, 3);
        def.body.cg_behind_front_axle_m += 0.01;
        kamm_model *model = kamm_create_model(&def, (kamm_rung)rung, NULL);
        kamm_cars *other = kamm_create_cars(model, 3, NULL);
        size_t size = kamm_snapshot_size(cars);
        void *bytes = malloc(size);
        kamm_step(cars, &kamm_flat_ground, 7);
        kamm_save_snapshot(cars, bytes);
        assert_int_equal(kamm_restore_snapshot(same, bytes, size, NULL), KAMM_OK);
        assert_true(kamm_state_hash(same) == kamm_state_hash(cars));
        expect_refused(other, bytes, size, "another model");
        ((char *)bytes)[7] ^= 'B'; /* which says in what order its machine has bytes */
        expect_refused(same, bytes, size, "endian");
        free(bytes);
        kamm_destroy_cars(other);
        kamm_destroy_model(model);
        release(same);
        release(cars);
    }
}

/* Mixed cars go by the model of each. */
static void snapshots_of_models_in_another_order_are_refused(void **state)
{
    (void)state;
    kamm_vehicle_def defs[2] = {default_vehicle(), default_vehicle()};
    defs[1].body.mass_kg += 100;
    kamm_cars *cars = start_mixed_cars(defs, 2);
    const kamm_model *turned[2] = {kamm_model_of(cars, 1), kamm_model_of(cars, 0)};
    kamm_cars *other = kamm_create_mixed_cars(turned, 2, NULL);
    size_t size = kamm_snapshot_size(cars);
    void *bytes = malloc(size);
    kamm_save_snapshot(cars, bytes);
    expect_refused(other, bytes, size, "another model");
    assert_int_equal(kamm_restore_snapshot(cars, bytes, size, NULL), KAMM_OK);
    free(bytes);
    kamm_destroy_cars(other);
    end_cars(cars);
}

/* Where a row of states lies in a snapshot of the cars, found by what is written there. */
static size_t place_of(kamm_cars *cars, float *row, char *bytes)
{
    float kept = *row;
    size_t size = kamm_snapshot_size(cars), at = 0;
    char *other = malloc(size);
    kamm_save_snapshot(cars, bytes);
    *row = 3;
    kamm_save_snapshot(cars, other);
    while (at < size && bytes[at] == other[at]) ++at;
    *row = kept;
    free(other);
    assert_true(at < size);
    return at / 4 * 4;
}

static void corrupt_snapshots_are_refused(void **state)
{
    (void)state;
    static const float faults[] = {8, -1, 0.5f, NAN, INFINITY, 1e9f};
    kamm_cars *cars = cars_of_rung(KAMM_FULL, 2);
    float *fault = &kamm_state_row(cars, 0, KAMM_ROW_CAR, 0, 0)[1];
    size_t size = kamm_snapshot_size(cars);
    char *bytes = malloc(size);
    const size_t states[] = {STATE_NUMBER(car.fault), STATE_NUMBER(car.velocity_x_mps),
                             STATE_NUMBER(wheels[2].spin_radps),
                             STATE_NUMBER(points[7].scrape_z_m)};
    for (size_t r = 0; r < sizeof states / sizeof *states; ++r) {
        size_t at = place_of(cars, fault + cars->rows.state_row[states[r]] * 16, bytes);
        for (size_t i = 0; i < sizeof faults / sizeof *faults; ++i) {
            if (r && isfinite(faults[i])) continue;
            memcpy(bytes + at, &faults[i], sizeof faults[i]);
            expect_refused(cars, bytes, size, "car 1 has a state");
        }
    }
    kamm_save_snapshot(cars, bytes);
    uint64_t substeps = (uint64_t)1 << 60;
    memcpy(bytes + 32, &substeps, sizeof substeps); /* after mark, sizes, rung and fingerprint */
    expect_refused(cars, bytes, size, "substeps");
    kamm_save_snapshot(cars, bytes);
    assert_int_equal(kamm_restore_snapshot(cars, bytes, size, NULL), KAMM_OK);
    free(bytes);
    release(cars);
}

static void corrupt_worlds_are_refused(void **state)
{
    (void)state;
    kamm_body_def cone = kamm_cone(0.5);
    kamm_world_def def = {.ground = kamm_flat_ground, .bodies = &cone, .body_count = 1};
    kamm_world *world = kamm_create_world(&def, NULL);
    kamm_cars *cars = cars_of_rung(KAMM_FULL, 1);
    kamm_error error = {0};
    assert_int_equal(kamm_add_cars(world, cars, &error), KAMM_OK);
    size_t size = kamm_world_snapshot_size(world);
    char *bytes = malloc(size);
    kamm_save_world_snapshot(world, bytes);
    const size_t header = 32; /* mark, counts, who and what is in which place */
    double nothing = NAN;
    int32_t half = 7;
    memcpy(bytes + header, &nothing, sizeof nothing); /* the thing's place */
    assert_int_equal(kamm_restore_world_snapshot(world, bytes, size, &error), KAMM_ERROR_FORMAT);
    assert_non_null(strstr(error.text, "dynamic body 0"));
    kamm_save_world_snapshot(world, bytes);
    memcpy(bytes + header + 13 * sizeof(double), &half, sizeof half); /* whether it sleeps */
    assert_int_equal(kamm_restore_world_snapshot(world, bytes, size, &error), KAMM_ERROR_FORMAT);
    kamm_save_world_snapshot(world, bytes);
    assert_int_equal(kamm_restore_world_snapshot(world, bytes, size, &error), KAMM_OK);
    free(bytes);
    kamm_destroy_world(world);
    release(cars);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(invalid_placements_are_flagged),
        cmocka_unit_test(non_finite_positions_are_flagged),
        cmocka_unit_test(non_finite_ground_is_flagged),
        cmocka_unit_test(tyres_with_non_finite_forces_are_refused),
        cmocka_unit_test(extreme_turn_slip_coefficient_is_refused),
        cmocka_unit_test(tyres_that_compile_give_finite_states),
        cmocka_unit_test(snapshots_of_another_model_are_refused),
        cmocka_unit_test(snapshots_of_models_in_another_order_are_refused),
        cmocka_unit_test(corrupt_snapshots_are_refused),
        cmocka_unit_test(corrupt_worlds_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
