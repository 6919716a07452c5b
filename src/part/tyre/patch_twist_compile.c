/* A tyre's constants of turn slip: patch_twist.h. */
#include "tyre_compile.h"

#include <math.h>

/* Half length of the contact patch over the free radius, of a deflection over the same: Besselink, Schmeitz and Pacejka
 * (2010), equation (9), with the coefficients of the 205/60R15 that comes with MF-Tyre (Q_RA1, Q_RA2). */
static double half_length_ratio(double deflection_ratio)
{
    return 0.6715 * sqrt(deflection_ratio) + 0.7308 * deflection_ratio;
}

struct patch_twist_constants
kamm_tyre_compile_twist(const kamm_tyre_def *def, const struct tyre_constants *tyre, double load_n)
{
    double radius = def->unloaded_radius_m;
    double deflection = kamm_tyre_static_deflection(def, load_n);
    double half_length = radius * half_length_ratio(deflection / radius);
    struct tyre_state at = kamm_tyre_prepare(tyre, (float)load_n, 0);
    double share = def->law == KAMM_TYRE_LINEAR ? def->linear.turn_slip : 1;
    double stiffness =
        at_least(share * (2.0 / 3 * fabs((double)at.cornering_stiffness) * half_length), 1e-6);
    return (struct patch_twist_constants){
        .stiffness_nm_per_rad = (float)stiffness,
        .inverse_stiffness = (float)(1 / stiffness),
        .half_length_per_root_load = (float)(half_length / sqrt(load_n)),
        .renewed_per_m = (float)(2 / half_length),
        .damping_s = tyre->patch.damping_s,
        .per_fade_mps = tyre->patch.per_fade_mps,
    };
}
