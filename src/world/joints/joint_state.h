/* State of a world's joints. */
#ifndef KAMM_WORLD_JOINTS_JOINT_STATE_H
#define KAMM_WORLD_JOINTS_JOINT_STATE_H

#include "../bodies/body_state.h"
#include "../solver/joint.h"

enum { MOST_JOINTS = 1 << 20 };

#define NO_BODY UINT32_MAX /* the number of an end that is fixed to the world */

/* All of a joint that changes. */
struct joint_state {
    double low, high, motor_speed, motor_force;
    double length_m;
    double turned_rad; /* since it was added, as the last substep found it: it counts turns */
    double force_n[3], torque_nm[3], motor_now; /* in the last substep */
    int32_t is_limited, is_broken;
};

struct world_joint {
    int32_t index;
    kamm_joint_def def;
    double point_m[2][3], frame[2][4]; /* of each end, in the body's frame as the solver has it */
    uint32_t body[2];                  /* their numbers now */
    struct joint_state state;
};

struct joint_slot {
    int32_t is_used;
    int32_t place; /* in the list of joints */
    uint32_t generation;
};

/* Two bodies that a joint connects, in order of their numbers. */
struct joint_link {
    uint32_t first, second;
    int32_t joint; /* its place */
};

/* What a world does with its joints (joint_calls.c). It is reached by pointers, so that programs without joints are linked
 * without it. */
struct joint_calls {
    /* Bodies have got other numbers, or are gone: joints of these go as well. */
    void (*renumber)(kamm_world *world);
    /* Other cars take the joints of these. */
    void (*rename_cars)(kamm_world *world, const kamm_cars *from, const kamm_cars *to);
    /* Whether a joint keeps two bodies from colliding. */
    int (*let_pass)(const kamm_world *world, uint32_t first, uint32_t second);
    /* Wakes bodies that joints connect to what is awake. */
    void (*wake_bodies)(kamm_world *world);
    /* Gives the solver the joints of this substep, with their bodies. */
    void (*aim)(kamm_world *world);
    /* The same once bodies have moved: where they are now. */
    void (*aim_again)(kamm_world *world);
    /* Forces of the substep; what breaks by them; lengths of winches. */
    void (*end)(kamm_world *world);
    /* Bodies that joints connect fall asleep together. */
    void (*rest_bodies)(kamm_world *world);
    /* Cars on joints stay awake. */
    void (*keep_cars_awake)(kamm_world *world);
    void (*release)(kamm_world *world);
};

struct joint_set {
    const struct joint_calls *calls; /* NULL as long as there has been no joint */
    struct joint_slot *slots;
    int slot_count, slot_room;
    struct world_joint *joints; /* in order of their indices, without gaps */
    int count, room;
    struct joint_link *links;
    int32_t *order;        /* the joints of the solver, cluster by cluster */
    int32_t *next_of_body; /* of each end: the next one of its body, as 2 joint + end; -1: none */
    struct joint_problem problem;
    size_t matrix_room;
    kamm_joint *broken; /* in the last call */
    int broken_count;
    /* These are of each body but fixed bodies, in the world's room for those: */
    int32_t *first_of_body;
    uint8_t *is_linked;
    double (*stiffness)[6]; /* by the tension of its joints: xx, yy, zz, xy, xz, yz; N m/rad */
};

#endif
