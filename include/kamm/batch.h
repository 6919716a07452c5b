/* Batches: many cars at a time, for learning, planning and crowds.
 *
 *     kamm_threads *threads = kamm_create_threads(8);          // world.h; or a job system of the host's
 *     kamm_step_tasks(cars, &kamm_flat_ground, 20, kamm_run_on_threads, threads);
 */
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

#ifdef __cplusplus
}
#endif

#endif
