/* How a world's tasks are run: in the calling thread, or by the host's function (threads.c has one). */
#include "../base/error.h"
#include "../base/float_mode.h"
#include "world_state.h"

void kamm_set_world_tasks(kamm_world *world, kamm_run_tasks *run, void *user)
{
    KAMM_REQUIRE(world, );
    world->run = run;
    world->run_user = user;
}

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

void kamm_run_world_tasks(const kamm_world *world, int count, kamm_task *task, void *context)
{
    if (world->run && count > 1) {
        struct moded_task moded = {task, context};
        world->run(world->run_user, count, run_in_usual_mode, &moded);
        return;
    }
    for (int i = 0; i < count; ++i) task(context, i);
}
