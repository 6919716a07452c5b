/* CommonRoad's single-track model: the functions of kamm/commonroad.h and the rung single_track, against
 * the authors' derivatives and traces, and against the published equations as this file has them, for
 * all three vehicles. */
#include "support/quick.h"
#include "support/rungs.h"
#include "support/tier.h"

#include <kamm/commonroad.h>
#include <kamm/io/vehicle_file.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define REFERENCE "test/reference/commonroad/"

/* ---- the published equations, from the published parameters ---- */

struct vehicle {
    double number, a, b, m, inertia, h, mu, ky, steer_max, rate_max, v_min, v_max, v_switch, a_max;
};

static const char *const names[] = {"commonroad-1-ford-escort", "commonroad-2-bmw-320i",
                                    "commonroad-3-vw-vanagon"};

/* Rows of numbers of a file whose comments start with # and whose first row is a heading; a first word
 * in `skip` columns is left out. */
static int read_rows(const char *path, int columns, int skip, double rows[][16], int max)
{
    char line[1024];
    int count = 0, heading = 1;
    FILE *file = fopen(path, "r");
    if (!file) fail_msg("cannot open %s", path);
    while (fgets(line, sizeof line, file)) {
        if (line[0] == '#' || heading--) {
            heading = line[0] == '#';
            continue;
        }
        heading = 0;
        assert_true(count < max);
        char *at = line;
        for (int i = 0; i < skip; ++i) at = strchr(at, ',') + 1;
        for (int i = 0; i < columns; ++i, ++at) rows[count][i] = strtod(at, &at);
        ++count;
    }
    fclose(file);
    return count;
}

static struct vehicle vehicle_of(int number)
{
    static double rows[8][16];
    struct vehicle v;
    assert_int_equal(read_rows(REFERENCE "st_vehicles.csv", 14, 0, rows, 8), 3);
    memcpy(&v, rows[number - 1], sizeof v);
    assert_true(v.number == number);
    return v;
}

static void constrained(const struct vehicle *p, const double x[7], const double asked[2],
                        double u[2])
{
    double limit = x[3] > p->v_switch ? p->a_max * p->v_switch / x[3] : p->a_max;
    u[0] = fmax(-p->rate_max, fmin(asked[0], p->rate_max));
    if ((x[2] <= -p->steer_max && asked[0] <= 0) || (x[2] >= p->steer_max && asked[0] >= 0))
        u[0] = 0;
    u[1] = fmax(-p->a_max, fmin(asked[1], limit));
    if ((x[3] <= p->v_min && asked[1] <= 0) || (x[3] >= p->v_max && asked[1] >= 0)) u[1] = 0;
}

static void derivative(const struct vehicle *p, const double x[7], const double asked[2],
                       double f[7])
{
    const double g = 9.81;
    double u[2], lf = p->a, lr = p->b, l = lf + lr, v = x[3], c = -p->ky / p->mu;
    constrained(p, x, asked, u);
    f[2] = u[0];
    f[3] = u[1];
    if (fabs(v) < 0.1) {
        double beta = atan(tan(x[2]) * lr / l), cosine = cos(x[2]);
        f[0] = v * cos(beta + x[4]);
        f[1] = v * sin(beta + x[4]);
        f[4] = v * cos(beta) * tan(x[2]) / l;
        f[6] = lr * u[0] / (l * cosine * cosine * (1 + pow(tan(x[2]) * tan(x[2]) * lr / l, 2)));
        f[5] = 1 / l *
               (u[1] * cos(x[6]) * tan(x[2]) - v * sin(x[6]) * f[6] * tan(x[2]) +
                v * cos(x[6]) * u[0] / (cosine * cosine));
        return;
    }
    double front = g * lr - u[1] * p->h, rear = g * lf + u[1] * p->h;
    double yaw = p->mu * p->m / (p->inertia * l), side = p->mu / (v * l);
    f[0] = v * cos(x[4] + x[6]);
    f[1] = v * sin(x[4] + x[6]);
    f[4] = x[5];
    f[5] = -yaw / v * (lf * lf * c * front + lr * lr * c * rear) * x[5] +
           yaw * (lr * c * rear - lf * c * front) * x[6] + yaw * lf * c * front * x[2];
    f[6] = (side / v * (c * rear * lr - c * front * lf) - 1) * x[5] -
           side * (c * rear + c * front) * x[6] + side * c * front * x[2];
}

static void runge_kutta(const struct vehicle *p, double x[7], const double u[2], double h)
{
    double k[4][7], at[7];
    for (int s = 0; s < 4; ++s) {
        double step = s == 0 ? 0 : s == 3 ? h : h / 2;
        for (int i = 0; i < 7; ++i) at[i] = x[i] + (s ? step * k[s - 1][i] : 0);
        derivative(p, at, u, k[s]);
    }
    for (int i = 0; i < 7; ++i) x[i] += h / 6 * (k[0][i] + 2 * (k[1][i] + k[2][i]) + k[3][i]);
}

/* ---- Kamm's ---- */

static kamm_vehicle_file read_car(int number)
{
    static kamm_vehicle_file file;
    kamm_error error = {0};
    if (kamm_load_vehicle(names[number - 1], &file, NULL, &error) != KAMM_OK)
        fail_msg("%s", error.text);
    file.def.stepping.substeps_per_s = 1200;
    return file;
}

static void read_state(const kamm_cars *cars, double x[7])
{
    x[0] = read_channel(cars, KAMM_CHANNEL_x_m);
    x[1] = read_channel(cars, KAMM_CHANNEL_y_m);
    x[2] = read_channel(cars, KAMM_CHANNEL_road_wheel_rad);
    double forward = read_channel(cars, KAMM_CHANNEL_forward_speed_mps);
    double left = read_channel(cars, KAMM_CHANNEL_lateral_speed_mps);
    x[3] = copysign(hypot(forward, left), forward);
    x[4] = read_channel(cars, KAMM_CHANNEL_yaw_rad);
    x[5] = read_channel(cars, KAMM_CHANNEL_yaw_rate_radps);
    x[6] = atan(left / forward);
}

static void put_at_speed(kamm_cars *cars, double speed)
{
    put_car(cars, 0, &kamm_flat_ground, 0, speed, KAMM_GEAR_DRIVE);
    kamm_inputs(cars)[0].command = 1;
}

static void command(kamm_cars *cars, double rate, double acceleration)
{
    kamm_inputs(cars)[0].road_wheel_rate_radps = (float)rate;
    kamm_inputs(cars)[0].acceleration_mps2 = (float)acceleration;
}

/* ---- tests ---- */

static kamm_model *model_of(int number, kamm_rung rung)
{
    kamm_vehicle_file file = read_car(number);
    kamm_error error = {0};
    kamm_model *model = kamm_create_model(&file.def, rung, &error);
    if (!model) fail_msg("%s: %s", names[number - 1], error.text);
    return model;
}

static void st_derivatives_match_the_published(void **state)
{
    (void)state;
    static double rows[4][16];
    const double u[2] = {0.15, 6.180300000000001};
    assert_int_equal(read_rows(REFERENCE "st_derivatives.csv", 7, 1, rows, 4), 2);
    kamm_model *model = model_of(2, KAMM_SINGLE_TRACK);
    double f[7], worst = 0;
    kamm_commonroad_st(model, rows[0], u, f);
    for (int i = 0; i < 7; ++i) {
        expect_share(f[i], rows[1][i], 1e-9);
        worst = fmax(worst, fabs(f[i] / rows[1][i] - 1));
    }
    print_message("ST derivatives: %.1e of the published at most\n", worst);
    kamm_destroy_model(model);
}

static void ks_derivatives_match_the_published(void **state)
{
    (void)state;
    static double rows[8][16];
    const double u[2] = {0.15, 6.180300000000001};
    double x[5], f[5];
    assert_int_equal(read_rows(REFERENCE "ks_derivatives.csv", 2, 0, rows, 8), 5);
    kamm_model *model = model_of(2, KAMM_KINEMATIC);
    for (int i = 0; i < 5; ++i) x[i] = rows[i][0];
    kamm_commonroad_ks(model, x, u, f);
    for (int i = 0; i < 5; ++i) expect_share(f[i], rows[i][1], 1e-9);
    kamm_destroy_model(model);
}

/* At random states and inputs, of every vehicle and rung, with limits, reverse and low speed. */
static void derivatives_match_the_equations(void **state)
{
    (void)state;
    struct noise noise = {7};
    for (int number = 1; number <= 3; ++number) {
        struct vehicle v = vehicle_of(number);
        kamm_model *model = model_of(number, number == 1 ? KAMM_FULL : KAMM_SINGLE_TRACK);
        for (int n = 0; n < 2000; ++n) {
            double x[7], u[2], f[7], expected[7];
            for (int i = 0; i < 7; ++i) x[i] = noise_between(&noise, -1.2, 1.2);
            x[3] = n % 3 == 0 ? noise_between(&noise, -0.12, 0.12) : noise_between(&noise, -15, 55);
            u[0] = noise_between(&noise, -0.6, 0.6);
            u[1] = noise_between(&noise, -15, 15);
            kamm_commonroad_st(model, x, u, f);
            derivative(&v, x, u, expected);
            for (int i = 0; i < 7; ++i)
                expect_near(f[i], expected[i], 1e-9 * (fabs(expected[i]) + 1));
        }
        kamm_destroy_model(model);
    }
}

static void its_numbers_are_the_published(void **state)
{
    (void)state;
    for (int number = 1; number <= 3; ++number) {
        struct vehicle v = vehicle_of(number);
        kamm_model *model = model_of(number, KAMM_KINEMATIC);
        kamm_commonroad_numbers n = kamm_describe_commonroad(model);
        const double found[] = {n.front_m,
                                n.rear_m,
                                n.height_m,
                                n.front_grip,
                                n.rear_grip,
                                n.mass_per_inertia,
                                n.max_steer_rad,
                                n.max_steer_rate_radps,
                                -n.reverse_speed_mps,
                                n.top_speed_mps,
                                n.switch_speed_mps,
                                n.max_acceleration_mps2,
                                n.wheelbase_m};
        const double published[] = {
            v.a,        v.b,     v.h,     -v.ky,      -v.ky,   v.m / v.inertia, v.steer_max,
            v.rate_max, v.v_min, v.v_max, v.v_switch, v.a_max, v.a + v.b};
        for (int i = 0; i < 13; ++i) expect_near(found[i], published[i], 1e-6 * fabs(published[i]));
        kamm_destroy_model(model);
    }
}

static void follows_trace(const char *path, double rate, double acceleration)
{
    static double rows[64][16];
    int count = read_rows(path, 8, 0, rows, 64);
    assert_int_equal(count, 21);
    kamm_vehicle_file file = read_car(2);
    kamm_cars *cars = start_rung(&file.def, KAMM_SINGLE_TRACK, 1);
    put_at_speed(cars, 15);
    command(cars, rate, acceleration);
    double away = 0, turned = 0;
    for (int n = 0; n < count; ++n) {
        double x[7];
        const double *expected = &rows[n][1];
        read_state(cars, x);
        away = fmax(away, hypot(x[0] - expected[0], x[1] - expected[1]));
        turned = fmax(turned, fabs(x[4] - expected[4]));
        for (int i = 0; i < 2; ++i) expect_near(x[i], expected[i], 1e-4);
        for (int i = 2; i < 7; ++i) expect_near(x[i], expected[i], 1e-5);
        kamm_step(cars, &kamm_flat_ground, 60);
    }
    print_message("%s: %.2e m, %.2e rad at most\n", path, away, turned);
    end_cars(cars);
}

static void rung_follows_the_published_traces(void **state)
{
    (void)state;
    follows_trace(REFERENCE "st_corner_left.csv", 0.15, 0);
    follows_trace(REFERENCE "st_straight_brake.csv", 0, -6.867);
}

struct leg {
    double seconds, rate, acceleration;
};

/* Drives the legs, in cars and by the equations above in steps of 1/48000 s; both are compared 20 times
 * a second. */
static void drives_as_the_equations(int number, double speed, const struct leg *legs, int count,
                                    double substeps_per_s, double place_m, double angle_rad,
                                    const char *what)
{
    kamm_vehicle_file file = read_car(number);
    file.def.stepping.substeps_per_s = substeps_per_s;
    struct vehicle v = vehicle_of(number);
    kamm_cars *cars = start_rung(&file.def, KAMM_SINGLE_TRACK, 1);
    double x[7] = {0, 0, 0, speed}, away = 0, turned = 0, faster = 0, slid = 0;
    put_at_speed(cars, speed);
    for (int n = 0; n < count; ++n) {
        double u[2] = {legs[n].rate, legs[n].acceleration};
        command(cars, u[0], u[1]);
        for (int s = 0; s < (int)(legs[n].seconds * 20 + 0.5); ++s) {
            double now[7];
            kamm_step(cars, &kamm_flat_ground, (int)(substeps_per_s / 20 + 0.5));
            for (int i = 0; i < 2400; ++i) runge_kutta(&v, x, u, 1.0 / 48000);
            read_state(cars, now);
            away = fmax(away, hypot(now[0] - x[0], now[1] - x[1]));
            turned = fmax(turned, fabs(remainder(now[4] - x[4], 2 * PI)));
            faster = fmax(faster, fabs(now[3] - x[3]));
            if (fabs(x[3]) > 0.11) slid = fmax(slid, fabs(now[6] - x[6]));
        }
    }
    print_message("vehicle %d, %s, %g Hz: %.1e m, %.1e rad, %.1e m/s, sideslip %.1e rad\n", number,
                  what, substeps_per_s, away, turned, faster, slid);
    expect_below(away, place_m);
    expect_below(turned, angle_rad);
    expect_below(faster, 1e-3);
    expect_below(slid, angle_rad);
    end_cars(cars);
}

static const struct leg slalom[] = {{1, 0.1, 1}, {1.5, -0.15, 0}, {1.5, 0.12, -2}, {1, -0.05, 3}};
static const struct leg stop_and_go[] = {
    {1.5, 0.1, -3}, {0.4, 0, -1.05}, {0.5, 0, 0}, {1, 0.05, 2}, {2, -0.1, 3}};
static const struct leg from_standstill[] = {{1, 0.15, 0.6}, {2, 0.15, 6}, {1, -0.4, -12}};
static const struct leg backwards[] = {{2, 0, -4}, {1, 0, 6}, {1, 0, -20}};
static const struct leg to_the_limits[] = {{3, 0, 12}, {8, 0, 12}, {4, 0, -12}};
static const struct leg to_the_lock[] = {{4, 0.6, 0.5}, {2, 0.1, 0}, {5, -0.8, -0.2}};

#define LEGS(legs) legs, (int)(sizeof(legs) / sizeof *(legs))

static void rung_follows_the_equations_with_all_vehicles(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    for (int number = 1; number <= 3; number += of_tier(2, 1)) {
        if ((number + 0) % of_tier(3, 1) == 0)
            drives_as_the_equations(number, 15, LEGS(slalom), 1200, 1e-3, 1e-4, "slalom");
        if ((number + 1) % of_tier(3, 1) == 0)
            drives_as_the_equations(number, 5, LEGS(stop_and_go), 1200, 1e-3, 1e-4, "stop and go");
        if ((number + 2) % of_tier(3, 1) == 0)
            drives_as_the_equations(number, 0, LEGS(from_standstill), 1200, 1e-3, 1e-4,
                                    "from standstill");
        if ((number + 3) % of_tier(3, 1) == 0)
            drives_as_the_equations(number, 4, LEGS(backwards), 1200, 1e-3, 1e-4, "backwards");
        if ((number + 4) % of_tier(3, 1) == 0)
            drives_as_the_equations(number, 3, LEGS(to_the_limits), 1200, 5e-3, 1e-4,
                                    "to the limits");
        if ((number + 5) % of_tier(3, 1) == 0)
            drives_as_the_equations(number, 2, LEGS(to_the_lock), 1200, 2e-3, 3e-4, "to the lock");
    }
}

/* A planner's steps of 10 to 50 ms would do as well. */
static void rung_follows_the_equations_in_long_substeps(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    const double rates[] = {100, 60, 20};
    for (int i = 0; i < 3; i += of_tier(2, 1)) {
        drives_as_the_equations(2, 15, LEGS(slalom), rates[i], 5e-3, 5e-4, "slalom");
        drives_as_the_equations(2, 5, LEGS(stop_and_go), rates[i], 2e-2, 1e-2, "stop and go");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(st_derivatives_match_the_published),
        cmocka_unit_test(ks_derivatives_match_the_published),
        cmocka_unit_test(derivatives_match_the_equations),
        cmocka_unit_test(its_numbers_are_the_published),
        cmocka_unit_test(rung_follows_the_published_traces),
        cmocka_unit_test(rung_follows_the_equations_with_all_vehicles),
        cmocka_unit_test(rung_follows_the_equations_in_long_substeps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
