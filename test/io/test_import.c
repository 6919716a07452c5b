/* Imported vehicles: each number of the file is in the vehicle in SI units, and a wrong file is refused with its place. */
#include "support/imported_values.h"

/* -- Values -- */

static void test_numbers_of_assetto_corsa_are_taken_with_units(void **state)
{
    (void)state;
    import("");
    assert_string_equal(car.def.name, "Test Coupe");
    expect("body.mass_kg", 1320);
    expect("axles[1].behind_front_axle_m", 2.57);
    expect("body.cg_behind_front_axle_m", 0.47 * 2.57);
    expect("body.roll_inertia_kgm2", 1320. / 12 * (1.6 * 1.6 + 1.2 * 1.2));
    expect("body.pitch_inertia_kgm2", 1320. / 12 * (1.2 * 1.2 + 4.0 * 4.0));
    expect("body.yaw_inertia_kgm2", 1320. / 12 * (1.6 * 1.6 + 4.0 * 4.0));
    expect("steering.ratio", 15);
    expect("steering.lock_rad", 450 * PI / 180);
    expect("axles[0].suspension.camber_rad", -PI / 180);
    expect("axles[1].suspension.anti_roll_bar_n_per_m", 9000);
    expect("axles[0].suspension.rebound_fast_damping_ns_per_m", 2000);
    expect("axles[0].brake_torque_nm", 0.65 * 3400);
    expect("axles[1].brake_torque_nm", 0.35 * 3400);
    expect("engine.limiter_radps", 7200 * PI / 30);
    expect("engine.drag_nms_per_rad", 70 / (7000 * PI / 30));
    expect("gearbox.ratios[4]", 1);
    expect("gearbox.reverse_ratio", 3.4);
    expect("gearbox.shift_s", 0.22);
    expect("axles[1].lock_drive", 0.3);
    expect("axles[0].drive_share", 0);
    assert_int_equal(car.def.axles[1].differential, KAMM_DIFFERENTIAL_LIMITED_SLIP);
    assert_int_equal(car.def.engine.torque_curve.count, 10);
    expect("engine.torque_curve.torque_nm[5]", 200);
    expect("engine.torque_curve.speed_radps[5]", 5000 * PI / 30);
}

static void test_tyres_of_assetto_corsa_have_their_size_and_friction(void **state)
{
    (void)state;
    import("");
    expect("axles[0].tyre.unloaded_radius_m", 0.314);
    expect("axles[1].tyre.unloaded_radius_m", 0.320);
    expect("axles[0].tyre.vertical_stiffness_n_per_m", 240000);
    expect("axles[0].tyre.nominal_load_n", 3000);
    expect("axles[0].tyre.inflation_pressure_pa", 32 * 6894.757);
    const kamm_tyre_def *tyre = &car.def.axles[0].tyre;
    assert_true(fabs(tyre->pdy1 - 1.15) < 1e-3 && fabs(tyre->pdx1 - 1.2) < 1e-3);
}

/* At rest the spring carries the sprung weight at the compression x: k x + p x^2 = W, and its slope there is k + 2 p x. */
static void test_ride_frequencies_follow_from_springs_and_hubs(void **state)
{
    (void)state;
    import("");
    for (int axle = 0; axle < 2; ++axle) {
        double hub = axle ? 34 : 36, rate = axle ? 24000 : 26000, growth = axle ? 20000 : 0;
        double mass = 1320 * (axle ? 0.47 : 0.53) / 2 - hub, low = 0, high = 1;
        for (int i = 0; i < 60; ++i) {
            double x = (low + high) / 2;
            *((rate + growth * x) * x < GRAVITY * mass ? &low : &high) = x;
        }
        double wanted = sqrt((rate + 2 * growth * low) / mass) / (2 * PI);
        double spring = car.def.axles[axle].suspension.spring_n_per_m;
        double found = sqrt(spring / (1320 * (axle ? 0.47 : 0.53) / 2 -
                                      car.def.axles[axle].unsprung_mass_kg)) /
                       (2 * PI);
        assert_true(fabs(found / wanted - 1) < 1e-4);
    }
}

/* Wheels below the centre of gravity by 0.18 and 0.19 m, on tyres that the load compresses. */
static void test_the_centre_of_gravity_is_above_the_wheels(void **state)
{
    (void)state;
    import("");
    double front = 0.314 - 1320 * GRAVITY * 0.53 / 2 / 240000 + 0.18;
    double rear = 0.320 - 1320 * GRAVITY * 0.47 / 2 / 250000 + 0.19;
    double found = car.def.body.cg_height_m;
    assert_true(fabs(found - (0.53 * front + 0.47 * rear)) < 1e-4);
}

/* Wings: areas 2 and 0.42 m2; at 0 and 5 degrees CD 0.30 and 0.06, CL 0 and 0.5, which presses down. */
static void test_wings_are_summed_by_area_and_place(void **state)
{
    (void)state;
    import("");
    const kamm_aero_def *aero = &car.def.aero;
    double area = aero->frontal_area_m2, lift = -0.42 * 0.5;
    double front = 0.53 - 1.4 / 2.57; /* share of a force 1.4 m behind the centre of gravity */
    assert_true(fabs(aero->drag_coefficient * area - (2 * 0.30 + 0.42 * 0.06)) < 1e-4);
    assert_true(fabs(aero->front_lift_coefficient * area - front * lift) < 1e-4);
    assert_true(fabs(aero->rear_lift_coefficient * area - (1 - front) * lift) < 1e-4);
    assert_true(aero->rear_lift_coefficient < 0 && aero->front_lift_coefficient > 0);
}

static void test_boost_raises_the_torque(void **state)
{
    (void)state;
    change_imported(
        "data/engine.ini", "[COAST_REF]",
        "[TURBO_0]\nMAX_BOOST=0.8\nWASTEGATE=0.6\nREFERENCE_RPM=4000\nGAMMA=2\n[COAST_REF]");
    import("");
    restore_imported("data/engine.ini");
    expect("engine.torque_curve.torque_nm[2]", 170 * (1 + 0.8 * 0.25));
    expect("engine.torque_curve.torque_nm[4]", 195 * 1.6);
}

/* 4000 rows of a parabola are 24 points, from which it deviates little. */
static void test_long_tables_keep_their_shape(void **state)
{
    (void)state;
    static char text[200000];
    size_t at = 0;
    for (int i = 0; i < 4000; ++i)
        at += (size_t)snprintf(text + at, sizeof text - at, "%d|%.6f\n", 2 * i,
                               200 - 1e-5 * (2 * i - 4000.) * (2 * i - 4000.));
    write_imported("data/power.lut", text);
    import("");
    restore_imported("data/power.lut");
    const kamm_curve *curve = &car.def.engine.torque_curve;
    assert_int_equal(curve->count, KAMM_CURVE_POINTS);
    for (int i = 1; i < curve->count; ++i) {
        double x = (curve->x[i - 1] + curve->x[i]) / 2 * 30 / PI;
        double line = (curve->y[i - 1] + curve->y[i]) / 2;
        assert_true(fabs(200 - 1e-5 * (x - 4000) * (x - 4000) - line) < 1.5);
    }
}

static void test_numbers_of_carla_are_taken_with_units(void **state)
{
    (void)state;
    import("/car.json");
    expect("body.mass_kg", 1845);
    expect("axles[1].behind_front_axle_m", 2.88);
    expect("axles[0].track_m", 1.6);
    expect("axles[0].tyre.unloaded_radius_m", 0.355);
    expect("axles[0].brake_torque_nm", 1800);
    expect("axles[1].hand_brake_torque_nm", 2500);
    expect("steering.lock_rad", 40 * PI / 180 * car.def.steering.ratio);
    expect("engine.inertia_kgm2", 0.8);
    expect("engine.limiter_radps", 6200 * PI / 30);
    expect("engine.torque_curve.torque_nm[2]", 400);
    expect("engine.torque_curve.speed_radps[2]", 4500 * PI / 30);
    expect("gearbox.ratios[0]", 4.25);
    expect("gearbox.shift_s", 0.3);
    expect("axles[0].drive_share", 0);
    expect("aero.drag_coefficient", 0.3);
}

/* -- Report -- */

static void test_the_report_tells_of_each_value(void **state)
{
    (void)state;
    change_imported("data/car.ini", "[FUEL]", "COLOUR=red\njust words\n[FUEL]");
    import("");
    restore_imported("data/car.ini");
    assert_int_equal(report.line_count, report.taken + report.estimated + report.unused);
    assert_true(report.taken > 80 && report.estimated > 40);
    assert_int_equal(line_of("body.mass_kg")->fate, KAMM_IMPORT_TAKEN);
    assert_string_equal(line_of("body.mass_kg")->source, "imported: car.ini [BASIC] TOTALMASS");
    assert_int_equal(line_of("steering.assistance")->fate, KAMM_IMPORT_ESTIMATED);
    assert_non_null(strstr(line_of("steering.assistance")->source, "rule assistance"));
    assert_string_equal(line_of("car.ini [CONTROLS] COLOUR")->value, "red");
    assert_string_equal(line_of("car.ini [CONTROLS] ")->value, "just words");
    for (int i = 0; i < report.line_count; ++i)
        assert_true(*report.lines[i].source && !strstr(report.lines[i].source, "data sheet"));
}

/* -- Errors -- */

static void test_wrong_files_are_refused_with_their_place(void **state)
{
    static const struct {
        const char *file, *from, *to, *part;
    } wrong[] = {
        {"data/car.ini", "=1320", "=heavy",
         "car.ini:6: [BASIC] TOTALMASS = heavy: a number is wanted, from 50 to 60000 kg"},
        {"data/car.ini", "=1320", "=nan", "[BASIC] TOTALMASS = nan: a number"},
        {"data/car.ini", "=1320", "=-4", "[BASIC] TOTALMASS = -4: allowed: 50 to 60000 kg"},
        {"data/car.ini", "TOTALMASS", "TOTALMAS",
         "[BASIC] TOTALMASS is missing: mass with driver, without fuel; the file has TOTALMAS"},
        {"data/car.ini", "=1.6,1.2,4.0", "=1.6,1.2", "INERTIA = 1.6,1.2: 3 numbers"},
        {"data/suspensions.ini", "[REAR]", "[BACK]", "suspensions.ini: section [REAR] is missing"},
        {"data/suspensions.ini", "SPRING_RATE=26000", "SPRING_RATE=0",
         "[FRONT] SPRING_RATE = 0: allowed: 20"},
        {"data/tyres.ini", "RADIUS=0.314", "RADIUS=31.4", "RADIUS = 31.4: allowed: 0.1 to 1.2 m"},
        {"data/drivetrain.ini", "RWD", "4WD", "TYPE = 4WD: allowed: FWD, RWD, AWD, AWD2"},
        {"data/drivetrain.ini", "GEAR_4=1.21\n", "", "[GEARS] GEAR_4 is missing"},
        {"data/drivetrain.ini", "COUNT=6", "COUNT=99", "COUNT = 99: allowed: 1 to"},
        {"data/engine.ini", "power.lut", "none.lut", "none.lut: "},
        {"data/power.lut", "3000|185", "3000 185", "power.lut:4: 3000 185: a row of two numbers"},
        {"data/power.lut", "3000|185", "900|185", "power.lut:4: 900 follows 2000"},
        {"data/power.lut", "3000|185", "3000|inf", "power.lut:4: 3000"},
        {"car.json", "1845", "\"heavy\"", "mass: a number from 50 to 60000 kg is wanted"},
        {"car.json", "\"mass\"", "\"mas\"", "mass: is missing: in kg; the file has mas"},
        {"car.json", "\"radius\":35.5", "\"radius\":0.355",
         "wheels[0].radius: a number from 10 to 120 cm"},
        {"car.json", "\"ratio\":2.52", "\"ratio\":-2.52", "forward_gears[1].ratio"},
        {"car.json", "\"x\":4500", "\"x\":1000", "torque_curve[2]"},
        {"car.json", "\"wheels\"", "\"wheel\"", "wheels: is missing"},
        {"car.json", "1845", "1845,,", "car.json:"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; ++i) {
        change_imported(wrong[i].file, wrong[i].from, wrong[i].to);
        expect_refusal(!strcmp(wrong[i].file, "car.json") ? "/car.json" : "", wrong[i].part);
        restore_imported(wrong[i].file);
    }
}

static void test_missing_files_are_named(void **state)
{
    (void)state;
    expect_refusal("/nowhere", "nowhere/car.ini: ");
    expect_refusal("/nowhere.json", "nowhere.json: ");
    static char large[(1 << 20) + 2];
    memset(large, 'x', sizeof large - 1);
    write_imported("data/car.ini", large);
    expect_refusal("", "data/car.ini: is larger than 1 MiB");
    restore_imported("data/car.ini");
    remove_imported("data/tyres.ini");
    expect_refusal("", "tyres.ini: ");
    restore_imported("data/tyres.ini");
    remove_imported("data/brakes.ini"); /* not needed: rules have brakes */
    import("");
    restore_imported("data/brakes.ini");
    assert_int_equal(line_of("axles[0].brake_torque_nm")->fate, KAMM_IMPORT_ESTIMATED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numbers_of_assetto_corsa_are_taken_with_units),
        cmocka_unit_test(test_tyres_of_assetto_corsa_have_their_size_and_friction),
        cmocka_unit_test(test_ride_frequencies_follow_from_springs_and_hubs),
        cmocka_unit_test(test_the_centre_of_gravity_is_above_the_wheels),
        cmocka_unit_test(test_wings_are_summed_by_area_and_place),
        cmocka_unit_test(test_boost_raises_the_torque),
        cmocka_unit_test(test_long_tables_keep_their_shape),
        cmocka_unit_test(test_numbers_of_carla_are_taken_with_units),
        cmocka_unit_test(test_the_report_tells_of_each_value),
        cmocka_unit_test(test_wrong_files_are_refused_with_their_place),
        cmocka_unit_test(test_missing_files_are_named),
    };
    return cmocka_run_group_tests(tests, set_up_imported, clear_up_imported);
}
