/* Sensors: which bodies come in and go out, and when. A visit lasts from one substep to the next in a list of its own; whether a body is in
 * follows from where bodies are at a substep's end, and the time of a change from the straight way of the substep. */
#include "sensors.h"
#include "../../base/error.h"
#include "../../base/quaternion.h"
#include "../bodies/bodies.h"
#include "../bodies/filters.h"
#include "../bodies/fixed_bodies.h"
#include "../collide/shape_cast.h"
#include "../state.h"
#include "touching.h"

#include <math.h>
#include <string.h>

/* The clock of the cars as it was at the beginning of this substep. */
static double now_s(const kamm_world *world)
{
    uint64_t substeps = world->group_count ? world->groups[0].cars->substeps : world->taken;
    return (double)substeps * world->dt;
}

/* Adds an event in order of time. Without room it is lost, and the room grows with the next call. */
static void add_event(kamm_world *world, uint32_t body, uint32_t sensor, int entered,
                      double fraction)
{
    kamm_sensor_event event = {.sensor = traits_of(world, sensor)->index,
                               .entered = entered,
                               .body = kamm_name_body(world, body),
                               .time_s = now_s(world) + fraction * world->dt};
    int at = world->sensor_event_count++;
    if (at >= world->sensor_event_room) return;
    kamm_sensor_event *events = world->sensor_events;
    for (; at > 0 && events[at - 1].time_s > event.time_s; --at) events[at] = events[at - 1];
    events[at] = event;
}

/* ---- in a substep ---- */

void kamm_list_sensor_pairs(kamm_world *world)
{
    world->sensor_pair_count = 0;
    for (int i = 0; i < world->broad.pair_count; ++i)
        if (is_sensor(world, world->broad.pairs[i].second))
            world->sensor_pairs[world->sensor_pair_count++] = i;
}

void kamm_aim_sensors(kamm_world *world)
{
    for (int i = 0; i < world->sensor_pair_count; ++i) {
        uint32_t body = world->broad.pairs[world->sensor_pairs[i]].first;
        const struct world_motion *motion = &world->frames[body].motion;
        memcpy(world->before[body].position, motion->position, sizeof motion->position);
        memcpy(world->before[body].q, motion->q, sizeof motion->q);
    }
}

/* A part of a body, past one of a sensor's shapes. */
static int cast_past(const kamm_world *world, const struct collider *part, const double move[3],
                     int sensor, int shape, struct overlap_time *time)
{
    const struct oriented_box *box = &fixed_boxes_of(world, sensor)[shape];
    const struct collider of_sensor = {box, world->fixed_shapes[sensor].convexes[shape]};
    const struct triangle_mesh *mesh = world->fixed_shapes[sensor].meshes[shape];
    return mesh ? kamm_cast_past_mesh(part, move, mesh, box, time)
                : kamm_cast_past(part, move, &of_sensor, time);
}

/* A body's way through a sensor, as shares of the substep: the earliest and the last of both's parts. */
struct way {
    double first, last;
    int inside; /* at the end */
};

/* `own_move`: of the part in this substep. */
static void add_way(const kamm_world *world, const struct collider *part, const double own_move[3],
                    int sensor, int shape, struct way *way)
{
    struct overlap_time time;
    double move[3], moves[3];
    kamm_fixed_velocity(world, sensor, fixed_boxes_of(world, sensor)[shape].centre, moves);
    for (int k = 0; k < 3; ++k) move[k] = own_move[k] - moves[k] * world->dt;
    if (!cast_past(world, part, move, sensor, shape, &time)) return;
    if (time.last < -1 || time.first > 0) return;
    way->first = fmin(way->first, 1 + time.first);
    way->last = fmax(way->last, 1 + time.last);
    way->inside |= time.last >= 0;
}

static struct way way_through(const kamm_world *world, uint32_t body, uint32_t sensor)
{
    const struct body_frame *frame = &world->frames[body];
    const struct body_shape *shape = kamm_shape_of(world, body);
    const struct place_before *before = &world->before[body];
    int fixed = fixed_of(world, sensor), sensor_count = kamm_shape_of(world, sensor)->box_count;
    struct way way = {INFINITY, -INFINITY, 0};
    for (int i = 0; i < shape->box_count; ++i) {
        double move[3], arm[3];
        kamm_rotate(before->q, shape->boxes[i].centre, arm);
        const struct collider part = {&frame->boxes[i], shape->convexes[i]};
        for (int k = 0; k < 3; ++k)
            move[k] = frame->boxes[i].centre[k] - (before->position[k] + arm[k]);
        for (int n = 0; n < sensor_count; ++n) add_way(world, &part, move, fixed, n, &way);
    }
    return way;
}

static double within(double fraction) { return fmin(fmax(fraction, 0), 1); }

static void leave(kamm_world *world, struct touch *visit, double fraction)
{
    add_event(world, visit->first, visit->second, 0, fraction);
    kamm_drop_touch(&world->visiting, visit);
}

static void watch(kamm_world *world, uint32_t body, uint32_t sensor)
{
    const struct way way = way_through(world, body, sensor);
    struct touch *visit = kamm_find_touch(&world->visiting, body, sensor);
    if (way.inside) {
        if (kamm_keep_touch(world, &world->visiting, body, sensor))
            add_event(world, body, sensor, 1, within(way.first));
    } else if (visit) {
        leave(world, visit, within(way.last));
    } else if (way.first > 0 && way.first <= 1) {
        add_event(world, body, sensor, 1, way.first);
        add_event(world, body, sensor, 0, within(way.last));
    }
}

void kamm_watch_sensors(kamm_world *world)
{
    struct touch_list *visits = &world->visiting;
    for (int i = 0; i < visits->count; ++i) visits->touches[i].seen = 0;
    for (int i = 0; i < world->sensor_pair_count; ++i) {
        const struct body_pair *pair = &world->broad.pairs[world->sensor_pairs[i]];
        watch(world, pair->first, pair->second);
    }
    /* A body that was placed elsewhere, or no longer collides with the sensor, is no pair. */
    for (int i = visits->count - 1; i >= 0; --i)
        if (!visits->touches[i].seen && !kamm_touch_rests(world, &visits->touches[i]))
            leave(world, &visits->touches[i], 0);
}

/* ---- bodies that come asleep ---- */

static int lies_in(const kamm_world *world, int dynamic, int sensor)
{
    const double still[3] = {0, 0, 0};
    const struct dynamic_state *state = &world->dynamic_states[dynamic];
    const struct body_shape *shape = &world->dynamic_shapes[dynamic];
    struct overlap_time time;
    struct oriented_box box;
    double axis[3][3];
    kamm_axes_of(state->q, axis);
    for (int i = 0; i < shape->box_count; ++i) {
        kamm_move_box(&shape->boxes[i], state->position, (const double(*)[3])axis, &box);
        const struct collider part = {&box, shape->convexes[i]};
        for (int n = 0; n < world->fixed_shapes[sensor].box_count; ++n)
            if (cast_past(world, &part, still, sensor, n, &time)) return 1;
    }
    return 0;
}

static int has_sensor(const kamm_world *world, int slot)
{
    return has_fixed(world, slot) && world->fixed_traits[world->slots[slot].place].sensor;
}

static void see_sleeper_in(kamm_world *world, int dynamic, int slot)
{
    uint32_t body = (uint32_t)(world->car_count + dynamic), sensor = number_of(world, slot);
    if (kamm_bodies_meet(world, body, sensor) &&
        lies_in(world, dynamic, world->slots[slot].place) &&
        kamm_keep_touch(world, &world->visiting, body, sensor))
        add_event(world, body, sensor, 1, 0);
}

enum { FEW_SENSORS = 64 };
/* Lists sensors near a body in order. Returns how many, or FEW_SENSORS + 1 if there are more. */
static int sensors_near(const kamm_world *world, int dynamic, int32_t near[FEW_SENSORS])
{
    const struct dynamic_state *state = &world->dynamic_states[dynamic];
    double low[3], high[3], radius = 1.001 * world->dynamic_shapes[dynamic].radius;
    struct overlap_walk walk;
    int count = 0;
    for (int k = 0; k < 3; ++k)
        low[k] = state->position[k] - radius, high[k] = state->position[k] + radius;
    kamm_start_overlaps(&world->fixed_tree, low, high, &walk);
    for (int32_t slot; (slot = kamm_next_overlap(&walk)) >= 0;) {
        if (!has_sensor(world, slot)) continue;
        if (count == FEW_SENSORS) return FEW_SENSORS + 1;
        int at = count++;
        for (; at > 0 && near[at - 1] > slot; --at) near[at] = near[at - 1];
        near[at] = slot;
    }
    return count;
}

static void see_sleeper(kamm_world *world, int dynamic)
{
    int32_t near[FEW_SENSORS];
    int count = sensors_near(world, dynamic, near);
    if (count <= FEW_SENSORS) {
        for (int i = 0; i < count; ++i) see_sleeper_in(world, dynamic, near[i]);
        return;
    }
    for (int slot = 0; slot < world->slot_count; ++slot)
        if (has_sensor(world, slot)) see_sleeper_in(world, dynamic, slot);
}

static void see_sleepers(kamm_world *world)
{
    int has_sensors = world->sensor_count > 0;
    for (int i = 0; world->sleepers_unseen && has_sensors && i < world->dynamic_count; ++i)
        if (world->dynamic_states[i].asleep) see_sleeper(world, i);
    world->sleepers_unseen = 0;
}

void kamm_forget_sensor_events(kamm_world *world)
{
    world->sensor_event_count = 0;
    world->taken = 0;
    see_sleepers(world);
}

/* ---- asked ---- */

const kamm_sensor_event *kamm_sensor_events(const kamm_world *world, int *count)
{
    KAMM_REQUIRE_ALIVE(world, NULL);
    KAMM_REQUIRE(count, NULL);
    int room = world->sensor_event_room;
    *count = world->sensor_event_count < room ? world->sensor_event_count : room;
    return world->sensor_events;
}

int kamm_read_sensor(const kamm_world *world, kamm_body sensor, kamm_body_id *bodies, int room)
{
    KAMM_REQUIRE_ALIVE(world, 0);
    KAMM_REQUIRE(bodies || room <= 0, 0);
    if (!has_body(world, sensor)) return 0;
    uint32_t number = number_of(world, sensor.index);
    int count = 0;
    for (int i = 0; i < world->visiting.count; ++i) {
        const struct touch *visit = &world->visiting.touches[i];
        if (visit->second != number) continue;
        if (count < room) bodies[count] = kamm_name_body(world, visit->first);
        ++count;
    }
    return count;
}
