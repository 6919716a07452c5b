/* A file that a world's run is recorded in. */
#include "world.h"

#include <kamm/io/recording.h>

struct recorder {
    PyObject_HEAD kamm_recording *recording; /* NULL: ended */
    PyObject *what;                          /* what is recorded */
    const kamm_cars *cars;                   /* of a batch; else NULL */
    atomic_flag is_busy;
};

static struct recorder *recorder_of(PyObject *self) { return (struct recorder *)self; }

/* -- What is recorded -- */
/* Begins a call of it. -1: it is none of these; raises. */
static int begin_call(const struct core *core, PyObject *what)
{
    if (PyObject_TypeCheck(what, core->world)) return kamm_begin_world_and_batches(what);
    if (PyObject_TypeCheck(what, core->batch)) return kamm_begin_call(batch_of(what));
    if (PyObject_TypeCheck(what, core->combinations)) return kamm_begin_combinations(what);
    PyErr_Format(PyExc_TypeError, "what: wanted a World, a Batch or Combinations, got %R",
                 Py_TYPE(what));
    return -1;
}

static void end_call(const struct core *core, PyObject *what)
{
    if (PyObject_TypeCheck(what, core->world))
        kamm_end_world_and_batches(what);
    else if (PyObject_TypeCheck(what, core->batch))
        kamm_end_call(batch_of(what));
    else
        kamm_end_combinations(what);
}

static void describe(const struct core *core, PyObject *what, kamm_recording_def *def)
{
    if (PyObject_TypeCheck(what, core->world)) {
        def->world = world_of(what)->world;
    } else if (PyObject_TypeCheck(what, core->batch)) {
        def->cars = batch_of(what)->cars;
        def->ground = &((const struct world *)batch_of(what)->ground_owner)->ground;
    } else {
        def->combinations = kamm_all_combinations(what, &def->ground);
    }
}

/* Recorder(path, what, title, world_file). */
static PyObject *new_recorder(PyTypeObject *type, PyObject *args, PyObject *keywords)
{
    const char *path;
    kamm_recording_def def = {.world = NULL};
    PyObject *what;
    (void)keywords;
    if (!PyArg_ParseTuple(args, "sOzz", &path, &what, &def.title, &def.world_file)) return NULL;
    PyObject *self = ((allocfunc)PyType_GetSlot(type, Py_tp_alloc))(type, 0);
    if (!self) return NULL;
    struct recorder *recorder = recorder_of(self);
    const struct core *core = kamm_core_of_self(self);
    atomic_flag_clear(&recorder->is_busy);
    if (begin_call(core, what) == 0) {
        kamm_error error;
        describe(core, what, &def);
        recorder->what = Py_NewRef(what);
        recorder->cars = def.cars;
        recorder->recording = kamm_begin_recording(path, &def, &error);
        if (!recorder->recording) kamm_raise(core, &error);
        end_call(core, what);
    }
    if (PyErr_Occurred()) Py_CLEAR(self);
    return self;
}

static void dealloc(PyObject *self)
{
    struct recorder *recorder = recorder_of(self);
    PyTypeObject *type = Py_TYPE(self);
    kamm_destroy_recording(recorder->recording);
    Py_XDECREF(recorder->what);
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(self);
    Py_DECREF(type);
}

/* -- Frames -- */
static int begin(struct recorder *recorder)
{
    if (!atomic_flag_test_and_set_explicit(&recorder->is_busy, memory_order_acquire)) return 0;
    PyErr_SetString(PyExc_RuntimeError, "the recorder is in use by another thread");
    return -1;
}

static void add_frame(struct recorder *recorder, const struct core *core, double time_s)
{
    kamm_error error;
    if (!recorder->recording) {
        PyErr_SetString(PyExc_ValueError, "the recording has ended");
        return;
    }
    if (begin_call(core, recorder->what) < 0) return;
    if (recorder->cars && recorder->cars != batch_of(recorder->what)->cars)
        PyErr_SetString(PyExc_RuntimeError,
                        "the cars of the batch were made again: expand parameters before a "
                        "recording of the batch, or add the batch to its world and record that");
    else if (kamm_record_frame(recorder->recording, time_s, &error) != KAMM_OK)
        kamm_raise(core, &error);
    end_call(core, recorder->what);
}

/* frame(time_s). */
static PyObject *frame(PyObject *self, PyObject *argument)
{
    struct recorder *recorder = recorder_of(self);
    double time_s = PyFloat_AsDouble(argument);
    if (PyErr_Occurred() || begin(recorder) < 0) return NULL;
    add_frame(recorder, kamm_core_of_self(self), time_s);
    atomic_flag_clear_explicit(&recorder->is_busy, memory_order_release);
    if (PyErr_Occurred()) return NULL;
    Py_RETURN_NONE;
}

/* close(). */
static PyObject *close_recorder(PyObject *self, PyObject *none)
{
    struct recorder *recorder = recorder_of(self);
    kamm_error error;
    (void)none;
    if (begin(recorder) < 0) return NULL;
    if (kamm_end_recording(recorder->recording, &error) != KAMM_OK)
        kamm_raise(kamm_core_of_self(self), &error);
    recorder->recording = NULL;
    Py_CLEAR(recorder->what);
    atomic_flag_clear_explicit(&recorder->is_busy, memory_order_release);
    if (PyErr_Occurred()) return NULL;
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {{"frame", frame, METH_O, "frame(time_s)."},
                                {"close", close_recorder, METH_NOARGS, "Ends the recording."},
                                {NULL, NULL, 0, NULL}};
static PyType_Slot slots[] = {{Py_tp_doc, "A file that a run is recorded in."},
                              {Py_tp_new, new_recorder},
                              {Py_tp_dealloc, dealloc},
                              {Py_tp_methods, methods},
                              {0, NULL}};
PyType_Spec kamm_recorder_spec = {
    .name = "kamm._core.Recorder",
    .basicsize = sizeof(struct recorder),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .slots = slots,
};
