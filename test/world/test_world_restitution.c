/* Restitution of impacts at every rate and weight; the contact forces of a load are no impact. */
#include "support/quick.h"
#include "support/rungs.h"
#include "support/shipped.h"
#include "support/tier.h"
#include "support/world.h"

#include <kamm/act.h>
#include <math.h>

static const double rates[] = {60, 120, 240, 1200}, gravities_mps2[] = {9.80665, 1.62, 24.5};
enum { RATES = 4, GRAVITIES = 3 };

static kamm_ground ground_under(double gravity_mps2)
{
    kamm_ground ground = kamm_flat_ground;
    ground.gravity_mps2[2] = (float)-gravity_mps2;
    return ground;
}

static kamm_body_def ball(double radius_m, double restitution)
{
    return (kamm_body_def){.type = KAMM_BODY_DYNAMIC,
                           .shapes[0].box = {.half_m = {radius_m, radius_m, radius_m}},
                           .shapes[0].kind = KAMM_SHAPE_SPHERE,
                           .mass_kg = 3,
                           .friction = 0.5f,
                           .restitution = (float)restitution};
}

static double height_of(const kamm_world *world, int dynamic_body)
{
    kamm_body_motion motion;
    read_body(world, dynamic_body, &motion);
    return motion.position_m[2];
}

/* Let go at h, a ball comes back to e^2 h, but for what it falls within a substep, and never higher; on the ground, or on a slab. */
static void check_ball(double rate, double gravity, double restitution, int on_slab)
{
    const double fall_m = 1, radius_m = 0.1, top_m = on_slab ? 0.2 : 0;
    kamm_body_def dynamic_body =
        placed_at(ball(radius_m, restitution), 0, 0, top_m + radius_m + fall_m, 0);
    kamm_body_def slab = {.shapes[0].box = {.centre_m = {0, 0, 0.1}, .half_m = {2, 2, 0.1}}};
    kamm_world_def def = {.ground = ground_under(gravity),
                          .bodies = join_bodies(&dynamic_body, 1, &slab, on_slab),
                          .body_count = 1 + on_slab,
                          .substep_s = 1 / rate};
    kamm_world *world = create_world(&def);
    double fall_s = sqrt(2 * fall_m / gravity), highest = 0;
    double in_a_substep_m = gravity * fall_s / rate, right = restitution * restitution * fall_m;
    for (int n = 0; n < (int)((1.05 + restitution) * fall_s * rate) + 2; ++n) {
        kamm_step_world(world, 1);
        if (n > fall_s * rate + 2) highest = fmax(highest, height_of(world, 0) - top_m - radius_m);
    }
    expect_below(highest, right + 1e-6);
    expect_above(highest, right - 1.5 * restitution * in_a_substep_m - 1e-3);
    kamm_destroy_world(world);
}

static void a_ball_comes_back_by_its_restitution(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    for (int r = 0; r < RATES; ++r)
        for (int g = 0; g < GRAVITIES; ++g)
            for (int on_slab = 0; on_slab < 2; ++on_slab)
                for (double e = 1; e > 0.4; e -= 0.25)
                    check_ball(rates[r], gravities_mps2[g], e, on_slab);
}

/* A stack of crates that would bounce lies as one that would not, to the bit, whatever its weight. */
enum { HIGH = 4 };

static kamm_world *stack(double rate, double gravity, double restitution)
{
    kamm_body_def dynamic_bodies[HIGH];
    for (int i = 0; i < HIGH; ++i) {
        dynamic_bodies[i] = placed_at(crate(), 0, 0, i, 0);
        dynamic_bodies[i].restitution = (float)restitution;
    }
    kamm_world_def def = {.ground = ground_under(gravity),
                          .bodies = dynamic_bodies,
                          .body_count = HIGH,
                          .substep_s = 1 / rate};
    kamm_world *world = create_world(&def);
    kamm_step_world(world, (int)(2 * rate));
    return world;
}

static void check_stack(double rate, double gravity)
{
    kamm_world *worlds[2] = {stack(rate, gravity, KAMM_NONE), stack(rate, gravity, 1)};
    for (int i = 0; i < HIGH; ++i) {
        kamm_body_motion a, b;
        read_body(worlds[0], i, &a);
        read_body(worlds[1], i, &b);
        assert_memory_equal(&a, &b, sizeof a);
        expect_near(a.position_m[2], i, 0.03);
    }
    for (int i = 0; i < 2; ++i) kamm_destroy_world(worlds[i]);
}

static void stacks_do_not_bounce_by_their_weight(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    for (int r = 0; r < RATES; ++r)
        for (int g = 0; g < GRAVITIES; ++g) check_stack(rates[r], gravities_mps2[g]);
}

/* A car stands on a board, also with a restitution of 1, which shows all of what is answered: on one as large as itself, and on
 * one of 20 by 8 m, which bears the load at its far corners. */
static void check_plank(const char *vehicle, double rate, double mass_kg, double restitution,
                        int is_large)
{
    kamm_vehicle_def vehicle_def = shipped_on(shipped_number(vehicle), KAMM_FULL, rate);
    kamm_error error;
    kamm_model *model = kamm_create_model(&vehicle_def, KAMM_FULL, &error);
    if (!model) return; /* wheels too light for that rate */
    kamm_cars *cars = kamm_create_cars(model, 1, &error);
    kamm_model_info info = kamm_describe(model);
    double length_m = is_large ? 10 : 0.2, width_m = is_large ? 4 : 0.2;
    for (int w = 0; w < info.wheel_count; ++w) {
        length_m = fmax(length_m, 0.2 + fabs(info.wheel_position_m[w][0]));
        width_m = fmax(width_m, 0.2 + fabs(info.wheel_position_m[w][1]));
    }
    kamm_body_def plank = {
        .type = KAMM_BODY_DYNAMIC,
        .shapes[0].box = {.centre_m = {0, 0, 0.02}, .half_m = {length_m, width_m, 0.02}},
        .mass_kg = (float)mass_kg,
        .friction = 1,
        .restitution = (float)restitution,
        .is_driven_on = 1};
    kamm_world_def def = {.ground = kamm_flat_ground, .bodies = &plank, .body_count = 1};
    kamm_world *world = create_world(&def);
    kamm_placement at = kamm_placement_on(&kamm_flat_ground, 0, 0, 0);
    at.position_m[2] = 0.04;
    kamm_place(cars, 0, &at);
    kamm_inputs(cars)->brake = 1;
    add_cars(world, cars);
    kamm_step_world(world, (int)(3 * rate));
    for (int n = 0; n < 10; ++n) {
        kamm_body_motion motion;
        kamm_step_world(world, 1);
        read_body(world, 0, &motion);
        for (int k = 0; k < 3; ++k) expect_near(motion.velocity_mps[k], 0, 5e-4);
        expect_near(motion.position_m[2], 0, 2e-3);
    }
    kamm_destroy_world(world);
    kamm_destroy_cars(cars);
    kamm_destroy_model(model);
}

static void a_load_is_no_impact(void **state)
{
    NOT_IN_QUICK_TESTS();
    static const char *const vehicles[] = {"nissan-micra", "man-tgs-8x4", "bmw-m3-e46"};
    static const double masses[] = {10, 1, 100, 400, 3000};
    int skipped = of_tier(17, 1), n = 0;
    (void)state;
    for (int v = 0; v < 3; ++v)
        for (int r = 0; r < RATES; ++r)
            for (int m = 0; m < 5; ++m)
                for (int kind = 0; kind < 4; ++kind)
                    if (n++ % skipped == 0)
                        check_plank(vehicles[v], rates[r], masses[m], kind % 2 ? 1 : 0.1, kind / 2);
}

/* A force of three times its weight presses a car against a wall, and it stays there. Rungs whose body does not pitch: one that
 * does leaves the wall by that, and comes back. */
static void check_pushed(kamm_rung rung, double rate)
{
    kamm_model *model;
    kamm_vehicle_def def = rolling_car();
    def.stepping.substeps_per_s = rate;
    def.body.restitution = 1;
    kamm_error error;
    kamm_cars *cars = cars_of(&def, rung, 1, &model);
    kamm_body_def wall =
        wall_across(def.body.cg_behind_front_axle_m + def.body.front_overhang_m, 0.5, 0.1);
    kamm_world_def world_def = {.ground = smooth_ice(), .bodies = &wall, .body_count = 1};
    kamm_world *world = create_world(&world_def);
    roll_at(cars, 0, 0, 0, 0, 0);
    add_cars(world, cars);
    double force_n[3] = {kamm_describe(model).mass_kg * 30, 0, 0};
    for (int n = 0; n < (int)rate; ++n) {
        must(kamm_apply_force(cars, 0, force_n, NULL, &error), &error);
        kamm_step_world(world, 1);
        expect_near(kamm_read(cars, 0, KAMM_CHANNEL_forward_speed_mps), 0, 0.6 * 30 / rate);
        expect_near(kamm_read(cars, 0, KAMM_CHANNEL_x_m), 0, 5e-3);
    }
    kamm_destroy_world(world);
    kamm_destroy_cars(cars);
    kamm_destroy_model(model);
}

static void a_force_from_outside_is_no_impact(void **state)
{
    (void)state;
    for (int rung = KAMM_RIGID2D; rung <= KAMM_SINGLE_TRACK; ++rung)
        for (int r = 0; r < RATES; ++r) check_pushed((kamm_rung)rung, rates[r]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_ball_comes_back_by_its_restitution),
        cmocka_unit_test(stacks_do_not_bounce_by_their_weight),
        cmocka_unit_test(a_load_is_no_impact),
        cmocka_unit_test(a_force_from_outside_is_no_impact),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
