/* Sweeps into folders, and shards of them put together. */
#include "lab.h"

#include <stdlib.h>
#include <string.h>

#include <kamm/io/sweep.h>

/* (path, from, to, count, values or None). */
static int take_axis(PyObject *given, kamm_sweep_axis *axis)
{
    const char *path;
    PyObject *values;
    if (!PyArg_ParseTuple(given, "sddiO", &path, &axis->from, &axis->to, &axis->count, &values))
        return -1;
    if (strlen(path) >= sizeof axis->path) {
        PyErr_Format(PyExc_ValueError, "%s: longer than a path can be", path);
        return -1;
    }
    strcpy(axis->path, path);
    if (values == Py_None) return 0;
    Py_ssize_t count = PyList_Size(values);
    if (count > KAMM_MAX_SWEEP_VALUES) {
        PyErr_Format(PyExc_ValueError, "%s: %zd values in a list; allowed: 1 to %d", path, count,
                     KAMM_MAX_SWEEP_VALUES);
        return -1;
    }
    axis->is_list = 1;
    axis->count = (int32_t)count;
    for (Py_ssize_t i = 0; i < count; ++i)
        axis->list[i] = PyFloat_AsDouble(PyList_GetItem(values, i));
    return PyErr_Occurred() ? -1 : 0;
}

static int take_axes(PyObject *list, kamm_sweep_def *sweep)
{
    Py_ssize_t count = PyList_Size(list);
    if (count < 1 || count > KAMM_MAX_SWEEP_AXES) {
        PyErr_Format(PyExc_ValueError, "vary: %zd parameters; allowed: 1 to %d", count,
                     KAMM_MAX_SWEEP_AXES);
        return -1;
    }
    sweep->axis_count = (int32_t)count;
    for (Py_ssize_t i = 0; i < count; ++i)
        if (take_axis(PyList_GetItem(list, i), &sweep->axes[i]) < 0) return -1;
    return 0;
}

/* (runs, done, failed, missing). */
static PyObject *describe(const kamm_sweep_state *state)
{
    return Py_BuildValue("(iiis)", (int)state->runs, (int)state->done, (int)state->failed,
                         state->missing);
}

static int is_stopped(void *user) { return kamm_is_lab_stopped(user); }

static int count_runs(const kamm_sweep_state *state, void *user)
{
    kamm_count_lab_runs(user, state->done, state->runs);
    return 0;
}

/* What a sweep takes, in memory of its own: too much for the stack of a thread. */
struct job {
    kamm_sweep_def sweep;
    kamm_sweep_options options;
    kamm_sweep_state state;
    kamm_vehicle_file car;
    struct lab_request request;
};

static PyObject *drive(const struct core *core, struct job *job, const char *folder)
{
    kamm_error error;
    kamm_result outcome;
    job->sweep.car = &job->car;
    job->sweep.options = job->request.options;
    job->sweep.options.is_stopped = is_stopped;
    job->sweep.options.user = &job->request;
    job->options.progress = count_runs;
    job->options.user = &job->request;
    Py_BEGIN_ALLOW_THREADS outcome =
        kamm_run_sweep(&job->sweep, folder, &job->options, &job->state, &error);
    Py_END_ALLOW_THREADS return outcome ? kamm_raise(core, &error) : describe(&job->state);
}

/* run_sweep(test, vehicle, axes, samples, seed, shard, shards, threads, folder, rung, surface, world, substeps_per_s, stop). */
PyObject *kamm_run_one_sweep(PyObject *module, PyObject *args)
{
    const struct core *core = kamm_core_of(module);
    struct job *job = calloc(1, sizeof *job);
    if (!job) return PyErr_NoMemory();
    struct lab_request *request = &job->request;
    PyObject *vehicle, *axes, *state = NULL;
    const char *folder;
    if (PyArg_ParseTuple(args, "sO!O!iIiiissOzdO", &job->sweep.test, core->vehicle, &vehicle,
                         &PyList_Type, &axes, &job->sweep.sample_count, &job->sweep.seed,
                         &job->options.shard, &job->options.shard_count, &job->options.threads,
                         &folder, &request->rung, &request->surface_given, &request->world,
                         &request->options.substeps_per_s, &request->stop_given) &&
        take_axes(axes, &job->sweep) == 0 && kamm_take_lab_request(core, request) == 0 &&
        kamm_take_scenario(core, job->sweep.test, request) == 0) {
        job->car = *((struct vehicle *)vehicle)->file;
        state = drive(core, job, folder);
    }
    kamm_drop_lab_request(request);
    free(job);
    return state;
}

/* merge_sweeps(folders, out). */
PyObject *kamm_merge_all_sweeps(PyObject *module, PyObject *args)
{
    PyObject *folders;
    const char *out;
    struct names names;
    kamm_sweep_state *state = calloc(1, sizeof *state);
    if (!state) return PyErr_NoMemory();
    PyObject *merged = NULL;
    if (PyArg_ParseTuple(args, "Os", &folders, &out) &&
        kamm_take_names(folders, "folders", &names) == 0) {
        kamm_error error;
        kamm_result outcome;
        Py_BEGIN_ALLOW_THREADS outcome =
            kamm_merge_sweeps(names.text, names.count, out, state, &error);
        Py_END_ALLOW_THREADS merged =
            outcome ? kamm_raise(kamm_core_of(module), &error) : describe(state);
        kamm_drop_names(&names);
    }
    free(state);
    return merged;
}
