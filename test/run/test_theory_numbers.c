/* The worked numbers of docs/theory, from the formulas there and from the cars. Where a shipped vehicle's file changes, the pages
 * change with it.
 * KAMM_QUICK_TESTS leaves this out: others reach its code. */
#include "rungs/full/cornering.h"

#include "support/cars.h"

#include <kamm/io/vehicle_file.h>
#include <kamm/linear.h>
#include <kamm/world.h>
#include <math.h>
#include <string.h>

static kamm_model *model_of(const char *name, kamm_rung rung)
{
    kamm_error error = {0};
    kamm_model *model = kamm_load_model(name, rung, &error);
    if (!model) fail_msg("%s", error.text);
    return model;
}

static kamm_cars *turn(const kamm_model *model, double lateral_mps2)
{
    kamm_trim_target target = {.speed_mps = 20, .lateral_mps2 = lateral_mps2};
    kamm_trim_result result;
    kamm_error error = {0};
    kamm_cars *cars = kamm_trim(model, &kamm_flat_ground, &target, &result, &error);
    if (!cars) fail_msg("%s", error.text);
    return cars;
}

static kamm_cars *place_on(const kamm_model *model, const kamm_ground *ground, double x_m,
                           double yaw_rad, double speed_mps)
{
    kamm_cars *cars = kamm_create_cars(model, 1, NULL);
    kamm_placement at = kamm_placement_on(ground, x_m, 0, yaw_rad);
    at.speed_mps = speed_mps;
    kamm_place(cars, 0, &at);
    kamm_inputs(cars)[0].gear = 0;
    return cars;
}

static void end(kamm_cars *cars, kamm_model *model)
{
    kamm_destroy_cars(cars);
    kamm_destroy_model(model);
}

/* Chapter 1: (1.1) and (1.2) at the M3's rear wheels. */
static void slip_angles_follow_from_the_body(void **state)
{
    (void)state;
    const double page[] = {-0.00596, -0.01180};
    kamm_model *model = model_of("bmw-m3-e46", KAMM_FULL);
    kamm_model_info info = kamm_describe(model);
    kamm_cars *cars = turn(model, 2);
    double speed = read_channel(cars, KAMM_CHANNEL_speed_mps);
    double sideslip = read_channel(cars, KAMM_CHANNEL_sideslip_rad);
    double yaw_rate = read_channel(cars, KAMM_CHANNEL_yaw_rate_radps);
    for (int w = 2; w < 4; ++w) {
        double x = info.wheel_position_m[w][0], y = info.wheel_position_m[w][1];
        double slip =
            atan2(speed * sin(sideslip) + yaw_rate * x, speed * cos(sideslip) - yaw_rate * y) -
            kamm_read_wheel(cars, 0, w, KAMM_WHEEL_steer_rad);
        expect_near(slip, page[w - 2], 2e-5);
        expect_near(kamm_read_wheel(cars, 0, w, KAMM_WHEEL_slip_angle_rad), slip, 2e-5);
    }
    end(cars, model);
}

/* Chapter 3: (3.6) and (3.7) of the M3, and the creep of the default car. */
struct track {
    double mass_kg, inertia_kgm2, a_m, b_m, front, rear, steer_gain, ratio;
};

static struct track track_of(const char *name)
{
    kamm_model *model = model_of(name, KAMM_FULL);
    kamm_model_info info = kamm_describe(model);
    struct axle_cornering axle[MAX_AXLES];
    kamm_planar_cornering(model, 0, axle);
    kamm_destroy_model(model);
    return (struct track){.mass_kg = info.mass_kg,
                          .inertia_kgm2 = info.yaw_inertia_kgm2,
                          .a_m = info.cg_behind_front_axle_m,
                          .b_m = info.wheelbase_m - info.cg_behind_front_axle_m,
                          .front = axle[0].stiffness_n_per_rad,
                          .rear = axle[1].stiffness_n_per_rad,
                          .steer_gain = axle[0].steer_gain,
                          .ratio = info.steering_ratio};
}

static double understeer(const struct track *t)
{
    return t->mass_kg / (t->a_m + t->b_m) * (t->b_m / t->front - t->a_m / t->rear);
}

static void steering_angle_is_that_of_the_single_track(void **state)
{
    (void)state;
    struct track t = track_of("bmw-m3-e46");
    double gradient = understeer(&t), wheelbase = t.a_m + t.b_m;
    double wheel = (wheelbase / 400 + gradient) * t.ratio / t.steer_gain;
    expect_near(gradient, 0.00327, 2e-5);
    expect_near(sqrt(wheelbase / gradient), 28.9, 0.1);
    expect_near(wheel, 0.1603, 1e-4);
    kamm_model *model = model_of("bmw-m3-e46", KAMM_SINGLE_TRACK);
    kamm_cars *cars = turn(model, 1);
    expect_share((double)kamm_inputs(cars)[0].steering_wheel_rad, wheel, 0.003);
    end(cars, model);
}

static void yaw_swings_as_the_single_track_does(void **state)
{
    (void)state;
    struct track t = track_of("bmw-m3-e46");
    double wheelbase = t.a_m + t.b_m, v = 20, a[2][2], b[2];
    double frequency =
        sqrt(t.front * t.rear * wheelbase * wheelbase / (t.mass_kg * t.inertia_kgm2 * v * v) *
             (1 + understeer(&t) * v * v / wheelbase));
    double damping = ((t.front + t.rear) / (t.mass_kg * v) +
                      (t.a_m * t.a_m * t.front + t.b_m * t.b_m * t.rear) / (t.inertia_kgm2 * v)) /
                     (2 * frequency);
    expect_near(frequency / (2 * PI), 1.72, 0.01);
    expect_near(damping, 0.86, 0.006);
    kamm_model *model = model_of("bmw-m3-e46", KAMM_SINGLE_TRACK);
    kamm_cars *cars = turn(model, 0);
    const kamm_linear_state states[] = {{.kind = KAMM_LINEAR_VELOCITY, .axis = 1},
                                        {.kind = KAMM_LINEAR_RATE, .axis = 2}};
    const kamm_linear_input steering = {.input = 0, .step = 1e-2};
    const kamm_linear_def def = {
        .states = states, .state_count = 2, .inputs = &steering, .input_count = 1, .substeps = 3};
    kamm_error error;
    must(kamm_linearise(cars, 0, &kamm_flat_ground, &def, a[0], b, NULL, NULL, &error), &error);
    double interval = 3 * kamm_describe(model).substep_s;
    double product = a[0][0] * a[1][1] - a[0][1] * a[1][0], decay = 0.5 * log(product);
    double swing = acos(fmin(1, (a[0][0] + a[1][1]) / (2 * sqrt(product))));
    expect_share(hypot(decay, swing) / interval, frequency, 0.03);
    expect_share(-decay / hypot(decay, swing), damping, 0.03);
    end(cars, model);
}

static void default_car_creeps_on_viscous_friction(void **state)
{
    (void)state;
    kamm_vehicle_def def = kamm_default_vehicle();
    def.rigid2d.friction = KAMM_FRICTION_LINEAR;
    kamm_ground slope = kamm_plane_ground(0.1, 0, 1);
    kamm_error error;
    kamm_model *model = kamm_create_model(&def, KAMM_RIGID2D, &error);
    kamm_cars *cars = place_on(model, &slope, 0, 0, 0);
    kamm_inputs(cars)[0].brake = 1;
    kamm_step(cars, &slope, 1200);
    expect_near(1000 * read_channel(cars, KAMM_CHANNEL_forward_speed_mps), -99.5, 0.1);
    end(cars, model);
}

/* Chapter 4: the M3 hangs on its rear tyres' carcasses. */
static void parked_car_hangs_on_its_carcasses(void **state)
{
    (void)state;
    kamm_model *model = model_of("bmw-m3-e46", KAMM_FULL);
    kamm_ground slope = kamm_plane_ground(0.2, 0, 1);
    kamm_cars *cars = place_on(model, &slope, 0, 0, 0);
    kamm_inputs(cars)[0].hand_brake = 1;
    kamm_step(cars, &slope, 2400);
    double pull = 0.5 * kamm_describe(model).mass_kg * GRAVITY_MPS2 * 0.2 / sqrt(1.04);
    expect_share(kamm_read_wheel(cars, 0, 2, KAMM_WHEEL_longitudinal_force_n), pull, 0.005);
    expect_near(1000 * kamm_read_wheel(cars, 0, 2, KAMM_WHEEL_carcass_shift_x_m), 3.508, 0.02);
    end(cars, model);
}

/* Chapter 5: (5.4) at 2 m/s2. */
static void load_moves_across_by_the_shares(void **state)
{
    (void)state;
    const double page[] = {587, 515}, track[] = {1.508, 1.525};
    kamm_model *model = model_of("bmw-m3-e46", KAMM_FULL);
    struct car_roll roll;
    kamm_planar_roll(model, &roll);
    expect_near(roll.per_mps2, 0.00672, 2e-5);
    kamm_cars *cars = turn(model, 2);
    for (int a = 0; a < 2; ++a) {
        double moment = 2 * (roll.upright_kgm + roll.lean_kgm * GRAVITY_MPS2 * roll.per_mps2);
        double moved = roll.share[a] * moment / track[a];
        double found = 0.5 * (kamm_read_wheel(cars, 0, 2 * a + 1, KAMM_WHEEL_load_n) -
                              kamm_read_wheel(cars, 0, 2 * a, KAMM_WHEEL_load_n));
        expect_near(moved, page[a], 1);
        expect_share(found, moved, 0.025);
    }
    end(cars, model);
}

/* Chapter 7: (7.2), the Micra in third gear. Chapter 9: the formula car's least rate. */
static void car_accelerates_by_its_inertias(void **state)
{
    (void)state;
    kamm_model *model = model_of("nissan-micra", KAMM_SINGLE_TRACK);
    kamm_cars *cars = place_on(model, &kamm_flat_ground, 0, 0, 20);
    kamm_placement at = kamm_placement_on(&kamm_flat_ground, 0, 0, 0);
    at.speed_mps = 20;
    at.gear = 3;
    kamm_place(cars, 0, &at);
    kamm_inputs(cars)[0].gear = 3;
    kamm_inputs(cars)[0].throttle = 1;
    kamm_step(cars, &kamm_flat_ground, 240);
    double speed = read_channel(cars, KAMM_CHANNEL_forward_speed_mps);
    double radius = speed / kamm_read_wheel(cars, 0, 0, KAMM_WHEEL_spin_radps);
    double ratio = 1.393 * 4.067, torque = read_channel(cars, KAMM_CHANNEL_engine_torque_nm);
    double push = ratio * 0.92 * torque / radius;
    double drag = 0.5 * 1.225 * 0.33 * 2.13 * speed * speed, rolling = 88;
    double mass = 1030 + (4 * 0.7 + ratio * ratio * 0.12) / (radius * radius);
    expect_near((push - drag - rolling) / mass, 1.546, 0.002);
    expect_near(read_channel(cars, KAMM_CHANNEL_acceleration_x_mps2), 1.546, 0.002);
    end(cars, model);
}

static void least_rate_follows_from_damping_and_mass(void **state)
{
    (void)state;
    static kamm_vehicle_file file;
    kamm_error error = {0};
    if (kamm_load_vehicle("formula-car-2014", &file, NULL, &error)) fail_msg("%s", error.text);
    file.def.stepping.substeps_per_s = 60;
    assert_null(kamm_create_model(&file.def, KAMM_FULL, &error));
    assert_non_null(strstr(error.text, "at least 136"));
    expect_near(file.def.axles[0].unsprung_mass_kg, 18, 1e-9); /* of which the page computes it */
}

/* Chapter 10: two Micras head-on. */
static void cars_part_at_their_restitution(void **state)
{
    (void)state;
    kamm_error error = {0};
    kamm_ground ice = kamm_plane_ground(0, 0, 0);
    kamm_model *model = model_of("nissan-micra", KAMM_RIGID2D);
    kamm_cars *cars[] = {place_on(model, &ice, 0, 0, 10), place_on(model, &ice, 20, PI, 10)};
    kamm_world_def def = {.ground = ice};
    kamm_world *world = kamm_create_world(&def, &error);
    for (int i = 0; i < 2; ++i) must(kamm_add_cars(world, cars[i], &error), &error);
    kamm_step_world(world, 480);
    for (int i = 0; i < 2; ++i)
        expect_near(read_channel(cars[i], KAMM_CHANNEL_forward_speed_mps), -0.996, 0.003);
    kamm_destroy_world(world);
    kamm_destroy_cars(cars[0]);
    end(cars[1], model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(slip_angles_follow_from_the_body),
        cmocka_unit_test(steering_angle_is_that_of_the_single_track),
        cmocka_unit_test(yaw_swings_as_the_single_track_does),
        cmocka_unit_test(default_car_creeps_on_viscous_friction),
        cmocka_unit_test(parked_car_hangs_on_its_carcasses),
        cmocka_unit_test(load_moves_across_by_the_shares),
        cmocka_unit_test(car_accelerates_by_its_inertias),
        cmocka_unit_test(least_rate_follows_from_damping_and_mass),
        cmocka_unit_test(cars_part_at_their_restitution),
    };
    return cmocka_run_group_tests_name("theory_numbers", tests, NULL, NULL);
}
