/* TMeasy against its published definition, written down once more in double; and the linear tyre against its closed form.
 *
 * The table is that of a 255/55 R18 in the demonstration data of DYNA4 (Vector), values at 7000 and 14000 N. */
#include "support/cars.h"

#include "lab/tyre_probe.h"

#include <math.h>
#include <string.h>

/* A number at nominal and at double load. */
struct pair {
    double at_nominal, at_double;
};

struct axis {
    struct pair dF0, FM, sM, FS, sS;
};

static const double FZ_NOMINAL = 7000;
static const struct axis along = {
    {235475, 547750}, {7800, 14795}, {0.1095, 0.1094}, {6843, 14536}, {0.386, 0.224}};
static const struct axis across = {
    {154991, 207753}, {7286.8, 11927}, {0.190, 0.213}, {5855, 7885}, {0.421, 0.633}};
static const struct pair n0 = {0.189, 0.313}, s0 = {0.173, 0.193}, sE = {0.336, 0.312};

static kamm_tyre_def dyna4_tyre(void)
{
    kamm_tyre_def t = kamm_default_tyre();
    t.law = KAMM_TYRE_TMEASY;
    t.nominal_load_n = FZ_NOMINAL;
    t.load_max_n = 40000;
    t.unloaded_radius_m = 0.369;
    t.vertical_stiffness_n_per_m = 348000;
    t.tmeasy = (kamm_tmeasy_def){
        along.dF0.at_nominal, along.dF0.at_double, along.FM.at_nominal,   along.FM.at_double,
        along.sM.at_nominal,  along.sM.at_double,  along.FS.at_nominal,   along.FS.at_double,
        along.sS.at_nominal,  along.sS.at_double,  across.dF0.at_nominal, across.dF0.at_double,
        across.FM.at_nominal, across.FM.at_double, across.sM.at_nominal,  across.sM.at_double,
        across.FS.at_nominal, across.FS.at_double, across.sS.at_nominal,  across.sS.at_double,
        n0.at_nominal,        n0.at_double,        s0.at_nominal,         s0.at_double,
        sE.at_nominal,        sE.at_double};
    return t;
}

/* The definition: Y = q (2 Y1 - Y2 / 2 - (Y1 - Y2 / 2) q) for forces, lines for slips. */
static double force_at(struct pair y, double q)
{
    return q * (2 * y.at_nominal - y.at_double / 2 - (y.at_nominal - y.at_double / 2) * q);
}

static double slip_at(struct pair s, double q)
{
    return s.at_nominal + (s.at_double - s.at_nominal) * (q - 1);
}

struct numbers {
    double dF0, FM, sM, FS, sS;
};

static struct numbers numbers_at(const struct axis *a, double q)
{
    return (struct numbers){force_at(a->dF0, q), force_at(a->FM, q), slip_at(a->sM, q),
                            force_at(a->FS, q), slip_at(a->sS, q)};
}

static double curve(struct numbers c, double s)
{
    if (s >= c.sS) return c.FS;
    double r = s / c.sM;
    if (s <= c.sM) return c.sM * c.dF0 * r / (1 + r * (r + c.dF0 * c.sM / c.FM - 2));
    r = (s - c.sM) / (c.sS - c.sM);
    return c.FM - (c.FM - c.FS) * r * r * (3 - 2 * r);
}

/* n over the length of the contact patch. */
static double offset(double q, double sy)
{
    double n = slip_at(n0, q), zero = slip_at(s0, q), end = slip_at(sE, q), w = zero / end;
    double r = fabs(sy) / zero, left = (end - fabs(sy)) / (end - zero);
    if (fabs(sy) > end) return 0;
    if (r > 1) return -n * (1 - w) * (r - 1) * left * left;
    return n * ((1 - w) * (1 - r) + w * (1 - (3 - 2 * r) * r * r));
}

struct expected {
    double fx, fy, mz;
};

static double joint(double x, double y, double cosine, double sine)
{
    return hypot(x * cosine, y * sine);
}

static struct expected expected_at(double load, double kappa, double tan_alpha)
{
    double q = load / FZ_NOMINAL, sx = kappa / fabs(1 + kappa), sy = -tan_alpha / fabs(1 + kappa);
    struct numbers x = numbers_at(&along, q), y = numbers_at(&across, q);
    double lines = x.FM / x.dF0 + y.FM / y.dF0;
    double hx = x.sM / (x.sM + y.sM) + x.FM / x.dF0 / lines;
    double hy = y.sM / (x.sM + y.sM) + y.FM / y.dF0 / lines;
    double s = hypot(sx / hx, sy / hy), cosine = sx / hx / s, sine = sy / hy / s;
    struct numbers c = {joint(x.dF0 * hx, y.dF0 * hy, cosine, sine),
                        joint(x.FM, y.FM, cosine, sine), joint(x.sM / hx, y.sM / hy, cosine, sine),
                        joint(x.FS, y.FS, cosine, sine), joint(x.sS / hx, y.sS / hy, cosine, sine)};
    double force = curve(c, s), length = 2 * sqrt(0.369 * load / 348000);
    struct expected e = {force * cosine, force * sine, 0};
    e.mz = -length * offset(q, sy) * e.fy;
    return e;
}

static void forces_are_the_definitions(void **state)
{
    (void)state;
    kamm_tyre_def def = dyna4_tyre();
    struct tyre_probe p = kamm_probe_tyre(&def);
    struct noise noise = {3};
    for (int i = 0; i < 20000; ++i) {
        double load = noise_between(&noise, 700, 14000);
        double kappa = noise_between(&noise, -0.6, 0.6) * noise_between(&noise, 0, 1);
        double alpha = noise_between(&noise, -0.5, 0.5) * noise_between(&noise, 0, 1);
        struct tyre_force f = kamm_probe_force(&p, load, kappa, alpha, 0);
        struct expected e = expected_at(load, kappa, tan(alpha));
        expect_near(f.fx, e.fx, 2e-5 * load);
        expect_near(f.fy, e.fy, 2e-5 * load);
        expect_near(f.mz, e.mz, 1e-5 * load);
    }
}

/* The table's own numbers: peaks at their slips, slides from theirs on, slopes. */
static void the_table_comes_back(void **state)
{
    (void)state;
    kamm_tyre_def def = dyna4_tyre();
    struct tyre_probe p = kamm_probe_tyre(&def);
    for (int twice = 0; twice < 2; ++twice) {
        double load = (1 + twice) * FZ_NOMINAL, h = 1e-5;
        struct numbers x = numbers_at(&along, 1 + twice), y = numbers_at(&across, 1 + twice);
        /* sx = kappa / (1 + kappa) when driving */
        expect_share(kamm_probe_force(&p, load, x.sM / (1 - x.sM), 0, 0).fx, x.FM, 1e-5);
        expect_share(kamm_probe_force(&p, load, x.sS / (1 - x.sS), 0, 0).fx, x.FS, 1e-5);
        expect_share(kamm_probe_force(&p, load, -1, 0, 0).fx, -x.FS, 1e-5);
        expect_share(kamm_probe_force(&p, load, h, 0, 0).fx, x.dF0 * h, 1e-3);
        expect_share(kamm_probe_force(&p, load, 0, -atan(y.sM), 0).fy, y.FM, 1e-5);
        expect_share(kamm_probe_force(&p, load, 0, -atan(y.sS), 0).fy, y.FS, 1e-5);
        expect_share(kamm_probe_force(&p, load, 0, -1.4, 0).fy, y.FS, 1e-5);
        expect_share(kamm_probe_force(&p, load, 0, -h, 0).fy, y.dF0 * h, 1e-3);
        struct tyre_state at = kamm_probe_load(&p, load);
        expect_share(at.slip_stiffness, x.dF0, 1e-5);
        expect_share(at.cornering_stiffness, y.dF0, 1e-5);
        expect_share(at.grip_x, x.FM, 1e-5);
        expect_share(at.grip_y, y.FM, 1e-5);
        for (double slip = 0.7 * y.sM; slip < 1.5 * y.sM; slip += 0.01)
            expect_below(kamm_probe_force(&p, load, 0, -atan(slip), 0).fy, y.FM * 1.00001);
    }
    /* 1.5 (2 Y1 - Y2 / 2 - (Y1 - Y2 / 2) 1.5), by hand */
    expect_near(kamm_probe_load(&p, 1.5 * FZ_NOMINAL).grip_y, 9938, 1);
}

/* Where both directions have one table only the size of the slip matters, and the force points against the slide. */
static void one_table_for_both_is_round(void **state)
{
    (void)state;
    kamm_tyre_def def = dyna4_tyre();
    memcpy(&def.tmeasy.slope_x_n, &def.tmeasy.slope_y_n, 10 * sizeof(double));
    struct tyre_probe p = kamm_probe_tyre(&def);
    for (double size = 0.01; size < 0.6; size *= 1.3) {
        double max = -kamm_probe_force(&p, 7000, 0, atan(size), 0).fy;
        for (double turn = -3; turn < 3; turn += 0.1) {
            double sx = size * cos(turn), sy = size * sin(turn), kappa = sx / (1 - sx);
            struct tyre_force f = kamm_probe_force(&p, 7000, kappa, -atan(sy * (1 + kappa)), 0);
            expect_near(f.fx, max * cos(turn), 1e-4 * max);
            expect_near(f.fy, max * sin(turn), 1e-4 * max);
        }
    }
}

static void friction_scales_peaks_and_slips_alone(void **state)
{
    (void)state;
    kamm_tyre_def def = dyna4_tyre();
    struct tyre_probe p = kamm_probe_tyre(&def);
    struct tyre_state at = kamm_probe_load(&p, FZ_NOMINAL);
    for (float mu = 0.1f; mu < 1.3f; mu += 0.2f) {
        struct tyre_slip slip = {.speed_mps = 20, .friction_x = mu, .friction_y = mu, .side = 1};
        slip.tan_slip_angle = mu * 0.19f;
        expect_share(kamm_tyre_force(&p.constants, &at, slip).fy, -(double)mu * 7286.8, 1e-5);
        slip.tan_slip_angle = 1e-5f;
        expect_share(kamm_tyre_force(&p.constants, &at, slip).fy, -1.54991, 2e-3);
    }
}

/* A third of the camber's slip, (L / 2) sin(gamma) / r0. */
static void camber_pushes_to_its_side(void **state)
{
    (void)state;
    kamm_tyre_def def = dyna4_tyre();
    struct tyre_probe p = kamm_probe_tyre(&def);
    double length = 2 * sqrt(0.369 * 7000 / 348000), gamma = 0.002;
    expect_share(kamm_probe_force(&p, 7000, 0, 0, gamma).fy,
                 -154991 * length / 2 * gamma / 0.369 / 3, 0.01);
}

static void beyond_the_table_force_goes_with_the_load(void **state)
{
    (void)state;
    kamm_tyre_def def = dyna4_tyre();
    struct tyre_probe p = kamm_probe_tyre(&def);
    double share = 0;
    for (double load = 1000; load < 60000; load += 1000) {
        double now = kamm_probe_load(&p, load).grip_y / load;
        if (load > 1000) expect_below(now, share * 1.00001);
        share = now;
        expect_above(kamm_probe_load(&p, load).cornering_stiffness,
                     kamm_probe_load(&p, load - 500).cornering_stiffness);
    }
    expect_share(kamm_probe_load(&p, 60000).grip_y, 1.5 * kamm_probe_load(&p, 40000).grip_y, 1e-5);
}

static void a_table_that_makes_no_curves_is_refused(void **state)
{
    (void)state;
    kamm_tyre_def def = dyna4_tyre();
    kamm_error error;
    def.tmeasy.peak_y_double_n = 4.1 * def.tmeasy.peak_y_n;
    assert_int_equal(kamm_check_tyre(&def, &error), KAMM_ERROR_RANGE);
    assert_non_null(strstr(error.text, "tmeasy.peak_y_double_n"));
    def.tmeasy.peak_y_double_n = across.FM.at_double;
    def.tmeasy.slope_y_n = 70000;
    assert_int_equal(kamm_check_tyre(&def, &error), KAMM_ERROR_RANGE);
    assert_non_null(strstr(error.text, "tmeasy.slope_y_n"));
    def.tmeasy.slope_y_n = across.dF0.at_nominal;
    def.tmeasy.slide_slip_y_double = 0.2;
    assert_int_equal(kamm_check_tyre(&def, &error), KAMM_ERROR_RANGE);
    assert_non_null(strstr(error.text, "tmeasy.slide_slip_y_double"));
    def.law = KAMM_TYRE_LINEAR; /* it is not read */
    assert_int_equal(kamm_check_tyre(&def, &error), KAMM_OK);
}

static void the_linear_tyre_is_linear_up_to_friction(void **state)
{
    (void)state;
    kamm_tyre_def def = kamm_default_tyre();
    def.law = KAMM_TYRE_LINEAR;
    struct tyre_probe p = kamm_probe_tyre(&def);
    double C = def.linear.cornering_stiffness_per_rad, K = def.linear.slip_stiffness;
    for (double load = 1000; load < 8000; load += 1000)
        for (double kappa = -0.3; kappa < 0.3; kappa += 0.013)
            for (double tangent = -0.3; tangent < 0.3; tangent += 0.013) {
                struct tyre_force f = kamm_probe_force(&p, load, kappa, atan(tangent), 0);
                double x = K * kappa, y = -C * tangent, used = hypot(x, y), kept = fmax(used, 1);
                expect_near(f.fx, load * x / kept, 1e-5 * load);
                expect_near(f.fy, load * y / kept, 1e-5 * load);
                double trail = used < 1 ? 0.03 * (1 - used * used) : 0;
                expect_near(f.mz, -trail * load * y / kept, 1e-6 * load);
            }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(forces_are_the_definitions),
        cmocka_unit_test(the_table_comes_back),
        cmocka_unit_test(one_table_for_both_is_round),
        cmocka_unit_test(friction_scales_peaks_and_slips_alone),
        cmocka_unit_test(camber_pushes_to_its_side),
        cmocka_unit_test(beyond_the_table_force_goes_with_the_load),
        cmocka_unit_test(a_table_that_makes_no_curves_is_refused),
        cmocka_unit_test(the_linear_tyre_is_linear_up_to_friction),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
