/* Cost of a step. */
#include <math.h>

#include "base/error.h"
#include "base/float_mode.h"
#include "io/system.h"
#include "lab/bench.h"

enum { CARS = 256, SUBSTEPS = 4, MIN_BATCHES = 3 };
static const double warm_s = 0.25, measured_s = 0.1;

void kamm_start_busy_drive(kamm_cars *cars)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_ALIVE(cars, );
    for (int car = 0; car < kamm_count(cars); ++car) {
        kamm_placement placement = {.speed_mps = 10 + car % 20, .gear = KAMM_GEAR_DRIVE};
        kamm_place(cars, car, &placement);
        kamm_inputs(cars)[car] =
            (kamm_input){.steering_wheel_rad = (float)(car % 7 - 3) * (car % 4 ? 0.3f : 1.5f),
                         .throttle = (float)(car % 5) / 4,
                         .brake = car % 11 ? 0 : 0.3f,
                         .gear = KAMM_GEAR_DRIVE};
    }
}

double kamm_time_step_ns(kamm_cars *cars, int substeps, int rounds)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE(cars && substeps > 0 && rounds > 0, NAN);
    double best_s = INFINITY, before_s = kamm_steady_time_s();
    for (int round = 0; round < rounds; ++round) {
        kamm_step(cars, &kamm_flat_ground, substeps);
        double after_s = kamm_steady_time_s();
        best_s = fmin(best_s, after_s - before_s);
        before_s = after_s;
    }
    return best_s * 1e9 / substeps / kamm_count(cars);
}

double kamm_measure_cost_ns(const kamm_model *model)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_ALIVE(model, NAN);
    kamm_cars *cars = kamm_create_cars(model, CARS, NULL);
    if (!cars) return NAN;
    kamm_start_busy_drive(cars);
    kamm_step(cars, &kamm_flat_ground, (int)ceil(warm_s / kamm_describe(model).substep_s));
    double best_ns = INFINITY;
    for (double start_s = kamm_steady_time_s();
         isinf(best_ns) || kamm_steady_time_s() - start_s < measured_s;)
        best_ns = fmin(best_ns, kamm_time_step_ns(cars, SUBSTEPS, MIN_BATCHES));
    kamm_destroy_cars(cars);
    return best_ns;
}
