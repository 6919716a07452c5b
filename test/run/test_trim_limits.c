/* Steady states up to the limits of the shipped vehicles, with a longitudinal acceleration: none within what a car reaches is refused,
 * and a refusal says what stands in the way. */
#include "support/quick.h"
#include "support/refused.h"
#include "support/rungs.h"
#include "support/shipped.h"
#include "support/tier.h"

#include <kamm/linear.h>
#include <math.h>
#include <string.h>

static const double pi = 3.14159265358979;

struct reach {
    int reached, first_refused, last_reached; /* steps outwards; 0: none */
    char why[400];
};

static int tries_state(const kamm_model *model, const kamm_trim_target *target, kamm_error *error)
{
    kamm_trim_result found;
    kamm_cars *cars = kamm_trim(model, &kamm_flat_ground, target, &found, error);
    if (!cars) return 0;
    expect_near(found.speed_mps, target->speed_mps, 1.01e-3 * target->speed_mps);
    expect_near(found.lateral_mps2, target->lateral_mps2,
                fmax(1e-3, 1.01e-3 * fabs(target->lateral_mps2)));
    expect_near(found.longitudinal_mps2, target->longitudinal_mps2,
                fmax(2.51e-4 * target->speed_mps, 1.01e-3 * fabs(target->longitudinal_mps2)));
    expect_near(found.longitudinal_left_mps2, target->longitudinal_mps2 - found.longitudinal_mps2,
                1e-12);
    kamm_destroy_cars(cars);
    return 1;
}

/* Outwards in a direction of the g-g plane, -90 degrees: braking. If a state is refused and one farther out is reached,
 * the refusal was wrong. The exception is a state in which the car does not come to rest (brakes that regulate at that
 * very slip). */
static struct reach go_outwards(const kamm_model *model, double speed_mps, double turn_rad,
                                int gear)
{
    const int steps = of_tier(3, 6);
    struct reach reach = {.reached = 0};
    double grip_mps2 = kamm_describe(model).peak_friction_y[0] * 9.80665;
    for (int step = 1; step <= steps; ++step) {
        double size_mps2 = 1.2 * step / steps * grip_mps2;
        kamm_trim_target target = {.speed_mps = speed_mps,
                                   .lateral_mps2 = size_mps2 * cos(turn_rad),
                                   .longitudinal_mps2 = size_mps2 * sin(turn_rad),
                                   .gear = gear};
        kamm_error error;
        if (fabs(target.lateral_mps2) > 60) break;
        if (tries_state(model, &target, &error)) {
            ++reach.reached;
            reach.last_reached = step;
        } else if (!strstr(error.text, "swinging") && !reach.first_refused) {
            reach.first_refused = step;
            snprintf(reach.why, sizeof reach.why, "%s", error.text);
        }
    }
    return reach;
}

static int whole_plane(const char *name, const kamm_model *model, double speed_share,
                       int directions)
{
    kamm_model_info info = kamm_describe(model);
    double speed_mps = speed_share * info.top_speed_mps;
    int reached = 0;
    for (int k = 0; k < directions; ++k) {
        double turn_rad = -pi / 2 + pi * k / (directions - 1);
        struct reach reach = go_outwards(model, speed_mps, turn_rad, 0);
        reached += reach.reached;
        if (reach.first_refused && reach.first_refused < reach.last_reached)
            fail_msg("%s, %.1f m/s, %.0f degrees: %s", name, speed_mps, turn_rad * 180 / pi,
                     reach.why);
    }
    return reached;
}

static void no_state_within_reach_is_refused(void **unused)
{
    static const char *const few[] = {"formula-car-2014", "vw-beetle-1500-1967", "man-kat1-8x8"};
    int count = of_tiers(1, 3, shipped_count()), reached = 0;
    (void)unused;
    for (int i = 0; i < count; ++i) {
        const char *name = in_release_tier() ? shipped_name(i) : few[i];
        kamm_vehicle_def def = shipped_on(shipped_number(name), KAMM_FULL, 240);
        kamm_model *model = compile_rung(&def, KAMM_FULL);
        int speeds = of_tiers(1, 2, 3), directions = of_tiers(3, 5, 7), here = 0;
        if (kamm_describe(model).gear_count || def.axles[0].motor.peak_nm > 0 ||
            def.axles[1].motor.peak_nm > 0) {
            for (int k = 0; k < speeds; ++k)
                here += whole_plane(name, model, 0.3 * (speeds == 1 ? 2 : k + 1), directions);
            print_message("%s: %d states\n", name, here);
            expect_above(here, 1);
        }
        reached += here;
        kamm_destroy_model(model);
    }
    expect_above(reached, of_tier(1, 4));
}

/* A state holds whatever the gear is, as long as the engine turns within its range and pulls. */
static void gears_do_not_matter(void **unused)
{
    NOT_IN_QUICK_TESTS();
    kamm_vehicle_def def = shipped_on(shipped_number("formula-car-2014"), KAMM_FULL, 240);
    kamm_model *model = compile_rung(&def, KAMM_FULL);
    kamm_model_info info = kamm_describe(model);
    kamm_error error;
    int reached = 0;
    (void)unused;
    for (double speed_mps = 20; speed_mps < 90; speed_mps += of_tier(50, 10))
        for (int gear = 1; gear <= info.gear_count; ++gear)
            for (double lateral_mps2 = 0; lateral_mps2 < 15; lateral_mps2 += of_tier(12, 6)) {
                double spin = speed_mps / info.wheel_radius_m[0] * info.overall_ratio[gear - 1];
                kamm_trim_target target = {
                    .speed_mps = speed_mps, .lateral_mps2 = lateral_mps2, .gear = gear};
                if (spin > 0.95 * info.limiter_radps || spin < 2 * info.idle_radps) continue;
                if (!tries_state(model, &target, &error)) fail_msg("gear %d: %s", gear, error.text);
                ++reached;
            }
    expect_above(reached, of_tier(4, 8));
    kamm_destroy_model(model);
}

/* The loads of a state with longitudinal acceleration are those of the moment m a h about the road. With the inputs
 * held the car then speeds up by the acceleration found, less the share of its wheels (their inertia, some percent). */
static void speeding_up_shifts_loads_and_goes_on(void **unused)
{
    NOT_IN_QUICK_TESTS();
    const double wanted[] = {-5, -2, 1.5};
    kamm_vehicle_def def = shipped_on(shipped_number("bmw-m3-e46"), KAMM_FULL, 240);
    (void)unused;
    def.aero.drag_coefficient = 0;
    def.aero.front_lift_coefficient = def.aero.rear_lift_coefficient = 0;
    kamm_model *model = compile_rung(&def, KAMM_DOUBLE_TRACK);
    kamm_model_info info = kamm_describe(model);
    for (int i = 0; i < 3; ++i) {
        kamm_trim_target target = {.speed_mps = 25, .longitudinal_mps2 = wanted[i]};
        kamm_trim_result found;
        kamm_error error;
        kamm_cars *cars = kamm_trim(model, &kamm_flat_ground, &target, &found, &error);
        if (!cars) fail_msg("%s", error.text);
        double front_n = 0, rest_n = 0;
        for (int w = 0; w < 2; ++w) {
            front_n += kamm_read_wheel(cars, 0, w, KAMM_WHEEL_load_n);
            rest_n += info.static_load_n[w];
        }
        double shift_n = info.mass_kg * wanted[i] * info.cg_height_m / info.wheelbase_m;
        print_message("%g m/s2: front axle %.0f N at rest, %.0f N now, by m a h / L %.0f N\n",
                      wanted[i], rest_n, front_n, rest_n - shift_n);
        expect_near(front_n, rest_n - shift_n, 0.08 * fabs(shift_n) + 20);
        double before_mps = kamm_read(cars, 0, KAMM_CHANNEL_speed_mps);
        drive_for(cars, &kamm_flat_ground, 0.2);
        double gained = (kamm_read(cars, 0, KAMM_CHANNEL_speed_mps) - before_mps) / 0.2;
        print_message("  let go it speeds up by %.3f m/s2\n", gained);
        expect_near(gained, wanted[i], 0.12 * fabs(wanted[i]));
        kamm_destroy_cars(cars);
    }
    kamm_destroy_model(model);
}

static void a_refusal_says_what_is_left(void **unused)
{
    const struct refused_trim cases[] = {
        {{.speed_mps = 30, .longitudinal_mps2 = 9}, "at full throttle"},
        {{.speed_mps = 30, .longitudinal_mps2 = -20}, "at full brake"},
        {{.speed_mps = 4, .lateral_mps2 = 6}, "at full lock"},
        {{.speed_mps = 30, .longitudinal_mps2 = 61}, "61 m/s2 along; allowed: -60 to 60"},
        {{.speed_mps = 30, .longitudinal_mps2 = NAN}, "along; allowed: "},
    };
    kamm_vehicle_def def = shipped_on(shipped_number("nissan-micra"), KAMM_FULL, 240);
    kamm_model *model = compile_rung(&def, KAMM_FULL);
    (void)unused;
    expect_trims_refused(model, cases, sizeof cases / sizeof *cases);
    kamm_destroy_model(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_state_within_reach_is_refused),
        cmocka_unit_test(gears_do_not_matter),
        cmocka_unit_test(speeding_up_shifts_loads_and_goes_on),
        cmocka_unit_test(a_refusal_says_what_is_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
