/* Bodies of a world. A body is (index, generation); lists of bodies are int32 [n, 2] with these columns. */
#include "world.h"

#include <string.h>

/* Motions are float64 [n, 13]: position, orientation (w, x, y, z), velocity, angular velocity. */
enum { MOTION_COLUMNS = sizeof(kamm_body_motion) / sizeof(double) };
/* A shape is (kind, float64 [10], points or None, triangles or None); the numbers are those of its box: centre, half sizes,
 * orientation. */
enum { BOX_NUMBERS = sizeof(kamm_box) / sizeof(double) };

/* Buffers that the shapes of a definition point to. */
struct held {
    Py_buffer buffers[2 * KAMM_MAX_SHAPES];
    int count;
};

static void release(struct held *held)
{
    while (held->count > 0) PyBuffer_Release(&held->buffers[--held->count]);
}

/* The rows of three numbers of an array, or NULL with count 0 for None. -1: an exception is set. */
static int take_threes(PyObject *array, const char *name, const char *format, struct held *held,
                       const void **rows, int32_t *count)
{
    Py_ssize_t shape[2] = {-1, 3};
    *rows = NULL, *count = 0;
    if (array == Py_None) return 0;
    Py_buffer *buffer = &held->buffers[held->count];
    if (kamm_take_array(array, name, format, 2, shape, 0, buffer) < 0) return -1;
    ++held->count;
    if (shape[0] > 3 * KAMM_MAX_MESH_TRIANGLES) {
        PyErr_Format(PyExc_ValueError, "%s: %zd; allowed: up to %d", name, shape[0],
                     3 * KAMM_MAX_MESH_TRIANGLES);
        return -1;
    }
    *rows = buffer->buf, *count = (int32_t)shape[0];
    return 0;
}

static int take_shape(PyObject *tuple, kamm_shape *shape, struct held *held)
{
    int kind;
    PyObject *numbers, *points, *triangles;
    Py_ssize_t count = BOX_NUMBERS;
    Py_buffer box;
    const void *rows[2];
    if (!PyArg_ParseTuple(tuple, "iOOO", &kind, &numbers, &points, &triangles)) return -1;
    if (kamm_take_array(numbers, "box", "d", 1, &count, 0, &box) < 0) return -1;
    memcpy(&shape->box, box.buf, sizeof shape->box);
    PyBuffer_Release(&box);
    shape->kind = (kamm_shape_kind)kind;
    if (take_threes(points, "points_m", "d", held, &rows[0], &shape->point_count) < 0 ||
        take_threes(triangles, "triangles", "i", held, &rows[1], &shape->triangle_count) < 0)
        return -1;
    shape->points_m = rows[0], shape->triangles = rows[1];
    return 0;
}

static int take_shapes(PyObject *tuple, kamm_body_def *def, struct held *held)
{
    Py_ssize_t count = PyTuple_Size(tuple);
    if (count < 0) return -1;
    if (count < 1 || count > KAMM_MAX_SHAPES) {
        PyErr_Format(PyExc_ValueError, "shapes: %zd; a body has 1 to %d", count, KAMM_MAX_SHAPES);
        return -1;
    }
    def->shape_count = (int32_t)count;
    for (Py_ssize_t i = 0; i < count; ++i)
        if (take_shape(PyTuple_GetItem(tuple, i), &def->shapes[i], held) < 0) return -1;
    return 0;
}

/* A pose: float64 [7]. */
static int take_pose(PyObject *array, double position_m[3], double orientation[4])
{
    Py_ssize_t count = 7;
    Py_buffer pose;
    if (kamm_take_array(array, "pose", "d", 1, &count, 0, &pose) < 0) return -1;
    memcpy(position_m, pose.buf, 3 * sizeof(double));
    memcpy(orientation, (const double *)pose.buf + 3, 4 * sizeof(double));
    PyBuffer_Release(&pose);
    return 0;
}

/* 0 stands for the default in C. */
static float meant(float value) { return value == 0 ? KAMM_NONE : value; }

/* Adds the body and returns (index, generation). */
static PyObject *add(PyObject *self, const kamm_body_def *def)
{
    kamm_error error;
    kamm_body body;
    if (kamm_begin_world(self) < 0) return NULL;
    kamm_result result = kamm_add_body(world_of(self)->world, def, &body, &error);
    kamm_end_world(self);
    if (result != KAMM_OK) return kamm_raise(kamm_core_of_self(self), &error);
    return Py_BuildValue("(iI)", (int)body.index, (unsigned)body.generation);
}

/* add_body(type, shapes, pose, mass_kg, friction, restitution, is_driven_on, surface, material, category, mask, sensor, asleep). */
PyObject *kamm_add_one_body(PyObject *self, PyObject *args)
{
    kamm_body_def def = {0};
    struct held held = {.count = 0};
    PyObject *shapes, *pose, *added = NULL;
    int type, is_driven_on, surface, material, sensor, asleep;
    unsigned category, mask;
    if (!PyArg_ParseTuple(args, "iO!OfffpiiIIpp", &type, &PyTuple_Type, &shapes, &pose,
                          &def.mass_kg, &def.friction, &def.restitution, &is_driven_on, &surface,
                          &material, &category, &mask, &sensor, &asleep))
        return NULL;
    def.type = (kamm_body_type)type;
    def.friction = meant(def.friction), def.restitution = meant(def.restitution);
    def.is_driven_on = is_driven_on, def.surface = surface, def.material = material;
    def.filter = (kamm_filter){category, mask};
    def.sensor = sensor, def.asleep = asleep;
    if (take_pose(pose, def.position_m, def.orientation) == 0 &&
        take_shapes(shapes, &def, &held) == 0)
        added = add(self, &def);
    release(&held);
    return added;
}

/* add_terrain_faces(friction, restitution, is_driven_on, surface, material, category, mask): (index, generation), or None. */
PyObject *kamm_add_faces_of_terrain(PyObject *self, PyObject *args)
{
    kamm_body_def like = {0};
    int is_driven_on, surface, material;
    unsigned category, mask;
    kamm_error error;
    kamm_body body = {0};
    kamm_result result = KAMM_OK;
    if (!PyArg_ParseTuple(args, "ffpiiII", &like.friction, &like.restitution, &is_driven_on,
                          &surface, &material, &category, &mask) ||
        kamm_begin_world(self) < 0)
        return NULL;
    like.friction = meant(like.friction), like.restitution = meant(like.restitution);
    like.is_driven_on = is_driven_on, like.surface = surface, like.material = material;
    like.filter = (kamm_filter){category, mask};
    const kamm_terrain *terrain = world_of(self)->file.terrain;
    if (terrain)
        result = kamm_add_terrain_faces(world_of(self)->world, terrain, &like, &body, &error);
    kamm_end_world(self);
    if (result != KAMM_OK) return kamm_raise(kamm_core_of_self(self), &error);
    if (!body.generation) Py_RETURN_NONE;
    return Py_BuildValue("(iI)", (int)body.index, (unsigned)body.generation);
}

static PyObject *none_or_error(PyObject *self, kamm_result result, const kamm_error *error)
{
    if (result != KAMM_OK) return kamm_raise(kamm_core_of_self(self), error);
    Py_RETURN_NONE;
}

/* remove_body(index, generation). */
PyObject *kamm_remove_one_body(PyObject *self, PyObject *args)
{
    int index;
    unsigned generation;
    kamm_error error;
    if (!PyArg_ParseTuple(args, "iI", &index, &generation) || kamm_begin_world(self) < 0)
        return NULL;
    kamm_result result =
        kamm_remove_body(world_of(self)->world, (kamm_body){index, generation}, &error);
    kamm_end_world(self);
    return none_or_error(self, result, &error);
}

/* has_body(index, generation). */
PyObject *kamm_has_one_body(PyObject *self, PyObject *args)
{
    int index;
    unsigned generation;
    if (!PyArg_ParseTuple(args, "iI", &index, &generation) || kamm_begin_world(self) < 0)
        return NULL;
    int has = kamm_has_body(world_of(self)->world, (kamm_body){index, generation});
    kamm_end_world(self);
    return PyBool_FromLong(has);
}

/* body_list(): [(index, generation)]. */
PyObject *kamm_list_bodies(PyObject *self, PyObject *none)
{
    (void)none;
    if (kamm_begin_world(self) < 0) return NULL;
    const kamm_world *world = world_of(self)->world;
    PyObject *list = PyList_New(0);
    for (int i = 0; list && i < kamm_body_count(world); ++i) {
        kamm_body body = kamm_body_at(world, i);
        if (!kamm_has_body(world, body)) continue;
        PyObject *pair = Py_BuildValue("(iI)", (int)body.index, (unsigned)body.generation);
        if (!pair || PyList_Append(list, pair) < 0) Py_CLEAR(list);
        Py_XDECREF(pair);
    }
    kamm_end_world(self);
    return list;
}

/* -- Motions -- */
static kamm_body body_in(const Py_buffer *bodies, Py_ssize_t row)
{
    const int32_t *pair = (const int32_t *)bodies->buf + 2 * row;
    return (kamm_body){pair[0], (uint32_t)pair[1]};
}

/* Reads or sets the motions of all bodies, one after the other, up to the first error. */
static kamm_result pass_motions(kamm_world *world, const Py_buffer *bodies, Py_ssize_t count,
                                kamm_body_motion *motions, int sets, kamm_error *error)
{
    kamm_result result = KAMM_OK;
    for (Py_ssize_t i = 0; i < count && result == KAMM_OK; ++i) {
        kamm_body body = body_in(bodies, i);
        result = sets ? kamm_set_body_motion(world, body, &motions[i], error)
                      : kamm_read_body_motion(world, body, &motions[i], error);
    }
    return result;
}

static PyObject *pass(PyObject *self, PyObject *args, int sets)
{
    PyObject *listed, *array;
    Py_buffer bodies, motions;
    Py_ssize_t shape[2] = {-1, 2};
    if (!PyArg_ParseTuple(args, "OO", &listed, &array)) return NULL;
    if (kamm_take_array(listed, "bodies", "i", 2, shape, 0, &bodies) < 0) return NULL;
    shape[1] = MOTION_COLUMNS;
    if (kamm_take_array(array, "motions", "d", 2, shape, !sets, &motions) == 0) {
        if (kamm_begin_world(self) == 0) {
            kamm_error error;
            if (pass_motions(world_of(self)->world, &bodies, shape[0], motions.buf, sets, &error))
                kamm_raise(kamm_core_of_self(self), &error);
            kamm_end_world(self);
        }
        PyBuffer_Release(&motions);
    }
    PyBuffer_Release(&bodies);
    if (PyErr_Occurred()) return NULL;
    Py_RETURN_NONE;
}

/* read_motions(bodies, out float64 [n, 13]). */
PyObject *kamm_read_motions(PyObject *self, PyObject *args) { return pass(self, args, 0); }

/* set_motions(bodies, motions float64 [n, 13]). */
PyObject *kamm_set_motions(PyObject *self, PyObject *args) { return pass(self, args, 1); }

/* move_body_to(index, generation, pose, substeps). */
PyObject *kamm_move_one_body(PyObject *self, PyObject *args)
{
    int index, substeps;
    unsigned generation;
    PyObject *pose;
    double position_m[3], orientation[4];
    kamm_error error;
    if (!PyArg_ParseTuple(args, "iIOi", &index, &generation, &pose, &substeps)) return NULL;
    if (take_pose(pose, position_m, orientation) < 0 || kamm_begin_world(self) < 0) return NULL;
    kamm_result result = kamm_move_body_to(world_of(self)->world, (kamm_body){index, generation},
                                           position_m, orientation, substeps, &error);
    kamm_end_world(self);
    return none_or_error(self, result, &error);
}

/* -- Filters -- */
/* set_body_filter(index, generation, category, mask). */
PyObject *kamm_set_one_body_filter(PyObject *self, PyObject *args)
{
    int index;
    unsigned generation, category, mask;
    kamm_error error;
    if (!PyArg_ParseTuple(args, "iIII", &index, &generation, &category, &mask)) return NULL;
    if (kamm_begin_world(self) < 0) return NULL;
    kamm_result result = kamm_set_body_filter(world_of(self)->world, (kamm_body){index, generation},
                                              &(kamm_filter){category, mask}, &error);
    kamm_end_world(self);
    return none_or_error(self, result, &error);
}

/* body_filter(index, generation): (category, mask). */
PyObject *kamm_get_one_body_filter(PyObject *self, PyObject *args)
{
    int index;
    unsigned generation;
    if (!PyArg_ParseTuple(args, "iI", &index, &generation) || kamm_begin_world(self) < 0)
        return NULL;
    kamm_filter filter = kamm_body_filter(world_of(self)->world, (kamm_body){index, generation});
    kamm_end_world(self);
    return Py_BuildValue("(II)", (unsigned)filter.category, (unsigned)filter.mask);
}
