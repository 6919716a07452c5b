/* Third springs and dampers: what they bear in heave, that they leave roll alone, and refusals. */
/* KAMM_QUICK_TESTS leaves this out: it drives for long to measure. */
#include "support/cars.h"
#include "support/tier.h"

#include <math.h>
#include <string.h>

/* Wheels that travel straight up and down, so that tyres do not scrub. */
static kamm_vehicle_def straight_riding_car(void)
{
    kamm_vehicle_def def = flat_riding_car();
    for (int a = 0; a < 2; ++a) {
        kamm_suspension_def *s = &def.axles[a].suspension;
        s->roll_centre_height_m = s->recession = s->caster_gain_rad_per_m = 0;
        s->camber_gain_rad_per_m = s->toe_gain_rad_per_m = s->toe_in_rad = s->camber_rad = 0;
        s->spring_n_per_m = 22000;
    }
    return def;
}

static void fit_heave(kamm_vehicle_def *def, double spring, double gap, double damping)
{
    for (int a = 0; a < 2; ++a) {
        def->axles[a].suspension.heave_spring_n_per_m = spring;
        def->axles[a].suspension.heave_gap_m = gap;
        def->axles[a].suspension.heave_damping_ns_per_m = damping;
    }
}

static double mean_travel(const kamm_cars *cars)
{
    double sum = 0;
    for (int w = 0; w < 4; ++w) sum += kamm_read_wheel(cars, 0, w, KAMM_WHEEL_travel_m);
    return sum / 4;
}

static double travel_after(const kamm_vehicle_def *def)
{
    kamm_cars *cars = start_cars(def, 1);
    put_car(cars, 0, &kamm_flat_ground, 0, 10, 0);
    drive_for(cars, &kamm_flat_ground, 5);
    double travel = mean_travel(cars);
    assert_int_equal(kamm_fault(cars, 0), 0);
    end_cars(cars);
    return travel;
}

/* A wheel's spring with half of the third: F = (k + K / 2) z; beyond a gap g: F = k z + K (z - g) / 2. */
static void a_load_sinks_as_far_as_all_springs_say(void **state)
{
    (void)state;
    const double k = 22000, third = 60000;
    for (int packer = 0; packer < 2; ++packer)
        for (double load_kg = 100; load_kg < 600; load_kg += 200) {
            kamm_vehicle_def def = straight_riding_car();
            double gap = packer ? 0.02 : 0;
            fit_heave(&def, third, gap, 0);
            def.payload.mass_kg = load_kg;
            def.payload.cg_behind_front_axle_m = def.axles[1].behind_front_axle_m / 2;
            def.payload.cg_height_m = def.body.cg_height_m;
            double force = load_kg * GRAVITY_MPS2 / 4;
            double sinks = fmax((force + third / 2 * gap) / (k + third / 2), 0);
            if (force / k < gap) sinks = force / k;
            print_message("%3.0f kg: %.2f mm, %.2f by the springs\n", load_kg,
                          1e3 * travel_after(&def), 1e3 * sinks);
            expect_share(travel_after(&def), sinks, 0.01);
        }
}

/* At rest without payload they bear nothing. */
static void an_empty_car_stands_as_without(void **state)
{
    (void)state;
    kamm_vehicle_def def = straight_riding_car();
    fit_heave(&def, 80000, 0, 4000);
    expect_near(travel_after(&def), 0, 2e-5);
}

/* In a turn the car rolls as without; under the brakes it pitches less. */
static void roll_is_left_alone(void **state)
{
    (void)state;
    double roll[2], pitch[2];
    for (int third = 0; third < 2; ++third) {
        kamm_vehicle_def def = straight_riding_car();
        if (third) fit_heave(&def, 60000, 0, 2000);
        kamm_cars *cars = start_cars(&def, 1);
        put_car(cars, 0, &kamm_flat_ground, 0, 18, 0);
        kamm_inputs(cars)[0].steering_wheel_rad = (float)(0.02 * def.steering.ratio);
        drive_for(cars, &kamm_flat_ground, 4);
        roll[third] = kamm_read(cars, 0, KAMM_CHANNEL_roll_rad);
        end_cars(cars);
        cars = start_cars(&def, 1);
        put_car(cars, 0, &kamm_flat_ground, 0, 30, 0);
        kamm_inputs(cars)[0].brake = 0.2f;
        drive_for(cars, &kamm_flat_ground, 2);
        pitch[third] = kamm_read(cars, 0, KAMM_CHANNEL_pitch_rad);
        end_cars(cars);
    }
    print_message("roll %.4f and %.4f deg, pitch %.4f and %.4f deg\n", 57.3 * roll[0],
                  57.3 * roll[1], 57.3 * pitch[0], 57.3 * pitch[1]);
    expect_share(roll[1], roll[0], 0.01);
    /* Springs of k and k + K / 2, each on a tyre of 200 kN/m or so. */
    double without = 1 / 22e3 + 1 / 200e3, with = 1 / 52e3 + 1 / 200e3;
    expect_share(pitch[1] / pitch[0], with / without, 0.1);
}

/* A roll damper slows the lean down and leaves where it ends alone. */
static void a_roll_damper_slows_the_lean(void **state)
{
    (void)state;
    double early[2], late[2];
    for (int damped = 0; damped < 2; ++damped) {
        kamm_vehicle_def def = straight_riding_car();
        for (int a = 0; a < 2 && damped; ++a) def.axles[a].suspension.roll_damping_ns_per_m = 8000;
        kamm_cars *cars = start_cars(&def, 1);
        put_car(cars, 0, &kamm_flat_ground, 0, 18, 0);
        kamm_inputs(cars)[0].steering_wheel_rad = (float)(0.02 * def.steering.ratio);
        drive_for(cars, &kamm_flat_ground, 0.25);
        early[damped] = kamm_read(cars, 0, KAMM_CHANNEL_roll_rad);
        drive_for(cars, &kamm_flat_ground, 6);
        late[damped] = kamm_read(cars, 0, KAMM_CHANNEL_roll_rad);
        end_cars(cars);
    }
    expect_below(fabs(early[1]), 0.8 * fabs(early[0]));
    expect_share(late[1], late[0], 0.005);
}

static void one_wheel_has_no_third_element(void **state)
{
    (void)state;
    kamm_vehicle_def def = default_vehicle();
    kamm_error error = {0};
    def.axles[0].wheels = KAMM_WHEELS_SINGLE;
    def.axles[0].suspension.heave_spring_n_per_m = 1000;
    assert_null(kamm_create_model(&def, KAMM_FULL, &error));
    assert_non_null(strstr(error.text, "axles[0].suspension: a third spring or damper"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_load_sinks_as_far_as_all_springs_say),
        cmocka_unit_test(an_empty_car_stands_as_without),
        cmocka_unit_test(roll_is_left_alone),
        cmocka_unit_test(a_roll_damper_slows_the_lean),
        cmocka_unit_test(one_wheel_has_no_third_element),
    };
    return cmocka_run_group_tests_name("full_third_elements", tests, NULL, NULL);
}
