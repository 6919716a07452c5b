/* Bogies of three and more axles: what their axles bear at rest, on a bump and under the brakes, on each rung, by the law of the
 * lever; energy. */
#include "bumps.h"
#include "support/fitted.h"
#include "support/quick.h"
#include "support/shipped.h"
#include "support/tier.h"
#include "support/trailers.h"

#include "run/cars.h"
#include "vehicle/model.h"

#include <math.h>

static const int kinds[] = {KAMM_SHARING_BEAM, KAMM_SHARING_AIR};

/* Shares of what an axle and those behind it bear, and of all of them. 0: as much as each of those. */
struct shares {
    int axles;
    double given[4], own[4];
};
static const struct shares shared[] = {
    {3, {0, 0}, {1.0 / 3, 1.0 / 3, 1.0 / 3}},    {3, {0.4, 0.5}, {0.4, 0.3, 0.3}},
    {3, {0.25, 0.6}, {0.25, 0.45, 0.3}},         {4, {0, 0, 0}, {0.25, 0.25, 0.25, 0.25}},
    {4, {0.2, 0.25, 0.5}, {0.2, 0.2, 0.3, 0.3}},
};
enum { SHARED = sizeof shared / sizeof *shared };

/* A truck with one axle in front and a bogie of that many behind it. */
static kamm_vehicle_def long_truck(int kind, const struct shares *shares)
{
    kamm_vehicle_def def = shipped_def(shipped_number("man-kat1-8x8"));
    int count = shares->axles;
    def.axles_count = 1 + count;
    for (int i = 0; i < count; ++i) {
        def.axles[1 + i] = def.axles[3 < 1 + i ? 3 : 1 + i];
        def.axles[1 + i].behind_front_axle_m = 4.2 + 1.35 * i + 0.1 * i * i;
        def.axles[1 + i].steer_share = 0;
        def.axles[1 + i].drive_share = 1.0 / count;
    }
    def.axles[0].drive_share = 0;
    fit_long_bogie(&def, kind, count);
    for (int i = 0; i + 1 < count; ++i) def.axles[1 + i].suspension.load_share = shares->given[i];
    def.axles[2].unsprung_mass_kg *= 1.2;
    def.body.cg_behind_front_axle_m = 3.4;
    def.body.pitch_inertia_kgm2 = def.body.yaw_inertia_kgm2 = 2e5;
    def.body.front_overhang_m = 1.5;
    return def;
}

/* By the levers about the front axle, with the axles' own weight on their own wheels. */
static void loads_by_lever(const kamm_vehicle_def *def, const struct shares *shares,
                           double load_n[5])
{
    double mass = def->body.mass_kg + def->payload.mass_kg, pivot = 0;
    double moment = def->body.mass_kg * def->body.cg_behind_front_axle_m +
                    def->payload.mass_kg * def->payload.cg_behind_front_axle_m;
    for (int i = 0; i < shares->axles; ++i) {
        const kamm_axle_def *axle = &def->axles[1 + i];
        pivot += shares->own[i] * axle->behind_front_axle_m;
        moment -= 2 * axle->unsprung_mass_kg * axle->behind_front_axle_m;
    }
    load_n[0] = mass * GRAVITY_MPS2;
    for (int i = 0; i < shares->axles; ++i) {
        load_n[1 + i] = GRAVITY_MPS2 *
                        (shares->own[i] * moment / pivot + 2 * def->axles[1 + i].unsprung_mass_kg);
        load_n[0] -= load_n[1 + i];
    }
}

static double axle_load(const kamm_cars *cars, int a)
{
    const struct layout *l = &kamm_model_of(cars, 0)->layout;
    double sum = 0;
    for (int i = 0; i < l->count[a]; ++i)
        sum += kamm_read_wheel(cars, 0, l->first[a] + i, KAMM_WHEEL_load_n);
    return sum;
}

/* ---- at rest ---- */

/* As it is drawn to rounding; with a payload the body pitches, whose cosine and the tyres' forces along the road full has as well. */
static void shares_and_levers_say_the_loads_on_each_rung(void **state)
{
    (void)state;
    for (int k = 0; k < 2; ++k)
        for (int n = 0; n < SHARED; ++n)
            for (int payload = 0; payload < 2; ++payload)
                for (EACH_RUNG(rung)) {
                    if ((k + n + payload + (int)rung) % of_tier(3, 1)) continue;
                    kamm_vehicle_def def = long_truck(kinds[k], &shared[n]);
                    def.payload.mass_kg = payload ? 4000 : 0;
                    def.payload.cg_behind_front_axle_m = 4.5;
                    def.payload.cg_height_m = 1.5;
                    def.stepping.substeps_per_s = 240;
                    double expected[5], within = payload ? 2e-3 : 2e-4;
                    loads_by_lever(&def, &shared[n], expected);
                    kamm_cars *cars = start_rung(&def, rung, 1);
                    put_car(cars, 0, &kamm_flat_ground, 0, 0, 0);
                    kamm_inputs(cars)[0].brake = 1;
                    drive_for(cars, &kamm_flat_ground, 0.5);
                    for (int a = 0; a <= shared[n].axles; ++a)
                        expect_share(axle_load(cars, a), expected[a], within);
                    end_cars(cars);
                }
}

/* ---- under the brakes ---- */

/* The pivot bears m a h / L less, of which each axle has its share. */
static void brakes_unload_the_axles_by_their_shares(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    for (int k = 0; k < 2; ++k)
        for (int n = 0; n < SHARED; ++n)
            for (int rung = KAMM_SINGLE_TRACK; rung <= KAMM_FULL; ++rung) {
                if ((k + n + rung) % of_tier(4, 1)) continue;
                kamm_vehicle_def def = long_truck(kinds[k], &shared[n]);
                def.stepping.substeps_per_s = 240;
                def.aero.drag_coefficient = 0;
                for (int a = 0; a < def.axles_count; ++a) def.axles[a].suspension.recession = 0;
                kamm_cars *cars = start_rung(&def, (kamm_rung)rung, 1);
                kamm_model_info info = kamm_describe(kamm_model_of(cars, 0));
                double before[5], pivot = 0;
                put_car(cars, 0, &kamm_flat_ground, 0, 20, 0);
                loads_by_lever(&def, &shared[n], before);
                for (int i = 0; i < shared[n].axles; ++i)
                    pivot += shared[n].own[i] * def.axles[1 + i].behind_front_axle_m;
                kamm_inputs(cars)[0].brake = 0.3f;
                drive_for(cars, &kamm_flat_ground, 2.5);
                double slows = -read_channel(cars, KAMM_CHANNEL_acceleration_x_mps2);
                double less = info.mass_kg * slows * info.cg_height_m / pivot;
                expect_above(slows, 1);
                for (int i = 0; i < shared[n].axles; ++i)
                    expect_share(before[1 + i] - axle_load(cars, 1 + i), shared[n].own[i] * less,
                                 rung == KAMM_FULL ? 0.07 : 0.01);
                end_cars(cars);
            }
}

/* ---- over a step ---- */

static kamm_ground ground_of_bumps(struct bumps *bumps)
{
    kamm_ground ground = kamm_flat_ground;
    ground.query = query_bumps;
    ground.user = bumps;
    return ground;
}

/* Axles raised bit by bit by so much, and a while to come to rest; brakes off, so that nothing is held along the road. */
static kamm_cars *stand_on(const kamm_vehicle_def *def, const double height_m[],
                           struct bumps *bumps)
{
    kamm_cars *cars = start_cars(def, 1);
    *bumps = (struct bumps){.layout = &kamm_model_of(cars, 0)->layout};
    kamm_ground ground = ground_of_bumps(bumps);
    put_car(cars, 0, &ground, 0, 0, 0);
    for (int frame = 0; frame < 420; ++frame) {
        for (int a = 0; a < def->axles_count; ++a)
            bumps->height_m[a] = height_m[a] * fmin(frame / 120.0, 1);
        kamm_step(cars, &ground, (int)(def->stepping.substeps_per_s / 60));
    }
    assert_int_equal(kamm_fault(cars, 0), 0);
    return cars;
}

/* A step below one axle is to the bogie what its share of the step below all of them is. */
static void a_step_below_one_axle_is_shared_by_all(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    int number = 0;
    for (int k = 0; k < 2; ++k)
        for (int n = 0; n < SHARED; ++n)
            for (int raised = 1; raised <= shared[n].axles; ++raised) {
                if (number++ % of_tiers(17, 5, 1)) continue;
                kamm_vehicle_def def = long_truck(kinds[k], &shared[n]);
                def.stepping.substeps_per_s = 240;
                for (int a = 0; a < def.axles_count; ++a)
                    def.axles[a].suspension.rebound_travel_m =
                        def.axles[a].suspension.bump_travel_m = 0.3;
                struct bumps bumps;
                double one[KAMM_MAX_AXLES] = {0}, all[KAMM_MAX_AXLES] = {0};
                one[raised] = 0.12;
                for (int a = 1; a < def.axles_count; ++a) all[a] = 0.12 * shared[n].own[raised - 1];
                kamm_cars *bump = stand_on(&def, one, &bumps), *level = stand_on(&def, all, &bumps);
                for (int a = 0; a < def.axles_count; ++a)
                    expect_share(axle_load(bump, a), axle_load(level, a), 0.005);
                end_cars(bump);
                end_cars(level);
            }
}

/* The ground below an axle falls away at once: from there no energy comes in, while the beams swing into their stops. */
static void nothing_comes_of_a_fall_from_a_step(void **state)
{
    (void)state;
    static const double rates[] = {60, 120, 240, 600, 1200};
    int number = 0;
    for (int k = 0; k < 2; ++k)
        for (int r = 0; r < 5; ++r)
            for (int n = 0; n < SHARED; ++n) {
                if (number++ % of_tiers(23, 7, 1)) continue;
                kamm_vehicle_def def = long_truck(kinds[k], &shared[n]);
                int raised = 1 + n % shared[n].axles;
                def.stepping.substeps_per_s = allowed_rate(&def, rates[r]);
                for (int a = 1; a < def.axles_count && n % 2; ++a)
                    def.axles[a].suspension.beam_stop_rad = 0.03;
                double heights[KAMM_MAX_AXLES] = {0};
                struct bumps bumps;
                heights[raised] = 0.15;
                kamm_cars *cars = stand_on(&def, heights, &bumps);
                kamm_ground ground = ground_of_bumps(&bumps);
                bumps.height_m[raised] = 0;
                kamm_step(cars, &ground, 1);
                double begun = read_channel(cars, KAMM_CHANNEL_energy_j), low = begun, rise = 0;
                for (int i = 0; i < (int)(3 * def.stepping.substeps_per_s); ++i) {
                    kamm_step(cars, &ground, 1);
                    double now = read_channel(cars, KAMM_CHANNEL_energy_j);
                    low = fmin(low, now);
                    rise = fmax(rise, now - low);
                }
                if (rise > 0.001 * (begun - low) + 0.5)
                    fail_msg("kind %d, %g /s, %d: rises by %.2f J of %.0f", kinds[k], rates[r], n,
                             rise, begun - low);
                assert_int_equal(kamm_fault(cars, 0), 0);
                end_cars(cars);
            }
}

/* ---- behind a tractor ---- */

/* However high the hitch has its nose, the three axles of a semitrailer bear alike, on both rungs that pull. */
static void a_semitrailer_bears_alike_on_three_axles(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    for (int k = 0; k < 2; ++k)
        for (int i = 0; i < 2; ++i) {
            kamm_vehicle_def pair[2] = {tractor(), semitrailer()};
            kamm_rung rung = i ? KAMM_FULL : KAMM_SINGLE_TRACK;
            pair[0].stepping.substeps_per_s = pair[1].stepping.substeps_per_s = 240;
            pair[0].hitch.height_m += 0.06;
            fit_long_bogie(&pair[1], kinds[k], 3);
            struct combination combination = start_combination(pair, 2, rung, 1);
            place_combination(&combination, 0, 0);
            drive_combination(&combination, &kamm_flat_ground, 4);
            const kamm_cars *trailer = kamm_combination_cars(combination.combinations, 1);
            double mean =
                (axle_load(trailer, 1) + axle_load(trailer, 2) + axle_load(trailer, 3)) / 3;
            double pin_n = pair[1].body.mass_kg * GRAVITY_MPS2 - 3 * mean;
            expect_share(pin_n, 45000, 0.05);
            for (int a = 1; a < 4; ++a) expect_share(axle_load(trailer, a), mean, 0.002);
            end_combination(&combination);
        }
}

/* The shipped one: loads by the lever about the kingpin, a third of what its bogie bears on each axle, and none on its raised legs. */
static void the_shipped_one_bears_by_the_lever(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    kamm_vehicle_def defs[KAMM_MAX_UNITS];
    for (int rung = KAMM_SINGLE_TRACK; rung <= KAMM_FULL; rung += KAMM_FULL - KAMM_SINGLE_TRACK) {
        int units = load_shipped("tractor-semitrailer-3-axle", 240, defs);
        const kamm_vehicle_def *own = &defs[1];
        double pin_m = own->drawbar.behind_front_axle_m;
        double mass_kg = own->body.mass_kg + own->payload.mass_kg;
        double moment = own->body.mass_kg * (own->body.cg_behind_front_axle_m - pin_m) +
                        own->payload.mass_kg * (own->payload.cg_behind_front_axle_m - pin_m);
        double bogie_kg = moment / (own->axles[2].behind_front_axle_m - pin_m);
        struct combination combination = start_combination(defs, units, (kamm_rung)rung, 1);
        place_combination(&combination, 0, 0);
        drive_combination(&combination, &kamm_flat_ground, 6);
        const kamm_cars *trailer = kamm_combination_cars(combination.combinations, 1);
        for (int a = 1; a < 4; ++a)
            expect_share(axle_load(trailer, a), bogie_kg * GRAVITY_MPS2 / 3, 0.005);
        expect_near(axle_load(trailer, 0), 0, 1e-3);
        if (rung == KAMM_FULL) /* the other one has no height */
            expect_share(hitch_of(&combination, 0, 1).force_n[2],
                         (mass_kg - bogie_kg) * GRAVITY_MPS2, 0.01);
        end_combination(&combination);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shares_and_levers_say_the_loads_on_each_rung),
        cmocka_unit_test(brakes_unload_the_axles_by_their_shares),
        cmocka_unit_test(a_step_below_one_axle_is_shared_by_all),
        cmocka_unit_test(nothing_comes_of_a_fall_from_a_step),
        cmocka_unit_test(a_semitrailer_bears_alike_on_three_axles),
        cmocka_unit_test(the_shipped_one_bears_by_the_lever),
    };
    return cmocka_run_group_tests_name("long_bogies", tests, NULL, NULL);
}
