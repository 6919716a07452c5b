/* Contacts that began or ended during a call. */
#include "events.h"
#include "../../vehicle/chassis.h"
#include "../bodies/bodies.h"
#include "../state.h"
#include "touching.h"
#include <kamm/contact.h>

#include <math.h>
#include <string.h>

#define PARTED_M 0.01 /* of bodies of the usual size */

void kamm_forget_contact_events(kamm_world *world) { world->touch_count = 0; }

static int before(const struct touch_record *a, uint32_t first, uint32_t second)
{
    return a->first < first || (a->first == first && a->second < second);
}

/* The record of a pair, new or not, among those in order; NULL if there is no room. */
static struct touch_record *record_of(kamm_world *world, const struct body_pair *pair)
{
    struct touch_record *records = world->records;
    int low = 0, high = world->touch_count;
    while (low < high) {
        int middle = (low + high) / 2;
        if (before(&records[middle], pair->first, pair->second))
            low = middle + 1;
        else
            high = middle;
    }
    if (low < world->touch_count && records[low].first == pair->first &&
        records[low].second == pair->second)
        return &records[low];
    if (world->touch_count == world->touch_room) return NULL;
    memmove(&records[low + 1], &records[low], (size_t)(world->touch_count - low) * sizeof *records);
    ++world->touch_count;
    records[low] = (struct touch_record){.first = pair->first, .second = pair->second};
    return &records[low];
}

/* That two bodies touch now. */
static struct touch_record *record_touch(kamm_world *world, const struct body_pair *pair)
{
    int begins = kamm_keep_touch(world, &world->touching, pair->first, pair->second);
    struct touch_record *to = record_of(world, pair);
    if (!to) return NULL;
    if (begins) to->phase |= KAMM_CONTACT_BEGAN;
    to->phase &= ~KAMM_CONTACT_ENDED;
    return to;
}

/* Point, normal and friction are those of the largest impulse. */
static void record(struct touch_record *to, const struct constraint *c)
{
    double impulse = c->impulse[0];
    to->impulse_ns += impulse;
    to->speed_mps = fmax(to->speed_mps, c->approach_mps);
    if (impulse <= to->max_impulse_ns) return;
    to->max_impulse_ns = impulse;
    to->friction = c->friction;
    memcpy(to->at, c->at, sizeof to->at);
    memcpy(to->normal, c->normal, sizeof to->normal);
}

/* Two bodies that have touched go on touching while they are that near. */
static void linger(kamm_world *world, const struct constraint *c)
{
    const struct body_pair *pair = &world->near_pairs[c->pair];
    struct touch *touch = c->gap_m < PARTED_M * c->scale
                              ? kamm_find_touch(&world->touching, pair->first, pair->second)
                              : NULL;
    if (touch) touch->seen = 1;
}

/* A pair's contacts follow one another. */
static void record_contacts(kamm_world *world)
{
    struct touch_record *to = NULL;
    int32_t pair = -1;
    for (int i = 0; i < world->solver.count; ++i) {
        const struct constraint *c = &world->solver.constraints[i];
        if (c->pair < 0) continue;
        if (!(c->impulse[0] > 0)) {
            if (c->pair != pair) linger(world, c);
            continue;
        }
        if (c->pair != pair) to = record_touch(world, &world->near_pairs[c->pair]);
        pair = c->pair;
        if (to) record(to, c);
    }
}

/* The point with the greatest load stands for all. */
static void record_scrape(kamm_world *world, const struct car_group *group, int car, double time_s)
{
    kamm_body_contact worst = {.touches = 0}, point;
    double load = 0;
    for (int p = 0; p < KAMM_BODY_POINTS; ++p) {
        kamm_read_body_contact(group->cars, car, p, &point);
        load += point.load_n;
        if (point.load_n > worst.load_n) worst = point;
    }
    const struct body_pair pair = {(uint32_t)(group->first_body + car), GROUND_BODY};
    struct touch_record *to = record_touch(world, &pair);
    if (!to || !(load > 0)) return;
    to->impulse_ns += load * time_s;
    to->speed_mps = fmax(to->speed_mps, worst.approach_mps);
    if (load * time_s <= to->max_impulse_ns) return;
    to->max_impulse_ns = load * time_s;
    to->surface = worst.surface;
    to->friction = kamm_model_at(group->cars, car)->chassis->body_contact.friction;
    for (int i = 0; i < 3; ++i) to->at[i] = worst.point_m[i], to->normal[i] = -worst.normal[i];
}

/* Two that no longer touch. */
static void end_touch(kamm_world *world, struct touch *touch)
{
    const struct body_pair pair = {touch->first, touch->second};
    struct touch_record *to = record_of(world, &pair);
    if (to) to->phase |= KAMM_CONTACT_ENDED;
    kamm_drop_touch(&world->touching, touch);
}

static void look_at_body(kamm_world *world, const struct car_group *group, int car, double time_s)
{
    uint32_t body = (uint32_t)(group->first_body + car);
    if (kamm_body_touches(group->cars, car)) {
        record_scrape(world, group, car, time_s);
    } else if (world->touching.count) {
        struct touch *touch = kamm_find_touch(&world->touching, body, GROUND_BODY);
        if (touch) end_touch(world, touch);
    }
}

void kamm_record_scrapes(kamm_world *world, const int *blocks, int count, int substeps)
{
    for (int i = 0; i < count; ++i) {
        const struct car_group *group = kamm_group_of_block(world, blocks[i]);
        int first = (blocks[i] - group->first_block) * KAMM_BLOCK, end = first + KAMM_BLOCK;
        for (int car = first; group->cars->points && car < end && car < group->cars->count; ++car)
            look_at_body(world, group, car, substeps * world->dt);
    }
}

void kamm_record_contact_events(kamm_world *world)
{
    struct touch_list *list = &world->touching;
    for (int i = 0; i < list->count; ++i) list->touches[i].seen = 0;
    record_contacts(world);
    for (int i = list->count - 1; i >= 0; --i)
        if (!list->touches[i].seen && !kamm_touch_rests(world, &list->touches[i]))
            end_touch(world, &list->touches[i]);
    kamm_record_scrapes(world, world->active_blocks, world->active_block_count, 1);
}

static int32_t material_of(const kamm_world *world, uint32_t body)
{
    if (!is_car(world, body)) return traits_of(world, body)->material;
    int car;
    return kamm_group_of(world, body, &car)->tags[car].material;
}

static void publish(const kamm_world *world, const struct touch_record *from,
                    kamm_contact_event *to)
{
    const uint32_t body[2] = {from->first, from->second};
    for (int side = 0; side < 2; ++side) {
        kamm_body_id id = kamm_name_body(world, body[side]);
        int ground = id.type == KAMM_BODY_GROUND;
        to->type[side] = id.type;
        to->group[side] = id.group;
        to->index[side] = ground ? from->surface : id.index;
        to->material[side] = ground ? from->surface : material_of(world, body[side]);
    }
    memcpy(to->point_m, from->at, sizeof to->point_m);
    for (int k = 0; k < 3; ++k) to->normal[k] = (float)from->normal[k];
    to->impulse_ns = (float)from->impulse_ns;
    to->speed_mps = (float)from->speed_mps;
    to->friction = (float)from->friction;
    to->phase = from->phase;
}

void kamm_publish_contact_events(kamm_world *world)
{
    for (int i = 0; i < world->touch_count; ++i)
        publish(world, &world->records[i], &world->touches[i]);
}
