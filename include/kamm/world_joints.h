/* Joints: hinges, ropes, springs and more between bodies and cars of a world, or between one of them and the world.
 *
 *     kamm_joint_def def = {.kind = KAMM_JOINT_HINGE, .ends = {{.body = post}, {.body = door}}};
 *     kamm_place_joint(world, &def, hinge_m, up, &error);
 *     kamm_add_joint(world, &def, &joint, &error);
 *
 * The solver computes all joints of connected bodies at once, so mass ratios of 1:1000 hold as well as equal masses.
 * docs/world.md describes it. Joints change no bit of bodies without joints. */
#ifndef KAMM_WORLD_JOINTS_H
#define KAMM_WORLD_JOINTS_H

#include <kamm/world.h>

#ifdef __cplusplus
extern "C" {
#endif

/* -- Definitions of joints -- */

/* Kinds of joints. Position, speed and motor are those of its free motion: an angle of a hinge (rad, N m), a length of
 * all others (m, N). */
typedef enum kamm_joint_kind {
    /* Both points are one. */
    KAMM_JOINT_BALL = 0,
    /* Both points and both axes are one. Position: the angle of the second end about the axis. */
    KAMM_JOINT_HINGE = 1,
    /* The second end moves along the first end's axis and does not turn. Position: how far it is. */
    KAMM_JOINT_SLIDER = 2,
    /* The ends move as one body. */
    KAMM_JOINT_FIXED = 3,
    /* Both points are length_m apart. */
    KAMM_JOINT_DISTANCE = 4,
    /* Both points are at most length_m apart. */
    KAMM_JOINT_ROPE = 5,
    /* A spring between both points, length_m at rest. */
    KAMM_JOINT_SPRING = 6
} kamm_joint_kind;

/* One end of a joint. */
typedef struct kamm_joint_end {
    /* A body of the world; all 0: none. */
    kamm_body body;
    /* Cars of the world, if the end is on a car; else NULL. If `body` is all 0 as well, the end is on the world. */
    const kamm_cars *cars;
    /* Index of the car. */
    int32_t car;
    /* Point in the frame of the body, in the vehicle frame of the car, or in the world. */
    double point_m[3];
    /* Axis of a hinge or slider, in that frame; of any length. The second end's may be all 0: that of the first, as the
     * bodies are when the joint is added. */
    double axis[3];
} kamm_joint_end;

/* Whether both ends collide with each other. */
typedef enum kamm_joint_collision {
    /* They do if the joint is a distance, a rope or a spring. */
    KAMM_JOINT_COLLIDES_BY_KIND = 0,
    /* They do. */
    KAMM_JOINT_COLLIDES = 1,
    /* They do not. */
    KAMM_JOINT_PASSES = 2
} kamm_joint_collision;

/* A joint. */
typedef struct kamm_joint_def {
    /* Kind of the joint. */
    kamm_joint_kind kind;
    /* What it connects. At least one end is a dynamic body or a car; both are different. */
    kamm_joint_end ends[2];
    /* Whether the ends collide. Wheels roll on the other end in any case. */
    kamm_joint_collision collision;
    /* Length of a distance, rope or spring, above 0; 0: as the bodies are when it is added. */
    double length_m;
    /* Position of a hinge when it is added, within 1e6 rad; its zero follows from it. */
    double angle_rad;
    /* 1: a hinge or slider stays between `low` and `high`; or a winch stops there (see motor_speed). */
    int32_t is_limited;
    /* Least position, up to `high`. */
    double low;
    /* Greatest position. */
    double high;
    /* Speed at which the motor of a hinge or slider aims. A distance or rope changes its length at this speed, as a
     * winch: whatever the force. rad/s or m/s, up to 1000. */
    double motor_speed;
    /* Greatest torque or force of the motor of a hinge or slider, 0 to 1e12; 0: no motor. With speed 0 it is a brake or
     * dry friction. */
    double motor_force;
    /* Stiffness of a spring, of a rope (0: it does not stretch), or of a hinge or slider towards `rest`: N/m or
     * N m/rad, 0 to 1e12. */
    double stiffness;
    /* Damping of the same, N s/m or N m s/rad, 0 to 1e12. */
    double damping;
    /* Position at which the spring of a hinge or slider has no force. */
    double rest;
    /* The joint breaks at a greater force; 0: at none, in N. */
    double break_force_n;
    /* The same for the torque; 0: at none. */
    double break_torque_nm;
} kamm_joint_def;

/* -- Adding and removing -- */

/* A joint of a world: its index, and a number that tells it from earlier joints of this index. All 0: no joint. */
typedef struct kamm_joint {
    /* Index of the joint, from 0. */
    int32_t index;
    /* Number that tells it from earlier joints. */
    uint32_t generation;
} kamm_joint;

/* Sets points and axes of both ends to one point and axis of the world, as the bodies are now. `axis` may be NULL
 * for kinds without one. Errors: UNKNOWN (a body or cars that are not in this world), RANGE. */
KAMM_API kamm_result kamm_place_joint(const kamm_world *world, kamm_joint_def *def,
                                      const double point_m[3], const double axis[3],
                                      kamm_error *error);
/* Adds a joint. It takes the first free index, or a new one. `joint` (or NULL) receives it. Sleeping ends wake. If an
 * end is removed from the world, so is the joint; cars that replace as many others take their joints. Errors: UNKNOWN
 * (a body or cars that are not in this world), RANGE, MEMORY. */
KAMM_API kamm_result kamm_add_joint(kamm_world *world, const kamm_joint_def *def, kamm_joint *joint,
                                    kamm_error *error);
/* Removes a joint; its ends wake. Errors: UNKNOWN. */
KAMM_API kamm_result kamm_remove_joint(kamm_world *world, kamm_joint joint, kamm_error *error);
/* Returns the number of indices of joints, including free ones. */
KAMM_API int kamm_joint_count(const kamm_world *world);
/* Returns the joint of an index; all 0 if there is none. */
KAMM_API kamm_joint kamm_joint_at(const kamm_world *world, int index);
/* Returns 1 if the joint is in this world. */
KAMM_API int kamm_has_joint(const kamm_world *world, kamm_joint joint);

/* -- State -- */

/* State of a joint. */
typedef struct kamm_joint_state {
    /* Angle of a hinge, which counts turns (rad); way of a slider along its axis, or distance of the points (m). */
    double position;
    /* Its rate. */
    double speed;
    /* Length of a distance, rope or spring now. */
    double length_m;
    /* Force on the second end in the last substep, world axes. */
    double force_n[3];
    /* Torque on it, besides that of the force. */
    double torque_nm[3];
    /* Torque or force of the motor in the last substep. */
    double motor_force;
    /* Points of both ends now, in the world. */
    double points_m[2][3];
    /* 1: it has broken and holds nothing any more. Snapshots restore it. */
    int32_t is_broken;
} kamm_joint_state;
/* Reads the state of a joint. On error `state` does not change. Errors: UNKNOWN. */
KAMM_API kamm_result kamm_read_joint(const kamm_world *world, kamm_joint joint,
                                     kamm_joint_state *state, kamm_error *error);
/* Returns the joints that broke in the last call of kamm_step_world, in the order in which they broke. They are valid
 * until the next call, or until a joint is added. */
KAMM_API const kamm_joint *kamm_broken_joints(const kamm_world *world, int *count);

/* Sets motor_speed and motor_force of a joint; its ends wake. Errors: UNKNOWN, RANGE. */
KAMM_API kamm_result kamm_set_joint_motor(kamm_world *world, kamm_joint joint, double speed,
                                          double force, kamm_error *error);
/* Sets the limits of a hinge, slider or winch; `is_limited` 0 removes them. Errors: UNKNOWN, RANGE. */
KAMM_API kamm_result kamm_set_joint_limits(kamm_world *world, kamm_joint joint, int is_limited,
                                           double low, double high, kamm_error *error);

#ifdef __cplusplus
}
#endif

#endif
