#include "notes.h"

#include <stdarg.h>
#include <string.h>

typedef char note_text[sizeof *((kamm_notes *)0)->text];

/* Where all places are taken, the last text makes room. */
static void insert(kamm_notes *notes, int32_t *at, const note_text text)
{
    for (int i = 0; i < notes->count; ++i)
        if (!strcmp(notes->text[i], text)) return;
    if (notes->count == KAMM_MAX_NOTES) {
        ++notes->dropped;
        if (*at == KAMM_MAX_NOTES) return;
        --notes->count;
    }
    memmove(notes->text[*at + 1], notes->text[*at],
            sizeof(note_text) * (size_t)(notes->count - *at));
    memcpy(notes->text[*at], text, sizeof(note_text));
    ++notes->count;
    if (at == &notes->warnings) ++notes->warnings;
}

static void insert_formatted(kamm_notes *notes, int32_t *at, const char *format, va_list arguments)
{
    note_text text = {0};
    vsnprintf(text, sizeof text, format, arguments);
    insert(notes, at, text);
}

void kamm_add_note(kamm_notes *notes, const char *format, ...)
{
    if (!notes) return;
    int32_t end = notes->count;
    va_list arguments;
    va_start(arguments, format);
    insert_formatted(notes, &end, format, arguments);
    va_end(arguments);
}

void kamm_add_warning(kamm_notes *notes, const char *format, ...)
{
    if (!notes) return;
    va_list arguments;
    va_start(arguments, format);
    insert_formatted(notes, &notes->warnings, format, arguments);
    va_end(arguments);
}
