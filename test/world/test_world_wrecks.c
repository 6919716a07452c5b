/* Wheels on what moves, and on each other's cars: loads, and the same bits whatever the threads. */
#include "support/quick.h"
#include "support/shipped.h"
#include "support/tier.h"
#include "support/world.h"

#include <math.h>
#include <stdlib.h>

static kamm_body_def slab(double low, double high)
{
    return (kamm_body_def){.shapes[0].box = {.centre_m = {0, 0, 0.5 * (low + high)},
                                             .half_m = {200, 20, 0.5 * (high - low)}},
                           .friction = 1,
                           .is_driven_on = 1,
                           .surface = 7};
}

/* Two cars where wheels roll on cars; the body of the first begins at that height, or where its file says. */
struct wreck_scene {
    kamm_model *models[2];
    kamm_cars *cars[2];
    kamm_world *world;
};

static struct wreck_scene start_wreck(const char *big, const char *small, double lift_m,
                                      double rate)
{
    const kamm_rung rung = KAMM_FULL;
    static const kamm_world_def def = {.cars_are_driven_on = 1};
    const char *names[2] = {big, small};
    struct wreck_scene s;
    kamm_world_def with_ground = def;
    with_ground.ground = kamm_flat_ground;
    s.world = create_world(&with_ground);
    for (int i = 0; i < 2; ++i) {
        kamm_vehicle_def vehicle = shipped_on(shipped_number(names[i]), rung, rate);
        vehicle.stepping.substeps_per_s = rate;
        if (i == 0 && lift_m > 0) {
            vehicle.body.boxes_count = 0;
            vehicle.body.ground_clearance_m = lift_m;
            vehicle.body.height_m = 3 * lift_m;
        }
        s.models[i] = kamm_create_model(&vehicle, rung, NULL);
        assert_non_null(s.models[i]);
        s.cars[i] = kamm_create_cars(s.models[i], 1, NULL);
        add_cars(s.world, s.cars[i]);
    }
    return s;
}

static void end_wreck(struct wreck_scene *s)
{
    kamm_destroy_world(s->world);
    for (int i = 0; i < 2; ++i) kamm_destroy_cars(s->cars[i]), kamm_destroy_model(s->models[i]);
}

/* Put down on the car's roof, by all its wheels or some, the truck's load goes through the car into the ground. */
static void a_car_bears_what_stands_on_it(void **state)
{
    NOT_IN_QUICK_TESTS();
    static const double own_rates[] = {240, 600, 1200};
    (void)state;
    for (int i = 0; i < 3; ++i) {
        struct wreck_scene s = start_wreck("nissan-micra", "mercedes-citaro", 0, own_rates[i]);
        kamm_box boxes[KAMM_MAX_BOXES];
        int count = kamm_car_boxes(s.models[1], boxes);
        double top = 0;
        for (int k = 0; k < count; ++k) top = fmax(top, boxes[k].centre_m[2] + boxes[k].half_m[2]);
        kamm_placement placement = kamm_placement_on(&kamm_flat_ground, 0, 0, 0);
        kamm_place(s.cars[1], 0, &placement);
        kamm_inputs(s.cars[1])->hand_brake = 1;
        double middle = boxes[0].centre_m[0] + kamm_describe(s.models[0]).wheelbase_m / 2;
        placement = kamm_placement_on(&kamm_flat_ground, middle, 0, 0);
        placement.position_m[2] = top - 0.02;
        kamm_place(s.cars[0], 0, &placement);
        kamm_inputs(s.cars[0])->hand_brake = kamm_inputs(s.cars[0])->brake = 1;
        kamm_step_world(s.world, (int)(4 * own_rates[i]));
        double load = 0, expected = 0;
        for (int w = 0; w < 4; ++w) {
            kamm_wheel_contact contact;
            kamm_read_wheel_contact(s.cars[0], 0, w, &contact);
            assert_int_equal(contact.body_type, KAMM_BODY_CAR);
            assert_int_equal(contact.body_group, 1);
            load += contact.load_n;
        }
        expect_share(load, kamm_describe(s.models[0]).mass_kg * GRAVITY_MPS2, 0.01);
        load = 0;
        for (int w = 0; w < kamm_describe(s.models[1]).wheel_count; ++w)
            load += kamm_read_wheel(s.cars[1], 0, w, KAMM_WHEEL_load_n);
        for (int k = 0; k < 2; ++k) expected += kamm_describe(s.models[k]).mass_kg * GRAVITY_MPS2;
        expect_share(load, expected, 0.01);
        end_wreck(&s);
    }
}

/* An eight-wheeled truck over a small car: it gets over it or stands, and neither flies away. */
static void a_truck_drives_over_a_car(void **state)
{
    static const char *const trucks[] = {"man-kat1-6x6", "man-kat1-8x8", "farm-tractor-250hp"};
    static const double own_rates[] = {240, 1200};
    (void)state;
    for (int v = 0; v < 3; ++v)
        for (int i = 0; i < of_tier(1, 2); ++i) {
            struct wreck_scene s = start_wreck(trucks[v], "go-kart-125", 1.3, own_rates[i]);
            kamm_placement placement = kamm_placement_on(&kamm_flat_ground, 0, 0, 0);
            placement.speed_mps = 3;
            placement.gear = KAMM_GEAR_DRIVE;
            kamm_place(s.cars[0], 0, &placement);
            kamm_inputs(s.cars[0])->throttle = 0.4f;
            placement = kamm_placement_on(&kamm_flat_ground, 8, 1.0, 1.5);
            kamm_place(s.cars[1], 0, &placement);
            int met = 0;
            for (int n = 0; n < 160; ++n) {
                kamm_step_world(s.world, (int)(own_rates[i] / 20));
                for (int w = 0; w < kamm_describe(s.models[0]).wheel_count; ++w) {
                    kamm_wheel_contact contact;
                    kamm_read_wheel_contact(s.cars[0], 0, w, &contact);
                    met |= contact.on_ground && contact.body_type == KAMM_BODY_CAR;
                }
                for (int k = 0; k < 2; ++k) {
                    kamm_pose pose;
                    kamm_read_pose(s.cars[k], 0, 1, &pose, NULL);
                    expect_below(fabs(pose.position_m[2]), 3);
                    expect_below(kamm_read(s.cars[k], 0, KAMM_CHANNEL_speed_mps), 15);
                }
            }
            assert_true(met);
            end_wreck(&s);
        }
}

/* A row of cars that drive over slabs, planks and each other's way: all that moves, as a hash. */
enum { CROWD = 40 };

struct crowd {
    kamm_model *model;
    kamm_cars *cars;
    kamm_world *world;
    kamm_body_def fixed_bodies[2];
};

static struct crowd start_crowd(int mirrored, int dynamic_count)
{
    double side = mirrored ? -1 : 1;
    kamm_vehicle_def vehicle = plain_car();
    struct crowd c;
    vehicle.stepping.substeps_per_s = 240;
    c.model = kamm_create_model(&vehicle, KAMM_FULL, NULL);
    c.cars = kamm_create_cars(c.model, CROWD, NULL);
    kamm_body_def dynamic_bodies[CROWD];
    for (int i = 0; i < CROWD; ++i) {
        dynamic_bodies[i] = raft(1.5, 0.4, 200);
        dynamic_bodies[i].position_m[0] = 6, dynamic_bodies[i].position_m[1] = side * (4 * i + 0.9);
        dynamic_bodies[i].orientation[0] = 8, dynamic_bodies[i].orientation[3] = side;
        dynamic_bodies[i].asleep = 1;
    }
    c.fixed_bodies[0] = slab(-1, 0.06);
    c.fixed_bodies[0].shapes[0].box.centre_m[0] = 212;
    c.fixed_bodies[1] = slab(-1, 0.02);
    c.fixed_bodies[1].shapes[0].box.half_m[0] = 3, c.fixed_bodies[1].shapes[0].box.half_m[1] = 300;
    c.fixed_bodies[1].type = KAMM_BODY_KINEMATIC;
    c.fixed_bodies[0].shapes[0].box.orientation[0] = 16,
    c.fixed_bodies[0].shapes[0].box.orientation[2] = -0.25;
    c.fixed_bodies[0].shapes[0].box.orientation[3] = side * 0.125; /* a little steep and askew */
    kamm_world_def def = {.ground = kamm_flat_ground,
                          .bodies = join_bodies(dynamic_bodies, dynamic_count, c.fixed_bodies, 2),
                          .body_count = dynamic_count + 2,
                          .cars_are_driven_on = 1};
    c.world = create_world(&def);
    for (int i = 0; i < CROWD; ++i) {
        kamm_placement placement = kamm_placement_on(&kamm_flat_ground, 0, side * 4 * i, 0);
        placement.position_m[2] = 0.02;
        placement.speed_mps = 3 + 0.1 * i;
        placement.gear = KAMM_GEAR_DRIVE;
        kamm_place(c.cars, i, &placement);
        kamm_inputs(c.cars)[i].throttle = 0.3f;
        kamm_inputs(c.cars)[i].steering_wheel_rad = (float)(side * 0.02 * (i % 5));
    }
    add_cars(c.world, c.cars);
    const kamm_body_motion motion = {.velocity_mps = {0, side * 0.5, 0.1}};
    set_body(c.world, 1, &motion);
    return c;
}

static void end_crowd(struct crowd *c)
{
    kamm_destroy_world(c->world);
    kamm_destroy_cars(c->cars);
    kamm_destroy_model(c->model);
}

static void threads_snapshots_and_frames_change_nothing(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    struct crowd one = start_crowd(0, CROWD), other = start_crowd(0, CROWD);
    kamm_threads *threads = kamm_create_threads(4, NULL);
    assert_non_null(threads);
    kamm_set_world_tasks(other.world, kamm_run_on_threads, threads);
    kamm_step_world(one.world, 120);
    for (int n = 0; n < 120; ++n) kamm_step_world(other.world, 1);
    assert_true(kamm_world_state_hash(one.world) == kamm_world_state_hash(other.world));
    size_t size = kamm_world_snapshot_size(one.world);
    void *snapshot = malloc(size);
    kamm_save_world_snapshot(one.world, snapshot);
    kamm_step_world(one.world, 240);
    uint64_t hash = kamm_world_state_hash(one.world);
    assert_int_equal(kamm_restore_world_snapshot(one.world, snapshot, size, NULL), KAMM_OK);
    for (int n = 0; n < 24; ++n) kamm_step_world(one.world, 10);
    assert_true(kamm_world_state_hash(one.world) == hash);
    assert_int_equal(kamm_restore_world_snapshot(other.world, snapshot, size, NULL), KAMM_OK);
    kamm_step_world(other.world, 240);
    assert_true(kamm_world_state_hash(other.world) == hash);
    free(snapshot);
    end_crowd(&one);
    end_crowd(&other);
    kamm_destroy_threads(threads);
}

/* Dynamic bodies are not to the bit: their corners stand on the ground in another order. */
static void mirrored_worlds_do_the_mirrored_thing(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    struct crowd one = start_crowd(0, 0), other = start_crowd(1, 0);
    for (int n = 0; n < 24; ++n) {
        kamm_step_world(one.world, 10), kamm_step_world(other.world, 10);
        for (int i = 0; i < CROWD; ++i) {
            kamm_pose a, b;
            kamm_read_pose(one.cars, i, 1, &a, NULL);
            kamm_read_pose(other.cars, i, 1, &b, NULL);
            for (int k = 0; k < 3; ++k)
                assert_true(a.position_m[k] == (k == 1 ? -1 : 1) * b.position_m[k]);
        }
    }
    end_crowd(&one);
    end_crowd(&other);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_car_bears_what_stands_on_it),
        cmocka_unit_test(a_truck_drives_over_a_car),
        cmocka_unit_test(threads_snapshots_and_frames_change_nothing),
        cmocka_unit_test(mirrored_worlds_do_the_mirrored_thing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
