/* The planetary node by itself: Willis, the torques' balance in steady running, power, and the engine that stands; the control's rules. */
#include "support/cars.h"
#include "support/refused.h"
#include "support/shipped.h"

#include "part/engine.h"
#include "part/power_split.h"
#include "vehicle/powertrain_compile.h"

#include <math.h>
#include <string.h>

static const double engine_kgm2 = 0.18, motor_kgm2 = 0.023, generator_kgm2 = 0.023;

static kamm_vehicle_def prius(void)
{
    return shipped_def(shipped_number("toyota-prius-plug-in-2012"));
}

static struct powertrain_constants compiled(const kamm_vehicle_def *def)
{
    struct powertrain_constants constants;
    kamm_error error;
    if (kamm_compile_powertrain(def, &constants, &error) != KAMM_OK) fail_msg("%s", error.text);
    return constants;
}

/* By teeth: the sun's, the ring's, the carrier's. */
static void willis_relation_holds(void **state)
{
    (void)state;
    kamm_vehicle_def def = prius();
    struct powertrain_constants c = compiled(&def);
    for (double engine = 0; engine < 600; engine += 50)
        for (double motor = -800; motor < 1500; motor += 100) {
            double sun = split_sun_radps(&c.split, (float)engine, (float)motor);
            double ring = motor / 2.636;
            expect_near(30 * sun + 78 * ring, 108 * engine,
                        1e-4 * 78 * fabs(ring) + 1e-5 * 108 * engine);
        }
    /* Known of the first Prius: with the engine at 2333/min and the ring at 730/min its sun turns at 6500/min. */
    def.power_split.motor_per_ring = 1;
    c = compiled(&def);
    expect_share(split_sun_radps(&c.split, 2333, 730), 6500, 1e-3);
}

/* Three rotors as free bodies, with the gear's force F on the sun: the carrier gets (1 + R/S) F, the ring -R/S F. */
struct bodies {
    double engine, motor, sun; /* accelerations */
};

static struct bodies free_bodies(double engine_nm, double motor_nm, double generator_nm)
{
    double a = 3.6, b = 2.6 / 2.636;
    /* J_e e' = T_e + a F, J_m m' = T_m - b F, J_g (a e' - b m') = T_g - F. */
    double f =
        (generator_nm / generator_kgm2 - a * engine_nm / engine_kgm2 + b * motor_nm / motor_kgm2) /
        (1 / generator_kgm2 + a * a / engine_kgm2 + b * b / motor_kgm2);
    struct bodies out = {(engine_nm + a * f) / engine_kgm2, (motor_nm - b * f) / motor_kgm2,
                         (generator_nm - f) / generator_kgm2};
    return out;
}

static void the_node_turns_as_three_free_bodies_do(void **state)
{
    (void)state;
    kamm_vehicle_def def = prius();
    struct powertrain_constants c = compiled(&def);
    struct noise noise = {7};
    for (int i = 0; i < 300; ++i) {
        double engine_nm = noise_between(&noise, -60, 150),
               motor_nm = noise_between(&noise, -200, 200);
        double generator_nm = noise_between(&noise, -45, 45),
               load_nm = noise_between(&noise, -300, 300);
        struct bodies expected = free_bodies(engine_nm, motor_nm - load_nm, generator_nm);
        float shaft =
            split_shaft_nm(&c.split, (float)motor_nm, (float)generator_nm, (float)load_nm);
        float load = split_engine_load_nm(&c.split, (float)generator_nm, shaft);
        double engine = (engine_nm - (double)load) * (double)c.split.inverse_engine;
        double motor = split_motor_radps2(&c.split, (float)engine_nm, (float)generator_nm, shaft);
        expect_near(engine, expected.engine, 2e-5 * fabs(expected.engine) + 0.01);
        expect_near(motor, expected.motor, 2e-5 * fabs(expected.motor) + 0.05);
        expect_near(split_sun_radps(&c.split, (float)engine, (float)motor), expected.sun,
                    1e-4 * fabs(expected.sun) + 0.2);
    }
}

/* In steady running the ring has 0.722 of the engine's torque and the generator -0.278, as published for these teeth. */
static void steady_torques_are_shared_by_the_teeth(void **state)
{
    (void)state;
    kamm_vehicle_def def = prius();
    def.power_split.motor_per_ring = 1;
    struct powertrain_constants c = compiled(&def);
    struct split_lead lead = {1, 300, 30000};
    double generator = split_generator_wanted_nm(&c.split, &lead, 300, 100);
    expect_near(generator, -27.78, 0.01);
    float shaft = split_shaft_nm(&c.split, 0, (float)generator, 72.22f);
    expect_near(shaft, 0, 0.01);
    expect_near(split_motor_radps2(&c.split, 100, (float)generator, shaft), 0, 1);
    expect_near(split_hold_nm(&c.split, (float)generator, 0), -72.22, 0.01);
}

/* What torques do at the mean speeds of a substep is what the rotors gain, with an engine that its drag holds too. */
static void no_power_is_made_or_lost(void **state)
{
    (void)state;
    kamm_vehicle_def def = prius();
    struct powertrain_constants c = compiled(&def);
    const struct power_split_constants *v = &c.split;
    struct noise noise = {3};
    static const double steps[] = {1.0 / 60, 1.0 / 240, 1.0 / 1200};
    for (int i = 0; i < 600; ++i) {
        double dt = steps[i % 3], e0 = i % 4 ? noise_between(&noise, 0, 550) : 0;
        double m0 = noise_between(&noise, -500, 1400), motor_nm = noise_between(&noise, -200, 200);
        double g_nm = noise_between(&noise, -45, 45),
               gas = i % 4 ? noise_between(&noise, 0, 150) : 0;
        float shaft = split_shaft_nm(v, (float)motor_nm, (float)g_nm, 0);
        struct engine_motion e =
            engine_turn_inertia(&c.engine, v->engine_kgm2, v->inverse_engine, (float)e0, (float)gas,
                                20, split_engine_load_nm(v, (float)g_nm, shaft), (float)dt);
        double e1 = e.speed_radps;
        double m1 = m0 + dt * (double)split_motor_radps2(v, e.torque_nm, (float)g_nm, shaft);
        double s0 = 3.6 * e0 - 2.6 / 2.636 * m0, s1 = 3.6 * e1 - 2.6 / 2.636 * m1;
        double gained =
            0.5 * (engine_kgm2 * (e1 * e1 - e0 * e0) + motor_kgm2 * (m1 * m1 - m0 * m0) +
                   generator_kgm2 * (s1 * s1 - s0 * s0));
        double done =
            0.5 * dt * ((double)e.torque_nm * (e0 + e1) + motor_nm * (m0 + m1) + g_nm * (s0 + s1));
        assert_true(e1 >= 0);
        expect_near(
            done, gained,
            1e-5 * (fabs(done) + 0.5 * generator_kgm2 * s0 * s0 + 0.5 * engine_kgm2 * e0 * e0) +
                0.02);
    }
}

static struct split_lead lead_at(const struct powertrain_constants *c, double wanted_w,
                                 double charge, double motor_radps, int runs)
{
    struct split_now now = {(float)wanted_w, (float)charge, (float)motor_radps, 1};
    return split_lead(&c->split, &now, (float)runs);
}

static void the_control_follows_its_rules(void **state)
{
    (void)state;
    kamm_vehicle_def def = prius();
    struct powertrain_constants c = compiled(&def);
    /* At its aim: on above 7 kW, off below 2.5, as it was between. */
    for (int runs = 0; runs < 2; ++runs) {
        expect_near(lead_at(&c, 7100, 0.25, 300, runs).runs, 1, 0);
        expect_near(lead_at(&c, 2400, 0.25, 300, runs).runs, 0, 0);
        expect_near(lead_at(&c, 5000, 0.25, 300, runs).runs, runs, 0);
    }
    /* Charged: not before the battery's 27 kW; low: at once, and by no more than it may charge with. */
    expect_near(lead_at(&c, 33000, 0.9, 300, 0).runs, 0, 0);
    expect_near(lead_at(&c, 35000, 0.9, 300, 0).runs, 1, 0);
    expect_near(lead_at(&c, 3000, 0.2, 300, 0).engine_w, 11000, 1);
    /* On the line of best efficiency, between points of it. */
    expect_share(lead_at(&c, 25000, 0.25, 500, 1).engine_radps, 0.5 * (1900 + 2550) * PI / 30,
                 1e-3);
    /* The generator's speed binds: low road speed bounds the engine above, high road speed below. */
    double sun = 0.96 * 13500 * PI / 30;
    expect_share(lead_at(&c, 73000, 0.25, 0, 1).engine_radps, sun / 3.6, 1e-3);
    double fast = 1700, least = (fast * 2.6 / 2.636 - sun) / 3.6;
    expect_share(lead_at(&c, 0, 0.9, fast, 0).engine_radps, fmax(least, 1000 * PI / 30), 1e-3);
    expect_near(lead_at(&c, 0, 0.9, 900, 0).runs, 1, 0); /* above 100 km/h */
    struct split_lead stands = lead_at(&c, 0, 0.9, 100, 0);
    expect_near(split_generator_wanted_nm(&c.split, &stands, 0, -20), 0, 0);
}

static void what_does_not_fit_is_refused(void **state)
{
    (void)state;
    static const struct {
        const char *path, *part;
        double value;
    } cases[] = {
        {"gearbox.synchro_nm", "gearbox.synchro_nm", 30},
        {"engine.boost_share", "engine.boost_share", 0.5},
        {"retarder.max_nm", "retarder.max_nm", 500},
        {"aids.launch_radps", "aids.launch_radps", 300},
        {"battery.capacity_j", "battery.capacity_j is 0 J", 0},
        {"axles[0].drive_share", "drive_share", 1},
        {"axles[0].motor.peak_nm", "above 0 on 0 axles", 0},
        {"axles[1].motor.peak_nm", "above 0 on 2 axles", 50},
        {"power_split.ring_teeth", "power_split.ring_teeth is 32", 32},
        {"power_split.stop_w", "power_split.stop_w is 8000 W", 8000},
        {"power_split.generator.hottest_k", "power_split.generator.hottest_k is 50 K", 50},
        {"gearbox.kind", "gearbox.kind", KAMM_GEARBOX_CVT},
        {"gearbox.kind", "gearbox.kind", KAMM_GEARBOX_DUAL_CLUTCH},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        kamm_vehicle_def def = prius();
        kamm_error error;
        if (strcmp(cases[i].path, "gearbox.kind") == 0)
            def.gearbox.kind = (int32_t)cases[i].value;
        else if (kamm_set_number(kamm_vehicle_table(), &def, cases[i].path, cases[i].value,
                                 &error) != KAMM_OK)
            fail_msg("%s", error.text);
        expect_vehicle_refused(&def, cases[i].part);
    }
    kamm_vehicle_def def = prius();
    def.gearbox.ratios_count = 1, def.gearbox.ratios[0] = 3;
    expect_vehicle_refused(&def, "gearbox.ratios");
    def = prius();
    def.converter.k_curve = (kamm_curve){2, {0, 1}, {15, 30}};
    def.converter.torque_ratio_curve = (kamm_curve){2, {0, 0.9}, {2, 1}};
    expect_vehicle_refused(&def, "converter.k_curve");
    def = prius();
    def.power_split.engine_speed_curve.count = 0;
    expect_vehicle_refused(&def, "power_split.engine_speed_curve");
    def = prius();
    def.power_split.engine_speed_curve.y[0] = 50;
    expect_vehicle_refused(&def, "in point 0; it must be from engine.idle_radps");
    def = prius();
    def.power_split.engine_speed_curve.x[9] = 90000;
    expect_vehicle_refused(&def, "where engine.torque_curve gives");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(willis_relation_holds),
        cmocka_unit_test(the_node_turns_as_three_free_bodies_do),
        cmocka_unit_test(steady_torques_are_shared_by_the_teeth),
        cmocka_unit_test(no_power_is_made_or_lost),
        cmocka_unit_test(the_control_follows_its_rules),
        cmocka_unit_test(what_does_not_fit_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
