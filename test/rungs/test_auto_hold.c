/* Auto-hold: a car without any input stands, on any slope, in any gear; the accelerator starts it. */
/* KAMM_QUICK_TESTS leaves this out: it drives for long to measure. */
#include "support/company.h"
#include "support/rungs.h"
#include "support/shipped.h"
#include "support/tier.h"

#include <math.h>

static const double rises[] = {0.15, -0.15, 0, 0.05, -0.05};
static const double rates[] = {240, 60, 600, 1200};

struct hold_case {
    kamm_vehicle_def def;
    kamm_rung rung;
    int vehicle, gear;
    double rise;
};

typedef void hold_check(const struct hold_case *c);

static void for_all(hold_check *check)
{
    static const int gears[] = {KAMM_GEAR_DRIVE, -1, 0};
    for (int i = 0; i < of_tiers(1, 2, 4); ++i)
        for (int vehicle = 0; vehicle < shipped_count(); vehicle += of_tier(11, 1))
            for (int rung = KAMM_SINGLE_TRACK; rung <= KAMM_FULL; ++rung)
                for (int k = 0; k < of_tier(2, 5); ++k) {
                    if (!is_tried(vehicle / 3 + rung + k + i, 3)) continue;
                    struct hold_case c = {.rung = (kamm_rung)rung, .vehicle = vehicle};
                    c.def = shipped_on(vehicle, c.rung, rates[i]);
                    c.def.aids.auto_hold = 1;
                    c.rise = rises[k];
                    c.gear = gears[(vehicle + k + i) % 3];
                    check(&c);
                }
}

static kamm_cars *placed(const struct hold_case *c, const kamm_ground *ground)
{
    kamm_cars *cars = start_rung(&c->def, c->rung, 1);
    put_car(cars, 0, ground, 0, 0, c->gear);
    return cars;
}

static double way_m(const kamm_cars *cars) { return read_channel(cars, KAMM_CHANNEL_x_m); }

/* On springs and tyres it settles within a second; from there on it stands. */
static void check_standing(const struct hold_case *c)
{
    kamm_ground ground = kamm_plane_ground(c->rise, 0, 1);
    kamm_cars *cars = placed(c, &ground);
    double from = way_m(cars);
    drive_for(cars, &ground, 2);
    double settled = way_m(cars);
    drive_for(cars, &ground, of_tiers(8, 15, 30));
    double after = way_m(cars);
    if (fabs(settled - from) > 0.03 || fabs(after - settled) > 0.003)
        fail_msg("%s on %s, gear %d, slope %.2f: %.1f mm, then %.2f mm", shipped_name(c->vehicle),
                 rung_name(c->rung), c->gear, c->rise, 1000 * (settled - from),
                 1000 * (after - settled));
    end_cars(cars);
}

static void nobody_touches_anything_and_it_stands(void **state)
{
    (void)state;
    for_all(check_standing);
}

/* Speed after that time on the accelerator, in the gear's direction; the farthest that it went the other way. */
static double start_off(const struct hold_case *c, double waits_s, double *back_m)
{
    kamm_ground ground = kamm_plane_ground(c->rise, 0, 1);
    kamm_cars *cars = placed(c, &ground);
    double side = c->gear < 0 ? -1 : 1;
    drive_for(cars, &ground, waits_s);
    double from = way_m(cars);
    *back_m = 0;
    for (int frame = 0; frame < 240; ++frame) {
        kamm_inputs(cars)[0].throttle = (float)fmin(1, frame / 60.0);
        drive_for(cars, &ground, 1.0 / 60);
        *back_m = fmax(*back_m, -side * (way_m(cars) - from));
    }
    double speed = side * read_channel(cars, KAMM_CHANNEL_forward_speed_mps);
    end_cars(cars);
    return speed;
}

/* A car that can start on that slope starts as fast as without, and rolls back no farther than tyres and springs give. */
static void check_start(const struct hold_case *c)
{
    struct hold_case one = *c;
    double back_m, alone_m;
    if (one.gear == 0) one.gear = 1;
    double held = start_off(&one, 2, &back_m);
    one.def.aids.auto_hold = 0;
    double alone = start_off(&one, 0, &alone_m);
    if (alone < 1) return;
    if (held < 0.8 * alone - 0.5 || back_m > 0.02)
        fail_msg("%s on %s, gear %d, slope %.2f: %.2f m/s after 4 s, %.2f without, %.1f mm back",
                 shipped_name(c->vehicle), rung_name(c->rung), one.gear, c->rise, held, alone,
                 1000 * back_m);
}

static void the_accelerator_starts_it(void **state)
{
    (void)state;
    for_all(check_start);
}

/* In neutral the accelerator drives nothing: it is held. */
static void in_neutral_it_is_held_whatever_the_accelerator(void **state)
{
    (void)state;
    for (int rung = KAMM_SINGLE_TRACK; rung <= KAMM_FULL; ++rung) {
        kamm_vehicle_def def = default_vehicle();
        def.aids.auto_hold = 1;
        kamm_ground ground = kamm_plane_ground(0.15, 0, 1);
        kamm_cars *cars = start_rung(&def, (kamm_rung)rung, 1);
        put_car(cars, 0, &ground, 0, 0, 0);
        drive_for(cars, &ground, 1);
        double from = way_m(cars);
        kamm_inputs(cars)[0].throttle = 1;
        drive_for(cars, &ground, 5);
        expect_near(way_m(cars), from, 1e-3);
        end_cars(cars);
    }
}

/* A car that rolls is not braked: the driver has pedals for that. */
static void a_car_that_rolls_is_let_roll(void **state)
{
    (void)state;
    for (int rung = KAMM_SINGLE_TRACK; rung <= KAMM_FULL; ++rung) {
        double speed[2];
        for (int with = 0; with < 2; ++with) {
            kamm_vehicle_def def = default_vehicle();
            def.aids.auto_hold = with;
            kamm_cars *cars = start_rung(&def, (kamm_rung)rung, 1);
            put_car(cars, 0, &kamm_flat_ground, 0, 3, 0);
            drive_for(cars, &kamm_flat_ground, 5);
            speed[with] = read_channel(cars, KAMM_CHANNEL_forward_speed_mps);
            end_cars(cars);
        }
        expect_above(speed[0], 1);
        expect_near(speed[1], speed[0], 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nobody_touches_anything_and_it_stands),
        cmocka_unit_test(the_accelerator_starts_it),
        cmocka_unit_test(in_neutral_it_is_held_whatever_the_accelerator),
        cmocka_unit_test(a_car_that_rolls_is_let_roll),
    };
    return cmocka_run_group_tests_name("auto_hold", tests, NULL, NULL);
}
