/* What a report measures: the quick road tests, and steady turns on a circle of 100 m radius (ISO 4138). */
#include "lab/car_report.h"

#include <kamm/linear.h>
#include <math.h>
#include <string.h>

#define GRAVITY_MPS2 9.80665
static const double radius_m = 100, lateral_step_mps2 = 0.5, most_lateral_mps2 = 15;

static void add(struct run_line *line, double x, double y)
{
    if (line->count < RUN_POINTS) line->x[line->count] = x, line->y[line->count++] = y;
}

/* -- Road tests -- */

/* The next point of a run: dense at first, then 2 % later each, so that a long run has room. */
static double next_s(const struct run_line *line)
{
    double last = line->count ? line->x[line->count - 1] : -1;
    return last < 0 ? 0 : last + fmax(0.05, 0.02 * last);
}

struct observer {
    struct reported_car *car;
    const kamm_test_options *options;
};

static void note_speed(const kamm_cars *cars, int car, double time_s, void *user)
{
    struct run_line *line = &((struct observer *)user)->car->speed;
    if (time_s >= next_s(line))
        add(line, time_s, 3.6 * kamm_read(cars, car, KAMM_CHANNEL_forward_speed_mps));
}

static int ask(void *user)
{
    const kamm_test_options *options = ((struct observer *)user)->options;
    return options && options->is_stopped && options->is_stopped(options->user);
}

static kamm_result run_test(struct reported_car *car, const kamm_road_test *test,
                            const kamm_test_options *options, kamm_error *error)
{
    struct observer observer = {car, options};
    struct reported_test *reported = &car->tests[car->test_count++];
    kamm_test_options own = {.surface = options ? options->surface : NULL,
                             .rung = car->info.rung,
                             .is_stopped = ask,
                             .user = &observer};
    if (strcmp(test->name, "accel") == 0) own.at_row = note_speed;
    reported->result.test = test;
    kamm_result result =
        kamm_run_test(test->name, car->file, &own, &reported->result, &reported->error);
    reported->has_result = result == KAMM_OK;
    if (result != KAMM_ERROR_STOPPED && result != KAMM_ERROR_MEMORY) return KAMM_OK;
    if (error) *error = reported->error;
    return result;
}

static kamm_result run_tests(struct reported_car *car, const kamm_test_options *options,
                             kamm_error *error)
{
    int has_two = kamm_rides_on_two_wheels(&car->file->def);
    int count = has_two ? kamm_two_wheeler_test_count() : kamm_road_test_count();
    kamm_result result = KAMM_OK;
    for (int i = 0; i < count && car->test_count < REPORTED_TESTS && !result; ++i) {
        const kamm_road_test *test = has_two ? kamm_two_wheeler_test_at(i) : kamm_road_test_at(i);
        if (kamm_is_quick_figure(test->name, NULL)) result = run_test(car, test, options, error);
    }
    return result;
}

/* -- Steady turns -- */

/* Turns ever faster, until the car holds the circle no more. */
static void turn(struct reported_car *car)
{
    double most_mps2 = fmin(most_lateral_mps2, pow(car->info.top_speed_mps, 2) / radius_m);
    for (int i = 1; i * lateral_step_mps2 <= most_mps2; ++i) {
        double lateral_mps2 = i * lateral_step_mps2;
        kamm_trim_target target = {.speed_mps = sqrt(lateral_mps2 * radius_m),
                                   .lateral_mps2 = lateral_mps2};
        kamm_trim_result result;
        kamm_cars *cars = kamm_trim(car->model, &kamm_flat_ground, &target, &result, NULL);
        if (!cars) return;
        kamm_destroy_cars(cars);
        double steer_rad = (double)result.input.steering_wheel_rad / car->info.steering_ratio;
        add(&car->steer, lateral_mps2 / GRAVITY_MPS2, steer_rad * 180 / 3.14159265358979);
    }
}

/* -- All -- */

static kamm_model *compile(const kamm_vehicle_def *def, const kamm_test_options *options,
                           kamm_error *error)
{
    if (options && options->rung) return kamm_create_model(def, options->rung, error);
    kamm_model *model = kamm_create_model(def, KAMM_RUNG_DEFAULT, error);
    for (int rung = KAMM_RUNG_COUNT - 1; rung >= 1 && !model; --rung)
        model = kamm_create_model(def, (kamm_rung)rung, NULL);
    return model;
}

kamm_result kamm_judge_reported(struct reported_car *car, const kamm_test_options *options,
                                int body, kamm_error *error)
{
    car->model = compile(&car->file->def, options, error);
    if (!car->model) return error->code;
    car->info = kamm_describe(car->model);
    car->has_diagnosis = kamm_diagnose(&car->file->def, body, &car->diagnosis, NULL) == KAMM_OK;
    return KAMM_OK;
}

kamm_result kamm_measure_reported(struct reported_car *car, const kamm_test_options *options,
                                  kamm_error *error)
{
    kamm_result result = kamm_judge_reported(car, options, -1, error);
    if (result == KAMM_OK) result = run_tests(car, options, error);
    if (result == KAMM_OK && !kamm_rides_on_two_wheels(&car->file->def)) turn(car);
    return result;
}
