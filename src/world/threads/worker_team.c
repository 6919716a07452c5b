#include "worker_team.h"

#include "../../run/tasks.h"
#include "thread_primitives.h"

/* Where a share begins. */
static int begin_of(int share, int shares, int count)
{
    return (int)((int64_t)share * count / shares);
}

/* 0: none is left. */
static int take_from(struct worker_team *team, int share)
{
    _Atomic uint64_t *tasks = &team->shares[share].left;
    uint64_t left = atomic_load_explicit(tasks, memory_order_acquire);
    if (!(uint32_t)left) return 0;
    /* They are this round's if it is still the same round when its task is taken. */
    kamm_task *task = atomic_load_explicit(&team->task, memory_order_relaxed);
    void *context = atomic_load_explicit(&team->context, memory_order_relaxed);
    int count = atomic_load_explicit(&team->count, memory_order_relaxed);
    int shares = atomic_load_explicit(&team->share_count, memory_order_relaxed);
    if (!atomic_compare_exchange_strong(tasks, &left, left - 1)) return 1;
    task(context, begin_of(share, shares, count) + (int)(uint32_t)left - 1);
    atomic_fetch_add_explicit(&team->done, 1, memory_order_release);
    return 1;
}

/* Tasks of the own share, then of the next ones; 0: there were none. */
static int take_tasks(struct worker_team *team, int member)
{
    int taken = 0;
    for (int i = 0; i < MAX_SHARES; ++i)
        while (take_from(team, (member + i) % MAX_SHARES)) taken = 1;
    return taken;
}

static void follow(struct worker_team *team, int member)
{
    int waited = 0;
    while (!atomic_load_explicit(&team->closed, memory_order_acquire)) {
        if (take_tasks(team, member))
            waited = 0;
        else
            wait_a_little(&waited);
    }
}

static void take_part(void *context, int index)
{
    struct worker_team *team = context;
    (void)index;
    int member = atomic_fetch_add(&team->members, 1);
    if (member) {
        follow(team, member);
        return;
    }
    team->job(team->job_context);
    atomic_store_explicit(&team->closed, 1, memory_order_release);
}

void kamm_run_team(struct worker_team *team, kamm_run_tasks *run, void *user, int members,
                   void (*job)(void *context), void *context)
{
    if (!run || members < 2) {
        job(context);
        return;
    }
    team->job = job, team->job_context = context;
    atomic_store(&team->members, 0);
    atomic_store(&team->closed, 0);
    kamm_run_each(run, user, members, take_part, team);
    team->job = NULL;
}

void kamm_share_out(struct worker_team *team, int count, kamm_task *task, void *context)
{
    if (!team->job || count < 2) {
        for (int i = 0; i < count; ++i) task(context, i);
        return;
    }
    int waited = 0, members = atomic_load_explicit(&team->members, memory_order_relaxed);
    int shares = members < MAX_SHARES ? members : MAX_SHARES;
    ++team->round;
    atomic_store_explicit(&team->done, 0, memory_order_relaxed);
    atomic_store_explicit(&team->task, task, memory_order_relaxed);
    atomic_store_explicit(&team->context, context, memory_order_relaxed);
    atomic_store_explicit(&team->count, count, memory_order_relaxed);
    atomic_store_explicit(&team->share_count, shares, memory_order_relaxed);
    for (int i = 0; i < shares; ++i) {
        int size = begin_of(i + 1, shares, count) - begin_of(i, shares, count);
        atomic_store_explicit(&team->shares[i].left, team->round << 32 | (uint32_t)size,
                              memory_order_release);
    }
    take_tasks(team, 0);
    while (atomic_load_explicit(&team->done, memory_order_acquire) < count) wait_a_little(&waited);
}
