/* Bogies: axles that share their load by a walking beam or by air. Their loads at rest, on a bump and under the brakes
 * against closed forms, energy and rest, and bogies of other axles beside them. */
#include "bumps.h"
#include "support/fitted.h"
#include "support/quick.h"
#include "support/refused.h"
#include "support/rest.h"
#include "support/shipped.h"
#include "support/tier.h"

#include "run/cars.h"
#include "vehicle/model.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const int kinds[] = {KAMM_SHARING_BEAM, KAMM_SHARING_AIR};

/* Its last two axles make a bogie. */
static kamm_vehicle_def with_bogie(const char *name, int kind, double share)
{
    kamm_vehicle_def def = shipped_def(shipped_number(name));
    fit_bogie(&def, kind, share);
    return def;
}

static int front_of(const kamm_vehicle_def *def) { return def->axles_count - 2; }

static double axle_load(const kamm_cars *cars, int a)
{
    const struct layout *l = &kamm_model_of(cars, 0)->layout;
    double sum = 0;
    for (int i = 0; i < l->count[a]; ++i)
        sum += kamm_read_wheel(cars, 0, l->first[a] + i, KAMM_WHEEL_load_n);
    return sum;
}

/* ---- at rest ---- */

/* What lies on the springs is shared by the arms; the rest is each axle's own weight. About the front axle of a 6x4 the lever says
 * what the pivot bears. */
static void arms_share_the_load_at_rest(void **state)
{
    (void)state;
    static const double shares[] = {0.35, 0.5, 0.62};
    for (int k = 0; k < 2; ++k)
        for (int i = 0; i < 3; ++i) {
            kamm_vehicle_def def = with_bogie("kraz-6x4", kinds[k], shares[i]);
            def.payload.mass_kg = 0;
            def.axles[2].unsprung_mass_kg *= 0.9;
            kamm_model *model = compile_rung(&def, KAMM_FULL);
            double springs_n[2], own_n[2], lever = def.body.cg_behind_front_axle_m;
            for (int a = 0; a < 2; ++a) {
                own_n[a] = 2 * def.axles[1 + a].unsprung_mass_kg * GRAVITY_MPS2;
                springs_n[a] = -own_n[a];
                for (int w = 0; w < 4; ++w)
                    springs_n[a] += model->rest.load_n[model->layout.first[1 + a] + w];
            }
            double share = springs_n[0] / (springs_n[0] + springs_n[1]);
            double x[2] = {def.axles[1].behind_front_axle_m, def.axles[2].behind_front_axle_m};
            double pivot = shares[i] * x[0] + (1 - shares[i]) * x[1];
            double weight = def.body.mass_kg * GRAVITY_MPS2;
            double by_lever = (weight * lever - own_n[0] * x[0] - own_n[1] * x[1]) / pivot;
            print_message("%d: share %.6f of %.0f N, by the lever %.2f and %.0f\n", kinds[k], share,
                          springs_n[0] + springs_n[1], shares[i], by_lever);
            expect_near(share, shares[i], 1e-6);
            expect_share(springs_n[0] + springs_n[1], by_lever, 1e-6);
            for (int w = 0; w < model->layout.wheels; ++w)
                expect_near(model->rest.travel_m[w], 0, 1e-9);
            kamm_destroy_model(model);
        }
}

/* ---- on a bump ---- */

/* Axles raised bit by bit by so much, and a while to come to rest; brakes off, so that nothing is held along the road. */
static kamm_cars *stand_on(const kamm_vehicle_def *def, const double height_m[],
                           struct bumps *bumps)
{
    kamm_cars *cars = start_cars(def, 1);
    *bumps = (struct bumps){.layout = &kamm_model_of(cars, 0)->layout};
    kamm_ground ground = kamm_flat_ground;
    ground.query = query_bumps;
    ground.user = bumps;
    put_car(cars, 0, &ground, 0, 0, 0);
    for (int frame = 0; frame < 480; ++frame) {
        for (int a = 0; a < def->axles_count; ++a)
            bumps->height_m[a] = height_m[a] * fmin(frame / 120.0, 1);
        kamm_step(cars, &ground, (int)(def->stepping.substeps_per_s / 60));
    }
    assert_int_equal(kamm_fault(cars, 0), 0);
    return cars;
}

/* Within the beam's stops, 0.14 rad of 1.4 m = 197 mm, the axles of a bogie bear what both would on half the height, wherever it
 * lies; the truck's springs alone take off most of the other axle's load. With small angles that is exact but for the lean of
 * the tyres' forces with the pitch. */
static void a_bump_below_one_axle_is_shared(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    static const int sharing[] = {KAMM_SHARING_NONE, KAMM_SHARING_BEAM, KAMM_SHARING_AIR};
    for (int k = 0; k < 3; ++k)
        for (int raised = 1; raised < 3; ++raised) {
            kamm_vehicle_def def = with_bogie("kraz-6x4", sharing[k], 0.5);
            def.stepping.substeps_per_s = 240;
            for (int a = 0; a < 3; ++a) def.axles[a].suspension.rebound_travel_m = 0.3;
            for (int a = 0; a < 3; ++a) def.axles[a].suspension.bump_travel_m = 0.3;
            struct bumps bumps;
            double one[KAMM_MAX_AXLES] = {0}, both[KAMM_MAX_AXLES] = {0, 0.075, 0.075};
            one[raised] = 0.15;
            kamm_cars *bump = stand_on(&def, one, &bumps), *level = stand_on(&def, both, &bumps);
            double up = axle_load(bump, raised), down = axle_load(bump, 3 - raised);
            double on_both = axle_load(level, 1);
            print_message("%d: %.0f N on the bump, %.0f beside it, %.0f on half of it\n",
                          sharing[k], up, down, on_both);
            if (sharing[k] == KAMM_SHARING_NONE) {
                expect_above(up, 1.15 * on_both);
                expect_below(down, 0.2 * on_both);
            } else {
                expect_share(up, on_both, 0.002);
                expect_share(down, on_both, 0.002);
                expect_share(up, down, 0.002);
            }
            end_cars(bump);
            end_cars(level);
        }
}

/* Beyond it the stop takes over: what it bears is its stiffness by how far the beam is in it. */
static void beyond_its_stop_the_beam_bears_no_more(void **state)
{
    (void)state;
    kamm_vehicle_def def = with_bogie("kraz-6x4", KAMM_SHARING_BEAM, 0.5);
    def.stepping.substeps_per_s = 240;
    def.axles[1].suspension.beam_stop_rad = 0.05;
    struct bumps bumps;
    const double heights[KAMM_MAX_AXLES] = {0, 0.15, 0};
    kamm_cars *cars = stand_on(&def, heights, &bumps);
    const struct layout *l = bumps.layout;
    double apart = kamm_read_wheel(cars, 0, l->first[1], KAMM_WHEEL_travel_m) -
                   kamm_read_wheel(cars, 0, l->first[2], KAMM_WHEEL_travel_m);
    double beyond = apart - 1.4 * tan(0.05);
    double stop_n = 2 * def.axles[1].suspension.beam_stop_n_per_m * beyond;
    print_message("%.1f mm apart, %.2f beyond the stop: %.0f N, loads %.0f and %.0f N\n",
                  1e3 * apart, 1e3 * beyond, stop_n, axle_load(cars, 1), axle_load(cars, 2));
    expect_above(beyond, 0.005);
    expect_share(axle_load(cars, 1) - axle_load(cars, 2), 2 * stop_n, 0.01);
    end_cars(cars);
}

/* ---- under the brakes ---- */

/* The pivot bears m a h / L less; the axles of a bogie go on to share alike, others part by their distance. */
static void brakes_unload_a_bogie_evenly(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    static const int sharing[] = {KAMM_SHARING_NONE, KAMM_SHARING_BEAM, KAMM_SHARING_AIR};
    for (int k = 0; k < 3; ++k) {
        kamm_vehicle_def def = with_bogie("kraz-6x4", sharing[k], 0.5);
        def.stepping.substeps_per_s = 240;
        def.aero.drag_coefficient = 0;
        for (int a = 0; a < 3; ++a) def.axles[a].suspension.recession = 0;
        kamm_cars *cars = start_cars(&def, 1);
        kamm_model_info info = kamm_describe(kamm_model_of(cars, 0));
        put_car(cars, 0, &kamm_flat_ground, 0, 20, 0);
        drive_for(cars, &kamm_flat_ground, 2);
        double before = axle_load(cars, 1) + axle_load(cars, 2);
        kamm_inputs(cars)[0].brake = 0.35f;
        drive_for(cars, &kamm_flat_ground, 2.5);
        double slows = -read_channel(cars, KAMM_CHANNEL_acceleration_x_mps2);
        double pivot = (def.axles[1].behind_front_axle_m + def.axles[2].behind_front_axle_m) / 2;
        double less = info.mass_kg * slows * info.cg_height_m / pivot;
        double now = axle_load(cars, 1) + axle_load(cars, 2);
        print_message("%d: %.2f m/s2, %.0f N less, %.0f by the lever; %.0f and %.0f N\n",
                      sharing[k], slows, before - now, less, axle_load(cars, 1),
                      axle_load(cars, 2));
        expect_above(slows, 2);
        if (sharing[k] == KAMM_SHARING_NONE)
            expect_above(axle_load(cars, 1) - axle_load(cars, 2), 0.05 * now);
        else
            expect_share(axle_load(cars, 1), axle_load(cars, 2), 0.005);
        if (sharing[k] != KAMM_SHARING_NONE) expect_share(before - now, less, 0.05);
        end_cars(cars);
    }
}

/* ---- energy and rest ---- */

static const char *const trucks[] = {"kraz-6x4", "man-kat1-8x8"};

/* The ground below one axle falls away at once: from there no energy comes in, while the beam swings into its stops. */
static void nothing_comes_of_a_fall_from_a_bump(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    static const double rates[] = {60, 120, 240, 600, 1200};
    int counter = 0;
    for (int t = 0; t < 2; ++t)
        for (int k = 0; k < 2; ++k)
            for (int r = 0; r < 5; ++r)
                for (int n = 0; n < 4; ++n) {
                    if (counter++ % of_tier(29, 3)) continue;
                    kamm_vehicle_def def = with_bogie(trucks[t], kinds[k], n % 2 ? 0.35 : 0.5);
                    int first = front_of(&def);
                    def.stepping.substeps_per_s = rates[r];
                    if (n / 2) def.axles[first].suspension.beam_stop_rad = 0.03;
                    double heights[KAMM_MAX_AXLES] = {0};
                    struct bumps bumps;
                    heights[first] = 0.15;
                    kamm_cars *cars = stand_on(&def, heights, &bumps);
                    kamm_ground ground = kamm_flat_ground;
                    ground.query = query_bumps;
                    ground.user = &bumps;
                    bumps.height_m[first] = 0;
                    kamm_step(cars, &ground, 1);
                    double begun = read_channel(cars, KAMM_CHANNEL_energy_j), low = begun, rise = 0;
                    for (int i = 0; i < (int)(3 * rates[r]); ++i) {
                        kamm_step(cars, &ground, 1);
                        double now = read_channel(cars, KAMM_CHANNEL_energy_j);
                        low = fmin(low, now);
                        rise = fmax(rise, now - low);
                    }
                    if (rise > 0.001 * (begun - low) + 0.5)
                        fail_msg("%s, kind %d, %g /s, %d: rises by %.2f J of %.0f", trucks[t],
                                 kinds[k], rates[r], n, rise, begun - low);
                    assert_int_equal(kamm_fault(cars, 0), 0);
                    end_cars(cars);
                }
}

/* Sets the built-up share of a wheel's dry friction. Returns the energy then. */
static double energy_at_share(kamm_cars *cars, int wheel, float share)
{
    int count, field = 0;
    const kamm_field_info *fields = kamm_wheel_state_fields(&count);
    while (field < count && strcmp(fields[field].name, "spring_friction_share")) ++field;
    kamm_state_row(cars, 0, KAMM_ROW_WHEEL, wheel, field)[0] = share;
    return read_channel(cars, KAMM_CHANNEL_energy_j);
}

/* Dry friction that has built up over its travel stores half of force times travel, on bogies as on other axles. */
static void friction_of_a_bogie_stores_what_it_bends(void **state)
{
    (void)state;
    static const int sharing[] = {KAMM_SHARING_NONE, KAMM_SHARING_BEAM, KAMM_SHARING_AIR};
    static const float shares[] = {-1, 0.5f, 1};
    for (int k = 0; k < 3; ++k) {
        kamm_vehicle_def def = with_bogie("kraz-6x4", sharing[k], 0.5);
        for (int a = 0; a < 3; ++a) {
            kamm_suspension_def *s = &def.axles[a].suspension;
            s->friction_load_share = s->stop_hysteresis = 0;
            s->friction_n = 8000, s->friction_travel_m = 0.1;
        }
        kamm_cars *cars = start_cars(&def, 1);
        put_car(cars, 0, &kamm_flat_ground, 0, 0, 0);
        const struct layout *l = &kamm_model_of(cars, 0)->layout;
        for (int a = 0; a < 3; ++a)
            for (int side = 0; side < 2; ++side)
                for (int i = 0; i < 3; ++i) {
                    int wheel = l->first[a] + side;
                    double none = energy_at_share(cars, wheel, 0);
                    double stored = energy_at_share(cars, wheel, shares[i]) - none;
                    double wanted = 0.5 * 8000 * 0.1 * (double)(shares[i] * shares[i]);
                    expect_near(stored, wanted, 1e-4 * wanted + 1e-6 * fabs(none));
                    energy_at_share(cars, wheel, 0);
                }
        end_cars(cars);
    }
}

enum { DRIVES = 4 };

static void bogies_come_to_rest_and_gain_nothing(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    static const double rates[] = {60, 240, 120, 1200, 600}, speeds[] = {5, 8, 20, 12};
    static const double steering[] = {0, 0.5, 0.1, 0.2};
    int counter = 0;
    for (int t = 0; t < 2; ++t)
        for (int k = 0; k < 2; ++k)
            for (int r = 0; r < 5; ++r) {
                if (counter++ % of_tier(17, 3)) continue;
                kamm_vehicle_def def = with_bogie(trucks[t], kinds[k], counter % 2 ? 0.5 : 0.4);
                kamm_vehicle_def plain = with_bogie(trucks[t], KAMM_SHARING_NONE, 0.5);
                def.stepping.substeps_per_s = plain.stepping.substeps_per_s = rates[r];
                struct rest_drive drives[DRIVES];
                struct rest_figures own[DRIVES], without[DRIVES];
                for (int n = 0; n < DRIVES; ++n)
                    drives[n] = (struct rest_drive){.speed_mps = speeds[n],
                                                    .steering = steering[n],
                                                    .height_m = n == 3 ? 0.15 : 0,
                                                    .driven_s = 0.5,
                                                    .ending = (enum rest_ending)n};
                int count = of_tier(2, DRIVES), from = of_tier(2, 0);
                double friction = counter % 3 ? 1 : 0.3;
                drive_to_rest(&plain, friction, drives + from, count, 40, without);
                drive_to_rest(&def, friction, drives + from, count, 40, own);
                for (int n = 0; n < count; ++n) {
                    double bound = fmax(0.001 * own[n].begun_j, 1.5 * without[n].rise_j) + 0.5;
                    if (own[n].rise_j > bound)
                        fail_msg("%s, kind %d, %g /s, drive %d: rises by %.2f J of %.0f, %.2f "
                                 "without",
                                 trucks[t], kinds[k], rates[r], n, own[n].rise_j, own[n].begun_j,
                                 without[n].rise_j);
                    assert_int_equal(own[n].fault, 0);
                    assert_true(own[n].stop_s >= 0);
                    expect_below(own[n].speed_20, 0.01);
                }
            }
}

/* ---- bits ---- */

/* Beside a car whose bogie is of other axles, and of another kind. */
static void bogies_of_other_axles_keep_apart(void **state)
{
    (void)state;
    kamm_vehicle_def one = with_bogie("man-kat1-8x8", KAMM_SHARING_BEAM, 0.5), other = one;
    one.stepping.substeps_per_s = other.stepping.substeps_per_s = 240;
    other.axles[2].suspension.load_sharing = KAMM_SHARING_NONE;
    other.axles[0].suspension.load_sharing = KAMM_SHARING_AIR;
    expect_same_bits_in_company(&other, &one, KAMM_FULL, &kamm_flat_ground, press_and_turn_far);
    other = with_bogie("man-kat1-8x8", KAMM_SHARING_NONE, 0.5);
    if (!in_long_tier()) return;
    for (int a = 1; a < 3; ++a) other.axles[a].suspension = one.axles[2].suspension;
    other.axles[2].suspension.load_sharing = KAMM_SHARING_NONE;
    other.axles[3].suspension.spring_n_per_m *= 3;
    other.body.cg_behind_front_axle_m += 0.4;
    other.stepping.substeps_per_s = 240;
    expect_same_bits_in_company(&other, &one, KAMM_FULL, &kamm_flat_ground, press_and_turn_far);
}

/* ---- refusals ---- */

static void axles_that_make_no_bogie_are_refused(void **state)
{
    (void)state;
    kamm_vehicle_def def = with_bogie("kraz-6x4", KAMM_SHARING_BEAM, 0.5);
    def.axles[2].suspension.spring_n_per_m *= 1.1;
    expect_vehicle_refused(&def, "axles[2].suspension.spring_n_per_m");
    def = with_bogie("kraz-6x4", KAMM_SHARING_BEAM, 0.5);
    def.axles[2].suspension.load_sharing = KAMM_SHARING_AIR;
    expect_vehicle_refused(&def, "axles[2].suspension.load_sharing");
    def = with_bogie("kraz-6x4", KAMM_SHARING_BEAM, 0.5);
    def.axles[1].suspension.kind = KAMM_SUSPENSION_INDEPENDENT;
    expect_vehicle_refused(&def, "dependent");
    def = with_bogie("kraz-6x4", KAMM_SHARING_AIR, 0.5);
    def.axles[1].suspension.friction_load_share = 0.1;
    expect_vehicle_refused(&def, "friction_load_share");
    def = with_bogie("kraz-6x4", KAMM_SHARING_BEAM, 0.5);
    def.axles[2].lift_m = 0.1;
    expect_vehicle_refused(&def, "lift_m");
    def = shipped_def(shipped_number("suzuki-jimny"));
    def.axles[0].suspension.load_sharing = KAMM_SHARING_BEAM;
    expect_vehicle_refused(&def, "tip over");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arms_share_the_load_at_rest),
        cmocka_unit_test(a_bump_below_one_axle_is_shared),
        cmocka_unit_test(beyond_its_stop_the_beam_bears_no_more),
        cmocka_unit_test(brakes_unload_a_bogie_evenly),
        cmocka_unit_test(nothing_comes_of_a_fall_from_a_bump),
        cmocka_unit_test(friction_of_a_bogie_stores_what_it_bends),
        cmocka_unit_test(bogies_come_to_rest_and_gain_nothing),
        cmocka_unit_test(bogies_of_other_axles_keep_apart),
        cmocka_unit_test(axles_that_make_no_bogie_are_refused),
    };
    return cmocka_run_group_tests_name("bogies", tests, NULL, NULL);
}
