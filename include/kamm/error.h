/* Results, errors and the assert hook.
 *
 * Kamm distinguishes three kinds of errors:
 *  - bad data (a broken file, a value out of range): the call returns a `kamm_result` other than
 *    KAMM_OK, fills a `kamm_error` and changes nothing;
 *  - misuse (a car's index out of range, NULL where an object belongs): the assert hook is called;
 *    the call then returns without effect;
 *  - a numeric fault while stepping: that car is flagged and parked, the rest goes on (cars.h).
 */
#ifndef KAMM_ERROR_H
#define KAMM_ERROR_H

#include <kamm/export.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum kamm_result {
    KAMM_OK = 0,
    KAMM_ERROR_FILE = 1,    /* a file can't be opened, read or written */
    KAMM_ERROR_FORMAT = 2,  /* a file or text can't be understood */
    KAMM_ERROR_RANGE = 3,   /* a value is outside what is allowed, or not finite */
    KAMM_ERROR_MISSING = 4, /* something required is not there */
    KAMM_ERROR_UNKNOWN = 5, /* a name that does not exist */
    KAMM_ERROR_MEMORY = 6,  /* out of memory */
    KAMM_ERROR_STOPPED = 7  /* the caller's own function ended the call */
} kamm_result;

/* What went wrong and where. `text` is a whole sentence that names file, path, value and what is
 * allowed, ready to be shown. */
typedef struct kamm_error {
    kamm_result code;
    char path[128]; /* field path or file position, such as "axles[1].track_m"; may be empty */
    char text[512];
} kamm_error;

/* Called on misuse with the condition that does not hold and the public function's name.
 * The default prints both to stderr and aborts. */
typedef void kamm_assert_handler(const char *condition, const char *function, void *user);

/* Installs a handler; NULL puts the default back. Not thread-safe: call it once at start. */
KAMM_API void kamm_set_assert_handler(kamm_assert_handler *handler, void *user);

/* Calls the handler: for code that extends Kamm, as kamm_io does. */
KAMM_API void kamm_report_misuse(const char *condition, const char *function);

/* Allocation hooks for everything that kamm and kamm_io allocate. `allocate` returns memory aligned to
 * `alignment` (a power of two, 64 at most) or NULL. Threads that call Kamm call the hooks, at the same time where
 * they call it at the same time. kamm_io reads by cJSON and libpng, which allocate from the C library. */
typedef void *kamm_allocate_function(size_t size, size_t alignment, void *user);
typedef void kamm_release_function(void *memory, void *user);

/* Installs both hooks; two NULLs put malloc and free back. Call it before anything is created. */
KAMM_API void kamm_set_allocator(kamm_allocate_function *allocate, kamm_release_function *release,
                                 void *user);

/* Memory as the library itself takes it: zeroed, 64-byte aligned, `size` bytes, by the hooks; NULL when there
 * is none. kamm_release gives it back and takes NULL. */
KAMM_API void *kamm_allocate(size_t size);
KAMM_API void kamm_release(void *memory);

#ifdef __cplusplus
}
#endif

#endif
