/* Poses: where body and wheels are drawn, and plane placements. */
#include "../base/error.h"
#include "../base/float_mode.h"
#include "../base/quaternion.h"
#include "cars.h"

#include <math.h>
#include <string.h>

/* Turns a pose back by a time at an angular velocity in body axes. */
static void turn_back(double q[4], const double angular_velocity[3], double time)
{
    double rate =
        sqrt(angular_velocity[0] * angular_velocity[0] + angular_velocity[1] * angular_velocity[1] +
             angular_velocity[2] * angular_velocity[2]);
    if (rate * fabs(time) < 1e-12) return;
    double half = -0.5 * rate * time, scale = sin(half) / rate;
    double turn[4] = {cos(half), scale * angular_velocity[0], scale * angular_velocity[1],
                      scale * angular_velocity[2]};
    kamm_multiply(q, turn, q);
    kamm_normalise(q);
}

/* The body frame `back_s` seconds ago, from what moved it there: the mean of the velocities before and after the last
 * substep, on rungs that tell the difference. Linear velocities of the world, angular ones and accelerations of the
 * body, which is turned by half when it accelerates. */
static void body_frame_before(const kamm_cars *cars, int car, double back_s, double position[3],
                              double q[4])
{
    double v[3] = {CAR_STATE(cars, car, car.velocity_x_mps),
                   CAR_STATE(cars, car, car.velocity_y_mps),
                   CAR_STATE(cars, car, car.velocity_z_mps)};
    double w[3] = {CAR_STATE(cars, car, car.roll_rate_radps),
                   CAR_STATE(cars, car, car.pitch_rate_radps),
                   CAR_STATE(cars, car, car.yaw_rate_radps)};
    double linear[3] = {CAR_STATE(cars, car, car.last_acceleration_x_mps2),
                        CAR_STATE(cars, car, car.last_acceleration_y_mps2),
                        CAR_STATE(cars, car, car.last_acceleration_z_mps2)};
    double angular[3] = {CAR_STATE(cars, car, car.last_roll_acceleration_radps2),
                         CAR_STATE(cars, car, car.last_pitch_acceleration_radps2),
                         CAR_STATE(cars, car, car.last_yaw_acceleration_radps2)};
    double half_s = 0.5 * kamm_model_of(cars, car)->info.substep_s, middle[4], change[3];
    kamm_body_frame(cars, car, position, q);
    memcpy(middle, q, sizeof middle);
    turn_back(middle, w, half_s);
    kamm_rotate(middle, linear, change);
    for (int i = 0; i < 3; ++i) position[i] -= (v[i] - half_s * change[i]) * back_s;
    for (int i = 0; i < 3; ++i) w[i] -= half_s * angular[i];
    turn_back(q, w, back_s);
}

static double lean_before(const struct car *car, double back_s)
{
    return (double)STATE_OF(car, car.lean_rad) -
           back_s * (double)STATE_OF(car, car.lean_rate_radps);
}

void kamm_read_pose(const kamm_cars *cars, int car, double fraction, kamm_pose *body,
                    kamm_wheel_pose *wheels)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_ALIVE(cars, );
    KAMM_REQUIRE(car >= 0 && car < cars->count, );
    const kamm_model *model = kamm_model_of(cars, car);
    double back_s = (1 - fraction) * model->info.substep_s, position[3], q[4], offset[3];
    body_frame_before(cars, car, back_s, position, q);
    const struct car one = kamm_car_of(cars, car);
    if (cars->rung->draw) cars->rung->draw(&one, q);
    if (has_lean(&one)) kamm_lean_frame(model, lean_before(&one, back_s), position, q);
    if (body) {
        kamm_rotate(q, model->origin, offset);
        for (int i = 0; i < 3; ++i) body->position_m[i] = position[i] - offset[i];
        memcpy(body->orientation, q, sizeof q);
    }
    for (int w = 0; wheels && w < cars->layout->wheels; ++w)
        kamm_wheel_in_world(&one, w, back_s, position, q, &wheels[w]);
}

kamm_placement kamm_placement_on(const kamm_ground *ground, double x_m, double y_m, double yaw_rad)
{
    KAMM_FLOAT_MODE;
    kamm_placement placement = {.gear = KAMM_GEAR_DRIVE};
    KAMM_REQUIRE(ground, placement);
    const kamm_contact *plane = &ground->plane;
    double n[3] = {plane->normal[0], plane->normal[1], plane->normal[2]};
    double dx = x_m - plane->point_m[0], dy = y_m - plane->point_m[1];
    placement.position_m[0] = x_m;
    placement.position_m[1] = y_m;
    if (fabs(n[2]) > 1e-6) /* else nothing of it is above there */
        placement.position_m[2] = plane->point_m[2] - (n[0] * dx + n[1] * dy) / n[2];
    else
        for (int i = 0; i < 3; ++i)
            placement.position_m[i] = (i < 2 ? placement.position_m[i] : plane->point_m[i]) -
                                      (n[0] * dx + n[1] * dy) * n[i];
    for (int i = 0; i < 3; ++i) placement.ground_velocity_mps[i] = plane->velocity_mps[i];
    /* The shortest turn from the world's up to the plane's normal, after the turn about up. */
    double tilt[4] = {1 + n[2], -n[1], n[0], 0}, yaw[4];
    if (1 + n[2] < 1e-7) tilt[1] = 1, tilt[2] = 0; /* upside down: about x, for one */
    kamm_about_axis(2, yaw_rad, yaw);
    kamm_normalise(tilt);
    kamm_multiply(tilt, yaw, placement.orientation);
    return placement;
}
