/* Cases of combinations with trailers. */
#include "soak.h"

#include <kamm/io/combination_file.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KINDS = 32 };

/* One that is shipped, with some values of each unit changed in every other case. NULL: it does not compile. */
static kamm_combinations *make(struct soak *soak, int count, double rate_per_s)
{
    static char names[KINDS][64];
    kamm_combination_file file = {0};
    kamm_model *models[KAMM_MAX_UNITS] = {0};
    kamm_error error = {0};
    kamm_rung rung = soak_below(soak, 3) ? KAMM_FULL : KAMM_SINGLE_TRACK;
    int kinds = kamm_list_data("combinations", names, KINDS),
        which = soak_below(soak, kinds < KINDS ? kinds : KINDS);
    if (kamm_load_combination(names[which], &file, NULL, &error)) exit(2);
    soak->is_changed = soak_below(soak, 2);
    for (int i = 0; i < file.unit_count; ++i) {
        if (soak->is_changed) soak_change(soak, &file.units[i].def, 1 + soak_below(soak, 3));
        file.units[i].def.stepping.substeps_per_s = rate_per_s;
    }
    snprintf(soak->what, sizeof soak->what, "%s%s, %s, %g/s", names[which],
             soak->is_changed ? ", changed" : "", kamm_describe_rung(rung)->name, rate_per_s);
    kamm_result result = kamm_create_unit_models(&file, rung, models, &error);
    kamm_combinations *combinations =
        result ? NULL
               : kamm_create_combinations((const kamm_model *const *)models, file.unit_count, count,
                                          &error);
    if (soak->is_told)
        fprintf(stderr, "%s%s%s\n", soak->what, combinations ? "" : ": ",
                combinations ? "" : error.text);
    for (int i = 0; i < file.unit_count; ++i) kamm_destroy_model(models[i]);
    kamm_destroy_combination_file(&file);
    soak->compiled += combinations != NULL;
    soak->refused += combinations == NULL;
    return combinations;
}

static void drive(struct soak *soak, kamm_combinations *combinations,
                  const struct soak_place *place, int from, int to, int apart)
{
    kamm_cars *first = kamm_combination_cars(combinations, 0);
    int substeps = (int)lround(0.1 / kamm_describe(kamm_model_of(first, 0)).substep_s),
        units = kamm_combination_units(combinations);
    for (int moment = from; moment < to; ++moment) {
        soak_drive(soak, first, moment);
        for (int i = 0; i < substeps && apart; ++i)
            kamm_step_combinations(combinations, &place->ground, 1);
        if (!apart) kamm_step_combinations(combinations, &place->ground, substeps);
        for (int unit = 0; unit < units && !apart && moment % 10 == 0; ++unit)
            soak_look(soak, kamm_combination_cars(combinations, unit),
                      unit ? "trailer driven at random" : "towing at random", moment / 10.0);
    }
    soak->driven_s += (to - from) * 0.1 * kamm_count(first) * units;
}

void soak_combinations(struct soak *soak)
{
    struct soak_place place;
    int count = 1 + soak_below(soak, 4), seconds = 4 + soak_below(soak, 10), half = seconds * 5;
    double rate = (double[]){240, 300, 480, 1200}[soak_below(soak, 4)];
    kamm_combinations *combinations = make(soak, count, rate);
    if (!combinations) return;
    soak_make_place(soak, &place);
    for (int i = 0; i < count; ++i) {
        kamm_placement at = kamm_placement_on(&place.ground, 0, 10.0 * i, 0);
        at.speed_mps = soak_between(soak, 0, 25);
        at.gear = KAMM_GEAR_DRIVE;
        at.position_m[2] += place.amplitude_m;
        kamm_place_combination(combinations, i, &at, NULL);
    }
    drive(soak, combinations, &place, 0, half, 0);
    size_t size = kamm_combinations_snapshot_size(combinations);
    void *snapshot = malloc(size);
    kamm_save_combinations(combinations, snapshot);
    drive(soak, combinations, &place, half, 2 * half, 0);
    uint64_t hash = kamm_combinations_hash(combinations);
    kamm_error error = {0};
    if (kamm_restore_combinations(combinations, snapshot, size, &error))
        soak_find(soak, SOAK_REFUSAL, "%s", error.text);
    drive(soak, combinations, &place, half, 2 * half, 1);
    if (kamm_combinations_hash(combinations) != hash)
        soak_find(soak, SOAK_REPLAY, "of %d combinations, from %d s on", count, half / 10);
    free(snapshot);
    kamm_destroy_combinations(combinations);
}
