/* Play of drive shafts between two inertias: energy, period, and a load change against an exact solution in small steps.
 * KAMM_QUICK_TESTS leaves this out: others reach its code. */
#include "support/cars.h"
#include "support/tier.h"

#include "part/clutch.h"
#include "vehicle/shafts_compile.h"

#include <math.h>

static const double rates[] = {60, 120, 240, 600, 1200};

/* Engine and wheels, both at the wheels. */
struct pair {
    double engine_kgm2, wheels_kgm2, stiffness, damping, play_rad;
};

static struct shaft_constants shaft_of(const struct pair *p, double rate)
{
    struct shaft_constants c = {.driving_loss = 0};
    double per_inertia = 1 / p->engine_kgm2 + 1 / p->wheels_kgm2;
    kamm_compile_shaft_spring(p->stiffness, p->damping, per_inertia, 1 / rate, &c);
    kamm_compile_shaft_play(p->play_rad, per_inertia, 1 / rate, &c);
    return c;
}

static double bend_of(double twist, double play_rad)
{
    return copysign(fmax(fabs(twist) - play_rad / 2, 0), twist);
}

/* Between impacts all of the energy of the swing is in the speeds: it falls from flight to flight. `heavier`: inertias that are larger than
 * the constants are made for. */
static double worst_gain(const struct pair *p, double rate, double start_radps, double heavier)
{
    struct shaft_constants c = shaft_of(p, rate);
    float dt = (float)(1 / rate), twist = 0;
    double engine = start_radps, wheels = 0, last = 1e30, worst = 0;
    for (int n = 0; n < of_tier(4000, 40000); ++n) {
        double difference = engine - wheels, energy = difference * difference;
        struct shaft_state s = shaft_twist(&c, twist, (float)difference, 1e9f, dt);
        if (!(fabsf(shaft_bend(&c, s.twist_rad)) > 0)) {
            expect_near(s.torque_nm, 0, 0);
            worst = fmax(worst, energy / last - 1);
            last = energy;
        }
        twist = s.twist_rad;
        engine -= (double)s.torque_nm / (p->engine_kgm2 * heavier) / rate;
        wheels += (double)s.torque_nm / (p->wheels_kgm2 * heavier) / rate;
    }
    return worst;
}

static void no_impact_gives_energy(void **state)
{
    (void)state;
    static const double stiffness[] = {500, 8000, 3e4, 3e5, 1e7};
    int runs = 0;
    for (int k = 0; k < 5; ++k)
        for (int i = 0; i < 5; ++i)
            for (int start = 0; start < 4; ++start)
                for (int heavier = 1; heavier < 9; heavier += 3) {
                    struct pair p = {12, 2.5, stiffness[k], start % 2 ? 30 : 0, 0.07};
                    double gain = worst_gain(&p, rates[i], 0.7 + 1.3 * start * start, heavier);
                    expect_below(gain, 1e-5);
                    ++runs;
                }
    print_message("%d swings without a gain\n", runs);
}

/* 2 pi / omega for both halves in the spring, and the play twice at the speed that the spring gives: T = 2 pi / omega + 2 play / (omega A). */
static void the_period_is_the_closed_form(void **state)
{
    (void)state;
    for (int i = 0; i < 5; ++i) {
        struct pair p = {12, 2.5, 8000, 0, 0.08};
        struct shaft_constants c = shaft_of(&p, rates[i]);
        double omega = sqrt(p.stiffness * (1 / p.engine_kgm2 + 1 / p.wheels_kgm2)), bent = 0.06;
        double expected = 2 * PI / omega + 2 * p.play_rad / (omega * bent);
        float dt = (float)(1 / rates[i]), twist = (float)(p.play_rad / 2 + bent);
        double engine = 0, wheels = 0, first = -1, last = 0;
        int crossings = 0;
        for (int n = 0; crossings < 3; ++n) { /* as long as impacts have not taken much */
            struct shaft_state s = shaft_twist(&c, twist, (float)(engine - wheels), 1e9f, dt);
            if (twist <= 0 && s.twist_rad > 0) {
                last = (n - (double)twist / (double)(s.twist_rad - twist)) / rates[i];
                if (!crossings++) first = last;
            }
            twist = s.twist_rad;
            engine -= (double)s.torque_nm / p.engine_kgm2 / rates[i];
            wheels += (double)s.torque_nm / p.wheels_kgm2 / rates[i];
        }
        double period = (last - first) / 2;
        print_message("%4g /s: period %.4f s, closed form %.4f s\n", rates[i], period, expected);
        expect_share(period, expected, 60 / rates[i] * 0.25 + 0.005);
    }
}

/* ---- a load change ---- */

struct clunk {
    double delay_s; /* until the other flanks meet */
    double peak_nm, peak_s, next_s;
};

static void note_clunk(struct clunk *clunk, double time, double torque, double *before, int *falls)
{
    if (!(clunk->delay_s > 0) && torque > 0) clunk->delay_s = time;
    if (torque > clunk->peak_nm && *falls == 0) clunk->peak_nm = torque, clunk->peak_s = time;
    if (*falls == 0 && torque < *before && torque > 0) *falls = 1;
    if (*falls == 1 && torque > *before) *falls = 2; /* the first valley is past */
    if (*falls == 2 && torque < *before) *falls = 3, clunk->next_s = time;
    *before = torque;
}

/* Engine braking turns into drive in 50 ms, as by a pedal that is pressed down at once. */
static double engine_nm(double time) { return -150 + 950 * fmin(fmax(time / 0.05, 0), 1); }

static struct clunk exact_tip_in(const struct pair *p)
{
    const double dt = 2e-6;
    struct clunk clunk = {0};
    double wheels_nm = 150 * p->wheels_kgm2 / (p->engine_kgm2 + p->wheels_kgm2), before = 0;
    double twist = -p->play_rad / 2 - wheels_nm / p->stiffness, engine = 0, wheels = 0;
    int falls = 0;
    for (int n = 0; n * dt < 1; ++n) {
        double bend = bend_of(twist, p->play_rad), torque = 0;
        if (bend > 0) torque = fmax(p->stiffness * bend + p->damping * (engine - wheels), 0);
        if (bend < 0) torque = fmin(p->stiffness * bend + p->damping * (engine - wheels), 0);
        engine += (engine_nm(n * dt) - torque) / p->engine_kgm2 * dt;
        wheels += torque / p->wheels_kgm2 * dt;
        twist += (engine - wheels) * dt;
        note_clunk(&clunk, n * dt, torque, &before, &falls);
    }
    return clunk;
}

static struct clunk stepped_tip_in(const struct pair *p, double rate)
{
    struct shaft_constants c = shaft_of(p, rate);
    struct clunk clunk = {0};
    double wheels_nm = 150 * p->wheels_kgm2 / (p->engine_kgm2 + p->wheels_kgm2), before = 0;
    float twist = (float)(-p->play_rad / 2) - (float)wheels_nm / c.stiffness_nm_per_rad;
    double engine = 0, wheels = 0;
    int falls = 0;
    for (int n = 0; n < (int)rate; ++n) {
        struct shaft_state s =
            shaft_twist(&c, twist, (float)(engine - wheels), 1e9f, (float)(1 / rate));
        twist = s.twist_rad;
        engine += (engine_nm((n + 0.5) / rate) - (double)s.torque_nm) / p->engine_kgm2 / rate;
        wheels += (double)s.torque_nm / p->wheels_kgm2 / rate;
        note_clunk(&clunk, (n + 0.5) / rate, (double)s.torque_nm, &before, &falls);
    }
    return clunk;
}

static void a_load_change_knocks_as_the_exact_solution_does(void **state)
{
    (void)state;
    const struct pair pairs[] = {
        {13, 120, 9000, 60, 0.06}, {30, 120, 9000, 40, 0.1}, {4, 90, 7000, 30, 0.03}};
    for (int p = 0; p < 3; ++p) {
        struct clunk exact = exact_tip_in(&pairs[p]);
        for (int i = 0; i < 5; ++i) {
            struct clunk got = stepped_tip_in(&pairs[p], rates[i]);
            print_message(
                "play %.2f rad, %4g /s: meets after %.4f s (exact %.4f), peak %.0f N.m (%.0f) at %.4f s (%.4f), "
                "next %.4f s (%.4f)\n",
                pairs[p].play_rad, rates[i], got.delay_s, exact.delay_s, got.peak_nm, exact.peak_nm,
                got.peak_s, exact.peak_s, got.next_s, exact.next_s);
            expect_near(got.delay_s, exact.delay_s, 1.2 / rates[i]);
            expect_share(got.peak_nm, exact.peak_nm, 0.01 + 9 / rates[i]);
            expect_near(got.peak_s, exact.peak_s, 1.6 / rates[i]);
            expect_near(got.next_s, exact.next_s, 3 / rates[i]);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_impact_gives_energy),
        cmocka_unit_test(the_period_is_the_closed_form),
        cmocka_unit_test(a_load_change_knocks_as_the_exact_solution_does),
    };
    return cmocka_run_group_tests_name("shaft_play", tests, NULL, NULL);
}
