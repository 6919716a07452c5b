/* KammWorld3D. */
#ifndef KAMM_GODOT_WORLD_H
#define KAMM_GODOT_WORLD_H

#include "ground.h"
#include "vehicle.h"

struct world {
    struct gd_instance base;
    /* Properties. */
    gd_vector3 gravity_mps2;
    int64_t substeps;
    double friction;
    gd_bool collects;
    /* Ground from methods, and from the nodes below this one. */
    struct ground_parts added, collected;
    struct vehicle *first;
    kamm_world *world;
    kamm_terrain *terrain;
    kamm_body *bodies;
    int body_count;
    /* Substeps per second, once the world exists. */
    double rate_hz;
    double owed_s;
    /* 1: gravity, friction or ground have changed. */
    int is_stale;
    /* The next vehicle to show. */
    struct vehicle *cursor;
};

extern const struct gd_class world_class;

/* The vehicle whose signals are being emitted, until it leaves its world. */
extern struct vehicle *vehicle_shown;

/* Number of vehicles that have a car. */
int count_groups(const struct world *world);
void join_world(struct world *world, struct vehicle *vehicle);
void leave_world(struct vehicle *vehicle);

#endif
