/* Imported cars of TORCS: its simulator's equations, typed here again, give the numbers of the vehicle. */
#include "support/imported_values.h"

#define POUND_KG 0.45359237
#define INCH_M 0.0254
#define AIR_KGPM3 1.225

static const char *const file = "/car.xml";

static void test_numbers_are_taken_with_units(void **state)
{
    (void)state;
    import(file);
    assert_string_equal(car.def.name, "Test & Racer");
    expect("body.mass_kg", 1200);
    expect("axles[1].behind_front_axle_m", 2.7);
    expect("body.cg_behind_front_axle_m", 0.55 * 2.7);
    expect("axles[0].track_m", 1.62);
    expect("body.height_m", 1.2);
    expect("body.ground_clearance_m", 0.09);
    expect("body.roll_inertia_kgm2", 1200. / 12 * (1.9 * 1.9 + 1.2 * 1.2));
    expect("body.pitch_inertia_kgm2", 1200. / 12 * (0.64 * 4.5 * 4.5 + 1.2 * 1.2));
    expect("body.yaw_inertia_kgm2", 1200. / 12 * (0.64 * 4.5 * 4.5 + 1.9 * 1.9));
    expect("steering.lock_rad", 21 * PI / 180 * car.def.steering.ratio);
    expect("axles[0].suspension.camber_rad", -2 * PI / 180);
    expect("axles[0].suspension.toe_in_rad", 0.2 * PI / 180);
    expect("axles[1].suspension.toe_in_rad", 0);
    expect("axles[0].wheel_inertia_kgm2", 1.1 + 0.12);
    expect("axles[0].brake_torque_nm", 10e6 * 0.6 * 50e-4 * 0.4 * 0.38 / 2);
    expect("axles[1].brake_torque_nm", 10e6 * 0.4 * 25e-4 * 0.4 * 0.33 / 2);
    expect("engine.limiter_radps", 8000 * PI / 30);
    expect("engine.idle_radps", 1000 * PI / 30);
    expect("engine.torque_curve.torque_nm[1]", 400);
    expect("engine.torque_curve.speed_radps[2]", 9000 * PI / 30);
    expect("engine.drag_nms_per_rad", 325 * 0.3 * 7 / 8 / (8000 * PI / 30));
    expect("gearbox.ratios[2]", 1.2);
    expect("gearbox.reverse_ratio", 3.4);
    expect("gearbox.final_drive", 4.5);
    expect("gearbox.shift_s", 0.15);
    expect("clutch.efficiency", 0.95 * 0.98);
    expect("axles[1].drive_share", 1);
    expect("axles[1].lock_drive", 0.4);
    assert_int_equal(car.def.axles[1].differential, KAMM_DIFFERENTIAL_LIMITED_SLIP);
}

/* A spring of K at the bellcrank b has K b^2 at the wheel. The wheel goes up to the packers, and down until the spring has
 * its course; the bar acts on the travels of the springs. */
static void test_springs_act_through_the_bellcrank(void **state)
{
    (void)state;
    import(file);
    double rate = 5000 * POUND_KG / INCH_M, damping = POUND_KG / INCH_M;
    expect("axles[0].suspension.spring_n_per_m", rate * 1.5 * 1.5);
    expect("axles[1].suspension.spring_n_per_m", rate);
    expect("axles[0].suspension.bump_damping_ns_per_m", 80 * damping * 2.25);
    expect("axles[0].suspension.rebound_fast_damping_ns_per_m", 60 * damping * 2.25);
    expect("axles[0].suspension.damper_knee_mps", 0.5 / 1.5);
    expect("axles[0].suspension.bump_travel_m", 0.09 - 0.01);
    expect("axles[0].suspension.rebound_travel_m", 0.25 / 1.5 - 0.09);
    expect("axles[1].suspension.rebound_travel_m", 0.25 - 0.11);
    expect("axles[0].suspension.anti_roll_bar_n_per_m", 1000 * POUND_KG / INCH_M * 1.5);
}

/* Heights of the file are above the body's bottom. Side forces have the arm "roll center height". */
static void test_heights_are_above_the_road(void **state)
{
    (void)state;
    import(file);
    double centre = 0.25 + 0.45 * 0.09 + 0.55 * 0.11;
    expect("body.cg_height_m", centre);
    expect("axles[0].suspension.roll_centre_height_m", centre - 0.1);
}

/* Forces of the simulator at 50 m/s, and their moments about the rear axle. */
static void test_air_presses_and_drags_as_in_the_game(void **state)
{
    (void)state;
    import(file);
    const kamm_aero_def *aero = &car.def.aero;
    double v2 = 50 * 50, unit = 0.5 * AIR_KGPM3 * aero->frontal_area_m2 * v2;
    double rides = 2 * (0.09 + 0.11), near = 2 * exp(-3 * pow(1.5 * rides, 4));
    double front_wing = 1.23 * 0.2 * sin(5 * PI / 180), rear_wing = 1.23 * 0.7 * sin(14 * PI / 180);
    double front = (4 * front_wing + 0.6 * near) * v2, rear = (4 * rear_wing + 0.4 * near) * v2;
    double drag = (0.645 * 0.35 * 1.9 + front_wing + rear_wing) * v2;
    double moment = front * (2.1 + 1.4) + rear * (-2.0 + 1.4);
    assert_true(fabs(aero->drag_coefficient * unit / drag - 1) < 1e-4);
    assert_true(fabs(-aero->front_lift_coefficient * unit * 2.7 / moment - 1) < 1e-4);
    assert_true(
        fabs(-(aero->front_lift_coefficient + aero->rear_lift_coefficient) * unit / (front + rear) -
             1) < 1e-4);
}

static double game_force(double slip)
{
    double shape = 2 - asin(0.8) * 2 / PI, x = 20 / shape * slip;
    return 1.6 * sin(shape * atan(x * 0.3 + 0.7 * atan(x)));
}

/* The slip law of the game at the operating load, 1.2 times that at rest, along the wheel from 0 to its peak and to a locked
 * wheel. Its load factor at twice that load is 0.85. */
static void test_tyres_have_the_slip_law_of_the_game(void **state)
{
    (void)state;
    import(file);
    const kamm_tyre_def *tyre = &car.def.axles[0].tyre;
    double load = 1.2 * 1200 * GRAVITY * 0.45 / 2;
    kamm_tyre_conditions at = {.load_n = load, .friction = 1, .speed_mps = 20};
    expect("axles[0].tyre.nominal_load_n", load);
    expect("axles[0].tyre.unloaded_radius_m", 9 * INCH_M + 0.45 * 0.24);
    for (double slip = 0.01; slip <= 1; slip += 0.03) {
        double ratio = -slip, none = 0, fx, fy;
        assert_int_equal(kamm_tyre_forces(tyre, &at, 1, &ratio, &none, &fx, &fy, NULL), KAMM_OK);
        if (!(fabs(-fx / load - game_force(slip)) < 0.01 * 1.6))
            fail_msg("slip %g: %g, not %g", slip, -fx / load, game_force(slip));
    }
    at.load_n = 2 * load;
    double ratio = -0.25, none = 0, fx, fy, once = game_force(0.25);
    assert_int_equal(kamm_tyre_forces(tyre, &at, 1, &ratio, &none, &fx, &fy, NULL), KAMM_OK);
    assert_true(fabs(-fx / at.load_n / once - 0.85) < 0.02);
}

static void test_drives_are_read(void **state)
{
    (void)state;
    change_imported("car.xml", "<attstr name=\"type\" val=\"RWD\"/>", "");
    import(file);
    expect("axles[1].drive_share", 1);
    change_imported("car.xml", "val=\"RWD\"/></section>\n<section name=\"Rear Differential\">",
                    "val=\"FWD\"/></section>\n<section name=\"Front Differential\">");
    import(file);
    expect("axles[0].drive_share", 1);
    expect("axles[0].lock_drive", 0.4);
    change_imported("car.xml", "val=\"RWD\"/></section>",
                    "val=\"4WD\"/></section><section name=\"Central Differential\"><attstr "
                    "name=\"type\" val=\"VISCOUS COUPLER\"/><attnum name=\"ratio\" "
                    "val=\"4\"/><attnum name=\"min torque bias\" val=\"0.3\"/></section>");
    import(file);
    restore_imported("car.xml");
    expect("axles[0].drive_share", 0.3);
    expect("axles[1].drive_share", 0.7);
    expect("gearbox.final_drive", 4);
}

/* In the game's folders a car is two levels below, and its category beside. What the car's file has comes first. */
static void test_a_category_has_what_the_car_lacks(void **state)
{
    (void)state;
    change_imported("car.xml", "<attstr name=\"type\" val=\"RWD\"/>", "");
    copy_imported("car.xml", "cars/test/car.xml");
    restore_imported("car.xml");
    write_imported(
        "categories/test.xml",
        "<params name=\"test\" type=\"template\"><section name=\"Drivetrain\"><attstr "
        "name=\"type\" val=\"FWD\"/></section><section name=\"Car\"><attnum name=\"mass\" "
        "val=\"900\"/></section><section name=\"Front Differential\"><attnum "
        "name=\"ratio\" val=\"3.9\"/></section></params>");
    import("/cars/test/car.xml");
    remove_imported("categories/test.xml");
    expect("axles[0].drive_share", 1);
    expect("body.mass_kg", 1200);
    expect("gearbox.final_drive", 3.9);
    assert_string_equal(line_of("gearbox.final_drive")->source,
                        "imported: test.xml [Front Differential] ratio");
    import("/cars/test/car.xml");
    remove_imported("cars/test/car.xml");
    expect("axles[1].drive_share", 1);
    assert_int_equal(line_of("car.xml [Car] category")->fate, KAMM_IMPORT_UNUSED);
}

static void test_the_report_tells_of_each_value(void **state)
{
    (void)state;
    import(file);
    assert_int_equal(report.line_count, report.taken + report.estimated + report.unused);
    assert_true(report.taken > 80);
    assert_string_equal(line_of("body.mass_kg")->source, "imported: car.xml [Car] mass");
    assert_string_equal(line_of("car.xml [Driver] xpos")->source, "display");
    assert_int_equal(line_of("car.xml [Car] category")->fate, KAMM_IMPORT_UNUSED);
}

static void test_wrong_files_are_refused_with_their_place(void **state)
{
    static const struct {
        const char *from, *to, *part;
    } wrong[] = {
        {"val=\"1200\"", "val=\"heavy\"",
         "car.xml:8: [Car] mass = heavy: a number is wanted, from 50 to 60000 kg in SI units"},
        {"val=\"1200\"", "val=\"4\"", "[Car] mass = 4: a number is wanted, from 50"},
        {"unit=\"kg\"", "unit=\"stone\"", "[Car] mass = 1200: its unit is unknown"},
        {"\"mass\"", "\"mas\"",
         "[Car] mass is missing: mass without fuel; the file has mas, is it that?"},
        {"val=\"-1.4\"", "val=\"1.1\"", "[Rear Axle] xpos = 1.1: is not 0.5 m behind"},
        {"val=\"0.82\"", "val=\"-0.79\"", "[Front Right Wheel] ypos = -0.8: right and left"},
        {"val=\"9000\"/><attnum name=\"Tq\"", "val=\"4000\"/><attnum name=\"Tq\"",
         "[Engine/data points/3] rpm = 4000: engine speeds of the points have to ascend"},
        {"val=\"RWD\"", "val=\"AWD\"", "[Drivetrain] type = AWD: allowed: FWD, RWD, 4WD"},
        {"val=\"2.8\"", "val=\"0\"", "[Gearbox/gears/1] ratio = 0: has to be above 0"},
        {"name=\"Rear Differential\"", "name=\"Back Differential\"",
         "section [Rear Differential] is missing"},
        {"<section name=\"Driver\">", "<section>", "car.xml:5: the attribute name is missing"},
        {"<attnum name=\"xpos\" val=\"0.9\"", "<attnum name=\"xpos\" value=\"0.9\"",
         "car.xml:5: the attribute val is missing"},
        {"<attnum name=\"xpos\" val=\"0.9\"", "<attnum name=\"xpos\" val=0.9",
         "has to be in quotes"},
        {"<attnum name=\"xpos\" val=\"0.9\"", "<number name=\"xpos\" val=\"0.9\"",
         "an unknown element; <params>"},
        {"&amp;", "&eacute;", "car.xml:4: an unknown & reference"},
        {"</params>", "", "the file ends within an element"},
        {"</params>", "</param>", "closes an element that isn't open"},
        {"</params>", "</params><params></params>", "a second root"},
        {"<params name", "<param name", "an unknown element"},
        {"\"params.dtd\"", "\"params.dtd\" [<!ENTITY a \"b\">]", "a DOCTYPE with declarations"},
        {"-->", "", "a comment isn't closed"},
        {"<section name=\"Car\">", "<section name=\"Car\"", "car.xml:6: a name is wanted"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; ++i) {
        change_imported("car.xml", wrong[i].from, wrong[i].to);
        expect_refusal(file, wrong[i].part);
        restore_imported("car.xml");
    }
    expect_refusal("/nowhere.xml", "nowhere.xml: ");
    write_imported("car.xml", "just text\n");
    expect_refusal(file, "there is no <params>");
    restore_imported("car.xml");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numbers_are_taken_with_units),
        cmocka_unit_test(test_springs_act_through_the_bellcrank),
        cmocka_unit_test(test_heights_are_above_the_road),
        cmocka_unit_test(test_air_presses_and_drags_as_in_the_game),
        cmocka_unit_test(test_tyres_have_the_slip_law_of_the_game),
        cmocka_unit_test(test_drives_are_read),
        cmocka_unit_test(test_a_category_has_what_the_car_lacks),
        cmocka_unit_test(test_the_report_tells_of_each_value),
        cmocka_unit_test(test_wrong_files_are_refused_with_their_place),
    };
    return cmocka_run_group_tests(tests, set_up_imported, clear_up_imported);
}
