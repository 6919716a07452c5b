/* Worlds for tests: a few cars that meet, and what they have of momentum and energy. */
#ifndef KAMM_TEST_SUPPORT_WORLD_H
#define KAMM_TEST_SUPPORT_WORLD_H

#include "cars.h"

/* Two cars, each of its own model, in a world. */
struct meeting {
    kamm_world *world;
    kamm_model *models[2];
    kamm_cars *cars[2];
};

/* The plain car, which nothing slows down: out of gear, without aerodynamics. */
kamm_vehicle_def rolling_car(void);

/* No gravity, no air, no ground within reach. */
kamm_ground empty_space(void);
/* Level ground without friction or air. */
kamm_ground smooth_ice(void);

struct meeting start_meeting(const kamm_vehicle_def defs[2], const kamm_rung rungs[2],
                             const kamm_world_def *def);
void end_meeting(struct meeting *m);

kamm_world *create_world(const kamm_world_def *def);

/* Some bodies, then others, as one list: 64 at most, until the next call. */
const kamm_body_def *join_bodies(const kamm_body_def *first, int first_count,
                                 const kamm_body_def *second, int second_count);
/* Motion of the body with an index, which there is; velocity of its centre of gravity, in world axes. */
void read_body(const kamm_world *world, int index, kamm_body_motion *motion);
void read_centre(const kamm_world *world, int index, kamm_body_motion *motion,
                 double velocity_mps[3]);
void set_body(kamm_world *world, int index, const kamm_body_motion *motion);
void remove_body(kamm_world *world, int index);
void add_cars(kamm_world *world, kamm_cars *cars);

/* A wall 0.3 m thick, 60 m long and 2 m high, whose face is at x. */
kamm_body_def wall_across(double x_m, double friction, double restitution);
/* A box of 1 m and 50 kg. */
kamm_body_def crate(void);
kamm_body_def placed_at(kamm_body_def dynamic_body, double x, double y, double z, int asleep);

kamm_cars *cars_of(const kamm_vehicle_def *def, kamm_rung rung, int count, kamm_model **model);
/* Puts a car on level ground, rolling out of gear. */
void roll_at(kamm_cars *cars, int car, double x, double y, double yaw, double speed);

/* A car's frame, velocity (world axes) and angular velocity (body axes) as given, in place of its own.
 * Its wheels do not turn. */
void set_motion(kamm_cars *cars, int car, const double position[3], const double q[4],
                const double velocity[3], const double angular_velocity[3]);
void quaternion_about(const double axis[3], double angle, double q[4]);

/* Momentum of body and wheels at their places, from the state and the drawn wheels. */
struct momentum {
    double mass_kg, moment_kgm[3];       /* mass, and mass times place */
    double linear_ns[3], angular_nms[3]; /* about the world's origin */
    double energy_j;                     /* kinetic, and of springs: without gravity */
};
struct momentum momentum_of(kamm_cars *cars, int car);
struct momentum sum_of_momenta(struct momentum a, struct momentum b);

/* A plate 0.2 m high that lies on the ground, with a grip of 1 for wheels. */
kamm_body_def raft(double half_x, double half_y, double mass_kg);

#endif
