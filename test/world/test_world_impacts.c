/* Car against car: momentum, energy, and the textbooks' closed forms.
 * KAMM_QUICK_TESTS leaves this out: others reach its code. */
#include "support/world.h"

#include <math.h>
#include <string.h>

static void random_turn(struct noise *noise, double q[4])
{
    double axis[3];
    for (int i = 0; i < 3; ++i) axis[i] = noise_between(noise, -1, 1);
    quaternion_about(axis, noise_between(noise, -3, 3), q);
}

/* Two cars fly at each other from random sides, turning. */
static void throw_cars(struct meeting *m, struct noise *noise)
{
    for (int i = 0; i < 2; ++i) {
        double q[4], at[3], velocity[3], angular_velocity[3];
        random_turn(noise, q);
        for (int k = 0; k < 3; ++k) {
            at[k] = noise_between(noise, -0.5, 0.5);
            velocity[k] = noise_between(noise, -3, 3);
            angular_velocity[k] = noise_between(noise, -1, 1);
        }
        at[0] += i ? 6 : -6;
        velocity[0] += i ? -15 : 15;
        set_motion(m->cars[i], 0, at, q, velocity, angular_velocity);
    }
}

static struct momentum both(const struct meeting *m)
{
    return sum_of_momenta(momentum_of(m->cars[0], 0), momentum_of(m->cars[1], 0));
}

/* What the substeps with touches change, as a share of what moves: of momentum (x, y, z), of angular momentum
 * (x, y, z) and of energy. What cars do on their own, before and after, is their kernels' business. */
struct changes {
    double linear[3], angular[3];
    double energy_rise; /* the largest in a substep */
    int touching;       /* substeps */
};

static void note_changes(struct changes *sum, const struct momentum *before,
                         const struct momentum *after, double speed_mps)
{
    double scale = before->mass_kg * speed_mps; /* and times a metre */
    for (int k = 0; k < 3; ++k) {
        sum->linear[k] += (after->linear_ns[k] - before->linear_ns[k]) / scale;
        sum->angular[k] += (after->angular_nms[k] - before->angular_nms[k]) / scale;
    }
    sum->energy_rise =
        fmax(sum->energy_rise, (after->energy_j - before->energy_j) / (0.5 * scale * speed_mps));
    ++sum->touching;
}

/* The first substep with touches has all of the impact, compression and restitution. After it the wheels of full
 * cars swing through their travel in some substeps, where the kernel itself is no better than 1e-4. */
enum { AFTER_HIT = 1 };

static struct changes meet(struct meeting *m, int substeps, double speed_mps)
{
    struct changes sum = {.energy_rise = -1};
    for (int i = 0; i < substeps; ++i) {
        int touches;
        struct momentum before = both(m);
        kamm_step_world(m->world, 1);
        kamm_contact_events(m->world, &touches);
        if (!touches) continue;
        if (sum.touching == AFTER_HIT) break;
        struct momentum after = both(m);
        note_changes(&sum, &before, &after, speed_mps);
    }
    return sum;
}

static kamm_vehicle_def impact_car(double restitution, double friction)
{
    kamm_vehicle_def def = rolling_car();
    def.body.restitution = restitution;
    def.body.contact_friction = friction;
    return def;
}

/* A van and a car, so that nothing cancels. */
static void two_defs(struct noise *noise, kamm_vehicle_def defs[2])
{
    double e = noise_between(noise, 0, 1), mu = noise_between(noise, 0, 1);
    defs[0] = impact_car(e, mu);
    defs[1] = impact_car(e, mu);
    defs[1].body.mass_kg *= 1.7;
    defs[1].body.height_m = 2;
    defs[1].body.cg_height_m = 0.75;
    defs[1].axles[1].suspension.kind = KAMM_SUSPENSION_DEPENDENT;
    defs[1].axles[0].suspension.recession = -0.1;
}

/* In the air, all six degrees of freedom and the wheels on their springs: 1e-4 of what one car brings, and
 * no energy from nowhere. */
enum { RUNS = 15 };

static void impact_of_full_cars_keeps_momentum(void **state)
{
    (void)state;
    struct noise noise = {7};
    int met = 0;
    for (int run = 0; run < RUNS; ++run) {
        kamm_vehicle_def defs[2];
        const kamm_rung rungs[2] = {KAMM_FULL, KAMM_FULL};
        kamm_world_def def = {.ground = empty_space()};
        two_defs(&noise, defs);
        struct meeting m = start_meeting(defs, rungs, &def);
        throw_cars(&m, &noise);
        struct changes sum = meet(&m, 600, 15);
        met += sum.touching > 0;
        for (int k = 0; k < 3; ++k) {
            expect_near(sum.linear[k], 0, 1e-4);
            expect_near(sum.angular[k], 0, 1e-4);
        }
        expect_below(sum.energy_rise, 1e-5);
        end_meeting(&m);
    }
    expect_above(met, RUNS - 3);
}

/* On ice, in the plane: momentum along x and y and angular momentum about z. */
static void meet_on_ice(kamm_rung one, kamm_rung other, struct noise *noise)
{
    const kamm_rung rungs[2] = {one, other};
    const double up[3] = {0, 0, 1};
    kamm_vehicle_def defs[2];
    kamm_world_def def = {.ground = smooth_ice()};
    two_defs(noise, defs);
    struct meeting m = start_meeting(defs, rungs, &def);
    for (int i = 0; i < 2; ++i) {
        kamm_placement placement = {.gear = 0};
        struct momentum at_rest;
        double q[4], angular_velocity[3] = {0, 0, noise_between(noise, -1, 1)};
        kamm_place(m.cars[i], 0, &placement);
        kamm_inputs(m.cars[i])[0].gear = 0;
        at_rest = momentum_of(m.cars[i], 0);
        double at[3] = {i ? 5 : -5, noise_between(noise, -1, 1),
                        at_rest.moment_kgm[2] / at_rest.mass_kg};
        double v[3] = {i ? -12 : 12, noise_between(noise, -2, 2), 0};
        quaternion_about(up, noise_between(noise, -3, 3), q);
        set_motion(m.cars[i], 0, at, q, v, angular_velocity);
    }
    struct changes sum = meet(&m, 600, 12);
    assert_true(sum.touching > 0);
    for (int k = 0; k < 2; ++k) expect_near(sum.linear[k], 0, 1e-6);
    expect_near(sum.angular[2], 0, 1e-6);
    expect_below(sum.energy_rise, 1e-5);
    end_meeting(&m);
}

static void impact_of_planar_cars_keeps_momentum(void **state)
{
    (void)state;
    struct noise noise = {8};
    static const kamm_rung rungs[] = {KAMM_RIGID2D, KAMM_SINGLE_TRACK, KAMM_DOUBLE_TRACK};
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k)
            for (int run = 0; run < 2; ++run) meet_on_ice(rungs[i], rungs[k], &noise);
}

/* Both cars at rest on the ice at the origin, heading along x, out of gear. */
static struct meeting two_on_ice(const kamm_vehicle_def *def, kamm_rung rung)
{
    const kamm_vehicle_def defs[2] = {*def, *def};
    const kamm_rung rungs[2] = {rung, rung};
    kamm_world_def world = {.ground = smooth_ice()};
    return start_meeting(defs, rungs, &world);
}

static void put(kamm_cars *cars, double x, double y, double yaw, double vx, double vy)
{
    const double up[3] = {0, 0, 1}, angular_velocity[3] = {0}, velocity[3] = {vx, vy, 0};
    struct momentum now = momentum_of(cars, 0);
    double q[4], at[3] = {x, y, now.moment_kgm[2] / now.mass_kg};
    quaternion_about(up, yaw, q);
    set_motion(cars, 0, at, q, velocity, angular_velocity);
}

static double world_velocity(kamm_cars *cars, int axis)
{
    struct momentum p = momentum_of(cars, 0);
    return p.linear_ns[axis] / p.mass_kg;
}

/* Equal cars, head on, nothing lost: they swap velocities. The full ones on their springs to 1 %. */
static void elastic_impact_of_equal_cars_swaps_velocities(void **state)
{
    (void)state;
    static const kamm_rung rungs[] = {KAMM_RIGID2D, KAMM_SINGLE_TRACK, KAMM_DOUBLE_TRACK,
                                      KAMM_FULL};
    for (int i = 0; i < 4; ++i) {
        kamm_vehicle_def def = impact_car(1, 0.5);
        struct meeting m = two_on_ice(&def, rungs[i]);
        double tolerance = rungs[i] == KAMM_FULL ? 0.1 : 0.002;
        int met = 0, touches;
        put(m.cars[0], -4, 0, 0, 10, 0);
        put(m.cars[1], 4, 0, PI, -6, 0);
        for (int n = 0; n < 600 && !met; ++n) {
            kamm_step_world(m.world, 1);
            kamm_contact_events(m.world, &touches);
            met = touches;
        }
        assert_true(met);
        expect_near(world_velocity(m.cars[0], 0), -6, tolerance);
        expect_near(world_velocity(m.cars[1], 0), 10, tolerance);
        expect_near(world_velocity(m.cars[0], 1), 0, tolerance);
        end_meeting(&m);
    }
}

/* What equation 10-1 of the thesis "Development of a car physics engine for games" gives: a corner of car 0
 * meets the left side of car 1, which stands. `slide`: friction over normal impulse, signed: along x on car 0. */
struct eccentric {
    double x[2];       /* of the impact, ahead of the middles */
    double y[2];       /* to the left, world axes */
    double impulse_ns; /* on car 0 to the left */
    double vx[2], vy[2], yaw_rate[2];
};

static struct eccentric equation_10_1(const kamm_vehicle_def *def, const kamm_model *model,
                                      double yaw, double along, double vx, double vy, double e,
                                      double slide)
{
    kamm_model_info info = kamm_describe(model);
    double nose = def->body.cg_behind_front_axle_m + def->body.front_overhang_m;
    double half = def->body.width_m / 2, m = info.mass_kg, inertia = info.yaw_inertia_kgm2;
    struct eccentric k;
    /* The right front corner of car 0 for a car turned to the right. */
    k.x[0] = cos(yaw) * nose + sin(yaw) * half;
    k.y[0] = sin(yaw) * nose - cos(yaw) * half;
    k.x[1] = along, k.y[1] = half;
    double response = 2 / m;
    for (int i = 0; i < 2; ++i) /* n . ((r x (n + slide t)) / I x r) */
        response += k.x[i] * (k.x[i] - slide * k.y[i]) / inertia;
    k.impulse_ns = -(1 + e) * vy / response;
    for (int i = 0; i < 2; ++i) {
        double j = i ? -k.impulse_ns : k.impulse_ns;
        k.vx[i] = (i ? 0 : vx) + j * slide / m;
        k.vy[i] = (i ? 0 : vy) + j / m;
        k.yaw_rate[i] = j * (k.x[i] - slide * k.y[i]) / inertia;
    }
    return k;
}

static void check_eccentric(double along, double vx, double e, double friction)
{
    kamm_vehicle_def def = impact_car(e, friction);
    struct meeting m = two_on_ice(&def, KAMM_RIGID2D);
    double yaw = -0.5, vy = -8;
    double slide = friction * (vx > 0 ? -1 : 1);
    struct eccentric k = equation_10_1(&def, m.models[0], yaw, along, vx, vy, e, slide);
    double before = 0.5; /* seconds */
    int touches = 0;
    put(m.cars[1], 0, 0, 0, 0, 0);
    put(m.cars[0], k.x[1] - k.x[0] - vx * before, k.y[1] - k.y[0] - vy * before, yaw, vx, vy);
    for (int n = 0; n < 800 && !touches; ++n) {
        kamm_step_world(m.world, 1);
        kamm_contact_events(m.world, &touches);
    }
    assert_true(touches);
    for (int i = 0; i < 2; ++i) {
        expect_near(world_velocity(m.cars[i], 0), k.vx[i], 0.02);
        expect_near(world_velocity(m.cars[i], 1), k.vy[i], 0.02);
        expect_near(kamm_read(m.cars[i], 0, KAMM_CHANNEL_yaw_rate_radps), k.yaw_rate[i], 0.02);
    }
    /* Friction of an impact that slides forward turns the struck car to the right: its left side is dragged on. */
    if (friction > 0 && along == 0)
        assert_true((kamm_read(m.cars[1], 0, KAMM_CHANNEL_yaw_rate_radps) > 0) == (vx < 0));
    end_meeting(&m);
}

/* To 0.02 m/s and rad/s of 8 m/s: within its substep a car moves on by 7 mm. */
static void eccentric_impact_follows_the_closed_form(void **state)
{
    (void)state;
    for (int side = -1; side <= 1; side += 2) {
        check_eccentric(side * 1.0, 0, 0, 0);
        check_eccentric(side * 1.2, 0, 0.5, 0);
        check_eccentric(side * 0.6, 0, 1, 0);
        check_eccentric(0, side * 9, 0.3, 0.2);
        check_eccentric(side * 0.8, 9, 0.1, 0.3);
        check_eccentric(side * 0.8, -9, 0.1, 0.3);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(impact_of_full_cars_keeps_momentum),
        cmocka_unit_test(impact_of_planar_cars_keeps_momentum),
        cmocka_unit_test(elastic_impact_of_equal_cars_swaps_velocities),
        cmocka_unit_test(eccentric_impact_follows_the_closed_form),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
