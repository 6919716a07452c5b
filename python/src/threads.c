#include "core.h"

#include <stdatomic.h>
#ifdef _WIN32
#include <process.h>
#define getpid _getpid
#else
#include <unistd.h>
#endif

/* Pools by their number of threads: few programs ask for more than two sizes. A process that was forked has none of its
 * parent's threads, so that it makes its own; what the parent's memory held of them is left behind. */
enum { POOLS = 8 };
static struct pool {
    atomic_flag is_busy;
    int count;
    int process;
    kamm_threads *threads;
} pools[POOLS];

static int is_ready(struct pool *pool, int count)
{
    int process = (int)getpid();
    if (pool->threads && pool->process == process && pool->count == count) return 1;
    if (pool->threads && pool->process == process) return 0; /* another size */
    pool->count = count;
    pool->process = process;
    pool->threads = kamm_create_threads(count, NULL);
    return pool->threads != NULL;
}

struct task_runner kamm_begin_tasks(int count)
{
    for (int slot = 0; count > 1 && slot < POOLS; ++slot) {
        if (atomic_flag_test_and_set_explicit(&pools[slot].is_busy, memory_order_acquire)) continue;
        if (is_ready(&pools[slot], count))
            return (struct task_runner){kamm_run_on_threads, pools[slot].threads, slot};
        atomic_flag_clear_explicit(&pools[slot].is_busy, memory_order_release);
    }
    return (struct task_runner){NULL, NULL, -1};
}

void kamm_end_tasks(const struct task_runner *runner)
{
    if (runner->slot >= 0)
        atomic_flag_clear_explicit(&pools[runner->slot].is_busy, memory_order_release);
}
