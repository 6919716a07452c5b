/* The path's driver at all sizes: a car of L times the size on a path of L times the size plans the same and drives the same, in times that
 * are sqrt(L) as long (support/scales.h). */
/* KAMM_QUICK_TESTS leaves this out: it drives for long to measure. */
#include "support/rungs.h"
#include "support/scales.h"
#include "support/shipped.h"
#include "support/tier.h"

#include <kamm/driver.h>
#include <math.h>

enum { POINTS = 120 };
static const double pi = 3.14159265358979;

/* Bends of both hands on a road that is 10 m wide for an ordinary car. */
static kamm_line *circuit(double length)
{
    static double points_m[POINTS][2];
    for (int i = 0; i < POINTS; ++i) {
        double angle = 2 * pi * i / POINTS, r = 90 + 25 * cos(2 * angle) + 12 * sin(3 * angle);
        points_m[i][0] = length * r * cos(angle);
        points_m[i][1] = length * r * sin(angle);
    }
    kamm_path path = {.name = "circuit",
                      .count = POINTS,
                      .points_m = points_m,
                      .width_m = 10 * length,
                      .closed = 1};
    kamm_error error;
    kamm_line *line = kamm_create_line(&path, &error);
    if (!line) fail_msg("%s", error.text);
    return line;
}

struct lap {
    kamm_model *model;
    kamm_line *line;
    kamm_plan *plan;
    kamm_driver driver;
    kamm_cars *cars;
};

static struct lap start_lap(const kamm_vehicle_def *def, kamm_rung rung, double length)
{
    kamm_vehicle_def own = scaled_vehicle(def, length);
    kamm_error error;
    struct lap lap = {.model = compile_rung(&own, rung), .line = circuit(length)};
    lap.plan = kamm_create_plan(lap.line, lap.model, 0.8, &error);
    if (!lap.plan) fail_msg("%s", error.text);
    lap.driver = kamm_driver_on(lap.plan, 0);
    lap.cars = kamm_create_cars(lap.model, 1, NULL);
    kamm_placement start = kamm_driver_start(&lap.driver);
    kamm_place(lap.cars, 0, &start);
    return lap;
}

static void end_lap(struct lap *lap)
{
    kamm_destroy_cars(lap->cars);
    kamm_destroy_plan(lap->plan);
    kamm_destroy_line(lap->line);
    kamm_destroy_model(lap->model);
}

static void drive(struct lap *lap, int substeps)
{
    kamm_drive_path(&lap->driver, lap->cars, 0, substeps * kamm_describe(lap->model).substep_s);
    kamm_step(lap->cars, &kamm_flat_ground, substeps);
}

static void expect_same_path(const char *car, kamm_rung rung, double length, double seconds)
{
    kamm_vehicle_def def = shipped_def(shipped_number(car));
    def.stepping.substeps_per_s = allowed_rate(&def, 600);
    struct lap one = start_lap(&def, rung, 1), other = start_lap(&def, rung, length);
    double planned = kamm_planned_time_s(other.plan) / kamm_planned_time_s(one.plan);
    int substeps = 6, ticks = (int)(seconds * def.stepping.substeps_per_s / substeps);
    double apart_m = 0, aside_m = 0;
    expect_share(planned, sqrt(length), 1e-4);
    for (int i = 0; i < ticks; ++i) {
        double a[3], b[3];
        drive(&one, substeps);
        drive(&other, substeps);
        read_position(one.cars, 0, a);
        read_position(other.cars, 0, b);
        apart_m = fmax(apart_m, hypot(b[0] / length - a[0], b[1] / length - a[1]));
        aside_m = fmax(aside_m, fabs(other.driver.left_m / length - one.driver.left_m));
    }
    print_message("%s on %s, %g times the size: %.2g m aside, %.2g m apart after %.0f m\n", car,
                  rung_name(rung), length, aside_m, apart_m, one.driver.driven_m);
    expect_above(one.driver.driven_m, 10 * seconds);
    expect_below(aside_m, 1e-4 * one.driver.driven_m);
    expect_below(apart_m, 3e-4 * one.driver.driven_m); /* a shift may come a substep later */
    end_lap(&one);
    end_lap(&other);
}

static void all_sizes_drive_the_same_path(void **state)
{
    static const char *const cars[] = {"bmw-m3-e46", "nissan-micra", "ford-transit-minibus"};
    static const kamm_rung rungs[] = {KAMM_FULL, KAMM_DOUBLE_TRACK, KAMM_SINGLE_TRACK};
    static const double lengths[] = {0.1, 5};
    (void)state;
    for (int car = 0; car < of_tier(1, 3); ++car)
        for (int r = 0; r < 3; ++r)
            for (int l = 0; l < 2; ++l)
                if (in_long_tier() || r == l) expect_same_path(cars[car], rungs[r], lengths[l], 30);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_sizes_drive_the_same_path),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
