/* Steps of a world, its events and its states. */
#include "world.h"

#include <kamm/portable_world.h>
#include <string.h>

int kamm_begin_world(PyObject *self)
{
    struct world *world = world_of(self);
    if (atomic_flag_test_and_set_explicit(&world->is_busy, memory_order_acquire)) {
        PyErr_SetString(PyExc_RuntimeError, "the world is in use by another thread");
        return -1;
    }
    kamm_error error;
    world->has_calls = 1;
    if (!world->world)
        world->world = kamm_create_world(&(kamm_world_def){.ground = world->ground}, &error);
    if (world->world) return 0;
    kamm_raise(kamm_core_of_self(self), &error);
    kamm_end_world(self);
    return -1;
}

void kamm_end_world(PyObject *self)
{
    atomic_flag_clear_explicit(&world_of(self)->is_busy, memory_order_release);
}

int kamm_begin_placing(PyObject *self)
{
    if (!world_of(self)->has_calls) return 0;
    return kamm_begin_world(self) == 0 ? 1 : -1;
}

void kamm_end_placing(PyObject *self, int begun)
{
    if (begun > 0) kamm_end_world(self);
}

static Py_ssize_t batch_count(const struct world *world)
{
    return world->batches ? PyList_Size(world->batches) : 0;
}

static struct batch *batch_in(const struct world *world, Py_ssize_t i)
{
    return batch_of(PyList_GetItem(world->batches, i));
}

static void end_batches(const struct world *world, Py_ssize_t count)
{
    while (count > 0) kamm_end_call(batch_in(world, --count));
}

/* -1: an exception is set, and nothing has begun. */
int kamm_begin_world_and_batches(PyObject *self)
{
    struct world *world = world_of(self);
    if (kamm_begin_world(self) < 0) return -1;
    for (Py_ssize_t i = 0; i < batch_count(world); ++i)
        if (kamm_begin_call(batch_in(world, i)) < 0) {
            end_batches(world, i);
            kamm_end_world(self);
            return -1;
        }
    return 0;
}

void kamm_end_world_and_batches(PyObject *self)
{
    end_batches(world_of(self), batch_count(world_of(self)));
    kamm_end_world(self);
}

/* -- Stepping -- */
/* Threads are worth their start for more than a block of cars. */
static int thread_count(const struct world *world)
{
    int cars = 0, threads = 1;
    for (Py_ssize_t i = 0; i < batch_count(world); ++i) {
        const struct batch *batch = batch_in(world, i);
        cars += batch->count;
        if (batch->threads > threads) threads = batch->threads;
    }
    return cars > KAMM_CARS_PER_BLOCK ? threads : 1;
}

static void read_bound(const struct batch *batch)
{
    kamm_error error; /* names were checked when they were bound */
    if (batch->bound.count)
        kamm_read_channels(batch->cars, batch->bound.count, batch->bound.text, batch->outputs,
                           &error);
}

/* Python's lists need the interpreter's lock, so the batches are collected before it is released. */
static void take_substeps(struct world *world, struct batch *const *batches, Py_ssize_t count,
                          int substeps, int threads)
{
    struct task_runner runner = kamm_begin_tasks(threads);
    for (Py_ssize_t i = 0; i < count; ++i) kamm_push_inputs(batches[i]);
    kamm_set_world_tasks(world->world, runner.run, runner.user);
    kamm_step_world(world->world, substeps);
    kamm_set_world_tasks(world->world, NULL, NULL);
    kamm_end_tasks(&runner);
    for (Py_ssize_t i = 0; i < count; ++i) {
        batches[i]->substeps += substeps;
        read_bound(batches[i]);
    }
}

static void step_all(PyObject *self, int substeps)
{
    struct world *world = world_of(self);
    Py_ssize_t count = batch_count(world);
    struct batch **batches = PyMem_Calloc((size_t)count + 1, sizeof(struct batch *));
    if (!batches) PyErr_NoMemory();
    for (Py_ssize_t i = 0; i < count && !PyErr_Occurred(); ++i) {
        batches[i] = batch_in(world, i);
        kamm_apply_expansions(batches[i], kamm_core_of_self(self));
    }
    if (!PyErr_Occurred()) {
        int threads = thread_count(world);
        Py_BEGIN_ALLOW_THREADS take_substeps(world, batches, count, substeps, threads);
        Py_END_ALLOW_THREADS
    }
    PyMem_Free(batches);
}

/* step(substeps). */
PyObject *kamm_step_one_world(PyObject *self, PyObject *argument)
{
    long substeps = PyLong_AsLong(argument);
    if (PyErr_Occurred()) return NULL;
    if (substeps < 1 || substeps > 1 << 24)
        return PyErr_Format(PyExc_ValueError, "substeps is %ld; allowed: 1 to %d", substeps,
                            1 << 24);
    if (kamm_begin_world_and_batches(self) < 0) return NULL;
    step_all(self, (int)substeps);
    kamm_end_world_and_batches(self);
    if (PyErr_Occurred()) return NULL;
    Py_RETURN_NONE;
}

/* -- Events -- */
static PyObject *contact(const kamm_contact_event *e)
{
    return Py_BuildValue("((iii)(iii)(ddd)(ddd)ddiid(ii))", (int)e->type[0], (int)e->group[0],
                         (int)e->index[0], (int)e->type[1], (int)e->group[1], (int)e->index[1],
                         e->point_m[0], e->point_m[1], e->point_m[2], (double)e->normal[0],
                         (double)e->normal[1], (double)e->normal[2], (double)e->impulse_ns,
                         (double)e->speed_mps, (e->phase & KAMM_CONTACT_BEGAN) != 0,
                         (e->phase & KAMM_CONTACT_ENDED) != 0, (double)e->friction,
                         (int)e->material[0], (int)e->material[1]);
}

/* contacts(): [((type, group, index), (…), point, normal, impulse, speed, began, ended, friction, materials)]. */
PyObject *kamm_list_contacts(PyObject *self, PyObject *none)
{
    (void)none;
    int count = 0;
    if (kamm_begin_world(self) < 0) return NULL;
    const kamm_contact_event *events = kamm_contact_events(world_of(self)->world, &count);
    PyObject *list = PyList_New(0);
    for (int i = 0; list && i < count; ++i) {
        PyObject *item = contact(&events[i]);
        if (!item || PyList_Append(list, item) < 0) Py_CLEAR(list);
        Py_XDECREF(item);
    }
    kamm_end_world(self);
    return list;
}

/* sensor_events(): [(sensor, (type, group, index), entered, time_s)]. */
PyObject *kamm_list_sensor_events(PyObject *self, PyObject *none)
{
    (void)none;
    int count = 0;
    if (kamm_begin_world(self) < 0) return NULL;
    const kamm_sensor_event *events = kamm_sensor_events(world_of(self)->world, &count);
    PyObject *list = PyList_New(0);
    for (int i = 0; list && i < count; ++i) {
        const kamm_sensor_event *e = &events[i];
        PyObject *item =
            Py_BuildValue("(i(iii)id)", (int)e->sensor, (int)e->body.type, (int)e->body.group,
                          (int)e->body.index, (int)e->entered, e->time_s);
        if (!item || PyList_Append(list, item) < 0) Py_CLEAR(list);
        Py_XDECREF(item);
    }
    kamm_end_world(self);
    return list;
}

/* -- States -- */
/* Mark before the snapshot, followed by the substeps of each batch. */
static const char mark[8] = "KammWld";

/* save(): bytes. */
PyObject *kamm_save_one_world(PyObject *self, PyObject *none)
{
    (void)none;
    struct world *world = world_of(self);
    if (kamm_begin_world_and_batches(self) < 0) return NULL;
    size_t count = (size_t)batch_count(world), head = sizeof mark + count * sizeof(long long);
    PyObject *bytes = NULL;
    for (size_t i = 0; i < count; ++i) kamm_push_inputs(batch_in(world, (Py_ssize_t)i));
    bytes = PyBytes_FromStringAndSize(NULL,
                                      (Py_ssize_t)(head + kamm_world_snapshot_size(world->world)));
    if (bytes) {
        char *to = PyBytes_AsString(bytes);
        memcpy(to, mark, sizeof mark);
        for (size_t i = 0; i < count; ++i)
            memcpy(to + sizeof mark + i * sizeof(long long),
                   &batch_in(world, (Py_ssize_t)i)->substeps, sizeof(long long));
        kamm_save_world_snapshot(world->world, to + head);
    }
    kamm_end_world_and_batches(self);
    return bytes;
}

static void restore_from(PyObject *self, const Py_buffer *bytes)
{
    struct world *world = world_of(self);
    size_t count = (size_t)batch_count(world), head = sizeof mark + count * sizeof(long long);
    const char *from = bytes->buf;
    kamm_error error;
    if ((size_t)bytes->len < head || memcmp(from, mark, sizeof mark) != 0) {
        PyErr_SetString(PyExc_ValueError,
                        "these bytes are no state that save gave for such a world");
        return;
    }
    if (kamm_restore_world_snapshot(world->world, from + head, (size_t)bytes->len - head, &error)) {
        kamm_raise(kamm_core_of_self(self), &error);
        return;
    }
    for (size_t i = 0; i < count; ++i) {
        struct batch *batch = batch_in(world, (Py_ssize_t)i);
        memcpy(&batch->substeps, from + sizeof mark + i * sizeof(long long), sizeof(long long));
        kamm_pull_inputs(batch);
    }
}

/* restore(bytes). */
PyObject *kamm_restore_one_world(PyObject *self, PyObject *argument)
{
    Py_buffer bytes;
    if (PyObject_GetBuffer(argument, &bytes, PyBUF_SIMPLE) < 0) return NULL;
    if (kamm_begin_world_and_batches(self) == 0) {
        restore_from(self, &bytes);
        kamm_end_world_and_batches(self);
    }
    PyBuffer_Release(&bytes);
    if (PyErr_Occurred()) return NULL;
    Py_RETURN_NONE;
}

/* save_portable(): bytes. */
PyObject *kamm_save_portable_of_world(PyObject *self, PyObject *none)
{
    (void)none;
    const struct world *world = world_of(self);
    kamm_error error;
    if (kamm_begin_world_and_batches(self) < 0) return NULL;
    for (Py_ssize_t i = 0; i < batch_count(world); ++i) kamm_push_inputs(batch_in(world, i));
    size_t size = kamm_portable_world_size(world->world);
    PyObject *bytes = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)size);
    if (bytes && kamm_save_portable_world(world->world, PyBytes_AsString(bytes), &error)) {
        Py_CLEAR(bytes);
        kamm_raise(kamm_core_of_self(self), &error);
    }
    kamm_end_world_and_batches(self);
    return bytes;
}

/* restore_portable(bytes): the report's numbers and names. */
PyObject *kamm_restore_portable_to_world(PyObject *self, PyObject *argument)
{
    const struct world *world = world_of(self);
    kamm_portable_report report = {0};
    kamm_error error;
    Py_buffer bytes;
    if (PyObject_GetBuffer(argument, &bytes, PyBUF_SIMPLE) < 0) return NULL;
    if (kamm_begin_world_and_batches(self) == 0) {
        if (kamm_restore_portable_world(world->world, bytes.buf, (size_t)bytes.len, &report,
                                        &error) != KAMM_OK)
            kamm_raise(kamm_core_of_self(self), &error);
        for (Py_ssize_t i = 0; !PyErr_Occurred() && i < batch_count(world); ++i)
            kamm_pull_inputs(batch_in(world, i));
        kamm_end_world_and_batches(self);
    }
    PyBuffer_Release(&bytes);
    return PyErr_Occurred() ? NULL : kamm_portable_tuple(&report);
}

/* hash(). */
PyObject *kamm_hash_world(PyObject *self, PyObject *none)
{
    (void)none;
    if (kamm_begin_world_and_batches(self) < 0) return NULL;
    uint64_t value = kamm_world_state_hash(world_of(self)->world);
    kamm_end_world_and_batches(self);
    return PyLong_FromUnsignedLongLong(value);
}
