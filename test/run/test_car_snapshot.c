/* Snapshots of single cars, and the differences of snapshots. */
#include "support/company.h"
#include "support/misuse.h"
#include "support/rungs.h"
#include "support/shipped.h"
#include "support/tier.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void *room(size_t size)
{
    void *bytes = malloc(size ? size : 1);
    assert_non_null(bytes);
    return bytes;
}

static void *saved_car(const kamm_cars *cars, int car)
{
    void *bytes = room(kamm_car_snapshot_size(cars, car));
    kamm_save_car(cars, car, bytes);
    return bytes;
}

/* ---- cars ---- */

static void drive_both(kamm_cars *cars, int car, kamm_cars *others, int other, int frame,
                       const kamm_ground *ground)
{
    swerve_and_brake(cars, car, frame, 1);
    kamm_inputs(others)[other] = kamm_inputs(cars)[car];
    kamm_step(cars, ground, 4);
    kamm_step(others, ground, 4);
}

static void expect_same_car(const kamm_cars *cars, int car, const kamm_cars *others, int other,
                            const char *what)
{
    struct seen_car one, two;
    look_at_car(cars, car, &one), look_at_car(others, other, &two);
    expect_same_look(&two, &one, what, kamm_width(), other);
}

/* From one batch into another place of another, on the way, on a plane and on ground that is asked for: the same bits go on. */
static void a_car_goes_on_elsewhere_with_the_same_bits(void **state)
{
    (void)state;
    struct rough_ground rough;
    make_rough(&rough, 7, 1.5, 0.02, 0.9);
    const kamm_ground grounds[] = {kamm_flat_ground, ground_of_rough(&rough)};
    for (int i = 0; i < shipped_count(); i += of_tier(5, 1))
        for (EACH_RUNG(rung))
            for (int g = 0; g < of_tier(1, 2); ++g) {
                const kamm_ground *ground = &grounds[(g + i) % 2];
                kamm_vehicle_def def = shipped_on(i, rung, 240);
                kamm_cars *cars = start_rung(&def, rung, 2), *others = start_rung(&def, rung, 19);
                put_car(cars, 1, &kamm_flat_ground, 0.2, 9, KAMM_GEAR_DRIVE);
                for (int frame = 0; frame < 40; ++frame)
                    drive_both(cars, 1, others, 3, frame, ground);
                void *bytes = saved_car(cars, 1);
                must(kamm_restore_car(others, 17, bytes, kamm_car_snapshot_size(cars, 1), NULL),
                     NULL);
                for (int frame = 40; frame < 70; ++frame)
                    drive_both(cars, 1, others, 17, frame, ground);
                expect_same_car(cars, 1, others, 17, shipped_name(i));
                free(bytes);
                end_cars(others);
                end_cars(cars);
            }
}

/* Beside cars whose models have other parts: the bytes are those of its own model. */
static void the_batch_does_not_matter(void **state)
{
    (void)state;
    kamm_vehicle_def defs[3] = {default_vehicle(), default_vehicle(), default_vehicle()};
    defs[1].aids.demands = 1;
    defs[2].axles[0].tyre.heat.enabled = 1;
    for (int i = 0; i < 3; ++i) defs[i].stepping.substeps_per_s = 240;
    for (int i = 0; i < 3; ++i) {
        kamm_cars *mixed = start_mixed_rung(defs, KAMM_FULL, 3);
        kamm_cars *alone = start_rung(&defs[i], KAMM_FULL, 1);
        put_car(alone, 0, &kamm_flat_ground, 0, 12, KAMM_GEAR_DRIVE);
        for (int frame = 0; frame < 20; ++frame)
            drive_both(alone, 0, mixed, i, frame, &kamm_flat_ground);
        assert_int_equal(kamm_car_snapshot_size(alone, 0), kamm_car_snapshot_size(mixed, i));
        void *bytes = saved_car(alone, 0);
        must(kamm_restore_car(mixed, i, bytes, kamm_car_snapshot_size(alone, 0), NULL), NULL);
        void *again = saved_car(mixed, i);
        assert_memory_equal(bytes, again, kamm_car_snapshot_size(alone, 0));
        for (int frame = 20; frame < 40; ++frame)
            drive_both(alone, 0, mixed, i, frame, &kamm_flat_ground);
        expect_same_car(alone, 0, mixed, i, "beside others");
        free(bytes), free(again);
        end_cars(alone);
        end_cars(mixed);
    }
}

static void what_is_no_such_car_is_refused(void **state)
{
    (void)state;
    kamm_error error;
    kamm_vehicle_def def = default_vehicle(), heavier = def;
    heavier.body.mass_kg += 1;
    kamm_cars *cars = start_cars(&def, 2), *other = start_cars(&heavier, 1);
    kamm_cars *planar = start_rung(&def, KAMM_SINGLE_TRACK, 1);
    size_t size = kamm_car_snapshot_size(cars, 0);
    char *bytes = saved_car(cars, 0), *broken = room(size);
    uint64_t hash = kamm_state_hash(cars);
    assert_int_equal(kamm_restore_car(other, 0, bytes, size, &error), KAMM_ERROR_FORMAT);
    assert_non_null(strstr(error.text, "another model"));
    assert_int_equal(kamm_restore_car(planar, 0, bytes, size, &error), KAMM_ERROR_FORMAT);
    bytes[7] ^= 'B'; /* which says in what order its machine has bytes */
    assert_int_equal(kamm_restore_car(cars, 0, bytes, size, &error), KAMM_ERROR_FORMAT);
    assert_non_null(strstr(error.text, "endian"));
    bytes[7] ^= 'B';
    for (size_t less = 1; less <= size; less += less < 40 ? 1 : 97)
        assert_int_equal(kamm_restore_car(cars, 0, bytes, size - less, &error), KAMM_ERROR_FORMAT);
    memcpy(broken, bytes, size);
    broken[0] ^= 1;
    assert_int_equal(kamm_restore_car(cars, 0, broken, size, &error), KAMM_ERROR_FORMAT);
    for (int i = 0; i < 20; ++i) {
        const float nothing = NAN;
        memcpy(broken, bytes, size);
        memcpy(broken + 16 + 3 * sizeof(double) + (size_t)(4 * i), &nothing, sizeof nothing);
        assert_int_equal(kamm_restore_car(cars, 0, broken, size, &error), KAMM_ERROR_FORMAT);
        assert_non_null(strstr(error.text, "no car has"));
    }
    assert_int_equal(kamm_state_hash(cars), hash);
    kamm_set_assert_handler(count_report, NULL);
    MISUSE(kamm_car_snapshot_size(NULL, 0));
    MISUSE(kamm_car_snapshot_size(cars, 2));
    MISUSE(kamm_save_car(NULL, 0, bytes));
    MISUSE(kamm_save_car(cars, -1, bytes));
    MISUSE(kamm_save_car(cars, 0, NULL));
    MISUSE(kamm_restore_car(NULL, 0, bytes, size, &error));
    MISUSE(kamm_restore_car(cars, 2, bytes, size, &error));
    MISUSE(kamm_restore_car(cars, 0, NULL, size, &error));
    MISUSE(kamm_make_delta(NULL, NULL, size, broken));
    MISUSE(kamm_make_delta(NULL, bytes, size, NULL));
    MISUSE(kamm_apply_delta(NULL, NULL, 1, broken, size, &error));
    MISUSE(kamm_apply_delta(NULL, bytes, 1, NULL, size, &error));
    kamm_set_assert_handler(NULL, NULL);
    free(bytes), free(broken);
    end_cars(planar), end_cars(other), end_cars(cars);
}

/* ---- differences ---- */

/* There and back; gives how many bytes it took. */
static size_t expect_there_and_back(const void *base, const void *bytes, size_t size)
{
    void *delta = room(kamm_delta_bound(size)), *again = room(size);
    size_t took = kamm_make_delta(base, bytes, size, delta);
    kamm_error error;
    assert_true(took <= kamm_delta_bound(size));
    must(kamm_apply_delta(base, delta, took, again, size, &error), &error);
    if (size) assert_memory_equal(bytes, again, size);
    if (base && size) { /* in place */
        memcpy(again, base, size);
        must(kamm_apply_delta(again, delta, took, again, size, &error), &error);
        assert_memory_equal(bytes, again, size);
    }
    free(delta), free(again);
    return took;
}

/* Of all sizes, from all alike to all different. */
static void any_bytes_go_there_and_back(void **state)
{
    (void)state;
    struct noise noise = {5};
    unsigned char base[700], bytes[700];
    for (size_t size = 0; size <= sizeof base; size += size < 300 ? 1 : 37)
        for (int kind = 0; kind < 4; ++kind) {
            for (size_t i = 0; i < size; ++i) {
                base[i] = (unsigned char)noise_bits(&noise);
                int differs = kind == 3 || (kind && noise_bits(&noise) % 16 < (kind == 1 ? 1 : 8));
                bytes[i] = differs ? (unsigned char)noise_bits(&noise) : base[i];
            }
            size_t took = expect_there_and_back(base, bytes, size);
            expect_there_and_back(NULL, bytes, size);
            if (kind == 0) assert_true(took <= size / 128 + 1);
        }
}

/* What is no difference is refused and writes nowhere else. */
static void broken_differences_are_refused(void **state)
{
    (void)state;
    struct noise noise = {9};
    enum { SIZE = 200 };
    kamm_error error;
    unsigned char bytes[SIZE] = {0}, delta[2 * SIZE], into[SIZE + 8];
    for (int i = 0; i < SIZE; ++i) bytes[i] = (unsigned char)(i % 7 ? 0 : i);
    size_t took = kamm_make_delta(NULL, bytes, SIZE, delta);
    for (size_t less = 1; less <= took; ++less)
        assert_int_equal(kamm_apply_delta(NULL, delta, took - less, into, SIZE, &error),
                         KAMM_ERROR_FORMAT);
    assert_int_equal(kamm_apply_delta(NULL, delta, took, into, SIZE - 1, &error),
                     KAMM_ERROR_FORMAT);
    assert_int_equal(kamm_apply_delta(NULL, delta, took, into, SIZE + 1, &error),
                     KAMM_ERROR_FORMAT);
    for (int i = 0; i < 2000; ++i) {
        size_t length = noise_bits(&noise) % sizeof delta;
        for (size_t k = 0; k < length; ++k) delta[k] = (unsigned char)noise_bits(&noise);
        memset(into, 0x5a, sizeof into);
        kamm_apply_delta(NULL, delta, length, into, SIZE, NULL);
        for (int k = SIZE; k < SIZE + 8; ++k) assert_int_equal(into[k], 0x5a);
    }
}

/* A full car in a swerve, a sixtieth of a second and a tenth later, against a first snapshot of it. */
static void differences_of_a_driving_car_are_short(void **state)
{
    (void)state;
    kamm_vehicle_def def = shipped_on(shipped_number("bmw-m3-e46"), KAMM_FULL, 240);
    for (EACH_RUNG(rung)) {
        kamm_cars *cars = start_rung(&def, rung, 1);
        put_car(cars, 0, &kamm_flat_ground, 0, 20, KAMM_GEAR_DRIVE);
        size_t size = kamm_car_snapshot_size(cars, 0), first = 0, next = 0, later = 0;
        void *base = NULL;
        for (int frame = 0; frame < 90; ++frame) {
            swerve_and_brake(cars, 0, frame % 45, 1);
            kamm_step(cars, &kamm_flat_ground, 4);
            void *bytes = saved_car(cars, 0);
            if (frame == 30) first = expect_there_and_back(NULL, bytes, size), base = bytes;
            if (frame == 31) next = expect_there_and_back(base, bytes, size);
            if (frame == 36) later = expect_there_and_back(base, bytes, size);
            if (frame != 30) free(bytes);
        }
        print_message("%-12s %5zu bytes; first %4zu, 1/60 s later %4zu, 1/10 s later %4zu\n",
                      rung_name(rung), size, first, next, later);
        assert_true(next < 0.6 * (double)size && later < 0.65 * (double)size &&
                    first < 0.8 * (double)size);
        free(base);
        end_cars(cars);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_car_goes_on_elsewhere_with_the_same_bits),
        cmocka_unit_test(the_batch_does_not_matter),
        cmocka_unit_test(what_is_no_such_car_is_refused),
        cmocka_unit_test(any_bytes_go_there_and_back),
        cmocka_unit_test(broken_differences_are_refused),
        cmocka_unit_test(differences_of_a_driving_car_are_short),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
