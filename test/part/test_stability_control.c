/* Stability control: the part against its formulas, and a car that spins without it. */
#include "support/cars.h"
#include "support/quick.h"

#include "part/stability_control.h"
#include "run/cars.h"

#include <kamm/io/vehicle_file.h>
#include <math.h>
#include <string.h>

/* ---- the part ---- */

static const struct stability_constants plain = {.enabled = 1,
                                                 .wheelbase_m = 2.5f,
                                                 .steer_per_wheel = 1,
                                                 .understeer = 0.004f,
                                                 .friction = 1,
                                                 .band_radps = 0.07f,
                                                 .gain_s_per_rad = 5,
                                                 .fade_from_mps = 4,
                                                 .per_fade_mps = 0.25f,
                                                 .least_mps = 1,
                                                 .return_per_s = 3,
                                                 .max_lead_s = 0.25f,
                                                 .per_turn = 5};

static void wanted_yaw_rate_is_that_of_the_single_track(void **state)
{
    (void)state;
    struct stability_motion m = {.forward_mps = 20, .steering_rad = 0.02f, .grip_mps2 = 9.81f};
    expect_near(stability_aim(&plain, &m), 20 * 0.02 / (2.5 + 0.004 * 400), 1e-6);
    m.steering_rad = -0.5f; /* more than the road holds */
    expect_near(stability_aim(&plain, &m), -0.95 * 9.81 / 20, 1e-6);
    m.grip_mps2 = 0.981f;
    expect_near(stability_aim(&plain, &m), -0.95 * 0.981 / 20, 1e-6);
    m = (struct stability_motion){.forward_mps = 20, .left_mps = -6, .grip_mps2 = 9.81f};
    expect_near(stability_aim(&plain, &m), -3 * (0.3 - 0.02 * 9.81), 1e-6);
}

static struct stability_demand demand(float yaw_radps, float steering_rad)
{
    struct stability_motion m = {.forward_mps = 20,
                                 .yaw_radps = yaw_radps,
                                 .steering_rad = steering_rad,
                                 .grip_mps2 = 9.81f};
    return stability_step(&plain, &m);
}

/* Shares of the brakes: front left, front right, rear left, rear right. */
static void expect_brakes(struct stability_demand d, const double shares[4])
{
    for (int w = 0; w < 4; ++w) expect_near(stability_brake(d, w / 2, w % 2), shares[w], 1e-4);
}

static void stability_control_brakes_one_wheel(void **state)
{
    (void)state;
    double aim = 20 * 0.02 / (2.5 + 0.004 * 400); /* 0.0976 rad/s */
    expect_brakes(demand((float)aim + 0.06f, 0.02f), (double[4]){0, 0, 0, 0});
    expect_brakes(demand((float)aim + 0.17f, 0.02f), (double[4]){0, 0.5, 0, 0});
    expect_brakes(demand((float)-aim - 0.17f, -0.02f), (double[4]){0.5, 0, 0, 0});
    expect_brakes(demand((float)aim + 1, 0.02f), (double[4]){0, 1, 0, 0});
    expect_near(demand((float)aim + 0.17f, 0.02f).cut, 0.5, 1e-4);
    /* Too little of a turn to the left: the inner rear wheel, from twice the band. */
    aim = 20 * 0.08 / (2.5 + 0.004 * 400);
    expect_brakes(demand(0.1f, 0.08f), (double[4]){0, 0, 5 * (aim - 0.1 - 0.14), 0});
}

/* ---- a car ---- */

static kamm_vehicle_def sports_car(int esc)
{
    static kamm_vehicle_file file;
    kamm_error error;
    if (kamm_load_vehicle("bmw-m3-e46", &file, NULL, &error) != KAMM_OK) fail_msg("%s", error.text);
    file.def.aids.esc = esc;
    file.def.stepping.substeps_per_s = 1200;
    return file.def;
}

/* Sine with dwell: 0.7 Hz, held for half a second at its second peak (FMVSS 126, UN R140). */
static const double frequency_hz = 0.7, dwell_s = 0.5, end_s = 1 / 0.7 + 0.5;

static double sine_with_dwell(double t)
{
    double held_s = 0.75 / frequency_hz;
    if (t > held_s) t = t < held_s + dwell_s ? held_s : t - dwell_s;
    return t < 0 || t > 1 / frequency_hz ? 0 : sin(2 * PI * frequency_hz * t);
}

struct course {
    double peak_radps, after_1_s,
        after_1_75_s; /* yaw rates: the largest of the second half, later */
    double aside_m;   /* after 1.07 s */
    double max_brake_nm;
};

static void sample(const kamm_cars *cars, double t, struct course *course)
{
    double yaw_rate = read_channel(cars, KAMM_CHANNEL_yaw_rate_radps);
    if (t < end_s && fabs(yaw_rate) > fabs(course->peak_radps)) course->peak_radps = yaw_rate;
    if (t < end_s + 1) course->after_1_s = yaw_rate;
    if (t < end_s + 1.75) course->after_1_75_s = yaw_rate;
    if (t < 1.07) course->aside_m = read_channel(cars, KAMM_CHANNEL_y_m);
    for (int w = 0; w < 4; ++w)
        course->max_brake_nm =
            fmax(course->max_brake_nm, kamm_read_wheel(cars, 0, w, KAMM_WHEEL_brake_torque_nm));
}

static struct course drive_sine_with_dwell(kamm_cars *cars, double amplitude_rad)
{
    struct course course = {0};
    put_car(cars, 0, &kamm_flat_ground, 0, 80 / 3.6, KAMM_GEAR_DRIVE);
    for (int i = 0; i < 370; ++i) {
        kamm_inputs(cars)[0].steering_wheel_rad =
            (float)(amplitude_rad * sine_with_dwell(0.01 * i));
        kamm_step(cars, &kamm_flat_ground, 12);
        sample(cars, 0.01 * (i + 1), &course);
    }
    return course;
}

/* The limits are those of FMVSS 126: 35 % of the peak 1 s after the steering has ended, 20 % after 1.75 s,
 * 1.83 m aside. */
static void sine_with_dwell_spins_only_without_it(void **state)
{
    (void)state;
    for (int esc = 0; esc < 2; ++esc) {
        kamm_vehicle_def def = sports_car(esc);
        kamm_cars *cars = start_cars(&def, 1);
        struct course course = drive_sine_with_dwell(cars, 4);
        double share_1 = course.after_1_s / course.peak_radps;
        double share_2 = course.after_1_75_s / course.peak_radps;
        expect_above(course.aside_m, 1.83);
        if (esc) {
            expect_below(share_1, 0.35);
            expect_below(share_2, 0.20);
            expect_above(course.max_brake_nm, 500);
        } else {
            expect_above(share_1, 0.6);
            expect_near(course.max_brake_nm, 0, 0);
        }
        end_cars(cars);
    }
}

static void mirrored_car_is_mirrored_to_the_bit(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    kamm_vehicle_def def = sports_car(1);
    kamm_cars *cars = start_cars(&def, 1), *mirrored = start_cars(&def, 1);
    struct course course = drive_sine_with_dwell(cars, 4);
    struct course image = drive_sine_with_dwell(mirrored, -4);
    assert_true(course.peak_radps == -image.peak_radps);
    assert_true(course.aside_m == -image.aside_m);
    assert_true(course.max_brake_nm == image.max_brake_nm);
    assert_true(read_channel(cars, KAMM_CHANNEL_yaw_rad) ==
                -read_channel(mirrored, KAMM_CHANNEL_yaw_rad));
    end_cars(cars);
    end_cars(mirrored);
}

/* Winding roads at half of the grip: the same bits with and without. */
static void stability_control_leaves_ordinary_driving_alone(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    uint64_t hashes[2];
    for (int esc = 0; esc < 2; ++esc) {
        kamm_vehicle_def def = sports_car(esc);
        kamm_cars *cars = start_cars(&def, 1);
        put_car(cars, 0, &kamm_flat_ground, 0, 22, KAMM_GEAR_DRIVE);
        double max_acceleration_mps2 = 0;
        for (int i = 0; i < 600; ++i) {
            kamm_inputs(cars)[0].throttle = 0.2f;
            kamm_inputs(cars)[0].steering_wheel_rad = 0.8f * sinf(0.02f * (float)i);
            kamm_step(cars, &kamm_flat_ground, 12);
            max_acceleration_mps2 =
                fmax(max_acceleration_mps2, read_channel(cars, KAMM_CHANNEL_acceleration_y_mps2));
        }
        expect_above(max_acceleration_mps2, 4.5);
        hashes[esc] = kamm_state_hash(cars);
        end_cars(cars);
    }
    assert_true(hashes[0] == hashes[1]);
}

/* On snow at full throttle engine torque is taken away, as traction control does it. */
static void stability_control_cuts_the_engine(void **state)
{
    (void)state;
    kamm_ground snow = kamm_plane_ground(0, 0, 0.3);
    for (int esc = 0; esc < 2; ++esc) {
        kamm_vehicle_def def = sports_car(esc);
        def.aids.tcs = 0;
        kamm_cars *cars = start_cars(&def, 1);
        put_car(cars, 0, &snow, 0, 15, KAMM_GEAR_DRIVE);
        kamm_inputs(cars)[0].throttle = 1;
        kamm_inputs(cars)[0].steering_wheel_rad = 1;
        drive_for(cars, &snow, 2);
        double cut = CAR_STATE(cars, 0, car.traction_cut);
        double torque_nm = read_channel(cars, KAMM_CHANNEL_engine_torque_nm);
        if (esc) {
            expect_above(cut, 0.9);
            expect_below(torque_nm, 0);
        } else {
            expect_near(cut, 0, 0);
            expect_above(torque_nm, 0);
        }
        end_cars(cars);
    }
}

/* Cars with and without it side by side, at every width, do what they do alone. */
static void every_width_has_the_same_bits(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    const int widths[] = {1, 4, 8, 16};
    kamm_vehicle_def defs[5];
    uint64_t first = 0;
    for (int i = 0; i < 5; ++i) defs[i] = sports_car(i % 2);
    for (int i = 0; i < 4; ++i) {
        if (kamm_set_width(widths[i], NULL) != KAMM_OK) continue;
        kamm_cars *cars = start_mixed_cars(defs, 5);
        for (int car = 0; car < 5; ++car) {
            put_car(cars, car, &kamm_flat_ground, 0, 22 + car, KAMM_GEAR_DRIVE);
            kamm_inputs(cars)[car].steering_wheel_rad = car < 3 ? 4 : -4;
        }
        drive_for(cars, &kamm_flat_ground, 1);
        if (!i) first = kamm_state_hash(cars);
        assert_true(kamm_state_hash(cars) == first);
        end_cars(cars);
    }
    kamm_set_width(0, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wanted_yaw_rate_is_that_of_the_single_track),
        cmocka_unit_test(stability_control_brakes_one_wheel),
        cmocka_unit_test(sine_with_dwell_spins_only_without_it),
        cmocka_unit_test(mirrored_car_is_mirrored_to_the_bit),
        cmocka_unit_test(stability_control_leaves_ordinary_driving_alone),
        cmocka_unit_test(stability_control_cuts_the_engine),
        cmocka_unit_test(every_width_has_the_same_bits),
    };
    return cmocka_run_group_tests_name("stability control", tests, NULL, NULL);
}
