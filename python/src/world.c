/* Ground of cars: a world's terrain from a file, a plane, or an array of heights. */
#include "world.h"

#include <string.h>

static PyObject *allocate(PyTypeObject *type)
{
    return ((allocfunc)PyType_GetSlot(type, Py_tp_alloc))(type, 0);
}

static void dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    Py_XDECREF(world_of(self)->batches);
    kamm_destroy_world(world_of(self)->world);
    kamm_destroy_terrain(world_of(self)->terrain);
    kamm_destroy_world_file(&world_of(self)->file);
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(self);
    Py_DECREF(type);
}

static int traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(world_of(self)->batches);
    return 0;
}

static int clear(PyObject *self)
{
    Py_CLEAR(world_of(self)->batches);
    return 0;
}

static PyObject *new_world(PyTypeObject *type, PyObject *args, PyObject *keywords)
{
    static char *names[] = {"name_or_path", NULL};
    const char *name;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "s", names, &name)) return NULL;
    PyObject *self = allocate(type);
    if (!self) return NULL;
    struct world *world = world_of(self);
    kamm_error error;
    if (kamm_load_world(name, &world->file, NULL, &error) == KAMM_OK)
        world->world = kamm_create_world(&world->file.def, &error);
    if (world->world) {
        world->ground = *kamm_world_ground(world->world);
        return self;
    }
    kamm_raise(kamm_core_of_self(self), &error);
    Py_DECREF(self);
    return NULL;
}

static PyObject *plane(PyObject *type, PyObject *args, PyObject *keywords)
{
    static char *names[] = {"slope", "bank", "friction", NULL};
    double slope = 0, bank = 0, friction = 1;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "|ddd", names, &slope, &bank, &friction))
        return NULL;
    if (!(slope >= -10 && slope <= 10 && bank >= -10 && bank <= 10)) {
        PyErr_SetString(PyExc_ValueError, "slope and bank are rise over run, allowed: -10 to 10");
        return NULL;
    }
    if (!(friction > 0 && friction <= 2)) {
        PyErr_SetString(PyExc_ValueError, "friction: allowed are values above 0, up to 2");
        return NULL;
    }
    PyObject *self = allocate((PyTypeObject *)type);
    if (self) world_of(self)->ground = kamm_plane_ground(slope, bank, friction);
    return self;
}

static void raise_unknown_surface(const kamm_surface_set *set, const char *name)
{
    const char *names[KAMM_MAX_SURFACES];
    for (int i = 0; i < set->count; ++i) names[i] = set->surfaces[i].name;
    kamm_raise_unknown(name, names, set->count, "surface");
}

int kamm_take_surface(const struct core *core, const char *name, kamm_surface *surface)
{
    kamm_surface_set *set = PyMem_Calloc(1, sizeof *set);
    kamm_error error = {.code = KAMM_ERROR_MEMORY};
    const kamm_surface *found = NULL;
    if (set && kamm_load_surfaces(NULL, set, NULL, &error) == KAMM_OK) {
        found = kamm_surface_named(set, name);
        if (found)
            *surface = *found;
        else
            raise_unknown_surface(set, name);
    } else {
        kamm_raise(core, &error);
    }
    PyMem_Free(set);
    return found ? 0 : -1;
}

/* A world whose ground is that layer. -1: an exception is set. */
static int lay(const struct core *core, struct world *world, const kamm_layer *layer,
               const kamm_surface *surface, int rough)
{
    const kamm_terrain_def def = {
        .layers = layer, .layer_count = 1, .surfaces = surface, .surface_count = 1, .rough = rough};
    kamm_error error;
    if (kamm_check_roughness(surface, rough, &error)) return kamm_raise(core, &error), -1;
    Py_BEGIN_ALLOW_THREADS world->terrain = kamm_create_terrain(&def, &error);
    Py_END_ALLOW_THREADS if (world->terrain)
    {
        const kamm_world_def with = {.ground = kamm_terrain_ground(world->terrain)};
        world->ground = with.ground;
        world->world = kamm_create_world(&with, &error);
    }
    if (!world->world) kamm_raise(core, &error);
    return world->world ? 0 : -1;
}

/* surface(name, rough): an infinite level plane. */
static PyObject *surface(PyObject *type, PyObject *args)
{
    const char *name;
    int rough;
    if (!PyArg_ParseTuple(args, "sp", &name, &rough)) return NULL;
    PyObject *self = allocate((PyTypeObject *)type);
    if (!self) return NULL;
    const kamm_layer layer = {.kind = KAMM_LAYER_PLANE, .surface = -1};
    kamm_surface found;
    const struct core *core = kamm_core_of_self(self);
    struct world *world = world_of(self);
    kamm_error error;
    int laid = kamm_take_surface(core, name, &found);
    if (laid == 0 && rough)
        laid = lay(core, world, &layer, &found, rough);
    else if (laid == 0 && kamm_check_roughness(&found, rough, &error))
        laid = -1, kamm_raise(core, &error);
    else if (laid == 0)
        world->ground = kamm_surface_ground(&found);
    if (laid < 0) Py_CLEAR(self);
    return self;
}

/* heights(array, cell_m, x_m, y_m, surface, rough): float32 [rows, columns]; a name. */
static PyObject *heights(PyObject *type, PyObject *args)
{
    PyObject *array;
    double cell_m, x_m, y_m;
    const char *name;
    int rough;
    if (!PyArg_ParseTuple(args, "Odddsp", &array, &cell_m, &x_m, &y_m, &name, &rough)) return NULL;
    PyObject *self = allocate((PyTypeObject *)type);
    if (!self) return NULL;
    const struct core *core = kamm_core_of_self(self);
    kamm_surface surface;
    Py_ssize_t shape[2] = {-1, -1};
    Py_buffer buffer;
    int laid = -1;
    if (kamm_take_surface(core, name, &surface) == 0 &&
        kamm_take_array(array, "heights", "f", 2, shape, 0, &buffer) == 0) {
        const kamm_layer layer = {.kind = KAMM_LAYER_HEIGHTS,
                                  .heights = {.rows = (int32_t)buffer.shape[0],
                                              .columns = (int32_t)buffer.shape[1],
                                              .cell_m = cell_m,
                                              .origin_m = {x_m, y_m},
                                              .heights_m = buffer.buf},
                                  .surface = -1};
        laid = lay(core, world_of(self), &layer, &surface, rough);
        PyBuffer_Release(&buffer);
    }
    if (laid < 0) Py_CLEAR(self);
    return self;
}

static PyObject *get_name(PyObject *self, void *none)
{
    (void)none;
    return PyUnicode_FromString(world_of(self)->file.name);
}

static PyObject *get_starts(PyObject *self, void *none)
{
    (void)none;
    const kamm_world_file *file = &world_of(self)->file;
    PyObject *starts = PyDict_New();
    for (int i = 0; starts && i < file->start_count; ++i) {
        const kamm_start *start = &file->starts[i];
        PyObject *place = Py_BuildValue("(ddd)", start->x_m, start->y_m, start->yaw_rad);
        if (!place || PyDict_SetItemString(starts, start->name, place) < 0) Py_CLEAR(starts);
        Py_XDECREF(place);
    }
    return starts;
}

/* A view of [n, 2] doubles of the world's own. */
static PyObject *pairs(PyObject *self, const double (*at)[2], int count)
{
    struct view_shape shape = {.data = (void *)at,
                               .format = "d",
                               .dimensions = 2,
                               .shape = {count, 2},
                               .strides = {2 * sizeof(double), sizeof(double)},
                               .is_read_only = 1};
    return kamm_make_view(kamm_core_of_self(self), self, NULL, &shape);
}

/* (points, width_m, is_closed, sides or None). */
static PyObject *path_of(PyObject *self, const kamm_path *path)
{
    PyObject *sides = path->sides_m ? pairs(self, path->sides_m, path->count) : Py_NewRef(Py_None);
    return Py_BuildValue("(NdNN)", pairs(self, path->points_m, path->count), path->width_m,
                         PyBool_FromLong(path->closed), sides);
}

static PyObject *get_paths(PyObject *self, void *none)
{
    (void)none;
    const kamm_world_file *file = &world_of(self)->file;
    PyObject *paths = PyDict_New();
    for (int i = 0; paths && i < file->path_count; ++i) {
        PyObject *path = path_of(self, &file->paths[i]);
        if (!path || PyDict_SetItemString(paths, file->paths[i].name, path) < 0) Py_CLEAR(paths);
        Py_XDECREF(path);
    }
    return paths;
}

static PyObject *get_cars(PyObject *self, void *none)
{
    (void)none;
    PyObject *batches = world_of(self)->batches;
    return batches ? PyList_AsTuple(batches) : PyTuple_New(0);
}

static PyObject *get_own_substep_s(PyObject *self, void *none)
{
    (void)none;
    double substep_s = world_of(self)->file.def.substep_s;
    return PyFloat_FromDouble(substep_s > 0 ? substep_s : 1.0 / 240);
}

static PyMethodDef methods[] = {
    {"plane", (PyCFunction)(void (*)(void))plane, METH_VARARGS | METH_KEYWORDS | METH_CLASS,
     "plane(slope=0, bank=0, friction=1): an endless plane, rises in m/m."},
    {"surface", surface, METH_VARARGS | METH_CLASS,
     "surface(name, rough): level ground of a surface of data/surfaces.json."},
    {"heights", heights, METH_VARARGS | METH_CLASS,
     "heights(array, cell_m, x_m, y_m, surface, rough): a height map."},
    {"add", kamm_add_batch, METH_O, "add(batch)."},
    {"remove", kamm_remove_batch, METH_O, "remove(batch)."},
    {"set_car_filter", kamm_set_batch_filter, METH_VARARGS,
     "set_car_filter(batch, cars, category, mask)."},
    {"step", kamm_step_one_world, METH_O, "step(substeps)."},
    {"contacts", kamm_list_contacts, METH_NOARGS, "Contact events of the last step."},
    {"sensor_events", kamm_list_sensor_events, METH_NOARGS, "Sensor events of the last step."},
    {"save", kamm_save_one_world, METH_NOARGS, "Bytes of all states."},
    {"restore", kamm_restore_one_world, METH_O, "restore(bytes)."},
    {"save_portable", kamm_save_portable_of_world, METH_NOARGS, "Portable bytes."},
    {"restore_portable", kamm_restore_portable_to_world, METH_O,
     "restore_portable(bytes): report."},
    {"hash", kamm_hash_world, METH_NOARGS, "Hash of all states but inputs."},
    {"add_body", kamm_add_one_body, METH_VARARGS,
     "add_body(type, shapes, pose, mass_kg, friction, restitution, is_driven_on, surface, "
     "material, category, mask, sensor, asleep): (index, generation)."},
    {"add_terrain_faces", kamm_add_faces_of_terrain, METH_VARARGS,
     "add_terrain_faces(friction, restitution, is_driven_on, surface, material, category, mask): "
     "(index, generation), or None."},
    {"remove_body", kamm_remove_one_body, METH_VARARGS, "remove_body(index, generation)."},
    {"body_list", kamm_list_bodies, METH_NOARGS, "[(index, generation)] of all bodies."},
    {"has_body", kamm_has_one_body, METH_VARARGS, "has_body(index, generation)."},
    {"read_motions", kamm_read_motions, METH_VARARGS, "read_motions(bodies, out)."},
    {"set_motions", kamm_set_motions, METH_VARARGS, "set_motions(bodies, motions)."},
    {"move_body_to", kamm_move_one_body, METH_VARARGS,
     "move_body_to(index, generation, pose, substeps)."},
    {"set_body_filter", kamm_set_one_body_filter, METH_VARARGS,
     "set_body_filter(index, generation, category, mask)."},
    {"body_filter", kamm_get_one_body_filter, METH_VARARGS,
     "body_filter(index, generation): (category, mask)."},
    {"add_joint", kamm_add_one_joint, METH_VARARGS,
     "add_joint(kind, first, second, place, axis, collision, numbers): (index, generation)."},
    {"remove_joint", kamm_remove_one_joint, METH_VARARGS, "remove_joint(index, generation)."},
    {"has_joint", kamm_has_one_joint, METH_VARARGS, "has_joint(index, generation)."},
    {"joint_list", kamm_list_joints, METH_NOARGS, "[(index, generation)] of all joints."},
    {"broken_joints", kamm_list_broken_joints, METH_NOARGS, "Those that broke in the last step."},
    {"read_joint", kamm_read_one_joint, METH_VARARGS, "read_joint(index, generation)."},
    {"set_joint_motor", kamm_set_one_joint_motor, METH_VARARGS,
     "set_joint_motor(index, generation, speed, force)."},
    {"set_joint_limits", kamm_set_one_joint_limits, METH_VARARGS,
     "set_joint_limits(index, generation, is_limited, low, high)."},
    {NULL, NULL, 0, NULL}};
static PyGetSetDef properties[] = {
    {"name", get_name, NULL, "The world's name; empty: a plane.", NULL},
    {"starts", get_starts, NULL, "{name: (x_m, y_m, yaw_rad)}.", NULL},
    {"paths", get_paths, NULL, "{name: (points, width_m, closed, sides or None)}.", NULL},
    {"cars", get_cars, NULL, "Tuple of the batches that were added.", NULL},
    {"own_substep_s", get_own_substep_s, NULL, "Substep without cars.", NULL},
    {NULL, NULL, NULL, NULL, NULL}};
static PyType_Slot slots[] = {{Py_tp_doc, "What cars drive on."},
                              {Py_tp_new, new_world},
                              {Py_tp_dealloc, dealloc},
                              {Py_tp_methods, methods},
                              {Py_tp_getset, properties},
                              {Py_tp_traverse, traverse},
                              {Py_tp_clear, clear},
                              {0, NULL}};
PyType_Spec kamm_world_spec = {
    .name = "kamm._core.World",
    .basicsize = sizeof(struct world),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC,
    .slots = slots,
};
