/* The benchmark bicycle on ordinary tyres: what slip that lags, camber thrust, pneumatic trail and a round tread do to its modes. A linear
 * model in double has them one by one, and `full`, linearised, has the same eigenvalues.
 * KAMM_QUICK_TESTS leaves this out: others reach its code. */
#include "support/eigenvalues.h"
#include "support/lateral_modes.h"
#include "support/rungs.h"
#include "support/two_wheel_states.h"
#include "support/two_wheels.h"

#include "run/cars.h"

#include <kamm/io/vehicle_file.h>
#include <math.h>
#include <string.h>

/* What the tyres of both wheels have: over load, but for the lengths. */
struct rubber {
    double cornering, camber, relaxation_m, trail_m, crown_m;
    int at_once; /* camber */
};

/* -- the linear model: the equations of Meijaard and others (2007), appendix A, before rolling without slip joins them -- */

enum { ORDER = 9, FREEDOMS = 4, Y = 0, YAW, LEAN, STEER };

struct linear_bicycle {
    double m[FREEDOMS][FREEDOMS], spin[FREEDOMS][FREEDOMS], k[FREEDOMS][FREEDOMS]; /* k without g */
    double wheelbase, ground_trail, tilt, load_n[2];
};

static void add_mass(double m[FREEDOMS][FREEDOMS], double mass, double x, double z, double roll,
                     double yaw, double product)
{
    m[Y][Y] += mass, m[Y][YAW] += mass * x, m[Y][LEAN] -= mass * z;
    m[YAW][YAW] += yaw + mass * x * x, m[LEAN][LEAN] += roll + mass * z * z;
    m[YAW][LEAN] += product - mass * x * z;
}

static struct linear_bicycle linear_bicycle_of(const struct bicycle *b, double g)
{
    struct linear_bicycle l = {
        .wheelbase = b->wheelbase, .ground_trail = b->trail, .tilt = b->tilt};
    const struct bicycle_wheel *front = &b->front, *rear = &b->rear;
    const struct bicycle_frame *body = &b->body, *fork = &b->fork;
    double s = sin(b->tilt), c = cos(b->tilt), w = b->wheelbase;
    add_mass(l.m, body->mass, body->x, body->z, body->roll, body->yaw, body->product);
    add_mass(l.m, fork->mass, fork->x, fork->z, fork->roll, fork->yaw, fork->product);
    add_mass(l.m, rear->mass, 0, -rear->radius, rear->across, rear->across, 0);
    add_mass(l.m, front->mass, w, -front->radius, front->across, front->across, 0);
    double mass = fork->mass + front->mass;
    double x = (fork->mass * fork->x + front->mass * w) / mass;
    double z = (fork->mass * fork->z - front->mass * front->radius) / mass;
    double fx = fork->x - x, fz = fork->z - z, wx = w - x, wz = -front->radius - z;
    double roll = fork->roll + front->across + fork->mass * fz * fz + front->mass * wz * wz;
    double yaw = fork->yaw + front->across + fork->mass * fx * fx + front->mass * wx * wx;
    double product = fork->product - fork->mass * fx * fz - front->mass * wx * wz;
    double ahead = (x - w - b->trail) * c - z * s;
    l.m[Y][STEER] = mass * ahead;
    l.m[LEAN][STEER] = -mass * ahead * z + roll * s + product * c;
    l.m[YAW][STEER] = mass * ahead * x + product * s + yaw * c;
    l.m[STEER][STEER] = mass * ahead * ahead + roll * s * s + 2 * product * s * c + yaw * c * c;
    for (int i = 0; i < FREEDOMS; ++i)
        for (int j = 0; j < i; ++j) l.m[i][j] = l.m[j][i];
    double of_front = front->spin / front->radius, both = of_front + rear->spin / rear->radius;
    l.spin[LEAN][YAW] = both, l.spin[YAW][LEAN] = -both;
    l.spin[LEAN][STEER] = of_front * c, l.spin[STEER][LEAN] = -of_front * c;
    l.spin[STEER][YAW] = of_front * s, l.spin[YAW][STEER] = -of_front * s;
    double front_kg = l.m[Y][YAW] / w, turned = mass * ahead + front_kg * b->trail * c;
    l.load_n[0] = front_kg * g, l.load_n[1] = l.m[Y][Y] * g - l.load_n[0];
    l.k[LEAN][LEAN] = -l.m[Y][LEAN];
    l.k[LEAN][STEER] = l.k[STEER][LEAN] = -turned;
    l.k[STEER][STEER] = -turned * s;
    return l;
}

static void solve(const double m[FREEDOMS][FREEDOMS], double right[FREEDOMS])
{
    double left[FREEDOMS][FREEDOMS];
    memcpy(left, m, sizeof left);
    for (int p = 0; p < FREEDOMS; ++p)
        for (int i = 0; i < FREEDOMS; ++i) {
            if (i == p) continue;
            double factor = left[i][p] / left[p][p];
            for (int j = p; j < FREEDOMS; ++j) left[i][j] -= factor * left[p][j];
            right[i] -= factor * right[p];
        }
    for (int p = 0; p < FREEDOMS; ++p) right[p] /= left[p][p];
}

/* x: yaw, lean, steer, the four rates, and the side forces of slip at front and rear. */
static void flow(const struct linear_bicycle *l, const struct rubber *tyre, double g, double v,
                 const double x[ORDER], double out[ORDER])
{
    const double q[FREEDOMS] = {0, x[0], x[1], x[2]}, *rate = &x[3];
    double s = sin(l->tilt), c = cos(l->tilt), f[FREEDOMS];
    double lean[2] = {q[LEAN] + q[STEER] * s, q[LEAN]};
    double slip[2] = {(rate[Y] + l->wheelbase * rate[YAW] - l->ground_trail * c * rate[STEER]) / v -
                          q[YAW] - q[STEER] * c,
                      rate[Y] / v - q[YAW]};
    double side[2];
    for (int i = 0; i < 2; ++i) {
        double by_camber = tyre->camber * l->load_n[i] * lean[i];
        double steady = -tyre->cornering * l->load_n[i] * slip[i];
        out[7 + i] = (steady + !tyre->at_once * by_camber - x[7 + i]) * v / tyre->relaxation_m;
        side[i] = x[7 + i] + tyre->at_once * by_camber;
    }
    f[Y] = side[0] + side[1];
    f[YAW] = l->wheelbase * side[0];
    f[LEAN] = 0;
    f[STEER] = -l->ground_trail * c * side[0];
    for (int i = 0; i < 2; ++i) {
        double by_slip = side[i] - tyre->camber * l->load_n[i] * lean[i];
        double twist = -tyre->trail_m * by_slip, rolls = -tyre->crown_m * l->load_n[i] * lean[i];
        f[YAW] += twist, f[LEAN] += rolls;
        if (i == 0) f[STEER] += twist * c + rolls * s;
    }
    for (int i = 0; i < FREEDOMS; ++i)
        for (int j = 0; j < FREEDOMS; ++j)
            f[i] -= v * l->spin[i][j] * rate[j] + g * l->k[i][j] * q[j];
    solve(l->m, f);
    memcpy(out, &rate[1], 3 * sizeof *out);
    memcpy(&out[3], f, sizeof f);
}

static void linear_roots(const struct rubber *tyre, double g, double v, double complex roots[ORDER])
{
    const struct linear_bicycle l = linear_bicycle_of(&benchmark_bicycle, g);
    double a[ORDER][ORDER], column[ORDER];
    for (int j = 0; j < ORDER; ++j) {
        double x[ORDER] = {0};
        x[j] = 1;
        flow(&l, tyre, g, v, x, column);
        for (int i = 0; i < ORDER; ++i) a[i][j] = column[i];
    }
    find_eigenvalues(ORDER, a[0], roots);
}

/* The least stable oscillation of a weave, and the slowest root without one, but for the 0 of the course. */
static void modes_of(int count, const double complex *roots, double complex *weave,
                     double complex *capsize)
{
    *weave = -INFINITY, *capsize = -INFINITY;
    for (int i = 0; i < count; ++i) {
        double turns = fabs(cimag(roots[i]));
        if (cabs(roots[i]) < 1e-8) continue;
        double complex *kind = turns < 1e-6 ? capsize : turns > 1 && turns < 15 ? weave : NULL;
        if (kind && creal(roots[i]) > creal(*kind)) *kind = creal(roots[i]) + turns * I;
    }
}

static double speed_of_change(const struct rubber *tyre, double from, double to, int capsizes)
{
    double complex roots[ORDER], mode[2];
    linear_roots(tyre, 9.81, from, roots);
    modes_of(ORDER, roots, &mode[0], &mode[1]);
    double sign = creal(mode[capsizes]);
    while (to - from > 1e-6) {
        double middle = 0.5 * (from + to);
        linear_roots(tyre, 9.81, middle, roots);
        modes_of(ORDER, roots, &mode[0], &mode[1]);
        *(creal(mode[capsizes]) * sign > 0 ? &from : &to) = middle;
    }
    return from;
}

/* Another program's figures of the same bicycle on thin tyres, Sharp's four freedoms; the first is the bicycle without slip. */
static void the_linear_model_has_known_figures(void **state)
{
    static const struct {
        struct rubber tyre;
        double weave, capsize;
    } rows[] = {{{1e6, 0, 1e-4, 0, 0, 0}, 4.292, 6.024},
                {{17.2, 0.57, 0.10, 0, 0, 0}, 4.310, 5.992},
                {{17.2, 0.57, 0.25, 0, 0, 0}, 4.300, 5.992},
                {{12, 0.9, 0.05, 0, 0, 0}, 4.268, 5.952},
                {{17.2, 0, 0.10, 0, 0, 0}, 4.382, 6.024}};
    double complex roots[ORDER], weave, capsize;
    (void)state;
    for (int i = 0; i < 5; ++i) {
        expect_near(speed_of_change(&rows[i].tyre, 3.9, 5, 0), rows[i].weave, 1e-3);
        expect_near(speed_of_change(&rows[i].tyre, 5, 7, 1), rows[i].capsize, 1e-3);
    }
    linear_roots(&rows[1].tyre, 9.81, 5, roots);
    modes_of(ORDER, roots, &weave, &capsize);
    expect_near(creal(weave), -0.724, 1e-3), expect_near(cimag(weave), 4.561, 1e-3);
}

/* -- the vehicle on `full` -- */

static kamm_vehicle_def vehicle_on(const struct rubber *rubber)
{
    kamm_vehicle_def def = vehicle_of_bicycle(&benchmark_bicycle);
    for (int a = 0; a < 2; ++a) {
        kamm_tyre_def *tyre = &def.axles[a].tyre;
        tyre->linear.cornering_stiffness_per_rad = rubber->cornering;
        tyre->linear.camber_stiffness_per_rad = rubber->camber;
        tyre->linear.trail_m = rubber->trail_m;
        tyre->lateral_stiffness_n_per_m =
            rubber->cornering / rubber->relaxation_m * tyre->nominal_load_n;
        tyre->camber_response = rubber->at_once ? KAMM_CAMBER_AT_ONCE : KAMM_CAMBER_LAGS;
        if (rubber->crown_m > 0)
            tyre->crown_radius_m = rubber->crown_m, tyre->width_m = 2 * rubber->crown_m;
    }
    return def;
}

static const kamm_linear_state states[] = {TWO_WHEEL_STATES(1e-5)};
enum { STATES = sizeof states / sizeof *states };

static void found_roots(const kamm_vehicle_def *def, double speed, double complex roots[STATES])
{
    modes_of_ride(def, speed, &(struct straight_ride){states, STATES, 960, 0.05}, roots);
}

static const struct variant {
    const char *name;
    struct rubber tyre;
} variants[] = {
    {"thin, without trail", {17.2, 0.57, 0.1, 0, 0, 0}},
    {"camber at once", {17.2, 0.57, 0.1, 0, 0, 1}},
    {"no camber thrust", {17.2, 0, 0.1, 0, 0, 0}},
    {"relaxation of 0.25 m", {17.2, 0.57, 0.25, 0, 0, 0}},
    {"trail of 10 mm", {17.2, 0.57, 0.1, 0.01, 0, 0}},
    {"crown of 20 mm", {17.2, 0.57, 0.1, 0, 0.02, 0}},
    {"all of these", {17.2, 0.57, 0.25, 0.01, 0.02, 1}},
};
enum { VARIANTS = sizeof variants / sizeof *variants };

static void full_has_the_modes_of_the_linear_model(void **state)
{
    (void)state;
    for (int i = 0; i < VARIANTS; ++i) {
        const kamm_vehicle_def def = vehicle_on(&variants[i].tyre);
        for (double v = 4; v < 8; v += 1) {
            double complex linear[ORDER], found[STATES], expected[2];
            linear_roots(&variants[i].tyre, GRAVITY_MPS2, v, linear);
            modes_of(ORDER, linear, &expected[0], &expected[1]);
            found_roots(&def, v, found);
            for (int k = 0; k < 2; ++k) {
                double complex own = nearest_root(STATES, found, expected[k]);
                double off = cabs(own - expected[k]) / fmax(cabs(expected[k]), 1);
                print_message("%-22s %g m/s %-7s %7.3f %+7.3fi  expected %7.3f %+7.3fi  %.2f %%\n",
                              variants[i].name, v, k ? "capsize" : "weave", creal(own), cimag(own),
                              creal(expected[k]), cimag(expected[k]), 100 * off);
                expect_below(off, 0.01);
            }
        }
    }
}

/* -- on the shipped bicycle tyre -- */

static kamm_vehicle_def vehicle_on_bicycle_tyres(double share_of_twist)
{
    kamm_vehicle_def def = vehicle_of_bicycle(&benchmark_bicycle);
    def.stepping.substeps_per_s = 480;
    for (int a = 0; a < 2; ++a) {
        kamm_tyre_def tyre = kamm_default_tyre();
        kamm_error error = {0};
        double load = def.axles[a].tyre.nominal_load_n;
        must(kamm_load_tyre("37-622-bicycle", &tyre, NULL, &error), &error);
        tyre.unloaded_radius_m = def.axles[a].tyre.unloaded_radius_m;
        tyre.rim_radius_m = 0.8 * tyre.unloaded_radius_m;
        tyre.lateral_stiffness_n_per_m *= load / tyre.nominal_load_n;
        tyre.nominal_load_n = load;
        tyre.vertical_stiffness_n_per_m = 1e5;
        tyre.motorcycle.qdz8 *= share_of_twist, tyre.motorcycle.qdz10 *= share_of_twist;
        def.axles[a].tyre = tyre;
        def.axles[a].suspension.spring_n_per_m = 80000;
        def.axles[a].suspension.bump_damping_ns_per_m = 300;
    }
    return def;
}

/* Camber twists the contact into the lean, against what the trail of the slip's force does. */
static void the_twisting_moment_keeps_the_bicycle_up(void **state)
{
    double slowest[2];
    (void)state;
    for (int twists = 0; twists < 2; ++twists) {
        const kamm_vehicle_def def = vehicle_on_bicycle_tyres(twists);
        double complex roots[STATES], weave, capsize;
        found_roots(&def, 5, roots);
        modes_of(STATES, roots, &weave, &capsize);
        print_message("%s twisting moment: weave %.3f %+.3fi, capsize %.3f\n",
                      twists ? "with" : "without", creal(weave), cimag(weave), creal(capsize));
        expect_below(creal(weave), -0.5);
        slowest[twists] = creal(capsize);
    }
    expect_above(slowest[0], 0.3);
    expect_below(slowest[1], -0.1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_linear_model_has_known_figures),
        cmocka_unit_test(full_has_the_modes_of_the_linear_model),
        cmocka_unit_test(the_twisting_moment_keeps_the_bicycle_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
