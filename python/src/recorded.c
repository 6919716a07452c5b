/* A recording that was read, as bytes of its rows. */
#include "core.h"

#include <kamm/io/recording.h>

#include <stdlib.h>
#include <string.h>

/* Doubles of a row: is_on, position, orientation, then of a car throttle, brake, hand brake, gear and steering wheel, and of each wheel
 * position, orientation, angle and speed. */
enum { POSE = 8, CONTROLS = 5, WHEEL = 9 };

static PyObject *three(const double v[3]) { return Py_BuildValue("(ddd)", v[0], v[1], v[2]); }

static PyObject *box_of(const kamm_box *box)
{
    const double *q = box->orientation;
    return Py_BuildValue("(NN(dddd))", three(box->centre_m), three(box->half_m), q[0], q[1], q[2],
                         q[3]);
}

/* Appends, and takes the item. -1: raises. */
static int append(PyObject *list, PyObject *item)
{
    int result = item ? PyList_Append(list, item) : -1;
    Py_XDECREF(item);
    return result;
}

/* -- Models: (name, length, width, height, boxes, wheels) -- */
static PyObject *wheel_of(const kamm_recorded_wheel *wheel)
{
    return Py_BuildValue("(Ndddii)", three(wheel->centre_m), wheel->radius_m, wheel->width_m,
                         wheel->rim_radius_m, (int)wheel->axle, (int)wheel->side);
}

static PyObject *model_of(const kamm_recorded *recorded, int index, int *wheels)
{
    kamm_recorded_model model;
    kamm_error error;
    if (kamm_read_recorded_model(recorded, index, &model, &error)) return PyErr_NoMemory();
    PyObject *boxes = PyList_New(0), *list = PyList_New(0);
    for (int i = 0; boxes && i < model.box_count; ++i)
        if (append(boxes, box_of(&model.boxes[i])) < 0) Py_CLEAR(boxes);
    for (int i = 0; list && i < model.wheel_count; ++i)
        if (append(list, wheel_of(&model.wheels[i])) < 0) Py_CLEAR(list);
    *wheels = model.wheel_count;
    return Py_BuildValue("(sdddNN)", model.name, model.length_m, model.width_m, model.height_m,
                         boxes, list);
}

/* -- Rows -- */
static double *put(double *to, const double *from, int count)
{
    memcpy(to, from, (size_t)count * sizeof *to);
    return to + count;
}

static double *put_pose(double *to, const kamm_pose *pose)
{
    return put(put(to, pose->position_m, 3), pose->orientation, 4);
}

static void put_car(double *to, const kamm_recorded_car *car, int wheels)
{
    const double controls[CONTROLS] = {car->throttle, car->brake, car->hand_brake, car->gear,
                                       car->steering_wheel_rad};
    *to++ = car->is_on;
    to = put(put_pose(to, &car->body), controls, CONTROLS);
    for (int w = 0; w < wheels; ++w) {
        to = put_pose(to, &car->wheels[w]);
        *to++ = car->spin_angle_rad[w];
        *to++ = car->spin_radps[w];
    }
}

/* What is read, with the rows of all cars and bodies as bytes objects. */
struct table {
    kamm_recorded *recorded;
    kamm_recorded_info info;
    int *wheels; /* of each model */
    PyObject *models, *times;
    PyObject **cars, **bodies;
};

static int car_columns(const struct table *table, int model)
{
    return POSE + CONTROLS + WHEEL * table->wheels[model];
}

static PyObject *rows(int columns, int count)
{
    return PyBytes_FromStringAndSize(NULL, (Py_ssize_t)columns * (Py_ssize_t)count *
                                               (Py_ssize_t)sizeof(double));
}

static int make_rows(struct table *table)
{
    const kamm_recorded_info *info = &table->info;
    kamm_recorded_car car;
    table->times = rows(1, info->frame_count);
    for (int i = 0; table->times && i < info->car_count; ++i) {
        if (kamm_read_recorded_car(table->recorded, i, &car, NULL)) return PyErr_NoMemory(), -1;
        table->cars[i] = rows(car_columns(table, car.model), info->frame_count);
        if (!table->cars[i]) return -1;
    }
    for (int i = 0; table->times && i < info->body_count; ++i) {
        table->bodies[i] = rows(POSE, info->frame_count);
        if (!table->bodies[i]) return -1;
    }
    return table->times ? 0 : -1;
}

static double *row_of(PyObject *bytes, int columns, int frame)
{
    return (double *)(void *)PyBytes_AsString(bytes) + (size_t)columns * (size_t)frame;
}

static int fill_frame(const struct table *table, int frame)
{
    static const char short_of_memory[] = "out of memory";
    kamm_recorded_car car;
    kamm_recorded_body body;
    kamm_error error;
    *row_of(table->times, 1, frame) = kamm_recorded_time_s(table->recorded, frame);
    if (kamm_show_recorded(table->recorded, frame, &error)) goto failed;
    for (int i = 0; i < table->info.car_count; ++i) {
        if (kamm_read_recorded_car(table->recorded, i, &car, &error)) goto failed;
        put_car(row_of(table->cars[i], car_columns(table, car.model), frame), &car,
                table->wheels[car.model]);
    }
    for (int i = 0; i < table->info.body_count; ++i) {
        if (kamm_read_recorded_body(table->recorded, i, &body, &error)) goto failed;
        double *row = row_of(table->bodies[i], POSE, frame);
        *row = body.is_on;
        put_pose(row + 1, &body.pose);
    }
    return 0;
failed:
    PyErr_SetString(PyExc_MemoryError, short_of_memory);
    return -1;
}

/* -- Descriptions -- */
static PyObject *points_of(const struct table *table, int body, int shape,
                           const kamm_recorded_shape *of)
{
    PyObject *points = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)of->point_count * 12);
    PyObject *triangles = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)of->triangle_count * 12);
    kamm_error error;
    if (points && triangles &&
        kamm_read_recorded_points(table->recorded, body, shape,
                                  (float(*)[3])(void *)PyBytes_AsString(points),
                                  (int32_t(*)[3])(void *)PyBytes_AsString(triangles), &error)) {
        PyErr_NoMemory();
        Py_CLEAR(points);
    }
    return Py_BuildValue("(NN)", points, triangles);
}

/* (index, type, sensor, [(kind, box, (points, triangles) or None)], rows). */
static PyObject *body_of(const struct table *table, int index)
{
    kamm_recorded_body body;
    if (kamm_read_recorded_body(table->recorded, index, &body, NULL)) return PyErr_NoMemory();
    PyObject *shapes = PyList_New(0);
    for (int i = 0; shapes && i < body.shape_count; ++i) {
        const kamm_recorded_shape *shape = &body.shapes[i];
        PyObject *points =
            shape->point_count ? points_of(table, index, i, shape) : Py_NewRef(Py_None);
        if (append(shapes, Py_BuildValue("(iNN)", (int)shape->kind, box_of(&shape->box), points)) <
            0)
            Py_CLEAR(shapes);
    }
    return Py_BuildValue("(iiiNO)", (int)body.index, (int)body.type, (int)body.sensor, shapes,
                         table->bodies[index]);
}

/* (model, group, index, unit, paint, rows). */
static PyObject *car_of(const struct table *table, int index)
{
    kamm_recorded_car car;
    if (kamm_read_recorded_car(table->recorded, index, &car, NULL)) return PyErr_NoMemory();
    return Py_BuildValue("(iiiiiO)", (int)car.model, (int)car.group, (int)car.index, (int)car.unit,
                         (int)car.paint, table->cars[index]);
}

static PyObject *describe(const struct table *table, const kamm_notes *notes)
{
    const kamm_recorded_info *info = &table->info;
    PyObject *cars = PyList_New(0), *bodies = PyList_New(0), *texts = PyList_New(0);
    for (int i = 0; cars && i < info->car_count; ++i)
        if (append(cars, car_of(table, i)) < 0) Py_CLEAR(cars);
    for (int i = 0; bodies && i < info->body_count; ++i)
        if (append(bodies, body_of(table, i)) < 0) Py_CLEAR(bodies);
    for (int i = 0; texts && i < notes->count; ++i)
        if (append(texts, PyUnicode_FromString(notes->text[i])) < 0) Py_CLEAR(texts);
    return Py_BuildValue("(sisNNiNOONN)", info->title, (int)info->ground, info->world_file,
                         three(info->plane_point_m), three(info->plane_normal),
                         (int)info->is_complete, texts, table->times, table->models, cars, bodies);
}

static void free_table(struct table *table)
{
    for (int i = 0; table->cars && i < table->info.car_count; ++i) Py_XDECREF(table->cars[i]);
    for (int i = 0; table->bodies && i < table->info.body_count; ++i) Py_XDECREF(table->bodies[i]);
    free(table->cars);
    free(table->bodies);
    free(table->wheels);
    Py_XDECREF(table->models);
    Py_XDECREF(table->times);
    kamm_destroy_recorded(table->recorded);
}

static int fill(struct table *table)
{
    const kamm_recorded_info *info = &table->info;
    table->wheels = calloc((size_t)info->model_count + 1, sizeof(int));
    table->cars = calloc((size_t)info->car_count + 1, sizeof(PyObject *));
    table->bodies = calloc((size_t)info->body_count + 1, sizeof(PyObject *));
    table->models = PyList_New(0);
    if (!table->wheels || !table->cars || !table->bodies) return PyErr_NoMemory(), -1;
    for (int i = 0; table->models && i < info->model_count; ++i)
        if (append(table->models, model_of(table->recorded, i, &table->wheels[i])) < 0) return -1;
    if (!table->models || make_rows(table) < 0) return -1;
    for (int frame = 0; frame < info->frame_count; ++frame)
        if (fill_frame(table, frame) < 0) return -1;
    return 0;
}

/* recorded(path): (title, ground, world, point, normal, is_complete, notes, times, models, cars, bodies). */
PyObject *kamm_read_one_recording(PyObject *module, PyObject *argument)
{
    const char *path = PyUnicode_AsUTF8AndSize(argument, NULL);
    struct table table = {.recorded = NULL};
    kamm_error error;
    PyObject *found = NULL;
    if (!path) return NULL;
    kamm_notes *notes = calloc(1, sizeof *notes);
    if (!notes) return PyErr_NoMemory();
    table.recorded = kamm_load_recording(path, notes, &error);
    if (table.recorded) {
        table.info = kamm_describe_recorded(table.recorded);
        if (fill(&table) == 0) found = describe(&table, notes);
    } else {
        kamm_raise(kamm_core_of(module), &error);
    }
    free_table(&table);
    free(notes);
    return found;
}
