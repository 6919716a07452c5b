/* Replacements of missing or wrong values of a .tir file, for the tyre's body and its limits. */
#include "tir_sense.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int *line_of(struct tir_reader *r, const char *field)
{
    return kamm_tir_line(r, kamm_tir_field(field));
}

static double *value_of(struct tir_reader *r, const char *field)
{
    return kamm_value_of(kamm_tir_field(field), &r->def);
}

/* "0.8", "190 mm" */
static const char *with_unit(char text[40], const kamm_field *field, double value)
{
    snprintf(text, 40, strcmp(field->unit, "1") ? "%.6g %s" : "%.6g", value, field->unit);
    return text;
}

/* For a value that is in its range but not sound beside another one. */
static void reject(struct tir_reader *r, const char *name, const char *key, const char *why)
{
    const kamm_field *field = kamm_tir_field(name);
    char what[sizeof r->oddities->what], value[40];
    snprintf(what, sizeof what, "%s = %s %s", key, with_unit(value, field, *value_of(r, name)),
             why);
    kamm_tir_reject(r, field, abs(*line_of(r, name)), what);
}

/* One limit of slip is 0 where only braking, or only one direction, was measured. The curve's other side follows from the same
 * coefficients. */
static void mirror_limit(struct tir_reader *r, const char *field, const char *key, double other)
{
    if (*value_of(r, field) != 0 || other == 0) return;
    reject(r, field, key, "leaves one direction without slip");
    *value_of(r, field) = -other;
}

static void settle_limits(struct tir_reader *r, const char *low, const char *low_key,
                          const char *high, const char *high_key)
{
    double *min = value_of(r, low), *max = value_of(r, high);
    if (kamm_tir_field(low)->min < 0) {
        mirror_limit(r, low, low_key, *max);
        mirror_limit(r, high, high_key, *min);
    }
    if (*line_of(r, low) == 0 && *min >= *max) *min = kamm_tir_field(low)->min;
    if (*min < *max) return;
    char why[60];
    snprintf(why, sizeof why, "is not above %s, %.6g", low_key, *min);
    reject(r, high, high_key, why);
    *line_of(r, low) = -1;
    *min = kamm_tir_field(low)->default_value;
    *max = kamm_tir_field(high)->default_value;
}

static void settle_load(struct tir_reader *r)
{
    kamm_tyre_def *d = &r->def;
    if (kamm_tir_is_set(r, "load_max_n") && !(d->load_max_n > 0.1 * d->nominal_load_n))
        reject(r, "load_max_n", "FZMAX", "is not above a tenth of FNOMIN");
    if (kamm_tir_is_set(r, "load_max_n")) return;
    d->load_max_n = fmax(kamm_tir_field("load_max_n")->default_value, 2.5 * d->nominal_load_n);
}

static void settle_pressure(struct tir_reader *r)
{
    kamm_tyre_def *d = &r->def;
    int has_nominal = kamm_tir_is_set(r, "nominal_pressure_pa");
    int has_own = kamm_tir_is_set(r, "inflation_pressure_pa");
    if (!has_nominal && has_own) d->nominal_pressure_pa = d->inflation_pressure_pa;
    if (has_nominal && !has_own) d->inflation_pressure_pa = d->nominal_pressure_pa;
    d->inflation_pressure_pa = fmin(fmax(d->inflation_pressure_pa * r->pressure_scale, 1000), 2e6);
}

/* A rim that is larger than the tyre, and an aspect ratio in per cent: those that go with the radii stand in. */
static void settle_shape(struct tir_reader *r)
{
    kamm_tyre_def *d = &r->def;
    if (kamm_tir_is_set(r, "rim_radius_m") && !(d->rim_radius_m < d->unloaded_radius_m))
        reject(r, "rim_radius_m", "RIM_RADIUS", "is no less than UNLOADED_RADIUS");
    if (!kamm_tir_is_set(r, "rim_radius_m"))
        d->rim_radius_m =
            fmin(kamm_tir_field("rim_radius_m")->default_value, 0.65 * d->unloaded_radius_m);
    if (*line_of(r, "aspect_ratio") >= 0 || !kamm_tir_is_set(r, "rim_radius_m") ||
        !kamm_tir_is_set(r, "width_m"))
        return;
    double ratio = (d->unloaded_radius_m - d->rim_radius_m) / d->width_m;
    d->aspect_ratio = fmin(fmax(ratio, 0.05), 1.5);
}

/* The default is 20 mm of deflection at its own nominal load; so is what stands in for another one. */
static void settle_stiffness(struct tir_reader *r)
{
    kamm_tyre_def *d = &r->def;
    if (*line_of(r, "vertical_stiffness_n_per_m") < 0)
        d->vertical_stiffness_n_per_m = fmax(d->nominal_load_n / 0.02, 1000);
    if (r->stiffness_scale == 1) return;
    d->vertical_stiffness_n_per_m =
        fmin(fmax(d->vertical_stiffness_n_per_m * r->stiffness_scale, 1000), 1e8);
}

/* MC_CONTOUR_A and B are the half axes of the crown's ellipse over the width, across and upwards: at its top it has the radius a^2 / b. */
static void settle_crown(struct tir_reader *r)
{
    kamm_tyre_def *d = &r->def;
    const kamm_field *field = kamm_tir_field("crown_radius_m");
    double a = r->contour[0], b = r->contour[1];
    if (!(a > 0 && b > 0) || kamm_tir_is_set(r, "crown_radius_m")) return;
    d->crown_radius_m = fmin(a * a / b * d->width_m, field->max);
    kamm_add_note(r->notes, "%.60s: MC_CONTOUR_A and B: a crown radius of %.4g m", r->file,
                  d->crown_radius_m);
}

/* Files of tyres that were measured sideways only have nothing but zeros here: 0 / 0 is no force. */
static void lend_longitudinal_force(struct tir_reader *r)
{
    kamm_tyre_def *d = &r->def, plain = kamm_default_tyre();
    if (d->pdx1 != 0 || d->pkx1 != 0) return;
    d->pcx1 = plain.pcx1;
    d->pkx1 = plain.pkx1;
    d->pdx1 = fabs(d->pdy1);
    d->pdx2 = d->pdy1 < 0 ? -d->pdy2 : d->pdy2;
    d->rbx1 = plain.rbx1;
    d->rbx2 = plain.rbx2;
    d->rcx1 = plain.rcx1;
    kamm_add_warning(
        r->notes,
        "%.60s: PDX1 and PKX1 are 0: no longitudinal force was measured; a plain tyre's "
        "with the friction of PDY1 and PDY2 stands in",
        r->file);
}

static void warn_of_uncombined_slip(struct tir_reader *r)
{
    const kamm_tyre_def *d = &r->def;
    int x = d->rcx1 == 0 || (d->rbx1 == 0 && d->rbx3 == 0);
    int y = d->rcy1 == 0 || (d->rby1 == 0 && d->rby4 == 0);
    if (!kamm_tir_is_set(r, "rbx1") && !kamm_tir_is_set(r, "rby1"))
        kamm_add_warning(
            r->notes,
            "%.60s: neither RBX1 nor RBY1: combined slip was not measured; a plain tyre's "
            "stands in",
            r->file);
    if (!x && !y) return;
    kamm_add_warning(
        r->notes,
        "%.60s: %s 0: %s does not fall with the other slip%s; in a car nothing but 1.3 times "
        "the friction ellipse bounds both",
        r->file, y ? "RBY1 or RCY1 is" : "RBX1 or RCX1 is",
        x && y ? "no force"
        : y    ? "Fy"
               : "Fx",
        r->has_combined_by_ellipse ? " (Kamm has no FE_METHOD)" : "");
}

static void tell_oddities(struct tir_reader *r)
{
    for (int i = 0; i < r->oddity_count; ++i) {
        const struct tir_oddity *o = &r->oddities[i];
        char line[16] = "", value[40];
        if (o->line > 0) snprintf(line, sizeof line, "%d:", o->line);
        kamm_add_warning(r->notes, "%.60s:%s %s; %s stands in", r->file, line, o->what,
                         with_unit(value, o->field, *value_of(r, o->field->name)));
    }
}

void kamm_tir_make_sense(struct tir_reader *r)
{
    settle_limits(r, "pressure_min_pa", "PRESMIN", "pressure_max_pa", "PRESMAX");
    settle_limits(r, "load_min_n", "FZMIN", "load_max_n", "FZMAX");
    settle_limits(r, "slip_ratio_min", "KPUMIN", "slip_ratio_max", "KPUMAX");
    settle_limits(r, "slip_angle_min_rad", "ALPMIN", "slip_angle_max_rad", "ALPMAX");
    settle_limits(r, "camber_min_rad", "CAMMIN", "camber_max_rad", "CAMMAX");
    settle_load(r);
    settle_pressure(r);
    settle_shape(r);
    settle_stiffness(r);
    settle_crown(r);
    if (!r->is_motorcycle) lend_longitudinal_force(r);
    if (!r->is_motorcycle) warn_of_uncombined_slip(r);
    tell_oddities(r);
}
