#include "full_settle.h"

#include "../../base/error.h"

#include <math.h>
#include <string.h>

enum { UNKNOWNS = 3 + CAR_WHEELS }; /* rise, pitch, roll, travels */

/* Solves a x = b by elimination with row pivots; b becomes x. 0 if there is no solution. */
static int solve(double a[UNKNOWNS][UNKNOWNS], double b[UNKNOWNS])
{
    for (int p = 0; p < UNKNOWNS; ++p) {
        int best = p;
        for (int i = p + 1; i < UNKNOWNS; ++i)
            if (fabs(a[i][p]) > fabs(a[best][p])) best = i;
        if (!(fabs(a[best][p]) > 1e-9)) return 0;
        for (int j = 0; j < UNKNOWNS; ++j) {
            double kept = a[p][j];
            a[p][j] = a[best][j];
            a[best][j] = kept;
        }
        double kept = b[p];
        b[p] = b[best];
        b[best] = kept;
        for (int i = 0; i < UNKNOWNS; ++i) {
            double factor = i == p ? 0 : a[i][p] / a[p][p];
            for (int j = p; j < UNKNOWNS; ++j) a[i][j] -= factor * a[p][j];
            b[i] -= factor * b[p];
        }
    }
    for (int p = 0; p < UNKNOWNS; ++p) b[p] /= a[p][p];
    return 1;
}

/* Force of the tyre on the wheel, for a wheel's centre that has risen by `rise`. */
static double tyre_push(const struct full_axle_constants *axle, double rise)
{
    view tyre = {(const float *)&axle->tyre_vertical};
    double deflection = axle->tyre_vertical.radius_at_rest - axle->rest_radius_m - rise;
    return tyre_spring_force(tyre, (float)deflection, 0);
}

/* Force of the anti-roll bar on a wheel of a standing car, as anti_roll_bar.h has it, in double. */
static double bar_at_rest(const struct anti_roll_bar_constants *c, double apart)
{
    double strokes = fmax(fmin(apart * c->inverse_stroke, 1), -1);
    return c->standing_share * (c->n_per_m * apart + c->most_n * strokes);
}

/* What is out of balance: force and moments on the body, force on each wheel. Always for a car whose
 * weight lies to the right, so that a mirrored car rests in the mirror image, to the bit. */
static void residual(const struct full_constants *c, const double x[UNKNOWNS], double out[UNKNOWNS],
                     double loads[CAR_WHEELS])
{
    out[0] = -c->sprung_mass_kg * KAMM_STANDARD_GRAVITY;
    out[1] = out[2] = 0;
    for (int w = 0; w < CAR_WHEELS; ++w) {
        const struct full_axle_constants *axle = &c->axles[w / 2];
        view suspension = {(const float *)&axle->suspension};
        double y = (w % 2 ? -1 : 1) * axle->half_track_m + fabs(axle->left_offset_m);
        double travel = x[3 + w], other = x[3 + (w ^ 1)];
        double shift = axle->suspension.inset * (travel - other);
        double rise = x[0] - x[1] * axle->behind_m + x[2] * y + travel;
        double own = spring_force(suspension, (float)(travel - shift));
        double across = spring_force(suspension, (float)(other + shift));
        double spring = own - axle->suspension.inset * (own - across) +
                        bar_at_rest(&axle->anti_roll_bar, travel - other);
        loads[w] = tyre_push(axle, rise);
        double height = axle->rest_radius_m - axle->hub_z_m; /* over which the body leans */
        out[0] += spring;
        out[1] -= spring * (axle->behind_m - height * x[1]);
        /* The tyre is a toroid: leaning, it stands on the side of its crown. */
        double aside = axle->tyre_vertical.radius_at_rest - axle->tyre_vertical.crown_radius;
        out[2] += spring * (y + (aside - axle->hub_z_m) * x[2]);
        out[3 + w] = loads[w] - spring - axle->unsprung_mass_kg * KAMM_STANDARD_GRAVITY;
    }
}

static int newton_step(const struct full_constants *c, double x[UNKNOWNS],
                       const double now[UNKNOWNS])
{
    static const double h = 1e-4;
    double slope[UNKNOWNS][UNKNOWNS], change[UNKNOWNS], ahead[UNKNOWNS], loads[CAR_WHEELS];
    for (int j = 0; j < UNKNOWNS; ++j) {
        double moved[UNKNOWNS];
        memcpy(moved, x, sizeof moved);
        moved[j] += h;
        residual(c, moved, ahead, loads);
        for (int i = 0; i < UNKNOWNS; ++i) slope[i][j] = (ahead[i] - now[i]) / h;
    }
    memcpy(change, now, sizeof change);
    if (!solve(slope, change)) return 0;
    for (int i = 0; i < UNKNOWNS; ++i) x[i] -= fmax(fmin(change[i], 0.05), -0.05);
    return 1;
}

/* For weight on the left right becomes left; for weight in the middle both sides are alike. */
static void turn_sides(double offset, double *roll, double wheels[CAR_WHEELS])
{
    if (offset > 0) return;
    *roll = offset < 0 ? -*roll : 0;
    for (int w = 0; w < CAR_WHEELS; w += 2) {
        double left = wheels[w];
        wheels[w] = offset < 0 ? wheels[w + 1] : left;
        wheels[w + 1] = left;
    }
}

kamm_result kamm_full_settle(const struct full_constants *constants, const struct statics *statics,
                             struct full_rest *rest, kamm_error *error)
{
    double x[UNKNOWNS] = {0}, now[UNKNOWNS], loads[CAR_WHEELS], worst = 0;
    for (int round = 0; round < 60; ++round) {
        residual(constants, x, now, loads);
        worst = 0;
        for (int i = 0; i < UNKNOWNS; ++i) worst = fmax(worst, fabs(now[i]));
        if (worst < 1e-6 * statics->total_mass_kg * KAMM_STANDARD_GRAVITY) break;
        if (!newton_step(constants, x, now)) break;
    }
    if (!(worst < 1e-3 * statics->total_mass_kg * KAMM_STANDARD_GRAVITY) || fabs(x[0]) > 0.5)
        return kamm_fail(
            error, KAMM_ERROR_RANGE, "payload",
            "payload: the springs and stops do not carry %g kg; %.3g N are left out of "
            "balance",
            statics->total_mass_kg, worst);
    double offset = constants->axles[0].left_offset_m, roll = x[2];
    turn_sides(offset, &x[2], &x[3]);
    turn_sides(offset, &roll, loads);
    rest->rise_m = x[0];
    rest->pitch_rad = x[1];
    rest->roll_rad = x[2];
    memcpy(rest->travel_m, &x[3], sizeof rest->travel_m);
    memcpy(rest->load_n, loads, sizeof rest->load_n);
    return KAMM_OK;
}
