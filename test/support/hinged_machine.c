#include "hinged_machine.h"

#include "eigenvalues.h"

#include "base/vector_double.h"

#include <string.h>

enum { LATERAL, YAW, ROLL, HINGES };

/* How a place moves and its part turns per freedom. */
struct ways {
    double v[MOST_FREEDOMS][3], w[MOST_FREEDOMS][3];
};

static int carries(const struct hinged_machine *m, unsigned on, int freedom)
{
    int hinge = freedom - HINGES;
    return hinge < 0 || (hinge < m->hinges && on >> hinge & 1 && !m->hinge[hinge].locked);
}

static void axis_of(const struct hinged_machine *m, int freedom, double axis[3], double point[3])
{
    static const double body[3][3] = {{0, 0, 0}, {0, 0, 1}, {1, 0, 0}}, origin[3] = {0, 0, 0};
    const struct machine_hinge *h = &m->hinge[freedom >= HINGES ? freedom - HINGES : 0];
    memcpy(axis, freedom < HINGES ? body[freedom] : h->axis, 3 * sizeof *axis);
    memcpy(point, freedom < HINGES ? origin : h->point, 3 * sizeof *point);
}

static struct ways ways_of(const struct hinged_machine *m, const double at[3], unsigned on)
{
    struct ways ways = {{{0}}, {{0}}};
    ways.v[LATERAL][1] = 1;
    for (int i = YAW; i < HINGES + m->hinges; ++i) {
        double point[3], arm[3];
        if (!carries(m, on, i)) continue;
        axis_of(m, i, ways.w[i], point);
        for (int k = 0; k < 3; ++k) arm[k] = at[k] - point[k];
        cross3(ways.w[i], arm, ways.v[i]);
    }
    return ways;
}

/* Height of a place to second order: z = 1/2 sum of h_ij q_i q_j. Of two turns in series the inner one is done first. */
static void add_height(const struct hinged_machine *m, const double at[3], unsigned on,
                       double share, double k[MOST_FREEDOMS][MOST_FREEDOMS])
{
    const struct ways ways = ways_of(m, at, on);
    for (int i = ROLL; i < HINGES + m->hinges; ++i)
        for (int j = i; j < HINGES + m->hinges; ++j) {
            double second[3];
            cross3(ways.w[i], ways.v[j], second);
            k[i][j] += share * second[2];
            if (i != j) k[j][i] += share * second[2];
        }
}

struct linear_equations {
    double m[MOST_FREEDOMS][MOST_FREEDOMS], c[MOST_FREEDOMS][MOST_FREEDOMS],
        k[MOST_FREEDOMS][MOST_FREEDOMS];
    double by_tyre[MOST_FREEDOMS][2];                          /* per force of the slip */
    double slip_q[2][MOST_FREEDOMS], slip_v[2][MOST_FREEDOMS]; /* slip per angle and rate */
    double lean[2][MOST_FREEDOMS];
};

static void add_part(const struct hinged_machine *m, const struct machine_part *p, double gravity,
                     double v, struct linear_equations *e)
{
    const struct ways ways = ways_of(m, p->at, p->on);
    for (int i = 0; i < HINGES + m->hinges; ++i) {
        for (int j = 0; j < HINGES + m->hinges; ++j) {
            const double *a = ways.w[i], *b = ways.w[j];
            e->m[i][j] += p->mass * ways.v[i][1] * ways.v[j][1] + p->roll * a[0] * b[0] +
                          p->yaw * a[2] * b[2] - p->product * (a[0] * b[2] + a[2] * b[0]);
        }
        e->c[i][YAW] += p->mass * ways.v[i][1] * v;
    }
    add_height(m, p->at, p->on, p->mass * gravity, e->k);
}

static void add_tyre(const struct hinged_machine *m, int n, double load, double v,
                     struct linear_equations *e)
{
    const struct machine_tyre *t = &m->tyre[n];
    const double centre[3] = {t->x, 0, t->radius}, bottom[3] = {t->x, 0, 0}, left[3] = {0, 1, 0};
    const struct ways ways = ways_of(m, bottom, t->on);
    double momentum = t->spin * v / t->radius;
    for (int i = 0; i < HINGES + m->hinges; ++i) {
        double turned[3];
        e->lean[n][i] = ways.w[i][0];
        e->slip_q[n][i] = i == YAW ? 0 : ways.w[i][2];
        e->slip_v[n][i] = -ways.v[i][1] / v;
        e->by_tyre[i][n] = ways.v[i][1] - t->trail * ways.w[i][2];
        cross3(ways.w[i], left, turned);
        for (int j = 0; j < HINGES + m->hinges; ++j) {
            e->c[j][i] += momentum * dot3(ways.w[j], turned);
            e->k[j][i] -= load * (t->radius - t->crown) * ways.w[i][0] * ways.w[j][0];
            if (!m->camber_lags) e->k[j][i] += t->camber * ways.w[i][0] * ways.v[j][1];
        }
    }
    add_height(m, centre, t->on, -load, e->k);
}

static struct linear_equations equations_of(const struct hinged_machine *m, double gravity,
                                            double v)
{
    struct linear_equations e = {0};
    double mass = 0, moment = 0, base = m->tyre[0].x - m->tyre[1].x;
    for (int i = 0; i < m->parts; ++i) {
        add_part(m, &m->part[i], gravity, v, &e);
        mass += m->part[i].mass;
        moment += m->part[i].mass * (m->part[i].at[0] - m->tyre[1].x);
    }
    double front = moment / base * gravity;
    add_tyre(m, 0, front, v, &e);
    add_tyre(m, 1, mass * gravity - front, v, &e);
    for (int i = 0; i < m->hinges; ++i) {
        e.k[HINGES + i][HINGES + i] += m->hinge[i].nm_per_rad;
        e.c[HINGES + i][HINGES + i] += m->hinge[i].nms_per_rad;
        if (m->hinge[i].locked) e.m[HINGES + i][HINGES + i] = 1;
    }
    return e;
}

/* Gauss and Jordan, of a positive definite matrix. */
static void invert(int n, double a[MOST_FREEDOMS][MOST_FREEDOMS],
                   double inverse[MOST_FREEDOMS][MOST_FREEDOMS])
{
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) inverse[i][j] = i == j;
    for (int p = 0; p < n; ++p) {
        double pivot = a[p][p];
        for (int j = 0; j < n; ++j) a[p][j] /= pivot, inverse[p][j] /= pivot;
        for (int i = 0; i < n; ++i) {
            double factor = a[i][p];
            for (int j = 0; j < n && i != p; ++j)
                a[i][j] -= factor * a[p][j], inverse[i][j] -= factor * inverse[p][j];
        }
    }
}

enum { MOST_ROWS = 2 * MOST_FREEDOMS + 2 };

/* States: angles, rates, forces of the tyres; `first` is that of rates, `tyres` that of the latter. */
static void fill(const struct hinged_machine *m, struct linear_equations *e, double v, int n,
                 double a[MOST_ROWS][MOST_ROWS])
{
    double inverse[MOST_FREEDOMS][MOST_FREEDOMS];
    invert(n, e->m, inverse);
    for (int i = 0; i < n; ++i) {
        a[i][n + i] = 1;
        for (int l = 0; l < n; ++l)
            for (int j = 0; j < n; ++j) {
                a[n + i][j] -= inverse[i][l] * e->k[l][j];
                a[n + i][n + j] -= inverse[i][l] * e->c[l][j];
            }
        for (int w = 0; w < 2; ++w)
            for (int l = 0; l < n; ++l) a[n + i][2 * n + w] += inverse[i][l] * e->by_tyre[l][w];
    }
    for (int w = 0; w < 2; ++w) {
        const struct machine_tyre *t = &m->tyre[w];
        double per_s = v / t->relaxation;
        a[2 * n + w][2 * n + w] = -per_s;
        for (int j = 0; j < n; ++j) {
            double by_lean = m->camber_lags ? t->camber * e->lean[w][j] : 0;
            a[2 * n + w][j] = per_s * (t->cornering * e->slip_q[w][j] - by_lean);
            a[2 * n + w][n + j] = per_s * t->cornering * e->slip_v[w][j];
        }
    }
}

int hinged_machine_roots(const struct hinged_machine *m, double gravity, double v,
                         double complex *roots)
{
    struct linear_equations e = equations_of(m, gravity, v);
    int n = HINGES + m->hinges, rows = 0, kept[MOST_ROWS];
    double a[MOST_ROWS][MOST_ROWS] = {{0}}, left[MOST_ROWS * MOST_ROWS];
    fill(m, &e, v, n, a);
    for (int i = ROLL; i < 2 * n + 2; ++i) {
        int hinge = i < 2 * n ? i % n - HINGES : -1;
        if (hinge < 0 || !m->hinge[hinge].locked) kept[rows++] = i;
    }
    for (int i = 0; i < rows; ++i)
        for (int j = 0; j < rows; ++j) left[i * rows + j] = a[kept[i]][kept[j]];
    find_eigenvalues(rows, left, roots);
    return rows;
}
