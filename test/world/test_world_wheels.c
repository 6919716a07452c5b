/* Wheels on solids, things and other cars. */
#include "support/shipped.h"
#include "support/world.h"

#include <math.h>
#include <string.h>

static const double rates[] = {60, 120, 240, 1200};
static const char *const vehicles[] = {"nissan-micra", "suzuki-jimny", "man-kat1-6x6",
                                       "formula-car-2014"};
static const kamm_rung rungs[] = {KAMM_KINEMATIC, KAMM_RIGID2D, KAMM_SINGLE_TRACK,
                                  KAMM_DOUBLE_TRACK, KAMM_FULL};
enum { RATES = 4, VEHICLES = 4, RUNGS = 5 };

struct scene {
    kamm_model *model;
    kamm_cars *cars;
    kamm_world *world;
};

static kamm_solid slab(double low, double high)
{
    return (kamm_solid){.box = {.centre_m = {0, 0, 0.5 * (low + high)},
                                .half_m = {200, 20, 0.5 * (high - low)}},
                        .friction = 1,
                        .is_driven_on = 1,
                        .surface = 7};
}

static struct scene start(const char *vehicle, kamm_rung rung, double rate,
                          const kamm_world_def *def, double z, double speed)
{
    kamm_error error;
    struct scene s;
    kamm_vehicle_def vehicle_def = shipped_on(shipped_number(vehicle), rung, rate);
    s.model = kamm_compile(&vehicle_def, rung, &error);
    assert_non_null(s.model);
    s.cars = kamm_create_cars(s.model, 1);
    s.world = create_world(def);
    kamm_placement placement = kamm_placement_on(&kamm_flat_ground, 0, 0, 0);
    placement.position_m[2] += z;
    placement.speed_mps = speed;
    kamm_place(s.cars, 0, &placement);
    add_cars(s.world, s.cars);
    return s;
}

static void end(struct scene *s)
{
    kamm_destroy_world(s->world);
    kamm_destroy_cars(s->cars);
    kamm_destroy_model(s->model);
}

static double substeps_per_s(const struct scene *s)
{
    return 1 / kamm_describe(s->model).substep_s;
}

static void step_s(struct scene *s, double seconds)
{
    kamm_step_world(s->world, (int)(seconds * substeps_per_s(s) + 0.5));
}

static kamm_pose pose_of(const struct scene *s)
{
    kamm_pose pose;
    kamm_read_pose(s->cars, 0, 1, &pose, NULL);
    return pose;
}

/* A car that drives and steers on a slab does what it does on ground of that height. */
static void check_slab(const char *vehicle, kamm_rung rung, double rate)
{
    kamm_solid solid = slab(0.25, 1);
    kamm_world_def on_ground = {.ground = kamm_flat_ground};
    kamm_world_def on_slab = {.ground = kamm_flat_ground, .solids = &solid, .solid_count = 1};
    on_ground.ground.plane.point_m[2] = 1;
    struct scene s[2] = {start(vehicle, rung, rate, &on_ground, 1, 8),
                         start(vehicle, rung, rate, &on_slab, 1, 8)};
    kamm_pose pose[2];
    for (int i = 0; i < 2; ++i) {
        kamm_inputs(s[i].cars)->throttle = 0.5f;
        step_s(&s[i], 0.5);
        kamm_inputs(s[i].cars)->steering_wheel_rad = 0.5f;
        step_s(&s[i], 0.75);
        kamm_inputs(s[i].cars)->throttle = 0;
        kamm_inputs(s[i].cars)->brake = 0.5f;
        step_s(&s[i], 0.75);
        pose[i] = pose_of(&s[i]);
    }
    for (int k = 0; k < 3; ++k) expect_near(pose[1].position_m[k], pose[0].position_m[k], 2e-3);
    for (int k = 0; k < 4; ++k) expect_near(pose[1].orientation[k], pose[0].orientation[k], 1e-3);
    kamm_wheel_contact contact;
    kamm_read_wheel_contact(s[1].cars, 0, 0, &contact);
    assert_int_equal(contact.body_kind, KAMM_BODY_SOLID);
    assert_int_equal(contact.body_index, 0);
    assert_int_equal(contact.surface, 7);
    kamm_read_wheel_contact(s[0].cars, 0, 0, &contact);
    assert_int_equal(contact.body_kind, KAMM_BODY_GROUND);
    for (int i = 0; i < 2; ++i) end(&s[i]);
}

static void a_slab_is_as_good_as_ground(void **state)
{
    (void)state;
    for (int v = 0; v < VEHICLES; ++v)
        for (int r = 0; r < RUNGS; ++r)
            for (int i = 0; i < RATES; ++i) check_slab(vehicles[v], rungs[r], rates[i]);
}

/* Parked on what moves: it stays where it stands on it as on ground that moves like that, and on full to the millimetre. */
static void check_carried(const char *vehicle, kamm_rung rung, double rate,
                          const double velocity[3])
{
    kamm_solid solid = slab(0.25, 1);
    kamm_world_def on_slab = {.ground = kamm_flat_ground, .solids = &solid, .solid_count = 1};
    kamm_world_def on_ground = {.ground = kamm_flat_ground};
    kamm_ground ground = kamm_flat_ground;
    kamm_error error;
    solid.moves = 1;
    ground.plane.point_m[2] = 1;
    on_ground.ground = ground;
    struct scene s[2] = {start(vehicle, rung, rate, &on_slab, 1, 0),
                         start(vehicle, rung, rate, &on_ground, 1, 0)};
    kamm_pose before[2], after[2];
    for (int i = 0; i < 2; ++i) {
        kamm_inputs(s[i].cars)->hand_brake = kamm_inputs(s[i].cars)->brake = 1;
        step_s(&s[i], 2);
        before[i] = pose_of(&s[i]);
    }
    kamm_solid_motion motion;
    kamm_read_solid_motion(s[0].world, 0, &motion);
    int ramp = (int)(3 * substeps_per_s(&s[0]));
    for (int n = 1; n <= 2 * ramp; ++n) { /* gently up to speed */
        double share = n < ramp ? (double)n / ramp : 1;
        for (int k = 0; k < 3; ++k) {
            motion.velocity_mps[k] = velocity[k] * share;
            ground.plane.velocity_mps[k] = (float)motion.velocity_mps[k];
        }
        ground.plane.point_m[2] = 1 + motion.position_m[2];
        assert_int_equal(kamm_set_solid_motion(s[0].world, 0, &motion, &error), KAMM_OK);
        assert_int_equal(kamm_set_world_ground(s[1].world, &ground, &error), KAMM_OK);
        for (int i = 0; i < 2; ++i) kamm_step_world(s[i].world, 1);
        kamm_read_solid_motion(s[0].world, 0, &motion);
    }
    for (int i = 0; i < 2; ++i) after[i] = pose_of(&s[i]);
    for (int k = 0; k < 3; ++k) {
        double moved = after[0].position_m[k] - before[0].position_m[k];
        expect_near(moved, after[1].position_m[k] - before[1].position_m[k], 1e-3);
        if (rung == KAMM_FULL) expect_near(moved, motion.position_m[k], 1e-3);
    }
    for (int i = 0; i < 2; ++i) end(&s[i]);
}

static void parked_cars_are_carried(void **state)
{
    static const double up[3] = {0, 0, 0.5}, along[3] = {5, 0, 0}, across[3] = {0, 2, 0};
    (void)state;
    for (int v = 0; v < VEHICLES; ++v)
        for (int r = 0; r < RUNGS; ++r)
            for (int i = 0; i < RATES; ++i) {
                check_carried(vehicles[v], rungs[r], rates[i], up);
                check_carried(vehicles[v], rungs[r], rates[i], along);
                check_carried(vehicles[v], rungs[r], rates[i], across);
            }
}

/* The wheels' load on a plank goes through it into the ground, and the plank stays. */
static void a_plank_gets_the_weight(void **state)
{
    (void)state;
    for (int v = 0; v < VEHICLES; ++v)
        for (int i = 0; i < RATES; ++i) {
            kamm_thing plank = {.boxes = {{.centre_m = {0, 0, 0.04}, .half_m = {10, 4, 0.04}}},
                                .box_count = 1,
                                .mass_kg = 400,
                                .friction = 1,
                                .asleep = 1,
                                .is_driven_on = 1};
            kamm_world_def def = {.ground = kamm_flat_ground, .things = &plank, .thing_count = 1};
            struct scene s = start(vehicles[v], KAMM_FULL, rates[i], &def, 0.08, 0);
            kamm_inputs(s.cars)->hand_brake = kamm_inputs(s.cars)->brake = 1;
            step_s(&s, 3);
            double load = 0;
            int wheels = kamm_describe(s.model).wheel_count;
            for (int w = 0; w < wheels; ++w) {
                kamm_wheel_contact contact;
                kamm_read_wheel_contact(s.cars, 0, w, &contact);
                assert_int_equal(contact.body_kind, KAMM_BODY_THING);
                load += contact.load_n;
            }
            expect_share(load, kamm_describe(s.model).mass_kg * GRAVITY_MPS2, 2e-3);
            kamm_thing_motion motion;
            kamm_read_thing_motion(s.world, 0, &motion);
            for (int k = 0; k < 3; ++k) {
                expect_near(motion.position_m[k], 0, 6e-3);
                expect_near(motion.velocity_mps[k], 0, 5e-3);
            }
            end(&s);
        }
}


/* ---- edges, ramps, wrecks ---- */

/* Over a step of a third of the wheel's radius at walking pace and faster: up it goes, without a jump. */
static void check_step(const char *vehicle, kamm_rung rung, double rate, double speed)
{
    kamm_vehicle_def vehicle_def = shipped_on(shipped_number(vehicle), rung, rate);
    kamm_model *model = kamm_compile(&vehicle_def, rung, NULL);
    double height = kamm_describe(model).wheel_radius_m[0] / 3;
    kamm_destroy_model(model);
    kamm_solid solid = slab(-0.5, height);
    solid.box.centre_m[0] = 212;
    kamm_world_def def = {.ground = kamm_flat_ground, .solids = &solid, .solid_count = 1};
    struct scene s = start(vehicle, rung, rate, &def, 0, speed);
    double from = pose_of(&s).position_m[2], highest = 0, wheelbase = 12;
    for (int n = 0; n < 600 && pose_of(&s).position_m[0] < 12 + wheelbase; ++n) {
        kamm_inputs(s.cars)->throttle = kamm_read(s.cars, 0, KAMM_CHANNEL_speed_mps) < speed ? 1 : 0;
        step_s(&s, 0.05);
        double over = pose_of(&s).position_m[2] - from - height;
        if (over > highest) highest = over;
    }
    expect_above(pose_of(&s).position_m[0], 12 + wheelbase - 0.01);
    expect_near(pose_of(&s).position_m[2] - from, height, 0.05);
    expect_below(highest, 0.15);
    assert_int_equal(kamm_fault(s.cars, 0), 0);
    end(&s);
}

static void wheels_climb_steps(void **state)
{
    (void)state;
    for (int v = 0; v < 3; ++v)
        for (int r = 0; r < RUNGS; ++r)
            for (int i = 0; i < RATES; ++i) {
                check_step(vehicles[v], rungs[r], rates[i], 3);
                check_step(vehicles[v], rungs[r], rates[i], 8);
            }
}

/* Two of one kind: the second stands in the way of the first, which is a truck with wheels of 0.6 m. */
struct wreck_scene {
    kamm_model *models[2];
    kamm_cars *cars[2];
    kamm_world *world;
};

static struct wreck_scene start_wreck(const char *big, const char *small, kamm_rung rung, double rate)
{
    static const kamm_world_def def = {.cars_are_driven_on = 1};
    const char *names[2] = {big, small};
    struct wreck_scene s;
    kamm_world_def with_ground = def;
    with_ground.ground = kamm_flat_ground;
    s.world = create_world(&with_ground);
    for (int i = 0; i < 2; ++i) {
        kamm_vehicle_def vehicle = shipped_on(shipped_number(names[i]), rung, rate);
        vehicle.stepping.substeps_per_s = rate;
        s.models[i] = kamm_compile(&vehicle, rung, NULL);
        assert_non_null(s.models[i]);
        s.cars[i] = kamm_create_cars(s.models[i], 1);
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
    static const double own_rates[] = {240, 600, 1200};
    (void)state;
    for (int i = 0; i < 3; ++i) {
        struct wreck_scene s = start_wreck("nissan-micra", "mercedes-citaro", KAMM_FULL, own_rates[i]);
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
            assert_int_equal(contact.body_kind, KAMM_BODY_CAR);
            assert_int_equal(contact.body_group, 1);
            load += contact.load_n;
        }
        expect_share(load, kamm_describe(s.models[0]).mass_kg * GRAVITY_MPS2, 0.01);
        load = 0;
        for (int w = 0; w < 4; ++w) load += kamm_read_wheel(s.cars[1], 0, w, KAMM_WHEEL_load_n);
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
        for (int i = 0; i < 2; ++i) {
            struct wreck_scene s = start_wreck(trucks[v], "go-kart-125", KAMM_FULL, own_rates[i]);
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
                for (int w = 0; w < kamm_describe(s.models[0]).wheels; ++w) {
                    kamm_wheel_contact contact;
                    kamm_read_wheel_contact(s.cars[0], 0, w, &contact);
                    met |= contact.on_ground && contact.body_kind == KAMM_BODY_CAR;
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

/* ---- momentum, mirrors, bits ---- */

static kamm_thing raft(double half_x, double half_y, double mass_kg)
{
    return (kamm_thing){.boxes = {{.centre_m = {0, 0, 0.1}, .half_m = {half_x, half_y, 0.1}}},
                        .box_count = 1,
                        .mass_kg = (float)mass_kg,
                        .friction = 1,
                        .is_driven_on = 1};
}

/* A car drives off on a raft that lies on ice: what it gets ahead the raft gets back. */
static void car_and_raft_keep_their_momentum(void **state)
{
    (void)state;
    for (int v = 0; v < VEHICLES; ++v)
        for (int i = 0; i < RATES; ++i) {
            kamm_thing thing = raft(15, 4, 5000);
            kamm_world_def def = {.ground = smooth_ice(), .things = &thing, .thing_count = 1};
            struct scene s = start(vehicles[v], KAMM_FULL, rates[i], &def, 0.2, 0);
            step_s(&s, 1);
            kamm_inputs(s.cars)->throttle = 0.6f;
            step_s(&s, 1.5);
            kamm_thing_motion motion;
            kamm_read_thing_motion(s.world, 0, &motion);
            double mass = kamm_describe(s.model).mass_kg;
            double car = mass * kamm_read(s.cars, 0, KAMM_CHANNEL_velocity_x_mps);
            double of_thing = 5000 * motion.velocity_mps[0];
            printf("%s %g: car %g raft %g\n", vehicles[v], rates[i], car, of_thing);
            end(&s);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_slab_is_as_good_as_ground),
        cmocka_unit_test(parked_cars_are_carried),
        cmocka_unit_test(a_plank_gets_the_weight),
        cmocka_unit_test(wheels_climb_steps),
        cmocka_unit_test(a_car_bears_what_stands_on_it),
        cmocka_unit_test(a_truck_drives_over_a_car),
        cmocka_unit_test(car_and_raft_keep_their_momentum),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
