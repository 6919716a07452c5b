/* A tyre on standing water by itself: the published speeds of floating, wet tables, drag.
 * KAMM_QUICK_TESTS leaves this out: others reach its code. */
#include "support/cars.h"

#include "part/tyre/tyre.h"

#include <math.h>

static const double KNOT_MPS = 0.514444, PSI_PA = 6894.757;

static struct aquaplaning_constants water_of(double pressure_pa)
{
    kamm_tyre_def def = plain_tyre();
    def.inflation_pressure_pa = pressure_pa;
    return kamm_tyre_compile_aquaplaning(&def);
}

static double floats_at(const struct aquaplaning_constants *c, double length_m, double width_m,
                        double tread_m)
{
    struct contact_size patch = {(float)length_m, (float)width_m};
    return floating_speed(c, patch, (float)tread_m, 0);
}

/* Horne's 9 sqrt(p) knots of a smooth tyre whose patch is as slender as those that he measured, and the form of 1986 for others. */
static void smooth_tyres_float_at_hornes_speed(void **state)
{
    (void)state;
    for (double pressure = 1e5; pressure < 15e5; pressure *= 1.5) {
        struct aquaplaning_constants c = water_of(pressure);
        double horne = 9 * KNOT_MPS * sqrt(pressure / PSI_PA);
        expect_share(floats_at(&c, 0.2, 0.59 * 0.2, 0), horne, 0.005);
        expect_share(floats_at(&c, 0.2, 0.2, 0), 7.95 * 0.44704 * sqrt(pressure / PSI_PA), 1e-4);
        expect_share(floats_at(&c, 0.1, 0.2, 0), floats_at(&c, 0.2, 0.2, 0) / sqrt(2), 1e-4);
        expect_share(floats_at(&c, 0.2, 0.2, 10 * 0.0254 / 32),
                     floats_at(&c, 0.2, 0.2, 0) * pow(11, 0.06), 1e-4);
    }
}

static struct water_effect effect_of(const struct aquaplaning_constants *c, double depth_m,
                                     double mps, double worn_m)
{
    struct wet_tyre wet = {.depth_m = (float)depth_m,
                           .load_n = 4000,
                           .deflection_m = 0.02f,
                           .forward_mps = (float)mps,
                           .worn_m = (float)worn_m};
    struct water_effect effect;
    run_through_water(c, &wet, &effect);
    return effect;
}

/* Friction of car tyres on a wet road, Bosch Automotive Handbook, as commonly quoted: the share that is left of that on a wet road without
 * standing water. Tyres of 2.2 bar, new and worn to 1.6 mm. */
static void touch_is_that_of_the_table_of_wet_roads(void **state)
{
    (void)state;
    static const struct {
        double depth_m, kmh, fresh, worn;
    } table[] = {
        {0.001, 50, 0.55 / 0.65, 0.4 / 0.65}, {0.001, 90, 0.3 / 0.6, 0.1 / 0.6},
        {0.001, 130, 0.2 / 0.55, 0.1 / 0.55}, {0.002, 50, 0.5 / 0.65, 0.25 / 0.65},
        {0.002, 90, 0.05 / 0.6, 0.05 / 0.6},  {0.002, 130, 0, 0},
    };
    struct aquaplaning_constants c = water_of(2.2e5);
    double squares = 0;
    for (size_t i = 0; i < sizeof table / sizeof *table; ++i) {
        double v = table[i].kmh / 3.6;
        double fresh = effect_of(&c, table[i].depth_m, v, 0).touch;
        double worn = effect_of(&c, table[i].depth_m, v, 0.008 - 0.0016).touch;
        print_message("%g mm, %3.0f km/h: new %.2f (table %.2f), worn %.2f (table %.2f)\n",
                      1e3 * table[i].depth_m, table[i].kmh, fresh, table[i].fresh, worn,
                      table[i].worn);
        expect_near(fresh, table[i].fresh, 0.25);
        expect_near(worn, table[i].worn, 0.25);
        squares += pow(fresh - table[i].fresh, 2) + pow(worn - table[i].worn, 2);
    }
    expect_below(sqrt(squares / 12), 0.15);
}

static void faster_deeper_and_softer_touch_less(void **state)
{
    (void)state;
    double last_drag = 0;
    for (double pressure = 1.5e5; pressure < 4e5; pressure += 1e5) {
        struct aquaplaning_constants c = water_of(pressure), harder = water_of(1.2 * pressure);
        for (double depth = 0; depth < 0.02; depth = depth * 1.7 + 1e-4)
            for (double v = 0; v < 60; v += 4) {
                struct water_effect at = effect_of(&c, depth, v, 0);
                assert_true(at.touch <= 1 && at.touch >= LEAST_TOUCH);
                expect_below(effect_of(&c, depth, v + 2, 0).touch, at.touch + 1e-6);
                expect_below(effect_of(&c, depth + 1e-3, v, 0).touch, at.touch + 1e-6);
                expect_below(at.touch, effect_of(&harder, depth, v, 0).touch + 1e-6);
                expect_below(effect_of(&c, depth, v, 0.006).touch, at.touch + 1e-6);
                assert_true(at.drag_x_n >= 0 && at.turning_nm >= 0 && at.drag_y_n == 0);
                if (depth == 0 || v == 0) assert_true(at.touch == 1 && at.drag_x_n == 0);
            }
    }
    /* Slow, all of the water is pushed aside: C_D rho h w v^2 / 2. Floating it drags no more. */
    struct aquaplaning_constants c = water_of(2.2e5);
    double width = plain_tyre().width_m;
    expect_share(effect_of(&c, 0.005, 5, 0).drag_x_n, 0.5 * 0.75 * 1000 * 0.005 * width * 25, 0.01);
    for (double v = 2; v < 80; v += 2) {
        double drag = effect_of(&c, 0.005, v, 0).drag_x_n;
        assert_true(drag >= last_drag);
        last_drag = drag;
    }
    expect_below(last_drag, effect_of(&c, 0.005, 40, 0).drag_x_n * 1.1);
}

/* Slow water on the road carries a share of what deep water does: 1 - e^(-h / d), with d half a millimetre that the road's roughness
 * drains, and a quarter of the tread's depth. */
static void a_tread_drains_thin_water(void **state)
{
    (void)state;
    struct aquaplaning_constants c = water_of(2.2e5);
    for (double worn_m = 0; worn_m < 0.008; worn_m += 0.002)
        for (double depth_m = 2e-4; depth_m < 0.01; depth_m *= 2) {
            double deep = 1 - effect_of(&c, 0.3, 8, worn_m).touch;
            double drained_m = 5e-4 + 0.25 * (0.008 - worn_m);
            expect_share(1 - effect_of(&c, depth_m, 8, worn_m).touch,
                         deep * (1 - exp(-depth_m / drained_m)), 0.002);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(smooth_tyres_float_at_hornes_speed),
        cmocka_unit_test(touch_is_that_of_the_table_of_wet_roads),
        cmocka_unit_test(faster_deeper_and_softer_touch_less),
        cmocka_unit_test(a_tread_drains_thin_water),
    };
    return cmocka_run_group_tests_name("aquaplaning", tests, NULL, NULL);
}
