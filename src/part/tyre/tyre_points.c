/* Points of a tyre's curves, to draw them. */
#include "../../base/error.h"
#include "../../base/float_mode.h"
#include "../../fields/fields.h"
#include "tyre.h"

#include <math.h>

static kamm_result check_conditions(const kamm_tyre_conditions *at, kamm_error *error)
{
    int finite = isfinite(at->camber_rad) && isfinite(at->friction) && isfinite(at->speed_mps);
    if (finite && at->load_n >= 0 && isfinite(at->load_n)) return KAMM_OK;
    return kamm_fail(
        error, KAMM_ERROR_RANGE, "at",
        "a tyre's forces at a load of %g N, camber %g rad, friction %g, %g m/s; allowed: finite "
        "numbers, a load from 0",
        at->load_n, at->camber_rad, at->friction, at->speed_mps);
}

static kamm_result check_slips(int count, const double *ratios, const double *angles,
                               kamm_error *error)
{
    for (int i = 0; i < count; ++i)
        if (!isfinite(ratios[i]) || !isfinite(angles[i]))
            return kamm_fail(
                error, KAMM_ERROR_RANGE, "slip",
                "a tyre's forces at slip ratio %g, slip angle %g rad; allowed: finite numbers",
                ratios[i], angles[i]);
    return KAMM_OK;
}

kamm_result kamm_tyre_forces(const kamm_tyre_def *tyre, const kamm_tyre_conditions *at, int count,
                             const double *slip_ratios, const double *slip_angles_rad, double *fx_n,
                             double *fy_n, kamm_error *error)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_WITH(error, tyre && at && count >= 0, KAMM_ERROR_MISUSE);
    KAMM_REQUIRE_WITH(error, !count || (slip_ratios && slip_angles_rad && fx_n && fy_n),
                      KAMM_ERROR_MISUSE);
    kamm_result result = kamm_check(kamm_tyre_table(), tyre, error);
    if (!result) result = kamm_check_tyre_numbers(tyre, error);
    if (!result) result = check_conditions(at, error);
    if (!result) result = check_slips(count, slip_ratios, slip_angles_rad, error);
    if (result) return result;
    struct tyre_constants constants = kamm_tyre_compile(tyre);
    result = kamm_bound_sliding(tyre, &constants, error);
    if (result) return result;
    struct tyre_state state =
        kamm_tyre_prepare(&constants, (float)at->load_n, (float)at->camber_rad);
    struct tyre_slip slip = {.speed_mps = (float)at->speed_mps,
                             .friction_x = (float)at->friction,
                             .friction_y = (float)at->friction,
                             .side = (at->side < 0 ? -1.0f : 1.0f) *
                                     (tyre->side == KAMM_TYRE_RIGHT ? -1.0f : 1.0f)};
    for (int i = 0; i < count; ++i) {
        slip.slip_ratio = (float)slip_ratios[i];
        slip.tan_slip_angle = (float)tan(slip_angles_rad[i]);
        struct tyre_force force = kamm_tyre_force(&constants, &state, slip);
        fx_n[i] = (double)force.fx;
        fy_n[i] = (double)force.fy;
    }
    return KAMM_OK;
}
