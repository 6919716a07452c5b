/* Writing recordings: a frame has what differs from the last entry of each car and body. */
#include "recording_write.h"

#include "../base/error.h"
#include "../base/float_mode.h"
#include "../base/quaternion.h"
#include "../world/state.h"

#include <errno.h>
#include <kamm/slots.h>
#include <math.h>
#include <string.h>

enum { KEY_EVERY = 128 }; /* frames: a reader goes forward from the last key frame */

/* -- Entries -- */

/* 0: it is too far away. */
static int add_pose(const kamm_recording *recording, recording_bytes *out, const double at_m[3],
                    const double q[4])
{
    double sign = q[0] < 0 ? -1 : 1;
    for (int k = 0; k < 3; ++k) {
        double from_m = at_m[k] - recording->origin_m[k];
        if (!(fabs(from_m) <= RECORDING_MAX_M)) return 0;
        kamm_recording_u32(out, (uint32_t)(int32_t)(int64_t)rint(from_m / KAMM_RECORDED_LENGTH_M));
    }
    for (int k = 0; k < 4; ++k) kamm_recording_i16(out, sign * q[k], RECORDING_QUATERNION);
    return 1;
}

static unsigned share_of_255(double share)
{
    return (unsigned)rint(255 * fmax(0, fmin(1, isfinite(share) ? share : 0)));
}

static void add_wheel(recording_bytes *out, const kamm_pose *body, const kamm_wheel_pose *wheel,
                      const double centre_m[3], double spin_radps)
{
    double back[4], arm[3], q[4];
    kamm_conjugate(body->orientation, back);
    for (int k = 0; k < 3; ++k) arm[k] = wheel->pose.position_m[k] - body->position_m[k];
    kamm_rotate(back, arm, arm);
    kamm_multiply(back, wheel->pose.orientation, q);
    double sign = q[0] < 0 ? -1 : 1, turns = wheel->spin_angle_rad / RECORDING_TURN;
    for (int k = 0; k < 3; ++k)
        kamm_recording_i16(out, arm[k] - centre_m[k], KAMM_RECORDED_LENGTH_M);
    for (int k = 1; k < 4; ++k) kamm_recording_i16(out, sign * q[k], RECORDING_QUATERNION);
    kamm_recording_u16(out, isfinite(turns) ? (uint32_t)(int64_t)rint(turns) & 0xffff : 0);
    kamm_recording_i16(out, spin_radps, RECORDING_SPIN_RADPS);
}

/* 0: it is too far away. */
static int add_car(const kamm_recording *recording, recording_bytes *out, const kamm_cars *cars,
                   int car, int model)
{
    const struct recorded_vehicle *vehicle = &recording->models[model];
    kamm_pose body;
    kamm_wheel_pose wheels[KAMM_MAX_WHEELS];
    kamm_read_pose(cars, car, 1, &body, wheels);
    if (!add_pose(recording, out, body.position_m, body.orientation)) return 0;
    kamm_recording_u8(out, share_of_255(kamm_read(cars, car, KAMM_CHANNEL_throttle)));
    kamm_recording_u8(out, share_of_255(kamm_read(cars, car, KAMM_CHANNEL_brake)));
    kamm_recording_u8(
        out, share_of_255((double)kamm_inputs((kamm_cars *)(uintptr_t)cars)[car].hand_brake));
    kamm_recording_u8(out, (unsigned)(int)kamm_read(cars, car, KAMM_CHANNEL_gear) & 0xff);
    kamm_recording_i16(out, kamm_read(cars, car, KAMM_CHANNEL_steering_wheel_rad),
                       RECORDING_STEERING_RAD);
    for (int i = 0; i < vehicle->wheel_count; ++i)
        add_wheel(out, &body, &wheels[i], vehicle->centre_m[i],
                  kamm_read_wheel(cars, car, i, KAMM_WHEEL_spin_radps));
    return 1;
}

/* Leaves an entry in the frame if it differs from the last one, or in a key frame. It begins at `start`. */
static void keep_entry(kamm_recording *recording, int32_t id, size_t start)
{
    recording_bytes *out = &recording->frame;
    struct recorded_thing *thing = &recording->things[id];
    if (out->has_failed) return;
    size_t size = out->count - start;
    int is_on = out->at[start + 4];
    int is_same =
        thing->last ? thing->size == size && !memcmp(thing->last, out->at + start, size) : !is_on;
    if (is_same && !(recording->is_key && is_on)) {
        out->count = start;
        return;
    }
    ++recording->entry_count;
    if (is_same) return;
    if (!is_on) {
        kamm_release(thing->last);
        thing->last = NULL;
        return;
    }
    if (!thing->last) thing->last = kamm_allocate(size);
    if (!thing->last) {
        recording->has_no_memory = 1;
        return;
    }
    thing->size = size;
    memcpy(thing->last, out->at + start, size);
}

static size_t start_entry(kamm_recording *recording, int32_t id, int is_on)
{
    size_t start = recording->frame.count;
    kamm_recording_u32(&recording->frame, (uint32_t)id);
    kamm_recording_u8(&recording->frame, (unsigned)is_on);
    return start;
}

static void switch_off(kamm_recording *recording, int32_t id)
{
    keep_entry(recording, id, start_entry(recording, id, 0));
}

/* -- Cars -- */

static void forget_group(kamm_recording *recording, struct recorded_group *group)
{
    for (int car = 0; car < group->count; ++car) switch_off(recording, group->places[car].id);
    kamm_release(group->places);
    *group = recording->groups[--recording->group_count];
    for (int i = 0; i < recording->model_count; ++i) recording->models[i].model = NULL;
}

static struct recorded_group *find_group(kamm_recording *recording,
                                         const struct recorded_part *part)
{
    const kamm_cars *cars = part->cars;
    for (int i = 0; i < recording->group_count; ++i) {
        struct recorded_group *group = &recording->groups[i];
        if (group->cars == cars && group->identity == part->identity &&
            group->count == kamm_count(cars))
            return group;
    }
    if (!kamm_recording_grow(recording, &recording->groups, recording->group_count,
                             &recording->group_room, sizeof *recording->groups))
        return NULL;
    struct recorded_group *group = &recording->groups[recording->group_count];
    int count = kamm_count(cars);
    group->places = kamm_allocate_array((size_t)count, sizeof *group->places);
    if (!group->places) return recording->has_no_memory = 1, NULL;
    group->cars = cars;
    group->identity = part->identity;
    group->count = count;
    for (int car = 0; car < count; ++car) group->places[car].id = -1;
    ++recording->group_count;
    return group;
}

/* 0: too far away. */
static int record_group(kamm_recording *recording, const struct recorded_part *part)
{
    const kamm_cars *cars = part->cars;
    struct recorded_group *group = find_group(recording, part);
    if (!group) return 1;
    group->is_here = 1;
    for (int car = part->first; car < part->last; ++car) {
        struct recorded_place *place = &group->places[car];
        const kamm_model *model = kamm_model_of(cars, car);
        if (place->id < 0 || place->of != model) {
            if (place->id >= 0) switch_off(recording, place->id);
            place->of = model;
            place->model = kamm_record_model(recording, model);
            place->id = place->model < 0 ? -1 : kamm_record_car(recording, part, car, place->model);
        }
        if (recording->has_no_memory) return 1;
        int is_on = kamm_is_on(cars, car);
        size_t start = start_entry(recording, place->id, is_on);
        if (is_on && !add_car(recording, &recording->frame, cars, car, place->model)) return 0;
        keep_entry(recording, place->id, start);
    }
    return 1;
}

/* Returns the unit of a combination that a group of the world is; 0: the first one, or none. */
static int unit_of(const kamm_world *world, int group)
{
    for (int i = 0; i < world->combination_count; ++i) {
        int unit = group - world->combinations[i].first_group;
        if (unit >= 0 && unit < kamm_combination_units(world->combinations[i].combinations))
            return unit;
    }
    return 0;
}

static int record_cars_of_world(kamm_recording *recording)
{
    const kamm_world *world = recording->def.world;
    int is_near = 1;
    for (int i = 0; i < world->group_count && is_near; ++i) {
        const struct recorded_part part = {.cars = world->groups[i].cars,
                                           .identity = world->groups[i].identity,
                                           .group = i,
                                           .unit = unit_of(world, i),
                                           .last = kamm_count(world->groups[i].cars)};
        is_near = record_group(recording, &part);
    }
    return is_near;
}

/* Cars and combinations of no world; their groups follow those of the world. */
static int record_own_cars(kamm_recording *recording)
{
    const kamm_recording_def *def = &recording->def;
    struct recorded_part part = {.cars = def->cars,
                                 .group = def->world ? def->world->group_count : 0,
                                 .first = def->first_car,
                                 .last = def->first_car + def->car_count};
    int is_near = 1, units = def->combinations ? kamm_combination_units(def->combinations) : 0;
    if (def->cars) {
        is_near = record_group(recording, &part);
        ++part.group;
    }
    part.first = def->first_combination;
    part.last = part.first + def->combination_count;
    for (; part.unit < units && is_near; ++part.unit, ++part.group) {
        part.cars = kamm_combination_cars(def->combinations, part.unit);
        is_near = record_group(recording, &part);
    }
    return is_near;
}

static int record_cars(kamm_recording *recording)
{
    for (int i = 0; i < recording->group_count; ++i) recording->groups[i].is_here = 0;
    int is_near = !recording->def.world || record_cars_of_world(recording);
    is_near = is_near && record_own_cars(recording);
    for (int i = recording->group_count - 1; i >= 0 && is_near; --i)
        if (!recording->groups[i].is_here) forget_group(recording, &recording->groups[i]);
    return is_near;
}

/* -- Bodies -- */

/* 0: too far away. */
static int record_body(kamm_recording *recording, int index)
{
    const kamm_world *world = recording->def.world;
    struct recorded_slot *slot = &recording->slots[index];
    kamm_body body = kamm_body_at(world, index);
    kamm_body_motion motion;
    int is_here = kamm_has_body(world, body), is_new = 0;
    if (slot->id >= 0 && (!is_here || slot->generation != body.generation)) {
        switch_off(recording, slot->id);
        slot->id = -1;
    }
    if (!is_here) return 1;
    if (slot->id < 0) {
        is_new = 1;
        slot->id = kamm_record_body(recording, index);
        slot->generation = body.generation;
        if (slot->id < 0) return 1;
    }
    const struct body_slot *own = &world->slots[index];
    if (!own->is_dynamic && world->fixed_traits[own->place].type == KAMM_BODY_STATIC && !is_new &&
        !recording->is_key)
        return 1;
    kamm_read_body_motion(world, body, &motion, NULL);
    size_t start = start_entry(recording, slot->id, 1);
    if (!add_pose(recording, &recording->frame, motion.position_m, motion.orientation)) return 0;
    keep_entry(recording, slot->id, start);
    return 1;
}

static int record_bodies(kamm_recording *recording)
{
    int count = recording->def.world ? kamm_body_count(recording->def.world) : 0, is_near = 1;
    while (recording->slot_count < count) {
        if (!kamm_recording_grow(recording, &recording->slots, recording->slot_count,
                                 &recording->slot_room, sizeof *recording->slots))
            return 1;
        recording->slots[recording->slot_count++].id = -1;
    }
    for (int i = 0; i < recording->slot_count && is_near && !recording->has_no_memory; ++i) {
        if (i < count)
            is_near = record_body(recording, i);
        else if (recording->slots[i].id >= 0)
            switch_off(recording, recording->slots[i].id), recording->slots[i].id = -1;
    }
    return is_near;
}

/* -- Recordings -- */

/* 0: no car is recorded. */
static int find_first_car(const kamm_recording_def *def, double at_m[3])
{
    const kamm_cars *cars = def->cars;
    int first = def->first_car;
    kamm_pose body;
    if (!cars && def->combinations) {
        cars = kamm_combination_cars(def->combinations, 0);
        first = def->first_combination;
    }
    if (!cars && def->world && def->world->group_count) cars = def->world->groups[0].cars;
    if (!cars || !kamm_count(cars)) return 0;
    kamm_read_pose(cars, first, 1, &body, NULL);
    memcpy(at_m, body.position_m, sizeof body.position_m);
    return 1;
}

/* Places are relative to the first car or body, whole metres, so that they are exact anywhere. */
static void find_origin(kamm_recording *recording)
{
    const kamm_world *world = recording->def.world;
    double at_m[3] = {0, 0, 0};
    kamm_body_motion motion;
    int found = find_first_car(&recording->def, at_m);
    for (int i = 0; !found && world && i < kamm_body_count(world); ++i) {
        found = !kamm_read_body_motion(world, kamm_body_at(world, i), &motion, NULL);
        if (found) memcpy(at_m, motion.position_m, sizeof at_m);
    }
    for (int k = 0; k < 3; ++k) recording->origin_m[k] = isfinite(at_m[k]) ? rint(at_m[k]) : 0;
}

static void destroy(kamm_recording *recording)
{
    for (int i = 0; i < recording->thing_count; ++i) kamm_release(recording->things[i].last);
    for (int i = 0; i < recording->group_count; ++i) kamm_release(recording->groups[i].places);
    kamm_release(recording->things);
    kamm_release(recording->groups);
    kamm_release(recording->slots);
    kamm_release(recording->models);
    kamm_release(recording->block.at);
    kamm_release(recording->frame.at);
    kamm_release(recording);
}

static int has_all(int first, int wanted, int count)
{
    return first >= 0 && first < count && wanted >= 0 && wanted <= count - first;
}

static kamm_result check_def(const kamm_recording_def *def, kamm_error *error)
{
    int cars = def->cars ? kamm_count(def->cars) : 0;
    int combinations = def->combinations ? kamm_combination_count(def->combinations) : 0;
    if (!def->world && !def->cars && !def->combinations)
        return kamm_fail(error, KAMM_ERROR_RANGE, "world",
                         "a recording is of a world, cars or combinations");
    if (def->cars && !has_all(def->first_car, def->car_count, cars))
        return kamm_fail(error, KAMM_ERROR_RANGE, "first_car",
                         "first_car %d, car_count %d: there are %d cars", def->first_car,
                         def->car_count, cars);
    if (def->combinations && !has_all(def->first_combination, def->combination_count, combinations))
        return kamm_fail(error, KAMM_ERROR_RANGE, "first_combination",
                         "first_combination %d, combination_count %d: there are %d combinations",
                         def->first_combination, def->combination_count, combinations);
    return KAMM_OK;
}

/* The def with its counts in place of 0. */
static kamm_recording_def whole_def(const kamm_recording_def *def)
{
    kamm_recording_def whole = *def;
    if (def->cars && !def->car_count) whole.car_count = kamm_count(def->cars) - def->first_car;
    if (def->combinations && !def->combination_count)
        whole.combination_count =
            kamm_combination_count(def->combinations) - def->first_combination;
    return whole;
}

kamm_recording *kamm_begin_recording(const char *path, const kamm_recording_def *def,
                                     kamm_error *error)
{
    KAMM_REQUIRE_WITH(error, path, NULL);
    KAMM_REQUIRE_WITH(error, def, NULL);
    if (check_def(def, error)) return NULL;
    kamm_recording *recording = kamm_allocate(sizeof *recording);
    if (!recording) return kamm_fail(error, KAMM_ERROR_MEMORY, "", "out of memory"), NULL;
    recording->def = whole_def(def);
    recording->time_s = -INFINITY;
    snprintf(recording->path, sizeof recording->path, "%s", path);
    kamm_start_block(&recording->block, RECORDING_BLOCK_BYTES);
    errno = 0;
    recording->file = fopen(path, "wb");
    if (!recording->file) {
        recording->code = errno ? errno : -1;
        kamm_recording_outcome(recording, error);
        return destroy(recording), NULL;
    }
    find_origin(recording);
    unsigned char start[RECORDING_START_BYTES];
    memcpy(start, RECORDING_MAGIC, 8);
    kamm_set_recorded_u32(start + 8, RECORDING_VERSION);
    kamm_write_recorded(recording, start, sizeof start);
    kamm_record_head(recording);
    recording->def.title = recording->def.world_file = NULL; /* they need not live longer */
    if (kamm_recording_outcome(recording, error)) return kamm_end_recording(recording, NULL), NULL;
    return recording;
}

kamm_result kamm_record_frame(kamm_recording *recording, double time_s, kamm_error *error)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_ALIVE_WITH(error, recording, KAMM_ERROR_MISUSE);
    kamm_result result = kamm_recording_outcome(recording, error);
    if (result) return result;
    if (!(time_s >= recording->time_s && time_s < 1e12))
        return kamm_fail(error, KAMM_ERROR_RANGE, "time_s",
                         "%.300s: a frame at %g s after one at %g s: times must not decrease",
                         recording->path, time_s, recording->time_s);
    recording_bytes *out = &recording->frame;
    recording->is_key |= recording->frame_count % KEY_EVERY == 0;
    recording->entry_count = 0;
    kamm_start_block(out, RECORDING_BLOCK_BYTES);
    kamm_recording_f64(out, time_s);
    kamm_recording_u32(out, (uint32_t)recording->is_key);
    kamm_recording_u32(out, 0);
    if (!record_cars(recording) || !record_bodies(recording)) {
        recording->is_key = 1; /* what this frame would have had */
        return kamm_fail(error, KAMM_ERROR_RANGE, "position_m",
                         "%.300s: a car or body is more than %g km from the first one",
                         recording->path, RECORDING_MAX_M / 1000);
    }
    if (!out->has_failed)
        kamm_set_recorded_u32(out->at + RECORDING_BLOCK_BYTES + 12, recording->entry_count);
    kamm_write_as_block(recording, out, RECORDING_FRAME);
    recording->is_key = 0;
    recording->time_s = time_s;
    ++recording->frame_count;
    return kamm_recording_outcome(recording, error);
}

kamm_result kamm_end_recording(kamm_recording *recording, kamm_error *error)
{
    if (!recording) return KAMM_OK;
    KAMM_REQUIRE_ALIVE_WITH(error, recording, KAMM_ERROR_MISUSE);
    kamm_recording_u32(&recording->block, recording->frame_count);
    kamm_write_block(recording, RECORDING_END);
    errno = 0;
    if (fclose(recording->file) != 0 && !recording->code) recording->code = errno ? errno : -1;
    kamm_result result = kamm_recording_outcome(recording, error);
    destroy(recording);
    return result;
}

void kamm_destroy_recording(kamm_recording *recording) { kamm_end_recording(recording, NULL); }
