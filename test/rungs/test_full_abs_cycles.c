/* Anti-lock brakes by pressure cycles: how far, how often, how straight. */
/* KAMM_QUICK_TESTS leaves this out: it drives for long to measure. */
#include "support/fitted.h"
#include "support/shipped.h"
#include "support/tier.h"

#include "run/cars.h"

#include <math.h>
#include <stdlib.h>

enum kind { LOCKED, SLIP, CYCLES };

/* With brakes that can lock all wheels. */
static kamm_vehicle_def braked(int vehicle, enum kind kind, double rate)
{
    kamm_vehicle_def def = shipped_def(vehicle);
    def.stepping.substeps_per_s = allowed_rate(&def, rate);
    (kind == CYCLES ? fit_abs_by_cycles : fit_abs_by_slip)(&def, 1);
    def.aids.abs = kind != LOCKED;
    return def;
}

struct stop {
    double distance_m, cycles_per_s, most_slip, locked_share;
};

/* From 25 m/s to 3 m/s in neutral. */
static struct stop stop_on(const kamm_vehicle_def *def, double friction)
{
    kamm_ground ground = kamm_plane_ground(0, 0, friction);
    kamm_cars *cars = start_cars(def, 1);
    int wheels = wheels_of(cars, 0), frames = 0, reductions = 0, locked = 0,
        was[KAMM_MAX_WHEELS] = {0};
    put_car(cars, 0, &ground, 0, 25, 0);
    kamm_inputs(cars)[0].brake = 1;
    struct stop stop = {0};
    int per_frame = (int)(def->stepping.substeps_per_s / 120);
    while (kamm_read(cars, 0, KAMM_CHANNEL_speed_mps) > 3 && frames < 120 * 40) {
        kamm_step(cars, &ground, per_frame > 0 ? per_frame : 1);
        ++frames;
        for (int w = 0; w < wheels; ++w) {
            double slip = -kamm_read_wheel(cars, 0, w, KAMM_WHEEL_slip_ratio);
            int reduces = CAR_STATE(cars, 0, wheels[w].abs_phase) == 2;
            reductions += w < 2 && reduces && !was[w];
            was[w] = reduces;
            locked += slip > 0.95;
            if (kamm_read(cars, 0, KAMM_CHANNEL_speed_mps) > 8)
                stop.most_slip = fmax(stop.most_slip, slip);
        }
    }
    double time_s = kamm_read(cars, 0, KAMM_CHANNEL_time_s);
    stop.distance_m = kamm_read(cars, 0, KAMM_CHANNEL_x_m);
    stop.cycles_per_s = reductions / (2 * time_s);
    stop.locked_share = (double)locked / (frames * wheels);
    assert_int_equal(kamm_fault(cars, 0), 0);
    end_cars(cars);
    return stop;
}

static int has_abs(int vehicle) { return shipped_def(vehicle).aids.abs; }

static void it_stops_about_as_soon_as_slip_control(void **state)
{
    (void)state;
    static const double frictions[] = {1, 0.5, 0.25};
    for (int vehicle = 0; vehicle < shipped_count(); vehicle += of_tier(9, 1)) {
        if (!has_abs(vehicle)) continue;
        for (int i = 0; i < 3; ++i) {
            kamm_vehicle_def cycles = braked(vehicle, CYCLES, 240),
                             slip = braked(vehicle, SLIP, 240), none = braked(vehicle, LOCKED, 240);
            struct stop by_cycles = stop_on(&cycles, frictions[i]),
                        by_slip = stop_on(&slip, frictions[i]),
                        locked = stop_on(&none, frictions[i]);
            print_message(
                "%-28s friction %.2f: %.1f m by cycles, %.1f by slip, %.1f locked; %.1f cycles a "
                "second, slip to %.2f, %.1f %% locked\n",
                shipped_name(vehicle), frictions[i], by_cycles.distance_m, by_slip.distance_m,
                locked.distance_m, by_cycles.cycles_per_s, by_cycles.most_slip,
                100 * by_cycles.locked_share);
        }
    }
}

/* Half of the road is icy: how far the car has turned after 0.8 s, hands held still. */
static double turned_on_split_friction(int vehicle, double build_up_s)
{
    kamm_vehicle_def def = braked(vehicle, CYCLES, 240);
    kamm_ground halves[2], split = split_ground(halves, 0.2, 0.9);
    def.aids.abs_build_up_s = build_up_s;
    kamm_cars *cars = start_cars(&def, 1);
    put_car(cars, 0, &kamm_flat_ground, 0, 22, 0);
    for (int frame = 0; frame < 48; ++frame) { /* the pedal takes half a second */
        kamm_inputs(cars)[0].brake = frame < 30 ? (float)frame / 30 : 1;
        drive_for(cars, &split, 1.0 / 60);
    }
    double yaw_rad = fabs(kamm_read(cars, 0, KAMM_CHANNEL_yaw_rad));
    end_cars(cars);
    return yaw_rad;
}

static void build_up_delay_gives_time_to_countersteer(void **state)
{
    (void)state;
    for (int vehicle = 0; vehicle < shipped_count(); vehicle += of_tier(3, 1)) {
        if (!has_abs(vehicle)) continue;
        double at_once = turned_on_split_friction(vehicle, 0),
               delayed = turned_on_split_friction(vehicle, 1.5);
        print_message("%-28s turned by %.2f deg in 0.8 s, %.2f with the delay\n",
                      shipped_name(vehicle), at_once * 180 / PI, delayed * 180 / PI);
        if (at_once > 1.5 * PI / 180) expect_below(delayed, 0.9 * at_once);
    }
}

/* Braked fully in a turn the car still goes round it: yaw after a second against that of locked wheels. */
static void a_braked_car_can_be_steered(void **state)
{
    (void)state;
    for (int vehicle = 0; vehicle < shipped_count(); vehicle += of_tier(3, 1)) {
        double yaw_rad[2];
        if (!has_abs(vehicle)) continue;
        for (int cycles = 0; cycles < 2; ++cycles) {
            kamm_vehicle_def def = braked(vehicle, cycles ? CYCLES : LOCKED, 240);
            kamm_cars *cars = start_cars(&def, 1);
            put_car(cars, 0, &kamm_flat_ground, 0, 20, 0);
            kamm_inputs(cars)[0].brake = 1;
            drive_for(cars, &kamm_flat_ground, 0.4);
            kamm_inputs(cars)[0].steering_wheel_rad = (float)(0.06 * def.steering.ratio);
            drive_for(cars, &kamm_flat_ground, 0.8);
            yaw_rad[cycles] = kamm_read(cars, 0, KAMM_CHANNEL_yaw_rad);
            end_cars(cars);
        }
        print_message("%-28s turns by %.1f deg, %.1f with its wheels locked\n",
                      shipped_name(vehicle), yaw_rad[1] * 180 / PI, yaw_rad[0] * 180 / PI);
        expect_above(yaw_rad[1], 2 * PI / 180);
        if (yaw_rad[0] < 2 * PI / 180) /* brakes that lock them */
            expect_above(yaw_rad[1], 2 * yaw_rad[0]);
    }
}

static void the_rate_makes_little_difference(void **state)
{
    (void)state;
    for (int vehicle = 0; vehicle < shipped_count(); vehicle += of_tier(6, 1)) {
        if (!has_abs(vehicle)) continue;
        kamm_vehicle_def fine = braked(vehicle, CYCLES, 1200);
        double truth = stop_on(&fine, 1).distance_m;
        static const double rates[] = {120, 240, 600};
        for (int i = 0; i < 3; ++i) {
            kamm_vehicle_def def = braked(vehicle, CYCLES, rates[i]);
            double distance_m = stop_on(&def, 1).distance_m;
            print_message("%-28s %4g /s: %.2f m, %.2f at 1200\n", shipped_name(vehicle), rates[i],
                          distance_m, truth);
            expect_share(distance_m, truth, rates[i] < 200 ? 0.12 : 0.06);
        }
    }
}

/* Sine with dwell at 22 m/s, of the cars of which more than CommonRoad's figures are known: with stability control on it the car has stopped turning a second after the steering. */
static void stability_control_works_through_its_valves(void **state)
{
    (void)state;
    for (int vehicle = 0; vehicle < shipped_count(); vehicle += of_tier(4, 1)) {
        if (!has_abs(vehicle) || shipped_def(vehicle).engine.idle_radps < 50) continue;
        kamm_vehicle_def def = braked(vehicle, CYCLES, 240);
        def.aids.esc = 1;
        kamm_cars *cars = start_cars(&def, 1);
        put_car(cars, 0, &kamm_flat_ground, 0, 22, 0);
        double peak = 0, turn_end_s = 1 / 0.7 + 0.5;
        for (double t = 0; t < turn_end_s + 1; t += 1.0 / 60) {
            double held = fmin(fmax(t - 0.75 / 0.7, 0), 0.5);
            double phase = t < turn_end_s ? 0.7 * (t - held) : 1;
            kamm_inputs(cars)[0].steering_wheel_rad =
                (float)(0.15 * def.steering.ratio * sin(2 * PI * phase));
            drive_for(cars, &kamm_flat_ground, 1.0 / 60);
            if (t > 0.5 / 0.7 && t < turn_end_s)
                peak = fmax(peak, fabs(kamm_read(cars, 0, KAMM_CHANNEL_yaw_rate_radps)));
        }
        double left = fabs(kamm_read(cars, 0, KAMM_CHANNEL_yaw_rate_radps));
        print_message("%-28s %.1f %% of its yaw rate is left after a second\n",
                      shipped_name(vehicle), 100 * left / peak);
        expect_below(left, 0.35 * peak); /* FMVSS 126 */
        assert_int_equal(kamm_fault(cars, 0), 0);
        end_cars(cars);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_stops_about_as_soon_as_slip_control),
        cmocka_unit_test(build_up_delay_gives_time_to_countersteer),
        cmocka_unit_test(a_braked_car_can_be_steered),
        cmocka_unit_test(the_rate_makes_little_difference),
        cmocka_unit_test(stability_control_works_through_its_valves),
    };
    return cmocka_run_group_tests_name("full_abs_cycles", tests, NULL, NULL);
}
