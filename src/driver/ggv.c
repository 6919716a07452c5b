/* A vehicle's g-g-V diagram: sections of its limits (car_limits.h) at one speed. */
#include "../base/error.h"
#include "../base/float_mode.h"
#include "car_limits.h"

#include <kamm/linear.h>
#include <math.h>

enum { HALVINGS = 40 };
static const double weight_mps2 = 9.80665, beyond_mps2 = 200, fastest_mps = 150;
static const double least_friction = 0.01, most_friction = 10;

static struct car_demand demand_of(double speed_mps, double lateral_mps2)
{
    return (struct car_demand){
        .speed_mps = speed_mps, .normal_mps2 = weight_mps2, .lateral_mps2 = lateral_mps2};
}

static double most_lateral_mps2(const struct car_limits *limits, double speed_mps)
{
    double low = 0, high = beyond_mps2;
    for (int i = 0; i < HALVINGS; ++i) {
        double middle = (low + high) / 2;
        struct car_demand demand = demand_of(speed_mps, middle);
        if (kamm_can_corner(limits, &demand))
            low = middle;
        else
            high = middle;
    }
    return low;
}

static kamm_result check_ggv(double friction, double speed_mps, int count, kamm_error *error)
{
    if (!(speed_mps >= 0 && speed_mps <= fastest_mps))
        return kamm_fail(error, KAMM_ERROR_RANGE, "speed_mps",
                         "g-g-V: a speed of %g m/s; allowed: 0 to %g", speed_mps, fastest_mps);
    if (!(friction >= least_friction && friction <= most_friction))
        return kamm_fail(error, KAMM_ERROR_RANGE, "friction",
                         "g-g-V: a friction of %g; allowed: %g to %g", friction, least_friction,
                         most_friction);
    if (count < 2)
        return kamm_fail(error, KAMM_ERROR_RANGE, "count", "g-g-V: %d points; 2 are the least",
                         count);
    return KAMM_OK;
}

kamm_result kamm_find_ggv(const kamm_model *model, double friction, double speed_mps,
                          kamm_ggv_point *points, int count, kamm_error *error)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_ALIVE_WITH(error, model, KAMM_ERROR_MISUSE);
    KAMM_REQUIRE_WITH(error, points, KAMM_ERROR_MISUSE);
    struct car_limits limits;
    kamm_result result = check_ggv(friction, speed_mps, count, error);
    if (result) return result;
    kamm_find_car_limits(model, friction, &limits);
    double most = most_lateral_mps2(&limits, speed_mps);
    for (int i = 0; i < count; ++i) {
        double share = (double)i / (count - 1);
        struct car_demand demand = demand_of(speed_mps, most * (share * (2 - share)));
        points[i] = (kamm_ggv_point){.lateral_mps2 = demand.lateral_mps2,
                                     .accelerating_mps2 = kamm_can_accelerate(&limits, &demand),
                                     .braking_mps2 = kamm_can_brake(&limits, &demand)};
    }
    return KAMM_OK;
}
