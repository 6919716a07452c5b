/* A world of cars and bodies that collide, whose code is in bodies.c, joints.c, world_cars.c and world_step.c. Its ground is made in
 * world.c. */
#ifndef KAMM_PYTHON_WORLD_H
#define KAMM_PYTHON_WORLD_H

#include "batch.h"

static inline struct world *world_of(PyObject *self) { return (struct world *)self; }

/* -- world_step.c -- */
/* Begins a call: one at a time. It creates the C world of a plane with the first such call. Raises; -1. */
int kamm_begin_world(PyObject *self);
void kamm_end_world(PyObject *self);
/* The same of the world and all its batches. */
int kamm_begin_world_and_batches(PyObject *self);
void kamm_end_world_and_batches(PyObject *self);
PyObject *kamm_step_one_world(PyObject *self, PyObject *substeps);
PyObject *kamm_list_contacts(PyObject *self, PyObject *none);
PyObject *kamm_list_sensor_events(PyObject *self, PyObject *none);
PyObject *kamm_save_one_world(PyObject *self, PyObject *none);
PyObject *kamm_restore_one_world(PyObject *self, PyObject *bytes);
PyObject *kamm_save_portable_of_world(PyObject *self, PyObject *none);
PyObject *kamm_restore_portable_to_world(PyObject *self, PyObject *bytes);
PyObject *kamm_hash_world(PyObject *self, PyObject *none);

/* -- world_cars.c -- */
PyObject *kamm_add_batch(PyObject *self, PyObject *batch);
PyObject *kamm_remove_batch(PyObject *self, PyObject *batch);
PyObject *kamm_set_batch_filter(PyObject *self, PyObject *args);
/* Takes a batch that is closed out of its world. */
void kamm_forget_batch(struct batch *batch);

/* -- bodies.c -- */
PyObject *kamm_add_one_body(PyObject *self, PyObject *args);
PyObject *kamm_add_faces_of_terrain(PyObject *self, PyObject *args);
PyObject *kamm_remove_one_body(PyObject *self, PyObject *args);
PyObject *kamm_list_bodies(PyObject *self, PyObject *none);
PyObject *kamm_has_one_body(PyObject *self, PyObject *args);
PyObject *kamm_read_motions(PyObject *self, PyObject *args);
PyObject *kamm_set_motions(PyObject *self, PyObject *args);
PyObject *kamm_move_one_body(PyObject *self, PyObject *args);
PyObject *kamm_set_one_body_filter(PyObject *self, PyObject *args);
PyObject *kamm_get_one_body_filter(PyObject *self, PyObject *args);

/* -- joints.c -- */
PyObject *kamm_add_one_joint(PyObject *self, PyObject *args);
PyObject *kamm_remove_one_joint(PyObject *self, PyObject *args);
PyObject *kamm_has_one_joint(PyObject *self, PyObject *args);
PyObject *kamm_list_joints(PyObject *self, PyObject *none);
PyObject *kamm_list_broken_joints(PyObject *self, PyObject *none);
PyObject *kamm_read_one_joint(PyObject *self, PyObject *args);
PyObject *kamm_set_one_joint_motor(PyObject *self, PyObject *args);
PyObject *kamm_set_one_joint_limits(PyObject *self, PyObject *args);

#endif
