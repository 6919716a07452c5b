/* The bodies of a world: made from its def, added and removed between steps.
 *
 * Dynamic bodies have one set of lists, static and kinematic ones another. A slot for each index says where its body is. Numbers of
 * bodies (state.h) follow the indices, and all results follow the numbers. So worlds with equal bodies at equal indices do the
 * same, whatever came and went before. */
#include "body_set.h"
#include "../../base/error.h"
#include "../../base/float_mode.h"
#include "../../base/quaternion.h"
#include "../contact/buried_faces.h"
#include "../memory.h"
#include "../state.h"
#include "bodies.h"
#include "body_mass.h"
#include "check.h"
#include "dynamic_bodies.h"
#include "dynamic_sleep.h"
#include "fixed_bodies.h"
#include "leaves.h"
#include "lists.h"
#include "shapes.h"

#include <math.h>
#include <string.h>

/* ---- the lists ---- */

/* Lists of dynamic bodies, or of the others. */
struct kind_of_body {
    struct world_list lists[WORLD_LISTS_MAX];
    int list_count;
    int *count, *room, *shape_count;
    struct body_traits **traits;
    struct body_shape **shapes;
};

static struct kind_of_body kind_of(kamm_world *w, int is_dynamic)
{
    const struct kind_of_body of_dynamic = {
        {{(void **)&w->dynamic_traits, sizeof *w->dynamic_traits},
         {(void **)&w->dynamic_masses, sizeof *w->dynamic_masses},
         {(void **)&w->dynamic_shapes, sizeof *w->dynamic_shapes},
         {(void **)&w->dynamic_states, sizeof *w->dynamic_states},
         {(void **)&w->dynamic_loads, sizeof *w->dynamic_loads}},
        5,
        &w->dynamic_count,
        &w->dynamic_room,
        &w->dynamic_shape_count,
        &w->dynamic_traits,
        &w->dynamic_shapes};
    const struct kind_of_body of_fixed = {{{(void **)&w->fixed_traits, sizeof *w->fixed_traits},
                                           {(void **)&w->fixed_shapes, sizeof *w->fixed_shapes},
                                           {(void **)&w->fixed_states, sizeof *w->fixed_states}},
                                          3,
                                          &w->fixed_count,
                                          &w->fixed_room,
                                          &w->fixed_shape_count,
                                          &w->fixed_traits,
                                          &w->fixed_shapes};
    return is_dynamic ? of_dynamic : of_fixed;
}

/* 0: out of memory, nothing has changed. */
static int make_kind_room(kamm_world *world, int is_dynamic, int room)
{
    struct kind_of_body kind = kind_of(world, is_dynamic);
    if (room <= *kind.room) return 1;
    if (!kamm_reserve_tree(is_dynamic ? &world->dynamic_tree : &world->fixed_tree, room)) return 0;
    if (!kamm_grow_lists(kind.lists, kind.list_count, (size_t)*kind.count, (size_t)room)) return 0;
    *kind.room = room;
    return 1;
}

static int make_slot_room(kamm_world *world, int room)
{
    const struct world_list slots = {(void **)&world->slots, sizeof *world->slots};
    if (room <= world->slot_room) return 1;
    if (!kamm_grow_lists(&slots, 1, (size_t)world->slot_count, (size_t)room)) return 0;
    world->slot_room = room;
    return 1;
}

/* Slots know where dynamic bodies are that have moved up or down their lists, and these where their boxes are among those of all. */
static void renumber_dynamic_from(kamm_world *world, int place)
{
    struct body_shape *shapes = world->dynamic_shapes;
    int first = place ? shapes[place - 1].first + shapes[place - 1].box_count : 0;
    for (int i = place; i < world->dynamic_count; first += shapes[i++].box_count) {
        world->slots[world->dynamic_traits[i].index].place = i;
        shapes[i].first = first;
    }
    world->dynamic_shape_count = first;
}

/* The place of a new dynamic body: behind those with lower indices. There is room. */
static int insert_dynamic(kamm_world *world, int32_t index)
{
    struct kind_of_body kind = kind_of(world, 1);
    int place = world->dynamic_count++;
    while (place > 0 && world->dynamic_traits[place - 1].index > index) --place;
    kamm_insert_place(kind.lists, kind.list_count, (size_t)*kind.count - 1, (size_t)place);
    return place;
}

static void remove_dynamic(kamm_world *world, int place)
{
    struct kind_of_body kind = kind_of(world, 1);
    kamm_release_shape(&world->dynamic_shapes[place]);
    kamm_remove_place(kind.lists, kind.list_count, (size_t)(*kind.count)--, (size_t)place);
    renumber_dynamic_from(world, place);
}

/* A fixed body takes another place, which is free. */
static void move_fixed_to(kamm_world *world, int from, int to)
{
    struct kind_of_body kind = kind_of(world, 0);
    if (from == to) return;
    kamm_copy_place(kind.lists, kind.list_count, (size_t)from, (size_t)to);
    world->slots[world->fixed_traits[to].index].place = to;
}

/* Kinematic bodies come first: the first of the others makes room for one. There is room. */
static int insert_fixed(kamm_world *world, int is_kinematic)
{
    struct kind_of_body kind = kind_of(world, 0);
    int place = world->fixed_count++;
    if (is_kinematic) {
        move_fixed_to(world, world->kinematic_count, place);
        place = world->kinematic_count++;
    }
    kamm_clear_place(kind.lists, kind.list_count, (size_t)place);
    return place;
}

static void remove_fixed(kamm_world *world, int place)
{
    struct kind_of_body kind = kind_of(world, 0);
    world->fixed_shape_count -= world->fixed_shapes[place].box_count;
    kamm_release_shape(&world->fixed_shapes[place]);
    if (place < world->kinematic_count) {
        move_fixed_to(world, --world->kinematic_count, place);
        place = world->kinematic_count;
    }
    move_fixed_to(world, --world->fixed_count, place);
    kamm_clear_place(kind.lists, kind.list_count, (size_t)world->fixed_count);
}

void kamm_release_bodies(kamm_world *world)
{
    for (int is_dynamic = 0; is_dynamic < 2; ++is_dynamic) {
        struct kind_of_body kind = kind_of(world, is_dynamic);
        for (int i = 0; i < *kind.count; ++i) kamm_release_shape(&(*kind.shapes)[i]);
        kamm_release_lists(kind.lists, kind.list_count);
    }
    kamm_release_tree(&world->fixed_tree);
    kamm_release_tree(&world->dynamic_tree);
    kamm_release(world->slots);
}

/* ---- coming and going ---- */

/* One whose frame is that of the world has its boxes where it says, to the bit. 0: out of memory. */
static int start_fixed(kamm_world *world, int i, const kamm_body_def *from)
{
    static const double own_origin[3] = {0, 0, 0};
    struct fixed_state *state = &world->fixed_states[i];
    if (!kamm_shape_body(from, own_origin, &world->fixed_shapes[i])) return 0;
    memcpy(state->position, from->position_m, sizeof state->position);
    memcpy(state->q, from->orientation, sizeof state->q);
    kamm_normalise(state->q);
    kamm_place_fixed_boxes(world, i);
    world->sleepers_unseen |= from->sensor;
    return 1;
}

/* 0: out of memory. */
static int start_dynamic(kamm_world *world, int i, const kamm_body_def *from)
{
    kamm_find_body_mass(from, &world->dynamic_masses[i]);
    if (!kamm_shape_body(from, world->dynamic_masses[i].centre_m, &world->dynamic_shapes[i]))
        return 0;
    kamm_put_dynamic_body(world, i, from->position_m, from->orientation);
    kamm_cover_dynamic(world, i);
    world->dynamic_states[i].asleep = from->asleep != 0;
    world->sleepers_unseen |= from->asleep != 0;
    return 1;
}

static struct body_traits traits_from(const kamm_body_def *def, int32_t index)
{
    return (struct body_traits){.index = index,
                                .type = def->type,
                                .friction = def->friction,
                                .restitution = def->restitution,
                                .is_driven_on = def->is_driven_on != 0,
                                .surface = def->surface,
                                .material = def->material,
                                .sensor = def->sensor != 0,
                                .filter = def->filter};
}

static int start_dynamic_body(kamm_world *world, int32_t index, const kamm_body_def *def)
{
    int place = insert_dynamic(world, index);
    world->dynamic_traits[place] = traits_from(def, index);
    world->slots[index].leaf = NO_NODE;
    int made = start_dynamic(world, place, def);
    if (made)
        renumber_dynamic_from(world, place);
    else
        remove_dynamic(world, place);
    return made;
}

static int start_fixed_body(kamm_world *world, int32_t index, const kamm_body_def *def)
{
    int place = insert_fixed(world, def->type == KAMM_BODY_KINEMATIC);
    world->slots[index].place = place;
    world->slots[index].leaf = NO_NODE;
    world->fixed_traits[place] = traits_from(def, index);
    if (!start_fixed(world, place, def)) {
        remove_fixed(world, place);
        return 0;
    }
    world->fixed_shape_count += def->shape_count;
    world->sensor_count += def->sensor != 0;
    return 1;
}

/* A body in a slot, which is free, with room in the lists. 0: out of memory, nothing has changed. */
static int start_body(kamm_world *world, int32_t index, const kamm_body_def *given)
{
    const kamm_body_def usual = kamm_usual_body(given), *def = &usual;
    struct body_slot *slot = &world->slots[index];
    int is_dynamic = def->type == KAMM_BODY_DYNAMIC;
    if (!(is_dynamic ? start_dynamic_body : start_fixed_body)(world, index, def)) return 0;
    slot->is_used = 1;
    slot->is_dynamic = is_dynamic;
    if (!++slot->generation) ++slot->generation; /* 0 is no body's */
    world->driven_count += def->is_driven_on != 0;
    return 1;
}

int kamm_copy_bodies(kamm_world *world, const kamm_world_def *def)
{
    int count = def->body_count, bodies[2] = {0, 0};
    for (int i = 0; i < count; ++i) ++bodies[def->bodies[i].type == KAMM_BODY_DYNAMIC];
    if (!make_slot_room(world, count + 1)) return 0;
    for (int is_dynamic = 0; is_dynamic < 2; ++is_dynamic)
        if (!make_kind_room(world, is_dynamic, bodies[is_dynamic] + 1)) return 0;
    for (int i = 0; i < count; ++i, ++world->slot_count)
        if (!start_body(world, i, &def->bodies[i])) return 0;
    return 1;
}

/* The first that is free, or a new one; -1: out of memory. */
static int32_t find_slot(kamm_world *world)
{
    int32_t index = world->free_slots ? world->first_free_slot : world->slot_count;
    while (index < world->slot_count && world->slots[index].is_used) ++index;
    if (world->free_slots) world->first_free_slot = index;
    if (index < world->slot_count) return index;
    if (!make_slot_room(world, index < world->slot_room ? world->slot_room : 2 * index)) return -1;
    return index;
}

static void take_slot(kamm_world *world, int32_t index)
{
    if (index == world->slot_count)
        ++world->slot_count;
    else
        --world->free_slots;
}

static void free_slot(kamm_world *world, int32_t index)
{
    world->slots[index].is_used = 0;
    if (!world->free_slots++ || index < world->first_free_slot) world->first_free_slot = index;
}

/* Room for one more of its kind in the lists, and in all that depends on their number. 0: out of memory. */
static int make_body_room(kamm_world *world, int is_dynamic, int shape_count)
{
    struct kind_of_body kind = kind_of(world, is_dynamic);
    if (*kind.count == *kind.room && !make_kind_room(world, is_dynamic, 2 * *kind.room)) return 0;
    ++*kind.count;
    *kind.shape_count += shape_count;
    int has_room = kamm_has_room(world) || kamm_make_room(world);
    *kind.shape_count -= shape_count;
    --*kind.count;
    return has_room;
}

kamm_result kamm_add_body(kamm_world *world, const kamm_body_def *def, kamm_body *body,
                          kamm_error *error)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_ALIVE_WITH(error, world, KAMM_ERROR_MISUSE);
    KAMM_REQUIRE_WITH(error, def, KAMM_ERROR_MISUSE);
    int count = world->slot_count, is_dynamic = def->type == KAMM_BODY_DYNAMIC;
    kamm_result result = kamm_check_body(def, count, error);
    if (result != KAMM_OK) return result;
    if (count >= MAX_BODIES)
        return kamm_fail(error, KAMM_ERROR_RANGE, "bodies", "bodies: a world takes %d", MAX_BODIES);
    int32_t index = find_slot(world);
    if (index < 0 || !make_body_room(world, is_dynamic, kamm_usual_body(def).shape_count) ||
        !start_body(world, index, def))
        return kamm_fail(error, KAMM_ERROR_MEMORY, "bodies",
                         "out of memory for one more than %d bodies",
                         world->dynamic_count + world->fixed_count);
    take_slot(world, index);
    if (is_dynamic) {
        kamm_forget_bodies(world);
    } else {
        kamm_bury_faces_around(world, world->slots[index].place);
        kamm_forget_pairs(world);
    }
    if (body) *body = kamm_body_at(world, index);
    return KAMM_OK;
}

static void end_fixed(kamm_world *world, const struct body_slot *slot)
{
    int place = slot->place;
    world->sensor_count -= world->fixed_traits[place].sensor;
    kamm_remove_leaf(&world->fixed_tree, slot->leaf);
    kamm_uncover_faces_around(world, place);
    remove_fixed(world, place);
    kamm_forget_pairs(world);
}

kamm_result kamm_remove_body(kamm_world *world, kamm_body body, kamm_error *error)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_ALIVE_WITH(error, world, KAMM_ERROR_MISUSE);
    uint32_t number;
    kamm_result result = kamm_find_body(world, body, &number, error);
    if (result != KAMM_OK) return result;
    const struct body_slot *slot = &world->slots[body.index];
    kamm_wake_bodies_on(world, number);
    world->driven_count -= traits_of(world, number)->is_driven_on;
    free_slot(world, body.index);
    if (!slot->is_dynamic) {
        end_fixed(world, slot);
        return KAMM_OK;
    }
    kamm_remove_leaf(&world->dynamic_tree, slot->leaf);
    remove_dynamic(world, slot->place);
    kamm_forget_bodies(world);
    return KAMM_OK;
}

/* ---- asked ---- */

int kamm_body_count(const kamm_world *world)
{
    KAMM_REQUIRE_ALIVE(world, 0);
    return world->slot_count;
}

kamm_body kamm_body_at(const kamm_world *world, int index)
{
    const kamm_body none = {0, 0};
    KAMM_REQUIRE_ALIVE(world, none);
    if (index < 0 || index >= world->slot_count || !world->slots[index].is_used) return none;
    return (kamm_body){index, world->slots[index].generation};
}

int kamm_has_body(const kamm_world *world, kamm_body body)
{
    KAMM_REQUIRE_ALIVE(world, 0);
    return has_body(world, body);
}
