/* Combinations that have models of their own each. */
#include "support/tier.h"
#include "support/trailers.h"

#include <math.h>
#include <string.h>

static const kamm_rung rungs[] = {KAMM_SINGLE_TRACK, KAMM_FULL};
enum { RUNGS = sizeof rungs / sizeof *rungs };

/* Inputs of all kinds for a while, the same for each of several combinations but for their index. */
static void drive_wildly(struct combination *combination, int count, int mirrored)
{
    for (int i = 0; i < count; ++i) place_combination(combination, i, 8 + 2 * i);
    for (int n = 0; n < 30; ++n) {
        for (int i = 0; i < count; ++i) {
            kamm_input *in = &kamm_inputs(kamm_combination_cars(combination->combinations, 0))[i];
            in->steering_wheel_rad = (mirrored ? -1 : 1) * 1.5f * sinf(0.2f * (float)n + (float)i);
            in->throttle = n % 20 < 10 ? 0.7f : 0;
            in->brake = n % 20 > 14 ? 0.5f : 0;
        }
        kamm_step_combinations(combination->combinations, &kamm_flat_ground, 12);
    }
}

enum { MIXED = 18, KINDS = 3 };

/* A combination's models: its units are heavier from kind to kind, and their couplings farther ahead. Of so many units. */
struct kind {
    int units;
    kamm_model *models[KAMM_MAX_UNITS];
};

static struct kind compile_kind(const char *name, kamm_rung rung, int number)
{
    static kamm_vehicle_def defs[KAMM_MAX_UNITS];
    struct kind kind = {.units = load_shipped(name, 240, defs)};
    kamm_error error;
    for (int u = 0; u < kind.units; ++u) {
        defs[u].body.mass_kg *= 1 + 0.1 * number;
        if (u) defs[u].drawbar.behind_front_axle_m -= 0.2 * number;
        kind.models[u] = kamm_create_model(&defs[u], rung, &error);
        if (!kind.models[u]) fail_msg("%s, unit %d: %s", name, u, error.text);
    }
    return kind;
}

static void destroy_kind(struct kind *kind)
{
    for (int u = 0; u < kind->units; ++u) kamm_destroy_model(kind->models[u]);
}

/* `of`: each one's kind. */
static struct combination start_mixed(const struct kind *kinds, const int *of)
{
    const kamm_model *models[MIXED * KAMM_MAX_UNITS];
    kamm_error error;
    int units = kinds->units;
    for (int i = 0; i < MIXED * units; ++i) models[i] = kinds[of[i / units]].models[i % units];
    struct combination combination = {{NULL},
                                      kamm_create_mixed_combinations(models, units, MIXED, &error)};
    if (!combination.combinations) fail_msg("%s", error.text);
    return combination;
}

static void expect_same_drive(const struct combination *a, const struct combination *b, int index)
{
    for (int u = 0; u < kamm_combination_units(a->combinations); ++u) {
        if (u) {
            kamm_hitch_state hitch[2] = {hitch_of(a, index, u), hitch_of(b, index, u)};
            assert_memory_equal(&hitch[0], &hitch[1], sizeof hitch[0]);
        }
        const kamm_cars *cars[2] = {kamm_combination_cars(a->combinations, u),
                                    kamm_combination_cars(b->combinations, u)};
        for (int channel = 0; channel < KAMM_CHANNEL_COUNT; ++channel) {
            double value = kamm_read(cars[0], index, (kamm_channel)channel),
                   other = kamm_read(cars[1], index, (kamm_channel)channel);
            if (channel != KAMM_CHANNEL_time_s) assert_true(value == other);
        }
    }
}

/* Those of a kind, against a lot of that kind alone. */
static void expect_as_alone(const struct combination *mixed, const struct kind *kinds,
                            const int *of, int kind)
{
    kamm_error error;
    const kamm_model *const *models = (const kamm_model *const *)kinds[kind].models;
    struct combination alone = {{NULL},
                                kamm_create_combinations(models, kinds->units, MIXED, &error)};
    if (!alone.combinations) fail_msg("%s", error.text);
    drive_wildly(&alone, MIXED, 0);
    for (int i = 0; i < MIXED; ++i)
        if (of[i] == kind) expect_same_drive(mixed, &alone, i);
    end_combination(&alone);
}

/* Each combination of a mixed lot drives as in a lot of its own kind, whether it was created so or changed. */
static void mixed_ones_drive_as_alone(void **state)
{
    (void)state;
    for (int s = 0; s < COMBINATION_NAMES; ++s)
        for (int r = 0; r < RUNGS; ++r) {
            if (!in_long_tier() && (s + r) % 5) continue;
            struct kind kinds[KINDS];
            int of[MIXED], first[MIXED] = {0};
            for (int k = 0; k < KINDS; ++k)
                kinds[k] = compile_kind(combination_names[s], rungs[r], k);
            for (int i = 0; i < MIXED; ++i) of[i] = (2 * i + 1) % KINDS;
            struct combination mixed = start_mixed(kinds, of), changed = start_mixed(kinds, first);
            drive_wildly(&changed, MIXED, 1);
            for (int i = 0; i < MIXED; ++i)
                for (int u = 0; u < kinds->units; ++u)
                    kamm_change_combination_model(changed.combinations, i, u,
                                                  kinds[of[i]].models[u]);
            drive_wildly(&mixed, MIXED, 0), drive_wildly(&changed, MIXED, 0);
            for (int k = 0; k < KINDS; ++k) expect_as_alone(&mixed, kinds, of, k);
            for (int i = 0; i < MIXED; ++i) expect_same_drive(&changed, &mixed, i);
            end_combination(&mixed), end_combination(&changed);
            for (int k = 0; k < KINDS; ++k) destroy_kind(&kinds[k]);
        }
}

static void what_cannot_be_mixed_is_told(void **state)
{
    (void)state;
    kamm_vehicle_def car = plain_car();
    kamm_error error;
    struct kind pair = compile_kind("volvo-v40-caravan", KAMM_FULL, 0),
                planar = compile_kind("volvo-v40-caravan", KAMM_SINGLE_TRACK, 0);
    car.stepping.substeps_per_s = 240;
    kamm_model *plain = kamm_create_model(&car, KAMM_FULL, &error);
    const kamm_model *units[2][2] = {{pair.models[0], pair.models[1]},
                                     {pair.models[0], planar.models[1]}};
    assert_null(kamm_create_mixed_combinations(units[0], 2, 2, &error));
    assert_non_null(strstr(error.text, "combination 1, unit 1: another rung"));
    units[1][0] = plain, units[1][1] = pair.models[1];
    assert_null(kamm_create_mixed_combinations(units[0], 2, 2, &error));
    assert_non_null(strstr(error.text, "unit 0: hitch.kind is none"));
    destroy_kind(&pair), destroy_kind(&planar);
    kamm_destroy_model(plain);
}

/* An overrun brake whose input is no number counts as released, as all inputs do, and follows the push from there. */
static void a_brake_that_is_no_number_is_let_go(void **state)
{
    (void)state;
    const float odd[] = {NAN, INFINITY, -INFINITY};
    for (size_t i = 0; i < sizeof odd / sizeof *odd; ++i) {
        kamm_vehicle_def pair[2] = {towing_car(), caravan()};
        struct combination combination = start_combination(pair, 2, KAMM_FULL, 1),
                           same = start_combination(pair, 2, KAMM_FULL, 1);
        place_combination(&combination, 0, 20), place_combination(&same, 0, 20);
        kamm_input *brake = kamm_inputs(kamm_combination_cars(combination.combinations, 1));
        brake->brake = odd[i];
        kamm_inputs(kamm_combination_cars(combination.combinations, 0))->brake = 0.5f;
        kamm_inputs(kamm_combination_cars(same.combinations, 0))->brake = 0.5f;
        drive_combination(&combination, &kamm_flat_ground, 1),
            drive_combination(&same, &kamm_flat_ground, 1);
        assert_true(brake->brake > 0);
        assert_int_equal(kamm_combinations_hash(combination.combinations),
                         kamm_combinations_hash(same.combinations));
        end_combination(&combination), end_combination(&same);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mixed_ones_drive_as_alone),
        cmocka_unit_test(what_cannot_be_mixed_is_told),
        cmocka_unit_test(a_brake_that_is_no_number_is_let_go),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
