/* A batch of cars, whose code is in batch.c, batch_call.c, assist.c, expand.c, save.c, rollout.c and linear.c. */
#ifndef KAMM_PYTHON_BATCH_H
#define KAMM_PYTHON_BATCH_H

#include "core.h"

#include <kamm/portable.h>
#include <stdatomic.h>

enum { KAMM_INPUTS = sizeof(kamm_input) / sizeof(float) };

/* A parameter of which each car has its own. */
struct expansion {
    char path[128];
    double *values;   /* [count], written by the user */
    double *compiled; /* [count], what the cars have */
};

struct batch {
    PyObject_HEAD kamm_cars *cars; /* NULL: closed */
    kamm_model *base;
    kamm_model **
        models; /* [count] once a parameter is expanded; else NULL. Cars that have all as the file has it share `base` */
    kamm_model_info info;
    kamm_vehicle_file *vehicle_copy; /* with the rate of substeps that was asked for */
    PyObject *ground_owner;          /* a world */
    int is_in_world;                 /* 1: that world steps the cars */
    float *inputs; /* [count][KAMM_INPUTS]; stays where it is when the cars are made again */
    PyObject *inputs_owner; /* of that memory */
    struct names bound;
    double *outputs;         /* [count][bound.count] */
    PyObject *outputs_owner; /* so that views outlive another bind */
    struct expansion *expansions;
    int expansion_count;
    int count, threads;
    long long substeps;    /* since the batch was made */
    Py_ssize_t view_count; /* of rows in use */
    atomic_flag is_busy;
};

static inline struct batch *batch_of(PyObject *self) { return (struct batch *)self; }

/* -- batch_call.c -- */
/* One call at a time. Raises RuntimeError. */
int kamm_begin_call(struct batch *batch);
void kamm_end_call(struct batch *batch);
/* The same for calls that step. Raises RuntimeError if a world steps the cars. */
int kamm_begin_stepping(struct batch *batch);

/* Inputs go to the cars before they move, and come back after what changes them there. */
void kamm_push_inputs(struct batch *batch);
void kamm_pull_inputs(struct batch *batch);

/* -- assist.c -- */
/* assist(requests, interval, strength, lets_roll): float64 [n * 6]. */
PyObject *kamm_assist_batch(PyObject *self, PyObject *args);
/* ride(requests, interval): float64 [n * 5]. */
PyObject *kamm_ride_batch(PyObject *self, PyObject *args);
/* lean_in_turn(car, speed, curvature): radians; NaN: no rider. */
PyObject *kamm_batch_lean_in_turn(PyObject *self, PyObject *args);
PyObject *kamm_lift_wheels(PyObject *self, PyObject *array);
PyObject *kamm_read_wheel_lifts(PyObject *self, PyObject *out);

/* -- expand.c -- */
PyObject *kamm_expand_batch(PyObject *self, PyObject *path);
/* Compiles what was written since the last call. Raises; nothing has changed then. */
int kamm_apply_expansions(struct batch *batch, const struct core *core);
void kamm_drop_expansions(struct batch *batch);

/* -- place.c -- */
PyObject *kamm_place_batch(PyObject *self, PyObject *args);
PyObject *kamm_switch_car_on(PyObject *self, PyObject *args);
PyObject *kamm_switch_car_off(PyObject *self, PyObject *args);
PyObject *kamm_read_generations(PyObject *self, PyObject *out);

/* -- save.c -- */
PyObject *kamm_save_batch(PyObject *self, PyObject *cars);
PyObject *kamm_count_saved(PyObject *self, PyObject *argument);
PyObject *kamm_restore_batch(PyObject *self, PyObject *args);
PyObject *kamm_save_portable_batch(PyObject *self, PyObject *none);
PyObject *kamm_restore_portable_batch(PyObject *self, PyObject *bytes);
/* (unknown, missing, other_models, first_unknown, first_missing). */
PyObject *kamm_portable_tuple(const kamm_portable_report *report);

/* -- rollout.c -- */
PyObject *kamm_roll_batch(PyObject *self, PyObject *args);

/* -- linear.c -- */
PyObject *kamm_linearise_batch(PyObject *self, PyObject *args);
PyObject *kamm_trim_batch(PyObject *self, PyObject *args);

#endif
