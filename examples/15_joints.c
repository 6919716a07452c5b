/* Joints: a motor opens a gate on a hinge, while a car tows another one through it by an elastic rope of 6 m.
 *
 *     cc -O2 15_joints.c -o 15_joints $(pkg-config --cflags --libs kamm) */
#include <kamm/kamm.h>
#include <stdio.h>

enum { SUBSTEPS = 4 };

static kamm_world *create_world(kamm_error *error)
{
    const kamm_body_def gate = {.type = KAMM_BODY_DYNAMIC,
                                .shapes = {{.box = {{0, 0, 0}, {0.05, 2, 0.5}, {0}}}},
                                .position_m = {30, 0, 0.9},
                                .mass_kg = 60};
    return kamm_create_world(
        &(kamm_world_def){.ground = kamm_flat_ground, .bodies = &gate, .body_count = 1}, error);
}

/* At its left edge, from closed to open. */
static kamm_result hang_gate(kamm_world *world, kamm_joint *hinge, kamm_error *error)
{
    const double edge[3] = {30, 2, 0.9}, up[3] = {0, 0, 1};
    kamm_joint_def def = {.kind = KAMM_JOINT_HINGE,
                          .ends = {{{0}}, {.body = kamm_body_at(world, 0)}},
                          .is_limited = 1,
                          .low = 0,
                          .high = 1.5,
                          .motor_speed = 0.6,
                          .motor_force = 400};
    kamm_result result = kamm_place_joint(world, &def, edge, up, error);
    return result == KAMM_OK ? kamm_add_joint(world, &def, hinge, error) : result;
}

static kamm_result tie_rope(kamm_world *world, const kamm_cars *cars, kamm_joint *rope,
                            kamm_error *error)
{
    const kamm_joint_def def = {.kind = KAMM_JOINT_ROPE,
                                .ends = {{.cars = cars, .car = 0, .point_m = {-0.9, 0, 0.4}},
                                         {.cars = cars, .car = 1, .point_m = {3.4, 0, 0.4}}},
                                .length_m = 6,
                                .stiffness = 30000,
                                .damping = 1500,
                                .break_force_n = 20000};
    return kamm_add_joint(world, &def, rope, error);
}

int main(void)
{
    kamm_error error;
    kamm_vehicle_def def = kamm_default_vehicle();
    kamm_model *model = kamm_create_model(&def, KAMM_FULL, &error);
    kamm_cars *cars = model ? kamm_create_cars(model, 2, &error) : NULL;
    kamm_world *world = cars ? create_world(&error) : NULL;
    kamm_joint hinge, rope;
    if (!world || kamm_add_cars(world, cars, &error) || hang_gate(world, &hinge, &error) ||
        tie_rope(world, cars, &rope, &error))
        return fprintf(stderr, "%s\n", error.text), 1;
    for (int car = 0; car < 2; ++car) {
        const kamm_placement place = kamm_placement_on(&kamm_flat_ground, -9 * car, 0, 0);
        kamm_place(cars, car, &place);
        kamm_inputs(cars)[car].gear = 1 - car; /* the second one rolls */
    }
    kamm_inputs(cars)[0].throttle = 0.35f;
    printf("time s  gate rad  rope N  speeds m/s\n");
    for (int frame = 1; frame <= 8 * 60; ++frame) {
        kamm_joint_state gate, pull;
        kamm_step_world(world, SUBSTEPS);
        if (frame % 60) continue;
        kamm_read_joint(world, hinge, &gate, NULL);
        kamm_read_joint(world, rope, &pull, NULL);
        printf("%6d %9.3f %7.0f %6.2f %5.2f\n", frame / 60, gate.position, pull.force_n[0],
               kamm_read(cars, 0, KAMM_CHANNEL_forward_speed_mps),
               kamm_read(cars, 1, KAMM_CHANNEL_forward_speed_mps));
    }
    kamm_destroy_world(world);
    kamm_destroy_cars(cars);
    kamm_destroy_model(model);
    return 0;
}
