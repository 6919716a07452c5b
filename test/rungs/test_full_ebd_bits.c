/* Brake-force distribution by pressure cycles: the promises about bits, what is carried, what is refused. */
#include "support/company.h"
#include "support/distributed.h"
#include "support/mirror.h"

#include <stdlib.h>
#include <string.h>

static void press(kamm_cars *cars, int car, int frame, double side)
{
    kamm_input *in = &kamm_inputs(cars)[car];
    double lock = kamm_describe(kamm_model_of(cars, car)).steering_lock_rad;
    in->steering_wheel_rad = (float)(side * 0.1 * lock * sin(0.13 * frame + car));
    in->throttle = (frame / 20 + car) % 4 == 0;
    in->brake = (frame / 20 + car) % 4 == 0 ? 0 : (float)(0.3 + 0.1 * (car % 4));
    in->gear = KAMM_GEAR_DRIVE;
}

static void mirrored_drives_make_mirrored_bits(void **state)
{
    (void)state;
    kamm_vehicle_def def = lopsided_car(1), other = lopsided_car(-1);
    def.aids.ebd = other.aids.ebd = 1;
    def.aids.ebd_kind = other.aids.ebd_kind = KAMM_ABS_CYCLES;
    def.axles[1].brake_torque_nm = other.axles[1].brake_torque_nm *= 2;
    for (int abs = OFF; abs <= CYCLES; ++abs) {
        def.aids.abs = other.aids.abs = abs != OFF;
        def.aids.abs_kind = other.aids.abs_kind = abs == CYCLES;
        expect_mirrored_drive(&def, &other, 28, press);
    }
}

static void all_widths_and_any_company_make_the_same_bits(void **state)
{
    (void)state;
    for (int vehicle = 0; vehicle < shipped_count(); vehicle += of_tier(8, 3))
        for (int abs = OFF; abs <= of_tier(OFF, CYCLES) && can_distribute(vehicle); ++abs) {
            kamm_vehicle_def plain = braked(vehicle, SLIP, (enum kind)((abs + 1) % 3), 240),
                             with = braked(vehicle, CYCLES, (enum kind)abs, 240);
            expect_same_bits_in_company(&plain, &with, KAMM_FULL, press);
        }
}

static void its_states_are_carried(void **state)
{
    (void)state;
    static const double one[] = {0.5};
    kamm_vehicle_def def = braked(shipped_number("nissan-micra"), CYCLES, CYCLES, 240);
    kamm_cars *cars = start_pedals(&def, 1, &kamm_flat_ground), *copy = start_cars(&def, 1),
              *restored = start_cars(&def, 1);
    kamm_cars *below = start_rung(&def, KAMM_DOUBLE_TRACK, 1);
    for (int frame = 0; !(CAR_STATE(cars, 0, wheels[3].abs_pause_s) > 0); ++frame) {
        press_slowly(cars, one, 1, frame);
        kamm_step(cars, &kamm_flat_ground, 1);
        kamm_step(copy, &kamm_flat_ground, 1); /* their clocks */
        assert_true(frame < 240);
    }
    size_t size = kamm_snapshot_size(cars);
    void *bytes = malloc(size);
    kamm_save_snapshot(cars, bytes);
    kamm_copy_car(cars, 0, copy, 0);
    assert_int_equal(kamm_restore_snapshot(restored, bytes, size, NULL), KAMM_OK);
    kamm_inputs(copy)[0] = kamm_inputs(restored)[0] = kamm_inputs(cars)[0];
    kamm_cars *all[] = {cars, copy, restored};
    struct seen_car seen[3];
    for (int i = 0; i < 3; ++i) {
        drive_for(all[i], &kamm_flat_ground, 1);
        look_at_car(all[i], 0, &seen[i]);
        expect_same_look(&seen[i], &seen[0], "carried", 1, i);
    }
    kamm_hand_over(cars, 0, below, 0);
    kamm_hand_over(below, 0, copy, 0);
    for (int w = 0; w < 4; ++w) assert_true(CAR_STATE(copy, 0, wheels[w].abs_phase) == 0);
    drive_for(copy, &kamm_flat_ground, 0.2);
    assert_int_equal(kamm_fault(copy, 0), 0);
    free(bytes);
    end_cars(below);
    for (int i = 0; i < 3; ++i) end_cars(all[i]);
}

/* The kart has no brakes in front, and a car with none at the rear has nothing to take from. */
static void both_ends_must_have_brakes(void **state)
{
    (void)state;
    for (int rear = 0; rear < 2; ++rear) {
        kamm_vehicle_def def = shipped_def(shipped_number(rear ? "nissan-micra" : "go-kart-125"));
        kamm_error error;
        if (rear) def.axles[1].brake_torque_nm = 0;
        def.aids.ebd = 1;
        def.aids.ebd_kind = KAMM_ABS_CYCLES;
        assert_null(kamm_compile(&def, KAMM_FULL, &error));
        assert_non_null(strstr(error.text, "aids.ebd_kind"));
        assert_non_null(strstr(error.text, rear ? "rear" : "front"));
        def.aids.ebd = 0;
        end_cars(start_cars(&def, 1));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mirrored_drives_make_mirrored_bits),
        cmocka_unit_test(all_widths_and_any_company_make_the_same_bits),
        cmocka_unit_test(its_states_are_carried),
        cmocka_unit_test(both_ends_must_have_brakes),
    };
    return cmocka_run_group_tests_name("full_ebd_bits", tests, NULL, NULL);
}
