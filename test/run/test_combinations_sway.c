/* Sway of a car and its caravan against the eigenvalues of the linear model.
 *
 * The linear model has two units in the plane at constant speed u, with the sideslip velocity v of the car, its yaw rate r, the
 * caravan's yaw rate s and the articulation t = caravan's heading less the car's. Newton's and Euler's laws for small angles with
 * the hitch force eliminated by virtual work (H. B. Pacejka, Tire and Vehicle Dynamics, 3rd ed., ch. 1.3 and 11.2 has the same
 * model with a ball behind the axle). */
#include "part/tyre/tyre.h"
#include "support/tier.h"
#include "support/trailers.h"

#include <complex.h>
#include <math.h>
#include <string.h>

enum { ORDER = 4 };

struct linear_rig {
    double mass[2], inertia[2];
    double front_m, rear_m, ball_m; /* of the car, from its centre of gravity */
    double to_cg_m, to_axle_m;      /* of the caravan, from the ball */
    double stiffness[3];            /* front, rear, caravan: N/rad of the axle */
    double relaxation_m[3];
};

/* Roots of z^4 + c[3] z^3 + … + c[0], by Durand and Kerner. */
static void find_roots(const double c[ORDER], double complex root[ORDER])
{
    double scale = 0;
    for (int i = 0; i < ORDER; ++i) scale = fmax(scale, pow(fabs(c[i]), 1.0 / (ORDER - i)));
    for (int i = 0; i < ORDER; ++i) root[i] = scale * cpow(0.4 + 0.9 * I, i);
    for (int n = 0; n < 500; ++n)
        for (int i = 0; i < ORDER; ++i) {
            double complex z = root[i], value = 1, apart = 1;
            for (int k = ORDER - 1; k >= 0; --k) value = value * z + c[k];
            for (int k = 0; k < ORDER; ++k)
                if (k != i) apart *= z - root[k];
            root[i] -= value / apart;
        }
}

/* The characteristic polynomial, by Faddeev and LeVerrier. */
static void characteristic(double a[ORDER][ORDER], double c[ORDER])
{
    double m[ORDER][ORDER] = {{0}}, next[ORDER][ORDER], last = 1;
    for (int k = 1; k <= ORDER; ++k) {
        double trace = 0;
        for (int i = 0; i < ORDER; ++i)
            for (int j = 0; j < ORDER; ++j) {
                next[i][j] = i == j ? last : 0;
                for (int n = 0; n < ORDER; ++n) next[i][j] += a[i][n] * m[n][j];
            }
        memcpy(m, next, sizeof m);
        for (int i = 0; i < ORDER; ++i)
            for (int n = 0; n < ORDER; ++n) trace += a[i][n] * m[n][i];
        last = c[ORDER - k] = -trace / k;
    }
}

/* x = A^-1 b of three equations, for each of four columns. */
static void solve_three(double a[3][3], double b[3][ORDER])
{
    for (int k = 0; k < 3; ++k)
        for (int i = 0; i < 3; ++i) {
            if (i == k) continue;
            double f = a[i][k] / a[k][k];
            for (int j = 0; j < 3; ++j) a[i][j] -= f * a[k][j];
            for (int j = 0; j < ORDER; ++j) b[i][j] -= f * b[k][j];
        }
    for (int k = 0; k < 3; ++k)
        for (int j = 0; j < ORDER; ++j) b[k][j] /= a[k][k];
}

/* States v, r, s, t. The caravan's points lie at y = y_car - ball * heading - d * heading of the caravan. */
static void system_of(const struct linear_rig *l, double u, double a[ORDER][ORDER])
{
    double h = l->ball_m, d = l->to_cg_m, m2 = l->mass[1];
    double mass[3][3] = {
        {l->mass[0] + m2, -m2 * h, -m2 * d},
        {-m2 * h, l->inertia[0] + m2 * h * h, m2 * h * d},
        {-m2 * d, m2 * h * d, l->inertia[1] + m2 * d * d},
    };
    /* m (dv/dt + u r) of both: the caravan's lateral acceleration has u r as well, in the car's axes. */
    double b[3][ORDER] = {
        {0, -(l->mass[0] + m2) * u, 0, 0}, {0, m2 * h * u, 0, 0}, {0, m2 * d * u, 0, 0}};
    /* Each axle: its lateral velocity over u, less its heading, and how a force there works on v, r, s. */
    const double arm[3][3] = {{1, l->front_m, 0}, {1, -l->rear_m, 0}, {1, -h, -l->to_axle_m}};
    for (int i = 0; i < 3; ++i)
        for (int row = 0; row < 3; ++row) {
            double work = arm[i][row] * l->stiffness[i];
            for (int k = 0; k < 3; ++k) b[row][k] -= work * arm[i][k] / u;
            if (i == 2) b[row][3] += work;
        }
    solve_three(mass, b);
    memcpy(a, b, sizeof b);
    memcpy(a[3], (const double[ORDER]){0, -1, 1, 0}, sizeof a[3]);
}

struct mode {
    double hz, damping;
};

/* The least damped pair. */
static struct mode worst_of(const double complex root[ORDER])
{
    struct mode worst = {0, 2};
    for (int i = 0; i < ORDER; ++i) {
        double damping = -creal(root[i]) / cabs(root[i]);
        if (fabs(cimag(root[i])) > 0.1 && damping < worst.damping)
            worst = (struct mode){cabs(root[i]) / (2 * PI), damping};
    }
    return worst;
}

static struct mode linear_mode(const struct linear_rig *l, double u)
{
    double a[ORDER][ORDER], c[ORDER];
    double complex root[ORDER];
    system_of(l, u, a);
    characteristic(a, c);
    find_roots(c, root);
    return worst_of(root);
}

static double critical_mps(const struct linear_rig *l)
{
    double low = 10, high = 100;
    while (high - low > 1e-4) {
        double middle = 0.5 * (low + high);
        *(linear_mode(l, middle).damping > 0 ? &low : &high) = middle;
    }
    return low;
}

/* A made-up car and caravan whose figures are easily checked. */
static const struct linear_rig example = {
    .mass = {1500, 1200},
    .inertia = {2500, 2000},
    .front_m = 1.25,
    .rear_m = 1.45,
    .ball_m = 2.45,
    .to_cg_m = 3.8,
    .to_axle_m = 4,
    .stiffness = {100e3, 110e3, 80e3},
};

/* Worked out by another program: frequency and damping at 50 to 120 km/h, and the critical speed. */
static void the_linear_model_is_right(void **state)
{
    (void)state;
    const double kmh[] = {50, 80, 100, 120}, hz[] = {0.634, 0.618, 0.607, 0.598},
                 damping[] = {0.499, 0.242, 0.151, 0.089};
    for (int i = 0; i < 4; ++i) {
        struct mode mode = linear_mode(&example, kmh[i] / 3.6);
        expect_near(mode.hz, hz[i], 0.001);
        expect_near(mode.damping, damping[i], 0.001);
    }
    expect_near(critical_mps(&example) * 3.6, 164, 0.6);
}

static void take_inertia(kamm_vehicle_def *def, double mass, double yaw_inertia, double cg_behind)
{
    def->body.mass_kg = mass;
    def->body.yaw_inertia_kgm2 = yaw_inertia;
    def->body.cg_behind_front_axle_m = cg_behind;
    def->aero.frontal_area_m2 = 0.01; /* no air */
    for (int a = 0; a < 2; ++a)
        def->axles[a].tyre.qsy1 = def->axles[a].tyre.qsy2 = def->axles[a].tyre.qsy3 = 0;
}

/* The example as vehicles, with tyres linear without limit. */
static struct rig start_example(const struct linear_rig *l, double rate)
{
    kamm_vehicle_def pair[2] = {towing_car(), caravan()};
    double wheelbase = l->front_m + l->rear_m, jockey = 0.4, g = GRAVITY_MPS2;
    take_inertia(&pair[0], l->mass[0], l->inertia[0], l->front_m);
    pair[0].axles[1].behind_front_axle_m = wheelbase;
    pair[0].hitch.behind_front_axle_m = l->front_m + l->ball_m;
    take_inertia(&pair[1], l->mass[1], l->inertia[1], l->to_cg_m - jockey);
    pair[1].axles[1].behind_front_axle_m = l->to_axle_m - jockey;
    pair[1].drawbar.behind_front_axle_m = -jockey;
    double nose = l->mass[1] * g * (1 - l->to_cg_m / l->to_axle_m),
           overhang = l->ball_m - l->rear_m;
    double load[3] = {l->mass[0] * g * l->rear_m / wheelbase - nose * overhang / wheelbase,
                      l->mass[0] * g * l->front_m / wheelbase + nose * (1 + overhang / wheelbase),
                      l->mass[1] * g - nose};
    for (int u = 0; u < 2; ++u) {
        pair[u].stepping.substeps_per_s = rate;
        pair[u].single_track.equations = KAMM_EQUATIONS_LINEAR;
        pair[u].single_track.friction = 1;
        pair[u].single_track.load_shift_height_m = 1e-3;
        pair[u].single_track.front_cornering_per_rad = u ? 20 : l->stiffness[0] / load[0];
        pair[u].single_track.rear_cornering_per_rad = l->stiffness[1 + u] / load[1 + u];
    }
    return start_rig(pair, 2, KAMM_SINGLE_TRACK, 1);
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
static struct mode sway_of(struct rig *rig, double speed_mps, double pulse_rad)
{
    double angle[SAMPLES];
    kamm_placement at = {.orientation = {1}, .speed_mps = speed_mps};
    kamm_place_combination(rig->rigs, 0, &at, NULL);
    kamm_input *in = kamm_inputs(kamm_combination_cars(rig->rigs, 0));
    in->gear = 0;
    in->steering_wheel_rad = (float)pulse_rad;
    drive_rig(rig, &kamm_flat_ground, 0.3);
    in->steering_wheel_rad = 0;
    drive_rig(rig, &kamm_flat_ground, 0.2);
    for (int i = 0; i < SAMPLES; ++i) {
        angle[i] = hitch_of(rig, 0, 1).articulation_rad;
        drive_rig(rig, &kamm_flat_ground, sample_s);
    }
    return mode_of_signal(angle, SAMPLES, sample_s);
}

/* Where damping goes through 0, from two speeds around it. */
static double critical_of(struct rig *rig, double low, double high)
{
    double a = sway_of(rig, low, 0.02).damping, b = sway_of(rig, high, 0.02).damping;
    return low + (high - low) * a / (a - b);
}

static void expect_linear_sway(const struct linear_rig *l, double rate)
{
    struct rig rig = start_example(l, rate);
    const double kmh[] = {50, 80, 100, 120};
    for (int i = 0; i < 4; ++i) {
        struct mode linear = linear_mode(l, kmh[i] / 3.6), mode = sway_of(&rig, kmh[i] / 3.6, 0.05);
        print_message("%g substeps/s, %3g km/h: %.4f Hz, damping %.4f; linear %.4f Hz, %.4f\n",
                      rate, kmh[i], mode.hz, mode.damping, linear.hz, linear.damping);
        expect_share(mode.hz, linear.hz, 0.01);
        /* The rung's step is backward Euler, of first order: it damps by a share of the substep. */
        expect_near(mode.damping, linear.damping, 1.2 / rate);
    }
    double expected = critical_mps(l), speed = critical_of(&rig, 0.97 * expected, 1.03 * expected);
    print_message("critical speed %.2f km/h, linear %.2f\n", speed * 3.6, expected * 3.6);
    expect_share(speed, expected, rate < 240 ? 0.04 : 0.03);
    end_rig(&rig);
}

static void sway_is_that_of_the_eigenvalues(void **state)
{
    (void)state;
    const double rates[] = {120, 240, 600, 1200};
    struct linear_rig heavy = example, tail = example, far = example;
    heavy.inertia[1] = 4000;
    tail.to_cg_m = 3.9;
    far.ball_m = 2.75;
    const struct linear_rig *rigs[] = {&example, &heavy, &tail, &far};
    for (int r = 0; r < of_tier(1, 4); ++r)
        for (int i = 0; i < 4; ++i)
            if (rates[i] == 240 || in_long_tier()) expect_linear_sway(rigs[r], rates[i]);
}

/* The linear model of vehicles as compiled: cornering stiffness of the tyres at the loads of the coupled vehicles. */
static struct linear_rig linear_of(const kamm_vehicle_def pair[2], struct rig *rig)
{
    struct linear_rig l;
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
        kamm_cars *cars = kamm_combination_cars(rig->rigs, i == 2);
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
static double complex determinant(const struct linear_rig *l, double u, double complex at)
{
    double none[ORDER][ORDER], one[ORDER][ORDER];
    double complex m[ORDER][ORDER], value = 1;
    struct linear_rig part = *l;
    memset(part.stiffness, 0, sizeof part.stiffness);
    system_of(&part, u, none);
    for (int i = 0; i < ORDER; ++i)
        for (int j = 0; j < ORDER; ++j) m[i][j] = (i == j ? at : 0) - none[i][j];
    for (int a = 0; a < 3; ++a) {
        memset(part.stiffness, 0, sizeof part.stiffness);
        part.stiffness[a] = l->stiffness[a];
        system_of(&part, u, one);
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
static struct mode relaxed_mode(const struct linear_rig *l, double u)
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

static struct mode tail_of_sway(struct rig *rig, double speed_mps)
{
    double angle[SAMPLES];
    kamm_placement at = {.orientation = {1}, .speed_mps = speed_mps};
    kamm_place_combination(rig->rigs, 0, &at, NULL);
    kamm_input *in = kamm_inputs(kamm_combination_cars(rig->rigs, 0));
    in->gear = 0;
    drive_rig(rig, &kamm_flat_ground, 3);
    in->steering_wheel_rad = 0.1f;
    drive_rig(rig, &kamm_flat_ground, 0.3);
    in->steering_wheel_rad = 0;
    drive_rig(rig, &kamm_flat_ground, 1.5);
    for (int i = 0; i < SAMPLES; ++i) {
        angle[i] = hitch_of(rig, 0, 1).articulation_rad;
        drive_rig(rig, &kamm_flat_ground, sample_s);
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
    struct rig rig = start_rig(pair, 2, KAMM_FULL, 1);
    place_rig(&rig, 0, 0);
    drive_rig(&rig, &kamm_flat_ground, 5);
    struct linear_rig l = linear_of(pair, &rig);
    const double kmh[] = {60, 80, 100};
    struct mode mode, linear, last = {0, 0}, last_linear = {0, 0};
    for (int i = 0; i < 3; ++i) {
        if (i) last = mode, last_linear = linear;
        mode = tail_of_sway(&rig, kmh[i] / 3.6);
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
    end_rig(&rig);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_linear_model_is_right),
        cmocka_unit_test(sway_is_that_of_the_eigenvalues),
        cmocka_unit_test(sway_of_the_full_model),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
