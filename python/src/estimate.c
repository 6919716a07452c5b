/* A vehicle file from the figures of a data sheet, or from the vehicle data of another program. */
#include "core.h"

#include <string.h>

#include <kamm/io/estimate.h>
#include <kamm/io/import.h>

static kamm_result set_facts(const struct names *names, kamm_vehicle_facts *facts,
                             kamm_error *error)
{
    for (int i = 0; i + 1 < names->count; i += 2) {
        kamm_result result = kamm_set_fact(facts, names->text[i], names->text[i + 1], error);
        if (result) return result;
    }
    return KAMM_OK;
}

/* write_estimate(path, facts): writes the file; facts are names and texts in turn. */
PyObject *kamm_write_one_estimate(PyObject *module, PyObject *args)
{
    const char *path;
    PyObject *sequence;
    struct names names;
    if (!PyArg_ParseTuple(args, "sO", &path, &sequence)) return NULL;
    if (kamm_take_names(sequence, "facts", &names) < 0) return NULL;
    kamm_vehicle_facts facts = kamm_default_facts();
    kamm_error error;
    kamm_result result = set_facts(&names, &facts, &error);
    if (!result) result = kamm_write_estimate(path, &facts, &error);
    kamm_drop_names(&names);
    if (result) return kamm_raise(kamm_core_of(module), &error);
    Py_RETURN_NONE;
}

static int format_named(const char *word)
{
    static const char *const words[] = {KAMM_IMPORT_CHOICES(KAMM_WORD)};
    int count = (int)(sizeof words / sizeof *words);
    for (int i = 0; i < count; ++i)
        if (strcmp(word, words[i]) == 0) return i;
    PyErr_Format(
        PyExc_ValueError,
        "format: there is no %s; allowed: by_name, assetto_corsa, carla, torcs, commonroad", word);
    return -1;
}

/* import_vehicle(path, format, out, facts): writes the file; facts are names and texts in turn. */
PyObject *kamm_import_one_vehicle(PyObject *module, PyObject *args)
{
    const char *path, *word, *out;
    PyObject *sequence;
    struct names names;
    if (!PyArg_ParseTuple(args, "sssO", &path, &word, &out, &sequence)) return NULL;
    int format = format_named(word);
    if (format < 0 || kamm_take_names(sequence, "facts", &names) < 0) return NULL;
    kamm_vehicle_facts facts = kamm_default_facts();
    kamm_error error;
    kamm_result result = set_facts(&names, &facts, &error);
    if (!result)
        result = kamm_import_vehicle(path, (kamm_import_format)format, &facts, out, NULL, &error);
    kamm_drop_names(&names);
    if (result) return kamm_raise(kamm_core_of(module), &error);
    Py_RETURN_NONE;
}
