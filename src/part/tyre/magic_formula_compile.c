/* The Magic Formula's constants from its coefficients: the equations that magic_formula.h names, as far as load, slip
 * and camber do not enter. Differences between the versions end here. */
#include "tyre_compile.h"

#include <float.h>
#include <math.h>

/* cos(C atan(x - E(x - atan x))) = 1 - x^2 (s0 - x^2 (s1 + s2 E)) + ... */
static void set_small_series(float small[3], double shape)
{
    double square = shape * shape;
    small[0] = (float)(square / 2);
    small[1] = (float)(square / 3 + square * square / 24);
    small[2] = (float)(square / 3);
}

/* A shape factor that has too many waves for a series; 0 where one is fitted. */
static float unfitted(double shape)
{
    return fabs(shape) > ARC_SERIES_MAX_MULTIPLE ? (float)shape : 0;
}

static double quadratic_in_pressure(const struct tyre_context *c, double linear, double quadratic)
{
    return at_least(1 + (linear + quadratic * c->pressure) * c->pressure, 0.1);
}

static void compile_longitudinal(const struct tyre_context *c, struct magic_formula_constants *k)
{
    const kamm_tyre_def *d = &c->def;
    double friction = d->lmux * quadratic_in_pressure(c, d->ppx3, d->ppx4);
    k->Cx = (float)(d->pcx1 * d->lcx);
    kamm_fit_sine_series(k->Cx_sine, d->pcx1 * d->lcx);
    set_pair(k->mu_x, d->pdx1, d->pdx2, friction);
    k->mu_x_gg = (float)d->pdx3;
    k->mu_x_min = 0.1f * k->mu_x[0];
    set_pair(k->Kxk, d->pkx1, d->pkx2, d->lkx * quadratic_in_pressure(c, d->ppx1, d->ppx2));
    k->Kxk_exponent = (float)d->pkx3;
    k->Kxk_min = 0.05f * k->Kxk[0];
    set_triple(k->Ex, d->pex1, d->pex2, d->pex3, d->lex);
    k->Ex_sign = (float)d->pex4;
    set_pair(k->SHx, d->phx1, d->phx2, d->lhx);
    set_pair(k->SVx, d->pvx1, d->pvx2, d->lvx * d->lmux);
}

static void compile_cornering_stiffness(const struct tyre_context *c,
                                        struct magic_formula_constants *k)
{
    const kamm_tyre_def *d = &c->def;
    double top = -d->pky1 * c->nominal_load * d->lky;
    k->Kya_top = (float)(top * at_least(1 + d->ppy1 * c->pressure, 0.1));
    set_pair(k->Kya_load, d->pky2, d->pky5, at_least(1 + d->ppy2 * c->pressure, 0.1));
    k->inv_Kya_load = 1 / k->Kya_load[0];
    kamm_fit_sine_series(k->Kya_sine, d->pky4);
    k->Kya_min = (float)(0.02 * within(d->pky4 / k->Kya_load[0], 0, 1));
    k->Kya_abs_g = (float)d->pky3;
}

static void compile_lateral(const struct tyre_context *c, struct magic_formula_constants *k)
{
    const kamm_tyre_def *d = &c->def;
    int old = d->magic_formula == KAMM_MF_52;
    k->Cy = (float)(d->pcy1 * d->lcy);
    kamm_fit_sine_series(k->Cy_sine, d->pcy1 * d->lcy);
    set_pair(k->mu_y, d->pdy1, d->pdy2, d->lmuy * quadratic_in_pressure(c, d->ppy3, d->ppy4));
    k->mu_y_gg = (float)d->pdy3;
    k->mu_y_min = 0.1f * k->mu_y[0];
    set_pair(k->Ey, d->pey1, d->pey2, d->ley);
    k->Ey_sign = (float)d->pey3;
    k->Ey_g = (float)d->pey4;
    k->Ey_gg = (float)d->pey5;
    set_pair(k->SHy, d->phy1, d->phy2, d->lhy);
    k->SHy_g = old ? (float)(d->phy3 * d->lkyc) : 0;
    set_pair(k->SVy, d->pvy1, d->pvy2, d->lvy * d->lmuy);
    set_pair(k->SVyg, d->pvy3, d->pvy4, d->lkyc * d->lmuy);
    set_pair(k->Kyg0, d->pky6, d->pky7, (1 + d->ppy5 * c->pressure) * d->lkyc);
    k->SHy_by_Kyg = old ? 0 : 1;
    k->t_upright = old ? 0 : 1;
}

static void compile_combined(const struct tyre_context *c, struct magic_formula_constants *k)
{
    const kamm_tyre_def *d = &c->def;
    k->Bxa = (float)(d->rbx1 * d->lxal);
    k->Bxa_gg = (float)(d->rbx3 * d->lxal);
    k->Bxa_k = (float)d->rbx2;
    kamm_fit_cosine_series(k->Gxa_cosine, d->rcx1);
    set_small_series(k->Gxa_small, d->rcx1);
    set_pair(k->Exa, d->rex1, d->rex2, 1);
    k->SHxa = (float)d->rhx1;
    k->Byk = (float)(d->rby1 * d->lyka);
    k->Byk_gg = (float)(d->rby4 * d->lyka);
    k->Byk_a = (float)d->rby2;
    k->Byk_shift = (float)d->rby3;
    kamm_fit_cosine_series(k->Gyk_cosine, d->rcy1);
    set_small_series(k->Gyk_small, d->rcy1);
    set_pair(k->Eyk, d->rey1, d->rey2, 1);
    set_pair(k->SHyk, d->rhy1, d->rhy2, 1);
    set_pair(k->DVyk, d->rvy1, d->rvy2, d->lvyka);
    k->DVyk_g = (float)(d->rvy3 * d->lvyka);
    k->DVyk_a = (float)d->rvy4;
    k->has_SVyk = d->lvyka != 0 && (d->rvy1 != 0 || d->rvy2 != 0 || d->rvy3 != 0);
    k->SVyk_k = (float)d->rvy6;
    k->SVyk_unfitted = unfitted(d->rvy5);
    kamm_fit_sine_series(k->SVyk_sine, k->SVyk_unfitted != 0 ? 0 : d->rvy5);
}

static void compile_trail(const struct tyre_context *c, struct magic_formula_constants *k)
{
    const kamm_tyre_def *d = &c->def;
    double length =
        d->unloaded_radius_m / d->nominal_load_n * d->ltr; /* LFZO cancels, as in MFeval */
    set_pair(k->Dt, d->qdz1, d->qdz2, length * (1 - d->ppz1 * c->pressure));
    k->has_t = k->Dt[0] != 0 || k->Dt[1] != 0;
    k->Dt_g = (float)d->qdz3;
    k->Dt_gg = (float)d->qdz4;
    set_triple(k->Bt, d->qbz1, d->qbz2, d->qbz3, d->lky / d->lmuy);
    k->Bt_g = (float)d->qbz4;
    k->Bt_abs_g = (float)d->qbz5;
    k->Ct = (float)d->qcz1;
    k->Ct_unfitted = unfitted(d->qcz1);
    kamm_fit_cosine_series(k->Ct_cosine, k->Ct_unfitted != 0 ? 0 : d->qcz1);
    set_triple(k->Et, d->qez1, d->qez2, d->qez3, 1);
    k->has_Et_sign = d->qez4 != 0 || d->qez5 != 0;
    k->Et_sign = (float)d->qez4;
    k->Et_g = (float)d->qez5;
    set_pair(k->SHt, d->qhz1, d->qhz2, 1);
    set_pair(k->SHt_g, d->qhz3, d->qhz4, 1);
}

static void compile_residual(const struct tyre_context *c, struct magic_formula_constants *k)
{
    const kamm_tyre_def *d = &c->def;
    double length = d->unloaded_radius_m * d->lmuy;
    set_pair(k->Dr, d->qdz6, d->qdz7, length * d->lres);
    set_pair(k->Dr_g, d->qdz8, d->qdz9, length * d->lkzc * (1 + d->ppz2 * c->pressure));
    set_pair(k->Dr_gg, d->qdz10, d->qdz11, length * d->lkzc);
    for (int i = 0; i < 2; ++i)
        if (k->Dr[i] != 0 || k->Dr_g[i] != 0 || k->Dr_gg[i] != 0) k->has_Dr = 1;
    k->Br = (float)(d->qbz9 * d->lky / d->lmuy);
    k->Br_By = (float)d->qbz10;
    double lever = d->unloaded_radius_m * d->ls;
    k->s = (float)(lever * d->ssz1);
    k->s_Fy = (float)(lever * d->ssz2 / d->nominal_load_n);
    set_pair(k->s_g, d->ssz3, d->ssz4, lever);
}

static void compile_overturning(const struct tyre_context *c, struct magic_formula_constants *k)
{
    const kamm_tyre_def *d = &c->def;
    double length = d->unloaded_radius_m * d->lmx;
    k->Mx = (float)(length * d->qsx1 * d->lvmx);
    k->Mx_g = (float)(length * d->qsx2 * (1 + d->ppmx1 * c->pressure));
    k->Mx_g_abs_g = (float)(length * d->qsx12);
    k->Mx_Fy = (float)(length * d->qsx3);
    k->Mx_mixed = (float)(length * d->qsx4);
    k->has_Mx_mixed = d->qsx4 != 0 && (d->qsx7 != 0 || d->qsx8 != 0);
    kamm_fit_cosine_series(k->Mx_mixed_cosine, d->qsx5);
    k->Mx_mixed_load = (float)d->qsx6;
    k->Mx_mixed_g = (float)d->qsx7;
    k->Mx_mixed_Fy = (float)d->qsx8;
    k->Mx_mixed_Fy_slope = (float)d->qsx9;
    k->Mx_load = (float)(length * d->qsx10);
    k->Mx_load_slope = (float)d->qsx11;
    k->has_Mx_load = d->qsx10 != 0;
    k->Mx_force = (float)(length * d->qsx13);
    k->Mx_force_g = (float)(length * d->qsx14);
    k->has_Mx = k->has_Mx_mixed || k->has_Mx_load || k->Mx != 0 || k->Mx_g != 0 ||
                k->Mx_g_abs_g != 0 || k->Mx_Fy != 0 || k->Mx_force != 0 || k->Mx_force_g != 0;
}

static void compile_guards(const struct tyre_context *c, struct magic_formula_constants *k)
{
    const kamm_tyre_def *d = &c->def;
    k->inv_load0 = (float)(1 / d->nominal_load_n);
    k->moment_load_min = (float)d->load_min_n;
    k->inv_moment_load_min = d->load_min_n > 0 ? (float)(1 / d->load_min_n) : 0;
    k->Kya_share_min = 0.05f;
    k->G_min = 0;
    k->G0_min = 0.1f;
    k->limit = 1.3f;
}

static struct tyre_slopes compile(const struct tyre_context *c, struct tyre_constants *constants)
{
    struct magic_formula_constants k = {0};
    compile_guards(c, &k);
    compile_longitudinal(c, &k);
    compile_cornering_stiffness(c, &k);
    compile_lateral(c, &k);
    compile_combined(c, &k);
    compile_trail(c, &k);
    compile_residual(c, &k);
    compile_overturning(c, &k);
    constants->magic_formula = k;
    return (struct tyre_slopes){k.Kxk[0] * c->nominal_load,
                                k.Kya_top * sin(c->def.pky4 * atan(1 / k.Kya_load[0]))};
}

const struct tyre_law kamm_magic_formula_law = {.compile = compile};

void kamm_magic_formula_drop_guards(struct magic_formula_constants *k)
{
    k->Kxk_min = k->Kya_min = k->mu_x_min = k->mu_y_min = -FLT_MAX;
    k->Kya_share_min = k->G_min = k->G0_min = -FLT_MAX;
    k->limit = 1e6f;
}
