/* Tables of slips in, forces and moments out: kamm_tyre_evaluate, `kamm tyre FILE --eval`.
 *
 * All versions follow MFeval's use mode 121. Its limits belong to the formulae: with a curvature E above
 * 1 the Magic Formula's curve folds back, so Pacejka bounds it ((4.E14), (4.E24), (4.E44), (4.E56),
 * (4.E64)). Outside the file's ranges the coefficients are extrapolations. A car in a simulation visits
 * both. Mode 221 without limits differs from it only there. */
#include "base/error.h"
#include "base/float_mode.h"
#include "io/csv.h"
#include "lab/tyre_probe.h"

#include <kamm/io/tyre_file.h>

#include <errno.h>
#include <math.h>
#include <string.h>

enum { LOAD, SLIP_RATIO, SLIP_ANGLE, CAMBER, SPEED, PRESSURE, INPUTS };
_Static_assert(INPUTS == KAMM_TYRE_INPUTS, "rows of kamm_tyre_evaluate");
static const char *const input_names[] = {"Fz", "kappa", "alpha", "gamma", "Vx", "p"};

struct table {
    kamm_csv csv;
    double *values[INPUTS]; /* PRESSURE may be NULL */
};

static void free_table(struct table *t)
{
    for (int i = 0; i < INPUTS; ++i) kamm_release(t->values[i]);
    kamm_csv_free(&t->csv);
}

static kamm_result read_column(struct table *t, int input, kamm_error *error)
{
    if (input == PRESSURE && kamm_csv_find(&t->csv, input_names[input]) < 0) return KAMM_OK;
    t->values[input] = kamm_allocate_array((size_t)t->csv.rows + 1, sizeof(double));
    if (!t->values[input])
        return kamm_fail(error, KAMM_ERROR_MEMORY, t->csv.path, "%.300s: out of memory",
                         t->csv.path);
    return kamm_csv_required(&t->csv, input_names[input], t->values[input], error);
}

static kamm_result read_table(const char *path, struct table *t, kamm_error *error)
{
    kamm_result result = kamm_csv_load(path, &t->csv, error);
    for (int i = 0; i < INPUTS && !result; ++i) result = read_column(t, i, error);
    return result;
}

/* The file's slips fade below its low speed. */
static struct tyre_slip condition_slip(const kamm_tyre_def *def, const double in[INPUTS])
{
    double speed = fabs(in[SPEED]), low = def->low_speed_mps, alpha = in[SLIP_ANGLE];
    double sum = speed + fabs(tan(alpha)) * speed;
    double slip_ratio = in[SLIP_RATIO] * (speed <= low ? speed / low : 1);
    if (sum < low) alpha *= sum / low;
    alpha = fmin(fmax(alpha, def->slip_angle_min_rad), def->slip_angle_max_rad);
    return (struct tyre_slip){.slip_ratio = (float)(in[SPEED] < 0 ? -slip_ratio : slip_ratio),
                              .tan_slip_angle = (float)tan(alpha),
                              .speed_mps = (float)in[SPEED],
                              .friction_x = 1,
                              .friction_y = 1,
                              .side = 1};
}

/* Rolling resistance knows the load and the slip ratio without limits. */
static void evaluate(const struct tyre_probe *probe, const double in[INPUTS],
                     double out[KAMM_TYRE_FORCES])
{
    const struct tyre_constants *tyre = &probe->constants;
    struct tyre_slip slip = condition_slip(probe->def, in), unlimited = slip;
    float load = (float)fmin(in[LOAD], probe->def->load_max_n), camber = (float)in[CAMBER];
    struct tyre_state at = kamm_tyre_prepare(tyre, load, camber);
    struct tyre_force f = kamm_tyre_force(tyre, &at, slip);
    unlimited.slip_ratio = (float)in[SLIP_RATIO];
    float my = kamm_tyre_rolling(tyre, (float)in[LOAD], camber, unlimited, f.fx);
    const float forces[KAMM_TYRE_FORCES] = {f.fx, f.fy, f.mx, my, f.mz};
    for (int i = 0; i < KAMM_TYRE_FORCES; ++i) out[i] = (double)forces[i];
}

static struct tyre_probe bare_tyre(const kamm_tyre_def *def)
{
    struct tyre_probe probe = kamm_probe_tyre(def);
    kamm_tyre_drop_guards(&probe.constants);
    return probe;
}

/* The tyre at the row's pressure; compiled again only where that changes. */
static void inflate(struct tyre_probe *probe, kamm_tyre_def *def, double inflated_pa,
                    double wanted_pa)
{
    double pressure = wanted_pa == 0 ? inflated_pa : wanted_pa;
    if (def->inflation_pressure_pa == pressure) return;
    def->inflation_pressure_pa = pressure;
    *probe = bare_tyre(def);
}

static kamm_result check_rows(const double (*in)[INPUTS], int count, kamm_error *error)
{
    for (int row = 0; row < count; ++row)
        for (int i = 0; i < INPUTS; ++i)
            if (!isfinite(in[row][i]))
                return kamm_fail(error, KAMM_ERROR_RANGE, input_names[i],
                                 "tyre: row %d: %s is %g; allowed: finite numbers", row,
                                 input_names[i], in[row][i]);
    return KAMM_OK;
}

kamm_result kamm_tyre_evaluate(const kamm_tyre_def *tyre, const double (*in)[KAMM_TYRE_INPUTS],
                               double (*forces)[KAMM_TYRE_FORCES], int count, kamm_error *error)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_WITH(error, tyre && (count == 0 || (in && forces)) && count >= 0,
                      KAMM_ERROR_MISUSE);
    kamm_result result = kamm_check_tyre(tyre, error);
    if (!result) result = check_rows(in, count, error);
    if (result) return result;
    kamm_tyre_def def = *tyre;
    struct tyre_probe probe = bare_tyre(&def);
    for (int row = 0; row < count; ++row) {
        inflate(&probe, &def, tyre->inflation_pressure_pa, in[row][PRESSURE]);
        evaluate(&probe, in[row], forces[row]);
    }
    return KAMM_OK;
}

/* -- as files -- */

static const char *cell(const kamm_csv *csv, int row, int column)
{
    return csv->cells[(size_t)(row + 1) * (size_t)csv->columns + (size_t)column];
}

static void write_rows(const struct table *t, const kamm_tyre_def *tyre, FILE *out)
{
    kamm_tyre_def def = *tyre;
    struct tyre_probe probe = bare_tyre(&def);
    int inputs = t->values[PRESSURE] ? INPUTS : INPUTS - 1;
    for (int i = 0; i < inputs; ++i) fprintf(out, "%s,", input_names[i]);
    fprintf(out, "Fx,Fy,Mx,My,Mz\n");
    for (int row = 0; row < t->csv.rows; ++row) {
        double in[INPUTS] = {0};
        double force[KAMM_TYRE_FORCES];
        for (int i = 0; i < inputs; ++i) {
            in[i] = t->values[i][row];
            fprintf(out, "%s,", cell(&t->csv, row, kamm_csv_find(&t->csv, input_names[i])));
        }
        inflate(&probe, &def, tyre->inflation_pressure_pa, in[PRESSURE]);
        evaluate(&probe, in, force);
        for (int i = 0; i < KAMM_TYRE_FORCES; ++i)
            fprintf(out, "%.9g%c", force[i], i + 1 < KAMM_TYRE_FORCES ? ',' : '\n');
    }
}

static kamm_result write_table(const struct table *t, const kamm_tyre_def *tyre, const char *path,
                               kamm_error *error)
{
    const char *shown = path ? path : "stdout";
    FILE *out = path ? fopen(path, "wb") : stdout;
    if (!out)
        return kamm_fail(error, KAMM_ERROR_FILE, shown, "%.300s: can't be written: %s", shown,
                         strerror(errno));
    write_rows(t, tyre, out);
    int failed = fflush(out) || ferror(out), code = errno;
    if (path && fclose(out)) failed = 1, code = errno;
    if (!failed) return KAMM_OK;
    return kamm_fail(error, KAMM_ERROR_FILE, shown, "%.300s: can't be written: %s", shown,
                     strerror(code));
}

kamm_result kamm_tyre_evaluate_csv(const kamm_tyre_def *tyre, const char *in_path,
                                   const char *out_path, kamm_error *error)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_WITH(error, tyre && in_path, KAMM_ERROR_MISUSE);
    struct table table = {0};
    kamm_result result = kamm_check_tyre(tyre, error);
    if (!result) result = read_table(in_path, &table, error);
    if (!result) result = write_table(&table, tyre, out_path, error);
    free_table(&table);
    return result;
}
