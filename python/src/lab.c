/* Road tests: their list, and a run of one with its channels; a drive from a log. */
#include "lab.h"

#include <kamm/io/report.h>
#include <kamm/io/scenario.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* -- Options -- */
static int take_friction(PyObject *given, kamm_surface *surface)
{
    double friction = PyFloat_AsDouble(given);
    if (PyErr_Occurred()) return -1;
    if (!(friction >= 0 && friction <= 2)) {
        PyErr_Format(PyExc_ValueError, "surface: %R; allowed: a name, or a friction of 0 to 2",
                     given);
        return -1;
    }
    *surface = (kamm_surface){.friction = (float)friction};
    PyOS_snprintf(surface->name, sizeof surface->name, "%g", friction);
    return 0;
}

static int take_surface(const struct core *core, struct lab_request *request)
{
    PyObject *given = request->surface_given;
    if (!given || given == Py_None) return 0;
    request->options.surface = &request->surface;
    if (!PyUnicode_Check(given)) return take_friction(given, &request->surface);
    const char *name = PyUnicode_AsUTF8AndSize(given, NULL);
    return name ? kamm_take_surface(core, name, &request->surface) : -1;
}

int kamm_take_lab_request(const struct core *core, struct lab_request *request)
{
    Py_ssize_t three = 3; /* whether to stop, runs done, all runs */
    request->options.rung = kamm_rung_named(request->rung);
    if (request->options.rung == KAMM_RUNG_NONE) return -1;
    request->options.world = request->world;
    if (take_surface(core, request) < 0) return -1;
    if (kamm_take_array(request->stop_given, "stop", "i", 1, &three, 1, &request->stop) < 0)
        return -1;
    request->has_stop = 1;
    return 0;
}

/* What is none of both stays a name, which the call refuses with the nearest one. */
int kamm_take_scenario(const struct core *core, const char *test, struct lab_request *request)
{
    enum { MOST = 256 };
    static char names[MOST][64]; /* under Python's lock */
    size_t length = strlen(test);
    int is_one = length > 5 && strcmp(test + length - 5, ".json") == 0;
    kamm_error error;
    if (kamm_find_road_test(test)) return 0;
    int count = kamm_list_data("scenarios", names, MOST);
    for (int i = 0; i < count && i < MOST; ++i) is_one |= strcmp(names[i], test) == 0;
    if (!is_one) return 0;
    request->options.scenario = request->scenario = kamm_load_scenario(test, &error);
    if (request->scenario) return 0;
    kamm_raise(core, &error);
    return -1;
}

void kamm_drop_lab_request(struct lab_request *request)
{
    kamm_destroy_scenario(request->scenario);
    request->scenario = NULL;
    if (request->has_stop) PyBuffer_Release(&request->stop);
    request->has_stop = 0;
}

int kamm_is_lab_stopped(const struct lab_request *request)
{
    return *(const volatile int32_t *)request->stop.buf != 0;
}

void kamm_count_lab_runs(const struct lab_request *request, int done, int all)
{
    volatile int32_t *counts = request->stop.buf;
    counts[1] = done;
    counts[2] = all;
}

/* -- A run -- */
/* Rows of channels as kamm_write_channels has them. */
struct recording {
    struct lab_request request; /* of what the run was asked for */
    double *values;
    size_t count, room; /* of doubles */
    int columns, rows, has_failed;
    int keeps_rows;              /* 0: the file alone */
    kamm_run_recorder *recorder; /* of that file; NULL: none */
};

static double *next_row(struct recording *recording, int columns)
{
    size_t needed = recording->count + (size_t)columns;
    if (needed > recording->room) {
        size_t room = needed > 1 << 16 ? 2 * needed : 1 << 16;
        double *values = realloc(recording->values, room * sizeof *values);
        if (!values) {
            recording->has_failed = 1;
            return NULL;
        }
        recording->values = values;
        recording->room = room;
    }
    double *row = recording->values + recording->count;
    recording->count = needed;
    recording->columns = columns;
    ++recording->rows;
    return row;
}

static void keep_row(struct recording *recording, const kamm_cars *cars, int car, double time_s)
{
    int wheels = kamm_describe(kamm_model_of(cars, car)).wheel_count;
    double *to = next_row(recording, KAMM_CHANNEL_COUNT + wheels * KAMM_WHEEL_CHANNEL_COUNT);
    if (!to) return;
    for (int i = 0; i < KAMM_CHANNEL_COUNT; ++i)
        *to++ = i == KAMM_CHANNEL_time_s ? time_s : kamm_read(cars, car, (kamm_channel)i);
    for (int wheel = 0; wheel < wheels; ++wheel)
        for (int i = 0; i < KAMM_WHEEL_CHANNEL_COUNT; ++i)
            *to++ = kamm_read_wheel(cars, car, wheel, (kamm_wheel_channel)i);
}

static void record_row(const kamm_cars *cars, int car, double time_s, void *user)
{
    struct recording *recording = user;
    if (recording->keeps_rows) keep_row(recording, cars, car, time_s);
    if (recording->recorder) kamm_record_run_row(cars, car, time_s, recording->recorder);
}

static void keep_unit_row(const kamm_cars *cars, int car, double time_s, void *user)
{
    keep_row(user, cars, car, time_s);
}

static void record_units(kamm_combinations *combinations, int index, double time_s, void *user)
{
    const struct recording *recording = user;
    kamm_record_combination_row(combinations, index, time_s, recording->recorder);
}

static int is_stopped(void *user)
{
    const struct recording *recording = user;
    return recording->has_failed || kamm_has_run_recorder_failed(recording->recorder) ||
           kamm_is_lab_stopped(&recording->request);
}

static PyObject *figures_of(const kamm_test_result *result)
{
    PyObject *list = PyList_New(0);
    for (int i = 0; list && i < result->figure_count; ++i) {
        const kamm_figure *f = &result->figures[i];
        PyObject *item = Py_BuildValue("(sdsssds)", f->name, f->value, f->unit, f->doc, f->note,
                                       f->published, f->published_source);
        if (!item || PyList_Append(list, item) < 0) Py_CLEAR(list);
        Py_XDECREF(item);
    }
    return list;
}

/* ([figure, …], rows, columns, their doubles as bytes). */
static PyObject *results_of(const kamm_test_result *result, const struct recording *recording)
{
    return Py_BuildValue(
        "(NiiN)", figures_of(result), recording->rows, recording->columns,
        PyBytes_FromStringAndSize((const char *)recording->values,
                                  (Py_ssize_t)(recording->count * sizeof(double))));
}

/* Into a file: `path` NULL: none. -1: raises. */
static int prepare(struct recording *recording, double interval_s, const char *path,
                   const char *title, const kamm_test_course *course)
{
    kamm_test_options *options = &recording->request.options;
    options->is_stopped = is_stopped;
    options->user = recording;
    options->csv_interval_s = interval_s;
    recording->keeps_rows = interval_s > 0;
    options->at_row = interval_s > 0 || path ? record_row : NULL;
    if (!path) return 0;
    recording->recorder = kamm_create_run_recorder(path, title, course, NULL);
    return recording->recorder ? 0 : (PyErr_NoMemory(), -1);
}

/* One car, with what stands on the test's course, if that is known. */
static int prepare_car(struct recording *recording, double interval_s, const char *path,
                       const char *test, const kamm_vehicle_file *file)
{
    static kamm_test_course course; /* under Python's lock */
    const struct lab_request *request = &recording->request;
    char title[256];
    int is_known = path && !request->scenario &&
                   !kamm_describe_course(test, file, &request->options, &course, NULL);
    PyOS_snprintf(title, sizeof title, "%.120s, %.120s", test, file->def.name);
    return prepare(recording, interval_s, path, title, is_known ? &course : NULL);
}

static int prepare_combination(struct recording *recording, double interval_s, const char *path,
                               const char *test, const char *name)
{
    kamm_test_options *options = &recording->request.options;
    char title[256];
    PyOS_snprintf(title, sizeof title, "%.120s, %.120s", test, name);
    if (prepare(recording, interval_s, path, title, NULL) < 0) return -1;
    options->at_row = interval_s > 0 ? keep_unit_row : NULL;
    options->at_combination_row = path ? record_units : NULL;
    return 0;
}

static PyObject *finish(const struct core *core, kamm_result outcome, const kamm_error *error,
                        const kamm_test_result *result, struct recording *recording)
{
    PyObject *found = NULL;
    kamm_error unwritten;
    int failed = kamm_has_run_recorder_failed(recording->recorder);
    kamm_result written = kamm_end_run_recorder(recording->recorder, &unwritten);
    recording->recorder = NULL;
    if (recording->has_failed)
        PyErr_NoMemory();
    else if (outcome != KAMM_OK && !failed)
        kamm_raise(core, error);
    else if (written != KAMM_OK)
        kamm_raise(core, &unwritten);
    else
        found = results_of(result, recording);
    free(recording->values);
    kamm_drop_lab_request(&recording->request);
    return found;
}

static PyObject *run_one(const struct core *core, const char *test, const kamm_vehicle_file *file,
                         struct recording *recording)
{
    kamm_error error;
    kamm_test_result result;
    kamm_result outcome;
    Py_BEGIN_ALLOW_THREADS outcome =
        kamm_run_test(test, file, &recording->request.options, &result, &error);
    Py_END_ALLOW_THREADS return finish(core, outcome, &error, &result, recording);
}

/* run_test(test, vehicle, rung, surface, world, substeps_per_s, interval_s, record, stop), also of a scenario; interval 0: no channels;
 * `record`: a file's path or None. */
PyObject *kamm_run_one_test(PyObject *module, PyObject *args)
{
    const struct core *core = kamm_core_of(module);
    struct recording recording = {.rows = 0};
    struct lab_request *request = &recording.request;
    PyObject *vehicle;
    const char *test, *record;
    double interval_s;
    if (!PyArg_ParseTuple(args, "sO!sOzddzO", &test, core->vehicle, &vehicle, &request->rung,
                          &request->surface_given, &request->world,
                          &request->options.substeps_per_s, &interval_s, &record,
                          &request->stop_given))
        return NULL;
    kamm_vehicle_file *file = malloc(sizeof *file);
    if (!file) return PyErr_NoMemory();
    PyObject *found = NULL;
    *file = *((struct vehicle *)vehicle)->file; /* another thread may change it meanwhile */
    if (kamm_take_lab_request(core, request) == 0 && kamm_take_scenario(core, test, request) == 0 &&
        prepare_car(&recording, interval_s, record, test, file) == 0)
        found = run_one(core, test, file, &recording);
    kamm_drop_lab_request(request);
    free(file);
    return found;
}

/* -- Drives from a log -- */
static void record_log_row(const kamm_cars *cars, double time_s, void *user)
{
    keep_row(user, cars, 0, time_s);
}

static int is_log_stopped(double done_s, double all_s, void *user)
{
    (void)done_s, (void)all_s;
    return is_stopped(user);
}

static PyObject *texts_of(const kamm_notes *notes)
{
    PyObject *list = PyList_New(0);
    for (int i = 0; list && i < notes->count; ++i) {
        PyObject *text = PyUnicode_FromString(notes->text[i]);
        if (!text || PyList_Append(list, text) < 0) Py_CLEAR(list);
        Py_XDECREF(text);
    }
    return list;
}

static PyObject *replay_log(const struct core *core, const char *log, const char *columns,
                            const kamm_vehicle_file *file, struct recording *recording,
                            kamm_notes *notes)
{
    const kamm_replay_options options = {.surface = recording->request.options.surface,
                                         .rung = recording->request.options.rung,
                                         .at_row = record_log_row,
                                         .user = recording,
                                         .columns = columns,
                                         .progress = is_log_stopped};
    kamm_error error;
    kamm_result outcome;
    Py_BEGIN_ALLOW_THREADS outcome = kamm_replay(log, file, &options, notes, &error);
    Py_END_ALLOW_THREADS if (recording->has_failed) return PyErr_NoMemory();
    if (outcome != KAMM_OK) return kamm_raise(core, &error);
    return Py_BuildValue(
        "(NiiN)", texts_of(notes), recording->rows, recording->columns,
        PyBytes_FromStringAndSize((const char *)recording->values,
                                  (Py_ssize_t)(recording->count * sizeof(double))));
}

/* replay(log, columns, vehicle, rung, surface, stop): (notes, rows, columns, their doubles as bytes). */
PyObject *kamm_replay_one_log(PyObject *module, PyObject *args)
{
    const struct core *core = kamm_core_of(module);
    struct recording recording = {.rows = 0};
    struct lab_request *request = &recording.request;
    PyObject *vehicle, *found = NULL;
    const char *log, *columns;
    if (!PyArg_ParseTuple(args, "ssO!sOO", &log, &columns, core->vehicle, &vehicle, &request->rung,
                          &request->surface_given, &request->stop_given))
        return NULL;
    kamm_vehicle_file *file = malloc(sizeof *file);
    kamm_notes *notes = calloc(1, sizeof *notes);
    if (!file || !notes) {
        PyErr_NoMemory();
    } else if (kamm_take_lab_request(core, request) == 0) {
        *file = *((struct vehicle *)vehicle)->file;
        found = replay_log(core, log, columns, file, &recording, notes);
    }
    kamm_drop_lab_request(request);
    free(recording.values);
    free(notes);
    free(file);
    return found;
}

/* -- Combinations -- */
/* "units[1].payload.mass_kg" */
static kamm_result apply_setting(kamm_combination_file *file, const char *path, const char *value,
                                 kamm_error *error)
{
    int unit = -1, start = 0;
    if (sscanf(path, "units[%d].%n", &unit, &start) == 1 && start && unit >= 0 &&
        unit < file->unit_count)
        return kamm_set(kamm_vehicle_table(), &file->units[unit].def, path + start, value, error);
    error->code = KAMM_ERROR_UNKNOWN;
    PyOS_snprintf(error->text, sizeof error->text,
                  "%.150s: paths of a combination begin with units[0] to units[%d]", path,
                  (int)file->unit_count - 1);
    return error->code;
}

/* `settings`: [(path, text), …]. */
static kamm_result apply_settings(kamm_combination_file *file, PyObject *settings,
                                  kamm_error *error)
{
    kamm_result result = KAMM_OK;
    for (Py_ssize_t i = 0; !result && i < PyList_Size(settings); ++i) {
        const char *path, *value;
        if (!PyArg_ParseTuple(PyList_GetItem(settings, i), "ss", &path, &value))
            return KAMM_ERROR_FORMAT;
        result = apply_setting(file, path, value, error);
    }
    return result;
}

/* run_combination_test(test, name_or_path, settings, rung, surface, substeps_per_s, interval_s, record, stop). */
PyObject *kamm_run_one_combination_test(PyObject *module, PyObject *args)
{
    const struct core *core = kamm_core_of(module);
    struct recording recording = {.rows = 0};
    struct lab_request *request = &recording.request;
    PyObject *settings, *found = NULL;
    const char *test, *name, *record;
    double interval_s;
    if (!PyArg_ParseTuple(args, "ssO!sOddzO", &test, &name, &PyList_Type, &settings, &request->rung,
                          &request->surface_given, &request->options.substeps_per_s, &interval_s,
                          &record, &request->stop_given))
        return NULL;
    kamm_combination_file file = {.units = NULL};
    kamm_error error;
    kamm_test_result result;
    if (kamm_take_lab_request(core, request) == 0 &&
        prepare_combination(&recording, interval_s, record, test, name) == 0) {
        kamm_result outcome = kamm_load_combination(name, &file, NULL, &error);
        if (outcome == KAMM_OK) outcome = apply_settings(&file, settings, &error);
        if (outcome == KAMM_OK) {
            Py_BEGIN_ALLOW_THREADS outcome =
                kamm_run_combination_test(test, &file, &request->options, &result, &error);
            Py_END_ALLOW_THREADS
        }
        if (!PyErr_Occurred()) found = finish(core, outcome, &error, &result, &recording);
    }
    kamm_drop_lab_request(request);
    kamm_destroy_combination_file(&file);
    return found;
}

/* -- The list -- */
static PyObject *describe_test(const kamm_road_test *test, int is_of_combinations)
{
    PyObject *figures = PyList_New(0);
    for (int i = 0; figures && i < test->figure_count; ++i) {
        const kamm_figure_info *f = &test->figures[i];
        PyObject *item = Py_BuildValue("(sss)", f->name, f->unit, f->doc);
        if (!item || PyList_Append(figures, item) < 0) Py_CLEAR(figures);
        Py_XDECREF(item);
    }
    return Py_BuildValue("(ssssNNN)", test->name, test->title, test->doc, test->standard,
                         PyBool_FromLong(test->takes_world), PyBool_FromLong(is_of_combinations),
                         figures);
}

/* [(name, title, doc, standard, takes_world, is_of_combinations, [(figure, unit, doc), …]), …] */
PyObject *kamm_list_tests(PyObject *module, PyObject *none)
{
    (void)module, (void)none;
    int singles = kamm_road_test_count(), count = singles + kamm_combination_test_count();
    PyObject *list = PyList_New(0);
    for (int i = 0; list && i < count; ++i) {
        PyObject *item = i < singles ? describe_test(kamm_road_test_at(i), 0)
                                     : describe_test(kamm_combination_test_at(i - singles), 1);
        if (!item || PyList_Append(list, item) < 0) Py_CLEAR(list);
        Py_XDECREF(item);
    }
    return list;
}

/* scenario(name or path): one entry of that list. */
PyObject *kamm_describe_one_scenario(PyObject *module, PyObject *argument)
{
    const char *name = PyUnicode_AsUTF8AndSize(argument, NULL);
    kamm_error error;
    if (!name) return NULL;
    kamm_scenario *scenario = kamm_load_scenario(name, &error);
    if (!scenario) return kamm_raise(kamm_core_of(module), &error);
    PyObject *described = describe_test(kamm_describe_scenario(scenario), 0);
    kamm_destroy_scenario(scenario);
    return described;
}

PyObject *kamm_is_combination(PyObject *module, PyObject *argument)
{
    (void)module;
    const char *name = PyUnicode_AsUTF8AndSize(argument, NULL);
    return name ? PyBool_FromLong(kamm_is_combination_file(name)) : NULL;
}
