/* Linear models by central differences: the car itself in lane 0 of a batch, then two perturbed ones for each state and
 * input, one to each side. All are stepped at once. */
#include "../base/error.h"
#include "../base/float_mode.h"
#include "../base/quaternion.h"
#include "cars.h"
#include "readings.h"

#include <kamm/batch.h>
#include <kamm/linear.h>
#include <math.h>
#include <string.h>

/* -- States -- */
static const double default_steps[] = {1e-3, 1e-4, 1e-2, 1e-3, 1e-3}; /* by their kind */
static const double default_input_step = 1e-3;

static double step_of(const kamm_linear_state *state)
{
    return state->step != 0 ? state->step : default_steps[state->kind];
}

static void body_velocity(const kamm_cars *cars, int car, double v[3])
{
    double position[3], q[4], back[4];
    for (size_t i = 0; i < 3; ++i)
        v[i] = kamm_kept(cars, car, STATE_NUMBER(car.velocity_x_mps) + i,
                         STATE_NUMBER(car.velocity_residual_x_mps) + i);
    kamm_body_frame(cars, car, position, q);
    kamm_conjugate(q, back);
    kamm_rotate(back, v, v);
}

static void put_body_velocity(kamm_cars *cars, int car, const double v[3])
{
    double position[3], q[4], world[3];
    kamm_body_frame(cars, car, position, q);
    kamm_rotate(q, v, world);
    for (size_t i = 0; i < 3; ++i)
        kamm_put_kept(cars, car, STATE_NUMBER(car.velocity_x_mps) + i,
                      STATE_NUMBER(car.velocity_residual_x_mps) + i, world[i]);
}

/* The one float of a RATE or ROW; NULL where the rung has none. */
static float *row_of(kamm_cars *cars, int car, const kamm_linear_state *state)
{
    int block = car / KAMM_BLOCK, is_rate = state->kind == KAMM_LINEAR_RATE;
    float *row = kamm_state_row(
        cars, block, is_rate ? KAMM_ROW_CAR : state->row, is_rate ? 0 : state->item,
        is_rate ? (int)STATE_NUMBER(car.roll_rate_radps) + state->axis : state->field);
    return row ? row + car % KAMM_BLOCK : NULL;
}

static void move_frame(kamm_cars *cars, int car, const kamm_linear_state *state, double by)
{
    double position[3], q[4], turn[4], v[3], move[3] = {0};
    kamm_body_frame(cars, car, position, q);
    body_velocity(cars, car, v);
    move[state->axis] = by;
    kamm_rotate(q, move, move);
    if (state->kind == KAMM_LINEAR_ROTATION) {
        kamm_about_axis(state->axis, by, turn);
        kamm_multiply(q, turn, q);
    } else {
        for (int i = 0; i < 3; ++i) position[i] += move[i];
    }
    const struct car moved = kamm_car_of(cars, car);
    kamm_put_frame(&moved, position, q);
    put_body_velocity(cars, car, v);
}

/* Perturbs a car; returns by how much, as a float may not hold all of it. */
static double perturb(kamm_cars *cars, int car, const kamm_linear_state *state, double by)
{
    double v[3];
    float *row, before;
    switch (state->kind) {
    case KAMM_LINEAR_POSITION:
    case KAMM_LINEAR_ROTATION: move_frame(cars, car, state, by); return by;
    case KAMM_LINEAR_VELOCITY:
        body_velocity(cars, car, v);
        v[state->axis] += by;
        put_body_velocity(cars, car, v);
        return by;
    case KAMM_LINEAR_RATE:
    case KAMM_LINEAR_ROW: break;
    }
    row = row_of(cars, car, state);
    before = *row;
    *row = (float)((double)before + by);
    return (double)*row - (double)before;
}

/* Place and attitude as the unperturbed car, which is car 0, sees them. */
static double frame_value(const kamm_cars *cars, int car, const kamm_linear_state *state)
{
    double base[3], base_q[4], position[3], q[4];
    kamm_body_frame(cars, 0, base, base_q);
    kamm_body_frame(cars, car, position, q);
    kamm_conjugate(base_q, base_q);
    if (state->kind == KAMM_LINEAR_ROTATION) {
        kamm_multiply(base_q, q, q);
        return 2 * q[1 + state->axis] * (q[0] < 0 ? -1 : 1);
    }
    for (int i = 0; i < 3; ++i) position[i] -= base[i];
    kamm_rotate(base_q, position, position);
    return position[state->axis];
}

static double value_of(kamm_cars *cars, int car, const kamm_linear_state *state)
{
    double v[3];
    switch (state->kind) {
    case KAMM_LINEAR_POSITION:
    case KAMM_LINEAR_ROTATION: return frame_value(cars, car, state);
    case KAMM_LINEAR_VELOCITY: body_velocity(cars, car, v); return v[state->axis];
    case KAMM_LINEAR_RATE:
    case KAMM_LINEAR_ROW: break;
    }
    return (double)*row_of(cars, car, state);
}

/* -- Inputs -- */
static float *input_of(kamm_cars *cars, int car, int input)
{
    return (float *)&cars->inputs[car] + input;
}

static double perturb_input(kamm_cars *cars, int car, const kamm_linear_input *input, double by)
{
    const kamm_field_info *field = &kamm_input_fields(NULL)[input->input];
    float *value = input_of(cars, car, input->input), before = *value;
    *value = (float)fmin(fmax((double)before + by, field->min), field->max);
    return (double)*value - (double)before;
}

/* -- Checks -- */
static kamm_result fail(kamm_error *error, const char *what, int index)
{
    return kamm_fail(error, KAMM_ERROR_RANGE, what, "linearise: %s %d is none that the car has",
                     what, index);
}

static int is_step(double step) { return step >= 0 && isfinite(step); }

static int has_row(kamm_cars *cars, const kamm_linear_state *state)
{
    int counts[] = {1, cars->rung->info.features & KAMM_FEATURE_TUMBLE ? BODY_POINTS : 0,
                    cars->layout->axles, cars->layout->wheels};
    int fields[4];
    kamm_car_state_fields(&fields[KAMM_ROW_CAR]);
    kamm_body_point_state_fields(&fields[KAMM_ROW_BODY_POINT]);
    kamm_axle_state_fields(&fields[KAMM_ROW_AXLE]);
    kamm_wheel_state_fields(&fields[KAMM_ROW_WHEEL]);
    int kind = (int)state->row;
    return kind >= 0 && kind < 4 && state->item >= 0 && state->item < counts[kind] &&
           state->field >= 0 && state->field < fields[kind] && row_of(cars, 0, state);
}

static kamm_result check(kamm_cars *cars, const kamm_linear_def *def, kamm_error *error)
{
    int inputs;
    kamm_input_fields(&inputs);
    for (int i = 0; i < def->state_count; ++i) {
        const kamm_linear_state *state = &def->states[i];
        int is_row = state->kind == KAMM_LINEAR_ROW, kind = (int)state->kind;
        if (kind < 0 || kind > KAMM_LINEAR_ROW || !is_step(state->step) ||
            (!is_row && (state->axis < 0 || state->axis > 2)) || (is_row && !has_row(cars, state)))
            return fail(error, "state", i);
    }
    for (int i = 0; i < def->input_count; ++i)
        if (def->inputs[i].input < 0 || def->inputs[i].input >= inputs ||
            !is_step(def->inputs[i].step))
            return fail(error, "input", i);
    for (int i = 0; i < def->input_count; ++i)
        if (kamm_check_obeyed(cars, def->inputs[i].input, error)) return KAMM_ERROR_RANGE;
    for (int i = 0; i < def->output_count; ++i)
        if ((int)def->outputs[i] < 0 || def->outputs[i] >= KAMM_CHANNEL_COUNT)
            return fail(error, "output", i);
    if (def->substeps > 0) return KAMM_OK;
    return kamm_fail(error, KAMM_ERROR_RANGE, "substeps",
                     "linearise: %d substeps; 1 or more are needed", (int)def->substeps);
}

/* -- Columns -- */
/* Fills in the difference of the two cars of a column, divided by their perturbation. */
static void fill_column(kamm_cars *cars, const kamm_linear_def *def, int column, double apart,
                        double *states, double *outputs, int stride)
{
    int plus = 1 + 2 * column, minus = plus + 1;
    for (int i = 0; states && i < def->state_count; ++i)
        states[i * stride] =
            (value_of(cars, plus, &def->states[i]) - value_of(cars, minus, &def->states[i])) /
            apart;
    for (int i = 0; outputs && i < def->output_count; ++i)
        outputs[i * stride] =
            (kamm_read(cars, plus, def->outputs[i]) - kamm_read(cars, minus, def->outputs[i])) /
            apart;
}

static void perturb_all(kamm_cars *cars, const kamm_linear_def *def, double *apart)
{
    for (int i = 0; i < def->state_count; ++i) {
        const kamm_linear_state *state = &def->states[i];
        apart[i] = perturb(cars, 1 + 2 * i, state, step_of(state)) -
                   perturb(cars, 2 + 2 * i, state, -step_of(state));
    }
    for (int i = 0; i < def->input_count; ++i) {
        const kamm_linear_input *input = &def->inputs[i];
        double step = input->step != 0 ? input->step : default_input_step;
        int column = def->state_count + i;
        apart[column] = perturb_input(cars, 1 + 2 * column, input, step) -
                        perturb_input(cars, 2 + 2 * column, input, -step);
    }
}

static kamm_result step_all(kamm_cars *cars, const kamm_ground *ground, const kamm_linear_def *def,
                            const double *apart, kamm_error *error)
{
    int columns = def->state_count + def->input_count;
    for (int i = 0; i < columns; ++i)
        if (!(apart[i] > 0))
            return kamm_fail(error, KAMM_ERROR_RANGE, "step",
                             "linearise: the step of %s %d is too small for a float",
                             i < def->state_count ? "state" : "input",
                             i < def->state_count ? i : i - (int)def->state_count);
    kamm_step(cars, ground, def->substeps);
    for (int car = 0; car < cars->count; ++car)
        if (kamm_fault(cars, car) & KAMM_FAULT_NUMERIC)
            return kamm_fail(error, KAMM_ERROR_RANGE, "",
                             "linearise: a perturbed car had a numeric fault");
    return KAMM_OK;
}

kamm_result kamm_linearise(const kamm_cars *cars, int car, const kamm_ground *ground,
                           const kamm_linear_def *def, double *a, double *b, double *c, double *d,
                           kamm_error *error)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_ALIVE_WITH(error, cars, KAMM_ERROR_MISUSE);
    KAMM_REQUIRE_WITH(error, ground && def, KAMM_ERROR_MISUSE);
    KAMM_REQUIRE_WITH(error, car >= 0 && car < cars->count, KAMM_ERROR_MISUSE);
    KAMM_REQUIRE_WITH(error,
                      def->state_count >= 0 && def->input_count >= 0 && def->output_count >= 0,
                      KAMM_ERROR_MISUSE);
    int columns = def->state_count + def->input_count, states = def->state_count;
    kamm_cars *lanes = kamm_create_cars(kamm_model_at(cars, car), 1 + 2 * columns, error);
    double *apart = kamm_allocate_array((size_t)columns + 1, sizeof *apart);
    kamm_result result = KAMM_ERROR_MEMORY;
    if (lanes && apart) {
        lanes->substeps = cars->substeps;
        for (int i = 0; i < lanes->count; ++i) kamm_copy_car(cars, car, lanes, i);
        for (int i = 0; i < lanes->blocks; ++i)
            lanes->stale[i] = UINT16_MAX; /* each asks for the ground where it is */
        result = check(lanes, def, error);
        if (!result) perturb_all(lanes, def, apart);
        if (!result) result = step_all(lanes, ground, def, apart, error);
    } else {
        kamm_fail(error, KAMM_ERROR_MEMORY, "", "linearise: out of memory");
    }
    for (int i = 0; !result && i < columns; ++i) {
        int is_state = i < states, at = is_state ? i : i - states;
        double *x = is_state ? a : b, *y = is_state ? c : d;
        fill_column(lanes, def, i, apart[i], x ? x + at : NULL, y ? y + at : NULL,
                    is_state ? states : (int)def->input_count);
    }
    kamm_destroy_cars(lanes);
    kamm_release(apart);
    return result;
}
