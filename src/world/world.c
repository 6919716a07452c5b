/* Worlds: made, filled with cars, asked. The step is in world_step.c. */
#include "../base/error.h"
#include "../base/float_mode.h"
#include "../base/quaternion.h"
#include "world_check.h"
#include "world_state.h"

#include <math.h>
#include <string.h>

#define DEFAULT_SUBSTEP_S (1.0 / 240)

/* At its place of the def, at rest. */
static void start_thing(kamm_world *world, int thing)
{
    const kamm_thing *from = &world->things[thing];
    struct thing_state *state = &world->thing_states[thing];
    memset(state, 0, sizeof *state);
    kamm_place_thing(world, thing, from->position_m, from->orientation);
    state->asleep = from->asleep != 0;
}

static int copy_solids(kamm_world *world, const kamm_world_def *def)
{
    static const double none[3] = {0, 0, 0}, upright[4] = {1, 0, 0, 0};
    size_t count = (size_t)def->solid_count;
    world->solid_count = def->solid_count;
    world->solids = kamm_allocate_array(count + 1, sizeof *world->solids);
    world->solid_boxes = kamm_allocate_array(count + 1, sizeof *world->solid_boxes);
    if (!world->solids || !world->solid_boxes) return 0;
    if (count) memcpy(world->solids, def->solids, count * sizeof *world->solids);
    for (size_t i = 0; i < count; ++i)
        kamm_orient_box(&world->solids[i].box, none, upright, &world->solid_boxes[i]);
    return 1;
}

static int copy_things(kamm_world *world, const kamm_world_def *def)
{
    size_t count = (size_t)def->thing_count;
    world->thing_count = def->thing_count;
    world->things = kamm_allocate_array(count + 1, sizeof *world->things);
    world->masses = kamm_allocate_array(count + 1, sizeof *world->masses);
    world->thing_shapes = kamm_allocate_array(count + 1, sizeof *world->thing_shapes);
    world->thing_states = kamm_allocate_array(count + 1, sizeof *world->thing_states);
    if (!world->things || !world->masses || !world->thing_shapes || !world->thing_states) return 0;
    if (count) memcpy(world->things, def->things, count * sizeof *world->things);
    for (int i = 0; i < world->thing_count; ++i) {
        kamm_find_thing_mass(&world->things[i], &world->masses[i]);
        kamm_shape_thing(&world->things[i], &world->masses[i], &world->thing_shapes[i]);
        start_thing(world, i);
    }
    return 1;
}

/* Where pieces of a wall cover each other, nothing is to catch. Neighbours are found by the broad phase. */
static int always_near(const void *user, const struct bounds *a, const struct bounds *b)
{
    (void)user, (void)a, (void)b;
    return 1;
}

static void bury_faces(kamm_world *world)
{
    struct broad_phase *broad = &world->broad;
    broad->count = world->solid_count;
    for (int i = 0; i < world->solid_count; ++i) {
        struct bounds *b = &broad->bounds[i];
        kamm_box_bounds(&world->solid_boxes[i], b->low, b->high);
        b->body = (uint32_t)i, b->idle = 0;
        for (int k = 0; k < 3; ++k) b->low[k] -= 0.02, b->high[k] += 0.02;
    }
    broad->stops_when_full =
        1; /* in a heap of boxes it is all the same which faces are looked at */
    kamm_find_pairs(broad, always_near, NULL);
    broad->stops_when_full = 0;
    for (int i = 0; i < broad->pair_count; ++i) {
        struct oriented_box *a = &world->solid_boxes[broad->pairs[i].first];
        struct oriented_box *b = &world->solid_boxes[broad->pairs[i].second];
        a->buried |= kamm_buried_faces(a, b);
        b->buried |= kamm_buried_faces(b, a);
    }
    broad->pair_count = 0;
}

kamm_world *kamm_create_world(const kamm_world_def *def, kamm_error *error)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE(def, NULL);
    if (kamm_check_world_def(def, error) != KAMM_OK) return NULL;
    kamm_world *world = kamm_allocate(sizeof *world);
    if (world) {
        world->ground = def->ground;
        world->dt = def->substep_s > 0 ? def->substep_s : DEFAULT_SUBSTEP_S;
        if (copy_solids(world, def) && copy_things(world, def) && kamm_make_room(world)) {
            bury_faces(world);
            return world;
        }
    }
    kamm_destroy_world(world);
    kamm_fail(error, KAMM_ERROR_MEMORY, "", "out of memory for a world of %d solids and %d things",
              def->solid_count, def->thing_count);
    return NULL;
}

void kamm_destroy_world(kamm_world *world)
{
    if (!world) return;
    for (int i = 0; i < world->group_count; ++i) kamm_release(world->groups[i].shapes);
    kamm_release_room(world);
    kamm_release(world->solids);
    kamm_release(world->solid_boxes);
    kamm_release(world->things);
    kamm_release(world->masses);
    kamm_release(world->thing_shapes);
    kamm_release(world->thing_states);
    kamm_release(world);
}

static kamm_result check_cars(const kamm_world *world, const kamm_cars *cars, kamm_error *error)
{
    double dt = kamm_model_of(cars, 0)->info.substep_s;
    if (world->group_count == KAMM_MAX_CAR_GROUPS)
        return kamm_fail(error, KAMM_ERROR_RANGE, "cars",
                         "cars: a world takes %d groups of cars, and has them",
                         KAMM_MAX_CAR_GROUPS);
    for (int i = 0; i < world->group_count; ++i)
        if (world->groups[i].cars == cars)
            return kamm_fail(error, KAMM_ERROR_RANGE, "cars", "cars: these are in the world");
    if (cars->count > MAX_BODIES - world->car_count)
        return kamm_fail(error, KAMM_ERROR_RANGE, "cars",
                         "cars: %d and the %d that are there; a world takes %d", cars->count,
                         world->car_count, MAX_BODIES);
    if (world->group_count && dt != world->dt)
        return kamm_fail(error, KAMM_ERROR_RANGE, "stepping.substeps_per_s",
                         "stepping.substeps_per_s: %g, but the cars in this world have %g", 1 / dt,
                         1 / world->dt);
    uint64_t behind = world->group_count ? world->groups[0].cars->substeps : 0;
    if (cars->substeps && behind && cars->substeps != behind)
        return kamm_fail(error, KAMM_ERROR_RANGE, "cars",
                         "cars: these have %llu substeps behind them and the world's %llu; they "
                         "need as many, or none",
                         (unsigned long long)cars->substeps, (unsigned long long)behind);
    return KAMM_OK;
}

static struct body_shape *make_shapes(const kamm_cars *cars)
{
    int count = cars->mixed ? cars->count : 1;
    struct body_shape *shapes = kamm_allocate_array((size_t)count, sizeof *shapes);
    for (int i = 0; shapes && i < count; ++i) kamm_shape_car(kamm_model_of(cars, i), &shapes[i]);
    return shapes;
}

/* Cars that have not been stepped take over the count of those that have. */
static void share_count(kamm_world *world)
{
    uint64_t behind = 0;
    for (int i = 0; i < world->group_count; ++i)
        if (world->groups[i].cars->substeps) behind = world->groups[i].cars->substeps;
    for (int i = 0; i < world->group_count; ++i) world->groups[i].cars->substeps = behind;
}

kamm_result kamm_add_cars(kamm_world *world, kamm_cars *cars, kamm_error *error)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE(world, KAMM_ERROR_RANGE);
    KAMM_REQUIRE(cars, KAMM_ERROR_RANGE);
    kamm_result result = check_cars(world, cars, error);
    if (result != KAMM_OK) return result;
    struct car_group *group = &world->groups[world->group_count];
    *group = (struct car_group){.cars = cars,
                                .first_body = world->car_count,
                                .first_block = world->block_count,
                                .first_response = world->response_count,
                                .response_size = kamm_response_size(cars),
                                .shapes = make_shapes(cars)};
    world->response_count += group->response_size * (size_t)cars->count;
    world->car_count += cars->count;
    world->block_count += cars->blocks;
    if (group->shapes && kamm_make_room(world)) {
        ++world->group_count;
        share_count(world);
        world->dt = kamm_model_of(cars, 0)->info.substep_s;
        return KAMM_OK;
    }
    world->response_count = group->first_response;
    world->car_count -= cars->count;
    world->block_count -= cars->blocks;
    kamm_release(group->shapes);
    return kamm_fail(error, KAMM_ERROR_MEMORY, "cars", "out of memory for %d cars in a world",
                     cars->count);
}

void kamm_drop_last_cars(kamm_world *world)
{
    struct car_group *group = &world->groups[--world->group_count];
    world->response_count = group->first_response;
    world->car_count -= group->cars->count;
    world->block_count -= group->cars->blocks;
    kamm_release(group->shapes);
}

const kamm_ground *kamm_world_ground(const kamm_world *world)
{
    KAMM_REQUIRE(world, NULL);
    return &world->ground;
}

/* Cars whose ground is only asked for every so often are told of it at once. */
kamm_result kamm_set_world_ground(kamm_world *world, const kamm_ground *ground, kamm_error *error)
{
    KAMM_REQUIRE(world, KAMM_ERROR_RANGE);
    KAMM_REQUIRE(ground, KAMM_ERROR_RANGE);
    kamm_result result = kamm_check_ground(ground, error);
    if (result != KAMM_OK) return result;
    world->ground = *ground;
    world->covered_substeps = 0;
    for (int i = 0; i < world->group_count; ++i)
        for (int block = 0; block < world->groups[i].cars->blocks; ++block)
            world->groups[i].cars->stale[block] = UINT16_MAX;
    return KAMM_OK;
}

int kamm_thing_count(const kamm_world *world)
{
    KAMM_REQUIRE(world, 0);
    return world->thing_count;
}

/* The thing's own frame, from its centre of gravity. */
void kamm_read_thing(const kamm_world *world, int thing, kamm_pose *pose, double velocity_mps[3])
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE(world, );
    KAMM_REQUIRE(thing >= 0 && thing < world->thing_count, );
    const struct thing_state *state = &world->thing_states[thing];
    double offset[3];
    kamm_rotate(state->q, world->masses[thing].centre_m, offset);
    if (pose) {
        for (int i = 0; i < 3; ++i) pose->position_m[i] = state->position[i] - offset[i];
        memcpy(pose->orientation, state->q, sizeof state->q);
    }
    if (velocity_mps) memcpy(velocity_mps, state->velocity, sizeof state->velocity);
}

void kamm_place_thing(kamm_world *world, int thing, const double position_m[3],
                      const double orientation[4])
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE(world, );
    KAMM_REQUIRE(thing >= 0 && thing < world->thing_count, );
    KAMM_REQUIRE(position_m, );
    KAMM_REQUIRE(orientation, );
    KAMM_REQUIRE(isfinite((position_m[0] + position_m[1]) + position_m[2]), );
    struct thing_state *state = &world->thing_states[thing];
    double offset[3];
    memset(state, 0, sizeof *state);
    memcpy(state->q, orientation, sizeof state->q);
    kamm_normalise(state->q);
    kamm_rotate(state->q, world->masses[thing].centre_m, offset);
    for (int i = 0; i < 3; ++i) state->position[i] = position_m[i] + offset[i];
    world->covered_substeps = 0;
}

const kamm_contact_event *kamm_contact_events(const kamm_world *world, int *count)
{
    KAMM_REQUIRE(world, NULL);
    KAMM_REQUIRE(count, NULL);
    *count = world->touch_count;
    return world->touches;
}
