/* Combinations in a world. Their units are cars of it like any others, in groups of their own, which take single substeps
 * at all times; behind each substep's impulses of contact come those of the hitches. Both take motion out of bodies that would
 * come apart or into each other, and neither gives more than it takes. What pushes from behind a unit that is
 * held by a contact so arrives over some substeps: until then that unit moves on, v dt and some more into what holds it. */
#include "../base/error.h"
#include "../base/float_mode.h"
#include "../run/combination_state.h"
#include "world_state.h"

static kamm_result check_combinations(const kamm_world *world, const kamm_combinations *rigs,
                                      kamm_error *error)
{
    if (world->group_count + rigs->units > KAMM_MAX_CAR_GROUPS)
        return kamm_fail(error, KAMM_ERROR_RANGE, "cars",
                         "cars: %d units, each of them a group of cars, and the %d groups that are "
                         "there; a world takes %d",
                         rigs->units, world->group_count, KAMM_MAX_CAR_GROUPS);
    return KAMM_OK;
}

kamm_result kamm_add_combinations(kamm_world *world, kamm_combinations *rigs, kamm_error *error)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE(world, KAMM_ERROR_RANGE);
    KAMM_REQUIRE(rigs, KAMM_ERROR_RANGE);
    kamm_result result = check_combinations(world, rigs, error);
    int first_group = world->group_count;
    double dt = world->dt;
    for (int u = 0; u < rigs->units && result == KAMM_OK; ++u)
        result = kamm_add_cars(world, rigs->cars[u], error);
    if (result == KAMM_OK)
        world->rigs[world->rig_count++] = (struct world_rigs){rigs, first_group};
    else
        while (world->group_count > first_group) kamm_drop_last_cars(world), world->dt = dt;
    return result;
}

int kamm_are_neighbours(const kamm_world *world, uint32_t a, uint32_t b)
{
    if (!world->rig_count || !is_car(world, a) || !is_car(world, b)) return 0;
    int car[2];
    long group[2] = {kamm_group_of(world, a, &car[0]) - world->groups,
                     kamm_group_of(world, b, &car[1]) - world->groups};
    if (car[0] != car[1] || (group[0] - group[1] != 1 && group[1] - group[0] != 1)) return 0;
    for (int i = 0; i < world->rig_count; ++i) {
        long first = world->rigs[i].first_group, end = first + world->rigs[i].rigs->units;
        if (group[0] >= first && group[0] < end) return group[1] >= first && group[1] < end;
    }
    return 0;
}

static void prepare_block(void *rigs, int block) { kamm_prepare_combinations(rigs, block); }
static void pull_block(void *rigs, int block) { kamm_pull_combinations(rigs, block); }

static void each_rig(kamm_world *world, kamm_task *task)
{
    for (int i = 0; i < world->rig_count; ++i) {
        kamm_combinations *rigs = world->rigs[i].rigs;
        kamm_run_world_tasks(world, rigs->cars[0]->blocks, task, rigs);
    }
}

void kamm_prepare_rigs(kamm_world *world) { each_rig(world, prepare_block); }
void kamm_pull_rigs(kamm_world *world) { each_rig(world, pull_block); }
