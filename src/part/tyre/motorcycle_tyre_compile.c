/* The constants of a motorcycle tyre from its coefficients: motorcycle_tyre.h. */
#include "../../base/error.h"
#include "tyre_compile.h"

#include <math.h>

static struct tyre_slopes slopes(const kamm_tyre_def *def, double load_n)
{
    const kamm_motorcycle_tyre_def *d = &def->motorcycle;
    double load0 = def->lfzo * def->nominal_load_n, dfz = load_n / load0 - 1;
    return (struct tyre_slopes){(d->pkx1 + d->pkx2 * dfz) * exp(d->pkx3 * dfz) * def->lkx * load_n,
                                d->pky1 * load0 * sin(d->pky2 * atan(load_n / (d->pky3 * load0))) *
                                    def->lky};
}

static void compile_longitudinal(const kamm_tyre_def *t, struct motorcycle_tyre_constants *k)
{
    const kamm_motorcycle_tyre_def *d = &t->motorcycle;
    k->Cx = (float)(d->pcx1 * t->lcx);
    set_pair(k->mu_x, d->pdx1, d->pdx2, t->lmux);
    k->mu_x_min = 0.1f * k->mu_x[0];
    set_triple(k->Ex, d->pex1, d->pex2, d->pex3, t->lex);
    k->Ex_sign = (float)d->pex4;
    set_pair(k->Kxk, d->pkx1, d->pkx2, t->lkx);
    k->Kxk_exponent = (float)d->pkx3;
    k->Kxk_min = 0.05f * k->Kxk[0];
}

static void compile_lateral(const kamm_tyre_def *t, double nominal_load,
                            struct motorcycle_tyre_constants *k)
{
    const kamm_motorcycle_tyre_def *d = &t->motorcycle;
    int symmetric = t->side == KAMM_TYRE_SYMMETRIC;
    k->Cy = (float)(d->pcy1 * t->lcy);
    k->mu_y = (float)(d->pdy1 * t->lmuy);
    k->mu_y_exponent = (float)d->pdy2;
    k->mu_y_gg = (float)d->pdy3;
    k->Ey = (float)(d->pey1 * t->ley);
    k->Ey_gg = (float)(d->pey2 * t->ley);
    k->Ey_sign = symmetric ? 0 : (float)(d->pey3 * t->ley);
    k->Ey_g = (float)(d->pey4 * t->ley);
    k->Kya_top = (float)(d->pky1 * nominal_load * t->lky);
    k->Kya_shape = (float)d->pky2;
    k->Kya_load = (float)d->pky3;
    k->Kya_load_gg = (float)d->pky4;
    k->Kya_gg = (float)d->pky5;
    k->Kya_min = (float)(0.02 * within(d->pky2 / d->pky3, 0, 1));
    k->Cg = (float)d->pcy2;
    set_pair(k->Kyg, d->pky6, d->pky7, t->lkyc);
    k->Eg = (float)d->pey5;
    k->Bxa = (float)(d->rbx1 * t->lxal);
    k->Bxa_k = (float)d->rbx2;
    k->Cxa = (float)d->rcx1;
    k->Byk = (float)(d->rby1 * t->lyka);
    k->Byk_a = (float)d->rby2;
    k->Byk_shift = symmetric ? 0 : (float)d->rby3;
    k->Cyk = (float)d->rcy1;
}

/* Returns the crown radius as kamm_tyre_compile_vertical does. */
static double crown_radius(const kamm_tyre_def *t)
{
    double crown = t->crown_radius_m > 0 ? t->crown_radius_m : t->width_m / 2;
    return fmin(crown, t->unloaded_radius_m / 2);
}

static void compile_moment(const kamm_tyre_def *t, struct motorcycle_tyre_constants *k)
{
    const kamm_motorcycle_tyre_def *d = &t->motorcycle;
    double length = d->moment_length_m > 0 ? d->moment_length_m : crown_radius(t);
    set_pair(k->Dt, d->qdz1, d->qdz2, length / t->nominal_load_n * t->ltr);
    k->Dt_abs_g = (float)d->qdz3;
    k->Dt_gg = (float)d->qdz4;
    set_triple(k->Bt, d->qbz1, d->qbz2, d->qbz3, t->lky / t->lmuy);
    k->Bt_abs_g = (float)d->qbz5;
    k->Bt_gg = (float)d->qbz6;
    k->Ct = (float)d->qcz1;
    set_triple(k->Et, d->qez1, d->qez2, d->qez3, 1);
    k->Et_g = (float)d->qez5;
    set_pair(k->Dr_g, d->qdz8, d->qdz9, length * t->lkzc);
    set_pair(k->Dr_gg, d->qdz10, d->qdz11, length * t->lkzc);
    k->Br = (float)(d->qbz9 * t->lky / t->lmuy);
    k->Br_By = (float)d->qbz10;
    set_pair(k->SHr_g, d->qhz3, d->qhz4, 1);
}

static struct tyre_slopes compile(const struct tyre_context *c, struct tyre_constants *constants)
{
    struct motorcycle_tyre_constants k = {0};
    compile_longitudinal(&c->def, &k);
    compile_lateral(&c->def, c->nominal_load, &k);
    compile_moment(&c->def, &k);
    constants->motorcycle_tyre = k;
    return slopes(&c->def, c->nominal_load);
}

static kamm_result check(const kamm_tyre_def *t, kamm_error *error)
{
    const kamm_motorcycle_tyre_def *d = &t->motorcycle;
    double along = d->pcx1 * t->lcx, across = d->pcy1 * t->lcy + d->pcy2;
    if (along > 2)
        return kamm_fail(error, KAMM_ERROR_RANGE, "motorcycle.pcx1",
                         "motorcycle.pcx1: with lcx the shape factor is %g; one above 2 turns the "
                         "force in the slide; allowed: up to 2",
                         along);
    if (across >= 2)
        return kamm_fail(error, KAMM_ERROR_RANGE, "motorcycle.pcy2",
                         "motorcycle.pcy2: pcy1 with lcy and pcy2 make %g; from 2 on slip and "
                         "camber together turn the force; allowed: below 2",
                         across);
    double angle = d->pky2 * atan(1 / d->pky3);
    if (sin(angle) * d->pky1 * t->lky >= 0.1 && angle < 3.1) return KAMM_OK;
    return kamm_fail(error, KAMM_ERROR_RANGE, "motorcycle.pky1",
                     "motorcycle.pky1: with pky2, pky3 and lky the cornering stiffness over the "
                     "nominal load is %g; allowed: from 0.1",
                     sin(angle) * d->pky1 * t->lky);
}

const struct tyre_law kamm_motorcycle_tyre_law = {compile, slopes, check, NULL};
