/* Combinations that have models of their own each. */
#include "support/trailers.h"

#include <math.h>
#include <string.h>

static const kamm_rung rungs[] = {KAMM_SINGLE_TRACK, KAMM_FULL};
enum { RUNGS = sizeof rungs / sizeof *rungs };

/* Inputs of all kinds for a while, the same for each of several combinations but for their index. */
static void drive_wildly(struct rig *rig, int count, int mirrored)
{
    for (int i = 0; i < count; ++i) place_rig(rig, i, 8 + 2 * i);
    for (int n = 0; n < 60; ++n) {
        for (int i = 0; i < count; ++i) {
            kamm_input *in = &kamm_inputs(kamm_combination_cars(rig->rigs, 0))[i];
            in->steering_wheel_rad = (mirrored ? -1 : 1) * 1.5f * sinf(0.2f * (float)n + (float)i);
            in->throttle = n % 20 < 10 ? 0.7f : 0;
            in->brake = n % 20 > 14 ? 0.5f : 0;
        }
        kamm_step_combinations(rig->rigs, &kamm_flat_ground, 12);
    }
}

enum { MIXED = 18, KINDS = 3 };

/* The pair, both units heavier from kind to kind, and the trailer's drawbar longer. */
static void compile_kind(int heavy, kamm_rung rung, int kind, kamm_model *models[2])
{
    kamm_vehicle_def pair[2];
    kamm_error error;
    pair[0] = heavy ? tractor() : towing_car();
    pair[1] = heavy ? semitrailer() : caravan();
    for (int u = 0; u < 2; ++u) {
        pair[u].stepping.substeps_per_s = 240;
        pair[u].body.mass_kg *= 1 + 0.1 * kind;
        if (u) pair[u].drawbar.behind_front_axle_m -= 0.2 * kind;
        models[u] = kamm_compile(&pair[u], rung, &error);
        if (!models[u]) fail_msg("%s", error.text);
    }
}

static struct rig start_mixed(kamm_model *models[KINDS][2], const int *kinds)
{
    const kamm_model *units[MIXED][2];
    kamm_error error;
    for (int i = 0; i < MIXED; ++i)
        for (int u = 0; u < 2; ++u) units[i][u] = models[kinds[i]][u];
    struct rig rig = {{NULL}, kamm_create_mixed_combinations(units[0], 2, MIXED, &error)};
    if (!rig.rigs) fail_msg("%s", error.text);
    return rig;
}

static void expect_same_drive(const struct rig *a, const struct rig *b, int index)
{
    kamm_hitch_state hitch[2] = {hitch_of(a, index, 1), hitch_of(b, index, 1)};
    assert_memory_equal(&hitch[0], &hitch[1], sizeof hitch[0]);
    for (int u = 0; u < 2; ++u)
        for (int channel = 0; channel < KAMM_CHANNEL_COUNT; ++channel) {
            double value =
                kamm_read(kamm_combination_cars(a->rigs, u), index, (kamm_channel)channel);
            double other =
                kamm_read(kamm_combination_cars(b->rigs, u), index, (kamm_channel)channel);
            if (channel != KAMM_CHANNEL_time_s) assert_true(value == other);
        }
}

/* Each combination of a mixed lot drives as in a lot of its own kind, whether it was created so or changed. */
static void mixed_ones_drive_as_alone(void **state)
{
    (void)state;
    for (int heavy = 0; heavy < 2; ++heavy)
        for (int r = 0; r < RUNGS; ++r) {
            kamm_model *models[KINDS][2];
            int kinds[MIXED], first[MIXED] = {0};
            for (int k = 0; k < KINDS; ++k) compile_kind(heavy, rungs[r], k, models[k]);
            for (int i = 0; i < MIXED; ++i) kinds[i] = (2 * i + 1) % KINDS;
            struct rig mixed = start_mixed(models, kinds), changed = start_mixed(models, first);
            drive_wildly(&changed, MIXED, 1);
            for (int i = 0; i < MIXED; ++i)
                for (int u = 0; u < 2; ++u)
                    kamm_change_combination_model(changed.rigs, i, u, models[kinds[i]][u]);
            drive_wildly(&mixed, MIXED, 0), drive_wildly(&changed, MIXED, 0);
            for (int k = 0; k < KINDS; ++k) {
                kamm_error error;
                const kamm_model *units[2] = {models[k][0], models[k][1]};
                struct rig alone = {{NULL}, kamm_create_combinations(units, 2, MIXED, &error)};
                drive_wildly(&alone, MIXED, 0);
                for (int i = 0; i < MIXED; ++i) {
                    if (kinds[i] != k) continue;
                    expect_same_drive(&mixed, &alone, i);
                    expect_same_drive(&changed, &alone, i);
                }
                end_rig(&alone);
            }
            end_rig(&mixed), end_rig(&changed);
            for (int k = 0; k < KINDS; ++k)
                for (int u = 0; u < 2; ++u) kamm_destroy_model(models[k][u]);
        }
}

static void what_cannot_be_mixed_is_told(void **state)
{
    (void)state;
    kamm_vehicle_def car = plain_car();
    kamm_error error;
    kamm_model *pair[2], *planar[2], *plain;
    compile_kind(0, KAMM_FULL, 0, pair), compile_kind(0, KAMM_SINGLE_TRACK, 0, planar);
    car.stepping.substeps_per_s = 240;
    plain = kamm_compile(&car, KAMM_FULL, &error);
    const kamm_model *units[2][2] = {{pair[0], pair[1]}, {pair[0], planar[1]}};
    assert_null(kamm_create_mixed_combinations(units[0], 2, 2, &error));
    assert_non_null(strstr(error.text, "combination 1, unit 1: another rung"));
    units[1][0] = plain, units[1][1] = pair[1];
    assert_null(kamm_create_mixed_combinations(units[0], 2, 2, &error));
    assert_non_null(strstr(error.text, "unit 0: hitch.kind is none"));
    for (int u = 0; u < 2; ++u) kamm_destroy_model(pair[u]), kamm_destroy_model(planar[u]);
    kamm_destroy_model(plain);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mixed_ones_drive_as_alone),
        cmocka_unit_test(what_cannot_be_mixed_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
