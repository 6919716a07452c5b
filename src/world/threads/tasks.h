/* How a world's rounds of tasks are run. */
#ifndef KAMM_WORLD_THREADS_TASKS_H
#define KAMM_WORLD_THREADS_TASKS_H

#include <kamm/world.h>

/* Runs the task for 0 … count - 1 and returns when all are done. Within kamm_step_world only. `world`: a kamm_world, as the solver knows none. */
void kamm_run_world_tasks(void *world, int count, kamm_task *task, void *context);

#endif
