/* Touching bodies from one substep to the next: so that it is known when it begins and ends, over calls, snapshots and bodies that
 * come and go. There is room for so many by the number of bodies; a touch beyond that begins again in each substep. */
#include "touching.h"
#include "../../base/error.h"
#include "../bodies/bodies.h"
#include "../bodies/fixed_bodies.h"
#include "../bodies/sleep.h"
#include "../state.h"

#include <string.h>

enum { ROOM_PER_BODY = 8, ROOM_AT_LEAST = 32 };

int kamm_touch_room_of(const kamm_world *world)
{
    return ROOM_PER_BODY * moving_count(world) + ROOM_AT_LEAST;
}

static int before(const struct touch *a, uint32_t first, uint32_t second)
{
    return a->first < first || (a->first == first && a->second < second);
}

/* The first that is not before those two. */
static int place_of(const struct touch_list *list, uint32_t first, uint32_t second)
{
    int low = 0, high = list->count;
    while (low < high) {
        int middle = (low + high) / 2;
        if (before(&list->touches[middle], first, second))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

struct touch *kamm_find_touch(const struct touch_list *list, uint32_t first, uint32_t second)
{
    int at = place_of(list, first, second);
    if (at == list->count) return NULL;
    struct touch *touch = &list->touches[at];
    return touch->first == first && touch->second == second ? touch : NULL;
}

/* ---- by what bodies are ---- */

static struct body_key key_of(const kamm_world *world, uint32_t body)
{
    if (body == GROUND_BODY) return (struct body_key){NULL, 0};
    if (!is_car(world, body)) return (struct body_key){NULL, traits_of(world, body)->index};
    int car;
    const struct car_group *group = kamm_group_of(world, body, &car);
    return (struct body_key){group->cars, car};
}

/* 0: it is gone. */
static int number_key(const kamm_world *world, const struct body_key *key, uint32_t *body)
{
    if (*body == GROUND_BODY && !key->cars) return 1;
    if (!key->cars) {
        int is_there = world->slots[key->index].is_used;
        if (is_there) *body = number_of(world, key->index);
        return is_there;
    }
    int group = kamm_find_group(world, key->cars);
    if (group < 0) return 0;
    *body = (uint32_t)(world->groups[group].first_body + key->index);
    return 1;
}

int kamm_keep_touch(const kamm_world *world, struct touch_list *list, uint32_t first,
                    uint32_t second)
{
    int at = place_of(list, first, second);
    struct touch *touch = &list->touches[at];
    if (at < list->count && touch->first == first && touch->second == second) {
        touch->seen = 1;
        return 0;
    }
    if (list->count == kamm_touch_room_of(world)) return 1;
    memmove(touch + 1, touch, (size_t)(list->count - at) * sizeof *touch);
    ++list->count;
    *touch =
        (struct touch){first, second, {key_of(world, first), key_of(world, second)}, .seen = 1};
    return 1;
}

void kamm_drop_touch(struct touch_list *list, struct touch *touch)
{
    --list->count;
    memmove(touch, touch + 1, (size_t)(list->touches + list->count - touch) * sizeof *touch);
}

int kamm_body_rests(const kamm_world *world, uint32_t body)
{
    if (is_car(world, body)) return world->cars_may_sleep && kamm_car_sleeps(world, body);
    if (is_fixed(world, body)) return !(kamm_fixed_speed(world, fixed_of(world, body)) > 0);
    return world->dynamic_states[dynamic_of(world, body)].asleep;
}

int kamm_touch_rests(const kamm_world *world, const struct touch *touch)
{
    if (touch->second == GROUND_BODY) return 1;
    return kamm_body_rests(world, touch->first) && kamm_body_rests(world, touch->second);
}

/* ---- begin and end of touches ---- */

/* Groups of cars may have changed places, and with them the order of bodies. */
static void renumber(kamm_world *world, struct touch_list *list)
{
    int count = list->count;
    list->count = 0;
    for (int i = 0; i < count; ++i) {
        struct touch touch = list->touches[i];
        if (!number_key(world, &touch.key[0], &touch.first) ||
            !number_key(world, &touch.key[1], &touch.second))
            continue;
        if (list->count == kamm_touch_room_of(world)) return;
        if (touch.second < touch.first) {
            struct touch other = touch;
            touch.first = other.second, touch.second = other.first;
            touch.key[0] = other.key[1], touch.key[1] = other.key[0];
        }
        int at = place_of(list, touch.first, touch.second);
        struct touch *to = &list->touches[at];
        memmove(to + 1, to, (size_t)(list->count - at) * sizeof *to);
        *to = touch;
        ++list->count;
    }
}

void kamm_renumber_touches(kamm_world *world)
{
    renumber(world, &world->touching);
    renumber(world, &world->visiting);
}

static void rename_in(struct touch_list *list, const kamm_cars *from, const kamm_cars *to)
{
    for (int i = 0; i < list->count; ++i)
        for (int k = 0; k < 2; ++k)
            if (list->touches[i].key[k].cars == from) list->touches[i].key[k].cars = to;
}

void kamm_rename_touches(kamm_world *world, const kamm_cars *from, const kamm_cars *to)
{
    rename_in(&world->touching, from, to);
    rename_in(&world->visiting, from, to);
}

/* ---- snapshots ---- */

static size_t size_of_list(const kamm_world *world)
{
    return 2 * sizeof(uint32_t) + (size_t)kamm_touch_room_of(world) * sizeof(struct saved_touch);
}

size_t kamm_touches_size(const kamm_world *world) { return 2 * size_of_list(world); }

static char *save_list(const kamm_world *world, const struct touch_list *list, char *to)
{
    uint32_t count[2] = {(uint32_t)list->count, 0};
    memset(to, 0, size_of_list(world));
    memcpy(to, count, sizeof count);
    for (int i = 0; i < list->count; ++i) {
        const struct saved_touch saved = {list->touches[i].first, list->touches[i].second};
        memcpy(to + sizeof count + (size_t)i * sizeof saved, &saved, sizeof saved);
    }
    return to + size_of_list(world);
}

void kamm_save_touches(const kamm_world *world, char *to)
{
    save_list(world, &world->visiting, save_list(world, &world->touching, to));
}

static int is_body(const kamm_world *world, uint32_t body)
{
    uint32_t moving = (uint32_t)moving_count(world);
    return body < moving ||
           (body - moving < (uint32_t)world->slot_count && has_fixed(world, (int)(body - moving)));
}

/* Two bodies that there are, the first of which moves, behind those of before. */
static int can_touch(const kamm_world *world, const struct saved_touch *last,
                     const struct saved_touch *touch, int visit)
{
    int ordered = !last || last->first < touch->first ||
                  (last->first == touch->first && last->second < touch->second);
    if (!ordered || touch->first >= touch->second || is_fixed(world, touch->first)) return 0;
    if (!is_body(world, touch->first)) return 0;
    if (touch->second == GROUND_BODY) return !visit && is_car(world, touch->first);
    return is_body(world, touch->second) && is_sensor(world, touch->second) == visit;
}

static kamm_result check_saved(const kamm_world *world, const char *from, int visits,
                               kamm_error *error)
{
    struct saved_touch last, touch;
    uint32_t count[2];
    memcpy(count, from, sizeof count);
    int well = count[0] <= (uint32_t)kamm_touch_room_of(world);
    for (uint32_t i = 0; well && i < count[0]; ++i, last = touch) {
        memcpy(&touch, from + sizeof count + (size_t)i * sizeof touch, sizeof touch);
        well = can_touch(world, i ? &last : NULL, &touch, visits);
    }
    if (well) return KAMM_OK;
    return kamm_fail(error, KAMM_ERROR_FORMAT, "snapshot",
                     "snapshot: bodies touch that no bodies of this world are");
}

kamm_result kamm_check_touches(const kamm_world *world, const char *from, kamm_error *error)
{
    kamm_result result = check_saved(world, from, 0, error);
    return result == KAMM_OK ? check_saved(world, from + size_of_list(world), 1, error) : result;
}

static void restore_list(const kamm_world *world, struct touch_list *list, const char *from)
{
    uint32_t count[2];
    memcpy(count, from, sizeof count);
    list->count = 0;
    for (uint32_t i = 0; i < count[0]; ++i) {
        struct saved_touch saved;
        memcpy(&saved, from + sizeof count + (size_t)i * sizeof saved, sizeof saved);
        kamm_keep_touch(world, list, saved.first, saved.second);
    }
}

void kamm_restore_touches(kamm_world *world, const char *from)
{
    restore_list(world, &world->touching, from);
    restore_list(world, &world->visiting, from + size_of_list(world));
}
