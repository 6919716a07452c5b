/* Closed forms of laws that no manoeuvre shows clearly: each of these once could be broken without a test's
 * notice. */
#include "support/cars.h"

#include "part/dry_friction.h"
#include "part/suspension.h"
#include "part/tyre/tyre.h"
#include <math.h>
#include <stdlib.h>

/* Load of a tyre that rolls and is pressed in at a speed is the spring's, and the damper's on top; the damper
 * fades in over a twentieth of the static deflection. What rubber loses where it stands fades as it rolls. */
static void tyre_damping_is_that_of_the_def(void **state)
{
    (void)state;
    static const double dampings[] = {0, 50, 500};
    const float rolls_mps = 1e4f;
    for (size_t i = 0; i < sizeof dampings / sizeof *dampings; ++i) {
        kamm_tyre_def def = plain_tyre();
        def.vertical_damping_ns_per_m = dampings[i];
        struct tyre_vertical_constants constants = kamm_tyre_compile_vertical(&def);
        const struct tyre_vertical_constants *tyre = &constants;
        double pressed = kamm_tyre_static_deflection(&def, def.nominal_load_n);
        double spring = tyre_load(tyre, (float)pressed, 0, 1, rolls_mps);
        expect_share(spring, def.nominal_load_n, 1e-3);
        expect_near(tyre_load(tyre, (float)pressed, 0.4f, 1, rolls_mps) - spring, 0.4 * dampings[i],
                    0.01);
        expect_near(tyre_load(tyre, (float)pressed, -0.4f, 1, rolls_mps) - spring,
                    -0.4 * dampings[i], 0.01);
        float slight = 0.5f / constants.damping_fade;
        double faded =
            tyre_load(tyre, slight, 0.4f, 1, rolls_mps) - tyre_load(tyre, slight, 0, 1, rolls_mps);
        expect_near(faded, 0.2 * dampings[i], 0.01);
    }
}

/* Work that friction of capacity 1 takes over a stroke of `stroke_m` to and fro, once the loop has closed. */
static double friction_loop_j(double stroke_m, double built_up_m, float dt)
{
    const double speed_mps = 0.1;
    const int steps = (int)lround(stroke_m / (speed_mps * (double)dt));
    float share = 0;
    double work = 0;
    for (int pass = 0; pass < 20; ++pass) {
        work = 0;
        for (int i = 0; i < 2 * steps; ++i) {
            float v = (float)(i < steps ? speed_mps : -speed_mps);
            share = friction_share(share, v, (float)(1 / built_up_m), dt);
            assert_true(fabsf(share) <= 1);
            work += (double)(share * v * dt);
        }
    }
    return work;
}

/* Dahl's model, from one end of a stroke s to the other with z0 the deflection over which it builds up: the share
 * goes from -q to q, q = tanh(s / 2 z0), and the loop takes 2 (s - 2 z0 q). A long stroke takes nearly 2 s. */
static void dry_friction_dissipates_its_hysteresis_loop(void **state)
{
    (void)state;
    const double built_up_m = 0.002;
    for (double stroke_m = 0.001; stroke_m < 0.05; stroke_m *= 2) {
        double q = tanh(stroke_m / (2 * built_up_m));
        double expected = 2 * (stroke_m - 2 * built_up_m * q);
        expect_share(friction_loop_j(stroke_m, built_up_m, 1e-5f), expected, 0.02);
        expect_above(friction_loop_j(stroke_m, built_up_m, 1.0f / 1200), 0);
    }
    for (float speed = 0; speed < 1e3f; speed = 10 * speed + 1e-3f) {
        float there = friction_share(0.3f, speed, 500, 1.0f / 1200);
        float mirrored = friction_share(-0.3f, -speed, 500, 1.0f / 1200);
        assert_true(there == -mirrored);
        assert_true(fabsf(there) <= 1);
    }
}

/* Beyond its travel the rebound stop pulls by its rate, and by more as it is drawn out. */
static void rebound_stop_hardens(void **state)
{
    (void)state;
    struct suspension_constants constants = {.preload_n = 3000,
                                             .spring_n_per_m = 20000,
                                             .bump_travel_m = 0.08f,
                                             .bump_stop_n_per_m = 1e5f,
                                             .bump_hardening_per_m = 40,
                                             .hardened_m = 1,
                                             .rebound_travel_m = 0.06f,
                                             .rebound_stop_n_per_m = 2e5f};
    const struct suspension_constants *c = &constants;
    for (int i = 0; i <= 20; ++i) {
        double drawn = 0.002 * i, spring = fmax(3000 - 20000 * (0.06 + drawn), 0);
        double stop = 2e5 * drawn * (1 + 40 * drawn);
        expect_near(spring_force(c, (float)-(0.06 + drawn)), spring - stop, 2);
        double bump = 3000 + 20000 * (0.08 + drawn) + 1e5 * drawn * (1 + 40 * drawn);
        expect_near(spring_force(c, (float)(0.08 + drawn)), bump, 2);
    }
}

/* The limiter in reverse, by both of its ratios. */
static void reverse_is_limited_by_both_ratios(void **state)
{
    (void)state;
    static const double finals[] = {1, 3.9, 6};
    for (size_t i = 0; i < sizeof finals / sizeof *finals; ++i)
        for (int rung = KAMM_KINEMATIC; rung <= KAMM_FULL; ++rung) {
            kamm_vehicle_def def = default_vehicle();
            def.gearbox.final_drive = finals[i];
            def.gearbox.reverse_ratio = 3.25;
            def.limits.reverse_speed_mps = 0;
            kamm_model *model = kamm_create_model(&def, (kamm_rung)rung, NULL);
            assert_non_null(model);
            kamm_model_info info = kamm_describe(model);
            expect_share(info.reverse_speed_mps,
                         def.engine.limiter_radps / (3.25 * finals[i]) * info.loaded_radius_m[0],
                         1e-9);
            kamm_destroy_model(model);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tyre_damping_is_that_of_the_def),
        cmocka_unit_test(dry_friction_dissipates_its_hysteresis_loop),
        cmocka_unit_test(rebound_stop_hardens),
        cmocka_unit_test(reverse_is_limited_by_both_ratios),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
