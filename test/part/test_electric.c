/* Electric motor and battery, each by itself, against closed forms. */
#include "support/cars.h"
#include "support/refused.h"

#include "part/battery.h"
#include "part/motor.h"
#include "vehicle/electric_compile.h"

#include <math.h>

static kamm_vehicle_def electric_def(double rate)
{
    kamm_vehicle_def def = kamm_default_vehicle();
    def.engine.torque_curve.count = 0;
    def.axles[0].drive_share = 0;
    def.axles[0].motor.peak_nm = 200;
    def.axles[0].motor.power_w = 80000;
    def.axles[0].motor.max_radps = 1400;
    def.battery.capacity_j = 1.8e8;
    def.stepping.substeps_per_s = rate;
    return def;
}

static struct powertrain_constants compiled(const kamm_vehicle_def *def)
{
    struct powertrain_constants constants = {0};
    kamm_error error;
    if (kamm_compile_electric(def, &constants, &error) != KAMM_OK) fail_msg("%s", error.text);
    return constants;
}

/* Peak torque, constant power, power that falls; at another voltage the same against the speed over the voltage. */
static void torque_is_limited_by_current_and_voltage(void **state)
{
    (void)state;
    kamm_vehicle_def def = electric_def(240);
    def.axles[0].motor.weak_radps = 900;
    struct powertrain_constants c = compiled(&def);
    const struct motor_constants *m = &c.motor[0];
    for (double slower = 0.8; slower < 1.5; slower += 0.1)
        for (double speed = -1300; speed <= 1300; speed += 50) {
            double x = fmax(fabs(speed) * slower, 1e-3);
            double expected = fmin(200, fmin(80000 / x, 80000.0 * 900 / (x * x)));
            expect_share(motor_max_nm(m, (float)speed, (float)slower, 0), expected, 1e-5);
        }
    expect_near(motor_max_nm(m, 1450, 1, 0), 0, 0);
}

/* P = U I, I from the quadratic: what the poles give is what is asked for, and the charge goes by the current. */
static void the_battery_gives_what_is_asked_for(void **state)
{
    (void)state;
    kamm_vehicle_def def = electric_def(240);
    struct powertrain_constants c = compiled(&def);
    static const float powers_w[] = {-60000, -5000, 0, 300, 20000, 90000, 200000};
    for (int i = 0; i < 7; ++i) {
        float used = 0.1f, residual = 0;
        double ampere = battery_draw(&c.battery, &used, &residual, powers_w[i]);
        double volt = 350 - 0.08 * ampere;
        expect_near(volt * ampere, powers_w[i], 1e-4 * fabs(powers_w[i]) + 1e-3);
        double taken_c = ((double)used - (double)0.1f + (double)residual) * 1.8e8 / 350;
        expect_near(taken_c, ampere / 240, 1e-4 * fabs(ampere) / 240 + 1e-9);
    }
}

/* From full to empty by a small current: the file's energy, with a curved voltage too, at any rate. */
static void from_full_to_empty_there_is_the_files_energy(void **state)
{
    (void)state;
    static const double rates[] = {60, 240, 1200}, charges[] = {0, 0.1, 0.5, 0.9, 1},
                        volts[] = {290, 325, 350, 385, 400};
    for (int r = 0; r < 3; ++r) {
        kamm_vehicle_def def = electric_def(rates[r]);
        def.battery.capacity_j = 1e6, def.battery.charge = 1, def.battery.resistance_ohm = 0;
        def.battery.voltage_curve.count = 5;
        for (int i = 0; i < 5; ++i)
            def.battery.voltage_curve.x[i] = charges[i], def.battery.voltage_curve.y[i] = volts[i];
        struct powertrain_constants c = compiled(&def);
        float used = 0, residual = 0;
        double energy_j = 0;
        while (used < 1) {
            battery_draw(&c.battery, &used, &residual, 5000);
            energy_j += 5000 / rates[r];
        }
        expect_share(energy_j, 1e6, 2e-3);
    }
}

/* a s^2 + b s + c = P, exactly, whether it gives or takes. */
static void limits_share_the_power(void **state)
{
    (void)state;
    kamm_vehicle_def def = electric_def(240);
    def.battery.discharge_w = 60000, def.battery.charge_w = 20000, def.battery.charge = 0.5;
    struct powertrain_constants c = compiled(&def);
    static const struct battery_load loads[] = {{4000, 70000, 900},  {9000, 90000, 900},
                                                {2000, 30000, 900},  {4000, -60000, 900},
                                                {9000, -30000, 900}, {100, -500, 900}};
    for (int i = 0; i < 6; ++i) {
        const struct battery_load *of = &loads[i];
        double s = battery_share(&c.battery, 0, of);
        double power = of->losses_w * s * s + of->shafts_w * s + of->always_w;
        double all = of->losses_w + of->shafts_w + of->always_w;
        expect_near(power, fmin(fmax(all, -20000), 60000), 1);
        if (all <= 60000 && all >= -20000) expect_near(s, 1, 0);
    }
    struct battery_load driving = {4000, 50000, 900}, braking = {4000, -50000, 900};
    expect_near(battery_share(&c.battery, 0.5f, &driving), 0, 0); /* empty */
    double s = battery_share(&c.battery, -0.5f, &braking);        /* full: no more than is used */
    expect_near(4000 * s * s - 50000 * s + 900, 0, 1);
}

/* C dT/dt = P - G T: T = P / G (1 - e^(-G t / C)). */
static void it_warms_up_as_one_node_does(void **state)
{
    (void)state;
    static const double rates[] = {60, 240, 1200};
    for (int r = 0; r < 3; ++r) {
        kamm_vehicle_def def = electric_def(rates[r]);
        def.axles[0].motor.heat_capacity_j_per_k = 5000, def.axles[0].motor.cooling_w_per_k = 50;
        struct powertrain_constants c = compiled(&def);
        double warmth = 0;
        for (int i = 0; i < (int)(120 * rates[r]); ++i)
            warmth += (double)motor_warming_k(&c.motor[0], (float)warmth, 3000);
        expect_share(warmth, 60 * (1 - exp(-1.2)), 1e-3);
        double half = 0.5 * (60 + 90);
        expect_share(motor_max_nm(&c.motor[0], 0, 1, (float)half), 100, 1e-5);
        expect_near(motor_max_nm(&c.motor[0], 0, 1, 91), 0, 0);
    }
}

/* The accelerator between the most and what braking the lift asks for; the brake pedal on top, up to the most. */
static void pedals_ask_for_torque(void **state)
{
    (void)state;
    kamm_vehicle_def def = electric_def(240);
    def.axles[0].motor.lift_share = 0.2, def.axles[0].motor.brake_share = 0.5;
    struct powertrain_constants c = compiled(&def);
    const struct motor_constants *m = &c.motor[0];
    struct motor_demand in = {.gear = 1, .allowed = 1, .stable = 1};
    double per_brake = 0.5 * 2 * def.axles[0].brake_torque_nm / def.axles[0].motor.ratio;
    for (float pedal = 0; pedal <= 1; pedal += 0.25f)
        for (float brake = 0; brake <= 1; brake += 0.25f)
            for (float gear = -1; gear <= 1; ++gear) {
                in.pedal = pedal, in.brake = brake, in.gear = gear;
                float speed = gear < 0 ? -300 : 300;
                struct motor_request r = motor_request(m, &in, speed, 200);
                double lift = 40 * (1 - (double)pedal);
                double total = fmin(lift + per_brake * (double)brake, 200);
                double wanted = (double)gear * (200 * (double)pedal - total);
                expect_near(r.wanted_nm, wanted, 1e-3);
                expect_near(r.brake_nm, gear < 0 || gear > 0 ? total - lift : 0, 1e-3);
                expect_near(motor_braking_nm(&r, r.wanted_nm, speed), r.brake_nm, 1e-3);
                expect_near(motor_braking_nm(&r, r.wanted_nm + gear * 30, speed),
                            fmax((double)r.brake_nm - 30 * fabs((double)gear), 0), 1e-3);
            }
    in =
        (struct motor_demand){.gear = 1, .brake = 1, .allowed = 1, .stable = 1, .brake_slip = 0.2f};
    expect_near(motor_request(m, &in, 300, 200).wanted_nm, 0, 0); /* the wheels slip */
    in.brake_slip = 0;
    expect_near(motor_request(m, &in, 0, 200).wanted_nm, 0, 0); /* and the car stands */
}

static void what_does_not_fit_together_is_refused(void **state)
{
    (void)state;
    kamm_vehicle_def def = electric_def(240);
    def.axles[0].drive_share = 1;
    expect_vehicle_refused(&def, "there is no engine whose torque they share");
    def = electric_def(240);
    def.axles[0].motor.heat_capacity_j_per_k = 1000, def.axles[0].motor.hot_k = 95;
    expect_vehicle_refused(&def, "axles[0].motor.hottest_k is 90 K; it must be above");
    def = electric_def(240);
    def.battery.voltage_curve.count = 2;
    def.battery.voltage_curve.x[0] = 0.1, def.battery.voltage_curve.x[1] = 1;
    def.battery.voltage_curve.y[0] = 340, def.battery.voltage_curve.y[1] = 360;
    expect_vehicle_refused(&def, "it must go from 0 to 1");
    def.battery.voltage_curve.x[0] = 0, def.battery.voltage_curve.y[1] = 800;
    expect_vehicle_refused(&def, "it must be from half to twice");
}

/* Over the last 2 % before it is empty it gives less in proportion, over the last 5 % before it is full it takes less. */
static void power_fades_out_at_both_ends(void **state)
{
    (void)state;
    kamm_vehicle_def def = electric_def(240);
    def.battery.discharge_w = 60000, def.battery.charge_w = 20000, def.battery.charge = 1;
    struct powertrain_constants c = compiled(&def);
    const struct battery_load driving = {0, 90000, 0}, braking = {0, -50000, 0};
    for (double charge = 0.002; charge < 1;
         charge += charge < 0.06 || charge > 0.92 ? 0.004 : 0.1) {
        double gives = 60000 * fmin(charge / 0.02, 1), takes = 20000 * fmin((1 - charge) / 0.05, 1);
        float used = (float)(1 - charge);
        expect_near(90000 * battery_share(&c.battery, used, &driving), gives, 5);
        expect_near(50000 * battery_share(&c.battery, used, &braking), takes, 5);
        expect_near(battery_takes_w(&c.battery, used), takes, 5);
    }
}

/* The shafts' spring is softened by 1 / (1 + (c / 2 + k dt / 4) dt / J). The rotor's inertia counts by the square of
 * the ratio. */
static void shafts_feel_the_rotor_by_the_square_of_its_ratio(void **state)
{
    (void)state;
    for (double ratio = 1; ratio < 20; ratio *= 2)
        for (double rate = 60; rate < 1300; rate *= 4) {
            kamm_vehicle_def def = electric_def(rate);
            kamm_motor_def *motor = &def.axles[0].motor;
            motor->ratio = ratio, motor->inertia_kgm2 = 0.03;
            motor->shaft_stiffness_nm_per_rad = 4000, motor->shaft_damping_nms_per_rad = 2;
            def.axles[0].wheel_inertia_kgm2 = 1000; /* so that the rotor is all that moves */
            struct powertrain_constants c = compiled(&def);
            double dt = 1 / rate, rotor = 0.03 * ratio * ratio, damping = fmin(2, 0.5 * rotor / dt);
            double softer = 1 / (1 + (damping / 2 + 4000 * dt / 4) * dt / rotor);
            expect_share(c.motor_shaft[0].stiffness_nm_per_rad, 4000 * softer, 0.01);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(torque_is_limited_by_current_and_voltage),
        cmocka_unit_test(the_battery_gives_what_is_asked_for),
        cmocka_unit_test(from_full_to_empty_there_is_the_files_energy),
        cmocka_unit_test(limits_share_the_power),
        cmocka_unit_test(it_warms_up_as_one_node_does),
        cmocka_unit_test(pedals_ask_for_torque),
        cmocka_unit_test(what_does_not_fit_together_is_refused),
        cmocka_unit_test(power_fades_out_at_both_ends),
        cmocka_unit_test(shafts_feel_the_rotor_by_the_square_of_its_ratio),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
