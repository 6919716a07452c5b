/* Parameters of which each car has its own. */
#include "batch.h"

#include <stdlib.h>
#include <string.h>

void kamm_drop_expansions(struct batch *batch)
{
    for (int i = 0; i < batch->expansion_count; ++i) {
        free(batch->expansions[i].values);
        free(batch->expansions[i].compiled);
    }
    free(batch->expansions);
    batch->expansions = NULL;
    batch->expansion_count = 0;
}

/* Cars that may have models of their own, in the state of those that there are. */
static int make_mixed(struct batch *batch)
{
    size_t count = (size_t)batch->count;
    kamm_model **models = malloc(count * sizeof(kamm_model *));
    for (size_t i = 0; models && i < count; ++i) models[i] = batch->base;
    kamm_cars *cars =
        models ? kamm_create_mixed_cars((const kamm_model *const *)models, batch->count, NULL)
               : NULL;
    if (!cars) {
        free(models);
        PyErr_NoMemory();
        return -1;
    }
    kamm_push_inputs(batch);
    for (int i = 0; i < batch->count; ++i) kamm_copy_car(batch->cars, i, cars, i);
    kamm_destroy_cars(batch->cars);
    batch->cars = cars, batch->models = models;
    return 0;
}

static struct expansion *find(struct batch *batch, const char *path)
{
    for (int i = 0; i < batch->expansion_count; ++i)
        if (!strcmp(batch->expansions[i].path, path)) return &batch->expansions[i];
    return NULL;
}

static struct expansion *add(struct batch *batch, const char *path, double value)
{
    size_t count = (size_t)batch->count;
    struct expansion *all =
        realloc(batch->expansions, ((size_t)batch->expansion_count + 1) * sizeof *all);
    if (!all) return NULL;
    batch->expansions = all;
    struct expansion *added = &all[batch->expansion_count];
    PyOS_snprintf(added->path, sizeof added->path, "%s", path);
    added->values = malloc(count * sizeof(double));
    added->compiled = malloc(count * sizeof(double));
    if (!added->values || !added->compiled) {
        free(added->values);
        free(added->compiled);
        return NULL;
    }
    for (size_t i = 0; i < count; ++i) added->values[i] = added->compiled[i] = value;
    ++batch->expansion_count;
    return added;
}

static PyObject *view_of(PyObject *self, const struct expansion *expansion)
{
    struct view_shape shape = {.data = expansion->values,
                               .format = "d",
                               .dimensions = 1,
                               .shape = {batch_of(self)->count},
                               .strides = {sizeof(double)}};
    return kamm_make_view(kamm_core_of_self(self), self, NULL, &shape);
}

static PyObject *expand(PyObject *self, const char *path)
{
    struct batch *batch = batch_of(self);
    struct expansion *expansion = find(batch, path);
    if (expansion) return view_of(self, expansion);
    double value;
    kamm_error error;
    if (strlen(path) >= sizeof expansion->path)
        return PyErr_Format(PyExc_ValueError, "%s: the path is too long", path);
    if (kamm_get_number(kamm_vehicle_table(), &batch->vehicle_copy->def, path, &value, &error) !=
        KAMM_OK)
        return kamm_raise(kamm_core_of_self(self), &error);
    if (!batch->models && batch->view_count > 0) {
        PyErr_SetString(PyExc_RuntimeError,
                        "rows of the batch are in use; expand parameters before taking rows");
        return NULL;
    }
    if (!batch->models && batch->is_in_world) {
        PyErr_SetString(PyExc_RuntimeError,
                        "these cars are in a world; expand parameters before they are added");
        return NULL;
    }
    if (!batch->models && make_mixed(batch) < 0) return NULL;
    expansion = add(batch, path, value);
    return expansion ? view_of(self, expansion) : PyErr_NoMemory();
}

PyObject *kamm_expand_batch(PyObject *self, PyObject *argument)
{
    const char *path = PyUnicode_AsUTF8AndSize(argument, NULL);
    if (!path || kamm_begin_call(batch_of(self)) < 0) return NULL;
    PyObject *view = expand(self, path);
    kamm_end_call(batch_of(self));
    return view;
}

/* -- Compiling what was written -- */
static int has_changed(const struct batch *batch, int car)
{
    for (int i = 0; i < batch->expansion_count; ++i) {
        const struct expansion *e = &batch->expansions[i];
        if (memcmp(&e->values[car], &e->compiled[car], sizeof(double)) != 0) return 1;
    }
    return 0;
}

static int has_any_changed(const struct batch *batch)
{
    for (int i = 0; i < batch->expansion_count; ++i) {
        const struct expansion *e = &batch->expansions[i];
        if (memcmp(e->values, e->compiled, (size_t)batch->count * sizeof(double)) != 0) return 1;
    }
    return 0;
}

/* What kamm_expand takes and gives, for the cars that have changed. */
struct change {
    int count;
    int32_t *cars;
    double *values; /* [path][count] */
    const char **paths;
    kamm_model **models;
};

static int collect(const struct batch *batch, struct change *change)
{
    size_t cars = (size_t)batch->count, paths = (size_t)batch->expansion_count;
    *change = (struct change){.cars = malloc(cars * sizeof(int32_t)),
                              .values = malloc(cars * paths * sizeof(double)),
                              .paths = malloc(paths * sizeof(char *)),
                              .models = calloc(cars, sizeof(kamm_model *))};
    if (!change->cars || !change->values || !change->paths || !change->models) return -1;
    for (int car = 0; car < batch->count; ++car)
        if (has_changed(batch, car)) change->cars[change->count++] = car;
    for (size_t path = 0; path < paths; ++path) {
        change->paths[path] = batch->expansions[path].path;
        for (int i = 0; i < change->count; ++i)
            change->values[path * (size_t)change->count + (size_t)i] =
                batch->expansions[path].values[change->cars[i]];
    }
    return 0;
}

static void drop(struct change *change)
{
    free(change->cars);
    free(change->values);
    free((void *)change->paths);
    free(change->models);
}

static kamm_result compile(const struct batch *batch, const struct change *change,
                           kamm_error *error)
{
    struct task_runner runner = kamm_begin_tasks(batch->threads);
    kamm_variants variants = {.count = change->count,
                              .path_count = batch->expansion_count,
                              .paths = change->paths,
                              .values = change->values,
                              .run = runner.run,
                              .user = runner.user};
    kamm_result result =
        kamm_expand(&batch->vehicle_copy->def, batch->info.rung, &variants, change->models, error);
    kamm_end_tasks(&runner);
    return result;
}

static void put(struct batch *batch, const struct change *change)
{
    for (int i = 0; i < change->count; ++i) {
        int car = change->cars[i];
        kamm_model *old = batch->models[car];
        kamm_change_model(batch->cars, car, change->models[i]);
        batch->models[car] = change->models[i];
        if (old != batch->base) kamm_destroy_model(old);
        for (int path = 0; path < batch->expansion_count; ++path)
            batch->expansions[path].compiled[car] = batch->expansions[path].values[car];
    }
}

int kamm_apply_expansions(struct batch *batch, const struct core *core)
{
    if (!has_any_changed(batch)) return 0;
    struct change change;
    kamm_error error;
    kamm_result result = KAMM_ERROR_MEMORY;
    error.code = KAMM_ERROR_MEMORY;
    if (collect(batch, &change) == 0) {
        Py_BEGIN_ALLOW_THREADS result = compile(batch, &change, &error);
        if (result == KAMM_OK) put(batch, &change);
        Py_END_ALLOW_THREADS
    }
    if (result != KAMM_OK && error.code == KAMM_ERROR_RANGE && change.count > 0) {
        int variant = 0; /* the error counts those that have changed; the user counts cars */
        char text[sizeof error.text];
        const char *colon = strchr(error.text, ':');
        if (colon && sscanf(error.text, "variant %d:", &variant) == 1 && variant < change.count) {
            PyOS_snprintf(text, sizeof text, "car %d%s", (int)change.cars[variant], colon);
            memcpy(error.text, text, sizeof text);
        }
    }
    drop(&change);
    if (result == KAMM_OK) return 0;
    kamm_raise(core, &error);
    return -1;
}
