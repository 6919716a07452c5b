/* A tyre's constants: what all laws share, and each law's own. */
#include "tyre_compile.h"

#include <math.h>

static const double PI = 3.14159265358979323846;

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
    d->pcx1 = fabs(d->pcx1), d->pcy1 = fabs(d->pcy1);
    if (d->pdx1 < 0) d->pdx1 = -d->pdx1, d->pdx2 = -d->pdx2;
    if (d->pdy1 < 0) {
        d->pdy1 = -d->pdy1, d->pdy2 = -d->pdy2;
        d->rvy1 = -d->rvy1, d->rvy2 = -d->rvy2, d->rvy3 = -d->rvy3;
        d->qbz10 = -d->qbz10; /* of By Cy, which is Kya / Dy */
    }
    if (d->pky2 < 0) d->pky1 = -d->pky1, d->pky2 = -d->pky2, d->pky5 = -d->pky5;
    if (d->pky4 < 0) d->pky1 = -d->pky1, d->pky4 = -d->pky4;
}

struct tyre_context kamm_tyre_context(const kamm_tyre_def *def)
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

const struct tyre_law *kamm_tyre_law_of(kamm_tyre_law law)
{
#define LAW_ENTRY(number, name) [number] = &kamm_##name##_law,
    static const struct tyre_law *const laws[] = {
        [KAMM_TYRE_MAGIC_FORMULA] = &kamm_magic_formula_law, TYRE_RARE_LAWS(LAW_ENTRY)};
    return laws[law];
}

static double load_top(const struct tyre_context *c, const struct tyre_law *law)
{
    double top = fmin(c->def.load_max_n, 20 * c->nominal_load);
    return law->load_top ? fmin(top, law->load_top(c)) : top;
}

/* Slips of a sliding wheel are scaled down to the ranges: none at all would leave it without a force that holds it back. */
#define LEAST_SLIP 0.05

static void compile_ranges(const struct tyre_context *c, const struct tyre_law *law,
                           struct tyre_ranges *k)
{
    const kamm_tyre_def *d = &c->def;
    k->inv_nominal_load = (float)(1 / c->nominal_load);
    k->load_floor = (float)(0.002 * d->nominal_load_n);
    k->load_top = (float)load_top(c, law);
    k->slip_ratio_min = (float)-at_least(-d->slip_ratio_min, LEAST_SLIP);
    k->slip_ratio_max = (float)at_least(d->slip_ratio_max, LEAST_SLIP);
    k->tan_min = (float)-tan(within(-d->slip_angle_min_rad, LEAST_SLIP, 1.55));
    k->tan_max = (float)tan(within(d->slip_angle_max_rad, LEAST_SLIP, 1.55));
    k->slip_bound_x = fminf(-k->slip_ratio_min, k->slip_ratio_max);
    k->slip_bound_y = fminf(-k->tan_min, k->tan_max);
    k->camber_min = (float)d->camber_min_rad;
    k->camber_max = (float)d->camber_max_rad;
    k->quarter_turn_per_speed = (float)(0.5 * PI / d->low_speed_mps);
    k->friction_decay = (float)(d->lmuv / d->test_speed_mps);
}

/* 5.2 is 6.1 with load to the first power and without camber and pressure. */
static void compile_rolling(const struct tyre_context *c, struct rolling_constants *k)
{
    const kamm_tyre_def *d = &c->def;
    int old = d->magic_formula == KAMM_MF_52;
    double moment = d->unloaded_radius_m * d->nominal_load_n * d->lmy;
    if (!old) moment *= pow(1 + c->pressure, d->qsy8);
    k->inv_load0 = (float)(1 / d->nominal_load_n);
    k->inv_test_speed = (float)(1 / d->test_speed_mps);
    k->load_min = (float)d->load_min_n;
    k->inv_load_min = d->load_min_n > 0 ? (float)(1 / d->load_min_n) : 0;
    k->My = (float)(moment * d->qsy1);
    k->My_Fx = (float)(moment * d->qsy2 / d->nominal_load_n);
    k->My_v = (float)(moment * d->qsy3);
    k->My_v4 = (float)(moment * d->qsy4);
    k->My_gg = old ? 0 : (float)(moment * d->qsy5);
    k->My_load_gg = old ? 0 : (float)(moment * d->qsy6);
    k->load_exponent = old ? 1 : (float)d->qsy7;
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

static void compile_carcass(const struct tyre_context *c, struct tyre_slopes slopes,
                            struct carcass_constants *k)
{
    const kamm_tyre_def *d = &c->def;
    double sigma_x, sigma_y, x = d->longitudinal_stiffness_n_per_m,
                             y = d->lateral_stiffness_n_per_m;
    relaxation_lengths(c, &sigma_x, &sigma_y);
    if (x <= 0) x = slopes.x / sigma_x;
    if (y <= 0) y = slopes.y / sigma_y;
    x *= at_least(1 + d->pcfx3 * c->pressure, 0.1);
    y *= at_least(1 + d->pcfy3 * c->pressure, 0.1);
    set_triple(k->x, 1, d->pcfx1, d->pcfx2, x);
    set_triple(k->y, 1, d->pcfy1, d->pcfy2, y);
    k->floor_x = (float)(0.1 * x);
    k->floor_y = (float)(0.1 * y);
    set_pair(k->growth, d->relaxation_growth_s_per_m, d->relaxation_growth_s2_per_m2, 1);
}

static void compile_patch(const kamm_tyre_def *d, struct contact_patch_constants *k)
{
    double root = tyre_root_scale(d);
    k->damping_s = (float)(CARCASS_DAMPING_S * root);
    k->per_fade_mps = (float)(1 / (CARCASS_DAMPING_FADE_MPS * root));
    k->per_creep_mps = (float)(1 / (CREEP_MPS * root));
    k->per_standing_mps = (float)(1 / (STANDS_MPS * root));
}

/* Camber as the slip angle's tangent that makes the same side force: of the law's own force, at nominal load. */
static float slip_of_camber(const struct tyre_constants *tyre)
{
    const float camber = 0.01f;
    struct tyre_slip slip = {.speed_mps = 1000, .friction_x = 1, .friction_y = 1, .side = 1};
    struct tyre_state at[2];
    float fy[2];
    for (int i = 0; i < 2; ++i) {
        at[i] = kamm_tyre_prepare(tyre, 1 / tyre->ranges.inv_nominal_load, i ? camber : -camber);
        fy[i] = kamm_tyre_force(tyre, &at[i], slip).fy;
    }
    return (fy[0] - fy[1]) / (2 * camber * at[0].cornering_stiffness);
}

/* Camber that lags drives the contact patch as a slip would, and what the law makes of it at once is taken off the slip that the law
 * sees: rolling steadily its force is the law's own. The linear law has no camber of its own. */
static void compile_camber(const kamm_tyre_def *d, struct tyre_constants *k)
{
    int linear = d->law == KAMM_TYRE_LINEAR;
    int lags =
        d->camber_response == KAMM_CAMBER_BY_LAW ? linear : d->camber_response == KAMM_CAMBER_LAGS;
    if (linear) {
        float slip =
            (float)(d->linear.camber_stiffness_per_rad / d->linear.cornering_stiffness_per_rad);
        *(lags ? &k->patch.slip_per_camber : &k->patch.slip_after_camber) = slip;
    } else if (lags) {
        k->patch.slip_per_camber = slip_of_camber(k);
        k->patch.slip_after_camber = -k->patch.slip_per_camber;
    }
}

struct tyre_constants kamm_tyre_compile(const kamm_tyre_def *def)
{
    struct tyre_context c = kamm_tyre_context(def);
    struct tyre_constants k = {.law = (float)def->law};
    const struct tyre_law *law = kamm_tyre_law_of((kamm_tyre_law)def->law);
    compile_ranges(&c, law, &k.ranges);
    compile_rolling(&c, &k.rolling);
    compile_patch(&c.def, &k.patch);
    compile_carcass(&c, law->compile(&c, &k), &k.carcass);
    compile_camber(&c.def, &k);
    return k;
}

void kamm_tyre_drop_guards(struct tyre_constants *k)
{
    if (k->law == (float)KAMM_TYRE_MAGIC_FORMULA) kamm_magic_formula_drop_guards(&k->magic_formula);
}
