/* Shipped vehicles and the two-wheelers of the tests, as they are or with values changed. */
#include "leaves.h"
#include "soak.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { VEHICLES = 96, TRIES = 8 };
static const char *const of_tests[] = {"sport-1000", "benchmark-bicycle"};
enum { OF_TESTS = sizeof of_tests / sizeof *of_tests };

static int add_shipped(char names[VEHICLES][128], int count, const char *kind)
{
    static char shipped[VEHICLES][64];
    int found = kamm_list_data(kind, shipped, VEHICLES - count);
    if (found > VEHICLES - count) found = VEHICLES - count;
    for (int i = 0; i < found; ++i) snprintf(names[count + i], sizeof names[0], "%s", shipped[i]);
    return count + found;
}

/* Names of shipped ones, then paths of the two-wheelers of tests, then names of the shipped two-wheelers, which the first list lacks. */
static int list_vehicles(char names[VEHICLES][128], int counts[SOAK_LISTS])
{
    int count = add_shipped(names, 0, "vehicles");
    for (int i = 0; i < OF_TESTS; ++i, ++count)
        snprintf(names[count], sizeof names[0], KAMM_SOAK_TWO_WHEELERS "/%s.json", of_tests[i]);
    counts[0] = count;
    return counts[1] = add_shipped(names, count, "two-wheelers");
}

/* Read once in a process. */
static const kamm_vehicle_def *shipped(struct soak *soak, const char **name)
{
    static char names[VEHICLES][128];
    static kamm_vehicle_def *defs[VEHICLES];
    static kamm_vehicle_file file;
    static int count, counts[SOAK_LISTS];
    if (!count) count = list_vehicles(names, counts);
    int which = soak_below(soak, counts[soak->list ? soak->list - 1 : SOAK_LISTS - 1]);
    const char *folder = strrchr(names[which], '/');
    *name = folder ? folder + 1 : names[which];
    if (defs[which]) return defs[which];
    kamm_error error;
    if (kamm_load_vehicle(names[which], &file, NULL, &error)) {
        fprintf(stderr, "%s\n", error.text);
        exit(2);
    }
    defs[which] = malloc(sizeof *defs[which]);
    if (!defs[which]) exit(2);
    *defs[which] = file.def;
    return defs[which];
}

kamm_rung soak_rung(struct soak *soak)
{
    static const kamm_rung often[] = {KAMM_FULL,         KAMM_FULL,         KAMM_FULL,
                                      KAMM_DOUBLE_TRACK, KAMM_SINGLE_TRACK, KAMM_RIGID2D,
                                      KAMM_KINEMATIC};
    return often[soak_below(soak, sizeof often / sizeof *often)];
}

double soak_rate(struct soak *soak, kamm_rung rung)
{
    static const double rates[] = {60, 120, 240, 240, 240, 480, 1200};
    double rate = rates[soak_below(soak, sizeof rates / sizeof *rates)];
    return fmax(rate, kamm_describe_rung(rung)->min_substeps_per_s);
}

/* Most of them to within a third of what was there, some anywhere in the documented range. */
void soak_change(struct soak *soak, kamm_vehicle_def *def, int changes)
{
    static struct leaf leaves[MOST_LEAVES];
    int count = list_leaves(kamm_vehicle_table(), def, leaves, MOST_LEAVES);
    for (int i = 0; i < changes; ++i) {
        const struct leaf *leaf = &leaves[soak_below(soak, count)];
        double share = soak_share(soak);
        if (!strncmp(leaf->path, "stepping.", 9)) continue;
        if (soak_below(soak, 3) == 0 || leaf->word)
            set_leaf(leaf, share);
        else
            *leaf->number = fmin(fmax(*leaf->number * (0.67 + 0.83 * share), leaf->min), leaf->max);
        if (soak->is_told)
            fprintf(stderr, "  %s = %g\n", leaf->path, leaf->word ? *leaf->word : *leaf->number);
    }
}

kamm_model *soak_model(struct soak *soak, kamm_rung rung, double rate_per_s)
{
    static kamm_vehicle_def def;
    const char *name;
    const kamm_vehicle_def *own = shipped(soak, &name);
    int changes = soak_below(soak, 2) ? 1 + soak_below(soak, 12) : 0;
    for (int i = 0; i < TRIES; ++i, changes = (changes + 1) / 2) {
        kamm_error error;
        def = *own;
        soak->is_changed = changes != 0;
        soak_change(soak, &def, changes);
        def.stepping.substeps_per_s = rate_per_s;
        snprintf(soak->what, sizeof soak->what, "%s%s, %s, %g/s", name, changes ? ", changed" : "",
                 kamm_describe_rung(rung)->name, rate_per_s);
        kamm_model *model = kamm_create_model(&def, rung, &error);
        if (soak->is_told)
            fprintf(stderr, "%s%s%s\n", soak->what, model ? "" : ": ", model ? "" : error.text);
        soak->compiled += model != NULL;
        soak->refused += model == NULL;
        if (model) return model;
        if (!changes) rate_per_s *= 2; /* stiff cars ask for more */
        if (rate_per_s > 2400) break;
    }
    return NULL;
}
