/* Two pedals drive forwards, backwards and stand: every shipped vehicle, on the level and on slopes, on all rungs. */
#include "support/drive.h"
#include "support/shipped.h"
#include "support/tier.h"

#include <math.h>
#include <stdlib.h>

static const kamm_driver_request nothing = {0}, brake = {.brake = 1}, throttle = {.throttle = 1};

struct standing_case {
    int vehicle;
    kamm_rung rung;
    double rise;
    kamm_cars *cars;
    kamm_ground ground;
    kamm_input_assist assist;
    int frames_per_s;
};

static void start_case(struct standing_case *c, double speed_mps)
{
    kamm_vehicle_def def = shipped_on(c->vehicle, c->rung, 240);
    c->cars = start_rung(&def, c->rung, 1);
    c->ground = kamm_plane_ground(c->rise, 0, 1);
    c->assist = kamm_default_input_assist();
    put_car(c->cars, 0, &c->ground, 0, speed_mps, KAMM_GEAR_DRIVE);
}

static double way_m(const struct standing_case *c)
{
    return read_channel(c->cars, KAMM_CHANNEL_x_m);
}

static double speed_mps(const struct standing_case *c)
{
    return read_channel(c->cars, KAMM_CHANNEL_forward_speed_mps);
}

static void hold_keys(struct standing_case *c, kamm_driver_request request, double seconds)
{
    double frame_s = 1.0 / c->frames_per_s;
    for (int i = 0; i < (int)lround(seconds / frame_s); ++i) {
        kamm_assist_input(&c->assist, c->cars, 0, &request, frame_s);
        drive_for(c->cars, &c->ground, frame_s);
    }
}

/* Seconds until the car has stood for half a second. */
static double seconds_to_stand(struct standing_case *c, kamm_driver_request request, double most_s)
{
    double stood_s = 0, s = 0;
    for (; s < most_s && stood_s < 0.5; s += 0.1) {
        hold_keys(c, request, 0.1);
        stood_s = fabs(speed_mps(c)) < 0.02 ? stood_s + 0.1 : 0;
    }
    return s;
}

static void fail_case(const struct standing_case *c, const char *what, double value)
{
    fail_msg("%s on %s, slope %.2f, %d frames: %s: %.4f", shipped_name(c->vehicle),
             rung_name(c->rung), c->rise, c->frames_per_s, what, value);
}

typedef void standing_check(struct standing_case *c);

/* rigid2d has brakes that resist by speed, so that it creeps on slopes whatever presses them (docs/models/rigid2d.md). */
static void for_all(standing_check *check)
{
    static const double rises[] = {0.1, -0.1, 0};
    static const int frames[] = {60, 30, 120};
    for (int vehicle = 0; vehicle < shipped_count(); vehicle += of_tier(4, 1))
        for (EACH_RUNG(rung))
            for (int k = 0; k < 3; ++k) {
                struct standing_case c = {.vehicle = vehicle, .rung = rung, .rise = rises[k]};
                c.frames_per_s = frames[(vehicle + k) % 3];
                if (rung == KAMM_RIGID2D && c.rise != 0) continue;
                if (!in_long_tier() && (vehicle / 4 + (int)rung + k) % 11) continue;
                check(&c);
                end_cars(c.cars);
            }
}

/* It settles on its springs and tyres, and then stands. */
static void expect_standing(struct standing_case *c, kamm_driver_request request, double seconds)
{
    double from = way_m(c);
    hold_keys(c, request, 1);
    double settled = way_m(c);
    if (fabs(settled - from) > 0.1) fail_case(c, "settles by m", settled - from);
    hold_keys(c, request, seconds);
    if (fabs(way_m(c) - settled) > 0.003) fail_case(c, "moves by m", way_m(c) - settled);
}

static void check_untouched(struct standing_case *c)
{
    start_case(c, 0);
    expect_standing(c, nothing, 9);
}

static void nobody_presses_anything_and_it_stands(void **state)
{
    (void)state;
    for_all(check_untouched);
}

/* It stops from a walking pace; from where creeping takes a vehicle, on any slope. */
static void check_released(struct standing_case *c)
{
    start_case(c, 2);
    double s = seconds_to_stand(c, nothing, 20);
    if (s > 5) fail_case(c, "stands after s", s);
    expect_standing(c, nothing, 4);
}

static void pedals_that_are_let_go_end_in_a_stand(void **state)
{
    (void)state;
    for_all(check_released);
}

/* Faster than that it rolls as vehicles do: an engine, tyres and air slow it down on the level. */
static void a_vehicle_that_rolls_comes_to_a_stand(void **state)
{
    (void)state;
    for (int vehicle = 0; vehicle < shipped_count(); vehicle += of_tier(9, 1)) {
        struct standing_case c = {.vehicle = vehicle, .rung = KAMM_DOUBLE_TRACK};
        c.frames_per_s = 60;
        start_case(&c, 10);
        double s = seconds_to_stand(&c, nothing, 100);
        if (s > 90) fail_case(&c, "stands after s", s);
        end_cars(c.cars);
    }
}

/* Braked to a stand it stays in a forward gear; let go and pressed once more it drives backwards, and the throttle brakes that. */
static void check_second_press(struct standing_case *c)
{
    start_case(c, 10);
    double s = seconds_to_stand(c, brake, 20);
    if (s > 6) fail_case(c, "brakes for s", s);
    expect_standing(c, brake, 5);
    assert_true(kamm_inputs(c->cars)[0].gear == KAMM_GEAR_DRIVE);
    hold_keys(c, nothing, 0.2);
    hold_keys(c, brake, 4);
    if (speed_mps(c) > -0.4) fail_case(c, "backwards in m/s", speed_mps(c));
    hold_keys(c, throttle, 8);
    if (speed_mps(c) < 0.9) fail_case(c, "forwards in m/s", speed_mps(c));
}

static void a_second_press_of_the_brake_drives_backwards(void **state)
{
    (void)state;
    for_all(check_second_press);
}

/* On a slope it does not roll back before it goes. */
static void check_start(struct standing_case *c)
{
    double farthest_m = 0;
    start_case(c, 0);
    hold_keys(c, nothing, 1);
    double from = way_m(c);
    for (int i = 0; i < 50; ++i) {
        hold_keys(c, throttle, 0.1);
        farthest_m = fmin(farthest_m, way_m(c) - from);
    }
    if (farthest_m < -0.02) fail_case(c, "rolls back m", farthest_m);
    if (speed_mps(c) < 0.9) fail_case(c, "starts to m/s", speed_mps(c));
}

static void a_held_vehicle_starts_without_rolling_back(void **state)
{
    (void)state;
    for_all(check_start);
}

/* A throttle that is too small for the slope holds the vehicle, from a stand and after it has driven. */
static void check_little_throttle(struct standing_case *c)
{
    static const float shares[] = {0.03f, 0.1f, 0.3f};
    for (int i = 0; i < 3; ++i) {
        const kamm_driver_request little = {.throttle = shares[i]};
        start_case(c, 0);
        hold_keys(c, nothing, 1.5);
        double from = way_m(c), furthest = from, back = 0;
        for (int k = 0; k < 60; ++k) {
            hold_keys(c, k > 20 && k < 30 ? throttle : little, 0.2);
            furthest = fmax(furthest, way_m(c));
            back = fmax(back, furthest - way_m(c));
        }
        if (back > 0.05) fail_case(c, "rolls back by m", back);
        if (i < 2) end_cars(c->cars);
    }
}

static void little_throttle_holds_or_drives(void **state)
{
    (void)state;
    for_all(check_little_throttle);
}

static void rolling_backwards_the_brake_brakes_first(void **state)
{
    (void)state;
    struct standing_case c = {.vehicle = shipped_number("bmw-m3-e46"), .rung = KAMM_FULL};
    c.frames_per_s = 60, c.rise = 0.1;
    start_case(&c, -2);
    hold_keys(&c, brake, 3);
    assert_true(kamm_inputs(c.cars)[0].gear == KAMM_GEAR_DRIVE);
    expect_standing(&c, brake, 2);
    end_cars(c.cars);
}

/* Gears of one's own: pedals are pedals. A car that creeps is possible too. */
static void own_gears_and_rolling_are_left_alone(void **state)
{
    (void)state;
    static const float gears[] = {-1, 0, 1, KAMM_GEAR_DRIVE};
    struct standing_case c = {.vehicle = shipped_number("bmw-m3-e46"), .rung = KAMM_FULL};
    c.frames_per_s = 60;
    for (int i = 0; i < 4; ++i) {
        kamm_driver_request both = {.throttle = 1, .brake = 0.5f, .own_gear = 1};
        start_case(&c, 0);
        kamm_input *input = kamm_inputs(c.cars);
        input->gear = gears[i];
        hold_keys(&c, both, 1);
        assert_true(input->gear == gears[i]);
        expect_near(input->throttle, 1, 0);
        expect_near(input->brake, 0.5, 1e-6);
        end_cars(c.cars);
    }
    start_case(&c, 0);
    c.assist.lets_roll = 1;
    c.ground = kamm_plane_ground(-0.1, 0, 1);
    hold_keys(&c, nothing, 3);
    expect_above(speed_mps(&c), 1);
    end_cars(c.cars);
}

/* What it remembers lies in the inputs, so that a snapshot between two presses goes on alike. */
static void snapshots_have_what_it_remembers(void **state)
{
    (void)state;
    struct standing_case c = {.vehicle = shipped_number("nissan-micra"), .rung = KAMM_FULL};
    c.frames_per_s = 60;
    start_case(&c, 10);
    seconds_to_stand(&c, brake, 20);
    hold_keys(&c, nothing, 0.3);
    size_t size = kamm_snapshot_size(c.cars);
    void *snapshot = malloc(size);
    kamm_save_snapshot(c.cars, snapshot);
    hold_keys(&c, brake, 3);
    uint64_t hash = kamm_state_hash(c.cars);
    assert_int_equal(kamm_restore_snapshot(c.cars, snapshot, size, NULL), KAMM_OK);
    hold_keys(&c, brake, 3);
    assert_true(kamm_state_hash(c.cars) == hash);
    assert_true(kamm_inputs(c.cars)[0].gear == -1);
    free(snapshot);
    end_cars(c.cars);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nobody_presses_anything_and_it_stands),
        cmocka_unit_test(pedals_that_are_let_go_end_in_a_stand),
        cmocka_unit_test(a_vehicle_that_rolls_comes_to_a_stand),
        cmocka_unit_test(a_second_press_of_the_brake_drives_backwards),
        cmocka_unit_test(a_held_vehicle_starts_without_rolling_back),
        cmocka_unit_test(little_throttle_holds_or_drives),
        cmocka_unit_test(rolling_backwards_the_brake_brakes_first),
        cmocka_unit_test(own_gears_and_rolling_are_left_alone),
        cmocka_unit_test(snapshots_have_what_it_remembers),
    };
    return cmocka_run_group_tests_name("standing", tests, NULL, NULL);
}
