/* Rollouts: each car of a batch from its start through inputs of its own to what is read of it on the way. */
#include "../base/error.h"
#include "../base/float_mode.h"
#include "external_forces.h"
#include "readings.h"
#include "tasks.h"
#include "usual.h"

#include <kamm/batch.h>

enum { INPUTS = sizeof(kamm_input) / sizeof(float) };

struct rollout {
    kamm_cars *cars;
    const kamm_ground *ground;
    const kamm_rollout_def *def;
    double *outputs;
    int input[INPUTS];
    struct reading readings[KAMM_MAX_ROLLOUT_CHANNELS];
};

/* -- What is asked for -- */
static kamm_result read_names(struct rollout *r, kamm_error *error)
{
    const kamm_rollout_def *def = r->def;
    for (int i = 0; i < def->input_count; ++i) {
        kamm_result result = kamm_find_input(def->inputs[i], &r->input[i], error);
        if (!result) result = kamm_check_obeyed(r->cars, r->input[i], error);
        if (result) return result;
    }
    return kamm_find_readings(r->cars, def->channels, def->channel_count, r->readings, error);
}

static kamm_result check_size(const char *what, int count, int min, int max, kamm_error *error)
{
    if (count >= min && count <= max) return KAMM_OK;
    return kamm_fail(error, KAMM_ERROR_RANGE, what, "rollout: %s %d; allowed: %d to %d", what,
                     count, min, max);
}

static kamm_result check_starts(const kamm_cars *cars, const kamm_rollout_def *def,
                                kamm_error *error)
{
    for (int car = 0; def->from && def->starts && car < cars->count; ++car)
        if (def->starts[car] < 0 || def->starts[car] >= def->from->count)
            return kamm_fail(error, KAMM_ERROR_RANGE, "starts",
                             "rollout: starts[%d] is car %d; there are %d, counted from 0", car,
                             (int)def->starts[car], def->from->count);
    return KAMM_OK;
}

static kamm_result check(struct rollout *r, kamm_error *error)
{
    const kamm_rollout_def *def = r->def;
    kamm_result result = check_size("steps", def->steps, 1, 1 << 24, error);
    if (!result) result = check_size("substeps", def->substeps, 1, 1 << 24, error);
    if (!result) result = check_size("input_count", def->input_count, 0, INPUTS, error);
    if (!result)
        result =
            check_size("channel_count", def->channel_count, 0, KAMM_MAX_ROLLOUT_CHANNELS, error);
    if (!result) result = check_starts(r->cars, def, error);
    return result ? result : read_names(r, error);
}

/* -- The drive -- */
static void put_inputs(const struct rollout *r, int car, int step)
{
    const kamm_rollout_def *def = r->def;
    size_t row = (size_t)car * (size_t)def->steps + (size_t)step;
    const float *values = def->values + row * (size_t)def->input_count;
    float *inputs = (float *)&r->cars->inputs[car];
    for (int i = 0; i < def->input_count; ++i) inputs[r->input[i]] = values[i];
}

static void read_channels(const struct rollout *r, const kamm_cars *cars, int car, int step)
{
    const kamm_rollout_def *def = r->def;
    size_t row = (size_t)car * (size_t)def->steps + (size_t)step;
    kamm_read_row(cars, car, r->readings, def->channel_count,
                  r->outputs + row * (size_t)def->channel_count);
}

/* A block goes through all of its steps at once, so that its cars stay in the cache and no thread waits: each block
 * has a clock of its own. */
static void roll_block(void *context, int block)
{
    const struct rollout *r = context;
    const kamm_rollout_def *def = r->def;
    kamm_cars cars = *r->cars;
    int first = block * KAMM_BLOCK, end = first + KAMM_BLOCK;
    if (end > cars.count) end = cars.count;
    for (int car = first; def->from && car < end; ++car)
        kamm_copy_car(def->from, def->starts ? def->starts[car] : 0, &cars, car);
    for (int step = 0; step < def->steps; ++step) {
        for (int car = first; car < end && def->input_count; ++car) put_inputs(r, car, step);
        kamm_step_block(&cars, block, r->ground, def->substeps);
        cars.substeps += (uint64_t)def->substeps;
        for (int car = first; car < end && def->channel_count; ++car)
            read_channels(r, &cars, car, step);
    }
}

kamm_result kamm_rollout(kamm_cars *cars, const kamm_ground *ground, const kamm_rollout_def *def,
                         double *outputs, kamm_error *error)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_ALIVE_WITH(error, cars, KAMM_ERROR_MISUSE);
    KAMM_REQUIRE_WITH(error, kamm_cars_are_their_own(cars), KAMM_ERROR_MISUSE);
    KAMM_REQUIRE_WITH(error, ground && def, KAMM_ERROR_MISUSE);
    if (def->from) KAMM_REQUIRE_ALIVE_WITH(error, def->from, KAMM_ERROR_MISUSE);
    KAMM_REQUIRE_WITH(error, def->from != cars, KAMM_ERROR_MISUSE);
    KAMM_REQUIRE_WITH(error, !def->input_count || (def->inputs && def->values), KAMM_ERROR_MISUSE);
    KAMM_REQUIRE_WITH(error, !def->channel_count || (def->channels && outputs), KAMM_ERROR_MISUSE);
    KAMM_REQUIRE_WITH(error, !def->from || def->from->rung == cars->rung, KAMM_ERROR_MISUSE);
    KAMM_REQUIRE_WITH(error, !def->from || kamm_layouts_are_alike(def->from->layout, cars->layout),
                      KAMM_ERROR_MISUSE);
    kamm_ground completed;
    ground = kamm_usual_ground(ground, &completed);
    struct rollout r = {.cars = cars, .ground = ground, .def = def, .outputs = outputs};
    kamm_result result = check(&r, error);
    if (result) return result;
    if (def->from) cars->substeps = def->from->substeps;
    kamm_run_each(def->run, def->user, cars->blocks, roll_block, &r);
    cars->substeps += (uint64_t)def->steps * (uint64_t)def->substeps;
    kamm_end_forces(cars);
    return KAMM_OK;
}
