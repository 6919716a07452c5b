/* Linkages that steer: the step's wheels against closed forms and against the linkages themselves. */
#include "support/linkages.h"

#include "part/steering.h"
#include "vehicle/chassis.h"
#include "vehicle/model.h"
#include <math.h>
#include <string.h>

/* On an upright steering axis, with the rack at the height of the arm: the arm's end goes round, the rod keeps its length. */
static double rack_for(double arm_x, double arm_y, double rod_m, double angle)
{
    double x = arm_x * cos(angle) - arm_y * sin(angle), y = arm_x * sin(angle) + arm_y * cos(angle);
    return y - arm_y + rod_m - sqrt(rod_m * rod_m - (x - arm_x) * (x - arm_x));
}

static double angle_for(double arm_y, double rack)
{
    double low = -1, high = 1;
    for (int i = 0; i < 60; ++i) {
        double middle = 0.5 * (low + high);
        /* An arm to the rear: the rack's way falls as the angle grows. */
        if (rack_for(-0.15, arm_y, 0.4, middle) > rack)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* Both wheels as the step turns them, against what turns them; and the angle's slope against its differences. */
static void check_step_steering(const struct steering_axle_constants *c, double at,
                                const double angle[2])
{
    const double h = 1.0 / 512;
    for (int side = 1; side >= -1; side -= 2) {
        struct steer_angle now = ackermann_angle(c, (float)at, (float)side);
        double more = (double)ackermann_angle(c, (float)(at + h), (float)side).angle_rad;
        double less = (double)ackermann_angle(c, (float)(at - h), (float)side).angle_rad;
        expect_near(now.angle_rad, angle[side < 0], 3e-4);
        expect_near(now.per_rack, (more - less) / (2 * h), 3e-4);
        assert_true((double)ackermann_angle(c, (float)-at, (float)-side).angle_rad ==
                    -(double)now.angle_rad);
    }
}

/* Arms that point inwards to the rear by g spread the wheels: to the second order left - right = tan(g) angle^2, which is
 * Ackermann's condition for a spread of tan(g) / 2. The kingpins are upright, so that heading and turn are one. */
static void steering_arms_have_their_closed_form(void **state)
{
    (void)state;
    for (int k = -1; k <= 1; ++k) {
        static const struct four_bar bars = {{0.4, 0.5}, {0.7, 0.5}, {0.3, 0.2}, {0.7, 0.2}};
        kamm_vehicle_def def = planar_wishbones(&bars);
        kamm_hardpoints_def *p = &def.axles[0].suspension.hardpoints;
        double inward = 0.15 * 0.7 / 2.45 * k;
        PUT_POINT(p, tie_rod_outer_m, -0.15, 0.7 - inward, 0.2);
        PUT_POINT(p, tie_rod_inner_m, -0.15, 0.3 - inward, 0.2);
        struct mechanism m;
        kamm_error error;
        built_mechanism(&def, 0, &m);
        for (int i = -6; i <= 6; ++i) {
            double angle[2], other[2], rack = rack_for(-0.15, -inward, 0.4, 0.1 * i);
            if (kamm_steer_mechanism(&m, rack, angle, &error)) fail_msg("%s", error.text);
            if (kamm_steer_mechanism(&m, -rack, other, &error)) fail_msg("%s", error.text);
            expect_near(angle[0], 0.1 * i, 1e-9);
            assert_true(angle[0] == -other[1] && angle[1] == -other[0]);
        }
        struct steering_axle_constants c = {.share = 1};
        if (kamm_compile_tie_rods(&m, 0.6, &c.tie_rods, &error)) fail_msg("%s", error.text);
        double per_angle;
        if (kamm_rack_per_angle(&m, &per_angle, &error)) fail_msg("%s", error.text);
        expect_share(per_angle, -0.15, 1e-3);
        expect_near(c.tie_rods.spread[0], k * 0.5 * 0.7 / 2.45, 0.02); /* the rods lean as well */
        for (double at = 0.05; at < 0.6; at += 0.05) {
            double rack = at * per_angle;
            double angle[2] = {angle_for(-inward, rack), -angle_for(-inward, -rack)};
            check_step_steering(&c, at, angle);
        }
    }
}

/* Of a spin axis after a turn about the axle's steering axis (Rodrigues), to the left. */
static double heading_after(const struct axle_constants *c, const double spin_axis[3], double turn)
{
    const double up[3] = {(double)c->kingpin_x, -(double)c->kingpin_inward, (double)c->kingpin_z};
    double along = 0, x, y;
    for (int i = 0; i < 3; ++i) along += up[i] * spin_axis[i] * (1 - cos(turn));
    x = spin_axis[0] * cos(turn) + (up[1] * spin_axis[2] - up[2] * spin_axis[1]) * sin(turn) +
        up[0] * along;
    y = spin_axis[1] * cos(turn) + (up[2] * spin_axis[0] - up[0] * spin_axis[2]) * sin(turn) +
        up[1] * along;
    return atan2(spin_axis[0], spin_axis[1]) - atan2(x, y);
}

static void check_headings(const kamm_vehicle_def *def, int a, const struct mechanism *m)
{
    kamm_error error;
    kamm_model *model = kamm_create_model(def, KAMM_FULL, &error);
    if (!model) fail_msg("%s", error.text);
    const struct axle_constants *c = &model->chassis->axles[a];
    double lock = def->steering.lock_rad / def->steering.ratio, per_angle, angle[2];
    assert_int_equal(kamm_rack_per_angle(m, &per_angle, &error), KAMM_OK);
    for (int i = -10; i <= 10; ++i) {
        double at = 0.1 * i * lock;
        assert_int_equal(kamm_steer_mechanism(m, at * per_angle, angle, &error), KAMM_OK);
        struct steer_angle left = ackermann_angle(&c->steering, (float)at, 1);
        struct steer_angle right = ackermann_angle(&c->steering, (float)-at, 1);
        expect_near(heading_after(c, m->spin_axis, (double)left.angle_rad), angle[0], 3e-4);
        expect_near(-heading_after(c, m->spin_axis, (double)right.angle_rad), angle[1], 3e-4);
    }
    kamm_destroy_model(model);
}

/* Linkages with leaning steering axes: the headings of a car's wheels up to the lock are the linkage's. */
static void wheels_head_where_the_tie_rods_lead_them(void **state)
{
    (void)state;
    int racks = 0;
    for (int e = 0; e < linkage_example_count; ++e) {
        kamm_vehicle_def def = linkage_examples[e].of();
        struct mechanism m;
        built_mechanism(&def, linkage_examples[e].axle, &m);
        if (m.rack) check_headings(&def, linkage_examples[e].axle, &m), ++racks;
    }
    assert_true(racks == 2);
}

static void a_lock_beyond_the_linkage_is_refused(void **state)
{
    (void)state;
    kamm_vehicle_def def = hmmwv_front();
    kamm_error error;
    def.steering.lock_rad = 1.35 * def.steering.ratio;
    assert_null(kamm_create_model(&def, KAMM_FULL, &error));
    if (!strstr(error.text, "with the rack at") || !strstr(error.text, "steering.lock_rad"))
        fail_msg("%s", error.text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steering_arms_have_their_closed_form),
        cmocka_unit_test(wheels_head_where_the_tie_rods_lead_them),
        cmocka_unit_test(a_lock_beyond_the_linkage_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
