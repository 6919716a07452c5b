/* Two pedals drive forwards, backwards and stand: every shipped vehicle, on the level and on slopes, on all rungs. */
#include "support/drive.h"
#include "support/quick.h"
#include "support/shipped.h"
#include "support/tier.h"

#include <math.h>
#include <stdlib.h>

static const kamm_driver_request nothing = {0}, brake = {.brake = 1}, throttle = {.throttle = 1};

enum { TICKS_PER_S = 120, MOST_CARS = 3 };

/* Cars of one vehicle and rung as one batch, each on its slope, with its assist and its frames. */
struct row {
    int vehicle, count;
    kamm_rung rung;
    double rise[MOST_CARS];
    int frames_per_s[MOST_CARS];
    kamm_cars *cars;
    kamm_ground ground;
    kamm_contact contacts[MOST_CARS * KAMM_MAX_WHEELS];
    kamm_input_assist assist[MOST_CARS];
    int tick;
};

static void put_row(struct row *row, double speed_mps)
{
    int wheels = kamm_describe(kamm_model_of(row->cars, 0)).wheel_count;
    row->ground = kamm_plane_ground(0, 0, 1);
    row->ground.contacts = row->contacts;
    for (int car = 0; car < row->count; ++car) {
        const kamm_ground slope = kamm_plane_ground(row->rise[car], 0, 1);
        for (int w = 0; w < wheels; ++w) row->contacts[car * wheels + w] = slope.plane;
        row->assist[car] = kamm_default_input_assist();
        put_car(row->cars, car, &slope, 0, speed_mps, KAMM_GEAR_DRIVE);
    }
    row->tick = 0;
}

static void start_row(struct row *row, double speed_mps)
{
    kamm_vehicle_def def = shipped_on(row->vehicle, row->rung, 240);
    row->cars = start_rung(&def, row->rung, row->count);
    put_row(row, speed_mps);
}

static double way_m(const struct row *row, int car)
{
    return kamm_read(row->cars, car, KAMM_CHANNEL_x_m);
}

static double speed_mps(const struct row *row, int car)
{
    return kamm_read(row->cars, car, KAMM_CHANNEL_forward_speed_mps);
}

/* Those seconds are whole frames of all. */
static void hold_keys(struct row *row, kamm_driver_request request, double seconds)
{
    for (int i = 0; i < (int)lround(seconds * TICKS_PER_S); ++i, ++row->tick) {
        for (int car = 0; car < row->count; ++car)
            if (row->tick % (TICKS_PER_S / row->frames_per_s[car]) == 0)
                kamm_assist_input(&row->assist[car], row->cars, car, &request,
                                  1.0 / row->frames_per_s[car]);
        drive_for(row->cars, &row->ground, 1.0 / TICKS_PER_S);
    }
}

static void fail_car(const struct row *row, int car, const char *what, double value)
{
    fail_msg("%s on %s, slope %.2f, %d frames: %s: %.4f", shipped_name(row->vehicle),
             rung_name(row->rung), row->rise[car], row->frames_per_s[car], what, value);
}

/* Until all have stood for half a second; each is to do so within `within_s`. */
static void expect_stop(struct row *row, kamm_driver_request request, double within_s,
                        const char *what)
{
    double stood_s[MOST_CARS] = {0};
    int going = row->count;
    for (double s = 0; going; s += 0.1) {
        hold_keys(row, request, 0.1);
        going = 0;
        for (int car = 0; car < row->count; ++car) {
            if (stood_s[car] >= 0.5) continue;
            if (s + 0.1 > within_s + 1e-6) fail_car(row, car, what, s);
            stood_s[car] = fabs(speed_mps(row, car)) < 0.02 ? stood_s[car] + 0.1 : 0;
            going += stood_s[car] < 0.5;
        }
    }
}

typedef void standing_check(struct row *row);

/* rigid2d has brakes that resist by speed, so that it creeps on slopes whatever presses them (docs/models/rigid2d.md). */
static void for_all(standing_check *check)
{
    static const double rises[] = {0.1, -0.1, 0};
    static const int frames[] = {60, 30, 120};
    static struct row row;
    for (int vehicle = 0; vehicle < shipped_count(); vehicle += of_tier(4, 1))
        for (EACH_RUNG(rung)) {
            if (rung != KAMM_FULL && !is_tried(vehicle + (int)rung, 2)) continue;
            row = (struct row){.vehicle = vehicle, .rung = rung};
            for (int k = 0; k < 3; ++k) {
                if (rung == KAMM_RIGID2D && rises[k] != 0) continue;
                if (!in_long_tier() && (vehicle / 4 + (int)rung + k) % 11) continue;
                row.rise[row.count] = rises[k];
                row.frames_per_s[row.count++] = frames[(vehicle + k) % 3];
            }
            if (!row.count) continue;
            check(&row);
            end_cars(row.cars);
        }
}

/* They settle on their springs and tyres, and then stand. */
static void expect_standing(struct row *row, kamm_driver_request request, double seconds)
{
    double settled[MOST_CARS];
    for (int car = 0; car < row->count; ++car) settled[car] = way_m(row, car);
    hold_keys(row, request, 1);
    for (int car = 0; car < row->count; ++car) {
        double moved = way_m(row, car) - settled[car];
        if (fabs(moved) > 0.1) fail_car(row, car, "settles by m", moved);
        settled[car] = way_m(row, car);
    }
    hold_keys(row, request, seconds);
    for (int car = 0; car < row->count; ++car) {
        double moved = way_m(row, car) - settled[car];
        if (fabs(moved) > 0.003) fail_car(row, car, "moves by m", moved);
    }
}

static void check_untouched(struct row *row)
{
    start_row(row, 0);
    expect_standing(row, nothing, 9);
}

static void nobody_presses_anything_and_it_stands(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    for_all(check_untouched);
}

/* It stops from a walking pace; from where creeping takes a vehicle, on any slope. */
static void check_released(struct row *row)
{
    start_row(row, 2);
    expect_stop(row, nothing, 5, "does not stand after s");
    expect_standing(row, nothing, 4);
}

static void pedals_that_are_let_go_end_in_a_stand(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    for_all(check_released);
}

/* Faster than that it rolls as vehicles do: an engine, tyres and air slow it down on the level. */
static void a_vehicle_that_rolls_comes_to_a_stand(void **state)
{
    NOT_IN_QUICK_TESTS();
    static struct row row;
    (void)state;
    for (int vehicle = 0; vehicle < shipped_count(); vehicle += of_tier(9, 1)) {
        row = (struct row){
            .vehicle = vehicle, .count = 1, .rung = KAMM_DOUBLE_TRACK, .frames_per_s = {60}};
        start_row(&row, 10);
        expect_stop(&row, nothing, 90, "does not stand after s");
        end_cars(row.cars);
    }
}

/* Braked to a stand it stays in a forward gear; let go and pressed once more it drives backwards, and the throttle brakes that. */
static void check_second_press(struct row *row)
{
    start_row(row, 10);
    expect_stop(row, brake, 6, "brakes for more than s");
    expect_standing(row, brake, 5);
    for (int car = 0; car < row->count; ++car)
        assert_true(kamm_inputs(row->cars)[car].gear == KAMM_GEAR_DRIVE);
    hold_keys(row, nothing, 0.2);
    hold_keys(row, brake, 4);
    for (int car = 0; car < row->count; ++car)
        if (speed_mps(row, car) > -0.4) fail_car(row, car, "backwards in m/s", speed_mps(row, car));
    hold_keys(row, throttle, 8);
    for (int car = 0; car < row->count; ++car)
        if (speed_mps(row, car) < 0.9) fail_car(row, car, "forwards in m/s", speed_mps(row, car));
}

static void a_second_press_of_the_brake_drives_backwards(void **state)
{
    (void)state;
    for_all(check_second_press);
}

/* On a slope it does not roll back before it goes. */
static void check_start(struct row *row)
{
    double from[MOST_CARS], farthest_m[MOST_CARS] = {0};
    start_row(row, 0);
    hold_keys(row, nothing, 1);
    for (int car = 0; car < row->count; ++car) from[car] = way_m(row, car);
    for (int i = 0; i < 50; ++i) {
        hold_keys(row, throttle, 0.1);
        for (int car = 0; car < row->count; ++car)
            farthest_m[car] = fmin(farthest_m[car], way_m(row, car) - from[car]);
    }
    for (int car = 0; car < row->count; ++car) {
        if (farthest_m[car] < -0.02) fail_car(row, car, "rolls back m", farthest_m[car]);
        if (speed_mps(row, car) < 0.9) fail_car(row, car, "starts to m/s", speed_mps(row, car));
    }
}

static void a_held_vehicle_starts_without_rolling_back(void **state)
{
    (void)state;
    for_all(check_start);
}

static void expect_little_back(struct row *row, kamm_driver_request little)
{
    double furthest[MOST_CARS], back[MOST_CARS] = {0};
    hold_keys(row, nothing, 1.5);
    for (int car = 0; car < row->count; ++car) furthest[car] = way_m(row, car);
    for (int k = 0; k < 60; ++k) {
        hold_keys(row, k > 20 && k < 30 ? throttle : little, 0.2);
        for (int car = 0; car < row->count; ++car) {
            furthest[car] = fmax(furthest[car], way_m(row, car));
            back[car] = fmax(back[car], furthest[car] - way_m(row, car));
        }
    }
    for (int car = 0; car < row->count; ++car)
        if (back[car] > 0.05) fail_car(row, car, "rolls back by m", back[car]);
}

/* A throttle that is too small for the slope holds the vehicle, from a stand and after it has driven. */
static void check_little_throttle(struct row *row)
{
    static const float shares[] = {0.03f, 0.1f, 0.3f};
    int started = 0;
    for (int i = 0; i < 3; ++i) {
        const kamm_driver_request little = {.throttle = shares[i]};
        if (!is_tried(row->vehicle + (int)row->rung + i, 3)) continue;
        if (started++) end_cars(row->cars);
        start_row(row, 0);
        expect_little_back(row, little);
    }
}

static void little_throttle_holds_or_drives(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    for_all(check_little_throttle);
}

static struct row one_car(const char *name, double rise)
{
    return (struct row){.vehicle = shipped_number(name),
                        .count = 1,
                        .rung = KAMM_FULL,
                        .rise = {rise},
                        .frames_per_s = {60}};
}

static void rolling_backwards_the_brake_brakes_first(void **state)
{
    (void)state;
    static struct row c;
    c = one_car("bmw-m3-e46", 0.1);
    start_row(&c, -2);
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
    static struct row c;
    c = one_car("bmw-m3-e46", 0);
    for (int i = 0; i < 4; ++i) {
        kamm_driver_request both = {.throttle = 1, .brake = 0.5f, .own_gear = 1};
        start_row(&c, 0);
        kamm_input *input = kamm_inputs(c.cars);
        input->gear = gears[i];
        hold_keys(&c, both, 1);
        assert_true(input->gear == gears[i]);
        expect_near(input->throttle, 1, 0);
        expect_near(input->brake, 0.5, 1e-6);
        end_cars(c.cars);
    }
    start_row(&c, 0);
    c.rise[0] = -0.1;
    put_row(&c, 0);
    c.assist[0].lets_roll = 1;
    hold_keys(&c, nothing, 3);
    expect_above(speed_mps(&c, 0), 1);
    end_cars(c.cars);
}

/* What it remembers lies in the inputs, so that a snapshot between two presses goes on alike. */
static void snapshots_have_what_it_remembers(void **state)
{
    (void)state;
    static struct row c;
    c = one_car("nissan-micra", 0);
    start_row(&c, 10);
    expect_stop(&c, brake, 20, "brakes for more than s");
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
