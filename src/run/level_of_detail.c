/* Level of detail (include/kamm/level_of_detail.h): who wants which level, and the changes in an order that always finds a slot. */
#include <kamm/level_of_detail.h>

#include "../base/error.h"
#include "../base/float_mode.h"
#include "cars.h"
#include "slots.h"

#include <math.h>
#include <string.h>

/* Slots of one model on a level, of which some cars are wanted there. */
struct slot_pool {
    const kamm_model *model;
    int32_t slots, taken;
};

struct ranked_car {
    double key_m; /* by which cars compete for slots */
    int32_t car, wanted;
};

struct kamm_detail {
    kamm_detail_level levels[KAMM_MAX_DETAIL_LEVELS];
    int level_count, kind_count, most_cars;
    double keep;             /* 1 and the share */
    struct slot_pool *pools; /* [kind][level] */
    struct ranked_car *ranked;
};

/* -- creating ---------------------------------------------------------------------------------- */

/* Kinds of one model on a level share its slots: those of the first such kind. */
static struct slot_pool *pool_of(const kamm_detail *detail, int kind, int level)
{
    const kamm_model *model = detail->pools[kind * detail->level_count + level].model;
    int first = 0;
    while (detail->pools[first * detail->level_count + level].model != model) ++first;
    return &detail->pools[first * detail->level_count + level];
}

static int slots_of(const kamm_cars *cars, const kamm_model *model)
{
    int slots = 0;
    for (int car = 0; car < cars->count; ++car) slots += kamm_model_of(cars, car) == model;
    return slots;
}

static kamm_result check_def(const kamm_detail_def *def, kamm_error *error)
{
    if (def->level_count < 1 || def->level_count > KAMM_MAX_DETAIL_LEVELS)
        return kamm_fail(error, KAMM_ERROR_RANGE, "level_count",
                         "level_count: %d; 1 to %d are allowed", def->level_count,
                         KAMM_MAX_DETAIL_LEVELS);
    if (def->kind_count < 1)
        return kamm_fail(error, KAMM_ERROR_RANGE, "kind_count",
                         "kind_count: %d; 1 or more are allowed", def->kind_count);
    if (def->most_cars < 1)
        return kamm_fail(error, KAMM_ERROR_RANGE, "most_cars",
                         "most_cars: %d; 1 or more are allowed", def->most_cars);
    if (!(def->keep_share >= 0 && def->keep_share <= 1))
        return kamm_fail(error, KAMM_ERROR_RANGE, "keep_share",
                         "keep_share: %g; 0 to 1 are allowed", def->keep_share);
    for (int k = 0; k + 1 < def->level_count; ++k)
        if (!(def->levels[k].within_m > 0))
            return kamm_fail(error, KAMM_ERROR_RANGE, "levels",
                             "levels[%d].within_m: %g; values above 0 are allowed", k,
                             def->levels[k].within_m);
    return KAMM_OK;
}

static kamm_result check_models(const kamm_detail_def *def, kamm_error *error)
{
    for (int kind = 0; kind < def->kind_count; ++kind)
        for (int k = 0; k < def->level_count; ++k) {
            const kamm_cars *cars = def->levels[k].cars;
            const kamm_model *model = def->models[kind * def->level_count + k];
            if (model->rung != cars->rung->info.rung)
                return kamm_fail(error, KAMM_ERROR_RANGE, "models",
                                 "models[%d][%d]: its rung is %s, that of the level %s", kind, k,
                                 kamm_describe_rung(model->rung)->name, cars->rung->info.name);
            if (k == def->level_count - 1 && !slots_of(cars, model))
                return kamm_fail(error, KAMM_ERROR_RANGE, "models",
                                 "models[%d][%d]: the last level has no car of this model", kind,
                                 k);
        }
    return KAMM_OK;
}

static void fill_in(kamm_detail *detail, const kamm_detail_def *def)
{
    memcpy(detail->levels, def->levels, (size_t)def->level_count * sizeof *def->levels);
    detail->level_count = def->level_count;
    detail->kind_count = def->kind_count;
    detail->most_cars = def->most_cars;
    detail->keep = 1 + def->keep_share;
    for (int i = 0; i < def->kind_count * def->level_count; ++i) {
        const kamm_cars *cars = def->levels[i % def->level_count].cars;
        detail->pools[i].model = def->models[i];
        detail->pools[i].slots = slots_of(cars, def->models[i]);
    }
}

kamm_detail *kamm_create_detail(const kamm_detail_def *def, kamm_error *error)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_WITH(error, def, NULL);
    KAMM_REQUIRE_WITH(error, def->levels && def->models, NULL);
    if (check_def(def, error) != KAMM_OK) return NULL;
    for (int k = 0; k < def->level_count; ++k)
        KAMM_REQUIRE_ALIVE_WITH(error, def->levels[k].cars, NULL);
    for (int i = 0; i < def->kind_count * def->level_count; ++i)
        KAMM_REQUIRE_WITH(error, def->models[i], NULL);
    if (check_models(def, error) != KAMM_OK) return NULL;
    kamm_detail *detail = kamm_allocate_array(1, sizeof *detail);
    if (!detail) goto out_of_memory;
    size_t pools = (size_t)def->kind_count * (size_t)def->level_count;
    detail->pools = kamm_allocate_array(pools, sizeof *detail->pools);
    detail->ranked = kamm_allocate_array((size_t)def->most_cars, sizeof *detail->ranked);
    if (!detail->pools || !detail->ranked) goto out_of_memory;
    fill_in(detail, def);
    return detail;
out_of_memory:
    kamm_destroy_detail(detail);
    kamm_fail(error, KAMM_ERROR_MEMORY, "detail", "out of memory");
    return NULL;
}

void kamm_destroy_detail(kamm_detail *detail)
{
    if (!detail) return;
    kamm_release(detail->pools);
    kamm_release(detail->ranked);
    kamm_release(detail);
}

/* -- slots ------------------------------------------------------------------------------------- */

static int free_slot(const kamm_cars *cars, const kamm_model *model)
{
    for (int car = 0; car < cars->count; ++car)
        if (kamm_car_is_off(cars, car) && kamm_model_of(cars, car) == model) return car;
    return -1;
}

kamm_result kamm_enter_detail(const kamm_detail *detail, kamm_detail_car *car, int kind,
                              const kamm_placement *placement, kamm_error *error)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_WITH(error, detail && car && placement, KAMM_ERROR_MISUSE);
    if (kind < 0 || kind >= detail->kind_count)
        return kamm_fail(error, KAMM_ERROR_RANGE, "kind", "kind: %d; 0 to %d are allowed", kind,
                         detail->kind_count - 1);
    int last = detail->level_count - 1;
    kamm_cars *cars = detail->levels[last].cars;
    int slot = free_slot(cars, detail->pools[kind * detail->level_count + last].model);
    if (slot < 0)
        return kamm_fail(error, KAMM_ERROR_RANGE, "kind",
                         "kind: all cars of kind %d on the last level are on", kind);
    kamm_detail_car entered = {.kind = kind, .level = last, .distance_m = INFINITY};
    kamm_result result = kamm_switch_on(cars, slot, placement, &entered.slot, error);
    if (result == KAMM_OK) *car = entered;
    return result;
}

/* 0: the level has no slot for it. */
static int move_to(const kamm_detail *detail, kamm_detail_car *car, int level)
{
    const kamm_detail_level *from = &detail->levels[car->level], *to = &detail->levels[level];
    int slot = free_slot(to->cars, detail->pools[car->kind * detail->level_count + level].model);
    if (slot < 0) return 0;
    kamm_turn_on(to->cars, slot);
    kamm_hand_over(from->cars, car->slot.car, to->cars, slot);
    kamm_turn_off(from->cars, car->slot.car);
    car->level = level;
    car->slot = kamm_slot_of(to->cars, slot);
    car->changed = 1;
    return 1;
}

/* -- who wants which level --------------------------------------------------------------------- */

static double distance_to(const kamm_cars *cars, int car, const double (*viewers)[3], int count)
{
    double nearest = INFINITY, position[3];
    for (int i = 0; i < 3; ++i)
        position[i] = cars->block[car / KAMM_BLOCK].position_m[i][car % KAMM_BLOCK];
    for (int v = 0; v < count; ++v) {
        double off[3];
        for (int i = 0; i < 3; ++i) off[i] = position[i] - viewers[v][i];
        nearest = fmin(nearest, sqrt(off[0] * off[0] + off[1] * off[1] + off[2] * off[2]));
    }
    return nearest;
}

static int is_after(const struct ranked_car *a, const struct ranked_car *b)
{
    if (a->key_m > b->key_m || a->key_m < b->key_m) return a->key_m > b->key_m;
    return a->car > b->car;
}

static void sink(struct ranked_car *ranked, int root, int count)
{
    for (int child; (child = 2 * root + 1) < count; root = child) {
        if (child + 1 < count && is_after(&ranked[child + 1], &ranked[child])) ++child;
        if (!is_after(&ranked[child], &ranked[root])) return;
        struct ranked_car kept = ranked[root];
        ranked[root] = ranked[child];
        ranked[child] = kept;
    }
}

/* Heapsort (J. W. J. Williams 1964), the nearest first. */
static void sort_by_key(struct ranked_car *ranked, int count)
{
    for (int i = count / 2 - 1; i >= 0; --i) sink(ranked, i, count);
    for (int last = count - 1; last > 0; --last) {
        struct ranked_car kept = ranked[0];
        ranked[0] = ranked[last];
        ranked[last] = kept;
        sink(ranked, 0, last);
    }
}

static int keeps(const kamm_detail *detail, const kamm_detail_car *car)
{
    const kamm_cars *cars = detail->levels[car->level].cars;
    return car->keeps_level || kamm_fault(cars, car->slot.car) & KAMM_FAULT_NUMERIC;
}

/* Cars in play, the nearest first. One on a finer level counts as nearer. Returns how many. */
static int rank_cars(kamm_detail *detail, kamm_detail_car *cars, int count,
                     const double (*viewers)[3], int viewer_count)
{
    int ranked = 0;
    for (int i = 0; i < count; ++i) {
        kamm_detail_car *car = &cars[i];
        car->changed = 0;
        if (!car->slot.generation) continue;
        const kamm_detail_level *level = &detail->levels[car->level];
        car->distance_m = distance_to(level->cars, car->slot.car, viewers, viewer_count);
        double key = car->distance_m;
        for (int k = car->level; k < detail->level_count - 1; ++k) key /= detail->keep;
        detail->ranked[ranked++] =
            (struct ranked_car){.key_m = key, .car = i, .wanted = car->level};
    }
    sort_by_key(detail->ranked, ranked);
    return ranked;
}

static int is_near(const kamm_detail *detail, const kamm_detail_car *car, int level)
{
    if (level == detail->level_count - 1) return 1;
    double distance = car->level <= level ? car->distance_m / detail->keep : car->distance_m;
    return distance < detail->levels[level].within_m;
}

/* The finest level that it is near enough for and that has a slot left. */
static int choose_level(const kamm_detail *detail, const kamm_detail_car *car)
{
    for (int k = 0; k < detail->level_count; ++k) {
        struct slot_pool *pool = pool_of(detail, car->kind, k);
        if (!is_near(detail, car, k) || pool->taken >= pool->slots) continue;
        ++pool->taken;
        return k;
    }
    return car->level;
}

static void choose_levels(const kamm_detail *detail, const kamm_detail_car *cars, int ranked)
{
    struct ranked_car *list = detail->ranked;
    for (int i = 0; i < detail->kind_count * detail->level_count; ++i) detail->pools[i].taken = 0;
    for (int i = 0; i < ranked; ++i)
        if (keeps(detail, &cars[list[i].car]))
            ++pool_of(detail, cars[list[i].car].kind, cars[list[i].car].level)->taken;
    for (int i = 0; i < ranked; ++i)
        if (!keeps(detail, &cars[list[i].car]))
            list[i].wanted = choose_level(detail, &cars[list[i].car]);
}

/* -- changes ----------------------------------------------------------------------------------- */

/* Down to the level that it wants, or to a coarser one that has a slot: the last one has. */
static int move_down(const kamm_detail *detail, kamm_detail_car *car, int wanted)
{
    for (int k = wanted; k < detail->level_count; ++k)
        if (move_to(detail, car, k)) return 1;
    return 0;
}

/* The farthest car that is to go down from slots that another one may take. */
static kamm_detail_car *one_that_leaves(const kamm_detail *detail, kamm_detail_car *cars,
                                        int ranked, const struct slot_pool *pool, int level,
                                        int *wanted)
{
    for (int i = ranked - 1; i >= 0; --i) {
        kamm_detail_car *car = &cars[detail->ranked[i].car];
        *wanted = detail->ranked[i].wanted;
        if (car->level == level && *wanted > level && pool_of(detail, car->kind, level) == pool)
            return car;
    }
    return NULL;
}

static int move_up(const kamm_detail *detail, kamm_detail_car *cars, int ranked,
                   const struct ranked_car *rank, int most)
{
    kamm_detail_car *car = &cars[rank->car];
    int wanted, made = 0;
    if (move_to(detail, car, rank->wanted)) return 1;
    const struct slot_pool *pool = pool_of(detail, car->kind, rank->wanted);
    kamm_detail_car *leaving = one_that_leaves(detail, cars, ranked, pool, rank->wanted, &wanted);
    if (leaving) made += move_down(detail, leaving, wanted);
    if (made && made < most) made += move_to(detail, car, rank->wanted);
    return made;
}

static int change_levels(const kamm_detail *detail, kamm_detail_car *cars, int ranked, int most)
{
    const struct ranked_car *list = detail->ranked;
    int made = 0;
    for (int i = 0; i < ranked && made < most; ++i)
        if (list[i].wanted < cars[list[i].car].level)
            made += move_up(detail, cars, ranked, &list[i], most - made);
    for (int i = ranked - 1; i >= 0 && made < most; --i) {
        kamm_detail_car *car = &cars[list[i].car];
        if (list[i].wanted > car->level) made += move_down(detail, car, list[i].wanted);
    }
    return made;
}

static kamm_result check_car(const kamm_detail *detail, const kamm_detail_car *car, int index,
                             kamm_error *error)
{
    int found;
    if (!car->slot.generation) return KAMM_OK;
    if (car->kind < 0 || car->kind >= detail->kind_count)
        return kamm_fail(error, KAMM_ERROR_RANGE, "kind", "cars[%d].kind: %d; 0 to %d are allowed",
                         index, car->kind, detail->kind_count - 1);
    if (car->level < 0 || car->level >= detail->level_count)
        return kamm_fail(error, KAMM_ERROR_RANGE, "level",
                         "cars[%d].level: %d; 0 to %d are allowed", index, car->level,
                         detail->level_count - 1);
    if (kamm_find_slot(detail->levels[car->level].cars, car->slot, &found, NULL) == KAMM_OK)
        return KAMM_OK;
    return kamm_fail(error, KAMM_ERROR_UNKNOWN, "slot",
                     "cars[%d].slot: car %d of level %d was switched off", index, car->slot.car,
                     car->level);
}

static kamm_result check_call(const kamm_detail *detail, const kamm_detail_car *cars, int count,
                              const double (*viewers)[3], int viewer_count, kamm_error *error)
{
    if (count < 0 || count > detail->most_cars)
        return kamm_fail(error, KAMM_ERROR_RANGE, "count", "count: %d; 0 to %d are allowed", count,
                         detail->most_cars);
    for (int v = 0; v < viewer_count; ++v)
        for (int i = 0; i < 3; ++i)
            if (!isfinite(viewers[v][i]))
                return kamm_fail(error, KAMM_ERROR_RANGE, "viewers_m",
                                 "viewers_m[%d][%d]: %g is not finite", v, i, viewers[v][i]);
    kamm_result result = KAMM_OK;
    for (int i = 0; i < count && result == KAMM_OK; ++i)
        result = check_car(detail, &cars[i], i, error);
    return result;
}

kamm_result kamm_update_detail(kamm_detail *detail, kamm_detail_car *cars, int count,
                               const double (*viewers_m)[3], int viewer_count, int most_changes,
                               int *changes, kamm_error *error)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_WITH(error, detail && (cars || count == 0), KAMM_ERROR_MISUSE);
    KAMM_REQUIRE_WITH(error, viewer_count >= 0 && (viewers_m || viewer_count == 0),
                      KAMM_ERROR_MISUSE);
    KAMM_REQUIRE_WITH(error, most_changes >= 0, KAMM_ERROR_MISUSE);
    kamm_result result = check_call(detail, cars, count, viewers_m, viewer_count, error);
    if (result != KAMM_OK) return result;
    int ranked = rank_cars(detail, cars, count, viewers_m, viewer_count);
    choose_levels(detail, cars, ranked);
    int made = change_levels(detail, cars, ranked, most_changes ? most_changes : count);
    if (changes) *changes = made;
    return KAMM_OK;
}
