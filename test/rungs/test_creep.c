/* In gear with the feet off the pedals: cars with a clutch that creeps do so at idle, all others stand. */
/* KAMM_QUICK_TESTS leaves this out: it drives for long to measure. */
#include "support/rungs.h"
#include "support/shipped.h"
#include "support/tier.h"

#include <math.h>

/* What is tried on every vehicle and rung with an engine. */
struct creep_case {
    kamm_vehicle_def def;
    kamm_rung rung;
    int vehicle;
};

static kamm_cars *start_in_gear(const struct creep_case *c, const kamm_ground *ground, float gear)
{
    kamm_cars *cars = start_rung(&c->def, c->rung, 1);
    put_car(cars, 0, ground, 0, 0, 1);
    kamm_inputs(cars)[0].gear = gear;
    return cars;
}

/* Road speed of the idling engine in a gear of that ratio. */
static double idle_mps(const struct creep_case *c, double ratio)
{
    const kamm_axle_def *axle = &c->def.axles[c->def.axles_count - 1];
    double radius = 0.98 * axle->tyre.unloaded_radius_m;
    return c->def.engine.idle_radps * radius / (ratio * c->def.gearbox.final_drive);
}

static double forward_mps(const kamm_cars *cars)
{
    return read_channel(cars, KAMM_CHANNEL_forward_speed_mps);
}

/* Drives for a time and gives the slowest and the fastest of it. */
static void drive_range(kamm_cars *cars, const kamm_ground *ground, double seconds, double *slowest,
                        double *fastest)
{
    *slowest = INFINITY;
    *fastest = -INFINITY;
    for (double time = 0; time < seconds; time += 0.1) {
        drive_for(cars, ground, 0.1);
        *slowest = fmin(*slowest, forward_mps(cars));
        *fastest = fmax(*fastest, forward_mps(cars));
    }
}

typedef void creep_check(const struct creep_case *c);

static void for_all(creep_check *check, int creeping)
{
    static const double rates[] = {240, 60, 600, 1200};
    for (int i = 0; i < of_tiers(1, 2, 4); ++i)
        for (int vehicle = 0; vehicle < shipped_count(); vehicle += of_tier(5, 1))
            for (int rung = KAMM_SINGLE_TRACK; rung <= KAMM_FULL; ++rung) {
                if (!is_tried(vehicle + rung + i, 2)) continue;
                struct creep_case c = {.def = shipped_def(vehicle), .rung = (kamm_rung)rung};
                c.vehicle = vehicle;
                c.def.stepping.substeps_per_s = allowed_rate(&c.def, rates[i]);
                if (rung == KAMM_DOUBLE_TRACK && c.def.stepping.substeps_per_s < 200)
                    continue;                                /* refused */
                if (c.def.converter.k_curve.count) continue; /* test_full_converter */
                if ((c.def.clutch.creep_torque_nm > 0) == creeping) check(&c);
            }
}

/* Forwards and backwards, to a speed just below that of idle. */
static void expect_creeping(const struct creep_case *c, float gear, double idle_speed_mps)
{
    double sign = gear < 0 ? -1 : 1, slowest, fastest;
    kamm_cars *cars = start_in_gear(c, &kamm_flat_ground, gear);
    drive_for(cars, &kamm_flat_ground, 15);
    drive_range(cars, &kamm_flat_ground, 5, &slowest, &fastest);
    print_message("%s, %s, gear %g: %.3f to %.3f m/s, idle %.3f m/s\n", shipped_name(c->vehicle),
                  rung_name(c->rung), (double)gear, slowest, fastest, idle_speed_mps);
    expect_above(fmin(sign * slowest, sign * fastest), 0.75 * idle_speed_mps);
    expect_below(fmax(sign * slowest, sign * fastest), 1.01 * idle_speed_mps);
    expect_below(fastest - slowest, 0.03 * idle_speed_mps);
    expect_share(read_channel(cars, KAMM_CHANNEL_engine_radps), c->def.engine.idle_radps, 0.1);
    end_cars(cars);
}

static void check_creeping(const struct creep_case *c)
{
    expect_creeping(c, KAMM_GEAR_DRIVE, idle_mps(c, c->def.gearbox.ratios[0]));
    expect_creeping(c, -1, idle_mps(c, c->def.gearbox.reverse_ratio));
}

static void released_pedals_creep_at_idle(void **state)
{
    (void)state;
    for_all(check_creeping, 1);
}

static void check_slope(const struct creep_case *c)
{
    kamm_ground slope = kamm_plane_ground(0.03, 0, 1);
    double slowest, fastest;
    kamm_cars *cars = start_in_gear(c, &slope, KAMM_GEAR_DRIVE);
    drive_range(cars, &slope, 3, &slowest, &fastest);
    expect_above(slowest, -0.1);
    drive_range(cars, &slope, 5, &slowest, &fastest);
    expect_above(slowest, 0);
    end_cars(cars);
}

static void creep_holds_on_a_slope_of_3_per_cent(void **state)
{
    (void)state;
    for_all(check_slope, 1);
}

/* It moves off by no more than 0.5 m/s2, whatever torque its file has, and a touch of the brake ends that. */
static void check_gentle(const struct creep_case *c)
{
    struct creep_case harsh = *c;
    harsh.def.clutch.creep_torque_nm = 0.3 * c->def.clutch.torque_nm;
    for (int touched = 0; touched < 2; ++touched) {
        kamm_cars *cars = start_in_gear(&harsh, &kamm_flat_ground, KAMM_GEAR_DRIVE);
        kamm_inputs(cars)[0].brake = 1;
        drive_for(cars, &kamm_flat_ground, 2);
        kamm_inputs(cars)[0].brake = touched ? 0.1f : 0;
        double before = 0, most = 0;
        for (int i = 0; i < 12; ++i) {
            drive_for(cars, &kamm_flat_ground, 0.25);
            most = fmax(most, (forward_mps(cars) - before) / 0.25);
            before = forward_mps(cars);
        }
        if (touched) expect_near(forward_mps(cars), 0, 0.003);
        if (!touched) expect_below(most, 0.55); /* of 0.6 less what rolling resists */
        if (!touched) expect_above(most, 0.2);
        end_cars(cars);
    }
}

static void creep_is_gentle_and_ends_by_a_touch_of_the_brake(void **state)
{
    (void)state;
    for_all(check_gentle, 1);
}

/* The brakes, the clutch pedal and neutral, each by itself. */
static void check_held(const struct creep_case *c)
{
    for (int held = 0; held < 4; ++held) {
        kamm_cars *cars = start_in_gear(c, &kamm_flat_ground, held == 3 ? 0 : KAMM_GEAR_DRIVE);
        kamm_input *input = &kamm_inputs(cars)[0];
        if (held == 0) input->brake = 0.5f;
        if (held == 1) input->hand_brake = 1;
        if (held == 2) input->clutch = 1;
        drive_for(cars, &kamm_flat_ground, 4);
        expect_near(forward_mps(cars), 0, 0.003);
        expect_share(read_channel(cars, KAMM_CHANNEL_engine_radps), c->def.engine.idle_radps, 0.05);
        end_cars(cars);
    }
}

static void brakes_clutch_and_neutral_end_creeping(void **state)
{
    (void)state;
    for_all(check_held, 1);
}

/* Out of a drive on the pedal: the car slows down to its creep and stays in first gear, or in one up to which a box of many leaves
 * gears out. */
static void check_rolling(const struct creep_case *c)
{
    kamm_cars *cars = start_in_gear(c, &kamm_flat_ground, KAMM_GEAR_DRIVE);
    kamm_inputs(cars)[0].throttle = 0.5f;
    drive_for(cars, &kamm_flat_ground, 2);
    expect_above(forward_mps(cars), idle_mps(c, c->def.gearbox.ratios[0]));
    kamm_inputs(cars)[0].throttle = 0;
    drive_for(cars, &kamm_flat_ground, of_tier(25, 60));
    int gear = (int)read_channel(cars, KAMM_CHANNEL_gear);
    assert_in_range(gear, 1, 1 + (int)c->def.gearbox.skip_gears);
    double idle = idle_mps(c, c->def.gearbox.ratios[gear - 1]);
    expect_above(forward_mps(cars), 0.75 * idle);
    expect_below(forward_mps(cars), 1.35 * idle);
    end_cars(cars);
}

static void coasting_ends_in_creeping(void **state)
{
    (void)state;
    for_all(check_rolling, 1);
}

static void check_standing(const struct creep_case *c)
{
    kamm_cars *cars = start_in_gear(c, &kamm_flat_ground, KAMM_GEAR_DRIVE);
    drive_for(cars, &kamm_flat_ground, 2);
    expect_near(forward_mps(cars), 0, 0.003);
    end_cars(cars);
}

static void other_clutches_do_not_creep(void **state)
{
    (void)state;
    for_all(check_standing, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(released_pedals_creep_at_idle),
        cmocka_unit_test(creep_holds_on_a_slope_of_3_per_cent),
        cmocka_unit_test(creep_is_gentle_and_ends_by_a_touch_of_the_brake),
        cmocka_unit_test(brakes_clutch_and_neutral_end_creeping),
        cmocka_unit_test(coasting_ends_in_creeping),
        cmocka_unit_test(other_clutches_do_not_creep),
    };
    return cmocka_run_group_tests_name("creep", tests, NULL, NULL);
}
