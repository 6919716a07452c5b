/* Numbers of drivers as arrays, and their states. */
#include "traffic.h"

#include <stddef.h>
#include <string.h>

#define STYLE(name)                                                       \
    {                                                                     \
        "style", #name, offsetof(kamm_traffic_driver, style.name), "d", 0 \
    }
#define STATE(name)                                                       \
    {                                                                     \
        "state", #name, offsetof(kamm_traffic_driver, state.name), "d", 1 \
    }
#define COUNTER(name)                                                     \
    {                                                                     \
        "state", #name, offsetof(kamm_traffic_driver, state.name), "i", 1 \
    }
#define BODY(name, member)                                               \
    {                                                                    \
        "body", name, offsetof(kamm_traffic_driver, body.member), "d", 0 \
    }
static const struct column {
    const char *part, *name;
    size_t offset;
    const char *format;
    int is_read_only;
} columns[] = {STYLE(pace),
               STYLE(speed_mps),
               STYLE(gap_m),
               STYLE(headway_s),
               STYLE(acceleration_mps2),
               STYLE(braking_mps2),
               STYLE(threshold_mps2),
               STYLE(keeping_mps2),
               STYLE(safe_braking_mps2),
               STYLE(politeness),
               STYLE(place_left_m),
               STYLE(side_gap_m),
               STYLE(side_speed_mps),
               STYLE(reaction_s),
               STYLE(lateness_s),
               STYLE(wander_m),
               STYLE(stuck_s),
               STYLE(give_up_s),
               {"style", "places_back", offsetof(kamm_traffic_driver, style.places_back), "i", 0},
               {"style", "is_driven", offsetof(kamm_traffic_driver, is_driven), "i", 0},
               {"style", "seed", offsetof(kamm_traffic_driver, seed), "i", 0},
               {"state", "driven_m", offsetof(kamm_traffic_driver, driver.driven_m), "d", 1},
               STATE(station_m),
               STATE(left_m),
               STATE(along_mps),
               STATE(across_mps),
               STATE(heading_rad),
               STATE(aim_left_m),
               STATE(allowed_mps2),
               STATE(still_s),
               STATE(lost_s),
               COUNTER(mode),
               COUNTER(needs_reset),
               COUNTER(recoveries),
               COUNTER(resets),
               BODY("x_m", x_m),
               BODY("y_m", y_m),
               BODY("yaw_rad", yaw_rad),
               BODY("length_m", length_m),
               BODY("width_m", width_m),
               BODY("velocity_x_mps", velocity_mps[0]),
               BODY("velocity_y_mps", velocity_mps[1])};

/* columns(): [(part, name, View [count])]. */
PyObject *kamm_list_driver_columns(PyObject *self, PyObject *none)
{
    (void)none;
    struct traffic *traffic = traffic_of(self);
    PyObject *list = PyList_New(0);
    for (size_t i = 0; list && i < sizeof columns / sizeof *columns; ++i) {
        const struct column *c = &columns[i];
        struct view_shape shape = {.data = (char *)traffic->drivers + c->offset,
                                   .format = c->format,
                                   .dimensions = 1,
                                   .shape = {traffic->count},
                                   .strides = {sizeof(kamm_traffic_driver)},
                                   .is_read_only = c->is_read_only};
        PyObject *view =
            kamm_make_view(kamm_core_of_self(self), traffic->drivers_owner, NULL, &shape);
        PyObject *item = view ? Py_BuildValue("(ssN)", c->part, c->name, view) : NULL;
        if (!item || PyList_Append(list, item) < 0) Py_CLEAR(list);
        Py_XDECREF(item);
    }
    return list;
}

/* usual_style(is_racing): {name: value} of a style that comes with Kamm. */
PyObject *kamm_usual_traffic_style(PyObject *self, PyObject *is_racing)
{
    (void)self;
    const kamm_traffic_driver driver = {
        .style = PyObject_IsTrue(is_racing) ? kamm_racing_style() : kamm_default_traffic_style()};
    PyObject *style = PyDict_New();
    size_t from = offsetof(kamm_traffic_driver, style), to = from + sizeof driver.style;
    for (size_t i = 0; style && i < sizeof columns / sizeof *columns; ++i) {
        const struct column *c = &columns[i];
        const void *at = (const char *)&driver + c->offset;
        if (c->offset < from || c->offset >= to) continue;
        PyObject *value = *c->format == 'd' ? PyFloat_FromDouble(*(const double *)at)
                                            : PyLong_FromLong(*(const int32_t *)at);
        if (!value || PyDict_SetItemString(style, c->name, value) < 0) Py_CLEAR(style);
        Py_XDECREF(value);
    }
    return style;
}

/* -- States -- */
/* save(): bytes of all drivers, which fit drivers of the same cars in this process or another of this build. */
PyObject *kamm_save_drivers(PyObject *self, PyObject *none)
{
    (void)none;
    const struct traffic *traffic = traffic_of(self);
    Py_ssize_t size = (Py_ssize_t)((size_t)traffic->count * sizeof *traffic->drivers);
    PyObject *bytes = PyBytes_FromStringAndSize((const char *)traffic->drivers, size);
    kamm_traffic_driver *copies = bytes ? (kamm_traffic_driver *)PyBytes_AsString(bytes) : NULL;
    for (int i = 0; copies && i < traffic->count; ++i)
        copies[i].driver.plan = NULL, copies[i].cars = NULL;
    return bytes;
}

/* Times count reactions; all else is read within its range. */
static int are_times(const Py_buffer *bytes, int count)
{
    for (int i = 0; i < count; ++i) {
        kamm_traffic_driver driver;
        memcpy(&driver, (const char *)bytes->buf + (size_t)i * sizeof driver, sizeof driver);
        if (!(driver.state.time_s >= 0 && driver.state.time_s < 1e9)) return 0;
    }
    return 1;
}

/* restore(bytes). */
PyObject *kamm_restore_drivers(PyObject *self, PyObject *argument)
{
    struct traffic *traffic = traffic_of(self);
    Py_buffer bytes;
    if (PyObject_GetBuffer(argument, &bytes, PyBUF_SIMPLE) < 0) return NULL;
    if ((size_t)bytes.len != (size_t)traffic->count * sizeof *traffic->drivers)
        PyErr_SetString(PyExc_ValueError, "state: these bytes are no state that save gave for "
                                          "such traffic");
    else if (!are_times(&bytes, traffic->count))
        PyErr_SetString(PyExc_ValueError, "state: a time of a driver is out of range");
    for (int i = 0; !PyErr_Occurred() && i < traffic->count; ++i) {
        kamm_traffic_driver *driver = &traffic->drivers[i], now = *driver;
        memcpy(driver, (const char *)bytes.buf + (size_t)i * sizeof *driver, sizeof *driver);
        driver->driver.plan = now.driver.plan, driver->cars = now.cars, driver->car = now.car;
    }
    PyBuffer_Release(&bytes);
    if (PyErr_Occurred()) return NULL;
    Py_RETURN_NONE;
}
