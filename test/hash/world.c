/* The world's part of kamm_hash: four cars of each rung, two walls, cones, a crate and one that falls, on
 * level ground, all into each other. As in scenario.c no libm. */
#include "scenario.h"

#include <kamm/kamm.h>
#include <stdio.h>

enum { RUNGS = 5, EACH = 4, BODIES = 8 };

static kamm_body_def body_at(kamm_body_def body, double x, double y, double z, int asleep)
{
    body.position_m[0] = x, body.position_m[1] = y, body.position_m[2] = z;
    body.asleep = asleep;
    return body;
}

static kamm_world *make_world(kamm_error *error)
{
    static const kamm_body_def crate = {
        .type = KAMM_BODY_DYNAMIC,
        .shapes[0].box = {.centre_m = {0, 0, 0.5}, .half_m = {0.5, 0.375, 0.5}},
        .mass_kg = 60,
        .friction = 0.5f,
        .restitution = 0.25f};
    kamm_body_def bodies[] = {
        {.shapes[0].box = {.centre_m = {14, 0, 1},
                           .half_m = {0.25, 20, 1},
                           .orientation = {8, 0, 0, 1}},
         .friction = 0.5f,
         .restitution = 0.125f},
        {.shapes[0].box = {.centre_m = {-24, 0, 1}, .half_m = {0.25, 20, 1}}, .friction = 0.5f},
        body_at(kamm_cone(0.5), 6, 0, 0, 1),
        body_at(kamm_cone(0.5), 6, 2, 0, 1),
        body_at(kamm_cone(0.75), 5, -3, 0, 1),
        body_at(crate, 9, 1, 0, 1),
        body_at(crate, 9.25, 1.125, 1.125, 0),
        body_at(crate, -12, 0, 3, 0)};
    double *orientation = bodies[BODIES - 1].orientation;
    orientation[0] = 4, orientation[1] = 1, orientation[2] = 2;
    kamm_world_def def = {.ground = kamm_flat_ground, .bodies = bodies, .body_count = BODIES};
    return kamm_create_world(&def, error);
}

static void place(kamm_cars *cars, int rung, int car)
{
    kamm_placement placement = {
        .position_m = {-5.25 * car - 0.5 * rung, 2.25 * rung - 4.5 + 0.25 * car, 0},
        .orientation = {16, 0, 0, car % 2 ? -1 : 1},
        .speed_mps = 12 + 3 * car + rung,
        .gear = KAMM_GEAR_DRIVE};
    kamm_place(cars, car, &placement);
    kamm_inputs(cars)[car].throttle = (float)(car % 3) / 2;
    kamm_inputs(cars)[car].steering_wheel_rad = (float)(rung - 2) / 4;
}

uint64_t hash_of_world(void)
{
    kamm_error error;
    kamm_vehicle_def def = kamm_default_vehicle();
    def.stepping.substeps_per_s = 1200;
    kamm_model *models[RUNGS] = {NULL};
    kamm_cars *cars[RUNGS] = {NULL};
    uint64_t hash = 0;
    kamm_world *world = make_world(&error);
    if (!world) return fprintf(stderr, "%s\n", error.text), 0;
    for (int rung = 0; rung < RUNGS; ++rung) {
        models[rung] = kamm_create_model(&def, (kamm_rung)(KAMM_KINEMATIC + rung), &error);
        cars[rung] = models[rung] ? kamm_create_cars(models[rung], EACH, &error) : NULL;
        if (!cars[rung]) return fprintf(stderr, "%s\n", error.text), 0;
        for (int car = 0; car < EACH; ++car) place(cars[rung], rung, car);
        if (kamm_add_cars(world, cars[rung], &error) != KAMM_OK)
            return fprintf(stderr, "%s\n", error.text), 0;
    }
    for (int frame = 0; frame < 30; ++frame) kamm_step_world(world, 40);
    hash = kamm_world_state_hash(world);
    kamm_destroy_world(world);
    for (int rung = 0; rung < RUNGS; ++rung) {
        kamm_destroy_cars(cars[rung]);
        kamm_destroy_model(models[rung]);
    }
    return hash;
}
