/* Joints of a world: added and removed between steps. The list is in order of the joints' indices and has no gaps, so worlds
 * with equal joints at equal indices have equal bits, whatever came and went before. */
#include "joint_set.h"
#include "../../base/error.h"
#include "../../base/float_mode.h"
#include "../../base/vector_double.h"
#include "../bodies/lists.h"
#include "../bodies/sleep.h"
#include "../state.h"
#include "clusters.h"
#include "joint_check.h"
#include "joint_ends.h"
#include "links.h"

#include <string.h>

/* ---- room ---- */

static int list_joint_lists(struct joint_set *set, struct world_list lists[WORLD_LISTS_MAX])
{
    const struct world_list all[] = {
        {(void **)&set->joints, sizeof *set->joints},
        {(void **)&set->links, sizeof *set->links},
        {(void **)&set->order, sizeof *set->order},
        {(void **)&set->next_of_body, 2 * sizeof *set->next_of_body},
        {(void **)&set->broken, sizeof *set->broken},
        {(void **)&set->problem.joints, sizeof *set->problem.joints},
        {(void **)&set->problem.clusters, sizeof *set->problem.clusters}};
    memcpy(lists, all, sizeof all);
    return (int)(sizeof all / sizeof *all);
}

/* Each joint has JOINT_ROWS; the skyline's first columns have room for places behind them. */
static int list_row_lists(struct joint_set *set, struct world_list lists[WORLD_LISTS_MAX])
{
    struct joint_problem *p = &set->problem;
#define ROWS(pointer, more)                                            \
    {                                                                  \
        (void **)&(pointer), (JOINT_ROWS + (more)) * sizeof *(pointer) \
    }
    const struct world_list all[] = {ROWS(p->rows, 0),         ROWS(p->skyline.first, 1),
                                     ROWS(p->skyline.at, 0),   ROWS(p->state, 0),
                                     ROWS(p->pseudo_state, 0), ROWS(p->pivot, 0),
                                     ROWS(p->wrong, 0),        ROWS(p->step, 0)};
#undef ROWS
    memcpy(lists, all, sizeof all);
    return (int)(sizeof all / sizeof *all);
}

/* All but the joints themselves is found again. 0: out of memory, nothing but room has changed. */
static int make_joint_room(struct joint_set *set, int room)
{
    struct world_list lists[WORLD_LISTS_MAX], rows[WORLD_LISTS_MAX];
    const struct world_list answer = {(void **)&set->problem.answer,
                                      JOINT_ROWS * sizeof *set->problem.answer};
    int count = list_joint_lists(set, lists), row_count = list_row_lists(set, rows);
    size_t used = (size_t)set->count, size = (size_t)room;
    if (room <= set->room) return 1;
    if (!kamm_make_joint_matrix(set, room) || !kamm_grow_lists(rows, row_count, 0, size) ||
        !kamm_grow_lists(&answer, 1, 0, size) || !kamm_grow_lists(lists, count, used, size))
        return 0;
    set->room = room;
    return 1;
}

static int make_joint_slots(struct joint_set *set, int room)
{
    const struct world_list slots = {(void **)&set->slots, sizeof *set->slots};
    if (room <= set->slot_room) return 1;
    if (!kamm_grow_lists(&slots, 1, (size_t)set->slot_count, (size_t)room)) return 0;
    set->slot_room = room;
    return 1;
}

void kamm_release_joints(kamm_world *world)
{
    struct joint_set *set = &world->joints;
    struct world_list lists[WORLD_LISTS_MAX];
    kamm_release_lists(lists, list_joint_lists(set, lists));
    kamm_release_lists(lists, list_row_lists(set, lists));
    kamm_release(set->problem.answer);
    kamm_release(set->problem.skyline.matrix);
    kamm_release(set->problem.skyline.factor);
    kamm_release(set->slots);
    set->problem.answer = NULL;
    set->problem.skyline.matrix = set->problem.skyline.factor = NULL;
    set->slots = NULL;
    set->room = set->slot_room = 0, set->matrix_room = 0;
}

/* ---- coming and going ---- */

static void number_slots(struct joint_set *set)
{
    for (int i = 0; i < set->count; ++i) set->slots[set->joints[i].index].place = i;
}

/* Clusters and links, once joints or their bodies have changed. */
static void connect_joints(kamm_world *world)
{
    number_slots(&world->joints);
    kamm_find_clusters(world);
    kamm_link_bodies(world);
    world->covered_substeps = 0;
}

static void wake_end(kamm_world *world, uint32_t body)
{
    if (body == NO_BODY || is_fixed(world, body)) return;
    if (is_car(world, body)) {
        kamm_keep_car_awake(world, body);
        return;
    }
    struct dynamic_state *state = &world->dynamic_states[dynamic_of(world, body)];
    state->asleep = state->still_substeps = 0;
}

void kamm_wake_joint(kamm_world *world, const struct world_joint *joint)
{
    for (int k = 0; k < 2; ++k) wake_end(world, joint->body[k]);
    world->covered_substeps = 0;
}

/* Ends that are still there wake. */
static void drop_joint(kamm_world *world, int place)
{
    struct joint_set *set = &world->joints;
    struct world_joint *joint = &set->joints[place];
    for (int k = 0; k < 2; ++k) {
        uint32_t body;
        if (kamm_number_joint_end(world, &joint->def.ends[k], &body)) wake_end(world, body);
    }
    set->slots[joint->index].is_used = 0;
    memmove(joint, joint + 1, (size_t)(set->count - 1 - place) * sizeof *joint);
    --set->count;
}

void kamm_renumber_joints(kamm_world *world)
{
    struct joint_set *set = &world->joints;
    for (int i = 0; i < set->count;) {
        struct world_joint *joint = &set->joints[i];
        if (kamm_number_joint_end(world, &joint->def.ends[0], &joint->body[0]) &&
            kamm_number_joint_end(world, &joint->def.ends[1], &joint->body[1])) {
            kamm_place_joint_points(world, joint);
            ++i;
        } else {
            drop_joint(world, i);
        }
    }
    connect_joints(world);
}

void kamm_rename_joint_cars(kamm_world *world, const kamm_cars *from, const kamm_cars *to)
{
    for (int i = 0; i < world->joints.count; ++i)
        for (int k = 0; k < 2; ++k)
            if (world->joints.joints[i].def.ends[k].cars == from)
                world->joints.joints[i].def.ends[k].cars = to;
}

/* The first free index, or a new one; -1: out of memory. */
static int32_t find_joint_slot(struct joint_set *set)
{
    int32_t index = 0;
    while (index < set->slot_count && set->slots[index].is_used) ++index;
    if (index < set->slot_count) return index;
    if (!make_joint_slots(set, index < set->slot_room ? index + 1 : 2 * index + 4)) return -1;
    return index;
}

static void insert_joint(kamm_world *world, const struct world_joint *joint)
{
    struct joint_set *set = &world->joints;
    struct joint_slot *slot = &set->slots[joint->index];
    int place = set->count;
    while (place > 0 && set->joints[place - 1].index > joint->index) --place;
    struct world_joint *at = &set->joints[place];
    memmove(at + 1, at, (size_t)(set->count - place) * sizeof *at);
    *at = *joint;
    ++set->count;
    if (joint->index == set->slot_count) ++set->slot_count;
    slot->is_used = 1;
    if (!++slot->generation) ++slot->generation; /* 0 is no joint's */
    set->broken_count = 0;
    kamm_wake_joint(world, joint);
    connect_joints(world);
}

kamm_result kamm_put_joint(kamm_world *world, const kamm_joint_def *def, kamm_joint *joint,
                           kamm_error *error)
{
    struct joint_set *set = &world->joints;
    kamm_result result = kamm_check_joint(world, def, error);
    if (result != KAMM_OK) return result;
    if (set->count >= MOST_JOINTS)
        return kamm_fail(error, KAMM_ERROR_RANGE, "joints", "joints: a world takes %d",
                         MOST_JOINTS);
    struct world_joint new = {.def = *def};
    for (int k = 0; k < 2; ++k) kamm_number_joint_end(world, &def->ends[k], &new.body[k]);
    if (!kamm_start_joint(world, &new))
        return kamm_fail(error, KAMM_ERROR_RANGE, "length_m",
                         "joint: length_m 0 m, as both points are one; it has to be above 0");
    new.index = find_joint_slot(set);
    if (new.index < 0 || (set->count == set->room && !make_joint_room(set, 2 * set->room + 4))) {
        if (!set->slot_count) kamm_release_joints(world);
        kamm_find_clusters(world); /* some of its lists may be new */
        return kamm_fail(error, KAMM_ERROR_MEMORY, "joints",
                         "out of memory for more than %d joints", set->count);
    }
    insert_joint(world, &new);
    if (joint) *joint = kamm_joint_at(world, new.index);
    return KAMM_OK;
}

kamm_result kamm_remove_joint(kamm_world *world, kamm_joint joint, kamm_error *error)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_ALIVE_WITH(error, world, KAMM_ERROR_MISUSE);
    struct world_joint *at = NULL;
    kamm_result result = kamm_find_joint(world, joint, &at, error);
    if (result != KAMM_OK) return result;
    drop_joint(world, (int)(at - world->joints.joints));
    connect_joints(world);
    return KAMM_OK;
}

kamm_result kamm_place_joint(const kamm_world *world, kamm_joint_def *def, const double point_m[3],
                             const double axis[3], kamm_error *error)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_ALIVE_WITH(error, world, KAMM_ERROR_MISUSE);
    KAMM_REQUIRE_WITH(error, def, KAMM_ERROR_MISUSE);
    KAMM_REQUIRE_WITH(error, point_m, KAMM_ERROR_MISUSE);
    kamm_joint_def placed = *def;
    for (int k = 0; k < 2; ++k) {
        const double along_x[3] = {1, 0, 0};
        kamm_joint_end *end = &placed.ends[k];
        uint32_t body;
        if (!kamm_number_joint_end(world, end, &body))
            return kamm_fail(error, KAMM_ERROR_UNKNOWN, "ends",
                             "joint: ends[%d] is on a body or cars that are not in this world", k);
        if (end->cars && !end->body.generation && (end->car < 0 || end->car >= end->cars->count))
            return kamm_fail(error, KAMM_ERROR_RANGE, "car", "joint: ends[%d] is on car %d of %d",
                             k, (int)end->car, end->cars->count);
        kamm_localise_joint_point(world, body, point_m, end->point_m);
        kamm_localise_joint_axis(world, body, axis ? axis : along_x, end->axis);
    }
    *def = placed;
    return KAMM_OK;
}

/* ---- asked ---- */

static int has_joint(const kamm_world *world, kamm_joint joint)
{
    const struct joint_set *set = &world->joints;
    if (joint.index < 0 || joint.index >= set->slot_count) return 0;
    const struct joint_slot *slot = &set->slots[joint.index];
    return slot->is_used && slot->generation == joint.generation;
}

kamm_joint kamm_name_joint(const kamm_world *world, const struct world_joint *joint)
{
    return (kamm_joint){joint->index, world->joints.slots[joint->index].generation};
}

kamm_result kamm_find_joint(const kamm_world *world, kamm_joint joint, struct world_joint **at,
                            kamm_error *error)
{
    if (!has_joint(world, joint))
        return kamm_fail(error, KAMM_ERROR_UNKNOWN, "joint",
                         "joint: index %d, generation %u is not in this world (any more)",
                         (int)joint.index, (unsigned)joint.generation);
    *at = &world->joints.joints[world->joints.slots[joint.index].place];
    return KAMM_OK;
}

int kamm_joint_count(const kamm_world *world)
{
    KAMM_REQUIRE_ALIVE(world, 0);
    return world->joints.slot_count;
}

kamm_joint kamm_joint_at(const kamm_world *world, int index)
{
    const kamm_joint none = {0, 0};
    KAMM_REQUIRE_ALIVE(world, none);
    const struct joint_set *set = &world->joints;
    if (index < 0 || index >= set->slot_count || !set->slots[index].is_used) return none;
    return (kamm_joint){index, set->slots[index].generation};
}

int kamm_has_joint(const kamm_world *world, kamm_joint joint)
{
    KAMM_REQUIRE_ALIVE(world, 0);
    return has_joint(world, joint);
}
