/* State of a world's bodies and cars. */
#ifndef KAMM_WORLD_BODIES_BODY_STATE_H
#define KAMM_WORLD_BODIES_BODY_STATE_H

#include "../../run/cars.h"
#include "../../run/push.h"
#include "../collide/triangle_mesh.h"
#include <kamm/world.h>

/* Cars or bodies of a world: sizes that are counted by int follow from these. */
enum { MAX_BODIES = 1 << 24 };

/* Edge of the cube that has a body's surface; a car's. Lengths of contacts are given for that. */
#define USUAL_SIZE_M 2.0

/* A body's shapes as boxes, all in its own frame. The lists are its own, or those of its group of cars. */
struct body_shape {
    int box_count;
    int first; /* of the boxes of a dynamic body, among those of all of them */
    const struct oriented_box *boxes;
    struct convex *const *convexes;      /* what is in the boxes; NULL: the box itself … */
    struct triangle_mesh *const *meshes; /* … or a mesh, which has no convex */
    struct oriented_box *placed;         /* of a static or kinematic body: the boxes in the world */
    struct oriented_box around;          /* all of them */
    int turned;                          /* some have axes of their own */
    double radius;                       /* from the frame's origin to the farthest corner */
    double
        scale; /* its size over USUAL_SIZE_M: by so much contacts' lengths differ from the usual ones */
    double friction, restitution;
    int in_plane; /* a car of a planar rung */
    /* For a car: the box around all surfaces on which its wheels may roll, and its frame. Other
     * bodies have none. */
    struct oriented_box wheels;
    int has_wheels;
};

/* The caller's settings of a car. */
struct car_tag {
    kamm_filter filter;
    int32_t material;
};

/* Sleep of a block of cars. */
struct block_sleep {
    int32_t asleep;
    int32_t ticks;                  /* for which it has stood as it is */
    float engine_radps[KAMM_BLOCK]; /* at the first of these */
    uint64_t inputs;                /* a hash of them, then */
    uint64_t seen;                  /* a hash of all of it, as it fell asleep */
};

struct car_group {
    kamm_cars *cars;
    uint64_t identity;               /* their identity in this world: kamm_set_identity */
    struct car_tag *tags;            /* of each car */
    struct block_sleep *sleep;       /* of each block */
    kamm_combinations *combinations; /* of which they are a unit; NULL */
    int first_body, first_block;
    int first_box, boxes_per_car;         /* in world.frame_boxes */
    size_t first_response, response_size; /* of a car, in world.responses */
    struct body_shape *shapes;            /* of each car where models are mixed, else one */
    struct oriented_box *boxes;           /* of these: KAMM_MAX_BOXES each */
    struct wheel_support *supports;       /* of the cars (cars.h) */
};

/* Where the body with an index is. */
struct body_slot {
    int32_t is_used, is_dynamic;
    int32_t place; /* in the world's lists of its kind */
    int32_t leaf;  /* in the world's tree of its kind */
    uint32_t generation;
};

/* The caller's settings of a body, except its shapes. */
struct body_traits {
    int32_t index;
    kamm_body_type type;
    float friction, restitution;
    int32_t is_driven_on, surface, material, sensor;
    kamm_filter filter;
};

struct body_mass {
    double mass_kg;
    double centre_m[3]; /* of gravity, in the dynamic body's frame */
    double inertia_kgm2[3]
                       [3]; /* about the centre of gravity, in axes of the dynamic body's frame */
    double inverse_inertia[3][3]; /* of that matrix, 1/(kg m²) */
};

/* All of a dynamic body that changes; about its centre of gravity, world axes. */
struct dynamic_state {
    union {
        struct {
            double position[3], q[4], velocity[3], angular_velocity[3];
        };
        struct world_motion motion;
    };
    int32_t asleep;
    int32_t still_substeps; /* for how long it has hardly moved */
};

/* A car whose tyres lend a dynamic body mass: m and m r. The body's number is a double as well, as all of a dynamic
 * body's load is for snapshots. */
struct lender {
    double body, kg, arm_kgm[3];
};
enum { LENDERS = 4 };

/* What wheels give a dynamic body in a substep, which it gets with the next one's gravity, and the mass that their tyres lend it
 * for that (contact/wheel_loads.c): m, m r and m r r' (xx, yy, zz, xy, xz, yz). World axes, about its centre of gravity. */
struct dynamic_load {
    double impulse[3], angular_impulse[3];
    double change[6]; /* of its motion, by these, once it has got them */
    double before[6]; /* its motion before it got them */
    double lent_kg, lent_arm_kgm[3], lent_second_kgm2[6];
    struct lender lenders[LENDERS]; /* the first cars; kg 0: no more */
};
static inline int is_loaded(const struct dynamic_load *load)
{
    return load->impulse[0] != 0 || load->impulse[1] != 0 || load->impulse[2] != 0;
}

/* A fixed body's frame, and how it goes on: evenly, and where `left_substeps` is above 0 to `target` in that time. */
struct fixed_state {
    double position[3], q[4], velocity[3], angular_velocity[3];
    double target[3], target_q[4];
    int32_t left_substeps, unused;
};

/* Whether a fixed body moves in this substep. */
static inline int fixed_moves(const struct fixed_state *s)
{
    return s->velocity[0] != 0 || s->velocity[1] != 0 || s->velocity[2] != 0 ||
           s->angular_velocity[0] != 0 || s->angular_velocity[1] != 0 ||
           s->angular_velocity[2] != 0;
}

#endif
