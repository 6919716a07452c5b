/* Arcade vehicles: what a knob does, and that what it is linked with keeps in step. */
#include "support/cars.h"
#include "support/quick.h"
#include "support/rungs.h"
#include "support/shipped.h"
#include "support/tier.h"

#include <kamm/io/arcade_file.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static kamm_vehicle_def changed_by(const kamm_vehicle_def *def, const kamm_arcade *arcade)
{
    kamm_vehicle_def changed = *def;
    kamm_error error;
    must(kamm_arcade_vehicle(arcade, &changed, &error), &error);
    return changed;
}

static void defaults_change_no_byte_of_any_vehicle(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    kamm_arcade off = kamm_default_arcade();
    for (int i = 0; i < shipped_count(); ++i) {
        kamm_vehicle_def def = shipped_def(i), changed = changed_by(&def, &off);
        assert_memory_equal(&def, &changed, sizeof def);
    }
}

static void sim_is_the_default(void **state)
{
    (void)state;
    kamm_arcade off = kamm_default_arcade(), sim;
    kamm_error error;
    must(kamm_load_arcade("sim", &sim, NULL, &error), &error);
    memset(sim.name, 0, sizeof sim.name);
    assert_memory_equal(&off, &sim, sizeof off);
}

static double stopping_m(const kamm_vehicle_def *def, double gravity, double speed_mps)
{
    kamm_cars *cars = start_rung(def, KAMM_FULL, 1);
    kamm_ground ground = kamm_flat_ground;
    ground.gravity_mps2[2] = (float)(-GRAVITY_MPS2 * gravity);
    put_car(cars, 0, &ground, 0, speed_mps, 0);
    drive_for(cars, &ground, 0.1);
    kamm_inputs(cars)[0].brake = 1;
    double start = read_channel(cars, KAMM_CHANNEL_x_m);
    drive_for(cars, &ground, 12);
    double way = read_channel(cars, KAMM_CHANNEL_x_m) - start;
    expect_below(read_channel(cars, KAMM_CHANNEL_speed_mps), 0.01);
    end_cars(cars);
    return way;
}

/* Froude: at the root of G times the speed it stops within the same way. Reaction times of brakes and anti-lock brakes and
 * the tyres' rolling resistance by speed do not scale, which is a few per cent. */
static void gravity_makes_a_similar_car(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    static const char *const names[] = {"bmw-m3-e46", "nissan-micra", "ford-transit-minibus"};
    for (int i = 0; i < of_tier(1, 3); ++i)
        for (int heavy = 0; heavy < 2; ++heavy) {
            kamm_arcade arcade = kamm_default_arcade();
            arcade.gravity = heavy ? 2.5 : 0.5;
            kamm_vehicle_def def = shipped_def(shipped_number(names[i]));
            kamm_vehicle_def similar = changed_by(&def, &arcade);
            double own = stopping_m(&def, 1, 20);
            double scaled = stopping_m(&similar, arcade.gravity, 20 * sqrt(arcade.gravity));
            expect_share(scaled, own, 0.06);
        }
}

static double sag_m(const kamm_vehicle_def *def, double gravity)
{
    kamm_arcade arcade = kamm_default_arcade();
    arcade.gravity = gravity;
    kamm_cars *cars = start_rung(def, KAMM_FULL, 1);
    kamm_ground ground = kamm_arcade_ground(&arcade, &kamm_flat_ground);
    expect_near((double)ground.gravity_mps2[2], -gravity * GRAVITY_MPS2, 1e-5);
    put_car(cars, 0, &ground, 0, 0, 0);
    kamm_inputs(cars)[0].hand_brake = 1;
    drive_for(cars, &ground, 2);
    double sum = 0;
    for (int w = 0; w < wheels_of(cars, 0); ++w)
        sum += kamm_read_wheel(cars, 0, w, KAMM_WHEEL_travel_m) / wheels_of(cars, 0);
    end_cars(cars);
    return sum;
}

/* Springs of G times the rate, with the load at rest of 1 g: the sag is that of the real car over G. */
static void gravity_stiffens_the_springs(void **state)
{
    (void)state;
    static const char *const names[] = {"bmw-m3-e46", "nissan-micra", "mclaren-mp4-12c",
                                        "audi-r8-lms-gt3"};
    for (int i = 0; i < 4; ++i) {
        kamm_arcade arcade = kamm_default_arcade();
        arcade.gravity = 1.4;
        kamm_vehicle_def def = shipped_def(shipped_number(names[i])),
                         similar = changed_by(&def, &arcade);
        double own = sag_m(&def, 1.4), stiff = sag_m(&similar, 1.4);
        expect_above(own, 0.001);
        expect_below(stiff, own / 1.3);
        expect_above(stiff, own / 1.7);
    }
}

/* A curve has the peak, the slip and the slide that it names, on the tyres of every vehicle. */
static void curve_of_the_tyre_is_the_one_that_is_named(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    static const double curves[][3] = {{0.1, 1.4, 0.8}, {0.16, 1, 0.9}, {0.21, 0.9, 0.95}};
    for (int i = 0; i < shipped_count() * 3; ++i) {
        const double *curve = curves[i % 3];
        kamm_arcade arcade = kamm_default_arcade();
        arcade.rear_grip = (kamm_grip_curve_def){curve[0], curve[1], curve[2]};
        kamm_vehicle_def own = shipped_def(i / 3), def = changed_by(&own, &arcade);
        const kamm_tyre_def *tyre = &def.axles[def.axles_count - 1].tyre;
        assert_memory_equal(&own.axles[0].tyre, &def.axles[0].tyre, sizeof *tyre);
        const kamm_tyre_conditions at = {
            .load_n = tyre->nominal_load_n, .friction = 1, .speed_mps = 20};
        double none[200] = {0}, angles[200], fx[200], fy[200], peak = 0, peak_at = 0;
        for (int k = 0; k < 200; ++k) angles[k] = 0.0075 * (k + 1);
        kamm_error error;
        must(kamm_tyre_forces(tyre, &at, 200, none, angles, fx, fy, &error), &error);
        for (int k = 0; k < 200; ++k)
            if (fabs(fy[k]) > peak) peak = fabs(fy[k]), peak_at = angles[k];
        expect_share(peak / tyre->nominal_load_n, curve[1], 0.01);
        expect_near(peak_at, curve[0], 0.015);
        expect_share(fabs(fy[199]) / peak, curve[2], 0.01);
        expect_near(tyre->unloaded_radius_m, own.axles[def.axles_count - 1].tyre.unloaded_radius_m,
                    1e-9);
    }
}

/* Twice the grip: twice the peaks at the same slips, on every law. */
static void grip_keeps_the_peaks_slips(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    kamm_arcade arcade = kamm_default_arcade();
    arcade.grip = 1.5;
    for (int i = 0; i < shipped_count(); ++i) {
        kamm_vehicle_def def = shipped_def(i), grippy = changed_by(&def, &arcade);
        kamm_model *own = compile_rung(&def, KAMM_FULL), *more = compile_rung(&grippy, KAMM_FULL);
        kamm_model_info a = kamm_describe(own), b = kamm_describe(more);
        for (int w = 0; w < a.wheel_count; ++w) {
            expect_share(b.peak_friction_y[w], 1.5 * a.peak_friction_y[w], 0.03);
            expect_share(b.peak_friction_x[w], 1.5 * a.peak_friction_x[w], 0.03);
            expect_share(b.peak_slip_angle_rad[w], a.peak_slip_angle_rad[w], 0.03);
        }
        kamm_destroy_model(own), kamm_destroy_model(more);
    }
}

/* A full stop from 30 m/s: the way falls with the grip, so the brakes have kept up. */
static void brakes_keep_up_with_the_grip(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    kamm_arcade arcade = kamm_default_arcade();
    arcade.grip = 1.6;
    kamm_vehicle_def def = shipped_def(shipped_number("bmw-m3-e46"));
    kamm_vehicle_def grippy = changed_by(&def, &arcade);
    expect_share(stopping_m(&def, 1, 30) / stopping_m(&grippy, 1, 30), 1.6, 0.08);
}

/* The clutch of a car with three times the torque still holds it: engine and wheels turn together in gear. */
static void clutch_holds_the_torque(void **state)
{
    (void)state;
    kamm_arcade arcade = kamm_default_arcade();
    arcade.torque = 3;
    arcade.grip = 2;
    kamm_vehicle_def def = shipped_def(shipped_number("bmw-m3-e46"));
    kamm_vehicle_def strong = changed_by(&def, &arcade);
    kamm_cars *cars = start_rung(&strong, KAMM_FULL, 1);
    kamm_model_info info = kamm_describe(kamm_model_of(cars, 0));
    put_car(cars, 0, &kamm_flat_ground, 0, 20, 3);
    kamm_inputs(cars)[0].throttle = 1;
    drive_for(cars, &kamm_flat_ground, 1);
    double spin = 0.5 * (kamm_read_wheel(cars, 0, 2, KAMM_WHEEL_spin_radps) +
                         kamm_read_wheel(cars, 0, 3, KAMM_WHEEL_spin_radps));
    expect_share(read_channel(cars, KAMM_CHANNEL_engine_radps), spin * info.overall_ratio[2], 0.02);
    end_cars(cars);
}

static void downforce_is_a_share_of_the_weight(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    kamm_arcade arcade = kamm_default_arcade();
    arcade.downforce = 1;
    kamm_vehicle_def def = shipped_def(shipped_number("nissan-micra"));
    def.aero.front_lift_coefficient = def.aero.rear_lift_coefficient = 0;
    kamm_vehicle_def pressed = changed_by(&def, &arcade);
    kamm_cars *cars = start_rung(&pressed, KAMM_FULL, 1);
    put_car(cars, 0, &kamm_flat_ground, 0, 50, 5);
    kamm_inputs(cars)[0].throttle = 1;
    drive_for(cars, &kamm_flat_ground, 3);
    double weight = kamm_describe(kamm_model_of(cars, 0)).mass_kg * GRAVITY_MPS2, measured = 0,
           expected = 0;
    for (int i = 0; i < 120; ++i) {
        drive_for(cars, &kamm_flat_ground, 1.0 / 60);
        double speed = read_channel(cars, KAMM_CHANNEL_speed_mps);
        measured += sum_of_loads(cars, 0) / weight;
        expected += 1 + speed * speed / 2500;
    }
    expect_share(measured, expected, 0.01);
    end_cars(cars);
}

/* Full lock at speed on very sticky tyres: it slides; without the knob most of them roll over. */
static double most_roll_rad(const kamm_vehicle_def *def)
{
    kamm_cars *cars = start_rung(def, KAMM_FULL, 1);
    double most = 0;
    put_car(cars, 0, &kamm_flat_ground, 0, 20, 0);
    kamm_inputs(cars)[0].steering_wheel_rad = (float)(0.3 * def->steering.ratio);
    for (int i = 0; i < 180; ++i) {
        drive_for(cars, &kamm_flat_ground, 1.0 / 60);
        most = fmax(most, fabs(read_channel(cars, KAMM_CHANNEL_roll_rad)));
    }
    end_cars(cars);
    return most;
}

static void upright_cars_slide_before_they_roll(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    static const char *const names[] = {"suzuki-jimny", "ford-transit-minibus", "nissan-micra",
                                        "bmw-m3-e46"};
    for (int i = 0; i < 4; ++i) {
        kamm_arcade arcade = kamm_default_arcade();
        arcade.grip = 1.7;
        kamm_vehicle_def def = shipped_def(shipped_number(names[i]));
        kamm_vehicle_def tall = changed_by(&def, &arcade);
        arcade.upright = 1;
        kamm_vehicle_def low = changed_by(&def, &arcade);
        if (i < 2) expect_above(most_roll_rad(&tall), 1);
        expect_below(most_roll_rad(&low), 0.3);
    }
}

/* Every vehicle with every preset on every rung: it compiles, and pressed keys do no harm. */
static void every_vehicle_takes_every_preset(void **state)
{
    (void)state;
    char presets[16][64];
    int count = kamm_list_data("arcade", presets, 16);
    assert_int_equal(count, 6);
    for (int i = 0; i < shipped_count(); ++i)
        for (int p = 0; p < count; ++p)
            for (EACH_RUNG(rung)) {
                if (rung != KAMM_FULL && !in_long_tier()) continue;
                kamm_arcade arcade;
                kamm_error error;
                must(kamm_load_arcade(presets[p], &arcade, NULL, &error), &error);
                kamm_vehicle_def own = shipped_on(i, rung, 240), def = changed_by(&own, &arcade);
                kamm_cars *cars = start_rung(&def, rung, 1);
                put_car(cars, 0, &kamm_flat_ground, 0, 15, KAMM_GEAR_DRIVE);
                kamm_arcade_state at = {0};
                const kamm_arcade_request keys[] = {{.driver = {.throttle = 1}, .boost = 1},
                                                    {.driver = {.steer = 1}},
                                                    {.driver = {.steer = -1, .throttle = 1}}};
                int substeps =
                    (int)lround(1 / (30 * kamm_describe(kamm_model_of(cars, 0)).substep_s));
                for (int k = 0; k < of_tier(30, 120); ++k) {
                    must(kamm_arcade_input(&arcade, NULL, &at, cars, 0, &keys[k / 10 % 3], 1.0 / 30,
                                           &error),
                         &error);
                    kamm_step(cars, &kamm_flat_ground, substeps);
                }
                if (kamm_fault(cars, 0))
                    fail_msg("%s, %s, %s: fault %u", shipped_name(i), presets[p], rung_name(rung),
                             kamm_fault(cars, 0));
                end_cars(cars);
            }
}

static void wrong_knobs_are_named(void **state)
{
    (void)state;
    kamm_vehicle_def def = default_vehicle(), before = def;
    kamm_arcade arcade = kamm_default_arcade();
    kamm_error error;
    arcade.grip = 9;
    assert_int_equal(kamm_arcade_vehicle(&arcade, &def, &error), KAMM_ERROR_RANGE);
    assert_non_null(strstr(error.text, "grip"));
    arcade = kamm_default_arcade();
    arcade.torque = NAN;
    assert_int_equal(kamm_arcade_vehicle(&arcade, &def, &error), KAMM_ERROR_RANGE);
    arcade = kamm_default_arcade();
    arcade.torque = 10;
    def.clutch.torque_nm = before.clutch.torque_nm = 3e6;
    assert_int_equal(kamm_arcade_vehicle(&arcade, &def, &error), KAMM_ERROR_RANGE);
    assert_non_null(strstr(error.text, "clutch.torque_nm"));
    assert_memory_equal(&def, &before, sizeof def);
    must(kamm_set(kamm_arcade_table(), &arcade, "drift_angle_deg", "30", &error), &error);
    expect_near(arcade.drift_angle_rad, PI / 6, 1e-12);
    must(kamm_set(kamm_arcade_table(), &arcade, "rear_grip.peak", "1.2", &error), &error);
    assert_int_equal(kamm_load_arcade("drifft", &arcade, NULL, &error), KAMM_ERROR_UNKNOWN);
    assert_non_null(strstr(error.text, "drift"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(defaults_change_no_byte_of_any_vehicle),
        cmocka_unit_test(sim_is_the_default),
        cmocka_unit_test(gravity_makes_a_similar_car),
        cmocka_unit_test(gravity_stiffens_the_springs),
        cmocka_unit_test(curve_of_the_tyre_is_the_one_that_is_named),
        cmocka_unit_test(grip_keeps_the_peaks_slips),
        cmocka_unit_test(brakes_keep_up_with_the_grip),
        cmocka_unit_test(clutch_holds_the_torque),
        cmocka_unit_test(downforce_is_a_share_of_the_weight),
        cmocka_unit_test(upright_cars_slide_before_they_roll),
        cmocka_unit_test(every_vehicle_takes_every_preset),
        cmocka_unit_test(wrong_knobs_are_named),
    };
    return cmocka_run_group_tests_name("arcade vehicles", tests, NULL, NULL);
}
