/* From a tyre's def to the constants that its kernels read: what the compiles of the laws share. All that the step need not
 * work out again is worked out here, in double. */
#ifndef KAMM_PART_TYRE_TYRE_COMPILE_H
#define KAMM_PART_TYRE_TYRE_COMPILE_H

#include "tyre.h"
#include "tyre_size.h"

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

void kamm_magic_formula_drop_guards(struct magic_formula_constants *k);

/* Functions of a law for the compile. */
struct tyre_law {
    /* Puts its constants in their place, and returns the slopes of its forces. */
    struct tyre_slopes (*compile)(const struct tyre_context *c, struct tyre_constants *k);

    /* These may be NULL. */
    /* The slopes at a load, where a def alone tells them. */
    struct tyre_slopes (*slopes)(const kamm_tyre_def *def, double load_n);
    kamm_result (*check)(const kamm_tyre_def *def, kamm_error *error);
    /* The load up to which its forces may be computed, N. */
    double (*load_top)(const struct tyre_context *c);
};

#define LAW_DECLARATION(number, name) extern const struct tyre_law kamm_##name##_law;
TYRE_RARE_LAWS(LAW_DECLARATION)
extern const struct tyre_law kamm_magic_formula_law;

const struct tyre_law *kamm_tyre_law_of(kamm_tyre_law law);

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
