/* The module's state, from the module or from an object of one of its types. module.c fills the definition in. */
#include "core.h"

PyModuleDef kamm_definition = {PyModuleDef_HEAD_INIT, .m_name = "kamm._core",
                               .m_size = sizeof(struct core)};

struct core *kamm_core_of(PyObject *module) { return PyModule_GetState(module); }

struct core *kamm_core_of_self(PyObject *self)
{
    /* A subclass has another module, or none: its bases lead to ours. */
    PyTypeObject *at = Py_TYPE(self);
    while (at) {
        PyObject *module = PyType_GetModule(at);
        if (module && PyModule_GetDef(module) == &kamm_definition) return PyModule_GetState(module);
        PyErr_Clear();
        at = PyType_GetSlot(at, Py_tp_base);
    }
    return NULL;
}
