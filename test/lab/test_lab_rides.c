/* Road tests of the shipped two-wheelers beside closed forms: turning round at walking pace, the limits at which a wheel lifts,
 * side wind, and bumps while leaning. */
#include "support/fleet.h"
#include "support/quick.h"
#include "support/rungs.h"
#include "support/tier.h"

#include <kamm/io/lab.h>
#include <kamm/rider.h>
#include <math.h>
#include <string.h>

static kamm_test_result run(const char *test, const kamm_vehicle_def *def)
{
    const kamm_vehicle_file file = {.id = "ridden", .def = *def};
    const kamm_test_options options = {.substeps_per_s = of_tier(240, 600)};
    kamm_test_result result;
    kamm_error error = {0};
    must(kamm_run_test(test, &file, &options, &result, &error), &error);
    for (int i = 0; i < result.figure_count; ++i)
        print_message("  %s %g %s %s\n", result.figures[i].name, result.figures[i].value,
                      result.figures[i].unit, result.figures[i].note);
    return result;
}

static double figure_of(const kamm_test_result *result, const char *format, int at)
{
    char name[64];
    snprintf(name, sizeof name, format, at);
    for (int i = 0; i < result->figure_count; ++i)
        if (strcmp(result->figures[i].name, name) == 0) return result->figures[i].value;
    fail_msg("no figure %s", name);
    return 0;
}

/* In the short tier some machines, of each kind. */
static int step_of_tier(void) { return of_tier(4, 1); }

/* ---- u-turn ---- */

/* On the circle of that handlebar and lean, from tyre to tyre (V. Cossalter, Motorcycle Dynamics, 2006, section 1.4):
 *
 *     tan D = sin d cos e / (cos d cos l - sin d sin l sin e),   R = L / tan D behind, L / sin D in front */
static double circle_m(const kamm_vehicle_def *def, double wheelbase, double handlebar, double lean)
{
    double caster = def->axles[0].suspension.caster_rad;
    double tangent = sin(handlebar) * cos(caster) /
                     (cos(handlebar) * cos(lean) - sin(handlebar) * sin(lean) * sin(caster));
    double behind = wheelbase / tangent;
    return behind + sqrt(behind * behind + wheelbase * wheelbase);
}

static void check_turn(const kamm_vehicle_def *def, const kamm_model *model,
                       const kamm_test_result *r, int speed_kmh)
{
    const double degree = PI / 180;
    const kamm_model_info info = kamm_describe(model);
    double width = figure_of(r, "width_%d_kmh_m", speed_kmh);
    double handlebar = degree * figure_of(r, "max_handlebar_%d_kmh_deg", speed_kmh);
    double lean = degree * figure_of(r, "max_lean_%d_kmh_deg", speed_kmh);
    double least = circle_m(def, info.wheelbase_m, handlebar, lean);
    double steady = -kamm_lean_in_turn_rad(model, speed_kmh / 3.6, 2 / least);
    print_message("  beside a circle of %.2f m, lean %.3f rad, %.3f in a steady turn\n", least,
                  lean, steady);
    expect_above(width, 0.97 * least);
    /* A bicycle leans in and out for much of it. One that leans as far as it may turns no narrower, whatever its handlebar. */
    if (lean < def->front_assembly.max_lean_rad) expect_below(width, 1.3 * least);
    expect_above(lean, 0.9 * steady);
    expect_below(lean, 1.4 * steady);
    expect_below(handlebar, 1.05 * def->steering.lock_rad);
    expect_above(figure_of(r, "max_torque_%d_kmh_nm", speed_kmh), 1);
}

/* The faster, the wider and the further it leans, by a smaller angle of the handlebar. */
static void they_turn_round_at_walking_pace(void **state)
{
    (void)state;
    for (int m = 0; m < fleet_count(); m += step_of_tier()) {
        const kamm_vehicle_def def = fleet_def(m, of_tier(240, 600));
        kamm_model *model = kamm_create_model(&def, KAMM_FULL, NULL);
        print_message("%s\n", fleet_name(m));
        assert_non_null(model);
        const kamm_test_result r = run("u-turn", &def);
        check_turn(&def, model, &r, 8), check_turn(&def, model, &r, 12);
        expect_above(figure_of(&r, "width_%d_kmh_m", 12), figure_of(&r, "width_%d_kmh_m", 8));
        expect_above(figure_of(&r, "max_lean_%d_kmh_deg", 12),
                     figure_of(&r, "max_lean_%d_kmh_deg", 8));
        expect_below(figure_of(&r, "max_handlebar_%d_kmh_deg", 12),
                     figure_of(&r, "max_handlebar_%d_kmh_deg", 8));
        kamm_destroy_model(model);
    }
}

/* ---- wheel-lift ---- */

/* `squat`: of the machine as it stands then. The wheels' own drag and their hubs below the mass leave some per cent. */
static int check_limit(const kamm_test_result *r, const char *measured, const char *at_rest,
                       const char *squat, const char *held, double rest)
{
    double lifts = figure_of(r, measured, 0), lift = figure_of(r, held, 0);
    expect_share(figure_of(r, at_rest, 0), rest, 1e-9);
    if (isnan(lifts)) {
        assert_true(isnan(figure_of(r, squat, 0)) && isnan(lift));
        return 0;
    }
    expect_share(lifts, figure_of(r, squat, 0), 0.035);
    expect_share(lifts, rest, 0.18);
    if (!isnan(lift)) expect_near(lift, 0.2, 0.025);
    return 1 + !isnan(lift);
}

/* Tyres and drives that are too weak give no figure, others that of the closed form. */
static void wheels_lift_at_the_closed_form(void **state)
{
    NOT_IN_QUICK_TESTS();
    int lifted = 0;
    (void)state;
    for (int m = 0; m < fleet_count(); ++m) {
        const kamm_vehicle_def def = fleet_def(m, of_tier(240, 600));
        kamm_model *model = kamm_create_model(&def, KAMM_FULL, NULL);
        const kamm_model_info info = kamm_describe(model);
        double ahead = info.cg_behind_front_axle_m, height = info.cg_height_m;
        print_message("%s\n", fleet_name(m));
        const kamm_test_result r = run("wheel-lift", &def);
        lifted += check_limit(&r, "stoppie_deceleration_mps2", "stoppie_closed_form_mps2",
                              "stoppie_closed_form_dived_mps2", "stoppie_held_rad",
                              GRAVITY_MPS2 * ahead / height);
        lifted += check_limit(&r, "wheelie_acceleration_mps2", "wheelie_closed_form_mps2",
                              "wheelie_closed_form_squat_mps2", "wheelie_held_rad",
                              GRAVITY_MPS2 * (info.wheelbase_m - ahead) / height);
        kamm_destroy_model(model);
    }
    assert_true(lifted >= 9);
}

/* The mass higher, further back and further ahead, away from where tyres slide: the limits go as g b / h. */
static void limits_go_with_the_place_of_the_mass(void **state)
{
    static const double higher[] = {1, 1.1, 1.2}, ahead[] = {0.95, 1, 1.05};
    int machine = 0;
    (void)state;
    while (strcmp(fleet_name(machine), "sport-1000") != 0) ++machine;
    for (int i = 0; i < 9; i += of_tier(4, 1)) {
        kamm_vehicle_def def = fleet_def(machine, of_tier(240, 600));
        def.body.cg_height_m *= higher[i / 3];
        def.body.cg_behind_front_axle_m *= ahead[i % 3];
        const kamm_test_result r = run("wheel-lift", &def);
        expect_share(figure_of(&r, "stoppie_deceleration_mps2", 0),
                     figure_of(&r, "stoppie_closed_form_dived_mps2", 0), 0.025);
        expect_share(figure_of(&r, "wheelie_acceleration_mps2", 0),
                     figure_of(&r, "wheelie_closed_form_squat_mps2", 0), 0.025);
    }
}

/* ---- side-wind ---- */

/* Wind to the left at x: 20 m/s over 25 m, with edges of 2 m. */
static double wind_at(double x)
{
    double beyond = x < 0 ? -x : x > 25 ? x - 25 : 0;
    return beyond < 2 ? 10 * (1 + cos(PI * beyond / 2)) : 0;
}

/* Side force of the air to the left, as docs/theory/ground-and-air.md has it. */
static double side_n(const kamm_aero_def *aero, double u, double left)
{
    double flow = sqrt(u * u + left * left), sine = left / flow, cosine = u / flow;
    double slope =
        aero->side_force_slope_per_rad * cosine * cosine + aero->side_force_abeam * sine * sine;
    return -0.5 * 1.225 * aero->frontal_area_m2 * flow * flow * slope * sine;
}

/* Where it is 1 and 2 s after the wind, if it stays upright: the force F at the height h_w leaves no moment about the centre of
 * gravity if it goes aside with F h_w / (m h). A lean with the wind adds g times its sine at most. */
static void upright_m(const kamm_vehicle_def *def, const kamm_model_info *info, double u,
                      double aside[2])
{
    const kamm_aero_def *aero = &def->aero;
    double x = -1 - info->cg_behind_front_axle_m, y = 0, v = 0;
    double share = aero->side_force_height_m / (info->cg_height_m * info->mass_kg);
    const double dt = 1e-3;
    for (int i = 0; i < 2000; ++i) {
        v += dt * share * side_n(aero, u, v - wind_at(x));
        y += dt * v, x += dt * u;
        if (i == 999) aside[0] = y;
    }
    aside[1] = y;
}

static void the_wind_takes_an_upright_machine_along(void **state)
{
    NOT_IN_QUICK_TESTS();
    static const int speeds_kmh[] = {25, 80, 120};
    (void)state;
    for (int m = 0; m < fleet_count(); m += of_tier(2, 1)) {
        const kamm_vehicle_def def = fleet_def(m, of_tier(240, 600));
        kamm_model *model = kamm_create_model(&def, KAMM_FULL, NULL);
        const kamm_model_info info = kamm_describe(model);
        print_message("%s\n", fleet_name(m));
        const kamm_test_result r = run("side-wind", &def);
        for (int i = 0; i < 3; ++i) {
            double early = figure_of(&r, "deviation_1_s_%d_kmh_m", speeds_kmh[i]), aside[2];
            double late = figure_of(&r, "deviation_2_s_%d_kmh_m", speeds_kmh[i]);
            if (isnan(early)) continue;
            upright_m(&def, &info, speeds_kmh[i] / 3.6, aside);
            double lean = PI / 180 * figure_of(&r, "max_lean_%d_kmh_deg", speeds_kmh[i]);
            print_message("  %d km/h: %.3f, %.3f m, upright %.3f, %.3f m\n", speeds_kmh[i], early,
                          late, aside[0], aside[1]);
            expect_above(early, 0.97 * aside[0]), expect_above(late, 0.97 * aside[1]);
            expect_below(early, 1.03 * aside[0] + 0.5 * GRAVITY_MPS2 * lean);
            expect_below(late, 1.03 * aside[1] + 2 * GRAVITY_MPS2 * lean);
            expect_below(lean, 0.065);
        }
        kamm_destroy_model(model);
    }
}

/* A fifth of the side force has a fifth of the effect; none has next to none. */
static void gentle_wind_has_its_share(void **state)
{
    NOT_IN_QUICK_TESTS();
    static const char *const names[] = {"deviation_1_s_%d_kmh_m", "deviation_2_s_%d_kmh_m",
                                        "max_lean_%d_kmh_deg"};
    int machine = 0;
    (void)state;
    while (strcmp(fleet_name(machine), "sport-1000") != 0) ++machine;
    kamm_vehicle_def def = fleet_def(machine, of_tier(240, 600));
    const kamm_test_result whole = run("side-wind", &def);
    def.aero.side_force_slope_per_rad /= 5, def.aero.side_force_abeam /= 5;
    const kamm_test_result fifth = run("side-wind", &def);
    def.aero.side_force_slope_per_rad = def.aero.side_force_abeam = 0;
    const kamm_test_result none = run("side-wind", &def);
    for (int i = 0; i < 3; ++i) {
        expect_share(5 * figure_of(&fifth, names[i], 80), figure_of(&whole, names[i], 80), 0.1);
        expect_below(fabs(figure_of(&none, names[i], 80)),
                     5e-3 * fabs(figure_of(&whole, names[i], 80)));
    }
}

/* ---- lean-bump ---- */

/* Upright the ridge kicks nothing, to the bit; the kick goes about as the lean's sine, and machines stay up. */
static void the_kick_of_a_bump_grows_with_the_lean(void **state)
{
    NOT_IN_QUICK_TESTS();
    int compared = 0;
    (void)state;
    for (int m = 0; m < fleet_count(); m += of_tier(2, 1)) {
        const kamm_vehicle_def def = fleet_def(m, of_tier(240, 600));
        print_message("%s\n", fleet_name(m));
        const kamm_test_result r = run("lean-bump", &def);
        double gentle = figure_of(&r, "kick_torque_%d_deg_nm", 15);
        double steep = figure_of(&r, "kick_torque_%d_deg_nm", 30);
        assert_true(figure_of(&r, "kick_torque_%d_deg_nm", 0) == 0);
        assert_true(figure_of(&r, "lean_change_%d_deg_deg", 0) == 0);
        expect_below(figure_of(&r, "deviation_%d_deg_m", 0), 0.03);
        expect_above(figure_of(&r, "deviation_%d_deg_m", 0), 1e-3);
        expect_above(gentle, 1);
        if (isnan(steep)) continue;
        expect_share(steep / gentle, sin(PI / 6) / sin(PI / 12), 0.2);
        expect_above(figure_of(&r, "lean_change_%d_deg_deg", 30),
                     figure_of(&r, "lean_change_%d_deg_deg", 15));
        /* On a small wheel the ridge is as much larger. */
        double larger = fmax(1, 0.28 / def.axles[0].tyre.unloaded_radius_m);
        expect_below(figure_of(&r, "lean_change_%d_deg_deg", 30), 3 * larger);
        expect_above(figure_of(&r, "deviation_%d_deg_m", 30),
                     figure_of(&r, "deviation_%d_deg_m", 15));
        expect_below(figure_of(&r, "deviation_%d_deg_m", 30), 0.1 * larger);
        ++compared;
    }
    assert_true(compared >= of_tier(2, 5));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(they_turn_round_at_walking_pace),
        cmocka_unit_test(wheels_lift_at_the_closed_form),
        cmocka_unit_test(limits_go_with_the_place_of_the_mass),
        cmocka_unit_test(the_wind_takes_an_upright_machine_along),
        cmocka_unit_test(gentle_wind_has_its_share),
        cmocka_unit_test(the_kick_of_a_bump_grows_with_the_lean),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
