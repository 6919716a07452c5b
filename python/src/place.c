/* Placing cars of a batch: all that are asked for, or none. */
#include "batch.h"

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
