/* How a world's tasks are run: in the calling thread, or by the host's function (threads.c has one). */
#include "../base/error.h"
#include "../run/tasks.h"
#include "world_state.h"

void kamm_set_world_tasks(kamm_world *world, kamm_run_tasks *run, void *user)
{
    KAMM_REQUIRE(world, );
    world->run = run;
    world->run_user = user;
}

void kamm_run_world_tasks(const kamm_world *world, int count, kamm_task *task, void *context)
{
    kamm_run_each(world->run, world->run_user, count, task, context);
}
