/* Results, errors, misuse and memory.
 *
 * Kamm distinguishes three kinds of errors:
 *  - Bad data, such as a broken file or a value out of range. The call returns a `kamm_result` other than KAMM_OK,
 *    fills a `kamm_error` and changes nothing.
 *  - Misuse, such as a car's index out of range or NULL in place of an object. The call invokes the assert handler. If
 *    that returns, the call returns without effect, with KAMM_ERROR_MISUSE if it has a `kamm_result` or a `kamm_error`.
 *  - A numeric fault in a step. The step flags and parks that car; all others continue (cars.h).
 */
#ifndef KAMM_ERROR_H
#define KAMM_ERROR_H

#include <kamm/export.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Result of a call. */
typedef enum kamm_result {
    KAMM_OK = 0,            /* success */
    KAMM_ERROR_FILE = 1,    /* a file can't be opened, read or written */
    KAMM_ERROR_FORMAT = 2,  /* a file or text can't be parsed */
    KAMM_ERROR_RANGE = 3,   /* a value is outside its range, or not finite */
    KAMM_ERROR_MISSING = 4, /* a required item is missing */
    KAMM_ERROR_UNKNOWN = 5, /* a name does not exist */
    KAMM_ERROR_MEMORY = 6,  /* out of memory */
    KAMM_ERROR_STOPPED = 7, /* the caller's callback ended the call */
    KAMM_ERROR_MISUSE = 8 /* the call broke the contract of the function, see kamm_assert_handler */
} kamm_result;

/* Cause and place of an error. `text` is a complete sentence for display. It names file, path, value and the allowed
 * values. */
typedef struct kamm_error {
    /* Kind of error; KAMM_OK: none. */
    kamm_result code;
    char path[128]; /* field path or file position, such as "axles[1].track_m"; may be empty */
    /* Sentence for display. */
    char text[512];
} kamm_error;

/* -- Misuse -- */

/* Handles misuse. `condition` is the condition that failed, `function` the name of the public function. The default of
 * static libraries is kamm_abort_on_misuse, that of shared libraries kamm_print_misuse. */
typedef void kamm_assert_handler(const char *condition, const char *function, void *user);

/* A handler that prints condition and function to stderr and aborts. `user` is ignored. */
KAMM_API void kamm_abort_on_misuse(const char *condition, const char *function, void *user);
/* A handler that prints the same and returns, so the call returns without effect. `user` is ignored. */
KAMM_API void kamm_print_misuse(const char *condition, const char *function, void *user);

/* Installs a handler. NULL restores the default. Not thread-safe: call it once at start. */
KAMM_API void kamm_set_assert_handler(kamm_assert_handler *handler, void *user);

/* Calls the handler. For libraries that extend Kamm, such as kamm_io. */
KAMM_API void kamm_report_misuse(const char *condition, const char *function);

/* -- Memory -- */

/* Allocation hooks of kamm and kamm_io. `allocate` must return memory aligned to `alignment` (a power of two, 64 at
 * most), or NULL. Any thread that calls Kamm may call the hooks. cJSON and libpng, which kamm_io uses, allocate from
 * the C library. */
typedef void *kamm_allocate_function(size_t size, size_t alignment, void *user);
/* Frees memory of the other hook. */
typedef void kamm_release_function(void *memory, void *user);

/* Installs both hooks. Two NULLs restore malloc and free. Call it before creating any object. */
KAMM_API void kamm_set_allocator(kamm_allocate_function *allocate, kamm_release_function *release,
                                 void *user);

/* Allocates `size` bytes by the hooks, zeroed and aligned to 64 bytes. NULL: out of memory. */
KAMM_API void *kamm_allocate(size_t size);
/* Frees memory of kamm_allocate. NULL is ignored. */
KAMM_API void kamm_release(void *memory);

#ifdef __cplusplus
}
#endif

#endif
