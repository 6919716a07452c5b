/* The linear tyre's constants: linear_tyre.h. */
#include "tyre_compile.h"

static struct tyre_slopes slopes(const kamm_tyre_def *def, double load_n)
{
    return (struct tyre_slopes){def->linear.slip_stiffness * load_n,
                                def->linear.cornering_stiffness_per_rad * load_n};
}

static struct tyre_slopes compile(const struct tyre_context *c, struct tyre_constants *k)
{
    const kamm_linear_tyre_def *d = &c->def.linear;
    k->linear_tyre = (struct linear_tyre_constants){
        .slip_stiffness = (float)d->slip_stiffness,
        .cornering_stiffness = (float)d->cornering_stiffness_per_rad,
        .mu_x = (float)d->friction_longitudinal,
        .mu_y = (float)d->friction_lateral,
        .inv_mu_x = (float)(1 / d->friction_longitudinal),
        .inv_mu_y = (float)(1 / d->friction_lateral),
        .trail = (float)d->trail_m,
        .camber_stiffness = (float)d->camber_stiffness_per_rad,
    };
    return slopes(&c->def, c->nominal_load);
}

const struct tyre_law kamm_linear_tyre_law = {.compile = compile, .slopes = slopes};
