#include "core.h"

PyObject *kamm_raise(const struct core *core, const kamm_error *error)
{
    switch (error->code) {
    case KAMM_ERROR_FILE: PyErr_SetString(PyExc_OSError, error->text); break;
    case KAMM_ERROR_UNKNOWN: PyErr_SetString(core->unknown_name, error->text); break;
    case KAMM_ERROR_MEMORY: PyErr_NoMemory(); break;
    case KAMM_ERROR_STOPPED: PyErr_SetString(PyExc_KeyboardInterrupt, error->text); break;
    default: PyErr_SetString(PyExc_ValueError, error->text);
    }
    return NULL;
}
