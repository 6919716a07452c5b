/* A hundred random drives of ten minutes each (20 s in the short tier), in one batch: nothing may leave the
 * numbers. */
#include "support/tier.h"
#include "support/torture.h"

#include <time.h>

enum { CARS = 100 };

static kamm_vehicle_def odd_car(struct noise *noise)
{
    kamm_vehicle_def def = odd_chassis(noise);
    def.aids.abs = noise_bits(noise) & 1;
    def.aids.tcs = noise_bits(noise) & 1;
    for (int axle = 0; axle < 2; ++axle) {
        kamm_suspension_def *suspension = &def.axles[axle].suspension;
        suspension->spring_n_per_m *= noise_between(noise, 0.5, 4);
        suspension->anti_roll_bar_n_per_m *= noise_between(noise, 0, 4);
        suspension->bump_damping_ns_per_m *= noise_between(noise, 0.1, 3);
        suspension->roll_centre_height_m = noise_between(noise, -0.1, 0.4);
        def.axles[axle].differential = noise_bits(noise) & 1;
    }
    return def;
}

static int count_faults(const kamm_cars *cars, int second)
{
    int faults = 0;
    for (int car = 0; car < CARS; ++car) {
        if (!kamm_fault(cars, car)) continue;
        print_message("car %d (kind %d) is at fault after %d s\n", car, car % TORTURE_KINDS,
                      second);
        ++faults;
    }
    return faults;
}

static void torture_at(double substeps_per_s)
{
    static struct torture torture;
    static kamm_vehicle_def defs[CARS];
    struct noise noise = {2024};
    clock_t start = clock();
    const int seconds = of_tiers(20, 60, 600);
    int faults = 0;
    make_torture(&torture);
    for (int car = 0; car < CARS; ++car) {
        defs[car] = odd_car(&noise);
        defs[car].stepping.substeps_per_s = substeps_per_s;
    }
    kamm_cars *cars = start_mixed_cars(defs, CARS);
    kamm_ground ground = torture_ground(&torture, substeps_per_s > 500 ? 4 : 1);
    for (int second = 0; second < seconds; ++second) {
        for (int car = 0; car < CARS; ++car) {
            if (second % 60 == 0) put_somewhere(cars, car, 0, &noise);
            torment(cars, car, car % TORTURE_KINDS, &noise);
        }
        for (int i = 0; i < 30; ++i) {
            torture.time_s = second + i / 30.0;
            kamm_step(cars, &ground, (int)(substeps_per_s / 30));
        }
        for (int car = 0; car < CARS; ++car)
            if (!channels_finite(cars, car))
                fail_msg("car %d is not finite after %d s", car, second + 1);
        if (second % 60 == 59 || second + 1 == seconds) faults += count_faults(cars, second + 1);
    }
    print_message("%g /s: %d drives of %d s in %.1f s of processor time at width %d\n",
                  substeps_per_s, CARS, seconds, (double)(clock() - start) / CLOCKS_PER_SEC,
                  kamm_width());
    assert_int_equal(faults, 0);
    end_cars(cars);
}

static void a_hundred_torture_drives_stay_finite(void **state)
{
    (void)state;
    if (in_long_tier()) torture_at(1200);
    if (in_long_tier()) torture_at(240);
    torture_at(120);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_hundred_torture_drives_stay_finite),
    };
    return cmocka_run_group_tests_name("torture", tests, NULL, NULL);
}
