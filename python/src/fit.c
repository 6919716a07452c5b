/* Fits of cars to logs and figures. */
#include "lab.h"

#include <stdlib.h>
#include <string.h>

#include <kamm/io/fit.h>

/* What a fit takes, in memory of its own: too much for the stack of a thread. */
struct fit_job {
    kamm_fit_def def;
    kamm_vehicle_file car;
    struct lab_request request;
};

static int is_stopped(void *user) { return kamm_is_lab_stopped(user); }

static int take_text(const char *text, char *to, size_t size)
{
    if (strlen(text) < size) {
        strcpy(to, text);
        return 0;
    }
    PyErr_Format(PyExc_ValueError, "%s: longer than a path can be", text);
    return -1;
}

static int check_count(const char *what, Py_ssize_t count, int most)
{
    if (count <= most) return 0;
    PyErr_Format(PyExc_ValueError, "%s: %zd; allowed: at most %d", what, count, most);
    return -1;
}

/* [(path, low, high, prior, spread)] */
static int take_parameters(PyObject *list, kamm_fit_def *def)
{
    if (check_count("vary", PyList_Size(list), KAMM_MAX_FIT_PARAMETERS) < 0) return -1;
    for (Py_ssize_t i = 0; i < PyList_Size(list); ++i) {
        const char *path;
        kamm_fit_parameter *to = &def->parameters[def->parameter_count++];
        if (!PyArg_ParseTuple(PyList_GetItem(list, i), "sdddd", &path, &to->low, &to->high,
                              &to->prior, &to->spread) ||
            take_text(path, to->path, sizeof to->path) < 0)
            return -1;
    }
    return 0;
}

/* [(path, columns, weight, is_check)], whose texts live as long as the list. */
static int take_sources(PyObject *list, kamm_fit_def *def)
{
    if (check_count("logs", PyList_Size(list), KAMM_MAX_FIT_SOURCES) < 0) return -1;
    for (Py_ssize_t i = 0; i < PyList_Size(list); ++i) {
        kamm_fit_source *to = &def->sources[def->source_count++];
        if (!PyArg_ParseTuple(PyList_GetItem(list, i), "ssdi", &to->path, &to->columns, &to->weight,
                              &to->is_check))
            return -1;
    }
    return 0;
}

/* [(name, noise)] */
static int take_channels(PyObject *list, kamm_fit_def *def)
{
    if (check_count("compare", PyList_Size(list), KAMM_MAX_FIT_CHANNELS) < 0) return -1;
    for (Py_ssize_t i = 0; i < PyList_Size(list); ++i) {
        const char *name;
        kamm_fit_channel *to = &def->channels[def->channel_count++];
        if (!PyArg_ParseTuple(PyList_GetItem(list, i), "sd", &name, &to->noise) ||
            take_text(name, to->name, sizeof to->name) < 0)
            return -1;
    }
    return 0;
}

static PyObject *describe_estimate(const kamm_fit_estimate *e)
{
    return Py_BuildValue("(ssddddd)", e->parameter.path, kamm_fit_verdict_word(e->verdict),
                         e->start, e->value, e->error, e->low95, e->high95);
}

static PyObject *describe_series(const kamm_fit_series *s)
{
    return Py_BuildValue("(ssiNNidddddddd)", s->name, s->unit, (int)s->source,
                         PyBool_FromLong(s->is_check), PyBool_FromLong(s->is_figure), (int)s->rows,
                         s->measured, s->before, s->after, s->rms_before, s->rms, s->noise,
                         s->autocorrelation, s->effective_rows);
}

static PyObject *append(PyObject *list, PyObject *item)
{
    if (!item || PyList_Append(list, item) < 0) Py_CLEAR(list);
    Py_XDECREF(item);
    return list;
}

/* The covariance's doubles, [parameters][parameters]. */
static PyObject *covariance_of(const kamm_fit_result *result)
{
    size_t row = (size_t)result->parameter_count * sizeof(double);
    PyObject *bytes =
        PyBytes_FromStringAndSize(NULL, (Py_ssize_t)(row * (size_t)result->parameter_count));
    for (int i = 0; bytes && i < result->parameter_count; ++i)
        memcpy(PyBytes_AsString(bytes) + (size_t)i * row, result->covariance[i], row);
    return bytes;
}

/* (estimates, series, covariance, evaluations, iterations, has_converged, notes). */
static PyObject *describe(const kamm_fit_result *result)
{
    PyObject *estimates = PyList_New(0), *series = PyList_New(0), *notes = PyList_New(0);
    for (int i = 0; estimates && i < result->parameter_count; ++i)
        estimates = append(estimates, describe_estimate(&result->parameters[i]));
    for (int i = 0; series && i < result->series_count; ++i)
        series = append(series, describe_series(&result->series[i]));
    for (int i = 0; notes && i < result->notes.count; ++i)
        notes = append(notes, PyUnicode_FromString(result->notes.text[i]));
    return Py_BuildValue("(NNNiiNN)", estimates, series, covariance_of(result),
                         (int)result->evaluations, (int)result->iterations,
                         PyBool_FromLong(result->has_converged), notes);
}

static void tell_progress(int32_t is_search, int32_t done, int32_t most, void *user)
{
    (void)is_search;
    kamm_count_lab_runs(user, done, most);
}

static PyObject *run(const struct core *core, struct fit_job *job)
{
    kamm_error error;
    kamm_fit_result *result;
    job->def.car = &job->car;
    job->def.rung = job->request.options.rung;
    job->def.surface = job->request.options.surface;
    job->def.is_stopped = is_stopped;
    job->def.progress = tell_progress;
    job->def.user = &job->request;
    Py_BEGIN_ALLOW_THREADS result = kamm_fit_car(&job->def, &error);
    Py_END_ALLOW_THREADS if (!result) return kamm_raise(core, &error);
    PyObject *found = describe(result);
    kamm_destroy_fit(result);
    return found;
}

/* fit(vehicle, parameters, sources, channels, from_s, to_s, search, seed, iterations, threads, rung, surface, stop). */
PyObject *kamm_fit_one_car(PyObject *module, PyObject *args)
{
    const struct core *core = kamm_core_of(module);
    struct fit_job *job = calloc(1, sizeof *job);
    if (!job) return PyErr_NoMemory();
    struct lab_request *request = &job->request;
    kamm_fit_def *def = &job->def;
    PyObject *vehicle, *parameters, *sources, *channels, *found = NULL;
    if (PyArg_ParseTuple(args, "O!O!O!O!ddiIiisOO", core->vehicle, &vehicle, &PyList_Type,
                         &parameters, &PyList_Type, &sources, &PyList_Type, &channels, &def->from_s,
                         &def->to_s, &def->search, &def->seed, &def->iterations, &def->threads,
                         &request->rung, &request->surface_given, &request->stop_given) &&
        take_parameters(parameters, def) == 0 && take_sources(sources, def) == 0 &&
        take_channels(channels, def) == 0 && kamm_take_lab_request(core, request) == 0) {
        job->car = *((struct vehicle *)vehicle)->file;
        found = run(core, job);
    }
    kamm_drop_lab_request(request);
    free(job);
    return found;
}
