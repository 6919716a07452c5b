/* Road tests with the rows of the run that gives their figures: of all its cars, at each action of the drivers. So figures are
 * computed again from channels, by what the standards say. */
#ifndef RECORDED_H
#define RECORDED_H

#include "support/cars.h"

#include <kamm/io/lab.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { KEPT_CHANNELS = 8, KEPT_WHEEL_CHANNELS = 4 };

struct recorded {
    /* What is kept; given. */
    kamm_channel channels[KEPT_CHANNELS];
    kamm_wheel_channel wheel_channels[KEPT_WHEEL_CHANNELS];
    int channel_count, wheel_channel_count;
    const char *world; /* of a test that takes one */
    /* What is found. */
    int cars, wheels, width, rows, room;
    double *time_s, *values; /* [rows][cars][width] */
    kamm_test_result result;
};

#define KEEPS(...)             \
    .channels = {__VA_ARGS__}, \
    .channel_count = sizeof((kamm_channel[]){__VA_ARGS__}) / sizeof(kamm_channel)
#define KEEPS_OF_WHEELS(...)         \
    .wheel_channels = {__VA_ARGS__}, \
    .wheel_channel_count =           \
        sizeof((kamm_wheel_channel[]){__VA_ARGS__}) / sizeof(kamm_wheel_channel)

static inline void make_room(struct recorded *r)
{
    if (r->rows < r->room) return;
    r->room = r->room ? 2 * r->room : 1024;
    r->time_s = realloc(r->time_s, (size_t)r->room * sizeof *r->time_s);
    r->values =
        realloc(r->values, (size_t)r->room * (size_t)(r->cars * r->width) * sizeof *r->values);
    assert_true(r->time_s && r->values);
}

static inline void keep_row(const kamm_cars *cars, int recorded_car, double time_s, void *user)
{
    struct recorded *r = user;
    (void)recorded_car;
    if (time_s == 0) {
        free(r->time_s), free(r->values);
        r->time_s = r->values = NULL, r->rows = r->room = 0;
        r->cars = kamm_count(cars);
        r->wheels = r->wheel_channel_count ? wheels_of(cars, 0) : 0;
        r->width = r->channel_count + r->wheels * r->wheel_channel_count;
    }
    make_room(r);
    double *to = r->values + (size_t)r->rows * (size_t)(r->cars * r->width);
    r->time_s[r->rows++] = time_s;
    for (int car = 0; car < r->cars; ++car) {
        for (int k = 0; k < r->channel_count; ++k) *to++ = kamm_read(cars, car, r->channels[k]);
        for (int w = 0; w < r->wheels; ++w)
            for (int k = 0; k < r->wheel_channel_count; ++k)
                *to++ = kamm_read_wheel(cars, car, w, r->wheel_channels[k]);
    }
}

/* Runs the test, a row at each action of the drivers. */
static inline void record(struct recorded *r, const char *test, const kamm_vehicle_def *def,
                          kamm_rung rung, double substeps_per_s)
{
    kamm_vehicle_file file = {.id = "test-car", .def = *def};
    const kamm_test_options options = {.rung = rung,
                                       .world = r->world,
                                       .substeps_per_s = substeps_per_s,
                                       .csv_interval_s = 1e-9,
                                       .at_row = keep_row,
                                       .user = r};
    kamm_error error;
    if (kamm_run_test(test, &file, &options, &r->result, &error)) fail_msg("%s", error.text);
    assert_true(r->rows > 10);
}

/* The same of a shipped combination: channels are those of its first unit. */
static inline void record_combination(struct recorded *r, const char *test, const char *name,
                                      kamm_rung rung, double substeps_per_s)
{
    kamm_combination_file file;
    const kamm_test_options options = {.rung = rung,
                                       .substeps_per_s = substeps_per_s,
                                       .csv_interval_s = 1e-9,
                                       .at_row = keep_row,
                                       .user = r};
    kamm_error error;
    if (kamm_load_combination(name, &file, NULL, &error) ||
        kamm_run_combination_test(test, &file, &options, &r->result, &error))
        fail_msg("%s", error.text);
    kamm_destroy_combination_file(&file);
    assert_true(r->rows > 10);
}

static inline void forget(struct recorded *r) { free(r->time_s), free(r->values); }

static inline const double *row_of_car(const struct recorded *r, int row, int car)
{
    assert_true(row >= 0 && row < r->rows && car >= 0 && car < r->cars);
    return r->values + ((size_t)row * (size_t)r->cars + (size_t)car) * (size_t)r->width;
}

static inline double at(const struct recorded *r, int row, int car, kamm_channel channel)
{
    int k = 0;
    while (k < r->channel_count && r->channels[k] != channel) ++k;
    assert_true(k < r->channel_count);
    return row_of_car(r, row, car)[k];
}

static inline double at_wheel(const struct recorded *r, int row, int car, int wheel,
                              kamm_wheel_channel channel)
{
    int k = 0;
    while (k < r->wheel_channel_count && r->wheel_channels[k] != channel) ++k;
    assert_true(k < r->wheel_channel_count);
    return row_of_car(r, row, car)[r->channel_count + wheel * r->wheel_channel_count + k];
}

/* Time between two rows. */
static inline double tick_of(const struct recorded *r) { return r->time_s[1] - r->time_s[0]; }

/* The last row up to that time. */
static inline int row_at(const struct recorded *r, double time_s)
{
    int row = 0;
    while (row + 1 < r->rows && r->time_s[row + 1] <= time_s + 1e-9) ++row;
    return row;
}

/* When a channel first passes a level, upwards or downwards, from a row on, by a line from one row to the next; NaN: never. */
static inline double passes_s(const struct recorded *r, int car, kamm_channel channel, double level,
                              int from)
{
    for (int row = from + 1; row < r->rows; ++row) {
        double a = at(r, row - 1, car, channel) - level, b = at(r, row, car, channel) - level;
        if ((a < 0) == (b < 0)) continue;
        return r->time_s[row - 1] + (r->time_s[row] - r->time_s[row - 1]) * a / (a - b);
    }
    return NAN;
}

/* The figure that the test reports; not a number where it was missed. */
static inline double figure_of(const struct recorded *r, const char *name)
{
    for (int i = 0; i < r->result.figure_count; ++i)
        if (strcmp(r->result.figures[i].name, name) == 0) return r->result.figures[i].value;
    fail_msg("there is no figure %s", name);
    return NAN;
}

#endif
