/* From a tyre's def to the constants that its kernels read: what the compiles of the laws share. All that the step need not
 * work out anew is worked out here, in double. */
#ifndef KAMM_PART_TYRE_TYRE_COMPILE_H
#define KAMM_PART_TYRE_TYRE_COMPILE_H

#include "tyre.h"

struct tyre_context {
    kamm_tyre_def def; /* with what its version and side leave out set to 0 */
    double nominal_load;
    double pressure; /* relative change against nominal */
};

/* Slopes of a law's forces at nominal load, no slip and no camber. */
struct tyre_slopes {
    double x, y; /* N, N/rad */
};

struct tyre_context kamm_tyre_context(const kamm_tyre_def *def);

struct magic_formula_constants kamm_compile_magic_formula(const struct tyre_context *c);
struct tyre_slopes kamm_magic_formula_slopes(const struct tyre_context *c,
                                             const struct magic_formula_constants *k);
void kamm_magic_formula_drop_guards(struct magic_formula_constants *k);

struct tmeasy_constants kamm_compile_tmeasy(const struct tyre_context *c);
/* The load up to which all of the table's parabolas rise, at least the double one, N. */
double kamm_tmeasy_load_top(const struct tyre_context *c);
kamm_result kamm_check_tmeasy(const kamm_tyre_def *def, kamm_error *error);

static inline double at_least(double value, double min) { return value > min ? value : min; }

static inline double within(double value, double low, double high)
{
    return value < low ? low : value > high ? high : value;
}

static inline void set_pair(float pair[2], double constant, double linear, double scale)
{
    pair[0] = (float)(constant * scale);
    pair[1] = (float)(linear * scale);
}

static inline void set_triple(float triple[3], double constant, double linear, double quadratic,
                              double scale)
{
    set_pair(triple, constant, linear, scale);
    triple[2] = (float)(quadratic * scale);
}

#endif
