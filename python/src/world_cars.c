/* Batches of cars in a world, which then steps them. */
#include "world.h"

/* The batch, of which no other call is running. NULL: it is none, or it is busy; raises. */
static struct batch *begin_batch(PyObject *self, PyObject *object)
{
    if (!PyObject_TypeCheck(object, kamm_core_of_self(self)->batch)) {
        PyErr_Format(PyExc_TypeError, "cars: wanted a Batch, got %R", Py_TYPE(object));
        return NULL;
    }
    return kamm_begin_call(batch_of(object)) == 0 ? batch_of(object) : NULL;
}

static int is_addable(PyObject *self, const struct batch *batch)
{
    if (batch->is_in_world)
        PyErr_SetString(PyExc_ValueError, "cars: these are in a world already");
    else if (batch->ground_owner != self)
        PyErr_SetString(PyExc_ValueError,
                        "cars: these drive on another world; Batch(…, world=world) has this one");
    return !PyErr_Occurred();
}

/* add(batch). */
PyObject *kamm_add_batch(PyObject *self, PyObject *object)
{
    struct world *world = world_of(self);
    struct batch *batch = begin_batch(self, object);
    if (!batch) return NULL;
    if (is_addable(self, batch) && kamm_begin_world(self) == 0) {
        kamm_error error;
        if (!world->batches) world->batches = PyList_New(0);
        if (world->batches && PyList_Append(world->batches, object) == 0) {
            if (kamm_add_cars(world->world, batch->cars, &error) == KAMM_OK) {
                batch->is_in_world = 1;
            } else {
                Py_ssize_t count = PyList_Size(world->batches);
                PyList_SetSlice(world->batches, count - 1, count, NULL);
                kamm_raise(kamm_core_of_self(self), &error);
            }
        }
        kamm_end_world(self);
    }
    kamm_end_call(batch);
    if (PyErr_Occurred()) return NULL;
    Py_RETURN_NONE;
}

/* Removes it from the list; the world of C does not have it any more. */
static void drop(struct world *world, const struct batch *batch)
{
    for (Py_ssize_t i = 0; i < PyList_Size(world->batches); ++i)
        if (PyList_GetItem(world->batches, i) == (const PyObject *)batch) {
            PyList_SetSlice(world->batches, i, i + 1, NULL);
            return;
        }
}

void kamm_forget_batch(struct batch *batch)
{
    struct world *world = (struct world *)batch->ground_owner;
    if (batch->is_in_world && world->batches) drop(world, batch);
    batch->is_in_world = 0;
}

/* remove(batch). */
PyObject *kamm_remove_batch(PyObject *self, PyObject *object)
{
    struct batch *batch = begin_batch(self, object);
    if (!batch) return NULL;
    if (!batch->is_in_world || batch->ground_owner != self)
        PyErr_SetString(PyExc_ValueError, "cars: these are not in this world");
    else if (kamm_begin_world(self) == 0) {
        kamm_error error;
        if (kamm_remove_cars(world_of(self)->world, batch->cars, &error) == KAMM_OK)
            kamm_forget_batch(batch);
        else
            kamm_raise(kamm_core_of_self(self), &error);
        kamm_end_world(self);
    }
    kamm_end_call(batch);
    if (PyErr_Occurred()) return NULL;
    Py_RETURN_NONE;
}

/* set_car_filter(batch, cars int32 [k], category, mask). */
PyObject *kamm_set_batch_filter(PyObject *self, PyObject *args)
{
    PyObject *object, *array;
    unsigned category, mask;
    Py_buffer cars;
    Py_ssize_t count = -1;
    if (!PyArg_ParseTuple(args, "OOII", &object, &array, &category, &mask)) return NULL;
    if (kamm_take_array(array, "cars", "i", 1, &count, 0, &cars) < 0) return NULL;
    struct batch *batch = begin_batch(self, object);
    if (batch && kamm_begin_world(self) == 0) {
        kamm_error error;
        kamm_result result = KAMM_OK;
        for (Py_ssize_t i = 0; i < count && result == KAMM_OK; ++i)
            result = kamm_set_car_filter(world_of(self)->world, batch->cars,
                                         ((const int32_t *)cars.buf)[i],
                                         &(kamm_filter){category, mask}, &error);
        if (result != KAMM_OK) kamm_raise(kamm_core_of_self(self), &error);
        kamm_end_world(self);
    }
    if (batch) kamm_end_call(batch);
    PyBuffer_Release(&cars);
    if (PyErr_Occurred()) return NULL;
    Py_RETURN_NONE;
}
