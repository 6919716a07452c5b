/* Low range: when it goes in, how much slower the wheels turn, and where the shift map then shifts. */
/* KAMM_QUICK_TESTS leaves this out: it drives for long to measure. */
#include "support/rungs.h"
#include "transfer_bench.h"

static kamm_vehicle_def with_low_range(int vehicle, double rate)
{
    kamm_vehicle_def def = shipped_def(vehicle);
    def.stepping.substeps_per_s = allowed_rate(&def, rate);
    def.transfer.low_ratio = 2.5;
    def.aids.tcs = 0;
    return def;
}

/* On every rung with an engine: it goes in at rest only, and then the wheels turn that much slower. */
static void low_range_goes_in_at_rest_and_gears_down(void **state)
{
    (void)state;
    static const kamm_rung rungs[] = {KAMM_FULL, KAMM_DOUBLE_TRACK, KAMM_SINGLE_TRACK};
    for (EACH_OF_TWO_AXLES(vehicle))
        for (int r = 0; r < 3; ++r) {
            kamm_vehicle_def def = with_low_range(vehicle, r ? 240 : all_rates[vehicle % 5]);
            if (def.converter.k_curve.count > 0) continue; /* its engine turns as it slips */
            kamm_cars *cars = start_rung(&def, rungs[r], 1);
            kamm_model_info info = kamm_describe(kamm_model_of(cars, 0));
            put_car(cars, 0, &kamm_flat_ground, 0, 8, 1);
            kamm_inputs(cars)[0].gear = 1;
            kamm_inputs(cars)[0].throttle = 0.3f;
            kamm_inputs(cars)[0].low_range = 1;
            drive_for(cars, &kamm_flat_ground, 1);
            assert_int_equal((int)kamm_read(cars, 0, KAMM_CHANNEL_low_range), 0);
            kamm_inputs(cars)[0].throttle = 0;
            kamm_inputs(cars)[0].brake = 0.7f;
            drive_for(cars, &kamm_flat_ground, 5);
            assert_int_equal((int)kamm_read(cars, 0, KAMM_CHANNEL_low_range), 1);
            kamm_inputs(cars)[0].brake = 0;
            kamm_inputs(cars)[0].throttle = 0.25f;
            drive_for(cars, &kamm_flat_ground, 6);
            double share = 0, spin = 0;
            for (int a = 0; a < def.axles_count; ++a) {
                spin += def.axles[a].drive_share * axle_radps(cars, 0, a);
                share += def.axles[a].drive_share;
            }
            expect_share(kamm_read(cars, 0, KAMM_CHANNEL_engine_radps),
                         2.5 * info.overall_ratio[0] * spin / share, 0.02);
            kamm_inputs(cars)[0].low_range = 0;
            drive_for(cars, &kamm_flat_ground, 1);
            assert_int_equal((int)kamm_read(cars, 0, KAMM_CHANNEL_low_range), 1);
            end_cars(cars);
        }
}

/* At full throttle the map shifts up at the engine's speeds of the high range, so at road speeds that are lower by the ratio. */
static void the_shift_map_follows_the_range(void **state)
{
    (void)state;
    static const kamm_rung rungs[] = {KAMM_FULL, KAMM_DOUBLE_TRACK, KAMM_SINGLE_TRACK};
    for (EACH_OF_TWO_AXLES(vehicle))
        for (int r = 0; r < 3; ++r) {
            double shifted_mps[2] = {0, 0};
            for (int low = 0; low < 2; ++low) {
                kamm_vehicle_def def = with_low_range(vehicle, 240);
                kamm_cars *cars = start_rung(&def, rungs[r], 1);
                put_car(cars, 0, &kamm_flat_ground, 0, 0, KAMM_GEAR_DRIVE);
                kamm_inputs(cars)[0].low_range = (float)low;
                kamm_inputs(cars)[0].throttle = 1;
                for (int frame = 0; frame < 1200 && !(shifted_mps[low] > 0); ++frame) {
                    drive_for(cars, &kamm_flat_ground, 1.0 / 60);
                    if (kamm_read(cars, 0, KAMM_CHANNEL_gear) > 1.5)
                        shifted_mps[low] = kamm_read(cars, 0, KAMM_CHANNEL_forward_speed_mps);
                }
                end_cars(cars);
            }
            print_message("%-30s rung %d: from first gear at %.2f and %.2f m/s\n",
                          shipped_name(vehicle), rungs[r], shifted_mps[0], shifted_mps[1]);
            expect_share(shifted_mps[0], 2.5 * shifted_mps[1], 0.25);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(low_range_goes_in_at_rest_and_gears_down),
        cmocka_unit_test(the_shift_map_follows_the_range),
    };
    return cmocka_run_group_tests_name("full_low_range", tests, NULL, NULL);
}
