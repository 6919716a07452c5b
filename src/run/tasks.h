/* Tasks on whatever runs them. */
#ifndef KAMM_RUN_TASKS_H
#define KAMM_RUN_TASKS_H

#include <kamm/batch.h>

/* Runs task(context, 0) … task(context, count - 1), by `run`, or one after the other in the calling
 * thread where it is NULL or there is but one. That thread is in the usual floating-point mode; others are brought into it. */
void kamm_run_each(kamm_run_tasks *run, void *user, int count, kamm_task *task, void *context);

#endif
