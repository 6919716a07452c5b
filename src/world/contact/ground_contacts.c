/* Contacts of things with the ground: by the corners of their boxes, and the points of their other shapes. */
#include "ground_contacts.h"
#include "../../run/usual.h"
#include "../solver/gather.h"
#include "../state.h"

#include <math.h>
#include <string.h>

#define GROUND_MARGIN_M 0.005 /* of bodies of the usual size */

enum { CORNERS = 8, THING_CORNERS = CONVEX_POINTS * KAMM_MAX_SHAPES, GROUND_POINTS = 8 };

/* The planes below a thing's corners. */
static void ask_ground(const kamm_world *world, int count, const double corners[][3],
                       kamm_contact *contacts)
{
    kamm_probe probes[THING_CORNERS];
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

static void stand_on(kamm_world *world, int thing, const kamm_contact *plane, const double at[3],
                     double gap_m)
{
    int32_t slot = kamm_solver_slot(world, (uint32_t)(world->car_count + thing));
    struct constraint *c = kamm_add_constraint(world, 0, slot);
    if (!c) return;
    const struct body_shape *shape = &world->thing_shapes[thing];
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

/* Its points by which it may stand, and the radius around each. */
struct feet {
    int count;
    double at[THING_CORNERS][3], radius[THING_CORNERS];
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

static void find_feet(const struct body_shape *shape, const struct body_frame *frame,
                      struct feet *feet)
{
    feet->count = 0;
    for (int i = 0; i < shape->box_count; ++i) {
        if (shape->convexes[i]) {
            add_convex(shape->convexes[i], &frame->boxes[i], feet);
            continue;
        }
        kamm_box_corners(&frame->boxes[i], &feet->at[feet->count]);
        for (int k = 0; k < CORNERS; ++k) feet->radius[feet->count++] = 0;
    }
}

/* What the substep may bring to the ground, the lowest of it where there is too much. */
static void touch_ground_with(kamm_world *world, int thing)
{
    const struct body_frame *frame = &world->frames[world->car_count + thing];
    struct feet feet;
    double(*corners)[3] = feet.at, gaps[THING_CORNERS];
    kamm_contact planes[THING_CORNERS];
    find_feet(&world->thing_shapes[thing], frame, &feet);
    int count = feet.count;
    ask_ground(world, count, (const double(*)[3])corners, planes);
    double margin = (frame->speed_mps + world->solver.gravity_mps2 * world->dt) * world->dt +
                    GROUND_MARGIN_M * world->thing_shapes[thing].scale;
    for (int i = 0; i < count; ++i) {
        for (int k = 0; k < 3 && feet.radius[i] > 0; ++k)
            corners[i][k] -= feet.radius[i] * (double)planes[i].normal[k];
        gaps[i] = gap_of(&planes[i], corners[i]);
    }
    for (int i = 0; i < count; ++i) {
        int lower = 0;
        for (int k = 0; k < count; ++k) lower += gaps[k] < gaps[i] || (gaps[k] == gaps[i] && k < i);
        if (lower < GROUND_POINTS && gaps[i] <= margin)
            stand_on(world, thing, &planes[i], corners[i], gaps[i]);
    }
}

void kamm_touch_ground(kamm_world *world)
{
    for (int i = 0; i < world->thing_count; ++i)
        if (!world->thing_states[i].asleep) touch_ground_with(world, i);
}
