/* Cars with electric motors: power and energy, braking, rates, rungs. */
/* KAMM_QUICK_TESTS leaves this out: it drives for long to measure. */
#include "support/fitted.h"
#include "support/rungs.h"
#include "support/shipped.h"
#include "support/tier.h"

#include "vehicle/electric_compile.h"

#include <math.h>
#include <stdlib.h>

static const double rates[] = {60, 240, 1200};

/* The shipped car with a motor of 3.5 m/s2 at each of its driven axles, and no engine. */
static kamm_vehicle_def electrified(int vehicle, double rate)
{
    kamm_vehicle_def def = shipped_def(vehicle);
    def.stepping.substeps_per_s = allowed_rate(&def, rate);
    fit_motors(&def, 1);
    return def;
}

static void read_motors(kamm_cars *cars, const kamm_vehicle_def *def, double radps[KAMM_MAX_AXLES],
                        double nm[KAMM_MAX_AXLES])
{
    static const int wheels[] = {1, 2, 4}; /* single, pair, twin */
    for (int a = 0, w = 0; a < def->axles_count; w += wheels[def->axles[a].wheels], ++a) {
        radps[a] = kamm_read_wheel(cars, 0, w, KAMM_WHEEL_motor_radps);
        nm[a] = kamm_read_wheel(cars, 0, w, KAMM_WHEEL_motor_torque_nm);
    }
}

/* Of the motors at their mean speeds in a substep, with their losses, and the rest of the car. */
static double asked_w(const kamm_vehicle_def *def, const double *before, const double *after,
                      const double *nm)
{
    double sum = def->battery.auxiliary_w;
    for (int a = 0; a < def->axles_count; ++a) {
        const kamm_motor_def *m = &def->axles[a].motor;
        double speed = 0.5 * (before[a] + after[a]), turns = fabs(speed);
        if (!(m->peak_nm > 0)) continue;
        sum += nm[a] * speed + m->copper_loss_w_per_n2m2 * nm[a] * nm[a] + m->idle_loss_w +
               turns * (m->iron_loss_nm + m->windage_loss_nms2_per_rad2 * turns * turns);
    }
    return sum;
}

/* At every instant the battery's poles give what goes to the motors' shafts, into their losses and the rest of the car; over a drive its
 * charge falls by that and what its resistance takes. Accelerating, lifting off, braking to rest. */
static void power_and_charge_balance(void **state)
{
    (void)state;
    for (int vehicle = 0; vehicle < shipped_count(); vehicle += of_tier(13, 1))
        for (int r = 0; r < 3; ++r) {
            if ((vehicle + r) % of_tiers(4, 2, 1)) continue;
            kamm_vehicle_def def = electrified(vehicle, rates[r]);
            double rate = def.stepping.substeps_per_s;
            kamm_cars *cars = start_cars(&def, 1);
            put_car(cars, 0, &kamm_flat_ground, 0, 0, 1);
            double inner_j = 0, first = kamm_read(cars, 0, KAMM_CHANNEL_battery_charge);
            for (int i = 0; i < (int)(12 * rate); ++i) {
                double before[KAMM_MAX_AXLES], after[KAMM_MAX_AXLES], nm[KAMM_MAX_AXLES];
                kamm_inputs(cars)[0].throttle = i < 6 * rate ? 1 : 0;
                kamm_inputs(cars)[0].brake = i > 8 * rate ? 0.3f : 0;
                read_motors(cars, &def, before, nm);
                kamm_step(cars, &kamm_flat_ground, 1);
                read_motors(cars, &def, after, nm);
                double power = kamm_read(cars, 0, KAMM_CHANNEL_battery_power_w);
                double ampere = power / kamm_read(cars, 0, KAMM_CHANNEL_battery_v);
                expect_near(power, asked_w(&def, before, after, nm), 0.001 * fabs(power) + 1);
                inner_j += (power + def.battery.resistance_ohm * ampere * ampere) / rate;
            }
            double fallen = first - kamm_read(cars, 0, KAMM_CHANNEL_battery_charge);
            expect_share(fallen * def.battery.capacity_j, inner_j, 0.001);
            assert_int_equal(kamm_fault(cars, 0), 0);
            end_cars(cars);
        }
}

static void brake_to_rest(kamm_cars *cars, int most_s)
{
    for (int s = 0; s < most_s && kamm_read(cars, 0, KAMM_CHANNEL_speed_mps) > 1e-3; ++s)
        drive_for(cars, &kamm_flat_ground, 1);
    expect_near(kamm_read(cars, 0, KAMM_CHANNEL_speed_mps), 0, 0.01);
}

/* What a car's motors take out of its speed comes back into the battery, less the losses; none is made. */
static void braking_gives_energy_back(void **state)
{
    (void)state;
    for (int vehicle = 0; vehicle < shipped_count(); vehicle += of_tier(9, 1)) {
        kamm_vehicle_def def = electrified(vehicle, 240);
        if (is_kart(&def)) continue; /* a car's motors lose more than it has */
        double mass = def.body.mass_kg + def.payload.mass_kg, given[2];
        for (int blended = 0; blended < 2; ++blended) {
            for (int a = 0; a < def.axles_count; ++a)
                def.axles[a].motor.brake_share = blended, def.axles[a].motor.lift_share = 0;
            kamm_cars *cars = start_cars(&def, 1);
            put_car(cars, 0, &kamm_flat_ground, 0, 20, 1);
            double charge = kamm_read(cars, 0, KAMM_CHANNEL_battery_charge);
            kamm_inputs(cars)[0].brake = 0.15f;
            brake_to_rest(cars, 40);
            given[blended] =
                (kamm_read(cars, 0, KAMM_CHANNEL_battery_charge) - charge) * def.battery.capacity_j;
            end_cars(cars);
        }
        double kinetic_j = 0.5 * mass * 20 * 20;
        print_message("%-28s %5.1f %% of the kinetic energy back\n", shipped_name(vehicle),
                      100 * given[1] / kinetic_j);
        expect_below(given[0], 0);
        expect_above(given[1], 0.1 * kinetic_j);
        expect_below(given[1], 0.95 * kinetic_j);
    }
}

static double stopping_m(const kamm_vehicle_def *def, float pedal)
{
    kamm_cars *cars = start_cars(def, 1);
    put_car(cars, 0, &kamm_flat_ground, 0, 20, 1);
    drive_for(cars, &kamm_flat_ground, 0.2);
    double from = kamm_read(cars, 0, KAMM_CHANNEL_x_m);
    kamm_inputs(cars)[0].brake = pedal;
    brake_to_rest(cars, 60);
    double way = kamm_read(cars, 0, KAMM_CHANNEL_x_m) - from;
    end_cars(cars);
    return way;
}

/* The driver feels the same brake, whichever does the work, below the limit of the tyres. */
static void blended_brakes_stop_as_friction_brakes_do(void **state)
{
    (void)state;
    for (int vehicle = 0; vehicle < shipped_count(); vehicle += of_tiers(21, 3, 1))
        for (float pedal = 0.1f; pedal < 0.35f; pedal += 0.1f) {
            kamm_vehicle_def def = electrified(vehicle, 240);
            for (int a = 0; a < def.axles_count; ++a)
                def.axles[a].motor.lift_share = 0, def.axles[a].motor.brake_share = 0;
            double alone = stopping_m(&def, pedal);
            if (alone < 60) continue; /* some tyre may be at its limit */
            for (int a = 0; a < def.axles_count; ++a) def.axles[a].motor.brake_share = 1;
            double blended = stopping_m(&def, pedal);
            if (fabs(blended / alone - 1) > 0.04)
                fail_msg("%s, pedal %.1f: %.2f m blended, %.2f m by friction",
                         shipped_name(vehicle), (double)pedal, blended, alone);
        }
}

static double speed_after(const kamm_vehicle_def *def, kamm_rung rung, double seconds, int gear)
{
    kamm_cars *cars = start_rung(def, rung, 1);
    put_car(cars, 0, &kamm_flat_ground, 0, 0, gear);
    kamm_inputs(cars)[0].gear = (float)gear;
    kamm_inputs(cars)[0].throttle = 1;
    drive_for(cars, &kamm_flat_ground, seconds);
    double speed = kamm_read(cars, 0, KAMM_CHANNEL_forward_speed_mps);
    assert_int_equal(kamm_fault(cars, 0), 0);
    end_cars(cars);
    return speed;
}

/* The same acceleration at any rate, on every rung with motors, and backwards. */
static void rates_and_rungs_agree(void **state)
{
    (void)state;
    static const kamm_rung rungs[] = {KAMM_SINGLE_TRACK, KAMM_DOUBLE_TRACK, KAMM_FULL};
    for (int vehicle = 0; vehicle < shipped_count(); vehicle += of_tiers(14, 3, 1)) {
        kamm_vehicle_def def = electrified(vehicle, 1200);
        def.aids.tcs = 0;
        double expected = speed_after(&def, KAMM_FULL, 6, 1);
        expect_above(expected, 12);
        expect_below(expected, 21);
        for (int r = 0; r < 3; ++r)
            for (int k = 0; k < 2; ++k) {
                kamm_vehicle_def other = electrified(vehicle, k ? 1200 : 240);
                other.aids.tcs = 0;
                double speed = speed_after(&other, rungs[r], 6, 1);
                if (fabs(speed / expected - 1) > 0.03)
                    fail_msg("%s on %s: %.3f m/s, full at 1200 /s %.3f", shipped_name(vehicle),
                             kamm_describe_rung(rungs[r])->name, speed, expected);
            }
        for (int a = 0; a < def.axles_count; ++a) /* backwards rear wheels have less grip */
            def.axles[a].motor.peak_nm *= 0.5;
        expect_share(speed_after(&def, KAMM_FULL, 2, -1), -speed_after(&def, KAMM_FULL, 2, 1),
                     0.03);
    }
}

/* A rung without motors in between, and back: the motors turn as the wheels do. */
static void a_hand_over_turns_the_motors(void **state)
{
    (void)state;
    kamm_vehicle_def def = electrified(shipped_number("bmw-m3-e46"), 240);
    kamm_cars *plain = start_rung(&def, KAMM_RIGID2D, 1);
    put_car(plain, 0, &kamm_flat_ground, 0, 15, 1);
    drive_for(plain, &kamm_flat_ground, 0.5);
    kamm_cars *full = start_cars(&def, 1);
    kamm_hand_over(plain, 0, full, 0);
    for (int w = 0; w < 4; w += 2) {
        double spin = 0.5 * (kamm_read_wheel(full, 0, w, KAMM_WHEEL_spin_radps) +
                             kamm_read_wheel(full, 0, w + 1, KAMM_WHEEL_spin_radps));
        double motor = kamm_read_wheel(full, 0, w, KAMM_WHEEL_motor_radps);
        if (motor > 0) expect_share(motor, spin * def.axles[w / 2].motor.ratio, 1e-4);
    }
    drive_for(full, &kamm_flat_ground, 1);
    expect_near(kamm_read(full, 0, KAMM_CHANNEL_speed_mps), 15, 1.5);
    end_cars(plain);
    end_cars(full);
}

/* An engine in front and a motor behind: both pull. */
static void an_engine_and_a_motor_add(void **state)
{
    (void)state;
    kamm_vehicle_def alone = kamm_default_vehicle(), both = alone;
    both.axles[1].motor.peak_nm = 90, both.axles[1].motor.power_w = 40000;
    static const kamm_rung rungs[] = {KAMM_SINGLE_TRACK, KAMM_DOUBLE_TRACK, KAMM_FULL};
    for (int r = 0; r < 3; ++r) {
        double engine = speed_after(&alone, rungs[r], 8, KAMM_GEAR_DRIVE);
        double hybrid = speed_after(&both, rungs[r], 8, KAMM_GEAR_DRIVE);
        print_message("%s: %.2f m/s by the engine, %.2f with the motor\n",
                      kamm_describe_rung(rungs[r])->name, engine, hybrid);
        expect_above(hybrid, engine * 1.15);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(power_and_charge_balance),
        cmocka_unit_test(braking_gives_energy_back),
        cmocka_unit_test(blended_brakes_stop_as_friction_brakes_do),
        cmocka_unit_test(rates_and_rungs_agree),
        cmocka_unit_test(a_hand_over_turns_the_motors),
        cmocka_unit_test(an_engine_and_a_motor_add),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
