/* How steep wheels may go aside with their travel: an accepted slope comes to rest on level ground, at rest and at
 * speed, at every rate. Others are refused with the slope, the rate and the slope that holds. */
#include "support/cars.h"
#include "support/quick.h"
#include "support/shipped.h"
#include "support/tier.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CARS = 5 };
static const double speeds[CARS] = {0, 0.3, 2, 12, 30};
/* At 30 m/s a Robin whose rear roll centre is half a metre below the road weaves, at 60 as at 1200 substeps a second: that is its own. */
static const double fastest_on_three_wheels_mps = 20;

/* The fastest travel of any wheel, 1.5 s after the cars have been put down, rolling straight with a little steering. */
static double shaking_mps(const kamm_model *model, double rate)
{
    kamm_cars *cars = kamm_create_cars(model, CARS, NULL);
    double fastest = 0;
    for (int car = 0; car < CARS; ++car) {
        double speed_mps = wheels_of(cars, car) == 3
                               ? fmin(speeds[car], fastest_on_three_wheels_mps)
                               : speeds[car];
        put_car(cars, car, &kamm_flat_ground, 0, speed_mps, 0);
        kamm_inputs(cars)[car].steering_wheel_rad = 0.02f;
    }
    kamm_step(cars, &kamm_flat_ground, (int)(1.5 * rate));
    for (int look = 0; look < 12; ++look) {
        kamm_step(cars, &kamm_flat_ground, 1 + (int)(rate / 97));
        for (int car = 0; car < CARS; ++car) {
            if (kamm_fault(cars, car)) fastest = INFINITY;
            for (int w = 0; w < wheels_of(cars, car); ++w)
                fastest =
                    fmax(fastest, fabs(kamm_read_wheel(cars, car, w, KAMM_WHEEL_travel_rate_mps)));
        }
    }
    kamm_destroy_cars(cars);
    return fastest;
}

/* The roll centre of the wheel's path with that slope, of an axle that goes by numbers; by camber gain as well. */
static int set_slope(kamm_vehicle_def *def, int a, double slope, int by_camber)
{
    kamm_axle_def *axle = &def->axles[a];
    kamm_suspension_def *s = &axle->suspension;
    if (s->hardpoints.kind || s->lateral_curve.count || s->camber_curve.count) return 0;
    if (s->kind == KAMM_SUSPENSION_SOLID || axle->wheels == KAMM_WHEELS_SINGLE) return 0;
    if (by_camber && s->kind == KAMM_SUSPENSION_DEPENDENT) return 0;
    double radius = axle->tyre.unloaded_radius_m, half_track = axle->track_m / 2;
    double by_tilt = s->kind == KAMM_SUSPENSION_DEPENDENT ? -radius / half_track : 0;
    if (by_camber)
        s->camber_gain_rad_per_m = (slope - s->roll_centre_height_m / half_track) / radius;
    else
        s->roll_centre_height_m =
            half_track * (slope - by_tilt - radius * s->camber_gain_rad_per_m);
    return 1;
}

static void expect_quiet(int vehicle, double slope, int by_camber, double rate, int *tried)
{
    kamm_vehicle_def def = shipped_def(vehicle);
    kamm_error error;
    def.stepping.substeps_per_s = rate;
    for (int a = 0; a < def.axles_count; ++a) {
        kamm_vehicle_def steep = def;
        if (!set_slope(&steep, a, slope, by_camber)) continue;
        kamm_model *model = kamm_create_model(&steep, KAMM_FULL, &error);
        if (!model && strstr(error.text, "sideways")) fail_msg("%g: %s", slope, error.text);
        if (!model) continue; /* other bounds: a rate that its springs do not bear, loads */
        double shakes = shaking_mps(model, rate);
        if (shakes > 0.02)
            fail_msg("%s, axle %d, slope %g by %s, %g a second: %g m/s", shipped_name(vehicle), a,
                     slope, by_camber ? "camber" : "the roll centre", rate, shakes);
        kamm_destroy_model(model);
        ++*tried;
    }
}

static void accepted_paths_come_to_rest(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    static const double rates[] = {240, 60, 1200, 120, 600}, slopes[] = {0.84, -0.84, 0.5, -0.5};
    int tried = 0, count = of_tiers(1, 3, 5);
    for (int v = 0; v < shipped_count(); v += of_tiers(5, 2, 1))
        for (int i = 0; i < 2 * of_tier(2, 4) * count; ++i)
            expect_quiet(v, slopes[i / 2 / count], i % 2, rates[i / 2 % count], &tried);
    print_message("%d cars\n", tried);
    assert_true(tried > 15);
}

/* Beyond, on any road car: with the numbers that would hold, which then do. */
static void steeper_paths_are_refused_with_what_holds(void **state)
{
    (void)state;
    static const double slopes[] = {1.05, -1.05, 1.5, -2.1};
    for (int v = 0; v < shipped_count(); v += of_tier(4, 1))
        for (int i = 0; i < 8; ++i) {
            kamm_vehicle_def def = shipped_def(v);
            kamm_error error = {0};
            if (!set_slope(&def, 0, slopes[i / 2], i % 2)) continue;
            assert_null(kamm_create_model(&def, KAMM_FULL, &error));
            const char *from = strstr(error.text, "a roll centre from ");
            if (!from) continue; /* statics do not bear it: refused by them */
            assert_string_equal(error.path, "axles.suspension.roll_centre_height_m");
            assert_non_null(strstr(error.text, "1200"));
            double low = strtod(from + strlen("a roll centre from "), NULL);
            double high = strtod(strstr(from, "to ") + 3, NULL);
            double kept = def.axles[0].suspension.roll_centre_height_m;
            assert_true(kept < low || kept > high);
            def.axles[0].suspension.roll_centre_height_m =
                0.97 * (i / 2 % 2 ? low : high) + 0.03 * (i / 2 % 2 ? high : low);
            kamm_model *model = kamm_create_model(&def, KAMM_FULL, &error);
            if (!model && strstr(error.text, "sideways")) fail_msg("%s", error.text);
            kamm_destroy_model(model);
        }
}

/* Those that came out of the field: values of the ranges that shook at 240 a second. */
static void reported_values_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *vehicle, *path;
        double value;
    } reported[] = {
        {"vw-beetle-1500-1967", "axles[0].suspension.roll_centre_height_m", 1.5},
        {"ford-fiesta-st-2013", "axles[0].suspension.roll_centre_height_m", 1.5},
        {"volvo-v40", "axles[0].suspension.roll_centre_height_m", 1.5},
        {"bmw-m3-e46", "axles[1].suspension.roll_centre_height_m", 1.5},
        {"mercedes-citaro", "axles[0].suspension.camber_gain_rad_per_m", 4.63},
        {"formula-car-2014", "axles[0].suspension.caster_gain_rad_per_m", -16.8},
        {"bmw-m3-e46", "axles[0].suspension.friction_n", 4e5},
        {"commonroad-1-ford-escort", "axles[0].tyre.lateral_stiffness_n_per_m", 9.9e7},
        {"volvo-v40", "axles[0].tyre.longitudinal_stiffness_n_per_m", 50},
        {"ford-transit-minibus", "axles[1].suspension.toe_gain_rad_per_m", 9.04},
    };
    for (size_t i = 0; i < sizeof reported / sizeof *reported; ++i) {
        kamm_vehicle_def def = shipped_def(shipped_number(reported[i].vehicle));
        kamm_error error = {0};
        def.stepping.substeps_per_s = 240;
        must(kamm_set_number(kamm_vehicle_table(), &def, reported[i].path, reported[i].value,
                             &error),
             &error);
        assert_null(kamm_create_model(&def, KAMM_FULL, &error));
        assert_non_null(strstr(error.text, strrchr(reported[i].path, '.') + 1));
        assert_non_null(strstr(error.text, "allowed: "));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(accepted_paths_come_to_rest),
        cmocka_unit_test(steeper_paths_are_refused_with_what_holds),
        cmocka_unit_test(reported_values_are_refused),
    };
    return cmocka_run_group_tests_name("steep_paths", tests, NULL, NULL);
}
