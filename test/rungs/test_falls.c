/* Falls from 0.1 to 2 m, level and askew, of every vehicle: none stores or gives back more than it fell with. */
/* KAMM_QUICK_TESTS leaves this out: it drives for long to measure. */
#include "support/rungs.h"
#include "support/shipped.h"
#include "support/tier.h"

#include "part/tyre/tyre_compile.h"
#include "run/cars.h"
#include "rungs/full/tyre_kinks.h"

#include <math.h>

static const double heights_m[] = {2, 1, 0.5, 0.1, 0.2};
enum { HEIGHTS = sizeof heights_m / sizeof *heights_m, ATTITUDES = 4, FALLS = HEIGHTS * ATTITUDES };

/* The most by which energy may rise, as a share of what a car has fallen with, and that in the mean. At 240 that is a kart whose
 * floor comes down between two substeps, at 60 a Micra from 0.1 m. */
struct rate {
    double substeps_per_s, most_share, mean_share;
};
static const struct rate rates[] = {{240, 0.02, 0.0001},
                                    {60, 0.06, 0.0005},
                                    {120, 0.006, 0.0002},
                                    {480, 0.0015, 0.00005},
                                    {960, 0.001, 0.00005}};

/* Without the engine, which runs meanwhile. */
static double energy_of(const kamm_cars *cars, int car)
{
    double engine = kamm_read(cars, car, KAMM_CHANNEL_engine_radps);
    return kamm_read(cars, car, KAMM_CHANNEL_energy_j) -
           0.5 * kamm_model_of(cars, car)->def->engine.inertia_kgm2 * engine * engine;
}

/* Level, rolled, pitched, both; so high that nothing of the vehicle is in the ground at first. Returned is how high. */
static double place_fall(kamm_cars *cars, int car)
{
    kamm_model_info info = kamm_describe(kamm_model_of(cars, car));
    double roll = car / HEIGHTS % 2 ? 0.3 : 0, pitch = car / HEIGHTS / 2 ? 0.25 : 0;
    double ahead_m = 0, aside_m = 0;
    for (int w = 0; w < info.wheel_count; ++w) {
        ahead_m = fmax(ahead_m, fabs(info.wheel_position_m[w][0]) + 1.5);
        aside_m = fmax(aside_m, fabs(info.wheel_position_m[w][1]) + 0.3);
    }
    double high_m = heights_m[car % HEIGHTS] + aside_m * sin(roll) + ahead_m * sin(pitch);
    kamm_placement at = {
        .position_m = {0, 0, high_m},
        .orientation = {cos(roll / 2) * cos(pitch / 2), sin(roll / 2) * cos(pitch / 2),
                        cos(roll / 2) * sin(pitch / 2), -sin(roll / 2) * sin(pitch / 2)}};
    kamm_place(cars, car, &at);
    kamm_inputs(cars)[car].hand_brake = kamm_inputs(cars)[car].brake = 1;
    kamm_inputs(cars)[car].gear = 0;
    return high_m;
}

/* Adds each fall's greatest rise of energy, as a share. */
static void let_fall(int vehicle, struct rate rate, double *sum, int *count)
{
    if (!takes_rate(vehicle, rate.substeps_per_s)) return;
    kamm_vehicle_def def = shipped_def(vehicle);
    def.stepping.substeps_per_s = rate.substeps_per_s;
    kamm_cars *cars = start_cars(&def, FALLS);
    double mass_kg = kamm_describe(kamm_model_of(cars, 0)).mass_kg;
    double high_m[FALLS], least_j[FALLS], rise_j[FALLS] = {0};
    for (int i = 0; i < FALLS; ++i) high_m[i] = place_fall(cars, i);
    kamm_step(cars, &kamm_flat_ground, 1);
    for (int i = 0; i < FALLS; ++i) least_j[i] = energy_of(cars, i);
    for (int step = 0; step < 3 * rate.substeps_per_s; ++step) {
        kamm_step(cars, &kamm_flat_ground, 1);
        for (int i = 0; i < FALLS; ++i) {
            double energy_j = energy_of(cars, i);
            least_j[i] = fmin(least_j[i], energy_j);
            rise_j[i] = fmax(rise_j[i], energy_j - least_j[i]);
        }
    }
    for (int i = 0; i < FALLS; ++i) {
        double share = rise_j[i] / (mass_kg * GRAVITY_MPS2 * high_m[i]);
        if (kamm_fault(cars, i) || !(share < rate.most_share))
            fail_msg("%s from %g m, attitude %d, %g substeps/s: fault %d, %g of its energy more",
                     def.name, heights_m[i % HEIGHTS], i / HEIGHTS, rate.substeps_per_s,
                     kamm_fault(cars, i), share);
        *sum += share;
        ++*count;
    }
    end_cars(cars);
}

static void a_fall_gives_back_no_more_than_it_took(void **state)
{
    (void)state;
    for (int r = 0; r < of_tiers(1, 3, (int)(sizeof rates / sizeof *rates)); ++r) {
        double sum = 0;
        int count = 0;
        for (int v = 0; v < shipped_count(); v += of_tier(7, 1))
            if (r == 0 || is_tried(v + r, 2)) let_fall(v, rates[r], &sum, &count);
        expect_above(count, of_tier(30, 50));
        print_message("%4.0f/s: %.4f %% in the mean\n", rates[r].substeps_per_s, 100 * sum / count);
        expect_below(sum / count, rates[r].mean_share);
    }
}

/* Energy of spring and rim, by adding up forces at 20000 places. */
static double stored_j(const struct tyre_vertical_constants *tyre, double deflection_m)
{
    enum { PIECES = 20000 };
    double sum = 0;
    for (int i = 0; i < PIECES; ++i) {
        float d = (float)(deflection_m * (i + 0.5) / PIECES);
        sum += fmin(tyre_spring_force(tyre, d, 0), tyre->max_load) * deflection_m / PIECES;
    }
    return deflection_m > 0 ? sum : 0;
}

/* On any way over any of its kinks a wheel loses what its tyre stores; without dampers. */
static void a_tyre_takes_what_it_stores(void **state)
{
    (void)state;
    static const double ways_m[][2] = {{-0.03, 0.02}, {0.02, -0.03},    {0.01, 0.12},
                                       {0.11, 0.04},  {-0.05, 0.13},    {0.09, 0.11},
                                       {-0.2, 0.3},   {0.1, 0.1 + 1e-5}};
    for (int v = 0; v < shipped_count(); v += of_tier(4, 1)) {
        kamm_vehicle_def def = shipped_def(v);
        struct tyre_vertical_constants tyre = kamm_tyre_compile_vertical(&def.axles[0].tyre);
        tyre.damping = tyre.standing_damping = tyre.rim_loss_spm = 0;
        double scale = tyre.bottom_deflection / 0.08;
        for (size_t i = 0; i < sizeof ways_m / sizeof *ways_m; ++i) {
            double from = ways_m[i][0] * scale, to = ways_m[i][1] * scale;
            struct tyre_way way = {(float)from, (float)to, 0, 1, 0};
            double took = (double)mean_load(&tyre, &way, 0, 1e-3f).load_n * (to - from);
            double stores = stored_j(&tyre, to) - stored_j(&tyre, from);
            expect_near(took, stores, 2e-3 * fabs(stores) + 1e-4 * tyre.max_load * scale);
        }
    }
}

/* The slope is how the load falls with the wheel's acceleration. */
static void the_slope_is_that_of_the_load(void **state)
{
    (void)state;
    const float dt = 1.0f / 120;
    for (int v = 0; v < shipped_count(); v += of_tier(4, 1)) {
        kamm_vehicle_def def = shipped_def(v);
        struct tyre_vertical_constants tyre = kamm_tyre_compile_vertical(&def.axles[0].tyre);
        float bottom = tyre.bottom_deflection;
        struct tyre_way way = {-0.2f * bottom, 0.6f * bottom, 0.8f * bottom / dt, 1, 10};
        float more = 0.02f * bottom / (dt * dt);
        struct falling_load at = mean_load(&tyre, &way, 0, dt);
        double before = mean_load(&tyre, &way, -more, dt).load_n;
        double after = mean_load(&tyre, &way, more, dt).load_n;
        double falls = (before - after) / (2 * (double)more);
        expect_near(at.slope, falls, 0.05 * falls);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_tyre_takes_what_it_stores),
        cmocka_unit_test(the_slope_is_that_of_the_load),
        cmocka_unit_test(a_fall_gives_back_no_more_than_it_took),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
