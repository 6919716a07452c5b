/* A tyre's constants along its radius: vertical.h. */
#include "tyre_compile.h"

#include <math.h>

/* Q_FZ1 such that the stiffness at nominal load is the stated one (Besselink 2010, equation 4). */
static double linear_load_term(const kamm_tyre_def *d)
{
    if (d->q_fz1 > 0) return d->q_fz1;
    double ratio = d->vertical_stiffness_n_per_m * d->unloaded_radius_m / d->nominal_load_n;
    return sqrt(at_least(ratio * ratio - 4 * d->q_fz2, 0.01 * ratio * ratio));
}

/* The positive root of linear*d + quadratic*d^2 = load, in the form that does not cancel. */
static double deflection_under(double load, double linear, double quadratic)
{
    return 2 * load / (linear + sqrt(linear * linear + 4 * quadratic * load));
}

/* Where tyre_spring_force of a wheel at rest is the load. */
static double deflection_of_load(const struct tyre_vertical_constants *k, double load_n)
{
    if (!(load_n > 0)) return 0;
    double deflection = deflection_under(load_n, k->stiffness[0], k->stiffness[1]);
    if (deflection <= k->bottom_deflection) return deflection;
    return deflection_under(load_n + (double)k->bottom_stiffness * k->bottom_deflection,
                            (double)k->stiffness[0] + k->bottom_stiffness, k->stiffness[1]);
}

struct tyre_vertical_constants kamm_tyre_compile_vertical(const kamm_tyre_def *def)
{
    struct tyre_context c = kamm_tyre_context(def);
    const kamm_tyre_def *d = &c.def;
    struct tyre_vertical_constants k = {0};
    double radius = d->unloaded_radius_m, per_speed = radius / d->test_speed_mps;
    double pressure = at_least(1 + d->pfz1 * c.pressure, 0.1);
    double stiffness = d->vertical_stiffness_n_per_m * pressure;
    double quadratic = d->magic_formula == KAMM_MF_52 ? 0 : d->q_fz2;
    double linear = quadratic > 0 ? linear_load_term(d) * d->nominal_load_n / radius
                                  : d->vertical_stiffness_n_per_m;
    k.stiffness[0] = (float)(linear * pressure);
    k.stiffness[1] = (float)(quadratic * d->nominal_load_n / (radius * radius) * pressure);
    k.stiffening = (float)(d->q_v2 * per_speed);
    k.radius_at_rest = (float)(radius * d->q_re0);
    k.crown_radius =
        (float)fmin(d->crown_radius_m > 0 ? d->crown_radius_m : 0.5 * d->width_m, 0.5 * radius);
    k.radius_growth = (float)(radius * d->q_v1 * per_speed * per_speed);
    k.bottom_deflection =
        (float)at_least(radius - d->rim_radius_m - d->bottom_offset_m, 0.1 * radius);
    k.bottom_stiffness =
        (float)(d->bottom_stiffness_n_per_m > 0 ? d->bottom_stiffness_n_per_m : 10 * stiffness);
    k.max_load = (float)(MAX_LOAD_RATIO * d->nominal_load_n);
    k.damping = (float)d->vertical_damping_ns_per_m;
    k.standing_damping = (float)(d->standing_damping_s * stiffness);
    double root = tyre_root_scale(d);
    k.per_standing_fade = (float)(1 / (STANDING_FADE_MPS * root));
    k.rim_loss_spm = (float)(RIM_LOSS_SPM / root);
    k.fastest_radps = (float)(FASTEST_SPIN_RADPS / root);
    k.damping_fade = (float)(20 * stiffness / d->nominal_load_n);
    k.load_slope = (float)(d->breff / d->nominal_load_n);
    k.radius_peak = (float)(d->nominal_load_n / stiffness * d->dreff);
    k.radius_slope = (float)(d->freff / stiffness);
    k.min_radius = (float)(0.5 * radius);
    k.yields_at = (float)deflection_of_load(&k, k.max_load);
    return k;
}

double kamm_tyre_static_deflection(const kamm_tyre_def *def, double load_n)
{
    struct tyre_vertical_constants k = kamm_tyre_compile_vertical(def);
    return deflection_of_load(&k, load_n);
}
