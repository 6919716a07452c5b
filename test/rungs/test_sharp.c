/* A motorcycle on tyres that lag: R. S. Sharp, The stability and control of motorcycles, J. Mech. Eng. Sci. 13(5), 1971. His linear model,
 * in double, against his published eigenvalues; and `full`, linearised, against that model.
 * KAMM_QUICK_TESTS leaves this out: others reach its code. */
#include "support/eigenvalues.h"
#include "support/lateral_modes.h"
#include "support/rungs.h"
#include "support/two_wheel_states.h"
#include "support/two_wheels.h"

#include "run/cars.h"

#include <math.h>
#include <string.h>

/* -- his linear model: lateral displacement, yaw, roll, steer and both tyres' forces -- */

enum { ORDER = 9, FREEDOMS = 4 };

/* Accelerations for displacements, rates and side forces of the tyres. z up, all to the left or about the axes of ISO 8855. */
static void accelerate(double v, double gravity, const double q[FREEDOMS],
                       const double rate[FREEDOMS], const double side[2], double out[FREEDOMS])
{
    static const double m[FREEDOMS][FREEDOMS] = {{248.0963, 26.16928, -148.20021, 0.747301},
                                                 {26.16928, 44.02042, -10.16983, 1.031881},
                                                 {-148.20021, -10.16983, 121.37407, -0.549887},
                                                 {0.747301, 1.031881, -0.549887, 0.460219}};
    const double spin[FREEDOMS][FREEDOMS] = {{0},
                                             {0, 0, 5.804928, -1.070857},
                                             {0, -5.804928, 0, -2.100319},
                                             {0, 1.070857, 2.100319, SHARP_DAMPER / v}};
    const double g = gravity / 9.81;
    const double k[FREEDOMS][FREEDOMS] = {
        {0}, {0}, {0, 0, -1453.844 * g, 123.966 * g}, {0, 0, 123.966 * g, -56.308 * g}};
    double left[FREEDOMS][FREEDOMS + 1];
    const double of_tyres[FREEDOMS] = {
        side[0] + side[1], (SHARP_WHEELBASE - SHARP_TO_AXIS) * side[0] - SHARP_TO_AXIS * side[1], 0,
        -SHARP_NORMAL_TRAIL * side[0]};
    for (int i = 0; i < FREEDOMS; ++i) {
        memcpy(left[i], m[i], sizeof m[i]);
        left[i][FREEDOMS] = of_tyres[i];
        for (int j = 0; j < FREEDOMS; ++j)
            left[i][FREEDOMS] -= v * spin[i][j] * rate[j] + k[i][j] * q[j];
    }
    for (int p = 0; p < FREEDOMS; ++p)
        for (int i = 0; i < FREEDOMS; ++i) {
            double factor = left[i][p] / left[p][p];
            for (int j = p; j <= FREEDOMS && i != p; ++j) left[i][j] -= factor * left[p][j];
        }
    for (int p = 0; p < FREEDOMS; ++p) out[p] = left[p][FREEDOMS] / left[p][p];
}

/* Camber's force lags as that of the slip does, or acts at once. */
static void flow(double v, double gravity, int lags, const double x[ORDER], double out[ORDER])
{
    const double q[FREEDOMS] = {0, x[0], x[1], x[2]}, *rate = &x[3];
    const double lean[2] = {x[1] - x[2] * sin(SHARP_CASTER), x[1]};
    const double steer[2] = {x[2] * cos(SHARP_CASTER), 0},
                 speed[2] = {rate[0] + (SHARP_WHEELBASE - SHARP_TO_AXIS) * rate[1] -
                                 SHARP_NORMAL_TRAIL * rate[3],
                             rate[0] - SHARP_TO_AXIS * rate[1]};
    double side[2];
    for (int w = 0; w < 2; ++w) {
        double by_camber = -sharp_camber[w] * lean[w];
        double steady = sharp_cornering[w] * (x[0] + steer[w] - speed[w] / v);
        out[7 + w] = (steady + lags * by_camber - x[7 + w]) * v / SHARP_RELAXATION;
        side[w] = x[7 + w] + (1 - lags) * by_camber;
    }
    memcpy(out, &rate[1], 3 * sizeof *out);
    accelerate(v, gravity, q, rate, side, &out[3]);
}

static void sharp_roots(double v, double gravity, int lags, double complex roots[ORDER])
{
    double a[ORDER][ORDER], column[ORDER];
    for (int j = 0; j < ORDER; ++j) {
        double x[ORDER] = {0};
        x[j] = 1;
        flow(v, gravity, lags, x, column);
        for (int i = 0; i < ORDER; ++i) a[i][j] = column[i];
    }
    find_eigenvalues(ORDER, a[0], roots);
}

/* Table 1 to 3 of the paper: capsize, weave and wobble at these speeds. */
static const struct published {
    double feet_per_s;
    double complex capsize, weave, wobble;
} published[] = {
    {10, -3.56, 2.01 + 1.63 * I, -5.20 + 55.7 * I},
    {20, -2.83, -0.18 + 2.09 * I, -5.91 + 55.8 * I},
    {30, -0.13, -3.36 + 4.56 * I, -6.42 + 55.5 * I},
    {50, 0.08, -6.59 + 11.4 * I, -6.52 + 54.6 * I},
    {70, 0.08, -3.97 + 16.8 * I, -5.70 + 54.0 * I},
    {100, 0.07, -1.82 + 19.2 * I, -3.94 + 54.3 * I},
    {130, 0.05, -1.13 + 20.4 * I, -2.24 + 55.6 * I},
    {160, 0.04, -0.96 + 21.2 * I, -0.82 + 57.5 * I},
};
enum { SPEEDS = sizeof published / sizeof *published };
static const char *const mode_names[] = {"capsize", "weave", "wobble"};

static void the_linear_model_gives_the_published_eigenvalues(void **state)
{
    (void)state;
    for (int i = 0; i < SPEEDS; ++i) {
        const struct published *p = &published[i];
        const double complex expected[] = {p->capsize, p->weave, p->wobble};
        double complex roots[ORDER];
        sharp_roots(p->feet_per_s * 0.3048, 9.81, 1, roots);
        for (int k = 0; k < 3; ++k) {
            double complex found = nearest_root(ORDER, roots, expected[k]);
            expect_near(creal(found), creal(expected[k]), 0.025);
            expect_near(cimag(found), cimag(expected[k]), 0.06);
        }
    }
}

/* -- the vehicle on `full` -- */

/* On linear tyres or on the Magic Formula's, with camber that lags or acts at once. */
struct kind {
    int lags, linear;
};

static kamm_vehicle_def motorcycle(struct kind kind)
{
    kamm_vehicle_def def = vehicle_of_motorcycle();
    for (int w = 0; w < 2; ++w) {
        const struct lag lag = {sharp_cornering[w], sharp_camber[w], SHARP_RELAXATION};
        kamm_tyre_def *tyre = &def.axles[w].tyre;
        if (!kind.linear) *tyre = lagging_magic_formula(tyre, &lag);
        if (kind.lags != kind.linear) /* by the law they are the same */
            tyre->camber_response = kind.lags ? KAMM_CAMBER_LAGS : KAMM_CAMBER_AT_ONCE;
    }
    return def;
}

static const kamm_linear_state states[] = {TWO_WHEEL_STATES(1e-4)};
enum { STATES = sizeof states / sizeof *states };

static void found_roots(double speed, struct kind kind, double complex roots[STATES])
{
    const kamm_vehicle_def def = motorcycle(kind);
    modes_of_ride(&def, speed, &(struct straight_ride){states, STATES, 240, 0.02}, roots);
}

/* The carcass has a damping that fades as tyres roll: at 3 m/s a tenth of it is left, which the wobble feels. */
static double allowed(int speed) { return speed ? 0.02 : 0.03; }

static double off_by(double complex found, double complex expected)
{
    return cabs(found - expected) / fmax(cabs(expected), 1);
}

static void full_gives_the_published_eigenvalues(void **state)
{
    (void)state;
    for (int i = 0; i < SPEEDS; ++i) {
        const struct published *p = &published[i];
        const double complex expected[] = {p->capsize, p->weave, p->wobble};
        double complex found[STATES];
        found_roots(p->feet_per_s * 0.3048, (struct kind){1, 1}, found);
        for (int k = 0; k < 3; ++k) {
            double complex own = nearest_root(STATES, found, expected[k]);
            print_message("%3.0f ft/s %-7s %7.3f %+7.3fi  published %5.2f %+5.2fi  %.2f %%\n",
                          p->feet_per_s, mode_names[k], creal(own), cimag(own), creal(expected[k]),
                          cimag(expected[k]), 100 * off_by(own, expected[k]));
            expect_below(off_by(own, expected[k]), allowed(i));
        }
    }
}

static void full_gives_those_of_the_linear_model(void **state)
{
    (void)state;
    for (int all = 0; all < 4; ++all)
        for (int i = 0; i < SPEEDS; ++i) {
            const struct kind kind = {all % 2, all / 2};
            const struct published *p = &published[i];
            const double complex near[] = {p->capsize, p->weave, p->wobble};
            double complex linear[ORDER], found[STATES];
            double speed = p->feet_per_s * 0.3048;
            sharp_roots(speed, GRAVITY_MPS2, kind.lags, linear);
            found_roots(speed, kind, found);
            for (int k = 0; k < 3; ++k) {
                double complex expected = nearest_root(ORDER, linear, near[k]);
                double complex own = nearest_root(STATES, found, expected);
                print_message(
                    "lags %d, linear %d, %5.2f m/s %-7s %8.3f %+8.3fi  expected %8.3f %+8.3fi  "
                    "%.2f %%\n",
                    kind.lags, kind.linear, speed, mode_names[k], creal(own), cimag(own),
                    creal(expected), cimag(expected), 100 * off_by(own, expected));
                expect_below(off_by(own, expected), allowed(i));
            }
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_linear_model_gives_the_published_eigenvalues),
        cmocka_unit_test(full_gives_the_published_eigenvalues),
        cmocka_unit_test(full_gives_those_of_the_linear_model),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
