/* Falls on the body: roof, sides, nose, tail, corners. The ground gives back no more than the car fell with. */
/* KAMM_QUICK_TESTS leaves this out: it drives for long to measure. */
#include "support/rungs.h"
#include "support/shipped.h"
#include "support/tier.h"

#include <kamm/contact.h>

#include "run/cars.h"

#include <math.h>

/* Roll, then pitch, rad. */
static const double attitudes[][2] = {{PI, 0},      {PI / 2, 0},      {0, PI / 2},
                                      {0, -PI / 2}, {PI - 0.4, 0.25}, {PI / 2 + 0.3, -0.4}};
static const double heights_m[] = {0.05, 0.5, 2};
enum {
    ATTITUDES = sizeof attitudes / sizeof *attitudes,
    HEIGHTS = sizeof heights_m / sizeof *heights_m,
    FALLS = ATTITUDES * HEIGHTS
};

/* The most by which energy may rise, as a share of what the fall loses, and that in the mean. What is left is of the wheels:
 * stops and tyres at 60 and 120, the friction of a Fiesta's and a Jimny's rebound stops above. */
struct rate {
    double substeps_per_s, most_share, mean_share;
};
static const struct rate rates[] = {
    {240, 0.002, 1e-4}, {60, 0.008, 1e-4}, {120, 0.005, 1e-4}, {600, 0.002, 5e-5}};

/* Without the engine, which runs meanwhile. */
static double energy_of(const kamm_cars *cars, int car)
{
    double engine = kamm_read(cars, car, KAMM_CHANNEL_engine_radps);
    return kamm_read(cars, car, KAMM_CHANNEL_energy_j) -
           0.5 * kamm_model_of(cars, car)->def->engine.inertia_kgm2 * engine * engine;
}

/* The height of the lowest point of body and wheels. */
static double lowest_of(const kamm_cars *cars, int car)
{
    kamm_model_info info = kamm_describe(kamm_model_of(cars, car));
    kamm_wheel_pose wheels[KAMM_MAX_WHEELS];
    double lowest_m = INFINITY;
    kamm_read_pose(cars, car, 1, NULL, wheels);
    for (int w = 0; w < info.wheel_count; ++w)
        lowest_m = fmin(lowest_m, wheels[w].pose.position_m[2] - info.wheel_radius_m[w]);
    for (int p = 0; p < KAMM_BODY_POINTS; ++p) {
        kamm_body_contact point;
        kamm_read_body_contact(cars, car, p, &point);
        lowest_m = fmin(lowest_m, point.point_m[2]);
    }
    return lowest_m;
}

/* Places a car so that its lowest point is that high. */
static void hold_above(kamm_cars *cars, int car, const double attitude[2], double above_m)
{
    double roll = attitude[0] / 2, pitch = attitude[1] / 2;
    kamm_placement at = {.position_m = {0, 0, 100},
                         .orientation = {cos(roll) * cos(pitch), sin(roll) * cos(pitch),
                                         cos(roll) * sin(pitch), -sin(roll) * sin(pitch)}};
    kamm_place(cars, car, &at);
    at.position_m[2] += above_m - lowest_of(cars, car);
    kamm_place(cars, car, &at);
    kamm_inputs(cars)[car].hand_brake = kamm_inputs(cars)[car].brake = 1;
    kamm_inputs(cars)[car].gear = 0;
}

/* Adds each fall's greatest rise of energy, as a share. */
static void let_fall(int vehicle, struct rate rate, double *sum, int *count)
{
    if (!takes_rate(vehicle, rate.substeps_per_s)) return;
    kamm_vehicle_def def = shipped_def(vehicle);
    def.stepping.substeps_per_s = rate.substeps_per_s;
    kamm_cars *cars = start_cars(&def, FALLS);
    double first_j[FALLS], least_j[FALLS], rise_j[FALLS] = {0};
    for (int i = 0; i < FALLS; ++i)
        hold_above(cars, i, attitudes[i / HEIGHTS], heights_m[i % HEIGHTS]);
    kamm_step(cars, &kamm_flat_ground, 1);
    for (int i = 0; i < FALLS; ++i) first_j[i] = least_j[i] = energy_of(cars, i);
    for (int step = 0; step < 1.5 * rate.substeps_per_s; ++step) {
        kamm_step(cars, &kamm_flat_ground, 1);
        for (int i = 0; i < FALLS; ++i) {
            double energy_j = energy_of(cars, i);
            least_j[i] = fmin(least_j[i], energy_j);
            rise_j[i] = fmax(rise_j[i], energy_j - least_j[i]);
        }
    }
    for (int i = 0; i < FALLS; ++i) {
        double share = rise_j[i] / (first_j[i] - least_j[i]);
        if (kamm_fault(cars, i) || !(share < rate.most_share))
            fail_msg("%s from %g m, attitude %d, %g substeps/s: fault %d, %g of its energy more",
                     def.name, heights_m[i % HEIGHTS], i / HEIGHTS, rate.substeps_per_s,
                     kamm_fault(cars, i), share);
        *sum += share;
        ++*count;
    }
    end_cars(cars);
}

static void a_fall_on_the_body_gives_back_no_more_than_it_took(void **state)
{
    (void)state;
    for (int r = 0; r < of_tiers(1, 2, (int)(sizeof rates / sizeof *rates)); ++r) {
        double sum = 0;
        int count = 0;
        for (int v = 0; v < shipped_count(); v += of_tier(7, 1))
            let_fall(v, rates[r], &sum, &count);
        expect_above(count, of_tier(30, 50));
        print_message("%4.0f/s: %.4f %% in the mean\n", rates[r].substeps_per_s, 100 * sum / count);
        expect_below(sum / count, rates[r].mean_share);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_fall_on_the_body_gives_back_no_more_than_it_took),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
