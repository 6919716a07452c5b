/* State of the reader of .tir files. */
#ifndef KAMM_IO_TIR_READER_H
#define KAMM_IO_TIR_READER_H

#include "../fields/fields.h"
#include "notes.h"
#include "tir_text.h"

#include <kamm/tyre.h>

enum { TIR_MAX_FIELDS = 320, TIR_MAX_MOTORCYCLE_FIELDS = 80, TIR_MAX_ODDITIES = 96 };

/* Keys that are to be noted together. */
struct key_list {
    const char *what;
    int is_warning;
    kamm_text_line line;
};

/* A value of the file that something else stands in for. */
struct tir_oddity {
    const kamm_field *field;
    int line;
    char what[128]; /* "RIM_RADIUS = 190: … allowed: 0.01 to 2 m" */
};

struct tir_reader {
    struct tir_text text;
    const char *file; /* the path's last part, for notes */
    kamm_notes *notes;
    kamm_error *error;
    double si[TIR_UNIT_KINDS];
    int has_units, has_side, has_combined_by_ellipse;
    int is_motorcycle, has_iso_signs;       /* of a motorcycle's coefficients: PKY1 is below 0 */
    double contour[2];                      /* MC_CONTOUR_A and B, or 0 */
    double version;                         /* FITTYP, or what the format stands for; 0: none */
    char format[64], function[160];         /* PROPERTY_FILE_FORMAT, FUNCTION_NAME */
    double stiffness_scale, pressure_scale; /* PAC2002's LCZ and LIP */
    kamm_tyre_def def;
    int line_of
        [TIR_MAX_FIELDS]; /* where each field was set; 0: nowhere; below 0: there, but of no use */
    int line_of_motorcycle[TIR_MAX_MOTORCYCLE_FIELDS];
    struct tir_oddity oddities[TIR_MAX_ODDITIES];
    int oddity_count;
    struct key_list unknown, missing, unused, empty, stray;
};

/* The table's line; NULL if there is none. */
const kamm_field *kamm_tir_field(const char *name);
int kamm_tir_is_of_motorcycle(const kamm_field *field);
/* Where a field's value is, and where it was set: of the tyre or of its group of a motorcycle's coefficients. */
void *kamm_tir_value(struct tir_reader *reader, const kamm_field *field);
int *kamm_tir_line(struct tir_reader *reader, const kamm_field *field);
/* Did the file set it, to something of use? */
int kamm_tir_is_set(const struct tir_reader *reader, const char *field);
/* From now on it counts as not set; `what` says why, in a warning that also tells what stands in for it. */
void kamm_tir_reject(struct tir_reader *reader, const kamm_field *field, int line,
                     const char *what);

#endif
