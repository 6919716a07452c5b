/* The shipped combinations: rest, bits, mirror; and what only some have: a section that pushes, a stop of the bend. */
#include "base/quaternion.h"
#include "base/vector_double.h"
#include "support/quick.h"
#include "support/tier.h"
#include "support/trailers.h"

#include <kamm/io/vehicle_file.h>
#include <math.h>
#include <string.h>

static const kamm_rung rungs[] = {KAMM_SINGLE_TRACK, KAMM_FULL};
enum { RUNGS = sizeof rungs / sizeof *rungs, MAX_NAMES = 32 };

static char names[MAX_NAMES][64];

static int shipped_combinations(void)
{
    int count = kamm_list_data("combinations", names, MAX_NAMES);
    assert_in_range(count, 5, MAX_NAMES);
    return count;
}

static kamm_input *pedals_of(struct combination *combination, int index)
{
    return &kamm_inputs(kamm_combination_cars(combination->combinations, 0))[index];
}

static double read_unit(const struct combination *combination, int unit, kamm_channel channel)
{
    return kamm_read(kamm_combination_cars(combination->combinations, unit), 0, channel);
}

static double energy_of(const struct combination *combination)
{
    double sum = 0;
    for (int u = 0; u < kamm_combination_units(combination->combinations); ++u)
        sum += read_unit(combination, u, KAMM_CHANNEL_energy_j);
    return sum;
}

static void expect_no_faults(const struct combination *combination, const char *name, int count)
{
    for (int u = 0; u < kamm_combination_units(combination->combinations); ++u)
        for (int i = 0; i < count; ++i)
            if (kamm_fault(kamm_combination_cars(combination->combinations, u), i))
                fail_msg("%s: unit %d of number %d has a fault", name, u, i);
}

static void stands(const char *name, kamm_rung rung, double rate)
{
    struct combination combination = start_shipped(name, rung, rate, 1);
    place_combination(&combination, 0, 0);
    pedals_of(&combination, 0)->brake = 1;
    drive_combination(&combination, &kamm_flat_ground, 15);
    double weight_n = 0, load_n = 0;
    for (int u = 0; u < kamm_combination_units(combination.combinations); ++u) {
        weight_n += kamm_describe(combination.models[u]).mass_kg * GRAVITY_MPS2;
        load_n += sum_of_loads(kamm_combination_cars(combination.combinations, u), 0);
        expect_near(read_unit(&combination, u, KAMM_CHANNEL_speed_mps), 0, 1e-3);
        expect_near(read_unit(&combination, u, KAMM_CHANNEL_y_m), 0, 1e-5);
    }
    expect_share(load_n, weight_n, 1e-3);
    expect_no_faults(&combination, name, 1);
    end_combination(&combination);
}

static void shipped_combinations_stand(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    const double rates[] = {60, 120, 240, 600, 1200};
    int count = shipped_combinations();
    for (int n = 0; n < count; ++n)
        for (int r = 0; r < RUNGS; ++r)
            for (int i = 0; i < 5; ++i)
                if (rates[i] == 120 || (rates[i] < 600 && in_long_tier()) || in_release_tier())
                    if ((n + r) % of_tier(2, 1) == 0) stands(names[n], rungs[r], rates[i]);
}

static void drive_about(struct combination *combination, int count, int mirrored)
{
    for (int i = 0; i < count; ++i) place_combination(combination, i, 6 + i);
    for (int n = 0; n < 40; ++n) {
        for (int i = 0; i < count; ++i) {
            kamm_input *in = pedals_of(combination, i);
            in->steering_wheel_rad = (mirrored ? -1 : 1) * 3 * sinf(0.25f * (float)n + (float)i);
            in->throttle = n % 20 < 12 ? 0.8f : 0;
            in->brake = n % 20 > 16 ? 0.4f : 0;
        }
        kamm_step_combinations(combination->combinations, &kamm_flat_ground, 12);
    }
}

static uint64_t hash_at_width(const char *name, kamm_rung rung, int width, int count)
{
    kamm_error error;
    if (kamm_set_width(width, &error) != KAMM_OK) return 0;
    struct combination combination = start_shipped(name, rung, 240, count);
    drive_about(&combination, count, 0);
    expect_no_faults(&combination, name, count);
    uint64_t hash = kamm_combinations_hash(combination.combinations);
    end_combination(&combination);
    kamm_set_width(0, &error);
    return hash;
}

static void all_widths_give_the_same_bits(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    const int widths[] = {4, 8, 16};
    int count = shipped_combinations();
    for (int n = 0; n < count; ++n)
        for (int r = 0; r < RUNGS; ++r) {
            if ((n + r) % of_tier(5, 1)) continue;
            int combinations = in_long_tier() ? 18 : 5;
            uint64_t expected = hash_at_width(names[n], rungs[r], 1, combinations);
            for (int i = 0; i < (in_long_tier() ? 3 : 1); ++i) {
                uint64_t hash = hash_at_width(names[n], rungs[r], widths[i], combinations);
                if (hash) assert_true(hash == expected);
            }
        }
}

static void mirrored_inputs_give_the_mirrored_drive(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    int count = shipped_combinations();
    for (int n = 0; n < count; ++n)
        for (int r = n % of_tier(3, 1); r < RUNGS; r += of_tier(3, 1)) {
            double at[2][KAMM_MAX_UNITS][3];
            for (int side = 0; side < 2; ++side) {
                struct combination combination = start_shipped(names[n], rungs[r], 240, 1);
                drive_about(&combination, 1, side);
                for (int u = 0; u < kamm_combination_units(combination.combinations); ++u) {
                    at[side][u][0] = read_unit(&combination, u, KAMM_CHANNEL_x_m);
                    at[side][u][1] = read_unit(&combination, u, KAMM_CHANNEL_y_m);
                    at[side][u][2] = read_unit(&combination, u, KAMM_CHANNEL_yaw_rad);
                }
                end_combination(&combination);
            }
            assert_true(fabs(at[0][1][1]) > 0.05);
            for (int u = 0; u < 2; ++u)
                assert_true(at[0][u][0] == at[1][u][0] && at[0][u][1] == -at[1][u][1] &&
                            at[0][u][2] == -at[1][u][2]);
        }
}

/* The rear section pushes: what it gains the joint hands on to the front one, by that one's mass times acceleration. */
static void a_driven_section_pushes(void **state)
{
    (void)state;
    for (int r = 0; r < RUNGS; ++r) {
        struct combination combination = start_shipped("articulated-bus", rungs[r], 240, 1);
        place_combination(&combination, 0, 0);
        pedals_of(&combination, 0)->throttle = 1;
        drive_combination(&combination, &kamm_flat_ground, 4);
        double speed = read_unit(&combination, 0, KAMM_CHANNEL_speed_mps), push = 0, rolling = 0;
        expect_above(speed, 2);
        for (int n = 0; n < 60; ++n) {
            kamm_step_combinations(combination.combinations, &kamm_flat_ground, 1);
            push -= hitch_of(&combination, 0, 1).force_n[0] / 60;
            for (int w = 0; w < 6; ++w)
                rolling += kamm_read_wheel(kamm_combination_cars(combination.combinations, 0), 0, w,
                                           KAMM_WHEEL_longitudinal_force_n) /
                           60;
        }
        double gained = (read_unit(&combination, 0, KAMM_CHANNEL_speed_mps) - speed) / 0.25;
        expect_above(gained, 0.3);
        expect_share(push + rolling, kamm_describe(combination.models[0]).mass_kg * gained, 0.05);
        pedals_of(&combination, 0)->throttle = 0;
        drive_combination(&combination, &kamm_flat_ground, 1);
        expect_below(-hitch_of(&combination, 0, 1).force_n[0], 0.5 * push);
        pedals_of(&combination, 0)->throttle = 1;
        kamm_uncouple(combination.combinations, 0, 1);
        drive_combination(&combination, &kamm_flat_ground, 1);
        expect_near(
            (double)kamm_inputs(kamm_combination_cars(combination.combinations, 1))[0].throttle, 0,
            0);
        end_combination(&combination);
    }
}

static void a_driven_section_reverses(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    struct combination combination = start_shipped("articulated-bus", KAMM_FULL, 240, 1);
    place_combination(&combination, 0, 0);
    pedals_of(&combination, 0)->gear = -1;
    pedals_of(&combination, 0)->throttle = 0.4f;
    drive_combination(&combination, &kamm_flat_ground, 4);
    expect_below(read_unit(&combination, 0, KAMM_CHANNEL_forward_speed_mps), -0.5);
    end_combination(&combination);
}

/* A car whose rear wheels are locked with its caravan at an angle; with a stop, how far it bends after the first second, and the
 * energy, with that in the stop, that never rises. */
static double fold(double stop_rad, double start_rad, double rate, double friction)
{
    kamm_vehicle_def pair[2] = {towing_car(), caravan()};
    const double stiffness = 3e5;
    pair[0].hitch.bend_stop_rad = stop_rad;
    pair[0].hitch.bend_stop_nm_per_rad = stiffness;
    pair[0].hitch.bend_stop_nms_per_rad = 2e4;
    for (int u = 0; u < 2; ++u) pair[u].stepping.substeps_per_s = rate;
    struct combination combination = start_combination(pair, 2, KAMM_FULL, 1);
    kamm_ground ground = kamm_flat_ground;
    ground.plane.friction = (float)friction;
    kamm_placement at = {.orientation = {1}, .speed_mps = 12, .gear = 0};
    kamm_place_combination(combination.combinations, 0, &at, (double[]){start_rad});
    pedals_of(&combination, 0)->gear = 0;
    pedals_of(&combination, 0)->hand_brake = 1;
    double most = 0, lowest = INFINITY;
    for (int n = 0; n < (int)(6 * rate); ++n) {
        kamm_step_combinations(combination.combinations, &ground, 1);
        double bend = fabs(hitch_of(&combination, 0, 1).articulation_rad);
        double beyond = stop_rad > 0 ? fmax(bend - stop_rad, 0) : 0;
        double now = energy_of(&combination) + 0.5 * stiffness * beyond * beyond;
        if (n > rate) most = fmax(most, bend);
        if (stop_rad > 0 && now > lowest + 60)
            fail_msg("%g substeps/s, friction %g: energy rises from %g to %g J after %d substeps",
                     rate, friction, lowest, now, n);
        lowest = fmin(lowest, now);
    }
    expect_no_faults(&combination, "folding", 1);
    end_combination(&combination);
    return most;
}

static void a_stop_ends_the_bend(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    const double rates[] = {120, 240, 600, 1200}, frictions[] = {0.05, 0.2, 0.5},
                 starts_rad[] = {0.5, 0.8};
    for (int r = 0; r < 4; ++r)
        for (int f = 0; f < 3; ++f)
            for (int s = 0; s < 2; ++s) {
                if (rates[r] != 240 && !in_long_tier()) continue;
                double free_rad = fold(0, starts_rad[s], rates[r], frictions[f]);
                double stopped_rad = fold(0.6, starts_rad[s], rates[r], frictions[f]);
                print_message("%4g substeps/s, friction %.2f, from %.1f deg: bends to %.1f deg, "
                              "with a stop at 34.4 deg to %.1f\n",
                              rates[r], frictions[f], starts_rad[s] * 180 / PI, free_rad * 180 / PI,
                              stopped_rad * 180 / PI);
                expect_below(stopped_rad, 0.66);
                if (frictions[f] == 0.5 && !s) expect_above(free_rad, 1.5);
            }
}

/* Pulled, the drawbar hangs at the rear end of the hitch's play, pushed at its front end; in between the hitch carries nothing. */
static void play_is_used_up_before_a_hitch_carries(void **state)
{
    (void)state;
    for (int r = 0; r < RUNGS; ++r) {
        kamm_vehicle_def pair[2] = {towing_car(), caravan()};
        const double play_m = 0.004;
        double loose = 0, most_n[2] = {0};
        pair[0].hitch.play_m = play_m;
        struct combination combination = start_combination(pair, 2, rungs[r], 1);
        place_combination(&combination, 0, 10);
        for (int n = 0; n < 1200; ++n) {
            pedals_of(&combination, 0)->throttle = n % 600 < 300 ? 0.8f : 0;
            pedals_of(&combination, 0)->brake = n % 600 < 300 ? 0 : 0.2f;
            kamm_step_combinations(combination.combinations, &kamm_flat_ground, 1);
            kamm_hitch_state hitch = hitch_of(&combination, 0, 1);
            double force_n = hitch.force_n[0], gap_m = hitch.gap_m[0];
            expect_below(fabs(gap_m), 1.1 * play_m);
            loose += fabs(force_n) < 1e-6;
            most_n[force_n > 0] = fmax(most_n[force_n > 0], fabs(force_n));
            if (fabs(force_n) > 100) expect_near(gap_m, -copysign(play_m, force_n), 0.1 * play_m);
        }
        print_message(
            "rung %d: loose for %g of 1200 substeps, pulled by %.0f N, pushed by %.0f N\n",
            rungs[r], loose, most_n[1], most_n[0]);
        expect_above(loose, 3);
        expect_above(fmin(most_n[0], most_n[1]), 200);
        expect_no_faults(&combination, "play", 1);
        end_combination(&combination);
    }
}

/* A fifth wheel bears roll by its spring and its damper: K times the angle and D times its rate at the substep's end, one of them
 * alone or both; on the trailer, about the x axis. */
static void a_fifth_wheel_resists_roll_by_spring_and_damper(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    const double springs[] = {4e5, 1, 4e5}, dampers[] = {0, 3e4, 3e4};
    for (int i = 0; i < 3; ++i) {
        kamm_vehicle_def pair[2] = {tractor(), semitrailer()};
        double worst = 0, most = 0;
        pair[0].hitch.roll_stiffness_nm_per_rad = springs[i];
        pair[0].hitch.roll_damping_nms_per_rad = dampers[i];
        for (int u = 0; u < 2; ++u) pair[u].stepping.substeps_per_s = 600;
        struct combination combination = start_combination(pair, 2, KAMM_FULL, 1);
        place_combination(&combination, 0, 12);
        for (int n = 0; n < 1800; ++n) {
            kamm_motion at[2];
            double side[3], up[3], along[3], apart[3];
            pedals_of(&combination, 0)->steering_wheel_rad = (float)(2 * sin(0.01 * n));
            kamm_step_combinations(combination.combinations, &kamm_flat_ground, 1);
            for (int u = 0; u < 2; ++u)
                kamm_read_motion(kamm_combination_cars(combination.combinations, u), 0, &at[u]);
            kamm_rotate(at[0].orientation, (double[]){1, 0, 0}, along);
            kamm_rotate(at[0].orientation, (double[]){0, 1, 0}, side);
            kamm_rotate(at[1].orientation, (double[]){0, 0, 1}, up);
            for (int k = 0; k < 3; ++k)
                apart[k] = at[1].angular_velocity_radps[k] - at[0].angular_velocity_radps[k];
            double wanted = springs[i] * dot3(side, up) - dampers[i] * dot3(apart, along);
            worst = fmax(worst, fabs(hitch_of(&combination, 0, 1).roll_nm - wanted));
            most = fmax(most, fabs(wanted));
        }
        print_message("spring %g, damper %g: %.0f N.m, off by %.0f\n", springs[i], dampers[i], most,
                      worst);
        expect_above(most, 500);
        expect_below(worst, 0.03 * most);
        end_combination(&combination);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shipped_combinations_stand),
        cmocka_unit_test(all_widths_give_the_same_bits),
        cmocka_unit_test(mirrored_inputs_give_the_mirrored_drive),
        cmocka_unit_test(a_driven_section_pushes),
        cmocka_unit_test(a_driven_section_reverses),
        cmocka_unit_test(a_stop_ends_the_bend),
        cmocka_unit_test(play_is_used_up_before_a_hitch_carries),
        cmocka_unit_test(a_fifth_wheel_resists_roll_by_spring_and_damper),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
