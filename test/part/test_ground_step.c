/* How ground that has jumped up comes below a wheel, and what a wall does to it: closed forms. */
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wall_does_no_work),
        cmocka_unit_test(what_a_tyre_swallows_is_no_wall),
        cmocka_unit_test(wheel_climbs_as_a_circle_does),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
