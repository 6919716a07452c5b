/* A torque converter in a car: stall, creep, holding on a slope, lock-up, shifts, rates, the rungs below. */
/* KAMM_QUICK_TESTS leaves this out: it drives for long to measure. */
#include "support/fitted.h"
#include "support/rungs.h"
#include "support/shipped.h"
#include "support/tier.h"

#include "base/curve.h"
#include "vehicle/converter_compile.h"

#include <math.h>
#include <stdlib.h>

static const double rates[] = {60, 240, 600, 1200};

/* The shipped car with a converter that its engine stalls at 0.4 of the limiter's speed, or twice idle speed. */
static kamm_vehicle_def converted(int vehicle, double rate)
{
    kamm_vehicle_def def = shipped_def(vehicle);
    def.stepping.substeps_per_s = allowed_rate(&def, rate);
    fit_matched_converter(&def, 1);
    return def;
}

static int is_gearless(int vehicle)
{
    kamm_vehicle_def def = shipped_def(vehicle);
    return !has_geared_engine(&def);
}

/* CommonRoad's cars have an engine in name: no more than a largest acceleration is known of them. The MAN trucks'
 * gives so little at idle that it has several speeds of balance. */
static int has_real_engine(int vehicle)
{
    const kamm_vehicle_def def = shipped_def(vehicle);
    if (is_gearless(vehicle) || def.engine.idle_radps < 50) return 0;
    if (def.engine.idle_radps > 200)
        return 0; /* racing engines: at idle the brakes could not hold it */
    const kamm_curve *torque = &def.engine.torque_curve;
    double peak_nm = 0, idle_nm = kamm_curve_value(torque->x, torque->y, torque->count,
                                                   CURVE_MONOTONE, def.engine.idle_radps, NULL);
    for (int i = 0; i < torque->count; ++i) peak_nm = fmax(peak_nm, torque->y[i]);
    return idle_nm > 0.5 * peak_nm;
}

static kamm_cars *standing(const kamm_vehicle_def *def, const kamm_ground *ground)
{
    kamm_cars *cars = start_cars(def, 1);
    put_car(cars, 0, ground, 0, 0, 1);
    return cars;
}

/* Full throttle against the brakes: w = K(0) sqrt(T(w)), and the turbine stands. */
static void the_engine_stalls_the_converter_where_its_torque_says(void **state)
{
    (void)state;
    for (int vehicle = 0; vehicle < shipped_count(); vehicle += of_tier(3, 1))
        for (int r = 0; r < 4; ++r) {
            kamm_vehicle_def def = converted(vehicle, rates[r]);
            def.aids.tcs = def.aids.esc = 0;
            if (!has_real_engine(vehicle) || !is_tried(vehicle + r, 2)) continue;
            for (int a = 0; a < def.axles_count; ++a) def.axles[a].brake_torque_nm = 1e5;
            kamm_cars *cars = standing(&def, &kamm_flat_ground);
            put_car(cars, 0, &kamm_flat_ground, 0, 0, 3);
            kamm_inputs(cars)[0].throttle = kamm_inputs(cars)[0].brake = 1;
            /* The converter's torque falls with the turbine's speed, which in a truck's lowest gear winds the shafts up within seconds. */
            drive_for(cars, &kamm_flat_ground, def.gearbox.ratios[0] > 15 ? 8 : 4);
            double stall = kamm_converter_stall_radps(&def);
            expect_share(kamm_read(cars, 0, KAMM_CHANNEL_engine_radps), stall, 0.002);
            expect_near(kamm_read(cars, 0, KAMM_CHANNEL_turbine_radps), 0, 0.5);

            double heat_w = kamm_read(cars, 0, KAMM_CHANNEL_converter_heat_w),
                   engine_w = kamm_read(cars, 0, KAMM_CHANNEL_engine_torque_nm) * stall;
            expect_share(heat_w, engine_w, 0.003); /* all of it */
            end_cars(cars);
        }
}

/* On the level it creeps with the pedals released, and the brake holds it. */
static void it_creeps_and_is_held(void **state)
{
    (void)state;
    for (int vehicle = 0; vehicle < shipped_count(); vehicle += of_tier(3, 1)) {
        if (!has_real_engine(vehicle)) continue;
        kamm_vehicle_def def = converted(vehicle, 240);
        kamm_cars *cars = standing(&def, &kamm_flat_ground);
        drive_for(cars, &kamm_flat_ground, 20);
        double creep = kamm_read(cars, 0, KAMM_CHANNEL_speed_mps);
        double idle = kamm_read(cars, 0, KAMM_CHANNEL_engine_radps);
        kamm_inputs(cars)[0].brake = 0.5f;
        drive_for(cars, &kamm_flat_ground, 4);
        print_message("%-28s creeps at %.2f m/s with the engine at %.1f rad/s\n",
                      shipped_name(vehicle), creep, idle);
        expect_above(creep, 0.4);
        expect_below(creep, 4.5);
        expect_share(idle, def.engine.idle_radps, 0.05);
        /* A tractor still rocks on its tyres. */
        expect_near(kamm_read(cars, 0, KAMM_CHANNEL_speed_mps), 0,
                    is_farm_tractor(&def) ? 0.02 : 0.002);
        expect_share(kamm_read(cars, 0, KAMM_CHANNEL_engine_radps), def.engine.idle_radps,
                     0.25); /* idle control has half of the engine's torque */
        end_cars(cars);
    }
}

/* Rolling back down a slope in D the engine goes on, and full throttle turns the car round. */
static void it_rolls_back_and_pulls_away_again(void **state)
{
    (void)state;
    kamm_ground slope = kamm_plane_ground(0.2, 0, 1);
    for (int r = 0; r < 4; ++r) {
        kamm_vehicle_def def = converted(shipped_number("bmw-m3-e46"), rates[r]);
        def.aids.tcs = 0;
        kamm_cars *cars = standing(&def, &slope);
        drive_for(cars, &slope, 2);
        double back = kamm_read(cars, 0, KAMM_CHANNEL_forward_speed_mps);
        expect_above(kamm_read(cars, 0, KAMM_CHANNEL_engine_radps), 0.8 * def.engine.idle_radps);
        kamm_inputs(cars)[0].throttle = 1;
        drive_for(cars, &slope, 4);
        print_message("%4g /s: %.2f m/s back, then %.2f m/s\n", rates[r], back,
                      kamm_read(cars, 0, KAMM_CHANNEL_forward_speed_mps));
        expect_below(back, -0.4);
        expect_above(kamm_read(cars, 0, KAMM_CHANNEL_forward_speed_mps), 3);
        assert_int_equal(kamm_fault(cars, 0), 0);
        end_cars(cars);
    }
}

struct run {
    double time_s; /* to the speed */
    int shifts, back;
    double lock, slip_radps;
};

/* At that pedal from rest to a speed, for 25 s at most. */
static struct run run_up(const kamm_vehicle_def *def, kamm_rung rung, double pedal, double to_mps)
{
    kamm_cars *cars = start_rung(def, rung, 1);
    put_car(cars, 0, &kamm_flat_ground, 0, 0, KAMM_GEAR_DRIVE);
    kamm_inputs(cars)[0].throttle = (float)pedal;
    struct run run = {.time_s = 25};
    double gear = kamm_read(cars, 0, KAMM_CHANNEL_gear);
    for (int frame = 0; frame < 25 * 60; ++frame) {
        drive_for(cars, &kamm_flat_ground, 1.0 / 60);
        double now = kamm_read(cars, 0, KAMM_CHANNEL_gear);
        run.shifts += now > gear;
        run.back += now < gear;
        gear = now;
        if (kamm_read(cars, 0, KAMM_CHANNEL_speed_mps) < to_mps) continue;
        run.time_s = (frame + 1) / 60.0;
        break;
    }
    assert_int_equal(kamm_fault(cars, 0), 0);
    run.lock = kamm_read(cars, 0, KAMM_CHANNEL_converter_lock);
    run.slip_radps = kamm_read(cars, 0, KAMM_CHANNEL_engine_radps) -
                     kamm_read(cars, 0, KAMM_CHANNEL_turbine_radps);
    end_cars(cars);
    return run;
}

static void shifts_do_not_hunt(void **state)
{
    (void)state;
    for (int vehicle = 0; vehicle < shipped_count(); vehicle += of_tier(9, 1))
        for (int n = 0; n < 5 && !is_gearless(vehicle); ++n) {
            double pedal = 0.15 + 0.2125 * n;
            if (!is_tried(vehicle + n, 2)) continue;
            kamm_vehicle_def def = converted(vehicle, 240);
            def.converter.lock_nm = 2000;
            struct run run = run_up(&def, KAMM_FULL, pedal, 40);
            if (run.back || run.shifts >= def.gearbox.ratios_count)
                fail_msg("%s, pedal %.2f: %d shifts up, %d down", shipped_name(vehicle), pedal,
                         run.shifts, run.back);
        }
}

static void the_lock_up_clutch_takes_the_slip_away(void **state)
{
    (void)state;
    for (int vehicle = 0; vehicle < shipped_count(); vehicle += of_tier(4, 1)) {
        if (is_gearless(vehicle)) continue;
        kamm_vehicle_def def = converted(vehicle, 240);
        def.converter.lock_radps = 1.3 * def.engine.idle_radps;
        struct run open = run_up(&def, KAMM_FULL, 0.5, 15);
        def.converter.lock_nm = 3000;
        struct run locked = run_up(&def, KAMM_FULL, 0.5, 15);
        print_message(
            "%-28s to 15 m/s in %.2f s, %.2f with lock-up (%.2f closed, %.2f rad/s of slip)\n",
            shipped_name(vehicle), open.time_s, locked.time_s, locked.lock, locked.slip_radps);
        if (locked.lock == 1) expect_near(locked.slip_radps, 0, 0.5);
        expect_below(locked.time_s, 1.1 * open.time_s);
    }
}

/* The same run at other rates, and on the rungs with an engine, which know of the slip only up to the stall. */
static void rates_and_rungs_agree(void **state)
{
    (void)state;
    for (int vehicle = 0; vehicle < shipped_count(); vehicle += of_tier(4, 1)) {
        if (!has_real_engine(vehicle)) continue;
        kamm_vehicle_def def = converted(vehicle, 1200);
        def.aids.tcs = 1;
        double to_mps = def.axles_count > 2 ? 9 : 25;
        double truth = run_up(&def, KAMM_FULL, 1, to_mps).time_s;
        print_message("%-28s to %g m/s in %.2f s;", shipped_name(vehicle), to_mps, truth);
        for (int r = 0; r < 3; ++r) {
            if (!is_tried(vehicle + r, 3)) continue;
            def = converted(vehicle, rates[r]);
            def.aids.tcs = 1;
            double time_s = run_up(&def, KAMM_FULL, 1, to_mps).time_s;
            print_message(" %.2f at %g /s", time_s, rates[r]);
            expect_share(time_s, truth, rates[r] < 100 ? 0.1 : 0.05);
        }
        def = converted(vehicle, 240);
        for (int rung = KAMM_SINGLE_TRACK; rung <= KAMM_DOUBLE_TRACK; ++rung) {
            double time_s = run_up(&def, (kamm_rung)rung, 1, to_mps).time_s;
            print_message(" %.2f on %s", time_s, rung_name((kamm_rung)rung));
            expect_share(time_s, truth, 0.35);
        }
        print_message("\n");
    }
}

/* ---- bits ---- */

/* A car that comes from a rung without a turbine goes on as fast. */
static void it_is_handed_over_while_it_drives(void **state)
{
    (void)state;
    for (int rung = KAMM_KINEMATIC; rung < KAMM_FULL; ++rung) {
        kamm_vehicle_def def = converted(shipped_number("bmw-m3-e46"), 240);
        kamm_cars *from = start_rung(&def, (kamm_rung)rung, 1), *to = start_cars(&def, 1);
        put_car(from, 0, &kamm_flat_ground, 0, 20, KAMM_GEAR_DRIVE);
        kamm_inputs(from)[0].throttle = 0.3f;
        drive_for(from, &kamm_flat_ground, 1);
        kamm_hand_over(from, 0, to, 0);
        double before = kamm_read(to, 0, KAMM_CHANNEL_speed_mps);
        drive_for(to, &kamm_flat_ground, 0.25);
        expect_near(kamm_read(to, 0, KAMM_CHANNEL_speed_mps), before, 0.8);
        expect_above(kamm_read(to, 0, KAMM_CHANNEL_turbine_radps), 50);
        end_cars(from);
        end_cars(to);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_engine_stalls_the_converter_where_its_torque_says),
        cmocka_unit_test(it_creeps_and_is_held),
        cmocka_unit_test(it_rolls_back_and_pulls_away_again),
        cmocka_unit_test(shifts_do_not_hunt),
        cmocka_unit_test(the_lock_up_clutch_takes_the_slip_away),
        cmocka_unit_test(rates_and_rungs_agree),
        cmocka_unit_test(it_is_handed_over_while_it_drives),
    };
    return cmocka_run_group_tests_name("full_converter", tests, NULL, NULL);
}
