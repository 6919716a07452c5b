#include "pen.h"
#include "../../base/vector_double.h"

#include <math.h>

#define METRES_PER_N 2e-4

int kamm_is_pen(const kamm_debug_draw_def *def)
{
    const double *c = def->centre_m;
    return def->line && fabs(c[0]) + fabs(c[1]) + fabs(c[2]) < INFINITY && def->within_m >= 0 &&
           def->metres_per_n >= 0 && def->within_m + def->metres_per_n < INFINITY;
}

int kamm_pen_draws(const kamm_debug_draw_def *pen, kamm_draw_part part)
{
    return !pen->parts || (pen->parts & (uint32_t)part);
}

int kamm_pen_reaches(const kamm_debug_draw_def *pen, const double at[3], double radius)
{
    double apart[3];
    for (int k = 0; k < 3; ++k) apart[k] = at[k] - pen->centre_m[k];
    return !(pen->within_m > 0) || length3(apart) <= pen->within_m + radius;
}

double kamm_arrow_m(const kamm_debug_draw_def *pen, double force_n)
{
    return force_n * (pen->metres_per_n > 0 ? pen->metres_per_n : METRES_PER_N);
}

void kamm_draw_line(const kamm_debug_draw_def *pen, const double from[3], const double to[3],
                    uint32_t rgb)
{
    pen->line(pen->user, from, to, rgb);
}

void kamm_draw_point(const kamm_debug_draw_def *pen, const double at[3], uint32_t rgb)
{
    if (pen->point) pen->point(pen->user, at, rgb);
}

static void add(const double at[3], double a, const double x[3], double b, const double y[3],
                double out[3])
{
    for (int k = 0; k < 3; ++k) out[k] = at[k] + (a * x[k] + b * y[k]);
}

void kamm_draw_along(const kamm_debug_draw_def *pen, const double from[3],
                     const double direction[3], double length_m, uint32_t rgb)
{
    double to[3];
    add(from, length_m, direction, 0, direction, to);
    kamm_draw_line(pen, from, to, rgb);
}

#define HEAD_SHARE 0.15 /* of an arrow's length */

void kamm_draw_arrow(const kamm_debug_draw_def *pen, const double from[3],
                     const double direction[3], const double across[3], double length_m,
                     uint32_t rgb)
{
    double to[3], side[3], head = HEAD_SHARE * length_m;
    if (length_m == 0) return;
    kamm_draw_along(pen, from, direction, length_m, rgb);
    add(from, length_m, direction, 0, across, to);
    for (int sign = -1; sign <= 1; sign += 2) {
        add(to, -head, direction, 0.5 * sign * head, across, side);
        kamm_draw_line(pen, to, side, rgb);
    }
}

void kamm_draw_cross(const kamm_debug_draw_def *pen, const double at[3], double half_m,
                     uint32_t rgb)
{
    for (int k = 0; k < 3; ++k) {
        double from[3] = {at[0], at[1], at[2]}, to[3] = {at[0], at[1], at[2]};
        from[k] -= half_m, to[k] += half_m;
        kamm_draw_line(pen, from, to, rgb);
    }
    kamm_draw_point(pen, at, rgb);
}

/* Cosines of 0 to 90 degrees by 15. */
enum { SIDES = 24, QUARTER = SIDES / 4 };
static const double cosines[QUARTER + 1] = {
    1, 0.96592582628906829, 0.86602540378443865, 0.70710678118654752, 0.5, 0.25881904510252076, 0};

static double cosine(int side)
{
    int at = side % SIDES;
    if (at > SIDES / 2) at = SIDES - at;
    return at <= QUARTER ? cosines[at] : -cosines[SIDES / 2 - at];
}

void kamm_draw_ellipse(const kamm_debug_draw_def *pen, const double at[3], const double a[3],
                       const double b[3], uint32_t rgb)
{
    double last[3], next[3];
    add(at, 1, a, 0, b, last);
    for (int i = 1; i <= SIDES; ++i) {
        add(at, cosine(i), a, cosine(i + 3 * QUARTER), b, next);
        kamm_draw_line(pen, last, next, rgb);
        for (int k = 0; k < 3; ++k) last[k] = next[k];
    }
}

void kamm_draw_circle(const kamm_debug_draw_def *pen, const double at[3], double radius_m,
                      const double x[3], const double y[3], uint32_t rgb)
{
    double a[3], b[3];
    for (int k = 0; k < 3; ++k) a[k] = radius_m * x[k], b[k] = radius_m * y[k];
    kamm_draw_ellipse(pen, at, a, b, rgb);
}
