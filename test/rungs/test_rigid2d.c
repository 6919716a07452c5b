/* rigid2d: the laws of the rigid body and of the linear friction, in closed form where there is one. */
/* KAMM_QUICK_TESTS leaves this out: it drives for long to measure. */
#include "support/rungs.h"

#include "run/cars.h"
#include "rungs/rigid2d/rigid2d_constants.h"

#include <math.h>

enum { SIDE = 500, ROLL = 400 };

/* Its friction is linear with the same coefficients on all wheels, its centre of gravity midway between the axles;
 * no drag. */
static kamm_vehicle_def linear_car(void)
{
    kamm_vehicle_def def = plain_car();
    def.body.cg_behind_front_axle_m = def.axles[1].behind_front_axle_m / 2;
    def.aero.frontal_area_m2 = 0;
    def.rigid2d.friction = KAMM_FRICTION_LINEAR;
    def.rigid2d.side_friction_ns_per_m = SIDE;
    def.rigid2d.roll_friction_ns_per_m = ROLL;
    return def;
}

static kamm_cars *start_coasting(const kamm_vehicle_def *def, double speed_mps)
{
    kamm_cars *cars = start_rung(def, KAMM_RIGID2D, 1);
    put_car(cars, 0, &kamm_flat_ground, 0, speed_mps, 0);
    return cars;
}

static double sum_over_wheels_of(const kamm_cars *cars,
                                 double value_of(const kamm_cars *cars, int wheel))
{
    double sum = 0;
    for (int wheel = 0; wheel < 4; ++wheel) sum += value_of(cars, wheel);
    return sum;
}

/* Force of a wheel on the body, along its x and y axes. */
static double push(const kamm_cars *cars, int wheel, int axis)
{
    double fx = kamm_read_wheel(cars, 0, wheel, KAMM_WHEEL_longitudinal_force_n);
    double fy = kamm_read_wheel(cars, 0, wheel, KAMM_WHEEL_lateral_force_n);
    double steer = kamm_read_wheel(cars, 0, wheel, KAMM_WHEEL_steer_rad);
    return axis ? fx * sin(steer) + fy * cos(steer) : fx * cos(steer) - fy * sin(steer);
}

static double push_x(const kamm_cars *cars, int wheel) { return push(cars, wheel, 0); }
static double push_y(const kamm_cars *cars, int wheel) { return push(cars, wheel, 1); }
static double turning_moment(const kamm_cars *cars, int wheel)
{
    const double *at = kamm_model_of(cars, 0)->info.wheel_position_m[wheel];
    return at[0] * push(cars, wheel, 1) - at[1] * push(cars, wheel, 0);
}

static void drive_at_random(kamm_input *input, struct noise *noise)
{
    input->steering_wheel_rad = (float)noise_between(noise, -4, 4);
    input->throttle = (float)noise_between(noise, 0, 1);
    input->brake = noise_between(noise, 0, 1) < 0.2 ? 0.7f : 0;
    input->hand_brake = noise_between(noise, 0, 1) < 0.1;
    input->gear = KAMM_GEAR_DRIVE;
}

/* Newton's and Euler's laws, with the forces that the channels tell: to 1e-4 of g and 2e-3 rad/s2, what
 * is left of a velocity's float in a difference over 1/1200 s. */
static void momentum_follows_the_forces_at_their_offsets(void **state)
{
    (void)state;
    for (int law = 0; law < 2; ++law) {
        kamm_vehicle_def def = plain_car();
        struct noise noise = {7};
        def.rigid2d.friction = law;
        def.aero.frontal_area_m2 = 0;
        kamm_cars *cars = start_coasting(&def, 15);
        kamm_model_info info = kamm_describe(kamm_model_of(cars, 0));
        double worst[3] = {0}, v[2], v_before[2], max_yaw = 0;
        for (int i = 0; i < 6000; ++i) {
            if (i % 120 == 0) drive_at_random(&kamm_inputs(cars)[0], &noise);
            double yaw_before = read_channel(cars, KAMM_CHANNEL_yaw_rate_radps);
            double yaw = read_channel(cars, KAMM_CHANNEL_yaw_rad);
            read_velocity(cars, 0, v_before);
            kamm_step(cars, &kamm_flat_ground, 1);
            read_velocity(cars, 0, v);
            double x = (v[0] - v_before[0]) * cos(yaw) + (v[1] - v_before[1]) * sin(yaw);
            double y = (v[1] - v_before[1]) * cos(yaw) - (v[0] - v_before[0]) * sin(yaw);
            double turn = read_channel(cars, KAMM_CHANNEL_yaw_rate_radps) - yaw_before;
            double miss[3] = {x / info.substep_s - sum_over_wheels_of(cars, push_x) / info.mass_kg,
                              y / info.substep_s - sum_over_wheels_of(cars, push_y) / info.mass_kg,
                              turn / info.substep_s -
                                  sum_over_wheels_of(cars, turning_moment) / info.yaw_inertia_kgm2};
            for (int k = 0; k < 3; ++k) worst[k] = fmax(worst[k], fabs(miss[k]));
            max_yaw = fmax(max_yaw, fabs(turn / info.substep_s));
        }
        print_message("law %d: off by %.1e, %.1e m/s2, %.1e rad/s2; up to %.1f rad/s2\n", law,
                      worst[0], worst[1], worst[2], max_yaw);
        expect_below(worst[0], 1e-4 * GRAVITY_MPS2);
        expect_below(worst[1], 1e-4 * GRAVITY_MPS2);
        expect_below(worst[2], 2e-3);
        check_above(max_yaw, 1, "yaw acceleration", __FILE__, __LINE__);
        end_cars(cars);
    }
}

static void query_left_only(void *user, int count, const kamm_probe *probes, kamm_contact *contacts)
{
    (void)user;
    for (int i = 0; i < count; ++i) {
        contacts[i] = kamm_flat_ground.plane;
        if (probes[i].wheel % 2) contacts[i].friction = KAMM_NONE;
    }
}

/* Only the left wheels grip: their locked wheels pull the car round, by force times half a track. */
static void force_on_one_side_spins_the_car(void **state)
{
    (void)state;
    kamm_vehicle_def def = linear_car();
    def.rigid2d.friction = KAMM_FRICTION_CAPPED;
    def.rigid2d.roll_friction_ns_per_m = 20000; /* at its cap as soon as a wheel has locked */
    kamm_ground ground = kamm_flat_ground;
    ground.query = query_left_only;
    kamm_cars *cars = start_coasting(&def, 20);
    kamm_model_info info = kamm_describe(kamm_model_of(cars, 0));
    for (int wheel = 0; wheel < 4; ++wheel) PUT_CAR_STATE(cars, 0, wheels[wheel].spin_radps, 0);
    kamm_inputs(cars)[0].brake = 1;
    kamm_step(cars, &ground, 1);
    double moment = 0, force = 0;
    for (int wheel = 0; wheel < 4; wheel += 2) {
        double grip = info.peak_friction_x[wheel] * info.static_load_n[wheel];
        force -= grip;
        moment += grip * info.wheel_position_m[wheel][1];
    }
    expect_share(read_channel(cars, KAMM_CHANNEL_yaw_rate_radps) / info.substep_s,
                 moment / info.yaw_inertia_kgm2, 1e-3);
    expect_share(read_channel(cars, KAMM_CHANNEL_acceleration_x_mps2), force / info.mass_kg, 1e-3);
    end_cars(cars);
}

/* Each wheel feels v + w x r of its own place, in its own axes. */
static void wheels_see_the_velocity_of_their_own_place(void **state)
{
    (void)state;
    const double forward = 11, left = 3, yaw_rate = 0.8;
    kamm_vehicle_def def = linear_car();
    def.stepping.substeps_per_s = 20000;
    kamm_cars *cars = start_coasting(&def, forward);
    kamm_model_info info = kamm_describe(kamm_model_of(cars, 0));
    kamm_inputs(cars)[0].steering_wheel_rad = 3;
    PUT_CAR_STATE(cars, 0, car.steering_rad, 3);
    PUT_CAR_STATE(cars, 0, car.velocity_y_mps, (float)left);
    PUT_CAR_STATE(cars, 0, car.yaw_rate_radps, (float)yaw_rate);
    for (int wheel = 0; wheel < 4; ++wheel) PUT_CAR_STATE(cars, 0, wheels[wheel].spin_radps, 0);
    kamm_step(cars, &kamm_flat_ground, 1);
    for (int wheel = 0; wheel < 4; ++wheel) {
        const double *at = info.wheel_position_m[wheel];
        double x = forward - yaw_rate * at[1], y = left + yaw_rate * at[0];
        double steer = kamm_read_wheel(cars, 0, wheel, KAMM_WHEEL_steer_rad);
        double ahead = x * cos(steer) + y * sin(steer), aside = y * cos(steer) - x * sin(steer);
        expect_share(kamm_read_wheel(cars, 0, wheel, KAMM_WHEEL_longitudinal_force_n),
                     -ROLL * ahead, 5e-3);
        expect_share(kamm_read_wheel(cars, 0, wheel, KAMM_WHEEL_lateral_force_n), -SIDE * aside,
                     5e-3);
        expect_near(kamm_read_wheel(cars, 0, wheel, KAMM_WHEEL_slip_angle_rad),
                    atan2(aside, fabs(ahead)), 1e-5);
    }
    end_cars(cars);
}

/* After a second of sliding sideways (mode 0) or turning on the spot (mode 1). */
static double left_after_a_second(int mode, double substeps_per_s, double *rate)
{
    kamm_vehicle_def def = linear_car();
    def.stepping.substeps_per_s = substeps_per_s;
    def.rigid2d.roll_friction_ns_per_m = 1e-3;
    kamm_cars *cars = start_coasting(&def, 0);
    kamm_model_info info = kamm_describe(kamm_model_of(cars, 0));
    double arm = info.wheelbase_m / 2;
    *rate = mode ? 4 * SIDE * arm * arm / info.yaw_inertia_kgm2 : 4 * SIDE / info.mass_kg;
    if (mode)
        PUT_CAR_STATE(cars, 0, car.yaw_rate_radps, 1);
    else
        PUT_CAR_STATE(cars, 0, car.velocity_y_mps, 1);
    drive_for(cars, &kamm_flat_ground, 1);
    double left =
        read_channel(cars, mode ? KAMM_CHANNEL_yaw_rate_radps : KAMM_CHANNEL_lateral_speed_mps);
    end_cars(cars);
    return left;
}

/* exp(-4 c t / m) and exp(-sum c x^2 t / I), and backward Euler's own answer to the last digits. */
static void sideways_speed_and_yaw_decay_as_the_linear_law_says(void **state)
{
    (void)state;
    for (int mode = 0; mode < 2; ++mode) {
        double rate, coarse = left_after_a_second(mode, 1200, &rate);
        double fine = left_after_a_second(mode, 4800, &rate), exact = exp(-rate);
        expect_share(coarse, pow(1 + rate / 1200, -1200), 1e-4);
        expect_share(fine, exact, 5e-4);
        expect_share((coarse - exact) / (fine - exact), 4, 0.1); /* of first order */
    }
}

/* A wheel that is put down without spin takes up that of the road at the rate c R^2 / J. */
static void wheel_takes_up_the_speed_of_the_road(void **state)
{
    (void)state;
    kamm_vehicle_def def = linear_car();
    def.body.mass_kg = 50000;
    for (int a = 0; a < 2; ++a)
        def.axles[a].tyre.nominal_load_n = def.axles[a].tyre.load_max_n = 1e5;
    kamm_cars *cars = start_coasting(&def, 10);
    const kamm_model *model = kamm_model_of(cars, 0);
    double radius =
        (double)((const struct rigid2d_constants *)model->own)->planar.rolling_radius_m[0];
    double rate = ROLL * radius * radius / def.axles[0].wheel_inertia_kgm2;
    for (int wheel = 0; wheel < 4; ++wheel) PUT_CAR_STATE(cars, 0, wheels[wheel].spin_radps, 0);
    kamm_step(cars, &kamm_flat_ground, 30);
    double missing = 1 - kamm_read_wheel(cars, 0, 0, KAMM_WHEEL_spin_radps) * radius / 10;
    expect_share(missing, pow(1 + rate / 1200, -30), 5e-3); /* 2e-3: the car has lost speed */
    expect_share(missing, exp(-rate * 30 / 1200), 0.05);
    drive_for(cars, &kamm_flat_ground, 2);
    double speed = read_channel(cars, KAMM_CHANNEL_forward_speed_mps);
    expect_share(kamm_read_wheel(cars, 0, 2, KAMM_WHEEL_spin_radps) * radius, speed, 1e-5);
    end_cars(cars);
}

/* How far into its ellipse of forces the wheel that does most goes: 1 at the cap. */
static double most_of_the_cap(const kamm_cars *cars)
{
    kamm_model_info info = kamm_describe(kamm_model_of(cars, 0));
    double max = 0;
    for (int wheel = 0; wheel < 4; ++wheel) {
        double load = kamm_read_wheel(cars, 0, wheel, KAMM_WHEEL_load_n);
        double x = kamm_read_wheel(cars, 0, wheel, KAMM_WHEEL_longitudinal_force_n);
        double y = kamm_read_wheel(cars, 0, wheel, KAMM_WHEEL_lateral_force_n);
        max = fmax(max, hypot(x / (load * info.peak_friction_x[wheel]),
                              y / (load * info.peak_friction_y[wheel])));
    }
    return max;
}

static void capped_force_stays_in_the_friction_circle(void **state)
{
    (void)state;
    const double rates[] = {60, 240, 1200};
    for (int i = 0; i < 3; ++i) {
        kamm_vehicle_def def = plain_car();
        struct noise noise = {5};
        def.stepping.substeps_per_s = rates[i];
        kamm_cars *cars = start_coasting(&def, 25);
        double max = 0;
        for (int n = 0; n < 40 * (int)rates[i]; ++n) {
            if (n % (int)(rates[i] / 2) == 0) drive_at_random(&kamm_inputs(cars)[0], &noise);
            kamm_step(cars, &kamm_flat_ground, 1);
            max = fmax(max, most_of_the_cap(cars));
        }
        expect_near(max, 1, 1e-5); /* is reached, and not passed */
        assert_int_equal(kamm_fault(cars, 0), 0);
        end_cars(cars);
    }
}

/* Where the power's force meets the drag; rolling resistance there is none. */
static void top_speed_is_where_drag_takes_the_power(void **state)
{
    (void)state;
    kamm_vehicle_def def = plain_car();
    def.limits.acceleration_mps2 = 4, def.limits.switch_speed_mps = 8;
    def.limits.top_speed_mps = 90, def.limits.reverse_speed_mps = 7;
    kamm_cars *cars = start_coasting(&def, 0);
    kamm_model_info info = kamm_describe(kamm_model_of(cars, 0));
    double area = def.aero.drag_coefficient * def.aero.frontal_area_m2;
    kamm_inputs(cars)[0] = (kamm_input){.throttle = 1, .gear = KAMM_GEAR_DRIVE};
    drive_for(cars, &kamm_flat_ground, 1);
    /* The wheels' spin takes its part of the force. */
    double spun = info.mass_kg;
    for (int w = 0; w < 4; ++w)
        spun += def.axles[w / 2].wheel_inertia_kgm2 /
                pow((double)((const struct rigid2d_constants *)kamm_model_of(cars, 0)->own)
                        ->planar.rolling_radius_m[w / 2],
                    2);
    expect_share(read_channel(cars, KAMM_CHANNEL_acceleration_x_mps2), 4 * info.mass_kg / spun,
                 0.01);
    drive_for(cars, &kamm_flat_ground, 180);
    expect_share(read_channel(cars, KAMM_CHANNEL_speed_mps),
                 cbrt(info.mass_kg * 4 * 8 / (0.5 * 1.225 * area)), 0.002);
    assert_true(read_channel(cars, KAMM_CHANNEL_gear) == 1);
    end_cars(cars);

    def.limits.top_speed_mps = 30; /* below that */
    cars = start_coasting(&def, 0);
    kamm_inputs(cars)[0] = (kamm_input){.throttle = 1, .gear = KAMM_GEAR_DRIVE};
    drive_for(cars, &kamm_flat_ground, 60);
    expect_near(read_channel(cars, KAMM_CHANNEL_speed_mps), 30, 0.1);
    end_cars(cars);
}

static void reverse_gear_drives_backwards(void **state)
{
    (void)state;
    kamm_vehicle_def def = plain_car();
    def.limits.reverse_speed_mps = 7;
    kamm_cars *cars = start_coasting(&def, 0);
    kamm_inputs(cars)[0] = (kamm_input){.throttle = 1, .gear = -1};
    drive_for(cars, &kamm_flat_ground, 20);
    expect_near(read_channel(cars, KAMM_CHANNEL_forward_speed_mps), -7, 0.05);
    assert_true(read_channel(cars, KAMM_CHANNEL_gear) == -1);
    check_below(read_channel(cars, KAMM_CHANNEL_x_m), -100, "x", __FILE__, __LINE__);
    kamm_inputs(cars)[0].gear = 0;
    drive_for(cars, &kamm_flat_ground, 0.1);
    assert_true(read_channel(cars, KAMM_CHANNEL_drive_torque_nm) == 0);
    end_cars(cars);
}

/* What the text's viscous friction does to a parked car: no more than slow it down. Coefficients of the tyre. */
static void parked_car_of_the_linear_law_creeps_down_a_slope(void **state)
{
    (void)state;
    kamm_vehicle_def def = plain_car();
    def.rigid2d.friction = KAMM_FRICTION_LINEAR;
    kamm_ground slope = kamm_plane_ground(0.1, 0, 1);
    kamm_cars *cars = start_rung(&def, KAMM_RIGID2D, 1);
    kamm_model_info info = kamm_describe(kamm_model_of(cars, 0));
    put_car(cars, 0, &slope, 0, 0, 0);
    kamm_inputs(cars)[0].brake = 1;
    drive_for(cars, &slope, 5);
    double resistance = 0;
    for (int wheel = 0; wheel < 4; ++wheel)
        resistance += info.slip_stiffness_n[wheel] / def.rigid2d.matched_speed_mps;
    double creep = info.mass_kg * GRAVITY_MPS2 * 0.1 / sqrt(1.01) / resistance;
    print_message("on a slope of 10 %% it creeps at %.0f mm/s\n", 1000 * creep);
    expect_share(read_channel(cars, KAMM_CHANNEL_forward_speed_mps), -creep, 0.002);
    end_cars(cars);
}

/* Where a lively drive without chance ends up. */
static void drive_to(int law, double substeps_per_s, double end[3])
{
    kamm_vehicle_def def = plain_car();
    def.rigid2d.friction = law;
    def.stepping.substeps_per_s = substeps_per_s;
    kamm_cars *cars = start_coasting(&def, 20);
    kamm_input *input = kamm_inputs(cars);
    *input = (kamm_input){.gear = KAMM_GEAR_DRIVE};
    for (int tenth = 0; tenth < 60; ++tenth) {
        input->steering_wheel_rad = tenth < 20 ? 1 : tenth < 40 ? -1.5f : 0.5f;
        input->throttle = tenth < 35 ? 0.5f : 0;
        input->brake = tenth < 45 ? 0 : 0.3f;
        kamm_step(cars, &kamm_flat_ground, (int)(substeps_per_s / 10));
    }
    end[0] = read_channel(cars, KAMM_CHANNEL_x_m), end[1] = read_channel(cars, KAMM_CHANNEL_y_m);
    end[2] = read_channel(cars, KAMM_CHANNEL_yaw_rad);
    end_cars(cars);
}

/* Distance of the ends from those of 15360 substeps a second, over the way of 100 m. */
static void errors_by_rate(int law, const double rates[5], double off[5])
{
    double reference[3], end[3];
    drive_to(law, 15360, reference);
    for (int i = 0; i < 5; ++i) {
        drive_to(law, rates[i], end);
        off[i] = hypot(end[0] - reference[0], end[1] - reference[1]);
        print_message("law %d, %4.0f substeps a second: off by %.3f m, %.4f rad\n", law, rates[i],
                      off[i], end[2] - reference[2]);
    }
}

/* The linear law converges with the first order from the least rate on. The capped one slides here, and
 * a slide keeps what it is given: not so evenly. */
static void finer_substeps_converge_to_the_same_drive(void **state)
{
    (void)state;
    const double rates[] = {60, 120, 240, 480, 960};
    double off[5];
    errors_by_rate(KAMM_FRICTION_LINEAR, rates, off);
    expect_below(off[0], 1.5);
    for (int i = 1; i < 5; ++i) expect_share(off[i - 1] / off[i], 2, 0.2);
    errors_by_rate(KAMM_FRICTION_CAPPED, rates, off);
    expect_below(off[0], 2);
    for (int i = 1; i < 5; ++i) expect_below(off[i], off[i - 1]);
    expect_below(off[4], 0.35);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(momentum_follows_the_forces_at_their_offsets),
        cmocka_unit_test(force_on_one_side_spins_the_car),
        cmocka_unit_test(wheels_see_the_velocity_of_their_own_place),
        cmocka_unit_test(sideways_speed_and_yaw_decay_as_the_linear_law_says),
        cmocka_unit_test(wheel_takes_up_the_speed_of_the_road),
        cmocka_unit_test(capped_force_stays_in_the_friction_circle),
        cmocka_unit_test(top_speed_is_where_drag_takes_the_power),
        cmocka_unit_test(reverse_gear_drives_backwards),
        cmocka_unit_test(parked_car_of_the_linear_law_creeps_down_a_slope),
        cmocka_unit_test(finer_substeps_converge_to_the_same_drive),
    };
    return cmocka_run_group_tests_name("rigid2d", tests, NULL, NULL);
}
