/* See handles.h: a ring of the last addresses, behind a spinlock, as any thread may ask. */
#include "handles.h"

int kamm_checks_handles(void)
{
#ifdef KAMM_CHECK_HANDLES
    return 1;
#else
    return 0;
#endif
}

#ifdef KAMM_CHECK_HANDLES

#include <stdatomic.h>
#include <stddef.h>

enum { REMEMBERED = 256 };

static const void *destroyed[REMEMBERED];
static int next;
static atomic_flag busy = ATOMIC_FLAG_INIT;

static void lock(void)
{
    while (atomic_flag_test_and_set_explicit(&busy, memory_order_acquire)) continue;
}

static void unlock(void) { atomic_flag_clear_explicit(&busy, memory_order_release); }

static int place_of(const void *handle)
{
    for (int i = 0; i < REMEMBERED; ++i)
        if (destroyed[i] == handle) return i;
    return -1;
}

void kamm_note_destroyed(const void *handle)
{
    lock();
    destroyed[next] = handle;
    next = (next + 1) % REMEMBERED;
    unlock();
}

void kamm_note_allocated(const void *handle)
{
    lock();
    for (int i = place_of(handle); handle && i >= 0; i = place_of(handle)) destroyed[i] = NULL;
    unlock();
}

int kamm_is_destroyed(const void *handle)
{
    lock();
    int known = handle && place_of(handle) >= 0;
    unlock();
    return known;
}

#endif
