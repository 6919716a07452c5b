/* The kernels for two axles of two wheels give the bits of those for any wheels. */
#include "support/cars.h"
#include "support/quick.h"
#include "support/tier.h"

#include "run/cars.h"

#include <string.h>

static void two_axles_are_those_of_the_default_vehicle(void **state)
{
    (void)state;
    kamm_vehicle_def def = default_vehicle();
    struct layout l = kamm_layout_of(&def), two = TWO_AXLES;
    assert_memory_equal(&l, &two, sizeof l);
}

enum { CARS = 21 };

static void compile(kamm_rung rung, int mixed, kamm_model *models[CARS])
{
    kamm_error error = {0};
    for (int i = 0; i < CARS; ++i) {
        kamm_vehicle_def def = default_vehicle();
        def.body.mass_kg += mixed ? 20 * i : 0;
        def.aids.esc = i % 2;
        models[i] = kamm_create_model(&def, rung, &error);
        if (!models[i]) fail_msg("%s", error.text);
    }
}

/* Their hash, shared or each of its own model, after less than a second of driving, or seconds. */
static uint64_t hash_of_drive(kamm_model *const models[CARS], int mixed)
{
    kamm_cars *cars = mixed ? kamm_create_mixed_cars((const kamm_model *const *)models, CARS, NULL)
                            : kamm_create_cars(models[0], CARS, NULL);
    kamm_ground ground = kamm_plane_ground(0.06, -0.04, 0.9f);
    for (int i = 0; i < CARS; ++i) put_car(cars, i, &ground, 0.3 * i, 2 + 1.5 * i, KAMM_GEAR_DRIVE);
    const int frames = of_tiers(30, 90, 360);
    for (int frame = 0; frame < frames; ++frame) {
        for (int i = 0; i < CARS; ++i) {
            kamm_input *input = &kamm_inputs(cars)[i];
            input->steering_wheel_rad = 0.12f * (float)((frame + 7 * i) % 60 - 30);
            input->throttle = frame % 90 < 50 ? 0.8f : 0;
            input->brake = frame % 90 < 60 ? 0 : 0.9f;
        }
        kamm_step(cars, &ground, 20);
    }
    uint64_t hash = kamm_state_hash(cars);
    kamm_destroy_cars(cars);
    return hash;
}

static void both_kinds_of_kernels_give_the_same_bits(void **state)
{
    (void)state;
    static const int widths[] = {1, 4, 8, 16};
    for (kamm_rung rung = 1; rung <= KAMM_RUNG_COUNT; ++rung)
        for (int mixed = 0; mixed < 2; ++mixed) {
            kamm_model *models[CARS];
            compile(rung, mixed, models);
            for (int i = 0; i < 4; ++i) {
                if (((int)rung + mixed + i) % of_tier(2, 1) ||
                    kamm_set_width(widths[i], NULL) != KAMM_OK)
                    continue;
                uint64_t two_axles = hash_of_drive(models, mixed);
                kamm_use_kernels_for_any_wheels(1);
                uint64_t any_wheels = hash_of_drive(models, mixed);
                kamm_use_kernels_for_any_wheels(0);
                assert_true(two_axles == any_wheels);
            }
            for (int i = 0; i < CARS; ++i) kamm_destroy_model(models[i]);
        }
    kamm_set_width(0, NULL);
}

static int has_kernel(const kamm_cars *cars, int width)
{
    static const int of_width[17] = {
        [1] = KERNEL_1, [4] = KERNEL_4, [8] = KERNEL_8, [16] = KERNEL_16};
    return cars->rung->kernels[ANY_WHEELS][of_width[width]] ||
           cars->rung->kernels[TWO_AXLES_ONLY][of_width[width]];
}

/* A car alone needs no vectors; of the others as many lanes as there are cars, in vectors of at least four. */
static void few_cars_run_no_wider_than_they_need(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    for (kamm_rung rung = 1; rung <= KAMM_RUNG_COUNT; ++rung) {
        kamm_model *models[CARS];
        compile(rung, 0, models);
        kamm_cars *cars = kamm_create_cars(models[0], 16, NULL);
        for (int count = 1; count <= 16; ++count) {
            int width, least = count == 1 ? 1 : 4;
            assert_non_null(kamm_kernel(cars, count, &width));
            while (least > 1 && least < kamm_width() && (least < count || !has_kernel(cars, least)))
                least *= 2;
            assert_int_equal(width, least < kamm_width() ? least : kamm_width());
        }
        kamm_destroy_cars(cars);
        for (int i = 0; i < CARS; ++i) kamm_destroy_model(models[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_axles_are_those_of_the_default_vehicle),
        cmocka_unit_test(both_kinds_of_kernels_give_the_same_bits),
        cmocka_unit_test(few_cars_run_no_wider_than_they_need),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
