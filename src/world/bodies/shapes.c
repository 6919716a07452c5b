/* The boxes by which bodies meet. */
#include "shapes.h"
#include "../../base/error.h"
#include "../../base/float_mode.h"
#include "../../vehicle/sidecar.h"

#include <math.h>
#include <string.h>

/* From the vehicle file's measures into the vehicle frame. */
static kamm_box car_box(const kamm_vehicle_def *def, double front_m, double length_m,
                        double width_m, double bottom_m, double top_m)
{
    const kamm_car_body_def *body = &def->body;
    kamm_box box = {.orientation = {1, 0, 0, 0}};
    box.centre_m[0] = body->cg_behind_front_axle_m + front_m - length_m / 2;
    box.centre_m[1] = body_middle_m(def) - body->cg_left_m;
    box.centre_m[2] = (bottom_m + top_m) / 2;
    box.half_m[0] = length_m / 2;
    box.half_m[1] = width_m / 2;
    box.half_m[2] = (top_m - bottom_m) / 2;
    return box;
}

/* A lower body up to 60 % of the height, and a cabin as the body's contact points with the ground have it:
 * drawn in by a sixth of the length at either end and a tenth of the width at either side. */
static int default_boxes(const kamm_vehicle_def *def, kamm_box boxes[KAMM_MAX_BOXES])
{
    const kamm_car_body_def *b = &def->body;
    double low = fmin(b->ground_clearance_m, 0.5 * b->height_m);
    double belt = low + 0.6 * (b->height_m - low);
    boxes[0] = car_box(def, b->front_overhang_m, b->length_m, b->width_m, low, belt);
    boxes[1] = car_box(def, b->front_overhang_m - b->length_m / 6, b->length_m * 2 / 3,
                       b->width_m * 0.8, belt, b->height_m);
    return 2;
}

int kamm_car_boxes(const kamm_model *model, kamm_box boxes[KAMM_MAX_BOXES])
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_ALIVE(model, 0);
    KAMM_REQUIRE(boxes, 0);
    const kamm_vehicle_def *def = model->def;
    const kamm_car_body_def *body = &def->body;
    if (!body->boxes_count) return default_boxes(def, boxes);
    for (int i = 0; i < body->boxes_count; ++i) {
        const kamm_box_def *b = &body->boxes[i];
        boxes[i] = car_box(def, b->front_m, b->length_m, b->width_m, b->bottom_m, b->top_m);
    }
    return body->boxes_count;
}

/* Sets a box in the body's frame. Returns 1 if it is rotated there. */
static int set_box(const kamm_box *box, struct oriented_box *out)
{
    const double none[3] = {0, 0, 0}, upright[4] = {1, 0, 0, 0};
    kamm_orient_box(box, none, upright, out);
    return out->axis[0][0] != 1 || out->axis[1][1] != 1 || out->axis[2][2] != 1;
}

/* The box around all boxes, in the body's frame. */
static void surround(struct body_shape *shape)
{
    double low[3] = {1e300, 1e300, 1e300}, high[3] = {-1e300, -1e300, -1e300}, farthest = 0;
    for (int i = 0; i < shape->box_count; ++i) {
        double corners[8][3];
        kamm_box_corners(&shape->boxes[i], corners);
        for (int c = 0; c < 8; ++c) {
            const double *at = corners[c];
            farthest = fmax(farthest, sqrt(at[0] * at[0] + at[1] * at[1] + at[2] * at[2]));
            for (int k = 0; k < 3; ++k)
                low[k] = fmin(low[k], at[k]), high[k] = fmax(high[k], at[k]);
        }
    }
    for (int k = 0; k < 3; ++k) {
        shape->around.centre[k] = 0.5 * (low[k] + high[k]);
        shape->around.half[k] = 0.5 * (high[k] - low[k]);
        shape->around.axis[k][k] = 1;
    }
    shape->radius = farthest;
    shape->scale = box_size_m(&shape->around) / USUAL_SIZE_M;
}

/* Around its wheels, with as much room above as a wheel takes and twice below, where springs and tyres let it go. */
static void surround_wheels(const kamm_model *model, struct body_shape *shape)
{
    const struct probe_places *places = &model->probes;
    double low[3] = {1e300, 1e300, 1e300}, high[3] = {-1e300, -1e300, -1e300};
    for (int w = 0; w < model->layout.wheels; ++w) {
        double radius = places->radius_m[w];
        for (int k = 0; k < 3; ++k) {
            low[k] = fmin(low[k], places->hub_m[w][k] - (k == 2 ? 2 : 1) * radius);
            high[k] = fmax(high[k], places->hub_m[w][k] + radius);
        }
    }
    for (int k = 0; k < 3; ++k) {
        shape->wheels.centre[k] = 0.5 * (low[k] + high[k]);
        shape->wheels.half[k] = 0.5 * (high[k] - low[k]);
        shape->wheels.axis[k][k] = 1;
    }
    shape->has_wheels = 1;
}

/* Rounded to a float as all constants of a model are: what libm has in the last bits of a double differs from
 * machine to machine. Volatile, as GCC 12 forgets the rounding where it makes vectors of such lines. */
static double rounded(double value)
{
    volatile float narrow = (float)value;
    return (double)narrow;
}

void kamm_shape_car(const kamm_model *model, struct oriented_box boxes[KAMM_MAX_BOXES],
                    struct body_shape *shape)
{
    static struct convex *const no_convexes[KAMM_MAX_BOXES];
    static struct triangle_mesh *const no_meshes[KAMM_MAX_BOXES];
    kamm_box own[KAMM_MAX_BOXES];
    memset(shape, 0, sizeof *shape);
    shape->box_count = kamm_car_boxes(model, own);
    shape->boxes = boxes;
    shape->convexes = no_convexes;
    shape->meshes = no_meshes;
    for (int i = 0; i < shape->box_count; ++i) {
        for (int k = 0; k < 3; ++k)
            own[i].centre_m[k] = rounded(own[i].centre_m[k] - model->origin[k]);
        shape->turned |= set_box(&own[i], &boxes[i]);
    }
    shape->friction = model->def->body.contact_friction;
    shape->restitution = model->def->body.restitution;
    shape->in_plane = model->whole_body;
    surround(shape);
    surround_wheels(model, shape);
}

void kamm_start_box(const kamm_shape *shape, struct oriented_box *out)
{
    static const kamm_box points = {.orientation = {1, 0, 0, 0}};
    int has_points = shape->kind == KAMM_SHAPE_HULL || shape->kind == KAMM_SHAPE_MESH;
    set_box(has_points ? &points : &shape->box, out);
}

/* 0: out of memory. */
static int fill_box(const kamm_shape *shape, struct oriented_box *box, struct convex **convex,
                    struct triangle_mesh **mesh)
{
    kamm_start_box(shape, box);
    if (shape->kind == KAMM_SHAPE_MESH) return (*mesh = kamm_make_mesh(shape, box)) != NULL;
    *convex = kamm_allocate(sizeof **convex);
    if (*convex) kamm_make_convex(shape, box, *convex);
    return *convex != NULL;
}

/* The lists of a body, in one piece of memory that begins with the boxes. */
struct shape_lists {
    struct oriented_box *boxes;
    struct convex **convexes;
    struct triangle_mesh **meshes;
};

/* 0: out of memory. */
static int make_lists(struct body_shape *shape, int count, struct shape_lists *lists)
{
    size_t n = (size_t)count;
    size_t each = 2 * sizeof *lists->boxes + sizeof *lists->convexes + sizeof *lists->meshes;
    lists->boxes = kamm_allocate_array(n, each);
    if (!lists->boxes) return 0;
    shape->box_count = count;
    shape->boxes = lists->boxes;
    shape->placed = lists->boxes + n;
    shape->convexes = lists->convexes = (struct convex **)(void *)(shape->placed + n);
    shape->meshes = lists->meshes = (struct triangle_mesh **)(void *)(lists->convexes + n);
    return 1;
}

void kamm_release_shape(const struct body_shape *shape)
{
    for (int i = 0; i < shape->box_count; ++i) {
        kamm_release(shape->convexes[i]);
        kamm_release_mesh(shape->meshes[i]);
    }
    kamm_release((void *)(uintptr_t)shape->boxes);
}

int kamm_shape_body(const kamm_body_def *def, const double centre_m[3], struct body_shape *shape)
{
    struct shape_lists lists;
    int made = 1;
    memset(shape, 0, sizeof *shape);
    if (!make_lists(shape, def->shape_count, &lists)) return 0;
    for (int i = 0; i < shape->box_count; ++i) {
        const kamm_shape *own = &def->shapes[i];
        struct oriented_box *around = &lists.boxes[i];
        kamm_box box = own->box;
        if (own->kind) {
            made &= fill_box(own, around, &lists.convexes[i], &lists.meshes[i]);
            for (int k = 0; k < 3; ++k) around->centre[k] -= centre_m[k];
            shape->turned = 1;
            continue;
        }
        for (int k = 0; k < 3; ++k) box.centre_m[k] -= centre_m[k];
        shape->turned |= set_box(&box, around);
    }
    shape->friction = (double)def->friction;
    shape->restitution = (double)def->restitution;
    surround(shape);
    return made;
}
