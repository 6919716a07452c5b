/* Joints of a world. A joint is (index, generation). */
#include "world.h"

#include <string.h>

static int take_numbers(PyObject *array, const char *name, Py_ssize_t count, double *to)
{
    Py_buffer buffer;
    if (kamm_take_array(array, name, "d", 1, &count, 0, &buffer) < 0) return -1;
    memcpy(to, buffer.buf, (size_t)count * sizeof *to);
    PyBuffer_Release(&buffer);
    return 0;
}

/* An end: (index, generation, batch or None, car, point_m float64 [3], axis float64 [3]); generation 0: no body. */
static int take_end(PyObject *self, PyObject *tuple, kamm_joint_end *end)
{
    int index, car;
    unsigned generation;
    PyObject *batch, *point, *axis;
    if (!PyArg_ParseTuple(tuple, "iIOiOO", &index, &generation, &batch, &car, &point, &axis))
        return -1;
    end->body = (kamm_body){index, generation};
    end->car = car;
    if (batch != Py_None) {
        if (!PyObject_TypeCheck(batch, kamm_core_of_self(self)->batch)) {
            PyErr_Format(PyExc_TypeError, "end: wanted a Body, (Batch, car) or None, got %R",
                         Py_TYPE(batch));
            return -1;
        }
        end->cars = batch_of(batch)->cars;
        if (!end->cars) {
            PyErr_SetString(PyExc_ValueError, "end: the batch is closed");
            return -1;
        }
        if (car < 0 || car >= batch_of(batch)->count) {
            PyErr_Format(PyExc_ValueError, "end: car %d; the batch has %d", car,
                         batch_of(batch)->count);
            return -1;
        }
    }
    if (take_numbers(point, "point_m", 3, end->point_m) < 0) return -1;
    return take_numbers(axis, "axis", 3, end->axis);
}

static PyObject *joint_tuple(kamm_joint joint)
{
    return Py_BuildValue("(iI)", (int)joint.index, (unsigned)joint.generation);
}

/* Both points to one place of the world, and both axes along one of it, if they are not None. */
static int take_place(PyObject *place, PyObject *along, double point[3], double axis[3])
{
    if (place != Py_None && take_numbers(place, "point_m", 3, point) < 0) return -1;
    return along == Py_None ? 0 : take_numbers(along, "axis", 3, axis);
}

/* add_joint(kind, first, second, place or None, axis or None, collision, numbers float64 [12]): (index, generation). */
PyObject *kamm_add_one_joint(PyObject *self, PyObject *args)
{
    int kind, collision;
    PyObject *ends[2], *place, *along, *numbers;
    double point[3] = {0, 0, 0}, axis[3] = {0, 0, 0}, n[12];
    kamm_error error;
    kamm_joint joint;
    if (!PyArg_ParseTuple(args, "iO!O!OOiO", &kind, &PyTuple_Type, &ends[0], &PyTuple_Type,
                          &ends[1], &place, &along, &collision, &numbers) ||
        take_place(place, along, point, axis) < 0 || take_numbers(numbers, "numbers", 12, n) < 0)
        return NULL;
    kamm_joint_def def = {.kind = (kamm_joint_kind)kind,
                          .collision = (kamm_joint_collision)collision,
                          .length_m = n[0],
                          .angle_rad = n[1],
                          .is_limited = n[2] != 0,
                          .low = n[3],
                          .high = n[4],
                          .motor_speed = n[5],
                          .motor_force = n[6],
                          .stiffness = n[7],
                          .damping = n[8],
                          .rest = n[9],
                          .break_force_n = n[10],
                          .break_torque_nm = n[11]};
    for (int k = 0; k < 2; ++k)
        if (take_end(self, ends[k], &def.ends[k]) < 0) return NULL;
    if (kamm_begin_world(self) < 0) return NULL;
    kamm_world *world = world_of(self)->world;
    kamm_result result = KAMM_OK;
    if (place != Py_None)
        result = kamm_place_joint(world, &def, point, along == Py_None ? NULL : axis, &error);
    if (result == KAMM_OK) result = kamm_add_joint(world, &def, &joint, &error);
    kamm_end_world(self);
    if (result != KAMM_OK) return kamm_raise(kamm_core_of_self(self), &error);
    return joint_tuple(joint);
}

/* What is done to a joint, by numbers. */
typedef kamm_result act(kamm_world *world, kamm_joint joint, const double *numbers,
                        kamm_error *error);

static kamm_result remove_it(kamm_world *world, kamm_joint joint, const double *numbers,
                             kamm_error *error)
{
    (void)numbers;
    return kamm_remove_joint(world, joint, error);
}

static kamm_result set_motor(kamm_world *world, kamm_joint joint, const double *numbers,
                             kamm_error *error)
{
    return kamm_set_joint_motor(world, joint, numbers[0], numbers[1], error);
}

static kamm_result set_limits(kamm_world *world, kamm_joint joint, const double *numbers,
                              kamm_error *error)
{
    return kamm_set_joint_limits(world, joint, numbers[0] != 0, numbers[1], numbers[2], error);
}

static PyObject *act_on(PyObject *self, kamm_joint joint, act *act, const double *numbers)
{
    kamm_error error;
    if (kamm_begin_world(self) < 0) return NULL;
    kamm_result result = act(world_of(self)->world, joint, numbers, &error);
    kamm_end_world(self);
    if (result != KAMM_OK) return kamm_raise(kamm_core_of_self(self), &error);
    Py_RETURN_NONE;
}

/* remove_joint(index, generation). */
PyObject *kamm_remove_one_joint(PyObject *self, PyObject *args)
{
    int index;
    unsigned generation;
    if (!PyArg_ParseTuple(args, "iI", &index, &generation)) return NULL;
    return act_on(self, (kamm_joint){index, generation}, remove_it, NULL);
}

/* set_joint_motor(index, generation, speed, force). */
PyObject *kamm_set_one_joint_motor(PyObject *self, PyObject *args)
{
    int index;
    unsigned generation;
    double numbers[2];
    if (!PyArg_ParseTuple(args, "iIdd", &index, &generation, &numbers[0], &numbers[1])) return NULL;
    return act_on(self, (kamm_joint){index, generation}, set_motor, numbers);
}

/* set_joint_limits(index, generation, is_limited, low, high). */
PyObject *kamm_set_one_joint_limits(PyObject *self, PyObject *args)
{
    int index, is_limited;
    unsigned generation;
    double numbers[3];
    if (!PyArg_ParseTuple(args, "iIpdd", &index, &generation, &is_limited, &numbers[1],
                          &numbers[2]))
        return NULL;
    numbers[0] = is_limited;
    return act_on(self, (kamm_joint){index, generation}, set_limits, numbers);
}

/* has_joint(index, generation). */
PyObject *kamm_has_one_joint(PyObject *self, PyObject *args)
{
    int index;
    unsigned generation;
    if (!PyArg_ParseTuple(args, "iI", &index, &generation) || kamm_begin_world(self) < 0)
        return NULL;
    int has = kamm_has_joint(world_of(self)->world, (kamm_joint){index, generation});
    kamm_end_world(self);
    return PyBool_FromLong(has);
}

/* read_joint(index, generation): (position, speed, length_m, force_n, torque_nm, motor_force, points_m, is_broken). */
PyObject *kamm_read_one_joint(PyObject *self, PyObject *args)
{
    int index;
    unsigned generation;
    kamm_joint_state s;
    kamm_error error;
    if (!PyArg_ParseTuple(args, "iI", &index, &generation) || kamm_begin_world(self) < 0)
        return NULL;
    kamm_result result =
        kamm_read_joint(world_of(self)->world, (kamm_joint){index, generation}, &s, &error);
    kamm_end_world(self);
    if (result != KAMM_OK) return kamm_raise(kamm_core_of_self(self), &error);
    return Py_BuildValue("(ddd(ddd)(ddd)d((ddd)(ddd))N)", s.position, s.speed, s.length_m,
                         s.force_n[0], s.force_n[1], s.force_n[2], s.torque_nm[0], s.torque_nm[1],
                         s.torque_nm[2], s.motor_force, s.points_m[0][0], s.points_m[0][1],
                         s.points_m[0][2], s.points_m[1][0], s.points_m[1][1], s.points_m[1][2],
                         PyBool_FromLong(s.is_broken));
}

static PyObject *append(PyObject *list, kamm_joint joint)
{
    PyObject *pair = joint_tuple(joint);
    if (!pair || PyList_Append(list, pair) < 0) Py_CLEAR(list);
    Py_XDECREF(pair);
    return list;
}

/* joint_list(): [(index, generation)]. */
PyObject *kamm_list_joints(PyObject *self, PyObject *none)
{
    (void)none;
    if (kamm_begin_world(self) < 0) return NULL;
    const kamm_world *world = world_of(self)->world;
    PyObject *list = PyList_New(0);
    for (int i = 0; list && i < kamm_joint_count(world); ++i) {
        kamm_joint joint = kamm_joint_at(world, i);
        if (kamm_has_joint(world, joint)) list = append(list, joint);
    }
    kamm_end_world(self);
    return list;
}

/* broken_joints(): [(index, generation)] of the last step. */
PyObject *kamm_list_broken_joints(PyObject *self, PyObject *none)
{
    (void)none;
    int count = 0;
    if (kamm_begin_world(self) < 0) return NULL;
    const kamm_joint *broken = kamm_broken_joints(world_of(self)->world, &count);
    PyObject *list = PyList_New(0);
    for (int i = 0; list && i < count; ++i) list = append(list, broken[i]);
    kamm_end_world(self);
    return list;
}
