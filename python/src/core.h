/* The extension kamm._core: Kamm's C interface as Python types, which the Python files of kamm dress up.
 *
 * It keeps to CPython's limited interface of 3.11, the first with buffers, and does without NumPy's C interface: arrays come
 * in and go out as buffers, so that one build serves all later versions of both. */
#ifndef KAMM_PYTHON_CORE_H
#define KAMM_PYTHON_CORE_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdatomic.h>

#include <kamm/io/vehicle_file.h>
#include <kamm/io/world_file.h>
#include <kamm/kamm.h>

/* What the module keeps: its types, and the errors that the Python side defines. */
struct core {
    PyTypeObject *view, *vehicle, *world, *batch, *combinations, *env, *traffic, *recorder;
    PyObject *unknown_name; /* a KeyError whose text is shown as it is */
};

extern PyModuleDef kamm_definition;
struct core *kamm_core_of(PyObject *module);
/* Returns the core of the type's module, for methods, whose type may be a subclass. */
struct core *kamm_core_of_self(PyObject *self);

/* -- errors.c -- */
/* Raises what a result stands for, with the error's text. Returns NULL. */
PyObject *kamm_raise(const struct core *core, const kamm_error *error);

/* -- view.c: memory of ours as a buffer, for numpy.asarray -- */
struct view_shape {
    void *data;
    const char *format; /* as in the module struct: "f", "d" */
    int dimensions;
    Py_ssize_t shape[3], strides[3]; /* in items; in bytes */
    int is_read_only;
};
/* A view that keeps `owner` alive, and counts itself in `count` (may be NULL) for as long as it lives. */
PyObject *kamm_make_view(const struct core *core, PyObject *owner, Py_ssize_t *count,
                         const struct view_shape *shape);

/* -- arrays.c: arrays of others as memory -- */
/* A C-contiguous buffer of `format` ("f", "d", "i", "?") with the given shape, dimension by dimension; -1: any size, which is
 * written into `shape`. Raises ValueError with what was expected. `name` is the argument's. */
int kamm_take_array(PyObject *object, const char *name, const char *format, int dimensions,
                    Py_ssize_t *shape, int is_written, Py_buffer *buffer);

/* -- threads.c: threads that calls share -- */
/* Runs tasks on `count` threads, made at first use, again in a forked child. What asks while they are busy runs alone. */
struct task_runner {
    kamm_run_tasks *run; /* NULL: in the calling thread */
    void *user;
    int slot; /* for kamm_end_tasks */
};
struct task_runner kamm_begin_tasks(int count);
void kamm_end_tasks(const struct task_runner *runner);

/* -- names.c: a sequence of str as C strings, which live as long as the tuple -- */
struct names {
    PyObject *tuple;
    const char **text;
    int count;
};
/* Raises TypeError. */
int kamm_take_names(PyObject *sequence, const char *what, struct names *names);
void kamm_drop_names(struct names *names);
/* Raises UnknownName: there is no `what` of that name, with the nearest one of those that there are. */
void kamm_raise_unknown(const char *name, const char *const *names, int count, const char *what);
/* KAMM_RUNG_NONE: there is none of that name; raises. */
kamm_rung kamm_rung_named(const char *name);

/* -- drawn.c -- */
/* Appends a car to a list: (x_m, y_m, yaw_rad, length_m, width_m, middle_m, wheels). -1: an exception is set. */
int kamm_append_drawn(PyObject *list, const kamm_cars *cars, int car);

/* -- debug_draw.c, recorded.c -- */
PyObject *kamm_draw_one(PyObject *module, PyObject *args);
PyObject *kamm_read_one_recording(PyObject *module, PyObject *path);

/* -- combinations.c -- */
/* One call at a time. Raises RuntimeError. */
int kamm_begin_combinations(PyObject *self);
void kamm_end_combinations(PyObject *self);
/* All of them, and their ground. */
kamm_combinations *kamm_all_combinations(PyObject *self, const kamm_ground **ground);

/* -- vehicle.c -- */
struct vehicle {
    PyObject_HEAD kamm_vehicle_file *file;
};

/* -- command.c, lab.c, sweep.c, diagnosis.c, report.c, tyre.c: functions of the module -- */
PyObject *kamm_run_command(PyObject *module, PyObject *sequence);
PyObject *kamm_diagnose_one_vehicle(PyObject *module, PyObject *args);
PyObject *kamm_write_one_report(PyObject *module, PyObject *args);
PyObject *kamm_find_one_ggv(PyObject *module, PyObject *args);
PyObject *kamm_load_one_tyre(PyObject *module, PyObject *argument);
PyObject *kamm_tyre_of_axle(PyObject *module, PyObject *args);
PyObject *kamm_evaluate_one_tyre(PyObject *module, PyObject *args);
PyObject *kamm_write_one_estimate(PyObject *module, PyObject *args);
PyObject *kamm_import_one_vehicle(PyObject *module, PyObject *args);
PyObject *kamm_list_tests(PyObject *module, PyObject *none);
PyObject *kamm_is_combination(PyObject *module, PyObject *argument);
PyObject *kamm_run_one_test(PyObject *module, PyObject *args);
PyObject *kamm_describe_one_scenario(PyObject *module, PyObject *argument);
PyObject *kamm_run_one_combination_test(PyObject *module, PyObject *args);
PyObject *kamm_replay_one_log(PyObject *module, PyObject *args);
PyObject *kamm_fit_one_car(PyObject *module, PyObject *args);
PyObject *kamm_run_one_sweep(PyObject *module, PyObject *args);
PyObject *kamm_find_one_sensitivity(PyObject *module, PyObject *args);
PyObject *kamm_merge_all_sweeps(PyObject *module, PyObject *args);

/* -- commonroad.c -- */
PyObject *kamm_list_commonroad_numbers(PyObject *module, PyObject *vehicle);
PyObject *kamm_commonroad_one_derivative(PyObject *module, PyObject *args);

/* -- single_track.c -- */
PyObject *kamm_list_single_track_numbers(PyObject *module, PyObject *vehicle);
PyObject *kamm_list_single_track_drive_numbers(PyObject *module, PyObject *vehicle);

/* -- world.c -- */
struct world {
    PyObject_HEAD kamm_world_file file;
    kamm_world *world;     /* NULL: a plane, without bodies so far */
    kamm_terrain *terrain; /* of heights; else NULL */
    kamm_ground ground;
    PyObject *batches; /* list of the batches that it steps; may be NULL */
    int has_calls;     /* 1: it was used as more than ground, so placements exclude other calls */
    atomic_flag is_busy;
};
/* Placing reads bodies, which other calls of a world may change. Returns 1 for kamm_end_placing if it excludes these, 0 if
 * there are none. Raises; -1. */
int kamm_begin_placing(PyObject *world);
void kamm_end_placing(PyObject *world, int begun);
/* A surface of data/surfaces.json. Raises. */
int kamm_take_surface(const struct core *core, const char *name, kamm_surface *surface);

extern PyType_Spec kamm_combinations_spec, kamm_view_spec, kamm_vehicle_spec, kamm_world_spec,
    kamm_batch_spec, kamm_env_spec, kamm_traffic_spec, kamm_recorder_spec;

#endif
