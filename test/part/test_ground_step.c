/* How ground that has jumped up comes below a wheel, and what a wall does to it: closed forms.
 * KAMM_QUICK_TESTS leaves this out: others reach its code. */
#include "base/compiler.h"
#define KAMM_WIDTH KAMM_BASELINE_WIDTH

#include "part/ground_step.h"
#include "support/cars.h"

#include <math.h>

static double number(real x)
{
    float out[KAMM_BLOCK];
    store(out, x);
    return (double)out[0];
}

/* Whatever the speed: load times the rise by way is load times what holds back, times the way. */
static void wall_does_no_work(void **state)
{
    (void)state;
    for (double meets = 0.1; meets < 4; meets *= 2)
        for (double p = 0.02; p < 60; p *= 1.7) {
            real passing_2 = splat((float)(p * p));
            struct wall_rise rise = wall_rise_at(passing_2, splat((float)meets));
            double by_way = number(rise.by_way_mps), moves = p * p / (p * p + meets * meets);
            double climbs = 0.7 * p;
            real paid = wall_resistance(splat((float)(by_way + climbs)), passing_2);
            expect_share(by_way, meets * moves, 1e-5);
            expect_near(number(rise.itself_mps), 0.1 * meets * (1 - moves), 1e-6 * meets);
            expect_share(number(paid) * p * p, by_way + climbs, 1e-5);
        }
    expect_near(number(wall_resistance(splat(0.0f), splat(0.0f))), 0, 0);
}

static int wall_at(double share, double radius_m)
{
    return any(is_wall(splat((float)(share * radius_m)), splat((float)(1 / radius_m))));
}

static void what_a_tyre_swallows_is_no_wall(void **state)
{
    (void)state;
    for (double radius = 0.05; radius < 2; radius *= 3) {
        assert_false(wall_at(0.24, radius));
        assert_true(wall_at(0.26, radius));
    }
}

/* A rigid wheel on an edge: cos = 1 - u, and it rises by the tangent; the parabola that stands for it is within 8 % below a tenth of the radius. */
static void wheel_climbs_as_a_circle_does(void **state)
{
    (void)state;
    const double dt = 1e-4, radius = 0.3, p = 5;
    for (double u = 0.01; u < 1.2; u += 0.01) {
        real met = climbed(splat((float)(u * radius)), splat((float)p), splat((float)(1 / radius)),
                           splat((float)dt));
        double slope = number(met) / (p * dt);
        expect_near(slope, u < 0.5 ? sqrt(2 * u) : fmax(2 - 2 * u, 0), 1e-4);
        if (u < 0.1) expect_share(slope, sqrt(2 * u - u * u) / (1 - u), 0.08);
    }
}

/* What ground that rises by itself stores, load x rise, its resistance takes: all of it in short substeps of a wheel that moves, less
 * where it would stop the wheel within one. Slow rises and gentle ones cost nothing, nor does ground that falls. */
static void turned_ground_is_paid_for(void **state)
{
    (void)state;
    const double radius = 0.3, meets = 1;
    for (double p = 0.3; p < 10; p *= 2)
        for (double rise = -1; rise < 2; rise += 0.0625)
            for (double dt = 1e-5; dt < 0.02; dt *= 10) {
                double back = number(turn_resistance(splat((float)rise), splat((float)(p * p)),
                                                     splat((float)meets),
                                                     splat((float)(1 / radius)), splat((float)dt)));
                if (!(rise > 0.05 * meets && rise > 0.1 * p)) {
                    assert_true(back == 0 || (rise > 0.049 * meets && rise > 0.099 * p));
                    continue;
                }
                double paid = back * p * p; /* per load */
                expect_share(paid, rise * p * p / (p * p + 0.01 + 20 * rise * dt / radius), 1e-5);
                expect_below(paid, rise * (1 + 1e-6));
                if (dt < 2e-5) expect_share(paid, rise, 0.15);
            }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wall_does_no_work),
        cmocka_unit_test(what_a_tyre_swallows_is_no_wall),
        cmocka_unit_test(wheel_climbs_as_a_circle_does),
        cmocka_unit_test(turned_ground_is_paid_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
