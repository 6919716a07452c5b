/* How the library itself reports: see include/kamm/error.h. */
#ifndef KAMM_BASE_ERROR_H
#define KAMM_BASE_ERROR_H

#include <kamm/error.h>

/* Fills `error` (which may be NULL) and returns `code`. */
kamm_result kamm_fail(kamm_error *error, kamm_result code, const char *path, const char *format,
                      ...) __attribute__((format(printf, 4, 5)));

/* In a public function: if the caller broke the contract, tell the hook and return `result`. */
#define KAMM_REQUIRE(condition, result)               \
    do {                                              \
        if (!(condition)) {                           \
            kamm_report_misuse(#condition, __func__); \
            return result;                            \
        }                                             \
    } while (0)

#endif
