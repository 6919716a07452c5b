/* Batches: many cars at a time, for learning, planning and crowds.
 *
 *     kamm_threads *threads = kamm_create_threads(8);          // world.h; or a job system of the host's
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

/* Runs task(context, 0) … task(context, count - 1), in any order, on any threads, and returns when all are
 * done. A host gives its own job system here; kamm_run_on_threads (world.h) is one. */
typedef void kamm_task(void *context, int index);
typedef void kamm_run_tasks(void *user, int count, kamm_task *task, void *context);

/* kamm_step on threads: `run` is called once, with a task for each block of KAMM_CARS_PER_BLOCK cars. The bits are those of
 * kamm_step. A query of the ground's is called on whatever threads the tasks run on, for several blocks at a time. Nothing is
 * allocated here. `run` NULL, or one block: all in the calling thread. */
KAMM_API void kamm_step_tasks(kamm_cars *cars, const kamm_ground *ground, int substeps,
                              kamm_run_tasks *run, void *user);

/* -- Cars that differ -- */

/* Variants of one vehicle: values of their own at some paths, all else alike. */
typedef struct kamm_variants {
    int32_t count;      /* of variants, 1 or more */
    int32_t path_count; /* 0 or more */
    const char *const *
        paths; /* [path_count] as kamm_set_number takes them: "body.mass_kg", "axles[0].tyre.lmuy" */
    const double *values; /* [path_count][count] in the units of the paths */
    /* Each variant is a task, which asks the allocator's hook on the thread that it runs on. NULL: all in the calling thread. */
    kamm_run_tasks *run;
    void *user; /* for it */
} kamm_variants;

/* Whether cars of these models can be mixed in one kamm_cars (kamm_create_mixed_cars). Errors: RANGE (no model, or what differs
 * from the first, with its index). What cannot be mixed is created apart, and meets in a world. */
KAMM_API kamm_result kamm_can_mix(const kamm_model *const *models, int count, kamm_error *error);

/* Compiles a model of each variant into models[count], for kamm_create_mixed_cars; the caller destroys each. Cars of
 * different models are stepped side by side in the lanes of one batch. A model takes 26 kB (kinematic) to 42 kB (full,
 * two axles) and about 0.4 ms: where that is too much for a model for each car, share fewer among the cars (a model may stand
 * several times in kamm_create_mixed_cars) and deal them anew by kamm_change_model.
 * Errors: those of kamm_set_number (UNKNOWN, RANGE, FORMAT) and of kamm_compile (RANGE, MISSING, MEMORY), RANGE where a variant
 * has another substep or other wheels than variant 0. The text begins with the variant's number ("variant 17: "), that of the
 * first that is wrong, and names path, value and what is allowed. All of `models` are NULL then. */
KAMM_API kamm_result kamm_expand(const kamm_vehicle_def *def, kamm_rung rung,
                                 const kamm_variants *variants, kamm_model **models,
                                 kamm_error *error);

/* Another model for a car of kamm_create_mixed_cars: of the same rung, wheels and substep. The car's state
 * is kept, but for that of parts which the new model does not have, so that parameters may change while it drives; place it for a new
 * start. Nothing is allocated. In a world it keeps the collision shape that it was added with. */
KAMM_API void kamm_change_model(kamm_cars *cars, int car, const kamm_model *model);

/* -- Cars that start from one -- */

/* A car's whole state and inputs, bit for bit, into another car, of the same or of other cars with the same rung and wheels; its
 * model may be another: states of parts that one of both does not have are 0. On a ground that is asked for, the copy goes on with the
 * answers that the original has, if the cars of its block ask the same ground; when it asks next follows the clock of the cars that it
 * is among. Nothing is allocated. */
KAMM_API void kamm_copy_car(const kamm_cars *from, int car, kamm_cars *to, int to_car);

#define KAMM_MAX_ROLLOUT_CHANNELS 256

/* Rollouts, as many as the batch has cars. All zeros but steps and substeps: each car drives on with its present inputs. */
typedef struct kamm_rollout_def {
    const kamm_cars
        *from; /* where rollouts start; not the batch itself. NULL: as the batch's cars are now */
    const int32_t *starts; /* [count] the car of `from` that each rollout starts as. NULL: car 0 */
    int32_t steps;         /* 1 or more */
    int32_t substeps;      /* of each step, for which its inputs are held; 1 or more */
    int32_t input_count;   /* 0 or more */
    int32_t channel_count; /* 0 to KAMM_MAX_ROLLOUT_CHANNELS */
    const char *const *
        inputs; /* [input_count] names of kamm_input_fields. Others stay as they are at the start */
    const float *values; /* [count][steps][input_count] */
    /* [channel_count] names of kamm_channel_fields ("yaw_rate_radps"), or of kamm_wheel_channel_fields of a
     * wheel ("wheels[2].load_n", or as columns of CSV files have it, "wheel2_load_n"). */
    const char *const *channels;
    kamm_run_tasks *run; /* a task for each 16 rollouts. NULL: all in the calling thread */
    void *user;          /* for it */
} kamm_rollout_def;

/* Drives each car of a batch through its own inputs and reads channels after each step: outputs[count][steps][channel_count], the
 * bits that kamm_copy_car, kamm_step and kamm_read would give. The cars of `from` are not changed, those of the batch are at the
 * end of their rollouts then; their clock goes on from that of `from`. A car that has a numeric fault stands from there on
 * (kamm_fault). Nothing is allocated.
 * Errors: RANGE (a count, a start that there is not, or acceleration_mps2 on a rung without kamm_model_info.takes_commands), UNKNOWN (an input or channel), FORMAT (a path); nothing is done then. */
KAMM_API kamm_result kamm_rollout(kamm_cars *batch, const kamm_ground *ground,
                                  const kamm_rollout_def *def, double *outputs, kamm_error *error);

/* Channels of all cars as they are now, by the names that rollouts take: outputs[kamm_count][count]. Errors: RANGE (a count above
 * KAMM_MAX_ROLLOUT_CHANNELS), UNKNOWN, FORMAT; nothing is written then. */
KAMM_API kamm_result kamm_read_channels(const kamm_cars *cars, int count,
                                        const char *const *channels, double *outputs,
                                        kamm_error *error);

#ifdef __cplusplus
}
#endif

#endif
