#include "core.h"

#include <kamm/channel_aliases.h>

#include <string.h>

static PyObject *version(PyObject *module, PyObject *none)
{
    (void)module, (void)none;
    return PyUnicode_FromString(kamm_version());
}

static PyObject *list_data(PyObject *module, PyObject *argument)
{
    (void)module;
    const char *folder = PyUnicode_AsUTF8AndSize(argument, NULL);
    if (!folder) return NULL;
    static char names[256][64];
    int count = kamm_list_data(folder, names, 256);
    PyObject *list = PyList_New(0);
    for (int i = 0; list && i < count && i < 256; ++i) {
        PyObject *name = PyUnicode_FromString(names[i]);
        if (!name || PyList_Append(list, name) < 0) Py_CLEAR(list);
        Py_XDECREF(name);
    }
    return list;
}

static PyObject *add_fields(PyObject *list, const kamm_field_info *fields, int count)
{
    for (int i = 0; list && i < count; ++i) {
        const kamm_field_info *f = &fields[i];
        PyObject *item =
            Py_BuildValue("(sssddd)", f->name, f->unit, f->doc, f->default_value, f->min, f->max);
        if (!item || PyList_Append(list, item) < 0) Py_CLEAR(list);
        Py_XDECREF(item);
    }
    return list;
}

/* "inputs", "channels", "wheel_channels", "car_states", … */
static PyObject *fields(PyObject *module, PyObject *argument)
{
    static const struct {
        const char *name;
        const kamm_field_info *(*list)(int *count);
    } lists[] = {{"inputs", kamm_input_fields},
                 {"channels", kamm_channel_fields},
                 {"wheel_channels", kamm_wheel_channel_fields},
                 {"car_states", kamm_car_state_fields},
                 {"body_point_states", kamm_body_point_state_fields},
                 {"axle_states", kamm_axle_state_fields},
                 {"wheel_states", kamm_wheel_state_fields}};
    (void)module;
    const char *name = PyUnicode_AsUTF8AndSize(argument, NULL);
    for (size_t i = 0; name && i < sizeof lists / sizeof *lists; ++i) {
        if (strcmp(lists[i].name, name) != 0) continue;
        int count;
        const kamm_field_info *list = lists[i].list(&count);
        return add_fields(PyList_New(0), list, count);
    }
    if (name) PyErr_Format(PyExc_KeyError, "%s: there is no such list of fields", name);
    return NULL;
}

/* [(word, channel, of a wheel)] of KAMM_CHANNEL_ALIASES. */
static PyObject *channel_aliases(PyObject *module, PyObject *none)
{
#define CAR_ALIAS(word, channel) {#word, #channel, 0},
#define WHEEL_ALIAS(word, channel) {#word, #channel, 1},
    static const struct {
        const char *word, *channel;
        int of_wheel;
    } aliases[] = {KAMM_CHANNEL_ALIASES(CAR_ALIAS, WHEEL_ALIAS)};
    (void)module, (void)none;
    PyObject *list = PyList_New(0);
    for (size_t i = 0; list && i < sizeof aliases / sizeof *aliases; ++i) {
        PyObject *item =
            Py_BuildValue("(ssi)", aliases[i].word, aliases[i].channel, aliases[i].of_wheel);
        if (!item || PyList_Append(list, item) < 0) Py_CLEAR(list);
        Py_XDECREF(item);
    }
    return list;
}

static PyObject *rungs(PyObject *module, PyObject *none)
{
    (void)module, (void)none;
    PyObject *list = PyList_New(0);
    for (int rung = 1; list && rung <= KAMM_RUNG_COUNT; ++rung) {
        PyObject *name = PyUnicode_FromString(kamm_describe_rung((kamm_rung)rung)->name);
        if (!name || PyList_Append(list, name) < 0) Py_CLEAR(list);
        Py_XDECREF(name);
    }
    return list;
}

static PyObject *width(PyObject *module, PyObject *none)
{
    (void)module, (void)none;
    return PyLong_FromLong(kamm_width());
}

static PyObject *set_width(PyObject *module, PyObject *argument)
{
    long wanted = PyLong_AsLong(argument);
    kamm_error error;
    if (PyErr_Occurred()) return NULL;
    if (kamm_set_width((int)wanted, &error) != KAMM_OK)
        return kamm_raise(kamm_core_of(module), &error);
    Py_RETURN_NONE;
}

static PyMethodDef functions[] = {
    {"version", version, METH_NOARGS, "Of the library."},
    {"list_data", list_data, METH_O, "Names of vehicles, tyres, combinations."},
    {"fields", fields, METH_O, "[(name, unit, doc, default, min, max)] of a list."},
    {"channel_aliases", channel_aliases, METH_NOARGS,
     "[(word, channel, of a wheel)]: what people try for it."},
    {"rungs", rungs, METH_NOARGS, "Names of the rungs, the cheapest first."},
    {"width", width, METH_NOARGS, "Cars that a step takes side by side."},
    {"set_width", set_width, METH_O, "For tests; 0: the machine's own."},
    {"run_command", kamm_run_command, METH_O,
     "The kamm command, once in a process; its exit status."},
    {"write_estimate", kamm_write_one_estimate, METH_VARARGS,
     "A vehicle file from names and texts of facts in turn."},
    {"import_vehicle", kamm_import_one_vehicle, METH_VARARGS,
     "A vehicle file from the vehicle data of another program."},
    {"diagnose", kamm_diagnose_one_vehicle, METH_VARARGS,
     "diagnose(vehicle, class or None): figures beside the usual ranges of a class."},
    {"write_report", kamm_write_one_report, METH_VARARGS, "A report of vehicles as an HTML file."},
    {"find_ggv", kamm_find_one_ggv, METH_VARARGS, "g-g-V diagrams of a vehicle."},
    {"load_tyre", kamm_load_one_tyre, METH_O, "A tyre of a file or name, as bytes."},
    {"tyre_of", kamm_tyre_of_axle, METH_VARARGS, "tyre_of(vehicle, axle): a tyre as bytes."},
    {"evaluate_tyre", kamm_evaluate_one_tyre, METH_VARARGS,
     "evaluate_tyre(bytes, in, out): forces of a table."},
    {"road_tests", kamm_list_tests, METH_NOARGS, "All road tests, with their figures."},
    {"is_combination", kamm_is_combination, METH_O, "Is that a combination's file?"},
    {"run_test", kamm_run_one_test, METH_VARARGS, "A road test or scenario of a vehicle."},
    {"scenario", kamm_describe_one_scenario, METH_O, "A scenario's name, texts and figures."},
    {"run_combination_test", kamm_run_one_combination_test, METH_VARARGS,
     "A road test of a combination."},
    {"replay", kamm_replay_one_log, METH_VARARGS, "A drive from a log."},
    {"commonroad_numbers", kamm_list_commonroad_numbers, METH_O, "{name: value} of its equations."},
    {"single_track_numbers", kamm_list_single_track_numbers, METH_O,
     "{name: value} of its own equations."},
    {"single_track_drive_numbers", kamm_list_single_track_drive_numbers, METH_O,
     "{name: value} of engine, clutch, gears and brakes."},
    {"commonroad_derivative", kamm_commonroad_one_derivative, METH_VARARGS,
     "commonroad_derivative(vehicle, state, input, out)."},
    {"fit", kamm_fit_one_car, METH_VARARGS, "Parameters of a car from logs and figures."},
    {"run_sweep", kamm_run_one_sweep, METH_VARARGS, "A sweep, or a shard of one, into a folder."},
    {"find_sensitivity", kamm_find_one_sensitivity, METH_VARARGS,
     "Effects of parameters on a test's figures."},
    {"draw", kamm_draw_one, METH_VARARGS,
     "draw(what, parts, within_m, x, y, z, metres_per_n): debug draw as bytes."},
    {"read_recording", kamm_read_one_recording, METH_O, "A recording, with rows as bytes."},
    {"merge_sweeps", kamm_merge_all_sweeps, METH_VARARGS, "Shards put together."},
    {NULL, NULL, 0, NULL}};

static int add_type(PyObject *module, PyType_Spec *spec, PyTypeObject **type)
{
    *type = (PyTypeObject *)PyType_FromModuleAndSpec(module, spec, NULL);
    return *type && PyModule_AddType(module, *type) == 0 ? 0 : -1;
}

/* A KeyError shows its text in quotes, as it is a key; ours is a sentence. */
static PyObject *make_unknown_name(void)
{
    PyObject *bases = Py_BuildValue("(O)", PyExc_KeyError), *members = PyDict_New(), *error = NULL;
    PyObject *text = PyObject_GetAttrString(PyExc_Exception, "__str__");
    if (bases && members && text && PyDict_SetItemString(members, "__str__", text) == 0)
        error = PyErr_NewExceptionWithDoc(
            "kamm.UnknownName", "A name that there is not; the text offers the nearest one.", bases,
            members);
    Py_XDECREF(text);
    Py_XDECREF(members);
    Py_XDECREF(bases);
    return error;
}

static int start(PyObject *module)
{
    struct core *core = kamm_core_of(module);
    core->unknown_name = make_unknown_name();
    if (!core->unknown_name || PyModule_AddObjectRef(module, "UnknownName", core->unknown_name) < 0)
        return -1;
    if (add_type(module, &kamm_view_spec, &core->view) < 0) return -1;
    if (add_type(module, &kamm_vehicle_spec, &core->vehicle) < 0) return -1;
    if (add_type(module, &kamm_world_spec, &core->world) < 0) return -1;
    if (add_type(module, &kamm_batch_spec, &core->batch) < 0) return -1;
    if (add_type(module, &kamm_combinations_spec, &core->combinations) < 0) return -1;
    if (add_type(module, &kamm_env_spec, &core->env) < 0) return -1;
    if (add_type(module, &kamm_traffic_spec, &core->traffic) < 0) return -1;
    if (add_type(module, &kamm_recorder_spec, &core->recorder) < 0) return -1;
    return PyModule_AddIntConstant(module, "GEAR_DRIVE", KAMM_GEAR_DRIVE);
}

static int traverse(PyObject *module, visitproc visit, void *arg)
{
    struct core *core = kamm_core_of(module);
    Py_VISIT(core->view);
    Py_VISIT(core->vehicle);
    Py_VISIT(core->world);
    Py_VISIT(core->batch);
    Py_VISIT(core->combinations);
    Py_VISIT(core->env);
    Py_VISIT(core->traffic);
    Py_VISIT(core->recorder);
    Py_VISIT(core->unknown_name);
    return 0;
}

static int clear(PyObject *module)
{
    struct core *core = kamm_core_of(module);
    Py_CLEAR(core->view);
    Py_CLEAR(core->vehicle);
    Py_CLEAR(core->world);
    Py_CLEAR(core->batch);
    Py_CLEAR(core->combinations);
    Py_CLEAR(core->env);
    Py_CLEAR(core->traffic);
    Py_CLEAR(core->recorder);
    Py_CLEAR(core->unknown_name);
    return 0;
}

static PyModuleDef_Slot slots[] = {{Py_mod_exec, start},
#ifdef Py_GIL_DISABLED
                                   {Py_mod_gil, Py_MOD_GIL_NOT_USED},
#endif
                                   {0, NULL}};

PyMODINIT_FUNC PyInit__core(void);
PyMODINIT_FUNC PyInit__core(void)
{
    kamm_definition.m_doc = "Kamm's C interface; kamm has what is meant for users.";
    kamm_definition.m_methods = functions;
    kamm_definition.m_slots = slots;
    kamm_definition.m_traverse = traverse;
    kamm_definition.m_clear = clear;
    return PyModuleDef_Init(&kamm_definition);
}
