/* What all road tests share: the bench's measures and the hands of its drivers, against closed forms. */
#include "support/cars.h"
#include "support/quick.h"
#include "support/riding.h"
#include "support/shipped.h"
#include "support/tier.h"

#include <math.h>

#include <kamm/io/lab.h>

#include "lab/circle.h"
#include "lab/combination.h"
#include "lab/two_wheels.h"

/* A bench of a car, with `count` of them lined up. */
struct bench {
    kamm_vehicle_file file;
    kamm_test_options options;
    kamm_test_result result;
    kamm_bench own;
};

static struct bench *open_bench(const kamm_vehicle_def *def, kamm_rung rung, double substeps_per_s,
                                int count)
{
    struct bench *bench = test_calloc(1, sizeof *bench);
    kamm_error error;
    bench->file = (kamm_vehicle_file){.id = "test-car", .def = *def};
    bench->options = (kamm_test_options){.rung = rung, .substeps_per_s = substeps_per_s};
    if (kamm_bench_build(&bench->own, &bench->file, &bench->options, &error))
        fail_msg("%s", error.text);
    bench->own.result = &bench->result;
    assert_true(kamm_bench_line_up(&bench->own, count));
    return bench;
}

static void close_bench(struct bench *bench)
{
    kamm_bench_clear(&bench->own);
    test_free(bench);
}

/* -- measures ------------------------------------------------------------------------------------- */

/* 5 ms, as near as whole substeps come, times the root of the scale. */
static void an_action_takes_5_ms(void **state)
{
    (void)state;
    static const double rates[] = {60, 150, 240, 300, 480, 600, 900, 1200};
    const kamm_vehicle_def def = kamm_default_vehicle();
    for (int i = 0; i < 8; ++i)
        for (double scale = 0.25; scale < 5; scale *= 4) {
            struct bench *bench = open_bench(&def, KAMM_SINGLE_TRACK, rates[i], 1);
            bench->own.root = sqrt(scale);
            kamm_bench_set_tick(&bench->own, 0.005);
            double tick = bench->own.tick_s, wanted = 0.005 * sqrt(scale);
            expect_near(tick * rates[i], fmax(1, round(wanted * rates[i])), 1e-9);
            bench->own.time_s = 3;
            /* A value that goes from 2 to 5 within the last tick was at 3 a third of the way. */
            expect_near(kamm_bench_crossing_s(&bench->own, 2, 5, 3), 3 - 2 * tick / 3, 1e-12);
            close_bench(bench);
        }
}

/* The highest gear with 2000 rpm or more; the lowest with 90 % of the limit or less. */
static void gears_are_chosen_by_engine_speed(void **state)
{
    (void)state;
    const kamm_vehicle_def def = kamm_default_vehicle();
    struct bench *bench = open_bench(&def, KAMM_FULL, 240, 1);
    double radius = def.axles[0].tyre.unloaded_radius_m;
    int gears = def.gearbox.ratios_count;
    for (double v = 0.5; v < 60; v *= 1.03) {
        int high = gears, low = 1;
        for (; high > 1; --high)
            if (v / radius * def.gearbox.ratios[high - 1] * def.gearbox.final_drive >=
                2000 * PI / 30)
                break;
        for (; low < gears; ++low)
            if (v / radius * def.gearbox.ratios[low - 1] * def.gearbox.final_drive <=
                0.9 * def.engine.limiter_radps)
                break;
        assert_int_equal(kamm_bench_gear_at(&bench->own, v), high);
        assert_int_equal(kamm_bench_pulling_gear_at(&bench->own, v), low);
    }
    close_bench(bench);
}

/* Twins are two wheels of one hub, whose mass and inertia are said once. */
static void a_rolling_car_has_the_mass_of_its_wheels_spin(void **state)
{
    (void)state;
    for (int twins = 0; twins < 2; ++twins) {
        kamm_vehicle_def def = plain_car();
        if (twins) def.axles[1].wheels = KAMM_WHEELS_TWIN, def.axles[1].twin_spacing_m = 0.2;
        def.axles[1].wheel_inertia_kgm2 = 3;
        struct bench *bench = open_bench(&def, KAMM_FULL, 240, 1);
        kamm_bench_place(&bench->own, 0, 0, 0, 0.3, 20, 0);
        for (int i = 0; i < 100; ++i) kamm_bench_tick(&bench->own);
        double mass = def.body.mass_kg, centre[3];
        for (int w = 0; w < 4; ++w) { /* of twins the first of each side */
            int wheel = w < 2 ? w : twins ? 2 + 2 * (w - 2) : w;
            double radius = kamm_read(bench->own.cars, 0, KAMM_CHANNEL_forward_speed_mps) /
                            kamm_read_wheel(bench->own.cars, 0, wheel, KAMM_WHEEL_spin_radps);
            expect_share(kamm_bench_rolling_radius_m(&bench->own, 0, wheel), radius, 1e-12);
            mass += def.axles[w / 2].wheel_inertia_kgm2 / (radius * radius);
        }
        expect_share(kamm_bench_rolling_mass_kg(&bench->own, 0), mass, 1e-4);
        /* At rest on its springs its masses together are where the def has them. */
        kamm_bench_centre(&bench->own, 0, centre);
        expect_near(centre[0], kamm_read(bench->own.cars, 0, KAMM_CHANNEL_x_m), 2e-3);
        expect_near(centre[1], kamm_read(bench->own.cars, 0, KAMM_CHANNEL_y_m), 2e-3);
        expect_near(centre[2], bench->own.info.cg_height_m, 5e-3);
        close_bench(bench);
    }
}

/* By the energy that it loses: dE = m' v dv, with all that turns as it rolls out of gear, motors among it. */
static void a_rolling_mass_is_what_energy_tells(void **state)
{
    (void)state;
    int electric = shipped_number("tesla-model-3-performance-2018");
    for (int i = electric % of_tier(8, 1); i < shipped_count(); i += of_tier(8, 1)) {
        kamm_vehicle_def def = shipped_on(i, KAMM_FULL, 240);
        double v[2], energy[2], time = 0;
        for (int a = 0; a < def.axles_count; ++a) def.axles[a].motor.lift_share = 0;
        struct bench *bench = open_bench(&def, KAMM_FULL, 240, 1);
        kamm_bench_place(&bench->own, 0, 0, 0, 0, 20, 0);
        for (int k = 0; k < 2; ++k) {
            for (; time < 3 * (k + 1); time += bench->own.tick_s) kamm_bench_tick(&bench->own);
            v[k] = kamm_read(bench->own.cars, 0, KAMM_CHANNEL_forward_speed_mps);
            energy[k] = kamm_read(bench->own.cars, 0, KAMM_CHANNEL_energy_j);
        }
        double mass = 2 * (energy[0] - energy[1]) / (v[0] * v[0] - v[1] * v[1]);
        double told = kamm_bench_rolling_mass_kg(&bench->own, 0);
        print_message("%s: %.1f kg of %.1f, %.1f by energy\n", shipped_name(i), told,
                      bench->own.info.mass_kg, mass);
        expect_share(told, mass, 1e-3);
        close_bench(bench);
    }
}

/* Of all masses together at rest: bogies, swing axles and three wheels among them. What is laden sinks by some cm and pitches. */
static void the_centre_is_that_of_all_masses(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    for (int i = 0; i < shipped_count(); i += of_tier(3, 1)) {
        const kamm_vehicle_def def = shipped_on(i, KAMM_FULL, 240);
        struct bench *bench = open_bench(&def, KAMM_FULL, 240, 1);
        const kamm_model_info *info = &bench->own.info;
        double centre[3], behind = info->cg_behind_front_axle_m - def.body.cg_behind_front_axle_m;
        int is_laden = def.payload.mass_kg > 0;
        kamm_bench_place(&bench->own, 0, 0, 0, 0, 0, 0);
        kamm_bench_centre(&bench->own, 0, centre);
        double sinks = info->cg_height_m - centre[2];
        expect_near(centre[0], kamm_read(bench->own.cars, 0, KAMM_CHANNEL_x_m) - behind,
                    is_laden ? 5e-3 : 1e-4);
        expect_near(centre[1], kamm_read(bench->own.cars, 0, KAMM_CHANNEL_y_m), 1e-4);
        expect_near(sinks, is_laden ? 0.04 : 0, is_laden ? 0.03 : 1e-4);
        close_bench(bench);
    }
}

/* The lowest point of a wheel's tread by going round it. */
static double lowest_m(const kamm_wheel_pose *wheel, double radius)
{
    const double *q = wheel->pose.orientation;
    const double x[3] = {1 - 2 * (q[2] * q[2] + q[3] * q[3]), 2 * (q[1] * q[2] + q[0] * q[3]),
                         2 * (q[1] * q[3] - q[0] * q[2])},
                 z[3] = {2 * (q[1] * q[3] + q[0] * q[2]), 2 * (q[2] * q[3] - q[0] * q[1]),
                         1 - 2 * (q[1] * q[1] + q[2] * q[2])};
    double lowest = INFINITY;
    for (double angle = 0; angle < 2 * PI; angle += 1e-3)
        lowest = fmin(lowest,
                      wheel->pose.position_m[2] + radius * (x[2] * cos(angle) + z[2] * sin(angle)));
    return lowest;
}

/* Of a car in the air, rolled and pitched: the lower of a side's wheels counts, and both of a side have to be 2 inches up. */
static void a_side_is_lifted_by_its_lower_wheel(void **state)
{
    (void)state;
    const kamm_vehicle_def def = kamm_default_vehicle();
    struct bench *bench = open_bench(&def, KAMM_FULL, 240, 1);
    kamm_bench *own = &bench->own;
    for (double roll = -0.4; roll < 0.5; roll += 0.2)
        for (double pitch = -0.1; pitch < 0.15; pitch += 0.1) {
            kamm_wheel_pose wheels[KAMM_MAX_WHEELS];
            double cr = cos(roll / 2), sr = sin(roll / 2), cp = cos(pitch / 2), sp = sin(pitch / 2);
            const kamm_placement at = {.position_m = {0, 0, 1.5},
                                       .orientation = {cr * cp, sr * cp, cr * sp, sr * sp}};
            kamm_place(own->cars, 0, &at);
            kamm_bench_tick(own);
            kamm_read_pose(own->cars, 0, 1, NULL, wheels);
            for (int side = 0; side < 2; ++side) {
                double front = lowest_m(&wheels[side], own->info.wheel_radius_m[side]),
                       rear = lowest_m(&wheels[2 + side], own->info.wheel_radius_m[2 + side]);
                expect_near(kamm_bench_side_lift_m(own, 0, side), fmin(front, rear), 1e-5);
            }
            assert_true(kamm_bench_has_lifted(own, 0));
        }
    kamm_bench_place(own, 0, 0, 0, 0, 0, 0);
    kamm_bench_tick(own);
    assert_true(kamm_bench_side_lift_m(own, 0, 0) == 0 && kamm_bench_side_lift_m(own, 0, 1) == 0);
    assert_false(kamm_bench_has_lifted(own, 0));
    close_bench(bench);
}

/* -- hands ---------------------------------------------------------------------------------------- */

static void a_steering_wheel_turns_no_faster_than_hands(void **state)
{
    (void)state;
    const kamm_vehicle_def def = kamm_default_vehicle();
    struct bench *bench = open_bench(&def, KAMM_SINGLE_TRACK, 240, 1);
    const kamm_input *input = kamm_bench_input(&bench->own, 0);
    for (int i = 1; i < 8; ++i) {
        kamm_drive_turn(&bench->own, 0, i < 6 ? 1 : -1, 6);
        double way = 6 * bench->own.tick_s * (i < 6 ? i : 10 - i);
        expect_near(input->steering_wheel_rad, way, 1e-6);
    }
    kamm_drive_turn(&bench->own, 0, (double)input->steering_wheel_rad + 0.01,
                    6); /* less is at once */
    expect_near(input->steering_wheel_rad, 6 * bench->own.tick_s * 3 + 0.01, 1e-6);
    close_bench(bench);
}

/* A point of a circle that touches the car's heading needs that circle; the lock is the most. */
static void a_point_ahead_is_on_the_circle_that_is_steered(void **state)
{
    (void)state;
    const kamm_vehicle_def def = kamm_default_vehicle();
    struct bench *bench = open_bench(&def, KAMM_SINGLE_TRACK, 240, 1);
    double base = def.axles[1].behind_front_axle_m, lock = def.steering.lock_rad;
    for (double yaw = -2; yaw < 3; yaw += 1.3)
        for (double radius = -90; radius < 100; radius += 31)
            for (double turn = 0.1; turn < 1; turn += 0.4) {
                const struct car_glance now = {.x_m = 7, .y_m = -3, .yaw_rad = yaw};
                double ahead = fabs(radius) * sin(turn), left = radius * (1 - cos(turn));
                const kamm_road_point point = {7 + ahead * cos(yaw) - left * sin(yaw),
                                               -3 + ahead * sin(yaw) + left * cos(yaw)};
                double wanted = 1.5 * def.steering.ratio * base / radius;
                expect_near(kamm_drive_aim_rad(&bench->own, &now, point, 1.5),
                            fmin(fmax(wanted, -lock), lock), 1e-9);
            }
    close_bench(bench);
}

/* Beside a circle about a point to the left or right of the origin: how far out, and how fast outwards. */
static void a_circle_is_left_by_the_way_and_speed_outwards(void **state)
{
    (void)state;
    const kamm_vehicle_def def = kamm_default_vehicle();
    struct bench *bench = open_bench(&def, KAMM_SINGLE_TRACK, 240, 1);
    for (int side = -1; side <= 1; side += 2)
        for (double around = -3; around < 3; around += 0.7)
            for (double out = -2; out < 3; out += 2)
                for (double askew = -0.6; askew < 0.7; askew += 0.4) {
                    const kamm_circle_drive drive = {.radius_m = 30, .side = side};
                    double rate, away = 30 + out, at_x = away * sin(around),
                                 at_y = side * (30 - away * cos(around));
                    double yaw = side * (around - askew); /* turned outwards by `askew` */
                    kamm_bench_place(&bench->own, 0, at_x, at_y, yaw, 8, 0);
                    double off = kamm_read(bench->own.cars, 0, KAMM_CHANNEL_x_m) - at_x;
                    expect_near(off, 0, 1e-6); /* what is placed is the centre of gravity */
                    expect_near(kamm_circle_outside_m(&bench->own, 0, &drive, &rate), out, 1e-5);
                    expect_near(rate, 8 * sin(askew), 1e-4);
                }
    /* Steering that a car without slip needs: L / R. */
    const kamm_circle_drive right = {.radius_m = 50, .side = -1};
    kamm_circle_start(&bench->own, 0, &right, 5, 1);
    expect_share(kamm_bench_input(&bench->own, 0)->steering_wheel_rad,
                 -def.steering.ratio * def.axles[1].behind_front_axle_m / 50, 1e-6);
    close_bench(bench);
}

/* All drivers are on their speeds, on the x axis and with their feet still, after they have settled. */
static void cars_settle_at_their_speeds(void **state)
{
    (void)state;
    enum { CARS = 5 };
    static const double speeds[CARS] = {8, 14, 20, 27, 36};
    const kamm_rung rungs[] = {KAMM_SINGLE_TRACK, KAMM_FULL};
    const kamm_vehicle_def def = kamm_default_vehicle();
    for (int i = 0; i < 2; ++i) {
        struct bench *bench = open_bench(&def, rungs[i], 240, CARS);
        kamm_speed_hold holds[CARS] = {{0}};
        for (int car = 0; car < CARS; ++car)
            kamm_bench_place(&bench->own, car, 0, 0.2 * car, 0.02, speeds[car],
                             kamm_bench_gear_at(&bench->own, speeds[car]));
        kamm_drive_settle(&bench->own, holds, speeds);
        expect_near(bench->own.time_s, 4, bench->own.tick_s);
        for (int car = 0; car < CARS; ++car) {
            const struct car_glance now = kamm_glance(bench->own.cars, car);
            expect_near(now.forward_mps, speeds[car], 0.1);
            expect_near(now.y_m, 0, 0.25);
            expect_near(now.yaw_rad, 0, 0.02);
            expect_near(now.x_m, 4 * speeds[car], 2);
        }
        close_bench(bench);
    }
}

/* -- two wheels ------------------------------------------------------------------------------------- */

/* Torque over speed and roll rate: of the larger side, or from peak to peak. */
static void indices_of_a_ride_are_torque_over_speed_and_roll_rate(void **state)
{
    (void)state;
    for (int mirrored = 0; mirrored < 2; ++mirrored) {
        struct ride_peaks p = {.speed_sum_mps = 15 * 4, .time_s = 4};
        p.torque_nm[0] = mirrored ? -50 : -20, p.torque_nm[1] = mirrored ? 20 : 50;
        p.roll_radps[0] = mirrored ? -0.4 : -0.9, p.roll_radps[1] = mirrored ? 0.9 : 0.4;
        expect_share(kamm_roll_index(&p), 50 / (15 * 0.9), 1e-12);
        expect_share(kamm_lane_change_index(&p), 70 / (15 * 1.3), 1e-12);
    }
}

/* What is seen of a ride is the most of it, and its mean speed. */
static void a_ride_is_watched_by_its_extremes(void **state)
{
    (void)state;
    const kamm_vehicle_def def = machine_of_file("sport-1000");
    struct bench *bench = open_bench(&def, KAMM_FULL, 240, 1);
    struct ride_peaks peaks = kamm_ride_peaks();
    double lean = 0, roll[2] = {0, 0}, torque[2] = {0, 0}, way = 0;
    kamm_bench_place(&bench->own, 0, 0, 0, 0, 15, 0);
    kamm_bench_start_time(&bench->own, -1);
    for (int i = 0; i < 400; ++i) {
        kamm_bench_bend(&bench->own, 0, i < 200 ? 0.01 : -0.01);
        kamm_push_to_speed(&bench->own, 0, 15);
        kamm_bench_tick(&bench->own);
        kamm_watch_ride(&bench->own, 0, i == 7 ? -0.3 : 0.1, &peaks);
        double rate = kamm_read(bench->own.cars, 0, KAMM_CHANNEL_roll_rate_radps),
               hands = kamm_inputs(bench->own.cars)[0].steering_wheel_nm;
        lean = fmax(lean, fabs(kamm_read(bench->own.cars, 0, KAMM_CHANNEL_roll_rad)));
        roll[0] = fmin(roll[0], rate), roll[1] = fmax(roll[1], rate);
        torque[0] = fmin(torque[0], hands), torque[1] = fmax(torque[1], hands);
        way += bench->own.tick_s * kamm_read(bench->own.cars, 0, KAMM_CHANNEL_forward_speed_mps);
    }
    expect_above(lean, 0.1);
    expect_near(peaks.lean_rad, lean, 0), expect_near(peaks.off_m, 0.3, 0);
    for (int k = 0; k < 2; ++k) {
        expect_near(peaks.roll_radps[k], roll[k], 0);
        expect_near(peaks.torque_nm[k], torque[k], 0);
    }
    expect_near(peaks.speed_sum_mps, way, 1e-9);
    expect_near(peaks.speed_sum_mps / peaks.time_s, 15, 0.1);
    expect_near(peaks.time_s, bench->own.time_s, 1e-9);
    assert_false(peaks.falls);
    close_bench(bench);
}

/* -- combinations ----------------------------------------------------------------------------------- */

/* Masses and brakes of all units and the pull of the first; points of a unit seen from above. */
static void a_combination_is_described_as_one(void **state)
{
    (void)state;
    kamm_combination_file file;
    kamm_test_options options = {.rung = KAMM_FULL, .substeps_per_s = 240};
    kamm_error error;
    kamm_bench bench;
    if (kamm_load_combination("tractor-semitrailer-laden", &file, NULL, &error))
        fail_msg("%s", error.text);
    if (kamm_bench_build_combination(&bench, &file, &options, &error)) fail_msg("%s", error.text);
    const kamm_model_info a = kamm_describe(bench.units[0]), b = kamm_describe(bench.units[1]);
    double mass = a.mass_kg + b.mass_kg;
    expect_share(bench.info.max_acceleration_mps2, a.mass_kg * a.max_acceleration_mps2 / mass,
                 1e-12);
    expect_share(bench.info.max_braking_mps2,
                 (a.mass_kg * a.max_braking_mps2 + b.mass_kg * b.max_braking_mps2) / mass, 1e-12);
    assert_int_equal(kamm_bench_units(&bench), 2);
    assert_true(kamm_bench_line_up(&bench, 1));
    for (double yaw = -2; yaw < 3; yaw += 1.7) {
        double at[2], hitch[2], eye[2];
        kamm_bench_place(&bench, 0, 10, -20, yaw, 0, 0);
        kamm_bench_tick(&bench);
        const kamm_vehicle_def *tractor = &file.units[0].def, *trailer = &file.units[1].def;
        kamm_bench_unit_point(&bench, 0, 0, tractor->body.cg_behind_front_axle_m, 0, at);
        expect_near(at[0], kamm_bench_read(&bench, 0, KAMM_CHANNEL_x_m), 0.02);
        expect_near(at[1], kamm_bench_read(&bench, 0, KAMM_CHANNEL_y_m), 0.02);
        double back[2] = {at[0] - 3 * cos(yaw) - 2 * sin(yaw), at[1] - 3 * sin(yaw) + 2 * cos(yaw)};
        kamm_bench_unit_point(&bench, 0, 0, tractor->body.cg_behind_front_axle_m + 3, 2, at);
        expect_near(at[0], back[0], 0.01);
        expect_near(at[1], back[1], 0.01);
        /* Where one hangs on the other. */
        kamm_bench_unit_point(&bench, 0, 0, tractor->hitch.behind_front_axle_m, 0, hitch);
        kamm_bench_unit_point(&bench, 0, 1, trailer->drawbar.behind_front_axle_m, 0, eye);
        expect_near(hitch[0], eye[0], 0.03);
        expect_near(hitch[1], eye[1], 0.03);
        expect_near(kamm_bench_articulation_rad(&bench, 0, 1), 0, 1e-3);
    }
    int last = file.units[1].def.axles_count - 1;
    expect_near(kamm_bench_last_axle_m(&bench), file.units[1].def.axles[last].behind_front_axle_m,
                0);
    kamm_bench_clear(&bench);
    kamm_destroy_combination_file(&file);
}

/* The front wheels point along a line that passes to the left, and back to it within 3 m of way. */
static void the_front_axle_is_steered_along_its_line(void **state)
{
    (void)state;
    const kamm_vehicle_def def = kamm_default_vehicle();
    struct bench *bench = open_bench(&def, KAMM_SINGLE_TRACK, 240, 1);
    for (double course = -3; course < 3.2; course += 1.5)
        for (double error = -2; error < 2.5; error += 1) {
            double yaw = course + 0.1, lock = def.steering.lock_rad;
            kamm_bench_place(&bench->own, 0, 0, 0, yaw, 1.5, 1);
            for (int i = 0; i < 200; ++i) kamm_drive_front_axle(&bench->own, 0, course, error);
            double wanted = (atan(error / 3) - 0.1) * def.steering.ratio;
            expect_near(kamm_bench_input(&bench->own, 0)->steering_wheel_rad,
                        fmin(fmax(wanted, -lock), lock), 1e-4);
        }
    close_bench(bench);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_action_takes_5_ms),
        cmocka_unit_test(gears_are_chosen_by_engine_speed),
        cmocka_unit_test(a_rolling_car_has_the_mass_of_its_wheels_spin),
        cmocka_unit_test(a_rolling_mass_is_what_energy_tells),
        cmocka_unit_test(the_centre_is_that_of_all_masses),
        cmocka_unit_test(a_side_is_lifted_by_its_lower_wheel),
        cmocka_unit_test(a_steering_wheel_turns_no_faster_than_hands),
        cmocka_unit_test(a_point_ahead_is_on_the_circle_that_is_steered),
        cmocka_unit_test(a_circle_is_left_by_the_way_and_speed_outwards),
        cmocka_unit_test(cars_settle_at_their_speeds),
        cmocka_unit_test(indices_of_a_ride_are_torque_over_speed_and_roll_rate),
        cmocka_unit_test(a_ride_is_watched_by_its_extremes),
        cmocka_unit_test(a_combination_is_described_as_one),
        cmocka_unit_test(the_front_axle_is_steered_along_its_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
