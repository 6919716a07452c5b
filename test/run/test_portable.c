/* Portable snapshots: all that a car goes on with is in them, on all vehicles and rungs, alone and among others. */
#include "support/company.h"
#include "support/fleet.h"
#include "support/misuse.h"
#include "support/portable.h"
#include "support/shipped.h"
#include "support/tier.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Two cars that drive differently go to other places of a batch that drives as well; and what they go on with is all there. */
static void expect_there_and_back(const kamm_vehicle_def *def, kamm_rung rung,
                                  const kamm_ground *ground, const char *name)
{
    kamm_cars *cars = start_rung(def, rung, 3), *others = start_rung(def, rung, 19);
    put_car(cars, 1, &kamm_flat_ground, 0.2, 9, KAMM_GEAR_DRIVE);
    swerve_all(cars, 3, 0, 30, ground), swerve_all(others, 19, 20, 26, ground);
    kamm_inputs(cars)[1].hand_brake = 0.5f; /* set and not stepped */
    struct saved saved = saved_range(cars, 1, 2);
    expect_restored(others, 15, 2, &saved);
    for (int i = 0; i < 2; ++i) expect_same_bytes(cars, 1 + i, others, 15 + i, name);
    free(saved.bytes);
    end_cars(others), end_cars(cars);
}

/* Answers that hold for a while. */
static void answer_with_reach(void *user, int count, const kamm_probe *probes,
                              kamm_contact *contacts)
{
    for (int i = 0; i < count; ++i) {
        rough_contact(user, probes[i].position_m, &contacts[i]);
        contacts[i].reach_m = 0.3f + 0.1f * (float)sin(probes[i].position_m[0]);
        contacts[i].steepness = 0.2f;
    }
}

static void all_that_a_car_goes_on_with_is_restored(void **state)
{
    (void)state;
    struct rough_ground rough;
    make_rough(&rough, 7, 1.5, 0.02, 0.9);
    kamm_ground grounds[] = {kamm_flat_ground, ground_of_rough(&rough)};
    grounds[1].query = answer_with_reach, grounds[1].body_points = 1;
    for (int i = 0; i < shipped_count(); i += of_tier(4, 1))
        for (EACH_RUNG(rung)) {
            kamm_vehicle_def def = shipped_on(i, rung, 240);
            expect_there_and_back(&def, rung, &grounds[(i + (int)rung) % 2], shipped_name(i));
        }
    for (int i = 0; i < fleet_count(); i += of_tier(3, 1)) {
        kamm_vehicle_def def = fleet_def(i, 240);
        expect_there_and_back(&def, KAMM_FULL, &grounds[1], fleet_name(i));
    }
}

/* A whole batch into another one, on ground that is asked for at intervals: the same bits from there on. */
static void a_batch_goes_on_with_the_same_bits(void **state)
{
    (void)state;
    enum { CARS = 18 };
    struct rough_ground rough;
    make_rough(&rough, 3, 2, 0.03, 0.9);
    kamm_ground ground = ground_of_rough(&rough);
    ground.interval_substeps = 7;
    for (EACH_RUNG(rung)) {
        kamm_vehicle_def def = shipped_on(shipped_number("bmw-m3-e46"), rung, 240);
        kamm_cars *cars = start_rung(&def, rung, CARS), *others = start_rung(&def, rung, CARS);
        for (int i = 0; i < CARS; ++i) put_car(cars, i, &ground, 0.3 * i, i, KAMM_GEAR_DRIVE);
        swerve_all(cars, CARS, 0, 25, &ground);
        struct saved saved = saved_range(cars, 0, CARS);
        expect_restored(others, 0, CARS, &saved);
        assert_true(kamm_read(others, 3, KAMM_CHANNEL_time_s) ==
                    kamm_read(cars, 3, KAMM_CHANNEL_time_s));
        swerve_all(cars, CARS, 25, 40, &ground), swerve_all(others, CARS, 25, 40, &ground);
        assert_true(kamm_state_hash(others) == kamm_state_hash(cars));
        free(saved.bytes);
        end_cars(others), end_cars(cars);
    }
}

/* What one width computes and writes is, byte by byte, what others do; and on a machine of another byte order. */
static void bytes_are_the_same_at_all_widths(void **state)
{
    (void)state;
    static const int widths[] = {1, 4, 8, 16};
    for (EACH_RUNG(rung)) {
        struct saved first = {0};
        for (int w = 0; w < 4; ++w) {
            if (kamm_set_width(widths[w], NULL) != KAMM_OK) continue;
            kamm_vehicle_def def = default_vehicle();
            kamm_cars *cars = start_rung(&def, rung, 17);
            swerve_all(cars, 17, 0, 20, &kamm_flat_ground);
            struct saved saved = saved_range(cars, 0, 17);
            if (!first.bytes) first = saved;
            assert_int_equal(saved.size, first.size);
            assert_memory_equal(saved.bytes, first.bytes, first.size);
            if (saved.bytes != first.bytes) free(saved.bytes);
            end_cars(cars);
        }
        free(first.bytes);
    }
    kamm_set_width(0, NULL);
}

/* Models with other parts in one batch: each car has its own, alone and among them. */
static void mixed_cars_keep_their_parts(void **state)
{
    (void)state;
    kamm_vehicle_def defs[3] = {default_vehicle(), default_vehicle(), default_vehicle()};
    defs[1].aids.demands = 1;
    defs[2].axles[0].tyre.heat.enabled = 1;
    kamm_cars *mixed = start_mixed_rung(defs, KAMM_FULL, 3);
    kamm_cars *other = start_mixed_rung(defs, KAMM_FULL, 3);
    swerve_all(mixed, 3, 0, 30, &kamm_flat_ground);
    struct saved all = saved_range(mixed, 0, 3);
    expect_restored(other, 0, 3, &all);
    for (int i = 0; i < 3; ++i) {
        expect_same_bytes(mixed, i, other, i, "all at once");
        kamm_cars *alone = start_rung(&defs[i], KAMM_FULL, 1);
        struct saved one = saved_range(mixed, i, 1);
        expect_restored(alone, 0, 1, &one);
        expect_same_bytes(mixed, i, alone, 0, "alone");
        end_cars(alone);
        free(one.bytes);
    }
    free(all.bytes);
    end_cars(other), end_cars(mixed);
}

static void misuse_is_reported(void **state)
{
    (void)state;
    kamm_error error;
    kamm_portable_report report;
    kamm_vehicle_def def = default_vehicle();
    kamm_cars *cars = start_rung(&def, KAMM_KINEMATIC, 3);
    struct saved saved = saved_range(cars, 0, 3);
    unsigned char *bytes = saved.bytes;
    size_t size = saved.size;
    kamm_set_assert_handler(count_report, NULL);
    MISUSE(kamm_portable_size(NULL, 0, 1));
    MISUSE(kamm_portable_size(cars, 0, 4));
    MISUSE(kamm_portable_size(cars, 3, 1));
    MISUSE(kamm_portable_size(cars, 1, 0));
    MISUSE(kamm_portable_size(cars, 2, 2147483647));
    MISUSE(kamm_save_portable(NULL, 0, 1, bytes));
    MISUSE(kamm_save_portable(cars, -1, 1, bytes));
    MISUSE(kamm_save_portable(cars, 0, 1, NULL));
    MISUSE(kamm_restore_portable(NULL, 0, 3, bytes, size, &report, &error));
    MISUSE(kamm_restore_portable(cars, 1, 3, bytes, size, &report, &error));
    MISUSE(kamm_restore_portable(cars, 0, 3, NULL, size, &report, &error));
    kamm_set_assert_handler(NULL, NULL);
    free(bytes);
    end_cars(cars);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_that_a_car_goes_on_with_is_restored),
        cmocka_unit_test(a_batch_goes_on_with_the_same_bits),
        cmocka_unit_test(bytes_are_the_same_at_all_widths),
        cmocka_unit_test(mixed_cars_keep_their_parts),
        cmocka_unit_test(misuse_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
