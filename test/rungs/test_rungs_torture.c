/* A hundred random drives on each rung below full (which has its own torture): nothing may leave the
 * numbers, at the default number of substeps and at the rung's least. CommonRoad's equations are
 * unstable in reverse, their own authors' too: a car that drives by them may end up flagged and parked, with
 * channels that are finite. */
#include "support/rungs.h"
#include "support/tier.h"
#include "support/torture.h"

#include "vehicle/model.h"

#include <math.h>
#include <time.h>

enum { CARS = 100 };

static kamm_vehicle_def odd_car(struct noise *noise, double substeps_per_s)
{
    kamm_vehicle_def def = odd_chassis(noise);
    def.stepping.substeps_per_s = substeps_per_s;
    def.axles[1].steer_share = noise_between(noise, -1, 1);
    def.steering.ackermann = noise_between(noise, -1, 2);
    def.steering.max_rate_radps = noise_between(noise, 1, 1000);
    for (int axle = 0; axle < 2; ++axle) {
        def.axles[axle].wheel_inertia_kgm2 = noise_between(noise, 0.1, 3);
        def.axles[axle].brake_torque_nm = noise_between(noise, 0, 10000);
        def.axles[axle].hand_brake_torque_nm = noise_between(noise, 0, 5000);
    }
    def.kinematic.reference = (int32_t)(noise_bits(noise) % 3);
    def.kinematic.speed_of = (int32_t)(noise_bits(noise) % 3);
    def.kinematic.trailer_length_m = noise_between(noise, -5, 5) > 0 ? 0.5 : 0;
    def.rigid2d.friction = (int32_t)(noise_bits(noise) % 2);
    def.rigid2d.side_friction_ns_per_m = noise_bits(noise) % 3 ? 0 : noise_between(noise, 1, 1e6);
    def.rigid2d.roll_friction_ns_per_m = noise_bits(noise) % 3 ? 0 : noise_between(noise, 1, 1e6);
    def.single_track.equations = (int32_t)(noise_bits(noise) % 3);
    def.double_track.tyre = (int32_t)(noise_bits(noise) % 2);
    def.double_track.load_lag_s = noise_bits(noise) % 2 ? 0 : 0.05;
    def.double_track.pose_lag_s = noise_bits(noise) % 2 ? 0 : 0.08;
    return def;
}

static int may_fail(const kamm_cars *cars, kamm_rung rung, int car)
{
    const kamm_single_track_def *def = &kamm_model_of(cars, car)->def->single_track;
    return rung == KAMM_SINGLE_TRACK && def->equations == KAMM_EQUATIONS_COMMONROAD;
}

static int count_faults(const kamm_cars *cars, kamm_rung rung, int second)
{
    int faults = 0;
    for (int car = 0; car < CARS; ++car) {
        if (!kamm_fault(cars, car) || may_fail(cars, rung, car)) continue;
        print_message("%s: car %d (kind %d) is at fault after %d s\n", rung_name(rung), car,
                      car % TORTURE_KINDS, second);
        ++faults;
    }
    return faults;
}

static void torture(kamm_rung rung, double substeps_per_s)
{
    static struct torture torture;
    static kamm_vehicle_def defs[CARS];
    struct noise noise = {2024 + (uint64_t)rung};
    clock_t start = clock();
    const int seconds = of_tiers(12, substeps_per_s > 500 ? 12 : 36, 120);
    int faults = 0, substeps = (int)fmax(substeps_per_s / 30, 1),
        frames = (int)(substeps_per_s / substeps);
    make_torture(&torture);
    for (int car = 0; car < CARS; ++car) defs[car] = odd_car(&noise, substeps_per_s);
    kamm_cars *cars = start_mixed_rung(defs, rung, CARS);
    kamm_ground ground = torture_ground(&torture, substeps_per_s > 500 ? 4 : 1);
    for (int second = 0; second < seconds; ++second) {
        for (int car = 0; car < CARS; ++car) {
            if (second % 12 == 0) put_somewhere(cars, car, 1, &noise);
            torment(cars, car, car % TORTURE_KINDS, &noise);
        }
        for (int i = 0; i < frames; ++i) {
            torture.time_s = second + (double)i / frames;
            kamm_step(cars, &ground, substeps);
        }
        for (int car = 0; car < CARS; ++car)
            if (!channels_finite(cars, car))
                fail_msg("%s: car %d is not finite after %d s", rung_name(rung), car, second + 1);
        if (second % 12 == 11) faults += count_faults(cars, rung, second + 1);
    }
    print_message("%s at %g substeps a second: %d drives of %d s in %.1f s of processor time\n",
                  rung_name(rung), substeps_per_s, CARS, seconds,
                  (double)(clock() - start) / CLOCKS_PER_SEC);
    assert_int_equal(faults, 0);
    end_cars(cars);
}

static void torture_drives_stay_finite(kamm_rung rung)
{
    if (in_long_tier()) torture(rung, 1200);
    torture(rung, kamm_describe_rung(rung)->min_substeps_per_s);
}

static void kinematic_stays_finite(void **state)
{
    (void)state;
    torture_drives_stay_finite(KAMM_KINEMATIC);
}

static void rigid2d_stays_finite(void **state)
{
    (void)state;
    torture_drives_stay_finite(KAMM_RIGID2D);
}

static void single_track_stays_finite(void **state)
{
    (void)state;
    torture_drives_stay_finite(KAMM_SINGLE_TRACK);
}

static void double_track_stays_finite(void **state)
{
    (void)state;
    torture_drives_stay_finite(KAMM_DOUBLE_TRACK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kinematic_stays_finite),
        cmocka_unit_test(rigid2d_stays_finite),
        cmocka_unit_test(single_track_stays_finite),
        cmocka_unit_test(double_track_stays_finite),
    };
    return cmocka_run_group_tests_name("rungs_torture", tests, NULL, NULL);
}
