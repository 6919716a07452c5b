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
#include "check.h"
#include "lists.h"
#include "shapes.h"
#include "solids.h"
#include "thing_mass.h"
#include "thing_sleep.h"
#include "things.h"

#include <math.h>
#include <string.h>

/* ---- the lists ---- */

/* Those of dynamic bodies, or of the others. */
struct kind_of_body {
    struct world_list lists[WORLD_LISTS_MAX];
    int list_count;
    int *count, *room; /* bodies */
    struct body_traits **traits;
};

static struct kind_of_body kind_of(kamm_world *w, int is_dynamic)
{
    const struct kind_of_body things = {{{(void **)&w->things, sizeof *w->things},
                                         {(void **)&w->masses, sizeof *w->masses},
                                         {(void **)&w->thing_shapes, sizeof *w->thing_shapes},
                                         {(void **)&w->thing_states, sizeof *w->thing_states},
                                         {(void **)&w->thing_loads, sizeof *w->thing_loads}},
                                        5,
                                        &w->thing_count,
                                        &w->thing_room,
                                        &w->things};
    const struct kind_of_body solids = {{{(void **)&w->solids, sizeof *w->solids},
                                         {(void **)&w->own_solid_boxes, sizeof *w->own_solid_boxes},
                                         {(void **)&w->solid_boxes, sizeof *w->solid_boxes},
                                         {(void **)&w->solid_convexes, sizeof *w->solid_convexes},
                                         {(void **)&w->solid_meshes, sizeof *w->solid_meshes},
                                         {(void **)&w->solid_radii, sizeof *w->solid_radii},
                                         {(void **)&w->solid_states, sizeof *w->solid_states}},
                                        7,
                                        &w->solid_count,
                                        &w->solid_room,
                                        &w->solids};
    return is_dynamic ? things : solids;
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
}

/* The place of a new body: behind those with lower indices. There is room. */
static int insert_place(kamm_world *world, int is_dynamic, int32_t index)
{
    struct kind_of_body kind = kind_of(world, is_dynamic);
    int place = *kind.count;
    while (place > 0 && (*kind.traits)[place - 1].index > index) --place;
    kamm_insert_place(kind.lists, kind.list_count, (size_t)*kind.count, (size_t)place);
    (*kind.traits)[place].index = index;
    ++*kind.count;
    return place;
}

static void remove_place(kamm_world *world, int is_dynamic, int place)
{
    struct kind_of_body kind = kind_of(world, is_dynamic);
    kamm_remove_place(kind.lists, kind.list_count, (size_t)*kind.count, (size_t)place);
    --*kind.count;
    renumber_from(world, is_dynamic, place);
}

/* ---- shapes ---- */

static void release_shapes(kamm_world *world, int is_dynamic, int place)
{
    if (is_dynamic) {
        kamm_release_shape(&world->thing_shapes[place]);
        return;
    }
    kamm_release(world->solid_convexes[place]);
    kamm_release_mesh(world->solid_meshes[place]);
}

void kamm_release_bodies(kamm_world *world)
{
    for (int is_dynamic = 0; is_dynamic < 2; ++is_dynamic) {
        struct kind_of_body kind = kind_of(world, is_dynamic);
        for (int i = 0; i < *kind.count; ++i) release_shapes(world, is_dynamic, i);
        kamm_release_lists(kind.lists, kind.list_count);
    }
    kamm_release(world->slots);
}

/* What is in its box, which becomes the one around it. 0: out of memory. */
static int make_shape(kamm_world *world, int i, const kamm_shape *shape)
{
    struct oriented_box *box = &world->own_solid_boxes[i];
    kamm_start_box(shape, box);
    if (shape->kind == KAMM_SHAPE_MESH)
        return (world->solid_meshes[i] = kamm_make_mesh(shape, box)) != NULL;
    world->solid_convexes[i] = kamm_new_convex(shape, box);
    return shape->kind == KAMM_SHAPE_BOX || world->solid_convexes[i];
}

/* ---- coming and going ---- */

/* One whose frame is that of the world has its box where it says, to the bit. 0: out of memory. */
static int start_solid(kamm_world *world, int i, const kamm_body_def *from)
{
    struct solid_state *state = &world->solid_states[i];
    double corners[8][3], farthest = 0;
    if (!make_shape(world, i, &from->shapes[0])) return 0;
    memcpy(state->position, from->position_m, sizeof state->position);
    memcpy(state->q, from->orientation, sizeof state->q);
    kamm_normalise(state->q);
    kamm_place_solid_box(world, i);
    kamm_box_corners(&world->own_solid_boxes[i], corners);
    for (int c = 0; c < 8; ++c) {
        const double *at = corners[c];
        farthest = fmax(farthest, sqrt((at[0] * at[0] + at[1] * at[1]) + at[2] * at[2]));
    }
    world->solid_radii[i] = farthest;
    world->sleepers_unseen |= from->sensor;
    world->moving_solids += from->type == KAMM_BODY_KINEMATIC;
    return 1;
}

/* 0: out of memory. */
static int start_thing(kamm_world *world, int i, const kamm_body_def *from)
{
    kamm_find_thing_mass(from, &world->masses[i]);
    if (!kamm_shape_thing(from, &world->masses[i], &world->thing_shapes[i])) return 0;
    kamm_put_thing(world, i, from->position_m, from->orientation);
    world->thing_states[i].asleep = from->asleep != 0;
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
    int place = insert_place(world, is_dynamic, index);
    if (!(is_dynamic ? start_thing(world, place, def) : start_solid(world, place, def))) {
        release_shapes(world, is_dynamic, place);
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
    int count = def->body_count, dynamic = 0;
    for (int i = 0; i < count; ++i) dynamic += def->bodies[i].type == KAMM_BODY_DYNAMIC;
    if (!make_slot_room(world, count + 1) || !make_kind_room(world, 1, dynamic + 1) ||
        !make_kind_room(world, 0, count - dynamic + 1))
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
static int make_body_room(kamm_world *world, int is_dynamic)
{
    struct kind_of_body kind = kind_of(world, is_dynamic);
    int full = *kind.count == *kind.room, has_room;
    if (full && !make_kind_room(world, is_dynamic, 2 * *kind.room)) return 0;
    ++*kind.count;
    has_room = kamm_has_room(world) || kamm_make_room(world);
    --*kind.count;
    return has_room;
}

/* What static bodies cover changes with each that comes or goes; then all pairs are found anew. */
static void forget_pairs(kamm_world *world, kamm_body_type type)
{
    if (type == KAMM_BODY_STATIC) {
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
    if (count >= MAX_BODIES)
        return kamm_fail(error, KAMM_ERROR_RANGE, "bodies", "bodies: a world takes %d", MAX_BODIES);
    int32_t index = find_slot(world);
    if (index < 0 || !make_body_room(world, is_dynamic) || !start_body(world, index, def)) {
        world->slot_count = count;
        return kamm_fail(error, KAMM_ERROR_MEMORY, "bodies",
                         "out of memory for one more than %d bodies",
                         world->thing_count + world->solid_count);
    }
    forget_pairs(world, def->type);
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
    kamm_wake_things_on(world, number);
    world->moving_solids -= type == KAMM_BODY_KINEMATIC;
    world->driven_count -= traits_of(world, number)->is_driven_on;
    release_shapes(world, slot->is_dynamic, slot->place);
    slot->is_used = 0;
    remove_place(world, slot->is_dynamic, slot->place);
    forget_pairs(world, type);
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
