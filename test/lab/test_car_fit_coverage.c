/* Fits to noise, again and again: 95 % intervals contain the true values in 95 % of the fits.
 * KAMM_QUICK_TESTS leaves this out: others reach its code. */
#include "support/cars.h"

#include <string.h>

#include "support/measured_drive.h"
#include "support/tier.h"

/* A run of noise: which of the three intervals contain the true value. */
static void count_hits(const kamm_vehicle_file *car, uint64_t random, int hits[3])
{
    struct sensing sensing = noisy_sensing;
    sensing.random = random;
    measure_changed("noisy.csv", sensing);
    kamm_fit_def def = fit_of(car, KAMM_SINGLE_TRACK, in_drives_folder("noisy.csv"));
    free_changed(&def);
    kamm_fit_result *result = must_fit(&def);
    for (int i = 0; i < 3; ++i) {
        const kamm_fit_estimate *estimate = &result->parameters[i];
        double true_value = get_of_file(car, changed_values[i].path) * changed_values[i].share;
        hits[i] += estimate->low95 <= true_value && true_value <= estimate->high95;
    }
    kamm_destroy_fit(result);
}

/* 90 to 98 % of 200 runs are 3 standard deviations. Of 30 runs, 23 or fewer hits have a chance of 0.0006. */
static void intervals_contain_the_truth_as_often_as_they_say(void **state)
{
    (void)state;
    LONG_TIER_ONLY();
    static kamm_vehicle_file car;
    int runs = of_tiers(0, 30, 200), hits[3] = {0};
    load_file("volvo-v40", &car);
    for (int run = 0; run < runs; ++run) count_hits(&car, (uint64_t)run + 100, hits);
    for (int i = 0; i < 3; ++i) {
        if (in_release_tier())
            assert_in_range(hits[i], 180, 196);
        else
            assert_in_range(hits[i], 24, 30);
    }
}

/* Noise of the yaw rate that stays for 0.2 s: 0.9 from row to row. Without the effective rows, intervals would be four times as
 * narrow. */
static void intervals_are_honest_where_noise_stays(void **state)
{
    (void)state;
    LONG_TIER_ONLY();
    static kamm_vehicle_file car;
    const int of[2] = {0, 2};
    int runs = of_tiers(0, 20, 100), hits[2] = {0};
    load_file("volvo-v40", &car);
    set_in_file(&car, "axles[0].tyre.lky", changed_values[1].share);
    for (int run = 0; run < runs; ++run) {
        struct sensing sensing = noisy_sensing;
        sensing.random = (uint64_t)run + 500;
        sensing.correlation = 0.9;
        measure_changed("staying.csv", sensing);
        kamm_fit_def def = fit_of(&car, KAMM_SINGLE_TRACK, in_drives_folder("staying.csv"));
        def.channel_count = 1;
        strcpy(def.channels[0].name, "yaw_rate_radps");
        free_in(&def, "body.yaw_inertia_kgm2=1000:4000");
        free_in(&def, "axles[1].tyre.lky=0.5:2");
        kamm_fit_result *result = must_fit(&def);
        expect_near(result->series[0].autocorrelation, 0.9, 0.15);
        for (int i = 0; i < 2; ++i) {
            const struct changed_value *changed = &changed_values[of[i]];
            double truth = changed->share * get_of_file(&car, changed->path);
            hits[i] +=
                result->parameters[i].low95 <= truth && truth <= result->parameters[i].high95;
        }
        kamm_destroy_fit(result);
    }
    for (int i = 0; i < 2; ++i) expect_above(hits[i], 0.85 * runs - 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(intervals_contain_the_truth_as_often_as_they_say),
        cmocka_unit_test(intervals_are_honest_where_noise_stays),
    };
    return cmocka_run_group_tests(tests, make_drives_folder, remove_drives_folder);
}
