/* Brake-force distribution by pressure cycles: what is carried, what is refused. */
#include "support/company.h"
#include "support/distributed.h"

#include <stdlib.h>
#include <string.h>

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
        assert_null(kamm_create_model(&def, KAMM_FULL, &error));
        assert_non_null(strstr(error.text, "aids.ebd_kind"));
        assert_non_null(strstr(error.text, rear ? "rear" : "front"));
        def.aids.ebd = 0;
        end_cars(start_cars(&def, 1));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(its_states_are_carried),
        cmocka_unit_test(both_ends_must_have_brakes),
    };
    return cmocka_run_group_tests_name("full_ebd_bits", tests, NULL, NULL);
}
