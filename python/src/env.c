/* Environments: kamm/env.h as a type, on arrays that the Python side makes. */
#include "core.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

struct env {
    PyObject_HEAD kamm_env *env; /* NULL: closed */
    int count, observations, actions, figures, threads;
    atomic_flag is_busy;
};

static struct env *env_of(PyObject *self) { return (struct env *)self; }

/* One call at a time. Raises RuntimeError. */
static int begin_call(struct env *env)
{
    if (!env->env) {
        PyErr_SetString(PyExc_RuntimeError, "the environment is closed");
        return -1;
    }
    if (!atomic_flag_test_and_set_explicit(&env->is_busy, memory_order_acquire)) return 0;
    PyErr_SetString(PyExc_RuntimeError, "the environment is in use by another thread");
    return -1;
}

static void end_call(struct env *env)
{
    atomic_flag_clear_explicit(&env->is_busy, memory_order_release);
}

static void dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    kamm_destroy_env(env_of(self)->env);
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(self);
    Py_DECREF(type);
}

/* -- Making -- */
/* What a def points to while it is read. */
struct def_parts {
    kamm_env_def def;
    kamm_env_range ranges[KAMM_ENV_MAX_RANGES];
    kamm_path path;
    Py_buffer points, room;
    int has_points, has_room;
    kamm_vehicle_def *vehicle, *trailer;
};

static int take_ranges(struct def_parts *parts, PyObject *ranges)
{
    Py_ssize_t count = PySequence_Size(ranges);
    if (count < 0) return -1;
    if (count > KAMM_ENV_MAX_RANGES) {
        PyErr_Format(PyExc_ValueError, "randomise: %zd parameters; allowed: %d at most", count,
                     KAMM_ENV_MAX_RANGES);
        return -1;
    }
    for (Py_ssize_t i = 0; i < count; ++i) {
        PyObject *item = PySequence_GetItem(ranges, i); /* a tuple that the caller's list keeps */
        kamm_env_range *range = &parts->ranges[i];
        int is_fine =
            item && PyArg_ParseTuple(item, "sdd", &range->path, &range->low, &range->high);
        Py_XDECREF(item);
        if (!is_fine) return -1;
    }
    parts->def.ranges = parts->ranges;
    parts->def.range_count = (int32_t)count;
    return 0;
}

/* (points float64 [p, 2], width_m, closed, room float64 [p, 2] or None); None: none. */
static int take_path(struct def_parts *parts, PyObject *path)
{
    PyObject *points, *room;
    int closed;
    Py_ssize_t shape[2] = {-1, 2};
    if (path == Py_None) return 0;
    if (!PyArg_ParseTuple(path, "OdpO", &points, &parts->path.width_m, &closed, &room)) return -1;
    if (kamm_take_array(points, "path", "d", 2, shape, 0, &parts->points) < 0) return -1;
    parts->has_points = 1;
    if (room != Py_None) {
        if (kamm_take_array(room, "room", "d", 2, shape, 0, &parts->room) < 0) return -1;
        parts->has_room = 1;
        parts->def.room_m = (const double(*)[2])parts->room.buf;
    }
    PyOS_snprintf(parts->path.name, sizeof parts->path.name, "path");
    parts->path.count = (int32_t)shape[0];
    parts->path.points_m = (double(*)[2])parts->points.buf;
    parts->path.closed = closed;
    parts->def.path = &parts->path;
    return 0;
}

static int take_vehicle(const struct core *core, PyObject *vehicle, double substeps_per_s,
                        kamm_vehicle_def **def)
{
    kamm_error error;
    if (!PyObject_TypeCheck(vehicle, core->vehicle)) {
        PyErr_SetString(PyExc_TypeError, "wanted a Vehicle");
        return -1;
    }
    *def = malloc(sizeof **def);
    if (!*def) {
        PyErr_NoMemory();
        return -1;
    }
    **def = ((struct vehicle *)vehicle)->file->def;
    if (kamm_set_number(kamm_vehicle_table(), *def, "stepping.substeps_per_s", substeps_per_s,
                        &error) == KAMM_OK)
        return 0;
    kamm_raise(core, &error);
    return -1;
}

static void drop_parts(struct def_parts *parts)
{
    if (parts->has_points) PyBuffer_Release(&parts->points);
    if (parts->has_room) PyBuffer_Release(&parts->room);
    free(parts->vehicle);
    free(parts->trailer);
}

static int task_number(const char *name)
{
    for (int task = 0; task < KAMM_ENV_TASKS; ++task) {
        const char *other = kamm_env_task_name((kamm_env_task)task);
        if (other && !strcmp(other, name)) return task;
    }
    return -1;
}

static int parse(PyObject *args, const struct core *core, struct def_parts *parts, int *threads)
{
    PyObject *vehicle, *trailer, *ranges, *path, *world;
    const char *task, *rung;
    kamm_env_def *def = &parts->def;
    int autoreset;
    double substeps_per_s;
    unsigned long long track_seed;
    if (!PyArg_ParseTuple(args, "sOisdiiOOOKiOddi", &task, &vehicle, &def->count, &rung,
                          &substeps_per_s, &autoreset, &def->max_steps, &ranges, &world, &path,
                          &track_seed, &def->opponents, &trailer, &def->sideslip_rad,
                          &def->radius_m, threads))
        return -1;
    int number = task_number(task);
    if (number < 0) {
        PyErr_Format(core->unknown_name, "%s: there is no such task", task);
        return -1;
    }
    def->task = (kamm_env_task)number;
    def->rung = kamm_rung_named(rung);
    if (PyErr_Occurred()) return -1;
    if (!PyObject_TypeCheck(world, core->world)) {
        PyErr_SetString(PyExc_TypeError, "ground: wanted a World");
        return -1;
    }
    def->autoreset = (kamm_env_autoreset)autoreset;
    def->track_seed = track_seed;
    def->ground = &((struct world *)world)->ground;
    if (take_ranges(parts, ranges) < 0 || take_path(parts, path) < 0) return -1;
    if (take_vehicle(core, vehicle, substeps_per_s, &parts->vehicle) < 0) return -1;
    def->vehicle = parts->vehicle;
    if (trailer == Py_None) return 0;
    if (take_vehicle(core, trailer, substeps_per_s, &parts->trailer) < 0) return -1;
    def->trailer = parts->trailer;
    return 0;
}

static PyObject *new_env(PyTypeObject *type, PyObject *args, PyObject *keywords)
{
    (void)keywords;
    PyObject *self = ((allocfunc)PyType_GetSlot(type, Py_tp_alloc))(type, 0);
    if (!self) return NULL;
    const struct core *core = kamm_core_of_self(self);
    struct env *env = env_of(self);
    struct def_parts parts = {.has_points = 0};
    atomic_flag_clear(&env->is_busy);
    if (parse(args, core, &parts, &env->threads) == 0) {
        kamm_error error;
        Py_BEGIN_ALLOW_THREADS env->env = kamm_create_env(&parts.def, &error);
        Py_END_ALLOW_THREADS if (!env->env) kamm_raise(core, &error);
    }
    drop_parts(&parts);
    if (PyErr_Occurred()) {
        Py_DECREF(self);
        return NULL;
    }
    env->count = kamm_env_count(env->env);
    env->observations = kamm_env_observations(env->env);
    env->actions = kamm_env_actions(env->env);
    kamm_env_figure_fields(env->env, &env->figures);
    return self;
}

static PyObject *close_now(PyObject *self, PyObject *none)
{
    (void)none;
    struct env *env = env_of(self);
    if (!env->env) Py_RETURN_NONE;
    if (begin_call(env) < 0) return NULL;
    kamm_destroy_env(env->env);
    env->env = NULL;
    end_call(env);
    Py_RETURN_NONE;
}

/* -- Episodes -- */
static struct task_runner begin_tasks(struct env *env)
{
    struct task_runner runner =
        kamm_begin_tasks(env->count > KAMM_CARS_PER_BLOCK ? env->threads : 1);
    kamm_set_env_tasks(env->env, runner.run, runner.user);
    return runner;
}

static uint64_t *take_seeds(const struct env *env, PyObject *sequence)
{
    Py_ssize_t count = PySequence_Size(sequence);
    if (count < 0) return NULL;
    if (count != env->count) {
        PyErr_Format(PyExc_ValueError, "seed: wanted %d of them, got %zd", env->count, count);
        return NULL;
    }
    uint64_t *seeds = malloc((size_t)count * sizeof *seeds);
    if (!seeds) PyErr_NoMemory();
    for (Py_ssize_t i = 0; seeds && i < count; ++i) {
        PyObject *item = PySequence_GetItem(sequence, i);
        seeds[i] = item ? PyLong_AsUnsignedLongLong(item) : 0;
        Py_XDECREF(item);
        if (PyErr_Occurred()) break;
    }
    if (!PyErr_Occurred()) return seeds;
    free(seeds);
    return NULL;
}

/* reset(seeds or None, mask or None, observations). */
static PyObject *reset(PyObject *self, PyObject *args)
{
    struct env *env = env_of(self);
    PyObject *sequence, *mask, *array;
    if (!PyArg_ParseTuple(args, "OOO", &sequence, &mask, &array)) return NULL;
    Py_ssize_t count = env->count, shape[2] = {env->count, env->observations};
    Py_buffer which = {0}, observations = {0};
    uint64_t *seeds = sequence == Py_None ? NULL : take_seeds(env, sequence);
    if (PyErr_Occurred()) return NULL;
    int has_mask =
        mask != Py_None && kamm_take_array(mask, "reset_mask", "?", 1, &count, 0, &which) == 0;
    if (!PyErr_Occurred() &&
        kamm_take_array(array, "observations", "f", 2, shape, 1, &observations) == 0) {
        if (begin_call(env) == 0) {
            kamm_error error;
            kamm_result result;
            Py_BEGIN_ALLOW_THREADS struct task_runner runner = begin_tasks(env);
            result = kamm_reset_env(env->env, seeds, has_mask ? which.buf : NULL, observations.buf,
                                    &error);
            kamm_end_tasks(&runner);
            Py_END_ALLOW_THREADS if (result != KAMM_OK) kamm_raise(kamm_core_of_self(self), &error);
            end_call(env);
        }
        PyBuffer_Release(&observations);
    }
    if (has_mask) PyBuffer_Release(&which);
    free(seeds);
    if (PyErr_Occurred()) return NULL;
    Py_RETURN_NONE;
}

enum { ACTIONS, OBSERVATIONS, REWARDS, TERMINATED, TRUNCATED, FINAL, ARRAYS };

static void step_now(struct env *env, const Py_buffer *buffers, kamm_result *result,
                     kamm_error *error)
{
    kamm_env_arrays arrays = {.observations = buffers[OBSERVATIONS].buf,
                              .rewards = buffers[REWARDS].buf,
                              .terminated = buffers[TERMINATED].buf,
                              .truncated = buffers[TRUNCATED].buf,
                              .final_observations = buffers[FINAL].buf};
    Py_BEGIN_ALLOW_THREADS struct task_runner runner = begin_tasks(env);
    *result = kamm_step_env(env->env, buffers[ACTIONS].buf, &arrays, error);
    kamm_end_tasks(&runner);
    Py_END_ALLOW_THREADS
}

/* step(actions, observations, rewards, terminated, truncated, final observations or None). */
static PyObject *step(PyObject *self, PyObject *args)
{
    static const char *const names[] = {"actions",    "observations", "rewards",
                                        "terminated", "truncated",    "final_obs"};
    static const char *const formats[] = {"f", "f", "f", "?", "?", "f"};
    struct env *env = env_of(self);
    PyObject *objects[ARRAYS];
    if (!PyArg_ParseTuple(args, "OOOOOO", &objects[0], &objects[1], &objects[2], &objects[3],
                          &objects[4], &objects[5]))
        return NULL;
    Py_buffer buffers[ARRAYS] = {{0}};
    int taken = 0, wanted = objects[FINAL] == Py_None ? FINAL : ARRAYS;
    for (; taken < wanted; ++taken) {
        Py_ssize_t shape[2] = {env->count, taken == ACTIONS ? env->actions : env->observations};
        int dimensions = taken == ACTIONS || taken == OBSERVATIONS || taken == FINAL ? 2 : 1;
        if (kamm_take_array(objects[taken], names[taken], formats[taken], dimensions, shape,
                            taken != ACTIONS, &buffers[taken]) < 0)
            break;
    }
    if (taken == wanted && begin_call(env) == 0) {
        kamm_error error;
        kamm_result result;
        step_now(env, buffers, &result, &error);
        if (result != KAMM_OK) kamm_raise(kamm_core_of_self(self), &error);
        end_call(env);
    }
    while (taken > 0) PyBuffer_Release(&buffers[--taken]);
    if (PyErr_Occurred()) return NULL;
    Py_RETURN_NONE;
}

/* -- Reading -- */
/* An array of all environments, `columns` wide, or of one dimension where that is 0. */
static int take_out(struct env *env, PyObject *array, const char *format, int columns,
                    Py_buffer *out)
{
    Py_ssize_t shape[2] = {env->count, columns};
    if (kamm_take_array(array, "out", format, columns ? 2 : 1, shape, 1, out) < 0) return -1;
    if (begin_call(env) == 0) return 0;
    PyBuffer_Release(out);
    return -1;
}

static PyObject *faults(PyObject *self, PyObject *array)
{
    Py_buffer out;
    if (take_out(env_of(self), array, "i", 0, &out) < 0) return NULL;
    kamm_env_faults(env_of(self)->env, out.buf);
    end_call(env_of(self));
    PyBuffer_Release(&out);
    Py_RETURN_NONE;
}

static PyObject *figures(PyObject *self, PyObject *array)
{
    Py_buffer out;
    if (take_out(env_of(self), array, "d", env_of(self)->figures, &out) < 0) return NULL;
    kamm_env_figures(env_of(self)->env, out.buf);
    end_call(env_of(self));
    PyBuffer_Release(&out);
    Py_RETURN_NONE;
}

static PyObject *advice(PyObject *self, PyObject *array)
{
    Py_buffer out;
    if (take_out(env_of(self), array, "f", env_of(self)->actions, &out) < 0) return NULL;
    kamm_env_advice(env_of(self)->env, out.buf);
    end_call(env_of(self));
    PyBuffer_Release(&out);
    Py_RETURN_NONE;
}

static PyObject *list_of_fields(const kamm_env_field *fields, int count)
{
    PyObject *list = PyList_New(0);
    for (int i = 0; list && i < count; ++i) {
        PyObject *item =
            Py_BuildValue("(ssds)", fields[i].name, fields[i].unit, fields[i].scale, fields[i].doc);
        if (!item || PyList_Append(list, item) < 0) Py_CLEAR(list);
        Py_XDECREF(item);
    }
    return list;
}

/* ([(name, unit, scale, doc)] of observations, of actions, of figures). */
static PyObject *describe(PyObject *self, PyObject *none)
{
    (void)none;
    struct env *env = env_of(self);
    if (begin_call(env) < 0) return NULL;
    PyObject *all = Py_BuildValue(
        "(NNN)", list_of_fields(kamm_env_observation_fields(env->env), env->observations),
        list_of_fields(kamm_env_action_fields(env->env), env->actions),
        list_of_fields(kamm_env_figure_fields(env->env, NULL), env->figures));
    end_call(env);
    return all;
}

/* draw(environment): ([(x_m, y_m, yaw_rad, length_m, width_m, middle_m, wheels)] of cars, bytes of outline float64 [k, 2]). */
static PyObject *draw(PyObject *self, PyObject *argument)
{
    struct env *env = env_of(self);
    long which = PyLong_AsLong(argument);
    if (PyErr_Occurred() || begin_call(env) < 0) return NULL;
    PyObject *cars = PyList_New(0), *outline = NULL;
    if (which < 0 || which >= env->count) {
        PyErr_Format(PyExc_IndexError, "there are %d environments", env->count);
    } else if (cars) {
        int first = kamm_env_car(env->env, (int)which), count = kamm_env_cars_each(env->env);
        kamm_cars *trailers = kamm_env_trailers(env->env);
        for (int k = count; k-- > 0;) kamm_append_drawn(cars, kamm_env_cars(env->env), first + k);
        if (trailers) kamm_append_drawn(cars, trailers, (int)which);
        int points = kamm_env_outlines(env->env, (int)which, NULL, 0);
        double(*at)[2] = malloc(((size_t)points + 1) * sizeof *at);
        if (at) {
            kamm_env_outlines(env->env, (int)which, at, points);
            outline = PyBytes_FromStringAndSize((const char *)at, points * (Py_ssize_t)sizeof *at);
        }
        free(at);
    }
    end_call(env);
    if (!PyErr_Occurred() && cars && outline) return Py_BuildValue("(NN)", cars, outline);
    Py_XDECREF(cars);
    Py_XDECREF(outline);
    return PyErr_Occurred() ? NULL : PyErr_NoMemory();
}

/* -- Saving -- */
static PyObject *save(PyObject *self, PyObject *none)
{
    (void)none;
    struct env *env = env_of(self);
    if (begin_call(env) < 0) return NULL;
    size_t size = kamm_env_snapshot_size(env->env);
    void *memory = calloc(1, size);
    PyObject *bytes = NULL;
    if (memory) {
        kamm_save_env(env->env, memory);
        bytes = PyBytes_FromStringAndSize(memory, (Py_ssize_t)size);
    }
    free(memory);
    end_call(env);
    return bytes || PyErr_Occurred() ? bytes : PyErr_NoMemory();
}

static PyObject *restore(PyObject *self, PyObject *argument)
{
    struct env *env = env_of(self);
    char *bytes;
    Py_ssize_t size;
    kamm_error error;
    if (PyBytes_AsStringAndSize(argument, &bytes, &size) < 0 || begin_call(env) < 0) return NULL;
    kamm_result result;
    Py_BEGIN_ALLOW_THREADS result = kamm_restore_env(env->env, bytes, (size_t)size, &error);
    Py_END_ALLOW_THREADS end_call(env);
    if (result != KAMM_OK) return kamm_raise(kamm_core_of_self(self), &error);
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"reset", reset, METH_VARARGS, "reset(seeds or None, mask or None, observations)."},
    {"step", step, METH_VARARGS,
     "step(actions, observations, rewards, terminated, truncated, final observations or None)."},
    {"faults", faults, METH_O, "faults(out): bits of each environment."},
    {"figures", figures, METH_O, "figures(out): what episodes came to."},
    {"advice", advice, METH_O, "advice(out): actions of the task's own driver."},
    {"describe", describe, METH_NOARGS, "Fields of observations, actions and figures."},
    {"draw", draw, METH_O, "draw(environment): cars and outline."},
    {"save", save, METH_NOARGS, "All as bytes."},
    {"restore", restore, METH_O, "The way back."},
    {"close", close_now, METH_NOARGS, "Frees the environments now."},
    {NULL, NULL, 0, NULL}};
static PyType_Slot slots[] = {{Py_tp_doc, "Environments of one task."},
                              {Py_tp_new, new_env},
                              {Py_tp_dealloc, dealloc},
                              {Py_tp_methods, methods},
                              {0, NULL}};
PyType_Spec kamm_env_spec = {
    .name = "kamm._core.Env",
    .basicsize = sizeof(struct env),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .slots = slots,
};
