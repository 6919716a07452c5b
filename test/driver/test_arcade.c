/* Arcade functions of a driving car: air control, boost, auto-flip, ghosts. */
#include "support/drive.h"
#include "support/quick.h"
#include "support/tier.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { FPS = 60 };

struct play {
    kamm_cars *cars;
    kamm_arcade arcade;
    kamm_arcade_state state;
    kamm_arcade_request request;
    kamm_ground ground;
    int substeps;
};

static struct play start_play(const char *name, kamm_rung rung, const kamm_arcade *arcade)
{
    kamm_vehicle_def def = car_named(name);
    def.stepping.substeps_per_s = 240;
    struct play p = {
        .cars = start_rung(&def, rung, 1), .arcade = *arcade, .ground = kamm_flat_ground};
    p.substeps = (int)lround(1 / (FPS * kamm_describe(kamm_model_of(p.cars, 0)).substep_s));
    put_car(p.cars, 0, &p.ground, 0, 0, KAMM_GEAR_DRIVE);
    return p;
}

static void go(struct play *p, double seconds)
{
    kamm_error error;
    for (int i = 0; i < (int)lround(seconds * FPS); ++i) {
        must(kamm_arcade_input(&p->arcade, NULL, &p->state, p->cars, 0, &p->request, 1.0 / FPS,
                               &error),
             &error);
        kamm_step(p->cars, &p->ground, p->substeps);
    }
}

static double of(const struct play *p, kamm_channel channel)
{
    return kamm_read(p->cars, 0, channel);
}

/* -- off -- */

static void all_off_is_the_input_assist_to_the_bit(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    for (EACH_RUNG(rung)) {
        kamm_arcade off = kamm_default_arcade();
        struct play arcade = start_play("bmw-m3-e46", rung, &off), plain = arcade;
        plain.cars = start_play("bmw-m3-e46", rung, &off).cars;
        struct noise noise = {7};
        const kamm_input_assist assist = kamm_default_input_assist();
        for (int i = 0; i < 300; ++i) {
            if (i % 20 == 0)
                arcade.request = (kamm_arcade_request){
                    .driver = {.steer = (float)noise_between(&noise, -1, 1),
                               .throttle = (float)noise_between(&noise, 0, 1),
                               .hand_brake = noise_between(&noise, 0, 1) > 0.8},
                    .boost = 1,
                    .pitch = 1,
                    .roll = 1};
            go(&arcade, 1.0 / FPS);
            kamm_assist_input(&assist, plain.cars, 0, &arcade.request.driver, 1.0 / FPS);
            kamm_step(plain.cars, &plain.ground, plain.substeps);
            assert_true(kamm_state_hash(arcade.cars) == kamm_state_hash(plain.cars));
        }
        const kamm_arcade_state none = {0};
        assert_memory_equal(&arcade.state, &none, sizeof none);
        end_cars(arcade.cars), end_cars(plain.cars);
    }
}

/* -- air -- */

static void put_in_air(struct play *p, double height_m, double roll_rad)
{
    kamm_placement placement = kamm_placement_on(&p->ground, 0, 0, 0);
    placement.position_m[2] += height_m;
    placement.orientation[0] = cos(roll_rad / 2);
    placement.orientation[1] = sin(roll_rad / 2);
    placement.orientation[2] = placement.orientation[3] = 0;
    kamm_place(p->cars, 0, &placement);
    go(p, 1.0 / FPS);
}

static kamm_arcade air_control(void)
{
    kamm_arcade arcade = kamm_default_arcade();
    arcade.air_radps2 = 5;
    arcade.air_radps = 2;
    return arcade;
}

/* The rate rises by the largest angular acceleration, to that of a full key, about the axis of the key. */
static void keys_turn_the_car_in_the_air_within_limits(void **state)
{
    (void)state;
    static const kamm_channel rates[] = {KAMM_CHANNEL_pitch_rate_radps,
                                         KAMM_CHANNEL_roll_rate_radps, KAMM_CHANNEL_yaw_rate_radps};
    static const char *const names[] = {"bmw-m3-e46", "go-kart-125", "man-tgs-8x4"};
    for (int i = 0; i < 9 * of_tier(1, 3); ++i) {
        kamm_arcade arcade = air_control();
        struct play p = start_play(names[i / 9], KAMM_FULL, &arcade);
        put_in_air(&p, 40, 0);
        float key = i % 9 / 3 == 0 ? 1 : i % 9 / 3 == 1 ? -1 : 0.5f;
        if (i % 3 == 0) p.request.pitch = key;
        if (i % 3 == 1) p.request.roll = key;
        if (i % 3 == 2) p.request.yaw = key;
        double before = of(&p, rates[i % 3]);
        go(&p, 0.1);
        expect_below(fabs(of(&p, rates[i % 3]) - before), 0.1 * arcade.air_radps2 * 1.1);
        expect_above(fabs(of(&p, rates[i % 3]) - before), 0.1 * arcade.air_radps2 * 0.5);
        go(&p, 1);
        expect_near(of(&p, rates[i % 3]), (double)key * arcade.air_radps, 0.15);
        end_cars(p.cars);
    }
}

static void a_car_without_keys_levels_in_the_air(void **state)
{
    (void)state;
    for (int levels = 0; levels < 2; ++levels) {
        kamm_arcade arcade = air_control();
        arcade.air_level = levels;
        struct play p = start_play("bmw-m3-e46", KAMM_FULL, &arcade);
        put_in_air(&p, 60, 1.2);
        go(&p, 2.5);
        double roll = fabs(of(&p, KAMM_CHANNEL_roll_rad));
        if (levels)
            expect_below(roll, 0.08);
        else
            expect_above(roll, 1.1);
        end_cars(p.cars);
    }
}

/* On the ground the same keys do nothing, and neither do they on rungs that do not tumble. */
static void wheels_on_the_ground_end_air_control(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    for (EACH_RUNG(rung)) {
        kamm_arcade arcade = air_control(), off = kamm_default_arcade();
        struct play p = start_play("bmw-m3-e46", rung, &arcade),
                    plain = start_play("bmw-m3-e46", rung, &off);
        p.request = plain.request = (kamm_arcade_request){.roll = 1, .pitch = 1, .yaw = 1};
        go(&p, 1), go(&plain, 1);
        assert_true(kamm_state_hash(p.cars) == kamm_state_hash(plain.cars));
        end_cars(p.cars), end_cars(plain.cars);
    }
}

/* -- boost -- */

static kamm_arcade booster(void)
{
    kamm_arcade arcade = kamm_default_arcade();
    arcade.boost_mps2 = 4;
    arcade.boost_top_mps = 60;
    return arcade;
}

/* In neutral at low speed the boost is the acceleration, less what rolls: mass of the wheels, resistance. */
static void boost_accelerates_by_its_knob_on_every_rung(void **state)
{
    (void)state;
    for (int rung = KAMM_RIGID2D; rung <= KAMM_FULL; ++rung) {
        kamm_arcade arcade = booster();
        struct play p = start_play("bmw-m3-e46", (kamm_rung)rung, &arcade);
        p.request = (kamm_arcade_request){.driver = {.own_gear = 1}, .boost = 1};
        kamm_inputs(p.cars)->gear = 0;
        go(&p, 0.5);
        double start = of(&p, KAMM_CHANNEL_speed_mps);
        go(&p, 1);
        double gain = of(&p, KAMM_CHANNEL_speed_mps) - start;
        expect_below(gain, 4.05);
        expect_above(gain, 3.5);
        p.request.boost = 0;
        start = of(&p, KAMM_CHANNEL_speed_mps);
        go(&p, 1);
        expect_below(of(&p, KAMM_CHANNEL_speed_mps), start + 0.02);
        end_cars(p.cars);
    }
}

static void boost_fades_out_towards_its_top_speed(void **state)
{
    (void)state;
    kamm_arcade arcade = booster();
    arcade.boost_mps2 = 20, arcade.boost_top_mps = 30;
    struct play p = start_play("bmw-m3-e46", KAMM_FULL, &arcade);
    p.request = (kamm_arcade_request){.driver = {.own_gear = 1}, .boost = 1};
    kamm_inputs(p.cars)->gear = 0;
    go(&p, 8);
    expect_below(of(&p, KAMM_CHANNEL_speed_mps), 30);
    expect_above(of(&p, KAMM_CHANNEL_speed_mps), 28);
    end_cars(p.cars);
}

/* The store lasts boost_s and gives the impulse of that, at any frame rate; empty it gives nothing; it refills. */
static void boost_has_a_store(void **state)
{
    (void)state;
    kamm_arcade arcade = booster();
    arcade.boost_s = 1, arcade.boost_refill_s = 4;
    struct play p = start_play("bmw-m3-e46", KAMM_FULL, &arcade);
    p.request = (kamm_arcade_request){.driver = {.own_gear = 1}, .boost = 1};
    kamm_inputs(p.cars)->gear = 0;
    go(&p, 3);
    double speed = of(&p, KAMM_CHANNEL_speed_mps);
    expect_above(speed, 3.2);
    expect_below(speed, 4.05);
    expect_near((double)p.state.boost_used, 1, 1e-6);
    p.request.boost = 0;
    go(&p, 2);
    expect_near((double)p.state.boost_used, 0.5, 1e-3);
    go(&p, 4);
    expect_near((double)p.state.boost_used, 0, 1e-6);
    end_cars(p.cars);
}

/* -- auto-flip -- */

static double upness(const struct play *p)
{
    kamm_pose body;
    kamm_read_pose(p->cars, 0, 1, &body, NULL);
    const double *q = body.orientation;
    return 1 - 2 * (q[1] * q[1] + q[2] * q[2]);
}

static void overturned_cars_are_set_upright_in_time(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    static const double rolls[] = {PI, PI / 2, -PI / 2, 0.8 * PI};
    static const char *const names[] = {"bmw-m3-e46", "ford-transit-minibus", "man-tgs-8x4"};
    for (int i = 0; i < 4 * of_tier(1, 3); ++i) {
        kamm_arcade arcade = kamm_default_arcade();
        struct play lying = start_play(names[i / 4], KAMM_FULL, &arcade);
        put_in_air(&lying, 2.5, rolls[i % 4]);
        go(&lying, 8);
        if (fabs(upness(&lying)) > 0.9 && upness(&lying) > 0) { /* it fell back on its wheels */
            end_cars(lying.cars);
            continue;
        }
        expect_below(upness(&lying), 0.34);
        double x = of(&lying, KAMM_CHANNEL_x_m), y = of(&lying, KAMM_CHANNEL_y_m);
        lying.arcade.flip_s = 2, lying.arcade.ghost_s = 1;
        go(&lying, 1.9);
        expect_below(upness(&lying), 0.34);
        go(&lying, 0.2);
        expect_above(upness(&lying), 0.98);
        assert_int_equal(lying.state.is_ghost, 1);
        go(&lying, 2);
        assert_int_equal(lying.state.is_ghost, 0);
        expect_above(upness(&lying), 0.98);
        expect_below(hypot(of(&lying, KAMM_CHANNEL_x_m) - x, of(&lying, KAMM_CHANNEL_y_m) - y),
                     1.5);
        expect_below(of(&lying, KAMM_CHANNEL_speed_mps), 0.3);
        expect_above(min_load(lying.cars, 0), 10);
        assert_int_equal(kamm_fault(lying.cars, 0), 0);
        end_cars(lying.cars);
    }
}

/* On a slope of 20 %, pointing across it: upright on the slope, in the same direction; at rest and on one that moves. */
static void flips_onto_slopes(void **state)
{
    (void)state;
    kamm_arcade arcade = kamm_default_arcade();
    arcade.flip_s = 1;
    for (int moves = 0; moves < 2; ++moves) {
        struct play p = start_play("bmw-m3-e46", KAMM_FULL, &arcade);
        p.ground = kamm_plane_ground(0, 0.2, 1);
        p.ground.plane.velocity_mps[0] = moves ? 6 : 0;
        put_in_air(&p, 1.5, PI);
        double heading = of(&p, KAMM_CHANNEL_yaw_rad);
        for (int i = 0; i < 900 && !p.state.flipped; ++i) go(&p, 1.0 / FPS);
        assert_int_equal(p.state.flipped, 1);
        go(&p, 1.5);
        expect_near(upness(&p), 1 / sqrt(1.04), 0.02);
        expect_near(remainder(of(&p, KAMM_CHANNEL_yaw_rad) - heading, 2 * PI), 0, 0.5);
        end_cars(p.cars);
    }
}

static void cars_that_lean_are_left_alone(void **state)
{
    (void)state;
    kamm_arcade arcade = kamm_default_arcade();
    arcade.flip_s = 0.5;
    struct play p = start_play("bmw-m3-e46", KAMM_FULL, &arcade);
    p.ground = kamm_plane_ground(0, 0.7, 1.5);
    put_car(p.cars, 0, &p.ground, 0, 0, KAMM_GEAR_DRIVE);
    p.request.driver.hand_brake = 1;
    for (int i = 0; i < 180; ++i) {
        go(&p, 1.0 / FPS);
        assert_int_equal(p.state.flipped, 0);
    }
    end_cars(p.cars);
}

/* -- ghosts -- */

static int collide(kamm_filter a, kamm_filter b)
{
    uint32_t ca = a.category ? a.category : 1, cb = b.category ? b.category : 1;
    return ((a.mask ? a.mask : ~0u) & cb) != 0 && ((b.mask ? b.mask : ~0u) & ca) != 0;
}

static void ghosts_pass_through_cars_and_meet_walls(void **state)
{
    (void)state;
    const kamm_filter car = {.category = 2}, wall = {.category = 1};
    kamm_arcade_state at = {.is_ghost = 1};
    kamm_filter ghost = {.category = 2, .mask = kamm_arcade_mask(&at, car.mask, 2)};
    assert_true(collide(ghost, wall) && !collide(ghost, car) && !collide(ghost, ghost));
    ghost.mask = kamm_arcade_mask(&at, 2, 2);
    assert_true(!collide(ghost, car) && !collide(ghost, wall));
    assert_true(ghost.mask == KAMM_MASK_NONE);
    at.is_ghost = 0;
    ghost.mask = kamm_arcade_mask(&at, car.mask, 2);
    assert_true(collide(ghost, car) && collide(ghost, wall));
    kamm_arcade arcade = kamm_default_arcade();
    arcade.ghost = 1;
    struct play p = start_play("bmw-m3-e46", KAMM_FULL, &arcade);
    go(&p, 0.1);
    assert_int_equal(p.state.is_ghost, 1);
    end_cars(p.cars);
}

/* Everything at once, mirrored: the air, the boost and the flip have mirrored bits. */
static void mirrored_requests_have_mirrored_bits(void **state)
{
    (void)state;
    kamm_arcade arcade = air_control();
    arcade.air_level = 1, arcade.boost_mps2 = 5, arcade.flip_s = 0.5;
    struct play left = start_play("bmw-m3-e46", KAMM_FULL, &arcade),
                right = start_play("bmw-m3-e46", KAMM_FULL, &arcade);
    put_in_air(&left, 8, 2.6), put_in_air(&right, 8, -2.6);
    left.request = (kamm_arcade_request){
        .driver = {.steer = 1}, .boost = 0.5f, .roll = 0.7f, .yaw = 0.2f, .pitch = 0.3f};
    right.request = (kamm_arcade_request){
        .driver = {.steer = -1}, .boost = 0.5f, .roll = -0.7f, .yaw = -0.2f, .pitch = 0.3f};
    for (int i = 0; i < 12 * FPS; ++i) {
        if (i == FPS) left.request = right.request = (kamm_arcade_request){.boost = 0};
        go(&left, 1.0 / FPS), go(&right, 1.0 / FPS);
        assert_true(of(&left, KAMM_CHANNEL_x_m) == of(&right, KAMM_CHANNEL_x_m));
        assert_true(of(&left, KAMM_CHANNEL_y_m) == -of(&right, KAMM_CHANNEL_y_m));
        assert_true(of(&left, KAMM_CHANNEL_roll_rate_radps) ==
                    -of(&right, KAMM_CHANNEL_roll_rate_radps));
    }
    end_cars(left.cars), end_cars(right.cars);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_off_is_the_input_assist_to_the_bit),
        cmocka_unit_test(keys_turn_the_car_in_the_air_within_limits),
        cmocka_unit_test(a_car_without_keys_levels_in_the_air),
        cmocka_unit_test(wheels_on_the_ground_end_air_control),
        cmocka_unit_test(boost_accelerates_by_its_knob_on_every_rung),
        cmocka_unit_test(boost_fades_out_towards_its_top_speed),
        cmocka_unit_test(boost_has_a_store),
        cmocka_unit_test(overturned_cars_are_set_upright_in_time),
        cmocka_unit_test(flips_onto_slopes),
        cmocka_unit_test(cars_that_lean_are_left_alone),
        cmocka_unit_test(ghosts_pass_through_cars_and_meet_walls),
        cmocka_unit_test(mirrored_requests_have_mirrored_bits),
    };
    return cmocka_run_group_tests_name("arcade", tests, NULL, NULL);
}
