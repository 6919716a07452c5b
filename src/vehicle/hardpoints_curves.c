/* A linkage's motion as the curves and numbers of the suspension that the step knows. */
#include "hardpoints.h"

#include "../base/error.h"

#include <math.h>
#include <stddef.h>

enum { KNOTS = CURVE_INTERVALS + 1 };

/* Values for the tables at a travel. */
struct sample {
    double camber, camber_slope, toe, toe_slope;
    double outward, outward_slope, forward, forward_slope, turn_back_slope;
};

static void add_figures(const struct mechanism *m, const struct linkage_probe *p, int side,
                        double radius_m, double weight, struct sample *s)
{
    const double at_rest = -asin(m->spin_axis[2]);
    struct wheel_figures w;
    kamm_measure_wheel(p, side, &w);
    double foot = radius_m * (sin(w.camber_rad) - sin(at_rest));
    s->camber += weight * w.camber_rad;
    s->camber_slope += weight * w.camber_slope;
    s->toe += weight * w.toe_in_rad;
    s->toe_slope += weight * w.toe_slope;
    s->outward += weight * (w.centre[1] - m->centre[1] - foot);
    s->outward_slope +=
        weight * (w.centre_slope[1] - radius_m * cos(w.camber_rad) * w.camber_slope);
    s->forward += weight * (w.centre[0] - m->centre[0]);
    s->forward_slope += weight * w.centre_slope[0];
    s->turn_back_slope += weight * w.turn_back_slope;
}

/* For a beam the sample is the mean of both wheels at that travel of their own. */
static kamm_result take_sample(const struct mechanism *m, struct linkage_probe *p,
                               struct linkage_probe *other, double travel_m, double radius_m,
                               struct sample *s, kamm_error *error)
{
    double weight = m->beam ? 0.5 : 1;
    kamm_result result = kamm_move_probe(p, travel_m, 0, error);
    *s = (struct sample){0};
    if (result == KAMM_OK) add_figures(m, p, 1, radius_m, weight, s);
    if (!m->beam || result != KAMM_OK) return result;
    result = kamm_move_probe(other, p->way == WAY_AGAINST ? -travel_m : travel_m, 0, error);
    if (result == KAMM_OK) add_figures(m, other, -1, radius_m, weight, s);
    return result;
}

/* From rest up, then from rest down. */
static kamm_result sweep(const struct mechanism *m, enum way way, double first, double step,
                         double radius_m, struct sample samples[KNOTS], kamm_error *error)
{
    struct linkage_probe p, other;
    int middle = (int)ceil(-first / step);
    kamm_result result = KAMM_OK;
    for (int up = 1; up >= 0; --up) {
        result = kamm_start_probe(m, way, &p, error);
        if (result == KAMM_OK) result = kamm_start_probe(m, way, &other, error);
        for (int k = up ? middle : middle - 1; k >= 0 && k < KNOTS && result == KAMM_OK;
             k += up ? 1 : -1)
            result = take_sample(m, &p, &other, first + k * step, radius_m, &samples[k], error);
        if (result != KAMM_OK) return result;
    }
    return result;
}

/* Values and slopes as they are: such a curve is smooth, and needs no limits to its slopes. */
static void fill_table(double first, double step, const struct sample samples[KNOTS],
                       size_t value_at, size_t slope_at, struct curve_table *table)
{
    for (int k = 0; k < KNOTS; ++k) {
        const char *sample = (const char *)&samples[k];
        table->value[k] = (float)*(const double *)(sample + value_at);
        table->slope[k] = (float)(*(const double *)(sample + slope_at) * step);
    }
    table->first = (float)first;
    table->last = (float)(first + CURVE_INTERVALS * step);
    table->knots_per_unit = (float)(1 / step);
    table->extended = 1;
    table->curved = 1;
    table->line_slope = 0;
}

/* For the turn back only the slope is known and used. */
static void fill_turn_back(double first, double step, struct sample samples[KNOTS],
                           struct curve_table *table)
{
    double sum = 0;
    for (int k = 0; k < KNOTS; ++k) {
        double slope = samples[k].turn_back_slope;
        if (k > 0) sum += 0.5 * step * (samples[k - 1].turn_back_slope + slope);
        samples[k].forward = sum;
    }
    fill_table(first, step, samples, offsetof(struct sample, forward),
               offsetof(struct sample, turn_back_slope), table);
}

#define FILL(member, table)                                           \
    fill_table(first, step, samples, offsetof(struct sample, member), \
               offsetof(struct sample, member##_slope), &c->table)

kamm_result kamm_compile_mechanism(const struct mechanism *m, double radius_m,
                                   struct suspension_constants *c, kamm_error *error)
{
    struct sample samples[KNOTS];
    double half = 0.5 * (m->high_m - m->low_m);
    double first = m->dependent ? -half : m->low_m;
    double step = (m->high_m - m->low_m) / CURVE_INTERVALS;
    kamm_result result = sweep(m, WAY_AGAINST, first, step, radius_m, samples, error);
    if (result != KAMM_OK) return result;
    FILL(camber, camber);
    FILL(toe, toe);
    FILL(outward, lateral);
    first = m->low_m;
    if (m->dependent) result = sweep(m, WAY_ALIKE, first, step, radius_m, samples, error);
    if (result != KAMM_OK) return result;
    FILL(forward, longitudinal);
    fill_turn_back(first, step, samples, &c->caster);
    c->curved = 1;
    return KAMM_OK;
}

kamm_result kamm_take_kingpin(kamm_axle_def *axle, const struct mechanism *m, double radius_m,
                              kamm_error *error)
{
    struct linkage_probe p;
    struct steering_axis pin;
    struct wheel_figures wheel;
    struct kingpin_figures k;
    if (!m->rack) return KAMM_OK;
    kamm_result result = kamm_start_probe(m, WAY_ALIKE, &p, error);
    if (result != KAMM_OK) return result;
    if (!kamm_find_steering_axis(&p, &pin))
        return kamm_fail(error, KAMM_ERROR_RANGE, "axles.suspension.hardpoints",
                         "axles[%d].suspension.hardpoints: the axle steers, but these points have "
                         "no steering axis that stands upright",
                         m->axle);
    kamm_measure_wheel(&p, 1, &wheel);
    kamm_measure_kingpin(&pin, &wheel, radius_m, &k);
    axle->suspension.caster_rad = k.caster_rad;
    axle->suspension.kingpin_inclination_rad = k.inclination_rad;
    axle->suspension.trail_offset_m = k.ahead_m;
    axle->suspension.scrub_radius_m = k.inward_m - radius_m * tan(k.inclination_rad);
    return KAMM_OK;
}
