/* The bodies of a world: made from its def, added and removed between steps.
 *
 * Dynamic bodies have one set of lists, static and kinematic ones another. Both are in order of the bodies' indices and have no gaps:
 * so worlds with equal bodies at equal indices have equal lists, whatever came and went before. A slot for each index says where its body
 * is. */
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
#include "lists.h"
#include "shapes.h"

#include <math.h>
#include <string.h>

/* ---- the lists ---- */

/* Lists of dynamic bodies, or of the others. */
struct kind_of_body {
    struct world_list lists[WORLD_LISTS_MAX];
    int list_count;
    int *count, *room; /* bodies */
    struct body_traits **traits;
    struct body_shape **shapes;
    struct shape_pool *pool;
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
        &w->dynamic_traits,
        &w->dynamic_shapes,
        &w->dynamic_pool};
    const struct kind_of_body of_fixed = {{{(void **)&w->fixed_traits, sizeof *w->fixed_traits},
                                           {(void **)&w->fixed_shapes, sizeof *w->fixed_shapes},
                                           {(void **)&w->fixed_states, sizeof *w->fixed_states}},
                                          3,
                                          &w->fixed_count,
                                          &w->fixed_room,
                                          &w->fixed_traits,
                                          &w->fixed_shapes,
                                          &w->fixed_pool};
    return is_dynamic ? of_dynamic : of_fixed;
}

/* `at` gets the lists of a pool; returns how many. */
static int list_pool(struct shape_pool *pool, struct world_list at[WORLD_LISTS_MAX])
{
    const struct world_list lists[] = {{(void **)&pool->boxes, sizeof *pool->boxes},
                                       {(void **)&pool->convexes, sizeof *pool->convexes},
                                       {(void **)&pool->meshes, sizeof *pool->meshes},
                                       {(void **)&pool->placed, sizeof *pool->placed}};
    memcpy(at, lists, sizeof lists);
    return (int)(sizeof lists / sizeof *lists);
}

/* 0: out of memory, nothing has changed. */
static int make_kind_room(kamm_world *world, int is_dynamic, int room)
{
    struct kind_of_body kind = kind_of(world, is_dynamic);
    if (room <= *kind.room) return 1;
    if (!kamm_grow_lists(kind.lists, kind.list_count, (size_t)*kind.count, (size_t)room)) return 0;
    *kind.room = room;
    return 1;
}

/* Bodies know where their shapes are that have moved up or down the pool. */
static void point_shapes_from(struct kind_of_body *kind, int place)
{
    struct body_shape *shapes = *kind->shapes;
    int first = place ? shapes[place - 1].first + shapes[place - 1].box_count : 0;
    for (int i = place; i < *kind->count; first += shapes[i++].box_count)
        kamm_point_shape(&shapes[i], kind->pool, first);
}

/* Room for so many shapes. 0: out of memory, nothing has changed. */
static int make_pool_room(kamm_world *world, int is_dynamic, int room)
{
    struct kind_of_body kind = kind_of(world, is_dynamic);
    struct shape_pool *pool = kind.pool;
    struct world_list lists[WORLD_LISTS_MAX];
    int count = list_pool(pool, lists);
    if (room <= pool->room) return 1;
    if (!kamm_grow_lists(lists, count, (size_t)pool->count, (size_t)room)) return 0;
    pool->room = room;
    point_shapes_from(&kind, 0);
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

/* Slots know where bodies are that have moved up or down their lists. */
static void renumber_from(kamm_world *world, int is_dynamic, int place)
{
    struct kind_of_body kind = kind_of(world, is_dynamic);
    for (int i = place; i < *kind.count; ++i) world->slots[(*kind.traits)[i].index].place = i;
    point_shapes_from(&kind, place);
}

/* Empty places in the pool for the shapes of the body in that place. There is room. */
static void insert_shapes(struct kind_of_body *kind, int place, int shape_count)
{
    struct shape_pool *pool = kind->pool;
    struct world_list lists[WORLD_LISTS_MAX];
    int count = list_pool(pool, lists), first = 0;
    if (place) {
        const struct body_shape *before = &(*kind->shapes)[place - 1];
        first = before->first + before->box_count;
    }
    for (int i = 0; i < shape_count; ++i)
        kamm_insert_place(lists, count, (size_t)pool->count++, (size_t)first);
    (*kind->shapes)[place].first = first;
}

/* The place of a new body: behind those with lower indices. There is room. */
static int insert_place(kamm_world *world, int is_dynamic, int32_t index, int shape_count)
{
    struct kind_of_body kind = kind_of(world, is_dynamic);
    int place = *kind.count;
    while (place > 0 && (*kind.traits)[place - 1].index > index) --place;
    kamm_insert_place(kind.lists, kind.list_count, (size_t)*kind.count, (size_t)place);
    (*kind.traits)[place].index = index;
    ++*kind.count;
    insert_shapes(&kind, place, shape_count);
    return place;
}

static void remove_place(kamm_world *world, int is_dynamic, int place)
{
    struct kind_of_body kind = kind_of(world, is_dynamic);
    const struct body_shape shape = (*kind.shapes)[place];
    struct world_list lists[WORLD_LISTS_MAX];
    int count = list_pool(kind.pool, lists);
    kamm_release_shape(&shape);
    for (int i = 0; i < shape.box_count; ++i)
        kamm_remove_place(lists, count, (size_t)kind.pool->count--, (size_t)shape.first);
    kamm_remove_place(kind.lists, kind.list_count, (size_t)*kind.count, (size_t)place);
    --*kind.count;
    renumber_from(world, is_dynamic, place);
}

void kamm_release_bodies(kamm_world *world)
{
    for (int is_dynamic = 0; is_dynamic < 2; ++is_dynamic) {
        struct kind_of_body kind = kind_of(world, is_dynamic);
        struct world_list lists[WORLD_LISTS_MAX];
        int count = list_pool(kind.pool, lists);
        for (int i = 0; i < *kind.count; ++i) kamm_release_shape(&(*kind.shapes)[i]);
        kamm_release_lists(lists, count);
        kamm_release_lists(kind.lists, kind.list_count);
    }
    kamm_release(world->slots);
}

/* ---- coming and going ---- */

/* One whose frame is that of the world has its boxes where it says, to the bit. 0: out of memory. */
static int start_fixed(kamm_world *world, int i, const kamm_body_def *from)
{
    static const double own_origin[3] = {0, 0, 0};
    struct fixed_state *state = &world->fixed_states[i];
    struct body_shape *shape = &world->fixed_shapes[i];
    if (!kamm_shape_body(from, own_origin, &world->fixed_pool, shape->first, shape)) return 0;
    memcpy(state->position, from->position_m, sizeof state->position);
    memcpy(state->q, from->orientation, sizeof state->q);
    kamm_normalise(state->q);
    kamm_place_fixed_boxes(world, i);
    world->sleepers_unseen |= from->sensor;
    world->kinematic_count += from->type == KAMM_BODY_KINEMATIC;
    return 1;
}

/* 0: out of memory. */
static int start_dynamic(kamm_world *world, int i, const kamm_body_def *from)
{
    struct body_shape *shape = &world->dynamic_shapes[i];
    kamm_find_body_mass(from, &world->dynamic_masses[i]);
    if (!kamm_shape_body(from, world->dynamic_masses[i].centre_m, &world->dynamic_pool,
                         shape->first, shape))
        return 0;
    kamm_put_dynamic_body(world, i, from->position_m, from->orientation);
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

/* A body in a slot, which is free, with room in the lists. 0: out of memory, nothing has changed. */
static int start_body(kamm_world *world, int32_t index, const kamm_body_def *given)
{
    const kamm_body_def usual = kamm_usual_body(given), *def = &usual;
    struct body_slot *slot = &world->slots[index];
    int is_dynamic = def->type == KAMM_BODY_DYNAMIC;
    int place = insert_place(world, is_dynamic, index, def->shape_count);
    if (!(is_dynamic ? start_dynamic(world, place, def) : start_fixed(world, place, def))) {
        remove_place(world, is_dynamic, place);
        return 0;
    }
    (*kind_of(world, is_dynamic).traits)[place] = traits_from(def, index);
    slot->is_used = 1;
    slot->is_dynamic = is_dynamic;
    if (!++slot->generation) ++slot->generation; /* 0 is no body's */
    world->driven_count += def->is_driven_on != 0;
    renumber_from(world, is_dynamic, place);
    return 1;
}

int kamm_copy_bodies(kamm_world *world, const kamm_world_def *def)
{
    int count = def->body_count, bodies[2] = {0, 0}, shapes[2] = {0, 0};
    for (int i = 0; i < count; ++i) {
        int is_dynamic = def->bodies[i].type == KAMM_BODY_DYNAMIC;
        ++bodies[is_dynamic];
        shapes[is_dynamic] += kamm_usual_body(&def->bodies[i]).shape_count;
    }
    if (!make_slot_room(world, count + 1)) return 0;
    for (int is_dynamic = 0; is_dynamic < 2; ++is_dynamic)
        if (!make_kind_room(world, is_dynamic, bodies[is_dynamic] + 1) ||
            !make_pool_room(world, is_dynamic, shapes[is_dynamic] + 1))
            return 0;
    for (int i = 0; i < count; ++i, ++world->slot_count)
        if (!start_body(world, i, &def->bodies[i])) return 0;
    return 1;
}

/* The first that is free, or a new one; -1: out of memory. */
static int32_t find_slot(kamm_world *world)
{
    int32_t index = 0;
    while (index < world->slot_count && world->slots[index].is_used) ++index;
    if (index < world->slot_count) return index;
    if (!make_slot_room(world, index < world->slot_room ? world->slot_room : 2 * index)) return -1;
    ++world->slot_count;
    return index;
}

/* Room for one more of its kind in the lists, and in all that depends on their number. 0: out of memory. */
static int make_body_room(kamm_world *world, int is_dynamic, int shape_count)
{
    struct kind_of_body kind = kind_of(world, is_dynamic);
    int full = *kind.count == *kind.room, shapes = kind.pool->count + shape_count, has_room;
    if (full && !make_kind_room(world, is_dynamic, 2 * *kind.room)) return 0;
    if (shapes > kind.pool->room && !make_pool_room(world, is_dynamic, 2 * shapes)) return 0;
    ++*kind.count;
    kind.pool->count += shape_count;
    has_room = kamm_has_room(world) || kamm_make_room(world);
    kind.pool->count -= shape_count;
    --*kind.count;
    return has_room;
}

/* What static bodies cover changes with each that comes or goes, and shapes of a kinematic one cover each other; then all pairs are found
 * again. */
static void forget_pairs(kamm_world *world, kamm_body_type type, int shape_count)
{
    if (type == KAMM_BODY_STATIC || (type == KAMM_BODY_KINEMATIC && shape_count > 1)) {
        world->broad.sorted_count = 0;
        kamm_bury_faces(world);
    }
    kamm_forget_bodies(world);
}

kamm_result kamm_add_body(kamm_world *world, const kamm_body_def *def, kamm_body *body,
                          kamm_error *error)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_ALIVE(world, KAMM_ERROR_RANGE);
    KAMM_REQUIRE(def, KAMM_ERROR_RANGE);
    int count = world->slot_count, is_dynamic = def->type == KAMM_BODY_DYNAMIC;
    kamm_result result = kamm_check_body(def, count, error);
    if (result != KAMM_OK) return result;
    int shape_count = kamm_usual_body(def).shape_count;
    if (count >= MAX_BODIES)
        return kamm_fail(error, KAMM_ERROR_RANGE, "bodies", "bodies: a world takes %d", MAX_BODIES);
    int32_t index = find_slot(world);
    if (index < 0 || !make_body_room(world, is_dynamic, shape_count) ||
        !start_body(world, index, def)) {
        world->slot_count = count;
        return kamm_fail(error, KAMM_ERROR_MEMORY, "bodies",
                         "out of memory for one more than %d bodies",
                         world->dynamic_count + world->fixed_count);
    }
    forget_pairs(world, def->type, shape_count);
    if (body) *body = kamm_body_at(world, index);
    return KAMM_OK;
}

kamm_result kamm_remove_body(kamm_world *world, kamm_body body, kamm_error *error)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_ALIVE(world, KAMM_ERROR_RANGE);
    uint32_t number;
    kamm_result result = kamm_find_body(world, body, &number, error);
    if (result != KAMM_OK) return result;
    struct body_slot *slot = &world->slots[body.index];
    kamm_body_type type = traits_of(world, number)->type;
    kamm_wake_bodies_on(world, number);
    world->kinematic_count -= type == KAMM_BODY_KINEMATIC;
    world->driven_count -= traits_of(world, number)->is_driven_on;
    int shape_count = kamm_shape_of(world, number)->box_count;
    slot->is_used = 0;
    remove_place(world, slot->is_dynamic, slot->place);
    forget_pairs(world, type, shape_count);
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
