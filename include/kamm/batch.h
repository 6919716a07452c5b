/* Batches: many cars at a time, for learning, planning and traffic.
 *
 *     kamm_threads *threads = kamm_create_threads(8, NULL);          // world.h; or the host's job system
 *     kamm_step_tasks(cars, &kamm_flat_ground, 4, kamm_run_on_threads, threads);
 *
 * docs/batches.md has an example of each. */
#ifndef KAMM_BATCH_H
#define KAMM_BATCH_H

#include <kamm/cars.h>
#include <kamm/export.h>
#include <kamm/ground.h>

#ifdef __cplusplus
extern "C" {
#endif

/* -- Tasks -- */

/* A task with its index. */
typedef void kamm_task(void *context, int index);
/* Runs task(context, 0) to task(context, count - 1), in any order, on any threads, and returns when all are finished. A
 * host passes its job system here. kamm_run_on_threads (world.h) is an implementation. */
typedef void kamm_run_tasks(void *user, int count, kamm_task *task, void *context);

/* Steps all cars as kamm_step does, with equal bits, on threads. It calls `run` once, with a task for each block of
 * KAMM_CARS_PER_BLOCK cars. Tasks call the ground's query on their threads, for several blocks at the same time. The
 * call allocates nothing. With `run` NULL, or one block, the calling thread does all. */
KAMM_API void kamm_step_tasks(kamm_cars *cars, const kamm_ground *ground, int substeps,
                              kamm_run_tasks *run, void *user);

/* -- Cars that differ -- */

/* Variants of one vehicle, with different values at some paths. */
typedef struct kamm_variants {
    /* Number of variants, 1 or more. */
    int32_t count;
    /* Number of paths, 0 or more. */
    int32_t path_count;
    /* [path_count] Paths of kamm_set_number: "body.mass_kg", "axles[0].tyre.lmuy". */
    const char *const *paths;
    /* [path_count][count] Values in the units of the paths. */
    const double *values;
    /* Runs a task for each variant, which calls the allocation hook on its thread. NULL: the calling thread. */
    kamm_run_tasks *run;
    /* Argument of `run`. */
    void *user;
} kamm_variants;

/* Checks whether cars of these models can be mixed in one kamm_cars (kamm_create_mixed_cars). Others need separate
 * kamm_cars, which a world can contain together. Errors: RANGE (no model, or a difference from the first one, with its
 * index). */
KAMM_API kamm_result kamm_can_mix(const kamm_model *const *models, int count, kamm_error *error);

/* Compiles each variant into models[count], for kamm_create_mixed_cars. The caller destroys each. Cars of different
 * models are stepped together in the lanes of one batch. A model takes 26 kB (kinematic) to 42 kB (full, two axles) and
 * about 0.4 ms. If that is too much, let cars share models, and reassign them by kamm_change_model.
 *
 * On error all of `models` are NULL. The text begins with the number of the first wrong variant ("variant 17: ") and
 * names path, value and allowed values. Errors: those of kamm_set_number (UNKNOWN, RANGE, FORMAT) and of
 * kamm_create_model (RANGE, MISSING, MEMORY); RANGE (a variant with another substep or other wheels than variant 0). */
KAMM_API kamm_result kamm_expand(const kamm_vehicle_def *def, kamm_rung rung,
                                 const kamm_variants *variants, kamm_model **models,
                                 kamm_error *error);

/* Changes the model of a car of kamm_create_mixed_cars. The new model must have the same rung, wheels and substep. The
 * car keeps its state, except states of parts that the new model lacks. So parameters may change while it drives. Place
 * it for a new start. The call allocates nothing. In a world the car keeps its original collision shape. */
KAMM_API void kamm_change_model(kamm_cars *cars, int car, const kamm_model *model);

/* -- Rollouts -- */

/* Copies all states and inputs of a car, bit for bit, to another car, in the same or other cars of equal rung and
 * wheels. Models may differ: states of parts that one of both lacks are 0. The call allocates nothing.
 *
 * With a ground query the copy keeps the contact planes of the original, if the cars of its block use the same ground.
 * The clock of the cars around it decides when it queries again. */
KAMM_API void kamm_copy_car(const kamm_cars *from, int car, kamm_cars *to, int to_car);

/* Most channels of a rollout. */
#define KAMM_MAX_ROLLOUT_CHANNELS 256

/* Rollouts, one for each car of a batch. Only steps and substeps are required. Without more, each car continues with
 * its present inputs. */
typedef struct kamm_rollout_def {
    /* Cars from which rollouts start, other than the batch. NULL: the present cars of the batch. */
    const kamm_cars *from;
    /* [count] Car of `from` for each rollout. NULL: car 0. */
    const int32_t *starts;
    /* Number of steps, 1 or more. */
    int32_t steps;
    /* Substeps of a step, with constant inputs; 1 or more. */
    int32_t substeps;
    /* Number of inputs, 0 or more. */
    int32_t input_count;
    /* Number of channels, 0 to KAMM_MAX_ROLLOUT_CHANNELS. */
    int32_t channel_count;
    /* [input_count] Names of kamm_input_fields. Other inputs keep their value of the start. */
    const char *const *inputs;
    /* [count][steps][input_count] Values of the inputs. */
    const float *values;
    /* [channel_count] Names of kamm_channel_fields ("yaw_rate_radps"), or of kamm_wheel_channel_fields with a wheel
     * ("wheels[2].load_n", or "wheel2_load_n" as in CSV files). */
    const char *const *channels;
    /* Runs a task for each 16 rollouts. NULL: the calling thread. */
    kamm_run_tasks *run;
    /* Argument of `run`. */
    void *user;
} kamm_rollout_def;

/* Drives each car of a batch by its own inputs, and reads channels after each step:
 * outputs[count][steps][channel_count]. The bits are those of kamm_copy_car, kamm_step and kamm_read. The cars of
 * `from` are not changed. Those of the batch are then at the end of their rollouts, and their clock continues that of
 * `from`. A car with a numeric fault stands from then on (kamm_fault). The call allocates nothing.
 *
 * On error nothing changes. Errors: RANGE (a count, a start that does not exist, acceleration_mps2 on a rung without
 * kamm_model_info.takes_commands), UNKNOWN (an input or channel), FORMAT (a path). */
KAMM_API kamm_result kamm_rollout(kamm_cars *batch, const kamm_ground *ground,
                                  const kamm_rollout_def *def, double *outputs, kamm_error *error);

/* Reads channels of all cars now, by names as in rollouts: outputs[kamm_count][count]. On error nothing is written.
 * Errors: RANGE (a count above KAMM_MAX_ROLLOUT_CHANNELS), UNKNOWN, FORMAT. */
KAMM_API kamm_result kamm_read_channels(const kamm_cars *cars, int count,
                                        const char *const *channels, double *outputs,
                                        kamm_error *error);

#ifdef __cplusplus
}
#endif

#endif
