/* Coefficients that are each in range may together give what is no number, or no tyre. */
#include "../../base/error.h"
#include "tyre.h"

#include <math.h>

/* What one tyre gives is a force of its friction, which has limits of its own, and moments by which it is
 * moved by less than its radius; tyres have a tenth of that. */
static int is_sensible(struct tyre_force force, float load_n, float radius_m)
{
    const float moments[] = {force.mx, force.my, force.mz};
    if (!(fabsf(force.fx) < 1e9f && fabsf(force.fy) < 1e9f)) return 0;
    for (int i = 0; i < 3; ++i)
        if (!(fabsf(moments[i]) < radius_m * (load_n + 100))) return 0;
    return 1;
}

/* Road tyres have 10 to 40 N/rad and N per N of load. */
static const float STIFFEST = 1000;

static kamm_result check_stiffness(const struct tyre_constants *tyre, int a, float load,
                                   kamm_error *error)
{
    struct tyre_state at = kamm_tyre_prepare(tyre, load, 0);
    float along = at.slip_stiffness, across = at.cornering_stiffness;
    if (along <= STIFFEST * load && across <= STIFFEST * load) return KAMM_OK;
    return kamm_fail(
        error, KAMM_ERROR_RANGE, "axles.tyre",
        "axles[%d].tyre: at %.4g N a slip stiffness of %.3g N and a cornering stiffness "
        "of %.3g N/rad (pkx1, pky1 and their like); %g times the load is allowed",
        a, (double)load, (double)along, (double)across, (double)STIFFEST);
}

kamm_result kamm_check_tyre_law(const struct tyre_constants *constants, int a, double design_n,
                                double radius_m, kamm_error *error)
{
    static const float loads[] = {0.1f, 1, 3}, ratios[] = {-1, -0.05f, 0, 0.05f, 1},
                       tangents[] = {-1, -0.1f, 0, 0.1f, 1}, cambers[] = {-0.3f, 0, 0.3f};
    enum { COUNT = 3 * 5 * 5 * 3 };
    const struct tyre_constants *tyre = constants;
    for (int i = 0; i < 3; ++i) {
        kamm_result result = check_stiffness(tyre, a, loads[i] * (float)design_n, error);
        if (result != KAMM_OK) return result;
    }
    for (int i = 0; i < COUNT; ++i) {
        float load = loads[i % 3] * (float)design_n;
        struct tyre_slip slip = {.speed_mps = 20, .friction_x = 1, .friction_y = 1, .side = 1};
        slip.slip_ratio = ratios[i / 3 % 5];
        slip.tan_slip_angle = tangents[i / 15 % 5];
        struct tyre_state at = kamm_tyre_prepare(tyre, load, cambers[i / 75]);
        struct tyre_force f = kamm_tyre_force(tyre, &at, slip);
        if (is_sensible(f, load, (float)radius_m)) continue;
        return kamm_fail(
            error, KAMM_ERROR_RANGE, "axles.tyre",
            "axles[%d].tyre: at %.4g N, a slip ratio of %g, slip angle of %.3g rad and "
            "camber of %g rad its coefficients give Fx %.3g, Fy %.3g N, Mx %.3g, My %.3g, "
            "Mz %.3g N.m; moments of up to %g m times the load are allowed",
            a, (double)load, (double)slip.slip_ratio, atan((double)slip.tan_slip_angle),
            (double)cambers[i / 75], (double)f.fx, (double)f.fy, (double)f.mx, (double)f.my,
            (double)f.mz, radius_m);
    }
    return KAMM_OK;
}
