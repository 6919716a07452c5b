/* Tyres of arcade vehicles: a curve by three numbers, grip, and load.
 *
 * Grip multiplies friction and the slopes at no slip alike, in each law. So force over grip against slip stays, and
 * peaks stay where they were. A load factor multiplies the load to which the coefficients refer. So the similar
 * tyre under the larger load has the larger forces at the same slips (Pacejka, Tyre and Vehicle Dynamics, ch. 4.2). */
#include "arcade_tyre.h"

#include <math.h>

#define SLIDES_RAD 1.4 /* the slip angle at which a tyre counts as sliding sideways */
/* Side forces of these many slip angles find a peak. */
enum { ANGLES = 90 };

static void multiply(double *const *values, int count, double factor)
{
    for (int i = 0; i < count; ++i) *values[i] *= factor;
}
#define MULTIPLY(factor, ...)                                               \
    do {                                                                    \
        double *const values_[] = {__VA_ARGS__};                            \
        multiply(values_, (int)(sizeof values_ / sizeof *values_), factor); \
    } while (0)

struct peaks {
    double across, angle_rad, slide; /* of the side force, over load */
    double along, ratio, locked;     /* of the longitudinal force */
};

/* Forces over the nominal load, of a left wheel; a tyre that is not valid has none, and compile of the model says why. */
static struct peaks peaks_of(const kamm_tyre_def *tyre)
{
    const kamm_tyre_conditions at = {.load_n = tyre->nominal_load_n,
                                     .friction = 1,
                                     .speed_mps = tyre->test_speed_mps,
                                     .side = 1};
    double ratios[2 * ANGLES], angles[2 * ANGLES], fx[2 * ANGLES], fy[2 * ANGLES];
    for (int i = 0; i < ANGLES; ++i) {
        double share = (i + 1.0) / ANGLES;
        ratios[i] = 0, angles[i] = SLIDES_RAD * share;
        ratios[ANGLES + i] = share * share, angles[ANGLES + i] = 0;
    }
    struct peaks found = {1, 0.14, 1, 1, 0.1, 1};
    if (kamm_tyre_forces(tyre, &at, 2 * ANGLES, ratios, angles, fx, fy, NULL)) return found;
    found.across = found.along = 0;
    for (int i = 0; i < ANGLES; ++i) {
        double side = fabs(fy[i]) / at.load_n, forward = fabs(fx[ANGLES + i]) / at.load_n;
        if (side > found.across) found.across = side, found.angle_rad = angles[i];
        if (forward > found.along) found.along = forward, found.ratio = ratios[ANGLES + i];
        found.slide = side, found.locked = forward;
    }
    return found;
}

double kamm_arcade_friction(const kamm_tyre_def *tyre) { return peaks_of(tyre).across; }

static double or_own(double value, double own) { return value > 0 ? value : own; }
static double between(double value, double min, double max) { return fmin(fmax(value, min), max); }

/* What the few numbers of a curve leave to the tyre. */
static kamm_tyre_spec spec_of(const kamm_tyre_def *tyre)
{
    kamm_tyre_spec spec = kamm_default_tyre_spec();
    for (size_t i = 0; i < sizeof spec.name; ++i) spec.name[i] = tyre->name[i];
    spec.width_m = tyre->width_m;
    spec.rim_diameter_m = 2 * tyre->rim_radius_m;
    spec.aspect_ratio = (tyre->unloaded_radius_m - tyre->rim_radius_m) / tyre->width_m;
    spec.inflation_pressure_pa = tyre->inflation_pressure_pa;
    spec.nominal_load_n = tyre->nominal_load_n;
    spec.vertical_stiffness_n_per_m = tyre->vertical_stiffness_n_per_m;
    spec.vertical_damping_ns_per_m = tyre->vertical_damping_ns_per_m;
    spec.rolling_resistance = between(tyre->qsy1, 0, 1);
    spec.mass_kg = tyre->mass_kg;
    spec.pneumatic_trail_m = between(tyre->qdz1 * tyre->unloaded_radius_m, 0, 2);
    spec.friction_load_sensitivity = between(tyre->pdy2 / tyre->pdy1, -1, 0.5);
    spec.heat = tyre->heat;
    spec.wear = tyre->wear;
    spec.crown_radius_m = tyre->crown_radius_m;
    spec.max_camber_rad = between(tyre->camber_max_rad, 0, 1.3);
    return spec;
}

/* The side force is the curve's; along the tyre friction and slip change in the same proportion. */
static void shape_spec(const kamm_grip_curve_def *curve, const struct peaks *own,
                       kamm_tyre_spec *spec)
{
    double peak = or_own(curve->peak, own->across);
    double angle = or_own(curve->peak_slip_angle_rad, own->angle_rad);
    spec->friction_lateral = between(peak, 0.05, 5);
    spec->friction_longitudinal = between(peak * own->along / own->across, 0.05, 5);
    spec->peak_slip_angle_rad = between(angle, 0.015, 0.45);
    spec->peak_slip_ratio = between(own->ratio * tan(angle) / tan(own->angle_rad), 0.01, 0.35);
    spec->slide_lateral = between(or_own(curve->slide, own->slide / own->across), 0.3, 0.98);
    spec->slide_longitudinal =
        curve->slide > 0 ? spec->slide_lateral : between(own->locked / own->along, 0.3, 0.98);
}

kamm_result kamm_arcade_curve(const kamm_grip_curve_def *curve, kamm_tyre_def *tyre,
                              kamm_error *error)
{
    if (!(curve->peak_slip_angle_rad > 0) && !(curve->peak > 0) && !(curve->slide > 0))
        return KAMM_OK;
    const struct peaks own = peaks_of(tyre);
    kamm_tyre_spec spec = spec_of(tyre);
    shape_spec(curve, &own, &spec);
    return kamm_tyre_from_spec(&spec, tyre, error);
}

void kamm_arcade_grip(double factor, kamm_tyre_def *tyre)
{
    kamm_tmeasy_def *t = &tyre->tmeasy;
    kamm_linear_tyre_def *l = &tyre->linear;
    kamm_motorcycle_tyre_def *m = &tyre->motorcycle;
    MULTIPLY(factor, &tyre->lmux, &tyre->lmuy, &tyre->lkx, &tyre->lky);
    MULTIPLY(factor, &tyre->longitudinal_stiffness_n_per_m, &tyre->lateral_stiffness_n_per_m);
    MULTIPLY(factor, &t->slope_x_n, &t->slope_x_double_n, &t->peak_x_n, &t->peak_x_double_n,
             &t->slide_x_n, &t->slide_x_double_n, &t->slope_y_n, &t->slope_y_double_n, &t->peak_y_n,
             &t->peak_y_double_n, &t->slide_y_n, &t->slide_y_double_n);
    MULTIPLY(factor, &l->cornering_stiffness_per_rad, &l->slip_stiffness, &l->friction_longitudinal,
             &l->friction_lateral);
    MULTIPLY(factor, &m->pdx1, &m->pkx1, &m->pdy1, &m->pky1, &m->pky6);
}

void kamm_arcade_load(double factor, kamm_tyre_def *tyre)
{
    kamm_tmeasy_def *t = &tyre->tmeasy;
    MULTIPLY(factor, &tyre->nominal_load_n, &tyre->load_min_n, &tyre->load_max_n,
             &tyre->vertical_stiffness_n_per_m, &tyre->bottom_stiffness_n_per_m,
             &tyre->longitudinal_stiffness_n_per_m, &tyre->lateral_stiffness_n_per_m);
    MULTIPLY(factor, &t->slope_x_n, &t->slope_x_double_n, &t->peak_x_n, &t->peak_x_double_n,
             &t->slide_x_n, &t->slide_x_double_n, &t->slope_y_n, &t->slope_y_double_n, &t->peak_y_n,
             &t->peak_y_double_n, &t->slide_y_n, &t->slide_y_double_n);
    tyre->vertical_damping_ns_per_m *= sqrt(factor);
    tyre->standing_damping_s /= sqrt(factor);
}
