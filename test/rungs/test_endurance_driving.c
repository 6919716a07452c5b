/* Exhaust brake and retarder in driving: descents against closed forms (UN regulation 13, type II-A test: 6 km of 7 % at 30 km/h by
 * the endurance brakes alone), and what they must leave as it is. */
/* KAMM_QUICK_TESTS leaves this out: it drives for long to measure. */
#include "support/refused.h"
#include "support/rungs.h"
#include "support/shipped.h"
#include "support/tier.h"

#include "run/cars.h"
#include "rungs/car.h"
#include "vehicle/chassis.h"

#include <math.h>
#include <string.h>

static const double all_rates[] = {240, 60, 120, 600, 1200};

static double rate_on(kamm_rung rung, int i)
{
    double rate = all_rates[in_long_tier() ? i % 5 : 0];
    return fmax(rate, kamm_describe_rung(rung)->min_substeps_per_s);
}

/* A vehicle without drag and rolling resistance, with a retarder and an exhaust brake of its size. */
static kamm_vehicle_def held(int vehicle, double rate)
{
    kamm_vehicle_def def = shipped_def(vehicle);
    double heavy = def.body.mass_kg / 10000;
    def.stepping.substeps_per_s = allowed_rate(&def, rate);
    def.aero.frontal_area_m2 = 0;
    for (int a = 0; a < def.axles_count; ++a) {
        def.axles[a].tyre.lmy = 0;
    }
    def.retarder.max_nm = 2500 * heavy;
    def.retarder.fill_nms2_per_rad2 = 0.6 * heavy;
    def.retarder.max_power_w = 400e3 * heavy;
    def.retarder.cooling_w = 250e3 * heavy;
    def.retarder.heat_j = 8e6 * heavy;
    double most = def.clutch.torque_nm / 2;
    def.engine.exhaust_brake = (kamm_curve){.count = 2,
                                            .x = {def.engine.idle_radps, def.engine.limiter_radps},
                                            .y = {0.15 * most, most}};
    return def;
}

static double cage_of(const kamm_cars *cars)
{
    const struct powertrain_constants *v = &kamm_model_at(cars, 0)->chassis->powertrain;
    double cage = 0;
    for (int a = 0; a < cars->layout->axles; ++a)
        cage += 0.5 * (double)v->differential[a].share *
                (kamm_read_wheel(cars, 0, left_hub(cars->layout, a), KAMM_WHEEL_spin_radps) +
                 kamm_read_wheel(cars, 0, right_hub(cars->layout, a), KAMM_WHEEL_spin_radps));
    return cage;
}

/* Radius at which the tyres' force acts: v / w of the driven wheels as they roll, and what they slip. */
static double radius_of(const kamm_cars *cars)
{
    const struct powertrain_constants *v = &kamm_model_at(cars, 0)->chassis->powertrain;
    double slip = 0;
    for (int a = 0; a < cars->layout->axles; ++a)
        slip += 0.5 * (double)v->differential[a].share *
                (kamm_read_wheel(cars, 0, left_hub(cars->layout, a), KAMM_WHEEL_slip_ratio) +
                 kamm_read_wheel(cars, 0, right_hub(cars->layout, a), KAMM_WHEEL_slip_ratio));
    return kamm_read(cars, 0, KAMM_CHANNEL_forward_speed_mps) / cage_of(cars) * (1 + slip);
}

/* For a kart's mass there is no retarder. */
static int has_engine(const kamm_vehicle_def *def)
{
    return has_geared_engine(def) && !is_kart(def);
}

/* m g sin(slope) r = share k (fd w)^2 fd. */
static void expect_steady_descent(int vehicle, kamm_rung rung, double rate, double fall)
{
    const double share = 0.5, at_mps = 9;
    kamm_vehicle_def def = held(vehicle, rate);
    double mass = def.body.mass_kg + def.payload.mass_kg, fd = def.gearbox.final_drive;
    double pull_n = mass * GRAVITY_MPS2 * fall / sqrt(1 + fall * fall);
    double radius = def.axles[def.axles_count - 1].tyre.unloaded_radius_m;
    double k = pull_n * radius / (share * fd * pow(fd * at_mps / radius, 2));
    def.retarder.cooling_w = def.retarder.max_power_w = 1e7; /* by torque alone */
    def.retarder.max_nm = 2e4;
    def.retarder.fill_nms2_per_rad2 = k;
    kamm_ground slope = kamm_plane_ground(-fall, 0, 1);
    kamm_cars *cars = start_rung(&def, rung, 1);
    put_car(cars, 0, &slope, 0, 0.8 * at_mps, 0);
    kamm_inputs(cars)[0].endurance_brake = (float)(share);
    drive_for(cars, &slope, 60);
    double w = cage_of(cars), r = radius_of(cars);
    double closed = sqrt(pull_n * r / (share * k * fd)) / fd;
    print_message("%-28s %-12s %4g /s, %2.0f %%: %6.3f rad/s, closed form %6.3f\n",
                  shipped_name(vehicle), rung_name(rung), rate, 100 * fall, w, closed);
    expect_share(w, closed, 2e-3);
    expect_share(kamm_read(cars, 0, KAMM_CHANNEL_retarder_torque_nm), share * k * fd * fd * w * w,
                 1e-3);
    assert_int_equal(kamm_fault(cars, 0), 0);
    end_cars(cars);
}

static void a_retarder_descends_at_the_speed_of_its_law(void **state)
{
    (void)state;
    int count = shipped_count();
    for (int i = 0; i < of_tier(count, 3 * count); i += of_tiers(5, 5, 1)) {
        kamm_rung rung = (kamm_rung)(KAMM_SINGLE_TRACK + (i / count + i) % 3);
        kamm_vehicle_def def = shipped_def(i % count);
        if (!has_engine(&def) || def.single_track.equations == KAMM_EQUATIONS_COMMONROAD) continue;
        expect_steady_descent(i % count, rung, rate_on(rung, i), i % 2 ? 0.07 : 0.1);
    }
}

/* Torque that holds a car in a gear: the engine's drag and the exhaust brake's, and what the losses add. */
static double holds_nm(const kamm_vehicle_def *def, double engine_radps, double ratio)
{
    const kamm_curve *curve = &def->engine.exhaust_brake;
    double exhaust =
        kamm_curve_value(curve->x, curve->y, curve->count, CURVE_MONOTONE, engine_radps, NULL);
    double drag = def->engine.drag_nm + def->engine.drag_nms_per_rad * engine_radps;
    return (drag + exhaust) * ratio / def->clutch.efficiency;
}

/* In gear with the exhaust brake alone: m g sin(slope) r = (drag + exhaust) ratio / efficiency. */
static void an_exhaust_brake_descends_at_the_speed_of_its_curve(void **state)
{
    (void)state;
    int count = shipped_count(), tried = 0;
    for (int i = 0; i < of_tiers(count, count, 2 * count); i += of_tier(3, 1)) {
        kamm_rung rung = i % 2 ? KAMM_FULL : KAMM_DOUBLE_TRACK;
        kamm_vehicle_def def = held(i % count, rate_on(rung, i));
        if (!has_engine(&def) || def.converter.k_curve.count > 0 || def.gearbox.ratios_count < 4)
            continue;
        def.gearbox.kind = KAMM_GEARBOX_MANUAL;
        def.retarder.max_nm = 0;
        int gear = 3 + i % 2;
        double ratio = def.gearbox.ratios[gear - 1] * def.gearbox.final_drive;
        double mass = def.body.mass_kg + def.payload.mass_kg;
        double radius = 0.97 * def.axles[def.axles_count - 1].tyre.unloaded_radius_m;
        double engine = 0.7 * def.engine.limiter_radps, at = holds_nm(&def, engine, ratio) / radius;
        double sine = at / (mass * GRAVITY_MPS2), fall = sine / sqrt(1 - sine * sine);
        if (!(fall < 0.3)) continue; /* the tyres' slip is no longer a small one */
        kamm_ground slope = kamm_plane_ground(-fall, 0, 1);
        kamm_cars *cars = start_rung(&def, rung, 1);
        put_car(cars, 0, &slope, 0, engine / ratio * radius, gear);
        kamm_inputs(cars)[0].endurance_brake = 1;
        drive_for(cars, &slope, 60);
        double turns = kamm_read(cars, 0, KAMM_CHANNEL_engine_radps);
        double r = radius_of(cars);
        double closed = engine;
        for (int n = 0; n < 60; ++n) /* drag rises with the speed: a fixed point by halves */
            closed +=
                0.5 * closed * (mass * GRAVITY_MPS2 * sine * r / holds_nm(&def, closed, ratio) - 1);
        print_message("%-28s %-12s gear %d, %4.1f %%: %6.2f rad/s, closed form %6.2f\n",
                      shipped_name(i % count), rung_name(rung), gear, 100 * fall, turns, closed);
        expect_share(turns, closed, 5e-3);
        end_cars(cars);
        ++tried;
    }
    expect_above(tried, count / of_tiers(14, 6, 3));
}

/* Type II-A, with the retarder, in neutral: its warmth is that of the power that gravity puts in. */
static void hold_type_two_a(int vehicle, const kamm_vehicle_def *def, kamm_rung rung)
{
    kamm_ground slope = kamm_plane_ground(-0.07, 0, 1);
    kamm_cars *cars = start_rung(def, rung, 1);
    put_car(cars, 0, &slope, 0, 30 / 3.6, 0);
    double slowest = 99, fastest = 0, lever = 0.3, way = 0, time = 0, dt = 0.25;
    for (; way < 6000 && time < 900; time += dt) {
        double speed = kamm_read(cars, 0, KAMM_CHANNEL_forward_speed_mps);
        lever = fmin(fmax(lever + 0.01 * (speed - 30 / 3.6), 0), 1);
        kamm_inputs(cars)[0].endurance_brake = (float)(lever + 0.2 * (speed - 30 / 3.6));
        drive_for(cars, &slope, dt);
        way += speed * dt;
        if (time > 20) slowest = fmin(slowest, speed), fastest = fmax(fastest, speed);
    }
    double mass = def->body.mass_kg + def->payload.mass_kg;
    double power = mass * GRAVITY_MPS2 * 0.07 / sqrt(1 + 0.07 * 0.07) * way / time;
    double cool = def->retarder.cooling_w;
    double warmth = power / cool * (1 - exp(-cool * time / def->retarder.heat_j));
    double got = kamm_read(cars, 0, KAMM_CHANNEL_retarder_warmth);
    print_message(
        "%-28s %-12s 6 km in %.0f s, %.2f to %.2f km/h, lever %.2f, %.0f kW, warmth %.4f, by closed form "
        "%.4f\n",
        shipped_name(vehicle), rung_name(rung), time, 3.6 * slowest, 3.6 * fastest,
        (double)kamm_inputs(cars)[0].endurance_brake, power / 1e3, got, warmth);
    expect_near(way / time * 3.6, 30, 0.3);
    expect_above(slowest, 29 / 3.6);
    expect_below(fastest, 31 / 3.6);
    /* All of it by one axle's soft tyres, a tractor's slip takes 1 % of the heat. */
    expect_share(got, warmth, is_farm_tractor(def) ? 0.02 : 0.01);
    expect_near(kamm_read(cars, 0, KAMM_CHANNEL_brake), 0, 0);
    end_cars(cars);
}

static void type_two_a_is_held_at_thirty(void **state)
{
    (void)state;
    int tried = 0;
    for (int vehicle = 0; vehicle < shipped_count() && tried < of_tier(2, 99); ++vehicle) {
        kamm_vehicle_def def = held(vehicle, 120);
        if (!has_engine(&def) || def.body.mass_kg < 5000) continue;
        if (!in_long_tier() || is_tried(tried, 2))
            hold_type_two_a(vehicle, &def, KAMM_SINGLE_TRACK);
        if (in_long_tier() && is_tried(tried + 1, 2)) hold_type_two_a(vehicle, &def, KAMM_FULL);
        ++tried;
    }
    expect_above(tried, 1);
}

/* Nothing changes as long as they are not used, and the pedal asks only where the file says so. */
static void unused_they_change_no_bit(void **state)
{
    (void)state;
    for (int i = 0; i < 3 * 4; ++i) {
        kamm_rung rung = (kamm_rung)(KAMM_SINGLE_TRACK + i % 3);
        int vehicle = (5 * i) % shipped_count();
        kamm_vehicle_def def[2] = {held(vehicle, 240), held(vehicle, 240)};
        if (!has_engine(&def[0]) || is_farm_tractor(&def[0])) continue; /* it can't go at 15 m/s */
        if (rung == KAMM_SINGLE_TRACK && def[0].single_track.equations == KAMM_EQUATIONS_COMMONROAD)
            continue; /* these have no driveline */
        def[1].retarder = kamm_default_vehicle().retarder;
        def[1].engine.exhaust_brake.count = 0;
        double speed[2][3];
        for (int with = 0; with < 2; ++with)
            for (int used = 0; used < 3; ++used) { /* 1: the lever; 2: the pedal */
                kamm_vehicle_def own = def[with];
                own.brakes.endurance_pedal = used == 2 ? 0.2 : 0;
                kamm_cars *cars = start_rung(&own, rung, 1);
                put_car(cars, 0, &kamm_flat_ground, 0, 15, KAMM_GEAR_DRIVE);
                kamm_inputs(cars)[0].endurance_brake = (float)(used == 1 ? 0.5 : 0);
                kamm_inputs(cars)[0].brake = 0.1f;
                drive_for(cars, &kamm_flat_ground, 2);
                speed[with][used] = kamm_read(cars, 0, KAMM_CHANNEL_forward_speed_mps);
                end_cars(cars);
            }
        print_message("%s, %s: %.3f m/s left, %.3f by the lever, %.3f by the pedal\n",
                      shipped_name(vehicle), rung_name(rung), speed[0][0], speed[0][1],
                      speed[0][2]);
        expect_near(speed[0][0], speed[1][0], 0);
        expect_near(speed[1][1], speed[1][0], 0);
        expect_near(speed[1][2], speed[1][0], 0);
        expect_below(speed[0][1], speed[1][0] - 0.3);
        expect_below(speed[0][2], speed[1][0] - 0.3);
    }
}

/* On ice the anti-lock brakes take it away from wheels that it would slow down too far. */
static void it_locks_no_wheel_on_ice(void **state)
{
    (void)state;
    for (int vehicle = 0; vehicle < shipped_count(); vehicle += of_tier(7, 1))
        for (int i = 0; i < of_tier(1, 5); ++i) {
            kamm_vehicle_def def = held(vehicle, all_rates[i]);
            if (!has_engine(&def)) continue;
            double worst[2] = {0};
            for (int with = 0; with < 2; ++with) {
                kamm_ground ice = kamm_plane_ground(0, 0, 0.1);
                def.aids.abs = with, def.aids.esc = 0;
                kamm_cars *cars = start_cars(&def, 1);
                put_car(cars, 0, &ice, 0, 18, 0);
                kamm_inputs(cars)[0].endurance_brake = 1;
                for (int frame = 0; frame < 240; ++frame) {
                    drive_for(cars, &ice, 1.0 / 60);
                    double speed = kamm_read(cars, 0, KAMM_CHANNEL_forward_speed_mps);
                    for (int w = 0; w < wheels_of(cars, 0) && speed > 5; ++w)
                        worst[with] =
                            fmax(worst[with], -kamm_read_wheel(cars, 0, w, KAMM_WHEEL_slip_ratio));
                }
                assert_int_equal(kamm_fault(cars, 0), 0);
                end_cars(cars);
            }
            print_message("%-28s %4g /s: slip on ice %.2f without anti-lock brakes, %.2f with\n",
                          shipped_name(vehicle), all_rates[i], worst[0], worst[1]);
            expect_below(worst[1], 0.25);
            expect_below(worst[1], worst[0] + 0.01);
        }
}

static void what_cannot_be_is_refused(void **state)
{
    (void)state;
    kamm_vehicle_def def = held(0, 240);
    def.retarder.cooling_w = 2 * def.retarder.max_power_w;
    expect_vehicle_refused(&def, "retarder.cooling_w is");
    def = held(0, 240);
    def.engine.exhaust_brake.y[1] = 1e4;
    expect_vehicle_refused(&def, "engine.exhaust_brake has 10000 N.m in point 1");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_retarder_descends_at_the_speed_of_its_law),
        cmocka_unit_test(an_exhaust_brake_descends_at_the_speed_of_its_curve),
        cmocka_unit_test(type_two_a_is_held_at_thirty),
        cmocka_unit_test(unused_they_change_no_bit),
        cmocka_unit_test(it_locks_no_wheel_on_ice),
        cmocka_unit_test(what_cannot_be_is_refused),
    };
    return cmocka_run_group_tests_name("endurance_driving", tests, NULL, NULL);
}
