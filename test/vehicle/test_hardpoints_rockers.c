/* Rockers and push rods, and springs and dampers by curves at their own points: against another solver of the same distances,
 * closed forms, and the work that springs do. */
#include "support/linkages.h"
#include "support/tier.h"
#include "vehicle/chassis.h"
#include "vehicle/model.h"

#include <math.h>
#include <string.h>

/* The HMMWV's rear with a rocker on its frame, turned by a rod from the lower arm: the spring lies across the car. */
static kamm_vehicle_def rocker_car(int steered)
{
    kamm_vehicle_def def = steered ? hmmwv_front() : hmmwv_rear();
    kamm_suspension_def *s = &def.axles[steered ? 0 : 1].suspension;
    kamm_hardpoints_def *p = &s->hardpoints;
    p->push_on = KAMM_CARRIED_BY_LOWER_ARM;
    PUT_POINT(p, push_outer_m, 0.01, 0.70, -0.06);
    PUT_POINT(p, push_inner_m, 0.02, 0.42, 0.34);
    PUT_POINT(p, rocker_pivot_m, 0.02, 0.305, 0.26);
    PUT_POINT(p, rocker_axis_m, 0.32, 0.32, 0.25);
    p->spring_on = p->damper_on = KAMM_CARRIED_BY_ROCKER;
    PUT_POINT(p, spring_lower_m, 0.03, 0.305, 0.38);
    PUT_POINT(p, spring_upper_m, 0.02, 0.02, 0.40);
    PUT_POINT(p, damper_lower_m, 0.05, 0.315, 0.36);
    PUT_POINT(p, damper_upper_m, 0.06, 0.03, 0.37);
    s->spring_n_per_m = 60000;
    return def;
}

static kamm_suspension_def *of(kamm_vehicle_def *def) { return &def->axles[1].suspension; }

/* ---- another solver: points at their distances, by Newton with slopes by differences ---- */

struct rope {
    double to[3], length_m;
};

static struct rope rope_of(const double from[3], const double to[3])
{
    struct rope r = {{to[0], to[1], to[2]}, distance_between(from, to)};
    return r;
}

/* Moves `at` to where three distances are kept. */
static void find_point(const struct rope ropes[3], double at[3])
{
    for (int round = 0; round < 30; ++round) {
        double error[3], a[3][3], moved[3], h = 1e-6, det = 0, step[3];
        for (int i = 0; i < 3; ++i) {
            error[i] = distance_between(at, ropes[i].to) - ropes[i].length_m;
            for (int j = 0; j < 3; ++j) {
                memcpy(moved, at, sizeof moved);
                moved[j] += h;
                a[i][j] = distance_between(moved, ropes[i].to);
                moved[j] -= 2 * h;
                a[i][j] = (a[i][j] - distance_between(moved, ropes[i].to)) / (2 * h);
            }
        }
        for (int i = 0; i < 3; ++i)
            det += a[0][i] *
                   (a[1][(i + 1) % 3] * a[2][(i + 2) % 3] - a[1][(i + 2) % 3] * a[2][(i + 1) % 3]);
        for (int j = 0; j < 3; ++j) {
            double b[3][3], part = 0;
            memcpy(b, a, sizeof b);
            for (int i = 0; i < 3; ++i) b[i][j] = error[i];
            for (int i = 0; i < 3; ++i)
                part += b[0][i] * (b[1][(i + 1) % 3] * b[2][(i + 2) % 3] -
                                   b[1][(i + 2) % 3] * b[2][(i + 1) % 3]);
            step[j] = part / det;
        }
        for (int j = 0; j < 3; ++j) at[j] -= step[j];
    }
}

/* From the lower ball joint, which the tested solver of linkages has placed, the rest by distances alone. */
struct rocker_points {
    double outer[3], inner[3], spring[3];
};

static void place_by_distances(const kamm_hardpoints_def *p, const double ball[3],
                               struct rocker_points *at)
{
    struct rope to_outer[3] = {rope_of(p->push_outer_m, p->lower_front_m),
                               rope_of(p->push_outer_m, p->lower_rear_m),
                               rope_of(p->push_outer_m, p->lower_ball_m)};
    memcpy(to_outer[2].to, ball, sizeof(double[3]));
    find_point(to_outer, at->outer);
    struct rope to_inner[3] = {rope_of(p->push_inner_m, p->rocker_pivot_m),
                               rope_of(p->push_inner_m, p->rocker_axis_m),
                               rope_of(p->push_inner_m, p->push_outer_m)};
    memcpy(to_inner[2].to, at->outer, sizeof(double[3]));
    find_point(to_inner, at->inner);
    struct rope to_spring[3] = {rope_of(p->spring_lower_m, p->rocker_pivot_m),
                                rope_of(p->spring_lower_m, p->rocker_axis_m),
                                rope_of(p->spring_lower_m, p->push_inner_m)};
    memcpy(to_spring[2].to, at->inner, sizeof(double[3]));
    find_point(to_spring, at->spring);
}

static void another_solver_finds_the_same_springs(void **state)
{
    (void)state;
    double worst = 0, low = 9, high = 0;
    for (int steered = 0; steered < 2; ++steered)
        for (int up = -1; up <= 1; up += 2) {
            kamm_vehicle_def def = rocker_car(steered);
            const kamm_hardpoints_def *p = &def.axles[!steered].suspension.hardpoints;
            struct mechanism m;
            built_mechanism(&def, !steered, &m);
            struct linkage_probe probe = started_probe(&m, WAY_ALIKE);
            struct rocker_points at;
            memcpy(at.outer, p->push_outer_m, sizeof at.outer);
            memcpy(at.inner, p->push_inner_m, sizeof at.inner);
            memcpy(at.spring, p->spring_lower_m, sizeof at.spring);
            for (int i = 0; i <= 20; ++i) {
                double ball[3];
                moved_probe(&probe, up * 0.005 * i, 0);
                kamm_body_point(&m.way[WAY_ALIKE], &probe.stance, p->lower_ball_m, ball);
                place_by_distances(p, ball, &at);
                double length = distance_between(at.spring, p->spring_upper_m);
                worst = fmax(worst, fabs(kamm_carried_length(&probe, CARRIED_SPRING) - length));
                low = fmin(low, kamm_motion_ratio(&probe, CARRIED_SPRING));
                high = fmax(high, kamm_motion_ratio(&probe, CARRIED_SPRING));
            }
        }
    print_message("springs %.2g m apart; ratios from %.3f to %.3f\n", worst, low, high);
    expect_below(worst, 1e-9);
    expect_above(high - low, 0.02);
}

/* The ratio is how the length changes. */
static void ratios_are_those_of_the_lengths(void **state)
{
    (void)state;
    kamm_vehicle_def def = rocker_car(0);
    struct mechanism m;
    built_mechanism(&def, 1, &m);
    for (int i = -9; i <= 9; ++i)
        for (int what = CARRIED_SPRING; what <= CARRIED_DAMPER; ++what) {
            struct linkage_probe p = started_probe(&m, WAY_ALIKE);
            const double h = 1e-5;
            moved_probe(&p, 0.01 * i - h, 0);
            double before = kamm_carried_length(&p, (enum carried)what);
            moved_probe(&p, 0.01 * i + h, 0);
            double after = kamm_carried_length(&p, (enum carried)what);
            moved_probe(&p, 0.01 * i, 0);
            expect_near((before - after) / (2 * h), kamm_motion_ratio(&p, (enum carried)what),
                        1e-6);
        }
}

/* A rod straight up to a rocker's level arm: it goes by the ratio of the arms, to the cosine of small angles. */
static void a_rocker_goes_by_its_arms(void **state)
{
    (void)state;
    kamm_hardpoints_def p = {0};
    PUT_POINT(&p, push_outer_m, 0, 0.5, 0);
    PUT_POINT(&p, push_inner_m, 0, 0.5, 1);
    PUT_POINT(&p, rocker_pivot_m, 0, 0.2, 1);
    PUT_POINT(&p, rocker_axis_m, 1, 0.2, 1);
    const double end[3] = {0, 0.2 - 0.15, 1}, up[3] = {0, 0, 1};
    double out[3], rate[3];
    for (int i = -4; i <= 4; ++i) {
        const double outer[3] = {0, 0.5, 0.01 * i};
        double misfit = kamm_follow_rocker(&p, outer, up, end, out, rate);
        double turn = atan2(1 - out[2], 0.2 - out[1]), inner_y = 0.2 + 0.3 * cos(turn),
               inner_z = 1 + 0.3 * sin(turn);
        expect_near(misfit, 0, 0);
        expect_near(hypot(inner_y - 0.5, inner_z - outer[2]), 1, 1e-12);
        expect_near(hypot(out[1] - 0.2, out[2] - 1), 0.15, 1e-12);
        if (i == 0) expect_near(rate[2], -0.5, 1e-12);
    }
    const double far[3] = {0, 0.5, -2};
    expect_above(kamm_follow_rocker(&p, far, up, end, out, rate), 0.5);
}

/* ---- forces at the wheel ---- */

static void set_points(kamm_curve *curve, int count, const double *x, const double *y)
{
    curve->count = count;
    for (int i = 0; i < count; ++i) curve->x[i] = x[i], curve->y[i] = y[i];
}

static const double rubber_x[] = {-0.12, 0, 0.02, 0.12}, rubber_y[] = {-600, 0, 300, 5300};

/* Of a spring that has been pressed in by `way_m`, beside its force at rest. */
static double own_more_n(const kamm_suspension_def *s, int curved, double way_m)
{
    double more = 0;
    for (int i = 1; i < 4 && curved; ++i)
        if (way_m <= rubber_x[i] || i == 3) {
            more = rubber_y[i - 1] + (rubber_y[i] - rubber_y[i - 1]) * (way_m - rubber_x[i - 1]) /
                                         (rubber_x[i] - rubber_x[i - 1]);
            break;
        }
    return s->spring_n_per_m * way_m + more;
}

/* What the wheel feels is the spring's force times the ratio, and its work the spring's. */
static void work_at_the_wheel_is_the_springs(void **state)
{
    (void)state;
    for (int curved = 0; curved < 2; ++curved) {
        kamm_vehicle_def def = rocker_car(0);
        if (curved) set_points(&of(&def)->spring_curve, 4, rubber_x, rubber_y);
        of(&def)->camber_rad = 0;
        kamm_error error = {0};
        kamm_model *model = kamm_create_model(&def, KAMM_FULL, &error);
        if (!model) fail_msg("%s", error.text);
        const struct suspension_constants *c = &model->chassis->axles[1].suspension;
        struct mechanism m;
        built_mechanism(&def, 1, &m);
        struct linkage_probe rest = started_probe(&m, WAY_ALIKE);
        double length = kamm_carried_length(&rest, CARRIED_SPRING), worst = 0, work = 0, last = 0;
        double preload = model->statics.preload_n[1];
        double own = preload / kamm_motion_ratio(&rest, CARRIED_SPRING), at = 0;
        for (int i = 0; i <= 90; ++i) {
            struct linkage_probe p = started_probe(&m, WAY_ALIKE);
            double travel = 0.001 * i, way, expected, force;
            moved_probe(&p, travel, 0);
            way = length - kamm_carried_length(&p, CARRIED_SPRING);
            expected =
                kamm_motion_ratio(&p, CARRIED_SPRING) * (own + own_more_n(of(&def), curved, way));
            force = (double)spring_without_stops(c, (float)travel).force - (double)c->preload_n +
                    preload;
            worst = fmax(worst, fabs(force - expected));
            if (i > 0) work += 0.5 * (force + last) * 0.001;
            last = force, at = way;
        }
        /* The spring's own, by small steps of its way. */
        double stored = 0;
        for (int i = 0; i < 10000; ++i)
            stored += (own + own_more_n(of(&def), curved, (i + 0.5) * at / 10000)) * at / 10000;
        print_message("%s: %.1f N off at most, %.4f J at the wheel, %.4f in the spring\n",
                      curved ? "with a curve" : "straight", worst, work, stored);
        expect_below(worst, curved ? 40 : 8);
        expect_share(work, stored, 0.002);
        kamm_destroy_model(model);
    }
}

/* A damper's force at the wheel is its own by its ratio, at the ratio's speed. */
static void dampers_work_by_their_ratio_over_the_travel(void **state)
{
    (void)state;
    static const double x[] = {-1, -0.2, 0, 0.1, 1}, y[] = {-3000, -1000, 0, 300, 1700};
    kamm_vehicle_def def = rocker_car(0);
    set_points(&of(&def)->damper_curve, 5, x, y);
    kamm_model *model = kamm_create_model(&def, KAMM_FULL, NULL);
    assert_non_null(model);
    const struct suspension_constants *c = &model->chassis->axles[1].suspension;
    struct mechanism m;
    built_mechanism(&def, 1, &m);
    for (int i = -8; i <= 8; ++i)
        for (int k = -4; k <= 4; ++k) {
            struct linkage_probe p = started_probe(&m, WAY_ALIKE);
            float bend = 0;
            double travel = 0.01 * i, rate = 0.37 * k;
            moved_probe(&p, travel, 0);
            double ratio = kamm_motion_ratio(&p, CARRIED_DAMPER), speed = ratio * rate;
            int at = speed < -0.2 ? 0 : speed < 0 ? 1 : speed < 0.1 ? 2 : 3;
            double own = y[at] + (y[at + 1] - y[at]) * (speed - x[at]) / (x[at + 1] - x[at]);
            struct damper_press press =
                press_damper(c, (float)travel, (float)rate, 1, &bend, 0.01f);
            expect_near(press.force, ratio * own, 25);
        }
    kamm_destroy_model(model);
}

static void expect_refusal(const kamm_vehicle_def *def, const char *words)
{
    kamm_error error = {0};
    assert_null(kamm_create_model(def, KAMM_FULL, &error));
    if (!strstr(error.text, words)) fail_msg("no \"%s\" in: %s", words, error.text);
}

static void rockers_that_cannot_be_are_refused(void **state)
{
    (void)state;
    kamm_vehicle_def def = rocker_car(0);
    of(&def)->hardpoints.rocker_axis_m_count = 0;
    expect_refusal(&def, "rocker_axis_m: missing; needed beside push_outer_m");
    def = hmmwv_rear();
    of(&def)->hardpoints.spring_on = KAMM_CARRIED_BY_ROCKER;
    expect_refusal(&def, "spring_on: on a rocker, but there is no rocker_pivot_m");
    def = rocker_car(0);
    of(&def)->hardpoints.push_on = KAMM_CARRIED_BY_ROCKER;
    expect_refusal(&def, "push_on: the rod that turns the rocker is not on it");
    def = rocker_car(0);
    def.axles[1].suspension.hardpoints.push_inner_m[1] = 0.31;
    def.axles[1].suspension.hardpoints.push_inner_m[2] = 0.275;
    expect_refusal(&def, "the rod from push_outer_m to push_inner_m can't be had, it misses by");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(another_solver_finds_the_same_springs),
        cmocka_unit_test(ratios_are_those_of_the_lengths),
        cmocka_unit_test(a_rocker_goes_by_its_arms),
        cmocka_unit_test(work_at_the_wheel_is_the_springs),
        cmocka_unit_test(dampers_work_by_their_ratio_over_the_travel),
        cmocka_unit_test(rockers_that_cannot_be_are_refused),
    };
    return cmocka_run_group_tests_name("hardpoints_rockers", tests, NULL, NULL);
}
