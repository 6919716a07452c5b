/* Rollouts: the batch's cars from given states through inputs of their own. */
#include "batch.h"

/* The arguments of rollout. */
struct request {
    struct batch *from; /* NULL: as the cars are */
    int32_t steps, substeps;
    struct names inputs, channels;
    Py_buffer starts, values, out;
    int has_starts, has_values, has_out;
};

static void drop(struct request *request)
{
    if (request->has_starts) PyBuffer_Release(&request->starts);
    if (request->has_values) PyBuffer_Release(&request->values);
    if (request->has_out) PyBuffer_Release(&request->out);
    kamm_drop_names(&request->inputs);
    kamm_drop_names(&request->channels);
}

static int take(PyObject *self, PyObject *args, struct request *request)
{
    const struct batch *batch = batch_of(self);
    PyObject *from, *starts, *inputs, *values, *channels, *out;
    *request = (struct request){0};
    if (!PyArg_ParseTuple(args, "OOiiOOOO", &from, &starts, &request->steps, &request->substeps,
                          &inputs, &values, &channels, &out))
        return -1;
    if (from != Py_None && !PyObject_TypeCheck(from, kamm_core_of_self(self)->batch)) {
        PyErr_SetString(PyExc_TypeError, "from: wanted a batch or None");
        return -1;
    }
    request->from = from == Py_None ? NULL : batch_of(from);
    if (kamm_take_names(inputs, "inputs", &request->inputs) < 0) return -1;
    if (kamm_take_names(channels, "channels", &request->channels) < 0) return -1;
    Py_ssize_t count = batch->count;
    Py_ssize_t values_shape[3] = {count, request->steps, request->inputs.count};
    Py_ssize_t out_shape[3] = {count, request->steps, request->channels.count};
    if (starts != Py_None &&
        kamm_take_array(starts, "starts", "i", 1, &count, 0, &request->starts) < 0)
        return -1;
    request->has_starts = starts != Py_None;
    if (kamm_take_array(values, "inputs", "f", 3, values_shape, 0, &request->values) < 0) return -1;
    request->has_values = 1;
    if (kamm_take_array(out, "out", "d", 3, out_shape, 1, &request->out) < 0) return -1;
    request->has_out = 1;
    return 0;
}

static void drive(PyObject *self, const struct request *request)
{
    struct batch *batch = batch_of(self);
    const struct core *core = kamm_core_of_self(self);
    if (kamm_apply_expansions(batch, core) < 0) return;
    if (request->from && request->from->cars == batch->cars) {
        PyErr_SetString(PyExc_ValueError, "from: cars cannot start from themselves; give None");
        return;
    }
    kamm_error error;
    kamm_result result;
    Py_BEGIN_ALLOW_THREADS struct task_runner runner =
        kamm_begin_tasks(batch->count > KAMM_CARS_PER_BLOCK ? batch->threads : 1);
    kamm_push_inputs(batch);
    kamm_rollout_def def = {.from = request->from ? request->from->cars : NULL,
                            .starts = request->has_starts ? request->starts.buf : NULL,
                            .steps = request->steps,
                            .substeps = request->substeps,
                            .input_count = request->inputs.count,
                            .channel_count = request->channels.count,
                            .inputs = request->inputs.text,
                            .values = request->values.buf,
                            .channels = request->channels.text,
                            .run = runner.run,
                            .user = runner.user};
    const kamm_ground *ground = &((struct world *)batch->ground_owner)->ground;
    result = kamm_rollout(batch->cars, ground, &def, request->out.buf, &error);
    kamm_end_tasks(&runner);
    if (result == KAMM_OK) {
        if (request->from) batch->substeps = request->from->substeps;
        batch->substeps += (long long)request->steps * request->substeps;
        kamm_pull_inputs(batch);
    }
    Py_END_ALLOW_THREADS if (result != KAMM_OK) kamm_raise(core, &error);
}

PyObject *kamm_roll_batch(PyObject *self, PyObject *args)
{
    struct request request;
    struct batch *batch = batch_of(self);
    if (take(self, args, &request) == 0 && kamm_begin_stepping(batch) == 0) {
        int is_taken = !request.from || kamm_begin_call(request.from) == 0;
        if (is_taken) drive(self, &request);
        if (is_taken && request.from) kamm_end_call(request.from);
        kamm_end_call(batch);
    }
    drop(&request);
    if (PyErr_Occurred()) return NULL;
    Py_RETURN_NONE;
}
