/* What environments cost beside the cars that they are made of: the task Track on the circuit, 20 ms a step, with observations, rewards
 * and resets, and the same cars stepped alone; both take turns. Steps a second of all environments together, the best of several rounds.
 *
 *     bench_env [--json] [ENVIRONMENTS] */
#include "timing.h"
#include <kamm/io/vehicle_file.h>
#include <kamm/io/world_file.h>
#include <kamm/kamm.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 7, STEPS = 40 };

static const struct {
    const char *rung;
    double substeps_per_s;
} kinds[] = {{"full", 150}, {"full", 300}, {"single_track", 150}, {"kinematic", 50}};
enum { KINDS = sizeof kinds / sizeof *kinds };

static void *checked(void *made, const kamm_error *error)
{
    if (!made) fprintf(stderr, "%s\n", error->text), exit(1);
    return made;
}

/* The arrays of a trainer. */
struct arrays {
    kamm_env_arrays of_step;
    float *actions;
};

static struct arrays make_arrays(const kamm_env *env)
{
    size_t count = (size_t)kamm_env_count(env), k = (size_t)kamm_env_observations(env);
    return (struct arrays){{.observations = calloc(count * k, sizeof(float)),
                            .rewards = calloc(count, sizeof(float)),
                            .terminated = calloc(count, 1),
                            .truncated = calloc(count, 1)},
                           calloc(count * (size_t)kamm_env_actions(env), sizeof(float))};
}

static void free_arrays(struct arrays *arrays)
{
    free(arrays->of_step.observations);
    free(arrays->of_step.rewards);
    free(arrays->of_step.terminated);
    free(arrays->of_step.truncated);
    free(arrays->actions);
}

struct result {
    double env_per_s, bare_per_s; /* steps of one environment, of one car */
};

/* Cars of the bare batch do what those of the environments do: inputs are copied, untimed. */
static double time_bare(kamm_env *env, kamm_cars *bare, int substeps, kamm_run_tasks *run,
                        void *user)
{
    size_t size = (size_t)kamm_count(bare) * sizeof(kamm_input);
    memcpy(kamm_inputs(bare), kamm_inputs(kamm_env_cars(env)), size);
    double start = now_s();
    kamm_step_tasks(bare, &kamm_flat_ground, substeps, run, user);
    return now_s() - start;
}

static double time_env(kamm_env *env, struct arrays *arrays, kamm_run_tasks *run, void *user)
{
    kamm_env_advice(env, arrays->actions);
    kamm_set_env_tasks(env, run, user);
    double start = now_s();
    kamm_step_env(env, arrays->actions, &arrays->of_step, NULL);
    return now_s() - start;
}

static struct result measure(kamm_env *env, kamm_cars *bare, int substeps, kamm_threads *threads)
{
    struct result best = {0, 0};
    struct arrays arrays = make_arrays(env);
    kamm_run_tasks *run = threads ? kamm_run_on_threads : NULL;
    int count = kamm_env_count(env);
    kamm_reset_env(env, NULL, NULL, arrays.of_step.observations, NULL);
    for (int car = 0; car < count; ++car) kamm_copy_car(kamm_env_cars(env), car, bare, car);
    for (int round = 0; round < ROUNDS; ++round) {
        double env_s = 0, bare_s = 0;
        for (int step = 0; step < STEPS; ++step) {
            env_s += time_env(env, &arrays, run, threads);
            bare_s += time_bare(env, bare, substeps, run, threads);
        }
        double env_per_s = STEPS * (double)count / env_s,
               bare_per_s = STEPS * (double)count / bare_s;
        if (env_per_s > best.env_per_s) best.env_per_s = env_per_s;
        if (bare_per_s > best.bare_per_s) best.bare_per_s = bare_per_s;
    }
    free_arrays(&arrays);
    return best;
}

static void report(int json, int kind, int threads, struct result result)
{
    const char *format =
        json
            ? "{\"rung\": \"%s\", \"substeps_per_s\": %g, \"threads\": %d, \"env_steps_per_s\": %.0f, \"bare_steps_per_s\": %.0f, \"ratio\": %.3f}\n"
            : "%-13s %5g substeps/s  %d threads %9.0f steps/s  bare %9.0f  takes %.3f of the bare batch\n";
    double ratio = result.bare_per_s / result.env_per_s;
    printf(format, kinds[kind].rung, kinds[kind].substeps_per_s, threads, result.env_per_s,
           result.bare_per_s, ratio);
}

int main(int argc, char **argv)
{
    static kamm_vehicle_file vehicle;
    kamm_world_file world = {.path = ""};
    kamm_error error;
    int json = argc > 1 && !strcmp(argv[1], "--json"),
        count = argc > 1 + json ? atoi(argv[1 + json]) : 1024;
    if (kamm_load_vehicle("bmw-m3-e46", &vehicle, NULL, &error) != KAMM_OK ||
        kamm_load_world("proving-ground", &world, NULL, &error) != KAMM_OK)
        return fprintf(stderr, "%s\n", error.text), 1;
    kamm_threads *threads = checked(kamm_create_threads(2, &error), &error);
    for (int kind = 0; kind < KINDS; ++kind) {
        kamm_rung rung = kamm_find_rung(kinds[kind].rung)->rung;
        vehicle.def.stepping.substeps_per_s = kinds[kind].substeps_per_s;
        kamm_env_def def = {.task = KAMM_ENV_TRACK,
                            .count = count,
                            .vehicle = &vehicle.def,
                            .rung = rung,
                            .max_steps = 500,
                            .path = kamm_find_path(&world, "circuit")};
        kamm_env *env = checked(kamm_create_env(&def, &error), &error);
        kamm_model *model = checked(kamm_create_model(&vehicle.def, rung, &error), &error);
        kamm_cars *bare = checked(kamm_create_cars(model, count, &error), &error);
        int substeps = (int)(KAMM_ENV_STEP_S * kinds[kind].substeps_per_s + 0.5);
        report(json, kind, 1, measure(env, bare, substeps, NULL));
        report(json, kind, 2, measure(env, bare, substeps, threads));
        kamm_destroy_env(env);
        kamm_destroy_cars(bare);
        kamm_destroy_model(model);
    }
    kamm_destroy_threads(threads);
    kamm_destroy_world_file(&world);
    return 0;
}
