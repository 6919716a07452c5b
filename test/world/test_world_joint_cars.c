/* Cars on joints: towed up slopes, towed by each other, lifted by a crane.
 * KAMM_QUICK_TESTS leaves this out: others reach its code. */
#include "support/joints.h"
#include "support/rungs.h"
#include "support/tier.h"

#include <math.h>

static const kamm_rung rungs[] = {KAMM_FULL, KAMM_DOUBLE_TRACK, KAMM_SINGLE_TRACK, KAMM_RIGID2D,
                                  KAMM_KINEMATIC};
enum { RUNGS = 5 };

/* Rungs with wheels that spin need 200 substeps a second. */
static int is_too_slow(kamm_rung rung, int rate) { return rung == KAMM_DOUBLE_TRACK && rate < 200; }

/* Rolls without drag or rolling resistance. */
static kamm_cars *rolling_cars(kamm_rung rung, int count, int rate, double mass_kg)
{
    kamm_vehicle_def def = rolling_car();
    def.stepping.substeps_per_s = (float)rate;
    if (mass_kg > 0) def.body.mass_kg = (float)mass_kg;
    kamm_cars *cars = start_rung(&def, rung, count);
    return cars;
}

static double mass_of(const kamm_cars *cars)
{
    return kamm_describe(kamm_model_of(cars, 0)).mass_kg;
}

static void place_out_of_gear(kamm_cars *cars, int car, const kamm_ground *ground, double x)
{
    kamm_placement at = kamm_placement_on(ground, x, 0, 0);
    kamm_place(cars, car, &at);
    kamm_inputs(cars)[car].gear = 0;
}

static kamm_joint tow(kamm_world *world, kamm_joint_end front, kamm_joint_end rear, double length_m)
{
    const kamm_joint_def def = {
        .kind = KAMM_JOINT_ROPE, .ends = {front, rear}, .length_m = length_m};
    return join_at(world, def, NULL, NULL);
}

/* On a slope of 20 %, a rope along it to a post above holds m g sin a. Wheels and gearbox hold a little of it. */
static void a_rope_holds_a_car_on_a_slope(void **state)
{
    const double grade = 0.2, cosine = 1 / sqrt(1 + grade * grade), sine = grade * cosine;
    (void)state;
    for (int n = 0; n < RUNGS * JOINT_RATES; ++n) {
        int rate = joint_rates[n % JOINT_RATES];
        if (is_too_slow(rungs[n / JOINT_RATES], rate)) continue;
        kamm_world_def def = {.ground = kamm_flat_ground, .substep_s = 1.0 / rate};
        def.ground.plane.normal[0] = (float)-sine;
        def.ground.plane.normal[2] = (float)cosine;
        def.ground.air_density_kgpm3 = KAMM_NONE;
        kamm_world *world = create_world(&def);
        kamm_cars *cars = rolling_cars(rungs[n / JOINT_RATES], 1, rate, 0);
        add_cars(world, cars);
        place_out_of_gear(cars, 0, &def.ground, 0);
        /* along the slope, from the car's origin */
        kamm_pose pose;
        kamm_read_pose(cars, 0, 1, &pose, NULL);
        kamm_joint_end post = {
            .point_m = {pose.position_m[0] + 5 * cosine, 0, pose.position_m[2] + 5 * sine}};
        kamm_joint joint = tow(world, post, (kamm_joint_end){.cars = cars}, 5);
        kamm_step_world(world, 8 * rate);
        double mean = 0;
        for (int i = 0; i < rate; ++i) {
            const kamm_joint_state s = read_joint(world, joint);
            mean += (s.force_n[0] * cosine + s.force_n[2] * sine) / rate;
            kamm_step_world(world, 1);
        }
        expect_share(mean, mass_of(cars) * JOINT_GRAVITY * sine, 0.05);
        expect_near((double)kamm_read(cars, 0, KAMM_CHANNEL_forward_speed_mps), 0,
                    3 * JOINT_GRAVITY * sine / rate);
        expect_below(read_joint(world, joint).position, 5 + 20.0 / rate / rate);
        kamm_destroy_world(world);
        end_cars(cars);
    }
}

/* A heavy car that rolls tows a light one, on level ground, from a slack rope: both go on with their common momentum, and the
 * rope never is longer than it is. Cars on rails as well. */
static void a_car_tows_another(void **state)
{
    (void)state;
    for (int n = 0; n < RUNGS * JOINT_RATES; ++n) {
        int rate = joint_rates[n % JOINT_RATES];
        kamm_rung rung = rungs[n / JOINT_RATES];
        if (is_too_slow(rung, rate)) continue;
        kamm_world_def def = {.ground = kamm_flat_ground, .substep_s = 1.0 / rate};
        def.ground.air_density_kgpm3 = KAMM_NONE;
        kamm_world *world = create_world(&def);
        kamm_cars *heavy = rolling_cars(rung, 1, rate, 1700),
                  *light = rolling_cars(rung, 1, rate, 0);
        add_cars(world, heavy);
        add_cars(world, light);
        roll_at(heavy, 0, 0, 0, 0, 8);
        roll_at(light, 0, -8, 0, 0, 0);
        kamm_joint_end hook = {.cars = heavy, .point_m = {-2, 0, 0.4}};
        kamm_joint_end eye = {.cars = light, .point_m = {2, 0, 0.4}};
        kamm_joint joint = tow(world, hook, eye, 6);
        for (int i = 0; i < 4 * rate; ++i) {
            kamm_step_world(world, 1);
            expect_below(read_joint(world, joint).position, 6 + 0.02);
        }
        double v[2] = {(double)kamm_read(heavy, 0, KAMM_CHANNEL_forward_speed_mps),
                       (double)kamm_read(light, 0, KAMM_CHANNEL_forward_speed_mps)};
        double common = mass_of(heavy) * 8 / (mass_of(heavy) + mass_of(light));
        expect_share((mass_of(heavy) * v[0] + mass_of(light) * v[1]) /
                         (mass_of(heavy) + mass_of(light)),
                     common, 0.01);
        kamm_destroy_world(world);
        end_cars(heavy);
        end_cars(light);
    }
}

/* A crane's hook takes a car by four slings and lifts it by its winch: hook, rope and slings bear its weight, and it rises as
 * the rope is wound. */
static void a_crane_lifts_a_car(void **state)
{
    (void)state;
    for (int n = 0; n < JOINT_RATES; ++n) {
        int rate = joint_rates[n];
        kamm_body_def hook = loose_box(40, 0.2, 0.2, 0.3, 0, 0, 4);
        kamm_world_def def = {
            .ground = kamm_flat_ground, .bodies = &hook, .body_count = 1, .substep_s = 1.0 / rate};
        kamm_world *world = create_world(&def);
        kamm_cars *cars = rolling_cars(KAMM_FULL, 1, rate, 0);
        add_cars(world, cars);
        roll_at(cars, 0, -1.3, 0, 0, 0); /* so that its middle is below the hook */
        kamm_inputs(cars)[0].hand_brake = 1;
        kamm_step_world(world, rate / 10);
        kamm_joint_def rope = joint_of(world, KAMM_JOINT_ROPE, -1, 0);
        rope.ends[0].point_m[2] = 12;
        kamm_joint winch = join_at(world, rope, NULL, NULL);
        for (int i = 0; i < 4; ++i) {
            kamm_joint_end corner = {.cars = cars,
                                     .point_m = {i < 2 ? 2.5 : 0, i % 2 ? 0.7 : -0.7, 0.9}};
            tow(world, (kamm_joint_end){.body = kamm_body_at(world, 0), .point_m = {0, 0, -0.3}},
                corner, 3.2);
        }
        kamm_error error;
        kamm_pose pose;
        kamm_read_pose(cars, 0, 1, &pose, NULL);
        double before = pose.position_m[2];
        must(kamm_set_joint_motor(world, winch, -0.5, 0, &error), &error);
        kamm_step_world(world, 6 * rate);
        must(kamm_set_joint_motor(world, winch, 0, 0, &error), &error);
        kamm_step_world(world, 20 * rate);
        double mean = 0, lifted;
        kamm_read_pose(cars, 0, 1, &pose, NULL);
        lifted = pose.position_m[2] - before;
        for (int i = 0; i < 2 * rate; ++i) {
            kamm_step_world(world, 1);
            mean += read_joint(world, winch).force_n[2] / (2 * rate);
        }
        expect_share(mean, (mass_of(cars) + 40) * JOINT_GRAVITY, 0.01);
        expect_near(lifted, 2.74, 0.05); /* 3 m of rope, less what was slack */
        kamm_destroy_world(world);
        end_cars(cars);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_rope_holds_a_car_on_a_slope),
        cmocka_unit_test(a_car_tows_another),
        cmocka_unit_test(a_crane_lifts_a_car),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
