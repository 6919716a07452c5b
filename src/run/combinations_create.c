/* Vehicles with trailers are made, and get other models. */
#include <kamm/batch.h>
#include <kamm/combinations.h>

#include "../base/error.h"
#include "../base/float_mode.h"
#include "../vehicle/layout.h"
#include "../vehicle/model.h"
#include "cars.h"
#include "combination_state.h"
#include "push.h"

static kamm_result check_unit(const kamm_model *const *units, int count, int u, kamm_error *error)
{
    const kamm_model *unit = units[u];
    if (!kamm_rung_of(unit->rung)->pulls)
        return kamm_fail(error, KAMM_ERROR_RANGE, "rung",
                         "unit %d: the rung %s feels no hitches; allowed: single_track, full", u,
                         kamm_describe_rung(unit->rung)->name);
    if (unit->rung != units[0]->rung || unit->info.substep_s != units[0]->info.substep_s)
        return kamm_fail(error, KAMM_ERROR_RANGE, "rung",
                         "unit %d: another rung or stepping.substeps_per_s than unit 0; all units "
                         "of a combination have the same",
                         u);
    if (u + 1 < count && unit->def->hitch.kind == KAMM_HITCH_NONE)
        return kamm_fail(error, KAMM_ERROR_RANGE, "hitch.kind",
                         "unit %d: hitch.kind is none, but unit %d is to be pulled by it; allowed: "
                         "ball, fifth_wheel",
                         u, u + 1);
    if (u > 0 && !unit->def->drawbar.towed)
        return kamm_fail(error, KAMM_ERROR_RANGE, "drawbar.towed",
                         "unit %d: drawbar.towed is 0: it is no trailer", u);
    return KAMM_OK;
}

static struct nose_load nose_load_of(const kamm_model *m)
{
    const double *x = m->statics.axle_x;
    double own[MAX_AXLES], hitched[MAX_AXLES], hitch = x[0] - m->def->hitch.behind_front_axle_m;
    double weight = m->info.mass_kg * KAMM_STANDARD_GRAVITY;
    struct nose_load nose = {weight, 1};
    kamm_share_weight_raised(m->def, &m->layout, x, m->statics.total_cg[0], own);
    kamm_share_weight_raised(m->def, &m->layout, x, hitch, hitched);
    for (int a = 0; a < m->layout.axles; ++a) {
        nose.own_n -= weight * own[a];
        nose.behind_share -= hitched[a];
    }
    return nose;
}

/* Models of one number among those of all combinations, side by side. */
static kamm_cars *create_mixed(const kamm_combinations *combinations, int u,
                               const kamm_model *const *units)
{
    const kamm_model **models = kamm_allocate_array((size_t)combinations->count, sizeof *models);
    for (int i = 0; models && i < combinations->count; ++i)
        models[i] = units[i * combinations->units + u];
    kamm_cars *cars = models ? kamm_create_mixed_cars(models, combinations->count, NULL) : NULL;
    kamm_release(models);
    return cars;
}

static int allocate_unit(kamm_combinations *combinations, int u, const kamm_model *const *units)
{
    combinations->cars[u] = combinations->mixed
                                ? create_mixed(combinations, u, units)
                                : kamm_create_cars(units[u], combinations->count, NULL);
    if (!combinations->cars[u]) return 0;
    combinations->cars[u]->is_unit = 1;
    combinations->response[u] =
        kamm_allocate_array((size_t)combinations->count * kamm_response_size(combinations->cars[u]),
                            sizeof *combinations->response[u]);
    return combinations->response[u] != NULL;
}

static int allocate(kamm_combinations *combinations, const kamm_model *const *units)
{
    size_t hitches = (size_t)combinations->count * (size_t)(combinations->units - 1);
    combinations->coupled = kamm_allocate_array(hitches, sizeof *combinations->coupled);
    combinations->force = kamm_allocate_array(hitches, sizeof *combinations->force);
    size_t own = combinations->mixed ? hitches : (size_t)(combinations->units - 1);
    combinations->hitch = kamm_allocate_array(own, sizeof *combinations->hitch);
    combinations->nose = kamm_allocate_array(own, sizeof *combinations->nose);
    int well =
        combinations->coupled && combinations->force && combinations->hitch && combinations->nose;
    for (int u = 0; u < combinations->units && well; ++u)
        well = allocate_unit(combinations, u, units);
    return well;
}

/* The hitch before a unit, after that unit or the one before it has got its model. */
static void make_hitch(kamm_combinations *combinations, int index, int unit)
{
    const kamm_model *towing = kamm_model_of(combinations->cars[unit - 1], index),
                     *towed = kamm_model_of(combinations->cars[unit], index);
    int at = first_hitch(combinations, index) + unit - 1;
    combinations->hitch[at] = kamm_hitch_between(towing, towed);
    combinations->nose[at] = nose_load_of(towed);
}

static kamm_combinations *create(const kamm_model *const *units, int mixed, int unit_count,
                                 int count, kamm_error *error)
{
    kamm_combinations *combinations = kamm_allocate(sizeof *combinations);
    if (combinations)
        combinations->count = count, combinations->units = unit_count, combinations->mixed = mixed;
    if (!combinations || !allocate(combinations, units)) {
        kamm_destroy_combinations(combinations);
        kamm_fail(error, KAMM_ERROR_MEMORY, "", "out of memory for %d combinations", count);
        return NULL;
    }
    for (int i = 0; i < (mixed ? count : 1); ++i)
        for (int u = 1; u < unit_count; ++u) make_hitch(combinations, i, u);
    const kamm_placement start = {.gear = KAMM_GEAR_DRIVE};
    for (int i = 0; i < count; ++i) kamm_place_combination(combinations, i, &start, NULL);
    return combinations;
}

kamm_combinations *kamm_create_combinations(const kamm_model *const *units, int unit_count,
                                            int count, kamm_error *error)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_WITH(error, units, NULL);
    KAMM_REQUIRE_WITH(error, unit_count >= 2 && unit_count <= KAMM_MAX_UNITS, NULL);
    KAMM_REQUIRE_WITH(error, count > 0, NULL);
    for (int u = 0; u < unit_count; ++u) {
        KAMM_REQUIRE_WITH(error, units[u], NULL);
        if (check_unit(units, unit_count, u, error) != KAMM_OK) return NULL;
    }
    return create(units, 0, unit_count, count, error);
}

static kamm_result check_mixed(const kamm_model *const *units, int unit_count, int i,
                               kamm_error *error)
{
    const kamm_model *const *row = units + (size_t)i * (size_t)unit_count;
    kamm_result result = KAMM_OK;
    for (int u = 0; u < unit_count && !result; ++u) {
        const kamm_model *pair[2] = {units[u], row[u]};
        result = kamm_can_mix(pair, 2, error);
        if (result)
            return kamm_fail(error, result, "units",
                             "combination %d, unit %d: another rung, substep or other wheels than "
                             "that of the first combination; create them apart",
                             i, u);
        result = check_unit(row, unit_count, u, error);
    }
    return result;
}

kamm_combinations *kamm_create_mixed_combinations(const kamm_model *const *units, int unit_count,
                                                  int count, kamm_error *error)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_WITH(error, units, NULL);
    KAMM_REQUIRE_WITH(error, unit_count >= 2 && unit_count <= KAMM_MAX_UNITS, NULL);
    KAMM_REQUIRE_WITH(error, count > 0, NULL);
    for (int i = 0; i < count * unit_count; ++i) KAMM_REQUIRE_WITH(error, units[i], NULL);
    for (int i = 0; i < count; ++i)
        if (check_mixed(units, unit_count, i, error) != KAMM_OK) return NULL;
    return create(units, 1, unit_count, count, error);
}

void kamm_change_combination_model(kamm_combinations *combinations, int index, int unit,
                                   const kamm_model *model)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_ALIVE(combinations, );
    KAMM_REQUIRE_ALIVE(model, );
    KAMM_REQUIRE(combinations->mixed, );
    KAMM_REQUIRE(index >= 0 && index < combinations->count, );
    KAMM_REQUIRE(unit >= 0 && unit < combinations->units, );
    KAMM_REQUIRE(unit + 1 == combinations->units || model->def->hitch.kind != KAMM_HITCH_NONE, );
    KAMM_REQUIRE(unit == 0 || model->def->drawbar.towed, );
    kamm_change_model(combinations->cars[unit], index, model);
    if (unit > 0) make_hitch(combinations, index, unit);
    if (unit + 1 < combinations->units) make_hitch(combinations, index, unit + 1);
    combinations->response[unit][(size_t)index * kamm_response_size(combinations->cars[unit])] =
        0; /* not known */
}

void kamm_destroy_combinations(kamm_combinations *combinations)
{
    if (!combinations) return;
    KAMM_REQUIRE_ALIVE(combinations, );
    kamm_note_destroyed(combinations);
    for (int u = 0; u < combinations->units; ++u) {
        if (combinations->cars[u]) combinations->cars[u]->is_unit = 0;
        kamm_destroy_cars(combinations->cars[u]);
        kamm_release(combinations->response[u]);
    }
    kamm_release(combinations->coupled);
    kamm_release(combinations->force);
    kamm_release(combinations->hitch);
    kamm_release(combinations->nose);
    kamm_release(combinations);
}
