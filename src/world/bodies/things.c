/* Things: free rigid bodies that fall, touch the ground with the corners of their boxes, and sleep.
 *
 * Symplectic Euler. A thing keeps its angular momentum while it turns, to rounding, whatever the substep;
 * its energy is off by the first order of turn per substep. */
#include "../../base/quaternion.h"
#include "../../base/vector_double.h"
#include "../../run/usual.h"
#include "../state.h"

#include <math.h>
#include <string.h>

#define SLEEP_MPS 0.05 /* no corner faster than that … */
#define SLEEP_S 0.5    /* … for so long */
#define GROUND_MARGIN_M 0.005

enum { CORNERS = 8, THING_CORNERS = CONVEX_POINTS * KAMM_MAX_THING_BOXES, GROUND_POINTS = 8 };

int kamm_any_thing_awake(const kamm_world *world)
{
    for (int i = 0; i < world->thing_count; ++i)
        if (!world->thing_states[i].asleep) return 1;
    return 0;
}

/* A body's angular momentum, or with the inverse inertia its angular velocity. */
static void through_tensor(const double q[4], const double tensor[3][3], const double in[3],
                           double out[3])
{
    const double back[4] = {q[0], -q[1], -q[2], -q[3]};
    double own[3], turned[3];
    kamm_rotate(back, in, own);
    for (int i = 0; i < 3; ++i)
        turned[i] = (tensor[i][0] * own[0] + tensor[i][1] * own[1]) + tensor[i][2] * own[2];
    kamm_rotate(q, turned, out);
}

void kamm_gravity_at(const kamm_ground *ground, const double position[3], double gravity[3])
{
    for (int k = 0; k < 3; ++k) gravity[k] = (double)ground->gravity_mps2[k];
    if (ground->gravity) ground->gravity(ground->gravity_user, 1, position, gravity);
}

void kamm_drop_things(kamm_world *world)
{
    for (int i = 0; i < world->thing_count; ++i) {
        struct thing_state *thing = &world->thing_states[i];
        double gravity[3];
        if (is_loaded(&world->thing_loads[i])) {
            kamm_drop_loaded_thing(world, i);
            continue;
        }
        kamm_gravity_at(&world->ground, thing->position, gravity);
        for (int k = 0; k < 3 && !thing->asleep; ++k) thing->velocity[k] += gravity[k] * world->dt;
    }
}

static void turn_thing(struct thing_state *thing, const struct thing_mass *mass, double dt)
{
    double momentum[3];
    if (thing->angular_velocity[0] == 0 && thing->angular_velocity[1] == 0 &&
        thing->angular_velocity[2] == 0)
        return;
    through_tensor(thing->q, mass->inertia_kgm2, thing->angular_velocity, momentum);
    double half = 0.5 * dt;
    double by[4] = {1, half * thing->angular_velocity[0], half * thing->angular_velocity[1],
                    half * thing->angular_velocity[2]};
    kamm_multiply(by, thing->q, thing->q);
    kamm_normalise(thing->q);
    through_tensor(thing->q, mass->inverse_inertia, momentum, thing->angular_velocity);
}

void kamm_move_things(kamm_world *world)
{
    for (int i = 0; i < world->thing_count; ++i) {
        struct thing_state *thing = &world->thing_states[i];
        if (is_loaded(&world->thing_loads[i]))
            memset(&world->thing_loads[i], 0, sizeof *world->thing_loads);
        if (thing->asleep) continue;
        for (int k = 0; k < 3; ++k) thing->position[k] += thing->velocity[k] * world->dt;
        turn_thing(thing, &world->masses[i], world->dt);
    }
}

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
    double margin = (frame->speed_mps + 10 * world->dt) * world->dt + GROUND_MARGIN_M;
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

/* By a solid that moves. */
static int is_carried(const kamm_world *world, const struct body_pair *pair)
{
    return is_solid(world, pair->second) &&
           solid_moves(&world->solid_states[solid_of(world, pair->second)]);
}

/* Whether impulses hold each of the solver's bodies, and whether a car or what moves has part in it: bits 1 and 2. */
static void mark_supports(kamm_world *world)
{
    const struct solver *solver = &world->solver;
    memset(world->held, 0, (size_t)solver->body_count);
    for (int i = 0; i < solver->count; ++i) {
        const struct constraint *c = &solver->constraints[i];
        if (!(c->impulse[0] > 0)) continue;
        int carried = c->pair >= 0 && is_carried(world, &world->near_pairs[c->pair]);
        for (int k = 0; k < 2; ++k) {
            int other = c->body[1 - k], by_car = other && is_car(world, world->solved[other]);
            world->held[c->body[k]] |= by_car || carried ? 3 : 1;
        }
    }
}

/* A thing sleeps that has hardly moved for a while, held by ground, solids or other things. Cars may drive
 * off and solids move away, so what leans on them stays awake. */
void kamm_rest_things(kamm_world *world)
{
    if (!kamm_any_thing_awake(world)) return;
    mark_supports(world);
    for (int i = 0; i < world->thing_count; ++i) {
        struct thing_state *thing = &world->thing_states[i];
        if (thing->asleep) continue;
        double speed = length3(thing->velocity) +
                       length3(thing->angular_velocity) * world->thing_shapes[i].radius;
        int slot = world->solver_body[world->car_count + i];
        int rests = slot && world->held[slot] == 1 && speed < SLEEP_MPS &&
                    !is_loaded(&world->thing_loads[i]);
        thing->still_substeps = rests ? thing->still_substeps + 1 : 0;
        if (thing->still_substeps * world->dt < SLEEP_S) continue;
        thing->asleep = 1;
        memset(thing->velocity, 0, sizeof thing->velocity);
        memset(thing->angular_velocity, 0, sizeof thing->angular_velocity);
    }
}
