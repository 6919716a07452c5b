/* Springs and dampers by curve: sinking under a load, energy, what they change, refusals. */
/* KAMM_QUICK_TESTS leaves this out: it drives for long to measure. */
#include "support/fitted.h"
#include "support/shipped.h"
#include "support/tier.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void set_points(kamm_curve *curve, int count, const double *x, const double *y)
{
    curve->count = count;
    for (int i = 0; i < count; ++i) curve->x[i] = x[i], curve->y[i] = y[i];
}

/* Gas in a column of `height_m` under the wheel's load, adiabatic: F = P (h / (h - x))^1.38, less what spring_n_per_m gives. */
static void fit_air(kamm_suspension_def *s, double load_n, double height_m)
{
    double x[21], y[21];
    s->spring_n_per_m = 1.38 * load_n / height_m;
    for (int i = 0; i < 21; ++i) {
        x[i] = -0.1 + 0.01 * i;
        y[i] = load_n * (pow(height_m / (height_m - x[i]), 1.38) - 1) - s->spring_n_per_m * x[i];
    }
    set_points(&s->spring_curve, 21, x, y);
}

/* Wheels that travel straight up and down, so that tyres do not scrub. */
static kamm_vehicle_def straight_riding_car(void)
{
    kamm_vehicle_def def = flat_riding_car();
    for (int a = 0; a < 2; ++a) {
        kamm_suspension_def *s = &def.axles[a].suspension;
        s->roll_centre_height_m = s->recession = s->caster_gain_rad_per_m = 0;
        s->camber_gain_rad_per_m = s->toe_gain_rad_per_m = s->toe_in_rad = s->camber_rad = 0;
    }
    return def;
}

static double travel_after(const kamm_vehicle_def *def)
{
    kamm_cars *cars = start_cars(def, 1);
    put_car(cars, 0, &kamm_flat_ground, 0, 10, 0);
    drive_for(cars, &kamm_flat_ground, 5);
    double sum = 0;
    for (int w = 0; w < 4; ++w) sum += kamm_read_wheel(cars, 0, w, KAMM_WHEEL_travel_m);
    assert_int_equal(kamm_fault(cars, 0), 0);
    end_cars(cars);
    return sum / 4;
}

/* A load above the middle sinks the car to where the springs bear it: F(z) = P + k z + more(z). */
static void a_load_sinks_into_the_second_rate(void **state)
{
    (void)state;
    for (double load_kg = 100; load_kg < 700; load_kg += 150) {
        kamm_vehicle_def def = straight_riding_car();
        for (int a = 0; a < 2; ++a) fit_dual_rate(&def.axles[a].suspension);
        double k = def.axles[0].suspension.spring_n_per_m,
               wheelbase = def.axles[1].behind_front_axle_m;
        def.axles[1].suspension.spring_n_per_m = k;
        def.payload.mass_kg = load_kg;
        def.payload.cg_behind_front_axle_m = wheelbase / 2;
        def.payload.cg_height_m = def.body.cg_height_m;
        double force_n = load_kg * GRAVITY_MPS2 / 4;
        double sinks = force_n / k;
        if (sinks > 0.03) sinks = (force_n + 0.03 * 30000) / (k + 30000);
        print_message("%3.0f kg: %.2f mm, %.2f by the curve\n", load_kg, 1e3 * travel_after(&def),
                      1e3 * sinks);
        expect_share(travel_after(&def), sinks, 0.01);
    }
}

/* Dropped on undamped springs: energy stays. */
static void curved_springs_keep_energy(void **state)
{
    (void)state;
    static const double rates[] = {240, 600, 1200};
    for (int kind = 0; kind < 3; ++kind)
        for (int r = 0; r < 3; ++r) {
            kamm_vehicle_def def = straight_riding_car();
            def.stepping.substeps_per_s = rates[r];
            for (int a = 0; a < 2; ++a) {
                kamm_suspension_def *s = &def.axles[a].suspension;
                s->bump_damping_ns_per_m = s->bump_fast_damping_ns_per_m = 0;
                s->rebound_damping_ns_per_m = s->rebound_fast_damping_ns_per_m = 0;
                s->bump_travel_m = s->rebound_travel_m = 0.2;
                def.axles[a].tyre.vertical_damping_ns_per_m = 0;
                def.axles[a].tyre.standing_damping_s = 0;
                if (kind == 1)
                    fit_air(s, 2300, 0.25);
                else if (kind == 0)
                    fit_dual_rate(s);
            }
            kamm_cars *cars = start_cars(&def, 1);
            kamm_placement high = kamm_placement_on(&kamm_flat_ground, 0, 0, 0);
            high.position_m[2] += 0.06;
            kamm_place(cars, 0, &high);
            kamm_inputs(cars)[0].gear = 0;
            drive_for(cars, &kamm_flat_ground, 0.25);
            double before = kamm_read(cars, 0, KAMM_CHANNEL_energy_j), most = before,
                   least = before;
            double lifted = kamm_describe(kamm_model_of(cars, 0)).mass_kg * GRAVITY_MPS2 * 0.06;
            for (int frame = 0; frame < 120; ++frame) {
                drive_for(cars, &kamm_flat_ground, 1.0 / 60);
                double now = kamm_read(cars, 0, KAMM_CHANNEL_energy_j);
                most = fmax(most, now), least = fmin(least, now);
            }
            print_message("%s, %4g /s: %+.2f and %+.2f J of %.0f in 2 s of bouncing\n",
                          kind == 2 ? "straight"
                          : kind    ? "air"
                                    : "dual rate",
                          rates[r], most - before, least - before, lifted);
            /* At 240 the undamped tyre's own bounce is coarse: straight springs do the same. */
            expect_below(most - before, (rates[r] < 500 ? 0.04 : 0.002) * lifted);
            expect_above(least - before, -0.02 * lifted);
            end_cars(cars);
        }
}

/* A curve of the same slopes as the bilinear damper's. */
static void a_damper_by_curve_does_what_the_bilinear_one_does(void **state)
{
    (void)state;
    for (int vehicle = 0; vehicle < shipped_count(); vehicle += of_tier(4, 1)) {
        double pitch[2], roll[2];
        kamm_vehicle_def def = shipped_def(vehicle);
        if (has_unsprung_axle(&def)) continue;
        def.stepping.substeps_per_s = 600;
        for (int curved = 0; curved < 2; ++curved) {
            for (int a = 0; a < def.axles_count && curved; ++a) {
                kamm_suspension_def *s = &def.axles[a].suspension;
                double k = s->damper_knee_mps, bump = s->bump_damping_ns_per_m * k,
                       rebound = s->rebound_damping_ns_per_m * k;
                const double x[] = {-4 * k, -k, 0, k, 4 * k};
                const double y[] = {-rebound - 3 * k * s->rebound_fast_damping_ns_per_m, -rebound,
                                    0, bump, bump + 3 * k * s->bump_fast_damping_ns_per_m};
                set_points(&s->damper_curve, 5, x, y);
                if (s->hardpoints.kind != KAMM_HARDPOINTS_NONE) s->damper_curve.count = 0;
            }
            kamm_cars *cars = start_cars(&def, 1);
            put_car(cars, 0, &kamm_flat_ground, 0, 16, 0);
            kamm_inputs(cars)[0].brake = 0.5f;
            kamm_inputs(cars)[0].steering_wheel_rad = (float)(0.03 * def.steering.ratio);
            drive_for(cars, &kamm_flat_ground, 0.3);
            pitch[curved] = kamm_read(cars, 0, KAMM_CHANNEL_pitch_rad);
            roll[curved] = kamm_read(cars, 0, KAMM_CHANNEL_roll_rad);
            assert_int_equal(kamm_fault(cars, 0), 0);
            end_cars(cars);
        }
        expect_near(pitch[1], pitch[0], 0.06 * fabs(pitch[0]) + 2e-4);
        expect_near(roll[1], roll[0], 0.06 * fabs(roll[0]) + 2e-4);
    }
}

static void expect_refusal(const kamm_vehicle_def *def, const char *words)
{
    kamm_error error = {0};
    assert_null(kamm_create_model(def, KAMM_FULL, &error));
    if (!strstr(error.text, words)) fail_msg("no \"%s\" in: %s", words, error.text);
}

static void curves_that_cannot_be_are_refused(void **state)
{
    (void)state;
    kamm_vehicle_def def = default_vehicle();
    fit_dual_rate(&def.axles[1].suspension);
    def.axles[1].suspension.spring_curve.y[1] = 500;
    expect_refusal(&def, "axles[1].suspension.spring_curve");
    def = default_vehicle();
    fit_dual_rate(&def.axles[0].suspension);
    def.axles[0].suspension.spring_curve.y[3] = -9000;
    expect_refusal(&def, "may not fall");
    def = default_vehicle();
    static const double x[] = {-1, 0, 1}, y[] = {-2000, 0, -100};
    set_points(&def.axles[0].suspension.damper_curve, 3, x, y);
    expect_refusal(&def, "axles[0].suspension.damper_curve");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_load_sinks_into_the_second_rate),
        cmocka_unit_test(curved_springs_keep_energy),
        cmocka_unit_test(a_damper_by_curve_does_what_the_bilinear_one_does),
        cmocka_unit_test(curves_that_cannot_be_are_refused),
    };
    return cmocka_run_group_tests_name("full_springs", tests, NULL, NULL);
}
