/* What contacts do at every substep rate that cars may have: stacks stand, walls hold, nothing gains energy or
 * momentum, a mirrored pile does the mirrored thing. Small islands of contacts, and large ones, which are coloured.
 * KAMM_QUICK_TESTS leaves this out: others reach its code. */
#include "support/tier.h"
#include "support/world.h"

#include "run/cars.h"

#include <math.h>

static const double rates[] = {60, 120, 240, 600, 1200};
enum { RATES = 5, COLUMNS = 8, FLOORS = 3, STACK = COLUMNS * FLOORS, PILE = 60 };

/* A car on wheels that nothing slows down, of a rung that bears all rates. */
static kamm_cars *rolling_cars(double rate, kamm_rung rung, int count, kamm_model **model)
{
    kamm_vehicle_def def = rolling_car();
    def.stepping.substeps_per_s = rate;
    return cars_of(&def, rung, count, model);
}

static void end(kamm_world *world, kamm_cars *cars, kamm_model *model)
{
    kamm_destroy_world(world);
    kamm_destroy_cars(cars);
    kamm_destroy_model(model);
}

/* A wall of crates, `gap_m` between columns: side by side they are one island of some 180 contacts. */
static void check_stack(double rate, double gap_m)
{
    kamm_model *model;
    kamm_cars *cars = rolling_cars(rate, KAMM_RIGID2D, 1, &model);
    kamm_body_def dynamic_bodies[STACK];
    for (int i = 0; i < STACK; ++i)
        dynamic_bodies[i] = placed_at(crate(), i % COLUMNS * (1 + gap_m), 0, i / COLUMNS, 0);
    kamm_world_def def = {
        .ground = kamm_flat_ground, .bodies = dynamic_bodies, .body_count = STACK};
    kamm_world *world = create_world(&def);
    roll_at(cars, 0, 0, 50, 0, 0);
    add_cars(world, cars);
    kamm_step_world(world, (int)(3 * rate));
    for (int i = 0; i < STACK; ++i) {
        kamm_body_motion pose;
        double velocity[3];
        read_centre(world, i, &pose, velocity);
        for (int k = 0; k < 3; ++k) {
            expect_near(pose.position_m[k], dynamic_bodies[i].position_m[k], 0.02);
            expect_near(velocity[k], 0, 0.02);
        }
    }
    end(world, cars, model);
}

static void stacked_crates_stand(void **state)
{
    (void)state;
    for (int i = 0; i < RATES; i += of_tier(2, 1))
        for (int apart = 0; apart < 2; ++apart) check_stack(rates[i], apart ? 0.5 : 0);
}

/* Of a planar car on ice: what it moves and turns with. */
static double kinetic_energy(const kamm_cars *cars, int car, const kamm_model_info *info)
{
    double vx = (double)CAR_STATE(cars, car, car.velocity_x_mps),
           vy = (double)CAR_STATE(cars, car, car.velocity_y_mps),
           turn = kamm_read(cars, car, KAMM_CHANNEL_yaw_rate_radps);
    return 0.5 * info->mass_kg * (vx * vx + vy * vy) + 0.5 * info->yaw_inertia_kgm2 * turn * turn;
}

/* Into a wall at an angle: the nose stays on its side, and energy only goes. */
static void hit_wall(double rate, double speed, double yaw)
{
    kamm_model *model;
    kamm_cars *cars = rolling_cars(rate, KAMM_RIGID2D, 1, &model);
    kamm_body_def wall = wall_across(15, 0.5, 0.1);
    kamm_world_def def = {.ground = smooth_ice(), .bodies = &wall, .body_count = 1};
    kamm_world *world = create_world(&def);
    kamm_model_info info = kamm_describe(model);
    double last = 1e300, first;
    roll_at(cars, 0, 0, 0, yaw, speed);
    first = kinetic_energy(cars, 0, &info);
    add_cars(world, cars);
    for (int i = 0; i < (int)(2 * rate); ++i) {
        kamm_step_world(world, 1);
        double energy = kinetic_energy(cars, 0, &info);
        expect_below(energy, last + 1e-5 * first);
        expect_below(kamm_read(cars, 0, KAMM_CHANNEL_x_m), 15 - 0.7);
        last = energy;
    }
    expect_below(last, 0.9 * first);
    end(world, cars, model);
}

static void walls_hold_and_give_no_energy(void **state)
{
    (void)state;
    for (int i = 0; i < RATES; ++i)
        for (double yaw = 0; yaw < 0.8; yaw += 0.35)
            for (double speed = 10; speed <= 40; speed *= 2) hit_wall(rates[i], speed, yaw);
}

/* Two cars on ice, one into the other with an offset: momentum stays, energy goes. */
static void meet(double rate, double offset_m, double speed)
{
    kamm_model *model;
    kamm_cars *cars = rolling_cars(rate, KAMM_RIGID2D, 2, &model);
    kamm_world_def def = {.ground = smooth_ice()};
    kamm_world *world = create_world(&def);
    kamm_model_info info = kamm_describe(model);
    double last = 1e300, first, touched = 0;
    roll_at(cars, 0, 0, 0, 0, speed);
    roll_at(cars, 1, 7, offset_m, 2.8, 0.5 * speed);
    first = kinetic_energy(cars, 0, &info) + kinetic_energy(cars, 1, &info);
    double momentum[2] = {speed + 0.5 * speed * cos(2.8), 0.5 * speed * sin(2.8)};
    add_cars(world, cars);
    for (int i = 0; i < (int)rate; ++i) {
        int touches;
        kamm_step_world(world, 1);
        kamm_contact_events(world, &touches);
        touched += touches;
        double energy = kinetic_energy(cars, 0, &info) + kinetic_energy(cars, 1, &info);
        expect_below(energy, last + 1e-5 * first);
        last = energy;
        expect_near((double)CAR_STATE(cars, 0, car.velocity_x_mps) +
                        (double)CAR_STATE(cars, 1, car.velocity_x_mps),
                    momentum[0], 1e-4 * speed);
        expect_near((double)CAR_STATE(cars, 0, car.velocity_y_mps) +
                        (double)CAR_STATE(cars, 1, car.velocity_y_mps),
                    momentum[1], 1e-4 * speed);
    }
    expect_above(touched, 0);
    end(world, cars, model);
}

static void cars_that_meet_keep_momentum(void **state)
{
    (void)state;
    for (int i = 0; i < RATES; ++i)
        for (double offset = -1; offset <= 1; offset += 0.5)
            for (double speed = 5; speed <= 40; speed *= 2) meet(rates[i], offset, speed);
}

/* A crate before a car: pushed along, never run through, and the car pays for it. */
static void push_crate(double rate, double speed)
{
    kamm_model *model;
    kamm_cars *cars = rolling_cars(rate, KAMM_RIGID2D, 1, &model);
    kamm_body_def dynamic_body = placed_at(crate(), 6, 0, 0, 1);
    kamm_world_def def = {.ground = kamm_flat_ground, .bodies = &dynamic_body, .body_count = 1};
    kamm_world *world = create_world(&def);
    kamm_vehicle_def car = rolling_car();
    double nose = car.body.cg_behind_front_axle_m + car.body.front_overhang_m;
    kamm_body_motion pose;
    roll_at(cars, 0, 0, 0, 0, speed);
    add_cars(world, cars);
    for (int i = 0; i < (int)(2 * rate); ++i) {
        double velocity[3];
        kamm_step_world(world, 1);
        read_centre(world, 0, &pose, velocity);
        expect_above(pose.position_m[0] - 0.5, kamm_read(cars, 0, KAMM_CHANNEL_x_m) + nose - 0.25);
        expect_below(velocity[0], 1.3 * speed);
        expect_below(kamm_read(cars, 0, KAMM_CHANNEL_forward_speed_mps), speed + 1e-3);
    }
    expect_above(pose.position_m[0], 6.5);
    expect_below(kamm_read(cars, 0, KAMM_CHANNEL_forward_speed_mps), 0.99 * speed);
    end(world, cars, model);
}

static void bodies_are_pushed(void **state)
{
    (void)state;
    for (int i = 0; i < RATES; ++i)
        for (double speed = 5; speed <= 20; speed *= 2) push_crate(rates[i], speed);
}

/* Cars towards a middle, until they are one island; `mirror` -1: the mirror image. */
static kamm_cars *pile_of(double rate, double mirror, kamm_model **model)
{
    kamm_cars *cars = rolling_cars(rate, KAMM_RIGID2D, PILE, model);
    kamm_world_def def = {.ground = kamm_flat_ground};
    kamm_world *world = create_world(&def);
    for (int car = 0; car < PILE; ++car) {
        double x = (car % 8 - 3.4) * 5.3, y = (car / 8 - 3.6) * 2.9 + car % 3 * 0.2;
        roll_at(cars, car, x, mirror * y, mirror * atan2(-y, -x), 0.5 * hypot(x, y));
    }
    add_cars(world, cars);
    kamm_step_world(world, (int)rate);
    int touches;
    kamm_contact_events(world, &touches);
    expect_above(touches, PILE);
    kamm_destroy_world(world);
    return cars;
}

static void mirrored_pile_is_the_mirror_image(void **state)
{
    (void)state;
    for (int i = of_tier(RATES - 1, 0); i < RATES; ++i) {
        kamm_model *models[2];
        kamm_cars *cars[2] = {pile_of(rates[i], 1, &models[0]), pile_of(rates[i], -1, &models[1])};
        for (int car = 0; car < PILE; ++car) {
            assert_true(kamm_read(cars[0], car, KAMM_CHANNEL_x_m) ==
                        kamm_read(cars[1], car, KAMM_CHANNEL_x_m));
            assert_true(kamm_read(cars[0], car, KAMM_CHANNEL_y_m) ==
                        -kamm_read(cars[1], car, KAMM_CHANNEL_y_m));
            assert_true(kamm_read(cars[0], car, KAMM_CHANNEL_yaw_rate_radps) ==
                        -kamm_read(cars[1], car, KAMM_CHANNEL_yaw_rate_radps));
        }
        for (int k = 0; k < 2; ++k) {
            kamm_destroy_cars(cars[k]);
            kamm_destroy_model(models[k]);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stacked_crates_stand),
        cmocka_unit_test(walls_hold_and_give_no_energy),
        cmocka_unit_test(cars_that_meet_keep_momentum),
        cmocka_unit_test(bodies_are_pushed),
        cmocka_unit_test(mirrored_pile_is_the_mirror_image),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
