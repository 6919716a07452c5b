/* Exhaust brake and retarder against their laws and closed forms.
 * KAMM_QUICK_TESTS leaves this out: others reach its code. */
#include "support/cars.h"

#include "part/endurance_brake.h"

#include <math.h>

static const double rates[] = {60, 120, 240, 600, 1200};

static struct endurance_constants truck_retarder(double rate)
{
    return (struct endurance_constants){.retarder = 1,
                                        .retarder_blend = 1,
                                        .fill_nms2_per_rad2 = 0.6f,
                                        .max_nm = 3000,
                                        .max_power_w = 400e3f,
                                        .cooling_w = 250e3f,
                                        .taken_w = 150e3f,
                                        .per_heat_j = 1 / 8e6f,
                                        .final_drive = 4,
                                        .halt_nms_per_rad = (float)(50 * rate)};
}

/* Similarity law, set torque, set power. */
static void torque_is_that_of_the_three_ranges(void **state)
{
    (void)state;
    for (int i = 0; i < 5; ++i) {
        struct endurance_constants c = truck_retarder(rates[i]);
        for (float speed = 2; speed < 400; speed += 7) {
            struct endurance_lanes s = {0};
            double w = (double)speed, expected = fmin(fmin(0.6 * w * w, 3000), 400e3 / w);
            double share = 0.4;
            double wheels = (double)endurance_retarder_nm(&c, &s, (float)share, speed / 4, 1,
                                                          (float)(1 / rates[i]));
            double halts = 50 * rates[i] * w / 4;
            expect_share(wheels, fmin(4 * share * expected, halts), 1e-5);
            expect_share(s.retarder_nm * 4, wheels, 1e-6);
            s = (struct endurance_lanes){0};
            expect_near(
                endurance_retarder_nm(&c, &s, (float)share, -speed / 4, 1, (float)(1 / rates[i])),
                -wheels, 0);
        }
        struct endurance_lanes s = {0};
        expect_near(endurance_retarder_nm(&c, &s, 1, 0, 1, 0.01f), 0, 0);
    }
}

static void an_electromagnetic_one_has_its_curve(void **state)
{
    (void)state;
    const double x[] = {0, 50, 100, 300}, y[] = {0, 2000, 2500, 1500};
    struct endurance_constants c = truck_retarder(240);
    c.by_curve = 1, c.max_power_w = 1e9f, c.max_nm = 0;
    kamm_compile_curve_table(x, y, 4, CURVE_MONOTONE, CURVE_HELD, &c.curve_nm);
    for (float speed = 1; speed < 400; speed += 9) {
        double expected = kamm_curve_value(x, y, 4, CURVE_MONOTONE, (double)speed, NULL);
        expect_near(endurance_full_nm(&c, speed, 0), expected, 12); /* of the table's knots */
    }
}

/* Warmth at a power that the cooler stands: P / P_cool (1 - e^(-P_cool t / E)). */
static void warmth_follows_its_exponential(void **state)
{
    (void)state;
    for (int i = 0; i < 5; ++i) {
        struct endurance_constants c = truck_retarder(rates[i]);
        struct endurance_lanes s = {0};
        const float cage = 15, share = 0.8f; /* 0.8 * 0.6 * 60^2 at 60 rad/s: 103.7 kW */
        double power = 0.8 * 0.6 * 60 * 60 * 60, t = 60;
        for (int n = 0; n < (int)(t * rates[i]); ++n)
            endurance_retarder_nm(&c, &s, share, cage, 1, (float)(1 / rates[i]));
        expect_share(s.retarder_warmth, power / 250e3 * (1 - exp(-250e3 * t / 8e6)), 2e-3);
        for (int n = 0; n < (int)(t * rates[i]); ++n)
            endurance_retarder_nm(&c, &s, 0, cage, 1, (float)(1 / rates[i]));
        expect_share(s.retarder_warmth,
                     power / 250e3 * (1 - exp(-250e3 * t / 8e6)) * exp(-250e3 * t / 8e6), 4e-3);
    }
}

/* Above that it settles where what the control leaves is what the cooler takes: 400 - 150 (u - 0.8) / 0.2 = 250 u. */
static void a_hot_one_brakes_by_what_its_cooler_takes(void **state)
{
    (void)state;
    double u = (400 + 150 * 4) / (250 + 150 * 5.0);
    for (int i = 0; i < 5; ++i) {
        struct endurance_constants c = truck_retarder(rates[i]);
        struct endurance_lanes s = {0};
        double before = 2e6, power = 0;
        for (int n = 0; n < (int)(600 * rates[i]); ++n) {
            power = 50 * (double)endurance_retarder_nm(&c, &s, 1, 50, 1, (float)(1 / rates[i]));
            expect_below(power, before + 1);
            before = power;
        }
        expect_near(s.retarder_warmth, u, 1e-3);
        expect_share(power, 250e3 * u, 1e-3);
        expect_below(power, 250e3 * (1 + 1e-3));
    }
}

/* Driven wheels alone, which it stops but never turns back. */
static void free_wheels_are_never_driven(void **state)
{
    (void)state;
    for (int i = 0; i < 5; ++i)
        for (float start = -80; start <= 80; start += 8) {
            struct endurance_constants c = truck_retarder(rates[i]);
            struct endurance_lanes s = {0};
            float speed = start, dt = (float)(1 / rates[i]);
            for (int n = 0; n < 2000; ++n) {
                float next = speed - endurance_retarder_nm(&c, &s, 1, speed, 1, dt) * dt / 50;
                assert_true(next * speed >= 0);
                assert_true(fabsf(next) <= fabsf(speed));
                speed = next;
            }
            expect_below(fabsf(speed), 2);
        }
}

static void the_exhaust_brake_leaves_idle_alone(void **state)
{
    (void)state;
    const double x[] = {60, 150, 230}, y[] = {300, 500, 900};
    struct endurance_constants c = {.exhaust = 1, .exhaust_blend = 1};
    c.free_radps = 1.1f * 60, c.per_free_band = 1 / (0.3f * 60);
    kamm_compile_curve_table(x, y, 3, CURVE_MONOTONE, CURVE_HELD, &c.drag_nm);
    mask closed = 1.0f < 0.0f, open = 1.0f > 0.0f;
    float state_of = 0;
    for (float speed = 85; speed < 260; speed += 11)
        expect_near(endurance_exhaust_nm(&c, &state_of, 0.5f, speed, closed),
                    0.5 * kamm_curve_value(x, y, 3, CURVE_MONOTONE, (double)speed, NULL), 3);
    expect_near(endurance_exhaust_nm(&c, &state_of, 1, 66, closed), 0, 1e-3);
    expect_above(endurance_exhaust_nm(&c, &state_of, 1, 75, closed), 50);
    expect_near(endurance_exhaust_nm(&c, &state_of, 1, 200, open), 0, 0);
}

static void lever_and_pedal_ask_and_the_accelerator_forbids(void **state)
{
    (void)state;
    struct endurance_constants c = {.per_pedal = 5};
    expect_near(endurance_demand(&c, 0.3f, 0, 0), 0.3, 1e-7);
    expect_near(endurance_demand(&c, 0.3f, 0.1f, 0), 0.5, 1e-6);
    expect_near(endurance_demand(&c, 0.3f, 0.9f, 0), 1, 0);
    expect_near(endurance_demand(&c, 1, 1, 0.05f), 0, 0);
    c.per_pedal = 0;
    expect_near(endurance_demand(&c, 0, 1, 0), 0, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(torque_is_that_of_the_three_ranges),
        cmocka_unit_test(an_electromagnetic_one_has_its_curve),
        cmocka_unit_test(warmth_follows_its_exponential),
        cmocka_unit_test(a_hot_one_brakes_by_what_its_cooler_takes),
        cmocka_unit_test(free_wheels_are_never_driven),
        cmocka_unit_test(the_exhaust_brake_leaves_idle_alone),
        cmocka_unit_test(lever_and_pedal_ask_and_the_accelerator_forbids),
    };
    return cmocka_run_group_tests_name("endurance_brake", tests, NULL, NULL);
}
