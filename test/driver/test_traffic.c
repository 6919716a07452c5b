/* Drivers behind each other: the Intelligent Driver Model beside its closed forms, alone and in cars; results that
 * depend on no order and go on from copies; starting grids; errors. */
/* KAMM_QUICK_TESTS leaves this out: it drives for long to measure. */
#include "support/misuse.h"
#include "support/shipped.h"
#include "support/tier.h"
#include "support/traffic.h"

#include <math.h>
#include <string.h>

/* -- closed forms ----------------------------------------------------------------------------------- */

/* The gap at which the follower keeps its speed: M. Treiber, A. Hennecke, D. Helbing, Phys. Rev. E 62 (2000) 1805. */
static double equilibrium_gap_m(const kamm_traffic_style *style, double v, double v0)
{
    return (style->gap_m + v * style->headway_s) / sqrt(1 - pow(v / v0, 4));
}

static void nobody_accelerates_at_the_equilibrium_gap(void **state)
{
    (void)state;
    kamm_traffic_style style = kamm_default_traffic_style();
    for (style.headway_s = 0; style.headway_s < 3; style.headway_s += 0.5)
        for (style.gap_m = 0.5; style.gap_m < 8; style.gap_m *= 2)
            for (double v0 = 5; v0 < 60; v0 += 5)
                for (double v = 0; v < 0.99 * v0; v += v0 / 7) {
                    double gap_m = equilibrium_gap_m(&style, v, v0);
                    expect_near(kamm_idm_mps2(&style, v, v0, gap_m, 0), 0, 1e-12);
                    assert_true(kamm_idm_mps2(&style, v, v0, 0.99 * gap_m, 0) < 0);
                    assert_true(kamm_idm_mps2(&style, v, v0, gap_m, 0.1) <= 0);
                }
    expect_near(kamm_idm_mps2(&style, 0, 30, INFINITY, 0), style.acceleration_mps2, 1e-12);
    expect_near(kamm_idm_mps2(&style, 30, 30, INFINITY, 0), 0, 1e-12);
}

/* Closing in on a standing car at the distance v^2 / 2b with s0 and T of 0, the model brakes with b. */
static void it_brakes_comfortably_where_that_is_enough(void **state)
{
    (void)state;
    kamm_traffic_style style = kamm_default_traffic_style();
    style.headway_s = 0, style.gap_m = 1e-9;
    for (style.braking_mps2 = 0.5; style.braking_mps2 < 9; style.braking_mps2 *= 1.7)
        for (double v = 2; v < 60; v += 3) {
            double gap_m = v * v / (2 * style.braking_mps2);
            expect_share(kamm_idm_mps2(&style, v, v, gap_m, v), -style.braking_mps2, 1e-6);
        }
}

/* -- following -------------------------------------------------------------------------------------- */

static void follow(const char *name, const kamm_vehicle_def *def, kamm_rung rung, double v)
{
    kamm_traffic_style style = kamm_default_traffic_style();
    struct road road = start_road(straight_line(3.5), def, rung, 2, &style);
    double half_m = kamm_describe(kamm_model_of(road.cars, 0)).length_m;
    road.drivers[0].style.speed_mps = v;
    road.drivers[1].style.speed_mps = 1.25 * v;
    put_on_road(&road, 0, 100 + half_m + 1.1 * (style.gap_m + v * style.headway_s), 0, 0, v);
    put_on_road(&road, 1, 100, 0, 0, v);
    drive_road_for(&road, 60);
    double at = road.drivers[1].state.along_mps, gap_m = gap_between(&road, 1, 0);
    double expected_m = equilibrium_gap_m(&style, at, 1.25 * v);
    print_message("%-30s rung %d, %4.1f m/s: gap %.2f m, equilibrium %.2f m\n", name, (int)rung, at,
                  gap_m, expected_m);
    expect_share(at, v, 0.04);
    expect_share(gap_m, expected_m, 0.01);
    end_road(&road);
}

static void cars_follow_at_the_equilibrium_gap(void **state)
{
    (void)state;
    kamm_vehicle_def def = kamm_default_vehicle();
    for (int rung = KAMM_KINEMATIC; rung <= KAMM_FULL; ++rung)
        for (double v = of_tier(20, 8); v < 25; v += of_tier(16, 4))
            follow("default", &def, (kamm_rung)rung, v);
    for (int vehicle = of_tier(12, 0); vehicle < shipped_count(); vehicle += of_tier(9, 1)) {
        kamm_vehicle_def shipped = shipped_on(vehicle, KAMM_FULL, 240);
        /* The formula car's engine idles at 10 m/s in first gear. */
        int is_fast = strcmp(shipped_name(vehicle), "formula-car-2014") == 0;
        follow(shipped_name(vehicle), &shipped, KAMM_FULL, is_fast ? 20 : 10);
    }
}

/* -- platoons --------------------------------------------------------------------------------------- */

/* Above 0: a small disturbance of a platoon decays towards its end, below it grows. R. E. Wilson, J. A. Ward, Transp.
 * Planning Technol. 34 (2011) 3, with the partial derivatives of the model by hand. */
static double string_stability(const kamm_traffic_style *style, double v, double v0)
{
    double a = style->acceleration_mps2, wanted_m = style->gap_m + v * style->headway_s;
    double s = equilibrium_gap_m(style, v, v0);
    double by_gap = 2 * a * wanted_m * wanted_m / (s * s * s);
    double by_speed = -a * (4 * v * v * v / pow(v0, 4) + 2 * wanted_m * style->headway_s / (s * s));
    double by_closing = wanted_m / (s * s) * v * sqrt(a / style->braking_mps2);
    return by_speed * by_speed / 2 - by_closing * by_speed - by_gap;
}

/* The first car of 20 slows down for a time; how much each slows down then. */
static void brake_platoon(const kamm_traffic_style *style, double drops_mps[20])
{
    const double v = 20;
    enum { CARS = 20 };
    kamm_vehicle_def def = kamm_default_vehicle();
    def.stepping.substeps_per_s = 120;
    struct road road =
        start_road(long_straight_line(3.5, 80), &def, KAMM_SINGLE_TRACK, CARS, style);
    double length_m = kamm_describe(kamm_model_of(road.cars, 0)).length_m;
    double gap_m = equilibrium_gap_m(style, v, style->speed_mps);
    road.drivers[0].style.speed_mps = v;
    for (int i = 0; i < CARS; ++i)
        put_on_road(&road, i, 100 + (CARS - 1 - i) * (gap_m + length_m), 0, 0, v);
    drive_road_for(&road, 90);
    double settled[CARS], least[CARS];
    for (int i = 0; i < CARS; ++i) settled[i] = least[i] = road.drivers[i].state.along_mps;
    for (int call = 0; call < 120 * ROAD_CALLS_PER_S; ++call) {
        road.drivers[0].style.speed_mps = call < 3 * ROAD_CALLS_PER_S ? v - 1.5 : v;
        drive_road(&road);
        for (int i = 0; i < CARS; ++i) {
            least[i] = fmin(least[i], road.drivers[i].state.along_mps);
            if (i) expect_above(gap_between(&road, i, i - 1), 0);
        }
    }
    for (int i = 0; i < CARS; ++i) drops_mps[i] = settled[i] - least[i];
    end_road(&road);
}

static void a_brake_decays_in_a_stable_platoon_alone(void **state)
{
    (void)state;
    double drops[20];
    kamm_traffic_style style = kamm_default_traffic_style();
    style.speed_mps = 30;
    expect_above(string_stability(&style, 20, 30), 0);
    brake_platoon(&style, drops);
    print_message("stable: slower by %.3f, %.3f, %.3f, %.3f m/s\n", drops[0], drops[1], drops[10],
                  drops[19]);
    for (int i = 2; i < 20; ++i) expect_below(drops[i], 1.01 * drops[i - 1] + 0.01);
    expect_below(drops[19], 0.6 * drops[1]);

    style.headway_s = 0.6, style.acceleration_mps2 = 0.4;
    expect_below(string_stability(&style, 20, 30), 0);
    brake_platoon(&style, drops);
    print_message("unstable: slower by %.3f, %.3f, %.3f, %.3f m/s\n", drops[0], drops[1], drops[10],
                  drops[19]);
    expect_above(drops[19], 1.2 * drops[1]);
}

/* -- order and copies ------------------------------------------------------------------------------- */

enum { MANY = 12 };

static struct road crowd(const int order[MANY])
{
    kamm_vehicle_def def = kamm_default_vehicle();
    kamm_traffic_style style = kamm_racing_style();
    style.reaction_s = 0.2, style.lateness_s = 0.1, style.wander_m = 0.4, style.places_back = 1;
    struct road road = start_road(round_line(60, 10), &def, KAMM_DOUBLE_TRACK, MANY, &style);
    kamm_traffic_driver sorted[MANY];
    for (int i = 0; i < MANY; ++i) {
        road.drivers[i].style.pace = 0.6 + 0.03 * i;
        double turned_rad = i % 4 == 3 ? 3 : 0; /* some have to turn round first */
        put_on_road(&road, i, 12.0 * i, i % 3 - 1, turned_rad, turned_rad > 0 ? 0 : 8);
    }
    for (int i = 0; i < MANY; ++i) sorted[i] = road.drivers[order[i]];
    memcpy(road.drivers, sorted, sizeof sorted);
    return road;
}

static void no_order_of_drivers_matters(void **state)
{
    (void)state;
    static const int orders[3][MANY] = {{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11},
                                        {11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0},
                                        {5, 0, 11, 3, 7, 1, 9, 2, 10, 4, 8, 6}};
    struct road first = crowd(orders[0]);
    drive_road_for(&first, of_tier(15, 60));
    int recoveries = 0;
    for (int i = 0; i < MANY; ++i) recoveries += first.drivers[i].state.recoveries;
    expect_above(recoveries, 0);
    for (int k = 1; k < 3; ++k) {
        struct road other = crowd(orders[k]);
        drive_road_for(&other, of_tier(15, 60));
        assert_true(kamm_state_hash(first.cars) == kamm_state_hash(other.cars));
        for (int i = 0; i < MANY; ++i) {
            const kamm_traffic_driver *a = &first.drivers[orders[k][i]], *b = &other.drivers[i];
            assert_memory_equal(&a->state, &b->state, sizeof a->state);
            assert_memory_equal(&a->body, &b->body, sizeof a->body);
        }
        end_road(&other);
    }
    end_road(&first);
}

static void copies_of_drivers_go_on_alike(void **state)
{
    (void)state;
    static const int order[MANY] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
    struct road road = crowd(order);
    for (int k = 0; k < of_tier(2, 10); ++k) {
        drive_road_for(&road, 3.1);
        size_t size = kamm_snapshot_size(road.cars);
        void *cars = test_malloc(size);
        kamm_traffic_driver kept[ROAD_CARS];
        kamm_save_snapshot(road.cars, cars);
        memcpy(kept, road.drivers, sizeof kept);
        drive_road_for(&road, 5);
        uint64_t hash = kamm_state_hash(road.cars);
        must(kamm_restore_snapshot(road.cars, cars, size, NULL), NULL);
        memcpy(road.drivers, kept, sizeof kept);
        drive_road_for(&road, 5);
        assert_true(kamm_state_hash(road.cars) == hash);
        test_free(cars);
    }
    end_road(&road);
}

/* -- errors ----------------------------------------------------------------------------------------- */

/* Time from an obstacle's appearance until the brake is pressed. */
static double reaction_time_s(double reaction_s)
{
    kamm_vehicle_def def = kamm_default_vehicle();
    kamm_traffic_style style = kamm_default_traffic_style();
    style.reaction_s = reaction_s;
    struct road road = start_road(straight_line(3), &def, KAMM_SINGLE_TRACK, 1, &style);
    put_on_road(&road, 0, 100, 0, 0, 20);
    drive_road_for(&road, 3);
    kamm_traffic_body body = {
        .x_m = kamm_read(road.cars, 0, KAMM_CHANNEL_x_m) + 60, .length_m = 4, .width_m = 2};
    kamm_start_traffic_obstacle(&road.drivers[road.count++], road.plan, &body);
    double start_s = road.time_s;
    while (road.time_s < start_s + 4 && !(kamm_inputs(road.cars)[0].brake > 0.2f))
        drive_road(&road);
    double taken_s = road.time_s - start_s;
    end_road(&road);
    return taken_s;
}

static void reactions_are_late_by_the_delay(void **state)
{
    (void)state;
    double at_once_s = reaction_time_s(0);
    expect_below(at_once_s, 0.05);
    for (double delay_s = 0.2; delay_s < 1.5; delay_s += 0.3)
        expect_near(reaction_time_s(delay_s) - at_once_s, delay_s, 0.11); /* a tenth is the step */
}

/* Largest and mean distance from its place, and distance of two drivers of other seeds. */
static void drivers_wander_within_their_range(void **state)
{
    (void)state;
    kamm_vehicle_def def = kamm_default_vehicle();
    kamm_traffic_style style = kamm_default_traffic_style();
    style.wander_m = 0.8, style.speed_mps = 15;
    struct road road = start_road(straight_line(9), &def, KAMM_SINGLE_TRACK, 2, &style);
    put_on_road(&road, 0, 100, 0, 0, 15);
    put_on_road(&road, 1, 800, 0, 0, 15);
    double most_m = 0, apart_m = 0;
    for (int call = 0; call < 60 * ROAD_CALLS_PER_S; ++call) {
        drive_road(&road);
        most_m = fmax(most_m, fabs(road.drivers[0].state.left_m));
        apart_m = fmax(apart_m, fabs(road.drivers[0].state.left_m - road.drivers[1].state.left_m));
    }
    expect_above(most_m, 0.4);
    expect_below(most_m, 0.85);
    expect_above(apart_m, 0.3);
    end_road(&road);
}

/* A straight of 300 m and a half circle of 20 m radius. */
static kamm_line *hairpin_line(void)
{
    double points[60][2];
    int count = 0;
    kamm_error error = {0};
    for (; count < 30; ++count) points[count][0] = 10.0 * count, points[count][1] = 0;
    for (int i = 0; i <= 16; ++i, ++count) {
        points[count][0] = 300 + 20 * sin(PI * i / 16);
        points[count][1] = 20 - 20 * cos(PI * i / 16);
    }
    for (int i = 1; i <= 10; ++i, ++count) points[count][0] = 300 - 10.0 * i, points[count][1] = 40;
    kamm_path path = {.name = "hairpin", .count = count, .points_m = points, .width_m = 9};
    kamm_line *line = kamm_create_line(&path, &error);
    if (!line) fail_msg("%s", error.text);
    return line;
}

/* Speed at the beginning of the bend. */
static double entry_speed_mps(double lateness_s, uint32_t seed)
{
    kamm_vehicle_def def = kamm_default_vehicle();
    kamm_traffic_style style = kamm_racing_style();
    style.pace = 0.8, style.lateness_s = lateness_s;
    struct road road = start_road(hairpin_line(), &def, KAMM_SINGLE_TRACK, 1, &style);
    road.drivers[0].seed = seed;
    put_on_road(&road, 0, 50, 0, 0, 15);
    while (road.time_s < 60 && road.drivers[0].state.station_m < 300) drive_road(&road);
    double entry_mps = road.drivers[0].state.along_mps;
    while (road.time_s < 60 && road.drivers[0].state.station_m < 400) drive_road(&road);
    expect_below(road.time_s, 60); /* it stays on the road all the same */
    expect_near(road.drivers[0].state.left_m, 0, 1);
    end_road(&road);
    return entry_mps;
}

/* By up to the way of that time; the time before is braking at some 6 m/s2. */
static void late_drivers_enter_bends_faster(void **state)
{
    (void)state;
    double punctual_mps = entry_speed_mps(0, 1), most_mps = 0, least_mps = INFINITY;
    for (uint32_t seed = 1; seed <= 6; ++seed) {
        double late_mps = entry_speed_mps(0.3, seed);
        most_mps = fmax(most_mps, late_mps), least_mps = fmin(least_mps, late_mps);
    }
    print_message("into the bend at %.2f m/s; late ones at %.2f to %.2f m/s\n", punctual_mps,
                  least_mps, most_mps);
    expect_above(least_mps, punctual_mps - 0.01);
    expect_above(most_mps, punctual_mps + 0.4);
    expect_below(most_mps, punctual_mps + 0.3 * 8);
}

static void pace_is_the_share_of_the_planned_speed(void **state)
{
    (void)state;
    kamm_vehicle_def def = kamm_default_vehicle();
    for (double pace = 0.5; pace <= 1; pace += 0.25) {
        kamm_traffic_style style = kamm_racing_style();
        style.pace = pace;
        struct road road = start_road(round_line(60, 9), &def, KAMM_SINGLE_TRACK, 1, &style);
        double planned_mps = kamm_planned_speed_mps(road.plan, 0);
        put_on_road(&road, 0, 0, 0, 0, 0.8 * pace * planned_mps);
        drive_road_for(&road, 20);
        expect_share(road.drivers[0].state.along_mps, pace * planned_mps, 0.03);
        end_road(&road);
    }
}

/* -- grids ------------------------------------------------------------------------------------------ */

static void cars_start_from_a_grid(void **state)
{
    (void)state;
    kamm_vehicle_def def = kamm_default_vehicle();
    kamm_traffic_style style = kamm_racing_style();
    struct road road = start_road(round_line(100, 12), &def, KAMM_FULL, 8, &style);
    kamm_traffic_grid grid = {.station_m = 30, .row_m = 14, .columns_m = 5, .right_first = 1};
    for (int i = 0; i < 8; ++i) {
        kamm_placement start = kamm_grid_start(&road.drivers[i], i, &grid);
        kamm_place(road.cars, i, &start);
        assert_true(start.speed_mps == 0);
    }
    drive_road(&road);
    double length_m = kamm_line_length_m(road.line);
    for (int i = 0; i < 8; ++i) {
        const kamm_traffic_state *s = &road.drivers[i].state;
        const kamm_traffic_body *body = &road.drivers[i].body;
        double nose_m =
            kamm_line_station_m(road.line, body->x_m + body->length_m / 2 * cos(body->yaw_rad),
                                body->y_m + body->length_m / 2 * sin(body->yaw_rad), NAN, NULL);
        expect_near(remainder(nose_m - (30 - 7.0 * i), length_m), 0, 0.05);
        expect_near(s->left_m, i % 2 ? 2.5 : -2.5, 0.05);
        expect_near(s->heading_rad, 0, 0.03);
    }
    give_world(&road, NULL, 0);
    for (int call = 0; call < 20 * ROAD_CALLS_PER_S; ++call) {
        drive_road(&road);
        expect_above(least_clearance_m(&road), 0);
    }
    for (int i = 0; i < 8; ++i) expect_above(road.drivers[i].driver.driven_m, 150);
    end_road(&road);
}

/* An obstacle whose place is not a number is nowhere, and hides no other. */
static void obstacles_that_are_nowhere_are_not_seen(void **state)
{
    (void)state;
    kamm_vehicle_def def = kamm_default_vehicle();
    struct road road = start_road(round_line(100, 3), &def, KAMM_SINGLE_TRACK, 1, NULL);
    for (int i = 0; i < 3; ++i) {
        kamm_traffic_body body = {
            .x_m = i == 1 ? 0 : NAN, .y_m = 100, .yaw_rad = PI, .length_m = 4, .width_m = 2};
        kamm_start_traffic_obstacle(&road.drivers[road.count++], road.plan, &body);
    }
    put_on_road(&road, 0, 50, 0, 0, 10);
    drive_road_for(&road, 25);
    expect_near(road.drivers[0].state.along_mps, 0, 0.1);
    expect_near(gap_between(&road, 0, 2), 2, 1);
    end_road(&road);
}

static void misuse_is_refused(void **state)
{
    (void)state;
    kamm_vehicle_def def = kamm_default_vehicle();
    struct road road = start_road(straight_line(8), &def, KAMM_KINEMATIC, 1, NULL);
    put_on_road(&road, 0, 100, 0, 0, 5);
    kamm_set_assert_handler(count_report, NULL);
    MISUSE(kamm_drive_traffic(NULL, 1, 0.01));
    MISUSE(kamm_drive_traffic(road.drivers, -1, 0.01));
    MISUSE(kamm_drive_traffic(road.drivers, 1, 0));
    MISUSE(kamm_drive_traffic(road.drivers, 1, NAN));
    MISUSE(kamm_start_traffic_driver(&road.drivers[0], NULL, road.cars, 0, NULL, 0));
    MISUSE(kamm_start_traffic_driver(&road.drivers[0], road.plan, road.cars, 1, NULL, 0));
    MISUSE(kamm_start_traffic_obstacle(&road.drivers[0], road.plan, NULL));
    MISUSE(kamm_grid_start(&road.drivers[0], -1, NULL));
    MISUSE(kamm_grid_start(&road.drivers[0], 0, NULL)); /* before an open line */
    MISUSE(kamm_place_back(road.drivers, 1, 1));
    MISUSE(kamm_idm_mps2(NULL, 1, 1, 1, 1));
    kamm_set_assert_handler(NULL, NULL);
    kamm_drive_traffic(NULL, 0, 0.01);
    end_road(&road);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(nobody_accelerates_at_the_equilibrium_gap),
                                       cmocka_unit_test(it_brakes_comfortably_where_that_is_enough),
                                       cmocka_unit_test(cars_follow_at_the_equilibrium_gap),
                                       cmocka_unit_test(a_brake_decays_in_a_stable_platoon_alone),
                                       cmocka_unit_test(no_order_of_drivers_matters),
                                       cmocka_unit_test(copies_of_drivers_go_on_alike),
                                       cmocka_unit_test(reactions_are_late_by_the_delay),
                                       cmocka_unit_test(drivers_wander_within_their_range),
                                       cmocka_unit_test(late_drivers_enter_bends_faster),
                                       cmocka_unit_test(pace_is_the_share_of_the_planned_speed),
                                       cmocka_unit_test(cars_start_from_a_grid),
                                       cmocka_unit_test(obstacles_that_are_nowhere_are_not_seen),
                                       cmocka_unit_test(misuse_is_refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
