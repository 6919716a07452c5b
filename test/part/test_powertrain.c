/* Engine, clutch and shafts, in a car on a straight road whose wheels cannot slip. */
#include "lanes_powertrain.h"
#include "powertrain_lab.h"
#include "support/quick.h"
#include "support/widths.h"

/* ---- engine ---- */

static void idle_control_holds_against_drag(void **state)
{
    (void)state;
    for (int i = 0; i < 4; ++i) {
        kamm_vehicle_def def = default_vehicle();
        def.engine.drag_nm = (double[]){0, 5, 15, 30}[i];
        def.engine.response_s = (double[]){0, 0.05, 0.3, 1}[i];
        struct lab *lab = make_lab(&def);
        lab->bench.gear[0] = 0;
        lab->bench.engine_radps[0] = 150;
        run(lab, 4);
        expect_share(lab->bench.engine_radps[0], def.engine.idle_radps, 0.02);
    }
}

static void limiter_holds_without_hunting(void **state)
{
    (void)state;
    struct lab *lab = default_lab();
    lab->bench.gear[0] = 0;
    lab->bench.throttle[0] = 1;
    run(lab, 4);
    double low = 1e9, high = 0;
    for (int i = 0; i < 1200; ++i) {
        step(lab);
        low = fmin(low, (double)lab->bench.engine_radps[0]);
        high = fmax(high, (double)lab->bench.engine_radps[0]);
    }
    expect_above(low, lab->def.engine.limiter_radps);
    expect_below(high, 1.02 * lab->def.engine.limiter_radps);
    expect_below(high - low, 0.05);
}

/* Closed throttle in gear: the drag at that speed, multiplied to the wheels, with losses on top. */
static void closed_throttle_brakes_by_the_engine_drag(void **state)
{
    (void)state;
    struct lab *lab = default_lab();
    const kamm_engine_def *engine = &lab->def.engine;
    place(lab, 0, 20, 3);
    lab->bench.mass_kg[0] = 1e7f; /* holds the speed */
    lab->bench.gear[0] = 3;
    run(lab, 3);
    double speed = lab->bench.engine_radps[0];
    double drag = engine->drag_nm + engine->drag_nms_per_rad * speed;
    expect_share(lab->bench.engine_nm[0], -drag, 0.001);
    expect_share(lab->bench.drive_nm[0], -drag * ratio_of(lab, 3) / lab->def.clutch.efficiency,
                 0.005);
}

static void part_load_torque_is_the_closed_form(void **state)
{
    (void)state;
    struct lab *lab = default_lab();
    place(lab, 0, 10, 2);
    lab->bench.mass_kg[0] = 1e7f;
    lab->bench.gear[0] = 2;
    lab->bench.throttle[0] = 0.3f;
    run(lab, 3);
    const kamm_engine_def *engine = &lab->def.engine;
    double speed = lab->bench.engine_radps[0], full = full_torque(lab, speed);
    double drag = engine->drag_nm + engine->drag_nms_per_rad * speed;
    double k = engine->part_load * (1 - speed / engine->limiter_radps);
    double expected = -drag + (full + drag) * 0.3 * (1 + k) / (1 + k * 0.3);
    expect_share(lab->bench.engine_nm[0], expected, 0.005);
}

static void speed_limit_holds_the_road_speed(void **state)
{
    (void)state;
    kamm_vehicle_def def = default_vehicle();
    def.engine.speed_limit_mps = 25;
    struct lab *lab = make_lab(&def);
    place(lab, 0, 20, 3);
    lab->bench.throttle[0] = 1;
    run(lab, 40);
    double before = speed_of(lab);
    expect_near(before, 25, 0.3);
    run(lab, 5);
    expect_near(speed_of(lab), before, 0.005);
}

/* ---- launching, stalling, standing in gear ---- */

static void full_throttle_launch_holds_the_launch_speed(void **state)
{
    (void)state;
    struct lab *lab = default_lab();
    const kamm_clutch_def *clutch = &lab->def.clutch;
    double best = full_torque(lab, clutch->launch_radps) * ratio_of(lab, 1) * clutch->efficiency;
    double ratio = ratio_of(lab, 1), min = 1e9, previous = 0, back = 0;
    lab->bench.throttle[0] = 1;
    while (lab->bench.spin_radps[0] * ratio < 0.95 * clutch->launch_radps) {
        step(lab);
        min = fmin(min, (double)lab->bench.engine_radps[0]);
        if (lab->time_s > 0.9) {
            expect_near(lab->bench.engine_radps[0], clutch->launch_radps, 10);
            expect_share(lab->bench.drive_nm[0], best, 0.05);
        }
        back = fmax(back, previous - (double)lab->bench.drive_nm[0]);
        previous = lab->bench.drive_nm[0];
    }
    expect_above(min, 0.99 * lab->def.engine.idle_radps);
    expect_below(back, 2); /* N.m of 1440: no judder */
    expect_below(lab->time_s, 2);
}

static void automatic_clutch_never_stalls(void **state)
{
    (void)state;
    for (int gear = 1; gear <= 5; ++gear) {
        struct lab *lab = default_lab();
        place(lab, 0, 25, gear > 2 ? gear : 2);
        lab->bench.gear[0] = (float)gear;
        run(lab, 1.5);
        lab->bench.brake_nm[0] = 1e5f; /* stops the wheels in one substep */
        double min = 1e9;
        for (int i = 0; i < 2400; ++i) {
            step(lab);
            min = fmin(min, (double)lab->bench.engine_radps[0]);
        }
        expect_near(lab->bench.spin_radps[0], 0, 0);
        expect_above(min, 0.45 * lab->def.engine.idle_radps);
        expect_share(lab->bench.engine_radps[0], lab->def.engine.idle_radps, 0.02);
    }
}

static void manual_clutch_stalls_and_restarts_the_engine(void **state)
{
    (void)state;
    struct lab *lab = hand_shifted_lab();
    lab->bench.brake_nm[0] = 3000;
    run(lab, 2); /* clutch closed on the standing car */
    expect_near(lab->bench.engine_radps[0], 0, 0);
    expect_near(lab->bench.spin_radps[0], 0, 0);
    lab->bench.throttle[0] = 0.2f; /* the clutch is still closed: no start */
    run(lab, 2);
    expect_near(lab->bench.engine_radps[0], 0, 0);
    lab->bench.clutch[0] = 1;
    run(lab, 1);
    expect_above(lab->bench.engine_radps[0], 0.95 * lab->def.engine.idle_radps);
    lab->bench.throttle[0] = 0;
    run(lab, 3);
    expect_share(lab->bench.engine_radps[0], lab->def.engine.idle_radps, 0.02);
}

/* A stalled car left in gear hangs on the shafts' spring. In first its engine is a stop against
 * rolling back; rolling forwards it holds what its drag can. */
static void parked_in_gear_holds_on_a_slope(void **state)
{
    (void)state;
    static const struct {
        int gear;
        float slope;
        int holds;
    } cases[] = {{1, 0.2f, 1}, {-1, -0.2f, 1}, {1, -0.05f, 1}, {1, -0.2f, 0}};
    for (int i = 0; i < COUNT(cases); ++i) {
        struct lab *lab = hand_shifted_lab();
        place(lab, 0, 0, cases[i].gear);
        lab->bench.gear[0] = (float)cases[i].gear;
        lab->bench.engine_radps[0] = 0;
        lab->bench.rolling_n[0] = 0;
        lab->bench.slope[0] = cases[i].slope;
        run(lab, 20);
        if (!cases[i].holds) {
            expect_above(speed_of(lab), 0.5);
            continue;
        }
        double weight_nm = lab->def.body.mass_kg * GRAVITY_MPS2 * (double)cases[i].slope *
                           (double)lab->constants.gearbox.radius_m;
        expect_near(lab->bench.spin_radps[0], 0, 1e-4);
        expect_share(lab->bench.drive_nm[0], weight_nm, 0.001);
    }
}

/* ---- the shaft ---- */

/* Work of the engine = kinetic energy of engine and car + road and gears' losses, in gear; and the
 * clutch and shafts never give energy, launching and shifting. */
static void energy_is_accounted_for(void **state)
{
    (void)state;
    struct lab *lab = default_lab();
    struct bench *bench = &lab->bench;
    double engine_j = 0, wheels_j = 0, checked_j = 0, dt = lab->substep_s;
    double stiffness = lab->constants.shaft.stiffness_nm_per_rad, locked_in = 0, locked_out = 0;
    bench->throttle[0] = 1;
    while (lab->time_s < 25) {
        double engine = bench->engine_radps[0], spin = bench->spin_radps[0];
        step(lab);
        double engine_in =
            (double)bench->engine_nm[0] * (engine + (double)bench->engine_radps[0]) / 2 * dt;
        double wheels_out =
            (double)bench->drive_nm[0] * (spin + (double)bench->spin_radps[0]) / 2 * dt;
        double kinetic = lab->def.engine.inertia_kgm2 / 2 *
                         (pow((double)bench->engine_radps[0], 2) - engine * engine);
        engine_j += engine_in - kinetic;
        wheels_j += wheels_out;
        if (lab->time_s > 6 && lab->time_s < 9)
            locked_in += engine_in - kinetic, locked_out += wheels_out;
        if (floor(lab->time_s * 5) > floor((lab->time_s - dt) * 5)) {
            double twist = bench->shaft_twist_rad[0],
                   lost = engine_j - wheels_j - stiffness / 2 * twist * twist;
            expect_above(lost, checked_j - 2); /* J; what has been lost does not come back */
            checked_j = lost;
        }
    }
    expect_share(locked_out / locked_in, lab->def.clutch.efficiency, 0.001);
    expect_above(speed_of(lab), 30);
}

/* Creeping, released and held by the brakes: the slipping clutch takes energy only. */
static void creeping_clutch_gives_no_energy(void **state)
{
    (void)state;
    kamm_vehicle_def def = default_vehicle();
    def.clutch.creep_torque_nm = 30;
    struct lab *lab = make_lab(&def);
    struct bench *bench = &lab->bench;
    double lost_j = 0, checked_j = 0, dt = lab->substep_s;
    double stiffness = lab->constants.shaft.stiffness_nm_per_rad, last = 0;
    for (; lab->time_s < 20;) {
        double engine = bench->engine_radps[0], spin = bench->spin_radps[0];
        bench->brake_nm[0] = fmod(lab->time_s, 10) < 7 ? 0 : 2000;
        step(lab);
        double work =
            (double)bench->engine_nm[0] * (engine + (double)bench->engine_radps[0]) / 2 * dt -
            (double)bench->drive_nm[0] * (spin + (double)bench->spin_radps[0]) / 2 * dt;
        lost_j += work - def.engine.inertia_kgm2 / 2 *
                             (pow((double)bench->engine_radps[0], 2) - engine * engine);
        if (floor(lab->time_s * 5) <= floor((lab->time_s - dt) * 5)) continue;
        double stored = stiffness / 2 * pow((double)bench->shaft_twist_rad[0], 2);
        expect_above(lost_j - stored, checked_j - 2); /* J */
        checked_j = lost_j - stored;
        last = fmax(last, speed_of(lab));
    }
    expect_above(last, 1);
    expect_below(last, 3);
}

/* Drives for 4 s and expects the shafts to stay within the clutch's capacity. */
static void expect_calm_shafts(struct lab *lab, double share)
{
    const kamm_clutch_def *clutch = &lab->def.clutch;
    double limit_nm = clutch->torque_nm * ratio_of(lab, 3) / clutch->efficiency, max = 0;
    for (int n = 0; n < 4 * 600; ++n) {
        step(lab);
        max = fmax(max, (double)fabsf(lab->bench.drive_nm[0]));
    }
    expect_below(max, limit_nm * 1.001);
    expect_share(lab->bench.engine_radps[0], lab->bench.spin_radps[0] * ratio_of(lab, 3), share);
}

/* Any stiffness and inertia that the tables allow: a heavy car, then wheels in the air. */
static void stiffest_shafts_do_not_oscillate(void **state)
{
    (void)state;
    static const double cases[][4] = {/* stiffness, damping, engine inertia, wheel inertia */
                                      {1e6, 0, 0.001, 0.01}, {1e6, 1e5, 0.001, 0.01},
                                      {1e6, 0, 0.15, 1},     {100, 1e5, 0.15, 1},
                                      {8000, 40, 0.001, 1},  {1e6, 1e5, 100, 500}};
    for (int i = 0; i < COUNT(cases); ++i) {
        kamm_vehicle_def def = default_vehicle();
        def.clutch.shaft_stiffness_nm_per_rad = cases[i][0];
        def.clutch.shaft_damping_nms_per_rad = cases[i][1];
        def.engine.inertia_kgm2 = cases[i][2];
        def.axles[0].wheel_inertia_kgm2 = cases[i][3];
        def.stepping.substeps_per_s = 600;
        struct lab *lab = make_lab(&def);
        double share = cases[i][1] > 0 ? 0.01 : 0.05;
        place(lab, 0, 20, 3);
        lab->bench.mass_kg[0] = 1e5f;
        lab->bench.gear[0] = 3;
        lab->bench.throttle[0] = 0.5f;
        expect_calm_shafts(lab, share);
        lab->bench.mass_kg[0] = lab->bench.rolling_n[0] = lab->bench.drag_ns2_per_m2[0] = 0;
        lab->bench.wheels_kgm2[0] = 2 * (float)cases[i][3];
        expect_calm_shafts(lab, share);
    }
}

static void halving_the_substep_changes_little(void **state)
{
    (void)state;
    double speed[2], distance[2];
    for (int i = 0; i < 2; ++i) {
        kamm_vehicle_def def = default_vehicle();
        def.stepping.substeps_per_s = i ? 2400 : 1200;
        struct lab *lab = make_lab(&def);
        lab->bench.throttle[0] = 1;
        distance[i] = 0;
        while (lab->time_s < 20) {
            step(lab);
            distance[i] += speed_of(lab) * lab->substep_s;
        }
        speed[i] = speed_of(lab);
    }
    expect_share(speed[0], speed[1], 0.002);
    expect_share(distance[0], distance[1], 0.002);
}

/* ---- checks of the def, widths ---- */

static void bad_defs_are_refused_with_their_path(void **state)
{
    (void)state;
    static const struct {
        const char *path;
        double value;
        const char *told;
    } cases[] = {{"clutch.torque_nm", 80, "clutch.torque_nm"},
                 {"gearbox.ratios[2]", 2.5, "gearbox.ratios[2]"},
                 {"engine.limiter_radps", 100, "engine.limiter_radps"},
                 {"clutch.launch_radps", 60, "clutch.launch_radps"},
                 {"gearbox.cruise_upshift_radps", 900, "gearbox.cruise_upshift_radps"},
                 {"axles[1].drive_share", 0.5, "axles[0].drive_share"},
                 {"engine.torque_curve.torque_nm[0]", -5, "engine.torque_curve"}};
    for (int i = 0; i < COUNT(cases); ++i) {
        kamm_vehicle_def def = default_vehicle();
        kamm_error error;
        struct powertrain_constants constants;
        assert_int_equal(
            kamm_set_number(kamm_vehicle_table(), &def, cases[i].path, cases[i].value, &error),
            KAMM_OK);
        assert_int_equal(kamm_compile_powertrain(&def, &constants, &error), KAMM_ERROR_RANGE);
        assert_string_equal(error.path, cases[i].told);
        assert_non_null(
            strstr(error.text, cases[i].told[0] == 'a' ? "drive_share" : cases[i].told));
    }
    kamm_vehicle_def def = default_vehicle();
    struct powertrain_constants constants;
    def.gearbox.ratios_count = 0;
    assert_int_equal(kamm_compile_powertrain(&def, &constants, NULL), KAMM_ERROR_MISSING);
    def = default_vehicle();
    def.engine.torque_curve.count = 0;
    assert_int_equal(kamm_compile_powertrain(&def, &constants, NULL), KAMM_ERROR_MISSING);
}

/* Sixteen different drives: every width gives the bits of width 1. */
static void every_width_gives_the_same_bits(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    bench_step *const steps[] = {bench_step_1_0, AT_WIDTH(bench_step, 4, 0),
                                 AT_WIDTH(bench_step, KAMM_WIDEST_HERE, 0)};
    static struct bench combinations[COUNT(steps)];
    struct lab *lab = default_lab();
    for (int car = 0; car < BENCH_CARS; ++car) {
        place(lab, car, 1.5 * car, 1 + car % 4);
        lab->bench.slope[car] = 0.02f * (float)(car % 5 - 2);
    }
    for (int i = 0; i < COUNT(steps); ++i) {
        combinations[i] = lab->bench;
        for (int n = 0; n < 6000; ++n) {
            for (int car = 0; car < BENCH_CARS; ++car) {
                combinations[i].throttle[car] = (float)((n / 500 + car) % 5) / 4;
                combinations[i].clutch[car] = (n / 700 + car) % 6 == 0;
                combinations[i].gear[car] = car < 8 ? 100 : (float)((n / 1500 + car) % 7 - 1);
                combinations[i].brake_nm[car] = (n / 900 + car) % 7 ? 0 : 800;
            }
            steps[i]((const float *)&lab->constants, &combinations[i], BENCH_CARS,
                     (float)lab->substep_s);
        }
        assert_memory_equal(&combinations[i], &combinations[0], sizeof combinations[0]);
    }
}

static void mixed_cars_give_the_same_bits(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    bench_step *const steps[] = AT_WIDER_WIDTHS(bench_step, 1);
    enum { FLOATS = sizeof(struct powertrain_constants) / sizeof(float) };
    static float own[BENCH_CARS][FLOATS], mixed[FLOATS * BENCH_CARS] __attribute__((aligned(64)));
    static struct bench combinations[COUNT(steps)], alone;
    struct lab *lab = default_lab();
    for (int car = 0; car < BENCH_CARS; ++car) {
        lab->def.engine.inertia_kgm2 = 0.1 + 0.01 * car;
        lab->def.gearbox.final_drive = 3 + 0.1 * car;
        compile(lab);
        memcpy(own[car], &lab->constants, sizeof own[car]);
        place(lab, car, car, 1);
        lab->bench.throttle[car] = 0.06f * (float)(car + 1);
    }
    alone = lab->bench;
    for (int i = 0; i < COUNT(steps); ++i) {
        combinations[i] = lab->bench;
        for (int car = 0; car < BENCH_CARS; ++car)
            interleave_lane(mixed, FLOATS, wider_widths[i], car, own[car]);
        for (int n = 0; n < 6000; ++n)
            steps[i](mixed, &combinations[i], BENCH_CARS, (float)lab->substep_s);
        assert_memory_equal(&combinations[i], &combinations[0], sizeof combinations[0]);
    }
    lab->bench = alone;
    lab->time_s = 0;
    for (int n = 0; n < 6000; ++n) /* the last car's constants are still the lab's */
        bench_step_1_0((const float *)&lab->constants, &lab->bench, BENCH_CARS,
                       (float)lab->substep_s);
    assert_true(lab->bench.spin_radps[BENCH_CARS - 1] ==
                combinations[0].spin_radps[BENCH_CARS - 1]);
    assert_true(lab->bench.spin_radps[9] != combinations[0].spin_radps[9]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(idle_control_holds_against_drag),
        cmocka_unit_test(limiter_holds_without_hunting),
        cmocka_unit_test(closed_throttle_brakes_by_the_engine_drag),
        cmocka_unit_test(part_load_torque_is_the_closed_form),
        cmocka_unit_test(speed_limit_holds_the_road_speed),
        cmocka_unit_test(full_throttle_launch_holds_the_launch_speed),
        cmocka_unit_test(automatic_clutch_never_stalls),
        cmocka_unit_test(manual_clutch_stalls_and_restarts_the_engine),
        cmocka_unit_test(parked_in_gear_holds_on_a_slope),
        cmocka_unit_test(energy_is_accounted_for),
        cmocka_unit_test(creeping_clutch_gives_no_energy),
        cmocka_unit_test(stiffest_shafts_do_not_oscillate),
        cmocka_unit_test(halving_the_substep_changes_little),
        cmocka_unit_test(bad_defs_are_refused_with_their_path),
        cmocka_unit_test(every_width_gives_the_same_bits),
        cmocka_unit_test(mixed_cars_give_the_same_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
