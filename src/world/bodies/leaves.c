#include "leaves.h"
#include "../../base/vector_double.h"
#include "../state.h"

#include <math.h>

/* A leaf that is left by its body gets wider by so much, and by the way of so many horizons. */
#define MORE_M 0.02
#define MORE_HORIZONS 4

static void cover(kamm_world *world, struct bounds_tree *tree, int32_t index, const double low[3],
                  const double high[3], double speed_mps)
{
    int32_t *leaf = &world->slots[index].leaf;
    if (*leaf == NO_NODE) {
        *leaf = kamm_add_leaf(tree, low, high, index);
    } else if (!kamm_leaf_contains(tree, *leaf, low, high)) {
        double reach = MORE_M + MORE_HORIZONS * HORIZON_S * speed_mps;
        double wide_low[3], wide_high[3];
        for (int k = 0; k < 3; ++k) wide_low[k] = low[k] - reach, wide_high[k] = high[k] + reach;
        kamm_move_leaf(tree, *leaf, wide_low, wide_high);
    }
}

void kamm_bound_fixed(const kamm_world *world, int fixed, double low[3], double high[3])
{
    const struct body_shape *shape = &world->fixed_shapes[fixed];
    kamm_box_bounds(&shape->placed[0], low, high);
    for (int i = 1; i < shape->box_count; ++i) {
        double own_low[3], own_high[3];
        kamm_box_bounds(&shape->placed[i], own_low, own_high);
        for (int k = 0; k < 3; ++k) {
            low[k] = fmin(low[k], own_low[k]);
            high[k] = fmax(high[k], own_high[k]);
        }
    }
}

void kamm_cover_fixed(kamm_world *world, int fixed, const double low[3], const double high[3],
                      double speed_mps)
{
    cover(world, &world->fixed_tree, world->fixed_traits[fixed].index, low, high, speed_mps);
}

void kamm_cover_dynamic(kamm_world *world, int dynamic)
{
    const struct dynamic_state *state = &world->dynamic_states[dynamic];
    double radius = world->dynamic_shapes[dynamic].radius, low[3], high[3];
    for (int k = 0; k < 3; ++k) {
        low[k] = state->position[k] - radius;
        high[k] = state->position[k] + radius;
    }
    cover(world, &world->dynamic_tree, world->dynamic_traits[dynamic].index, low, high,
          length3(state->velocity));
}
