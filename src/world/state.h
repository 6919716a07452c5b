/* State behind kamm_world. Bodies are numbered: cars group by group, then dynamic bodies without gaps, then static and
 * kinematic ones by their indices, with gaps where an index is free or a dynamic body's.
 *
 * All files of the world may include this header. What a file offers to others is in its own header, and files know each other in
 * one direction (tools/check_floors.sh). */
#ifndef KAMM_WORLD_STATE_H
#define KAMM_WORLD_STATE_H

#include "bodies/body_state.h"
#include "contact/broad_phase.h"
#include "contact/contact_state.h"
#include "joints/joint_state.h"
#include "solver/solver.h"
#include "threads/worker_team.h"
#include "tree/bounds_tree.h"
#include <kamm/world.h>
#include <kamm/world_events.h>

struct kamm_world {
    kamm_ground ground;
    double dt;
    struct car_group *groups;
    int group_count, car_count, block_count, car_box_count;
    uint64_t identities; /* that were given */
    struct world_combinations {
        kamm_combinations *combinations;
        int first_group;                     /* of their units, one after the other */
        double nested_m[KAMM_MAX_UNITS - 1]; /* of each hitch: kamm_nest_combinations */
    } * combinations;                        /* room for as many as groups */
    int combination_count;

    /* Where the body of each index is: among `dynamic bodies`, which are the dynamic ones, or among `fixed bodies`, which are the others. Dynamic
     * ones are in order of the index, without gaps. Of the others the kinematic ones come first, else in any order, so that one comes and goes
     * without moving the rest. */
    struct body_slot *slots;
    int slot_count, slot_room;
    int free_slots, first_free_slot; /* how many; none is before that */

    struct body_traits *fixed_traits;
    struct body_shape *fixed_shapes;
    struct fixed_state *fixed_states;
    struct bounds_tree fixed_tree, dynamic_tree; /* of bodies by their indices */
    int fixed_count, fixed_room, kinematic_count, sensor_count, fixed_shape_count;
    int driven_count; /* bodies that wheels roll on */
    int cars_are_driven_on;

    struct body_traits *dynamic_traits;
    struct body_mass *dynamic_masses;
    struct body_shape *dynamic_shapes;
    struct dynamic_state *dynamic_states;
    struct dynamic_load *dynamic_loads;
    int dynamic_count, dynamic_room, dynamic_shape_count;

    /* Pairs that may touch, and for how many more substeps they hold. */
    struct broad_phase broad;
    struct covered_body *covered; /* of cars and dynamic bodies */
    int is_pushed;                /* forces from outside act on some car in this call */
    int covered_substeps;
    uint32_t *active; /* bodies of cars and dynamic bodies that need single substeps, in order */
    int active_count;
    uint8_t *is_active;    /* of each body but fixed bodies */
    uint8_t *is_covered;   /* … for one more substep: of those that are active */
    uint8_t *block_active; /* of each block of cars, group by group */
    int *active_blocks, *free_blocks;
    int active_block_count, free_block_count;

    /* Data of the present substep. */
    struct body_frame *frames;        /* of each body but fixed bodies */
    struct oriented_box *frame_boxes; /* of these: cars group by group, then dynamic bodies */
    struct box_bounds *frame_bounds;
    uint8_t *is_near;      /* of each pair that may touch */
    uint8_t *is_rolled_on; /* … near the wheels of which of both: bits 1 and 2 */
    int32_t *first_ridden; /* of each car, in `ridden`: what its wheels are near */
    uint32_t *ridden;
    uint8_t *block_rides;         /* of each block of cars: some of them are … */
    uint8_t *block_rode;          /* … or were when it was stepped last */
    struct body_pair *near_pairs; /* pairs that are close now */
    int near_count;
    int any_is_struck;             /* in this substep (contact/struck.h) */
    struct pair_contact *contacts; /* of PAIR_BATCH pairs at most */
    struct solver solver;          /* its first body does not move: fixed bodies and ground */
    double *responses;             /* of each car: see push.h */
    size_t response_count;
    int32_t *solver_body; /* of each body but fixed bodies; 0: none yet */
    uint32_t *solved;     /* the other way round */
    uint8_t *held;        /* of each of the solver's bodies: see bodies/dynamic bodies.c */
    int moving_room;      /* bodies that all of these have room for … */
    int frame_box_room, fixed_shape_room;                     /* … and shapes */
    int constraint_room, max_constraints, missed_constraints; /* most: in the last call */

    int cars_may_sleep;

    struct joint_set joints;

    struct touch_list touching; /* bodies and fixed bodies or ground that push each other */
    struct touch_list visiting; /* bodies in sensors */
    int sleepers_unseen;        /* dynamic bodies have come asleep that no sensor has seen */
    int32_t *sensor_pairs;      /* among those of `broad` */
    int sensor_pair_count;
    struct place_before *before; /* of each body but fixed bodies that has such a pair */

    /* Data of the last call of kamm_step_world. */
    struct touch_record *records;
    kamm_contact_event *touches;
    int touch_count, touch_room;
    kamm_sensor_event *sensor_events;
    int sensor_event_count, sensor_event_room;
    uint64_t taken; /* substeps, in a world without cars */

    kamm_run_tasks *run;
    void *run_user;
    struct worker_team team; /* of the present call */
};

static inline int moving_count(const kamm_world *w) { return w->car_count + w->dynamic_count; }
/* The boxes of all of them. */
static inline int moving_box_count(const kamm_world *w)
{
    return w->car_box_count + w->dynamic_shape_count;
}
static inline int is_car(const kamm_world *w, uint32_t body)
{
    return body < (uint32_t)w->car_count;
}
static inline int is_fixed(const kamm_world *w, uint32_t body)
{
    return body >= (uint32_t)moving_count(w);
}
/* Places of a dynamic body and of a fixed body in their lists. */
static inline int dynamic_of(const kamm_world *w, uint32_t body)
{
    return (int)body - w->car_count;
}
static inline int fixed_of(const kamm_world *w, uint32_t body)
{
    return w->slots[(int)body - moving_count(w)].place;
}
static inline uint32_t number_of_fixed(const kamm_world *w, int fixed)
{
    return (uint32_t)(moving_count(w) + w->fixed_traits[fixed].index);
}
/* Whether a slot has a static or kinematic body. */
static inline int has_fixed(const kamm_world *w, int slot)
{
    return w->slots[slot].is_used && !w->slots[slot].is_dynamic;
}
/* Returns the next kinematic body in order of the indices, from one on; -1: there is none. */
static inline int next_kinematic(const kamm_world *w, int slot)
{
    for (; w->kinematic_count && slot < w->slot_count; ++slot)
        if (has_fixed(w, slot) && w->slots[slot].place < w->kinematic_count) return slot;
    return -1;
}
/* Over how many substeps pairs are looked for at once; cars that stand are looked at as often. */
#define HORIZON_S (1.0 / 60)
static inline int horizon_of(const kamm_world *w)
{
    int substeps = (int)(HORIZON_S / w->dt + 0.5);
    return substeps > 1 ? substeps : 1;
}
/* Returns the traits of a body that is no car. */
static inline struct body_traits *traits_of(const kamm_world *w, uint32_t body)
{
    return is_fixed(w, body) ? &w->fixed_traits[fixed_of(w, body)]
                             : &w->dynamic_traits[dynamic_of(w, body)];
}
static inline int has_body(const kamm_world *w, kamm_body body)
{
    if (body.index < 0 || body.index >= w->slot_count) return 0;
    const struct body_slot *slot = &w->slots[body.index];
    return slot->is_used && slot->generation == body.generation;
}
/* Returns the number of the body with an index, which exists. */
static inline uint32_t number_of(const kamm_world *w, int32_t index)
{
    const struct body_slot *slot = &w->slots[index];
    return (uint32_t)(slot->is_dynamic ? w->car_count + slot->place : moving_count(w) + index);
}
static inline int is_sensor(const kamm_world *w, uint32_t body)
{
    return is_fixed(w, body) && w->fixed_traits[fixed_of(w, body)].sensor;
}
/* Whether wheels may roll on anything. */
static inline int has_rides(const kamm_world *w)
{
    return w->driven_count > 0 || (w->car_count > 1 && w->cars_are_driven_on);
}

#endif
