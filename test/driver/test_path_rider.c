/* Two-wheelers on lines: a lane change, a slalom, a circuit. */
#include "support/quick.h"
#include "support/rungs.h"
#include "support/tier.h"
#include "support/two_wheels.h"

#include <kamm/driver.h>
#include <math.h>
#include <string.h>

enum { POINTS = 400 };
static double points[POINTS][2];

/* The line y(x), a point each 4 m. */
static kamm_path path_of(double (*y)(double x, double size_m), double size_m, int count,
                         double width_m)
{
    kamm_path path = {.name = "line", .count = count, .points_m = points, .width_m = width_m};
    for (int i = 0; i < count; ++i) {
        points[i][0] = 4.0 * i;
        points[i][1] = y(points[i][0], size_m);
    }
    return path;
}

/* 3.5 m to the left within `size_m`, after 60 m. */
static double lane_change(double x, double size_m)
{
    double share = fmin(fmax((x - 60) / size_m, 0), 1);
    return 3.5 * (share - sin(2 * PI * share) / (2 * PI));
}

/* Of 2 m to both sides, in waves of that length, once it has begun. */
static double slalom(double x, double size_m)
{
    double begun = fmin(fmax((x - 40) / size_m, 0), 1);
    return begun * 2 * sin(2 * PI * (x - 40) / size_m);
}

/* Two straights and two bends of 40 m radius, of which one has a chicane. */
static kamm_path circuit(void)
{
    kamm_path path = {.name = "circuit", .points_m = points, .width_m = 8, .closed = 1};
    const double straight_m = 200, radius_m = 40;
    int n = 0;
    for (double x = 0; x < straight_m; x += 5, ++n)
        points[n][0] = x, points[n][1] = 3 * pow(sin(PI * x / straight_m), 4);
    for (double a = 0; a < PI; a += 0.125, ++n)
        points[n][0] = straight_m + radius_m * sin(a), points[n][1] = radius_m * (1 - cos(a));
    for (double x = 0; x < straight_m; x += 5, ++n)
        points[n][0] = straight_m - x, points[n][1] = 2 * radius_m;
    for (double a = 0; a < PI; a += 0.125, ++n)
        points[n][0] = -radius_m * sin(a), points[n][1] = radius_m * (1 + cos(a));
    path.count = n;
    return path;
}

struct drive {
    kamm_line *line;
    kamm_plan *plan;
    kamm_driver driver;
    kamm_cars *cars;
    kamm_ground ground;
    int substeps;
    double call_s, held_mps, most_off_m, most_lean_rad, fastest_mps, slowest_mps;
};

static struct drive start(const kamm_vehicle_def *def, const kamm_path *path, double grip,
                          double friction)
{
    struct drive d = {.ground = kamm_flat_ground, .slowest_mps = INFINITY};
    kamm_error error = {0};
    d.ground.plane.friction = friction;
    d.cars = start_cars(def, 1);
    d.line = kamm_create_line(path, &error);
    if (!d.line) fail_msg("%s", error.text);
    d.plan = kamm_create_plan(d.line, kamm_model_of(d.cars, 0), grip * friction, &error);
    if (!d.plan) fail_msg("%s", error.text);
    d.driver = kamm_driver_on(d.plan, 0);
    d.substeps = (int)def->stepping.substeps_per_s / 60;
    d.call_s = d.substeps / def->stepping.substeps_per_s;
    return d;
}

static void place(struct drive *d, double speed)
{
    kamm_placement placement = kamm_driver_start(&d->driver);
    placement.speed_mps = speed;
    kamm_place(d->cars, 0, &placement);
    kamm_inputs(d->cars)[0].gear = KAMM_GEAR_DRIVE;
}

/* At a speed of the test's own. */
static void hold_speed(struct drive *d)
{
    kamm_input *input = &kamm_inputs(d->cars)[0];
    double off = d->held_mps - kamm_read(d->cars, 0, KAMM_CHANNEL_speed_mps);
    input->throttle = (float)fmin(fmax(0.05 + 0.3 * off, 0), 1), input->brake = 0;
}

/* Until that way is behind it. */
static void drive(struct drive *d, double way_m, double limit_s)
{
    for (double t = 0; t < limit_s && d->driver.driven_m < way_m; t += d->call_s) {
        kamm_drive_path(&d->driver, d->cars, 0, d->call_s);
        if (d->held_mps > 0) hold_speed(d);
        kamm_step(d->cars, &d->ground, d->substeps);
        double speed = kamm_read(d->cars, 0, KAMM_CHANNEL_speed_mps);
        d->most_off_m = fmax(d->most_off_m, fabs(d->driver.left_m));
        d->most_lean_rad =
            fmax(d->most_lean_rad, fabs(kamm_read(d->cars, 0, KAMM_CHANNEL_roll_rad)));
        d->fastest_mps = fmax(d->fastest_mps, speed), d->slowest_mps = fmin(d->slowest_mps, speed);
    }
    assert_int_equal(kamm_fault(d->cars, 0), 0);
    if (d->driver.driven_m < way_m)
        fail_msg("only %.1f m of %.1f m: off by %.2f m, lean %.2f rad", d->driver.driven_m, way_m,
                 d->most_off_m, d->most_lean_rad);
}

static void end(struct drive *d)
{
    end_cars(d->cars);
    kamm_destroy_plan(d->plan);
    kamm_destroy_line(d->line);
}

static void say(const char *what, double speed, const struct drive *d)
{
    print_message(
        "%s at %4.1f m/s: off by up to %.2f m, leans by up to %.2f rad, %.1f to %.1f m/s\n", what,
        speed, d->most_off_m, d->most_lean_rad, d->slowest_mps, d->fastest_mps);
}

static void it_changes_lanes_and_rides_a_slalom(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    for (int rate = 240; rate <= of_tier(240, 600); rate += 360)
        for (int kind = 0; kind < 2; ++kind)
            for (double speed = of_tier(kind ? 16 : 8, 8); speed < 50; speed *= of_tier(4, 2)) {
                const kamm_vehicle_def def = ridden_motorcycle(rate);
                double size_m = (kind ? 4.5 : 3) * speed;
                const kamm_path path = path_of(kind ? slalom : lane_change, size_m, POINTS, 6);
                struct drive d = start(&def, &path, 0.8, 1);
                place(&d, speed);
                d.held_mps = speed;
                drive(&d, 60 + 3 * size_m, 60);
                say(kind ? "slalom" : "lane change", speed, &d);
                expect_below(d.most_off_m, kind ? 1 : 0.5);
                expect_above(d.most_lean_rad, 0.1);
                end(&d);
            }
}

static void it_rides_laps(void **state)
{
    NOT_IN_QUICK_TESTS();
    const kamm_path path = circuit();
    (void)state;
    for (double friction = 1; friction > 0.3; friction -= 0.35 * of_tier(2, 1)) {
        const kamm_vehicle_def def = ridden_motorcycle(240);
        struct drive d = start(&def, &path, 0.6, friction);
        place(&d, 10);
        drive(&d, 1.2 * kamm_line_length_m(d.line), 200);
        say("circuit", 10, &d);
        expect_below(d.most_off_m, 1.2);
        expect_above(d.most_lean_rad, 0.4 * friction);
        end(&d);
    }
    const kamm_vehicle_def bicycle = ridden_bicycle(240);
    struct drive d = start(&bicycle, &path, 0.4, 1);
    place(&d, 5);
    drive(&d, 1.1 * kamm_line_length_m(d.line), 300);
    say("circuit, bicycle", 5, &d);
    expect_below(d.most_off_m, 1.2);
    end(&d);
}

/* From rest, to the end of an open line, where it stands on its feet. */
static void it_starts_and_stops_on_a_line(void **state)
{
    const kamm_path path = path_of(lane_change, 40, 60, 6);
    const kamm_vehicle_def def = ridden_motorcycle(240);
    struct drive d = start(&def, &path, 0.5, 1);
    (void)state;
    place(&d, 0);
    drive(&d, kamm_line_length_m(d.line) - 2, 60);
    say("from rest", 0, &d);
    for (int i = 0; i < 300; ++i) {
        kamm_drive_path(&d.driver, d.cars, 0, d.call_s);
        kamm_step(d.cars, &d.ground, d.substeps);
    }
    expect_below(d.most_off_m, 0.8);
    expect_above(d.fastest_mps, 15);
    expect_below(kamm_read(d.cars, 0, KAMM_CHANNEL_speed_mps), 0.3);
    expect_below(fabs(kamm_read(d.cars, 0, KAMM_CHANNEL_roll_rad)), 0.1);
    end(&d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_changes_lanes_and_rides_a_slalom),
        cmocka_unit_test(it_rides_laps),
        cmocka_unit_test(it_starts_and_stops_on_a_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
