/* A hundred random drives on each rung below full (which has its own torture): nothing may leave the
 * numbers, at the default number of substeps and at the rung's least. CommonRoad's equations are
 * unstable in reverse, their own authors' too: a car that drives by them may end up flagged and parked, with
 * channels that are finite. */
#include "support_rungs.h"

#include "../src/model/model.h"

#include <math.h>
#include <time.h>

#ifdef __SANITIZE_ADDRESS__ /* several times as slow */
enum { CARS = 100, SECONDS = 24, KINDS = 10 };
#else
enum { CARS = 100, SECONDS = 120, KINDS = 10 };
#endif
enum {
    RANDOM_INPUTS,
    FULL_LOCK,
    FULL_REVERSE,
    DROPPED,
    ASKEW,
    VERY_FAST,
    ROUGH_GROUND,
    TURNTABLE,
    ICE_AND_HAND_BRAKE,
    SHAKEN
};

struct torture {
    struct rough_ground rough, wild;
    double time_s;
};

/* A disc that turns under the car at 15 rad/s. */
static void turntable_contact(const double p[3], kamm_contact *contact)
{
    contact->velocity_mps[0] = (float)(-15 * fmax(fmin(p[1], 3), -3));
    contact->velocity_mps[1] = (float)(15 * fmax(fmin(p[0], 3), -3));
}

static void shaken_contact(const struct torture *torture, const double p[3], kamm_contact *contact)
{
    rough_contact(&torture->rough, p, contact);
    contact->point_m[2] += 0.1 * sin(20 * torture->time_s);
    contact->velocity_mps[2] = (float)(2 * cos(20 * torture->time_s));
}

static void query_torture(void *user, int count, const kamm_probe *probes, kamm_contact *contacts)
{
    const struct torture *torture = user;
    for (int i = 0; i < count; ++i) {
        const double *p = probes[i].position_m;
        int kind = probes[i].car % KINDS;
        contacts[i] = kamm_flat_ground.plane;
        if (kind == ICE_AND_HAND_BRAKE) contacts[i].friction = probes[i].wheel ? 0.1f : 0;
        if (kind == DROPPED) rough_contact(&torture->rough, p, &contacts[i]);
        if (kind == ROUGH_GROUND) rough_contact(&torture->wild, p, &contacts[i]);
        if (kind == TURNTABLE) turntable_contact(p, &contacts[i]);
        if (kind == SHAKEN) shaken_contact(torture, p, &contacts[i]);
    }
}

static void put_somewhere(kamm_cars *cars, int car, struct noise *noise)
{
    int kind = car % KINDS;
    kamm_placement placement = {{0, 0, 0.3}, {1, 0, 0, 0}, 0, KAMM_GEAR_DRIVE};
    if (kind == DROPPED) placement.position_m[2] = 20;
    if (kind == ASKEW) { /* by up to 70 degrees, any heading */
        placement.orientation[1] = noise_between(noise, -0.5, 0.5);
        placement.orientation[2] = noise_between(noise, -0.5, 0.5);
        placement.orientation[3] = noise_between(noise, -1, 1);
    }
    placement.speed_mps = kind == VERY_FAST ? 400 / 3.6 : noise_between(noise, -5, 40);
    kamm_place(cars, car, &placement);
}

static void torment(kamm_input *input, int kind, struct noise *noise)
{
    static const float gears[] = {KAMM_GEAR_DRIVE, 1, 2, 5, -1, 0};
    input->steering_wheel_rad = (float)noise_between(noise, -12, 12);
    input->throttle = noise_between(noise, 0, 1) < 0.6;
    input->brake = noise_between(noise, 0, 1) < 0.2;
    input->hand_brake = noise_between(noise, 0, 1) < 0.1;
    input->clutch = noise_between(noise, 0, 1) < 0.1;
    input->gear = gears[noise_bits(noise) % 6];
    input->command = noise_between(noise, 0, 1) < 0.3;
    input->road_wheel_rate_radps = (float)noise_between(noise, -20, 20);
    input->acceleration_mps2 = (float)noise_between(noise, -100, 100);
    float wheel = input->steering_wheel_rad;
    if (kind == FULL_LOCK)
        *input = (kamm_input){.steering_wheel_rad = 12, .throttle = 1, .gear = KAMM_GEAR_DRIVE};
    if (kind == FULL_REVERSE)
        *input = (kamm_input){.steering_wheel_rad = wheel, .throttle = 1, .gear = -1};
    if (kind == VERY_FAST)
        *input = (kamm_input){.steering_wheel_rad = wheel / 20, .throttle = 1, .gear = 5};
    if (kind == ICE_AND_HAND_BRAKE) input->hand_brake = wheel > 0;
}

static kamm_vehicle_def odd_car(struct noise *noise, double substeps_per_s)
{
    kamm_vehicle_def def = kamm_default_vehicle();
    def.stepping.substeps_per_s = substeps_per_s;
    def.body.mass_kg *= noise_between(noise, 0.6, 2);
    def.body.cg_height_m = noise_between(noise, 0.25, 0.9);
    def.body.cg_left_m = noise_between(noise, -0.1, 0.1);
    def.gearbox.kind = (int32_t)(noise_bits(noise) % 3);
    double front = (double)(noise_bits(noise) & 1);
    def.axles[0].drive_share = front;
    def.axles[1].drive_share = 1 - front;
    def.axles[1].steer_share = noise_between(noise, -1, 1);
    def.steering.ackermann = noise_between(noise, -1, 2);
    def.steering.fastest_radps = noise_between(noise, 1, 1000);
    for (int axle = 0; axle < 2; ++axle) {
        def.axles[axle].tyre.lmux = def.axles[axle].tyre.lmuy = noise_between(noise, 0.6, 1.8);
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

static int channels_finite(const kamm_cars *cars, int car)
{
    for (int channel = 0; channel < KAMM_CHANNEL_COUNT; ++channel)
        if (!isfinite(kamm_read(cars, car, (kamm_channel)channel))) return 0;
    for (int i = 0; i < 4 * KAMM_WHEEL_CHANNEL_COUNT; ++i)
        if (!isfinite(kamm_read_wheel(cars, car, i % 4, (kamm_wheel_channel)(i / 4)))) return 0;
    return 1;
}

static int may_fail(const kamm_cars *cars, kamm_rung rung, int car)
{
    const kamm_single_track_def *def = &kamm_model_of(cars, car)->def.single_track;
    return rung == KAMM_SINGLE_TRACK && def->equations == KAMM_EQUATIONS_COMMONROAD;
}

static int count_faults(const kamm_cars *cars, kamm_rung rung, int second)
{
    int faults = 0;
    for (int car = 0; car < CARS; ++car) {
        if (!kamm_fault(cars, car) || may_fail(cars, rung, car)) continue;
        print_message("%s: car %d (kind %d) is at fault after %d s\n", rung_name(rung), car,
                      car % KINDS, second);
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
    int faults = 0, substeps = (int)fmax(substeps_per_s / 30, 1),
        frames = (int)(substeps_per_s / substeps);
    make_rough(&torture.rough, 1, 4, 0.3, 0.9);
    make_rough(&torture.wild, 2, 2, 0.8, 1.2);
    for (int car = 0; car < CARS; ++car) defs[car] = odd_car(&noise, substeps_per_s);
    kamm_cars *cars = start_mixed_rung(defs, rung, CARS);
    kamm_ground ground = kamm_flat_ground;
    ground.query = query_torture;
    ground.user = &torture;
    ground.interval_substeps = substeps_per_s > 500 ? 4 : 1;
    for (int second = 0; second < SECONDS; ++second) {
        for (int car = 0; car < CARS; ++car) {
            if (second % 12 == 0) put_somewhere(cars, car, &noise);
            torment(&kamm_inputs(cars)[car], car % KINDS, &noise);
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
                  rung_name(rung), substeps_per_s, CARS, SECONDS,
                  (double)(clock() - start) / CLOCKS_PER_SEC);
    assert_int_equal(faults, 0);
    end_cars(cars);
}

static void torture_drives_stay_finite(kamm_rung rung)
{
    torture(rung, 1200);
    torture(rung, kamm_describe_rung(rung)->least_substeps_per_s);
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
