/* Linkages that steer: what the rack makes of both wheels, and the polynomials by which the step knows it
 * (src/part/steering.h).
 *
 * The wheels' headings are measured with the wheels' centres at the height of rest. The step turns the upright about
 * the steering axis of rest, by the angle that gives the same heading. Where cot is the mean of both wheels' cot and
 * the spread half their difference, Ackermann's form has both wheels' angles, whatever the linkage. */
#include "hardpoints.h"

#include "../base/error.h"
#include "../base/vector_double.h"

static const double PI = 3.14159265358979323846;

/* Returns the angle of the left wheel, positive to the left, with the rack at that place. */
static kamm_result left_angle(const struct mechanism *m, double rack_m, double *angle,
                              kamm_error *error)
{
    struct linkage_probe probe;
    struct wheel_figures rest, wheel;
    kamm_result result = kamm_start_probe(m, WAY_ALIKE, &probe, error);
    if (result != KAMM_OK) return result;
    kamm_measure_wheel(&probe, 1, &rest);
    result = kamm_move_probe(&probe, 0, rack_m, error);
    if (result != KAMM_OK) return result;
    kamm_measure_wheel(&probe, 1, &wheel);
    *angle = rest.toe_in_rad - wheel.toe_in_rad;
    return KAMM_OK;
}

kamm_result kamm_steer_mechanism(const struct mechanism *m, double rack_m, double angle_rad[2],
                                 kamm_error *error)
{
    kamm_result result = left_angle(m, rack_m, &angle_rad[0], error);
    if (result == KAMM_OK) result = left_angle(m, -rack_m, &angle_rad[1], error);
    angle_rad[1] = -angle_rad[1];
    return result;
}

kamm_result kamm_rack_per_angle(const struct mechanism *m, double *m_per_rad, kamm_error *error)
{
    double angle[2], step = 0.001;
    kamm_result result = kamm_steer_mechanism(m, step, angle, error);
    if (result != KAMM_OK) return result;
    double mean = 0.5 * (angle[0] + angle[1]);
    if (!(fabs(mean) > 0.05 * step))
        return kamm_fail(error, KAMM_ERROR_RANGE, "axles.suspension.hardpoints",
                         "axles[%d].suspension.hardpoints: the axle steers, but the tie rod does "
                         "not turn the wheel; 1 mm of rack turns it by %.2g rad",
                         m->axle, mean);
    *m_per_rad = step / mean;
    return KAMM_OK;
}

/* -- what the step has ------------------------------------------------------------------------- */

/* How far a turn about the steering axis turns the left wheel's heading to the left. */
static double heading_of_turn(const double up[3], const double axis[3], double turn_rad)
{
    double side[3], turned[3], along = dot3(up, axis) * (1 - cos(turn_rad));
    cross3(up, axis, side);
    for (int i = 0; i < 3; ++i)
        turned[i] = axis[i] * cos(turn_rad) + side[i] * sin(turn_rad) + up[i] * along;
    return atan2(axis[0], axis[1]) - atan2(turned[0], turned[1]);
}

/* The turn about the steering axis with that heading: Newton's method, with the slope as a difference. */
static double turn_of_heading(const double up[3], const double axis[3], double heading_rad)
{
    double turn = heading_rad;
    for (int i = 0; i < 20; ++i) {
        double step = 1e-4, at = heading_of_turn(up, axis, turn);
        double slope = (heading_of_turn(up, axis, turn + step) - at) / step;
        turn += (heading_rad - at) / slope;
    }
    return turn;
}

static kamm_result fail_dead_point(const struct mechanism *m, double rack_m, const double turn[2],
                                   kamm_error *error)
{
    return kamm_fail(error, KAMM_ERROR_RANGE, "axles.suspension.hardpoints",
                     "axles[%d].suspension.hardpoints: on the way to steering.lock_rad the rack at "
                     "%.0f mm turns the wheels by %.3g and %.3g rad; allowed: both the same way, "
                     "each below 1.4",
                     m->axle, 1000 * rack_m, turn[0], turn[1]);
}

/* Where tie rods have the axle at an angle of its share of the rack's. */
struct led {
    double ratio, spread; /* of the middle's angle over it */
};

static kamm_result lead_wheels(const struct mechanism *m, const double up[3], double m_per_rad,
                               double at_rad, struct led *out, kamm_error *error)
{
    double turn[2];
    kamm_result result = kamm_steer_mechanism(m, at_rad * m_per_rad, turn, error);
    if (result != KAMM_OK) return result;
    turn[0] = turn_of_heading(up, m->spin_axis, turn[0]);
    turn[1] = -turn_of_heading(up, m->spin_axis, -turn[1]);
    for (int i = 0; i < 2; ++i)
        if (!(turn[i] > 0 && turn[i] < 1.4))
            return fail_dead_point(m, at_rad * m_per_rad, turn, error);
    double left = 1 / tan(turn[0]), right = 1 / tan(turn[1]);
    out->ratio = atan2(2, left + right) / at_rad;
    out->spread = 0.5 * (right - left);
    return KAMM_OK;
}

/* The polynomial through the points (Newton's divided differences). A zero comes out as the last bits of a libm's
 * functions, which differ from one to the next. */
static void fit_polynomial(const double x[TIE_ROD_TERMS], double y[TIE_ROD_TERMS],
                           num terms[TIE_ROD_TERMS])
{
    enum { N = TIE_ROD_TERMS };
    double power[N] = {0};
    for (int order = 1; order < N; ++order)
        for (int i = N - 1; i >= order; --i) y[i] = (y[i] - y[i - 1]) / (x[i] - x[i - order]);
    for (int i = N - 1; i >= 0; --i)
        for (int k = N - 1; k >= 0; --k) power[k] = (k > 0 ? power[k - 1] : y[i]) - x[i] * power[k];
    for (int i = 0; i < N; ++i) terms[i] = fabs(power[i]) < 1e-9 ? 0 : (float)power[i];
}

/* In Chebyshev's points, of the square of the angle. */
kamm_result kamm_compile_tie_rods(const struct mechanism *m, double last_rad,
                                  struct tie_rod_constants *c, kamm_error *error)
{
    double x[TIE_ROD_TERMS], ratio[TIE_ROD_TERMS], spread[TIE_ROD_TERMS], m_per_rad;
    struct linkage_probe rest;
    struct steering_axis pin;
    struct led led;
    kamm_result result = kamm_rack_per_angle(m, &m_per_rad, error);
    if (result == KAMM_OK) result = kamm_start_probe(m, WAY_ALIKE, &rest, error);
    if (result != KAMM_OK) return result;
    if (!kamm_find_steering_axis(&rest, &pin)) return KAMM_ERROR_RANGE; /* refused before */
    result = lead_wheels(m, pin.up, m_per_rad, last_rad, &led, error);
    for (int i = 0; i < TIE_ROD_TERMS && result == KAMM_OK; ++i) {
        x[i] = last_rad * last_rad * (0.5 - 0.5 * cos((2 * i + 1) * PI / (2 * TIE_ROD_TERMS)));
        result = lead_wheels(m, pin.up, m_per_rad, sqrt(x[i]), &led, error);
        ratio[i] = led.ratio, spread[i] = led.spread;
    }
    if (result != KAMM_OK) return result;
    fit_polynomial(x, ratio, c->middle);
    fit_polynomial(x, spread, c->spread);
    c->last = (float)(last_rad * last_rad);
    return KAMM_OK;
}
