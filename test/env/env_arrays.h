/* Environments with the arrays of a caller, for the tests of this floor. */
#ifndef ENV_ARRAYS_H
#define ENV_ARRAYS_H

#include "support/cars.h"
#include "support/riding.h"
#include "support/trailers.h"

#include <kamm/env.h>
#include <math.h>
#include <string.h>

enum { MOST = 40, COLUMNS = 70, ACTIONS = 2 };

/* An env with its arrays. */
struct run {
    kamm_env *env;
    int count, columns, actions;
    float observations[MOST][COLUMNS], rewards[MOST], action[MOST][ACTIONS];
    uint8_t terminated[MOST], truncated[MOST];
};

static inline kamm_env_def def_of(kamm_env_task task, kamm_vehicle_def *vehicle,
                                  kamm_vehicle_def *trailer)
{
    int rides = task == KAMM_ENV_BALANCE || task == KAMM_ENV_TRIAL;
    *vehicle = task == KAMM_ENV_TRAILER ? towing_car() : kamm_default_vehicle();
    if (rides) *vehicle = machine_of_file("sport-1000");
    *trailer = caravan();
    vehicle->stepping.substeps_per_s = trailer->stepping.substeps_per_s = 150;
    return (kamm_env_def){.task = task,
                          .count = 1,
                          .vehicle = vehicle,
                          .trailer = trailer,
                          .rung = rides ? KAMM_FULL : KAMM_SINGLE_TRACK,
                          .max_steps = 60,
                          .track_seed = 5,
                          .opponents = 2};
}

static inline struct run *start(const kamm_env_def *def, uint64_t first_seed)
{
    static kamm_error error;
    uint64_t seeds[MOST];
    struct run *run = test_calloc(1, sizeof *run);
    run->env = kamm_create_env(def, &error);
    if (!run->env) fail_msg("%s", error.text);
    run->count = def->count;
    run->columns = kamm_env_observations(run->env), run->actions = kamm_env_actions(run->env);
    assert_true(run->columns <= COLUMNS && run->actions <= ACTIONS);
    for (int i = 0; i < run->count; ++i) seeds[i] = first_seed + (uint64_t)i;
    assert_int_equal(kamm_reset_env(run->env, seeds, NULL, run->observations[0], &error), KAMM_OK);
    return run;
}

static inline void end(struct run *run)
{
    kamm_destroy_env(run->env);
    test_free(run);
}

static inline void take_step(struct run *run)
{
    kamm_env_arrays arrays = {.observations = run->observations[0],
                              .rewards = run->rewards,
                              .terminated = run->terminated,
                              .truncated = run->truncated};
    assert_int_equal(kamm_step_env(run->env, run->action[0], &arrays, NULL), KAMM_OK);
}

/* Of environment i, without the room between rows that arrays of more columns would have. */
static inline const float *row_of(const struct run *run, int i)
{
    return &run->observations[0][0] + (size_t)i * (size_t)run->columns;
}

/* Steered by the tasks' own drivers, then a little askew, the same for each seed. */
static inline void choose(struct run *run, int step)
{
    kamm_env_advice(run->env, run->action[0]);
    float *action = run->action[0];
    for (int k = 0; k < run->count * run->actions; ++k) action[k] += 0.1f * (float)sin(0.1 * step);
}

static inline int column_of(const struct run *run, const char *name)
{
    const kamm_env_field *fields = kamm_env_observation_fields(run->env);
    for (int k = 0; k < run->columns; ++k)
        if (!strcmp(fields[k].name, name)) return k;
    return -1;
}

/* What a column says, in its unit. */
static inline double seen(const struct run *run, int i, const char *name)
{
    int column = column_of(run, name);
    return (double)row_of(run, i)[column] * kamm_env_observation_fields(run->env)[column].scale;
}

/* Number of figure NAME of environment i. */
static inline double figure_of(const struct run *run, int i, const char *name)
{
    double figures[MOST * 6];
    int count;
    const kamm_env_field *fields = kamm_env_figure_fields(run->env, &count);
    kamm_env_figures(run->env, figures);
    for (int k = 0; k < count; ++k)
        if (!strcmp(fields[k].name, name)) return figures[i * count + k];
    fail_msg("there is no figure %s", name);
    return NAN;
}

/* A channel of its own car. */
static inline double channel_of(const struct run *run, int i, kamm_channel channel)
{
    return kamm_read(kamm_env_cars(run->env), kamm_env_car(run->env, i), channel);
}

static inline double x_of(const struct run *run, int i)
{
    return channel_of(run, i, KAMM_CHANNEL_x_m);
}

static inline double y_of(const struct run *run, int i)
{
    return channel_of(run, i, KAMM_CHANNEL_y_m);
}

static inline double yaw_of(const struct run *run, int i)
{
    return channel_of(run, i, KAMM_CHANNEL_yaw_rad);
}

static inline double speed_of(const struct run *run, int i)
{
    return channel_of(run, i, KAMM_CHANNEL_forward_speed_mps);
}

/* By the columns of the heading against path, dock or bay. */
static inline double askew_of(const struct run *run, int i)
{
    return atan2(seen(run, i, "heading_sine"), seen(run, i, "heading_cosine"));
}

#endif
