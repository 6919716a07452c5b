/* A two-wheeler on the shipped motorcycle and bicycle tyres: mirrored, the same bits at all widths and in any company, and energy.
 * KAMM_QUICK_TESTS leaves this out: others reach its code. */
#include "support/company.h"
#include "support/mirror.h"
#include "support/rungs.h"
#include "support/tier.h"
#include "support/two_wheels.h"

#include "run/cars.h"

#include <kamm/io/vehicle_file.h>
#include <math.h>

enum { KINDS = 4 };

/* The benchmark bicycle laden like a motorcycle, on tyres of that kind: at once, lagging, stiffer at speed, a bicycle's. */
static kamm_vehicle_def machine_on(int kind)
{
    static const char *const names[] = {"120-70zr17-motorcycle", "180-55zr17-motorcycle"};
    kamm_vehicle_def def = vehicle_of_bicycle(&benchmark_bicycle);
    def.stepping.substeps_per_s = 480;
    def.body.ground_clearance_m = 0.5;
    for (int a = 0; a < 2; ++a) {
        kamm_axle_def *axle = &def.axles[a];
        kamm_error error = {0};
        const char *name = kind == 3 ? "37-622-bicycle" : names[a];
        must(kamm_load_tyre(name, &axle->tyre, NULL, &error), &error);
        axle->tyre.standing_damping_s = axle->tyre.bottom_stiffness_n_per_m = 0;
        axle->tyre.vertical_stiffness_n_per_m = 80000;
        if (kind == 1) axle->tyre.camber_response = KAMM_CAMBER_LAGS;
        if (kind == 2) axle->tyre.relaxation_growth_s_per_m = 0.02;
        axle->suspension.spring_n_per_m = 80000;
        axle->suspension.bump_damping_ns_per_m = 300;
    }
    return def;
}

static void ride(kamm_cars *cars, int car, double yaw, double speed, double push)
{
    put_car(cars, car, &kamm_flat_ground, yaw, speed, 0);
    kamm_inputs(cars)[car].gear = 0;
    kamm_inputs(cars)[car].free_steering = 1;
    PUT_CAR_STATE(cars, car, car.roll_rate_radps, (float)push);
}

/* Hands that steer into the fall, to a lean that swings from side to side. */
static void steer(kamm_cars *cars, int car, int frame, double side)
{
    double lean = side * kamm_read(cars, car, KAMM_CHANNEL_roll_rad);
    double rate = side * kamm_read(cars, car, KAMM_CHANNEL_roll_rate_radps);
    double goal = 0.5 * sin(frame * 0.02);
    float torque = (float)-(40 * (lean - goal) + 12 * rate);
    kamm_inputs(cars)[car].steering_wheel_nm = side < 0 ? -torque : torque;
}

static void mirrored_hands_give_mirrored_bits(void **state)
{
    (void)state;
    for (int kind = 0; kind < KINDS; ++kind) {
        const kamm_vehicle_def def = machine_on(kind);
        kamm_cars *left = start_cars(&def, 1), *right = start_cars(&def, 1);
        double most = 0;
        ride(left, 0, 0, 9, 0.05), ride(right, 0, 0, 9, -0.05);
        for (int frame = 0; frame < 400; ++frame) {
            steer(left, 0, frame, 1), steer(right, 0, frame, -1);
            kamm_step(left, &kamm_flat_ground, 8);
            kamm_step(right, &kamm_flat_ground, 8);
            expect_mirror_images(left, right, frame);
            most = fmax(most, fabs(kamm_read(left, 0, KAMM_CHANNEL_roll_rad)));
        }
        print_message("kind %d leans by up to %.2f rad\n", kind, most);
        assert_int_equal(kamm_fault(left, 0), 0);
        expect_above(most, 0.3), expect_below(most, 1);
        end_cars(left), end_cars(right);
    }
}

enum { COMPANY = 17 };

static void company_does_not_change_bits(void **state)
{
    static kamm_vehicle_def defs[COMPANY];
    (void)state;
    for (int i = 0; i < COMPANY; ++i) {
        defs[i] = machine_on(i % (KINDS + 1) % KINDS);
        if (i % (KINDS + 1) == KINDS) defs[i].axles[0].tyre.law = KAMM_TYRE_LINEAR;
        if (i % 7 == 6) defs[i].axles[1].tyre.law = KAMM_TYRE_TMEASY;
    }
    kamm_cars *all = start_mixed_cars(defs, COMPANY);
    for (int i = 0; i < COMPANY; ++i) ride(all, i, 0.2 * i, 7 + 0.3 * i, 0.01 * i);
    for (int frame = 0; frame < 100; ++frame) {
        for (int i = 0; i < COMPANY; ++i) steer(all, i, frame, 1);
        kamm_step(all, &kamm_flat_ground, 8);
    }
    for (int i = 0; i < COMPANY; i += of_tier(3, 1)) {
        kamm_cars *one = start_cars(&defs[i], 1);
        ride(one, 0, 0.2 * i, 7 + 0.3 * i, 0.01 * i);
        for (int frame = 0; frame < 100; ++frame) {
            steer(one, 0, frame, 1);
            kamm_step(one, &kamm_flat_ground, 8);
        }
        expect_seen_as_alone(all, i, one, "machines");
        end_cars(one);
    }
    end_cars(all);
}

/* Pushed over at speed, hands off, it weaves or falls: in all of it the energy only goes down. */
static void energy_only_falls(void **state)
{
    (void)state;
    for (int kind = 0; kind < KINDS; ++kind)
        for (double speed = 0; speed < 25; speed += of_tier(16, 8)) {
            const kamm_vehicle_def def = machine_on(kind);
            kamm_cars *cars = start_cars(&def, 1);
            ride(cars, 0, 0, speed, 0.4);
            double least = kamm_read(cars, 0, KAMM_CHANNEL_energy_j), begun = least, rise = 0;
            for (int i = 0; i < 480 * 3; ++i) {
                kamm_step(cars, &kamm_flat_ground, 1);
                double now = kamm_read(cars, 0, KAMM_CHANNEL_energy_j);
                rise = fmax(rise, now - least), least = fmin(least, now);
            }
            print_message("kind %d, %2g m/s: falls by %.1f J, rises by %.4f J\n", kind, speed,
                          begun - least, rise);
            assert_int_equal(kamm_fault(cars, 0), 0);
            expect_below(rise, 2e-4 * fmax(begun, 800));
            end_cars(cars);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mirrored_hands_give_mirrored_bits),
        cmocka_unit_test(company_does_not_change_bits),
        cmocka_unit_test(energy_only_falls),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
