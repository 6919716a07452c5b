/* Shared constants of engine and electric motors: lags, shafts, traction control. */
#include "shafts_compile.h"
#include "scale.h"

#include <math.h>

static double lesser(double a, double b) { return a < b ? a : b; }
static double greater(double a, double b) { return a > b ? a : b; }

float kamm_lag_share(double substep_s, double time_s)
{
    return time_s > 0 ? (float)-expm1(-substep_s / time_s) : 1.0f;
}

double kamm_stable_scale(double stiffness, double damping, double per_inertia, double substep_s)
{
    return 1 / (1 + (damping / 2 + stiffness * substep_s / 4) * substep_s * per_inertia);
}

float kamm_speed_limit_end(const kamm_engine_def *def, double root)
{
    return def->speed_limit_mps > 0 ? (float)(def->speed_limit_mps + 0.3 * root) : 1e9f;
}

void kamm_compile_shaft_spring(double stiffness, double damping, double per_inertia,
                               double substep_s, struct shaft_constants *c)
{
    damping = lesser(damping, 0.5 / (per_inertia * substep_s)); /* far above critical */
    double scale = kamm_stable_scale(stiffness, damping, per_inertia, substep_s);
    c->stiffness_nm_per_rad = (float)(stiffness * scale);
    c->inverse_stiffness = (float)(1 / (stiffness * scale));
    c->damping_nms_per_rad = (float)(damping * scale);
}

void kamm_compile_shaft_play(double play_rad, double per_inertia, double substep_s,
                             struct shaft_constants *c)
{
    double k = (double)c->stiffness_nm_per_rad * per_inertia * substep_s * substep_s;
    double share = 1 - sqrt(greater(1 - k / 4, 0));
    if (!(play_rad > 0)) return;
    c->play_rad = (float)(play_rad / 2);
    c->impact_share = (float)share;
    c->impact_nms_per_rad = (float)(share / (per_inertia * substep_s));
}

void kamm_compile_shaft_losses(double efficiency, double cage_per_inertia, double substep_s,
                               struct shaft_constants *c)
{
    c->driving_loss = (float)(1 - efficiency);
    c->overrun_loss = (float)(1 / efficiency - 1);

    /* Slow enough that the losses' change with speed, a damper on the wheels, is a stable one. */
    c->creep_radps_per_nm = (float)(4 * substep_s * cage_per_inertia) * c->overrun_loss;
}

/* All torque taken away at once changes the slip at some rate; the more of its band that is in a substep, the less of its
 * way the cut goes there, or it would swing from all to nothing. That is its lag, linearly implicit in the slip. */
void kamm_compile_traction(const kamm_vehicle_def *def, double wheels_nm, double inertia_kgm2,
                           double radius_m, struct traction_constants *c)
{
    double substep_s = 1 / def->stepping.substeps_per_s;
    double root = kamm_scale_of(def).root;
    double slip_per_s = wheels_nm * radius_m / (inertia_kgm2 * TRACTION_LEAST_MPS * root);
    double bands = slip_per_s * substep_s / def->aids.tcs_slip;
    double blend = kamm_lag_share(substep_s, 0.02 * root);
    c->enabled = def->aids.tcs != 0;
    c->per_slip = (float)(1 / def->aids.tcs_slip);
    c->blend = (float)(blend / (1 + blend * bands));
    c->brakes_until_mps = (float)(TRACTION_BRAKE_UNTIL_MPS * root);
    c->per_brakes_fade_mps = (float)(1 / (TRACTION_BRAKE_FADE_MPS * root));
    c->brakes = def->aids.tcs && def->aids.tcs_brakes;
}
