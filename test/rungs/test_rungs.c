/* What holds on every rung of the ladder: the same bits however it is stepped, mirror symmetry, snapshots,
 * mixed batches, faults, and errors that say what is missing. */
/* KAMM_QUICK_TESTS leaves this out: it drives for long to measure. */
#include "support/mirror.h"
#include "support/rungs.h"
#include "support/tier.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BATCH = 23 };

/* Cars that differ in what any rung may read. */
static kamm_vehicle_def varied_car(struct noise *noise)
{
    kamm_vehicle_def def = default_vehicle();
    def.body.mass_kg *= noise_between(noise, 0.8, 1.5);
    def.body.cg_behind_front_axle_m *= noise_between(noise, 0.9, 1.2);
    def.body.cg_left_m = noise_between(noise, -0.05, 0.05);
    def.steering.ackermann = noise_between(noise, 0, 1);
    def.steering.return_rate_radps = noise_bits(noise) % 2 ? 8 : 0;
    def.steering.return_speed_mps = noise_bits(noise) % 2 ? 10 : 0;
    def.axles[1].steer_share = noise_between(noise, -0.2, 0.2);
    def.axles[1].hand_brake_torque_nm = 1500;
    def.gearbox.kind = (int32_t)(noise_bits(noise) % 3);
    def.kinematic.reference = (int32_t)(noise_bits(noise) % 3);
    def.kinematic.speed_of = (int32_t)(noise_bits(noise) % 3);
    def.kinematic.trailer_length_m = noise_bits(noise) % 2 ? 4 : 0;
    def.rigid2d.friction = (int32_t)(noise_bits(noise) % 2);
    def.single_track.equations = (int32_t)(noise_bits(noise) % 3);
    def.double_track.tyre = (int32_t)(noise_bits(noise) % 2);
    return def;
}

static void vary_inputs(kamm_cars *cars, struct noise *noise)
{
    for (int car = 0; car < kamm_count(cars); ++car) {
        kamm_input *input = &kamm_inputs(cars)[car];
        input->steering_wheel_rad = (float)noise_between(noise, -4, 4);
        input->throttle = (float)noise_between(noise, 0, 1);
        input->brake = noise_between(noise, 0, 1) < 0.2 ? 0.6f : 0;
        input->hand_brake = noise_between(noise, 0, 1) < 0.05;
        input->gear = noise_between(noise, 0, 1) < 0.9 ? KAMM_GEAR_DRIVE : -1;
        input->command = noise_between(noise, 0, 1) < 0.2;
        input->road_wheel_rate_radps = (float)noise_between(noise, -0.5, 0.5);
        input->acceleration_mps2 = (float)noise_between(noise, -4, 3);
    }
}

static void place_batch(kamm_cars *cars, struct noise *noise)
{
    for (int car = 0; car < kamm_count(cars); ++car) {
        kamm_placement placement = {{3.0 * car, 0, 0.1}, {1, 0, 0, 0}, 0, KAMM_GEAR_DRIVE, {0}};
        placement.speed_mps = noise_between(noise, -3, 30);
        kamm_place(cars, car, &placement);
    }
}

static const int widths[] = {1, 4, 8, 16};

/* The hash after a drive over rough ground: 90 changes of the inputs, each for 40 substeps, which are taken
 * `first` at first and the rest in one call. Width 0: another one in each frame. */
static uint64_t hash_of_drive(kamm_rung rung, int mixed, int width, int first)
{
    static struct rough_ground rough;
    kamm_vehicle_def defs[BATCH];
    struct noise noise = {17};
    make_rough(&rough, 4, 3, 0.05, 0.9);
    for (int car = 0; car < BATCH; ++car) defs[car] = varied_car(&noise);
    kamm_cars *cars =
        mixed ? start_mixed_rung(defs, rung, BATCH) : start_rung(&defs[0], rung, BATCH);
    kamm_ground ground = ground_of_rough(&rough);
    ground.interval_substeps = 3;
    assert_int_equal(kamm_set_width(width, NULL), KAMM_OK);
    place_batch(cars, &noise);
    for (int frame = 0; frame < of_tier(10, 90); ++frame) {
        if (!width) kamm_set_width(widths[frame * 3 % 4], NULL); /* where it has none it stays */
        vary_inputs(cars, &noise);
        for (int i = 0; first == 1 && i < 39; ++i) kamm_step(cars, &ground, 1);
        if (first > 1) kamm_step(cars, &ground, first);
        kamm_step(cars, &ground, first == 1 ? 1 : 40 - first);
    }
    uint64_t hash = kamm_state_hash(cars);
    kamm_set_width(0, NULL);
    end_cars(cars);
    return hash;
}

static void same_bits_at_every_width_and_in_any_grouping(void **state)
{
    (void)state;
    const int firsts[] = {0, 1, 7};
    for (EACH_RUNG(rung))
        for (int mixed = 0; mixed < 2; ++mixed) {
            if (((int)rung + mixed) % of_tier(2, 1)) continue;
            uint64_t hash = hash_of_drive(rung, mixed, 1, 0);
            for (int i = 0; i < 4; ++i) {
                if (kamm_set_width(widths[i], NULL) != KAMM_OK) continue;
                uint64_t other = hash_of_drive(rung, mixed, widths[i], firsts[i % 3]);
                if (other != hash)
                    fail_msg("%s, mixed %d: %016llx at width %d, %016llx at 1", rung_name(rung),
                             mixed, (unsigned long long)other, widths[i], (unsigned long long)hash);
            }
            if (hash_of_drive(rung, mixed, 4, 7) != hash ||
                hash_of_drive(rung, mixed, 4, 1) != hash)
                fail_msg("%s, mixed %d: the grouping of substeps shows", rung_name(rung), mixed);
            if (mixed && hash_of_drive(rung, mixed, 0, 0) != hash)
                fail_msg("%s: a change of width shows in mixed cars", rung_name(rung));
        }
    kamm_set_width(0, NULL);
}

static kamm_cars *start_lopsided(kamm_rung rung, double side, const double orientation[4],
                                 int variant)
{
    kamm_vehicle_def def = lopsided_car(side);
    def.kinematic.trailer_length_m = variant ? 3 : 0;
    def.kinematic.speed_of = variant;
    def.rigid2d.friction = variant % 2;
    def.single_track.equations = variant;
    def.double_track.tyre = variant % 2;
    kamm_cars *cars = start_rung(&def, rung, 1);
    kamm_placement placement = {{3, 5 * side, 0.2}, {0}, 18, 2, {0}};
    for (int i = 0; i < 4; ++i) placement.orientation[i] = orientation[i] * (i % 2 ? side : 1);
    kamm_place(cars, 0, &placement);
    return cars;
}

static void expect_mirrored_drive(kamm_rung rung, int variant, const kamm_ground *ground,
                                  const double orientation[4])
{
    struct mirrored_ground mirror;
    kamm_ground other_side = mirror_of_ground(&mirror, ground);
    kamm_cars *cars = start_lopsided(rung, 1, orientation, variant);
    kamm_cars *mirrored = start_lopsided(rung, -1, orientation, variant);
    struct noise noise = {3};
    for (int frame = 0; frame < 600; ++frame) {
        kamm_input input = {.gear = KAMM_GEAR_DRIVE};
        input.steering_wheel_rad = (float)noise_between(&noise, -3, 3);
        input.throttle = (float)noise_between(&noise, 0, 1);
        input.brake = frame % 200 > 150;
        input.hand_brake = frame % 300 > 280;
        input.command = frame % 100 > 90;
        input.road_wheel_rate_radps = (float)noise_between(&noise, -0.3, 0.3);
        kamm_inputs(cars)[0] = input;
        input.steering_wheel_rad = -input.steering_wheel_rad;
        input.road_wheel_rate_radps = -input.road_wheel_rate_radps;
        kamm_inputs(mirrored)[0] = input;
        kamm_step(cars, ground, 10);
        kamm_step(mirrored, &other_side, 10);
        expect_mirror_images(cars, mirrored, frame);
    }
    check_above(read_channel(cars, KAMM_CHANNEL_x_m), 10, "x_m", __FILE__, __LINE__);
    end_cars(cars);
    end_cars(mirrored);
}

static void mirrored_inputs_give_the_mirrored_drive(void **state)
{
    (void)state;
    static struct rough_ground rough;
    const double ahead[4] = {1, 0, 0, 0}, askew[4] = {0.96, 0.1, 0.05, 0.25};
    kamm_ground bank = kamm_plane_ground(0.02, 0.08, 0.9), bumps;
    bank.wind_mps[0] = -4;
    bank.wind_mps[1] = 7;
    make_rough(&rough, 11, 2.5, 0.08, 0.8);
    bumps = ground_of_rough(&rough);
    for (EACH_RUNG(rung))
        for (int variant = 0; variant < (rung == KAMM_FULL ? 1 : of_tier(1, 3)); ++variant) {
            print_message("%s, variant %d\n", rung_name(rung), variant);
            if (in_long_tier() || rung % 2) {
                expect_mirrored_drive(rung, variant, &kamm_flat_ground, ahead);
                expect_mirrored_drive(rung, variant, &bank, askew);
            }
            expect_mirrored_drive(rung, variant, &bumps, askew);
        }
}

/* Each car of a mixed batch does what it does alone. */
static void car_of_a_mixed_batch_is_as_if_alone(void **state)
{
    (void)state;
    for (EACH_RUNG(rung)) {
        kamm_vehicle_def defs[BATCH];
        struct noise noise = {23};
        for (int car = 0; car < BATCH; ++car) defs[car] = varied_car(&noise);
        kamm_cars *all = start_mixed_rung(defs, rung, BATCH);
        for (int car = 0; car < BATCH; ++car) {
            put_car(all, car, &kamm_flat_ground, 0, 10, KAMM_GEAR_DRIVE);
            kamm_inputs(all)[car].throttle = 0.4f;
            kamm_inputs(all)[car].steering_wheel_rad = 0.7f;
        }
        drive_for(all, &kamm_flat_ground, 3);
        for (int car = 0; car < BATCH; car += of_tier(9, 1)) {
            kamm_cars *alone = start_rung(&defs[car], rung, 1);
            put_car(alone, 0, &kamm_flat_ground, 0, 10, KAMM_GEAR_DRIVE);
            kamm_inputs(alone)[0].throttle = 0.4f;
            kamm_inputs(alone)[0].steering_wheel_rad = 0.7f;
            drive_for(alone, &kamm_flat_ground, 3);
            for (int i = 0; i < KAMM_CHANNEL_COUNT; ++i)
                if (kamm_read(alone, 0, (kamm_channel)i) != kamm_read(all, car, (kamm_channel)i))
                    fail_msg("%s, car %d: %s is %.9g alone, %.9g in the batch", rung_name(rung),
                             car, kamm_channel_fields(NULL)[i].name,
                             kamm_read(alone, 0, (kamm_channel)i),
                             kamm_read(all, car, (kamm_channel)i));
            end_cars(alone);
        }
        check_above(fabs(kamm_read(all, 0, KAMM_CHANNEL_y_m)), 0.5, "y_m", __FILE__, __LINE__);
        end_cars(all);
    }
}

static void non_finite_input_is_flagged_and_read_as_zero(void **state)
{
    (void)state;
    const float strange[] = {NAN, INFINITY, -INFINITY};
    int count;
    const kamm_field_info *names = kamm_input_fields(&count);
    for (EACH_RUNG(rung))
        for (int i = 0; i < 3 * count; i += of_tier(7, 1)) {
            kamm_vehicle_def def = plain_car();
            kamm_cars *cars = start_rung(&def, rung, 3), *usual = start_rung(&def, rung, 3);
            for (int car = 0; car < 3; ++car) {
                put_car(cars, car, &kamm_flat_ground, 0, 12, KAMM_GEAR_DRIVE);
                put_car(usual, car, &kamm_flat_ground, 0, 12, KAMM_GEAR_DRIVE);
            }
            ((float *)&kamm_inputs(cars)[1])[i / 3] = strange[i % 3];
            ((float *)&kamm_inputs(usual)[1])[i / 3] = 0;
            drive_for(cars, &kamm_flat_ground, 0.2);
            drive_for(usual, &kamm_flat_ground, 0.2);
            assert_int_equal(kamm_fault(cars, 0), 0);
            assert_int_equal(kamm_fault(cars, 1), KAMM_FAULT_INPUT);
            assert_int_equal(kamm_fault(cars, 2), 0);
            for (int car = 0; car < 3; ++car)
                if (kamm_read(cars, car, KAMM_CHANNEL_x_m) !=
                        kamm_read(usual, car, KAMM_CHANNEL_x_m) ||
                    kamm_read(cars, car, KAMM_CHANNEL_y_m) !=
                        kamm_read(usual, car, KAMM_CHANNEL_y_m))
                    fail_msg("%s: %s = %g shows in car %d", rung_name(rung), names[i / 3].name,
                             (double)strange[i % 3], car);
            end_cars(cars);
            end_cars(usual);
        }
}

static void query_nowhere(void *user, int count, const kamm_probe *probes, kamm_contact *contacts)
{
    (void)user;
    for (int i = 0; i < count; ++i) {
        contacts[i] = kamm_flat_ground.plane;
        if (probes[i].car == 1) contacts[i].point_m[2] = NAN;
    }
}

/* Ground that is no number: that car drives on with the plane that it had, flagged; the others never notice. */
static void car_on_invalid_ground_affects_no_other(void **state)
{
    (void)state;
    kamm_ground broken = kamm_flat_ground;
    broken.query = query_nowhere;
    for (EACH_RUNG(rung)) {
        kamm_vehicle_def def = plain_car();
        kamm_cars *cars = start_rung(&def, rung, 3);
        for (int car = 0; car < 3; ++car)
            put_car(cars, car, &kamm_flat_ground, 0, 12, KAMM_GEAR_DRIVE);
        drive_for(cars, &kamm_flat_ground, 0.5);
        double x = kamm_read(cars, 1, KAMM_CHANNEL_x_m);
        kamm_step(cars, &broken, 100);
        drive_for(cars, &kamm_flat_ground, 0.5);
        assert_int_equal(kamm_fault(cars, 1), KAMM_FAULT_GROUND);
        assert_true(kamm_read(cars, 1, KAMM_CHANNEL_x_m) == kamm_read(cars, 2, KAMM_CHANNEL_x_m));
        for (int i = 0; i < KAMM_CHANNEL_COUNT; ++i)
            assert_true(isfinite(kamm_read(cars, 1, (kamm_channel)i)));
        check_above(kamm_read(cars, 2, KAMM_CHANNEL_x_m), x + 4, "x_m", __FILE__, __LINE__);
        assert_true(kamm_read(cars, 0, KAMM_CHANNEL_x_m) == kamm_read(cars, 2, KAMM_CHANNEL_x_m));
        assert_int_equal(kamm_fault(cars, 0) | kamm_fault(cars, 2), 0);
        end_cars(cars);
    }
}

static void drive_on(kamm_cars *cars, const kamm_ground *ground, uint64_t seed)
{
    struct noise noise = {seed};
    for (int frame = 0; frame < 60; ++frame) {
        vary_inputs(cars, &noise);
        kamm_step(cars, ground, 17);
    }
}

static void snapshot_restores_the_state_bit_for_bit(void **state)
{
    (void)state;
    static struct rough_ground rough;
    make_rough(&rough, 8, 4, 0.1, 0.9);
    kamm_ground ground = ground_of_rough(&rough);
    for (EACH_RUNG(rung)) {
        kamm_vehicle_def def = plain_car();
        struct noise noise = {1};
        kamm_cars *cars = start_rung(&def, rung, 5), *other = start_rung(&def, rung, 5);
        size_t size = kamm_snapshot_size(cars);
        void *saved = malloc(size), *again = malloc(size);
        place_batch(cars, &noise);
        drive_on(cars, &ground, 5);
        kamm_save_snapshot(cars, saved);
        drive_on(cars, &ground, 6);
        uint64_t hash = kamm_state_hash(cars);
        assert_int_equal(kamm_restore_snapshot(other, saved, size, NULL), KAMM_OK);
        kamm_save_snapshot(other, again);
        assert_memory_equal(saved, again, size);
        drive_on(other, &ground, 6);
        assert_true(kamm_state_hash(other) == hash);
        for (EACH_RUNG(wrong)) {
            kamm_error error = {0};
            if (wrong == rung) continue;
            kamm_cars *strangers = start_rung(&def, wrong, 5);
            uint64_t before = kamm_state_hash(strangers);
            assert_int_equal(kamm_restore_snapshot(strangers, saved, size, &error),
                             KAMM_ERROR_FORMAT);
            assert_non_null(strstr(error.text, rung_name(wrong)));
            assert_true(kamm_state_hash(strangers) == before);
            end_cars(strangers);
        }
        free(saved);
        free(again);
        end_cars(cars);
        end_cars(other);
    }
}

static void expect_refused(const kamm_vehicle_def *def, kamm_rung rung, kamm_result code,
                           const char *path, const char *word)
{
    kamm_error error = {0};
    kamm_model *model = kamm_create_model(def, rung, &error);
    if (model) fail_msg("%s compiles; %s should be wrong", rung_name(rung), path);
    if (error.code != code || strcmp(error.path, path) != 0 || !strstr(error.text, word))
        fail_msg("%s: code %d, path \"%s\", \"%s\"; should be code %d, path \"%s\" and say \"%s\"",
                 rung_name(rung), error.code, error.path, error.text, code, path, word);
}

static void missing_parameters_of_a_rung_are_named(void **state)
{
    (void)state;
    kamm_vehicle_def def = plain_car();
    def.engine.torque_curve.count = 0;
    def.gearbox.ratios_count = 0;
    for (EACH_RUNG(rung)) {
        int engine = rung >= KAMM_SINGLE_TRACK;
        expect_refused(&def, rung, KAMM_ERROR_MISSING,
                       engine ? "engine.torque_curve" : "limits.acceleration_mps2",
                       engine ? "engine.torque_curve" : "limits.acceleration_mps2");
    }
    def.limits.acceleration_mps2 = 3, def.limits.switch_speed_mps = 9;
    def.limits.top_speed_mps = 40;
    expect_refused(&def, KAMM_KINEMATIC, KAMM_ERROR_MISSING, "limits.reverse_speed_mps", "missing");
    def.limits.reverse_speed_mps = 6;
    for (int rung = KAMM_KINEMATIC; rung <= KAMM_RIGID2D; ++rung) {
        kamm_cars *cars = start_rung(&def, (kamm_rung)rung, 1); /* needs no engine */
        put_car(cars, 0, &kamm_flat_ground, 0, 0, KAMM_GEAR_DRIVE);
        kamm_inputs(cars)[0].throttle = 1;
        drive_for(cars, &kamm_flat_ground, 2);
        expect_share(read_channel(cars, KAMM_CHANNEL_speed_mps), 2 * 3, 0.06);
        end_cars(cars);
    }
    expect_refused(&def, KAMM_SINGLE_TRACK, KAMM_ERROR_MISSING, "engine.torque_curve", "engine");
}

/* Each rung's least number of substeps compiles, and drives; fewer do not. */
static void too_few_substeps_are_refused(void **state)
{
    (void)state;
    for (EACH_RUNG(rung)) {
        kamm_vehicle_def def = plain_car();
        double min = kamm_describe_rung(rung)->min_substeps_per_s;
        char number[32];
        def.stepping.substeps_per_s = min;
        kamm_cars *cars = start_rung(&def, rung, 1);
        put_car(cars, 0, &kamm_flat_ground, 0, 15, KAMM_GEAR_DRIVE);
        kamm_inputs(cars)[0].throttle = 0.3f;
        kamm_step(cars, &kamm_flat_ground, (int)(3 * min));
        assert_int_equal(kamm_fault(cars, 0), 0);
        expect_share(read_channel(cars, KAMM_CHANNEL_x_m), 48, 0.15);
        end_cars(cars);
        if (min <= 1) continue; /* the field itself allows no less */
        snprintf(number, sizeof number, "%s needs at least %g", rung_name(rung), min);
        def.stepping.substeps_per_s = 0.99 * min;
        expect_refused(&def, rung, KAMM_ERROR_RANGE, "stepping.substeps_per_s", number);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_bits_at_every_width_and_in_any_grouping),
        cmocka_unit_test(mirrored_inputs_give_the_mirrored_drive),
        cmocka_unit_test(car_of_a_mixed_batch_is_as_if_alone),
        cmocka_unit_test(non_finite_input_is_flagged_and_read_as_zero),
        cmocka_unit_test(car_on_invalid_ground_affects_no_other),
        cmocka_unit_test(snapshot_restores_the_state_bit_for_bit),
        cmocka_unit_test(missing_parameters_of_a_rung_are_named),
        cmocka_unit_test(too_few_substeps_are_refused),
    };
    return cmocka_run_group_tests_name("rungs", tests, NULL, NULL);
}
