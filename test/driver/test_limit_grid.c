/* Limits over a grid of shipped vehicles, speeds and lateral accelerations: they fall towards the lateral limit, and what a differential,
 * a lifted wheel or an axle at its end does to them makes no jump upwards. */
#include "driver/car_limits.h"
#include "driver/corner_table.h"
#include "support/mirror.h"
#include "support/rungs.h"
#include "support/shipped.h"
#include "support/tier.h"

#include <math.h>

static const double gravity_mps2 = 9.80665;

static struct car_demand demand_of(double speed_mps, double lateral_mps2)
{
    return (struct car_demand){
        .speed_mps = speed_mps, .normal_mps2 = gravity_mps2, .lateral_mps2 = lateral_mps2};
}

static double most_lateral_mps2(const struct car_limits *limits, double speed_mps)
{
    double low = 0, high = 80;
    for (int i = 0; i < 30; ++i) {
        double middle = (low + high) / 2;
        struct car_demand demand = demand_of(speed_mps, middle);
        *(kamm_can_corner(limits, &demand) ? &low : &high) = middle;
    }
    return low;
}

static struct car_limits without_brakes(const struct car_limits *limits)
{
    struct car_limits rolls = *limits;
    for (int a = 0; a < rolls.axles; ++a) rolls.axle[a].brake_n = 0;
    return rolls;
}

/* Brakes are compared by what they add to a car that rolls: the bend itself slows it the more, the tighter it is. The differential's
 * moment is solved to 0.1 % and its wheels' forces to 0.2 %, so that half a per cent of the weight is allowed. Nearer to the
 * lateral limit than 0.96 of it a fine grid also finds where a car can brake or not, as that turns it outwards. */
static void limits_fall(const char *name, const struct car_limits *limits, double speed_mps,
                        double up_to, int levels)
{
    const double allowed_mps2 = 0.005 * gravity_mps2;
    struct car_limits rolls = without_brakes(limits);
    double most = most_lateral_mps2(limits, speed_mps), least_gain = INFINITY,
           least_brake = INFINITY;
    for (int k = 0; k <= levels; ++k) {
        struct car_demand demand = demand_of(speed_mps, most * up_to * k / levels);
        double gains = kamm_can_accelerate(limits, &demand);
        double slows = kamm_can_brake(limits, &demand);
        double brakes = kamm_can_brake(&rolls, &demand) - slows;
        if (!(gains <= least_gain + allowed_mps2) || !(brakes <= least_brake + allowed_mps2) ||
            !(slows <= gains + allowed_mps2))
            fail_msg("%s at %.1f m/s and %.3f m/s2 sideways: gains %.3f after %.3f m/s2, brakes by "
                     "%.3f after %.3f",
                     name, speed_mps, demand.lateral_mps2, gains, least_gain, brakes, least_brake);
        least_gain = fmin(gains, least_gain), least_brake = fmin(brakes, least_brake);
    }
    assert_true(least_gain < kamm_limit_thrust_n(limits, speed_mps) / limits->mass_kg);
}

static void limits_fall_towards_the_lateral_one(void **unused)
{
    int levels = of_tiers(20, 100, 400), speeds = of_tiers(3, 5, 12);
    double up_to = of_tiers(100, 100, 96) / 100.0;
    (void)unused;
    for (int v = 0; v < shipped_count(); ++v) {
        kamm_vehicle_def def = shipped_on(v, KAMM_FULL, 600);
        kamm_model *model = compile_rung(&def, KAMM_FULL);
        struct car_limits limits;
        kamm_find_car_limits(model, 1, &limits);
        for (int k = 0; k < speeds; ++k)
            limits_fall(shipped_name(v), &limits, (0.1 + 0.8 * k / (speeds - 1)) * limits.top_mps,
                        up_to, levels);
        kamm_destroy_model(model);
    }
}

/* A car whose loads do not shift, on tyres of one friction whatever the load, with anti-lock brakes: (a / mu_x g)^2 + (b / mu_y g)^2 = 1. */
static void brakes_of_a_simple_car_are_the_friction_ellipse(void **unused)
{
    (void)unused;
    kamm_vehicle_def def = plain_car();
    def.aero.drag_coefficient = def.aero.side_force_slope_per_rad = 0;
    def.aero.front_lift_coefficient = def.aero.rear_lift_coefficient = 0;
    def.body.cg_height_m = 0.1;
    def.double_track.tyre = KAMM_TRACK_TYRE_CAPPED;
    def.aids.abs = 1;
    for (int a = 0; a < def.axles_count; ++a) def.axles[a].brake_torque_nm *= 10;
    kamm_model *model = compile_rung(&def, KAMM_DOUBLE_TRACK);
    kamm_model_info info = kamm_describe(model);
    struct car_limits limits, rolls;
    kamm_find_car_limits(model, 1, &limits);
    rolls = without_brakes(&limits);
    double x_mps2 = gravity_mps2 * info.peak_friction_x[0];
    double y_mps2 = gravity_mps2 * fmin(info.peak_friction_y[0], info.peak_friction_y[2]);
    for (double share = 0; share < 0.96; share += 0.1) {
        struct car_demand demand = demand_of(20, share * y_mps2);
        double brakes = kamm_can_brake(&rolls, &demand) - kamm_can_brake(&limits, &demand);
        print_message("%.2f of the lateral limit: brakes by %.3f m/s2, ellipse %.3f\n", share,
                      brakes, x_mps2 * sqrt(1 - share * share));
        expect_share(brakes, x_mps2 * sqrt(1 - share * share), 0.03);
    }
    expect_share(most_lateral_mps2(&limits, 20), y_mps2, 0.02);
    kamm_destroy_model(model);
}

/* To the rounding of the models, whose constants are single-precision. */
static void mirrored_cars_have_the_same_limits(void **unused)
{
    (void)unused;
    struct car_limits limits[2];
    for (int i = 0; i < 2; ++i) {
        kamm_vehicle_def def = lopsided_car(i ? -1 : 1);
        kamm_model *model = compile_rung(&def, KAMM_FULL);
        kamm_find_car_limits(model, 1, &limits[i]);
        kamm_destroy_model(model);
    }
    for (double speed_mps = 5; speed_mps < 45; speed_mps += 10)
        for (double lateral_mps2 = -12; lateral_mps2 < 13; lateral_mps2 += 3) {
            struct car_demand one = demand_of(speed_mps, lateral_mps2),
                              other = demand_of(speed_mps, -lateral_mps2);
            int holds = kamm_can_corner(&limits[0], &one);
            assert_true(holds == kamm_can_corner(&limits[1], &other));
            if (!holds) continue; /* no acceleration is possible */
            expect_near(kamm_can_accelerate(&limits[0], &one),
                        kamm_can_accelerate(&limits[1], &other), 1e-4);
            expect_near(kamm_can_brake(&limits[0], &one), kamm_can_brake(&limits[1], &other), 1e-4);
        }
}

static double most_lateral_at(const struct car_limits *limits, struct corner_table *table,
                              struct car_demand demand)
{
    double low = 0, high = 80;
    for (int i = 0; i < 20; ++i) {
        demand.lateral_mps2 = (low + high) / 2;
        int holds = table ? kamm_holds_corner(table, &demand) : kamm_can_corner(limits, &demand);
        *(holds ? &low : &high) = demand.lateral_mps2;
    }
    return low;
}

/* On level road to the kinks of the limits over the speed; on others by what loads do to each axle by itself. */
static void tabled_limits_are_the_computed_ones(void **unused)
{
    static const char *const names[] = {"bmw-m3-e46", "formula-car-2014", "mercedes-citaro",
                                        "audi-r8-lms-gt3", "nissan-micra"};
    (void)unused;
    for (int i = 0; i < of_tiers(2, 5, 5); ++i) {
        kamm_vehicle_def def = shipped_on(shipped_number(names[i]), KAMM_FULL, 600);
        kamm_model *model = compile_rung(&def, KAMM_FULL);
        struct car_limits limits;
        kamm_find_car_limits(model, 1, &limits);
        struct corner_table table = kamm_corner_table(&limits);
        double worst[2] = {0, 0}, sum = 0;
        int roads = of_tiers(20, 60, 400);
        for (int k = 0; k < roads; ++k) {
            int level = k % 2;
            double share = fmod(0.414 * k, 1), slope = level ? 0 : 0.2 * fmod(0.732 * k, 1) - 0.1;
            struct car_demand demand = {
                .speed_mps = (0.07 + 0.9 * fmod(0.618 * k, 1)) * limits.top_mps,
                .normal_mps2 = (level ? 1 : 0.8 + 0.5 * share) * gravity_mps2,
                .uphill_mps2 = slope * gravity_mps2};
            double tabled = most_lateral_at(&limits, &table, demand);
            double computed = most_lateral_at(&limits, NULL, demand);
            sum += fabs(tabled / computed - 1);
            worst[level] = fmax(worst[level], fabs(tabled / computed - 1));
        }
        print_message("%s: tabled lateral limits are within %.2f %%, on level road %.2f %%\n",
                      names[i], 100 * worst[0], 100 * worst[1]);
        expect_below(worst[0], 0.08);
        expect_below(sum / roads, 0.01);
        expect_below(worst[1], 0.015);
        kamm_destroy_model(model);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(limits_fall_towards_the_lateral_one),
        cmocka_unit_test(brakes_of_a_simple_car_are_the_friction_ellipse),
        cmocka_unit_test(tabled_limits_are_the_computed_ones),
        cmocka_unit_test(mirrored_cars_have_the_same_limits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
