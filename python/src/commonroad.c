/* CommonRoad's equations of a vehicle: their numbers, and their derivatives as C has them. */
#include "core.h"

#include <string.h>

#include <kamm/commonroad.h>

static kamm_model *compile(const struct core *core, PyObject *vehicle)
{
    kamm_error error;
    kamm_model *model =
        kamm_create_model(&((struct vehicle *)vehicle)->file->def, KAMM_KINEMATIC, &error);
    if (!model) kamm_raise(core, &error);
    return model;
}

/* commonroad_numbers(vehicle): {name: value}. */
PyObject *kamm_list_commonroad_numbers(PyObject *module, PyObject *vehicle)
{
    const struct core *core = kamm_core_of(module);
    if (!PyObject_TypeCheck(vehicle, core->vehicle))
        return PyErr_Format(PyExc_TypeError, "wanted a Vehicle");
    kamm_model *model = compile(core, vehicle);
    if (!model) return NULL;
    kamm_commonroad_numbers n = kamm_describe_commonroad(model);
    kamm_destroy_model(model);
    return Py_BuildValue(
        "{s:d,s:d,s:d,s:d,s:d,s:d,s:d,s:d,s:d,s:d,s:d,s:d,s:d}", "wheelbase_m", n.wheelbase_m,
        "front_m", n.front_m, "rear_m", n.rear_m, "front_grip", n.front_grip, "rear_grip",
        n.rear_grip, "height_m", n.height_m, "mass_per_inertia", n.mass_per_inertia,
        "max_steer_rad", n.max_steer_rad, "max_steer_rate_radps", n.max_steer_rate_radps,
        "max_acceleration_mps2", n.max_acceleration_mps2, "switch_speed_mps", n.switch_speed_mps,
        "top_speed_mps", n.top_speed_mps, "reverse_speed_mps", n.reverse_speed_mps);
}

/* commonroad_derivative(vehicle, state, input, out): float64 [5] or [7], [2], and as state, to be written. */
PyObject *kamm_commonroad_one_derivative(PyObject *module, PyObject *args)
{
    const struct core *core = kamm_core_of(module);
    PyObject *vehicle, *objects[3];
    if (!PyArg_ParseTuple(args, "O!OOO", core->vehicle, &vehicle, &objects[0], &objects[1],
                          &objects[2]))
        return NULL;
    static const char *const names[] = {"state", "input", "out"};
    Py_buffer buffers[3];
    Py_ssize_t counts[3] = {-1, 2, -1};
    int taken = 0;
    while (taken < 3 && kamm_take_array(objects[taken], names[taken], "d", 1, &counts[taken],
                                        taken == 2, &buffers[taken]) == 0)
        ++taken;
    kamm_model *model = taken == 3 ? compile(core, vehicle) : NULL;
    if (model && counts[0] == 7 && counts[2] == 7)
        kamm_commonroad_st(model, buffers[0].buf, buffers[1].buf, buffers[2].buf);
    else if (model && counts[0] == 5 && counts[2] == 5)
        kamm_commonroad_ks(model, buffers[0].buf, buffers[1].buf, buffers[2].buf);
    else if (model)
        PyErr_SetString(PyExc_ValueError, "state and out have 5 numbers (KS) or 7 (ST)");
    kamm_destroy_model(model);
    while (taken) PyBuffer_Release(&buffers[--taken]);
    if (PyErr_Occurred()) return NULL;
    Py_RETURN_NONE;
}
