#include "lab/bench.h"

#include "driver/rider_pedals.h"

#include <kamm/rider.h>
#include <math.h>

int kamm_bench_is_ridden(const kamm_bench *bench) { return kamm_has_rider(bench->model); }

void kamm_bench_bend(kamm_bench *bench, int car, double curvature_per_m)
{
    bench->rides[car].bend_per_m = curvature_per_m;
}

/* Pedals go no further than the rider lets them; at a walk the brake may hold it. */
static void ride(kamm_bench *bench, int car)
{
    kamm_ride_request request = kamm_default_ride_request();
    kamm_input *input = &kamm_inputs(bench->cars)[car];
    request.curvature_per_m = bench->rides[car].bend_per_m;
    request.feet = !bench->feet_up;
    kamm_ride(bench->cars, car, &request, bench->tick_s, NULL);
    input->throttle = fminf(input->throttle, (float)kamm_throttle_allows(bench->cars, car));
    if (!(kamm_read(bench->cars, car, KAMM_CHANNEL_speed_mps) > bench->root)) return;
    const struct brake_levers levers = kamm_press_brakes(bench->cars, car, (double)input->brake);
    input->brake = (float)levers.front;
    input->hand_brake = fmaxf(input->hand_brake, (float)levers.rear);
}

void kamm_bench_step_ridden(kamm_bench *bench)
{
    kamm_input *inputs = kamm_inputs(bench->cars);
    for (int car = 0; car < bench->count; ++car) {
        bench->rides[car].throttle = inputs[car].throttle;
        bench->rides[car].brake = inputs[car].brake;
        bench->rides[car].hand_brake = inputs[car].hand_brake;
        if (!bench->hands_off) ride(bench, car);
    }
    kamm_step(bench->cars, &bench->ground, bench->substeps);
    for (int car = 0; car < bench->count; ++car) {
        inputs[car].throttle = bench->rides[car].throttle;
        inputs[car].brake = bench->rides[car].brake;
        inputs[car].hand_brake = bench->rides[car].hand_brake;
    }
}
