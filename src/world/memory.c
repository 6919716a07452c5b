/* Room for everything that depends on how many bodies there are. All of it is made between steps. */
#include "memory.h"
#include "../base/error.h"
#include "contact/touching.h"
#include "contact/wheels.h"
#include "state.h"

#include <limits.h>
#include <string.h>

/* One array: where its pointer is, how many it holds, the size of each, and how many of the old one are kept. */
struct part {
    void **at;
    size_t count, size, kept;
};
enum { MOST_PARTS = 56, MOST_COUNTED_SHAPES = 2048 };

static int at_least(int a, int b) { return a > b ? a : b; }
static int four_times(int a) { return a > INT_MAX / 4 ? INT_MAX : 4 * a; }

/* Puts a list behind the parts that are there; returns where the next ones go. */
static struct part *append(struct part *at, const struct part *list, size_t count)
{
    memcpy(at, list, count * sizeof *list);
    return at + count;
}
#define APPEND(at, list) append(at, list, sizeof(list) / sizeof *(list))
#define PART(pointer, count)                             \
    {                                                    \
        (void **)&(pointer), count, sizeof *(pointer), 0 \
    }

static struct part *list_pair_parts(kamm_world *w, struct part *at)
{
    size_t moving = (size_t)moving_count(w), all = moving + 1;
    size_t pairs = (size_t)w->broad.pair_room;
    struct broad_phase *b = &w->broad;
    const struct part list[] = {
        PART(b->bounds, all),
        PART(b->sorted, all),
        PART(b->items, all),
        PART(b->spare, all),
        PART(b->pairs, pairs),
        PART(b->found, pairs),
        PART(w->is_near, pairs),
        PART(w->near_pairs, pairs),
        PART(w->contacts, pairs < PAIR_BATCH ? pairs : (size_t)PAIR_BATCH),
        PART(w->sensor_pairs, pairs),
        PART(w->is_rolled_on, pairs),
        PART(w->ridden, 2 * pairs),
        PART(w->first_ridden, moving + 2),
    };
    return APPEND(at, list);
}

static struct part *list_body_parts(kamm_world *w, struct part *at)
{
    size_t moving = (size_t)moving_count(w), blocks = (size_t)w->block_count + 1;
    size_t boxes = (size_t)moving_box_count(w) + 1;
    const struct part list[] = {
        PART(w->block_rides, blocks),
        PART(w->block_rode, blocks),
        PART(w->covered, moving + 1),
        PART(w->active, moving + 1),
        PART(w->is_active, moving + 1),
        PART(w->is_covered, moving + 1),
        PART(w->block_active, blocks),
        PART(w->active_blocks, blocks),
        PART(w->free_blocks, blocks),
        PART(w->frames, moving + 1),
        PART(w->frame_boxes, boxes),
        PART(w->frame_bounds, boxes),
        PART(w->responses, w->response_count + 1),
        PART(w->solver_body, moving + 1),
        PART(w->solved, moving + 1),
        PART(w->held, moving + 1),
        PART(w->before, moving + 1),
        PART(w->joints.first_of_body, moving + 1),
        PART(w->joints.is_linked, moving + 1),
        PART(w->joints.stiffness, moving + 1),
    };
    return APPEND(at, list);
}

static struct part *list_solver_parts(kamm_world *w, struct part *at)
{
    size_t moving = (size_t)moving_count(w), constraints = (size_t)w->constraint_room;
    size_t islands = constraints + moving + 1; /* joints make some without contacts */
    struct solver *s = &w->solver;
    const struct part list[] = {
        PART(s->bodies, moving + 1),       PART(s->responses, moving + 1),
        PART(s->constraints, constraints), PART(s->pairs, constraints),
        PART(s->order, constraints),       PART(s->sorted, constraints),
        PART(s->islands, islands),         PART(s->root, moving + 1),
        PART(s->used_colours, moving + 1), PART(s->island_of, moving + 1),
        PART(s->small, islands),
    };
    return APPEND(at, list);
}

/* Lists the reports of the last step, and the touching bodies, which are kept. */
static struct part *list_event_parts(kamm_world *w, struct part *at)
{
    size_t touches = (size_t)at_least(w->touching.room, kamm_touch_room_of(w));
#define TOUCHES(list)                                                                   \
    {                                                                                   \
        (void **)&(list).touches, touches, sizeof *(list).touches, (size_t)(list).count \
    }
    const struct part list[] = {
        PART(w->records, (size_t)w->touch_room),
        PART(w->touches, (size_t)w->touch_room),
        PART(w->sensor_events, (size_t)w->sensor_event_room),
        TOUCHES(w->touching),
        TOUCHES(w->visiting),
    };
#undef TOUCHES
    return APPEND(at, list);
}
#undef PART
#undef APPEND

/* Returns how many there are. */
static int list_parts(kamm_world *w, struct part parts[MOST_PARTS])
{
    struct part *end = list_pair_parts(w, parts);
    end = list_body_parts(w, end);
    end = list_solver_parts(w, end);
    end = list_event_parts(w, end);
    return (int)(end - parts);
}

void kamm_forget_bodies(kamm_world *world)
{
    size_t moving = (size_t)moving_count(world);
    memset(world->solver_body, 0, (moving + 1) * sizeof *world->solver_body);
    memset(world->responses, 0, (world->response_count + 1) * sizeof *world->responses);
    world->solver.body_count = 1; /* the first is what does not move */
    world->solver.count = 0;
    world->broad.sorted_count = 0;
    kamm_forget_pairs(world);
}

void kamm_forget_pairs(kamm_world *world)
{
    world->broad.pair_count = 0;
    world->covered_substeps = 0;
    world->touch_count = world->sensor_event_count = world->sensor_pair_count = 0;
    kamm_renumber_touches(world);
    if (world->joints.calls) world->joints.calls->renumber(world);
    for (int i = 0; i < world->group_count; ++i)
        for (int block = 0; block < world->groups[i].cars->blocks; ++block)
            kamm_forget_supports(&world->groups[i], block);
}

/* New arrays in place of the old ones, empty; 0 and nothing changed if memory is out. */
static int replace_arrays(kamm_world *world)
{
    struct part parts[MOST_PARTS];
    void *made[MOST_PARTS];
    int count = list_parts(world, parts);
    for (int i = 0; i < count; ++i) {
        made[i] = kamm_allocate_array(parts[i].count, parts[i].size);
        if (made[i]) continue;
        while (i-- > 0) kamm_release(made[i]);
        return 0;
    }
    for (int i = 0; i < count; ++i) {
        if (parts[i].kept) memcpy(made[i], *parts[i].at, parts[i].kept * parts[i].size);
        kamm_release(*parts[i].at);
        *parts[i].at = made[i];
    }
    world->touching.room = world->visiting.room =
        at_least(world->touching.room, kamm_touch_room_of(world));
    world->moving_room = moving_count(world);
    world->frame_box_room = moving_box_count(world);
    kamm_forget_bodies(world);
    return 1;
}

/* Shapes of fixed bodies, as far as room for pairs depends on them. */
static int counted_shapes(const kamm_world *world)
{
    int count = world->fixed_shape_count;
    return count < MOST_COUNTED_SHAPES ? count : MOST_COUNTED_SHAPES;
}

int kamm_has_room(const kamm_world *world)
{
    return moving_count(world) <= world->moving_room &&
           moving_box_count(world) <= world->frame_box_room &&
           counted_shapes(world) <= world->fixed_shape_room;
}

/* Shapes that come later get room for as many again. */
static int fixed_room_of(const kamm_world *world)
{
    int shapes = counted_shapes(world), room = world->fixed_shape_room;
    return shapes <= room ? room : at_least(shapes, 2 * room);
}

int kamm_make_room(kamm_world *world)
{
    int moving = moving_count(world), pairs = world->broad.pair_room, touches = world->touch_room;
    int constraints = world->constraint_room, events = world->sensor_event_room;
    int shapes = fixed_room_of(world), old_shapes = world->fixed_shape_room;
    world->fixed_shape_room = shapes;
    world->broad.pair_room = at_least(pairs, 16 * moving + 8 * shapes + 64);
    world->constraint_room =
        at_least(constraints, 16 * (moving < 1000 ? moving : 1000) + moving + 256);
    world->touch_room = at_least(touches, 4 * moving + 64);
    world->sensor_event_room = at_least(events, 4 * moving + 256);
    if (replace_arrays(world)) return 1;
    world->fixed_shape_room = old_shapes;
    world->broad.pair_room = pairs;
    world->constraint_room = constraints;
    world->touch_room = touches;
    world->sensor_event_room = events;
    return 0;
}

void kamm_grow_room(kamm_world *world)
{
    int pairs = world->broad.pair_count + world->broad.missed, room = world->broad.pair_room;
    int constraints = world->max_constraints + world->missed_constraints;
    int constraint_room = world->constraint_room;
    int events = world->sensor_event_count, event_room = world->sensor_event_room;
    world->max_constraints = world->missed_constraints = 0;
    if (pairs <= room / 2 && constraints <= constraint_room / 2 && events <= event_room / 2) return;
    if (pairs > room / 2) world->broad.pair_room = four_times(pairs);
    if (constraints > constraint_room / 2) world->constraint_room = four_times(constraints);
    if (events > event_room / 2) world->sensor_event_room = four_times(events);
    if (replace_arrays(world)) return;
    world->broad.pair_room = room;
    world->constraint_room = constraint_room;
    world->sensor_event_room = event_room;
}

void kamm_release_room(kamm_world *world)
{
    struct part parts[MOST_PARTS];
    int count = list_parts(world, parts);
    for (int i = 0; i < count; ++i) kamm_release(*parts[i].at);
}
