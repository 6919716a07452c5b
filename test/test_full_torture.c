/* A hundred random drives of ten minutes each, in one batch: nothing may leave the numbers. */
#include "support_cars.h"

#include <math.h>
#include <stdlib.h>
#include <time.h>

#ifdef __SANITIZE_ADDRESS__ /* several times as slow */
enum { CARS = 100, SECONDS = 60, KINDS = 10 };
#else
enum { CARS = 100, SECONDS = 600, KINDS = 10 };
#endif
enum {
    RANDOM_INPUTS,
    FULL_LOCK,
    FULL_REVERSE,
    DROPPED,
    UPSIDE_DOWN,
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
    *contact = kamm_flat_ground.plane;
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
        if (kind == ICE_AND_HAND_BRAKE) contacts[i].friction = 0.1f;
        if (kind == DROPPED || kind == UPSIDE_DOWN) rough_contact(&torture->rough, p, &contacts[i]);
        if (kind == ROUGH_GROUND) rough_contact(&torture->wild, p, &contacts[i]);
        if (kind == TURNTABLE) turntable_contact(p, &contacts[i]);
        if (kind == SHAKEN) shaken_contact(torture, p, &contacts[i]);
    }
}

static void random_orientation(struct noise *noise, double q[4])
{
    double square = 0;
    for (int i = 0; i < 4; ++i) {
        q[i] = noise_between(noise, -1, 1);
        square += q[i] * q[i];
    }
    if (square < 0.01) q[0] = 1;
}

static void put_somewhere(kamm_cars *cars, int car, struct noise *noise)
{
    int kind = car % KINDS;
    kamm_placement placement = {
        {0, 0, kind == ROUGH_GROUND ? 0.8 : 0.3}, {1, 0, 0, 0}, 0, KAMM_GEAR_DRIVE};
    if (kind == DROPPED) placement.position_m[2] = 20;
    if (kind == DROPPED) random_orientation(noise, placement.orientation);
    if (kind == UPSIDE_DOWN) {
        placement.position_m[2] = noise_between(noise, 2, 4);
        placement.orientation[0] = noise_between(noise, -0.3, 0.3);
        placement.orientation[1] = 1;
    }
    placement.speed_mps = kind == VERY_FAST ? 400 / 3.6 : noise_between(noise, -5, 40);
    kamm_place(cars, car, &placement);
}

static void torment(kamm_input *input, int kind, struct noise *noise)
{
    static const float gears[] = {KAMM_GEAR_DRIVE, 1, 2, 5, -1, 0};
    input->steering_wheel_rad = (float)noise_between(noise, -12, 12);
    input->throttle = noise_between(noise, 0, 1) < 0.6 ? 1 : 0;
    input->brake = noise_between(noise, 0, 1) < 0.2 ? 1 : 0;
    input->hand_brake = noise_between(noise, 0, 1) < 0.1 ? 1 : 0;
    input->clutch = noise_between(noise, 0, 1) < 0.1 ? 1 : 0;
    input->gear = gears[noise_bits(noise) % 6];
    if (kind == FULL_LOCK)
        *input = (kamm_input){.steering_wheel_rad = 12, .throttle = 1, .gear = KAMM_GEAR_DRIVE};
    float wheel = input->steering_wheel_rad;
    if (kind == FULL_REVERSE)
        *input = (kamm_input){.steering_wheel_rad = wheel, .throttle = 1, .gear = -1};
    if (kind == VERY_FAST)
        *input = (kamm_input){.steering_wheel_rad = wheel / 20, .throttle = 1, .gear = 5};
    if (kind == ICE_AND_HAND_BRAKE) input->hand_brake = input->steering_wheel_rad > 0;
}

static kamm_vehicle_def odd_car(struct noise *noise)
{
    kamm_vehicle_def def = kamm_default_vehicle();
    def.body.mass_kg *= noise_between(noise, 0.6, 2);
    def.body.cg_height_m = noise_between(noise, 0.25, 0.9);
    def.body.cg_left_m = noise_between(noise, -0.1, 0.1);
    def.gearbox.kind = (int32_t)(noise_bits(noise) % 3);
    def.aids.abs = noise_bits(noise) & 1;
    def.aids.tcs = noise_bits(noise) & 1;
    double front = (double)(noise_bits(noise) & 1);
    def.axles[0].drive_share = front;
    def.axles[1].drive_share = 1 - front;
    for (int axle = 0; axle < 2; ++axle) {
        kamm_suspension_def *suspension = &def.axles[axle].suspension;
        suspension->spring_n_per_m *= noise_between(noise, 0.5, 4);
        suspension->anti_roll_bar_n_per_m *= noise_between(noise, 0, 4);
        suspension->bump_damping_ns_per_m *= noise_between(noise, 0.1, 3);
        suspension->roll_centre_height_m = noise_between(noise, -0.1, 0.4);
        def.axles[axle].differential = noise_bits(noise) & 1;
        def.axles[axle].tyre.lmux = def.axles[axle].tyre.lmuy = noise_between(noise, 0.6, 1.8);
    }
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

static int count_faults(const kamm_cars *cars, int second)
{
    int faults = 0;
    for (int car = 0; car < CARS; ++car) {
        if (!kamm_fault(cars, car)) continue;
        print_message("car %d (kind %d) is at fault after %d s\n", car, car % KINDS, second);
        ++faults;
    }
    return faults;
}

static void a_hundred_torture_drives_stay_finite(void **state)
{
    (void)state;
    static struct torture torture;
    static kamm_vehicle_def defs[CARS];
    struct noise noise = {2024};
    clock_t start = clock();
    int faults = 0;
    make_rough(&torture.rough, 1, 4, 0.3, 0.9);
    make_rough(&torture.wild, 2, 2, 0.8, 1.2);
    for (int car = 0; car < CARS; ++car) defs[car] = odd_car(&noise);
    kamm_cars *cars = start_mixed_cars(defs, CARS);
    kamm_ground ground = kamm_flat_ground;
    ground.query = query_torture;
    ground.user = &torture;
    ground.interval_substeps = 4;
    for (int second = 0; second < SECONDS; ++second) {
        for (int car = 0; car < CARS; ++car) {
            if (second % 60 == 0) put_somewhere(cars, car, &noise);
            torment(&kamm_inputs(cars)[car], car % KINDS, &noise);
        }
        for (int i = 0; i < 30; ++i) {
            torture.time_s = second + i / 30.0;
            kamm_step(cars, &ground, 40);
        }
        for (int car = 0; car < CARS; ++car)
            if (!channels_finite(cars, car))
                fail_msg("car %d is not finite after %d s", car, second + 1);
        if (second % 60 == 59) faults += count_faults(cars, second + 1);
    }
    print_message("%d drives of %d s in %.1f s of processor time at width %d\n", CARS, SECONDS,
                  (double)(clock() - start) / CLOCKS_PER_SEC, kamm_width());
    assert_int_equal(faults, 0);
    end_cars(cars);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_hundred_torture_drives_stay_finite),
    };
    return cmocka_run_group_tests_name("torture", tests, NULL, NULL);
}
