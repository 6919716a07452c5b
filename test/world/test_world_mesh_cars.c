/* Cars on triangle meshes, and against them. */
#include "support/meshes.h"
#include "support/quick.h"
#include "support/shipped.h"
#include "support/tier.h"

#include <math.h>

/* Cars' bodies fall on it and slide: no wheel is on it, as it is not driven on. */
static void bodies_of_cars_slide_as_on_a_box(void **state)
{
    static struct grid grid;
    (void)state;
    for (int c = 0; c < CUTTINGS; ++c)
        for (int i = 1; i < 3; ++i) {
            if ((c + i) % of_tier(4, 1)) continue;
            double x[2], z[2];
            for (int n = 0; n < 2; ++n) {
                kamm_model *model;
                kamm_vehicle_def def = rolling_car();
                kamm_cars *cars = cars_of(&def, KAMM_FULL, 1, &model);
                kamm_body_def fixed_body =
                    n ? level_mesh(&grid, (enum cutting)c, 0.5, 0) : level_box(0.5);
                kamm_world_def world_def = {
                    .ground = air_with_gravity(), .bodies = &fixed_body, .body_count = 1};
                kamm_world *world = create_world(&world_def);
                const double at[3] = {5, 0.3, 0.4}, speed[3] = {5.0 + 5 * i, 0, 0}, still[3] = {0};
                const double up[3] = {0, 0, 1};
                double q[4];
                quaternion_about(up, 0.4 * i, q);
                set_motion(cars, 0, at, q, speed, still);
                add_cars(world, cars);
                kamm_step_world(world, (int)(1 / kamm_describe(model).substep_s));
                x[n] = kamm_read(cars, 0, KAMM_CHANNEL_x_m);
                z[n] = kamm_read(cars, 0, KAMM_CHANNEL_z_m);
                assert_int_equal(kamm_fault(cars, 0), 0);
                kamm_destroy_world(world);
                kamm_destroy_cars(cars);
                kamm_destroy_model(model);
            }
            expect_near(x[1], x[0], 0.01 * (x[0] - 5));
            expect_near(z[1], z[0], 0.01);
            expect_above(x[0], 5.5);
        }
}

static kamm_pose drive(const kamm_world_def *def, const char *vehicle, kamm_rung rung, double z,
                       kamm_wheel_contact *contact)
{
    kamm_error error;
    kamm_vehicle_def vehicle_def = shipped_on(shipped_number(vehicle), rung, 240);
    kamm_model *model = kamm_create_model(&vehicle_def, rung, &error);
    kamm_cars *cars = kamm_create_cars(model, 1, &error);
    kamm_world *world = create_world(def);
    kamm_placement placement = kamm_placement_on(&kamm_flat_ground, 0, 0, 0);
    kamm_pose pose;
    placement.position_m[2] += z;
    placement.speed_mps = 8;
    kamm_place(cars, 0, &placement);
    add_cars(world, cars);
    for (int n = 0; n < 4; ++n) {
        kamm_inputs(cars)->throttle = n < 3 ? 0.4f : 0;
        kamm_inputs(cars)->steering_wheel_rad = n ? 0.4f : 0;
        kamm_inputs(cars)->brake = n == 3 ? 0.5f : 0;
        kamm_step_world(world, (int)(0.5 / kamm_describe(model).substep_s + 0.5));
    }
    kamm_read_pose(cars, 0, 1, &pose, NULL);
    kamm_read_wheel_contact(cars, 0, 0, contact);
    kamm_destroy_world(world);
    kamm_destroy_cars(cars);
    kamm_destroy_model(model);
    return pose;
}

/* Wheels roll on a level mesh as on ground that is as high. */
static void a_mesh_is_as_good_as_ground(void **state)
{
    static struct grid grid;
    static const char *const vehicles[] = {"nissan-micra", "man-kat1-6x6"};
    (void)state;
    for (int i = 0; i < 2 * 2 * CUTTINGS; i += of_tier(CUTTINGS + 1, 1)) {
        kamm_rung rung = i / CUTTINGS % 2 ? KAMM_FULL : KAMM_SINGLE_TRACK;
        kamm_body_def fixed_body = level_mesh(&grid, (enum cutting)(i % CUTTINGS), 1, 0);
        fixed_body.is_driven_on = 1, fixed_body.surface = 7, fixed_body.position_m[2] = 1;
        kamm_world_def on_ground = {.ground = kamm_flat_ground};
        kamm_world_def on_mesh = {
            .ground = kamm_flat_ground, .bodies = &fixed_body, .body_count = 1};
        on_ground.ground.plane.point_m[2] = 1;
        kamm_wheel_contact contact;
        kamm_pose expected = drive(&on_ground, vehicles[i / 2 / CUTTINGS], rung, 1, &contact);
        kamm_pose pose = drive(&on_mesh, vehicles[i / 2 / CUTTINGS], rung, 1, &contact);
        for (int k = 0; k < 3; ++k) expect_near(pose.position_m[k], expected.position_m[k], 5e-3);
        for (int k = 0; k < 4; ++k) expect_near(pose.orientation[k], expected.orientation[k], 2e-3);
        assert_int_equal(contact.body_type, KAMM_BODY_STATIC);
        assert_int_equal(contact.surface, 7);
    }
}

/* Up a wedge: a mesh of its upper side carries a car as the hull of it does. */
static void a_ramp_is_that_of_a_hull(void **state)
{
    static const double wedge[6][3] = {{0, -5, 0}, {0, 5, 0},   {30, -5, 0},
                                       {30, 5, 0}, {30, -5, 3}, {30, 5, 3}};
    static const int32_t slope[2][3] = {{0, 4, 5}, {0, 5, 1}};
    (void)state;
    for (int rung = KAMM_KINEMATIC; rung <= KAMM_FULL; ++rung) {
        kamm_pose pose[2];
        kamm_wheel_contact contact;
        for (int n = 0; n < 2; ++n) {
            kamm_body_def fixed_body = {.friction = 1,
                                        .position_m = {5, 0, 0},
                                        .is_driven_on = 1,
                                        .shapes[0] = {.kind = n ? KAMM_SHAPE_MESH : KAMM_SHAPE_HULL,
                                                      .points_m = wedge,
                                                      .point_count = 6,
                                                      .triangles = slope,
                                                      .triangle_count = 2}};
            kamm_world_def def = {
                .ground = kamm_flat_ground, .bodies = &fixed_body, .body_count = 1};
            pose[n] = drive(&def, "suzuki-jimny", (kamm_rung)rung, 0, &contact);
        }
        expect_above(pose[0].position_m[2], 0.5);
        for (int k = 0; k < 3; ++k) expect_near(pose[1].position_m[k], pose[0].position_m[k], 0.03);
    }
}

/* A wall of triangles stops a car where one that is a box does, on all rungs. */
static void walls_stop_cars(void **state)
{
    NOT_IN_QUICK_TESTS();
    static const double front[4][3] = {{15, -8, 0}, {15, 8, 0}, {15, 8, 3}, {15, -8, 3}};
    static const int32_t triangles[2][3] = {{0, 2, 1}, {0, 3, 2}};
    (void)state;
    for (int rung = KAMM_KINEMATIC; rung <= KAMM_FULL; ++rung)
        for (int i = 0; i < 3; ++i) {
            double x[2];
            for (int n = 0; n < 2; ++n) {
                kamm_model *model;
                kamm_vehicle_def def = rolling_car();
                kamm_cars *cars = cars_of(&def, (kamm_rung)rung, 1, &model);
                kamm_body_def fixed_body = wall_across(15, 0.5, 0.1);
                if (n)
                    fixed_body = (kamm_body_def){.friction = 0.5f,
                                                 .restitution = 0.1f,
                                                 .shapes[0] = {.kind = KAMM_SHAPE_MESH,
                                                               .points_m = front,
                                                               .point_count = 4,
                                                               .triangles = triangles,
                                                               .triangle_count = 2}};
                kamm_world_def world_def = {
                    .ground = smooth_ice(), .bodies = &fixed_body, .body_count = 1};
                kamm_world *world = create_world(&world_def);
                roll_at(cars, 0, 0, 0, 0.1, 10 + 30.0 * i);
                add_cars(world, cars);
                kamm_step_world(world, (int)(1.5 / kamm_describe(model).substep_s));
                x[n] = kamm_read(cars, 0, KAMM_CHANNEL_x_m);
                assert_int_equal(kamm_fault(cars, 0), 0);
                kamm_destroy_world(world);
                kamm_destroy_cars(cars);
                kamm_destroy_model(model);
            }
            expect_near(x[1], x[0], rung == KAMM_FULL ? 0.4 : 0.01);
            expect_below(x[1], 15);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bodies_of_cars_slide_as_on_a_box),
        cmocka_unit_test(a_mesh_is_as_good_as_ground),
        cmocka_unit_test(a_ramp_is_that_of_a_hull),
        cmocka_unit_test(walls_stop_cars),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
