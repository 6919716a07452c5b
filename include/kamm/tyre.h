/* Tyres: the numbers of their law of slip (Magic Formula, TMeasy or linear), or a few that make them.
 *
 * A `kamm_tyre_def` holds everything that one tyre is, in SI and radians, ISO-W axes. It comes from a
 * .tir file (io/tyre_file.h), from a `kamm_tyre_spec`, or from `kamm_default_tyre()` and assignments.
 * It is plain data: copy it at will. What each field means, its unit, default and range stand in tyre_fields.h.
 */
#ifndef KAMM_TYRE_H
#define KAMM_TYRE_H

#include <kamm/error.h>
#include <kamm/export.h>
#include <kamm/fields.h>
#include <kamm/tyre_fields.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The enumerators of the choices: KAMM_MF_52, …; KAMM_TYRE_SYMMETRIC, … in the order of their lists in
 * tyre_fields.h. */
typedef enum kamm_magic_formula { KAMM_MAGIC_FORMULA_CHOICES(KAMM_ENUMERATOR) } kamm_magic_formula;
/* How force follows from slip. */
typedef enum kamm_tyre_law { KAMM_TYRE_LAW_CHOICES(KAMM_ENUMERATOR) } kamm_tyre_law;
typedef enum kamm_tyre_side { KAMM_TYRE_SIDE_CHOICES(KAMM_ENUMERATOR) } kamm_tyre_side;

#define KAMM_TYRE_NUMBER(name, unit, standard, min, max, doc) double name;
#define KAMM_TYRE_CHOICE(name, standard, choices, doc) int32_t name;
#define KAMM_TYRE_FLAG(name, standard, doc) int32_t name;
#define KAMM_TYRE_TEXT(name, length, doc) char name[length];
#define KAMM_TYRE_GROUP(name, type, doc) struct kamm_##type##_def name;

/* The table of TMeasy: each number at the tyre's nominal load and at double that load. */
typedef struct kamm_tmeasy_def {
    KAMM_TMEASY_FIELDS(KAMM_TYRE_NUMBER)
} kamm_tmeasy_def;

/* The linear tyre's numbers. */
typedef struct kamm_linear_tyre_def {
    KAMM_LINEAR_TYRE_FIELDS(KAMM_TYRE_NUMBER)
} kamm_linear_tyre_def;

/* What makes a tyre live: off unless enabled. */
typedef struct kamm_tyre_heat_def {
    KAMM_TYRE_HEAT_FIELDS(KAMM_TYRE_NUMBER, KAMM_TYRE_FLAG)
} kamm_tyre_heat_def;
typedef struct kamm_tyre_wear_def {
    KAMM_TYRE_WEAR_FIELDS(KAMM_TYRE_NUMBER, KAMM_TYRE_FLAG)
} kamm_tyre_wear_def;

/* A tyre with all that any of the laws reads. */
typedef struct kamm_tyre_def {
    KAMM_TYRE_FIELDS(KAMM_TYRE_NUMBER, KAMM_TYRE_CHOICE, KAMM_TYRE_TEXT, KAMM_TYRE_GROUP)
} kamm_tyre_def;

/* A tyre in a few numbers. */
typedef struct kamm_tyre_spec {
    KAMM_TYRE_SPEC_FIELDS(KAMM_TYRE_NUMBER, KAMM_TYRE_CHOICE, KAMM_TYRE_TEXT, KAMM_TYRE_GROUP)
} kamm_tyre_spec;

#undef KAMM_TYRE_NUMBER
#undef KAMM_TYRE_CHOICE
#undef KAMM_TYRE_FLAG
#undef KAMM_TYRE_TEXT
#undef KAMM_TYRE_GROUP

/* Every field at its default: a plain, symmetric 205/60 R15. */
KAMM_API kamm_tyre_def kamm_default_tyre(void);
KAMM_API kamm_tyre_spec kamm_default_tyre_spec(void);

/* Makes the coefficients whose Magic Formula has the spec's peaks, slides and slopes, and the numbers of the linear
 * law; law and TMeasy's table are the spec's own. On error `tyre` stays as it was. */
KAMM_API kamm_result kamm_tyre_from_spec(const kamm_tyre_spec *spec, kamm_tyre_def *tyre,
                                         kamm_error *error);

/* Every number finite and in its range, and minima below maxima; the error names the field. */
KAMM_API kamm_result kamm_check_tyre(const kamm_tyre_def *tyre, kamm_error *error);

/* How a wheel stands while its tyre's forces are asked for. */
typedef struct kamm_tyre_conditions {
    double load_n, camber_rad; /* as the channels of those names */
    double friction;           /* of the surface */
    double speed_mps;          /* along the wheel, below 0 backwards */
    int32_t side;              /* -1: a right wheel; else a left one or one in the middle */
} kamm_tyre_conditions;

/* The forces at `count` pairs of slip ratio and slip angle, signs as in channels, for curves: the steady ones of the law that the
 * rungs full and double_track have, without temperature, wear and what sliding fast takes. Errors: those of kamm_check_tyre; RANGE
 * (a number that is not finite, a load below 0). On error `fx_n` and `fy_n` stay as they were. */
KAMM_API kamm_result kamm_tyre_forces(const kamm_tyre_def *tyre, const kamm_tyre_conditions *at,
                                      int count, const double *slip_ratios,
                                      const double *slip_angles_rad, double *fx_n, double *fy_n,
                                      kamm_error *error);

#ifdef __cplusplus
}
#endif

#endif
