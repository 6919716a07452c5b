/* Snapshots and hashes of a world: its cars, the bodies that move, filters, touching bodies, and sleep; a
 * sum of all. All else follows from these. */
#include "../base/error.h"
#include "../base/float_mode.h"
#include "../base/hash.h"
#include "../run/combination_state.h"
#include "../run/legal.h"
#include "../run/snapshot_mark.h"
#include "bodies/check.h"
#include "bodies/filters.h"
#include "bodies/fixed_bodies.h"
#include "bodies/identity.h"
#include "bodies/leaves.h"
#include "bodies/sleep.h"
#include "contact/touching.h"
#include "joints/joint_save.h"
#include "snapshot_parts.h"
#include "state.h"

#include <math.h>
#include <string.h>

struct world_header {
    char mark[8];
    uint32_t groups, dynamic_bodies, fixed_bodies, kinematic_bodies;
    uint64_t places; /* a hash of the contents of all places */
};

static const char mark[8] = "KAMMWD9";

#define FOR_EACH_KINEMATIC(world, slot) \
    for (int slot = next_kinematic(world, 0); slot >= 0; slot = next_kinematic(world, slot + 1))

static struct world_header header_of(const kamm_world *world)
{
    struct world_header header = {.groups = (uint32_t)world->group_count,
                                  .dynamic_bodies = (uint32_t)world->dynamic_count,
                                  .fixed_bodies = (uint32_t)world->fixed_count,
                                  .kinematic_bodies = (uint32_t)world->kinematic_count};
    header.places = kamm_hash_places(world);
    write_mark(header.mark, mark);
    return header;
}

static size_t size_of_dynamic(const kamm_world *world)
{
    return (size_t)world->dynamic_count * sizeof *world->dynamic_states;
}

static size_t size_of_loads(const kamm_world *world)
{
    return (size_t)world->dynamic_count * sizeof *world->dynamic_loads;
}

static size_t size_of_kinematic(const kamm_world *world)
{
    return (size_t)world->kinematic_count * sizeof *world->fixed_states;
}

static void save_kinematic(const kamm_world *world, char *to)
{
    FOR_EACH_KINEMATIC(world, i)
    {
        memcpy(to, &world->fixed_states[world->slots[i].place], sizeof *world->fixed_states);
        to += sizeof *world->fixed_states;
    }
}

static void restore_kinematic(kamm_world *world, const char *from)
{
    FOR_EACH_KINEMATIC(world, i)
    {
        int place = world->slots[i].place;
        memcpy(&world->fixed_states[place], from, sizeof *world->fixed_states);
        kamm_place_fixed_boxes(world, place);
        from += sizeof *world->fixed_states;
    }
}

struct snapshot_parts kamm_parts_of_snapshot(const kamm_world *world)
{
    struct snapshot_parts at = {.dynamic = sizeof(struct world_header)};
    at.filters = at.dynamic + size_of_dynamic(world);
    at.touches = at.filters + kamm_filters_size(world);
    at.loads = at.touches + kamm_touches_size(world);
    at.kinematic = at.loads + size_of_loads(world);
    at.sleep = at.kinematic + size_of_kinematic(world);
    for (int i = 0; i < world->group_count; ++i)
        at.sleep += kamm_snapshot_size(world->groups[i].cars);
    at.hitches = at.joints = at.sleep + kamm_sleep_size(world);
    for (int i = 0; i < world->combination_count; ++i)
        at.joints += kamm_hitches_size(world->combinations[i].combinations);
    at.sum = at.joints + kamm_joints_size(world);
    return at;
}

size_t kamm_world_snapshot_size(const kamm_world *world)
{
    KAMM_REQUIRE_ALIVE(world, 0);
    return kamm_parts_of_snapshot(world).sum + sizeof(uint64_t);
}

void kamm_save_world_snapshot(const kamm_world *world, void *snapshot)
{
    KAMM_REQUIRE_ALIVE(world, );
    KAMM_REQUIRE(snapshot, );
    struct world_header header = header_of(world);
    char *to = snapshot;
    memcpy(to, &header, sizeof header), to += sizeof header;
    if (world->dynamic_count) memcpy(to, world->dynamic_states, size_of_dynamic(world));
    to += size_of_dynamic(world);
    kamm_save_filters(world, to), to += kamm_filters_size(world);
    kamm_save_touches(world, to), to += kamm_touches_size(world);
    if (world->dynamic_count) memcpy(to, world->dynamic_loads, size_of_loads(world));
    to += size_of_loads(world);
    save_kinematic(world, to);
    to += size_of_kinematic(world);
    for (int i = 0; i < world->group_count; ++i) {
        kamm_save_snapshot(world->groups[i].cars, to);
        to += kamm_snapshot_size(world->groups[i].cars);
    }
    kamm_save_sleep(world, to), to += kamm_sleep_size(world);
    for (int i = 0; i < world->combination_count; ++i) {
        kamm_save_hitches(world->combinations[i].combinations, to);
        to += kamm_hitches_size(world->combinations[i].combinations);
    }
    kamm_save_joints(world, to), to += kamm_joints_size(world);
    write_sum(snapshot, (size_t)(to - (char *)snapshot));
}

/* A motion that could be set, but for speeds that are more: what falls for long, say. */
static int is_legal(const double position[3], const double q[4], const double velocity[3],
                    const double angular_velocity[3])
{
    kamm_body_motion motion;
    double norm = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
    memcpy(motion.position_m, position, sizeof motion.position_m);
    memcpy(motion.orientation, q, sizeof motion.orientation);
    for (int i = 0; i < 3; ++i) {
        motion.velocity_mps[i] = velocity[i] / LEGAL_BEYOND;
        motion.angular_velocity_radps[i] = angular_velocity[i] / LEGAL_BEYOND;
    }
    return fabs(norm - 1) < 1e-3 && kamm_check_motion(&motion, 0, NULL) == KAMM_OK;
}

static int is_well(const struct dynamic_state *state)
{
    return is_legal(state->position, state->q, state->velocity, state->angular_velocity) &&
           (state->asleep == 0 || state->asleep == 1) && state->still_substeps >= 0;
}

static double sum_of(const double *v, size_t count)
{
    double sum = 0;
    for (size_t i = 0; i < count; ++i) sum += fabs(v[i]);
    return sum;
}

static int lenders_are_legal(const struct dynamic_load *load)
{
    int legal = 1;
    for (int n = 0; n < LENDERS; ++n)
        legal &= load->lenders[n].kg >= 0 && load->lenders[n].body >= 0;
    return legal;
}

static kamm_result check_loads_and_kinematic(const kamm_world *world, const char *from,
                                             kamm_error *error)
{
    for (int i = 0; i < world->dynamic_count; ++i) {
        struct dynamic_load load;
        memcpy(&load, from + (size_t)i * sizeof load, sizeof load);
        if (!(sum_of(load.impulse, sizeof load / sizeof(double)) < INFINITY) || load.lent_kg < 0 ||
            !lenders_are_legal(&load))
            return kamm_fail(error, KAMM_ERROR_FORMAT, "snapshot",
                             "snapshot: dynamic body %d has a load that is not finite", i);
    }
    from += size_of_loads(world);
    for (int i = 0; i < world->kinematic_count; ++i) {
        struct fixed_state s;
        memcpy(&s, from + (size_t)i * sizeof s, sizeof s);
        int is_well = is_legal(s.position, s.q, s.velocity, s.angular_velocity) &&
                      sum_of(s.target, 3) + sum_of(s.target_q, 4) < INFINITY;
        if (!is_well || s.left_substeps < 0)
            return kamm_fail(error, KAMM_ERROR_FORMAT, "snapshot",
                             "snapshot: kinematic body %d has a state that no body has", i);
    }
    return KAMM_OK;
}

static kamm_result fail_counts(const kamm_world *world, kamm_error *error)
{
    return kamm_fail(error, KAMM_ERROR_FORMAT, "snapshot",
                     "snapshot: not one of a world with %d groups of cars, %d dynamic and %d other "
                     "bodies, %d of which are kinematic",
                     world->group_count, world->dynamic_count, world->fixed_count,
                     world->kinematic_count);
}

kamm_result kamm_check_world_snapshot(const kamm_world *world, const char *snapshot, size_t size,
                                      kamm_error *error)
{
    const char *from = snapshot;
    struct world_header own = header_of(world);
    if (check_byte_order(own.mark, from, size, error)) return KAMM_ERROR_FORMAT;
    if (size >= sizeof own && memcmp(&own, from, offsetof(struct world_header, places)) != 0)
        return fail_counts(world, error);
    if (size != kamm_world_snapshot_size(world))
        return kamm_fail(error, KAMM_ERROR_FORMAT, "snapshot",
                         "snapshot: %zu bytes, but one of this world has %zu", size,
                         kamm_world_snapshot_size(world));
    if (memcmp(&own, from, sizeof own) != 0)
        return kamm_fail(
            error, KAMM_ERROR_FORMAT, "snapshot",
            "snapshot: of a world where others are in these places: cars have left and come, or bodies were removed and "
            "added; kamm_set_identity says who the cars are");
    from += sizeof own;
    for (int i = 0; i < world->dynamic_count; ++i) {
        struct dynamic_state state;
        memcpy(&state, from + (size_t)i * sizeof state, sizeof state);
        if (!is_well(&state))
            return kamm_fail(error, KAMM_ERROR_FORMAT, "snapshot",
                             "snapshot: dynamic body %d has a state that no body has", i);
    }
    from += size_of_dynamic(world);
    kamm_result told = kamm_check_filters(world, from, error);
    from += kamm_filters_size(world);
    if (told == KAMM_OK) told = kamm_check_touches(world, from, error);
    from += kamm_touches_size(world);
    if (told == KAMM_OK) told = check_loads_and_kinematic(world, from, error);
    from += size_of_loads(world) + size_of_kinematic(world);
    if (told != KAMM_OK) return told;
    for (int i = 0; i < world->group_count; ++i) {
        kamm_cars *cars = world->groups[i].cars;
        kamm_result result = kamm_check_snapshot(cars, from, kamm_snapshot_size(cars), error);
        if (result != KAMM_OK) return result;
        from += kamm_snapshot_size(cars);
    }
    told = kamm_check_sleep(world, from, error);
    from += kamm_sleep_size(world);
    for (int i = 0; told == KAMM_OK && i < world->combination_count; ++i) {
        told = kamm_check_hitches(world->combinations[i].combinations, from, error);
        from += kamm_hitches_size(world->combinations[i].combinations);
    }
    if (told == KAMM_OK) told = kamm_check_joints(world, from, error);
    return told == KAMM_OK ? check_sum(snapshot, size - sizeof(uint64_t), error) : told;
}

kamm_result kamm_restore_world_snapshot(kamm_world *world, const void *snapshot, size_t size,
                                        kamm_error *error)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_ALIVE_WITH(error, world, KAMM_ERROR_MISUSE);
    KAMM_REQUIRE_WITH(error, snapshot, KAMM_ERROR_MISUSE);
    const char *from = snapshot;
    kamm_result result = kamm_check_world_snapshot(world, from, size, error);
    if (result != KAMM_OK) return result;
    from += sizeof(struct world_header);
    if (world->dynamic_count) memcpy(world->dynamic_states, from, size_of_dynamic(world));
    for (int i = 0; i < world->dynamic_count; ++i) kamm_cover_dynamic(world, i);
    from += size_of_dynamic(world);
    kamm_restore_filters(world, from), from += kamm_filters_size(world);
    kamm_restore_touches(world, from), from += kamm_touches_size(world);
    if (world->dynamic_count) memcpy(world->dynamic_loads, from, size_of_loads(world));
    from += size_of_loads(world);
    restore_kinematic(world, from);
    from += size_of_kinematic(world);
    for (int i = 0; i < world->group_count; ++i) {
        kamm_cars *cars = world->groups[i].cars;
        kamm_restore_snapshot(cars, from, kamm_snapshot_size(cars), NULL);
        from += kamm_snapshot_size(cars);
    }
    kamm_restore_sleep(world, from), from += kamm_sleep_size(world);
    for (int i = 0; i < world->combination_count; ++i) {
        kamm_restore_hitches(world->combinations[i].combinations, from);
        from += kamm_hitches_size(world->combinations[i].combinations);
    }
    kamm_restore_joints(world, from);
    world->covered_substeps = 0;
    return KAMM_OK;
}

/* Doubles, then two counts, which is how both kinds of states lie. */
static uint64_t hash_state(uint64_t hash, const double *doubles, size_t count, int32_t first,
                           int32_t second)
{
    const int32_t rest[2] = {first, second};
    return hash_words(hash_doubles(hash, doubles, count), rest, 2);
}

static uint64_t hash_dynamic(uint64_t hash, const struct dynamic_state *dynamic)
{
    return hash_state(hash, dynamic->position,
                      offsetof(struct dynamic_state, asleep) / sizeof(double), dynamic->asleep,
                      dynamic->still_substeps);
}

static uint64_t hash_fixed(uint64_t hash, const struct fixed_state *fixed)
{
    return hash_state(hash, fixed->position,
                      offsetof(struct fixed_state, left_substeps) / sizeof(double),
                      fixed->left_substeps, fixed->unused);
}

uint64_t kamm_world_state_hash(const kamm_world *world)
{
    KAMM_REQUIRE_ALIVE(world, 0);
    uint64_t hash = HASH_START;
    for (int i = 0; i < world->group_count; ++i)
        hash = hash_long(hash, kamm_state_hash(world->groups[i].cars));
    for (int i = 0; i < world->combination_count; ++i)
        hash = hash_long(hash, kamm_combinations_hash(world->combinations[i].combinations));
    for (int i = 0; i < world->dynamic_count; ++i)
        hash = hash_dynamic(hash, &world->dynamic_states[i]);
    for (int i = 0; i < world->dynamic_count; ++i)
        if (is_loaded(&world->dynamic_loads[i]))
            hash = hash_doubles(hash, world->dynamic_loads[i].impulse,
                                sizeof *world->dynamic_loads / sizeof(double));
    FOR_EACH_KINEMATIC(world, i)
    {
        hash = hash_fixed(hash, &world->fixed_states[world->slots[i].place]);
    }
    return kamm_hash_joints(world, kamm_hash_sleep(world, hash));
}
