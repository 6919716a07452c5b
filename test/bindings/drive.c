/* What each binding drives as well (drive.cpp, …): cars of the default vehicle on full, each with inputs of its own, and a
 * world in which some of them meet a crate. Prints the hashes of both. */
#include <kamm/kamm.h>
#include <stdio.h>

static void drive_cars(void)
{
    kamm_error error;
    kamm_vehicle_def def = kamm_default_vehicle();
    kamm_model *model = kamm_create_model(&def, KAMM_FULL, &error);
    kamm_cars *cars = kamm_create_cars(model, 20, &error);
    for (int i = 0; i < 20; ++i) {
        kamm_placement at = kamm_placement_on(&kamm_flat_ground, 10.0 * i, 0, 0.1 * i);
        at.speed_mps = i;
        at.gear = KAMM_GEAR_DRIVE;
        kamm_place(cars, i, &at);
        kamm_inputs(cars)[i].throttle = 0.05f * (float)i;
        kamm_inputs(cars)[i].steering_wheel_rad = 0.3f * (float)(i - 10);
    }
    for (int frame = 0; frame < 120; ++frame) kamm_step(cars, &kamm_flat_ground, 4);
    printf("cars %016llx\n", (unsigned long long)kamm_state_hash(cars));
    kamm_destroy_cars(cars);
    kamm_destroy_model(model);
}

static void drive_world(void)
{
    kamm_error error;
    kamm_vehicle_def def = kamm_default_vehicle();
    kamm_model *model = kamm_create_model(&def, KAMM_FULL, &error);
    kamm_cars *cars = kamm_create_cars(model, 2, &error);
    kamm_body_def crate = kamm_cone(0.5);
    crate.position_m[0] = 8;
    crate.position_m[2] = 0.25;
    kamm_world_def world_def = {.bodies = &crate, .body_count = 1};
    kamm_world *world = kamm_create_world(&world_def, &error);
    kamm_add_cars(world, cars, &error);
    for (int i = 0; i < 2; ++i) {
        kamm_placement at = kamm_placement_in_world(world, model, 0, 5.0 * i, 0);
        at.speed_mps = 15;
        at.gear = KAMM_GEAR_DRIVE;
        kamm_place(cars, i, &at);
    }
    for (int frame = 0; frame < 60; ++frame) kamm_step_world(world, 4);
    printf("world %016llx\n", (unsigned long long)kamm_world_state_hash(world));
    kamm_destroy_cars(cars);
    kamm_destroy_world(world);
    kamm_destroy_model(model);
}

int main(void)
{
    drive_cars();
    drive_world();
    return 0;
}
