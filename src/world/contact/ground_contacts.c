/* Contacts of dynamic bodies with the ground: by the corners of their boxes, and the points of their other shapes.
 *
 * Bodies of one or two shapes stand on their eight lowest points. Others, which may have many feet, stand on four of each shape, and on
 * sixteen in all (lowest_points.h). A long box, such as a plank, also lies on what rises between its corners. */
#include "ground_contacts.h"
#include "../../run/usual.h"
#include "../solver/gather.h"
#include "../state.h"
#include "lowest_points.h"
#include "ridges.h"

#include <math.h>
#include <string.h>

#define GROUND_MARGIN_M 0.005 /* of bodies of the usual size */
#define RIDGE_M 0.001         /* what rises by less between corners is plane ground; likewise */

/* Shapes whose points are looked at at once, of bodies that have no more. */
enum { FEW_SHAPES = 2, MOST_FEET = (CONVEX_POINTS + MOST_RIDGE_POINTS) * FEW_SHAPES };
enum { CORNERS = 8, GROUND_POINTS = 8, MOST_GROUND_POINTS = 16 };
enum { POINTS_OF_SHAPE = MESH_CONTACTS / KAMM_MAX_SHAPES };

/* The planes below a dynamic body's corners. */
static inline void ask_ground(const kamm_world *world, int count, const double corners[][3],
                              kamm_contact *contacts)
{
    kamm_probe probes[MOST_FEET];
    for (int i = 0; i < count; ++i) {
        probes[i] = (kamm_probe){.forward = {1, 0, 0}, .left = {0, 1, 0}, .car = -1};
        memcpy(probes[i].position_m, corners[i], sizeof probes[i].position_m);
        contacts[i] = world->ground.plane;
    }
    if (!world->ground.query) return;
    memset(contacts, 0, (size_t)count * sizeof *contacts);
    world->ground.query(world->ground.user, count, probes, contacts);
}

static double gap_of(const kamm_contact *plane, const double at[3])
{
    double gap = 0;
    for (int k = 0; k < 3; ++k) gap += (at[k] - plane->point_m[k]) * (double)plane->normal[k];
    return gap;
}

static inline void stand_on(kamm_world *world, int dynamic, const kamm_contact *plane,
                            const double at[3], double gap_m)
{
    int32_t slot = kamm_solver_slot(world, (uint32_t)(world->car_count + dynamic));
    struct constraint *c = kamm_add_constraint(world, 0, slot);
    if (!c) return;
    const struct body_shape *shape = &world->dynamic_shapes[dynamic];
    c->pair = -1;
    memcpy(c->at, at, sizeof c->at);
    for (int k = 0; k < 3; ++k) {
        c->normal[k] = plane->normal[k];
        c->ground_velocity[k] = -(double)plane->velocity_mps[k];
    }
    c->gap_m = gap_m;
    c->friction = sqrt(shape->friction * (double)kamm_usual_friction(plane->friction));
    c->restitution = shape->restitution;
    c->scale = shape->scale;
}

/* Points by which it may stand, the radius around each, then the plane below each and the gap to it. */
struct feet {
    int count;
    double at[MOST_FEET][3], radius[MOST_FEET], gap_m[MOST_FEET];
    kamm_contact planes[MOST_FEET];
};

static void add_convex(const struct convex *convex, const struct oriented_box *box,
                       struct feet *feet)
{
    struct placed_convex placed;
    kamm_place_convex(convex, box, &placed);
    for (int i = 0; i < convex->point_count; ++i) {
        memcpy(feet->at[feet->count], placed.point[i], sizeof placed.point[i]);
        feet->radius[feet->count++] = convex->radius;
    }
}

enum { LEFT = 2 }; /* bit of a corner's number */

/* Corners on the left before those on the right, which is the other way round in a box. */
static void swap_sides(double corners[CORNERS][3])
{
    for (int c = 0; c < CORNERS; ++c) {
        double right[3];
        if (c & LEFT) continue;
        memcpy(right, corners[c], sizeof right);
        memcpy(corners[c], corners[c | LEFT], sizeof right);
        memcpy(corners[c | LEFT], right, sizeof right);
    }
}

/* Finds the feet of the shapes from `first` on. */
static void find_feet(const struct body_shape *shape, const struct body_frame *frame, int first,
                      int count, struct feet *feet)
{
    feet->count = 0;
    for (int i = first; i < first + count; ++i) {
        if (shape->convexes[i]) {
            add_convex(shape->convexes[i], &frame->boxes[i], feet);
            continue;
        }
        kamm_box_corners(&frame->boxes[i], &feet->at[feet->count]);
        for (int k = 0; k < CORNERS; ++k) feet->radius[feet->count++] = 0;
    }
}

static inline void find_gaps(const kamm_world *world, struct feet *feet)
{
    ask_ground(world, feet->count, (const double(*)[3])feet->at, feet->planes);
    for (int i = 0; i < feet->count; ++i) {
        for (int k = 0; k < 3 && feet->radius[i] > 0; ++k)
            feet->at[i][k] -= feet->radius[i] * (double)feet->planes[i].normal[k];
        feet->gap_m[i] = gap_of(&feet->planes[i], feet->at[i]);
    }
}

/* Adds the points of a box on ridges between its corners, whose gaps are those from `corner` on; `swapped`: LEFT if their sides
 * are. */
static void add_ridges(const kamm_world *world, const struct oriented_box *box, int corner,
                       int swapped, double scale, struct feet *feet)
{
    struct ridge_point points[MOST_RIDGE_POINTS];
    double gaps[CORNERS], lowest = INFINITY;
    for (int c = 0; c < CORNERS; ++c) {
        gaps[c] = feet->gap_m[corner + (c ^ swapped)];
        lowest = fmin(lowest, gaps[c]);
    }
    if (lowest > 2 * kamm_box_radius(box)) return;
    int count = kamm_find_ridges(&world->ground, box, gaps, RIDGE_M * scale, points);
    for (int i = 0; i < count; ++i) {
        int to = feet->count++;
        memcpy(feet->at[to], points[i].at_m, sizeof feet->at[to]);
        feet->radius[to] = 0;
        feet->gap_m[to] = points[i].gap_m;
        feet->planes[to] = points[i].plane;
    }
}

/* The same for a body of few shapes, whose points are the feet. */
static void add_all_ridges(const kamm_world *world, const struct body_shape *shape,
                           const struct body_frame *frame, struct feet *feet)
{
    int corner = 0;
    for (int i = 0; i < shape->box_count; ++i) {
        const struct convex *convex = shape->convexes[i];
        if (!convex) add_ridges(world, &frame->boxes[i], corner, 0, shape->scale, feet);
        corner += convex ? convex->point_count : CORNERS;
    }
}

/* The lowest of it where there is too much. */
static void stand_on_lowest(kamm_world *world, int dynamic, const struct feet *feet, double margin)
{
    const double *gaps = feet->gap_m;
    for (int i = 0; i < feet->count; ++i) {
        int lower = 0;
        for (int k = 0; k < feet->count; ++k)
            lower += gaps[k] < gaps[i] || (gaps[k] == gaps[i] && k < i);
        if (lower < GROUND_POINTS && gaps[i] <= margin)
            stand_on(world, dynamic, &feet->planes[i], feet->at[i], gaps[i]);
    }
}

/* Points of many shapes that may stand, and the planes below them. */
struct stance {
    struct mesh_contacts points;
    kamm_contact planes[MESH_CONTACTS];
};

static void add_lowest(const struct feet *feet, double margin, const struct body_shape *shape,
                       struct stance *to)
{
    struct mesh_contacts found = {.count = 0};
    for (int i = 0; i < feet->count; ++i) {
        if (!(feet->gap_m[i] <= margin)) continue;
        struct mesh_contact *point = &found.points[found.count++];
        point->gap_m = feet->gap_m[i], point->index = i;
        for (int k = 0; k < 3; ++k) {
            point->at[k] = feet->at[i][k];
            point->normal[k] = (double)feet->planes[i].normal[k];
        }
    }
    kamm_keep_lowest(&found, POINTS_OF_SHAPE, POINTS_OF_SHAPE, shape->radius, shape->scale);
    for (int i = 0; i < found.count; ++i) {
        int at = to->points.count++;
        to->points.points[at] = found.points[i];
        to->points.points[at].index = at;
        to->planes[at] = feet->planes[found.points[i].index];
    }
}

static void stand_on_many(kamm_world *world, int dynamic, double margin)
{
    const struct body_shape *shape = &world->dynamic_shapes[dynamic];
    const struct body_frame *frame = &world->frames[world->car_count + dynamic];
    struct stance stance;
    struct feet feet;
    stance.points.count = 0;
    for (int i = 0; i < shape->box_count; ++i) {
        find_feet(shape, frame, i, 1, &feet);
        int is_box = !shape->convexes[i], swapped = is_box && frame->motion.position[1] < 0;
        if (swapped) swap_sides(feet.at); /* mirrored bodies have mirrored orders */
        find_gaps(world, &feet);
        if (is_box && world->ground.query)
            add_ridges(world, &frame->boxes[i], 0, swapped ? LEFT : 0, shape->scale, &feet);
        add_lowest(&feet, margin, shape, &stance);
    }
    kamm_keep_lowest(&stance.points, GROUND_POINTS, MOST_GROUND_POINTS, shape->radius,
                     shape->scale);
    for (int i = 0; i < stance.points.count; ++i) {
        const struct mesh_contact *point = &stance.points.points[i];
        stand_on(world, dynamic, &stance.planes[point->index], point->at, point->gap_m);
    }
}

/* Finds the contacts with the ground in the substep. A light board that bears a wheel turns about what supports it, far faster than it
 * moved before: any point of it may come down. */
static void touch_ground_with(kamm_world *world, int dynamic)
{
    const struct body_frame *frame = &world->frames[world->car_count + dynamic];
    const struct body_shape *shape = &world->dynamic_shapes[dynamic];
    double margin = (frame->speed_mps + world->solver.gravity_mps2 * world->dt) * world->dt +
                    GROUND_MARGIN_M * shape->scale;
    if (is_loaded(&world->dynamic_loads[dynamic])) margin += shape->radius;
    if (shape->box_count > FEW_SHAPES) {
        stand_on_many(world, dynamic, margin);
        return;
    }
    struct feet feet;
    find_feet(shape, frame, 0, shape->box_count, &feet);
    find_gaps(world, &feet);
    if (world->ground.query) add_all_ridges(world, shape, frame, &feet);
    stand_on_lowest(world, dynamic, &feet, margin);
}

void kamm_touch_ground(kamm_world *world)
{
    for (int i = 0; i < world->dynamic_count; ++i)
        if (!world->dynamic_states[i].asleep) touch_ground_with(world, i);
}
