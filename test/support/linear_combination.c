#include "linear_combination.h"

#include "cars.h"

#include <math.h>
#include <string.h>

/* Roots of z^4 + c[3] z^3 + … + c[0], by Durand and Kerner. */
void find_roots(const double c[ORDER], double complex root[ORDER])
{
    double scale = 0;
    for (int i = 0; i < ORDER; ++i) scale = fmax(scale, pow(fabs(c[i]), 1.0 / (ORDER - i)));
    for (int i = 0; i < ORDER; ++i) root[i] = scale * cpow(0.4 + 0.9 * I, i);
    for (int n = 0; n < 500; ++n)
        for (int i = 0; i < ORDER; ++i) {
            double complex z = root[i], value = 1, apart = 1;
            for (int k = ORDER - 1; k >= 0; --k) value = value * z + c[k];
            for (int k = 0; k < ORDER; ++k)
                if (k != i) apart *= z - root[k];
            root[i] -= value / apart;
        }
}

/* The characteristic polynomial, by Faddeev and LeVerrier. */
static void characteristic(double a[ORDER][ORDER], double c[ORDER])
{
    double m[ORDER][ORDER] = {{0}}, next[ORDER][ORDER], last = 1;
    for (int k = 1; k <= ORDER; ++k) {
        double trace = 0;
        for (int i = 0; i < ORDER; ++i)
            for (int j = 0; j < ORDER; ++j) {
                next[i][j] = i == j ? last : 0;
                for (int n = 0; n < ORDER; ++n) next[i][j] += a[i][n] * m[n][j];
            }
        memcpy(m, next, sizeof m);
        for (int i = 0; i < ORDER; ++i)
            for (int n = 0; n < ORDER; ++n) trace += a[i][n] * m[n][i];
        last = c[ORDER - k] = -trace / k;
    }
}

/* x = A^-1 b of three equations, for each of five columns. */
static void solve_three(double a[3][3], double b[3][ORDER + 1])
{
    for (int k = 0; k < 3; ++k)
        for (int i = 0; i < 3; ++i) {
            if (i == k) continue;
            double f = a[i][k] / a[k][k];
            for (int j = 0; j < 3; ++j) a[i][j] -= f * a[k][j];
            for (int j = 0; j <= ORDER; ++j) b[i][j] -= f * b[k][j];
        }
    for (int k = 0; k < 3; ++k)
        for (int j = 0; j <= ORDER; ++j) b[k][j] /= a[k][k];
}

/* States v, r, s, t. The caravan's points lie at y = y_car - ball * heading - d * heading of the caravan. */
void system_of(const struct linear_combination *l, double u, double a[ORDER][ORDER],
               double steered[ORDER])
{
    double h = l->ball_m, d = l->to_cg_m, m2 = l->mass[1];
    double mass[3][3] = {
        {l->mass[0] + m2, -m2 * h, -m2 * d},
        {-m2 * h, l->inertia[0] + m2 * h * h, m2 * h * d},
        {-m2 * d, m2 * h * d, l->inertia[1] + m2 * d * d},
    };
    /* m (dv/dt + u r) of both: the caravan's lateral acceleration has u r as well, in the car's axes. */
    double b[3][ORDER + 1] = {
        {0, -(l->mass[0] + m2) * u, 0, 0}, {0, m2 * h * u, 0, 0}, {0, m2 * d * u, 0, 0}};
    /* Each axle: its lateral velocity over u, less its heading, and how a force there works on v, r, s. */
    for (int i = 0; i < 2 + l->trailer_axles; ++i) {
        int towed = i > 1;
        double behind = l->to_axle_m + (i - 2 - 0.5 * (l->trailer_axles - 1)) * l->spread_m;
        const double arm[3] = {1,
                               i == 0   ? l->front_m
                               : i == 1 ? -l->rear_m
                                        : -h,
                               towed ? -behind : 0};
        double stiffness = towed ? l->stiffness[2] / l->trailer_axles : l->stiffness[i];
        for (int row = 0; row < 3; ++row) {
            for (int k = 0; k < 3; ++k) b[row][k] -= stiffness * arm[row] * arm[k] / u;
            if (towed) b[row][3] += stiffness * arm[row];
            if (i == 0) b[row][ORDER] = stiffness * arm[row];
        }
    }
    solve_three(mass, b);
    for (int row = 0; row < 3; ++row) {
        memcpy(a[row], b[row], sizeof a[row]);
        steered[row] = b[row][ORDER];
    }
    steered[3] = 0;
    memcpy(a[3], (const double[ORDER]){0, -1, 1, 0}, sizeof a[3]);
}

/* The least damped pair. */
struct mode worst_of(const double complex root[ORDER])
{
    struct mode worst = {0, 2};
    for (int i = 0; i < ORDER; ++i) {
        double damping = -creal(root[i]) / cabs(root[i]);
        if (fabs(cimag(root[i])) > 0.1 && damping < worst.damping)
            worst = (struct mode){cabs(root[i]) / (2 * PI), damping};
    }
    return worst;
}

struct mode linear_mode(const struct linear_combination *l, double u)
{
    double a[ORDER][ORDER], c[ORDER], steered[ORDER];
    double complex root[ORDER];
    system_of(l, u, a, steered);
    characteristic(a, c);
    find_roots(c, root);
    return worst_of(root);
}

double critical_mps(const struct linear_combination *l)
{
    double low = 10, high = 100;
    while (high - low > 1e-4) {
        double middle = 0.5 * (low + high);
        *(linear_mode(l, middle).damping > 0 ? &low : &high) = middle;
    }
    return low;
}

/* x = (i w I - A)^-1 B, or at rest of all rates -A^-1 B. */
void linear_response(const struct linear_combination *l, double u, double hz,
                     double complex x[ORDER])
{
    double a[ORDER][ORDER], steered[ORDER];
    double complex m[ORDER][ORDER + 1];
    system_of(l, u, a, steered);
    for (int i = 0; i < ORDER; ++i) {
        for (int j = 0; j < ORDER; ++j) m[i][j] = (i == j ? 2 * PI * hz * I : 0) - a[i][j];
        m[i][ORDER] = steered[i];
    }
    for (int k = 0; k < ORDER; ++k) {
        for (int i = k; i < ORDER; ++i) { /* the largest of the column */
            if (cabs(m[i][k]) <= cabs(m[k][k])) continue;
            for (int j = 0; j <= ORDER; ++j) {
                double complex swap = m[k][j];
                m[k][j] = m[i][j], m[i][j] = swap;
            }
        }
        for (int i = 0; i < ORDER; ++i) {
            double complex f = m[i][k] / m[k][k];
            for (int j = k; j <= ORDER && i != k; ++j) m[i][j] -= f * m[k][j];
        }
    }
    for (int k = 0; k < ORDER; ++k) x[k] = m[k][ORDER] / m[k][k];
}
