/* Cars that are switched on and off: they change no bit of the others, cost nothing, and come back as new ones; handles, and rollbacks
 * over who comes and goes. */
#include "run/cars.h"
#include "support/company.h"
#include "support/misuse.h"
#include "support/shipped.h"
#include "support/tier.h"

#include <kamm/batch.h>
#include <kamm/slots.h>
#include <kamm/snapshot.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CARS = 35 };

/* Of three blocks: the first has gaps, the second is off, the third has one car. */
static int is_on_here(int car)
{
    return car < 16 ? car % 5 == 1 || car == 3 || car == 15 : car == 33;
}

static kamm_placement at(double x, double y, double speed_mps)
{
    return (kamm_placement){
        .position_m = {x, y, 0}, .speed_mps = speed_mps, .gear = KAMM_GEAR_DRIVE};
}

static void switch_off(kamm_cars *cars, int car)
{
    kamm_error error;
    must(kamm_switch_off(cars, kamm_slot_of(cars, car), &error), &error);
}

static kamm_slot switch_on(kamm_cars *cars, int car, const kamm_placement *placement)
{
    kamm_error error;
    kamm_slot slot;
    must(kamm_switch_on(cars, car, placement, &slot, &error), &error);
    return slot;
}

static void swerve(kamm_cars *cars, int from_frame, int to_frame, const kamm_ground *ground)
{
    for (int frame = from_frame; frame < to_frame; ++frame) {
        for (int car = 0; car < kamm_count(cars); ++car)
            swerve_and_brake(cars, car, frame + 3 * car, 1);
        kamm_step(cars, ground, 4);
    }
}

/* ---- bits ---- */

enum { MODELS = 3 };

static kamm_cars *start_batch(kamm_model *const models[MODELS], int is_mixed)
{
    const kamm_model *of_each[CARS];
    for (int i = 0; i < CARS; ++i) of_each[i] = models[i % MODELS];
    kamm_cars *cars = is_mixed ? kamm_create_mixed_cars(of_each, CARS, NULL)
                               : kamm_create_cars(models[0], CARS, NULL);
    assert_non_null(cars);
    for (int i = 0; i < CARS; ++i)
        put_car(cars, i, &kamm_flat_ground, 0.1 * i, 5 + i % 9, KAMM_GEAR_DRIVE);
    return cars;
}

/* Some go after a while, and the others go on as if they had not. */
static void expect_bits_of_the_others(kamm_model *const models[MODELS], int is_mixed,
                                      const kamm_ground *ground, int width, uint64_t *hash)
{
    kamm_cars *all = start_batch(models, is_mixed), *some = start_batch(models, is_mixed);
    swerve(all, 0, 6, ground), swerve(some, 0, 6, ground);
    for (int i = 0; i < CARS; ++i)
        if (!is_on_here(i)) switch_off(some, i);
    swerve(all, 6, 15, ground), swerve(some, 6, 15, ground);
    for (int i = 0; i < CARS; ++i) {
        struct seen_car one, two;
        if (!is_on_here(i)) continue;
        look_at_car(all, i, &one), look_at_car(some, i, &two);
        expect_same_look(&two, &one, is_mixed ? "mixed" : "alike", width, i);
        assert_int_equal(kamm_fault(some, i), 0);
    }
    if (!*hash) *hash = kamm_state_hash(some);
    assert_true(kamm_state_hash(some) == *hash);
    assert_true(kamm_state_hash(some) != kamm_state_hash(all));
    kamm_destroy_cars(some), kamm_destroy_cars(all);
}

static void cars_that_are_off_change_no_bit_of_the_others(void **state)
{
    (void)state;
    static const int widths[] = {1, 4, 8, 16, 0};
    struct rough_ground rough;
    make_rough(&rough, 5, 1.5, 0.02, 0.9);
    const kamm_ground grounds[] = {kamm_flat_ground, ground_of_rough(&rough)};
    for (EACH_RUNG(rung)) {
        kamm_model *models[MODELS];
        for (int i = 0; i < MODELS; ++i) {
            kamm_vehicle_def def = shipped_on(shipped_number("bmw-m3-e46"), rung, 240);
            def.body.mass_kg *= 1 + 0.02 * i;
            models[i] = compile_rung(&def, rung);
        }
        for (int kind = 0; kind < 4; ++kind) {
            uint64_t hash = 0;
            for (int w = 0; w < 5; ++w)
                if (kamm_set_width(widths[w], NULL) == KAMM_OK)
                    expect_bits_of_the_others(models, kind % 2, &grounds[kind / 2], widths[w],
                                              &hash);
        }
        for (int i = 0; i < MODELS; ++i) kamm_destroy_model(models[i]);
    }
}

/* All shipped vehicles: one that was wrecked, went and comes again is as new, to the bit. */
static void a_car_comes_back_as_a_new_one(void **state)
{
    (void)state;
    struct rough_ground rough;
    make_rough(&rough, 9, 1.5, 0.02, 0.9);
    const kamm_ground grounds[] = {kamm_flat_ground, ground_of_rough(&rough)};
    for (int i = 0; i < shipped_count(); i += of_tier(5, 1))
        for (EACH_RUNG(rung)) {
            const kamm_ground *ground = &grounds[(i + (int)rung) % 2];
            kamm_vehicle_def def = shipped_on(i, rung, 240);
            kamm_cars *cars = start_rung(&def, rung, 2), *new = start_rung(&def, rung, 2);
            const kamm_wheel_damage damage = {.grip_loss = 0.5, .brake_loss = 0.5};
            for (int w = 0; w < wheels_of(cars, 1); ++w)
                kamm_damage_wheel(cars, 1, w, &damage, NULL);
            put_car(cars, 1, &kamm_flat_ground, 2, 15, KAMM_GEAR_DRIVE);
            swerve(cars, 0, 10, ground);
            swerve(new, 0, 10, ground);
            switch_off(cars, 1), switch_off(new, 1);
            swerve(cars, 10, 12, ground), swerve(new, 10, 12, ground);
            const kamm_placement place = at(3, 4, 8);
            switch_on(cars, KAMM_FREE_CAR, &place), switch_on(new, 1, &place);
            swerve(cars, 12, 25, ground), swerve(new, 12, 25, ground);
            struct seen_car one, two;
            look_at_car(cars, 1, &one), look_at_car(new, 1, &two);
            expect_same_look(&one, &two, shipped_name(i), kamm_width(), 1);
            assert_int_equal(kamm_fault(cars, 1), 0);
            end_cars(new), end_cars(cars);
        }
}

/* ---- cost ---- */

static int probed;

static void count_probes(void *user, int count, const kamm_probe *probes, kamm_contact *contacts)
{
    (void)user, (void)probes;
    probed += count;
    for (int i = 0; i < count; ++i) contacts[i] = kamm_flat_ground.plane;
}

/* None of their wheels asks for ground; nothing of a block is stepped in which all are off. */
static void cars_that_are_off_cost_nothing(void **state)
{
    (void)state;
    const kamm_ground asked = {.query = count_probes, .interval_substeps = 1};
    for (EACH_RUNG(rung)) {
        kamm_vehicle_def def = default_vehicle();
        kamm_cars *cars = start_rung(&def, rung, CARS), *one = start_rung(&def, rung, 1);
        const kamm_placement place = at(0, 0, 10);
        kamm_switch_all_off(cars);
        assert_int_equal(kamm_count_on(cars), 0);
        probed = 0;
        kamm_step(cars, &asked, 20);
        assert_int_equal(probed, 0);
        kamm_place(one, 0, &place);
        kamm_step(one, &asked, 20);
        int of_one = probed;
        assert_int_not_equal(of_one, 0);
        switch_on(cars, 21, &place), switch_on(cars, 23, &place); /* in one group of lanes */
        probed = 0;
        float *other = kamm_state_row(cars, 0, KAMM_ROW_CAR, 0, 0);
        other[5] = NAN; /* nothing looks at it */
        kamm_step(cars, &asked, 20);
        assert_int_equal(probed, 2 * of_one);
        assert_int_equal(kamm_count_on(cars), 2);
        end_cars(one), end_cars(cars);
    }
}

/* Whatever is written to a car that is off, it stays parked, in a group that is stepped for others. */
static void cars_that_are_off_stay_parked(void **state)
{
    (void)state;
    for (EACH_RUNG(rung)) {
        kamm_vehicle_def def = default_vehicle();
        kamm_cars *cars = start_rung(&def, rung, 4);
        switch_off(cars, 2);
        swerve(cars, 0, 3, &kamm_flat_ground);
        uint64_t before = kamm_state_hash(cars);
        int count;
        kamm_car_state_fields(&count);
        for (int f = 0; f < count; ++f) {
            float *row = kamm_state_row(cars, 0, KAMM_ROW_CAR, 0, f);
            if (row) row[2] = 0.5f;
        }
        kamm_inputs(cars)[2].throttle = NAN;
        assert_true(kamm_state_hash(cars) == before);
        kamm_step(cars, &kamm_flat_ground, 12);
        assert_true(kamm_fault(cars, 2) & KAMM_FAULT_NUMERIC);
        assert_true(kamm_read(cars, 2, KAMM_CHANNEL_speed_mps) == 0);
        for (int i = 0; i < 4; ++i)
            if (i != 2) assert_int_equal(kamm_fault(cars, i), 0);
        end_cars(cars);
    }
}

/* ---- handles ---- */

static void expect_stale(const kamm_cars *cars, kamm_slot slot, const char *why)
{
    kamm_error error = {0};
    int car = 77;
    assert_int_equal(kamm_find_slot(cars, slot, &car, &error), KAMM_ERROR_UNKNOWN);
    assert_int_equal(car, 77);
    if (!strstr(error.text, why)) fail_msg("'%s' and not '%s'", error.text, why);
}

static void stale_handles_are_refused(void **state)
{
    (void)state;
    kamm_error error;
    int car;
    kamm_vehicle_def def = default_vehicle();
    kamm_cars *cars = start_rung(&def, KAMM_KINEMATIC, 3);
    const kamm_placement place = at(0, 0, 0);
    kamm_slot first = kamm_slot_of(cars, 1);
    must(kamm_find_slot(cars, first, &car, &error), &error);
    assert_int_equal(car, 1);
    must(kamm_switch_off(cars, first, &error), &error);
    assert_int_equal(kamm_is_on(cars, 1), 0);
    assert_int_equal(kamm_count_on(cars), 2);
    assert_int_equal(kamm_slot_of(cars, 1).generation, 0);
    expect_stale(cars, first, "car 1 is off");
    assert_int_equal(kamm_switch_off(cars, first, &error), KAMM_ERROR_UNKNOWN);
    kamm_slot second = switch_on(cars, KAMM_FREE_CAR, &place);
    assert_int_equal(second.car, 1);
    expect_stale(cars, first, "car 1 of generation 1 was switched off; it is generation 2 now");
    assert_int_equal(kamm_switch_off(cars, first, &error), KAMM_ERROR_UNKNOWN);
    must(kamm_find_slot(cars, second, &car, &error), &error);
    expect_stale(cars, (kamm_slot){0}, "none of these 3 cars");
    expect_stale(cars, (kamm_slot){3, 1}, "none of these 3 cars");
    expect_stale(cars, (kamm_slot){-1, 1}, "none of these 3 cars");
    end_cars(cars);
}

static void what_cannot_be_switched_on_is_refused(void **state)
{
    (void)state;
    kamm_error error;
    kamm_slot slot = {7, 7};
    kamm_vehicle_def def = default_vehicle();
    kamm_cars *cars = start_rung(&def, KAMM_RIGID2D, 18);
    kamm_placement place = at(0, 0, 0), lost = at(NAN, 0, 0);
    assert_int_equal(kamm_switch_on(cars, KAMM_FREE_CAR, &place, &slot, &error), KAMM_ERROR_RANGE);
    assert_non_null(strstr(error.text, "all 18 are on"));
    assert_int_equal(kamm_switch_on(cars, 4, &place, &slot, &error), KAMM_ERROR_RANGE);
    assert_non_null(strstr(error.text, "4 is on"));
    switch_off(cars, 17);
    assert_int_equal(kamm_switch_on(cars, 17, &lost, &slot, &error), KAMM_ERROR_RANGE);
    assert_int_equal(kamm_is_on(cars, 17), 0);
    assert_true(slot.car == 7 && slot.generation == 7);
    must(kamm_switch_on(cars, KAMM_FREE_CAR, &place, NULL, &error), &error);
    assert_int_equal(kamm_is_on(cars, 17), 1);
    end_cars(cars);
}

/* ---- rollback ---- */

/* Frame by frame one leaves and others join; some are the same on each side. */
static void come_and_go(kamm_cars *cars, int frame)
{
    const kamm_placement place = at(4 * frame, -9, 6);
    if (frame == 3) switch_off(cars, 2);
    if (frame == 5) switch_on(cars, KAMM_FREE_CAR, &place);
    if (frame == 6) switch_off(cars, 0), switch_off(cars, 17);
    if (frame == 8) switch_on(cars, 17, &place);
    for (int car = 0; car < kamm_count(cars); ++car)
        swerve_and_brake(cars, car, frame + 3 * car, 1);
    kamm_step(cars, &kamm_flat_ground, 4);
}

/* From each frame to the end: whatever has happened since, it is all as it was then, and goes on so. */
static void a_rollback_restores_who_was_there(void **state)
{
    (void)state;
    enum { FRAMES = 10, COUNT = 18 };
    for (EACH_RUNG(rung)) {
        kamm_vehicle_def def = default_vehicle();
        kamm_cars *cars = start_rung(&def, rung, COUNT);
        size_t size = kamm_snapshot_size(cars), portable = kamm_portable_size(cars, 0, COUNT);
        char *saved = malloc(FRAMES * size), *moved = malloc(FRAMES * portable);
        uint64_t hash[FRAMES];
        kamm_slot slots[FRAMES][COUNT];
        for (int frame = 0; frame < FRAMES; ++frame) {
            kamm_save_snapshot(cars, saved + (size_t)frame * size);
            kamm_save_portable(cars, 0, COUNT, moved + (size_t)frame * portable);
            for (int i = 0; i < COUNT; ++i) slots[frame][i] = kamm_slot_of(cars, i);
            hash[frame] = kamm_state_hash(cars);
            come_and_go(cars, frame);
        }
        uint64_t last = kamm_state_hash(cars);
        for (int frame = FRAMES - 1; frame >= 0; --frame) {
            const char *bytes = saved + (size_t)frame * size;
            if (frame % 2)
                must(kamm_restore_snapshot(cars, bytes, size, NULL), NULL);
            else
                must(kamm_restore_portable(cars, 0, COUNT, moved + (size_t)frame * portable,
                                           portable, NULL, NULL),
                     NULL);
            assert_true(kamm_state_hash(cars) == hash[frame]);
            for (int i = 0; i < COUNT; ++i) {
                kamm_slot slot = kamm_slot_of(cars, i);
                assert_memory_equal(&slot, &slots[frame][i], sizeof slot);
            }
            for (int next = frame; next < FRAMES; ++next) {
                assert_true(kamm_state_hash(cars) == hash[next]);
                come_and_go(cars, next);
            }
            assert_true(kamm_state_hash(cars) == last);
        }
        free(saved), free(moved);
        end_cars(cars);
    }
}

/* The bytes of one car hold whether it is on; its handle stays that of its place. */
static void a_car_goes_with_whether_it_is_on(void **state)
{
    (void)state;
    kamm_vehicle_def def = default_vehicle();
    kamm_cars *cars = start_rung(&def, KAMM_FULL, 2);
    size_t size = kamm_car_snapshot_size(cars, 0);
    char *on = malloc(2 * size), *off = on + size;
    kamm_slot slot = kamm_slot_of(cars, 0);
    kamm_save_car(cars, 0, on);
    switch_off(cars, 1);
    kamm_save_car(cars, 1, off);
    must(kamm_restore_car(cars, 0, off, size, NULL), NULL);
    assert_int_equal(kamm_is_on(cars, 0), 0);
    must(kamm_restore_car(cars, 0, on, size, NULL), NULL);
    must(kamm_restore_car(cars, 1, on, size, NULL), NULL);
    assert_int_equal(kamm_is_on(cars, 0) + kamm_is_on(cars, 1), 2);
    assert_int_equal(kamm_slot_of(cars, 0).generation, slot.generation);
    assert_int_equal(kamm_slot_of(cars, 1).generation, 2);
    free(on);
    end_cars(cars);
}

static void misuse_is_reported(void **state)
{
    (void)state;
    kamm_error error;
    kamm_slot slot;
    int car;
    kamm_vehicle_def def = default_vehicle();
    kamm_cars *cars = start_rung(&def, KAMM_KINEMATIC, 3);
    const kamm_placement place = at(0, 0, 0);
    switch_off(cars, 1);
    kamm_set_assert_handler(count_report, NULL);
    MISUSE(kamm_switch_on(NULL, 1, &place, &slot, &error));
    MISUSE(kamm_switch_on(cars, 3, &place, &slot, &error));
    MISUSE(kamm_switch_on(cars, -2, &place, &slot, &error));
    MISUSE(kamm_switch_on(cars, 1, NULL, &slot, &error));
    MISUSE(kamm_switch_off(NULL, kamm_slot_of(cars, 0), &error));
    MISUSE(kamm_switch_all_off(NULL));
    MISUSE(kamm_is_on(cars, 3));
    MISUSE(kamm_count_on(NULL));
    MISUSE(kamm_slot_of(cars, -1));
    MISUSE(kamm_find_slot(cars, kamm_slot_of(cars, 0), NULL, &error));
    MISUSE(kamm_find_slot(NULL, kamm_slot_of(cars, 0), &car, &error));
    MISUSE(kamm_place(cars, 1, &place));
    MISUSE(kamm_hand_over(cars, 0, cars, 1));
    MISUSE(kamm_copy_car(cars, 0, cars, 1));
    kamm_set_assert_handler(NULL, NULL);
    end_cars(cars);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cars_that_are_off_change_no_bit_of_the_others),
        cmocka_unit_test(a_car_comes_back_as_a_new_one),
        cmocka_unit_test(cars_that_are_off_cost_nothing),
        cmocka_unit_test(cars_that_are_off_stay_parked),
        cmocka_unit_test(stale_handles_are_refused),
        cmocka_unit_test(what_cannot_be_switched_on_is_refused),
        cmocka_unit_test(a_rollback_restores_who_was_there),
        cmocka_unit_test(a_car_goes_with_whether_it_is_on),
        cmocka_unit_test(misuse_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
