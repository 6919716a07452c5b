/* What compiles drives: values at the ends of their ranges, alone and combined, are refused with field, value
 * and the allowed range. Otherwise the car drives through a rough minute without a fault. */
#include "support/cars.h"
#include "support/quick.h"

#include <math.h>
#include <string.h>

static int drives(const kamm_model *model, const kamm_ground *ground)
{
    kamm_cars *cars = kamm_create_cars(model, 3, NULL);
    for (int car = 0; car < 3; ++car) put_car(cars, car, ground, 0, 12 * car, KAMM_GEAR_DRIVE);
    for (int frame = 0; frame < 120; ++frame) {
        for (int car = 0; car < 3; ++car) {
            kamm_input *input = &kamm_inputs(cars)[car];
            input->throttle = frame < 50;
            input->brake = frame > 80;
            input->hand_brake = frame > 60 && frame < 80;
            input->steering_wheel_rad = (float)(frame / 20 % 3 - 1) * 6;
        }
        kamm_step(cars, ground, 20);
    }
    int faults = kamm_fault(cars, 0) || kamm_fault(cars, 1) || kamm_fault(cars, 2);
    kamm_destroy_cars(cars);
    return !faults;
}

static void expect_driven_or_refused(const kamm_vehicle_def *def, const char *what, int refusals[2])
{
    for (int rung = KAMM_KINEMATIC; rung <= KAMM_FULL; ++rung) {
        kamm_error error = {0};
        kamm_model *model = kamm_create_model(def, (kamm_rung)rung, &error);
        ++refusals[!model];
        if (model && !drives(model, &kamm_flat_ground)) fail_msg("rung %d: %s", rung, what);
        if (!model && error.code != KAMM_ERROR_RANGE) fail_msg("%s: %s", what, error.text);
        kamm_destroy_model(model);
    }
}

static void defs_at_ends_of_ranges_drive_or_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *path;
        double value;
    } ends[] = {{"axles[0].wheel_inertia_kgm2", 500},
                {"axles[1].wheel_inertia_kgm2", 500},
                {"axles[0].wheel_inertia_kgm2", 0.01},
                {"axles[1].wheel_inertia_kgm2", 0.01},
                {"axles[0].suspension.roll_centre_height_m", 1.5},
                {"axles[1].suspension.roll_centre_height_m", 1.5},
                {"axles[0].suspension.roll_centre_height_m", -0.5},
                {"axles[0].tyre.pky1", -100000},
                {"axles[1].tyre.pkx1", 100000}};
    int refusals[2] = {0};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; ++i) {
        kamm_vehicle_def def = default_vehicle();
        kamm_error error = {0};
        if (strstr(ends[i].path, "pky1"))
            def.axles[0].tyre.pky1 = ends[i].value;
        else if (strstr(ends[i].path, "pkx1"))
            def.axles[1].tyre.pkx1 = ends[i].value;
        else if (kamm_set_number(kamm_vehicle_table(), &def, ends[i].path, ends[i].value, &error))
            fail_msg("%s", error.text);
        expect_driven_or_refused(&def, ends[i].path, refusals);
    }
    assert_true(refusals[0] > 20 && refusals[1] >= 10);
}

static void wheels_heavier_than_their_mass_are_refused(void **state)
{
    (void)state;
    kamm_error error = {0};
    kamm_vehicle_def def = default_vehicle();
    def.axles[1].wheel_inertia_kgm2 = 500;
    assert_null(kamm_create_model(&def, KAMM_FULL, &error));
    assert_string_equal(error.path, "axles.wheel_inertia_kgm2");
    assert_non_null(strstr(error.text, "axles[1].wheel_inertia_kgm2: 500 kg.m2, but"));
}

/* Wheels far out, on a body whose roll inertia hardly has room for theirs. */
static void roll_inertia_below_that_of_the_wheels_is_refused(void **state)
{
    (void)state;
    kamm_error error = {0};
    kamm_vehicle_def def = default_vehicle();
    def.axles[1].track_m = 4.9;
    def.body.roll_inertia_kgm2 = 2 * def.axles[1].unsprung_mass_kg * pow(4.9 / 2, 2) + 100;
    assert_null(kamm_create_model(&def, KAMM_FULL, &error));
    assert_string_equal(error.path, "body.roll_inertia_kgm2");
    assert_non_null(strstr(error.text, "the wheels alone, at their tracks"));
    def.body.roll_inertia_kgm2 *= 2;
    kamm_model *model = kamm_create_model(&def, KAMM_FULL, &error);
    if (!model) fail_msg("%s", error.text);
    kamm_destroy_model(model);
}

/* Carcasses that hold the wheel by nothing, by each number that says so; long relaxation lengths that a substep follows drive. */
static void wheels_on_slack_carcasses_are_refused(void **state)
{
    (void)state;
    static const char *const paths[] = {"axles[1].tyre.longitudinal_stiffness_n_per_m",
                                        "axles[1].tyre.lateral_stiffness_n_per_m"};
    for (int i = 0; i < 2; ++i) {
        kamm_error error = {0};
        kamm_vehicle_def def = default_vehicle();
        must(kamm_set_number(kamm_vehicle_table(), &def, paths[i], 100, &error), &error);
        assert_null(kamm_create_model(&def, KAMM_FULL, &error));
        assert_string_equal(error.path, "axles.tyre");
        assert_non_null(strstr(error.text, "axles[1].tyre: relaxation lengths of "));
        assert_non_null(strstr(error.text, "allowed: "));
        must(kamm_set_number(kamm_vehicle_table(), &def, paths[i], 2e4, &error), &error);
        kamm_model *model = kamm_create_model(&def, KAMM_FULL, &error);
        if (!model) fail_msg("%s", error.text);
        assert_true(drives(model, &kamm_flat_ground));
        kamm_destroy_model(model);
    }
}

/* Relaxation lengths of nearly nothing, by the same numbers: what is accepted has an energy. */
static void wheels_on_stiff_carcasses_are_refused(void **state)
{
    (void)state;
    for (int i = 0; i < 3; ++i)
        for (double part = 1; part > 1e-320; part *= part < 1e-4 ? 1e-40 : 0.1) {
            kamm_vehicle_def def = plain_car();
            kamm_error error = {0};
            kamm_tyre_def *tyre = &def.axles[1].tyre;
            if (i == 0) tyre->ptx1 = part;
            if (i == 1) tyre->pty1 = part, tyre->pty2 = 2;
            if (i == 2) tyre->longitudinal_stiffness_n_per_m = 1e5 / part;
            kamm_model *model = kamm_create_model(&def, KAMM_FULL, &error);
            if (part < 1e-5) assert_null(model);
            if (part > 0.2) assert_non_null(model);
            if (!model) {
                assert_int_equal(error.code, KAMM_ERROR_RANGE);
                continue;
            }
            kamm_cars *cars = kamm_create_cars(model, 1, &error);
            put_car(cars, 0, &kamm_flat_ground, 0, 10, 0);
            kamm_step(cars, &kamm_flat_ground, 240);
            assert_true(isfinite(kamm_read(cars, 0, KAMM_CHANNEL_energy_j)));
            assert_int_equal(kamm_fault(cars, 0), 0);
            kamm_destroy_cars(cars);
            kamm_destroy_model(model);
        }
}

/* Each of the three inertias, where it is more than four times the two others together; some are estimates. */
static void inertias_that_no_body_has_are_refused(void **state)
{
    (void)state;
    static const char *const paths[] = {"body.roll_inertia_kgm2", "body.pitch_inertia_kgm2",
                                        "body.yaw_inertia_kgm2"};
    for (int axis = 0; axis < 3; ++axis) {
        kamm_error error = {0};
        kamm_vehicle_def def = default_vehicle();
        double *inertias[] = {&def.body.roll_inertia_kgm2, &def.body.pitch_inertia_kgm2,
                              &def.body.yaw_inertia_kgm2};
        for (int i = 0; i < 3; ++i) *inertias[i] = 1000;
        *inertias[axis] = 7900;
        kamm_model *model = kamm_create_model(&def, KAMM_FULL, &error);
        if (!model) fail_msg("%s", error.text);
        kamm_destroy_model(model);
        *inertias[axis] = 8500;
        assert_null(kamm_create_model(&def, KAMM_FULL, &error));
        assert_string_equal(error.path, paths[axis]);
        assert_non_null(strstr(error.text, "8500 kg.m2, but no body has more"));
        assert_non_null(strstr(error.text, "2000; allowed: up to 8000 in all"));
    }
}

/* Minutes of full throttle on ice, where nothing but the state's own range ends the spinning up. */
static void wheels_that_spin_on_ice_do_not_run_away(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    kamm_ground ice = kamm_plane_ground(0, 0, 0.05);
    for (int rung = KAMM_RIGID2D; rung <= KAMM_FULL; ++rung) {
        kamm_vehicle_def def = default_vehicle();
        def.axles[0].wheel_inertia_kgm2 = 0.02;
        if (rung == KAMM_RIGID2D) def.stepping.substeps_per_s = 60;
        kamm_cars *cars;
        kamm_model *model = kamm_create_model(&def, (kamm_rung)rung, NULL);
        assert_non_null(model);
        cars = kamm_create_cars(model, 1, NULL);
        put_car(cars, 0, &ice, 0, 0, KAMM_GEAR_DRIVE);
        kamm_inputs(cars)[0].throttle = 1;
        kamm_step(cars, &ice, rung == KAMM_RIGID2D ? 60 * 300 : 1200 * 5);
        if (kamm_fault(cars, 0)) fail_msg("rung %d", rung);
        expect_below(fabs(kamm_read_wheel(cars, 0, 0, KAMM_WHEEL_spin_radps)), 1.01e4);
        kamm_destroy_cars(cars);
        kamm_destroy_model(model);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(defs_at_ends_of_ranges_drive_or_are_refused),
        cmocka_unit_test(wheels_heavier_than_their_mass_are_refused),
        cmocka_unit_test(roll_inertia_below_that_of_the_wheels_is_refused),
        cmocka_unit_test(wheels_on_slack_carcasses_are_refused),
        cmocka_unit_test(wheels_on_stiff_carcasses_are_refused),
        cmocka_unit_test(inertias_that_no_body_has_are_refused),
        cmocka_unit_test(wheels_that_spin_on_ice_do_not_run_away),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
