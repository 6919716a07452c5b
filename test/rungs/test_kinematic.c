/* The kinematic rung's geometry: exact arcs at any step, wheels that never slide, a trailer. */
/* KAMM_QUICK_TESTS leaves this out: it drives for long to measure. */
#include "rungs/kinematic/kinematic_constants.h"

#include "kinematic_bench.h"
#include "support/tier.h"

#include <stdlib.h>

static const double step_rates[] = {1200, 1000, 100, 60, 10, 1};
enum { STEP_RATES = sizeof step_rates / sizeof *step_rates };

/* The article's figures (comment 20): wheelbase 2 m, 1 m/s, 5 degrees, heading after a second.
 * There they depend on the step, from 2.497 down to 2.378 degrees. */
static void heading_after_a_second_does_not_depend_on_the_step(void **state)
{
    (void)state;
    for (int i = 0; i < STEP_RATES; ++i) {
        kamm_vehicle_def def = bare_car(2, KAMM_POINT_FRONT_AXLE);
        def.stepping.substeps_per_s = step_rates[i];
        kamm_cars *cars = start_kinematic(&def, 1);
        set_going(cars, 0, 1, 5 * DEGREE);
        kamm_step(cars, &kamm_flat_ground, (int)step_rates[i]);
        double heading = read_channel(cars, KAMM_CHANNEL_yaw_rad);
        print_message("%g Hz: %.9f degrees\n", step_rates[i], heading / DEGREE);
        expect_near(heading, sin(5 * DEGREE) / 2, 1e-8);
        end_cars(cars);
    }
}

/* Yaw rate and body velocity of the centre of gravity by the textbook's tangents (R. Rajamani,
 * Vehicle Dynamics and Control, 2nd ed. 2012, section 2.2), wheelbase a + b. */
struct motion {
    double forward, left, yaw_rate;
};

static struct motion textbook(double a, double b, double front, double rear, int speed_of, double v)
{
    double sideslip = atan((b * tan(front) + a * tan(rear)) / (a + b));
    double at_cg = v; /* else: velocities along the body are the same all over the middle plane */
    if (speed_of == KAMM_POINT_FRONT_AXLE) at_cg = v * cos(front) / cos(sideslip);
    if (speed_of == KAMM_POINT_REAR_AXLE) at_cg = v * cos(rear) / cos(sideslip);
    return (struct motion){at_cg * cos(sideslip), at_cg * sin(sideslip),
                           at_cg * cos(sideslip) * (tan(front) - tan(rear)) / (a + b)};
}

static void motion_is_the_textbooks_for_each_commanded_point(void **state)
{
    (void)state;
    const double shares[] = {0, -0.4, 0.3, 1};
    const double angles[] = {0, 0.02, -0.3, 0.9, -1.4}, speeds[] = {0.4, 12, -7};
    int tried = 0;
    for (int point = 0; point < 3; ++point)
        for (int s = 0; s < 4; ++s)
            for (int n = 0; n < 15; ++n) {
                kamm_vehicle_def def = bare_car(2.5, point);
                def.axles[1].steer_share = shares[s];
                kamm_cars *cars = start_kinematic(&def, 1);
                float angle = (float)angles[n / 3];
                set_going(cars, 0, speeds[n % 3], (double)angle);
                kamm_step(cars, &kamm_flat_ground, 1);
                struct motion m = textbook(0.45 * 2.5, 0.55 * 2.5, (double)angle,
                                           shares[s] * (double)angle, point, speeds[n % 3]);
                double size = 1e-6 * (1 + fabs(m.forward) + fabs(m.left) + fabs(m.yaw_rate));
                expect_near(read_channel(cars, KAMM_CHANNEL_forward_speed_mps), m.forward, size);
                expect_near(read_channel(cars, KAMM_CHANNEL_lateral_speed_mps), m.left, size);
                expect_near(read_channel(cars, KAMM_CHANNEL_yaw_rate_radps), m.yaw_rate, size);
                ++tried;
                end_cars(cars);
            }
    assert_int_equal(tried, 180);
}

/* One circle of about 20 m radius, in a whole number of steps, for each rule and step. */
static void steady_turn_closes_its_circle(void **state)
{
    (void)state;
    double worst = 0;
    for (int point = 0; point < 3; ++point)
        for (int i = 0; i < STEP_RATES; ++i) {
            kamm_vehicle_def def = bare_car(2.6, point);
            def.stepping.substeps_per_s = step_rates[i];
            kamm_cars *cars = start_kinematic(&def, 1);
            double angle = (double)(float)0.13, start[3], end[3];
            double yaw = textbook(0.45 * 2.6, 0.55 * 2.6, angle, 0, point, 1).yaw_rate;
            int steps = (int)(12 * step_rates[i]);
            set_going(cars, 0, 2 * PI / (yaw * 12), angle);
            read_position(cars, 0, start);
            kamm_step(cars, &kamm_flat_ground, steps);
            read_position(cars, 0, end);
            worst = fmax(worst, distance_between(start, end));
            expect_below(distance_between(start, end), 1e-8);
            end_cars(cars);
        }
    print_message("a circle of 125 m closes to %.2g m\n", worst);
}

/* The same circle for an hour: place and heading stay on the closed form. */
static void circles_do_not_drift(void **state)
{
    (void)state;
    kamm_vehicle_def def = bare_car(2.6, KAMM_POINT_REAR_AXLE);
    def.kinematic.reference = KAMM_POINT_REAR_AXLE;
    kamm_cars *cars = start_kinematic(&def, 1);
    double angle = (double)(float)0.13, radius = 2.6 / tan(angle), start[3], now[3];
    set_going(cars, 0, 10, angle);
    read_position(cars, 0, start);
    const int seconds = of_tier(600, 3600);
    kamm_step(cars, &kamm_flat_ground, seconds * 1200);
    read_position(cars, 0, now);
    double turned = seconds * 10 / radius;
    expect_near(remainder(read_channel(cars, KAMM_CHANNEL_yaw_rad) - turned, 2 * PI), 0, 1e-6);
    expect_near(now[0] - start[0], radius * sin(turned), 1e-5);
    expect_near(now[1] - start[1], radius * (1 - cos(turned)), 1e-5);
    assert_true(now[2] == start[2]);
    assert_true(CAR_STATE(cars, 0, car.orientation_x) == 0);
    assert_true(CAR_STATE(cars, 0, car.orientation_y) == 0);
    end_cars(cars);
}

static void steering_angles_up_to_85_degrees_drive(void **state)
{
    (void)state;
    kamm_vehicle_def def = bare_car(2.5, KAMM_POINT_FRONT_AXLE);
    kamm_cars *cars = start_kinematic(&def, 1);
    set_going(cars, 0, 2, 85 * DEGREE);
    kamm_step(cars, &kamm_flat_ground, 1200);
    expect_near(read_channel(cars, KAMM_CHANNEL_yaw_rate_radps), 2 * sin(85 * DEGREE) / 2.5, 1e-6);
    end_cars(cars);

    kamm_error error;
    def.steering.lock_rad = 86 * DEGREE;
    assert_null(kamm_create_model(&def, KAMM_KINEMATIC, &error));
    assert_int_equal(error.code, KAMM_ERROR_RANGE);
    assert_string_equal(error.path, "steering.lock_rad");
    def.steering.lock_rad = 60 * DEGREE;
    def.axles[1].steer_share = -1;
    kamm_destroy_model(kamm_create_model(&def, KAMM_KINEMATIC, &error));
    def.steering.ratio = 1.5;
    def.steering.lock_rad = 86 * DEGREE * 1.5;
    assert_null(kamm_create_model(&def, KAMM_KINEMATIC, &error));
}

/* Random steering and speed on a crooked course; `visit` looks at the car after each step. */
static void drive_at_random(kamm_cars *cars, int steps, void visit(const kamm_cars *, void *),
                            void *user)
{
    struct noise noise = {17};
    for (int i = 0; i < steps; ++i) {
        kamm_input *input = &kamm_inputs(cars)[0];
        if (i % 600 == 0) {
            input->steering_wheel_rad = (float)noise_between(&noise, -1.2, 1.2);
            input->throttle = (float)noise_between(&noise, 0, 0.5);
            input->brake = noise_between(&noise, 0, 1) > 0.8 ? 0.5f : 0;
            input->gear = noise_between(&noise, 0, 1) > 0.4 ? 1 : -1;
        }
        kamm_step(cars, &kamm_flat_ground, 1);
        visit(cars, user);
    }
}

/* Both axles' middles move along their wheels, and stay a wheelbase apart: by one pose and constant
 * arms the latter cannot fail for long, but a pose that is no rotation would show. */
static void look_at_axles(const kamm_cars *cars, void *user)
{
    double *worst = user, front[3], rear[3], v[4][2];
    const kamm_model *model = kamm_model_of(cars, 0);
    double wheelbase = model->info.wheelbase_m;
    point_at(cars, 0, wheelbase, front);
    point_at(cars, 0, 0, rear);
    expect_near(distance_between(front, rear), wheelbase, 1e-12 * 1e3);
    double yaw = read_channel(cars, KAMM_CHANNEL_yaw_rate_radps);
    for (int axle = 0; axle < 2; ++axle) {
        double angle = CAR_STATE(cars, 0, car.steering_rad) * model->def->axles[axle].steer_share;
        v[axle][0] = read_channel(cars, KAMM_CHANNEL_forward_speed_mps);
        v[axle][1] =
            read_channel(cars, KAMM_CHANNEL_lateral_speed_mps) + yaw * model->statics.axle_x[axle];
        worst[0] = fmax(worst[0], fabs(v[axle][1] * cos(angle) - v[axle][0] * sin(angle)));
    }
    worst[1] = fmax(worst[1], fabs(yaw));
}

static void wheels_never_slide_sideways(void **state)
{
    (void)state;
    for (int four = 0; four < 2; ++four) {
        double worst[2] = {0};
        kamm_vehicle_def def = bare_car(2.5, KAMM_POINT_CG);
        def.axles[1].steer_share = four ? -0.5 : 0;
        def.limits.top_speed_mps = 20;
        kamm_cars *cars = start_kinematic(&def, 1);
        drive_at_random(cars, 20000, look_at_axles, worst);
        print_message("steering %s: at most %.2g m/s aside, yaw rate up to %.2f rad/s\n",
                      four ? "at both axles" : "in front", worst[0], worst[1]);
        expect_below(worst[0], 1e-5);
        expect_above(worst[1], 0.9);
        end_cars(cars);
    }
}

enum { OUTWARD = 400 };

static void reverse_retraces_the_way(void **state)
{
    (void)state;
    float angle[OUTWARD + 1];
    double place[OUTWARD + 1][3], now[3], worst = 0;
    kamm_vehicle_def def = bare_car(2.5, KAMM_POINT_FRONT_AXLE);
    def.stepping.substeps_per_s = 20;
    struct noise noise = {5};
    kamm_cars *cars = start_kinematic(&def, 1);
    for (int i = 0; i <= OUTWARD; ++i) /* short numbers, that the steering reaches exactly */
        angle[i] = (float)(nearbyint(noise_between(&noise, -1, 1) * 1024) / 1024);
    set_going(cars, 0, 6, (double)angle[0]);
    for (int i = 0; i <= OUTWARD; ++i) {
        read_position(cars, 0, place[i]);
        kamm_inputs(cars)[0].steering_wheel_rad = angle[i < OUTWARD ? i + 1 : i];
        if (i < OUTWARD) kamm_step(cars, &kamm_flat_ground, 1);
    }
    PUT_CAR_STATE(cars, 0, car.path_speed_mps, -6);
    kamm_inputs(cars)[0].gear = -1;
    for (int i = OUTWARD; i > 0; --i) {
        kamm_inputs(cars)[0].steering_wheel_rad = angle[i - 1];
        kamm_step(cars, &kamm_flat_ground, 1);
        read_position(cars, 0, now);
        worst = fmax(worst, distance_between(now, place[i - 1]));
    }
    print_message("back over %d steps of 0.3 m: within %.2g m\n", OUTWARD, worst);
    expect_below(worst, 1e-9);
    end_cars(cars);
}

/* reference: the point that x_m, y_m and speed_mps tell of. */
static void position_channels_are_of_the_reference_point(void **state)
{
    (void)state;
    for (int point = 0; point < 3; ++point) {
        kamm_vehicle_def def = bare_car(2.5, point);
        def.kinematic.reference = point;
        def.body.cg_left_m = point == KAMM_POINT_CG ? 0 : 0.1;
        kamm_cars *cars = start_kinematic(&def, 1);
        double expected[3], told[3];
        const double forward[3] = {0.55 * 2.5, 0, 2.5};
        set_going(cars, 0, 5, 0.5);
        kamm_step(cars, &kamm_flat_ground, 700);
        point_at(cars, 0, forward[point], expected);
        read_position(cars, 0, told);
        expect_near(told[0], expected[0], 1e-12);
        expect_near(told[1], expected[1], 1e-12);
        /* It is the commanded one too, so its speed is the path speed. */
        expect_near(read_channel(cars, KAMM_CHANNEL_speed_mps), 5, 1e-6);
        end_cars(cars);
    }
}

/* The pair of front wheels points at one centre on the rear axle's line, and each wheel rolls as
 * fast as it goes round it. */
static void front_wheels_are_an_ackermann_pair(void **state)
{
    (void)state;
    kamm_vehicle_def def = bare_car(2.5, KAMM_POINT_REAR_AXLE);
    kamm_cars *cars = start_kinematic(&def, 1);
    kamm_model_info info = kamm_describe(kamm_model_of(cars, 0));
    double track[2] = {def.axles[0].track_m, def.axles[1].track_m}, radius = 2.5 / tan(0.5);
    set_going(cars, 0, 5, 0.5);
    kamm_step(cars, &kamm_flat_ground, 10);
    for (int wheel = 0; wheel < 4; ++wheel) {
        double out = radius + (wheel % 2 ? 0.5 : -0.5) * track[wheel / 2];
        double ahead = wheel < 2 ? 2.5 : 0, round = 5 / radius * hypot(out, ahead);
        double rolling =
            1 / (double)((const struct kinematic_constants *)kamm_model_of(cars, 0)->own)
                    ->planar.inverse_rolling_radius[wheel / 2];
        expect_near(kamm_read_wheel(cars, 0, wheel, KAMM_WHEEL_steer_rad), atan2(ahead, out), 2e-6);
        expect_near(kamm_read_wheel(cars, 0, wheel, KAMM_WHEEL_spin_radps), round / rolling, 1e-4);
        expect_near(kamm_read_wheel(cars, 0, wheel, KAMM_WHEEL_load_n), info.static_load_n[wheel],
                    0.01);
    }
    end_cars(cars);
}

static void lateral_acceleration_is_centripetal(void **state)
{
    (void)state;
    kamm_vehicle_def def = bare_car(2.5, KAMM_POINT_CG);
    kamm_cars *cars = start_kinematic(&def, 1);
    set_going(cars, 0, 8, 0.2);
    kamm_step(cars, &kamm_flat_ground, 10);
    double yaw = read_channel(cars, KAMM_CHANNEL_yaw_rate_radps);
    double sideslip = read_channel(cars, KAMM_CHANNEL_sideslip_rad);
    expect_near(read_channel(cars, KAMM_CHANNEL_acceleration_y_mps2), 8 * yaw * cos(sideslip),
                1e-4);
    expect_near(read_channel(cars, KAMM_CHANNEL_acceleration_x_mps2), -8 * yaw * sin(sideslip),
                1e-4);
    end_cars(cars);
}

/* dp/dt = yaw rate - v/length sin p, by Runge and Kutta. */
static double articulation_after(double p, double yaw_rate, double per_length, double seconds)
{
    double h = 1e-4;
    for (int i = 0; i < (int)lround(seconds / h); ++i) {
        double a = yaw_rate - per_length * sin(p);
        double b = yaw_rate - per_length * sin(p + 0.5 * h * a);
        double c = yaw_rate - per_length * sin(p + 0.5 * h * b);
        double d = yaw_rate - per_length * sin(p + h * c);
        p += h / 6 * (a + 2 * b + 2 * c + d);
    }
    return remainder(p, 2 * PI);
}

static void trailer_is_exact_at_any_step(void **state)
{
    (void)state;
    const double rates[] = {1200, 100, 5, 1};
    /* speed, steering, first articulation: settles, unfolds, turns round, straight */
    const double cases[][3] = {
        {6, 0.3, 0}, {-3, 0.05, 0.1}, {4, 1.2, -1}, {3, 0, 2.5}, {-2, 0, 0.2}};
    double worst = 0;
    for (int n = 0; n < 20; ++n) {
        const double *way = cases[n / 4];
        kamm_vehicle_def def = bare_car(2.5, KAMM_POINT_REAR_AXLE);
        def.kinematic.trailer_length_m = 4;
        def.stepping.substeps_per_s = rates[n % 4];
        kamm_cars *cars = start_kinematic(&def, 1);
        set_going(cars, 0, way[0], way[1]);
        PUT_CAR_STATE(cars, 0, car.articulation_rad, (float)way[2]);
        kamm_step(cars, &kamm_flat_ground, (int)(3 * rates[n % 4]));
        double yaw_rate = way[0] * tan(way[1]) / 2.5;
        double expected = articulation_after(way[2], yaw_rate, way[0] / 4, 3);
        double found = CAR_STATE(cars, 0, car.articulation_rad);
        worst = fmax(worst, fabs(remainder(found - expected, 2 * PI)));
        assert_true(fabs(found) <= 3.1415928);
        expect_near(remainder(read_channel(cars, KAMM_CHANNEL_yaw_rad) -
                                  read_channel(cars, KAMM_CHANNEL_trailer_yaw_rad) - found,
                              2 * PI),
                    0, 1e-6);
        end_cars(cars);
    }
    print_message("trailer: off by at most %.2g rad\n", worst);
    expect_below(worst, 5e-5);
}

static void trailer_settles_on_its_circle(void **state)
{
    (void)state;
    kamm_vehicle_def def = bare_car(2.5, KAMM_POINT_FRONT_AXLE);
    def.kinematic.trailer_length_m = 3;
    kamm_cars *cars = start_kinematic(&def, 1);
    set_going(cars, 0, 5, 0.3);
    kamm_step(cars, &kamm_flat_ground, 30 * 1200);
    expect_near(CAR_STATE(cars, 0, car.articulation_rad), asin(3 * tan(0.3) / 2.5), 3e-5);
    kamm_inputs(cars)[0].steering_wheel_rad = 0;
    kamm_step(cars, &kamm_flat_ground, 30 * 1200);
    expect_near(CAR_STATE(cars, 0, car.articulation_rad), 0, 1e-6);
    end_cars(cars);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(heading_after_a_second_does_not_depend_on_the_step),
        cmocka_unit_test(motion_is_the_textbooks_for_each_commanded_point),
        cmocka_unit_test(steady_turn_closes_its_circle),
        cmocka_unit_test(circles_do_not_drift),
        cmocka_unit_test(steering_angles_up_to_85_degrees_drive),
        cmocka_unit_test(wheels_never_slide_sideways),
        cmocka_unit_test(reverse_retraces_the_way),
        cmocka_unit_test(position_channels_are_of_the_reference_point),
        cmocka_unit_test(front_wheels_are_an_ackermann_pair),
        cmocka_unit_test(lateral_acceleration_is_centripetal),
        cmocka_unit_test(trailer_is_exact_at_any_step),
        cmocka_unit_test(trailer_settles_on_its_circle),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
