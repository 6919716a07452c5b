/* Combinations in motion: vehicles with trailers, side by side. */
#include "core.h"

#include <kamm/io/combination_file.h>

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

struct combinations {
    PyObject_HEAD kamm_combinations *combinations;
    kamm_model *models[KAMM_MAX_UNITS];
    char ids[KAMM_MAX_UNITS][64];
    PyObject *ground_owner; /* a world */
    int count, units, threads;
    long long substeps;
    atomic_flag is_busy;
};

static struct combinations *combinations_of(PyObject *self) { return (struct combinations *)self; }

static int begin_call(struct combinations *combinations)
{
    if (!atomic_flag_test_and_set_explicit(&combinations->is_busy, memory_order_acquire)) return 0;
    PyErr_SetString(PyExc_RuntimeError, "the combinations are in use by another thread");
    return -1;
}

static void end_call(struct combinations *combinations)
{
    atomic_flag_clear_explicit(&combinations->is_busy, memory_order_release);
}

int kamm_begin_combinations(PyObject *self) { return begin_call(combinations_of(self)); }

void kamm_end_combinations(PyObject *self) { end_call(combinations_of(self)); }

kamm_combinations *kamm_all_combinations(PyObject *self, const kamm_ground **ground)
{
    *ground = &((const struct world *)combinations_of(self)->ground_owner)->ground;
    return combinations_of(self)->combinations;
}

/* -- Making and ending -- */
static void dealloc(PyObject *self)
{
    struct combinations *combinations = combinations_of(self);
    PyTypeObject *type = Py_TYPE(self);
    if (combinations->combinations) kamm_destroy_combinations(combinations->combinations);
    for (int u = 0; u < combinations->units; ++u) kamm_destroy_model(combinations->models[u]);
    Py_XDECREF(combinations->ground_owner);
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(self);
    Py_DECREF(type);
}

/* At the rate that is asked for; 0: the highest that one of its units asks for, or `usual`. */
static int compile(struct combinations *combinations, const struct core *core, const char *name,
                   kamm_rung rung, double substeps_per_s, double usual)
{
    kamm_combination_file file = {0};
    kamm_error error;
    kamm_result result = kamm_load_combination(name, &file, NULL, &error);
    double rate = substeps_per_s > 0 ? substeps_per_s : usual;
    for (int u = 0; u < file.unit_count && !(substeps_per_s > 0); ++u)
        if (file.units[u].def.stepping.substeps_per_s > rate)
            rate = file.units[u].def.stepping.substeps_per_s;
    for (int u = 0; u < file.unit_count && result == KAMM_OK; ++u) {
        memcpy(combinations->ids[u], file.units[u].id, sizeof combinations->ids[u]);
        result = kamm_set_number(kamm_vehicle_table(), &file.units[u].def,
                                 "stepping.substeps_per_s", rate, &error);
    }
    if (result == KAMM_OK)
        result = kamm_create_unit_models(&file, rung, combinations->models, &error);
    if (result == KAMM_OK) {
        combinations->units = file.unit_count;
        combinations->combinations =
            kamm_create_combinations((const kamm_model *const *)combinations->models,
                                     combinations->units, combinations->count, &error);
    }
    kamm_destroy_combination_file(&file);
    if (!combinations->combinations) kamm_raise(core, &error);
    return combinations->combinations ? 0 : -1;
}

/* Combinations(name, count, rung, world, substeps_per_s, usual, threads). */
static PyObject *new_combinations(PyTypeObject *type, PyObject *args, PyObject *keywords)
{
    (void)keywords;
    const char *name, *rung_name;
    PyObject *world;
    int count, threads;
    double substeps_per_s, usual;
    if (!PyArg_ParseTuple(args, "sisOddi", &name, &count, &rung_name, &world, &substeps_per_s,
                          &usual, &threads))
        return NULL;
    PyObject *self = ((allocfunc)PyType_GetSlot(type, Py_tp_alloc))(type, 0);
    if (!self) return NULL;
    const struct core *core = kamm_core_of_self(self);
    struct combinations *combinations = combinations_of(self);
    kamm_rung rung = kamm_rung_named(rung_name);
    atomic_flag_clear(&combinations->is_busy);
    if (!PyObject_TypeCheck(world, core->world))
        PyErr_SetString(PyExc_TypeError, "wanted a World");
    else if (count < 1 || count > 1 << 20)
        PyErr_Format(PyExc_ValueError, "count is %d; allowed: 1 to %d", count, 1 << 20);
    if (!PyErr_Occurred()) {
        combinations->count = count, combinations->threads = threads;
        combinations->ground_owner = Py_NewRef(world);
        compile(combinations, core, name, rung, substeps_per_s, usual);
    }
    if (PyErr_Occurred()) Py_CLEAR(self);
    return self;
}

/* The cars that are a unit. NULL: there is none of that number; raises. */
static kamm_cars *unit_of(const struct combinations *combinations, int unit)
{
    if (unit >= 0 && unit < combinations->units)
        return kamm_combination_cars(combinations->combinations, unit);
    PyErr_Format(PyExc_IndexError, "unit: there are %d, counted from 0; got %d",
                 combinations->units, unit);
    return NULL;
}

/* -- Placing -- */
static kamm_placement placement_at(const struct combinations *combinations, const double *v)
{
    const struct world *world = (const struct world *)combinations->ground_owner;
    kamm_placement at =
        world->world
            ? kamm_placement_in_world(world->world,
                                      kamm_combination_model(combinations->combinations, 0), v[0],
                                      v[1], v[2])
            : kamm_placement_on(&world->ground, v[0], v[1], v[2]);
    at.speed_mps = v[3], at.gear = (int32_t)v[4];
    return at;
}

enum { PLACE_COLUMNS = 5 }; /* before the articulations */

/* place(numbers int32 [k], values float64 [k, 5 + units - 1]): x_m, y_m, yaw_rad, speed_mps, gear, articulations. The Python side has
 * checked that numbers are there and values are finite and gears whole. All are placed, or none. */
static PyObject *place(PyObject *self, PyObject *args)
{
    struct combinations *combinations = combinations_of(self);
    PyObject *which, *given;
    Py_buffer numbers, values;
    Py_ssize_t shape[2] = {-1, PLACE_COLUMNS + combinations->units - 1};
    if (!PyArg_ParseTuple(args, "OO", &which, &given)) return NULL;
    if (kamm_take_array(which, "numbers", "i", 1, shape, 0, &numbers) < 0) return NULL;
    if (kamm_take_array(given, "values", "d", 2, shape, 0, &values) == 0) {
        const int32_t *index = numbers.buf;
        const double *row = values.buf;
        kamm_error error;
        int is_well = begin_call(combinations) == 0, has_begun = is_well;
        for (Py_ssize_t i = 0; is_well && i < shape[0]; ++i) {
            const double *v = row + i * shape[1];
            const kamm_placement at = {
                .position_m = {v[0], v[1]}, .speed_mps = v[3], .gear = (int32_t)v[4]};
            if (kamm_check_placement(kamm_combination_cars(combinations->combinations, 0), index[i],
                                     &at, &error)) {
                PyErr_Format(PyExc_ValueError, "place: combination %d: %s", (int)index[i],
                             error.text);
                is_well = 0;
            }
        }
        int begun = is_well ? kamm_begin_placing(combinations->ground_owner) : -1;
        for (Py_ssize_t i = 0; begun >= 0 && i < shape[0]; ++i) {
            const kamm_placement at = placement_at(combinations, row + i * shape[1]);
            kamm_place_combination(combinations->combinations, index[i], &at,
                                   row + i * shape[1] + PLACE_COLUMNS);
        }
        kamm_end_placing(combinations->ground_owner, begun);
        if (has_begun) end_call(combinations);
        PyBuffer_Release(&values);
    }
    PyBuffer_Release(&numbers);
    if (PyErr_Occurred()) return NULL;
    Py_RETURN_NONE;
}

/* -- Stepping and reading -- */
static PyObject *step(PyObject *self, PyObject *argument)
{
    struct combinations *combinations = combinations_of(self);
    long substeps = PyLong_AsLong(argument);
    if (PyErr_Occurred()) return NULL;
    if (substeps < 1 || substeps > 1 << 24)
        return PyErr_Format(PyExc_ValueError, "substeps is %ld; allowed: 1 to %d", substeps,
                            1 << 24);
    if (begin_call(combinations) < 0) return NULL;
    const kamm_ground *ground = &((struct world *)combinations->ground_owner)->ground;
    Py_BEGIN_ALLOW_THREADS struct task_runner runner =
        kamm_begin_tasks(combinations->count > KAMM_CARS_PER_BLOCK ? combinations->threads : 1);
    kamm_step_combinations_tasks(combinations->combinations, ground, (int)substeps, runner.run,
                                 runner.user);
    kamm_end_tasks(&runner);
    combinations->substeps += substeps;
    Py_END_ALLOW_THREADS end_call(combinations);
    Py_RETURN_NONE;
}

/* inputs(unit): [count, inputs], the memory of its cars. */
static PyObject *inputs(PyObject *self, PyObject *argument)
{
    struct combinations *combinations = combinations_of(self);
    long unit = PyLong_AsLong(argument);
    kamm_cars *cars = PyErr_Occurred() ? NULL : unit_of(combinations, (int)unit);
    if (!cars) return NULL;
    struct view_shape shape = {.data = kamm_inputs(cars),
                               .format = "f",
                               .dimensions = 2,
                               .shape = {combinations->count, sizeof(kamm_input) / sizeof(float)},
                               .strides = {sizeof(kamm_input), sizeof(float)}};
    return kamm_make_view(kamm_core_of_self(self), self, NULL, &shape);
}

/* read(unit, channels, out float64 [count, channels]). */
static PyObject *read_into(PyObject *self, PyObject *args)
{
    struct combinations *combinations = combinations_of(self);
    PyObject *sequence, *array;
    int unit;
    struct names names;
    if (!PyArg_ParseTuple(args, "iOO", &unit, &sequence, &array)) return NULL;
    kamm_cars *cars = unit_of(combinations, unit);
    if (!cars || kamm_take_names(sequence, "channels", &names) < 0) return NULL;
    Py_ssize_t shape[2] = {combinations->count, names.count};
    Py_buffer out;
    if (kamm_take_array(array, "out", "d", 2, shape, 1, &out) == 0) {
        kamm_error error;
        if (begin_call(combinations) == 0) {
            if (kamm_read_channels(cars, names.count, names.text, out.buf, &error) != KAMM_OK)
                kamm_raise(kamm_core_of_self(self), &error);
            end_call(combinations);
        }
        PyBuffer_Release(&out);
    }
    kamm_drop_names(&names);
    if (PyErr_Occurred()) return NULL;
    Py_RETURN_NONE;
}

/* hitch(unit, out float64 [count, 11]): articulation, its rate, gap, force, roll and yaw moment, whether it is coupled. */
static PyObject *hitch(PyObject *self, PyObject *args)
{
    enum { COLUMNS = 11 };
    struct combinations *combinations = combinations_of(self);
    PyObject *array;
    int unit;
    Py_buffer out;
    Py_ssize_t shape[2] = {combinations->count, COLUMNS};
    if (!PyArg_ParseTuple(args, "iO", &unit, &array)) return NULL;
    if (unit < 1 || unit >= combinations->units)
        return PyErr_Format(PyExc_IndexError, "unit: towed ones are 1 to %d; got %d",
                            combinations->units - 1, unit);
    if (kamm_take_array(array, "out", "d", 2, shape, 1, &out) < 0) return NULL;
    if (begin_call(combinations) == 0) {
        for (int i = 0; i < combinations->count; ++i) {
            kamm_hitch_state now;
            kamm_read_hitch(combinations->combinations, i, unit, &now);
            const double row[COLUMNS] = {now.articulation_rad,
                                         now.articulation_rate_radps,
                                         now.gap_m[0],
                                         now.gap_m[1],
                                         now.gap_m[2],
                                         now.force_n[0],
                                         now.force_n[1],
                                         now.force_n[2],
                                         now.roll_nm,
                                         now.yaw_nm,
                                         kamm_is_coupled(combinations->combinations, i, unit)};
            memcpy((double *)out.buf + (size_t)i * COLUMNS, row, sizeof row);
        }
        end_call(combinations);
    }
    PyBuffer_Release(&out);
    if (PyErr_Occurred()) return NULL;
    Py_RETURN_NONE;
}

/* couple(index, unit, wanted): the Python side has checked the numbers. */
static PyObject *couple(PyObject *self, PyObject *args)
{
    struct combinations *combinations = combinations_of(self);
    int index, unit, wanted;
    kamm_error error;
    if (!PyArg_ParseTuple(args, "iip", &index, &unit, &wanted)) return NULL;
    if (unit < 1 || unit >= combinations->units)
        return PyErr_Format(PyExc_IndexError, "unit: towed ones are 1 to %d; got %d",
                            combinations->units - 1, unit);
    if (begin_call(combinations) < 0) return NULL;
    if (!wanted)
        kamm_uncouple(combinations->combinations, index, unit);
    else if (kamm_couple(combinations->combinations, index, unit, &error) != KAMM_OK)
        kamm_raise(kamm_core_of_self(self), &error);
    end_call(combinations);
    if (PyErr_Occurred()) return NULL;
    Py_RETURN_NONE;
}

/* faults(out int32 [count]): bits of all units together. */
static PyObject *faults(PyObject *self, PyObject *array)
{
    struct combinations *combinations = combinations_of(self);
    Py_ssize_t count = combinations->count;
    Py_buffer out;
    if (kamm_take_array(array, "out", "i", 1, &count, 1, &out) < 0) return NULL;
    int32_t *bits = out.buf;
    memset(bits, 0, (size_t)count * sizeof *bits);
    for (int u = 0; u < combinations->units; ++u)
        for (int i = 0; i < combinations->count; ++i)
            bits[i] |= (int32_t)kamm_fault(kamm_combination_cars(combinations->combinations, u), i);
    PyBuffer_Release(&out);
    Py_RETURN_NONE;
}

/* -- Saving -- */
static PyObject *save(PyObject *self, PyObject *none)
{
    (void)none;
    struct combinations *combinations = combinations_of(self);
    if (begin_call(combinations) < 0) return NULL;
    size_t size = kamm_combinations_snapshot_size(combinations->combinations);
    PyObject *bytes =
        PyBytes_FromStringAndSize(NULL, (Py_ssize_t)(size + sizeof combinations->substeps));
    if (bytes) {
        char *to = PyBytes_AsString(bytes);
        kamm_save_combinations(combinations->combinations, to);
        memcpy(to + size, &combinations->substeps, sizeof combinations->substeps);
    }
    end_call(combinations);
    return bytes;
}

static PyObject *restore(PyObject *self, PyObject *argument)
{
    struct combinations *combinations = combinations_of(self);
    char *bytes;
    Py_ssize_t size;
    kamm_error error;
    long long substeps;
    if (PyBytes_AsStringAndSize(argument, &bytes, &size) < 0) return NULL;
    if (size < (Py_ssize_t)sizeof substeps) {
        PyErr_SetString(PyExc_ValueError, "these bytes are no state that save gave");
        return NULL;
    }
    if (begin_call(combinations) < 0) return NULL;
    size_t own = (size_t)size - sizeof substeps;
    if (kamm_restore_combinations(combinations->combinations, bytes, own, &error) != KAMM_OK)
        kamm_raise(kamm_core_of_self(self), &error);
    else
        memcpy(&combinations->substeps, bytes + own, sizeof substeps);
    end_call(combinations);
    if (PyErr_Occurred()) return NULL;
    Py_RETURN_NONE;
}

/* -- What they are -- */
static PyObject *hash(PyObject *self, PyObject *none)
{
    (void)none;
    return PyLong_FromUnsignedLongLong(kamm_combinations_hash(combinations_of(self)->combinations));
}

/* info(): (substeps per second, [(id, mass_kg, length_m, width_m, wheel_count)] of units). */
static PyObject *info(PyObject *self, PyObject *none)
{
    (void)none;
    const struct combinations *combinations = combinations_of(self);
    PyObject *list = PyList_New(0);
    double substep_s = 0;
    for (int u = 0; list && u < combinations->units; ++u) {
        kamm_model_info unit = kamm_describe(combinations->models[u]);
        PyObject *item = Py_BuildValue("(sdddi)", combinations->ids[u], unit.mass_kg, unit.length_m,
                                       unit.width_m, (int)unit.wheel_count);
        substep_s = unit.substep_s;
        if (!item || PyList_Append(list, item) < 0) Py_CLEAR(list);
        Py_XDECREF(item);
    }
    return list ? Py_BuildValue("(dN)", 1 / substep_s, list) : NULL;
}

static PyObject *get_count(PyObject *self, void *none)
{
    (void)none;
    return PyLong_FromLong(combinations_of(self)->count);
}

static PyObject *get_substeps(PyObject *self, void *none)
{
    (void)none;
    return PyLong_FromLongLong(combinations_of(self)->substeps);
}

static PyMethodDef methods[] = {{"place", place, METH_VARARGS, "place(numbers, values)."},
                                {"step", step, METH_O, "step(substeps)."},
                                {"input_view", inputs, METH_O, "input_view(unit): a view."},
                                {"read", read_into, METH_VARARGS, "read(unit, channels, out)."},
                                {"hitch", hitch, METH_VARARGS, "hitch(unit, out)."},
                                {"couple", couple, METH_VARARGS, "couple(index, unit, wanted)."},
                                {"faults", faults, METH_O, "faults(out): bits of all units."},
                                {"save", save, METH_NOARGS, "All as bytes."},
                                {"restore", restore, METH_O, "The way back."},
                                {"hash", hash, METH_NOARGS, "Of all states."},
                                {"info", info, METH_NOARGS, "Rate, and what units are."},
                                {NULL, NULL, 0, NULL}};
static PyGetSetDef properties[] = {{"count", get_count, NULL, "Of combinations.", NULL},
                                   {"substeps", get_substeps, NULL, "Taken so far.", NULL},
                                   {NULL, NULL, NULL, NULL, NULL}};
static PyType_Slot slots[] = {{Py_tp_doc, "Combinations in motion."},
                              {Py_tp_new, new_combinations},
                              {Py_tp_dealloc, dealloc},
                              {Py_tp_methods, methods},
                              {Py_tp_getset, properties},
                              {0, NULL}};
PyType_Spec kamm_combinations_spec = {
    .name = "kamm._core.Combinations",
    .basicsize = sizeof(struct combinations),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .slots = slots,
};
