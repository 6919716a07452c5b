/* The input assist at the limit: cars driven by keys, with it and without.
 * KAMM_QUICK_TESTS leaves this out: others reach its code. */
#include "support/drive.h"
#include "support/tier.h"

#include <math.h>

/* ---- the limit ---- */

/* Lateral accelerations of `kamm run skidpad`, the better of both circles. */
static const struct {
    const char *name;
    double skidpad_g;
} sorts[] = {{"bmw-m3-e46", 0.881}, {"nissan-micra", 0.867}, {"mclaren-mp4-12c", 1.081}};
enum { SORTS = sizeof sorts / sizeof *sorts };

static void held_key_corners_at_the_tyres_peak(void **state)
{
    (void)state;
    for (int i = 0; i < SORTS; ++i) {
        struct drive drive = start_named(sorts[i].name, 60, 1);
        double peak_rad = drive.info.peak_slip_angle_rad[0];
        keep_speed(&drive, 1, 60 / 3.6, 2);
        start_timing(&drive);
        keep_speed(&drive, 1, 60 / 3.6, 4);
        expect_above(mean_lateral_mps2(&drive), 0.95 * sorts[i].skidpad_g * GRAVITY_MPS2);
        expect_below(drive.max_slip_rad, 1.1 * peak_rad);
        end_cars(drive.cars);
        drive = start_named(sorts[i].name, 60, 0);
        keep_speed(&drive, 1, 60 / 3.6, 2);
        expect_above(drive.max_slip_rad, 2 * peak_rad);
        end_cars(drive.cars);
    }
}

/* Throttle and steering key both held down. */
static void full_throttle_does_not_spin(void **state)
{
    (void)state;
    for (int i = 0; i < 2 * SORTS; ++i) {
        struct drive drive = start_named(sorts[i / 2].name, i % 2 ? 100 : 30, 1);
        keep_wish(&drive, (kamm_driver_request){.steer = 1, .throttle = 1}, 6);
        expect_below(drive.max_sideslip_rad, 8 * PI / 180);
        expect_below(drive.max_slip_rad, 1.15 * drive.info.peak_slip_angle_rad[0]);
        end_cars(drive.cars);
    }
}

static void held_key_corners_at_the_grip_of_slippery_ground(void **state)
{
    (void)state;
    struct drive drive = start_named("bmw-m3-e46", 60, 1);
    drive.ground = kamm_plane_ground(0, 0, 0.3);
    keep_speed(&drive, 1, 60 / 3.6, 2);
    start_timing(&drive);
    keep_speed(&drive, 1, 60 / 3.6, 3);
    expect_above(mean_lateral_mps2(&drive), 0.9 * 0.3 * 0.881 * GRAVITY_MPS2);
    expect_below(drive.max_slip_rad, 1.15 * 0.3 * drive.info.peak_slip_angle_rad[0]);
    end_cars(drive.cars);
}

/* Left and right key in turns of 0.8 s at 100 km/h, far above what such a slalom can be driven at. */
static void slalom_stays_in_control(void **state)
{
    (void)state;
    for (int i = 0; i < SORTS; ++i) {
        struct drive drive = start_named(sorts[i].name, 100, 1);
        for (int turn = 0; turn < 8; ++turn) keep_speed(&drive, turn % 2 ? 1 : -1, 100 / 3.6, 0.8);
        keep_wish(&drive, (kamm_driver_request){0}, 2);
        expect_below(drive.max_sideslip_rad, 12 * PI / 180);
        expect_above(seen(&drive, KAMM_CHANNEL_speed_mps), 80 / 3.6);
        expect_near(seen(&drive, KAMM_CHANNEL_yaw_rate_radps), 0, 0.01);
        end_cars(drive.cars);
    }
}

/* All keys come and go at random around 140 km/h, for 20 s. */
static struct drive drive_at_random(const char *name, uint64_t seed, float strength)
{
    struct drive drive = start_named(name, 140, strength);
    struct noise noise = {seed};
    for (double left_s = 20, held_s; left_s > 0; left_s -= held_s) {
        kamm_driver_request request = {.steer = (float)floor(noise_between(&noise, -1, 2))};
        double speed_mps = seen(&drive, KAMM_CHANNEL_speed_mps),
               pedal = noise_between(&noise, 0, 1);
        request.throttle = pedal < (speed_mps < 140 / 3.6 ? 0.9 : 0.3);
        request.brake = pedal > 0.95;
        keep_wish(&drive, request, held_s = noise_between(&noise, 0.1, 1.2));
    }
    return drive;
}

static void random_keys_do_not_spin_the_car(void **state)
{
    (void)state;
    LONG_TIER_ONLY();
    int spins[2] = {0, 0};
    for (int i = 0; i < 4 * SORTS; ++i)
        for (int aided = 0; aided < 2; ++aided) {
            struct drive drive = drive_at_random(sorts[i / 4].name, (uint64_t)i, (float)aided);
            spins[aided] += drive.max_sideslip_rad > PI / 4;
            end_cars(drive.cars);
        }
    assert_int_equal(spins[1], 0);
    assert_true(spins[0] >= 6);
}

/* ---- hands off ---- */

/* The hand brake is pulled in a turn, then all keys are released; without the assist the wheels then point straight
 * ahead. */
static struct drive kick(const char *name, float strength)
{
    struct drive drive = start_named(name, 80, strength);
    keep_wish(&drive, (kamm_driver_request){.steer = 1}, 0.4);
    keep_wish(&drive, (kamm_driver_request){.steer = 1, .hand_brake = 1}, 0.6);
    keep_wish(&drive, (kamm_driver_request){.hand_brake = 1}, 0.1);
    keep_wish(&drive, (kamm_driver_request){0}, 3);
    return drive;
}

static void hands_off_ends_a_slide(void **state)
{
    (void)state;
    for (int i = 0; i < SORTS; ++i) {
        struct drive helped = kick(sorts[i].name, 1), fixed = kick(sorts[i].name, 0);
        expect_above(helped.max_sideslip_rad, 5 * PI / 180);
        expect_below(helped.max_sideslip_rad, 35 * PI / 180);
        expect_near(seen(&helped, KAMM_CHANNEL_sideslip_rad), 0, 0.01);
        expect_near(seen(&helped, KAMM_CHANNEL_yaw_rate_radps), 0, 0.02);
        expect_above(fixed.max_sideslip_rad, PI / 2);
        end_cars(helped.cars);
        end_cars(fixed.cars);
    }
}

static void frame_rate_hardly_matters(void **state)
{
    (void)state;
    double yaw_rad[2], lateral_mps2[2], sideslip_rad[2];
    for (int i = 0; i < 2; ++i) {
        struct drive drive = start_named("bmw-m3-e46", 80, 1);
        drive.frames_per_s = i ? 240 : 30;
        keep_wish(&drive, (kamm_driver_request){.steer = 1, .throttle = 0.3f}, 3);
        yaw_rad[i] = seen(&drive, KAMM_CHANNEL_yaw_rad);
        lateral_mps2[i] = mean_lateral_mps2(&drive);
        keep_wish(&drive, (kamm_driver_request){.steer = -1, .throttle = 0.3f}, 1);
        sideslip_rad[i] = drive.max_sideslip_rad;
        end_cars(drive.cars);
    }
    expect_share(yaw_rad[0], yaw_rad[1], 0.02);
    expect_share(lateral_mps2[0], lateral_mps2[1], 0.02);
    expect_near(sideslip_rad[0], sideslip_rad[1], 0.02);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(held_key_corners_at_the_tyres_peak),
        cmocka_unit_test(full_throttle_does_not_spin),
        cmocka_unit_test(held_key_corners_at_the_grip_of_slippery_ground),
        cmocka_unit_test(slalom_stays_in_control),
        cmocka_unit_test(random_keys_do_not_spin_the_car),
        cmocka_unit_test(hands_off_ends_a_slide),
        cmocka_unit_test(frame_rate_hardly_matters),
    };
    return cmocka_run_group_tests_name("input assist", tests, NULL, NULL);
}
