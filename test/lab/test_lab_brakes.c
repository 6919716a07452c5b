/* What the aids at the brakes are for, over all shipped vehicles: no spin when braking in a turn, side force on split
 * friction, a start where one wheel has no grip. */
/* KAMM_QUICK_TESTS leaves this out: it drives for long to measure. */
#include "support/cars.h"
#include "support/shipped.h"
#include "support/tier.h"

#include "run/cars.h"

#include <math.h>
#include <string.h>

#include <kamm/io/lab.h>

static kamm_test_result run(const char *test, const kamm_vehicle_def *def, double substeps_per_s)
{
    kamm_vehicle_file file = {.id = "test-car", .def = *def};
    kamm_test_options options = {.substeps_per_s = substeps_per_s};
    kamm_test_result result;
    kamm_error error;
    file.def.stepping.substeps_per_s = substeps_per_s;
    if (kamm_run_test(test, &file, &options, &result, &error)) fail_msg("%s", error.text);
    return result;
}

static double value(const kamm_test_result *result, const char *name)
{
    for (int i = 0; i < result->figure_count; ++i)
        if (strcmp(result->figures[i].name, name) == 0) return result->figures[i].value;
    fail_msg("there is no figure %s", name);
    return NAN;
}

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))
static const double rates[] = {60, 240, 600};
#define STRIDE of_tier(9, 1) /* of the vehicles, whose tests take seconds together */

/* -- distribution ------------------------------------------------------------------------------- */

static int is_distributed(const kamm_vehicle_def *def) { return def->aids.abs && def->aids.ebd; }

static const float pedals[] = {0.1f, 0.2f, 0.35f, 0.5f};
static const double speeds_mps[] = {15, 30};
enum { BRAKED = COUNT(pedals) * COUNT(speeds_mps) };

static void expect_less_slip_behind(const kamm_cars *cars, int car, double most_share)
{
    kamm_model_info info = kamm_describe(kamm_model_of(cars, car));
    double front = 1, rear = 0;
    for (int w = 0; w < info.wheel_count; ++w) {
        double slip = -kamm_read_wheel(cars, car, w, KAMM_WHEEL_slip_ratio);
        if (!is_front(cars->layout, info.wheel_axle[w]))
            rear = fmax(rear, slip);
        else
            front = fmin(front, slip);
    }
    expect_above(front, 0.001);
    if (kamm_read(cars, car, KAMM_CHANNEL_speed_mps) > 4) /* on slicks it nearly stands by now */
        expect_below(rear, most_share * front + 5e-4);
}

/* Of some vehicle on the straight: after a second on a pedal no rear wheel slips more than the front ones. */
static void expect_front_slips_most(const kamm_vehicle_def *def)
{
    kamm_cars *cars = start_cars(def, BRAKED);
    double share = def->stepping.substeps_per_s > 60 ? 1.05 : 1.15; /* one drive of the 12C at 60 */
    for (int car = 0; car < BRAKED; ++car) {
        kamm_placement at = {
            .orientation = {1, 0, 0, 0}, .speed_mps = speeds_mps[car / COUNT(pedals)], .gear = 0};
        kamm_place(cars, car, &at);
        kamm_inputs(cars)[car].brake = pedals[car % COUNT(pedals)];
        kamm_inputs(cars)[car].gear = 0; /* neutral */
    }
    kamm_step(cars, &kamm_flat_ground, (int)(1 / kamm_describe(kamm_model_of(cars, 0)).substep_s));
    for (int car = 0; car < BRAKED; ++car) expect_less_slip_behind(cars, car, share);
    end_cars(cars);
}

static void rear_slip_stays_below_front_slip(void **state)
{
    (void)state;
    for (int vehicle = 0; vehicle < shipped_count(); vehicle += STRIDE) {
        kamm_vehicle_def def = shipped_def(vehicle);
        if (!is_distributed(&def)) continue;
        const struct layout layout = kamm_layout_of(&def);
        for (int axle = layout.front_axles; axle < def.axles_count;
             ++axle) /* brakes that would lock the rear first */
            def.axles[axle].brake_torque_nm *= 1.6;
        for (int r = 0; r < of_tier(2, COUNT(rates)); ++r) {
            def.stepping.substeps_per_s = allowed_rate(&def, rates[r]);
            expect_front_slips_most(&def);
        }
    }
}

/* The Escort's tyres are at their limit at 6.5 m/s2: there it spins as soon as the throttle is released. */
static int holds_the_limit(int vehicle)
{
    return strcmp(shipped_name(vehicle), "commonroad-1-ford-escort") != 0;
}

static void no_car_with_distribution_spins_when_braked_in_a_turn(void **state)
{
    (void)state;
    int found = 0;
    for (int vehicle = 0; vehicle < shipped_count(); vehicle += STRIDE) {
        kamm_vehicle_def def = shipped_def(vehicle);
        if (!is_distributed(&def)) continue;
        for (int r = 1; r < of_tier(2, COUNT(rates)); ++r) {
            if (in_long_tier() && !is_tried(vehicle + r, 2)) continue;
            kamm_test_result result = run("brake-in-turn", &def, rates[r]);
            if (isnan(value(&result, "peak_yaw_rate_ratio"))) continue;
            ++found;
            expect_below(value(&result, "peak_yaw_rate_ratio"), 2.7);
            expect_below(value(&result, "peak_sideslip_deg"), 5);
            if (isnan(value(&result, "peak_sideslip_at_6_5_mps2_deg")) || !holds_the_limit(vehicle))
                continue;
            expect_below(value(&result, "peak_yaw_rate_ratio_at_6_5_mps2"), 2.2);
            expect_below(value(&result, "peak_sideslip_at_6_5_mps2_deg"), 8);
        }
    }
    assert_true(found >= of_tiers(1, 8, 16));
}

static void without_distribution_light_braking_at_the_limit_spins_some(void **state)
{
    (void)state;
    static const char *const names[] = {"bmw-m3-e46", "volvo-v40", "nissan-micra"};
    for (int vehicle = 0; vehicle < shipped_count(); ++vehicle)
        for (int i = 0; i < of_tier(1, COUNT(names)); ++i) {
            if (strcmp(shipped_name(vehicle), names[i]) != 0) continue;
            kamm_vehicle_def def = shipped_def(vehicle);
            def.aids.ebd = 0;
            kamm_test_result result = run("brake-in-turn", &def, 600);
            expect_above(value(&result, "peak_yaw_rate_ratio_at_6_5_mps2"), 2.5);
            expect_above(value(&result, "peak_sideslip_at_6_5_mps2_deg"), 20);
            def.aids.ebd = 1; /* by cycles: a hundredth of slip more than in front */
            def.aids.ebd_kind = KAMM_ABS_CYCLES;
            result = run("brake-in-turn", &def, 600);
            expect_below(value(&result, "peak_yaw_rate_ratio_at_6_5_mps2"), 3);
            expect_below(value(&result, "peak_sideslip_at_6_5_mps2_deg"), 10);
        }
}

/* -- select-low --------------------------------------------------------------------------------- */

static void select_low_keeps_a_car_straighter_and_lets_it_roll_farther(void **state)
{
    (void)state;
    for (int vehicle = 0; vehicle < shipped_count(); vehicle += STRIDE) {
        kamm_vehicle_def def = shipped_def(vehicle);
        if (!def.aids.abs || !def.aids.abs_select_low) continue;
        kamm_test_result low = run("split-mu", &def, of_tiers(240, 240, 600));
        def.aids.abs_select_low = 0;
        kamm_test_result each = run("split-mu", &def, of_tiers(240, 240, 600));
        expect_below(value(&low, "held_yaw_after_1_s_deg"),
                     0.93 * value(&each, "held_yaw_after_1_s_deg"));
        expect_below(value(&low, "max_yaw_deg"), value(&each, "max_yaw_deg"));
    }
}

/* Both wheels of a select-low axle must come back to one pressure after distribution has moved them apart. If they do
 * not, the first tenths of a second, where the substep counts most, decide where the car ends. */
static void stops_on_split_friction_do_not_depend_on_the_substep(void **state)
{
    (void)state;
    static const double tried[] = {240, 120, 420, 480, 600};
    int found = 0;
    for (int vehicle = 0; vehicle < shipped_count(); vehicle += STRIDE) {
        kamm_vehicle_def def = shipped_def(vehicle);
        if (!def.aids.abs) continue;
        kamm_test_result fine = run("split-mu", &def, of_tiers(600, 600, 1200));
        double distance_m = value(&fine, "stopping_distance_m");
        double lane_m = value(&fine, "lane_deviation_m"), yaw_deg = value(&fine, "max_yaw_deg");
        if (isnan(distance_m)) continue; /* too slow for the test */
        for (int r = 0; r < of_tiers(1, COUNT(tried) - 1, COUNT(tried)); ++r) {
            if (in_long_tier() && !is_tried(vehicle + r, COUNT(tried) - 1)) continue;
            double rate = allowed_rate(&def, tried[r]);
            kamm_test_result result = run("split-mu", &def, rate);
            double share =
                rate < 200 ? 0.025
                           : 0.02; /* a racing car's light wheel locks in 5 substeps of 1/120 s */
            expect_near(value(&result, "stopping_distance_m"), distance_m, share * distance_m);
            expect_near(value(&result, "lane_deviation_m"), lane_m,
                        0.1 * lane_m + (rate < 200 ? 0.025 : 0.015));
            expect_near(value(&result, "max_yaw_deg"), yaw_deg, 0.05 * yaw_deg + 0.02);
        }
        /* At 60 the slip is not held well: the Escort stops 11 % shorter, the 12C 9 % longer. */
        kamm_test_result coarse = run("split-mu", &def, allowed_rate(&def, 60));
        expect_near(value(&coarse, "stopping_distance_m"), distance_m, 0.11 * distance_m);
        expect_below(value(&coarse, "lane_deviation_m"), lane_m + 0.1);
        ++found;
    }
    assert_true(found >= of_tier(1, 8));
}

/* -- traction control by the brakes ------------------------------------------------------------- */

static void braking_the_spinning_wheel_starts_a_car_on_split_friction(void **state)
{
    (void)state;
    int found = 0;
    for (int vehicle = 0; vehicle < shipped_count(); vehicle += STRIDE) {
        kamm_vehicle_def def = shipped_def(vehicle);
        if (!def.aids.tcs_brakes) continue;
        for (int r = 0; r < of_tier(2, COUNT(rates)); ++r) {
            if (in_long_tier() && !is_tried(vehicle + r, COUNT(rates))) continue;
            kamm_test_result result = run("split-start", &def, allowed_rate(&def, rates[r]));
            double with_kmh = value(&result, "speed_5_s_kmh");
            /* The brakes are used up to 16 m/s, which is all that a fast car gets of them. */
            const double until_kmh = 3.6 * 16;
            double by_engine_kmh = value(&result, "speed_5_s_no_tcs_brakes_kmh"),
                   without_kmh = value(&result, "speed_5_s_no_tcs_kmh");
            expect_above(with_kmh, fmin(1.8 * by_engine_kmh, until_kmh));
            expect_above(with_kmh, fmin(1.8 * without_kmh, until_kmh));
            double most = rates[r] < 100 ? 1.35 : 1.3;
            expect_below(value(&result, "wheel_speed_kmh"), most * with_kmh);
            expect_below(value(&result, "lane_deviation_m"), 0.5);
            ++found;
        }
    }
    assert_true(found >= of_tiers(2, 6, 18));
}

struct start_rows {
    double most_rad, most_m;
};

static void see_start(const kamm_cars *cars, int car, double time_s, void *user)
{
    struct start_rows *seen = user;
    (void)time_s;
    seen->most_rad =
        fmax(seen->most_rad, fabs(kamm_read(cars, car, KAMM_CHANNEL_steering_wheel_rad)));
    seen->most_m = fmax(seen->most_m, fabs(kamm_read(cars, car, KAMM_CHANNEL_y_m)));
}

/* The figures that are the most of something are those of the rows of the run. */
static void the_most_of_a_start_is_that_of_its_rows(void **state)
{
    (void)state;
    for (int vehicle = 0; vehicle < shipped_count(); ++vehicle) {
        kamm_vehicle_file file = {.id = "test-car", .def = shipped_def(vehicle)};
        if (!file.def.aids.tcs_brakes) continue;
        struct start_rows seen = {0, 0};
        kamm_test_options options = {.at_row = see_start, .user = &seen};
        kamm_test_result result;
        kamm_error error;
        if (kamm_run_test("split-start", &file, &options, &result, &error))
            fail_msg("%s", error.text);
        expect_above(seen.most_rad, 0.01);
        expect_share(value(&result, "steering_deg") * PI / 180, seen.most_rad, 0.02);
        expect_share(value(&result, "lane_deviation_m"), seen.most_m, 0.02);
        return;
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rear_slip_stays_below_front_slip),
        cmocka_unit_test(no_car_with_distribution_spins_when_braked_in_a_turn),
        cmocka_unit_test(without_distribution_light_braking_at_the_limit_spins_some),
        cmocka_unit_test(select_low_keeps_a_car_straighter_and_lets_it_roll_farther),
        cmocka_unit_test(stops_on_split_friction_do_not_depend_on_the_substep),
        cmocka_unit_test(braking_the_spinning_wheel_starts_a_car_on_split_friction),
        cmocka_unit_test(the_most_of_a_start_is_that_of_its_rows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
