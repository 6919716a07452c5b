/* Scenes of the addon, and the same cars by the C interface. */
#ifndef KAMM_TEST_GODOT_SCENE_H
#define KAMM_TEST_GODOT_SCENE_H

#include "engine.h"

#include <kamm/io/vehicle_file.h>
#include <kamm/world.h>

struct scene {
    struct object *root, *world, *vehicle, *wheels[4];
};
/* A world with a vehicle, of a preset ("": the default), and nodes for its first four wheels. */
struct scene new_scene(const char *preset, kamm_rung rung);
void free_scene(struct scene *scene);
struct object *add_vehicle(struct object *world, const char *preset, kamm_rung rung, gd_vector3 at,
                           double yaw);
/* A transform at a place, turned to the left by an angle. */
gd_transform3d turned(gd_vector3 at, double yaw_rad);
void run_frames(struct scene *scene, int count);
/* Adds the state of a world to a hash of all, which is equal on all machines. */
void note_state(struct object *world);
extern uint64_t hash_of_all;

/* The same car in C. */
struct twin {
    kamm_world *world;
    kamm_cars *cars;
};
struct twin new_twin(const char *preset, kamm_rung rung);
void free_twin(struct twin *twin);

/* Tests, each in a world of its own. */
void test_classes(void);
void test_same_bits(int frames);
void test_axes(void);
void test_poses(void);
void test_mirrored_cars(void);
void test_changes(void);
void test_grounds(void);
void test_obstacles(void);
void test_errors(void);
void test_signals(void);
void test_collisions(void);
void test_collision_with_body(void);
void test_tree(void);

#endif
