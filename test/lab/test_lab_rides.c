/* Road tests of the shipped two-wheelers beside closed forms: turning round at walking pace. */
#include "support/fleet.h"
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
static int step_of_tier(void) { return of_tier(3, 1); }

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
    expect_below(width, 1.3 * least); /* a bicycle leans in and out for much of it */
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(they_turn_round_at_walking_pace),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
