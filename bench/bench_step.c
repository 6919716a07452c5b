/* What a substep of the full model costs, at each width, for cars of one model and of many.
 *
 * Times depend on the machine, so a reference loop runs beside them: a chain of 1000 multiplications
 * and additions, each waiting for the one before. The last column counts in such loops. */
#include "timing.h"
#include <kamm/io/lab.h>
#include <kamm/kamm.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CARS = 512, SUBSTEPS = 20, ROUNDS = 40 };

/* The best of several runs, in ns. */
static double reference_ns(void)
{
    double best = 1e9;
    volatile float seed = 1;
    for (int round = 0; round < 200; ++round) {
        float x = seed, factor = seed * 0.999f;
        double start = now_s();
        for (int i = 0; i < 1000; ++i) x = x * factor + 0.5f;
        double taken = (now_s() - start) * 1e9;
        seed = x > 1e30f ? 2 : 1;
        if (taken < best) best = taken;
    }
    return best;
}

static kamm_model *model_of_mass(double mass_kg)
{
    kamm_error error;
    kamm_vehicle_def def = kamm_default_vehicle();
    def.body.mass_kg = mass_kg;
    kamm_model *model = kamm_create_model(&def, KAMM_FULL, &error);
    if (!model) fprintf(stderr, "%s\n", error.text), exit(1);
    return model;
}

static double step_ns(kamm_cars *cars)
{
    kamm_start_busy_drive(cars);
    kamm_step(cars, &kamm_flat_ground, 600);
    return kamm_time_step_ns(cars, SUBSTEPS, ROUNDS);
}

struct result {
    int width;
    double one_ns, uniform_ns, mixed_ns;
};

static struct result measure(int width, kamm_cars *one, kamm_cars *uniform, kamm_cars *mixed)
{
    kamm_set_width(width, NULL);
    return (struct result){width, step_ns(one), step_ns(uniform), step_ns(mixed)};
}

static void print_table(const struct result *results, int count, double loop_ns)
{
    printf("full model, ns per car-substep (best of %d rounds, one thread)\n", ROUNDS);
    printf("%6s %10s %16s %16s %14s\n", "width", "one car", "512 of a model", "512 of 512",
           "in loops");
    for (int i = 0; i < count; ++i)
        printf("%6d %10.0f %16.1f %16.1f %14.3f\n", results[i].width, results[i].one_ns,
               results[i].uniform_ns, results[i].mixed_ns, results[i].uniform_ns / loop_ns);
    printf("reference loop of 1000 dependent multiply-adds: %.0f ns\n", loop_ns);
}

static void print_json(const struct result *results, int count, double loop_ns)
{
    printf("{\"bench\": \"step\", \"reference_loop_ns\": %.1f, \"widths\": [", loop_ns);
    for (int i = 0; i < count; ++i)
        printf("%s{\"width\": %d, \"one_car_ns\": %.1f, \"uniform_ns\": %.2f, \"mixed_ns\": %.2f}",
               i ? ", " : "", results[i].width, results[i].one_ns, results[i].uniform_ns,
               results[i].mixed_ns);
    printf("]}\n");
}

int main(int argc, char **argv)
{
    const int widths[] = {1, 4, 8, 16};
    struct result results[4];
    int count = 0, json = argc == 2 && !strcmp(argv[1], "--json");
    if (argc > 1 && !json) return fprintf(stderr, "usage: bench_step [--json]\n"), 2;
    kamm_model *models[CARS];
    for (int car = 0; car < CARS; ++car) models[car] = model_of_mass(1000 + car);
    kamm_cars *one = kamm_create_cars(models[200], 1, NULL);
    kamm_cars *uniform = kamm_create_cars(models[200], CARS, NULL);
    kamm_cars *mixed = kamm_create_mixed_cars((const kamm_model *const *)models, CARS, NULL);
    double loop_ns = reference_ns();
    for (int i = 0; i < 4; ++i)
        if (kamm_set_width(widths[i], NULL) == KAMM_OK)
            results[count++] = measure(widths[i], one, uniform, mixed);
    if (json)
        print_json(results, count, loop_ns);
    else
        print_table(results, count, loop_ns);
    kamm_destroy_cars(one);
    kamm_destroy_cars(uniform);
    kamm_destroy_cars(mixed);
    for (int car = 0; car < CARS; ++car) kamm_destroy_model(models[car]);
    return 0;
}
