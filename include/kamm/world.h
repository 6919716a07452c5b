/* Worlds: ground, bodies and cars that collide.
 *
 * Cars keep their own physics (cars.h). Between their substeps the world finds contacts and exchanges impulses with
 * restitution and friction, in a fixed order. Equal inputs give equal bits on every machine, with any number of
 * threads, in any grouping of substeps into calls.
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

/* -- Shapes and filters -- */

/* A box. */
typedef struct kamm_box {
    /* Middle of the box. */
    double centre_m[3];
    /* Half of each size, above 0. */
    double half_m[3];
    /* Quaternion w, x, y, z; all 0: no rotation. */
    double orientation[4];
} kamm_box;

/* Collision filter. Two bodies collide if each one's mask has a category bit of the other. All 0: category 1, collides
 * with all. */
typedef struct kamm_filter {
    /* Category bits, without the highest bit; 0: category 1. */
    uint32_t category;
    /* Bits of the categories that it collides with; 0: all. */
    uint32_t mask;
} kamm_filter;
/* Mask of a body that collides with no other body: the bit that no category has. */
#define KAMM_MASK_NONE 0x80000000u

/* Kinds of shapes. Round ones lie along the z axis of their box and have its size. */
typedef enum kamm_shape_kind {
    /* The box itself. */
    KAMM_SHAPE_BOX = 0,
    /* half_m: the radius three times. */
    KAMM_SHAPE_SPHERE = 1,
    /* half_m: the radius twice, and half the length with both caps. */
    KAMM_SHAPE_CAPSULE = 2,
    /* half_m: the radius twice, and half the height. It is a prism with 16 sides; its edges lie at the radius. */
    KAMM_SHAPE_CYLINDER = 3,
    /* Convex hull of points in the body's frame. */
    KAMM_SHAPE_HULL = 4,
    /* Triangles in the body's frame; not of a dynamic body. See kamm_shape. */
    KAMM_SHAPE_MESH = 5
} kamm_shape_kind;
/* Most points of a hull. */
#define KAMM_MAX_HULL_POINTS 64
/* Most triangles of a mesh. */
#define KAMM_MAX_MESH_TRIANGLES 1048576

/* A shape of a body.
 *
 * A mesh is a one-sided surface. The front of a triangle is where its corners run anticlockwise. From behind, rays,
 * cast shapes and bodies pass through it. Once the middle of a body's box or shape has passed the surface, the mesh
 * pushes it out to the front. For both sides, give triangles for both.
 *
 * Points at the same place are one corner, whatever their index. Bodies do not catch on edges between triangles in one
 * plane or in a hollow. Triangles without area are ignored. Wheels roll on triangles that face up. A mesh sensor
 * detects its surface from both sides. A mesh takes about 130 bytes per triangle, and adding the body copies it. */
typedef struct kamm_shape {
    /* Kind of the shape. */
    kamm_shape_kind kind;
    /* Box of the shape, in the body's frame. Hulls and meshes do not use it. */
    kamm_box box;
    /* Points of a hull: 4 to KAMM_MAX_HULL_POINTS; of a mesh: 3 to 3 KAMM_MAX_MESH_TRIANGLES. */
    int32_t point_count;
    /* Points within 1e6 m; copied. Those inside a hull are ignored. */
    const double (*points_m)[3];
    /* Triangles of a mesh: 1 to KAMM_MAX_MESH_TRIANGLES. */
    int32_t triangle_count;
    /* Indices of points, from 0; copied. */
    const int32_t (*triangles)[3];
} kamm_shape;

/* -- Definitions of bodies -- */

/* Most shapes of a body. */
#define KAMM_MAX_SHAPES 16
/* A body: a wall, door, lift, crate or cone.
 *
 * A static body stands where it is. A kinematic body moves as the host sets it, and impulses do not move it. A dynamic
 * body is free: forces and impulses move it.
 *
 * Wheels roll on the ground, and on bodies with `is_driven_on`. With kamm_world_def.cars_are_driven_on they also roll
 * on other cars. The wheel is a disc of its unloaded radius and of the tyre's width. Its contact plane is that on which
 * it touches bodies and ground together, as on a terrain's edges. Up is z. A step above the wheel's centre acts like a
 * step of the centre's height. Bodies above the centre do not touch the wheel. The body's friction replaces
 * kamm_contact.friction, and its velocity is that of the plane. Dynamic bodies and other cars receive the wheel's
 * force. */
typedef struct kamm_body_def {
    /* KAMM_BODY_STATIC, KAMM_BODY_KINEMATIC or KAMM_BODY_DYNAMIC. */
    kamm_body_type type;
    /* 1 to KAMM_MAX_SHAPES; 0: 1. */
    int32_t shape_count;
    /* Shapes in the body's frame, which move as one rigid body and do not collide with each other. Dynamic bodies have
     * no meshes. Their shapes have equal density; where two overlap, the mass counts twice. */
    kamm_shape shapes[KAMM_MAX_SHAPES];
    /* Frame of the body; all 0: the world's. A quaternion w, x, y, z. */
    double position_m[3];
    /* Orientation of that frame. */
    double orientation[4];
    /* Mass of a dynamic body, above 0; 0 for others. */
    float mass_kg;
    /* Friction, up to 2; 0: 0.5; KAMM_NONE: none. A contact has the root of the product of both bodies. */
    float friction;
    /* Restitution, up to 1; 0: 0.1; KAMM_NONE: none. A contact has the larger of both bodies. */
    float restitution;
    /* 1: wheels roll on it, such as on a ramp or a plank; 0: only bodies touch it. */
    int32_t is_driven_on;
    /* The caller's number of the surface on which wheels roll (kamm_wheel_contact). */
    int32_t surface;
    /* The caller's number, for contact events. */
    int32_t material;
    /* Collision filter; all 0: collides with all bodies. */
    kamm_filter filter;
    /* 1: a sensor. It does not collide, but reports the bodies in it (world_events.h). Not of a dynamic body. */
    int32_t sensor;
    /* 1: a dynamic body sleeps until another body touches it. */
    int32_t asleep;
} kamm_body_def;

/* Returns a traffic cone of that height, a dynamic body with a square foot and an upright box. Road tests use 0.5 m, at
 * 2 kg. */
KAMM_API kamm_body_def kamm_cone(double height_m);

/* -- Creating and stepping worlds -- */

/* What a world consists of. */
typedef struct kamm_world_def {
    /* A plane, the ground of a terrain, or the host's, with gravity, air and wind. All 0: kamm_flat_ground. */
    kamm_ground ground;
    /* Their order is that of kamm_body_at. */
    const kamm_body_def *bodies;
    /* Number of bodies, 0 or more. */
    int32_t body_count;
    /* Substep of a world without cars, 1/50000 to 1; 0: 1/240 s. With cars it is theirs. */
    double substep_s;
    /* 1: wheels roll on other cars, such as a monster truck on wrecks. 0: wheels pass through other cars. */
    int32_t cars_are_driven_on;
} kamm_world_def;

/* A world. */
typedef struct kamm_world kamm_world;

/* Creates a world. It copies all data of the def, but not what `ground` points to. NULL on error: RANGE (a size, mass
 * or substep, or a value that is not finite, with its index; a list that is NULL or longer than 2^24), MEMORY. */
KAMM_API kamm_world *kamm_create_world(const kamm_world_def *def, kamm_error *error);
/* Destroys a world, but not its cars and combinations. */
KAMM_API void kamm_destroy_world(kamm_world *world);

/* -- Cars and combinations of a world -- */

/* Adds a group of cars, which the world steps from now on. Destroying cars removes them. Groups are added and removed
 * between steps, in any number. This changes no other state of the world, but clears the contact events of the last
 * step.
 *
 * Cars of all groups have the same substep, and one clock (time_s). If the cars of the world have been stepped, the
 * clock is theirs; else that of the new cars. Errors: RANGE, MEMORY. */
KAMM_API kamm_result kamm_add_cars(kamm_world *world, kamm_cars *cars, kamm_error *error);
/* Removes a group. The index of each later group falls by one. Errors: UNKNOWN (not in this world), RANGE (units of
 * combinations). */
KAMM_API kamm_result kamm_remove_cars(kamm_world *world, kamm_cars *cars, kamm_error *error);
/* Replaces a group by other cars, with the same index. With kamm_hand_over between both it changes a set-up while the
 * car drives. Errors: those of adding and removing. */
KAMM_API kamm_result kamm_replace_cars(kamm_world *world, kamm_cars *cars, kamm_cars *by,
                                       kamm_error *error);

/* Adds combinations, which kamm_step_combinations then no longer steps. Each unit is a group of cars, one after the
 * other. Units collide with all that cars collide with, except the units before and behind them. They take single
 * substeps, whatever is near. Without contact they have the bits of kamm_step_combinations. Errors: those of
 * kamm_add_cars. */
KAMM_API kamm_result kamm_add_combinations(kamm_world *world, kamm_combinations *combinations,
                                           kamm_error *error);
/* Removes combinations with all their units. */
KAMM_API kamm_result kamm_remove_combinations(kamm_world *world, kamm_combinations *combinations,
                                              kamm_error *error);
/* Replaces combinations by others, as kamm_replace_cars does. */
KAMM_API kamm_result kamm_replace_combinations(kamm_world *world, kamm_combinations *combinations,
                                               kamm_combinations *by, kamm_error *error);
/* Replaces cars by combinations, to couple a trailer to a driving car. */
KAMM_API kamm_result kamm_replace_cars_by_combinations(kamm_world *world, kamm_cars *cars,
                                                       kamm_combinations *by, kamm_error *error);
/* Replaces combinations by cars, to leave a trailer behind. */
KAMM_API kamm_result kamm_replace_combinations_by_cars(kamm_world *world,
                                                       kamm_combinations *combinations,
                                                       kamm_cars *by, kamm_error *error);

/* Sets the collision filter of a car from the next step on. Bodies that slept on a body that they no longer collide
 * with wake. The ground carries all bodies. Snapshots contain filters.
 *
 * Added cars collide with all. Cars that replace as many others (kamm_replace_cars) take their filters and materials.
 * On error nothing changes. Errors: RANGE (a category with the highest bit, an index), UNKNOWN (cars of no or another
 * world). */
KAMM_API kamm_result kamm_set_car_filter(kamm_world *world, const kamm_cars *cars, int car,
                                         const kamm_filter *filter, kamm_error *error);
/* Returns the filter that was set; all 0 for a car that does not exist. */
KAMM_API kamm_filter kamm_car_filter(const kamm_world *world, const kamm_cars *cars, int car);
/* Sets the caller's number of a car for contact events; initially 0. Snapshots do not contain it. Errors: those of
 * kamm_set_car_filter. */
KAMM_API kamm_result kamm_set_car_material(kamm_world *world, const kamm_cars *cars, int car,
                                           int32_t material, kamm_error *error);

/* Writes a car's contact boxes in its vehicle frame, and returns their number. */
KAMM_API int kamm_car_boxes(const kamm_model *model, kamm_box boxes[KAMM_MAX_BOXES]);

/* Steps the world and all its cars by whole substeps. */
KAMM_API void kamm_step_world(kamm_world *world, int substeps);

/* -- Ground and placements of a world -- */

/* Returns the world's ground, for kamm_placement_on and similar calls. */
KAMM_API const kamm_ground *kamm_world_ground(const kamm_world *world);

/* Sets another ground from the next step on. To change wind, gravity or surface, copy kamm_world_ground, change the
 * copy and set it. Sleeping bodies stay asleep. Snapshots do not contain the ground. On error nothing changes. Errors:
 * RANGE (gravity, wind or air that is not finite). */
KAMM_API kamm_result kamm_set_world_ground(kamm_world *world, const kamm_ground *ground,
                                           kamm_error *error);

/* Returns a placement at (x, y) on the topmost ground, including bodies with `is_driven_on`. The car stands on the
 * plane through the ground below the wheels of that model. Wheels in one line stand on the chord between them, and
 * across on the mean slope of the ground. */
KAMM_API kamm_placement kamm_placement_in_world(const kamm_world *world, const kamm_model *model,
                                                double x_m, double y_m, double yaw_rad);
/* Returns a placement on the topmost ground below the height `below_m`, such as under a bridge. If all ground is
 * higher, it is the lowest ground. */
KAMM_API kamm_placement kamm_placement_in_world_below(const kamm_world *world,
                                                      const kamm_model *model, double x_m,
                                                      double y_m, double yaw_rad, double below_m);

/* -- Bodies of a world -- */

/* A body of a world: its index, and a number that tells it from bodies that had this index before. A handle of a
 * removed body is refused: UNKNOWN. All 0: no body. */
typedef struct kamm_body {
    /* Index of the body, from 0. */
    int32_t index;
    /* Number that tells it from earlier bodies of this index. */
    uint32_t generation;
} kamm_body;

/* Returns the number of indices of bodies, including free ones. */
KAMM_API int kamm_body_count(const kamm_world *world);
/* Returns the body of an index, such as of kamm_body_id; all 0 if there is none. */
KAMM_API kamm_body kamm_body_at(const kamm_world *world, int index);
/* Returns 1 if the body is in this world. */
KAMM_API int kamm_has_body(const kamm_world *world, kamm_body body);

/* Adds a body. It takes the first free index, or a new one. `body` (or NULL) receives it. Errors: RANGE, MEMORY. */
KAMM_API kamm_result kamm_add_body(kamm_world *world, const kamm_body_def *def, kamm_body *body,
                                   kamm_error *error);
/* Adds the upright faces of a terrain's meshes (steeper than 75 degrees) as one static body, so that they stop cars of
 * all rungs. It acts from both sides, also where the ground on both is level, as beside a fence. `like`: friction,
 * restitution, material and filter; NULL: the usual ones. Without any face nothing is added, and `body` receives 0.
 * Errors: RANGE, MEMORY. */
KAMM_API kamm_result kamm_add_terrain_faces(kamm_world *world, const kamm_terrain *terrain,
                                            const kamm_body_def *like, kamm_body *body,
                                            kamm_error *error);
/* Removes a body. Bodies that leant on it wake. Other bodies keep their indices. Errors: UNKNOWN. */
KAMM_API kamm_result kamm_remove_body(kamm_world *world, kamm_body body, kamm_error *error);

/* Motion of a body: pose of its frame and velocity of the frame's origin, world axes. */
typedef struct kamm_body_motion {
    /* Origin of the frame. */
    double position_m[3];
    /* Quaternion w, x, y, z; all 0: no rotation. */
    double orientation[4];
    /* Velocity of the origin. */
    double velocity_mps[3];
    /* Angular velocity. */
    double angular_velocity_radps[3];
} kamm_body_motion;
/* Reads the motion of a body. On error `motion` does not change. Errors: UNKNOWN. */
KAMM_API kamm_result kamm_read_body_motion(const kamm_world *world, kamm_body body,
                                           kamm_body_motion *motion, kamm_error *error);
/* Sets the motion of a dynamic or kinematic body. A dynamic body wakes. A kinematic body keeps those velocities in each
 * substep until the next call. It pushes and carries cars and dynamic bodies like a body of infinite mass.
 *
 * On error nothing changes. Errors: UNKNOWN; RANGE: a static body; a value that is not finite; a position 10 million km
 * or more away; a speed above 1000 m/s; an angular velocity above 1000 rad/s. */
KAMM_API kamm_result kamm_set_body_motion(kamm_world *world, kamm_body body,
                                          const kamm_body_motion *motion, kamm_error *error);
/* Moves a kinematic body at constant velocity to a pose, in `substeps` substeps (1 or more), and stops it there. It
 * turns the shorter way. To play an animation, set the next key before each kamm_step_world, with the substeps of that
 * call. Errors: those of kamm_set_body_motion; RANGE also for a dynamic body. */
KAMM_API kamm_result kamm_move_body_to(kamm_world *world, kamm_body body,
                                       const double position_m[3], const double orientation[4],
                                       int substeps, kamm_error *error);

/* Sets the collision filter of a body, as kamm_set_car_filter does. */
KAMM_API kamm_result kamm_set_body_filter(kamm_world *world, kamm_body body,
                                          const kamm_filter *filter, kamm_error *error);
/* Returns the filter that was set; all 0 for a body that is not in this world. */
KAMM_API kamm_filter kamm_body_filter(const kamm_world *world, kamm_body body);

/* -- Contact events -- */

/* A car, a body or the ground. */
typedef struct kamm_body_id {
    /* Type of the body: car, body or ground. */
    kamm_body_type type;
    /* Group of a car, in the order in which groups were added; else 0. */
    int32_t group;
    /* Index of the car; of the body (kamm_body_at); of the ground kamm_contact.surface. */
    int32_t index;
} kamm_body_id;

/* Bits of kamm_contact_event.phase. None: the bodies touched before and after the call. Two bodies touch from their
 * first impulse until they are a centimetre apart. A car and the ground touch while its body is in the ground. */
typedef enum kamm_contact_phase {
    /* They began to touch during the call, perhaps more than once. */
    KAMM_CONTACT_BEGAN = 1,
    /* They separated during the call and did not touch again. Both bits may be set. */
    KAMM_CONTACT_ENDED = 2
} kamm_contact_phase;
/* Contact of two bodies during a call of kamm_step_world. */
typedef struct kamm_contact_event {
    /* Types of both bodies. */
    kamm_body_type type[2];
    /* Group and index, as in kamm_body_id. */
    int32_t group[2];
    /* Index, as in kamm_body_id. */
    int32_t index[2];
    /* Place of the largest impulse; 0 if the call found only their separation. */
    double point_m[3];
    /* Normal of the largest impulse, from the first body towards the second; 0 like the point. */
    float normal[3];
    /* Impulse along the normal, summed over the call. */
    float impulse_ns;
    /* Largest approach speed during the call, for sounds and sparks. */
    float speed_mps;
    /* Bits of kamm_contact_phase. */
    int32_t phase;
    /* Friction of the contact. */
    float friction;
    /* The callers' numbers of both bodies; of the ground kamm_contact.surface. */
    int32_t material[2];
} kamm_contact_event;
/* Returns the pairs that touched during the last call of kamm_step_world, however shortly, and those that separated.
 * The order is fixed. The events are valid until the next call, or until a body is added or removed.
 *
 * A car without contact and without others near it is checked against the ground every 1/60 s, and at the end of the
 * call. All other pairs are checked in each substep. Sleeping bodies have no events. */
KAMM_API const kamm_contact_event *kamm_contact_events(const kamm_world *world, int *count);

/* -- Snapshots of a world -- */

/* Size and bytes of a snapshot: all states of the world, including cars and their inputs. */
KAMM_API size_t kamm_world_snapshot_size(const kamm_world *world);
KAMM_API void kamm_save_world_snapshot(const kamm_world *world, void *snapshot);
/* Restores a snapshot. The world must have the same groups of cars (kamm_set_identity) of equal models, in the same
 * order, and the same bodies at the same indices. On error nothing changes. Errors: FORMAT (another world; values that
 * no world can have, see kamm_restore_snapshot). */
KAMM_API kamm_result kamm_restore_world_snapshot(kamm_world *world, const void *snapshot,
                                                 size_t size, kamm_error *error);
/* Sets the identity of a group of cars: a number that is equal on all machines, such as a player's. A snapshot fits
 * worlds with equal identities in the same order. So no group takes the state of another with an equal car.
 *
 * The initial identity is the number of groups that were added so far, with this one. Cars that return, and those that
 * replace others (kamm_replace_cars), keep the identity. Snapshots do not contain it. Errors: UNKNOWN (not in this
 * world), RANGE (0, or that of another group). */
KAMM_API kamm_result kamm_set_identity(kamm_world *world, const kamm_cars *cars, uint64_t identity,
                                       kamm_error *error);
/* Returns the identity of a group of cars; 0 if they are not in this world. */
KAMM_API uint64_t kamm_identity(const kamm_world *world, const kamm_cars *cars);
/* Returns a hash of all states except inputs. Equal states have equal hashes, on every machine. */
KAMM_API uint64_t kamm_world_state_hash(const kamm_world *world);

/* -- Threads -- */

/* Sets the function that runs the world's tasks (batch.h). NULL, the default: the calling thread runs all. */
KAMM_API void kamm_set_world_tasks(kamm_world *world, kamm_run_tasks *run, void *user);

/* Threads for hosts without a job system: pass kamm_run_on_threads as `run` and these as `user`. */
typedef struct kamm_threads kamm_threads;
/* Creates threads. NULL on error: MEMORY, also if the machine starts no more of them; MISSING if the build has none. */
KAMM_API kamm_threads *kamm_create_threads(int count, kamm_error *error);
KAMM_API void kamm_destroy_threads(kamm_threads *threads);
KAMM_API void kamm_run_on_threads(void *threads, int count, kamm_task *task, void *context);

#ifdef __cplusplus
}
#endif

#endif
