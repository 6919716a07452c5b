/* States of a batch as bytes: of all its cars, or of some. */
#include "batch.h"

#include <string.h>

/* What stands before a snapshot. */
struct head {
    char mark[8];
    long long substeps, turned; /* with all bits turned over, so that a changed byte is found */
};
static const struct head head_of_all = {.mark = "KammAll"}, head_of_some = {.mark = "KammCar"};

static PyObject *save_all(struct batch *batch)
{
    size_t size = kamm_snapshot_size(batch->cars);
    PyObject *bytes = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)(sizeof(struct head) + size));
    if (!bytes) return NULL;
    char *to = PyBytes_AsString(bytes);
    struct head head = head_of_all;
    head.substeps = batch->substeps, head.turned = ~head.substeps;
    memcpy(to, &head, sizeof head);
    kamm_save_snapshot(batch->cars, to + sizeof head);
    return bytes;
}

/* Cars by their numbers, one behind the other; those of a batch have the same size. */
static PyObject *save_some(struct batch *batch, const int32_t *cars, Py_ssize_t count)
{
    size_t size = kamm_car_snapshot_size(batch->cars, 0);
    PyObject *bytes =
        PyBytes_FromStringAndSize(NULL, (Py_ssize_t)(sizeof(struct head) + (size_t)count * size));
    if (!bytes) return NULL;
    char *to = PyBytes_AsString(bytes);
    struct head head = head_of_some;
    head.substeps = batch->substeps, head.turned = ~head.substeps;
    memcpy(to, &head, sizeof head);
    for (Py_ssize_t i = 0; i < count; ++i)
        kamm_save_car(batch->cars, cars[i], to + sizeof head + (size_t)i * size);
    return bytes;
}

/* save(None) of all, save(cars) of an int32 array of their numbers. */
PyObject *kamm_save_batch(PyObject *self, PyObject *argument)
{
    struct batch *batch = batch_of(self);
    Py_buffer cars = {0};
    Py_ssize_t count = -1;
    if (argument != Py_None && kamm_take_array(argument, "cars", "i", 1, &count, 0, &cars) < 0)
        return NULL;
    PyObject *bytes = NULL;
    if (kamm_begin_call(batch) == 0) {
        kamm_push_inputs(batch);
        if (kamm_apply_expansions(batch, kamm_core_of_self(self)) == 0)
            bytes = argument == Py_None ? save_all(batch) : save_some(batch, cars.buf, count);
        kamm_end_call(batch);
    }
    if (argument != Py_None) PyBuffer_Release(&cars);
    return bytes;
}

static void refuse_snapshot(void)
{
    PyErr_SetString(PyExc_ValueError,
                    "these bytes are no state that save gave for as many cars of such a batch");
}

static void restore_some(struct batch *batch, const struct core *core, const char *from,
                         size_t size, const int32_t *cars, size_t count)
{
    size_t each = kamm_car_snapshot_size(batch->cars, 0);
    int is_one = size == each; /* one state for all of them */
    if (!is_one && size != each * count) {
        refuse_snapshot();
        return;
    }
    kamm_error error;
    for (size_t i = 0; i < count; ++i)
        if (kamm_restore_car(batch->cars, cars[i], from + (is_one ? 0 : i * each), each, &error) !=
            KAMM_OK) {
            kamm_raise(core, &error);
            return;
        }
}

static void restore_from(struct batch *batch, const struct core *core, const Py_buffer *bytes,
                         const int32_t *cars, Py_ssize_t count)
{
    struct head head;
    if ((size_t)bytes->len < sizeof head) {
        refuse_snapshot();
        return;
    }
    memcpy(&head, bytes->buf, sizeof head);
    const char *from = (const char *)bytes->buf + sizeof head;
    size_t size = (size_t)bytes->len - sizeof head;
    kamm_error error;
    if (head.turned != ~head.substeps) {
        refuse_snapshot();
        return;
    }
    if (cars && !memcmp(head.mark, head_of_some.mark, sizeof head.mark)) {
        restore_some(batch, core, from, size, cars, (size_t)count);
    } else if (!cars && !memcmp(head.mark, head_of_all.mark, sizeof head.mark)) {
        if (kamm_restore_snapshot(batch->cars, from, size, &error) != KAMM_OK)
            kamm_raise(core, &error);
        else
            batch->substeps = head.substeps;
    } else {
        refuse_snapshot();
    }
}

/* saved_cars(state): how many cars it is of, as a batch like this one has saved them by their numbers; 0: of all of a batch. */
PyObject *kamm_count_saved(PyObject *self, PyObject *argument)
{
    struct batch *batch = batch_of(self);
    Py_buffer bytes;
    if (PyObject_GetBuffer(argument, &bytes, PyBUF_SIMPLE) < 0) return NULL;
    struct head head = {0};
    long count = -1;
    if ((size_t)bytes.len >= sizeof head) memcpy(&head, bytes.buf, sizeof head);
    if (!memcmp(head.mark, head_of_all.mark, sizeof head.mark)) count = 0;
    if (!memcmp(head.mark, head_of_some.mark, sizeof head.mark) && kamm_begin_call(batch) == 0) {
        size_t each = kamm_car_snapshot_size(batch->cars, 0),
               size = (size_t)bytes.len - sizeof head;
        if (size % each == 0 && size > 0) count = (long)(size / each);
        kamm_end_call(batch);
    }
    PyBuffer_Release(&bytes);
    if (count < 0 && !PyErr_Occurred())
        PyErr_SetString(PyExc_ValueError,
                        "these bytes are no state that save gave for cars of such a batch");
    return PyErr_Occurred() ? NULL : PyLong_FromLong(count);
}

/* restore(state, None) of all, restore(state, cars) of those. */
PyObject *kamm_restore_batch(PyObject *self, PyObject *args)
{
    struct batch *batch = batch_of(self);
    Py_buffer bytes, cars = {0};
    PyObject *which;
    Py_ssize_t count = -1;
    if (!PyArg_ParseTuple(args, "y*O", &bytes, &which)) return NULL;
    int has_cars =
        which != Py_None && kamm_take_array(which, "cars", "i", 1, &count, 0, &cars) == 0;
    if (!PyErr_Occurred() && kamm_begin_call(batch) == 0) {
        const struct core *core = kamm_core_of_self(self);
        kamm_push_inputs(batch);
        if (kamm_apply_expansions(batch, core) == 0)
            restore_from(batch, core, &bytes, has_cars ? cars.buf : NULL, count);
        kamm_pull_inputs(batch);
        kamm_end_call(batch);
    }
    if (has_cars) PyBuffer_Release(&cars);
    PyBuffer_Release(&bytes);
    if (PyErr_Occurred()) return NULL;
    Py_RETURN_NONE;
}

/* -- Portable snapshots -- */
PyObject *kamm_portable_tuple(const kamm_portable_report *report)
{
    return Py_BuildValue("(iiiss)", report->unknown, report->missing, report->other_models,
                         report->first_unknown, report->first_missing);
}

/* save_portable(): bytes of all cars. */
PyObject *kamm_save_portable_batch(PyObject *self, PyObject *none)
{
    (void)none;
    struct batch *batch = batch_of(self);
    PyObject *bytes = NULL;
    if (kamm_begin_call(batch) < 0) return NULL;
    kamm_push_inputs(batch);
    if (kamm_apply_expansions(batch, kamm_core_of_self(self)) == 0) {
        size_t size = kamm_portable_size(batch->cars, 0, batch->count);
        bytes = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)size);
        if (bytes) kamm_save_portable(batch->cars, 0, batch->count, PyBytes_AsString(bytes));
    }
    kamm_end_call(batch);
    return bytes;
}

/* restore_portable(bytes): the report's numbers and names. */
PyObject *kamm_restore_portable_batch(PyObject *self, PyObject *argument)
{
    struct batch *batch = batch_of(self);
    const struct core *core = kamm_core_of_self(self);
    kamm_portable_report report = {0};
    kamm_error error;
    Py_buffer bytes;
    if (PyObject_GetBuffer(argument, &bytes, PyBUF_SIMPLE) < 0) return NULL;
    if (kamm_begin_call(batch) == 0) {
        kamm_push_inputs(batch);
        if (kamm_apply_expansions(batch, core) == 0 &&
            kamm_restore_portable(batch->cars, 0, batch->count, bytes.buf, (size_t)bytes.len,
                                  &report, &error) != KAMM_OK)
            kamm_raise(core, &error);
        kamm_pull_inputs(batch);
        kamm_end_call(batch);
    }
    PyBuffer_Release(&bytes);
    return PyErr_Occurred() ? NULL : kamm_portable_tuple(&report);
}
