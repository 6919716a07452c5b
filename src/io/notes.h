/* Notes of a reader about a file that it has read (kamm_notes in include/kamm/io/vehicle_file.h). */
#ifndef KAMM_IO_NOTES_H
#define KAMM_IO_NOTES_H

#include <kamm/io/vehicle_file.h>

#include "../base/error.h"

/* Adds a remark, last, or a warning, after the other warnings, unless the same text is there already. `notes` may be
 * NULL. */
void kamm_add_note(kamm_notes *notes, const char *format, ...) KAMM_PRINTF(2, 3);
void kamm_add_warning(kamm_notes *notes, const char *format, ...) KAMM_PRINTF(2, 3);

#endif
