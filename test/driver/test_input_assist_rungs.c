/* The input assist's contract, on all rungs: what goes through, how fast hands and feet are, what it stands. */
#include "support/drive.h"
#include "support/mirror.h"
#include "support/quick.h"
#include "support/shipped.h"
#include "support/tier.h"

#include "part/tyre/tyre.h"

#include <math.h>

/* ---- all rungs ---- */

static void every_rung_corners_near_its_grip(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    kamm_vehicle_def def = car_named("bmw-m3-e46");
    for (EACH_RUNG(rung)) {
        struct drive drive = start_drive(&def, rung, 60 / 3.6, 1);
        keep_speed(&drive, -1, 60 / 3.6, 2);
        start_timing(&drive);
        keep_speed(&drive, -1, 60 / 3.6, 4);
        double grip_mps2 = drive.info.peak_friction_y[0] * GRAVITY_MPS2;
        expect_below(mean_lateral_mps2(&drive), -0.8 * grip_mps2);
        expect_above(mean_lateral_mps2(&drive), -1.05 * grip_mps2);
        end_cars(drive.cars);
    }
}

static void mirrored_requests_give_the_mirrored_drive(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    kamm_vehicle_def def = default_vehicle();
    for (EACH_RUNG(rung)) {
        struct drive drive = start_drive(&def, rung, 25, 0.8f),
                     image = start_drive(&def, rung, 25, 0.8f);
        struct noise noise = {5};
        for (int i = 0; i < 60; ++i) {
            kamm_driver_request request = {.steer = (float)noise_between(&noise, -1.5, 1.5),
                                           .throttle = (float)noise_between(&noise, 0, 1),
                                           .hand_brake = noise_between(&noise, 0, 1) < 0.1};
            kamm_driver_request mirrored = request;
            mirrored.steer = -request.steer;
            keep_wish(&drive, request, 0.1);
            keep_wish(&image, mirrored, 0.1);
            expect_mirror_images(drive.cars, image.cars, i);
        }
        end_cars(drive.cars);
        end_cars(image.cars);
    }
}

static void strength_0_passes_the_request_through(void **state)
{
    (void)state;
    kamm_vehicle_def def = default_vehicle();
    const kamm_driver_request request = {
        .steer = -0.3f, .throttle = 0.4f, .brake = 0.5f, .hand_brake = 0.6f, .clutch = 0.7f};
    for (EACH_RUNG(rung)) {
        struct drive drive = start_drive(&def, rung, 30, 0);
        const kamm_input *input = &kamm_inputs(drive.cars)[0];
        kamm_assist_input(&drive.assist, drive.cars, 0, &request, 1.0 / 60);
        expect_near(input->steering_wheel_rad, -0.3 * drive.info.steering_lock_rad, 1e-6);
        expect_near(input->throttle, 0.4, 1e-7);
        expect_near(input->brake, 0.5, 1e-7);
        expect_near(input->hand_brake, 0.6, 1e-7);
        expect_near(input->clutch, 0.7, 1e-7);
        assert_true(input->gear == KAMM_GEAR_DRIVE);
        kamm_assist_input(&drive.assist, drive.cars, 0, &(kamm_driver_request){.steer = NAN},
                          1.0 / 60);
        expect_near(input->steering_wheel_rad, 0, 0);
        end_cars(drive.cars);
    }
}

/* Requests, settings and intervals that are not numbers, on rough ground. */
static void invalid_requests_and_settings_give_finite_states(void **state)
{
    (void)state;
    static const float odd[] = {NAN, INFINITY, -INFINITY, 1e30f, -1e30f, 0, -1};
    static struct rough_ground rough;
    make_rough(&rough, 3, 2, 0.3, 1);
    kamm_vehicle_def def = default_vehicle();
    for (EACH_RUNG(rung)) {
        struct drive drive = start_drive(&def, rung, 20, 1);
        struct noise noise = {7};
        drive.ground = ground_of_rough(&rough);
        for (int i = 0; i < 600; ++i) {
            kamm_driver_request request;
            float *numbers[2] = {(float *)&request, (float *)&drive.assist};
            size_t counts[2] = {sizeof request / sizeof(float),
                                sizeof drive.assist / sizeof(float)};
            for (int k = 0; k < 2; ++k)
                for (size_t f = 0; f < counts[k]; ++f)
                    numbers[k][f] = noise_between(&noise, 0, 1) < 0.2
                                        ? odd[noise_bits(&noise) % 7]
                                        : (float)noise_between(&noise, -1, 2);
            kamm_assist_input(&drive.assist, drive.cars, 0, &request,
                              i % 5 ? 1.0 / 60 : (double)odd[i / 5 % 7]);
            const kamm_input *input = &kamm_inputs(drive.cars)[0];
            assert_true(fabsf(input->steering_wheel_rad) <=
                        (float)drive.info.steering_lock_rad * 1.0001f);
            for (const float *pedal = &input->throttle; pedal <= &input->clutch; ++pedal)
                assert_true(*pedal >= 0 && *pedal <= 1);
            kamm_step(drive.cars, &drive.ground, 20);
        }
        assert_int_equal(kamm_fault(drive.cars, 0) & KAMM_FAULT_INPUT, 0);
        end_cars(drive.cars);
    }
}

static void hands_off_straightens_the_wheels(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    for (EACH_RUNG(rung)) {
        kamm_vehicle_def def = default_vehicle();
        for (int speed_mps = 5; speed_mps < 50; speed_mps += 20) {
            struct drive drive = start_drive(&def, rung, speed_mps, 1);
            keep_wish(&drive, (kamm_driver_request){.steer = -0.5f}, 0.5);
            expect_below(seen(&drive, KAMM_CHANNEL_steering_wheel_rad), -0.05);
            keep_wish(&drive, (kamm_driver_request){0}, 2);
            expect_near(seen(&drive, KAMM_CHANNEL_steering_wheel_rad), 0, 0.02);
            expect_near(seen(&drive, KAMM_CHANNEL_yaw_rate_radps), 0, 0.02);
            end_cars(drive.cars);
        }
    }
}

/* ---- hands and feet ---- */

static void steering_is_turned_slower_at_speed(void **state)
{
    (void)state;
    kamm_vehicle_def def = default_vehicle();
    double angle_rad[3];
    for (int i = 0; i < 3; ++i) {
        struct drive drive = start_drive(&def, KAMM_FULL, 25 * i, 1);
        keep_wish(&drive, (kamm_driver_request){.steer = 1}, 0.1);
        angle_rad[i] = seen(&drive, KAMM_CHANNEL_steering_wheel_rad);
        end_cars(drive.cars);
    }
    expect_share(angle_rad[0], 1, 0.05); /* 10 rad/s for 0.1 s */
    expect_share(angle_rad[1], 1.0 / 2, 0.06);
    expect_share(angle_rad[2], 1.0 / 3, 0.08);
}

static void pedals_move_at_their_rates(void **state)
{
    (void)state;
    kamm_vehicle_def def = default_vehicle();
    for (int frames_per_s = 30; frames_per_s <= 240; frames_per_s *= 2) {
        struct drive drive = start_drive(&def, KAMM_FULL, 10, 1);
        const kamm_input *input = &kamm_inputs(drive.cars)[0];
        drive.frames_per_s = frames_per_s;
        keep_wish(&drive, (kamm_driver_request){.throttle = 1, .brake = 0.5f}, 0.1);
        expect_near(input->throttle, 0.4, 1e-5);
        expect_near(input->brake, 0.4, 1e-5);
        keep_wish(&drive, (kamm_driver_request){.throttle = 1, .brake = 0.5f}, 0.2);
        expect_near(input->throttle, 1, 1e-5);
        expect_near(input->brake, 0.5, 1e-5);
        keep_wish(&drive, (kamm_driver_request){0}, 1.0 / 30);
        expect_near(input->throttle, 2.0 / 3, 1e-5);
        expect_near(input->brake, 1.0 / 6, 1e-5);
        end_cars(drive.cars);
    }
}

static void full_lock_is_reached_slowly_and_backwards(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    kamm_vehicle_def def = default_vehicle();
    for (int speed_mps = -2; speed_mps <= 2; speed_mps += 2) {
        struct drive drive = start_drive(&def, KAMM_FULL, speed_mps, 1);
        kamm_inputs(drive.cars)[0].clutch = 1;
        keep_wish(&drive, (kamm_driver_request){.steer = 1, .clutch = 1}, 1.5);
        expect_share(seen(&drive, KAMM_CHANNEL_steering_wheel_rad), drive.info.steering_lock_rad,
                     0.02);
        end_cars(drive.cars);
    }
}

/* Placed across a slope, in neutral without brakes, keys at rest: whatever it rocks, the steering wheel stays where it is. (A tractor on
 * tyres that hardly damp it rocked on by what it steered against its own rocking.) */
static void the_wheel_of_a_standing_car_stays_straight(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    const kamm_ground slope = kamm_plane_ground(0, 0.03, 1);
    for (int i = 0; i < shipped_count(); i += of_tier(3, 1)) {
        kamm_vehicle_def def = shipped_on(i, KAMM_FULL, 240);
        kamm_cars *cars = start_cars(&def, 1);
        kamm_input_assist assist = kamm_default_input_assist();
        kamm_driver_request request = {.steer = 0};
        double farthest = 0;
        put_car(cars, 0, &slope, 0, 0, 0);
        for (int frame = 0; frame < 300; ++frame) {
            kamm_assist_input(&assist, cars, 0, &request, 1.0 / 60);
            kamm_step(cars, &slope, 4);
            farthest = fmax(farthest, fabs((double)kamm_inputs(cars)[0].steering_wheel_rad));
        }
        if (farthest > 0.02) fail_msg("%s turns its wheel by %g rad", shipped_name(i), farthest);
        end_cars(cars);
    }
}

static void steering_stays_with_wheels_in_the_air(void **state)
{
    (void)state;
    kamm_vehicle_def def = default_vehicle();
    struct drive drive = start_drive(&def, KAMM_FULL, 20, 1);
    keep_wish(&drive, (kamm_driver_request){.steer = 1}, 0.3);
    double angle_rad = seen(&drive, KAMM_CHANNEL_steering_wheel_rad);
    expect_above(angle_rad, 0.5);
    drive.ground.plane.point_m[2] = -50;
    keep_wish(&drive, (kamm_driver_request){.steer = 1}, 0.05); /* until the tyres have let go */
    angle_rad = seen(&drive, KAMM_CHANNEL_steering_wheel_rad);
    keep_wish(&drive, (kamm_driver_request){.steer = -1}, 0.5);
    expect_near(seen(&drive, KAMM_CHANNEL_steering_wheel_rad), angle_rad, 1e-6);
    end_cars(drive.cars);
}

/* ---- what the model tells ---- */

static double side_force_n(const kamm_tyre_def *def, double load_n, double slip_angle_rad)
{
    struct tyre_constants constants = kamm_tyre_compile(def);
    const struct tyre_constants *tyre = &constants;
    struct tyre_slip slip = {.speed_mps = 20, .friction_x = 1, .friction_y = 1, .side = 1};
    slip.tan_slip_angle = (float)-tan(slip_angle_rad);
    struct tyre_state at = tyre_prepare(tyre, (float)load_n, 0);
    return kamm_tyre_force(tyre, &at, slip).fy;
}

static void peak_slip_angle_is_where_side_force_peaks(void **state)
{
    (void)state;
    kamm_vehicle_def def = plain_car(); /* its tyres are the same to both sides */
    for (EACH_RUNG(rung)) {
        struct drive drive = start_drive(&def, rung, 0, 1);
        for (int w = 0; w < 4; ++w) {
            const kamm_tyre_def *tyre = &def.axles[w / 2].tyre;
            double angle_rad = drive.info.peak_slip_angle_rad[w],
                   load_n = drive.info.static_load_n[w];
            double max_force_n = side_force_n(tyre, load_n, angle_rad);
            if (rung == KAMM_KINEMATIC) {
                expect_near(angle_rad, 0, 0);
                continue;
            }
            expect_below(side_force_n(tyre, load_n, angle_rad - 0.01), max_force_n);
            expect_below(side_force_n(tyre, load_n, angle_rad + 0.01), max_force_n);
            expect_share(max_force_n, drive.info.peak_friction_y[w] * load_n, 1e-3);
        }
        end_cars(drive.cars);
    }
}

static void linear_tyres_reach_their_grip_at_the_peak_slip_angle(void **state)
{
    (void)state;
    kamm_vehicle_def def = plain_car();
    def.rigid2d.friction = KAMM_FRICTION_LINEAR;
    struct drive drive = start_drive(&def, KAMM_RIGID2D, 0, 1);
    expect_share(drive.info.peak_slip_angle_rad[0] * drive.info.cornering_stiffness_n_per_rad[0],
                 drive.info.peak_friction_y[0] * drive.info.static_load_n[0], 1e-6);
    end_cars(drive.cars);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_rung_corners_near_its_grip),
        cmocka_unit_test(mirrored_requests_give_the_mirrored_drive),
        cmocka_unit_test(strength_0_passes_the_request_through),
        cmocka_unit_test(invalid_requests_and_settings_give_finite_states),
        cmocka_unit_test(hands_off_straightens_the_wheels),
        cmocka_unit_test(steering_is_turned_slower_at_speed),
        cmocka_unit_test(pedals_move_at_their_rates),
        cmocka_unit_test(full_lock_is_reached_slowly_and_backwards),
        cmocka_unit_test(the_wheel_of_a_standing_car_stays_straight),
        cmocka_unit_test(steering_stays_with_wheels_in_the_air),
        cmocka_unit_test(peak_slip_angle_is_where_side_force_peaks),
        cmocka_unit_test(linear_tyres_reach_their_grip_at_the_peak_slip_angle),
    };
    return cmocka_run_group_tests_name("input assist on all rungs", tests, NULL, NULL);
}
