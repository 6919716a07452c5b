/* Threads for kamm_set_world_tasks: a pool that sleeps until there are tasks. */
#include "../base/error.h"
#include <kamm/world.h>

#if defined(__has_include)
#if __has_include(<pthread.h>) && !defined(__wasi__)
#define WITH_THREADS 1
#endif
#endif

#ifdef WITH_THREADS
#include <pthread.h>

/* A round of tasks. All of it is behind the lock; a thread takes the next index, runs it without the lock
 * and comes back. */
struct kamm_threads {
    pthread_mutex_t lock;
    pthread_cond_t start, done;
    pthread_t *workers;
    int count;       /* of workers */
    kamm_task *task; /* NULL: no round */
    void *context;
    int next, last; /* the next index, and how many there are */
    int running;    /* tasks that are being run */
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
        pthread_mutex_unlock(&threads->lock);
        task(context, index);
        pthread_mutex_lock(&threads->lock);
        --threads->running;
    }
}

static void *work(void *user)
{
    kamm_threads *threads = user;
    pthread_mutex_lock(&threads->lock);
    for (;;) {
        while (!threads->closing && threads->next >= threads->last)
            pthread_cond_wait(&threads->start, &threads->lock);
        if (threads->closing) break;
        take_tasks(threads);
        if (!threads->running) pthread_cond_signal(&threads->done);
    }
    pthread_mutex_unlock(&threads->lock);
    return NULL;
}

void kamm_destroy_threads(kamm_threads *threads)
{
    if (!threads) return;
    pthread_mutex_lock(&threads->lock);
    threads->closing = 1;
    pthread_cond_broadcast(&threads->start);
    pthread_mutex_unlock(&threads->lock);
    for (int i = 0; i < threads->count; ++i) pthread_join(threads->workers[i], NULL);
    pthread_cond_destroy(&threads->done);
    pthread_cond_destroy(&threads->start);
    pthread_mutex_destroy(&threads->lock);
    kamm_release(threads->workers);
    kamm_release(threads);
}

/* The caller of kamm_run_on_threads is one of them. */
kamm_threads *kamm_create_threads(int count)
{
    KAMM_REQUIRE(count > 0, NULL);
    kamm_threads *threads = kamm_allocate(sizeof *threads);
    if (!threads) return NULL;
    pthread_mutex_init(&threads->lock, NULL);
    pthread_cond_init(&threads->start, NULL);
    pthread_cond_init(&threads->done, NULL);
    threads->workers = kamm_allocate_array((size_t)count, sizeof *threads->workers);
    while (threads->workers && threads->count < count - 1 &&
           !pthread_create(&threads->workers[threads->count], NULL, work, threads))
        ++threads->count;
    if (threads->count == count - 1 && threads->workers) return threads;
    kamm_destroy_threads(threads);
    return NULL;
}

void kamm_run_on_threads(void *user, int count, kamm_task *task, void *context)
{
    kamm_threads *threads = user;
    KAMM_REQUIRE(threads, );
    pthread_mutex_lock(&threads->lock);
    threads->task = task, threads->context = context;
    threads->next = 0, threads->last = count;
    pthread_cond_broadcast(&threads->start);
    take_tasks(threads);
    while (threads->running) pthread_cond_wait(&threads->done, &threads->lock);
    threads->next = threads->last = 0;
    pthread_mutex_unlock(&threads->lock);
}

#else

kamm_threads *kamm_create_threads(int count) { return (void)count, NULL; }

void kamm_destroy_threads(kamm_threads *threads) { (void)threads; }

void kamm_run_on_threads(void *user, int count, kamm_task *task, void *context)
{
    (void)user;
    for (int i = 0; i < count; ++i) task(context, i);
}

#endif
