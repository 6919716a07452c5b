/* The air: its part against the coefficients' definitions, on all shipped vehicles and from all sides. */
#include "support/cars.h"
#include "support/quick.h"
#include "support/shipped.h"
#include "support/tier.h"

#include "vehicle/chassis.h"
#include "vehicle/model.h"

#include <math.h>
#include <string.h>

enum { STEPS = 72 }; /* of 5 degrees */

static const float air_kgpm3 = 1.225f;

struct push {
    vec3 force, moment;
};

static struct push push_at(const struct aero_constants *c, struct aero_heights heights, vec3 air,
                           vec3 turning)
{
    struct push p = {vec3_zero(), vec3_zero()};
    add_aero(c, air_kgpm3, air, turning, heights, &p.force, &p.moment);
    return p;
}

static struct push push_of(const struct aero_constants *c, vec3 air, vec3 turning)
{
    const struct aero_heights at_rest = {splat(0.0f), splat(0.0f)};
    return push_at(c, at_rest, air, turning);
}

/* A lift coefficient that grows by so much per metre of height, over 5 cm up and down. */
static kamm_curve height_lift(double per_m)
{
    kamm_curve curve = {.count = 2};
    for (int i = 0; i < 2; ++i) {
        curve.x[i] = i ? 0.05 : -0.05;
        curve.y[i] = per_m * curve.x[i];
    }
    return curve;
}

static vec3 flow_at(double speed, double angle)
{
    return (vec3){(float)(speed * cos(angle)), (float)(speed * sin(angle)), 0};
}

/* Coefficients as a wind tunnel gives them: moments about the middle of the wheelbase on the road. */
struct coefficients {
    double drag, side, yaw, roll, front_lift, rear_lift;
};

static struct coefficients wanted(const kamm_aero_def *aero, double wheelbase_m, double angle)
{
    double c = cos(angle), s = sin(angle), abeam = s * s;
    double ahead = aero->side_force_ahead * c + aero->side_force_ahead_abeam * abeam;
    double slope = aero->side_force_slope_per_rad * (1 - abeam) + aero->side_force_abeam * abeam;
    double side = slope * s;
    return (struct coefficients){
        .drag = c * (aero->drag_coefficient + aero->drag_growth * abeam * c * c),
        .side = side,
        .yaw = side * fmax(-0.5, fmin(0.5, ahead)),
        .roll = side * aero->side_force_height_m / wheelbase_m,
        .front_lift = aero->front_lift_coefficient * c * c + aero->front_lift_growth * abeam,
        .rear_lift = aero->rear_lift_coefficient * c * c + aero->rear_lift_growth * abeam,
    };
}

static void expect_coefficients(const kamm_model *model, double speed, double angle)
{
    const kamm_aero_def *aero = &model->def->aero;
    const struct statics *s = &model->statics;
    const struct layout *l = &model->layout;
    double front = s->axle_x[0] - s->sprung_cg[0], rear = s->axle_x[l->axles - 1] - s->sprung_cg[0];
    double middle = (front + rear) / 2, wheelbase = front - rear, down = s->sprung_cg[2];
    struct coefficients is = wanted(aero, wheelbase, angle);
    struct push p = push_of(&model->chassis->aero, flow_at(speed, angle), vec3_zero());
    double unit = 0.5 * (double)air_kgpm3 * speed * speed * aero->frontal_area_m2;
    double near = 1e-5 * unit, fx = (double)p.force.x, fy = (double)p.force.y;
    expect_near(fx, -unit * is.drag, near);
    expect_near(fy, -unit * is.side, near);
    /* A map of ride height is a curve through its points, which need not be straight at rest. */
    double mapped = aero->front_height_lift.count + aero->rear_height_lift.count ? 1e-4 * unit : 0;
    expect_near((double)p.force.z, unit * (is.front_lift + is.rear_lift), near + mapped);
    expect_near((double)p.moment.z - middle * fy, -unit * is.yaw * wheelbase, 3 * near);
    expect_near((double)p.moment.x - down * fy, unit * is.roll * wheelbase, 3 * near);
    double pitch = -unit * (is.front_lift * front + is.rear_lift * rear) -
                   unit * is.drag * (aero->drag_height_m - down);
    expect_near((double)p.moment.y, pitch, 5 * near + mapped * wheelbase);
}

static kamm_model *model_of(int vehicle, kamm_rung rung)
{
    kamm_vehicle_def def = shipped_def(vehicle);
    kamm_model *model = kamm_create_model(&def, rung, NULL);
    assert_non_null(model);
    return model;
}

static void force_and_moment_are_those_of_the_coefficients(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    static const double speeds[] = {0.5, 10, 36, 90};
    for (int vehicle = 0; vehicle < shipped_count(); ++vehicle) {
        kamm_model *model = model_of(vehicle, KAMM_FULL);
        for (size_t i = 0; i < sizeof speeds / sizeof *speeds; ++i)
            for (int k = 0; k < STEPS; ++k)
                expect_coefficients(model, speeds[i], k * 2 * PI / STEPS);
        kamm_destroy_model(model);
    }
}

/* 36 m/s in 20 m/s of wind from the side: 29 degrees. A slope of 0.0375 per degree, were it to go on in a straight
 * line, would make 2.33 kN. */
static void saloon_in_a_storm_is_pushed_by_two_kilonewtons(void **state)
{
    (void)state;
    kamm_vehicle_def def = default_vehicle();
    def.aero.frontal_area_m2 = 2.07;
    kamm_model *model = kamm_create_model(&def, KAMM_FULL, NULL);
    assert_non_null(model);
    struct push p = push_of(&model->chassis->aero, (vec3){36, 20, 0}, vec3_zero());
    expect_share((double)p.force.y, -2150, 0.03);
    kamm_destroy_model(model);
}

/* Symmetric to the bit: a mirrored flow does the mirrored thing. */
static void mirrored_air_pushes_the_other_way(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    struct noise noise = {1};
    for (int vehicle = 0; vehicle < shipped_count(); ++vehicle) {
        kamm_model *model = model_of(vehicle, KAMM_FULL);
        for (int i = 0; i < 1000; ++i) {
            float v[6];
            for (int k = 0; k < 6; ++k) v[k] = (float)noise_between(&noise, -60, 60);
            const struct aero_constants *c = &model->chassis->aero;
            struct push p = push_of(c, (vec3){v[0], v[1], v[2]}, (vec3){v[3], v[4], v[5]});
            struct push q = push_of(c, (vec3){v[0], -v[1], v[2]}, (vec3){-v[3], v[4], -v[5]});
            assert_true(p.force.x == q.force.x && p.force.y == -q.force.y &&
                        p.force.z == q.force.z);
            assert_true(p.moment.x == -q.moment.x && p.moment.y == q.moment.y &&
                        p.moment.z == -q.moment.z);
        }
        kamm_destroy_model(model);
    }
}

static double dot(vec3 a, vec3 b)
{
    return (double)a.x * (double)b.x + (double)a.y * (double)b.y + (double)a.z * (double)b.z;
}

static struct aero_heights random_heights(struct noise *noise)
{
    return (struct aero_heights){(float)noise_between(noise, -0.1, 0.1),
                                 (float)noise_between(noise, -0.1, 0.1)};
}

static double size(vec3 a) { return sqrt(dot(a, a)); }

static vec3 random_vector(struct noise *noise, double most)
{
    return (vec3){(float)noise_between(noise, -most, most),
                  (float)noise_between(noise, -most, most),
                  (float)noise_between(noise, -most, most)};
}

/* Its power in still air, which is no more than rounding above 0. */
static void expect_loss(const struct aero_constants *c, struct aero_heights heights, vec3 air,
                        vec3 turning)
{
    struct push p = push_at(c, heights, air, turning);
    double power = dot(p.force, air) + dot(p.moment, turning);
    double flow = size(p.force) * size(air) + size(p.moment) * size(turning);
    expect_below(power, 1e-5 * flow + 1e-9);
}

/* Force and moment together, in any motion, also of cars with coefficients that no car has. */
static void still_air_never_gives_energy(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    struct noise noise = {2};
    for (int vehicle = 0; vehicle < shipped_count(); ++vehicle) {
        kamm_vehicle_def def = shipped_def(vehicle);
        for (int odd = 0; odd < 4; ++odd) {
            if (odd) {
                def.aero.drag_coefficient = noise_between(&noise, 0, 1);
                def.aero.drag_growth = noise_between(&noise, 0, 3);
                def.aero.front_lift_coefficient = noise_between(&noise, -5, 5);
                def.aero.rear_lift_coefficient = noise_between(&noise, -5, 5);
                def.aero.front_lift_growth = noise_between(&noise, -5, 5);
                def.aero.rear_lift_growth = noise_between(&noise, -5, 5);
                def.aero.side_force_slope_per_rad = noise_between(&noise, 0, 5);
                def.aero.side_force_abeam = noise_between(&noise, 0, 5);
                def.aero.side_force_ahead = noise_between(&noise, -0.5, 0.5);
                def.aero.side_force_ahead_abeam = noise_between(&noise, -0.5, 0.5);
                def.aero.front_height_lift = height_lift(noise_between(&noise, -50, 50));
            }
            kamm_model *model = kamm_create_model(&def, KAMM_FULL, NULL);
            assert_non_null(model);
            for (int i = 0; i < 2000; ++i)
                expect_loss(&model->chassis->aero, random_heights(&noise),
                            random_vector(&noise, i % 2 ? 80 : 2),
                            random_vector(&noise, i % 3 ? 2 : 20));
            kamm_destroy_model(model);
        }
    }
}

/* A car with ground effect is pressed down as far as its springs allow. On either rung the force is that of its lift at
 * the resulting height of the body: the higher rung's goes down, double_track's stays. */
static void ground_effect_presses_down_by_the_height_of_the_body(void **state)
{
    (void)state;
    const double speed = 50, per_m = 4, mean_lift = -0.3;
    kamm_vehicle_def def = plain_car();
    def.aero.drag_coefficient = 0.3;
    def.aero.front_lift_coefficient = def.aero.rear_lift_coefficient = mean_lift;
    def.aero.front_height_lift = def.aero.rear_height_lift = height_lift(per_m);
    for (int rung = KAMM_DOUBLE_TRACK; rung <= KAMM_FULL; ++rung) {
        kamm_model *model = kamm_create_model(&def, (kamm_rung)rung, NULL);
        kamm_cars *cars = kamm_create_cars(model, 1, NULL);
        assert_non_null(cars);
        put_car(cars, 0, &kamm_flat_ground, 0, speed, 5);
        double rest_m = kamm_read(cars, 0, KAMM_CHANNEL_z_m), load_n = 0, rest_n = 0;
        for (int i = 0; i < 120; ++i) {
            double v = kamm_read(cars, 0, KAMM_CHANNEL_forward_speed_mps);
            kamm_inputs(cars)[0].throttle = (float)fmax(0, fmin(1, 0.3 + speed - v));
            drive_for(cars, &kamm_flat_ground, 1.0 / 60);
        }
        for (int w = 0; w < 4; ++w) {
            load_n += kamm_read_wheel(cars, 0, w, KAMM_WHEEL_load_n);
            rest_n += kamm_describe(model).static_load_n[w];
        }
        double v = kamm_read(cars, 0, KAMM_CHANNEL_forward_speed_mps);
        double front_m = def.body.cg_behind_front_axle_m;
        double wheelbase_m = def.axles[1].behind_front_axle_m;
        double pitch_m = kamm_read(cars, 0, KAMM_CHANNEL_pitch_rad) * (wheelbase_m / 2 - front_m);
        double height_m = kamm_read(cars, 0, KAMM_CHANNEL_z_m) - rest_m + pitch_m;
        if (rung == KAMM_DOUBLE_TRACK) height_m = 0;
        double area_m2 = 2 * (mean_lift + per_m * height_m) * def.aero.frontal_area_m2;
        if (rung == KAMM_FULL) expect_below(height_m, -0.01);
        expect_share(load_n - rest_n, -0.5 * (double)air_kgpm3 * v * v * area_m2, 0.02);
        kamm_destroy_cars(cars);
        kamm_destroy_model(model);
    }
}

/* A curve that is none is named. */
static void heights_that_do_not_ascend_are_refused(void **state)
{
    (void)state;
    kamm_error error;
    kamm_vehicle_def def = default_vehicle();
    def.aero.rear_height_lift = height_lift(1);
    def.aero.rear_height_lift.x[1] = -0.1;
    assert_null(kamm_create_model(&def, KAMM_FULL, &error));
    assert_non_null(strstr(error.text, "aero.rear_height_lift.height_m[1]"));
}

/* The moment of the side force alone turns a straight car out of the flow, or into it where it acts behind the middle; turning
 * is damped. */
static void yaw_moment_turns_away_and_turning_is_damped(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    for (int vehicle = 0; vehicle < shipped_count(); ++vehicle) {
        kamm_model *model = model_of(vehicle, KAMM_FULL);
        const struct aero_constants *c = &model->chassis->aero;
        if (c->side_area_m2 > 0) {
            double still = (double)push_of(c, (vec3){30, 0, 0}, vec3_zero()).moment.z;
            double turning = (double)push_of(c, (vec3){30, 0, 0}, (vec3){0, 0, 0.5f}).moment.z;
            struct push wind = push_of(c, flow_at(30, 0.1), vec3_zero());
            double middle = 0.5 * (double)(c->front.x_m + c->rear.x_m);
            assert_true(still == 0);
            expect_below(turning, -1);
            double ahead = shipped_def(vehicle).aero.side_force_ahead < 0 ? -1 : 1;
            expect_below(ahead * ((double)wind.moment.z - middle * (double)wind.force.y), -1);
        }
        kamm_destroy_model(model);
    }
}

/* All wheels of a standing car together hold what pushes it, on both rungs that know of it. */
static void standing_car_holds_against_the_wind(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    static const kamm_rung rungs[] = {KAMM_DOUBLE_TRACK, KAMM_FULL};
    for (int i = 0; i < 2; ++i)
        for (int side = -1; side <= 1; side += 2) {
            kamm_vehicle_def def = plain_car();
            def.aero.frontal_area_m2 = 2.5;
            def.aero.side_force_abeam = 1.5;
            kamm_model *model = kamm_create_model(&def, rungs[i], NULL);
            kamm_cars *cars = kamm_create_cars(model, 1, NULL);
            assert_non_null(cars);
            kamm_ground ground = kamm_flat_ground;
            ground.wind_mps[1] = (float)(20 * side);
            put_car(cars, 0, &ground, 0, 0, 0);
            kamm_inputs(cars)[0].brake = 1;
            drive_for(cars, &ground, 2);
            double sum = 0;
            for (int w = 0; w < 4; ++w)
                sum += kamm_read_wheel(cars, 0, w, KAMM_WHEEL_lateral_force_n);
            expect_share(sum, -side * 0.5 * 1.225 * 1.5 * 2.5 * 20 * 20, 0.02);
            kamm_destroy_cars(cars);
            kamm_destroy_model(model);
        }
}

/* Hands off, all vehicles are blown the way the wind goes, and their mirror images the other way. */
static void wind_from_the_side_pushes_downwind(void **state)
{
    (void)state;
    static const kamm_rung rungs[] = {KAMM_DOUBLE_TRACK, KAMM_FULL};
    for (int vehicle = 0; vehicle < shipped_count(); vehicle += of_tier(4, 1))
        for (int i = 0; i < 2; ++i) {
            kamm_model *model = model_of(vehicle, rungs[i]);
            kamm_cars *cars = kamm_create_cars(model, 1, NULL);
            assert_non_null(cars);
            kamm_ground ground = kamm_flat_ground;
            double across[2];
            for (int k = 0; k < 2; ++k) {
                ground.wind_mps[1] = k ? -10 : 10;
                put_car(cars, 0, &ground, 0, 20, 4);
                drive_for(cars, &ground, 1);
                across[k] = kamm_read(cars, 0, KAMM_CHANNEL_y_m);
            }
            if (model->chassis->aero.side_area_m2 > 0) {
                expect_above(across[0], 0.005);
                expect_below(across[1], -0.005);
            }
            kamm_destroy_cars(cars);
            kamm_destroy_model(model);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(force_and_moment_are_those_of_the_coefficients),
        cmocka_unit_test(saloon_in_a_storm_is_pushed_by_two_kilonewtons),
        cmocka_unit_test(mirrored_air_pushes_the_other_way),
        cmocka_unit_test(still_air_never_gives_energy),
        cmocka_unit_test(ground_effect_presses_down_by_the_height_of_the_body),
        cmocka_unit_test(heights_that_do_not_ascend_are_refused),
        cmocka_unit_test(yaw_moment_turns_away_and_turning_is_damped),
        cmocka_unit_test(standing_car_holds_against_the_wind),
        cmocka_unit_test(wind_from_the_side_pushes_downwind),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
