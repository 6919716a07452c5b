/* Suspension from hardpoints against closed forms. */
#include "support/linkages.h"
#include "support/quick.h"

#include "vehicle/chassis.h"
#include "vehicle/model.h"
#include <math.h>
#include <string.h>

static struct wheel_figures figures_at(const struct mechanism *m, enum way way, double travel_m)
{
    struct linkage_probe p = started_probe(m, way);
    struct wheel_figures w;
    moved_probe(&p, travel_m, 0);
    kamm_measure_wheel(&p, 1, &w);
    return w;
}

/* -- double wishbones in one plane ------------------------------------------------------------- */

/* Camber and the wheel's centre of a four-bar linkage whose lower arm stands at an angle: both circles about the ends of the
 * coupler, intersected. */
static void place_four_bar(const struct four_bar *f, double turn, double *lean, double centre[2])
{
    const double *b = f->lower_ball, *a = f->lower_pivot, *c = f->upper_ball, *d = f->upper_pivot;
    double arm[2] = {b[0] - a[0], b[1] - a[1]};
    double ball[2] = {a[0] + arm[0] * cos(turn) - arm[1] * sin(turn),
                      a[1] + arm[0] * sin(turn) + arm[1] * cos(turn)};
    double coupler = hypot(c[0] - b[0], c[1] - b[1]), upper = hypot(c[0] - d[0], c[1] - d[1]);
    double to[2] = {d[0] - ball[0], d[1] - ball[1]}, apart = hypot(to[0], to[1]);
    double along = (coupler * coupler - upper * upper + apart * apart) / (2 * apart);
    double aside = sqrt(coupler * coupler - along * along);
    double top[2] = {(along * to[0] + aside * to[1]) / apart,
                     (along * to[1] - aside * to[0]) / apart};
    double was = atan2(c[1] - b[1], c[0] - b[0]), is = atan2(top[1], top[0]);
    *lean = was - is; /* outwards: towards y */
    double arm_to_centre[2] = {0.75 - b[0], 0.30 - b[1]}, r = is - was;
    centre[0] = ball[0] + arm_to_centre[0] * cos(r) - arm_to_centre[1] * sin(r);
    centre[1] = ball[1] + arm_to_centre[0] * sin(r) + arm_to_centre[1] * cos(r);
}

static void planar_wishbones_are_four_bar_linkages(void **state)
{
    (void)state;
    static const struct four_bar bars[] = {
        {{0.45, 0.50}, {0.70, 0.48}, {0.35, 0.20}, {0.72, 0.17}},
        {{0.40, 0.45}, {0.66, 0.50}, {0.30, 0.18}, {0.70, 0.18}},
        {{0.50, 0.60}, {0.68, 0.56}, {0.25, 0.22}, {0.71, 0.16}}};
    for (size_t i = 0; i < sizeof bars / sizeof *bars; ++i) {
        kamm_vehicle_def def = planar_wishbones(&bars[i]);
        struct mechanism m;
        built_mechanism(&def, 0, &m);
        for (int k = -10; k <= 10; ++k) {
            double lean, centre[2];
            place_four_bar(&bars[i], 0.02 * k, &lean, centre);
            struct wheel_figures w = figures_at(&m, WAY_ALIKE, centre[1] - 0.30);
            expect_near(w.camber_rad, lean, 1e-9);
            expect_near(w.centre[1], centre[0], 1e-9);
            expect_near(w.centre[0], 0, 1e-9);
            expect_near(w.toe_in_rad, 0, 1e-9);
        }
    }
}

static void equal_parallel_wishbones_keep_the_camber(void **state)
{
    (void)state;
    static const struct four_bar bars = {{0.4, 0.5}, {0.7, 0.47}, {0.4, 0.2}, {0.7, 0.17}};
    kamm_vehicle_def def = planar_wishbones(&bars);
    double arm = hypot(0.3, 0.03), start = asin(0.03 / arm);
    struct mechanism m;
    built_mechanism(&def, 0, &m);
    for (int k = -10; k <= 10; ++k) {
        struct wheel_figures w = figures_at(&m, WAY_ALIKE, 0.01 * k);
        double angle = asin((0.01 * k - 0.03) / arm);
        expect_near(w.camber_rad, 0, 1e-11);
        expect_near(w.camber_slope, 0, 1e-9);
        expect_near(w.centre[1], 0.75 + arm * (cos(angle) - cos(start)), 1e-11);
        expect_near(w.centre_slope[1], -tan(angle), 1e-9);
    }
}

/* -- hinges ------------------------------------------------------------------------------------ */

/* From the joint to the wheel's centre 0.575 m; the roll centre is where the line from the contact through the joint meets
 * the car's middle (Reimpell, ch. 3). */
static void swing_axles_have_their_closed_form(void **state)
{
    (void)state;
    kamm_vehicle_def def = linkage_examples[6].of();
    struct mechanism m;
    struct suspension_constants c;
    kamm_error error;
    built_mechanism(&def, 1, &m);
    for (int k = -10; k <= 10; ++k) {
        struct wheel_figures w = figures_at(&m, WAY_ALIKE, 0.01 * k);
        double angle = asin(0.01 * k / 0.575);
        expect_near(w.camber_rad, -angle, 1e-11);
        expect_near(w.centre[1], 0.10 + 0.575 * cos(angle), 1e-11);
        expect_near(w.toe_in_rad, 0, 1e-11);
        expect_near(w.turn_back_slope, 0, 1e-11);
    }
    memset(&c, 0, sizeof c);
    if (kamm_compile_mechanism(&m, 0.315, &c, &error)) fail_msg("%s", error.text);
    struct wheel_path path = wheel_path_at(&c, 0, 0);
    expect_near(path.outward_slope * 0.675f, 0.315 * 0.675 / 0.575, 1e-5);
    expect_near(path.camber_slope, -1 / 0.575, 1e-5);
}

static void trailing_arms_keep_the_camber(void **state)
{
    (void)state;
    kamm_vehicle_def def = linkage_examples[4].of();
    double arm = hypot(0.42, 0.04), start = asin(-0.04 / arm);
    struct mechanism m;
    built_mechanism(&def, 1, &m);
    for (int k = -10; k <= 10; ++k) {
        struct wheel_figures w = figures_at(&m, WAY_ALIKE, 0.01 * k);
        double angle = asin((0.01 * k - 0.04) / arm);
        expect_near(w.camber_rad, 0, 1e-11);
        expect_near(w.toe_in_rad, 0, 1e-11);
        expect_near(w.centre[1], 0.73, 1e-11);
        expect_near(w.centre[0], -0.42 - arm * (cos(angle) - cos(start)), 1e-11);
        /* The wheel rises behind its pivot: the arm, and the upright with it, tips forward. */
        expect_near(w.turn_back_slope, -1 / (arm * cos(angle)), 1e-9);
    }
}

/* Rodrigues: a vector about an axis by an angle. */
static void turned(const double axis[3], double angle, const double v[3], double out[3])
{
    double along = axis[0] * v[0] + axis[1] * v[1] + axis[2] * v[2];
    for (int i = 0; i < 3; ++i) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        out[i] = v[i] * cos(angle) + (axis[j] * v[k] - axis[k] * v[j]) * sin(angle) +
                 axis[i] * along * (1 - cos(angle));
    }
}

static void expect_rotation(const struct mechanism *m, enum way way, const double a[3],
                            const double b[3])
{
    double axis[3], arm[3], at[3], spin[3];
    double length = distance_between(a, b);
    for (int i = 0; i < 3; ++i) axis[i] = (b[i] - a[i]) / length, arm[i] = m->centre[i] - a[i];
    for (int k = -10; k <= 10; ++k) {
        turned(axis, 0.02 * k, arm, at);
        turned(axis, 0.02 * k, m->spin_axis, spin);
        struct wheel_figures w = figures_at(m, way, at[2] - arm[2]);
        for (int i = 0; i < 3; ++i) expect_near(w.centre[i], a[i] + at[i], 1e-10);
        expect_near(w.camber_rad, -asin(spin[2]), 1e-9);
        expect_near(w.toe_in_rad, atan2(spin[0], spin[1]), 1e-9);
    }
}

static void arms_and_twist_beams_turn_about_their_axes(void **state)
{
    (void)state;
    for (int e = 5; e <= 7; e += 2) {
        kamm_vehicle_def def = linkage_examples[e].of();
        const kamm_hardpoints_def *p = &def.axles[1].suspension.hardpoints;
        def.axles[1].suspension.camber_rad = -0.02;
        def.axles[1].suspension.toe_in_rad = 0.003;
        struct mechanism m;
        built_mechanism(&def, 1, &m);
        double bush[3] = {p->pivot_outer_m[0], -p->pivot_outer_m[1], p->pivot_outer_m[2]};
        expect_rotation(&m, WAY_AGAINST, p->pivot_outer_m, p->pivot_inner_m);
        if (m.dependent) expect_rotation(&m, WAY_ALIKE, p->pivot_outer_m, bush);
    }
}

/* A beam that is held alike on both sides tilts by the difference of its wheels' heights, and rises without tilt. */
static void beams_tilt_with_their_wheels(void **state)
{
    (void)state;
    for (int e = 8; e < linkage_example_count; ++e) {
        kamm_vehicle_def def = linkage_examples[e].of();
        struct mechanism m;
        built_mechanism(&def, 1, &m);
        int panhard = e < 10;
        for (int k = -8; k <= 8; ++k) {
            struct wheel_figures w = figures_at(&m, WAY_AGAINST, 0.01 * k);
            expect_near(w.camber_rad, -asin(0.01 * k / 0.75), 1e-9);
            w = figures_at(&m, WAY_ALIKE, 0.01 * k);
            expect_near(w.camber_rad, 0, 1e-9);
            if (!panhard) expect_near(w.centre[1], 0.75, 1e-7);
        }
    }
}

/* -- mirrored, springs -------------------------------------------------------------------------- */

static void right_wheels_of_beams_mirror_left_ones(void **state)
{
    (void)state;
    for (int e = 10; e < linkage_example_count; ++e) {
        kamm_vehicle_def def = linkage_examples[e].of();
        struct mechanism m;
        built_mechanism(&def, 1, &m);
        for (int k = -8; k <= 8; ++k) {
            struct linkage_probe p = started_probe(&m, WAY_AGAINST), q = p;
            struct wheel_figures left, right;
            moved_probe(&p, 0.01 * k, 0);
            moved_probe(&q, -0.01 * k, 0);
            kamm_measure_wheel(&p, 1, &left);
            kamm_measure_wheel(&q, -1, &right);
            expect_near(left.camber_rad, right.camber_rad, 1e-12);
            expect_near(left.toe_in_rad, right.toe_in_rad, 1e-12);
            expect_near(left.camber_slope, right.camber_slope, 1e-10);
            expect_near(left.toe_slope, right.toe_slope, 1e-10);
            expect_near(left.turn_back_slope, right.turn_back_slope, 1e-10);
            for (int i = 0; i < 3; ++i) {
                expect_near(left.centre[i], right.centre[i], 1e-12);
                expect_near(left.centre_slope[i], right.centre_slope[i], 1e-10);
            }
        }
    }
}

/* Half way out on a swing axle the spring moves by half; leaning by an angle it works by the cosine of that. */
static void springs_dampers_and_bars_work_by_their_motion_ratio(void **state)
{
    (void)state;
    kamm_vehicle_def def = linkage_examples[6].of(), bare = def;
    kamm_hardpoints_def *p = &def.axles[1].suspension.hardpoints;
    const double half = 0.5 * 0.575, lean = 0.3;
    PUT_POINT(p, spring_lower_m, 0, 0.10 + half, 0.315);
    PUT_POINT(p, spring_upper_m, 0, 0.10 + half - 5 * sin(lean), 0.315 + 5 * cos(lean));
    PUT_POINT(p, damper_lower_m, 0, 0.10 + 0.8 * 0.575, 0.315);
    PUT_POINT(p, damper_upper_m, 0, 0.10 + 0.8 * 0.575, 0.615);
    PUT_POINT(p, bar_link_m, 0, 0.10 + half, 0.315);
    PUT_POINT(p, bar_end_m, 0, 0.10 + half, 0.515);
    PUT_POINT(p, bar_pivot_m, 0.2, 0.10 + half, 0.515);
    kamm_model *model = kamm_create_model(&def, KAMM_FULL, NULL);
    kamm_model *plain = kamm_create_model(&bare, KAMM_FULL, NULL);
    assert_non_null(model);
    assert_non_null(plain);
    const struct suspension_constants *c = &model->chassis->axles[1].suspension,
                                      *d = &plain->chassis->axles[1].suspension;
    double ratio = 0.5 * cos(lean), force = d->preload_n / ratio;
    /* r = a (t . u) / (0.575 cos phi), with t across the arm and u along the spring of 5 m; its change at phi = 0 */
    double bends = 0.5 / 0.575 * (sin(lean) - half * sin(lean) * sin(lean) / 5);
    expect_share(c->spring_n_per_m, ratio * ratio * d->spring_n_per_m + force * bends, 1e-3);
    expect_share(c->bump_damping, 0.64 * d->bump_damping, 1e-5);
    expect_share(c->rebound_fast_damping, 0.64 * d->rebound_fast_damping, 1e-5);
    expect_share(c->knee_mps, d->knee_mps / 0.8, 1e-5);
    expect_share(model->chassis->axles[1].anti_roll_bar.n_per_m,
                 0.25 * plain->chassis->axles[1].anti_roll_bar.n_per_m, 1e-5);
    kamm_destroy_model(model);
    kamm_destroy_model(plain);
}

/* Upright springs of a beam, inside of its wheels: as stiff as they are in heave, by their base in roll. */
static void springs_of_a_beam_give_its_spring_base(void **state)
{
    (void)state;
    kamm_vehicle_def def = linkage_examples[11].of();
    kamm_hardpoints_def *p = &def.axles[1].suspension.hardpoints;
    PUT_POINT(p, spring_lower_m, 0, 0.5, 0.31);
    PUT_POINT(p, spring_upper_m, 0, 0.5, 10);
    kamm_model *model = kamm_create_model(&def, KAMM_FULL, NULL);
    assert_non_null(model);
    const struct suspension_constants *c = &model->chassis->axles[1].suspension;
    expect_near(c->inset, 0.5 - 0.5 * 1.0 / 1.5, 2e-3);
    expect_share(c->spring_n_per_m, def.axles[1].suspension.spring_n_per_m, 0.01);
    kamm_destroy_model(model);
}

/* A point of the lower arm of planar wishbones goes round the arm's pivot. */
static void springs_on_an_arm_go_with_the_arm(void **state)
{
    (void)state;
    static const struct four_bar bars = {{0.4, 0.5}, {0.7, 0.5}, {0.3, 0.2}, {0.7, 0.2}};
    kamm_vehicle_def def = planar_wishbones(&bars);
    kamm_hardpoints_def *p = &def.axles[0].suspension.hardpoints;
    p->spring_on = KAMM_CARRIED_BY_LOWER_ARM;
    PUT_POINT(p, spring_lower_m, 0.05, 0.55, 0.22);
    PUT_POINT(p, spring_upper_m, 0.05, 0.50, 0.60);
    struct mechanism m;
    built_mechanism(&def, 0, &m);
    for (int k = -6; k <= 6; ++k) {
        double turn = asin(0.01 * k / 0.4), lower[2], length, before, after;
        struct linkage_probe q = started_probe(&m, WAY_ALIKE);
        /* The wheel's centre is not the ball: its height is found for the ball's. */
        double lean, centre[2];
        place_four_bar(&bars, turn, &lean, centre);
        moved_probe(&q, centre[1] - 0.30, 0);
        double ratio = kamm_motion_ratio(&q, CARRIED_SPRING), h = 1e-6, heights[2], lengths[2];
        for (int s = 0; s < 2; ++s) {
            double angle = turn + (s ? h : -h);
            lower[0] = 0.3 + 0.25 * cos(angle) - 0.02 * sin(angle);
            lower[1] = 0.2 + 0.25 * sin(angle) + 0.02 * cos(angle);
            length = hypot(0.50 - lower[0], 0.60 - lower[1]);
            place_four_bar(&bars, angle, &lean, centre);
            lengths[s] = length, heights[s] = centre[1];
        }
        before = lengths[0], after = lengths[1];
        expect_near(ratio, (before - after) / (heights[1] - heights[0]), 1e-6);
    }
}

/* -- tables -------------------------------------------------------------------------------------- */

/* Between their 33 places the step's tables are as near to the linkage as floats nearly are. A panhard rod's are the mean of both
 * sides. */
static void tables_are_those_of_the_linkage(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    const double radius_m = 0.31, degree = PI / 180;
    for (int e = 0; e < linkage_example_count; ++e) {
        kamm_vehicle_def def = linkage_examples[e].of();
        struct mechanism m;
        struct suspension_constants c;
        kamm_error error;
        if (strstr(linkage_examples[e].name, "panhard")) continue;
        memset(&c, 0, sizeof c);
        built_mechanism(&def, linkage_examples[e].axle, &m);
        if (kamm_compile_mechanism(&m, radius_m, &c, &error)) fail_msg("%s", error.text);
        struct wheel_figures rest = figures_at(&m, WAY_AGAINST, 0);
        for (double t = -0.0999; t < 0.1; t += 0.0023) {
            struct wheel_path path = wheel_path_at(&c, (float)t, (float)t);
            struct wheel_figures against = figures_at(&m, WAY_AGAINST, t),
                                 alike = figures_at(&m, WAY_ALIKE, t);
            double foot = radius_m * (sin(against.camber_rad) - sin(rest.camber_rad));
            expect_near(path.camber_rad, against.camber_rad, 1e-4 * degree);
            expect_near(path.toe_in_rad, against.toe_in_rad, 1e-4 * degree);
            expect_near(path.outward_m, against.centre[1] - rest.centre[1] - foot, 1e-6);
            expect_near(path.forward_m, alike.centre[0] - rest.centre[0], 1e-6);
            expect_near(path.camber_slope, against.camber_slope, 2e-4);
            expect_near(path.toe_slope, against.toe_slope, 2e-4);
            expect_near(path.forward_slope, alike.centre_slope[0], 2e-4);
            expect_near(path.caster_slope, alike.turn_back_slope, 2e-3);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(planar_wishbones_are_four_bar_linkages),
        cmocka_unit_test(equal_parallel_wishbones_keep_the_camber),
        cmocka_unit_test(swing_axles_have_their_closed_form),
        cmocka_unit_test(trailing_arms_keep_the_camber),
        cmocka_unit_test(arms_and_twist_beams_turn_about_their_axes),
        cmocka_unit_test(beams_tilt_with_their_wheels),
        cmocka_unit_test(right_wheels_of_beams_mirror_left_ones),
        cmocka_unit_test(springs_dampers_and_bars_work_by_their_motion_ratio),
        cmocka_unit_test(springs_of_a_beam_give_its_spring_base),
        cmocka_unit_test(springs_on_an_arm_go_with_the_arm),
        cmocka_unit_test(tables_are_those_of_the_linkage),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
