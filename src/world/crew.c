#include "crew.h"

#include "../base/float_mode.h"
#include "thread_primitives.h"

/* 0: none is left. */
static int take_task(struct crew *crew)
{
    uint64_t round = atomic_load_explicit(&crew->round, memory_order_acquire);
    uint32_t left = (uint32_t)round;
    if (!left) return 0;
    /* They are this round's if it is still the same round when its task is taken. */
    kamm_task *task = atomic_load_explicit(&crew->task, memory_order_relaxed);
    void *context = atomic_load_explicit(&crew->context, memory_order_relaxed);
    if (!atomic_compare_exchange_strong(&crew->round, &round, round - 1)) return 1;
    task(context, (int)(left - 1));
    atomic_fetch_add_explicit(&crew->done, 1, memory_order_release);
    return 1;
}

static void follow(struct crew *crew)
{
    int waited = 0;
    while (!atomic_load_explicit(&crew->closed, memory_order_acquire)) {
        if (take_task(crew))
            waited = 0;
        else
            wait_a_little(&waited);
    }
}

/* A member; on a thread that the host has set up as it likes. */
static void take_part(void *context, int index)
{
    KAMM_FLOAT_MODE;
    struct crew *crew = context;
    (void)index;
    if (atomic_exchange(&crew->led, 1)) {
        follow(crew);
        return;
    }
    crew->job(crew->job_context);
    atomic_store_explicit(&crew->closed, 1, memory_order_release);
}

void kamm_run_crew(struct crew *crew, kamm_run_tasks *run, void *user, int members,
                   void (*job)(void *context), void *context)
{
    if (!run || members < 2) {
        job(context);
        return;
    }
    crew->job = job, crew->job_context = context;
    atomic_store(&crew->led, 0);
    atomic_store(&crew->closed, 0);
    run(user, members, take_part, crew);
    crew->job = NULL;
}

void kamm_share_out(struct crew *crew, int count, kamm_task *task, void *context)
{
    if (!crew->job || count < 2) {
        for (int i = 0; i < count; ++i) task(context, i);
        return;
    }
    uint64_t number = (atomic_load_explicit(&crew->round, memory_order_relaxed) >> 32) + 1;
    int waited = 0;
    atomic_store_explicit(&crew->done, 0, memory_order_relaxed);
    atomic_store_explicit(&crew->task, task, memory_order_relaxed);
    atomic_store_explicit(&crew->context, context, memory_order_relaxed);
    atomic_store_explicit(&crew->round, number << 32 | (uint32_t)count, memory_order_release);
    while (take_task(crew)) continue;
    while (atomic_load_explicit(&crew->done, memory_order_acquire) < count) wait_a_little(&waited);
}
