/* Parked two-wheelers on their stands: lean, rest, tilt limits, riding off; energy, mirror, company, snapshots. */
#include "support/fleet.h"
#include "support/mirror.h"
#include "support/quick.h"
#include "support/tier.h"

#include "run/cars.h"
#include "vehicle/two_wheeler.h"

#include <kamm/act.h>
#include <kamm/rider.h>
#include <math.h>
#include <string.h>

/* A bicycle alone is so light that it trembles at fewer than 360 substeps a second. */
static double rate_of(int machine)
{
    const kamm_vehicle_def def = fleet_def(machine, 240);
    return def.body.mass_kg - def.rider.whole_mass_kg < 30 ? 480 : 240;
}

/* The first machine from there on that has one. An e-scooter has none: what yields below its deck are its rider's legs. */
static int with_stand(int machine)
{
    while (machine < fleet_count() && !(fabs(fleet_def(machine, 240).stand.foot_left_m) > 0)) {
        assert_string_equal(fleet_name(machine), "e-scooter");
        ++machine;
    }
    return machine;
}

static kamm_vehicle_def side_stand(int machine, double side)
{
    kamm_vehicle_def def = fleet_def(machine, rate_of(machine));
    if (!(fabs(def.stand.foot_left_m) > 0)) fail_msg("%s has no stand", fleet_name(machine));
    def.stand.foot_left_m = side * fabs(def.stand.foot_left_m);
    return def;
}

static void park(kamm_cars *cars, int car, const kamm_ground *ground)
{
    kamm_placement at = kamm_placement_on(ground, 0, 0, 0);
    kamm_error error = {0};
    must(kamm_park_on_stand(cars, car, &at, &error), &error);
}

/* To the left, against the plane of a ground that is banked so. */
static double lean_of(const kamm_cars *cars, double bank_rad)
{
    return -kamm_read(cars, 0, KAMM_CHANNEL_roll_rad) + bank_rad;
}

static const double no_slope[2] = {0, 0};

static kamm_cars *parked(const kamm_vehicle_def *def, const double slope[2], double seconds)
{
    const kamm_ground ground = kamm_plane_ground(slope[0], slope[1], 1);
    kamm_cars *cars = start_cars(def, 1);
    park(cars, 0, &ground);
    drive_for(cars, &ground, seconds);
    assert_int_equal(kamm_fault(cars, 0), 0);
    return cars;
}

/* -- where it leans -- */

static void it_leans_until_the_foot_touches(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    for (int m = with_stand(0); m < fleet_count(); m = with_stand(m + 1))
        for (int side = -1; side < 2; side += 2) {
            const kamm_vehicle_def def = side_stand(m, side);
            kamm_cars *cars = parked(&def, no_slope, 4);
            double rigid = -kamm_stand_lean_rad(kamm_model_of(cars, 0)), lean = lean_of(cars, 0);
            print_message("%-22s leans by %.4f rad, rigid %.4f\n", fleet_name(m), lean, rigid);
            expect_above(side * rigid, 0.05), expect_below(side * rigid, 0.35);
            expect_near(lean, rigid, 0.02);
            end_cars(cars);
        }
}

/* -- tilt limits: the plumb line from the centre of gravity leaves the triangle of foot and wheels -- */

struct support {
    double aside_m, height_m; /* of the centre of gravity, to the foot's side of the wheels */
    double edge_m;            /* of the triangle there */
};

/* Of the machine without its rider, which leans to its foot by that much. */
static struct support support_of(const kamm_model *model, double lean)
{
    const kamm_stand_def *stand = &model->def->stand;
    const kamm_car_body_def *body = &model->def->body;
    const kamm_rider_def *rider = &model->def->rider;
    double off = rider->whole_mass_kg, left = body->mass_kg - off;
    double crown = kamm_mean_crown_m(model),
           high =
               (body->mass_kg * body->cg_height_m - off * rider->whole_cg_height_m) / left - crown;
    double behind =
        (body->mass_kg * body->cg_behind_front_axle_m - off * rider->whole_cg_behind_front_axle_m) /
        left;
    double foot = fabs(stand->foot_left_m) * cos(lean) + (stand->foot_height_m - crown) * sin(lean);
    double x = stand->foot_behind_front_axle_m;
    double wheelbase = model->info.wheelbase_m;
    double share = behind < x ? behind / x : (wheelbase - behind) / (wheelbase - x);
    return (struct support){high * sin(lean), crown + high * cos(lean), foot * share};
}

/* Turns gravity slowly until it falls over; sign 1: away from the foot on its left, -1: over it. At `leaves_rad` the plumb line leaves the
 * triangle, in the lean that it then has. */
struct tilt {
    double leaves_rad, falls_rad;
};

static struct tilt tilt(const kamm_vehicle_def *def, double sign)
{
    const double rate = 0.02 / of_tiers(1, 1, 4), step_s = 1.0 / 60;
    kamm_ground ground = kamm_flat_ground;
    kamm_cars *cars = parked(def, no_slope, 4);
    double rests = lean_of(cars, 0), angle = 0, leaves = 0;
    for (; angle < 0.8 && fabs(lean_of(cars, 0) - rests) < 0.3; angle += rate * step_s) {
        struct support s = support_of(kamm_model_of(cars, 0), lean_of(cars, 0));
        double limit = atan((sign > 0 ? s.aside_m : s.edge_m - s.aside_m) / s.height_m);
        if (angle < limit) leaves = angle;
        ground.gravity_mps2[1] = -sign * GRAVITY_MPS2 * sin(angle);
        ground.gravity_mps2[2] = -GRAVITY_MPS2 * cos(angle);
        drive_for(cars, &ground, step_s);
    }
    end_cars(cars);
    return (struct tilt){leaves, angle};
}

static void it_falls_over_where_the_triangle_ends(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    for (int m = with_stand(of_tier(3, 0)); m < of_tier(4, fleet_count()); m = with_stand(m + 1)) {
        const kamm_vehicle_def def = side_stand(m, 1);
        for (int sign = -1; sign < 2; sign += 2) {
            struct tilt t = tilt(&def, sign);
            print_message("%-22s %+d: leaves the triangle at %.4f rad, falls at %.4f\n",
                          fleet_name(m), sign, t.leaves_rad, t.falls_rad);
            expect_above(t.leaves_rad, 0.03);
            expect_near(t.falls_rad, t.leaves_rad + 0.02, 0.03);
        }
    }
}

/* -- rest -- */

/* Along 5 degrees, and across to either side as much, or 0.6 of what the stand bears; side 1: higher on the foot's side. */
static double steep_across(const kamm_vehicle_def *def, double side)
{
    return fmin(0.0875, 0.6 * tan(tilt(def, side).leaves_rad));
}

enum { SLOPES = 5 };

/* Of one machine, those slopes from `first` on, before `end`. */
static void find_slopes(const kamm_vehicle_def *def, int first, int end, double slopes[][2])
{
    for (int i = first; i < end; ++i) {
        slopes[i][0] = i == 1 ? 0.0875 : i == 2 ? -0.0875 : 0;
        slopes[i][1] = i < 3 ? 0 : i == 3 ? steep_across(def, 1) : -steep_across(def, -1);
    }
}

static void expect_rested(const kamm_cars *cars, int car, int machine, const double slope[2],
                          const double from[3])
{
    const double most_m = of_tiers(1000, 250, 1000) * 1e-6;
    double to[3], lean = -kamm_read(cars, car, KAMM_CHANNEL_roll_rad) + atan(slope[1]);
    read_position(cars, car, to);
    if (slope[1] == 0) expect_near(lean, -kamm_stand_lean_rad(kamm_model_of(cars, car)), 0.06);
    expect_above(lean, 0.05); /* less weight on the foot is more on the springs, which sag */
    if (!(distance_between(from, to) < most_m))
        fail_msg("%s on %.3f, %.3f: moves by %.3g mm", fleet_name(machine), slope[0], slope[1],
                 1000 * distance_between(from, to));
    assert_int_equal(kamm_fault(cars, car), 0);
}

/* Machines of one batch, each on its slope. */
static void rest_on_slopes(int machine, int first, int end, double minutes)
{
    const kamm_vehicle_def def = side_stand(machine, 1);
    kamm_contact contacts[2 * SLOPES];
    kamm_ground ground = kamm_flat_ground;
    double slopes[SLOPES][2], from[SLOPES][3];
    int count = end - first;
    find_slopes(&def, first, end, slopes);
    kamm_cars *cars = start_cars(&def, count);
    assert_int_equal(kamm_describe(kamm_model_of(cars, 0)).wheel_count, 2);
    for (int car = 0; car < count; ++car) {
        const double *slope = slopes[first + car];
        const kamm_ground plane = kamm_plane_ground(slope[0], slope[1], 1);
        contacts[2 * car] = contacts[2 * car + 1] = plane.plane;
        park(cars, car, &plane);
    }
    ground.contacts = contacts;
    drive_for(cars, &ground, 20);
    for (int car = 0; car < count; ++car) read_position(cars, car, from[car]);
    drive_for(cars, &ground, 60 * minutes);
    for (int car = 0; car < count; ++car)
        expect_rested(cars, car, machine, slopes[first + car], from[car]);
    end_cars(cars);
}

static void it_rests_for_ten_minutes(void **state)
{
    NOT_IN_QUICK_TESTS();
    const double minutes = of_tiers(1, 10, 40) / 4.0;
    (void)state;
    for (int m = with_stand(0); m < fleet_count(); m = with_stand(m + 1))
        rest_on_slopes(m, of_tier(m % SLOPES, 0), of_tier(m % SLOPES + 1, SLOPES), minutes);
}

/* -- riding off -- */

static void it_is_raised_and_rides_off(void **state)
{
    const kamm_input_assist assist = kamm_default_input_assist();
    const kamm_driver_request go = {.throttle = 0.6f};
    (void)state;
    for (int m = with_stand(0); m < fleet_count(); m = with_stand(m + of_tiers(2, 1, 1))) {
        const kamm_vehicle_def def = side_stand(m, m % 2 ? 1 : -1);
        kamm_cars *cars = parked(&def, no_slope, 3);
        kamm_ride_request request = kamm_default_ride_request();
        kamm_input *input = &kamm_inputs(cars)[0];
        kamm_error error = {0};
        kamm_seat_rider(cars, 0);
        must(kamm_ride(cars, 0, &request, 1.0 / 60, &error), &error);
        assert_true(input->stand > 0);
        input->gear = KAMM_GEAR_DRIVE, input->hand_brake = 0;
        for (int frame = 0; frame < 420; ++frame) {
            kamm_assist_input(&assist, cars, 0, &go, 1.0 / 60);
            drive_for(cars, &kamm_flat_ground, 1.0 / 60);
        }
        print_message("%-22s rides off, %.2f m/s\n", fleet_name(m),
                      kamm_read(cars, 0, KAMM_CHANNEL_speed_mps));
        assert_true(input->stand == 0);
        expect_near(lean_of(cars, 0), 0, 0.1);
        expect_above(kamm_read(cars, 0, KAMM_CHANNEL_speed_mps), 1.5);
        end_cars(cars);
    }
}

/* -- laws -- */

/* About the line of its wheels, positive to the right. */
static void roll_over(kamm_cars *cars, double rate_radps)
{
    kamm_motion motion;
    kamm_error error = {0};
    kamm_read_motion(cars, 0, &motion);
    motion.angular_velocity_radps[0] = rate_radps;
    must(kamm_set_motion(cars, 0, &motion, &error), &error);
}

/* Let go upright it falls on its stand, or to the other side. Without the engine, which idles, and without hands, whose spring is
 * not in energy_j. */
static void energy_only_falls(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    for (int m = with_stand(0); m < fleet_count(); m = with_stand(m + 1))
        for (int over = of_tier(m % 2, 0); over < of_tier(m % 2 + 1, 2); ++over) {
            kamm_vehicle_def def = side_stand(m, 1);
            def.stepping.substeps_per_s *= 4;
            kamm_cars *cars = start_cars(&def, 1);
            put_car(cars, 0, &kamm_flat_ground, 0, 0, 0);
            must(kamm_throw_rider(cars, 0, NULL, NULL), NULL);
            kamm_input *input = &kamm_inputs(cars)[0];
            input->hand_brake = input->stand = 1;
            for (int i = 0; i < def.stepping.substeps_per_s; ++i) { /* its springs rise */
                kamm_step(cars, &kamm_flat_ground, 1);
                PUT_CAR_STATE(cars, 0, car.roll_rate_radps, 0);
            }
            roll_over(cars, over ? 0.2 : -0.2);
            input->free_steering = 1;
            kamm_step(cars, &kamm_flat_ground, 1);
            double least = INFINITY, begun = 0, rise = 0;
            for (int i = 0; i < 4 * def.stepping.substeps_per_s && fabs(lean_of(cars, 0)) < 1.2;
                 ++i) {
                double engine = kamm_read(cars, 0, KAMM_CHANNEL_engine_radps);
                double now = kamm_read(cars, 0, KAMM_CHANNEL_energy_j) -
                             0.5 * def.engine.inertia_kgm2 * engine * engine;
                if (i == 0) begun = now;
                rise = fmax(rise, now - least), least = fmin(least, now);
                kamm_step(cars, &kamm_flat_ground, 1);
            }
            print_message("%-22s falls by %.2f J, rises by %.5f J, lean %.3f\n", fleet_name(m),
                          begun - least, rise, lean_of(cars, 0));
            expect_above(begun - least, 1);
            expect_below(rise, 3e-3 * (begun - least) + 1e-5 * fabs(begun));
            end_cars(cars);
        }
}

static void a_stand_on_the_other_side_is_the_mirror_image(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    for (int m = with_stand(0); m < fleet_count(); m = with_stand(m + of_tiers(2, 1, 1))) {
        const kamm_vehicle_def left = side_stand(m, 1), right = side_stand(m, -1);
        kamm_cars *cars = start_cars(&left, 1), *mirrored = start_cars(&right, 1);
        const double push[3] = {0, 60, 0}, back[3] = {0, -60, 0};
        park(cars, 0, &kamm_flat_ground), park(mirrored, 0, &kamm_flat_ground);
        for (int frame = 0; frame < 150; ++frame) {
            if (frame == 60) must(kamm_apply_force(cars, 0, push, NULL, NULL), NULL);
            if (frame == 60) must(kamm_apply_force(mirrored, 0, back, NULL, NULL), NULL);
            if (frame == 100) kamm_inputs(cars)[0].stand = kamm_inputs(mirrored)[0].stand = 0;
            drive_for(cars, &kamm_flat_ground, 1.0 / 60);
            drive_for(mirrored, &kamm_flat_ground, 1.0 / 60);
            expect_mirror_images(cars, mirrored, frame);
        }
        end_cars(cars), end_cars(mirrored);
    }
}

/* One that has a stand beside one that has none, and again from a snapshot. */
static void company_and_snapshots_do_not_matter(void **state)
{
    enum { PAIR = 2 };
    static unsigned char kept[1 << 16], end[1 << 16], again[1 << 16];
    kamm_error error = {0};
    (void)state;
    for (int m = with_stand(0); m < fleet_count(); m = with_stand(m + of_tiers(2, 1, 1))) {
        kamm_vehicle_def defs[PAIR] = {side_stand(m, 1), side_stand(m, 1)};
        defs[1].stand.foot_left_m = 0;
        kamm_cars *both = start_mixed_cars(defs, PAIR), *one = start_cars(&defs[0], 1);
        put_car(both, 1, &kamm_flat_ground, 0, 6, 0);
        park(both, 0, &kamm_flat_ground), park(one, 0, &kamm_flat_ground);
        kamm_step(both, &kamm_flat_ground, 100), kamm_step(one, &kamm_flat_ground, 100);
        assert_true(kamm_snapshot_size(both) <= sizeof kept);
        kamm_save_snapshot(both, kept);
        kamm_step(both, &kamm_flat_ground, 100), kamm_step(one, &kamm_flat_ground, 100);
        kamm_save_snapshot(both, end);
        for (int c = 0; c < KAMM_CHANNEL_COUNT; ++c) {
            double alone = kamm_read(one, 0, (kamm_channel)c),
                   among = kamm_read(both, 0, (kamm_channel)c);
            if (memcmp(&alone, &among, sizeof alone) != 0)
                fail_msg("%s, channel %d: %.9g alone, %.9g", fleet_name(m), c, alone, among);
        }
        must(kamm_restore_snapshot(both, kept, kamm_snapshot_size(both), &error), &error);
        kamm_step(both, &kamm_flat_ground, 100);
        kamm_save_snapshot(both, again);
        assert_memory_equal(end, again, kamm_snapshot_size(both));
        end_cars(both), end_cars(one);
    }
}

/* A centre stand lifts one of the wheels, and the machine stands upright. */
static void a_centre_stand_lifts_a_wheel(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    for (int m = with_stand(0); m < fleet_count(); m = with_stand(m + of_tiers(2, 1, 1))) {
        kamm_vehicle_def def = side_stand(m, 1);
        double from[3], to[3], high = 0;
        const kamm_suspension_def *springs = &def.axles[1].suspension;
        def.stand.both_sides = 1;
        def.stand.foot_height_m =
            -0.06 - (springs->kind == KAMM_SUSPENSION_SOLID ? 0 : springs->rebound_travel_m);
        def.stand.foot_behind_front_axle_m = def.body.cg_behind_front_axle_m + 0.15;
        kamm_cars *cars = start_cars(&def, 1);
        park(cars, 0, &kamm_flat_ground);
        for (int i = 0; i < 5 * 60; ++i) {
            drive_for(cars, &kamm_flat_ground, 1.0 / 60);
            high = fmax(high, fabs(lean_of(cars, 0)));
        }
        read_position(cars, 0, from);
        drive_for(cars, &kamm_flat_ground, 30);
        read_position(cars, 0, to);
        double front = kamm_read_wheel(cars, 0, 0, KAMM_WHEEL_load_n),
               rear = kamm_read_wheel(cars, 0, 1, KAMM_WHEEL_load_n);
        print_message("%-22s loads %.0f and %.0f N, leans by up to %.3f\n", fleet_name(m), front,
                      rear, high);
        expect_below(fmin(front, rear), 1e-6);
        expect_below(fmax(front, rear), 0.4 * kamm_model_of(cars, 0)->info.mass_kg * GRAVITY_MPS2);
        expect_below(high, 0.03);
        expect_below(distance_between(from, to), 0.001);
        end_cars(cars);
    }
}

static void what_cannot_lean_is_refused(void **state)
{
    kamm_error error = {0};
    const kamm_placement at = kamm_placement_on(&kamm_flat_ground, 0, 0, 0);
    kamm_vehicle_def car = plain_car(), bare = side_stand(0, 1);
    (void)state;
    bare.stand.foot_left_m = 0;
    kamm_cars *cars = start_cars(&bare, 1);
    assert_true(isnan(kamm_stand_lean_rad(kamm_model_of(cars, 0))));
    assert_int_equal(kamm_park_on_stand(cars, 0, &at, &error), KAMM_ERROR_RANGE);
    assert_string_equal(error.path, "stand.foot_left_m");
    end_cars(cars);
    car.stand.foot_left_m = 0.2;
    assert_null(kamm_create_model(&car, KAMM_FULL, &error));
    assert_string_equal(error.path, "stand.foot_left_m");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_leans_until_the_foot_touches),
        cmocka_unit_test(it_rests_for_ten_minutes),
        cmocka_unit_test(it_falls_over_where_the_triangle_ends),
        cmocka_unit_test(it_is_raised_and_rides_off),
        cmocka_unit_test(energy_only_falls),
        cmocka_unit_test(a_stand_on_the_other_side_is_the_mirror_image),
        cmocka_unit_test(company_and_snapshots_do_not_matter),
        cmocka_unit_test(a_centre_stand_lifts_a_wheel),
        cmocka_unit_test(what_cannot_lean_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
