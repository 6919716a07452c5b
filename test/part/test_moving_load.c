/* Liquid in tanks that are held: frequencies, decay, tilt and stops against closed forms.
 * KAMM_QUICK_TESTS leaves this out: others reach its code. */
#include "support/cars.h"

#include "part/moving_load.h"
#include "vehicle/tank_compile.h"

#include <math.h>

static const double rates[] = {60, 120, 240, 600, 1200};
enum { RATES = sizeof rates / sizeof *rates };

static kamm_tank_def tank_of(int shape, double fill)
{
    kamm_vehicle_def def = kamm_default_vehicle();
    def.tank.shape = shape, def.tank.fill = fill;
    def.tank.length_m = 6, def.tank.width_m = 2.2, def.tank.height_m = 1.8;
    return def.tank;
}

/* One of the two swings of a tank, as the model has it. */
static struct load_constants load_of(const struct tank *tank, int freedom, double damping_ratio)
{
    const struct swing *swing = &tank->swing[freedom];
    struct load_constants load = {.mass_kg = (float)swing->mass_kg,
                                  .round = (float)(freedom == ASIDE && tank->is_round)};
    load.freedom[freedom] = (struct freedom_constants){
        .on = 1,
        .per_radius = (float)(1 / swing->radius_m),
        .damping_per_s = (float)(2 * damping_ratio * sqrt(GRAVITY_MPS2 / swing->radius_m)),
        .reach_m = (float)swing->reach_m,
        .stop_per_s2 = 900,
        .stop_damping_per_s = 60,
    };
    return load;
}

/* A substep as the kernel has it, of a load whose tank is held under that gravity. */
static void swing_once(const struct load_constants *load, int i, vec3 gravity, float dt,
                       struct load_motion *motion)
{
    const vec3 still = {0, 0, 0};
    motion->u_m[i] += 0.5f * dt * motion->rate_mps[i];
    struct load_place p = load_place_at(load, motion);
    float acceleration = 0;
    for (int round = 0; round < 3; ++round) {
        float rate[FREEDOMS] = {0};
        rate[i] = motion->rate_mps[i] + 0.5f * dt * acceleration;
        vec3 bias = vec3_sub(load_bias(&p, rate, still), gravity);
        float along = vec3_dot(p.path[i], bias);
        struct load_force f = load_force_of(&load->freedom[i], motion->u_m[i], motion->rate_mps[i],
                                            p.squared[i], -along / p.squared[i], dt);
        acceleration = (f.q - along) / (p.squared[i] + f.e);
    }
    motion->rate_mps[i] += dt * acceleration;
    motion->u_m[i] += 0.5f * dt * motion->rate_mps[i];
}

static double energy_of(const struct load_constants *load, int i, const struct load_motion *motion)
{
    struct load_place p = load_place_at(load, motion);
    double rate = motion->rate_mps[i];
    double deep = fmax(fabs((double)motion->u_m[i]) - load->freedom[i].reach_m, 0);
    return GRAVITY_MPS2 * p.at.z + 0.5 * rate * rate * p.squared[i] +
           0.5 * load->freedom[i].stop_per_s2 * deep * deep;
}

static const vec3 weight = {0, 0, -(float)GRAVITY_MPS2};

/* Seconds of ten periods, by the crossings of a swing that is released; and the share that is left of it then. */
static double ten_periods_s(const struct load_constants *load, int i, double rate, double start_m,
                            double *left)
{
    struct load_motion motion = {.u_m = {0}};
    double before = 0, first = 0, last = 0, peak = 0;
    int crossings = 0;
    motion.u_m[i] = (float)start_m;
    for (int n = 1; crossings < 21; ++n) {
        double was = motion.u_m[i];
        swing_once(load, i, weight, (float)(1 / rate), &motion);
        double is = motion.u_m[i];
        if (crossings == 20) peak = fmax(peak, fabs(is));
        if (was * is >= 0) continue;
        before = (n - 1 + was / (was - is)) / rate;
        if (++crossings == 1) first = before;
        if (crossings == 21) last = before;
    }
    *left = peak / start_m;
    return last - first;
}

static void frequencies_and_decay_are_those_of_theory(void **state)
{
    (void)state;
    for (int shape = KAMM_TANK_RECTANGULAR; shape <= KAMM_TANK_CYLINDER; ++shape)
        for (int n = 0; n < 5; ++n)
            for (int i = 0; i < FREEDOMS; ++i)
                for (int r = 0; r < RATES; ++r) {
                    double fill = 0.15 + 0.175 * n, zeta = 0.02, left;
                    kamm_tank_def def = tank_of(shape, fill);
                    const struct tank tank = kamm_tank_of(&def);
                    struct load_constants load = load_of(&tank, i, zeta);
                    double k = PI / (i == ALONG ? 6 : 2.2), depth = fill * 1.8;
                    double omega = sqrt(GRAVITY_MPS2 * k * tanh(k * depth));
                    if (shape == KAMM_TANK_CYLINDER)
                        omega = sqrt(GRAVITY_MPS2 / tank.swing[i].radius_m);
                    double start = 0.02 * tank.swing[i].radius_m;
                    double period = 2 * PI / omega / sqrt(1 - zeta * zeta);
                    expect_share(ten_periods_s(&load, i, rates[r], start, &left), 10 * period,
                                 0.01);
                    /* the last peak is ten and a quarter periods after the start */
                    expect_share(-log(left) / (2 * PI * 10 * zeta), 1, 0.03);
                }
}

/* P. McIver 1989 has 1.3557 for a cylinder that is half full; a film at the bottom is a pendulum of the tank's radius. */
static void modes_of_cylinders_are_the_published_ones(void **state)
{
    (void)state;
    expect_near(kamm_cylinder_mode(0.5), 1.3557, 2e-4);
    expect_near(kamm_cylinder_mode(0.05), 1, 0.03);
}

/* The masses of the first mode: 8 tanh(k h) / (pi^3 h / a) of a rectangular tank, here 1.4 % more. */
static void masses_are_those_of_the_first_mode(void **state)
{
    (void)state;
    for (int n = 0; n < 5; ++n) {
        double fill = 0.1 + 0.2 * n, share = fill * 1.8 / 2.2;
        kamm_tank_def def = tank_of(KAMM_TANK_RECTANGULAR, fill);
        const struct tank tank = kamm_tank_of(&def);
        double first = 8 * tanh(PI * share) / (PI * PI * PI * share);
        expect_share(tank.swing[1].mass_kg / tank.mass_kg, first, 0.015);
        expect_share(tank.mass_kg, 1000 * 6 * 2.2 * 1.8 * fill, 1e-9);
    }
}

/* The centre of a liquid whose level surface is tilted: on a parabola by b^2 tan / (12 h) as long as it wets bottom and
 * walls alone, in a round tank on a circle about the axis. */
static void tilted_liquid_shifts_as_hydrostatics_say(void **state)
{
    (void)state;
    for (int shape = KAMM_TANK_RECTANGULAR; shape <= KAMM_TANK_CYLINDER; ++shape)
        for (int n = 1; n < 8; ++n) {
            double slope = 0.1 * n, fill = 0.5;
            kamm_tank_def def = tank_of(shape, fill);
            const struct tank tank = kamm_tank_of(&def);
            struct load_constants load = load_of(&tank, ASIDE, 0.3);
            struct load_motion motion = {.u_m = {0}};
            const vec3 gravity = {0, (float)(slope * GRAVITY_MPS2), -(float)GRAVITY_MPS2};
            for (int s = 0; s < 240 * 40; ++s)
                swing_once(&load, ASIDE, gravity, 1.0f / 240, &motion);
            struct load_place p = load_place_at(&load, &motion);
            double share = tank.swing[1].mass_kg / tank.mass_kg, angle = atan(slope);
            double below = 4 * 0.9 / (3 * PI), depth = 0.9;
            int is_round = shape == KAMM_TANK_CYLINDER;
            double aside = is_round ? below * sin(angle) : 2.2 * 2.2 * slope / (12 * depth);
            double rise =
                is_round ? below * (1 - cos(angle)) : 2.2 * 2.2 * slope * slope / (24 * depth);
            expect_share(share * p.at.y, aside, 0.001);
            expect_share(share * p.at.z, rise, 0.002);
        }
}

/* Thrown against its stop it keeps a small part of its speed, and energy never rises. */
static void stops_are_inelastic(void **state)
{
    (void)state;
    double worst = 0;
    for (int shape = KAMM_TANK_RECTANGULAR; shape <= KAMM_TANK_CYLINDER; ++shape)
        for (int r = 0; r < RATES; ++r)
            for (int side = -1; side <= 1; side += 2) {
                kamm_tank_def def = tank_of(shape, 0.6);
                const struct tank tank = kamm_tank_of(&def);
                struct load_constants load = load_of(&tank, ASIDE, 0);
                struct load_motion motion = {.rate_mps = {0, 9.0f * side}};
                double before = energy_of(&load, ASIDE, &motion), most = before, deepest = 0;
                for (int s = 0; s < 6 * rates[r]; ++s) {
                    swing_once(&load, ASIDE, weight, (float)(1 / rates[r]), &motion);
                    most = fmax(most, energy_of(&load, ASIDE, &motion));
                    deepest = fmax(deepest, fabs((double)motion.u_m[ASIDE]));
                }
                worst = fmax(worst, most / before);
                expect_above(deepest, load.freedom[ASIDE].reach_m);
                expect_below(deepest, load.freedom[ASIDE].reach_m + 0.2);
                expect_below(energy_of(&load, ASIDE, &motion), 0.98 * before);
            }
    print_message("energy against a stop: at most %.4f times what it was\n", worst);
    expect_below(worst, 1.0005);
}

/* Restitution of a spring and a damper that never pull (T. Schwager and T. Poeschel, Coefficient of restitution and linear-dashpot
 * model revisited, 2007); at any rate and damping a stop gives back no more than it took. */
static void a_load_comes_back_as_its_damping_says(void **state)
{
    (void)state;
    const double dampings[] = {0.1, 0.3, 0.5, 0.9}, omegas[] = {5, 30, 150};
    const vec3 none = {0, 0, 0};
    for (int d = 0; d < 4; ++d)
        for (int o = 0; o < 3; ++o)
            for (int r = 0; r < RATES; ++r)
                for (int side = -1; side <= 1; side += 2) {
                    double zeta = dampings[d], omega = omegas[o];
                    struct load_constants load = {.mass_kg = 500};
                    load.freedom[ASIDE] =
                        (struct freedom_constants){.on = 1,
                                                   .middle_m = 0.2f,
                                                   .reach_m = 0.5f,
                                                   .stop_per_s2 = (float)(omega * omega),
                                                   .stop_damping_per_s = (float)(2 * zeta * omega)};
                    struct load_motion motion = {.u_m = {0, 0.2f}, .rate_mps = {0, 2.0f * side}};
                    for (int n = 0; n < 0.85 * rates[r]; ++n)
                        swing_once(&load, ASIDE, none, (float)(1 / rates[r]), &motion);
                    double back = -0.5 * motion.rate_mps[ASIDE] * side,
                           damped = sqrt(1 - zeta * zeta);
                    double expected = exp(-2 * zeta / damped * atan2(damped, zeta));
                    expect_near(back, expected, 0.01 + 0.7 * omega / rates[r]);
                    expect_below(back, 0.75);
                }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(frequencies_and_decay_are_those_of_theory),
        cmocka_unit_test(modes_of_cylinders_are_the_published_ones),
        cmocka_unit_test(masses_are_those_of_the_first_mode),
        cmocka_unit_test(tilted_liquid_shifts_as_hydrostatics_say),
        cmocka_unit_test(stops_are_inelastic),
        cmocka_unit_test(a_load_comes_back_as_its_damping_says),
    };
    return cmocka_run_group_tests_name("moving loads", tests, NULL, NULL);
}
