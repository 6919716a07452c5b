/* A report of vehicles as an HTML file, and the limits of one. */
#include "lab.h"

#include <kamm/io/report.h>
#include <kamm/linear.h>

#include <stdio.h>
#include <stdlib.h>

/* In memory of its own: too much for the stack of a thread. */
struct report_job {
    struct lab_request request;
    kamm_vehicle_file cars[KAMM_MAX_REPORTED];
    int count;
};

static int is_stopped(void *user) { return kamm_is_lab_stopped(user); }

/* [(vehicle, whether its file tells its sources)] */
static int take_cars(const struct core *core, PyObject *list, struct report_job *job)
{
    job->count = (int)PyList_Size(list);
    if (job->count < 1 || job->count > KAMM_MAX_REPORTED) {
        PyErr_Format(PyExc_ValueError, "cars: %d vehicles; allowed: 1 to %d", job->count,
                     KAMM_MAX_REPORTED);
        return -1;
    }
    for (int i = 0; i < job->count; ++i) {
        PyObject *vehicle;
        int has_sources;
        if (!PyArg_ParseTuple(PyList_GetItem(list, i), "O!p", core->vehicle, &vehicle,
                              &has_sources))
            return -1;
        job->cars[i] = *((struct vehicle *)vehicle)->file;
        if (!has_sources) job->cars[i].path[0] = 0;
    }
    return 0;
}

/* The file is opened first, so that a wrong path is known at once. */
static int write_file(const struct core *core, PyObject *path, struct report_job *job)
{
    kamm_error error;
    kamm_result result;
    FILE *file = fopen(PyBytes_AsString(path), "w");
    if (!file) return PyErr_SetFromErrnoWithFilename(PyExc_OSError, PyBytes_AsString(path)), -1;
    job->request.options.is_stopped = is_stopped;
    job->request.options.user = &job->request;
    Py_BEGIN_ALLOW_THREADS result =
        kamm_write_report(job->cars, job->count, &job->request.options, file, &error);
    Py_END_ALLOW_THREADS int closed = fclose(file) == 0;
    if (result) return kamm_raise(core, &error), -1;
    if (closed) return 0;
    return PyErr_SetFromErrnoWithFilename(PyExc_OSError, PyBytes_AsString(path)), -1;
}

/* write_report(path, [(vehicle, has_sources)], rung, surface, stop); rung "": the highest one that takes each vehicle. */
PyObject *kamm_write_one_report(PyObject *module, PyObject *args)
{
    const struct core *core = kamm_core_of(module);
    struct report_job *job = calloc(1, sizeof *job);
    if (!job) return PyErr_NoMemory();
    struct lab_request *request = &job->request;
    PyObject *path = NULL, *cars;
    int is_written = 0;
    if (PyArg_ParseTuple(args, "O&O!sOO", PyUnicode_FSConverter, &path, &PyList_Type, &cars,
                         &request->rung, &request->surface_given, &request->stop_given)) {
        int is_highest = !*request->rung;
        if (is_highest) request->rung = "full";
        if (kamm_take_lab_request(core, request) == 0 && take_cars(core, cars, job) == 0) {
            if (is_highest) request->options.rung = KAMM_RUNG_NONE;
            is_written = write_file(core, path, job) == 0;
        }
    }
    Py_XDECREF(path);
    kamm_drop_lab_request(request);
    free(job);
    if (!is_written) return NULL;
    Py_RETURN_NONE;
}

/* -- Limits -- */

static kamm_result find_limits(const kamm_model *model, double friction, const Py_buffer *speeds,
                               const Py_buffer *points, kamm_error *error)
{
    kamm_ggv_point *to = points->buf;
    int count = (int)points->shape[1];
    for (Py_ssize_t i = 0; i < speeds->shape[0]; ++i) {
        kamm_result result = kamm_find_ggv(model, friction, ((const double *)speeds->buf)[i],
                                           to + i * count, count, error);
        if (result) return result;
    }
    return KAMM_OK;
}

/* A model of the vehicle, for as long as it takes. */
static void find_limits_of(const struct core *core, PyObject *vehicle, const char *rung_name,
                           double friction, const Py_buffer *speeds, const Py_buffer *points)
{
    kamm_error error;
    kamm_rung rung = kamm_rung_named(rung_name);
    if (rung == KAMM_RUNG_NONE) return;
    kamm_model *model = kamm_create_model(&((struct vehicle *)vehicle)->file->def, rung, &error);
    if (!model || find_limits(model, friction, speeds, points, &error)) kamm_raise(core, &error);
    kamm_destroy_model(model);
}

/* find_ggv(vehicle, rung, friction, speeds, points): float64 [n]; float64 [n, points, 3] to be written: lateral, accelerating, braking. */
PyObject *kamm_find_one_ggv(PyObject *module, PyObject *args)
{
    const struct core *core = kamm_core_of(module);
    PyObject *vehicle, *speeds_given, *points_given;
    const char *rung;
    double friction;
    Py_buffer speeds, points;
    Py_ssize_t count = -1;
    _Static_assert(sizeof(kamm_ggv_point) == 3 * sizeof(double), "points are three numbers");
    if (!PyArg_ParseTuple(args, "O!sdOO", core->vehicle, &vehicle, &rung, &friction, &speeds_given,
                          &points_given))
        return NULL;
    if (kamm_take_array(speeds_given, "speed_mps", "d", 1, &count, 0, &speeds) < 0) return NULL;
    Py_ssize_t shape[3] = {count, -1, 3};
    if (kamm_take_array(points_given, "points", "d", 3, shape, 1, &points) == 0) {
        find_limits_of(core, vehicle, rung, friction, &speeds, &points);
        PyBuffer_Release(&points);
    }
    PyBuffer_Release(&speeds);
    if (PyErr_Occurred()) return NULL;
    Py_RETURN_NONE;
}
