/* What a reader has to say of a file that it did read: see kamm_notes in include/kamm/io/vehicle_file.h. */
#ifndef KAMM_IO_NOTES_H
#define KAMM_IO_NOTES_H

#include <kamm/io/vehicle_file.h>

#include "../base/error.h"

/* Adds a remark, last, or a warning, after the other warnings, unless the same text is there already. `notes` may be
 * NULL. */
void kamm_add_note(kamm_notes *notes, const char *format, ...) KAMM_PRINTF(2, 3);
void kamm_add_warning(kamm_notes *notes, const char *format, ...) KAMM_PRINTF(2, 3);

#endif
