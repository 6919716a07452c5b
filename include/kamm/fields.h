/* Fields at run time: the tables of vehicle_fields.h, tyre_fields.h and state_fields.h as data.
 * Whoever reads, writes, lists or edits parameters does it through these. */
#ifndef KAMM_FIELDS_H
#define KAMM_FIELDS_H

#include <kamm/error.h>
#include <kamm/export.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Points of a function y(x); x ascends strictly. A struct without points (count 0) is empty. */
#define KAMM_CURVE_POINTS 24
typedef struct kamm_curve {
    int32_t count;
    double x[KAMM_CURVE_POINTS];
    double y[KAMM_CURVE_POINTS];
} kamm_curve;

/* What is made of a list of words, WORD(enumerator, word) each and numbered from 0: the enumerators, the words as
 * elements of an array, and the words joined by '|'. */
#define KAMM_ENUMERATOR(enumerator, word) enumerator,
#define KAMM_WORD(enumerator, word) word,
#define KAMM_WORD_AFTER_BAR(enumerator, word) "|" word
#define KAMM_CHOICE_WORDS(CHOICES) (&(CHOICES(KAMM_WORD_AFTER_BAR))[1])

/* Kinds of fields, as `kamm catalog --json` names them. */
#define KAMM_FIELD_KINDS(WORD)          \
    WORD(KAMM_FIELD_NUMBER, "number")   \
    WORD(KAMM_FIELD_CHOICE, "choice")   \
    WORD(KAMM_FIELD_FLAG, "flag")       \
    WORD(KAMM_FIELD_TEXT, "text")       \
    WORD(KAMM_FIELD_NUMBERS, "numbers") \
    WORD(KAMM_FIELD_CURVE, "curve")     \
    WORD(KAMM_FIELD_GROUP, "group")     \
    WORD(KAMM_FIELD_LIST, "list")
typedef enum kamm_field_kind { KAMM_FIELD_KINDS(KAMM_ENUMERATOR) } kamm_field_kind;

struct kamm_field_table;

typedef struct kamm_field {
    kamm_field_kind kind;
    const char *name;
    const char *unit; /* NUMBER, NUMBERS: SI unit such as "N/m", "1" for a ratio; CURVE: of y */
    const char *doc;
    double default_value; /* NUMBER, CHOICE, FLAG */
    double min;           /* NUMBER, NUMBERS */
    double max;
    const char *choices; /* CHOICE: words joined by '|' */
    const char *x_name;  /* CURVE */
    const char *x_unit;
    const char *y_name;
    size_t offset;       /* of the value in its struct */
    size_t count_offset; /* NUMBERS, LIST: of the int32_t that counts the items in use */
    int32_t min_count;   /* LIST: items at least */
    int32_t max_count;   /* NUMBERS, LIST: items at most; TEXT: size with the final 0 */
    size_t item_size;    /* LIST */
    const struct kamm_field_table *table; /* GROUP, LIST */
} kamm_field;

typedef struct kamm_field_table {
    const char *name; /* "vehicle", "body", "axle", … */
    const kamm_field *fields;
    int32_t count;
    size_t size; /* of the struct */
} kamm_field_table;

/* The root table: struct kamm_vehicle_def. All others hang below it. */
KAMM_API const kamm_field_table *kamm_vehicle_table(void);

/* The table of the few-number tyre: struct kamm_tyre_spec (tyre.h). */
KAMM_API const kamm_field_table *kamm_tyre_spec_table(void);

/* Fills a struct of `table` with its defaults. */
KAMM_API void kamm_set_defaults(const kamm_field_table *table, void *object);

/* Sets one value by its path, such as "axles[1].suspension.anti_roll_bar_n_per_m",
 * "gearbox.ratios[2]", "engine.torque_curve.torque_nm[3]", "aids.abs" or "gearbox.kind".
 * `text` is a number, for a choice one of its words, for a flag true or false. The last name may
 * carry another unit of the same kind at its end ("engine.idle_rpm", "steering.lock_deg").
 * Errors: UNKNOWN (a name on the path; the text offers the nearest one), RANGE, FORMAT; the object
 * is left as it was. */
KAMM_API kamm_result kamm_set(const kamm_field_table *table, void *object, const char *path,
                              const char *text, kamm_error *error);

/* The same for a number that is at hand, in the unit that the path names. */
KAMM_API kamm_result kamm_set_number(const kamm_field_table *table, void *object, const char *path,
                                     double value, kamm_error *error);

/* Reads a number, choice or flag back. Errors: UNKNOWN. */
KAMM_API kamm_result kamm_get_number(const kamm_field_table *table, const void *object,
                                     const char *path, double *value, kamm_error *error);

/* Checks every value of the object against its range: not finite, out of range, curve not
 * ascending, text not ended. The error names the first offender by its path. */
KAMM_API kamm_result kamm_check(const kamm_field_table *table, const void *object,
                                kamm_error *error);

#ifdef __cplusplus
}
#endif

#endif
