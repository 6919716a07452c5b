/* Portable snapshots of worlds: a portable snapshot for each group of cars, and records of the parts of a snapshot (snapshot.c) that are
 * not cars. What is restored is such a snapshot, made of these, so that what a world may hold is defined there alone. */
#include "../base/error.h"
#include "../base/float_mode.h"
#include "../run/combination_state.h"
#include "../run/portable.h"
#include "../run/snapshot_mark.h"
#include "bodies/sleep.h"
#include "contact/touching.h"
#include "joints/joint_state.h"
#include "snapshot_parts.h"
#include "state.h"

#include <kamm/portable_world.h>
#include <stdio.h>
#include <string.h>

#define COUNT_OF(array) ((int)(sizeof(array) / sizeof *(array)))

/* ---- fields of the parts ---- */

/* A member of what there is one after the other of: so many values of that type. */
struct world_member {
    const char *name;
    size_t offset;
    int type, values;
};

#define DOUBLES(owner, member)                                     \
    {                                                              \
#member, offsetof(struct owner, member), RECORD_DOUBLE,    \
            sizeof(((struct owner *)0)->member) / (sizeof(double)) \
    }
#define WORDS(owner, member)                                    \
    {                                                           \
#member, offsetof(struct owner, member), RECORD_UINT, 1 \
    }

static const struct world_member of_dynamic[] = {
    DOUBLES(dynamic_state, position), DOUBLES(dynamic_state, q),
    DOUBLES(dynamic_state, velocity), DOUBLES(dynamic_state, angular_velocity),
    WORDS(dynamic_state, asleep),     WORDS(dynamic_state, still_substeps)};
static const struct world_member of_filter[] = {
    {"category", offsetof(kamm_filter, category), RECORD_UINT, 1},
    {"mask", offsetof(kamm_filter, mask), RECORD_UINT, 1}};
static const struct world_member of_load[] = {
    DOUBLES(dynamic_load, impulse),          DOUBLES(dynamic_load, angular_impulse),
    DOUBLES(dynamic_load, change),           DOUBLES(dynamic_load, before),
    DOUBLES(dynamic_load, lent_kg),          DOUBLES(dynamic_load, lent_arm_kgm),
    DOUBLES(dynamic_load, lent_second_kgm2), DOUBLES(dynamic_load, lenders)};
static const struct world_member of_kinematic[] = {
    DOUBLES(fixed_state, position),   DOUBLES(fixed_state, q),
    DOUBLES(fixed_state, velocity),   DOUBLES(fixed_state, angular_velocity),
    DOUBLES(fixed_state, target),     DOUBLES(fixed_state, target_q),
    WORDS(fixed_state, left_substeps)};
static const struct world_member of_sleep[] = {
    WORDS(saved_sleep, asleep),
    WORDS(saved_sleep, ticks),
    {"engine_radps", offsetof(struct saved_sleep, engine_radps), RECORD_FLOAT, KAMM_BLOCK}};
static const struct world_member of_joint[] = {
    DOUBLES(joint_state, low),         DOUBLES(joint_state, high),
    DOUBLES(joint_state, motor_speed), DOUBLES(joint_state, motor_force),
    DOUBLES(joint_state, length_m),    DOUBLES(joint_state, turned_rad),
    DOUBLES(joint_state, force_n),     DOUBLES(joint_state, torque_nm),
    DOUBLES(joint_state, motor_now),   WORDS(joint_state, is_limited),
    WORDS(joint_state, is_broken)};

/* Those of a part: so many items, from a place in the snapshot on. */
struct world_part {
    const char *prefix;
    const struct world_member *members;
    int count;
    size_t at, stride, items;
};

enum { PARTS = 6 };
struct world_layout {
    const kamm_world *world;
    struct snapshot_parts at;
    struct world_part parts[PARTS];
};

static struct world_layout layout_of_world(const kamm_world *world)
{
    const struct snapshot_parts at = kamm_parts_of_snapshot(world);
    size_t dynamic = (size_t)world->dynamic_count,
           bodies = (size_t)(moving_count(world) + world->fixed_count);
    return (struct world_layout){
        .world = world,
        .at = at,
        .parts = {
            {"dynamic.", of_dynamic, COUNT_OF(of_dynamic), at.dynamic, sizeof(struct dynamic_state),
             dynamic},
            {"filter.", of_filter, COUNT_OF(of_filter), at.filters, sizeof(kamm_filter), bodies},
            {"load.", of_load, COUNT_OF(of_load), at.loads, sizeof(struct dynamic_load), dynamic},
            {"kinematic.", of_kinematic, COUNT_OF(of_kinematic), at.kinematic,
             sizeof(struct fixed_state), (size_t)world->kinematic_count},
            {"sleep.", of_sleep, COUNT_OF(of_sleep), at.sleep, sizeof(struct saved_sleep),
             (size_t)world->block_count},
            {"joint.", of_joint, COUNT_OF(of_joint), at.joints, sizeof(struct joint_state),
             (size_t)world->joints.count}}};
}

/* A record of the world: a member of a part, or forces or states of the hitches of combinations. */
enum { NAME_SIZE = 32 };
struct world_record {
    char name[NAME_SIZE];
    int type, values;
    size_t at, stride, items;
};

static int hitch_record(const struct world_layout *layout, int number, struct world_record *out)
{
    enum { FORCE_VALUES = sizeof(struct hitch_force) / sizeof(double) };
    const kamm_world *world = layout->world;
    size_t at = layout->at.hitches, hitches;
    int which = number / 2;
    if (which >= world->combination_count) return 0;
    for (int i = 0; i < which; ++i) at += kamm_hitches_size(world->combinations[i].combinations);
    hitches = hitch_count(world->combinations[which].combinations);
    *out = (struct world_record){.at = at, .items = hitches};
    snprintf(out->name, NAME_SIZE, "hitch.%d.%s", which, number % 2 ? "coupled" : "force");
    out->type = number % 2 ? RECORD_BYTES : RECORD_DOUBLE;
    out->values = number % 2 ? 1 : FORCE_VALUES;
    out->stride = number % 2 ? 1 : sizeof(struct hitch_force);
    if (number % 2) out->at += hitches * sizeof(struct hitch_force);
    return 1;
}

/* The record of that number; 0: there are no more. */
static int nth_record(const struct world_layout *layout, int number, struct world_record *out)
{
    for (int i = 0; i < PARTS; ++i) {
        const struct world_part *part = &layout->parts[i];
        if (number >= part->count) {
            number -= part->count;
            continue;
        }
        const struct world_member *member = &part->members[number];
        *out = (struct world_record){.type = member->type,
                                     .values = member->values,
                                     .at = part->at + member->offset,
                                     .stride = part->stride,
                                     .items = part->items};
        snprintf(out->name, NAME_SIZE, "%s%s", part->prefix, member->name);
        return 1;
    }
    return hitch_record(layout, number, out);
}

/* ---- what has to be the same ---- */

enum same { GROUPS, DYNAMIC, FIXED, KINEMATIC, JOINTS, SAMES };
static const char *const same_names[SAMES] = {"groups", "dynamic_bodies", "fixed_bodies",
                                              "kinematic_bodies", "joints"};

static size_t count_same(const kamm_world *world, enum same what)
{
    const int counts[SAMES] = {world->group_count, world->dynamic_count, 1, world->kinematic_count,
                               world->joints.count};
    return (size_t)counts[what];
}

/* Identities of groups, indices of bodies and joints, and how many fixed bodies there are. `slot`: of the kinematic body before; -1 at
 * first. */
static uint64_t same_value(const kamm_world *world, enum same what, size_t i, int *slot)
{
    switch (what) {
    case GROUPS: return world->groups[i].identity;
    case DYNAMIC: return (uint64_t)world->dynamic_traits[i].index;
    case KINEMATIC: return (uint64_t)(*slot = next_kinematic(world, *slot + 1));
    case JOINTS: return (uint64_t)world->joints.joints[i].index;
    case FIXED:
    case SAMES: break;
    }
    return (uint64_t)world->fixed_count;
}

static int is_same(const kamm_world *world, enum same what, const struct record *record)
{
    size_t count = count_same(world, what);
    int slot = -1;
    if (record->type != RECORD_LONG || record->size != count * sizeof(uint64_t)) return 0;
    for (size_t i = 0; i < count; ++i) {
        uint64_t value;
        kamm_read_value(record, i, &value);
        if (value != same_value(world, what, i, &slot)) return 0;
    }
    return 1;
}

/* ---- writing ---- */

static void name_group(int group, char name[NAME_SIZE])
{
    snprintf(name, NAME_SIZE, "group.%d", group);
}

static const char *const touch_names[] = {"touching", "visiting"};

/* Where the list is in a snapshot. */
static size_t touches_at(const struct world_layout *layout, int list)
{
    return layout->at.touches + (size_t)list * (kamm_touches_size(layout->world) / 2);
}

static void put_touches(struct record_writer *writer, const struct world_layout *layout, int list,
                        const char *fast)
{
    const kamm_world *world = layout->world;
    const struct touch_list *touches = list ? &world->visiting : &world->touching;
    size_t values = 2 * (size_t)touches->count;
    kamm_begin_record(writer, "", touch_names[list], RECORD_UINT, values);
    kamm_put_values(writer, RECORD_UINT,
                    fast ? fast + touches_at(layout, list) + 2 * sizeof(uint32_t) : NULL, values);
}

/* `fast`: a snapshot as snapshot.c makes it; NULL to measure. */
static size_t write_world(const kamm_world *world, const char *fast, void *to)
{
    struct record_writer writer = {.to = to};
    const struct world_layout layout = layout_of_world(world);
    struct world_record record;
    kamm_begin_records(&writer);
    for (enum same what = GROUPS; what < SAMES; ++what) {
        int slot = -1;
        kamm_begin_record(&writer, "", same_names[what], RECORD_LONG, count_same(world, what));
        for (size_t i = 0; i < count_same(world, what); ++i) {
            uint64_t value = same_value(world, what, i, &slot);
            kamm_put_values(&writer, RECORD_LONG, &value, 1);
        }
    }
    for (int n = 0; nth_record(&layout, n, &record); ++n) {
        kamm_begin_record(&writer, "", record.name, record.type,
                          record.items * (size_t)record.values);
        for (size_t i = 0; i < record.items; ++i)
            kamm_put_values(&writer, record.type,
                            fast ? fast + record.at + i * record.stride : NULL,
                            (size_t)record.values);
    }
    for (int list = 0; list < 2; ++list) put_touches(&writer, &layout, list, fast);
    for (int group = 0; group < world->group_count; ++group) {
        char name[NAME_SIZE];
        name_group(group, name);
        kamm_put_cars(&writer, name, world->groups[group].cars);
    }
    kamm_end_records(&writer);
    return writer.size;
}

size_t kamm_portable_world_size(const kamm_world *world)
{
    KAMM_REQUIRE_ALIVE(world, 0);
    return write_world(world, NULL, NULL);
}

static char *fast_snapshot(const kamm_world *world, kamm_error *error)
{
    char *fast = kamm_allocate(kamm_world_snapshot_size(world));
    if (fast)
        kamm_save_world_snapshot(world, fast);
    else
        kamm_fail(error, KAMM_ERROR_MEMORY, "snapshot", "out of memory for a snapshot of a world");
    return fast;
}

kamm_result kamm_save_portable_world(const kamm_world *world, void *snapshot, kamm_error *error)
{
    KAMM_REQUIRE_ALIVE_WITH(error, world, KAMM_ERROR_MISUSE);
    KAMM_REQUIRE_WITH(error, snapshot, KAMM_ERROR_MISUSE);
    char *fast = fast_snapshot(world, error);
    if (!fast) return KAMM_ERROR_MEMORY;
    write_world(world, fast, snapshot);
    kamm_release(fast);
    return KAMM_OK;
}

/* ---- reading ---- */

/* How many of that name there are, 2 at most; the first of them. */
static int find_record(struct record_reader reader, const char *name, struct record *record)
{
    struct record other;
    int count = 0;
    *record = (struct record){0};
    while (count < 2 && kamm_next_record(&reader, &other))
        if (kamm_record_is(&other, "", name) && !count++) *record = other;
    return count;
}

static int is_known(const struct world_layout *layout, const struct record *record)
{
    struct world_record own;
    char name[NAME_SIZE];
    for (int i = 0; i < SAMES; ++i)
        if (kamm_record_is(record, "", same_names[i])) return 1;
    for (int i = 0; i < 2; ++i)
        if (kamm_record_is(record, "", touch_names[i])) return 1;
    for (int n = 0; nth_record(layout, n, &own); ++n)
        if (kamm_record_is(record, "", own.name)) return 1;
    for (int group = 0; group < layout->world->group_count; ++group) {
        name_group(group, name);
        if (kamm_record_is(record, "", name)) return 1;
    }
    return 0;
}

static kamm_result check_world(const struct world_layout *layout, struct record_reader reader,
                               kamm_portable_report *report, kamm_error *error)
{
    const kamm_world *world = layout->world;
    struct record record;
    for (enum same what = GROUPS; what < SAMES; ++what)
        if (find_record(reader, same_names[what], &record) != 1 || !is_same(world, what, &record))
            return kamm_fail(error, KAMM_ERROR_FORMAT, "snapshot",
                             "snapshot: of a world with other %s than this one", same_names[what]);
    for (int group = 0; group < world->group_count; ++group) {
        const kamm_cars *cars = world->groups[group].cars;
        char name[NAME_SIZE];
        name_group(group, name);
        if (find_record(reader, name, &record) != 1)
            return kamm_fail(error, KAMM_ERROR_FORMAT, "snapshot", "snapshot: without one %s",
                             name);
        kamm_result result =
            kamm_check_portable(cars, 0, cars->count, record.values, record.size, report, error);
        if (result != KAMM_OK) return result;
    }
    while (kamm_next_record(&reader, &record))
        if (!is_known(layout, &record)) kamm_tell_unknown(report, &record);
    return KAMM_OK;
}

/* KAMM_OK and no name: it is missing. */
static kamm_result take_record(struct record_reader reader, const char *name, int type,
                               struct record *record, kamm_portable_report *report,
                               kamm_error *error)
{
    int count = find_record(reader, name, record);
    if (!count) kamm_tell_missing(report, "", name);
    if (count == 2) return kamm_fail_record(record, "is there twice", error);
    if (count && record->type != type)
        return kamm_fail_record(record, "has another type or size than here", error);
    return KAMM_OK;
}

static kamm_result lay_record(struct record_reader reader, const struct world_record *own,
                              char *fast, kamm_portable_report *report, kamm_error *error)
{
    struct record record;
    kamm_result result = take_record(reader, own->name, own->type, &record, report, error);
    if (result != KAMM_OK || !record.name) return result;
    size_t size = record_value_size(own->type), values = (size_t)own->values;
    if (record.size != own->items * values * size)
        return kamm_fail_record(&record, "has another type or size than here", error);
    for (size_t i = 0; i < own->items; ++i)
        for (size_t k = 0; k < values; ++k)
            kamm_read_value(&record, i * values + k, fast + own->at + i * own->stride + k * size);
    return KAMM_OK;
}

static kamm_result lay_touches(const struct world_layout *layout, struct record_reader reader,
                               int list, char *fast, kamm_portable_report *report,
                               kamm_error *error)
{
    const kamm_world *world = layout->world;
    struct record record;
    kamm_result result =
        take_record(reader, touch_names[list], RECORD_UINT, &record, report, error);
    if (result != KAMM_OK || !record.name) return result;
    uint32_t count[2] = {(uint32_t)(record.size / sizeof(struct saved_touch)), 0};
    char *to = fast + touches_at(layout, list);
    if (record.size % sizeof(struct saved_touch) || count[0] > (uint32_t)kamm_touch_room_of(world))
        return kamm_fail_record(&record, "has more than this world may have", error);
    memset(to, 0, kamm_touches_size(world) / 2);
    memcpy(to, count, sizeof count);
    for (size_t i = 0; i < 2 * (size_t)count[0]; ++i)
        kamm_read_value(&record, i, to + sizeof count + i * sizeof(uint32_t));
    return KAMM_OK;
}

/* The records, laid over a snapshot of the world as it is. */
static kamm_result lay_records(const struct world_layout *layout, struct record_reader reader,
                               char *fast, kamm_portable_report *report, kamm_error *error)
{
    struct world_record record;
    kamm_result result = KAMM_OK;
    for (int n = 0; result == KAMM_OK && nth_record(layout, n, &record); ++n)
        result = lay_record(reader, &record, fast, report, error);
    for (int list = 0; result == KAMM_OK && list < 2; ++list)
        result = lay_touches(layout, reader, list, fast, report, error);
    write_sum(fast, layout->at.sum);
    return result;
}

/* All of it has been checked. Sleep is that of the cars as they are then. */
static void restore_world(kamm_world *world, const struct world_layout *layout,
                          struct record_reader reader, char *fast)
{
    kamm_portable_report unheard = {0};
    for (int group = 0; group < world->group_count; ++group) {
        kamm_cars *cars = world->groups[group].cars;
        struct record record;
        char name[NAME_SIZE];
        name_group(group, name);
        find_record(reader, name, &record);
        kamm_restore_portable(cars, 0, cars->count, record.values, record.size, NULL, NULL);
    }
    kamm_save_world_snapshot(world, fast);
    lay_records(layout, reader, fast, &unheard, NULL);
    kamm_restore_world_snapshot(world, fast, kamm_world_snapshot_size(world), NULL);
}

kamm_result kamm_restore_portable_world(kamm_world *world, const void *snapshot, size_t size,
                                        kamm_portable_report *report, kamm_error *error)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_ALIVE_WITH(error, world, KAMM_ERROR_MISUSE);
    KAMM_REQUIRE_WITH(error, snapshot, KAMM_ERROR_MISUSE);
    kamm_portable_report told = {0};
    const struct world_layout layout = layout_of_world(world);
    struct record_reader reader;
    kamm_result result = kamm_open_records(snapshot, size, &reader, error);
    if (result == KAMM_OK) result = check_world(&layout, reader, &told, error);
    if (result != KAMM_OK) return result;
    char *fast = fast_snapshot(world, error);
    if (!fast) return KAMM_ERROR_MEMORY;
    result = lay_records(&layout, reader, fast, &told, error);
    if (result == KAMM_OK)
        result = kamm_check_world_snapshot(world, fast, kamm_world_snapshot_size(world), error);
    if (result == KAMM_OK) restore_world(world, &layout, reader, fast);
    kamm_release(fast);
    if (result == KAMM_OK && report) *report = told;
    return result;
}
