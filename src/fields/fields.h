/* How the library itself works with field tables: see include/kamm/fields.h. */
#ifndef KAMM_FIELDS_FIELDS_H
#define KAMM_FIELDS_FIELDS_H

#include <kamm/fields.h>

#include "../base/error.h"

/* The table of struct kamm_tyre_def. */
const kamm_field_table *kamm_tyre_table(void);
/* The table of struct kamm_motorcycle_tyre_def. */
const kamm_field_table *kamm_motorcycle_tyre_table(void);

/* A unit that a name may end in: "mm" in track_mm. The first of each kind is the SI unit. */
typedef struct kamm_unit {
    const char *si;     /* the kind, by its SI unit as the tables write it: "N/m" */
    const char *suffix; /* "" where names carry none */
    const char *symbol; /* as people write it: "N/mm" */
    double times,
        over; /* SI value = value * times / over, so that 1475 mm are 1.475 m to the bit */
} kamm_unit;

/* All units, those of one kind together. */
const kamm_unit *kamm_units(int *count);
/* The SI unit of that kind. Every unit in the field tables is known. */
const kamm_unit *kamm_si_unit(const char *si);
double kamm_to_si(const kamm_unit *unit, double value);
double kamm_from_si(const kamm_unit *unit, double value);

/* Shortest decimal text that reads back as the same double, in no country's notation but C's. */
enum { KAMM_NUMBER_TEXT = 32 };
const char *kamm_format_number(char text[KAMM_NUMBER_TEXT], double value);
/* Takes all of `text` as one number; 0 if it is none. Infinity and NaN count as numbers. */
int kamm_parse_number(const char *text, double *value);

/* Allowed quantity of a number: NUMBER and NUMBERS fields have one quantity, a curve one for x and
 * y each. */
typedef struct kamm_quantity {
    const char *name; /* with the SI unit at its end */
    const char *unit; /* SI */
    double min, max;
} kamm_quantity;
kamm_quantity kamm_quantity_of(const kamm_field *field); /* of a curve: y */
kamm_quantity kamm_quantity_of_x(const kamm_field *curve);

/* Length of a quantity's name without its unit: of "track" in track_m. */
size_t kamm_base_length(const char *name, const kamm_unit *si);
/* A quantity's name in that unit: "track_mm". */
enum { KAMM_NAME_TEXT = 96 };
const char *kamm_name_in_unit(char text[KAMM_NAME_TEXT], kamm_quantity quantity,
                              const kamm_unit *unit);
/* The unit in which `name` names the quantity; NULL if it names something else. */
const kamm_unit *kamm_match_quantity(kamm_quantity quantity, const char *name, size_t length);

/* The field that `name` names, in the unit that it names (NULL for a field without one). */
const kamm_field *kamm_find_field(const kamm_field_table *table, const char *name, size_t length,
                                  const kamm_unit **unit);

/* A line of text as it grows; what doesn't fit is cut off. */
typedef struct kamm_text_line {
    size_t length;
    char text[400];
} kamm_text_line;
void kamm_append(kamm_text_line *line, const char *format, ...) KAMM_PRINTF(2, 3);

/* Nearest of the offered names, for "did you mean": offer them all, then read `best`. */
typedef struct kamm_nearest {
    char wanted[KAMM_NAME_TEXT];
    size_t distance;           /* of the best so far, less than which the next must have */
    char best[KAMM_NAME_TEXT]; /* "" if none is near */
} kamm_nearest;
kamm_nearest kamm_start_nearest(const char *wanted, size_t length);
/* 1 if this is the nearest so far. */
int kamm_suggest_name(kamm_nearest *nearest, const char *name);

/* The channel of a car, or of a wheel, that people mean by such a word (KAMM_CHANNEL_ALIASES): "lateral-acceleration",
 * "ay_mps2"; NULL: none. */
const char *kamm_channel_meant_by(const char *word, int of_wheel);
/* Writes the words for a channel, with commas between them, and returns their length; 0 if there are none. */
size_t kamm_write_aliases(const char *channel, int of_wheel, char *text, size_t size);

/* UNKNOWN at `path`: the table has no such name; the text offers the nearest or the unit's names. */
kamm_result kamm_fail_unknown(const kamm_field_table *table, const char *name, size_t length,
                              const char *path, kamm_error *error);
kamm_result kamm_fail_unknown_axis(const kamm_field *curve, const char *name, size_t length,
                                   const char *path, kamm_error *error);

/* A path as it grows: "axles[1].track_m". What doesn't fit is cut off. */
typedef struct kamm_field_path {
    size_t length;
    char text[128];
} kamm_field_path;
/* Both return the length before, for kamm_path_cut. */
size_t kamm_path_name(kamm_field_path *path, const char *name, size_t length);
size_t kamm_path_index(kamm_field_path *path, int index);
void kamm_path_cut(kamm_field_path *path, size_t length);

/* Checks a value as written and turns it into SI. RANGE otherwise; nothing is changed then. */
kamm_result kamm_take_number(kamm_quantity quantity, const kamm_unit *unit, double written,
                             double *si, const char *path, kamm_error *error);
/* "0.2 to 5 m": what is allowed, in that unit. */
const char *kamm_allowed_text(char text[KAMM_NAME_TEXT], kamm_quantity quantity,
                              const kamm_unit *unit);

/* The index of a choice's word; -1 if it has no such word. `kamm_choice_word`: the reverse. */
int32_t kamm_choice_index(const kamm_field *field, const char *word);
/* NULL if there are fewer words. */
const char *kamm_choice_word(const kamm_field *field, int32_t index, char text[KAMM_NAME_TEXT]);
/* RANGE at `path`: that is none of the choice's words; the text lists them. */
kamm_result kamm_fail_choice(const kamm_field *field, const char *word, const char *path,
                             kamm_error *error);
/* Copies a text into its field. FORMAT if it is too long. */
kamm_result kamm_take_text(const kamm_field *field, const char *text, char *at, const char *path,
                           kamm_error *error);
/* RANGE at `path` unless x ascends strictly over 2 to KAMM_CURVE_POINTS finite points. The message
 * gives x in `x_unit`. */
kamm_result kamm_check_curve(const kamm_field *field, const kamm_curve *curve,
                             const kamm_unit *x_unit, const char *path, kamm_error *error);

/* Where a field's value lies in its struct. */
static inline void *kamm_value_of(const kamm_field *field, const void *object)
{
    return (char *)(uintptr_t)object + field->offset;
}
static inline int32_t *kamm_count_of(const kamm_field *field, const void *object)
{
    return (int32_t *)((char *)(uintptr_t)object + field->count_offset);
}

#endif
