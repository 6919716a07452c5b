#include "notes.h"

#include <stdarg.h>
#include <string.h>

void kamm_add_note(kamm_notes *notes, const char *format, ...)
{
    if (!notes) return;
    char text[sizeof *notes->text];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    for (int i = 0; i < notes->count; ++i)
        if (!strcmp(notes->text[i], text)) return;
    if (notes->count == KAMM_MAX_NOTES)
        ++notes->dropped;
    else
        strcpy(notes->text[notes->count++], text);
}
