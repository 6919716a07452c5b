#include "core.h"

#include <string.h>

int kamm_take_names(PyObject *sequence, const char *what, struct names *names)
{
    *names = (struct names){0};
    if (PyUnicode_Check(sequence)) {
        PyErr_Format(PyExc_TypeError, "%s: wanted a sequence of str, got the str %R", what,
                     sequence);
        return -1;
    }
    names->tuple = PySequence_Tuple(sequence);
    if (!names->tuple) return -1;
    names->count = (int)PyTuple_Size(names->tuple);
    names->text = PyMem_Calloc((size_t)names->count + 1, sizeof *names->text);
    if (!names->text) PyErr_NoMemory();
    for (int i = 0; names->text && i < names->count; ++i) {
        PyObject *name = PyTuple_GetItem(names->tuple, i);
        if (!PyUnicode_Check(name))
            PyErr_Format(PyExc_TypeError, "%s[%d]: wanted a str, got %R", what, i, name);
        else
            names->text[i] = PyUnicode_AsUTF8AndSize(name, NULL);
        if (!names->text[i]) break;
    }
    if (!PyErr_Occurred()) return 0;
    kamm_drop_names(names);
    return -1;
}

void kamm_drop_names(struct names *names)
{
    PyMem_Free(names->text);
    Py_XDECREF(names->tuple);
    *names = (struct names){0};
}

void kamm_raise_unknown(const char *name, const char *const *names, int count, const char *what)
{
    PyObject *list = PyList_New(0), *error = NULL;
    for (int i = 0; list && i < count; ++i) {
        PyObject *each = PyUnicode_FromString(names[i]);
        if (!each || PyList_Append(list, each) < 0) Py_CLEAR(list);
        Py_XDECREF(each);
    }
    PyObject *fields = list ? PyImport_ImportModule("kamm.fields") : NULL;
    if (fields) error = PyObject_CallMethod(fields, "unknown", "sOs", name, list, what);
    if (error) PyErr_SetObject((PyObject *)Py_TYPE(error), error);
    Py_XDECREF(error);
    Py_XDECREF(fields);
    Py_XDECREF(list);
}

kamm_rung kamm_rung_named(const char *name)
{
    const kamm_rung_info *info = kamm_find_rung(name);
    if (info) return info->rung;
    const char *names[KAMM_RUNG_COUNT];
    for (int i = 0; i < KAMM_RUNG_COUNT; ++i)
        names[i] = kamm_describe_rung((kamm_rung)(1 + i))->name;
    kamm_raise_unknown(name, names, KAMM_RUNG_COUNT, "rung");
    return KAMM_RUNG_NONE;
}
