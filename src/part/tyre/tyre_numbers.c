/* Checks of a tyre's numbers against each other. */
#include "../../base/error.h"
#include "tyre_compile.h"

#include <math.h>

static kamm_result check_order(const char *low_name, double low, const char *high_name, double high,
                               kamm_error *error)
{
    if (low < high) return KAMM_OK;
    return kamm_fail(error, KAMM_ERROR_RANGE, high_name,
                     "%s: %g has to be greater than %s, which is %g", high_name, high, low_name,
                     low);
}

#define ORDER(low, high) check_order(#low, tyre->low, #high, tyre->high, error)

/* The sign of friction makes no difference, but without any there is no curve. */
static kamm_result check_friction(const char *name, double friction, kamm_error *error)
{
    if (fabs(friction) >= 0.01) return KAMM_OK;
    return kamm_fail(error, KAMM_ERROR_RANGE, name,
                     "%s: a friction of %g is too little; allowed: 0.01 to 10", name, friction);
}

static kamm_result check_signs(const kamm_tyre_def *tyre, kamm_error *error)
{
    if (tyre->pky1 * tyre->pky2 * tyre->pky4 < 0) return KAMM_OK;
    return kamm_fail(
        error, KAMM_ERROR_RANGE, "pky1",
        "pky1: with pky2 = %g and pky4 = %g, %g makes a side force that grows with the slip "
        "and not against it; in ISO-W axes, which .tir files have, pky1 is negative",
        tyre->pky2, tyre->pky4, tyre->pky1);
}

/* Above 2 a force may turn in the slide, which tyre_sliding.c looks for; above this it turns more than once. */
#define MAX_SHAPE 4.0

static kamm_result check_shape(const char *name, double shape, kamm_error *error)
{
    if (fabs(shape) >= 0.001 && fabs(shape) <= MAX_SHAPE) return KAMM_OK;
    return kamm_fail(error, KAMM_ERROR_RANGE, name,
                     "%s: with its scale factor the shape factor is %g; one above 2 turns the "
                     "force in the slide; allowed: 0.001 to 2, up to %g where the force does not "
                     "get there",
                     name, shape, MAX_SHAPE);
}

kamm_result kamm_check_tyre_numbers(const kamm_tyre_def *tyre, kamm_error *error)
{
    kamm_result result = ORDER(pressure_min_pa, pressure_max_pa);
    if (!result) result = ORDER(load_min_n, load_max_n);
    if (!result) result = ORDER(slip_ratio_min, slip_ratio_max);
    if (!result) result = ORDER(slip_angle_min_rad, slip_angle_max_rad);
    if (!result) result = ORDER(camber_min_rad, camber_max_rad);
    if (!result) result = ORDER(rim_radius_m, unloaded_radius_m);
    if (!result)
        result = check_order("a tenth of nominal_load_n", 0.1 * tyre->nominal_load_n, "load_max_n",
                             tyre->load_max_n, error);
    if (!result) result = check_shape("pcx1", tyre->pcx1 * tyre->lcx, error);
    if (!result) result = check_shape("pcy1", tyre->pcy1 * tyre->lcy, error);
    if (!result) result = check_friction("pdx1", tyre->pdx1, error);
    if (!result) result = check_friction("pdy1", tyre->pdy1, error);
    if (!result && tyre->pkx1 < 0.1)
        result = kamm_fail(error, KAMM_ERROR_RANGE, "pkx1",
                           "pkx1: a slip stiffness of %g is too little; allowed: 0.1 to 1000",
                           tyre->pkx1);
    if (result) return result;
    const struct tyre_law *law = kamm_tyre_law_of((kamm_tyre_law)tyre->law);
    if (law->check) result = law->check(tyre, error);
    return result ? result : check_signs(tyre, error);
}
