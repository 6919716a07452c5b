/* The free steering wheel on all rungs: which rungs have it, and equal bits by every way to them. */
/* KAMM_QUICK_TESTS leaves this out: it drives for long to measure. */
#include "run/cars.h"
#include "support/mirror.h"
#include "support/rungs.h"
#include "support/shipped.h"
#include "support/tier.h"

#include <math.h>
#include <stdlib.h>

static int takes_it(kamm_rung rung) { return rung >= KAMM_SINGLE_TRACK; }

static void turn_by_torque(kamm_cars *cars, int frame, double side)
{
    for (int car = 0; car < kamm_count(cars); ++car) {
        kamm_input *in = &kamm_inputs(cars)[car];
        in->free_steering = (frame / 20 + car) % 4 != 3;
        in->steering_wheel_nm = (float)(side * 6 * sin(0.11 * frame + car));
        in->steering_wheel_rad = (float)(side * sin(0.05 * frame));
        in->throttle = frame % 50 < 30 ? 0.4f : 0;
        in->gear = KAMM_GEAR_DRIVE;
    }
}

static kamm_cars *start_rolling(const kamm_vehicle_def *def, kamm_rung rung, int count)
{
    kamm_cars *cars = start_rung(def, rung, count);
    for (int car = 0; car < count; ++car)
        put_car(cars, car, &kamm_flat_ground, 0, 12 + car, KAMM_GEAR_DRIVE);
    return cars;
}

static void drive_frames(kamm_cars *cars, int from, int to, int substeps)
{
    for (int frame = from; frame < to; ++frame) {
        turn_by_torque(cars, frame, 1);
        for (int i = 0; i < 20; i += substeps) kamm_step(cars, &kamm_flat_ground, substeps);
    }
}

static void rungs_with_a_torque_take_it(void **state)
{
    (void)state;
    kamm_vehicle_def def = default_vehicle();
    for (EACH_RUNG(rung)) {
        kamm_cars *cars = start_rolling(&def, rung, 2);
        assert_int_equal(kamm_describe(kamm_model_of(cars, 0)).takes_free_steering, takes_it(rung));
        kamm_inputs(cars)[0].steering_wheel_rad = kamm_inputs(cars)[1].steering_wheel_rad = 0.3f;
        put_car(cars, 1, &kamm_flat_ground, 0, 12, KAMM_GEAR_DRIVE);
        kamm_inputs(cars)[0].steering_wheel_rad = kamm_inputs(cars)[1].steering_wheel_rad = 0.3f;
        kamm_inputs(cars)[1].free_steering = 1;
        kamm_inputs(cars)[1].steering_wheel_nm = 5;
        drive_for(cars, &kamm_flat_ground, 0.5);
        double led = kamm_read(cars, 0, KAMM_CHANNEL_steering_wheel_rad);
        double freely = kamm_read(cars, 1, KAMM_CHANNEL_steering_wheel_rad);
        print_message("%-14s led %.3f rad, by 5 N.m %.3f rad\n", rung_name(rung), led, freely);
        if (takes_it(rung)) {
            expect_above(freely, 0.35);
            expect_above(kamm_read(cars, 1, KAMM_CHANNEL_steering_felt_nm), 1);
        } else
            assert_true(led == freely);
        end_cars(cars);
    }
}

static void a_command_leads_over_it(void **state)
{
    (void)state;
    kamm_vehicle_def def = default_vehicle();
    for (EACH_RUNG(rung)) {
        kamm_cars *cars = start_rung(&def, rung, 2);
        for (int car = 0; car < 2; ++car) {
            put_car(cars, car, &kamm_flat_ground, 0, 12, KAMM_GEAR_DRIVE);
            kamm_inputs(cars)[car].command = 1;
            kamm_inputs(cars)[car].road_wheel_rate_radps = 0.05f;
            kamm_inputs(cars)[car].free_steering = (float)car;
            kamm_inputs(cars)[car].steering_wheel_nm = (float)(-20 * car);
        }
        drive_for(cars, &kamm_flat_ground, 0.5);
        assert_true(kamm_read(cars, 0, KAMM_CHANNEL_steering_wheel_rad) ==
                    kamm_read(cars, 1, KAMM_CHANNEL_steering_wheel_rad));
        assert_true(kamm_read(cars, 0, KAMM_CHANNEL_yaw_rate_radps) ==
                    kamm_read(cars, 1, KAMM_CHANNEL_yaw_rate_radps));
        end_cars(cars);
    }
}

static void widths_and_groupings_make_the_same_bits(void **state)
{
    (void)state;
    enum { CARS = 18 };
    static const int widths[] = {4, 8, 16};
    kamm_vehicle_def def = default_vehicle();
    for (kamm_rung rung = KAMM_SINGLE_TRACK; takes_it(rung) && rung <= KAMM_FULL;
         rung = (kamm_rung)(rung + 1)) {
        uint64_t one = 0;
        for (int w = -1; w < 3; ++w) {
            if (kamm_set_width(w < 0 ? 1 : widths[w], NULL) != KAMM_OK) continue;
            for (int grouping = 1; grouping <= 20; grouping *= 20) {
                kamm_cars *cars = start_rolling(&def, rung, CARS);
                drive_frames(cars, 0, of_tier(20, 200), grouping);
                if (!one) one = kamm_state_hash(cars);
                assert_true(kamm_state_hash(cars) == one);
                end_cars(cars);
            }
        }
    }
    kamm_set_width(0, NULL);
}

/* What a car beside it does does not affect a car that is steered by an angle. */
static void a_free_neighbour_changes_no_bit(void **state)
{
    (void)state;
    kamm_vehicle_def def = default_vehicle();
    for (EACH_RUNG(rung)) {
        kamm_cars *both = start_rolling(&def, rung, 8), *alike = start_rolling(&def, rung, 8);
        for (int frame = 0; frame < 60; ++frame) {
            for (int car = 0; car < 8; ++car) {
                kamm_inputs(both)[car].steering_wheel_rad =
                    kamm_inputs(alike)[car].steering_wheel_rad = (float)sin(0.1 * frame + car);
                kamm_inputs(both)[car].free_steering = (float)(car % 2);
                kamm_inputs(both)[car].steering_wheel_nm = -3;
            }
            kamm_step(both, &kamm_flat_ground, 20);
            kamm_step(alike, &kamm_flat_ground, 20);
        }
        int channels;
        kamm_channel_fields(&channels);
        for (int i = 0; i < 8; i += 2) {
            const struct car beside = kamm_car_of(both, i), alone = kamm_car_of(alike, i);
            for (size_t n = 0; n < STATE_COUNT; ++n)
                assert_true(state_of(&beside, n) == state_of(&alone, n));
            for (int c = 0; c < channels; ++c)
                assert_true(kamm_read(both, i, (kamm_channel)c) ==
                            kamm_read(alike, i, (kamm_channel)c));
        }
        end_cars(both);
        end_cars(alike);
    }
}

static void mirrored_torques_make_the_mirrored_drive(void **state)
{
    (void)state;
    for (EACH_RUNG(rung)) {
        kamm_vehicle_def left = lopsided_car(1), right = lopsided_car(-1);
        if (rung == KAMM_KINEMATIC) continue;
        kamm_cars *cars = start_rolling(&left, rung, 1), *image = start_rolling(&right, rung, 1);
        for (int frame = 0; frame < of_tier(100, 400); ++frame) {
            turn_by_torque(cars, frame, 1);
            turn_by_torque(image, frame, -1);
            kamm_step(cars, &kamm_flat_ground, 20);
            kamm_step(image, &kamm_flat_ground, 20);
            expect_mirror_images(cars, image, frame);
        }
        end_cars(cars);
        end_cars(image);
    }
}

static void a_snapshot_goes_on_with_the_same_bits(void **state)
{
    (void)state;
    kamm_vehicle_def def = default_vehicle();
    for (EACH_RUNG(rung)) {
        kamm_cars *cars = start_rolling(&def, rung, 3);
        drive_frames(cars, 0, 35, 20);
        size_t size = kamm_snapshot_size(cars);
        void *snapshot = malloc(size);
        kamm_save_snapshot(cars, snapshot);
        drive_frames(cars, 35, 90, 20);
        uint64_t later = kamm_state_hash(cars);
        kamm_cars *other = start_rung(&def, rung, 3);
        assert_int_equal(kamm_restore_snapshot(other, snapshot, size, NULL), KAMM_OK);
        drive_frames(other, 35, 90, 20);
        assert_true(kamm_state_hash(other) == later);
        free(snapshot);
        end_cars(cars);
        end_cars(other);
    }
}

/* Nothing jumps when a car changes rung with its wheel on the way back. */
static void a_change_of_rung_goes_on_turning(void **state)
{
    (void)state;
    for (int v = 0; v < shipped_count(); v += of_tier(5, 1))
        for (kamm_rung to = KAMM_SINGLE_TRACK; to <= KAMM_FULL; to = (kamm_rung)(to + 1)) {
            kamm_vehicle_def def = shipped_def(v);
            kamm_cars *from = start_rolling(&def, KAMM_FULL, 1), *other = start_rung(&def, to, 1);
            kamm_inputs(from)[0].steering_wheel_rad = is_kart(&def) ? 0.08f : 0.8f; /* as direct */
            drive_for(from, &kamm_flat_ground, 1);
            kamm_inputs(from)[0].free_steering = 1;
            drive_for(from, &kamm_flat_ground, 0.2);
            double before = kamm_read(from, 0, KAMM_CHANNEL_steering_wheel_rad);
            kamm_hand_over(from, 0, other, 0);
            kamm_step(other, &kamm_flat_ground, 1);
            double after = kamm_read(other, 0, KAMM_CHANNEL_steering_wheel_rad);
            expect_near(after, before, 0.02);
            for (int i = 0; i < 60; ++i) {
                drive_for(other, &kamm_flat_ground, 1.0 / 60);
                double now = kamm_read(other, 0, KAMM_CHANNEL_steering_wheel_rad);
                expect_near(now, after, 0.15);
                after = now;
            }
            end_cars(from);
            end_cars(other);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rungs_with_a_torque_take_it),
        cmocka_unit_test(a_command_leads_over_it),
        cmocka_unit_test(widths_and_groupings_make_the_same_bits),
        cmocka_unit_test(a_free_neighbour_changes_no_bit),
        cmocka_unit_test(mirrored_torques_make_the_mirrored_drive),
        cmocka_unit_test(a_snapshot_goes_on_with_the_same_bits),
        cmocka_unit_test(a_change_of_rung_goes_on_turning),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
