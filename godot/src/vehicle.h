/* KammVehicle3D and KammWheel3D, and what the world does with them. */
#ifndef KAMM_GODOT_VEHICLE_H
#define KAMM_GODOT_VEHICLE_H

#include "classes.h"

#include <kamm/cars.h>
#include <kamm/world.h>

struct world;
struct vehicle;

/* A node that follows a wheel of the vehicle that is its parent. */
struct wheel {
    struct gd_instance base;
    struct vehicle *vehicle;
    struct wheel *next;
    int64_t index;
    gd_bool spins;
};

struct vehicle {
    struct gd_instance base;
    struct world *world;
    struct vehicle *next;
    struct wheel *first_wheel;
    /* Properties. */
    char vehicle[GD_TEXT_ROOM];
    int64_t rung;
    gd_packed settings;
    gd_bool on_ground, assisted;
    double steer, slip_limit_mps;
    kamm_input input;
    /* Inputs as they were last written for the assist. */
    kamm_input written;
    /* The car, a group of one; NULL until the first step, and if there is an error. */
    kamm_cars *cars;
    /* Its number among the groups of the world. */
    int group;
    int wheel_count;
    /* 1: properties have changed that the model is compiled from. */
    int is_stale;
    /* What the last signals have reported. */
    int gear;
    unsigned fault;
    uint8_t slips[KAMM_MAX_WHEELS];
};

extern const struct gd_class vehicle_class, wheel_class;

/* Compiles the car if it is new or stale, and puts it into the world. Returns 0, with a Godot error, if that fails: an
 * older car stays. */
int prepare_vehicle(struct vehicle *vehicle);
/* Places it at rest at a global transform, or on the ground below it. */
void place_vehicle(struct vehicle *vehicle, const gd_transform3d *at);
/* Writes the inputs of the next `interval_s`. */
void write_inputs(struct vehicle *vehicle, double interval_s);
/* Writes the transforms of the node and its wheels, then emits signals. Handlers may free the vehicle. */
void show_vehicle(struct vehicle *vehicle);
/* Destroys the car; the node stays. */
void stop_vehicle(struct vehicle *vehicle);

#endif
