#include "error.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

kamm_result kamm_fail(kamm_error *error, kamm_result code, const char *path, const char *format,
                      ...)
{
    if (!error) return code;
    va_list arguments;
    va_start(arguments, format);
    error->code = code;
    snprintf(error->path, sizeof error->path, "%s", path ? path : "");
    vsnprintf(error->text, sizeof error->text, format, arguments);
    va_end(arguments);
    return code;
}

void kamm_fail_misuse(kamm_error *error, const char *condition, const char *function)
{
    kamm_report_misuse(condition, function);
    kamm_fail(error, KAMM_ERROR_MISUSE, function, "%s was called wrongly: '%s' does not hold",
              function, condition);
}

size_t kamm_product(size_t a, size_t b) { return b && a > SIZE_MAX / b ? SIZE_MAX : a * b; }

void *kamm_allocate_array(size_t count, size_t size)
{
    return kamm_allocate(kamm_product(count, size));
}

void *kamm_enlarge(void *memory, size_t held, size_t size)
{
    void *larger = kamm_allocate(size);
    if (!larger) return NULL;
    if (held) memcpy(larger, memory, held);
    kamm_release(memory);
    return larger;
}
