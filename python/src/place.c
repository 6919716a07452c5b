/* Placing cars of a batch: all that are asked for, or none; switching them on and off. */
#include "batch.h"

#include <kamm/slots.h>
#include <math.h>
#include <stdio.h>

static kamm_placement placement_at(const struct batch *batch, int car, double x_m, double y_m,
                                   double yaw_rad)
{
    const struct world *world = (const struct world *)batch->ground_owner;
    if (world->world)
        return kamm_placement_in_world(world->world, kamm_model_of(batch->cars, car), x_m, y_m,
                                       yaw_rad);
    return kamm_placement_on(&world->ground, x_m, y_m, yaw_rad);
}

/* What a car is to be placed by: the car's number, and one of each array. */
struct wanted {
    int car;
    double x_m, y_m, yaw_rad, speed_mps, gear;
};
enum { PLACE_ARRAYS = 6 };

static struct wanted wanted_of(const Py_buffer *arrays, Py_ssize_t i)
{
    return (struct wanted){((const int32_t *)arrays[0].buf)[i], ((const double *)arrays[1].buf)[i],
                           ((const double *)arrays[2].buf)[i],  ((const double *)arrays[3].buf)[i],
                           ((const double *)arrays[4].buf)[i],  ((const double *)arrays[5].buf)[i]};
}

/* Raises ValueError for what no car can be placed by. */
static int check_wanted(const struct batch *batch, const struct wanted *w)
{
    kamm_error error = {0};
    if (!(fabs(w->gear) <= KAMM_GEAR_DRIVE) || w->gear != floor(w->gear))
        snprintf(error.text, sizeof error.text,
                 "gear: %g; allowed: whole numbers, and %d for drive", w->gear, KAMM_GEAR_DRIVE);
    else if (!(fabs(w->yaw_rad) < 1e6))
        snprintf(error.text, sizeof error.text, "yaw_rad: %g; it has to be within 1e6 rad",
                 w->yaw_rad);
    else
        kamm_check_placement(batch->cars, w->car,
                             &(kamm_placement){.position_m = {w->x_m, w->y_m},
                                               .speed_mps = w->speed_mps,
                                               .gear = (int32_t)w->gear},
                             &error);
    if (!*error.text) return 0;
    PyErr_Format(PyExc_ValueError, "place: car %d: %s", w->car, error.text);
    return -1;
}

static void place_all(struct batch *batch, const Py_buffer *arrays, Py_ssize_t count)
{
    Py_BEGIN_ALLOW_THREADS for (Py_ssize_t i = 0; i < count; ++i)
    {
        struct wanted w = wanted_of(arrays, i);
        kamm_placement at = placement_at(batch, w.car, w.x_m, w.y_m, w.yaw_rad);
        at.speed_mps = w.speed_mps;
        at.gear = (int32_t)w.gear;
        kamm_place(batch->cars, w.car, &at);
    }
    Py_END_ALLOW_THREADS
}

/* place(cars, x_m, y_m, yaw_rad, speed_mps, gear): int32 [k] of cars, which the Python side has checked, float64 [k] of all else. All are
 * placed, or none. */
PyObject *kamm_place_batch(PyObject *self, PyObject *args)
{
    struct batch *batch = batch_of(self);
    PyObject *objects[PLACE_ARRAYS];
    static const char *const names[] = {"cars", "x_m", "y_m", "yaw_rad", "speed_mps", "gear"};
    if (!PyArg_ParseTuple(args, "OOOOOO", &objects[0], &objects[1], &objects[2], &objects[3],
                          &objects[4], &objects[5]))
        return NULL;
    Py_buffer arrays[PLACE_ARRAYS];
    Py_ssize_t count = -1;
    int taken = 0;
    while (taken < PLACE_ARRAYS && kamm_take_array(objects[taken], names[taken], taken ? "d" : "i",
                                                   1, &count, 0, &arrays[taken]) == 0)
        ++taken;
    if (taken == PLACE_ARRAYS && kamm_begin_call(batch) == 0) {
        kamm_push_inputs(batch);
        int is_well = kamm_apply_expansions(batch, kamm_core_of_self(self)) == 0;
        for (Py_ssize_t i = 0; is_well && i < count; ++i) {
            struct wanted w = wanted_of(arrays, i);
            is_well = check_wanted(batch, &w) == 0;
        }
        int begun = is_well ? kamm_begin_placing(batch->ground_owner) : -1;
        if (begun >= 0) place_all(batch, arrays, count);
        kamm_end_placing(batch->ground_owner, begun);
        kamm_pull_inputs(batch);
        kamm_end_call(batch);
    }
    while (taken > 0) PyBuffer_Release(&arrays[--taken]);
    if (PyErr_Occurred()) return NULL;
    Py_RETURN_NONE;
}

static int first_off(const struct batch *batch)
{
    int car = 0;
    while (car < batch->count && kamm_is_on(batch->cars, car)) ++car;
    return car;
}

static void switch_on(struct batch *batch, const struct core *core, const struct wanted *w,
                      kamm_slot *slot)
{
    kamm_error error;
    int begun = kamm_begin_placing(batch->ground_owner);
    if (begun >= 0) {
        kamm_placement at = placement_at(batch, w->car, w->x_m, w->y_m, w->yaw_rad);
        at.speed_mps = w->speed_mps;
        at.gear = (int32_t)w->gear;
        if (kamm_switch_on(batch->cars, w->car, &at, slot, &error) != KAMM_OK)
            kamm_raise(core, &error);
    }
    kamm_end_placing(batch->ground_owner, begun);
}

/* switch_on(car, x_m, y_m, yaw_rad, speed_mps, gear): (car, generation). A car below 0: the first that is off. */
PyObject *kamm_switch_car_on(PyObject *self, PyObject *args)
{
    struct batch *batch = batch_of(self);
    struct wanted w;
    kamm_slot slot = {0, 0};
    if (!PyArg_ParseTuple(args, "iddddd", &w.car, &w.x_m, &w.y_m, &w.yaw_rad, &w.speed_mps,
                          &w.gear) ||
        kamm_begin_call(batch) < 0)
        return NULL;
    const struct core *core = kamm_core_of_self(self);
    kamm_push_inputs(batch);
    if (w.car < 0) w.car = first_off(batch);
    if (w.car >= batch->count)
        PyErr_Format(PyExc_ValueError, "car: all %d cars are on", batch->count);
    else if (kamm_apply_expansions(batch, core) == 0 && check_wanted(batch, &w) == 0)
        switch_on(batch, core, &w, &slot);
    kamm_pull_inputs(batch);
    kamm_end_call(batch);
    return PyErr_Occurred() ? NULL : Py_BuildValue("(iI)", slot.car, slot.generation);
}

/* switch_off(car, generation); a car below 0: all. */
PyObject *kamm_switch_car_off(PyObject *self, PyObject *args)
{
    struct batch *batch = batch_of(self);
    kamm_slot slot;
    kamm_error error;
    unsigned generation;
    if (!PyArg_ParseTuple(args, "iI", &slot.car, &generation) || kamm_begin_call(batch) < 0)
        return NULL;
    slot.generation = generation;
    kamm_push_inputs(batch);
    if (slot.car < 0)
        kamm_switch_all_off(batch->cars);
    else if (kamm_switch_off(batch->cars, slot, &error) != KAMM_OK)
        kamm_raise(kamm_core_of_self(self), &error);
    kamm_pull_inputs(batch);
    kamm_end_call(batch);
    if (PyErr_Occurred()) return NULL;
    Py_RETURN_NONE;
}

/* generations(out int32 [n]): of the cars' slots; 0: off. */
PyObject *kamm_read_generations(PyObject *self, PyObject *out)
{
    struct batch *batch = batch_of(self);
    Py_buffer buffer;
    Py_ssize_t count = batch->count;
    if (kamm_take_array(out, "out", "i", 1, &count, 1, &buffer) < 0) return NULL;
    if (kamm_begin_call(batch) == 0) {
        for (int car = 0; car < batch->count; ++car)
            ((uint32_t *)buffer.buf)[car] = kamm_slot_of(batch->cars, car).generation;
        kamm_end_call(batch);
    }
    PyBuffer_Release(&buffer);
    if (PyErr_Occurred()) return NULL;
    Py_RETURN_NONE;
}
