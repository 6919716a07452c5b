/* Cars and combinations that come into a world, leave it, or take the place of others: between steps. Bodies are numbered
 * group by group, so a body that comes or goes gives others new numbers; what they do keeps its bits but for the order in which contacts
 * are solved. */
#include "groups.h"
#include "../../base/error.h"
#include "../../base/float_mode.h"
#include "../../run/combination_state.h"
#include "../contact/touching.h"
#include "../memory.h"
#include "../state.h"
#include "bodies.h"
#include "combinations.h"
#include "identity.h"
#include "shapes.h"

#include <string.h>

/* ---- cars that may be added ---- */

/* Groups from `first` to `end` count as removed, because others replace them. */
static kamm_result check_count(const kamm_world *world, const kamm_cars *cars, int first, int end,
                               kamm_error *error)
{
    int64_t others = world->car_count;
    for (int i = first; i < end; ++i) others -= world->groups[i].cars->count;
    if (cars->count <= MAX_BODIES - others) return KAMM_OK;
    return kamm_fail(error, KAMM_ERROR_RANGE, "cars",
                     "cars: %d and the %d that are there; a world takes %d", cars->count,
                     (int)others, MAX_BODIES);
}

/* A group that stays, whose substep those that come need and whose clock they take over; NULL: none stays. */
static const kamm_cars *one_that_stays(const kamm_world *world, int first, int end)
{
    for (int i = 0; i < world->group_count; ++i)
        if (i < first || i >= end) return world->groups[i].cars;
    return NULL;
}

static kamm_result check_cars(const kamm_world *world, const kamm_cars *cars,
                              int is_of_combinations, int first, int end, kamm_error *error)
{
    double dt = kamm_model_of(cars, 0)->info.substep_s;
    const kamm_cars *other = one_that_stays(world, first, end);
    if (cars->is_unit && !is_of_combinations)
        return kamm_fail(error, KAMM_ERROR_RANGE, "cars",
                         "cars: these are units of combinations, which come and go as a whole");
    if (cars->world == world)
        return kamm_fail(error, KAMM_ERROR_RANGE, "cars", "cars: these are in the world");
    if (cars->world)
        return kamm_fail(error, KAMM_ERROR_RANGE, "cars",
                         "cars: these are in another world; remove them there first");
    if (other && dt != world->dt)
        return kamm_fail(error, KAMM_ERROR_RANGE, "stepping.substeps_per_s",
                         "stepping.substeps_per_s: %g, but the cars in this world have %g", 1 / dt,
                         1 / world->dt);
    return check_count(world, cars, first, end, error);
}

/* ---- groups and their numbers ---- */

/* 0: out of memory. */
static int make_shapes(struct car_group *group)
{
    const kamm_cars *cars = group->cars;
    size_t count = cars->mixed ? (size_t)cars->count : 1;
    group->shapes = kamm_allocate_array(count, sizeof *group->shapes);
    group->boxes = kamm_allocate_array(count * KAMM_MAX_BOXES, sizeof *group->boxes);
    if (!group->shapes || !group->boxes) return 0;
    for (size_t i = 0; i < count; ++i) {
        struct body_shape *shape = &group->shapes[i];
        kamm_shape_car(kamm_model_of(cars, (int)i), &group->boxes[i * KAMM_MAX_BOXES], shape);
        if (shape->box_count > group->boxes_per_car) group->boxes_per_car = shape->box_count;
    }
    return 1;
}

/* The first body, block and response of each group, and which of them are units of combinations. */
static void number_groups(kamm_world *world)
{
    world->car_count = world->block_count = world->combination_count = 0;
    world->response_count = 0;
    world->car_box_count = 0;
    for (int i = 0; i < world->group_count; ++i) {
        struct car_group *group = &world->groups[i];
        if (group->combinations &&
            (i == 0 || world->groups[i - 1].combinations != group->combinations))
            world->combinations[world->combination_count++] =
                (struct world_combinations){.combinations = group->combinations, .first_group = i};
        group->first_body = world->car_count;
        group->first_block = world->block_count;
        group->first_response = world->response_count;
        group->first_box = world->car_box_count;
        world->car_box_count += group->boxes_per_car * group->cars->count;
        world->car_count += group->cars->count;
        world->block_count += group->cars->blocks;
        world->response_count += group->response_size * (size_t)group->cars->count;
    }
    for (int i = 0; i < world->combination_count; ++i)
        kamm_nest_combinations(world, &world->combinations[i]);
}

static void release_group(struct car_group *group)
{
    kamm_release(group->shapes);
    kamm_release(group->boxes);
    kamm_release(group->supports);
    kamm_release(group->tags);
    kamm_release(group->sleep);
}

static void let_go(struct car_group *group)
{
    release_group(group);
    group->cars->supports = NULL;
    group->cars->identity = group->identity;
    group->cars->identity_in = group->cars->world;
    group->cars->world = NULL;
}

/* Whose tyres dynamic bodies have lent mass of: numbers of cars, which change when some go. */
static void forget_lenders(kamm_world *world)
{
    for (int i = 0; i < world->dynamic_count; ++i)
        memset(world->dynamic_loads[i].lenders, 0, sizeof world->dynamic_loads[i].lenders);
}

/* Groups `first` to `end` go. */
static void take_out(kamm_world *world, int first, int end)
{
    struct car_group *groups = world->groups;
    for (int i = first; i < end; ++i) let_go(&groups[i]);
    memmove(&groups[first], &groups[end], (size_t)(world->group_count - end) * sizeof *groups);
    world->group_count -= end - first;
    number_groups(world);
    kamm_forget_bodies(world);
    forget_lenders(world);
}

/* Cars are destroyed while they are in the world: with all units of their combinations. */
static void leave(void *from, kamm_cars *cars)
{
    kamm_world *world = from;
    int first = kamm_find_group(world, cars), end = first + 1;
    const kamm_combinations *combinations = world->groups[first].combinations;
    while (combinations && first > 0 && world->groups[first - 1].combinations == combinations)
        --first;
    while (combinations && end < world->group_count &&
           world->groups[end].combinations == combinations)
        ++end;
    take_out(world, first, end);
}

void kamm_release_groups(kamm_world *world)
{
    for (int i = 0; i < world->group_count; ++i) let_go(&world->groups[i]);
    kamm_release(world->groups);
    kamm_release(world->combinations);
}

/* ---- in the place of groups `first` to `end` ---- */

/* Cars, or the units of combinations, that come and go as a whole. */
struct party {
    kamm_cars *const *cars;
    int count;
    kamm_combinations *combinations; /* NULL: no units of any */
};

static struct car_tag *make_tags(const kamm_cars *cars)
{
    return kamm_allocate_array((size_t)cars->count, sizeof(struct car_tag));
}

static struct block_sleep *make_sleep(const kamm_cars *cars)
{
    return kamm_allocate_array((size_t)cars->blocks, sizeof(struct block_sleep));
}

/* 0: out of memory for some of it. */
static int make_group(kamm_cars *cars, kamm_combinations *combinations, struct car_group *group)
{
    size_t supports = (size_t)cars->count * (size_t)cars->layout->wheels;
    *group = (struct car_group){.cars = cars,
                                .combinations = combinations,
                                .response_size = kamm_response_size(cars),
                                .tags = make_tags(cars),
                                .sleep = make_sleep(cars),
                                .supports = kamm_allocate_array(supports, sizeof *group->supports)};
    int shaped = make_shapes(group);
    return shaped && group->tags && group->sleep && group->supports;
}

struct group_lists {
    struct car_group *groups;
    struct world_combinations *combinations;
    int count;
};

static void take_lists(kamm_world *world, struct group_lists lists)
{
    world->groups = lists.groups;
    world->combinations = lists.combinations;
    world->group_count = lists.count;
    number_groups(world);
}

static struct group_lists lists_of(const kamm_world *world)
{
    return (struct group_lists){world->groups, world->combinations, world->group_count};
}

/* Cars that replace as many others get their filters, and their contacts. */
static void step_in(kamm_world *world, const struct car_group *from, struct car_group *to,
                    int count)
{
    for (int i = 0; i < count; ++i) {
        if (from[i].cars->count != to[i].cars->count) continue;
        to[i].identity = from[i].identity;
        memcpy(to[i].tags, from[i].tags, (size_t)to[i].cars->count * sizeof *to[i].tags);
        kamm_rename_touches(world, from[i].cars, to[i].cars);
        if (world->joints.calls) world->joints.calls->rename_cars(world, from[i].cars, to[i].cars);
    }
}

/* The world's groups but `first` to `end`, in whose place the new ones are; 0: out of memory for some of it. */
static int make_lists(const kamm_world *world, int first, int end, const struct party *new,
                      struct group_lists *lists)
{
    const struct car_group *old = world->groups;
    int after = world->group_count - end, made = 1;
    *lists = (struct group_lists){.count = first + new->count + after};
    lists->groups = kamm_allocate_array((size_t)lists->count, sizeof *lists->groups);
    lists->combinations = kamm_allocate_array((size_t)lists->count, sizeof *lists->combinations);
    if (!lists->groups || !lists->combinations) return 0;
    if (first) memcpy(lists->groups, old, (size_t)first * sizeof *old);
    for (int i = 0; i < new->count; ++i)
        made &= make_group(new->cars[i], new->combinations, &lists->groups[first + i]);
    if (after) memcpy(&lists->groups[first + new->count], &old[end], (size_t)after * sizeof *old);
    return made;
}

/* With their groups `first` to `end`. */
static void release_lists(struct group_lists *lists, int first, int end)
{
    for (int i = first; lists->groups && i < end; ++i) release_group(&lists->groups[i]);
    kamm_release(lists->groups);
    kamm_release(lists->combinations);
}

/* 0: out of memory, nothing has changed. */
static int exchange(kamm_world *world, int first, int end, const struct party *new)
{
    struct group_lists before = lists_of(world), after;
    int new_end = first + new->count, alike = end - first == new->count ? new->count : 0;
    if (!make_lists(world, first, end, new, &after)) {
        release_lists(&after, first, new_end);
        return 0;
    }
    take_lists(world, after);
    step_in(world, before.groups + first, after.groups + first, alike);
    if (!kamm_make_room(world)) {
        step_in(world, after.groups + first, before.groups + first, alike);
        take_lists(world, before);
        release_lists(&after, first, new_end);
        return 0;
    }
    for (int i = first; i < end; ++i) let_go(&before.groups[i]);
    release_lists(&before, 0, 0);
    return 1;
}

static kamm_result put_in(kamm_world *world, int first, int end, const struct party *new,
                          kamm_error *error)
{
    for (int i = 0; i < new->count; ++i) {
        kamm_result result =
            check_cars(world, new->cars[i], new->combinations != NULL, first, end, error);
        if (result != KAMM_OK) return result;
    }
    const kamm_cars *other = one_that_stays(world, first, end);
    uint64_t substeps = other && other->substeps ? other->substeps : new->cars[0]->substeps;
    if (!exchange(world, first, end, new))
        return kamm_fail(error, KAMM_ERROR_MEMORY, "cars", "out of memory for %d cars in a world",
                         new->cars[0]->count *new->count);
    for (int i = 0; i < new->count; ++i) {
        new->cars[i]->world = world;
        new->cars[i]->supports = world->groups[first + i].supports;
        new->cars[i]->leave_world = leave;
    }
    kamm_identify_groups(world);
    if (end > first) forget_lenders(world);
    for (int i = 0; i < world->group_count; ++i) world->groups[i].cars->substeps = substeps;
    world->dt = kamm_model_of(new->cars[0], 0)->info.substep_s;
    return KAMM_OK;
}

/* The first of its groups in the world. */
static kamm_result find(const kamm_world *world, const struct party *old, int *at,
                        kamm_error *error)
{
    *at = kamm_find_group(world, old->cars[0]);
    if (*at < 0)
        return kamm_fail(error, KAMM_ERROR_UNKNOWN, "cars", "cars: these are not in this world");
    if (world->groups[*at].combinations == old->combinations) return KAMM_OK;
    return kamm_fail(error, KAMM_ERROR_RANGE, "cars",
                     "cars: these are units of combinations, which come and go as a whole");
}

static kamm_result add(kamm_world *world, const struct party *new, kamm_error *error)
{
    return put_in(world, world->group_count, world->group_count, new, error);
}

static kamm_result remove_party(kamm_world *world, const struct party *old, kamm_error *error)
{
    int at;
    kamm_result result = find(world, old, &at, error);
    if (result == KAMM_OK) take_out(world, at, at + old->count);
    return result;
}

static kamm_result replace(kamm_world *world, const struct party *old, const struct party *new,
                           kamm_error *error)
{
    int at;
    kamm_result result = find(world, old, &at, error);
    return result == KAMM_OK ? put_in(world, at, at + old->count, new, error) : result;
}

#define CARS(cars) (&(struct party){&(cars), 1, NULL})
#define UNITS(combinations) \
    (&(struct party){(combinations)->cars, (combinations)->units, (combinations)})

kamm_result kamm_add_cars(kamm_world *world, kamm_cars *cars, kamm_error *error)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_ALIVE_WITH(error, world, KAMM_ERROR_MISUSE);
    KAMM_REQUIRE_ALIVE_WITH(error, cars, KAMM_ERROR_MISUSE);
    return add(world, CARS(cars), error);
}

kamm_result kamm_remove_cars(kamm_world *world, kamm_cars *cars, kamm_error *error)
{
    KAMM_REQUIRE_ALIVE_WITH(error, world, KAMM_ERROR_MISUSE);
    KAMM_REQUIRE_ALIVE_WITH(error, cars, KAMM_ERROR_MISUSE);
    return remove_party(world, CARS(cars), error);
}

kamm_result kamm_replace_cars(kamm_world *world, kamm_cars *cars, kamm_cars *by, kamm_error *error)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_ALIVE_WITH(error, world, KAMM_ERROR_MISUSE);
    KAMM_REQUIRE_ALIVE_WITH(error, cars, KAMM_ERROR_MISUSE);
    KAMM_REQUIRE_ALIVE_WITH(error, by, KAMM_ERROR_MISUSE);
    return replace(world, CARS(cars), CARS(by), error);
}

kamm_result kamm_add_combinations(kamm_world *world, kamm_combinations *combinations,
                                  kamm_error *error)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_ALIVE_WITH(error, world, KAMM_ERROR_MISUSE);
    KAMM_REQUIRE_ALIVE_WITH(error, combinations, KAMM_ERROR_MISUSE);
    return add(world, UNITS(combinations), error);
}

kamm_result kamm_remove_combinations(kamm_world *world, kamm_combinations *combinations,
                                     kamm_error *error)
{
    KAMM_REQUIRE_ALIVE_WITH(error, world, KAMM_ERROR_MISUSE);
    KAMM_REQUIRE_ALIVE_WITH(error, combinations, KAMM_ERROR_MISUSE);
    return remove_party(world, UNITS(combinations), error);
}

kamm_result kamm_replace_combinations(kamm_world *world, kamm_combinations *combinations,
                                      kamm_combinations *by, kamm_error *error)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_ALIVE_WITH(error, world, KAMM_ERROR_MISUSE);
    KAMM_REQUIRE_ALIVE_WITH(error, combinations, KAMM_ERROR_MISUSE);
    KAMM_REQUIRE_ALIVE_WITH(error, by, KAMM_ERROR_MISUSE);
    return replace(world, UNITS(combinations), UNITS(by), error);
}

kamm_result kamm_replace_cars_by_combinations(kamm_world *world, kamm_cars *cars,
                                              kamm_combinations *by, kamm_error *error)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_ALIVE_WITH(error, world, KAMM_ERROR_MISUSE);
    KAMM_REQUIRE_ALIVE_WITH(error, cars, KAMM_ERROR_MISUSE);
    KAMM_REQUIRE_ALIVE_WITH(error, by, KAMM_ERROR_MISUSE);
    return replace(world, CARS(cars), UNITS(by), error);
}

kamm_result kamm_replace_combinations_by_cars(kamm_world *world, kamm_combinations *combinations,
                                              kamm_cars *by, kamm_error *error)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_ALIVE_WITH(error, world, KAMM_ERROR_MISUSE);
    KAMM_REQUIRE_ALIVE_WITH(error, combinations, KAMM_ERROR_MISUSE);
    KAMM_REQUIRE_ALIVE_WITH(error, by, KAMM_ERROR_MISUSE);
    return replace(world, UNITS(combinations), CARS(by), error);
}
