/* Cars with hardpoints on the road: as the same car with its curves written out, mirrored to the bit, on all rungs, at several
 * rates. */
/* KAMM_QUICK_TESTS leaves this out: it drives for long to measure. */
#include "support/linkages.h"
#include "support/tier.h"

#include "vehicle/chassis.h"
#include "vehicle/model.h"
#include <math.h>
#include <string.h>

#define DRIVEN_RAD 0.6 /* of the steering wheel */

/* -- curves by hand ---------------------------------------------------------------------------- */

static void put_on_curve(kamm_curve *curve, double x, double y)
{
    curve->x[curve->count] = x;
    curve->y[curve->count++] = y;
}

/* What a linkage does, as the curves of a file: 21 points each, of changes from rest. */
static void write_curves(const struct mechanism *m, double radius_m, kamm_suspension_def *s)
{
    enum { HALF = 10 };
    double half_m = 0.5 * (m->high_m - m->low_m), low = m->dependent ? -half_m : m->low_m,
           high = m->dependent ? half_m : m->high_m;
    double tilt = m->dependent ? 1 / m->centre[1] : 0, angle = 0, slope_before = 0;
    struct linkage_probe p = started_probe(m, WAY_AGAINST), alike;
    struct wheel_figures rest, w;
    kamm_measure_wheel(&p, 1, &rest);
    moved_probe(&p, low, 0);
    alike = started_probe(m, WAY_ALIKE);
    moved_probe(&alike, m->low_m, 0);
    for (int i = 0; i <= 2 * HALF; ++i) {
        double t = low + (high - low) * i / (2 * HALF);
        moved_probe(&p, t, 0);
        kamm_measure_wheel(&p, 1, &w);
        /* That of a beam's tilt is the suspension's own. */
        put_on_curve(&s->camber_curve, t, w.camber_rad - rest.camber_rad + tilt * t);
        put_on_curve(&s->toe_curve, t, w.toe_in_rad - rest.toe_in_rad);
        put_on_curve(&s->lateral_curve, t,
                     w.centre[1] - rest.centre[1] -
                         radius_m * (sin(w.camber_rad) - sin(rest.camber_rad)));
        t = m->low_m + (m->high_m - m->low_m) * i / (2 * HALF);
        moved_probe(&alike, t, 0);
        kamm_measure_wheel(&alike, 1, &w);
        put_on_curve(&s->longitudinal_curve, t, w.centre[0] - rest.centre[0]);
        if (i > 0)
            angle += 0.5 * (slope_before + w.turn_back_slope) * (m->high_m - m->low_m) / (2 * HALF);
        slope_before = w.turn_back_slope;
        put_on_curve(&s->caster_curve, t, angle);
    }
}

/* The example without its points. */
static kamm_vehicle_def written_out(const struct linkage_example *example)
{
    kamm_vehicle_def def = example->of(), out = def;
    kamm_model *model = kamm_create_model(&def, KAMM_FULL, NULL);
    struct mechanism m;
    assert_non_null(model);
    int a = example->axle;
    double radius_m = model->statics.rest_radius_m[a];
    const kamm_suspension_def *worked = &model->def->axles[a].suspension;
    kamm_suspension_def *s = &out.axles[a].suspension;
    built_mechanism(&def, a, &m);
    memset(&s->hardpoints, 0, sizeof s->hardpoints);
    write_curves(&m, radius_m, s);
    s->caster_rad = worked->caster_rad;
    s->kingpin_inclination_rad = worked->kingpin_inclination_rad;
    s->scrub_radius_m = worked->scrub_radius_m;
    s->trail_offset_m = worked->trail_offset_m;
    if (m.rack) { /* at the angle that is driven */
        double angle = DRIVEN_RAD / def.steering.ratio;
        struct axle_steer led = find_axle_steer(&model->chassis->axles[a].steering, (float)angle);
        out.steering.ackermann = (double)led.spread * 2 * 2.45 / def.axles[a].track_m;
        out.steering.ratio *= angle / (double)led.middle_rad;
    }
    kamm_destroy_model(model);
    return out;
}

/* -- drives ------------------------------------------------------------------------------------- */

struct run {
    double yaw_rate, roll, pitch, x, y;
};

static void drive(const kamm_vehicle_def *def, kamm_rung rung, double side, double seconds,
                  struct run *run)
{
    kamm_error error;
    kamm_model *model = kamm_create_model(def, rung, &error);
    if (!model) fail_msg("%s", error.text);
    kamm_cars *cars = kamm_create_cars(model, 1, &error);
    put_car(cars, 0, &kamm_flat_ground, 0, 20, KAMM_GEAR_DRIVE);
    int substeps = (int)(def->stepping.substeps_per_s / 60);
    for (int frame = 0; frame < (int)(60 * seconds); ++frame) {
        kamm_input *input = &kamm_inputs(cars)[0];
        input->steering_wheel_rad = (float)(side * (frame > 10 ? DRIVEN_RAD : 0));
        input->throttle = frame < 60 ? 0.2f : 0;
        input->brake = frame > 90 ? 0.4f : 0;
        kamm_step(cars, &kamm_flat_ground, substeps);
    }
    assert_int_equal(kamm_fault(cars, 0), 0);
    run->yaw_rate = read_channel(cars, KAMM_CHANNEL_yaw_rate_radps);
    run->roll = read_channel(cars, KAMM_CHANNEL_roll_rad);
    run->pitch = read_channel(cars, KAMM_CHANNEL_pitch_rad);
    run->x = read_channel(cars, KAMM_CHANNEL_x_m);
    run->y = read_channel(cars, KAMM_CHANNEL_y_m);
    kamm_destroy_cars(cars);
    kamm_destroy_model(model);
}

/* A panhard rod's axle is taken for symmetric, which curves of its left wheel are not. */
static void points_drive_as_their_curves_written_out_do(void **state)
{
    (void)state;
    for (int e = 0; e < linkage_example_count; ++e) {
        kamm_vehicle_def by_points = linkage_examples[e].of();
        kamm_vehicle_def by_curves = written_out(&linkage_examples[e]);
        double most = strstr(linkage_examples[e].name, "panhard") ? 5e-3 : 2e-4;
        for (int k = 0; k < of_tier(1, 6); ++k) {
            struct run a, b;
            double seconds = 0.5 + 0.5 * k;
            drive(&by_points, KAMM_FULL, 1, seconds, &a);
            drive(&by_curves, KAMM_FULL, 1, seconds, &b);
            expect_near(a.yaw_rate, b.yaw_rate, most);
            expect_near(a.roll, b.roll, most);
            expect_near(a.pitch, b.pitch, most);
            expect_near(a.x, b.x, most);
            expect_near(a.y, b.y, most);
        }
    }
}

static void mirrored_steering_gives_the_mirrored_bits(void **state)
{
    (void)state;
    for (int e = 0; e < linkage_example_count; ++e) {
        kamm_vehicle_def def = linkage_examples[e].of();
        struct run left, right;
        drive(&def, KAMM_FULL, 1, 1.8, &left);
        drive(&def, KAMM_FULL, -1, 1.8, &right);
        assert_true(left.yaw_rate == -right.yaw_rate && left.roll == -right.roll);
        assert_true(left.pitch == right.pitch && left.x == right.x && left.y == -right.y);
    }
}

static void all_rungs_and_rates_take_points(void **state)
{
    static const double rates[] = {60, 240, 600, 1200};
    (void)state;
    for (int e = 0; e < linkage_example_count; ++e)
        for (int rung = 1; rung <= KAMM_RUNG_COUNT; ++rung)
            for (size_t r = in_long_tier() ? 0 : 1; r < (in_long_tier() ? 4 : 2); ++r) {
                kamm_vehicle_def def = linkage_examples[e].of();
                struct run run;
                def.stepping.substeps_per_s =
                    fmax(rates[r], kamm_describe_rung((kamm_rung)rung)->min_substeps_per_s);
                drive(&def, (kamm_rung)rung, 1, 1, &run);
                expect_above(run.yaw_rate, 0.05);
            }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(points_drive_as_their_curves_written_out_do),
        cmocka_unit_test(mirrored_steering_gives_the_mirrored_bits),
        cmocka_unit_test(all_rungs_and_rates_take_points),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
