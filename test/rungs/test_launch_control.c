/* Launch control: what it holds, and its starts beside those of the lab's best driver. */
#include "support/fitted.h"
#include "support/quick.h"
#include "support/shipped.h"
#include "support/tier.h"

#include <kamm/io/lab.h>

#include <math.h>
#include <string.h>

static const double all_rates[] = {240, 60, 120, 600, 1200};

static int can_launch(const kamm_vehicle_def *def)
{
    return has_geared_engine(def) && !def->converter.k_curve.count && def->clutch.automatic &&
           def->body.mass_kg < 2500;
}

static kamm_vehicle_def launching(int vehicle, double rate)
{
    kamm_vehicle_def def = shipped_def(vehicle);
    def.stepping.substeps_per_s = allowed_rate(&def, rate);
    fit_launch_control(&def, 1);
    return def;
}

/* Standing with both pedals down. */
static kamm_cars *hold_both(const kamm_vehicle_def *def, double seconds)
{
    kamm_cars *cars = start_cars(def, 1);
    put_car(cars, 0, &kamm_flat_ground, 0, 0, KAMM_GEAR_DRIVE);
    kamm_inputs(cars)[0].brake = 1;
    drive_for(cars, &kamm_flat_ground, 0.5);
    kamm_inputs(cars)[0].throttle = 1;
    drive_for(cars, &kamm_flat_ground, seconds);
    return cars;
}

static void it_holds_the_engine_and_the_car(void **state)
{
    (void)state;
    int tried = 0;
    for (int vehicle = 0; vehicle < shipped_count(); ++vehicle)
        for (int i = 0; i < of_tiers(1, 2, 5); ++i) {
            kamm_vehicle_def def = launching(vehicle, all_rates[i]);
            if (!can_launch(&def)) continue;
            kamm_cars *cars = hold_both(&def, 2);
            double from = kamm_read(cars, 0, KAMM_CHANNEL_x_m);
            drive_for(cars, &kamm_flat_ground, 3);
            expect_share(kamm_read(cars, 0, KAMM_CHANNEL_engine_radps), def.aids.launch_radps,
                         0.02);
            expect_near(kamm_read(cars, 0, KAMM_CHANNEL_clutch_engagement), 0, 1e-6);
            expect_near(kamm_read(cars, 0, KAMM_CHANNEL_x_m), from, 1e-3);
            kamm_inputs(cars)[0].throttle = 0; /* and it is over */
            drive_for(cars, &kamm_flat_ground, 3);
            expect_share(kamm_read(cars, 0, KAMM_CHANNEL_engine_radps), def.engine.idle_radps,
                         0.05);
            kamm_inputs(cars)[0].brake = 0;
            drive_for(cars, &kamm_flat_ground, 0.5);
            expect_near(kamm_read(cars, 0, KAMM_CHANNEL_speed_mps), 0, 0.6);
            end_cars(cars);
            ++tried;
        }
    expect_above(tried, 5);
}

/* From the first movement, as the lab counts. */
static double time_to_100_kmh(const kamm_vehicle_def *def, double *worst_slip)
{
    kamm_cars *cars = hold_both(def, 2);
    kamm_inputs(cars)[0].brake = 0;
    double time = 0, dt = 1 / def->stepping.substeps_per_s, before = 0, from = -1;
    *worst_slip = 0;
    for (; time < 30; time += dt) {
        kamm_step(cars, &kamm_flat_ground, 1);
        double speed = kamm_read(cars, 0, KAMM_CHANNEL_forward_speed_mps);
        if (from < 0 && speed > 0.01) from = time;
        for (int w = 0; w < wheels_of(cars, 0) && speed > 3; ++w)
            *worst_slip = fmax(*worst_slip, kamm_read_wheel(cars, 0, w, KAMM_WHEEL_slip_ratio));
        if (speed >= 100 / 3.6) {
            time += dt * (100 / 3.6 - before) / (speed - before);
            break;
        }
        before = speed;
    }
    assert_int_equal(kamm_fault(cars, 0), 0);
    end_cars(cars);
    return time - from;
}

static double lab_time_s(int vehicle)
{
    kamm_error error;
    kamm_vehicle_file file;
    kamm_test_result result;
    if (kamm_load_vehicle(shipped_name(vehicle), &file, NULL, &error) != KAMM_OK)
        fail_msg("%s", error.text);
    if (kamm_run_test("accel", &file, NULL, &result, &error) != KAMM_OK) fail_msg("%s", error.text);
    for (int i = 0; i < result.figure_count; ++i)
        if (strcmp(result.figures[i].name, "time_0_100_kmh_s") == 0) return result.figures[i].value;
    fail();
    return 0;
}

/* Once the engine's best speed for a start is known: a driver tries some, too. */
static void it_starts_as_well_as_the_best_driver(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    int tried = 0;
    for (int vehicle = 0; vehicle < shipped_count() && tried < of_tier(1, 99); ++vehicle) {
        kamm_vehicle_def def = launching(vehicle, KAMM_TEST_SUBSTEPS_PER_S);
        if (!can_launch(&def)) continue;
        double driver = lab_time_s(vehicle);
        if (!(driver < 20)) continue;
        double slip, worst_slip = 0, best = 1e9, at = 0;
        for (int i = 0; i < 3; ++i) {
            def.aids.launch_radps =
                fmin((0.9 + 0.2 * i) * def.clutch.launch_radps, 0.85 * def.engine.limiter_radps);
            double time = time_to_100_kmh(&def, &slip);
            if (time < best) best = time, worst_slip = slip, at = def.aids.launch_radps;
        }
        print_message(
            "%-28s 0 to 100 km/h in %.2f s from %.0f rad/s, most slip %.2f; the lab's best driver %.2f s\n",
            shipped_name(vehicle), best, at, worst_slip, driver);
        expect_below(best, driver * 1.002);
        ++tried;
    }
    expect_above(tried, of_tier(0, 2));
}

static void what_cannot_be_is_refused(void **state)
{
    (void)state;
    kamm_error error;
    kamm_vehicle_def def = launching(0, 240);
    def.aids.launch_radps = 2 * def.engine.limiter_radps;
    assert_null(kamm_create_model(&def, KAMM_FULL, &error));
    assert_non_null(strstr(error.text, "aids.launch_radps is"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_holds_the_engine_and_the_car),
        cmocka_unit_test(it_starts_as_well_as_the_best_driver),
        cmocka_unit_test(what_cannot_be_is_refused),
    };
    return cmocka_run_group_tests_name("launch_control", tests, NULL, NULL);
}
