/* Vehicle files: read, changed by path, described, written. */
#include "core.h"
#include <kamm/io/arcade_file.h>

#include <stdlib.h>
#include <string.h>

static kamm_vehicle_file *file_of(PyObject *self) { return ((struct vehicle *)self)->file; }

static PyObject *allocate(PyTypeObject *type)
{
    allocfunc allocate_object = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    struct vehicle *vehicle = (struct vehicle *)allocate_object(type, 0);
    if (!vehicle) return NULL;
    vehicle->file = calloc(1, sizeof *vehicle->file);
    if (vehicle->file) return (PyObject *)vehicle;
    Py_DECREF(vehicle);
    return PyErr_NoMemory();
}

static void dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    free(file_of(self));
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(self);
    Py_DECREF(type);
}

/* A warning for each of the reader's, as files with mistakes are used all the same. */
static int warn(const kamm_notes *notes)
{
    for (int i = 0; i < notes->warnings; ++i)
        if (PyErr_WarnEx(PyExc_UserWarning, notes->text[i], 2) < 0) return -1;
    return 0;
}

static PyObject *new_vehicle(PyTypeObject *type, PyObject *args, PyObject *keywords)
{
    static char *names[] = {"name_or_path", NULL};
    const char *name;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "s", names, &name)) return NULL;
    PyObject *self = allocate(type);
    if (!self) return NULL;
    kamm_notes *notes = calloc(1, sizeof *notes);
    kamm_error error;
    int is_read = notes && kamm_load_vehicle(name, file_of(self), notes, &error) == KAMM_OK;
    if (!notes) PyErr_NoMemory();
    if (notes && !is_read) kamm_raise(kamm_core_of_self(self), &error);
    int is_fine = is_read && warn(notes) == 0;
    free(notes);
    if (is_fine) return self;
    Py_DECREF(self);
    return NULL;
}

static PyObject *copy(PyObject *self, PyObject *none)
{
    (void)none;
    PyObject *other = allocate(Py_TYPE(self));
    if (other) *file_of(other) = *file_of(self);
    return other;
}

/* -- Values by path -- */
struct found {
    const kamm_field *field;
    const void *at;
    const char *rest; /* "[2]" or ".x[3]" of numbers or a curve, "" of all else */
};

static const kamm_field *find_field(const kamm_field_table *table, const char *name, size_t length)
{
    for (int i = 0; i < table->count; ++i) {
        const char *candidate = table->fields[i].name;
        if (!strncmp(candidate, name, length) && !candidate[length]) return &table->fields[i];
    }
    return NULL;
}

/* The field at a path of names in the table's own units; without one (a mistake, another unit) field is NULL. */
static struct found find(const kamm_field_table *table, const void *object, const char *path)
{
    const char *at = object;
    for (;;) {
        size_t length = strcspn(path, ".[");
        const kamm_field *field = find_field(table, path, length);
        if (!field) return (struct found){0};
        at += field->offset;
        path += length;
        if (field->kind == KAMM_FIELD_LIST && *path == '[') {
            int32_t count;
            memcpy(&count, at - field->offset + field->count_offset, sizeof count);
            char *end;
            long index = strtol(path + 1, &end, 10);
            if (*end != ']' || index < 0 || index >= count) return (struct found){0};
            at += (size_t)index * field->item_size;
            path = end + 1;
        }
        int goes_on = field->table && *path == '.';
        if (!goes_on) return (struct found){field, at, path};
        table = field->table;
        ++path;
    }
}

static PyObject *word_at(const char *words, int index)
{
    for (; index > 0 && words; --index) {
        words = strchr(words, '|');
        words += words ? 1 : 0;
    }
    if (!words) return PyUnicode_FromString("");
    return PyUnicode_FromStringAndSize(words, (Py_ssize_t)strcspn(words, "|"));
}

static PyObject *list_of(const double *values, int count)
{
    PyObject *list = PyList_New(count);
    for (int i = 0; list && i < count; ++i) {
        PyObject *value = PyFloat_FromDouble(values[i]);
        if (!value || PyList_SetItem(list, i, value) < 0) Py_CLEAR(list);
    }
    return list;
}

static PyObject *value_of(const struct found *found)
{
    const kamm_field *field = found->field;
    int32_t whole;
    double number;
    switch (field->kind) {
    case KAMM_FIELD_NUMBER:
        memcpy(&number, found->at, sizeof number);
        return PyFloat_FromDouble(number);
    case KAMM_FIELD_CHOICE:
        memcpy(&whole, found->at, sizeof whole);
        return word_at(field->choices, whole);
    case KAMM_FIELD_FLAG: memcpy(&whole, found->at, sizeof whole); return PyBool_FromLong(whole);
    case KAMM_FIELD_TEXT: return PyUnicode_FromString(found->at);
    case KAMM_FIELD_NUMBERS:
        memcpy(&whole, (const char *)found->at - field->offset + field->count_offset, sizeof whole);
        return list_of(found->at, whole);
    case KAMM_FIELD_CURVE: {
        const kamm_curve *curve = found->at;
        return Py_BuildValue("(NN)", list_of(curve->x, curve->count),
                             list_of(curve->y, curve->count));
    }
    case KAMM_FIELD_GROUP:
    case KAMM_FIELD_LIST: break;
    }
    return NULL;
}

static PyObject *get(PyObject *self, PyObject *argument)
{
    const char *path = PyUnicode_AsUTF8AndSize(argument, NULL);
    if (!path) return NULL;
    const kamm_vehicle_def *def = &file_of(self)->def;
    struct found found = find(kamm_vehicle_table(), def, path);
    if (found.field && !*found.rest) {
        PyObject *value = value_of(&found);
        if (value || PyErr_Occurred()) return value;
    }
    double number;
    kamm_error error;
    if (kamm_get_number(kamm_vehicle_table(), def, path, &number, &error) == KAMM_OK)
        return PyFloat_FromDouble(number);
    return kamm_raise(kamm_core_of_self(self), &error);
}

static kamm_result set_value(kamm_vehicle_def *def, const char *path, PyObject *value,
                             kamm_error *error)
{
    const kamm_field_table *table = kamm_vehicle_table();
    if (PyBool_Check(value))
        return kamm_set(table, def, path, value == Py_True ? "true" : "false", error);
    if (PyUnicode_Check(value)) {
        const char *text = PyUnicode_AsUTF8AndSize(value, NULL);
        return text ? kamm_set(table, def, path, text, error) : KAMM_ERROR_FORMAT;
    }
    double number = PyFloat_AsDouble(value);
    return PyErr_Occurred() ? KAMM_ERROR_FORMAT : kamm_set_number(table, def, path, number, error);
}

static PyObject *set(PyObject *self, PyObject *args)
{
    const char *path;
    PyObject *value;
    if (!PyArg_ParseTuple(args, "sO", &path, &value)) return NULL;
    kamm_error error;
    if (set_value(&file_of(self)->def, path, value, &error) == KAMM_OK) Py_RETURN_NONE;
    return PyErr_Occurred() ? NULL : kamm_raise(kamm_core_of_self(self), &error);
}

/* Other tyres on all wheels. */
static PyObject *fit_tyres(PyObject *self, PyObject *argument)
{
    const char *name = PyUnicode_AsUTF8AndSize(argument, NULL);
    kamm_tyre_def tyre;
    kamm_error error;
    if (!name) return NULL;
    if (kamm_load_tyre(name, &tyre, NULL, &error) != KAMM_OK)
        return kamm_raise(kamm_core_of_self(self), &error);
    kamm_vehicle_def *def = &file_of(self)->def;
    for (int axle = 0; axle < def->axles_count; ++axle) def->axles[axle].tyre = tyre;
    Py_RETURN_NONE;
}

/* Changes the vehicle by a preset of arcade handling. */
static PyObject *arcade(PyObject *self, PyObject *argument)
{
    kamm_arcade preset;
    kamm_error error;
    const char *name = PyUnicode_AsUTF8AndSize(argument, NULL);
    if (!name) return NULL;
    if (kamm_load_arcade(name, &preset, NULL, &error) ||
        kamm_arcade_vehicle(&preset, &file_of(self)->def, &error))
        return kamm_raise(kamm_core_of_self(self), &error);
    Py_RETURN_NONE;
}

/* (name, kind, unit, doc, default, min, max, choices) of the field at a path. */
static PyObject *field(PyObject *self, PyObject *argument)
{
    const char *path = PyUnicode_AsUTF8AndSize(argument, NULL);
    if (!path) return NULL;
    const kamm_vehicle_def *def = &file_of(self)->def;
    static const char *const kinds[] = {KAMM_FIELD_KINDS(KAMM_WORD)};
    struct found found = find(kamm_vehicle_table(), def, path);
    if (found.field)
        return Py_BuildValue("(ssssddds)", found.field->name, kinds[found.field->kind],
                             found.field->unit ? found.field->unit : "", found.field->doc,
                             found.field->default_value, found.field->min, found.field->max,
                             found.field->choices ? found.field->choices : "");
    double number;
    kamm_error error;
    if (kamm_get_number(kamm_vehicle_table(), def, path, &number, &error) != KAMM_OK)
        return kamm_raise(kamm_core_of_self(self), &error);
    PyErr_Format(PyExc_ValueError, "%s: ask for it in the unit of the vehicle file", path);
    return NULL;
}

/* -- All paths -- */
static int add_paths(PyObject *list, const kamm_field_table *table, const char *object,
                     const char *before)
{
    for (int i = 0; i < table->count; ++i) {
        const kamm_field *f = &table->fields[i];
        char path[200];
        int32_t count = 1;
        if (f->kind == KAMM_FIELD_LIST) memcpy(&count, object + f->count_offset, sizeof count);
        for (int32_t item = 0; item < count; ++item) {
            const char *dot = *before ? "." : "";
            if (f->kind == KAMM_FIELD_LIST)
                PyOS_snprintf(path, sizeof path, "%s%s%s[%d]", before, dot, f->name, (int)item);
            else
                PyOS_snprintf(path, sizeof path, "%s%s%s", before, dot, f->name);
            if (f->table) {
                if (add_paths(list, f->table, object + f->offset + (size_t)item * f->item_size,
                              path) < 0)
                    return -1;
                continue;
            }
            PyObject *text = PyUnicode_FromString(path);
            int result = text ? PyList_Append(list, text) : -1;
            Py_XDECREF(text);
            if (result < 0) return -1;
        }
    }
    return 0;
}

static PyObject *paths(PyObject *self, PyObject *none)
{
    (void)none;
    PyObject *list = PyList_New(0);
    if (list && add_paths(list, kamm_vehicle_table(), (const char *)&file_of(self)->def, "") < 0)
        Py_CLEAR(list);
    return list;
}

/* -- Files and bytes -- */
static PyObject *save(PyObject *self, PyObject *argument)
{
    PyObject *path = NULL;
    if (!PyUnicode_FSConverter(argument, &path)) return NULL;
    kamm_error error;
    char *text;
    Py_ssize_t size;
    PyBytes_AsStringAndSize(path, &text, &size);
    kamm_result result = kamm_write_vehicle(text, &file_of(self)->def, &error);
    Py_DECREF(path);
    if (result == KAMM_OK) Py_RETURN_NONE;
    return kamm_raise(kamm_core_of_self(self), &error);
}

static PyObject *to_bytes(PyObject *self, PyObject *none)
{
    (void)none;
    return PyBytes_FromStringAndSize((const char *)file_of(self), sizeof(kamm_vehicle_file));
}

/* What to_bytes gave, of the same build: the version comes first, as the Python side adds it. */
static PyObject *from_bytes(PyObject *type, PyObject *argument)
{
    char *bytes;
    Py_ssize_t size;
    if (PyBytes_AsStringAndSize(argument, &bytes, &size) < 0) return NULL;
    if (size != sizeof(kamm_vehicle_file)) {
        PyErr_SetString(PyExc_ValueError, "these bytes are a vehicle of another version of Kamm");
        return NULL;
    }
    PyObject *self = allocate((PyTypeObject *)type);
    if (!self) return NULL;
    memcpy(file_of(self), bytes, sizeof(kamm_vehicle_file));
    kamm_error error;
    if (kamm_check(kamm_vehicle_table(), &file_of(self)->def, &error) == KAMM_OK) return self;
    kamm_raise(kamm_core_of_self(self), &error);
    Py_DECREF(self);
    return NULL;
}

static PyObject *published(PyObject *self, PyObject *none)
{
    (void)none;
    const kamm_vehicle_file *file = file_of(self);
    PyObject *list = PyList_New(0);
    for (int i = 0; list && i < file->published_count; ++i) {
        const kamm_published_figure *figure = &file->published[i];
        PyObject *item = Py_BuildValue("(sds)", figure->name, figure->value, figure->source);
        if (!item || PyList_Append(list, item) < 0) Py_CLEAR(list);
        Py_XDECREF(item);
    }
    return list;
}

static PyObject *get_id(PyObject *self, void *none)
{
    (void)none;
    return PyUnicode_FromString(file_of(self)->id);
}

static PyObject *get_path(PyObject *self, void *none)
{
    (void)none;
    return PyUnicode_FromString(file_of(self)->path);
}

static PyMethodDef methods[] = {
    {"get", get, METH_O, "The value at a path."},
    {"set", set, METH_VARARGS, "set(path, value): another value at a path."},
    {"fit_tyres", fit_tyres, METH_O,
     "fit_tyres(name): other tyres (.tir, .json or name) on all wheels."},
    {"arcade", arcade, METH_O, "arcade(name): changes it by a preset of arcade handling."},
    {"field", field, METH_O, "(name, kind, unit, doc, …) of the field at a path."},
    {"paths", paths, METH_NOARGS, "The paths of all values."},
    {"copy", copy, METH_NOARGS, "A vehicle of its own with the same values."},
    {"save", save, METH_O, "save(path): writes a vehicle file."},
    {"to_bytes", to_bytes, METH_NOARGS, "All of it as bytes, for pickling."},
    {"from_bytes", from_bytes, METH_O | METH_CLASS, "The way back."},
    {"published", published, METH_NOARGS, "[(figure, value, source)] as its file has them."},
    {NULL, NULL, 0, NULL}};
static PyGetSetDef properties[] = {
    {"id", get_id, NULL, "The file's name without its ending.", NULL},
    {"path", get_path, NULL, "Where the file was found.", NULL},
    {NULL, NULL, NULL, NULL, NULL}};
static PyType_Slot slots[] = {{Py_tp_doc, "A vehicle, as its file has it."},
                              {Py_tp_new, new_vehicle},
                              {Py_tp_dealloc, dealloc},
                              {Py_tp_methods, methods},
                              {Py_tp_getset, properties},
                              {0, NULL}};
PyType_Spec kamm_vehicle_spec = {
    .name = "kamm._core.Vehicle",
    .basicsize = sizeof(struct vehicle),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .slots = slots,
};
