/* Control units of the host's own. */
#include "../base/error.h"
#include "../base/float_mode.h"
#include "external_forces.h"
#include "usual.h"

#include <kamm/control.h>
#include <math.h>

static int takes_demands(const kamm_cars *cars, int car)
{
    return kamm_model_at(cars, car)->info.takes_demands;
}

/* Returns the value within its range. For one that is not finite it returns 0 and sets `unfit`. */
static float in_range(float value, float min, float max, int *unfit)
{
    if (!isfinite(value)) {
        *unfit = 1;
        return 0;
    }
    return fminf(fmaxf(value, min), max);
}

void kamm_set_demand(kamm_cars *cars, int car, const kamm_demand *demand)
{
    KAMM_REQUIRE_ALIVE(cars, );
    KAMM_REQUIRE(car >= 0 && car < cars->count, );
    KAMM_REQUIRE(demand, );
    KAMM_REQUIRE(takes_demands(cars, car), );
    int unfit = 0;
    PUT_CAR_STATE(cars, car, car.engine_cut_demand, in_range(demand->engine_cut, 0, 1, &unfit));
    PUT_CAR_STATE(cars, car, car.steer_demand_rad,
                  in_range(demand->steer_rad, -1.5f, 1.5f, &unfit));
    for (int w = 0; w < cars->layout->wheels; ++w) {
        PUT_CAR_STATE(cars, car, wheels[w].brake_demand, in_range(demand->brake[w], 0, 1, &unfit));
        PUT_CAR_STATE(cars, car, wheels[w].release_demand,
                      in_range(demand->release[w], 0, 1, &unfit));
        PUT_CAR_STATE(cars, car, wheels[w].drive_demand_nm,
                      in_range(demand->drive_nm[w], -4e6f, 4e6f, &unfit));
        PUT_CAR_STATE(cars, car, wheels[w].actuator_demand_n,
                      in_range(demand->actuator_n[w], -2e7f, 2e7f, &unfit));
    }
    if (unfit)
        PUT_CAR_STATE(cars, car, car.fault, (float)(kamm_fault(cars, car) | KAMM_FAULT_INPUT));
}

kamm_demand kamm_get_demand(const kamm_cars *cars, int car)
{
    kamm_demand demand = {0};
    KAMM_REQUIRE_ALIVE(cars, demand);
    KAMM_REQUIRE(car >= 0 && car < cars->count, demand);
    demand.engine_cut = CAR_STATE(cars, car, car.engine_cut_demand);
    demand.steer_rad = CAR_STATE(cars, car, car.steer_demand_rad);
    for (int w = 0; w < cars->layout->wheels; ++w) {
        demand.brake[w] = CAR_STATE(cars, car, wheels[w].brake_demand);
        demand.release[w] = CAR_STATE(cars, car, wheels[w].release_demand);
        demand.drive_nm[w] = CAR_STATE(cars, car, wheels[w].drive_demand_nm);
        demand.actuator_n[w] = CAR_STATE(cars, car, wheels[w].actuator_demand_n);
    }
    return demand;
}

int kamm_call_controller(kamm_cars *cars, const kamm_controller *controller)
{
    KAMM_REQUIRE_ALIVE(cars, 1);
    KAMM_REQUIRE(controller, 1);
    KAMM_REQUIRE(controller->control, 1);
    KAMM_REQUIRE(controller->interval_substeps >= 0, 1);
    int interval = controller->interval_substeps ? controller->interval_substeps : 1;
    int since = (int)(cars->substeps % (uint64_t)interval);
    for (int car = 0; car < cars->count && !since; ++car) {
        if (!takes_demands(cars, car)) continue;
        kamm_demand demand = kamm_get_demand(cars, car);
        controller->control(controller->user, cars, car, &demand);
        kamm_set_demand(cars, car, &demand);
    }
    return interval - since;
}

void kamm_step_controlled(kamm_cars *cars, const kamm_ground *ground, int substeps,
                          const kamm_controller *controller)
{
    KAMM_REQUIRE_ALIVE(cars, );
    KAMM_REQUIRE(kamm_cars_are_their_own(cars), );
    KAMM_REQUIRE(ground, );
    KAMM_REQUIRE(substeps >= 0, );
    KAMM_REQUIRE(controller && controller->control, );
    kamm_ground completed;
    ground = kamm_usual_ground(ground, &completed);
    for (int left = substeps, now; left > 0; left -= now) {
        now = kamm_call_controller(cars, controller);
        if (now > left) now = left;
        KAMM_FLOAT_MODE; /* only here: the host's function runs in the host's own */
        kamm_take_substeps(cars, ground, now);
    }
    kamm_end_forces(cars);
}
