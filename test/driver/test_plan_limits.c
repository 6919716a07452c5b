/* Plans against closed forms: circles with and without banks and downforce, crests, dips and slopes. The car's tyres have one friction
 * whatever the load, so that the forms hold; it is one axle's, turned with it. */
#include "support/quick.h"
#include "support/rungs.h"
#include "support/tier.h"

#include <kamm/driver.h>
#include <math.h>
#include <string.h>

enum { POINTS = 720 };
static const double pi = 3.14159265358979, gravity_mps2 = 9.80665;

struct road {
    double points_m[POINTS][2], heights_m[POINTS], banks_rad[POINTS];
    kamm_path path;
};

static struct road *straight_road(double step_m)
{
    static struct road road;
    memset(&road, 0, sizeof road);
    for (int i = 0; i < POINTS; ++i) road.points_m[i][0] = step_m * i;
    road.path = (kamm_path){.name = "straight",
                            .count = POINTS,
                            .points_m = road.points_m,
                            .width_m = 8,
                            .heights_m = road.heights_m,
                            .banks_rad = road.banks_rad};
    return &road;
}

/* `turn`: 1 to the left. */
static struct road *round_road(double radius_m, double bank_rad, int turn)
{
    struct road *road = straight_road(1);
    for (int i = 0; i < POINTS; ++i) {
        double angle = turn * 2 * pi * i / POINTS;
        road->points_m[i][0] = radius_m * cos(angle);
        road->points_m[i][1] = radius_m * sin(angle);
        road->banks_rad[i] = bank_rad;
    }
    road->path.closed = 1;
    return road;
}

/* Loads that do not shift and friction that does not fall with them; much engine and a speed that nothing else limits. */
static kamm_vehicle_def simple_car(void)
{
    kamm_vehicle_def def = plain_car();
    def.aero.drag_coefficient = 0;
    def.aero.side_force_slope_per_rad = 0;
    def.aero.front_lift_coefficient = def.aero.rear_lift_coefficient = 0;
    def.body.cg_height_m = 0.1;
    def.double_track.tyre = KAMM_TRACK_TYRE_CAPPED;
    def.limits.top_speed_mps = 120;
    def.aids.abs = 1;
    return def;
}

static double friction_of(const kamm_model *model)
{
    kamm_model_info info = kamm_describe(model);
    return fmin(info.peak_friction_y[0], info.peak_friction_y[2]);
}

static kamm_plan *plan_on(const struct road *road, const kamm_model *model, double grip,
                          kamm_line **line)
{
    kamm_error error = {0};
    *line = kamm_create_line(&road->path, &error);
    if (!*line) fail_msg("%s", error.text);
    kamm_plan *plan = kamm_create_plan(*line, model, grip, &error);
    if (!plan) fail_msg("%s", error.text);
    return plan;
}

static double speed_on(const struct road *road, const kamm_model *model, double grip, double at)
{
    kamm_line *line;
    kamm_plan *plan = plan_on(road, model, grip, &line);
    double speed_mps = kamm_planned_speed_mps(plan, at * kamm_line_length_m(line));
    kamm_destroy_plan(plan);
    kamm_destroy_line(line);
    return speed_mps;
}

/* v^2 = g R (mu + tan b) / (1 - mu tan b), the outer side up by b; to both sides the same to rounding. */
static void a_banked_circle_is_the_closed_form(void **unused)
{
    NOT_IN_QUICK_TESTS();
    const double radii_m[] = {40, 120}, banks[] = {-0.15, 0, 0.1, 0.3}, grips[] = {0.3, 0.6, 0.8};
    kamm_vehicle_def def = simple_car();
    kamm_model *model = compile_rung(&def, KAMM_DOUBLE_TRACK);
    double mu = friction_of(model);
    (void)unused;
    for (int r = 0; r < 2; ++r)
        for (int b = 0; b < 4; ++b)
            for (int g = 0; g < 3; ++g) {
                if ((r + b + g) % of_tier(5, 1)) continue;
                double t = tan(banks[b]), m = grips[g] * mu;
                double form = sqrt(gravity_mps2 * radii_m[r] * (m + t) / (1 - m * t));
                double left = speed_on(round_road(radii_m[r], -banks[b], 1), model, grips[g], 0.3);
                double right = speed_on(round_road(radii_m[r], banks[b], -1), model, grips[g], 0.3);
                print_message("R %g m, bank %g, mu %.2f: %.2f m/s, closed form %.2f\n", radii_m[r],
                              banks[b], m, left, form);
                expect_near(right, left, 1e-6 * left);
                expect_share(left, form, 0.02);
                expect_below(left, form * 1.002);
            }
    kamm_destroy_model(model);
}

/* m v^2 / R = mu (m g + rho/2 C A v^2). */
static void downforce_is_the_closed_form(void **unused)
{
    NOT_IN_QUICK_TESTS();
    const double lift_m2[] = {0.6, -1, -3}, radius_m = 90;
    (void)unused;
    for (int i = 0; i < 3; i += of_tier(2, 1)) {
        kamm_vehicle_def def = simple_car();
        def.aero.frontal_area_m2 = 2;
        def.aero.front_lift_coefficient = def.aero.rear_lift_coefficient = lift_m2[i] / 4;
        kamm_model *model = compile_rung(&def, KAMM_DOUBLE_TRACK);
        kamm_model_info info = kamm_describe(model);
        /* Half the downforce is at each axle; the shares of the weight are nearly that as well. */
        double share = info.cg_behind_front_axle_m / info.wheelbase_m, mass = info.mass_kg, v = 1e9;
        for (int axle = 0; axle < 2; ++axle) {
            double part = axle ? share : 1 - share, mu = info.peak_friction_y[2 * axle];
            double down = -1.225 / 2 * lift_m2[i] / 2, per = part * mass / radius_m - mu * down;
            v = fmin(v, sqrt(mu * part * mass * gravity_mps2 / per));
        }
        double planned = speed_on(round_road(radius_m, 0, 1), model, 1, 0.5);
        print_message("lift area %g m2: %.2f m/s, closed form %.2f\n", lift_m2[i], planned, v);
        expect_share(planned, v, 0.02);
        kamm_destroy_model(model);
    }
}

/* v^2 = g R over the top, where nothing presses the car down any more; through a dip no such bound, and more grip than on the level. */
static void a_crest_is_the_closed_form(void **unused)
{
    const double radii_m[] = {150, 250}, half_rad = 0.15;
    kamm_vehicle_def def = simple_car();
    kamm_model *model = compile_rung(&def, KAMM_DOUBLE_TRACK);
    (void)unused;
    for (int r = 0; r < of_tier(1, 2); ++r)
        for (int sign = -1; sign <= 1; sign += 2) {
            struct road *road = straight_road(0.5);
            double middle = POINTS / 2.0;
            for (int i = 0; i < POINTS; ++i) { /* an arc, straight on from there */
                double x = 0.5 * (i - middle), reach = radii_m[r] * sin(half_rad),
                       beyond = fabs(x) - reach;
                double arc = fmin(fabs(x), reach);
                double height = radii_m[r] - sqrt(radii_m[r] * radii_m[r] - arc * arc) +
                                fmax(0, beyond) * tan(half_rad);
                road->heights_m[i] = sign * height;
            }
            double planned = speed_on(road, model, 1, 0.5), form = sqrt(gravity_mps2 * radii_m[r]);
            print_message("%s of R %g m: %.2f m/s, closed form %.2f\n", sign < 0 ? "crest" : "dip",
                          radii_m[r], planned, form);
            if (sign < 0)
                expect_share(planned, form, 0.02);
            else
                expect_above(planned, form * 1.02);
        }
    kamm_destroy_model(model);
}

/* Uphill a car brakes the harder by what its weight does, downhill the less: v^2 = 2 a s to a stop, a = g (mu cos s +- sin s). */
static void a_slope_helps_or_hinders_braking(void **unused)
{
    NOT_IN_QUICK_TESTS();
    const double slopes[] = {-0.2, 0, 0.2}, before_m = 40;
    kamm_vehicle_def def = simple_car();
    kamm_model *model = compile_rung(&def, KAMM_DOUBLE_TRACK);
    kamm_model_info info = kamm_describe(model);
    double mu = 0.4 * fmin(info.peak_friction_x[0], info.peak_friction_x[2]);
    (void)unused;
    for (int i = 0; i < 3; ++i) {
        struct road *road = straight_road(0.5);
        for (int k = 0; k < POINTS; ++k) road->heights_m[k] = tan(slopes[i]) * 0.5 * k;
        kamm_line *line;
        kamm_plan *plan = plan_on(road, model, 0.4, &line);
        double at_m = kamm_line_length_m(line) - before_m, way_m = before_m / cos(slopes[i]);
        double a = gravity_mps2 * (mu * cos(slopes[i]) + sin(slopes[i]));
        double planned = kamm_planned_speed_mps(plan, at_m), form = sqrt(2 * a * way_m);
        print_message("slope %g: %.2f m/s %g m before the stop, closed form %.2f\n", slopes[i],
                      planned, before_m, form);
        expect_share(planned, form, 0.03);
        kamm_destroy_plan(plan);
        kamm_destroy_line(line);
    }
    kamm_destroy_model(model);
}

/* What a line tells of its road. */
static void a_line_tells_of_sides_heights_and_banks(void **unused)
{
    static double sides_m[POINTS][2];
    struct road *road = straight_road(1);
    kamm_error error;
    (void)unused;
    for (int i = 0; i < POINTS; ++i) {
        sides_m[i][0] = 3 + 0.01 * i, sides_m[i][1] = 5;
        road->heights_m[i] = 0.1 * i;
        road->banks_rad[i] = 0.05;
    }
    road->path.sides_m = sides_m;
    kamm_line *line = kamm_create_line(&road->path, &error);
    kamm_line_point at = kamm_line_at(line, 200);
    expect_near(at.right_m, 5, 0.01);
    expect_near(at.left_m, 5, 1e-9);
    expect_near(at.z_m, 20, 0.01);
    expect_near(at.slope_rad, atan(0.1), 1e-6);
    expect_near(at.bank_rad, 0.05, 1e-9);
    expect_near(at.rising_per_m, 0, 1e-9);
    kamm_destroy_line(line);
    kamm_ground ground = kamm_plane_ground(0.1, -0.2, 1);
    line = kamm_create_line_on(&road->path, &ground, &error);
    at = kamm_line_at(line, 200);
    expect_near(at.z_m, 20, 1e-4);
    expect_near(at.slope_rad, atan(0.1), 1e-6);
    expect_near(sin(at.bank_rad),
                -0.2 * cos(at.slope_rad) / sqrt(1 + 0.04 * pow(cos(at.slope_rad), 2)), 2e-3);
    kamm_destroy_line(line);
    road->banks_rad[5] = 2;
    assert_null(kamm_create_line(&road->path, &error));
    assert_non_null(strstr(error.text, "point 5 has a bank of 2 rad"));
    road->banks_rad[5] = 0, road->heights_m[7] = NAN;
    assert_null(kamm_create_line(&road->path, &error));
    assert_non_null(strstr(error.text, "point 7 is"));
    road->heights_m[7] = 0, sides_m[9][0] = -1;
    assert_null(kamm_create_line(&road->path, &error));
    assert_non_null(strstr(error.text, "point 9 has -1 m to its right"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_banked_circle_is_the_closed_form),
        cmocka_unit_test(downforce_is_the_closed_form),
        cmocka_unit_test(a_crest_is_the_closed_form),
        cmocka_unit_test(a_slope_helps_or_hinders_braking),
        cmocka_unit_test(a_line_tells_of_sides_heights_and_banks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
