/* The input assist and the riders of a batch: from what drivers request to inputs. */
#include "batch.h"

#include <kamm/input_assist.h>
#include <kamm/rider.h>

enum { REQUESTS = 6 };      /* steer, throttle, brake, hand_brake, clutch, own_gear */
enum { RIDE_REQUESTS = 5 }; /* curvature_per_m, max_lean_rad, max_torque_nm, strength, feet */

static void assist_all(struct batch *batch, const kamm_input_assist *assist, const double *requests,
                       double interval_s)
{
    kamm_push_inputs(batch);
    for (int car = 0; car < batch->count; ++car, requests += REQUESTS) {
        const kamm_driver_request request = {.steer = (float)requests[0],
                                             .throttle = (float)requests[1],
                                             .brake = (float)requests[2],
                                             .hand_brake = (float)requests[3],
                                             .clutch = (float)requests[4],
                                             .own_gear = requests[5] != 0};
        kamm_assist_input(assist, batch->cars, car, &request, interval_s);
    }
    kamm_pull_inputs(batch);
}

PyObject *kamm_assist_batch(PyObject *self, PyObject *args)
{
    struct batch *batch = batch_of(self);
    kamm_input_assist assist = kamm_default_input_assist();
    PyObject *array;
    double interval_s;
    int lets_roll;
    if (!PyArg_ParseTuple(args, "Odfpff", &array, &interval_s, &assist.strength, &lets_roll,
                          &assist.drift_angle_rad, &assist.drift_lift))
        return NULL;
    Py_buffer buffer;
    Py_ssize_t count = (Py_ssize_t)batch->count * REQUESTS;
    assist.lets_roll = lets_roll;
    if (kamm_take_array(array, "requests", "d", 1, &count, 0, &buffer) < 0) return NULL;
    if (kamm_begin_call(batch) == 0) {
        if (kamm_apply_expansions(batch, kamm_core_of_self(self)) == 0)
            assist_all(batch, &assist, buffer.buf, interval_s);
        kamm_end_call(batch);
    }
    PyBuffer_Release(&buffer);
    if (PyErr_Occurred()) return NULL;
    Py_RETURN_NONE;
}

static kamm_result ride_all(struct batch *batch, const double *requests, double interval_s,
                            kamm_error *error)
{
    kamm_result result = KAMM_OK;
    kamm_push_inputs(batch);
    for (int car = 0; car < batch->count && !result; ++car, requests += RIDE_REQUESTS) {
        const kamm_ride_request request = {.curvature_per_m = requests[0],
                                           .max_lean_rad = requests[1],
                                           .max_torque_nm = requests[2],
                                           .strength = requests[3],
                                           .feet = requests[4] != 0};
        result = kamm_ride(batch->cars, car, &request, interval_s, error);
    }
    kamm_pull_inputs(batch);
    return result;
}

PyObject *kamm_ride_batch(PyObject *self, PyObject *args)
{
    struct batch *batch = batch_of(self);
    const struct core *core = kamm_core_of_self(self);
    PyObject *array;
    double interval_s;
    if (!PyArg_ParseTuple(args, "Od", &array, &interval_s)) return NULL;
    Py_buffer buffer;
    Py_ssize_t count = (Py_ssize_t)batch->count * RIDE_REQUESTS;
    if (kamm_take_array(array, "requests", "d", 1, &count, 0, &buffer) < 0) return NULL;
    if (kamm_begin_call(batch) == 0) {
        kamm_error error;
        if (kamm_apply_expansions(batch, core) == 0 &&
            ride_all(batch, buffer.buf, interval_s, &error))
            kamm_raise(core, &error);
        kamm_end_call(batch);
    }
    PyBuffer_Release(&buffer);
    if (PyErr_Occurred()) return NULL;
    Py_RETURN_NONE;
}

PyObject *kamm_batch_lean_in_turn(PyObject *self, PyObject *args)
{
    struct batch *batch = batch_of(self);
    int car;
    double speed_mps, curvature_per_m, lean_rad = 0;
    if (!PyArg_ParseTuple(args, "idd", &car, &speed_mps, &curvature_per_m)) return NULL;
    if (car < 0 || car >= batch->count) {
        PyErr_Format(PyExc_IndexError, "car is %d; allowed: 0 to %d", car, batch->count - 1);
        return NULL;
    }
    if (kamm_begin_call(batch) < 0) return NULL;
    if (kamm_apply_expansions(batch, kamm_core_of_self(self)) == 0)
        lean_rad =
            kamm_lean_in_turn_rad(kamm_model_of(batch->cars, car), speed_mps, curvature_per_m);
    kamm_end_call(batch);
    return PyErr_Occurred() ? NULL : PyFloat_FromDouble(lean_rad);
}

static kamm_result lift_all(struct batch *batch, const double *lifts_rad, kamm_error *error)
{
    kamm_result result = KAMM_OK;
    kamm_push_inputs(batch);
    for (int car = 0; car < batch->count && !result; ++car)
        result = kamm_lift_wheel(batch->cars, car, lifts_rad[car], error);
    kamm_pull_inputs(batch);
    return result;
}

/* lift_wheel(lifts float64 [n]). */
PyObject *kamm_lift_wheels(PyObject *self, PyObject *array)
{
    struct batch *batch = batch_of(self);
    const struct core *core = kamm_core_of_self(self);
    Py_buffer buffer;
    Py_ssize_t count = batch->count;
    if (kamm_take_array(array, "lift_rad", "d", 1, &count, 0, &buffer) < 0) return NULL;
    if (kamm_begin_call(batch) == 0) {
        kamm_error error;
        if (kamm_apply_expansions(batch, core) == 0 && lift_all(batch, buffer.buf, &error))
            kamm_raise(core, &error);
        kamm_end_call(batch);
    }
    PyBuffer_Release(&buffer);
    if (PyErr_Occurred()) return NULL;
    Py_RETURN_NONE;
}

/* wheel_lift(out float64 [n]): NaN: no rider. */
PyObject *kamm_read_wheel_lifts(PyObject *self, PyObject *out)
{
    struct batch *batch = batch_of(self);
    Py_buffer buffer;
    Py_ssize_t count = batch->count;
    if (kamm_take_array(out, "out", "d", 1, &count, 1, &buffer) < 0) return NULL;
    if (kamm_begin_call(batch) == 0) {
        if (kamm_apply_expansions(batch, kamm_core_of_self(self)) == 0)
            for (int car = 0; car < batch->count; ++car)
                ((double *)buffer.buf)[car] = kamm_wheel_lift_rad(batch->cars, car);
        kamm_end_call(batch);
    }
    PyBuffer_Release(&buffer);
    if (PyErr_Occurred()) return NULL;
    Py_RETURN_NONE;
}
