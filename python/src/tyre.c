/* Tyres, of vehicles and of files, as bytes; forces of a table. */
#include "core.h"

#include <kamm/io/tyre_file.h>

#include <string.h>

/* (name, nominal load, speed of measurement, all of it as bytes). */
static PyObject *describe(const kamm_tyre_def *tyre)
{
    return Py_BuildValue("(sddy#)", tyre->name, tyre->nominal_load_n, tyre->test_speed_mps,
                         (const char *)tyre, (Py_ssize_t)sizeof *tyre);
}

/* load_tyre(name): a .tir file, a .json file of few numbers, or a name. */
PyObject *kamm_load_one_tyre(PyObject *module, PyObject *argument)
{
    kamm_tyre_def tyre;
    kamm_error error;
    const char *name = PyUnicode_AsUTF8AndSize(argument, NULL);
    if (!name) return NULL;
    if (kamm_load_tyre(name, &tyre, NULL, &error)) return kamm_raise(kamm_core_of(module), &error);
    return describe(&tyre);
}

/* tyre_of(vehicle, axle). */
PyObject *kamm_tyre_of_axle(PyObject *module, PyObject *args)
{
    PyObject *vehicle;
    int axle;
    if (!PyArg_ParseTuple(args, "O!i", kamm_core_of(module)->vehicle, &vehicle, &axle)) return NULL;
    const kamm_vehicle_def *def = &((struct vehicle *)vehicle)->file->def;
    if (axle >= 0 && axle < def->axles_count) return describe(&def->axles[axle].tyre);
    return PyErr_Format(PyExc_ValueError, "axle is %d; there are %d, counted from 0", axle,
                        (int)def->axles_count);
}

static kamm_result evaluate_rows(const kamm_tyre_def *tyre, const Py_buffer *in,
                                 const Py_buffer *forces, Py_ssize_t count, kamm_error *error)
{
    kamm_result result;
    Py_BEGIN_ALLOW_THREADS result =
        kamm_tyre_evaluate(tyre, (const double(*)[KAMM_TYRE_INPUTS])in->buf,
                           (double(*)[KAMM_TYRE_FORCES])forces->buf, (int)count, error);
    Py_END_ALLOW_THREADS return result;
}

/* evaluate_tyre(bytes, in float64 [n, 6], forces float64 [n, 5]), as kamm_tyre_evaluate. */
PyObject *kamm_evaluate_one_tyre(PyObject *module, PyObject *args)
{
    const char *bytes;
    PyObject *rows, *out;
    Py_ssize_t size, shape[2] = {-1, KAMM_TYRE_INPUTS};
    Py_buffer in, forces;
    kamm_tyre_def tyre;
    kamm_error error;
    if (!PyArg_ParseTuple(args, "y#OO", &bytes, &size, &rows, &out)) return NULL;
    if (size != sizeof tyre) {
        PyErr_SetString(PyExc_ValueError, "these bytes are a tyre of another version of Kamm");
        return NULL;
    }
    memcpy(&tyre, bytes, sizeof tyre);
    if (kamm_take_array(rows, "in", "d", 2, shape, 0, &in) < 0) return NULL;
    shape[1] = KAMM_TYRE_FORCES;
    kamm_result result = KAMM_OK;
    if (kamm_take_array(out, "forces", "d", 2, shape, 1, &forces) == 0) {
        result = evaluate_rows(&tyre, &in, &forces, shape[0], &error);
        PyBuffer_Release(&forces);
    }
    PyBuffer_Release(&in);
    if (result) return kamm_raise(kamm_core_of(module), &error);
    if (PyErr_Occurred()) return NULL;
    Py_RETURN_NONE;
}
