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
