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

/* evaluate_tyre(bytes, in_path, out_path): the tables of `kamm tyre --eval`. */
PyObject *kamm_evaluate_one_tyre(PyObject *module, PyObject *args)
{
    const char *bytes, *in_path, *out_path;
    Py_ssize_t size;
    if (!PyArg_ParseTuple(args, "y#ss", &bytes, &size, &in_path, &out_path)) return NULL;
    kamm_tyre_def tyre;
    kamm_error error;
    kamm_result result;
    if (size != sizeof tyre) {
        PyErr_SetString(PyExc_ValueError, "these bytes are a tyre of another version of Kamm");
        return NULL;
    }
    memcpy(&tyre, bytes, sizeof tyre);
    Py_BEGIN_ALLOW_THREADS result = kamm_tyre_evaluate_csv(&tyre, in_path, out_path, &error);
    Py_END_ALLOW_THREADS if (result) return kamm_raise(kamm_core_of(module), &error);
    Py_RETURN_NONE;
}
