/* Parts of springs and dampers that few cars have, on shipped cars: they come to rest and give back no more than they
 * took. */
/* KAMM_QUICK_TESTS leaves this out: it drives for long to measure. */
#include "support/fitted.h"
#include "support/rest.h"
#include "support/shipped.h"
#include "support/tier.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The next part of springs and dampers, from a row of the table of parts on. */
static int next_part(int row)
{
    while (row < fitted_part_count() && !fitted_part(row)->of_springs) ++row;
    return row;
}
#define EACH_PART(p)         \
    int p = next_part(0);    \
    p < fitted_part_count(); \
    p = next_part(p + 1)

/* A part may be too stiff for the least substeps: that is refused. */
static int compiles(const kamm_vehicle_def *def)
{
    kamm_error error = {0};
    kamm_model *model = kamm_create_model(def, KAMM_FULL, &error);
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
    for (EACH_PART(p))
        for (int vehicle = 0; vehicle < shipped_count(); ++vehicle)
            for (int r = 0; r < 5; ++r) {
                if (counter++ % of_tiers(1961, 37, 11)) continue;
                kamm_vehicle_def plain = shipped_def(vehicle);
                if (has_unsprung_axle(&plain)) continue;
                plain.stepping.substeps_per_s = allowed_rate(&plain, rates[r]);
                kamm_vehicle_def with = plain;
                fitted_part(p)->fit(&with, 1);
                if (!compiles(&with)) continue;
                char name[80];
                snprintf(name, sizeof name, "%s with %s", shipped_name(vehicle),
                         fitted_part(p)->name);
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
    for (EACH_PART(p))
        for (int vehicle = 0; vehicle < shipped_count(); ++vehicle) {
            if (counter++ % of_tiers(37, 6, 2)) continue;
            kamm_vehicle_def def = shipped_def(vehicle);
            if (has_unsprung_axle(&def)) continue;
            kamm_ground slope = kamm_flat_ground;
            double angle = atan(0.15), before[3], after[3];
            def.stepping.substeps_per_s = rates[counter % 3];
            for (int a = 0; a < def.axles_count; ++a) def.axles[a].hand_brake_torque_nm = 1e5;
            fitted_part(p)->fit(&def, 1);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cars_come_to_rest_and_gain_nothing),
        cmocka_unit_test(parked_cars_stay_parked),
    };
    return cmocka_run_group_tests_name("full_springs_parts", tests, NULL, NULL);
}
