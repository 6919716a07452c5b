/* Primitives for threads.c: a lock, a condition variable, threads. POSIX has them; Windows has its
 * own, which need only the system's library. KAMM_WITH_THREADS is set if there are any. */
#ifndef KAMM_WORLD_THREADS_THREAD_PRIMITIVES_H
#define KAMM_WORLD_THREADS_THREAD_PRIMITIVES_H

#include "../../base/compiler.h"

#if defined(_WIN32)
#define KAMM_WITH_THREADS 1
#define WIN32_LEAN_AND_MEAN
#include <windows.h>
typedef SRWLOCK thread_lock;
typedef CONDITION_VARIABLE thread_condition;
typedef HANDLE thread_handle;
#elif defined(__has_include)
#if __has_include(<pthread.h>) && !defined(__wasi__)
#define KAMM_WITH_THREADS 1
#include <pthread.h>
typedef pthread_mutex_t thread_lock;
typedef pthread_cond_t thread_condition;
typedef pthread_t thread_handle;
#endif
#endif

/* A moment within a wait that is to be short: the first ones keep the thread, after that others may run. */
enum { PAUSES_BEFORE_YIELD = 500 };
static inline void pause_thread(void) { KAMM_PAUSE(); }
static inline void wait_a_little(int *waited)
{
    if (*waited < PAUSES_BEFORE_YIELD) {
        ++*waited;
        pause_thread();
        return;
    }
#if defined(_WIN32)
    SwitchToThread();
#elif defined(KAMM_WITH_THREADS)
    sched_yield();
#endif
}

#ifdef KAMM_WITH_THREADS
/* A kernel of 16 cars with ten axles takes some 200 kB, and musl gives a thread 128 kB. */
enum { THREAD_STACK_BYTES = 2 << 20 };

/* Stays where it is while the thread runs. */
struct thread {
    thread_handle handle;
    void (*run)(void *user);
    void *user;
};
#endif

#if defined(_WIN32)

static inline void init_lock(thread_lock *lock) { InitializeSRWLock(lock); }
static inline void destroy_lock(thread_lock *lock) { (void)lock; }
static inline void lock(thread_lock *lock) { AcquireSRWLockExclusive(lock); }
static inline void unlock(thread_lock *lock) { ReleaseSRWLockExclusive(lock); }

static inline void init_condition(thread_condition *condition)
{
    InitializeConditionVariable(condition);
}
static inline void destroy_condition(thread_condition *condition) { (void)condition; }
static inline void wait_for(thread_condition *condition, thread_lock *lock)
{
    SleepConditionVariableSRW(condition, lock, INFINITE, 0);
}
static inline void wake_one(thread_condition *condition) { WakeConditionVariable(condition); }
static inline void wake_all(thread_condition *condition) { WakeAllConditionVariable(condition); }

static DWORD WINAPI enter_thread(void *user)
{
    struct thread *thread = user;
    thread->run(thread->user);
    return 0;
}

static inline int start_thread(struct thread *thread, void (*run)(void *user), void *user)
{
    thread->run = run, thread->user = user;
    thread->handle = CreateThread(NULL, THREAD_STACK_BYTES, enter_thread, thread,
                                  STACK_SIZE_PARAM_IS_A_RESERVATION, NULL);
    return thread->handle != NULL;
}

static inline void join_thread(struct thread *thread)
{
    WaitForSingleObject(thread->handle, INFINITE);
    CloseHandle(thread->handle);
}

#elif defined(KAMM_WITH_THREADS)

static inline void init_lock(thread_lock *lock) { pthread_mutex_init(lock, NULL); }
static inline void destroy_lock(thread_lock *lock) { pthread_mutex_destroy(lock); }
static inline void lock(thread_lock *lock) { pthread_mutex_lock(lock); }
static inline void unlock(thread_lock *lock) { pthread_mutex_unlock(lock); }

static inline void init_condition(thread_condition *condition)
{
    pthread_cond_init(condition, NULL);
}
static inline void destroy_condition(thread_condition *condition)
{
    pthread_cond_destroy(condition);
}
static inline void wait_for(thread_condition *condition, thread_lock *lock)
{
    pthread_cond_wait(condition, lock);
}
static inline void wake_one(thread_condition *condition) { pthread_cond_signal(condition); }
static inline void wake_all(thread_condition *condition) { pthread_cond_broadcast(condition); }

static void *enter_thread(void *user)
{
    struct thread *thread = user;
    thread->run(thread->user);
    return NULL;
}

/* 0: there is no thread to be had. */
static inline int start_thread(struct thread *thread, void (*run)(void *user), void *user)
{
    pthread_attr_t attributes;
    thread->run = run, thread->user = user;
    if (pthread_attr_init(&attributes)) return 0;
    int starts = !pthread_attr_setstacksize(&attributes, THREAD_STACK_BYTES) &&
                 !pthread_create(&thread->handle, &attributes, enter_thread, thread);
    pthread_attr_destroy(&attributes);
    return starts;
}

static inline void join_thread(struct thread *thread) { pthread_join(thread->handle, NULL); }

#endif

#endif
