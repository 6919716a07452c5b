/* Who touched whom during a call. */
#include "world_state.h"
#include <kamm/contact.h>

#include <math.h>
#include <string.h>

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

/* Point and normal are those of the largest impulse. */
static void record(struct touch_record *to, const struct constraint *c)
{
    double impulse = c->impulse[0];
    to->impulse_ns += impulse;
    to->speed_mps = fmax(to->speed_mps, c->approach_mps);
    if (impulse <= to->max_impulse_ns) return;
    to->max_impulse_ns = impulse;
    memcpy(to->at, c->at, sizeof to->at);
    memcpy(to->normal, c->normal, sizeof to->normal);
}

/* A pair's contacts follow one another. */
void kamm_record_contact_events(kamm_world *world)
{
    struct touch_record *to = NULL;
    int32_t pair = -1;
    for (int i = 0; i < world->solver.count; ++i) {
        const struct constraint *c = &world->solver.constraints[i];
        if (c->pair < 0 || !(c->impulse[0] > 0)) continue;
        if (c->pair != pair) to = record_of(world, &world->near_pairs[c->pair]);
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
    struct touch_record *to = load > 0 ? record_of(world, &pair) : NULL;
    if (!to) return;
    to->surface = worst.surface;
    to->impulse_ns = load * time_s;
    to->speed_mps = fmax(worst.approach_mps, 0);
    for (int i = 0; i < 3; ++i) to->at[i] = worst.point_m[i], to->normal[i] = -worst.normal[i];
}

void kamm_record_scrapes(kamm_world *world, int substeps)
{
    for (int g = 0; g < world->group_count && substeps; ++g) {
        const struct car_group *group = &world->groups[g];
        for (int car = 0; group->cars->points && car < group->cars->count; ++car)
            if (kamm_body_touches(group->cars, car))
                record_scrape(world, group, car, substeps * world->dt);
    }
}

static void name_body(const kamm_world *world, uint32_t body, kamm_contact_event *touch, int side)
{
    touch->group[side] = 0;
    if (body == GROUND_BODY) {
        touch->kind[side] = KAMM_BODY_GROUND;
    } else if (is_solid(world, body)) {
        touch->kind[side] = KAMM_BODY_SOLID;
        touch->index[side] = solid_of(world, body);
    } else if (!is_car(world, body)) {
        touch->kind[side] = KAMM_BODY_THING;
        touch->index[side] = thing_of(world, body);
    } else {
        int car;
        const struct car_group *group = kamm_group_of(world, body, &car);
        touch->kind[side] = KAMM_BODY_CAR;
        touch->group[side] = (int32_t)(group - world->groups);
        touch->index[side] = car;
    }
}

void kamm_publish_contact_events(kamm_world *world)
{
    for (int i = 0; i < world->touch_count; ++i) {
        const struct touch_record *from = &world->records[i];
        kamm_contact_event *to = &world->touches[i];
        name_body(world, from->first, to, 0);
        name_body(world, from->second, to, 1);
        if (from->second == GROUND_BODY) to->index[1] = from->surface;
        memcpy(to->point_m, from->at, sizeof to->point_m);
        for (int k = 0; k < 3; ++k) to->normal[k] = (float)from->normal[k];
        to->impulse_ns = (float)from->impulse_ns;
        to->speed_mps = (float)from->speed_mps;
    }
}
