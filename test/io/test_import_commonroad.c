/* Imported cars of CommonRoad: the equations of its multi-body model, typed here again, give the numbers of the vehicle. */
#include "support/imported_values.h"

static const char *const file = "/vehicle.yaml";

/* The sprung mass is 1.2 m behind the front axle, the rear axle's 80 kg are 2.6 m behind it. */
static const double centre = (960 * 1.2 + 80 * 2.6) / 1100;

static void test_numbers_are_taken(void **state)
{
    (void)state;
    import(file);
    expect("body.mass_kg", 1100);
    expect("body.length_m", 4.5);
    expect("body.width_m", 1.7);
    expect("body.cg_height_m", 0.57);
    expect("axles[1].behind_front_axle_m", 2.6);
    expect("body.cg_behind_front_axle_m", centre);
    expect("body.yaw_inertia_kgm2", 1800);
    expect("axles[0].track_m", 1.40);
    expect("axles[0].unsprung_mass_kg", 30);
    expect("axles[1].unsprung_mass_kg", 40);
    expect("axles[0].suspension.spring_n_per_m", 24500);
    expect("axles[1].suspension.rebound_damping_ns_per_m", 1650);
    expect("axles[0].suspension.roll_centre_height_m", 0.02);
    expect("axles[1].suspension.camber_gain_rad_per_m", -0.9);
    expect("axles[0].wheel_inertia_kgm2", 1.7);
    expect("axles[0].drive_share", 0);
    expect("axles[1].drive_share", 1);
    expect("steering.lock_rad", 0.9 * car.def.steering.ratio);
    expect("axles[0].tyre.unloaded_radius_m", 0.344);
    double front = car.def.axles[0].brake_torque_nm, rear = car.def.axles[1].brake_torque_nm;
    assert_true(fabs(front / (front + rear) - 0.66) < 1e-6);
}

/* A bar that gives K per roll angle gives K / T at each wheel, whose travels then differ by T. */
static void test_bars_have_the_roll_stiffness_of_the_file(void **state)
{
    (void)state;
    import(file);
    for (int axle = 0; axle < 2; ++axle) {
        double track = axle ? 1.36 : 1.40, roll = 0.01;
        double force = car.def.axles[axle].suspension.anti_roll_bar_n_per_m * track * roll;
        assert_true(fabs(force * track - (axle ? 2600 : 6900) * roll) < 1e-3);
    }
}

/* By the theorem of parallel axes, about the centre of gravity of all three parts. */
static void test_inertias_are_those_of_body_and_axles(void **state)
{
    (void)state;
    static const double mass[] = {960, 60, 80}, x[] = {1.2, 0, 2.6}, z[] = {0.61, 0.344, 0.344};
    static const double roll[] = {210, 30, 29}, pitch[] = {1560, 0, 0};
    double all_roll = 0, all_pitch = 0;
    import(file);
    for (int i = 0; i < 3; ++i) {
        double up = z[i] - 0.57, along = x[i] - centre;
        all_roll += roll[i] + mass[i] * up * up;
        all_pitch += pitch[i] + mass[i] * (up * up + along * along);
    }
    expect("body.roll_inertia_kgm2", all_roll);
    expect("body.pitch_inertia_kgm2", all_pitch);
}

/* Above v_switch the model's greatest acceleration is a_max v_switch / v: the power that the engine has. */
static void test_the_engine_has_the_power_of_the_limits(void **state)
{
    (void)state;
    import(file);
    const kamm_curve *curve = &car.def.engine.torque_curve;
    double most = 0;
    for (int i = 0; i < curve->count; ++i) most = fmax(most, curve->x[i] * curve->y[i]);
    assert_true(fabs(most / (1100 * 11.5 * 7) - 1) < 0.01);
}

/* Forces of the file's coefficients at pure slip: K = p_k Fz, D = p_d Fz, at any load. */
static void test_tyres_have_the_curves_of_the_file(void **state)
{
    (void)state;
    import(file);
    const kamm_tyre_def *tyre = &car.def.axles[0].tyre;
    double rest = 1100 * GRAVITY * (1 - centre / 2.6) / 2;
    for (double load = 0.7 * rest; load < 1.5 * rest; load += 0.2 * rest)
        for (double slip = 0.005; slip < 0.35; slip += 0.02) {
            kamm_tyre_conditions at = {.load_n = load, .friction = 1, .speed_mps = 20};
            double none = 0, along = -slip, angle = slip, fx, fy, unused;
            double b = 22.303 / (1.6411 * 1.1739), x = b * slip;
            double wanted = 1.1739 * sin(1.6411 * atan(x - 0.46403 * (x - atan(x))));
            kamm_tyre_forces(tyre, &at, 1, &along, &none, &fx, &unused, NULL);
            if (!(fabs(-fx / load - wanted) < 0.015))
                fail_msg("slip %g: %g, not %g", slip, -fx / load, wanted);
            b = 21.92 / (1.3507 * 1.0489), x = b * tan(slip);
            wanted = 1.0489 * sin(1.3507 * atan(x + 0.0074722 * (x - atan(x))));
            kamm_tyre_forces(tyre, &at, 1, &none, &angle, &unused, &fy, NULL);
            if (!(fabs(fabs(fy) / load - wanted) < 0.03))
                fail_msg("angle %g: %g, not %g", slip, fabs(fy) / load, wanted);
        }
}

static void test_what_is_missing_is_estimated(void **state)
{
    (void)state;
    remove_imported("parameters_tire.yaml");
    change_imported("vehicle.yaml", "m_uf: 60\n", "");
    import(file);
    restore_imported("parameters_tire.yaml");
    restore_imported("vehicle.yaml");
    expect("body.cg_behind_front_axle_m", 1.2);
    assert_int_equal(line_of("axles[0].unsprung_mass_kg")->fate, KAMM_IMPORT_ESTIMATED);
    assert_int_equal(line_of("body.roll_inertia_kgm2")->fate, KAMM_IMPORT_ESTIMATED);
    assert_int_equal(line_of("tyres[0].friction_lateral")->fate, KAMM_IMPORT_ESTIMATED);
    assert_int_equal(line_of("vehicle.yaml [longitudinal] v_max")->fate, KAMM_IMPORT_UNUSED);
}

static void test_wrong_files_are_refused_with_their_place(void **state)
{
    static const struct {
        const char *file, *from, *to, *part;
    } wrong[] = {
        {"vehicle.yaml", "m: 1100", "m: heavy",
         "vehicle.yaml:12: m = heavy: a number is wanted, from 50 to 60000"},
        {"vehicle.yaml", "m: 1100", "m: 3", "m = 3: allowed: 50 to 60000"},
        {"vehicle.yaml", "m: 1100", "M: 1100", "m is missing: mass, kg"},
        {"vehicle.yaml", "K_sf: 24500", "K_sf: 0", "K_sf = 0: allowed: 20 to"},
        {"vehicle.yaml", "  max: 0.9", "  max: 9", "[steering] max = 9: allowed"},
        {"vehicle.yaml", "m: 1100", "m 1100", "vehicle.yaml:12: a line is wanted as KEY: VALUE"},
        {"vehicle.yaml", "m: 1100", "m: [1100]", "vehicle.yaml:12: a number or a word"},
        {"vehicle.yaml", "m: 1100", "  m: 1100", "m is missing: mass, kg"},
        {"vehicle.yaml", "  max: 0.9", "  max:\n    is: 0.9", "only two levels are read"},
        {"vehicle.yaml", "l: 4.5", " l: 4.5", "vehicle.yaml:2: the line is indented"},
        {"vehicle.yaml", "m: 1100", "- m: 1100", "a line is wanted"},
        {"vehicle.yaml", "a_max: 11.5", "b_max: 11.5", "power is missing"},
        {"parameters_tire.yaml", "1.1739", "none", "parameters_tire.yaml:3: [tire] p_dx1 = none"},
        {"parameters_tire.yaml", "p_cx1: 1.6411", "p_cx1: 16",
         "[tire] p_cx1 = 16: allowed: 1 to 2"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; ++i) {
        change_imported(wrong[i].file, wrong[i].from, wrong[i].to);
        expect_refusal(file, wrong[i].part);
        restore_imported(wrong[i].file);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numbers_are_taken),
        cmocka_unit_test(test_bars_have_the_roll_stiffness_of_the_file),
        cmocka_unit_test(test_inertias_are_those_of_body_and_axles),
        cmocka_unit_test(test_the_engine_has_the_power_of_the_limits),
        cmocka_unit_test(test_tyres_have_the_curves_of_the_file),
        cmocka_unit_test(test_what_is_missing_is_estimated),
        cmocka_unit_test(test_wrong_files_are_refused_with_their_place),
    };
    return cmocka_run_group_tests(tests, set_up_imported, clear_up_imported);
}
