/* The kinematic rung as CommonRoad's kinematic single-track model (KS): reference and commanded
 * point at the rear axle, inputs steering velocity and acceleration.
 * KAMM_QUICK_TESTS leaves this out: others reach its code. */
#include "kinematic_bench.h"
#include "support/tier.h"

#include <stdlib.h>

/* Figures of a vehicle in the order of test/reference/commonroad/ks_vehicles.csv. */
struct ks_vehicle {
    double number, a, b, steer_min, steer_max, rate_min, rate_max, v_min, v_max, v_switch, a_max;
};

static FILE *open_reference(const char *name)
{
    char path[128], line[512];
    snprintf(path, sizeof path, "test/reference/commonroad/%s", name);
    FILE *file = fopen(path, "r");
    if (!file) fail_msg("%s: not there", path);
    do {
        assert_non_null(fgets(line, sizeof line, file));
    } while (line[0] == '#'); /* then the header */
    return file;
}

/* The numbers of a line; 0 at the end. */
static int read_numbers(FILE *file, double *numbers, int count)
{
    char line[512], *at = line;
    if (!fgets(line, sizeof line, file)) return 0;
    for (int i = 0; i < count; ++i, ++at) numbers[i] = strtod(at, &at);
    return 1;
}

static struct ks_vehicle read_vehicle(int number)
{
    double n[11];
    FILE *file = open_reference("ks_vehicles.csv");
    do {
        assert_true(read_numbers(file, n, 11));
    } while ((int)n[0] != number);
    fclose(file);
    return (struct ks_vehicle){n[0], n[1], n[2], n[3], n[4], n[5], n[6], n[7], n[8], n[9], n[10]};
}

static const double ratio = 15; /* steering wheel to road wheel */

static kamm_vehicle_def ks_def(const struct ks_vehicle *v, double substeps_per_s)
{
    kamm_vehicle_def def = plain_car();
    def.body.cg_behind_front_axle_m = v->a;
    def.axles[1].behind_front_axle_m = v->a + v->b;
    def.steering.ratio = ratio;
    def.steering.lock_rad = ratio * v->steer_max;
    def.steering.max_rate_radps = ratio * v->rate_max;
    def.limits.acceleration_mps2 = v->a_max;
    def.limits.switch_speed_mps = v->v_switch;
    def.limits.top_speed_mps = v->v_max;
    def.limits.reverse_speed_mps = -v->v_min;
    def.kinematic.reference = def.kinematic.speed_of = KAMM_POINT_REAR_AXLE;
    def.stepping.substeps_per_s = substeps_per_s;
    return def;
}

enum { X, Y, DELTA, V, PSI, KS_STATES };

static kamm_cars *start_ks(const struct ks_vehicle *v, double substeps_per_s,
                           const double x[KS_STATES])
{
    kamm_vehicle_def def = ks_def(v, substeps_per_s);
    kamm_cars *cars = start_kinematic(&def, 1);
    kamm_placement placement = kamm_placement_on(&kamm_flat_ground, x[X] + v->b * cos(x[PSI]),
                                                 x[Y] + v->b * sin(x[PSI]), x[PSI]);
    placement.speed_mps = x[V];
    kamm_place(cars, 0, &placement);
    PUT_CAR_STATE(cars, 0, car.steering_rad, (float)(ratio * x[DELTA]));
    kamm_inputs(cars)[0].command = 1;
    return cars;
}

static void command(kamm_cars *cars, double rate, double acceleration)
{
    kamm_inputs(cars)[0].road_wheel_rate_radps = (float)rate;
    kamm_inputs(cars)[0].acceleration_mps2 = (float)acceleration;
}

static void read_ks(const kamm_cars *cars, double x[KS_STATES])
{
    x[X] = read_channel(cars, KAMM_CHANNEL_x_m);
    x[Y] = read_channel(cars, KAMM_CHANNEL_y_m);
    x[DELTA] = read_channel(cars, KAMM_CHANNEL_road_wheel_rad);
    x[V] = (double)CAR_STATE(cars, 0, car.path_speed_mps) +
           (double)CAR_STATE(cars, 0, car.path_speed_residual_mps);
    x[PSI] = read_channel(cars, KAMM_CHANNEL_yaw_rad);
}

/* By Richardson's extrapolation from one and two steps; the steering, a float, from a hundred. */
static void derivatives_match_commonroad(void **state)
{
    (void)state;
    double rows[KS_STATES][2], x0[KS_STATES], x1[KS_STATES], x2[KS_STATES], x100[KS_STATES];
    struct ks_vehicle v = read_vehicle(2);
    FILE *file = open_reference("ks_derivatives.csv");
    for (int i = 0; i < KS_STATES; ++i) assert_true(read_numbers(file, rows[i], 2));
    fclose(file);
    for (int i = 0; i < KS_STATES; ++i) x0[i] = rows[i][0];
    kamm_cars *cars = start_ks(&v, 4800, x0);
    command(cars, 0.15, 6.1803);
    read_ks(cars, x0);
    for (int i = 0; i < KS_STATES; ++i) expect_near(x0[i], rows[i][0], 1e-7);
    kamm_step(cars, &kamm_flat_ground, 1), read_ks(cars, x1);
    kamm_step(cars, &kamm_flat_ground, 1), read_ks(cars, x2);
    kamm_step(cars, &kamm_flat_ground, 98), read_ks(cars, x100);
    for (int i = 0; i < KS_STATES; ++i) {
        double one = (x1[i] - x0[i]) * 4800, two = (x2[i] - x0[i]) * 2400;
        double found = i == DELTA ? (x100[i] - x0[i]) * 48 : 2 * one - two;
        print_message("state %d: %.9g, should be %.9g\n", i, found, rows[i][1]);
        expect_share(found, rows[i][1], 1e-5);
    }
    end_cars(cars);
}

static void expect_trace(const char *name, double rate, double acceleration, double substeps_per_s)
{
    double row[1 + KS_STATES], x[KS_STATES], start[KS_STATES] = {0, 0, 0, 15, 0}, off = 0,
                                             turned = 0;
    struct ks_vehicle v = read_vehicle(2);
    FILE *file = open_reference(name);
    kamm_cars *cars = start_ks(&v, substeps_per_s, start);
    command(cars, rate, acceleration);
    int lines = 0, done = 0;
    for (; read_numbers(file, row, 1 + KS_STATES); ++lines) {
        int due = (int)lround(row[0] * substeps_per_s);
        kamm_step(cars, &kamm_flat_ground, due - done), done = due;
        read_ks(cars, x);
        off = fmax(off, hypot(x[X] - row[1 + X], x[Y] - row[1 + Y]));
        turned = fmax(turned, fabs(x[PSI] - row[1 + PSI]));
        expect_near(x[DELTA], row[1 + DELTA], 1e-6);
        expect_near(x[V], row[1 + V], 1e-5);
    }
    fclose(file);
    print_message("%s at %g Hz: off by %.2g m, %.2g rad\n", name, substeps_per_s, off, turned);
    assert_int_equal(lines, 21);
    expect_below(off, 1e-3);
    expect_below(turned, 1e-4);
    end_cars(cars);
}

static void traces_match_commonroad(void **state)
{
    (void)state;
    const double rates[] = {1200, 200, 20};
    for (int i = 0; i < 3; ++i) {
        expect_trace("ks_corner_left.csv", 0.15, 0, rates[i]);
        expect_trace("ks_straight_brake.csv", 0, -6.867, rates[i]);
    }
}

/* The model's equations and constraints (kinematic single-track model), in double. */
static void ks_derivatives(const struct ks_vehicle *v, const double x[KS_STATES], double rate,
                           double acceleration, double f[KS_STATES])
{
    double max = x[V] > v->v_switch ? v->a_max * v->v_switch / x[V] : v->a_max;
    int at_limit =
        (x[V] <= v->v_min && acceleration <= 0) || (x[V] >= v->v_max && acceleration >= 0);
    int locked = (x[DELTA] <= v->steer_min && rate <= 0) || (x[DELTA] >= v->steer_max && rate >= 0);
    f[X] = x[V] * cos(x[PSI]);
    f[Y] = x[V] * sin(x[PSI]);
    f[DELTA] = locked ? 0 : fmin(fmax(rate, v->rate_min), v->rate_max);
    f[V] = at_limit ? 0 : fmin(fmax(acceleration, -v->a_max), max);
    f[PSI] = x[V] / (v->a + v->b) * tan(x[DELTA]);
}

static void ks_step(const struct ks_vehicle *v, double x[KS_STATES], double rate,
                    double acceleration, double h)
{
    const double way[4] = {0, 0.5, 0.5, 1}, weight[4] = {1, 2, 2, 1};
    double k[KS_STATES] = {0}, at[KS_STATES], sum[KS_STATES] = {0};
    for (int stage = 0; stage < 4; ++stage) {
        for (int i = 0; i < KS_STATES; ++i) at[i] = x[i] + way[stage] * h * k[i];
        ks_derivatives(v, at, rate, acceleration, k);
        for (int i = 0; i < KS_STATES; ++i) sum[i] += weight[stage] * k[i] / 6;
    }
    for (int i = 0; i < KS_STATES; ++i) x[i] += h * sum[i];
}

/* Five seconds of wild commands, each for a fifth of a second, against Runge-Kutta in 20 us. */
static void compare_wild_drive(const struct ks_vehicle *v, double speed, uint64_t seed,
                               double rates_hz, double worst[2])
{
    double x[KS_STATES] = {3, -2, 0.1, speed, 0.7}, y[KS_STATES];
    struct noise noise = {seed};
    kamm_cars *cars = start_ks(v, rates_hz, x);
    for (int piece = 0; piece < 25; ++piece) {
        double rate = (double)(float)noise_between(&noise, -0.6, 0.6);
        double acceleration = (double)(float)noise_between(&noise, -14, 14);
        command(cars, rate, acceleration);
        for (int i = 0; i < 10000; ++i) ks_step(v, x, rate, acceleration, 2e-5);
        kamm_step(cars, &kamm_flat_ground, (int)lround(rates_hz / 5));
        read_ks(cars, y);
        worst[0] = fmax(worst[0], hypot(x[X] - y[X], x[Y] - y[Y]));
        worst[1] = fmax(worst[1], fabs(remainder(x[PSI] - y[PSI], 2 * PI)));
    }
    end_cars(cars);
}

static void random_drives_follow_the_equations(void **state)
{
    (void)state;
    const double rates[] = {1200, 200};
    for (int r = 0; r < 2; ++r) {
        double worst[2] = {0};
        for (int number = 1; number <= 4; number += of_tier(2, 1)) {
            struct ks_vehicle v = read_vehicle(number);
            const double speeds[] = {0, 20, 0.7 * v.v_min, 0.99 * v.v_max};
            for (int i = number % of_tier(3, 1); i < 4; i += of_tier(3, 1))
                compare_wild_drive(&v, speeds[i], (uint64_t)(10 * number + i), rates[r], worst);
        }
        print_message("%g Hz: off by at most %.2g m, %.2g rad\n", rates[r], worst[0], worst[1]);
        expect_below(worst[0], 1e-3);
        expect_below(worst[1], 1e-4);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(derivatives_match_commonroad),
        cmocka_unit_test(traces_match_commonroad),
        cmocka_unit_test(random_drives_follow_the_equations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
