/* Linear models of the cars of a batch, and steady states for them to begin in. */
#include "batch.h"

#include <stdlib.h>
#include <string.h>

enum { MATRICES = 4 };

/* The arguments of linearise. */
struct linear_request {
    kamm_linear_def def;
    kamm_linear_state *states;
    kamm_linear_input *inputs;
    kamm_channel *outputs;
    Py_buffer cars, matrices[MATRICES]; /* a, b, c, d */
    int has_cars, taken;
    const struct batch *batch;
    const kamm_ground *ground;
    size_t sizes[MATRICES]; /* of a car */
    kamm_result *results;   /* of each car */
};

static void drop(struct linear_request *request)
{
    if (request->has_cars) PyBuffer_Release(&request->cars);
    for (int i = 0; i < request->taken; ++i) PyBuffer_Release(&request->matrices[i]);
    free(request->states);
    free(request->inputs);
    free(request->outputs);
    free(request->results);
}

static int take_lists(struct linear_request *request, PyObject *states, PyObject *inputs,
                      PyObject *outputs)
{
    Py_ssize_t counts[3] = {PyList_Size(states), PyList_Size(inputs), PyList_Size(outputs)};
    request->states = calloc((size_t)counts[0] + 1, sizeof *request->states);
    request->inputs = calloc((size_t)counts[1] + 1, sizeof *request->inputs);
    request->outputs = calloc((size_t)counts[2] + 1, sizeof *request->outputs);
    if (!request->states || !request->inputs || !request->outputs) return PyErr_NoMemory(), -1;
    for (Py_ssize_t i = 0; i < counts[0]; ++i) {
        kamm_linear_state *state = &request->states[i];
        int kind, axis, row, item, field;
        if (!PyArg_ParseTuple(PyList_GetItem(states, i), "iiiii", &kind, &axis, &row, &item,
                              &field))
            return -1;
        *state = (kamm_linear_state){(kamm_linear_kind)kind, axis, (kamm_state_row_kind)row, item,
                                     field};
    }
    for (Py_ssize_t i = 0; i < counts[1]; ++i)
        request->inputs[i].input = (int32_t)PyLong_AsLong(PyList_GetItem(inputs, i));
    for (Py_ssize_t i = 0; i < counts[2]; ++i)
        request->outputs[i] = (kamm_channel)PyLong_AsLong(PyList_GetItem(outputs, i));
    request->def.states = request->states, request->def.state_count = (int32_t)counts[0];
    request->def.inputs = request->inputs, request->def.input_count = (int32_t)counts[1];
    request->def.outputs = request->outputs, request->def.output_count = (int32_t)counts[2];
    return PyErr_Occurred() ? -1 : 0;
}

static int take_matrices(struct linear_request *request, PyObject *const *matrices)
{
    static const char *const names[MATRICES] = {"a", "b", "c", "d"};
    const kamm_linear_def *def = &request->def;
    Py_ssize_t count = request->cars.shape[0];
    const Py_ssize_t rows[] = {def->state_count, def->output_count};
    const Py_ssize_t columns[] = {def->state_count, def->input_count};
    for (int i = 0; i < MATRICES; ++i) {
        Py_ssize_t shape[3] = {count, rows[i / 2], columns[i % 2]};
        request->sizes[i] = (size_t)(shape[1] * shape[2]);
        if (kamm_take_array(matrices[i], names[i], "d", 3, shape, 1, &request->matrices[i]) < 0)
            return -1;
        ++request->taken;
    }
    request->results = calloc((size_t)count + 1, sizeof *request->results);
    return request->results ? 0 : (PyErr_NoMemory(), -1);
}

static kamm_result linearise_one(const struct linear_request *request, int index, kamm_error *error)
{
    double *to[MATRICES];
    int32_t car = ((const int32_t *)request->cars.buf)[index];
    for (int i = 0; i < MATRICES; ++i)
        to[i] = (double *)request->matrices[i].buf + request->sizes[i] * (size_t)index;
    return kamm_linearise(request->batch->cars, car, request->ground, &request->def, to[0], to[1],
                          to[2], to[3], error);
}

static void linearise_task(void *context, int index)
{
    struct linear_request *request = context;
    request->results[index] = linearise_one(request, index, NULL);
}

static void linearise_all(struct linear_request *request, const struct core *core)
{
    struct batch *batch = (struct batch *)request->batch;
    int count = (int)request->cars.shape[0];
    if (kamm_apply_expansions(batch, core) < 0) return;
    Py_BEGIN_ALLOW_THREADS struct task_runner runner =
        kamm_begin_tasks(count > 1 ? batch->threads : 1);
    kamm_push_inputs(batch);
    if (runner.run)
        runner.run(runner.user, count, linearise_task, request);
    else
        for (int i = 0; i < count; ++i) linearise_task(request, i);
    kamm_end_tasks(&runner);
    Py_END_ALLOW_THREADS for (int i = 0; i < count && !PyErr_Occurred(); ++i)
    {
        kamm_error error;
        if (request->results[i] && linearise_one(request, i, &error)) kamm_raise(core, &error);
    }
}

/* linearise(cars, states, inputs, outputs, substeps, a, b, c, d): int32 [k] of cars; lists of (kind, axis, row, item, field), of places
 * of inputs and of channels; float64 [k, rows, columns] to be written. */
PyObject *kamm_linearise_batch(PyObject *self, PyObject *args)
{
    struct batch *batch = batch_of(self);
    struct linear_request request = {.batch = batch};
    PyObject *cars, *states, *inputs, *outputs, *matrices[MATRICES];
    Py_ssize_t count = -1;
    if (!PyArg_ParseTuple(args, "OO!O!O!iOOOO", &cars, &PyList_Type, &states, &PyList_Type, &inputs,
                          &PyList_Type, &outputs, &request.def.substeps, &matrices[0], &matrices[1],
                          &matrices[2], &matrices[3]))
        return NULL;
    request.ground = &((struct world *)batch->ground_owner)->ground;
    request.has_cars = kamm_take_array(cars, "cars", "i", 1, &count, 0, &request.cars) == 0;
    if (request.has_cars && take_lists(&request, states, inputs, outputs) == 0 &&
        take_matrices(&request, matrices) == 0 && kamm_begin_call(batch) == 0) {
        linearise_all(&request, kamm_core_of_self(self));
        kamm_end_call(batch);
    }
    drop(&request);
    if (PyErr_Occurred()) return NULL;
    Py_RETURN_NONE;
}

static PyObject *trim_car(PyObject *self, int car, const kamm_trim_target *target)
{
    struct batch *batch = batch_of(self);
    const kamm_ground *ground = &((struct world *)batch->ground_owner)->ground;
    kamm_error error;
    kamm_trim_result found;
    kamm_cars *trimmed;
    Py_BEGIN_ALLOW_THREADS trimmed =
        kamm_trim(kamm_model_of(batch->cars, car), ground, target, &found, &error);
    if (trimmed) {
        kamm_push_inputs(batch);
        kamm_copy_car(trimmed, 0, batch->cars, car);
        kamm_pull_inputs(batch);
        kamm_destroy_cars(trimmed);
    }
    Py_END_ALLOW_THREADS if (!trimmed) return kamm_raise(kamm_core_of_self(self), &error);
    return Py_BuildValue("(ddddddd)", found.speed_mps, found.lateral_mps2, found.time_s,
                         found.speed_change_mps, found.lateral_change_mps2, found.longitudinal_mps2,
                         found.longitudinal_left_mps2);
}

/* trim(car, speed_mps, by_steering, steering_wheel_rad, lateral_mps2, gear, time_limit_s, longitudinal_mps2): (speed_mps, lateral_mps2, time_s,
 * speed_change_mps, lateral_change_mps2, longitudinal_mps2, longitudinal_left_mps2), with the car in that state. */
PyObject *kamm_trim_batch(PyObject *self, PyObject *args)
{
    struct batch *batch = batch_of(self);
    kamm_trim_target target = {0};
    int car;
    if (!PyArg_ParseTuple(args, "ididdidd", &car, &target.speed_mps, &target.by_steering,
                          &target.steering_wheel_rad, &target.lateral_mps2, &target.gear,
                          &target.time_limit_s, &target.longitudinal_mps2))
        return NULL;
    if (car < 0 || car >= batch->count)
        return PyErr_Format(PyExc_ValueError, "car is %d; there are %d, counted from 0", car,
                            batch->count);
    if (kamm_begin_call(batch) < 0) return NULL;
    PyObject *found = kamm_apply_expansions(batch, kamm_core_of_self(self)) == 0
                          ? trim_car(self, car, &target)
                          : NULL;
    kamm_end_call(batch);
    return found;
}
