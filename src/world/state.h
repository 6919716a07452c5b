/* What kamm_world points to. Bodies are numbered: cars group by group, then things, then solids. */
#ifndef KAMM_WORLD_STATE_H
#define KAMM_WORLD_STATE_H

#include "../run/cars.h"
#include "../run/push.h"
#include "bodies/thing_mass.h"
#include "collide/convex.h"
#include "collide/solid_mesh.h"
#include "contact/broad_phase.h"
#include "solver/solver.h"
#include "threads/worker_team.h"
#include <kamm/world.h>
#include <kamm/world_events.h>

/* Cars, things or solids of a world: sizes that are counted by int follow from these. */
enum { MAX_BODIES = 1 << 24 };

/* Of solids and things that do not say. */
#define USUAL_FRICTION 0.5f
#define USUAL_RESTITUTION 0.1f
/* With these where it says 0. */
kamm_thing kamm_usual_thing(const kamm_thing *thing);

enum { PAIR_POINTS = 8, PAIR_BATCH = 2048 };

/* A body's boxes, all in its own frame. */
struct body_shape {
    int box_count;
    struct oriented_box boxes[KAMM_MAX_BOXES];
    struct convex *convexes[KAMM_MAX_BOXES]; /* what is in them; NULL: the box itself */
    struct oriented_box around;              /* all of them */
    int turned;                              /* some have axes of their own */
    double radius;                           /* from the frame's origin to the farthest corner */
    double friction, restitution;
    int in_plane; /* a car of a planar rung */
    /* Of a car, around all that its wheels may roll on; its frame. Of others none. */
    struct oriented_box wheels;
    int has_wheels;
};

/* What the caller says of a car. */
struct car_tag {
    kamm_filter filter;
    int32_t material;
};

/* Of a block of cars. */
struct block_sleep {
    int32_t asleep;
    int32_t ticks;                  /* for which it has stood as it is */
    float engine_radps[KAMM_BLOCK]; /* at the first of these */
    uint64_t inputs;                /* a hash of them, then */
    uint64_t seen;                  /* a hash of all of it, as it fell asleep */
};

struct car_group {
    kamm_cars *cars;
    uint64_t identity;         /* who they are, in this world: kamm_set_identity */
    struct car_tag *tags;      /* of each car */
    struct block_sleep *sleep; /* of each block */
    kamm_combinations *rigs;   /* of which they are a unit; NULL */
    int first_body, first_block;
    size_t first_response, response_size; /* of a car, in world.responses */
    struct body_shape *shapes;            /* of each car where models are mixed, else one */
    struct wheel_support *supports;       /* of the cars (cars.h) */
};

/* All of a thing that changes; about its centre of gravity, world axes. */
struct thing_state {
    union {
        struct {
            double position[3], q[4], velocity[3], angular_velocity[3];
        };
        struct world_motion motion;
    };
    int32_t asleep;
    int32_t still_substeps; /* for how long it has hardly moved */
};

/* What wheels give a thing in a substep, which it gets with the next one's gravity, and the mass that their tyres lend it
 * for that (contact/wheel_loads.c): m, m r and m r r' (xx, yy, zz, xy, xz, yz). World axes, about its centre of gravity. */
struct thing_load {
    double impulse[3], angular_impulse[3];
    double change[6]; /* of its motion, by these, once it has got them */
    double lent_kg, lent_arm_kgm[3], lent_second_kgm2[6];
};
static inline int is_loaded(const struct thing_load *load)
{
    return load->impulse[0] != 0 || load->impulse[1] != 0 || load->impulse[2] != 0;
}

/* A solid's frame, and how it goes on: evenly, and where `left_substeps` is above 0 to `target` in that time. */
struct solid_state {
    double position[3], q[4], velocity[3], angular_velocity[3];
    double target[3], target_q[4];
    int32_t left_substeps, unused;
};

/* A body as the narrow phase sees it in this substep. */
struct body_frame {
    struct world_motion motion;
    double given[6];   /* of it in this substep, by wheels and forces from outside: no approach */
    double axis[3][3]; /* its x, y and z in world axes */
    double low[3], high[3];
    double speed_mps; /* no point of it is faster */
    struct oriented_box around, boxes[KAMM_MAX_BOXES];
    double box_low[KAMM_MAX_BOXES][3], box_high[KAMM_MAX_BOXES][3];
};

/* Where a body was when pairs were looked for, and how far from there it is still covered by them. */
struct covered_body {
    double position[3];
    float q[4];
    double reach_m;
};

struct pair_point {
    double at[3], normal[3], gap_m;
};
struct pair_contact {
    int count;
    int first; /* constraint */
    struct pair_point points[PAIR_POINTS];
};

#define GROUND_BODY UINT32_MAX /* as the second of a touch_record or a touch */

struct touch_record {
    uint32_t first, second;
    int32_t surface; /* of the ground */
    int32_t phase;
    double impulse_ns, max_impulse_ns, speed_mps, friction, at[3], normal[3];
};

/* Who touches whom, from one substep to the next, and so from one call to the next: in order of the bodies. */
struct touch {
    uint32_t first, second;
    /* The same by what they are, as bodies get new numbers when others come and go. */
    struct body_key {
        const kamm_cars *cars; /* NULL: a thing, or a solid */
        int32_t index;
    } key[2];
    int32_t seen; /* in this substep */
};
struct touch_list {
    struct touch *touches;
    int count, room;
};

/* Where a body was at the beginning of a substep. */
struct place_before {
    double position[3], q[4];
};

struct kamm_world {
    kamm_ground ground;
    double dt;
    struct car_group *groups;
    int group_count, car_count, block_count;
    uint64_t identities; /* that were given */
    struct world_rigs {
        kamm_combinations *rigs;
        int first_group;                     /* of their units, one after the other */
        double nested_m[KAMM_MAX_UNITS - 1]; /* of each hitch: kamm_nest_rigs */
    } * rigs;                                /* room for as many as groups */
    int rig_count;

    kamm_solid *solids;
    struct oriented_box *own_solid_boxes, *solid_boxes; /* in their frames, and in the world */
    struct convex **solid_convexes; /* what is in them; NULL: the box itself … */
    struct solid_mesh *
        *solid_meshes;   /* … or a mesh, which those that ask for convexes do not know */
    double *solid_radii; /* around their frames' origins */
    struct solid_state *solid_states;
    uint8_t *solid_is_gone; /* its place is empty */
    int solid_count, solid_room, moving_solids;
    int driven_count; /* solids and things that wheels roll on */
    int cars_are_driven_on;

    kamm_thing *things;
    struct thing_mass *masses;
    struct body_shape *thing_shapes;
    struct thing_state *thing_states;
    struct thing_load *thing_loads;
    uint8_t *thing_is_gone; /* its place is empty */
    int thing_count, thing_room;

    /* Pairs that may touch, and for how many more substeps they hold. */
    struct broad_phase broad;
    struct covered_body *covered; /* of cars and things */
    int is_pushed;                /* forces from outside act on some car in this call */
    int covered_substeps;
    uint32_t *active; /* bodies of cars and things that need single substeps, in order */
    int active_count;
    uint8_t *is_active;    /* of each body but solids */
    uint8_t *is_covered;   /* … for one more substep: of those that are active */
    uint8_t *block_active; /* of each block of cars, group by group */
    int *active_blocks, *free_blocks;
    int active_block_count, free_block_count;

    /* Of the present substep. */
    struct body_frame *frames; /* of each body but solids */
    uint8_t *is_near;          /* of each pair that may touch */
    uint8_t *is_rolled_on;     /* … near the wheels of which of both: bits 1 and 2 */
    int32_t *first_ridden;     /* of each car, in `ridden`: what its wheels are near */
    uint32_t *ridden;
    uint8_t *block_rides;         /* of each block of cars: some of them are … */
    uint8_t *block_rode;          /* … or were when it was stepped last */
    struct body_pair *near_pairs; /* pairs that are close now */
    int near_count;
    struct pair_contact *contacts; /* of PAIR_BATCH pairs at most */
    struct solver solver;          /* its first body does not move: solids and ground */
    double *responses;             /* of each car: see push.h */
    size_t response_count;
    int32_t *solver_body; /* of each body but solids; 0: none yet */
    uint32_t *solved;     /* the other way round */
    uint8_t *held;        /* of each of the solver's bodies: see bodies/things.c */
    int constraint_room, max_constraints, missed_constraints; /* most: in the last call */

    int cars_may_sleep;

    struct touch_list touching; /* bodies and solids or ground that push each other */
    struct touch_list visiting; /* bodies in sensors */
    int sleepers_unseen;        /* things have come asleep that no sensor has seen */
    int32_t *sensor_pairs;      /* among those of `broad` */
    int sensor_pair_count;
    struct place_before *before; /* of each body but solids that has such a pair */

    /* Of the last call of kamm_step_world. */
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

static inline int moving_count(const kamm_world *w) { return w->car_count + w->thing_count; }
static inline int is_car(const kamm_world *w, uint32_t body)
{
    return body < (uint32_t)w->car_count;
}
static inline int is_solid(const kamm_world *w, uint32_t body)
{
    return body >= (uint32_t)moving_count(w);
}
/* Whether a solid moves in this substep. */
static inline int solid_moves(const struct solid_state *s)
{
    return s->velocity[0] != 0 || s->velocity[1] != 0 || s->velocity[2] != 0 ||
           s->angular_velocity[0] != 0 || s->angular_velocity[1] != 0 ||
           s->angular_velocity[2] != 0;
}
/* Of a body that is a thing; of one that is a solid. */
static inline int thing_of(const kamm_world *w, uint32_t body) { return (int)body - w->car_count; }
static inline int solid_of(const kamm_world *w, uint32_t body)
{
    return (int)body - moving_count(w);
}
/* Over how many substeps pairs are looked for at once; cars that stand are looked at as often. */
#define HORIZON_S (1.0 / 60)
static inline int horizon_of(const kamm_world *w)
{
    int substeps = (int)(HORIZON_S / w->dt + 0.5);
    return substeps > 1 ? substeps : 1;
}
/* Whether there is one at that place of their list. */
static inline int has_thing(const kamm_world *w, int thing)
{
    return thing >= 0 && thing < w->thing_count && !w->thing_is_gone[thing];
}
static inline int has_solid(const kamm_world *w, int solid)
{
    return solid >= 0 && solid < w->solid_count && !w->solid_is_gone[solid];
}
const struct car_group *kamm_group_of(const kamm_world *world, uint32_t body, int *car);
const struct car_group *kamm_group_of_block(const kamm_world *world, int block);
const struct body_shape *kamm_shape_of(const kamm_world *world, uint32_t body);

/* bodies/shapes.c */
void kamm_shape_car(const kamm_model *model, struct body_shape *shape);
/* 0: out of memory. kamm_release_shape takes back what it has. */
int kamm_shape_thing(const kamm_thing *thing, const struct thing_mass *mass,
                     struct body_shape *shape);
void kamm_release_shape(struct body_shape *shape);
/* What is in a box, in its frame, and the box around it; NULL: a box, or out of memory. */
struct convex *kamm_new_convex(const kamm_shape *shape, struct oriented_box *box);
/* A box of a solid or thing, in its frame. */
void kamm_start_box(const kamm_box *box, const kamm_shape *shape, struct oriented_box *out);

/* memory.c: all that depends on the number of bodies. 0: out of memory, nothing has changed. */
int kamm_make_room(kamm_world *world);
void kamm_release_room(kamm_world *world);
/* Bodies have come, gone or got other numbers: what is known of them, pairs and touches too, is found anew. */
void kamm_forget_bodies(kamm_world *world);
/* More room for pairs and contacts, if they have come near to filling it: between calls only. */
void kamm_grow_room(kamm_world *world);

/* bodies/bodies.c */
/* Of all active bodies, and whether they are covered for one more substep. */
void kamm_read_frames(kamm_world *world);
/* … their motion alone, after kamm_drop_things. */
void kamm_read_motion_of_things(kamm_world *world);
void kamm_read_motion_of(const kamm_world *world, uint32_t body, struct body_frame *frame);
/* All of the solver's bodies, from those of the world and the other way round. */
void kamm_gather_solver_bodies(kamm_world *world);
void kamm_gather_restituting_bodies(kamm_world *world);
void kamm_write_solver_bodies(kamm_world *world);
/* The solver asks for the response of one of its bodies. */
void kamm_respond(void *world, int32_t slot);

/* bodies/filters.c */
/* Whether their filters let two bodies meet. */
int kamm_bodies_meet(const kamm_world *world, uint32_t a, uint32_t b);
int kamm_filters_meet(const kamm_filter *a, const kamm_filter *b);
kamm_filter kamm_filter_of(const kamm_world *world, uint32_t body);
int kamm_is_filter(const kamm_filter *filter);
/* Of a snapshot: the filters of all bodies. */
size_t kamm_filters_size(const kamm_world *world);
void kamm_save_filters(const kamm_world *world, char *to);
kamm_result kamm_check_filters(const kamm_world *world, const char *from, kamm_error *error);
void kamm_restore_filters(kamm_world *world, const char *from);

/* bodies/sleep.c */
int kamm_block_sleeps(const kamm_world *world, int block);
int kamm_car_sleeps(const kamm_world *world, uint32_t body);
/* Within a substep, before bodies are read for the solver: the block of that car is stepped in it. */
void kamm_wake_block_of(kamm_world *world, uint32_t body);
void kamm_wake_all_cars(kamm_world *world);
/* At the beginning of a call: what the host has changed. */
void kamm_wake_changed_cars(kamm_world *world);
/* Substeps until it is time to look who stands; then, after them, does so. */
int kamm_substeps_to_rest(const kamm_world *world);
void kamm_rest_cars(kamm_world *world);
/* Of a snapshot, after that of the cars; of the hash. */
size_t kamm_sleep_size(const kamm_world *world);
void kamm_save_sleep(const kamm_world *world, char *to);
kamm_result kamm_check_sleep(const kamm_world *world, const char *from, kamm_error *error);
void kamm_restore_sleep(kamm_world *world, const char *from);
uint64_t kamm_hash_sleep(const kamm_world *world, uint64_t hash);

/* contact/pairs.c */
/* Looks for pairs where those there are do not hold. */
void kamm_refresh_pairs(kamm_world *world);
/* Whether a body whose frame is read is still covered for the next substep; whether all active ones are. */
int kamm_frame_is_covered(const kamm_world *world, uint32_t body);
int kamm_active_are_covered(const kamm_world *world);
/* Whether all are, after others may have moved them. */
int kamm_all_are_covered(kamm_world *world);

/* contact/contacts.c: from pairs to constraints. */
void kamm_find_contacts(kamm_world *world);
/* The solver's body for one of the world's. */
int kamm_solver_slot(kamm_world *world, uint32_t body);
struct constraint *kamm_add_constraint(kamm_world *world, int32_t first_body, int32_t second_body);

/* bodies/groups.c: lets all cars go. */
void kamm_release_groups(kamm_world *world);
/* Which of the groups these cars are; -1: none. */
int kamm_find_group(const kamm_world *world, const kamm_cars *cars);

/* bodies/thing_set.c; 0: out of memory. */
int kamm_copy_things(kamm_world *world, const kamm_world_def *def);
void kamm_release_things(kamm_world *world);
/* What slept on something within that radius, or leant on it, is to fall. */
void kamm_wake_things_around(kamm_world *world, const double position[3], double radius_m);
/* Those that a box comes near wake: upright, as its bounds are. */
void kamm_wake_things_near(kamm_world *world, const double low[3], const double high[3]);

/* bodies/solid_set.c; 0: out of memory. */
int kamm_copy_solids(kamm_world *world, const kamm_world_def *def);
void kamm_release_solids(kamm_world *world);
/* Which faces of those that stand others cover. */
void kamm_bury_faces(kamm_world *world);

/* bodies/solids.c */
double kamm_solid_speed(const kamm_world *world, int solid);
void kamm_solid_velocity(const kamm_world *world, int solid, const double at[3], double out[3]);
void kamm_place_solid_box(kamm_world *world, int solid);
/* By so many substeps. */
void kamm_move_solids(kamm_world *world, int substeps);

/* contact/wheels.c */
/* Whether wheels may roll on anything. */
static inline int has_rides(const kamm_world *w)
{
    return w->driven_count > 0 || (w->car_count > 1 && w->cars_are_driven_on);
}
int kamm_is_rolled_on(const kamm_world *world, uint32_t body);
/* Which of both has wheels near the other: see is_rolled_on. */
int kamm_wheels_meet(const kamm_world *world, const struct body_pair *pair);
/* From these: what the wheels of each car are near, in this substep. */
void kamm_list_rides(kamm_world *world);
void kamm_forget_rides(kamm_world *world);
/* A substep of a block, whose wheels roll on what they are near. */
void kamm_step_riding_block(kamm_world *world, const struct car_group *group, int block);
/* They stand on the ground alone. */
void kamm_forget_supports(const struct car_group *group, int block);

/* contact/wheel_loads.c */
/* What bodies get of the wheels on them. */
void kamm_load_ridden(kamm_world *world);
/* A substep's weight and load of a thing that is loaded. */
void kamm_drop_loaded_thing(kamm_world *world, int thing);
/* How it answers an impulse, world axes, about its centre of gravity. */
void kamm_respond_loaded(const kamm_world *world, int thing, double out[6][6]);

/* contact/contacts.c: a body's boxes as they are now. */
int kamm_boxes_of(const kamm_world *world, uint32_t body, const struct oriented_box **boxes);
/* … and what is in each. */
struct convex *const *kamm_convexes_of(const kamm_world *world, uint32_t body);

/* bodies/combinations.c */
/* Units of one combination, one behind the other, that do not touch now: they are coupled, or still one inside the other. */
int kamm_are_joined(const kamm_world *world, uint32_t a, uint32_t b);
/* Finds how far each hitch has to come apart before the boxes of its units do. */
void kamm_nest_rigs(const kamm_world *world, struct world_rigs *rigs);
/* Before the cars of a substep, and after it. */
void kamm_prepare_rigs(kamm_world *world);
void kamm_pull_rigs(kamm_world *world);

/* bodies/things.c */
void kamm_drop_things(kamm_world *world);
void kamm_touch_ground(kamm_world *world);
void kamm_move_things(kamm_world *world);
void kamm_rest_things(kamm_world *world);

/* contact/events.c */
void kamm_forget_contact_events(kamm_world *world);
/* Of a substep. */
void kamm_record_contact_events(kamm_world *world);
/* Bodies of cars on the ground, of blocks that have taken so many substeps. */
void kamm_record_scrapes(kamm_world *world, const int *blocks, int count, int substeps);
void kamm_publish_contact_events(kamm_world *world);
kamm_body_id kamm_name_body(const kamm_world *world, uint32_t body);

/* bodies/identity.c */
/* Groups that have none get theirs: cars that were here before what they had, others the next. */
void kamm_identify_groups(kamm_world *world);
/* Who and what is in which place: groups of cars, things, solids that move. Equal where a snapshot of one fits the other. */
uint64_t kamm_hash_places(const kamm_world *world);

/* contact/touching.c */
/* How many can be kept, by the number of bodies. */
int kamm_touch_room_of(const kamm_world *world);
/* Keeps that the two touch now; 1: they did not before. */
int kamm_keep_touch(const kamm_world *world, struct touch_list *list, uint32_t first,
                    uint32_t second);
/* The touch of the two; NULL: there is none. */
struct touch *kamm_find_touch(const struct touch_list *list, uint32_t first, uint32_t second);
void kamm_drop_touch(struct touch_list *list, struct touch *touch);
/* Bodies have got other numbers, or are gone. */
void kamm_renumber_touches(kamm_world *world);
/* These cars take the place of those. */
void kamm_rename_touches(kamm_world *world, const kamm_cars *from, const kamm_cars *to);
/* Two bodies that do not move by themselves are no pair: their touch stays. So does one with the ground, which is looked at apart. */
int kamm_touch_rests(const kamm_world *world, const struct touch *touch);
/* Of a snapshot. */
size_t kamm_touches_size(const kamm_world *world);
void kamm_save_touches(const kamm_world *world, char *to);
kamm_result kamm_check_touches(const kamm_world *world, const char *from, kamm_error *error);
void kamm_restore_touches(kamm_world *world, const char *from);

/* contact/sensors.c */
static inline int is_sensor(const kamm_world *w, uint32_t body)
{
    return is_solid(w, body) && w->solids[solid_of(w, body)].sensor;
}
void kamm_forget_sensor_events(kamm_world *world);
/* Pairs of sensors among those that were found. */
void kamm_list_sensor_pairs(kamm_world *world);
/* Things that have come asleep inside. */
void kamm_see_sleepers(kamm_world *world);
/* Before a substep moves anybody, and after it. */
void kamm_aim_sensors(kamm_world *world);
void kamm_watch_sensors(kamm_world *world);

#endif
