/* The hooks of the host: misuse and memory. All that the library keeps beside its objects is here. */
#include "handles.h"
#include <kamm/error.h>

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef _WIN32
#include <malloc.h>
#endif

enum { ALIGNMENT = 64 };

void kamm_print_misuse(const char *condition, const char *function, void *user)
{
    (void)user, (void)condition, (void)function;
#ifndef KAMM_LITE /* without texts */
    fprintf(stderr, "kamm: %s: '%s' does not hold\n", function, condition);
#endif
}

void kamm_abort_on_misuse(const char *condition, const char *function, void *user)
{
    kamm_print_misuse(condition, function, user);
    abort();
}

/* Other languages load shared libraries. Their programs must not end by a mistake that an error can report. */
#ifdef KAMM_SHARED
#define DEFAULT_HANDLER kamm_print_misuse
#else
#define DEFAULT_HANDLER kamm_abort_on_misuse
#endif

/* Windows has no aligned_alloc: its free takes only what its malloc gave. */
static void *allocate_from_libc(size_t size, size_t alignment, void *user)
{
    (void)user;
#ifdef _WIN32
    return _aligned_malloc(size, alignment);
#else
    return aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
#endif
}

static void release_to_libc(void *memory, void *user)
{
    (void)user;
#ifdef _WIN32
    _aligned_free(memory);
#else
    free(memory);
#endif
}

static kamm_assert_handler *assert_handler = DEFAULT_HANDLER;
static void *assert_user;
static kamm_allocate_function *allocate_hook = allocate_from_libc;
static kamm_release_function *release_hook = release_to_libc;
static void *allocator_user;

void kamm_set_assert_handler(kamm_assert_handler *handler, void *user)
{
    assert_handler = handler ? handler : DEFAULT_HANDLER;
    assert_user = user;
}

void kamm_set_allocator(kamm_allocate_function *allocate, kamm_release_function *release,
                        void *user)
{
    if (!allocate != !release) {
        kamm_report_misuse("both hooks or neither", __func__);
        return;
    }
    allocate_hook = allocate ? allocate : allocate_from_libc;
    release_hook = release ? release : release_to_libc;
    allocator_user = user;
}

void kamm_report_misuse(const char *condition, const char *function)
{
    assert_handler(condition, function, assert_user);
}

void *kamm_allocate(size_t size)
{
    if (size > PTRDIFF_MAX - ALIGNMENT) return NULL;
    void *memory = allocate_hook(size, ALIGNMENT, allocator_user);
    if (memory) memset(memory, 0, size);
    kamm_note_allocated(memory);
    return memory;
}

void kamm_release(void *memory)
{
    if (memory) release_hook(memory, allocator_user);
}
