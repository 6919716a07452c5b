/* What batches cost: cars as tasks of two threads against one, rollouts against the same steps by hand, variants
 * against one model for all.
 *
 *     bench_batch [--json] */
#include "timing.h"
#include <kamm/io/lab.h>
#include <kamm/kamm.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    CARS = 2048,
    ROUNDS = 15,
    ROLLOUTS = 1024,
    STEPS = 25,
    SUBSTEPS = 12,
    INPUTS = 2,
    CHANNELS = 4
};

static void *checked(void *made, const char *what)
{
    if (!made) fprintf(stderr, "%s could not be made\n", what), exit(1);
    return made;
}

static double min(double a, double b) { return a < b ? a : b; }

/* -- Threads -- */
struct threads_result {
    double one_ms, two_ms;
};

/* Of frames of 4 substeps; both take turns. */
static struct threads_result time_threads(const kamm_model *model)
{
    struct threads_result best = {1e30, 1e30};
    kamm_threads *threads = checked(kamm_create_threads(2, NULL), "threads");
    kamm_cars *cars = checked(kamm_create_cars(model, CARS, NULL), "cars");
    kamm_start_busy_drive(cars);
    for (int round = 0; round < 2 * ROUNDS; ++round) {
        double start = now_s();
        kamm_step(cars, &kamm_flat_ground, 4);
        double between = now_s();
        kamm_step_tasks(cars, &kamm_flat_ground, 4, kamm_run_on_threads, threads);
        best.one_ms = min(best.one_ms, 1e3 * (between - start));
        best.two_ms = min(best.two_ms, 1e3 * (now_s() - between));
    }
    kamm_destroy_cars(cars);
    kamm_destroy_threads(threads);
    return best;
}

/* -- Rollouts -- */
struct rollout_result {
    double call_ms, steps_ms; /* of kamm_rollout, and of its steps alone */
};

static float values[ROLLOUTS][STEPS][INPUTS];
static double outputs[ROLLOUTS][STEPS][CHANNELS];

static struct rollout_result time_rollouts(const kamm_model *model)
{
    static const char *const inputs[INPUTS] = {"steering_wheel_rad", "throttle"};
    static const char *const channels[CHANNELS] = {"x_m", "y_m", "yaw_rad", "speed_mps"};
    struct rollout_result best = {1e30, 1e30};
    kamm_error error;
    kamm_cars *car = checked(kamm_create_cars(model, 1, &error), "a car");
    kamm_cars *batch = checked(kamm_create_cars(model, ROLLOUTS, &error), "cars");
    kamm_placement placement = {.speed_mps = 20, .gear = KAMM_GEAR_DRIVE};
    kamm_rollout_def def = {.from = car,
                            .steps = STEPS,
                            .substeps = SUBSTEPS,
                            .input_count = INPUTS,
                            .channel_count = CHANNELS,
                            .inputs = inputs,
                            .values = values[0][0],
                            .channels = channels};
    kamm_place(car, 0, &placement);
    for (int i = 0; i < ROLLOUTS; ++i)
        for (int step = 0; step < STEPS; ++step)
            values[i][step][0] = 1e-3f * (float)((i * STEPS + step) % 997 - 498);
    for (int round = 0; round < ROUNDS / 5; ++round) {
        double start = now_s();
        if (kamm_rollout(batch, &kamm_flat_ground, &def, outputs[0][0], &error) != KAMM_OK)
            fprintf(stderr, "%s\n", error.text), exit(1);
        double between = now_s();
        for (int i = 0; i < ROLLOUTS; ++i) kamm_copy_car(car, 0, batch, i);
        for (int step = 0; step < STEPS; ++step) {
            for (int i = 0; i < ROLLOUTS; ++i) {
                kamm_inputs(batch)[i].steering_wheel_rad = values[i][step][0];
                kamm_inputs(batch)[i].throttle = values[i][step][1];
            }
            kamm_step(batch, &kamm_flat_ground, SUBSTEPS);
        }
        best.call_ms = min(best.call_ms, 1e3 * (between - start));
        best.steps_ms = min(best.steps_ms, 1e3 * (now_s() - between));
    }
    kamm_destroy_cars(batch);
    kamm_destroy_cars(car);
    return best;
}

/* -- Variants -- */
struct variants_result {
    double expand_ms, change_us; /* per model; per car */
    double own_ns, shared_ns; /* a substep of a car with a model of its own, and of one for all */
    size_t model_bytes;
};

static size_t allocated_bytes;

static void *count_bytes(size_t size, size_t alignment, void *user)
{
    (void)user;
    allocated_bytes += size;
    return aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
}

static void release(void *memory, void *user)
{
    (void)user;
    free(memory);
}

static size_t bytes_of_model(const kamm_vehicle_def *def, kamm_rung rung)
{
    kamm_set_allocator(count_bytes, release, NULL);
    allocated_bytes = 0;
    kamm_model *model = checked(kamm_create_model(def, rung, NULL), "a model");
    kamm_destroy_model(model);
    kamm_set_allocator(NULL, NULL, NULL);
    return allocated_bytes;
}

enum { VARIANTS = 256 };

static struct variants_result time_variants(const kamm_vehicle_def *def, const kamm_model *model,
                                            kamm_rung rung)
{
    static const char *const paths[] = {"body.mass_kg"};
    static double masses_kg[VARIANTS];
    static kamm_model *models[VARIANTS];
    struct variants_result best = {1e30, 1e30, 1e30, 1e30, bytes_of_model(def, rung)};
    kamm_variants variants = {
        .count = VARIANTS, .path_count = 1, .paths = paths, .values = masses_kg};
    for (int i = 0; i < VARIANTS; ++i) masses_kg[i] = 900 + 2 * i;
    for (int round = 0; round < 3; ++round) {
        for (int i = 0; i < VARIANTS; ++i) kamm_destroy_model(models[i]);
        double start = now_s();
        if (kamm_expand(def, rung, &variants, models, NULL) != KAMM_OK) exit(1);
        best.expand_ms = min(best.expand_ms, 1e3 * (now_s() - start) / VARIANTS);
    }
    kamm_cars *own =
        checked(kamm_create_mixed_cars((const kamm_model *const *)models, VARIANTS, NULL), "cars");
    kamm_cars *shared = checked(kamm_create_cars(model, VARIANTS, NULL), "cars");
    kamm_start_busy_drive(own);
    kamm_start_busy_drive(shared);
    for (int round = 0; round < ROUNDS; ++round) {
        best.own_ns = min(best.own_ns, kamm_time_step_ns(own, 20, 3));
        best.shared_ns = min(best.shared_ns, kamm_time_step_ns(shared, 20, 3));
        double start = now_s();
        for (int i = 0; i < VARIANTS; ++i)
            kamm_change_model(own, i, models[(i + round) % VARIANTS]);
        best.change_us = min(best.change_us, 1e6 * (now_s() - start) / VARIANTS);
    }
    kamm_destroy_cars(own);
    kamm_destroy_cars(shared);
    for (int i = 0; i < VARIANTS; ++i) kamm_destroy_model(models[i]);
    memset(models, 0, sizeof models);
    return best;
}

/* -- All rungs -- */
static void print_rung(const char *name, const struct threads_result *t,
                       const struct rollout_result *r, const struct variants_result *v, int json,
                       int first)
{
    if (json)
        printf("%s\"%s\": {\"one_thread_ms\": %.4g, \"two_threads_ms\": %.4g, "
               "\"two_threads_ratio\": %.3g, \"rollout_ms\": %.4g, \"steps_ms\": %.4g, "
               "\"rollout_ratio\": %.4g, \"model_bytes\": %zu, \"expand_ms\": %.3g, "
               "\"change_model_us\": %.3g, \"own_model_ratio\": %.3g}",
               first ? "" : ", ", name, t->one_ms, t->two_ms, t->two_ms / t->one_ms, r->call_ms,
               r->steps_ms, r->call_ms / r->steps_ms, v->model_bytes, v->expand_ms, v->change_us,
               v->own_ns / v->shared_ns);
    else
        printf("%-13s %8.2f %6.2f %10.1f %8.3f %9.1f %8.2f %8.2f %8.2f\n", name, t->one_ms,
               t->two_ms / t->one_ms, r->call_ms, r->call_ms / r->steps_ms,
               1e-3 * (double)v->model_bytes, v->expand_ms, v->change_us, v->own_ns / v->shared_ns);
}

int main(int argc, char **argv)
{
    int json = argc == 2 && !strcmp(argv[1], "--json");
    if (argc > 1 && !json) return fprintf(stderr, "usage: bench_batch [--json]\n"), 2;
    kamm_vehicle_def def = kamm_default_vehicle();
    if (json)
        printf("{\"bench\": \"batch\", \"rungs\": {");
    else
        printf(
            "A frame (4 substeps) of %d cars, one thread, and two threads over one\n"
            "%d rollouts of %d x %d substeps, and over copies, inputs and kamm_step by hand that read nothing\n"
            "A model's size; kamm_expand per model, kamm_change_model per car; a substep of a "
            "car with its own model over one of a shared model\n"
            "%-13s %8s %6s %10s %8s %9s %8s %8s %8s\n",
            CARS, ROLLOUTS, STEPS, SUBSTEPS, "rung", "ms", "two/1", "rollout ms", "/by hand",
            "model kB", "ms each", "us each", "own/one");
    for (kamm_rung rung = 1; rung <= KAMM_RUNG_COUNT; ++rung) {
        kamm_model *model = checked(kamm_create_model(&def, rung, NULL), "a model");
        struct threads_result threads = time_threads(model);
        struct rollout_result rollouts = time_rollouts(model);
        struct variants_result variants = time_variants(&def, model, rung);
        print_rung(kamm_describe_rung(rung)->name, &threads, &rollouts, &variants, json, rung == 1);
        kamm_destroy_model(model);
    }
    if (json) printf("}}\n");
    return 0;
}
