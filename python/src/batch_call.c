/* Begin and end of every call of a batch: one at a time, with the copies of the inputs. */
#include "batch.h"

#include <string.h>

int kamm_begin_call(struct batch *batch)
{
    if (!batch->cars) {
        PyErr_SetString(PyExc_RuntimeError, "the batch is closed");
        return -1;
    }
    if (!atomic_flag_test_and_set_explicit(&batch->is_busy, memory_order_acquire)) return 0;
    PyErr_SetString(PyExc_RuntimeError, "the batch is in use by another thread");
    return -1;
}

int kamm_begin_stepping(struct batch *batch)
{
    if (kamm_begin_call(batch) < 0) return -1;
    if (!batch->is_in_world) return 0;
    kamm_end_call(batch);
    PyErr_SetString(PyExc_RuntimeError, "these cars are in a world, which steps them: world.step");
    return -1;
}

void kamm_end_call(struct batch *batch)
{
    atomic_flag_clear_explicit(&batch->is_busy, memory_order_release);
}

void kamm_pull_inputs(struct batch *batch)
{
    memcpy(batch->inputs, kamm_inputs(batch->cars), (size_t)batch->count * sizeof(kamm_input));
}

void kamm_push_inputs(struct batch *batch)
{
    memcpy(kamm_inputs(batch->cars), batch->inputs, (size_t)batch->count * sizeof(kamm_input));
}
