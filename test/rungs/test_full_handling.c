/* Handling against linear theory: understeer gradient and step steer.
 *
 * The car rides flat (roll centres at the sprung mass's height, no drag, no rolling resistance), so
 * the two-degree-of-freedom model applies (Gillespie, Fundamentals of Vehicle Dynamics, ch. 6;
 * Abe, Vehicle Handling Dynamics, ch. 3):
 *     m (v' + U r) = Ff + Fr,   I r' = a Ff - b Fr,   F = -C * slip angle
 * A pneumatic trail t moves the point where each force acts back: a - t for a, b + t for b. */
/* KAMM_QUICK_TESTS leaves this out: it drives for long to measure. */
#include "support/cars.h"

#include <math.h>

struct bicycle {
    double mass_kg, inertia_kgm2, a_m, b_m, speed_mps;
    double front_n_per_rad, rear_n_per_rad; /* cornering stiffness of both wheels */
    double front_relaxation_m, rear_relaxation_m;
};

static struct bicycle bicycle_of(const kamm_cars *cars, double speed_mps, double trail_m)
{
    kamm_model_info info = kamm_describe(kamm_model_of(cars, 0));
    return (struct bicycle){.mass_kg = info.mass_kg,
                            .inertia_kgm2 = info.yaw_inertia_kgm2,
                            .a_m = info.cg_behind_front_axle_m - trail_m,
                            .b_m = info.wheelbase_m - info.cg_behind_front_axle_m + trail_m,
                            .speed_mps = speed_mps,
                            .front_n_per_rad = 2 * info.cornering_stiffness_n_per_rad[0],
                            .rear_n_per_rad = 2 * info.cornering_stiffness_n_per_rad[2]};
}

/* Front softer than rear: understeer that shows. */
static kamm_vehicle_def linear_car(void)
{
    kamm_vehicle_def def = flat_riding_car();
    def.steering.max_rate_radps = 1000;
    def.axles[0].tyre.lky = 0.75;
    for (int axle = 0; axle < 2; ++axle) def.axles[axle].tyre.lateral_stiffness_n_per_m = 1e8;
    return def;
}

static kamm_cars *start_rolling(const kamm_vehicle_def *def, double speed_mps)
{
    kamm_cars *cars = start_cars(def, 1);
    put_car(cars, 0, &kamm_flat_ground, 0, speed_mps, 0);
    drive_for(cars, &kamm_flat_ground, 1);
    return cars;
}

static void steer_road_wheels(kamm_cars *cars, const kamm_vehicle_def *def, double angle_rad)
{
    kamm_inputs(cars)[0].steering_wheel_rad = (float)(angle_rad * def->steering.ratio);
}

static void expect_understeer_gradient(const kamm_vehicle_def *def, double trail_m)
{
    for (double speed = 15; speed < 40; speed += 10) {
        kamm_cars *cars = start_rolling(def, speed);
        struct bicycle car = bicycle_of(cars, speed, trail_m);
        double wheelbase = car.a_m + car.b_m;
        double expected = car.mass_kg / wheelbase *
                          (car.b_m / car.front_n_per_rad - car.a_m / car.rear_n_per_rad);
        double steer = 0.8 * (wheelbase / (speed * speed) + expected); /* about 0.8 m/s2 */
        steer_road_wheels(cars, def, steer);
        drive_for(cars, &kamm_flat_ground, 5);
        double yaw_rate = read_channel(cars, KAMM_CHANNEL_yaw_rate_radps);
        double now = read_channel(cars, KAMM_CHANNEL_forward_speed_mps);
        double gradient = (steer - wheelbase * yaw_rate / now) / (yaw_rate * now);
        print_message(
            "%.0f m/s: understeer gradient %.6f rad/(m/s2), closed form %.6f (%+.2f %%)\n", speed,
            gradient, expected, 100 * (gradient / expected - 1));
        expect_share(gradient, expected, 0.02);
        end_cars(cars);
    }
}

static void understeer_gradient_equals_closed_form(void **state)
{
    (void)state;
    kamm_vehicle_def def = linear_car();
    expect_understeer_gradient(&def, 0);
    def.axles[0].tyre.lky = 1;
    def.axles[1].tyre.lky = 0.85; /* an oversteering car */
    def.body.cg_behind_front_axle_m = 0.42 * def.axles[1].behind_front_axle_m;
    expect_understeer_gradient(&def, 0);
}

static void pneumatic_trail_shifts_the_forces_back(void **state)
{
    (void)state;
    kamm_vehicle_def def = linear_car();
    double trail_m = 0.04;
    for (int axle = 0; axle < 2; ++axle) {
        kamm_tyre_def *tyre = &def.axles[axle].tyre;
        kamm_cars *cars = start_cars(&def, 1);
        double load = kamm_describe(kamm_model_of(cars, 0)).static_load_n[2 * axle];
        tyre->qdz1 = trail_m * tyre->nominal_load_n / load / tyre->unloaded_radius_m; /* (4.E43) */
        tyre->qdz2 = 0;
        end_cars(cars);
    }
    expect_understeer_gradient(&def, trail_m);
}

/* Samples of a step response, every 1/60 s, as differences from the steady state. */
#define SAMPLES 90
struct response {
    double sideways[SAMPLES], yaw[SAMPLES], steady_yaw;
};

static void settle(struct response *response)
{
    double sideways = response->sideways[SAMPLES - 1];
    response->steady_yaw = response->yaw[SAMPLES - 1];
    for (int i = 0; i < SAMPLES; ++i) {
        response->sideways[i] -= sideways;
        response->yaw[i] -= response->steady_yaw;
    }
}

static struct response step_of_model(const kamm_vehicle_def *def, double speed, double steer)
{
    struct response response;
    kamm_cars *cars = start_rolling(def, speed);
    steer_road_wheels(cars, def, steer);
    for (int i = 0; i < SAMPLES; ++i) {
        kamm_step(cars, &kamm_flat_ground, 20);
        response.sideways[i] = read_channel(cars, KAMM_CHANNEL_lateral_speed_mps);
        response.yaw[i] = read_channel(cars, KAMM_CHANNEL_yaw_rate_radps);
    }
    drive_for(cars, &kamm_flat_ground, 3);
    response.sideways[SAMPLES - 1] = read_channel(cars, KAMM_CHANNEL_lateral_speed_mps);
    response.yaw[SAMPLES - 1] = read_channel(cars, KAMM_CHANNEL_yaw_rate_radps);
    settle(&response);
    end_cars(cars);
    return response;
}

/* The linear model with each axle's slip following through its relaxation length. */
static struct response step_of_bicycle(struct bicycle car, double steer)
{
    struct response response;
    double v = 0, r = 0, front = 0, rear = 0, dt = 1e-5, u = car.speed_mps;
    for (int i = 0; i < SAMPLES; ++i) {
        int steps = i < SAMPLES - 1 ? (int)lround(1 / (60 * dt)) : 300000;
        for (int k = 0; k < steps; ++k) {
            double ff = -car.front_n_per_rad * front, fr = -car.rear_n_per_rad * rear;
            front += dt * (v + car.a_m * r - u * steer - u * front) / car.front_relaxation_m;
            rear += dt * (v - car.b_m * r - u * rear) / car.rear_relaxation_m;
            v += dt * ((ff + fr) / car.mass_kg - u * r);
            r += dt * (car.a_m * ff - car.b_m * fr) / car.inertia_kgm2;
        }
        response.sideways[i] = v;
        response.yaw[i] = r;
    }
    settle(&response);
    return response;
}

/* Natural frequency and damping ratio of the second-order system that the samples follow: the 2x2
 * transition over one sample in least squares, then its eigenvalues' logarithm. */
static void identify(const struct response *response, double *frequency_radps, double *damping)
{
    double xx = 0, xy = 0, yy = 0, px = 0, py = 0, qx = 0, qy = 0, dt = 1 / 60.0;
    for (int i = 3; i < SAMPLES - 31; ++i) {
        double x = response->sideways[i], y = response->yaw[i] * 10;
        double p = response->sideways[i + 1], q = response->yaw[i + 1] * 10;
        xx += x * x, xy += x * y, yy += y * y;
        px += p * x, py += p * y, qx += q * x, qy += q * y;
    }
    double det = xx * yy - xy * xy;
    double a = (px * yy - py * xy) / det, b = (py * xx - px * xy) / det;
    double c = (qx * yy - qy * xy) / det, d = (qy * xx - qx * xy) / det;
    double trace = a + d, product = a * d - b * c;
    double real_part = log(product) / (2 * dt);
    double imaginary = acos(trace / (2 * sqrt(product))) / dt;
    *frequency_radps = hypot(real_part, imaginary);
    *damping = -real_part / *frequency_radps;
}

static void step_steer_matches_two_degrees_of_freedom(void **state)
{
    (void)state;
    for (double speed = 20; speed < 45; speed += 10) {
        kamm_vehicle_def def = linear_car();
        kamm_cars *cars = start_rolling(&def, speed);
        struct bicycle car = bicycle_of(cars, speed, 0);
        double cf = car.front_n_per_rad, cr = car.rear_n_per_rad, m = car.mass_kg;
        double turn = car.a_m * cf - car.b_m * cr;
        double trace = (cf + cr) / (m * speed) + (car.a_m * car.a_m * cf + car.b_m * car.b_m * cr) /
                                                     (car.inertia_kgm2 * speed);
        double wheelbase = car.a_m + car.b_m;
        double square = cf * cr * wheelbase * wheelbase / (m * car.inertia_kgm2 * speed * speed) -
                        turn / car.inertia_kgm2;
        double expected_frequency = sqrt(square), expected_damping = trace / (2 * sqrt(square));
        struct response response = step_of_model(&def, speed, 0.004);
        double frequency, damping;
        identify(&response, &frequency, &damping);
        print_message("%.0f m/s: %.3f rad/s (closed form %.3f), damping %.4f (%.4f)\n", speed,
                      frequency, expected_frequency, damping, expected_damping);
        expect_share(frequency, expected_frequency, 0.03);
        expect_share(damping, expected_damping, 0.03);
        end_cars(cars);
    }
}

static void step_steer_with_relaxation_matches_linear_model(void **state)
{
    (void)state;
    double carcass_n_per_m = 120000, speed = 25, steer = 0.004;
    kamm_vehicle_def def = linear_car();
    for (int axle = 0; axle < 2; ++axle)
        def.axles[axle].tyre.lateral_stiffness_n_per_m = carcass_n_per_m;
    kamm_cars *cars = start_rolling(&def, speed);
    struct bicycle car = bicycle_of(cars, speed, 0);
    car.front_relaxation_m = car.front_n_per_rad / 2 / carcass_n_per_m;
    car.rear_relaxation_m = car.rear_n_per_rad / 2 / carcass_n_per_m;
    struct response model = step_of_model(&def, speed, steer), linear = step_of_bicycle(car, steer);
    double frequency[2], damping[2];
    identify(&model, &frequency[0], &damping[0]);
    identify(&linear, &frequency[1], &damping[1]);
    print_message("relaxation %.2f m: %.3f rad/s (linear %.3f), damping %.4f (%.4f)\n",
                  car.front_relaxation_m, frequency[0], frequency[1], damping[0], damping[1]);
    expect_share(frequency[0], frequency[1], 0.03);
    expect_share(damping[0], damping[1], 0.03);
    expect_share(model.steady_yaw, linear.steady_yaw, 0.01);
    for (int i = 0; i < SAMPLES; ++i)
        expect_near(model.yaw[i], linear.yaw[i], 0.03 * fabs(linear.steady_yaw));
    end_cars(cars);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(understeer_gradient_equals_closed_form),
        cmocka_unit_test(pneumatic_trail_shifts_the_forces_back),
        cmocka_unit_test(step_steer_matches_two_degrees_of_freedom),
        cmocka_unit_test(step_steer_with_relaxation_matches_linear_model),
    };
    return cmocka_run_group_tests_name("handling", tests, NULL, NULL);
}
