/* The Magic Formula for motorcycle tyres against its equations, written down once more in double. Also against figures of the two tyres
 * that Evangelou fitted to the measurements of de Vries and Pacejka. */
#include "support/cars.h"

#include "lab/tyre_probe.h"

#include <kamm/io/tyre_file.h>

#include <math.h>
#include <string.h>

static const char *const shipped[] = {"120-70zr17-motorcycle", "180-55zr17-motorcycle"};

static kamm_tyre_def tyre_of(const char *name)
{
    kamm_tyre_def tyre = kamm_default_tyre();
    kamm_error error = {0};
    must(kamm_load_tyre(name, &tyre, NULL, &error), &error);
    return tyre;
}

static struct tyre_force force_at(const struct tyre_probe *p, double load, double kappa, double b,
                                  double camber, double friction)
{
    struct tyre_slip slip = {(float)kappa, (float)b, 20, (float)friction, (float)friction, 1};
    struct tyre_state at = kamm_tyre_prepare(&p->constants, (float)load, (float)camber);
    return kamm_tyre_force(&p->constants, &at, slip);
}

/* -- the equations, in SAE axes as the thesis has them -- */

static double sign(double x) { return x >= 0 ? 1 : -1; }

static double magic(double x, double e) { return atan(x - fmin(e, 1) * (x - atan(x))); }

struct second {
    double fx, fy, mz, peak_x, peak_y;
};

static double cornering(const kamm_motorcycle_tyre_def *c, double fz0, double fz, double g)
{
    double load = fz / ((c->pky3 + c->pky4 * g * g) * fz0);
    return c->pky1 * fz0 * sin(c->pky2 * atan(load)) / (1 + c->pky5 * g * g);
}

/* Friction of the road: of slip's argument alone. */
static double pure_side(const kamm_motorcycle_tyre_def *c, double fz0, double fz, double b,
                        double g, double friction)
{
    double d = fz / fz0 - 1;
    double measured = c->pdy1 * exp(c->pdy2 * d) / (1 + c->pdy3 * g * g) * fz;
    double by = cornering(c, fz0, fz, g) / (c->pcy1 * measured * friction);
    double ey = c->pey1 + c->pey2 * g * g + (c->pey3 + c->pey4 * g) * sign(b);
    double bg = (c->pky6 + c->pky7 * d) * fz / (c->pcy2 * measured);
    double angle = c->pcy1 * magic(by * b, ey) + c->pcy2 * magic(bg * g, c->pey5);
    return measured * friction * sin(angle);
}

static struct second second_opinion(const kamm_tyre_def *t, double fz, double kappa, double b,
                                    double g, double friction)
{
    const kamm_motorcycle_tyre_def *c = &t->motorcycle;
    double fz0 = t->nominal_load_n, d = fz / fz0 - 1, r = t->crown_radius_m;
    struct second s;
    double dx = (c->pdx1 + c->pdx2 * d) * fz * friction;
    double kx = (c->pkx1 + c->pkx2 * d) * exp(c->pkx3 * d) * fz;
    double ex = (c->pex1 + c->pex2 * d + c->pex3 * d * d) * (1 - c->pex4 * sign(kappa));
    double gx = cos(c->rcx1 * atan(c->rbx1 * cos(atan(c->rbx2 * kappa)) * b));
    double gy = cos(c->rcy1 * atan(c->rby1 * cos(atan(c->rby2 * (b - c->rby3))) * kappa));
    s.fx = fmax(gx, 0) * dx * sin(c->pcx1 * magic(kx / (c->pcx1 * dx) * kappa, ex));
    gy = fmax(gy, 0);
    s.fy = gy * pure_side(c, fz0, fz, b, g, friction);
    double k = kx * kappa / cornering(c, fz0, fz, 0), cos_a = 1 / sqrt(1 + b * b);
    double bt = (c->qbz1 + c->qbz2 * d + c->qbz3 * d * d) *
                (1 + c->qbz5 * fabs(g) + c->qbz6 * g * g) / friction;
    double et = (c->qez1 + c->qez2 * d + c->qez3 * d * d) *
                (1 + c->qez5 * g * 2 / 3.14159265358979 * atan(bt * c->qcz1 * b));
    double dt = fz * r / fz0 * (c->qdz1 + c->qdz2 * d) * (1 + c->qdz3 * fabs(g) + c->qdz4 * g * g);
    double trail = dt * cos(c->qcz1 * magic(bt * sqrt(b * b + k * k), et)) * cos_a;
    double mu = c->pdy1 * exp(c->pdy2 * d) / (1 + c->pdy3 * g * g) * friction;
    double br = c->qbz9 / friction + c->qbz10 * cornering(c, fz0, fz, g) / (mu * fz);
    double ar = b + (c->qhz3 + c->qhz4 * d) * g;
    double twist = fz * r * friction * cos_a *
                   ((c->qdz8 + c->qdz9 * d) * g + (c->qdz10 + c->qdz11 * d) * g * fabs(g)) /
                   sqrt(1 + br * br * (ar * ar + k * k));
    s.mz = -trail * gy * pure_side(c, fz0, fz, b, 0, friction) + twist;
    s.peak_x = dx, s.peak_y = mu * fz;
    return s;
}

/* The first of the shipped ones once more, not symmetric and with a number for what both have not. */
static kamm_tyre_def lopsided_tyre(void)
{
    kamm_tyre_def tyre = tyre_of(shipped[0]);
    tyre.side = KAMM_TYRE_LEFT;
    tyre.motorcycle.pdy2 = -0.1, tyre.motorcycle.pdy3 = 0.2, tyre.motorcycle.pey3 = 0.3;
    tyre.motorcycle.qbz3 = 0.8;
    return tyre;
}

/* Their y and z point the other way. */
static void the_equations_are_those_of_the_source(void **state)
{
    static const double slips[] = {-0.8, -0.1, -0.02, 0, 0.005, 0.03, 0.2, 1},
                        cambers[] = {-0.873, -0.4, -0.02, 0, 0.1, 0.7, 0.9};
    (void)state;
    for (int t = 0; t < 3; ++t) {
        kamm_tyre_def tyre = t < 2 ? tyre_of(shipped[t]) : lopsided_tyre();
        if (t < 2) tyre.motorcycle.rby3 = 0; /* a symmetric tyre leaves it out */
        struct tyre_probe p = kamm_probe_tyre(&tyre);
        double worst = 0, worst_nm = 0;
        for (int i = 0; i < 4 * 8 * 8 * 7 * 2; ++i) {
            double load = tyre.nominal_load_n * (0.3 + 0.6 * (i % 4));
            double kappa = slips[i / 4 % 8], b = slips[i / 32 % 8], g = cambers[i / 256 % 7];
            double friction = i / 1792 ? 0.5 : 1;
            struct tyre_force f = force_at(&p, load, kappa, b, g, friction);
            struct second s = second_opinion(&tyre, load, kappa, b, g, friction);
            if (hypot(s.fx / s.peak_x, s.fy / s.peak_y) > 1.29)
                continue; /* the ellipse of the departures */
            worst = fmax(worst, fabs((double)f.fx - s.fx) / (load * friction));
            worst = fmax(worst, fabs((double)f.fy + s.fy) / (load * friction));
            worst_nm = fmax(worst_nm, fabs((double)f.mz + s.mz) / (load * friction));
        }
        print_message("%s: forces off by %.2g of the load, moments by %.2g mm\n",
                      t < 2 ? shipped[t] : "lopsided", worst, 1000 * worst_nm);
        expect_below(worst, 2e-5);
        expect_below(worst_nm, 2e-6);
    }
}

/* -- figures of the two tyres -- */

/* Per load: cornering and camber stiffness, pneumatic trail, twist per camber; and the relaxation length at 20 m/s. Computed of the
 * published coefficients by another program, lengths to the millimetre. */
static void figures_are_those_of_the_two_tyres(void **state)
{
    static const struct {
        int tyre;
        double load, cornering, camber, trail, twist, relaxation;
    } rows[] = {{0, 1000, 17.1, 0.700, 0.0105, 0.021, 0.167},
                {1, 1000, 16.0, 0.450, 0.0142, 0.033, 0.163},
                {0, 2000, 12.3, 0.672, 0.027, 0.028, 0.238},
                {1, 2000, 11.8, 0.458, 0.031, 0.054, 0.240}};
    const double h = 1e-3;
    (void)state;
    for (int i = 0; i < 4; ++i) {
        kamm_tyre_def tyre = tyre_of(shipped[rows[i].tyre]);
        struct tyre_probe p = kamm_probe_tyre(&tyre);
        double load = rows[i].load;
        struct tyre_state at = kamm_probe_load(&p, load);
        soften_carcass(&p.constants, 20, &at);
        struct tyre_force slips = force_at(&p, load, 0, h, 0, 1);
        struct tyre_force leans = force_at(&p, load, 0, 0, h, 1);
        expect_share((double)at.cornering_stiffness / load, rows[i].cornering, 0.006);
        expect_share(-(double)slips.fy / (h * load), rows[i].cornering, 0.006);
        expect_share(-(double)leans.fy / (h * load), rows[i].camber, 0.003);
        expect_near(-(double)(slips.mz / slips.fy), rows[i].trail, 5.5e-4);
        expect_near(-(double)leans.mz / (h * load), rows[i].twist, 5.5e-4);
        expect_share((double)(at.cornering_stiffness / at.carcass_y), rows[i].relaxation, 0.005);
    }
}

/* Relaxation length over cornering stiffness, 1e-5 m/N, as de Vries and Pacejka measured it at these speeds in km/h. */
static double side_at(const kamm_tyre_def *tyre, double load, double b)
{
    struct tyre_probe p = kamm_probe_tyre(tyre);
    return (double)force_at(&p, load, 0, b, 0, 1).fy;
}

static double moment_at(const kamm_tyre_def *tyre, double load, double b, double camber)
{
    struct tyre_probe p = kamm_probe_tyre(tyre);
    return (double)force_at(&p, load, 0, b, camber, 1).mz;
}

/* Scale factors of trail, stiffness, friction and of the moment of camber: each is a similarity of the equations. */
static void scale_factors_scale_what_they_are_named_for(void **state)
{
    (void)state;
    const double by = 1.3;
    for (int t = 0; t < 2; ++t)
        for (double load = 500; load < 2600; load += 700)
            for (double b = -0.2; b < 0.21; b += 0.08) {
                const kamm_tyre_def own = tyre_of(shipped[t]);
                kamm_tyre_def trail = own, stiff = own, grip = own, twist = own, none = own;
                trail.ltr = stiff.lky = grip.lmuy = by, twist.lkzc = by;
                none.motorcycle.qdz8 = none.motorcycle.qdz9 = 0;
                none.motorcycle.qdz10 = none.motorcycle.qdz11 = 0;
                double mz = moment_at(&own, load, b, 0);
                expect_near(moment_at(&trail, load, b, 0), by * mz, 1e-5 * fabs(mz));
                double fy = side_at(&own, load, b);
                expect_near(side_at(&stiff, load, b / by), fy, 1e-4 * fabs(fy));
                expect_near(side_at(&grip, load, by * b), by * fy, 1e-4 * fabs(fy));
                double leant = moment_at(&own, load, b, 0.5);
                double of_camber = leant - moment_at(&none, load, b, 0.5);
                expect_above(fabs(of_camber), 1e-4 * load);
                expect_near(moment_at(&twist, load, b, 0.5) - leant, (by - 1) * of_camber,
                            1e-3 * fabs(of_camber) + 1e-6 * load);
            }
}

/* Without a length of its own, a tyre's moments have the crown's radius as their lever, or half of the width. */
static void moments_have_the_crown_as_their_lever(void **state)
{
    (void)state;
    for (double crown = 0.03; crown < 0.1; crown += 0.02)
        for (int t = 0; t < 2; ++t) {
            kamm_tyre_def unit = tyre_of(shipped[t]), own, flat;
            unit.motorcycle.moment_length_m = 1;
            own = flat = unit;
            own.motorcycle.moment_length_m = flat.motorcycle.moment_length_m = 0;
            own.crown_radius_m = crown, flat.crown_radius_m = 0, flat.width_m = 3 * crown;
            double mz = moment_at(&unit, 1500, 0.05, 0.3);
            expect_near(moment_at(&own, 1500, 0.05, 0.3), crown * mz, 1e-5 * fabs(mz));
            expect_near(moment_at(&flat, 1500, 0.05, 0.3), 1.5 * crown * mz, 1e-5 * fabs(mz));
        }
}

static void relaxation_grows_with_speed_as_measured(void **state)
{
    static const double kmh[] = {20, 59, 100, 140, 200, 251};
    static const double measured[2][6] = {{0.91, 0.90, 1.04, 1.16, 1.32, 1.53},
                                          {0.97, 0.99, 1.09, 1.20, 1.48, 1.80}};
    (void)state;
    for (int t = 0; t < 2; ++t) {
        kamm_tyre_def tyre = tyre_of(shipped[t]);
        struct tyre_probe p = kamm_probe_tyre(&tyre);
        for (int i = 0; i < 6; ++i) {
            struct tyre_state at = kamm_probe_load(&p, 1300);
            soften_carcass(&p.constants, (float)(kmh[i] / 3.6), &at);
            print_message("%s %3.0f km/h: %.3f, measured %.2f\n", shipped[t], kmh[i],
                          1e5 / (double)at.carcass_y, measured[t][i]);
            expect_share(1e5 / (double)at.carcass_y, measured[t][i], 0.055);
        }
    }
}

/* -- laws -- */

/* All of the 50 degrees that they were fitted to count, and the side force grows with them. */
static void camber_counts_up_to_fifty_degrees(void **state)
{
    (void)state;
    for (int t = 0; t < 2; ++t) {
        kamm_tyre_def tyre = tyre_of(shipped[t]);
        struct tyre_probe p = kamm_probe_tyre(&tyre);
        kamm_error error = {0};
        must(kamm_bound_sliding(&tyre, &p.constants, &error), &error);
        expect_above((double)p.constants.ranges.camber_max, 0.87);
        expect_below((double)p.constants.ranges.camber_min, -0.87);
        double before = 0;
        for (double g = 0.02; g < 0.87; g += 0.02) {
            double side = -(double)force_at(&p, 1300, 0, 0, g, 1).fy / 1300;
            expect_above(side, before + 0.005);
            before = side;
        }
        expect_below(before, tan(0.87)); /* the rest of what a steady lean needs is slip's */
        expect_above(before, 0.5);
    }
}

/* At any camber, on any friction, over the whole ranges, a tyre that slides loses energy by it. */
static void what_slides_is_held_back_at_any_lean(void **state)
{
    static const double frictions[] = {1, 0.5, 0.1, 0.02};
    (void)state;
    for (int t = 0; t < 2; ++t) {
        kamm_tyre_def tyre = tyre_of(shipped[t]);
        struct tyre_probe p = kamm_probe_tyre(&tyre);
        double least = 1;
        for (int i = 0; i < 4 * 5 * 25 * 16; ++i) {
            double friction = frictions[i % 4], load = 100 * pow(2.3, i / 4 % 5);
            double g = 0.04 * (i / 20 % 25 - 12), way = 2 * PI * (i / 500) / 16;
            for (double size = 0.35; size < 1.4; size *= 1.4) {
                double kappa = size * cos(way), b = -size * sin(way);
                struct tyre_force f = force_at(&p, load, kappa, b, g, friction);
                double power = (double)f.fx * kappa - (double)f.fy * b;
                least = fmin(least, power / (size * load * friction));
            }
        }
        print_message("%s: at least %.2f of the load holds it back\n", shipped[t], least);
        expect_above(least, 0.05);
    }
}

/* -- of a few numbers -- */

static void few_numbers_are_what_the_tyre_has(void **state)
{
    kamm_tyre_def tyre = tyre_of("37-622-bicycle");
    struct tyre_probe p = kamm_probe_tyre(&tyre);
    const double load = 450, h = 1e-3;
    struct tyre_state at = kamm_probe_load(&p, load);
    struct tyre_force slips = force_at(&p, load, 0, h, 0, 1);
    (void)state;
    expect_share((double)at.cornering_stiffness / load, 17.2, 1e-5);
    expect_share(-(double)slips.fy / (h * load), 17.2, 1e-3);
    expect_share(-(double)force_at(&p, load, 0, 0, h, 1).fy / (h * load), 0.57, 1e-3);
    expect_share(-(double)(slips.mz / slips.fy), 0.01, 1e-3);
    expect_share((double)(at.cornering_stiffness / at.carcass_y), 0.25, 1e-4);
    expect_share((double)at.grip_y / load, 1, 1e-5);
    expect_near((double)p.vertical.crown_radius, 0.0185, 1e-6);
    expect_near((double)p.constants.ranges.camber_max, 0.872665, 1e-5);
}

static void expect_refused(const kamm_tyre_def *tyre, const char *part)
{
    kamm_error error = {0};
    assert_int_equal(kamm_check_tyre(tyre, &error), KAMM_ERROR_RANGE);
    if (!strstr(error.text, part)) fail_msg("%s", error.text);
}

static void what_makes_no_tyre_is_refused(void **state)
{
    const kamm_tyre_def good = tyre_of(shipped[0]);
    kamm_tyre_def tyre = good;
    (void)state;
    tyre.motorcycle.pcy2 = 1.3, expect_refused(&tyre, "motorcycle.pcy2: pcy1 with lcy and pcy2");
    tyre = good, tyre.lcx = 1.5, expect_refused(&tyre, "motorcycle.pcx1: with lcx");
    tyre = good, tyre.motorcycle.pky2 = 3, tyre.motorcycle.pky3 = 0.06;
    expect_refused(&tyre, "motorcycle.pky1: with pky2");
    tyre = good, tyre.motorcycle.pdy1 = 0, expect_refused(&tyre, "motorcycle.pdy1");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_equations_are_those_of_the_source),
        cmocka_unit_test(figures_are_those_of_the_two_tyres),
        cmocka_unit_test(scale_factors_scale_what_they_are_named_for),
        cmocka_unit_test(moments_have_the_crown_as_their_lever),
        cmocka_unit_test(relaxation_grows_with_speed_as_measured),
        cmocka_unit_test(camber_counts_up_to_fifty_degrees),
        cmocka_unit_test(what_slides_is_held_back_at_any_lean),
        cmocka_unit_test(few_numbers_are_what_the_tyre_has),
        cmocka_unit_test(what_makes_no_tyre_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
