/* The few-number tyre: Magic Formula coefficients from peaks, slides and slopes.
 *
 * A pure-slip curve D sin(C atan(Bx - E(Bx - atan Bx))) has four coefficients. They follow from its peak
 * D at slip x_m, its slope BCD at no slip, and its value at full slide x_s:
 *
 *     peak:   C atan(...) = pi/2, hence E from B x_m and C;
 *     slope:  B = slope / (C D);
 *     slide:  sin(C atan(...)) = slide / D at x_s, which is solved for C by bisection.
 *
 * Combined slip: weights with r1 = r2 tend to the direction of sliding when all of the patch slides. So
 * a locked wheel is held back against its motion, as Coulomb says.
 *
 * Where the spec says nothing, numbers of common road tyres stand in; each is marked below. */
#include "../../base/error.h"
#include "../../base/float_mode.h"
#include "../../fields/fields.h"
#include "tyre_compile.h"

#include <kamm/tyre.h>

#include <math.h>
#include <string.h>

static const double HALF_PI = 1.57079632679489661923;

/* Slope times x_m over the peak, of a typical tyre: TNO's 205/60 R15 has 2.4 and 2.5. */
static const double TYPICAL_STEEPNESS = 2.4;

/* How fast a force gives way to the other slip, against that slip's peak. With this the joint force
 * stays within 1.1 times the friction ellipse, as measured tyres' does. */
static const double COMBINED_SHARPNESS = 1.75;

/* To which motorcycle tyres are measured, rad. */
static const double MOTORCYCLE_CAMBER = 1.05;

struct curve_target {
    double peak_at, slide_at; /* slips */
    double slide;             /* force there over the peak */
    double steepness;         /* slope at no slip, times peak_at, over the peak */
};

struct curve {
    double shape, curvature, slope; /* C, E, B */
};

static double bend(double x, double curvature) { return x - curvature * (x - atan(x)); }

static struct curve curve_of_shape(const struct curve_target *target, double shape)
{
    struct curve c = {.shape = shape, .slope = target->steepness / (shape * target->peak_at)};
    double x = c.slope * target->peak_at;
    c.curvature = (x - tan(HALF_PI / shape)) / (x - atan(x));
    return c;
}

static double value_at(const struct curve *c, double slip)
{
    return sin(c->shape * atan(bend(c->slope * slip, c->curvature)));
}

/* 0 if no such curve rises to its peak and falls to its slide. */
static int fit_curve(const struct curve_target *target, struct curve *found)
{
    double low = 1.01, high = 2.5;
    for (int i = 0; i < 60; ++i) {
        double middle = 0.5 * (low + high);
        *found = curve_of_shape(target, middle);
        if (found->curvature < 1 && value_at(found, target->slide_at) > target->slide)
            low = middle;
        else
            high = middle;
    }
    *found = curve_of_shape(target, low);
    double miss = fabs(value_at(found, target->slide_at) - target->slide);
    return found->curvature < 0.98 && miss < 1e-3 && found->shape <= 2; /* tyre_sliding.c */
}

/* The steepest curve that exists, up to the target's steepness. */
static int fit_gentler_curve(struct curve_target target, struct curve *found)
{
    for (; target.steepness > 1.1; target.steepness -= 0.05)
        if (fit_curve(&target, found)) return 1;
    return 0;
}

/* Takes the slope at no slip, over load; 0 asks for a typical one. */
static kamm_result find_curve(struct curve_target target, double peak, double slope,
                              const char *slope_name, struct curve *found, kamm_error *error)
{
    double per_steepness = peak / target.peak_at;
    target.steepness = slope > 0 ? slope / per_steepness : TYPICAL_STEEPNESS;
    if (slope > 0 ? fit_curve(&target, found) : fit_gentler_curve(target, found)) return KAMM_OK;
    double min = 0, max = 0;
    for (target.steepness = 1.1; target.steepness < 9; target.steepness += 0.05) {
        if (!fit_curve(&target, found)) continue;
        max = target.steepness;
        if (min == 0) min = max;
    }
    return kamm_fail(
        error, KAMM_ERROR_RANGE, slope_name,
        "%s: %g does not go with a peak of %g at a slip of %.3g and a slide of %g times the "
        "peak; allowed: %.3g to %.3g, or 0 for a typical one",
        slope_name, slope, peak, target.peak_at, target.slide, min * per_steepness,
        max * per_steepness);
}

static void set_body(const kamm_tyre_spec *s, kamm_tyre_def *t)
{
    double radius = 0.5 * s->rim_diameter_m + s->width_m * s->aspect_ratio;
    memcpy(t->name, s->name, sizeof t->name);
    t->magic_formula = KAMM_MF_62;
    t->side = KAMM_TYRE_SYMMETRIC;
    t->unloaded_radius_m = radius;
    t->width_m = s->width_m;
    t->crown_radius_m = s->crown_radius_m;
    double camber = s->law == KAMM_TYRE_MOTORCYCLE ? MOTORCYCLE_CAMBER : t->camber_max_rad;
    t->camber_max_rad = s->max_camber_rad > 0 ? s->max_camber_rad : camber;
    t->camber_min_rad = -t->camber_max_rad;
    t->aspect_ratio = s->aspect_ratio;
    t->rim_radius_m = 0.5 * s->rim_diameter_m;
    t->rim_width_m = 0.75 * s->width_m; /* of most car tyres */
    t->inflation_pressure_pa = t->nominal_pressure_pa = s->inflation_pressure_pa;
    t->mass_kg = s->mass_kg;
    t->iyy_kgm2 = 0.81 * s->mass_kg * radius * radius; /* as TNO's 205/60 R15 */
    t->ixx_kgm2 = 0.53 * t->iyy_kgm2;
    t->nominal_load_n = s->nominal_load_n;
    t->load_min_n = 0.025 * s->nominal_load_n;
    t->load_max_n = 2.5 * s->nominal_load_n;
    t->vertical_stiffness_n_per_m = s->vertical_stiffness_n_per_m;
    t->vertical_damping_ns_per_m = s->vertical_damping_ns_per_m;
    /* The few numbers leave these out: a tyre of ordinary size has the table's defaults, others
     * have them by size. */
    double pressed_flat = fmin(t->bottom_stiffness_n_per_m, 10 * s->vertical_stiffness_n_per_m);
    t->bottom_stiffness_n_per_m = fmax(pressed_flat, s->vertical_stiffness_n_per_m);
    t->low_speed_mps *= tyre_root_scale(t);
    t->standing_damping_s *=
        fmin(1, tyre_root_scale(t)); /* of large ones it would ask for short substeps */
    t->pfz1 = 0.7;                   /* as TNO's 205/60 R15 */
}

static void set_longitudinal(const kamm_tyre_spec *s, const struct curve *c, kamm_tyre_def *t)
{
    t->pcx1 = c->shape;
    t->pdx1 = s->friction_longitudinal;
    t->pdx2 = s->friction_longitudinal * s->friction_load_sensitivity;
    t->pex1 = c->curvature;
    t->pkx1 = c->slope * c->shape * s->friction_longitudinal;
}

static void set_lateral(const kamm_tyre_spec *s, const struct curve *c, kamm_tyre_def *t)
{
    double slope = c->slope * c->shape * s->friction_lateral;
    t->pcy1 = c->shape;
    t->pdy1 = s->friction_lateral;
    t->pdy2 = s->friction_lateral * s->friction_load_sensitivity;
    t->pey1 = c->curvature;
    t->pky2 = s->cornering_peak_load_ratio;
    t->pky4 = 2;
    t->pky1 = -slope / sin(t->pky4 * atan(1 / t->pky2));
    t->pky6 = -s->camber_stiffness_per_rad;
}

/* Force falls along the other slip at a scale set by where the other force peaks. */
static void set_combined(const kamm_tyre_spec *s, kamm_tyre_def *t)
{
    t->rbx1 = t->rbx2 = COMBINED_SHARPNESS / tan(s->peak_slip_angle_rad);
    t->rby1 = t->rby2 = COMBINED_SHARPNESS / s->peak_slip_ratio;
    t->rcx1 = t->rcy1 = 1;
}

static void set_other_laws(const kamm_tyre_spec *s, const struct curve *along,
                           const struct curve *across, kamm_tyre_def *t)
{
    t->law = s->law;
    t->tmeasy = s->tmeasy;
    t->heat = s->heat;
    t->wear = s->wear;
    t->linear = (kamm_linear_tyre_def){
        .slip_stiffness = along->slope * along->shape * s->friction_longitudinal,
        .cornering_stiffness_per_rad = across->slope * across->shape * s->friction_lateral,
        .friction_longitudinal = s->friction_longitudinal,
        .friction_lateral = s->friction_lateral,
        .trail_m = s->pneumatic_trail_m,
        .turn_slip = 1,
    };
    t->camber_response = s->camber_response;
    t->relaxation_growth_s_per_m = s->relaxation_growth_s_per_m;
    t->relaxation_growth_s2_per_m2 = s->relaxation_growth_s2_per_m2;
}

static double crown_of(const kamm_tyre_def *t)
{
    return t->crown_radius_m > 0 ? t->crown_radius_m : t->width_m / 2;
}

/* The shapes of the group, with the levels of the few numbers. The group as it is where no cornering stiffness is given. */
static void set_motorcycle(const kamm_tyre_spec *s, const struct curve *along, kamm_tyre_def *t)
{
    kamm_motorcycle_tyre_def *m = &t->motorcycle;
    *m = s->motorcycle;
    if (s->cornering_stiffness_per_rad <= 0) return;
    double doubled = fmax(1 + s->friction_load_sensitivity, 0.05);
    m->pcx1 = along->shape;
    m->pdx1 = s->friction_longitudinal;
    m->pdx2 = s->friction_longitudinal * s->friction_load_sensitivity;
    m->pex1 = along->curvature;
    m->pex2 = m->pex3 = m->pex4 = m->pkx2 = m->pkx3 = 0;
    m->pkx1 = along->slope * along->shape * s->friction_longitudinal;
    m->pdy1 = s->friction_lateral;
    m->pdy2 = log(doubled);
    m->pky2 = 2;
    m->pky3 = s->cornering_peak_load_ratio;
    m->pky1 = s->cornering_stiffness_per_rad / sin(m->pky2 * atan(1 / m->pky3));
    m->pky6 = s->camber_stiffness_per_rad;
    m->pky4 = m->pky5 = m->pky7 = m->pdy3 = 0;
    m->qdz1 = s->pneumatic_trail_m / (m->moment_length_m > 0 ? m->moment_length_m : crown_of(t));
    m->qdz2 = 0;
}

/* Relaxation lengths are the slopes of the law's forces over the stiffness of the carcass; the Magic Formula's are the
 * linear tyre's here. */
static void set_carcass(const kamm_tyre_spec *s, kamm_tyre_def *t)
{
    const struct tyre_law *law = kamm_tyre_law_of((kamm_tyre_law)t->law);
    if (!law->slopes) law = kamm_tyre_law_of(KAMM_TYRE_LINEAR);
    struct tyre_slopes slope = law->slopes(t, s->nominal_load_n);
    if (s->longitudinal_relaxation_length_m > 0)
        t->longitudinal_stiffness_n_per_m = slope.x / s->longitudinal_relaxation_length_m;
    if (s->relaxation_length_m > 0) t->lateral_stiffness_n_per_m = slope.y / s->relaxation_length_m;
}

/* The trail falls to nothing near the peak of the side force and a little beyond: as most tyres'. */
static void set_moments(const kamm_tyre_spec *s, kamm_tyre_def *t)
{
    t->qbz1 = 1.6 / tan(s->peak_slip_angle_rad);
    t->qcz1 = 1.1;
    t->qez1 = -1;
    t->qdz1 = s->pneumatic_trail_m / t->unloaded_radius_m;
    t->qdz8 = 0;
    t->qsx4 = 0;
    t->qsy1 = s->rolling_resistance;
    t->qsy3 = 0;
    t->qsy4 = 0.004 * s->rolling_resistance;
    t->qsy7 = 1;
}

kamm_result kamm_tyre_from_spec(const kamm_tyre_spec *spec, kamm_tyre_def *tyre, kamm_error *error)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_WITH(error, spec && tyre, KAMM_ERROR_MISUSE);
    kamm_result result = kamm_check(kamm_tyre_spec_table(), spec, error);
    if (result) return result;
    struct curve_target x = {spec->peak_slip_ratio, 1, spec->slide_longitudinal, 0};
    struct curve_target y = {tan(spec->peak_slip_angle_rad), tan(1.5), spec->slide_lateral, 0};
    struct curve along, across;
    result = find_curve(x, spec->friction_longitudinal, spec->slip_stiffness, "slip_stiffness",
                        &along, error);
    if (result) return result;
    result = find_curve(y, spec->friction_lateral, spec->cornering_stiffness_per_rad,
                        "cornering_stiffness_per_rad", &across, error);
    if (result) return result;
    kamm_tyre_def made = kamm_default_tyre();
    set_body(spec, &made);
    set_longitudinal(spec, &along, &made);
    set_lateral(spec, &across, &made);
    set_combined(spec, &made);
    set_moments(spec, &made);
    set_other_laws(spec, &along, &across, &made);
    set_motorcycle(spec, &along, &made);
    set_carcass(spec, &made);
    result = kamm_check_tyre(&made, error);
    if (!result) *tyre = made;
    return result;
}
