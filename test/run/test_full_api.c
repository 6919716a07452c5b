/* The public contract of cars.h: snapshots, hashes, batches, widths, faults, poses, clock. */
#include "support/cars.h"
#include "support/quick.h"
#include "support/tier.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BATCH = 37 };

static void vary_inputs(kamm_cars *cars, struct noise *noise)
{
    for (int car = 0; car < kamm_count(cars); ++car) {
        kamm_input *input = &kamm_inputs(cars)[car];
        input->steering_wheel_rad = (float)noise_between(noise, -3, 3);
        input->throttle = (float)noise_between(noise, 0, 1);
        input->brake = noise_between(noise, 0, 1) < 0.2 ? 0.5f : 0;
    }
}

static void drive_at_random(kamm_cars *cars, const kamm_ground *ground, uint64_t seed, int frames)
{
    struct noise noise = {seed};
    for (int frame = 0; frame < frames; ++frame) {
        vary_inputs(cars, &noise);
        kamm_step(cars, ground, 40);
    }
}

static kamm_cars *start_batch(int count)
{
    kamm_vehicle_def def = default_vehicle();
    return start_cars(&def, count);
}

static void expect_same_channels(const kamm_cars *a, int car_a, const kamm_cars *b, int car_b)
{
    for (int channel = 0; channel < KAMM_CHANNEL_COUNT; ++channel)
        assert_true(kamm_read(a, car_a, (kamm_channel)channel) ==
                    kamm_read(b, car_b, (kamm_channel)channel));
    for (int i = 0; i < 4 * KAMM_WHEEL_CHANNEL_COUNT; ++i)
        assert_true(kamm_read_wheel(a, car_a, i % 4, (kamm_wheel_channel)(i / 4)) ==
                    kamm_read_wheel(b, car_b, i % 4, (kamm_wheel_channel)(i / 4)));
}

static void snapshot_restores_bit_for_bit(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    kamm_cars *cars = start_batch(BATCH), *others = start_batch(BATCH);
    size_t size = kamm_snapshot_size(cars);
    void *snapshot = malloc(size);
    kamm_error error;
    drive_at_random(cars, &kamm_flat_ground, 1, 60);
    kamm_save_snapshot(cars, snapshot);
    uint64_t saved = kamm_state_hash(cars);
    kamm_input input = kamm_inputs(cars)[5];
    drive_at_random(cars, &kamm_flat_ground, 2, 60);
    uint64_t later = kamm_state_hash(cars);
    assert_true(later != saved);
    assert_int_equal(kamm_restore_snapshot(cars, snapshot, size, &error), KAMM_OK);
    assert_true(kamm_state_hash(cars) == saved);
    assert_memory_equal(&kamm_inputs(cars)[5], &input, sizeof input);
    assert_int_equal(kamm_restore_snapshot(others, snapshot, size, &error), KAMM_OK);
    drive_at_random(cars, &kamm_flat_ground, 2, 60);
    drive_at_random(others, &kamm_flat_ground, 2, 60);
    assert_true(kamm_state_hash(cars) == later);
    assert_true(kamm_state_hash(others) == later);
    free(snapshot);
    end_cars(cars);
    end_cars(others);
}

static void wrong_snapshots_are_refused(void **state)
{
    (void)state;
    kamm_cars *cars = start_batch(3), *more = start_batch(20);
    size_t size = kamm_snapshot_size(cars);
    unsigned char *snapshot = calloc(1, size + 64);
    kamm_error error = {0};
    drive_at_random(cars, &kamm_flat_ground, 1, 30);
    uint64_t hash = kamm_state_hash(cars), hash_of_more = kamm_state_hash(more);
    assert_int_equal(kamm_restore_snapshot(cars, snapshot, size, &error), KAMM_ERROR_FORMAT);
    assert_true(error.text[0] != 0);
    kamm_save_snapshot(cars, snapshot);
    assert_int_equal(kamm_restore_snapshot(cars, snapshot, size - 1, &error), KAMM_ERROR_FORMAT);
    assert_int_equal(kamm_restore_snapshot(cars, snapshot, size + 1, &error), KAMM_ERROR_FORMAT);
    assert_int_equal(kamm_restore_snapshot(more, snapshot, size, NULL), KAMM_ERROR_FORMAT);
    snapshot[0] ^= 0xff;
    assert_int_equal(kamm_restore_snapshot(cars, snapshot, size, &error), KAMM_ERROR_FORMAT);
    assert_true(kamm_state_hash(cars) == hash);
    assert_true(kamm_state_hash(more) == hash_of_more);
    free(snapshot);
    end_cars(cars);
    end_cars(more);
}

static void hash_sees_every_car(void **state)
{
    (void)state;
    kamm_cars *cars = start_batch(BATCH), *others = start_batch(BATCH);
    assert_true(kamm_state_hash(cars) == kamm_state_hash(others));
    kamm_inputs(cars)[BATCH - 1].throttle = 0.5f;
    kamm_inputs(others)[BATCH - 1].throttle = 0.501f;
    kamm_step(cars, &kamm_flat_ground, 60);
    kamm_step(others, &kamm_flat_ground, 60);
    assert_true(kamm_state_hash(cars) != kamm_state_hash(others));
    end_cars(cars);
    end_cars(others);
}

static void any_grouping_gives_the_same_bits(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    const int groups[] = {1, 3, 7, 40, 84};
    static struct rough_ground rough;
    make_rough(&rough, 9, 3, 0.05, 0.9);
    kamm_ground ground = ground_of_rough(&rough);
    uint64_t hashes[5];
    ground.interval_substeps = 5;
    for (int i = 0; i < 5; ++i) {
        kamm_cars *cars = start_batch(3);
        struct noise noise = {4};
        vary_inputs(cars, &noise);
        for (int done = 0; done < 840; done += groups[i]) kamm_step(cars, &ground, groups[i]);
        hashes[i] = kamm_state_hash(cars);
        end_cars(cars);
    }
    for (int i = 1; i < 5; ++i) assert_true(hashes[i] == hashes[0]);
}

static void one_car_equals_one_of_a_batch(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    kamm_cars *batch = start_batch(BATCH);
    const int watched[] = {0, 15, 16, 36};
    kamm_cars *alone[4];
    for (int i = 0; i < 4; ++i) alone[i] = start_batch(1);
    struct noise noise = {21};
    for (int frame = 0; frame < 120; ++frame) {
        vary_inputs(batch, &noise);
        for (int i = 0; i < 4; ++i) {
            kamm_inputs(alone[i])[0] = kamm_inputs(batch)[watched[i]];
            kamm_step(alone[i], &kamm_flat_ground, 40);
        }
        kamm_step(batch, &kamm_flat_ground, 40);
    }
    for (int i = 0; i < 4; ++i) {
        expect_same_channels(alone[i], 0, batch, watched[i]);
        end_cars(alone[i]);
    }
    end_cars(batch);
}

static void mixed_equals_uniform(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    kamm_vehicle_def defs[BATCH];
    for (int car = 0; car < BATCH; ++car) {
        defs[car] = default_vehicle();
        defs[car].body.mass_kg = car % 2 ? 1000 : 1500;
        defs[car].axles[0].tyre.lmuy = car % 2 ? 1 : 0.8;
    }
    kamm_cars *mixed = start_mixed_cars(defs, BATCH);
    kamm_cars *uniform[2] = {start_cars(&defs[0], BATCH), start_cars(&defs[1], BATCH)};
    drive_at_random(mixed, &kamm_flat_ground, 8, 120);
    for (int i = 0; i < 2; ++i) drive_at_random(uniform[i], &kamm_flat_ground, 8, 120);
    for (int car = 0; car < BATCH; ++car) expect_same_channels(mixed, car, uniform[car % 2], car);
    end_cars(mixed);
    for (int i = 0; i < 2; ++i) end_cars(uniform[i]);
}

static void all_widths_give_the_same_bits(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    const int widths[] = {1, 4, 8, 16};
    uint64_t hashes[4] = {0};
    int tried = 0;
    kamm_error error = {0};
    for (int i = 0; i < 4; ++i) {
        if (kamm_set_width(widths[i], &error) != KAMM_OK) continue;
        assert_int_equal(kamm_width(), widths[i]);
        kamm_cars *cars = start_batch(BATCH);
        drive_at_random(cars, &kamm_flat_ground, 5, of_tier(15, 90));
        hashes[i] = kamm_state_hash(cars);
        assert_true(hashes[i] == hashes[0]);
        ++tried;
        end_cars(cars);
    }
    assert_true(tried >= 1);
    assert_int_equal(kamm_set_width(3, &error), KAMM_ERROR_RANGE);
    assert_true(error.text[0] != 0);
    assert_int_equal(kamm_set_width(0, &error), KAMM_OK);
    print_message("%d widths built and able to run here\n", tried);
}

static void bad_inputs_are_flagged_and_read_as_zero(void **state)
{
    (void)state;
    kamm_cars *cars = start_batch(2);
    kamm_inputs(cars)[0] = (kamm_input){.steering_wheel_rad = NAN,
                                        .throttle = INFINITY,
                                        .brake = -INFINITY,
                                        .hand_brake = NAN,
                                        .gear = KAMM_GEAR_DRIVE};
    kamm_inputs(cars)[1] = (kamm_input){.gear = KAMM_GEAR_DRIVE};
    kamm_step(cars, &kamm_flat_ground, 600);
    assert_int_equal(kamm_fault(cars, 0), KAMM_FAULT_INPUT);
    assert_int_equal(kamm_fault(cars, 1), 0);
    for (int channel = KAMM_CHANNEL_x_m; channel <= KAMM_CHANNEL_road_wheel_rad; ++channel)
        assert_true(kamm_read(cars, 0, (kamm_channel)channel) ==
                    kamm_read(cars, 1, (kamm_channel)channel));
    end_cars(cars);
}

static void out_of_range_inputs_are_clamped(void **state)
{
    (void)state;
    kamm_cars *cars = start_batch(2);
    kamm_inputs(cars)[0] = (kamm_input){.steering_wheel_rad = 500,
                                        .throttle = 7,
                                        .brake = -3,
                                        .hand_brake = -1,
                                        .clutch = -2,
                                        .gear = KAMM_GEAR_DRIVE};
    kamm_inputs(cars)[1] =
        (kamm_input){.steering_wheel_rad = 60, .throttle = 1, .gear = KAMM_GEAR_DRIVE};
    kamm_step(cars, &kamm_flat_ground, 2400);
    for (int channel = KAMM_CHANNEL_x_m; channel <= KAMM_CHANNEL_yaw_rate_radps; ++channel)
        assert_true(kamm_read(cars, 0, (kamm_channel)channel) ==
                    kamm_read(cars, 1, (kamm_channel)channel));
    end_cars(cars);
}

static int misuses;
static void count_misuse(const char *condition, const char *function, void *user)
{
    assert_true(condition[0] != 0 && function[0] != 0);
    assert_ptr_equal(user, &misuses);
    ++misuses;
}

static void misuse_calls_the_hook_and_has_no_effect(void **state)
{
    (void)state;
    kamm_cars *cars = start_batch(2);
    uint64_t hash = kamm_state_hash(cars);
    kamm_set_assert_handler(count_misuse, &misuses);
    kamm_read(cars, 2, KAMM_CHANNEL_x_m);
    assert_int_equal(misuses, 1);
    kamm_read(cars, -1, KAMM_CHANNEL_x_m);
    kamm_read(cars, 0, KAMM_CHANNEL_COUNT);
    kamm_read_wheel(cars, 0, 4, KAMM_WHEEL_load_n);
    kamm_read(NULL, 0, KAMM_CHANNEL_x_m);
    kamm_step(cars, NULL, 1);
    kamm_step(NULL, &kamm_flat_ground, 1);
    kamm_step(cars, &kamm_flat_ground, -1);
    kamm_place(cars, 5, &(kamm_placement){{0}, {0}, 0, 0, {0}});
    assert_int_equal(misuses, 9);
    kamm_create_cars(NULL, 1, NULL);
    kamm_create_cars(kamm_model_of(cars, 0), 0, NULL);
    assert_int_equal(misuses, 11);
    kamm_set_assert_handler(NULL, NULL);
    assert_true(kamm_state_hash(cars) == hash);
    end_cars(cars);
}

static void faulty_car_is_parked_and_the_rest_goes_on(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    kamm_cars *cars = start_batch(BATCH), *well = start_batch(BATCH);
    drive_at_random(cars, &kamm_flat_ground, 6, 30);
    drive_at_random(well, &kamm_flat_ground, 6, 30);
    double before[3], after[3];
    read_position(cars, 3, before);
    kamm_state_row(cars, 0, KAMM_ROW_WHEEL, 1, 2)[3] = 1e30f; /* spin */
    drive_at_random(cars, &kamm_flat_ground, 7, 60);
    drive_at_random(well, &kamm_flat_ground, 7, 60);
    assert_true(kamm_fault(cars, 3) & KAMM_FAULT_NUMERIC);
    read_position(cars, 3, after);
    expect_below(distance_between(before, after), 0.05);
    expect_near(kamm_read(cars, 3, KAMM_CHANNEL_speed_mps), 0, 0);
    for (int channel = 0; channel < KAMM_CHANNEL_COUNT; ++channel)
        if (!isfinite(kamm_read(cars, 3, (kamm_channel)channel)))
            fail_msg("%s is not finite", kamm_channel_fields(NULL)[channel].name);
    for (int car = 0; car < BATCH; ++car)
        if (car != 3) expect_same_channels(cars, car, well, car);
    put_car(cars, 3, &kamm_flat_ground, 0, 0, KAMM_GEAR_DRIVE);
    kamm_inputs(cars)[3].throttle = 1;
    drive_for(cars, &kamm_flat_ground, 5);
    assert_int_equal(kamm_fault(cars, 3), 0);
    expect_above(kamm_read(cars, 3, KAMM_CHANNEL_speed_mps), 5);
    end_cars(cars);
    end_cars(well);
}

static long allocations, releases;
static void *count_allocate(size_t size, size_t alignment, void *user)
{
    (void)user;
    ++allocations;
    return aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
}
static void count_release(void *memory, void *user)
{
    (void)user;
    if (memory) ++releases;
    free(memory);
}

static void nothing_allocates_in_a_step(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    kamm_set_allocator(count_allocate, count_release, NULL);
    kamm_cars *cars = start_batch(BATCH);
    long created = allocations;
    size_t size = kamm_snapshot_size(cars);
    void *snapshot = malloc(size);
    kamm_pose body;
    kamm_wheel_pose wheels[4];
    assert_true(created > 0);
    drive_at_random(cars, &kamm_flat_ground, 3, 30);
    kamm_save_snapshot(cars, snapshot);
    assert_int_equal(kamm_restore_snapshot(cars, snapshot, size, NULL), KAMM_OK);
    kamm_read_pose(cars, 0, 0.5, &body, wheels);
    kamm_state_hash(cars);
    put_car(cars, 0, &kamm_flat_ground, 0, 0, 0);
    assert_int_equal(allocations, created);
    assert_int_equal(releases, 0);
    end_cars(cars);
    assert_int_equal(releases, allocations);
    kamm_set_allocator(NULL, NULL, NULL);
    free(snapshot);
}

static double norm(const double q[4])
{
    return sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
}

static void poses_are_where_the_car_is(void **state)
{
    (void)state;
    kamm_vehicle_def def = plain_car();
    kamm_cars *cars = start_cars(&def, 1);
    kamm_model_info info = kamm_describe(kamm_model_of(cars, 0));
    kamm_pose body;
    kamm_wheel_pose wheels[4];
    put_car(cars, 0, &kamm_flat_ground, 0, 0, 0);
    kamm_inputs(cars)[0].hand_brake = 1;
    drive_for(cars, &kamm_flat_ground, 1);
    kamm_read_pose(cars, 0, 1, &body, wheels);
    for (int axis = 0; axis < 3; ++axis) expect_near(body.position_m[axis], 0, 1e-3);
    for (int wheel = 0; wheel < 4; ++wheel) {
        expect_near(distance_between(wheels[wheel].pose.position_m, info.wheel_position_m[wheel]),
                    0, 1e-3);
        expect_near(wheels[wheel].pose.position_m[2], info.loaded_radius_m[wheel], 1e-3);
        expect_near(fabs(wheels[wheel].pose.orientation[0]), 1, 1e-4); /* axis points left */
        expect_near(wheels[wheel].travel_m, 0, 1e-3);
    }
    end_cars(cars);
}

static void poses_interpolate_between_substeps(void **state)
{
    (void)state;
    kamm_cars *cars = start_batch(1);
    kamm_pose last, past, middle, present;
    kamm_wheel_pose last_wheels[4], wheels[3][4];
    put_car(cars, 0, &kamm_flat_ground, 0.7, 25, 4);
    for (int frame = 0; frame < 200; ++frame) {
        kamm_inputs(cars)[0].steering_wheel_rad = 3;
        kamm_step(cars, &kamm_flat_ground, 7);
        kamm_read_pose(cars, 0, 1, &last, last_wheels);
        kamm_step(cars, &kamm_flat_ground, 1);
        kamm_read_pose(cars, 0, 0, &past, wheels[0]);
        kamm_read_pose(cars, 0, 0.5, &middle, wheels[1]);
        kamm_read_pose(cars, 0, 1, &present, wheels[2]);
        /* The velocity at the substep's start follows from that at its end: half a digit of a float. */
        expect_near(distance_between(last.position_m, past.position_m), 0, 2e-9);
        for (int axis = 0; axis < 3; ++axis)
            expect_near(middle.position_m[axis],
                        (past.position_m[axis] + present.position_m[axis]) / 2, 1e-7);
        expect_above(distance_between(past.position_m, present.position_m), 1e-3);
        expect_near(norm(middle.orientation), 1, 1e-6);
        for (int wheel = 0; wheel < 4; ++wheel) {
            expect_near(norm(wheels[1][wheel].pose.orientation), 1, 1e-6);
            expect_near(distance_between(last_wheels[wheel].pose.position_m,
                                         wheels[0][wheel].pose.position_m),
                        0, 1e-7);
            double turned = remainder(
                wheels[2][wheel].spin_angle_rad - wheels[0][wheel].spin_angle_rad, 2 * PI);
            double half = remainder(
                wheels[1][wheel].spin_angle_rad - wheels[0][wheel].spin_angle_rad, 2 * PI);
            expect_near(half, turned / 2, 1e-6);
        }
    }
    expect_above(wheels[2][0].steer_rad, 0.1);
    end_cars(cars);
}

static void placed_car_is_at_rest_on_any_plane(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    kamm_vehicle_def def = plain_car();
    kamm_cars *cars = start_cars(&def, 1);
    for (int i = 0; i < 3; ++i) {
        kamm_ground ground = kamm_plane_ground(0.1 * i, -0.05 * i, 1);
        double before[3], after[3];
        put_car(cars, 0, &ground, 0.5 * i, 0, 0);
        kamm_inputs(cars)[0].brake = 1;
        read_position(cars, 0, before);
        drive_for(cars, &ground, 2);
        read_position(cars, 0, after);
        print_message("slope %d0 %%: settles by %.2f mm\n", i,
                      1000 * distance_between(before, after));
        expect_below(distance_between(before, after), i ? 0.03 : 0.0005);
    }
    end_cars(cars);
}

static void channels_are_named_in_order(void **state)
{
    (void)state;
    int count;
    const kamm_field_info *fields = kamm_channel_fields(&count);
    assert_int_equal(count, KAMM_CHANNEL_COUNT);
    assert_string_equal(fields[KAMM_CHANNEL_speed_mps].name, "speed_mps");
    assert_string_equal(fields[KAMM_CHANNEL_speed_mps].unit, "m/s");
    fields = kamm_wheel_channel_fields(&count);
    assert_int_equal(count, KAMM_WHEEL_CHANNEL_COUNT);
    assert_string_equal(fields[KAMM_WHEEL_load_n].name, "load_n");
    fields = kamm_input_fields(NULL);
    assert_string_equal(fields[0].name, "steering_wheel_rad");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_allocates_in_a_step), /* first: before anything is created */
        cmocka_unit_test(snapshot_restores_bit_for_bit),
        cmocka_unit_test(wrong_snapshots_are_refused),
        cmocka_unit_test(hash_sees_every_car),
        cmocka_unit_test(any_grouping_gives_the_same_bits),
        cmocka_unit_test(one_car_equals_one_of_a_batch),
        cmocka_unit_test(mixed_equals_uniform),
        cmocka_unit_test(all_widths_give_the_same_bits),
        cmocka_unit_test(bad_inputs_are_flagged_and_read_as_zero),
        cmocka_unit_test(out_of_range_inputs_are_clamped),
        cmocka_unit_test(misuse_calls_the_hook_and_has_no_effect),
        cmocka_unit_test(faulty_car_is_parked_and_the_rest_goes_on),
        cmocka_unit_test(poses_are_where_the_car_is),
        cmocka_unit_test(poses_interpolate_between_substeps),
        cmocka_unit_test(placed_car_is_at_rest_on_any_plane),
        cmocka_unit_test(channels_are_named_in_order),
    };
    return cmocka_run_group_tests_name("api", tests, NULL, NULL);
}
