#include "core.h"

#include <stdio.h>
#include <string.h>

/* "(4096, any)" */
static void write_shape(char *text, size_t size, int dimensions, const Py_ssize_t *shape)
{
    size_t at = (size_t)snprintf(text, size, "(");
    for (int i = 0; i < dimensions && at < size; ++i) {
        const char *comma = i ? ", " : "";
        at += (size_t)(shape[i] < 0 ? snprintf(text + at, size - at, "%sany", comma)
                                    : snprintf(text + at, size - at, "%s%zd", comma, shape[i]));
    }
    if (at < size) snprintf(text + at, size - at, dimensions == 1 ? ",)" : ")");
}

static const char *type_name(const char *format)
{
    switch (*format) {
    case 'f': return "float32";
    case 'd': return "float64";
    case 'i': return "int32";
    case '?': return "bool";
    }
    return format;
}

static int has_format(const Py_buffer *buffer, const char *format)
{
    const char *is = buffer->format ? buffer->format : "B";
    if (*is == '=' || *is == '@' || *is == '<') ++is; /* of this machine, or as it has them */
    if (!strcmp(is, format)) return 1;
    return *format == 'i' && !strcmp(is, "l") && buffer->itemsize == sizeof(int32_t);
}

static int has_shape(const Py_buffer *buffer, int dimensions, const Py_ssize_t *shape)
{
    if (buffer->ndim != dimensions) return 0;
    for (int i = 0; i < dimensions; ++i)
        if (shape[i] >= 0 && buffer->shape[i] != shape[i]) return 0;
    return 1;
}

static void complain(const char *name, const char *format, int dimensions, const Py_ssize_t *shape,
                     const Py_buffer *buffer)
{
    char wanted[80], given[80];
    write_shape(wanted, sizeof wanted, dimensions, shape);
    write_shape(given, sizeof given, buffer->ndim, buffer->shape);
    PyErr_Format(PyExc_ValueError,
                 "%s: wanted a C-contiguous %s array of shape %s, got %s of shape %s%s", name,
                 type_name(format), wanted, type_name(buffer->format ? buffer->format : "B"), given,
                 PyBuffer_IsContiguous(buffer, 'C')
                     ? ""
                     : ", not contiguous (numpy.ascontiguousarray makes it so)");
}

int kamm_take_array(PyObject *object, const char *name, const char *format, int dimensions,
                    Py_ssize_t *shape, int is_written, Py_buffer *buffer)
{
    int flags = PyBUF_STRIDES | PyBUF_FORMAT | (is_written ? PyBUF_WRITABLE : 0);
    if (PyObject_GetBuffer(object, buffer, flags) < 0) {
        if (PyErr_ExceptionMatches(PyExc_TypeError)) {
            PyErr_Format(PyExc_TypeError, "%s: wanted an array, got %R", name, Py_TYPE(object));
        } else {
            PyErr_Clear();
            PyErr_Format(PyExc_ValueError, "%s: the array is read-only", name);
        }
        return -1;
    }
    int fits = has_format(buffer, format) && has_shape(buffer, dimensions, shape);
    if (!fits || !PyBuffer_IsContiguous(buffer, 'C')) {
        complain(name, format, dimensions, shape, buffer);
        PyBuffer_Release(buffer);
        return -1;
    }
    memcpy(shape, buffer->shape, (size_t)dimensions * sizeof *shape);
    return 0;
}
