/* Sway of a car and its caravan against the eigenvalues of the linear model (support/linear_combination.h), and a tractor with its
 * semitrailer against that model's response to steering.
 * KAMM_QUICK_TESTS leaves this out: others reach its code. */
#include "part/tyre/tyre.h"
#include "support/linear_combination.h"
#include "support/tier.h"
#include "support/trailers.h"

#include <math.h>
#include <string.h>

/* Worked out by another program: frequency and damping at 50 to 120 km/h, and the critical speed. */
static void the_linear_model_is_right(void **state)
{
    (void)state;
    const double kmh[] = {50, 80, 100, 120}, hz[] = {0.634, 0.618, 0.607, 0.598},
                 damping[] = {0.499, 0.242, 0.151, 0.089};
    for (int i = 0; i < 4; ++i) {
        struct mode mode = linear_mode(&example_combination, kmh[i] / 3.6);
        expect_near(mode.hz, hz[i], 0.001);
        expect_near(mode.damping, damping[i], 0.001);
    }
    expect_near(critical_mps(&example_combination) * 3.6, 164, 0.6);
}

static struct combination start_example(const struct linear_combination *l, double rate)
{
    kamm_vehicle_def pair[2];
    linear_pair(l, rate, pair);
    return start_combination(pair, 2, KAMM_SINGLE_TRACK, 1);
}

/* Poles of a signal that is a sum of four exponentials: Prony's method, which is exact without noise. */
static struct mode mode_of_signal(const double *x, int count, double step_s)
{
    double n[ORDER][ORDER + 1] = {{0}}, c[ORDER];
    double complex root[ORDER];
    for (int k = ORDER; k < count; ++k)
        for (int i = 0; i < ORDER; ++i) {
            for (int j = 0; j < ORDER; ++j) n[i][j] += x[k - ORDER + i] * x[k - ORDER + j];
            n[i][ORDER] -= x[k - ORDER + i] * x[k];
        }
    for (int k = 0; k < ORDER; ++k)
        for (int i = 0; i < ORDER; ++i) {
            if (i == k) continue;
            double f = n[i][k] / n[k][k];
            for (int j = k; j <= ORDER; ++j) n[i][j] -= f * n[k][j];
        }
    for (int k = 0; k < ORDER; ++k) c[k] = n[k][ORDER] / n[k][k];
    find_roots(c, root);
    for (int i = 0; i < ORDER; ++i) root[i] = clog(root[i]) / step_s;
    return worst_of(root);
}

enum { SAMPLES = 60 };
static const double sample_s = 0.05;

/* A steering pulse, and what the articulation does after it. */
static struct mode sway_of(struct combination *combination, double speed_mps, double pulse_rad)
{
    double angle[SAMPLES];
    kamm_placement at = {.orientation = {1}, .speed_mps = speed_mps};
    kamm_place_combination(combination->combinations, 0, &at, NULL);
    kamm_input *in = kamm_inputs(kamm_combination_cars(combination->combinations, 0));
    in->gear = 0;
    in->steering_wheel_rad = (float)pulse_rad;
    drive_combination(combination, &kamm_flat_ground, 0.3);
    in->steering_wheel_rad = 0;
    drive_combination(combination, &kamm_flat_ground, 0.2);
    for (int i = 0; i < SAMPLES; ++i) {
        angle[i] = hitch_of(combination, 0, 1).articulation_rad;
        drive_combination(combination, &kamm_flat_ground, sample_s);
    }
    return mode_of_signal(angle, SAMPLES, sample_s);
}

/* Where damping goes through 0, from two speeds around it. */
static double critical_of(struct combination *combination, double low, double high)
{
    double a = sway_of(combination, low, 0.02).damping,
           b = sway_of(combination, high, 0.02).damping;
    return low + (high - low) * a / (a - b);
}

static void expect_linear_sway(const struct linear_combination *l, double rate)
{
    struct combination combination = start_example(l, rate);
    const double kmh[] = {50, 80, 100, 120};
    for (int i = 0; i < 4; ++i) {
        struct mode linear = linear_mode(l, kmh[i] / 3.6),
                    mode = sway_of(&combination, kmh[i] / 3.6, 0.05);
        print_message("%g substeps/s, %3g km/h: %.4f Hz, damping %.4f; linear %.4f Hz, %.4f\n",
                      rate, kmh[i], mode.hz, mode.damping, linear.hz, linear.damping);
        expect_share(mode.hz, linear.hz, 0.01);
        /* The rung's step is backward Euler, of first order: it damps by a share of the substep. */
        expect_near(mode.damping, linear.damping, 1.2 / rate);
    }
    double expected = critical_mps(l),
           speed = critical_of(&combination, 0.97 * expected, 1.03 * expected);
    print_message("critical speed %.2f km/h, linear %.2f\n", speed * 3.6, expected * 3.6);
    expect_share(speed, expected, rate < 240 ? 0.04 : 0.03);
    end_combination(&combination);
}

static void sway_is_that_of_the_eigenvalues(void **state)
{
    (void)state;
    const double rates[] = {120, 240, 600, 1200};
    struct linear_combination heavy = example_combination, tail = example_combination,
                              far = example_combination;
    heavy.inertia[1] = 4000;
    tail.to_cg_m = 3.9;
    far.ball_m = 2.75;
    const struct linear_combination *combinations[] = {&example_combination, &heavy, &tail, &far};
    for (int r = 0; r < of_tier(1, 4); ++r)
        for (int i = 0; i < 4; ++i)
            if (rates[i] == 240 || in_long_tier()) expect_linear_sway(combinations[r], rates[i]);
}

/* The linear model of vehicles as compiled: cornering stiffness of the tyres at the loads of the coupled vehicles. */
static struct linear_combination linear_of(const kamm_vehicle_def pair[2],
                                           struct combination *combination)
{
    struct linear_combination l = {.trailer_axles = 1};
    for (int u = 0; u < 2; ++u) {
        l.mass[u] = pair[u].body.mass_kg;
        l.inertia[u] = pair[u].body.yaw_inertia_kgm2;
    }
    l.front_m = pair[0].body.cg_behind_front_axle_m;
    l.rear_m = pair[0].axles[1].behind_front_axle_m - l.front_m;
    l.ball_m = pair[0].hitch.behind_front_axle_m - l.front_m;
    l.to_cg_m = pair[1].body.cg_behind_front_axle_m - pair[1].drawbar.behind_front_axle_m;
    l.to_axle_m = pair[1].axles[1].behind_front_axle_m - pair[1].drawbar.behind_front_axle_m;
    for (int i = 0; i < 3; ++i) {
        kamm_cars *cars = kamm_combination_cars(combination->combinations, i == 2);
        int w = i == 0 ? 0 : 2;
        double load = kamm_read_wheel(cars, 0, w, KAMM_WHEEL_load_n);
        const kamm_tyre_def *tyre = &pair[i == 2].axles[i == 0 ? 0 : 1].tyre;
        struct tyre_constants constants = kamm_tyre_compile(tyre);
        struct tyre_state at = tyre_prepare(&constants, (float)load, 0);
        l.relaxation_m[i] = (double)at.cornering_stiffness / (double)at.carcass_y;
        l.stiffness[i] = 2 * kamm_tyre_summary(&constants, (float)load, 20).cornering_stiffness;
    }
    return l;
}

/* s I - A, whose tyres build their force up over a relaxation length: C / (1 + s sigma / u). */
static double complex determinant(const struct linear_combination *l, double u, double complex at)
{
    double none[ORDER][ORDER], one[ORDER][ORDER], steered[ORDER];
    double complex m[ORDER][ORDER], value = 1;
    struct linear_combination part = *l;
    memset(part.stiffness, 0, sizeof part.stiffness);
    system_of(&part, u, none, steered);
    for (int i = 0; i < ORDER; ++i)
        for (int j = 0; j < ORDER; ++j) m[i][j] = (i == j ? at : 0) - none[i][j];
    for (int a = 0; a < 3; ++a) {
        memset(part.stiffness, 0, sizeof part.stiffness);
        part.stiffness[a] = l->stiffness[a];
        system_of(&part, u, one, steered);
        for (int i = 0; i < ORDER; ++i)
            for (int j = 0; j < ORDER; ++j)
                m[i][j] -= (one[i][j] - none[i][j]) / (1 + at * l->relaxation_m[a] / u);
    }
    for (int k = 0; k < ORDER; ++k) {
        value *= m[k][k];
        for (int i = k + 1; i < ORDER; ++i) {
            double complex f = m[i][k] / m[k][k];
            for (int j = k; j < ORDER; ++j) m[i][j] -= f * m[k][j];
        }
    }
    return value;
}

/* From the mode without relaxation to the one with, by the secant method. */
static struct mode relaxed_mode(const struct linear_combination *l, double u)
{
    struct mode start = linear_mode(l, u);
    double w = 2 * PI * start.hz;
    double complex a = w * (-start.damping + I * sqrt(1 - start.damping * start.damping)),
                   b = 1.02 * a, fa = determinant(l, u, a), fb;
    for (int n = 0; n < 40 && cabs(b - a) > 1e-12; ++n) {
        fb = determinant(l, u, b);
        double complex next = b - fb * (b - a) / (fb - fa);
        a = b, fa = fb, b = next;
    }
    return (struct mode){cabs(b) / (2 * PI), -creal(b) / cabs(b)};
}

/* The pole pair of a signal in which one mode is left. */
static struct mode mode_of_tail(const double *x, int count, double step_s)
{
    double aa = 0, ab = 0, bb = 0, ac = 0, bc = 0;
    for (int k = 2; k < count; ++k) {
        aa += x[k - 1] * x[k - 1], ab += x[k - 1] * x[k - 2], bb += x[k - 2] * x[k - 2];
        ac += x[k] * x[k - 1], bc += x[k] * x[k - 2];
    }
    double d = aa * bb - ab * ab, c1 = (ac * bb - bc * ab) / d, c0 = (bc * aa - ac * ab) / d;
    double complex z = 0.5 * (c1 + csqrt(c1 * c1 + 4 * c0)), pole = clog(z) / step_s;
    return (struct mode){cabs(pole) / (2 * PI), -creal(pole) / cabs(pole)};
}

static struct mode tail_of_sway(struct combination *combination, double speed_mps)
{
    double angle[SAMPLES];
    kamm_placement at = {.orientation = {1}, .speed_mps = speed_mps};
    kamm_place_combination(combination->combinations, 0, &at, NULL);
    kamm_input *in = kamm_inputs(kamm_combination_cars(combination->combinations, 0));
    in->gear = 0;
    drive_combination(combination, &kamm_flat_ground, 3);
    in->steering_wheel_rad = 0.1f;
    drive_combination(combination, &kamm_flat_ground, 0.3);
    in->steering_wheel_rad = 0;
    drive_combination(combination, &kamm_flat_ground, 1.5);
    for (int i = 0; i < SAMPLES; ++i) {
        angle[i] = hitch_of(combination, 0, 1).articulation_rad;
        drive_combination(combination, &kamm_flat_ground, sample_s);
    }
    return mode_of_tail(angle, SAMPLES, sample_s);
}

/* The full model, whose tyres build their force up over a way. */
static void sway_of_the_full_model(void **state)
{
    (void)state;
    kamm_vehicle_def pair[2] = {towing_car(), caravan()};
    for (int u = 0; u < 2; ++u) pair[u].stepping.substeps_per_s = 240;
    take_inertia(&pair[0], pair[0].body.mass_kg, 2000, pair[0].body.cg_behind_front_axle_m);
    take_inertia(&pair[1], 1200, 5000, pair[1].body.cg_behind_front_axle_m);
    /* Nothing makes them roll, on springs or tyres, as that is a way more that force takes to build up. */
    for (int u = 0; u < 2; ++u) pair[u].body.cg_height_m = 0.1;
    pair[0].hitch.height_m = pair[1].drawbar.height_m = sprung_height_m(&pair[0]);
    for (int u = 0; u < 2; ++u)
        for (int a = u; a < 2; ++a)
            pair[u].axles[a].suspension.roll_centre_height_m = sprung_height_m(&pair[u]);
    struct combination combination = start_combination(pair, 2, KAMM_FULL, 1);
    place_combination(&combination, 0, 0);
    drive_combination(&combination, &kamm_flat_ground, 5);
    struct linear_combination l = linear_of(pair, &combination);
    const double kmh[] = {60, 80, 100};
    struct mode mode, linear, last = {0, 0}, last_linear = {0, 0};
    for (int i = 0; i < 3; ++i) {
        if (i) last = mode, last_linear = linear;
        mode = tail_of_sway(&combination, kmh[i] / 3.6);
        linear = relaxed_mode(&l, kmh[i] / 3.6);
        print_message(
            "full, %3g km/h: %.4f Hz, damping %.4f; linear with relaxation %.4f Hz, %.4f\n", kmh[i],
            mode.hz, mode.damping, linear.hz, linear.damping);
        expect_share(mode.hz, linear.hz, 0.01);
        expect_near(mode.damping, linear.damping, 0.01);
    }
    /* Where the damping of the last two speeds goes through 0. */
    double critical = kmh[2] + 20 * mode.damping / (last.damping - mode.damping);
    double expected = kmh[2] + 20 * linear.damping / (last_linear.damping - linear.damping);
    print_message("full: critical speed %.1f km/h, linear %.1f\n", critical, expected);
    expect_share(critical, expected, 0.03);
    end_combination(&combination);
}

/* A tractor and a semitrailer whose tyres are linear in slip and load: 5.5 per rad and load. */
static struct combination start_truck(struct linear_combination *l)
{
    kamm_vehicle_def pair[2] = {tractor(), semitrailer()};
    for (int u = 0; u < 2; ++u) {
        pair[u].stepping.substeps_per_s = 240;
        pair[u].aero.frontal_area_m2 = 0.01;
        pair[u].single_track.equations = KAMM_EQUATIONS_LINEAR;
        pair[u].single_track.friction = 1;
        pair[u].single_track.load_shift_height_m = 1e-3;
        pair[u].single_track.front_cornering_per_rad = 5.5;
        pair[u].single_track.rear_cornering_per_rad = 5.5;
        for (int a = 0; a < pair[u].axles_count; ++a) pair[u].axles[a].tyre.qsy1 = 0;
    }
    const kamm_axle_def *axles = pair[1].axles;
    double eye = pair[1].drawbar.behind_front_axle_m;
    *l = (struct linear_combination){
        .mass = {pair[0].body.mass_kg, pair[1].body.mass_kg},
        .inertia = {pair[0].body.yaw_inertia_kgm2, pair[1].body.yaw_inertia_kgm2},
        .front_m = pair[0].body.cg_behind_front_axle_m,
        .rear_m = pair[0].axles[1].behind_front_axle_m - pair[0].body.cg_behind_front_axle_m,
        .ball_m = pair[0].hitch.behind_front_axle_m - pair[0].body.cg_behind_front_axle_m,
        .to_cg_m = pair[1].body.cg_behind_front_axle_m - eye,
        .to_axle_m = axles[2].behind_front_axle_m - eye,
        .trailer_axles = 3,
        .spread_m = axles[3].behind_front_axle_m - axles[2].behind_front_axle_m,
    };
    double g = GRAVITY_MPS2, wheelbase = l->front_m + l->rear_m;
    double pin = l->mass[1] * g * (1 - l->to_cg_m / l->to_axle_m);
    double rear = (l->mass[0] * g * l->front_m + pin * (l->front_m + l->ball_m)) / wheelbase;
    l->stiffness[0] = 5.5 * (l->mass[0] * g + pin - rear);
    l->stiffness[1] = 5.5 * rear;
    l->stiffness[2] = 5.5 * (l->mass[1] * g - pin);
    return start_combination(pair, 2, KAMM_SINGLE_TRACK, 1);
}

/* Amplitude of the lateral acceleration of a point, by least squares of a line and a sine through its places. */
struct swing {
    double sum[4][5];
};

static void add_sample(struct swing *s, double t, double hz, double y)
{
    const double w = 2 * PI * hz, basis[4] = {1, t, cos(w * t), sin(w * t)};
    for (int i = 0; i < 4; ++i) {
        for (int j = 0; j < 4; ++j) s->sum[i][j] += basis[i] * basis[j];
        s->sum[i][4] += basis[i] * y;
    }
}

static double amplitude_of(struct swing *s)
{
    double(*m)[5] = s->sum;
    for (int k = 0; k < 4; ++k)
        for (int i = 0; i < 4; ++i) {
            if (i == k) continue;
            double f = m[i][k] / m[k][k];
            for (int j = k; j < 5; ++j) m[i][j] -= f * m[k][j];
        }
    return hypot(m[2][4] / m[2][2], m[3][4] / m[3][3]);
}

/* Rearward amplification as ISO 14791 has it: lateral acceleration of the last unit's centre of gravity over that of the first
 * axle, here steered as a steady sine. */
static double rearward_amplification(struct combination *combination,
                                     const struct linear_combination *l, double u, double hz)
{
    struct swing first = {{{0}}}, last = {{{0}}};
    kamm_placement at = {.orientation = {1}, .speed_mps = u};
    kamm_place_combination(combination->combinations, 0, &at, NULL);
    kamm_cars *units[] = {kamm_combination_cars(combination->combinations, 0),
                          kamm_combination_cars(combination->combinations, 1)};
    kamm_input *in = kamm_inputs(units[0]);
    in->gear = 0;
    int period = (int)(240 / hz + 0.5);
    double own_hz = 240.0 / period;
    for (int n = 0; n < 9 * period; ++n) {
        in->steering_wheel_rad = 0.05f * (float)sin(2 * PI * n / period);
        kamm_step_combinations(combination->combinations, &kamm_flat_ground, 1);
        if (n < 5 * period) continue;
        double yaw = kamm_read(units[0], 0, KAMM_CHANNEL_yaw_rad);
        add_sample(&first, n / 240.0, own_hz,
                   kamm_read(units[0], 0, KAMM_CHANNEL_y_m) + l->front_m * sin(yaw));
        add_sample(&last, n / 240.0, own_hz, kamm_read(units[1], 0, KAMM_CHANNEL_y_m));
    }
    return amplitude_of(&last) / amplitude_of(&first);
}

static double linear_amplification(const struct linear_combination *l, double u, double hz)
{
    double complex x[ORDER], iw = 2 * PI * hz * I;
    linear_response(l, u, hz, x);
    double complex first = iw * (x[0] + l->front_m * x[1]) + u * x[1];
    double complex last = iw * (x[0] - l->ball_m * x[1] - l->to_cg_m * x[2]) + u * x[1];
    return cabs(last) / cabs(first);
}

/* Bend in a wide turn per yaw rate, at once what the trailer tracks inwards or, fast, outwards by. */
static double steady_bend(struct combination *combination, double u, double *yaw_rate)
{
    kamm_placement at = {.orientation = {1}, .speed_mps = u};
    kamm_place_combination(combination->combinations, 0, &at, NULL);
    kamm_input *in = kamm_inputs(kamm_combination_cars(combination->combinations, 0));
    in->gear = 0;
    in->steering_wheel_rad = 0.05f;
    drive_combination(combination, &kamm_flat_ground, 20);
    *yaw_rate = kamm_read(kamm_combination_cars(combination->combinations, 0), 0,
                          KAMM_CHANNEL_yaw_rate_radps);
    return hitch_of(combination, 0, 1).articulation_rad;
}

static void trucks_answer_as_the_linear_model(void **state)
{
    (void)state;
    struct linear_combination l;
    struct combination combination = start_truck(&l);
    const double hz[] = {0.2, 0.4, 0.6}, kmh[] = {40, 80, 100};
    for (int i = 0; i < 3; ++i) {
        double complex x[ORDER];
        double u = kmh[i] / 3.6, yaw_rate, bend = steady_bend(&combination, u, &yaw_rate);
        linear_response(&l, u, 0, x);
        print_message("truck, %3g km/h: bends by %.4f rad per rad/s, linear %.4f\n", kmh[i],
                      bend / yaw_rate, creal(x[3] / x[1]));
        expect_share(bend / yaw_rate, creal(x[3] / x[1]), 0.02);
        for (int k = 0; k < 3; ++k) {
            double is = rearward_amplification(&combination, &l, u, hz[k]),
                   linear = linear_amplification(&l, u, hz[k]);
            print_message("truck, %3g km/h, %.1f Hz: rearward amplification %.4f, linear %.4f\n",
                          kmh[i], hz[k], is, linear);
            expect_share(is, linear, 0.03);
        }
    }
    end_combination(&combination);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_linear_model_is_right),
        cmocka_unit_test(sway_is_that_of_the_eigenvalues),
        cmocka_unit_test(sway_of_the_full_model),
        cmocka_unit_test(trucks_answer_as_the_linear_model),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
