/* A change between forwards and backwards while the car rolls: what is refused waits in neutral, and forward gears catch a car that rolls back. */
/* KAMM_QUICK_TESTS leaves this out: it drives for long to measure. */
#include "support/company.h"
#include "support/rungs.h"
#include "support/shipped.h"
#include "support/tier.h"
#include "vehicle/scale.h"

#include <math.h>

static const double slopes[] = {0, -0.15, 0.15};
static const float pedals[] = {0.5f, 1, 0};

/* One car, rolling at a speed in the gear of its direction, which is then asked for the other one. */
struct turn_case {
    kamm_vehicle_def def;
    kamm_rung rung;
    int vehicle;
    double speed_mps, slope; /* uphill for a car that drives forwards */
    float pedal;
};

static double forward_mps(const kamm_cars *cars)
{
    return read_channel(cars, KAMM_CHANNEL_forward_speed_mps);
}

static int refusal(const kamm_cars *cars)
{
    return (int)read_channel(cars, KAMM_CHANNEL_shift_refusal);
}

static double side_of(const struct turn_case *c) { return c->speed_mps < 0 ? -1 : 1; }

static kamm_cars *rolling(const struct turn_case *c, const kamm_ground *ground, int gear)
{
    kamm_cars *cars = start_rung(&c->def, c->rung, 1);
    put_car(cars, 0, ground, 0, c->speed_mps, gear);
    drive_for(cars, ground, 0.2);
    kamm_inputs(cars)[0].gear = c->speed_mps < 0 ? KAMM_GEAR_DRIVE : -1;
    kamm_inputs(cars)[0].throttle = c->pedal;
    return cars;
}

typedef void turn_check(const struct turn_case *c);

/* Speeds for each vehicle: in trucks that are slow backwards those of half their reverse gear are the most. */
static void for_all(turn_check *check, double sign)
{
    static const double speeds[] = {3, 1.5, 5, 10};
    for (int i = 0; i < of_tiers(1, 2, 4); ++i)
        for (int vehicle = 0; vehicle < shipped_count(); vehicle += of_tier(3, 1))
            for (int rung = KAMM_SINGLE_TRACK; rung <= KAMM_FULL; ++rung)
                for (int k = 0; k < 3; ++k) {
                    if ((vehicle / 3 + rung + k + i) % of_tiers(12, 3, 1)) continue;
                    struct turn_case c = {.rung = (kamm_rung)rung, .vehicle = vehicle};
                    c.speed_mps = sign * speeds[i];
                    c.slope = slopes[(vehicle + rung + k) % 3];
                    c.pedal = pedals[k];
                    c.def = shipped_on(vehicle, c.rung, 240);
                    check(&c);
                }
}

/* Whether the car stands still or rolls on as gravity has it, at the most. */
static void expect_no_push(const struct turn_case *c, double before_mps, double after_mps,
                           double seconds)
{
    double side = side_of(c), gravity = -side * GRAVITY_MPS2 * c->slope;
    double most = fmax(side * before_mps + fmax(gravity, 0) * seconds, 0) + 0.05;
    if (side * after_mps > most)
        fail_msg("%s on %s from %.1f m/s, pedal %.1f, slope %.2f: %.2f m/s became %.2f in %.2f s",
                 shipped_name(c->vehicle), rung_name(c->rung), c->speed_mps, (double)c->pedal,
                 c->slope, before_mps, after_mps, seconds);
}

/* From the end of its clutch's part in the old gear on nothing drives the car the old way. */
static void check_push(const struct turn_case *c)
{
    kamm_ground ground = kamm_plane_ground(c->slope, 0, 1);
    kamm_cars *cars = rolling(c, &ground, c->speed_mps < 0 ? -1 : KAMM_GEAR_DRIVE);
    drive_for(cars, &ground, c->def.gearbox.shift_s + 0.2);
    double before = forward_mps(cars);
    for (int i = 1; i <= 12; ++i) {
        drive_for(cars, &ground, 0.25);
        expect_no_push(c, before, forward_mps(cars), 0.25 * i);
        double gear = read_channel(cars, KAMM_CHANNEL_gear);
        if (side_of(c) * gear > 0) fail_msg("%s: still in %g", shipped_name(c->vehicle), gear);
    }
    assert_int_equal(kamm_fault(cars, 0), 0);
    end_cars(cars);
}

static void no_car_is_driven_the_way_that_it_was_told_to_leave(void **state)
{
    (void)state;
    for_all(check_push, -1);
    for_all(check_push, 1);
}

/* Reverse waits in neutral down to 2 m/s, of an ordinary car, says why, and goes in then. */
static void check_waiting(const struct turn_case *c)
{
    kamm_cars *cars = rolling(c, &kamm_flat_ground, KAMM_GEAR_DRIVE);
    kamm_inputs(cars)[0].throttle = 0;
    kamm_inputs(cars)[0].brake = 0.3f;
    drive_for(cars, &kamm_flat_ground, 1.0 / 60);
    double turns = 2 * kamm_scale_of(&c->def).root;
    double settles = c->def.gearbox.kind == KAMM_GEARBOX_SEQUENTIAL ? 9 : 1;
    for (double time = 0; time < 12; time += 1.0 / 60) {
        double before = forward_mps(cars), gear = read_channel(cars, KAMM_CHANNEL_gear);
        if (before > turns + 0.1) {
            assert_int_equal(refusal(cars), KAMM_SHIFT_ROLLS_FORWARDS);
            if (time > settles * (c->def.gearbox.shift_s + 0.1)) expect_near(gear, 0, 0);
        }
        if (before < turns - 0.1) assert_int_equal(refusal(cars), KAMM_SHIFT_NOT_REFUSED);
        drive_for(cars, &kamm_flat_ground, 1.0 / 60);
        if (before > turns + 0.1) expect_above(read_channel(cars, KAMM_CHANNEL_gear), -0.5);
    }
    expect_near(read_channel(cars, KAMM_CHANNEL_gear), -1, 0);
    end_cars(cars);
}

static void reverse_waits_in_neutral_until_it_is_slow(void **state)
{
    (void)state;
    for_all(check_waiting, 1);
}

/* Acceleration up a slope from rest in the same gear, with the same pedal; below 0: it can't. */
static double climbs_mps2(const struct turn_case *c, const kamm_ground *ground)
{
    kamm_cars *cars = start_rung(&c->def, c->rung, 1);
    put_car(cars, 0, ground, 0, 0, 1);
    kamm_inputs(cars)[0].gear = KAMM_GEAR_DRIVE;
    kamm_inputs(cars)[0].throttle = c->pedal;
    drive_for(cars, ground, 3);
    double after = forward_mps(cars);
    end_cars(cars);
    return after / 3;
}

/* By how much less than in first gear it climbs in the lowest one in which the engine may turn as the wheels do. */
static double higher_by(const struct turn_case *c, double speed_mps)
{
    const kamm_gearbox_def *box = &c->def.gearbox;
    double radius = c->def.axles[0].tyre.unloaded_radius_m;
    for (int gear = 0; gear < box->ratios_count; ++gear)
        if (speed_mps / radius * box->ratios[gear] * box->final_drive <
            0.9 * c->def.engine.limiter_radps)
            return box->ratios[gear] / box->ratios[0];
    return has_geared_engine(&c->def) ? 0 : 1;
}

/* Out of neutral, however long it has rolled. */
static void check_catching(const struct turn_case *c)
{
    kamm_ground ground = kamm_plane_ground(c->slope, 0, 1);
    double climbs = climbs_mps2(c, &ground), weight = GRAVITY_MPS2 * fmax(c->slope, 0);
    kamm_cars *cars = start_rung(&c->def, c->rung, 1);
    put_car(cars, 0, &ground, 0, c->speed_mps, 0);
    drive_for(cars, &ground, 1);
    double rolls = -forward_mps(cars);
    climbs = higher_by(c, 1.1 * rolls) * (climbs + weight) - weight;
    if (!(c->pedal > 0) || climbs < 0.5) {
        end_cars(cars);
        return;
    }
    kamm_inputs(cars)[0].gear = KAMM_GEAR_DRIVE;
    kamm_inputs(cars)[0].throttle = c->pedal;
    drive_for(cars, &ground, 2 + c->def.gearbox.shift_s + rolls / (0.4 * climbs));
    if (forward_mps(cars) < 0.1)
        fail_msg("%s on %s, %.1f m/s backwards, pedal %.1f, slope %.2f, climbs with %.2f m/s2: "
                 "%.2f m/s in gear %g, refusal %d",
                 shipped_name(c->vehicle), rung_name(c->rung), rolls, (double)c->pedal, c->slope,
                 climbs, forward_mps(cars), read_channel(cars, KAMM_CHANNEL_gear), refusal(cars));
    end_cars(cars);
}

static void forward_gears_catch_a_car_that_rolls_back(void **state)
{
    (void)state;
    for_all(check_catching, -1);
}

/* Faster backwards than the engine may turn in the gear that is asked for, by hand. */
static void too_fast_for_the_engine_is_refused(void **state)
{
    (void)state;
    for (int vehicle = 0; vehicle < shipped_count(); vehicle += of_tier(2, 1)) {
        struct turn_case c = {.rung = KAMM_DOUBLE_TRACK, .vehicle = vehicle, .speed_mps = -1};
        c.def = shipped_on(vehicle, c.rung, 240);
        if (!has_geared_engine(&c.def) || c.def.gearbox.kind == KAMM_GEARBOX_AUTOMATIC) continue;
        double ratio = c.def.gearbox.ratios[0] * c.def.gearbox.final_drive, radius = 0;
        for (int a = 0; a < c.def.axles_count; ++a)
            radius += c.def.axles[a].drive_share * 0.98 * c.def.axles[a].tyre.unloaded_radius_m;
        double most = c.def.engine.limiter_radps * radius / ratio;
        for (int faster = 0; faster < 2; ++faster) {
            kamm_cars *cars = start_rung(&c.def, c.rung, 1);
            put_car(cars, 0, &kamm_flat_ground, 0, -most * (faster ? 1.06 : 0.92), 0);
            kamm_inputs(cars)[0].gear = 1;
            drive_for(cars, &kamm_flat_ground, 1.0 / 60);
            assert_int_equal(refusal(cars),
                             faster ? KAMM_SHIFT_ROLLS_BACKWARDS : KAMM_SHIFT_NOT_REFUSED);
            drive_for(cars, &kamm_flat_ground, faster ? 0.3 : 0.1 + c.def.gearbox.shift_s);
            if (!faster) expect_near(read_channel(cars, KAMM_CHANNEL_gear), 1, 0);
            if (faster) expect_near(read_channel(cars, KAMM_CHANNEL_gear), 0, 0);
            end_cars(cars);
        }
    }
}

static void refusals_have_words(void **state)
{
    (void)state;
    assert_string_equal(kamm_shift_refusal_word(KAMM_SHIFT_NOT_REFUSED), "none");
    assert_string_equal(kamm_shift_refusal_word(KAMM_SHIFT_ENGINE_SPEED), "engine_speed");
}

/* A pressed clutch pedal is needed by a driver who works it; an automatic gearbox saves its engine. */
static void other_reasons_are_told_too(void **state)
{
    (void)state;
    kamm_vehicle_def def = default_vehicle();
    def.clutch.automatic = 0;
    kamm_cars *cars = start_cars(&def, 1);
    put_car(cars, 0, &kamm_flat_ground, 0, 12, 2);
    kamm_inputs(cars)[0].gear = 3;
    drive_for(cars, &kamm_flat_ground, 0.5);
    assert_int_equal(refusal(cars), KAMM_SHIFT_CLUTCH);
    kamm_inputs(cars)[0].clutch = 1;
    drive_for(cars, &kamm_flat_ground, 1);
    assert_int_equal(refusal(cars), KAMM_SHIFT_NOT_REFUSED);
    end_cars(cars);
    def = default_vehicle();
    def.gearbox.kind = KAMM_GEARBOX_AUTOMATIC;
    cars = start_cars(&def, 1);
    put_car(cars, 0, &kamm_flat_ground, 0, 30, 4);
    kamm_inputs(cars)[0].gear = 1;
    drive_for(cars, &kamm_flat_ground, 0.5);
    assert_int_equal(refusal(cars), KAMM_SHIFT_ENGINE_SPEED);
    end_cars(cars);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_car_is_driven_the_way_that_it_was_told_to_leave),
        cmocka_unit_test(reverse_waits_in_neutral_until_it_is_slow),
        cmocka_unit_test(forward_gears_catch_a_car_that_rolls_back),
        cmocka_unit_test(too_fast_for_the_engine_is_refused),
        cmocka_unit_test(refusals_have_words),
        cmocka_unit_test(other_reasons_are_told_too),
    };
    return cmocka_run_group_tests_name("direction_change", tests, NULL, NULL);
}
