/* Dampers on bushes and with two settings: closed forms, what they store and lose.
 * KAMM_QUICK_TESTS leaves this out: others reach its code. */
#include "part/skyhook.h"
#include "part/suspension.h"
#include "support/cars.h"
#include "support/tier.h"
#include "vehicle/chassis.h"
#include "vehicle/model.h"

#include <math.h>

#define PI 3.14159265358979323846

static struct suspension_constants bilinear_damper(double slow, double fast, double bush)
{
    struct suspension_constants c = {0};
    c.bump_damping = (float)slow, c.bump_fast_damping = (float)fast;
    c.rebound_damping = (float)(2 * slow), c.rebound_fast_damping = (float)(2 * fast);
    c.knee_mps = 0.13f;
    c.bush_n_per_m = (float)bush;
    return c;
}

/* Swept at `radps` with that amplitude: loss over the last cycle, and the force's amplitude. */
struct swept {
    double loss_j, amplitude_n;
};

static struct swept sweep(const struct suspension_constants *c, double radps, double amplitude_m,
                          int pieces)
{
    struct swept swept = {0, 0};
    float bend = 0;
    double dt = 2 * PI / radps / pieces;
    for (int i = 0; i < 12 * pieces; ++i) {
        double rate = amplitude_m * radps * cos(radps * dt * (i + 0.5));
        struct damper_press press = press_damper(c, 0, (float)rate, 1, &bend, (float)dt);
        if (i < 11 * pieces) continue;
        swept.loss_j += (double)press.force * rate * dt;
        swept.amplitude_n = fmax(swept.amplitude_n, fabs((double)press.force));
    }
    return swept;
}

/* Maxwell's element: F0 = k c w a / sqrt(k^2 + c^2 w^2), and a cycle takes pi c k^2 w a^2 / (k^2 + c^2 w^2). */
static void a_damper_on_a_bush_is_maxwells_element(void **state)
{
    (void)state;
    for (double radps = 3; radps < 400; radps *= 5)
        for (double k = 3e4; k < 4e6; k *= 6) {
            const double damping = 2500, a = 0.004;
            struct suspension_constants c = bilinear_damper(damping, damping, k);
            c.rebound_damping = c.rebound_fast_damping = (float)damping;
            struct swept swept = sweep(&c, radps, a, 20000);
            double x = damping * radps, under = k * k + x * x;
            expect_share(swept.amplitude_n, k * x * a / sqrt(under), 0.01);
            expect_share(swept.loss_j, PI * x * k * k * a * a / under, 0.01);
        }
}

static void set_curve(struct suspension_constants *c)
{
    static const double x[] = {-1.2, -0.2, -0.05, 0, 0.1, 0.3, 1.2},
                        y[] = {-4000, -1500, -600, 0, 400, 700, 1800};
    c->damper_curved = 1;
    assert_int_equal(
        kamm_compile_curve_table(x, y, 7, CURVE_LINEAR, CURVE_EXTENDED, &c->damper).fault,
        CURVE_FINE);
}

/* As springs_compile.c makes it, through a model. */
static struct suspension_constants compiled(int curved, double bush, double substeps_per_s);

static void random_drives(const struct suspension_constants *c, double dt, struct noise *noise,
                          double *least, double *lowest)
{
    double work = 0, k = c->bush_n_per_m, most = pow(10, noise_between(noise, -3, 1));
    float bend = 0;
    for (int i = 0; i < 300; ++i) {
        double rate = noise_between(noise, -most, most), before = bend;
        double setting = noise_between(noise, 0.3, 3);
        if (c->damper_curved > 0) setting = 1;
        struct damper_press press =
            press_damper(c, 0, (float)rate, (float)setting, &bend, (float)dt);
        work += (double)press.force * rate * dt;
        *least = fmin(*least, (work - 0.5 * k * (double)bend * (double)bend) / (1 + work));
        /* What the damper itself takes. */
        *lowest = fmin(*lowest, (double)press.force * (rate - ((double)bend - before) / dt));
        assert_true(isfinite(press.force) && isfinite(press.slope) && press.slope >= 0);
    }
}

static void a_bush_never_gives_back_more_than_it_took(void **state)
{
    (void)state;
    static const double rates[] = {60, 120, 240, 600, 1200};
    struct noise noise = {3};
    double least = 1e9, lowest = 1e9;
    for (int r = 0; r < 5; ++r)
        for (int curved = 0; curved < 2; ++curved)
            for (double bush = 2e4; bush < 2e7; bush *= 10) {
                struct suspension_constants c = compiled(curved, bush, rates[r]);
                for (int n = 0; n < of_tier(20, 1000); ++n)
                    random_drives(&c, 1 / rates[r], &noise, &least, &lowest);
            }
    print_message("least loss %.2g of the work, lowest power of a damper %.2g W\n", least, lowest);
    expect_above(least, -1e-5);
    expect_above(lowest, -0.05);
}

static struct suspension_constants compiled(int curved, double bush, double substeps_per_s)
{
    kamm_vehicle_def def = default_vehicle();
    kamm_suspension_def *s = &def.axles[1].suspension;
    static const double x[] = {-1.2, -0.2, -0.05, 0, 0.1, 0.3, 1.2},
                        y[] = {-4000, -1500, -600, 0, 400, 700, 1800};
    def.stepping.substeps_per_s = substeps_per_s;
    s->damper_bush_n_per_m = bush;
    def.axles[1].unsprung_mass_kg = 120;
    s->damper_curve.count = curved ? 7 : 0;
    for (int i = 0; i < 7; ++i) s->damper_curve.x[i] = x[i], s->damper_curve.y[i] = y[i];
    kamm_error error = {0};
    kamm_model *model = kamm_create_model(&def, KAMM_FULL, &error);
    if (!model) fail_msg("%s", error.text);
    struct suspension_constants c = model->chassis->axles[1].suspension;
    kamm_destroy_model(model);
    return c;
}

/* On a stiff bush, after it has bent, the force is the damper's. */
static void a_stiff_bush_leaves_the_damper_as_it_is(void **state)
{
    (void)state;
    for (int curved = 0; curved < 2; ++curved) {
        struct suspension_constants c = compiled(curved, 3e6, 240), rigid = c;
        rigid.bush_n_per_m = 0;
        if (curved) set_curve(&rigid);
        for (int i = -10; i <= 10; ++i) {
            float bend = 0, none = 0;
            double rate = 0.1 * i;
            struct damper_press press = {0, 0};
            for (int n = 0; n < 20; ++n)
                press = press_damper(&c, 0, (float)rate, 1, &bend, 1.0f / 240);
            double own = press_damper(&rigid, 0, (float)rate, 1, &none, 1.0f / 240).force;
            expect_near(press.force, own, curved ? 20 + 0.02 * fabs(own) : 1);
        }
    }
}

/* Hard where the body's speed and the damper's are alike, soft where not, over in the valve's time; and no setting makes a
 * damper push. */
static void a_skyhook_damper_only_takes(void **state)
{
    (void)state;
    const struct skyhook_constants c = {0.4f, 2.5f, (float)-expm1(-1 / (240 * 0.01)), 1.0f / 240,
                                        (float)exp(-1.0 / 240)};
    struct suspension_constants damper = bilinear_damper(1500, 800, 0);
    struct noise noise = {8};
    struct skyhook_state hook = {0.5f, 0};
    float none = 0;
    for (int i = 0; i < 24; ++i) hook = skyhook_step(&c, hook, 0, -0.2f);
    expect_near(hook.above_one, 2.5 - 1, 1e-3);
    expect_near(hook.body_mps, 0.5 * exp(-0.1), 1e-4);
    for (int i = 0; i < 3; ++i) hook = skyhook_step(&c, hook, 0, 0.2f);
    expect_near(hook.above_one, 0.4 - 1 + 2.1 * exp(-3 / 2.4), 1e-3); /* 12.5 ms on */
    for (int i = 0; i < 10000; ++i) {
        float rate = (float)noise_between(&noise, -2, 2);
        hook = skyhook_step(&c, hook, (float)noise_between(&noise, -20, 20), rate);
        struct damper_press press =
            press_damper(&damper, 0, rate, 1 + hook.above_one, &none, 0.004f);
        assert_true(press.force * rate >= 0);
        assert_true(hook.above_one >= 0.4f - 1.0001f && hook.above_one <= 1.5001f);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_damper_on_a_bush_is_maxwells_element),
        cmocka_unit_test(a_bush_never_gives_back_more_than_it_took),
        cmocka_unit_test(a_stiff_bush_leaves_the_damper_as_it_is),
        cmocka_unit_test(a_skyhook_damper_only_takes),
    };
    return cmocka_run_group_tests_name("dampers", tests, NULL, NULL);
}
