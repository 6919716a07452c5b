/* What the tests of the kinematic rung share. */
#ifndef KAMM_TEST_KINEMATIC_BENCH_H
#define KAMM_TEST_KINEMATIC_BENCH_H

#include "base/quaternion.h"
#include "support/cars.h"

#include "run/cars.h"

#include <math.h>
#include <string.h>

#define DEGREE (PI / 180)

/* A car without drag and rolling resistance whose steering is as quick as its driver, ratio 1. */
static inline kamm_vehicle_def bare_car(double wheelbase_m, int speed_of)
{
    kamm_vehicle_def def = flat_riding_car();
    def.body.cg_behind_front_axle_m = 0.45 * wheelbase_m;
    def.axles[1].behind_front_axle_m = wheelbase_m;
    def.steering.ratio = 1;
    def.steering.lock_rad = 85 * DEGREE;
    def.steering.max_rate_radps = 1000;
    def.kinematic.speed_of = speed_of;
    def.limits.top_speed_mps = 100;
    def.limits.reverse_speed_mps = 100;
    return def;
}

static inline kamm_cars *start_kinematic(const kamm_vehicle_def *def, int count)
{
    kamm_error error = {0};
    kamm_model *model = kamm_create_model(def, KAMM_KINEMATIC, &error);
    if (!model) fail_msg("%s", error.text);
    kamm_cars *cars = kamm_create_cars(model, count, &error);
    assert_non_null(cars);
    return cars;
}

/* A car that drives already, steering included, and whose driver holds it so. */
static inline void set_going(kamm_cars *cars, int car, double speed_mps, double steering_rad)
{
    put_car(cars, car, &kamm_flat_ground, 0, speed_mps, speed_mps < 0 ? -1 : 1);
    PUT_CAR_STATE(cars, car, car.steering_rad, (float)steering_rad);
    kamm_inputs(cars)[car].steering_wheel_rad = (float)steering_rad;
}

/* A point of the car in the world: forward of the middle of the rear axle, on the middle plane. */
static inline void point_at(const kamm_cars *cars, int car, double forward_m, double out[3])
{
    const kamm_model *model = kamm_model_of(cars, car);
    kamm_pose body;
    kamm_read_pose(cars, car, 1, &body, NULL);
    double arm[3] = {forward_m + model->statics.axle_x[1], -model->def->body.cg_left_m, 0};
    kamm_rotate(body.orientation, arm, out);
    for (int i = 0; i < 3; ++i) out[i] += body.position_m[i];
}

#endif
