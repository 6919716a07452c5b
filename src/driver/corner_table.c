#include "corner_table.h"

#include <math.h>

static const double gravity_mps2 = 9.80665;

struct corner_table kamm_corner_table(const struct car_limits *limits)
{
    struct corner_table table = {.limits = *limits};
    for (int i = 0; i < 2; ++i) {
        table.lifts_aside[i] = limits->lifts_aside[i];
        table.limits.lifts_aside[i] = INFINITY;
    }
    return table;
}

static double step_mps(const struct corner_table *table)
{
    return table->limits.speed_step_mps * (LIMIT_SPEEDS - 1) / (CORNER_SPEEDS - 1);
}

/* In steps from `near_mps2`, and halvings within one of them: the same, wherever the search begins. */
static double most_lateral_mps2(const struct car_limits *limits, double speed_mps, double near_mps2,
                                int (*holds)(const struct car_limits *, const struct car_demand *))
{
    enum { HALVINGS = 14 };
    const double step_mps2 = 1;
    struct car_demand demand = {.speed_mps = speed_mps, .normal_mps2 = gravity_mps2};
    double low = floor(near_mps2 / step_mps2) * step_mps2, part = step_mps2;
    for (; low > 0; low -= step_mps2) {
        demand.lateral_mps2 = low;
        if (holds(limits, &demand)) break;
    }
    for (demand.lateral_mps2 = low + step_mps2; holds(limits, &demand); low += step_mps2)
        demand.lateral_mps2 = low + 2 * step_mps2;
    for (int i = 0; i < HALVINGS; ++i) {
        part *= 0.5;
        demand.lateral_mps2 = low + part;
        if (holds(limits, &demand)) low += part;
    }
    return low;
}

static const struct corner_limits *node_at(struct corner_table *table, int i)
{
    struct corner_limits *node = &table->at[i];
    if (node->is_found) return node;
    double speed_mps = step_mps(table) * i;
    node->is_found = 1;
    node->rolling_mps2 =
        most_lateral_mps2(&table->limits, speed_mps, gravity_mps2, kamm_holds_rolling);
    node->most_mps2 =
        most_lateral_mps2(&table->limits, speed_mps, node->rolling_mps2, kamm_can_corner);
    return node;
}

int kamm_holds_corner(struct corner_table *table, const struct car_demand *demand)
{
    const double near = 1e-9 * gravity_mps2;
    double lifts_mps2 = table->lifts_aside[demand->lateral_mps2 < 0] * demand->normal_mps2;
    if (fabs(demand->lateral_mps2) > lifts_mps2) return 0;
    double at = fmin(fmax(demand->speed_mps / step_mps(table), 0), CORNER_SPEEDS - 1);
    int low = at < CORNER_SPEEDS - 1 ? (int)at : CORNER_SPEEDS - 2;
    const struct corner_limits *a = node_at(table, low), *b = node_at(table, low + 1);
    double most = a->most_mps2 + (at - low) * (b->most_mps2 - a->most_mps2);
    double rolling = a->rolling_mps2 + (at - low) * (b->rolling_mps2 - a->rolling_mps2);
    int is_level =
        fabs(demand->normal_mps2 - gravity_mps2) < near && fabs(demand->uphill_mps2) < near;
    if (is_level) return fabs(demand->lateral_mps2) <= most;
    struct car_demand scaled = *demand;
    scaled.lateral_mps2 *= most > 0 ? rolling / most : 1;
    return kamm_holds_rolling(&table->limits, &scaled);
}
