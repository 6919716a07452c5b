/* Joints against closed forms: pendulums, motors, limits, ropes, springs, sliders, chains and levers, from 60 to 600 substeps
 * a second. */
#include "support/joints.h"
#include "support/quick.h"
#include "support/tier.h"

#include <math.h>

static const double origin[3] = {0, 0, 0}, along_y[3] = {0, 1, 0}, along_z[3] = {0, 0, 1};

/* Mean time between passages of 0 downwards. */
struct passages {
    double before, first_s, last_s;
    int count;
};

static void note(struct passages *p, double value, double time_s, double dt)
{
    if (p->before > 0 && value <= 0) {
        p->last_s = time_s - dt * value / (value - p->before);
        if (!p->count++) p->first_s = p->last_s;
    }
    p->before = value;
}
static double period_of(const struct passages *p)
{
    return (p->last_s - p->first_s) / (p->count - 1);
}

/* T = 2 pi sqrt(l / g) (1 + a^2 / 16) of a small body, by a distance, a rope and a ball; the substep takes (w dt)^2 / 24 of it. */
static void a_pendulum_has_its_period(void **state)
{
    NOT_IN_QUICK_TESTS();
    static const kamm_joint_kind kinds[] = {KAMM_JOINT_DISTANCE, KAMM_JOINT_ROPE};
    const double swing = 0.1, w = sqrt(JOINT_GRAVITY);
    (void)state;
    for (int n = 0; n < 2 * JOINT_RATES; ++n) {
        int rate = joint_rates[n / 2];
        kamm_body_def box = loose_box(2, 0.01, 0.01, 0.01, sin(swing), 0, -cos(swing));
        kamm_world *world = start_joint_world(&box, 1, rate);
        kamm_joint joint = join_at(world, joint_of(world, kinds[n % 2], -1, 0), NULL, NULL);
        struct passages p = {0};
        for (int i = 0; i < 20 * rate; ++i) {
            kamm_body_motion m;
            read_body(world, 0, &m);
            note(&p, m.position_m[0], (double)i / rate, 1.0 / rate);
            expect_near(read_joint(world, joint).position, 1, 1e-9);
            kamm_step_world(world, 1);
        }
        double expected = 2 * PI / w * (1 + swing * swing / 16) * (1 - w * w / rate / rate / 24);
        expect_share(period_of(&p), expected, 5e-6);
        kamm_destroy_world(world);
    }
}

/* A rod that falls from level swings up to level on the other side, for 20 s: 1.6 half swings a second. */
static void a_rod_swings_as_high_as_it_began(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    for (int n = 0; n < JOINT_RATES; ++n) {
        int rate = joint_rates[n];
        kamm_body_def rod = loose_box(2, 0.5, 0.05, 0.05, 0.5, 0, 0);
        kamm_world *world = start_joint_world(&rod, 1, rate);
        kamm_joint joint =
            join_at(world, joint_of(world, KAMM_JOINT_HINGE, -1, 0), origin, along_y);
        double high = 0, low = 0;
        for (int i = 0; i < 20 * rate; ++i) {
            kamm_step_world(world, 1);
            double angle = read_joint(world, joint).position;
            if (i > 18 * rate) high = fmax(high, angle), low = fmin(low, angle);
            expect_below(gap_of_joint(world, joint), 1e-8);
        }
        expect_near(high, PI, 3e-3);
        expect_above(low, -3e-3);
        kamm_destroy_world(world);
    }
}

/* Two rods from level, which tumble over each other. Energy goes up and down by the half substep between velocities and places, g v
 * dt / 2. In a minute it changes by less than half a percent. */
static void a_double_pendulum_keeps_its_energy(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    for (int n = 0; n < JOINT_RATES; ++n) {
        int rate = joint_rates[n], seconds = of_tier(20, 60), last = 10 * rate;
        const kamm_body_def rods[2] = {loose_box(2, 0.5, 0.05, 0.05, 0.5, 0, 0),
                                       loose_box(1, 0.5, 0.05, 0.05, 1.5, 0, 0)};
        const double elbow[3] = {1, 0, 0}, whole_j = JOINT_GRAVITY * (2 * 0.5 + 1 * 1.5);
        kamm_world *world = start_joint_world(rods, 2, rate);
        join_at(world, joint_of(world, KAMM_JOINT_HINGE, -1, 0), origin, along_y);
        kamm_joint joint = join_at(world, joint_of(world, KAMM_JOINT_HINGE, 0, 1), elbow, along_y);
        double start = energy_of_boxes(world, rods, 2), sum = 0;
        for (int i = 0; i < seconds * rate; ++i) {
            kamm_step_world(world, 1);
            double energy = energy_of_boxes(world, rods, 2);
            expect_near(energy, start, 1.8 * whole_j / rate);
            if (i >= seconds * rate - last) sum += energy - start;
        }
        expect_near(sum / last, 0, 0.3 * whole_j / rate);
        expect_below(gap_of_joint(world, joint), 1e-3);
        kamm_destroy_world(world);
    }
}

/* A wheel: torque over inertia until the motor's speed, then none. Against gravity as much as it takes, or what it has. */
static void a_motor_turns_with_its_torque(void **state)
{
    NOT_IN_QUICK_TESTS();
    const double inertia = 3.0 / 3 * (0.4 * 0.4 + 0.4 * 0.4), torque = 0.8, speed = 5;
    (void)state;
    for (int n = 0; n < JOINT_RATES; ++n) {
        int rate = joint_rates[n];
        kamm_body_def wheel = loose_box(3, 0.4, 0.1, 0.4, 0, 0, 0);
        kamm_world *world = start_joint_world(&wheel, 1, rate);
        kamm_joint_def def = joint_of(world, KAMM_JOINT_HINGE, -1, 0);
        def.motor_speed = speed, def.motor_force = torque;
        kamm_joint joint = join_at(world, def, origin, along_y);
        kamm_step_world(world, rate);
        expect_near(read_joint(world, joint).speed, torque / inertia, 1e-9);
        expect_near(read_joint(world, joint).motor_force, torque, 1e-9);
        expect_near(read_joint(world, joint).torque_nm[1], torque, 1e-9);
        kamm_step_world(world, 2 * rate);
        expect_near(read_joint(world, joint).speed, speed, 1e-9);
        expect_near(read_joint(world, joint).motor_force, 0, 1e-6);
        expect_near(read_joint(world, joint).force_n[2], 3 * JOINT_GRAVITY, 1e-6);
        kamm_step_world(world, 10 * rate); /* more than one turn */
        expect_above(read_joint(world, joint).position, 2 * PI * 8);
        kamm_destroy_world(world);
    }
}

static void a_motor_holds_what_it_can(void **state)
{
    const double moment = 2 * JOINT_GRAVITY * 0.5;
    (void)state;
    for (int n = 0; n < 2 * JOINT_RATES; ++n) {
        int rate = joint_rates[n / 2], holds = n % 2;
        kamm_body_def arm = loose_box(2, 0.5, 0.05, 0.05, 0.5, 0, 0);
        kamm_world *world = start_joint_world(&arm, 1, rate);
        kamm_joint_def def = joint_of(world, KAMM_JOINT_HINGE, -1, 0);
        def.motor_force = holds ? 1.01 * moment : 0.99 * moment;
        kamm_joint joint = join_at(world, def, origin, along_y);
        kamm_step_world(world, 4 * rate);
        if (holds) {
            expect_near(read_joint(world, joint).position, 0, 1e-5);
            expect_near(read_joint(world, joint).motor_force, -moment, 1e-3);
        } else {
            expect_above(read_joint(world, joint).position, 0.05);
        }
        kamm_destroy_world(world);
    }
}

/* A body that a rope holds falls free until the rope is tight: then it stops along it, swings on below, and never is
 * farther away than the rope is long. What the rope takes is taken once. */
static void a_rope_holds_one_way(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    for (int n = 0; n < JOINT_RATES; ++n) {
        int rate = joint_rates[n];
        kamm_body_def box = loose_box(20, 0.1, 0.1, 0.1, 1, 0, 0);
        kamm_world *world = start_joint_world(&box, 1, rate);
        kamm_joint_def def = joint_of(world, KAMM_JOINT_ROPE, -1, 0);
        def.length_m = 2;
        kamm_joint joint = join_at(world, def, NULL, NULL);
        kamm_body_motion m;
        kamm_step_world(world, rate / 2);
        read_body(world, 0, &m);
        expect_near(m.velocity_mps[2], -JOINT_GRAVITY / 2, 1e-9);
        expect_near(read_joint(world, joint).force_n[2], 0, 0);
        kamm_step_world(world, rate / 2); /* tight at z = -sqrt(3), after 0.594 s */
        double tight = energy_of_boxes(world, &box, 1);
        double fall = sqrt(2 * JOINT_GRAVITY * sqrt(3)),
               across = fall / 2; /* the rope is 60 degrees down */
        expect_near(tight, 20 * (across * across / 2 - JOINT_GRAVITY * sqrt(3)), 1300.0 / rate);
        for (int i = 0; i < 20 * rate; ++i) {
            kamm_step_world(world, 1);
            expect_below(read_joint(world, joint).position, 2 + 1e-8);
            expect_below(energy_of_boxes(world, &box, 1), tight + 900.0 / rate);
        }
        expect_above(energy_of_boxes(world, &box, 1), tight - 900.0 / rate);
        kamm_destroy_world(world);
    }
}

/* Newmark's method: tan(w' dt / 2) = w dt / 2, and the swing stays as wide. From springs that are slow to those of a tenth of
 * a substep's rate; the lightest swings are under the heaviest. */
static void a_spring_has_its_frequency(void **state)
{
    NOT_IN_QUICK_TESTS();
    static const double stiffness[] = {400, 40000, 4e6}, masses[] = {10, 0.5, 10000};
    (void)state;
    for (int n = 0; n < 9 * JOINT_RATES; ++n) {
        int rate = joint_rates[n / 9];
        double k = stiffness[n % 3] * masses[n / 3 % 3] / 10, mass = masses[n / 3 % 3];
        double w = sqrt(k / mass), rest = 1 + mass * JOINT_GRAVITY / k, widest[2] = {0, 0};
        kamm_body_def box = loose_box(mass, 0.1, 0.1, 0.1, 0, 0, -rest - 0.1);
        kamm_world *world = start_joint_world(&box, 1, rate);
        kamm_joint_def def = joint_of(world, KAMM_JOINT_SPRING, -1, 0);
        def.length_m = 1, def.stiffness = k;
        kamm_joint joint = join_at(world, def, NULL, NULL);
        struct passages p = {0};
        for (int i = 0; i < 20 * rate; ++i) {
            double x = read_joint(world, joint).position - rest;
            note(&p, x, (double)i / rate, 1.0 / rate);
            if (i < 5 * rate) widest[0] = fmax(widest[0], fabs(x));
            if (i > 15 * rate) widest[1] = fmax(widest[1], fabs(x));
            kamm_step_world(world, 1);
        }
        if (w < rate) expect_share(period_of(&p), PI / rate / atan(0.5 * w / rate), 1e-3);
        expect_share(widest[1], widest[0], 0.01);
        kamm_destroy_world(world);
    }
}

/* A body on an elastic rope bounces on it: free above its length, and below as deep as m g (h + x) = k x^2 / 2 says; up again as high. */
static void an_elastic_rope_stretches(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    for (int n = 0; n < JOINT_RATES; ++n) {
        int rate = joint_rates[n];
        double mass = 80, k = 3000, drop = 5, weight = mass * JOINT_GRAVITY;
        double deepest = 10 + (weight + sqrt(weight * weight + 2 * k * weight * drop)) / k, low = 0,
               high = -100;
        kamm_body_def box = loose_box(mass, 0.1, 0.1, 0.1, 0, 0, -(10 - drop));
        kamm_world *world = start_joint_world(&box, 1, rate);
        kamm_joint_def def = joint_of(world, KAMM_JOINT_ROPE, -1, 0);
        def.length_m = 10, def.stiffness = k;
        join_at(world, def, NULL, NULL);
        for (int i = 0; i < 20 * rate; ++i) {
            kamm_body_motion m;
            kamm_step_world(world, 1);
            read_body(world, 0, &m);
            low = fmin(low, m.position_m[2]);
            if (i > 15 * rate) high = fmax(high, m.position_m[2]);
        }
        expect_share(-low, deepest, 0.005);
        expect_near(high, -(10 - drop), 12.0 / rate);
        kamm_destroy_world(world);
    }
}

/* A damped spring dies away by exp(-d t / 2 m), with a damper that is one substep late at most. */
static void a_damper_takes_its_part(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    for (int n = 0; n < JOINT_RATES; ++n) {
        int rate = joint_rates[n];
        double mass = 10, k = 400, damping = 8, rest = 1 + mass * JOINT_GRAVITY / k;
        kamm_body_def box = loose_box(mass, 0.1, 0.1, 0.1, 0, 0, -rest - 0.1);
        kamm_world *world = start_joint_world(&box, 1, rate);
        kamm_joint_def def = joint_of(world, KAMM_JOINT_SPRING, -1, 0);
        def.length_m = 1, def.stiffness = k, def.damping = damping;
        kamm_joint joint = join_at(world, def, NULL, NULL);
        double widest = 0;
        kamm_step_world(world, 4 * rate);
        for (int i = 0; i < rate; ++i) {
            kamm_step_world(world, 1);
            widest = fmax(widest, fabs(read_joint(world, joint).position - rest));
        }
        expect_share(widest, 0.1 * exp(-damping / (2 * mass) * 4.2), 0.1);
        kamm_step_world(world, 60 * rate);
        expect_near(read_joint(world, joint).position, rest, 4e-4); /* it sleeps */
        expect_near(read_joint(world, joint).force_n[2], mass * JOINT_GRAVITY, 4e-4 * k);
        kamm_destroy_world(world);
    }
}

/* Down a slope of 30 degrees: g sin a, less a motor of speed 0, which is friction; and to the limit, where it stays. */
static void a_slider_slides_down(void **state)
{
    const double down[3] = {cos(PI / 6), 0, -sin(PI / 6)};
    (void)state;
    for (int n = 0; n < 2 * JOINT_RATES; ++n) {
        int rate = joint_rates[n / 2];
        double friction = n % 2 ? 12 : 0, expected = JOINT_GRAVITY * sin(PI / 6) - friction / 5;
        kamm_body_def box = loose_box(5, 0.2, 0.2, 0.2, 0.1, 0, 0.1);
        kamm_world *world = start_joint_world(&box, 1, rate);
        kamm_joint_def def = joint_of(world, KAMM_JOINT_SLIDER, -1, 0);
        def.motor_force = friction;
        def.is_limited = 1, def.low = -1, def.high = 3;
        kamm_joint joint = join_at(world, def, origin, down);
        kamm_step_world(world, rate / 2);
        expect_near(read_joint(world, joint).speed, expected / 2, 1e-8);
        kamm_step_world(world, 4 * rate);
        const kamm_joint_state end = read_joint(world, joint);
        kamm_body_motion m;
        read_body(world, 0, &m);
        expect_near(end.position, 3, 1e-6);
        expect_near(end.force_n[2], 5 * JOINT_GRAVITY, 1e-3);
        expect_near(m.orientation[0], 1, 1e-12);
        kamm_destroy_world(world);
    }
}

/* A door that gravity turns towards 0.32 rad, as its hinge is askew: to its limit and no farther, where it rests. */
static void a_door_stops_at_its_limits(void **state)
{
    (void)state;
    for (int n = 0; n < JOINT_RATES; ++n) {
        int rate = joint_rates[n];
        const double askew[3] = {0.3, 0.1, 1}, hinge[3] = {0, 0, 0};
        kamm_body_def door = loose_box(25, 0.5, 0.02, 1, 0.5, 0, 0);
        kamm_world *world = start_joint_world(&door, 1, rate);
        kamm_joint_def def = joint_of(world, KAMM_JOINT_HINGE, -1, 0);
        def.is_limited = 1, def.low = -0.4, def.high = 0.2;
        kamm_joint joint = join_at(world, def, hinge, askew);
        double most = 0, least = 0;
        for (int i = 0; i < 6 * rate; ++i) {
            kamm_step_world(world, 1);
            most = fmax(most, read_joint(world, joint).position);
            least = fmin(least, read_joint(world, joint).position);
        }
        expect_below(most, 0.2 + 1e-4);
        expect_above(least, -0.4 - 1e-4);
        expect_near(read_joint(world, joint).position, 0.2, 1e-5);
        kamm_destroy_world(world);
    }
}

/* On two hinges, of which one would do, and with both ends moving: as on one. */
static void a_second_hinge_changes_nothing(void **state)
{
    NOT_IN_QUICK_TESTS();
    const double low[3] = {0, 0, -0.8}, high[3] = {0, 0, 0.8};
    double angle[2];
    (void)state;
    for (int n = 0; n < JOINT_RATES; ++n) {
        for (int two = 0; two < 2; ++two) {
            const kamm_body_def bodies[2] = {loose_box(25, 0.5, 0.02, 1, 0.5, 0, 0),
                                             loose_box(60, 0.5, 0.02, 1, -0.5, 0, 0)};
            kamm_world *world = start_joint_world(bodies, 2, joint_rates[n]);
            kamm_joint joint =
                join_at(world, joint_of(world, KAMM_JOINT_HINGE, 0, 1), low, along_z);
            if (two) join_at(world, joint_of(world, KAMM_JOINT_HINGE, 0, 1), high, along_z);
            kamm_body_motion m;
            read_body(world, 0, &m);
            m.velocity_mps[1] = 2;
            m.angular_velocity_radps[0] = 0.5;
            set_body(world, 0, &m);
            kamm_step_world(world, 2 * joint_rates[n]);
            angle[two] = read_joint(world, joint).position;
            expect_below(gap_of_joint(world, joint), 1e-5);
            kamm_destroy_world(world);
        }
        expect_above(fabs(angle[0]), 0.5);
        expect_near(angle[1], angle[0], 1e-4);
    }
}

/* The weight of all that is below it, from 0.5 kg below 10 t to 10 t below 0.5 kg: the residual is rounding. */
static void a_chain_bears_what_hangs_on_it(void **state)
{
    static const double ratios[][2] = {{1, 1}, {1, 100}, {100, 1}, {0.5, 10000}, {10000, 0.5}};
    enum { LINKS = 10 };
    (void)state;
    for (int n = 0; n < 5 * JOINT_RATES; ++n) {
        int rate = joint_rates[n / 5];
        kamm_body_def links[LINKS];
        for (int i = 0; i < LINKS; ++i)
            links[i] =
                loose_box(ratios[n % 5][i == LINKS - 1], 0.02, 0.02, 0.1, 0, 0, -0.1 - 0.2 * i);
        kamm_world *world = start_joint_world(links, LINKS, rate);
        for (int i = 0; i < LINKS; ++i) {
            const double at[3] = {0, 0, -0.2 * i};
            join_at(world, joint_of(world, KAMM_JOINT_BALL, i - 1, i), at, NULL);
        }
        kamm_step_world(world, 3 * rate);
        double below = 0;
        for (int i = LINKS - 1; i >= 0; --i) {
            const kamm_joint joint = kamm_joint_at(world, i);
            below += (double)links[i].mass_kg * JOINT_GRAVITY;
            expect_share(read_joint(world, joint).force_n[2], below, 1e-6);
            expect_below(gap_of_joint(world, joint), 1e-9);
        }
        kamm_destroy_world(world);
    }
}

/* A chain of ten that falls from level and whips about, the last of it up to a thousand times as heavy: it holds together, and
 * its energy is never more than it began with, but for the half substep. */
static void a_whip_holds_together(void **state)
{
    NOT_IN_QUICK_TESTS();
    static const double last_kg[] = {1, 100, 1000}, open_m[] = {0.03, 0.001, 0.001};
    enum { LINKS = 10 };
    (void)state;
    for (int n = 0; n < 3 * JOINT_RATES; ++n) {
        int rate = joint_rates[n / 3], seconds = of_tier(5, 20);
        kamm_body_def links[LINKS];
        for (int i = 0; i < LINKS; ++i)
            links[i] = loose_box(i == LINKS - 1 ? last_kg[n % 3] : 1, 0.1, 0.02, 0.02,
                                 0.1 + 0.2 * i, 0, 0);
        kamm_world *world = start_joint_world(links, LINKS, rate);
        for (int i = 0; i < LINKS; ++i) {
            const double at[3] = {0.2 * i, 0, 0};
            join_at(world, joint_of(world, KAMM_JOINT_BALL, i - 1, i), at, NULL);
        }
        double start = energy_of_boxes(world, links, LINKS), mean = start;
        for (int i = 0; i < seconds * rate; ++i) {
            kamm_step_world(world, 1);
            mean += (energy_of_boxes(world, links, LINKS) - mean) / (0.1 * rate);
            expect_below(mean, start + 0.01 * (9 + last_kg[n % 3]) * JOINT_GRAVITY);
            for (int k = 0; k < LINKS; ++k)
                expect_below(gap_of_joint(world, kamm_joint_at(world, k)), open_m[n % 3]);
        }
        kamm_destroy_world(world);
    }
}

/* A beam in a wall: its weight, and the moment of that. */
static void a_fixed_beam_has_its_moment(void **state)
{
    (void)state;
    for (int n = 0; n < JOINT_RATES; ++n) {
        const kamm_body_def beams[2] = {loose_box(8, 0.5, 0.05, 0.05, 0.5, 0, 0),
                                        loose_box(4, 0.5, 0.05, 0.05, 1.5, 0, 0)};
        const double end[3] = {1, 0, 0};
        kamm_world *world = start_joint_world(beams, 2, joint_rates[n]);
        kamm_joint wall = join_at(world, joint_of(world, KAMM_JOINT_FIXED, -1, 0), origin, NULL);
        join_at(world, joint_of(world, KAMM_JOINT_FIXED, 0, 1), end, NULL);
        kamm_step_world(world, joint_rates[n]);
        const kamm_joint_state s = read_joint(world, wall);
        expect_near(s.force_n[2], 12 * JOINT_GRAVITY, 1e-6);
        expect_near(s.torque_nm[1], -(8 * 0.5 + 4 * 1.5) * JOINT_GRAVITY, 1e-6);
        kamm_body_motion m;
        read_body(world, 1, &m);
        expect_near(m.position_m[2], 0, 1e-9);
        kamm_destroy_world(world);
    }
}

/* Of bodies that only joints hold: two that turn about each other on a ball, a spring between two, a slider. */
static void momentum_is_kept(void **state)
{
    NOT_IN_QUICK_TESTS();
    static const kamm_joint_kind kinds[] = {KAMM_JOINT_BALL,   KAMM_JOINT_HINGE, KAMM_JOINT_SLIDER,
                                            KAMM_JOINT_SPRING, KAMM_JOINT_ROPE,  KAMM_JOINT_FIXED};
    (void)state;
    for (int n = 0; n < 6; ++n) {
        const kamm_body_def bodies[2] = {loose_box(3, 0.3, 0.2, 0.1, 0, 0, 0),
                                         loose_box(7, 0.2, 0.2, 0.2, 1, 0, 0)};
        const double middle[3] = {0.5, 0, 0};
        kamm_world_def def = {.ground = empty_space(), .bodies = bodies, .body_count = 2};
        kamm_world *world = create_world(&def);
        kamm_joint_def joint = joint_of(world, kinds[n], 0, 1);
        joint.stiffness = kinds[n] == KAMM_JOINT_SPRING ? 500 : 0;
        join_at(world, joint, kinds[n] < KAMM_JOINT_DISTANCE ? middle : NULL, along_y);
        double linear[2][3], angular[2][3];
        kamm_body_motion m[2];
        for (int i = 0; i < 2; ++i) {
            read_body(world, i, &m[i]);
            m[i].velocity_mps[i] = 2, m[i].angular_velocity_radps[1 + i] = 1;
            set_body(world, i, &m[i]);
        }
        momentum_of_boxes(world, bodies, 2, linear[0], angular[0]);
        kamm_step_world(world, 2400);
        momentum_of_boxes(world, bodies, 2, linear[1], angular[1]);
        for (int k = 0; k < 3; ++k) {
            expect_near(linear[1][k], linear[0][k], 1e-9);
            expect_near(angular[1][k], angular[0][k], 1e-5);
        }
        kamm_destroy_world(world);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_pendulum_has_its_period),
        cmocka_unit_test(a_rod_swings_as_high_as_it_began),
        cmocka_unit_test(a_double_pendulum_keeps_its_energy),
        cmocka_unit_test(a_motor_turns_with_its_torque),
        cmocka_unit_test(a_motor_holds_what_it_can),
        cmocka_unit_test(a_rope_holds_one_way),
        cmocka_unit_test(a_spring_has_its_frequency),
        cmocka_unit_test(an_elastic_rope_stretches),
        cmocka_unit_test(a_damper_takes_its_part),
        cmocka_unit_test(a_slider_slides_down),
        cmocka_unit_test(a_door_stops_at_its_limits),
        cmocka_unit_test(a_second_hinge_changes_nothing),
        cmocka_unit_test(a_chain_bears_what_hangs_on_it),
        cmocka_unit_test(a_whip_holds_together),
        cmocka_unit_test(a_fixed_beam_has_its_moment),
        cmocka_unit_test(momentum_is_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
