/* A world: ground, walls, things and cars that meet.
 *
 * Cars keep to their own physics (cars.h); the world steps them, finds where bodies touch and exchanges
 * impulses, with restitution and friction, between their substeps and in a fixed order. The same inputs give
 * the same bits on every machine, with any number of threads, in any grouping of substeps into calls.
 *
 *     kamm_world *world = kamm_create_world(&def, &error);
 *     kamm_add_cars(world, cars, &error);
 *     kamm_step_world(world, 4);
 */
#ifndef KAMM_WORLD_H
#define KAMM_WORLD_H

#include <kamm/batch.h>
#include <kamm/cars.h>
#include <kamm/combinations.h>
#include <kamm/contact.h>
#include <kamm/export.h>
#include <kamm/ground.h>
#include <kamm/terrain.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A box, by its middle, half its sizes and its orientation (quaternion w, x, y, z; all 0: none). */
typedef struct kamm_box {
    double centre_m[3];
    double half_m[3]; /* above 0 */
    double orientation[4];
} kamm_box;

/* Who meets whom: two bodies meet where each one's mask has a category of the other's. All 0: category 1, meets all. */
typedef struct kamm_filter {
    uint32_t category; /* bits, without the highest; 0 counts as 1 */
    uint32_t mask;     /* bits of the categories that it meets; 0: of all */
} kamm_filter;
#define KAMM_MEETS_NOBODY 0x80000000u /* as a mask: the bit that no category has */

/* What a box's place is filled with. It lies along the box's z axis, as large as the box. */
typedef enum kamm_shape_kind {
    KAMM_SHAPE_BOX = 0,
    KAMM_SHAPE_SPHERE = 1,  /* half_m: the radius, three times */
    KAMM_SHAPE_CAPSULE = 2, /* half_m: the radius, twice, and half the length with both caps */
    KAMM_SHAPE_CYLINDER =
        3, /* half_m: the radius, twice, and half the height; a prism with 16 sides around, whose edges
                                are that far out */
    KAMM_SHAPE_HULL =
        4, /* what points span, in the frame of the solid or thing; the box is not used */
    KAMM_SHAPE_MESH = 5 /* triangles, in the frame of the solid; of solids only. See below */
} kamm_shape_kind;
#define KAMM_MAX_HULL_POINTS 64
#define KAMM_MAX_MESH_TRIANGLES 1048576
/* A mesh is a surface with a front: where a triangle's corners go round anticlockwise. What comes from behind passes, be it a ray, a sphere or
 * a box that is cast, or a body, until the middle of one of its boxes or shapes is through: then that is pushed on to the front. Who wants
 * both sides gives triangles for both. Corners at the same place are the same corner, whatever their index; edges between triangles in one
 * plane or in a hollow are not felt. Triangles without area are left out. Wheels roll on what looks up. A sensor is the surface, from
 * either side. It takes some 130 bytes a triangle, and is copied when the solid is made. */
typedef struct kamm_shape {
    kamm_shape_kind kind;
    int32_t
        point_count; /* of a hull: 4 to KAMM_MAX_HULL_POINTS; of a mesh: 3 to 3 KAMM_MAX_MESH_TRIANGLES */
    const double (*points_m)[3];   /* … copied; those inside a hull are left out. Within 1e6 m */
    int32_t triangle_count;        /* of a mesh: 1 to KAMM_MAX_MESH_TRIANGLES */
    const int32_t (*triangles)[3]; /* … copied: indices of points, from 0 */
} kamm_shape;

/* A wall or obstacle that nothing pushes: it stands, or moves as it is told. */
typedef struct kamm_solid {
    kamm_box box;   /* in its frame */
    float friction; /* with a car: the root of the product of both; to 2. 0: 0.5; KAMM_NONE: none */
    float restitution; /* with a car: the larger of both; to 1. 0: 0.1; KAMM_NONE: none */
    /* Its frame. All 0: that of the world. */
    double position_m[3];
    double orientation[4];
    int32_t moves;        /* 1: kamm_set_solid_motion moves it: a door, a lift, a train */
    int32_t is_driven_on; /* 1: wheels roll on it, see below; 0: only bodies touch it */
    int32_t surface;      /* of what wheels roll on: the caller's own number (kamm_wheel_contact) */
    kamm_shape shape;     /* all 0: the box */
    kamm_filter filter;
    int32_t material; /* the caller's own number, for its contact events */
    int32_t sensor;   /* 1: it pushes no body, but reports which are in it (world_events.h) */
} kamm_solid;

/* What wheels roll on. Beside the ground: solids and things with `is_driven_on`, and other cars where
 * kamm_world_def.cars_are_driven_on says so. The wheel is a round disc of its unloaded radius with the tyre's width, and gets the plane
 * on which it feels them together with the ground, as on a terrain's edges: z is up, a step higher than its centre is met
 * as one that is as high, what lies above its centre it passes below. `friction` of what it rolls on takes the
 * place of kamm_contact.friction, its velocity is the plane's. Things and other cars get the wheel's force. */

/* A thing that moves: a cone, a crate, a barrel. Made of boxes in its own frame, with even density. */
#define KAMM_MAX_THING_BOXES 2
typedef struct kamm_thing {
    kamm_box boxes[KAMM_MAX_THING_BOXES];
    int32_t box_count;           /* 0: 1 */
    float mass_kg;               /* above 0 */
    float friction, restitution; /* as of a solid */
    /* Where it starts: the frame in which its boxes are. */
    double position_m[3];
    double orientation[4];
    int32_t asleep;                          /* 1: it does not move before something touches it */
    int32_t is_driven_on, surface;           /* as of a solid: a plank, a ramp */
    kamm_shape shapes[KAMM_MAX_THING_BOXES]; /* of each box; all 0: boxes */
    kamm_filter filter;
    int32_t material; /* as of a solid */
} kamm_thing;

/* A traffic cone of that height: a square foot and an upright body, 0.5 m and 2 kg as road tests have it. */
KAMM_API kamm_thing kamm_cone(double height_m);

typedef struct kamm_world_def {
    kamm_ground
        ground; /* plane, terrain's or the host's own; with gravity, air and wind. All 0: kamm_flat_ground */
    const kamm_solid *solids;
    int32_t solid_count;
    const kamm_thing *things;
    int32_t thing_count;
    double
        substep_s; /* of a world without cars, which bring their own; 0: 1/240 s, else 1/20000 to 1 */
    int32_t
        cars_are_driven_on; /* 1: wheels roll on other cars: a monster truck on wrecks; 0: they pass through their bodies */
} kamm_world_def;

typedef struct kamm_world kamm_world;

/* All that the def points to is copied, but for what its ground points to. NULL on error: RANGE (a size, a
 * mass, a substep, a value that is not finite, with its index; a list that is NULL, or longer than 2^24), MEMORY. */
KAMM_API kamm_world *kamm_create_world(const kamm_world_def *def, kamm_error *error);
/* Cars and combinations are not destroyed with it. */
KAMM_API void kamm_destroy_world(kamm_world *world);

/* Cars come and go between steps, in groups, as many as there is memory for; nothing else in the world is changed by it. Contact
 * events of the last step are forgotten.
 *
 * Brings cars into the world, which from now on steps them. Cars of all groups need the same substep, and have one clock
 * (time_s): that of those that are there, if these have been stepped, else of those that come. Cars that are destroyed leave the world. Errors: RANGE, MEMORY. */
KAMM_API kamm_result kamm_add_cars(kamm_world *world, kamm_cars *cars, kamm_error *error);
/* Takes a group out; those behind it move up by one. Errors: UNKNOWN (not in this world), RANGE (units of
 * combinations). */
KAMM_API kamm_result kamm_remove_cars(kamm_world *world, kamm_cars *cars, kamm_error *error);
/* Puts others in the place of a group, in its place among the groups: a set-up that is changed while it drives, by kamm_hand_over
 * from one to the other. Errors: as of both. */
KAMM_API kamm_result kamm_replace_cars(kamm_world *world, kamm_cars *cars, kamm_cars *by,
                                       kamm_error *error);

/* Brings combinations in, which are no longer stepped by kamm_step_combinations. Their units
 * come as groups of cars one after the other, and meet all that cars meet but the unit before and behind them. They take their
 * substeps one by one, whatever is near, and have the bits of kamm_step_combinations where they touch nothing. Errors as
 * of kamm_add_cars. */
KAMM_API kamm_result kamm_add_combinations(kamm_world *world, kamm_combinations *rigs,
                                           kamm_error *error);
/* With all their units. */
KAMM_API kamm_result kamm_remove_combinations(kamm_world *world, kamm_combinations *rigs,
                                              kamm_error *error);
KAMM_API kamm_result kamm_replace_combinations(kamm_world *world, kamm_combinations *rigs,
                                               kamm_combinations *by, kamm_error *error);
/* A trailer is hitched to a car that drives, or left behind. */
KAMM_API kamm_result kamm_replace_cars_by_combinations(kamm_world *world, kamm_cars *cars,
                                                       kamm_combinations *by, kamm_error *error);
KAMM_API kamm_result kamm_replace_combinations_by_cars(kamm_world *world, kamm_combinations *rigs,
                                                       kamm_cars *by, kamm_error *error);

/* Whom a car, a thing or a solid meets from the next step on; what slept on whom it no longer meets wakes. The ground carries
 * all. Filters are part of snapshots. Cars that come in meet all; those that take the place of as many others
 * (kamm_replace_cars) have their filters and materials. Errors: RANGE (a category with the highest bit, an index), UNKNOWN
 * (cars that are not in this world); nothing changes then. */
KAMM_API kamm_result kamm_set_car_filter(kamm_world *world, const kamm_cars *cars, int car,
                                         const kamm_filter *filter, kamm_error *error);
KAMM_API kamm_result kamm_set_thing_filter(kamm_world *world, int thing, const kamm_filter *filter,
                                           kamm_error *error);
KAMM_API kamm_result kamm_set_solid_filter(kamm_world *world, int solid, const kamm_filter *filter,
                                           kamm_error *error);
/* As they were set; all 0 for what is not there. */
KAMM_API kamm_filter kamm_car_filter(const kamm_world *world, const kamm_cars *cars, int car);
KAMM_API kamm_filter kamm_thing_filter(const kamm_world *world, int thing);
KAMM_API kamm_filter kamm_solid_filter(const kamm_world *world, int solid);
/* The caller's own number of a car, for its contact events; 0 at first. Not part of snapshots. Errors as above. */
KAMM_API kamm_result kamm_set_car_material(kamm_world *world, const kamm_cars *cars, int car,
                                           int32_t material, kamm_error *error);

/* Steps everything by whole substeps. */
KAMM_API void kamm_step_world(kamm_world *world, int substeps);

/* The world's ground, for kamm_placement_on and the like. */
KAMM_API const kamm_ground *kamm_world_ground(const kamm_world *world);

/* Another ground from the next step on: to change wind, gravity or surface on the way, copy what
 * kamm_world_ground gives, change it and hand it back. Things that sleep go on sleeping. It is not part of
 * snapshots. Errors: RANGE (gravity, wind or air that is not finite); nothing changes then. */
KAMM_API kamm_result kamm_set_world_ground(kamm_world *world, const kamm_ground *ground,
                                           kamm_error *error);

/* A placement at (x, y) of a world's topmost ground, or of solids and things with `is_driven_on` on it, standing on the plane through
 * what lies below the wheels of a car of that model. */
KAMM_API kamm_placement kamm_placement_in_world(const kamm_world *world, const kamm_model *model,
                                                double x_m, double y_m, double yaw_rad);
/* The same below a height, where ground is above ground, as below a bridge; below all ground, the lowest. */
KAMM_API kamm_placement kamm_placement_in_world_below(const kamm_world *world,
                                                      const kamm_model *model, double x_m,
                                                      double y_m, double yaw_rad, double below_m);

/* How many places of things there are, those of removed things included; whether one is there. */
KAMM_API int kamm_thing_count(const kamm_world *world);
KAMM_API int kamm_has_thing(const kamm_world *world, int thing);
/* Adds a thing, in the first place that is empty or a new one, which `index` (or NULL) gets. Errors: RANGE, MEMORY. */
KAMM_API kamm_result kamm_add_thing(kamm_world *world, const kamm_thing *thing, int *index,
                                    kamm_error *error);
/* Takes a thing away; what leant on it wakes. The others keep their numbers. */
KAMM_API void kamm_remove_thing(kamm_world *world, int thing);
/* Where a thing's frame is now, and the velocity of its centre of gravity, world axes; either may be NULL. */
KAMM_API void kamm_read_thing(const kamm_world *world, int thing, kamm_pose *pose,
                              double velocity_mps[3]);
/* Puts a thing's frame there, awake and at rest. The orientation is a quaternion w, x, y, z; all 0: none. A place
 * that is not finite is misuse. */
KAMM_API void kamm_place_thing(kamm_world *world, int thing, const double position_m[3],
                               const double orientation[4]);
/* How a thing moves: its frame's origin and orientation, the velocity of that origin, world axes. */
typedef struct kamm_thing_motion {
    double position_m[3];
    double orientation[4]; /* quaternion w, x, y, z; all 0: none */
    double velocity_mps[3];
    double angular_velocity_radps[3];
} kamm_thing_motion;
KAMM_API void kamm_read_thing_motion(const kamm_world *world, int thing, kamm_thing_motion *motion);
/* Goes on from there, awake. Errors: RANGE, where a value is not finite, a place 10 million km or more away, a speed of
 * 1000 m/s or an angular velocity of 1000 rad/s is passed; nothing changes then. */
KAMM_API kamm_result kamm_set_thing_motion(kamm_world *world, int thing,
                                           const kamm_thing_motion *motion, kamm_error *error);

/* Solids come and go as things do. How many places there are, those of removed ones included; whether one is there. */
KAMM_API int kamm_solid_count(const kamm_world *world);
KAMM_API int kamm_has_solid(const kamm_world *world, int solid);
/* Adds a solid, in the first place that is empty or a new one, which `index` (or NULL) gets. Errors: RANGE, MEMORY. */
KAMM_API kamm_result kamm_add_solid(kamm_world *world, const kamm_solid *solid, int *index,
                                    kamm_error *error);
/* Takes a solid away; what slept on it wakes. The others keep their numbers. */
KAMM_API void kamm_remove_solid(kamm_world *world, int solid);
/* How a solid moves: its frame's origin and orientation, the velocity of that origin, world axes. */
typedef kamm_thing_motion kamm_solid_motion;
KAMM_API void kamm_read_solid_motion(const kamm_world *world, int solid, kamm_solid_motion *motion);
/* Puts a solid that `moves` there. It goes on with those velocities, substep by substep, until the next call. It
 * pushes and carries cars and things with infinite mass; nothing stops it. Errors: RANGE, where the solid does
 * not move or a value is not as kamm_set_thing_motion needs it; nothing changes then. */
KAMM_API kamm_result kamm_set_solid_motion(kamm_world *world, int solid,
                                           const kamm_solid_motion *motion, kamm_error *error);
/* Lets a solid that `moves` go evenly from where it is to that place in so many substeps (1 or more), and stop there:
 * an animation's next key, told before each call of kamm_step_world with that call's substeps. Of both ways to turn it takes the
 * shorter. Errors as of kamm_set_solid_motion. */
KAMM_API kamm_result kamm_move_solid_to(kamm_world *world, int solid, const double position_m[3],
                                        const double orientation[4], int substeps,
                                        kamm_error *error);
/* A car's contact boxes in its vehicle frame; returns how many. */
KAMM_API int kamm_car_boxes(const kamm_model *model, kamm_box boxes[KAMM_MAX_BOXES]);

/* Who touches whom. */
/* A body of a world. */
typedef struct kamm_body_id {
    kamm_body_kind kind;
    int32_t group; /* of cars, in the order in which they were added; else 0 */
    int32_t index; /* car, thing or solid; of the ground kamm_contact.surface */
} kamm_body_id;

/* Bits of kamm_contact_event.phase; none: they touched before the call and after it. Bodies touch from their first impulse on
 * until they are a centimetre apart; a car and the ground while its body is in it. */
typedef enum kamm_contact_phase {
    KAMM_CONTACT_BEGAN = 1, /* during the call, perhaps once more */
    KAMM_CONTACT_ENDED = 2  /* during the call, and they did not touch again: both may be set */
} kamm_contact_phase;
typedef struct kamm_contact_event {
    kamm_body_kind kind[2];
    int32_t group[2]; /* as of kamm_body_id */
    int32_t index[2];
    double point_m
        [3]; /* of the largest impulse, like the normal; 0 where they were only found to be apart */
    float normal[3]; /* from the first towards the second */
    /* Along the normal, summed over the last call of kamm_step_world. */
    float impulse_ns;
    float speed_mps;     /* the largest approach speed in that time: what sounds and sparks need */
    int32_t phase;       /* kamm_contact_phase */
    float friction;      /* of both together */
    int32_t material[2]; /* the caller's own numbers; of the ground kamm_contact.surface */
} kamm_contact_event;
/* The pairs that touched during the last call of kamm_step_world, however shortly, and those that separated, in a fixed order:
 * valid until the next call, or until bodies are added or removed. A car's body without others near it is checked against the ground every
 * 1/60 s, or at the end of the call, while it does not touch it; else, like all other pairs, in each substep. Things that sleep
 * have no events. */
KAMM_API const kamm_contact_event *kamm_contact_events(const kamm_world *world, int *count);

/* Everything that moves, cars and their inputs included, as plain bytes. */
KAMM_API size_t kamm_world_snapshot_size(const kamm_world *world);
KAMM_API void kamm_save_world_snapshot(const kamm_world *world, void *snapshot);
/* Errors: FORMAT if the bytes are not a snapshot of such a world, with the same groups of cars (kamm_set_identity) of the same models in the
 * same order and the same things and solids that move in the same places, or hold what no world has (kamm_restore_snapshot); nothing changes then. */
KAMM_API kamm_result kamm_restore_world_snapshot(kamm_world *world, const void *snapshot,
                                                 size_t size, kamm_error *error);
/* Who a group of cars is: a player's number, say, the same on all machines. A snapshot goes into worlds where the same are in the same places,
 * so that no group is restored into the place of another with the same car. At first it is how many groups had come into the world with this one;
 * cars that leave and come back, and those that take the place of others (kamm_replace_cars), keep what was there. Not part of
 * snapshots. Errors: UNKNOWN (not in this world), RANGE (0, or another group's). */
KAMM_API kamm_result kamm_set_identity(kamm_world *world, const kamm_cars *cars, uint64_t identity,
                                       kamm_error *error);
/* 0: these cars are not in this world. */
KAMM_API uint64_t kamm_identity(const kamm_world *world, const kamm_cars *cars);
/* A hash of all that moves but inputs. Equal states have equal hashes, on every machine. */
KAMM_API uint64_t kamm_world_state_hash(const kamm_world *world);

/* Who runs the world's tasks (batch.h). NULL: all in the calling thread, as it is at first. */
KAMM_API void kamm_set_world_tasks(kamm_world *world, kamm_run_tasks *run, void *user);

/* Threads of our own for those who have no job system: pass kamm_run_on_threads as `run` and these as
 * `user`. NULL: out of memory, or no threads on this machine. */
typedef struct kamm_threads kamm_threads;
KAMM_API kamm_threads *kamm_create_threads(int count);
KAMM_API void kamm_destroy_threads(kamm_threads *threads);
KAMM_API void kamm_run_on_threads(void *threads, int count, kamm_task *task, void *context);

#ifdef __cplusplus
}
#endif

#endif
