#include "tyre_compile.h"

#include <float.h>
#include <math.h>

static const double PI = 3.14159265358979323846;

/* What the groups of constants share. */
struct tyre_context {
    kamm_tyre_def def; /* with what its version and side leave out set to 0 */
    double nominal_load;
    double pressure; /* relative change against nominal */
};

static double at_least(double value, double least) { return value > least ? value : least; }

static double within(double value, double low, double high)
{
    return value < low ? low : value > high ? high : value;
}

static void set_pair(float pair[2], double constant, double linear, double scale)
{
    pair[0] = (float)(constant * scale);
    pair[1] = (float)(linear * scale);
}

static void set_triple(float triple[3], double constant, double linear, double quadratic,
                       double scale)
{
    set_pair(triple, constant, linear, scale);
    triple[2] = (float)(quadratic * scale);
}

/* cos(C atan(x - E(x - atan x))) = 1 - x^2 (s0 - x^2 (s1 + s2 E)) + ... */
static void set_small_series(float small[3], double shape)
{
    double square = shape * shape;
    small[0] = (float)(square / 2);
    small[1] = (float)(square / 3 + square * square / 24);
    small[2] = (float)(square / 3);
}

static double quadratic_in_pressure(const struct tyre_context *c, double linear, double quadratic)
{
    return at_least(1 + (linear + quadratic * c->pressure) * c->pressure, 0.1);
}

/* Ply steer and conicity: all that makes a tyre tell left from right. */
static void leave_out_asymmetry(kamm_tyre_def *d)
{
    d->rhx1 = d->qsx1 = d->pey3 = d->phy1 = d->phy2 = d->pvy1 = d->pvy2 = d->rby3 = 0;
    d->rvy1 = d->rvy2 = d->qbz4 = d->qdz3 = d->qdz6 = d->qdz7 = d->qez4 = 0;
    d->qhz1 = d->qhz2 = d->ssz1 = 0;
}

/* 5.2 scales camber itself; here its scale factors go into the coefficients of camber. */
static void scale_camber_of_52(kamm_tyre_def *d)
{
    double x = d->lgax, y = d->lgay, z = d->lgaz;
    d->pdx3 *= x * x, d->rbx3 *= x * x;
    d->pdy3 *= y * y, d->pey4 *= y, d->pey5 *= y * y, d->pky3 *= fabs(y), d->pky5 *= y * y;
    d->phy3 *= y, d->pvy3 *= y, d->pvy4 *= y, d->rby4 *= y * y, d->rvy3 *= y;
    d->qbz4 *= z, d->qbz5 *= fabs(z), d->qdz3 *= z, d->qdz4 *= z * z, d->qdz8 *= z, d->qdz9 *= z;
    d->qdz10 *= z * fabs(z), d->qdz11 *= z * fabs(z), d->qez5 *= z, d->qhz3 *= z, d->qhz4 *= z;
    d->ssz3 *= z, d->ssz4 *= z;
}

/* Where a formula is odd in a coefficient, the sign goes where the kernel expects it. */
static void normalise_signs(kamm_tyre_def *d)
{
    if (d->pdy1 < 0) {
        d->pdy1 = -d->pdy1, d->pdy2 = -d->pdy2;
        d->rvy1 = -d->rvy1, d->rvy2 = -d->rvy2, d->rvy3 = -d->rvy3;
    }
    if (d->pky2 < 0) d->pky1 = -d->pky1, d->pky2 = -d->pky2, d->pky5 = -d->pky5;
    if (d->pky4 < 0) d->pky1 = -d->pky1, d->pky4 = -d->pky4;
}

static struct tyre_context context_of(const kamm_tyre_def *def)
{
    struct tyre_context c = {.def = *def, .nominal_load = def->lfzo * def->nominal_load_n};
    double pressure =
        within(def->inflation_pressure_pa, def->pressure_min_pa, def->pressure_max_pa);
    c.pressure = pressure / def->nominal_pressure_pa - 1;
    if (def->side == KAMM_TYRE_SYMMETRIC) leave_out_asymmetry(&c.def);
    if (def->magic_formula == KAMM_MF_52) scale_camber_of_52(&c.def);
    normalise_signs(&c.def);
    return c;
}

static void compile_ranges(const struct tyre_context *c, struct tyre_constants *k)
{
    const kamm_tyre_def *d = &c->def;
    k->inv_nominal_load = (float)(1 / c->nominal_load);
    k->inv_load0 = (float)(1 / d->nominal_load_n);
    k->load_floor = (float)(0.002 * d->nominal_load_n);
    k->load_top = (float)fmin(d->load_max_n, 20 * c->nominal_load);
    k->moment_load_min = (float)d->load_min_n;
    k->inv_moment_load_min = d->load_min_n > 0 ? (float)(1 / d->load_min_n) : 0;
    k->slip_ratio_min = (float)d->slip_ratio_min;
    k->slip_ratio_max = (float)d->slip_ratio_max;
    k->tan_min = (float)tan(at_least(d->slip_angle_min_rad, -1.55));
    k->tan_max = (float)tan(within(d->slip_angle_max_rad, 0, 1.55));
    k->slip_bound_x = fmaxf(fminf(-k->slip_ratio_min, k->slip_ratio_max), 0.05f);
    k->slip_bound_y = fmaxf(fminf(-k->tan_min, k->tan_max), 0.05f);
    k->camber_min = (float)d->camber_min_rad;
    k->camber_max = (float)d->camber_max_rad;
    k->quarter_turn_per_speed = (float)(0.5 * PI / d->low_speed_mps);
    k->inv_test_speed = (float)(1 / d->test_speed_mps);
    k->camber_floor = 0.05f;
    k->weight_floor = 0;
    k->weight_rest_floor = 0.1f;
    k->force_limit = 1.3f;
}

static void compile_longitudinal(const struct tyre_context *c, struct tyre_constants *k)
{
    const kamm_tyre_def *d = &c->def;
    double friction = d->lmux * quadratic_in_pressure(c, d->ppx3, d->ppx4);
    k->shape_x = (float)(d->pcx1 * d->lcx);
    kamm_fit_sine_series(k->sine_x, d->pcx1 * d->lcx);
    set_pair(k->mu_x, d->pdx1, d->pdx2, friction);
    k->mu_x_gg = (float)d->pdx3;
    k->mu_floor_x = 0.1f * k->mu_x[0];
    set_pair(k->kx, d->pkx1, d->pkx2, d->lkx * quadratic_in_pressure(c, d->ppx1, d->ppx2));
    k->kx_exponent = (float)d->pkx3;
    k->kx_floor = 0.05f * k->kx[0];
    set_triple(k->curvature_x, d->pex1, d->pex2, d->pex3, d->lex);
    k->curvature_x_drive = (float)d->pex4;
    set_pair(k->shift_x, d->phx1, d->phx2, d->lhx);
    set_pair(k->offset_x, d->pvx1, d->pvx2, d->lvx * d->lmux);
}

static void compile_cornering_stiffness(const struct tyre_context *c, struct tyre_constants *k)
{
    const kamm_tyre_def *d = &c->def;
    double top = -d->pky1 * c->nominal_load * d->lky;
    k->ky_top = (float)(top * at_least(1 + d->ppy1 * c->pressure, 0.1));
    set_pair(k->ky_load, d->pky2, d->pky5, at_least(1 + d->ppy2 * c->pressure, 0.1));
    k->inv_ky_load = 1 / k->ky_load[0];
    kamm_fit_sine_series(k->ky_curve, d->pky4);
    k->ky_floor = (float)(0.02 * within(d->pky4 / k->ky_load[0], 0, 1));
    k->ky_abs = (float)d->pky3;
}

static void compile_lateral(const struct tyre_context *c, struct tyre_constants *k)
{
    const kamm_tyre_def *d = &c->def;
    int old = d->magic_formula == KAMM_MF_52;
    k->shape_y = (float)(d->pcy1 * d->lcy);
    kamm_fit_sine_series(k->sine_y, d->pcy1 * d->lcy);
    set_pair(k->mu_y, d->pdy1, d->pdy2, d->lmuy * quadratic_in_pressure(c, d->ppy3, d->ppy4));
    k->mu_y_gg = (float)d->pdy3;
    k->mu_floor_y = 0.1f * k->mu_y[0];
    set_pair(k->curvature_y, d->pey1, d->pey2, d->ley);
    k->curvature_y_sign = (float)d->pey3;
    k->curvature_y_g = (float)d->pey4;
    k->curvature_y_gg = (float)d->pey5;
    set_pair(k->shift_y, d->phy1, d->phy2, d->lhy);
    k->shift_y_g = old ? (float)(d->phy3 * d->lkyc) : 0;
    set_pair(k->offset_y, d->pvy1, d->pvy2, d->lvy * d->lmuy);
    set_pair(k->offset_y_g, d->pvy3, d->pvy4, d->lkyc * d->lmuy);
    set_pair(k->camber_stiffness, d->pky6, d->pky7, (1 + d->ppy5 * c->pressure) * d->lkyc);
    k->camber_by_stiffness = old ? 0 : 1;
    k->trail_without_camber = old ? 0 : 1;
}

static void compile_combined(const struct tyre_context *c, struct tyre_constants *k)
{
    const kamm_tyre_def *d = &c->def;
    k->weight_x_slope = (float)(d->rbx1 * d->lxal);
    k->weight_x_slope_gg = (float)(d->rbx3 * d->lxal);
    k->weight_x_slope_k = (float)d->rbx2;
    kamm_fit_cosine_series(k->weight_x, d->rcx1);
    set_small_series(k->weight_x_small, d->rcx1);
    set_pair(k->weight_x_curvature, d->rex1, d->rex2, 1);
    k->weight_x_shift = (float)d->rhx1;
    k->weight_y_slope = (float)(d->rby1 * d->lyka);
    k->weight_y_slope_gg = (float)(d->rby4 * d->lyka);
    k->weight_y_slope_a = (float)d->rby2;
    k->weight_y_slope_shift = (float)d->rby3;
    kamm_fit_cosine_series(k->weight_y, d->rcy1);
    set_small_series(k->weight_y_small, d->rcy1);
    set_pair(k->weight_y_curvature, d->rey1, d->rey2, 1);
    set_pair(k->weight_y_shift, d->rhy1, d->rhy2, 1);
    set_pair(k->ply_y, d->rvy1, d->rvy2, d->lvyka);
    k->ply_y_g = (float)(d->rvy3 * d->lvyka);
    k->ply_y_a = (float)d->rvy4;
    k->has_ply = d->lvyka != 0 && (d->rvy1 != 0 || d->rvy2 != 0 || d->rvy3 != 0);
    k->ply_y_k = (float)d->rvy6;
    kamm_fit_sine_series(k->ply_y_curve, d->rvy5);
}

static void compile_trail(const struct tyre_context *c, struct tyre_constants *k)
{
    const kamm_tyre_def *d = &c->def;
    double length =
        d->unloaded_radius_m / d->nominal_load_n * d->ltr; /* LFZO cancels, as in MFeval */
    set_pair(k->trail_peak, d->qdz1, d->qdz2, length * (1 - d->ppz1 * c->pressure));
    k->has_trail = k->trail_peak[0] != 0 || k->trail_peak[1] != 0;
    k->trail_peak_g = (float)d->qdz3;
    k->trail_peak_gg = (float)d->qdz4;
    set_triple(k->trail_slope, d->qbz1, d->qbz2, d->qbz3, d->lky / d->lmuy);
    k->trail_slope_g = (float)d->qbz4;
    k->trail_slope_abs = (float)d->qbz5;
    k->trail_shape = (float)d->qcz1;
    kamm_fit_cosine_series(k->trail, d->qcz1);
    set_triple(k->trail_curvature, d->qez1, d->qez2, d->qez3, 1);
    k->has_trail_side = d->qez4 != 0 || d->qez5 != 0;
    k->trail_curvature_sign = (float)d->qez4;
    k->trail_curvature_g = (float)d->qez5;
    set_pair(k->trail_shift, d->qhz1, d->qhz2, 1);
    set_pair(k->trail_shift_g, d->qhz3, d->qhz4, 1);
}

static void compile_residual(const struct tyre_context *c, struct tyre_constants *k)
{
    const kamm_tyre_def *d = &c->def;
    double length = d->unloaded_radius_m * d->lmuy;
    set_pair(k->residual, d->qdz6, d->qdz7, length * d->lres);
    set_pair(k->residual_g, d->qdz8, d->qdz9, length * d->lkzc * (1 + d->ppz2 * c->pressure));
    set_pair(k->residual_gg, d->qdz10, d->qdz11, length * d->lkzc);
    for (int i = 0; i < 2; ++i)
        if (k->residual[i] != 0 || k->residual_g[i] != 0 || k->residual_gg[i] != 0)
            k->has_residual = 1;
    k->residual_slope = (float)(d->qbz9 * d->lky / d->lmuy);
    k->residual_slope_y = (float)d->qbz10;
    double lever = d->unloaded_radius_m * d->ls;
    k->lever_x = (float)(lever * d->ssz1);
    k->lever_x_fy = (float)(lever * d->ssz2 / d->nominal_load_n);
    set_pair(k->lever_x_g, d->ssz3, d->ssz4, lever);
}

static void compile_overturning(const struct tyre_context *c, struct tyre_constants *k)
{
    const kamm_tyre_def *d = &c->def;
    double length = d->unloaded_radius_m * d->lmx;
    k->mx = (float)(length * d->qsx1 * d->lvmx);
    k->mx_g = (float)(length * d->qsx2 * (1 + d->ppmx1 * c->pressure));
    k->mx_g_abs = (float)(length * d->qsx12);
    k->mx_fy = (float)(length * d->qsx3);
    k->mx_mixed = (float)(length * d->qsx4);
    k->has_mx_mixed = d->qsx4 != 0 && (d->qsx7 != 0 || d->qsx8 != 0);
    kamm_fit_cosine_series(k->mx_mixed_curve, d->qsx5);
    k->mx_mixed_load = (float)d->qsx6;
    k->mx_mixed_g = (float)d->qsx7;
    k->mx_mixed_fy = (float)d->qsx8;
    k->mx_mixed_fy_slope = (float)d->qsx9;
    k->mx_load = (float)(length * d->qsx10);
    k->mx_load_slope = (float)d->qsx11;
    k->has_mx_load = d->qsx10 != 0;
    k->mx_force = (float)(length * d->qsx13);
    k->mx_force_g = (float)(length * d->qsx14);
    k->has_mx = k->has_mx_mixed || k->has_mx_load || k->mx != 0 || k->mx_g != 0 ||
                k->mx_g_abs != 0 || k->mx_fy != 0 || k->mx_force != 0 || k->mx_force_g != 0;
}

/* 5.2 is 6.1 with load to the first power and without camber and pressure. */
static void compile_rolling(const struct tyre_context *c, struct tyre_constants *k)
{
    const kamm_tyre_def *d = &c->def;
    int old = d->magic_formula == KAMM_MF_52;
    double moment = d->unloaded_radius_m * d->nominal_load_n * d->lmy;
    if (!old) moment *= pow(1 + c->pressure, d->qsy8);
    k->rolling = (float)(moment * d->qsy1);
    k->rolling_fx = (float)(moment * d->qsy2 / d->nominal_load_n);
    k->rolling_v = (float)(moment * d->qsy3);
    k->rolling_v4 = (float)(moment * d->qsy4);
    k->rolling_gg = old ? 0 : (float)(moment * d->qsy5);
    k->rolling_load_gg = old ? 0 : (float)(moment * d->qsy6);
    k->rolling_exponent = old ? 1 : (float)d->qsy7;
}

/* Relaxation lengths at nominal load: those of 5.2 where the file has them, or those of a common car
 * tyre (TNO's 205/60 R15 has 0.72 and 1.08 of its radius). */
static void relaxation_lengths(const struct tyre_context *c, double *x, double *y)
{
    const kamm_tyre_def *d = &c->def;
    double radius = d->unloaded_radius_m;
    *x = d->ptx1 > 0 ? d->ptx1 * d->lsgkp * d->lfzo * radius : 0.72 * radius;
    *y = 1.08 * radius;
    if (d->pty1 > 0 && d->pty2 > 0)
        *y = d->pty1 * sin(2 * atan(1 / d->pty2)) * radius * d->lfzo * d->lsgal;
}

static void compile_carcass(const struct tyre_context *c, struct tyre_constants *k)
{
    const kamm_tyre_def *d = &c->def;
    double sigma_x, sigma_y, x = d->longitudinal_stiffness_n_per_m,
                             y = d->lateral_stiffness_n_per_m;
    relaxation_lengths(c, &sigma_x, &sigma_y);
    if (x <= 0) x = k->kx[0] * c->nominal_load / sigma_x;
    if (y <= 0) y = k->ky_top * sin(d->pky4 * atan(1 / k->ky_load[0])) / sigma_y;
    x *= at_least(1 + d->pcfx3 * c->pressure, 0.1);
    y *= at_least(1 + d->pcfy3 * c->pressure, 0.1);
    set_triple(k->carcass_x, 1, d->pcfx1, d->pcfx2, x);
    set_triple(k->carcass_y, 1, d->pcfy1, d->pcfy2, y);
    k->carcass_floor_x = (float)(0.1 * x);
    k->carcass_floor_y = (float)(0.1 * y);
}

struct tyre_constants kamm_tyre_compile(const kamm_tyre_def *def)
{
    struct tyre_context c = context_of(def);
    struct tyre_constants k = {0};
    compile_ranges(&c, &k);
    compile_longitudinal(&c, &k);
    compile_cornering_stiffness(&c, &k);
    compile_lateral(&c, &k);
    compile_combined(&c, &k);
    compile_trail(&c, &k);
    compile_residual(&c, &k);
    compile_overturning(&c, &k);
    compile_rolling(&c, &k);
    compile_carcass(&c, &k);
    return k;
}

void kamm_tyre_drop_guards(struct tyre_constants *k)
{
    k->kx_floor = k->ky_floor = k->mu_floor_x = k->mu_floor_y = -FLT_MAX;
    k->camber_floor = k->weight_floor = k->weight_rest_floor = -FLT_MAX;
    k->force_limit = 1e6f;
}

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
    struct tyre_context c = context_of(def);
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
    k.most_load = (float)(MOST_OF_NOMINAL_LOAD * d->nominal_load_n);
    k.damping = (float)d->vertical_damping_ns_per_m;
    k.standing_damping = (float)(d->standing_damping_s * stiffness);
    k.damping_fade = (float)(20 * stiffness / d->nominal_load_n);
    k.load_slope = (float)(d->breff / d->nominal_load_n);
    k.radius_peak = (float)(d->nominal_load_n / stiffness * d->dreff);
    k.radius_slope = (float)(d->freff / stiffness);
    k.least_radius = (float)(0.5 * radius);
    k.yields_at = (float)deflection_of_load(&k, k.most_load);
    return k;
}

double kamm_tyre_static_deflection(const kamm_tyre_def *def, double load_n)
{
    struct tyre_vertical_constants k = kamm_tyre_compile_vertical(def);
    return deflection_of_load(&k, load_n);
}

struct tyre_force kamm_tyre_force(view tyre, struct tyre_at_load at, struct tyre_slip slip)
{
    return magic_formula(tyre, at, slip);
}
