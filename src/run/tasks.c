#include "tasks.h"

#include "../base/float_mode.h"

/* A task on a thread that the host has set up as it likes. */
struct moded_task {
    kamm_task *task;
    void *context;
};

static void run_in_usual_mode(void *context, int index)
{
    KAMM_FLOAT_MODE;
    const struct moded_task *moded = context;
    moded->task(moded->context, index);
}

void kamm_run_each(kamm_run_tasks *run, void *user, int count, kamm_task *task, void *context)
{
    if (run && count > 1) {
        struct moded_task moded = {task, context};
        run(user, count, run_in_usual_mode, &moded);
        return;
    }
    for (int i = 0; i < count; ++i) task(context, i);
}
