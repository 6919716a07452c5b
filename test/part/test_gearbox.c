/* Gearbox and shift map, in a car on a straight road whose wheels cannot slip.
 * KAMM_QUICK_TESTS leaves this out: others reach its code. */
#include "powertrain_lab.h"
#include "support/tier.h"

static void reverse_drives_backwards(void **state)
{
    (void)state;
    struct lab *lab = default_lab();
    place(lab, 0, 8, 2);
    lab->bench.gear[0] = -1;
    lab->bench.throttle[0] = 0.5f;
    run(lab, 1);
    expect_near(lab->bench.gear_engaged[0], 0, 0); /* too fast for it: it waits in neutral */
    expect_below(lab->bench.drive_nm[0], 1);
    lab->bench.throttle[0] = 0;
    lab->bench.brake_nm[0] = 1500;
    run(lab, 4);
    expect_near(lab->bench.gear_engaged[0], -1, 0);
    lab->bench.brake_nm[0] = 0;
    lab->bench.throttle[0] = 1;
    run(lab, 6);
    double back = speed_of(lab);
    expect_below(back, -8);
    lab->bench.gear[0] = KAMM_GEAR_DRIVE; /* catches it by its clutch */
    run(lab, 1);
    expect_above(lab->bench.gear_engaged[0], 0.5);
    expect_above(speed_of(lab), back + 0.5);
    run(lab, 9);
    expect_above(speed_of(lab), 3);
}

static void sequential_box_takes_one_gear_at_a_time(void **state)
{
    (void)state;
    kamm_vehicle_def def = default_vehicle();
    def.gearbox.kind = KAMM_GEARBOX_SEQUENTIAL;
    struct lab *lab = make_lab(&def);
    place(lab, 0, 20, 1);
    lab->bench.gear[0] = 4;
    int gear = 1;
    for (int i = 0; i < 3600; ++i) {
        step(lab);
        int now = (int)lab->bench.gear_engaged[0];
        assert_true(now == gear || now == gear + 1);
        gear = now;
    }
    assert_int_equal(gear, 4);
}

static void hand_shifts_need_the_clutch(void **state)
{
    (void)state;
    struct lab *lab = hand_shifted_lab();
    place(lab, 0, 12, 2);
    lab->bench.gear[0] = 4;
    run(lab, 1);
    expect_near(lab->bench.gear_engaged[0], 2, 0);
    lab->bench.clutch[0] = 1;
    run(lab, lab->def.gearbox.shift_s + 0.01);
    expect_near(lab->bench.gear_engaged[0], 4, 0);
}

static void automatic_box_leaves_a_held_gear_that_lugs_or_over_revs(void **state)
{
    (void)state;
    kamm_vehicle_def def = default_vehicle();
    def.gearbox.kind = KAMM_GEARBOX_AUTOMATIC;
    struct lab *lab = make_lab(&def);
    lab->bench.gear[0] = 2;
    lab->bench.throttle[0] = 1;
    run(lab, 1);
    expect_near(lab->bench.gear_engaged[0], 1, 0); /* second would lug at first … */
    run(lab, 11);
    expect_near(lab->bench.gear_engaged[0], 2, 0);
    run(lab, 18);
    expect_above(lab->bench.gear_engaged[0], 2.5); /* … and over-rev in the end */
    lab->bench.throttle[0] = 0;
    lab->bench.gear[0] = 1;
    run(lab, 1);
    expect_below(lab->bench.engine_radps[0], lab->def.engine.limiter_radps);
}

static void full_throttle_shifts_at_the_speed_of_equal_pull(void **state)
{
    (void)state;
    struct lab *lab = default_lab();
    lab->bench.throttle[0] = 1;
    int gear = 1;
    while (gear < 4 && lab->time_s < 60) {
        double before = lab->bench.engine_radps[0], min = 1e9;
        step(lab);
        if (lab->bench.target_gear[0] == lab->bench.gear_engaged[0]) continue;
        expect_near(lab->bench.target_gear[0], ++gear, 0);
        double best = kamm_powertrain_upshift_radps(&lab->def, &lab->constants, gear - 1);
        expect_share(before, best, 0.005);
        for (; lab->bench.shift_remaining_s[0] > 0; step(lab))
            min = fmin(min, (double)lab->bench.engine_radps[0]);
        expect_above(min, lab->def.engine.idle_radps);
    }
    assert_int_equal(gear, 4);
}

/* A gear of the map pulls hardest up to its shift point: nothing is gained by another. */
static void shift_points_follow_the_torque_curve(void **state)
{
    (void)state;
    kamm_vehicle_def def = default_vehicle();
    double falling[] = {110, 120, 118, 105, 75, 55, 40}; /* a diesel's, that sags early */
    memcpy(def.engine.torque_curve.y, falling, sizeof falling);
    struct lab *lab = make_lab(&def);
    for (int gear = 2; gear < def.gearbox.ratios_count; ++gear) {
        double up = kamm_powertrain_upshift_radps(&lab->def, &lab->constants, gear);
        double step_down = def.gearbox.ratios[gear] / def.gearbox.ratios[gear - 1];
        expect_below(up, 0.97 * def.engine.limiter_radps);
        expect_share(full_torque(lab, up * step_down) * step_down, full_torque(lab, up), 0.01);
    }
}

/* With the 8 % by which the engine's speed may lead the road's there is still a gap. */
static void downshift_points_lie_below_upshift_points_at_every_pedal(void **state)
{
    (void)state;
    const struct lab *lab = default_lab();
    const struct gearbox_constants *box = &lab->constants.gearbox;
    for (int pair = 0; pair + 1 < lab->def.gearbox.ratios_count; ++pair)
        for (float load = 0; load <= 1; load += 0.0625f) {
            float up = mix(box->up_light_mps[pair], box->up_full_mps[pair], load);
            float down = mix(box->down_light_mps[pair], box->down_full_mps[pair], load);
            expect_below(down, 0.95f * up / (1 + GEARBOX_SLIP_SHARE));
        }
}

static int shifts_in(struct lab *lab, double seconds, float slow_change_mps2)
{
    int shifts = 0;
    float coming = lab->bench.target_gear[0];
    for (double end = lab->time_s + seconds; lab->time_s < end;) {
        float change = slow_change_mps2 * (float)lab->substep_s;
        lab->bench.spin_radps[0] += change / lab->constants.gearbox.radius_m;
        step(lab);
        shifts += lab->bench.target_gear[0] != coming;
        coming = lab->bench.target_gear[0];
    }
    return shifts;
}

static void slow_sweeps_of_speed_shift_once_a_gear(void **state)
{
    (void)state;
    for (float throttle = 0; throttle <= 1; throttle += 0.25f) {
        struct lab *lab = default_lab();
        place(lab, 0, 2, 1);
        lab->bench.mass_kg[0] = 1e9f; /* the sweep alone moves it */
        lab->bench.throttle[0] = throttle;
        assert_in_range(shifts_in(lab, 28, 2), throttle > 0 ? 3 : 0, 4);
        assert_in_range(shifts_in(lab, 28, -2), 2, 4);
    }
}

static void constant_pedal_on_a_slope_does_not_hunt(void **state)
{
    (void)state;
    for (float slope = 0; slope < 0.27f; slope += 0.0833f * (float)of_tier(3, 1))
        for (float throttle = 0.25f; throttle <= 1; throttle += 0.25f * (float)of_tier(2, 1)) {
            struct lab *lab = default_lab();
            place(lab, 0, 15, 2);
            lab->bench.throttle[0] = throttle;
            lab->bench.slope[0] = slope;
            assert_in_range(shifts_in(lab, 150, 0), 0, 8);
            assert_in_range(shifts_in(lab, 60, 0), 0, 0);
        }
}

static void throttle_step_kicks_down_once(void **state)
{
    (void)state;
    struct lab *lab = default_lab();
    place(lab, 0, 20, 5);
    lab->bench.throttle[0] = 0.15f;
    run(lab, 2);
    expect_near(lab->bench.gear_engaged[0], 5, 0);
    lab->bench.throttle[0] = 1;
    assert_int_equal(shifts_in(lab, 2, 0), 1);
    expect_near(lab->bench.gear_engaged[0], 2, 0);
    lab->bench.throttle[0] = 0; /* engine braking */
    assert_int_equal(shifts_in(lab, 1, 0), 0);
    lab->bench.throttle[0] = 0.15f;
    assert_int_equal(shifts_in(lab, 2, 0), 1);
    expect_above(lab->bench.gear_engaged[0], 3.5);
}

/* At full throttle from first gear, and with a pedal that is pressed and released all the time. */
static void shift_map_waits_for_the_lockout_to_pass(void **state)
{
    (void)state;
    for (double lockout_s = 0; lockout_s < 5; lockout_s += 1.5) {
        kamm_vehicle_def def = default_vehicle();
        def.gearbox.shift_lockout_s = lockout_s;
        struct lab *lab = make_lab(&def);
        double ended_s = -INFINITY, shortest_s = INFINITY;
        while (lab->time_s < 60) {
            int shifting = lab->bench.shift_remaining_s[0] > 0;
            lab->bench.throttle[0] = fmod(lab->time_s, 6) < 4 ? 1 : 0.1f;
            step(lab);
            if (shifting && !(lab->bench.shift_remaining_s[0] > 0)) ended_s = lab->time_s;
            if (shifting || !(lab->bench.shift_remaining_s[0] > 0)) continue;
            shortest_s = fmin(shortest_s, lab->time_s - ended_s);
        }
        expect_above(shortest_s, lockout_s - 0.002); /* two substeps */
        expect_below(shortest_s, fmax(lockout_s, 1) * 1.8);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reverse_drives_backwards),
        cmocka_unit_test(sequential_box_takes_one_gear_at_a_time),
        cmocka_unit_test(hand_shifts_need_the_clutch),
        cmocka_unit_test(automatic_box_leaves_a_held_gear_that_lugs_or_over_revs),
        cmocka_unit_test(full_throttle_shifts_at_the_speed_of_equal_pull),
        cmocka_unit_test(shift_points_follow_the_torque_curve),
        cmocka_unit_test(downshift_points_lie_below_upshift_points_at_every_pedal),
        cmocka_unit_test(slow_sweeps_of_speed_shift_once_a_gear),
        cmocka_unit_test(constant_pedal_on_a_slope_does_not_hunt),
        cmocka_unit_test(throttle_step_kicks_down_once),
        cmocka_unit_test(shift_map_waits_for_the_lockout_to_pass),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
