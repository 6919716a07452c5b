/* The smallest and the largest that users ask for: an RC car of 2 kg and a mining truck of 400 t drive, brake, stand, turn, on all rungs.
 * Figures of the two are estimates (test/reference/sizes). */
#include "support/rungs.h"

#include <kamm/io/vehicle_file.h>
#include <math.h>
#include <string.h>

static const char *const names[] = {"rc-car", "mining-truck"};
static const double masses_kg[] = {2, 400000},
                    roots[] = {0.32, 2.53}; /* speed of an ordinary car's by size */

static kamm_vehicle_def def_of(int car)
{
    kamm_vehicle_file file;
    kamm_error error;
    char path[64];
    snprintf(path, sizeof path, "test/reference/sizes/%s.json", names[car]);
    must(kamm_load_vehicle(path, &file, NULL, &error), &error);
    return file.def;
}

static kamm_cars *start(int car, kamm_rung rung, double speed_mps)
{
    kamm_vehicle_def def = def_of(car);
    kamm_cars *cars = start_rung(&def, rung, 1);
    put_car(cars, 0, &kamm_flat_ground, 0, speed_mps, rung == KAMM_KINEMATIC ? 1 : KAMM_GEAR_DRIVE);
    return cars;
}

static void they_weigh_what_they_weigh(void **state)
{
    (void)state;
    for (int car = 0; car < 2; ++car)
        for (EACH_RUNG(rung)) {
            kamm_cars *cars = start(car, rung, 0);
            kamm_inputs(cars)->brake = 1;
            drive_for(cars, &kamm_flat_ground, 3);
            expect_share(sum_of_loads(cars, 0), masses_kg[car] * GRAVITY_MPS2, 2e-3);
            end_cars(cars);
        }
}

/* Full throttle, full brake, and then nothing moves. */
static void they_start_stop_and_stay(void **state)
{
    (void)state;
    for (int car = 0; car < 2; ++car)
        for (EACH_RUNG(rung)) {
            kamm_cars *cars = start(car, rung, 0);
            kamm_inputs(cars)->throttle = 1;
            drive_for(cars, &kamm_flat_ground, 5 * roots[car]);
            double fast = read_channel(cars, KAMM_CHANNEL_speed_mps), from[3], to[3];
            expect_above(fast, 1.2 * roots[car]);
            expect_below(fast, 50 * roots[car]);
            kamm_inputs(cars)->throttle = 0, kamm_inputs(cars)->brake = 1;
            double was = read_channel(cars, KAMM_CHANNEL_energy_j);
            read_position(cars, 0, from);
            drive_for(cars, &kamm_flat_ground, fast / 1.5 + 3 * roots[car]);
            expect_below(read_channel(cars, KAMM_CHANNEL_energy_j), was);
            read_position(cars, 0, to);
            double way = distance_between(from, to);
            expect_above(way, fast * fast / (2 * 1.3 * GRAVITY_MPS2));
            expect_below(way, fast * fast / (2 * 0.1 * GRAVITY_MPS2) + fast * 0.3 * roots[car]);
            drive_for(cars, &kamm_flat_ground, 10);
            read_position(cars, 0, from);
            expect_below(distance_between(from, to), 1e-3 * roots[car] * roots[car]);
            expect_below(read_channel(cars, KAMM_CHANNEL_speed_mps), 1e-3 * roots[car]);
            assert_false(kamm_fault(cars, 0));
            end_cars(cars);
        }
}

/* A gentle turn has the radius that the wheels point at, to the left as to the right, to the bit. */
static void they_turn_to_both_sides(void **state)
{
    (void)state;
    for (int car = 0; car < 2; ++car)
        for (EACH_RUNG(rung)) {
            double yaw[2], aside[2];
            for (int side = 0; side < 2; ++side) {
                kamm_cars *cars = start(car, rung, 3 * roots[car]);
                kamm_model_info info = kamm_describe(kamm_model_of(cars, 0));
                double angle = 0.1 * info.steering_ratio;
                kamm_inputs(cars)->steering_wheel_rad = (float)(side ? -angle : angle);
                drive_for(cars, &kamm_flat_ground, 2 * roots[car]);
                double speed = read_channel(cars, KAMM_CHANNEL_speed_mps);
                yaw[side] = read_channel(cars, KAMM_CHANNEL_yaw_rate_radps);
                aside[side] = read_channel(cars, KAMM_CHANNEL_y_m);
                expect_near(fabs(yaw[side]), speed * 0.1 / info.wheelbase_m,
                            0.25 * speed * 0.1 / info.wheelbase_m);
                assert_false(kamm_fault(cars, 0));
                end_cars(cars);
            }
            expect_above(yaw[0], 0);
            expect_near(yaw[1], -yaw[0], 0);
            expect_near(aside[1], -aside[0], 0);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(they_weigh_what_they_weigh),
        cmocka_unit_test(they_start_stop_and_stay),
        cmocka_unit_test(they_turn_to_both_sides),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
