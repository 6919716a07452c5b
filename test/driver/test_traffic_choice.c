/* What a driver among others decides in one call: published numbers of the style, their ranges, places across the road, when it
 * chooses, and what it remembers. Nothing is driven. */
#include "driver/traffic_view.h"
#include "support/traffic.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

/* A driver in the middle of a straight road, at 10 m/s. */
static struct road alone(void)
{
    kamm_vehicle_def def = kamm_default_vehicle();
    struct road road = start_road(straight_line(12), &def, KAMM_KINEMATIC, 1, NULL);
    put_on_road(&road, 0, 100, 0, 0, 10);
    drive_road(&road);
    return road;
}

/* Kesting, Treiber, Helbing 2010 (IDM) and 2007 (MOBIL: threshold and safe braking). */
static void a_calm_driver_has_the_published_numbers(void **state)
{
    (void)state;
    kamm_traffic_style s = kamm_default_traffic_style();
    expect_near(s.headway_s, 1.5, 0), expect_near(s.gap_m, 2, 0);
    expect_near(s.acceleration_mps2, 1.4, 0), expect_near(s.braking_mps2, 2, 0);
    expect_near(s.threshold_mps2, 0.1, 0), expect_near(s.safe_braking_mps2, 4, 0);
    expect_near(s.pace, 1, 0), expect_near(s.keeping_mps2, 0.3, 0);
    expect_near(s.politeness, 0.2, 0), expect_near(s.side_gap_m, 0.6, 0);
    expect_near(s.side_speed_mps, 1.5, 0), expect_near(s.stuck_s, 3, 0);
    expect_near(s.give_up_s, 20, 0);
    kamm_traffic_style r = kamm_racing_style();
    expect_near(r.acceleration_mps2, 8, 0), expect_near(r.braking_mps2, 5, 0);
    expect_near(r.headway_s, 0.4, 0), expect_near(r.side_speed_mps, 3, 0);
    expect_below(r.politeness, s.politeness);
}

/* As <kamm/traffic.h> has them. */
#define RANGE(member, low, high)                                 \
    {                                                            \
        offsetof(kamm_traffic_style, member), #member, low, high \
    }
static const struct {
    size_t at;
    const char *name;
    double low, high;
} ranges[] = {
    RANGE(gap_m, 0.1, 100),       RANGE(headway_s, 0, 10),    RANGE(acceleration_mps2, 0.1, 50),
    RANGE(threshold_mps2, 0, 10), RANGE(keeping_mps2, 0, 10), RANGE(safe_braking_mps2, 0.1, 50),
    RANGE(politeness, 0, 1),      RANGE(side_gap_m, 0, 10),   RANGE(side_speed_mps, 0.1, 10),
    RANGE(reaction_s, 0, 1.5),    RANGE(lateness_s, 0, 1),    RANGE(wander_m, 0, 5),
    RANGE(stuck_s, 0.5, 600),     RANGE(give_up_s, 1, 3600)};
enum { RANGES = sizeof ranges / sizeof *ranges };

static double used(kamm_traffic_driver *driver, size_t at, double given)
{
    kamm_traffic_style kept = driver->style, style;
    memcpy((char *)&driver->style + at, &given, sizeof given);
    style = kamm_style_of(driver);
    driver->style = kept;
    memcpy(&given, (char *)&style + at, sizeof given);
    return given;
}

static void values_outside_a_range_count_as_its_nearest_end(void **state)
{
    (void)state;
    struct road road = alone();
    kamm_traffic_driver *d = &road.drivers[0];
    for (int i = 0; i < RANGES; ++i) {
        double low = ranges[i].low, high = ranges[i].high, inside = low + 0.3 * (high - low);
        if (used(d, ranges[i].at, -1e9) != low || used(d, ranges[i].at, NAN) != low ||
            used(d, ranges[i].at, 1e9) != high || used(d, ranges[i].at, inside) != inside)
            fail_msg("%s: not from %g to %g", ranges[i].name, low, high);
    }
    size_t speed = offsetof(kamm_traffic_style, speed_mps),
           pace = offsetof(kamm_traffic_style, pace),
           brakes = offsetof(kamm_traffic_style, braking_mps2);
    expect_near(used(d, speed, 0.01), 0.1, 0), expect_near(used(d, speed, 1e9), 1000, 0);
    assert_true(isinf(used(d, speed, 0)));
    expect_share(used(d, pace, 9) / used(d, pace, 0), 1.5 / 0.1, 1e-12);
    expect_near(used(d, brakes, 0), 0.1, 0);
    expect_share(used(d, brakes, 1e9),
                 kamm_describe(kamm_model_of(road.cars, 0)).max_braking_mps2 / 2, 1e-12);
    end_road(&road);
}

/* One who stands across the road ahead and leaves free the outermost place on one side (1: left) alone. */
static double chosen_beside(struct road *road, double side, double spare_m)
{
    kamm_traffic_driver *driver = &road->drivers[0];
    const kamm_traffic_style style = kamm_style_of(driver);
    kamm_line_point at = kamm_line_at(road->line, driver->state.station_m);
    double half_m = driver->body.width_m / 2, most_m = at.left_m - half_m - 0.2;
    double free_m = most_m - half_m - style.side_gap_m - spare_m;
    struct traffic_other other = {.offset_m = 44, .ahead_m = 40, .behind_m = -48};
    other.right_m = other.aim_right_m = side > 0 ? -20 : -free_m;
    other.left_m = other.aim_left_m = side > 0 ? free_m : 20;
    struct traffic_view view = {.count = 1, .other = {other}};
    driver->state.choice_calls = 0, driver->state.target_left_m = 0;
    kamm_choose_place(driver, &style, &view, 0.01);
    return side * driver->state.target_left_m - most_m;
}

static void places_reach_from_kerb_to_kerb(void **state)
{
    (void)state;
    struct road road = alone();
    for (double side = -1; side <= 1; side += 2) {
        expect_near(chosen_beside(&road, side, 0.01), 0, 1e-9);
        expect_below(chosen_beside(&road, side, -0.01), -1); /* no place is free */
    }
    end_road(&road);
}

/* Each driver chooses four times a second, by its seed up to a fifth earlier or later. */
static void drivers_do_not_choose_all_at_once(void **state)
{
    (void)state;
    const double interval_s = 1e-4;
    struct road road = alone();
    kamm_traffic_driver *driver = &road.drivers[0];
    const kamm_traffic_style style = kamm_style_of(driver);
    struct traffic_view view = {.count = 0};
    double sum_s = 0, last_s = 0;
    for (uint32_t seed = 0; seed < 16; ++seed) {
        driver->seed = seed, driver->state.choice_calls = 0;
        kamm_choose_place(driver, &style, &view, interval_s);
        double after_s = driver->state.choice_calls * interval_s;
        if (seed) expect_near(after_s - last_s, 0.4 * 0.25 / 16, 2 * interval_s);
        last_s = after_s, sum_s += after_s;
        for (int calls = driver->state.choice_calls; calls > 1; --calls)
            kamm_choose_place(driver, &style, &view, interval_s);
        assert_int_equal(driver->state.choice_calls, 1);
    }
    expect_share(sum_s / 16, 0.25, 0.02);
    end_road(&road);
}

/* While it asks those behind for room it remembers the place where it was stuck; once it has asked in vain it forgets that. */
static void a_wall_is_forgotten_after_asking_in_vain(void **state)
{
    (void)state;
    const double interval_s = 0.01;
    struct road road = alone();
    put_on_road(&road, 0, 100, 0, 0, 0);
    kamm_traffic_driver *driver = &road.drivers[0];
    const kamm_traffic_style style = kamm_style_of(driver);
    struct traffic_other behind = {
        .offset_m = -5, .ahead_m = -9, .behind_m = 0.5, .right_m = -1, .left_m = 1};
    struct traffic_view view = {.count = 1, .other = {behind}};
    driver->state.wall_s = 5, driver->state.asks_room_s = 0.5;
    for (int calls = 1; calls < 50; ++calls) {
        kamm_recover(driver, &style, &view, interval_s);
        expect_near(driver->state.wall_s, 5 - calls * interval_s, 1e-9);
        expect_near(driver->state.asks_room_s, 0.5 - calls * interval_s, 1e-9);
    }
    for (int calls = 0; calls < 2; ++calls) kamm_recover(driver, &style, &view, interval_s);
    expect_near(driver->state.wall_s, 0, 0);
    expect_near(driver->state.asks_room_s, 0, 0);
    end_road(&road);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_calm_driver_has_the_published_numbers),
        cmocka_unit_test(values_outside_a_range_count_as_its_nearest_end),
        cmocka_unit_test(places_reach_from_kerb_to_kerb),
        cmocka_unit_test(drivers_do_not_choose_all_at_once),
        cmocka_unit_test(a_wall_is_forgotten_after_asking_in_vain)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
