/* Categories and masks that decide which bodies collide, and the caller's other settings of a body. */
#include "filters.h"
#include "../../base/error.h"
#include "../../base/float_mode.h"
#include "../contact/buried_faces.h"
#include "../state.h"
#include "bodies.h"
#include "dynamic_sleep.h"

#include <string.h>

int kamm_is_filter(const kamm_filter *filter) { return !(filter->category & KAMM_MASK_NONE); }

static uint32_t category_of(const kamm_filter *f) { return f->category ? f->category : 1; }
static uint32_t mask_of(const kamm_filter *f) { return f->mask ? f->mask : UINT32_MAX; }

int kamm_filters_meet(const kamm_filter *a, const kamm_filter *b)
{
    return (category_of(a) & mask_of(b)) && (category_of(b) & mask_of(a));
}

/* Where a body's filter is kept. */
static kamm_filter *filter_at(const kamm_world *world, uint32_t body)
{
    if (!is_car(world, body)) return &traits_of(world, body)->filter;
    int car;
    const struct car_group *group = kamm_group_of(world, body, &car);
    return &group->tags[car].filter;
}

int kamm_bodies_meet(const kamm_world *world, uint32_t a, uint32_t b)
{
    return kamm_filters_meet(filter_at(world, a), filter_at(world, b));
}

/* ---- set and read ---- */

static kamm_result check_index(const char *what, int index, int count, kamm_error *error)
{
    if (index >= 0 && index < count) return KAMM_OK;
    return kamm_fail(error, KAMM_ERROR_RANGE, what, "%s: %d of %d", what, index, count);
}

/* Returns the settings of a car; NULL, with `error` filled in, for a car of another world. */
static struct car_tag *find_tag(const kamm_world *world, const kamm_cars *cars, int car,
                                kamm_error *error)
{
    int group = kamm_find_group(world, cars);
    if (group < 0)
        kamm_fail(error, KAMM_ERROR_UNKNOWN, "cars", "cars: these are not in this world");
    else if (check_index("car", car, cars->count, error) == KAMM_OK)
        return &world->groups[group].tags[car];
    return NULL;
}

/* From the next substep on. */
static kamm_result set_filter(kamm_world *world, kamm_filter *to, const kamm_filter *filter,
                              kamm_error *error)
{
    if (!kamm_is_filter(filter))
        return kamm_fail(error, KAMM_ERROR_RANGE, "filter",
                         "filter: category 0x%x; the highest bit is none of a category's",
                         (unsigned)filter->category);
    *to = *filter;
    world->covered_substeps = 0;
    return KAMM_OK;
}

kamm_result kamm_set_car_filter(kamm_world *world, const kamm_cars *cars, int car,
                                const kamm_filter *filter, kamm_error *error)
{
    KAMM_REQUIRE_ALIVE_WITH(error, world, KAMM_ERROR_MISUSE);
    KAMM_REQUIRE_ALIVE_WITH(error, cars, KAMM_ERROR_MISUSE);
    KAMM_REQUIRE_WITH(error, filter, KAMM_ERROR_MISUSE);
    kamm_error unheard;
    if (!error) error = &unheard;
    struct car_tag *tag = find_tag(world, cars, car, error);
    return tag ? set_filter(world, &tag->filter, filter, error) : error->code;
}

kamm_result kamm_set_body_filter(kamm_world *world, kamm_body body, const kamm_filter *filter,
                                 kamm_error *error)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_ALIVE_WITH(error, world, KAMM_ERROR_MISUSE);
    KAMM_REQUIRE_WITH(error, filter, KAMM_ERROR_MISUSE);
    uint32_t number;
    kamm_result result = kamm_find_body(world, body, &number, error);
    if (result == KAMM_OK) result = set_filter(world, filter_at(world, number), filter, error);
    if (result != KAMM_OK) return result;
    kamm_wake_bodies_on(world, number);
    if (is_fixed(world, number)) {
        kamm_bury_faces_around(world, fixed_of(world, number));
        kamm_uncover_faces_around(world, fixed_of(world, number));
    }
    return KAMM_OK;
}

kamm_result kamm_set_car_material(kamm_world *world, const kamm_cars *cars, int car,
                                  int32_t material, kamm_error *error)
{
    KAMM_REQUIRE_ALIVE_WITH(error, world, KAMM_ERROR_MISUSE);
    KAMM_REQUIRE_ALIVE_WITH(error, cars, KAMM_ERROR_MISUSE);
    kamm_error unheard;
    if (!error) error = &unheard;
    struct car_tag *tag = find_tag(world, cars, car, error);
    if (!tag) return error->code;
    tag->material = material;
    return KAMM_OK;
}

kamm_filter kamm_car_filter(const kamm_world *world, const kamm_cars *cars, int car)
{
    const kamm_filter none = {0, 0};
    KAMM_REQUIRE_ALIVE(world, none);
    KAMM_REQUIRE_ALIVE(cars, none);
    const struct car_tag *tag = find_tag(world, cars, car, NULL);
    return tag ? tag->filter : none;
}

kamm_filter kamm_body_filter(const kamm_world *world, kamm_body body)
{
    const kamm_filter none = {0, 0};
    KAMM_REQUIRE_ALIVE(world, none);
    return has_body(world, body) ? *filter_at(world, number_of(world, body.index)) : none;
}

/* ---- snapshots ---- */

enum { NO_MORE = -1 };
/* Returns the number of the next body, from one on, or NO_MORE. */
static int64_t next_body(const kamm_world *world, int64_t body)
{
    int64_t moving = moving_count(world), end = moving + world->slot_count;
    while (body < end && body >= moving && !has_fixed(world, (int)(body - moving))) ++body;
    return body < end ? body : NO_MORE;
}

size_t kamm_filters_size(const kamm_world *world)
{
    return (size_t)(moving_count(world) + world->fixed_count) * sizeof(kamm_filter);
}

void kamm_save_filters(const kamm_world *world, char *to)
{
    for (int64_t body = next_body(world, 0); body != NO_MORE; body = next_body(world, body + 1)) {
        memcpy(to, filter_at(world, (uint32_t)body), sizeof(kamm_filter));
        to += sizeof(kamm_filter);
    }
}

kamm_result kamm_check_filters(const kamm_world *world, const char *from, kamm_error *error)
{
    int count = moving_count(world) + world->fixed_count;
    for (int i = 0; i < count; ++i, from += sizeof(kamm_filter)) {
        kamm_filter filter;
        memcpy(&filter, from, sizeof filter);
        if (!kamm_is_filter(&filter))
            return kamm_fail(error, KAMM_ERROR_FORMAT, "snapshot",
                             "snapshot: body %d has a filter that no body has", i);
    }
    return KAMM_OK;
}

void kamm_restore_filters(kamm_world *world, const char *from)
{
    int fixed_filters_change = 0;
    for (int64_t body = next_body(world, 0); body != NO_MORE; body = next_body(world, body + 1)) {
        kamm_filter *filter = filter_at(world, (uint32_t)body);
        if (is_fixed(world, (uint32_t)body))
            fixed_filters_change |= memcmp(filter, from, sizeof *filter) != 0;
        memcpy(filter, from, sizeof *filter);
        from += sizeof *filter;
    }
    if (fixed_filters_change) kamm_bury_faces(world);
}
