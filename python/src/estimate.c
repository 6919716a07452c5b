/* A vehicle file from the figures of a data sheet. */
#include "core.h"

#include <kamm/io/estimate.h>

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
