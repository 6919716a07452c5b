/* The body: where it is heading, and the equations of motion of body and wheels together.
 *
 * A substep is computed in a frame that goes evenly with the ground below the car (ground_motion.h), in which the laws are the
 * same: tyres, brakes, gearbox and aids see the velocity over the ground, and the air goes by less the ground's velocity.
 * Accelerations are those of the world.
 *
 * Six degrees of freedom of the sprung mass, one of travel per wheel. Let a be the acceleration of the
 * sprung mass's centre of gravity and alpha its angular acceleration, in body axes, and at the hub r_i of
 * wheel i
 *
 *     a_i = a + alpha x r_i + c_i,   c_i = omega x (omega x r_i) + 2 omega x (d_i v_i)
 *
 * with travel speed v_i along d_i. Newton and Euler for the whole, and along each travel
 *
 *     m_i (dv_i/dt + z . a_i) = Z_i
 *
 * (Z_i: tyre force by virtual work, spring, damper, bar, weight) give, after the travel is eliminated,
 *
 *     A (a, alpha) = sum of external forces - sum of z Z_i at r_i - sum of m_i P c_i at r_i
 *                    - omega x (I omega) - change of the wheels' spin
 *
 * where P takes the body's z component away: an unsprung mass goes along with the body forward and
 * sideways, but not up and down. A depends on the geometry at rest alone, so its inverse, `mobility`,
 * is a constant of the model (full_compile.c).
 *
 * In A the hub is where it is at rest and the travel runs along the body's z axis. What that leaves
 * out, the hub's true place and the side force of the unsprung mass along its true path, is put in by
 * iteration (lean_on_links in ride.h).
 */
#ifndef KAMM_RUNGS_FULL_BODY_H
#define KAMM_RUNGS_FULL_BODY_H

#include "../group.h"
#include "full_constants.h"

struct body_motion {       /* in the middle of the substep */
    matrix3 rotation;      /* body to world */
    vec3 velocity;         /* over the ground, body axes; predicted by the last acceleration */
    vec3 angular_velocity; /* in the world, body axes; predicted */
    vec3 gravity;          /* body axes */
    vec3 gained_mps;       /* of that velocity, by the prediction */
    vec3 start_radps;      /* angular velocity at the start of the substep, body axes */
    real ground_yaw_radps; /* of the ground about the body's z axis */
    vec3 ground_turning;   /* of one that turns as one body, body axes */
};

struct acceleration {
    vec3 linear, angular; /* body axes */
};

struct wrench {
    vec3 force, moment; /* body axes, about the sprung mass's centre of gravity */
};

LANE_INLINE struct acceleration last_acceleration(const struct car_lanes *car)
{
    return (struct acceleration){{car->last_acceleration_x_mps2, car->last_acceleration_y_mps2,
                                  car->last_acceleration_z_mps2},
                                 {car->last_roll_acceleration_radps2,
                                  car->last_pitch_acceleration_radps2,
                                  car->last_yaw_acceleration_radps2}};
}

/* Finds how the ground moves below the car, whose wheels are on it where they are at rest. */
static inline void find_body_ground(struct group *g, matrix3 rotation)
{
    const struct full_constants *c = g->constants;
    const struct layout *l = layout_of(g);
    g->ground_moves = moves_below(g);
    rest_ground(g);
    if (!g->ground_moves) return;
    vec3 at[WHEEL_ROOM];
    for (int w = 0; w < l->wheels; ++w) {
        const struct axle_constants *axle = &c->chassis.axles[l->axle[w]];
        real out = splat(l->side[w]) * axle->half_track_m;
        real twin = splat(l->side[w] * l->twin[w]) * axle->twin_m;
        at[w] = vec3_of(lanes(axle->behind_m), (out + twin) + axle->left_offset_m,
                        lanes(axle->hub_z_m) - axle->rest_radius_m);
    }
    fit_ground(g, rotation, at);
}

/* The car is at the pose in the middle of the substep already. */
static inline struct body_motion body_motion_of(struct group *g, real dt)
{
    const struct car_lanes *car = &g->state.car;
    struct acceleration last = last_acceleration(car);
    struct body_motion body;
    body.rotation = quat_matrix(orientation_of(car));
    find_body_ground(g, body.rotation);
    vec3 v = velocity_over_ground(g);
    body.gained_mps = vec3_scale(last.linear, 0.5f * dt);
    body.velocity = vec3_add(matrix3_apply_transposed(body.rotation, v), body.gained_mps);
    body.start_radps = (vec3){car->roll_rate_radps, car->pitch_rate_radps, car->yaw_rate_radps};
    body.angular_velocity = vec3_add_scaled(body.start_radps, last.angular, 0.5f * dt);
    body.gravity = matrix3_apply_transposed(body.rotation, gravity_of(g));
    body.ground_yaw_radps = splat(0.0f);
    body.ground_turning = vec3_zero();
    if (!g->ground_moves) return body;
    body.ground_yaw_radps = matrix3_apply_transposed(body.rotation, g->ground.turning).z;
    body.ground_turning = matrix3_apply_transposed(body.rotation, g->ground.rigid);
    return body;
}

/* Returns the yaw rate of the car's sensors relative to the ground, which the aids use. */
LANE_INLINE real yaw_over_ground(const struct body_motion *body)
{
    return with_added(body->angular_velocity.z, -body->ground_yaw_radps);
}

LANE_INLINE vec3 velocity_at(const struct body_motion *body, vec3 point)
{
    return vec3_add(body->velocity, vec3_cross(body->angular_velocity, point));
}

/* Returns the predicted gain of a point's velocity by the middle of the substep. */
LANE_INLINE vec3 gained_at(const struct body_motion *body, vec3 point)
{
    vec3 turning = vec3_sub(body->angular_velocity, body->start_radps);
    return vec3_add(body->gained_mps, vec3_cross(turning, point));
}

LANE_INLINE void add_force_at(struct wrench *w, vec3 point, vec3 force)
{
    w->force = vec3_add(w->force, force);
    w->moment = vec3_add(w->moment, vec3_cross(point, force));
}

/* A force along the body's z axis. */
LANE_INLINE void add_lift_at(struct wrench *w, vec3 point, real force)
{
    w->force.z = w->force.z + force;
    w->moment.x = w->moment.x + point.y * force;
    w->moment.y = w->moment.y - point.x * force;
}

/* One across it. */
LANE_INLINE void add_level_force_at(struct wrench *w, vec3 point, real x, real y)
{
    w->force.x = w->force.x + x;
    w->force.y = w->force.y + y;
    w->moment.x = w->moment.x - point.z * y;
    w->moment.y = w->moment.y + point.z * x;
    w->moment.z = w->moment.z + (point.x * y - point.y * x);
}

LANE_INLINE struct wrench wrench_sum(struct wrench a, struct wrench b)
{
    return (struct wrench){vec3_add(a.force, b.force), vec3_add(a.moment, b.moment)};
}

/* A symmetric inertia tensor times an angular velocity. */
LANE_INLINE vec3 angular_momentum(const num inertia[6], vec3 w)
{
    num xx = inertia[0], yy = inertia[1], zz = inertia[2];
    num xy = inertia[3], xz = inertia[4], yz = inertia[5];
    return (vec3){xx * w.x - xy * w.y - xz * w.z, yy * w.y - xy * w.x - yz * w.z,
                  zz * w.z - xz * w.x - yz * w.y};
}

LANE_INLINE real mobility_row(const num row[6], const struct wrench *w)
{
    real fore = row[0] * w->force.x + row[2] * w->force.z +
                row[4] * w->moment.y; /* the symmetric half of the motion … */
    real side = row[1] * w->force.y + row[3] * w->moment.x +
                row[5] * w->moment.z; /* … and the antisymmetric one */
    return fore + side;
}

LANE_INLINE struct acceleration accelerate(const struct full_constants *c, const struct wrench *w)
{
    struct acceleration a;
    a.linear = (vec3){mobility_row(c->mobility[0], w), mobility_row(c->mobility[1], w),
                      mobility_row(c->mobility[2], w)};
    a.angular = (vec3){mobility_row(c->mobility[3], w), mobility_row(c->mobility[4], w),
                       mobility_row(c->mobility[5], w)};
    return a;
}

/* The moment -omega x (I omega) as it is at the start of a substep would, taken explicitly, feed a fast
 * tumble: by (omega dt)^2 a substep, a runaway within seconds at 50 rad/s. This is what it lacks to
 * its value in the middle of the substep, for the whole car: an explicit midpoint step, whose error
 * in energy is of fourth order. */
static inline vec3 midpoint_moment(const struct full_constants *c, const struct body_motion *body,
                                   const struct acceleration *a)
{
    const num *whole_car = c->chassis.whole_inertia;
    vec3 half = vec3_scale(a->angular, lanes(0.5f * c->chassis.dt));
    vec3 middle = vec3_add(body->start_radps, half);
    vec3 then = vec3_cross(angular_momentum(whole_car, middle), middle);
    vec3 now =
        vec3_cross(angular_momentum(whole_car, body->angular_velocity), body->angular_velocity);
    return vec3_sub(then, now);
}

/* Velocities, and the other half of the turn with the new ones. */
static inline void advance_body(struct car_lanes *car, const struct body_motion *body,
                                const struct acceleration *a, real dt)
{
    vec3 world = matrix3_apply(body->rotation, a->linear);
    push_velocity(car, vec3_scale(world, dt));
    vec3 angular_velocity = vec3_add(body->start_radps, vec3_scale(a->angular, dt));
    car->roll_rate_radps = angular_velocity.x;
    car->pitch_rate_radps = angular_velocity.y;
    car->yaw_rate_radps = angular_velocity.z;
    turn_orientation(car, angular_velocity, 0.5f * dt);
    car->last_acceleration_x_mps2 = a->linear.x;
    car->last_acceleration_y_mps2 = a->linear.y;
    car->last_acceleration_z_mps2 = a->linear.z;
    car->last_roll_acceleration_radps2 = a->angular.x;
    car->last_pitch_acceleration_radps2 = a->angular.y;
    car->last_yaw_acceleration_radps2 = a->angular.z;
}

#endif
