/* What hitches cost: combinations against the same vehicles stepped side by side without them. */
#include "timing.h"

#include <kamm/kamm.h>

#include <stdio.h>
#include <stdlib.h>

enum { COUNT = 64, SUBSTEPS = 240 };

static kamm_vehicle_def trailer(void)
{
    kamm_vehicle_def def = kamm_default_vehicle();
    def.drawbar.towed = 1;
    def.axles[0].lift_m = 0.3;
    def.axles[0].drive_share = def.axles[0].steer_share = 0;
    return def;
}

static double step_all(kamm_combinations *combinations, kamm_cars *const units[2])
{
    double start = now_s();
    if (combinations)
        kamm_step_combinations(combinations, &kamm_flat_ground, SUBSTEPS);
    else
        for (int n = 0; n < SUBSTEPS; ++n)
            for (int u = 0; u < 2; ++u) kamm_step(units[u], &kamm_flat_ground, 1);
    return (now_s() - start) / ((double)COUNT * SUBSTEPS) * 1e9;
}

static void measure(kamm_rung rung)
{
    kamm_vehicle_def defs[2] = {kamm_default_vehicle(), trailer()};
    defs[0].hitch.kind = KAMM_HITCH_BALL;
    kamm_error error;
    kamm_model *models[2];
    kamm_cars *units[2];
    for (int u = 0; u < 2; ++u) {
        models[u] = kamm_create_model(&defs[u], rung, &error);
        if (!models[u]) fprintf(stderr, "%s\n", error.text), exit(EXIT_FAILURE);
        units[u] = kamm_create_cars(models[u], COUNT, &error);
    }
    kamm_combinations *combinations =
        kamm_create_combinations((const kamm_model *const *)models, 2, COUNT, &error);
    if (!combinations) fprintf(stderr, "%s\n", error.text), exit(EXIT_FAILURE);
    double apart = 1e9, coupled = 1e9;
    for (int n = 0; n < 10; ++n) {
        double a = step_all(NULL, units), b = step_all(combinations, units);
        apart = a < apart ? a : apart, coupled = b < coupled ? b : coupled;
    }
    printf("%-13s %8.0f ns a substep of both apart, %8.0f coupled: %.2f times\n",
           kamm_describe_rung(rung)->name, apart, coupled, coupled / apart);
    kamm_destroy_combinations(combinations);
    for (int u = 0; u < 2; ++u) kamm_destroy_cars(units[u]), kamm_destroy_model(models[u]);
}

int main(void)
{
    printf("%d combinations of two, width %d\n", COUNT, kamm_width());
    measure(KAMM_SINGLE_TRACK);
    measure(KAMM_FULL);
    return 0;
}
