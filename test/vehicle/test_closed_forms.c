/* Closed forms of laws that no manoeuvre shows clearly: each of these once could be broken without a test's
 * notice. */
#include "support/cars.h"
#include "support/fitted.h"
#include "support/rungs.h"
#include "support/shipped.h"

#include "part/dry_friction.h"
#include "part/suspension.h"
#include "part/tyre/tyre.h"
#include "vehicle/bogie.h"
#include "vehicle/electric_compile.h"
#include "vehicle/model.h"
#include "vehicle/powertrain_compile.h"
#include "vehicle/two_wheeler.h"

#include <math.h>
#include <stdlib.h>

/* Load of a tyre that rolls and is pressed in at a speed is the spring's, and the damper's on top; the damper
 * fades in over a twentieth of the static deflection. What rubber loses where it stands fades as it rolls. */
static void tyre_damping_is_that_of_the_def(void **state)
{
    (void)state;
    static const double dampings[] = {0, 50, 500};
    const float rolls_mps = 1e4f;
    for (size_t i = 0; i < sizeof dampings / sizeof *dampings; ++i) {
        kamm_tyre_def def = plain_tyre();
        def.vertical_damping_ns_per_m = dampings[i];
        struct tyre_vertical_constants constants = kamm_tyre_compile_vertical(&def);
        const struct tyre_vertical_constants *tyre = &constants;
        double pressed = kamm_tyre_static_deflection(&def, def.nominal_load_n);
        double spring = tyre_load(tyre, (float)pressed, 0, 1, rolls_mps);
        expect_share(spring, def.nominal_load_n, 1e-3);
        expect_near(tyre_load(tyre, (float)pressed, 0.4f, 1, rolls_mps) - spring, 0.4 * dampings[i],
                    0.01);
        expect_near(tyre_load(tyre, (float)pressed, -0.4f, 1, rolls_mps) - spring,
                    -0.4 * dampings[i], 0.01);
        float slight = 0.5f / constants.damping_fade;
        double faded =
            tyre_load(tyre, slight, 0.4f, 1, rolls_mps) - tyre_load(tyre, slight, 0, 1, rolls_mps);
        expect_near(faded, 0.2 * dampings[i], 0.01);
    }
}

/* Work that friction of capacity 1 takes over a stroke of `stroke_m` to and fro, once the loop has closed. */
static double friction_loop_j(double stroke_m, double built_up_m, float dt)
{
    const double speed_mps = 0.1;
    const int steps = (int)lround(stroke_m / (speed_mps * (double)dt));
    float share = 0;
    double work = 0;
    for (int pass = 0; pass < 20; ++pass) {
        work = 0;
        for (int i = 0; i < 2 * steps; ++i) {
            float v = (float)(i < steps ? speed_mps : -speed_mps);
            share = friction_share(share, v, (float)(1 / built_up_m), dt);
            assert_true(fabsf(share) <= 1);
            work += (double)(share * v * dt);
        }
    }
    return work;
}

/* Dahl's model, from one end of a stroke s to the other with z0 the deflection over which it builds up: the share
 * goes from -q to q, q = tanh(s / 2 z0), and the loop takes 2 (s - 2 z0 q). A long stroke takes nearly 2 s. */
static void dry_friction_dissipates_its_hysteresis_loop(void **state)
{
    (void)state;
    const double built_up_m = 0.002;
    for (double stroke_m = 0.001; stroke_m < 0.05; stroke_m *= 2) {
        double q = tanh(stroke_m / (2 * built_up_m));
        double expected = 2 * (stroke_m - 2 * built_up_m * q);
        expect_share(friction_loop_j(stroke_m, built_up_m, 1e-5f), expected, 0.02);
        expect_above(friction_loop_j(stroke_m, built_up_m, 1.0f / 1200), 0);
    }
    for (float speed = 0; speed < 1e3f; speed = 10 * speed + 1e-3f) {
        float there = friction_share(0.3f, speed, 500, 1.0f / 1200);
        float mirrored = friction_share(-0.3f, -speed, 500, 1.0f / 1200);
        assert_true(there == -mirrored);
        assert_true(fabsf(there) <= 1);
    }
}

/* Beyond its travel the rebound stop pulls by its rate, and by more as it is drawn out. */
static void rebound_stop_hardens(void **state)
{
    (void)state;
    struct suspension_constants constants = {.preload_n = 3000,
                                             .spring_n_per_m = 20000,
                                             .bump_travel_m = 0.08f,
                                             .bump_stop_n_per_m = 1e5f,
                                             .bump_hardening_per_m = 40,
                                             .hardened_m = 1,
                                             .rebound_travel_m = 0.06f,
                                             .rebound_stop_n_per_m = 2e5f};
    const struct suspension_constants *c = &constants;
    for (int i = 0; i <= 20; ++i) {
        double drawn = 0.002 * i, spring = fmax(3000 - 20000 * (0.06 + drawn), 0);
        double stop = 2e5 * drawn * (1 + 40 * drawn);
        expect_near(spring_force(c, (float)-(0.06 + drawn)), spring - stop, 2);
        double bump = 3000 + 20000 * (0.08 + drawn) + 1e5 * drawn * (1 + 40 * drawn);
        expect_near(spring_force(c, (float)(0.08 + drawn)), bump, 2);
    }
}

/* The limiter in reverse, by both of its ratios. */
static void reverse_is_limited_by_both_ratios(void **state)
{
    (void)state;
    static const double finals[] = {1, 3.9, 6};
    for (size_t i = 0; i < sizeof finals / sizeof *finals; ++i)
        for (int rung = KAMM_KINEMATIC; rung <= KAMM_FULL; ++rung) {
            kamm_vehicle_def def = default_vehicle();
            def.gearbox.final_drive = finals[i];
            def.gearbox.reverse_ratio = 3.25;
            def.limits.reverse_speed_mps = 0;
            kamm_model *model = kamm_create_model(&def, (kamm_rung)rung, NULL);
            assert_non_null(model);
            kamm_model_info info = kamm_describe(model);
            expect_share(info.reverse_speed_mps,
                         def.engine.limiter_radps / (3.25 * finals[i]) * info.loaded_radius_m[0],
                         1e-9);
            kamm_destroy_model(model);
        }
}

/* Speed at which a mass comes back that meets the rim alone with `in_mps`: F = k x (1 + a dx/dt) has G(in) =
 * G(-out), for any mass and stiffness; G(v) = v / a - ln(1 + a v) / a^2 (Hunt and Crossley). */
static double comes_back_mps(double in_mps, double a)
{
    double low = 0, high = in_mps, came = in_mps / a - log(1 + a * in_mps) / (a * a);
    for (int i = 0; i < 60; ++i) {
        double out = 0.5 * (low + high);
        *(-out / a - log(1 - a * out) / (a * a) < came ? &low : &high) = out;
    }
    return low;
}

/* Of an impact at 2 m/s on the rim three quarters of the speed come back, of a tyre of any size at the like speed. */
static void a_rim_takes_speed_from_an_impact(void **state)
{
    (void)state;
    for (double scale = 0.25; scale < 5; scale *= 4) {
        kamm_tyre_def def = plain_tyre();
        double root = sqrt(scale);
        def.unloaded_radius_m *= scale, def.rim_radius_m *= scale, def.width_m *= scale;
        def.vertical_damping_ns_per_m = def.standing_damping_s = 0;
        struct tyre_vertical_constants c = kamm_tyre_compile_vertical(&def), rim = c;
        rim.stiffness[0] = rim.stiffness[1] = 0;
        rim.max_load = 1e30f;
        double x = 0, v = 2 * root, mass_kg = 200, dt = 2e-6;
        do {
            v -= (double)tyre_load(&rim, (float)(x + c.bottom_deflection), (float)v, 1, 0) /
                 mass_kg * dt;
            x += v * dt;
        } while (x > 0);
        expect_share(-v / root, comes_back_mps(2, 0.25), 0.004);
        expect_near(-v / (2 * root), 0.75, 0.01);
    }
}

/* A third element presses on both wheels by half of what it bears in heave, and against each other in roll. */
static void third_elements_press_on_both_wheels(void **state)
{
    (void)state;
    const struct suspension_constants plain = {
        .preload_n = 3000, .spring_n_per_m = 20000, .bump_travel_m = 1, .rebound_travel_m = 1};
    const double travels_m[][2] = {{0.01, 0.03}, {0.05, 0.05}, {0.04, -0.03}, {-0.05, 0.01}},
                 rates_mps[][2] = {{0.2, 0.1}, {-0.3, 0.3}, {0, 0}, {-0.1, -0.4}};
    for (int gap = 0; gap < 2; ++gap)
        for (int i = 0; i < 4; ++i) {
            struct suspension_constants c = plain;
            c.third = 1, c.heave_n_per_m = 60000, c.heave_damping = 4000, c.roll_damping = 1500;
            c.heave_gap_m = gap ? 0.015f : 0;
            const double *t = travels_m[i], *v = rates_mps[i], mean = (t[0] + t[1]) / 2;
            struct axle_pair travel = {(float)t[0], (float)t[1]}, rate = {(float)v[0], (float)v[1]};
            struct axle_pair with = suspension_force(&c, travel, rate),
                             without = suspension_force(&plain, travel, rate);
            double heave = 60000 * (gap ? fmax(mean - 0.015, 0) : mean) + 4000 * (v[0] + v[1]) / 2;
            double roll = 1500 * (v[0] - v[1]);
            expect_near(with.left - without.left, heave / 2 + roll, 0.01);
            expect_near(with.right - without.right, heave / 2 - roll, 0.01);
        }
}

static struct powertrain_constants powertrain_of(const kamm_vehicle_def *def)
{
    struct powertrain_constants constants = {0};
    kamm_error error;
    if (kamm_compile_powertrain(def, &constants, &error) != KAMM_OK) fail_msg("%s", error.text);
    return constants;
}

/* A creeping clutch lets go over the first tenth of the brake's way, and between 70 % of idle speed and idle speed. */
static void creep_fades_with_brake_and_speed(void **state)
{
    (void)state;
    kamm_vehicle_def def = default_vehicle();
    def.clutch.automatic = 1;
    def.clutch.creep_torque_nm = 12;
    const struct clutch_constants c = powertrain_of(&def).clutch;
    for (double brake = 0; brake < 0.3; brake += 0.01)
        for (double share = 0; share < 1.3; share += 0.05) {
            double by_speed = fmin(fmax((1 - share) / 0.3, 0), 1),
                   by_brake = fmax(1 - 10 * brake, 0);
            double nm = def.clutch.torque_nm *
                        clutch_creep(&c, (float)(share * def.engine.idle_radps), (float)brake);
            expect_near(nm, 12 * by_speed * by_brake, 1e-4);
        }
}

/* A clutch closes in the time of its def and opens in a fifth of it. At half throttle an automatic one lets the engine settle halfway to
 * the launch speed: there it carries what the engine gives. */
static void a_clutch_opens_in_a_fifth_of_the_time(void **state)
{
    (void)state;
    kamm_vehicle_def def = default_vehicle();
    def.clutch.automatic = 1;
    for (double rate = 60; rate < 1300; rate *= 2) {
        def.stepping.substeps_per_s = rate;
        const struct clutch_constants c = powertrain_of(&def).clutch;
        double closes = 1 / (rate * def.clutch.engage_s), opens = fmin(5 * closes, 1);
        expect_share(clutch_engage(&c, 0, 1, 0), closes, 1e-5);
        expect_share(1 - clutch_engage(&c, 1, 0, 0), opens, 1e-5);
        expect_share(1 - clutch_engage(&c, 1, 1, 1), opens, 1e-5);
        for (double pedal = 0; pedal < 1.01; pedal += 0.25) {
            double idle = def.engine.idle_radps,
                   held = idle + pedal * (def.clutch.launch_radps - idle);
            double carried = def.clutch.torque_nm *
                             clutch_follow(&c, (float)pedal, 80, (float)held, 0, 1.0f > 0.0f);
            expect_near(carried, 80, 0.01);
        }
    }
}

/* A variator's ratio grows by its rate while the pulleys turn at idle speed and above, by less in proportion below. */
static void a_variator_goes_by_its_rate(void **state)
{
    (void)state;
    kamm_vehicle_def def = default_vehicle();
    fit_cvt(&def, 1);
    for (double rate = 60; rate < 1300; rate *= 2) {
        def.stepping.substeps_per_s = rate;
        const struct cvt_constants c = powertrain_of(&def).cvt;
        double share = 0.7, most = def.gearbox.cvt_rate_per_s / rate, idle = def.engine.idle_radps;
        for (double turning = 0; turning < 1.6; turning += 0.2) {
            double low_radps =
                turning * idle / share; /* so that the engine has that share of idle speed */
            double after = cvt_step(&c, (float)share, 1, (float)low_radps);
            expect_near(after / share, 1 + most * fmin(turning, 1), 2e-6);
        }
        double back = cvt_step(&c, 0.9f, 0, 700);
        expect_near(0.9 / back, 1 + most, 2e-6);
    }
}

/* With shares w_i of one spring's force S on axles of m_i the mean travel q = sum of w_i q_i answers S by the sum of w_i^2 / m_i; what two
 * axles differ by answers the stop between them by 1 / m_1 + 1 / m_2. */
static void bogies_answer_by_shares_and_masses(void **state)
{
    (void)state;
    kamm_vehicle_def def = shipped_def(shipped_number("kraz-6x4"));
    fit_bogie(&def, KAMM_SHARING_BEAM, 0.35);
    def.axles[1].unsprung_mass_kg = 300, def.axles[2].unsprung_mass_kg = 450;
    const double shares[] = {0.35, 0.65};
    kamm_vehicle_def even = def;
    even.axles[1].suspension.load_share = 0; /* left out: each as much as the others */
    for (int a = 1; a < 3; ++a) expect_near(kamm_bogie_share(&even, a), 0.5, 1e-12);
    double answer = 0.35 * 0.35 / 300 + 0.65 * 0.65 / 450;
    for (int i = 0; i < 2; ++i) {
        struct load_sharing_constants c;
        kamm_compile_sharing(&def, 1 + i, &c);
        expect_share(c.own, shares[i], 1e-6);
        expect_share(c.mean_inverse_mass * c.own, answer, 1e-6);
        if (i == 0) expect_share(c.difference_inverse_mass, 1.0 / 300 + 1.0 / 450, 1e-6);
        expect_share(kamm_bogie_weight(&def, 1 + i), 2 * shares[i], 1e-9);
    }
}

/* Moments of inertia are those of the def; those that it leaves out are what the field's text says. */
static void inertia_is_given_or_estimated(void **state)
{
    (void)state;
    for (int given = 0; given < 2; ++given) {
        kamm_vehicle_def def = default_vehicle();
        kamm_car_body_def *body = &def.body;
        double width = body->width_m, height = body->height_m, mass = body->mass_kg;
        double front = body->cg_behind_front_axle_m,
               rear = def.axles[1].behind_front_axle_m - front;
        double wanted[3] = {mass * (width * width + height * height) / 12 * 0.8,
                            mass * front * rear * 0.97, mass * front * rear};
        for (int i = 0; i < 3 && given; ++i) wanted[i] *= 1.2;
        body->roll_inertia_kgm2 = given ? wanted[0] : 0;
        body->pitch_inertia_kgm2 = given ? wanted[1] : 0;
        body->yaw_inertia_kgm2 = given ? wanted[2] : 0;
        kamm_model *model = compile_rung(&def, KAMM_FULL);
        for (int i = 0; i < 3; ++i)
            expect_share(model->statics.total_inertia[i][i], wanted[i], 1e-6);
        kamm_destroy_model(model);
    }
}

/* What drives an axle of a hybrid, of what drives the car, at the wheels: the engine in first and the motors, each behind its losses. */
static void a_hybrids_axles_share_torque_at_the_wheels(void **state)
{
    (void)state;
    static const double efficiencies[] = {0.6, 0.9, 1};
    for (int e = 0; e < 9; ++e) {
        kamm_vehicle_def def = default_vehicle();
        double motor_nm = 150 * 9 * efficiencies[e / 3];
        def.clutch.efficiency = efficiencies[e % 3];
        def.axles[0].drive_share = 0.25, def.axles[1].drive_share = 0.75;
        def.axles[1].motor = (kamm_motor_def){.peak_nm = 150,
                                              .power_w = 6e4,
                                              .max_radps = 1500,
                                              .ratio = 9,
                                              .efficiency = efficiencies[e / 3]};
        double engine_nm = 0;
        for (int i = 0; i < def.engine.torque_curve.count; ++i)
            engine_nm = fmax(engine_nm, def.engine.torque_curve.y[i]);
        engine_nm *= def.gearbox.ratios[0] * def.gearbox.final_drive * efficiencies[e % 3];
        double all_nm = engine_nm + motor_nm;
        expect_near(kamm_axle_drive_share(&def, 0), 0.25 * engine_nm / all_nm, 1e-12);
        expect_near(kamm_axle_drive_share(&def, 1), (0.75 * engine_nm + motor_nm) / all_nm, 1e-12);
        def.axles[1].motor.peak_nm = 0; /* no motor: as the def says */
        expect_near(kamm_axle_drive_share(&def, 0), 0.25, 0);
    }
}

/* Front, axis of twist and rider of a two-wheeler are in the middle of its track, which lies beside the body's centre of gravity. */
static void parts_of_two_wheelers_are_in_the_middle(void **state)
{
    (void)state;
    static const double aside_m[] = {-0.03, 0, 0.05};
    for (int i = 0; i < 3; ++i) {
        kamm_vehicle_def def = default_vehicle();
        struct statics statics = {.sprung_cg = {0.1, 0.02, 0.5}};
        double point[3], wanted = -aside_m[i] - 0.02;
        def.body.cg_left_m = aside_m[i];
        def.rider.mass_kg = 40, def.front_assembly.mass_kg = 20;
        struct leaning_rider rider = kamm_rider_of(&def, &statics);
        struct steered_front front = kamm_front_of(&def, &statics);
        kamm_twist_point(&def, &statics, point);
        expect_near(rider.at[1], wanted, 1e-12);
        expect_near(rider.hip[1], wanted, 1e-12);
        expect_near(front.at[1], wanted, 1e-12);
        expect_near(point[1], wanted, 1e-12);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tyre_damping_is_that_of_the_def),
        cmocka_unit_test(dry_friction_dissipates_its_hysteresis_loop),
        cmocka_unit_test(rebound_stop_hardens),
        cmocka_unit_test(reverse_is_limited_by_both_ratios),
        cmocka_unit_test(a_rim_takes_speed_from_an_impact),
        cmocka_unit_test(third_elements_press_on_both_wheels),
        cmocka_unit_test(creep_fades_with_brake_and_speed),
        cmocka_unit_test(a_clutch_opens_in_a_fifth_of_the_time),
        cmocka_unit_test(a_variator_goes_by_its_rate),
        cmocka_unit_test(bogies_answer_by_shares_and_masses),
        cmocka_unit_test(inertia_is_given_or_estimated),
        cmocka_unit_test(a_hybrids_axles_share_torque_at_the_wheels),
        cmocka_unit_test(parts_of_two_wheelers_are_in_the_middle),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
