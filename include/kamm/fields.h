/* Fields at run time: the tables of vehicle_fields.h, tyre_fields.h and state_fields.h as data, for programs that read,
 * write, list or edit parameters. */
#ifndef KAMM_FIELDS_H
#define KAMM_FIELDS_H

#include <kamm/error.h>
#include <kamm/export.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Most points of a curve. */
#define KAMM_CURVE_POINTS 24
/* A function y(x) by points with strictly ascending x. A curve with a count of 0 is empty. */
typedef struct kamm_curve {
    /* Number of points, 0 to KAMM_CURVE_POINTS. */
    int32_t count;
    /* Arguments, strictly ascending. */
    double x[KAMM_CURVE_POINTS];
    /* Values. */
    double y[KAMM_CURVE_POINTS];
} kamm_curve;

/* Expansions of a list of words, WORD(enumerator, word), numbered from 0: as enumerators, as elements of an array, and
 * joined by '|'. */
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
/* Kinds of fields. */
typedef enum kamm_field_kind { KAMM_FIELD_KINDS(KAMM_ENUMERATOR) } kamm_field_kind;

/* -- Tables -- */

struct kamm_field_table;

/* A field of a struct. A comment begins with the kinds that use the member. */
typedef struct kamm_field {
    /* Kind of the value. */
    kamm_field_kind kind;
    /* Name in files and paths, with its unit. */
    const char *name;
    /* NUMBER, NUMBERS: SI unit such as "N/m", "1" for a ratio. CURVE: unit of y. */
    const char *unit;
    /* Meaning, and usual values. */
    const char *doc;
    /* NUMBER, CHOICE, FLAG. */
    double default_value;
    /* NUMBER, NUMBERS: range. */
    double min;
    /* NUMBER, NUMBERS: highest value. */
    double max;
    /* CHOICE: words joined by '|'. */
    const char *choices;
    /* CURVE: names of x and y, unit of x. */
    const char *x_name;
    /* CURVE: unit of x. */
    const char *x_unit;
    /* CURVE: name of y. */
    const char *y_name;
    /* Offset of the value in its struct. */
    size_t offset;
    /* NUMBERS, LIST: offset of the int32_t with the number of items in use. */
    size_t count_offset;
    /* NUMBERS, LIST: fewest items. */
    int32_t min_count;
    /* NUMBERS, LIST: most items. TEXT: size with the final 0. */
    int32_t max_count;
    /* LIST: size of an item. */
    size_t item_size;
    /* GROUP, LIST: fields of the struct. */
    const struct kamm_field_table *table;
} kamm_field;

/* Fields of a struct. */
typedef struct kamm_field_table {
    /* Such as "vehicle", "body", "axle". */
    const char *name;
    /* The fields, in the order of the struct. */
    const kamm_field *fields;
    /* Number of fields. */
    int32_t count;
    /* Size of the struct. */
    size_t size;
} kamm_field_table;

/* Returns the root table: struct kamm_vehicle_def. It leads to all other tables of vehicles. */
KAMM_API const kamm_field_table *kamm_vehicle_table(void);

/* Returns the table of a tyre by a few numbers: struct kamm_tyre_spec (tyre.h). */
KAMM_API const kamm_field_table *kamm_tyre_spec_table(void);

/* -- Values by paths -- */

/* Fills a struct of `table` with its defaults. */
KAMM_API void kamm_set_defaults(const kamm_field_table *table, void *object);

/* Sets one value by its path, such as "axles[1].suspension.anti_roll_bar_n_per_m", "gearbox.ratios[2]",
 * "engine.torque_curve.torque_nm[3]", "aids.abs" or "gearbox.kind". `text` is a number, a word of a choice, or true or
 * false for a flag. The last name may end in another unit of the same quantity ("engine.idle_rpm",
 * "steering.lock_deg"). On error the object is not changed. Errors: UNKNOWN (a name on the path; the text offers the
 * nearest one), RANGE, FORMAT. */
KAMM_API kamm_result kamm_set(const kamm_field_table *table, void *object, const char *path,
                              const char *text, kamm_error *error);

/* Sets one value by a number, in the unit of the path. */
KAMM_API kamm_result kamm_set_number(const kamm_field_table *table, void *object, const char *path,
                                     double value, kamm_error *error);

/* Reads a number, choice or flag. Errors: UNKNOWN. */
KAMM_API kamm_result kamm_get_number(const kamm_field_table *table, const void *object,
                                     const char *path, double *value, kamm_error *error);

/* Checks every value of the object: finite, in its range, curves ascending, texts terminated. The error names the path
 * of the first wrong value. */
KAMM_API kamm_result kamm_check(const kamm_field_table *table, const void *object,
                                kamm_error *error);

#ifdef __cplusplus
}
#endif

#endif
