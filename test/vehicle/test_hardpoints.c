/* Suspension from hardpoints against numbers of others and against closed forms.
 * KAMM_QUICK_TESTS leaves this out: others reach its code. */
#include "support/linkages.h"

#include <math.h>
#include <string.h>

#define DEGREE (PI / 180)

/* -- published sets --------------------------------------------------------------------------- */

/* Points of vehicle models of Project Chrono (data/vehicle/hmmwv and BMW_E90, projectchrono.org, BSD-3), with curves worked out
 * from them independently, rigid, the rack held; rounded as they stand here. E90: the tie rod is made up, and the curves are of points
 * that are rounded to 0.1 mm here, which is up to 0.013 degrees of toe-in. */
struct published {
    const char *name;
    int axle;
    kamm_vehicle_def (*of)(void);
    double radius_m, rounding_deg;
    double camber_deg[5], toe_in_deg[5];
    double caster_deg[5], inclination_deg[5],
        centre_mm[5]; /* 0 in the middle and at the ends: not given */
};

static const struct published sets[] = {
    {"HMMWV, front",
     0,
     hmmwv_front,
     0.4699,
     0.00051,
     {1.040, 0.741, 0, -1.091, -2.494},
     {0.800, 0.303, 0, -0.192, -0.315},
     {0.51, 1.66, 2.92, 4.28, 5.74},
     {10.98, 11.28, 12.04, 13.16, 14.60},
     {-24.5, -9.9, 0, 5.95, 8.27}},
    {"HMMWV, rear",
     1,
     hmmwv_rear,
     0.4699,
     0.00051,
     {2.078, 1.223, 0, -1.537, -3.369},
     {-0.180, -0.057, 0, 0.037, 0.074},
     {0},
     {0},
     {0}},
    {"E90, front",
     0,
     e90_front,
     0.316,
     0.005,
     {1.494, 0.584, 0, -0.144, 0.359},
     {2.078, 0.932, 0, -0.865, -1.861},
     {0},
     {0},
     {0}},
};

static void expect_column(const char *set, const char *what, double travel, double value,
                          double expected, double rounding)
{
    if (fabs(value - expected) > rounding)
        fail_msg("%s at %g mm: %s is %g, published %g", set, 1000 * travel, what, value, expected);
}

static void compare(const struct published *set, const struct linkage_probe *p, int i)
{
    struct wheel_figures w;
    struct kingpin_figures k;
    struct steering_axis axis;
    double t = p->travel_m;
    kamm_measure_wheel(p, 1, &w);
    expect_column(set->name, "camber", t, w.camber_rad / DEGREE, set->camber_deg[i],
                  set->rounding_deg);
    expect_column(set->name, "toe-in", t, w.toe_in_rad / DEGREE, set->toe_in_deg[i],
                  set->rounding_deg);
    if (set->caster_deg[0] == 0) return;
    assert_true(kamm_find_steering_axis(p, &axis));
    kamm_measure_kingpin(&axis, &w, set->radius_m, &k);
    expect_column(set->name, "caster", t, k.caster_rad / DEGREE, set->caster_deg[i], 0.0051);
    expect_column(set->name, "inclination", t, k.inclination_rad / DEGREE, set->inclination_deg[i],
                  0.0051);
    expect_column(set->name, "centre", t, 1000 * (w.centre[1] - p->m->centre[1]), set->centre_mm[i],
                  0.051);
}

static void published_curves_are_met_within_their_rounding(void **state)
{
    (void)state;
    for (size_t s = 0; s < sizeof sets / sizeof *sets; ++s) {
        kamm_vehicle_def def = sets[s].of();
        struct mechanism m;
        built_mechanism(&def, sets[s].axle, &m);
        for (int up = -1; up <= 1; up += 2) {
            struct linkage_probe p = started_probe(&m, WAY_ALIKE);
            for (int i = 0; i <= 2; ++i) {
                moved_probe(&p, up * i * 0.04, 0);
                compare(&sets[s], &p, 2 + up * i);
            }
        }
    }
}

static void published_steering_axes_are_met(void **state)
{
    (void)state;
    const struct {
        int axle;
        kamm_vehicle_def (*of)(void);
        double radius_m, caster_deg, inclination_deg, scrub_mm, trail_mm;
    } axes[] = {{0, hmmwv_front, 0.4699, 2.92, 12.04, 42.4, 23.3},
                {1, hmmwv_rear, 0.4699, 0, 12.0, 42.7, 0},
                {0, e90_front, 0.316, 11.04, 12.02, 42.0, 69.3}};
    for (size_t i = 0; i < sizeof axes / sizeof *axes; ++i) {
        kamm_vehicle_def def = axes[i].of();
        struct mechanism m;
        struct steering_axis axis;
        struct wheel_figures w;
        struct kingpin_figures k;
        built_mechanism(&def, axes[i].axle, &m);
        struct linkage_probe p = started_probe(&m, WAY_ALIKE);
        assert_true(kamm_find_steering_axis(&p, &axis));
        kamm_measure_wheel(&p, 1, &w);
        kamm_measure_kingpin(&axis, &w, axes[i].radius_m, &k);
        if (axes[i].trail_mm > 0) {
            expect_near(k.caster_rad / DEGREE, axes[i].caster_deg, 0.0051);
            expect_near(1000 * k.trail_m, axes[i].trail_mm, 0.1);
        }
        expect_near(k.inclination_rad / DEGREE, axes[i].inclination_deg, 0.051);
        expect_near(1000 * k.scrub_m, axes[i].scrub_mm, 0.051);
    }
}
/* -- by path ---------------------------------------------------------------------------------- */

/* As sweeps and variants set them. */
static void points_are_set_by_path(void **state)
{
    (void)state;
    kamm_vehicle_def def = hmmwv_front();
    kamm_error error;
    double height_m;
    const char *path = "axles[0].suspension.hardpoints.upper_ball_m[2]";
    struct mechanism m;
    struct wheel_figures before, after;
    built_mechanism(&def, 0, &m);
    struct linkage_probe p = started_probe(&m, WAY_ALIKE);
    kamm_measure_wheel(&p, 1, &before);
    if (kamm_set(kamm_vehicle_table(), &def, "axles[0].suspension.hardpoints.upper_ball_mm[2]",
                 "230", &error))
        fail_msg("%s", error.text);
    if (kamm_get_number(kamm_vehicle_table(), &def, path, &height_m, &error))
        fail_msg("%s", error.text);
    expect_near(height_m, 0.230, 1e-12);
    built_mechanism(&def, 0, &m);
    p = started_probe(&m, WAY_ALIKE);
    kamm_measure_wheel(&p, 1, &after);
    expect_above(fabs(after.camber_slope - before.camber_slope), 0.05);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(published_curves_are_met_within_their_rounding),
        cmocka_unit_test(published_steering_axes_are_met),
        cmocka_unit_test(points_are_set_by_path),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
