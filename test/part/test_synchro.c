/* Synchronisers between two free shafts: against the closed form, momentum and energy, at any substep.
 * KAMM_QUICK_TESTS leaves this out: others reach its code. */
#include "support/cars.h"

#include "part/synchro.h"

#include <math.h>

static struct synchro_constants make(double torque, double inertia, double engine, double wheels)
{
    return (struct synchro_constants){(float)torque,
                                      (float)inertia,
                                      (float)(1 / inertia),
                                      (float)(inertia / engine),
                                      (float)(engine / (engine - inertia)),
                                      (float)(1 / wheels)};
}

/* A shaft of `inertia` and the wheels behind `ratio` reach one speed after (difference) / (torque * (1 / J + r2 /
 * J_w)). The heat is their loss of energy. */
static void shaft_and_wheels_come_to_one_speed(void **state)
{
    (void)state;
    const double steps[] = {1.0 / 60, 1.0 / 240, 1.0 / 1200, 1e-4}, ratios[] = {-14, 3, 60};
    const double torques[] = {1, 40, 1e5}, starts[] = {0, 90, 600};
    for (int i = 0; i < 4 * 3 * 3 * 3; ++i) {
        double dt = steps[i % 4], ratio = ratios[i / 4 % 3], torque = torques[i / 12 % 3];
        double input = starts[i / 36], cage = 8, inertia = 0.02, wheels = 3;
        struct synchro_constants c = make(torque, inertia, 0.2, wheels);
        double per_torque = 1 / inertia + ratio * ratio / wheels;
        double apart = fabs(cage * ratio - input), needs = apart / (torque * per_torque);
        double time = 0, heat = 0, momentum = inertia * input * ratio + wheels * cage;
        double before = 0.5 * inertia * input * input + 0.5 * wheels * cage * cage;
        for (; fabs(cage * ratio - input) > 1e-4 * apart && time < 3 * needs + 5 * dt; time += dt) {
            struct synchro_motion now = synchro_step(&c, splat((float)input), splat((float)ratio),
                                                     splat((float)cage), splat((float)dt));
            expect_above((double)now.heat_w, -1e-9);
            heat += (double)now.heat_w * dt;
            input = (double)now.input_radps;
            cage += (double)now.wheels_nm / wheels * dt;
        }
        double after = 0.5 * inertia * input * input + 0.5 * wheels * cage * cage;
        expect_near(time, needs, dt + 2e-3 * needs);
        expect_near(inertia * input * ratio + wheels * cage, momentum,
                    2e-3 * (fabs(inertia * starts[i / 36] * ratio) + wheels * 8));
        expect_near(heat, before - after, 2e-3 * before);
    }
}

/* The shaft and an engine that turns without it become one, with the momentum of both and never more energy. */
static void engine_and_shaft_join_with_their_momentum(void **state)
{
    (void)state;
    struct synchro_constants c = make(40, 0.02, 0.2, 3);
    for (double input = 0; input < 900; input += 130)
        for (double engine = 0; engine < 900; engine += 130) {
            double joined = (double)synchro_join(&c, splat((float)input), splat((float)engine));
            expect_near(0.2 * joined, 0.18 * engine + 0.02 * input, 1e-4 * (1 + engine + input));
            expect_below(0.2 * joined * joined,
                         (0.18 * engine * engine + 0.02 * input * input) * (1 + 1e-5) + 1e-9);
        }
    expect_near(synchro_join(&c, 77.7f, 77.7f), 77.7f, 0);
}

static void neutral_asks_nothing_of_it(void **state)
{
    (void)state;
    struct synchro_constants c = make(40, 0.02, 0.2, 3);
    struct synchro_motion now =
        synchro_step(&c, splat(300), splat(0), splat(30), splat(1.0f / 240));
    expect_near((double)now.wheels_nm, 0, 0);
    expect_near((double)now.heat_w, 0, 0);
    expect_near((double)now.input_radps, 300, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shaft_and_wheels_come_to_one_speed),
        cmocka_unit_test(engine_and_shaft_join_with_their_momentum),
        cmocka_unit_test(neutral_asks_nothing_of_it),
    };
    return cmocka_run_group_tests_name("synchro", tests, NULL, NULL);
}
