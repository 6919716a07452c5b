#include "tank_compile.h"

#include <math.h>
#include <string.h>

#define PI 3.14159265358979323846

/* -- a round tank's first mode across it -- */

enum { POLYNOMIALS = 7, POINTS = 400 };

/* r^n sin(n theta) with theta from straight below the axis, of radius 1; and its slopes. */
static void polynomials_at(double y, double z, double phi[POLYNOMIALS], double up[POLYNOMIALS])
{
    double re = 1, im = 0; /* (-z + i y)^(n - 1) */
    for (int n = 1; n <= POLYNOMIALS; ++n) {
        up[n - 1] = -n * im;
        double next = -z * re - y * im;
        im = -z * im + y * re;
        re = next;
        phi[n - 1] = im;
    }
}

/* The energy of the flow, as the work on wall and surface, and that of the surface, of half of a tank. */
static void find_energies(double level, double k[POLYNOMIALS][POLYNOMIALS],
                          double m[POLYNOMIALS][POLYNOMIALS])
{
    double half = sqrt(1 - level * level), end = acos(-level);
    double phi[POLYNOMIALS], up[POLYNOMIALS];
    memset(k, 0, sizeof(double[POLYNOMIALS][POLYNOMIALS]));
    memset(m, 0, sizeof(double[POLYNOMIALS][POLYNOMIALS]));
    for (int p = 0; p < POINTS; ++p) {
        double at = (p + 0.5) / POINTS, theta = at * end;
        polynomials_at(at * half, level, phi, up);
        for (int i = 0; i < POLYNOMIALS; ++i)
            for (int j = 0; j < POLYNOMIALS; ++j) {
                m[i][j] += phi[i] * phi[j] * half / POINTS;
                k[i][j] += phi[i] * up[j] * half / POINTS;
                k[i][j] += sin((i + 1) * theta) * (j + 1) * sin((j + 1) * theta) * end / POINTS;
            }
    }
}

/* x = k^-1 b, k symmetric and positive. */
static void solve(double k[POLYNOMIALS][POLYNOMIALS], const double *b, double *x)
{
    double a[POLYNOMIALS][POLYNOMIALS + 1];
    for (int i = 0; i < POLYNOMIALS; ++i) {
        for (int j = 0; j < POLYNOMIALS; ++j) a[i][j] = 0.5 * (k[i][j] + k[j][i]);
        a[i][POLYNOMIALS] = b[i];
    }
    for (int p = 0; p < POLYNOMIALS; ++p)
        for (int i = 0; i < POLYNOMIALS; ++i) {
            double factor = i == p ? 0 : a[i][p] / a[p][p];
            for (int j = p; j <= POLYNOMIALS && i != p; ++j) a[i][j] -= factor * a[p][j];
        }
    for (int i = 0; i < POLYNOMIALS; ++i) x[i] = a[i][POLYNOMIALS] / a[i][i];
}

/* The least lambda of K x = lambda M x, by iteration on its inverse. */
double kamm_cylinder_mode(double fill)
{
    double k[POLYNOMIALS][POLYNOMIALS], m[POLYNOMIALS][POLYNOMIALS], x[POLYNOMIALS] = {1};
    double lambda = 1;
    find_energies(2 * fill - 1, k, m);
    for (int round = 0; round < 60; ++round) {
        double b[POLYNOMIALS] = {0}, over = 0, under = 0, size = 0;
        for (int i = 0; i < POLYNOMIALS; ++i)
            for (int j = 0; j < POLYNOMIALS; ++j) b[i] += m[i][j] * x[j];
        solve(k, b, x);
        for (int i = 0; i < POLYNOMIALS; ++i) {
            for (int j = 0; j < POLYNOMIALS; ++j)
                over += x[i] * k[i][j] * x[j], under += x[i] * m[i][j] * x[j];
            size = fmax(size, fabs(x[i]));
        }
        for (int i = 0; i < POLYNOMIALS; ++i) x[i] /= size;
        lambda = over / under;
    }
    return lambda;
}

/* -- tanks -- */

/* Swing of `ends` rectangular surfaces side by side. `area_moment` is that of all of them, I. */
static struct swing rectangular_swing(double extent, double depth, double surface_m,
                                      double area_moment, double density, double liquid_kg,
                                      double fill)
{
    double k = PI / extent, radius = 1 / (k * tanh(k * depth));
    struct swing s = {.radius_m = radius, .mass_kg = density * area_moment / radius};
    s.height_m = surface_m - 2 / k * tanh(k * depth / 2);
    s.reach_m = extent / 2 * (1 - fill) * liquid_kg / s.mass_kg;
    return s;
}

static struct tank rectangular_tank(const kamm_tank_def *def)
{
    double length = def->length_m, width = def->width_m, depth = def->fill * def->height_m;
    double cell = length / def->compartments, density = def->density_kgpm3;
    struct tank t = {.mass_kg = density * length * width * depth, .height_m = depth / 2};
    double part = t.mass_kg / 12;
    t.inertia_kgm2[0] = part * (width * width + depth * depth);
    t.inertia_kgm2[1] = part * (length * length + depth * depth);
    t.inertia_kgm2[2] = part * (length * length + width * width);
    t.swing[0] = rectangular_swing(cell, depth, depth, length * width * cell * cell / 12, density,
                                   t.mass_kg, def->fill);
    t.swing[1] = rectangular_swing(width, depth, depth, length * width * width * width / 12,
                                   density, t.mass_kg, def->fill);
    return t;
}

/* Second moments of the section about the axis over its area: upwards and sideways. */
static void section_moments(double radius, double level, double area, double *high, double *wide)
{
    *high = *wide = 0;
    for (int p = 0; p < POINTS; ++p) {
        double z = -radius + (p + 0.5) / POINTS * (level + radius);
        double y = sqrt(radius * radius - z * z), strip = 2 * y * (level + radius) / POINTS / area;
        *high += z * z * strip, *wide += y * y / 3 * strip;
    }
}

static struct tank lying_cylinder(const kamm_tank_def *def)
{
    double radius = def->height_m / 2, depth = def->fill * def->height_m, level = depth - radius;
    double half = sqrt(radius * radius - level * level), length = def->length_m;
    double area = radius * radius * acos(-level / radius) + level * half;
    double below = 2.0 / 3 * half * half * half / area, cell = length / def->compartments;
    struct tank t = {.mass_kg = def->density_kgpm3 * length * area, .is_round = 1};
    double l = radius / kamm_cylinder_mode(def->fill), high, wide;
    t.height_m = radius - below;
    section_moments(radius, level, area, &high, &wide);
    t.inertia_kgm2[0] = t.mass_kg * below * (l - below);
    t.inertia_kgm2[1] = t.mass_kg * (length * length / 12 + high - below * below);
    t.inertia_kgm2[2] = t.mass_kg * (length * length / 12 + wide);
    t.swing[0] =
        rectangular_swing(cell, area / (2 * half), depth, length * 2 * half * cell * cell / 12,
                          def->density_kgpm3, t.mass_kg, def->fill);
    t.swing[1] = (struct swing){.mass_kg = t.mass_kg * below / l,
                                .height_m = radius - l,
                                .radius_m = l,
                                .reach_m = PI / 2 * l};
    return t;
}

struct tank kamm_tank_of(const kamm_tank_def *def)
{
    static const struct tank none;
    return def->shape == KAMM_TANK_RECTANGULAR ? rectangular_tank(def)
           : def->shape == KAMM_TANK_CYLINDER  ? lying_cylinder(def)
                                               : none;
}

double kamm_laden_mass_kg(const kamm_vehicle_def *def)
{
    return def->body.mass_kg + def->payload.mass_kg + kamm_tank_of(&def->tank).mass_kg +
           def->shifting_load.mass_kg;
}

void kamm_place_in_tank(const kamm_vehicle_def *def, double height_m, double at[3])
{
    at[0] = def->body.cg_behind_front_axle_m - def->tank.middle_behind_front_axle_m;
    at[1] = def->tank.middle_left_m - def->body.cg_left_m;
    at[2] = def->tank.bottom_height_m + height_m;
}
