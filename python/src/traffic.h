/* Traffic, whose code is in traffic.c and traffic_columns.c. */
#ifndef KAMM_PYTHON_TRAFFIC_H
#define KAMM_PYTHON_TRAFFIC_H

#include "core.h"

struct traffic {
    PyObject_HEAD PyObject *batches; /* tuple */
    kamm_line *line;
    kamm_plan **plans; /* of each batch */
    kamm_traffic_driver *drivers;
    PyObject *drivers_owner; /* of that memory, which views outlive */
    int count;               /* of drivers: all cars, batch after batch, then obstacles */
    int obstacles;
};

static inline struct traffic *traffic_of(PyObject *self) { return (struct traffic *)self; }

/* columns(): [(part, name, View [count])]. */
PyObject *kamm_list_driver_columns(PyObject *self, PyObject *none);
/* usual_style(is_racing): {name: value}. */
PyObject *kamm_usual_traffic_style(PyObject *self, PyObject *is_racing);
/* save(): bytes. */
PyObject *kamm_save_drivers(PyObject *self, PyObject *none);
/* restore(bytes). */
PyObject *kamm_restore_drivers(PyObject *self, PyObject *bytes);

#endif
