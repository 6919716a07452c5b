/* The solver of linkages against another one: here a body is four of its points, tied to each other by their six distances, and
 * what holds it are equations in these twelve coordinates (natural coordinates; García de Jalón and Bayo, Kinematic and
 * Dynamic Simulation of Multibody Systems, 1994, ch. 2), solved by Newton with slopes by differences.
 * KAMM_QUICK_TESTS leaves this out: others reach its code. */
#include "support/linkages.h"

#include <math.h>
#include <string.h>

enum { COORDINATES = 12, MAX_HOLDS = 24, MAX_EQUATIONS = 40 };

/* A point of the body as a sum of the four, and what is asked of it. */
struct hold {
    enum { ROD, STAY_X, STAY_Y, STAY_Z, ON_LINE } kind;
    double share[4], other[3], length, weight;
    double line_share[4]; /* ON_LINE: another body point; `other` lies on the line through both */
    int across;           /* ON_LINE: which component of the cross product */
    double lift;          /* STAY_Z: per travel */
};

struct body {
    double base[4][3];
    double coordinates[COORDINATES];
    int count;
    struct hold holds[MAX_HOLDS];
};

static void start_body(struct body *b, const double origin[3])
{
    static const double corners[4][3] = {{0, 0, 0}, {0.5, 0, 0}, {0, 0.5, 0}, {0, 0, 0.5}};
    memset(b, 0, sizeof *b);
    for (int p = 0; p < 4; ++p)
        for (int i = 0; i < 3; ++i)
            b->coordinates[3 * p + i] = b->base[p][i] = origin[i] + corners[p][i];
}

static void shares_of(const struct body *b, const double point[3], double share[4])
{
    share[0] = 1;
    for (int i = 0; i < 3; ++i) {
        share[1 + i] = (point[i] - b->base[0][i]) / 0.5;
        share[0] -= share[1 + i];
    }
}

static void place_of(const double *coordinates, const double share[4], double out[3])
{
    for (int i = 0; i < 3; ++i) {
        out[i] = 0;
        for (int p = 0; p < 4; ++p) out[i] += share[p] * coordinates[3 * p + i];
    }
}

static struct hold *hold(struct body *b, int kind, const double point[3], const double other[3])
{
    struct hold *h = &b->holds[b->count++];
    h->kind = kind;
    h->weight = 1;
    shares_of(b, point, h->share);
    memcpy(h->other, other, sizeof h->other);
    return h;
}

static void rod(struct body *b, const double outer[3], const double inner[3])
{
    double sum = 0;
    for (int i = 0; i < 3; ++i) sum += (outer[i] - inner[i]) * (outer[i] - inner[i]);
    hold(b, ROD, outer, inner)->length = sqrt(sum);
}

static void pin(struct body *b, const double at[3])
{
    hold(b, STAY_X, at, at);
    hold(b, STAY_Y, at, at);
    hold(b, STAY_Z, at, at);
}

static void lift(struct body *b, const double at[3], double per_travel)
{
    struct hold *h = hold(b, STAY_Z, at, at);
    h->lift = per_travel;
    h->weight = 100;
}

static double equation_of(const struct hold *h, const double *coordinates, double travel)
{
    double at[3], line[3], a[3], c[3], length;
    place_of(coordinates, h->share, at);
    switch (h->kind) {
    case ROD:
        for (int i = 0; i < 3; ++i) a[i] = at[i] - h->other[i];
        return h->weight * (sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]) - h->length);
    case ON_LINE:
        place_of(coordinates, h->line_share, line);
        for (int i = 0; i < 3; ++i) a[i] = line[i] - at[i], c[i] = h->other[i] - at[i];
        length = sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
        return (a[(h->across + 1) % 3] * c[(h->across + 2) % 3] -
                a[(h->across + 2) % 3] * c[(h->across + 1) % 3]) /
               length;
    default:
        return h->weight * (at[h->kind - STAY_X] - h->other[h->kind - STAY_X] - h->lift * travel);
    }
}

#define RIGID_WEIGHT 1e4

static int equations_of(const struct body *b, const double *coordinates, double travel, double *out)
{
    int count = 0;
    for (int p = 0; p < 4; ++p)
        for (int q = 0; q < p; ++q) {
            double now = 0, was = 0;
            for (int i = 0; i < 3; ++i) {
                double d = coordinates[3 * p + i] - coordinates[3 * q + i];
                double d0 = b->base[p][i] - b->base[q][i];
                now += d * d, was += d0 * d0;
            }
            out[count++] = RIGID_WEIGHT * (sqrt(now) - sqrt(was));
        }
    for (int h = 0; h < b->count; ++h)
        out[count++] = equation_of(&b->holds[h], coordinates, travel);
    return count;
}

/* Gauss on the normal equations, the largest pivot of a column first. */
static void solve_normal(double a[COORDINATES][COORDINATES + 1], double x[COORDINATES])
{
    for (int p = 0; p < COORDINATES; ++p) {
        int best = p;
        for (int i = p + 1; i < COORDINATES; ++i)
            if (fabs(a[i][p]) > fabs(a[best][p])) best = i;
        for (int j = 0; j <= COORDINATES; ++j) {
            double kept = a[p][j];
            a[p][j] = a[best][j], a[best][j] = kept;
        }
        for (int i = p + 1; i < COORDINATES; ++i)
            for (int j = COORDINATES; j >= p; --j) a[i][j] -= a[i][p] / a[p][p] * a[p][j];
    }
    for (int i = COORDINATES - 1; i >= 0; --i) {
        x[i] = a[i][COORDINATES];
        for (int j = i + 1; j < COORDINATES; ++j) x[i] -= a[i][j] * x[j];
        x[i] /= a[i][i];
    }
}

static void newton_step(struct body *b, double travel)
{
    double error[MAX_EQUATIONS], plus[MAX_EQUATIONS], minus[MAX_EQUATIONS];
    static double slope[MAX_EQUATIONS][COORDINATES];
    double a[COORDINATES][COORDINATES + 1] = {{0}}, x[COORDINATES];
    int count = equations_of(b, b->coordinates, travel, error);
    for (int j = 0; j < COORDINATES; ++j) {
        double moved[COORDINATES], h = 1e-5;
        memcpy(moved, b->coordinates, sizeof moved);
        moved[j] += h;
        equations_of(b, moved, travel, plus);
        moved[j] -= 2 * h;
        equations_of(b, moved, travel, minus);
        for (int i = 0; i < count; ++i) slope[i][j] = (plus[i] - minus[i]) / (2 * h);
    }
    for (int i = 0; i < count; ++i)
        for (int j = 0; j < COORDINATES; ++j) {
            for (int k = 0; k < COORDINATES; ++k) a[j][k] += slope[i][j] * slope[i][k];
            a[j][COORDINATES] -= slope[i][j] * error[i];
        }
    solve_normal(a, x);
    for (int j = 0; j < COORDINATES; ++j) b->coordinates[j] += x[j];
}

/* -- the kinds, once more --------------------------------------------------------------------- */

static void other_side(const double in[3], double out[3])
{
    out[0] = in[0], out[1] = -in[1], out[2] = in[2];
}

static void hold_upright(struct body *b, const kamm_hardpoints_def *p)
{
    rod(b, p->lower_ball_m, p->lower_front_m);
    rod(b, p->lower_ball_m, p->lower_rear_m);
    rod(b, p->tie_rod_outer_m, p->tie_rod_inner_m);
    if (p->kind == KAMM_HARDPOINTS_DOUBLE_WISHBONE) {
        rod(b, p->upper_ball_m, p->upper_front_m);
        rod(b, p->upper_ball_m, p->upper_rear_m);
        return;
    }
    for (int i = 0; i < 2; ++i) { /* the line is near enough upright for x and y to tell */
        struct hold *h = hold(b, ON_LINE, p->strut_bottom_m, p->strut_top_m);
        shares_of(b, p->strut_top_m, h->line_share);
        h->across = i;
    }
}

static void hold_links(struct body *b, const kamm_hardpoints_def *p)
{
    double inner[3], outer[3];
    for (int i = 0; i < p->links_count; ++i) {
        rod(b, p->links[i].outer_m, p->links[i].inner_m);
        if (p->kind == KAMM_HARDPOINTS_FIVE_LINK || p->links[i].single) continue;
        other_side(p->links[i].inner_m, inner);
        other_side(p->links[i].outer_m, outer);
        rod(b, outer, inner);
    }
    if (p->watt_m_count) hold(b, STAY_Y, p->watt_m, p->watt_m);
}

static void hold_leaves(struct body *b, const kamm_hardpoints_def *p)
{
    double inner[3], seat[3], line[3];
    for (int side = -1; side <= 1; ++side) {
        for (int i = 0; i < 3; ++i) {
            inner[i] = 0.25 * p->leaf_seat_m[i] + 0.75 * p->leaf_front_m[i];
            seat[i] = p->leaf_seat_m[i];
        }
        inner[1] *= side, seat[1] *= side;
        if (side == 0) inner[2] += 0.2, seat[2] += 0.2;
        rod(b, seat, inner);
    }
    double share =
        (p->leaf_front_m[0] - p->leaf_seat_m[0]) / (p->leaf_front_m[0] - p->leaf_rear_m[0]);
    line[0] = p->leaf_seat_m[0], line[1] = 0;
    line[2] = (1 - share) * p->leaf_front_m[2] + share * p->leaf_rear_m[2];
    hold(b, STAY_Y, line, line);
}

static void hold_hinge(struct body *b, const kamm_hardpoints_def *p, enum way way)
{
    double other[3];
    const double *first =
        p->kind == KAMM_HARDPOINTS_TWIST_BEAM ? p->pivot_outer_m : p->pivot_inner_m;
    const double *second =
        p->kind == KAMM_HARDPOINTS_TWIST_BEAM ? p->pivot_inner_m : p->pivot_outer_m;
    memcpy(other, second, sizeof other);
    if (p->kind == KAMM_HARDPOINTS_TWIST_BEAM && way == WAY_ALIKE) other_side(first, other);
    if (!p->pivot_outer_m_count) {
        memcpy(other, first, sizeof other);
        other[p->kind == KAMM_HARDPOINTS_SWING_AXLE ? 0 : 1] += 1;
    }
    pin(b, first);
    pin(b, other);
}

static void hold_axle(struct body *b, const kamm_hardpoints_def *p, enum way way)
{
    double right[3];
    int beam = p->kind == KAMM_HARDPOINTS_LIVE_AXLE || p->kind == KAMM_HARDPOINTS_DE_DION ||
               p->kind == KAMM_HARDPOINTS_SOLID;
    start_body(b, p->wheel_centre_m);
    lift(b, p->wheel_centre_m, 1);
    other_side(p->wheel_centre_m, right);
    if (beam) lift(b, right, way == WAY_ALIKE ? 1 : -1);
    if (p->kind == KAMM_HARDPOINTS_DOUBLE_WISHBONE || p->kind == KAMM_HARDPOINTS_MACPHERSON)
        hold_upright(b, p);
    else if (p->kind == KAMM_HARDPOINTS_SOLID)
        hold_leaves(b, p);
    else if (p->links_count)
        hold_links(b, p);
    else
        hold_hinge(b, p, way);
}

/* -- both side by side ------------------------------------------------------------------------ */

static void expect_same_point(const struct linkage_example *example, const struct body *b,
                              const struct linkage_probe *p, const double design[3])
{
    double share[4], here[3], there[3];
    shares_of(b, design, share);
    place_of(b->coordinates, share, here);
    kamm_body_point(&p->m->way[p->way], &p->stance, design, there);
    double off = distance_between(here, there);
    if (!(off < 1e-6))
        fail_msg("%s, way %d, at %g mm: %g m off", example->name, p->way, 1000 * p->travel_m, off);
}

static void compare_over_travel(const struct linkage_example *example, const struct mechanism *m,
                                enum way way, int up)
{
    struct linkage_probe p = started_probe(m, way);
    struct body b;
    enum { STEPS = 25 };
    hold_axle(&b, m->points, way);
    for (int i = 0; i <= STEPS; ++i) {
        double travel = (up ? m->high_m : m->low_m) * i / STEPS;
        for (int n = 0; n < 8; ++n) newton_step(&b, travel);
        moved_probe(&p, travel, 0);
        for (int k = 0; k < 4; ++k) {
            double point[3];
            memcpy(point, m->centre, sizeof point);
            if (k > 0) point[k - 1] += 0.3;
            expect_same_point(example, &b, &p, point);
        }
    }
}

static void another_solver_finds_the_same_poses(void **state)
{
    (void)state;
    for (int e = 0; e < linkage_example_count; ++e) {
        kamm_vehicle_def def = linkage_examples[e].of();
        struct mechanism m;
        built_mechanism(&def, linkage_examples[e].axle, &m);
        for (int way = 0; way < WAYS; ++way)
            for (int up = 0; up < 2; ++up)
                compare_over_travel(&linkage_examples[e], &m, (enum way)way, up);
    }
}

/* Slopes are those of the poses, by differences. */
static void slopes_are_those_of_the_poses(void **state)
{
    (void)state;
    const double h = 1e-4;
    for (int e = 0; e < linkage_example_count; ++e) {
        kamm_vehicle_def def = linkage_examples[e].of();
        struct mechanism m;
        built_mechanism(&def, linkage_examples[e].axle, &m);
        /* The slopes of surplus links are those at no misfit. */
        double most = m.tolerance_m > 1e-3 ? 2e-3 : 1e-5;
        for (int i = -8; i <= 8; ++i) {
            struct linkage_probe p = started_probe(&m, WAY_AGAINST);
            struct wheel_figures below, at, above;
            moved_probe(&p, 0.01 * i - h, 0);
            kamm_measure_wheel(&p, 1, &below);
            moved_probe(&p, 0.01 * i, 0);
            kamm_measure_wheel(&p, 1, &at);
            moved_probe(&p, 0.01 * i + h, 0);
            kamm_measure_wheel(&p, 1, &above);
            expect_near((above.camber_rad - below.camber_rad) / (2 * h), at.camber_slope, most);
            expect_near((above.toe_in_rad - below.toe_in_rad) / (2 * h), at.toe_slope, most);
            for (int k = 0; k < 3; ++k)
                expect_near((above.centre[k] - below.centre[k]) / (2 * h), at.centre_slope[k],
                            most);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(another_solver_finds_the_same_poses),
        cmocka_unit_test(slopes_are_those_of_the_poses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
