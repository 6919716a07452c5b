/* Vehicles with more axles, twin tyres or a single wheel keep the promises about bits: mirrored drives, widths, snapshots,
 * rows; and every wheel can be read and asks for its ground. */
#include "support/drive.h"
#include "support/mirror.h"
#include "support/other_wheels.h"
#include "support/quick.h"
#include "support/tier.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CARS = 19, FRAMES = 40 };

/* Something for every pedal, another for each car. */
static void press(kamm_cars *cars, int frame)
{
    for (int car = 0; car < kamm_count(cars); ++car) {
        kamm_input *in = &kamm_inputs(cars)[car];
        double lock = kamm_describe(kamm_model_of(cars, car)).steering_lock_rad;
        in->steering_wheel_rad = (float)(0.3 * lock * sin(0.13 * frame + car));
        in->throttle = (frame / 10 + car) % 3 == 0;
        in->brake = (frame / 10 + car) % 3 == 1 ? 0.7f : 0;
        in->hand_brake = (frame / 10 + car) % 7 == 2;
        in->gear = KAMM_GEAR_DRIVE;
        in->free_steering = (frame / 15 + car) % 2;
        in->steering_wheel_nm = (float)(12 * sin(0.17 * frame + 2 * car));
    }
}

static void place_all(kamm_cars *cars)
{
    for (int car = 0; car < kamm_count(cars); ++car)
        put_car(cars, car, &kamm_flat_ground, 0.2 * car, 3 + 0.7 * car, KAMM_GEAR_DRIVE);
}

static uint64_t hash_of_drive(kamm_cars *cars)
{
    place_all(cars);
    for (int frame = 0; frame < FRAMES; ++frame) {
        press(cars, frame);
        kamm_step(cars, &kamm_flat_ground, 20);
    }
    return kamm_state_hash(cars);
}

static uint64_t hash_at(int width, const char *name, kamm_rung rung, int mixed)
{
    kamm_vehicle_def def = car_named(name), *defs = NULL;
    assert_int_equal(kamm_set_width(width, NULL), KAMM_OK);
    if (mixed) {
        defs = calloc(CARS, sizeof *defs);
        for (int car = 0; car < CARS; ++car) {
            defs[car] = def;
            defs[car].body.mass_kg *= 1 + 0.01 * car;
        }
    }
    kamm_cars *cars = mixed ? start_mixed_rung(defs, rung, CARS) : start_rung(&def, rung, CARS);
    uint64_t hash = hash_of_drive(cars);
    for (int car = 0; car < CARS; ++car)
        if (kamm_fault(cars, car)) fail_msg("%s, %s: car %d: fault", name, rung_name(rung), car);
    end_cars(cars);
    free(defs);
    return hash;
}

static void all_widths_make_the_same_bits(void **state)
{
    (void)state;
    static const int widths[] = {4, 8, 16};
    for (EACH_OTHER(i))
        for (EACH_RUNG(rung))
            for (int mixed = 0; mixed < 2; ++mixed) {
                if (!in_long_tier() && (i + (int)rung + mixed) % 11) continue;
                uint64_t one = hash_at(1, other_wheels[i], rung, mixed);
                for (size_t w = 0; w < sizeof widths / sizeof *widths; ++w) {
                    if (kamm_set_width(widths[w], NULL) != KAMM_OK) continue;
                    if (hash_at(widths[w], other_wheels[i], rung, mixed) != one)
                        fail_msg("%s, %s, %s, width %d: other bits than at width 1",
                                 other_wheels[i], rung_name(rung), mixed ? "mixed" : "shared",
                                 widths[w]);
                }
            }
    kamm_set_width(0, NULL);
}

/* The right half of the road is icy, its mirror image the left one. */
static void half_ice(void *user, int count, const kamm_probe *probes, kamm_contact *contacts)
{
    double side = *(const double *)user;
    for (int i = 0; i < count; ++i) {
        contacts[i] = kamm_flat_ground.plane;
        if (side * probes[i].position_m[1] < -0.3) contacts[i].friction = 0.3f;
    }
}

static void mirrored_drives_make_mirrored_bits(void **state)
{
    (void)state;
    for (EACH_OTHER(i))
        for (EACH_RUNG(rung)) {
            if ((i + (int)rung) % of_tier(2, 1)) continue;
            kamm_vehicle_def def = car_named(other_wheels[i]);
            def.aids.esc = def.aids.abs = def.aids.tcs = 1;
            kamm_cars *cars = start_rung(&def, rung, 1), *image = start_rung(&def, rung, 1);
            double sides[2] = {1, -1};
            kamm_ground ground = kamm_flat_ground, other = kamm_flat_ground;
            ground.query = other.query = half_ice;
            ground.user = &sides[0], other.user = &sides[1];
            put_car(cars, 0, &kamm_flat_ground, 0, 14, KAMM_GEAR_DRIVE);
            put_car(image, 0, &kamm_flat_ground, 0, 14, KAMM_GEAR_DRIVE);
            for (int frame = 0; frame < 150; ++frame) {
                press(cars, frame);
                kamm_inputs(image)[0] = kamm_inputs(cars)[0];
                kamm_inputs(image)[0].steering_wheel_rad *= -1;
                kamm_inputs(image)[0].steering_wheel_nm *= -1;
                kamm_step(cars, &ground, 20);
                kamm_step(image, &other, 20);
                expect_mirror_images(cars, image, frame);
            }
            assert_int_equal(kamm_fault(cars, 0), 0);
            end_cars(cars);
            end_cars(image);
        }
}

static void snapshots_restore_every_bit(void **state)
{
    (void)state;
    for (EACH_OTHER(i))
        for (EACH_RUNG(rung)) {
            kamm_vehicle_def def = car_named(other_wheels[i]);
            kamm_cars *cars = start_rung(&def, rung, 3);
            hash_of_drive(cars);
            size_t size = kamm_snapshot_size(cars);
            void *snapshot = malloc(size);
            kamm_save_snapshot(cars, snapshot);
            uint64_t there = kamm_state_hash(cars);
            for (int frame = 0; frame < 20; ++frame) kamm_step(cars, &kamm_flat_ground, 20);
            uint64_t later = kamm_state_hash(cars);
            assert_int_equal(kamm_restore_snapshot(cars, snapshot, size, NULL), KAMM_OK);
            assert_true(kamm_state_hash(cars) == there);
            for (int frame = 0; frame < 20; ++frame) kamm_step(cars, &kamm_flat_ground, 20);
            assert_true(kamm_state_hash(cars) == later);
            free(snapshot);
            end_cars(cars);
        }
}

static int field_of(const char *name)
{
    int count;
    const kamm_field_info *info = kamm_wheel_state_fields(&count);
    for (int i = 0; i < count; ++i)
        if (!strcmp(info[i].name, name)) return i;
    fail_msg("no state %s", name);
    return -1;
}

static void rows_and_channels_tell_of_every_wheel(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    for (EACH_OTHER(i))
        for (EACH_RUNG(rung)) {
            kamm_vehicle_def def = car_named(other_wheels[i]);
            kamm_cars *cars = start_rung(&def, rung, 3);
            hash_of_drive(cars);
            for (int w = 0; w < wheels_of(cars, 0); ++w) {
                for (int c = 0; c < KAMM_WHEEL_CHANNEL_COUNT; ++c)
                    assert_true(isfinite(kamm_read_wheel(cars, 2, w, (kamm_wheel_channel)c)));
                assert_true(
                    (double)kamm_state_row(cars, 0, KAMM_ROW_WHEEL, w, field_of("spin_radps"))[2] ==
                    kamm_read_wheel(cars, 2, w, KAMM_WHEEL_spin_radps));
                expect_above(kamm_read_wheel(cars, 2, w, KAMM_WHEEL_load_n), 100);
            }
            end_cars(cars);
        }
}

/* Counts what each wheel asks for. */
struct asked {
    int of_wheel[KAMM_MAX_WHEELS];
    double place_m[KAMM_MAX_WHEELS][3];
};

static void count_probes(void *user, int count, const kamm_probe *probes, kamm_contact *contacts)
{
    struct asked *asked = user;
    for (int i = 0; i < count; ++i) {
        contacts[i] = kamm_flat_ground.plane;
        if (probes[i].wheel >= KAMM_MAX_WHEELS) continue;
        ++asked->of_wheel[probes[i].wheel];
        memcpy(asked->place_m[probes[i].wheel], probes[i].position_m, sizeof asked->place_m[0]);
    }
}

static void every_wheel_asks_for_its_ground(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    for (EACH_OTHER(i))
        for (EACH_RUNG(rung)) {
            kamm_vehicle_def def = car_named(other_wheels[i]);
            kamm_cars *cars = start_rung(&def, rung, 1);
            struct asked asked = {0};
            kamm_ground ground = kamm_flat_ground;
            kamm_model_info info = kamm_describe(kamm_model_of(cars, 0));
            ground.query = count_probes, ground.user = &asked;
            put_car(cars, 0, &kamm_flat_ground, 0, 0, 0);
            kamm_step(cars, &ground, 1);
            for (int w = 0; w < info.wheel_count; ++w) {
                assert_true(asked.of_wheel[w] > 0);
                expect_near(asked.place_m[w][0] - asked.place_m[0][0],
                            info.wheel_position_m[w][0] - info.wheel_position_m[0][0], 0.02);
                expect_near(asked.place_m[w][1], info.wheel_position_m[w][1], 0.02);
            }
            assert_int_equal(asked.of_wheel[info.wheel_count], 0);
            end_cars(cars);
        }
}

/* A host's array has a plane for each wheel of each car: the second car's last wheel is lifted by its own. */
static void host_gives_a_plane_to_each_wheel(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    for (EACH_OTHER(i)) {
        kamm_vehicle_def def = car_named(other_wheels[i]);
        kamm_cars *cars = start_rung(&def, KAMM_FULL, 2);
        int wheels = wheels_of(cars, 0), last = wheels - 1;
        kamm_contact planes[2 * KAMM_MAX_WHEELS];
        kamm_ground ground = kamm_flat_ground;
        double before[2], leans[2];
        for (int p = 0; p < 2 * wheels; ++p) planes[p] = kamm_flat_ground.plane;
        ground.contacts = planes;
        for (int car = 0; car < 2; ++car) {
            put_car(cars, car, &kamm_flat_ground, 0, 0, 0);
            kamm_inputs(cars)[car].brake = 1;
        }
        kamm_step(cars, &ground, 20);
        for (int car = 0; car < 2; ++car)
            before[car] = kamm_read_wheel(cars, car, last, KAMM_WHEEL_load_n);
        planes[2 * wheels - 1].point_m[2] = 0.005;
        kamm_step(cars, &ground, 600);
        expect_share(kamm_read_wheel(cars, 0, last, KAMM_WHEEL_load_n), before[0], 1e-3);
        for (int car = 0; car < 2; ++car) leans[car] = kamm_read(cars, car, KAMM_CHANNEL_roll_rad);
        expect_below(leans[1] - leans[0], -1e-5); /* to the left */
        if (wheels > 3) /* three loads are what their levers make them, whatever lies below */
            expect_above(kamm_read_wheel(cars, 1, last, KAMM_WHEEL_load_n), 1.01 * before[1]);
        end_cars(cars);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_widths_make_the_same_bits),
        cmocka_unit_test(mirrored_drives_make_mirrored_bits),
        cmocka_unit_test(snapshots_restore_every_bit),
        cmocka_unit_test(rows_and_channels_tell_of_every_wheel),
        cmocka_unit_test(every_wheel_asks_for_its_ground),
        cmocka_unit_test(host_gives_a_plane_to_each_wheel),
    };
    return cmocka_run_group_tests_name("axles_bits", tests, NULL, NULL);
}
