/* Traffic: drivers of batches on one path, as arrays that Python reads and writes. */
#include "traffic.h"
#include "world.h"

#include <stdlib.h>

static Py_ssize_t batch_count(const struct traffic *traffic)
{
    return traffic->batches ? PyTuple_Size(traffic->batches) : 0;
}

static struct batch *batch_at(const struct traffic *traffic, Py_ssize_t i)
{
    return batch_of(PyTuple_GetItem(traffic->batches, i));
}

/* -- Making and ending -- */
static void free_drivers(PyObject *capsule) { free(PyCapsule_GetPointer(capsule, NULL)); }

static void dealloc(PyObject *self)
{
    struct traffic *traffic = traffic_of(self);
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    for (Py_ssize_t i = 0; traffic->plans && i < batch_count(traffic); ++i)
        kamm_destroy_plan(traffic->plans[i]);
    free(traffic->plans);
    kamm_destroy_line(traffic->line);
    Py_XDECREF(traffic->drivers_owner);
    Py_XDECREF(traffic->batches);
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(self);
    Py_DECREF(type);
}

static int traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(traffic_of(self)->batches);
    return 0;
}

/* (points float64 [p, 2], width_m, closed, sides float64 [p, 2] or None), on the ground of a world. */
static int take_line(const struct core *core, struct traffic *traffic, PyObject *tuple,
                     const struct world *world)
{
    PyObject *points, *sides;
    kamm_path path = {.name = "path"};
    Py_buffer buffers[2];
    Py_ssize_t shape[2] = {-1, 2};
    kamm_error error;
    int closed, taken = 0;
    if (!PyArg_ParseTuple(tuple, "OdpO", &points, &path.width_m, &closed, &sides)) return -1;
    if (kamm_take_array(points, "path", "d", 2, shape, 0, &buffers[taken]) < 0) return -1;
    path.points_m = (double(*)[2])buffers[taken++].buf;
    path.count = (int32_t)(shape[0] < INT32_MAX ? shape[0] : INT32_MAX), path.closed = closed;
    if (sides != Py_None && kamm_take_array(sides, "sides", "d", 2, shape, 0, &buffers[taken]) == 0)
        path.sides_m = (double(*)[2])buffers[taken++].buf;
    if (!PyErr_Occurred()) traffic->line = kamm_create_line_on(&path, &world->ground, &error);
    if (!PyErr_Occurred() && !traffic->line) kamm_raise(core, &error);
    while (taken > 0) PyBuffer_Release(&buffers[--taken]);
    return PyErr_Occurred() ? -1 : 0;
}

static int make_plans(const struct core *core, struct traffic *traffic, double grip)
{
    kamm_error error;
    Py_ssize_t batches = batch_count(traffic);
    traffic->plans = calloc((size_t)batches + 1, sizeof(kamm_plan *));
    if (!traffic->plans) return PyErr_NoMemory(), -1;
    for (Py_ssize_t i = 0; i < batches; ++i) {
        traffic->plans[i] =
            kamm_create_plan(traffic->line, batch_at(traffic, i)->base, grip, &error);
        if (!traffic->plans[i]) return kamm_raise(core, &error), -1;
    }
    return 0;
}

static int make_drivers(struct traffic *traffic)
{
    const kamm_traffic_body nowhere = {.x_m = 1e9, .length_m = 4, .width_m = 2};
    int cars = 0, at = 0;
    for (Py_ssize_t i = 0; i < batch_count(traffic); ++i) cars += batch_at(traffic, i)->count;
    traffic->count = cars + traffic->obstacles;
    traffic->drivers = calloc((size_t)traffic->count, sizeof *traffic->drivers);
    if (traffic->drivers)
        traffic->drivers_owner = PyCapsule_New(traffic->drivers, NULL, free_drivers);
    if (!traffic->drivers) return PyErr_NoMemory(), -1;
    if (!traffic->drivers_owner) return free(traffic->drivers), -1;
    for (Py_ssize_t i = 0; i < batch_count(traffic); ++i)
        for (int car = 0; car < batch_at(traffic, i)->count; ++car, ++at)
            kamm_start_traffic_driver(&traffic->drivers[at], traffic->plans[i],
                                      batch_at(traffic, i)->cars, car, NULL, (uint32_t)at);
    for (; at < traffic->count; ++at)
        kamm_start_traffic_obstacle(&traffic->drivers[at], traffic->plans[0], &nowhere);
    return 0;
}

/* Traffic(path, world, batches, grip, obstacles). */
static PyObject *new_traffic(PyTypeObject *type, PyObject *args, PyObject *keywords)
{
    PyObject *path, *world, *batches;
    double grip;
    int obstacles;
    (void)keywords;
    if (!PyArg_ParseTuple(args, "O!OO!di", &PyTuple_Type, &path, &world, &PyTuple_Type, &batches,
                          &grip, &obstacles))
        return NULL;
    PyObject *self = ((allocfunc)PyType_GetSlot(type, Py_tp_alloc))(type, 0);
    if (!self) return NULL;
    struct traffic *traffic = traffic_of(self);
    const struct core *core = kamm_core_of_self(self);
    if (PyTuple_Size(batches) < 1 || obstacles < 0 || obstacles > 1 << 20)
        PyErr_SetString(PyExc_ValueError, "cars: 1 or more batches, and 0 or more obstacles");
    for (Py_ssize_t i = 0; !PyErr_Occurred() && i < PyTuple_Size(batches); ++i) {
        PyObject *batch = PyTuple_GetItem(batches, i);
        if (!PyObject_TypeCheck(batch, core->batch))
            PyErr_Format(PyExc_TypeError, "cars: wanted a Batch, got %R", Py_TYPE(batch));
        else if (!batch_of(batch)->cars)
            PyErr_SetString(PyExc_ValueError, "cars: a batch is closed");
    }
    if (!PyErr_Occurred()) {
        traffic->batches = Py_NewRef(batches);
        traffic->obstacles = obstacles;
        if (take_line(core, traffic, path, (const struct world *)world) == 0 &&
            make_plans(core, traffic, grip) == 0 && make_drivers(traffic) == 0)
            return self;
    }
    Py_DECREF(self);
    return NULL;
}

/* -- Calls -- */
static void end_batches(const struct traffic *traffic, Py_ssize_t count)
{
    while (count > 0) kamm_end_call(batch_at(traffic, --count));
}

/* Begins a call of all batches, whose cars may have been made again since the last one. -1: an exception is set. */
static int begin(struct traffic *traffic)
{
    Py_ssize_t count = batch_count(traffic);
    int at = 0;
    for (Py_ssize_t i = 0; i < count; ++i)
        if (kamm_begin_call(batch_at(traffic, i)) < 0) return end_batches(traffic, i), -1;
    for (Py_ssize_t i = 0; i < count; ++i) {
        struct batch *batch = batch_at(traffic, i);
        kamm_push_inputs(batch);
        for (int car = 0; car < batch->count; ++car) traffic->drivers[at++].cars = batch->cars;
    }
    return 0;
}

static void end(struct traffic *traffic)
{
    for (Py_ssize_t i = 0; i < batch_count(traffic); ++i) kamm_pull_inputs(batch_at(traffic, i));
    end_batches(traffic, batch_count(traffic));
}

/* drive(interval_s). */
static PyObject *drive(PyObject *self, PyObject *argument)
{
    struct traffic *traffic = traffic_of(self);
    double interval_s = PyFloat_AsDouble(argument);
    if (PyErr_Occurred()) return NULL;
    if (!(interval_s > 0 && interval_s <= 1)) {
        PyErr_SetString(PyExc_ValueError, "dt_s: allowed are values above 0, up to 1");
        return NULL;
    }
    if (begin(traffic) < 0) return NULL;
    Py_BEGIN_ALLOW_THREADS kamm_drive_traffic(traffic->drivers, traffic->count, interval_s);
    Py_END_ALLOW_THREADS end(traffic);
    Py_RETURN_NONE;
}

/* A driver of a car. -1: raises. */
static int driver_number(const struct traffic *traffic, int driver)
{
    int cars = traffic->count - traffic->obstacles;
    if (driver >= 0 && driver < cars) return 0;
    PyErr_Format(PyExc_IndexError, "driver %d; there are %d with cars", driver, cars);
    return -1;
}

/* place_back(driver). */
static PyObject *place_back(PyObject *self, PyObject *argument)
{
    struct traffic *traffic = traffic_of(self);
    long driver = PyLong_AsLong(argument);
    if (PyErr_Occurred() || driver_number(traffic, driver < 1 << 30 ? (int)driver : -1) < 0 ||
        begin(traffic) < 0)
        return NULL;
    int placed = kamm_place_back(traffic->drivers, traffic->count, (int)driver);
    end(traffic);
    return PyBool_FromLong(placed);
}

/* Where a driver starts; speed below 0: the planned one. */
static kamm_placement start_of(const kamm_traffic_driver *driver, const double row[3])
{
    kamm_driver at = kamm_driver_on(driver->driver.plan, row[0]);
    at.aim_left_m = row[1];
    kamm_placement start = kamm_driver_start(&at);
    if (row[2] >= 0) start.speed_mps = row[2];
    return start;
}

static void place_driver(kamm_traffic_driver *driver, const double row[3])
{
    kamm_placement start = start_of(driver, row);
    driver->driver = kamm_driver_on(driver->driver.plan, row[0]);
    driver->driver.aim_left_m = row[1];
    driver->state = (kamm_traffic_state){0};
    kamm_place(driver->cars, driver->car, &start);
}

/* Raises ValueError for where no car can be. */
static int check_rows(struct traffic *traffic, const int32_t *driver, const double (*row)[3],
                      Py_ssize_t count)
{
    for (Py_ssize_t i = 0; i < count; ++i) {
        kamm_error error;
        if (driver_number(traffic, driver[i]) < 0) return -1;
        kamm_traffic_driver *at = &traffic->drivers[driver[i]];
        const kamm_placement start = start_of(at, row[i]);
        if (kamm_check_placement(at->cars, at->car, &start, &error) == KAMM_OK) continue;
        PyErr_Format(PyExc_ValueError, "place: driver %d: %s", (int)driver[i], error.text);
        return -1;
    }
    return 0;
}

/* place(drivers int32 [k], values float64 [k, 3]): station, left and speed; speed below 0: the planned one. All, or none. */
static PyObject *place(PyObject *self, PyObject *args)
{
    struct traffic *traffic = traffic_of(self);
    PyObject *which, *values;
    Py_buffer drivers, rows;
    Py_ssize_t shape[2] = {-1, 3};
    if (!PyArg_ParseTuple(args, "OO", &which, &values)) return NULL;
    if (kamm_take_array(which, "drivers", "i", 1, shape, 0, &drivers) < 0) return NULL;
    if (kamm_take_array(values, "values", "d", 2, shape, 0, &rows) == 0) {
        if (begin(traffic) == 0) {
            const int32_t *driver = drivers.buf;
            const double(*row)[3] = rows.buf;
            int is_well = check_rows(traffic, driver, row, shape[0]) == 0;
            for (Py_ssize_t i = 0; is_well && i < shape[0]; ++i)
                place_driver(&traffic->drivers[driver[i]], row[i]);
            end(traffic);
        }
        PyBuffer_Release(&rows);
    }
    PyBuffer_Release(&drivers);
    if (PyErr_Occurred()) return NULL;
    Py_RETURN_NONE;
}

/* On an open path the grid has to begin far enough from its start. */
static int fits_grid(const struct traffic *traffic, const int32_t *driver, Py_ssize_t count,
                     const kamm_traffic_grid *grid)
{
    for (Py_ssize_t i = 0; i < count; ++i) {
        if (driver_number(traffic, driver[i]) < 0) return 0;
        const kamm_traffic_driver *at = &traffic->drivers[driver[i]];
        kamm_model_info info = kamm_describe(kamm_model_of(at->cars, at->car));
        double back_m = info.cg_behind_front_axle_m + info.front_overhang_m + grid->row_m * i / 2;
        if (kamm_line_is_closed(traffic->line) || back_m <= grid->station_m) continue;
        PyErr_Format(PyExc_ValueError,
                     "station_m: place %zd of the grid would be before the start of the open path",
                     i);
        return 0;
    }
    return 1;
}

/* place_on_grid(drivers int32 [k], station_m, row_m, columns_m, right_first): in that order. */
static PyObject *place_on_grid(PyObject *self, PyObject *args)
{
    struct traffic *traffic = traffic_of(self);
    PyObject *which;
    Py_buffer drivers;
    Py_ssize_t count = -1;
    kamm_traffic_grid grid;
    if (!PyArg_ParseTuple(args, "Odddp", &which, &grid.station_m, &grid.row_m, &grid.columns_m,
                          &grid.right_first))
        return NULL;
    if (kamm_take_array(which, "drivers", "i", 1, &count, 0, &drivers) < 0) return NULL;
    const int32_t *driver = drivers.buf;
    if (begin(traffic) == 0) {
        int fits = fits_grid(traffic, driver, count, &grid);
        for (Py_ssize_t i = 0; fits && i < count; ++i) {
            kamm_traffic_driver *at = &traffic->drivers[driver[i]];
            const kamm_placement start = kamm_grid_start(at, (int)i, &grid);
            kamm_place(at->cars, at->car, &start);
        }
        end(traffic);
    }
    PyBuffer_Release(&drivers);
    if (PyErr_Occurred()) return NULL;
    Py_RETURN_NONE;
}

/* -- The type -- */
static PyObject *get_count(PyObject *self, void *none)
{
    (void)none;
    return PyLong_FromLong(traffic_of(self)->count);
}

static PyObject *get_length_m(PyObject *self, void *none)
{
    (void)none;
    return PyFloat_FromDouble(kamm_line_length_m(traffic_of(self)->line));
}

static PyMethodDef methods[] = {
    {"drive", drive, METH_O, "drive(interval_s)."},
    {"place", place, METH_VARARGS, "place(drivers, values)."},
    {"place_on_grid", place_on_grid, METH_VARARGS,
     "place_on_grid(drivers, station_m, row_m, columns_m, right_first)."},
    {"place_back", place_back, METH_O, "place_back(driver): whether there was room."},
    {"columns", kamm_list_driver_columns, METH_NOARGS, "[(part, name, View)]."},
    {"usual_style", kamm_usual_traffic_style, METH_O | METH_STATIC,
     "usual_style(is_racing): {name: value}."},
    {"save", kamm_save_drivers, METH_NOARGS, "Bytes of all drivers."},
    {"restore", kamm_restore_drivers, METH_O, "restore(bytes)."},
    {NULL, NULL, 0, NULL}};
static PyGetSetDef properties[] = {{"count", get_count, NULL, "Of drivers and obstacles.", NULL},
                                   {"length_m", get_length_m, NULL, "Of the path.", NULL},
                                   {NULL, NULL, NULL, NULL, NULL}};
static PyType_Slot slots[] = {{Py_tp_doc, "Drivers who see each other."},
                              {Py_tp_new, new_traffic},
                              {Py_tp_dealloc, dealloc},
                              {Py_tp_methods, methods},
                              {Py_tp_getset, properties},
                              {Py_tp_traverse, traverse},
                              {0, NULL}};
PyType_Spec kamm_traffic_spec = {
    .name = "kamm._core.Traffic",
    .basicsize = sizeof(struct traffic),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC,
    .slots = slots,
};
