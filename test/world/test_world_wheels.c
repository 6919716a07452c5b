/* Wheels on fixed bodies, dynamic bodies and other cars. */
/* KAMM_QUICK_TESTS leaves this out: it drives for long to measure. */
#include "support/shipped.h"
#include "support/tier.h"
#include "support/world.h"

#include <math.h>

static const double rates[] = {60, 240, 1200};
static const char *const vehicles[] = {"nissan-micra", "suzuki-jimny", "man-kat1-6x6",
                                       "formula-car-2014"};
static const kamm_rung rungs[] = {KAMM_KINEMATIC, KAMM_RIGID2D, KAMM_SINGLE_TRACK,
                                  KAMM_DOUBLE_TRACK, KAMM_FULL};
enum { RATES = 3, VEHICLES = 4, RUNGS = 5 };

/* The rungs below full feel no rate: fewer of these do for them. */
static int rates_of(kamm_rung rung) { return rung == KAMM_FULL ? RATES : 2; }

struct scene {
    kamm_model *model;
    kamm_cars *cars;
    kamm_world *world;
};

static kamm_body_def slab(double low, double high)
{
    return (kamm_body_def){.shapes[0].box = {.centre_m = {0, 0, 0.5 * (low + high)},
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
    s.model = kamm_create_model(&vehicle_def, rung, &error);
    assert_non_null(s.model);
    s.cars = kamm_create_cars(s.model, 1, &error);
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

/* In the short tier a rate of some vehicles on each rung, another for each; in the long one each third. */
#define SKIPPED of_tiers(6, 3, 1)

/* A car that drives and steers on a slab does what it does on ground of that height. */
static void check_slab(const char *vehicle, kamm_rung rung, double rate)
{
    kamm_body_def fixed_body = slab(0.25, 1);
    kamm_world_def on_ground = {.ground = kamm_flat_ground};
    kamm_world_def on_slab = {.ground = kamm_flat_ground, .bodies = &fixed_body, .body_count = 1};
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
    assert_int_equal(contact.body_type, KAMM_BODY_STATIC);
    assert_int_equal(contact.body_index, 0);
    assert_int_equal(contact.surface, 7);
    kamm_read_wheel_contact(s[0].cars, 0, 0, &contact);
    assert_int_equal(contact.body_type, KAMM_BODY_GROUND);
    for (int i = 0; i < 2; ++i) end(&s[i]);
}

static void a_slab_is_as_good_as_ground(void **state)
{
    (void)state;
    for (int v = 0; v < VEHICLES; ++v)
        for (int r = 0; r < RUNGS; ++r)
            for (int i = (v + r) % SKIPPED; i < rates_of(rungs[r]); i += SKIPPED)
                check_slab(vehicles[v], rungs[r], rates[i]);
}

/* Parked on what moves: it stays where it stands on it as on ground that moves like that, and on full to the millimetre. */
static void check_carried(const char *vehicle, kamm_rung rung, double rate,
                          const double velocity[3])
{
    kamm_body_def fixed_body = slab(0.25, 1);
    kamm_world_def on_slab = {.ground = kamm_flat_ground, .bodies = &fixed_body, .body_count = 1};
    kamm_world_def on_ground = {.ground = kamm_flat_ground};
    kamm_ground ground = kamm_flat_ground;
    kamm_error error;
    fixed_body.type = KAMM_BODY_KINEMATIC;
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
    kamm_body_motion motion;
    read_body(s[0].world, 0, &motion);
    int ramp = (int)(3 * substeps_per_s(&s[0]));
    for (int n = 1; n <= 2 * ramp; ++n) { /* gently up to speed */
        double share = n < ramp ? (double)n / ramp : 1;
        for (int k = 0; k < 3; ++k) {
            motion.velocity_mps[k] = velocity[k] * share;
            ground.plane.velocity_mps[k] = (float)motion.velocity_mps[k];
        }
        ground.plane.point_m[2] = 1 + motion.position_m[2];
        set_body(s[0].world, 0, &motion);
        assert_int_equal(kamm_set_world_ground(s[1].world, &ground, &error), KAMM_OK);
        for (int i = 0; i < 2; ++i) kamm_step_world(s[i].world, 1);
        read_body(s[0].world, 0, &motion);
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
    static const double velocities[][3] = {{0, 0, 0.5}, {5, 0, 0}, {0, 2, 0}};
    (void)state;
    for (int v = 0; v < VEHICLES; ++v)
        for (int r = 0; r < RUNGS; ++r)
            for (int i = (v + r) % SKIPPED; i < rates_of(rungs[r]); i += SKIPPED) {
                for (int k = 0; k < 3; ++k)
                    if ((v + 2 * r + k) % of_tiers(6, 3, 1) == 0)
                        check_carried(vehicles[v], rungs[r], rates[i], velocities[k]);
            }
}

/* The wheels' load on a plank goes through it into the ground, and the plank stays. */
static void a_plank_gets_the_weight(void **state)
{
    (void)state;
    for (int v = 0; v < VEHICLES; ++v)
        for (int i = v % of_tier(2, 1); i < RATES; i += of_tier(2, 1)) {
            kamm_body_def plank = {
                .type = KAMM_BODY_DYNAMIC,
                .shapes[0].box = {.centre_m = {0, 0, 0.04}, .half_m = {10, 4, 0.04}},
                .mass_kg = 400,
                .friction = 1,
                .asleep = 1,
                .is_driven_on = 1};
            kamm_world_def def = {.ground = kamm_flat_ground, .bodies = &plank, .body_count = 1};
            struct scene s = start(vehicles[v], KAMM_FULL, rates[i], &def, 0.08, 0);
            kamm_inputs(s.cars)->hand_brake = kamm_inputs(s.cars)->brake = 1;
            step_s(&s, 3);
            double load = 0;
            int wheels = kamm_describe(s.model).wheel_count;
            for (int w = 0; w < wheels; ++w) {
                kamm_wheel_contact contact;
                kamm_read_wheel_contact(s.cars, 0, w, &contact);
                assert_int_equal(contact.body_type, KAMM_BODY_DYNAMIC);
                load += contact.load_n;
            }
            expect_share(load, kamm_describe(s.model).mass_kg * GRAVITY_MPS2, 2e-3);
            kamm_body_motion motion;
            read_body(s.world, 0, &motion);
            for (int k = 0; k < 3; ++k) {
                expect_near(motion.position_m[k], 0, 6e-3);
                expect_near(motion.velocity_mps[k], 0, 5e-3);
            }
            end(&s);
        }
}

/* ---- edges ---- */

/* Over a step of a third of the wheel's radius at walking pace and faster: up it goes, without a jump. */
static void check_step(const char *vehicle, kamm_rung rung, double rate, double speed)
{
    kamm_vehicle_def vehicle_def = shipped_on(shipped_number(vehicle), rung, rate);
    kamm_model *model = kamm_create_model(&vehicle_def, rung, NULL);
    double height = kamm_describe(model).wheel_radius_m[0] / 3;
    kamm_destroy_model(model);
    kamm_body_def fixed_body = slab(-0.5, height);
    fixed_body.shapes[0].box.centre_m[0] = 212;
    kamm_world_def def = {.ground = kamm_flat_ground, .bodies = &fixed_body, .body_count = 1};
    struct scene s = start(vehicle, rung, rate, &def, 0, speed);
    double from = pose_of(&s).position_m[2], highest = 0, wheelbase = 12;
    for (int n = 0; n < 600 && pose_of(&s).position_m[0] < 12 + wheelbase; ++n) {
        kamm_inputs(s.cars)->throttle =
            kamm_read(s.cars, 0, KAMM_CHANNEL_speed_mps) < speed ? 1 : 0;
        step_s(&s, 0.05);
        double over = pose_of(&s).position_m[2] - from - height;
        if (over > highest) highest = over;
    }
    expect_above(pose_of(&s).position_m[0], 12 + wheelbase - 0.01);
    expect_near(pose_of(&s).position_m[2] - from, height, 0.05);
    expect_below(highest, 0.3);
    assert_int_equal(kamm_fault(s.cars, 0), 0);
    end(&s);
}

static void wheels_climb_steps(void **state)
{
    (void)state;
    for (int v = 0; v < 3; ++v)
        for (int r = 0; r < RUNGS; ++r)
            for (int i = (v + r) % SKIPPED; i < rates_of(rungs[r]); i += SKIPPED) {
                if (in_long_tier() || (v + r) % 2) check_step(vehicles[v], rungs[r], rates[i], 3);
                if (in_long_tier() || (v + r) % 2 == 0)
                    check_step(vehicles[v], rungs[r], rates[i], 6);
            }
}

/* ---- momentum ---- */

/* A car drives off on a raft that lies on ice: what it gets ahead the raft gets back. */
static void car_and_raft_keep_their_momentum(void **state)
{
    (void)state;
    for (int v = 0; v < 3; ++v)
        for (int i = v % of_tier(2, 1); i < RATES; i += of_tier(2, 1)) {
            kamm_body_def dynamic_body = raft(15, 4, 5000);
            kamm_world_def def = {.ground = smooth_ice(), .bodies = &dynamic_body, .body_count = 1};
            struct scene s = start(vehicles[v], KAMM_FULL, rates[i], &def, 0.2, 0);
            step_s(&s, 1);
            kamm_inputs(s.cars)->throttle = 0.6f;
            step_s(&s, 1.5);
            kamm_body_motion motion;
            read_body(s.world, 0, &motion);

            double car = momentum_of(s.cars, 0).linear_ns[0];
            double of_body = 5000 * motion.velocity_mps[0];
            double of_a_substep = car / 1.5 / rates[i]; /* that the raft gets with the next one */
            expect_near(car + of_body, 0, 1.5 * fabs(of_a_substep) + 2e-3 * fabs(car));
            expect_above(car, 0.2 * kamm_describe(s.model).mass_kg);
            /* Across as well, where it turns; a substep at 5 m/s2 is what the raft has yet to get. */
            double late = 5 * kamm_describe(s.model).mass_kg / rates[i];
            kamm_inputs(s.cars)->steering_wheel_rad = 2;
            step_s(&s, 0.7);
            read_body(s.world, 0, &motion);
            const struct momentum turned = momentum_of(s.cars, 0);
            print_message("%s: car %.0f and %.0f, raft %.0f and %.0f N s\n", vehicles[v],
                          turned.linear_ns[0], turned.linear_ns[1], 5000 * motion.velocity_mps[0],
                          5000 * motion.velocity_mps[1]);
            for (int k = 0; k < 2; ++k)
                expect_near(turned.linear_ns[k] + 5000 * motion.velocity_mps[k], 0,
                            late + 2e-3 * fabs(car));
            expect_above(turned.linear_ns[1], 0.03 * car);
            end(&s);
        }
}

/* Where a car parks across a bank, with a plate below a half of its left tyres. */
static void park_on_bank(int ground_is_body, double loads_n[4], double position_m[3])
{
    const double bank_rad = 0.15, c = cos(bank_rad), s = sin(bank_rad), plate_m = 0.015;
    const double turn[4] = {cos(bank_rad / 2), sin(bank_rad / 2), 0, 0};
    kamm_vehicle_def def = shipped_on(shipped_number("nissan-micra"), KAMM_FULL, 240);
    double edge_m =
        0.5 * def.axles[0].track_m; /* of the plate, to the right below the tyres' middles */
    kamm_body_def fixed_bodies[2] = {{.friction = 1, .is_driven_on = 1},
                                     {.friction = 1, .is_driven_on = 1}};
    fixed_bodies[0].shapes[0].box =
        (kamm_box){{0, 0.5 * s, -0.5 * c}, {50, 50, 0.5}, {turn[0], turn[1], 0, 0}};
    double y_m = edge_m + 0.5, z_m = plate_m - 0.05;
    fixed_bodies[1].shapes[0].box = (kamm_box){
        {0, y_m * c - z_m * s, y_m * s + z_m * c}, {20, 0.5, 0.05}, {turn[0], turn[1], 0, 0}};
    kamm_world_def world_def = {
        .ground = kamm_flat_ground, .bodies = fixed_bodies, .body_count = 2};
    if (ground_is_body)
        world_def.ground.plane.point_m[2] = -30;
    else
        world_def.bodies = &fixed_bodies[1], world_def.body_count = 1,
        world_def.ground.plane.normal[1] = (float)-s, world_def.ground.plane.normal[2] = (float)c;
    kamm_error error;
    struct scene scene = {.model = kamm_create_model(&def, KAMM_FULL, &error)};
    scene.cars = kamm_create_cars(scene.model, 1, &error);
    scene.world = create_world(&world_def);
    kamm_placement placement = kamm_placement_on(&kamm_flat_ground, 0, 0, 0);
    double height_m = placement.position_m[2] + 0.03;
    placement.position_m[1] = -height_m * s, placement.position_m[2] = height_m * c;
    for (int i = 0; i < 4; ++i) placement.orientation[i] = turn[i];
    kamm_place(scene.cars, 0, &placement);
    add_cars(scene.world, scene.cars);
    kamm_inputs(scene.cars)->hand_brake = kamm_inputs(scene.cars)->brake = 1;
    step_s(&scene, 2);
    for (int w = 0; w < 4; ++w) loads_n[w] = kamm_read_wheel(scene.cars, 0, w, KAMM_WHEEL_load_n);
    for (int i = 0; i < 3; ++i) position_m[i] = pose_of(&scene).position_m[i];
    end(&scene);
}

/* A tyre half on a plate feels the bank beside it alike, whether that is the ground or a body. */
static void banked_ground_beside_a_body_is_as_a_body(void **state)
{
    (void)state;
    double loads_n[2][4], position_m[2][3];
    for (int i = 0; i < 2; ++i) park_on_bank(i, loads_n[i], position_m[i]);
    print_message("loads %.0f %.0f %.0f %.0f N, of bodies alone %.0f %.0f %.0f %.0f\n",
                  loads_n[0][0], loads_n[0][1], loads_n[0][2], loads_n[0][3], loads_n[1][0],
                  loads_n[1][1], loads_n[1][2], loads_n[1][3]);
    for (int w = 0; w < 4; ++w) expect_share(loads_n[0][w], loads_n[1][w], 0.005);
    for (int i = 0; i < 3; ++i) expect_near(position_m[0][i], position_m[1][i], 5e-4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_slab_is_as_good_as_ground),
        cmocka_unit_test(parked_cars_are_carried),
        cmocka_unit_test(a_plank_gets_the_weight),
        cmocka_unit_test(wheels_climb_steps),
        cmocka_unit_test(car_and_raft_keep_their_momentum),
        cmocka_unit_test(banked_ground_beside_a_body_is_as_a_body),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
