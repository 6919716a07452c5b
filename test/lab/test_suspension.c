/* The figures of `kamm suspension` against closed forms, over all shipped cars and all kinds of linkages. */
#include "support/linkages.h"
#include "support/quick.h"
#include "support/shipped.h"
#include "support/temporary.h"
#include "support/tier.h"

#include "lab/suspension_measure.h"
#include <kamm/io/suspension.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define DEGREE (PI / 180)

static kamm_model *compiled(const kamm_vehicle_def *def)
{
    kamm_error error;
    kamm_model *model = NULL;
    for (int rung = KAMM_RUNG_COUNT; rung >= 1 && !model; --rung)
        model = kamm_create_model(def, (kamm_rung)rung, &error);
    if (!model) fail_msg("%s", error.text);
    return model;
}

/* -- cars that are given by numbers ------------------------------------------------------------ */

/* Half of the track h, roll centre c: a patch moves outwards by s = c / h per travel. So the lines from both patches,
 * at t = h tan(roll) below and above, meet at a height of cos(roll) (c - t^2 / c), and as far aside. */
static void check_roll(const struct measured_axle *a, double centre_m)
{
    for (int degrees = 1; degrees <= 4; ++degrees) {
        struct roll_row row;
        double h = a->half_track_m, tangent = tan(degrees * DEGREE), t = h * tangent;
        double height = cos(degrees * DEGREE) * (centre_m - t * t / centre_m);
        kamm_measure_roll(a, degrees * DEGREE, &row);
        expect_near(row.height_m, height, 1e-4 + 1e-4 * fabs(height));
        double to_left = cos(degrees * DEGREE) * (-t * h / centre_m - tangent * centre_m);
        expect_near(row.left_m, to_left, 1e-3 + 1e-4 * fabs(to_left));
    }
}

static void check_numbers(const struct measured_axle *a, const kamm_suspension_def *s)
{
    struct suspension_row rest, up;
    int dependent = s->kind == KAMM_SUSPENSION_DEPENDENT, single = a->half_track_m == 0;
    kamm_measure_travel(a, 0, &rest);
    kamm_measure_travel(a, 0.03, &up);
    if (single || s->hardpoints.kind) return; /* of points: test_hardpoints */
    double gain = s->camber_gain_rad_per_m - (dependent ? 1 / a->half_track_m : 0);
    if (!s->camber_curve.count) expect_near(up.camber_rad, s->camber_rad + 0.03 * gain, 1e-6);
    if (!s->toe_curve.count)
        expect_near(up.toe_in_rad, s->toe_in_rad + 0.03 * s->toe_gain_rad_per_m, 1e-6);
    if (s->lateral_curve.count) return;
    expect_near(rest.roll_centre_m, s->roll_centre_height_m, 1e-6);
    if (fabs(s->roll_centre_height_m) > 0.02) check_roll(a, s->roll_centre_height_m);
}

static void check_steering(const struct measured_axle *a, const kamm_axle_def *axle,
                           const kamm_vehicle_def *def)
{
    struct steer_row row;
    if (axle->steer_share == 0) return;
    assert_true(kamm_measure_steer(a, 0.2, &row));
    if (def->steering.ackermann == 1) expect_near(row.outer_rad, row.ideal_outer_rad, 1e-5);
    if (def->steering.ackermann == 0) expect_near(row.outer_rad, row.inner_rad, 1e-5);
}

static void figures_of_shipped_cars_are_those_of_their_files(void **state)
{
    (void)state;
    for (int v = 0; v < shipped_count(); ++v) {
        kamm_vehicle_def def = shipped_def(v);
        kamm_model *model = compiled(&def);
        for (int i = 0; i < def.axles_count; ++i) {
            struct measured_axle a;
            struct anti_figures anti;
            const kamm_suspension_def *s = &def.axles[i].suspension;
            kamm_open_axle(model, i, &a);
            check_numbers(&a, s);
            check_steering(&a, &def.axles[i], &def);
            kamm_measure_anti(&a, &anti);
            if (s->longitudinal_curve.count || s->caster_curve.count || s->hardpoints.kind)
                continue;
            double way = anti.front ? 1 : -1,
                   lever = model->info.wheelbase_m / model->info.cg_height_m;
            double foot = -s->recession + a.radius_m * s->caster_gain_rad_per_m;
            if (anti.brake_share > 0)
                expect_near(anti.braking, way * anti.brake_share * foot * lever, 1e-5);
            if (anti.drive_share > 0)
                expect_near(anti.driving, way * anti.drive_share * -s->recession * lever, 1e-5);
        }
        kamm_destroy_model(model);
    }
}

/* -- linkages ------------------------------------------------------------------------------------ */

/* The side force of a swing axle passes through its joint (Reimpell, ch. 3); a trailing arm's brake, held by the arm, acts along the
 * line from the patch to the pivot (Milliken and Milliken, ch. 17). */
static void roll_centres_and_anti_lift_follow_from_the_points(void **state)
{
    (void)state;
    for (int e = 4; e <= 6; e += 2) {
        kamm_vehicle_def def = linkage_examples[e].of();
        const kamm_hardpoints_def *p = &def.axles[1].suspension.hardpoints;
        kamm_model *model = compiled(&def);
        struct measured_axle a;
        struct suspension_row rest;
        struct anti_figures anti;
        kamm_open_axle(model, 1, &a);
        kamm_measure_travel(&a, 0, &rest);
        kamm_measure_anti(&a, &anti);
        double pivot_m = a.radius_m + p->pivot_inner_m[2] - p->wheel_centre_m[2];
        double out = p->wheel_centre_m[1] - p->pivot_inner_m[1];
        double ahead = p->pivot_inner_m[0] - p->wheel_centre_m[0];
        if (e == 6)
            expect_near(rest.roll_centre_m, pivot_m * p->wheel_centre_m[1] / out, 1e-5);
        else
            expect_near(anti.braking,
                        anti.brake_share * pivot_m / ahead * model->info.wheelbase_m /
                            model->info.cg_height_m,
                        1e-5);
        kamm_destroy_model(model);
    }
}

/* The steering axis that the numbers have turns with the upright as that of points does, to some minutes of arc. */
static void a_steering_axis_by_numbers_goes_with_its_upright(void **state)
{
    (void)state;
    kamm_vehicle_def def = hmmwv_front();
    kamm_model *model = compiled(&def);
    struct measured_axle a;
    kamm_open_axle(model, 0, &a);
    for (int k = -5; k <= 5; ++k) {
        struct suspension_row by_points, by_numbers;
        a.has_points = 1;
        kamm_measure_travel(&a, 0.01 * k, &by_points);
        a.has_points = 0;
        kamm_measure_travel(&a, 0.01 * k, &by_numbers);
        expect_near(by_numbers.caster_rad, by_points.caster_rad, 0.15 * DEGREE);
        expect_near(by_numbers.inclination_rad, by_points.inclination_rad, 0.15 * DEGREE);
        expect_near(by_numbers.scrub_m, by_points.scrub_m, 0.001);
        expect_near(by_numbers.trail_m, by_points.trail_m, 0.001);
    }
    kamm_destroy_model(model);
}

/* -- on the road --------------------------------------------------------------------------------- */

enum { FRONT, REAR };

/* How far the springs of an axle go in while the car brakes, or drives, steadily. */
static double stroke_m(const kamm_vehicle_def *def, int axle, float throttle, float brake)
{
    kamm_cars *cars = start_cars(def, 1);
    put_car(cars, 0, &kamm_flat_ground, 0, brake > 0 ? 30 : 5, brake > 0 ? 0 : 1);
    drive_for(cars, &kamm_flat_ground, 0.5);
    double before = kamm_read_wheel(cars, 0, 2 * axle, KAMM_WHEEL_travel_m), sum = 0;
    kamm_inputs(cars)[0].throttle = throttle;
    kamm_inputs(cars)[0].brake = brake;
    drive_for(cars, &kamm_flat_ground, 1);
    for (int frame = 0; frame < 30; ++frame) {
        drive_for(cars, &kamm_flat_ground, 1.0 / 60);
        sum += kamm_read_wheel(cars, 0, 2 * axle, KAMM_WHEEL_travel_m) - before;
    }
    end_cars(cars);
    return sum / 30;
}

static double share_of(const kamm_vehicle_def *def, int axle, int braking)
{
    kamm_model *model = compiled(def);
    struct measured_axle a;
    struct anti_figures anti;
    kamm_open_axle(model, axle, &a);
    kamm_measure_anti(&a, &anti);
    kamm_destroy_model(model);
    return braking ? anti.braking : anti.driving;
}

/* With all of the load's transfer in the links the springs stay where they are; with half of it they go half of the way. */
static void springs_stay_where_the_links_carry_all(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    for (int axle = FRONT; axle <= REAR; ++axle)
        for (int braking = 0; braking < 2; ++braking) {
            double strokes[3], shares[3];
            for (int half = 0; half <= 2; ++half) {
                kamm_vehicle_def def = plain_car();
                kamm_suspension_def *s = &def.axles[axle].suspension;
                def.aero.frontal_area_m2 = 0;
                def.axles[FRONT].drive_share = axle == FRONT,
                def.axles[REAR].drive_share = axle == REAR;
                double *gain = braking ? &s->caster_gain_rad_per_m : &s->recession;
                *gain = 0.1;
                double per_gain = share_of(&def, axle, braking) / 0.1;
                *gain = 0.5 * half / per_gain;
                shares[half] = share_of(&def, axle, braking);
                strokes[half] = stroke_m(&def, axle, braking ? 0 : 0.6f, braking ? 0.1f : 0);
            }
            expect_near(shares[2], 1, 1e-6);
            expect_above(fabs(strokes[0]), 0.002);
            expect_near(strokes[1], 0.5 * strokes[0], 0.08 * fabs(strokes[0]));
            expect_near(strokes[2], 0, 0.08 * fabs(strokes[0]));
        }
}

/* -- files ---------------------------------------------------------------------------------------- */

static char *written(const kamm_vehicle_def *def, kamm_suspension_format format)
{
    enum { SIZE = 1 << 18 };
    char *text = malloc(SIZE);
    kamm_error error;
    FILE *file = tmpfile();
    assert_non_null(text);
    assert_non_null(file);
    if (kamm_write_suspension(def, -1, format, file, &error)) fail_msg("%s", error.text);
    rewind(file);
    text[fread(text, 1, SIZE - 1, file)] = 0;
    fclose(file);
    return text;
}

static int count_of(const char *text, const char *part)
{
    int count = 0;
    for (; (text = strstr(text, part)); ++text) ++count;
    return count;
}

/* Where a text of a picture stands, as its element says; the next one's begin. */
static const char *find_text(const char *from, double at[2])
{
    const char *text = strstr(from, "<text"), *x = text ? strstr(text, " x='") : NULL,
               *y = text ? strstr(text, " y='") : NULL;
    if (!text) return NULL;
    assert_true(x && y);
    at[0] = atof(x + 4), at[1] = atof(y + 4);
    return text + 1;
}

/* No two texts stand at one place: each panel has a place of its own. Those at 0 are turned, and moved by that. */
static void check_places(const char *svg, const char *name)
{
    enum { MOST = 2000 };
    static double at[MOST][2];
    int count = 0;
    while (count < MOST && (svg = find_text(svg, at[count]))) ++count;
    assert_in_range(count, 10, MOST - 1);
    for (int i = 0; i < count; ++i)
        for (int k = 0; k < i; ++k)
            if (at[i][0] == at[k][0] && at[i][1] == at[k][1] && at[i][0] != 0)
                fail_msg("%s: two texts at %g, %g", name, at[i][0], at[i][1]);
}

static void check_files(const kamm_vehicle_def *def, const char *name)
{
    char *text = written(def, KAMM_SUSPENSION_TEXT), *csv = written(def, KAMM_SUSPENSION_CSV),
         *svg = written(def, KAMM_SUSPENSION_SVG);
    int axles = def->axles_count;
    if (count_of(text, "\naxles[") != axles || count_of(text, "roll c.") != axles)
        fail_msg("%s: %s", name, text);
    assert_memory_equal(csv, "axle,travel_mm,camber_deg,", 26);
    assert_int_equal(count_of(csv, ","), count_of(csv, "\n") * 13);
    assert_int_equal(count_of(svg, "<svg "), 1);
    assert_int_equal(count_of(svg, "</svg>\n"), 1);
    assert_int_equal(count_of(svg, "<text"), count_of(svg, "</text>"));
    assert_int_equal(count_of(svg, "nan") + count_of(svg, "inf") + count_of(text, "nan"), 0);
    assert_true(count_of(svg, "<polyline") >= 5 * axles);
    check_places(svg, name);
    free(text), free(csv), free(svg);
}

static void tables_and_pictures_are_written_of_all_cars(void **state)
{
    (void)state;
    for (int v = 0; v < shipped_count(); v += of_tier(4, 1)) {
        kamm_vehicle_def def = shipped_def(v);
        check_files(&def, shipped_name(v));
    }
    for (int e = 0; e < linkage_example_count; ++e) {
        kamm_vehicle_def def = linkage_examples[e].of();
        check_files(&def, linkage_examples[e].name);
    }
}

static void bad_data_are_refused(void **state)
{
    (void)state;
    kamm_vehicle_def def = hmmwv_front();
    kamm_error error;
    assert_int_equal(kamm_write_suspension(&def, 7, KAMM_SUSPENSION_TEXT, stdout, &error),
                     KAMM_ERROR_RANGE);
    assert_string_equal(error.text, "axles[7]: there are 2, from 0");
    def.axles[0].suspension.bump_travel_m = 0.6;
    assert_int_equal(kamm_write_suspension(&def, 0, KAMM_SUSPENSION_TEXT, stdout, &error),
                     KAMM_ERROR_RANGE);
    assert_non_null(strstr(error.text, "can't be had, it misses by "));
}

/* A file with points is read back as it was written. */
static void files_keep_the_points(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    (void)state;
    for (int e = 0; e < linkage_example_count; ++e) {
        kamm_vehicle_def def = linkage_examples[e].of();
        static kamm_vehicle_file file;
        char path[TEMPORARY_PATH];
        kamm_error error;
        assert_int_equal(make_temporary_file(path, ".json"), 0);
        if (kamm_write_vehicle(path, &def, &error)) fail_msg("%s", error.text);
        if (kamm_load_vehicle(path, &file, NULL, &error)) fail_msg("%s", error.text);
        remove(path);
        int a = linkage_examples[e].axle;
        assert_memory_equal(&file.def.axles[a].suspension, &def.axles[a].suspension,
                            sizeof def.axles[a].suspension);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(figures_of_shipped_cars_are_those_of_their_files),
        cmocka_unit_test(roll_centres_and_anti_lift_follow_from_the_points),
        cmocka_unit_test(a_steering_axis_by_numbers_goes_with_its_upright),
        cmocka_unit_test(springs_stay_where_the_links_carry_all),
        cmocka_unit_test(tables_and_pictures_are_written_of_all_cars),
        cmocka_unit_test(bad_data_are_refused),
        cmocka_unit_test(files_keep_the_points),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
