/* Hill hold: starts on slopes, and what it does when the car does not drive off. */
/* KAMM_QUICK_TESTS leaves this out: it drives for long to measure. */
#include "support/rungs.h"
#include "support/shipped.h"
#include "support/tier.h"

#include <math.h>

static const double all_rates[] = {240, 60, 120, 600, 1200};
static const double rises[] = {0.05, 0.1, 0.15, 0.2, 0.25};

static kamm_vehicle_def holding(int vehicle, double rate, double hold_s)
{
    kamm_vehicle_def def = shipped_def(vehicle);
    def.stepping.substeps_per_s = allowed_rate(&def, rate);
    def.aids.hill_hold_s = hold_s;
    def.clutch.creep_torque_nm = 0;
    return def;
}

/* Standing on a slope, with the brake pressed. */
static kamm_cars *stand_on_slope(const kamm_vehicle_def *def, const kamm_ground *ground, int gear)
{
    kamm_cars *cars = start_cars(def, 1);
    put_car(cars, 0, ground, 0, 0, gear);
    kamm_inputs(cars)[0].brake = 0.6f;
    drive_for(cars, ground, 1.5);
    return cars;
}

struct start {
    double back_m, speed_mps; /* farthest the wrong way; in the direction of the gear */
    double off_s;             /* time after which it is half a metre ahead */
};

/* The foot goes from one pedal to the other in half a second. `rise` is of the way that the gear takes. */
static struct start start_uphill(const kamm_vehicle_def *def, double rise, int gear)
{
    double side = gear < 0 ? -1 : 1;
    kamm_ground ground = kamm_plane_ground(side * rise, 0, 1);
    kamm_cars *cars = stand_on_slope(def, &ground, gear);
    double from = kamm_read(cars, 0, KAMM_CHANNEL_x_m);
    struct start start = {0};
    for (int frame = 0; frame < 240; ++frame) {
        kamm_inputs(cars)[0].brake = 0;
        kamm_inputs(cars)[0].throttle = frame < 30 ? 0 : (float)fmin(1, (frame - 30) / 30.0);
        drive_for(cars, &ground, 1.0 / 60);
        double way_m = side * (kamm_read(cars, 0, KAMM_CHANNEL_x_m) - from);
        start.back_m = fmax(start.back_m, -way_m);
        if (way_m < 0.5) start.off_s = frame / 60.0;
    }
    start.speed_mps = side * kamm_read(cars, 0, KAMM_CHANNEL_forward_speed_mps);
    assert_int_equal(kamm_fault(cars, 0), 0);
    end_cars(cars);
    return start;
}

struct tried {
    int starts;   /* that were made */
    int on_creep; /* cars with a converter or the like that hold themselves */
};

static void compare_starts(int vehicle, double rate, double rise, int gear, struct tried *tried)
{
    kamm_vehicle_def def = holding(vehicle, rate, 2);
    struct start held = start_uphill(&def, rise, gear);
    def.aids.hill_hold_s = 0;
    struct start alone = start_uphill(&def, rise, gear);
    print_message(
        "%-36s %4g /s, gear %3d, %2.0f %%: %6.2f mm back, off in %.2f s, without %6.0f mm, %.2f s\n",
        shipped_name(vehicle), rate, gear, 100 * rise, 1000 * held.back_m, held.off_s,
        1000 * alone.back_m, alone.off_s);
    if (held.speed_mps < 1) return; /* too steep for it */
    ++tried->starts;
    tried->on_creep += alone.back_m < 0.02;
    expect_below(held.back_m, 0.012);
    /* and not held longer than the brakes take to go */
    expect_below(held.off_s, alone.off_s + 0.11 + 0.5 * def.brakes.response_s);
}

static void no_car_rolls_back_that_can_start(void **state)
{
    (void)state;
    struct tried tried = {0};
    int driven = 0;
    int count = shipped_count(), all = count * of_tier(1, 10);
    for (int i = 0; i < all; i += of_tiers(5, 5, 1)) {
        ++driven;
        int vehicle = i % count, n = i / count;
        int gear = (n + vehicle) % 2 ? -1 : KAMM_GEAR_DRIVE;
        double rise = rises[in_long_tier() ? n / 2 : vehicle % 3];
        compare_starts(vehicle, all_rates[in_long_tier() ? (vehicle + n) % 5 : 0], rise, gear,
                       &tried);
    }
    print_message("%d starts of %d, %d without rolling back even so\n", tried.starts, driven,
                  tried.on_creep);
    expect_above(tried.starts, 0.7 * driven);
    expect_below(tried.on_creep, 0.5 * tried.starts);
}

/* In neutral it stands for the stated time, and then rolls, up and down alike. */
static void it_lets_go_after_its_time(void **state)
{
    (void)state;
    int count = shipped_count();
    for (int i = 0; i < of_tier(count, 5 * count); ++i) {
        double rise = rises[i / count] * (i % 2 ? 1 : -1);
        kamm_ground ground = kamm_plane_ground(rise, 0, 1);
        kamm_vehicle_def def = holding(i % count, all_rates[in_long_tier() ? i % 5 : 0], 2);
        kamm_cars *cars = stand_on_slope(&def, &ground, 0);
        kamm_inputs(cars)[0].brake = 0;
        double from = kamm_read(cars, 0, KAMM_CHANNEL_x_m);
        drive_for(cars, &ground, 1.9);
        /* A tractor still rocks on its tyres. */
        expect_near(kamm_read(cars, 0, KAMM_CHANNEL_x_m), from,
                    is_farm_tractor(&def) ? 6e-3 : 2e-3);
        drive_for(cars, &ground, 1.6);
        double down = -kamm_read(cars, 0, KAMM_CHANNEL_forward_speed_mps) * (rise > 0 ? 1 : -1);
        expect_above(down, 0.4 * GRAVITY_MPS2 * (fabs(rise) - 0.02));
        end_cars(cars);
    }
}

/* Downhill, and on the level, the brakes go as they do without it. */
static void nothing_is_held_that_need_not_be(void **state)
{
    (void)state;
    for (int i = 0; i < of_tier(shipped_count(), 2 * shipped_count()); i += of_tier(3, 1)) {
        int vehicle = i % shipped_count();
        double rise = i % 2 ? 0 : -0.1, way_m[2];
        kamm_ground ground = kamm_plane_ground(rise, 0, 1);
        for (int with = 0; with < 2; ++with) {
            kamm_vehicle_def def = holding(vehicle, 240, with ? 2 : 0);
            kamm_cars *cars = stand_on_slope(&def, &ground, KAMM_GEAR_DRIVE);
            double from = kamm_read(cars, 0, KAMM_CHANNEL_x_m);
            kamm_inputs(cars)[0].brake = 0;
            kamm_inputs(cars)[0].throttle = 0.5f;
            drive_for(cars, &ground, 3);
            way_m[with] = kamm_read(cars, 0, KAMM_CHANNEL_x_m) - from;
            end_cars(cars);
        }
        if (rise < 0) /* some tenths of a second later */
            expect_above(way_m[1], 0.8 * way_m[0] - 0.1);
        else
            expect_near(way_m[1], way_m[0], 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_car_rolls_back_that_can_start),
        cmocka_unit_test(it_lets_go_after_its_time),
        cmocka_unit_test(nothing_is_held_that_need_not_be),
    };
    return cmocka_run_group_tests_name("full_hill_hold", tests, NULL, NULL);
}
