/* The few-number tyre: the Magic Formula gives back the numbers that it was made from. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "lab/tyre_probe.h"
#include "part/tyre/tyre.h"
#include "support/quick.h"

#include <kamm/fields.h>

static kamm_error error;

static kamm_tyre_def tyre_of(const kamm_tyre_spec *spec)
{
    kamm_tyre_def tyre;
    if (kamm_tyre_from_spec(spec, &tyre, &error)) fail_msg("%s", error.text);
    return tyre;
}

static void near(double value, double expected, double share, const char *what)
{
    if (!(fabs(value - expected) <= share * fabs(expected)))
        fail_msg("%s is %.6g, should be %.6g", what, value, expected);
}

/* The force over load at a slip ratio, or at a slip angle where `lateral`. */
static double friction_at(const struct tyre_probe *p, double slip, int lateral)
{
    double load = p->def->nominal_load_n;
    if (lateral) return -kamm_probe_force(p, load, 0, slip, 0).fy / load;
    return kamm_probe_force(p, load, slip, 0, 0).fx / load;
}

static void check_curve(const struct tyre_probe *p, int lateral, double peak, double at,
                        double slide)
{
    double best = 0, best_at = 0;
    for (double slip = 0.5 * at; slip < 2 * at; slip += 0.001 * at) {
        double now = friction_at(p, slip, lateral);
        if (now > best) best = now, best_at = slip;
    }
    near(best, peak, 1e-4, lateral ? "lateral peak" : "longitudinal peak");
    near(best_at, at, 0.02, lateral ? "angle of the peak" : "slip ratio of the peak");
    near(friction_at(p, lateral ? 1.5 : 1, lateral), slide * peak, 2e-3,
         lateral ? "side slide" : "locked");
}

static void check_spec(const kamm_tyre_spec *s)
{
    kamm_tyre_def tyre = tyre_of(s);
    struct tyre_probe p = kamm_probe_tyre(&tyre);
    check_curve(&p, 0, s->friction_longitudinal, s->peak_slip_ratio, s->slide_longitudinal);
    check_curve(&p, 1, s->friction_lateral, s->peak_slip_angle_rad, s->slide_lateral);
}

static void curves_have_the_specs_peaks_and_slides(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    static const double peaks[] = {0.5, 1.1, 1.8}, slides[] = {0.55, 0.8, 0.95};
    static const double ratios[] = {0.05, 0.1, 0.2}, angles[] = {0.07, 0.14, 0.25};
    for (int i = 0; i < 81; ++i) {
        kamm_tyre_spec s = kamm_default_tyre_spec();
        s.friction_longitudinal = s.friction_lateral = peaks[i % 3];
        s.slide_longitudinal = s.slide_lateral = slides[i / 3 % 3];
        s.peak_slip_ratio = ratios[i / 9 % 3];
        s.peak_slip_angle_rad = angles[i / 27];
        check_spec(&s);
    }
}

static void stated_slopes_are_kept(void **state)
{
    (void)state;
    kamm_tyre_spec s = kamm_default_tyre_spec();
    s.slip_stiffness = 22;
    s.cornering_stiffness_per_rad = 16;
    s.relaxation_length_m = 0.5;
    s.camber_stiffness_per_rad = 1;
    check_spec(&s);
    kamm_tyre_def tyre = tyre_of(&s);
    struct tyre_probe p = kamm_probe_tyre(&tyre);
    struct tyre_state at = kamm_probe_load(&p, s.nominal_load_n);
    near(at.slip_stiffness, 22 * s.nominal_load_n, 1e-4, "slip stiffness");
    near(at.cornering_stiffness, 16 * s.nominal_load_n, 1e-4, "cornering stiffness");
    near(at.cornering_stiffness / at.carcass_y, 0.5, 1e-4, "relaxation length");
    near(kamm_probe_force(&p, s.nominal_load_n, 0, 0, 0.01).fy, -0.01 * s.nominal_load_n, 0.01,
         "camber thrust");
}

static void moments_and_loads_follow_the_spec(void **state)
{
    (void)state;
    kamm_tyre_spec s = kamm_default_tyre_spec();
    kamm_tyre_def tyre = tyre_of(&s);
    struct tyre_probe p = kamm_probe_tyre(&tyre);
    double load = s.nominal_load_n;
    struct tyre_force f = kamm_probe_force(&p, load, 0, 0.001, 0);
    near(-f.mz / f.fy, s.pneumatic_trail_m, 0.01, "trail");
    near(tyre.unloaded_radius_m, 0.2032 + 0.205 * 0.55, 1e-9, "radius");
    near(kamm_tyre_static_deflection(&tyre, load), load / s.vertical_stiffness_n_per_m, 0.01,
         "deflection");
    near(f.rolling_resistance, s.rolling_resistance * load * tyre.unloaded_radius_m, 0.01,
         "rolling resistance");
    near(kamm_probe_force(&p, 2 * load, 0, 0, 0).peak_fy / (2 * load),
         s.friction_lateral * (1 + s.friction_load_sensitivity), 1e-4,
         "friction at twice the load");
    double at_ratio = kamm_probe_load(&p, load * s.cornering_peak_load_ratio).cornering_stiffness;
    assert_true(at_ratio >
                kamm_probe_load(&p, 0.9 * load * s.cornering_peak_load_ratio).cornering_stiffness);
    assert_true(at_ratio >
                kamm_probe_load(&p, 1.1 * load * s.cornering_peak_load_ratio).cornering_stiffness);
}

/* A locked wheel slides as Coulomb says: held back against its motion, in every direction alike. */
static void a_locked_wheel_is_held_back_against_its_motion(void **state)
{
    (void)state;
    kamm_tyre_spec s = kamm_default_tyre_spec();
    s.friction_longitudinal = s.friction_lateral = 1;
    s.slide_longitudinal = s.slide_lateral = 0.8;
    kamm_tyre_def tyre = tyre_of(&s);
    struct tyre_probe p = kamm_probe_tyre(&tyre);
    for (double angle = -1.4; angle <= 1.4; angle += 0.1) {
        struct tyre_force f = kamm_probe_force(&p, 4000, -1, angle, 0);
        near(hypot(f.fx, f.fy), 0.8 * 4000, 0.03, "sliding friction");
        assert_true(fabs(atan2(-f.fy, -f.fx) - angle) < 0.06);
    }
}

static void joint_slip_stays_near_the_friction_ellipse(void **state)
{
    (void)state;
    kamm_tyre_spec s = kamm_default_tyre_spec();
    kamm_tyre_def tyre = tyre_of(&s);
    struct tyre_probe p = kamm_probe_tyre(&tyre);
    for (double kappa = -1; kappa < 1; kappa += 0.01)
        for (double alpha = -1.4; alpha < 1.4; alpha += 0.01) {
            struct tyre_force f = kamm_probe_force(&p, 4000, kappa, alpha, 0);
            assert_true(hypot(f.fx / f.peak_fx, f.fy / f.peak_fy) < 1.1);
        }
}

static void any_spec_in_range_makes_a_tyre(void **state)
{
    (void)state;
    kamm_tyre_spec s = kamm_default_tyre_spec();
    for (s.peak_slip_ratio = 0.01; s.peak_slip_ratio <= 0.35; s.peak_slip_ratio += 0.02)
        for (s.slide_lateral = 0.3; s.slide_lateral <= 0.98; s.slide_lateral += 0.04) {
            s.slide_longitudinal = s.slide_lateral;
            s.peak_slip_angle_rad = fmax(0.015, 0.9 * s.peak_slip_ratio);
            tyre_of(&s);
        }
}

static void impossible_specs_are_explained(void **state)
{
    (void)state;
    kamm_tyre_def tyre = kamm_default_tyre(), before = tyre;
    kamm_tyre_spec s = kamm_default_tyre_spec();
    s.cornering_stiffness_per_rad = 200;
    s.slide_lateral = 0.5;
    assert_int_equal(kamm_tyre_from_spec(&s, &tyre, &error), KAMM_ERROR_RANGE);
    assert_string_equal(error.path, "cornering_stiffness_per_rad");
    assert_non_null(strstr(error.text, "200"));
    assert_non_null(strstr(error.text, "allowed: 8."));
    s = kamm_default_tyre_spec();
    s.friction_lateral = -1;
    assert_int_equal(kamm_tyre_from_spec(&s, &tyre, &error), KAMM_ERROR_RANGE);
    assert_non_null(strstr(error.text, "friction_lateral"));
    s.friction_lateral = NAN;
    assert_int_equal(kamm_tyre_from_spec(&s, &tyre, &error), KAMM_ERROR_RANGE);
    assert_memory_equal(&tyre, &before, sizeof tyre);
}

static void the_default_tyre_passes_its_own_check(void **state)
{
    (void)state;
    kamm_tyre_def tyre = kamm_default_tyre();
    assert_int_equal(kamm_check_tyre(&tyre, &error), KAMM_OK);
    tyre.pex1 = INFINITY;
    assert_int_equal(kamm_check_tyre(&tyre, &error), KAMM_ERROR_RANGE);
    assert_string_equal(error.path, "pex1");
}

static void forces_at_slips_are_those_of_the_law(void **state)
{
    (void)state;
    kamm_tyre_def tyre = kamm_default_tyre();
    kamm_tyre_conditions at = {
        .load_n = tyre.nominal_load_n, .friction = 1, .speed_mps = 20, .side = 1};
    double ratios[] = {0, 0, 0.05, -1}, angles[] = {0.04, -0.04, 0, 0}, fx[4], fy[4];
    assert_int_equal(kamm_tyre_forces(&tyre, &at, 4, ratios, angles, fx, fy, &error), KAMM_OK);
    assert_int_equal(kamm_tyre_forces(&tyre, &at, 0, NULL, NULL, NULL, NULL, &error), KAMM_OK);
    assert_true(fy[0] < -0.2 * at.load_n && fy[1] > 0.2 * at.load_n);
    assert_true(fx[2] > 0.2 * at.load_n && fx[3] < -0.5 * at.load_n);
    struct tyre_constants constants = kamm_tyre_compile(&tyre);
    struct tyre_state prepared = kamm_tyre_prepare(&constants, (float)at.load_n, 0);
    struct tyre_slip slip = {
        .slip_ratio = 0.05f, .speed_mps = 20, .friction_x = 1, .friction_y = 1, .side = 1};
    assert_true(fx[2] == (double)kamm_tyre_force(&constants, &prepared, slip).fx);

    double mirrored[4], before = fy[0];
    at.side = -1;
    for (int i = 0; i < 4; ++i) angles[i] = -angles[i];
    assert_int_equal(kamm_tyre_forces(&tyre, &at, 4, ratios, angles, fx, mirrored, &error),
                     KAMM_OK);
    assert_true(mirrored[0] == -before);
    at.load_n = -1;
    assert_int_equal(kamm_tyre_forces(&tyre, &at, 4, ratios, angles, fx, fy, &error),
                     KAMM_ERROR_RANGE);
    at.load_n = 4000, angles[3] = NAN;
    assert_int_equal(kamm_tyre_forces(&tyre, &at, 4, ratios, angles, fx, fy, &error),
                     KAMM_ERROR_RANGE);
    assert_true(fy[0] == before);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(curves_have_the_specs_peaks_and_slides),
        cmocka_unit_test(stated_slopes_are_kept),
        cmocka_unit_test(moments_and_loads_follow_the_spec),
        cmocka_unit_test(a_locked_wheel_is_held_back_against_its_motion),
        cmocka_unit_test(joint_slip_stays_near_the_friction_ellipse),
        cmocka_unit_test(any_spec_in_range_makes_a_tyre),
        cmocka_unit_test(impossible_specs_are_explained),
        cmocka_unit_test(the_default_tyre_passes_its_own_check),
        cmocka_unit_test(forces_at_slips_are_those_of_the_law),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
