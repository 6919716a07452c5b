/* Every rung with every law of the tyre: drives off, brakes, corners to the side that it steers to, stands; and a batch of cars
 * with different laws has the bits of each alone. */
/* KAMM_QUICK_TESTS leaves this out: it drives for long to measure. */
#include "support/cars.h"
#include "support/rungs.h"
#include "support/tier.h"

#include <math.h>

static const kamm_rung rungs[] = {KAMM_KINEMATIC, KAMM_RIGID2D, KAMM_SINGLE_TRACK,
                                  KAMM_DOUBLE_TRACK, KAMM_FULL};
enum { RUNGS = sizeof rungs / sizeof *rungs, LAWS = 3 };

static kamm_vehicle_def car_with(int law)
{
    kamm_vehicle_def def = default_vehicle();
    for (int a = 0; a < 2; ++a) def.axles[a].tyre.law = law;
    def.axles[1].hand_brake_torque_nm = 1500;
    return def;
}

static void each_law_drives_on_each_rung(void **state)
{
    (void)state;
    for (int i = 0; i < RUNGS * LAWS; i += of_tier(LAWS - 1, 1)) {
        kamm_vehicle_def def = car_with(i % LAWS);
        kamm_rung rung = rungs[i / LAWS];
        kamm_cars *cars = start_rung(&def, rung, 1);
        kamm_input *input = &kamm_inputs(cars)[0];
        int takes_commands = rung == KAMM_KINEMATIC || rung == KAMM_RIGID2D;
        put_car(cars, 0, &kamm_flat_ground, 0, 0, KAMM_GEAR_DRIVE);
        input->throttle = 0.6f;
        drive_for(cars, &kamm_flat_ground, 4);
        double fast = read_channel(cars, KAMM_CHANNEL_speed_mps);
        expect_above(fast, 4);
        input->throttle = takes_commands ? 0.2f : 0.15f;
        input->steering_wheel_rad = 0.6f;
        drive_for(cars, &kamm_flat_ground, 1.5);
        expect_above(read_channel(cars, KAMM_CHANNEL_yaw_rate_radps), 0.05);
        input->steering_wheel_rad = -0.6f;
        drive_for(cars, &kamm_flat_ground, 1.5);
        expect_below(read_channel(cars, KAMM_CHANNEL_yaw_rate_radps), -0.05);
        input->steering_wheel_rad = 0;
        input->throttle = 0;
        input->brake = 1;
        drive_for(cars, &kamm_flat_ground, 4);
        double at[3], later[3];
        read_position(cars, 0, at);
        drive_for(cars, &kamm_flat_ground, 1);
        read_position(cars, 0, later);
        expect_below(distance_between(at, later), 0.01);
        assert_int_equal(kamm_fault(cars, 0), 0);
        end_cars(cars);
    }
}

static void parked_on_a_slope_it_stays(void **state)
{
    (void)state;
    kamm_ground slope = kamm_plane_ground(0.15, 0.05, 0.9);
    for (int law = 0; law < LAWS; ++law) {
        kamm_vehicle_def def = car_with(law);
        kamm_cars *cars = start_rung(&def, KAMM_FULL, 1);
        put_car(cars, 0, &slope, 0.4, 0, 0);
        kamm_inputs(cars)[0].hand_brake = 1;
        drive_for(cars, &slope, 3);
        double at[3], later[3];
        read_position(cars, 0, at);
        drive_for(cars, &slope, of_tier(5, 60));
        read_position(cars, 0, later);
        expect_below(distance_between(at, later), 1e-3);
        end_cars(cars);
    }
}

/* Axles may differ as well. */
static void a_batch_of_laws_has_the_bits_of_each(void **state)
{
    (void)state;
    enum { CARS = LAWS * LAWS };
    static const int widths[] = {1, 4, 8, 16};
    for (int r = of_tier(RUNGS - 1, 0); r < RUNGS; ++r) {
        kamm_vehicle_def defs[CARS];
        for (int car = 0; car < CARS; ++car) {
            defs[car] = car_with(car % LAWS);
            defs[car].axles[1].tyre.law = car / LAWS;
        }
        uint64_t first = 0;
        for (int w = 0; w < 4; ++w) {
            kamm_cars *cars = start_mixed_rung(defs, rungs[r], CARS);
            if (kamm_set_width(widths[w], NULL) != KAMM_OK) {
                end_cars(cars);
                continue;
            }
            for (int car = 0; car < CARS; ++car) {
                put_car(cars, car, &kamm_flat_ground, 0, 15, KAMM_GEAR_DRIVE);
                kamm_inputs(cars)[car].steering_wheel_rad = 2;
                kamm_inputs(cars)[car].brake = car % 2 ? 0.4f : 0;
            }
            drive_for(cars, &kamm_flat_ground, 1);
            uint64_t hash = kamm_state_hash(cars);
            if (!first) first = hash;
            assert_true(hash == first);
            end_cars(cars);
        }
    }
    kamm_set_width(0, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_law_drives_on_each_rung),
        cmocka_unit_test(parked_on_a_slope_it_stays),
        cmocka_unit_test(a_batch_of_laws_has_the_bits_of_each),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
