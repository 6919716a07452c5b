/* Portable snapshots of combinations: all shipped ones go on with the same bits elsewhere, and what is none of theirs is refused. */
#include "run/snapshot_mark.h"
#include "support/misuse.h"
#include "support/tier.h"
#include "support/trailers.h"

#include <stdlib.h>
#include <string.h>

enum { SUM = 8 };

struct saved {
    unsigned char *bytes;
    size_t size;
};

static struct saved saved_combinations(const kamm_combinations *combinations)
{
    struct saved saved = {.size = kamm_portable_combinations_size(combinations)};
    saved.bytes = malloc(saved.size);
    assert_non_null(saved.bytes);
    kamm_save_portable_combinations(combinations, saved.bytes);
    return saved;
}

static void turn(struct combination *combination, int substeps)
{
    kamm_cars *cars = kamm_combination_cars(combination->combinations, 0);
    for (int i = 0; i < kamm_combination_count(combination->combinations); ++i) {
        kamm_inputs(cars)[i].throttle = 0.5f;
        kamm_inputs(cars)[i].steering_wheel_rad = 0.6f - (float)i;
    }
    kamm_step_combinations(combination->combinations, &kamm_flat_ground, substeps);
}

/* Two, one of which has lost its last unit, in a turn. */
static struct combination start_turning(const char *name, kamm_rung rung, int substeps)
{
    struct combination combination = start_shipped(name, rung, 480, 2);
    for (int i = 0; i < 2; ++i) place_combination(&combination, i, 9);
    turn(&combination, substeps);
    kamm_uncouple(combination.combinations, 1,
                  kamm_combination_units(combination.combinations) - 1);
    turn(&combination, substeps);
    return combination;
}

static void combinations_go_on_with_the_same_bits(void **state)
{
    (void)state;
    static const kamm_rung rungs[] = {KAMM_SINGLE_TRACK, KAMM_FULL};
    const kamm_portable_report nothing = {0};
    for (int n = 0; n < COMBINATION_NAMES; ++n)
        for (int r = n % 2; r < 2; r += of_tier(2, 1)) {
            kamm_error error;
            kamm_portable_report report;
            struct combination one = start_turning(combination_names[n], rungs[r], 60),
                               other = start_turning(combination_names[n], rungs[r], 7);
            kamm_couple(other.combinations, 1, 1, NULL);
            struct saved saved = saved_combinations(one.combinations);
            must(kamm_restore_portable_combinations(other.combinations, saved.bytes, saved.size,
                                                    &report, &error),
                 &error);
            assert_memory_equal(&report, &nothing, sizeof report);
            struct saved again = saved_combinations(other.combinations);
            assert_int_equal(again.size, saved.size);
            assert_memory_equal(again.bytes, saved.bytes, saved.size);
            turn(&one, 30), turn(&other, 30);
            if (kamm_combinations_hash(one.combinations) !=
                kamm_combinations_hash(other.combinations))
                fail_msg("%s goes on otherwise", combination_names[n]);
            free(saved.bytes), free(again.bytes);
            end_combination(&one), end_combination(&other);
        }
}

static void expect_refused(struct combination *to, const struct saved *saved, size_t size,
                           const char *why)
{
    kamm_error error = {0};
    uint64_t before = kamm_combinations_hash(to->combinations);
    assert_int_equal(
        kamm_restore_portable_combinations(to->combinations, saved->bytes, size, NULL, &error),
        KAMM_ERROR_FORMAT);
    if (!strstr(error.text, why)) fail_msg("'%s' and not '%s'", error.text, why);
    assert_true(kamm_combinations_hash(to->combinations) == before);
}

/* Where a text is, behind another place. */
static unsigned char *find_text(const struct saved *saved, const char *text)
{
    size_t length = strlen(text);
    for (size_t i = 0; i + length <= saved->size; ++i)
        if (memcmp(saved->bytes + i, text, length) == 0) return saved->bytes + i;
    fail_msg("there is no %s", text);
    return NULL;
}

static void mend_sum(struct saved *saved) { write_sum(saved->bytes, saved->size - SUM); }

/* One byte of it is changed, and the sum made right: it is refused for that reason; then it is as before. */
static void expect_change_refused(struct combination *to, struct saved *saved, unsigned char *at,
                                  unsigned char value, const char *why)
{
    unsigned char kept = *at;
    *at = value;
    mend_sum(saved);
    expect_refused(to, saved, saved->size, why);
    *at = kept;
    mend_sum(saved);
}

static void what_is_none_of_theirs_is_refused(void **state)
{
    (void)state;
    kamm_portable_report report;
    struct combination two = start_turning("volvo-v40-caravan", KAMM_FULL, 5),
                       bus = start_turning("articulated-bus", KAMM_FULL, 5),
                       one = start_shipped("volvo-v40-caravan", KAMM_FULL, 480, 1);
    struct saved saved = saved_combinations(two.combinations);
    expect_refused(&one, &saved, saved.size, "not one of 1 combinations of 2 units");
    expect_refused(&bus, &saved, saved.size, "snapshot: of cars with 4 wheels");
    expect_refused(&two, &saved, saved.size - 1, "changed");
    unsigned char *coupled = find_text(&saved, "hitch.coupled"),
                  *force = find_text(&saved, "hitch.force"), *unit = find_text(&saved, "unit.1");
    expect_change_refused(&two, &saved, coupled + strlen("hitch.coupled"), 2,
                          "neither open nor closed");
    expect_change_refused(&two, &saved, coupled - 6, 'u', "another type");
    expect_change_refused(&two, &saved, force - 6, 'l', "another type");
    expect_change_refused(&two, &saved, unit + 5, '0', "unit.0 is there twice");
    expect_change_refused(&two, &saved, unit + 5, '7', "without unit 1");
    expect_change_refused(&two, &saved, unit + 40, 0xff, "changed");
    unsigned char *infinite = force + strlen("hitch.force");
    unsigned char kept[8];
    memcpy(kept, infinite, 8);
    memcpy(infinite, "\0\0\0\0\0\0\xf0\x7f", 8);
    mend_sum(&saved);
    expect_refused(&two, &saved, saved.size, "not finite");
    memcpy(infinite, kept, 8);
    force[0] = 'x'; /* hitches of an older version */
    mend_sum(&saved);
    must(kamm_restore_portable_combinations(two.combinations, saved.bytes, saved.size, &report,
                                            NULL),
         NULL);
    assert_int_equal(report.missing, 1);
    assert_int_equal(report.unknown, 1);
    assert_string_equal(report.first_missing, "hitch.force");
    assert_string_equal(report.first_unknown, "xitch.force");
    kamm_hitch_state hitch = hitch_of(&two, 0, 1);
    assert_true(hitch.force_n[0] == 0);
    free(saved.bytes);
    end_combination(&one), end_combination(&bus), end_combination(&two);
}

static void misuse_is_reported(void **state)
{
    (void)state;
    kamm_error error;
    char bytes[8];
    struct combination one = start_shipped("volvo-v40-caravan", KAMM_SINGLE_TRACK, 480, 1);
    kamm_combinations *combinations = one.combinations;
    kamm_set_assert_handler(count_report, NULL);
    MISUSE(kamm_portable_combinations_size(NULL));
    MISUSE(kamm_save_portable_combinations(NULL, bytes));
    MISUSE(kamm_save_portable_combinations(combinations, NULL));
    MISUSE(kamm_restore_portable_combinations(NULL, bytes, 8, NULL, &error));
    MISUSE(kamm_restore_portable_combinations(combinations, NULL, 8, NULL, &error));
    kamm_set_assert_handler(NULL, NULL);
    end_combination(&one);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(combinations_go_on_with_the_same_bits),
        cmocka_unit_test(what_is_none_of_theirs_is_refused),
        cmocka_unit_test(misuse_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
