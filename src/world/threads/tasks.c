/* How a world's tasks are run: in the calling thread, or by the host's function (threads.c has one). */
#include "tasks.h"
#include "../../base/error.h"
#include "../state.h"

void kamm_set_world_tasks(kamm_world *world, kamm_run_tasks *run, void *user)
{
    KAMM_REQUIRE_ALIVE(world, );
    world->run = run;
    world->run_user = user;
}

void kamm_run_world_tasks(void *world, int count, kamm_task *task, void *context)
{
    kamm_share_out(&((kamm_world *)world)->team, count, task, context);
}
