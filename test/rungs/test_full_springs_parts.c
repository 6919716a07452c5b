/* Parts of springs and dampers that few cars have, on shipped cars: they come to rest, give back no more than they took,
 * and have the same bits at all widths, in any company and in the mirror. */
/* KAMM_QUICK_TESTS leaves this out: it drives for long to measure. */
#include "support/company.h"
#include "support/mirror.h"
#include "support/rest.h"
#include "support/shipped.h"
#include "support/tier.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What a part asks of a car's def; `side`: -1 for the mirrored car. */
typedef void fit_part(kamm_vehicle_def *def, double side);

static void fit_leaves(kamm_vehicle_def *def, double side)
{
    (void)side;
    for (int a = 0; a < def->axles_count; ++a) {
        def->axles[a].suspension.friction_n = 0;
        def->axles[a].suspension.friction_load_share = 0.12;
        def->axles[a].suspension.friction_travel_m = 0.002;
    }
}

static void fit_bushes(kamm_vehicle_def *def, double side)
{
    (void)side;
    for (int a = 0; a < def->axles_count; ++a)
        def->axles[a].suspension.damper_bush_n_per_m =
            60 * def->axles[a].suspension.rebound_damping_ns_per_m;
}

static void fit_curves_on_bushes(kamm_vehicle_def *def, double side)
{
    static const double x[] = {-1.5, -0.2, 0, 0.05, 1.5}, y[] = {-0.4, -0.18, 0, 0.04, 0.3};
    fit_bushes(def, side);
    for (int a = 0; a < def->axles_count; ++a) {
        kamm_suspension_def *s = &def->axles[a].suspension;
        s->damper_curve.count = 5;
        for (int i = 0; i < 5; ++i) {
            s->damper_curve.x[i] = x[i];
            s->damper_curve.y[i] = s->rebound_damping_ns_per_m * y[i];
        }
    }
}

static void fit_third(kamm_vehicle_def *def, double side)
{
    (void)side;
    for (int a = 0; a < def->axles_count; ++a) {
        kamm_suspension_def *s = &def->axles[a].suspension;
        if (def->axles[a].wheels == KAMM_WHEELS_SINGLE) continue;
        s->heave_spring_n_per_m = s->spring_n_per_m;
        s->heave_gap_m = a == 0 ? 0.02 : 0;
        s->heave_damping_ns_per_m = 0.5 * s->bump_damping_ns_per_m;
        s->roll_damping_ns_per_m = 0.1 * s->bump_damping_ns_per_m;
    }
}

static void fit_skyhook(kamm_vehicle_def *def, double side)
{
    (void)side;
    def->aids.skyhook = 1;
    for (int a = 0; a < def->axles_count; ++a) {
        def->axles[a].suspension.skyhook_soft = 0.4;
        def->axles[a].suspension.skyhook_hard = 1.6;
    }
}

static void fit_skyhook_on_bushes(kamm_vehicle_def *def, double side)
{
    fit_skyhook(def, side);
    fit_bushes(def, side);
}

static void fit_live_axles(kamm_vehicle_def *def, double side)
{
    if (def->power_split.sun_teeth > 0) return; /* its engine lies across the car */
    def->engine.turns = side > 0 ? KAMM_ENGINE_CLOCKWISE : KAMM_ENGINE_ANTICLOCKWISE;
    for (int a = 0; a < def->axles_count; ++a) {
        kamm_axle_def *axle = &def->axles[a];
        if (axle->wheels == KAMM_WHEELS_SINGLE || !(axle->drive_share > 0) ||
            axle->motor.peak_nm > 0)
            continue;
        if (axle->suspension.hardpoints.kind == KAMM_HARDPOINTS_NONE)
            axle->suspension.kind = KAMM_SUSPENSION_DEPENDENT;
        axle->live = axle->suspension.kind == KAMM_SUSPENSION_DEPENDENT;
    }
}

static const struct part {
    const char *name;
    fit_part *fit;
} parts[] = {
    {"leaves", fit_leaves},
    {"bushes", fit_bushes},
    {"curves on bushes", fit_curves_on_bushes},
    {"third elements", fit_third},
    {"skyhook", fit_skyhook},
    {"skyhook on bushes", fit_skyhook_on_bushes},
    {"live axles", fit_live_axles},
};
enum { PARTS = sizeof parts / sizeof *parts };

/* A part may be too stiff for the least substeps: that is refused. */
static int compiles(const kamm_vehicle_def *def)
{
    kamm_error error = {0};
    kamm_model *model = kamm_compile(def, KAMM_FULL, &error);
    kamm_destroy_model(model);
    if (!model && !strstr(error.text, "substeps")) fail_msg("%s", error.text);
    return model != NULL;
}

/* ---- rest and energy ---- */

enum { DRIVES = 5 };

static void rest_drives(struct rest_drive drives[DRIVES])
{
    static const double speeds[] = {5, 8, 20, 12, 14}, steering[] = {0, 0.5, 0.1, 0.2, 0};
    for (int n = 0; n < DRIVES; ++n)
        drives[n] = (struct rest_drive){.speed_mps = speeds[n],
                                        .steering = steering[n],
                                        .throttle = n == 4,
                                        .height_m = n == 3 ? 0.15 : 0,
                                        .driven_s = 0.5,
                                        .ending = (enum rest_ending)n};
}

/* Against the same car without the part. Below 240 a second a landing tyre itself gives energy (test_full_rest). */
static void expect_rest_of(const kamm_vehicle_def *plain, const kamm_vehicle_def *with,
                           double friction, const char *name)
{
    struct rest_drive drives[DRIVES];
    struct rest_figures without[DRIVES], own[DRIVES];
    rest_drives(drives);
    drive_to_rest(plain, friction, drives, DRIVES, 40, without);
    drive_to_rest(with, friction, drives, DRIVES, 40, own);
    for (int n = 0; n < DRIVES; ++n) {
        double bound = fmax(0.001 * own[n].begun_j, 1.5 * without[n].rise_j) + 0.5;
        if (own[n].rise_j > bound)
            fail_msg("%s, %g /s, friction %g, drive %d: rises by %.2f J of %.0f, without %.2f",
                     name, with->stepping.substeps_per_s, friction, n, own[n].rise_j,
                     own[n].begun_j, without[n].rise_j);
        assert_int_equal(own[n].fault, 0);
        assert_true(own[n].stop_s >= 0);
        expect_below(own[n].speed_20, 0.01);
    }
}

static void cars_come_to_rest_and_gain_nothing(void **state)
{
    (void)state;
    static const double rates[] = {240, 60, 1200, 120, 600}, frictions[] = {1, 0.3};
    int counter = 0;
    for (int p = 0; p < PARTS; ++p)
        for (int vehicle = 0; vehicle < shipped_count(); ++vehicle)
            for (int r = 0; r < 5; ++r) {
                if (counter++ % of_tiers(797, 37, 11)) continue;
                kamm_vehicle_def plain = shipped_def(vehicle);
                if (has_unsprung_axle(&plain)) continue;
                plain.stepping.substeps_per_s = allowed_rate(&plain, rates[r]);
                kamm_vehicle_def with = plain;
                parts[p].fit(&with, 1);
                if (!compiles(&with)) continue;
                char name[80];
                snprintf(name, sizeof name, "%s with %s", shipped_name(vehicle), parts[p].name);
                expect_rest_of(&plain, &with, frictions[counter % 2], name);
            }
}

/* On a slope, held by the hand brake for a minute. */
static void parked_cars_stay_parked(void **state)
{
    (void)state;
    static const double rates[] = {60, 240, 1200};
    double worst = 0;
    int counter = 0;
    for (int p = 0; p < PARTS; ++p)
        for (int vehicle = 0; vehicle < shipped_count(); ++vehicle) {
            if (counter++ % of_tiers(37, 6, 2)) continue;
            kamm_vehicle_def def = shipped_def(vehicle);
            if (has_unsprung_axle(&def)) continue;
            kamm_ground slope = kamm_flat_ground;
            double angle = atan(0.15), before[3], after[3];
            def.stepping.substeps_per_s = rates[counter % 3];
            for (int a = 0; a < def.axles_count; ++a) def.axles[a].hand_brake_torque_nm = 1e5;
            parts[p].fit(&def, 1);
            if (!compiles(&def)) def.stepping.substeps_per_s = 240;
            slope.gravity_mps2[0] = -GRAVITY_MPS2 * sin(angle);
            slope.gravity_mps2[2] = -GRAVITY_MPS2 * cos(angle);
            kamm_cars *cars = start_cars(&def, 1);
            put_car(cars, 0, &slope, 0, 0, 0);
            kamm_inputs(cars)[0].hand_brake = 1;
            drive_for(cars, &slope, 6);
            read_position(cars, 0, before);
            drive_for(cars, &slope, of_tier(5, 60));
            read_position(cars, 0, after);
            worst = fmax(worst, distance_between(before, after));
            expect_below(distance_between(before, after), 1e-4);
            end_cars(cars);
        }
    print_message("%.2g mm at most\n", 1e3 * worst);
}

/* ---- bits ---- */

static void press(kamm_cars *cars, int car, int frame, double side)
{
    kamm_input *in = &kamm_inputs(cars)[car];
    double lock = kamm_describe(kamm_model_of(cars, car)).steering_lock_rad;
    in->steering_wheel_rad = (float)(side * 0.2 * lock * sin(0.13 * frame + car));
    in->throttle = (frame / 10 + car) % 3 == 0;
    in->brake = (frame / 10 + car) % 3 == 1 ? 0.7f : 0;
    in->gear = KAMM_GEAR_DRIVE;
}

static void mirrored_drives_make_mirrored_bits(void **state)
{
    (void)state;
    for (int p = 0; p < PARTS; ++p) {
        kamm_vehicle_def def = lopsided_car(1), other = lopsided_car(-1);
        parts[p].fit(&def, 1);
        parts[p].fit(&other, -1);
        expect_mirrored_drive(&def, &other, 18, press);
    }
}

static void all_widths_and_any_company_make_the_same_bits(void **state)
{
    (void)state;
    int counter = 0;
    for (int p = 0; p < PARTS; ++p)
        for (int vehicle = 0; vehicle < shipped_count(); ++vehicle) {
            if (counter++ % of_tiers(83, 28, 7) != 4) continue;
            kamm_vehicle_def plain = shipped_def(vehicle);
            if (has_unsprung_axle(&plain)) continue;
            plain.stepping.substeps_per_s = 240;
            kamm_vehicle_def with = plain;
            parts[p].fit(&with, 1);
            expect_same_bits_in_company(&plain, &with, KAMM_FULL, press);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cars_come_to_rest_and_gain_nothing),
        cmocka_unit_test(parked_cars_stay_parked),
        cmocka_unit_test(mirrored_drives_make_mirrored_bits),
        cmocka_unit_test(all_widths_and_any_company_make_the_same_bits),
    };
    return cmocka_run_group_tests_name("full_springs_parts", tests, NULL, NULL);
}
