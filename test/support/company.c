#include "company.h"
#include "mirror.h"

#include <stdlib.h>

enum { CARS = 19, SEEN = 5 };

static void drive_batch(const kamm_vehicle_def defs[CARS], kamm_rung rung, press_pedals *press,
                        double seen[CARS][SEEN])
{
    kamm_cars *cars = start_mixed_rung(defs, rung, CARS);
    int substeps = (int)(defs[0].stepping.substeps_per_s / 60);
    for (int car = 0; car < CARS; ++car)
        put_car(cars, car, &kamm_flat_ground, 0.1 * car, 3 + car, KAMM_GEAR_DRIVE);
    for (int frame = 0; frame < 70; ++frame) {
        for (int car = 0; car < CARS; ++car) press(cars, car, frame, 1);
        kamm_step(cars, &kamm_flat_ground, substeps);
    }
    for (int car = 0; car < CARS; ++car) {
        seen[car][0] = kamm_read(cars, car, KAMM_CHANNEL_x_m);
        seen[car][1] = kamm_read(cars, car, KAMM_CHANNEL_yaw_rate_radps);
        seen[car][2] = kamm_read(cars, car, KAMM_CHANNEL_engine_radps);
        seen[car][3] = kamm_read_wheel(cars, car, 2, KAMM_WHEEL_load_n);
        seen[car][4] = kamm_read_wheel(cars, car, 1, KAMM_WHEEL_tread_temperature_k);
    }
    end_cars(cars);
}

static void expect_same(const char *what, int width, double seen[CARS][SEEN],
                        double expected[CARS][SEEN], int first, int step)
{
    for (int car = first; car < CARS; car += step)
        for (int k = 0; k < SEEN; ++k)
            if (seen[car][k] != expected[car][k])
                fail_msg("%s, width %d, car %d: %.9g, not %.9g", what, width, car, seen[car][k],
                         expected[car][k]);
}

void expect_same_bits_in_company(const kamm_vehicle_def *plain, const kamm_vehicle_def *with,
                                 kamm_rung rung, press_pedals *press)
{
    static const int widths[] = {1, 4, 8, 16};
    static double of_plain[CARS][SEEN], of_with[CARS][SEEN], seen[CARS][SEEN];
    kamm_vehicle_def *defs = calloc(3 * CARS, sizeof *defs), *others = defs + CARS,
                     *mixed = others + CARS;
    for (int car = 0; car < CARS; ++car) {
        defs[car] = *plain, others[car] = *with;
        defs[car].body.mass_kg *= 1 + 0.01 * car;
        others[car].body.mass_kg *= 1 + 0.01 * car;
        mixed[car] = car % 2 ? others[car] : defs[car];
    }
    drive_batch(defs, rung, press, of_plain);
    drive_batch(others, rung, press, of_with);
    for (int i = 0; i < 4; ++i) {
        if (kamm_set_width(widths[i], NULL) != KAMM_OK) continue;
        drive_batch(defs, rung, press, seen);
        expect_same("without", widths[i], seen, of_plain, 0, 1);
        drive_batch(others, rung, press, seen);
        expect_same("with", widths[i], seen, of_with, 0, 1);
        drive_batch(mixed, rung, press, seen);
        expect_same("without, mixed", widths[i], seen, of_plain, 0, 2);
        expect_same("with, mixed", widths[i], seen, of_with, 1, 2);
    }
    kamm_set_width(0, NULL);
    free(defs);
}

void expect_mirrored_drive(const kamm_vehicle_def *def, const kamm_vehicle_def *image_def,
                           double speed_mps, press_pedals *press)
{
    kamm_cars *cars = start_cars(def, 1), *image = start_cars(image_def, 1);
    int substeps = (int)(def->stepping.substeps_per_s / 60);
    put_car(cars, 0, &kamm_flat_ground, 0, speed_mps, KAMM_GEAR_DRIVE);
    put_car(image, 0, &kamm_flat_ground, 0, speed_mps, KAMM_GEAR_DRIVE);
    for (int frame = 0; frame < 200; ++frame) {
        press(cars, 0, frame, 1);
        press(image, 0, frame, -1);
        kamm_step(cars, &kamm_flat_ground, substeps);
        kamm_step(image, &kamm_flat_ground, substeps);
        expect_mirror_images(cars, image, frame);
    }
    end_cars(cars);
    end_cars(image);
}
