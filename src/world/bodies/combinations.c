/* Combinations in a world. Their units are cars of it like any others, in groups of their own, which take single substeps
 * at all times; behind each substep's impulses of contact come those of the hitches. Both take motion out of bodies that would
 * come apart or into each other, and neither gives more than it takes. What pushes from behind a unit that is
 * held by a contact so arrives over some substeps: until then that unit moves on, v dt and some more into what holds it.
 *
 * Neighbours that are coupled do not touch; uncoupled they do, as soon as their hitch is as far apart as it has to be for their boxes
 * to be clear of each other in a straight line: at once for most, some metres for a semitrailer that lies on its tractor, which so can
 * be driven under again. */
#include "combinations.h"
#include "../../base/vector_double.h"
#include "../../run/combination_state.h"
#include "../collide/shape_cast.h"
#include "../threads/tasks.h"
#include "bodies.h"

#include <math.h>

/* The two of one hitch: its place among all of the world's combinations of that kind; 0: they are not. */
static const struct world_combinations *combination_of_pair(const kamm_world *world, uint32_t a,
                                                            uint32_t b, int *index, int *unit)
{
    int car[2];
    if (!world->combination_count || !is_car(world, a) || !is_car(world, b)) return NULL;
    long group[2] = {kamm_group_of(world, a, &car[0]) - world->groups,
                     kamm_group_of(world, b, &car[1]) - world->groups};
    const kamm_combinations *combinations = world->groups[group[0]].combinations;
    if (car[0] != car[1] || (group[0] - group[1] != 1 && group[1] - group[0] != 1)) return NULL;
    if (!combinations || combinations != world->groups[group[1]].combinations) return NULL;
    const struct world_combinations *of = world->combinations;
    while (of->combinations != combinations) ++of;
    *index = car[0];
    *unit = (int)(group[0] > group[1] ? group[0] : group[1]) - of->first_group;
    return of;
}

int kamm_are_joined(const kamm_world *world, uint32_t a, uint32_t b)
{
    int index, unit;
    const struct world_combinations *of = combination_of_pair(world, a, b, &index, &unit);
    if (!of) return 0;
    if (kamm_is_coupled(of->combinations, index, unit)) return 1;
    kamm_hitch_state hitch;
    double apart = of->nested_m[unit - 1];
    if (apart == 0) return 0;
    kamm_read_hitch(of->combinations, index, unit, &hitch);
    return dot3(hitch.gap_m, hitch.gap_m) < apart * apart;
}

/* Margins for units that roll on their springs, and for a tractor's frame that rises without its
 * semitrailer. */
static const double nested_margin_m[3] = {0, 0.05, 0.3};

/* How far a unit's boxes have to move back, coupled and straight, to be clear of another one's; 0: they are. */
static double nested_m(const struct body_shape *towing, const struct body_shape *towed,
                       const struct hitch *hitch)
{
    const double backwards[3] = {-1, 0, 0};
    double farthest = 0;
    for (int i = 0; i < towed->box_count; ++i) {
        struct oriented_box box = towed->boxes[i];
        for (int k = 0; k < 3; ++k) {
            box.centre[k] += hitch->towing_m[k] - hitch->towed_m[k];
            box.half[k] += nested_margin_m[k];
        }
        for (int j = 0; j < towing->box_count; ++j) {
            struct overlap_time time;
            if (kamm_cast_boxes(&box, backwards, &towing->boxes[j], &time))
                farthest = fmax(farthest, time.last);
        }
    }
    return farthest;
}

void kamm_nest_combinations(const kamm_world *world, struct world_combinations *of)
{
    const kamm_combinations *combinations = of->combinations;
    const struct car_group *groups = &world->groups[of->first_group];
    for (int unit = 1; unit < combinations->units; ++unit) {
        of->nested_m[unit - 1] = 0;
        for (int i = 0; i < (combinations->mixed ? combinations->count : 1); ++i) {
            double own_m = nested_m(&groups[unit - 1].shapes[i], &groups[unit].shapes[i],
                                    &hitches_of(combinations, i)[unit - 1]);
            of->nested_m[unit - 1] = fmax(of->nested_m[unit - 1], own_m);
        }
    }
}

static void prepare_block(void *combinations, int block)
{
    kamm_prepare_combinations(combinations, block);
}
static void pull_block(void *combinations, int block)
{
    kamm_pull_combinations(combinations, block);
}

static void each_combination(kamm_world *world, kamm_task *task)
{
    for (int i = 0; i < world->combination_count; ++i) {
        kamm_combinations *combinations = world->combinations[i].combinations;
        kamm_run_world_tasks(world, combinations->cars[0]->blocks, task, combinations);
    }
}

void kamm_prepare_world_combinations(kamm_world *world) { each_combination(world, prepare_block); }
void kamm_pull_world_combinations(kamm_world *world) { each_combination(world, pull_block); }
