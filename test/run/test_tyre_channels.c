/* Channels of the tyre's shape: deflection, contact patch, shift of the carcass.
 * KAMM_QUICK_TESTS leaves this out: others reach its code. */
#include "support/mirror.h"
#include "support/rungs.h"
#include "support/shipped.h"
#include "support/tier.h"

#include "part/tyre/tyre.h"
#include "vehicle/model.h"

#include <math.h>

static double of_wheel(const kamm_cars *cars, int w, kamm_wheel_channel channel)
{
    return kamm_read_wheel(cars, 0, w, channel);
}

static const kamm_tyre_def *tyre_of(const kamm_cars *cars, int w)
{
    const kamm_model *model = kamm_model_of(cars, 0);
    return &model->def->axles[model->layout.axle[w]].tyre;
}

/* Equations (9) and (10) with the coefficients of MF-Tyre's 205/60 R15, at 4 kN on 209.65 kN/m: in double. */
static void a_file_s_coefficients_give_the_patch(void **state)
{
    (void)state;
    kamm_tyre_def tyre = kamm_default_tyre();
    tyre.q_ra1 = 0.6715, tyre.q_ra2 = 0.7308, tyre.q_rb1 = 1.0588, tyre.q_rb2 = -1.1863;
    struct contact_size_constants c = kamm_tyre_compile_contact(&tyre);
    double before = 0;
    for (double deflection = 1e-4; deflection < 0.08; deflection *= 1.3) {
        double x = deflection / tyre.unloaded_radius_m;
        struct contact_size size = contact_size_of(&c, (float)deflection);
        expect_share(size.length_m, 2 * tyre.unloaded_radius_m * (0.6715 * sqrt(x) + 0.7308 * x),
                     1e-5);
        expect_share(size.width_m, 2 * tyre.width_m * (1.0588 * cbrt(x) - 1.1863 * x), 1e-5);
        expect_above(size.length_m, before);
        before = size.length_m;
    }
    double flat = 4000 / 209651.5;
    struct contact_size size = contact_size_of(&c, (float)flat);
    expect_near(4000 / (size.length_m * size.width_m) / 220e3, 1, 0.1);
    assert_true(contact_size_of(&c, 0).length_m == 0 && contact_size_of(&c, -1).width_m == 0);
    expect_below(contact_size_of(&c, 9).length_m, 2 * tyre.unloaded_radius_m + 1e-6);
    expect_below(contact_size_of(&c, 9).width_m, tyre.width_m + 1e-6);
}

/* A tyre is not quite a membrane: its carcass carries some of the load, and its edges press less than the middle. */
static void pressure_times_area_is_the_load_of_every_shipped_tyre(void **state)
{
    (void)state;
    for (int v = 0; v < shipped_count(); ++v)
        for (EACH_RUNG(rung)) {
            if ((v + (int)rung) % of_tier(3, 1)) continue;
            kamm_vehicle_def def = shipped_def(v);
            kamm_cars *cars = start_rung(&def, rung, 1);
            put_car(cars, 0, &kamm_flat_ground, 0, 0, 0);
            drive_for(cars, &kamm_flat_ground, 0.5);
            for (int w = 0; w < wheels_of(cars, 0); ++w) {
                double area = of_wheel(cars, w, KAMM_WHEEL_patch_length_m) *
                              of_wheel(cars, w, KAMM_WHEEL_patch_width_m);
                double carried = tyre_of(cars, w)->inflation_pressure_pa * area;
                double share = of_wheel(cars, w, KAMM_WHEEL_load_n) / carried;
                if (!(share > 0.75 && share < 1.3))
                    fail_msg("%s, %s, wheel %d: pressure times area is the load's %g-th part",
                             shipped_name(v), rung_name(rung), w, share);
            }
            end_cars(cars);
        }
}

/* On every rung the same at rest, but for how the rungs share the weight out. */
static void rungs_agree_at_rest(void **state)
{
    (void)state;
    static const kamm_wheel_channel channels[] = {
        KAMM_WHEEL_tyre_deflection_m, KAMM_WHEEL_patch_length_m, KAMM_WHEEL_patch_width_m};
    for (int v = 0; v < shipped_count(); ++v) {
        kamm_vehicle_def def = shipped_def(v);
        kamm_cars *full = start_rung(&def, KAMM_FULL, 1);
        put_car(full, 0, &kamm_flat_ground, 0, 0, 0);
        drive_for(full, &kamm_flat_ground, 0.5);
        kamm_cars *lower = start_rung(&def, KAMM_DOUBLE_TRACK, 1);
        put_car(lower, 0, &kamm_flat_ground, 0, 0, 0);
        drive_for(lower, &kamm_flat_ground, 0.5);
        for (int w = 0; w < wheels_of(full, 0); ++w)
            for (int i = 0; i < 3; ++i)
                expect_share(of_wheel(lower, w, channels[i]), of_wheel(full, w, channels[i]), 0.03);
        end_cars(full);
        end_cars(lower);
    }
}

/* Forces along the carcass's springs: forwards when driven, to the left in a turn to the left, whose force is F = C u. */
static void the_carcass_shifts_with_the_force(void **state)
{
    (void)state;
    for (int v = 0; v < shipped_count(); v += of_tier(4, 1))
        for (kamm_rung rung = KAMM_SINGLE_TRACK; rung <= KAMM_FULL; rung = (kamm_rung)(rung + 1)) {
            kamm_vehicle_def def = shipped_def(v);
            kamm_cars *cars = start_rung(&def, rung, 1);
            put_car(cars, 0, &kamm_flat_ground, 0, 15, KAMM_GEAR_DRIVE);
            double lock = kamm_describe(kamm_model_of(cars, 0)).steering_lock_rad;
            kamm_inputs(cars)[0].steering_wheel_rad = (float)(0.05 * lock);
            kamm_inputs(cars)[0].brake = 0.2f;
            drive_for(cars, &kamm_flat_ground, 1);
            for (int w = 0; w < wheels_of(cars, 0); ++w) {
                struct tyre_constants tyre = kamm_tyre_compile(tyre_of(cars, w));
                float load = (float)of_wheel(cars, w, KAMM_WHEEL_load_n);
                struct tyre_state at = kamm_tyre_prepare(&tyre, load, 0);
                double fx = of_wheel(cars, w, KAMM_WHEEL_longitudinal_force_n) / at.carcass_x;
                double fy = of_wheel(cars, w, KAMM_WHEEL_lateral_force_n) / at.carcass_y;
                double x = of_wheel(cars, w, KAMM_WHEEL_carcass_shift_x_m);
                double y = of_wheel(cars, w, KAMM_WHEEL_carcass_shift_y_m);
                if (fabs(x - fx) > 0.004 || fabs(y - fy) > 0.006)
                    fail_msg("%s, %s, wheel %d: shift %g, %g m, by force %g, %g m", shipped_name(v),
                             rung_name(rung), w, x, y, fx, fy);
            }
            /* Of both front wheels: toe and camber pull them apart, a racing car's more than a gentle turn does. */
            int last = kamm_model_of(cars, 0)->layout.count[0] - 1;
            expect_below(of_wheel(cars, 0, KAMM_WHEEL_carcass_shift_x_m), 0);
            expect_above(of_wheel(cars, 0, KAMM_WHEEL_carcass_shift_y_m) +
                             of_wheel(cars, last, KAMM_WHEEL_carcass_shift_y_m),
                         0);
            end_cars(cars);
        }
}

static void a_wheel_in_the_air_touches_nothing(void **state)
{
    (void)state;
    kamm_vehicle_def def = default_vehicle();
    kamm_cars *cars = start_rung(&def, KAMM_FULL, 1);
    kamm_placement high = {.position_m = {0, 0, 5}, .gear = 0};
    kamm_place(cars, 0, &high);
    kamm_step(cars, &kamm_flat_ground, 10);
    for (int w = 0; w < 4; ++w)
        for (kamm_wheel_channel c = KAMM_WHEEL_tyre_deflection_m; c <= KAMM_WHEEL_carcass_shift_y_m;
             c = (kamm_wheel_channel)(c + 1))
            assert_true(of_wheel(cars, w, c) == 0);
    end_cars(cars);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_s_coefficients_give_the_patch),
        cmocka_unit_test(pressure_times_area_is_the_load_of_every_shipped_tyre),
        cmocka_unit_test(rungs_agree_at_rest),
        cmocka_unit_test(the_carcass_shifts_with_the_force),
        cmocka_unit_test(a_wheel_in_the_air_touches_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
