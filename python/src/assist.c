/* The input assist of a batch: from what drivers request to inputs. */
#include "batch.h"

#include <kamm/input_assist.h>

enum { REQUESTS = 6 }; /* steer, throttle, brake, hand_brake, clutch, own_gear */

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
    if (!PyArg_ParseTuple(args, "Odfp", &array, &interval_s, &assist.strength, &lets_roll))
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
