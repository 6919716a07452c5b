/* Velocity and orientation of a car as the state has them: with what rounding leaves over, which every
 * change has to keep. World axes. */
#ifndef KAMM_RUNGS_MOTION_H
#define KAMM_RUNGS_MOTION_H

#include "../base/lane_math.h"
#include "../base/vector.h"
#include "car_lanes.h"

/* with_added of vectors. */
LANE_INLINE vec3 vec3_with_added(vec3 value, vec3 added)
{
    return (vec3){with_added(value.x, added.x), with_added(value.y, added.y),
                  with_added(value.z, added.z)};
}

LANE_INLINE vec3 velocity_of(const struct car_lanes *car)
{
    return (vec3){car->velocity_x_mps, car->velocity_y_mps, car->velocity_z_mps};
}

LANE_INLINE quaternion orientation_of(const struct car_lanes *car)
{
    return (quaternion){car->orientation_w, car->orientation_x, car->orientation_y,
                        car->orientation_z};
}

LANE_INLINE void push_velocity(struct car_lanes *car, vec3 by)
{
    add_kept(&car->velocity_x_mps, &car->velocity_residual_x_mps, by.x);
    add_kept(&car->velocity_y_mps, &car->velocity_residual_y_mps, by.y);
    add_kept(&car->velocity_z_mps, &car->velocity_residual_z_mps, by.z);
}

/* Elsewhere nothing changes: even adding 0 may pass a rest of half a digit on. */
static inline void push_velocity_where(struct car_lanes *car, mask where, vec3 by)
{
    const struct car_lanes before = *car;
    push_velocity(car, by);
    car->velocity_x_mps = pick(where, car->velocity_x_mps, before.velocity_x_mps);
    car->velocity_y_mps = pick(where, car->velocity_y_mps, before.velocity_y_mps);
    car->velocity_z_mps = pick(where, car->velocity_z_mps, before.velocity_z_mps);
    car->velocity_residual_x_mps =
        pick(where, car->velocity_residual_x_mps, before.velocity_residual_x_mps);
    car->velocity_residual_y_mps =
        pick(where, car->velocity_residual_y_mps, before.velocity_residual_y_mps);
    car->velocity_residual_z_mps =
        pick(where, car->velocity_residual_z_mps, before.velocity_residual_z_mps);
}

/* A car that stands on ground with that velocity and yaw rate. */
static inline void stop_where(struct car_lanes *car, mask where, vec3 ground, real yaw_rate_radps)
{
    real zero = splat(0.0f);
    car->velocity_x_mps = pick(where, ground.x, car->velocity_x_mps);
    car->velocity_y_mps = pick(where, ground.y, car->velocity_y_mps);
    car->velocity_z_mps = pick(where, ground.z, car->velocity_z_mps);
    car->velocity_residual_x_mps = pick(where, zero, car->velocity_residual_x_mps);
    car->velocity_residual_y_mps = pick(where, zero, car->velocity_residual_y_mps);
    car->velocity_residual_z_mps = pick(where, zero, car->velocity_residual_z_mps);
    car->yaw_rate_radps = pick(where, yaw_rate_radps, car->yaw_rate_radps);
}

/* Turns the body for a time at an angular velocity in body axes. */
LANE_INLINE void turn_orientation(struct car_lanes *car, vec3 angular_velocity, real dt)
{
    quaternion q = orientation_of(car);
    quaternion rest = {car->orientation_residual_w, car->orientation_residual_x,
                       car->orientation_residual_y, car->orientation_residual_z};
    quat_advance(&q, &rest, angular_velocity, dt);
    car->orientation_w = q.w, car->orientation_x = q.x;
    car->orientation_y = q.y, car->orientation_z = q.z;
    car->orientation_residual_w = rest.w, car->orientation_residual_x = rest.x;
    car->orientation_residual_y = rest.y, car->orientation_residual_z = rest.z;
}

/* The same, but a body that does not turn keeps every bit: drawing the length back to 1 would turn it by
 * 1e-12 rad/s, as rounding has it. */
static inline void turn_orientation_or_rest(struct car_lanes *car, vec3 angular_velocity, real dt)
{
    mask turns =
        (angular_velocity.x != 0.0f) | (angular_velocity.y != 0.0f) | (angular_velocity.z != 0.0f);
    if (!any(turns)) return;
    const struct car_lanes before = *car;
    turn_orientation(car, angular_velocity, dt);
    car->orientation_w = pick(turns, car->orientation_w, before.orientation_w);
    car->orientation_x = pick(turns, car->orientation_x, before.orientation_x);
    car->orientation_y = pick(turns, car->orientation_y, before.orientation_y);
    car->orientation_z = pick(turns, car->orientation_z, before.orientation_z);
    car->orientation_residual_w =
        pick(turns, car->orientation_residual_w, before.orientation_residual_w);
    car->orientation_residual_x =
        pick(turns, car->orientation_residual_x, before.orientation_residual_x);
    car->orientation_residual_y =
        pick(turns, car->orientation_residual_y, before.orientation_residual_y);
    car->orientation_residual_z =
        pick(turns, car->orientation_residual_z, before.orientation_residual_z);
}

#endif
