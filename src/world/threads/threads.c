/* Threads for kamm_set_world_tasks: a pool that waits awake for a moment, as the next tasks often come soon, and then
 * sleeps until there are any. */
#include "../../base/error.h"
#include "thread_primitives.h"
#include <kamm/world.h>
#include <stdatomic.h>

#ifdef KAMM_WITH_THREADS

enum { PAUSES_BEFORE_SLEEP = 2000 }; /* some 50 us */

/* A round of tasks. All of it is behind the lock, but two numbers that a look may be taken at without; a thread
 * takes the next index, runs it without the lock and comes back. */
struct kamm_threads {
    thread_lock lock;
    thread_condition start, done;
    struct thread *workers;
    int count;       /* of workers */
    kamm_task *task; /* NULL: no round */
    void *context;
    int next, last;     /* the next index, and how many there are */
    atomic_int running; /* tasks that are being run */
    atomic_int rounds;  /* that have begun, and 1 for the end */
    int closing;
};

/* Runs tasks of the round until none is left to take. With the lock. */
static void take_tasks(kamm_threads *threads)
{
    while (threads->next < threads->last) {
        int index = threads->next++;
        kamm_task *task = threads->task;
        void *context = threads->context;
        ++threads->running;
        unlock(&threads->lock);
        task(context, index);
        lock(&threads->lock);
        --threads->running;
    }
}

/* With the lock, which both let go meanwhile: wait awake for the next round, and for the end of this one. */
static void await_round(kamm_threads *threads)
{
    int seen = atomic_load(&threads->rounds);
    unlock(&threads->lock);
    for (int i = 0; i < PAUSES_BEFORE_SLEEP && atomic_load(&threads->rounds) == seen; ++i)
        pause_thread();
    lock(&threads->lock);
}

static void await_tasks(kamm_threads *threads)
{
    unlock(&threads->lock);
    for (int i = 0; i < PAUSES_BEFORE_SLEEP && atomic_load(&threads->running) > 0; ++i)
        pause_thread();
    lock(&threads->lock);
}

static void work(void *user)
{
    kamm_threads *threads = user;
    lock(&threads->lock);
    for (;;) {
        if (!threads->closing && threads->next >= threads->last) await_round(threads);
        while (!threads->closing && threads->next >= threads->last)
            wait_for(&threads->start, &threads->lock);
        if (threads->closing) break;
        take_tasks(threads);
        if (!threads->running) wake_one(&threads->done);
    }
    unlock(&threads->lock);
}

void kamm_destroy_threads(kamm_threads *threads)
{
    if (!threads) return;
    KAMM_REQUIRE_ALIVE(threads, );
    kamm_note_destroyed(threads);
    lock(&threads->lock);
    threads->closing = 1;
    ++threads->rounds;
    wake_all(&threads->start);
    unlock(&threads->lock);
    for (int i = 0; i < threads->count; ++i) join_thread(&threads->workers[i]);
    destroy_condition(&threads->done);
    destroy_condition(&threads->start);
    destroy_lock(&threads->lock);
    kamm_release(threads->workers);
    kamm_release(threads);
}

/* The caller of kamm_run_on_threads is one of them. */
static kamm_threads *fail_threads(int count, kamm_error *error)
{
    kamm_fail(error, KAMM_ERROR_MEMORY, "", "out of memory or threads for %d threads", count);
    return NULL;
}

kamm_threads *kamm_create_threads(int count, kamm_error *error)
{
    KAMM_REQUIRE_WITH(error, count > 0, NULL);
    kamm_threads *threads = kamm_allocate(sizeof *threads);
    if (!threads) return fail_threads(count, error);
    init_lock(&threads->lock);
    init_condition(&threads->start);
    init_condition(&threads->done);
    threads->workers = kamm_allocate_array((size_t)count, sizeof *threads->workers);
    while (threads->workers && threads->count < count - 1 &&
           start_thread(&threads->workers[threads->count], work, threads))
        ++threads->count;
    if (threads->count == count - 1 && threads->workers) return threads;
    kamm_destroy_threads(threads);
    return fail_threads(count, error);
}

void kamm_run_on_threads(void *user, int count, kamm_task *task, void *context)
{
    kamm_threads *threads = user;
    KAMM_REQUIRE_ALIVE(threads, );
    lock(&threads->lock);
    threads->task = task, threads->context = context;
    threads->next = 0, threads->last = count;
    ++threads->rounds;
    wake_all(&threads->start);
    take_tasks(threads);
    if (threads->running > 0) await_tasks(threads);
    while (threads->running) wait_for(&threads->done, &threads->lock);
    threads->next = threads->last = 0;
    unlock(&threads->lock);
}

#else

kamm_threads *kamm_create_threads(int count, kamm_error *error)
{
    (void)count;
    kamm_fail(error, KAMM_ERROR_MISSING, "", "this build has no threads");
    return NULL;
}

void kamm_destroy_threads(kamm_threads *threads) { (void)threads; }

void kamm_run_on_threads(void *user, int count, kamm_task *task, void *context)
{
    (void)user;
    for (int i = 0; i < count; ++i) task(context, i);
}

#endif
