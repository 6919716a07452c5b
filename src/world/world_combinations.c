/* Combinations in a world. Their units are cars of it like any others, in groups of their own, which take single substeps
 * at all times; behind each substep's impulses of contact come those of the hitches. Both take motion out of bodies that would
 * come apart or into each other, and neither gives more than it takes. What pushes from behind a unit that is
 * held by a contact so arrives over some substeps: until then that unit moves on, v dt and some more into what holds it. */
#include "../run/combination_state.h"
#include "world_state.h"

int kamm_are_neighbours(const kamm_world *world, uint32_t a, uint32_t b)
{
    if (!world->rig_count || !is_car(world, a) || !is_car(world, b)) return 0;
    int car[2];
    long group[2] = {kamm_group_of(world, a, &car[0]) - world->groups,
                     kamm_group_of(world, b, &car[1]) - world->groups};
    if (car[0] != car[1] || (group[0] - group[1] != 1 && group[1] - group[0] != 1)) return 0;
    const kamm_combinations *rigs = world->groups[group[0]].rigs;
    return rigs && rigs == world->groups[group[1]].rigs;
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
