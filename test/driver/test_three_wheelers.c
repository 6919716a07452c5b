/* Leaning three-wheelers with a rider: turns with the lean of the closed form, throttle, brakes, laps; mirrored bits, widths, snapshots;
 * refusals. */
#include "support/drive.h"
#include "support/mirror.h"
#include "support/quick.h"
#include "support/refused.h"
#include "support/rungs.h"
#include "support/three_wheelers.h"
#include "support/tier.h"

#include "driver/rider_pedals.h"
#include "run/cars.h"

#include <kamm/act.h>
#include <kamm/driver.h>
#include <kamm/io/world_file.h>
#include <kamm/rider.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CALLS_PER_S = 60, LEFT = 0, RIGHT };

static double load_of(const kamm_cars *cars, int w)
{
    return kamm_read_wheel(cars, 0, w, KAMM_WHEEL_load_n);
}

static double lean_of(const kamm_cars *cars) { return -kamm_read(cars, 0, KAMM_CHANNEL_roll_rad); }

/* -- bits -- */

static void ride_bend(kamm_cars *cars, int car, int frame, double sign)
{
    kamm_ride_request request = kamm_default_ride_request();
    kamm_error error = {0};
    double v = fmax(2, kamm_read(cars, car, KAMM_CHANNEL_speed_mps));
    request.curvature_per_m = sign * (frame % 80 < 40 ? 1 : -0.5) * (1 + 0.1 * car) / (v * v);
    kamm_input *in = &kamm_inputs(cars)[car];
    must(kamm_ride(cars, car, &request, 1.0 / CALLS_PER_S, &error), &error);
    in->throttle = frame > 50 && frame < 80 ? 0.5f : 0;
    in->brake = frame >= 90 ? 0.2f : 0;
    in->stand = frame >= 100 ? 0.3f : 0;
}

static void mirrored_rides_have_mirrored_bits(void **state)
{
    const kamm_vehicle_def def = with_tilt_lock(tilting_scooter(240), 500);
    double most = 0;
    (void)state;
    kamm_cars *left = start_cars(&def, 1), *right = start_cars(&def, 1);
    put_car(left, 0, &kamm_flat_ground, 0, 8, KAMM_GEAR_DRIVE);
    put_car(right, 0, &kamm_flat_ground, 0, 8, KAMM_GEAR_DRIVE);
    for (int frame = 0; frame < of_tier(130, 300); ++frame) {
        ride_bend(left, 0, frame, 1), ride_bend(right, 0, frame, -1);
        kamm_step(left, &kamm_flat_ground, 4);
        kamm_step(right, &kamm_flat_ground, 4);
        expect_mirror_images(left, right, frame);
        most = fmax(most, fabs(lean_of(left)));
    }
    expect_above(most, 0.02);
    assert_int_equal(kamm_fault(left, 0), 0);
    end_cars(left);
    end_cars(right);
}

static uint64_t hash_of_rides(int width)
{
    enum { CARS = 19 };
    static kamm_vehicle_def defs[CARS];
    assert_int_equal(kamm_set_width(width, NULL), KAMM_OK);
    for (int i = 0; i < CARS; ++i) {
        defs[i] = with_tilt_lock(tilting_scooter(240), 50 * i);
        defs[i].body.mass_kg += i;
    }
    kamm_cars *cars = start_mixed_cars(defs, CARS);
    for (int i = 0; i < CARS; ++i)
        put_car(cars, i, &kamm_flat_ground, 0.2 * i, 3 + 0.7 * i, KAMM_GEAR_DRIVE);
    for (int frame = 0; frame < 110; ++frame) {
        for (int i = 0; i < CARS; ++i) ride_bend(cars, i, frame, i % 2 ? 1 : -1);
        kamm_step(cars, &kamm_flat_ground, 4);
    }
    return hash_after_snapshot(cars, 20);
}

static void all_widths_and_snapshots_have_the_same_bits(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    expect_same_hash_at_all_widths(hash_of_rides);
}

/* -- riders -- */

static void ride_turn(double speed, double share, double rate)
{
    const kamm_vehicle_def def = tilting_scooter(rate);
    kamm_ride_request request = kamm_default_ride_request();
    kamm_cars *cars = start_cars(&def, 1);
    const double mass = kamm_model_of(cars, 0)->info.mass_kg;
    double height = kamm_model_of(cars, 0)->statics.total_cg[2];
    put_car(cars, 0, &kamm_flat_ground, 0, speed, 0);
    kamm_inputs(cars)[0].gear = 0;
    for (int frame = 0; frame < 10 * CALLS_PER_S; ++frame) {
        double yaw = kamm_read(cars, 0, KAMM_CHANNEL_yaw_rad);
        double push = 8 * mass * (speed - kamm_read(cars, 0, KAMM_CHANNEL_speed_mps));
        const double force[3] = {push * cos(yaw), push * sin(yaw), 0};
        must(kamm_apply_force(cars, 0, force, NULL, NULL), NULL);
        request.curvature_per_m = frame < 30 ? 0 : share * GRAVITY_MPS2 / (speed * speed);
        must(kamm_ride(cars, 0, &request, 1.0 / CALLS_PER_S, NULL), NULL);
        kamm_step(cars, &kamm_flat_ground, (int)rate / CALLS_PER_S);
    }
    double across = kamm_read(cars, 0, KAMM_CHANNEL_acceleration_y_mps2);
    double inner_m = speed * speed / across, outer_m = inner_m + height * sin(lean_of(cars));
    double wanted =
        -kamm_lean_in_turn_rad(kamm_model_of(cars, 0), speed * outer_m / inner_m, 1 / outer_m);
    double off = 1 / (outer_m * request.curvature_per_m) - 1;
    double apart =
        (load_of(cars, LEFT) - load_of(cars, RIGHT)) / (load_of(cars, LEFT) + load_of(cars, RIGHT));
    print_message("%4.1f m/s, %.2f g, %3.0f /s: leans by %.4f, %.4f by the call; curvature off by "
                  "%.1f %%; loads apart by %.3f\n",
                  speed, share, rate, lean_of(cars), wanted, 100 * off, apart);
    expect_near(lean_of(cars), wanted, 0.035);
    expect_below(fabs(off), 0.08);
    expect_below(fabs(apart), 0.2);
    assert_int_equal(kamm_fault(cars, 0), 0);
    end_cars(cars);
}

static void riders_turn_with_the_lean_of_the_closed_form(void **state)
{
    NOT_IN_QUICK_TESTS();
    const double speeds[] = {5, 12, 22}, rates[] = {120, 240, 600};
    (void)state;
    for (int n = 0; n < 9; n += of_tier(4, 1))
        for (int left = 0; left < of_tier(1, 2); ++left)
            ride_turn(speeds[n % 3], (left ? -1 : 1) * (n % 2 ? 0.15 : 0.35), rates[n / 3]);
}

/* Whole throttle, then whole brakes, then it stands on its rider's feet. */
static void riders_start_and_stop(void **state)
{
    const kamm_vehicle_def def = tilting_scooter(240);
    kamm_ride_request request = kamm_default_ride_request();
    double begun = 0, braked_s = 0;
    (void)state;
    kamm_cars *cars = start_cars(&def, 1);
    kamm_input *in = &kamm_inputs(cars)[0];
    put_car(cars, 0, &kamm_flat_ground, 0, 0, KAMM_GEAR_DRIVE);
    for (int frame = 0; frame < 20 * CALLS_PER_S; ++frame) {
        int brakes = frame > 10 * CALLS_PER_S;
        double speed = kamm_read(cars, 0, KAMM_CHANNEL_speed_mps);
        if (!brakes) begun = speed;
        must(kamm_ride(cars, 0, &request, 1.0 / CALLS_PER_S, NULL), NULL);
        in->throttle = brakes ? 0 : (float)fmin(1, kamm_throttle_allows(cars, 0));
        const struct brake_levers levers = kamm_press_brakes(cars, 0, brakes);
        in->brake = speed < 1 && brakes ? 1 : (float)levers.front;
        in->hand_brake = (float)levers.rear;
        kamm_step(cars, &kamm_flat_ground, 4);
        braked_s += brakes && speed > 0.05 ? 1.0 / CALLS_PER_S : 0;
    }
    print_message("%.1f m/s in 10 s, brakes by %.2f m/s2\n", begun, begun / braked_s);
    expect_above(begun, 14);
    expect_above(begun / braked_s, 5);
    expect_below(fabs(lean_of(cars)), 0.08);
    expect_below(kamm_read(cars, 0, KAMM_CHANNEL_speed_mps), 0.05);
    assert_int_equal(kamm_fault(cars, 0), 0);
    end_cars(cars);
}

static void riders_lap_the_circuit(void **state)
{
    NOT_IN_QUICK_TESTS();
    const kamm_vehicle_def def = tilting_scooter(240);
    static kamm_world_file world;
    kamm_error error = {0};
    (void)state;
    must(kamm_load_world("proving-ground", &world, NULL, &error), &error);
    const kamm_path *path = NULL;
    for (int i = 0; i < world.path_count; ++i)
        if (strcmp(world.paths[i].name, "circuit") == 0) path = &world.paths[i];
    assert_non_null(path);
    kamm_cars *cars = start_cars(&def, 1);
    kamm_line *line = kamm_create_line(path, &error);
    kamm_plan *plan = kamm_create_plan(line, kamm_model_of(cars, 0), 0.8, &error);
    if (!plan) fail_msg("%s", error.text);
    kamm_driver driver = kamm_driver_on(plan, 0);
    kamm_placement placement = kamm_driver_start(&driver);
    placement.speed_mps = fmin(placement.speed_mps, 8);
    kamm_place(cars, 0, &placement);
    kamm_inputs(cars)[0].gear = KAMM_GEAR_DRIVE;
    double off_m = 0, lean_rad = 0, time_s = 0;
    double length_m = 0.1 * of_tier(2, 10) * kamm_line_length_m(line);
    for (; driver.driven_m < length_m && time_s < 400 && lean_rad < 1.1;
         time_s += 1.0 / CALLS_PER_S) {
        kamm_drive_path(&driver, cars, 0, 1.0 / CALLS_PER_S);
        kamm_step(cars, &kamm_flat_ground, 4);
        lean_rad = fmax(lean_rad, fabs(lean_of(cars)));
        off_m = fmax(off_m, fabs(driver.left_m));
    }
    print_message("laps in %.1f s, planned %.1f s; off by up to %.2f m, leans by up to %.2f rad\n",
                  time_s, kamm_planned_time_s(plan), off_m, lean_rad);
    assert_int_equal(kamm_fault(cars, 0), 0);
    expect_below(length_m - driver.driven_m, 0.1);
    expect_below(off_m, 3);
    end_cars(cars);
    kamm_destroy_plan(plan);
    kamm_destroy_line(line);
}

/* -- refusals -- */

static void what_does_not_tilt_is_refused(void **state)
{
    (void)state;
    kamm_vehicle_def def = tilting_scooter(240);
    def.axles[0].suspension.anti_roll_bar_n_per_m = 1000;
    expect_vehicle_refused(&def, "since a lean is free");
    def = tilting_scooter(240), def.steering.ackermann = 1;
    expect_vehicle_refused(&def, "steering.ackermann has to be 0");
    def = tilting_scooter(240), def.front_assembly.twist_nm_per_rad = 1e5;
    expect_vehicle_refused(&def, "twist_nm_per_rad has to be 0");
    def = tilting_scooter(240), def.front_assembly.mass_kg = 0;
    expect_vehicle_refused(&def, "tilting wheels are balanced by their steering");
    def = tilting_scooter(240), def.axles[1].suspension.tilting = 1;
    expect_vehicle_refused(&def, "axles[1].suspension.tilting: allowed with wheels pair");
    def = default_vehicle(), def.axles[0].suspension.tilting = 1;
    expect_vehicle_refused(&def, "whose other one has a single wheel");
    def = tilting_scooter(240), def.axles[0].suspension.tilting = 0;
    expect_vehicle_refused(&def, "axles[0] has wheels on both sides");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mirrored_rides_have_mirrored_bits),
        cmocka_unit_test(all_widths_and_snapshots_have_the_same_bits),
        cmocka_unit_test(riders_turn_with_the_lean_of_the_closed_form),
        cmocka_unit_test(riders_start_and_stop),
        cmocka_unit_test(riders_lap_the_circuit),
        cmocka_unit_test(what_does_not_tilt_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
