#include "company.h"
#include "mirror.h"
#include "tier.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CARS = 19, MASSES = 7 };

void look_at_car(const kamm_cars *cars, int car, struct seen_car *seen)
{
    int channels, wheel_channels, wheels = kamm_describe(kamm_model_of(cars, car)).wheel_count;
    kamm_channel_fields(&channels);
    kamm_wheel_channel_fields(&wheel_channels);
    seen->count = channels + wheels * wheel_channels;
    assert_in_range(seen->count, 1, MOST_SEEN);
    for (int i = 0; i < channels; ++i) seen->values[i] = kamm_read(cars, car, (kamm_channel)i);
    for (int i = 0; i < wheels * wheel_channels; ++i)
        seen->values[channels + i] = kamm_read_wheel(cars, car, i / wheel_channels,
                                                     (kamm_wheel_channel)(i % wheel_channels));
}

static const char *name_of_seen(int i)
{
    int channels, wheel_channels;
    const kamm_field_info *names = kamm_channel_fields(&channels);
    const kamm_field_info *wheel_names = kamm_wheel_channel_fields(&wheel_channels);
    return i < channels ? names[i].name : wheel_names[(i - channels) % wheel_channels].name;
}

void expect_same_look(const struct seen_car *seen, const struct seen_car *expected,
                      const char *what, int width, int car)
{
    size_t size = (size_t)expected->count * sizeof *expected->values;
    assert_int_equal(seen->count, expected->count);
    if (memcmp(seen->values, expected->values, size) == 0) return;
    for (int i = 0; i < seen->count; ++i)
        if (memcmp(&seen->values[i], &expected->values[i], sizeof *seen->values) != 0)
            fail_msg("%s, width %d, car %d: %s is %.9g, not %.9g", what, width, car,
                     name_of_seen(i), seen->values[i], expected->values[i]);
}

static void drive_batch(const kamm_model *const models[CARS], const kamm_ground *ground,
                        press_pedals *press, struct seen_car seen[CARS])
{
    kamm_cars *cars = kamm_create_mixed_cars(models, CARS, NULL);
    assert_non_null(cars);
    int substeps = (int)lround(1 / (60 * kamm_describe(models[0]).substep_s));
    for (int car = 0; car < CARS; ++car)
        put_car(cars, car, ground, 0.1 * car, 3 + car, KAMM_GEAR_DRIVE);
    for (int frame = 0; frame < of_tier(50, 70); ++frame) {
        for (int car = 0; car < CARS; ++car) press(cars, car, frame, 1);
        kamm_step(cars, ground, substeps);
    }
    for (int car = 0; car < CARS; ++car) look_at_car(cars, car, &seen[car]);
    kamm_destroy_cars(cars);
}

/* In seven masses, each a percent above the one before: any four neighbours differ. */
static void compile_fleet(const kamm_vehicle_def *def, kamm_rung rung,
                          const kamm_model *models[CARS])
{
    for (int car = 0; car < CARS; ++car) {
        kamm_vehicle_def heavier = *def;
        heavier.body.mass_kg *= 1 + 0.01 * car;
        models[car] = car < MASSES ? compile_rung(&heavier, rung) : models[car % MASSES];
    }
}

static void expect_same(const char *what, int width, const struct seen_car seen[CARS],
                        const struct seen_car expected[CARS], int first, int step)
{
    for (int car = first; car < CARS; car += step)
        expect_same_look(&seen[car], &expected[car], what, width, car);
}

static int drive_alike(const struct seen_car one[CARS], const struct seen_car other[CARS])
{
    int alike = 0;
    for (int car = 0; car < CARS; ++car)
        alike += !memcmp(one[car].values, other[car].values,
                         (size_t)one[car].count * sizeof *one[car].values);
    return alike;
}

int expect_same_bits_in_company(const kamm_vehicle_def *plain, const kamm_vehicle_def *with,
                                kamm_rung rung, const kamm_ground *ground, press_pedals *press)
{
    static const int widths[] = {1, 4, 8, 16};
    static struct seen_car of_plain[CARS], of_with[CARS], seen[CARS];
    const kamm_model *models[CARS], *others[CARS], *mixed[CARS];
    compile_fleet(plain, rung, models);
    compile_fleet(with, rung, others);
    for (int car = 0; car < CARS; ++car) mixed[car] = car % 2 ? others[car] : models[car];
    kamm_set_width(of_tier(4, 1), NULL); /* one at a time they take four times as long */
    drive_batch(models, ground, press, of_plain);
    kamm_set_width(1, NULL);
    drive_batch(others, ground, press, of_with);
    for (int i = 0; i < 4; ++i) {
        if (kamm_set_width(widths[i], NULL) != KAMM_OK) continue;
        if (widths[i] == 8 && !in_long_tier()) continue;
        if (i > 0 && in_long_tier()) {
            drive_batch(models, ground, press, seen);
            expect_same("without", widths[i], seen, of_plain, 0, 1);
        }
        if (i > 0) {
            drive_batch(others, ground, press, seen);
            expect_same("with", widths[i], seen, of_with, 0, 1);
        }
        if (i == 0 && !in_long_tier()) continue;
        drive_batch(mixed, ground, press, seen);
        expect_same("without, mixed", widths[i], seen, of_plain, 0, 2);
        expect_same("with, mixed", widths[i], seen, of_with, 1, 2);
    }
    kamm_set_width(0, NULL);
    for (int car = 0; car < MASSES; ++car)
        kamm_destroy_model((kamm_model *)models[car]),
            kamm_destroy_model((kamm_model *)others[car]);
    return drive_alike(of_plain, of_with) < CARS;
}

void expect_seen_as_alone(const kamm_cars *all, int car, const kamm_cars *alone, const char *what)
{
    static struct seen_car seen, expected;
    look_at_car(all, car, &seen);
    look_at_car(alone, 0, &expected);
    expect_same_look(&seen, &expected, what, kamm_width(), car);
}

void expect_company_as_alone(const kamm_vehicle_def *defs, int count, int is_mixed, kamm_rung rung,
                             start_differently *start, int substeps, int call_substeps)
{
    kamm_cars *all = is_mixed ? start_mixed_rung(defs, rung, count) : start_rung(defs, rung, count);
    for (int i = 0; i < count; ++i) start(all, i, i);
    kamm_step(all, &kamm_flat_ground, substeps);
    for (int i = 0; i < count; ++i) {
        kamm_cars *alone = start_rung(&defs[is_mixed ? i : 0], rung, 1);
        start(alone, 0, i);
        for (int done = 0; done < substeps; done += call_substeps)
            kamm_step(alone, &kamm_flat_ground, call_substeps);
        expect_seen_as_alone(all, i, alone, is_mixed ? "mixed" : "of one model");
        end_cars(alone);
    }
    end_cars(all);
}

void expect_snapshot_goes_on(kamm_cars *cars, kamm_cars *other, int substeps)
{
    kamm_error error = {0};
    size_t size = kamm_car_snapshot_size(cars, 0);
    void *snapshot = malloc(size);
    assert_non_null(snapshot);
    kamm_save_car(cars, 0, snapshot);
    must(kamm_restore_car(other, 0, snapshot, size, &error), &error);
    kamm_step(cars, &kamm_flat_ground, substeps);
    kamm_step(other, &kamm_flat_ground, substeps);
    assert_true(kamm_state_hash(cars) == kamm_state_hash(other));
    free(snapshot);
}

void expect_mirrored_drive(const kamm_vehicle_def *def, const kamm_vehicle_def *image_def,
                           kamm_rung rung, const kamm_ground *ground, double speed_mps,
                           press_pedals *press)
{
    kamm_cars *cars = start_rung(def, rung, 1), *image = start_rung(image_def, rung, 1);
    int substeps = (int)(def->stepping.substeps_per_s / 60);
    put_car(cars, 0, ground, 0, speed_mps, KAMM_GEAR_DRIVE);
    put_car(image, 0, ground, 0, speed_mps, KAMM_GEAR_DRIVE);
    for (int frame = 0; frame < of_tier(80, 200); ++frame) {
        press(cars, 0, frame, 1);
        press(image, 0, frame, -1);
        kamm_step(cars, ground, substeps);
        kamm_step(image, ground, substeps);
        expect_mirror_images(cars, image, frame);
    }
    end_cars(cars);
    end_cars(image);
}

void swerve_and_brake(kamm_cars *cars, int car, int frame, double side)
{
    kamm_input *input = &kamm_inputs(cars)[car];
    input->steering_wheel_rad = (float)(side * 2.5 * sin(0.08 * frame + car));
    input->throttle = frame < 30 ? 0.8f : 0.1f;
    input->brake = frame > 45 ? 0.9f : 0;
}
