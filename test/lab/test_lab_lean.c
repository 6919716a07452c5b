/* Figures of two-wheelers' road tests, computed again from the channels of all machines of the run. */
#include "lab/recorded.h"
#include "support/riding.h"
#include "support/tier.h"

static const double degree = PI / 180;

static kamm_vehicle_def machine(void) { return machine_of_file("sport-1000"); }

/* -- steady-turn ------------------------------------------------------------------------------------ */

/* Turns to the left at 0.4 g with 10, 20 and 30 m/s, and at 20 m/s with 0.45 g and more in steps of 0.07 g. */
static void steady_turns_are_read_at_their_end(void **state)
{
    (void)state;
    LONG_TIER_ONLY();
    enum { SPEEDS = 3, SHARES = 12 };
    const kamm_vehicle_def def = machine();
    struct recorded r = {KEEPS(KAMM_CHANNEL_roll_rad, KAMM_CHANNEL_acceleration_y_mps2,
                               KAMM_CHANNEL_steering_wheel_rad, KAMM_CHANNEL_speed_mps)};
    record(&r, "steady-turn", &def, KAMM_FULL, 240);
    int last = r.rows - 1, best = -1;
    assert_int_equal(r.cars, SPEEDS + SHARES);
    for (int car = 0; car < r.cars; ++car) {
        double lateral = at(&r, last, car, KAMM_CHANNEL_acceleration_y_mps2) / GRAVITY_MPS2;
        double wanted = car < SPEEDS ? 0.4 : 0.45 + 0.07 * (car - SPEEDS);
        double lean = -at(&r, last, car, KAMM_CHANNEL_roll_rad) / degree;
        int holds = fabs(lateral / wanted - 1) < 0.1 && lean > 0 && lean < 65;
        expect_share(at(&r, 0, car, KAMM_CHANNEL_speed_mps), car < SPEEDS ? 10 * (car + 1) : 20,
                     0.01);
        if (holds && (car == SPEEDS || best == car - 1)) best = car;
        if (car != 1) continue; /* 20 m/s */
        assert_true(holds);
        expect_near(figure_of(&r, "lean_20_mps_deg"), lean, 1e-9);
        expect_near(figure_of(&r, "lean_beyond_thin_tyres_deg"), lean - atan(lateral) / degree,
                    1e-9);
        expect_near(figure_of(&r, "steer_20_mps_deg"),
                    at(&r, last, car, KAMM_CHANNEL_steering_wheel_rad) / degree, 1e-9);
    }
    assert_true(best > SPEEDS);
    expect_near(figure_of(&r, "max_lateral_acceleration_g"),
                at(&r, last, best, KAMM_CHANNEL_acceleration_y_mps2) / GRAVITY_MPS2, 1e-9);
    expect_near(figure_of(&r, "max_lean_deg"), -at(&r, last, best, KAMM_CHANNEL_roll_rad) / degree,
                1e-9);
    forget(&r);
}

/* -- side-wind ------------------------------------------------------------------------------------- */

/* From when the front axle is a metre ahead of the full wind. */
static void side_wind_is_read_from_where_it_is_met(void **state)
{
    (void)state;
    static const int speeds_kmh[] = {25, 80, 120};
    const kamm_vehicle_def def = machine();
    struct recorded r = {
        KEEPS(KAMM_CHANNEL_x_m, KAMM_CHANNEL_y_m, KAMM_CHANNEL_roll_rad, KAMM_CHANNEL_speed_mps)};
    record(&r, "side-wind", &def, KAMM_FULL, 240);
    for (int car = 0; car < 3; ++car) {
        int meets = 0;
        double lean = 0;
        kamm_model *model = kamm_create_model(&def, KAMM_FULL, NULL);
        double ahead = kamm_describe(model).cg_behind_front_axle_m;
        kamm_destroy_model(model);
        while (at(&r, meets, car, KAMM_CHANNEL_x_m) + ahead < -1) ++meets;
        for (int row = meets; row <= row_at(&r, r.time_s[meets] + 2); ++row)
            lean = fmax(lean, fabs(at(&r, row, car, KAMM_CHANNEL_roll_rad)) / degree);
        expect_share(at(&r, meets, car, KAMM_CHANNEL_speed_mps), speeds_kmh[car] / 3.6, 0.01);
        for (int k = 1; k <= 2; ++k) {
            char name[64];
            double aside = at(&r, row_at(&r, r.time_s[meets] + k), car, KAMM_CHANNEL_y_m) -
                           at(&r, meets, car, KAMM_CHANNEL_y_m);
            snprintf(name, sizeof name, "deviation_%d_s_%d_kmh_m", k, speeds_kmh[car]);
            expect_near(figure_of(&r, name), aside, 1e-6);
            expect_above(aside, 0.01); /* to the left, with the wind */
            snprintf(name, sizeof name, "max_lean_%d_kmh_deg", speeds_kmh[car]);
            expect_near(figure_of(&r, name), lean, 1e-6);
        }
    }
    forget(&r);
}

/* -- lean-bump ------------------------------------------------------------------------------------- */

/* Each of three leans with a companion without a ridge, which lies half a second ahead across their way. */
static void a_bump_is_judged_beside_the_companion(void **state)
{
    (void)state;
    static const int leans[] = {0, 15, 30};
    const kamm_vehicle_def def = machine();
    struct recorded r = {
        KEEPS(KAMM_CHANNEL_x_m, KAMM_CHANNEL_y_m, KAMM_CHANNEL_roll_rad, KAMM_CHANNEL_speed_mps),
        KEEPS_OF_WHEELS(KAMM_WHEEL_travel_m)};
    record(&r, "lean-bump", &def, KAMM_FULL, 240);
    assert_int_equal(r.cars, 6);
    for (int k = 0; k < 3; ++k) {
        char name[64];
        double lean = 0, away = 0;
        int meets = 0;
        for (int row = 1; row < r.rows; ++row) {
            double dx = at(&r, row, k, KAMM_CHANNEL_x_m) - at(&r, row, k + 3, KAMM_CHANNEL_x_m);
            double dy = at(&r, row, k, KAMM_CHANNEL_y_m) - at(&r, row, k + 3, KAMM_CHANNEL_y_m);
            lean = fmax(lean, fabs(at(&r, row, k, KAMM_CHANNEL_roll_rad) -
                                   at(&r, row, k + 3, KAMM_CHANNEL_roll_rad)));
            away = fmax(away, hypot(dx, dy));
            double rises = at_wheel(&r, row, k, 0, KAMM_WHEEL_travel_m) -
                           at_wheel(&r, row, k + 3, 0, KAMM_WHEEL_travel_m);
            if (!meets && fabs(rises) > 1e-4) meets = row;
        }
        expect_near(-at(&r, 0, k, KAMM_CHANNEL_roll_rad), leans[k] * degree, 3 * degree);
        expect_near(at(&r, 0, k, KAMM_CHANNEL_roll_rad), at(&r, 0, k + 3, KAMM_CHANNEL_roll_rad),
                    1e-9);
        expect_share(at(&r, 0, k, KAMM_CHANNEL_speed_mps), 15, 0.01);
        expect_near(r.time_s[r.rows - 1], 2, tick_of(&r));
        /* The front wheel is ahead by its distance from the centre of gravity. */
        double front_s = 0.5 - def.body.cg_behind_front_axle_m / 15;
        expect_near(r.time_s[meets], front_s, 0.02);
        snprintf(name, sizeof name, "lean_change_%d_deg_deg", leans[k]);
        expect_near(figure_of(&r, name), lean / degree, 1e-9);
        snprintf(name, sizeof name, "deviation_%d_deg_m", leans[k]);
        expect_near(figure_of(&r, name), away, 1e-9);
    }
    forget(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steady_turns_are_read_at_their_end),
        cmocka_unit_test(side_wind_is_read_from_where_it_is_met),
        cmocka_unit_test(a_bump_is_judged_beside_the_companion),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
