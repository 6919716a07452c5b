/* Vehicles with trailers: rest, bits, coupling, and what they do when they brake and turn. */
#include "support/quick.h"
#include "support/tier.h"
#include "support/trailers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const kamm_rung rungs[] = {KAMM_SINGLE_TRACK, KAMM_FULL};
enum { RUNGS = sizeof rungs / sizeof *rungs };

/* Two kinds of combination: car and caravan, tractor and semitrailer. */
static void make_pair(int heavy, double substeps_per_s, kamm_vehicle_def pair[2])
{
    pair[0] = heavy ? tractor() : towing_car();
    pair[1] = heavy ? semitrailer() : caravan();
    for (int u = 0; u < 2; ++u) pair[u].stepping.substeps_per_s = substeps_per_s;
}

static kamm_input *pedals_of(struct combination *combination, int index)
{
    return &kamm_inputs(kamm_combination_cars(combination->combinations, 0))[index];
}

static double read_unit(struct combination *combination, int unit, kamm_channel channel)
{
    return kamm_read(kamm_combination_cars(combination->combinations, unit), 0, channel);
}

static double load_of_unit(struct combination *combination, int unit)
{
    return sum_of_loads(kamm_combination_cars(combination->combinations, unit), 0);
}

/* Stands with its brakes on: nothing moves, all weight is on the road, the nose weight on the hitch. */
static void it_stands(int heavy, kamm_rung rung, double rate)
{
    kamm_vehicle_def pair[2];
    make_pair(heavy, rate, pair);
    struct combination combination = start_combination(pair, 2, rung, 1);
    place_combination(&combination, 0, 0);
    pedals_of(&combination, 0)->brake = 1;
    drive_combination(&combination, &kamm_flat_ground, 15);
    double weight = (pair[0].body.mass_kg + pair[1].body.mass_kg) * GRAVITY_MPS2;
    expect_share(load_of_unit(&combination, 0) + load_of_unit(&combination, 1), weight, 1e-3);
    const double nose_n[] = {700, 45000};
    double on_hitch = load_of_unit(&combination, 0) - pair[0].body.mass_kg * GRAVITY_MPS2;
    expect_share(on_hitch, nose_n[heavy],
                 rung == KAMM_FULL ? 0.1 : 0.01); /* it leans, and pulls level */
    for (int u = 0; u < 2; ++u) {
        expect_near(read_unit(&combination, u, KAMM_CHANNEL_speed_mps), 0, 2e-4);
        expect_near(read_unit(&combination, u, KAMM_CHANNEL_y_m), 0, 1e-6);
    }
    kamm_hitch_state hitch = hitch_of(&combination, 0, 1);
    for (int i = 0; i < (rung == KAMM_FULL ? 3 : 2); ++i) expect_near(hitch.gap_m[i], 0, 1e-6);
    expect_near(hitch.articulation_rad, 0, 1e-6);
    end_combination(&combination);
}

static void combinations_stand(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    const double rates[] = {120, 240, 600, 1200};
    for (int heavy = 0; heavy < 2; ++heavy)
        for (int r = 0; r < RUNGS; ++r)
            for (size_t i = 0; i < sizeof rates / sizeof *rates; ++i)
                if (rates[i] == 240 || in_long_tier()) it_stands(heavy, rungs[r], rates[i]);
}

/* A force between two vehicles: what the first gains the second loses, so that both speed up as one mass. */
static void they_accelerate_as_one_mass(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    for (int r = 0; r < RUNGS; ++r) {
        kamm_vehicle_def pair[2];
        make_pair(0, 1200, pair);
        struct combination combination = start_combination(pair, 2, rungs[r], 1);
        place_combination(&combination, 0, 20);
        pedals_of(&combination, 0)->gear = 0;
        kamm_ground slope = kamm_flat_ground;
        drive_combination(&combination, &slope, 3);
        double before[2] = {read_unit(&combination, 0, KAMM_CHANNEL_speed_mps),
                            read_unit(&combination, 1, KAMM_CHANNEL_speed_mps)};
        slope.gravity_mps2[0] =
            1; /* all of both is pulled forward alike: the hitch has nothing to do */
        kamm_hitch_state rolls = hitch_of(&combination, 0, 1);
        drive_combination(&combination, &slope, 2);
        kamm_hitch_state pulled = hitch_of(&combination, 0, 1);
        double gained[2];
        for (int u = 0; u < 2; ++u)
            gained[u] = read_unit(&combination, u, KAMM_CHANNEL_speed_mps) - before[u];
        expect_above(gained[0], 1.4); /* 2, less rolling resistance and wheels that spin up */
        expect_near(gained[0], gained[1], 1e-3);
        expect_near(pulled.force_n[0], rolls.force_n[0], 60);
        expect_near(before[0], before[1], 1e-4);
        end_combination(&combination);
    }
}

/* The same hitch force seen from both ends of Newton's third law: pull = mass times acceleration of the trailer. */
static void the_hitch_pulls_the_trailer(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    for (int r = 0; r < RUNGS; ++r) {
        kamm_vehicle_def pair[2];
        make_pair(0, 240, pair);
        struct combination combination = start_combination(pair, 2, rungs[r], 1);
        place_combination(&combination, 0, 15);
        drive_combination(&combination, &kamm_flat_ground, 2);
        pedals_of(&combination, 0)->throttle = 0.6f;
        drive_combination(&combination, &kamm_flat_ground, 3);
        double pull = hitch_of(&combination, 0, 1).force_n[0];
        double rolling = 0, first = read_unit(&combination, 1, KAMM_CHANNEL_speed_mps);
        kamm_cars *trailer = kamm_combination_cars(combination.combinations, 1);
        for (int w = 0; w < 4; ++w)
            rolling += kamm_read_wheel(trailer, 0, w, KAMM_WHEEL_longitudinal_force_n);
        drive_combination(&combination, &kamm_flat_ground, 0.1);
        double gained = (read_unit(&combination, 1, KAMM_CHANNEL_speed_mps) - first) / 0.1;
        expect_above(gained, 0.3);
        expect_share(pull + rolling, pair[1].body.mass_kg * gained, 0.04);
        end_combination(&combination);
    }
}

/* Inputs of all kinds for a while, the same for each of several combinations but for their index. */
static void drive_wildly(struct combination *combination, int count, int mirrored)
{
    for (int i = 0; i < count; ++i) place_combination(combination, i, 8 + 2 * i);
    for (int n = 0; n < 60; ++n) {
        for (int i = 0; i < count; ++i) {
            kamm_input *in = pedals_of(combination, i);
            in->steering_wheel_rad = (mirrored ? -1 : 1) * 1.5f * sinf(0.2f * (float)n + (float)i);
            in->throttle = n % 20 < 10 ? 0.7f : 0;
            in->brake = n % 20 > 14 ? 0.5f : 0;
        }
        kamm_step_combinations(combination->combinations, &kamm_flat_ground, 12);
    }
}

static uint64_t hash_of_wild_drive(int heavy, kamm_rung rung, int width, int count)
{
    kamm_vehicle_def pair[2];
    kamm_error error;
    make_pair(heavy, 240, pair);
    if (kamm_set_width(width, &error) != KAMM_OK) return 0;
    struct combination combination = start_combination(pair, 2, rung, count);
    drive_wildly(&combination, count, 0);
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
    for (int heavy = 0; heavy < 2; ++heavy)
        for (int r = 0; r < RUNGS; ++r) {
            if ((heavy + r) % of_tier(3, 1)) continue;
            uint64_t expected = hash_of_wild_drive(heavy, rungs[r], 1, 18);
            for (int i = 0; i < 3; ++i) {
                uint64_t hash = hash_of_wild_drive(heavy, rungs[r], widths[i], 18);
                if (hash) assert_true(hash == expected);
            }
        }
}

static void a_mirrored_combination_does_the_mirrored_thing(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    for (int heavy = 0; heavy < 2; ++heavy)
        for (int r = 0; r < RUNGS; ++r) {
            kamm_vehicle_def pair[2];
            make_pair(heavy, 240, pair);
            struct combination combination[2] = {start_combination(pair, 2, rungs[r], 1),
                                                 start_combination(pair, 2, rungs[r], 1)};
            for (int i = 0; i < 2; ++i) drive_wildly(&combination[i], 1, i);
            for (int u = 0; u < 2; ++u) {
                double y[2], yaw[2], x[2];
                for (int i = 0; i < 2; ++i) {
                    y[i] = read_unit(&combination[i], u, KAMM_CHANNEL_y_m);
                    x[i] = read_unit(&combination[i], u, KAMM_CHANNEL_x_m);
                    yaw[i] = read_unit(&combination[i], u, KAMM_CHANNEL_yaw_rate_radps);
                }
                assert_true(fabs(y[0]) > 0.1);
                assert_true(x[0] == x[1] && y[0] == -y[1] && yaw[0] == -yaw[1]);
            }
            for (int i = 0; i < 2; ++i) end_combination(&combination[i]);
        }
}

static void snapshots_and_grouping_change_nothing(void **state)
{
    (void)state;
    for (int r = 0; r < RUNGS; ++r) {
        kamm_vehicle_def pair[2];
        kamm_error error;
        make_pair(0, 240, pair);
        struct combination combination = start_combination(pair, 2, rungs[r], 3);
        drive_wildly(&combination, 3, 0);
        kamm_uncouple(combination.combinations, 1, 1);
        size_t size = kamm_combinations_snapshot_size(combination.combinations);
        char *snapshot = malloc(size);
        kamm_save_combinations(combination.combinations, snapshot);
        kamm_step_combinations(combination.combinations, &kamm_flat_ground, 60);
        uint64_t expected = kamm_combinations_hash(combination.combinations);
        drive_wildly(&combination, 3, 1);
        assert_int_equal(
            kamm_restore_combinations(combination.combinations, snapshot, size, &error), KAMM_OK);
        assert_false(kamm_is_coupled(combination.combinations, 1, 1));
        for (int n = 0; n < 60; ++n)
            kamm_step_combinations(combination.combinations, &kamm_flat_ground, 1);
        assert_true(kamm_combinations_hash(combination.combinations) == expected);
        snapshot[size - 1] = 7; /* neither open nor closed */
        assert_int_equal(
            kamm_restore_combinations(combination.combinations, snapshot, size, &error),
            KAMM_ERROR_FORMAT);
        assert_true(kamm_combinations_hash(combination.combinations) == expected);
        free(snapshot);
        end_combination(&combination);
    }
}

/* Let go while driving, a trailer comes down on its jockey wheel and rolls on; standing again it can be coupled, elsewhere not. */
static void trailers_are_uncoupled_and_coupled(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    kamm_vehicle_def pair[2];
    kamm_error error;
    make_pair(0, 240, pair);
    struct combination combination = start_combination(pair, 2, KAMM_FULL, 1);
    place_combination(&combination, 0, 0);
    pedals_of(&combination, 0)->brake = 1;
    drive_combination(&combination, &kamm_flat_ground, 4);
    kamm_cars *trailer = kamm_combination_cars(combination.combinations, 1);
    expect_near(kamm_read_wheel(trailer, 0, 0, KAMM_WHEEL_load_n), 0, 0);
    kamm_uncouple(combination.combinations, 0, 1);
    assert_true(kamm_inputs(trailer)[0].raised_axles == 0);
    drive_combination(&combination, &kamm_flat_ground, 4);
    expect_share(2 * kamm_read_wheel(trailer, 0, 0, KAMM_WHEEL_load_n), 700 / 0.9, 0.05);
    expect_near(hitch_of(&combination, 0, 1).force_n[2], 0, 0);
    assert_int_equal(kamm_couple(combination.combinations, 0, 1, &error), KAMM_OK);
    drive_combination(&combination, &kamm_flat_ground, 4);
    expect_share(hitch_of(&combination, 0, 1).force_n[2], 700, 0.1);

    place_combination(&combination, 0, 20);
    drive_combination(&combination, &kamm_flat_ground, 1);
    kamm_uncouple(combination.combinations, 0, 1);
    pedals_of(&combination, 0)->throttle = 1;
    pedals_of(&combination, 0)->brake = 0;
    drive_combination(&combination, &kamm_flat_ground, 4);
    expect_above(read_unit(&combination, 0, KAMM_CHANNEL_x_m),
                 read_unit(&combination, 1, KAMM_CHANNEL_x_m) + 8);
    assert_int_equal(kamm_couple(combination.combinations, 0, 1, &error), KAMM_ERROR_RANGE);
    assert_non_null(strstr(error.text, "allowed: up to 0.3 m"));
    assert_int_equal(kamm_fault(trailer, 0), 0);
    end_combination(&combination);
}

/* The angle that it bends to when braked with that on a slippery road in a slight turn: `where` 0: nowhere, 1: the
 * tractor's rear axle, 2: the trailer. */
static double bends_to(int where)
{
    kamm_vehicle_def pair[2];
    make_pair(1, 240, pair);
    for (int a = 0; a < 2; ++a) pair[0].axles[a].brake_torque_nm = 0;
    pair[0].axles[1].hand_brake_torque_nm = 40000;
    pair[0].aids.abs = pair[1].aids.abs = 0;
    pair[1].drawbar.brakes = KAMM_TRAILER_BRAKE_NONE;
    for (int a = 1; a < 4; ++a) pair[1].axles[a].brake_torque_nm = 20000;
    struct combination combination = start_combination(pair, 2, KAMM_FULL, 1);
    kamm_ground ice = kamm_flat_ground;
    ice.plane.friction = 0.3f;
    place_combination(&combination, 0, 20);
    pedals_of(&combination, 0)->gear = 0;
    pedals_of(&combination, 0)->steering_wheel_rad = 0.15f;
    drive_combination(&combination, &ice, 3);
    pedals_of(&combination, 0)->hand_brake = where == 1;
    kamm_inputs(kamm_combination_cars(combination.combinations, 1))[0].brake = where == 2;
    double most = 0;
    for (int n = 0; n < 50; ++n) {
        drive_combination(&combination, &ice, 0.1);
        double bend = hitch_of(&combination, 0, 1).articulation_rad;
        if (fabs(bend) > fabs(most)) most = bend;
    }
    end_combination(&combination);
    return most;
}

/* Locked, an axle slides wherever the rest pushes it: the tractor's rear axle lets it jackknife, with the trailer's the
 * trailer swings out. */
static void the_wrong_locked_axle_jackknifes(void **state)
{
    (void)state;
    double free = bends_to(0), drive_axle = bends_to(1), trailer = bends_to(2);
    print_message("bends to %.1f deg unbraked, %.1f deg with its drive axle locked, %.1f deg with "
                  "the trailer locked\n",
                  free * 180 / PI, drive_axle * 180 / PI, trailer * 180 / PI);
    expect_below(fabs(free), 5 * PI / 180);
    expect_above(fabs(drive_axle), 45 * PI / 180);
    expect_above(fabs(trailer), 3 * fabs(free));
}

/* A tractrix: the trailer's axle goes where it points, and its drawbar's eye where the hitch does. */
static void slow_trailers_follow_the_tractrix(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    for (int r = 0; r < RUNGS; ++r) {
        kamm_vehicle_def pair[2];
        make_pair(0, 240, pair);
        struct combination combination = start_combination(pair, 2, rungs[r], 1);
        place_combination(&combination, 0, 1);
        kamm_input *in = pedals_of(&combination, 0);
        double arm = pair[0].hitch.behind_front_axle_m - pair[0].body.cg_behind_front_axle_m;
        double length = pair[1].axles[1].behind_front_axle_m - pair[1].drawbar.behind_front_axle_m;
        double heading = 0, worst = 0, before[2] = {0};
        drive_combination(&combination, &kamm_flat_ground, 4);
        for (int n = 0; n < 240 * 40; ++n) {
            in->steering_wheel_rad = n < 240 * 20 ? 5 : -5;
            in->throttle = 0;
            kamm_step_combinations(combination.combinations, &kamm_flat_ground, 1);
            double yaw = read_unit(&combination, 0, KAMM_CHANNEL_yaw_rad);
            double at[2] = {read_unit(&combination, 0, KAMM_CHANNEL_x_m) - arm * cos(yaw),
                            read_unit(&combination, 0, KAMM_CHANNEL_y_m) - arm * sin(yaw)};
            double dx = at[0] - before[0], dy = at[1] - before[1];
            if (n) heading += (dy * cos(heading) - dx * sin(heading)) / length;
            memcpy(before, at, sizeof at);
            double off = read_unit(&combination, 1, KAMM_CHANNEL_yaw_rad) - heading;
            worst = fmax(worst, fabs(remainder(off, 2 * PI)));
        }
        double bend = hitch_of(&combination, 0, 1).articulation_rad;
        print_message("%s: %.2f deg off the tractrix at most, bent by %.1f deg\n",
                      kamm_describe_rung(rungs[r])->name, worst * 180 / PI, bend * 180 / PI);
        expect_above(fabs(bend), 12 * PI / 180);
        expect_below(worst, 0.2 * PI / 180);
        end_combination(&combination);
    }
}

/* A car with three caravans in a row, each with a ball behind its axle; the coupling between the last two may be open. */
enum { LONG_UNITS = 4 };

static struct combination start_long(kamm_rung rung, int count)
{
    kamm_vehicle_def defs[LONG_UNITS];
    for (int u = 0; u < LONG_UNITS; ++u) {
        defs[u] = u ? caravan() : towing_car();
        defs[u].stepping.substeps_per_s = 240;
        if (!u) continue;
        defs[u].hitch = defs[0].hitch;
        defs[u].hitch.behind_front_axle_m = defs[u].axles[1].behind_front_axle_m + 1.2;
    }
    return start_combination(defs, LONG_UNITS, rung, count);
}

static uint64_t hash_of_long_drive(kamm_rung rung, int width)
{
    kamm_error error;
    if (kamm_set_width(width, &error) != KAMM_OK) return 0;
    struct combination combination = start_long(rung, 5);
    for (int i = 0; i < 5; ++i) place_combination(&combination, i, 6 + 2 * i);
    kamm_uncouple(combination.combinations, 2, 2); /* one of two in the middle of the row */
    for (int n = 0; n < 20; ++n) {
        for (int i = 0; i < 5; ++i) {
            pedals_of(&combination, i)->steering_wheel_rad = 0.8f * sinf(0.4f * (float)n);
            pedals_of(&combination, i)->throttle = 0.6f;
            pedals_of(&combination, i)->brake = n > 14 ? 0.3f : 0;
        }
        kamm_step_combinations(combination.combinations, &kamm_flat_ground, 48);
    }
    for (int i = 0; i < 5; ++i)
        for (int u = 1; u < LONG_UNITS; ++u) {
            if (!kamm_is_coupled(combination.combinations, i, u)) continue;
            kamm_hitch_state hitch = hitch_of(&combination, i, u);
            expect_below(hypot(hitch.gap_m[0], hitch.gap_m[1]), 1e-4);
            assert_int_equal(kamm_fault(kamm_combination_cars(combination.combinations, u), i), 0);
        }
    uint64_t hash = kamm_combinations_hash(combination.combinations);
    end_combination(&combination);
    kamm_set_width(0, &error);
    return hash;
}

static void several_trailers_follow_each_other(void **state)
{
    (void)state;
    for (int r = 0; r < RUNGS; r += of_tier(2, 1)) {
        uint64_t expected = hash_of_long_drive(rungs[r], 1), wide = hash_of_long_drive(rungs[r], 4);
        assert_true(expected == wide);
        struct combination combination = start_long(rungs[r], 1);
        place_combination(&combination, 0, 0);
        pedals_of(&combination, 0)->throttle = 0.8f;
        drive_combination(&combination, &kamm_flat_ground, 6);
        double pull[LONG_UNITS], before = read_unit(&combination, 0, KAMM_CHANNEL_speed_mps);
        for (int u = 1; u < LONG_UNITS; ++u) pull[u] = hitch_of(&combination, 0, u).force_n[0];
        expect_above(before, 3);
        /* The first hitch pulls three trailers, the last one. */
        expect_share(pull[1], 3 * pull[3], 0.02);
        expect_share(pull[2], 2 * pull[3], 0.02);
        end_combination(&combination);
    }
}

static void what_does_not_fit_is_told(void **state)
{
    (void)state;
    kamm_vehicle_def car = plain_car(), combination[2];
    kamm_error error;
    make_pair(0, 240, combination);
    car.stepping.substeps_per_s = 240;
    const kamm_model *plain = kamm_create_model(&car, KAMM_FULL, &error);
    const kamm_model *towing = kamm_create_model(&combination[0], KAMM_FULL, &error);
    const kamm_model *towed = kamm_create_model(&combination[1], KAMM_FULL, &error);
    const kamm_model *planar = kamm_create_model(&combination[1], KAMM_DOUBLE_TRACK, &error);
    const kamm_model *other = kamm_create_model(&combination[1], KAMM_SINGLE_TRACK, &error);
    const struct {
        const kamm_model *units[2];
        const char *part;
    } wrong[] = {{{plain, towed}, "unit 0: hitch.kind is none"},
                 {{towing, plain}, "unit 1: drawbar.towed is 0"},
                 {{towing, other}, "unit 1: another rung"},
                 {{towing, planar}, "double_track feels no hitches"}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; ++i) {
        assert_null(kamm_create_combinations(wrong[i].units, 2, 1, &error));
        assert_non_null(strstr(error.text, wrong[i].part));
    }
    combination[1].axles[1].drive_share = 1;
    assert_null(kamm_create_model(&combination[1], KAMM_FULL, &error));
    assert_non_null(strstr(error.text, "nothing drives a trailer"));
    kamm_model *models[] = {(kamm_model *)plain, (kamm_model *)towing, (kamm_model *)towed,
                            (kamm_model *)planar, (kamm_model *)other};
    for (int i = 0; i < 5; ++i) kamm_destroy_model(models[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(combinations_stand),
        cmocka_unit_test(they_accelerate_as_one_mass),
        cmocka_unit_test(the_hitch_pulls_the_trailer),
        cmocka_unit_test(all_widths_give_the_same_bits),
        cmocka_unit_test(a_mirrored_combination_does_the_mirrored_thing),
        cmocka_unit_test(snapshots_and_grouping_change_nothing),
        cmocka_unit_test(trailers_are_uncoupled_and_coupled),
        cmocka_unit_test(the_wrong_locked_axle_jackknifes),
        cmocka_unit_test(slow_trailers_follow_the_tractrix),
        cmocka_unit_test(several_trailers_follow_each_other),
        cmocka_unit_test(what_does_not_fit_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
