/* Figures of road tests in turns, on split friction and in side wind, computed again from the channels of all cars by what the standards
 * say. */
#include "lab/recorded.h"
#include "support/quick.h"
#include "support/tier.h"

static const double degree = PI / 180;

/* -- fishhook ------------------------------------------------------------------------------------- */

/* The row at which the steering wheel comes to an angle, or leaves it, from a row on. */
static int steers_row(const struct recorded *r, int car, double angle, int arrives, int from)
{
    for (int row = from; row < r->rows; ++row) {
        double off = at(r, row, car, KAMM_CHANNEL_steering_wheel_rad) - angle;
        if ((fabs(off) < 2e-5) == arrives) return row;
    }
    fail_msg("the steering wheel of car %d is never at %g rad", car, angle);
    return 0;
}

/* 720 deg/s to the amplitude; once the roll rate is 1.5 deg/s, as fast to the other side; 3 s there, and back within 2 s (NHTSA, 49 CFR
 * 575). Returns the row at which it is over. */
static int check_hook(const struct recorded *r, int car, double angle)
{
    double side = car % 2 ? -1 : 1, tick = tick_of(r);
    int turned = steers_row(r, car, side * angle, 1, 1);
    int leaves = steers_row(r, car, side * angle, 0, turned), rolls = turned;
    while (side * at(r, rolls, car, KAMM_CHANNEL_roll_rate_radps) > 1.5 * degree) ++rolls;
    int hooked = steers_row(r, car, -side * angle, 1, leaves);
    int returns = steers_row(r, car, -side * angle, 0, hooked);
    int over = steers_row(r, car, 0, 1, returns);
    expect_near(r->time_s[turned], angle / (720 * degree), 1.5 * tick);
    expect_near(r->time_s[leaves], r->time_s[rolls], 3.5 * tick);
    expect_near(r->time_s[hooked] - r->time_s[leaves], 2 * angle / (720 * degree), 2.5 * tick);
    expect_near(r->time_s[returns] - r->time_s[hooked], 3, 2.5 * tick);
    expect_near(r->time_s[over] - r->time_s[returns], 2, 2.5 * tick);
    return over;
}

/* Both wheels of a side without load for 0.3 s in a row: on double_track those are two inches. */
static int lifts(const struct recorded *r, int car, int over)
{
    double since_s[2] = {0, 0};
    for (int row = 1; row <= over; ++row)
        for (int side = 0; side < 2; ++side) {
            double load = fmax(at_wheel(r, row, car, side, KAMM_WHEEL_load_n),
                               at_wheel(r, row, car, 2 + side, KAMM_WHEEL_load_n));
            since_s[side] = load > 0 ? 0 : since_s[side] + tick_of(r);
            if (since_s[side] >= 0.3) return 1;
        }
    return 0;
}

static void a_fishhook_is_steered_and_judged_by_nhtsa(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    static const double entries_mph[] = {35, 40, 45, 47.5, 50};
    kamm_vehicle_def def = kamm_default_vehicle();
    def.body.cg_height_m = 0.82, def.body.height_m = 2.2;
    struct recorded r = {KEEPS(KAMM_CHANNEL_steering_wheel_rad, KAMM_CHANNEL_roll_rad,
                               KAMM_CHANNEL_roll_rate_radps, KAMM_CHANNEL_forward_speed_mps,
                               KAMM_CHANNEL_throttle),
                         KEEPS_OF_WHEELS(KAMM_WHEEL_load_n)};
    record(&r, "fishhook", &def, KAMM_DOUBLE_TRACK, 240);
    assert_int_equal(r.cars, 10);
    double angle = figure_of(&r, "steering_amplitude_deg") * degree, most_rad = 0, tips = INFINITY;
    for (int car = 0; car < r.cars; ++car) {
        double entry = entries_mph[car / 2] * 0.44704;
        int over = check_hook(&r, car, angle);
        expect_share(at(&r, 0, car, KAMM_CHANNEL_forward_speed_mps), entry, 2e-3);
        assert_true(at(&r, 1, car, KAMM_CHANNEL_throttle) == 0);
        for (int row = 1; row <= over; ++row)
            most_rad = fmax(most_rad, fabs(at(&r, row, car, KAMM_CHANNEL_roll_rad)));
        if (lifts(&r, car, over)) tips = fmin(tips, entry * 3.6);
    }
    print_message("tips up at %.1f km/h\n", tips);
    expect_near(figure_of(&r, "max_roll_deg"), most_rad / degree, 1e-6);
    assert_true(tips > 60 && tips < 80); /* neither the first nor none */
    expect_near(figure_of(&r, "tip_up_speed_kmh"), tips, 1e-6);
    forget(&r);
}

/* -- skidpad -------------------------------------------------------------------------------------- */

struct gradient {
    double n, x, y, xx, xy;
};

static void add(struct gradient *g, double x, double y)
{
    g->n += 1, g->x += x, g->y += y, g->xx += x * x, g->xy += x * y;
}

static double slope_of(const struct gradient *g)
{
    return (g->xy / g->n - g->x / g->n * g->y / g->n) / (g->xx / g->n - g->x * g->x / g->n / g->n);
}

/* Distance from the circle, outwards. */
static double outside_m(const struct recorded *r, int row, int car, double radius)
{
    double side = car % 2 ? -1 : 1;
    return hypot(at(r, row, car, KAMM_CHANNEL_x_m),
                 at(r, row, car, KAMM_CHANNEL_y_m) - side * radius) -
           radius;
}

/* Until a car leaves its line by half a metre: the most of v^2 / r, and slopes over lateral acceleration in g. */
static double circle_of(const struct recorded *r, int car, double radius,
                        struct gradient gradients[3])
{
    double most = 0, side = car % 2 ? -1 : 1;
    for (int row = row_at(r, 8 - 1e-6); row < r->rows; ++row) {
        double out = outside_m(r, row, car, radius), v = at(r, row, car, KAMM_CHANNEL_speed_mps);
        double lateral = v * v / (radius + out);
        if (fabs(out) > 0.5) break;
        most = fmax(most, lateral);
        if (lateral < 1 || lateral > 4) continue;
        add(&gradients[0], lateral / GRAVITY_MPS2,
            side * at(r, row, car, KAMM_CHANNEL_road_wheel_rad) / degree);
        add(&gradients[1], lateral / GRAVITY_MPS2,
            side * at(r, row, car, KAMM_CHANNEL_roll_rad) / degree);
        add(&gradients[2], lateral / GRAVITY_MPS2,
            side * at(r, row, car, KAMM_CHANNEL_sideslip_rad) / degree);
    }
    return most;
}

/* The car is the mirror of itself, so that the cars to the right are those to the left; the test itself drives both. */
static void steady_cornering_is_judged_by_iso_4138(void **state)
{
    (void)state;
    LONG_TIER_ONLY();
    static const double radii[] = {100, 100, 150 * 0.3048, 150 * 0.3048};
    const kamm_vehicle_def def = kamm_default_vehicle();
    struct gradient gradients[4][3] = {{{0, 0, 0, 0, 0}}};
    double limits[4];
    struct recorded r = {KEEPS(KAMM_CHANNEL_x_m, KAMM_CHANNEL_y_m, KAMM_CHANNEL_speed_mps,
                               KAMM_CHANNEL_road_wheel_rad, KAMM_CHANNEL_roll_rad,
                               KAMM_CHANNEL_sideslip_rad)};
    record(&r, "skidpad", &def, KAMM_DOUBLE_TRACK, 240);
    assert_int_equal(r.cars, 4);
    for (int car = 0; car < 4; ++car) {
        limits[car] = circle_of(&r, car, radii[car], gradients[car]);
        for (int row = 0; row < r.rows; row += 200) /* sides: the car goes round its own circle */
            if (r.time_s[row] < 30) expect_near(outside_m(&r, row, car, radii[car]), 0, 0.3);
    }
    expect_near(figure_of(&r, "max_lateral_acceleration_100m_g"),
                (limits[0] + limits[1]) / 2 / GRAVITY_MPS2, 2e-4);
    expect_near(figure_of(&r, "max_lateral_acceleration_300ft_g"),
                (limits[2] + limits[3]) / 2 / GRAVITY_MPS2, 2e-4);
    static const char *const names[] = {"understeer_gradient_deg_per_g", "roll_gradient_deg_per_g",
                                        "sideslip_gradient_deg_per_g"};
    for (int k = 0; k < 3; ++k)
        expect_near(figure_of(&r, names[k]),
                    (slope_of(&gradients[0][k]) + slope_of(&gradients[1][k])) / 2, 1e-6);
    /* 8 m/s for 8 s, then faster by 0.2 m/s2 at most; somewhat less off the line. */
    double gains = 0;
    for (double time = 20; time < 70; time += 10)
        gains = fmax(gains, (at(&r, row_at(&r, time + 10), 0, KAMM_CHANNEL_speed_mps) -
                             at(&r, row_at(&r, time), 0, KAMM_CHANNEL_speed_mps)) /
                                10);
    expect_near(gains, 0.18, 0.01);
    expect_near(at(&r, row_at(&r, 7.9), 0, KAMM_CHANNEL_speed_mps), 8, 0.05);
    forget(&r);
}

/* -- brake-in-turn ---------------------------------------------------------------------------------- */

struct braked {
    double ratio_1_s, peak, peak_pedal, sideslip_rad;
};

/* The worst of ten pedals, each figure by itself. */
static struct braked worst_of(const struct recorded *r, int circle)
{
    struct braked worst = {0, 0, 0, 0};
    for (int pedal = 0; pedal < 10; ++pedal) {
        int car = 10 * circle + pedal, second = row_at(r, 1);
        double before = at(r, 0, car, KAMM_CHANNEL_yaw_rate_radps), peak = 0;
        worst.ratio_1_s =
            fmax(worst.ratio_1_s, at(r, second, car, KAMM_CHANNEL_yaw_rate_radps) * 100 /
                                      at(r, second, car, KAMM_CHANNEL_speed_mps));
        expect_near(at(r, 1, car, KAMM_CHANNEL_brake), 0.1 * (pedal + 1), 1e-6);
        assert_true(at(r, 1, car, KAMM_CHANNEL_throttle) == 0);
        for (int row = 1; row < r->rows; ++row) {
            peak = fmax(peak, fabs(at(r, row, car, KAMM_CHANNEL_yaw_rate_radps)) / before);
            double off = at(r, row, car, KAMM_CHANNEL_sideslip_rad) -
                         at(r, 0, car, KAMM_CHANNEL_sideslip_rad);
            if (at(r, row, car, KAMM_CHANNEL_speed_mps) > 5)
                worst.sideslip_rad = fmax(worst.sideslip_rad, fabs(remainder(off, 2 * PI)));
        }
        if (peak > worst.peak) worst.peak = peak, worst.peak_pedal = 0.1 * (pedal + 1);
    }
    return worst;
}

static void braking_in_a_turn_is_judged_by_iso_7975(void **state)
{
    (void)state;
    static const double lateral_mps2[] = {5, 6.5};
    static const char *const names[2][4] = {
        {"yaw_ratio_1_s", "peak_yaw_rate_ratio", "peak_yaw_pedal", "peak_sideslip_deg"},
        {"yaw_ratio_1_s_at_6_5_mps2", "peak_yaw_rate_ratio_at_6_5_mps2",
         "peak_yaw_pedal_at_6_5_mps2", "peak_sideslip_at_6_5_mps2_deg"}};
    const kamm_vehicle_def def = kamm_default_vehicle();
    struct recorded r = {KEEPS(KAMM_CHANNEL_yaw_rate_radps, KAMM_CHANNEL_speed_mps,
                               KAMM_CHANNEL_sideslip_rad, KAMM_CHANNEL_brake, KAMM_CHANNEL_throttle,
                               KAMM_CHANNEL_steering_wheel_rad)};
    record(&r, "brake-in-turn", &def, KAMM_DOUBLE_TRACK, 240);
    assert_int_equal(r.cars, 20);
    for (int circle = 0; circle < 2; ++circle) {
        const struct braked worst = worst_of(&r, circle);
        double v = at(&r, 0, 10 * circle, KAMM_CHANNEL_speed_mps);
        expect_share(v * v / 100, lateral_mps2[circle], 0.03);
        expect_share(at(&r, 0, 10 * circle, KAMM_CHANNEL_yaw_rate_radps), v / 100, 0.03);
        for (int car = 10 * circle; car < 10 * circle + 10; ++car) /* held where it was */
            assert_true(at(&r, r.rows - 1, car, KAMM_CHANNEL_steering_wheel_rad) ==
                        at(&r, 1, 10 * circle, KAMM_CHANNEL_steering_wheel_rad));
        expect_near(figure_of(&r, names[circle][0]), worst.ratio_1_s, 1e-6);
        expect_near(figure_of(&r, names[circle][1]), worst.peak, 1e-6);
        expect_near(figure_of(&r, names[circle][2]), worst.peak_pedal, 1e-6);
        expect_near(figure_of(&r, names[circle][3]), worst.sideslip_rad / degree, 1e-4);
    }
    forget(&r);
}

/* -- crosswind -------------------------------------------------------------------------------------- */

/* From when the front axle is a metre ahead of the full wind: ISO 12021's deviations after 1 and 2 s, and peaks within 2 s. */
static void side_wind_is_judged_by_iso_12021(void **state)
{
    (void)state;
    static const int speeds_kmh[] = {80, 100, 140};
    static const char *const formats[] = {"deviation_1_s_%d_kmh_m", "deviation_2_s_%d_kmh_m",
                                          "peak_yaw_rate_%d_kmh_degps",
                                          "peak_lateral_acceleration_%d_kmh_mps2"};
    const kamm_vehicle_def def = kamm_default_vehicle();
    struct recorded r = {KEEPS(KAMM_CHANNEL_x_m, KAMM_CHANNEL_y_m, KAMM_CHANNEL_forward_speed_mps,
                               KAMM_CHANNEL_yaw_rate_radps, KAMM_CHANNEL_acceleration_y_mps2,
                               KAMM_CHANNEL_steering_wheel_rad, KAMM_CHANNEL_throttle)};
    record(&r, "crosswind", &def, KAMM_DOUBLE_TRACK, 240);
    for (int car = 0; car < 3; ++car) {
        int meets = 0;
        double yaw = 0, lateral = 0;
        while (at(&r, meets, car, KAMM_CHANNEL_x_m) + def.body.cg_behind_front_axle_m < -1) ++meets;
        int after[2] = {row_at(&r, r.time_s[meets] + 1), row_at(&r, r.time_s[meets] + 2)};
        for (int row = meets; row <= after[1]; ++row) {
            yaw = fmax(yaw, fabs(at(&r, row, car, KAMM_CHANNEL_yaw_rate_radps)));
            lateral = fmax(lateral, fabs(at(&r, row, car, KAMM_CHANNEL_acceleration_y_mps2)));
        }
        double from = at(&r, meets, car, KAMM_CHANNEL_y_m);
        const double wanted[] = {at(&r, after[0], car, KAMM_CHANNEL_y_m) - from,
                                 at(&r, after[1], car, KAMM_CHANNEL_y_m) - from, yaw / degree,
                                 lateral};
        expect_share(at(&r, meets, car, KAMM_CHANNEL_forward_speed_mps), speeds_kmh[car] / 3.6,
                     3e-3);
        assert_true(at(&r, r.rows - 1, car, KAMM_CHANNEL_steering_wheel_rad) ==
                    at(&r, 1, car, KAMM_CHANNEL_steering_wheel_rad));
        assert_true(at(&r, r.rows - 1, car, KAMM_CHANNEL_throttle) ==
                    at(&r, 1, car, KAMM_CHANNEL_throttle));
        expect_above(wanted[1], 0.1); /* to the left, with the wind */
        for (int k = 0; k < 4; ++k) {
            char name[64];
            snprintf(name, sizeof name, formats[k], speeds_kmh[car]);
            expect_near(figure_of(&r, name), wanted[k], 1e-6);
        }
    }
    forget(&r);
}

/* -- split-mu --------------------------------------------------------------------------------------- */

/* As far as the rows go, which is until the steered car with anti-lock brakes stands. */
static void split_friction_is_judged_from_the_pedal_on(void **state)
{
    (void)state;
    enum { STEERED, STEERED_WITHOUT, HELD, HELD_WITHOUT };
    const kamm_vehicle_def def = kamm_default_vehicle();
    struct recorded r = {KEEPS(KAMM_CHANNEL_x_m, KAMM_CHANNEL_y_m, KAMM_CHANNEL_yaw_rad,
                               KAMM_CHANNEL_speed_mps, KAMM_CHANNEL_steering_wheel_rad,
                               KAMM_CHANNEL_brake)};
    double aside = 0, yaw = 0, early = 0, steering = 0;
    record(&r, "split-mu", &def, KAMM_FULL, 240);
    for (int row = 0; row < r.rows; ++row) {
        int guided = at(&r, row, STEERED, KAMM_CHANNEL_speed_mps) >= 5;
        double angle = fabs(at(&r, row, STEERED, KAMM_CHANNEL_steering_wheel_rad));
        aside = fmax(aside, fabs(at(&r, row, STEERED, KAMM_CHANNEL_y_m) -
                                 at(&r, 0, STEERED, KAMM_CHANNEL_y_m)));
        if (guided) yaw = fmax(yaw, fabs(at(&r, row, STEERED, KAMM_CHANNEL_yaw_rad)));
        if (guided && row) steering = fmax(steering, angle);
        if (r.time_s[row] <= 2 + 1e-9) early = steering;
    }
    double ratio = 100 / 3.6 / at(&r, 0, STEERED, KAMM_CHANNEL_speed_mps);
    double way =
        hypot(at(&r, r.rows - 1, STEERED, KAMM_CHANNEL_x_m) - at(&r, 0, STEERED, KAMM_CHANNEL_x_m),
              at(&r, r.rows - 1, STEERED, KAMM_CHANNEL_y_m) - at(&r, 0, STEERED, KAMM_CHANNEL_y_m));
    expect_share(ratio, 1, 2e-3);
    expect_near(figure_of(&r, "stopping_distance_m"), way * ratio * ratio, 1e-6);
    expect_near(figure_of(&r, "lane_deviation_m"), aside, 1e-9);
    expect_near(figure_of(&r, "max_yaw_deg"), yaw / degree, 1e-6);
    expect_near(figure_of(&r, "steering_in_2_s_deg"), early / degree, 1e-6);
    expect_near(figure_of(&r, "steering_deg"), steering / degree, 1e-6);
    /* The good side is the right one. */
    expect_near(figure_of(&r, "held_yaw_after_1_s_deg"),
                -at(&r, row_at(&r, 1), HELD, KAMM_CHANNEL_yaw_rad) / degree, 1e-6);
    expect_near(figure_of(&r, "held_yaw_after_1_s_no_abs_deg"),
                -at(&r, row_at(&r, 1), HELD_WITHOUT, KAMM_CHANNEL_yaw_rad) / degree, 1e-6);
    for (int car = HELD; car <= HELD_WITHOUT; ++car)
        expect_near(at(&r, r.rows - 1, car, KAMM_CHANNEL_steering_wheel_rad), 0, 1e-6);
    for (int car = STEERED; car <= HELD_WITHOUT; ++car)
        assert_true(at(&r, 1, car, KAMM_CHANNEL_brake) == 1);
    forget(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_fishhook_is_steered_and_judged_by_nhtsa),
        cmocka_unit_test(steady_cornering_is_judged_by_iso_4138),
        cmocka_unit_test(braking_in_a_turn_is_judged_by_iso_7975),
        cmocka_unit_test(side_wind_is_judged_by_iso_12021),
        cmocka_unit_test(split_friction_is_judged_from_the_pedal_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
