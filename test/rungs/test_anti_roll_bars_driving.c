/* Anti-roll bars: that they act inside the wheel load, and what they do for a tall car, for the balance and
 * for a laden pickup. */
/* KAMM_QUICK_TESTS leaves this out: it drives for long to measure. */
#include "anti_roll_bars_bench.h"
#include "support/drive.h"
#include "support/tier.h"

#include <kamm/io/lab.h>
#include <kamm/io/vehicle_file.h>
#include <string.h>

/* In a turn bars move load across each axle, and none onto it or off it. */
static void bar_leaves_the_axle_its_load(void **state)
{
    (void)state;
    kamm_vehicle_def def = plain_car();
    set_travel(&def, 0.1);
    set_bars(&def, 0, 0, KAMM_BAR_FIXED);
    kamm_cars *without = start_cornering(&def, 17, 0.04);
    suspension(&def, 0)->anti_roll_bar_n_per_m = 30000;
    kamm_cars *with = start_cornering(&def, 17, 0.04);
    for (int a = 0; a < 2; ++a) {
        double across = wheel_load(without, 2 * a + 1) - wheel_load(without, 2 * a);
        double more = wheel_load(with, 2 * a + 1) - wheel_load(with, 2 * a);
        print_message("axle %d: %.1f N in all, %.1f N across; with a front bar %.1f N, %.1f N\n", a,
                      axle_load(without, a), across, axle_load(with, a), more);
        expect_near(axle_load(with, a), axle_load(without, a), 0.003 * axle_load(without, a));
        if (a == 0) expect_above(more, 1.2 * across);
        if (a == 1) expect_below(more, 0.9 * across);
    }
    end_cars(without);
    end_cars(with);
}

/* Left front wheel on a block, the right one over a pit: where a force from outside would lift the
 * wheel that stands, the load is what the balance of the car wants, with a bar and without. */
static void wheel_on_a_block_keeps_its_load(void **state)
{
    (void)state;
    kamm_vehicle_def def = plain_car();
    def.body.cg_behind_front_axle_m = def.axles[1].behind_front_axle_m * 0.6;
    def.axles[0].track_m = def.axles[1].track_m = 1.5;
    for (int a = 0; a < 2; ++a) suspension(&def, a)->spring_n_per_m = 60000;
    double weight = def.body.mass_kg * GRAVITY_MPS2, blocks[4] = {0.03, -2, 0, 0}, hangs[2];
    for (int with = 0; with < 2; ++with) {
        set_bars(&def, 0, 0, KAMM_BAR_FIXED);
        suspension(&def, 0)->anti_roll_bar_n_per_m = with ? 30000 : 0;
        kamm_cars *cars = stand_on(&def, blocks);
        hangs[with] = travel(cars, 1);
        print_message("bar %d N/m: left front wheel %.1f N of %.1f N on the axle, travels %.1f and "
                      "%.1f mm\n",
                      with ? 30000 : 0, wheel_load(cars, 0), 0.4 * weight, 1000 * travel(cars, 0),
                      1000 * travel(cars, 1));
        assert_true(wheel_load(cars, 1) == 0);
        expect_share(sum_of_loads(cars, 0), weight, 0.002);
        expect_share(wheel_load(cars, 0), 0.4 * weight, 0.02);
        end_cars(cars);
    }
    expect_above(hangs[1], hangs[0] + 0.01); /* the bar did pull: the wheel in the air came up */
}

/* A van-like body, its centre of gravity in the middle of its height, on soft springs and on tyres
 * that grip more than it can lean on: half the track over that height is 0.79. */
static kamm_vehicle_def tall_car(double bars_n)
{
    kamm_vehicle_def def = default_vehicle();
    def.body.height_m = 1.75;
    def.body.ground_clearance_m = 0.15;
    def.body.cg_height_m = (1.75 + 0.15) / 2;
    set_travel(&def, 0.15);
    set_bars(&def, 0, bars_n, KAMM_BAR_FIXED);
    for (int a = 0; a < 2; ++a) {
        suspension(&def, a)->spring_n_per_m = 16000;
        def.axles[a].tyre.lmuy = def.axles[a].tyre.lmux = 1.1;
    }
    return def;
}

struct turn {
    double max_roll_deg, roll_deg, outer_travel_m; /* the last two after 1.2 s */
    int lifted;                                    /* most wheels in the air at a time */
};

/* Into a turn within a second, with a foot off both pedals. */
static struct turn turn_in(const kamm_vehicle_def *def, double speed_mps, double steer_deg)
{
    struct turn turn = {0};
    kamm_cars *cars = start_cars(def, 1);
    put_car(cars, 0, &kamm_flat_ground, 0, speed_mps, 0);
    for (int frame = 0; frame < 300; ++frame) {
        double steer = steer_deg * DEG * fmin(frame / 60.0, 1);
        kamm_inputs(cars)[0].steering_wheel_rad = (float)(steer * def->steering.ratio);
        kamm_step(cars, &kamm_flat_ground, 20);
        int lifted = 0;
        for (int wheel = 0; wheel < 4; ++wheel) lifted += wheel_load(cars, wheel) == 0;
        if (lifted > turn.lifted) turn.lifted = lifted;
        turn.max_roll_deg = fmax(turn.max_roll_deg, fabs(roll_deg(cars)));
        if (frame != 72) continue;
        turn.roll_deg = roll_deg(cars);
        turn.outer_travel_m = travel(cars, 3);
    }
    end_cars(cars);
    return turn;
}

static void tall_car_rolls_over_without_bars_and_not_with_them(void **state)
{
    (void)state;
    double spring_n = 16000 * 0.3; /* the article's good value: the spring at full travel */
    kamm_vehicle_def bare = tall_car(0), barred = tall_car(spring_n);
    const double steers[] = {3, 4, 4.5, 5, 5.5, 6, 6.5};
    double bare_from = 0, barred_from = 0;
    for (size_t i = 0; i < sizeof steers / sizeof *steers; ++i) {
        struct turn without = turn_in(&bare, 17, steers[i]), with = turn_in(&barred, 17, steers[i]);
        print_message("17 m/s, %.1f deg: without bars roll %.1f deg, rear spring in by %.0f mm, at "
                      "most %.0f deg, %d wheels up; with %.1f deg, %.0f mm, %.1f deg, %d\n",
                      steers[i], without.roll_deg, 1000 * without.outer_travel_m,
                      without.max_roll_deg, without.lifted, with.roll_deg,
                      1000 * with.outer_travel_m, with.max_roll_deg, with.lifted);
        if (!bare_from && without.max_roll_deg > 60) bare_from = steers[i];
        if (!barred_from && with.max_roll_deg > 60) barred_from = steers[i];
        if (steers[i] != 5) continue;
        expect_above(without.max_roll_deg, 80); /* on its side */
        expect_below(with.max_roll_deg, 8);
        expect_above(without.roll_deg, 1.8 * with.roll_deg); /* while it still stands */
    }
    expect_below(bare_from, barred_from - 0.9);
}

/* The smallest steering, to a tenth of a degree, that turns it over at 17 m/s. */
static double rolls_over_from_deg(double bars_n, int mode)
{
    kamm_vehicle_def def = tall_car(bars_n);
    double steer_deg = 4;
    for (int a = 0; a < 2; ++a) suspension(&def, a)->anti_roll_bar_mode = mode;
    while (steer_deg < 9 && turn_in(&def, 17, steer_deg).max_roll_deg < 60) steer_deg += 0.1;
    struct turn gentle = turn_in(&def, 17, 3);
    print_message("%s of %.0f N: rolls over from %.1f deg; at 3 deg it leans by %.1f deg\n",
                  mode == KAMM_BAR_AUTO ? "auto" : "fixed", bars_n, steer_deg, gentle.roll_deg);
    return steer_deg;
}

/* The settings of the article's demonstration: none, more and more, and auto. */
static void each_setting_holds_the_tall_car_longer(void **state)
{
    (void)state;
    LONG_TIER_ONLY();
    double none = rolls_over_from_deg(0, KAMM_BAR_FIXED);
    double soft = rolls_over_from_deg(1200, KAMM_BAR_FIXED);
    double middle = rolls_over_from_deg(2400, KAMM_BAR_FIXED);
    double whole = rolls_over_from_deg(4800, KAMM_BAR_FIXED);
    double automatic = rolls_over_from_deg(4800, KAMM_BAR_AUTO); /* 17 of 20 m/s */
    expect_above(soft, none + 0.15);
    expect_above(middle, soft + 0.15);
    expect_above(whole, middle + 0.15);
    expect_above(automatic, middle);
    expect_below(automatic, whole + 1e-9);
}

/* The same axle in front and behind, weight in the middle: what bars do is all there is. */
static double understeer_deg(double front_n, double rear_n)
{
    kamm_vehicle_def def = default_vehicle();
    def.body.cg_behind_front_axle_m = def.axles[1].behind_front_axle_m / 2;
    def.body.cg_height_m = 0.6;
    set_travel(&def, 0.1);
    for (int a = 0; a < 2; ++a) {
        kamm_suspension_def *s = suspension(&def, a);
        s->roll_centre_height_m = 0.1;
        s->caster_rad = s->kingpin_inclination_rad = 0;
        s->anti_roll_bar_n_per_m = 0;
        s->anti_roll_bar_n = a ? rear_n : front_n;
    }
    kamm_cars *cars = start_cornering(&def, 18, 0.04);
    double turn = read_channel(cars, KAMM_CHANNEL_yaw_rate_radps) /
                  read_channel(cars, KAMM_CHANNEL_forward_speed_mps);
    double angle =
        read_channel(cars, KAMM_CHANNEL_road_wheel_rad) - turn * def.axles[1].behind_front_axle_m;
    print_message("bars %.0f N in front, %.0f N behind: %.2f m/s2, understeer angle %+.3f deg\n",
                  front_n, rear_n, read_channel(cars, KAMM_CHANNEL_acceleration_y_mps2),
                  angle / DEG);
    end_cars(cars);
    return angle / DEG;
}

static void front_and_rear_bars_move_the_balance(void **state)
{
    (void)state;
    double before = -INFINITY, first = 0;
    for (int front = 0; front <= 8000; front += of_tier(4000, 2000)) {
        double now = understeer_deg(front, 8000 - front);
        expect_above(now, before + 0.05); /* each step towards the front adds understeer */
        if (front == 0) first = now;
        before = now;
    }
    expect_below(first, -0.3); /* all behind: it oversteers */
    expect_above(before, 0.2); /* all in front: it understeers */
}

static double value(const kamm_test_result *result, const char *name)
{
    for (int i = 0; i < result->figure_count; ++i)
        if (strcmp(result->figures[i].name, name) == 0) return result->figures[i].value;
    fail_msg("there is no figure %s", name);
    return 0;
}

static const kamm_vehicle_file *laden_pickup(void)
{
    static kamm_vehicle_file file;
    kamm_error error = {0};
    if (kamm_load_vehicle("toyota-hilux-laden", &file, NULL, &error) != KAMM_OK)
        fail_msg("%s", error.text);
    return &file;
}

/* Published: 60 km/h, and 57 for the model before (data/vehicles/toyota-hilux-laden.json). Its tyres'
 * side friction is 0.95, so that 0.8 is a surface of 0.842. */
static void laden_pickup_lifts_in_the_moose_test_and_slides_on_less_grip(void **state)
{
    (void)state;
    LONG_TIER_ONLY();
    const kamm_surface slippery = {.friction = 0.8f / 0.95f};
    const kamm_surface *surfaces[] = {NULL, &slippery};
    double lift_kmh[2], clean_kmh[2];
    for (int i = 0; i < 2; ++i) {
        kamm_test_options options = {.surface = surfaces[i]};
        kamm_test_result result;
        kamm_error error = {0};
        if (kamm_run_test("moose", laden_pickup(), &options, &result, &error) != KAMM_OK)
            fail_msg("%s", error.text);
        lift_kmh[i] = value(&result, "two_wheel_lift_kmh");
        clean_kmh[i] = value(&result, "best_entry_speed_kmh");
    }
    print_message("friction 0.95: two wheels up from %.0f km/h, clean up to %.0f km/h; 0.8: %.0f, "
                  "%.0f\n",
                  lift_kmh[0], clean_kmh[0], lift_kmh[1], clean_kmh[1]);
    expect_above(lift_kmh[0], 54);
    expect_below(lift_kmh[0], 63);
    assert_true(isnan(lift_kmh[1]));
    expect_below(clean_kmh[1], clean_kmh[0]);
}

/* The moose test's swerve with one pair of hands: 240 deg at the steering wheel, to the left and after
 * 0.65 s to the right, at 1000 deg/s. */
static kamm_cars *start_pickup_swerve(double friction, double *seconds_on_two, double *sideslip_deg)
{
    kamm_ground ground = kamm_plane_ground(0, 0, friction / 0.95);
    kamm_vehicle_def def = car_named("toyota-hilux-laden");
    kamm_cars *cars = start_cars(&def, 1);
    double hands_deg = 0;
    *seconds_on_two = *sideslip_deg = 0;
    put_car(cars, 0, &ground, 0, 60 / 3.6, 3);
    for (int frame = 0; frame < 300; ++frame) {
        double change = (frame < 78 ? 240 : -240) - hands_deg;
        hands_deg += fmax(fmin(change, 1000 / 120.0), -1000 / 120.0);
        kamm_inputs(cars)[0].steering_wheel_rad = (float)(hands_deg * DEG);
        kamm_step(cars, &ground, 10);
        double sideslip = fabs(read_channel(cars, KAMM_CHANNEL_sideslip_rad)) / DEG;
        *sideslip_deg = fmax(*sideslip_deg, sideslip);
        if (wheel_load(cars, 0) + wheel_load(cars, 2) == 0 ||
            wheel_load(cars, 1) + wheel_load(cars, 3) == 0)
            *seconds_on_two += 1 / 120.0;
    }
    return cars;
}

static void laden_pickup_slides_where_friction_is_less(void **state)
{
    (void)state;
    double on_two, sideslip;
    kamm_cars *grippy = start_pickup_swerve(0.95, &on_two, &sideslip);
    print_message("60 km/h, friction 0.95: on two wheels for %.2f s, roll at last %.0f deg\n",
                  on_two, roll_deg(grippy));
    expect_above(on_two, 0.5);
    kamm_cars *slippery = start_pickup_swerve(0.8, &on_two, &sideslip);
    print_message("0.8: on two wheels for %.2f s, sideslip up to %.0f deg\n", on_two, sideslip);
    expect_below(on_two, 1e-9);
    expect_above(sideslip, 18);
    end_cars(grippy);
    end_cars(slippery);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bar_leaves_the_axle_its_load),
        cmocka_unit_test(wheel_on_a_block_keeps_its_load),
        cmocka_unit_test(tall_car_rolls_over_without_bars_and_not_with_them),
        cmocka_unit_test(each_setting_holds_the_tall_car_longer),
        cmocka_unit_test(front_and_rear_bars_move_the_balance),
        cmocka_unit_test(laden_pickup_lifts_in_the_moose_test_and_slides_on_less_grip),
        cmocka_unit_test(laden_pickup_slides_where_friction_is_less),
    };
    return cmocka_run_group_tests_name("anti-roll bars, driving", tests, NULL, NULL);
}
