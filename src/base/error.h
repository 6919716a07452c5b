/* How the library itself reports: see include/kamm/error.h. */
#ifndef KAMM_BASE_ERROR_H
#define KAMM_BASE_ERROR_H

#include <kamm/error.h>

/* A function's texts are like printf's. MinGW's own printf is C99's, as elsewhere (see CMakeLists.txt);
 * Microsoft's, which plain "printf" means to GCC there, knows no %zu. */
#if defined(__MINGW32__) && !defined(__clang__)
#define KAMM_PRINTF(format_at, first_at) __attribute__((format(gnu_printf, format_at, first_at)))
#else
#define KAMM_PRINTF(format_at, first_at) __attribute__((format(printf, format_at, first_at)))
#endif

/* Fills `error` (which may be NULL) and returns `code`. */
kamm_result kamm_fail(kamm_error *error, kamm_result code, const char *path, const char *format,
                      ...) KAMM_PRINTF(4, 5);

/* In a public function: if the caller broke the contract, tell the hook and return `result`. */
#define KAMM_REQUIRE(condition, result)               \
    do {                                              \
        if (!(condition)) {                           \
            kamm_report_misuse(#condition, __func__); \
            return result;                            \
        }                                             \
    } while (0)

/* Zeroed memory, see kamm_allocate, for `count` items of that size: sizes that depend on a count go through here,
 * since their product may not fit into a size_t of 32 bits. */
void *kamm_allocate_array(size_t count, size_t size);
/* a b, or SIZE_MAX where that is too large: a size that nothing can have. */
size_t kamm_product(size_t a, size_t b);

#endif
