/* Anti-roll bars: both units, what switches them, and that they neither make energy nor break the
 * symmetry. What they do for a car is in test_anti_roll_bars_driving.c. */
/* KAMM_QUICK_TESTS leaves this out: it drives for long to measure. */
#include "rungs/anti_roll_bars_bench.h"

#include "run/cars.h"
#include "support/tier.h"
#include "vehicle/chassis.h"

#include <string.h>

static void stiffness_and_largest_force_describe_the_same_bar(void **state)
{
    (void)state;
    kamm_vehicle_def def = default_vehicle();
    set_travel(&def, 0.1);
    set_bars(&def, 20000, 0, KAMM_BAR_FIXED);
    kamm_cars *stiffness = start_cornering(&def, 17, 0.045);
    set_bars(&def, 0, 20000 * 0.2, KAMM_BAR_FIXED); /* over the stroke of 0.2 m */
    kamm_cars *force = start_cornering(&def, 17, 0.045);
    set_bars(&def, 15000, 5000 * 0.2, KAMM_BAR_FIXED); /* they add up */
    kamm_cars *mixed = start_cornering(&def, 17, 0.045);
    set_bars(&def, 0, 0, KAMM_BAR_FIXED);
    kamm_cars *none = start_cornering(&def, 17, 0.045);
    print_message(
        "20000 N/m: roll %.4f deg, left front %.2f N; 4000 N over 0.2 m: %.4f deg, %.2f N; "
        "no bars: %.4f deg, %.2f N\n",
        roll_deg(stiffness), wheel_load(stiffness, 0), roll_deg(force), wheel_load(force, 0),
        roll_deg(none), wheel_load(none, 0));
    expect_above(fabs(roll_deg(none)), 1.5 * fabs(roll_deg(stiffness)));
    expect_near(roll_deg(force), roll_deg(stiffness), 1e-3);
    expect_near(roll_deg(mixed), roll_deg(stiffness), 1e-3);
    for (int wheel = 0; wheel < 4; ++wheel) {
        expect_near(wheel_load(force, wheel), wheel_load(stiffness, wheel), 0.5);
        expect_near(wheel_load(mixed, wheel), wheel_load(stiffness, wheel), 0.5);
    }
    end_cars(stiffness);
    end_cars(force);
    end_cars(mixed);
    end_cars(none);
}

/* What the bar puts on the left front wheel of a standing car: what spring and weight leave over. */
static double bar_on_left_wheel(const kamm_cars *cars)
{
    const kamm_model *model = kamm_model_of(cars, 0);
    const struct axle_constants *axle = &model->chassis->axles[0];
    const struct suspension_constants *spring = &axle->suspension;
    return wheel_load(cars, 0) - axle->unsprung_mass_kg * GRAVITY_MPS2 -
           spring_force(spring, (float)travel(cars, 0));
}

/* The wheels stand crosswise on blocks, so that the body stays level and each axle is twisted; springs
 * without stops, which let it be twisted by more than its stroke. */
static void bar_moves_its_largest_force_and_no_more(void **state)
{
    (void)state;
    kamm_vehicle_def def = plain_car();
    set_bars(&def, 0, 800, KAMM_BAR_FIXED);
    set_travel(&def, 0.025);
    for (int a = 0; a < 2; ++a) {
        suspension(&def, a)->bump_stop_n_per_m = suspension(&def, a)->rebound_stop_n_per_m = 0;
        suspension(&def, a)->roll_centre_height_m = 0; /* tyres' side forces bear no load then */
    }
    const double heights[] = {0, 0.02, 0.04, 0.06, 0.08, 0.1, 0.12};
    double max = 0;
    for (size_t i = 0; i < sizeof heights / sizeof *heights; i += (size_t)of_tier(3, 1)) {
        double blocks[4] = {heights[i], 0, 0, heights[i]};
        kamm_cars *cars = stand_on(&def, blocks);
        double apart = travel(cars, 0) - travel(cars, 1), force = bar_on_left_wheel(cars);
        double expected = 800 * fmin(apart / 0.05, 1);
        print_message("blocks of %.0f mm: travels %.1f mm apart, bar %.1f N, expected %.1f N\n",
                      1000 * heights[i], 1000 * apart, force, expected);
        expect_near(force, expected, 4);
        expect_above(apart, 0.6 * heights[i] - 1e-4);
        max = fmax(max, apart);
        end_cars(cars);
    }
    expect_above(max, 0.075); /* one and a half strokes */
}

static void force_over_no_stroke_is_refused(void **state)
{
    (void)state;
    kamm_vehicle_def def = default_vehicle();
    kamm_error error = {0};
    set_bars(&def, 0, 3000, KAMM_BAR_FIXED);
    set_travel(&def, 0);
    assert_null(kamm_create_model(&def, KAMM_FULL, &error));
    assert_string_equal(error.path, "axles.suspension.anti_roll_bar_n");
    set_bars(&def, 0, 100000, KAMM_BAR_FIXED);
    set_travel(&def, 0.001);
    def.stepping.substeps_per_s = 600; /* 50 kN/mm: too stiff for the substep */
    assert_null(kamm_create_model(&def, KAMM_FULL, &error));
    assert_string_equal(error.path, "stepping.substeps_per_s");
    suspension(&def, 0)->anti_roll_bar_mode = suspension(&def, 1)->anti_roll_bar_mode =
        KAMM_BAR_OFF;
    kamm_model *model = kamm_create_model(&def, KAMM_FULL, &error);
    assert_non_null(model);
    kamm_destroy_model(model);
}

/* Roll in a turn of 40 m or so; `speed_mps` becomes what was held. */
static double roll_at(double *speed_mps, double n_per_m, int mode)
{
    kamm_vehicle_def def = default_vehicle();
    set_bars(&def, n_per_m, 0, mode);
    double v = *speed_mps;
    kamm_cars *cars = start_cornering(&def, v, 0.06 * fmin(1, 12 * 12 / (v * v)));
    double roll = roll_deg(cars);
    *speed_mps = read_channel(cars, KAMM_CHANNEL_speed_mps);
    end_cars(cars);
    return roll;
}

static void auto_bar_follows_the_speed(void **state)
{
    (void)state;
    const double speeds[] = {6, 10, 14, 18, 20.5, 25};
    for (size_t i = 0; i < sizeof speeds / sizeof *speeds; i += (size_t)of_tier(3, 1)) {
        double held = speeds[i], again = speeds[i], once_more = speeds[i];
        double follows = roll_at(&held, 30000, KAMM_BAR_AUTO), share = fmin(held / 20, 1);
        double fixed = roll_at(&again, 30000, KAMM_BAR_FIXED);
        double part = roll_at(&once_more, 30000 * share, KAMM_BAR_FIXED);
        print_message("%.2f m/s: auto %.4f deg, fixed %.4f deg, %.1f %% of it %.4f deg\n", held,
                      follows, fixed, 100 * share, part);
        expect_share(follows, part, 0.001);
        if (share < 0.8) expect_above(fabs(follows), 1.1 * fabs(fixed));
    }
}

/* All of a car's motion, by its bytes. */
static int same_motion(const kamm_cars *one, int car, const kamm_cars *other, int other_car)
{
    for (size_t row = 0; row < one->rows.states; ++row) {
        float a = one->block[car / KAMM_BLOCK].state[row][car % KAMM_BLOCK];
        float b = other->block[other_car / KAMM_BLOCK].state[row][other_car % KAMM_BLOCK];
        if (memcmp(&a, &b, sizeof a) != 0) return 0;
    }
    return 1;
}

static kamm_cars *start_swerving(const kamm_vehicle_def *def, double seconds)
{
    kamm_cars *cars = start_cars(def, 1);
    put_car(cars, 0, &kamm_flat_ground, 0, 20, 3);
    kamm_inputs(cars)[0].steering_wheel_rad = 1;
    drive_for(cars, &kamm_flat_ground, seconds);
    return cars;
}

static void bar_that_is_off_is_no_bar(void **state)
{
    (void)state;
    kamm_vehicle_def def = default_vehicle();
    set_bars(&def, 0, 0, KAMM_BAR_FIXED);
    kamm_cars *none = start_swerving(&def, 3);
    set_bars(&def, 30000, 2000, KAMM_BAR_OFF);
    kamm_cars *off = start_swerving(&def, 3);
    set_bars(&def, 30000, 2000, KAMM_BAR_FIXED);
    kamm_cars *on = start_swerving(&def, 3);
    print_message("roll: none %.3f deg, off %.3f deg, on %.3f deg\n", roll_deg(none), roll_deg(off),
                  roll_deg(on));
    assert_true(same_motion(none, 0, off, 0));
    assert_false(same_motion(none, 0, on, 0));
    end_cars(none);
    end_cars(off);
    end_cars(on);
}

/* In the air, one wheel pushed in. */
static kamm_cars *start_in_the_air(double n_per_m)
{
    kamm_vehicle_def def = default_vehicle();
    set_bars(&def, n_per_m, 0, KAMM_BAR_FIXED);
    kamm_cars *cars = start_cars(&def, 1);
    kamm_placement placement = {{0, 0, 2}, {1, 0, 0, 0}, 0, 0, {0}};
    kamm_place(cars, 0, &placement);
    kamm_inputs(cars)[0].gear = 0;
    PUT_CAR_STATE(cars, 0, wheels[0].travel_m, CAR_STATE(cars, 0, wheels[0].travel_m) + 0.05f);
    return cars;
}

static void bar_between_hanging_wheels_is_off(void **state)
{
    (void)state;
    kamm_cars *with = start_in_the_air(40000), *without = start_in_the_air(0);
    for (int step = 0; step < 400; ++step) {
        kamm_step(with, &kamm_flat_ground, 1);
        kamm_step(without, &kamm_flat_ground, 1);
        assert_true(wheel_load(with, 0) + wheel_load(with, 1) == 0);
        assert_true(same_motion(with, 0, without, 0));
        if (step == 20) expect_above(travel(with, 0) - travel(with, 1), 0.01);
    }
    print_message("after 1/3 s in the air: travels %.4f, %.4f m\n", travel(with, 0),
                  travel(with, 1));
    end_cars(with);
    end_cars(without);
}

/* Mechanical energy without that of the engine, which idles by itself. */
static double energy_of(const kamm_cars *cars)
{
    double engine = read_channel(cars, KAMM_CHANNEL_engine_radps);
    return read_channel(cars, KAMM_CHANNEL_energy_j) -
           0.5 * kamm_model_of(cars, 0)->def->engine.inertia_kgm2 * engine * engine;
}

/* Whether an axle has come down in this substep, and how far its wheels are apart then. */
static int has_landed(const kamm_cars *cars, int was_free[2], double *apart_m)
{
    int landed = 0;
    for (int a = 0; a < 2; ++a) {
        int is_free = axle_load(cars, a) == 0;
        if (was_free[a] && !is_free) landed = 1;
        if (was_free[a] && !is_free) *apart_m = fabs(travel(cars, 2 * a) - travel(cars, 2 * a + 1));
        was_free[a] = is_free;
    }
    return landed;
}

/* Over a washboard at 45 m/s, in neutral: axles leave the ground all the time and come down with their
 * wheels apart. A bar that simply came back on would put 0.5 k d^2 in: 89 J at a landing here. */
static void landing_on_a_bar_puts_no_energy_in(void **state)
{
    (void)state;
    static struct rough_ground rough;
    make_rough(&rough, 7, 1.5, 0.08, 0.9);
    kamm_ground washboard = ground_of_rough(&rough);
    for (int unit = of_tier(1, 0); unit < 2; ++unit) {
        kamm_vehicle_def def = default_vehicle();
        set_bars(&def, unit ? 0 : 40000, unit ? 5600 : 0, KAMM_BAR_FIXED);
        kamm_cars *cars = start_cars(&def, 1);
        kamm_placement placement = {{0, 0, 0.3}, {1, 0, 0, 0}, 45, 0, {0}};
        kamm_place(cars, 0, &placement);
        kamm_inputs(cars)[0].gear = 0;
        kamm_step(cars, &washboard, 1);
        double first = energy_of(cars), before = first, rise = 0, widest = 0, apart = 0;
        int was_free[2] = {0}, landings = 0;
        for (int step = 0; step < 24000; ++step, before = energy_of(cars)) {
            kamm_step(cars, &washboard, 1);
            if (!has_landed(cars, was_free, &apart)) continue;
            ++landings;
            widest = fmax(widest, apart);
            rise = fmax(rise, energy_of(cars) - before);
        }
        print_message("%s: %d landings, wheels up to %.0f mm apart, worst rise of energy %.3g J of "
                      "%.0f J\n",
                      unit ? "5600 N" : "40000 N/m", landings, 1000 * widest, rise, first);
        expect_above(landings, 50);
        expect_above(widest, 0.05);
        expect_below(rise, 0.05);
        end_cars(cars);
    }
}

/* Payload to one side: the car rests as its bars have it, and stays so. */
static void car_at_rest_is_in_balance_with_its_bars(void **state)
{
    (void)state;
    const int modes[] = {KAMM_BAR_FIXED, KAMM_BAR_AUTO, KAMM_BAR_OFF, KAMM_BAR_FIXED};
    double rolls[4];
    for (int i = 0; i < 4; ++i) {
        kamm_vehicle_def def = default_vehicle();
        def.payload.mass_kg = 150;
        def.payload.cg_left_m = 0.4;
        set_bars(&def, i < 3 ? 10000 : 0, i < 3 ? 3000 : 0, modes[i]);
        kamm_cars *cars = start_cars(&def, 1);
        put_car(cars, 0, &kamm_flat_ground, 0, 0, 0);
        kamm_inputs(cars)[0].brake = 1;
        rolls[i] = roll_deg(cars);
        drive_for(cars, &kamm_flat_ground, 5);
        print_message("mode %d: rests at %.4f deg, after 5 s %.4f deg\n", modes[i], rolls[i],
                      roll_deg(cars));
        expect_share(roll_deg(cars), rolls[i], 0.06);
        end_cars(cars);
    }
    expect_below(rolls[0] / rolls[3], 0.8);
    expect_near(rolls[1], rolls[3], 0); /* standing, no bar */
    expect_near(rolls[2], rolls[3], 0);
}

/* 16 cars with bars of all kinds over a washboard, where they leave the ground. */
static void each_width_and_side_gives_the_same_bits(void **state)
{
    (void)state;
    static struct rough_ground rough;
    enum { CARS = 16 };
    static kamm_vehicle_def defs[CARS];
    make_rough(&rough, 7, 1.5, 0.08, 0.9);
    kamm_ground washboard = ground_of_rough(&rough);
    struct mirrored_ground mirror;
    kamm_ground other_side = mirror_of_ground(&mirror, &washboard);
    for (int car = 0; car < CARS; ++car) {
        defs[car] = default_vehicle();
        set_bars(&defs[car], 2000 * car, 500 * (15 - car), car % 3);
        suspension(&defs[car], 1)->anti_roll_bar_mode = car % 2;
    }
    kamm_cars *together = start_mixed_cars(defs, CARS);
    const kamm_placement placement = {{0, 0, 0.3}, {1, 0, 0, 0}, 25, 3, {0}};
    for (int car = 0; car < CARS; ++car) {
        kamm_place(together, car, &placement);
        kamm_inputs(together)[car].steering_wheel_rad = 0.5f;
    }
    kamm_step(together, &washboard, of_tier(1200, 3600));
    for (int car = 0; car < CARS; ++car) {
        kamm_cars *alone = start_cars(&defs[car], 1), *mirrored = start_cars(&defs[car], 1);
        kamm_place(alone, 0, &placement);
        kamm_place(mirrored, 0, &placement);
        kamm_inputs(alone)[0].steering_wheel_rad = 0.5f;
        kamm_inputs(mirrored)[0].steering_wheel_rad = -0.5f;
        kamm_step(alone, &washboard, of_tier(1200, 3600));
        kamm_step(mirrored, &other_side, of_tier(1200, 3600));
        assert_true(same_motion(alone, 0, together, car));
        assert_true(roll_deg(alone) == -roll_deg(mirrored));
        for (int wheel = 0; wheel < 4; ++wheel)
            assert_true(travel(alone, wheel) == travel(mirrored, wheel ^ 1));
        end_cars(alone);
        end_cars(mirrored);
    }
    end_cars(together);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stiffness_and_largest_force_describe_the_same_bar),
        cmocka_unit_test(bar_moves_its_largest_force_and_no_more),
        cmocka_unit_test(force_over_no_stroke_is_refused),
        cmocka_unit_test(auto_bar_follows_the_speed),
        cmocka_unit_test(bar_that_is_off_is_no_bar),
        cmocka_unit_test(bar_between_hanging_wheels_is_off),
        cmocka_unit_test(landing_on_a_bar_puts_no_energy_in),
        cmocka_unit_test(car_at_rest_is_in_balance_with_its_bars),
        cmocka_unit_test(each_width_and_side_gives_the_same_bits),
    };
    return cmocka_run_group_tests_name("anti-roll bars", tests, NULL, NULL);
}
