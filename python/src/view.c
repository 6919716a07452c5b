#include "core.h"

#include <string.h>

struct view {
    PyObject_HEAD PyObject *owner;
    Py_ssize_t *count;
    struct view_shape shape;
};

static Py_ssize_t item_size(const char *format)
{
    return *format == 'd' ? (Py_ssize_t)sizeof(double) : (Py_ssize_t)sizeof(float);
}

PyObject *kamm_make_view(const struct core *core, PyObject *owner, Py_ssize_t *count,
                         const struct view_shape *shape)
{
    allocfunc allocate = (allocfunc)PyType_GetSlot(core->view, Py_tp_alloc);
    struct view *view = (struct view *)allocate(core->view, 0);
    if (!view) return NULL;
    view->owner = Py_NewRef(owner);
    view->shape = *shape;
    view->count = count;
    if (count) ++*count;
    return (PyObject *)view;
}

static void dealloc(PyObject *self)
{
    struct view *view = (struct view *)self;
    PyTypeObject *type = Py_TYPE(self);
    if (view->count) --*view->count;
    Py_XDECREF(view->owner);
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(self);
    Py_DECREF(type);
}

static int get_buffer(PyObject *self, Py_buffer *buffer, int flags)
{
    const struct view_shape *shape = &((struct view *)self)->shape;
    if ((flags & PyBUF_WRITABLE) && shape->is_read_only) {
        PyErr_SetString(PyExc_BufferError, "this memory is read-only");
        return -1;
    }
    if ((flags & PyBUF_STRIDES) != PyBUF_STRIDES) {
        PyErr_SetString(PyExc_BufferError, "this memory has strides");
        return -1;
    }
    Py_ssize_t size = item_size(shape->format), items = 1;
    for (int i = 0; i < shape->dimensions; ++i) items *= shape->shape[i];
    *buffer = (Py_buffer){.buf = shape->data,
                          .obj = Py_NewRef(self),
                          .len = items * size,
                          .itemsize = size,
                          .readonly = shape->is_read_only,
                          .ndim = shape->dimensions,
                          .format = flags & PyBUF_FORMAT ? (char *)shape->format : NULL,
                          .shape = (Py_ssize_t *)shape->shape,
                          .strides = (Py_ssize_t *)shape->strides};
    return 0;
}

static PyType_Slot slots[] = {{Py_tp_doc, "Memory of a batch, for numpy.asarray."},
                              {Py_tp_dealloc, dealloc},
                              {Py_bf_getbuffer, get_buffer},
                              {0, NULL}};

PyType_Spec kamm_view_spec = {
    .name = "kamm._core.View",
    .basicsize = sizeof(struct view),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = slots,
};
