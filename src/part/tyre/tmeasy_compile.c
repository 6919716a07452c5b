/* TMeasy's constants from its table: tmeasy.h. */
#include "../../base/error.h"
#include "tyre_compile.h"

#include <math.h>

/* A row of the table: at nominal load, at double load. */
struct row {
    const char *name;
    double at_nominal, at_double;
};

#define ROW(t, name)                               \
    {                                              \
#name, (t)->name##_n, (t)->name##_double_n \
    }
enum { FORCES = 6 };

static void forces_of(const kamm_tmeasy_def *t, struct row rows[FORCES])
{
    const struct row all[FORCES] = {ROW(t, slope_x), ROW(t, peak_x), ROW(t, slide_x),
                                    ROW(t, slope_y), ROW(t, peak_y), ROW(t, slide_y)};
    for (int i = 0; i < FORCES; ++i) rows[i] = all[i];
}

/* Y = q (Y1 + (Y2 / 2 - Y1) (q - 1)), over nominal load. */
static void set_force(float pair[2], double at_nominal, double at_double)
{
    set_pair(pair, at_nominal, at_double / 2 - at_nominal, 1);
}

static void set_slip(float pair[2], double at_nominal, double at_double)
{
    set_pair(pair, at_nominal, at_double - at_nominal, 1);
}

/* Slips on a line may leave it below this of the smaller one. */
static const double MIN_SLIP = 0.3;

static struct tyre_slopes slopes(const kamm_tyre_def *def, double load_n)
{
    (void)load_n; /* the table is that of nominal load */
    return (struct tyre_slopes){def->tmeasy.slope_x_n, def->tmeasy.slope_y_n};
}

static struct tyre_slopes compile(const struct tyre_context *c, struct tyre_constants *constants)
{
    const kamm_tmeasy_def *t = &c->def.tmeasy;
    struct tmeasy_constants k = {0};
    double radius = c->def.unloaded_radius_m;
    set_force(k.x.dF0, t->slope_x_n, t->slope_x_double_n);
    set_force(k.x.FM, t->peak_x_n, t->peak_x_double_n);
    set_force(k.x.FS, t->slide_x_n, t->slide_x_double_n);
    set_slip(k.x.sM, t->peak_slip_x, t->peak_slip_x_double);
    set_slip(k.x.sS, t->slide_slip_x, t->slide_slip_x_double);
    k.x.sM_min = (float)(MIN_SLIP * fmin(t->peak_slip_x, t->peak_slip_x_double));
    set_force(k.y.dF0, t->slope_y_n, t->slope_y_double_n);
    set_force(k.y.FM, t->peak_y_n, t->peak_y_double_n);
    set_force(k.y.FS, t->slide_y_n, t->slide_y_double_n);
    set_slip(k.y.sM, t->peak_slip_y, t->peak_slip_y_double);
    set_slip(k.y.sS, t->slide_slip_y, t->slide_slip_y_double);
    k.y.sM_min = (float)(MIN_SLIP * fmin(t->peak_slip_y, t->peak_slip_y_double));
    set_slip(k.n0, t->trail_share, t->trail_share_double);
    set_slip(k.s0, t->zero_trail_slip, t->zero_trail_slip_double);
    set_slip(k.sE, t->end_trail_slip, t->end_trail_slip_double);
    k.s0_min = (float)(MIN_SLIP * fmin(t->zero_trail_slip, t->zero_trail_slip_double));
    k.L_per_root_load = (float)(2 * sqrt(radius / c->def.vertical_stiffness_n_per_m));
    k.inv_6_radius = (float)(1 / (6 * radius));
    constants->tmeasy = k;
    return slopes(&c->def, c->nominal_load);
}

/* The load up to which all of the table's parabolas rise, at least the double one. */
static double load_top(const struct tyre_context *c)
{
    struct row rows[FORCES];
    double top = 20;
    forces_of(&c->def.tmeasy, rows);
    for (int i = 0; i < FORCES; ++i) {
        double bend = rows[i].at_nominal - rows[i].at_double / 2;
        if (bend > 0) top = fmin(top, (rows[i].at_nominal + bend) / (2 * bend));
    }
    return c->nominal_load * fmax(top, 2);
}

/* One curve of the table, of a direction at one of its loads: "x" or "y_double". */
struct table_curve {
    const char *name;
    double slope, peak, peak_slip, slide_slip;
};

static kamm_result check_curve(const struct table_curve *c, kamm_error *error)
{
    double min = 2 * c->peak / c->peak_slip;
    if (c->slope < 0.999 * min)
        return kamm_fail(
            error, KAMM_ERROR_RANGE, "tmeasy",
            "tmeasy.slope_%s_n: %g N makes no curve with a peak of %g N at a slip of %g; "
            "at least %g N is needed",
            c->name, c->slope, c->peak, c->peak_slip, min);
    if (c->slide_slip > c->peak_slip) return KAMM_OK;
    return kamm_fail(
        error, KAMM_ERROR_RANGE, "tmeasy",
        "tmeasy.slide_slip_%s: %g has to be greater than the slip of the peak, which is "
        "%g",
        c->name, c->slide_slip, c->peak_slip);
}

#define CURVE(t, axis, twice)                                                    \
    {                                                                            \
#axis #twice, (t)->slope_##axis##twice##_n, (t)->peak_##axis##twice##_n, \
            (t)->peak_slip_##axis##twice, (t)->slide_slip_##axis##twice          \
    }

static kamm_result check_curves(const kamm_tmeasy_def *t, kamm_error *error)
{
    const struct table_curve curves[] = {CURVE(t, x, ), CURVE(t, x, _double), CURVE(t, y, ),
                                         CURVE(t, y, _double)};
    kamm_result result = KAMM_OK;
    for (int i = 0; i < 4 && !result; ++i) result = check_curve(&curves[i], error);
    return result;
}

static kamm_result check(const kamm_tyre_def *def, kamm_error *error)
{
    struct row rows[FORCES];
    forces_of(&def->tmeasy, rows);
    for (int i = 0; i < FORCES; ++i) {
        double max = 3.5 * rows[i].at_nominal;
        if (rows[i].at_double <= max) continue;
        return kamm_fail(
            error, KAMM_ERROR_RANGE, "tmeasy",
            "tmeasy.%s_double_n: %g N is too much beside the %g N of nominal load, as a "
            "parabola through both is negative below; at most %g N is allowed",
            rows[i].name, rows[i].at_double, rows[i].at_nominal, max);
    }
    return check_curves(&def->tmeasy, error);
}

const struct tyre_law kamm_tmeasy_law = {compile, slopes, check, load_top};
