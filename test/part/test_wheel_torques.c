/* Differentials, brakes and driver aids: the torques at single wheels. */
#include "support/cars.h"
#include "vehicle/powertrain_compile.h"

#include <math.h>
#include <string.h>

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

static struct powertrain_constants compiled(const kamm_vehicle_def *def)
{
    struct powertrain_constants constants;
    kamm_error error;
    if (kamm_compile_powertrain(def, &constants, &error) != KAMM_OK) fail_msg("%s", error.text);
    return constants;
}

static kamm_vehicle_def all_wheel_drive(void)
{
    kamm_vehicle_def def = default_vehicle();
    def.axles[0].drive_share = 0.4;
    def.axles[1].drive_share = 0.6;
    def.axles[1].differential = KAMM_DIFFERENTIAL_LOCKED;
    return def;
}

/* ---- differentials ---- */

static void drive_power_in_is_power_out(void **state)
{
    (void)state;
    kamm_vehicle_def def = all_wheel_drive();
    def.axles[1].differential = KAMM_DIFFERENTIAL_OPEN;
    struct powertrain_constants constants = compiled(&def);
    const float spin[4] = {40, 43, 38, 52}, drive_nm = 800;
    double cage = 0, power = 0;
    for (int a = 0; a < 2; ++a) {
        const struct differential_constants *v = &constants.differential[a];
        float left = spin[2 * a], right = spin[2 * a + 1];
        struct wheel_torques torque = differential_split(v, v->share * drive_nm, 0, 0, left, right);
        cage += (double)differential_cage_speed(v, left, right);
        power += (double)(torque.left_nm * left + torque.right_nm * right);
        assert_true(torque.left_nm == torque.right_nm);
    }
    expect_share(power, cage * (double)drive_nm, 1e-6);
}

struct axle {
    float twist, left, right;
};

/* A driven axle whose wheels are held back by friction. */
static void turn_axle_by(const struct differential_constants *v, struct axle *axle, float drive_nm,
                         float left_nm, float right_nm, float dt)
{
    const float inertia = 1, axle_nm = v->share * drive_nm;
    float limit = differential_limit_nm(v, axle_nm, axle->left, axle->right);
    axle->twist = differential_twist(v, axle->twist, limit, axle->left, axle->right, dt);
    struct wheel_torques t =
        differential_split(v, axle_nm, axle->twist, limit, axle->left, axle->right);
    axle->left =
        brake_wheel(axle->left + t.left_nm * dt / inertia, inertia, left_nm, dt).spin_radps;
    axle->right =
        brake_wheel(axle->right + t.right_nm * dt / inertia, inertia, right_nm, dt).spin_radps;
}

static void turn_axle(const struct differential_constants *v, struct axle *axle, float left_nm,
                      float right_nm, float dt)
{
    turn_axle_by(v, axle, 600, left_nm, right_nm, dt);
}

static void locked_differential_turns_both_wheels_alike(void **state)
{
    (void)state;
    kamm_vehicle_def def = default_vehicle();
    for (int locked = 0; locked < 2; ++locked) {
        def.axles[0].differential = locked;
        struct powertrain_constants constants = compiled(&def);
        const struct differential_constants *v = &constants.differential[0];
        struct axle axle = {0}, mirrored = {0};
        double halfway = 0;
        for (int i = 0; i < 1200; ++i) {
            if (i == 600) halfway = axle.left;
            turn_axle(v, &axle, 500, 50, 1.0f / 1200);
            turn_axle(v, &mirrored, 50, 500, 1.0f / 1200);
            assert_true(axle.left == mirrored.right && axle.right == mirrored.left);
        }
        if (!locked) {
            expect_near(axle.left, 0, 0); /* 300 N.m do not move it */
            expect_share(axle.right, 250, 0.001);
            continue;
        }
        expect_share(axle.left - halfway, 12.5, 0.01); /* (600 - 550) N.m / (2 kg.m2) * 0.5 s */
        expect_near(axle.left - axle.right, 0, 0.01);
        double lock_nm = (double)(constants.differential[0].lock_stiffness_nm_per_rad * axle.twist);
        expect_share(lock_nm, -225, 0.02);
    }
}

static void stiffest_lock_does_not_oscillate(void **state)
{
    (void)state;
    kamm_vehicle_def def = default_vehicle();
    def.axles[0].differential = KAMM_DIFFERENTIAL_LOCKED;
    def.axles[0].lock_stiffness_nm_per_rad = 1e6;
    def.stepping.substeps_per_s = 600;
    struct powertrain_constants constants = compiled(&def);
    const struct differential_constants *v = &constants.differential[0];
    struct axle axle = {.left = 30, .right = 0};
    for (int i = 0; i < 600; ++i) turn_axle(v, &axle, 300, 300, 1.0f / 600);
    expect_near(axle.left - axle.right, 0, 1e-3);
    expect_share(axle.left, 15, 0.001);
}

static struct powertrain_constants limited_slip(double drive, double coast, double preload_nm,
                                                double viscous_nms_per_rad)
{
    kamm_vehicle_def def = default_vehicle();
    def.axles[0].differential = KAMM_DIFFERENTIAL_LIMITED_SLIP;
    def.axles[0].lock_drive = drive;
    def.axles[0].lock_coast = coast;
    def.axles[0].lock_preload_nm = preload_nm;
    def.axles[0].lock_viscous_nms_per_rad = viscous_nms_per_rad;
    return compiled(&def);
}

/* What the wheels of a slipping axle get, the left one the faster. */
static struct wheel_torques slipping_split(const struct differential_constants *v, float drive_nm)
{
    struct axle axle = {.left = 60, .right = 20};
    float limit = 0;
    for (int i = 0; i < 200; ++i) {
        limit = differential_limit_nm(v, v->share * drive_nm, axle.left, axle.right);
        axle.twist = differential_twist(v, axle.twist, limit, axle.left, axle.right, 1.0f / 1200);
    }
    return differential_split(v, v->share * drive_nm, axle.twist, limit, axle.left, axle.right);
}

/* As S gives it: 1-way, 1.5-way, 2-way, a Torsen of bias ratio 3, preload alone. */
static void slipping_wheels_get_torques_by_the_bias_ratio(void **state)
{
    (void)state;
    static const double locks[][3] = {
        {0.4, 0, 0}, {0.4, 0.2, 30}, {0.6, 0.6, 50}, {0.5, 0.5, 0}, {0, 0, 80}};
    for (int i = 0; i < COUNT(locks); ++i) {
        double preload_nm = locks[i][2];
        struct powertrain_constants constants =
            limited_slip(locks[i][0], locks[i][1], preload_nm, 0);
        const struct differential_constants *v = &constants.differential[0];
        for (int coast = 0; coast < 2; ++coast) {
            double s = locks[i][coast], drive_nm = coast ? -500 : 800;
            struct wheel_torques torque = slipping_split(v, (float)drive_nm);
            double left = (double)torque.left_nm, right = (double)torque.right_nm;
            expect_share(left + right, drive_nm, 1e-5);
            expect_near(right - left, 2 * preload_nm + s * fabs(drive_nm), 0.01);
            if (preload_nm > 0 || coast) continue;
            expect_share(right / left, (1 + s) / (1 - s), 1e-4);
        }
    }
}

static void wheels_turn_together_below_the_limit_and_slip_beyond(void **state)
{
    (void)state;
    struct powertrain_constants constants = limited_slip(0.5, 0.5, 0, 0);
    const struct differential_constants *v = &constants.differential[0];
    struct axle held = {0}, slips = {0}, mirrored = {0};
    for (int i = 0; i < 1200; ++i) {
        turn_axle(v, &held, 150, 350, 1.0f / 1200); /* 100 N.m from wheel to wheel of 150 */
        turn_axle(v, &slips, 50, 600, 1.0f / 1200); /* 450 N.m do not move the right one */
        turn_axle(v, &mirrored, 600, 50, 1.0f / 1200);
        assert_true(slips.left == mirrored.right && slips.right == mirrored.left);
    }
    expect_near(held.left - held.right, 0, 0.01);
    expect_share(held.left, 50, 0.01); /* (600 - 500) N.m / (2 kg.m2) * 1 s */
    expect_near(slips.right, 0, 0);
    expect_share(slips.left, 100, 0.01); /* (150 - 50) N.m / (1 kg.m2) * 1 s */
}

static void viscous_coupling_answers_the_difference_of_speeds(void **state)
{
    (void)state;
    struct powertrain_constants constants = limited_slip(0, 0, 0, 5);
    struct wheel_torques torque = slipping_split(&constants.differential[0], 800);
    expect_share(torque.right_nm - torque.left_nm, 2 * 5 * 40, 0.01);

    struct axle axle = {.left = 30, .right = 10}; /* and takes it away, however stiff it is */
    constants = limited_slip(0, 0, 0, 1e4);
    for (int i = 0; i < 1200; ++i)
        turn_axle_by(&constants.differential[0], &axle, 0, 0, 0, 1.0f / 1200);
    expect_near(axle.left - axle.right, 0, 0.1);
    expect_share(axle.left + axle.right, 40, 1e-3);
}

/* Whatever it is made of and drives: it gives no more than its shafts have stored. */
static void limited_slip_takes_energy_or_none(void **state)
{
    (void)state;
    struct noise noise = {7};
    for (int i = 0; i < 50; ++i) {
        struct powertrain_constants constants =
            limited_slip(noise_between(&noise, 0, 0.95), noise_between(&noise, 0, 0.95),
                         noise_between(&noise, 0, 500), noise_between(&noise, 0, 100));
        const struct differential_constants *v = &constants.differential[0];
        double stiffness = (double)v->lock_stiffness_nm_per_rad, lost_j = 0, most_j = 0;
        float twist = 0, left = 0, right = 0, dt = 1.0f / 1200;
        for (int n = 0; n < 2000; ++n) {
            float drive_nm = (float)noise_between(&noise, -3000, 3000);
            left += (float)noise_between(&noise, -5, 5);
            right += (float)noise_between(&noise, -5, 5);
            float limit = differential_limit_nm(v, v->share * drive_nm, left, right);
            twist = differential_twist(v, twist, limit, left, right, dt);
            struct wheel_torques t =
                differential_split(v, v->share * drive_nm, twist, limit, left, right);
            lost_j += (double)(0.5f * (t.right_nm - t.left_nm) * (left - right) * dt);
            most_j = fmax(most_j, fabs(lost_j));
            double stored_j = 0.5 * stiffness * (double)twist * (double)twist;
            expect_above(lost_j - stored_j, -1e-5 * most_j - 1e-6);
        }
    }
}

/* ---- brakes ---- */

static void brake_stops_a_wheel_exactly_and_holds_it(void **state)
{
    (void)state;
    const float dt = 1.0f / 1200, inertia = 1;
    float spin = 5;
    int steps = 0;
    for (; spin != 0 && steps < 100; ++steps)
        spin = brake_wheel(spin - 20 * dt, inertia, 100, dt).spin_radps;
    assert_int_equal(steps, 50); /* 5 rad/s / 120 rad/s2 = 50 substeps */
    for (int i = 0; i < 100; ++i) {
        struct braked_wheel wheel = brake_wheel(spin + 99 * dt, inertia, 100, dt);
        spin = wheel.spin_radps;
        expect_near(spin, 0, 0);
        expect_share(wheel.torque_nm, -99, 1e-5); /* it takes what it holds, no more */
    }
    expect_share(brake_wheel(101 * dt, inertia, 100, dt).spin_radps, 1.0 / 1200, 1e-3);
    expect_share(brake_wheel(-101 * dt, inertia, 100, dt).spin_radps, -1.0 / 1200, 1e-3);
}

static void brake_torque_follows_the_pedal(void **state)
{
    (void)state;
    for (int i = 0; i < 2; ++i) {
        kamm_vehicle_def def = default_vehicle();
        def.stepping.substeps_per_s = i ? 6000 : 600;
        struct powertrain_constants constants = compiled(&def);
        const struct brake_constants *v = &constants.brake[1];
        float pedal = 0;
        int steps = (int)(def.brakes.response_s * def.stepping.substeps_per_s + 0.5);
        for (int n = 0; n < steps; ++n) pedal = brake_follow(v, pedal, 1);
        expect_share(pedal, 1 - exp(-1), 1e-4); /* at any substep */
        expect_share(brake_capacity_nm(v, pedal, 0.25f, 0.5f),
                     (double)pedal * 0.75 * def.axles[1].brake_torque_nm +
                         0.5 * def.axles[1].hand_brake_torque_nm,
                     1e-5);
    }
}

/* ---- driver aids, on a quarter car whose tyre has a peak and a relaxation length ---- */

struct quarter {
    float speed, spin, slip, pedal, release, distance, min_slip, max_slip;
};

static const float quarter_mass = 260, quarter_radius = 0.307f;

static float tyre_share(float slip) { return sinf(1.6f * atanf(11 * slip)); }

static float stop_quarter(const kamm_vehicle_def *def, float friction, struct quarter *q)
{
    struct powertrain_constants constants = compiled(def);
    const struct abs_constants *anti_lock = &constants.anti_lock[0];
    const struct brake_constants *brake = &constants.brake[0];
    float dt = (float)(1 / def->stepping.substeps_per_s), time = 0;
    *q = (struct quarter){.speed = 30, .spin = 30 / quarter_radius, .max_slip = -1};
    for (; q->speed > 0 && time < 30; time += dt) {
        float sliding = q->spin * quarter_radius - q->speed;
        q->slip = (q->slip + dt * sliding / 0.25f) / (1 + dt * q->speed / 0.25f);
        float force = friction * quarter_mass * 9.81f * tyre_share(q->slip);
        struct aids_wheel wheel = {q->speed, q->spin * quarter_radius, 1, 1};
        float error = abs_error(anti_lock, &wheel);
        q->release = abs_step(anti_lock, q->release, error, dt);
        q->pedal = brake_follow(brake, q->pedal, 1);
        float let_go = abs_let_go(anti_lock, q->release, error, q->speed);
        float capacity = brake_capacity_nm(brake, q->pedal, let_go, 0);
        q->spin = brake_wheel(q->spin - dt * force * quarter_radius, 1, capacity, dt).spin_radps;
        q->speed += dt * force / quarter_mass;
        q->distance += q->speed * dt;
        if (q->speed > 5 && time > 0.5f) {
            q->min_slip = fminf(q->min_slip, sliding / q->speed);
            q->max_slip = fmaxf(q->max_slip, sliding / q->speed);
        }
    }
    return q->distance;
}

static void anti_lock_holds_its_slip(void **state)
{
    (void)state;
    static const float frictions[] = {1.1f, 0.5f, 0.15f};
    for (int i = 0; i < COUNT(frictions); ++i) {
        kamm_vehicle_def def = default_vehicle();
        struct quarter q;
        double distance = stop_quarter(&def, frictions[i], &q);
        expect_near(q.min_slip, -def.aids.abs_slip, 0.01);
        expect_near(q.max_slip, -def.aids.abs_slip, 0.01);
        expect_near(q.spin, 0, 0); /* it stands in the end */
        double shortest = 30 * 30 / (2 * 9.81 * (double)frictions[i]);
        expect_above(distance, shortest);
        expect_below(distance, 1.05 * shortest);

        def.stepping.substeps_per_s = 4800;
        expect_share(stop_quarter(&def, frictions[i], &q), distance, 0.003);
        def.stepping.substeps_per_s = 1200;
        def.aids.abs = 0;
        expect_above(stop_quarter(&def, frictions[i], &q), 1.1 * distance); /* locked */
        expect_near(q.max_slip, -1, 1e-5);
    }
}

/* A wheel whose engine torque is twice what the tyre can carry. */
static void traction_control_holds_its_slip(void **state)
{
    (void)state;
    for (int i = 0; i < 2; ++i) {
        kamm_vehicle_def def = default_vehicle();
        def.aids.tcs = i;
        struct powertrain_constants constants = compiled(&def);
        const struct traction_constants *v = &constants.traction;
        const float dt = 1.0f / 1200, inertia = 5;
        float speed = 0, spin = 0, slip = 0, cut = 0, worst = 0;
        for (float time = 0; time < 4; time += dt) {
            float sliding = spin * quarter_radius - speed;
            slip = (slip + dt * sliding / 0.25f) / (1 + dt * speed / 0.25f);
            float force = 0.5f * quarter_mass * 9.81f * tyre_share(slip);
            struct aids_wheel wheel = {speed, spin * quarter_radius, 1, 1};
            cut = traction_step(v, cut, traction_slip(&wheel, 1), 0);
            spin += dt * (800 * (1 - cut) - force * quarter_radius) / inertia;
            speed += dt * force / quarter_mass;
            if (time > 1.5f) worst = fmaxf(worst, traction_slip(&wheel, 1));
        }
        if (i) {
            expect_below(worst, 1.5 * def.aids.tcs_slip);
            expect_share(speed, 4 * 0.5 * 9.81, 0.05);
        } else {
            expect_above(worst, 1);
        }
    }
}

static void slip_is_signed_by_the_gears_direction(void **state)
{
    (void)state;
    struct aids_wheel forward = {10, 12, 1, 1}, backward = {-10, -12, 1, 1};
    expect_share(traction_slip(&forward, 3), 0.2, 1e-6);
    expect_share(traction_slip(&backward, -3), 0.2, 1e-6);
    expect_share(traction_slip(&forward, -3), -0.2, 1e-6);
    kamm_vehicle_def def = default_vehicle();
    struct powertrain_constants constants = compiled(&def);
    const struct abs_constants *v = &constants.anti_lock[0];
    struct aids_wheel slow = {10, 8, 1, 1}, slow_back = {-10, -8, 1, 1};
    assert_true(abs_error(v, &slow) > 0);
    assert_true(abs_error(v, &slow) == abs_error(v, &slow_back));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(drive_power_in_is_power_out),
        cmocka_unit_test(locked_differential_turns_both_wheels_alike),
        cmocka_unit_test(stiffest_lock_does_not_oscillate),
        cmocka_unit_test(slipping_wheels_get_torques_by_the_bias_ratio),
        cmocka_unit_test(wheels_turn_together_below_the_limit_and_slip_beyond),
        cmocka_unit_test(viscous_coupling_answers_the_difference_of_speeds),
        cmocka_unit_test(limited_slip_takes_energy_or_none),
        cmocka_unit_test(brake_stops_a_wheel_exactly_and_holds_it),
        cmocka_unit_test(brake_torque_follows_the_pedal),
        cmocka_unit_test(anti_lock_holds_its_slip),
        cmocka_unit_test(traction_control_holds_its_slip),
        cmocka_unit_test(slip_is_signed_by_the_gears_direction),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
