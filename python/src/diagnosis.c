/* A vehicle's figures beside the usual ranges of its class. */
#include "core.h"

#include <kamm/io/diagnosis.h>

#include <stdlib.h>
#include <string.h>

static const char *const classes[] = {KAMM_MOTOR_CLASS_CHOICES(KAMM_WORD)};
enum { CLASSES = sizeof classes / sizeof *classes };

/* -1: to be guessed; -2: there is none of that name; raises. */
static int class_named(const char *word)
{
    if (!word) return -1;
    for (int i = 0; i < CLASSES; ++i)
        if (strcmp(word, classes[i]) == 0) return i;
    kamm_raise_unknown(word, classes, CLASSES, "class");
    return -2;
}

static PyObject *figures_of(const kamm_diagnosis *d)
{
    PyObject *list = PyList_New(d->count);
    for (int i = 0; list && i < d->count; ++i) {
        const kamm_diagnosed *f = &d->figures[i];
        PyObject *item = Py_BuildValue("(sdsddss)", f->name, f->value, f->unit, f->low, f->high,
                                       f->remark, f->doc);
        if (!item || PyList_SetItem(list, i, item) < 0) Py_CLEAR(list);
    }
    return list;
}

static PyObject *failures_of(const kamm_diagnosis *d)
{
    PyObject *list = PyList_New(d->failure_count);
    for (int i = 0; list && i < d->failure_count; ++i) {
        PyObject *item = PyUnicode_FromString(d->failures[i]);
        if (!item || PyList_SetItem(list, i, item) < 0) Py_CLEAR(list);
    }
    return list;
}

/* diagnose(vehicle, class or None): (class, [(name, value, unit, low, high, remark, doc)], [failure]). */
PyObject *kamm_diagnose_one_vehicle(PyObject *module, PyObject *args)
{
    const struct core *core = kamm_core_of(module);
    PyObject *vehicle;
    const char *word;
    if (!PyArg_ParseTuple(args, "O!z", core->vehicle, &vehicle, &word)) return NULL;
    int body = class_named(word);
    if (body < -1) return NULL;
    kamm_vehicle_def *def = malloc(sizeof *def); /* others may change theirs meanwhile */
    if (!def) return PyErr_NoMemory();
    *def = ((struct vehicle *)vehicle)->file->def;
    kamm_diagnosis found;
    kamm_error error;
    kamm_result result;
    Py_BEGIN_ALLOW_THREADS result = kamm_diagnose(def, body, &found, &error);
    Py_END_ALLOW_THREADS free(def);
    if (result) return kamm_raise(core, &error);
    return Py_BuildValue("(sNN)", classes[found.body], figures_of(&found), failures_of(&found));
}
