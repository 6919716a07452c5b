/* The host's ground (way 1): planes in an array or from a query, platforms that move, turn and rise. */
#include "support/cars.h"
#include "support/quick.h"

#include <math.h>
#include <string.h>

enum { CARS = 17, WHEELS = 4 };

static void start_all(kamm_cars *cars)
{
    for (int car = 0; car < CARS; ++car) {
        put_car(cars, car, &kamm_flat_ground, 0.3 * car, car, KAMM_GEAR_DRIVE);
        kamm_inputs(cars)[car].throttle = 0.6f;
        kamm_inputs(cars)[car].steering_wheel_rad = 0.3f;
    }
}

static kamm_cars *cars_of_rung(kamm_rung rung)
{
    kamm_vehicle_def def = default_vehicle();
    kamm_error error = {0};
    kamm_model *model = kamm_create_model(&def, rung, &error);
    if (!model) fail_msg("%s", error.text);
    kamm_cars *cars = kamm_create_cars(model, CARS, &error);
    start_all(cars);
    return cars;
}

/* An array of the same planes gives the same bits; a car with planes of its own drives on those. */
static void cars_drive_on_planes_of_an_array(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    enum { ON_ICE = 5 };
    for (int rung = KAMM_KINEMATIC; rung <= KAMM_FULL; ++rung) {
        static kamm_contact planes[CARS * WHEELS];
        kamm_cars *plain = cars_of_rung(rung), *given = cars_of_rung(rung);
        kamm_ground ground = kamm_flat_ground;
        for (int i = 0; i < CARS * WHEELS; ++i) planes[i] = ground.plane;
        ground.contacts = planes;
        ground.plane.friction = 0.5f; /* not looked at */
        for (int frame = 0; frame < 30; ++frame) {
            kamm_step(plain, &kamm_flat_ground, 20);
            kamm_step(given, &ground, 20);
        }
        assert_true(kamm_state_hash(plain) == kamm_state_hash(given));
        for (int w = 0; w < WHEELS; ++w) planes[ON_ICE * WHEELS + w].friction = 0.05f;
        for (int frame = 0; frame < 60; ++frame) {
            kamm_step(plain, &kamm_flat_ground, 20);
            kamm_step(given, &ground, 20);
        }
        for (int car = 0; car < CARS; ++car) {
            double a[3], b[3];
            read_position(plain, car, a);
            read_position(given, car, b);
            if (car == ON_ICE && rung >= KAMM_SINGLE_TRACK)
                expect_above(distance_between(a, b), 0.1);
            if (car != ON_ICE) assert_memory_equal(a, b, sizeof a);
        }
        end_cars(plain);
        end_cars(given);
    }
}

struct asked {
    int count;
    kamm_probe first[WHEELS]; /* of the first car, as last asked */
};

static void note_probes(void *user, int count, const kamm_probe *probes, kamm_contact *contacts)
{
    struct asked *asked = user;
    for (int i = 0; i < count; ++i) {
        contacts[i] = kamm_flat_ground.plane;
        if (probes[i].car == 0) asked->first[probes[i].wheel] = probes[i];
    }
    asked->count += count;
}

/* A query knows where each wheel is, where it points and how large it is; kamm_read_probes says the same to
 * those who cast their rays beforehand. */
static void probes_have_the_place_and_size_of_wheels(void **state)
{
    (void)state;
    kamm_vehicle_def def = default_vehicle();
    def.axles[1].tyre.width_m = 0.25;
    kamm_cars *cars = start_cars(&def, 1);
    kamm_model_info info = kamm_describe(kamm_model_of(cars, 0));
    struct asked asked = {0};
    kamm_ground ground = kamm_flat_ground;
    kamm_probe probes[WHEELS];
    ground.query = note_probes;
    ground.user = &asked;
    ground.interval_substeps = 20;
    put_car(cars, 0, &ground, PI / 2, 0, 0);
    kamm_read_probes(cars, 0, probes);
    kamm_step(cars, &ground, 20);
    assert_int_equal(asked.count, WHEELS);
    assert_memory_equal(probes, asked.first, sizeof probes);
    for (int w = 0; w < WHEELS; ++w) {
        expect_near(probes[w].forward[1], 1, 1e-4);
        expect_near(probes[w].left[0], -1, 1e-4);
        expect_near(probes[w].radius_m, info.wheel_radius_m[w], 1e-6);
        expect_near(probes[w].width_m, def.axles[w / 2].tyre.width_m, 1e-6);
        expect_near(probes[w].position_m[0], -info.wheel_position_m[w][1], 0.02);
        expect_near(probes[w].position_m[1], info.wheel_position_m[w][0], 0.02);
        expect_near(probes[w].position_m[2], info.wheel_position_m[w][2], 0.02);
    }
    end_cars(cars);
}

/* A level platform that moves and turns about the vertical through its centre. */
struct platform {
    double centre_m[2], velocity_mps[2], turn_rate_radps, angle_rad;
    float friction;
};

static void query_platform(void *user, int count, const kamm_probe *probes, kamm_contact *contacts)
{
    const struct platform *p = user;
    for (int i = 0; i < count; ++i) {
        double x = probes[i].position_m[0] - p->centre_m[0],
               y = probes[i].position_m[1] - p->centre_m[1];
        contacts[i] = kamm_flat_ground.plane;
        contacts[i].friction = p->friction;
        contacts[i].velocity_mps[0] = (float)(p->velocity_mps[0] - p->turn_rate_radps * y);
        contacts[i].velocity_mps[1] = (float)(p->velocity_mps[1] + p->turn_rate_radps * x);
    }
}

/* Moves on by a frame. */
static void move_platform(struct platform *p, const double acceleration_mps2[2])
{
    for (int i = 0; i < 2; ++i) {
        p->centre_m[i] += p->velocity_mps[i] / 60;
        p->velocity_mps[i] += acceleration_mps2[i] / 60;
    }
    p->angle_rad += p->turn_rate_radps / 60;
}

/* Where the middle of a car's wheels is on the platform: its body may swing on the springs. */
static void place_on_platform(const struct platform *p, const kamm_cars *cars, double at[2])
{
    kamm_wheel_pose wheels[WHEELS];
    double x = -p->centre_m[0], y = -p->centre_m[1];
    kamm_read_pose(cars, 0, 1, NULL, wheels);
    for (int w = 0; w < WHEELS; ++w) {
        x += wheels[w].pose.position_m[0] / WHEELS;
        y += wheels[w].pose.position_m[1] / WHEELS;
    }
    at[0] = cos(p->angle_rad) * x + sin(p->angle_rad) * y;
    at[1] = cos(p->angle_rad) * y - sin(p->angle_rad) * x;
}

static kamm_cars *parked_on(struct platform *p, kamm_ground *ground, double x_m)
{
    kamm_vehicle_def def = plain_car();
    def.aero.frontal_area_m2 = 0;
    kamm_cars *cars = start_cars(&def, 1);
    *ground = kamm_flat_ground;
    ground->query = query_platform;
    ground->user = p;
    kamm_placement at = kamm_placement_on(ground, x_m, 0, 0);
    kamm_place(cars, 0, &at);
    kamm_inputs(cars)->gear = 0;
    kamm_inputs(cars)->brake = 1;
    kamm_inputs(cars)->hand_brake = 1;
    drive_for(cars, ground, 2);
    return cars;
}

/* 0.3 g for 3 s, forward or aside, then 3 s of steady motion: it stands where it was parked. */
static void car_stays_on_a_platform_within_grip(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    for (int axis = 0; axis < 2; ++axis) {
        struct platform p = {.friction = 1};
        kamm_ground ground;
        kamm_cars *cars = parked_on(&p, &ground, 0);
        double start[2], now[2], push[2] = {0};
        place_on_platform(&p, cars, start);
        for (int frame = 0; frame < 360; ++frame) {
            push[axis] = frame < 180 ? 0.3 * GRAVITY_MPS2 : 0;
            kamm_step(cars, &ground, 20);
            move_platform(&p, push);
            place_on_platform(&p, cars, now);
            for (int i = 0; i < 2; ++i) expect_near(now[i] - start[i], 0, 0.015); /* it swings */
        }
        for (int i = 0; i < 2; ++i) expect_near(now[i] - start[i], 0, 0.002);
        expect_share(read_channel(cars, KAMM_CHANNEL_speed_mps), 0.9 * GRAVITY_MPS2, 1e-3);
        end_cars(cars);
    }
}

/* On ice of 0.1 under 0.3 g the locked wheels slide, and the car follows with what sliding friction gives. */
static void car_slides_on_a_platform_beyond_grip(void **state)
{
    (void)state;
    struct platform p = {.friction = 0.1f};
    kamm_ground ground;
    kamm_cars *cars = parked_on(&p, &ground, 0);
    const double push[2] = {0.3 * GRAVITY_MPS2, 0};
    kamm_tyre_def tyre = plain_tyre();
    double load = kamm_describe(kamm_model_of(cars, 0)).static_load_n[0];
    double expected = longitudinal_friction(&tyre, load, 1, 0.1) * GRAVITY_MPS2, before = 0;
    for (int frame = 0; frame < 300; ++frame) {
        if (frame == 60) before = read_channel(cars, KAMM_CHANNEL_speed_mps);
        kamm_step(cars, &ground, 20);
        move_platform(&p, push);
    }
    expect_share((read_channel(cars, KAMM_CHANNEL_speed_mps) - before) / 4, expected, 2e-3);
    end_cars(cars);
}

/* A turntable that takes 2 s to reach 0.6 rad/s, where a car 6 m from its axis needs 0.22 g. */
static void car_turns_with_a_turntable(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    struct platform p = {.friction = 1};
    kamm_ground ground;
    kamm_cars *cars = parked_on(&p, &ground, 6);
    const double none[2] = {0};
    double start[2], now[2], yaw = read_channel(cars, KAMM_CHANNEL_yaw_rad);
    place_on_platform(&p, cars, start);
    for (int frame = 0; frame < 1200; ++frame) {
        p.turn_rate_radps = 0.6 * fmin((frame + 1) / 120.0, 1);
        kamm_step(cars, &ground, 20);
        move_platform(&p, none);
        place_on_platform(&p, cars, now);
        expect_near(hypot(now[0] - start[0], now[1] - start[1]), 0, 0.012);
    }
    double turned = read_channel(cars, KAMM_CHANNEL_yaw_rad) - yaw - p.angle_rad;
    expect_near(remainder(turned, 2 * PI), 0, 2e-3);
    expect_near(read_channel(cars, KAMM_CHANNEL_yaw_rate_radps), 0.6, 1e-3);
    p.turn_rate_radps = 1.5; /* 1.4 g: off it goes */
    drive_for(cars, &ground, 2);
    expect_above(hypot(read_channel(cars, KAMM_CHANNEL_x_m), read_channel(cars, KAMM_CHANNEL_y_m)),
                 10);
    end_cars(cars);
}

/* A lift, whose plane the host gives once a frame: 1 m/s2 for 3 s, then 3 m/s, which no car in it feels. */
static void car_rides_on_a_lift(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    kamm_vehicle_def def = default_vehicle();
    for (int substeps = 20; substeps <= 40; substeps += 20) {
        kamm_cars *cars = start_cars(&def, 1);
        kamm_contact planes[WHEELS];
        kamm_ground ground = kamm_flat_ground;
        ground.contacts = planes;
        put_car(cars, 0, &ground, 0, 0, 0);
        kamm_inputs(cars)->hand_brake = 1;
        double weight = kamm_describe(kamm_model_of(cars, 0)).mass_kg * GRAVITY_MPS2;
        double z = read_channel(cars, KAMM_CHANNEL_z_m), height = 0, step_s = substeps / 1200.0;
        for (int frame = 0; frame * step_s < 8; ++frame) {
            double rising = 3 * fmin(frame * step_s / 3, 1);
            for (int w = 0; w < WHEELS; ++w) {
                planes[w] = kamm_flat_ground.plane;
                planes[w].point_m[2] = height;
                planes[w].velocity_mps[2] = (float)rising;
            }
            kamm_step(cars, &ground, substeps);
            height += rising * step_s;
            if (frame * step_s > 6) expect_share(sum_of_loads(cars, 0), weight, 1e-3);
        }
        expect_near(read_channel(cars, KAMM_CHANNEL_z_m) - z, height, 1e-3);
        end_cars(cars);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cars_drive_on_planes_of_an_array),
        cmocka_unit_test(probes_have_the_place_and_size_of_wheels),
        cmocka_unit_test(car_stays_on_a_platform_within_grip),
        cmocka_unit_test(car_slides_on_a_platform_beyond_grip),
        cmocka_unit_test(car_turns_with_a_turntable),
        cmocka_unit_test(car_rides_on_a_lift),
    };
    return cmocka_run_group_tests_name("moving ground", tests, NULL, NULL);
}
