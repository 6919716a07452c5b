/* Cars in motion, of one vehicle, side by side. */
#include "world.h"

#include <stdlib.h>
#include <string.h>

/* -- Making and ending -- */
static void drop_models(struct batch *batch)
{
    for (int i = 0; batch->models && i < batch->count; ++i)
        if (batch->models[i] != batch->base) kamm_destroy_model(batch->models[i]);
    free(batch->models);
    batch->models = NULL;
}

static void close_batch(struct batch *batch)
{
    kamm_destroy_cars(batch->cars);
    batch->cars = NULL;
    drop_models(batch);
    kamm_destroy_model(batch->base);
    batch->base = NULL;
}

static void dealloc(PyObject *self)
{
    struct batch *batch = batch_of(self);
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    close_batch(batch);
    kamm_drop_expansions(batch);
    kamm_drop_names(&batch->bound);
    Py_XDECREF(batch->outputs_owner);
    Py_XDECREF(batch->inputs_owner);
    free(batch->vehicle_copy);
    Py_XDECREF(batch->ground_owner);
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(self);
    Py_DECREF(type);
}

/* A world refers to the batches that it steps, and they to the world. */
static int traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(batch_of(self)->ground_owner);
    return 0;
}

static int compile(struct batch *batch, const struct core *core, kamm_rung rung,
                   double substeps_per_s)
{
    kamm_error error;
    kamm_vehicle_def *def = &batch->vehicle_copy->def;
    kamm_result result = KAMM_OK;
    if (substeps_per_s > 0)
        result = kamm_set_number(kamm_vehicle_table(), def, "stepping.substeps_per_s",
                                 substeps_per_s, &error);
    if (result == KAMM_OK) batch->base = kamm_create_model(def, rung, &error);
    if (!batch->base) return kamm_raise(core, &error), -1;
    batch->info = kamm_describe(batch->base);
    return 0;
}

/* Frees memory of views, which may outlive the batch. The batch has some of them itself: a view that referred to it
 * would never let it be freed. */
static void free_memory(PyObject *capsule) { free(PyCapsule_GetPointer(capsule, NULL)); }

static int make_cars(struct batch *batch)
{
    size_t count = (size_t)batch->count;
    batch->cars = kamm_create_cars(batch->base, batch->count, NULL);
    batch->inputs = calloc(count * KAMM_INPUTS, sizeof *batch->inputs);
    batch->inputs_owner = batch->inputs ? PyCapsule_New(batch->inputs, NULL, free_memory) : NULL;
    if (batch->cars && batch->inputs_owner) {
        kamm_pull_inputs(batch);
        return 0;
    }
    if (!batch->inputs_owner) free(batch->inputs);
    PyErr_NoMemory();
    return -1;
}

static PyObject *new_batch(PyTypeObject *type, PyObject *args, PyObject *keywords)
{
    static char *names[] = {"vehicle", "count", "rung", "world", "substeps_per_s", "threads", NULL};
    PyObject *vehicle, *world;
    const char *rung_name;
    int count, threads;
    double substeps_per_s;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "OisOdi", names, &vehicle, &count, &rung_name,
                                     &world, &substeps_per_s, &threads))
        return NULL;
    PyObject *self = ((allocfunc)PyType_GetSlot(type, Py_tp_alloc))(type, 0);
    if (!self) return NULL;
    const struct core *core = kamm_core_of_self(self);
    struct batch *batch = batch_of(self);
    int is_vehicle = PyObject_TypeCheck(vehicle, core->vehicle);
    kamm_rung rung = kamm_rung_named(rung_name);
    if (!is_vehicle || !PyObject_TypeCheck(world, core->world))
        PyErr_SetString(PyExc_TypeError, "wanted a Vehicle and a World");
    else if (count < 1 || count > 1 << 24)
        PyErr_Format(PyExc_ValueError, "count is %d; allowed: 1 to %d", count, 1 << 24);
    if (PyErr_Occurred()) goto failed;
    batch->count = count, batch->threads = threads;
    batch->ground_owner = Py_NewRef(world);
    atomic_flag_clear(&batch->is_busy);
    batch->vehicle_copy = malloc(sizeof *batch->vehicle_copy);
    if (batch->vehicle_copy)
        *batch->vehicle_copy = *((struct vehicle *)vehicle)->file;
    else
        PyErr_NoMemory();
    if (PyErr_Occurred() || compile(batch, core, rung, substeps_per_s) < 0 || make_cars(batch) < 0)
        goto failed;
    return self;
failed:
    Py_DECREF(self);
    return NULL;
}

static PyObject *close_now(PyObject *self, PyObject *none)
{
    (void)none;
    struct batch *batch = batch_of(self);
    if (!batch->cars) Py_RETURN_NONE;
    if (batch->view_count > 0) {
        PyErr_SetString(PyExc_RuntimeError, "rows of the batch are in use; drop them first");
        return NULL;
    }
    if (kamm_begin_call(batch) < 0) return NULL;
    close_batch(batch);
    kamm_end_call(batch);
    kamm_forget_batch(batch);
    Py_RETURN_NONE;
}

/* -- Stepping -- */
static void step_and_read(struct batch *batch, int substeps, const struct task_runner *runner)
{
    const kamm_ground *ground = &((struct world *)batch->ground_owner)->ground;
    if (!batch->bound.count) {
        kamm_step_tasks(batch->cars, ground, substeps, runner->run, runner->user);
        return;
    }
    kamm_rollout_def def = {.steps = 1,
                            .substeps = substeps,
                            .channel_count = batch->bound.count,
                            .channels = batch->bound.text,
                            .run = runner->run,
                            .user = runner->user};
    kamm_error error; /* names were checked when they were bound */
    kamm_rollout(batch->cars, ground, &def, batch->outputs, &error);
}

static PyObject *step(PyObject *self, PyObject *argument)
{
    struct batch *batch = batch_of(self);
    long substeps = PyLong_AsLong(argument);
    if (PyErr_Occurred()) return NULL;
    if (substeps < 1 || substeps > 1 << 24)
        return PyErr_Format(PyExc_ValueError, "substeps is %ld; allowed: 1 to %d", substeps,
                            1 << 24);
    if (kamm_begin_stepping(batch) < 0) return NULL;
    if (kamm_apply_expansions(batch, kamm_core_of_self(self)) == 0) {
        Py_BEGIN_ALLOW_THREADS struct task_runner runner =
            kamm_begin_tasks(batch->count > KAMM_CARS_PER_BLOCK ? batch->threads : 1);
        kamm_push_inputs(batch);
        step_and_read(batch, (int)substeps, &runner);
        kamm_end_tasks(&runner);
        batch->substeps += substeps;
        Py_END_ALLOW_THREADS
    }
    kamm_end_call(batch);
    if (PyErr_Occurred()) return NULL;
    Py_RETURN_NONE;
}

/* -- Reading -- */
static PyObject *get_input_view(PyObject *self, PyObject *none)
{
    (void)none;
    struct batch *batch = batch_of(self);
    struct view_shape shape = {.data = batch->inputs,
                               .format = "f",
                               .dimensions = 2,
                               .shape = {batch->count, KAMM_INPUTS},
                               .strides = {sizeof(kamm_input), sizeof(float)}};
    return kamm_make_view(kamm_core_of_self(self), batch->inputs_owner, NULL, &shape);
}

/* read(channels, out): as they are now, into a float64 array [n, k]. */
static PyObject *read_into(PyObject *self, PyObject *args)
{
    struct batch *batch = batch_of(self);
    PyObject *sequence, *array;
    if (!PyArg_ParseTuple(args, "OO", &sequence, &array)) return NULL;
    struct names names;
    if (kamm_take_names(sequence, "channels", &names) < 0) return NULL;
    Py_ssize_t shape[2] = {batch->count, names.count};
    Py_buffer out;
    if (kamm_take_array(array, "out", "d", 2, shape, 1, &out) == 0) {
        kamm_error error;
        if (kamm_begin_call(batch) == 0) {
            if (kamm_read_channels(batch->cars, names.count, names.text, out.buf, &error) !=
                KAMM_OK)
                kamm_raise(kamm_core_of_self(self), &error);
            kamm_end_call(batch);
        }
        PyBuffer_Release(&out);
    }
    kamm_drop_names(&names);
    if (PyErr_Occurred()) return NULL;
    Py_RETURN_NONE;
}

/* bind(channels): a view [n, k] that each step fills in; another call takes its place. */
static PyObject *bind(PyObject *self, PyObject *sequence)
{
    struct batch *batch = batch_of(self);
    struct names names;
    if (kamm_take_names(sequence, "channels", &names) < 0) return NULL;
    double *outputs = calloc((size_t)batch->count * (size_t)(names.count + 1), sizeof *outputs);
    kamm_error error = {.code = KAMM_ERROR_MEMORY};
    PyObject *owner = outputs ? PyCapsule_New(outputs, NULL, free_memory) : NULL;
    if (owner && kamm_begin_call(batch) == 0) {
        kamm_result result =
            kamm_read_channels(batch->cars, names.count, names.text, outputs, &error);
        if (result != KAMM_OK) {
            kamm_raise(kamm_core_of_self(self), &error);
        } else { /* the old view keeps its memory */
            Py_XDECREF(batch->outputs_owner);
            kamm_drop_names(&batch->bound);
            batch->outputs_owner = Py_NewRef(owner), batch->outputs = outputs, batch->bound = names;
            names = (struct names){0};
        }
        kamm_end_call(batch);
    } else if (!PyErr_Occurred()) {
        PyErr_NoMemory();
    }
    kamm_drop_names(&names);
    PyObject *view = NULL;
    if (!PyErr_Occurred()) {
        struct view_shape shape = {
            .data = outputs,
            .format = "d",
            .dimensions = 2,
            .shape = {batch->count, batch->bound.count},
            .strides = {batch->bound.count * (Py_ssize_t)sizeof(double), sizeof(double)},
            .is_read_only = 1};
        view = kamm_make_view(kamm_core_of_self(self), owner, NULL, &shape);
    }
    Py_XDECREF(owner);
    return view;
}

/* rows(kind, item, field): [blocks, 16], a view of the state. */
static PyObject *rows(PyObject *self, PyObject *args)
{
    struct batch *batch = batch_of(self);
    int kind, item, field;
    if (!PyArg_ParseTuple(args, "iii", &kind, &item, &field)) return NULL;
    if (kamm_begin_call(batch) < 0) return NULL;
    float *first = kamm_state_row(batch->cars, 0, (kamm_state_row_kind)kind, item, field);
    Py_ssize_t blocks = (batch->count + KAMM_CARS_PER_BLOCK - 1) / KAMM_CARS_PER_BLOCK;
    float *second = first && blocks > 1
                        ? kamm_state_row(batch->cars, 1, (kamm_state_row_kind)kind, item, field)
                        : first;
    PyObject *view = NULL;
    if (first) {
        struct view_shape shape = {
            .data = first,
            .format = "f",
            .dimensions = 2,
            .shape = {blocks, KAMM_CARS_PER_BLOCK},
            .strides = {(second - first) * (Py_ssize_t)sizeof(float), sizeof(float)}};
        view = kamm_make_view(kamm_core_of_self(self), self, &batch->view_count, &shape);
    } else {
        PyErr_SetString(PyExc_ValueError, "cars of this rung do not have that state");
    }
    kamm_end_call(batch);
    return view;
}

/* position_rows(axis): [blocks, 16], a view of the positions. */
static PyObject *position_rows(PyObject *self, PyObject *argument)
{
    struct batch *batch = batch_of(self);
    long axis = PyLong_AsLong(argument);
    if (axis == -1 && PyErr_Occurred()) return NULL;
    if (axis < 0 || axis > 2)
        return PyErr_Format(PyExc_ValueError, "axis is %ld; allowed: 0 to 2", axis);
    if (kamm_begin_call(batch) < 0) return NULL;
    double *first = kamm_position_row(batch->cars, 0, (int)axis);
    Py_ssize_t blocks = (batch->count + KAMM_CARS_PER_BLOCK - 1) / KAMM_CARS_PER_BLOCK;
    double *second = blocks > 1 ? kamm_position_row(batch->cars, 1, (int)axis) : first;
    struct view_shape shape = {
        .data = first,
        .format = "d",
        .dimensions = 2,
        .shape = {blocks, KAMM_CARS_PER_BLOCK},
        .strides = {(second - first) * (Py_ssize_t)sizeof(double), sizeof(double)}};
    PyObject *view = kamm_make_view(kamm_core_of_self(self), self, &batch->view_count, &shape);
    kamm_end_call(batch);
    return view;
}

static PyObject *faults(PyObject *self, PyObject *array)
{
    struct batch *batch = batch_of(self);
    Py_ssize_t count = batch->count;
    Py_buffer out;
    if (kamm_take_array(array, "out", "i", 1, &count, 1, &out) < 0) return NULL;
    if (kamm_begin_call(batch) == 0) {
        int32_t *faults_of = out.buf;
        for (int i = 0; i < batch->count; ++i) faults_of[i] = (int32_t)kamm_fault(batch->cars, i);
        kamm_end_call(batch);
    }
    PyBuffer_Release(&out);
    if (PyErr_Occurred()) return NULL;
    Py_RETURN_NONE;
}

/* -- What it is -- */
static PyObject *hash(PyObject *self, PyObject *none)
{
    (void)none;
    struct batch *batch = batch_of(self);
    if (kamm_begin_call(batch) < 0) return NULL;
    uint64_t value = kamm_state_hash(batch->cars);
    kamm_end_call(batch);
    return PyLong_FromUnsignedLongLong(value);
}

static PyObject *info(PyObject *self, PyObject *none)
{
    (void)none;
    const kamm_model_info *i = &batch_of(self)->info;
    return Py_BuildValue(
        "{s:d,s:i,s:i,s:i,s:d,s:d,s:d,s:d,s:d,s:d,s:d,s:d,s:d,s:d,s:i}", "substep_s", i->substep_s,
        "axle_count", (int)i->axle_count, "wheel_count", (int)i->wheel_count, "gear_count",
        (int)i->gear_count, "mass_kg", i->mass_kg, "wheelbase_m", i->wheelbase_m, "cg_height_m",
        i->cg_height_m, "cg_behind_front_axle_m", i->cg_behind_front_axle_m, "steering_lock_rad",
        i->steering_lock_rad, "steering_ratio", i->steering_ratio, "length_m", i->length_m,
        "width_m", i->width_m, "height_m", i->height_m, "yaw_inertia_kgm2", i->yaw_inertia_kgm2,
        "takes_commands", (int)i->takes_commands);
}

static PyObject *get_count(PyObject *self, void *none)
{
    (void)none;
    return PyLong_FromLong(batch_of(self)->count);
}

static PyObject *get_substeps(PyObject *self, void *none)
{
    (void)none;
    return PyLong_FromLongLong(batch_of(self)->substeps);
}

static PyMethodDef methods[] = {
    {"place", kamm_place_batch, METH_VARARGS, "place(cars, x_m, y_m, yaw_rad, speed_mps, gear)."},
    {"switch_on", kamm_switch_car_on, METH_VARARGS,
     "switch_on(car, x_m, y_m, yaw_rad, speed_mps, gear): (car, generation)."},
    {"switch_off", kamm_switch_car_off, METH_VARARGS, "switch_off(car, generation)."},
    {"generations", kamm_read_generations, METH_O, "generations(out): of slots; 0: off."},
    {"assist", kamm_assist_batch, METH_VARARGS,
     "assist(requests, interval, strength, lets_roll, drift_angle_rad, drift_lift)."},
    {"ride", kamm_ride_batch, METH_VARARGS, "ride(requests, interval)."},
    {"lift_wheel", kamm_lift_wheels, METH_O, "lift_wheel(lifts)."},
    {"wheel_lift", kamm_read_wheel_lifts, METH_O, "wheel_lift(out)."},
    {"lean_in_turn_rad", kamm_batch_lean_in_turn, METH_VARARGS,
     "lean_in_turn_rad(car, speed, curvature)."},
    {"step", step, METH_O, "step(substeps)."},
    {"input_view", get_input_view, METH_NOARGS, "The inputs, float32 [n, inputs]."},
    {"read", read_into, METH_VARARGS, "read(channels, out): as they are now."},
    {"bind", bind, METH_O, "bind(channels): a view that each step fills in."},
    {"position_rows", position_rows, METH_O,
     "position_rows(axis): a view of the positions, [blocks, 16]."},
    {"rows", rows, METH_VARARGS, "rows(kind, item, field): a view of a state, [blocks, 16]."},
    {"faults", faults, METH_O, "faults(out): bits of each car."},
    {"expand", kamm_expand_batch, METH_O, "expand(path): values of each car, float64 [n]."},
    {"rollout", kamm_roll_batch, METH_VARARGS,
     "rollout(from, starts, steps, substeps, inputs, values, channels, out)."},
    {"linearise", kamm_linearise_batch, METH_VARARGS,
     "linearise(cars, states, inputs, outputs, substeps, a, b, c, d)."},
    {"trim", kamm_trim_batch, METH_VARARGS,
     "trim(car, speed, by_steering, steering, lateral, gear, limit)."},
    {"save", kamm_save_batch, METH_O, "save(cars or None): bytes."},
    {"restore", kamm_restore_batch, METH_VARARGS, "restore(bytes, cars or None)."},
    {"save_portable", kamm_save_portable_batch, METH_NOARGS, "Portable bytes."},
    {"restore_portable", kamm_restore_portable_batch, METH_O, "restore_portable(bytes): report."},
    {"saved_cars", kamm_count_saved, METH_O, "saved_cars(bytes): how many; 0: all of a batch."},
    {"hash", hash, METH_NOARGS, "Of all states."},
    {"info", info, METH_NOARGS, "What follows from the vehicle."},
    {"close", close_now, METH_NOARGS, "Frees the cars now."},
    {NULL, NULL, 0, NULL}};
static PyGetSetDef properties[] = {{"count", get_count, NULL, "Of cars.", NULL},
                                   {"substeps", get_substeps, NULL, "Taken so far.", NULL},
                                   {NULL, NULL, NULL, NULL, NULL}};
static PyType_Slot slots[] = {{Py_tp_doc, "Cars in motion."},
                              {Py_tp_new, new_batch},
                              {Py_tp_dealloc, dealloc},
                              {Py_tp_methods, methods},
                              {Py_tp_getset, properties},
                              {Py_tp_traverse, traverse},
                              {0, NULL}};
PyType_Spec kamm_batch_spec = {
    .name = "kamm._core.Batch",
    .basicsize = sizeof(struct batch),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC,
    .slots = slots,
};
