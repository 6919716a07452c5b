/* `kamm tyre FILE`: the figures that people compare tyres by. */
#include "base/error.h"
#include "base/float_mode.h"
#include "lab/tyre_probe.h"

#include <kamm/io/tyre_file.h>

#include <errno.h>
#include <math.h>
#include <string.h>

static const double DEGREE = 0.017453292519943295;

static double cornering_stiffness(const struct tyre_probe *p, double load)
{
    return kamm_probe_load(p, load).cornering_stiffness;
}
static double slip_stiffness(const struct tyre_probe *p, double load)
{
    return kamm_probe_load(p, load).slip_stiffness;
}

static double camber_stiffness(const struct tyre_probe *p, double load)
{
    double step = 0.01;
    return (kamm_probe_force(p, load, 0, 0, step).fy - kamm_probe_force(p, load, 0, 0, -step).fy) /
           (2 * step);
}

static double relaxation_x(const struct tyre_probe *p, double load)
{
    struct tyre_state at = kamm_probe_load(p, load);
    return at.slip_stiffness / at.carcass_x;
}

static double relaxation_y(const struct tyre_probe *p, double load)
{
    struct tyre_state at = kamm_probe_load(p, load);
    return at.cornering_stiffness / at.carcass_y;
}

static double trail(const struct tyre_probe *p, double load)
{
    double step = 0.002;
    struct tyre_force left = kamm_probe_force(p, load, 0, step, 0),
                      right = kamm_probe_force(p, load, 0, -step, 0);
    return -(left.mz - right.mz) / (left.fy - right.fy);
}

/* Friction used at a slip: braking for the slip ratio, the mean of both sides for the slip angle. */
static double friction_x(const struct tyre_probe *p, double load, double slip)
{
    return kamm_probe_force(p, load, -slip, 0, 0).fx / -load;
}

static double friction_y(const struct tyre_probe *p, double load, double slip)
{
    return (kamm_probe_force(p, load, 0, -slip, 0).fy - kamm_probe_force(p, load, 0, slip, 0).fy) /
           (2 * load);
}

/* Where a curve that rises to one peak has it: coarsely, then by trisection. */
static double peak_slip(const struct tyre_probe *p, double load, double max,
                        double curve(const struct tyre_probe *, double, double))
{
    enum { STEPS = 300 };
    double best = 0, best_value = 0;
    for (int i = 1; i <= STEPS; ++i) {
        double slip = max * i / STEPS, value = curve(p, load, slip);
        if (value > best_value) best_value = value, best = slip;
    }
    double low = fmax(best - max / STEPS, 0), high = fmin(best + max / STEPS, max);
    for (int i = 0; i < 40; ++i) {
        double a = low + (high - low) / 3, b = high - (high - low) / 3;
        if (curve(p, load, a) < curve(p, load, b))
            low = a;
        else
            high = b;
    }
    return 0.5 * (low + high);
}

static double max_slip_angle(const struct tyre_probe *p)
{
    /* Short of 90 degrees, where the tangent changes its sign: as the ranges of tyre_compile.c have it. */
    return fmin(fmin(p->def->slip_angle_max_rad, -p->def->slip_angle_min_rad), 1.55);
}

static double max_slip(const struct tyre_probe *p) { return fmin(1, -p->def->slip_ratio_min); }

static double peak_slip_ratio(const struct tyre_probe *p, double load)
{
    return peak_slip(p, load, max_slip(p), friction_x);
}

static double peak_slip_angle(const struct tyre_probe *p, double load)
{
    return peak_slip(p, load, max_slip_angle(p), friction_y);
}

static double peak_slip_degrees(const struct tyre_probe *p, double load)
{
    return peak_slip_angle(p, load) / DEGREE;
}

static double peak_friction_x(const struct tyre_probe *p, double load)
{
    return friction_x(p, load, peak_slip_ratio(p, load));
}

static double peak_friction_y(const struct tyre_probe *p, double load)
{
    return friction_y(p, load, peak_slip_angle(p, load));
}

static double slide_x(const struct tyre_probe *p, double load)
{
    return friction_x(p, load, max_slip(p));
}

static double slide_y(const struct tyre_probe *p, double load)
{
    return friction_y(p, load, max_slip_angle(p));
}

static double deflection(const struct tyre_probe *p, double load)
{
    return 1000 * kamm_tyre_static_deflection(p->def, load);
}

static double vertical_stiffness(const struct tyre_probe *p, double load)
{
    double step = 0.01 * load;
    return 2 * step /
           (kamm_tyre_static_deflection(p->def, load + step) -
            kamm_tyre_static_deflection(p->def, load - step));
}

static const struct figure {
    const char *label, *unit, *format;
    double (*of)(const struct tyre_probe *, double load);
} figures[] = {
    {"cornering stiffness", "N/rad", "%.1f", cornering_stiffness},
    {"slip stiffness", "N", "%.1f", slip_stiffness},
    {"camber stiffness", "N/rad", "%.1f", camber_stiffness},
    {"peak friction, braking", "", "%.4f", peak_friction_x},
    {"  at slip ratio", "", "%.4f", peak_slip_ratio},
    {"  locked wheel", "", "%.4f", slide_x},
    {"peak friction, lateral", "", "%.4f", peak_friction_y},
    {"  at slip angle", "deg", "%.3f", peak_slip_degrees},
    {"  sliding sideways", "", "%.4f", slide_y},
    {"pneumatic trail", "m", "%.5f", trail},
    {"relaxation length, long.", "m", "%.4f", relaxation_x},
    {"relaxation length, lat.", "m", "%.4f", relaxation_y},
    {"effective rolling radius", "m", "%.5f", kamm_probe_effective_radius_m},
    {"static deflection", "mm", "%.2f", deflection},
    {"vertical stiffness", "N/m", "%.0f", vertical_stiffness},
    {"rolling resistance", "", "%.5f", kamm_probe_rolling_resistance},
};

static void print_head(const kamm_tyre_def *d, FILE *out)
{
    static const char *const laws[] = {KAMM_TYRE_LAW_CHOICES(KAMM_WORD)};
    static const char *const versions[] = {KAMM_MAGIC_FORMULA_CHOICES(KAMM_WORD)};
    static const char *const sides[] = {KAMM_TYRE_SIDE_CHOICES(KAMM_WORD)};
    fprintf(out, "%s: ", d->name);
    if (d->law == KAMM_TYRE_MAGIC_FORMULA)
        fprintf(out, "Magic Formula %s, %s\n", versions[d->magic_formula], sides[d->side]);
    else
        fprintf(out, "law %s\n", laws[d->law]);
    fprintf(out,
            "%.0f/%.0f R%.3g, unloaded radius %.4f m, inflated to %.0f kPa (nominal %.0f kPa)\n",
            1000 * d->width_m, 100 * d->aspect_ratio, d->rim_radius_m / 0.0127,
            d->unloaded_radius_m, d->inflation_pressure_pa / 1000, d->nominal_pressure_pa / 1000);
    fprintf(out, "valid for %.0f to %.0f N, measured at %.1f m/s; forces over load, no camber\n\n",
            d->load_min_n, d->load_max_n, d->test_speed_mps);
}

static void print_table(const struct tyre_probe *probe, FILE *out)
{
    double loads[] = {probe->def->nominal_load_n, 2000, 4000, 6000};
    enum { LOADS = sizeof loads / sizeof *loads };
    fprintf(out, "%-26s %-6s", "load", "N");
    for (int i = 0; i < LOADS; ++i) fprintf(out, " %12.0f", loads[i]);
    fputc('\n', out);
    for (size_t row = 0; row < sizeof figures / sizeof *figures; ++row) {
        const struct figure *figure = &figures[row];
        fprintf(out, "%-26s %-6s", figure->label, figure->unit);
        for (int i = 0; i < LOADS; ++i) {
            char text[32] = "-"; /* beyond what the tyre was measured for */
            if (loads[i] <= probe->def->load_max_n)
                snprintf(text, sizeof text, figure->format, figure->of(probe, loads[i]));
            fprintf(out, " %12s", text);
        }
        fputc('\n', out);
    }
}

kamm_result kamm_tyre_report(const kamm_tyre_def *tyre, FILE *out, kamm_error *error)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_WITH(error, tyre && out, KAMM_ERROR_MISUSE);
    kamm_result result = kamm_check_tyre(tyre, error);
    if (result) return result;
    struct tyre_probe probe = kamm_probe_tyre(tyre);
    print_head(tyre, out);
    print_table(&probe, out);
    if (!fflush(out) && !ferror(out)) return KAMM_OK;
    return kamm_fail(error, KAMM_ERROR_FILE, "", "the report can't be written: %s",
                     strerror(errno));
}
