/* Drivers who pass what is slower or stands, and who get out of trouble: of walls, spins and off their roofs. */
/* KAMM_QUICK_TESTS leaves this out: it drives for long to measure. */
#include "support/fleet.h"
#include "support/shipped.h"
#include "support/tier.h"
#include "support/traffic.h"
#include "support/trailers.h"

#include <kamm/world.h>
#include <math.h>

/* -- passing ---------------------------------------------------------------------------------------- */

/* The second car wants to go faster than the first, on a road with room for both. */
static void overtake(const char *name, const kamm_vehicle_def *def, kamm_rung rung, double slow_mps,
                     double fast_mps)
{
    kamm_traffic_style style = kamm_default_traffic_style();
    style.acceleration_mps2 = 3;
    struct road road = start_road(straight_line(11), def, rung, 2, &style);
    road.drivers[0].style.speed_mps = slow_mps, road.drivers[1].style.speed_mps = fast_mps;
    put_on_road(&road, 0, 200, 0, 0, slow_mps);
    put_on_road(&road, 1, 120, 0, 0, slow_mps);
    double passed_s = -1, back_s = -1, aside_m = 0, least_m = INFINITY, edge_m = 0;
    while (road.time_s < 120 && back_s < 0) {
        drive_road(&road);
        const kamm_traffic_state *s = &road.drivers[1].state;
        least_m = fmin(least_m, least_clearance_m(&road));
        aside_m = fmax(aside_m, fabs(s->left_m));
        edge_m = fmax(edge_m, fabs(s->left_m) + s->half_across_m);
        if (passed_s < 0 && gap_between(&road, 0, 1) > 0) passed_s = road.time_s;
        if (passed_s >= 0 && fabs(s->left_m) < 0.3) back_s = road.time_s;
    }
    print_message(
        "%-30s rung %d, %2.0f past %2.0f m/s: past after %.1f s, back after %.1f s, %.2f m "
        "aside, nearest %.2f m\n",
        name, (int)rung, fast_mps, slow_mps, passed_s, back_s, aside_m, least_m);
    expect_above(passed_s, 0);
    expect_above(back_s, passed_s);
    expect_above(least_m, 0.3);
    expect_below(edge_m, 5.5);
    expect_near(road.drivers[0].state.left_m, 0, 0.3);
    drive_road_for(&road, 10);
    expect_near(road.drivers[1].state.left_m, 0, 0.3);
    expect_share(road.drivers[1].state.along_mps, fast_mps, 0.05);
    end_road(&road);
}

static void a_faster_driver_overtakes_and_comes_back(void **state)
{
    (void)state;
    kamm_vehicle_def def = kamm_default_vehicle();
    for (int rung = KAMM_KINEMATIC; rung <= KAMM_FULL; rung += of_tier(2, 1))
        for (double slow = of_tier(18, 6); slow < 20; slow += 3)
            overtake("default", &def, (kamm_rung)rung, slow, 1.5 * slow);
    for (int vehicle = of_tier(10, 0); vehicle < shipped_count(); vehicle += of_tier(20, 1)) {
        kamm_vehicle_def shipped = shipped_on(vehicle, KAMM_FULL, 240);
        overtake(shipped_name(vehicle), &shipped, KAMM_FULL, 5, 9);
    }
}

/* No car overtakes where there is no room, nor for nothing. */
static void nobody_overtakes_without_room_or_gain(void **state)
{
    (void)state;
    kamm_vehicle_def def = kamm_default_vehicle();
    kamm_traffic_style style = kamm_default_traffic_style();
    for (int roomy = 0; roomy < 2; ++roomy) {
        struct road road =
            start_road(straight_line(roomy ? 11 : 4), &def, KAMM_SINGLE_TRACK, 2, &style);
        road.drivers[0].style.speed_mps = 12, road.drivers[1].style.speed_mps = roomy ? 12 : 20;
        put_on_road(&road, 0, 200, 0, 0, 12);
        put_on_road(&road, 1, 160, 0, 0, 12);
        for (int call = 0; call < 60 * ROAD_CALLS_PER_S; ++call) {
            drive_road(&road);
            expect_above(gap_between(&road, 1, 0), style.gap_m);
            expect_near(road.drivers[1].state.left_m, 0, 0.5);
        }
        end_road(&road);
    }
}

/* Standing cars leave a gap at one side of the road, which the driver finds at speed. */
static void pass_wall(double from_m, double speed_mps, kamm_rung rung)
{
    kamm_vehicle_def def = kamm_default_vehicle();
    kamm_traffic_style style = kamm_default_traffic_style();
    style.speed_mps = speed_mps;
    struct road road = start_road(straight_line(11), &def, rung, 1, &style);
    for (int i = 0; i < 3; ++i) {
        kamm_traffic_body body = {
            .x_m = 250, .y_m = from_m + 2.0 * i, .yaw_rad = 0.1 * i, .length_m = 4, .width_m = 1.8};
        kamm_start_traffic_obstacle(&road.drivers[road.count++], road.plan, &body);
    }
    put_on_road(&road, 0, 60, 0, 0, speed_mps);
    double least_m = INFINITY;
    while (road.time_s < 60 && road.drivers[0].driver.driven_m < 320) {
        drive_road(&road);
        for (int i = 1; i < road.count; ++i)
            least_m = fmin(least_m, clearance_m(&road.drivers[0].body, &road.drivers[i].body));
    }
    print_message("wall from %.1f m at %.0f m/s, rung %d: nearest %.2f m, %.1f s\n", from_m,
                  speed_mps, (int)rung, least_m, road.time_s);
    expect_above(least_m, 0.15);
    expect_above(road.drivers[0].driver.driven_m, 319);
    end_road(&road);
}

static void a_wall_of_standing_cars_is_passed(void **state)
{
    (void)state;
    for (int rung = of_tier(KAMM_FULL, KAMM_KINEMATIC); rung <= KAMM_FULL; ++rung)
        for (double speed = of_tier(26, 8); speed < 28; speed += 4.5)
            for (int right = 0; right < 2; ++right)
                pass_wall(right ? -4.5 : 0.5, speed, (kamm_rung)rung);
}

/* Behind a standing car with two metres between, there is no room to steer out: the driver reverses first. */
static void a_driver_reverses_out_from_behind_a_standing_car(void **state)
{
    (void)state;
    kamm_vehicle_def def = kamm_default_vehicle();
    kamm_traffic_style style = kamm_default_traffic_style();
    for (int rung = of_tier(KAMM_FULL, KAMM_KINEMATIC); rung <= KAMM_FULL; ++rung) {
        struct road road = start_road(straight_line(11), &def, (kamm_rung)rung, 1, &style);
        kamm_traffic_body body = {.x_m = 250, .length_m = 4, .width_m = 2.4};
        double length_m = kamm_describe(kamm_model_of(road.cars, 0)).length_m, least_m = INFINITY;
        kamm_start_traffic_obstacle(&road.drivers[road.count++], road.plan, &body);
        put_on_road(&road, 0, 50 + 250 - 2 - 1.0 - length_m / 2, 0, 0, 0);
        while (road.time_s < 60 && road.drivers[0].driver.driven_m < 60) {
            drive_road(&road);
            least_m = fmin(least_m, clearance_m(&road.drivers[0].body, &body));
        }
        print_message(
            "rung %d: past the standing car after %.1f s, %d recoveries, nearest %.2f m\n", rung,
            road.time_s, road.drivers[0].state.recoveries, least_m);
        expect_below(road.time_s, 60);
        expect_above(least_m, 0.05);
        end_road(&road);
    }
}

/* A car with a caravan does not see its own caravan. Another one follows, and passes where the road has room for both. */
static void a_caravan_is_followed_and_passed(void **state)
{
    (void)state;
    for (int roomy = 0; roomy < 2; ++roomy) {
        struct combination pair = start_shipped("volvo-v40-caravan", KAMM_FULL, 240, 1);
        kamm_vehicle_def def = kamm_default_vehicle();
        kamm_traffic_style style = kamm_default_traffic_style();
        struct road road = start_road(straight_line(roomy ? 11 : 4), &def, KAMM_FULL, 1, &style);
        kamm_error error = {0};
        kamm_cars *car = kamm_combination_cars(pair.combinations, 0);
        kamm_plan *plan = kamm_create_plan(road.line, kamm_model_of(car, 0), 0.8, &error);
        kamm_placement start = kamm_placement_on(&kamm_flat_ground, 150, 0, 0);
        start.speed_mps = 10, start.gear = KAMM_GEAR_DRIVE;
        kamm_place_combination(pair.combinations, 0, &start, NULL);
        put_on_road(&road, 0, 120, 0, 0, 10);
        for (int unit = 0; unit < 2; ++unit) {
            kamm_traffic_driver *driver = &road.drivers[road.count++];
            kamm_start_traffic_driver(driver, plan, kamm_combination_cars(pair.combinations, unit),
                                      0, &style, 7 + (uint32_t)unit);
            driver->train = 1, driver->is_driven = unit == 0;
            driver->style.speed_mps = 10;
        }
        double least_m = INFINITY;
        road.drivers[0].style.speed_mps = 18, road.drivers[0].style.acceleration_mps2 = 3;
        while (road.time_s < 40) {
            drive_road(&road);
            kamm_step_combinations(pair.combinations, &kamm_flat_ground, 4);
            for (int unit = 1; unit <= 2; ++unit)
                least_m =
                    fmin(least_m, clearance_m(&road.drivers[0].body, &road.drivers[unit].body));
            expect_near(road.drivers[1].state.left_m, 0, 0.3);
        }
        expect_share(road.drivers[1].state.along_mps, 10, 0.05);
        expect_above(least_m, 0.4);
        if (roomy)
            expect_above(gap_between(&road, 1, 0), 20);
        else
            expect_above(gap_between(&road, 0, 2), 10);
        end_combination(&pair);
        kamm_destroy_plan(plan);
        end_road(&road);
    }
}

/* Two-wheelers follow, stop behind a standing car and go on with it. */
static void two_wheelers_stop_and_go(void **state)
{
    (void)state;
    for (int machine = of_tier(fleet_count() - 1, 0); machine < fleet_count(); ++machine) {
        const kamm_vehicle_def def = fleet_def(machine, 240);
        kamm_traffic_style style = kamm_default_traffic_style();
        style.speed_mps = 5;
        struct road road = start_road(straight_line(3), &def, KAMM_FULL, 1, &style);
        kamm_traffic_body body = {.x_m = 130, .length_m = 4, .width_m = 1.8};
        kamm_start_traffic_obstacle(&road.drivers[road.count++], road.plan, &body);
        put_on_road(&road, 0, 100, 0, 0, 5);
        double least_m = INFINITY, roll_rad = 0;
        while (road.time_s < 60) {
            if (road.time_s > 30) { /* it drives off */
                road.drivers[1].body.velocity_mps[0] = 6;
                road.drivers[1].body.x_m += 6.0 / ROAD_CALLS_PER_S;
            }
            drive_road(&road);
            least_m = fmin(least_m, clearance_m(&road.drivers[0].body, &road.drivers[1].body));
            roll_rad = fmax(roll_rad, fabs(kamm_read(road.cars, 0, KAMM_CHANNEL_roll_rad)));
        }
        print_message("%-22s nearest %.2f m, %.1f m/s at the end, leans by up to %.2f rad\n",
                      fleet_name(machine), least_m, road.drivers[0].state.along_mps, roll_rad);
        expect_above(least_m, 0.3);
        expect_below(roll_rad, 0.6);
        expect_near(road.drivers[0].state.along_mps, 5, 0.5);
        end_road(&road);
    }
}

/* -- out of trouble --------------------------------------------------------------------------------- */

/* The nose at a wall that the driver is not told of, across a part of the road. */
static void leave_wall(const char *name, const kamm_vehicle_def *def, double left_m, double yaw_rad)
{
    kamm_traffic_style style = kamm_default_traffic_style();
    struct road road = start_road(straight_line(12), def, KAMM_FULL, 1, &style);
    kamm_body_def wall = {.shapes = {{.box = {{100, 0, 1}, {0.3, 2, 1}, {0}}}}};
    kamm_model_info info = kamm_describe(kamm_model_of(road.cars, 0));
    double nose_m = info.cg_behind_front_axle_m + info.front_overhang_m;
    give_world(&road, &wall, 1);
    put_on_road(&road, 0, 50 + 100 - 0.5 - nose_m - info.width_m / 2 * fabs(sin(yaw_rad)), left_m,
                yaw_rad, 0);
    while (road.time_s < 180 && road.drivers[0].driver.driven_m < 50 + nose_m) drive_road(&road);
    print_message("%-30s at %.1f m, %.2f rad: past the wall after %.1f s, %d recoveries\n", name,
                  left_m, yaw_rad, road.time_s, road.drivers[0].state.recoveries);
    expect_below(road.time_s, 120);
    assert_int_equal(road.drivers[0].state.resets, 0);
    end_road(&road);
}

static void a_driver_reverses_out_of_a_wall(void **state)
{
    (void)state;
    kamm_vehicle_def def = kamm_default_vehicle();
    for (double left_m = -1; left_m <= 1; left_m += 2.0 / of_tier(1, 2))
        for (double yaw_rad = of_tier(1, -1) * 0.5; yaw_rad <= 0.5; yaw_rad += 0.5)
            leave_wall("default", &def, left_m, yaw_rad);
    for (int vehicle = of_tier(12, 0); vehicle < shipped_count(); vehicle += of_tier(20, 1)) {
        kamm_vehicle_def shipped = shipped_on(vehicle, KAMM_FULL, 240);
        leave_wall(shipped_name(vehicle), &shipped, 0.5, 0);
    }
}

/* At rest in another direction than the road's; then along it within the time. */
static void turn_round(const char *name, const kamm_vehicle_def *def, kamm_rung rung, double left_m,
                       double yaw_rad)
{
    kamm_traffic_style style = kamm_default_traffic_style();
    style.speed_mps = 8;
    struct road road = start_road(straight_line(11), def, rung, 1, &style);
    put_on_road(&road, 0, 150, left_m, yaw_rad, 0);
    double edge_m = 0;
    while (road.time_s < 120 && !(fabs(road.drivers[0].state.heading_rad) < 0.05 &&
                                  road.drivers[0].state.along_mps > 4)) {
        drive_road(&road);
        edge_m = fmax(edge_m, fabs(road.drivers[0].state.left_m));
    }
    print_message(
        "%-30s rung %d, %.1f m, %.1f rad: turned round after %.1f s, up to %.1f m aside\n", name,
        (int)rung, left_m, yaw_rad, road.time_s, edge_m);
    expect_below(road.time_s, 100);
    expect_below(edge_m, 12);
    end_road(&road);
}

static void a_driver_turns_round(void **state)
{
    (void)state;
    kamm_vehicle_def def = kamm_default_vehicle();
    for (int rung = of_tier(KAMM_FULL, KAMM_KINEMATIC); rung <= KAMM_FULL; ++rung)
        for (double left_m = -3; left_m <= 3; left_m += of_tier(7, 3))
            for (double yaw_rad = -3.1; yaw_rad < 3.2; yaw_rad += 1.2)
                if (fabs(yaw_rad) > 1)
                    turn_round("default", &def, (kamm_rung)rung, left_m, yaw_rad);
    for (int vehicle = of_tier(13, 0); vehicle < shipped_count(); vehicle += of_tier(20, 1)) {
        kamm_vehicle_def shipped = shipped_on(vehicle, KAMM_FULL, 240);
        turn_round(shipped_name(vehicle), &shipped, KAMM_FULL, 1, 3);
    }
}

/* Sideways and backwards at speed, as in a spin: it comes to drive along the road. */
static void a_driver_catches_a_spin(void **state)
{
    (void)state;
    kamm_vehicle_def def = kamm_default_vehicle();
    kamm_traffic_style style = kamm_default_traffic_style();
    style.speed_mps = 15;
    for (double speed = 10; speed <= 25; speed += 15.0 / of_tier(1, 3))
        for (int backwards = 0; backwards < 2; ++backwards) {
            struct road road = start_road(straight_line(14), &def, KAMM_FULL, 1, &style);
            put_on_road(&road, 0, 150, 0, 0, speed);
            drive_road_for(&road, 1);
            for (int call = 0; call < (backwards ? 100 : 40);
                 ++call) { /* the hand brake and full lock */
                kamm_drive_traffic(road.drivers, 1, 1.0 / ROAD_CALLS_PER_S);
                kamm_inputs(road.cars)[0].steering_wheel_rad = 8;
                kamm_inputs(road.cars)[0].hand_brake = 1;
                kamm_step(road.cars, &kamm_flat_ground, road.substeps);
            }
            kamm_inputs(road.cars)[0].hand_brake = 0;
            double spun_rad = road.drivers[0].state.heading_rad;
            while (road.time_s < 60 && !(fabs(road.drivers[0].state.heading_rad) < 0.05 &&
                                         road.drivers[0].state.along_mps > 10))
                drive_road(&road);
            print_message("spun by %.2f rad at %.0f m/s: drives again after %.1f s\n", spun_rad,
                          speed, road.time_s);
            expect_above(fabs(spun_rad), 0.4);
            expect_below(road.time_s, 50);
            end_road(&road);
        }
}

/* On its roof it asks for a reset, and is placed where no other is. */
static void a_car_on_its_roof_is_placed_back(void **state)
{
    (void)state;
    kamm_vehicle_def def = kamm_default_vehicle();
    for (int places_back = 0; places_back < 2; ++places_back) {
        kamm_traffic_style style = kamm_default_traffic_style();
        style.places_back = places_back, style.speed_mps = 10;
        struct road road = start_road(straight_line(11), &def, KAMM_FULL, 2, &style);
        give_world(&road, NULL, 0);
        put_on_road(&road, 1, 300, 0, 0, 0);
        kamm_placement lies = kamm_placement_on(&kamm_flat_ground, 254, 3, 0);
        lies.position_m[2] += 1.5, lies.orientation[0] = 0, lies.orientation[1] = 1;
        kamm_place(road.cars, 0, &lies);
        drive_road_for(&road, 2);
        assert_int_equal(road.drivers[0].state.needs_reset, 0);
        assert_int_equal(road.drivers[0].state.mode, KAMM_TRAFFIC_LIES);
        drive_road_for(&road, 8);
        assert_int_equal(road.drivers[0].state.needs_reset, !places_back);
        assert_int_equal(road.drivers[0].state.resets, places_back);
        if (!places_back) assert_int_equal(kamm_place_back(road.drivers, 2, 0), 1);
        drive_road_for(&road, 10);
        assert_int_equal(road.drivers[0].state.mode, KAMM_TRAFFIC_DRIVES);
        expect_above(road.drivers[0].state.along_mps, 5);
        expect_above(least_clearance_m(&road), 0);
        end_road(&road);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_faster_driver_overtakes_and_comes_back),
        cmocka_unit_test(nobody_overtakes_without_room_or_gain),
        cmocka_unit_test(a_wall_of_standing_cars_is_passed),
        cmocka_unit_test(a_driver_reverses_out_from_behind_a_standing_car),
        cmocka_unit_test(a_caravan_is_followed_and_passed),
        cmocka_unit_test(two_wheelers_stop_and_go),
        cmocka_unit_test(a_driver_reverses_out_of_a_wall),
        cmocka_unit_test(a_driver_turns_round),
        cmocka_unit_test(a_driver_catches_a_spin),
        cmocka_unit_test(a_car_on_its_roof_is_placed_back)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
