/* How the library itself reports: see include/kamm/error.h. */
#ifndef KAMM_BASE_ERROR_H
#define KAMM_BASE_ERROR_H

#include "compiler.h"
#include "handles.h"
#include <kamm/error.h>

/* Fills `error` (which may be NULL) and returns `code`. */
kamm_result kamm_fail(kamm_error *error, kamm_result code, const char *path, const char *format,
                      ...) KAMM_PRINTF(4, 5);

/* Reports misuse, and fills `error` (which may be NULL) where the handler returns. */
void kamm_fail_misuse(kamm_error *error, const char *condition, const char *function);

#ifdef KAMM_LITE /* without texts */
#define KAMM_TELL_MISUSE(error, condition) kamm_fail_misuse(error, "", "")
#else
#define KAMM_TELL_MISUSE(error, condition) kamm_fail_misuse(error, #condition, __func__)
#endif

/* Checks the contract of a public function. If the caller broke it, the macro calls the hook, fills `error` and
 * returns `result`. */
#define KAMM_REQUIRE_WITH(error, condition, result) \
    do {                                            \
        if (!(condition)) {                         \
            KAMM_TELL_MISUSE(error, condition);     \
            return result;                          \
        }                                           \
    } while (0)

/* The same for an object of ours, which is neither NULL nor destroyed (handles.h). */
#define KAMM_REQUIRE_ALIVE_WITH(error, handle, result)         \
    do {                                                       \
        KAMM_REQUIRE_WITH(error, handle, result);              \
        if (kamm_is_destroyed(handle)) {                       \
            KAMM_TELL_MISUSE(error, is_not_destroyed(handle)); \
            return result;                                     \
        }                                                      \
    } while (0)

/* Both in functions without an error. */
#define KAMM_REQUIRE(condition, result) KAMM_REQUIRE_WITH(NULL, condition, result)
#define KAMM_REQUIRE_ALIVE(handle, result) KAMM_REQUIRE_ALIVE_WITH(NULL, handle, result)

/* Zeroed memory, see kamm_allocate, for `count` items of that size: sizes that depend on a count go through here,
 * since their product may not fit into a size_t of 32 bits. */
void *kamm_allocate_array(size_t count, size_t size);
/* a b, or SIZE_MAX where that is too large: a size that nothing can have. */
size_t kamm_product(size_t a, size_t b);
/* Memory of `size` bytes that begins with the `held` bytes of `memory`, which is released; NULL, with `memory` kept, when there is none. */
void *kamm_enlarge(void *memory, size_t held, size_t size);

#endif
