/* Tyres: parameters of a tyre's slip law (Magic Formula, TMeasy, linear or motorcycle), and tyres from a few numbers.
 *
 * A `kamm_tyre_def` has all parameters of a tyre, in SI units and ISO-W axes. It comes from a .tir file
 * (io/tyre_file.h), from a `kamm_tyre_spec`, or from `kamm_default_tyre()` and assignments. It is plain data and may be
 * copied. tyre_fields.h has meaning, unit, default and range of each field.
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

/* Versions of the Magic Formula: KAMM_MF_52 and others, in the order of tyre_fields.h. */
typedef enum kamm_magic_formula { KAMM_MAGIC_FORMULA_CHOICES(KAMM_ENUMERATOR) } kamm_magic_formula;
/* Laws of force against slip. */
typedef enum kamm_tyre_law { KAMM_TYRE_LAW_CHOICES(KAMM_ENUMERATOR) } kamm_tyre_law;
/* Whether the side force by camber lags. */
typedef enum kamm_camber_response {
    KAMM_CAMBER_RESPONSE_CHOICES(KAMM_ENUMERATOR)
} kamm_camber_response;
/* Sides for which a tyre's parameters were measured: KAMM_TYRE_SYMMETRIC and others. */
typedef enum kamm_tyre_side { KAMM_TYRE_SIDE_CHOICES(KAMM_ENUMERATOR) } kamm_tyre_side;

#define KAMM_TYRE_NUMBER(name, unit, standard, min, max, doc) double name;
#define KAMM_TYRE_CHOICE(name, standard, choices, doc) int32_t name;
#define KAMM_TYRE_FLAG(name, standard, doc) int32_t name;
#define KAMM_TYRE_TEXT(name, length, doc) char name[length];
#define KAMM_TYRE_GROUP(name, type, doc) struct kamm_##type##_def name;

/* Parameters of TMeasy, each at the tyre's nominal load and at twice that load. */
typedef struct kamm_tmeasy_def {
    KAMM_TMEASY_FIELDS(KAMM_TYRE_NUMBER)
} kamm_tmeasy_def;

/* Parameters of the linear tyre. */
typedef struct kamm_linear_tyre_def {
    KAMM_LINEAR_TYRE_FIELDS(KAMM_TYRE_NUMBER)
} kamm_linear_tyre_def;

/* Coefficients of the Magic Formula for motorcycle tyres. */
typedef struct kamm_motorcycle_tyre_def {
    KAMM_MOTORCYCLE_TYRE_FIELDS(KAMM_TYRE_NUMBER)
} kamm_motorcycle_tyre_def;

/* Temperatures of a tyre; off by default. */
typedef struct kamm_tyre_heat_def {
    KAMM_TYRE_HEAT_FIELDS(KAMM_TYRE_NUMBER, KAMM_TYRE_FLAG)
} kamm_tyre_heat_def;
/* Wear of a tyre; off by default. */
typedef struct kamm_tyre_wear_def {
    KAMM_TYRE_WEAR_FIELDS(KAMM_TYRE_NUMBER, KAMM_TYRE_FLAG)
} kamm_tyre_wear_def;

/* A tyre with the parameters of all laws. */
typedef struct kamm_tyre_def {
    KAMM_TYRE_FIELDS(KAMM_TYRE_NUMBER, KAMM_TYRE_CHOICE, KAMM_TYRE_TEXT, KAMM_TYRE_GROUP)
} kamm_tyre_def;

/* A tyre by a few numbers. */
typedef struct kamm_tyre_spec {
    KAMM_TYRE_SPEC_FIELDS(KAMM_TYRE_NUMBER, KAMM_TYRE_CHOICE, KAMM_TYRE_TEXT, KAMM_TYRE_GROUP)
} kamm_tyre_spec;

#undef KAMM_TYRE_NUMBER
#undef KAMM_TYRE_CHOICE
#undef KAMM_TYRE_FLAG
#undef KAMM_TYRE_TEXT
#undef KAMM_TYRE_GROUP

/* Return the defaults of all fields: a plain, symmetric 205/60 R15. */
KAMM_API kamm_tyre_def kamm_default_tyre(void);
KAMM_API kamm_tyre_spec kamm_default_tyre_spec(void);

/* Makes a tyre from a spec. Its Magic Formula has the peaks, sliding friction and slopes of the spec, and so has the
 * linear law. Law and parameters of TMeasy are those of the spec. On error `tyre` is not changed. */
KAMM_API kamm_result kamm_tyre_from_spec(const kamm_tyre_spec *spec, kamm_tyre_def *tyre,
                                         kamm_error *error);

/* Checks that every number is finite and in its range, and minima are below maxima. Checks as well that the force
 * opposes sliding at all loads, frictions and cambers of the tyre's ranges. kamm_create_model checks each axle's
 * tyre so. Errors: RANGE, with the field. */
KAMM_API kamm_result kamm_check_tyre(const kamm_tyre_def *tyre, kamm_error *error);

/* Operating point of a tyre. */
typedef struct kamm_tyre_conditions {
    /* Load and camber, with the signs of the channels of these names. */
    double load_n, camber_rad;
    /* Friction of the surface. */
    double friction;
    /* Speed along the wheel, below 0 backwards. */
    double speed_mps;
    /* -1: a right wheel; other values: a left wheel, or one in the middle. */
    int32_t side;
} kamm_tyre_conditions;

/* Writes the forces at `count` pairs of slip ratio and slip angle, with the signs of the channels. They are the steady
 * forces of the law on the rungs full and double_track. They leave out temperature, wear and the loss of friction at
 * high sliding speed. On error `fx_n` and `fy_n` are not changed. Errors: those of kamm_check_tyre; RANGE (a number
 * that is not finite, a load below 0). */
KAMM_API kamm_result kamm_tyre_forces(const kamm_tyre_def *tyre, const kamm_tyre_conditions *at,
                                      int count, const double *slip_ratios,
                                      const double *slip_angles_rad, double *fx_n, double *fy_n,
                                      kamm_error *error);

#ifdef __cplusplus
}
#endif

#endif
