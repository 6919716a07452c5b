/* Debug draw of worlds and batches, as bytes of lines, points and texts. */
#include "world.h"

#include <kamm/debug_draw.h>

#include <stdlib.h>
#include <string.h>

/* Bytes that grow. */
struct bytes {
    unsigned char *at;
    size_t count, room;
};

struct drawing {
    struct bytes lines, line_colours, points, point_colours, text_places, text_colours;
    PyObject *texts; /* list of str */
    int has_failed;  /* an exception is set, or memory is short */
};

static void add(struct drawing *drawing, struct bytes *bytes, const void *from, size_t size)
{
    if (bytes->count + size > bytes->room) {
        size_t room = bytes->room ? 2 * bytes->room : 4096;
        unsigned char *at = realloc(bytes->at, room);
        if (!at) {
            drawing->has_failed = 1;
            return;
        }
        bytes->at = at;
        bytes->room = room;
    }
    memcpy(bytes->at + bytes->count, from, size);
    bytes->count += size;
}

static void add_colour(struct drawing *drawing, struct bytes *bytes, uint32_t rgb)
{
    const unsigned char parts[3] = {(unsigned char)(rgb >> 16), (unsigned char)(rgb >> 8),
                                    (unsigned char)rgb};
    add(drawing, bytes, parts, sizeof parts);
}

static void line(void *user, const double from_m[3], const double to_m[3], uint32_t rgb)
{
    struct drawing *drawing = user;
    add(drawing, &drawing->lines, from_m, 3 * sizeof *from_m);
    add(drawing, &drawing->lines, to_m, 3 * sizeof *to_m);
    add_colour(drawing, &drawing->line_colours, rgb);
}

static void point(void *user, const double at_m[3], uint32_t rgb)
{
    struct drawing *drawing = user;
    add(drawing, &drawing->points, at_m, 3 * sizeof *at_m);
    add_colour(drawing, &drawing->point_colours, rgb);
}

static void text(void *user, const double at_m[3], const char *words, uint32_t rgb)
{
    struct drawing *drawing = user;
    if (drawing->has_failed) return;
    PyObject *item = PyUnicode_FromString(words);
    if (!item || PyList_Append(drawing->texts, item) < 0) drawing->has_failed = 1;
    Py_XDECREF(item);
    add(drawing, &drawing->text_places, at_m, 3 * sizeof *at_m);
    add_colour(drawing, &drawing->text_colours, rgb);
}

static PyObject *bytes_of(const struct bytes *bytes)
{
    return PyBytes_FromStringAndSize((const char *)bytes->at, (Py_ssize_t)bytes->count);
}

static void free_drawing(struct drawing *drawing)
{
    struct bytes *all[] = {&drawing->lines,         &drawing->line_colours, &drawing->points,
                           &drawing->point_colours, &drawing->text_places,  &drawing->text_colours};
    for (size_t i = 0; i < sizeof all / sizeof *all; ++i) free(all[i]->at);
    Py_XDECREF(drawing->texts);
}

/* Returns 0 if it is neither a world nor a batch. Raises. */
static int draw_what(const struct core *core, PyObject *what, const kamm_debug_draw_def *def)
{
    if (PyObject_TypeCheck(what, core->world)) {
        if (kamm_begin_world_and_batches(what) < 0) return 0;
        kamm_debug_draw(world_of(what)->world, def);
        kamm_end_world_and_batches(what);
    } else if (PyObject_TypeCheck(what, core->batch)) {
        if (kamm_begin_call(batch_of(what)) < 0) return 0;
        kamm_debug_draw_cars(batch_of(what)->cars, def);
        kamm_end_call(batch_of(what));
    } else {
        PyErr_Format(PyExc_TypeError, "what: wanted a World or a Batch, got %R", Py_TYPE(what));
        return 0;
    }
    return 1;
}

/* draw(what, parts, within, x, y, z, metres_per_n): (lines, colours, points, colours, texts, places, colours), as bytes. */
PyObject *kamm_draw_one(PyObject *module, PyObject *args)
{
    struct drawing drawing = {.texts = PyList_New(0)};
    kamm_debug_draw_def def = {.user = &drawing, .line = line, .point = point, .text = text};
    PyObject *what, *found = NULL;
    double *at = def.centre_m;
    if (drawing.texts &&
        PyArg_ParseTuple(args, "OIddddd", &what, &def.parts, &def.within_m, &at[0], &at[1], &at[2],
                         &def.metres_per_n) &&
        draw_what(kamm_core_of(module), what, &def)) {
        if (!drawing.has_failed)
            found = Py_BuildValue("(NNNNONN)", bytes_of(&drawing.lines),
                                  bytes_of(&drawing.line_colours), bytes_of(&drawing.points),
                                  bytes_of(&drawing.point_colours), drawing.texts,
                                  bytes_of(&drawing.text_places), bytes_of(&drawing.text_colours));
        else if (!PyErr_Occurred())
            PyErr_NoMemory();
    }
    free_drawing(&drawing);
    return found;
}
