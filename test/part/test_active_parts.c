/* Active anti-roll bar, torque vectoring and active steering: the parts against their formulas.
 * KAMM_QUICK_TESTS leaves this out: others reach its code. */
#include "support/cars.h"

#include "part/active_bar.h"
#include "part/active_steering.h"
#include "part/torque_vectoring.h"

#include <math.h>

static const struct vectoring_constants clutches = {
    .max_nm = 500, .ratio = 0.15f, .blend = 0.1f, .per_band = 2};

/* Sawase, Ushiroda and Miura (2006): T_l = -i / 2 T, T_r = T - i / 2 T. */
static void a_clutch_moves_torque_to_the_other_wheel(void **state)
{
    (void)state;
    struct vectoring_torques give = vectoring_torques(&clutches, 400, 50, 52);
    expect_near(give.left_nm, -1.15 / 2 * 400, 1e-3);
    expect_near(give.right_nm, 400 - 1.15 / 2 * 400, 1e-3);
    struct vectoring_torques other = vectoring_torques(&clutches, -400, 52, 50);
    expect_near(other.left_nm, give.right_nm, 0);
    expect_near(other.right_nm, give.left_nm, 0);
    give = vectoring_torques(&clutches, 400, 40, 60); /* faster than 1.15 times 50 */
    expect_near(fabs((double)give.left_nm) + fabs((double)give.right_nm), 0, 0);
}

static void clutches_give_no_energy(void **state)
{
    (void)state;
    struct noise noise = {7};
    double most_w = 0;
    for (int i = 0; i < 100000; ++i) {
        float left = (float)noise_between(&noise, -100, 200),
              right = left + (float)noise_between(&noise, -40, 40),
              torque = (float)noise_between(&noise, -500, 500);
        struct vectoring_torques give = vectoring_torques(&clutches, torque, left, right);
        double power = (double)give.left_nm * left + (double)give.right_nm * right;
        most_w = fmax(most_w, power);
        expect_below(power, 0.02); /* rounding of 500 N.m at 200 rad/s */
    }
    print_message("most power that clutches gave: %.3g W\n", most_w);
}

static void torque_follows_with_its_lag_up_to_the_most(void **state)
{
    (void)state;
    float torque = 0;
    for (int i = 0; i < 10; ++i) torque = vectoring_step(&clutches, torque, 1e6f);
    expect_near(torque, 500 * (1 - pow(0.9, 10)), 0.01);
}

static void the_bar_presses_by_lateral_acceleration(void **state)
{
    (void)state;
    const struct active_bar_constants bar = {
        .n_per_mps2 = 300, .max_n = 2000, .blend = 1, .from_mps = 2, .per_band_mps = 0.5f};
    expect_near(active_bar_step(&bar, 0, 4, 20), 1200, 0);
    expect_near(active_bar_step(&bar, 0, -9, 20), -2000, 0);
    expect_near(active_bar_step(&bar, 500, 4, 1.9f), 0, 0); /* below 2 m/s it rests */
    expect_near(active_bar_step(&bar, 0, 4, -3), 600, 0.1);
}

static void the_ratio_goes_by_speed(void **state)
{
    (void)state;
    const struct active_steering_constants v = {.standing_gain = 1.6f,
                                                .gain_per_mps = -0.02f,
                                                .fast_mps = 40,
                                                .yaw_s = 0.1f,
                                                .yaw_max_rad = 0.04f,
                                                .max_rate_radps = 0.5f,
                                                .lock_rad = 0.6f};
    expect_near(active_steering_gain(&v, 0), 1.6, 1e-6);
    expect_near(active_steering_gain(&v, -20), 1.2, 1e-6);
    expect_near(active_steering_gain(&v, 90), 0.8, 1e-6);
    /* 0.1 rad by the driver and 0.2 rad/s too little: as fast as the motor can, and then there. */
    expect_near(active_steering_step(&v, 0, 0.1f, 1.6f, 0.2f, 1, 0.01f), 0.005, 1e-6);
    expect_near(active_steering_step(&v, 0.079f, 0.1f, 1.6f, 0.2f, 1, 0.01f), 0.08, 1e-6);
    expect_near(active_steering_step(&v, 0.079f, 0.1f, 1.6f, 9, 1, 1), 0.1, 1e-6);
    expect_near(active_steering_step(&v, 0, 0.5f, 1.6f, 0, 1, 1), 0.1, 1e-6); /* the rack's stop */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_clutch_moves_torque_to_the_other_wheel),
        cmocka_unit_test(clutches_give_no_energy),
        cmocka_unit_test(torque_follows_with_its_lag_up_to_the_most),
        cmocka_unit_test(the_bar_presses_by_lateral_acceleration),
        cmocka_unit_test(the_ratio_goes_by_speed),
    };
    return cmocka_run_group_tests_name("active_parts", tests, NULL, NULL);
}
